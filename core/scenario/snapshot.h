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

    mutable std::shared_ptr<const ShardingAnswer> m_sharding = {};
};

inline Snapshot snapshotOf(const Scenario& scenario) { return {scenario, evaluate(scenario)}; }

}  // namespace scalescope
