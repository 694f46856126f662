// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transformer/family.h"

#include "core/base/format.h"
#include "core/transformer/family_anchors.h"

#include <algorithm>
#include <cmath>

namespace scalescope {

namespace {

constexpr double kStride = 1.16;        // of sizes that are aimed at; rounding leaves them below the quarter promised
constexpr std::int64_t kSplit = 8;      // chips that can share a layer
constexpr double kTiedBelow = 3e9;      // small models share one matrix between embedding and unembedding

double geometric(std::int64_t from, std::int64_t to, double part)
{
    return static_cast<double>(from) * std::pow(static_cast<double>(to) / static_cast<double>(from), part);
}

std::int64_t multipleOf(std::int64_t step, double value)
{
    return std::max<std::int64_t>(1, std::llround(value / static_cast<double>(step))) * step;
}

std::int64_t roundWidth(double width)
{
    return multipleOf(width < 1024 ? 64 : width < 4096 ? 128 : 256, width);
}

std::int64_t roundMlp(double width)
{
    return multipleOf(width < 1024 ? 32 : width < 8192 ? 128 : 256, width);
}

std::int64_t powerOfTwo(double value)
{
    return std::int64_t(1) << std::max(0L, std::lround(std::log2(value)));
}

/// Queries that share no keys; of latent attention the heads are only counted so.
bool isMultiHead(const Attention& at) { return at.kvHeads == at.heads; }

/// Two models of a family that others lie between, and where.
struct Interval {
    const Architecture& from;
    const Architecture& to;

    /// The dimensions at `part` of the way, all else as in `like`, which is one of the two.
    Architecture at(double part, const Architecture& like) const;
};

Attention between(const Attention& from, const Attention& to, double part, const Attention& like)
{
    Attention at = like;
    const bool multiHead = isMultiHead(like);
    if (!multiHead && !isMultiHead(from) && !isMultiHead(to))
        at.kvHeads = powerOfTwo(geometric(from.kvHeads, to.kvHeads, part));
    const double queries = geometric(from.heads * from.headDim, to.heads * to.headDim, part);
    while (queries < static_cast<double>(kSplit * at.headDim) && at.headDim > 32)
        at.headDim /= 2;
    const std::int64_t group = multiHead ? kSplit : std::max(kSplit, at.kvHeads);
    at.heads = multipleOf(group, queries / static_cast<double>(at.headDim));
    if (multiHead)
        at.kvHeads = at.heads;
    if (from.queryRank > 0 && to.queryRank > 0)
        at.queryRank = multipleOf(64, geometric(from.queryRank, to.queryRank, part));
    return at;
}

Mlp between(const Mlp& from, const Mlp& to, double part, const Mlp& like)
{
    Mlp mlp = like;
    mlp.width = roundMlp(geometric(from.width, to.width, part));
    if (mlp.experts == 0)
        return mlp;
    mlp.topK = std::llround(geometric(from.topK, to.topK, part));
    const double fewest = 2.0 * static_cast<double>(mlp.topK);
    mlp.experts = multipleOf(kSplit, std::max(geometric(from.experts, to.experts, part), fewest));
    if (from.sharedWidth > 0 && to.sharedWidth > 0)
        mlp.sharedWidth = roundMlp(geometric(from.sharedWidth, to.sharedWidth, part));
    return mlp;
}

Architecture Interval::at(double part, const Architecture& like) const
{
    Architecture a = like;
    a.width = from.width == to.width ? from.width : roundWidth(geometric(from.width, to.width, part));
    a.layers = std::llround(geometric(from.layers, to.layers, part));
    for (std::size_t k = 0; k < a.kinds.size(); ++k) {
        a.kinds[k].attention = between(from.kinds[k].attention, to.kinds[k].attention, part, like.kinds[k].attention);
        a.kinds[k].mlp = between(from.kinds[k].mlp, to.kinds[k].mlp, part, like.kinds[k].mlp);
    }
    return a;
}

/// Makes up with the width of the MLPs for what the rounding of all else did to the size.
void fit(Architecture& a, double target)
{
    const ParameterCount count = countParameters(a);
    const auto mlp = static_cast<double>(count.mlp) + static_cast<double>(count.experts);
    const double factor = (target - (static_cast<double>(count.total()) - mlp)) / mlp;
    for (Layer& layer : a.kinds) {
        layer.mlp.width = roundMlp(static_cast<double>(layer.mlp.width) * factor);
        if (layer.mlp.sharedWidth > 0)
            layer.mlp.sharedWidth = roundMlp(static_cast<double>(layer.mlp.sharedWidth) * factor);
    }
}

double sizeOf(const Architecture& a) { return static_cast<double>(countParameters(a).total()); }

Architecture ofSize(const Interval& interval, const Architecture& like, double target)
{
    double low = 0;
    double high = 1;
    for (int i = 0; i < 16; ++i) {
        const double middle = (low + high) / 2;
        (sizeOf(interval.at(middle, like)) < target ? low : high) = middle;
    }
    Architecture a = interval.at(low, like);
    fit(a, target);
    return a;
}

/// A made-up end beyond a published one: `ratio` times its size, but for the embeddings.
Architecture scaled(const Architecture& published, double ratio)
{
    const auto grow = [ratio](std::int64_t value, double power) {
        return std::max<std::int64_t>(1, std::llround(static_cast<double>(value) * std::pow(ratio, power)));
    };
    const bool experts = published.kinds.back().mlp.experts > 0;
    const double width = experts ? 0.27 : 0.4;
    Architecture a = published;
    a.width = grow(a.width, width);
    a.layers = grow(a.layers, experts ? 0.13 : 0.2);
    for (Layer& layer : a.kinds) {
        Attention& at = layer.attention;
        const bool multiHead = isMultiHead(at);
        at.heads = grow(at.heads, width);
        at.kvHeads = multiHead ? at.heads : grow(at.kvHeads, 0.1);
        at.queryRank = at.queryRank > 0 ? grow(at.queryRank, width) : 0;
        Mlp& mlp = layer.mlp;
        mlp.width = grow(mlp.width, mlp.experts > 0 ? 0.2 : width);
        mlp.sharedWidth = mlp.sharedWidth > 0 ? grow(mlp.sharedWidth, 0.2) : 0;
        mlp.experts = mlp.experts > 0 ? grow(mlp.experts, 0.4) : 0;
    }
    return a;
}

std::string sizeName(std::int64_t parameters)
{
    const auto size = static_cast<double>(parameters);
    if (size < 999.5e6)
        return formatSi(size / 1e6) + 'M';
    return size < 999.5e9 ? formatSi(size / 1e9) + 'B' : formatSi(size / 1e12) + 'T';
}

class Members {
public:
    explicit Members(std::string_view title) : m_title(title) {}

    void add(FamilyMember published) { m_members.push_back(std::move(published)); }
    void add(const Interval& interval, Architecture like, double target)
    {
        like.towerParameters = 0;
        Architecture a = ofSize(interval, like, target);
        const std::int64_t parameters = countParameters(a).total();
        const std::string shape = std::string(m_title) + " shape";
        m_members.push_back({shape + ", " + sizeName(parameters), shape + ", in proportion to its published models",
                             parameters, std::move(a)});
    }
    std::vector<FamilyMember> take() { return std::move(m_members); }

private:
    std::string_view m_title;
    std::vector<FamilyMember> m_members;
};

int stepsBetween(double from, double to) { return static_cast<int>(std::ceil(std::log(to / from) / std::log(kStride))); }

void addSmaller(Members& members, const FamilyMember& first)
{
    const auto size = static_cast<double>(first.parameters);
    const Architecture end = scaled(first.architecture, std::pow(kSmallestMember / size, 2));
    const int steps = stepsBetween(kSmallestMember, size);
    for (int i = 0; i < steps; ++i) {
        const double target = kSmallestMember * std::pow(size / kSmallestMember, static_cast<double>(i) / steps);
        Architecture like = first.architecture;
        like.tied = like.tied || target < kTiedBelow;
        members.add({end, first.architecture}, std::move(like), target);
    }
}

void addBetween(Members& members, const FamilyMember& from, const FamilyMember& to)
{
    const auto size = static_cast<double>(from.parameters);
    const double ratio = static_cast<double>(to.parameters) / size;
    const int steps = stepsBetween(1, ratio);
    for (int i = 1; i < steps; ++i)
        members.add({from.architecture, to.architecture}, 2 * i < steps ? from.architecture : to.architecture,
                    size * std::pow(ratio, static_cast<double>(i) / steps));
}

void addLarger(Members& members, const FamilyMember& last)
{
    const auto size = static_cast<double>(last.parameters);
    const Architecture end = scaled(last.architecture, 2 * kLargestMember / size);
    const int steps = stepsBetween(size, kLargestMember);
    for (int i = 1; i <= steps; ++i)
        members.add({last.architecture, end}, last.architecture,
                    size * std::pow(kLargestMember / size, static_cast<double>(i) / steps));
}

std::vector<FamilyMember> makeMembers(ModelFamily family)
{
    const std::vector<FamilyMember> published = publishedMembers(family);
    if (published.empty())
        return {};
    Members members(titleOf(family));
    addSmaller(members, published.front());
    for (std::size_t i = 0; i < published.size(); ++i) {
        if (i > 0)
            addBetween(members, published[i - 1], published[i]);
        members.add(published[i]);
    }
    addLarger(members, published.back());
    return members.take();
}

template <ModelFamily family>
const std::vector<FamilyMember>& madeOnce()
{
    static const std::vector<FamilyMember> members = makeMembers(family);
    return members;
}

}  // namespace

const std::vector<FamilyMember>& membersOf(ModelFamily family)
{
    switch (family) {
    case ModelFamily::none: break;
    case ModelFamily::llama3: return madeOnce<ModelFamily::llama3>();
    case ModelFamily::llama2: return madeOnce<ModelFamily::llama2>();
    case ModelFamily::qwen3: return madeOnce<ModelFamily::qwen3>();
    case ModelFamily::qwen3Moe: return madeOnce<ModelFamily::qwen3Moe>();
    case ModelFamily::gemma3: return madeOnce<ModelFamily::gemma3>();
    case ModelFamily::gpt3: return madeOnce<ModelFamily::gpt3>();
    case ModelFamily::deepSeek: return madeOnce<ModelFamily::deepSeek>();
    case ModelFamily::gptOss: return madeOnce<ModelFamily::gptOss>();
    }
    return madeOnce<ModelFamily::none>();
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
