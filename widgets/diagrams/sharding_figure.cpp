// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diagrams/sharding_figure.h"

#include <QMouseEvent>

namespace scalescope {

void ShardingFigure::setView(const ShardingView& view)
{
    if (view == m_view)
        return;
    m_view = view;
    invalidate();
}

void ShardingFigure::mouseMoveEvent(QMouseEvent* event)
{
    PlotFigure::mouseMoveEvent(event);
    const HitShape* hit = scene().hitAt(event->position(), 1.0);
    point(hit ? deviceOf(hit->id) : std::nullopt);
}

void ShardingFigure::leaveEvent(QEvent* event)
{
    PlotFigure::leaveEvent(event);
    point(std::nullopt);
}

void ShardingFigure::point(std::optional<std::int64_t> device)
{
    if (device == m_pointed)
        return;
    m_pointed = device;
    emit deviceHovered(device);
}

}  // namespace scalescope
