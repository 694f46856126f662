// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/balance.h"

#include "core/inference/serving.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace scalescope {

namespace {

struct Degree {
    std::string_view id;
    std::int64_t Plan::*member;
};

// In the order in which they give or take.
constexpr std::array<Degree, kAxisCount> kDegrees = {{{"plan.fsdp", &Plan::fsdp},
                                                      {"plan.data", &Plan::data},
                                                      {"plan.tensor", &Plan::tensor},
                                                      {"plan.pipeline", &Plan::pipeline},
                                                      {"plan.context", &Plan::context},
                                                      {"plan.expert", &Plan::expert}}};

const Degree* degreeNamed(std::string_view id)
{
    const auto found = std::find_if(kDegrees.begin(), kDegrees.end(), [id](const Degree& d) { return d.id == id; });
    return found == kDegrees.end() ? nullptr : &*found;
}

/// Sets `degree` so that the product is the number of chips, if a whole number does.
bool fill(Scenario& scenario, const Degree& degree)
{
    const double chips = chipCount(scenario.hardware.cluster);
    double others = 1;
    for (const Degree& d : kDegrees)
        if (d.id != degree.id)
            others *= static_cast<double>(scenario.plan.*d.member);
    if (std::fmod(chips, others) != 0)
        return false;
    scenario.plan.*degree.member = static_cast<std::int64_t>(chips / others);
    return true;
}

/// Tries the degrees in turn, `first` before the others, never `fixed`.
bool makeLegal(Scenario& scenario, std::string_view fixed, std::string_view first)
{
    const auto attempt = [&](const Degree& degree) {
        Scenario candidate = scenario;
        if (!fill(candidate, degree) || !summarise(candidate).possible)
            return false;
        scenario = std::move(candidate);
        return true;
    };
    if (const Degree* giver = degreeNamed(first); giver && giver->id != fixed)
        return attempt(*giver);
    return std::any_of(kDegrees.begin(), kDegrees.end(), [&](const Degree& d) { return d.id != fixed && attempt(d); });
}

bool changesCluster(const Edit& edit)
{
    return edit.id.starts_with("network.") || edit.id.starts_with("cluster.");
}

constexpr std::string_view kMeshPrefix = "sharding.mesh.";

std::optional<std::size_t> meshAxisNamed(const ShardingStudy& study, std::string_view id)
{
    if (!id.starts_with(kMeshPrefix))
        return std::nullopt;
    for (std::size_t i = 0; i < study.mesh.axes.size(); ++i)
        if (study.mesh.axes[i].name == id.substr(kMeshPrefix.size()))
            return i;
    return std::nullopt;
}

bool canBeLaid(const DeviceMesh& mesh, const Topology& topology)
{
    std::array<AxisPlacement, kMaxMeshAxes> axes;
    std::array<std::int64_t, kMaxMeshAxes> sizes{};
    double devices = 1;
    for (std::size_t i = 0; i < mesh.axes.size(); ++i) {
        sizes[i] = mesh.axes[i].size;
        devices *= static_cast<double>(sizes[i]);
    }
    return devices <= static_cast<double>(topology.chips()) && !placeAxes(std::span(sizes).first(mesh.axes.size()), topology, axes);
}

/// Sets another axis, the outer ones first, so that the mesh has `devices` and can be laid; with one axis, it fits as it is.
bool fillMesh(DeviceMesh& mesh, std::optional<std::size_t> fixed, std::int64_t devices, const Topology& topology)
{
    for (std::size_t i = mesh.axes.size(); i-- > 0;) {
        if (i == fixed)
            continue;
        std::int64_t others = 1;
        for (std::size_t k = 0; k < mesh.axes.size(); ++k)
            if (k != i && others <= devices)
                others *= mesh.axes[k].size;
        if (others > devices || devices % others != 0)
            continue;
        DeviceMesh candidate = mesh;
        candidate.axes[i].size = devices / others;
        if (canBeLaid(candidate, topology)) {
            mesh = std::move(candidate);
            return true;
        }
    }
    return mesh.axes.size() == 1 && canBeLaid(mesh, topology);
}

/// How many devices the mesh should go on having: all chips when it fills the cluster, else as many as before.
std::int64_t devicesToKeep(const Scenario& before, const Topology& after)
{
    const std::int64_t devices = before.sharding.mesh.devices();
    const bool full = static_cast<double>(devices) == chipCount(before.hardware.cluster);
    return full || devices > after.chips() ? after.chips() : devices;
}

/// Adds the edits of the mesh that go with a change: of one of its axes, or of the cluster.
void addMeshEdits(const Scenario& before, const Scenario& changed, std::string_view moved, std::vector<Edit>& edits)
{
    const Topology topology = topologyOf(changed.hardware.cluster, changed.assumptions.wraparoundAssumed);
    DeviceMesh mesh = changed.sharding.mesh;
    if (!fillMesh(mesh, meshAxisNamed(changed.sharding, moved), devicesToKeep(before, topology), topology))
        return;
    for (std::size_t i = 0; i < mesh.axes.size(); ++i)
        if (mesh.axes[i].size != changed.sharding.mesh.axes[i].size)
            edits.push_back({std::string(kMeshPrefix) + mesh.axes[i].name, static_cast<double>(mesh.axes[i].size)});
}

std::vector<double> legalMeshSizes(const Scenario& scenario, std::size_t axis)
{
    const Topology topology = topologyOf(scenario.hardware.cluster, scenario.assumptions.wraparoundAssumed);
    const std::int64_t devices = devicesToKeep(scenario, topology);
    std::vector<double> values = {static_cast<double>(scenario.sharding.mesh.axes[axis].size)};
    const auto consider = [&](std::int64_t size) {
        DeviceMesh mesh = scenario.sharding.mesh;
        mesh.axes[axis].size = size;
        if (fillMesh(mesh, axis, devices, topology))
            values.push_back(static_cast<double>(size));
    };
    const std::int64_t chips = topology.chips();
    for (std::int64_t small = 1; small <= chips / small; ++small) {
        if (chips % small != 0)
            continue;
        consider(small);
        if (small != chips / small)
            consider(chips / small);
    }
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
}

}  // namespace

std::vector<Edit> balanced(const Scenario& scenario, const Edit& edit, std::string_view giver)
{
    std::vector<Edit> edits = {edit};
    const bool degree = degreeNamed(edit.id) != nullptr;
    const bool meshAxis = meshAxisNamed(scenario.sharding, edit.id).has_value();
    if (!degree && !meshAxis && !changesCluster(edit))
        return edits;
    Scenario changed = scenario;
    if (!scalescope::apply(changed, edits).empty())
        return edits;
    if (!degree)
        addMeshEdits(scenario, changed, edit.id, edits);
    if (meshAxis)
        return edits;
    const bool resized = chipCount(changed.hardware.cluster) != chipCount(scenario.hardware.cluster);
    if (!degree && !resized)
        return edits;
    if (!makeLegal(changed, degree ? std::string_view(edit.id) : std::string_view(), giver))
        return edits;
    for (const Degree& d : kDegrees)
        if (d.id != edit.id && changed.plan.*d.member != scenario.plan.*d.member)
            edits.push_back({std::string(d.id), static_cast<double>(changed.plan.*d.member)});
    return edits;
}

std::vector<double> legalDegrees(const Scenario& scenario, std::string_view id, std::string_view giver)
{
    if (const auto axis = meshAxisNamed(scenario.sharding, id))
        return legalMeshSizes(scenario, *axis);
    std::vector<double> values;
    const Degree* degree = degreeNamed(id);
    if (!degree)
        return values;
    const std::int64_t present = scenario.plan.*degree->member;
    const auto chips = static_cast<std::int64_t>(chipCount(scenario.hardware.cluster));
    const auto consider = [&](std::int64_t value) {
        Scenario changed = scenario;
        changed.plan.*degree->member = value;
        if (makeLegal(changed, degree->id, giver))
            values.push_back(static_cast<double>(value));
    };
    for (std::int64_t small = 1; small <= chips / small; ++small) {
        if (chips % small != 0)
            continue;
        consider(small);
        if (small != chips / small)
            consider(chips / small);
    }
    if (std::find(values.begin(), values.end(), static_cast<double>(present)) == values.end())
        values.push_back(static_cast<double>(present));
    std::sort(values.begin(), values.end());
    return values;
}

Scenario refitted(Scenario scenario)
{
    const ServingEstimate served = evaluateServing(scenario);
    if (!served.possible || served.largestBatch.value_or(1) < 1) {
        Serving& serving = scenario.serving;
        serving.decode = serving.prefill = smallestLayout(servingInputsOf(scenario));
        serving.prefillChips.reset();
    }
    const Topology topology = topologyOf(scenario.hardware.cluster, scenario.assumptions.wraparoundAssumed);
    if (scenario.sharding.mesh.devices() != topology.chips() || !canBeLaid(scenario.sharding.mesh, topology)) {
        const ShardingStudy fresh = studyFor(scenario.hardware.cluster);
        scenario.sharding.mesh = fresh.mesh;
        scenario.sharding.over = fresh.over;
        scenario.sharding.idle = fresh.idle;
        Diagnostics problems;
        for (const std::string* notation : {&scenario.sharding.left, &scenario.sharding.right, &scenario.sharding.output})
            if (!notation->empty() && !parseArray(*notation, fresh.mesh, scenario.sharding.dimensions, problems)) {
                writeDefaultArrays(scenario.sharding);
                break;
            }
    }
    if (summarise(scenario).possible || makeLegal(scenario, {}, {}))
        return scenario;
    for (std::int64_t tensor = scenario.plan.tensor; tensor >= 1; tensor /= 2) {
        Scenario candidate = scenario;
        candidate.plan.tensor = tensor;
        candidate.plan.data = candidate.plan.pipeline = candidate.plan.context = candidate.plan.expert = 1;
        if (makeLegal(candidate, "plan.tensor", {}))
            return candidate;
    }
    return scenario;
}

}  // namespace scalescope
