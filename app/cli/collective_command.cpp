// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_list.h"
#include "app/cli/sharding_output.h"
#include "app/cli/table.h"
#include "core/base/format.h"
#include "core/base/json_writer.h"
#include "core/base/suggest.h"
#include "core/scenario/names.h"
#include "core/sharding/playback.h"

#include <algorithm>
#include <cmath>
#include <ostream>

namespace scalescope {

namespace {

constexpr std::string_view kPointToPoint = "PointToPoint";

std::string lowered(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    std::erase_if(text, [](char c) { return c == '-' || c == '_'; });
    return text;
}

std::optional<Collective> collectiveNamed(const std::string& name, std::ostream& err)
{
    for (std::size_t i = 0; i < kPlayedCollectiveCount; ++i)
        if (lowered(std::string(kCollectiveNames[i])) == lowered(name))
            return static_cast<Collective>(i);
    err << printable("scalescope: there is no collective '" + name.substr(0, 80) + "'");
    if (const auto near = nearest(name, std::span(kCollectiveNames).first(kPlayedCollectiveCount)))
        err << "; did you mean '" << *near << "'?";
    else
        err << "; there are AllGather, ReduceScatter, AllReduce, AllToAll, Broadcast, Gather and PointToPoint";
    err << "\n";
    return std::nullopt;
}

std::optional<std::int64_t> wholeNumber(const std::string& text, std::string_view option, double least, double most, std::ostream& err)
{
    const auto value = parseNumber(text);
    if (value && *value >= least && *value <= most && *value == std::floor(*value))
        return static_cast<std::int64_t>(*value);
    err << printable("scalescope: " + std::string(option) + " '" + text.substr(0, 80) + "' is not a whole number from " + formatCount(least) +
                     " to " + formatCount(most))
        << "\n";
    return std::nullopt;
}

std::optional<Bytes> bytesFrom(const Arguments& arguments, std::ostream& err)
{
    const auto bytes = parseNumber(arguments.value("--bytes"), "B");
    if (bytes && *bytes > 0 && *bytes <= 1e18)
        return Bytes(*bytes);
    err << printable("scalescope: --bytes '" + arguments.value("--bytes").substr(0, 80) + "' is not a size above 0 and up to 1e18 bytes") << "\n";
    return std::nullopt;
}

/// --size and --stride: a mesh of the asked group and what lies inside it.
bool takeGroup(const Arguments& arguments, Scenario& scenario, std::ostream& err)
{
    const auto size = wholeNumber(arguments.value("--size"), "--size", 1, 1e9, err);
    const auto stride = wholeNumber(arguments.value("--stride", "1"), "--stride", 1, 1e9, err);
    if (!size || !stride)
        return false;
    ShardingStudy& study = scenario.sharding;
    const double chips = chipCount(scenario.hardware.cluster);
    const double span = static_cast<double>(*size) * static_cast<double>(*stride);
    if (span > chips) {
        err << "impossible: a group of " << *size << " chips " << *stride << " apart spans " << formatCount(span) << " chips, but the cluster has "
            << formatCount(chips) << "\n";
        return false;
    }
    study.mesh.axes.clear();
    if (*stride > 1)
        study.mesh.axes.push_back({"inside", *stride});
    study.mesh.axes.push_back({"group", *size});
    study.over = {};
    study.over[study.mesh.axes.size() - 1] = true;
    study.idle = {};
    writeDefaultArrays(study);
    return true;
}

bool takeAxes(const Arguments& arguments, std::string_view option, const DeviceMesh& mesh, std::array<bool, kMaxMeshAxes>& chosen, std::ostream& err)
{
    if (!arguments.has(option))
        return true;
    const std::string text = arguments.value(option);
    const bool listed = text.find(',') != std::string::npos || std::any_of(mesh.axes.begin(), mesh.axes.end(), [&](const NamedSize& a) { return a.name == text; });
    Diagnostics problems;
    const auto array = text.size() > 100 ? std::nullopt : parseArray(listed ? "[1_{" + text + "}]" : "[1_" + text + "]", mesh, {}, problems);
    chosen = {};
    if (array) {
        for (int axis : array->dimensions.front().axes)
            chosen[static_cast<std::size_t>(axis)] = true;
        return true;
    }
    std::string names;
    for (const NamedSize& axis : mesh.axes)
        names += (names.empty() ? "" : ", ") + axis.name;
    err << printable("scalescope: " + std::string(option) + " '" + text.substr(0, 80) + "' does not name axes of the mesh, which has " + names) << "\n";
    return false;
}

bool takeRouting(const Arguments& arguments, ShardingStudy& study, std::ostream& err)
{
    study.ragged = arguments.has("--top-k");
    if (!study.ragged) {
        for (std::string_view option : {"--experts", "--routing"})
            if (arguments.has(option)) {
                err << "scalescope: " << option << " goes with --top-k\n";
                return false;
            }
        return true;
    }
    const auto perToken = wholeNumber(arguments.value("--top-k"), "--top-k", 1, 65536, err);
    const auto experts = wholeNumber(arguments.value("--experts", "256"), "--experts", 1, 65536, err);
    if (!perToken || !experts)
        return false;
    study.routing.perToken = static_cast<double>(*perToken);
    study.routing.experts = static_cast<double>(*experts);
    const std::string rule = arguments.value("--routing", "distinct_experts");
    const auto found = std::find(kRoutingRuleNames.begin(), kRoutingRuleNames.end(), rule);
    if (found == kRoutingRuleNames.end()) {
        err << printable("scalescope: --routing '" + rule.substr(0, 80) + "' is not one of distinct_experts, independent_picks and bound") << "\n";
        return false;
    }
    study.routing.rule = static_cast<RoutingRule>(found - kRoutingRuleNames.begin());
    if (study.collective != Collective::allToAll) {
        err << "scalescope: --top-k goes with AllToAll\n";
        return false;
    }
    return true;
}

/// A chip by its number or its coordinates on the torus, "3,0".
std::optional<std::int64_t> chipFrom(const Arguments& arguments, std::string_view option, const Topology& topology, std::ostream& err)
{
    const std::string text = arguments.value(option);
    if (text.find(',') == std::string::npos)
        return wholeNumber(text, option, 0, static_cast<double>(topology.chips() - 1), err);
    std::int64_t chip = 0;
    std::int64_t below = 1;
    std::size_t start = 0;
    for (int d = 0; d < topology.shape.dimensions; ++d) {
        const std::size_t end = text.find(',', start);
        const bool last = d + 1 == topology.shape.dimensions;
        const auto value = (end == std::string::npos) == last ? parseNumber(std::string_view(text).substr(start, end - start)) : std::nullopt;
        if (!value || *value < 0 || *value >= static_cast<double>(topology.shape[d]) || *value != std::floor(*value))
            break;
        chip += below * static_cast<std::int64_t>(*value);
        below *= topology.shape[d];
        start = end + 1;
        if (last)
            return chip;
    }
    err << printable("scalescope: " + std::string(option) + " '" + text.substr(0, 80) + "' is not a chip of this cluster") << "\n";
    return std::nullopt;
}

int runPointToPoint(const Arguments& arguments, const Scenario& scenario, CommandContext& context)
{
    const Topology topology = topologyOf(scenario);
    const auto bytes = bytesFrom(arguments, context.err);
    const auto from = chipFrom(arguments, "--from", topology, context.err);
    const auto to = chipFrom(arguments, "--to", topology, context.err);
    if (!bytes || !from || !to)
        return kWrongInput;
    const PointToPoint send = sendTime(*bytes, *from, *to, topology);
    if (arguments.has("--json")) {
        JsonWriter json;
        json.beginObject();
        json.member("collective", kPointToPoint);
        json.member("hardware", clusterNameOf(scenario.hardware));
        json.member("from", *from);
        json.member("to", *to);
        json.member("bytes", bytes->value);
        json.member("hops", send.hops);
        json.member("ports", send.ports);
        json.member("first_byte", send.firstByte.value);
        json.member("transfer", send.transfer.value);
        json.member("time", send.total.value);
        json.endObject();
        context.out << json.take();
        return kDone;
    }
    context.out << formatBytesBoth(bytes->value) << " from chip " << *from << " to chip " << *to << " of " << clusterNameOf(scenario.hardware) << "\n";
    Table table;
    table.add({"time", formatSeconds(send.total.value)});
    table.add({"first byte", formatSeconds(send.firstByte.value) + ", " + formatCount(send.hops) + " hops"});
    table.add({"transfer", formatSeconds(send.transfer.value) + " over " + formatCount(send.ports) + (send.ports == 1 ? " port" : " ports")});
    context.out << table.text();
    return kDone;
}

void writeHops(JsonWriter& json, const Playback& playback)
{
    json.key("playback").beginObject();
    json.member("duration", playback.duration.value);
    json.member("bandwidth_time", playback.bandwidth.value);
    json.member("busiest_link", playback.busiest.value);
    json.member("fill", playback.fill.value);
    json.key("hops").beginArray();
    for (const PlaybackHop& hop : playback.hops) {
        json.beginObject();
        json.member("start", hop.start.value);
        json.member("duration", hop.duration.value);
        json.member("dimension", hop.dimension);
        json.member("level", hop.level);
        json.member("chunk", hop.chunk);
        json.key("transfers").beginArray();
        for (const Transfer& t : hop.transfers) {
            json.beginObject();
            json.member("from", t.from);
            json.member("to", t.to);
            json.member("block", t.block);
            json.member("fraction", t.fraction());
            json.endObject();
        }
        json.endArray();
        json.endObject();
    }
    json.endArray();
    json.endObject();
}

void printHops(const Playback& playback, std::ostream& out)
{
    constexpr std::size_t kShown = 24;
    out << "\n" << playback.hops.size() << " hops; drawn in " << formatSeconds(playback.duration.value) << ", the busiest link is full for "
        << formatSeconds(playback.busiest.value) << "\n";
    Table table;
    for (std::size_t i = 0; i < playback.hops.size() && i < kShown; ++i) {
        const PlaybackHop& hop = playback.hops[i];
        std::string first;
        if (!hop.transfers.empty()) {
            const Transfer& t = hop.transfers.front();
            first = std::to_string(hop.transfers.size()) + " blocks, the first " + std::to_string(t.block) + " from " + std::to_string(t.from) + " to " + std::to_string(t.to);
        }
        table.add({std::to_string(i + 1), "at " + formatSeconds(hop.start.value), formatSeconds(hop.duration.value), first});
    }
    out << table.text();
    if (playback.hops.size() > kShown)
        out << "and " << playback.hops.size() - kShown << " more; --json has them all\n";
}

}  // namespace

int runCollective(const Arguments& arguments, CommandContext& context)
{
    const auto usage = [&](std::string_view needed) {
        context.err << "scalescope collective: it needs " << needed << "; see 'scalescope collective --help'\n";
        return kUsage;
    };
    if (arguments.positional.empty() || !arguments.has("--bytes"))
        return usage("a collective and --bytes");
    const bool pointToPoint = lowered(arguments.positional.front()) == lowered(std::string(kPointToPoint));
    if (pointToPoint && (!arguments.has("--from") || !arguments.has("--to")))
        return usage("--from and --to for PointToPoint");
    if (!pointToPoint && !arguments.has("--size") && !arguments.has("--mesh") && !arguments.has("--scenario"))
        return usage("--size, or --mesh and --over");
    if (arguments.has("--size") && (arguments.has("--mesh") || arguments.has("--over") || arguments.has("--idle")))
        return usage("either --size (with --stride), or --mesh with --over and --idle");

    Arguments scenarioArguments = arguments;
    scenarioArguments.positional.clear();
    if (arguments.has("--scenario"))
        scenarioArguments.positional.push_back(arguments.value("--scenario"));
    auto scenario = scenarioFrom(scenarioArguments, context);
    if (!scenario)
        return kWrongInput;
    if (pointToPoint)
        return runPointToPoint(arguments, *scenario, context);

    ShardingStudy& study = scenario->sharding;
    const auto collective = collectiveNamed(arguments.positional.front(), context.err);
    const auto bytes = bytesFrom(arguments, context.err);
    if (!collective || !bytes)
        return kWrongInput;
    study.collective = *collective;
    study.array = *bytes;
    const bool grouped = arguments.has("--size") ? takeGroup(arguments, *scenario, context.err)
                                                 : takeMesh(arguments, *scenario, context.err);
    if (!grouped || !takeAxes(arguments, "--over", study.mesh, study.over, context.err) ||
        !takeAxes(arguments, "--idle", study.mesh, study.idle, context.err) || !takeRouting(arguments, study, context.err))
        return kWrongInput;
    if (!orderMesh(arguments, OrderFor::collective, *scenario, context.err))
        return kWrongInput;

    ShardingAnswer answer = answerSharding(*scenario);
    // The study has arrays too, which nobody asked about here.
    std::erase_if(answer.diagnostics, [](const Diagnostic& d) { return !d.parameter.starts_with("sharding.mesh") && !d.parameter.starts_with("network"); });
    const bool wantsHops = arguments.has("--hops");
    const auto playback = wantsHops && answer.collective ? play(study.collective, study.array, answer.collective->group, answer.topology) : std::nullopt;
    const bool json = arguments.has("--json");
    if (json) {
        JsonWriter out;
        out.beginObject();
        out.member("hardware", clusterNameOf(scenario->hardware));
        if (answer.collective)
            writeCollective(out, *scenario, *answer.collective);
        writeMesh(out, *scenario, answer);
        if (playback)
            writeHops(out, *playback);
        writeDiagnostics(out, answer.diagnostics);
        out.endObject();
        context.out << out.take();
    } else if (answer.collective) {
        const CollectiveAnswer& c = *answer.collective;
        context.out << nameOf(study.collective) << (study.ragged ? " (ragged)" : "") << " of " << formatBytesBoth(study.array.value) << " over "
                    << formatCount(static_cast<double>(c.group.size)) << " chips of " << clusterNameOf(scenario->hardware) << "\n"
                    << meshText(*scenario, answer);
        const std::string binds = c.time.network < 0 ? std::string()
            : "on " + std::string(nameOf(scenario->hardware.cluster.networks[static_cast<std::size_t>(c.time.network)]));
        Table table;
        table.add({"time", formatSeconds(c.time.total.value),
                   c.time.term == Term::none ? "a group of one" : "bound by " + std::string(kTermNames[static_cast<std::size_t>(c.time.term)])});
        table.add({"bandwidth term", formatSeconds(c.time.bandwidth.value), binds});
        table.add({"latency term", formatSeconds(c.time.latency.value), "equal at " + formatBytes(c.latencyBoundBelow.value)});
        table.add({"sent per chip", formatBytes(c.traffic.perChip.value), ""});
        table.add({"sent per link", formatBytes(c.traffic.perLink.value), "the busiest, one direction"});
        context.out << table.text();
        if (playback)
            printHops(*playback, context.out);
        else if (wantsHops)
            context.out << "This collective is not played on these chips.\n";
    }
    return report(answer.diagnostics, json, context) ? kDone : kWrongInput;
}

}  // namespace scalescope
