// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/sharding_page.h"

#include "widgets/controls/notation_bar.h"
#include "widgets/diagrams/playback_diagram.h"
#include "widgets/playback_bar.h"

#include <QGridLayout>

#include <array>

namespace scalescope {

namespace {

constexpr std::array kPlaces = std::to_array<FigurePlace>({{FigureKind::mesh, 1, 0},
                                                           {FigureKind::arrays, 1, 1},
                                                           {FigureKind::strategies, 1, 2},
                                                           {FigureKind::playback, 2, 0},
                                                           {FigureKind::collectiveSize, 2, 1},
                                                           {FigureKind::collectiveAxis, 2, 2}});
constexpr std::array kColumns = {4, 4, 5};
constexpr int kPlaybackRow = 3;

}  // namespace

ShardingPage::ShardingPage(QWidget* parent) : FigurePage(kPlaces, kColumns, parent)
{
    setObjectName(QStringLiteral("shardingPage"));
}

void ShardingPage::built()
{
    m_notation = new NotationBar(this);
    m_playback = new PlaybackBar(this);
    auto* grid = static_cast<QGridLayout*>(layout());
    grid->addWidget(m_notation, 0, 0, 1, static_cast<int>(kColumns.size()));
    grid->addWidget(m_playback, kPlaybackRow, 0, 1, static_cast<int>(kColumns.size()));
    connect(m_notation, &NotationBar::edited, this, &ShardingPage::studyEdited);
    connect(m_notation, &NotationBar::bestOrderRequested, this, &ShardingPage::bestOrderRequested);
    connect(m_playback, &PlaybackBar::played, this,
            [this](std::optional<Seconds> at) { changeView([at](ShardingView& view) { view.played = at; }); });

    for (const FigurePlace& place : kPlaces) {
        auto* shared = qobject_cast<ShardingFigure*>(figure(place.kind));
        if (!shared)
            continue;
        m_figures.push_back(shared);
        connect(shared, &ShardingFigure::deviceHovered, this, [this](std::optional<std::int64_t> device) {
            changeView([device](ShardingView& view) { view.device = device; });
        });
        connect(shared, &ShardingFigure::strategyChosen, this,
                [this](int strategy) { changeView([strategy](ShardingView& view) { view.strategy = strategy; }); });
    }
    m_played = static_cast<PlaybackDiagram*>(figure(FigureKind::playback));
}

void ShardingPage::setTheme(const Theme& theme)
{
    FigurePage::setTheme(theme);
    if (!m_notation)
        return;
    m_notation->setTheme(theme);
    m_playback->setTheme(theme);
}

void ShardingPage::refresh()
{
    FigurePage::refresh();
    if (!m_notation || !now())
        return;
    const ShardingAnswer& answer = now()->sharding();
    m_notation->show(now()->scenario.sharding, answer);
    m_playback->setPlayback(m_played->playback());
    // Another plan may have fewer strategies than the one where the choice was made.
    const int last = std::max(0, static_cast<int>(answer.plan.strategies.size()) - 1);
    if (m_view.strategy > last)
        changeView([](ShardingView& view) { view.strategy = 0; });
}

template <class Change>
void ShardingPage::changeView(Change change)
{
    change(m_view);
    for (ShardingFigure* figure : m_figures)
        figure->setView(m_view);
}

}  // namespace scalescope
