// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/parameter.h"
#include "core/scenario/presets.h"
#include "core/scenario/snapshot.h"
#include "widgets/diagrams/schedule_diagram.h"
#include "widgets/diagrams/timeline_diagram.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace scalescope {

// A model of 80 layers on 1024 chips, with and without a pipeline, and figures of it.

constexpr double kInterleaved = 2;
constexpr double kZeroBubble = 3;

inline const std::vector<Edit> kFour = {{"plan.fsdp", 32}, {"plan.pipeline", 4}, {"plan.microbatches", 8}};
inline const std::vector<Edit> kInFour = {{"plan.fsdp", 32}, {"plan.pipeline", 4}, {"plan.microbatches", 8}, {"plan.schedule", kInterleaved}, {"plan.chunks", 4}};
inline const std::vector<Edit> kNoBubble = {{"plan.fsdp", 32}, {"plan.pipeline", 4}, {"plan.microbatches", 12}, {"plan.schedule", kZeroBubble}};
inline const std::vector<Edit> kMany = {{"plan.fsdp", 2}, {"plan.pipeline", 64}, {"plan.microbatches", 256}, {"workload.batch", 4194304}};
inline const std::vector<Edit> kTooMany = {{"plan.fsdp", 1}, {"plan.pipeline", 128}};

inline Scenario scenario(const std::vector<Edit>& edits)
{
    Scenario s = *scenarioPreset(shippedPresets(), "llama-3-70b-h100").value;
    const Diagnostics problems = scalescope::apply(s, edits);
    if (!problems.empty())
        qFatal("%s", describe(problems.front()).c_str());
    return s;
}

inline Snapshot snapshot(const std::vector<Edit>& edits) { return snapshotOf(scenario(edits)); }

template <class Mark>
std::vector<Mark> marksOf(const PlotFigure& figure)
{
    std::vector<Mark> found;
    for (const auto& mark : figure.scene().marks)
        if (const auto* m = std::get_if<Mark>(&mark))
            found.push_back(*m);
    return found;
}

inline bool says(const PlotFigure& figure, const QString& part)
{
    const auto labels = figure.scene().labels();
    return std::any_of(labels.begin(), labels.end(), [&](const Label& label) { return label.text.contains(part); });
}

template <class Figure>
std::unique_ptr<Figure> shown(const Snapshot& now, QSize size = {900, 420})
{
    auto figure = std::make_unique<Figure>();
    figure->resize(size);
    figure->show(now, nullptr);
    return figure;
}

inline double valueIn(const FigureTable& table, qsizetype row, qsizetype column) { return table.values[row][column].toDouble(); }

inline double pixelOf(const PlotFigure& figure, double seconds)
{
    return Frame(figure.axes(), figure.size()).toX(seconds);
}

}  // namespace scalescope
