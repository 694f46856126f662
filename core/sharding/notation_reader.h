// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scalescope {

bool isAsciiDigit(char c);
bool isAsciiLetter(char c);

/// Walks over the text of an array or of named sizes and reports the first thing that is wrong with it. Columns count
/// characters.
class NotationReader {
public:
    NotationReader(std::string_view text, Diagnostics& problems) : m_text(text), m_problems(problems) {}

    /// Length and characters; goes to the first that is not blank. `example` is suggested when there is nothing to read.
    bool readable(std::string_view example);

    std::size_t at() const { return m_at; }
    bool atEnd() const { return m_at == m_text.size(); }
    char next() const { return atEnd() ? '\0' : m_text[m_at]; }
    std::string rest() const;  // as a message shows it

    void skipBlanks();
    bool take(char c);                                                               // and the blanks around it
    std::string_view takeWord(std::string_view also = {});                           // letters, digits and these
    bool takeSize(std::string_view ends, std::int64_t largest, std::int64_t& size);  // as people type whole numbers

    /// False.
    bool refuse(std::size_t offset, std::string_view message, std::vector<std::string> arguments,
                std::string_view suggestion);
    /// The message has two arguments: the word and the names that there are.
    bool refuseName(std::size_t offset, std::string_view message, std::string_view word,
                    std::span<const std::string_view> names, std::string_view whenNoneIsNear);
    void report(Severity severity, std::size_t offset, std::string_view message, std::vector<std::string> arguments,
                std::string_view suggestion);

private:
    std::string_view takeUntil(std::string_view ends);

    std::string_view m_text;
    Diagnostics& m_problems;
    std::size_t m_at = 0;
};

/// "X, Y, Z".
std::string joined(std::span<const std::string_view> names);

}  // namespace scalescope
