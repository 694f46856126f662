// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/scenario/parameter_table.h"

namespace scalescope {

void addAssumptionParameters(std::vector<Parameter>& table)
{
    ParameterAdder add(table, Section::assumptions);
    Parameter& set = add.choice("assumptions.set", SCALESCOPE_TEXT("core", "Set"),
                                SCALESCOPE_TEXT("core", "The book's assumptions or realistic ones, all at once; custom when single ones differ."),
                                kAssumptionSetNames, [](Scenario& s, int) -> auto& { return s.assumptions.timed; });
    set.derived = true;
    set.prominent = true;
    set.get = [](const Scenario& s, int) -> std::optional<double> { return static_cast<double>(setOf(s.assumptions)); };
    set.set = [](Scenario& s, int, std::optional<double> v) {
        s.assumptions = assumptionsOf(static_cast<AssumptionSet>(static_cast<int>(*v)), s.assumptions);
    };
    add.choice("assumptions.networks", SCALESCOPE_TEXT("core", "Networks"),
               SCALESCOPE_TEXT("core", "How the times of different degrees combine: they overlap, add, or add where they share links."),
               kNetworkCombinationNames, [](Scenario& s, int) -> auto& { return s.assumptions.networks; }).prominent = true;
    add.choice("assumptions.axes", SCALESCOPE_TEXT("core", "Torus axes of a degree"),
               SCALESCOPE_TEXT("core", "Counted: the longest dimensions that hold the degree, each degree by itself. "
                    "Placed: where the mesh lies, sharing links with the degrees inside it."),
               kAxesRuleNames, [](Scenario& s, int) -> auto& { return s.assumptions.collectives.axes; }).prominent = true;
    add.choice("assumptions.ring", SCALESCOPE_TEXT("core", "Ring terms"),
               SCALESCOPE_TEXT("core", "Exact: (n-1)/n of the array. Asymptotic: all of it, on rings and over the data-centre network."),
               kRingTermsNames, [](Scenario& s, int) -> auto& { return s.assumptions.collectives.ring; });
    add.choice("assumptions.fabric", SCALESCOPE_TEXT("core", "Fabric levels"),
               SCALESCOPE_TEXT("core", "Levels as separate networks, or one tree whose links carry all that passes."), kFabricRuleNames,
               [](Scenario& s, int) -> auto& { return s.assumptions.collectives.fabric; });
    add.choice("assumptions.reduction", SCALESCOPE_TEXT("core", "Reduction in the network"),
               SCALESCOPE_TEXT("core", "Whether switches that can reduce do, with the measured or the theoretical gain."), kNetworkReductionNames,
               [](Scenario& s, int) -> auto& { return s.assumptions.collectives.reduction; });
    add.choice("assumptions.latency", SCALESCOPE_TEXT("core", "Latency"),
               SCALESCOPE_TEXT("core", "A floor under a collective's time, or added to it with a start-up time."), kLatencyRuleNames,
               [](Scenario& s, int) -> auto& { return s.assumptions.collectives.latency; });
    Parameter& start = add.number("assumptions.start_up", {}, SCALESCOPE_TEXT("core", "Start-up"),
                                  SCALESCOPE_TEXT("core", "Time to start a collective, where latency is added."), {0, 1, 0, 1e-4},
                                  [](Scenario& s, int) -> auto& { return s.assumptions.collectives.startUp; });
    start.unit = "s";
    start.scale = Scale::linear;
    add.choice("assumptions.wraparound", SCALESCOPE_TEXT("core", "Assume wraparound"),
               SCALESCOPE_TEXT("core", "Every torus dimension counts as a ring, as some worked numbers assume."), kBooleanNames,
               [](Scenario& s, int) -> auto& { return s.assumptions.wraparoundAssumed; });
    add.choice("assumptions.timed", SCALESCOPE_TEXT("core", "Timed work"),
               SCALESCOPE_TEXT("core", "Matmul and attention FLOPs at peak, or every operation with its HBM traffic."), kTimedWorkNames,
               [](Scenario& s, int) -> auto& { return s.assumptions.timed; }).prominent = true;
    add.choice("assumptions.rates", SCALESCOPE_TEXT("core", "Rates"),
               SCALESCOPE_TEXT("core", "Peak rates, or those times the measured efficiencies of the hardware, with its start-up times and its reserve."),
               kRatesNames, [](Scenario& s, int) -> auto& { return s.assumptions.rates; });
    add.choice("assumptions.attention", SCALESCOPE_TEXT("core", "Attention FLOPs"),
               SCALESCOPE_TEXT("core", "The full mask, or the causal one with a kernel that skips what it hides."), kAttentionMaskNames,
               [](Scenario& s, int) -> auto& { return s.assumptions.mask; });
    add.choice("assumptions.shared_gather", SCALESCOPE_TEXT("core", "Share the tensor gather"),
               SCALESCOPE_TEXT("core", "The gathered input of a tensor-parallel matmul serves its backward pass too."), kBooleanNames,
               [](Scenario& s, int) -> auto& { return s.assumptions.sharedGather; });
    add.choice("assumptions.routing", SCALESCOPE_TEXT("core", "Routing of tokens"),
               SCALESCOPE_TEXT("core", "How many chips a token goes to: those of distinct experts, of independent picks, or at most as many as it has experts."),
               kRoutingRuleNames, [](Scenario& s, int) -> auto& { return s.assumptions.routing; });
    add.choice("assumptions.small_reductions", SCALESCOPE_TEXT("core", "Small reductions"),
               SCALESCOPE_TEXT("core", "Whether the reductions of the norms' gradients and of the loss over the tensor degree are counted."), kBooleanNames,
               [](Scenario& s, int) -> auto& { return s.assumptions.smallReductions; });
    add.choice("assumptions.checkpoints", SCALESCOPE_TEXT("core", "Checkpoints are"),
               SCALESCOPE_TEXT("core", "Counted: about 20, 7 or 1 times tokens x d_model for each layer. Tensors: the sum of those that are kept."),
               kCheckpointRuleNames, [](Scenario& s, int) -> auto& { return s.assumptions.checkpoints; });
    add.choice("assumptions.checkpoint_shards", SCALESCOPE_TEXT("core", "Checkpoints divided over"),
               SCALESCOPE_TEXT("core", "All chips, or the data shards alone."), kCheckpointShardsNames,
               [](Scenario& s, int) -> auto& { return s.assumptions.checkpointShards; });
    add.choice("assumptions.count_gradients", SCALESCOPE_TEXT("core", "Count gradients"),
               SCALESCOPE_TEXT("core", "Whether gradients are counted in memory."), kBooleanNames,
               [](Scenario& s, int) -> auto& { return s.assumptions.countGradients; });
    add.choice("assumptions.count_buffers", SCALESCOPE_TEXT("core", "Count buffers"),
               SCALESCOPE_TEXT("core", "Whether gathered weights, the layer computed again, logits and communication buffers are counted in memory."), kBooleanNames,
               [](Scenario& s, int) -> auto& { return s.assumptions.countBuffers; });
    Parameter& reserve = add.number("assumptions.reserve", {}, SCALESCOPE_TEXT("core", "Memory reserve"),
                                    SCALESCOPE_TEXT("core", "Memory of each chip that the runtime keeps."), {0, 1e18, 0, 2e10},
                                    [](Scenario& s, int) -> auto& { return s.assumptions.reserve; });
    reserve.unit = "B";
    reserve.scale = Scale::linear;
    const auto fraction = [&](std::string id, std::string_view label, std::string_view help, double least, auto reach) {
        add.number(std::move(id), {}, label, help, {least, 1, least, 1}, reach).scale = Scale::linear;
    };
    fraction("assumptions.matmul_efficiency", SCALESCOPE_TEXT("core", "Matmul efficiency"),
             SCALESCOPE_TEXT("core", "Fraction of the peak rate that matmuls reach."), 0.01,
             [](Scenario& s, int) -> auto& { return s.assumptions.matmulEfficiency; });
    fraction("assumptions.memory_efficiency", SCALESCOPE_TEXT("core", "HBM efficiency"),
             SCALESCOPE_TEXT("core", "Fraction of the HBM bandwidth that operations reach."), 0.01,
             [](Scenario& s, int) -> auto& { return s.assumptions.memoryEfficiency; });
    fraction("assumptions.network_efficiency", SCALESCOPE_TEXT("core", "Network efficiency"),
             SCALESCOPE_TEXT("core", "Fraction of a link's bandwidth that collectives reach."), 0.01,
             [](Scenario& s, int) -> auto& { return s.assumptions.networkEfficiency; });
    fraction("assumptions.overlap.tensor", SCALESCOPE_TEXT("core", "Tensor traffic hidden"),
             SCALESCOPE_TEXT("core", "Fraction of tensor traffic that may hide under compute, in the expected time."), 0,
             [](Scenario& s, int) -> auto& { return s.assumptions.overlap[static_cast<std::size_t>(Axis::tensor)]; });
    fraction("assumptions.overlap.fsdp", SCALESCOPE_TEXT("core", "Fully sharded traffic hidden"),
             SCALESCOPE_TEXT("core", "Fraction of weight gathers and gradient scatters that may hide under compute."), 0,
             [](Scenario& s, int) -> auto& { return s.assumptions.overlap[static_cast<std::size_t>(Axis::fsdp)]; });
    fraction("assumptions.overlap.data", SCALESCOPE_TEXT("core", "Data traffic hidden"),
             SCALESCOPE_TEXT("core", "Fraction of the replicas' gradient reduction that may hide under compute."), 0,
             [](Scenario& s, int) -> auto& { return s.assumptions.overlap[static_cast<std::size_t>(Axis::data)]; });
    fraction("assumptions.overlap.expert", SCALESCOPE_TEXT("core", "Expert traffic hidden"),
             SCALESCOPE_TEXT("core", "Fraction of the tokens' way to their experts and back that may hide under compute."), 0,
             [](Scenario& s, int) -> auto& { return s.assumptions.overlap[static_cast<std::size_t>(Axis::expert)]; });
    fraction("assumptions.overlap.context", SCALESCOPE_TEXT("core", "Context traffic hidden"),
             SCALESCOPE_TEXT("core", "Fraction of the ring of keys and values that may hide under compute; other exchanges hide no more than tensor traffic."), 0,
             [](Scenario& s, int) -> auto& { return s.assumptions.overlap[static_cast<std::size_t>(Axis::context)]; });
    fraction("assumptions.overlap.pipeline", SCALESCOPE_TEXT("core", "Pipeline traffic hidden"),
             SCALESCOPE_TEXT("core", "Fraction of the transfers between stages that may hide under compute, beside those of fill and drain."), 0,
             [](Scenario& s, int) -> auto& { return s.assumptions.overlap[static_cast<std::size_t>(Axis::pipeline)]; });
    fraction("assumptions.overlap.host", SCALESCOPE_TEXT("core", "Host traffic hidden"),
             SCALESCOPE_TEXT("core", "Fraction of the offloaded bytes' way that may hide under compute."), 0,
             [](Scenario& s, int) -> auto& { return s.assumptions.hostOverlap; });
    add.choice("assumptions.mfu", SCALESCOPE_TEXT("core", "MFU counts"),
               SCALESCOPE_TEXT("core", "Whose FLOPs the utilisation counts: 6 per parameter and token, with or without embeddings, or "
                    "matmuls with attention under a full or a causal mask."),
               kMfuConventionNames, [](Scenario& s, int) -> auto& { return s.assumptions.mfu; });
}

}  // namespace scalescope
