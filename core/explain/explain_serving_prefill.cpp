// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/serving_held.h"

#include <algorithm>
#include <cmath>

namespace scalescope::explain {

namespace {

constexpr std::string_view kPrefill = SCALESCOPE_TEXT("core", "Book, chapter 7, \"Distributing inference over multiple accelerators\", on prefill");
constexpr double kAgreement = 1e-13;

const PrefillPoint& point(const ServingFigures& f) { return f.estimate.prefill; }

/// All pieces as if they were one pass.
ServingPass wholeOf(const ServingFigures& f) { return {"serving.prefill", SCALESCOPE_TEXT("core", "Prefill"), f.prefillSide, point(f).pass, false}; }

Leaf pieceCount(const ServingFigures& f)
{
    return number("serving.prefill.pieces", SCALESCOPE_TEXT("core", "Pieces in which a prompt is computed"), "n_pieces", {}, point(f).pieces);
}

Leaf hostLoad(const ServingFigures& f)
{
    return number("serving.prefill.host_load", SCALESCOPE_TEXT("core", "Time of keys and values on their way from the host"), "T_host", "s", point(f).hostLoad.value);
}

Leaf requestRate(const ServingFigures& f)
{
    return number("serving.prefill.requests_per_second", SCALESCOPE_TEXT("core", "Prompts of one prefill replica per second"), "λ_prefill", "1/s",
                  point(f).requestsPerSecond);
}

Leaf stagesOf(const ServingFigures& f) { return degreeOf(f.c, f.prefillSide, "pipeline"); }

// Sums over pieces, in ranges where they are many.

Leaf leafIn(const ServingPass& pass, std::string_view part)
{
    const Path path(part);
    if (path[0] == "axis")
        return passAxis(pass, *path.axis(1));
    return passNumber(pass, part == "pass" ? pass.expected() : part);
}

Expression termOf(const ServingFigures& f, std::size_t i, std::string_view part)
{
    const PrefillPiece piece = piecesOf(f)[i];
    const ServingPass* pass = f.pass("serving.prefill.piece." + std::to_string(i));
    return times(Expression(leafIn(*pass, part)), constant(piece.times, SCALESCOPE_TEXT("core", "Pieces of which this is the middle")));
}

std::size_t lengthOfRange(std::size_t pieces) { return (pieces + kLongestSum - 1) / kLongestSum; }

Expression sumOfRange(const ServingFigures& f, std::size_t range, std::string_view part)
{
    const std::size_t pieces = piecesOf(f).size();
    const std::size_t length = lengthOfRange(pieces);
    std::vector<Expression> terms;
    for (std::size_t i = range * length; i < std::min(pieces, (range + 1) * length); ++i)
        terms.push_back(termOf(f, i, part));
    return sumOf(std::move(terms));
}

Leaf rangeLeaf(const ServingFigures& f, std::size_t range, std::string_view part)
{
    return derived("serving.prefill.range." + std::to_string(range) + "." + std::string(part),
                   {SCALESCOPE_TEXT("core", "Some of the pieces (%1)"), {std::to_string(range + 1)}}, "T_" + std::to_string(range + 1),
                   "s", evaluate(sumOfRange(f, range, part)));
}

Expression sumOfPieces(const ServingFigures& f, std::string_view part)
{
    const std::size_t pieces = piecesOf(f).size();
    std::vector<Expression> terms;
    if (pieces <= kLongestSum) {
        for (std::size_t i = 0; i < pieces; ++i)
            terms.push_back(termOf(f, i, part));
        return sumOf(std::move(terms));
    }
    for (std::size_t range = 0; range * lengthOfRange(pieces) < pieces; ++range)
        terms.push_back(rangeLeaf(f, range, part));
    return sumOf(std::move(terms));
}

constexpr std::array<std::string_view, 8> kSummed = {"pass", "lower", "upper", "network", "chip", "weights", "cache", "flops"};

std::optional<Derivation> derivePieces(const ServingFigures& f, const Path& rest)
{
    const ServingPass whole = wholeOf(f);
    constexpr std::string_view why = SCALESCOPE_TEXT("core", "The pieces of a prompt are computed one after the other, each with the keys of those before it.");
    const auto part = std::find(kSummed.begin(), kSummed.end(), rest.whole);
    if (part != kSummed.end())
        return derivation(passNumber(whole, *part), sumOfPieces(f, *part), kPrefill, {{{why}}});
    if (rest.whole == "bound")
        return derivation(derived("serving.prefill.bound", {SCALESCOPE_TEXT("core", "%1: bound by %2"), {whole.words, wordOf(whole.times.bound)}}, "T_lower", "s",
                                  whole.times.lower.value),
                          passNumber(whole, "lower"), kPrefill, {{{SCALESCOPE_TEXT("core", "What binds the last piece.")}}});
    if (rest[0] == "axis" && rest.size() == 2) {
        const auto axis = rest.axis(1);
        return axis && passAxis(whole, *axis).value > 0 ? std::optional(derivation(passAxis(whole, *axis), sumOfPieces(f, rest.whole), kPrefill)) : std::nullopt;
    }
    const std::size_t pieces = piecesOf(f).size();
    const auto range = rest[0] == "range" && rest.size() >= 3 ? rest.index(1) : std::nullopt;
    if (!range || pieces <= kLongestSum || *range * lengthOfRange(pieces) >= pieces)
        return std::nullopt;
    const std::string_view of = rest.whole.substr(rest[0].size() + rest[1].size() + 2);
    const bool known = std::find(kSummed.begin(), kSummed.end(), of) != kSummed.end() ||
                       (rest[2] == "axis" && rest.size() == 4 && rest.axis(3));
    return known ? std::optional(derivation(rangeLeaf(f, *range, of), sumOfRange(f, *range, of), kPrefill)) : std::nullopt;
}

/// Stages work on different pieces at once.
Expression together(const ServingFigures& f)
{
    Expression pass = passNumber(wholeOf(f), "pass");
    if (f.prefillSide.layout().pipeline <= 1)
        return pass;
    return std::move(pass) * (Expression(pieceCount(f)) + stagesOf(f) - one(SCALESCOPE_TEXT("core", "The stage that begins"))) /
           (Expression(pieceCount(f)) * stagesOf(f));
}

Expression notBefore(const ServingFigures& f, Expression time)
{
    return point(f).hostLoad.value > 0 ? maximumOf({std::move(time), hostLoad(f)}) : time;
}

Derivation timeDerivation(const ServingFigures& f)
{
    std::vector<Note> notes;
    if (f.prefillSide.layout().pipeline > 1)
        notes.push_back({{SCALESCOPE_TEXT("core", "Stages work on pieces of a prompt at once: with one piece each waits for the one before it.")}});
    if (point(f).hostLoad.value > 0)
        notes.push_back({{SCALESCOPE_TEXT("core", "What comes from the host arrives beside the arithmetic.")}});
    return derivation(prefillTime(f), notBefore(f, together(f)), kPrefill, std::move(notes));
}

Derivation pieceCountDerivation(const ServingFigures& f)
{
    if (f.serving().prefillChunk <= 0)
        return derivation(pieceCount(f), one(SCALESCOPE_TEXT("core", "A prompt is computed whole")), kPrefill);
    const Leaf computed = computedTokens(f);
    Expression count(Op::roundUp, {Expression(computed) / minimumOf({f.c.input("serving.prefill.chunk"), computed})});
    if (evaluate(count) != point(f).pieces)
        count = constant(point(f).pieces, SCALESCOPE_TEXT("core", "Tokens over those of a piece, but for what is lost in rounding"));
    return derivation(pieceCount(f), std::move(count), kPrefill);
}

KeptCache fromHost(const ServingFigures& f)
{
    return {f, &f.prefillSide, "serving.prefill.host",
            number("serving.prefill.host.tokens", SCALESCOPE_TEXT("core", "Tokens of a prompt that are on the host"), "P_host", "tokens",
                   f.serving().prompt * std::min(1.0, f.serving().hostHit))};
}

Derivation hostDerivation(const ServingFigures& f)
{
    constexpr std::string_view source = SCALESCOPE_TEXT("core", "Book, chapter 7, \"Prefix caching\"");
    if (point(f).hostLoad.value <= 0)
        return derivation(hostLoad(f), constant(0, SCALESCOPE_TEXT("core", "Nothing comes from the host"), "s"), source);
    Expression prompts = f.c.input("serving.prefill.batch");
    if (f.prefillSide.layout().expert > 1)
        prompts = maximumOf({std::move(prompts) / degreeOf(f.c, f.prefillSide, "expert"), minimumOf({f.c.input("serving.prefill.batch"), one(SCALESCOPE_TEXT("core", "No chip has a part of a prompt"))})});
    return derivation(hostLoad(f),
                      std::move(prompts) * fromHost(f).keysAndValues() /
                          chipFigure(f.c, f.prefillSide, "chip.host_link", f.prefillSide.slice.chip.hostLink->value),
                      source);
}

Expression between(const ServingFigures& f) { return over(Expression(passNumber(wholeOf(f), "pass")), stagesOf(f)); }

Derivation rateDerivation(const ServingFigures& f)
{
    return derivation(requestRate(f), Expression(f.c.input("serving.prefill.batch")) / notBefore(f, between(f)), kPrefill,
                      {{{SCALESCOPE_TEXT("core", "Batches of prompts follow one another, through the stages where there are several.")}}});
}

Derivation utilisationDerivation(const ServingFigures& f)
{
    std::vector<Note> notes = {{{SCALESCOPE_TEXT("core", "The FLOPs that count as arithmetic, over what the chips could do.")}}};
    Expression flops = Expression(passNumber(wholeOf(f), "flops")) * rateOf(f.c, f.prefillSide, OperationKind::matmul, notes);
    return derivation(number("serving.prefill.utilisation", SCALESCOPE_TEXT("core", "FLOPs utilisation of prefill"), "MFU", "%", point(f).utilisation),
                      over(std::move(flops), stagesOf(f)) / (Expression(peakOf(f.prefillSide)) * between(f)), kPrefill, std::move(notes));
}

}  // namespace

Leaf prefillTime(const ServingFigures& f)
{
    return number("serving.prefill.time", SCALESCOPE_TEXT("core", "Time of a prefill"), "T_prefill", "s", point(f).time.value);
}

std::optional<Derivation> derivePrefill(const ServingFigures& f, const Path& path)
{
    if (path[1] != "prefill" || path.size() < 3 || !f.estimate.possible)
        return std::nullopt;
    const Path rest(path.whole.substr(std::string_view("serving.prefill.").size()));
    if (rest.whole == "time")
        return timeDerivation(f);
    if (rest.whole == "pieces")
        return pieceCountDerivation(f);
    if (rest.whole == "host_load")
        return hostDerivation(f);
    if (rest.whole == "requests_per_second")
        return rateDerivation(f);
    if (rest.whole == "tokens_per_second")
        return derivation(number("serving.prefill.tokens_per_second", SCALESCOPE_TEXT("core", "Tokens of prompts per second of one prefill replica"), "tokens/s",
                                 "tokens/s", point(f).tokensPerSecond),
                          Expression(requestRate(f)) * f.c.input("serving.prompt"), kPrefill,
                          {{{SCALESCOPE_TEXT("core", "Tokens that lie in a cache count as well.")}}});
    if (rest.whole == "utilisation")
        return utilisationDerivation(f);
    if (rest.whole == "host.tokens" && point(f).hostLoad.value > 0)
        return derivation(fromHost(f).context, Expression(f.c.input("serving.prompt")) * f.c.input("serving.host_hit"), kPrefill);
    if (rest[0] == "host" && rest.size() > 1 && point(f).hostLoad.value > 0)
        return deriveKept(fromHost(f), Path(rest.whole.substr(std::string_view("host.").size())));
    return point(f).pieces > 1 ? derivePieces(f, rest) : std::nullopt;
}

}  // namespace scalescope::explain
