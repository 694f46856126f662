// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_duplicates.h"

#include "core/base/text.h"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

namespace scalescope {

namespace {

constexpr std::size_t kMostListed = 100;

class DuplicateFinder {
public:
    void visit(const JsonNode& node)
    {
        reportIn(node);
        for (std::size_t i = 0; i < node.items.size(); ++i)
            descend({nullptr, i}, node.items[i]);
        for (const JsonMember& member : node.members)
            descend({&member, 0}, member.value);
    }

    DuplicateKeys found;

private:
    struct Step {
        const JsonMember* member;
        std::size_t index;  // where there is no member
    };

    void descend(Step step, const JsonNode& node)
    {
        if (node.items.empty() && node.members.empty())
            return;
        m_path.push_back(step);
        visit(node);
        m_path.pop_back();
    }

    void reportIn(const JsonNode& node)
    {
        // Hashes sort faster than keys; the few that are equal are compared.
        struct Hashed {
            std::size_t hash;
            const JsonMember* member;
        };
        std::vector<Hashed> sorted;
        sorted.reserve(node.members.size());
        for (const JsonMember& member : node.members)
            sorted.push_back({std::hash<std::string>()(member.key), &member});
        const auto before = [](const Hashed& a, const Hashed& b) {
            if (a.hash != b.hash)
                return a.hash < b.hash;
            const int order = a.member->key.compare(b.member->key);
            return order != 0 ? order < 0 : a.member < b.member;
        };
        std::sort(sorted.begin(), sorted.end(), before);
        for (std::size_t i = 1; i < sorted.size(); ++i)
            if (sorted[i].hash == sorted[i - 1].hash && sorted[i].member->key == sorted[i - 1].member->key)
                report(*sorted[i].member);
    }

    void report(const JsonMember& member)
    {
        if (found.listed.size() == kMostListed) {
            ++found.unlisted;
            return;
        }
        std::string pointer;
        for (const Step& step : m_path)
            pointer += '/' + (step.member ? escapePointer(step.member->key) : std::to_string(step.index));
        found.listed.push_back({{SCALESCOPE_TEXT("core", "The key \"%1\" appears more than once in its object."),
                                 {abbreviated(member.key)},
                                 {},
                                 member.keyOffset},
                                pointer + '/' + escapePointer(member.key)});
    }

    std::vector<Step> m_path;
};

}  // namespace

DuplicateKeys duplicateKeys(const JsonNode& root)
{
    DuplicateFinder finder;
    finder.visit(root);
    std::sort(finder.found.listed.begin(), finder.found.listed.end(),
              [](const auto& a, const auto& b) { return a.fault.offset < b.fault.offset; });
    return finder.found;
}

}  // namespace scalescope
