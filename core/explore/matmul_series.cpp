// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/matmul_series.h"

#include "core/explore/series.h"
#include "core/scenario/sharding_answer.h"

#include <algorithm>

namespace scalescope {

namespace {

constexpr int kPoints = 64;

}  // namespace

Memory memoryOf(const Chip& chip, CalculatorMemory memory)
{
    switch (memory) {
    case CalculatorMemory::hbm: return chip.hbm;
    case CalculatorMemory::onChip: return chip.onChip;
    case CalculatorMemory::hostLink: break;
    }
    return {std::nullopt, chip.hostLink};
}

MatmulAnswer answerMatmul(const Scenario& scenario) { return answerMatmul(scenario, scenario.calculator.matmul); }

MatmulAnswer answerMatmul(const Scenario& scenario, const MatmulShape& shape)
{
    const Chip& chip = scenario.hardware.cluster.chip;
    MatmulAnswer answer;
    answer.shape = shape;
    answer.operation = operationOf(shape);
    answer.parts = {bytesOf(shape.input, shape.batch * shape.inner),
                    bytesOf(shape.weight, shape.inner * shape.outer * (shape.weightPerRow ? shape.batch : 1.0)),
                    bytesOf(shape.output, shape.batch * shape.outer)};
    answer.intensity = intensityOf(answer.operation);
    answer.peak = peakFor(chip, scenario.calculator.compute);
    answer.memory = memoryOf(chip, scenario.calculator.memory);
    answer.fits = !answer.memory.capacity || answer.operation.traffic <= *answer.memory.capacity;
    return answer;
}

AttainedSeries attainedSeries(const Scenario& scenario, const MatmulShape& shape, double from, double to)
{
    AttainedSeries series;
    series.shape = shape;
    const MatmulAnswer any = answerMatmul(scenario, shape);
    if (!any.timed())
        return series;
    series.critical = any.critical();
    series.batch = logSpaced(from, to, kPoints);
    if (series.critical && *series.critical > from && *series.critical < to)
        series.batch.insert(std::upper_bound(series.batch.begin(), series.batch.end(), *series.critical), *series.critical);
    MatmulShape varied = shape;
    for (const double batch : series.batch) {
        varied.batch = batch;
        series.rate.push_back(attainable(intensityOf(operationOf(varied)), any.peak->rate, *any.memory.bandwidth).value);
    }
    return series;
}

std::optional<BytesPerSecond> neighbourLink(const Scenario& scenario)
{
    const Topology topology = topologyOf(scenario);
    if (topology.hasTorus)
        return topology.link;
    if (topology.levelCount > 0)
        return topology.levels[0].link;
    return std::nullopt;
}

OperationTime SplitSeries::at(const MatmulShape& shape, double innerSize) const
{
    MatmulShape varied = shape;
    varied.inner = innerSize;
    return timeOf(splitContraction(varied), peak, link);
}

std::optional<SplitSeries> splitSeries(const Scenario& scenario, double from, double to)
{
    const auto peak = peakFor(scenario.hardware.cluster.chip, scenario.calculator.compute);
    const auto link = neighbourLink(scenario);
    if (!peak || !link)
        return std::nullopt;
    SplitSeries series;
    series.peak = peak->rate;
    series.link = *link;
    series.critical = criticalContraction(scenario.calculator.matmul.output, peak->rate, *link);
    // Straight lines on logarithmic axes: the ends would do, but a table has rows between them.
    series.inner = logSpaced(from, to, kPoints);
    for (const double inner : series.inner) {
        const OperationTime time = series.at(scenario.calculator.matmul, inner);
        series.compute.push_back(time.compute.value);
        series.exchange.push_back(time.memory.value);
    }
    return series;
}

}  // namespace scalescope
