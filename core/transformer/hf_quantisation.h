// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/transformer/hf_reader.h"
#include "core/transformer/storage.h"

namespace scalescope {

/// quantization_config and its like; `storage` comes with the dtype of what is not quantised.
void readQuantisation(KindReader& reader, WeightStorage& storage);

}  // namespace scalescope
