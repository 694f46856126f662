// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/export/export.h"
#include "widgets/figure.h"
#include "widgets/theme.h"

#include <QFontMetricsF>
#include <QLinearGradient>
#include <QLocale>
#include <QPainter>
#include <QPainterPath>
#include <QPicture>

namespace scalescope {

using namespace Qt::StringLiterals;

inline constexpr QRect kFakeAxes(60, 20, 300, 160);  // of the chart; the painter is clipped to it

/// Everything that charts of the window do: curves that leave the axes, hatches, dashes, turned text, both languages.
class FakeFigure : public Figure {
public:
    QString title() const override { return u"Step time against batch"_s; }
    QString caption() const override { return u"The curve leaves the axes <above> & below."_s; }
    std::optional<FigureHit> hitTest(QPointF) const override { return std::nullopt; }
    QString summary() const override { return u"One curve rises."_s; }

    FigureTable table() const override
    {
        return {{u"batch"_s, u"time, s"_s},
                {{u"256"_s, u"1.23"_s}, {u"say \"x\"\nor\ty"_s, u"2"_s}},
                {{u"256"_s, u"1.2345678901234567"_s}, {u"say \"x\"\nor\ty"_s, u"2"_s}}};
    }

    void paint(QPainter& painter, const QSize& size, const Theme& theme) override
    {
        painter.setFont(theme.font(9));
        painter.setPen(theme.muted);
        painter.drawText(QPointF(4, 14), u"1,5 = "_s + QLocale().toString(1.5) + u" 张量并行"_s);
        // Measured without a device, as libraries do.
        const double width = QFontMetricsF(theme.font(9)).horizontalAdvance(u"FLOPs per byte"_s);
        painter.drawText(QPointF(size.width() - width, size.height() - 4.0), u"FLOPs per byte"_s);

        painter.save();
        painter.setClipRect(kFakeAxes);
        paintInAxes(painter, theme);
        painter.restore();
        paintRecorded(painter, theme);

        painter.setPen(QPen(theme.ink, 1));
        painter.drawRect(kFakeAxes);
    }

private:
    // As the plots do, whose library wants a painter of its own.
    void paintRecorded(QPainter& painter, const Theme& theme)
    {
        QPicture picture;
        QPainter recorder(&picture);
        recorder.setFont(theme.font(9));
        recorder.setClipRect(QRect(200, 0, 60, 20));
        recorder.drawText(QRectF(140, 0, 200, 20), Qt::AlignCenter, u"recorded 记录"_s);
        recorder.end();
        painter.drawPicture(0, 0, picture);
    }

protected:
    void paintInAxes(QPainter& painter, const Theme& theme)
    {
        painter.fillRect(QRectF(-1000, 120, 5000, 30), QBrush(theme.trouble, Qt::BDiagPattern));
        painter.setPen(Qt::NoPen);
        painter.setBrush(QBrush(theme.ink, Qt::DiagCrossPattern));
        painter.drawEllipse(QPointF(100, 60), 60, 50);
        painter.setBrush(theme.state);
        painter.setOpacity(0.4);
        painter.drawEllipse(QPointF(340, 60), 50, 50);
        painter.setOpacity(1);

        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.accent, 3));
        painter.drawPolyline(QPolygonF{{-50, 300}, {100, 150}, {200, -80}, {320, 120}, {1e7, 90}});
        painter.setPen(QPen(theme.memory, 2, Qt::DashLine));
        painter.drawLine(QPointF(-1e9, 100), QPointF(1e9, 100));
        painter.drawLine(QPointF(150, -1e9), QPointF(150, 1e9));
        QPainterPath wave(QPointF(0, 100));
        wave.cubicTo(QPointF(150, -400), QPointF(250, 500), QPointF(420, 60));
        painter.setPen(QPen(theme.data, 2, Qt::DotLine, Qt::RoundCap, Qt::RoundJoin));
        painter.drawPath(wave);
        painter.setPen(QPen(theme.tensor, 4, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        painter.drawRect(QRectF(300, 140, 200, 200));
        painter.drawPolyline(QPolygonF{{0, 0}, {qQNaN(), 5}, {9, 9}});

        QLinearGradient gradient(0, 160, 0, 200);
        gradient.setColorAt(0, theme.fsdp);
        gradient.setColorAt(1, theme.card);
        painter.fillRect(QRectF(20, 160, 120, 60), gradient);

        painter.save();
        painter.translate(250, 120);
        painter.rotate(-30);
        painter.setPen(theme.ink);
        painter.drawText(QPointF(-20, 0), u"a roof that runs out of the axes"_s);
        painter.restore();
    }
};

/// Paints inside its axes only, and has no words, so that all around must stay empty.
class ClippedFigure final : public FakeFigure {
public:
    QString title() const override { return {}; }
    QString caption() const override { return {}; }
    void paint(QPainter& painter, const QSize&, const Theme& theme) override
    {
        painter.setClipRect(kFakeAxes);
        paintInAxes(painter, theme);
        painter.save();
        painter.setClipRect(QRectF(200.5, 30, 900, 900), Qt::IntersectClip);
        painter.fillRect(QRectF(-900, 60, 9000, 10), theme.buffer);
        painter.restore();
        painter.fillRect(QRectF(-900, 40, 9000, 10), theme.buffer);
    }
};

class WordsFigure final : public FakeFigure {
public:
    explicit WordsFigure(QString words) : m_words(std::move(words)) {}
    void paint(QPainter& painter, const QSize&, const Theme&) override { painter.drawText(QPointF(20, 40), m_words); }

private:
    QString m_words;
};

/// One letter and nothing else, for small files.
class LetterFigure final : public FakeFigure {
public:
    QString title() const override { return {}; }
    QString caption() const override { return {}; }
    void paint(QPainter& painter, const QSize&, const Theme&) override { painter.drawText(QPointF(2, 16), u"I"_s); }
};

inline ExportOptions smallOptions()
{
    ExportOptions options;
    options.size = {440, 300};
    options.sourceLine = u"LLaMA 3 70B · 4096 TPU v5p · fsdp 1024, tensor 4"_s;
    options.scenario = R"({"scalescope":1,"model":"llama-3-70b"})";
    return options;
}

}  // namespace scalescope
