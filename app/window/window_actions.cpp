// SPDX-License-Identifier: GPL-3.0-or-later
// What the menu, the keyboard and the context menus of MainWindow do.
#include "app/window/main_window.h"

#include "app/window/figure_commands.h"
#include "app/window/message_bar.h"
#include "app/window/top_bar.h"
#include "core/explain/render.h"
#include "widgets/controls/control_panel.h"
#include "widgets/core_text.h"
#include "widgets/explain_panel.h"
#include "widgets/plots/plot_figure.h"

#include <QAction>
#include <QActionGroup>
#include <QClipboard>
#include <QCoreApplication>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLineEdit>
#include <QMenu>

namespace scalescope {

namespace {

constexpr const char* kContext = "MainWindow";

QString scenarioFilter()
{
    return QCoreApplication::translate(kContext, "Scenarios, configs and exported pictures (*.json *.png *.svg *.pdf)");
}

}  // namespace

QAction* MainWindow::action(const char* name, const QKeySequence& keys, void (MainWindow::*slot)())
{
    auto* made = new QAction(this);
    made->setData(QByteArray(name));
    made->setObjectName(QString::fromLatin1(name));
    made->setShortcut(keys);
    connect(made, &QAction::triggered, this, slot);
    addAction(made);
    m_actions.push_back(made);
    return made;
}

void MainWindow::buildActions()
{
    m_menu = new QMenu(this);
    m_menu->addAction(action(QT_TRANSLATE_NOOP("MainWindow", "Open..."), QKeySequence::Open, &MainWindow::open));
    m_recentMenu = m_menu->addMenu(QString());
    connect(m_recentMenu, &QMenu::aboutToShow, this, &MainWindow::fillRecent);
    m_presetMenu = m_menu->addMenu(QString());
    for (const Preset& preset : m_presets.presets) {
        if (preset.kind != PresetKind::scenarios)
            continue;
        const QString id = fromCore(preset.id);
        m_presetMenu->addAction(fromCore(preset.title), this, [this, id] { openPreset(id); });
    }
    m_menu->addAction(action(QT_TRANSLATE_NOOP("MainWindow", "Save"), QKeySequence::Save, &MainWindow::saveCurrent));
    m_menu->addAction(action(QT_TRANSLATE_NOOP("MainWindow", "Save as..."), QKeySequence::SaveAs, &MainWindow::saveCurrentAs));
    m_menu->addAction(action(QT_TRANSLATE_NOOP("MainWindow", "Save as my hardware..."), {}, &MainWindow::saveHardware));
    m_menu->addSeparator();
    QAction* undoAction = action(QT_TRANSLATE_NOOP("MainWindow", "Undo"), QKeySequence::Undo, &MainWindow::undo);
    QAction* redoAction = action(QT_TRANSLATE_NOOP("MainWindow", "Redo"), QKeySequence(QStringLiteral("Ctrl+Shift+Z")), &MainWindow::redo);
    undoAction->setEnabled(false);
    redoAction->setEnabled(false);
    connect(m_session.undoStack(), &QUndoStack::canUndoChanged, undoAction, &QAction::setEnabled);
    connect(m_session.undoStack(), &QUndoStack::canRedoChanged, redoAction, &QAction::setEnabled);
    m_menu->addAction(undoAction);
    m_menu->addAction(redoAction);
    m_menu->addAction(action(QT_TRANSLATE_NOOP("MainWindow", "Reset everything that was changed"), {}, &MainWindow::resetAll));
    m_menu->addAction(action(QT_TRANSLATE_NOOP("MainWindow", "Find a parameter"), QKeySequence::Find, &MainWindow::findParameter));
    m_menu->addSeparator();
    m_menu->addAction(action(QT_TRANSLATE_NOOP("MainWindow", "Copy picture"), QKeySequence(QStringLiteral("Ctrl+Shift+C")), &MainWindow::copyImage));
    m_menu->addAction(action(QT_TRANSLATE_NOOP("MainWindow", "Copy numbers as CSV"), QKeySequence(QStringLiteral("Ctrl+Alt+C")), &MainWindow::copyTable));
    m_menu->addAction(action(QT_TRANSLATE_NOOP("MainWindow", "Show numbers"), QKeySequence(QStringLiteral("Ctrl+T")), &MainWindow::showCurrentTable));
    QAction* exportAction = action(QT_TRANSLATE_NOOP("MainWindow", "Export"), QKeySequence(QStringLiteral("Ctrl+E")), &MainWindow::exportCurrent);
    m_menu->addAction(exportAction);
    m_menu->addSeparator();
    QAction* explainAction = action(QT_TRANSLATE_NOOP("MainWindow", "Explain"), QKeySequence(QStringLiteral("F1")), &MainWindow::toggleExplain);
    m_menu->addAction(explainAction);
    QAction* lectureAction = action(QT_TRANSLATE_NOOP("MainWindow", "Lecture"), QKeySequence(Qt::Key_F11), &MainWindow::toggleLecture);
    m_menu->addAction(lectureAction);
    m_appearanceMenu = m_menu->addMenu(QString());
    m_languageMenu = m_menu->addMenu(QString());
    buildPreferences();
    m_menu->addSeparator();
    m_menu->addAction(action(QT_TRANSLATE_NOOP("MainWindow", "About Scalescope"), {}, &MainWindow::about));
    m_menu->addAction(action(QT_TRANSLATE_NOOP("MainWindow", "Quit"), QKeySequence::Quit, &MainWindow::quit));

    m_top->addAction(explainAction);
    m_top->addAction(exportAction);
    m_top->addAction(lectureAction);
    m_top->setMenu(m_menu);
    for (int i = 0; i < m_pages->count(); ++i) {
        auto* page = new QAction(this);
        page->setShortcut(QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + i)));
        connect(page, &QAction::triggered, this, [this, i] { setPage(i); });
        QWidget::addAction(page);
    }
}

void MainWindow::buildPreferences()
{
    const auto choices = [this](QMenu* menu, const QList<std::pair<const char*, std::function<void()>>>& entries, int current) {
        auto* group = new QActionGroup(menu);
        for (int i = 0; i < entries.size(); ++i) {
            QAction* choice = menu->addAction(QString());
            choice->setData(QByteArray(entries[i].first));
            choice->setCheckable(true);
            choice->setChecked(i == current);
            group->addAction(choice);
            connect(choice, &QAction::triggered, this, entries[i].second);
            m_actions.push_back(choice);
        }
    };
    choices(m_appearanceMenu,
            {{QT_TRANSLATE_NOOP("MainWindow", "As the system"), [this] { setAppearance(Appearance::system); }},
             {QT_TRANSLATE_NOOP("MainWindow", "Light"), [this] { setAppearance(Appearance::light); }},
             {QT_TRANSLATE_NOOP("MainWindow", "Dark"), [this] { setAppearance(Appearance::dark); }}},
            static_cast<int>(m_preferences.appearance));
    choices(m_languageMenu,
            {{"English", [this] { setLanguage(QStringLiteral("en")); }},
             {"\u4e2d\u6587", [this] { setLanguage(QStringLiteral("zh_CN")); }}},
            m_language.current() == QStringLiteral("zh_CN") ? 1 : 0);
}

void MainWindow::retranslate()
{
    for (QAction* a : m_actions)
        a->setText(QCoreApplication::translate(kContext, a->data().toByteArray().constData()));
    m_recentMenu->setTitle(tr("Open recent"));
    m_presetMenu->setTitle(tr("Open preset"));
    m_appearanceMenu->setTitle(tr("Appearance"));
    m_languageMenu->setTitle(tr("Language"));
    m_top->setPageName(0, tr("Roofline"));
    m_top->setPageName(1, tr("Training"));
    m_top->setPageName(2, tr("Sharding"));
    m_top->setPageName(3, tr("Model"));
    m_top->setPageName(4, tr("Serving"));
    refreshDocument();
}

void MainWindow::fillRecent()
{
    m_recentMenu->clear();
    for (const QString& path : m_preferences.recent)
        m_recentMenu->addAction(path, this, [this, path] { openFile(path); });
    if (m_preferences.recent.isEmpty())
        m_recentMenu->addAction(tr("No files yet"))->setEnabled(false);
}

void MainWindow::open()
{
    const QString path = m_dialogs.openFile(this, tr("Open"), scenarioFilter());
    if (!path.isEmpty())
        openFile(path);
}

bool MainWindow::save()
{
    return m_document.path().isEmpty() ? saveAs() : saveTo(m_document.path());
}

bool MainWindow::saveAs()
{
    const QString path = m_dialogs.saveFile(this, tr("Save as"), m_document.path(), tr("Scenarios (*.json)"));
    return !path.isEmpty() && saveTo(path);
}

bool MainWindow::saveTo(const QString& path)
{
    const QString problem = m_document.save(path);
    if (!problem.isEmpty()) {
        m_message->tell(tr("%1 could not be saved: %2").arg(QFileInfo(path).fileName(), problem));
        return false;
    }
    m_preferences.addRecent(path);
    return true;
}

void MainWindow::saveCurrent()
{
    save();
}

void MainWindow::saveCurrentAs()
{
    saveAs();
}

bool MainWindow::mayDiscard()
{
    if (!m_document.isModified())
        return true;
    const QString path = m_document.path();
    switch (m_dialogs.askToSave(this, path.isEmpty() ? tr("Untitled") : QFileInfo(path).fileName())) {
    case SaveAnswer::save: return save();
    case SaveAnswer::discard: return true;
    case SaveAnswer::cancel: break;
    }
    return false;
}

void MainWindow::exportCurrent()
{
    exportFigure(currentFigure());
}

void MainWindow::exportFigure(PlotFigure* figure)
{
    const QString path = m_dialogs.saveFile(this, tr("Export picture"), figure->title() + QStringLiteral(".png"),
                                            QStringLiteral("PNG (*.png);;SVG (*.svg);;PDF (*.pdf)"));
    if (path.isEmpty())
        return;
    QString warning;
    const QString problem = saveFigure(*figure, path, exportOptionsFor(m_session.scenario(), servingShown()), &warning);
    if (!problem.isEmpty())
        m_message->tell(tr("The picture could not be exported: %1").arg(problem));
    else
        m_message->tell(warning.isEmpty() ? tr("Exported %1.").arg(path) : warning);
}

void MainWindow::copyImage()
{
    copyFigure(*currentFigure(), m_session.scenario(), servingShown());
}

void MainWindow::copyTable()
{
    copyFigureTable(*currentFigure());
}

void MainWindow::showCurrentTable()
{
    showTable(currentFigure());
}

void MainWindow::showTable(PlotFigure* figure)
{
    showFigureTable(this, m_theme, *figure);
}

void MainWindow::figureMenu(PlotFigure* figure, const QPoint& at)
{
    QMenu menu(this);
    menu.addAction(tr("Copy picture"), this, [this, figure] { copyFigure(*figure, m_session.scenario(), servingShown()); });
    menu.addAction(tr("Copy numbers as CSV"), this, [figure] { copyFigureTable(*figure); });
    if (const auto hit = figure->hitTest(figure->mapFromGlobal(at)); hit && !hit->derivation.isEmpty()) {
        const QString id = hit->derivation;
        menu.addAction(tr("Explain this number"), this, [this, id] { explain(id); });
        menu.addAction(tr("Copy formula"), this, [this, id] { copyFormula(id); });
    }
    menu.addSeparator();
    menu.addAction(tr("Show numbers"), this, [this, figure] { showTable(figure); });
    menu.addAction(tr("Export..."), this, [this, figure] { exportFigure(figure); });
    menu.exec(at);
}

void MainWindow::copyFormula(const QString& id)
{
    const auto now = m_session.snapshot();
    const auto derivation = derive(now->scenario, now->estimate, id.toStdString());
    if (derivation)
        QGuiApplication::clipboard()->setText(fromCore(toText(*derivation, toReader)));
}

void MainWindow::undo()
{
    m_session.undoStack()->undo();
}

void MainWindow::redo()
{
    m_session.undoStack()->redo();
}

void MainWindow::resetAll()
{
    m_session.replace(Scenario(m_session.base()), tr("Reset"));
}

void MainWindow::findParameter()
{
    if (auto* filter = m_controls->findChild<QLineEdit*>(QStringLiteral("filter")))
        filter->setFocus(Qt::ShortcutFocusReason);
}

void MainWindow::toggleLecture()
{
    setLecture(!inLecture());
}

void MainWindow::toggleExplain()
{
    m_preferences.explain = !explainPanel().isVisible();
    explainPanel().setVisible(m_preferences.explain);
    refresh();
}

void MainWindow::about()
{
    m_message->tell(tr("Scalescope %1: how a transformer scales on real accelerators. Licence: GPL-3.0-or-later.")
                        .arg(QStringLiteral(SCALESCOPE_VERSION)));
}

void MainWindow::quit()
{
    close();
}

}  // namespace scalescope
