// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/scenario.h"

#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace scalescope {

/// A memory that the calculator works from. A figure that the chip does not state is absent.
Memory memoryOf(const Chip& chip, CalculatorMemory memory);

/// The calculator's matmul on one chip at the peak of its compute dtype.
struct MatmulAnswer {
    MatmulShape shape;
    Operation operation;
    std::array<Bytes, 3> parts;  // input, weight, output: together the operation's traffic
    FlopsPerByte intensity;
    std::optional<Peak> peak;    // of the compute dtype, or of the next wider one that has a rate
    Memory memory;               // the one that is used
    bool fits = true;            // in that memory, where its size is known

    bool timed() const { return peak && memory.bandwidth; }

    // Only when timed.
    OperationTime time() const { return timeOf(operation, peak->rate, *memory.bandwidth); }
    FlopsPerByte ridge() const { return scalescope::ridge(peak->rate, *memory.bandwidth); }
    FlopsPerSecond attained() const { return attainable(intensity, peak->rate, *memory.bandwidth); }
    std::optional<double> critical() const { return criticalBatch(shape, peak->rate, *memory.bandwidth); }
};
MatmulAnswer answerMatmul(const Scenario& scenario);

/// The same for another shape.
MatmulAnswer answerMatmul(const Scenario& scenario, const MatmulShape& shape);

/// FLOP/s of a matmul against its batch.
struct AttainedSeries {
    MatmulShape shape;  // its batch does not matter
    std::vector<double> batch;
    std::vector<double> rate;
    std::optional<double> critical;  // batch at which the peak is reached; nothing when none does
};

/// Batches equally spaced as ratios, and the critical one where it lies between. Empty when the calculator has no times.
AttainedSeries attainedSeries(const Scenario& scenario, const MatmulShape& shape, double from, double to);

/// The bandwidth between two neighbouring chips, one way: a link of the torus, or the innermost level of the fabric.
/// Nothing for a chip without a network.
std::optional<BytesPerSecond> neighbourLink(const Scenario& scenario);

/// Times of two chips that split the contraction of the calculator's matmul, against the contracted size.
struct SplitSeries {
    std::vector<double> inner;     // D
    std::vector<double> compute;   // seconds, each chip
    std::vector<double> exchange;  // seconds over the link, one way
    double critical = 0;           // D at which they take equally long
    BytesPerSecond link;
    FlopsPerSecond peak;

    OperationTime at(const MatmulShape& shape, double innerSize) const;
};

/// Contracted sizes equally spaced as ratios. Nothing without a rate of the dtype or a network.
std::optional<SplitSeries> splitSeries(const Scenario& scenario, double from, double to);

}  // namespace scalescope
