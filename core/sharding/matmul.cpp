// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sharding/matmul.h"

#include "core/sharding/strategy_builder.h"

#include <algorithm>
#include <deque>

namespace scalescope {

namespace {

constexpr int kMaxNames = 2 * ShardedArray::kMaxDimensions;

/// A named dimension, and which dimension of each array it is.
struct Dimension {
    std::int64_t size = 1;
    std::array<int, kOperandNames.size()> in = {-1, -1, -1};  // by Operand

    int at(Operand operand) const { return in[static_cast<std::size_t>(operand)]; }
    bool shared() const { return in[0] >= 0 && in[1] >= 0; }
    bool contracted() const { return shared() && in[2] < 0; }
};

/// The dimensions of both inputs by name; positions of axes are numbers of these, or as in Layout.
struct Dimensions {
    std::array<Dimension, kMaxNames> all;
    int count = 0;

    Dimension& operator[](int i) { return all[static_cast<std::size_t>(i)]; }
    const Dimension& operator[](int i) const { return all[static_cast<std::size_t>(i)]; }

    bool shared(int position) const { return position >= 0 && (*this)[position].shared(); }
    bool contracted(int position) const { return position >= 0 && (*this)[position].contracted(); }

    /// The contracted dimension that can be split furthest.
    int largestContracted() const
    {
        int largest = Layout::kNowhere;
        for (int i = 0; i < count; ++i)
            if ((*this)[i].contracted() && (largest < 0 || (*this)[i].size > (*this)[largest].size))
                largest = i;
        return largest;
    }
};

Dimensions dimensionsOf(const ShardedMatmul& matmul)
{
    Dimensions dimensions;
    std::array<const std::string*, kMaxNames> names{};
    const std::array<const ShardedArray*, 3> arrays = {&matmul.left, &matmul.right, &matmul.output};
    for (std::size_t operand = 0; operand < arrays.size(); ++operand) {
        for (std::size_t d = 0; d < arrays[operand]->dimensions.size(); ++d) {
            const ArrayDimension& dimension = arrays[operand]->dimensions[d];
            int i = 0;
            while (i < dimensions.count && *names[static_cast<std::size_t>(i)] != dimension.name)
                ++i;
            names[static_cast<std::size_t>(i)] = &dimension.name;
            dimensions.count = std::max(dimensions.count, i + 1);
            dimensions[i].size = dimension.size;
            dimensions[i].in[operand] = static_cast<int>(d);
        }
    }
    return dimensions;
}

/// Where one axis is in both inputs when the local matmul begins, and what that is called.
struct Option {
    AxisRole role = AxisRole::idle;
    int left = Layout::kNowhere;
    int right = Layout::kNowhere;
};

struct AxisOptions {
    std::array<Option, 4> all;
    int count = 0;

    std::span<const Option> list() const { return {all.data(), static_cast<std::size_t>(count)}; }
};

/// How an input comes to a layout.
struct Preparation {
    Layout to;
    Moves moves;
    bool possible = false;
};

class Planner {
public:
    Planner(const ShardedMatmul& matmul, const PlanContext& context)
        : m_mesh(context.mesh), m_dimensions(dimensionsOf(matmul)), m_left(layoutOf(matmul.left)),
          m_right(layoutOf(matmul.right)), m_output(layoutOf(matmul.output)),
          m_builder(context, matmul.left, &matmul.right, matmul.output, flopsOf([](const Dimension& d) { return d.size; }))
    {
    }

    MatmulPlan run()
    {
        const int axes = static_cast<int>(m_mesh.axes.size());
        for (int axis = 0; axis < axes; ++axis) {
            m_options[static_cast<std::size_t>(axis)] = optionsOf(axis);
            MatmulCase& met = m_plan.cases[static_cast<std::size_t>(axis)];
            met = caseOf(axis);
            m_plan.worst = std::max(m_plan.worst, met);
        }
        choose(0, axes);
        sortByCost(m_plan.strategies);
        return std::move(m_plan);
    }

private:
    template <class LocalSize>
    Flops flopsOf(const LocalSize& localSize) const
    {
        double product = 2;
        for (int i = 0; i < m_dimensions.count; ++i)
            product *= static_cast<double>(localSize(m_dimensions[i]));
        return Flops(product);
    }

    int positionIn(Operand operand, const Layout& layout, int axis) const
    {
        const int position = layout.positionOf(axis);
        if (position < 0)
            return position;
        int i = 0;
        while (m_dimensions[i].at(operand) != position)
            ++i;
        return i;
    }

    /// The product of blocks is then a block of the product, or a term of it.
    bool multiplies(int left, int right) const
    {
        if (left == Layout::kNowhere || right == Layout::kNowhere)
            return !m_dimensions.shared(left) && !m_dimensions.shared(right);
        return left == right && left >= 0;
    }

    AxisOptions optionsOf(int axis) const
    {
        const int left = positionIn(Operand::left, m_left, axis);
        const int right = positionIn(Operand::right, m_right, axis);
        AxisOptions options;
        const auto consider = [&](AxisRole role, int l, int r) {
            if (multiplies(l, r))
                options.all[static_cast<std::size_t>(options.count++)] = {role, l, r};
        };
        constexpr int nowhere = Layout::kNowhere;
        if (left == nowhere && right == nowhere) {
            consider(AxisRole::idle, nowhere, nowhere);
            const int wanted = positionIn(Operand::output, m_output, axis);
            const int sliced = wanted == Layout::kUnreduced ? m_dimensions.largestContracted() : wanted;
            if (sliced != nowhere) {
                const bool inLeft = m_dimensions[sliced].at(Operand::left) >= 0;
                const bool inRight = m_dimensions[sliced].at(Operand::right) >= 0;
                consider(inLeft && inRight ? AxisRole::slicedBoth : inLeft ? AxisRole::slicedLeft : AxisRole::slicedRight,
                         inLeft ? sliced : nowhere, inRight ? sliced : nowhere);
            }
            return options;
        }
        consider(m_dimensions.contracted(left) ? AxisRole::reduced : AxisRole::kept, left, right);
        if (left != nowhere)
            consider(AxisRole::gatheredLeft, nowhere, right);
        if (right != nowhere)
            consider(AxisRole::gatheredRight, left, nowhere);
        if (left != nowhere && right != nowhere)
            consider(AxisRole::gatheredBoth, nowhere, nowhere);
        if (left == nowhere && m_dimensions.shared(right))
            consider(AxisRole::slicedLeft, right, right);
        if (right == nowhere && m_dimensions.shared(left))
            consider(AxisRole::slicedRight, left, left);
        return options;
    }

    MatmulCase caseOf(int axis) const
    {
        const int left = positionIn(Operand::left, m_left, axis);
        const int right = positionIn(Operand::right, m_right, axis);
        const bool leftContracted = m_dimensions.contracted(left);
        const bool rightContracted = m_dimensions.contracted(right);
        if (leftContracted && left == right)
            return MatmulCase::bothContracted;
        if (leftContracted != rightContracted)
            return MatmulCase::oneContracted;
        const bool inBoth = left != Layout::kNowhere && right != Layout::kNowhere;
        return inBoth && !multiplies(left, right) ? MatmulCase::claimedTwice : MatmulCase::noCommunication;
    }

    /// Every combination of the options of this axis and those after it.
    void choose(int axis, int axes)
    {
        if (axis == axes) {
            tryChosen(axes);
            return;
        }
        for (const Option& option : m_options[static_cast<std::size_t>(axis)].list()) {
            m_chosen[static_cast<std::size_t>(axis)] = option;
            choose(axis + 1, axes);
        }
    }

    void tryChosen(int axes)
    {
        const Layout left = prepared(Operand::left, axes);
        const Layout right = prepared(Operand::right, axes);
        Layout product;
        product.unreduced = left.unreduced | right.unreduced;
        for (int i = 0; i < m_dimensions.count; ++i) {
            const Dimension& dimension = m_dimensions[i];
            const AxisList& list = dimension.in[0] >= 0 ? left[dimension.in[0]] : right[dimension.in[1]];
            if (dimension.shared() && !(list == right[dimension.in[1]]))
                return;
            if (dimension.contracted())
                product.unreduced |= list.set();
            else
                product[dimension.in[2]] = list;
        }
        const Moves* ofLeft = movesTo(Operand::left, left);
        const Moves* ofRight = ofLeft ? movesTo(Operand::right, right) : nullptr;
        if (ofRight && m_builder.findMoves(Operand::output, product, m_output, m_outputMoves))
            write(left, right, product, *ofLeft, *ofRight);
    }

    /// The steps that prepare an input, found once for each layout; null when there are none.
    const Moves* movesTo(Operand operand, const Layout& to)
    {
        const bool isLeft = operand == Operand::left;
        std::deque<Preparation>& known = isLeft ? m_ofLeft : m_ofRight;
        auto it = std::find_if(known.begin(), known.end(), [&](const Preparation& p) { return p.to == to; });
        if (it == known.end()) {
            it = known.insert(known.end(), Preparation{to, {}, false});
            it->possible = m_builder.findMoves(operand, isLeft ? m_left : m_right, to, it->moves);
        }
        return it->possible ? &it->moves : nullptr;
    }

    /// An input after the chosen options: what is left of each dimension, then what is sliced into it, in the order of the
    /// input or the output that it follows.
    Layout prepared(Operand operand, int axes) const
    {
        const bool isLeft = operand == Operand::left;
        const Layout& before = isLeft ? m_left : m_right;
        const Layout& other = isLeft ? m_right : m_left;
        const auto positionOf = [&](int axis) {
            const Option& option = m_chosen[static_cast<std::size_t>(axis)];
            return isLeft ? option.left : option.right;
        };
        Layout after;
        for (int i = 0; i < m_dimensions.count; ++i) {
            const int own = m_dimensions[i].at(operand);
            if (own < 0)
                continue;
            AxisList& list = after[own];
            const auto append = [&](int axis) {
                if (positionOf(axis) == i && !list.contains(axis))
                    list.add(axis);
            };
            const auto follow = [&](const Layout& layout, int dimension) {
                if (dimension >= 0)
                    for (int axis : layout[dimension])
                        append(axis);
            };
            follow(before, own);
            follow(other, m_dimensions[i].at(isLeft ? Operand::right : Operand::left));
            follow(m_output, m_dimensions[i].at(Operand::output));
            for (int axis = 0; axis < axes; ++axis)
                append(axis);
        }
        for (int axis = 0; axis < axes; ++axis)
            if (positionOf(axis) == Layout::kUnreduced)
                after.unreduced |= 1u << axis;
        return after;
    }

    void write(const Layout& left, const Layout& right, const Layout& product, const Moves& ofLeft, const Moves& ofRight)
    {
        std::array<AxisRole, kMaxMeshAxes> roles{};
        for (std::size_t axis = 0; axis < m_mesh.axes.size(); ++axis)
            roles[axis] = m_chosen[axis].role;
        const auto localSize = [&](const Dimension& d) {
            const std::int64_t parts = sizeOf(d.in[0] >= 0 ? left[d.in[0]] : right[d.in[1]], m_mesh);
            return d.size / parts + (d.size % parts != 0 ? 1 : 0);
        };
        m_builder.begin(roles, ofLeft.all().size() + ofRight.all().size() + m_outputMoves.all().size() + 1);
        m_builder.add(Operand::left, ofLeft.all());
        m_builder.add(Operand::right, ofRight.all());
        m_builder.addWork(flopsOf(localSize), product);
        m_builder.add(Operand::output, m_outputMoves.all());
        m_plan.strategies.push_back(m_builder.finish());
    }

    const DeviceMesh& m_mesh;
    const Dimensions m_dimensions;
    const Layout m_left;
    const Layout m_right;
    const Layout m_output;
    StrategyBuilder m_builder;
    std::array<AxisOptions, kMaxMeshAxes> m_options;
    std::array<Option, kMaxMeshAxes> m_chosen;
    std::deque<Preparation> m_ofLeft;
    std::deque<Preparation> m_ofRight;
    Moves m_outputMoves;
    MatmulPlan m_plan;
};

}  // namespace

MatmulPlan planMatmul(const ShardedMatmul& matmul, const DeviceMesh& mesh, const MeshPlacement& placement,
                      const Topology& topology, const MatmulRates& rates, const CollectiveRules& rules)
{
    const PlanContext context{mesh, placement, topology, rates, rules};
    return Planner(matmul, context).run();
}

}  // namespace scalescope
