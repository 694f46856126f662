// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/export/export.h"

class QMimeData;

namespace scalescope {

/// The figure for pasting, owned by the caller: image/png at two pixels per unit, image/svg+xml, and as text the summary
/// with the table below it, tab by tab. Nothing where the picture cannot be made.
QMimeData* clipboardData(Figure& figure, const ExportOptions& options);

}  // namespace scalescope
