// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/collective_state.h"

#include "core/base/format.h"
#include "core/scenario/snapshot.h"
#include "widgets/core_text.h"
#include "widgets/plots/figure_words.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <limits>

namespace scalescope {

namespace {

class CollectiveWords {
    Q_DECLARE_TR_FUNCTIONS(CollectiveWords)
};

}  // namespace

CollectiveState CollectiveState::of(const Snapshot& snapshot)
{
    const ShardingAnswer& answer = snapshot.sharding();
    CollectiveState state;
    state.timed = timedCollective(snapshot.scenario, answer);
    for (const Network& network : snapshot.scenario.hardware.cluster.networks)
        state.networks.emplace_back(nameOf(network));
    state.diagnostics = answer.diagnostics;
    state.study = snapshot.scenario.sharding;
    return state;
}

QString CollectiveState::problem() const
{
    return timed ? CollectiveWords::tr("Nothing to send: the collective runs over one chip")
                 : CollectiveWords::tr("No times: this mesh cannot be laid");
}

QString CollectiveState::why() const
{
    return timed ? CollectiveWords::tr("Choose an axis of two chips or more for it to run over.") : whyImpossible(diagnostics);
}

QString CollectiveState::operation() const { return fromCore(nameOf(study.collective)); }

QString CollectiveState::operationOver() const
{
    return CollectiveWords::tr("%1 over %2 chips").arg(operation(), fromCore(formatCount(timed ? static_cast<double>(timed->group.size) : 1)));
}

QString CollectiveState::networkName(int network) const
{
    return network >= 0 ? fromCore(networks[static_cast<std::size_t>(network)]) : QString();
}

QColor Theme::*CollectiveState::color() const
{
    constexpr std::array<QColor Theme::*, 4> colors = {&Theme::fsdp, &Theme::tensor, &Theme::data, &Theme::other};
    const auto first = std::find(study.over.begin(), study.over.end(), true);
    return colors[static_cast<std::size_t>(first - study.over.begin()) % colors.size()];
}

QStringList CollectiveState::linesOf(const CollectiveTime& time, Bytes array) const
{
    QStringList lines;
    if (time.total.value <= 0)
        return lines;
    lines << CollectiveWords::tr("time %1").arg(secondsText(time.total.value));
    lines << CollectiveWords::tr("bytes %1, hops %2").arg(secondsText(time.bandwidth.value), secondsText(time.latency.value));
    lines << (time.term == Term::latency ? CollectiveWords::tr("latency-bound: it waits for the hops")
                                         : CollectiveWords::tr("bandwidth-bound: it waits for %1").arg(networkName(time.network)));
    lines << CollectiveWords::tr("%1 of the array").arg(siText((array / time.total).value, "B/s"));
    return lines;
}

std::vector<double> hiddenTerm(const std::vector<double>& term, const std::vector<double>& total)
{
    const auto same = [&](std::size_t i) { return term[i] >= total[i] * (1 - 1e-9); };
    std::vector<double> hidden = term;
    for (std::size_t i = 0; i < term.size(); ++i) {
        // The point at which it leaves the total stays.
        const bool alone = (i == 0 || same(i - 1)) && (i + 1 == term.size() || same(i + 1));
        if (same(i) && alone)
            hidden[i] = std::numeric_limits<double>::quiet_NaN();
    }
    return hidden;
}

QString sizeText(Bytes bytes) { return bytesText(bytes.value); }

}  // namespace scalescope
