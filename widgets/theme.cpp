// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme.h"

#include <QFontDatabase>
#include <QImage>
#include <QStringList>

namespace scalescope {

using namespace Qt::StringLiterals;

namespace {

QFont pinnedFont(QFont font)
{
    // A font keeps the resolution of the device it was made for, also where it is measured without one.
    static const QImage device = [] {
        constexpr int dotsPerMetre = 3780;  // 96 per inch
        QImage image(1, 1, QImage::Format_ARGB32_Premultiplied);
        image.setDotsPerMeterX(dotsPerMetre);
        image.setDotsPerMeterY(dotsPerMetre);
        return image;
    }();
    font.setHintingPreference(QFont::PreferNoHinting);
    font.setStyleStrategy(QFont::NoSubpixelAntialias);
    return QFont(font, &device);
}

}  // namespace

QColor Theme::of(Axis axis) const
{
    switch (axis) {
    case Axis::tensor: return tensor;
    case Axis::fsdp: return fsdp;
    case Axis::data: return data;
    case Axis::expert:
    case Axis::context:
    case Axis::pipeline: return other;
    }
    return muted;
}

QColor Theme::of(BoundBy bound) const
{
    switch (bound) {
    case BoundBy::compute: return ink;
    case BoundBy::memory: return memory;
    case BoundBy::tensor: return tensor;
    case BoundBy::fsdp: return fsdp;
    case BoundBy::data: return data;
    case BoundBy::expert:
    case BoundBy::context:
    case BoundBy::pipeline: return other;
    case BoundBy::host: return buffer;
    case BoundBy::cache: return state;
    }
    return muted;
}

QColor Theme::ofMeshAxis(int position) const
{
    const std::array colors = {fsdp, tensor, data, other};
    return colors[static_cast<std::size_t>(position) % colors.size()];
}

QFont Theme::font(double points, QFont::Weight weight) const
{
    QFont font;
    font.setFamilies({u"Inter"_s, u"WenQuanYi Micro Hei"_s});
    font.setPointSizeF(points * factor);
    font.setWeight(weight);
    return pinned ? pinnedFont(font) : font;
}

QPalette Theme::palette() const
{
    const QColor onAccent = dark ? page : card;
    QPalette p;
    p.setColor(QPalette::Window, page);
    p.setColor(QPalette::WindowText, ink);
    p.setColor(QPalette::Base, card);
    p.setColor(QPalette::AlternateBase, page);
    p.setColor(QPalette::Text, ink);
    p.setColor(QPalette::PlaceholderText, muted);
    p.setColor(QPalette::Button, card);
    p.setColor(QPalette::ButtonText, ink);
    p.setColor(QPalette::BrightText, trouble);
    p.setColor(QPalette::ToolTipBase, card);
    p.setColor(QPalette::ToolTipText, ink);
    p.setColor(QPalette::Highlight, accent);
    p.setColor(QPalette::HighlightedText, onAccent);
    p.setColor(QPalette::Link, accent);
    p.setColor(QPalette::LinkVisited, accent);
    p.setColor(QPalette::Light, card);
    p.setColor(QPalette::Midlight, border);
    p.setColor(QPalette::Mid, border);
    p.setColor(QPalette::Dark, muted);
    p.setColor(QPalette::Shadow, ink);
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        p.setColor(QPalette::Disabled, role, muted);
    p.setColor(QPalette::Disabled, QPalette::Highlight, border);
    p.setColor(QPalette::Disabled, QPalette::HighlightedText, muted);
    return p;
}

Theme lightTheme(double factor)
{
    Theme t;
    t.factor = factor;
    t.page = QColor(0xF4F5F7);
    t.card = QColor(0xFFFFFF);
    t.border = QColor(0xE6E9ED);
    t.grid = QColor(0xE6E9ED);
    t.ink = QColor(0x16191D);
    t.muted = QColor(0x667080);
    t.accent = QColor(0x0B62B0);
    t.memory = QColor(0xD55E00);
    t.fsdp = QColor(0x0072B2);
    t.data = QColor(0x009E73);
    t.tensor = QColor(0xD55E00);
    t.other = QColor(0xCC79A7);
    t.state = QColor(0x7A5195);
    t.buffer = QColor(0x667080);
    t.trouble = QColor(0xB3261E);
    return t;
}

Theme darkTheme(double factor)
{
    Theme t;
    t.dark = true;
    t.factor = factor;
    t.page = QColor(0x14171B);
    t.card = QColor(0x1C2026);
    t.border = QColor(0x2B313A);
    t.grid = QColor(0x2B313A);
    t.ink = QColor(0xE8EBEF);
    t.muted = QColor(0x98A2B0);
    t.accent = QColor(0x58A6E8);
    t.memory = QColor(0xFF9A4D);
    t.fsdp = QColor(0x56B4E9);
    t.data = QColor(0x3CCFA0);
    t.tensor = QColor(0xFF9A4D);
    t.other = QColor(0xE3A6C8);
    t.state = QColor(0xC39BD9);
    t.buffer = QColor(0x98A2B0);
    t.trouble = QColor(0xFF7A70);
    return t;
}

void loadFonts()
{
    for (const QLatin1String weight : {"Regular"_L1, "Medium"_L1, "SemiBold"_L1}) {
        const QString file = u":/scalescope/fonts/Inter-%1.otf"_s.arg(weight);
        if (QFontDatabase::addApplicationFont(file) < 0)
            qWarning("The font %s cannot be loaded", qPrintable(file));
    }
}

}  // namespace scalescope
