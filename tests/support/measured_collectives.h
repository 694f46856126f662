// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

// After Qt: moc 6.4 cannot read <compare> when it comes first.
#include "core/scenario/presets.h"
#include "core/sharding/collective.h"

/// One point of a published measurement, and the least time that the engine gives for it.
struct MeasuredCollective {
    QString id;
    double bytes = 0;
    double measured = 0;  // seconds
    double ideal = 0;
    QString reason;         // set: why the row cannot be compared
    QString contradiction;  // set: why the ideal is above what the row says was measured
};

namespace measured {

using namespace scalescope;

inline std::string presetFor(const QString& hardware)
{
    if (hardware.startsWith(QStringLiteral("A100")))
        return "a100";
    if (hardware.startsWith(QStringLiteral("H100")))
        return "h100";
    if (hardware.startsWith(QStringLiteral("H200")))
        return "h200";
    if (hardware.startsWith(QStringLiteral("B200")))
        return "b200";
    if (hardware.startsWith(QStringLiteral("TPU v6e")))
        return "tpu-v6e";
    if (hardware.startsWith(QStringLiteral("TPU7x")))
        return "tpu7x";
    return {};
}

/// `chips` of the preset over `nodes` of them, on the shape that a mesh text such as "2x2x1" gives to a torus.
inline Topology topologyFor(const std::string& preset, std::int64_t chips, std::int64_t nodes, const QString& shape)
{
    Cluster cluster = hardwarePreset(shippedPresets(), preset).value.value().cluster;
    if (auto* torus = std::get_if<Torus>(&cluster.networks.front())) {
        torus->shape = {};
        const QString sizes = shape.section(u' ', 0, 0);
        for (const QString& size : sizes.split(u'x'))
            torus->shape[torus->shape.dimensions++] = size.toInt();
        cluster.networks.resize(1);
        return topologyOf(cluster, false);
    }
    Topology topology;
    const auto level = [&](std::size_t from, std::int64_t below, std::int64_t degree) {
        const auto& fabric = std::get<FabricLevel>(cluster.networks[from]);
        topology.levels[static_cast<std::size_t>(topology.levelCount++)] = {below, degree, fabric.bandwidth, Seconds(0), {}, fabric.reduces, 1.0, false,
                                                                            static_cast<int>(from)};
    };
    level(0, 1, chips / nodes);
    if (nodes > 1)
        level(1, chips / nodes, nodes);
    return topology;
}

/// The least that any algorithm which the engine knows needs: hops cost nothing, and switches reduce where they can.
inline double idealTime(Collective collective, double bytes, const Topology& topology, std::int64_t chips)
{
    AxisPlacement axis;
    const std::array<std::int64_t, 1> sizes = {chips};
    if (placeAxes(sizes, topology, std::span(&axis, 1)))
        throw std::logic_error("the measured group cannot be laid");
    CollectiveRules rules;
    rules.ring = RingTerms::exact;
    rules.axes = AxesRule::placed;
    rules.fabric = FabricRule::levels;
    const Seconds ring = timeOf(collective, Bytes(bytes), axis, topology, rules).bandwidth;
    rules.reduction = NetworkReduction::theoretical;
    return std::min(ring, timeOf(collective, Bytes(bytes), axis, topology, rules).bandwidth).value;
}

inline double seconds(const QJsonObject& point, double bytes, double chips)
{
    if (point.contains(QStringLiteral("time_us")))
        return point[QStringLiteral("time_us")].toDouble() * 1e-6;
    return 2 * bytes * (chips - 1) / chips / (point[QStringLiteral("busbw_gb_per_s")].toDouble() * 1e9);
}

inline std::vector<MeasuredCollective> readRow(const QJsonObject& row)
{
    const QString id = row[QStringLiteral("id")].toString();
    const QJsonObject found = row[QStringLiteral("measured")].toObject();
    const QString name = found[QStringLiteral("collective")].toString();
    const std::string preset = presetFor(row[QStringLiteral("hardware")].toString());
    const auto chips = static_cast<std::int64_t>(row[QStringLiteral("n_devices")].toDouble());
    const auto nodes = static_cast<std::int64_t>(row[QStringLiteral("nodes")].toDouble(1));
    if (preset.empty())
        return {{id, 0, 0, 0, QStringLiteral("no preset of this hardware"), {}}};

    std::vector<MeasuredCollective> points;
    const auto add = [&](Collective c, double bytes, double time, std::int64_t members, const Topology& topology) {
        points.push_back({id, bytes, time, idealTime(c, bytes, topology, members), {}, {}});
    };
    for (const char* key : {"busbw_by_gpus", "busbw_ring_by_gpus"}) {
        const QJsonObject byCount = found[QLatin1String(key)].toObject();
        for (auto it = byCount.begin(); it != byCount.end(); ++it) {
            const double bytes = found[QStringLiteral("bytes")].toDouble();
            const int members = it.key().toInt();
            add(Collective::allReduce, bytes, 2 * bytes * (members - 1) / members / (it->toDouble() * 1e9), members,
                topologyFor(preset, members, 1, {}));
        }
    }
    if (found.contains(QStringLiteral("achieved_gb_per_s"))) {  // matrix bytes over time, as the source counts
        const double bytes = found[QStringLiteral("bytes")].toDouble();
        add(Collective::allReduce, bytes, bytes / (found[QStringLiteral("achieved_gb_per_s")].toDouble() * 1e9), chips,
            topologyFor(preset, chips, 1, row[QStringLiteral("mesh")].toString()));
        // Each chip would have to send 470 GB/s over four links of 90 GB/s: the source divides the bytes of the whole matrix
        // by the time, and does not say which part of it a chip held.
        points.back().contradiction = QStringLiteral("more than the links of a chip carry, so a chip held a part of the matrix");
    }
    for (const QJsonValue& value : found[QStringLiteral("sweep")].toArray()) {
        const QJsonObject point = value.toObject();
        const double bytes = point[QStringLiteral("bytes")].toDouble();
        if (name == QStringLiteral("all_gather")) {  // of float32 elements on each chip
            const double whole = 4 * point[QStringLiteral("elements")].toDouble() * static_cast<double>(chips);
            add(Collective::allGather, whole, seconds(point, whole, 1), chips, topologyFor(preset, chips, 1, row[QStringLiteral("mesh")].toString()));
        } else if (name == QStringLiteral("send_recv")) {
            points.push_back({id, bytes, seconds(point, bytes, 1), sendTime(Bytes(bytes), 0, 1, topologyFor(preset, chips, nodes, {})).transfer.value, {}, {}});
        } else {
            add(Collective::allReduce, bytes, seconds(point, bytes, static_cast<double>(chips)), chips, topologyFor(preset, chips, nodes, {}));
        }
    }
    if (points.empty())
        return {{id, 0, 0, 0, QStringLiteral("states rates without the bytes that moved"), {}}};
    return points;
}

}  // namespace measured

/// The rows of tests/data/measured_collectives.json, which come from the published sources that each names.
inline std::vector<MeasuredCollective> measuredCollectives()
{
    QFile file(QStringLiteral(SCALESCOPE_TEST_DATA "/measured_collectives.json"));
    std::vector<MeasuredCollective> all;
    if (!file.open(QIODevice::ReadOnly))
        return all;
    for (const QJsonValue& row : QJsonDocument::fromJson(file.readAll()).array())
        for (MeasuredCollective& point : measured::readRow(row.toObject()))
            all.push_back(std::move(point));
    return all;
}
