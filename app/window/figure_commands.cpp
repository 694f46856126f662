// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/figure_commands.h"

#include "core/base/format.h"
#include "core/scenario/names.h"
#include "core/scenario/scenario_json.h"
#include "widgets/core_text.h"
#include "widgets/export/clipboard.h"
#include "widgets/figure.h"
#include "widgets/figure_table.h"
#include "widgets/plots/serving_words.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QDialog>
#include <QGuiApplication>
#include <QMimeData>
#include <QVBoxLayout>

namespace scalescope {

namespace {

void showTable(QWidget* parent, const Theme& theme, const QString& title, const FigureTable& table)
{
    auto* dialog = new QDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    auto* view = new FigureTableView(dialog);
    view->setTheme(theme);
    view->show(title, table);
    auto* column = new QVBoxLayout(dialog);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(view);
    dialog->resize(820, 520);
    dialog->show();
}

}  // namespace

QString settingText(const Scenario& scenario, bool serving)
{
    if (!serving)
        return fromCore(settingOf(scenario, toReader));
    return servingSetting(scenario) + QStringLiteral(", ") + fromCore(clusterNameOf(scenario.hardware, toReader));
}

ExportOptions exportOptionsFor(const Scenario& scenario, bool serving)
{
    ExportOptions options;
    options.sourceLine = settingText(scenario, serving);
    options.scenario = QByteArray::fromStdString(writeScenario(scenario));
    return options;
}

void copyFigure(Figure& figure, const Scenario& scenario, bool serving)
{
    if (QMimeData* data = clipboardData(figure, exportOptionsFor(scenario, serving)))
        QGuiApplication::clipboard()->setMimeData(data);
}

void copyFigureTable(const Figure& figure)
{
    QGuiApplication::clipboard()->setText(csvOf(figure.table()));
}

void showFigureTable(QWidget* parent, const Theme& theme, const Figure& figure)
{
    showTable(parent, theme, figure.title(), figure.table());
}

QString importSummary(const ImportedModel& imported, const std::optional<CheckpointComparison>& comparison)
{
    const auto parameters = static_cast<double>(countParameters(imported.model.architecture).total());
    const QString read = QCoreApplication::translate("FigureCommands", "%1 imported: %2 parameters.").arg(fromCore(imported.model.name), fromCore(formatCount(parameters)));
    if (!comparison || !comparison->bytes)
        return read;
    const StatedFigure& bytes = *comparison->bytes;
    const QString stored = bytes.agrees()
        ? QCoreApplication::translate("FigureCommands", "The stored weights have %1 bytes, exactly as counted.").arg(fromCore(formatCount(bytes.stated)))
        : QCoreApplication::translate("FigureCommands", "The stored weights have %1 bytes; %2 are counted.").arg(fromCore(formatCount(bytes.stated)), fromCore(formatCount(bytes.predicted)));
    return read + u' ' + stored;
}

void showImportReport(QWidget* parent, const Theme& theme, const ImportedModel& imported)
{
    FigureTable table;
    table.columns = {QCoreApplication::translate("FigureCommands", "Field"), QCoreApplication::translate("FigureCommands", "Use"), QCoreApplication::translate("FigureCommands", "Value"), QCoreApplication::translate("FigureCommands", "Reason")};
    for (const ConfigField& field : imported.fields) {
        const auto use = kFieldUseNames[static_cast<std::size_t>(field.use)];
        table.rows.push_back({fromCore(field.key), translated(use), fromCore(field.value), translated(field.reason)});
        table.values.push_back({fromCore(field.key), fromCore(use), fromCore(field.value), fromCore(field.reason)});
    }
    showTable(parent, theme, QCoreApplication::translate("FigureCommands", "What was read of the config"), table);
}

}  // namespace scalescope
