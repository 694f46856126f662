// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/transformer/hf_reader.h"

namespace scalescope {

/// Reads the longest sequence that the file states into model().contextLimit, where the kind has not set it by its learned
/// positions; 0 when nothing is stated, or nothing that is a length. Of several lengths the longest counts: beside that
/// of the model, files state what a tokenizer or a training run kept to. A factor of the rotary positions counts only where
/// the length that is stated is the one before it; most files state the length after it.
void readContextLimit(KindReader& reader);

}  // namespace scalescope
