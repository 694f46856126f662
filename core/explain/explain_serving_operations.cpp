// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/serving_work.h"
#include "core/explain/work.h"

#include <algorithm>

namespace scalescope::explain {

namespace {

constexpr std::string_view kTraffic = SCALESCOPE_TEXT("core", "Book, chapter 1: each operand is read or written once");

constexpr std::array kNamings = {
    Naming{"time", SCALESCOPE_TEXT("core", "Time of %1 (%2)"), SCALESCOPE_TEXT("core", "Time of %1 (%2)"), "T_", "s"},
    Naming{"flops", SCALESCOPE_TEXT("core", "FLOPs of one %1 (%2)"), SCALESCOPE_TEXT("core", "FLOPs of %1 (%2)"), "FLOPs_", "FLOP"},
    Naming{"weights", SCALESCOPE_TEXT("core", "Weights read by one %1 (%2)"), SCALESCOPE_TEXT("core", "Weights read by %1 (%2)"), "V_", "B"},
    Naming{"activations", SCALESCOPE_TEXT("core", "Activations read and written by one %1 (%2)"), {}, "A_", "B"},
    Naming{"cache", SCALESCOPE_TEXT("core", "Keys, values and state read by one %1 (%2)"), SCALESCOPE_TEXT("core", "Keys, values and state read by %1 (%2)"), "KV_", "B"},
    Naming{"traffic", SCALESCOPE_TEXT("core", "HBM traffic of one %1 (%2)"), {}, "bytes_", "B"},
    Naming{"held", {}, SCALESCOPE_TEXT("core", "Weights of %1 on a chip (%2)"), "w_", "elements"},
};
const LayerOperation& at(const ServingPass& pass, std::size_t i) { return pass.operations()[i]; }

double timeOf(const ServingPass& pass, std::size_t i)
{
    const ChipRates& rates = pass.side.rates;
    const OperationFigures& o = pass.figures[i];
    const double rate = at(pass, i).kind == OperationKind::elementwise ? rates.elementwise.value : rates.matmul.value;
    return (std::max(o.flops / rate, o.traffic() / rates.hbm->value) + rates.launch.value) * o.repeats;
}

Leaf bothCoverage(const ServingPass& pass, std::size_t i)
{
    return {{SCALESCOPE_TEXT("core", "Fraction of the experts that some token of both is sent to")}, "c_both", {}, pass.figures[i].coverage};
}

Derivation ofBoth(const ServingPass& pass, std::size_t i, Of of)
{
    const Leaf leaf = operationLeaf(pass, i, of);
    const Leaf base = operationLeaf(*pass.base, i, of);
    if (of != Of::weights)
        return derivation(leaf, Expression(base) + operationLeaf(*pass.rider, i, of), kChunking);
    if (!at(pass, i).experts)
        return derivation(leaf, base, kChunking, {{{SCALESCOPE_TEXT("core", "Read once for both.")}}});
    return derivation(leaf, Expression(base) * bothCoverage(pass, i) / coverageLeaf(*pass.base, i), kChunking,
                      {{{SCALESCOPE_TEXT("core", "The piece sends tokens to more of the experts.")}}});
}

Derivation timeDerivation(const Context& c, const ServingPass& pass, std::size_t i)
{
    const LayerOperation& op = at(pass, i);
    std::vector<Note> notes;
    const ServingSide& side = pass.side;
    Expression time = maximumOf({Expression(operationLeaf(pass, i, Of::flops)) / rateOf(c, side, op.kind, notes),
                                 Expression(operationLeaf(pass, i, Of::traffic)) / memoryRate(c, side)});
    if (side.rates.launch.value > 0)
        time = std::move(time) + chipFigure(c, side, "chip.kernel_launch", side.rates.launch.value);
    if (c.assumptions().timed != TimedWork::operations)
        notes.push_back({{SCALESCOPE_TEXT("core", "By itself: these assumptions add up what is read and the FLOPs, not operations.")}, pass.id + ".chip"});
    return derivation(operationLeaf(pass, i, Of::time), inLayers(c, side, op.layerKind, std::move(time)), kTimeSource, std::move(notes));
}

Derivation operationDerivation(const ServingFigures& f, const ServingPass& pass, std::size_t i, Of of)
{
    const LayerOperation& op = at(pass, i);
    const View& v = viewOf(pass);
    const Leaf leaf = operationLeaf(pass, i, of);
    if (of == Of::time)
        return timeDerivation(f.c, pass, i);
    if (of == Of::traffic) {
        std::vector<Expression> terms;
        for (const Of part : {Of::activations, Of::weights, Of::cache})
            addTerm(terms, operationLeaf(pass, i, part));
        return derivation(leaf, sumOrNone(std::move(terms), SCALESCOPE_TEXT("core", "Nothing is moved")), kTraffic, notesOf(v, op, true));
    }
    if (pass.base)
        return ofBoth(pass, i, of);
    switch (of) {
    case Of::flops: return derivation(leaf, flopsOf(v, op), sourceOfFlops(v, op), notesOf(v, op, false));
    case Of::weights: return derivation(leaf, weightTraffic(v, op), kTraffic, notesOf(v, op, true));
    case Of::activations: return derivation(leaf, activationTraffic(v, op), kTraffic);
    default: break;
    }
    Expression cached = cacheTraffic(v, op);
    std::vector<Note> notes = notesOf(v, op, true);
    if (const double copies = dividedCopies(f, pass.side, op); copies > 1) {
        cached = std::move(cached) / constant(copies, SCALESCOPE_TEXT("core", "Chips that share a KV head and divide its cache"));
        notes.push_back({{SCALESCOPE_TEXT("core", "Without the split each of them would read all of it.")}});
    }
    return derivation(leaf, std::move(cached), kInference, std::move(notes));
}

}  // namespace

const Naming& namingOf(Of of) { return kNamings[static_cast<std::size_t>(of)]; }

std::optional<Of> ofAt(std::string_view id)
{
    for (std::size_t i = 0; i < kNamings.size(); ++i)
        if (kNamings[i].id == id)
            return static_cast<Of>(i);
    return std::nullopt;
}

double valueOf(const ServingPass& pass, std::size_t i, Of of)
{
    const OperationFigures& o = pass.figures[i];
    switch (of) {
    case Of::time: return timeOf(pass, i);
    case Of::flops: return o.flops;
    case Of::weights: return o.weights;
    case Of::activations: return o.activations;
    case Of::cache: return o.cache;
    case Of::traffic: return o.traffic();
    case Of::held: break;
    }
    return o.held;
}

double inAll(const ServingPass& pass, std::size_t i, Of of) { return valueOf(pass, i, of) * (of == Of::time ? 1.0 : pass.figures[i].repeats); }

const View& viewOf(const ServingPass& pass) { return pass.base ? *pass.base->view : *pass.view; }

Leaf operationLeaf(const ServingPass& pass, std::size_t i, Of of)
{
    const LayerOperation& op = at(pass, i);
    const Naming& n = namingOf(of);
    const std::string letter = contextOf(pass).letterOf(op.layerKind);
    if (of == Of::held)
        return heldOf(contextOf(pass), pass.side, op);
    std::string id = pass.id + ".operation.";
    if (op.layerKind >= 0)
        id += std::string(1, letterOf(static_cast<std::size_t>(op.layerKind))) + ".";
    return derived(id + idOf(op.component) + "." + std::string(n.id), {n.name, {wordOf(op.component), pass.words}, letter},
                   pass.symbol(std::string(n.symbol) + wordOf(op.component) + (letter.empty() ? "" : " " + letter)), n.unit, valueOf(pass, i, of));
}

Expression inAllLayers(const ServingPass& pass, std::size_t i, Of of)
{
    const Leaf leaf = operationLeaf(pass, i, of);
    return of == Of::time ? Expression(leaf) : inLayers(contextOf(pass), pass.side, at(pass, i).layerKind, leaf);
}

Leaf coverageLeaf(const ServingPass& pass, std::size_t i)
{
    return pass.base ? bothCoverage(pass, i) : coverageOf(*pass.view, static_cast<std::size_t>(at(pass, i).layerKind));
}

std::optional<Derivation> deriveOperationOf(const ServingFigures& f, const ServingPass& pass, const Path& rest)
{
    const auto kind = rest.kind(1, f.c);
    const std::size_t first = kind ? 2 : 1;
    if (kind && rest.size() == 3 && pass.view) {
        if (rest[2] == "keys")
            return deriveKeys(*pass.view, *kind);
        if (rest[2] == "coverage")
            return deriveCoverage(*pass.view, *kind);
    }
    const auto component = rest.size() == first + 2 ? rest.component(first) : std::nullopt;
    const auto of = ofAt(rest[first + 1]);
    const Place place{kind ? static_cast<int>(*kind) : -1, component.value_or(Component::embedding)};
    for (std::size_t i = 0; component && of && !namingOf(*of).name.empty() && i < pass.operations().size(); ++i)
        if (placeOf(at(pass, i)) == place && (*of == Of::time || *of == Of::flops || *of == Of::traffic || valueOf(pass, i, *of) > 0))
            return operationDerivation(f, pass, i, *of);
    return std::nullopt;
}

}  // namespace scalescope::explain
