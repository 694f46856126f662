// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/view.h"
#include "core/inference/serving.h"

#include <map>

namespace scalescope::explain {

constexpr std::string_view kInference = SCALESCOPE_TEXT("core", "Book, chapter 7, \"Theoretical estimates for LLM latency and throughput\"");
constexpr std::string_view kServing = SCALESCOPE_TEXT("core", "Book, chapter 8, \"Serving LLaMA 3-70B on TPUs\"");
constexpr std::string_view kEngines = SCALESCOPE_TEXT("core", "Book, chapter 7, \"Designing an effective inference engine\"");
constexpr std::string_view kSpeculating = SCALESCOPE_TEXT("core", "Leviathan et al. 2023, \"Fast inference from transformers via speculative decoding\"");
constexpr std::string_view kChunking = SCALESCOPE_TEXT("core", "Agrawal et al. 2024, \"Sarathi-Serve\"");
constexpr std::string_view kApart = SCALESCOPE_TEXT("core", "Zhong et al. 2024, \"DistServe\"");

/// The chips on which a kind of pass runs.
struct ServingSide {
    const Cluster& slice;
    const Replica& replica;
    const Topology& topology;
    const ChipRates& rates;
    std::string id;         // of its own numbers: "serving.decode"
    std::string degrees;    // what the ids of its degrees begin with: interleaved prefill has those of decode
    std::string words;
    bool other = false;     // other hardware than the scenario's, of which no parameter speaks

    const ServingLayout& layout() const { return replica.layout(); }
};

/// What one operation of a pass does in one layer, and how often.
struct OperationFigures {
    double repeats = 0;
    double flops = 0;
    double weights = 0;      // bytes read, of the experts those that some token meets
    double activations = 0;
    double cache = 0;
    double held = 0;         // elements of its weights
    double coverage = 1;     // of the experts

    double traffic() const { return weights + activations + cache; }
};

/// One kind of forward pass of serving, and what its numbers are made of.
struct ServingPass {
    std::string id;     // what the ids of its numbers begin with: "serving.decode"
    std::string words;  // what it is called
    const ServingSide& side;
    ForwardTimes times;
    bool decodes = true;
    std::optional<View> view = {};           // the shape, where its operations can be shown
    const ServingPass* base = nullptr;       // or two passes in one: a decode step
    const ServingPass* rider = nullptr;      // and a piece of a prompt
    std::vector<OperationFigures> figures = {};  // as `operations`
    std::vector<CollectiveEstimate> collectives = {};

    const std::vector<LayerOperation>& operations() const { return base ? base->operations() : view->operations; }
    bool opens() const { return base || view; }
    std::string_view expected() const { return id == "serving.prefill" ? "pass" : "step"; }

    /// A symbol that says of which pass it is, where another could stand beside it.
    std::string symbol(const std::string& plain) const
    {
        const std::string mark = id == "serving.decode" || id == "serving.prefill" ? std::string() : id.substr(id.rfind('.') + 1);
        return mark.empty() ? plain : plain + (plain.find('_') == std::string::npos ? "_" : ", ") + mark;
    }
};

/// The serving answer of a scenario, and what it was worked out from.
struct ServingFigures {
    explicit ServingFigures(const Context& context);
    ServingFigures(const ServingFigures&) = delete;

    /// By its id; null when the scenario has none such.
    const ServingPass* pass(std::string_view id) const;
    const ServingPass& decode() const { return *pass("serving.decode"); }

    const Serving& serving() const { return in.serving; }
    bool apart() const { return in.serving.batching == Batching::disaggregated; }
    bool chunked() const { return in.serving.batching == Batching::chunked; }
    bool proposes() const { return decoding.draft() != nullptr; }

    const Context& c;
    ServingInputs in;
    ServingEstimate estimate;
    Decoding decoding;
    Prefilling prefilling;
    ServingSide decodeSide;
    ServingSide prefillSide;
    std::optional<SteadyCosts> costs;

private:
    std::unique_ptr<ServingPass> make(std::string_view id) const;
    std::unique_ptr<ServingPass> makeDecode(std::string_view id, std::string_view words, const ServingInputs& inputs, double context,
                                            double proposals) const;
    std::unique_ptr<ServingPass> makePrefill(std::string_view id, std::string_view words, double newTokens, double before, double prompts) const;
    std::unique_ptr<ServingPass> makeMixed() const;

    Serving m_plain;
    mutable std::map<std::string, std::unique_ptr<ServingPass>, std::less<>> m_passes;
};

/// A piece of a whole prefill by its index: tokens, and computed ones before it. Many are timed together.
struct PrefillPiece {
    double tokens;
    double from;
    double times;  // pieces that it stands for
};
std::vector<PrefillPiece> piecesOf(const ServingFigures& f);

bool sharesSequences(const ServingSide& side, bool decodes);  // over more than one chip
AxisPlacement placementOf(const ServingSide& side, const CollectiveEstimate& e);
Routing routingOf(const ServingFigures& f, int kind);

/// How many ways the chips of a KV head divide what an operation reads of its cache.
double dividedCopies(const ServingFigures& f, const ServingSide& side, const LayerOperation& op);

// How an id continues after that of its pass.
struct PassPath {
    const ServingPass& pass;
    Path path;
};
std::optional<PassPath> passOf(const ServingFigures& f, const Path& path);

// Degrees and other figures of a side.
Leaf degreeOf(const Context& c, const ServingSide& side, std::string_view name);  // "tensor"
Leaf peakOf(const ServingSide& side);
Expression rateOf(const Context& c, const ServingSide& side, OperationKind kind, std::vector<Note>& notes);
Expression memoryRate(const Context& c, const ServingSide& side);
Leaf chipFigure(const Context& c, const ServingSide& side, std::string_view parameter, double value);
Leaf unevenness(const Context& c, const ServingSide& side);  // 1 where stages have as many layers
Expression inLayers(const Context& c, const ServingSide& side, int kind, Expression each);

/// Elements of an operation's weights that a chip of the side has.
Leaf heldOf(const Context& c, const ServingSide& side, const LayerOperation& op);

// Numbers of a pass.
Leaf passNumber(const ServingPass& pass, std::string_view part);  // "step", "lower", ...; the expected one by expected()
Leaf passAxis(const ServingPass& pass, Axis axis);
std::vector<Expression> chipTerms(const ServingPass& pass);  // times of its components
Leaf workOf(const ServingPass& pass, std::string_view part);  // "weights" and "cache" in bytes, "flops"
Leaf collectiveTime(const ServingPass& pass, std::size_t index);

Leaf number(std::string_view id, std::string_view name, std::string_view symbol, std::string_view unit, double value);
Leaf one(std::string_view name);
Leaf atLeastNothing(std::string_view unit = {});

// Numbers of the whole that subjects use of one another.
Leaf loopTime(const ServingFigures& f);
Leaf tokensPerLoop(const ServingFigures& f);
Leaf tokenTime(const ServingFigures& f);
Leaf prefillTime(const ServingFigures& f);
Leaf steadyNumber(const ServingFigures& f, std::string_view part);
Leaf poolNumber(const ServingFigures& f, std::string_view part);
Leaf computedTokens(const ServingFigures& f);
Leaf replicasOf(const ServingSide& side);
Leaf replicaChips(const ServingSide& side);
Leaf keptContext(const ServingFigures& f);  // of one sequence
Leaf contextOf(const ServingFigures& f, std::string_view decode);  // that a kind of decode step reads
Leaf sequencesLeaf(const Context& c);  // of one replica

std::optional<Derivation> derivePass(const ServingFigures& f, const ServingPass& pass, const Path& rest);
std::optional<Derivation> derivePassWork(const ServingFigures& f, const ServingPass& pass, const Path& rest);
std::optional<Derivation> derivePassNetwork(const ServingFigures& f, const ServingPass& pass, const Path& rest);
std::optional<Derivation> deriveServingShapes(const ServingFigures& f, const Path& path);
std::optional<Derivation> deriveServingMemory(const ServingFigures& f, const Path& path);
std::optional<Derivation> derivePrefill(const ServingFigures& f, const Path& path);
std::optional<Derivation> deriveSteady(const ServingFigures& f, const Path& path);
std::optional<Derivation> deriveLoad(const ServingFigures& f, const Path& path);

}  // namespace scalescope::explain
