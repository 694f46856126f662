// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sharding/matmul.h"

#include <QString>

namespace scalescope {

// Words for arrays and strategies, in the language of the moment.

QString countText(std::int64_t count);  // "8,192"

/// "XY" or "data, fsdp".
QString axesText(const AxisList& axes, const DeviceMesh& mesh);

/// The name of a dimension, or its place where it has none.
QString dimensionText(const ShardedArray& array, std::size_t dimension);

QString shapeText(const std::vector<std::int64_t>& shape);  // "[2,048, 8,192]"

/// "gather left over X"; what is done to the output after the local matmul needs no operand: "AllReduce over Y".
QString stepText(const MatmulStep& step, const DeviceMesh& mesh, bool brief = false);

/// Its steps without the local work, which all have: "gather left over X, slice right over Y". In brief: "gather left X,
/// slice right Y".
QString strategyText(const Strategy& strategy, const DeviceMesh& mesh, bool brief = false);

/// "X = 1, Y = 3"
QString coordinatesText(std::int64_t device, const DeviceMesh& mesh);

}  // namespace scalescope
