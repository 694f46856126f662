// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/export/export.h"

class QMimeData;

namespace scalescope {

struct FigureTable;

/// The figure for pasting, owned by the caller: image/png at two pixels per unit, image/svg+xml, and as text the summary
/// with the table below it, tab by tab. Nothing where the picture cannot be made.
QMimeData* clipboardData(Figure& figure, const ExportOptions& options);

/// RFC 4180, numbers in full precision, the names of the columns first.
QString toCsv(const FigureTable& table);

/// The same with tabs, as spreadsheets take it from the clipboard; a tab or a line end inside a cell becomes a space.
QString toTabbed(const FigureTable& table);

}  // namespace scalescope
