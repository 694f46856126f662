// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diagrams/time_diagram.h"

#include "core/scenario/snapshot.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace scalescope {

namespace {

constexpr double kShortest = 1e-6;  // of the axis
constexpr double kKeyZoom = 1.5;
constexpr double kKeyPan = 0.1;
constexpr double kNotchZoom = 1.25;

}  // namespace

TimeDiagram::TimeDiagram(QWidget* parent) : PlotFigure(parent) {}

void TimeDiagram::take(const Snapshot& now)
{
    m_shown = shownOf(now);
    const double needed = timeline().makespan.value;
    // During a drag the axis stays, or grows by steps.
    if (!dragging() || m_range <= 0)
        m_range = needed;
    else if (needed > m_range)
        m_range = roundedUp(needed);
}

void TimeDiagram::takeBefore(const Snapshot* before)
{
    if (!before) {
        m_before = {};
        return;
    }
    if (!m_before.timeline || before->m_timeline != m_before.timeline)
        m_before = shownOf(*before);
}

TimeDiagram::Shown TimeDiagram::shownOf(const Snapshot& snapshot)
{
    const Estimate& e = snapshot.estimate;
    snapshot.timeline();
    return {snapshot.m_timeline, e.stages, e.step(), e.fullestStage, e.slowestStage, snapshot.scenario.plan, e.diagnostics};
}

TimeDiagram::View TimeDiagram::view() const
{
    View view = m_view;
    const int all = isEmpty() ? 1 : timeline().stages;
    view.stages = view.stages <= 0 ? all : std::min(view.stages, all);
    view.firstStage = std::clamp(view.firstStage, 0, all - view.stages);
    return view;
}

bool TimeDiagram::isZoomed() const { return m_view != View(); }

void TimeDiagram::setView(View view)
{
    double length = std::clamp(view.to - view.from, kShortest, 1.0);
    if (length > 1 - 1e-9)  // rounding must not leave a view of nearly all
        length = 1;
    view.from = std::clamp(view.from, 0.0, 1.0 - length);
    view.to = view.from + length;
    if (!isEmpty() && view.stages >= timeline().stages)
        view.firstStage = view.stages = 0;
    view.firstStage = std::max(0, view.firstStage);
    if (view == m_view)
        return;
    m_view = view;
    invalidate();
}

void TimeDiagram::zoom(double factor, double anchor)
{
    View view = m_view;
    const double length = view.to - view.from;
    const double wanted = std::clamp(length / factor, kShortest, 1.0);
    view.from += (length - wanted) * anchor;
    view.to = view.from + wanted;
    setView(view);
}

void TimeDiagram::pan(double share)
{
    View view = m_view;
    const double length = view.to - view.from;
    view.from = std::clamp(view.from + share * length, 0.0, 1.0 - length);
    view.to = view.from + length;
    setView(view);
}

void TimeDiagram::showStages(int first, int count)
{
    if (isEmpty())
        return;
    View wanted = m_view;
    wanted.stages = std::clamp(count, 1, timeline().stages);
    wanted.firstStage = std::clamp(first, 0, timeline().stages - wanted.stages);
    setView(wanted);
}

void TimeDiagram::showAll() { setView({}); }

void TimeDiagram::mousePressEvent(QMouseEvent* event)
{
    PlotFigure::mousePressEvent(event);
    if (event->button() != Qt::LeftButton)
        return;
    setFocus(Qt::MouseFocusReason);
    m_grip = event->position();
    m_gripped = view();
    m_moved = false;
}

void TimeDiagram::mouseMoveEvent(QMouseEvent* event)
{
    if (!(event->buttons() & Qt::LeftButton) || !m_grip)
        return PlotFigure::mouseMoveEvent(event);
    const QPointF way = event->position() - *m_grip;
    if (!m_moved && way.manhattanLength() < QApplication::startDragDistance())
        return;
    m_moved = true;
    QToolTip::hideText();
    const QRectF area = plotArea();
    if (area.isEmpty())
        return;
    setCursor(Qt::ClosedHandCursor);
    View view = m_gripped;
    const double length = view.to - view.from;
    view.from = std::clamp(view.from - way.x() / area.width() * length, 0.0, 1.0 - length);
    view.to = view.from + length;
    view.firstStage -= static_cast<int>(std::lround(way.y() / area.height() * view.stages));
    setView(view);
}

void TimeDiagram::mouseReleaseEvent(QMouseEvent* event)
{
    m_grip.reset();
    if (std::exchange(m_moved, false)) {
        setCursor(Qt::ArrowCursor);
        return;
    }
    if (event->button() != Qt::LeftButton || !clicked(event->position()))
        PlotFigure::mouseReleaseEvent(event);
}

void TimeDiagram::wheelEvent(QWheelEvent* event)
{
    if (event->modifiers().testFlag(Qt::ControlModifier) || isEmpty())
        return event->ignore();
    event->accept();
    QToolTip::hideText();
    const QRectF area = plotArea();
    const QPoint turn = event->angleDelta();
    if (area.isEmpty() || turn.isNull())
        return;
    const double notches = static_cast<double>(turn.y() != 0 ? turn.y() : turn.x()) / static_cast<double>(QWheelEvent::DefaultDeltasPerStep);
    if (event->modifiers().testFlag(Qt::ShiftModifier)) {
        const View seen = view();
        const double anchor = std::clamp((event->position().y() - area.top()) / area.height(), 0.0, 1.0);
        const double exact = seen.stages / std::pow(kNotchZoom, notches);
        const int count = static_cast<int>(notches > 0 ? std::floor(exact) : std::ceil(exact));
        showStages(seen.firstStage + static_cast<int>(std::lround((seen.stages - count) * anchor)), count);
    } else if (turn.y() == 0) {
        pan(-notches * kKeyPan);
    } else {
        zoom(std::pow(kNotchZoom, notches), std::clamp((event->position().x() - area.left()) / area.width(), 0.0, 1.0));
    }
}

void TimeDiagram::keyPressEvent(QKeyEvent* event)
{
    const View seen = view();
    const bool shift = event->modifiers().testFlag(Qt::ShiftModifier);
    const bool part = m_view.to - m_view.from < 1;
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoom(kKeyZoom); return;
    case Qt::Key_Minus: zoom(1 / kKeyZoom); return;
    case Qt::Key_0: showAll(); return;
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
        if (seen.stages < (isEmpty() ? 1 : timeline().stages)) {
            const int by = std::max(1, seen.stages - 1);
            return showStages(seen.firstStage + (event->key() == Qt::Key_PageUp ? -by : by), seen.stages);
        }
        break;
    case Qt::Key_Up:
    case Qt::Key_Down:
        if (shift) {
            const int count = event->key() == Qt::Key_Up ? std::max(1, seen.stages / 2) : seen.stages * 2;
            return showStages(seen.firstStage, count);
        }
        break;
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (part)
            return pan(event->key() == Qt::Key_Left ? -kKeyPan : kKeyPan);
        break;
    default: break;
    }
    PlotFigure::keyPressEvent(event);
}

}  // namespace scalescope
