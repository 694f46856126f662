// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/scenario/parameter_table.h"

namespace scalescope {

namespace {

void addSize(const Scenario& scenario, ParameterAdder& add)
{
    if (scenario.model.family == ModelFamily::none)
        return;
    const std::vector<FamilyMember>& members = membersOf(scenario.model.family);
    Parameter& p = add.number(
        "model.size", "P", SCALESCOPE_TEXT("core", "Model size"),
        SCALESCOPE_TEXT("core", "Steps through the model's family: depth, width, heads, MLP width and experts change together."),
        {1, 1e15, static_cast<double>(members.front().parameters), static_cast<double>(members.back().parameters)},
        [](Scenario& s, int) -> std::int64_t& { return s.model.architecture.layers; });
    p.unit = SCALESCOPE_TEXT("core", "parameters");
    p.scale = Scale::stops;
    p.derived = true;
    p.prominent = true;
    for (const FamilyMember& member : members)
        p.stops.push_back(static_cast<double>(member.parameters));
    p.get = [](const Scenario& s, int) -> std::optional<double> {
        return static_cast<double>(countParameters(s.model.architecture).total());
    };
    p.set = [](Scenario& s, int, std::optional<double> size) {
        const FamilyMember& member = nearestMember(s.model.family, *size);
        s.model.name = member.name;
        s.model.source = member.source;
        s.model.architecture = member.architecture;
    };
}

/// Declares the parameters of one kind of layer. A dimension of the first kind is the model's: setting it sets it in
/// every kind that agrees.
class LayerAdder {
public:
    LayerAdder(ParameterAdder& add, std::size_t kind) : m_add(add), m_kind(kind) {}

    /// Whether what is declared next matters to this kind of layer.
    void where(bool relevant) { m_relevant = relevant; }

    template <class Reach>
    Parameter& number(std::string_view field, std::string_view symbol, std::string_view label, std::string_view help,
                      ParameterRange range, Reach reach)
    {
        return bind(m_add.number(idInKind(m_kind, field), symbol, label, help, range, inKind(reach)), reach);
    }

    template <class Reach>
    Parameter& choice(std::string_view field, std::string_view label, std::string_view help,
                      std::span<const std::string_view> choices, Reach reach)
    {
        return bind(m_add.choice(idInKind(m_kind, field), label, help, choices, inKind(reach)), reach);
    }

private:
    template <class Reach>
    static auto inKind(Reach)
    {
        return [](Scenario& s, int kind) -> auto& { return Reach{}(s.model.architecture.kinds[static_cast<std::size_t>(kind)]); };
    }

    template <class Reach>
    Parameter& bind(Parameter& p, Reach)
    {
        p.index = static_cast<int>(m_kind);
        p.relevant = m_relevant;
        if (m_kind > 0)
            return p;
        p.set = [](Scenario& s, int, std::optional<double> value) {
            using Traits = FieldTraits<std::remove_reference_t<std::invoke_result_t<Reach, Layer&>>>;
            const auto before = Reach{}(s.model.architecture.base());
            for (Layer& layer : s.model.architecture.kinds)
                if (Reach{}(layer) == before)
                    Traits::write(Reach{}(layer), value);
        };
        return p;
    }

    ParameterAdder& m_add;
    std::size_t m_kind;
    bool m_relevant = true;
};

constexpr ParameterRange kHeads = {1, 4096, 1, 256};
constexpr ParameterRange kHeadDims = {1, 4096, 16, 512};
constexpr ParameterRange kRanks = {0, 65536, 0, 4096};
constexpr ParameterRange kWidths = {0, 16777216, 0, 65536};

void addMlp(const Layer& layer, LayerAdder& add)
{
    add.choice("mlp", SCALESCOPE_TEXT("core", "MLP kind"),
               SCALESCOPE_TEXT("core", "Gated (three matrices), plain (two), or none."), kMlpKindNames,
               [](Layer& l) -> auto& { return l.mlp.kind; });
    const bool there = layer.mlp.kind != MlpKind::none;
    add.where(there);
    add.number("d_ff", "F", SCALESCOPE_TEXT("core", "MLP width"),
               SCALESCOPE_TEXT("core", "Width of the MLP, or of each expert, d_ff. A gated MLP has three matrices of this width, a plain one two."),
               {1, 16777216, 128, 262144}, [](Layer& l) -> auto& { return l.mlp.width; }).prominent = true;
    add.choice("mlp_bias", SCALESCOPE_TEXT("core", "MLP biases"),
               SCALESCOPE_TEXT("core", "Whether the MLP's matrices have biases."), kBooleanNames,
               [](Layer& l) -> auto& { return l.mlp.bias; });
    add.number("experts", "E", SCALESCOPE_TEXT("core", "Routed experts"),
               SCALESCOPE_TEXT("core", "Routed experts of a layer; 0 for a dense MLP."), {0, 65536, 0, 1024},
               [](Layer& l) -> auto& { return l.mlp.experts; }).prominent = true;
    add.where(there && layer.mlp.experts > 0);
    add.number("experts_per_token", "k", SCALESCOPE_TEXT("core", "Experts of a token"),
               SCALESCOPE_TEXT("core", "Routed experts that a token is sent to."), {1, 65536, 1, 64},
               [](Layer& l) -> auto& { return l.mlp.topK; }).prominent = true;
    add.number("shared_d_ff", "F_s", SCALESCOPE_TEXT("core", "Shared width"),
               SCALESCOPE_TEXT("core", "Width of all shared experts together, or of a dense MLP beside the experts; 0 for none."),
               kWidths, [](Layer& l) -> auto& { return l.mlp.sharedWidth; }).scale = Scale::linear;
    add.choice("shared_gate", SCALESCOPE_TEXT("core", "Shared gate"),
               SCALESCOPE_TEXT("core", "Whether one number per token scales the shared experts."), kBooleanNames,
               [](Layer& l) -> auto& { return l.mlp.sharedGate; });
    add.choice("router_bias", SCALESCOPE_TEXT("core", "Router bias"),
               SCALESCOPE_TEXT("core", "Whether the router has one bias per expert."), kBooleanNames,
               [](Layer& l) -> auto& { return l.mlp.routerBias; });
    add.number("expert_latent", {}, SCALESCOPE_TEXT("core", "Expert latent width"),
               SCALESCOPE_TEXT("core", "Width in which the experts work, between two projections; 0 for the model's width."),
               kWidths, [](Layer& l) -> auto& { return l.mlp.latentWidth; }).scale = Scale::linear;
    add.where(true);
}

void addSparse(const Attention& at, bool relevant, LayerAdder& add)
{
    add.where(relevant);
    add.number("index_top_k", {}, SCALESCOPE_TEXT("core", "Keys chosen"),
               SCALESCOPE_TEXT("core", "Sparse attention: keys that an indexer chooses for a query; 0 for all."),
               {0, 1073741824, 0, 16384}, [](Layer& l) -> auto& { return l.attention.indexTopK; }).scale = Scale::linear;
    add.where(relevant && at.indexTopK > 0);
    add.number("index_heads", {}, SCALESCOPE_TEXT("core", "Indexer heads"),
               SCALESCOPE_TEXT("core", "Query heads of the indexer, which shares one key per token."), kHeads,
               [](Layer& l) -> auto& { return l.attention.indexHeads; });
    add.number("index_dim", {}, SCALESCOPE_TEXT("core", "Indexer head width"),
               SCALESCOPE_TEXT("core", "Width of a head of the indexer, and of its key."), kHeadDims,
               [](Layer& l) -> auto& { return l.attention.indexDim; });
    add.choice("shared_index", SCALESCOPE_TEXT("core", "Shared index"),
               SCALESCOPE_TEXT("core", "Whether the keys are those that an earlier layer's indexer chose."), kBooleanNames,
               [](Layer& l) -> auto& { return l.attention.sharedIndex; });
}

void addLatent(LayerAdder& add)
{
    add.number("kv_rank", "r_kv", SCALESCOPE_TEXT("core", "KV rank"),
               SCALESCOPE_TEXT("core", "Width of the compressed vector that keys and values are made from, and that is cached."),
               {1, 65536, 64, 4096}, [](Layer& l) -> auto& { return l.attention.kvRank; });
    add.number("rope_dim", "H_r", SCALESCOPE_TEXT("core", "Rotary width"),
               SCALESCOPE_TEXT("core", "Rotary part of a query head, and of the one key that all heads share."), {0, 4096, 0, 256},
               [](Layer& l) -> auto& { return l.attention.ropeDim; }).scale = Scale::linear;
    add.number("value_dim", "H_v", SCALESCOPE_TEXT("core", "Value width"),
               SCALESCOPE_TEXT("core", "Width of a head's value."), kHeadDims,
               [](Layer& l) -> auto& { return l.attention.valueDim; });
}

void addGrouped(LayerAdder& add)
{
    add.choice("qk_norm", SCALESCOPE_TEXT("core", "Query-key norms"),
               SCALESCOPE_TEXT("core", "Norms of queries and keys: none, scales of one head's width, or of all heads."),
               kQueryKeyNormNames, [](Layer& l) -> auto& { return l.attention.queryKeyNorm; });
    add.choice("values", SCALESCOPE_TEXT("core", "Values"),
               SCALESCOPE_TEXT("core", "Projected, made from the keys without a projection, or the keys themselves."),
               kValuesNames, [](Layer& l) -> auto& { return l.attention.values; });
    add.choice("shared_kv", SCALESCOPE_TEXT("core", "Shared KV"),
               SCALESCOPE_TEXT("core", "Whether keys and values are those of an earlier layer: neither projected nor cached."),
               kBooleanNames, [](Layer& l) -> auto& { return l.attention.sharedKv; });
    add.number("compression", {}, SCALESCOPE_TEXT("core", "Compression"),
               SCALESCOPE_TEXT("core", "Tokens that one cached entry beyond the window stands for; 0 for none."),
               {0, 1048576, 0, 256}, [](Layer& l) -> auto& { return l.attention.compression; }).scale = Scale::linear;
}

void addSoftmax(const Attention& at, LayerAdder& add)
{
    const bool latent = at.kind == AttentionKind::latent;
    const bool full = at.kind == AttentionKind::full;
    add.where(full || latent);
    add.number("query_rank", "r_q", SCALESCOPE_TEXT("core", "Query rank"),
               SCALESCOPE_TEXT("core", "Width of the bottleneck that queries go through; 0 for none."), kRanks,
               [](Layer& l) -> auto& { return l.attention.queryRank; }).scale = Scale::linear;
    add.where(latent);
    addLatent(add);
    add.where(full);
    addGrouped(add);
    add.where(full || latent);
    add.choice("sinks", SCALESCOPE_TEXT("core", "Attention sinks"),
               SCALESCOPE_TEXT("core", "Whether each head has a learned logit beside the keys."), kBooleanNames,
               [](Layer& l) -> auto& { return l.attention.sinks; });
    add.number("window", "w", SCALESCOPE_TEXT("core", "Window"),
               SCALESCOPE_TEXT("core", "Keys that a query meets at most; 0 for all. The cache keeps no more."),
               {0, 1073741824, 0, 32768}, [](Layer& l) -> auto& { return l.attention.window; }).scale = Scale::linear;
    add.where((full || latent) && at.window > 0);
    add.choice("window_kind", SCALESCOPE_TEXT("core", "Window kind"),
               SCALESCOPE_TEXT("core", "Sliding (the last tokens) or chunked (those of the query's own chunk)."), kWindowKindNames,
               [](Layer& l) -> auto& { return l.attention.windowKind; });
    addSparse(at, full || latent, add);
    add.where(full || latent);
    add.number("output_rank", "r_o", SCALESCOPE_TEXT("core", "Output rank"),
               SCALESCOPE_TEXT("core", "Width of the bottleneck that each group of heads goes through at the output; 0 for none."), kRanks,
               [](Layer& l) -> auto& { return l.attention.outputRank; }).scale = Scale::linear;
    add.where((full || latent) && at.outputRank > 0);
    add.number("output_groups", {}, SCALESCOPE_TEXT("core", "Output groups"),
               SCALESCOPE_TEXT("core", "Groups of heads, each with a bottleneck of its own."), kHeads,
               [](Layer& l) -> auto& { return l.attention.outputGroups; });
}

void addState(const Attention& at, LayerAdder& add)
{
    add.where(at.kind == AttentionKind::linear || at.kind == AttentionKind::stateSpace);
    add.number("state_dim", "d_s", SCALESCOPE_TEXT("core", "State width"),
               SCALESCOPE_TEXT("core", "Width of a key head of linear attention, or of a state-space layer's state."), kHeadDims,
               [](Layer& l) -> auto& { return l.attention.stateDim; });
    add.number("convolution", {}, SCALESCOPE_TEXT("core", "Convolution"),
               SCALESCOPE_TEXT("core", "Taps of the short convolution; 0 for none."), {0, 1024, 0, 8},
               [](Layer& l) -> auto& { return l.attention.convolution; }).scale = Scale::linear;
    add.choice("convolution_bias", SCALESCOPE_TEXT("core", "Convolution bias"),
               SCALESCOPE_TEXT("core", "Whether the short convolution has a bias per channel."), kBooleanNames,
               [](Layer& l) -> auto& { return l.attention.convolutionBias; });
    add.where(at.kind == AttentionKind::linear);
    add.choice("decay", SCALESCOPE_TEXT("core", "Decay"),
               SCALESCOPE_TEXT("core", "How the state forgets: by constants, by one rate per head, or by one per key channel."), kDecayNames,
               [](Layer& l) -> auto& { return l.attention.decay; });
    add.number("gate_rank", "r_g", SCALESCOPE_TEXT("core", "Gate rank"),
               SCALESCOPE_TEXT("core", "Width of the bottleneck of the gate and of per-channel decay; 0 for a gate without one."), kRanks,
               [](Layer& l) -> auto& { return l.attention.gateRank; }).scale = Scale::linear;
}

void addAttention(const Attention& at, LayerAdder& add)
{
    add.choice("attention", SCALESCOPE_TEXT("core", "Attention"),
               SCALESCOPE_TEXT("core", "Full self-attention, multi-head latent attention, linear attention, a state space, or none."), kAttentionKindNames,
               [](Layer& l) -> auto& { return l.attention.kind; });
    const bool there = at.kind != AttentionKind::none;
    add.where(there);
    add.number("heads", "N", SCALESCOPE_TEXT("core", "Query heads"),
               SCALESCOPE_TEXT("core", "Number of query heads; of linear attention the value heads, of a state space its heads."), kHeads,
               [](Layer& l) -> auto& { return l.attention.heads; });
    add.where(there && at.kind != AttentionKind::latent);
    add.number("kv_heads", "K", SCALESCOPE_TEXT("core", "KV heads"),
               SCALESCOPE_TEXT("core", "Key and value heads; they divide the query heads, and the KV cache follows them. Of linear attention the key heads, of a state space its groups."),
               kHeads, [](Layer& l) -> auto& { return l.attention.kvHeads; });
    add.where(there);
    add.number("head_dim", "H", SCALESCOPE_TEXT("core", "Head dimension"),
               SCALESCOPE_TEXT("core", "Width of one head; of latent attention without its rotary part."), kHeadDims,
               [](Layer& l) -> auto& { return l.attention.headDim; });
    add.where(there && at.kind != AttentionKind::linear);
    add.choice("qkv_bias", SCALESCOPE_TEXT("core", "QKV biases"),
               SCALESCOPE_TEXT("core", "Whether query, key and value projections have biases."), kBooleanNames,
               [](Layer& l) -> auto& { return l.attention.inputBias; });
    add.where(there);
    add.choice("output_bias", SCALESCOPE_TEXT("core", "Output bias"),
               SCALESCOPE_TEXT("core", "Whether the attention's output projection has a bias."), kBooleanNames,
               [](Layer& l) -> auto& { return l.attention.outputBias; });
    add.where(there && at.kind != AttentionKind::stateSpace);
    add.choice("output_gate", SCALESCOPE_TEXT("core", "Output gate"),
               SCALESCOPE_TEXT("core", "A gate on the attention's result: none, one number per head, or one per element."), kOutputGateNames,
               [](Layer& l) -> auto& { return l.attention.gate; });
    addSoftmax(at, add);
    addState(at, add);
    add.where(true);
}

void addLayer(const Layer& layer, LayerAdder add)
{
    addMlp(layer, add);
    addAttention(layer.attention, add);
    add.number("norms_per_layer", {}, SCALESCOPE_TEXT("core", "Norms per layer"),
               SCALESCOPE_TEXT("core", "Norms of width d_model in a layer; replicated, whatever the tensor degree."),
               {0, 16, 0, 8}, [](Layer& l) -> auto& { return l.norms; }).scale = Scale::linear;
    add.number("other", {}, SCALESCOPE_TEXT("core", "Other parameters"),
               SCALESCOPE_TEXT("core", "Parameters of a layer that belong to nothing else: scales, mixing weights."),
               {0, 1e12, 0, 1e6}, [](Layer& l) -> auto& { return l.other; }).scale = Scale::linear;
}

void addEmbeddings(ParameterAdder& add)
{
    add.number("model.vocabulary", "V", SCALESCOPE_TEXT("core", "Vocabulary"),
               SCALESCOPE_TEXT("core", "Entries of the vocabulary; 0 for a model without embeddings."),
               {0, 16777216, 1000, 1000000}, [](Scenario& s, int) -> auto& { return s.model.architecture.vocabulary; });
    add.choice("model.tied", SCALESCOPE_TEXT("core", "Tied embeddings"),
               SCALESCOPE_TEXT("core", "Whether one matrix both embeds and unembeds."), kBooleanNames,
               [](Scenario& s, int) -> auto& { return s.model.architecture.tied; });
    add.choice("model.unembedding_bias", SCALESCOPE_TEXT("core", "Unembedding bias"),
               SCALESCOPE_TEXT("core", "Whether the unembedding has one bias per entry of the vocabulary."), kBooleanNames,
               [](Scenario& s, int) -> auto& { return s.model.architecture.unembeddingBias; });
    add.number("model.positions", {}, SCALESCOPE_TEXT("core", "Learned positions"),
               SCALESCOPE_TEXT("core", "Entries of the learned position embedding; 0 for none."),
               {0, 1073741824, 0, 131072}, [](Scenario& s, int) -> auto& { return s.model.architecture.positions; })
        .scale = Scale::linear;
    Parameter& limit = add.number("model.context_limit", {}, SCALESCOPE_TEXT("core", "Context limit"),
                                  SCALESCOPE_TEXT("core", "Tokens of the longest sequence that the model is published for; 0: unknown."),
                                  {0, 1073741824, 0, 1048576}, [](Scenario& s, int) -> auto& { return s.model.architecture.contextLimit; });
    limit.scale = Scale::linear;
    limit.unit = SCALESCOPE_TEXT("core", "tokens");
    add.choice("model.embedding_norm", SCALESCOPE_TEXT("core", "Embedding norm"),
               SCALESCOPE_TEXT("core", "Whether a norm stands after the embedding."), kBooleanNames,
               [](Scenario& s, int) -> auto& { return s.model.architecture.embeddingNorm; });
    add.number("model.embedding_width", {}, SCALESCOPE_TEXT("core", "Embedding width"),
               SCALESCOPE_TEXT("core", "Width of the embedding's table, with projections to the model's width and back; 0 for the model's width."),
               {0, 1048576, 0, 65536}, [](Scenario& s, int) -> auto& { return s.model.architecture.embeddingWidth; })
        .scale = Scale::linear;
    add.number("model.layer_embedding_width", {}, SCALESCOPE_TEXT("core", "Layer embedding width"),
               SCALESCOPE_TEXT("core", "Width of a second embedding that each layer has for itself; 0 for none."),
               {0, 1048576, 0, 4096}, [](Scenario& s, int) -> auto& { return s.model.architecture.layerEmbeddingWidth; })
        .scale = Scale::linear;
    add.number("model.layer_embedding_vocabulary", {}, SCALESCOPE_TEXT("core", "Layer embedding vocabulary"),
               SCALESCOPE_TEXT("core", "Entries of the embedding that each layer has for itself."), {0, 16777216, 0, 1000000},
               [](Scenario& s, int) -> auto& { return s.model.architecture.layerEmbeddingVocabulary; })
        .scale = Scale::linear;
}

void addStorage(ParameterAdder& add)
{
    add.choice("model.stored_type", SCALESCOPE_TEXT("core", "Stored dtype"),
               SCALESCOPE_TEXT("core", "Dtype of the published weights, of those that are not quantised."), kDTypeNames,
               [](Scenario& s, int) -> auto& { return s.model.storage.type; });
    add.choice("model.quantised", SCALESCOPE_TEXT("core", "Quantised"),
               SCALESCOPE_TEXT("core", "Which published weights are quantised: none, the routed experts, or every matrix of a layer."),
               kQuantisedPartNames, [](Scenario& s, int) -> auto& { return s.model.storage.quantised; });
    add.choice("model.quantised_type", SCALESCOPE_TEXT("core", "Quantised dtype"),
               SCALESCOPE_TEXT("core", "Dtype of the quantised weights."), kDTypeNames,
               [](Scenario& s, int) -> auto& { return s.model.storage.quantisedType; });
    add.number("model.scale_group", {}, SCALESCOPE_TEXT("core", "Scale group"),
               SCALESCOPE_TEXT("core", "Quantised weights that share a scale."), {1, 1e12, 16, 16384},
               [](Scenario& s, int) -> auto& { return s.model.storage.group; });
    add.number("model.scale_bytes", {}, SCALESCOPE_TEXT("core", "Scale bytes"),
               SCALESCOPE_TEXT("core", "Bytes of one scale with its zero point; 0 for none."), {0, 64, 0, 8},
               [](Scenario& s, int) -> auto& { return s.model.storage.scaleBytes; })
        .scale = Scale::linear;
}

}  // namespace

void addModelParameters(const Scenario& scenario, std::vector<Parameter>& table)
{
    const Architecture& a = scenario.model.architecture;
    ParameterAdder add(table, Section::model);
    addSize(scenario, add);
    add.number("model.layers", "L", SCALESCOPE_TEXT("core", "Layers"), SCALESCOPE_TEXT("core", "Number of layers."),
               {1, 10000, 1, 256}, [](Scenario& s, int) -> auto& { return s.model.architecture.layers; }).prominent = true;
    add.number("model.d_model", "D", SCALESCOPE_TEXT("core", "Model width"),
               SCALESCOPE_TEXT("core", "Width of the residual stream, d_model."), {1, 1048576, 128, 65536},
               [](Scenario& s, int) -> auto& { return s.model.architecture.width; }).prominent = true;
    addLayer(a.base(), {add, 0});
    addEmbeddings(add);
    add.choice("model.norm", SCALESCOPE_TEXT("core", "Norm kind"),
               SCALESCOPE_TEXT("core", "RMS (a scale per element), layer norm (scale and bias), or without either."), kNormKindNames,
               [](Scenario& s, int) -> auto& { return s.model.architecture.norm; });
    add.choice("model.final_norm", SCALESCOPE_TEXT("core", "Final norm"),
               SCALESCOPE_TEXT("core", "Whether a norm stands before the unembedding."), kBooleanNames,
               [](Scenario& s, int) -> auto& { return s.model.architecture.finalNorm; });
    addStorage(add);
    add.number("model.multi_token_layers", {}, SCALESCOPE_TEXT("core", "Multi-token layers"),
               SCALESCOPE_TEXT("core", "Layers that predict tokens further on, counted apart from the model's parameters."),
               {0, 1000, 0, 8}, [](Scenario& s, int) -> auto& { return s.model.architecture.multiTokenLayers; })
        .scale = Scale::linear;
    add.number("model.multi_token_layer_parameters", {}, SCALESCOPE_TEXT("core", "Multi-token layer parameters"),
               SCALESCOPE_TEXT("core", "Parameters of each multi-token layer that is not like the last layer; 0 when it is."),
               {0, 1e15, 0, 1e10}, [](Scenario& s, int) -> auto& { return s.model.architecture.multiTokenParameters; })
        .scale = Scale::linear;
    add.number("model.tower_parameters", {}, SCALESCOPE_TEXT("core", "Tower parameters"),
               SCALESCOPE_TEXT("core", "Parameters of vision and audio towers, counted apart."), {0, 1e15, 0, 1e10},
               [](Scenario& s, int) -> auto& { return s.model.architecture.towerParameters; })
        .scale = Scale::linear;
    add.choice("model.count_towers", SCALESCOPE_TEXT("core", "Count towers"),
               SCALESCOPE_TEXT("core", "Whether the towers count among the model's parameters and weights."), kBooleanNames,
               [](Scenario& s, int) -> auto& { return s.model.architecture.countTowers; });
    add.choice("model.family", SCALESCOPE_TEXT("core", "Family"),
               SCALESCOPE_TEXT("core", "The family that the model size steps through."), kModelFamilyNames,
               [](Scenario& s, int) -> auto& { return s.model.family; });
    for (std::size_t k = 1; k < a.kinds.size(); ++k)
        addLayer(a.kinds[k], {add, k});
}

}  // namespace scalescope
