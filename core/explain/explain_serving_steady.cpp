// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/serving_held.h"

#include <algorithm>

namespace scalescope::explain {

namespace {

constexpr std::string_view kContinuous = SCALESCOPE_TEXT("core", "Book, chapter 7, \"Continuous batching\"");
constexpr std::string_view kInterleaved = SCALESCOPE_TEXT("core", "Yu et al. 2022, \"Orca\"; book, chapter 7, \"Designing an effective inference engine\"");
constexpr std::string_view kRatio = SCALESCOPE_TEXT("core", "Book, chapter 8, \"What about prefill?\"");

const SteadyState& steady(const ServingFigures& f) { return f.estimate.steady; }

struct Part {
    std::string_view id;
    std::string_view name;
    std::string_view symbol;
    std::string_view unit;
    double (*value)(const ServingFigures&);
};
constexpr std::array kSteady = {
    Part{"finished", SCALESCOPE_TEXT("core", "Sequences of a replica that end in one loop"), "B_end", {}, [](const ServingFigures& f) { return steady(f).finishedPerLoop; }},
    Part{"evicted", SCALESCOPE_TEXT("core", "Tokens of keys and values that leave in one loop"), "n_evicted", "tokens",
         [](const ServingFigures& f) { return steady(f).evictedPerLoop; }},
    Part{"prefill_share", SCALESCOPE_TEXT("core", "Share of prefills"), "s_prefill", "%", [](const ServingFigures& f) { return steady(f).prefillShare; }},
    Part{"stall", SCALESCOPE_TEXT("core", "Stall of all decodes by one prefill"), "T_stall", "s", [](const ServingFigures& f) { return steady(f).stall.value; }},
    Part{"piece", SCALESCOPE_TEXT("core", "What a piece of a prompt adds to a step"), "T_piece", "s", [](const ServingFigures& f) { return steady(f).piece.value; }},
    Part{"requests_per_second", SCALESCOPE_TEXT("core", "Requests of one replica per second"), "λ", "1/s", [](const ServingFigures& f) { return steady(f).requestsPerSecond; }},
    Part{"tokens_per_second", SCALESCOPE_TEXT("core", "Output tokens of one replica per second"), "tokens/s", "tokens/s",
         [](const ServingFigures& f) { return steady(f).tokensPerSecond; }},
    Part{"loop", SCALESCOPE_TEXT("core", "Time of one loop in the long run"), "T_loop, steady", "s",
         [](const ServingFigures& f) { return (steady(f).tokenTime * f.estimate.decode.tokensPerLoop).value; }},
    Part{"pieces", SCALESCOPE_TEXT("core", "Pieces of one prompt"), "n_pieces", {}, [](const ServingFigures& f) { return f.costs->pieces; }},
};

const Pools& pools(const ServingFigures& f) { return f.estimate.pools; }
constexpr std::array kPools = {
    Part{"prefill_rate", SCALESCOPE_TEXT("core", "Requests per second that the prefill pool could serve"), "λ_prefill pool", "1/s",
         [](const ServingFigures& f) { return pools(f).prefillRate; }},
    Part{"decode_rate", SCALESCOPE_TEXT("core", "Requests per second that the decode pool could serve"), "λ_decode pool", "1/s",
         [](const ServingFigures& f) { return pools(f).decodeRate; }},
    Part{"ratio", SCALESCOPE_TEXT("core", "Prefill slices that keep one decode slice busy"), "r", {}, [](const ServingFigures& f) { return pools(f).ratio; }},
    Part{"transfer", SCALESCOPE_TEXT("core", "Keys, values and state of one request on their way"), "V_transfer", "B",
         [](const ServingFigures& f) { return pools(f).transfer.value; }},
    Part{"transfer_time", SCALESCOPE_TEXT("core", "Time of the cache on its way to decode"), "T_transfer", "s",
         [](const ServingFigures& f) { return pools(f).transferTime.value_or(Seconds()).value; }},
    Part{"prefill_load", SCALESCOPE_TEXT("core", "Load of the prefill pool at the rate that both can serve"), "ρ_prefill", "%",
         [](const ServingFigures& f) { return pools(f).prefillLoad; }},
    Part{"decode_load", SCALESCOPE_TEXT("core", "Load of the decode pool at the rate that both can serve"), "ρ_decode", "%",
         [](const ServingFigures& f) { return pools(f).decodeLoad; }},
};

template <std::size_t N>
const Part* partOf(const std::array<Part, N>& parts, std::string_view id)
{
    const auto found = std::find_if(parts.begin(), parts.end(), [id](const Part& part) { return part.id == id; });
    return found == parts.end() ? nullptr : &*found;
}

Leaf leafOf(const ServingFigures& f, const std::string& prefix, const Part& part)
{
    return number(prefix + std::string(part.id), part.name, part.symbol, part.unit, part.value(f));
}

Leaf answer(const ServingFigures& f) { return f.c.input("serving.output"); }

Expression finished(const ServingFigures& f) { return times(Expression(sequencesLeaf(f.c)), tokensPerLoop(f)) / answer(f); }

Derivation loopDerivation(const ServingFigures& f)
{
    const Leaf leaf = steadyNumber(f, "loop");
    switch (f.serving().batching) {
    case Batching::interleaved:
        return derivation(leaf,
                          Expression(loopTime(f)) + over(Expression(prefillTime(f)) * steadyNumber(f, "finished"), f.c.input("serving.prefill.batch")),
                          kInterleaved, {{{SCALESCOPE_TEXT("core", "For every sequence that ends another one begins, and its prefill stops all decodes.")}}});
    case Batching::chunked:
        return derivation(leaf, Expression(loopTime(f)) + Expression(steadyNumber(f, "piece")) * steadyNumber(f, "prefill_share"), kChunking,
                          {{{SCALESCOPE_TEXT("core", "Some steps carry a piece of a prompt, and are longer by it.")}}});
    case Batching::disaggregated: break;
    }
    return derivation(leaf, loopTime(f), kApart, {{{SCALESCOPE_TEXT("core", "No prefill runs on these chips.")}}});
}

Derivation shareDerivation(const ServingFigures& f)
{
    const Leaf leaf = steadyNumber(f, "prefill_share");
    switch (f.serving().batching) {
    case Batching::interleaved:
        return derivation(leaf,
                          over(Expression(prefillTime(f)) * steadyNumber(f, "finished"), f.c.input("serving.prefill.batch")) / steadyNumber(f, "loop"),
                          kInterleaved, {{{SCALESCOPE_TEXT("core", "Of the time.")}}});
    case Batching::chunked:
        return derivation(leaf, minimumOf({one(SCALESCOPE_TEXT("core", "Every step carries a piece")), Expression(steadyNumber(f, "finished")) * steadyNumber(f, "pieces")}),
                          kChunking, {{{SCALESCOPE_TEXT("core", "Of the steps: as many pieces are needed as sequences end, times the pieces of a prompt.")}}});
    case Batching::disaggregated: break;
    }
    return derivation(leaf, constant(0, SCALESCOPE_TEXT("core", "No prefill runs on these chips")), kApart);
}

Derivation pieceDerivation(const ServingFigures& f)
{
    const Leaf leaf = steadyNumber(f, "piece");
    const ServingPass* mixed = f.pass("serving.mixed");
    if (!mixed)
        return derivation(leaf, constant(0, SCALESCOPE_TEXT("core", "No piece rides in a step"), "s"), kChunking);
    Expression more = Expression(passNumber(*mixed, mixed->expected())) - passNumber(f.decode(), "step");
    return derivation(leaf, leaf.value > 0 ? std::move(more) : maximumOf({atLeastNothing("s"), std::move(more)}), kChunking,
                      {{{SCALESCOPE_TEXT("core", "Weights are read once for both; where decode waits for them, the piece's arithmetic is nearly free.")}}});
}

Derivation pieceCountDerivation(const ServingFigures& f)
{
    const Leaf leaf = steadyNumber(f, "pieces");
    const Leaf computed = computedTokens(f);
    Expression count(Op::roundUp, {Expression(computed) / minimumOf({f.c.input("serving.chunk"), computed})});
    if (evaluate(count) != leaf.value)
        count = constant(leaf.value, SCALESCOPE_TEXT("core", "Tokens over those of a piece, but for what is lost in rounding"));
    return derivation(leaf, std::move(count), kChunking);
}

std::optional<Derivation> deriveSteadyPart(const ServingFigures& f, std::string_view part)
{
    const Leaf leaf = leafOf(f, "serving.steady.", *partOf(kSteady, part));
    if (part == "finished")
        return derivation(leaf, finished(f), kContinuous, {{{SCALESCOPE_TEXT("core", "Answers end one by one, and prompts take their places.")}}});
    if (part == "evicted")
        return derivation(leaf, Expression(steadyNumber(f, "finished")) * (Expression(f.c.input("serving.prompt")) + answer(f)), kContinuous);
    if (part == "stall" && f.serving().batching == Batching::interleaved)
        return derivation(leaf, prefillTime(f), kInterleaved, {{{SCALESCOPE_TEXT("core", "A prefill stops every decode of its chips.")}}});
    if (part == "stall")
        return derivation(leaf, constant(0, SCALESCOPE_TEXT("core", "No prefill stops a decode"), "s"), f.chunked() ? kChunking : kApart);
    if (part == "requests_per_second")
        return derivation(leaf, Expression(steadyNumber(f, "finished")) / steadyNumber(f, "loop"), kContinuous);
    if (part == "tokens_per_second")
        return derivation(leaf, Expression(sequencesLeaf(f.c)) / tokenTime(f), kContinuous);
    if (part == "prefill_share")
        return shareDerivation(f);
    if (part == "piece")
        return pieceDerivation(f);
    if (part == "pieces")
        return f.chunked() ? std::optional(pieceCountDerivation(f)) : std::nullopt;
    return loopDerivation(f);
}

// Two pools.

Expression ofSlice(const ServingFigures& f, bool decode, std::vector<Note>& notes)
{
    if (!decode)
        return times(Expression(number("serving.prefill.requests_per_second", SCALESCOPE_TEXT("core", "Prompts of one prefill replica per second"), "λ_prefill", "1/s",
                                       f.estimate.prefill.requestsPerSecond)),
                     replicasOf(f.prefillSide));
    notes.push_back({{SCALESCOPE_TEXT("core", "Output tokens per second over those of an answer.")}});
    return times(Expression(number("serving.decode.tokens_per_second", SCALESCOPE_TEXT("core", "Output tokens of one replica per second, undisturbed"), "tokens/s",
                                   "tokens/s", f.estimate.decode.tokensPerSecond)) /
                     answer(f),
                 replicasOf(f.decodeSide));
}

Derivation transferDerivation(const ServingFigures& f)
{
    const KeptCache whole{f, nullptr, "serving.pools.whole", f.c.input("serving.prompt")};
    std::vector<Expression> terms;
    addTerm(terms, whole.keysAndValues());
    addTerm(terms, whole.state());
    return derivation(poolNumber(f, "transfer"), sumOrNone(std::move(terms), SCALESCOPE_TEXT("core", "A prompt leaves nothing")), kApart,
                      {{{SCALESCOPE_TEXT("core", "One copy of each head leaves the chips that hold it.")}}});
}

/// Of one chip towards the outermost network.
Expression bandwidthBetween(const ServingFigures& f, std::vector<Note>& notes)
{
    const Context& c = f.c;
    if (f.serving().transferBandwidth)
        return c.input("serving.transfer_bandwidth");
    const int last = static_cast<int>(c.scenario.hardware.cluster.networks.size()) - 1;
    notes.push_back({{SCALESCOPE_TEXT("core", "A chip's share of the outermost network; none was entered.")}});
    if (std::holds_alternative<DataCentre>(c.scenario.hardware.cluster.networks.back()))
        return Expression(c.input(last, "bandwidth")) / c.input(last, "chips_per_host");
    const Topology topology = topologyOf(c.scenario.hardware.cluster, false);
    const auto below = static_cast<double>(topology.levels[static_cast<std::size_t>(topology.levelCount - 1)].chipsBelow);
    return over(Expression(c.input(last, "bandwidth")), constant(below, SCALESCOPE_TEXT("core", "Chips that share one link into it")));
}

Derivation transferTimeDerivation(const ServingFigures& f)
{
    std::vector<Note> notes = {{{SCALESCOPE_TEXT("core", "All chips of the smaller of both replicas send or receive at once.")}}};
    Expression chips = minimumOf({replicaChips(f.prefillSide), replicaChips(f.decodeSide)});
    return derivation(poolNumber(f, "transfer_time"), Expression(poolNumber(f, "transfer")) / (bandwidthBetween(f, notes) * std::move(chips)), kApart,
                      std::move(notes));
}

std::optional<Derivation> derivePool(const ServingFigures& f, std::string_view part)
{
    const Leaf leaf = leafOf(f, "serving.pools.", *partOf(kPools, part));
    std::vector<Note> notes;
    if (part == "transfer")
        return transferDerivation(f);
    if (part == "transfer_time")
        return pools(f).transferTime ? std::optional(transferTimeDerivation(f)) : std::nullopt;
    if (part == "ratio") {
        Expression decode = ofSlice(f, true, notes);
        return derivation(leaf, std::move(decode) / ofSlice(f, false, notes), kRatio, std::move(notes));
    }
    if (part == "prefill_rate" || part == "decode_rate") {
        const bool decode = part == "decode_rate";
        Expression each = ofSlice(f, decode, notes);
        return derivation(leaf, times(std::move(each), f.c.input(decode ? "serving.decode.servers" : "serving.prefill.servers")), kRatio, std::move(notes));
    }
    const Leaf own = poolNumber(f, part == "decode_load" ? "decode_rate" : "prefill_rate");
    return derivation(leaf, minimumOf({poolNumber(f, "prefill_rate"), poolNumber(f, "decode_rate")}) / own, kRatio,
                      {{{SCALESCOPE_TEXT("core", "The slower pool is busy all the time, the other one waits for it.")}}});
}

}  // namespace

Leaf steadyNumber(const ServingFigures& f, std::string_view part) { return leafOf(f, "serving.steady.", *partOf(kSteady, part)); }

Leaf poolNumber(const ServingFigures& f, std::string_view part) { return leafOf(f, "serving.pools.", *partOf(kPools, part)); }

std::optional<Derivation> deriveSteady(const ServingFigures& f, const Path& path)
{
    if (!f.estimate.possible)
        return std::nullopt;
    if (path[1] == "steady" && path.size() == 3 && partOf(kSteady, path[2]))
        return deriveSteadyPart(f, path[2]);
    if (path[1] != "pools" || !f.apart())
        return std::nullopt;
    if (path.size() == 3 && partOf(kPools, path[2]))
        return derivePool(f, path[2]);
    if (path[2] != "whole" || path.size() < 4)
        return std::nullopt;
    return deriveKept({f, nullptr, "serving.pools.whole", f.c.input("serving.prompt")}, Path(path.whole.substr(std::string_view("serving.pools.whole.").size())));
}

}  // namespace scalescope::explain
