// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/view.h"

namespace scalescope::explain {

namespace {

constexpr std::string_view kTraffic = SCALESCOPE_TEXT("core", "Book, chapter 1: each operand is read or written once");

Words wordsOf(const View& v, const Place& place, std::string_view text)
{
    return {text, {wordOf(place.component), v.words}, v.c.letterOf(place.kind)};
}

std::string subscript(const View& v, const Place& place)
{
    const std::string letter = v.c.letterOf(place.kind);
    return wordOf(place.component) + (letter.empty() ? "" : " " + letter) + ", " + v.words;
}

Leaf flopsLeaf(const View& v, const LayerOperation& op)
{
    const Place place = placeOf(op);
    return derived(v.id(place.kind, idOf(place.component) + ".flops"), wordsOf(v, place, SCALESCOPE_TEXT("core", "FLOPs of one %1, %2")),
                   "FLOPs_" + subscript(v, place), "FLOP", op.forward.flops.value);
}

Leaf trafficLeaf(const View& v, const LayerOperation& op)
{
    const Place place = placeOf(op);
    return derived(v.id(place.kind, idOf(place.component) + ".traffic"),
                   wordsOf(v, place, SCALESCOPE_TEXT("core", "HBM traffic of one %1, %2")), "bytes_" + subscript(v, place), "B",
                   op.forward.traffic.value);
}

Leaf intensityLeaf(const View& v, const LayerOperation& op)
{
    const Place place = placeOf(op);
    return derived(v.id(place.kind, idOf(place.component) + ".intensity"),
                   wordsOf(v, place, SCALESCOPE_TEXT("core", "Arithmetic intensity of %1, %2")), "I_" + subscript(v, place), "FLOP/B",
                   intensityOf(op.forward).value);
}

std::optional<Derivation> deriveOperationOf(const View& v, const LayerOperation& op, std::string_view part)
{
    if (part == "flops")
        return derivation(flopsLeaf(v, op), flopsOf(v, op), sourceOfFlops(v, op), notesOf(v, op, false));
    if (part == "traffic")
        return derivation(trafficLeaf(v, op), trafficOf(v, op), kTraffic, notesOf(v, op, true));
    if (part == "intensity")
        return derivation(intensityLeaf(v, op), Expression(flopsLeaf(v, op)) / trafficLeaf(v, op),
                          SCALESCOPE_TEXT("core", "Book, chapter 1, \"Arithmetic intensity\""));
    return std::nullopt;
}

std::string_view nameOfSum(OperationKind kind) { return kind == OperationKind::matmul ? "matmul" : "attention"; }

// FLOPs of one token: the sums by kind of layer, and over all.

Leaf sumLeaf(const View& v, int kind, OperationKind of)
{
    double sum = 0;
    for (const LayerOperation& op : v.operations)
        if (op.kind == of && op.layerKind == kind)
            sum += op.forward.flops.value;
    const bool matmul = of == OperationKind::matmul;
    const std::string letter = v.c.letterOf(kind);
    return derived(v.id(kind, nameOfSum(of)),
                   {matmul ? SCALESCOPE_TEXT("core", "FLOPs of the matmuls of one layer per token, forward")
                           : SCALESCOPE_TEXT("core", "FLOPs of scores and values of one layer per token, forward"), {}, letter},
                   std::string(matmul ? "f_matmul" : "f_attention") + ", " + (letter.empty() ? "layer" : letter), "FLOP", sum);
}

std::vector<Expression> termsOf(const View& v, int kind, OperationKind of)
{
    std::vector<Expression> terms;
    for (const LayerOperation& op : v.operations)
        if (op.kind == of && op.layerKind == kind && op.forward.flops.value > 0)
            terms.push_back(flopsLeaf(v, op));
    return terms;
}

std::optional<Derivation> deriveSum(const View& v, int kind, OperationKind of)
{
    std::vector<Expression> terms = termsOf(v, kind, of);
    if (terms.empty())
        return std::nullopt;
    return derivation(sumLeaf(v, kind, of), sumOf(std::move(terms)),
                      SCALESCOPE_TEXT("core", "Book, chapter 4, \"Global FLOPs and params calculation\""));
}

Derivation deriveTotal(const View& v, OperationKind of)
{
    std::vector<Expression> terms;
    for (const std::size_t k : v.c.usedKinds())
        addTerm(terms, v.c.inLayers(static_cast<int>(k), sumLeaf(v, static_cast<int>(k), of)));
    for (Expression& term : termsOf(v, -1, of))
        terms.push_back(std::move(term));
    const bool matmul = of == OperationKind::matmul;
    return derivation(matmul ? matmulFlopsPerToken(v.c) : attentionFlopsPerToken(v.c),
                      sumOrNone(std::move(terms), matmul ? SCALESCOPE_TEXT("core", "A model without matmuls")
                                                         : SCALESCOPE_TEXT("core", "No layer mixes tokens")),
                      SCALESCOPE_TEXT("core", "Book, chapter 4, \"Global FLOPs and params calculation\""));
}

std::optional<Derivation> deriveIn(const View& v, const Path& path)
{
    const auto kind = path.kind(0, v.c);
    const std::size_t first = kind ? 1 : 0;
    const int layerKind = kind ? static_cast<int>(*kind) : -1;
    if (kind && path.size() == 2) {
        if (path[1] == "keys")
            return deriveKeys(v, *kind);
        if (path[1] == "coverage" && v.prefix != kDecodePrefix)
            return deriveCoverage(v, *kind);
    }
    if (v.prefix == kTokenPrefix && path.size() == first + 1)
        for (const OperationKind of : {OperationKind::matmul, OperationKind::attention})
            if (path[first] == nameOfSum(of))
                return kind ? deriveSum(v, layerKind, of) : std::optional(deriveTotal(v, of));
    const auto component = path.size() == first + 2 ? path.component(first) : std::nullopt;
    const LayerOperation* op = component ? find(v.operations, {layerKind, *component}) : nullptr;
    return op ? deriveOperationOf(v, *op, path[first + 1]) : std::nullopt;
}

}  // namespace

std::optional<Derivation> deriveInViews(const Context& c, const Path& path)
{
    struct Maker {
        std::string_view prefix;
        View (*make)(const Context&);
    };
    constexpr std::array makers = {Maker{kStepPrefix, stepView}, Maker{kPrefillPrefix, prefillView}, Maker{kDecodePrefix, decodeView},
                                   Maker{kTokenPrefix, tokenView}};
    for (const Maker& maker : makers) {
        const std::size_t length = maker.prefix.size();
        if (path.whole.starts_with(maker.prefix) && path.whole.size() > length + 1 && path.whole[length] == '.')
            return deriveIn(maker.make(c), Path(path.whole.substr(length + 1)));
    }
    return std::nullopt;
}

}  // namespace scalescope::explain
