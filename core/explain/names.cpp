// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/context.h"

namespace scalescope::explain {

namespace {

constexpr std::array<std::string_view, kAxisCount> kAxes = {SCALESCOPE_TEXT("core", "tensor"), SCALESCOPE_TEXT("core", "FSDP"),
                                                            SCALESCOPE_TEXT("core", "data")};

constexpr std::array<std::string_view, 4> kPhases = {SCALESCOPE_TEXT("core", "forward"), SCALESCOPE_TEXT("core", "recomputed"),
                                                     SCALESCOPE_TEXT("core", "backward"), SCALESCOPE_TEXT("core", "update")};

constexpr std::array<std::string_view, kComponentCount> kComponents = {
    SCALESCOPE_TEXT("core", "embedding"),  SCALESCOPE_TEXT("core", "attention norm"), SCALESCOPE_TEXT("core", "QKV"),
    SCALESCOPE_TEXT("core", "attention"),  SCALESCOPE_TEXT("core", "out proj"),       SCALESCOPE_TEXT("core", "MLP norm"),
    SCALESCOPE_TEXT("core", "MLP in"),     SCALESCOPE_TEXT("core", "activation"),     SCALESCOPE_TEXT("core", "MLP out"),
    SCALESCOPE_TEXT("core", "final norm"), SCALESCOPE_TEXT("core", "unembedding")};

constexpr std::array<std::string_view, kMemoryKindCount> kMemory = {
    SCALESCOPE_TEXT("core", "weights"),          SCALESCOPE_TEXT("core", "gradients"),   SCALESCOPE_TEXT("core", "optimizer"),
    SCALESCOPE_TEXT("core", "master weights"),   SCALESCOPE_TEXT("core", "activations"),
    SCALESCOPE_TEXT("core", "gathered weights"), SCALESCOPE_TEXT("core", "logits"),      SCALESCOPE_TEXT("core", "buffers"),
    SCALESCOPE_TEXT("core", "reserve")};

constexpr std::array<std::string_view, 5> kBounds = {SCALESCOPE_TEXT("core", "compute"), SCALESCOPE_TEXT("core", "memory"), kAxes[0],
                                                     kAxes[1], kAxes[2]};

constexpr std::array<std::string_view, kCollectiveCount> kShortCollectives = {"AG", "RS", "AR", "A2A", "Bcast", "Gather"};  // as the field abbreviates them

template <class Enum, std::size_t N>
std::string at(const std::array<std::string_view, N>& names, Enum value)
{
    return std::string(names[static_cast<std::size_t>(value)]);
}

}  // namespace

std::string wordOf(Axis axis) { return at(kAxes, axis); }
std::string wordOf(Phase phase) { return at(kPhases, phase); }
std::string wordOf(Component component) { return at(kComponents, component); }
std::string wordOf(MemoryKind kind) { return at(kMemory, kind); }
std::string wordOf(BoundBy bound) { return at(kBounds, bound); }

std::string shortOf(Collective collective) { return at(kShortCollectives, collective); }

std::string wordOf(const OperationEstimate& operation)
{
    return operation.component ? wordOf(*operation.component) : at(kMemory, MemoryKind::optimizer);
}

}  // namespace scalescope::explain
