// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/serving_figures.h"

namespace scalescope::explain {

/// What is said of an operation of a pass: of one layer, but for the time, which is of all.
enum class Of { time, flops, weights, activations, cache, traffic, held };

struct Naming {
    std::string_view id;
    std::string_view name;    // of an operation of a pass
    std::string_view sum;     // of all of a component
    std::string_view symbol;
    std::string_view unit;
};
const Naming& namingOf(Of of);
std::optional<Of> ofAt(std::string_view id);

// By index of the pass's operations.
double valueOf(const ServingPass& pass, std::size_t i, Of of);
double inAll(const ServingPass& pass, std::size_t i, Of of);  // in all layers
Leaf operationLeaf(const ServingPass& pass, std::size_t i, Of of);
Expression inAllLayers(const ServingPass& pass, std::size_t i, Of of);
Leaf coverageLeaf(const ServingPass& pass, std::size_t i);  // of routed experts

const View& viewOf(const ServingPass& pass);  // of a pass with a piece that of the decode step
inline const Context& contextOf(const ServingPass& pass) { return viewOf(pass).c; }

std::optional<Derivation> deriveOperationOf(const ServingFigures& f, const ServingPass& pass, const Path& rest);

}  // namespace scalescope::explain
