// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/stage_figures.h"

#include <algorithm>

namespace scalescope::explain {

namespace {

/// Stages with the same layers, at the same end of the model or at none.
struct Alike {
    std::vector<double> layers;
    bool first;
    bool last;
    int stage;  // one of them
    int count = 0;

    bool is(const Alike& other) const { return layers == other.layers && first == other.first && last == other.last; }
};

std::vector<Alike> kindsOfStages(const Context& c, int except)
{
    std::vector<Alike> kinds;
    for (int s = 0; s < static_cast<int>(c.allStages.size()); ++s) {
        if (s == except)
            continue;
        Alike own{std::vector<double>(c.architecture().kinds.size()), s == 0, c.isLast(s), s};
        c.stages.layers().count(s, own.layers);
        auto found = std::find_if(kinds.begin(), kinds.end(), [&own](const Alike& a) { return a.is(own); });
        if (found == kinds.end())
            found = kinds.insert(kinds.end(), std::move(own));
        ++found->count;
    }
    return kinds;
}

Expression termOf(const Alike& alike, const std::function<Leaf(int)>& leafOf)
{
    const Leaf each = leafOf(alike.stage);
    if (alike.count == 1)
        return each;
    return Expression(constant(alike.count, SCALESCOPE_TEXT("core", "Stages like this one"))) * each;
}

std::size_t lengthOfRange(std::size_t terms) { return (terms + kLongestSum - 1) / kLongestSum; }

Expression sumOfRange(const std::vector<Alike>& kinds, std::size_t range, const std::function<Leaf(int)>& leafOf)
{
    const std::size_t length = lengthOfRange(kinds.size());
    std::vector<Expression> terms;
    for (std::size_t i = range * length; i < std::min(kinds.size(), (range + 1) * length); ++i)
        terms.push_back(termOf(kinds[i], leafOf));
    return sumOf(std::move(terms));
}

Leaf rangeLeaf(const std::string& id, std::size_t range, double value, std::string_view unit)
{
    return derived(id + ".range." + std::to_string(range), {SCALESCOPE_TEXT("core", "Some of the stages (%1)"), {std::to_string(range + 1)}},
                   "T_" + std::to_string(range + 1), unit, value);
}

}  // namespace

Expression overStages(const Context& c, const std::string& id, int except, const std::function<Leaf(int)>& leafOf)
{
    const std::vector<Alike> kinds = kindsOfStages(c, except);
    std::vector<Expression> terms;
    if (kinds.size() <= kLongestSum) {
        for (const Alike& alike : kinds)
            terms.push_back(termOf(alike, leafOf));
        return sumOf(std::move(terms));
    }
    const std::string_view unit = leafOf(kinds.front().stage).unit;
    for (std::size_t range = 0; range * lengthOfRange(kinds.size()) < kinds.size(); ++range)
        terms.push_back(rangeLeaf(id, range, evaluate(sumOfRange(kinds, range, leafOf)), unit));
    return sumOf(std::move(terms));
}

std::optional<Derivation> deriveRange(const Context& c, const std::string& id, std::string_view range, int except,
                                      const std::function<Leaf(int)>& leafOf, std::string_view source)
{
    const std::vector<Alike> kinds = kindsOfStages(c, except);
    const auto index = Path(range).index(0);
    if (kinds.size() <= kLongestSum || !index || *index * lengthOfRange(kinds.size()) >= kinds.size())
        return std::nullopt;
    Expression sum = sumOfRange(kinds, *index, leafOf);
    const Leaf leaf = rangeLeaf(id, *index, evaluate(sum), leafOf(kinds.front().stage).unit);
    return derivation(leaf, std::move(sum), source);
}

}  // namespace scalescope::explain
