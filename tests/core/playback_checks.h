// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sharding/playback.h"
#include "tests/core/playback_simulation.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

/// Topologies to play on, and what has to hold of every playback.
namespace playbackchecks {

using namespace scalescope;

constexpr Bytes kArray(3e9);
constexpr std::array<Collective, 4> kPlayed = {Collective::allGather, Collective::reduceScatter, Collective::allReduce,
                                               Collective::allToAll};

inline Topology torusOf(const std::vector<std::int64_t>& shape, unsigned wraps)
{
    Topology topology;
    topology.hasTorus = true;
    for (std::int64_t size : shape) {
        const auto d = static_cast<std::size_t>(topology.shape.dimensions);
        topology.shape.size[d] = size;
        topology.wraps[d] = wraps & 1u << d;
        ++topology.shape.dimensions;
    }
    topology.link = BytesPerSecond(90e9);
    topology.hop = Seconds(1e-6);
    return topology;
}

inline void addLevel(Topology& topology, std::int64_t degree, double link, bool dataCentre = false)
{
    Topology::Level& level = topology.levels[static_cast<std::size_t>(topology.levelCount)];
    level.chipsBelow = topology.levelCount == 0
        ? topology.torusChips()
        : topology.levels[static_cast<std::size_t>(topology.levelCount - 1)].chipsBelow *
            topology.levels[static_cast<std::size_t>(topology.levelCount - 1)].degree;
    level.degree = degree;
    level.link = BytesPerSecond(link);
    level.hop = Seconds(1e-6);
    level.dataCentre = dataCentre;
    level.network = topology.levelCount + (topology.hasTorus ? 1 : 0);
    ++topology.levelCount;
}

inline std::vector<AxisPlacement> laid(const std::vector<std::int64_t>& sizes, const Topology& topology)
{
    std::vector<AxisPlacement> axes(sizes.size());
    if (placeAxes(sizes, topology, axes))
        axes.clear();
    return axes;
}

/// All ways to write `product` as up to `count` factors above one, in order.
inline void factorise(std::int64_t product, int count, std::vector<std::int64_t>& factors,
                      const std::function<void(const std::vector<std::int64_t>&)>& use)
{
    if (product == 1 && !factors.empty())
        use(factors);
    if (count == 0)
        return;
    for (std::int64_t f = 2; f <= product; ++f) {
        if (product % f != 0)
            continue;
        factors.push_back(f);
        factorise(product / f, count - 1, factors, use);
        factors.pop_back();
    }
}

inline bool near(double a, double b, double scale) { return std::abs(a - b) <= 1e-9 * scale; }

/// Empty when what is held grows from n blocks' worth to all.
inline QString problemOfHeld(const Playback& playback, int samples)
{
    const auto n = static_cast<std::size_t>(playback.members);
    std::vector<double> before = heldAt(playback, Seconds());
    if (!near(std::accumulate(before.begin(), before.end(), 0.0), playback.members, playback.members))
        return QStringLiteral("begins with the wrong blocks");
    for (int i = 1; i <= samples; ++i) {
        const std::vector<double> now = heldAt(playback, playback.duration * (static_cast<double>(i) / samples));
        for (std::size_t k = 0; k < now.size(); ++k)
            if (now[k] < before[k] - 1e-12 || now[k] > 1 + 1e-9)
                return QStringLiteral("sample %1: block %2 goes from %3 to %4")
                    .arg(i)
                    .arg(k)
                    .arg(before[k])
                    .arg(now[k]);
        before = now;
    }
    for (std::size_t member = 0; member < n; ++member) {
        for (std::size_t block = 0; block < n; ++block) {
            const bool wanted = playback.collective != Collective::reduceScatter || member == block;
            const double held = before[member * n + block];
            if (wanted && std::abs(held - 1) > 1e-9)
                return QStringLiteral("member %1 ends with %2 of block %3").arg(member).arg(held).arg(block);
        }
    }
    return {};
}

enum class Check { times, linksAndData };

/// Empty when the playback is one that the network could run and its busiest link is as busy as the formula says.
inline QString problemOf(const Playback& playback, const AxisPlacement& axis, const Topology& topology, Check check)
{
    const double scale = playback.bandwidth.value;
    if (!near(playback.busiest.value, scale, scale))
        return QStringLiteral("busiest %1, formula %2").arg(playback.busiest.value).arg(scale);
    if (playback.duration.value < scale * (1 - 1e-12))
        return QStringLiteral("faster than the formula");
    if (playback.fill.value < 0 || !near((playback.busiest + playback.fill).value, playback.duration.value, scale))
        return QStringLiteral("busiest and fill are not the duration");
    if (!std::is_sorted(playback.hops.begin(), playback.hops.end(),
                        [](const PlaybackHop& a, const PlaybackHop& b) { return a.start < b.start; }))
        return QStringLiteral("hops out of order");
    if (check == Check::times)
        return {};
    const auto links = playbacksimulation::LinkSimulation(playback, kArray, axis, topology).run();
    if (!links.problem.isEmpty())
        return links.problem;
    if (!near(links.busiest.value, playback.busiest.value, scale))
        return QStringLiteral("the busiest link takes %1, said %2")
            .arg(links.busiest.value)
            .arg(playback.busiest.value);
    const QString data = playbacksimulation::DataSimulation(playback).run();
    return data.isEmpty() ? problemOfHeld(playback, 4) : data;
}

inline QString nameOf(const Topology& topology, const AxisPlacement& axis)
{
    QString name;
    for (int d = 0; topology.hasTorus && d < topology.shape.dimensions; ++d)
        name += QStringLiteral("%1 %2, ")
                    .arg(topology.wraps[static_cast<std::size_t>(d)] ? QLatin1String("ring") : QLatin1String("line"))
                    .arg(topology.shape[d]);
    for (int i = 0; i < topology.levelCount; ++i)
        name += QStringLiteral("level of %1 at %2, ")
                    .arg(topology.levels[static_cast<std::size_t>(i)].degree)
                    .arg(topology.levels[static_cast<std::size_t>(i)].link.value);
    return name + QStringLiteral("axis of %1 at stride %2").arg(axis.size).arg(axis.stride);
}

/// The most that a pipeline may need to fill, of what its busiest link takes.
constexpr double kMostFill = 0.25;

/// All four collectives over one axis.
struct Played {
    std::array<Playback, kPlayed.size()> playbacks;
    QString problem;
};

inline Played playAll(const AxisPlacement& axis, const Topology& topology, Check check)
{
    Played played;
    for (std::size_t i = 0; i < kPlayed.size() && played.problem.isEmpty(); ++i) {
        auto playback = play(kPlayed[i], kArray, axis, topology);
        if (!playback) {
            played.problem = QStringLiteral("is not played");
        } else {
            played.playbacks[i] = std::move(*playback);
            // An AllReduce is a ReduceScatter and an AllGather, so its data and links are theirs.
            const bool halves = kPlayed[i] == Collective::allGather || kPlayed[i] == Collective::reduceScatter;
            played.problem =
                problemOf(played.playbacks[i], axis, topology, halves && axis.size > 12 ? Check::times : check);
        }
        if (!played.problem.isEmpty())
            played.problem = nameOf(topology, axis) +
                QStringLiteral(", %1: ").arg(QLatin1String(nameOf(kPlayed[i]).data())) + played.problem;
    }
    const auto& [gather, scatter, reduce, exchange] = played.playbacks;
    const double duration = gather.duration.value;
    if (played.problem.isEmpty() && !near(scatter.duration.value, duration, duration))
        played.problem = nameOf(topology, axis) + QStringLiteral(": ReduceScatter takes another time than AllGather");
    if (played.problem.isEmpty() && !near(reduce.duration.value, 2 * duration, duration))
        played.problem = nameOf(topology, axis) + QStringLiteral(": AllReduce does not take both");
    return played;
}

inline QString problemOfFill(const Played& played, const AxisPlacement& axis, const Topology& topology)
{
    for (const Playback& playback : played.playbacks)
        if (playback.fill / playback.busiest > kMostFill)
            return nameOf(topology, axis) + QStringLiteral(": takes %1 to fill").arg(playback.fill / playback.busiest);
    return {};
}

/// Whether the dimensions come by size and lines before rings: one of the many ways to turn the same torus.
inline bool inOrder(const Topology& topology)
{
    for (int d = 1; d < topology.shape.dimensions; ++d) {
        const auto at = static_cast<std::size_t>(d);
        if (std::pair(topology.shape[d], topology.wraps[at]) < std::pair(topology.shape[d - 1], topology.wraps[at - 1]))
            return false;
    }
    return true;
}

inline void chipRows()
{
    QTest::addColumn<qint64>("chips");
    for (qint64 chips = 2; chips <= 64; ++chips)
        QTest::addRow("%d chips", static_cast<int>(chips)) << chips;
}

}  // namespace playbackchecks
