// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

// After Qt: moc 6.4 cannot read <compare> when it comes first.
#include "core/scenario/parameter.h"
#include "core/scenario/presets.h"
#include "core/scenario/scenario_json.h"

/// A published decode or prefill time as a scenario.
struct MeasuredServing {
    QString id;
    QString source;
    bool decodes = true;  // a decode step; otherwise a prefill
    double seconds = 0;   // measured
    scalescope::Scenario scenario;
    QString problem;      // why there is no scenario
};

namespace measured {

inline QJsonArray servingRows()
{
    QFile file(QStringLiteral(SCALESCOPE_SOURCE_DIR "/tests/data/measured_serving.json"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return QJsonDocument::fromJson(file.readAll()).object()[QStringLiteral("rows")].toArray();
}

inline MeasuredServing servingOf(const QJsonObject& row)
{
    using namespace scalescope;
    MeasuredServing run;
    run.id = row[QStringLiteral("id")].toString();
    run.source = row[QStringLiteral("source")].toString();
    run.decodes = row[QStringLiteral("kind")].toString() == QStringLiteral("decode");
    const QString time = run.decodes ? QStringLiteral("step_time") : QStringLiteral("prefill_time");
    run.seconds = row[QStringLiteral("measured")].toObject()[time].toDouble();
    QJsonObject file = {{QStringLiteral("scalescope"), 1}};
    for (const char* part : {"model", "hardware", "serving"})
        file[QLatin1String(part)] = row[QLatin1String(part)];
    const Read<Scenario> read = readScenario(QJsonDocument(file).toJson().toStdString(), shippedPresets());
    if (!read.value) {
        run.problem = QString::fromStdString(describe(read.problems.front()));
        return run;
    }
    run.scenario = *read.value;
    const Edit chips{"cluster.chips", row[QStringLiteral("chips")].toDouble()};
    const Diagnostics problems = scalescope::apply(run.scenario, std::array{chips});
    if (!problems.empty())
        run.problem = QString::fromStdString(describe(problems.front()));
    return run;
}

}  // namespace measured
