// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/utf8.h"

namespace scalescope {

std::size_t utf8Length(std::string_view text, std::size_t offset)
{
    const auto byte = [&](std::size_t i) -> unsigned {
        return offset + i < text.size() ? static_cast<unsigned char>(text[offset + i]) : 0u;
    };
    const auto continues = [&](std::size_t i) { return (byte(i) & 0xC0u) == 0x80u; };

    if (offset >= text.size())
        return 0;
    const unsigned first = byte(0);
    const unsigned second = byte(1);
    if (first < 0x80)
        return 1;
    if (first < 0xC2 || first > 0xF4 || !continues(1))
        return 0;
    if (first < 0xE0)
        return 2;
    if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) || !continues(2))
        return 0;
    if (first < 0xF0)
        return 3;
    if ((first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F) || !continues(3))
        return 0;
    return 4;
}

std::string_view utf8Prefix(std::string_view text, std::size_t bytes)
{
    if (text.size() <= bytes)
        return text;
    while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0u) == 0x80u)
        --bytes;
    return text.substr(0, bytes);
}

}  // namespace scalescope
