// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/cluster.h"

#include <string>
#include <vector>

namespace scalescope {

// Which slices of a torus can be built. Slices made of 4x4x4 cubes (v4, v5p, TPU7x) are 2x2x1, 2x2x2, 2x2x4, 2x4x4, or have
// every size a multiple of 4; those of v5e and v6e are squares of a power of two or twice as long as wide, from 1x1 and 2x2
// on. A single chip is always a slice. Sizes may be written in any order. Book, chapter 2, "TPU networking", and the topologies
// that the cloud offers.

/// Whether a slice of this shape is one of them, within the maximum shape.
bool canBeBuilt(const Torus& torus, const Shape& shape);

/// The torus of a cluster whose slice cannot be built, or null.
const Torus* unbuildableSlice(const Cluster& cluster);

/// The slices of this torus, fewest chips first, each once with its sizes rising; every shape within the maximum for a
/// torus that always or never wraps. A torus of many cubes has thousands: `most` bounds the list.
std::vector<Shape> buildableSlices(const Torus& torus, std::size_t most = 100000);

/// The slice nearest to a shape by its sizes, then by its number of chips.
Shape nearestSlice(const Torus& torus, const Shape& shape);

/// The smallest slice that holds the chips, the most cubic among equals; the maximum shape when none does.
Shape sliceFor(const Torus& torus, double chips);

/// "4x4x8".
std::string textOf(const Shape& shape);

}  // namespace scalescope
