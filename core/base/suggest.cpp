// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/suggest.h"

#include "core/base/format.h"

#include <algorithm>
#include <array>
#include <string>

namespace scalescope {

namespace {

constexpr std::size_t kLongestWord = 64;  // no id is longer, and the cost grows with the square
constexpr int kFar = 1000;
constexpr int kSameTail = 50;
constexpr int kBeginsWith = 200;

std::string lower(std::string_view text)
{
    std::string result(text);
    for (char& c : result)
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
    return result;
}

std::string_view lastComponent(std::string_view id)
{
    const std::size_t dot = id.rfind('.');
    return dot == std::string_view::npos ? id : id.substr(dot + 1);
}

/// Edit distance in which a swap of neighbours counts once and no part is edited twice.
int distance(std::string_view a, std::string_view b)
{
    using Row = std::array<int, kLongestWord + 1>;
    Row twoAbove = {};
    Row above = {};
    Row row = {};
    for (std::size_t j = 0; j <= b.size(); ++j)
        above[j] = static_cast<int>(j);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = static_cast<int>(i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const int replaced = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({above[j] + 1, row[j - 1] + 1, replaced});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], twoAbove[j - 2] + 1);
        }
        twoAbove = above;
        above = row;
    }
    return above[b.size()];
}

int editCost(std::string_view word, std::string_view candidate)
{
    const int allowed = std::min<int>(3, static_cast<int>(std::min(word.size(), candidate.size()) / 3));
    const int edits = distance(word, candidate);
    return edits <= allowed ? 2 * edits : kFar;
}

/// 0 for the same word, kFar for an unrelated one.
int cost(std::string_view word, std::string_view candidate)
{
    if (word == candidate)
        return 0;
    const std::string_view tail = lastComponent(candidate);
    const std::string_view wordTail = lastComponent(word);
    const bool oneIsDotted = (tail.size() == candidate.size()) != (wordTail.size() == word.size());
    if (oneIsDotted && tail == wordTail)
        return 1;

    int best = editCost(word, candidate);
    if (oneIsDotted)
        best = std::min(best, editCost(wordTail, tail) + 1);
    else if (tail == wordTail)
        best = std::min(best, kSameTail + distance(word, candidate));
    if (word.size() >= 2 && (candidate.starts_with(word) || tail.starts_with(word)))
        best = std::min(best, kBeginsWith + static_cast<int>(candidate.size() - word.size()));
    return best;
}

}  // namespace

std::optional<std::string_view> nearest(std::string_view word, std::span<const std::string_view> candidates)
{
    if (word.empty() || word.size() > kLongestWord)
        return std::nullopt;

    const std::string wanted = lower(word);
    std::optional<std::string_view> best;
    int bestCost = kFar;
    for (const std::string_view candidate : candidates) {
        if (candidate.size() > kLongestWord)
            continue;
        const int candidateCost = cost(wanted, lower(candidate));
        if (candidateCost < bestCost) {
            bestCost = candidateCost;
            best = candidate;
        }
    }
    return best;
}

std::string nearestThatWork(std::int64_t asked, std::int64_t largest, const std::function<bool(std::int64_t)>& works)
{
    constexpr std::int64_t kReach = 100000;
    const auto count = [](std::int64_t n) { return formatCount(static_cast<double>(n)); };
    std::string text;
    for (std::int64_t d = std::min(asked, largest); d >= 1 && d > asked - kReach; --d)
        if (works(d)) {
            text = count(d);
            break;
        }
    for (std::int64_t d = std::max<std::int64_t>(1, asked + 1); d <= largest && d < asked + kReach; ++d)
        if (works(d))
            return text.empty() ? count(d) : text + " or " + count(d);
    return text;
}

}  // namespace scalescope
