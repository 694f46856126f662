// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/parameters.h"

#include "core/scenario/model_shapes.h"

namespace scalescope::explain {

namespace {

void addOperations(const Architecture& a, const LocalShape& shape, std::string_view prefix, std::vector<std::string>& ids)
{
    forwardOperations(a, shape, [&](const LayerOperation& op) {
        std::string id = std::string(prefix) + ".";
        if (op.layerKind >= 0)
            id += std::string(1, letterOf(static_cast<std::size_t>(op.layerKind))) + ".";
        for (const char* part : {".flops", ".traffic", ".intensity"})
            ids.push_back(id + idOf(op.component) + part);
    });
}

}  // namespace

std::vector<std::string> modelIds(const Scenario& scenario)
{
    const Architecture& a = scenario.model.architecture;
    std::vector<std::string> ids = {"model.active_parameters",  "model.multi_token_parameters", "model.weight_bytes",
                                    "model.cache.total",        "model.cache.keys_and_values",  "model.cache.index_keys",
                                    "model.cache.state",        "model.cache_per_token",        "model.flops_per_token.matmul",
                                    "model.flops_per_token.attention"};
    for (const char* part : {"embedding", "positions", "unembedding", "tower"})
        ids.push_back(std::string("model.parameters.") + part);
    for (const LayerPart& part : kLayerParts)
        ids.push_back("model.parameters." + std::string(part.id));
    const auto counts = layerCounts(a);
    for (std::size_t k = 0; k < a.kinds.size(); ++k) {
        if (counts[k] == 0)
            continue;
        const std::string letter(1, letterOf(k));
        ids.push_back("model.cache." + letter);
        ids.push_back("model.layer_parameters." + letter);
        for (const LayerPart& part : kLayerParts)
            ids.push_back("model.layer_parameters." + letter + "." + std::string(part.id));
        if (a.kinds[k].mlp.kind != MlpKind::none && a.kinds[k].mlp.experts > 0)
            ids.push_back("model.expert_coverage." + letter);
    }
    addOperations(a, prefillShape(scenario), kPrefillPrefix, ids);
    addOperations(a, decodeShape(scenario), kDecodePrefix, ids);
    return ids;
}

}  // namespace scalescope::explain
