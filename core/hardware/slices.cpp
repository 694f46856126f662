// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/slices.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace scalescope {

namespace {

Shape sorted(Shape shape)
{
    std::sort(shape.size.begin(), shape.size.begin() + shape.dimensions);
    return shape;
}

bool isPowerOfTwo(std::int64_t n) { return n > 0 && (n & (n - 1)) == 0; }

bool within(const Shape& sortedShape, const Shape& sortedMaximum)
{
    for (int i = 0; i < sortedShape.dimensions; ++i)
        if (sortedShape[i] < 1 || sortedShape[i] > sortedMaximum[i])
            return false;
    return true;
}

/// Slices smaller than a cube, which a single rack of hosts makes: 2x2x1 to 2x4x4 in three dimensions.
bool isPartOfCube(const Shape& s)
{
    const std::int64_t chips = s.product();
    const std::int64_t longest = s[s.dimensions - 1];
    return chips == 1 || (chips >= 4 && longest <= 4 && isPowerOfTwo(chips) &&
                          (s.dimensions < 3 || (s[1] >= 2 && (s[0] >= 2 || longest == 2))));
}

bool allMultiplesOfFour(const Shape& s)
{
    for (int i = 0; i < s.dimensions; ++i)
        if (s[i] % 4 != 0)
            return false;
    return true;
}

bool isSquareOrTwice(const Shape& s)
{
    for (int i = 0; i + 1 < s.dimensions; ++i)
        if (!isPowerOfTwo(s[i]) || (s[i + 1] != s[i] && (s[i + 1] != 2 * s[i] || s[i] == 1)))
            return false;
    return isPowerOfTwo(s[s.dimensions - 1]);
}

bool hasKind(const Shape& s, WrapRule rule)
{
    switch (rule) {
    case WrapRule::cubesOfFour: return allMultiplesOfFour(s) || isPartOfCube(s);
    case WrapRule::atSixteen: return isSquareOrTwice(s);
    case WrapRule::always:
    case WrapRule::never: break;
    }
    return true;
}

/// The sizes that a dimension of a slice may have, rising.
std::vector<std::int64_t> dimensionSizes(std::int64_t maximum, WrapRule rule)
{
    std::vector<std::int64_t> sizes;
    const auto next = [rule](std::int64_t n) {
        if (rule == WrapRule::atSixteen)
            return n * 2;
        if (rule == WrapRule::cubesOfFour)
            return n < 4 ? n * 2 : n + 4;
        return n + 1;
    };
    for (std::int64_t n = 1; n <= maximum; n = next(n))
        sizes.push_back(n);
    return sizes;
}

/// Walks the slices with rising sizes and at most `chips` chips in all; `visit` may lower that, or return false to end.
struct SliceWalk {
    const Torus& torus;
    Shape maximum;
    std::vector<std::vector<std::int64_t>> sizes;
    double chips;
    std::function<bool(const Shape&, double)> visit;
    Shape candidate;
    bool ended = false;

    SliceWalk(const Torus& t, double mostChips) : torus(t), maximum(sorted(t.maxShape)), chips(mostChips)
    {
        candidate = maximum;
        for (int i = 0; i < maximum.dimensions; ++i)
            sizes.push_back(dimensionSizes(maximum[i], t.wrap));
    }

    void run() { step(0, 1.0); }

private:
    void step(int dimension, double product)
    {
        if (dimension == maximum.dimensions) {
            if (hasKind(candidate, torus.wrap))
                ended = !visit(candidate, product);
            return;
        }
        const std::int64_t least = dimension > 0 ? candidate[dimension - 1] : 1;
        const int left = maximum.dimensions - dimension;
        for (std::int64_t n : sizes[static_cast<std::size_t>(dimension)]) {
            if (ended || product * std::pow(static_cast<double>(n), left) > chips * (1 + 1e-12))
                return;
            if (n < least)
                continue;
            candidate[dimension] = n;
            step(dimension + 1, product * static_cast<double>(n));
        }
    }
};

double distance(const Shape& a, const Shape& b)
{
    double sum = 0;
    for (int i = 0; i < a.dimensions; ++i)
        sum += std::abs(std::log2(static_cast<double>(a[i]) / static_cast<double>(b[i])));
    return sum;
}

}  // namespace

bool canBeBuilt(const Torus& torus, const Shape& shape)
{
    if (shape.dimensions != torus.maxShape.dimensions)
        return false;
    const Shape s = sorted(shape);
    return within(s, sorted(torus.maxShape)) && hasKind(s, torus.wrap);
}

const Torus* unbuildableSlice(const Cluster& cluster)
{
    const Torus* torus = cluster.networks.empty() ? nullptr : std::get_if<Torus>(&cluster.networks.front());
    return torus && !canBeBuilt(*torus, torus->shape) ? torus : nullptr;
}

std::vector<Shape> buildableSlices(const Torus& torus, std::size_t most)
{
    std::vector<Shape> slices;
    // Walked by size so that a bounded list holds the smallest ones.
    const auto largest = static_cast<double>(torus.maxShape.product());
    for (double limit = 64; slices.size() < most; limit *= 16) {
        slices.clear();
        SliceWalk walk(torus, std::min(limit, largest));
        walk.visit = [&](const Shape& shape, double) {
            slices.push_back(shape);
            return slices.size() < most;
        };
        walk.run();
        if (limit >= largest)
            break;
    }
    std::stable_sort(slices.begin(), slices.end(),
                     [](const Shape& a, const Shape& b) { return a.product() < b.product(); });
    return slices;
}

Shape nearestSlice(const Torus& torus, const Shape& shape)
{
    const Shape wanted = sorted(shape);
    const auto chips = static_cast<double>(wanted.product());
    Shape best = sorted(torus.maxShape);
    double bestRatio = -1;
    double bestDistance = 0;
    SliceWalk walk(torus, std::min(chips * 4, static_cast<double>(torus.maxShape.product())));
    int visits = 0;
    walk.visit = [&](const Shape& candidate, double product) {
        const double ratio = std::abs(std::log2(product / chips));
        const double apart = distance(candidate, wanted);
        if (bestRatio < 0 || apart < bestDistance - 1e-9 || (apart < bestDistance + 1e-9 && ratio < bestRatio)) {
            best = candidate;
            bestRatio = ratio;
            bestDistance = apart;
        }
        return ++visits < 200000;
    };
    walk.run();
    return best;
}

Shape sliceFor(const Torus& torus, double chips)
{
    if (chips >= static_cast<double>(torus.maxShape.product()))
        return torus.maxShape;
    Shape best = sorted(torus.maxShape);
    double bestChips = static_cast<double>(torus.maxShape.product());
    SliceWalk walk(torus, bestChips);
    int visits = 0;
    walk.visit = [&](const Shape& candidate, double product) {
        const std::int64_t longest = candidate[candidate.dimensions - 1];
        if (product >= chips && (product < bestChips || (product == bestChips && longest < best[best.dimensions - 1]))) {
            best = candidate;
            bestChips = product;
            walk.chips = product;
        }
        return ++visits < 200000;
    };
    walk.run();
    return best;
}

std::string textOf(const Shape& shape)
{
    std::string text;
    for (int i = 0; i < shape.dimensions; ++i)
        text += (i > 0 ? "x" : "") + std::to_string(shape[i]);
    return text;
}

}  // namespace scalescope
