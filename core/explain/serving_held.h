// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/serving_figures.h"

namespace scalescope::explain {

/// What one sequence of so many tokens keeps on a chip of the fullest stage.
struct KeptCache {
    const ServingFigures& f;
    const ServingSide* side;  // null: one chip that has all of it, as it travels
    std::string id;           // what the ids of its numbers begin with
    Leaf context;             // tokens

    std::int64_t tensor() const { return side ? side->layout().tensor : 1; }
    Leaf keysAndValues() const;  // of all layers
    Leaf state() const;
};
std::optional<Derivation> deriveKept(const KeptCache& kept, const Path& rest);

/// Of all layers of a model on one stage, the fraction on the fullest.
Expression onStage(const Context& c, const ServingSide& side, Expression all);

/// Elements of the weights of one chip of the fullest stage.
Leaf weightsHeld(const ServingFigures& f, const ServingSide& side);
std::optional<Derivation> deriveHeldWeights(const ServingFigures& f, const Path& path);

}  // namespace scalescope::explain
