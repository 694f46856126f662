// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/sharding/playback.h"
#include "core/sharding/playback_torus.h"
#include "tests/core/playback_checks.h"

#include <algorithm>
#include <cmath>
#include <random>

using namespace playbackchecks;

class TestPlayback : public QObject {
    Q_OBJECT

private slots:
    void ringsLinesAndStarsAreExact();
    void everyTorusMeetsTheFormula_data();
    void everyTorusMeetsTheFormula();
    void everyTreeMeetsTheFormula_data();
    void everyTreeMeetsTheFormula();
    void axesInsideALargerTorus();
    void mixedOrdersMeetTheTorusRule();
    void slicesOverTheDataCentre();
    void partsThatAnIdleAxisKeepsApart();
    void equalDimensionsAreNeverIdle();
    void aDimensionThatBindsAloneComesFirst();
    void whatIsHeldGrowsLinearlyInAHop();
    void largeGroupsStayBounded();
    void whatIsNotPlayed();
    void theSimulationNotices();
};

void TestPlayback::ringsLinesAndStarsAreExact()
{
    for (std::int64_t stride : {1, 3, 4}) {
        for (std::int64_t n = 2; n <= 64; ++n) {
            std::array<Topology, 3> topologies = {torusOf({n * stride}, 1), torusOf({n * stride}, 0), {}};
            addLevel(topologies[2], n * stride, 450e9);
            for (const Topology& topology : topologies) {
                const Played played = playAll(laid({stride, n}, topology)[1], topology,
                                              stride == 1 || n < 16 ? Check::linksAndData : Check::times);
                QVERIFY2(played.problem.isEmpty(), qPrintable(played.problem));
                for (const Playback& playback : played.playbacks) {
                    QVERIFY(near(playback.duration.value, playback.bandwidth.value, playback.bandwidth.value));
                    QCOMPARE(playback.chunks, 1);
                }
            }
        }
    }
    const Topology ring = torusOf({16}, 1);
    QCOMPARE(play(Collective::allGather, kArray, laid({16}, ring)[0], ring)->hops.size(), std::size_t(8));
    const Topology line = torusOf({16}, 0);
    QCOMPARE(play(Collective::allGather, kArray, laid({16}, line)[0], line)->hops.size(), std::size_t(15));
}

void TestPlayback::everyTorusMeetsTheFormula_data() { chipRows(); }

void TestPlayback::everyTorusMeetsTheFormula()
{
    QFETCH(qint64, chips);
    QString problem;
    std::vector<std::int64_t> factors;
    factorise(chips, 4, factors, [&](const std::vector<std::int64_t>& shape) {
        for (unsigned wraps = 0; wraps < 1u << shape.size() && problem.isEmpty(); ++wraps) {
            const Topology topology = torusOf(shape, wraps);
            const AxisPlacement axis = laid({chips}, topology)[0];
            // Data and links of the large ones in one order of their dimensions.
            const Check check = chips <= 8 || inOrder(topology) ? Check::linksAndData : Check::times;
            const Played played = playAll(axis, topology, check);
            problem = played.problem.isEmpty() ? problemOfFill(played, axis, topology) : played.problem;
        }
    });
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
}

void TestPlayback::everyTreeMeetsTheFormula_data() { chipRows(); }

void TestPlayback::everyTreeMeetsTheFormula()
{
    QFETCH(qint64, chips);
    QString problem;
    const auto tried = [&](const Topology& topology, std::int64_t stride, Check check) {
        const std::vector<AxisPlacement> axes = laid({stride, chips / stride}, topology);
        if (axes.empty() || !problem.isEmpty())
            return;
        const Played played = playAll(axes[1], topology, check);
        problem = played.problem.isEmpty() ? problemOfFill(played, axes[1], topology) : played.problem;
        // Pieces of an AllToAll wait for nothing.
        const Playback& exchange = played.playbacks.back();
        if (problem.isEmpty() && exchange.fill.value > 1e-9 * exchange.busiest.value)
            problem = nameOf(topology, axes[1]) + QStringLiteral(": AllToAll is idle");
    };
    std::vector<std::int64_t> factors;
    factorise(chips, 3, factors, [&](const std::vector<std::int64_t>& degrees) {
        for (const std::array<double, 3>& links : {std::array<double, 3>{450e9, 3.2e12, 12.8e12},
                                                   {450e9, 50e9, 400e9},
                                                   {50e9, 400e9, 400e9},
                                                   {100e9, 150e9, 170e9}}) {
            Topology topology;
            for (std::size_t i = 0; i < degrees.size(); ++i)
                addLevel(topology, degrees[i], links[i]);
            const bool small = chips <= 12 || std::is_sorted(degrees.begin(), degrees.end());
            for (std::int64_t stride : {std::int64_t(1), std::int64_t(2), degrees[0]})
                if (chips % stride == 0 && chips > stride)
                    tried(topology, stride, small ? Check::linksAndData : Check::times);
        }
    });
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
}

void TestPlayback::axesInsideALargerTorus()
{
    for (unsigned wraps = 0; wraps < 8; ++wraps) {
        const Topology topology = torusOf({4, 6, 4}, wraps);
        for (const std::vector<std::int64_t>& sizes : {std::vector<std::int64_t>{2, 12, 4}, {4, 2, 12}, {2, 2, 3, 8}}) {
            for (const AxisPlacement& axis : laid(sizes, topology)) {
                const Played played = playAll(axis, topology, Check::linksAndData);
                QVERIFY2(played.problem.isEmpty(), qPrintable(played.problem));
            }
        }
    }
}

/// The busiest dimension of any mixture takes at least (N_E - 1) / BW_E for every set E; the best mixture takes no more.
void TestPlayback::mixedOrdersMeetTheTorusRule()
{
    std::mt19937 random(20261201);
    std::size_t most = 0;
    for (int trial = 0; trial < 5000; ++trial) {
        std::vector<DimensionLoad> loads(1 + random() % 6);
        std::vector<double> bandwidth;
        for (DimensionLoad& load : loads) {
            load.size = 2 + static_cast<int>(random() % 15);
            bandwidth.push_back(std::pow(10.0, std::uniform_real_distribution(-1.0, 1.0)(random)));
            load.alone = Seconds((load.size - 1) / bandwidth.back());
        }
        double rule = 0;
        for (unsigned set = 1; set < 1u << loads.size(); ++set) {
            double members = 1;
            double together = 0;
            for (std::size_t i = 0; i < loads.size(); ++i) {
                members *= set & 1u << i ? loads[i].size : 1;
                together += set & 1u << i ? bandwidth[i] : 0;
            }
            rule = std::max(rule, (members - 1) / together);
        }
        std::vector<double> busy(loads.size());
        double whole = 0;
        const std::vector<OrderShare> shares = balancedOrders(loads);
        for (const OrderShare& share : shares) {
            QVERIFY(share.share > 0);
            whole += share.share;
            double gathered = share.share;
            for (int i : share.order) {
                const auto at = static_cast<std::size_t>(i);
                busy[at] += gathered * loads[at].alone.value;
                gathered *= loads[at].size;
            }
        }
        QVERIFY(near(whole, 1, 1));
        QVERIFY2(near(*std::max_element(busy.begin(), busy.end()), rule, rule), qPrintable(QString::number(trial)));
        QVERIFY(shares.size() <= loads.size());
        most = std::max(most, shares.size());
    }
    QCOMPARE(most, std::size_t(6));
}

void TestPlayback::slicesOverTheDataCentre()
{
    for (double link : {400e9, 50e9, 5e9}) {
        for (unsigned wraps = 0; wraps < 4; ++wraps) {
            for (std::int64_t slices = 2; slices <= 4; ++slices) {
                Topology topology = torusOf({4, 4}, wraps);
                addLevel(topology, slices, link, true);
                const Played whole = playAll(laid({16 * slices}, topology)[0], topology, Check::linksAndData);
                QVERIFY2(whole.problem.isEmpty(), qPrintable(whole.problem));
                const Played strided = playAll(laid({2, 8 * slices}, topology)[1], topology, Check::linksAndData);
                QVERIFY2(strided.problem.isEmpty(), qPrintable(strided.problem));
                for (const Playback& playback : whole.playbacks)
                    QVERIFY(playback.fill / playback.busiest <= kMostFill);
            }
        }
    }
}

void TestPlayback::partsThatAnIdleAxisKeepsApart()
{
    const Topology topology = torusOf({16, 3}, 3);
    const std::vector<AxisPlacement> axes = laid({2, 2, 12}, topology);
    const std::array<const AxisPlacement*, 2> both = {&axes[0], &axes[2]};
    const AxisPlacement axis = combined(both, topology);
    QCOMPARE(axis.partCount, 3);
    for (Collective collective : {Collective::allGather, Collective::reduceScatter, Collective::allReduce}) {
        const Playback playback = *play(collective, kArray, axis, topology);
        const QString problem = problemOf(playback, axis, topology, Check::linksAndData);
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
    }
    const Playback exchange = *play(Collective::allToAll, kArray, axis, topology);
    QVERIFY(exchange.busiest > exchange.bandwidth);
    const QString data = playbacksimulation::DataSimulation(exchange).run();
    QVERIFY2(data.isEmpty(), qPrintable(data));
}

void TestPlayback::equalDimensionsAreNeverIdle()
{
    for (const std::vector<std::int64_t>& shape :
         {std::vector<std::int64_t>{8, 8}, {4, 4, 4}, {3, 3, 3}, {2, 2, 2, 2}, {2, 2, 2, 2, 2, 2}}) {
        const Topology topology = torusOf(shape, (1u << shape.size()) - 1);
        const AxisPlacement axis = laid({topology.chips()}, topology)[0];
        for (const Playback& playback : playAll(axis, topology, Check::times).playbacks) {
            QCOMPARE(playback.orders, static_cast<int>(shape.size()));
            QVERIFY(playback.chunks >= 8);
            QVERIFY(playback.fill.value < 1e-9 * playback.busiest.value);
        }
    }
}

/// (16 - 1) / W on the line is more than (32 - 1) / 3W on both: the ring of two cannot help.
void TestPlayback::aDimensionThatBindsAloneComesFirst()
{
    const Topology topology = torusOf({2, 16}, 1);
    const Playback playback = *play(Collective::allGather, kArray, laid({32}, topology)[0], topology);
    QCOMPARE(playback.orders, 1);
    QCOMPARE(playback.hops.front().dimension, 1);
    QVERIFY(near(playback.busiest.value, (kArray / 32.0 * 15.0 / topology.link).value, playback.busiest.value));
    QVERIFY(playback.fill.value > 0);
    QVERIFY(playback.fill / playback.busiest < 1.0 / playback.chunks);
}

void TestPlayback::whatIsHeldGrowsLinearlyInAHop()
{
    const Topology topology = torusOf({4}, 1);
    const AxisPlacement axis = laid({4}, topology)[0];
    const Playback gather = *play(Collective::allGather, kArray, axis, topology);
    QCOMPARE(gather.hops.size(), std::size_t(2));
    const std::vector<double> early = heldAt(gather, gather.hops[0].duration * 0.25);
    QCOMPARE(early[0 * 4 + 0], 1.0);
    QCOMPARE(early[0 * 4 + 1], 0.25);
    QCOMPARE(early[0 * 4 + 3], 0.25);
    QCOMPARE(early[0 * 4 + 2], 0.0);
    const std::vector<double> late = heldAt(gather, gather.hops[1].start + gather.hops[1].duration * 0.5);
    QCOMPARE(late[0 * 4 + 1], 1.0);
    QCOMPARE(late[0 * 4 + 2], 0.5);

    // The opposite chip sends half of its term each way, and each neighbour sends it on with its own.
    const Playback scatter = *play(Collective::reduceScatter, kArray, axis, topology);
    const std::vector<double> first = heldAt(scatter, scatter.hops[1].start);
    QCOMPARE(first[1 * 4 + 0], 0.25 + 0.125);
    QCOMPARE(first[0 * 4 + 0], 0.25);
    QCOMPARE(heldAt(scatter, scatter.duration)[0], 1.0);

    const std::vector<double> after = heldAt(gather, gather.duration * 2.0);
    QVERIFY(std::all_of(after.begin(), after.end(), [](double held) { return held == 1.0; }));
}

void TestPlayback::largeGroupsStayBounded()
{
    std::vector<Topology> topologies = {torusOf({256}, 1), torusOf({16, 16}, 3), torusOf({8, 8, 4}, 7),
                                        torusOf({2, 128}, 2)};
    Topology racks;
    addLevel(racks, 64, 900e9);
    addLevel(racks, 4, 60e12);
    topologies.push_back(racks);
    for (const Topology& topology : topologies) {
        const AxisPlacement axis = laid({256}, topology)[0];
        for (Collective collective : {Collective::allGather, Collective::allReduce}) {
            const Playback playback = *play(collective, kArray, axis, topology);
            std::size_t transfers = 0;
            for (const PlaybackHop& hop : playback.hops)
                transfers += hop.transfers.size();
            const std::size_t most = collective == Collective::allReduce ? 600000 : 300000;
            QVERIFY2(transfers <= most, qPrintable(nameOf(topology, axis)));
            QVERIFY(near(playback.busiest.value, playback.bandwidth.value, playback.bandwidth.value));
            const QString problem = problemOfHeld(playback, 3);
            QVERIFY2(problem.isEmpty(), qPrintable(problem));
        }
    }
}

void TestPlayback::whatIsNotPlayed()
{
    const Topology topology = torusOf({1024}, 1);
    const AxisPlacement large = laid({512}, topology)[0];
    QVERIFY(!play(Collective::allGather, kArray, large, topology));
    const AxisPlacement medium = laid({128}, topology)[0];
    QVERIFY(play(Collective::allGather, kArray, medium, topology));
    QVERIFY(!play(Collective::allToAll, kArray, medium, topology));
    const AxisPlacement small = laid({8}, topology)[0];
    QVERIFY(!play(Collective::broadcast, kArray, small, topology));
    QVERIFY(!play(Collective::gather, kArray, small, topology));
    QVERIFY(!play(Collective::allGather, Bytes(), small, topology));

    const Playback alone = *play(Collective::allReduce, kArray, laid({1}, topology)[0], topology);
    QVERIFY(alone.hops.empty());
    QCOMPARE(alone.duration.value, 0.0);
    QCOMPARE(heldAt(alone, Seconds()), std::vector<double>{1.0});
}

/// Playbacks that no network could run.
void TestPlayback::theSimulationNotices()
{
    const Topology topology = torusOf({4, 4}, 1);
    const AxisPlacement axis = laid({16}, topology)[0];
    for (Collective collective : kPlayed) {
        const Playback good = *play(collective, kArray, axis, topology);
        const auto data = [](const Playback& playback) { return playbacksimulation::DataSimulation(playback).run(); };
        const auto links = [&](const Playback& playback) {
            return playbacksimulation::LinkSimulation(playback, kArray, axis, topology).run();
        };
        QVERIFY(data(good).isEmpty());
        QVERIFY(links(good).problem.isEmpty());

        Playback lost = good;
        lost.hops.front().transfers.pop_back();
        QVERIFY(!data(lost).isEmpty());

        Playback early = good;
        early.hops.back().start = Seconds();
        QVERIFY(!data(early).isEmpty() || !links(early).problem.isEmpty());

        Playback hurried = good;
        hurried.hops.front().duration *= 0.9;
        QVERIFY(!links(hurried).problem.isEmpty());

        Playback astray = good;
        astray.hops.front().transfers.front().to ^= 10;
        QVERIFY(!links(astray).problem.isEmpty());

        Playback twice = good;
        twice.hops.front().transfers.push_back(twice.hops.front().transfers.front());
        QVERIFY(!data(twice).isEmpty());
        QVERIFY(!links(twice).problem.isEmpty() || links(twice).busiest > good.busiest);
    }
}

QTEST_APPLESS_MAIN(TestPlayback)
#include "test_playback.moc"
