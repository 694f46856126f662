// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/model_output.h"

#include "app/cli/table.h"
#include "core/base/format.h"
#include "core/base/json_writer.h"
#include "core/training/plan.h"
#include "core/transformer/flops.h"

#include <array>
#include <ostream>

namespace scalescope {

namespace {

constexpr std::array kModelKeys = std::to_array<OutputKey>({
    {"model.parameters", "", "parameters, exact"},
    {"model.active_parameters", "", "of them those that a token meets: all but the experts that it is not sent to"},
    {"model.components.embedding", "", "parameters in the embedding"},
    {"model.components.positions", "", "in learned positions"},
    {"model.components.attention", "", "in attention and other token mixers, all layers"},
    {"model.components.mlp", "", "in dense MLPs and shared experts, all layers"},
    {"model.components.router", "", "in routers"},
    {"model.components.experts", "", "in routed experts"},
    {"model.components.norms", "", "in norms"},
    {"model.components.other", "", "in nothing of the above"},
    {"model.components.unembedding", "", "in the unembedding; 0 when tied"},
    {"model.components.tower", "", "in vision and audio towers; 0 unless they are counted"},
    {"model.multi_token_parameters", "", "of multi-token layers, which model.parameters leaves out"},
    {"model.tower_parameters", "", "of vision and audio towers, counted or not"},
    {"model.layers[].letter", "", "of a kind of layers in the order"},
    {"model.layers[].count", "", "layers of the kind"},
    {"model.layers[].attention", "", "full, latent, linear, state_space or none"},
    {"model.layers[].window", "tokens", "that a query sees at most; 0 for all"},
    {"model.layers[].mlp", "", "gated, plain or none"},
    {"model.layers[].experts", "", "routed experts; 0 for a dense MLP"},
    {"model.layers[].top_k", "", "experts that a token is sent to; 0 for a dense MLP"},
    {"model.layers[].parameters", "", "of one layer"},
    {"model.layers[].active_parameters", "", "of one layer, those that a token meets"},
    {"model.layers[].cache", "B", "keys, values and index keys of one sequence in one layer"},
    {"model.layers[].state", "B", "of one sequence in one layer, whatever the context"},
    {"model.kv_bytes_per_token", "B", "keys and values of one token in all layers, bf16"},
    {"model.cache.context", "tokens", "for which this and the attention below are counted"},
    {"model.cache.keys_and_values", "B", "of one sequence in all layers"},
    {"model.cache.index_keys", "B", "of the indexers of sparse attention, one sequence"},
    {"model.cache.state", "B", "of linear attention and state spaces, one sequence"},
    {"model.cache.total", "B", "of one sequence"},
    {"model.flops_per_token.matmuls", "FLOP", "forward, in the matmuls that a token meets"},
    {"model.flops_per_token.attention_full", "FLOP", "forward, in attention and states, each query with all keys in reach"},
    {"model.flops_per_token.attention_causal", "FLOP", "forward, the same under a causal mask"},
    {"model.flops_per_token.training.parameters", "FLOP", "forward and backward: 6 per active parameter"},
    {"model.flops_per_token.training.parameters_without_embedding", "FLOP", "6 per parameter that a matmul uses"},
    {"model.flops_per_token.training.attention_full", "FLOP", "that and 3 times attention, full"},
    {"model.flops_per_token.training.attention_causal", "FLOP", "that and 3 times attention, causal"},
    {"model.weight_bytes.total", "B", "of all weights as published, without multi-token layers"},
    {"model.weight_bytes.plain", "B", "of those that are not quantised"},
    {"model.weight_bytes.quantised", "B", "of those that are"},
    {"model.weight_bytes.scales", "B", "of their scales"},
    {"model.weight_bytes.type", "", "dtype of what is not quantised"},
    {"model.weight_bytes.quantised_part", "", "none, experts or linear"},
    {"model.weight_bytes.quantised_type", "", "dtype of what is; null for none"},
    {"model.expert_coverage.sequences", "", "tokens of one decode step, one of each sequence"},
    {"model.expert_coverage.fraction", "", "experts that some token is sent to, mean over layers; null without experts"},
    {"model.expert_coverage.bytes", "B", "weights of these experts in all layers, as published"},
});

constexpr double kForwardAndBackward = 3;

/// Decode traffic of routed experts.
struct ExpertFigures {
    std::optional<double> fraction;
    Bytes bytes;
};

Bytes expertBytes(const WeightStorage& storage, double elements)
{
    if (storage.quantised == QuantisedPart::none)
        return bytesOf(storage.type, elements);
    const double scales = storage.group > 0 ? elements / storage.group * storage.scaleBytes : 0.0;
    return bytesOf(storage.quantisedType, elements) + Bytes(scales);
}

ExpertFigures expertFigures(const Model& model, const Serving& serving)
{
    const Architecture& a = model.architecture;
    const auto layers = layerCounts(a);
    double touched = 0;
    double all = 0;
    ExpertFigures figures;
    for (std::size_t k = 0; k < a.kinds.size(); ++k) {
        const Mlp& mlp = a.kinds[k].mlp;
        if (mlp.kind == MlpKind::none || mlp.experts == 0 || layers[k] == 0)
            continue;
        const auto count = static_cast<double>(layers[k]);
        const double coverage = expertCoverage(mlp, serving.sequences, serving.expertSkew);
        touched += count * static_cast<double>(mlp.experts) * coverage;
        all += count * static_cast<double>(mlp.experts);
        figures.bytes += expertBytes(model.storage, count * coverage * static_cast<double>(countLayer(a, a.kinds[k]).experts));
    }
    if (all > 0)
        figures.fraction = touched / all;
    return figures;
}

/// FLOPs of a token, forward.
struct TokenFlops {
    TokenFlops(const Architecture& a, double context)
        : matmuls(matmulFlopsPerToken(a)),
          full(attentionFlopsPerToken(a, context, AttentionMask::full)),
          causal(attentionFlopsPerToken(a, context, AttentionMask::causal))
    {
        const Flops rule = forwardFlops(static_cast<double>(countParameters(a).active()), 1);
        training = {rule * kForwardAndBackward, matmuls * kForwardAndBackward, (matmuls + full) * kForwardAndBackward,
                    (matmuls + causal) * kForwardAndBackward};
    }

    Flops matmuls;
    Flops full;
    Flops causal;
    std::array<Flops, kMfuConventionNames.size()> training;  // by the conventions of the MFU
};

CacheTypes typesOf(const Serving& serving) { return {serving.cacheType, serving.cacheType, serving.stateType}; }

Bytes cacheBytes(const LayerCache& cache, const CacheTypes& types)
{
    return bytesOf(types.keysAndValues, cache.keysAndValues) + bytesOf(types.indexKeys, cache.indexKeys);
}

constexpr std::array kComponents = std::to_array<std::pair<std::string_view, std::int64_t ParameterCount::*>>({
    {"embedding", &ParameterCount::embedding},
    {"positions", &ParameterCount::positions},
    {"attention", &ParameterCount::attention},
    {"mlp", &ParameterCount::mlp},
    {"router", &ParameterCount::router},
    {"experts", &ParameterCount::experts},
    {"norms", &ParameterCount::norms},
    {"other", &ParameterCount::other},
    {"unembedding", &ParameterCount::unembedding},
    {"tower", &ParameterCount::tower},
});

std::string_view nameOf(AttentionKind kind) { return kAttentionKindNames[static_cast<std::size_t>(kind)]; }
std::string_view nameOf(MlpKind kind) { return kMlpKindNames[static_cast<std::size_t>(kind)]; }
std::string_view nameOf(QuantisedPart part) { return kQuantisedPartNames[static_cast<std::size_t>(part)]; }

void writeLayers(JsonWriter& json, const Architecture& a, double context, const CacheTypes& types)
{
    const auto counts = layerCounts(a);
    json.key("layers").beginArray();
    for (std::size_t k = 0; k < a.kinds.size(); ++k) {
        const Layer& layer = a.kinds[k];
        const ParameterCount count = countLayer(a, layer);
        const LayerCache cache = cacheOf(layer.attention, context);
        const bool routed = layer.mlp.kind != MlpKind::none && layer.mlp.experts > 0;
        json.beginObject();
        json.member("letter", std::string(1, letterOf(k)));
        json.member("count", counts[k]);
        json.member("attention", nameOf(layer.attention.kind));
        json.member("window", layer.attention.window);
        json.member("mlp", nameOf(layer.mlp.kind));
        json.member("experts", routed ? layer.mlp.experts : 0);
        json.member("top_k", routed ? layer.mlp.topK : 0);
        json.member("parameters", count.total());
        json.member("active_parameters", count.active());
        json.member("cache", cacheBytes(cache, types).value);
        json.member("state", bytesOf(types.state, cache.state).value);
        json.endObject();
    }
    json.endArray();
}

void writeFlops(JsonWriter& json, const TokenFlops& flops)
{
    json.key("flops_per_token").beginObject();
    json.member("matmuls", flops.matmuls.value);
    json.member("attention_full", flops.full.value);
    json.member("attention_causal", flops.causal.value);
    json.key("training").beginObject();
    for (std::size_t i = 0; i < flops.training.size(); ++i)
        json.member(kMfuConventionNames[i], flops.training[i].value);
    json.endObject();
    json.endObject();
}

void writeWeights(JsonWriter& json, const Model& model)
{
    const WeightBytes weights = weightBytes(model.architecture, model.storage);
    json.key("weight_bytes").beginObject();
    json.member("total", weights.total().value);
    json.member("plain", weights.plain.value);
    json.member("quantised", weights.quantised.value);
    json.member("scales", weights.scales.value);
    json.member("type", nameOf(model.storage.type));
    json.member("quantised_part", nameOf(model.storage.quantised));
    json.key("quantised_type");
    model.storage.quantised == QuantisedPart::none ? json.null() : json.value(nameOf(model.storage.quantisedType));
    json.endObject();
}

}  // namespace

std::span<const OutputKey> modelKeys() { return kModelKeys; }

void writeModelFigures(JsonWriter& json, const Model& model, double context, const Serving& serving)
{
    const Architecture& a = model.architecture;
    const CacheTypes types = typesOf(serving);
    const ParameterCount count = countParameters(a);
    json.member("parameters", count.total());
    json.member("active_parameters", count.active());
    json.key("components").beginObject();
    for (const auto& [name, part] : kComponents)
        json.member(name, count.*part);
    json.endObject();
    json.member("multi_token_parameters", count.multiToken);
    json.member("tower_parameters", a.towerParameters);
    writeLayers(json, a, context, types);
    json.member("kv_bytes_per_token", bytesOf(DType::bf16, kvElementsPerToken(a)).value);
    const ModelCache cache = cacheOf(a, context, types);
    json.key("cache").beginObject();
    json.member("context", context);
    json.member("keys_and_values", cache.keysAndValues.value);
    json.member("index_keys", cache.indexKeys.value);
    json.member("state", cache.state.value);
    json.member("total", cache.total().value);
    json.endObject();
    writeFlops(json, TokenFlops(a, context));
    writeWeights(json, model);
    const ExpertFigures experts = expertFigures(model, serving);
    json.key("expert_coverage").beginObject();
    json.member("sequences", serving.sequences);
    json.key("fraction");
    experts.fraction ? json.value(*experts.fraction) : json.null();
    json.member("bytes", experts.bytes.value);
    json.endObject();
}

void printModelFigures(std::ostream& out, const Model& model, double context, const Serving& serving)
{
    const Architecture& a = model.architecture;
    const ParameterCount count = countParameters(a);
    const auto counted = [](std::int64_t n) { return formatCount(static_cast<double>(n)); };

    out << "\nParameters\n";
    Table parameters;
    parameters.add({"total", counted(count.total())});
    if (count.idle > 0)
        parameters.add({"active", counted(count.active()), "all but the experts that a token is not sent to"});
    for (const auto& [name, part] : kComponents)
        if (count.*part > 0)
            parameters.add({std::string(name), counted(count.*part)});
    if (count.multiToken > 0)
        parameters.add({"multi-token", counted(count.multiToken), "not in the total"});
    if (count.towerApart > 0)
        parameters.add({"towers", counted(count.towerApart), "not in the total"});
    out << parameters.text();

    out << "\nLayers" << (a.kinds.size() > 1 ? ": " + textOf(a.order) : std::string()) << "\n";
    const CacheTypes types = typesOf(serving);
    const auto layerTotals = layerCounts(a);
    Table layers;
    layers.add({"", "", "attention", "MLP", "parameters each", "cache each", "state each"});
    for (std::size_t k = 0; k < a.kinds.size(); ++k) {
        const Layer& layer = a.kinds[k];
        const LayerCache cache = cacheOf(layer.attention, context);
        std::string attention(nameOf(layer.attention.kind));
        if (layer.attention.window > 0)
            attention += ", " + std::string(kWindowKindNames[static_cast<std::size_t>(layer.attention.windowKind)]) + " " +
                         counted(layer.attention.window);
        std::string mlp(nameOf(layer.mlp.kind));
        if (layer.mlp.kind != MlpKind::none && layer.mlp.experts > 0)
            mlp += ", " + counted(layer.mlp.topK) + " of " + counted(layer.mlp.experts) + " experts";
        layers.add({std::string(1, letterOf(k)), counted(layerTotals[k]), attention, mlp, counted(countLayer(a, layer).total()),
                    formatBytesBoth(cacheBytes(cache, types).value), formatBytesBoth(bytesOf(types.state, cache.state).value)});
    }
    out << layers.text();

    const std::string tokens = formatCount(context) + " tokens";
    const TokenFlops flops(a, context);
    out << "\nFLOPs per token\n";
    Table work;
    work.add({"matmuls, forward", formatSi(flops.matmuls.value, "FLOP"), ""});
    work.add({"attention, forward", formatSi(flops.full.value, "FLOP"), tokens + ", full; causal " + formatSi(flops.causal.value, "FLOP")});
    constexpr std::array<std::string_view, kMfuConventionNames.size()> kMeaning = {
        "6N of the active parameters", "6N of those that a matmul uses", "the latter and attention, full", "the latter and attention, causal"};
    for (std::size_t i = 0; i < flops.training.size(); ++i)
        work.add({i == 0 ? "training" : "", formatSi(flops.training[i].value, "FLOP"), std::string(kMeaning[i])});
    out << work.text();

    out << "\nMemory\n";
    const WeightBytes weights = weightBytes(a, model.storage);
    const ModelCache cache = cacheOf(a, context, types);
    Table memory;
    std::string stored = "in " + std::string(nameOf(model.storage.type));
    if (model.storage.quantised != QuantisedPart::none)
        stored += (model.storage.quantised == QuantisedPart::experts ? ", experts in " : ", layers in ") +
                  std::string(nameOf(model.storage.quantisedType)) + ", scales " + formatBytesBoth(weights.scales.value);
    memory.add({"weights", formatBytesBoth(weights.total().value), stored});
    memory.add({"keys and values per token", formatBytesBoth(bytesOf(DType::bf16, kvElementsPerToken(a)).value), "bf16"});
    memory.add({"per sequence", formatBytesBoth(cache.keysAndValues.value), tokens + ", " + std::string(nameOf(types.keysAndValues))});
    if (cache.indexKeys.value > 0)
        memory.add({"index keys per sequence", formatBytesBoth(cache.indexKeys.value), std::string(nameOf(types.indexKeys))});
    if (cache.state.value > 0)
        memory.add({"state per sequence", formatBytesBoth(cache.state.value), std::string(nameOf(types.state))});
    out << memory.text();
}

}  // namespace scalescope
