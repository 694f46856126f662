// SPDX-License-Identifier: GPL-3.0-or-later
#include "book.h"

#include "core/roofline/roofline.h"
#include "core/scenario/presets.h"
#include "core/sharding/matmul.h"
#include "core/sharding/playback.h"

using namespace scalescope;

namespace {

Answer quotientOfMeasurements() { return notAnEngineValue("a ratio of measured times"); }
Answer clockRate() { return notAnEngineValue("clocks, lanes and registers of a core are not modelled"); }
Answer switches() { return notAnEngineValue("counts of switches and cables are not modelled: a level has its links' bandwidth"); }

Hardware preset(std::string_view id) { return hardwarePreset(shippedPresets(), id).value.value(); }

std::int64_t whole(double value) { return static_cast<std::int64_t>(value); }

/// A torus of the row's one-way link on its own.
Topology torusOf(std::initializer_list<std::int64_t> sizes, bool wraps, double link)
{
    Topology topology;
    topology.hasTorus = true;
    topology.shape = Shape(sizes);
    topology.wraps.fill(wraps);
    topology.link = BytesPerSecond(link);
    topology.hop = Seconds(1e-6);
    return topology;
}

/// The slice of a v5e with the wraparound that it has.
Topology v5e(std::initializer_list<std::int64_t> shape, bool assumeWraparound = false)
{
    Hardware hardware = preset("tpu-v5e");
    std::get<Torus>(hardware.cluster.networks.front()).shape = Shape(shape);
    return topologyOf(hardware.cluster, assumeWraparound);
}

Topology v4p() { return torusOf({4, 4, 4}, true, std::get<Torus>(preset("tpu-v4").cluster.networks.front()).bandwidth.value); }

MeshPlacement laid(const std::vector<std::int64_t>& sizes, const Topology& topology)
{
    MeshPlacement axes(sizes.size());
    if (placeAxes(sizes, topology, axes))
        throw std::logic_error("the mesh of a worked number cannot be laid");
    return axes;
}

AxisPlacement together(const MeshPlacement& axes, std::initializer_list<std::size_t> which, const Topology& topology)
{
    std::vector<const AxisPlacement*> chosen;
    for (std::size_t i : which)
        chosen.push_back(&axes[i]);
    return combined(chosen, topology);
}

CollectiveRules rulesWith(RingTerms ring, AxesRule axes = AxesRule::counted)
{
    CollectiveRules rules;
    rules.ring = ring;
    rules.axes = axes;
    return rules;
}

const CollectiveRules kBook;
const CollectiveRules kExact = rulesWith(RingTerms::exact, AxesRule::placed);
const CollectiveRules kWhole = rulesWith(RingTerms::asymptoticEverywhere, AxesRule::placed);

ShardedArray arrayOf(const std::string& notation, const DeviceMesh& mesh, const std::vector<NamedSize>& sizes = {})
{
    Diagnostics problems;
    return parseArray(notation, mesh, sizes, problems).value();
}

Topology h100(double chips)
{
    return topologyOf(resized(preset("h100").cluster, chips), false);
}

/// bytes per second at which the links of one level fill a chip when groups span just that level.
double levelBandwidth(const Topology& topology, std::size_t level)
{
    std::vector<std::int64_t> sizes;
    for (std::size_t i = 0; i <= level; ++i)
        sizes.push_back(topology.levels[i].degree);
    const MeshPlacement axes = laid(sizes, topology);
    // All the groups that share the link gather at once; the whole array counts.
    return gatherBandwidth(axes[level], topology, kBook).value * static_cast<double>(topology.levels[level].chipsBelow);
}

Topology star(double n, double link)
{
    Topology topology;
    topology.levels[0] = {1, whole(n), BytesPerSecond(link), Seconds(1e-6), {}, true, 1.3, false, 0};
    topology.levelCount = 1;
    return topology;
}

double starTime(Collective collective, double bytes, double n, double link, const CollectiveRules& rules)
{
    const Topology topology = star(n, link);
    return timeOf(collective, Bytes(bytes), laid({whole(n)}, topology)[0], topology, rules).bandwidth.value;
}

double raggedShare(RoutingRule rule, double k, double targets)
{
    const Topology topology = star(targets, 1.0);
    const Bytes dense(targets);  // one byte for each chip that is reached
    return timeOfRagged({k, 1e9, rule}, dense, laid({whole(targets)}, topology)[0], topology, kExact).bandwidth.value;
}

double peakOf(const Hardware& hardware, DType type) { return hardware.cluster.chip.peak[static_cast<std::size_t>(type)].value().value; }

double ridgeOf(std::string_view id, DType type = DType::bf16)
{
    const Hardware hardware = preset(id);
    return ridge(FlopsPerSecond(peakOf(hardware, type)), hardware.cluster.chip.hbm.bandwidth.value()).value;
}

double linkOf(std::string_view id, std::size_t level)
{
    return std::get<FabricLevel>(preset(id).cluster.networks[level]).bandwidth.value;
}

// --- chapter 2 ------------------------------------------------------------------------------------------------------

Answers pods(const BookRow& r)
{
    const auto podOf = [](std::string_view id) {
        Hardware hardware = preset(id);
        auto& torus = std::get<Torus>(hardware.cluster.networks.front());
        torus.shape = torus.maxShape;
        return hardware;
    };
    const auto hosts = [](const Hardware& h) {
        return std::get<Torus>(h.cluster.networks[0]).shape.product() / static_cast<double>(std::get<DataCentre>(h.cluster.networks[1]).chipsPerHost);
    };
    const Hardware e = podOf("tpu-v5e");
    const Hardware p = podOf("tpu-v5p");
    const double chipsE = std::get<Torus>(e.cluster.networks[0]).shape.product();
    const double chipsP = std::get<Torus>(p.cluster.networks[0]).shape.product();
    const Answer cores = notAnEngineValue("cores of a chip are not modelled");
    return {{"v5e_hosts", engine(hosts(e))},
            {"v5e_cores", cores},
            {"v5e_flops", engine((FlopsPerSecond(r.in("C5e")) * chipsE).value)},
            {"v5e_hbm", engine((e.cluster.chip.hbm.capacity.value() * chipsE).value)},
            {"v5p_hosts", engine(hosts(p))},
            {"v5p_cores", cores},
            {"v5p_flops", engine((FlopsPerSecond(peakOf(p, DType::bf16)) * chipsP).value)},
            {"v5p_hbm", engine((p.cluster.chip.hbm.capacity.value() * chipsP).value)}};
}

Answers gatherFromHosts(const BookRow& r)
{
    const Topology slice = v5e({4, 4});
    const AxisPlacement all = together(laid({16}, slice), {0}, slice);
    const Bytes a(r.in("A"));
    const Bytes exact = bytesOf(DType::int8, 131072.0 * 131072.0);
    MatmulShape matmul;
    matmul.batch = 8;
    matmul.inner = matmul.outer = 131072;
    const double pcie = timeOf({Flops(0), a / r.in("links")}, FlopsPerSecond(1), BytesPerSecond(r.in("W_pcie"))).memory.value;
    const double ici = timeOf(Collective::gather, a, all, slice, kExact).bandwidth.value;
    const OperationTime multiply = timeOf({operationOf(matmul).flops, a}, FlopsPerSecond(r.in("C")), BytesPerSecond(r.in("W")));
    return {{"pcie", engine(pcie)},
            {"ici", engine(ici)},
            {"allgather", engine(timeOf(Collective::allGather, a, all, slice, kWhole).bandwidth.value)},
            {"hbm", engine(multiply.memory.value)},
            {"flops", engine(operationOf(matmul).flops.value)},
            {"t_flops", engine(multiply.compute.value)},
            {"total_lower", engine(std::max({pcie, ici, multiply.lower().value}))},
            {"exact_bytes", engine(exact.value)},
            {"ici_exact", engine(timeOf(Collective::gather, exact, all, slice, kExact).bandwidth.value)}};
}

// --- chapter 3 ------------------------------------------------------------------------------------------------------

/// The planner's answer on a v5e of 4x4, for one I, J and K; coefficients are per element.
struct Planned {
    MatmulPlan plan;
    double ijk, ik, jk;
};

Planned planned(const BookRow& r, const std::string& left, const std::string& right, const std::string& output, bool assumeWraparound)
{
    const DeviceMesh mesh{{{"X", 4}, {"Y", 4}}};
    const std::vector<NamedSize> sizes = {{"I", 65536}, {"J", 16384}, {"K", 32768}};
    const Topology slice = v5e({4, 4}, assumeWraparound);
    Diagnostics problems;
    const auto matmul = makeMatmul(arrayOf(left, mesh, sizes), arrayOf(right, mesh, sizes), arrayOf(output, mesh, sizes), mesh, problems).value();
    const MatmulRates rates{FlopsPerSecond(r.in("C")), std::nullopt};
    return {planMatmul(matmul, mesh, laid(mesh.sizes(), slice), slice, rates, kBook), 65536.0 * 16384 * 32768, 65536.0 * 32768, 16384.0 * 32768};
}

/// The strategy that keeps all work divided.
const Strategy& dividing(const MatmulPlan& plan)
{
    return *std::min_element(plan.strategies.begin(), plan.strategies.end(), [](const Strategy& a, const Strategy& b) {
        return std::pair(a.redundancy, a.communication) < std::pair(b.redundancy, b.communication);
    });
}

Answers questionSix(const BookRow& r, const std::string& left, const std::string& right, const std::string& output, bool gathersRight)
{
    const Planned line = planned(r, left, right, output, false);
    const Planned ring = planned(r, left, right, output, true);
    const double elements = gathersRight ? line.jk : line.ik;
    const std::string dimension = gathersRight ? "I_min" : "J_min";
    const double comms = dividing(line.plan).communication.value / elements;
    const double commsRing = dividing(ring.plan).communication.value / elements;
    const double math = dividing(line.plan).math.value / line.ijk;
    return {{"coef_comms_line", engine(comms)}, {"coef_comms_ring", engine(commsRing)}, {"coef_math", engine(math)},
            {dimension + "_line", engine(comms / math)}, {dimension + "_ring", engine(commsRing / math)}};
}

Answers minimumLatency(const BookRow& r)
{
    const DeviceMesh mesh{{{"X", 4}, {"Y", 4}, {"Z", 4}}};
    const std::vector<NamedSize> sizes = {{"I", 65536}, {"J", 16384}, {"K", 32768}};
    const Topology cube = v4p();
    const MatmulRates rates{FlopsPerSecond(r.in("C")), std::nullopt};
    const auto plan = [&](const std::string& left, const std::string& right) {
        Diagnostics problems;
        const auto matmul = makeMatmul(arrayOf(left, mesh, sizes), arrayOf(right, mesh, sizes), arrayOf("[I, K]", mesh, sizes), mesh, problems).value();
        return planMatmul(matmul, mesh, laid(mesh.sizes(), cube), cube, rates, kBook);
    };
    const MatmulPlan rowsPlan = plan("[I_XYZ, J]", "[J, K]");
    const MatmulPlan contractedPlan = plan("[I, J_XYZ]", "[J_XYZ, K]");
    const MatmulPlan everywherePlan = plan("[I, J]", "[J, K]");
    const Strategy& rows = dividing(rowsPlan);
    const Strategy& contracted = dividing(contractedPlan);
    const Strategy& everywhere = everywherePlan.strategies.front();
    const double ijk = 65536.0 * 16384 * 32768;
    const double ik = 65536.0 * 32768;
    const AxisPlacement all = together(laid(mesh.sizes(), cube), {0, 1, 2}, cube);
    return {{"comms_floor", engine(timeOf(Collective::allGather, Bytes(1), all, cube, kBook).total.value)},
            {"coef_math_sharded", engine(rows.math.value / ijk)},
            {"coef_ag", engine(rows.communication.value / ik)},
            {"coef_ar", engine(contracted.communication.value / ik)},
            {"J_star", engine(16384.0 * rows.communication.value / (everywhere.math - rows.math).value)}};
}

Answers allGatherQuestion(const BookRow& r)
{
    const Topology cube = v4p();
    const MeshPlacement axes = laid({4, 4, 4}, cube);
    const AxisPlacement xy = together(axes, {0, 1}, cube);
    const Bytes whole = bytesOf(DType::bf16, r.in("B") * r.in("D"));
    const auto time = [&](Collective c, Bytes v, const AxisPlacement& a) { return timeOf(c, v, a, cube, kBook); };
    return {{"t1", engine(time(Collective::allGather, whole / r.in("Y"), axes[0]).total.value)},
            {"t2", engine(time(Collective::allGather, whole, xy).total.value)},
            {"t3", engine(time(Collective::allReduce, whole / (r.in("X") * r.in("Y")), axes[2]).total.value)},
            {"t1_fun", engine(timeUsingIdle(Collective::allGather, whole / r.in("Y"), axes[0], axes[2], cube, kBook).total.value)},
            {"t2_fun", engine(timeUsingIdle(Collective::allGather, whole, xy, axes[2], cube, kBook).total.value)},
            {"latency2", engine(time(Collective::allGather, whole, xy).latency.value)}};
}

Answers popQuizTwo(const BookRow& r)
{
    const DeviceMesh mesh{{{"X", 8}, {"Y", 4}}};
    // The Y axis of the slice is the one of 4.
    const Topology slice = v5e({8, 4});
    const Topology wrapped = v5e({8, 4}, true);
    const ArrayBytes bytes = bytesOf(arrayOf("bf16[" + std::to_string(whole(r.in("E"))) + "_Y, " + std::to_string(whole(r.in("F"))) + "]", mesh), mesh);
    const AxisPlacement y = laid({8, 4}, slice)[1];
    const CollectiveTime line = timeOf(Collective::allGather, bytes.logical, y, slice, kExact);
    const CollectiveTime ring = timeOf(Collective::allGather, bytes.logical, laid({8, 4}, wrapped)[1], wrapped, kBook);
    const Playback playback = play(Collective::allGather, bytes.logical, y, slice).value();
    return {{"V", engine(bytes.logical.value)}, {"shard", engine(bytes.perDevice.value)}, {"t_ring", engine(ring.bandwidth.value)},
            {"t_line", engine(line.bandwidth.value)}, {"latency_bound", engine(line.latency.value)},
            {"hop_bw", engine(playback.hops.front().duration.value)}, {"t", engine(line.total.value)}};
}

}  // namespace

std::map<std::string, AnswerTo> tpuAnswers()
{
    return {
        {"tpus-01", [](const BookRow&) -> Answers { return {{"per_mxu", clockRate()}, {"per_chip", clockRate()}}; }},
        {"tpus-03", [](const BookRow& r) -> Answers {
             return {{"I_vmem", engine(ridge(FlopsPerSecond(r.in("I_hbm")), BytesPerSecond(r.in("ratio"))).value)}};
         }},
        {"tpus-q1", [](const BookRow& r) -> Answers {
             const Bytes weights = bytesOf(DType::bf16, r.in("params"));
             const Operation load{Flops(0), weights / r.in("chips")};
             return {{"bytes", engine(weights.value)}, {"per_chip", engine(load.traffic.value)},
                     {"t", engine(timeOf(load, FlopsPerSecond(1), BytesPerSecond(r.in("W"))).memory.value)}};
         }},
        {"tpus-q2", pods},
        {"tpus-q3", [](const BookRow& r) -> Answers {
             const FlopsPerSecond peak(r.in("C"));
             return {{"B_min", engine(criticalBatchOfWideMatmul(DType::bf16, peak, BytesPerSecond(r.in("W_pcie"))))},
                     {"B_min_v6e_table", engine(criticalBatchOfWideMatmul(DType::bf16, peak, preset("tpu-v6e").cluster.chip.hostLink.value()))}};
         }},
        {"tpus-q5", [](const BookRow& r) -> Answers {
             const PointToPoint send = sendTime(Bytes(r.in("bytes")), 0, 15, v5e({4, 4}));
             return {{"first_byte", engine(send.firstByte.value)}, {"transfer", engine(send.transfer.value)}, {"total", engine(send.total.value)}};
         }},
        {"tpus-q6", gatherFromHosts},
        {"tpus-pq1", [](const BookRow&) -> Answers { return {{"per_core", clockRate()}, {"mxu_over_vpu", clockRate()}}; }},
        {"tpus-04", [](const BookRow&) -> Answers { return {{"per_core", clockRate()}}; }},
        {"tpus-07", [](const BookRow&) -> Answers {
             const Answer tiles = notAnEngineValue("tiles of a matrix unit are not modelled");
             const Hardware e = preset("tpu-v5e");
             return {{"padded", tiles}, {"util", tiles}, {"int8_over_bf16_v5e", engine(peakOf(e, DType::int8) / peakOf(e, DType::bf16))}};
         }},
    };
}

std::map<std::string, AnswerTo> shardingAnswers()
{
    return {
        {"sharding-pq1", [](const BookRow& r) -> Answers {
             const DeviceMesh mesh{{{"X", whole(r.in("X"))}, {"Y", whole(r.in("Y"))}, {"Z", whole(r.in("Z"))}}};
             const ArrayBytes bytes = bytesOf(arrayOf("int8[I_XY, J]", mesh, {{"I", whole(r.in("I"))}, {"J", whole(r.in("J"))}}), mesh);
             return {{"per_device", engine(bytes.perDevice.value)}, {"total", engine(bytes.total.value)}};
         }},
        {"sharding-01", [](const BookRow& r) -> Answers {
             const Topology ring = torusOf({whole(r.in("X"))}, true, r.in("W") / 2);
             const AxisPlacement axis = laid({whole(r.in("X"))}, ring)[0];
             const double time = timeOf(Collective::allGather, Bytes(r.in("V")), axis, ring, kBook).bandwidth.value;
             return {{"t_hop", engine(play(Collective::allGather, Bytes(r.in("V")), axis, ring).value().hops.front().duration.value)},
                     {"t_total", engine(time)}, {"v_over_w", engine(time)}};
         }},
        {"sharding-02", [](const BookRow& r) -> Answers {
             Topology ring = torusOf({4}, true, r.in("W_uni"));
             ring.hop = Seconds(r.in("t_min"));
             return {{"buf", engine(latencyBoundBelow(Collective::allGather, laid({4}, ring)[0], ring, kBook).value / 4)}};
         }},
        {"sharding-03", [](const BookRow& r) -> Answers {
             const DeviceMesh mesh{{{"X", whole(r.in("n"))}}};
             return {{"per_dev", engine(bytesOf(arrayOf("int8[" + std::to_string(whole(r.in("bytes"))) + "_X]", mesh), mesh).perDevice.value)}};
         }},
        {"sharding-pq2a", popQuizTwo},
        {"sharding-pq2b", popQuizTwo},
        {"sharding-05", [](const BookRow& r) -> Answers {
             const Topology cube = torusOf({whole(r.in("A")), whole(r.in("B")), whole(r.in("C"))}, true, r.in("W") / 2);
             const MeshPlacement axes = laid({whole(r.in("A")), whole(r.in("B")), whole(r.in("C"))}, cube);
             const auto time = [&](const AxisPlacement& a) { return timeOf(Collective::allToAll, Bytes(r.in("V")), a, cube, kBook).bandwidth.value; };
             const double three = time(together(axes, {0, 1, 2}, cube));
             return {{"t3d", engine(three)}, {"t1d", engine(time(axes[0]))}, {"ratio", engine(time(axes[0]) / three)}};
         }},
        {"sharding-q2", allGatherQuestion},
        {"sharding-q3", [](const BookRow& r) -> Answers {
             const Topology cube = v4p();
             const AxisPlacement axis = laid({4, 4, 4}, cube)[0];
             const DeviceMesh mesh{{{"X", whole(r.in("X"))}}};
             const Bytes bytes(r.in("bytes"));
             return {{"per_dev", engine(bytesOf(arrayOf("bf16[128_X]", mesh), mesh).perDevice.value)},
                     {"hop_bw", engine(play(Collective::allGather, bytes, axis, cube).value().hops.front().duration.value)},
                     {"t", engine(timeOf(Collective::allGather, bytes, axis, cube, kBook).total.value)}};
         }},
        {"sharding-q5", minimumLatency},
        {"sharding-q6a", [](const BookRow& r) { return questionSix(r, "[I_X, J_Y]", "[J_Y, K]", "[I_X, K]", false); }},
        {"sharding-q6b", [](const BookRow& r) { return questionSix(r, "[I_X, J]", "[J_X, K_Y]", "[I_X, K_Y]", true); }},
        {"sharding-q6c", [](const BookRow&) -> Answers {
             BookRow row;
             row.inputs["C"] = 1.97e14;
             return {{"comms", engine(dividing(planned(row, "[I_X, J]", "[J, K_Y]", "[I_X, K_Y]", false).plan).communication.value)}};
         }},
        {"sharding-06", [](const BookRow& r) -> Answers {
             Answers all;
             for (const BookValue& v : r.expected)
                 all[v.name] = notAnEngineValue("the row states neither the arrays nor the mesh");
             return all;
         }},
        {"jax-stuff-02", [](const BookRow& r) -> Answers {
             Answers all;
             for (const BookValue& v : r.expected)
                 all[v.name] = quotientOfMeasurements();
             return all;
         }},
        {"jax-stuff-03", [](const BookRow& r) -> Answers {
             const DeviceMesh mesh{{{"X", whole(r.in("devices"))}}};
             return {{"local", engine(static_cast<double>(localShape(arrayOf("[" + std::to_string(whole(r.in("n"))) + "_X]", mesh), mesh).front()))}};
         }},
    };
}

std::map<std::string, AnswerTo> gpuNetworkAnswers()
{
    const auto all = [](Answer (*reason)()) {
        return [reason](const BookRow& r) -> Answers {
            Answers answers;
            for (const BookValue& v : r.expected)
                answers[v.name] = reason();
            return answers;
        };
    };
    return {
        {"gpus-table1", [](const BookRow&) -> Answers {
             return {{"I_h100", engine(ridgeOf("h100"))}, {"I_h200", engine(ridgeOf("h200"))}, {"I_b200", engine(ridgeOf("b200"))},
                     {"I_a100", engine(ridgeOf("a100"))}};
         }},
        {"gpus-table2", all(clockRate)},
        {"gpus-table3", [](const BookRow&) -> Answers {
             return {{"ampere", engine(linkOf("a100", 0))}, {"hopper", engine(linkOf("h100", 0))}, {"blackwell", engine(linkOf("b200", 0))}};
         }},
        {"gpus-table5", [](const BookRow&) -> Answers {
             const Topology t = h100(1024);
             const auto below = [&](std::size_t i) { return engine((t.levels[i].link * static_cast<double>(t.levels[i].degree)).value); };
             return {{"switches", switches()}, {"node_bw", below(0)}, {"leaf_cable", below(1)}, {"spine_cable", below(2)},
                     {"node_switch", switches()}, {"leaf_switch", switches()}, {"spine_switch", switches()}};
         }},
        {"gpus-01", all(clockRate)},
        {"gpus-02", all(clockRate)},
        {"gpus-qz1q2", all(clockRate)},
        {"gpus-qz1q3", [](const BookRow&) -> Answers {
             // The quiz doubles the bf16 rate; the spec table has 2.0e15 for fp8 (597 FLOPs per byte).
             const Chip h100 = preset("h100").cluster.chip;
             const FlopsPerByte doubled = ridge(h100.peak[static_cast<std::size_t>(DType::bf16)].value() * 2.0, h100.hbm.bandwidth.value());
             return {{"h100", engine(ridgeOf("h100"))}, {"b200", engine(ridgeOf("b200"))}, {"h100_fp8", engine(doubled.value)},
                     {"b200_fp8", engine(ridgeOf("b200", DType::fp8))}};
         }},
        {"gpus-qz1q4", [](const BookRow& r) -> Answers {
             MatmulShape matmul{64, r.in("D"), r.in("F")};
             const auto time = [&] { return timeOf(operationOf(matmul), FlopsPerSecond(r.in("C")), BytesPerSecond(r.in("W"))).lower().value; };
             Answers answers = {{"bytes64", engine(operationOf(matmul).traffic.value)}, {"t64", engine(time())}};
             matmul.batch = 512;
             answers["t512"] = engine(time());
             return answers;
         }},
        {"gpus-qz1q6", all(clockRate)},
        {"gpus-qz2q2", [](const BookRow&) -> Answers {
             const Topology node = h100(8);
             return {{"bw", engine((node.levels[0].link * static_cast<double>(node.levels[0].degree)).value)}};
         }},
        {"gpus-qz2q3", [](const BookRow& r) -> Answers {
             const auto time = [&](const CollectiveRules& rules) { return engine(starTime(Collective::allGather, r.in("V"), r.in("N"), r.in("W"), rules)); };
             return {{"t", time(kBook)}, {"approx", time(kWhole)}};
         }},
        {"gpus-qz3q1", [](const BookRow&) -> Answers {
             const Topology t = h100(1024);
             const auto perNode = [&](std::size_t i) {
                 const double nodes = static_cast<double>(t.levels[i].chipsBelow) / static_cast<double>(t.levels[1].chipsBelow);
                 return t.levels[i].link.value / nodes;
             };
             const double leaf = t.levels[1].link.value * static_cast<double>(t.levels[1].degree);
             const double spine = t.levels[2].link.value * static_cast<double>(t.levels[2].degree);
             return {{"node", engine(t.levels[1].link.value)}, {"leaf", engine(leaf)}, {"leaf_per_node", engine(perNode(1))},
                     {"su_spine", engine(t.levels[2].link.value)}, {"spine", engine(spine)}, {"spine_per_node", engine(perNode(2))}};
         }},
        {"gpus-qz3q2", [](const BookRow&) -> Answers {
             return {{"spine_2048", switches()}, {"sus_2048", engine(static_cast<double>(h100(2048).levels[2].degree))},
                     {"leaf_up_ports_2048", switches()}, {"spine_ports_2048", switches()}};
         }},
        {"gpus-03", [](const BookRow& r) -> Answers {
             CollectiveRules inNetwork;
             inNetwork.reduction = NetworkReduction::theoretical;
             const auto time = [&](Collective c, const CollectiveRules& rules) { return starTime(c, r.in("B"), r.in("N"), r.in("W"), rules); };
             const double ring = time(Collective::allReduce, kBook);
             const double sharp = time(Collective::allReduce, inNetwork);
             return {{"ag", engine(time(Collective::allGather, kBook))}, {"ag_approx", engine(time(Collective::allGather, kWhole))},
                     {"ar", engine(ring)}, {"ar_sharp", engine(sharp)}, {"sharp_gain", engine(ring / sharp)}};
         }},
        {"gpus-pq1", [](const BookRow& r) -> Answers {
             const double bytes = bytesOf(DType::bf16, r.in("B") * r.in("F")).value;
             return {{"approx", engine(starTime(Collective::allGather, bytes, 8, r.in("W"), kWhole))},
                     {"t", engine(starTime(Collective::allGather, bytes, 8, r.in("W"), kBook))}};
         }},
        {"gpus-04", [](const BookRow& r) -> Answers {
             Answers answers;
             for (const BookValue& v : r.expected) {
                 const double targets = std::stod(v.name.substr(v.name.find('Z') + 1));
                 const RoutingRule rule = v.name.starts_with("approx") ? RoutingRule::bound : RoutingRule::independentPicks;
                 answers[v.name] = engine(raggedShare(rule, r.in("K"), targets));
             }
             return answers;
         }},
        {"gpus-05", [](const BookRow& r) -> Answers {
             Topology node = star(8, r.in("measured"));
             node.levels[0].reductionGain = r.in("gain");
             CollectiveRules rules = kWhole;
             rules.reduction = NetworkReduction::measured;
             const Bytes array(1e9);
             const Seconds time = timeOf(Collective::allReduce, array, laid({8}, node)[0], node, rules).bandwidth;
             return {{"bw", engine((array * 2.0 / time).value)}};
         }},
        {"gpus-07", [](const BookRow&) -> Answers {
             const Topology t = h100(1024);
             return {{"node", engine(levelBandwidth(t, 0))}, {"leaf", engine(levelBandwidth(t, 1))}, {"spine", engine(levelBandwidth(t, 2))},
                     {"bw", engine(gatherBandwidth(laid({1024}, t)[0], t, kBook).value)}};
         }},
        {"gpus-qz4q3", [](const BookRow& r) -> Answers {
             const Topology node = star(8, r.in("W"));
             CollectiveRules rules;
             rules.reduction = NetworkReduction::theoretical;
             const Bytes array = bytesOf(DType::bf16, r.in("D") * r.in("F")) / r.in("Y");
             const MeshPlacement axes = laid({whole(r.in("Y")), 8 / whole(r.in("Y"))}, node);
             return {{"t", engine(timeOf(Collective::allReduce, array, axes[1], node, rules).bandwidth.value)}};
         }},
        {"gpus-qz4q4", [](const BookRow& r) -> Answers {
             CollectiveRules rules;
             rules.reduction = NetworkReduction::theoretical;
             const auto time = [&](double link) {
                 Topology t = h100(1024);
                 t.levels[2].link = BytesPerSecond(link);
                 const Bytes array = bytesOf(DType::bf16, r.in("D") * r.in("F")) / 256.0;
                 return timeOf(Collective::allReduce, array, laid({256, 4}, t)[1], t, rules).bandwidth.value;
             };
             const double link = h100(1024).levels[2].link.value;
             return {{"per_su", engine(link)}, {"t", engine(time(link))}, {"t_aug2025", engine(time(6.4e12))}};
         }},
        {"gpus-qz4q5", [](const BookRow&) -> Answers {
             const Topology t = h100(16);
             return {{"node", engine(levelBandwidth(t, 0))}, {"cross", engine(levelBandwidth(t, 1))},
                     {"bound", engine(gatherBandwidth(laid({16}, t)[0], t, kBook).value)}};
         }},
        {"gpus-qz5q1", [](const BookRow&) -> Answers {
             const auto alpha = [](std::string_view id, std::size_t level) {
                 return ridge(FlopsPerSecond(peakOf(preset(id), DType::bf16)), BytesPerSecond(linkOf(id, level))).value;
             };
             return {{"intra", engine(alpha("b200", 0))}, {"cross", engine(alpha("b200", 1))}, {"gb200", engine(alpha("gb200-nvl72", 1))},
                     {"gb200_gain", engine(alpha("h100", 1) / alpha("gb200-nvl72", 1))}};
         }},
        {"gpus-16", [](const BookRow&) -> Answers {
             const Chip h200 = preset("h200").cluster.chip;
             const Chip v5p = preset("tpu-v5p").cluster.chip;
             return {{"flops", engine(peakOf(preset("h200"), DType::bf16) / peakOf(preset("tpu-v5p"), DType::bf16))},
                     {"hbm", engine(h200.hbm.capacity.value() / v5p.hbm.capacity.value())},
                     {"price", notAnEngineValue("a ratio of published prices")}};
         }},
    };
}
