// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/json_tree.h"

#include <optional>
#include <string_view>

namespace scalescope {

/// Why a field of a config.json that no size is read from does not matter, or what about it is not counted.
struct Irrelevance {
    std::string_view reason;           // why it is ignored, as the report has it
    std::optional<Severity> severity;  // a notice, or `invalid` when counts without it would be wrong
    std::string_view message = {};     // then: what is not counted; %1 is the field
};

/// `config` is the whole file: whether a field matters may depend on another.
Irrelevance irrelevanceOf(const JsonMember& field, const JsonNode& config);

}  // namespace scalescope
