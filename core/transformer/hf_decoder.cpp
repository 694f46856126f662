// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transformer/hf_decoder.h"

#include "core/base/format.h"
#include "core/base/json_syntax.h"
#include "core/base/text.h"

#include <algorithm>

namespace scalescope {

namespace {

/// Width of one head when the file does not state it.
std::int64_t derivedHeadDim(KindReader& reader, const DecoderFields& fields)
{
    const std::int64_t width = reader.model().width;
    const std::int64_t heads = reader.base().attention.heads;
    if (!reader.sound())
        return 1;
    const std::string widthName = reader.nameOf(fields.widthNames);
    const std::string headsName = reader.nameOf(fields.headsNames);
    const bool headsStated = reader.states(fields.headsNames);
    if (width % heads != 0) {
        reader.problem(
            Severity::invalid, headsStated ? fields.headsNames : fields.widthNames,
            SCALESCOPE_TEXT("core", "%1 = %2 is not a multiple of %3 = %4, so the heads have no whole width."),
            {widthName, std::to_string(width), headsName, std::to_string(heads)});
        return 1;
    }
    if (width / heads > field::kMaxHeadDim)
        reader.problem(Severity::invalid, reader.states(fields.widthNames) ? fields.widthNames : fields.headsNames,
                       SCALESCOPE_TEXT("core", "%1 / %2 = %3 is too wide for a head: at most %4."),
                       {widthName, headsName, std::to_string(width / heads),
                        formatCount(static_cast<double>(field::kMaxHeadDim))});
    return width / heads;
}

std::int64_t readKvHeads(KindReader& reader, const DecoderFields& fields, std::int64_t heads)
{
    const SizeField kvHeads = field::kKvHeads.named(fields.kvHeadsNames);
    if (fields.kvHeadsNames.empty())
        return heads;
    if (const auto stated = reader.sizeIfStated(kvHeads)) {
        if (reader.sound() && heads % *stated != 0)
            reader.problem(Severity::invalid, kvHeads.names,
                           SCALESCOPE_TEXT("core", "%1 KV heads do not divide %2 query heads."),
                           {std::to_string(*stated), std::to_string(heads)});
        return *stated;
    }
    if (reader.states(kvHeads.names))
        return 1;
    if (fields.kvHeads > 0 && heads % fields.kvHeads == 0 && !reader.isNull(kvHeads.names))
        return reader.size(kvHeads, fields.kvHeads);
    reader.guessed(kvHeads.names, std::to_string(heads),
                   SCALESCOPE_TEXT("core", "Absent or null: as many as query heads."));
    return heads;
}

}  // namespace

void readHeads(KindReader& reader, const DecoderFields& fields)
{
    Attention& at = reader.base().attention;
    at.heads = reader.size(field::kHeads.named(fields.headsNames), fields.heads);
    at.kvHeads = readKvHeads(reader, fields, at.heads);
    const SizeField headDim = field::kHeadDim.named(fields.headDimNames);
    if (fields.headDimNames.empty()) {
        at.headDim = fields.headDim > 0 ? fields.headDim : derivedHeadDim(reader, fields);
    } else if (fields.headDim > 0 || reader.states(headDim.names)) {
        at.headDim = reader.size(headDim, fields.headDim);
    } else {
        at.headDim = derivedHeadDim(reader, fields);
        reader.guessed(headDim.names, std::to_string(at.headDim),
                       SCALESCOPE_TEXT("core", "Absent or null: the model's width over the query heads."));
    }
}

void readEmbeddings(KindReader& reader, std::int64_t vocabulary, bool tied)
{
    reader.model().vocabulary = reader.size(field::kVocabulary, vocabulary);
    reader.model().tied = reader.flag("tie_word_embeddings", tied, field::kTied);
}

void readDecoder(KindReader& reader, const DecoderFields& fields)
{
    Architecture& a = reader.model();
    a.width = reader.size(field::kWidth.named(fields.widthNames), fields.width);
    a.layers = reader.size(field::kLayers.named(fields.layersNames), fields.layers);
    readHeads(reader, fields);
    const SizeField mlpWidth = field::kMlpWidth.named(fields.mlpWidthNames);
    if (fields.mlpWidthNames.empty() || fields.mlpWidth > 0 || reader.states(mlpWidth.names)) {
        if (!fields.mlpWidthNames.empty())
            a.base().mlp.width = reader.size(mlpWidth, fields.mlpWidth);
        else
            a.base().mlp.width = 4 * a.width;
    } else {
        a.base().mlp.width = 4 * a.width;
        reader.guessed(mlpWidth.names, std::to_string(a.base().mlp.width),
                       SCALESCOPE_TEXT("core", "Absent or null: four times the model's width."));
    }
    a.vocabulary = reader.size(field::kVocabulary.named(fields.vocabularyNames), fields.vocabulary);
    a.tied = reader.flag("tie_word_embeddings", fields.tied, field::kTied);
}

void setBiases(Layer& layer, bool attention, bool mlp)
{
    layer.attention.inputBias = attention;
    layer.attention.outputBias = attention;
    layer.mlp.bias = mlp;
}

void setLayers(KindReader& reader, const std::vector<Layer>& layers)
{
    if (layers.empty())
        return;
    std::vector<Layer> kinds;
    std::vector<std::uint8_t> order;
    for (const Layer& layer : layers) {
        const auto last = order.empty() ? kinds.begin() : kinds.begin() + order.back();
        const auto kind = last != kinds.end() && *last == layer ? last : std::find(kinds.begin(), kinds.end(), layer);
        order.push_back(static_cast<std::uint8_t>(kind - kinds.begin()));
        if (kind != kinds.end())
            continue;
        if (kinds.size() == kMaxLayerKinds) {
            reader.problem(Severity::invalid, "layer_types",
                           SCALESCOPE_TEXT("core", "The layers differ in more ways than the %1 that a model may have here."),
                           {std::to_string(kMaxLayerKinds)});
            return;
        }
        kinds.push_back(layer);
    }
    reader.model().kinds = std::move(kinds);
    reader.model().order = orderOf(order);
}

std::vector<std::string> readLayerTypes(KindReader& reader, std::string_view names)
{
    std::vector<std::string> types = reader.textsIfStated(names, field::kLayerKinds);
    const auto layers = static_cast<std::size_t>(reader.model().layers);
    if (types.empty() || !reader.sound())
        return {};
    if (types.size() == layers)
        return types;
    reader.problem(Severity::invalid, names, SCALESCOPE_TEXT("core", "%1 has %2 entries for %3 layers."),
                   {reader.nameOf(names), std::to_string(types.size()), std::to_string(layers)});
    return {};
}

bool slidesAlways(std::int64_t, std::int64_t) { return true; }
bool slidesButEveryNth(std::int64_t layer, std::int64_t n) { return (layer + 1) % n != 0; }
bool slidesFrom(std::int64_t layer, std::int64_t first) { return layer >= first; }

void setWindows(KindReader& reader, bool (*slides)(std::int64_t layer, std::int64_t pattern), std::int64_t pattern)
{
    const std::vector<std::string> types = readLayerTypes(reader);
    const Layer sliding = reader.base();
    Layer full = sliding;
    full.attention.window = 0;
    std::vector<Layer> layers;
    std::string_view other;
    for (std::size_t i = 0; i < static_cast<std::size_t>(reader.model().layers); ++i) {
        const std::string_view type = types.empty() ? std::string_view() : std::string_view(types[i]);
        const bool slidesByType = type == "sliding_attention" || type == "local_attention" || type == "local";
        if (!type.empty() && !slidesByType && type != "full_attention" && type != "global_attention" && type != "global")
            other = type;
        layers.push_back((types.empty() ? slides(static_cast<std::int64_t>(i), pattern) : slidesByType) ? sliding : full);
    }
    if (!other.empty())
        reader.problem(Severity::notice, "layer_types",
                       SCALESCOPE_TEXT("core", "%1: '%2' is not a kind of layer of this model type; read as full attention."),
                       {reader.nameOf("layer_types"), abbreviated(other)});
    setLayers(reader, layers);
}

void readWindow(KindReader& reader, std::int64_t byDefault)
{
    if (reader.isNull(field::kWindow.names))
        reader.ignored(field::kWindow.names, SCALESCOPE_TEXT("core", "Null: no layer has a window."));
    else if (byDefault > 0 || reader.states(field::kWindow.names))
        reader.base().attention.window = reader.size(field::kWindow, byDefault);
}

void readOptionalWindow(KindReader& reader, std::int64_t window, std::int64_t fullLayers)
{
    constexpr std::string_view kOff = SCALESCOPE_TEXT("core", "use_sliding_window is off, so no layer has a window.");
    constexpr SizeField kMaxWindowLayers = {"max_window_layers", field::kMaxLayers,
                                            SCALESCOPE_TEXT("core", "Layers at the start that have no window."), 0};
    if (!reader.flag("use_sliding_window", false, SCALESCOPE_TEXT("core", "Whether layers have a window."))) {
        for (std::string_view key : {field::kWindow.names, kMaxWindowLayers.names})
            reader.ignored(key, kOff);
        (void)readLayerTypes(reader);
        return;
    }
    readWindow(reader, window);
    const bool typed = reader.states("layer_types");
    if (typed)
        reader.ignored(kMaxWindowLayers.names, SCALESCOPE_TEXT("core", "layer_types says which layers have a window."));
    setWindows(reader, slidesFrom, typed ? 0 : reader.size(kMaxWindowLayers, fullLayers));
}

void ofTheKind(KindReader& reader, std::string_view key, std::string_view value)
{
    if (reader.states(key))
        reader.ignored(key, field::kOfTheKind);
    else
        reader.guessed(key, std::string(value), field::kOfTheKind);
}

}  // namespace scalescope
