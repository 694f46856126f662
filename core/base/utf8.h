// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace scalescope {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// Bytes of the well-formed UTF-8 character that begins at the offset; 0 when there is none. Overlong forms,
/// surrogates and what lies above U+10FFFF are not well-formed. Unicode, table 3-7.
std::size_t utf8Length(std::string_view text, std::size_t offset);

/// The text cut at a character to at most so many bytes, which must be well-formed.
std::string_view utf8Prefix(std::string_view text, std::size_t bytes);

}  // namespace scalescope
