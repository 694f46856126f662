// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/estimate.h"
#include "core/training/plan.h"

namespace scalescope {

/// Bytes of optimizer state per parameter: Adam keeps two fp32 moments, or two of bf16 (DeepSeek-V3), its 8-bit form two of
/// one byte; SGD with momentum and Muon keep one fp32 moment. Book, chapter 5, "Data parallelism".
Bytes optimizerBytesPerParameter(Optimizer optimizer);

/// Weights, optimizer and master weights of this many parameters on one unsharded chip. The worked numbers' 10 bytes
/// per parameter are bf16 weights and AdamW without master weights; gradients are apart.
Bytes trainingState(double parameters, const Plan& plan);

/// Largest number of parameters whose training state fits one chip. Chapter 5, takeaway of "Data parallelism".
double largestReplicated(Bytes capacity, const Plan& plan);

constexpr double kMasterBytes = 4;  // fp32

/// Checkpoints that a policy keeps per layer, in units of tokens x d_model: about 20, 7 or 1, or a count; of every n-th layer
/// the mean. Without stored scores the second policy keeps what the first does. Chapter 4.
double checkpointsPerLayer(const Plan& plan);

/// Bytes of the checkpoints of all layers for this many tokens: count x tokens x d_model x bytes x layers.
Bytes checkpointBytes(double perLayer, double tokens, const Architecture& architecture, DType activation = DType::bf16);

/// Bytes kept when the three outputs of an MLP are: tokens x (d_model + 2 d_ff) per layer. Chapter 5, question 2.
Bytes mlpOutputBytes(double tokens, const Architecture& architecture, DType activation = DType::bf16);

/// Smallest number of chips that holds this much. Chapter 6, "Planning".
double smallestChipCount(Bytes total, Bytes capacity);

}  // namespace scalescope
