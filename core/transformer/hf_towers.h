// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/transformer/hf_reader.h"

namespace scalescope {

/// Parameters of the vision and audio towers that the file describes.
std::int64_t towerParameters(KindReader& reader);

}  // namespace scalescope
