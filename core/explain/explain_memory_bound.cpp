// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/context.h"

#include <algorithm>

namespace scalescope::explain {

namespace {

constexpr std::string_view kTime = SCALESCOPE_TEXT("core", "Book, chapter 1, \"Where does the time go\"");
constexpr std::string_view kId = "step.memory_bound";
constexpr std::array kPhases = {Phase::forward, Phase::recompute, Phase::backward, Phase::update};

/// Operations of a phase that wait for HBM, of one block of one kind of layer or all.
struct Waiting {
    Phase phase = Phase::forward;
    bool part = false;
    int kind = -1;
    Block block = Block::rest;

    bool operator==(const Waiting&) const = default;
};

Waiting partOf(const OperationEstimate& op)
{
    return {op.phase, true, op.layerKind, op.component ? blockOf(*op.component) : Block::rest};
}

std::vector<std::size_t> operationsOf(const Context& c, const Waiting& waiting)
{
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < c.estimate.operations.size(); ++i) {
        const OperationEstimate& op = c.estimate.operations[i];
        const bool meant = waiting.part ? partOf(op) == waiting : op.phase == waiting.phase;
        if (meant && op.timed && op.time.memory > op.time.compute && op.total > op.time.compute * op.repeats)
            found.push_back(i);
    }
    return found;
}

std::string letterIn(const Waiting& waiting)
{
    return waiting.kind < 0 ? std::string() : std::string(1, letterOf(static_cast<std::size_t>(waiting.kind)));
}

Leaf leafOf(const Context& c, const Waiting& waiting)
{
    double sum = 0;
    for (const std::size_t i : operationsOf(c, waiting))
        sum += c.estimate.operations[i].total.value;
    const std::string id = std::string(kId) + "." + std::string(nameOf(waiting.phase));
    const std::string phase = wordOf(waiting.phase);
    if (!waiting.part)
        return derived(id, {SCALESCOPE_TEXT("core", "Compute time of operations that wait for HBM, %1"), {phase}}, "T_memory, " + phase, "s", sum);
    const std::string letter = c.letterOf(waiting.kind);
    const std::string block = wordOf(waiting.block);
    return derived(id + "." + (letterIn(waiting).empty() ? "" : letterIn(waiting) + ".") + std::string(nameOf(waiting.block)),
                   {SCALESCOPE_TEXT("core", "Compute time of operations that wait for HBM, %1, in %2"), {phase, block}, letter},
                   "T_memory, " + phase + ", " + block + (letter.empty() ? "" : " " + letter), "s", sum);
}

std::vector<Expression> termsOf(const Context& c, const Waiting& waiting)
{
    const std::vector<std::size_t> operations = operationsOf(c, waiting);
    std::vector<Expression> terms;
    if (waiting.part || operations.size() <= kLongestSum) {
        for (const std::size_t i : operations)
            terms.push_back(operationTime(c, i));
        return terms;
    }
    std::vector<Waiting> parts;
    for (const std::size_t i : operations)
        if (const Waiting part = partOf(c.estimate.operations[i]); std::find(parts.begin(), parts.end(), part) == parts.end())
            parts.push_back(part);
    for (const Waiting& part : parts)
        terms.push_back(leafOf(c, part));
    return terms;
}

Derivation total(const Context& c)
{
    std::vector<Expression> terms;
    double sum = 0;
    for (const Phase phase : kPhases) {
        if (operationsOf(c, {phase}).empty())
            continue;
        terms.push_back(leafOf(c, {phase}));
        sum += terms.back().leaf.value;
    }
    const Leaf leaf =
        derived(std::string(kId), {SCALESCOPE_TEXT("core", "Compute time of operations that wait for HBM")}, "T_memory", "s", sum);
    if (terms.empty())
        return derivation(leaf, constant(0, SCALESCOPE_TEXT("core", "No timed operation waits for HBM"), "s"), kTime);
    return derivation(leaf, sumOf(std::move(terms)), kTime);
}

std::optional<Derivation> partDerivation(const Context& c, const Waiting& waiting)
{
    std::vector<Expression> terms = termsOf(c, waiting);
    return terms.empty() ? std::nullopt : std::optional(derivation(leafOf(c, waiting), sumOf(std::move(terms)), kTime));
}

}  // namespace

std::optional<Derivation> deriveMemoryBound(const Context& c, const Path& path)
{
    if (path[0] != "step" || path[1] != "memory_bound" || !c.estimate.possible())
        return std::nullopt;
    if (path.size() == 2)
        return total(c);
    for (const Phase phase : kPhases) {
        if (path[2] != nameOf(phase))
            continue;
        if (path.size() == 3)
            return partDerivation(c, {phase});
        const auto kind = path.size() == 5 ? path.kind(3, c) : std::nullopt;
        if (path.size() != (kind ? 5U : 4U))
            return std::nullopt;
        for (const Block block : kBlocks)
            if (path[path.size() - 1] == nameOf(block))
                return partDerivation(c, {phase, true, kind ? static_cast<int>(*kind) : -1, block});
    }
    return std::nullopt;
}

}  // namespace scalescope::explain
