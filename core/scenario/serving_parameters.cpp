// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/scenario/parameter_table.h"
#include "core/scenario/presets.h"

#include <algorithm>

namespace scalescope {

namespace {

const PresetLibrary& library()
{
    static const PresetLibrary shipped = shippedPresets();
    return shipped;
}

/// The names of a choice among the shipped presets: first "none" or the like, last "own", for what came from a file.
struct PresetChoice {
    PresetChoice(PresetKind of, std::string_view none) : kind(of)
    {
        names.push_back(none);
        for (std::string_view id : library().ids(of))
            names.push_back(id);
        names.push_back(SCALESCOPE_TEXT("core", "own"));
    }

    /// The index of what is held, by its name.
    double indexOf(const std::string* held) const
    {
        if (!held)
            return 0;
        for (std::size_t i = 1; i + 1 < names.size(); ++i)
            if (library().find(kind, names[i])->title == *held)
                return static_cast<double>(i);
        return static_cast<double>(names.size() - 1);
    }

    PresetKind kind;
    std::vector<std::string_view> names;
};

const PresetChoice& drafts()
{
    static const PresetChoice choice(PresetKind::models, SCALESCOPE_TEXT("core", "none"));
    return choice;
}

const PresetChoice& prefillChips()
{
    static const PresetChoice choice(PresetKind::hardware, SCALESCOPE_TEXT("core", "same"));
    return choice;
}

/// Takes the preset of that index, or nothing; the last leaves what is there.
template <class T>
void choose(std::optional<T>& held, const PresetChoice& choice, std::optional<double> index, Read<T> (*preset)(const PresetLibrary&, std::string_view))
{
    const auto i = static_cast<std::size_t>(*index);
    if (i == 0)
        held.reset();
    else if (i + 1 < choice.names.size())
        held = preset(library(), choice.names[i]).value;
}

constexpr ParameterRange kDegrees = {1, 1e6, 1, 1024};

void addTypes(ParameterAdder& add, bool states)
{
    add.choice("serving.type.weight", SCALESCOPE_TEXT("core", "Weight dtype, served"),
               SCALESCOPE_TEXT("core", "Dtype in which weights are kept and read in serving."), kDTypeNames,
               [](Scenario& s, int) -> auto& { return s.serving.weightType; }).prominent = true;
    add.choice("serving.type.compute", SCALESCOPE_TEXT("core", "Compute dtype, served"),
               SCALESCOPE_TEXT("core", "Dtype whose peak rate the matmuls of serving run at."), kDTypeNames,
               [](Scenario& s, int) -> auto& { return s.serving.computeType; });
    add.choice("serving.type.activation", SCALESCOPE_TEXT("core", "Activation dtype, served"),
               SCALESCOPE_TEXT("core", "Dtype in which activations are read, written and sent in serving."), kDTypeNames,
               [](Scenario& s, int) -> auto& { return s.serving.activationType; });
    add.choice("serving.cache_type", SCALESCOPE_TEXT("core", "Cache dtype"),
               SCALESCOPE_TEXT("core", "Dtype of the KV cache."), kDTypeNames,
               [](Scenario& s, int) -> auto& { return s.serving.cacheType; }).prominent = true;
    add.choice("serving.state_type", SCALESCOPE_TEXT("core", "State dtype"),
               SCALESCOPE_TEXT("core", "Dtype of the state of linear attention and state-space layers."), kDTypeNames,
               [](Scenario& s, int) -> auto& { return s.serving.stateType; }).relevant = states;
}

void addTraffic(ParameterAdder& add, std::vector<Parameter>& table)
{
    const auto tokens = [&](std::string id, std::string_view symbol, std::string_view label, std::string_view help, ParameterRange range, auto reach) -> Parameter& {
        Parameter& p = add.number(std::move(id), symbol, label, help, range, reach);
        p.unit = SCALESCOPE_TEXT("core", "tokens");
        return p;
    };
    add.number("serving.sequences", "B_s", SCALESCOPE_TEXT("core", "Sequences"),
               SCALESCOPE_TEXT("core", "Sequences decoded together on one replica, one token of each per step."), {1e-9, 1e12, 1, 65536},
               [](Scenario& s, int) -> auto& { return s.serving.sequences; }).prominent = true;
    tokens("serving.prompt", "P", SCALESCOPE_TEXT("core", "Prompt"),
           SCALESCOPE_TEXT("core", "Mean tokens of a prompt."), {1, 1e9, 64, 1048576},
           [](Scenario& s, int) -> auto& { return s.serving.prompt; }).scale = Scale::powersOfTwo;
    table.back().prominent = true;
    tokens("serving.output", "G", SCALESCOPE_TEXT("core", "Answer"),
           SCALESCOPE_TEXT("core", "Mean tokens of an answer, the first one included."), {1, 1e9, 1, 65536},
           [](Scenario& s, int) -> auto& { return s.serving.output; }).prominent = true;
    tokens("serving.longest", {}, SCALESCOPE_TEXT("core", "Longest request"),
           SCALESCOPE_TEXT("core", "Tokens of the longest prompt with its answer, that a padded cache keeps room for and reads; unknown: the mean's."),
           {1, 1e9, 64, 1048576}, [](Scenario& s, int) -> auto& { return s.serving.longest; });
    add.number("serving.position", {}, SCALESCOPE_TEXT("core", "Place in the answer"),
               SCALESCOPE_TEXT("core", "How much of the answer is there when a decode step is looked at: one half is the mean over all steps of answers of one length, 1 of exponentially distributed ones, 0 the first step."),
               {0, 1, 0, 1}, [](Scenario& s, int) -> auto& { return s.serving.position; }).scale = Scale::linear;
    add.number("serving.rate", {}, SCALESCOPE_TEXT("core", "Requests"),
               SCALESCOPE_TEXT("core", "Requests per second of the whole deployment, at random moments."), {0, 1e9, 0.01, 10000},
               [](Scenario& s, int) -> auto& { return s.serving.rate; }).unit = SCALESCOPE_TEXT("core", "requests/s");
    add.choice("serving.lengths", SCALESCOPE_TEXT("core", "Lengths"),
               SCALESCOPE_TEXT("core", "Whether all prompts and answers have the mean length, or lengths that are distributed exponentially."), kLengthsNames,
               [](Scenario& s, int) -> auto& { return s.serving.lengths; });
    add.number("serving.limit_first_token", {}, SCALESCOPE_TEXT("core", "Limit on the first token"),
               SCALESCOPE_TEXT("core", "Time to the first token that is still good enough; unknown: any."), {1e-6, 1e6, 1e-2, 100},
               [](Scenario& s, int) -> auto& { return s.serving.firstTokenLimit; }).unit = "s";
    add.number("serving.limit_token", {}, SCALESCOPE_TEXT("core", "Limit on a token"),
               SCALESCOPE_TEXT("core", "Time per output token that is still good enough; unknown: any."), {1e-6, 1e6, 1e-3, 1},
               [](Scenario& s, int) -> auto& { return s.serving.tokenLimit; }).unit = "s";
    add.choice("serving.curves", SCALESCOPE_TEXT("core", "Curves"),
               SCALESCOPE_TEXT("core", "What the curves of latency against throughput differ in: contexts, slices, or dtypes of weights and cache."),
               kServingCurvesNames, [](Scenario& s, int) -> auto& { return s.serving.curves; });
}

void addDecode(const Scenario& scenario, ParameterAdder& add, std::vector<Parameter>& table, bool experts)
{
    const Serving& s = scenario.serving;
    const auto degree = [&](std::string id, std::string_view symbol, std::string_view label, std::string_view help, bool relevant, auto reach) {
        Parameter& p = add.number(std::move(id), symbol, label, help, kDegrees, reach);
        p.scale = Scale::powersOfTwo;
        p.relevant = relevant;
    };
    degree("serving.decode.tensor", "Y", SCALESCOPE_TEXT("core", "Tensor, decode"),
           SCALESCOPE_TEXT("core", "Chips of a replica that split heads, MLP width and vocabulary; beyond the KV heads their caches are copied or split."), true,
           [](Scenario& x, int) -> auto& { return x.serving.decode.tensor; });
    degree("serving.decode.expert", "Z", SCALESCOPE_TEXT("core", "Expert, decode"),
           SCALESCOPE_TEXT("core", "Chips that split the experts; attention works on sequences of its own on each, with copies of its weights."),
           experts || s.decode.expert > 1, [](Scenario& x, int) -> auto& { return x.serving.decode.expert; });
    degree("serving.decode.pipeline", {}, SCALESCOPE_TEXT("core", "Stages, decode"),
           SCALESCOPE_TEXT("core", "Stages of layers; as many groups of the sequences are under way at once."), true,
           [](Scenario& x, int) -> auto& { return x.serving.decode.pipeline; });
    degree("serving.decode.rows", "X", SCALESCOPE_TEXT("core", "Rows, decode"),
           SCALESCOPE_TEXT("core", "Of the tensor degree, how many ways split d_model: above 1 weights are stationary in two dimensions."), s.decode.tensor > 1,
           [](Scenario& x, int) -> auto& { return x.serving.decode.rows; });
    Parameter& servers = add.number("serving.decode.servers", {}, SCALESCOPE_TEXT("core", "Decode slices"),
                                    SCALESCOPE_TEXT("core", "Slices of the hardware that decode."), {1, 1e6, 1, 64},
                                    [](Scenario& x, int) -> auto& { return x.serving.decodeServers; });
    servers.scale = Scale::linear;
    add.choice("serving.layout.cache_split", SCALESCOPE_TEXT("core", "Cache beyond the KV heads"),
               SCALESCOPE_TEXT("core", "What chips divide that share a KV head: nothing (each has a copy), sequences (two AllToAlls per layer), or tokens."),
               kCacheSplitNames, [](Scenario& x, int) -> auto& { return x.serving.cacheSplit; });
    add.choice("serving.layout.cache", SCALESCOPE_TEXT("core", "Cache layout"),
               SCALESCOPE_TEXT("core", "Paged: a sequence keeps and reads what it has. Padded: as much as the longest."), kCacheLayoutNames,
               [](Scenario& x, int) -> auto& { return x.serving.cacheLayout; });
    add.choice("serving.layout.sequence_parallel", SCALESCOPE_TEXT("core", "Gather and scatter"),
               SCALESCOPE_TEXT("core", "A tensor group gathers inputs and scatters results; otherwise it reduces results to all."), kBooleanNames,
               [](Scenario& x, int) -> auto& { return x.serving.sequenceParallel; });
    add.choice("serving.layout.tensor_in_experts", SCALESCOPE_TEXT("core", "Tensor inside experts, served"),
               SCALESCOPE_TEXT("core", "Experts are split over the tensor degree; otherwise its chips hold whole experts and share them out."), kBooleanNames,
               [](Scenario& x, int) -> auto& { return x.serving.tensorInExperts; }).relevant = experts;
    add.number("serving.expert_skew", {}, SCALESCOPE_TEXT("core", "Expert skew"),
               SCALESCOPE_TEXT("core", "How unequally tokens like the experts: the i-th is liked as i to the power of minus this; 0 for equally."),
               {0, 4, 0, 2}, [](Scenario& x, int) -> auto& { return x.serving.expertSkew; }).scale = Scale::linear;
    table.back().relevant = experts;
}

void addPrefill(const Scenario& scenario, ParameterAdder& add)
{
    const Serving& s = scenario.serving;
    const bool apart = s.batching == Batching::disaggregated;
    add.choice("serving.batching", SCALESCOPE_TEXT("core", "Prefill"),
               SCALESCOPE_TEXT("core", "Interleaved: a prefill stops the decodes of its chips. Chunked: pieces of prompts ride in decode steps. "
                                       "Disaggregated: on slices of its own."),
               kBatchingNames, [](Scenario& x, int) -> auto& { return x.serving.batching; }).prominent = true;
    const auto degree = [&](std::string id, std::string_view label, std::string_view help, auto reach) {
        Parameter& p = add.number(std::move(id), {}, label, help, kDegrees, reach);
        p.scale = Scale::powersOfTwo;
        p.relevant = apart;
    };
    degree("serving.prefill.tensor", SCALESCOPE_TEXT("core", "Tensor, prefill"),
           SCALESCOPE_TEXT("core", "Chips of a prefill replica that split heads, MLP width and vocabulary."),
           [](Scenario& x, int) -> auto& { return x.serving.prefill.tensor; });
    degree("serving.prefill.context", SCALESCOPE_TEXT("core", "Context, prefill"),
           SCALESCOPE_TEXT("core", "Chips that split each prompt and exchange keys and values."),
           [](Scenario& x, int) -> auto& { return x.serving.prefill.context; });
    degree("serving.prefill.expert", SCALESCOPE_TEXT("core", "Expert, prefill"),
           SCALESCOPE_TEXT("core", "Chips that split the experts; each computes prompts of its own."),
           [](Scenario& x, int) -> auto& { return x.serving.prefill.expert; });
    degree("serving.prefill.pipeline", SCALESCOPE_TEXT("core", "Stages, prefill"),
           SCALESCOPE_TEXT("core", "Stages of layers; pieces of a prompt, or prompts, follow one another."),
           [](Scenario& x, int) -> auto& { return x.serving.prefill.pipeline; });
    Parameter& chips = add.number("serving.prefill.chips", {}, SCALESCOPE_TEXT("core", "Chips of a prefill slice"),
                                  SCALESCOPE_TEXT("core", "Unknown: as many as its degrees need."), {1, 1e6, 1, 1024},
                                  [](Scenario& x, int) -> auto& { return x.serving.prefillChips; });
    chips.scale = Scale::powersOfTwo;
    chips.relevant = apart;
    Parameter& servers = add.number("serving.prefill.servers", {}, SCALESCOPE_TEXT("core", "Prefill slices"),
                                    SCALESCOPE_TEXT("core", "Slices that prefill, beside those that decode."), {1, 1e6, 1, 64},
                                    [](Scenario& x, int) -> auto& { return x.serving.prefillServers; });
    servers.scale = Scale::linear;
    servers.relevant = apart;
    Parameter& batch = add.number("serving.prefill.batch", {}, SCALESCOPE_TEXT("core", "Prompts at once"),
                                  SCALESCOPE_TEXT("core", "Prompts that one prefill computes together."), {1, 1e6, 1, 64},
                                  [](Scenario& x, int) -> auto& { return x.serving.prefillBatch; });
    batch.scale = Scale::linear;
    batch.relevant = s.batching != Batching::chunked;
    Parameter& pieces = add.number("serving.prefill.chunk", {}, SCALESCOPE_TEXT("core", "Pieces of a prefill"),
                                   SCALESCOPE_TEXT("core", "Tokens of the pieces in which a prompt is computed one after another; 0: whole."), {0, 1e9, 0, 32768},
                                   [](Scenario& x, int) -> auto& { return x.serving.prefillChunk; });
    pieces.unit = SCALESCOPE_TEXT("core", "tokens");
    pieces.scale = Scale::linear;
    pieces.relevant = s.batching != Batching::chunked;
    Parameter& hardware = add.choice("serving.prefill_hardware", SCALESCOPE_TEXT("core", "Prefill chip"),
                                     SCALESCOPE_TEXT("core", "The hardware of the prefill slices, where it differs."), prefillChips().names,
                                     [](Scenario& x, int) -> auto& { return x.serving.batching; });
    hardware.derived = true;  // files have the whole of it
    hardware.relevant = apart;
    hardware.get = [](const Scenario& x, int) -> std::optional<double> {
        return prefillChips().indexOf(x.prefillHardware ? &x.prefillHardware->name : nullptr);
    };
    hardware.set = [](Scenario& x, int, std::optional<double> v) { choose(x.prefillHardware, prefillChips(), v, hardwarePreset); };
    Parameter& between = add.number("serving.transfer_bandwidth", {}, SCALESCOPE_TEXT("core", "Bandwidth between slices"),
                                    SCALESCOPE_TEXT("core", "Of one chip, on the way of the KV cache from prefill to decode; unknown: of the outermost network."),
                                    {1, 1e18, 1e8, 1e12}, [](Scenario& x, int) -> auto& { return x.serving.transferBandwidth; });
    between.unit = "B/s";
    between.relevant = apart;
    Parameter& chunk = add.number("serving.chunk", {}, SCALESCOPE_TEXT("core", "Piece in a decode step"),
                                  SCALESCOPE_TEXT("core", "Tokens of a prompt that ride in a decode step at most."), {1, 1e9, 16, 32768},
                                  [](Scenario& x, int) -> auto& { return x.serving.chunk; });
    chunk.unit = SCALESCOPE_TEXT("core", "tokens");
    chunk.relevant = s.batching == Batching::chunked;
    add.number("serving.prefix_hit", {}, SCALESCOPE_TEXT("core", "Prefix in HBM"),
               SCALESCOPE_TEXT("core", "Fraction of a prompt whose keys and values lie in HBM already, from a prompt with the same beginning."), {0, 1, 0, 1},
               [](Scenario& x, int) -> auto& { return x.serving.prefixHit; }).scale = Scale::linear;
    add.number("serving.host_hit", {}, SCALESCOPE_TEXT("core", "Prefix on the host"),
               SCALESCOPE_TEXT("core", "Fraction of a prompt whose keys and values come from the host's memory."), {0, 1, 0, 1},
               [](Scenario& x, int) -> auto& { return x.serving.hostHit; }).scale = Scale::linear;
}

void addSpeculation(const Scenario& scenario, ParameterAdder& add)
{
    const bool proposes = scenario.serving.speculation != Speculation::none;
    add.choice("serving.speculation", SCALESCOPE_TEXT("core", "Speculation"),
               SCALESCOPE_TEXT("core", "Tokens are proposed by a draft model, or by the model's own layers for tokens further on, and checked in one pass."),
               kSpeculationNames, [](Scenario& x, int) -> auto& { return x.serving.speculation; });
    Parameter& draft = add.choice("serving.draft", SCALESCOPE_TEXT("core", "Draft model"),
                                  SCALESCOPE_TEXT("core", "The smaller model that proposes tokens."), drafts().names,
                                  [](Scenario& x, int) -> auto& { return x.serving.speculation; });
    draft.derived = true;  // files have the whole of it
    draft.relevant = scenario.serving.speculation == Speculation::draftModel;
    draft.get = [](const Scenario& x, int) -> std::optional<double> { return drafts().indexOf(x.draft ? &x.draft->name : nullptr); };
    draft.set = [](Scenario& x, int, std::optional<double> v) { choose(x.draft, drafts(), v, modelPreset); };
    Parameter& tokens = add.number("serving.draft_tokens", "K", SCALESCOPE_TEXT("core", "Proposed tokens"),
                                   SCALESCOPE_TEXT("core", "Tokens that are proposed before each check."), {1, 1024, 1, 16},
                                   [](Scenario& x, int) -> auto& { return x.serving.draftTokens; });
    tokens.scale = Scale::linear;
    tokens.relevant = proposes;
    Parameter& acceptance = add.number("serving.acceptance", "a", SCALESCOPE_TEXT("core", "Acceptance"),
                                       SCALESCOPE_TEXT("core", "Chance that one proposed token is right."), {0, 1, 0, 1},
                                       [](Scenario& x, int) -> auto& { return x.serving.acceptance; });
    acceptance.scale = Scale::linear;
    acceptance.relevant = proposes;
}

}  // namespace

void addServingParameters(const Scenario& scenario, std::vector<Parameter>& table)
{
    ParameterAdder add(table, Section::serving);
    const std::vector<Layer>& kinds = scenario.model.architecture.kinds;
    const bool experts = std::any_of(kinds.begin(), kinds.end(), [](const Layer& layer) { return layer.mlp.kind != MlpKind::none && layer.mlp.experts > 0; });
    const bool states = std::any_of(kinds.begin(), kinds.end(), [](const Layer& layer) { return hasState(layer.attention); });
    addTraffic(add, table);
    addTypes(add, states);
    addDecode(scenario, add, table, experts);
    addPrefill(scenario, add);
    addSpeculation(scenario, add);
}

}  // namespace scalescope
