// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/format.h"
#include "core/base/text.h"
#include "core/sharding/matmul.h"

#include <algorithm>

namespace scalescope {

namespace {

std::string count(std::int64_t n) { return formatCount(static_cast<double>(n)); }

const ArrayDimension* find(const ShardedArray& array, std::string_view name)
{
    const auto it = std::find_if(array.dimensions.begin(), array.dimensions.end(),
                                 [&](const ArrayDimension& d) { return d.name == name; });
    return it == array.dimensions.end() ? nullptr : &*it;
}

bool hasNumbers(const ShardedArray& array) { return find(array, {}) != nullptr; }

class MatmulMaker {
public:
    MatmulMaker(ShardedArray left, ShardedArray right, std::optional<ShardedArray> output, const DeviceMesh& mesh,
                Diagnostics& problems)
        : m_left(std::move(left)), m_right(std::move(right)), m_output(std::move(output)), m_mesh(mesh), m_problems(problems)
    {
    }

    std::optional<ShardedMatmul> run()
    {
        if (!nameNumbers())
            return std::nullopt;
        bool right = checkAlone(m_left, kLeft) && checkAlone(m_right, kRight);
        if (m_output)
            right = right && checkAlone(*m_output, kOutput) && checkOutput();
        else
            right = right && makeOutput();
        if (!right || !checkSizes(m_left, m_right, kRight) || !checkSizes(m_left, *m_output, kOutput) ||
            !checkSizes(m_right, *m_output, kOutput))
            return std::nullopt;
        return ShardedMatmul{std::move(m_left), std::move(m_right), std::move(*m_output)};
    }

private:
    static constexpr std::string_view kLeft = "sharding.left";
    static constexpr std::string_view kRight = "sharding.right";
    static constexpr std::string_view kOutput = "sharding.output";

    bool refuse(std::string_view parameter, std::string_view message, std::vector<std::string> arguments,
                std::string_view suggestion)
    {
        m_problems.push_back({Severity::impossible, std::string(parameter), message, std::move(arguments), suggestion});
        return false;
    }

    /// [I, J] . [J, K] -> [I, K]
    bool nameNumbers()
    {
        const bool outputHasNumbers = m_output && hasNumbers(*m_output);
        if (!hasNumbers(m_left) && !hasNumbers(m_right) && !outputHasNumbers)
            return true;
        const bool flat = m_left.dimensions.size() == 2 && m_right.dimensions.size() == 2 &&
                          (!m_output || m_output->dimensions.size() == 2);
        if (!flat)
            return refuse(hasNumbers(m_left) ? kLeft : hasNumbers(m_right) ? kRight : kOutput,
                          SCALESCOPE_TEXT("core", "A dimension without a name says what it is only in a product of arrays with two dimensions each."),
                          {}, SCALESCOPE_TEXT("core", "Name the dimensions, and give those that belong together the same name."));
        ShardedArray* output = m_output ? &*m_output : nullptr;
        return match(m_left, 1, &m_right, 0, "J", kRight,
                     SCALESCOPE_TEXT("core", "The last dimension of the left array is %1, and the first of the right one, with which it is contracted, is %2."),
                     SCALESCOPE_TEXT("core", "Make them equal, or name the dimensions to contract others.")) &&
               match(m_left, 0, output, 0, "I", kOutput,
                     SCALESCOPE_TEXT("core", "The first dimension of the left array is %1, and that of the output is %2."),
                     SCALESCOPE_TEXT("core", "Make them equal, or name the dimensions to put them in another order.")) &&
               match(m_right, 1, output, 1, "K", kOutput,
                     SCALESCOPE_TEXT("core", "The last dimension of the right array is %1, and that of the output is %2."),
                     SCALESCOPE_TEXT("core", "Make them equal, or name the dimensions to put them in another order."));
    }

    /// Gives a dimension of `a` and one of `b` the same name where one has none.
    bool match(ShardedArray& a, std::size_t ofA, ShardedArray* b, std::size_t ofB, std::string_view usual,
               std::string_view parameter, std::string_view message, std::string_view suggestion)
    {
        ArrayDimension& first = a.dimensions[ofA];
        ArrayDimension* second = b ? &b->dimensions[ofB] : nullptr;
        const auto adopt = [&](ArrayDimension& number, const ShardedArray& array, const ArrayDimension* partner) {
            const bool free = partner && !partner->name.empty() && !find(array, partner->name);
            number.name = free ? partner->name : freshName(usual);
            return free || (partner && partner->name.empty());
        };
        if (first.name.empty()) {
            if (!adopt(first, a, second))
                return true;
            if (second->name.empty())
                second->name = first.name;
        } else if (second && second->name.empty()) {
            if (!adopt(*second, *b, &first))
                return true;
        }
        if (second && first.name == second->name && first.size != second->size)
            return refuse(parameter, message, {count(first.size), count(second->size)}, suggestion);
        return true;
    }

    std::string freshName(std::string_view usual) const
    {
        std::string name(usual);
        const auto taken = [&] { return find(m_left, name) || find(m_right, name) || (m_output && find(*m_output, name)); };
        for (int i = 2; taken(); ++i)
            name = std::string(usual) + std::to_string(i);
        return name;
    }

    bool checkAlone(const ShardedArray& array, std::string_view parameter)
    {
        unsigned used = 0;
        const auto usable = [&](const AxisList& axes) {
            for (int axis : axes) {
                if (axis >= static_cast<int>(m_mesh.axes.size()) || used & 1u << axis)
                    return false;
                used |= 1u << axis;
            }
            return true;
        };
        if (array.dimensions.size() > ShardedArray::kMaxDimensions)
            return refuse(parameter, SCALESCOPE_TEXT("core", "The array has %1 dimensions, and at most %2 are understood."),
                          {count(static_cast<std::int64_t>(array.dimensions.size())), count(ShardedArray::kMaxDimensions)},
                          SCALESCOPE_TEXT("core", "Join dimensions that are sharded alike."));
        bool usesAxes = usable(array.unreduced);
        for (const ArrayDimension& d : array.dimensions) {
            if (find(array, d.name) != &d)
                return refuse(parameter, SCALESCOPE_TEXT("core", "The array has two dimensions that are called %1."), {d.name},
                              SCALESCOPE_TEXT("core", "Give each a name of its own."));
            usesAxes = usesAxes && usable(d.axes);
        }
        if (!usesAxes)
            return refuse(parameter, SCALESCOPE_TEXT("core", "The array uses an axis twice, or one that the mesh lacks."), {},
                          SCALESCOPE_TEXT("core", "Use each axis of the mesh once at most."));
        return true;
    }

    bool checkSizes(const ShardedArray& a, const ShardedArray& b, std::string_view parameter)
    {
        for (const ArrayDimension& d : a.dimensions) {
            const ArrayDimension* other = find(b, d.name);
            if (other && other->size != d.size)
                return refuse(parameter, SCALESCOPE_TEXT("core", "Dimension %1 is %2 in one array and %3 in another."),
                              {d.name, count(d.size), count(other->size)},
                              SCALESCOPE_TEXT("core", "Make them equal, or give them different names."));
        }
        return true;
    }

    bool checkOutput()
    {
        for (const ArrayDimension& d : m_output->dimensions)
            if (!find(m_left, d.name) && !find(m_right, d.name))
                return refuse(kOutput, SCALESCOPE_TEXT("core", "Dimension %1 of the output is in neither input."),
                              {d.name, inputNames()}, SCALESCOPE_TEXT("core", "The inputs have %2."));
        return keepsWhatIsNotContracted(m_left, m_right, kLeft) && keepsWhatIsNotContracted(m_right, m_left, kRight);
    }

    bool keepsWhatIsNotContracted(const ShardedArray& input, const ShardedArray& other, std::string_view parameter)
    {
        for (const ArrayDimension& d : input.dimensions)
            if (!find(other, d.name) && !find(*m_output, d.name))
                return refuse(parameter, SCALESCOPE_TEXT("core", "Dimension %1 is in one input only and not in the output, so it can be neither kept nor contracted."),
                              {d.name}, SCALESCOPE_TEXT("core", "Keep %1 in the output, or sum over it first, which is a reduction of its own."));
        return true;
    }

    std::string inputNames() const
    {
        std::string names;
        for (const ShardedArray* input : {&m_left, &m_right})
            for (const ArrayDimension& d : input->dimensions)
                if (input == &m_left || !find(m_left, d.name))
                    names += (names.empty() ? "" : ", ") + d.name;
        return names;
    }

    bool makeOutput()
    {
        ShardedArray output;
        output.type = std::min(m_left.type, m_right.type);  // the wider
        unsigned claimed = 0;
        for (const ShardedArray* input : {&m_left, &m_right}) {
            const ShardedArray& other = input == &m_left ? m_right : m_left;
            for (const ArrayDimension& d : input->dimensions) {
                if (find(other, d.name))
                    continue;
                ArrayDimension kept{d.name, d.size, {}};
                for (int axis : d.axes)
                    if (!(claimed & 1u << axis))
                        kept.axes.add(axis);
                claimed |= kept.axes.set();
                output.dimensions.push_back(std::move(kept));
            }
        }
        if (output.dimensions.size() == m_left.dimensions.size() + m_right.dimensions.size())
            return refuse(kRight, SCALESCOPE_TEXT("core", "The arrays have no dimension in common, so nothing is contracted."), {inputNames()},
                          SCALESCOPE_TEXT("core", "Give the contracted dimension the same name in both, or write an output that keeps %1."));
        m_output = std::move(output);
        return checkAlone(*m_output, kOutput);
    }

    ShardedArray m_left;
    ShardedArray m_right;
    std::optional<ShardedArray> m_output;
    const DeviceMesh& m_mesh;
    Diagnostics& m_problems;
};

}  // namespace

std::optional<ShardedMatmul> makeMatmul(ShardedArray left, ShardedArray right, std::optional<ShardedArray> output,
                                        const DeviceMesh& mesh, Diagnostics& problems)
{
    return MatmulMaker(std::move(left), std::move(right), std::move(output), mesh, problems).run();
}

std::array<ShardedMatmul, 2> backwardOf(const ShardedMatmul& matmul)
{
    // What is a sum of terms has one gradient, the same for every term.
    const auto gradientOf = [](ShardedArray array) {
        array.unreduced = {};
        return array;
    };
    const ShardedArray output = gradientOf(matmul.output);
    return {ShardedMatmul{output, matmul.right, gradientOf(matmul.left)},
            ShardedMatmul{matmul.left, output, gradientOf(matmul.right)}};
}

}  // namespace scalescope
