// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/plot_style.h"

#include <array>
#include <cmath>

namespace scalescope {

namespace {

/// Pixels instead of points: an image's resolution must not change its layout.
QFont inPixels(const Theme& theme, double points, QFont::Weight weight)
{
    QFont font = theme.font(points, weight);
    font.setPixelSize(qRound(points * theme.factor * 96.0 / 72.0));
    return font;
}

double luminance(const QColor& color)
{
    const auto linear = [](double c) { return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

double contrast(const QColor& a, const QColor& b)
{
    const double la = luminance(a) + 0.05;
    const double lb = luminance(b) + 0.05;
    return la > lb ? la / lb : lb / la;
}

}  // namespace

Face::Face(const QFont& font) : m_font(font), m_metrics(font) {}

QStaticText Face::shaped(const QString& text) const
{
    constexpr qsizetype most = 600;  // numbers come and go while a slider is dragged
    if (const auto known = m_shaped.constFind(text); known != m_shaped.constEnd())
        return *known;
    if (m_shaped.size() >= most)
        m_shaped.clear();
    QStaticText shaped(text);
    shaped.setTextFormat(Qt::PlainText);
    shaped.prepare({}, m_font);
    m_shaped.insert(text, shaped);
    return shaped;
}

double Face::width(const QString& text) const { return shaped(text).size().width(); }

QString Face::elided(const QString& text, double width) const
{
    return this->width(text) <= width ? text : m_metrics.elidedText(text, Qt::ElideRight, width);
}

PlotStyle::PlotStyle(const Theme& t)
    : theme(t),
      tick(inPixels(t, 9, QFont::Normal)),
      text(inPixels(t, 9, QFont::Medium)),
      strong(inPixels(t, 9, QFont::DemiBold))
{
}

QPen PlotStyle::pen(const QColor& color, double width) const
{
    QPen pen(color, px(width), Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
    return pen;
}

QPen PlotStyle::dotted(const QColor& color, double width) const
{
    QPen p = pen(color, width);
    p.setDashPattern({1.5, 2.5});
    return p;
}

QPen PlotStyle::penOf(Axis axis, double width) const
{
    QPen p = pen(theme.of(axis), width);
    switch (axis) {
    case Axis::fsdp: p.setDashPattern({5, 2}); break;
    case Axis::tensor: p.setDashPattern({6, 2, 1.2, 2}); break;
    case Axis::data: p.setDashPattern({2, 1.6}); break;
    case Axis::expert: p.setDashPattern({1.2, 1.2}); break;
    case Axis::context: p.setDashPattern({8, 3}); break;
    case Axis::pipeline: p.setDashPattern({9, 2, 1.2, 2, 1.2, 2}); break;
    }
    return p;
}

QPen PlotStyle::penOfMeshAxis(int position, double width) const
{
    static const std::array<QList<qreal>, 5> dashes = {{{}, {6, 2, 1.2, 2}, {2, 1.6}, {8, 3}, {1.2, 1.2}}};
    QPen p = pen(theme.ofMeshAxis(position), width);
    const QList<qreal>& pattern = dashes[static_cast<std::size_t>(position) % dashes.size()];
    if (!pattern.isEmpty())
        p.setDashPattern(pattern);
    return p;
}

QColor PlotStyle::mixed(const QColor& color, double share) const
{
    const QColor& card = theme.card;
    return QColor::fromRgbF(static_cast<float>(card.redF() + (color.redF() - card.redF()) * share),
                            static_cast<float>(card.greenF() + (color.greenF() - card.greenF()) * share),
                            static_cast<float>(card.blueF() + (color.blueF() - card.blueF()) * share));
}

QColor PlotStyle::tint(const QColor& color) const
{
    QColor c = color;
    c.setAlphaF(theme.dark ? 0.08F : 0.07F);
    return c;
}

QColor PlotStyle::overCard(const QColor& translucent) const
{
    QColor opaque = translucent;
    opaque.setAlpha(255);
    return mixed(opaque, translucent.alphaF());
}

QColor PlotStyle::readableOn(const QColor& fill) const
{
    return contrast(theme.card, fill) >= contrast(theme.ink, fill) ? theme.card : theme.ink;
}

QColor PlotStyle::shadeOf(const QColor& color, int step) const
{
    constexpr std::array<double, 4> shares = {1.0, 0.74, 0.52, 0.34};
    return mixed(color, shares[static_cast<std::size_t>(std::min(step, 3))]);
}

}  // namespace scalescope
