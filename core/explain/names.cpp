// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/context.h"

namespace scalescope::explain {

namespace {

constexpr std::array<std::string_view, kAxisCount> kAxisWords = {
    SCALESCOPE_TEXT("core", "tensor"), SCALESCOPE_TEXT("core", "expert"), SCALESCOPE_TEXT("core", "context"),
    SCALESCOPE_TEXT("core", "FSDP"),   SCALESCOPE_TEXT("core", "data"),   SCALESCOPE_TEXT("core", "pipeline")};

constexpr std::array<std::string_view, kGroupCount> kGroupWords = {
    kAxisWords[0],
    kAxisWords[1],
    kAxisWords[2],
    kAxisWords[3],
    SCALESCOPE_TEXT("core", "experts' FSDP"),
    kAxisWords[4],
    SCALESCOPE_TEXT("core", "experts' data"),
    kAxisWords[5],
    SCALESCOPE_TEXT("core", "tensor rows"),
    SCALESCOPE_TEXT("core", "tensor columns"),
    SCALESCOPE_TEXT("core", "KV copies")};
constexpr std::array<std::string_view, kGroupCount> kGroupIds = {"tensor",       "expert",   "context",         "shards",
                                                                 "expert_shards", "replicas", "expert_replicas", "stages",
                                                                 "rows",         "columns",  "copies"};

constexpr std::array<std::string_view, 4> kPhases = {SCALESCOPE_TEXT("core", "forward"), SCALESCOPE_TEXT("core", "recomputed"),
                                                     SCALESCOPE_TEXT("core", "backward"), SCALESCOPE_TEXT("core", "update")};

constexpr std::array<std::string_view, kMemoryKindCount> kMemory = {
    SCALESCOPE_TEXT("core", "weights"),     SCALESCOPE_TEXT("core", "gradients"),        SCALESCOPE_TEXT("core", "optimizer"),
    SCALESCOPE_TEXT("core", "master weights"), SCALESCOPE_TEXT("core", "activations"),   SCALESCOPE_TEXT("core", "recomputed layer"),
    SCALESCOPE_TEXT("core", "gathered weights"), SCALESCOPE_TEXT("core", "logits"),      SCALESCOPE_TEXT("core", "buffers"),
    SCALESCOPE_TEXT("core", "reserve"),     SCALESCOPE_TEXT("core", "KV cache"),         SCALESCOPE_TEXT("core", "state"),
    SCALESCOPE_TEXT("core", "draft model")};

constexpr std::array<std::string_view, 10> kBounds = {
    SCALESCOPE_TEXT("core", "compute"), SCALESCOPE_TEXT("core", "memory"), kAxisWords[0], kAxisWords[1], kAxisWords[2],
    kAxisWords[3], kAxisWords[4], kAxisWords[5], SCALESCOPE_TEXT("core", "host"), SCALESCOPE_TEXT("core", "KV cache")};

constexpr std::array<std::string_view, kCollectiveCount> kShortCollectives = {"AG", "RS", "AR", "A2A", "Bcast", "Gather", "Send"};  // as the field abbreviates them

constexpr std::array<std::string_view, 3> kBlockWords = {SCALESCOPE_TEXT("core", "attention blocks"), SCALESCOPE_TEXT("core", "MLP blocks"),
                                                        SCALESCOPE_TEXT("core", "the rest")};
constexpr std::array<std::string_view, 3> kBlockIds = {"mixing", "mlp", "rest"};

template <class Enum, std::size_t N>
std::string at(const std::array<std::string_view, N>& names, Enum value)
{
    return std::string(names[static_cast<std::size_t>(value)]);
}

}  // namespace

std::string wordOf(Axis axis) { return at(kAxisWords, axis); }
std::string wordOf(Group group) { return at(kGroupWords, group); }
std::string_view nameOf(Group group) { return kGroupIds[static_cast<std::size_t>(group)]; }
std::string wordOf(Phase phase) { return at(kPhases, phase); }
std::string wordOf(Component component) { return std::string(nameOf(component)); }
std::string wordOf(MemoryKind kind) { return at(kMemory, kind); }
std::string wordOf(BoundBy bound) { return at(kBounds, bound); }

std::string wordOf(Block block) { return at(kBlockWords, block); }
std::string_view nameOf(Block block) { return kBlockIds[static_cast<std::size_t>(block)]; }

Block blockOf(Component component)
{
    if (component >= Component::attentionNorm && component <= Component::attentionOutput)
        return Block::mixing;
    return component >= Component::mlpNorm && component <= Component::latentUp ? Block::mlp : Block::rest;
}

std::string shortOf(Collective collective) { return at(kShortCollectives, collective); }

std::string wordOf(const OperationEstimate& operation)
{
    return operation.component ? wordOf(*operation.component) : at(kMemory, MemoryKind::optimizer);
}

}  // namespace scalescope::explain
