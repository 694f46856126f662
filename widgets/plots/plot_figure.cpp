// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/plot_figure.h"

#include "core/scenario/snapshot.h"
#include "widgets/plots/plot_canvas.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QVariantAnimation>
#include <QWindow>

#include <algorithm>
#include <cmath>
#include <utility>

namespace scalescope {

namespace {

constexpr double kReach = 12;  // pixels within which the pointer finds something
constexpr double kClick = 3;   // pixels that the hand may shake in a click
constexpr int kFadeMilliseconds = 120;

QString tipOf(const FigureHit& hit)
{
    QString html =
        QStringLiteral("<p style='white-space:pre'><b>") + hit.title.toHtmlEscaped() + QStringLiteral("</b>");
    for (const QString& line : hit.lines)
        html += QStringLiteral("<br>") + line.toHtmlEscaped();
    return html + QStringLiteral("</p>");
}

}  // namespace

PlotFigure::PlotFigure(QWidget* parent)
    : QWidget(parent),
      m_canvas(std::make_unique<PlotCanvas>(this)),
      m_style(lightTheme()),
      m_fade(new QVariantAnimation(this))
{
    setMouseTracking(true);
    setFocusPolicy(Qt::TabFocus);
    m_clock.start();
    m_canvas->setStyle(m_style);
    m_fade->setDuration(kFadeMilliseconds);
    m_fade->setStartValue(1.0);
    m_fade->setEndValue(0.0);
    connect(m_fade, &QVariantAnimation::valueChanged, this, [this](const QVariant& value) {
        m_ghost = value.toDouble();
        invalidate();
    });
    connect(m_fade, &QVariantAnimation::finished, this, [this] {
        m_ghost = 0;
        takeBefore(nullptr);
        invalidate();
    });
}

PlotFigure::~PlotFigure() = default;

void PlotFigure::show(const Snapshot& now, const Snapshot* before)
{
    const bool released = m_dragging && !before;
    m_dragging = before != nullptr;
    m_shown = true;
    take(now);
    if (before) {
        m_fade->stop();
        m_ghost = 1;
        takeBefore(before);
    } else if (released && isVisible()) {
        startFade();
    } else if (m_fade->state() != QAbstractAnimation::Running) {
        m_ghost = 0;
        takeBefore(nullptr);
    }
    m_canvas->setOverlay(nullptr);
    describeForReaders();
    invalidate();
}

void PlotFigure::describeForReaders()
{
    if (m_dragging)
        return;
    setAccessibleName(title());
    setAccessibleDescription(summary());
}

void PlotFigure::startFade()
{
    m_fade->stop();
    m_fade->start();
}

void PlotFigure::setTheme(const Theme& theme)
{
    if (theme == m_style.theme)
        return;
    m_style = PlotStyle(theme);
    m_canvas->setStyle(m_style);
    invalidate();
}

void PlotFigure::invalidate()
{
    m_scene.reset();
    if (isVisible())
        refresh();
}

void PlotFigure::layOut() const
{
    if (m_scene)
        return;
    m_scene = std::make_shared<Scene>();
    if (!m_shown)
        return;
    m_axes = axesFor(m_style, size(), true);
    m_frame.emplace(m_axes, size());
    m_scene->background = m_style.theme.card;
    compose(*m_scene, {m_style, *m_frame, m_ghost});
}

void PlotFigure::refresh()
{
    layOut();
    if (!m_shown)
        return;
    m_canvas->setContent(m_axes, m_scene);
    m_canvas->replotLater();
}

void PlotFigure::paint(QPainter& painter, const QSize& size, const Theme& theme)
{
    if (!m_shown)
        return;
    const PlotStyle style(theme);
    const Axes axes = axesFor(style, size, false);
    const Frame frame(axes, size);
    auto scene = std::make_shared<Scene>();
    scene->background = theme.card;
    compose(*scene, {style, frame, 0});

    PlotCanvas canvas;
    canvas.setStyle(style);
    canvas.setContent(axes, std::move(scene));
    canvas.paint(painter, size);
}

std::optional<FigureHit> PlotFigure::hitTest(QPointF point) const
{
    layOut();
    const HitShape* shape = m_scene->hitAt(point, m_style.px(kReach));
    if (!shape)
        return std::nullopt;
    return hitOf(*shape, point);
}

FigureHit PlotFigure::hitOf(const HitShape& shape, QPointF point) const
{
    FigureHit hit = describe(shape.id, point, *m_frame);
    if (hit.anchor.isNull())
        hit.anchor = shape.outline.boundingRect().center();
    return hit;
}

const Scene& PlotFigure::scene() const
{
    layOut();
    return *m_scene;
}

QRectF PlotFigure::plotArea() const
{
    layOut();
    return m_frame ? m_frame->area() : QRectF();
}

Axes PlotFigure::axes() const
{
    layOut();
    return m_axes;
}

void PlotFigure::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange && m_shown) {
        describeForReaders();
        invalidate();
    }
}

void PlotFigure::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_canvas->widget().setGeometry(rect());
    invalidate();
}

void PlotFigure::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (const QWindow* handle = window()->windowHandle())
        connect(handle, &QWindow::screenChanged, this, &PlotFigure::followScreen, Qt::UniqueConnection);
    followScreen();
    refresh();
}

// QCustomPlot reads the pixel ratio once; a window may be moved to another screen.
void PlotFigure::followScreen() { m_canvas->setDevicePixelRatio(devicePixelRatioF()); }

bool PlotFigure::isHandle(int) const { return false; }
std::optional<Edit> PlotFigure::editFor(int, QPointF, const Frame&) const { return std::nullopt; }
std::optional<Edit> PlotFigure::nudged(int, int) const { return std::nullopt; }

void PlotFigure::point(const std::optional<FigureHit>& hit, bool handle)
{
    std::shared_ptr<Scene> ring;
    if (hit) {
        ring = std::make_shared<Scene>();
        ring->add(Dot{hit->anchor, m_style.px(7), DotShape::circle, {}, m_style.theme.accent, m_style.px(2)});
    }
    m_canvas->setOverlay(std::move(ring));
    setCursor(handle                                ? Qt::OpenHandCursor
              : hit && !hit->derivation.isEmpty()   ? Qt::PointingHandCursor
                                                    : Qt::ArrowCursor);
    emit hovered(hit);
}

void PlotFigure::mouseMoveEvent(QMouseEvent* event)
{
    if (m_grip)
        return drag(event->position());
    layOut();
    const HitShape* shape = m_scene->hitAt(event->position(), m_style.px(kReach));
    const auto hit = shape ? std::optional(hitOf(*shape, event->position())) : std::nullopt;
    point(hit, shape && isHandle(shape->id));
    if (hit)
        QToolTip::showText(event->globalPosition().toPoint(), tipOf(*hit), this);
    else
        QToolTip::hideText();
}

void PlotFigure::mousePressEvent(QMouseEvent* event)
{
    m_pressed = event->button() == Qt::LeftButton;
    if (!m_pressed)
        return event->ignore();
    layOut();
    const HitShape* shape = m_scene->hitAt(event->position(), m_style.px(kReach));
    if (shape && isHandle(shape->id))
        m_grip = Grip{shape->id, event->position(), hitOf(*shape, event->position()).anchor};
}

void PlotFigure::drag(QPointF to)
{
    const QPointF way = to - m_grip->pressed;
    if (!m_grip->moved) {
        if (std::hypot(way.x(), way.y()) < m_style.px(kClick))
            return;
        m_grip->moved = true;
        m_gestures.press();
        QToolTip::hideText();
        point(std::nullopt);
        setCursor(Qt::ClosedHandCursor);
    }
    layOut();
    if (const auto edit = editFor(m_grip->id, m_grip->anchor + way, *m_frame))
        emit edited(*edit, m_gestures.held());
}

void PlotFigure::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !std::exchange(m_pressed, false))
        return event->ignore();
    const bool dragged = m_grip && m_grip->moved;
    m_grip.reset();
    if (dragged) {
        m_gestures.release();
        setCursor(Qt::OpenHandCursor);
        return;
    }
    const auto hit = hitTest(event->position());
    if (hit && !hit->derivation.isEmpty())
        emit activated(hit->derivation);
}

// It is the card's.
void PlotFigure::mouseDoubleClickEvent(QMouseEvent* event) { event->ignore(); }

void PlotFigure::leaveEvent(QEvent* event)
{
    QWidget::leaveEvent(event);
    point(std::nullopt);
}

void PlotFigure::keyPressEvent(QKeyEvent* event)
{
    const int count = static_cast<int>(scene().hits.size());
    const bool across = event->key() == Qt::Key_Right || event->key() == Qt::Key_Left;
    const int step = event->key() == Qt::Key_Right || event->key() == Qt::Key_Down ? 1
        : event->key() == Qt::Key_Left || event->key() == Qt::Key_Up               ? -1
                                                                                   : 0;
    const bool opens = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (count == 0 || (step == 0 && !(opens && m_visited >= 0)))
        return QWidget::keyPressEvent(event);
    if (across && nudge(step))
        return;
    if (step != 0) {
        m_visited = m_visited < 0 ? (step > 0 ? 0 : count - 1) : (m_visited + step + count) % count;
        m_visitedId = m_scene->hits[static_cast<std::size_t>(m_visited)].id;
    }
    if (!opens)
        return showVisited();
    if (const HitShape* shape = visited()) {
        const FigureHit hit = hitOf(*shape, shape->outline.boundingRect().center());
        if (!hit.derivation.isEmpty())
            emit activated(hit.derivation);
    }
}

/// The shape where the keyboard is, found again after shapes have come or gone.
const HitShape* PlotFigure::visited() const
{
    const std::vector<HitShape>& hits = scene().hits;
    if (m_visited < 0 || hits.empty())
        return nullptr;
    const std::size_t at = std::min(static_cast<std::size_t>(m_visited), hits.size() - 1);
    if (hits[at].id == m_visitedId)
        return &hits[at];
    const auto same = std::ranges::find(hits, m_visitedId, &HitShape::id);
    return same == hits.end() ? &hits[at] : &*same;
}

void PlotFigure::showVisited()
{
    const HitShape* shape = visited();
    if (!shape)
        return;
    const FigureHit hit = hitOf(*shape, shape->outline.boundingRect().center());
    point(hit, isHandle(shape->id));
    QToolTip::showText(mapToGlobal(hit.anchor.toPoint()), tipOf(hit), this);
    setAccessibleDescription(hit.title + u": " + hit.lines.join(u", "));
}

bool PlotFigure::nudge(int steps)
{
    const HitShape* shape = visited();
    if (!shape || !isHandle(shape->id))
        return false;
    if (const auto edit = nudged(shape->id, steps)) {
        emit edited(*edit, m_gestures.step(m_clock.elapsed()));
        showVisited();
    }
    return true;
}

void PlotFigure::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    m_visited = -1;
    point(std::nullopt);
}

void PlotFigure::contextMenuEvent(QContextMenuEvent* event) { emit contextRequested(event->globalPos()); }

}  // namespace scalescope
