// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/calculator_words.h"

#include "core/base/format.h"
#include "widgets/core_text.h"

#include <QCoreApplication>

#include <array>
#include <cmath>

namespace scalescope {

namespace {

class CalculatorWords {
    Q_DECLARE_TR_FUNCTIONS(CalculatorWords)
};

}  // namespace

QString memoryName(const Scenario& scenario)
{
    switch (scenario.calculator.memory) {
    case CalculatorMemory::hbm: return QStringLiteral("HBM");
    case CalculatorMemory::onChip: return fromCore(scenario.hardware.cluster.chip.onChipName);
    case CalculatorMemory::hostLink: break;
    }
    return CalculatorWords::tr("host link");
}

MatmulProblem problemOf(const Scenario& scenario, const MatmulAnswer& answer)
{
    if (!answer.peak)
        return {CalculatorWords::tr("No peak for %1").arg(fromCore(nameOf(scenario.calculator.compute))),
                CalculatorWords::tr("The chip states none for it or a wider dtype. Enter its dense FLOP/s, or choose another compute dtype.")};
    if (!answer.memory.bandwidth)
        return {CalculatorWords::tr("No bandwidth for %1").arg(memoryName(scenario)),
                CalculatorWords::tr("The chip does not state it. Enter the figure among those of the hardware, or choose another memory.")};
    return {};
}

QString wholeText(double value) { return fromCore(formatCount(std::round(value))); }

QString shapeText(const MatmulShape& shape)
{
    return CalculatorWords::tr("B = %1, D = %2, F = %3").arg(wholeText(shape.batch), wholeText(shape.inner), wholeText(shape.outer));
}

RateUnit rateUnitFor(double peak)
{
    static const std::array<QString, 7> prefixes = {QString(),           QStringLiteral("k"), QStringLiteral("M"), QStringLiteral("G"),
                                                    QStringLiteral("T"), QStringLiteral("P"), QStringLiteral("E")};
    std::size_t i = 0;
    double rate = 1;
    while (i + 1 < prefixes.size() && peak >= rate * 1e3 * 2) {
        rate *= 1e3;
        ++i;
    }
    return {rate, prefixes[i] + QStringLiteral("FLOP/s")};
}

}  // namespace scalescope
