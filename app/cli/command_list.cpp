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
    {"--view", "roofline, comms, memory or batch", "which picture"},
    {"-o", "FILE.png, .svg or .pdf", "where to write it"},
    {"--size", "WxH", "logical size; 1200x750 unless given"},
    {"--scale", "number", "pixels per logical pixel of a PNG; 2 unless given"},
    {"--theme", "light or dark", "appearance; light unless given"},
    {"--language", "en or zh_CN", "language of the texts; en unless given"},
});
constexpr std::array kImportOptions = std::to_array<Option>({{"-o", "FILE.json", "write the model preset there"}, kJson});
constexpr std::array kListOptions = std::to_array<Option>({kJson});
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
});
constexpr std::array kCollectiveOptions = std::to_array<Option>({
    {"--scenario", "FILE or preset", "whose hardware and assumptions to take"},
    kModel, kHardware, kSet, kJson,
    {"--bytes", "size", "of the array inside one group, such as 1Gi"},
    {"--size", "number", "chips of a group"},
    {"--stride", "number", "chips between members of a group; 1 unless given"},
});

constexpr std::array kCommands = std::to_array<Command>({
    {"eval", "[FILE or preset] [OPTIONS]", "print the estimate: times, memory, communication\n"
     "FILE is a scenario file; without one the default scenario is taken.", kEvalOptions, 1, runEval},
    {"export", "[FILE or preset] --view VIEW -o FILE [OPTIONS]", "write a picture, the same as the window's export\n"
     "The picture carries its scenario: dropped on the window it opens again.", kExportOptions, 1, runExport},
    {"import", "CONFIG.json [OPTIONS]", "read a Hugging Face config as a model preset, with a report\n"
     "The report lists every field as used, guessed or ignored, and why.", kImportOptions, 1, runImport},
    {"presets", "[OPTIONS]", "list models, hardware and scenarios", kListOptions, 0, runPresets},
    {"params", "[FILE or preset] [OPTIONS]", "list the parameters of a scenario, with values and ranges", kEvalOptions, 1, runParams},
    {"roofline", "[FILE or preset] [OPTIONS]", "print ceilings, and time one operation under them", kRooflineOptions, 1, runRoofline},
    {"collective", "AllGather|ReduceScatter|AllReduce --bytes SIZE --size N [OPTIONS]",
     "time a collective over a group of chips", kCollectiveOptions, 1, runCollective},
    {"manual", "", "print the manual page, which lists parameters and JSON keys\nRead it with 'scalescope manual | man -l -'.", {}, 0, runManual},
});

}  // namespace

std::span<const Command> commands()
{
    return kCommands;
}

}  // namespace scalescope
