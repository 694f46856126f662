// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_list.h"
#include "app/cli/table.h"
#include "core/base/format.h"
#include "core/base/json_writer.h"
#include "core/base/suggest.h"
#include "core/roofline/roofline.h"
#include "core/scenario/ceilings.h"
#include "core/scenario/sharding_answer.h"

#include <algorithm>
#include <array>
#include <ostream>

namespace scalescope {

namespace {

constexpr double kLargest = 1e18;

/// Reads a positive number or says what is wrong.
std::optional<double> numberOf(const std::string& text, std::string_view option, std::string_view unit, std::ostream& err)
{
    const auto value = parseNumber(text, unit);
    if (value && *value > 0 && *value <= kLargest)
        return value;
    err << "scalescope: " << option << " '" << text.substr(0, 80) << "' is not a number above 0 and up to 1e18\n";
    return std::nullopt;
}

std::optional<DType> dtypeOf(const std::string& text, std::string_view option, std::ostream& err)
{
    const auto type = dtypeNamed(text);
    if (!type) {
        err << "scalescope: " << option << " '" << text.substr(0, 80) << "' is not a dtype";
        if (const auto near = nearest(text, kDTypeNames))
            err << "; did you mean '" << *near << "'?";
        err << "\n";
    }
    return type;
}

/// "8x4096x16384": B, D and F of X[B, D] . W[D, F].
bool readShape(const std::string& text, MatmulShape& shape, std::ostream& err)
{
    std::array<double, 3> sizes{};
    std::size_t start = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const std::size_t end = i + 1 < sizes.size() ? text.find_first_of("x,", start) : text.size();
        const auto value = end == std::string::npos ? std::nullopt : parseNumber(std::string_view(text).substr(start, end - start));
        if (!value || *value < 1 || *value > 1e9) {
            err << "scalescope: --matmul '" << text.substr(0, 80) << "' is not of the form BxDxF, each from 1 to 1e9, such as 256x4096x16384\n";
            return false;
        }
        sizes[i] = *value;
        start = end + 1;
    }
    shape.batch = sizes[0];
    shape.inner = sizes[1];
    shape.outer = sizes[2];
    return true;
}

struct Calculation {
    Operation operation;
    std::optional<MatmulShape> matmul;
    DType compute = DType::bf16;
};

/// Without options, the matmul of the scenario's calculator.
bool readCalculation(const Arguments& arguments, const Calculator& calculator, Calculation& c, std::ostream& err)
{
    if (!arguments.has("--matmul") && !arguments.has("--flops") && !arguments.has("--bytes") && !arguments.has("--dtype")) {
        c.compute = calculator.compute;
        c.matmul = calculator.matmul;
        c.operation = operationOf(calculator.matmul);
        return true;
    }
    const auto dtype = [&](std::string_view option, DType fallback) {
        return arguments.has(option) ? dtypeOf(arguments.value(option), option, err) : std::optional(fallback);
    };
    const auto compute = dtype("--dtype", DType::bf16);
    if (!compute)
        return false;
    c.compute = *compute;
    if (arguments.has("--matmul")) {
        const auto input = dtype("--input", *compute);
        const auto weight = dtype("--weight", *compute);
        const auto output = dtype("--output", *compute);
        MatmulShape shape;
        if (!input || !weight || !output || !readShape(arguments.value("--matmul"), shape, err))
            return false;
        shape.input = *input;
        shape.weight = *weight;
        shape.output = *output;
        shape.weightPerRow = arguments.has("--weight-per-row");
        c.matmul = shape;
        c.operation = operationOf(shape);
        return true;
    }
    const auto flops = numberOf(arguments.value("--flops"), "--flops", "FLOP", err);
    const auto bytes = numberOf(arguments.value("--bytes"), "--bytes", "B", err);
    if (!flops || !bytes)
        return false;
    c.operation = {Flops(*flops), Bytes(*bytes)};
    return true;
}

std::string_view kindName(Ceiling::Kind kind)
{
    constexpr std::array<std::string_view, 5> names = {"peak", "hbm", "on_chip", "network", "host_link"};
    return names[static_cast<std::size_t>(kind)];
}

void printCeilings(std::span<const Ceiling> ceilings, const std::optional<Peak>& peak, std::ostream& out)
{
    Table table;
    for (const Ceiling& c : ceilings) {
        const bool flat = c.kind == Ceiling::Kind::peak;
        table.add({std::string(kindName(c.kind)), c.name + (c.axis.empty() ? "" : " (" + std::string(c.axis) + ")"),
                   flat ? formatSi(c.peak.value, "FLOP/s") : formatSi(c.bandwidth.value, "B/s"),
                   flat || !peak ? "" : "ridge at " + formatSi(ridge(peak->rate, c.bandwidth).value, "FLOP/B")});
    }
    out << table.text();
}

void writeCeilings(JsonWriter& json, std::span<const Ceiling> ceilings, const std::optional<Peak>& peak)
{
    json.key("ceilings").beginArray();
    for (const Ceiling& c : ceilings) {
        json.beginObject();
        json.member("kind", kindName(c.kind));
        json.member("name", c.name);
        json.member("axis", c.axis);
        if (c.kind == Ceiling::Kind::peak) {
            json.member("peak", c.peak.value);
        } else {
            json.member("bandwidth", c.bandwidth.value);
            json.key("ridge");
            peak ? json.value(ridge(peak->rate, c.bandwidth).value) : json.null();
        }
        json.endObject();
    }
    json.endArray();
}

/// The bandwidth that the arguments choose; HBM unless asked.
std::optional<BytesPerSecond> bandwidthFor(const Arguments& arguments, const Calculator& calculator, std::span<const Ceiling> ceilings,
                                           std::ostream& err)
{
    const std::string wanted = arguments.value("--memory", kCalculatorMemoryNames[static_cast<std::size_t>(calculator.memory)]);
    std::vector<std::string_view> known;
    for (const Ceiling& c : ceilings) {
        if (c.kind == Ceiling::Kind::peak)
            continue;
        const std::string_view name = c.kind == Ceiling::Kind::network ? c.axis : kindName(c.kind);
        if (name == wanted)
            return c.bandwidth;
        known.push_back(name);
    }
    err << "scalescope: --memory '" << wanted.substr(0, 80) << "' is not known for this hardware and plan; known:";
    for (std::string_view name : known)
        err << " " << name;
    err << "\n";
    return std::nullopt;
}

/// The same matmul on two chips that share the contraction (chapter 1, "Network communication rooflines").
void split(const MatmulShape& matmul, const Scenario& scenario, FlopsPerSecond peak, JsonWriter& json, std::ostream* out)
{
    const Topology topology = topologyOf(scenario);
    const BytesPerSecond link = topology.hasTorus ? topology.link : topology.levels[0].link;
    json.key("split");
    if (link.value <= 0) {
        json.null();
        if (out)
            *out << "\nThe hardware has no network, so a matmul cannot be split over two chips.\n";
        return;
    }
    const OperationTime time = timeOf(splitContraction(matmul), peak, link);
    const double critical = criticalContraction(matmul.output, peak, link);
    json.beginObject();
    json.member("link", link.value);
    json.member("compute_time", time.compute.value);
    json.member("network_time", time.memory.value);
    json.member("bound", time.bound() == Bound::compute ? "compute" : "network");
    json.member("critical_contraction", critical);
    json.endObject();
    if (!out)
        return;
    Table table;
    table.add({"arithmetic", formatSeconds(time.compute.value)});
    table.add({"exchange", formatSeconds(time.memory.value) + " over " + formatSi(link.value, "B/s")});
    table.add({"bound by", time.bound() == Bound::compute ? "compute" : "network"});
    table.add({"compute-bound", "above D = " + formatCount(critical)});
    *out << "\nSplit over two chips along the contraction\n" << table.text();
}

}  // namespace

int runRoofline(const Arguments& arguments, CommandContext& context)
{
    const auto scenario = scenarioFrom(arguments, context);
    if (!scenario)
        return kWrongInput;
    const Estimate estimate = evaluate(*scenario);
    const std::vector<Ceiling> ceilings = ceilingsOf(*scenario, estimate);
    Calculation c;
    if (!readCalculation(arguments, scenario->calculator, c, context.err))
        return kWrongInput;
    const auto peak = peakFor(scenario->hardware.cluster.chip, c.compute);
    if (arguments.has("--split") && !c.matmul) {
        context.err << "scalescope: --split divides a matmul; give --matmul BxDxF\n";
        return kWrongInput;
    }
    JsonWriter json;
    json.beginObject();
    json.member("hardware", scenario->hardware.name);
    writeCeilings(json, ceilings, peak);
    if (!arguments.has("--json")) {
        context.out << scenario->hardware.name << "\n";
        printCeilings(ceilings, peak, context.out);
    }
    const auto bandwidth = bandwidthFor(arguments, scenario->calculator, ceilings, context.err);
    if (!bandwidth)
        return kWrongInput;
    if (!peak) {
        context.err << "scalescope: the chip states no peak for " << nameOf(c.compute) << " or a wider dtype\n";
        return kWrongInput;
    }
    const OperationTime time = timeOf(c.operation, peak->rate, *bandwidth);
    const std::string_view bound = time.bound() == Bound::compute ? "compute" : "memory";
    std::optional<double> critical;
    if (c.matmul)
        critical = criticalBatch(*c.matmul, peak->rate, *bandwidth);
    json.member("flops", c.operation.flops.value);
    json.member("bytes", c.operation.traffic.value);
    json.member("intensity", intensityOf(c.operation).value);
    json.member("compute_type", nameOf(peak->dtype));
    json.member("compute_time", time.compute.value);
    json.member("memory_time", time.memory.value);
    json.member("lower", time.lower().value);
    json.member("upper", time.upper().value);
    json.member("attained", (c.operation.flops / time.lower()).value);
    json.member("bound", bound);
    json.key("critical_batch");
    critical ? json.value(*critical) : json.null();
    if (!arguments.has("--json")) {
        Table table;
        table.add({"FLOPs", formatSi(c.operation.flops.value, "FLOP")});
        table.add({"bytes", formatBytes(c.operation.traffic.value)});
        table.add({"intensity", formatSi(intensityOf(c.operation).value, "FLOP/B")});
        table.add({"time", formatSeconds(time.lower().value) + " to " + formatSeconds(time.upper().value)});
        table.add({"attained", formatSi((c.operation.flops / time.lower()).value, "FLOP/s") + " of the " + std::string(nameOf(peak->dtype)) + " peak"});
        table.add({"bound by", std::string(bound)});
        if (c.matmul)
            table.add({"critical batch", critical ? formatSi(*critical, {}, 4) : "none: never compute-bound"});
        context.out << "\n" << table.text();
    }
    if (arguments.has("--split"))
        split(*c.matmul, *scenario, peak->rate, json, arguments.has("--json") ? nullptr : &context.out);
    json.endObject();
    if (arguments.has("--json"))
        context.out << json.take();
    return kDone;
}

}  // namespace scalescope
