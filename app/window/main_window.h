// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/appearance.h"
#include "app/window/dialogs.h"
#include "app/window/document.h"
#include "app/window/preferences.h"
#include "app/window/session.h"

#include <QMainWindow>

#include <vector>

class QAction;
class QMenu;
class QSplitter;
class QStackedWidget;

namespace scalescope {

class ControlPanel;
class ExplainPanel;
class FigurePage;
class HeadlineStrip;
class LectureView;
class MessageBar;
class ModelPage;
class PlotFigure;
class ShardingPage;
class TopBar;

/// Joins the session to the views. It holds no logic of the subject and no state of the problem.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    MainWindow(const Scenario& scenario, PresetLibrary presets, Dialogs dialogs = Dialogs::real());
    ~MainWindow() override;

    Session& session() { return m_session; }

    /// Opens a scenario, an exported image or a Hugging Face config; says in the window what is wrong.
    bool openFile(const QString& path);

    /// Offers what a crash left behind.
    void recover();

    void setAppearance(Appearance appearance);
    void setLanguage(const QString& language);
    void setLecture(bool on);
    void setPage(int index);
    bool inLecture() const;

    /// The figure that copy and export act on.
    PlotFigure* currentFigure() const;
    bool servingShown() const;  // not a training step

protected:
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    void buildViews();
    void buildActions();
    void buildPreferences();
    void connectViews();
    QAction* action(const char* name, const QKeySequence& keys, void (MainWindow::*slot)());
    void retranslate();
    void applyTheme();
    ExplainPanel& explainPanel();
    LectureView& lecture();

    void refresh();
    void refreshDocument();
    void applyEdit(const Edit& edit, int gesture);
    void chooseModel(const QString& id);
    void chooseHardware(const QString& id);
    void openPreset(const QString& id);
    void showPresets();
    void saveHardware();

    void open();
    bool save();
    bool saveAs();
    void saveCurrent();
    void saveCurrentAs();
    bool saveTo(const QString& path);
    bool mayDiscard();
    void exportCurrent();
    void exportFigure(PlotFigure* figure);
    void copyImage();
    void copyTable();
    void showCurrentTable();
    void showTable(PlotFigure* figure);
    void copyFormula(const QString& derivation);
    void explain(const QString& derivation);
    void figureMenu(PlotFigure* figure, const QPoint& at);
    void setLectureFactor(double factor);
    void undo();
    void redo();
    void findParameter();
    void toggleLecture();
    void toggleExplain();
    void resetAll();
    void about();
    void quit();
    void fillRecent();

    Preferences m_preferences;
    Language m_language;
    PresetLibrary m_presets;
    Dialogs m_dialogs;
    Session m_session;
    Document m_document;
    Theme m_theme;

    QWidget* m_normal = nullptr;
    QStackedWidget* m_layouts = nullptr;  // the normal one and the lecture's
    TopBar* m_top = nullptr;
    MessageBar* m_message = nullptr;
    ControlPanel* m_controls = nullptr;
    QStackedWidget* m_pages = nullptr;
    std::vector<FigurePage*> m_figurePages;
    ShardingPage* m_sharding = nullptr;  // one of them
    ModelPage* m_model = nullptr;        // likewise
    HeadlineStrip* m_headline = nullptr;
    ExplainPanel* m_explain = nullptr;
    QSplitter* m_splitter = nullptr;
    LectureView* m_lecture = nullptr;

    QMenu* m_menu = nullptr;
    QMenu* m_presetMenu = nullptr;
    QMenu* m_recentMenu = nullptr;
    QMenu* m_appearanceMenu = nullptr;
    QMenu* m_languageMenu = nullptr;
    std::vector<QAction*> m_actions;
};

}  // namespace scalescope
