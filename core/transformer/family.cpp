// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transformer/family.h"

#include "core/base/format.h"

#include <algorithm>
#include <cmath>

namespace scalescope {

namespace {

struct Published {
    std::string_view name;
    std::int64_t width;
    std::int64_t layers;
    std::int64_t mlpWidth;
};

constexpr std::array<Published, 3> kLlama3 = {{{"LLaMA 3 8B", 4096, 32, 14336},
                                               {"LLaMA 3 70B", 8192, 80, 28672},
                                               {"LLaMA 3.1 405B", 16384, 126, 53248}}};
constexpr std::int64_t kStep = 1024;

Architecture llama3(std::int64_t width, std::int64_t layers, std::int64_t mlpWidth)
{
    Architecture a;
    a.layers = layers;
    a.width = width;
    a.attention.headDim = 128;
    a.attention.heads = width / a.attention.headDim;
    a.attention.kvHeads = 8;
    a.mlp.width = mlpWidth;
    a.vocabulary = 128256;
    return a;
}

std::vector<FamilyMember> llama3Members()
{
    std::vector<FamilyMember> members;
    for (std::size_t i = 0; i < kLlama3.size(); ++i) {
        const Published& from = kLlama3[i];
        const Published& to = kLlama3[std::min(i + 1, kLlama3.size() - 1)];
        for (std::int64_t width = from.width; width < to.width || width == from.width; width += kStep) {
            const double part = to.width == from.width ? 0.0
                                                       : static_cast<double>(width - from.width) /
                                                             static_cast<double>(to.width - from.width);
            const auto between = [part](std::int64_t a, std::int64_t b) {
                return static_cast<double>(a) + part * static_cast<double>(b - a);
            };
            const auto layers = std::llround(between(from.layers, to.layers));
            const auto mlp = std::llround(between(from.mlpWidth, to.mlpWidth) / kStep) * kStep;
            const Architecture a = llama3(width, layers, mlp);
            const std::int64_t parameters = countParameters(a).total();
            const std::string name = width == from.width
                                         ? std::string(from.name)
                                         : "LLaMA 3 shape, " + formatSi(static_cast<double>(parameters) / 1e9) + "B";
            members.push_back({name, parameters, a});
        }
    }
    return members;
}

}  // namespace

const std::vector<FamilyMember>& membersOf(ModelFamily family)
{
    static const std::vector<FamilyMember> none;
    static const std::vector<FamilyMember> llama = llama3Members();
    return family == ModelFamily::llama3 ? llama : none;
}

const FamilyMember& nearestMember(ModelFamily family, double parameters)
{
    const std::vector<FamilyMember>& members = membersOf(family);
    const auto distance = [parameters](const FamilyMember& m) {
        return std::abs(std::log(static_cast<double>(m.parameters) / parameters));
    };
    return *std::min_element(members.begin(), members.end(), [&](const FamilyMember& a, const FamilyMember& b) {
        return distance(a) < distance(b);
    });
}

}  // namespace scalescope
