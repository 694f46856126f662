// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/serving_words.h"

#include "core/base/format.h"
#include "widgets/core_text.h"
#include "widgets/plots/calculator_words.h"
#include "widgets/plots/figure_words.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>

namespace scalescope {

namespace {

class ServingWords {
    Q_DECLARE_TR_FUNCTIONS(ServingWords)
};

}  // namespace

QString servingSetting(const Scenario& scenario)
{
    const Serving& s = scenario.serving;
    const double chips = s.decode.chips();
    const QString context = wholeText(s.keptContext());
    const QString model = fromCore(scenario.model.name);
    if (chips == 1)
        return ServingWords::tr("%1 on one chip, %2 tokens of context").arg(model, context);
    return ServingWords::tr("%1 on %2 chips, %3 tokens of context").arg(model, wholeText(chips), context);
}

QString batchCount(double sequences)
{
    return sequences == std::round(sequences) || sequences >= 1000 ? wholeText(sequences) : fromCore(formatSi(sequences));
}

QString sequencesText(double sequences)
{
    return sequences == 1 ? ServingWords::tr("one sequence") : ServingWords::tr("%1 sequences").arg(batchCount(sequences));
}

QString rateText(double rate)
{
    return rate == 1 ? ServingWords::tr("1 request/s") : ServingWords::tr("%1 requests/s").arg(siText(rate, {}));
}

QString wholeTokens(double tokens) { return ServingWords::tr("%1 tokens").arg(wholeText(tokens)); }

QString whyNotFitting(const Diagnostics& diagnostics)
{
    const auto first = std::ranges::find(diagnostics, Severity::infeasible, &Diagnostic::severity);
    return first == diagnostics.end() ? QString() : textOf(*first);
}

std::optional<double> draggedBatch(double wanted, const std::optional<double>& largest, double most, double present)
{
    const double last = std::floor(std::min(largest.value_or(most), most));
    if (!(last >= 1) || !std::isfinite(wanted))
        return std::nullopt;
    const double batch = std::clamp(std::round(wanted), 1.0, last);
    return batch == present ? std::nullopt : std::optional(batch);
}

std::vector<double> partOf(std::span<const double> values, std::size_t fitting, bool beyond)
{
    std::vector<double> part(values.size(), std::numeric_limits<double>::quiet_NaN());
    for (std::size_t i = 0; i < values.size(); ++i)
        if (beyond ? i + 1 >= fitting : i < fitting)
            part[i] = values[i];
    return part;
}

}  // namespace scalescope
