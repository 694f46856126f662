// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/sharding_answer.h"

#include <memory>

namespace scalescope {

/// A scenario and its answers, as every view receives them. One thread at a time.
struct Snapshot {
    Scenario scenario;
    Estimate estimate;

    /// Of the sharding study, worked out when first asked for.
    const ShardingAnswer& sharding() const
    {
        if (!m_sharding)
            m_sharding = std::make_shared<const ShardingAnswer>(answerSharding(scenario));
        return *m_sharding;
    }

    /// The step drawn out in time, worked out when first asked for; copies made from then on share it.
    const Timeline& timeline() const
    {
        if (!m_timeline)
            m_timeline = std::make_shared<const Timeline>(scalescope::timeline(scenario));
        return *m_timeline;
    }

    /// What serving takes, likewise.
    const ServingEstimate& serving() const
    {
        if (!m_serving)
            m_serving = std::make_shared<const ServingEstimate>(evaluateServing(scenario));
        return *m_serving;
    }

    mutable std::shared_ptr<const ShardingAnswer> m_sharding = {};
    mutable std::shared_ptr<const Timeline> m_timeline = {};
    mutable std::shared_ptr<const ServingEstimate> m_serving = {};
};

inline Snapshot snapshotOf(const Scenario& scenario) { return {scenario, evaluate(scenario)}; }

}  // namespace scalescope
