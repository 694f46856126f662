// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_list.h"
#include "app/cli/table.h"
#include "core/base/format.h"
#include "core/base/json_writer.h"
#include "core/base/suggest.h"
#include "core/scenario/names.h"

#include <algorithm>
#include <cmath>
#include <ostream>

namespace scalescope {

namespace {

std::string lowered(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    std::erase_if(text, [](char c) { return c == '-' || c == '_'; });
    return text;
}

std::optional<Collective> collectiveNamed(const std::string& name, std::ostream& err)
{
    for (std::size_t i = 0; i < kCollectiveNames.size(); ++i)
        if (lowered(std::string(kCollectiveNames[i])) == lowered(name))
            return static_cast<Collective>(i);
    err << "scalescope: there is no collective '" << name.substr(0, 80) << "'";
    if (const auto near = nearest(name, kCollectiveNames))
        err << "; did you mean '" << *near << "'?";
    else
        err << "; there are AllGather, ReduceScatter and AllReduce";
    err << "\n";
    return std::nullopt;
}

std::optional<std::int64_t> wholeNumber(const std::string& text, std::string_view option, double most, std::ostream& err)
{
    const auto value = parseNumber(text);
    if (value && *value >= 1 && *value <= most && *value == std::floor(*value))
        return static_cast<std::int64_t>(*value);
    err << "scalescope: " << option << " '" << text.substr(0, 80) << "' is not a whole number from 1 to " << formatCount(most) << "\n";
    return std::nullopt;
}

/// A mesh of the asked group and what lies inside it: data stands for the rest.
struct Laid {
    Topology topology;
    AxisPlacement axis;
};

std::optional<Laid> lay(const Scenario& scenario, std::int64_t size, std::int64_t stride, std::ostream& err)
{
    Laid laid{topologyOf(scenario.hardware.cluster, scenario.assumptions.wraparoundAssumed), {}};
    laid.topology.link *= scenario.assumptions.networkEfficiency;
    for (int i = 0; i < laid.topology.levelCount; ++i)
        laid.topology.levels[static_cast<std::size_t>(i)].link *= scenario.assumptions.networkEfficiency;
    const double chips = chipCount(scenario.hardware.cluster);
    if (static_cast<double>(size) * static_cast<double>(stride) > chips) {
        err << "impossible: a group of " << size << " chips " << stride << " apart spans "
            << formatCount(static_cast<double>(size) * static_cast<double>(stride)) << " chips, but the cluster has " << formatCount(chips) << "\n";
        return std::nullopt;
    }
    Mesh mesh;
    mesh.size = {stride, size, 1};
    Placement placement;
    if (const auto problem = place(mesh, laid.topology, placement)) {
        err << "impossible: a group of " << size << " chips " << stride << " apart cannot be laid on " << clusterNameOf(scenario.hardware);
        mesh.size = {stride, size, 1};
        std::string sizes;
        for (const auto& near : nearestSizes(mesh, Axis::fsdp, laid.topology))
            if (near)
                sizes += (sizes.empty() ? "" : " or ") + formatCount(static_cast<double>(*near));
        if (!sizes.empty())
            err << "; nearest sizes that can: " << sizes;
        err << "\n";
        return std::nullopt;
    }
    laid.axis = placement.of(Axis::fsdp);
    return laid;
}

}  // namespace

int runCollective(const Arguments& arguments, CommandContext& context)
{
    if (arguments.positional.empty() || !arguments.has("--bytes") || !arguments.has("--size")) {
        context.err << "scalescope collective: it needs a collective, --bytes and --size; see 'scalescope collective --help'\n";
        return kUsage;
    }
    Arguments scenarioArguments = arguments;
    scenarioArguments.positional.clear();
    if (arguments.has("--scenario"))
        scenarioArguments.positional.push_back(arguments.value("--scenario"));
    const auto scenario = scenarioFrom(scenarioArguments, context);
    const auto collective = collectiveNamed(arguments.positional.front(), context.err);
    const auto size = wholeNumber(arguments.value("--size"), "--size", 1e9, context.err);
    const auto stride = wholeNumber(arguments.value("--stride", "1"), "--stride", 1e9, context.err);
    const auto bytes = parseNumber(arguments.value("--bytes"), "B");
    const bool goodBytes = bytes && *bytes > 0 && *bytes <= 1e18;
    if (!goodBytes)
        context.err << "scalescope: --bytes '" << arguments.value("--bytes").substr(0, 80) << "' is not a size above 0 and up to 1e18 bytes\n";
    if (!scenario || !collective || !size || !stride || !goodBytes)
        return kWrongInput;
    const auto laid = lay(*scenario, *size, *stride, context.err);
    if (!laid)
        return kWrongInput;

    const CollectiveRules& rules = scenario->assumptions.collectives;
    const CollectiveTime time = timeOf(*collective, Bytes(*bytes), laid->axis, laid->topology, rules);
    const Bytes flip = latencyBoundBelow(*collective, laid->axis, laid->topology, rules);
    const std::string network = networkNameOf(*scenario, laid->axis);
    const std::string binds = time.network < 0 ? std::string()
        : std::string(nameOf(scenario->hardware.cluster.networks[static_cast<std::size_t>(time.network)]));
    if (arguments.has("--json")) {
        JsonWriter json;
        json.beginObject();
        json.member("collective", nameOf(*collective));
        json.member("hardware", clusterNameOf(scenario->hardware));
        json.member("size", *size);
        json.member("stride", *stride);
        json.member("bytes", *bytes);
        json.member("network", network);
        json.member("time", time.total.value);
        json.member("bandwidth_time", time.bandwidth.value);
        json.member("latency_time", time.latency.value);
        json.member("term", kTermNames[static_cast<std::size_t>(time.term)]);
        json.member("bottleneck", binds);
        json.member("bandwidth", gatherBandwidth(laid->axis, laid->topology, rules).value);
        json.member("latency_bound_below", flip.value);
        json.endObject();
        context.out << json.take();
        return kDone;
    }
    context.out << nameOf(*collective) << " of " << formatBytesBoth(*bytes) << " over " << formatCount(static_cast<double>(*size)) << " chips of "
                << clusterNameOf(scenario->hardware) << "\n";
    Table table;
    table.add({"time", formatSeconds(time.total.value), time.term == Term::none ? "a group of one" : "bound by " + std::string(kTermNames[static_cast<std::size_t>(time.term)])});
    table.add({"bandwidth term", formatSeconds(time.bandwidth.value), binds.empty() ? "" : "on " + binds});
    table.add({"latency term", formatSeconds(time.latency.value), "equal at " + formatBytes(flip.value)});
    if (!network.empty())
        table.add({"network", network, ""});
    context.out << table.text();
    return kDone;
}

}  // namespace scalescope
