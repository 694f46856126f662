// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/transformer/hf_reader.h"

#include <span>
#include <string_view>

namespace scalescope {

/// One model_type and how its config.json becomes an architecture.
struct ConfigKind {
    std::string_view modelType;
    std::string_view classPrefix;  // of its classes in transformers: "Llama" of LlamaForCausalLM
    void (*read)(KindReader&);     // fills model()
};

std::span<const ConfigKind> denseKinds();
std::span<const ConfigKind> mixedKinds();  // experts, latent and linear attention, state spaces

/// The best reading of the standard fields of a kind that is not known: dense, with experts or with latent attention as
/// its fields say.
void readUnknownKind(KindReader& reader);

const ConfigKind* kindOfType(std::string_view modelType);  // or null

}  // namespace scalescope
