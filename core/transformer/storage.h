// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/dtype.h"
#include "core/base/text.h"
#include "core/transformer/architecture.h"

#include <array>
#include <string_view>

namespace scalescope {

/// Which matrices of a model are quantised; embeddings, unembedding, norms, biases and routers never are.
enum class QuantisedPart {
    none,
    experts,  // the routed ones
    linear,   // every matrix of a layer
};
constexpr std::array<std::string_view, 3> kQuantisedPartNames = {
    SCALESCOPE_TEXT("core", "none"),
    SCALESCOPE_TEXT("core", "experts"),
    SCALESCOPE_TEXT("core", "linear"),
};

/// How the weights of a model are stored.
struct WeightStorage {
    DType type = DType::bf16;  // of what is not quantised
    QuantisedPart quantised = QuantisedPart::none;
    DType quantisedType = DType::fp8;
    double group = 16384;    // elements that share a scale: 128 x 128 of fp8 blocks, 32 of mxfp4, 16 of nvfp4
    double scaleBytes = 4;   // of one group, zero point included; 0 for none

    bool operator==(const WeightStorage&) const = default;
};

/// Bytes of all weights of a model, the multi-token layers and towers apart.
struct WeightBytes {
    Bytes plain;      // what is not quantised
    Bytes quantised;  // the elements
    Bytes scales;

    Bytes total() const { return plain + quantised + scales; }
};
WeightBytes weightBytes(const Architecture& architecture, const WeightStorage& storage);

}  // namespace scalescope
