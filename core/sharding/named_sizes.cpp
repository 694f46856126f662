// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/format.h"
#include "core/base/text.h"
#include "core/sharding/array.h"
#include "core/sharding/notation_reader.h"

namespace scalescope {

namespace {

constexpr std::string_view kExample = SCALESCOPE_TEXT("core", "Write for example X=4, Y=8.");

/// One name and its size; false when something is wrong with it.
bool readNamedSize(NotationReader& reader, std::int64_t largest, std::vector<NamedSize>& sizes)
{
    const std::size_t start = reader.at();
    NamedSize named{std::string(reader.takeWord()), 1};
    if (named.name.empty() || !isAsciiLetter(named.name.front()))
        return reader.refuse(start, SCALESCOPE_TEXT("core", "Expected a name that begins with a letter."), {},
                             kExample);
    if (named.name.size() > NamedSize::kMaxNameBytes)
        return reader.refuse(start, SCALESCOPE_TEXT("core", "The name is longer than %1 letters."),
                             {formatCount(NamedSize::kMaxNameBytes), named.name.substr(0, NamedSize::kMaxNameBytes)},
                             SCALESCOPE_TEXT("core", "Shorten it, for example to '%2'."));
    for (const NamedSize& earlier : sizes)
        if (earlier.name == named.name)
            return reader.refuse(start, SCALESCOPE_TEXT("core", "The name '%1' appears twice."), {named.name},
                                 SCALESCOPE_TEXT("core", "Remove one, or give it another name."));
    const bool bound = reader.take('=') || reader.take(':');
    if (!bound || reader.atEnd() || reader.next() == ',')
        return reader.refuse(reader.at(), SCALESCOPE_TEXT("core", "The name '%1' has no size."), {named.name},
                             SCALESCOPE_TEXT("core", "Write for example %1=4."));
    if (!reader.takeSize(", \t", largest, named.size))
        return false;
    sizes.push_back(std::move(named));
    return true;
}

}  // namespace

std::optional<std::vector<NamedSize>> parseNamedSizes(std::string_view text, std::size_t most, std::int64_t largest,
                                                      Diagnostics& problems)
{
    NotationReader reader(text, problems);
    if (!reader.readable(kExample))
        return std::nullopt;
    std::vector<NamedSize> sizes;
    while (sizes.size() < most) {
        if (!readNamedSize(reader, largest, sizes))
            return std::nullopt;
        reader.skipBlanks();
        if (reader.atEnd())
            return sizes;
        reader.take(',');
    }
    reader.refuse(reader.at(), SCALESCOPE_TEXT("core", "There are more than %1 names."),
                  {formatCount(static_cast<double>(most)), reader.rest()}, SCALESCOPE_TEXT("core", "Remove '%2'."));
    return std::nullopt;
}

}  // namespace scalescope
