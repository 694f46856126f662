// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/figure_page.h"

#include "widgets/card.h"

#include <QEvent>
#include <QGridLayout>

#include <algorithm>

namespace scalescope {

namespace {

constexpr int kGap = 12;
constexpr int kLeastHeight = 130;  // of a figure: three above each other leave room for the strip at 1280 x 800

}  // namespace

FigurePage::FigurePage(std::span<const FigurePlace> places, std::span<const int> columnStretches, QWidget* parent)
    : QWidget(parent), m_places(places)
{
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(kGap, kGap, kGap, kGap);
    grid->setSpacing(kGap);
    for (std::size_t i = 0; i < columnStretches.size(); ++i)
        grid->setColumnStretch(static_cast<int>(i), columnStretches[i]);
}

bool FigurePage::isBuilt(int sheet) const
{
    return std::any_of(m_cells.begin(), m_cells.end(), [sheet](const Cell& cell) { return cell.sheet == sheet; });
}

void FigurePage::build(int sheet)
{
    if (isBuilt(sheet))
        return;
    const bool first = m_cells.empty();
    auto* grid = static_cast<QGridLayout*>(layout());
    for (const FigurePlace& place : m_places) {
        if (place.sheet != sheet)
            continue;
        addCell(place, *grid);
        for (int row = place.row; row < place.row + place.rows; ++row)
            grid->setRowStretch(row, 1);
    }
    if (first)
        built();
    setTheme(m_theme);
    arrange();
    refresh();
}

void FigurePage::setSheet(int sheet)
{
    if (sheet == m_sheet)
        return;
    m_sheet = sheet;
    m_maximised = nullptr;
    if (isVisible())
        build(sheet);
    arrange();
    refresh();
}

/// Shows what stands on the sheet, or the one figure that fills it.
void FigurePage::arrange()
{
    for (const Cell& cell : m_cells) {
        cell.card->setVisible(cell.sheet == m_sheet && (!m_maximised || cell.card == m_maximised));
        cell.card->setMaximised(cell.card == m_maximised);
    }
}

void FigurePage::addCell(const FigurePlace& place, QGridLayout& grid)
{
    auto* card = new Card(this);
    PlotFigure* figure = makeFigure(place.kind).release();
    figure->setMinimumHeight(kLeastHeight);
    card->setContent(figure);
    grid.addWidget(card, place.row, place.column, place.rows, place.columns);
    m_cells.push_back({place.kind, card, figure, place.sheet});

    connect(card, &Card::maximiseToggled, this, [this, card] { toggleMaximised(card); });
    connect(card, &Card::tableRequested, this, [this, figure] { emit tableRequested(figure); });
    connect(card, &Card::exportRequested, this, [this, figure] { emit exportRequested(figure); });
    connect(figure, &PlotFigure::activated, this, &FigurePage::activated);
    connect(figure, &PlotFigure::edited, this, &FigurePage::edited);
    connect(figure, &PlotFigure::contextRequested, this,
            [this, figure](const QPoint& at) { emit contextRequested(figure, at); });
}

void FigurePage::show(std::shared_ptr<const Snapshot> now, std::shared_ptr<const Snapshot> before)
{
    m_now = std::move(now);
    m_before = std::move(before);
    if (isVisible())
        refresh();
}

void FigurePage::setTheme(const Theme& theme)
{
    m_theme = theme;
    for (const Cell& cell : m_cells) {
        cell.card->setTheme(theme);
        cell.figure->setTheme(theme);
    }
}

FigureKind FigurePage::currentKind()
{
    build(m_sheet);
    const auto stands = [this](const Cell& cell) { return cell.sheet == m_sheet; };
    for (const Cell& cell : m_cells)
        if (stands(cell) && (cell.card == m_maximised || cell.card->isAncestorOf(focusWidget())))
            return cell.kind;
    return std::find_if(m_cells.begin(), m_cells.end(), stands)->kind;
}

PlotFigure* FigurePage::figure(FigureKind kind)
{
    // One that stands on several sheets is that of the sheet that is shown, or else the first.
    const auto find = [kind](const auto& list, auto&& isWanted) {
        return std::find_if(list.begin(), list.end(), [&](const auto& entry) { return entry.kind == kind && isWanted(entry); });
    };
    auto place = find(m_places, [this](const FigurePlace& p) { return p.sheet == m_sheet; });
    if (place == m_places.end())
        place = find(m_places, [](const FigurePlace&) { return true; });
    if (place == m_places.end())
        return nullptr;
    build(place->sheet);
    PlotFigure* figure = find(m_cells, [&](const Cell& cell) { return cell.sheet == place->sheet; })->figure;
    if (place->sheet != m_sheet && m_now)  // not shown, but asked for
        figure->show(*m_now, m_before.get());
    return figure;
}

void FigurePage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    build(m_sheet);
    refresh();
}

void FigurePage::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange && isVisible())
        refresh();
}

void FigurePage::toggleMaximised(Card* card)
{
    m_maximised = m_maximised == card ? nullptr : card;
    arrange();
    refresh();
}

void FigurePage::refresh()
{
    if (!m_now)
        return;
    for (const Cell& cell : m_cells) {
        if (cell.sheet != m_sheet || (m_maximised && cell.card != m_maximised))
            continue;
        cell.figure->show(*m_now, m_before.get());
        cell.card->setTitle(cell.figure->title());
        cell.card->setCaption(cell.figure->caption());
    }
}

}  // namespace scalescope
