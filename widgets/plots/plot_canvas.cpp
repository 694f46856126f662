// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/plot_canvas.h"

#include <QPicture>
#include <qcustomplot.h>

namespace scalescope {

namespace {

/// Shows the ticks that it was given; which they are is decided where it can be tested (ticks.h).
class GivenTicker : public QCPAxisTicker {
public:
    std::vector<Tick> ticks;

    void generate(const QCPRange& range, const QLocale&, QChar, int, QVector<double>& values, QVector<double>* subTicks,
                  QVector<QString>* labels) override
    {
        values.clear();
        if (subTicks)
            subTicks->clear();
        if (labels)
            labels->clear();
        for (const Tick& tick : ticks) {
            if (!range.contains(tick.value))
                continue;
            values.append(tick.value);
            if (labels)
                labels->append(tick.label);
        }
    }
};

void setAxis(QCPAxis* axis, const AxisSpec& spec)
{
    const auto scale = spec.logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear;
    if (axis->scaleType() != scale)
        axis->setScaleType(scale);
    if (axis->range() != QCPRange(spec.lower, spec.upper))
        axis->setRange(spec.lower, spec.upper);
    axis->setVisible(spec.shown);
    axis->grid()->setVisible(spec.shown);
    static_cast<GivenTicker*>(axis->ticker().data())->ticks = spec.ticks;
}

void styleAxis(QCPAxis* axis, const PlotStyle& style)
{
    const int length = qRound(style.px(4));
    axis->setTickLabelFont(style.tick.font());
    axis->setTickLabelColor(style.theme.muted);
    axis->setTickLabelPadding(qRound(style.px(4)));
    axis->setBasePen(QPen(style.mixed(style.theme.muted, 0.45), 1));
    axis->setTickPen(QPen(style.mixed(style.theme.muted, 0.45), 1));
    axis->setTickLength(0, length);
    axis->setSubTicks(false);
    axis->grid()->setPen(QPen(style.theme.grid, 1));
    axis->grid()->setZeroLinePen(Qt::NoPen);
    axis->grid()->setSubGridVisible(false);
}

}  // namespace

class SceneItem : public QCPAbstractItem {
public:
    explicit SceneItem(QCustomPlot* plot) : QCPAbstractItem(plot)
    {
        setClipToAxisRect(false);
        setSelectable(false);
        // The scene sets its own; QCustomPlot's moves the painter by half a pixel.
        setAntialiased(false);
    }

    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }

    std::shared_ptr<const Scene> scene;

protected:
    void draw(QCPPainter* painter) override
    {
        if (scene)
            scene->draw(*painter);
    }
};

PlotCanvas::PlotCanvas(QWidget* parent) : m_plot(std::make_unique<QCustomPlot>(parent))
{
    m_plot->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_plot->setFocusPolicy(Qt::NoFocus);
    m_plot->setPlottingHint(QCP::phFastPolylines, true);
    m_plot->setLocale(QLocale::c());
    m_plot->axisRect()->setAutoMargins(QCP::msNone);
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis})
        axis->setTicker(QSharedPointer<GivenTicker>::create());
    m_scene = new SceneItem(m_plot.get());
    m_overlay = new SceneItem(m_plot.get());
    m_overlay->setLayer(QStringLiteral("overlay"));
}

PlotCanvas::~PlotCanvas() = default;

QWidget& PlotCanvas::widget() const { return *m_plot; }

void PlotCanvas::setStyle(const PlotStyle& style)
{
    m_plot->setBackground(style.theme.card);
    styleAxis(m_plot->xAxis, style);
    styleAxis(m_plot->yAxis, style);
}

void PlotCanvas::setContent(const Axes& axes, std::shared_ptr<const Scene> scene)
{
    setAxis(m_plot->xAxis, axes.x);
    setAxis(m_plot->yAxis, axes.y);
    m_plot->axisRect()->setMargins(axes.margins);
    m_scene->scene = std::move(scene);
}

void PlotCanvas::replotLater() { m_plot->replot(QCustomPlot::rpQueuedReplot); }

void PlotCanvas::replotNow() { m_plot->replot(QCustomPlot::rpQueuedRefresh); }

void PlotCanvas::setDevicePixelRatio(double ratio)
{
    if (ratio == m_plot->bufferDevicePixelRatio())
        return;
    m_plot->setBufferDevicePixelRatio(ratio);
    replotLater();
}

void PlotCanvas::setOverlay(std::shared_ptr<const Scene> overlay)
{
    if (!overlay && !m_overlay->scene)
        return;
    m_overlay->scene = std::move(overlay);
    m_overlay->layer()->replot();
}

void PlotCanvas::paint(QPainter& painter, const QSize& size)
{
    // QCustomPlot draws with its own kind of painter only, so its drawing is recorded and then played on ours.
    QPicture picture;
    {
        QCPPainter recorder(&picture);
        recorder.setMode(QCPPainter::pmVectorized);
        recorder.setMode(QCPPainter::pmNoCaching);
        m_plot->toPainter(&recorder, size.width(), size.height());
    }
    // A picture grows with the resolution of the device; here sizes are logical.
    painter.save();
    painter.scale(static_cast<double>(picture.logicalDpiX()) / painter.device()->logicalDpiX(),
                  static_cast<double>(picture.logicalDpiY()) / painter.device()->logicalDpiY());
    painter.drawPicture(0, 0, picture);
    painter.restore();
}

}  // namespace scalescope
