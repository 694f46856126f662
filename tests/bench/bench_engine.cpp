// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/series.h"
#include "core/explore/solve.h"
#include "core/scenario/presets.h"
#include "tests/bench/samples.h"

#include <cstdlib>
#include <cstring>
#include <new>

using namespace scalescope;

namespace {

std::size_t allocations = 0;

}  // namespace

void* operator new(std::size_t size)
{
    ++allocations;
    if (void* memory = std::malloc(size))
        return memory;
    throw std::bad_alloc();
}

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

/// Experts, latent attention and a dense beginning, over every degree at once, every operation timed.
Scenario everyDegree()
{
    Scenario s = scenarioPreset(shippedPresets(), "llama-3-70b-h100").value.value();
    s.model = modelPreset(shippedPresets(), "deepseek-v3").value.value();
    s.hardware.cluster = resized(s.hardware.cluster, 2048);
    s.plan = {};
    s.plan.tensor = s.plan.context = s.plan.data = 2;
    s.plan.expert = s.plan.fsdp = 8;
    s.plan.pipeline = 4;
    s.plan.microbatches = 16;
    s.plan.zeroStage = 1;
    s.assumptions = assumptionsOf(AssumptionSet::realistic, s.assumptions);
    s.workload.batch = 4096.0 * 2 * 8 * 8 * 16;
    s.workload.sequence = 4096;
    return s;
}

void everyDegreeAtOnce(double& sink)
{
    const Scenario scenario = everyDegree();
    if (!evaluate(scenario).possible())
        std::printf("the plan of every degree is impossible\n");
    Samples full;
    Samples summary;
    for (int i = 0; i < 20000; ++i) {
        full.time([&] { sink = sink + evaluate(scenario).step().expected.value; });
        summary.time([&] { sink = sink + summarise(scenario).step.expected.value; });
    }
    const std::size_t before = allocations;
    for (int i = 0; i < 20000; ++i)
        sink = sink + summarise(scenario).step.expected.value;
    const std::size_t inSummary = allocations - before;
    std::printf("DeepSeek V3 on 2,048 chips, every degree at once; the limits are 5 and 1 us\n");
    full.print("full evaluation");
    summary.print("summary");
    std::printf("allocations in 20000 summaries: %zu\n", inSummary);
}

int main()
{
    const Scenario scenario = scenarioPreset(shippedPresets(), kDefaultScenario).value.value();
    constexpr int rounds = 20000;
    Samples copy;
    Samples full;
    Samples summary;
    Samples curve;
    Samples crossing;
    std::vector<char> from(1 << 20, 'a');
    std::vector<char> to(1 << 20);
    volatile double sink = 0;
    const std::vector<double> batches = logSpaced(1e4, 1e9, 96);
    for (int i = 0; i < rounds; ++i) {
        full.time([&] { sink = sink + evaluate(scenario).step().expected.value; });
        summary.time([&] { sink = sink + summarise(scenario).step.expected.value; });
        if (i % 20 == 0) {
            copy.time([&] { std::memcpy(to.data(), from.data(), to.size()); sink = sink + to[static_cast<std::size_t>(i)]; });
            curve.time([&] { sink = sink + series(scenario, "workload.batch", batches).back().step.lower.value; });
            crossing.time([&] { sink = sink + criticalBatchOf(scenario).value; });
        }
    }
    const std::size_t before = allocations;
    for (int i = 0; i < rounds; ++i)
        sink = sink + summarise(scenario).step.expected.value;
    const std::size_t inSummary = allocations - before;

    std::printf("LLaMA 3 70B, 80 layers, on 4,096 chips\n");
    copy.print("reference: copy of 1 MiB");
    full.print("full evaluation");
    summary.print("summary");
    curve.print("curve of 96 batches");
    crossing.print("crossover found by solving");
    std::printf("full evaluation over 1 MiB copy: %.3f; allocations in %d summaries: %zu\n", full.median() / copy.median(), rounds, inSummary);
    double sum = 0;
    everyDegreeAtOnce(sum);
    sink = sink + sum;
    return inSummary == 0 ? 0 : 1;
}
