// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/context.h"

namespace scalescope::explain {

// What a layer of a kind keeps of one sequence of so many tokens, in elements.
Expression entryOf(const Context& c, std::size_t kind);  // of keys and values, of one entry
Expression entriesOf(const Context& c, std::size_t kind, const Leaf& sequence, std::vector<Note>& notes);
Expression indexKeysOf(const Context& c, std::size_t kind, const Leaf& sequence);
Expression stateElements(const Context& c, std::size_t kind);

Leaf bytesPerCached(const Context& c);
Leaf bytesPerState(const Context& c);

}  // namespace scalescope::explain
