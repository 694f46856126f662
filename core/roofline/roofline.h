// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/dtype.h"
#include "core/base/units.h"
#include "core/hardware/chip.h"

#include <optional>
#include <string_view>

namespace scalescope {

/// What one operation asks of one chip; shapes are already per chip.
struct Operation {
    Flops flops;    // 2 per multiply-add
    Bytes traffic;  // HBM reads and writes, each operand counted once
};

enum class Bound { compute, memory };

/// Two times that may hide behind each other. Book, chapter 1, "Where does the time go".
struct OperationTime {
    Seconds compute;
    Seconds memory;

    Seconds lower() const { return compute > memory ? compute : memory; }  // perfect overlap
    Seconds upper() const { return compute + memory; }                     // none; at most twice lower
    Bound bound() const { return memory > compute ? Bound::memory : Bound::compute; }  // a tie counts as compute
};

OperationTime timeOf(const Operation& operation, FlopsPerSecond peak, BytesPerSecond bandwidth);

/// FLOPs per byte of one level. Chapter 1, "Arithmetic intensity".
FlopsPerByte intensityOf(const Operation& operation);

/// The intensity at which a roof meets the peak; below it an operation is bound by the bandwidth.
FlopsPerByte ridge(FlopsPerSecond peak, BytesPerSecond bandwidth);

/// The rate that an operation of this intensity reaches: min(peak, intensity x bandwidth).
FlopsPerSecond attainable(FlopsPerByte intensity, FlopsPerSecond peak, BytesPerSecond bandwidth);

/// X[B, D] . W[D, F] -> Z[B, F] on one chip.
struct MatmulShape {
    double batch = 1;  // B, rows of X
    double inner = 1;  // D, contracted
    double outer = 1;  // F, columns of W
    DType input = DType::bf16;
    DType weight = DType::bf16;
    DType output = DType::bf16;
    bool weightPerRow = false;  // one W for each row: [B, D] . [B, D, F], chapter 1, question 4

    bool operator==(const MatmulShape&) const = default;
};

/// FLOPs 2BDF and the bytes of the three arrays.
Operation operationOf(const MatmulShape& matmul);

/// Smallest B at which the matmul is compute-bound, or nothing when no batch is: reading and writing the activations
/// alone then outlasts the arithmetic. `batch` of the shape is ignored. Chapter 1, question 3, without its B << D, F.
std::optional<double> criticalBatch(const MatmulShape& matmul, FlopsPerSecond peak, BytesPerSecond bandwidth);

/// The limit B << D, F of the critical batch: peak x bytes per weight / (2 bandwidth). Chapter 1, question 1 and 2.
double criticalBatchOfWideMatmul(DType weight, FlopsPerSecond peak, BytesPerSecond bandwidth);

/// Two chips that split the contracted dimension exchange partial sums of the output: X[B, D_x] . W[D_x, F].
/// Each computes B D F FLOPs and sends 2BF bytes one way. Chapter 1, "Network communication rooflines".
Operation splitContraction(const MatmulShape& matmul);

/// Smallest D at which that split is compute-bound: the threshold is in D, not in B.
double criticalContraction(DType output, FlopsPerSecond peak, BytesPerSecond link);

}  // namespace scalescope
