// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/figure_page.h"
#include "widgets/diagrams/sharding_figure.h"

namespace scalescope {

class NotationBar;
class PlaybackBar;
class PlaybackDiagram;

/// The page of arrays on devices: the notation above, the figures, and below the playback. It keeps what the figures
/// share: the chosen strategy, the device under the pointer, and where the playback stands.
class ShardingPage : public FigurePage {
    Q_OBJECT

public:
    explicit ShardingPage(QWidget* parent = nullptr);

    void setTheme(const Theme& theme) override;

signals:
    void studyEdited(const scalescope::ShardingStudy& study, int gesture);
    void bestOrderRequested();

protected:
    void built() override;
    void refresh() override;

private:
    template <class Change>
    void changeView(Change change);

    NotationBar* m_notation = nullptr;
    PlaybackBar* m_playback = nullptr;
    PlaybackDiagram* m_played = nullptr;
    std::vector<ShardingFigure*> m_figures;
    ShardingView m_view;
};

}  // namespace scalescope
