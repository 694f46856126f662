// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/text.h"
#include "core/estimate/estimate.h"

#include <array>
#include <string_view>

namespace scalescope {

/// In which order a pipeline's stages work through the micro-batches.
enum class PipelineSchedule {
    gpipe,                 // all forwards, then all backwards (Huang et al. 2019)
    oneForwardOneBackward, // a backward as soon as there is one (Narayanan et al. 2019)
    interleaved,           // the same with several chunks of layers per stage (Narayanan et al. 2021)
    zeroBubble,            // weight gradients fill the gaps: ZB-H2 (Qi et al. 2023)
};
constexpr std::array<std::string_view, 4> kPipelineScheduleNames = {
    SCALESCOPE_TEXT("core", "gpipe"),
    SCALESCOPE_TEXT("core", "1f1b"),
    SCALESCOPE_TEXT("core", "interleaved"),
    SCALESCOPE_TEXT("core", "zero_bubble"),
};

/// Micro-batches whose activations a stage holds at its peak, in units of one micro-batch on all of the stage's
/// layers. `stage` counts from 0; p stages, m micro-batches, v chunks. GPipe: m; 1F1B: min(m, p - stage); interleaved:
/// min(mv, 2(p - stage - 1) + (v - 1)p + 1) / v (Narayanan et al. 2021; Korthikanti et al. 2022, section 4.2.3); zero
/// bubble: min(m, 2p - 1) on every stage (Qi et al. 2023, table 2), since an activation is held until its weights'
/// gradients are done: the first stage needs that many forwards to fill the wait for the first gradient, the last stage
/// that many late weight gradients so that the gradients of the inputs leave in time.
double microbatchesInFlight(PipelineSchedule schedule, double stages, double stage, double microbatches, double chunks);

/// The fewest micro-batches with which a schedule works: 1; interleaved needs a multiple of the stages, zero bubble at
/// least 2p - 1.
double leastMicrobatches(PipelineSchedule schedule, double stages);
bool microbatchesFit(PipelineSchedule schedule, double stages, double microbatches);

/// What one stage other than the slowest adds to the bubble: the time that fill and drain add to m micro-batches of the
/// slowest stage, without transfers; the sum over those stages is the bubble. With uniform stages that is (p - 1)(f + b),
/// over v when interleaved, and (p - 1) max(0, f + b - 2w) for zero bubble, b there being the inputs' gradients alone
/// and w at most f. Zero bubble counts from a stage's own start to its own end: stages end a step as far apart as they
/// began it, and the next step follows on each at once.
Seconds bubbleOf(PipelineSchedule schedule, const MicrobatchTimes& other, double chunks);

}  // namespace scalescope
