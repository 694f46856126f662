// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/export/export.h"

#include "widgets/export/painter_sink.h"
#include "widgets/export/pdf_file.h"
#include "widgets/export/scenario_inside.h"
#include "widgets/export/shape_device.h"
#include "widgets/export/svg_writer.h"
#include "widgets/figure.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFileInfo>
#include <QImage>
#include <QLocale>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>
#include <QScopeGuard>
#include <QtMath>

namespace scalescope {

using namespace Qt::StringLiterals;

namespace {

constexpr int kDpi = 96;
constexpr double kInchesPerMetre = 1 / 0.0254;
constexpr int kLargestSide = 16384;          // pixels
constexpr double kMostPixels = 134'217'728;  // half a gigabyte of memory

struct Export {
    Q_DECLARE_TR_FUNCTIONS(Export)
};

// The space of the picture: title and caption on top, the source line at the foot, the chart between.
struct Layout {
    QRectF title;
    QRectF caption;
    QRectF chart;
    QRectF source;
};

struct Type {
    QFont title;
    QFont caption;
    QFont source;
};

Type typeOf(const Theme& theme) { return {theme.font(12, QFont::DemiBold), theme.font(10), theme.font(9)}; }

double heightOf(QPainter& painter, const QFont& font, const QString& text, double width)
{
    if (text.isEmpty())
        return 0;
    painter.setFont(font);
    return qCeil(painter.boundingRect(QRectF(0, 0, width, kLargestSide), Qt::TextWordWrap, text).height());
}

Layout layoutOf(QPainter& painter, const Figure& figure, const ExportOptions& options)
{
    const Type type = typeOf(options.theme);
    const double margin = 20 * options.theme.factor;
    const double gap = 10 * options.theme.factor;
    const double width = options.size.width() - 2 * margin;
    const double title = heightOf(painter, type.title, figure.title(), width);
    const double caption = heightOf(painter, type.caption, figure.caption(), width);
    const double source = heightOf(painter, type.source, options.sourceLine, width);

    const double top = margin + title + caption + gap;
    const double bottom = options.size.height() - margin - source - (source > 0 ? gap : 0);
    return {
        QRectF(margin, margin, width, title),
        QRectF(margin, margin + title, width, caption),
        QRectF(margin, top, width, bottom - top).toRect(),
        QRectF(margin, options.size.height() - margin - source, width, source),
    };
}

void write(QPainter& painter, const QRectF& where, const QFont& font, const QColor& colour, const QString& text)
{
    painter.setFont(font);
    painter.setPen(colour);
    painter.drawText(where, Qt::TextWordWrap, text);
}

// Fills in the error or the warning, not the data.
ExportResult paintPicture(ShapeSink& sink, Figure& figure, const ExportOptions& options)
{
    ShapeDevice device(options.size, sink);
    QPainter painter(&device);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing | QPainter::SmoothPixmapTransform);
    painter.fillRect(QRect(QPoint(0, 0), options.size), options.theme.card);

    const Layout layout = layoutOf(painter, figure, options);
    if (layout.chart.width() < 1 || layout.chart.height() < 1)
        return {{}, Export::tr("The picture is too small for its title and source line."), {}};
    const Type type = typeOf(options.theme);
    write(painter, layout.title, type.title, options.theme.ink, figure.title());
    write(painter, layout.caption, type.caption, options.theme.muted, figure.caption());
    write(painter, layout.source, type.source, options.theme.muted, options.sourceLine);

    painter.save();
    painter.translate(layout.chart.topLeft());
    painter.setFont(options.theme.font(9));
    painter.setPen(options.theme.ink);
    painter.setClipRect(QRectF(QPointF(0, 0), layout.chart.size()));
    figure.paint(painter, layout.chart.size().toSize(), options.theme);
    painter.restore();
    painter.end();

    const QString missing = device.missingGlyphs();
    return {{}, {}, missing.isEmpty() ? QString() : Export::tr("No font here has these characters: %1").arg(missing)};
}

ExportResult svgOf(Figure& figure, const ExportOptions& options)
{
    SvgWriter writer;
    ExportResult result = paintPicture(writer, figure, options);
    if (!result.error.isEmpty())
        return result;

    const QByteArray width = QByteArray::number(options.size.width());
    const QByteArray height = QByteArray::number(options.size.height());
    result.data = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"" +
        width + "\" height=\"" + height + "\" viewBox=\"0 0 " + width + ' ' + height + "\">\n";
    result.data += "<title>" + figure.title().toHtmlEscaped().toUtf8() + "</title>\n";
    result.data += "<desc>" + figure.summary().toHtmlEscaped().toUtf8() + "</desc>\n";
    if (!options.scenario.isEmpty())
        result.data += "<metadata>" + scenarioElement(options.scenario) + "</metadata>\n";
    result.data += writer.elements() + "</svg>\n";
    return result;
}

ExportResult pngOf(Figure& figure, const ExportOptions& options)
{
    const QSize pixels = (QSizeF(options.size) * options.scale).toSize();
    QImage image(pixels, QImage::Format_RGB32);
    if (image.isNull())
        return {{},
                Export::tr("There is not enough memory for a picture of %1 x %2 pixels.")
                    .arg(pixels.width())
                    .arg(pixels.height()),
                {}};
    image.setDotsPerMeterX(qRound(kDpi * options.scale * kInchesPerMetre));
    image.setDotsPerMeterY(qRound(kDpi * options.scale * kInchesPerMetre));
    image.fill(options.theme.card);

    QPainter painter(&image);
    painter.scale(options.scale, options.scale);
    PainterSink sink(painter, PainterSink::Text::outlines, options.scale);
    ExportResult result = paintPicture(sink, figure, options);
    painter.end();
    if (!result.error.isEmpty())
        return result;

    QBuffer buffer(&result.data);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    if (!options.scenario.isEmpty())
        result.data = pngWithScenario(result.data, options.scenario);
    return result;
}

QByteArray xmpOf(const QByteArray& scenario)
{
    return "<?xpacket begin=\"\xef\xbb\xbf\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
           "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\n"
           "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n"
           "<rdf:Description rdf:about=\"\">" +
        scenarioElement(scenario) +
        "</rdf:Description>\n"
        "</rdf:RDF>\n"
        "</x:xmpmeta>\n"
        "<?xpacket end=\"r\"?>";
}

ExportResult pdfOf(Figure& figure, const ExportOptions& options)
{
    constexpr double pointsPerUnit = 72.0 / kDpi;
    QByteArray pdf;
    QBuffer buffer(&pdf);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(kDpi);
    writer.setPageSize(QPageSize(QSizeF(options.size) * pointsPerUnit, QPageSize::Point, {}, QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF());
    writer.setTitle(figure.title());
    writer.setCreator(u"Scalescope"_s);
    if (!options.scenario.isEmpty())
        writer.setDocumentXmpMetadata(xmpOf(options.scenario));

    QPainter painter(&writer);
    PainterSink sink(painter, PainterSink::Text::characters, options.scale);
    ExportResult result = paintPicture(sink, figure, options);
    painter.end();
    if (!result.error.isEmpty())
        return result;

    result.data = repeatablePdf(pdf, options.size);
    if (result.data.isEmpty())
        result.error = Export::tr("The picture cannot be written as PDF.");
    return result;
}

QString problemWith(const ExportOptions& options)
{
    const QSizeF pixels = QSizeF(options.size) * options.scale;
    if (options.size.isEmpty() || !(options.scale > 0))
        return Export::tr("A picture needs a size and a scale above zero.");
    if (std::max({pixels.width(), pixels.height(), double(options.size.width()), double(options.size.height())}) >
            kLargestSide ||
        pixels.width() * pixels.height() > kMostPixels)
        return Export::tr("A picture has at most %1 pixels along a side and %2 million in all.")
            .arg(kLargestSide)
            .arg(qRound(kMostPixels / 1e6));
    if (options.scenario.size() > kLargestScenario)
        return Export::tr("The scenario is too large to be put into a picture.");
    if (!options.scenario.isValidUtf8())
        return Export::tr("The scenario is not UTF-8.");
    return {};
}

}  // namespace

std::optional<ImageFormat> imageFormatOf(const QString& fileName)
{
    const QString suffix = QFileInfo(fileName).suffix().toLower();
    if (suffix == "png"_L1)
        return ImageFormat::png;
    if (suffix == "svg"_L1)
        return ImageFormat::svg;
    if (suffix == "pdf"_L1)
        return ImageFormat::pdf;
    return std::nullopt;
}

ExportResult exportFigure(Figure& figure, ImageFormat format, const ExportOptions& given)
{
    if (const QString problem = problemWith(given); !problem.isEmpty())
        return {{}, problem, {}};

    ExportOptions options = given;
    options.theme.pinned = true;
    const QLocale usual;
    QLocale::setDefault(QLocale::c());
    const auto restore = qScopeGuard([&usual] { QLocale::setDefault(usual); });

    switch (format) {
    case ImageFormat::png: return pngOf(figure, options);
    case ImageFormat::svg: return svgOf(figure, options);
    case ImageFormat::pdf: return pdfOf(figure, options);
    }
    Q_UNREACHABLE();
}

QString saveFigure(Figure& figure, const QString& fileName, const ExportOptions& options, QString* warning)
{
    const auto format = imageFormatOf(fileName);
    if (!format)
        return Export::tr("%1: the name of a picture ends in .png, .svg or .pdf.").arg(fileName);
    const ExportResult result = exportFigure(figure, *format, options);
    if (!result.error.isEmpty())
        return result.error;
    if (warning)
        *warning = result.warning;

    QSaveFile file(fileName);
    if (!file.open(QIODevice::WriteOnly) || file.write(result.data) != result.data.size() || !file.commit())
        return Export::tr("%1 cannot be written: %2").arg(fileName, file.errorString());
    return {};
}

}  // namespace scalescope
