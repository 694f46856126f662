// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json_syntax.h"
#include "core/base/json_tree.h"

#include <string>
#include <vector>

namespace scalescope {

struct DuplicateKey {
    JsonFault fault;
    std::string pointer;
};

/// Keys that stand again in an object that has them already.
struct DuplicateKeys {
    std::vector<DuplicateKey> listed;  // in the order of the text, at most 100
    std::size_t unlisted = 0;
};

DuplicateKeys duplicateKeys(const JsonNode& root);

}  // namespace scalescope
