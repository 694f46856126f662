// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_list.h"

#include <array>

namespace scalescope {

namespace {

constexpr Option kModel = {"--model", "preset", "take this model instead"};
constexpr Option kHardware = {"--hardware", "preset", "take this hardware instead"};
constexpr Option kSet = {"--set", "id=value", "change a parameter; may be given several times", true};
constexpr Option kJson = {"--json", "", "print JSON with SI numbers at full precision"};

constexpr std::array kEvalOptions = std::to_array<Option>({kModel, kHardware, kSet, kJson});
constexpr std::array kExportOptions = std::to_array<Option>({
    kModel, kHardware, kSet,
    {"--view", "NAME", "which picture: roofline, comms, memory, batch, mesh, arrays, strategies, playback, collective, axes, matmul, attained, split, layers, "
                       "layer, components, cache, context, intensity, timeline, schedule, stages, traffic, scaling, run, splits, ratio, frontier, decode, "
                       "capacity, cost, phases, pools or load"},
    {"-o", "FILE.png, .svg or .pdf", "where to write it"},
    {"--size", "WxH", "logical size; 1200x750 unless given"},
    {"--scale", "number", "pixels per logical pixel of a PNG; 2 unless given"},
    {"--theme", "light or dark", "appearance; light unless given"},
    {"--language", "en or zh_CN", "language of the texts; en unless given"},
});
constexpr std::array kImportOptions = std::to_array<Option>({{"-o", "FILE.json", "write the model preset there"}, kJson});
constexpr std::array kRooflineOptions = std::to_array<Option>({
    kModel, kHardware, kSet, kJson,
    {"--matmul", "BxDxF", "time X[B, D] . W[D, F]"},
    {"--flops", "number", "time an operation of this many FLOPs, with --bytes"},
    {"--bytes", "number", "and of this many bytes"},
    {"--dtype", "dtype", "compute dtype; bf16 unless given"},
    {"--input", "dtype", "of X; the compute dtype unless given"},
    {"--weight", "dtype", "of W"},
    {"--output", "dtype", "of the product"},
    {"--weight-per-row", "", "one W for each row of X"},
    {"--memory", "hbm, on_chip, host_link or a degree", "where the bytes move; hbm unless given"},
    {"--split", "", "the same matmul on two chips that share its contraction"},
});
constexpr Option kScenario = {"--scenario", "FILE or preset", "whose hardware, mesh and assumptions to take"};
constexpr Option kMesh = {"--mesh", "X=4,Y=4", "axes of the mesh, innermost first, as they are laid on the chips"};
constexpr Option kOrder = {"--order", "given or best", "lay the axes as given, or in the order that is fastest"};
constexpr std::array kCollectiveOptions = std::to_array<Option>({
    kScenario, kModel, kHardware, kSet, kJson,
    {"--bytes", "size", "of the array inside one group, such as 1Gi"},
    {"--size", "number", "chips of a group; or"},
    {"--stride", "number", "chips between members of a group; 1 unless given"},
    kMesh,
    {"--over", "XY", "axes of the mesh over which it runs; the first unless given"},
    {"--idle", "Z", "axes over which the array is replicated, whose links may help"},
    kOrder,
    {"--top-k", "number", "experts per token: a ragged AllToAll; the array has a copy of each token for each chip"},
    {"--experts", "number", "experts in all; 256 unless given"},
    {"--routing", "rule", "distinct_experts, independent_picks or bound"},
    {"--from", "chip", "of PointToPoint: a number, or coordinates on the torus such as 0,0"},
    {"--to", "chip", "likewise"},
    {"--hops", "", "who sends which block to whom, hop by hop"},
});
constexpr std::array kMatmulOptions = std::to_array<Option>({
    kScenario, kModel, kHardware, kSet, kJson, kMesh,
    {"--sizes", "I=8192,J=4096", "dimensions of the arrays"},
    {"--operation", "name", "matmul, or elementwise add or multiply, or sum over the last dimension"},
    kOrder,
    {"--backward", "", "the two matmuls of the backward pass as well"},
});
constexpr std::array kPresetOptions = std::to_array<Option>({kJson, {"--slices", "", "the slices of each torus that can be built"}});

constexpr std::array kCommands = std::to_array<Command>({
    {"eval", "[FILE or preset] [OPTIONS]", "print the estimate: times, memory, communication\n"
     "FILE is a scenario file; without one the default scenario is taken.", kEvalOptions, 1, runEval},
    {"export", "[FILE or preset] --view VIEW -o FILE [OPTIONS]", "write a picture, the same as the window's export\n"
     "The picture carries its scenario: dropped on the window it opens again.", kExportOptions, 1, runExport},
    {"import", "PATH [OPTIONS]", "read a Hugging Face model's config as a model preset, with a report\n"
     "PATH is a config.json, a model's folder, or an index of weights beside a config.json. The report lists every field as used, "
     "guessed or ignored, and why; an index or .safetensors files, of which only headers are read, are compared with the count.",
     kImportOptions, 1, runImport},
    {"presets", "[OPTIONS]", "list models, hardware and scenarios", kPresetOptions, 0, runPresets},
    {"params", "[FILE or preset] [OPTIONS]", "list the parameters of a scenario, with values and ranges", kEvalOptions, 1, runParams},
    {"roofline", "[FILE or preset] [OPTIONS]", "print ceilings, and time one operation under them", kRooflineOptions, 1, runRoofline},
    {"collective", "NAME --bytes SIZE (--size N | --mesh AXES --over AXES) [OPTIONS]", "time a collective over a group of chips\n"
     "AllGather, ReduceScatter, AllReduce, AllToAll, Broadcast, Gather or PointToPoint.", kCollectiveOptions, 1, runCollective},
    {"matmul", "'bf16[I_X, J]' 'bf16[J, K_Y]' ['bf16[I_X, K_Y]'] [OPTIONS]", "plan a matmul of sharded arrays on a mesh\n"
     "Every strategy with its steps, cheapest first. Dimensions are names or numbers; axes of the mesh follow an underscore.",
     kMatmulOptions, 3, runMatmul},
    {"manual", "", "print the manual page, which lists parameters and JSON keys\nRead it with 'scalescope manual | man -l -'.", {}, 0, runManual},
});

}  // namespace

std::span<const Command> commands()
{
    return kCommands;
}

}  // namespace scalescope
