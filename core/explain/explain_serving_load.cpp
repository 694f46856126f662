// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/serving_figures.h"

#include <algorithm>
#include <cmath>

namespace scalescope::explain {

namespace {

constexpr std::string_view kQueue = SCALESCOPE_TEXT("core", "Queueing theory: Pollaczek and Khinchine; Little 1961; Allen and Cunneen 1978; Fuhrmann and Cooper 1985");
constexpr std::string_view kMethod = SCALESCOPE_TEXT("core", "Worked out in closed form, by the method below");
constexpr double kAgreement = 1e-12;

struct Part {
    std::string_view id;
    std::string_view name;
    std::string_view symbol;
    std::string_view unit;
    double (*value)(const LoadEstimate&);
};
constexpr std::array kParts = {
    Part{"largest_rate", SCALESCOPE_TEXT("core", "Requests per second that the deployment sustains"), "λ_most", "1/s", [](const LoadEstimate& l) { return l.largestRate; }},
    Part{"utilisation", SCALESCOPE_TEXT("core", "Rate over the largest"), "ρ", "%", [](const LoadEstimate& l) { return l.utilisation; }},
    Part{"wait", SCALESCOPE_TEXT("core", "Mean wait before a prefill begins"), "T_wait", "s", [](const LoadEstimate& l) { return l.wait.value; }},
    Part{"first_token", SCALESCOPE_TEXT("core", "Mean time to the first token, under load"), "T_first", "s", [](const LoadEstimate& l) { return l.timeToFirstToken.value; }},
    Part{"token_time", SCALESCOPE_TEXT("core", "Mean time per output token, under load"), "T_token", "s", [](const LoadEstimate& l) { return l.timePerOutputToken.value; }},
    Part{"end_to_end", SCALESCOPE_TEXT("core", "Mean time of a request, under load"), "T_request", "s", [](const LoadEstimate& l) { return l.endToEnd.value; }},
    Part{"sequences", SCALESCOPE_TEXT("core", "Mean sequences decoded together on one replica"), "B_mean", {}, [](const LoadEstimate& l) { return l.sequences; }},
};

const Part* partOf(std::string_view id)
{
    const auto found = std::find_if(kParts.begin(), kParts.end(), [id](const Part& part) { return part.id == id; });
    return found == kParts.end() ? nullptr : &*found;
}

Leaf leafOf(const ServingFigures& f, std::string_view id)
{
    const Part& part = *partOf(id);
    return number("serving.load." + std::string(id), part.name, part.symbol, part.unit, part.value(f.estimate.load));
}

LoadModel modelOf(const ServingFigures& f) { return ServedLoad(f.in, f.decoding, f.prefilling).model(); }  // but for its lists

/// Of one pass, over the distribution of lengths.
Leaf meanPrefill(const ServingFigures& f)
{
    const double mean = modelOf(f).prefillMean.value;
    if (mean == prefillTime(f).value)
        return prefillTime(f);
    return {{SCALESCOPE_TEXT("core", "Mean time of a prefill without others of its batch, over the lengths of prompts")}, "T_prefill, mean", "s", mean};
}

/// What queueing depends on, in words.
std::vector<Note> notesOf(const ServingFigures& f)
{
    std::vector<Note> notes;
    const auto add = [&](std::string_view text, std::string link = {}) { notes.push_back({{text}, std::move(link)}); };
    switch (f.serving().batching) {
    case Batching::interleaved:
        add(SCALESCOPE_TEXT("core", "A prompt that waits is prefilled before the next decode step of its replica: M/G/1 with vacations. "
                                    "Between prefills the decodes are a birth-death chain."));
        break;
    case Batching::chunked:
        add(SCALESCOPE_TEXT("core", "A step carries a piece of the first prompt that waits, and takes longer by it: a birth-death chain of two phases, with and "
                                    "without a prompt."),
            "serving.steady.piece");
        break;
    case Batching::disaggregated:
        add(SCALESCOPE_TEXT("core", "The prefill servers take prompts from one queue: M/G/c. The sequences of a decode replica are a birth-death chain."));
        break;
    }
    if (f.serving().lengths == Lengths::exponential)
        add(SCALESCOPE_TEXT("core", "Prompts and answers have lengths that are distributed exponentially about their means."));
    else
        add(SCALESCOPE_TEXT("core", "All prompts and all answers are as long as their means."));
    add(SCALESCOPE_TEXT("core", "It depends on the time of a prefill."), "serving.prefill.time");
    add(SCALESCOPE_TEXT("core", "And on the time of a loop at every number of sequences, up to those of the batch."), "serving.decode.loop");
    return notes;
}

Derivation worked(const ServingFigures& f, std::string_view id)
{
    const Leaf leaf = leafOf(f, id);
    return derivation(leaf, constant(leaf.value, kMethod, leaf.unit), kQueue, notesOf(f));
}

/// The formula where it gives the number, otherwise the number by itself.
Derivation orWorked(const ServingFigures& f, std::string_view id, const Expression& formula, std::vector<Note> notes = {})
{
    const Leaf leaf = leafOf(f, id);
    if (std::abs(evaluate(formula) - leaf.value) > kAgreement * leaf.value)
        return worked(f, id);
    return derivation(leaf, formula, kQueue, std::move(notes));
}

/// Pollaczek and Khinchine, of one server.
Derivation waitDerivation(const ServingFigures& f)
{
    const LoadModel model = modelOf(f);
    if (!f.apart() || model.prefillServers != 1)
        return worked(f, "wait");
    const Leaf rate = f.c.input("serving.rate");
    const Leaf square{{SCALESCOPE_TEXT("core", "Mean square of the time of a prefill, over the lengths of prompts")}, "E[S²]", {},
                      std::max(model.prefillSquare, model.prefillMean.value * model.prefillMean.value)};
    return orWorked(f, "wait",
                    Expression(rate) * square /
                        (Expression(constant(2, SCALESCOPE_TEXT("core", "Half of what is left of a prefill under way, on average"))) *
                         (Expression(one(SCALESCOPE_TEXT("core", "All of the time"))) - Expression(rate) * meanPrefill(f))),
                    notesOf(f));
}

Leaf decodeReplicas(const ServingFigures& f) { return {{SCALESCOPE_TEXT("core", "Decode replicas of all slices")}, "n_decode", {}, modelOf(f).decodeServers}; }

/// A replica's time for one request when its batch is full: prefill, and its part of the steps after the first token.
Derivation largestDerivation(const ServingFigures& f)
{
    const Context& c = f.c;
    const double batch = std::min(f.serving().sequences, f.estimate.largestBatch.value_or(f.serving().sequences));
    if (batch != f.serving().sequences || f.chunked() || tokensPerLoop(f).value != 1.0)
        return worked(f, "largest_rate");
    Expression further = Expression(c.input("serving.output")) - one(SCALESCOPE_TEXT("core", "The first token comes with the prefill"));
    if (evaluate(further) <= 0)
        return worked(f, "largest_rate");
    const Expression steps = std::move(further) * loopTime(f) / sequencesLeaf(c);
    std::vector<Note> notes = {{{SCALESCOPE_TEXT("core", "While every place of the batch is taken: what one request takes of a replica's time.")}}};
    if (!f.apart())
        return orWorked(f, "largest_rate", Expression(decodeReplicas(f)) / (Expression(meanPrefill(f)) + steps), std::move(notes));
    const Leaf prefills{{SCALESCOPE_TEXT("core", "Prompts that the prefill slices compute at once, each by itself")}, "n_prefill", {}, modelOf(f).prefillServers};
    notes.push_back({{SCALESCOPE_TEXT("core", "The slower of both pools sets the rate.")}});
    return orWorked(f, "largest_rate", minimumOf({Expression(prefills) / meanPrefill(f), Expression(decodeReplicas(f)) / steps}), std::move(notes));
}

}  // namespace

std::optional<Derivation> deriveLoad(const ServingFigures& f, const Path& path)
{
    const LoadEstimate& load = f.estimate.load;
    if (path[1] != "load" || path.size() != 3 || !f.estimate.feasible || !partOf(path[2]))
        return std::nullopt;
    const std::string_view part = path[2];
    if (part == "largest_rate")
        return largestDerivation(f);
    if (part == "utilisation")
        return load.largestRate > 0 ? std::optional(orWorked(f, part, Expression(f.c.input("serving.rate")) / leafOf(f, "largest_rate"))) : std::nullopt;
    if (!load.stable)
        return std::nullopt;
    if (part == "wait")
        return waitDerivation(f);
    if (part == "first_token" && !f.chunked())
        return orWorked(f, part, Expression(leafOf(f, "wait")) + meanPrefill(f));
    if (part == "end_to_end" && load.timePerOutputToken.value > 0)
        return orWorked(f, part,
                        Expression(leafOf(f, "first_token")) +
                            Expression(leafOf(f, "token_time")) * (Expression(f.c.input("serving.output")) - one(SCALESCOPE_TEXT("core", "The first token"))));
    return worked(f, part);
}

}  // namespace scalescope::explain
