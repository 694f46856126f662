// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/cluster.h"

#include "core/hardware/slices.h"

#include <algorithm>
#include <cmath>

namespace scalescope {

namespace {

void resizeTorus(Cluster& cluster, Torus& torus, double chips)
{
    DataCentre* dataCentre = nullptr;
    for (Network& network : cluster.networks)
        if (auto* d = std::get_if<DataCentre>(&network))
            dataCentre = d;

    const auto largest = static_cast<double>(torus.maxShape.product());
    if (dataCentre && chips > largest) {
        dataCentre->slices = static_cast<std::int64_t>(std::ceil(chips / largest));
        torus.shape = sliceFor(torus, std::ceil(chips / static_cast<double>(dataCentre->slices)));
        return;
    }
    if (dataCentre)
        dataCentre->slices = 1;
    torus.shape = sliceFor(torus, chips);
}

void resizeFabric(Cluster& cluster, double chips)
{
    FabricLevel* outermost = nullptr;
    double inside = 1;
    for (Network& network : cluster.networks) {
        auto* level = std::get_if<FabricLevel>(&network);
        if (!level)
            continue;
        const double needed = std::max(1.0, std::ceil(chips / inside));
        level->degree = static_cast<std::int64_t>(std::min(needed, static_cast<double>(level->maxDegree)));
        inside *= static_cast<double>(level->degree);
        outermost = level;
    }
    if (outermost && inside < chips) {
        const double below = inside / static_cast<double>(outermost->degree);
        outermost->degree = static_cast<std::int64_t>(std::ceil(chips / below));
    }
}

}  // namespace

std::string_view nameOf(const Network& network)
{
    return std::visit([](const auto& n) -> std::string_view { return n.name; }, network);
}

double chipCount(const Cluster& cluster)
{
    double count = 1;
    for (const Network& network : cluster.networks) {
        if (const auto* torus = std::get_if<Torus>(&network))
            count *= static_cast<double>(torus->shape.product());
        else if (const auto* level = std::get_if<FabricLevel>(&network))
            count *= static_cast<double>(level->degree);
        else
            count *= static_cast<double>(std::get<DataCentre>(network).slices);
    }
    return count;
}

bool wraps(const Torus& torus, int dimension)
{
    switch (torus.wrap) {
    case WrapRule::always: return true;
    case WrapRule::never: return false;
    case WrapRule::atSixteen: return torus.shape[dimension] == 16;
    case WrapRule::cubesOfFour: break;
    }
    for (int i = 0; i < torus.shape.dimensions; ++i)
        if (torus.shape[i] % 4 != 0)
            return false;
    return true;
}

Cluster resized(const Cluster& cluster, double chips)
{
    Cluster result = cluster;
    if (!result.networks.empty() && std::holds_alternative<Torus>(result.networks.front()))
        resizeTorus(result, std::get<Torus>(result.networks.front()), chips);
    else
        resizeFabric(result, chips);
    return result;
}

std::int64_t Topology::chips() const
{
    std::int64_t count = torusChips();
    for (int i = 0; i < levelCount; ++i)
        count *= levels[static_cast<std::size_t>(i)].degree;
    return count;
}

Topology topologyOf(const Cluster& cluster, bool assumeWraparound, bool calibrated)
{
    const auto reached = [calibrated](const auto& network) {
        return network.bandwidth * (calibrated ? network.efficiency.value_or(1.0) : 1.0);
    };
    const auto startUpOf = [calibrated](const auto& network) {
        return calibrated ? network.startUp.value_or(Seconds()) : Seconds();
    };
    Topology topology;
    std::int64_t below = 1;
    for (std::size_t i = 0; i < cluster.networks.size() && i < Cluster::kMaxNetworks; ++i) {
        if (const auto* torus = std::get_if<Torus>(&cluster.networks[i])) {
            topology.hasTorus = true;
            topology.shape = torus->shape;
            for (int d = 0; d < torus->shape.dimensions; ++d)
                topology.wraps[static_cast<std::size_t>(d)] = assumeWraparound || wraps(*torus, d);
            topology.link = reached(*torus);
            topology.hop = torus->hop;
            topology.startUp = startUpOf(*torus);
            below = torus->shape.product();
            continue;
        }
        Topology::Level level;
        level.chipsBelow = below;
        level.network = static_cast<int>(i);
        if (const auto* fabric = std::get_if<FabricLevel>(&cluster.networks[i])) {
            level.degree = fabric->degree;
            level.link = reached(*fabric);
            level.hop = fabric->hop;
            level.startUp = startUpOf(*fabric);
            level.reduces = fabric->reduces;
            level.reductionGain = fabric->reductionGain;
        } else {
            const auto& dataCentre = std::get<DataCentre>(cluster.networks[i]);
            level.degree = dataCentre.slices;
            level.link = reached(dataCentre) * (static_cast<double>(below) / static_cast<double>(dataCentre.chipsPerHost));
            level.hop = dataCentre.hop;
            level.startUp = startUpOf(dataCentre);
            level.dataCentre = true;
        }
        below *= level.degree;
        topology.levels[static_cast<std::size_t>(topology.levelCount++)] = level;
    }
    return topology;
}

}  // namespace scalescope
