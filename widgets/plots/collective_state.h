// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include "core/explore/collective_series.h"
#include "widgets/plots/curve_chart.h"

#include <string>
#include <vector>

namespace scalescope {

struct Snapshot;

/// The collective of a snapshot's sharding study as the plots of it keep it, with the words that they share.
struct CollectiveState {
    std::optional<TimedCollective> timed;  // nothing when the mesh cannot be laid
    std::vector<std::string> networks;     // names, by index in the cluster
    Diagnostics diagnostics;
    ShardingStudy study;

    static CollectiveState of(const Snapshot& snapshot);

    bool hasTimes() const { return timed && timed->group.size > 1; }
    QString problem() const;  // why it has none, as a heading
    QString why() const;

    QString operation() const;      // "AllGather"
    QString operationOver() const;  // "AllGather over 16 chips"
    QString networkName(int network) const;
    QColor Theme::*color() const;  // of the first axis that it runs over

    /// The time, its terms, what it waited for, and the bytes per second of an array at that time.
    QStringList linesOf(const CollectiveTime& time, Bytes array) const;
};

/// "128 MB", with whole numbers below a thousand bytes.
QString sizeText(Bytes bytes);

/// A term of the times where it hides below the total: NaN where it is the total, which its curve would only repeat.
std::vector<double> hiddenTerm(const std::vector<double>& term, const std::vector<double>& total);

}  // namespace scalescope
