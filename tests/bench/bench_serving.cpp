// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inference/serving.h"
#include "core/scenario/presets.h"
#include "tests/bench/samples.h"

#include <array>
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

namespace {

struct Served {
    const char* name;
    Scenario scenario;
};

Scenario presetOf(std::string_view id) { return scenarioPreset(shippedPresets(), id).value.value(); }

/// Layers of two kinds, one with state and one with a cache, and experts in all.
Scenario hybrid()
{
    Scenario s = presetOf("serving-llama-3-70b-h100");
    s.model = modelPreset(shippedPresets(), "qwen3-next-80b-a3b").value.value();
    s.draft.reset();
    s.serving.speculation = Speculation::none;
    s.serving.decode = {};
    s.serving.decode.tensor = 2;
    s.serving.decode.expert = 4;
    s.serving.prefill = s.serving.decode;
    return s;
}

Scenario withoutSpeculation(Scenario s)
{
    s.draft.reset();
    s.serving.speculation = Speculation::none;
    return s;
}

Samples copyOfMebibyte(double& sink)
{
    const std::vector<char> from(1 << 20, 'a');
    std::vector<char> to(1 << 20);
    Samples copy;
    for (std::size_t i = 0; i < 1000; ++i)
        copy.time([&] {
            std::memcpy(to.data(), from.data(), to.size());
            sink += to[i];
        });
    return copy;
}

/// Contexts from 2,048 tokens on, each twice the last: the curves of the frontier.
double frontierOf(const ServingInputs& in)
{
    double sum = 0;
    double context = 2048;
    for (int c = 0; c < 6; ++c, context *= 2) {
        const Decoding decoding(in, context);
        for (int b = 1; b <= 512; ++b)
            sum += decoding.at(b).perChip;
    }
    return sum;
}

/// Allocations of the summaries.
std::size_t measure(const Served& served, const Samples& copy, double& sink)
{
    const Scenario& scenario = served.scenario;
    const ServingInputs in = servingInputsOf(scenario);
    const Decoding decoding(in);
    const Prefilling prefilling(in);
    if (!decoding.possible() || !prefilling.possible()) {
        std::printf("%s: the layout is impossible\n", served.name);
        return 1;
    }
    const double sequences = scenario.serving.sequences;
    constexpr int kRounds = 20000;
    Samples full;
    Samples summary;
    Samples frontier;
    Samples whole;
    for (int i = 0; i < kRounds; ++i) {
        full.time([&] {
            const Decoding fresh(in);
            std::vector<OperationEstimate> operations;
            std::vector<CollectiveEstimate> collectives;
            fresh.step().list(sequences, Phase::forward, operations, collectives);
            sink += fresh.at(sequences).tokenTime.value + static_cast<double>(operations.size() + collectives.size());
        });
        summary.time([&] { sink += decoding.at(1 + i % 512).tokenTime.value; });
        if (i % 100 == 0) {
            frontier.time([&] { sink += frontierOf(in); });
            whole.time([&] { sink += evaluateServing(scenario).timePerOutputToken.value; });
        }
    }
    const std::size_t before = allocations;
    for (int i = 0; i < kRounds; ++i)
        sink += decoding.at(1 + i % 512).tokenTime.value;
    const std::size_t inSummaries = allocations - before;

    const ServedLoad load(in, decoding, prefilling);
    const double rate = 0.6 * largestRate(load.model());
    Samples queueing;
    for (int i = 0; i < 1000; ++i)
        queueing.time([&] { sink += loadAt(load.model(), rate).endToEnd.value; });

    std::printf("%s, %g chips to a replica, %g sequences\n", served.name, decoding.replica().chips(), sequences);
    full.print("decode in full: walk, times and lists");
    summary.print("decode as a summary: at()");
    frontier.print("frontier: 6 contexts by 512 batches");
    whole.print("evaluateServing");
    queueing.print("loadAt");
    std::printf("over a 1 MiB copy: in full %.4f, summary %.5f, frontier %.3f, evaluateServing %.3f, loadAt %.4f; "
                "allocations in %d summaries: %zu\n",
                full.median() / copy.median(), summary.median() / copy.median(), frontier.median() / copy.median(),
                whole.median() / copy.median(), queueing.median() / copy.median(), kRounds, inSummaries);
    return inSummaries;
}

}  // namespace

int main()
{
    const std::array served = {
        Served{"LLaMA 3 70B", withoutSpeculation(presetOf("serving-llama-3-70b-h100"))},
        Served{"LLaMA 3 70B with a draft model", presetOf("serving-llama-3-70b-h100")},
        Served{"LLaMA 3 70B as the book has it", presetOf("book-serving-70b")},
        Served{"DeepSeek V3, experts over 32 chips", withoutSpeculation(presetOf("serving-deepseek-v3-h800"))},
        Served{"Qwen3-Next, a hybrid with experts", hybrid()},
    };
    double sum = 0;
    const Samples copy = copyOfMebibyte(sum);
    copy.print("reference: copy of 1 MiB");
    std::printf("the limits are 5 us in full and 1 us as a summary without allocating\n");
    std::size_t allocated = 0;
    for (const Served& one : served)
        allocated += measure(one, copy, sum);
    volatile double sink = sum;
    (void)sink;
    return allocated == 0 ? 0 : 1;
}
