// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/export/clipboard.h"

#include "widgets/figure.h"
#include "widgets/figure_table.h"

#include <QMimeData>

#include <memory>

namespace scalescope {

using namespace Qt::StringLiterals;

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
    data->setText(figure.summary() + "\n\n"_L1 + tsvOf(figure.table()));
    return data.release();
}

}  // namespace scalescope
