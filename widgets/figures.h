// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plots/plot_figure.h"

#include <array>
#include <memory>
#include <string_view>

namespace scalescope {

/// Every figure there is, by the name that `export` and a page know it by.
enum class FigureKind {
    communication,
    batch,
    memory,
    roofline,
    mesh,            // the devices and their links
    arrays,          // the arrays divided over the devices
    strategies,      // of the matmul, as stacked times
    playback,        // who holds which block
    collectiveSize,  // time of the collective against the size of the array
    collectiveAxis,  // against the size of its axis, of the axis inside it, or of its targets
    matmul,          // the calculator's matmul on one chip
    attained,        // FLOP/s against batch for several widths
    split,           // two chips that split a contraction
    layers,          // of a model, as a strip
    layer,           // one of them opened
    components,      // parameters and FLOPs of a model, part by part
    cache,           // of one sequence against its context
    context,         // attention against matmuls
    intensity,       // of each part in prefill and decode
    timeline,        // the step in time, lane by lane
    schedule,        // of the pipeline, with the memory in flight
    stages,          // memory of each stage
    traffic,         // the collectives of a step, one by one
    scaling,         // against the number of chips
    run,             // the whole training run
    splits,          // of chips between fsdp and tensor, against the batch
    ratio,           // of compute to network time, with the best of them
    frontier,        // latency against throughput of serving
    decode,          // a step against the batch, term by term
    capacity,        // memory against the batch, for several contexts
    cost,            // dollars per million tokens against the batch
    phases,          // prefill beside decode: times, memory, and the same under other assumptions
    pools,           // the slices that prefill and those that decode
    load,            // latencies against the rate of requests
};
constexpr std::array<std::string_view, 34> kFigureKindNames = {
    "comms", "batch", "memory", "roofline", "mesh", "arrays", "strategies", "playback", "collective", "axes", "matmul", "attained", "split",
    "layers", "layer", "components", "cache", "context", "intensity", "timeline", "schedule", "stages", "traffic", "scaling", "run",
    "splits", "ratio", "frontier", "decode", "capacity", "cost", "phases", "pools", "load"};

/// Whether a figure shows serving, not a training step.
constexpr bool isOfServing(FigureKind kind) { return kind >= FigureKind::frontier && kind <= FigureKind::load; }

std::unique_ptr<PlotFigure> makeFigure(FigureKind kind, QWidget* parent = nullptr);

}  // namespace scalescope
