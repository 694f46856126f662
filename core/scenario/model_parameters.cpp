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
        SCALESCOPE_TEXT("core", "Steps through the model's family: depth, width, heads and MLP width change together."),
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
        s.model.architecture = member.architecture;
    };
}

}  // namespace

void addModelParameters(const Scenario& scenario, std::vector<Parameter>& table)
{
    ParameterAdder add(table, Section::model);
    addSize(scenario, add);
    add.number("model.layers", "L", SCALESCOPE_TEXT("core", "Layers"), SCALESCOPE_TEXT("core", "Number of layers."),
               {1, 10000, 1, 256}, [](Scenario& s, int) -> auto& { return s.model.architecture.layers; }).prominent = true;
    add.number("model.d_model", "D", SCALESCOPE_TEXT("core", "Model width"),
               SCALESCOPE_TEXT("core", "Width of the residual stream, d_model."), {1, 1048576, 128, 65536},
               [](Scenario& s, int) -> auto& { return s.model.architecture.width; }).prominent = true;
    add.number("model.d_ff", "F", SCALESCOPE_TEXT("core", "MLP width"),
               SCALESCOPE_TEXT("core", "Width of the MLP, d_ff. A gated MLP has three matrices of this width, a plain one two."),
               {1, 16777216, 128, 262144}, [](Scenario& s, int) -> auto& { return s.model.architecture.mlp.width; }).prominent = true;
    add.choice("model.mlp", SCALESCOPE_TEXT("core", "MLP kind"),
               SCALESCOPE_TEXT("core", "Gated (three matrices) or plain (two)."), kMlpKindNames,
               [](Scenario& s, int) -> auto& { return s.model.architecture.mlp.kind; });
    add.choice("model.mlp_bias", SCALESCOPE_TEXT("core", "MLP biases"),
               SCALESCOPE_TEXT("core", "Whether the MLP's matrices have biases."), kBooleanNames,
               [](Scenario& s, int) -> auto& { return s.model.architecture.mlp.bias; });
    add.choice("model.attention", SCALESCOPE_TEXT("core", "Attention"),
               SCALESCOPE_TEXT("core", "Full self-attention, or none."), kAttentionKindNames,
               [](Scenario& s, int) -> auto& { return s.model.architecture.attention.kind; });
    add.number("model.heads", "N", SCALESCOPE_TEXT("core", "Query heads"),
               SCALESCOPE_TEXT("core", "Number of query heads."), {1, 4096, 1, 256},
               [](Scenario& s, int) -> auto& { return s.model.architecture.attention.heads; });
    add.number("model.kv_heads", "K", SCALESCOPE_TEXT("core", "KV heads"),
               SCALESCOPE_TEXT("core", "Key and value heads; they divide the query heads, and the KV cache follows them."),
               {1, 4096, 1, 256}, [](Scenario& s, int) -> auto& { return s.model.architecture.attention.kvHeads; });
    add.number("model.head_dim", "H", SCALESCOPE_TEXT("core", "Head dimension"),
               SCALESCOPE_TEXT("core", "Width of one head."), {1, 4096, 16, 512},
               [](Scenario& s, int) -> auto& { return s.model.architecture.attention.headDim; });
    add.choice("model.qkv_bias", SCALESCOPE_TEXT("core", "QKV biases"),
               SCALESCOPE_TEXT("core", "Whether query, key and value projections have biases."), kBooleanNames,
               [](Scenario& s, int) -> auto& { return s.model.architecture.attention.inputBias; });
    add.choice("model.output_bias", SCALESCOPE_TEXT("core", "Output bias"),
               SCALESCOPE_TEXT("core", "Whether the attention's output projection has a bias."), kBooleanNames,
               [](Scenario& s, int) -> auto& { return s.model.architecture.attention.outputBias; });
    add.number("model.vocabulary", "V", SCALESCOPE_TEXT("core", "Vocabulary"),
               SCALESCOPE_TEXT("core", "Entries of the vocabulary; 0 for a model without embeddings."),
               {0, 16777216, 1000, 1000000}, [](Scenario& s, int) -> auto& { return s.model.architecture.vocabulary; });
    add.choice("model.tied", SCALESCOPE_TEXT("core", "Tied embeddings"),
               SCALESCOPE_TEXT("core", "Whether one matrix both embeds and unembeds."), kBooleanNames,
               [](Scenario& s, int) -> auto& { return s.model.architecture.tied; });
    add.number("model.positions", {}, SCALESCOPE_TEXT("core", "Learned positions"),
               SCALESCOPE_TEXT("core", "Entries of the learned position embedding; 0 for none."),
               {0, 1073741824, 0, 131072}, [](Scenario& s, int) -> auto& { return s.model.architecture.positions; })
        .scale = Scale::linear;
    add.choice("model.norm", SCALESCOPE_TEXT("core", "Norm kind"),
               SCALESCOPE_TEXT("core", "RMS (a scale per element) or layer norm (scale and bias)."), kNormKindNames,
               [](Scenario& s, int) -> auto& { return s.model.architecture.norms.kind; });
    add.number("model.norms_per_layer", {}, SCALESCOPE_TEXT("core", "Norms per layer"),
               SCALESCOPE_TEXT("core", "Norms of width d_model in a layer; replicated, whatever the tensor degree."),
               {0, 8, 0, 8}, [](Scenario& s, int) -> auto& { return s.model.architecture.norms.perLayer; })
        .scale = Scale::linear;
    add.choice("model.final_norm", SCALESCOPE_TEXT("core", "Final norm"),
               SCALESCOPE_TEXT("core", "Whether a norm stands before the unembedding."), kBooleanNames,
               [](Scenario& s, int) -> auto& { return s.model.architecture.norms.final; });
    add.choice("model.family", SCALESCOPE_TEXT("core", "Family"),
               SCALESCOPE_TEXT("core", "The family that the model size steps through."), kModelFamilyNames,
               [](Scenario& s, int) -> auto& { return s.model.family; });
}

}  // namespace scalescope
