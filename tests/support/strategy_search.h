// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/mesh_simulator.h"
#include "tests/support/random_matmul.h"

#include <bit>
#include <map>
#include <numeric>
#include <set>

namespace scalescope {

using Roles = std::array<AxisRole, kMaxMeshAxes>;

constexpr int kNone = -1;
constexpr int kTerms = -2;

/// A dimension of an array, kNone or kTerms.
inline int placeOf(const ShardedArray& array, int axis)
{
    if (array.unreduced.contains(axis))
        return kTerms;
    for (std::size_t d = 0; d < array.dimensions.size(); ++d)
        if (array.dimensions[d].axes.contains(axis))
            return static_cast<int>(d);
    return kNone;
}

inline std::string nameAt(const ShardedArray& array, int axis)
{
    const int place = placeOf(array, axis);
    return place >= 0 ? array.dimensions[static_cast<std::size_t>(place)].name : std::string();
}

inline int find(const ShardedArray& array, const std::string& name)
{
    for (std::size_t d = 0; d < array.dimensions.size(); ++d)
        if (!name.empty() && array.dimensions[d].name == name)
            return static_cast<int>(d);
    return kNone;
}

inline AxisList without(const AxisList& list, const std::set<int>& leaving)
{
    AxisList kept;
    for (int axis : list)
        if (!leaving.count(axis))
            kept.add(axis);
    return kept;
}

inline bool sameLayout(const ShardedArray& a, const ShardedArray& b)
{
    if (a.unreduced.set() != b.unreduced.set())
        return false;
    for (std::size_t d = 0; d < a.dimensions.size(); ++d)
        if (!(a.dimensions[d].axes == b.dimensions[d].axes))
            return false;
    return true;
}

/// All that a strategy may cost, counted once more by its own way.
class Accounting {
public:
    explicit Accounting(const MatmulProblem& problem) : m_problem(problem) {}

    double sizeOf(const AxisList& axes) const
    {
        double n = 1;
        for (int axis : axes)
            n *= static_cast<double>(m_problem.mesh.axes[static_cast<std::size_t>(axis)].size);
        return n;
    }

    Bytes block(const ShardedArray& array) const
    {
        double elements = 1;
        for (const ArrayDimension& d : array.dimensions)
            elements *= static_cast<double>(d.size) / sizeOf(d.axes);
        return bytesOf(array.type, elements);
    }

    Seconds collective(StepKind kind, const AxisList& axes, const ShardedArray& before, const ShardedArray& after) const
    {
        std::vector<const AxisPlacement*> parts;
        for (int axis : axes)
            parts.push_back(&m_problem.placement[static_cast<std::size_t>(axis)]);
        const AxisPlacement group = combined(parts, m_problem.topology);
        const auto time = [&](Collective collective, Bytes array) {
            return timeOf(collective, array, group, m_problem.topology, m_problem.rules).total;
        };
        switch (kind) {
        case StepKind::gather: return time(Collective::allGather, block(after));
        case StepKind::reduceScatter: return time(Collective::reduceScatter, block(before));
        case StepKind::allReduce: return time(Collective::allReduce, block(before));
        case StepKind::allToAll: return time(Collective::allToAll, block(before) * sizeOf(axes));
        case StepKind::slice:
        case StepKind::matmul: break;
        }
        return {};
    }

    Seconds product(const ShardedArray& left, const ShardedArray& right, const ShardedArray& output) const
    {
        std::map<std::string, double> local;
        for (const ShardedArray* array : {&left, &right})
            for (const ArrayDimension& d : array->dimensions)
                local[d.name] = static_cast<double>(d.size) / sizeOf(d.axes);
        double flops = 2;
        for (const auto& [name, n] : local)
            flops *= n;
        const double compute = flops / m_problem.rates.peak.value;
        if (!m_problem.rates.hbm)
            return Seconds(compute);
        return Seconds(std::max(compute, (block(left) + block(right) + block(output)) / *m_problem.rates.hbm / Seconds(1)));
    }

private:
    const MatmulProblem& m_problem;
};

/// Every assignment of roles to axes whose steps, in any order, give the product; the cheapest order of each.
class ExhaustiveSearch {
public:
    ExhaustiveSearch(const MatmulProblem& problem, std::mt19937& random)
        : m_problem(problem), m_matmul(problem.matmul), m_simulator(problem.mesh), m_accounting(problem),
          m_axes(static_cast<int>(problem.mesh.axes.size()))
    {
        const auto left = MeshSimulator::randomWhole(m_matmul.left, random);
        const auto right = MeshSimulator::randomWhole(m_matmul.right, random);
        m_product = MeshSimulator::product(m_matmul, left, right);
        m_left = m_simulator.distribute(m_matmul.left, left, random);
        m_right = m_simulator.distribute(m_matmul.right, right, random);
    }

    std::map<Roles, double> run()
    {
        Roles roles{};
        assign(0, roles);
        return m_legal;
    }

private:
    void assign(int axis, Roles& roles)
    {
        if (axis == m_axes) {
            std::vector<int> order(static_cast<std::size_t>(m_axes));
            std::iota(order.begin(), order.end(), 0);
            do
                attempt(roles, order);
            while (std::next_permutation(order.begin(), order.end()));
            return;
        }
        for (std::size_t role = 0; role < kAxisRoleNames.size(); ++role) {
            roles[static_cast<std::size_t>(axis)] = static_cast<AxisRole>(role);
            if (applies(axis, static_cast<AxisRole>(role)))
                assign(axis + 1, roles);
        }
        roles[static_cast<std::size_t>(axis)] = AxisRole::idle;
    }

    bool contracted(const std::string& name) const { return find(m_matmul.left, name) >= 0 && find(m_matmul.right, name) >= 0 && find(m_matmul.output, name) < 0; }

    /// The dimension that an axis is sliced into: the other input's, or the output's, or any contracted one for terms.
    std::string slicedInto(int axis) const
    {
        for (const ShardedArray* array : {&m_matmul.left, &m_matmul.right})
            if (placeOf(*array, axis) != kNone)
                return nameAt(*array, axis);
        if (placeOf(m_matmul.output, axis) != kTerms)
            return nameAt(m_matmul.output, axis);
        std::string largest;
        std::int64_t size = 0;
        for (const ArrayDimension& d : m_matmul.left.dimensions)
            if (contracted(d.name) && d.size > size) {
                largest = d.name;
                size = d.size;
            }
        return largest;
    }

    /// Whether the role says something that can be done to both inputs; what comes of it is seen later.
    bool applies(int axis, AxisRole role) const
    {
        const bool inLeft = placeOf(m_matmul.left, axis) != kNone;
        const bool inRight = placeOf(m_matmul.right, axis) != kNone;
        const std::string into = slicedInto(axis);
        const bool both = find(m_matmul.left, into) >= 0 && find(m_matmul.right, into) >= 0;
        const bool sums = inLeft && nameAt(m_matmul.left, axis) == nameAt(m_matmul.right, axis) && contracted(nameAt(m_matmul.left, axis));
        switch (role) {
        case AxisRole::idle: return !inLeft && !inRight;
        case AxisRole::kept: return (inLeft || inRight) && !sums;
        case AxisRole::gatheredLeft: return inLeft;
        case AxisRole::gatheredRight: return inRight;
        case AxisRole::gatheredBoth: return inLeft && inRight;
        case AxisRole::slicedLeft: return !inLeft && find(m_matmul.left, into) >= 0 && (inRight || !both);
        case AxisRole::slicedRight: return !inRight && find(m_matmul.right, into) >= 0 && (inLeft || !both);
        case AxisRole::slicedBoth: return !inLeft && !inRight && both;
        case AxisRole::reduced: return sums;
        }
        return false;
    }

    ShardedArray prepared(const ShardedArray& input, const Roles& roles, const std::vector<int>& order, bool isLeft) const
    {
        ShardedArray after = input;
        std::set<int> leaving;
        for (int axis = 0; axis < m_axes; ++axis) {
            const AxisRole role = roles[static_cast<std::size_t>(axis)];
            if (role == AxisRole::gatheredBoth || role == (isLeft ? AxisRole::gatheredLeft : AxisRole::gatheredRight))
                leaving.insert(axis);
        }
        for (ArrayDimension& d : after.dimensions)
            d.axes = without(d.axes, leaving);
        after.unreduced = without(after.unreduced, leaving);
        for (int axis : order) {
            const AxisRole role = roles[static_cast<std::size_t>(axis)];
            if (role == AxisRole::slicedBoth || role == (isLeft ? AxisRole::slicedLeft : AxisRole::slicedRight))
                after.dimensions[static_cast<std::size_t>(find(input, slicedInto(axis)))].axes.add(axis);
        }
        return after;
    }

    void attempt(const Roles& roles, const std::vector<int>& order)
    {
        const ShardedArray left = prepared(m_matmul.left, roles, order, true);
        const ShardedArray right = prepared(m_matmul.right, roles, order, false);
        ShardedArray product = m_matmul.output;
        std::set<int> terms(left.unreduced.begin(), left.unreduced.end());
        terms.insert(right.unreduced.begin(), right.unreduced.end());
        for (const ArrayDimension& d : left.dimensions)
            if (contracted(d.name))
                terms.insert(d.axes.begin(), d.axes.end());
        product.unreduced = {};
        for (int axis : terms)
            product.unreduced.add(axis);
        for (ArrayDimension& d : product.dimensions)
            d.axes = find(left, d.name) >= 0 ? left.dimensions[static_cast<std::size_t>(find(left, d.name))].axes
                                             : right.dimensions[static_cast<std::size_t>(find(right, d.name))].axes;

        const auto heldLeft = cheapest(m_left, left);
        const auto heldRight = heldLeft ? cheapest(m_right, right) : std::nullopt;
        if (!heldRight)
            return;
        const auto local = m_simulator.multiply(heldLeft->array, heldRight->array, product);
        if (!local || !m_simulator.holds(*local, m_product))
            return;
        const auto output = cheapest(*local, m_matmul.output);
        if (!output || !m_simulator.holds(output->array, m_product))
            return;
        const double cost = (heldLeft->time + heldRight->time + m_accounting.product(left, right, product) + output->time).value;
        const auto [known, isNew] = m_legal.try_emplace(roles, cost);
        if (!isNew)
            known->second = std::min(known->second, cost);
    }

    struct Arrival {
        Seconds time;
        HeldArray array;
    };

    std::optional<Arrival> cheapest(const HeldArray& from, const ShardedArray& to) const
    {
        std::set<int> moving;
        for (int axis = 0; axis < m_axes; ++axis)
            if (placeOf(from.layout, axis) != placeOf(to, axis))
                moving.insert(axis);
        return cheapest(from, to, moving);
    }

    std::optional<StepKind> kindOf(int from, int to) const
    {
        if (from == kNone)
            return StepKind::slice;
        if (from == kTerms)
            return to == kNone ? StepKind::allReduce : StepKind::reduceScatter;
        if (to == kTerms)
            return std::nullopt;
        return to == kNone ? StepKind::gather : StepKind::allToAll;
    }

    /// Over every order of steps. Steps of one kind go together: of the sets of axes that lead on, only the largest.
    std::optional<Arrival> cheapest(const HeldArray& from, const ShardedArray& to, const std::set<int>& moving) const
    {
        if (moving.empty())
            return sameLayout(from.layout, to) ? std::optional(Arrival{{}, from}) : std::nullopt;
        std::optional<Arrival> best;
        std::vector<std::set<int>> taken;
        for (unsigned set = (1u << m_axes) - 1; set > 0; --set) {  // a set comes before its parts
            std::set<int> together;
            std::set<std::optional<StepKind>> kinds;
            for (int axis : moving)
                if (set & 1u << axis) {
                    together.insert(axis);
                    kinds.insert(kindOf(placeOf(from.layout, axis), placeOf(to, axis)));
                }
            if (together.size() != static_cast<std::size_t>(std::popcount(set)) || kinds.size() != 1 || !*kinds.begin())
                continue;
            const auto holds = [&](const std::set<int>& larger) {
                return std::includes(larger.begin(), larger.end(), together.begin(), together.end());
            };
            if (std::any_of(taken.begin(), taken.end(), holds))
                continue;
            const StepKind kind = **kinds.begin();
            const auto held = m_simulator.move(from, kind, listOf(together), moved(from.layout, to, together));
            std::set<int> left;
            std::set_difference(moving.begin(), moving.end(), together.begin(), together.end(), std::inserter(left, left.end()));
            auto rest = held ? cheapest(*held, to, left) : std::nullopt;
            if (!rest)
                continue;
            rest->time += m_accounting.collective(kind, listOf(together), from.layout, held->layout);
            taken.push_back(std::move(together));
            if (!best || rest->time < best->time)
                best = std::move(rest);
        }
        return best;
    }

    static AxisList listOf(const std::set<int>& axes)
    {
        AxisList list;
        for (int axis : axes)
            list.add(axis);
        return list;
    }

    static ShardedArray moved(const ShardedArray& from, const ShardedArray& to, const std::set<int>& axes)
    {
        ShardedArray after = from;
        after.unreduced = without(after.unreduced, axes);
        for (int axis : to.unreduced)
            if (axes.count(axis))
                after.unreduced.add(axis);
        for (std::size_t d = 0; d < after.dimensions.size(); ++d) {
            after.dimensions[d].axes = without(after.dimensions[d].axes, axes);
            for (int axis : to.dimensions[d].axes)
                if (axes.count(axis))
                    after.dimensions[d].axes.add(axis);
        }
        return after;
    }

    const MatmulProblem& m_problem;
    const ShardedMatmul& m_matmul;
    MeshSimulator m_simulator;
    Accounting m_accounting;
    int m_axes;
    HeldArray m_left;
    HeldArray m_right;
    std::vector<double> m_product;
    std::map<Roles, double> m_legal;
};

}  // namespace scalescope
