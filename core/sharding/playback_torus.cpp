// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sharding/playback_torus.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

namespace scalescope {

namespace {

// The bytes that all dimensions of a set E carry together, each weighted by its bandwidth, are at least N_E - 1 whatever
// the order, and exactly that when E comes first. The loads that orders and their mixtures can have are therefore the
// base polytope of that set function, whose corners are the orders (as for polymatroids). So the torus rule can always
// be met, and a mixture that meets it is found by walking from corner to corner.

constexpr double kTolerance = 1e-12;

using Set = unsigned;

class Balance {
public:
    explicit Balance(std::span<const DimensionLoad> loads) : m_loads(loads), m_target(loads.size())
    {
        for (const DimensionLoad& load : loads)
            m_bandwidth.push_back((load.size - 1.0) / load.alone.value);
    }

    std::vector<OrderShare> shares()
    {
        findTarget();
        if (m_chain.size() == 1)
            if (auto turned = balancedTurns())
                return *turned;
        return walk();
    }

private:
    int count() const { return static_cast<int>(m_loads.size()); }
    Set all() const { return (Set(1) << count()) - 1; }
    static bool has(Set set, int i) { return set & Set(1) << i; }

    template <class F>
    double sum(Set set, const F& of) const
    {
        double total = 0;
        for (int i = 0; i < count(); ++i)
            if (has(set, i))
                total += of(i);
        return total;
    }

    double members(Set set) const
    {
        double product = 1;
        for (int i = 0; i < count(); ++i)
            if (has(set, i))
                product *= m_loads[static_cast<std::size_t>(i)].size;
        return product;
    }

    /// The bytes that each dimension carries when the busiest is least busy, then the next: the set that binds comes
    /// first and is evenly busy, then the set that binds of the rest.
    void findTarget()
    {
        Set done = 0;
        while (done != all()) {
            Set binding = 0;
            double busiest = 0;
            for (Set set = 1; set <= all(); ++set) {
                if (set & done)
                    continue;
                const double time = (members(set) - 1.0) / sum(set, [&](int i) { return bandwidth(i); });
                if (time > busiest * (1 + kTolerance)) {
                    busiest = time;
                    binding = set;
                } else if (time >= busiest * (1 - kTolerance)) {
                    binding |= set;
                }
            }
            for (int i = 0; i < count(); ++i)
                if (has(binding, i))
                    m_target[static_cast<std::size_t>(i)] = members(done) * busiest * bandwidth(i);
            m_chain.push_back(binding);
            done |= binding;
        }
    }

    double bandwidth(int i) const { return m_bandwidth[static_cast<std::size_t>(i)]; }

    /// What each dimension carries when all go through in this order.
    std::vector<double> carried(const std::vector<int>& order) const
    {
        std::vector<double> bytes(order.size());
        double gathered = 1;
        for (int i : order) {
            const double size = m_loads[static_cast<std::size_t>(i)].size;
            bytes[static_cast<std::size_t>(i)] = gathered * (size - 1.0);
            gathered *= size;
        }
        return bytes;
    }

    /// The turns of some order, mixed so that all dimensions are equally busy; nothing when that takes a negative share.
    /// They fill the pipeline best, as every dimension begins with a small phase.
    std::optional<std::vector<OrderShare>> balancedTurns() const
    {
        std::vector<int> order(m_loads.size());
        std::iota(order.begin(), order.end(), 0);
        do {
            std::vector<OrderShare> turns;
            for (std::size_t first = 0; first < order.size(); ++first) {
                turns.push_back({order, 0.0});
                std::rotate(order.begin(), order.begin() + 1, order.end());
            }
            if (mix(turns)) {
                std::erase_if(turns, [](const OrderShare& turn) { return turn.share <= kTolerance; });
                return turns;
            }
        } while (std::next_permutation(order.begin() + 1, order.end()));
        return std::nullopt;
    }

    /// Solves for the shares whose loads are the target, by elimination.
    bool mix(std::vector<OrderShare>& turns) const
    {
        const std::size_t n = turns.size();
        std::vector<std::vector<double>> rows(n, std::vector<double>(n + 1));
        for (std::size_t column = 0; column < n; ++column) {
            const std::vector<double> bytes = carried(turns[column].order);
            for (std::size_t row = 0; row < n; ++row)
                rows[row][column] = bytes[row] / m_target[row];
        }
        for (std::size_t row = 0; row < n; ++row)
            rows[row][n] = 1.0;
        for (std::size_t pivot = 0; pivot < n; ++pivot) {
            const auto largest =
                std::max_element(rows.begin() + static_cast<std::ptrdiff_t>(pivot), rows.end(),
                                 [&](const auto& a, const auto& b) { return std::abs(a[pivot]) < std::abs(b[pivot]); });
            if (std::abs((*largest)[pivot]) < kTolerance)
                return false;
            std::swap(rows[pivot], *largest);
            for (std::size_t row = 0; row < n; ++row) {
                if (row == pivot)
                    continue;
                const double factor = rows[row][pivot] / rows[pivot][pivot];
                for (std::size_t column = pivot; column <= n; ++column)
                    rows[row][column] -= factor * rows[pivot][column];
            }
        }
        for (std::size_t i = 0; i < n; ++i) {
            turns[i].share = rows[i][n] / rows[i][i];
            if (turns[i].share < -kTolerance)
                return false;
        }
        return true;
    }

    /// Takes as much as can be of one corner after the other: what is left lies on a smaller face of the polytope, where
    /// one more set must come first.
    std::vector<OrderShare> walk()
    {
        std::vector<OrderShare> shares;
        std::vector<double> left = m_target;
        double weight = 1;
        for (;;) {
            std::vector<int> order;
            for (Set block : m_chain)
                for (int i = 0; i < count(); ++i)
                    if (has(block, i))
                        order.push_back(i);
            if (order.size() == m_chain.size()) {
                shares.push_back({order, weight});
                return shares;
            }
            const std::vector<double> corner = carried(order);
            double taken = 1;
            Set tight = 0;
            for (Set set = 1; set < all(); ++set) {
                const double least = members(set) - 1.0;
                const double room = sum(set, [&](int i) { return corner[static_cast<std::size_t>(i)]; }) - least;
                if (room <= kTolerance * members(all()))
                    continue;
                const double now = sum(set, [&](int i) { return left[static_cast<std::size_t>(i)]; }) - least;
                const double most = std::max(0.0, now / room);
                if (most < taken) {
                    taken = most;
                    tight = set;
                }
            }
            if (taken >= 1 - kTolerance) {
                shares.push_back({order, weight});
                return shares;
            }
            if (taken > kTolerance) {
                shares.push_back({order, weight * taken});
                weight *= 1 - taken;
                for (std::size_t i = 0; i < left.size(); ++i)
                    left[i] = (left[i] - taken * corner[i]) / (1 - taken);
            }
            refine(tight);
        }
    }

    void refine(Set tight)
    {
        std::vector<Set> finer;
        for (Set block : m_chain)
            for (Set half : {block & tight, block & ~tight})
                if (half != 0)
                    finer.push_back(half);
        m_chain = std::move(finer);
    }

    std::span<const DimensionLoad> m_loads;
    std::vector<double> m_bandwidth;
    std::vector<double> m_target;
    std::vector<Set> m_chain;  // sets that come one after the other
};

}  // namespace

std::vector<OrderShare> balancedOrders(std::span<const DimensionLoad> loads) { return Balance(loads).shares(); }

std::vector<OrderShare> turnedOrders(int dimensions)
{
    std::vector<int> order(static_cast<std::size_t>(dimensions));
    std::iota(order.begin(), order.end(), 0);
    std::vector<OrderShare> turns;
    for (int i = 0; i < dimensions; ++i) {
        turns.push_back({order, 1.0 / dimensions});
        std::rotate(order.begin(), order.begin() + 1, order.end());
    }
    return turns;
}

std::vector<PhaseStart> pipelined(std::span<const std::vector<PhaseTime>> phases, std::span<const Seconds> released)
{
    struct Part {
        int order;
        int chunk;
        std::size_t next;
        Seconds ready;
    };
    std::vector<Part> parts;
    std::size_t total = 0;
    int resources = 0;
    for (std::size_t chunk = 0; chunk < released.size(); ++chunk)
        for (std::size_t order = 0; order < phases.size(); ++order)
            parts.push_back({static_cast<int>(order), static_cast<int>(chunk), 0, released[chunk]});
    for (const std::vector<PhaseTime>& order : phases) {
        total += order.size() * released.size();
        for (const PhaseTime& phase : order)
            resources = std::max(resources, phase.resource + 1);
    }

    std::vector<Seconds> freeFrom(static_cast<std::size_t>(resources));
    std::vector<PhaseStart> starts;
    starts.reserve(total);
    while (starts.size() < total) {
        Part* chosen = nullptr;
        Seconds begin(std::numeric_limits<double>::infinity());
        for (Part& part : parts) {
            const std::vector<PhaseTime>& order = phases[static_cast<std::size_t>(part.order)];
            if (part.next == order.size())
                continue;
            const Seconds at = std::max(part.ready, freeFrom[static_cast<std::size_t>(order[part.next].resource)]);
            if (at < begin) {
                begin = at;
                chosen = &part;
            }
        }
        const PhaseTime& phase = phases[static_cast<std::size_t>(chosen->order)][chosen->next];
        starts.push_back({chosen->order, chosen->chunk, static_cast<int>(chosen->next), begin});
        chosen->ready = begin + phase.duration;
        freeFrom[static_cast<std::size_t>(phase.resource)] = chosen->ready;
        ++chosen->next;
    }
    return starts;
}

}  // namespace scalescope
