// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/context.h"

#include "core/training/memory.h"
#include "core/training/run.h"

namespace scalescope::explain {

namespace {

constexpr std::string_view kRun = SCALESCOPE_TEXT("core", "Book, chapter 6, \"How long does training take\"");
constexpr std::string_view kUtilisation = SCALESCOPE_TEXT("core", "Book, chapter 4: model FLOPs over what the chips could do in the time");
constexpr std::string_view kHardware = SCALESCOPE_TEXT("core", "The hardware of the scenario");

Leaf utilisation(const Context& c, bool executed)
{
    return executed ? derived("hfu", {SCALESCOPE_TEXT("core", "Hardware FLOPs utilisation")}, "HFU", "%", c.estimate.hfu)
                    : derived("mfu", {SCALESCOPE_TEXT("core", "Model FLOPs utilisation")}, "MFU", "%", c.estimate.mfu);
}

Note conventionNote(const Context& c)
{
    switch (c.assumptions().mfu) {
    case MfuConvention::parameters:
        return {{SCALESCOPE_TEXT("core", "The convention counts 6 FLOPs per parameter and token, embeddings included, attention left out.")}};
    case MfuConvention::parametersNoEmbedding:
        return {{SCALESCOPE_TEXT("core", "The convention counts 6 FLOPs per parameter of a matmul and token, embeddings and attention left out.")}};
    case MfuConvention::attentionFull:
        return {{SCALESCOPE_TEXT("core", "The convention counts matmuls and attention under the full mask.")}};
    case MfuConvention::attentionCausal: break;
    }
    return {{SCALESCOPE_TEXT("core", "The convention counts matmuls and half of the full attention, as a causal mask needs.")}};
}

Derivation utilisationDerivation(const Context& c, bool executed)
{
    Expression could = Expression(chips(c)) * peak(c) * stepExpected(c);
    std::vector<Note> notes;
    if (!executed) {
        notes.push_back(conventionNote(c));
        if (c.estimate.mfu > c.estimate.hfu)
            notes.push_back({{SCALESCOPE_TEXT("core", "The convention counts FLOPs that are not executed, so this may exceed 100 %.")}, "hfu"});
    }
    return derivation(utilisation(c, executed), Expression(executed ? executedFlops(c) : modelFlops(c)) / std::move(could),
                      kUtilisation, std::move(notes));
}

Derivation chipsDerivation(const Context& c)
{
    std::vector<Expression> sizes;
    for (std::size_t i = 0; i < c.scenario.hardware.cluster.networks.size(); ++i) {
        const Network& network = c.scenario.hardware.cluster.networks[i];
        const int index = static_cast<int>(i);
        if (const auto* torus = std::get_if<Torus>(&network)) {
            for (int d = 0; d < torus->shape.dimensions; ++d)
                sizes.push_back(c.input(index, "shape." + std::to_string(d)));
        } else {
            sizes.push_back(c.input(index, std::holds_alternative<FabricLevel>(network) ? "degree" : "slices"));
        }
    }
    if (sizes.empty())
        return derivation(chips(c), constant(1, SCALESCOPE_TEXT("core", "A chip without networks"), "chips"), kHardware);
    Expression product = std::move(sizes.front());
    for (std::size_t i = 1; i < sizes.size(); ++i)
        product = std::move(product) * std::move(sizes[i]);
    return derivation(chips(c), std::move(product), kHardware);
}

Derivation peakDerivation(const Context& c)
{
    std::vector<Note> notes = {{{SCALESCOPE_TEXT("core", "Peaks are dense rates, never those of sparse matrices.")}}};
    if (c.estimate.peak->dtype != c.plan().computeType)
        notes.push_back({{SCALESCOPE_TEXT("core", "The chip has no rate for %1: its operands are upcast, and the rate of %2 is used."),
                          {std::string(nameOf(c.plan().computeType)), std::string(nameOf(c.estimate.peak->dtype))}}});
    return derivation(peak(c), c.input("chip.peak." + std::string(nameOf(c.estimate.peak->dtype))), kHardware, std::move(notes));
}

std::optional<Derivation> ridgeDerivation(const Context& c)
{
    if (!c.estimate.peak || !c.step.rates.hbm)
        return std::nullopt;
    const Leaf leaf = derived("ridge.hbm", {SCALESCOPE_TEXT("core", "Intensity at which HBM no longer binds")}, "I_HBM", "FLOP/B",
                              ridge(c.estimate.peak->rate, *c.scenario.hardware.cluster.chip.hbm.bandwidth).value);
    return derivation(leaf, Expression(peak(c)) / c.input("chip.hbm.bandwidth"), SCALESCOPE_TEXT("core", "Book, chapter 1, \"Arithmetic intensity\""));
}

Leaf runLeaf(std::string_view id, std::string_view name, std::string_view symbol, std::string_view unit, double value)
{
    return derived(std::string(id), {name}, std::string(symbol), unit, value);
}

Leaf duration(const Context& c)
{
    return runLeaf("run.duration", SCALESCOPE_TEXT("core", "Duration of the run"), "T_run", "s", c.estimate.run->duration.value);
}

Leaf chipHours(const Context& c)
{
    return runLeaf("run.chip_hours", SCALESCOPE_TEXT("core", "Chip-hours of the run"), "H_run", "hours", c.estimate.run->chipHours);
}

Leaf steps(const Context& c) { return runLeaf("run.steps", SCALESCOPE_TEXT("core", "Steps of the run"), "n_steps", {}, c.estimate.run->steps); }

Leaf goodput(const Context& c)
{
    return runLeaf("run.goodput", SCALESCOPE_TEXT("core", "Fraction of the time that makes progress which is kept"), "g", "%", c.estimate.run->goodput);
}

Leaf checkpoint(const Context& c)
{
    return runLeaf("run.checkpoint", SCALESCOPE_TEXT("core", "Size of a checkpoint"), "M_checkpoint", "B", c.estimate.run->checkpoint.value);
}

Leaf checkpointTime(const Context& c)
{
    return runLeaf("run.checkpoint_time", SCALESCOPE_TEXT("core", "Time to write a checkpoint"), "t_save", "s", c.estimate.run->checkpointTime.value);
}

Leaf failureTime(const Context& c)
{
    return runLeaf("run.failure_time", SCALESCOPE_TEXT("core", "Time between failures of any chip"), "t_failure", "s", c.estimate.run->failureTime->value);
}

/// The interval that is asked for, or the best.
Leaf interval(const Context& c)
{
    if (c.scenario.reliability.checkpointInterval)
        return c.input("run.checkpoint_interval");
    return runLeaf("run.best_interval", SCALESCOPE_TEXT("core", "Interval between checkpoints that loses least"), "t_interval", "s",
                   c.estimate.run->checkpointInterval->value);
}

constexpr std::string_view kYoung = SCALESCOPE_TEXT("core", "Young 1974, \"A first order approximation to the optimum checkpoint interval\"");

Derivation bestInterval(const Context& c, const Leaf& leaf)
{
    Expression best = powerOf(Expression(constant(2, SCALESCOPE_TEXT("core", "A failure loses half an interval on average"))) * checkpointTime(c) * failureTime(c),
                              constant(0.5, SCALESCOPE_TEXT("core", "The square root")));
    if (c.estimate.run->checkpointInterval == c.estimate.run->checkpointTime)
        best = maximumOf({checkpointTime(c), std::move(best)});
    return derivation(leaf, std::move(best), kYoung, {{{SCALESCOPE_TEXT("core", "No shorter than it takes to write one.")}}});
}

Derivation goodputDerivation(const Context& c)
{
    const RunEstimate& run = *c.estimate.run;
    const Expression all = constant(1, SCALESCOPE_TEXT("core", "All of the time"));
    if (!run.checkpointInterval)
        return derivation(goodput(c), all, kYoung, {{{SCALESCOPE_TEXT("core", "Nothing fails and nothing is saved.")}}});
    const Expression cycle = Expression(interval(c)) + checkpointTime(c);
    const bool saves = evaluate(cycle) > 0;
    Expression kept = saves ? Expression(interval(c)) / cycle : all;
    if (!run.failureTime)
        return derivation(goodput(c), std::move(kept), kYoung, {{{SCALESCOPE_TEXT("core", "Nothing fails; writing checkpoints takes its part.")}}});
    Expression lost = c.input("run.restart");
    if (saves)
        lost = cycle / constant(2, SCALESCOPE_TEXT("core", "A failure loses half an interval on average")) + std::move(lost);
    Expression running = all - std::move(lost) / failureTime(c);
    if (evaluate(running) < 0)
        running = maximumOf({constant(0, SCALESCOPE_TEXT("core", "No less than nothing")), std::move(running)});
    return derivation(goodput(c), saves ? std::move(kept) * std::move(running) : std::move(running), kYoung,
                      {{{SCALESCOPE_TEXT("core", "Each failure costs the work since the last checkpoint and the restart.")}}});
}

Derivation checkpointDerivation(const Context& c)
{
    Expression bytes = Expression(bytesPerWeight(c)) + bytesPerOptimizerState(c);
    if (c.plan().masterWeights)
        bytes = std::move(bytes) + bytesPerMasterWeight();
    return derivation(checkpoint(c), std::move(bytes) * trainedParameters(c), SCALESCOPE_TEXT("core", "Book, chapter 5, \"Data parallelism\""),
                      {{{SCALESCOPE_TEXT("core", "Of the whole model: weights, master weights and optimizer state of what is trained.")}}});
}

Derivation durationDerivation(const Context& c)
{
    Expression busy = Expression(steps(c)) * stepExpected(c);
    if (c.estimate.run->goodput <= 0)
        return derivation(duration(c), std::move(busy), kRun,
                          {{{SCALESCOPE_TEXT("core", "A run that only fails never ends: this is its time without failures.")}, "run.goodput"}});
    if (c.estimate.run->goodput < 1)
        return derivation(duration(c), std::move(busy) / goodput(c), kRun,
                          {{{SCALESCOPE_TEXT("core", "Every step takes the expected time; checkpoints, failures and restarts stretch the run.")}}});
    return derivation(duration(c), std::move(busy), kRun, {{{SCALESCOPE_TEXT("core", "Every step takes the expected time; no stops, no restarts.")}}});
}

std::optional<Derivation> deriveReliability(const Context& c, const Path& path)
{
    const RunEstimate& run = *c.estimate.run;
    if (path.whole == "run.steps")
        return derivation(steps(c), Expression(c.input("workload.run_tokens")) / c.input("workload.batch"), kRun);
    if (path.whole == "run.duration")
        return durationDerivation(c);
    if (path.whole == "run.checkpoint")
        return checkpointDerivation(c);
    if (path.whole == "run.checkpoint_time")
        return derivation(checkpointTime(c), Expression(checkpoint(c)) / (Expression(chips(c)) * c.input("run.checkpoint_bandwidth")), kYoung,
                          {{{SCALESCOPE_TEXT("core", "All chips write their part at once.")}}});
    if (path.whole == "run.failure_time" && run.failureTime)
        return derivation(failureTime(c), Expression(c.input("run.failure_time")) / chips(c), kYoung,
                          {{{SCALESCOPE_TEXT("core", "Any failed chip stops the run.")}}});
    if (path.whole == "run.checkpoint_interval" && run.checkpointInterval)
        return derivation(runLeaf("run.checkpoint_interval", SCALESCOPE_TEXT("core", "Interval between checkpoints"), "t_interval", "s",
                                  run.checkpointInterval->value),
                          interval(c), kYoung);
    if (path.whole == "run.best_interval" && run.failureTime && !c.scenario.reliability.checkpointInterval)
        return bestInterval(c, interval(c));
    return path.whole == "run.goodput" ? std::optional(goodputDerivation(c)) : std::nullopt;
}

std::optional<Derivation> deriveOfRun(const Context& c, const Path& path)
{
    const RunEstimate& run = *c.estimate.run;
    if (path.whole == "tokens_per_second")
        return derivation(runLeaf("tokens_per_second", SCALESCOPE_TEXT("core", "Throughput"), "tokens/s", "tokens/s", run.tokensPerSecond),
                          Expression(c.input("workload.batch")) / stepExpected(c), kRun);
    if (path.whole == "run.days")
        return derivation(runLeaf("run.days", SCALESCOPE_TEXT("core", "Days of the run"), "days", "days", run.duration.value / kSecondsPerDay),
                          Expression(duration(c)) / constant(kSecondsPerDay, SCALESCOPE_TEXT("core", "Seconds of a day"), "s"), kRun);
    if (path.whole == "run.chip_hours")
        return derivation(chipHours(c),
                          Expression(chips(c)) * duration(c) / constant(kSecondsPerHour, SCALESCOPE_TEXT("core", "Seconds of an hour"), "s"),
                          kRun);
    if (path.whole == "run.cost" && run.cost)
        return derivation(runLeaf("run.cost", SCALESCOPE_TEXT("core", "Cost of the run"), "cost", "USD", run.cost->value),
                          Expression(chipHours(c)) * c.input("chip.price"), kRun,
                          {{{SCALESCOPE_TEXT("core", "The price per chip and hour, for the whole run; nothing else is counted.")}}});
    if (path.whole == "run.energy" && run.energy)
        return derivation(runLeaf("run.energy", SCALESCOPE_TEXT("core", "Energy of the run"), "E", "J", *run.energy),
                          Expression(chips(c)) * c.input("chip.power") * duration(c), kRun);
    return std::nullopt;
}

}  // namespace

Leaf chips(const Context& c)
{
    return derived("chips", {SCALESCOPE_TEXT("core", "Chips")}, "N_chips", "chips", c.estimate.chips);
}

Leaf peak(const Context& c)
{
    return derived("peak", {SCALESCOPE_TEXT("core", "Peak rate of one chip (%1)"), {std::string(nameOf(c.estimate.peak->dtype))}}, "C",
                   "FLOP/s", c.estimate.peak->rate.value);
}

std::optional<Derivation> deriveRun(const Context& c, const Path& path)
{
    if (path.whole == "chips")
        return chipsDerivation(c);
    if (path.whole == "peak" && c.estimate.peak)
        return peakDerivation(c);
    if (path.whole == "ridge.hbm")
        return ridgeDerivation(c);
    if (path.whole == "microbatch.sequences")
        return derivation(derived("microbatch.sequences", {SCALESCOPE_TEXT("core", "Sequences of one micro-batch of a data shard")}, "n_sequences", {},
                                  c.estimate.sequencesPerMicrobatch),
                          times(Expression(localTokens(c)), c.degree(Axis::context)) / c.input("workload.sequence"), kRun);
    if (!c.estimate.possible())
        return std::nullopt;
    // A model that does nothing is done at once.
    if ((path.whole == "mfu" || path.whole == "hfu") && c.estimate.step().expected.value <= 0)
        return std::nullopt;
    if (path.whole == "mfu" || path.whole == "hfu")
        return utilisationDerivation(c, path.whole == "hfu");
    if (!c.estimate.run)
        return std::nullopt;
    auto found = deriveReliability(c, path);
    return found ? found : deriveOfRun(c, path);
}

}  // namespace scalescope::explain
