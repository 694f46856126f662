// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/context.h"

namespace scalescope::explain {

// Of one collective of the walk, by its index there.

/// "collective.<index of the list>.<part>", or "traffic.<index of the walk>.<part>" of one on another stage.
std::string collectiveId(const Context& c, std::size_t i, std::string_view part);

Leaf arrayLeaf(const Context& c, std::size_t i);
Derivation arrayDerivation(const Context& c, std::size_t i);

}  // namespace scalescope::explain
