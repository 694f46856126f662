// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/context.h"

#include "core/base/format.h"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace scalescope {

std::string idOf(Component component)
{
    std::string id(nameOf(component));
    for (char& c : id)
        c = c == ' ' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return id;
}

}  // namespace scalescope

namespace scalescope::explain {

namespace {

struct InputSymbol {
    std::string_view id;
    std::string_view symbol;
};

// Where the parameter table has no symbol of the field, a formula needs one nevertheless.
constexpr std::array kSymbols = {
    InputSymbol{"plan.data", "R"},
    InputSymbol{"plan.context", "n_context"},
    InputSymbol{"plan.pipeline", "P"},
    InputSymbol{"plan.microbatches", "m"},
    InputSymbol{"plan.chunks", "v"},
    InputSymbol{"plan.prefetch", "n_ahead"},
    InputSymbol{"plan.remat_interval", "n_remat"},
    InputSymbol{"plan.lora_rank", "r_LoRA"},
    InputSymbol{"plan.logits_chunks", "n_chunks"},
    InputSymbol{"plan.offload_activations", "o"},
    InputSymbol{"plan.checkpoints", "k"},
    InputSymbol{"plan.recompute", "r"},
    InputSymbol{"chip.price", "p"},
    InputSymbol{"chip.vector", "C_vector"},
    InputSymbol{"chip.hbm.bandwidth", "W_HBM"},
    InputSymbol{"chip.host_link", "W_host"},
    InputSymbol{"chip.matmul_efficiency", "η_matmul, chip"},
    InputSymbol{"chip.memory_efficiency", "η_HBM, chip"},
    InputSymbol{"chip.kernel_launch", "t_launch"},
    InputSymbol{"chip.reserve", "M_chip"},
    InputSymbol{"run.failure_time", "t_failure, chip"},
    InputSymbol{"run.checkpoint_interval", "t_interval"},
    InputSymbol{"run.checkpoint_bandwidth", "W_storage"},
    InputSymbol{"run.restart", "t_restart"},
    InputSymbol{"workload.run_tokens", "B_run"},
    InputSymbol{"assumptions.start_up", "t_start"},
    InputSymbol{"assumptions.matmul_efficiency", "η_matmul"},
    InputSymbol{"assumptions.memory_efficiency", "η_HBM"},
    InputSymbol{"assumptions.network_efficiency", "η_network"},
    InputSymbol{"assumptions.reserve", "M_reserve"},
    InputSymbol{"assumptions.overlap.tensor", "h_tensor"},
    InputSymbol{"assumptions.overlap.expert", "h_expert"},
    InputSymbol{"assumptions.overlap.context", "h_context"},
    InputSymbol{"assumptions.overlap.pipeline", "h_pipeline"},
    InputSymbol{"assumptions.overlap.host", "h_host"},
    InputSymbol{"assumptions.overlap.fsdp", "h_FSDP"},
    InputSymbol{"assumptions.overlap.data", "h_data"},
};

constexpr std::array kNetworkSymbols = {
    InputSymbol{"bandwidth", "W"}, InputSymbol{"hop", "t"},            InputSymbol{"degree", "d"},
    InputSymbol{"slices", "d"},    InputSymbol{"chips_per_host", "c"}, InputSymbol{"reduction_gain", "g"},
    InputSymbol{"efficiency", "η"}, InputSymbol{"start_up", "t_start"},
};

constexpr std::string_view kDimensionNames = "xyzuvw";

template <std::size_t N>
std::string_view symbolIn(const std::array<InputSymbol, N>& symbols, std::string_view id)
{
    const auto found = std::find_if(symbols.begin(), symbols.end(), [id](const InputSymbol& s) { return s.id == id; });
    return found == symbols.end() ? std::string_view() : found->symbol;
}

std::string networkSymbol(const Path& path, const std::string& network)
{
    if (path[2] == "shape")
        return std::string("n_") + kDimensionNames[std::min(path.index(3).value_or(0), kDimensionNames.size() - 1)];
    const std::string_view symbol = symbolIn(kNetworkSymbols, path[2]);
    return symbol.empty() ? std::string() : std::string(symbol) + "_" + network;
}

/// What tells parameters of one label apart: the network, its dimension, the dtype.
std::string qualifierOf(const Path& path, const std::string& network)
{
    if (path[0] == "chip" && path[1] == "peak")
        return std::string(path[2]);
    if (path[0] != "network")
        return {};
    return path[2] == "shape" ? network + " " + networkSymbol(path, network).substr(2) : network;
}

}  // namespace

bool Context::has(std::string_view parameter) const
{
    return std::any_of(table.begin(), table.end(), [parameter](const Parameter& p) { return p.id == parameter && p.relevant; });
}

Leaf Context::inKind(std::size_t kind, std::string_view field) const
{
    if (kind == 0)
        return input(idInKind(0, field));
    Leaf own = input(idInKind(kind, field));
    const std::string shared = idInKind(0, field);
    if (has(shared)) {
        Leaf first = input(shared);
        if (first.value == own.value)
            return first;
    }
    own.name.kind = letterOf(static_cast<int>(kind));
    if (!own.symbol.empty())
        own.symbol += (own.symbol.find('_') == std::string::npos ? "_" : ", ") + own.name.kind;
    return own;
}

std::string Context::letterOf(int kind) const
{
    const bool told = kind >= 0 && architecture().kinds.size() > 1;
    return told ? std::string(1, scalescope::letterOf(static_cast<std::size_t>(kind))) : std::string();
}

Leaf Context::layersOf(std::size_t kind) const
{
    if (architecture().kinds.size() == 1)
        return input("model.layers");
    const std::string letter = letterOf(static_cast<int>(kind));
    return derived("model.layers." + letter, {SCALESCOPE_TEXT("core", "Layers of one kind"), {}, letter}, "L_" + letter, {},
                   static_cast<double>(layerCounts(architecture())[kind]));
}

double Context::countOf(std::size_t kind, int index) const
{
    std::array<double, kMaxLayerKinds> counts{};
    stages.layers().count(index, std::span(counts).first(architecture().kinds.size()));
    return counts[kind];
}

Leaf Context::layersOf(std::size_t kind, int index) const
{
    if (plan().pipeline <= 1)
        return layersOf(kind);
    const std::string letter = letterOf(static_cast<int>(kind));
    const std::string stageName = std::to_string(index);
    return derived("stage." + stageName + ".layers" + (letter.empty() ? "" : "." + letter),
                   {SCALESCOPE_TEXT("core", "Layers on stage %1"), {stageName}, letter},
                   "L_" + stageName + (letter.empty() ? "" : ", " + letter), {}, countOf(kind, index));
}

Expression Context::onStage(int index, int kind, Expression each) const
{
    return kind < 0 ? std::move(each) : Expression(layersOf(static_cast<std::size_t>(kind), index)) * std::move(each);
}

Expression Context::inLayers(int kind, Expression each) const
{
    return kind < 0 ? std::move(each) : Expression(layersOf(static_cast<std::size_t>(kind))) * std::move(each);
}

std::vector<std::size_t> Context::usedKinds() const
{
    std::vector<std::size_t> used;
    const auto counts = layerCounts(architecture());
    for (std::size_t k = 0; k < architecture().kinds.size(); ++k)
        if (counts[k] > 0)
            used.push_back(k);
    return used;
}

const LayerOperation* find(const std::vector<LayerOperation>& operations, const Place& place)
{
    const auto found = std::find_if(operations.begin(), operations.end(),
                                    [&place](const LayerOperation& op) { return placeOf(op) == place; });
    return found == operations.end() ? nullptr : &*found;
}

Leaf Context::input(std::string_view id) const
{
    const Path path(id);
    const std::string network = path[0] == "network" ? networkName(static_cast<int>(path.index(1).value_or(0))) : "";
    Leaf leaf;
    leaf.input = id;
    const auto found = std::find_if(table.begin(), table.end(), [id](const Parameter& p) { return p.id == id; });
    if (found == table.end())
        return leaf;
    leaf.symbol = path[0] == "network" ? networkSymbol(path, network)
                                       : std::string(found->symbol.empty() ? symbolIn(kSymbols, id) : found->symbol);
    leaf.unit = found->unit;
    leaf.value = found->value(scenario).value_or(0);
    if (const std::string qualifier = qualifierOf(path, network); !qualifier.empty())
        leaf.name = {"%1 (%2)", {std::string(found->label), qualifier}};
    else
        leaf.name = {found->label};
    return leaf;
}

Leaf Context::input(int network, std::string_view field) const
{
    return input("network." + std::to_string(network) + "." + std::string(field));
}

Leaf Context::degree(Axis axis) const { return input("plan." + std::string(nameOf(axis))); }

std::string Context::networkName(int network) const
{
    return std::string(nameOf(scenario.hardware.cluster.networks[static_cast<std::size_t>(network)]));
}

Path::Path(std::string_view id) : whole(id)
{
    while (true) {
        const std::size_t dot = id.find('.');
        parts.push_back(id.substr(0, dot));
        if (dot == std::string_view::npos)
            return;
        id.remove_prefix(dot + 1);
    }
}

std::optional<std::size_t> Path::index(std::size_t i) const
{
    const std::string_view text = (*this)[i];
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    // One spelling for each id: "007" is not 7.
    if (error != std::errc() || end != text.data() + text.size() || std::to_string(value) != text)
        return std::nullopt;
    return value;
}

std::optional<Axis> Path::axis(std::size_t i) const
{
    const auto found = std::find(kAxisNames.begin(), kAxisNames.end(), (*this)[i]);
    return found == kAxisNames.end() ? std::nullopt : std::optional(static_cast<Axis>(found - kAxisNames.begin()));
}

std::optional<int> Path::stage(std::size_t i, const Context& c) const
{
    const auto found = index(i);
    return found && *found < c.allStages.size() ? std::optional(static_cast<int>(*found)) : std::nullopt;
}

std::optional<Component> Path::component(std::size_t i) const
{
    for (int k = 0; k < kComponentCount; ++k)
        if (idOf(static_cast<Component>(k)) == (*this)[i])
            return static_cast<Component>(k);
    return std::nullopt;
}

std::optional<std::size_t> Path::kind(std::size_t i, const Context& c) const
{
    for (const std::size_t k : c.usedKinds())
        if ((*this)[i].size() == 1 && (*this)[i].front() == letterOf(k))
            return k;
    return std::nullopt;
}

Leaf constant(double value, std::string_view name, std::string_view unit) { return {{name}, {}, unit, value}; }

Leaf chosen(double value, Words name, std::string symbol, std::string_view unit, std::string_view parameter)
{
    return {std::move(name), std::move(symbol), unit, value, std::string(parameter)};
}

Leaf derived(std::string id, Words name, std::string symbol, std::string_view unit, double value)
{
    return {std::move(name), std::move(symbol), unit, value, {}, std::move(id)};
}

Derivation derivation(const Leaf& of, Expression expression, std::string_view source, std::vector<Note> notes)
{
    return {of.link, of.name, of.symbol, of.unit, std::move(expression), source, std::move(notes)};
}

Expression times(Expression expression, Leaf factor)
{
    return factor.value == 1.0 ? expression : std::move(expression) * std::move(factor);
}

Expression over(Expression expression, Leaf divisor)
{
    return divisor.value == 1.0 ? expression : std::move(expression) / std::move(divisor);
}

namespace {

/// 1 that comes from nothing but plain figures or degrees, which a formula need not show.
bool isOne(const Expression& e) { return e.op == Op::leaf && e.leaf.value == 1.0; }

}  // namespace

Expression over(Expression expression, Expression divisor)
{
    return isOne(divisor) ? expression : std::move(expression) / std::move(divisor);
}

Expression times(Expression expression, Expression factor)
{
    return isOne(factor) ? expression : std::move(expression) * std::move(factor);
}

Expression productOf(std::vector<Expression> factors)
{
    Expression product = constant(1, SCALESCOPE_TEXT("core", "One chip"));
    for (Expression& factor : factors)
        product = isOne(product) ? std::move(factor) : times(std::move(product), std::move(factor));
    return product;
}

Leaf flopsPerMultiplyAdd() { return constant(2, SCALESCOPE_TEXT("core", "FLOPs of one multiply-add")); }

namespace {

Leaf elementBytes(DType type, std::string_view name, std::string symbol, std::string_view parameter)
{
    return chosen(bytesPerElement(type).value, {name, {std::string(nameOf(type))}}, std::move(symbol), "B", parameter);
}

}  // namespace

Leaf bytesPerWeight(const Context& c)
{
    return elementBytes(c.plan().weightType, SCALESCOPE_TEXT("core", "Bytes of one weight (%1)"), "b_w", "plan.weight_type");
}

Leaf bytesPerGradient(const Context& c)
{
    return elementBytes(c.plan().gradientType, SCALESCOPE_TEXT("core", "Bytes of one gradient (%1)"), "b_g",
                        "plan.gradient_type");
}

Leaf bytesPerActivation(const Context& c)
{
    return {{SCALESCOPE_TEXT("core", "Bytes of one activation (%1)"), {std::string(nameOf(c.step.shape.activation))}},
            "b_a", "B", bytesPerElement(c.step.shape.activation).value};
}

Note bytesNote(DType type)
{
    return {{SCALESCOPE_TEXT("core", "%1 has %2 bytes per element."), {std::string(nameOf(type)), formatCount(bytesPerElement(type).value)}}};
}

Note bytesSentNote(DType type)
{
    return {{SCALESCOPE_TEXT("core", "%1 has %2 bytes per element: a factor of %2 that belongs to the array, not to the network."),
             {std::string(nameOf(type)), formatCount(bytesPerElement(type).value)}}};
}

void append(std::vector<Note>& notes, const std::vector<Note>& more)
{
    for (const Note& note : more) {
        const bool there = std::any_of(notes.begin(), notes.end(), [&](const Note& n) {
            return n.words.text == note.words.text && n.words.arguments == note.words.arguments;
        });
        if (!there)
            notes.push_back(note);
    }
}

std::vector<Axis> usedAxes(const Context& c)
{
    std::vector<Axis> used;
    for (int i = 0; i < kAxisCount; ++i)
        if (c.step.placed && c.placementOf(static_cast<Axis>(i)).size > 1)
            used.push_back(static_cast<Axis>(i));
    return used;
}

}  // namespace scalescope::explain
