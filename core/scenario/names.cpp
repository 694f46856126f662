// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/names.h"

#include "core/base/format.h"

namespace scalescope {

namespace {

constexpr std::array<std::string_view, Shape::kMaxDimensions> kDimensionNames = {"x", "y", "z", "u", "v", "w"};

std::string torusNameOf(const Scenario& scenario, const AxisPlacement& axis, const Torus& torus)
{
    std::string text = torus.name;
    if (scenario.assumptions.collectives.axes == AxesRule::counted)
        return text + ", " + std::to_string(axis.countedDimensions) + (axis.countedDimensions == 1 ? " axis" : " axes");
    for (int i = 0; i < axis.partCount; ++i) {
        const auto dimension = static_cast<std::size_t>(axis.parts[static_cast<std::size_t>(i)].dimension);
        text += (i == 0 ? " " : ", ") + std::string(kDimensionNames[dimension]);
    }
    return text;
}

}  // namespace

std::string nameOf(const CollectiveEstimate& c)
{
    const bool activations = c.axis == Axis::tensor;
    const bool gradients = !activations && c.collective != Collective::allGather;
    std::string text(nameOf(c.component));
    text += activations ? " activations, " : gradients ? " gradients, " : " weights, ";
    text += nameOf(c.phase);
    text += " ";
    text += nameOf(c.collective);
    return text;
}

std::string networkNameOf(const Scenario& scenario, const AxisPlacement& axis)
{
    std::string text;
    if (axis.size <= 1)
        return text;
    std::int64_t below = 1;
    for (const Network& network : scenario.hardware.cluster.networks) {
        if (const auto* torus = std::get_if<Torus>(&network)) {
            if (axis.torusSize > 1)
                text = torusNameOf(scenario, axis, *torus);
            below = torus->shape.product();
            continue;
        }
        const auto* level = std::get_if<FabricLevel>(&network);
        const std::int64_t degree = level ? level->degree : std::get<DataCentre>(network).slices;
        if (axis.size * axis.stride > below && axis.stride < below * degree)
            text += (text.empty() ? "" : ", ") + std::string(nameOf(network));
        below *= degree;
    }
    return text;
}

std::string clusterNameOf(const Hardware& hardware)
{
    std::string text = hardware.name;
    for (const Network& network : hardware.cluster.networks) {
        if (const auto* torus = std::get_if<Torus>(&network)) {
            text += " ";
            for (int i = 0; i < torus->shape.dimensions; ++i)
                text += (i > 0 ? "\u00d7" : "") + std::to_string(torus->shape[i]);
        }
        if (const auto* dataCentre = std::get_if<DataCentre>(&network); dataCentre && dataCentre->slices > 1)
            text += " \u00d7 " + std::to_string(dataCentre->slices) + " slices";
    }
    return text + ", " + formatCount(chipCount(hardware.cluster)) + " chips";
}

std::string settingOf(const Scenario& s)
{
    std::string text = s.model.name + " \u00b7 " + clusterNameOf(s.hardware) + " \u00b7 FSDP " + formatCount(static_cast<double>(s.plan.fsdp)) +
                       " \u00d7 tensor " + formatCount(static_cast<double>(s.plan.tensor));
    if (s.plan.data > 1)
        text += " \u00d7 data " + formatCount(static_cast<double>(s.plan.data));
    text += " \u00b7 batch " + formatSi(s.workload.batch, "tokens") + " \u00b7 context " + formatCount(s.workload.sequence);
    text += " \u00b7 " + std::string(nameOf(s.plan.computeType));
    if (s.workload.pass != Pass::step)
        text += " \u00b7 " + std::string(kPassNames[static_cast<std::size_t>(s.workload.pass)]) + " pass";
    return text;
}

}  // namespace scalescope
