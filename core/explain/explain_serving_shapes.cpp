// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/serving_figures.h"

#include <cmath>

namespace scalescope::explain {

namespace {

constexpr std::string_view kShape = SCALESCOPE_TEXT("core", "Scalescope: the shape of a pass on one chip");
constexpr std::string_view kRates = SCALESCOPE_TEXT("core", "The rate of one chip, as its file states");

/// What of the hardware's file was measured, where it counts.
Expression measured(const Context& c, const ServingSide& side, Expression rate, std::string_view parameter, const std::optional<double>& fraction)
{
    return c.calibrated() && fraction ? times(std::move(rate), chipFigure(c, side, parameter, *fraction)) : rate;
}

Expression longest(const ServingFigures& f)
{
    const Expression mean = Expression(f.c.input("serving.prompt")) + f.c.input("serving.output");
    return f.serving().longest ? maximumOf({f.c.input("serving.longest"), mean}) : mean;
}

Derivation contextDerivation(const ServingFigures& f)
{
    const Leaf leaf = keptContext(f);
    if (f.serving().cacheLayout == CacheLayout::padded)
        return derivation(leaf, longest(f), kEngines, {{{SCALESCOPE_TEXT("core", "A padded cache keeps room for the longest request, and reads all of it.")}}});
    return derivation(leaf, Expression(f.c.input("serving.prompt")) + Expression(f.c.input("serving.position")) * f.c.input("serving.output"), kEngines,
                      {{{SCALESCOPE_TEXT("core", "A paged cache keeps and reads what is there; half of an answer is the mean over its steps.")}}});
}

/// The keys that one kind of decode step has before those that it proposes.
Expression keptBy(const ServingFigures& f, std::string_view pass)
{
    if (pass == "serving.first")
        return f.c.input("serving.prompt");
    if (pass == "serving.last")
        return Expression(f.c.input("serving.prompt")) + f.c.input("serving.output");
    return keptContext(f);
}

Expression shares(const Context& c, const ServingSide& side, bool decodes)
{
    const Leaf experts = degreeOf(c, side, "expert");
    return decodes ? productOf({experts, degreeOf(c, side, "pipeline")}) : Expression(experts);
}

/// Of so many in all the most on one chip: none has a part of one while there are chips enough.
Derivation onChipDerivation(const Context& c, const ServingPass& pass, const Leaf& leaf, Leaf all)
{
    const Leaf single = constant(1, SCALESCOPE_TEXT("core", "No chip has a part of a sequence"));
    return derivation(leaf, maximumOf({Expression(all) / shares(c, pass.side, pass.decodes), minimumOf({all, single})}), kEngines,
                      {{{SCALESCOPE_TEXT("core", "Attention works on sequences of its own on each chip of the expert degree, and a stage on its part of them.")}}});
}

std::optional<Derivation> deriveShape(const ServingFigures& f, const ServingPass& pass, const Path& rest)
{
    const Context& c = f.c;
    const View& v = *pass.view;
    const std::string_view part = rest[0];
    const bool prefills = !pass.decodes;
    if (part == "tokens" && v.tokens.op == Op::leaf && v.tokens.leaf.link == pass.id + ".tokens")
        return derivation(v.tokens.leaf, productOf({v.sequences, v.newTokens}), kShape);
    if (part == "sequences" && sharesSequences(pass.side, pass.decodes) && (prefills || pass.id == "serving.decode")) {
        const Leaf all = !prefills ? sequencesLeaf(c)
                         : pass.id == "serving.piece" ? constant(1, SCALESCOPE_TEXT("core", "One prompt")) : c.input("serving.prefill.batch");
        const Expression& own = v.sequences.op == Op::leaf ? v.sequences : v.sequences.operands.front();
        return onChipDerivation(c, pass, own.leaf, all);
    }
    if (part == "new_tokens" && pass.id == "serving.decode" && f.proposes())
        return derivation(v.newTokens, Expression(constant(1, SCALESCOPE_TEXT("core", "The token that is known"))) + c.input("serving.draft_tokens"),
                          kSpeculating, {{{SCALESCOPE_TEXT("core", "One pass checks all tokens that were proposed, and yields one more.")}}});
    if (part == "context" && !prefills && v.sequence.link == pass.id + ".context") {
        Expression kept = keptBy(f, pass.id);
        if (v.newTokens.value > 1)
            kept = std::move(kept) + c.input("serving.draft_tokens");
        return derivation(v.sequence, std::move(kept), kEngines);
    }
    if (part == "context" && prefills && v.sequence.link == pass.id + ".context")
        return derivation(v.sequence, Expression(v.before) + v.newTokens, kEngines);
    return std::nullopt;
}

Expression shared(const ServingFigures& f) { return Expression(f.c.input("serving.prompt")) - computedTokens(f); }

/// Of a piece of a whole prefill, by its place; of one that rides in a decode step, in the middle of what is computed.
std::optional<Derivation> derivePiece(const ServingFigures& f, const ServingPass& pass, std::string_view part)
{
    const Context& c = f.c;
    const View& v = *pass.view;
    const bool rides = pass.id == "serving.piece";
    if (pass.decodes || (part != "new_tokens" && part != "before") || (part == "before" && v.before.value <= 0))
        return std::nullopt;
    if (pass.id == "serving.prefill")
        return part == "before" ? std::optional(derivation(v.before, shared(f), kEngines)) : std::nullopt;
    const Leaf computed = computedTokens(f);
    const Expression most = minimumOf({c.input(rides ? "serving.chunk" : "serving.prefill.chunk"), computed});
    const Leaf half = constant(2, SCALESCOPE_TEXT("core", "In the middle"));
    const std::size_t index = rides ? 0 : Path(pass.id).index(3).value_or(0);
    const PrefillPiece piece = rides ? PrefillPiece{v.newTokens.value, (computed.value - v.newTokens.value) / 2.0, 1} : piecesOf(f)[index];
    const bool together = piece.times != 1;
    Expression from;
    if (rides)
        from = (Expression(computed) - v.newTokens) / half;
    else if (together)
        from = constant(piece.from, SCALESCOPE_TEXT("core", "Where the middle one of these pieces begins"), "tokens");
    else
        from = Expression(constant(static_cast<double>(index), SCALESCOPE_TEXT("core", "Pieces before it"))) * most;
    if (part == "new_tokens") {
        const bool last = !rides && !together && std::abs(evaluate(most) - piece.tokens) > 1e-12 * piece.tokens;
        return derivation(v.newTokens, last ? Expression(computed) - from : most, kChunking,
                          {{{last ? SCALESCOPE_TEXT("core", "The last piece is what is left of the prompt.")
                                  : SCALESCOPE_TEXT("core", "As many tokens as a piece has at most.")}}});
    }
    if (f.serving().sharedPrompt() > 0)
        from = piece.from > 0 ? shared(f) + std::move(from) : shared(f);
    return derivation(v.before, std::move(from), kChunking);
}

Derivation computedDerivation(const ServingFigures& f)
{
    const Leaf all = constant(1, SCALESCOPE_TEXT("core", "The whole prompt"));
    const Expression hits = Expression(f.c.input("serving.prefix_hit")) + f.c.input("serving.host_hit");
    Expression computed = Expression(f.c.input("serving.prompt")) * (Expression(all) - minimumOf({all, hits}));
    if (evaluate(computed) < computedTokens(f).value)
        computed = minimumOf({constant(1, SCALESCOPE_TEXT("core", "One token is computed in any case")), f.c.input("serving.prompt")});
    return derivation(computedTokens(f), std::move(computed), SCALESCOPE_TEXT("core", "Book, chapter 7, \"Prefix caching\""),
                      {{{SCALESCOPE_TEXT("core", "What lies in a cache is not computed again, but the new tokens meet its keys.")}}});
}

}  // namespace

Leaf number(std::string_view id, std::string_view name, std::string_view symbol, std::string_view unit, double value)
{
    return derived(std::string(id), {name}, std::string(symbol), unit, value);
}

Leaf one(std::string_view name) { return constant(1, name); }

Leaf atLeastNothing(std::string_view unit) { return constant(0, SCALESCOPE_TEXT("core", "No less than nothing"), unit); }

Leaf degreeOf(const Context& c, const ServingSide& side, std::string_view name)
{
    const bool decode = side.degrees == "serving.decode.";
    if ((name == "context" && decode) || (name == "rows" && !decode))
        return one(SCALESCOPE_TEXT("core", "One chip"));
    return c.input(side.degrees + std::string(name));
}

Leaf chipFigure(const Context& c, const ServingSide& side, std::string_view parameter, double value)
{
    Leaf leaf = c.input(parameter);
    if (side.other) {
        leaf.value = value;
        leaf.input = "serving.prefill_hardware";
    }
    return leaf;
}

Leaf peakOf(const ServingSide& side)
{
    return derived(side.id + ".peak", {SCALESCOPE_TEXT("core", "Peak rate of one chip in %1 (%2)"), {side.words, std::string(nameOf(side.rates.peak->dtype))}},
                   "C", "FLOP/s", side.rates.peak->rate.value);
}

Expression rateOf(const Context& c, const ServingSide& side, OperationKind kind, std::vector<Note>& notes)
{
    const Chip& chip = side.slice.chip;
    if (kind == OperationKind::elementwise && chip.vector)
        return chipFigure(c, side, "chip.vector", chip.vector->value);
    if (kind == OperationKind::elementwise)
        notes.push_back({{SCALESCOPE_TEXT("core", "The chip states no vector rate: the matmul rate stands for it.")}});
    return measured(c, side, times(Expression(peakOf(side)), c.input("assumptions.matmul_efficiency")), "chip.matmul_efficiency", chip.matmulEfficiency);
}

Expression memoryRate(const Context& c, const ServingSide& side)
{
    const Chip& chip = side.slice.chip;
    Expression rate = chipFigure(c, side, "chip.hbm.bandwidth", chip.hbm.bandwidth->value);
    return measured(c, side, times(std::move(rate), c.input("assumptions.memory_efficiency")), "chip.memory_efficiency", chip.memoryEfficiency);
}

Leaf unevenness(const Context& c, const ServingSide& side)
{
    const auto layers = static_cast<double>(c.architecture().layers);
    const auto stages = static_cast<double>(side.layout().pipeline);
    return derived(side.id + ".unevenness", {SCALESCOPE_TEXT("core", "Layers of the longest stage in %1, over an even share"), {side.words}}, "u", {},
                   std::ceil(layers / stages) * stages / layers);
}

Expression inLayers(const Context& c, const ServingSide& side, int kind, Expression each)
{
    if (kind < 0)
        return each;
    return times(Expression(c.layersOf(static_cast<std::size_t>(kind))), unevenness(c, side)) * std::move(each);
}

Leaf keptContext(const ServingFigures& f)
{
    return number("serving.context", SCALESCOPE_TEXT("core", "Tokens that a sequence keeps"), "S", "tokens", f.serving().keptContext());
}

Leaf contextOf(const ServingFigures& f, std::string_view pass)
{
    const double proposals = f.proposes() && pass != "serving.plain" ? static_cast<double>(f.serving().draftTokens) : 0.0;
    if (proposals <= 0 && pass == "serving.first")
        return f.c.input("serving.prompt");
    if (proposals <= 0 && pass != "serving.last")
        return keptContext(f);
    return derived(std::string(pass) + ".context", {SCALESCOPE_TEXT("core", "Keys that a new token meets")}, "S_met", "tokens",
                   evaluate(keptBy(f, pass)) + proposals);
}

Leaf sequencesLeaf(const Context& c) { return c.input("serving.sequences"); }

Leaf computedTokens(const ServingFigures& f)
{
    const double computed = f.serving().computedPrompt();
    if (computed == f.serving().prompt)
        return f.c.input("serving.prompt");
    return number("serving.computed", SCALESCOPE_TEXT("core", "Tokens of a prompt that are computed"), "P_computed", "tokens", computed);
}

std::optional<PassPath> passOf(const ServingFigures& f, const Path& path)
{
    const bool piece = path[1] == "prefill" && path[2] == "piece";
    const std::size_t parts = piece ? 4 : 2;
    if (path.size() <= parts || path[0] != "serving")
        return std::nullopt;
    std::string id(path[0]);
    for (std::size_t i = 1; i < parts; ++i)
        id += "." + std::string(path[i]);
    const ServingPass* pass = f.pass(id);
    return pass ? std::optional(PassPath{*pass, Path(path.whole.substr(id.size() + 1))}) : std::nullopt;
}

std::optional<Derivation> deriveServingShapes(const ServingFigures& f, const Path& path)
{
    const Context& c = f.c;
    if (path.whole == "serving.context")
        return contextDerivation(f);
    if (path.whole == "serving.computed" && !computedTokens(f).link.empty())
        return computedDerivation(f);
    for (const ServingSide* side : {&f.decodeSide, &f.prefillSide}) {
        if (path.whole == side->id + ".unevenness") {
            const Leaf layers = c.input("model.layers");
            const Leaf stages = degreeOf(c, *side, "pipeline");
            return derivation(unevenness(c, *side), Expression(Op::roundUp, {Expression(layers) / stages}) * stages / layers,
                              SCALESCOPE_TEXT("core", "Scalescope: a stage has whole layers, and the longest sets the pace"));
        }
        if (path.whole == side->id + ".peak" && side->rates.peak)
            return derivation(peakOf(*side), chipFigure(c, *side, "chip.peak." + std::string(nameOf(side->rates.peak->dtype)), side->rates.peak->rate.value),
                              kRates, {{{SCALESCOPE_TEXT("core", "Peaks are dense rates, never those of sparse matrices.")}}});
    }
    const auto found = passOf(f, path);
    if (!found || !found->pass.view || found->path.size() != 1)
        return std::nullopt;
    if (auto shape = deriveShape(f, found->pass, found->path))
        return shape;
    return derivePiece(f, found->pass, found->path[0]);
}

}  // namespace scalescope::explain
