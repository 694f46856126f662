// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/model_import_files.h"
#include "widgets/export/export.h"
#include "widgets/theme.h"

#include <QString>

class QWidget;

namespace scalescope {

class Figure;

/// The options of the window's export: what a picture says of its setting, and the scenario inside.
ExportOptions exportOptionsFor(const Scenario& scenario, bool serving);

/// Model, hardware and plan in one line, of training or of serving.
QString settingText(const Scenario& scenario, bool serving);

/// Puts the figure on the clipboard as a picture, with its table as text; or the table as CSV.
void copyFigure(Figure& figure, const Scenario& scenario, bool serving);
void copyFigureTable(const Figure& figure);

/// Opens a window with the numbers behind the figure.
void showFigureTable(QWidget* parent, const Theme& theme, const Figure& figure);

/// What an import took, in a sentence or two; and the report of every field in a window.
QString importSummary(const ImportedModel& imported, const std::optional<CheckpointComparison>& comparison);
void showImportReport(QWidget* parent, const Theme& theme, const ImportedModel& imported);

}  // namespace scalescope
