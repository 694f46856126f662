// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/stage_figures.h"

#include <algorithm>

namespace scalescope::explain {

namespace {

Leaf overlapInput(const Context& c, Axis axis) { return c.input("assumptions.overlap." + std::string(nameOf(axis))); }

Expression allBut(Expression fraction)
{
    return Expression(constant(1, SCALESCOPE_TEXT("core", "All of it"))) - std::move(fraction);
}

}  // namespace

Expression combined(const Context& c, const std::vector<AxisTerm>& terms)
{
    std::vector<Expression> busy;
    for (const std::vector<Axis>& sharers : sharersOf(c)) {
        std::vector<Expression> sum;
        for (const AxisTerm& term : terms)
            if (std::find(sharers.begin(), sharers.end(), term.axis) != sharers.end())
                sum.push_back(term.time);
        if (!sum.empty())
            busy.push_back(sumOf(std::move(sum)));
    }
    return maximumOf(std::move(busy));
}

std::vector<Note> combinationNotes(const Context& c)
{
    switch (c.assumptions().networks) {
    case NetworkCombination::overlap:
        return {{{SCALESCOPE_TEXT("core", "Networks overlap: different degrees send at the same time, and the longest counts.")}}};
    case NetworkCombination::add:
        return {{{SCALESCOPE_TEXT("core", "Networks add: the degrees take turns.")}}};
    case NetworkCombination::asPlaced: break;
    }
    return {{{SCALESCOPE_TEXT("core", "As placed: degrees that share a dimension of the torus or a level of the fabric take turns, others overlap.")}}};
}

Expression hiddenFraction(const Context& c, Axis axis)
{
    const bool waits = (axis == Axis::fsdp && c.plan().prefetch == 0) ||
                       (axis == Axis::context && c.plan().contextMethod != ContextMethod::ring);
    if (waits)
        return minimumOf({overlapInput(c, axis), overlapInput(c, Axis::tensor)});
    return overlapInput(c, axis);
}

std::vector<AxisTerm> hiddenTerms(const Context& c, std::vector<AxisTerm> terms)
{
    std::vector<AxisTerm> hidden;
    for (AxisTerm& term : terms)
        if (c.stages.hidden(term.axis) > 0)
            hidden.push_back({term.axis, times(std::move(term.time), hiddenFraction(c, term.axis))});
    return hidden;
}

Expression timeOfWork(const Context& c, Work work, Overlap overlap)
{
    const double hostOverlap = c.assumptions().hostOverlap;
    if (overlap == Overlap::none) {
        Expression all = std::move(work.compute);
        for (AxisTerm& term : work.networks)
            all = std::move(all) + std::move(term.time);
        return work.host ? std::move(all) + std::move(*work.host) : all;
    }
    std::vector<Expression> beside = {std::move(work.compute)};
    std::vector<Expression> exposed;
    if (overlap == Overlap::expected)
        for (const AxisTerm& term : work.networks)
            if (c.stages.hidden(term.axis) < 1)
                exposed.push_back(term.time * allBut(hiddenFraction(c, term.axis)));
    const std::vector<AxisTerm> hidden = overlap == Overlap::full ? work.networks : hiddenTerms(c, work.networks);
    if (!hidden.empty())
        beside.push_back(combined(c, hidden));
    if (work.host && overlap == Overlap::full) {
        beside.push_back(std::move(*work.host));
    } else if (work.host) {
        const Leaf input = c.input("assumptions.overlap.host");
        if (hostOverlap > 0)
            beside.push_back(times(*work.host, input));
        if (hostOverlap < 1)
            exposed.push_back(*work.host * allBut(input));
    }
    Expression all = maximumOf(std::move(beside));
    for (Expression& term : exposed)
        all = std::move(all) + std::move(term);
    return all;
}

}  // namespace scalescope::explain
