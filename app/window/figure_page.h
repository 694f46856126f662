// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/snapshot.h"
#include "widgets/figures.h"
#include "widgets/theme.h"

#include <QWidget>

#include <memory>
#include <span>
#include <vector>

class QGridLayout;

namespace scalescope {

class Card;
class FigureTableView;

/// Where a figure stands on a page; stretches are relative.
struct FigurePlace {
    FigureKind kind;
    int row = 0;
    int column = 0;
    int rows = 1;  // that it spans
    int columns = 1;
    int sheet = 0;  // of the page's sheets, of which one is shown
};

/// A page of cards with figures. One of them can fill the page and go back. `places` outlives the page.
class FigurePage : public QWidget {
    Q_OBJECT

public:
    FigurePage(std::span<const FigurePlace> places, std::span<const int> columnStretches, QWidget* parent = nullptr);

    void show(std::shared_ptr<const Snapshot> now, std::shared_ptr<const Snapshot> before);
    using QWidget::show;
    virtual void setTheme(const Theme& theme);

    /// The figure that commands act on: the one that fills the page, has the focus, or stands first.
    PlotFigure* currentFigure() { return figure(currentKind()); }
    FigureKind currentKind();
    PlotFigure* figure(FigureKind kind);

    int sheet() const { return m_sheet; }
    void setSheet(int sheet);

signals:
    void activated(const QString& derivation);
    void edited(const scalescope::Edit& edit, int gesture);
    void tableRequested(scalescope::PlotFigure* figure);
    void exportRequested(scalescope::PlotFigure* figure);
    void contextRequested(scalescope::PlotFigure* figure, const QPoint& globalPosition);

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

    /// The figures of the first sheet that is shown have just been made.
    virtual void built() {}
    /// Shows the last snapshot; only while the page is visible.
    virtual void refresh();
    const std::shared_ptr<const Snapshot>& now() const { return m_now; }

private:
    struct Cell {
        FigureKind kind;
        Card* card;
        PlotFigure* figure;
        int sheet;
    };

    void build(int sheet);
    bool isBuilt(int sheet) const;
    void addCell(const FigurePlace& place, QGridLayout& grid);
    void arrange();
    void toggleMaximised(Card* card);

    std::span<const FigurePlace> m_places;
    std::vector<Cell> m_cells;  // of a sheet, made when it is first shown
    int m_sheet = 0;
    Theme m_theme;
    Card* m_maximised = nullptr;
    std::shared_ptr<const Snapshot> m_now;
    std::shared_ptr<const Snapshot> m_before;
};

}  // namespace scalescope
