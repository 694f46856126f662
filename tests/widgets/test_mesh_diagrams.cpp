// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diagrams/mesh_diagram.h"
#include "widgets/diagrams/playback_diagram.h"
#include "widgets/playback_bar.h"

#include "core/scenario/presets.h"
#include "core/scenario/snapshot.h"
#include "widgets/controls/choice_box.h"
#include "widgets/controls/parameter_slider.h"
#include "widgets/diagrams/mesh_layout.h"
#include "widgets/plots/label_placer.h"

#include <QApplication>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace scalescope;
using namespace Qt::StringLiterals;

namespace {

constexpr std::array kSizes = {QSize(400, 300), QSize(640, 420), QSize(900, 600)};

Hardware hardware(std::string_view id, double chips)
{
    const auto read = hardwarePreset(shippedPresets(), id);
    if (!read.value)
        qFatal("no hardware %s", std::string(id).c_str());
    Hardware h = *read.value;
    h.cluster = resized(h.cluster, chips);
    return h;
}

/// The default scenario on a cluster of about so many chips, with the study that suits it.
Scenario scenarioOn(std::string_view id, double chips)
{
    Scenario s = *scenarioPreset(shippedPresets(), kDefaultScenario).value;
    s.hardware = hardware(id, chips);
    s.sharding = studyFor(s.hardware.cluster);
    return s;
}

Scenario sliced(std::string_view id, double chips, std::int64_t slices)
{
    Scenario s = scenarioOn(id, chips);
    for (Network& network : s.hardware.cluster.networks)
        if (auto* centre = std::get_if<DataCentre>(&network))
            centre->slices = slices;
    s.sharding = studyFor(s.hardware.cluster);
    return s;
}

struct Case {
    const char* name;
    Scenario scenario;
};

std::vector<Case> cases()
{
    return {{"v5e 4x4", scenarioOn("tpu-v5e", 16)},     {"v5e 16x16", scenarioOn("tpu-v5e", 256)},
            {"v5p 4x4x4", scenarioOn("tpu-v5p", 64)},   {"v5p 16x16x16", scenarioOn("tpu-v5p", 4096)},
            {"h100 8", scenarioOn("h100", 8)},          {"h100 4096", scenarioOn("h100", 4096)},
            {"nvl72", scenarioOn("gb200-nvl72", 72)},   {"v5e slices", sliced("tpu-v5e", 16, 4)}};
}

void addCases()
{
    QTest::addColumn<int>("index");
    const std::vector<Case> all = cases();
    for (std::size_t i = 0; i < all.size(); ++i)
        QTest::newRow(all[i].name) << static_cast<int>(i);
}

Scenario caseAt(int index) { return cases()[static_cast<std::size_t>(index)].scenario; }

template <class Diagram>
void showAt(Diagram& diagram, const Scenario& scenario, QSize size)
{
    diagram.setTheme(lightTheme());
    diagram.resize(size);
    diagram.show(snapshotOf(scenario), nullptr);
}

void checkLabels(const PlotFigure& figure)
{
    const QRectF bounds(QPointF(0, 0), figure.size());
    const std::vector<Label> labels = figure.scene().labels();
    QVERIFY(!labels.empty());
    for (std::size_t i = 0; i < labels.size(); ++i) {
        QVERIFY2(bounds.contains(labels[i].box), qPrintable(labels[i].text + u" leaves the figure"_s));
        for (std::size_t k = i + 1; k < labels.size(); ++k)
            QVERIFY2(!overlap(labels[i].outline(), labels[k].outline()),
                     qPrintable(labels[i].text + u" over "_s + labels[k].text));
    }
}

const HitShape* hitTitled(const PlotFigure& figure, const QString& title)
{
    for (const HitShape& shape : figure.scene().hits) {
        const auto hit = figure.hitTest(shape.outline.boundingRect().center());
        if (hit && hit->title.startsWith(title))
            return &shape;
    }
    return nullptr;
}

Playback ringPlayback()
{
    const Scenario s = scenarioOn("tpu-v5e", 256);
    const Snapshot snapshot = snapshotOf(s);
    return *play(Collective::allGather, s.sharding.array, snapshot.sharding().collective->group, snapshot.sharding().topology);
}

}  // namespace

class TestMeshDiagrams : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { loadFonts(); }

    void everythingLiesInTheRoom_data() { addCases(); }
    void everythingLiesInTheRoom();
    void linksWrapWhereTheTopologyDoes_data() { addCases(); }
    void linksWrapWhereTheTopologyDoes();
    void labelsKeepApart_data() { addCases(); }
    void labelsKeepApart();
    void labelsKeepApartInLectures_data() { addCases(); }
    void labelsKeepApartInLectures();
    void aRackHasTrays();
    void whatCannotBeLaidIsSaid();
    void fullLinksAreStrong();
    void imagesLeaveTheScreenAlone();
    void theTableListsTheAxes_data() { addCases(); }
    void theTableListsTheAxes();
    void aDeviceIsFound();
    void playbackFillsTheRows();
    void playbackSaysTheHop();
    void playbackSaysWhyNot_data();
    void playbackSaysWhyNot();
    void playbackTableListsTransfers();
    void barPlaysToTheEnd();
    void barPausesWithSpace();
    void barSteps();
    void barScrubsWithKeys();
    void barKeepsTheShareOfTheTime();
    void barWithoutPlaybackIsDisabled();
};

void TestMeshDiagrams::everythingLiesInTheRoom()
{
    QFETCH(int, index);
    const Scenario s = caseAt(index);
    const Topology topology = topologyOf(s);
    for (const QSize& size : kSizes) {
        const QRectF room(QPointF(10, 20), QSizeF(size));
        const MeshLayout layout = layOutCluster(topology, room, 1.0);
        const QRectF roomy = room.adjusted(-0.5, -0.5, 0.5, 0.5);
        QVERIFY(!layout.devices.empty());
        QVERIFY(layout.devices.size() <= 721);  // the faces of 16x16x16 that are seen
        for (const MeshLayout::Device& device : layout.devices) {
            QVERIFY(roomy.contains(device.at));
            QVERIFY(device.chip >= 0 && device.chip < topology.chips());
        }
        for (const MeshLayout::Link& link : layout.links)
            for (const QPointF& point : link.line)
                QVERIFY(roomy.contains(point));
        for (const MeshLayout::Switch& box : layout.switches)
            QVERIFY(roomy.contains(box.box));
        if (static_cast<std::int64_t>(layout.devices.size()) == topology.chips())
            QVERIFY(layout.more.empty());
    }
}

void TestMeshDiagrams::linksWrapWhereTheTopologyDoes()
{
    QFETCH(int, index);
    const Topology topology = topologyOf(caseAt(index));
    const MeshLayout layout = layOutCluster(topology, QRectF(0, 0, 900, 600), 1.0);
    for (int d = 0; d < topology.shape.dimensions; ++d) {
        const bool drawn = std::any_of(layout.links.begin(), layout.links.end(),
                                       [d](const auto& link) { return link.dimension == d && link.wraps; });
        QCOMPARE(drawn, topology.hasTorus && topology.wraps[static_cast<std::size_t>(d)]);
    }
    if (!topology.hasTorus)
        QVERIFY(std::none_of(layout.links.begin(), layout.links.end(), [](const auto& link) { return link.wraps; }));
}

void TestMeshDiagrams::labelsKeepApart()
{
    QFETCH(int, index);
    for (const QSize& size : kSizes) {
        MeshDiagram mesh;
        showAt(mesh, caseAt(index), size);
        checkLabels(mesh);
        PlaybackDiagram playback;
        showAt(playback, caseAt(index), size);
        checkLabels(playback);
    }
}

void TestMeshDiagrams::labelsKeepApartInLectures()
{
    QFETCH(int, index);
    MeshDiagram mesh;
    showAt(mesh, caseAt(index), {1300, 760});
    const int before = static_cast<int>(mesh.scene().labels().size());
    mesh.setTheme(darkTheme(1.75));
    checkLabels(mesh);
    QVERIFY(static_cast<int>(mesh.scene().labels().size()) >= std::min(before, 3));
}

// Eighteen trays of four, nine switches between the upper half and the lower.
void TestMeshDiagrams::aRackHasTrays()
{
    const MeshLayout layout = layOutCluster(topologyOf(scenarioOn("gb200-nvl72", 72)), QRectF(0, 0, 640, 420), 1.0);
    QCOMPARE(layout.devices.size(), 72U);
    QCOMPARE(layout.enclosures.size(), 19U);
    QCOMPARE(layout.switches.size(), 1U);
    QCOMPARE(layout.switches.front().bars, 9);
    QVERIFY(layout.bounds.height() > 2 * layout.bounds.width());
    for (const MeshLayout::Device& device : layout.devices)
        QVERIFY(!layout.switches.front().box.contains(device.at));
}

void TestMeshDiagrams::whatCannotBeLaidIsSaid()
{
    Scenario s = scenarioOn("tpu-v5e", 16);
    s.sharding.mesh.axes = {{"X", 3}, {"Y", 5}};
    MeshDiagram mesh;
    showAt(mesh, s, {400, 300});
    checkLabels(mesh);
    QCOMPARE(mesh.layout().devices.size(), 16U);
    QString words;
    for (const Label& label : mesh.scene().labels())
        words += label.text + u' ';
    QVERIFY2(words.contains(u"Axis X of size 3"_s) && words.contains(u"Nearest sizes"_s), qPrintable(words));
    QVERIFY(!words.contains(u"X = 3"_s));
    QVERIFY(mesh.table().rows.isEmpty());
}

void TestMeshDiagrams::fullLinksAreStrong()
{
    MeshDiagram mesh;
    showAt(mesh, scenarioOn("tpu-v5e", 256), {640, 420});
    const QColor accent = lightTheme().accent;
    const auto strong = [&] {
        int count = 0;
        for (const auto& mark : mesh.scene().marks)
            if (const auto* stroke = std::get_if<Stroke>(&mark))
                count += stroke->pen.color() == accent && stroke->line.size() != 5;  // not the outline of a chip
        return count;
    };
    QCOMPARE(strong(), 0);
    ShardingView view;
    view.played = ringPlayback().duration * 0.4;
    mesh.setView(view);
    // On a ring every link is full until the end: fifteen and two ends of the one that wraps, in each of sixteen rows.
    QCOMPARE(strong(), 16 * 17);
    view.played = ringPlayback().duration;
    mesh.setView(view);
    QCOMPARE(strong(), 0);
}

void TestMeshDiagrams::imagesLeaveTheScreenAlone()
{
    MeshDiagram mesh;
    showAt(mesh, scenarioOn("h100", 1024), {400, 300});
    const HitShape* shape = hitTitled(mesh, u"Device 9 "_s);
    QVERIFY(shape);
    const QPointF at = shape->outline.boundingRect().center();
    QImage image(900, 600, QImage::Format_RGB32);
    QPainter painter(&image);
    mesh.paint(painter, image.size(), darkTheme());
    QVERIFY(mesh.hitTest(at)->title.startsWith(u"Device 9 "_s));
}

void TestMeshDiagrams::theTableListsTheAxes()
{
    QFETCH(int, index);
    const Scenario s = caseAt(index);
    MeshDiagram mesh;
    showAt(mesh, s, {640, 420});
    const FigureTable table = mesh.table();
    QCOMPARE(table.rows.size(), static_cast<qsizetype>(s.sharding.mesh.axes.size()));
    QCOMPARE(table.values.size(), table.rows.size());
    for (const QStringList& row : table.rows)
        QCOMPARE(row.size(), table.columns.size());
}

void TestMeshDiagrams::aDeviceIsFound()
{
    MeshDiagram mesh;
    showAt(mesh, scenarioOn("tpu-v5e", 16), {640, 420});
    const HitShape* shape = hitTitled(mesh, u"Device 5 (X = 1, Y = 1)"_s);
    QVERIFY(shape);
    QSignalSpy hovered(&mesh, &ShardingFigure::deviceHovered);
    const QPointF at = shape->outline.boundingRect().center();
    QMouseEvent move(QEvent::MouseMove, at, at, Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QApplication::sendEvent(&mesh, &move);
    QCOMPARE(hovered.size(), 1);
    QCOMPARE(hovered.front().front().value<std::optional<std::int64_t>>(), std::optional<std::int64_t>(5));
}

void TestMeshDiagrams::playbackFillsTheRows()
{
    PlaybackDiagram diagram;
    showAt(diagram, scenarioOn("tpu-v5e", 256), {640, 420});
    QVERIFY(diagram.playback());
    const Seconds duration = diagram.playback()->duration;
    const auto heldAtTime = [&](double share) {
        ShardingView view;
        view.played = duration * share;
        diagram.setView(view);
        const HitShape* row = hitTitled(diagram, u"Device 0 "_s);
        return row ? diagram.hitTest(row->outline.boundingRect().center())->lines.front() : QString();
    };
    QVERIFY(heldAtTime(0).contains(u"6\u202f%"_s));
    QVERIFY(heldAtTime(1).contains(u"100\u202f%"_s));
}

void TestMeshDiagrams::playbackSaysTheHop()
{
    PlaybackDiagram diagram;
    showAt(diagram, scenarioOn("tpu-v5e", 256), {640, 420});
    ShardingView view;
    view.played = diagram.playback()->duration * 0.3;
    diagram.setView(view);
    const std::vector<Seconds> steps = stepsOf(*diagram.playback());
    const QString expected = u"hop %1 of %2"_s.arg(stepAt(steps, *view.played) + 1).arg(steps.size());
    const std::vector<Label> labels = diagram.scene().labels();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [&](const Label& l) { return l.text.startsWith(expected); }));
    QVERIFY(diagram.caption().contains(u"exactly the bandwidth term"_s));
}

void TestMeshDiagrams::playbackSaysWhyNot_data()
{
    QTest::addColumn<int>("collective");
    QTest::addColumn<double>("chips");
    QTest::addColumn<QString>("words");
    QTest::newRow("broadcast") << static_cast<int>(Collective::broadcast) << 16.0 << u"Broadcast"_s;
    QTest::newRow("gather") << static_cast<int>(Collective::gather) << 16.0 << u"Gather"_s;
    QTest::newRow("large") << static_cast<int>(Collective::allGather) << 4096.0 << u"256"_s;
}

void TestMeshDiagrams::playbackSaysWhyNot()
{
    QFETCH(int, collective);
    QFETCH(double, chips);
    QFETCH(QString, words);
    Scenario s = scenarioOn("tpu-v5p", chips);
    s.sharding.collective = static_cast<Collective>(collective);
    for (std::size_t i = 0; i < s.sharding.mesh.axes.size(); ++i)
        s.sharding.over[i] = true;
    PlaybackDiagram diagram;
    showAt(diagram, s, {640, 420});
    QVERIFY(!diagram.playback());
    QVERIFY2(diagram.summary().contains(words), qPrintable(diagram.summary()));
    checkLabels(diagram);
}

void TestMeshDiagrams::playbackTableListsTransfers()
{
    PlaybackDiagram diagram;
    showAt(diagram, scenarioOn("tpu-v5e", 16), {640, 420});
    qsizetype transfers = 0;
    for (const PlaybackHop& hop : diagram.playback()->hops)
        transfers += static_cast<qsizetype>(hop.transfers.size());
    QCOMPARE(diagram.table().rows.size(), transfers);
    QCOMPARE(diagram.table().rows.front().size(), diagram.table().columns.size());
}

void TestMeshDiagrams::barPlaysToTheEnd()
{
    const Playback playback = ringPlayback();
    PlaybackBar bar;
    bar.setTheme(lightTheme());
    bar.setPlayback(&playback);
    bar.findChild<ChoiceBox*>()->setCurrentIndex(4);
    Seconds last;
    int frames = 0;
    bool rises = true;
    connect(&bar, &PlaybackBar::played, &bar, [&](std::optional<Seconds> at) {
        rises = rises && at && *at >= last;
        last = at.value_or(Seconds(0));
        ++frames;
    });
    bar.play();
    QVERIFY(bar.isPlaying());
    QTRY_VERIFY_WITH_TIMEOUT(!bar.isPlaying(), 20000);
    QVERIFY(rises);
    QVERIFY(frames > 3);
    QCOMPARE(last, playback.duration);
    bar.play();
    QCOMPARE(bar.position(), std::optional(Seconds(0)));
}

void TestMeshDiagrams::barPausesWithSpace()
{
    const Playback playback = ringPlayback();
    PlaybackBar bar;
    bar.setPlayback(&playback);
    QTest::keyClick(&bar, Qt::Key_Space);
    QVERIFY(bar.isPlaying());
    QTest::keyClick(&bar, Qt::Key_Space);
    QVERIFY(!bar.isPlaying());
    QVERIFY(bar.position());
    QTest::keyClick(&bar, Qt::Key_Escape);
    QVERIFY(!bar.position());
}

void TestMeshDiagrams::barSteps()
{
    const Playback playback = ringPlayback();
    const std::vector<Seconds> steps = stepsOf(playback);
    QVERIFY(steps.size() > 2);
    PlaybackBar bar;
    bar.setPlayback(&playback);
    bar.step(1);
    QCOMPARE(bar.position(), std::optional(steps[1]));
    bar.step(1);
    QCOMPARE(bar.position(), std::optional(steps[2]));
    bar.step(-1);
    QCOMPARE(bar.position(), std::optional(steps[1]));
    bar.step(-5);
    QCOMPARE(bar.position(), std::optional(Seconds(0)));
    bar.step(static_cast<int>(steps.size()) + 3);
    QCOMPARE(bar.position(), std::optional(playback.duration));
    bar.step(-1);
    QCOMPARE(bar.position(), std::optional(steps.back()));
}

void TestMeshDiagrams::barScrubsWithKeys()
{
    const Playback playback = ringPlayback();
    PlaybackBar bar;
    bar.setPlayback(&playback);
    bar.step(1);
    const Seconds before = *bar.position();
    auto* slider = bar.findChild<ParameterSlider*>();
    QTest::keyClick(slider, Qt::Key_Right);
    QVERIFY(*bar.position() > before);
    QVERIFY(*bar.position() < playback.duration);
    QTest::keyClick(slider, Qt::Key_End);
    QCOMPARE(bar.position(), std::optional(playback.duration));
}

void TestMeshDiagrams::barKeepsTheShareOfTheTime()
{
    const Playback playback = ringPlayback();
    Playback longer = playback;
    longer.duration *= 2;
    for (PlaybackHop& hop : longer.hops) {
        hop.start *= 2;
        hop.duration *= 2;
    }
    PlaybackBar bar;
    bar.setPlayback(&playback);
    bar.step(2);
    const double share = *bar.position() / playback.duration;
    bar.setPlayback(&longer);
    QVERIFY(bar.position());
    QVERIFY(std::abs(*bar.position() / longer.duration - share) < 1e-12);
}

void TestMeshDiagrams::barWithoutPlaybackIsDisabled()
{
    const Playback playback = ringPlayback();
    PlaybackBar bar;
    bar.setPlayback(&playback);
    bar.play();
    bar.setPlayback(nullptr);
    QVERIFY(!bar.isPlaying());
    QVERIFY(!bar.position());
    QVERIFY(!bar.findChild<ParameterSlider*>()->isEnabled());
    bar.play();
    QVERIFY(!bar.isPlaying());
}

QTEST_MAIN(TestMeshDiagrams)
#include "test_mesh_diagrams.moc"
