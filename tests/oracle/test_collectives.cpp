// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

// After Qt: moc 6.4 cannot read <compare> when it comes first.
#include "core/sharding/collective.h"

#include <cmath>

using namespace scalescope;

/// AllGather, ReduceScatter and AllReduce against collectives timed by moving blocks over links (collectives.json).
class TestCollectives : public QObject
{
    Q_OBJECT

private slots:
    void agrees_data();
    void agrees();
    void allReduceIsTwiceAGather();
    void aGroupOfOneIsFree();
};

namespace {

std::optional<Collective> collectiveOf(const QString& name)
{
    if (name == QStringLiteral("AllGather"))
        return Collective::allGather;
    if (name == QStringLiteral("ReduceScatter"))
        return Collective::reduceScatter;
    if (name.startsWith(QStringLiteral("AllReduce")))
        return Collective::allReduce;
    return std::nullopt;  // AllToAll comes with the networks' own page
}

Topology topologyIn(const QJsonObject& row)
{
    Topology topology;
    const Seconds hop(row[QStringLiteral("t")].toDouble());
    if (row[QStringLiteral("kind")].toString() == QStringLiteral("torus")) {
        topology.hasTorus = true;
        topology.link = BytesPerSecond(row[QStringLiteral("W")].toDouble());
        topology.hop = hop;
        const QJsonArray dims = row[QStringLiteral("dims")].toArray();
        topology.shape.dimensions = static_cast<int>(dims.size());
        for (int i = 0; i < dims.size(); ++i) {
            topology.shape[i] = dims[i].toInt();
            topology.wraps[static_cast<std::size_t>(i)] = row[QStringLiteral("wrap")].toArray()[i].toBool();
        }
        return topology;
    }
    const QJsonArray degrees = row[QStringLiteral("degree")].toArray();
    std::int64_t below = 1;
    for (int i = 0; i < degrees.size(); ++i) {
        Topology::Level& level = topology.levels[static_cast<std::size_t>(topology.levelCount++)];
        level.chipsBelow = below;
        level.degree = degrees[i].toInt();
        level.link = BytesPerSecond(row[QStringLiteral("link")].toArray()[i].toDouble());
        level.hop = hop;
        level.reduces = true;
        level.network = i;
        below *= level.degree;
    }
    return topology;
}

bool near(double actual, double expected)
{
    return std::abs(actual - expected) <= 1e-9 * std::abs(expected) + 1e-30;
}

CollectiveRules exactRules(const QJsonObject& row)
{
    CollectiveRules rules;
    rules.ring = RingTerms::exact;
    rules.axes = AxesRule::placed;
    rules.fabric = FabricRule::tree;
    if (row[QStringLiteral("collective")].toString().endsWith(QStringLiteral("in network")))
        rules.reduction = NetworkReduction::theoretical;
    return rules;
}

}  // namespace

void TestCollectives::agrees_data()
{
    QTest::addColumn<QJsonObject>("row");
    QFile file(QStringLiteral(SCALESCOPE_SOURCE_DIR "/tests/oracle/collectives.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonArray cases = QJsonDocument::fromJson(file.readAll()).object()[QStringLiteral("cases")].toArray();
    int rows = 0;
    for (const QJsonValue& value : cases) {
        const QJsonObject row = value.toObject();
        if (!collectiveOf(row[QStringLiteral("collective")].toString()))
            continue;
        ++rows;
        QTest::addRow("%d %s %s", row[QStringLiteral("id")].toInt(), qPrintable(row[QStringLiteral("kind")].toString()),
                      qPrintable(row[QStringLiteral("collective")].toString()))
            << row;
    }
    QVERIFY(rows > 70);
}

void TestCollectives::agrees()
{
    QFETCH(QJsonObject, row);
    const Topology topology = topologyIn(row);
    Mesh mesh;
    mesh.size = {row[QStringLiteral("stride")].toInt(), row[QStringLiteral("n")].toInt(), 1};
    Placement placement;
    const auto problem = place(mesh, topology, placement);
    const bool impossible = row[QStringLiteral("hops")].isNull();
    QCOMPARE(problem.has_value(), impossible);
    if (impossible)
        return;
    const CollectiveTime time = timeOf(*collectiveOf(row[QStringLiteral("collective")].toString()), Bytes(row[QStringLiteral("V")].toDouble()),
                                       placement.of(Axis::fsdp), topology, exactRules(row));
    QVERIFY2(near(time.bandwidth.value, row[QStringLiteral("time_load")].toDouble()), QByteArray::number(time.bandwidth.value, 'g', 17).constData());
    QVERIFY2(near(time.latency.value, row[QStringLiteral("time_hops")].toDouble()), QByteArray::number(time.latency.value, 'g', 17).constData());
    QVERIFY(time.bandwidth.value >= row[QStringLiteral("lower_bound")].toDouble() * (1 - 1e-9));
    QCOMPARE(time.total.value, std::max(time.bandwidth.value, time.latency.value));
}

void TestCollectives::allReduceIsTwiceAGather()
{
    Topology topology;
    topology.hasTorus = true;
    topology.shape = {16, 16};
    topology.wraps = {true, true};
    topology.link = BytesPerSecond(4.5e10);
    topology.hop = Seconds(1e-6);
    Mesh mesh;
    mesh.size = {1, 64, 4};
    Placement placement;
    QVERIFY(!place(mesh, topology, placement));
    for (Axis axis : {Axis::fsdp, Axis::data}) {
        for (RingTerms ring : {RingTerms::exact, RingTerms::asymptotic}) {
            CollectiveRules rules;
            rules.ring = ring;
            const auto time = [&](Collective c) { return timeOf(c, Bytes(1e8), placement.of(axis), topology, rules); };
            QCOMPARE(time(Collective::allReduce).total.value,
                     (time(Collective::reduceScatter).total + time(Collective::allGather).total).value);
        }
    }
}

void TestCollectives::aGroupOfOneIsFree()
{
    const CollectiveTime time = timeOf(Collective::allReduce, Bytes(1e9), AxisPlacement{}, Topology{}, CollectiveRules{});
    QCOMPARE(time.total.value, 0.0);
    QCOMPARE(time.term, Term::none);
}

QTEST_GUILESS_MAIN(TestCollectives)
#include "test_collectives.moc"
