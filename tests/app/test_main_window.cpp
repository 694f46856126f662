// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/figure_page.h"
#include "app/window/lecture_view.h"
#include "app/window/main_window.h"
#include "app/window/message_bar.h"
#include "core/scenario/scenario_json.h"
#include "widgets/controls/control_panel.h"
#include "widgets/controls/number_box.h"
#include "widgets/controls/parameter_slider.h"
#include "widgets/diagrams/layer_diagram.h"
#include "widgets/diagrams/layers_diagram.h"
#include "widgets/explain_panel.h"
#include "widgets/headline.h"
#include "widgets/headline_number.h"
#include "widgets/figures.h"

#include <QAbstractButton>
#include <QAction>
#include <QClipboard>
#include <QDir>
#include <QDropEvent>
#include <QLabel>
#include <QMimeData>
#include <QSettings>
#include <QTemporaryDir>
#include <QtTest>

using namespace scalescope;

/// The window as a person uses it: controls, files, languages, the lecture.
class TestMainWindow : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();
    void aBoxChangesTheEstimate();
    void case27_theChartFollowsWhileTheSliderIsHeld();
    void case26_everyPictureHasItsNumbers();
    void hostileTextInABoxChangesNothing();
    void saveAndOpen();
    void badFilesLeaveTheWindowUnharmed_data();
    void badFilesLeaveTheWindowUnharmed();
    void aDroppedConfigBecomesTheModel();
    void aDroppedFolderBecomesTheModel();
    void aLayerIsOpenedOnTheModelPage();
    void anExportedPictureOpensItsScenario();
    void closingAsksForUnsavedWork();
    void unsavedWorkSurvivesACrash();
    void numbersOpenTheirDerivations();
    void chineseIsSwitchedAtRunTime();
    void theServingPageHasItsKeysAndNumbers();
    void servingSaysWhatIsWrongWithIt();
    void figuresEditTheScenario();
    void theLectureShowsOnePlot();
    void theLectureOfServingHasItsSlider();
    void presetsOfModelAndHardwareFit();
    void everythingIsReachableByKeyboard();

private:
    void openAgain();
    Session& session() { return m_window->session(); }
    void writeFile(const QString& path, const QByteArray& content);

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;
    QString m_toOpen;
    QString m_toSave;
    SaveAnswer m_answer = SaveAnswer::discard;
    int m_asked = 0;
};

void TestMainWindow::initTestCase()
{
    QCoreApplication::setOrganizationName(QStringLiteral("scalescope"));
    QCoreApplication::setApplicationName(QStringLiteral("test"));
    loadFonts();
}

void TestMainWindow::init()
{
    QSettings().clear();
    m_folder = std::make_unique<QTemporaryDir>();
    m_answer = SaveAnswer::discard;
    m_asked = 0;
    openAgain();
}

void TestMainWindow::cleanup()
{
    m_answer = SaveAnswer::discard;
    m_window->close();
    m_window.reset();
}

void TestMainWindow::openAgain()
{
    PresetLibrary presets = shippedPresets();
    const Scenario scenario = scenarioPreset(presets, kDefaultScenario).value.value();
    const Dialogs dialogs{[this](QWidget*, const QString&, const QString&) { return m_toOpen; },
                          [this](QWidget*, const QString&, const QString&, const QString&) { return m_toSave; },
                          [this](QWidget*, const QString&) {
                              ++m_asked;
                              return m_answer;
                          }};
    m_window = std::make_unique<MainWindow>(scenario, std::move(presets), dialogs);
    m_window->resize(1600, 1000);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

void TestMainWindow::writeFile(const QString& path, const QByteArray& content)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(content), content.size());
}

void TestMainWindow::aBoxChangesTheEstimate()
{
    auto* box = m_window->findChild<NumberBox*>(QStringLiteral("workload.batch.box"));
    QVERIFY(box);
    box->setFocus();
    box->selectAll();
    QTest::keyClicks(box, QStringLiteral("8Mi"));
    QTest::keyClick(box, Qt::Key_Return);
    QCOMPARE(session().scenario().workload.batch, 8.0 * 1048576);
    QTRY_COMPARE(session().snapshot()->scenario.workload.batch, 8.0 * 1048576);
    QCOMPARE(session().undoStack()->count(), 1);
    m_window->findChild<QAction*>(QStringLiteral("Undo"))->trigger();
    QCOMPARE(session().scenario().workload.batch, 4194304.0);
}

void TestMainWindow::case27_theChartFollowsWhileTheSliderIsHeld()
{
    auto* slider = m_window->findChild<ParameterSlider*>(QStringLiteral("workload.batch.slider"));
    QVERIFY(slider);
    PlotFigure* figure = m_window->findChild<FigurePage*>(QStringLiteral("trainingPage"))->figure(FigureKind::batch);
    const QRectF area = figure->plotArea();
    const QString before = figure->summary();
    QTest::mousePress(slider, Qt::LeftButton, {}, QPoint(slider->width() / 2, slider->height() / 2));
    for (int x = slider->width() / 2; x < slider->width() - 10; x += 8)
        QTest::mouseMove(slider, QPoint(x, slider->height() / 2));
    QTRY_VERIFY(session().snapshot()->scenario.workload.batch != 4194304.0);
    QCoreApplication::processEvents();
    QVERIFY2(figure->summary() != before, "the chart must follow before the button is released");
    QCOMPARE(figure->plotArea(), area);  // and must not jump
    QTest::mouseRelease(slider, Qt::LeftButton, {}, QPoint(slider->width() - 10, slider->height() / 2));
    QCOMPARE(session().undoStack()->count(), 1);
}

void TestMainWindow::case26_everyPictureHasItsNumbers()
{
    const QList<FigurePage*> pages = m_window->findChildren<FigurePage*>();
    for (std::size_t i = 0; i < kFigureKindNames.size(); ++i) {
        const PlotFigure* figure = nullptr;
        for (FigurePage* page : pages)
            if (!figure)
                figure = page->figure(static_cast<FigureKind>(i));
        QVERIFY2(figure, kFigureKindNames[i].data());
        const FigureTable table = figure->table();
        QVERIFY2(!table.rows.isEmpty(), kFigureKindNames[i].data());
        QCOMPARE(table.values.size(), table.rows.size());
        for (const QStringList& row : table.values)
            QCOMPARE(row.size(), table.columns.size());
        QVERIFY(!figure->summary().isEmpty());
    }
    m_window->findChild<QAction*>(QStringLiteral("Copy numbers as CSV"))->trigger();
    QVERIFY(QGuiApplication::clipboard()->text().contains(u','));
}

void TestMainWindow::hostileTextInABoxChangesNothing()
{
    auto* box = m_window->findChild<NumberBox*>(QStringLiteral("workload.batch.box"));
    for (const char* text : {"nan", "inf", "-5", "0", "1e400", "1e99", "lots", "0x10", "<b>1</b>", "%1%2%n"}) {
        box->setFocus();
        box->selectAll();
        QTest::keyClicks(box, QLatin1String(text));
        QTest::keyClick(box, Qt::Key_Return);
        QCOMPARE(session().scenario().workload.batch, 4194304.0);
        QVERIFY2(!box->problem().isEmpty(), text);
        QTest::keyClick(box, Qt::Key_Escape);
    }
    QCOMPARE(session().undoStack()->count(), 0);
}

void TestMainWindow::saveAndOpen()
{
    session().edit({"workload.batch", 1e6}, 1);
    QVERIFY(m_window->isWindowModified());
    m_toSave = m_folder->filePath(QStringLiteral("mine.json"));
    m_window->findChild<QAction*>(QStringLiteral("Save"))->trigger();
    QVERIFY(!m_window->isWindowModified());
    QVERIFY(m_window->windowTitle().contains(QStringLiteral("mine.json")));
    const Scenario saved = session().scenario();

    session().edit({"workload.batch", 2e6}, 2);
    m_toOpen = m_toSave;
    m_answer = SaveAnswer::cancel;
    m_window->findChild<QAction*>(QStringLiteral("Open..."))->trigger();
    QCOMPARE(session().scenario().workload.batch, 2e6);
    m_answer = SaveAnswer::discard;
    m_window->findChild<QAction*>(QStringLiteral("Open..."))->trigger();
    QVERIFY(session().scenario() == saved);
    QCOMPARE(m_asked, 2);
    QVERIFY(!m_window->isWindowModified());

    m_toSave = QStringLiteral("/nonexistent/folder/mine.json");
    m_window->findChild<QAction*>(QStringLiteral("Save as..."))->trigger();
    QVERIFY(m_window->findChild<MessageBar*>()->isVisible());
}

void TestMainWindow::badFilesLeaveTheWindowUnharmed_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("malformed") << QByteArray("{\"scalescope\": 1,,}");
    QTest::newRow("deep") << QByteArray(200000, '{');
    QTest::newRow("binary") << QByteArray("\xff\xfe\x00\x01\x02", 5);
    QTest::newRow("a picture without a scenario") << QByteArray("\x89PNG\r\n\x1a\n truncated");
    QTest::newRow("a config of a kind that is not read") << QByteArray("{\"model_type\": \"llamma\", \"hidden_size\": 64}");
    QTest::newRow("a wrong value") << QByteArray("{\"scalescope\": 1, \"model\": \"llama-3-70b\", \"hardware\": \"tpu-v5p\", \"plan\": {\"fsdp\": -3}}");
}

void TestMainWindow::badFilesLeaveTheWindowUnharmed()
{
    QFETCH(QByteArray, content);
    const Scenario before = session().scenario();
    const QString path = m_folder->filePath(QStringLiteral("bad.json"));
    writeFile(path, content);
    QVERIFY(!m_window->openFile(path));
    QVERIFY(session().scenario() == before);
    QCOMPARE(session().undoStack()->count(), 0);
    auto* bar = m_window->findChild<MessageBar*>();
    QVERIFY(bar->isVisible());
    QVERIFY(bar->text().contains(QStringLiteral("bad.json")));
}

void TestMainWindow::aDroppedConfigBecomesTheModel()
{
    const QString path = m_folder->filePath(QStringLiteral("config.json"));
    writeFile(path, R"({"model_type": "gpt2", "n_embd": 768, "n_layer": 12, "n_head": 12, "n_positions": 1024, "vocab_size": 50257})");
    QMimeData mime;
    mime.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter(QPoint(400, 400), Qt::CopyAction, &mime, Qt::LeftButton, {});
    QCoreApplication::sendEvent(m_window.get(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(400, 400), Qt::CopyAction, &mime, Qt::LeftButton, {});
    QCoreApplication::sendEvent(m_window.get(), &drop);
    QCOMPARE(countParameters(session().scenario().model.architecture).total(), 124439808);
    QVERIFY(summarise(session().scenario()).possible);  // the plan was refitted
    QVERIFY(m_window->findChild<FigurePage*>(QStringLiteral("modelPage"))->isVisibleTo(m_window.get()));
    m_window->findChild<QAction*>(QStringLiteral("Undo"))->trigger();
    QCOMPARE(countParameters(session().scenario().model.architecture).total(), 70553706496);
}

void TestMainWindow::aDroppedFolderBecomesTheModel()
{
    QVERIFY(QDir(m_folder->path()).mkdir(QStringLiteral("small")));
    const QString folder = m_folder->filePath(QStringLiteral("small"));
    writeFile(folder + QStringLiteral("/config.json"), R"({"model_type": "gpt2", "n_embd": 768, "n_layer": 12, "n_head": 12, "n_positions": 1024, "vocab_size": 50257})");
    QVERIFY(m_window->openFile(folder));
    QCOMPARE(countParameters(session().scenario().model.architecture).total(), 124439808);
    QCOMPARE(session().scenario().model.name, std::string("small"));  // the config has none
    QVERIFY(QDir(folder).remove(QStringLiteral("config.json")));
    QVERIFY(!m_window->openFile(folder));
    QCOMPARE(session().scenario().model.name, std::string("small"));
}

void TestMainWindow::aLayerIsOpenedOnTheModelPage()
{
    m_window->setPage(3);
    auto* page = m_window->findChild<FigurePage*>(QStringLiteral("modelPage"));
    auto* strip = static_cast<LayersDiagram*>(page->figure(FigureKind::layers));
    auto* opened = static_cast<LayerDiagram*>(page->figure(FigureKind::layer));
    strip->setFocus();
    QTest::keyClick(strip, Qt::Key_End);
    const int last = static_cast<int>(session().scenario().model.architecture.layers) - 1;
    QCOMPARE(strip->layer(), last);
    QCOMPARE(opened->layer(), last);
    session().edit({"model.layers", 10}, 1);
    QTRY_COMPARE(opened->layer(), 9);
    QCOMPARE(strip->layer(), 9);
    QVERIFY(page->figure(FigureKind::components)->isVisibleTo(page));
}

void TestMainWindow::anExportedPictureOpensItsScenario()
{
    session().edit({"workload.batch", 3e6}, 1);
    for (const char* suffix : {"png", "svg", "pdf"}) {
        m_toSave = m_folder->filePath(QStringLiteral("picture.") + QLatin1String(suffix));
        session().edit({"workload.batch", 3e6}, 2);
        m_window->findChild<QAction*>(QStringLiteral("Export"))->trigger();
        QVERIFY2(QFile::exists(m_toSave), suffix);
        session().edit({"workload.batch", 5e6}, 3);
        QVERIFY2(m_window->openFile(m_toSave), suffix);
        QCOMPARE(session().scenario().workload.batch, 3e6);
    }
}

void TestMainWindow::closingAsksForUnsavedWork()
{
    session().edit({"workload.batch", 1e6}, 1);
    m_answer = SaveAnswer::cancel;
    QVERIFY(!m_window->close());
    QVERIFY(m_window->isVisible());
    m_answer = SaveAnswer::save;
    m_toSave = m_folder->filePath(QStringLiteral("closed.json"));
    QVERIFY(m_window->close());
    QVERIFY(QFile::exists(m_toSave));
}

void TestMainWindow::unsavedWorkSurvivesACrash()
{
    Recovery crashed(m_folder->path());
    Scenario work = session().scenario();
    work.workload.batch = 12345;
    QVERIFY(crashed.keep(writeScenario(work)).isEmpty());
    {
        Recovery other(m_folder->path());
        QVERIFY(!other.takeLeftBehind());  // its window still runs
    }
    auto gone = std::make_unique<Recovery>(m_folder->path());
    QVERIFY(gone->keep(writeScenario(work)).isEmpty());
    gone.reset();  // ends without discarding, as a crash does
    Recovery next(m_folder->path());
    const auto text = next.takeLeftBehind();
    QVERIFY(text.has_value());
    QVERIFY(readScenario(*text, shippedPresets()).value == work);
    QVERIFY(!Recovery(m_folder->path()).takeLeftBehind());
}

void TestMainWindow::numbersOpenTheirDerivations()
{
    QVERIFY(!m_window->findChild<ExplainPanel*>());
    auto* strip = m_window->findChild<HeadlineStrip*>();
    for (QAbstractButton* number : strip->findChildren<QAbstractButton*>()) {
        if (!number->isVisible())
            continue;
        number->click();
        auto* panel = m_window->findChild<ExplainPanel*>();
        QVERIFY(panel && panel->isVisible());
        QVERIFY(!panel->openId().isEmpty());
    }
}

void TestMainWindow::chineseIsSwitchedAtRunTime()
{
    FigurePage* page = m_window->findChild<FigurePage*>(QStringLiteral("trainingPage"));
    const QString english = page->figure(FigureKind::memory)->title();
    m_window->setLanguage(QStringLiteral("zh_CN"));
    QCoreApplication::processEvents();
    const QString chinese = page->figure(FigureKind::memory)->title();
    QVERIFY(chinese != english);
    for (const QAction* action : m_window->findChildren<QAction*>())
        QVERIFY2(!action->text().contains(QStringLiteral("%")), qPrintable(action->text()));
    m_window->setLanguage(QStringLiteral("en"));
    QCoreApplication::processEvents();
    QCOMPARE(page->figure(FigureKind::memory)->title(), english);
}

void TestMainWindow::theServingPageHasItsKeysAndNumbers()
{
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    auto* strip = m_window->findChild<HeadlineStrip*>();
    QVERIFY(strip->findChild<HeadlineNumber*>(QStringLiteral("step.expected")));
    QTest::keyClick(m_window.get(), Qt::Key_5, Qt::ControlModifier);
    auto* page = m_window->findChild<FigurePage*>(QStringLiteral("servingPage"));
    QVERIFY(page && page->isVisible());
    QCOMPARE(page->currentKind(), FigureKind::frontier);
    const std::array sheets = {FigureKind::frontier, FigureKind::capacity, FigureKind::phases, FigureKind::load};
    for (int i = 3; i >= 0; --i) {
        QTest::keyClick(m_window.get(), static_cast<Qt::Key>(Qt::Key_1 + i), Qt::AltModifier);
        QCOMPARE(page->sheet(), i);
        QVERIFY(page->figure(sheets[static_cast<std::size_t>(i)])->isVisible());
    }
    // Prefill beside decode stands on two sheets; asked for, it is that of the sheet that is shown.
    page->setSheet(2);
    const PlotFigure* there = page->figure(FigureKind::phases);
    page->setSheet(1);
    QVERIFY(page->figure(FigureKind::phases) != there);
    QVERIFY(page->figure(FigureKind::phases)->isVisible());

    QVERIFY(!strip->findChild<HeadlineNumber*>(QStringLiteral("step.expected")));
    for (const char* id : {"serving.first_token", "serving.token_time", "serving.per_chip", "serving.decode.bound", "serving.memory.total",
                           "serving.largest_batch", "serving.cost.output"})
        QVERIFY2(strip->findChild<HeadlineNumber*>(QLatin1String(id)), id);
    auto* panel = m_window->findChild<ControlPanel*>();
    QVERIFY(panel->reveal(QStringLiteral("serving.sequences")));
    QVERIFY(!panel->reveal(QStringLiteral("workload.batch")));

    // The sheets of one page do not hear the keys of another.
    QTest::keyClick(m_window.get(), Qt::Key_2, Qt::ControlModifier);
    auto* training = m_window->findChild<FigurePage*>(QStringLiteral("trainingPage"));
    QTest::keyClick(m_window.get(), Qt::Key_4, Qt::AltModifier);
    QCOMPARE(training->sheet(), 3);
    QCOMPARE(page->sheet(), 1);
    QVERIFY(strip->findChild<HeadlineNumber*>(QStringLiteral("step.expected")));
    QVERIFY(panel->reveal(QStringLiteral("workload.batch")));
}

void TestMainWindow::servingSaysWhatIsWrongWithIt()
{
    session().edit({"serving.decode.tensor", 3}, 1);
    session().flush();
    QVERIFY(session().snapshot()->estimate.possible());
    QVERIFY(!session().snapshot()->serving().possible);
    auto* message = m_window->findChild<QLabel*>(QStringLiteral("headline.message"));
    QVERIFY(!message->isVisible());
    m_window->setPage(4);
    QVERIFY(message->isVisible());
    QVERIFY2(message->text().contains(QStringLiteral("Tensor degree 3")), qPrintable(message->text()));
    auto* number = m_window->findChild<HeadlineNumber*>(QStringLiteral("serving.token_time"));
    QCOMPARE(number->headline().state, Headline::State::unknown);
    m_window->setPage(1);
    QVERIFY(!message->isVisible());
}

void TestMainWindow::figuresEditTheScenario()
{
    m_window->setPage(4);
    auto* page = m_window->findChild<FigurePage*>(QStringLiteral("servingPage"));
    const int steps = session().undoStack()->count();
    emit page->figure(FigureKind::pools)->edited({"serving.prefill.servers", 5}, 7);
    emit page->figure(FigureKind::pools)->edited({"serving.prefill.servers", 6}, 7);
    QCOMPARE(session().scenario().serving.prefillServers, 6);
    QCOMPARE(session().undoStack()->count(), steps + 1);
    m_window->setLecture(true);
    auto* lecture = m_window->findChild<LectureView*>();
    lecture->setFigure(FigureKind::load);
    emit lecture->figure()->edited({"serving.rate", 12.5}, 8);
    QCOMPARE(session().scenario().serving.rate, 12.5);
}

void TestMainWindow::theLectureOfServingHasItsSlider()
{
    m_window->setPage(4);
    m_window->setLecture(true);
    auto* lecture = m_window->findChild<LectureView*>();
    QCOMPARE(lecture->kind(), FigureKind::frontier);
    auto* slider = lecture->findChild<ParameterSlider*>();
    QVERIFY(slider);
    const double before = session().scenario().serving.sequences;
    QTest::keyClick(slider, Qt::Key_Right);
    QVERIFY(session().scenario().serving.sequences > before);
    for (const HeadlineNumber* number : lecture->findChildren<HeadlineNumber*>())
        QVERIFY2(number->headline().derivation.startsWith(QStringLiteral("serving.")), qPrintable(number->headline().derivation));
    lecture->setFigure(FigureKind::batch);
    const double batch = session().scenario().workload.batch;
    QTest::keyClick(lecture->findChild<ParameterSlider*>(), Qt::Key_Right);
    QVERIFY(session().scenario().workload.batch > batch);
}

void TestMainWindow::theLectureShowsOnePlot()
{
    m_window->setPage(3);
    const QString onPage = m_window->currentFigure()->title();
    m_window->setLecture(true);
    auto* lecture = m_window->findChild<LectureView*>();
    QVERIFY(lecture->isVisible());
    QVERIFY(!m_window->findChild<ControlPanel*>()->isVisible());
    const PlotFigure* first = lecture->figure();
    QCOMPARE(first->title(), onPage);
    QTest::keyClick(lecture, Qt::Key_Right);
    QVERIFY(lecture->figure() != first);
    QTest::keyClick(lecture, Qt::Key_Left);
    QCOMPARE(static_cast<const PlotFigure*>(lecture->figure()), first);
    auto* box = lecture->findChild<ParameterSlider*>();
    QVERIFY(box);
    QTest::keyClick(box, Qt::Key_Right);
    QVERIFY(session().scenario().workload.batch != 4194304.0);
    QTest::keyClick(lecture, Qt::Key_Escape);
    QVERIFY(!m_window->inLecture());
    QVERIFY(m_window->findChild<ControlPanel*>()->isVisible());
}

void TestMainWindow::presetsOfModelAndHardwareFit()
{
    auto* panel = m_window->findChild<ControlPanel*>();
    const PresetLibrary presets = shippedPresets();
    for (std::string_view id : presets.ids(PresetKind::hardware)) {
        emit panel->hardwareChosen(QString::fromUtf8(id.data(), static_cast<qsizetype>(id.size())));
        QVERIFY2(summarise(session().scenario()).possible, std::string(id).c_str());
    }
    for (std::string_view id : presets.ids(PresetKind::models)) {
        emit panel->modelChosen(QString::fromUtf8(id.data(), static_cast<qsizetype>(id.size())));
        QVERIFY2(summarise(session().scenario()).possible, std::string(id).c_str());
    }
    while (session().undoStack()->canUndo())
        session().undoStack()->undo();
    QCOMPARE(session().scenario().hardware.name, std::string("TPU v5p"));
}

void TestMainWindow::everythingIsReachableByKeyboard()
{
    int named = 0;
    for (const QWidget* widget : m_window->findChildren<QWidget*>()) {
        if (!widget->isVisible() || widget->focusPolicy() == Qt::NoFocus)
            continue;
        if (qobject_cast<const ParameterSlider*>(widget) || qobject_cast<const NumberBox*>(widget)) {
            QVERIFY2(!widget->accessibleName().isEmpty(), qPrintable(widget->objectName()));
            ++named;
        }
    }
    QVERIFY(named > 10);
    for (const char* action : {"Undo", "Redo", "Export", "Explain", "Lecture", "Find a parameter", "Copy picture"})
        QVERIFY2(!m_window->findChild<QAction*>(QLatin1String(action))->shortcut().isEmpty(), action);
}

QTEST_MAIN(TestMainWindow)
#include "test_main_window.moc"
