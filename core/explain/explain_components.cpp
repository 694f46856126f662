// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/context.h"

#include <algorithm>

namespace scalescope::explain {

namespace {

constexpr std::string_view kOptimizer = "optimizer";
constexpr std::string_view kTimes = SCALESCOPE_TEXT("core", "Book, chapter 4: a backward pass is two forward passes");
constexpr std::string_view kFlops = SCALESCOPE_TEXT("core", "Book, chapter 4, \"Global FLOPs and params calculation\", on the shapes of one chip");

std::string idOf(const OperationEstimate& op)
{
    return op.component ? scalescope::idOf(*op.component) : std::string(kOptimizer);
}

using Indices = std::vector<std::size_t>;

template <class Predicate>
Indices operationsWith(const Context& c, Predicate belongs)
{
    Indices found;
    for (std::size_t i = 0; i < c.estimate.operations.size(); ++i)
        if (c.estimate.operations[i].timed && belongs(c.estimate.operations[i]))
            found.push_back(i);
    return found;
}

/// The timed operations of a component: its forward pass, recomputation and backward pass, in every kind of layer.
Indices operationsOf(const Context& c, std::string_view component)
{
    return operationsWith(c, [component](const OperationEstimate& op) { return idOf(op) == component; });
}

Indices operationsOf(const Context& c, std::string_view component, int kind)
{
    return operationsWith(c, [&](const OperationEstimate& op) { return idOf(op) == component && op.layerKind == kind; });
}

Block blockOf(const OperationEstimate& op) { return op.component ? explain::blockOf(*op.component) : Block::rest; }

/// In order, as they stand in ids.
std::vector<std::string> timedComponents(const Context& c)
{
    std::vector<std::string> components;
    for (const OperationEstimate& op : c.estimate.operations)
        if (op.timed && std::find(components.begin(), components.end(), idOf(op)) == components.end())
            components.push_back(idOf(op));
    return components;
}

std::vector<int> kindsWith(const Context& c, const Indices& operations)
{
    std::vector<int> kinds;
    for (const std::size_t i : operations)
        if (const int kind = c.estimate.operations[i].layerKind; std::find(kinds.begin(), kinds.end(), kind) == kinds.end())
            kinds.push_back(kind);
    return kinds;
}

double sumOver(const Context& c, const Indices& operations, bool time)
{
    double sum = 0;
    for (const std::size_t i : operations) {
        const OperationEstimate& op = c.estimate.operations[i];
        sum += time ? op.total.value : (op.each.flops * op.repeats).value;
    }
    return sum;
}

Leaf leafOf(const std::string& id, const std::string& name, const std::string& letter, double value, bool time)
{
    const Words words = {time ? SCALESCOPE_TEXT("core", "Time of %1") : SCALESCOPE_TEXT("core", "FLOPs of %1 on one chip"), {name}, letter};
    return derived(id + (time ? ".time" : ".flops"), words, (time ? "T_" : "FLOPs_") + name + (letter.empty() ? "" : " " + letter),
                   time ? "s" : "FLOP", value);
}

std::string nameOfComponent(const Context& c, const Indices& operations) { return wordOf(c.estimate.operations[operations.front()]); }

Leaf componentLeaf(const Context& c, const std::string& component, bool time)
{
    const Indices all = operationsOf(c, component);
    return leafOf("component." + component, nameOfComponent(c, all), {}, sumOver(c, all, time), time);
}

Leaf componentLeaf(const Context& c, const std::string& component, int kind, bool time)
{
    const Indices all = operationsOf(c, component, kind);
    const std::string letter = c.letterOf(kind);
    return leafOf("component." + component + "." + letter, nameOfComponent(c, all), letter, sumOver(c, all, time), time);
}

Leaf blockLeaf(const Context& c, Block block, bool time)
{
    const Indices all = operationsWith(c, [block](const OperationEstimate& op) { return blockOf(op) == block; });
    return leafOf("block." + std::string(nameOf(block)), wordOf(block), {}, sumOver(c, all, time), time);
}

Expression passes(const Context& c, const Indices& operations, bool time)
{
    std::vector<Expression> terms;
    for (const std::size_t i : operations)
        terms.push_back(time ? Expression(operationTime(c, i)) : repeatedFlops(c, i));
    return sumOf(std::move(terms));
}

/// Those of one block, or all.
std::vector<Expression> components(const Context& c, std::optional<Block> block, bool time)
{
    std::vector<Expression> terms;
    for (const std::string& component : timedComponents(c)) {
        if (block && blockOf(c.estimate.operations[operationsOf(c, component).front()]) != *block)
            continue;
        const Leaf leaf = componentLeaf(c, component, time);
        if (time || leaf.value > 0)
            terms.push_back(leaf);
    }
    return terms;
}

std::optional<Derivation> deriveBlock(const Context& c, const Path& path, bool time)
{
    for (const Block block : kBlocks)
        if (path[1] == nameOf(block))
            if (std::vector<Expression> terms = components(c, block, time); !terms.empty())
                return derivation(blockLeaf(c, block, time), sumOf(std::move(terms)), time ? kTimes : kFlops);
    return std::nullopt;
}

}  // namespace

std::vector<Expression> componentTerms(const Context& c, bool time)
{
    std::vector<Expression> terms = components(c, std::nullopt, time);
    if (terms.size() <= kLongestSum)
        return terms;
    terms.clear();
    for (const Block block : kBlocks)
        if (const Leaf leaf = blockLeaf(c, block, time); leaf.value > 0)
            terms.push_back(leaf);
    return terms;
}

std::optional<Derivation> deriveComponent(const Context& c, const Path& path)
{
    const bool time = path[path.size() - 1] == "time";
    if (!time && path[path.size() - 1] != "flops")
        return std::nullopt;
    if (time && !c.estimate.possible())
        return std::nullopt;
    if (path[0] == "block" && path.size() == 3)
        return deriveBlock(c, path, time);
    if (path[0] != "component")
        return std::nullopt;
    const std::string component(path[1]);
    const Indices all = operationsOf(c, component);
    const std::vector<int> kinds = kindsWith(c, all);
    if (path.size() == 4) {
        const auto kind = path.kind(2, c);
        const int layerKind = kind ? static_cast<int>(*kind) : -1;
        if (kinds.size() < 2 || !kind || std::find(kinds.begin(), kinds.end(), layerKind) == kinds.end())
            return std::nullopt;
        return derivation(componentLeaf(c, component, layerKind, time), passes(c, operationsOf(c, component, layerKind), time),
                          time ? kTimes : kFlops);
    }
    if (path.size() != 3 || all.empty())
        return std::nullopt;
    if (kinds.size() < 2)
        return derivation(componentLeaf(c, component, time), passes(c, all, time), time ? kTimes : kFlops);
    std::vector<Expression> terms;
    for (const int kind : kinds)
        terms.push_back(componentLeaf(c, component, kind, time));
    return derivation(componentLeaf(c, component, time), sumOf(std::move(terms)), time ? kTimes : kFlops);
}

}  // namespace scalescope::explain
