// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "core/transformer/tensor_part.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scalescope {

/// Sums over tensors; the last three are known from their shapes only.
struct TensorTally {
    std::int64_t tensors = 0;
    double elements = 0;     // of tensors with an element for each parameter
    double packedBytes = 0;  // of tensors that hold several parameters in an element
    double bytes = 0;        // of all

    bool operator==(const TensorTally&) const = default;
};

/// What the files beside a config.json say of the weights.
struct Checkpoint {
    std::optional<double> totalSize;        // bytes, as an index states
    std::optional<double> totalParameters;  // likewise; few do
    std::array<TensorTally, kTensorPartCount> parts;
    bool measured = false;                  // shapes are known
    std::int64_t multiTokenTables = 0;      // embeddings and unembeddings that multi-token layers store again
    bool unembedding = false;               // a matrix of its own is stored
    std::vector<std::string> files;         // that hold the tensors, in the order in which an index first names them

    const TensorTally& of(TensorPart part) const { return parts[static_cast<std::size_t>(part)]; }
    std::int64_t tensors() const;
    double bytes() const;
    bool operator==(const Checkpoint&) const = default;
};

/// The checkpoint is there unless a problem is `invalid`.
struct ReadCheckpoint {
    std::optional<Checkpoint> value;
    Diagnostics problems;
};

constexpr std::size_t kMaxIndexBytes = std::size_t(256) << 20;
constexpr std::size_t kMaxHeaderBytes = 100'000'000;  // the format's own limit

/// Reads a model.safetensors.index.json, or that of older weight files: metadata.total_size, metadata.total_parameters
/// and the names in weight_map. Layers from number `layers` on are multi-token layers. One pass without a tree.
ReadCheckpoint readIndex(std::string_view text, std::int64_t layers = kAllLayers);

/// Reads the JSON header of one .safetensors file; `available` bytes of tensors follow it in the file, if known.
/// Huggingface, "Safetensors", format.
ReadCheckpoint readTensorHeader(std::string_view json, std::int64_t layers = kAllLayers,
                                std::optional<double> available = std::nullopt);

/// Adds the tensors of another file.
void add(Checkpoint& sum, const Checkpoint& other);

}  // namespace scalescope
