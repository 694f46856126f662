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

/// A published training run as a scenario.
struct MeasuredRun {
    QString id;
    QString source;
    QJsonObject row;
    scalescope::Scenario scenario;
    QString problem;  // why there is no scenario

    double measured(const QString& name) const { return row[QStringLiteral("measured")].toObject()[name].toDouble(); }
};

namespace measured {

inline QJsonArray trainingRows()
{
    QFile file(QStringLiteral(SCALESCOPE_SOURCE_DIR "/tests/data/measured_training.json"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return QJsonDocument::fromJson(file.readAll()).object()[QStringLiteral("rows")].toArray();
}

/// The row's settings by the ids of the parameter table, in the order in which they can be set.
inline std::vector<std::pair<std::string, std::string>> settingsOf(const QJsonObject& row)
{
    const auto text = [&](const char* key) {
        const QJsonValue v = row[QLatin1String(key)];
        return v.isString() ? v.toString().toStdString() : v.isBool() ? std::string(v.toBool() ? "true" : "false")
                                                                      : QString::number(v.toDouble(), 'g', 17).toStdString();
    };
    std::vector<std::pair<std::string, std::string>> settings;
    const auto set = [&](std::string id, const char* key) {
        if (row.contains(QLatin1String(key)))
            settings.emplace_back(std::move(id), text(key));
    };
    set("cluster.chips", "chips");
    for (const char* key : {"data", "fsdp", "tensor", "context", "expert", "pipeline", "schedule", "zero_stage", "sequence_parallel",
                            "dropout", "optimizer", "compute_type", "weight_type", "gradient_type", "master_weights"})
        set(std::string("plan.") + key, key);
    set("plan.chunks", "virtual_stages");
    set("plan.routed_nodes", "routed_nodes");
    set("plan.dispatch_type", "dispatch_type");
    set("plan.remat", "recompute");
    set("plan.lora_rank", "lora");
    set("workload.sequence", "sequence");
    if (row[QStringLiteral("stored_scores")].toBool())
        settings.emplace_back("plan.attention_kernel", "stored");
    if (row[QStringLiteral("offload_activations")].toBool())
        settings.emplace_back("plan.offload_activations", "1");
    const auto number = [&](const char* key) { return row[QLatin1String(key)].toDouble(1); };
    // Rows of memory alone state no batch: enough micro-batches to fill the pipeline.
    const double sequences = row.contains(QLatin1String("batch_sequences"))
                                 ? number("batch_sequences")
                                 : number("micro_batch") * number("data") * number("fsdp") * number("expert") * number("pipeline") * 2;
    settings.emplace_back("workload.batch", QString::number(sequences * number("sequence"), 'g', 17).toStdString());
    set("plan.micro_batch", "micro_batch");
    return settings;
}

inline MeasuredRun runOf(const QJsonObject& row)
{
    using namespace scalescope;
    MeasuredRun run{row[QStringLiteral("id")].toString(), row[QStringLiteral("source")].toString(), row, {}, {}};
    const QJsonObject file = {{QStringLiteral("scalescope"), 1}, {QStringLiteral("model"), row[QStringLiteral("model")]},
                              {QStringLiteral("hardware"), row[QStringLiteral("hardware")]}};
    const Read<Scenario> read = readScenario(QJsonDocument(file).toJson().toStdString(), shippedPresets());
    if (!read.value) {
        run.problem = QString::fromStdString(describe(read.problems.front()));
        return run;
    }
    run.scenario = *read.value;
    for (const auto& [id, value] : settingsOf(row)) {
        Diagnostic problem;
        const auto edit = parseAssignment(run.scenario, id + "=" + value, problem);
        const Diagnostics problems = edit ? scalescope::apply(run.scenario, std::array{*edit}) : Diagnostics{problem};
        if (!problems.empty()) {
            run.problem = QString::fromStdString(describe(problems.front()));
            return run;
        }
    }
    if (row.contains(QLatin1String("node_egress")))
        if (auto* level = std::get_if<FabricLevel>(&run.scenario.hardware.cluster.networks.back()))
            level->bandwidth = BytesPerSecond(row[QStringLiteral("node_egress")].toDouble());
    return run;
}

}  // namespace measured
