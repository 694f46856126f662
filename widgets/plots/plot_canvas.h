// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plots/frame.h"
#include "widgets/plots/scene.h"

#include <memory>

class QCustomPlot;
class QWidget;

namespace scalescope {

class SceneItem;

/// The one place that knows QCustomPlot: it draws the axes, the grid and the ticks, and between them a scene. One
/// item draws the whole scene, so nothing is made or thrown away while a slider is dragged.
class PlotCanvas {
public:
    explicit PlotCanvas(QWidget* parent = nullptr);
    ~PlotCanvas();
    PlotCanvas(const PlotCanvas&) = delete;
    PlotCanvas& operator=(const PlotCanvas&) = delete;

    QCustomPlot& plot() const { return *m_plot; }
    QWidget& widget() const;

    void setStyle(const PlotStyle& style);
    void setContent(const Axes& axes, std::shared_ptr<const Scene> scene);

    void replotLater();  // once, however often it is asked for
    void replotNow();
    void setDevicePixelRatio(double ratio);

    /// Laid over everything, for what the pointer is at; repaints nothing else. Nothing takes it away.
    void setOverlay(std::shared_ptr<const Scene> overlay);

    void paint(QPainter& painter, const QSize& size);

private:
    std::unique_ptr<QCustomPlot> m_plot;  // with a parent, it is still this object's to delete
    SceneItem* m_scene = nullptr;         // of the plot
    SceneItem* m_overlay = nullptr;
};

}  // namespace scalescope
