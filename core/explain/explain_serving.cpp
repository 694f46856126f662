// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/serving_figures.h"

#include <algorithm>
#include <cmath>

namespace scalescope::explain {

namespace {

constexpr std::string_view kCost = SCALESCOPE_TEXT("core", "Book, chapter 8: proportional to one over the throughput per chip");
constexpr double kAgreement = 1e-9;  // of the closed form with what halving found

const ServingEstimate& all(const ServingFigures& f) { return f.estimate; }

Leaf decodeNumber(const ServingFigures& f, std::string_view part)
{
    const DecodePoint& d = all(f).decode;
    if (part == "tokens_per_second")
        return number("serving.decode.tokens_per_second", SCALESCOPE_TEXT("core", "Output tokens of one replica per second, undisturbed"), "tokens/s", "tokens/s",
                      d.tokensPerSecond);
    if (part == "per_chip")
        return number("serving.decode.per_chip", SCALESCOPE_TEXT("core", "Output tokens per second and chip, undisturbed"), "tokens/s/chip", "tokens/s", d.perChip);
    if (part == "per_user")
        return number("serving.decode.per_user", SCALESCOPE_TEXT("core", "Output tokens of one sequence per second, undisturbed"), "tokens/s/user", "tokens/s", d.perUser);
    return number("serving.decode.token_time", SCALESCOPE_TEXT("core", "Time per output token, undisturbed"), "T_token, undisturbed", "s", d.tokenTime.value);
}

Derivation loopDerivation(const ServingFigures& f, std::string_view part)
{
    const DecodePoint& d = all(f).decode;
    const bool expected = part == "loop";
    const double value = (expected ? d.loop : part == "loop_lower" ? d.loopLower : d.loopUpper).value;
    const std::string_view of = expected ? "step" : part == "loop_lower" ? "lower" : "upper";
    const Leaf leaf = expected ? loopTime(f)
                               : number("serving.decode." + std::string(part),
                                        part == "loop_lower" ? SCALESCOPE_TEXT("core", "Time of one loop, everything overlapped")
                                                             : SCALESCOPE_TEXT("core", "Time of one loop, nothing overlapped"),
                                        "T_loop", "s", value);
    Expression loop = passNumber(f.decode(), of);
    const ServingPass* draft = f.pass("serving.draft");
    if (!draft)
        return derivation(leaf, std::move(loop), kInference, {{{SCALESCOPE_TEXT("core", "Nothing proposes tokens: a loop is a step.")}}});
    return derivation(leaf, std::move(loop) + Expression(f.c.input("serving.draft_tokens")) * passNumber(*draft, of), kSpeculating,
                      {{{SCALESCOPE_TEXT("core", "Tokens are proposed one after the other, and one pass of the model checks them all.")}}});
}

Derivation acceptedDerivation(const ServingFigures& f)
{
    const Leaf leaf = tokensPerLoop(f);
    const Leaf single = one(SCALESCOPE_TEXT("core", "The token that the check adds"));
    if (!f.proposes())
        return derivation(leaf, single, kSpeculating, {{{SCALESCOPE_TEXT("core", "Nothing proposes tokens.")}}});
    const Expression proposed = Expression(f.c.input("serving.draft_tokens")) + single;
    if (f.serving().acceptance >= 1)
        return derivation(leaf, proposed, kSpeculating, {{{SCALESCOPE_TEXT("core", "Every proposed token is right.")}}});
    const Leaf acceptance = f.c.input("serving.acceptance");
    const Leaf certain = one(SCALESCOPE_TEXT("core", "Certainty"));
    return derivation(leaf, (Expression(certain) - powerOf(acceptance, proposed)) / (Expression(certain) - acceptance), kSpeculating,
                      {{{SCALESCOPE_TEXT("core", "Tokens count up to the first wrong one, and the check itself yields one more.")}}});
}

Derivation gainDerivation(const ServingFigures& f)
{
    const Leaf leaf = number("serving.speculation.gain", SCALESCOPE_TEXT("core", "Tokens per second over those without speculation"), "g", {}, all(f).speculationGain);
    const ServingPass* plain = f.pass("serving.plain");
    if (!plain)
        return derivation(leaf, one(SCALESCOPE_TEXT("core", "Nothing proposes tokens")), kSpeculating);
    return derivation(leaf, Expression(passNumber(*plain, "step")) / decodeNumber(f, "token_time"), kSpeculating,
                      {{{SCALESCOPE_TEXT("core", "At the same batch, both undisturbed by prefills.")}}});
}

std::optional<Derivation> deriveDecode(const ServingFigures& f, std::string_view part)
{
    const Context& c = f.c;
    if (part == "loop" || part == "loop_lower" || part == "loop_upper")
        return loopDerivation(f, part);
    if (part == "token_time")
        return derivation(decodeNumber(f, part), Expression(loopTime(f)) / tokensPerLoop(f), kInference);
    if (part == "per_user")
        return derivation(decodeNumber(f, part), Expression(one(SCALESCOPE_TEXT("core", "One token"))) / decodeNumber(f, "token_time"), kInference);
    if (part == "tokens_per_second")
        return derivation(decodeNumber(f, part), Expression(sequencesLeaf(c)) / decodeNumber(f, "token_time"), kInference);
    if (part == "per_chip")
        return derivation(decodeNumber(f, part), Expression(decodeNumber(f, "tokens_per_second")) / replicaChips(f.decodeSide), kInference);
    return std::nullopt;
}

// The whole deployment.

Leaf slices(const ServingFigures& f)
{
    return number("serving.slice_chips", SCALESCOPE_TEXT("core", "Chips of all decode slices"), "n", "chips",
                  chips(f.c).value * static_cast<double>(f.serving().decodeServers));
}

Leaf throughput(const ServingFigures& f)
{
    return number("serving.tokens_per_second", SCALESCOPE_TEXT("core", "Output tokens per second of the deployment"), "tokens/s", "tokens/s", all(f).tokensPerSecond);
}

Leaf firstToken(const ServingFigures& f)
{
    return number("serving.first_token", SCALESCOPE_TEXT("core", "Time to the first token, without a queue"), "T_first", "s", all(f).timeToFirstToken.value);
}

Derivation firstTokenDerivation(const ServingFigures& f)
{
    if (!f.chunked())
        return derivation(firstToken(f), prefillTime(f), kEngines, {{{SCALESCOPE_TEXT("core", "The prefill itself yields the first token.")}}});
    return derivation(firstToken(f), (Expression(loopTime(f)) + steadyNumber(f, "piece")) * steadyNumber(f, "pieces"), kChunking,
                      {{{SCALESCOPE_TEXT("core", "A prompt takes as many steps as it has pieces, each longer by a piece.")}}});
}

Derivation endToEndDerivation(const ServingFigures& f)
{
    Expression whole = firstToken(f);
    if (all(f).pools.transferTime)
        whole = std::move(whole) + poolNumber(f, "transfer_time");
    const Leaf first = one(SCALESCOPE_TEXT("core", "The first token"));
    Expression further = Expression(f.c.input("serving.output")) - first;
    whole = std::move(whole) + Expression(tokenTime(f)) * std::move(further);
    return derivation(number("serving.end_to_end", SCALESCOPE_TEXT("core", "Time of a mean request, without a queue"), "T_request", "s", all(f).endToEnd.value),
                      std::move(whole), kEngines);
}

Derivation chipsDerivation(const ServingFigures& f)
{
    Expression sum = slices(f);
    if (f.apart()) {
        const Leaf slice{{SCALESCOPE_TEXT("core", "Chips of a prefill slice")}, "n_prefill", "chips", chipCount(f.prefillSide.slice)};
        sum = std::move(sum) + times(Expression(slice), f.c.input("serving.prefill.servers"));
    }
    return derivation(number("serving.chips", SCALESCOPE_TEXT("core", "Chips of the deployment"), "n_chips", "chips", all(f).chips), std::move(sum), kServing);
}

std::optional<Derivation> deriveCost(const ServingFigures& f, std::string_view of, std::string_view tokens)
{
    const bool dollars = of == "cost";
    const bool output = tokens == "output";
    const TokenCosts& costs = dollars ? all(f).dollars : all(f).joules;
    const auto value = output ? costs.output : costs.input;
    if (!value || (!output && tokens != "input"))
        return std::nullopt;
    const ServingSide& side = output ? f.decodeSide : f.prefillSide;
    const Chip& chip = side.slice.chip;
    const Leaf million = constant(1e6, SCALESCOPE_TEXT("core", "A million tokens"), "tokens");
    Expression perSecond = dollars ? Expression(chipFigure(f.c, side, "chip.price", *chip.dollarsPerHour)) / constant(kSecondsPerHour, SCALESCOPE_TEXT("core", "Seconds of an hour"), "s")
                                   : Expression(chipFigure(f.c, side, "chip.power", chip.power->value));
    Expression perChip = decodeNumber(f, "per_chip");
    if (!output)
        perChip = Expression(number("serving.prefill.tokens_per_second", SCALESCOPE_TEXT("core", "Tokens of prompts per second of one prefill replica"), "tokens/s",
                                    "tokens/s", all(f).prefill.tokensPerSecond)) /
                  replicaChips(side);
    const std::string id = "serving." + std::string(of) + "." + std::string(tokens);
    const std::string_view name = dollars ? (output ? SCALESCOPE_TEXT("core", "Cost of a million output tokens") : SCALESCOPE_TEXT("core", "Cost of a million input tokens"))
                                          : (output ? SCALESCOPE_TEXT("core", "Energy of a million output tokens") : SCALESCOPE_TEXT("core", "Energy of a million input tokens"));
    return derivation(number(id, name, dollars ? "cost" : "E", dollars ? "USD" : "J", *value), Expression(million) * std::move(perSecond) / std::move(perChip), kCost,
                      {{{output ? SCALESCOPE_TEXT("core", "At the throughput of decode while no prefill disturbs it.")
                                : SCALESCOPE_TEXT("core", "At the throughput of prefill, tokens found in caches included.")}}});
}

Derivation criticalDerivation(const ServingFigures& f)
{
    const double value = *all(f).criticalBatch;
    const Leaf leaf = number("serving.critical_batch", SCALESCOPE_TEXT("core", "Batch above which arithmetic outlasts reading the weights"), "B_critical", {}, value);
    const Expression form = Expression(sequencesLeaf(f.c)) * passNumber(f.decode(), "weights") / passNumber(f.decode(), "flops");
    if (std::abs(evaluate(form) - value) <= kAgreement * value)
        return derivation(leaf, form, kInference,
                          {{{SCALESCOPE_TEXT("core", "Arithmetic grows with the batch, the weights are read once: this closed form is what halving finds on the engine.")}}});
    return derivation(leaf, constant(value, SCALESCOPE_TEXT("core", "The smallest batch, found by halving on the engine, whose arithmetic takes as long as reading the weights")),
                      kInference, {{{SCALESCOPE_TEXT("core", "More sequences meet more experts, so the weights that are read grow too: there is no closed form.")}}});
}

Derivation copiesDerivation(const ServingFigures& f)
{
    const Context& c = f.c;
    const Leaf tensor = degreeOf(c, f.decodeSide, "tensor");
    std::vector<Expression> kinds;
    for (std::size_t k = 0; k < c.architecture().kinds.size(); ++k) {
        const Attention& at = c.layerOf(k).attention;
        if (!hasCache(at) || cacheCopies(at, f.decodeSide.layout().tensor) <= 1)
            continue;
        if (at.kind == AttentionKind::latent)
            kinds.push_back(tensor);
        else
            kinds.push_back(Expression(Op::roundDown, {Expression(tensor) / c.inKind(k, "kv_heads")}));
    }
    const Leaf leaf = number("serving.copies", SCALESCOPE_TEXT("core", "Chips that hold the same KV head"), "n_copies", {}, all(f).copies);
    constexpr std::string_view source = SCALESCOPE_TEXT("core", "Book, chapter 7, \"Sharding the KV cache\"");
    if (kinds.empty())
        return derivation(leaf, one(SCALESCOPE_TEXT("core", "Each KV head is on one chip of a tensor group")), source);
    return derivation(leaf, maximumOf(std::move(kinds)), source,
                      {{{SCALESCOPE_TEXT("core", "Beyond the KV heads a tensor degree copies them, unless the cache is split over sequences or tokens.")}}});
}

std::optional<Derivation> deriveFound(const ServingFigures& f, const Path& path)
{
    if (path.whole == "serving.critical_batch" && all(f).criticalBatch)
        return criticalDerivation(f);
    if (path.whole == "serving.largest_tensor" && all(f).largestTensor)
        return derivation(number("serving.largest_tensor", SCALESCOPE_TEXT("core", "Largest tensor degree whose network takes no longer than its chips"), "Y_most", {},
                                 static_cast<double>(*all(f).largestTensor)),
                          constant(static_cast<double>(*all(f).largestTensor), SCALESCOPE_TEXT("core", "Of the powers of two that fit the model, tried one after the other")),
                          SCALESCOPE_TEXT("core", "Book, chapter 7, \"Distributing inference over multiple accelerators\""),
                          {{{SCALESCOPE_TEXT("core", "Each on a slice of its own size, at this batch.")}}});
    if (path.whole == "serving.best_batch" && all(f).bestBatch)
        return derivation(number("serving.best_batch", SCALESCOPE_TEXT("core", "Batch of most tokens per second within memory and limits"), "B_best", {}, *all(f).bestBatch),
                          constant(*all(f).bestBatch, SCALESCOPE_TEXT("core", "The largest whole batch that keeps to them, found by halving on the engine")), kServing,
                          {{{SCALESCOPE_TEXT("core", "It fits in memory.")}, "serving.largest_batch"},
                           {{SCALESCOPE_TEXT("core", "Tokens are no slower than the limit.")}, "serving.token_time"},
                           {{SCALESCOPE_TEXT("core", "The first token is no later than the limit.")}, "serving.first_token"}});
    return std::nullopt;
}

std::optional<Derivation> deriveWhole(const ServingFigures& f, const Path& path)
{
    const Context& c = f.c;
    if (path.whole == "serving.first_token")
        return firstTokenDerivation(f);
    if (path.whole == "serving.token_time")
        return derivation(tokenTime(f), Expression(steadyNumber(f, "loop")) / tokensPerLoop(f), kEngines);
    if (path.whole == "serving.end_to_end")
        return endToEndDerivation(f);
    if (path.whole == "serving.tokens_per_second")
        return derivation(throughput(f), times(times(Expression(steadyNumber(f, "tokens_per_second")), replicasOf(f.decodeSide)), c.input("serving.decode.servers")), kServing);
    if (path.whole == "serving.per_chip")
        return derivation(number("serving.per_chip", SCALESCOPE_TEXT("core", "Output tokens per second and chip"), "tokens/s/chip", "tokens/s", all(f).tokensPerSecondPerChip),
                          Expression(throughput(f)) / slices(f), kServing, {{{SCALESCOPE_TEXT("core", "Of the chips that decode.")}}});
    if (path.whole == "serving.per_user")
        return derivation(number("serving.per_user", SCALESCOPE_TEXT("core", "Output tokens of one sequence per second"), "tokens/s/user", "tokens/s",
                                 all(f).tokensPerSecondPerUser),
                          Expression(one(SCALESCOPE_TEXT("core", "One token"))) / tokenTime(f), kServing);
    if (path.whole == "serving.speculation.tokens")
        return acceptedDerivation(f);
    if (path.whole == "serving.speculation.gain")
        return gainDerivation(f);
    if (path.size() == 3 && (path[1] == "cost" || path[1] == "energy"))
        return deriveCost(f, path[1], path[2]);
    if (path.size() == 3 && path[1] == "decode")
        if (auto found = deriveDecode(f, path[2]))
            return found;
    return deriveFound(f, path);
}

/// Of the whole replica or slice, which is there whatever is possible.
std::optional<Derivation> deriveSizes(const ServingFigures& f, const Path& path)
{
    const Context& c = f.c;
    if (path.whole == "serving.chips")
        return chipsDerivation(f);
    if (path.whole == "serving.slice_chips")
        return derivation(slices(f), times(Expression(chips(c)), c.input("serving.decode.servers")), kServing);
    if (path.whole == "serving.copies")
        return copiesDerivation(f);
    for (const ServingSide* side : {&f.decodeSide, &f.prefillSide}) {
        if (path.whole == side->id + ".chips") {
            std::vector<Expression> degrees;
            for (const char* name : {"tensor", "expert", "context", "pipeline"})
                degrees.push_back(degreeOf(c, *side, name));
            return derivation(replicaChips(*side), productOf(std::move(degrees)), kEngines);
        }
        if (path.whole == side->id + ".replicas") {
            Expression slice = chips(c);
            if (side == &f.prefillSide)
                slice = Leaf{{SCALESCOPE_TEXT("core", "Chips of a prefill slice")}, "n_prefill", "chips", chipCount(side->slice)};
            return derivation(replicasOf(*side), std::move(slice) / replicaChips(*side), kEngines);
        }
    }
    return std::nullopt;
}

}  // namespace

Leaf loopTime(const ServingFigures& f)
{
    return number("serving.decode.loop", SCALESCOPE_TEXT("core", "Time of one loop of decode"), "T_loop", "s", all(f).decode.loop.value);
}

Leaf tokensPerLoop(const ServingFigures& f)
{
    return number("serving.speculation.tokens", SCALESCOPE_TEXT("core", "Tokens that a sequence gains in one loop"), "n_accepted", "tokens", all(f).decode.tokensPerLoop);
}

Leaf tokenTime(const ServingFigures& f)
{
    return number("serving.token_time", SCALESCOPE_TEXT("core", "Time per output token, prefills included"), "T_token", "s", all(f).timePerOutputToken.value);
}

Leaf replicaChips(const ServingSide& side)
{
    return derived(side.id + ".chips", {SCALESCOPE_TEXT("core", "Chips of a replica (%1)"), {side.words}}, "n_replica, " + side.words, "chips", side.replica.chips());
}

Leaf replicasOf(const ServingSide& side)
{
    return derived(side.id + ".replicas", {SCALESCOPE_TEXT("core", "Replicas on a slice (%1)"), {side.words}}, "n_replicas, " + side.words, {}, side.replica.replicas());
}

const ServingFigures& Context::serving() const
{
    if (!m_serving)
        m_serving = std::make_shared<const ServingFigures>(*this);
    return *m_serving;
}

std::optional<Derivation> deriveServing(const Context& c, const Path& path)
{
    if (path[0] != "serving")
        return std::nullopt;
    const ServingFigures& f = c.serving();
    for (const auto subject : {deriveSizes, deriveServingMemory, derivePrefill, deriveSteady, deriveLoad, deriveServingShapes})
        if (auto found = subject(f, path))
            return found;
    if (!f.estimate.possible)
        return std::nullopt;
    if (auto found = deriveWhole(f, path))
        return found;
    const auto pass = passOf(f, path);
    if (!pass)
        return std::nullopt;
    for (const auto subject : {derivePass, derivePassWork, derivePassNetwork})
        if (auto found = subject(f, pass->pass, pass->path))
            return found;
    return std::nullopt;
}

}  // namespace scalescope::explain
