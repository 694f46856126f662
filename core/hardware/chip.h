// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/dtype.h"
#include "core/base/units.h"

#include <array>
#include <optional>
#include <string>

namespace scalescope {

/// A memory of a chip. A figure that nobody published is absent, never zero.
struct Memory {
    std::optional<Bytes> capacity;
    std::optional<BytesPerSecond> bandwidth;

    bool operator==(const Memory&) const = default;
};

/// One accelerator. Book, chapters 2 (TPUs) and 12 (GPUs).
struct Chip {
    std::array<std::optional<FlopsPerSecond>, kDTypeCount> peak;  // dense matmul rate by dtype, never the sparse figure
    std::optional<FlopsPerSecond> vector;                         // elementwise rate in fp32
    Memory hbm;
    Memory onChip;  // VMEM of a TPU; L2 and shared memory of a GPU
    std::string onChipName = "VMEM";
    std::optional<BytesPerSecond> hostLink;  // PCIe or C2C, one way
    std::optional<double> dollarsPerHour;
    std::optional<Watts> power;

    // Measured, for calibrated rates; absent: as if perfect.
    std::optional<double> matmulEfficiency;  // fraction of the peak that large matmuls reach
    std::optional<double> memoryEfficiency;  // of HBM bandwidth
    std::optional<Seconds> kernelLaunch;     // of one operation
    std::optional<Bytes> reserve;            // of HBM, that driver and runtime keep

    bool operator==(const Chip&) const = default;
};

/// The rate at which a dtype is multiplied, and the dtype whose rate that is.
struct Peak {
    FlopsPerSecond rate;
    DType dtype;
};

/// A chip without a rate for a dtype upcasts the operands: the next wider dtype with a rate serves.
/// Nothing when no wider one has a rate either.
std::optional<Peak> peakFor(const Chip& chip, DType type);

/// The dtype to which operands of this one are upcast, or nothing for the widest.
std::optional<DType> widened(DType type);

}  // namespace scalescope
