// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/sharding_output.h"

#include "app/cli/table.h"
#include "core/base/format.h"
#include "core/base/json_writer.h"
#include "core/scenario/names.h"
#include "core/scenario/parameter.h"

#include <array>
#include <ostream>

namespace scalescope {

namespace {

constexpr std::array kShardingKeys = std::to_array<OutputKey>({
    {"sharding.mesh[].axis", "", "name of an axis of the mesh, innermost first"},
    {"sharding.mesh[].size", "", "its devices"},
    {"sharding.mesh[].stride", "", "chips between its neighbours, in the row of all chips"},
    {"sharding.mesh[].network", "", "dimensions or levels on which it lies; null when the mesh cannot be laid"},
    {"sharding.mesh[].bandwidth", "B/s", "rate at which a gather over it fills a chip"},
    {"sharding.mesh[].hops", "", "hops of a gather over it"},
    {"sharding.mesh[].wraps", "", "whether it closes to a ring everywhere on the torus"},
    {"sharding.arrays[].operand", "", "left, right or output"},
    {"sharding.arrays[].notation", "", "dtype, dimensions and the axes that shard them"},
    {"sharding.arrays[].local_shape[]", "", "elements of one block"},
    {"sharding.arrays[].bytes_per_device", "B", "of one block"},
    {"sharding.arrays[].bytes", "B", "of the array itself"},
    {"sharding.arrays[].bytes_total", "B", "on all devices, copies and padding included"},
    {"sharding.arrays[].copies", "", "devices that hold the same block"},
    {"sharding.arrays[].padding", "", "fraction of a block that is padding"},
    {"sharding.case", "", "the hardest of the four cases that an axis meets, 1 to 4"},
    {"sharding.case_name", "", "the same in words"},
    {"sharding.cases[]", "", "the case of each axis of the mesh, in its order"},
    {"sharding.strategies[].name", "", "its collectives and slices in words; cheapest strategy first"},
    {"sharding.strategies[].roles[]", "", "what it does with each axis of the mesh, in its order"},
    {"sharding.strategies[].time", "s", "one step after the other"},
    {"sharding.strategies[].overlapped", "s", "as a collective matmul: the longer of math and communication"},
    {"sharding.strategies[].math", "s", "of the local matmul"},
    {"sharding.strategies[].communication", "s", "of the collectives in turn"},
    {"sharding.strategies[].flops_per_chip", "FLOP", "of one chip"},
    {"sharding.strategies[].redundancy", "", "chips that do the same work"},
    {"sharding.strategies[].bytes", "B", "arrays of its collectives"},
    {"sharding.strategies[].peak_memory", "B", "held by one chip at once"},
    {"sharding.strategies[].steps[].kind", "", "slice, local matmul or a collective"},
    {"sharding.strategies[].steps[].operand", "", "left, right or output"},
    {"sharding.strategies[].steps[].axes", "", "axes of the mesh over which it runs"},
    {"sharding.strategies[].steps[].bytes", "B", "of the array inside one group"},
    {"sharding.strategies[].steps[].flops", "FLOP", "of one chip"},
    {"sharding.strategies[].steps[].time", "s", "of the step"},
    {"sharding.strategies[].steps[].term", "", "what a collective waited for: bandwidth or latency"},
    {"sharding.strategies[].steps[].memory", "B", "held by one chip meanwhile"},
    {"sharding.strategies[].steps[].after", "", "the operand as it leaves the step"},
    {"sharding.collective.collective", "", "the collective that is timed"},
    {"sharding.collective.over", "", "axes of the mesh over which it runs"},
    {"sharding.collective.idle", "", "axes over which the array is replicated, which help"},
    {"sharding.collective.size", "", "chips of a group"},
    {"sharding.collective.bytes", "B", "of the array inside one group"},
    {"sharding.collective.network", "", "dimensions or levels that it crosses"},
    {"sharding.collective.time", "s", "of the collective"},
    {"sharding.collective.bandwidth_time", "s", "bandwidth term"},
    {"sharding.collective.latency_time", "s", "latency term"},
    {"sharding.collective.term", "", "which of the two won"},
    {"sharding.collective.bottleneck", "", "network whose links are full"},
    {"sharding.collective.dimensions", "", "of a torus: the dimensions whose links are full"},
    {"sharding.collective.bandwidth", "B/s", "array over its bandwidth term"},
    {"sharding.collective.latency_bound_below", "B", "array size at which hops and bytes take equally long"},
    {"sharding.collective.sent_per_chip", "B", "by one chip over all of its links"},
    {"sharding.collective.sent_per_link", "B", "over one direction of the busiest link"},
    {"sharding.diagnostics[].severity", "", "notice, infeasible, impossible or invalid"},
    {"sharding.diagnostics[].parameter", "", "id of the parameter at fault, or empty"},
    {"sharding.diagnostics[].message", "", "what is wrong, and the nearest thing that works"},
});

constexpr std::string_view kDimensionLetters = "xyzuvw";

double hopsOf(const AxisPlacement& axis, const Topology& topology)
{
    double hops = 0;
    for (const TorusPart& part : axis.torusParts())
        hops += static_cast<double>((part.wraps ? part.size / 2 : part.size - 1) * part.stride);
    for (int i = 0; i < topology.levelCount; ++i)
        hops += shareOf(axis, topology.levels[static_cast<std::size_t>(i)]).children - 1.0;
    return hops;
}

bool wrapsEverywhere(const AxisPlacement& axis)
{
    for (const TorusPart& part : axis.torusParts())
        if (!part.wraps)
            return false;
    return axis.partCount > 0;
}

std::string chosen(const std::array<bool, kMaxMeshAxes>& axes, const DeviceMesh& mesh)
{
    AxisList list;
    for (std::size_t i = 0; i < mesh.axes.size(); ++i)
        if (axes[i])
            list.add(static_cast<int>(i));
    return textOf(list, mesh);
}

std::string dimensionsOf(unsigned set)
{
    std::string text;
    for (std::size_t d = 0; d < kDimensionLetters.size(); ++d)
        if (set & 1u << d)
            text += kDimensionLetters[d];
    return text;
}

void writeArray(JsonWriter& json, Operand operand, const ShardedArray& array, const DeviceMesh& mesh)
{
    const ArrayBytes bytes = bytesOf(array, mesh);
    json.beginObject();
    json.member("operand", kOperandNames[static_cast<std::size_t>(operand)]);
    json.member("notation", textOf(array, mesh));
    json.key("local_shape").beginArray();
    for (std::int64_t n : localShape(array, mesh))
        json.value(n);
    json.endArray();
    json.member("bytes_per_device", bytes.perDevice.value);
    json.member("bytes", bytes.logical.value);
    json.member("bytes_total", bytes.total.value);
    json.member("copies", bytes.copies);
    json.member("padding", bytes.padding);
    json.endObject();
}

void writeStep(JsonWriter& json, const MatmulStep& step, const DeviceMesh& mesh)
{
    json.beginObject();
    json.member("kind", kStepKindNames[static_cast<std::size_t>(step.kind)]);
    json.member("operand", kOperandNames[static_cast<std::size_t>(step.operand)]);
    json.member("axes", textOf(step.axes, mesh));
    json.member("bytes", step.array.value);
    json.member("flops", step.flops.value);
    json.member("time", step.time.value);
    json.member("term", kTermNames[static_cast<std::size_t>(step.collective.term)]);
    json.member("memory", step.memory.value);
    json.member("after", textOf(step.after, mesh));
    json.endObject();
}

}  // namespace

std::span<const OutputKey> shardingKeys()
{
    return kShardingKeys;
}

void writeMesh(JsonWriter& json, const Scenario& scenario, const ShardingAnswer& answer)
{
    const DeviceMesh& mesh = scenario.sharding.mesh;
    json.key("mesh").beginArray();
    for (std::size_t i = 0; i < mesh.axes.size(); ++i) {
        json.beginObject();
        json.member("axis", mesh.axes[i].name);
        json.member("size", mesh.axes[i].size);
        if (answer.placement) {
            const AxisPlacement& axis = (*answer.placement)[i];
            json.member("stride", axis.stride);
            json.member("network", networkNameOf(scenario, axis));
            json.member("bandwidth", gatherBandwidth(axis, answer.topology, scenario.assumptions.collectives).value);
            json.member("hops", hopsOf(axis, answer.topology));
            json.member("wraps", wrapsEverywhere(axis));
        } else {
            json.key("network").null();
        }
        json.endObject();
    }
    json.endArray();
}

void writeArrays(JsonWriter& json, const Scenario& scenario, const ShardingAnswer& answer)
{
    const DeviceMesh& mesh = scenario.sharding.mesh;
    json.key("arrays").beginArray();
    if (answer.matmul) {
        writeArray(json, Operand::left, answer.matmul->left, mesh);
        writeArray(json, Operand::right, answer.matmul->right, mesh);
        writeArray(json, Operand::output, answer.matmul->output, mesh);
    } else {
        if (answer.left)
            writeArray(json, Operand::left, *answer.left, mesh);
        if (answer.right && scenario.sharding.operation != ArrayOperation::sum)
            writeArray(json, Operand::right, *answer.right, mesh);
    }
    json.endArray();
}

void writeStrategies(JsonWriter& json, const Scenario& scenario, const MatmulPlan& plan)
{
    const DeviceMesh& mesh = scenario.sharding.mesh;
    json.member("case", static_cast<int>(plan.worst) + 1);
    json.member("case_name", kMatmulCaseNames[static_cast<std::size_t>(plan.worst)]);
    json.key("cases").beginArray();
    for (std::size_t i = 0; i < mesh.axes.size(); ++i)
        json.value(static_cast<int>(plan.cases[i]) + 1);
    json.endArray();
    json.key("strategies").beginArray();
    for (const Strategy& strategy : plan.strategies) {
        json.beginObject();
        json.member("name", nameOf(strategy, mesh));
        json.key("roles").beginArray();
        for (std::size_t i = 0; i < mesh.axes.size(); ++i)
            json.value(kAxisRoleNames[static_cast<std::size_t>(strategy.roles[i])]);
        json.endArray();
        json.member("time", strategy.separate.value);
        json.member("overlapped", strategy.overlapped.value);
        json.member("math", strategy.math.value);
        json.member("communication", strategy.communication.value);
        json.member("flops_per_chip", strategy.flopsPerChip.value);
        json.member("redundancy", strategy.redundancy);
        json.member("bytes", strategy.sent.value);
        json.member("peak_memory", strategy.peakMemory.value);
        json.key("steps").beginArray();
        for (const MatmulStep& step : strategy.steps)
            writeStep(json, step, mesh);
        json.endArray();
        json.endObject();
    }
    json.endArray();
}

void writeCollective(JsonWriter& json, const Scenario& scenario, const CollectiveAnswer& c)
{
    const ShardingStudy& study = scenario.sharding;
    json.member("collective", nameOf(study.collective));
    json.member("over", chosen(study.over, study.mesh));
    json.member("idle", chosen(study.idle, study.mesh));
    json.member("size", c.group.size);
    json.member("bytes", study.array.value);
    json.member("network", networkNameOf(scenario, c.group));
    json.member("time", c.time.total.value);
    json.member("bandwidth_time", c.time.bandwidth.value);
    json.member("latency_time", c.time.latency.value);
    json.member("term", kTermNames[static_cast<std::size_t>(c.time.term)]);
    json.member("bottleneck", c.time.network < 0 ? std::string_view()
                                                 : nameOf(scenario.hardware.cluster.networks[static_cast<std::size_t>(c.time.network)]));
    json.member("dimensions", dimensionsOf(c.time.dimensions));
    json.member("bandwidth", c.bandwidth.value);
    json.member("latency_bound_below", c.latencyBoundBelow.value);
    json.member("sent_per_chip", c.traffic.perChip.value);
    json.member("sent_per_link", c.traffic.perLink.value);
}

void writeDiagnostics(JsonWriter& json, const Diagnostics& diagnostics)
{
    json.key("diagnostics").beginArray();
    for (const Diagnostic& d : diagnostics) {
        json.beginObject();
        json.member("severity", nameOf(d.severity));
        json.member("parameter", d.parameter);
        json.member("message", describe(d));
        json.endObject();
    }
    json.endArray();
}

void writeSharding(JsonWriter& json, const Scenario& scenario, const ShardingAnswer& answer)
{
    json.key("sharding").beginObject();
    writeMesh(json, scenario, answer);
    writeArrays(json, scenario, answer);
    writeStrategies(json, scenario, answer.plan);
    json.key("collective");
    if (answer.collective) {
        json.beginObject();
        writeCollective(json, scenario, *answer.collective);
        json.endObject();
    } else {
        json.null();
    }
    writeDiagnostics(json, answer.diagnostics);
    json.endObject();
}

std::string meshText(const Scenario& scenario, const ShardingAnswer& answer)
{
    Table table;
    const DeviceMesh& mesh = scenario.sharding.mesh;
    for (std::size_t i = 0; i < mesh.axes.size() && answer.placement; ++i) {
        const AxisPlacement& axis = (*answer.placement)[i];
        const BytesPerSecond bandwidth = gatherBandwidth(axis, answer.topology, scenario.assumptions.collectives);
        table.add({mesh.axes[i].name + " = " + formatCount(static_cast<double>(axis.size)),
                   axis.size > 1 ? networkNameOf(scenario, axis) : "one device",
                   axis.size > 1 ? formatSi(bandwidth.value, "B/s") : "",
                   axis.size > 1 ? formatCount(hopsOf(axis, answer.topology)) + (hopsOf(axis, answer.topology) == 1 ? " hop" : " hops") : "",
                   wrapsEverywhere(axis) ? "wraps" : ""});
    }
    return table.text();
}

std::string nameOf(const Strategy& strategy, const DeviceMesh& mesh)
{
    std::string text;
    for (const MatmulStep& step : strategy.steps) {
        if (step.kind == StepKind::matmul)
            continue;
        text += text.empty() ? "" : ", ";
        text += std::string(kStepKindNames[static_cast<std::size_t>(step.kind)]) + " " +
                std::string(kOperandNames[static_cast<std::size_t>(step.operand)]) + " over " + textOf(step.axes, mesh);
    }
    return text.empty() ? "local, no communication" : text;
}

bool takeMesh(const Arguments& arguments, Scenario& scenario, std::ostream& err)
{
    if (!arguments.has("--mesh"))
        return true;
    Diagnostics problems;
    const auto axes = parseNamedSizes(arguments.value("--mesh"), kMaxMeshAxes, static_cast<std::int64_t>(kMaxChips), problems);
    if (!axes) {
        for (const Diagnostic& d : problems)
            err << printable("--mesh, column " + std::to_string(d.column) + ": " + describe(d)) << "\n";
        return false;
    }
    scenario.sharding.mesh.axes = *axes;
    scenario.sharding.over = {true};
    scenario.sharding.idle = {};
    writeDefaultArrays(scenario.sharding);
    if (const auto problem = checkWhole(scenario)) {
        err << "--mesh: " << describe(*problem) << "\n";
        return false;
    }
    return true;
}

bool orderMesh(const Arguments& arguments, OrderFor purpose, Scenario& scenario, std::ostream& err)
{
    const std::string order = arguments.value("--order", "given");
    if (order == "best") {
        scenario = withBestOrder(scenario, purpose);
        return true;
    }
    if (order == "given")
        return true;
    err << printable("scalescope: --order '" + order.substr(0, 80) + "' is neither 'given' nor 'best'") << "\n";
    return false;
}

bool report(const Diagnostics& diagnostics, bool json, CommandContext& context)
{
    bool possible = true;
    for (const Diagnostic& d : diagnostics) {
        const bool bad = d.severity >= Severity::impossible;
        possible = possible && !bad;
        const std::string where = d.column > 0 ? ", column " + std::to_string(d.column) : "";
        if (bad)
            context.err << printable(std::string(nameOf(d.severity)) + where + ": " + describe(d)) << "\n";
        else if (!json)
            context.out << printable(std::string(nameOf(d.severity)) + ": " + describe(d)) << "\n";
    }
    return possible;
}

}  // namespace scalescope
