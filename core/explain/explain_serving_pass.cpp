// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/serving_figures.h"
#include "core/explain/stage_figures.h"
#include "core/explain/work.h"

#include <algorithm>
#include <cmath>

namespace scalescope::explain {

namespace {

constexpr double kAgreement = 1e-13;

struct Part {
    std::string_view id;
    std::string_view name;
    std::string_view symbol;
    Seconds ForwardTimes::* time;
};
constexpr std::array kParts = {
    Part{"step", SCALESCOPE_TEXT("core", "%1, expected"), "T_step", &ForwardTimes::expected},
    Part{"pass", SCALESCOPE_TEXT("core", "%1, expected"), "T_pass", &ForwardTimes::expected},
    Part{"lower", SCALESCOPE_TEXT("core", "%1, everything overlapped"), "T_lower", &ForwardTimes::lower},
    Part{"upper", SCALESCOPE_TEXT("core", "%1, nothing overlapped"), "T_upper", &ForwardTimes::upper},
    Part{"network", SCALESCOPE_TEXT("core", "%1: communication"), "T_network", &ForwardTimes::network},
    Part{"chip", SCALESCOPE_TEXT("core", "%1: time on the chip"), "T_chip", &ForwardTimes::chip},
    Part{"weights", SCALESCOPE_TEXT("core", "%1: reading weights"), "T_weights", &ForwardTimes::weights},
    Part{"cache", SCALESCOPE_TEXT("core", "%1: reading keys, values and state"), "T_cache", &ForwardTimes::cache},
    Part{"flops", SCALESCOPE_TEXT("core", "%1: arithmetic"), "T_math", &ForwardTimes::flops},
};

const Part* partOf(std::string_view id)
{
    const auto found = std::find_if(kParts.begin(), kParts.end(), [id](const Part& part) { return part.id == id; });
    return found == kParts.end() ? nullptr : &*found;
}

std::vector<Axis> usedBy(const ServingPass& pass)
{
    std::vector<Axis> used;
    for (const Axis axis : kAxes)
        if (pass.times.axes[static_cast<std::size_t>(axis)].value > 0)
            used.push_back(axis);
    return used;
}

double hidden(const Context& c, Axis axis) { return c.assumptions().overlap[static_cast<std::size_t>(axis)]; }

Leaf hiddenInput(const Context& c, Axis axis) { return c.input("assumptions.overlap." + std::string(nameOf(axis))); }

bool overlaps(const Context& c) { return c.assumptions().networks == NetworkCombination::overlap; }

Expression combined(const Context& c, std::vector<Expression> terms) { return overlaps(c) ? maximumOf(std::move(terms)) : sumOf(std::move(terms)); }

Note combinationNote(const Context& c)
{
    return overlaps(c) ? Note{{SCALESCOPE_TEXT("core", "Networks overlap: different degrees send at the same time, and the longest counts.")}}
                       : Note{{SCALESCOPE_TEXT("core", "The degrees of a replica take turns: each waits for what the one before it sent.")}};
}

Derivation networkDerivation(const Context& c, const ServingPass& pass)
{
    std::vector<Expression> terms;
    for (const Axis axis : usedBy(pass))
        terms.push_back(passAxis(pass, axis));
    const Leaf leaf = passNumber(pass, "network");
    if (terms.empty())
        return derivation(leaf, constant(0, SCALESCOPE_TEXT("core", "No degree has more than one chip: nothing is sent"), "s"), kInference);
    return derivation(leaf, combined(c, std::move(terms)), kInference, {combinationNote(c)});
}

Derivation lowerDerivation(const ServingPass& pass)
{
    return derivation(passNumber(pass, "lower"), maximumOf({passNumber(pass, "chip"), passNumber(pass, "network")}), kInference,
                      {{{SCALESCOPE_TEXT("core", "Chips and networks overlap fully: the longer counts.")}}});
}

Derivation upperDerivation(const ServingPass& pass)
{
    Expression all = passNumber(pass, "chip");
    for (const Axis axis : usedBy(pass))
        all = std::move(all) + passAxis(pass, axis);
    return derivation(passNumber(pass, "upper"), std::move(all), kInference, {{{SCALESCOPE_TEXT("core", "Nothing overlaps: all of it adds.")}}});
}

Derivation expectedDerivation(const Context& c, const ServingPass& pass)
{
    std::vector<Expression> beside;
    std::vector<Expression> exposed;
    const Leaf all = one(SCALESCOPE_TEXT("core", "All of it"));
    for (const Axis axis : usedBy(pass)) {
        if (hidden(c, axis) > 0)
            beside.push_back(times(Expression(passAxis(pass, axis)), hiddenInput(c, axis)));
        if (hidden(c, axis) < 1)
            exposed.push_back(Expression(passAxis(pass, axis)) * (Expression(all) - hiddenInput(c, axis)));
    }
    Expression e = passNumber(pass, "chip");
    if (!beside.empty())
        e = maximumOf({std::move(e), combined(c, std::move(beside))});
    for (Expression& term : exposed)
        e = std::move(e) + std::move(term);
    const Leaf leaf = passNumber(pass, pass.expected());
    if (std::abs(evaluate(e) - leaf.value) > kAgreement * leaf.value)
        e = maximumOf({passNumber(pass, "lower"), minimumOf({std::move(e), passNumber(pass, "upper")})});
    std::vector<Note> notes;
    if (exposed.empty())
        notes.push_back({{SCALESCOPE_TEXT("core", "All communication may hide beside the chip's work, so the expected time is the lower one.")}});
    else
        notes = {combinationNote(c), {{SCALESCOPE_TEXT("core", "A fraction of each degree's traffic may hide beside the chip's work; the rest is added.")}}};
    return derivation(leaf, std::move(e), kInference, std::move(notes));
}

bool everything(const Context& c) { return c.assumptions().timed == TimedWork::operations; }

Leaf draftChoice(const ServingFigures& f, double value, std::string_view name, std::string_view symbol, std::string_view unit)
{
    const bool model = f.serving().speculation == Speculation::draftModel;
    return chosen(value, {name}, std::string(symbol), unit, model ? "serving.draft" : "serving.speculation");
}

Derivation chipDerivation(const ServingFigures& f, const ServingPass& pass)
{
    const Leaf leaf = passNumber(pass, "chip");
    if (everything(f.c)) {
        constexpr std::string_view how = SCALESCOPE_TEXT("core", "Every operation counts, each the longer of its arithmetic and its HBM traffic.");
        if (!pass.opens())
            return derivation(leaf, draftChoice(f, leaf.value, SCALESCOPE_TEXT("core", "Operations of what proposes a token"), "T_operations", "s"), kTimeSource,
                              {{{how}}});
        return derivation(leaf, sumOrNone(chipTerms(pass), SCALESCOPE_TEXT("core", "Nothing is timed")), kTimeSource, {{{how}}});
    }
    Expression longer = maximumOf({passNumber(pass, "flops"), passNumber(pass, "weights")});
    if (!pass.decodes)
        return derivation(leaf, std::move(longer), kInference, {{{SCALESCOPE_TEXT("core", "Weights are read beside the arithmetic; a fused kernel hides the cache.")}}});
    return derivation(leaf, Expression(passNumber(pass, "cache")) + std::move(longer), kInference,
                      {{{SCALESCOPE_TEXT("core", "Attention waits for the cache; the matmuls for the weights or, in large batches, for arithmetic.")}}});
}

/// The largest of what may overlap, as the bound is chosen.
Derivation boundDerivation(const ServingPass& pass, BoundBy bound)
{
    const Leaf leaf = derived(pass.id + ".bound", {SCALESCOPE_TEXT("core", "%1: bound by %2"), {pass.words, wordOf(bound)}}, "T_lower", "s",
                              pass.times.lower.value);
    std::vector<Note> notes;
    const auto note = [&](std::string_view text, const std::string& link) { notes.push_back({{text}, link}); };
    if (bound == BoundBy::compute)
        note(SCALESCOPE_TEXT("core", "Of the chip's work arithmetic takes longest."), pass.id + ".flops");
    else if (bound == BoundBy::memory)
        note(SCALESCOPE_TEXT("core", "Of the chip's work reading the weights takes longest."), pass.id + ".weights");
    else if (bound == BoundBy::cache)
        note(SCALESCOPE_TEXT("core", "Of the chip's work reading keys, values and state takes longest."), pass.id + ".cache");
    else
        notes.push_back({{SCALESCOPE_TEXT("core", "Of the network's time, the %1 degree takes most."), {wordOf(bound)}},
                         pass.id + ".axis." + std::string(nameOf(bound))});
    return derivation(leaf, maximumOf({passNumber(pass, "chip"), passNumber(pass, "network")}), kInference, std::move(notes));
}

Leaf bytesOfDraft(const ServingFigures& f, const ServingPass& pass, std::string_view part)
{
    const Seconds time = pass.times.*partOf(part)->time;
    const bool flops = part == "flops";
    const double rate = flops ? pass.side.rates.matmul.value : pass.side.rates.hbm->value;
    return draftChoice(f, time.value * rate,
                       flops               ? SCALESCOPE_TEXT("core", "FLOPs of what proposes a token")
                       : part == "weights" ? SCALESCOPE_TEXT("core", "Bytes of weights of what proposes a token")
                                           : SCALESCOPE_TEXT("core", "Bytes of the cache of what proposes a token"),
                       flops ? "FLOPs_draft" : "V_draft", flops ? "FLOP" : "B");
}

/// Bytes over the rate of HBM, FLOPs over that of matmuls.
Derivation timeOfWork(const ServingFigures& f, const ServingPass& pass, std::string_view part)
{
    const Leaf amount = pass.opens() ? workOf(pass, part) : bytesOfDraft(f, pass, part);
    std::vector<Note> notes;
    Expression rate = part == "flops" ? rateOf(f.c, pass.side, OperationKind::matmul, notes) : memoryRate(f.c, pass.side);
    if (everything(f.c))
        notes.push_back({{SCALESCOPE_TEXT("core", "By itself: where every operation is timed, it is not a term of the step.")}, pass.id + ".chip"});
    return derivation(passNumber(pass, part), Expression(amount) / std::move(rate), kInference, std::move(notes));
}

}  // namespace

Leaf passNumber(const ServingPass& pass, std::string_view id)
{
    const Part& part = *partOf(id);
    return derived(pass.id + "." + std::string(id), {part.name, {pass.words}}, pass.symbol(std::string(part.symbol)), "s", (pass.times.*part.time).value);
}

Leaf passAxis(const ServingPass& pass, Axis axis)
{
    return derived(pass.id + ".axis." + std::string(nameOf(axis)), {SCALESCOPE_TEXT("core", "%1: communication of the %2 degree"), {pass.words, wordOf(axis)}},
                   pass.symbol("T_" + wordOf(axis)), "s", pass.times.axes[static_cast<std::size_t>(axis)].value);
}

std::optional<Derivation> derivePass(const ServingFigures& f, const ServingPass& pass, const Path& rest)
{
    if (rest.size() != 1)
        return std::nullopt;
    const std::string_view part = rest[0];
    if (part == pass.expected())
        return expectedDerivation(f.c, pass);
    if (part == "lower")
        return lowerDerivation(pass);
    if (part == "upper")
        return upperDerivation(pass);
    if (part == "network")
        return networkDerivation(f.c, pass);
    if (part == "chip")
        return chipDerivation(f, pass);
    if (part == "bound" && !pass.base)
        return boundDerivation(pass, pass.times.bound);
    if (part == "weights" || part == "cache" || part == "flops")
        return timeOfWork(f, pass, part);
    return std::nullopt;
}

}  // namespace scalescope::explain
