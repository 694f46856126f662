// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/text.h"
#include "core/explain/derivation.h"
#include "core/scenario/parameter.h"
#include "core/training/stages.h"
#include "core/training/walk.h"

namespace scalescope::explain {

/// What every subject of this room needs: the inputs by id, and how the engine laid the plan on the hardware. Numbers
/// that the engine gives are taken from it; others are expressions over inputs, and evaluated.
/// Operations and collectives of the engine's walk, of one layer of each kind, and where the estimate lists those of its
/// stage.
struct Walked {
    std::vector<OperationEstimate> operations;
    std::vector<CollectiveEstimate> collectives;
    std::vector<std::optional<std::size_t>> listedOperations;   // by index of the walk
    std::vector<std::optional<std::size_t>> listedCollectives;
    std::vector<std::size_t> operationOf;   // by index of the list, but for the update
    std::vector<std::size_t> collectiveOf;
};

struct ServingFigures;

struct Context {
    Context(const Scenario& scenario, const Estimate& estimate);
    Context(const Context&) = delete;

    const Scenario& scenario;
    const Estimate& estimate;
    TrainingInputs inputs;
    StepContext step;
    std::vector<LayerOperation> layer;  // a forward pass, in the order of the engine's walk
    std::vector<Parameter> table;
    Walked walked;
    StepCosts costs;
    Stages stages;
    std::vector<Stage> allStages;

    const Architecture& architecture() const { return inputs.architecture; }
    const Plan& plan() const { return inputs.plan; }
    const Assumptions& assumptions() const { return inputs.assumptions; }
    const AxisPlacement& placementOf(Axis axis) const { return step.groups.mainOf(axis); }
    const AxisPlacement& placementOf(Group group) const { return step.groups.of(group); }
    bool calibrated() const { return assumptions().rates == Rates::calibrated; }

    /// Whether the layers stand on more than one stage.
    bool staged() const { return allStages.size() > 1; }
    bool isLast(int stage) const { return stage + 1 == static_cast<int>(allStages.size()); }
    const Stage& stage(int index) const { return allStages[static_cast<std::size_t>(index)]; }

    bool has(std::string_view parameter) const;  // and it matters to the first kind of layer

    /// A parameter as a leaf. The id is one of this scenario.
    Leaf input(std::string_view id) const;
    Leaf input(int network, std::string_view field) const;
    Leaf degree(Axis axis) const;
    Leaf microbatches() const { return input("plan.microbatches"); }

    /// The same of a kind of layer: the model's parameter where the kind agrees with the first one.
    Leaf inKind(std::size_t kind, std::string_view field) const;

    const Layer& layerOf(std::size_t kind) const { return architecture().kinds[kind]; }

    /// Where a model has several kinds, the letter of one; else, and outside the layers (-1), nothing.
    std::string letterOf(int kind) const;

    Leaf layersOf(std::size_t kind) const;  // how many are of the kind
    Leaf layersOf(std::size_t kind, int stage) const;  // on one stage
    double countOf(std::size_t kind, int stage) const;
    Expression onStage(int stage, int kind, Expression each) const;  // times those; itself outside the layers
    Expression inLayers(int kind, Expression each) const;  // times those; itself outside the layers
    std::vector<std::size_t> usedKinds() const;

    std::string networkName(int network) const;

    const ServingFigures& serving() const;  // worked out when first asked for

private:
    mutable std::shared_ptr<const ServingFigures> m_serving;
};

/// "axis.tensor.time" in parts.
struct Path {
    explicit Path(std::string_view id);

    std::string_view whole;
    std::vector<std::string_view> parts;

    std::size_t size() const { return parts.size(); }
    std::string_view operator[](std::size_t i) const { return i < parts.size() ? parts[i] : std::string_view(); }
    std::optional<std::size_t> index(std::size_t i) const;  // a number
    std::optional<Axis> axis(std::size_t i) const;
    std::optional<int> stage(std::size_t i, const Context& c) const;
    std::optional<Component> component(std::size_t i) const;
    std::optional<std::size_t> kind(std::size_t i, const Context& c) const;  // of at least one layer, by its letter
};

/// An operation of the walk: a component of a kind of layer, -1 outside the layers.
struct Place {
    int kind = -1;
    Component component = Component::embedding;

    bool operator==(const Place&) const = default;
};
inline Place placeOf(const LayerOperation& op) { return {op.layerKind, op.component}; }

const LayerOperation* find(const std::vector<LayerOperation>& operations, const Place& place);  // null where there is none

/// A longer sum is read in parts.
constexpr std::size_t kLongestSum = 14;

/// Blocks of a layer, and what is outside the layers.
enum class Block { mixing, mlp, rest };
constexpr std::array<Block, 3> kBlocks = {Block::mixing, Block::mlp, Block::rest};
Block blockOf(Component component);
std::string_view nameOf(Block block);  // as it stands in ids

// Names as people read them; as arguments of Words they are translated.
std::string wordOf(Axis axis);
std::string wordOf(Group group);
std::string_view nameOf(Group group);  // as it stands in ids
std::string wordOf(Phase phase);
std::string wordOf(Component component);
std::string wordOf(MemoryKind kind);
std::string wordOf(BoundBy bound);
std::string wordOf(Block block);
std::string wordOf(const OperationEstimate& operation);
std::string shortOf(Collective collective);  // in symbols

Leaf constant(double value, std::string_view name, std::string_view unit = {});

/// A number that follows from a choice: bytes of a dtype, checkpoints of a policy.
Leaf chosen(double value, Words name, std::string symbol, std::string_view unit, std::string_view parameter);

/// A number with a derivation of its own.
Leaf derived(std::string id, Words name, std::string symbol, std::string_view unit, double value);

/// The derivation that a leaf links to.
Derivation derivation(const Leaf& of, Expression expression, std::string_view source, std::vector<Note> notes = {});

/// The factor, unless it is 1: efficiencies and fractions that change nothing are not shown.
Expression times(Expression expression, Leaf factor);
Expression over(Expression expression, Leaf divisor);
Expression over(Expression expression, Expression divisor);
Expression times(Expression expression, Expression factor);
Expression productOf(std::vector<Expression> factors);  // of none: 1

Leaf flopsPerMultiplyAdd();
Leaf bytesPerWeight(const Context& c);
Leaf bytesPerGradient(const Context& c);
Leaf bytesPerActivation(const Context& c);
Leaf bytesPerOptimizerState(const Context& c);
Leaf bytesPerMasterWeight();
Note bytesNote(DType type);
Note bytesSentNote(DType type);  // the same, told apart from the factor of two of a ring

void append(std::vector<Note>& notes, const std::vector<Note>& more);  // those that are not there yet

// The numbers that subjects use of one another.
Leaf chips(const Context& c);
Leaf peak(const Context& c);
Leaf parametersInAll(const Context& c);
Leaf activeParameters(const Context& c);
Leaf multiTokenParameters(const Context& c);
Leaf modelFlops(const Context& c);
Leaf executedFlops(const Context& c);
Leaf trainedParameters(const Context& c);
Leaf localTokens(const Context& c);
Leaf weightsOf(const Context& c, const Place& place);
Leaf attentionFlopsPerToken(const Context& c);
Leaf matmulFlopsPerToken(const Context& c);
Leaf operationTime(const Context& c, std::size_t index);
Expression repeatedFlops(const Context& c, std::size_t index);
/// The times, or the FLOPs, of the components of a step: one by one, or by block where they are many.
std::vector<Expression> componentTerms(const Context& c, bool time);
Leaf axisBandwidth(const Context& c, Axis axis);
Leaf collectiveTime(const Context& c, std::size_t index);
Leaf collectiveBytes(const Context& c, std::size_t index);
Leaf axisTime(const Context& c, Axis axis);
Leaf stepCompute(const Context& c);
Leaf stepNetwork(const Context& c);
Leaf stepExpected(const Context& c);
std::vector<Axis> usedAxes(const Context& c);  // of more than one chip

/// Sets of degrees, of those that are used, that take turns on a network; the busiest set counts.
std::vector<std::vector<Axis>> sharersOf(const Context& c);

/// The ids of derivation.h that are about the model by itself.
std::vector<std::string> modelIds(const Scenario& scenario);

// One subject each; nothing when the path is another's or the scenario has no such number.
std::optional<Derivation> deriveModel(const Context& c, const Path& path);
std::optional<Derivation> deriveParameters(const Context& c, const Path& path);
std::optional<Derivation> deriveLayerParameters(const Context& c, const Path& path);
std::optional<Derivation> deriveCache(const Context& c, const Path& path);
std::optional<Derivation> deriveStorage(const Context& c, const Path& path);
std::optional<Derivation> deriveInViews(const Context& c, const Path& path);
std::optional<Derivation> deriveWeights(const Context& c, const Path& path);
std::optional<Derivation> deriveOperation(const Context& c, const Path& path);
std::optional<Derivation> deriveComponent(const Context& c, const Path& path);
std::optional<Derivation> deriveMemory(const Context& c, const Path& path);
std::optional<Derivation> deriveActivations(const Context& c, const Path& path);
std::optional<Derivation> deriveParts(const Context& c, const Path& path);
std::optional<Derivation> deriveStage(const Context& c, const Path& path);
std::optional<Derivation> deriveExchanges(const Context& c, const Path& path);
std::optional<Derivation> derivePlacement(const Context& c, const Path& path);
std::optional<Derivation> deriveNetwork(const Context& c, const Path& path);
std::optional<Derivation> deriveCollective(const Context& c, const Path& path);
std::optional<Derivation> deriveAxis(const Context& c, const Path& path);
std::optional<Derivation> deriveStep(const Context& c, const Path& path);
std::optional<Derivation> deriveMemoryBound(const Context& c, const Path& path);
std::optional<Derivation> deriveRun(const Context& c, const Path& path);
std::optional<Derivation> deriveCrossover(const Context& c, const Path& path);
std::optional<Derivation> deriveSharding(const Context& c, const Path& path);  // and the calculator
std::optional<Derivation> deriveServing(const Context& c, const Path& path);

}  // namespace scalescope::explain
