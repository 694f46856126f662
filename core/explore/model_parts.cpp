// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/model_parts.h"

#include "core/scenario/model_shapes.h"

#include <algorithm>
#include <cmath>

namespace scalescope {

namespace {

constexpr double kAlike = 1e-9;

/// How finely work is told apart.
enum class Grain { components, parts, partsOfAllKinds };

bool hasExperts(const Architecture& a, int kind)
{
    return kind >= 0 && a.kinds[static_cast<std::size_t>(kind)].mlp.kind != MlpKind::none &&
           a.kinds[static_cast<std::size_t>(kind)].mlp.experts > 0;
}

void add(Operation& sum, const Operation& operation, double times)
{
    sum.flops += operation.flops * times;
    sum.traffic += operation.traffic * times;
}

/// One row for each component of each kind of layer, in the order of a token's way.
std::vector<PartWork> finest(const Scenario& scenario)
{
    const Architecture& a = scenario.model.architecture;
    std::vector<PartWork> rows;
    const auto rowOf = [&](const LayerOperation& op) -> PartWork& {
        const auto same = std::find_if(rows.begin(), rows.end(), [&](const PartWork& row) {
            return row.component == op.component &&
                   (op.layerKind < 0 ? row.kinds.empty() : row.kinds == std::vector{static_cast<std::size_t>(op.layerKind)});
        });
        if (same != rows.end())
            return *same;
        PartWork row;
        row.component = op.component;
        row.experts = hasExperts(a, op.layerKind);
        row.part = partOf(op.component, op.kind, row.experts);
        if (op.layerKind >= 0)
            row.kinds = {static_cast<std::size_t>(op.layerKind)};
        return rows.emplace_back(std::move(row));
    };
    const auto walk = [&](const LocalShape& shape, Operation PartWork::*phase) {
        forwardOperations(a, shape, [&](const LayerOperation& op) {
            if (op.kind != OperationKind::elementwise)
                add(rowOf(op).*phase, op.forward, op.repeats);
        });
    };
    walk(prefillShape(scenario), &PartWork::prefill);
    walk(decodeShape(scenario), &PartWork::decode);
    std::stable_sort(rows.begin(), rows.end(), [](const PartWork& x, const PartWork& y) { return x.component < y.component; });
    return rows;
}

bool alike(FlopsPerByte x, FlopsPerByte y) { return std::fabs(x.value - y.value) <= kAlike * y.value; }

bool alike(const PartWork& x, const PartWork& y)
{
    return alike(x.prefillIntensity(), y.prefillIntensity()) && alike(x.decodeIntensity(), y.decodeIntensity());
}

void join(PartWork& into, const PartWork& row)
{
    into.several = into.several || row.several || into.component != row.component;
    into.experts = into.experts || row.experts;
    for (const std::size_t kind : row.kinds)
        if (std::find(into.kinds.begin(), into.kinds.end(), kind) == into.kinds.end())
            into.kinds.push_back(kind);
    std::sort(into.kinds.begin(), into.kinds.end());
    add(into.prefill, row.prefill, 1);
    add(into.decode, row.decode, 1);
}

/// Joins every row to the first one that `same` says it belongs to.
template <class Same>
std::vector<PartWork> joined(const std::vector<PartWork>& rows, Same&& same)
{
    std::vector<PartWork> result;
    for (const PartWork& row : rows) {
        const auto found = std::find_if(result.begin(), result.end(), [&](const PartWork& r) { return same(r, row); });
        if (found == result.end())
            result.push_back(row);
        else
            join(*found, row);
    }
    return result;
}

std::vector<PartWork> workAt(const std::vector<PartWork>& fine, Grain grain)
{
    if (grain == Grain::partsOfAllKinds)
        return joined(fine, [](const PartWork& x, const PartWork& y) { return x.part == y.part; });
    const std::vector<PartWork> byKind =
        grain == Grain::components
            ? fine
            : joined(fine, [](const PartWork& x, const PartWork& y) {
                  // What attends stays apart from what an indexer looks through.
                  return x.part == y.part && x.kinds == y.kinds && (x.part != ModelPart::scores || x.component == y.component);
              });
    return joined(byKind, [](const PartWork& x, const PartWork& y) {
        return x.part == y.part && x.component == y.component && alike(x, y);
    });
}

}  // namespace

ModelPart partOf(Component component, OperationKind kind, bool experts)
{
    switch (component) {
    case Component::embedding: return ModelPart::embedding;
    case Component::queryDown:
    case Component::queryUp:
    case Component::kvDown:
    case Component::kvUp:
    case Component::qkv:
    case Component::compressor:
    case Component::indexer:
    case Component::convolution:
    case Component::gate:
    case Component::outputDown:
    case Component::attentionOutput: return ModelPart::projections;
    case Component::indexScores:
    case Component::attention:
    case Component::stateUpdate: return ModelPart::scores;
    case Component::router: return ModelPart::router;
    case Component::latentDown:
    case Component::latentUp:
    case Component::sharedIn:
    case Component::sharedOut: return ModelPart::shared;
    case Component::layerEmbedding: return ModelPart::other;
    case Component::unembedding: return ModelPart::unembedding;
    default: break;
    }
    if (kind == OperationKind::elementwise)
        return ModelPart::norms;
    return experts ? ModelPart::experts : ModelPart::mlp;
}

std::vector<PartCount> partCounts(const Architecture& a, double context, AttentionMask mask)
{
    std::array<PartCount, kModelPartCount> parts;
    const auto at = [&](ModelPart part) -> PartCount& { return parts[static_cast<std::size_t>(part)]; };
    const ParameterCount whole = countParameters(a);
    at(ModelPart::embedding).parameters = static_cast<double>(whole.embedding) + static_cast<double>(whole.positions);
    at(ModelPart::projections).parameters = static_cast<double>(whole.attention);
    at(ModelPart::router).parameters = static_cast<double>(whole.router);
    at(ModelPart::experts).parameters = static_cast<double>(whole.experts);
    at(ModelPart::experts).idle = static_cast<double>(whole.idle);
    at(ModelPart::norms).parameters = static_cast<double>(whole.norms);
    at(ModelPart::other).parameters = static_cast<double>(whole.other);
    at(ModelPart::unembedding).parameters = static_cast<double>(whole.unembedding);
    at(ModelPart::tower).parameters = static_cast<double>(whole.tower);
    const auto layers = layerCounts(a);
    for (std::size_t k = 0; k < a.kinds.size(); ++k) {
        const ModelPart part = hasExperts(a, static_cast<int>(k)) ? ModelPart::shared : ModelPart::mlp;
        at(part).parameters += static_cast<double>(countLayer(a, a.kinds[k]).mlp) * static_cast<double>(layers[k]);
    }

    LocalShape shape;
    shape.sequence = context;
    shape.mask = mask;
    forwardOperations(a, shape, [&](const LayerOperation& op) {
        at(partOf(op.component, op.kind, hasExperts(a, op.layerKind))).flops += op.forward.flops * op.repeats;
    });

    std::vector<PartCount> present;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        parts[i].part = static_cast<ModelPart>(i);
        if (parts[i].parameters > 0 || parts[i].flops.value > 0)
            present.push_back(parts[i]);
    }
    return present;
}

std::vector<PartWork> partWork(const Scenario& scenario, std::size_t most)
{
    const std::vector<PartWork> fine = finest(scenario);
    for (const Grain grain : {Grain::components, Grain::parts})
        if (auto rows = workAt(fine, grain); rows.size() <= most)
            return rows;
    return workAt(fine, Grain::partsOfAllKinds);
}

}  // namespace scalescope
