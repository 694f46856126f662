// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme.h"

#include <QFontMetricsF>
#include <QHash>
#include <QPen>
#include <QStaticText>

namespace scalescope {

/// A font and its measures, in pixels of the plot whatever it is painted on. Texts are shaped once: most of them are the
/// same in the next frame.
class Face {
public:
    explicit Face(const QFont& font);

    const QFont& font() const { return m_font; }
    double width(const QString& text) const;
    double height() const { return m_metrics.height(); }
    double ascent() const { return m_metrics.ascent(); }
    QStaticText shaped(const QString& text) const;
    QString elided(const QString& text, double width) const;

private:
    QFont m_font;
    QFontMetricsF m_metrics;
    mutable QHash<QString, QStaticText> m_shaped;
};

/// Type, pens and colours of the plots, made from a theme.
class PlotStyle {
public:
    explicit PlotStyle(const Theme& theme);

    double px(double pixels) const { return pixels * theme.factor; }
    QPen pen(const QColor& color, double width) const;
    QPen dotted(const QColor& color, double width = 1) const;
    QPen penOf(Axis axis, double width) const;  // each degree has its dashes
    QPen penOfMeshAxis(int position, double width) const;

    QColor mixed(const QColor& color, double share) const;  // opaque, with the card showing through
    QColor tint(const QColor& color) const;                 // of a region, translucent
    QColor overCard(const QColor& translucent) const;       // what such a colour looks like
    QColor readableOn(const QColor& fill) const;            // ink or card, whichever stands out more
    QColor shadeOf(const QColor& color, int step) const;    // parts of one bar: 0 full, then lighter

    Theme theme;
    Face tick;
    Face text;
    Face strong;
};

}  // namespace scalescope
