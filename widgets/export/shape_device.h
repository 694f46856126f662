// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPaintDevice>
#include <QSize>
#include <QString>

#include <memory>

namespace scalescope {

class ShapeEngine;
class ShapeSink;

/// Paints into a sink of plain shapes, at 96 to the inch. Everything is cut to the clip by geometry, since QtSvg's own
/// writer ignores clips, and many readers do, too. Hatches become lines and text becomes outlines unless the sink takes
/// it; gradients, textures and pixmaps become images.
class ShapeDevice final : public QPaintDevice {
public:
    ShapeDevice(const QSize& size, ShapeSink& sink);
    ~ShapeDevice() override;

    QPaintEngine* paintEngine() const override;

    QString missingGlyphs() const;  // characters painted that no font has, each once

protected:
    int metric(PaintDeviceMetric metric) const override;

private:
    QSize m_size;
    std::unique_ptr<ShapeEngine> m_engine;
};

}  // namespace scalescope
