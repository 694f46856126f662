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
    return inSummary == 0 ? 0 : 1;
}
