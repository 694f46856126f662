// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/text.h"
#include "core/scenario/scenario.h"
#include "core/transformer/operations.h"

#include <array>
#include <string_view>
#include <vector>

namespace scalescope {

/// What a model is made of, as coarsely as people talk about it.
enum class ModelPart {
    embedding,
    projections,  // matmuls of attention
    scores,       // attention itself, an indexer's scores, recurrences
    mlp,          // dense ones
    router,
    shared,       // shared experts, and projections round latent experts
    experts,      // routed ones
    norms,        // and everything else that is done element by element
    other,
    unembedding,
    tower,
};
constexpr int kModelPartCount = 11;
constexpr std::array<std::string_view, kModelPartCount> kModelPartNames = {
    SCALESCOPE_TEXT("core", "embedding"),
    SCALESCOPE_TEXT("core", "attention projections"),
    SCALESCOPE_TEXT("core", "attention scores"),
    SCALESCOPE_TEXT("core", "MLP"),
    SCALESCOPE_TEXT("core", "router"),
    SCALESCOPE_TEXT("core", "shared experts"),
    SCALESCOPE_TEXT("core", "experts"),
    SCALESCOPE_TEXT("core", "norms and activations"),
    SCALESCOPE_TEXT("core", "other"),
    SCALESCOPE_TEXT("core", "unembedding"),
    SCALESCOPE_TEXT("core", "towers"),
};
constexpr std::string_view nameOf(ModelPart part) { return kModelPartNames[static_cast<std::size_t>(part)]; }

/// The part to which an operation belongs; `experts` says whether its layer has any.
ModelPart partOf(Component component, OperationKind kind, bool experts);

struct PartCount {
    ModelPart part = ModelPart::embedding;
    double parameters = 0;
    double idle = 0;  // of them, those that a token does not meet
    Flops flops;      // of a forward pass per token
};

/// Every part that has parameters or does arithmetic, in the order of ModelPart; together they are the whole model. A query
/// meets `context` keys, or fewer under the mask.
std::vector<PartCount> partCounts(const Architecture& architecture, double context, AttentionMask mask);

/// Work of a part of the layers in both phases of serving.
struct PartWork {
    Component component = Component::qkv;  // the first, of several
    std::vector<std::size_t> kinds;        // of layers; empty outside them
    bool experts = false;
    bool several = false;                  // components
    ModelPart part = ModelPart::projections;
    Operation prefill;  // of all its layers
    Operation decode;

    FlopsPerByte prefillIntensity() const { return intensityOf(prefill); }
    FlopsPerByte decodeIntensity() const { return intensityOf(decode); }
};

/// Matmuls and attention of prefill and decode (see model_shapes.h), layer by layer. Kinds of layers whose component has
/// the same intensities share a row; where there would be more than `most` rows, the components of one part do too, then
/// all kinds. Never more rows than the greater of `most` and the number of parts.
std::vector<PartWork> partWork(const Scenario& scenario, std::size_t most);

}  // namespace scalescope
