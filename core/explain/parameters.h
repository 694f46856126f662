// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/view.h"

namespace scalescope::explain {

/// A part of ParameterCount that layers have.
struct LayerPart {
    std::string_view id;
    std::string_view name;
    std::int64_t ParameterCount::*count;
};

constexpr LayerPart kExperts = {"experts", SCALESCOPE_TEXT("core", "routed experts"), &ParameterCount::experts};
constexpr std::array kLayerParts = {
    LayerPart{"attention", SCALESCOPE_TEXT("core", "attention"), &ParameterCount::attention},
    LayerPart{"mlp", SCALESCOPE_TEXT("core", "MLP"), &ParameterCount::mlp},
    LayerPart{"router", SCALESCOPE_TEXT("core", "router"), &ParameterCount::router},
    kExperts,
    LayerPart{"norms", SCALESCOPE_TEXT("core", "norms"), &ParameterCount::norms},
    LayerPart{"other", SCALESCOPE_TEXT("core", "other parameters"), &ParameterCount::other},
};

// Of one layer of a kind.
Leaf layerPart(const Context& c, std::size_t kind, const LayerPart& part);
Leaf layerParameters(const Context& c, std::size_t kind);
Leaf idleOfLayer(const Context& c, std::size_t kind);  // experts that a token does not meet

}  // namespace scalescope::explain
