// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace scalescope {

/// Turns an English text of core into the reader's language; an empty one leaves it as it is.
using Translator = std::function<std::string(std::string_view)>;

inline std::string translated(std::string_view text, const Translator& translate)
{
    return translate && !text.empty() ? translate(text) : std::string(text);
}

}  // namespace scalescope
