// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/names.h"

#include "core/base/diagnostic.h"
#include "core/base/format.h"
#include "core/base/text.h"

namespace scalescope {

namespace {

constexpr std::array<std::string_view, Shape::kMaxDimensions> kDimensionNames = {"x", "y", "z", "u", "v", "w"};

std::string put(std::string_view text, const std::string& argument, const Translator& translate)
{
    return substitute(translated(text, translate), {argument});
}

std::string torusNameOf(const Scenario& scenario, const AxisPlacement& axis, const Torus& torus, const Translator& translate)
{
    std::string text = torus.name;
    if (scenario.assumptions.collectives.axes == AxesRule::counted)
        return text + ", " +
               put(axis.countedDimensions == 1 ? SCALESCOPE_TEXT("core", "%1 axis") : SCALESCOPE_TEXT("core", "%1 axes"),
                   std::to_string(axis.countedDimensions), translate);
    for (int i = 0; i < axis.partCount; ++i) {
        const auto dimension = static_cast<std::size_t>(axis.parts[static_cast<std::size_t>(i)].dimension);
        text += (i == 0 ? " " : ", ") + std::string(kDimensionNames[dimension]);
    }
    return text;
}

}  // namespace

std::string nameOf(const CollectiveEstimate& c)
{
    const bool gathers = c.collective == Collective::allGather;
    std::string text(c.group == Group::stages ? std::string_view("stage border") : nameOf(c.component));
    switch (c.group) {
    case Group::tensor:
    case Group::rows:
    case Group::columns: text += c.oncePerStep ? " gradients, " : " activations, "; break;
    case Group::copies: text += " queries and results, "; break;
    case Group::expert: text += " tokens, "; break;
    case Group::context: text += gathers || c.collective == Collective::allToAll ? " keys and values, " : " gradients of keys and values, "; break;
    case Group::stages: text += " activations, "; break;
    case Group::shards:
    case Group::expertShards:
    case Group::replicas:
    case Group::expertReplicas: text += gathers ? " weights, " : " gradients, "; break;
    }
    text += nameOf(c.phase);
    text += " ";
    text += nameOf(c.collective);
    return text;
}

std::string networkNameOf(const Scenario& scenario, const AxisPlacement& axis, const Translator& translate)
{
    std::string text;
    if (axis.size <= 1)
        return text;
    std::int64_t below = 1;
    for (const Network& network : scenario.hardware.cluster.networks) {
        if (const auto* torus = std::get_if<Torus>(&network)) {
            if (axis.torusSize > 1)
                text = torusNameOf(scenario, axis, *torus, translate);
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

std::string clusterNameOf(const Hardware& hardware, const Translator& translate)
{
    std::string text = hardware.name;
    for (const Network& network : hardware.cluster.networks) {
        if (const auto* torus = std::get_if<Torus>(&network)) {
            text += " ";
            for (int i = 0; i < torus->shape.dimensions; ++i)
                text += (i > 0 ? "\u00d7" : "") + std::to_string(torus->shape[i]);
        }
        if (const auto* dataCentre = std::get_if<DataCentre>(&network); dataCentre && dataCentre->slices > 1)
            text += " \u00d7 " + put(SCALESCOPE_TEXT("core", "%1 slices"), std::to_string(dataCentre->slices), translate);
    }
    return text + ", " + put(SCALESCOPE_TEXT("core", "%1 chips"), formatCount(chipCount(hardware.cluster)), translate);
}

std::string settingOf(const Scenario& s, const Translator& translate)
{
    constexpr std::string_view dot = " \u00b7 ";
    const auto degree = [](std::int64_t n) { return formatCount(static_cast<double>(n)); };
    std::string text = s.model.name;
    text += dot;
    text += clusterNameOf(s.hardware, translate);
    text += dot;
    text += "FSDP " + degree(s.plan.fsdp) + " \u00d7 " + put(SCALESCOPE_TEXT("core", "tensor %1"), degree(s.plan.tensor), translate);
    const auto more = [&](std::int64_t size, std::string_view name) {
        if (size > 1)
            text += " \u00d7 " + put(name, degree(size), translate);
    };
    more(s.plan.pipeline, SCALESCOPE_TEXT("core", "pipeline %1"));
    more(s.plan.context, SCALESCOPE_TEXT("core", "context degree %1"));
    more(s.plan.expert, SCALESCOPE_TEXT("core", "expert %1"));
    more(s.plan.data, SCALESCOPE_TEXT("core", "data %1"));
    text += dot;
    text += put(SCALESCOPE_TEXT("core", "batch %1 tokens"), formatSi(s.workload.batch), translate);
    text += dot;
    text += put(SCALESCOPE_TEXT("core", "context %1"), formatCount(s.workload.sequence), translate);
    text += dot;
    text += nameOf(s.plan.computeType);
    if (s.workload.pass != Pass::step) {
        text += dot;
        text += translated(s.workload.pass == Pass::forward ? SCALESCOPE_TEXT("core", "forward pass") : SCALESCOPE_TEXT("core", "backward pass"),
                           translate);
    }
    return text;
}

}  // namespace scalescope
