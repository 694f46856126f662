// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transformer/checkpoint_comparison.h"

#include "core/base/format.h"
#include "core/base/text.h"

#include <array>
#include <cmath>

namespace scalescope {

namespace {

/// Bytes and parameters of one part of a checkpoint.
struct Part {
    double bytes = 0;
    double parameters = 0;
};

Part plain(const WeightStorage& storage, double parameters)
{
    return {bytesOf(storage.type, parameters).value, parameters};
}

/// Layers like the last one are quantised like it; what joins them to the model is not. Of others only the count is known.
Part multiTokenLayers(const Architecture& a, const WeightStorage& storage, double parameters)
{
    if (a.multiTokenLayers <= 0)
        return {};
    if (a.multiTokenParameters > 0)
        return plain(storage, parameters);
    Architecture layers;
    layers.layers = a.multiTokenLayers;
    layers.width = a.width;
    layers.kinds = {a.kinds[a.order.kindOf(static_cast<std::size_t>(a.layers - 1))]};
    layers.norm = a.norm;
    layers.finalNorm = false;
    const auto inside = static_cast<double>(countParameters(layers).total());
    return {weightBytes(layers, storage).total().value + plain(storage, parameters - inside).bytes, parameters};
}

/// What dimensions predict of each part of a checkpoint.
struct Prediction {
    Prediction(const Architecture& a, const WeightStorage& storage, const Checkpoint& checkpoint)
        : count(countParameters(a))
    {
        const double table = static_cast<double>(a.vocabulary) *
                             static_cast<double>(a.embeddingWidth > 0 ? a.embeddingWidth : a.width);
        model = {weightBytes(a, storage).total().value, static_cast<double>(count.total())};
        multiToken = multiTokenLayers(a, storage, static_cast<double>(count.multiToken));
        tables = plain(storage, table * static_cast<double>(checkpoint.multiTokenTables));
        tower = plain(storage, static_cast<double>(count.towerApart));
        tied = plain(storage, a.tied ? table : 0.0);
        buffers = {checkpoint.of(TensorPart::buffers).bytes, 0};
    }

    Part with(const CheckpointExtras& extras) const
    {
        Part sum = model;
        const auto take = [&](bool wanted, const Part& part) {
            sum.bytes += wanted ? part.bytes : 0.0;
            sum.parameters += wanted ? part.parameters : 0.0;
        };
        take(extras.multiToken, multiToken);
        take(extras.multiTokenTables, tables);
        take(extras.tower, tower);
        take(extras.tiedTwice, tied);
        take(extras.buffers, buffers);
        return sum;
    }

    ParameterCount count;
    Part model;
    Part multiToken;
    Part tables;
    Part tower;
    Part tied;
    Part buffers;
};

/// Those that the tensors' names tell of.
CheckpointExtras extrasNamed(const Prediction& p, const Checkpoint& checkpoint)
{
    return {p.multiToken.parameters > 0 && checkpoint.of(TensorPart::multiToken).tensors > 0, p.tables.parameters > 0,
            p.tower.parameters > 0 && checkpoint.of(TensorPart::tower).tensors > 0,
            p.tied.parameters > 0 && checkpoint.unembedding, p.buffers.bytes > 0};
}

/// Those of the names, unless others fit exactly: what a publisher counts is not always what the file holds.
StatedFigure explained(double stated, double Part::*figure, const Prediction& p, const Checkpoint& checkpoint)
{
    const CheckpointExtras named = extrasNamed(p, checkpoint);
    const StatedFigure first{stated, p.with(named).*figure, named};
    if (first.agrees())
        return first;
    for (unsigned bits = 0; bits < 32; ++bits) {
        const CheckpointExtras extras{(bits & 1u) != 0 && p.multiToken.parameters > 0, (bits & 2u) != 0 && p.tables.parameters > 0,
                                      (bits & 4u) != 0 && p.tower.parameters > 0, (bits & 8u) != 0 && p.tied.parameters > 0,
                                      (bits & 16u) != 0 && p.buffers.bytes > 0};
        const StatedFigure other{stated, p.with(extras).*figure, extras};
        if (other.agrees())
            return other;
    }
    return first;
}

double bitsOf(const WeightStorage& storage)
{
    constexpr double kBitsPerByte = 8;
    return storage.quantised == QuantisedPart::none ? kBitsPerByte : kBitsPerByte * bytesPerElement(storage.quantisedType).value;
}

double parametersIn(const TensorTally& tally, const WeightStorage& storage)
{
    return tally.elements + tally.packedBytes * 8.0 / bitsOf(storage);
}

class Explainer {
public:
    Explainer(const Architecture& a, const WeightStorage& storage, const Checkpoint& checkpoint, const Prediction& prediction)
        : m_architecture(a), m_storage(storage), m_checkpoint(checkpoint), m_prediction(prediction)
    {
    }

    Diagnostics run(const CheckpointComparison& comparison)
    {
        if (comparison.bytes && !comparison.bytes->agrees())
            explainBytes(*comparison.bytes);
        const bool differs = (comparison.bytes && !comparison.bytes->agrees()) ||
                             (comparison.parameters && !comparison.parameters->agrees());
        if (differs)
            explainParts();
        if (m_checkpoint.totalSize && m_checkpoint.measured && *m_checkpoint.totalSize != m_checkpoint.bytes())
            say(SCALESCOPE_TEXT("core", "The index states %1 bytes, but its tensors take %2."),
                {formatCount(*m_checkpoint.totalSize), formatCount(m_checkpoint.bytes())});
        return std::move(m_said);
    }

private:
    void say(std::string_view message, std::vector<std::string> arguments)
    {
        m_said.push_back({Severity::notice, {}, message, std::move(arguments)});
    }

    void explainBytes(const StatedFigure& bytes)
    {
        const double parameters = m_prediction.with(bytes.extras).parameters;
        for (const DType type : {DType::fp32, DType::bf16, DType::fp8, DType::fp4})
            if (type != m_storage.type && bytes.stated == bytesOf(type, parameters).value + buffersIn(bytes))
                say(SCALESCOPE_TEXT("core", "The size is that of %1 parameters in %2 bytes each, not as the config says."),
                    {formatCount(parameters), shortest(bytesPerElement(type).value)});
        const TensorTally& scales = m_checkpoint.of(TensorPart::scales);
        const double predicted = weightBytes(m_architecture, m_storage).scales.value;
        if (m_checkpoint.measured && scales.bytes != predicted)
            say(SCALESCOPE_TEXT("core", "Scales of quantised weights take %1 bytes, predicted %2."),
                {formatCount(scales.bytes), formatCount(predicted)});
        else if (!m_checkpoint.measured && scales.tensors > 0)
            say(SCALESCOPE_TEXT("core", "%1 of its tensors are scales of quantised weights; a group that a matrix does not fill "
                                        "has a scale too."),
                {formatCount(static_cast<double>(scales.tensors))});
        const TensorTally& buffers = m_checkpoint.of(TensorPart::buffers);
        if (!m_checkpoint.measured && buffers.tensors > 0)
            say(SCALESCOPE_TEXT("core", "%1 of its tensors are masks or rotary frequencies, which are no parameters."),
                {formatCount(static_cast<double>(buffers.tensors))});
    }

    double buffersIn(const StatedFigure& bytes) const { return bytes.extras.buffers ? m_prediction.buffers.bytes : 0.0; }

    void explainParts()
    {
        const double unembeddingTwice =
            m_architecture.tied && m_checkpoint.unembedding ? m_prediction.tied.parameters : 0.0;
        part(TensorPart::decoder, m_prediction.model.parameters + unembeddingTwice,
             SCALESCOPE_TEXT("core", "The decoder's tensors hold %1 parameters, predicted %2."), {});
        part(TensorPart::multiToken, m_prediction.multiToken.parameters + m_prediction.tables.parameters,
             SCALESCOPE_TEXT("core", "The multi-token layers hold %1 parameters, predicted %2."),
             SCALESCOPE_TEXT("core", "%1 of its tensors are of multi-token layers, which the config does not describe."));
        part(TensorPart::tower, static_cast<double>(m_prediction.count.towerApart + m_prediction.count.tower),
             SCALESCOPE_TEXT("core", "The vision or audio towers hold %1 parameters, predicted %2."),
             SCALESCOPE_TEXT("core", "%1 of its tensors are of vision or audio towers, which the config does not describe."));
        if (m_architecture.tied && m_checkpoint.unembedding)
            say(SCALESCOPE_TEXT("core", "The unembedding is stored although it is tied to the embedding: %1 parameters twice."),
                {formatCount(m_prediction.tied.parameters)});
    }

    /// `unknown` is said when shapes are not known and nothing is predicted.
    void part(TensorPart which, double predicted, std::string_view differs, std::string_view unknown)
    {
        const TensorTally& tally = m_checkpoint.of(which);
        const double held = parametersIn(tally, m_storage);
        if (m_checkpoint.measured && tally.tensors > 0 && held != predicted)
            say(differs, {formatCount(held), formatCount(predicted)});
        else if (!m_checkpoint.measured && tally.tensors > 0 && predicted == 0 && !unknown.empty())
            say(unknown, {formatCount(static_cast<double>(tally.tensors))});
    }

    const Architecture& m_architecture;
    const WeightStorage& m_storage;
    const Checkpoint& m_checkpoint;
    const Prediction& m_prediction;
    Diagnostics m_said;
};

}  // namespace

CheckpointComparison compare(const Architecture& architecture, const WeightStorage& storage, const Checkpoint& checkpoint)
{
    const Prediction prediction(architecture, storage, checkpoint);
    CheckpointComparison comparison;
    if (checkpoint.totalSize || checkpoint.measured)
        comparison.bytes = explained(checkpoint.totalSize.value_or(checkpoint.bytes()), &Part::bytes, prediction, checkpoint);
    std::optional<double> parameters = checkpoint.totalParameters;
    if (!parameters && checkpoint.measured)
        parameters = parametersIn(checkpoint.of(TensorPart::decoder), storage) +
                     parametersIn(checkpoint.of(TensorPart::multiToken), storage) +
                     parametersIn(checkpoint.of(TensorPart::tower), storage);
    if (parameters)
        comparison.parameters = explained(*parameters, &Part::parameters, prediction, checkpoint);
    comparison.explanations = Explainer(architecture, storage, checkpoint, prediction).run(comparison);
    return comparison;
}

}  // namespace scalescope
