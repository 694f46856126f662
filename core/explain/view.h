// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/context.h"

namespace scalescope::explain {

constexpr std::string_view kStepPrefix = "pass";
constexpr std::string_view kPrefillPrefix = "prefill";
constexpr std::string_view kDecodePrefix = "decode";
constexpr std::string_view kTokenPrefix = "model.flops_per_token";

/// A pass whose operations are explained: its shape, where each figure of the shape is from, and what it consists of.
struct View {
    const Context& c;
    std::string prefix;      // of the ids of its numbers
    LocalShape shape;
    Expression tokens;
    Expression sequences;
    Leaf sequence;           // keys of each query
    Leaf tensor;             // 1 where nothing is split
    Leaf context;            // likewise
    Expression expertChips;  // that split the experts between them
    Leaf widthInExperts;     // chips that split the width of one
    std::string words;       // how people call the pass
    Leaf activationBytes;    // of one element
    Leaf weightBytes;
    Leaf newTokens = {};     // of each sequence, where its other keys are older
    Leaf before = {};        // keys that are
    double busy = 1;         // of the chips that share the experts, those that have tokens
    std::vector<LayerOperation> operations = {};

    Expression forTokens(Expression each) const;  // times the tokens
    Expression slice() const;                            // tokens whose experts a chip computes
    Expression forSlice(Expression each) const;          // times those
    Expression split(Expression whole) const { return over(std::move(whole), tensor); }
    bool hasOlderKeys() const { return shape.newTokens > 0; }
    std::string id(int kind, std::string_view rest) const;  // "prefill.B.qkv", "prefill.unembedding"
};

View stepView(const Context& c);     // one forward pass of the training step, on one chip
View prefillView(const Context& c);  // one sequence, one chip (see model_shapes.h)
View decodeView(const Context& c);   // a token of each sequence, one chip
View tokenView(const Context& c);    // one token, as FLOPs and parameters are counted

/// Elements of the adapter beside one operation's matrices on a chip of the view: rank x (inner + outer).
Leaf adaptersOf(const View& view, const LayerOperation& op);
Expression adaptersExpression(const View& view, const LayerOperation& op);
constexpr std::string_view kAdapters = SCALESCOPE_TEXT("core", "\"LoRA\" (Hu et al. 2021): two matrices of the rank beside each matrix");

/// What of a token's route through a layer is worth a number of its own.
Leaf keysOf(const View& view, std::size_t kind);      // that a query meets
Leaf coverageOf(const View& view, std::size_t kind);  // of the routed experts

std::optional<Derivation> deriveKeys(const View& view, std::size_t kind);
std::optional<Derivation> deriveCoverage(const View& view, std::size_t kind);

// One operation of a view.
Expression flopsOf(const View& view, const LayerOperation& op);
Expression trafficOf(const View& view, const LayerOperation& op);
Expression activationTraffic(const View& view, const LayerOperation& op);
Expression weightTraffic(const View& view, const LayerOperation& op);  // of a matmul
Expression cacheTraffic(const View& view, const LayerOperation& op);   // of attention: keys, values and state
Expression weightsExpression(const View& view, const LayerOperation& op);
std::vector<Note> notesOf(const View& view, const LayerOperation& op, bool traffic);
std::string_view sourceOfFlops(const View& view, const LayerOperation& op);
std::string_view sourceOfWeights(const View& view, const LayerOperation& op);

/// The parts of those: operations without a matmul, and the matrices of those with one.
Expression mixingFlops(const View& view, const LayerOperation& op);
Expression mixingActivations(const View& view, const LayerOperation& op);  // elements
Expression elementwiseFlops(const View& view, const LayerOperation& op);
Expression elementwiseActivations(const View& view, const LayerOperation& op);
Expression elementwiseWeights(const View& view, const LayerOperation& op);
Expression normScales(const Context& c);  // of one norm
Expression vocabularyOn(const Context& c, const Leaf& tensor);  // entries on a chip, padded

/// A matmul of `tokens` vectors of `inner` elements with matrices into `outer` elements each.
struct Projection {
    Expression tokens;
    Expression inner;
    Expression outer;
    Expression matrices;                   // elements that each vector meets: mostly inner x outer
    std::optional<Expression> read = {};   // that traffic has, where not those
    std::optional<Expression> kept = {};   // that a chip keeps, where not those
    std::optional<Expression> ends = {};   // inner and outer widths of all matrices, where not those above
    std::vector<Expression> riders = {};   // biases, norms and scales kept with them
    bool keepsNone = false;                // the matrix is another's; only riders are kept
};
Projection projectionOf(const View& view, const LayerOperation& op);

/// Of the attention of the step: elements that other shards of the sequence need of its own tokens' keys and values, and
/// those of queries and results.
Expression keysSent(const View& view, const LayerOperation& op);
Expression queriesSent(const View& view, const LayerOperation& op);

/// Elements that a tensor group gathers before an operation, or reduces after it.
Expression sharedElements(const View& view, const LayerOperation& op);

/// The sum of the terms that are not zero, or a zero of this name.
Expression sumOrNone(std::vector<Expression> terms, std::string_view none);
void addTerm(std::vector<Expression>& terms, Expression term);  // unless it is zero

}  // namespace scalescope::explain
