// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/transformer/hf_kinds.h"

#include <string>

namespace scalescope {

/// As which kind a file is to be read.
struct KindChoice {
    void (*read)(KindReader&) = nullptr;  // null when a problem says why it is not
    std::string modelType;
};

/// By model_type, that of the object that holds the decoder first; without one by architectures, then by the names of
/// the fields.
KindChoice chooseKind(KindReader& reader);

}  // namespace scalescope
