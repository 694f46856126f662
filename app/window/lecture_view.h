// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/snapshot.h"
#include "core/scenario/parameter.h"
#include "widgets/figures.h"
#include "widgets/theme.h"

#include <QWidget>

#include <array>
#include <functional>

class QLabel;
class QStackedWidget;

namespace scalescope {

class ChoiceBox;
class HeadlineNumber;
class ParameterControl;

/// One plot for the back row: a question as the title, the setting beneath, the two numbers that answer it, one slider.
class LectureView : public QWidget {
    Q_OBJECT

public:
    explicit LectureView(QWidget* parent = nullptr);

    void show(const Snapshot& now, const Snapshot* before);
    using QWidget::show;
    void setTheme(const Theme& theme);
    void setLegalValues(std::function<std::vector<double>(const std::string&)> legal) { m_legal = std::move(legal); }

    PlotFigure* figure() const;
    FigureKind kind() const;
    void setFigure(FigureKind next);
    void setParameter(const QString& id);  // of the slider

signals:
    void edited(const scalescope::Edit& edit, int gesture);
    void left();
    void factorChosen(double factor);

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void step(int by);
    void refresh();
    void showSlider(const Scenario& scenario);
    void fillParameters(const Scenario& scenario);

    Theme m_theme;
    std::optional<Snapshot> m_now;
    std::array<PlotFigure*, kFigureKindNames.size()> m_figures{};
    QLabel* m_question = nullptr;
    QLabel* m_setting = nullptr;
    QStackedWidget* m_plots = nullptr;
    std::array<HeadlineNumber*, 2> m_numbers{};
    ChoiceBox* m_parameters = nullptr;
    ParameterControl* m_control = nullptr;
    QLabel* m_help = nullptr;
    std::string m_parameter = "workload.batch";
    std::vector<std::string> m_ids;
    std::function<std::vector<double>(const std::string&)> m_legal;
};

}  // namespace scalescope
