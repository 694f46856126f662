// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/main_window.h"

#include "app/window/figure_page.h"
#include "app/window/figure_commands.h"
#include "app/window/lecture_view.h"
#include "app/window/message_bar.h"
#include "app/window/model_page.h"
#include "app/window/serving_page.h"
#include "app/window/sharding_page.h"
#include "app/window/top_bar.h"
#include "app/window/training_page.h"
#include "core/explore/balance.h"
#include "widgets/controls/control_panel.h"
#include "widgets/controls/parameter_control.h"
#include "widgets/core_text.h"
#include "widgets/explain_panel.h"
#include "widgets/headline.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QMimeData>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace scalescope {

namespace {

constexpr std::array kRooflinePlaces = std::to_array<FigurePlace>({{FigureKind::roofline, 0, 0, 3},
                                                                   {FigureKind::matmul, 0, 1},
                                                                   {FigureKind::attained, 1, 1},
                                                                   {FigureKind::split, 2, 1}});
constexpr std::array kRooflineColumns = {2, 1};
constexpr int kTrainingPage = 1;
constexpr int kModelPage = 3;
constexpr std::array kSubjects = {PanelSubject::roofline, PanelSubject::training, PanelSubject::sharding, PanelSubject::model,
                                  PanelSubject::serving};  // by page

}  // namespace

MainWindow::MainWindow(const Scenario& scenario, PresetLibrary presets, Dialogs dialogs)
    : m_preferences(Preferences::load()), m_presets(std::move(presets)), m_dialogs(std::move(dialogs)),
      m_session(scenario), m_document(m_session)
{
    setObjectName(QStringLiteral("mainWindow"));
    setAcceptDrops(true);
    m_language.set(m_preferences.language);
    buildViews();
    buildActions();
    connectViews();
    applyTheme();
    retranslate();
    setPage(kTrainingPage);
    if (m_preferences.explain)
        explainPanel().show();
    resize(1600, 1000);
    if (!m_preferences.geometry.isEmpty())
        restoreGeometry(m_preferences.geometry);
    m_controls->show(m_session.scenario(), m_session.base());
    refresh();
    refreshDocument();
}

MainWindow::~MainWindow() = default;

void MainWindow::buildViews()
{
    m_layouts = new QStackedWidget(this);
    m_normal = new QWidget;
    m_top = new TopBar;
    m_message = new MessageBar;
    m_controls = new ControlPanel;
    showPresets();
    m_controls->setLegalValues([this](const std::string& id) { return m_session.legalValues(id); });
    m_pages = new QStackedWidget;
    m_sharding = new ShardingPage;
    m_model = new ModelPage;
    m_figurePages = {new FigurePage(kRooflinePlaces, kRooflineColumns), new TrainingPage, m_sharding, m_model,
                     new ServingPage};
    m_figurePages[0]->setObjectName(QStringLiteral("rooflinePage"));
    for (std::size_t i = 0; i < m_figurePages.size(); ++i) {
        m_pages->addWidget(m_figurePages[i]);
        m_top->addPage(static_cast<int>(i));
    }
    m_headline = new HeadlineStrip;

    auto* centre = new QWidget;
    auto* centreColumn = new QVBoxLayout(centre);
    centreColumn->setContentsMargins(0, 0, 0, 0);
    centreColumn->setSpacing(0);
    centreColumn->addWidget(m_message);
    centreColumn->addWidget(m_pages, 1);

    m_splitter = new QSplitter;
    m_splitter->addWidget(m_controls);
    m_splitter->addWidget(centre);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setChildrenCollapsible(false);

    auto* column = new QVBoxLayout(m_normal);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_top);
    column->addWidget(m_splitter, 1);
    column->addWidget(m_headline);
    m_layouts->addWidget(m_normal);
    setCentralWidget(m_layouts);
}

void MainWindow::connectViews()
{
    connect(&m_session, &Session::published, this, &MainWindow::refresh);
    connect(&m_session, &Session::scenarioChanged, m_controls, [this] {
        if (!inLecture())
            m_controls->show(m_session.scenario(), m_session.base());
    });
    connect(&m_document, &Document::changed, this, &MainWindow::refreshDocument);
    connect(&m_document, &Document::trouble, m_message, &MessageBar::tell);
    connect(m_top, &TopBar::pageChosen, this, &MainWindow::setPage);
    connect(m_controls, &ControlPanel::edited, this, &MainWindow::applyEdit);
    connect(m_controls, &ControlPanel::modelChosen, this, &MainWindow::chooseModel);
    connect(m_controls, &ControlPanel::hardwareChosen, this, &MainWindow::chooseHardware);
    connect(m_controls, &ControlPanel::lockChosen, this, [this](const QString& id) {
        m_session.setGiver(id.toStdString());
        m_controls->setLocked(id);
        m_controls->show(m_session.scenario(), m_session.base());
    });
    connect(m_sharding, &ShardingPage::studyEdited, this, [this](const ShardingStudy& study, int gesture) {
        Scenario scenario = m_session.scenario();
        scenario.sharding = study;
        m_session.adopt(scenario, tr("Arrays"), gesture);
    });
    connect(m_sharding, &ShardingPage::bestOrderRequested, this, [this] {
        m_session.replace(withBestOrder(m_session.scenario(), OrderFor::operation), tr("Best order"));
    });
    connect(m_headline, &HeadlineStrip::clicked, this, &MainWindow::explain);
    for (FigurePage* page : m_figurePages) {
        connect(page, &FigurePage::activated, this, &MainWindow::explain);
        connect(page, &FigurePage::edited, this, &MainWindow::applyEdit);
        connect(page, &FigurePage::tableRequested, this, &MainWindow::showTable);
        connect(page, &FigurePage::exportRequested, this, &MainWindow::exportFigure);
        connect(page, &FigurePage::contextRequested, this, &MainWindow::figureMenu);
    }
}

// Made when first asked for: the window is there sooner without them.

ExplainPanel& MainWindow::explainPanel()
{
    if (!m_explain) {
        m_explain = new ExplainPanel;
        m_explain->setTheme(m_theme);
        m_splitter->addWidget(m_explain);
        connect(m_explain, &ExplainPanel::closed, this, [this] { m_preferences.explain = false; });
    }
    return *m_explain;
}

LectureView& MainWindow::lecture()
{
    if (!m_lecture) {
        m_lecture = new LectureView;
        m_lecture->setLegalValues([this](const std::string& id) { return m_session.legalValues(id); });
        m_layouts->addWidget(m_lecture);
        connect(m_lecture, &LectureView::edited, this, &MainWindow::applyEdit);
        connect(m_lecture, &LectureView::left, this, [this] { setLecture(false); });
        connect(m_lecture, &LectureView::factorChosen, this, &MainWindow::setLectureFactor);
    }
    return *m_lecture;
}

void MainWindow::refresh()
{
    const auto now = m_session.snapshot();
    const auto before = m_session.before();
    if (inLecture()) {
        m_lecture->show(*now, before.get());
        return;
    }
    for (FigurePage* page : m_figurePages)
        page->show(now, before);
    m_headline->show(*now);
    if (m_explain && m_explain->isVisible())
        m_explain->show(*now);
}

void MainWindow::refreshDocument()
{
    const QString path = m_document.path();
    const QString name = path.isEmpty() ? tr("Untitled") : QFileInfo(path).fileName();
    setWindowTitle(name + QStringLiteral("[*] \u2013 Scalescope"));
    setWindowModified(m_document.isModified());
    m_top->setFileName(name, m_document.isModified());
}

void MainWindow::applyEdit(const Edit& edit, int gesture)
{
    const Diagnostics problems = m_session.edit(edit, gesture);
    if (!problems.empty()) {
        m_message->tellProblems(tr("The change was not made."), problems);
        m_controls->show(m_session.scenario(), m_session.base());
    }
}

bool MainWindow::openFile(const QString& path)
{
    Opened opened = readDocument(path, m_presets);
    const QString name = QFileInfo(path).fileName();
    switch (opened.kind) {
    case Opened::Kind::failed:
        if (opened.trouble.isEmpty())
            m_message->tellProblems(tr("%1 could not be opened; nothing was changed.").arg(name), opened.problems);
        else
            m_message->tell(tr("%1 could not be opened: %2").arg(name, opened.trouble));
        return false;
    case Opened::Kind::model: {
        Scenario scenario = m_session.scenario();
        scenario.model = opened.model.model;
        m_session.replace(refitted(std::move(scenario)), tr("Imported model"));
        m_model->openLayer(std::nullopt);
        setPage(kModelPage);
        m_message->tellProblems(importSummary(opened.model, opened.comparison), opened.problems);
        showImportReport(this, m_theme, opened.model);
        return true;
    }
    case Opened::Kind::scenario: break;
    }
    if (!mayDiscard())
        return false;
    m_session.open(opened.scenario);
    m_document.opened(path);
    m_preferences.addRecent(path);
    m_message->hide();
    return true;
}

void MainWindow::recover()
{
    if (const auto scenario = m_document.recovered(m_presets)) {
        m_session.replace(*scenario, tr("Recovered work"), true);
        m_message->tell(tr("Unsaved work of a session that ended unexpectedly was recovered. Save it to keep it."));
    }
}

void MainWindow::explain(const QString& derivation)
{
    if (derivation.isEmpty())
        return;
    ExplainPanel& panel = explainPanel();
    panel.setVisible(true);
    m_preferences.explain = true;
    panel.show(*m_session.snapshot());
    panel.open(derivation);
}

PlotFigure* MainWindow::currentFigure() const
{
    return inLecture() ? m_lecture->figure() : m_figurePages[static_cast<std::size_t>(m_pages->currentIndex())]->currentFigure();
}

bool MainWindow::servingShown() const
{
    return inLecture() ? isOfServing(m_lecture->kind()) : kSubjects[static_cast<std::size_t>(m_pages->currentIndex())] == PanelSubject::serving;
}

void MainWindow::setPage(int index)
{
    m_pages->setCurrentIndex(index);
    m_top->setPage(index);
    const PanelSubject subject = kSubjects[static_cast<std::size_t>(index)];
    m_controls->setSubject(subject);
    m_controls->show(m_session.scenario(), m_session.base());
    m_headline->setSubject(servingShown() ? HeadlineSubject::serving : HeadlineSubject::training);
}

bool MainWindow::inLecture() const
{
    return m_lecture && m_layouts->currentWidget() == m_lecture;
}

void MainWindow::setLecture(bool on)
{
    if (on == inLecture())
        return;
    if (on) {
        lecture().setTheme(themeFor(m_preferences.appearance, m_preferences.lectureFactor));
        m_lecture->setFigure(m_figurePages[static_cast<std::size_t>(m_pages->currentIndex())]->currentKind());
        m_layouts->setCurrentWidget(m_lecture);
        m_lecture->setFocus();
        setWindowState(windowState() | Qt::WindowFullScreen);
    } else {
        m_layouts->setCurrentWidget(m_normal);
        setWindowState(windowState() & ~Qt::WindowFullScreen);
        m_controls->show(m_session.scenario(), m_session.base());
    }
    refresh();
}

void MainWindow::setLectureFactor(double factor)
{
    m_preferences.lectureFactor = std::clamp(factor, 1.0, 2.5);
    lecture().setTheme(themeFor(m_preferences.appearance, m_preferences.lectureFactor));
    refresh();
}

void MainWindow::setAppearance(Appearance appearance)
{
    m_preferences.appearance = appearance;
    applyTheme();
    refresh();
}

void MainWindow::setLanguage(const QString& language)
{
    m_preferences.language = language;
    m_language.set(language);  // widgets hear of it through LanguageChange
}

void MainWindow::applyTheme()
{
    m_theme = themeFor(m_preferences.appearance);
    QApplication::setPalette(m_theme.palette());
    QApplication::setFont(m_theme.font(10));
    m_top->setTheme(m_theme);
    m_message->setTheme(m_theme);
    m_controls->setTheme(m_theme);
    for (FigurePage* page : m_figurePages)
        page->setTheme(m_theme);
    m_headline->setTheme(m_theme);
    if (m_explain)
        m_explain->setTheme(m_theme);
    if (m_lecture)
        m_lecture->setTheme(themeFor(m_preferences.appearance, m_preferences.lectureFactor));
}

void MainWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        refresh();
    }
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!mayDiscard()) {
        event->ignore();
        return;
    }
    m_document.giveUpRecovery();
    if (!inLecture())
        m_preferences.geometry = saveGeometry();
    m_preferences.store();
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls() && event->mimeData()->urls().constFirst().isLocalFile())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    const QList<QUrl> urls = event->mimeData()->urls();
    if (urls.isEmpty())
        return;
    event->acceptProposedAction();
    openFile(urls.constFirst().toLocalFile());
}

void MainWindow::wheelEvent(QWheelEvent* event)
{
    if (!inLecture() || !(event->modifiers() & Qt::ControlModifier)) {
        QMainWindow::wheelEvent(event);
        return;
    }
    setLectureFactor(m_preferences.lectureFactor + (event->angleDelta().y() > 0 ? 0.125 : -0.125));
    event->accept();
}

}  // namespace scalescope
