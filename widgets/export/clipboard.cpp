// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/export/clipboard.h"

#include "widgets/figure.h"

#include <QMimeData>

#include <memory>

namespace scalescope {

using namespace Qt::StringLiterals;

namespace {

QString quoted(const QString& cell)
{
    const bool plain = !cell.contains(u',') && !cell.contains(u'"') && !cell.contains(u'\n') && !cell.contains(u'\r');
    return plain ? cell : u'"' + QString(cell).replace(u'"', "\"\""_L1) + u'"';
}

QString onOneLine(const QString& cell)
{
    return QString(cell).replace("\r\n"_L1, " "_L1).replace(u'\t', u' ').replace(u'\n', u' ').replace(u'\r', u' ');
}

template <typename Cell>
QString written(const FigureTable& table, Cell cell, QChar separator, QLatin1StringView lineEnd)
{
    QString text;
    const auto appendRow = [&](const QStringList& row) {
        for (qsizetype i = 0; i < row.size(); ++i) {
            if (i > 0)
                text += separator;
            text += cell(row[i]);
        }
        text += lineEnd;
    };
    appendRow(table.columns);
    for (const QStringList& row : table.values)
        appendRow(row);
    return text;
}

}  // namespace

QMimeData* clipboardData(Figure& figure, const ExportOptions& options)
{
    ExportOptions forPasting = options;
    forPasting.scale = 2;
    const ExportResult png = exportFigure(figure, ImageFormat::png, forPasting);
    const ExportResult svg = exportFigure(figure, ImageFormat::svg, forPasting);
    if (png.data.isEmpty() || svg.data.isEmpty())
        return nullptr;

    auto data = std::make_unique<QMimeData>();
    data->setData(u"image/png"_s, png.data);
    data->setData(u"image/svg+xml"_s, svg.data);
    data->setText(figure.summary() + "\n\n"_L1 + toTabbed(figure.table()));
    return data.release();
}

QString toCsv(const FigureTable& table) { return written(table, quoted, u',', "\r\n"_L1); }

QString toTabbed(const FigureTable& table) { return written(table, onOneLine, u'\t', "\n"_L1); }

}  // namespace scalescope
