// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/split_words.h"

#include "widgets/plots/calculator_words.h"
#include "widgets/plots/figure_words.h"

#include <QCoreApplication>

namespace scalescope {

namespace {

class SplitWords {
    Q_DECLARE_TR_FUNCTIONS(SplitWords)
};

}  // namespace

QString splitText(const Split& split)
{
    const QString fsdp = wholeText(static_cast<double>(split.fsdp));
    const QString tensor = wholeText(static_cast<double>(split.tensor));
    if (split.tensor == 1)
        return SplitWords::tr("%1 FSDP", "chips in the degree").arg(fsdp);
    if (split.fsdp == 1)
        return SplitWords::tr("%1 tensor", "chips in the degree").arg(tensor);
    return SplitWords::tr("%1 FSDP × %2 tensor", "chips in the degrees").arg(fsdp, tensor);
}

QString timesText(const SplitTimes& times)
{
    return SplitWords::tr("compute %1, network %2").arg(secondsText(times.compute.value), secondsText(times.network.value));
}

QString boundText(const Threshold& threshold, const QString& value)
{
    switch (threshold.kind) {
    case Threshold::Kind::always: return SplitWords::tr("compute-bound at every batch");
    case Threshold::Kind::never: return SplitWords::tr("compute-bound at no batch");
    case Threshold::Kind::at: break;
    }
    return SplitWords::tr("compute-bound above %1").arg(value);
}

}  // namespace scalescope
