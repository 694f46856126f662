// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/text.h"

#include "core/hardware/chip.h"
#include "core/hardware/shape.h"

#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace scalescope {

/// When an axis of a slice closes to a ring. Book, chapter 2, "TPU networking".
enum class WrapRule {
    cubesOfFour,  // v4, v5p, TPU7x: all axes, when the slice is made of whole 4x4x4 cubes
    atSixteen,    // v5e, v6e: the axes of size 16
    always,
    never,
};

constexpr std::array<std::string_view, 4> kWrapRuleNames = {
    SCALESCOPE_TEXT("core", "cubes_of_four"),
    SCALESCOPE_TEXT("core", "at_sixteen"),
    SCALESCOPE_TEXT("core", "always"),
    SCALESCOPE_TEXT("core", "never"),
};

/// A torus of chips (TPU ICI).
struct Torus {
    std::string name = "ICI";
    Shape shape;
    Shape maxShape;
    BytesPerSecond bandwidth;  // one link, one direction
    Seconds hop;               // one hop, regardless of size
    WrapRule wrap = WrapRule::cubesOfFour;
    std::optional<double> efficiency;  // measured fraction of the bandwidth; absent: all of it
    std::optional<Seconds> startUp;    // measured, of one collective

    bool operator==(const Torus&) const = default;
};

/// One level of a switched fabric: `degree` children under each switch of this level.
struct FabricLevel {
    std::string name;
    std::int64_t degree = 1;
    std::int64_t maxDegree = 1;  // children when full; the outermost level may grow past it
    BytesPerSecond bandwidth;    // of one child's link into this level, one direction
    Seconds hop;
    bool reduces = false;        // the switches reduce in the network (SHARP)
    double reductionGain = 1.3;  // measured gain of that over a ring AllReduce
    std::optional<double> efficiency;  // measured fraction of the bandwidth; absent: all of it
    std::optional<Seconds> startUp;    // measured, of one collective

    bool operator==(const FabricLevel&) const = default;
};

/// The data-centre network between slices of a torus.
struct DataCentre {
    std::string name = "DCN";
    std::int64_t slices = 1;
    BytesPerSecond bandwidth;  // of one host, one direction
    std::int64_t chipsPerHost = 4;
    Seconds hop;
    std::optional<double> efficiency;  // measured fraction of the bandwidth; absent: all of it
    std::optional<Seconds> startUp;    // measured, of one collective

    bool operator==(const DataCentre&) const = default;
};

/// A network of a cluster. A torus may only be the innermost one, a data-centre network only stands over a torus.
using Network = std::variant<Torus, FabricLevel, DataCentre>;

std::string_view nameOf(const Network& network);

/// A chip and its networks, innermost first.
struct Cluster {
    static constexpr std::size_t kMaxNetworks = 8;

    Chip chip;
    std::vector<Network> networks;

    bool operator==(const Cluster&) const = default;
};

double chipCount(const Cluster& cluster);

/// Whether dimension `i` of a slice of this shape closes to a ring. A dimension of size 1 or 2 has no more links as a
/// ring than as a line, but where the hardware wraps both directions of both cables count (collectives on 2-rings).
bool wraps(const Torus& torus, int dimension);

/// The cluster with `chips` chips, or the next larger one that can be built. A torus takes the smallest slice within
/// its maximum shape that holds them, as cubic as can be, and beyond that more slices where it has a data-centre
/// network; a fabric fills from the inside and grows at the outermost level.
Cluster resized(const Cluster& cluster, double chips);

/// What the engine needs of the networks, without names or allocation.
struct Topology {
    struct Level {
        std::int64_t chipsBelow = 1;  // S: chips below one child
        std::int64_t degree = 1;
        BytesPerSecond link;
        Seconds hop;
        Seconds startUp;
        bool reduces = false;
        double reductionGain = 1.0;
        bool dataCentre = false;
        int network = 0;  // index in the cluster
    };

    bool hasTorus = false;
    Shape shape;
    std::array<bool, Shape::kMaxDimensions> wraps{};
    BytesPerSecond link;
    Seconds hop;
    Seconds startUp;
    std::array<Level, Cluster::kMaxNetworks> levels;
    int levelCount = 0;

    std::int64_t torusChips() const { return hasTorus ? shape.product() : 1; }
    std::int64_t chips() const;
};

/// `assumeWraparound` closes every dimension, as some worked numbers do. `calibrated`: links carry the measured fraction of
/// their bandwidth, and collectives have the measured start-up of the outermost network that they cross.
Topology topologyOf(const Cluster& cluster, bool assumeWraparound, bool calibrated = false);

}  // namespace scalescope
