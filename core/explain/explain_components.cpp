// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/context.h"

#include <algorithm>

namespace scalescope::explain {

namespace {

constexpr std::string_view kOptimizer = "optimizer";

std::string idOf(const OperationEstimate& op)
{
    return op.component ? scalescope::idOf(*op.component) : std::string(kOptimizer);
}

/// The timed operations of a component: its forward pass, recomputation and backward pass.
std::vector<std::size_t> operationsOf(const Context& c, std::string_view component)
{
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < c.estimate.operations.size(); ++i)
        if (c.estimate.operations[i].timed && idOf(c.estimate.operations[i]) == component)
            found.push_back(i);
    return found;
}

std::string nameOf(const Context& c, std::string_view component)
{
    return wordOf(c.estimate.operations[operationsOf(c, component).front()]);
}

}  // namespace

std::vector<std::string> timedComponents(const Context& c)
{
    std::vector<std::string> components;
    for (const OperationEstimate& op : c.estimate.operations)
        if (op.timed && std::find(components.begin(), components.end(), idOf(op)) == components.end())
            components.push_back(idOf(op));
    return components;
}

Leaf componentTime(const Context& c, std::string_view component)
{
    double sum = 0;
    for (const std::size_t i : operationsOf(c, component))
        sum += c.estimate.operations[i].total.value;
    const std::string name = nameOf(c, component);
    return derived("component." + std::string(component) + ".time", {SCALESCOPE_TEXT("core", "Time of %1"), {name}}, "T_" + name,
                   "s", sum);
}

Leaf componentFlops(const Context& c, std::string_view component)
{
    double sum = 0;
    for (const std::size_t i : operationsOf(c, component)) {
        const OperationEstimate& op = c.estimate.operations[i];
        sum += (op.each.flops * op.repeats).value;
    }
    const std::string name = nameOf(c, component);
    return derived("component." + std::string(component) + ".flops",
                   {SCALESCOPE_TEXT("core", "FLOPs of %1 on one chip"), {name}}, "FLOPs_" + name, "FLOP", sum);
}

std::optional<Derivation> deriveComponent(const Context& c, const Path& path)
{
    if (path[0] != "component" || path.size() != 3 || operationsOf(c, path[1]).empty())
        return std::nullopt;
    std::vector<Expression> terms;
    if (path[2] == "time" && c.estimate.possible()) {
        for (const std::size_t i : operationsOf(c, path[1]))
            terms.push_back(operationTime(c, i));
        return derivation(componentTime(c, path[1]), sumOf(std::move(terms)),
                          SCALESCOPE_TEXT("core", "Book, chapter 4: a backward pass is two forward passes"));
    }
    if (path[2] != "flops")
        return std::nullopt;
    for (const std::size_t i : operationsOf(c, path[1]))
        terms.push_back(repeatedFlops(c, i));
    return derivation(componentFlops(c, path[1]), sumOf(std::move(terms)),
                      SCALESCOPE_TEXT("core", "Book, chapter 4, \"Global FLOPs and params calculation\", on the shapes of one chip"));
}

}  // namespace scalescope::explain
