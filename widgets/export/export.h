// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme.h"

#include <QByteArray>
#include <QSize>
#include <QString>

#include <optional>

namespace scalescope {

class Figure;

/// How a figure leaves the program. Nothing of the window is in it: neither its size, nor its theme, nor its screen.
struct ExportOptions {
    QSize size{1200, 750};  // logical, 96 to the inch
    double scale = 2;       // pixels per logical unit, of a PNG and of gradients inside the others
    Theme theme = lightTheme();
    QString sourceLine;   // model, hardware, plan and context, shown under the picture
    QByteArray scenario;  // JSON, embedded; empty: none
};

enum class ImageFormat { png, svg, pdf };

/// By the file's suffix, in any case; nothing for another suffix.
std::optional<ImageFormat> imageFormatOf(const QString& fileName);

struct ExportResult {
    QByteArray data;  // the file, or empty where there is an error
    QString error;
    QString warning;  // characters that no font has; the picture exists all the same
};

/// Title, caption, chart and source line on a card. The same figure and options give the same bytes in every process,
/// whatever the locale, the screen's resolution and the scale factor.
ExportResult exportFigure(Figure& figure, ImageFormat format, const ExportOptions& options);

/// Writes the file whole or not at all, in the format of its suffix. Returns an error for people, or an empty text.
QString saveFigure(Figure& figure, const QString& fileName, const ExportOptions& options, QString* warning = nullptr);

}  // namespace scalescope
