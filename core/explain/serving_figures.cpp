// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/serving_figures.h"

#include <algorithm>
#include <cmath>

namespace scalescope::explain {

namespace {

/// Pieces that the engine times one by one; more are taken together.
constexpr double kTimedPieces = 32;

ServingSide decodeSideOf(const ServingFigures& f)
{
    return {f.in.cluster, f.decoding.replica(), f.decoding.topology(), f.decoding.rates(), "serving.decode", "serving.decode.",
            SCALESCOPE_TEXT("core", "decode")};
}

ServingSide prefillSideOf(const ServingFigures& f)
{
    return {f.prefilling.slice(), f.prefilling.replica(), f.prefilling.topology(), f.prefilling.rates(), "serving.prefill",
            f.apart() ? "serving.prefill." : "serving.decode.", SCALESCOPE_TEXT("core", "prefill"),
            f.apart() && f.c.scenario.prefillHardware.has_value()};
}

/// As the engine has it for so many sequences on a chip.
LocalShape shapeOf(const ServingFigures& f, const ServingSide& side, double newTokens, double context, double sequences, bool decodes)
{
    const Serving& s = f.serving();
    LocalShape shape;
    shape.tokens = sequences * newTokens / static_cast<double>(side.layout().context);
    shape.sequence = context;
    shape.newTokens = newTokens;
    shape.tensor = static_cast<double>(side.layout().tensor);
    shape.context = static_cast<double>(side.layout().context);
    shape.expert = static_cast<double>(side.layout().expert);
    shape.tensorInExperts = s.tensorInExperts;
    shape.mask = decodes ? AttentionMask::full : f.c.assumptions().mask;
    shape.absorbed = decodes;
    shape.expertSkew = s.expertSkew;
    shape.weight = s.weightType;
    shape.activation = s.activationType;
    shape.cache = s.cacheType;
    shape.state = s.stateType;
    return shape;
}

Leaf elementBytes(DType type, std::string_view name, std::string_view symbol, std::string_view parameter)
{
    return chosen(bytesPerElement(type).value, {name, {std::string(nameOf(type))}}, std::string(symbol), "B", parameter);
}

/// Where the figures of a pass's shape are from.
struct ShapeLeaves {
    Leaf sequences;  // on one chip
    Leaf newTokens;
    Leaf context;
    Leaf before = {};
};

View viewOf(const ServingFigures& f, const ServingSide& side, const std::string& id, const std::string& words, const LocalShape& shape,
            const ShapeLeaves& leaves)
{
    const Context& c = f.c;
    const Leaf tensor = degreeOf(c, side, "tensor");
    const Leaf context = degreeOf(c, side, "context");
    Expression tokens = over(productOf({leaves.sequences, leaves.newTokens}), context);
    if (tokens.op != Op::leaf)
        tokens = derived(id + ".tokens", {SCALESCOPE_TEXT("core", "%1: new tokens on one chip"), {words}}, "B_local", "tokens", shape.tokens);
    Expression experts = degreeOf(c, side, "expert");
    const Leaf single = one(SCALESCOPE_TEXT("core", "One chip"));
    if (!shape.tensorInExperts)
        experts = times(std::move(experts), tensor);
    View view{c,
              id + ".operation",
              shape,
              std::move(tokens),
              over(Expression(leaves.sequences), context),
              leaves.context,
              tensor,
              context,
              std::move(experts),
              shape.tensorInExperts ? tensor : single,
              words,
              elementBytes(shape.activation, SCALESCOPE_TEXT("core", "Bytes of one activation (%1)"), "b_a", "serving.type.activation"),
              elementBytes(shape.weight, SCALESCOPE_TEXT("core", "Bytes of one weight (%1)"), "b_w", "serving.type.weight"),
              leaves.newTokens,
              leaves.before};
    if (view.before.value > 0)
        view.before.value = shape.sequence - shape.newTokens;
    forwardOperations(c.architecture(), shape, [&](const LayerOperation& op) { view.operations.push_back(op); });
    return view;
}

std::vector<OperationFigures> figuresOf(const ServingFigures& f, const ServingSide& side, const View& view)
{
    const Architecture& a = f.c.architecture();
    const auto stages = static_cast<double>(side.layout().pipeline);
    const auto layers = static_cast<double>(a.layers);
    const double uneven = std::ceil(layers / stages) * stages / layers;
    std::vector<OperationFigures> all;
    for (const LayerOperation& op : view.operations) {
        OperationFigures o;
        o.repeats = op.repeats * (op.layerKind >= 0 ? uneven : 1.0);
        o.flops = op.forward.flops.value;
        o.coverage = op.experts ? coverageOf(view, static_cast<std::size_t>(op.layerKind)).value : 1.0;
        o.weights = op.weightTraffic.value * o.coverage;
        o.activations = evaluate(activationTraffic(view, op));
        o.cache = op.cacheTraffic.value / dividedCopies(f, side, op);
        o.held = op.borrowsWeights ? 0.0 : op.weights;
        all.push_back(o);
    }
    return all;
}

/// Sequences, or prompts, of the chip that has most.
Leaf onChip(const ServingSide& side, bool decodes, const std::string& id, const std::string& words, Leaf all, double most)
{
    if (!sharesSequences(side, decodes))
        return all;
    return derived(id + ".sequences", {SCALESCOPE_TEXT("core", "%1: sequences of the fullest chip"), {words}}, "B_chip", {}, most);
}

Leaf newToken() { return constant(1, SCALESCOPE_TEXT("core", "The new token")); }

/// Activations of both travel together.
std::vector<CollectiveEstimate> together(const ServingFigures& f, const ServingPass& base, const ServingPass& rider)
{
    std::vector<CollectiveEstimate> all = base.collectives;
    for (std::size_t i = 0; i < all.size() && i < rider.collectives.size(); ++i) {
        CollectiveEstimate& e = all[i];
        e.array += rider.collectives[i].array;
        const auto placement = placementOf(base.side, e);
        if (e.ragged)
            e.each = timeOfRagged(routingOf(f, e.layerKind), e.array, placement, base.side.topology, f.c.assumptions().collectives);
        else
            e.each = timeOf(e.collective, e.array, placement, base.side.topology, f.c.assumptions().collectives);
        e.total = e.each.total * e.repeats;
    }
    return all;
}

}  // namespace

AxisPlacement placementOf(const ServingSide& side, const CollectiveEstimate& e)
{
    if (e.group == Group::copies)
        return side.replica.copies(static_cast<std::int64_t>(e.chips), side.topology);
    return side.replica.of(e.group);
}

Routing routingOf(const ServingFigures& f, int kind)
{
    const Mlp& mlp = f.c.layerOf(static_cast<std::size_t>(kind)).mlp;
    return {static_cast<double>(std::min(mlp.topK, mlp.experts)), static_cast<double>(mlp.experts), f.c.assumptions().routing, 0};
}

double dividedCopies(const ServingFigures& f, const ServingSide& side, const LayerOperation& op)
{
    if (op.kind != OperationKind::attention || op.component == Component::stateUpdate || f.serving().cacheSplit == CacheSplit::copied)
        return 1;
    return static_cast<double>(cacheCopies(f.c.layerOf(static_cast<std::size_t>(op.layerKind)).attention, side.layout().tensor));
}

bool sharesSequences(const ServingSide& side, bool decodes) { return side.layout().expert * (decodes ? side.layout().pipeline : 1) > 1; }

ServingFigures::ServingFigures(const Context& context)
    : c(context), in(servingInputsOf(context.scenario)), estimate(estimateServing(in)), decoding(in), prefilling(in),
      decodeSide(decodeSideOf(*this)), prefillSide(prefillSideOf(*this)), m_plain(context.scenario.serving)
{
    m_plain.speculation = Speculation::none;
    if (estimate.possible)
        costs.emplace(in, prefilling);
}

std::vector<PrefillPiece> piecesOf(const ServingFigures& f)
{
    const Serving& s = f.serving();
    const double computed = s.computedPrompt();
    const double piece = s.prefillChunk > 0 ? std::min(static_cast<double>(s.prefillChunk), computed) : computed;
    const double count = f.estimate.prefill.pieces;
    const double timed = std::min(count, kTimedPieces);
    std::vector<PrefillPiece> pieces;
    for (double i = 0; i < timed; ++i) {
        const double from = timed == count ? i * piece : (i + 0.5) * computed / timed - 0.5 * piece;
        pieces.push_back({timed == count ? std::min(piece, computed - from) : piece, from, timed == count ? 1.0 : computed / piece / timed});
    }
    return pieces;
}

const ServingPass* ServingFigures::pass(std::string_view id) const
{
    if (!estimate.possible)
        return nullptr;
    const auto found = m_passes.find(id);
    if (found != m_passes.end())
        return found->second.get();
    std::unique_ptr<ServingPass> made = make(id);
    return made ? m_passes.emplace(std::string(id), std::move(made)).first->second.get() : nullptr;
}

std::unique_ptr<ServingPass> ServingFigures::make(std::string_view id) const
{
    const Serving& s = serving();
    const bool paged = s.cacheLayout == CacheLayout::paged;
    const double proposals = decoding.draft() ? static_cast<double>(s.draftTokens) : 0.0;
    if (id == "serving.decode")
        return makeDecode(id, SCALESCOPE_TEXT("core", "Decode step"), in, s.keptContext(), proposals);
    if (id == "serving.first" && paged)
        return makeDecode(id, SCALESCOPE_TEXT("core", "First decode step"), in, s.prompt, proposals);
    if (id == "serving.last" && paged)
        return makeDecode(id, SCALESCOPE_TEXT("core", "Last decode step"), in, s.prompt + s.output, proposals);
    if (id == "serving.plain" && s.speculation != Speculation::none)
        return makeDecode(id, SCALESCOPE_TEXT("core", "Decode step without speculation"),
                          {in.architecture, in.cluster, in.prefillCluster, nullptr, m_plain, in.assumptions}, s.keptContext(), 0);
    if (id == "serving.draft" && decoding.draft())
        return std::make_unique<ServingPass>(ServingPass{std::string(id), SCALESCOPE_TEXT("core", "Draft of one token"), decodeSide,
                                                         decoding.draft()->at(decoding.draftSequences(s.sequences))});
    const auto prompts = static_cast<double>(s.prefillBatch);
    if (id == "serving.prefill")
        return makePrefill(id, SCALESCOPE_TEXT("core", "Prefill"), s.computedPrompt(), s.sharedPrompt(), prompts);
    if (id == "serving.piece" && chunked()) {
        const double tokens = std::min(static_cast<double>(s.chunk), s.computedPrompt());
        return makePrefill(id, SCALESCOPE_TEXT("core", "Piece of a prompt"), tokens, s.sharedPrompt() + (s.computedPrompt() - tokens) / 2.0, 1);
    }
    if (id == "serving.mixed" && chunked())
        return makeMixed();
    const Path path(id);
    const std::vector<PrefillPiece> pieces = piecesOf(*this);
    const bool named = path.size() == 4 && path[1] == "prefill" && path[2] == "piece";
    const std::size_t index = named ? path.index(3).value_or(pieces.size()) : pieces.size();
    if (index >= pieces.size() || pieces.size() < 2)
        return nullptr;
    const PrefillPiece& piece = pieces[index];
    return makePrefill(id, SCALESCOPE_TEXT("core", "Piece of a prefill"), piece.tokens, s.sharedPrompt() + piece.from, prompts);
}

std::unique_ptr<ServingPass> ServingFigures::makeDecode(std::string_view id, std::string_view words, const ServingInputs& inputs,
                                                        double context, double proposals) const
{
    const Decoding at(inputs, context);
    const double sequences = serving().sequences;
    auto pass = std::make_unique<ServingPass>(ServingPass{std::string(id), std::string(words), decodeSide, at.step().at(sequences)});
    std::vector<OperationEstimate> operations;
    at.step().list(sequences, Phase::forward, operations, pass->collectives);

    const double most = at.step().sequencesPerChip(sequences);
    ShapeLeaves leaves{onChip(decodeSide, true, "serving.decode", SCALESCOPE_TEXT("core", "Decode step"), sequencesLeaf(c), most), newToken(), contextOf(*this, id)};
    if (proposals > 0)
        leaves.newTokens = derived("serving.decode.new_tokens", {SCALESCOPE_TEXT("core", "Tokens of a sequence that one pass checks")}, "n_new", "tokens",
                                   1.0 + proposals);
    pass->view.emplace(viewOf(*this, decodeSide, pass->id, pass->words, shapeOf(*this, decodeSide, 1.0 + proposals, context + proposals, most, true), leaves));
    pass->view->busy = at.step().busyShare(sequences);
    pass->figures = figuresOf(*this, decodeSide, *pass->view);
    return pass;
}

std::unique_ptr<ServingPass> ServingFigures::makePrefill(std::string_view id, std::string_view words, double newTokens, double before,
                                                         double prompts) const
{
    const ForwardStep step = prefilling.pieceOf(newTokens, before);
    auto pass = std::make_unique<ServingPass>(ServingPass{std::string(id), std::string(words), prefillSide, step.at(prompts), false});
    std::vector<OperationEstimate> operations;
    step.list(prompts, Phase::forward, operations, pass->collectives);

    const bool whole = id == "serving.prefill";
    const std::string own(id);
    const double most = step.sequencesPerChip(prompts);
    const Leaf all = id == "serving.piece" ? constant(1, SCALESCOPE_TEXT("core", "One prompt")) : c.input("serving.prefill.batch");
    ShapeLeaves leaves{onChip(prefillSide, false, own, pass->words, all, most),
                       whole ? computedTokens(*this)
                             : derived(own + ".new_tokens", {SCALESCOPE_TEXT("core", "%1: tokens of a prompt"), {pass->words}}, "T", "tokens", newTokens),
                       {}};
    leaves.context = leaves.newTokens;
    if (before > 0) {
        leaves.before = derived(own + ".before", {SCALESCOPE_TEXT("core", "%1: tokens of the prompt that are there before"), {pass->words}}, "T_before",
                                "tokens", before);
        leaves.context = derived(own + ".context", {SCALESCOPE_TEXT("core", "%1: keys of a prompt"), {pass->words}}, "S", "tokens", before + newTokens);
    }
    pass->view.emplace(viewOf(*this, prefillSide, own, pass->words, shapeOf(*this, prefillSide, newTokens, before + newTokens, most, false), leaves));
    pass->view->busy = step.busyShare(prompts);
    pass->figures = figuresOf(*this, prefillSide, *pass->view);
    return pass;
}

std::unique_ptr<ServingPass> ServingFigures::makeMixed() const
{
    const ServingPass& base = decode();
    const ServingPass& rider = *pass("serving.piece");
    auto mixed = std::make_unique<ServingPass>(ServingPass{"serving.mixed", SCALESCOPE_TEXT("core", "Decode step with a piece"), decodeSide,
                                                           decoding.withPiece(serving().sequences, *costs->piece)});
    mixed->base = &base;
    mixed->rider = &rider;
    mixed->collectives = together(*this, base, rider);
    for (std::size_t i = 0; i < base.figures.size(); ++i) {
        const LayerOperation& op = base.operations()[i];
        OperationFigures both = base.figures[i];
        const OperationFigures& other = rider.figures[i];
        if (op.experts) {
            const double tokens = evaluate(base.view->slice()) * base.view->busy + evaluate(rider.view->slice()) * rider.view->busy;
            both.coverage = expertCoverage(*op.experts, tokens * base.view->shape.expertGroup(), serving().expertSkew);
            both.weights = op.weightTraffic.value * both.coverage;
        }
        both.flops += other.flops;
        both.activations += other.activations;
        both.cache += other.cache;
        mixed->figures.push_back(both);
    }
    return mixed;
}

}  // namespace scalescope::explain
