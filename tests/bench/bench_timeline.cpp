// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/presets.h"
#include "tests/bench/samples.h"

#include <cstdio>

using namespace scalescope;

int main()
{
    const std::vector<MicrobatchTimes> stages(64, {Seconds(1), Seconds(2), Seconds(1)});
    constexpr int microbatches = 256;
    std::printf("pipeline schedules of 64 stages and 256 micro-batches with transfers; the limit is 5 ms\n");
    for (std::size_t i = 0; i < kPipelineScheduleNames.size(); ++i) {
        const auto schedule = static_cast<PipelineSchedule>(i);
        const int chunks = schedule == PipelineSchedule::interleaved ? 2 : 1;
        Samples samples;
        Schedule made;
        for (int round = 0; round < 50; ++round)
            samples.time([&] { made = scheduleOf({schedule, stages, microbatches, chunks, Seconds(0.1)}); });
        samples.print(kPipelineScheduleNames[i].data());
        std::printf("    %zu tasks, %zu transfers\n", made.tasks.size(), made.transfers.size());
    }

    Scenario s = scenarioPreset(shippedPresets(), "llama-3-70b-h100").value.value();
    s.plan = {};
    s.plan.tensor = 8;
    s.plan.fsdp = 2;
    s.plan.pipeline = 64;
    s.plan.microbatches = 256;
    s.workload.batch = 8192.0 * 2 * 256;
    Samples samples;
    Timeline drawn;
    for (int round = 0; round < 50; ++round)
        samples.time([&] { drawn = timeline(s); });
    samples.print("timeline of a plan, networks drawn");
    std::printf("    %zu items\n", drawn.items.size());
    return 0;
}
