// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

// After Qt: moc 6.4 cannot read <compare> when it comes first.
#include "core/sharding/collective.h"
#include "tests/support/measured_collectives.h"

#include <cmath>

using namespace scalescope;

/// Collectives against collectives timed by moving blocks over links (collectives.json).
class TestCollectives : public QObject
{
    Q_OBJECT

private slots:
    void agrees_data();
    void agrees();
    void allReduceIsTwiceAGather();
    void aGroupOfOneIsFree();
    void combinedAxesNeverBeatTheirLinks();
    void idleAxesHelp();
    void aFlipIsWhereTheTermsMeet();
    void raggedNeverExceedsDense();
    void pointToPointTakesTheUsablePorts();
    void idealIsNeverAboveMeasured();
};

namespace {

/// "AllReduce ring" and "AllReduce in network" are one collective under two rules.
std::optional<Collective> collectiveOf(const QString& name)
{
    const auto found = std::find(kCollectiveNames.begin(), kCollectiveNames.end(), name.section(u' ', 0, 0).toStdString());
    if (found == kCollectiveNames.end())
        return std::nullopt;
    return static_cast<Collective>(found - kCollectiveNames.begin());
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
        QVERIFY2(collectiveOf(row[QStringLiteral("collective")].toString()), qPrintable(row[QStringLiteral("collective")].toString()));
        ++rows;
        QTest::addRow("%d %s %s", row[QStringLiteral("id")].toInt(), qPrintable(row[QStringLiteral("kind")].toString()),
                      qPrintable(row[QStringLiteral("collective")].toString()))
            << row;
    }
    QCOMPARE(rows, 90);
}

void TestCollectives::agrees()
{
    QFETCH(QJsonObject, row);
    const Topology topology = topologyIn(row);
    const std::array<std::int64_t, 2> sizes = {row[QStringLiteral("stride")].toInt(), row[QStringLiteral("n")].toInt()};
    std::array<AxisPlacement, 2> laid;
    const auto problem = placeAxes(sizes, topology, laid);
    const bool impossible = row[QStringLiteral("hops")].isNull();
    QCOMPARE(problem.has_value(), impossible);
    if (impossible)
        return;
    const CollectiveTime time = timeOf(*collectiveOf(row[QStringLiteral("collective")].toString()), Bytes(row[QStringLiteral("V")].toDouble()),
                                       laid[1], topology, exactRules(row));
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
    constexpr std::array<std::int64_t, 2> sizes = {64, 4};
    std::array<AxisPlacement, 2> laid;
    QVERIFY(!placeAxes(sizes, topology, laid));
    for (const AxisPlacement& axis : laid) {
        for (RingTerms ring : {RingTerms::exact, RingTerms::asymptotic}) {
            CollectiveRules rules;
            rules.ring = ring;
            const auto time = [&](Collective c) { return timeOf(c, Bytes(1e8), axis, topology, rules); };
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

namespace {

Topology torusOf(std::initializer_list<std::int64_t> sizes, bool wraps)
{
    Topology topology;
    topology.hasTorus = true;
    topology.shape = Shape(sizes);
    topology.wraps.fill(wraps);
    topology.link = BytesPerSecond(4.5e10);
    topology.hop = Seconds(1e-6);
    return topology;
}

Topology twoLevels()
{
    Topology topology;
    topology.levels[0] = {1, 8, BytesPerSecond(450e9), Seconds(1e-6), {}, true, 1.3, false, 0};
    topology.levels[1] = {8, 32, BytesPerSecond(400e9), Seconds(1e-6), {}, true, 1.3, false, 1};
    topology.levelCount = 2;
    return topology;
}

/// Every pair of axes that fills the topology, with one between them that may stay idle.
std::vector<std::array<AxisPlacement, 3>> placementsOn(const Topology& topology)
{
    std::vector<std::array<AxisPlacement, 3>> all;
    const std::int64_t chips = topology.chips();
    for (std::int64_t a = 1; a <= chips; ++a) {
        for (std::int64_t b = 1; chips % a == 0 && a * b <= chips; ++b) {
            if (chips / a % b != 0)
                continue;
            const std::array<std::int64_t, 3> sizes = {a, b, chips / a / b};
            std::array<AxisPlacement, 3> axes;
            if (!placeAxes(sizes, topology, axes))
                all.push_back(axes);
        }
    }
    return all;
}

CollectiveRules exact()
{
    CollectiveRules rules;
    rules.ring = RingTerms::exact;
    rules.axes = AxesRule::placed;
    rules.fabric = FabricRule::tree;
    return rules;
}

}  // namespace

void TestCollectives::combinedAxesNeverBeatTheirLinks()
{
    const Bytes array(1e9);
    for (const Topology& topology : {torusOf({4, 4, 4}, true), torusOf({4, 8}, false), torusOf({16, 4}, true), twoLevels()}) {
        for (const auto& axes : placementsOn(topology)) {
            const std::array<const AxisPlacement*, 2> outerAndInner = {&axes[0], &axes[2]};
            const AxisPlacement both = combined(outerAndInner, topology);
            QCOMPARE(both.size, axes[0].size * axes[2].size);
            if (both.size == 1)
                continue;
            // What one chip can take in: both directions of its links in every dimension, or its link into the fabric.
            BytesPerSecond links = topology.link * (2.0 * topology.shape.dimensions);
            if (!topology.hasTorus)
                links = topology.levels[0].link;
            const double n = static_cast<double>(both.size);
            for (Collective c : {Collective::allGather, Collective::reduceScatter, Collective::allToAll})
                QVERIFY(timeOf(c, array, both, topology, exact()).bandwidth >= array * ((c == Collective::allToAll ? 1 / n : 1) * (1 - 1 / n)) / links * (1 - 1e-9));
            // The whole is no faster than its part is with the same bytes arriving.
            QVERIFY(timeOf(Collective::allGather, array, both, topology, exact()).latency >=
                    timeOf(Collective::allGather, array, axes[0], topology, exact()).latency * (1 - 1e-9) || both.parts[0].wraps);
        }
    }
}

void TestCollectives::idleAxesHelp()
{
    const Topology topology = torusOf({4, 4, 4}, true);
    const std::array<std::int64_t, 3> sizes = {4, 4, 4};
    std::array<AxisPlacement, 3> axes;
    QVERIFY(!placeAxes(sizes, topology, axes));
    CollectiveRules book;  // question 2 of chapter 3: half the time with a second axis, for the bandwidth term
    const Bytes array(2.0 * 1024 * 4096);
    const CollectiveTime plain = timeOf(Collective::allGather, array, axes[0], topology, book);
    const CollectiveTime helped = timeUsingIdle(Collective::allGather, array, axes[0], axes[2], topology, book);
    QCOMPARE(helped.total.value, plain.total.value / 2);
    for (Collective c : {Collective::allGather, Collective::reduceScatter, Collective::allReduce, Collective::allToAll})
        for (const CollectiveRules& rules : {book, exact()})
            for (double bytes : {1e2, 1e5, 1e9})
                QVERIFY(timeUsingIdle(c, Bytes(bytes), axes[0], axes[1], topology, rules).total <=
                        timeOf(c, Bytes(bytes), axes[0], topology, rules).total);
}

void TestCollectives::aFlipIsWhereTheTermsMeet()
{
    for (const Topology& topology : {torusOf({4, 8}, false), torusOf({16, 4}, true), twoLevels()}) {
        for (const auto& axes : placementsOn(topology)) {
            for (std::size_t i = 0; i < kPlayedCollectiveCount; ++i) {
                const auto collective = static_cast<Collective>(i);
                if (axes[0].size == 1)
                    continue;
                const Bytes flip = latencyBoundBelow(collective, axes[0], topology, exact());
                QCOMPARE(timeOf(collective, flip * 0.99, axes[0], topology, exact()).term, Term::latency);
                QCOMPARE(timeOf(collective, flip * 1.01, axes[0], topology, exact()).term, Term::bandwidth);
            }
        }
    }
}

void TestCollectives::raggedNeverExceedsDense()
{
    const Bytes array(1e9);
    for (const Topology& topology : {torusOf({16, 16}, true), twoLevels()}) {
        for (const auto& axes : placementsOn(topology)) {
            const AxisPlacement& axis = axes[0];
            if (axis.size < 2)
                continue;
            const Seconds dense = timeOf(Collective::allToAll, array, axis, topology, exact()).bandwidth;
            Seconds before;
            for (double k : {1.0, 2.0, 8.0, 64.0, 256.0}) {
                for (RoutingRule rule : {RoutingRule::distinctExperts, RoutingRule::independentPicks, RoutingRule::bound}) {
                    const Routing routing{k, 256, rule};
                    const auto targets = static_cast<double>(axis.size);
                    const double reached = distinctTargets(routing, targets);
                    QVERIFY(reached >= 1 - 1e-9 && reached <= std::min(k, targets) * (1 + 1e-9));
                    QVERIFY(timeOfRagged(routing, array, axis, topology, exact()).bandwidth <= dense * (1 + 1e-9));
                }
                const Seconds now = timeOfRagged({k, 256, RoutingRule::distinctExperts}, array, axis, topology, exact()).bandwidth;
                QVERIFY(now >= before * (1 - 1e-9));
                before = now;
            }
        }
    }
}

void TestCollectives::pointToPointTakesTheUsablePorts()
{
    const Topology line = torusOf({4, 4}, false);
    QCOMPARE(sendTime(Bytes(9e10), 0, 15, line).ports, 2.0);
    QCOMPARE(sendTime(Bytes(9e10), 0, 15, line).hops, 6.0);
    QCOMPARE(sendTime(Bytes(9e10), 0, 15, line).transfer.value, 1.0);
    QCOMPARE(sendTime(Bytes(9e10), 0, 1, line).ports, 1.0);
    const Topology ring = torusOf({4, 4}, true);
    QCOMPARE(sendTime(Bytes(9e10), 0, 15, ring).hops, 2.0);
    QCOMPARE(sendTime(Bytes(9e10), 0, 2, ring).ports, 2.0);  // half round: both ways
    QCOMPARE(sendTime(Bytes(9e10), 5, 5, ring).total.value, 0.0);
    const Topology fabric = twoLevels();
    QCOMPARE(sendTime(Bytes(4.5e11), 0, 7, fabric).transfer.value, 1.0);
    QCOMPARE(sendTime(Bytes(4e11), 0, 8, fabric).transfer.value, 1.0);
    QCOMPARE(sendTime(Bytes(4e11), 0, 8, fabric).network, 1);
    for (std::int64_t a = 0; a < 16; ++a)
        for (std::int64_t b = 0; b < 16; ++b)
            QCOMPARE(sendTime(Bytes(1e6), a, b, ring).total.value, sendTime(Bytes(1e6), b, a, ring).total.value);
}

void TestCollectives::idealIsNeverAboveMeasured()
{
    constexpr double kNoise = 0.02;
    int compared = 0;
    for (const MeasuredCollective& m : measuredCollectives()) {
        if (!m.reason.isEmpty())
            continue;
        ++compared;
        if (!m.contradiction.isEmpty()) {
            QVERIFY(m.ideal > m.measured * (1 + kNoise));  // else the explanation is out of date
            continue;
        }
        QVERIFY2(m.ideal > 0 && m.ideal <= m.measured * (1 + kNoise),
                 qPrintable(QStringLiteral("%1, %2 bytes: %3 of the measured time").arg(m.id).arg(m.bytes).arg(m.ideal / m.measured)));
    }
    QVERIFY(compared > 200);
}

QTEST_GUILESS_MAIN(TestCollectives)
#include "test_collectives.moc"
