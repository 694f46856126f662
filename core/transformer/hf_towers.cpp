// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transformer/hf_towers.h"

#include "core/transformer/hf_decoder.h"

#include <algorithm>
#include <array>
#include <string>

namespace scalescope {

namespace {

constexpr std::string_view kSizes = SCALESCOPE_TEXT("core", "A size of the tower, which is counted apart.");

using Count = std::int64_t;

// Small enough that no product overflows.
constexpr std::int64_t kMaxTowerWidth = 65536;
constexpr std::int64_t kMaxMerge = 16;

/// Sizes of a tower by the names of vision configurations; the fields are read inside of its object.
class Tower {
public:
    explicit Tower(KindReader& reader) : m_reader(reader), m_text(reader.model().width) {}

    Count size(std::string_view names, Count byDefault, Count maximum = kMaxTowerWidth)
    {
        return m_reader.size({names, maximum, kSizes, 0}, byDefault);
    }
    bool flag(std::string_view names, bool byDefault) { return m_reader.flag(names, byDefault, kSizes); }
    Count textWidth() const { return m_text; }
    KindReader& reader() { return m_reader; }

private:
    KindReader& m_reader;
    Count m_text;
};

Count linear(Count in, Count out, bool bias = true) { return in * out + (bias ? out : 0); }

Count square(Count x) { return x * x; }

/// A layer of a plain vision transformer with biases and layer norms.
Count plainLayer(Count width, Count mlp) { return 4 * linear(width, width) + linear(width, mlp) + linear(mlp, width) + 4 * width; }

/// Merges a square of patches and projects them to the decoder.
Count merger(Count width, Count merge, Count out, bool normAfterwards)
{
    const Count wide = width * square(merge);
    return 2 * (normAfterwards ? wide : width) + linear(wide, wide) + linear(wide, out);
}

Count qwen3(Tower& t)
{
    const Count width = t.size("hidden_size", 1152);
    const Count merge = t.size("spatial_merge_size", 2, kMaxMerge);
    const Count out = t.size("out_hidden_size", 3584);
    const Count patch = t.size("in_channels", 3, 64) * t.size("temporal_patch_size", 2, 64) * square(t.size("patch_size", 16, 4096));
    const Count layers = t.size("depth", 27, field::kMaxLayers) * plainLayer(width, t.size("intermediate_size", 4304));
    Count further = 3;
    if (const JsonNode* deep = t.reader().find("deepstack_visual_indexes"); deep && deep->kind == JsonNode::Kind::array) {
        t.reader().used("deepstack_visual_indexes", kSizes);
        further = std::min<Count>(1000, static_cast<Count>(deep->items.size()));
    }
    return linear(patch, width) + t.size("num_position_embeddings", 2304) * width + layers + merger(width, merge, out, false) +
        further * merger(width, merge, out, true);
}

Count qwen2(Tower& t)
{
    const Count width = t.size("embed_dim", 1280);
    const Count ratio = t.size("mlp_ratio", 4, 64);
    const Count out = t.size("hidden_size", 3584);
    const Count patch = t.size("in_channels|in_chans", 3, 64) * t.size("temporal_patch_size", 2, 64) * square(t.size("patch_size|spatial_patch_size", 14, 4096));
    return patch * width + t.size("depth", 32, field::kMaxLayers) * plainLayer(width, width * ratio) +
        merger(width, t.size("spatial_merge_size", 2, kMaxMerge), out, false);
}

Count qwen25(Tower& t)
{
    const Count width = t.size("hidden_size", 3584);
    const Count mlp = t.size("intermediate_size", 3420);
    const Count out = t.size("out_hidden_size", 3584);
    const Count patch = t.size("in_channels|in_chans", 3, 64) * t.size("temporal_patch_size", 2, 64) * square(t.size("patch_size|spatial_patch_size", 14, 4096));
    const Count layer = 4 * linear(width, width) + 2 * linear(width, mlp) + linear(mlp, width) + 2 * width;
    return patch * width + t.size("depth", 32, field::kMaxLayers) * layer +
        merger(width, t.size("spatial_merge_size", 2, kMaxMerge), out, false) - width;  // its norm has no bias
}

Count siglip(Tower& t)
{
    const Count width = t.size("hidden_size", 768);
    const Count patch = std::max<Count>(1, t.size("patch_size", 16, 4096));
    const Count patches = square(t.size("image_size", 224, 16384) / patch);
    const Count layers = t.size("num_hidden_layers", 12, field::kMaxLayers) * plainLayer(width, t.size("intermediate_size", 3072));
    return linear(t.size("num_channels", 3, 64) * square(patch), width) + patches * width + layers + 2 * width;
}

Count llama4(Tower& t)
{
    const Count width = t.size("hidden_size", 768);
    const Count mlp = t.size("intermediate_size", 5632);
    const Count patch = std::max<Count>(1, t.size("patch_size", 14, 4096));
    const Count patches = square(t.size("image_size", 448, 16384) / patch) + 1;
    const Count layers = t.size("num_hidden_layers", 34, field::kMaxLayers) * plainLayer(width, mlp);
    const Count inner = t.size("projector_input_dim", 4096);
    const Count outer = t.size("projector_output_dim", 4096);
    const Count out = t.size("vision_output_dim", 7680);
    return linear(t.size("num_channels", 3, 64) * square(patch), width, false) + width + patches * width + 4 * width + layers +
        linear(mlp, inner, false) + linear(inner, outer, false) + linear(out, t.textWidth(), false);
}

Count pixtral(Tower& t)
{
    const Count width = t.size("hidden_size", 1024);
    const Count layer = 4 * square(width) + 3 * width * t.size("intermediate_size", 4096) + 2 * width;
    return t.size("num_channels", 3, 64) * square(t.size("patch_size", 16, 4096)) * width + width +
        t.size("num_hidden_layers", 24, field::kMaxLayers) * layer;
}

Count gemma4(Tower& t)
{
    const Count width = t.size("hidden_size", 768);
    const Count headDim = t.size("head_dim", 64);
    const Count heads = t.size("num_attention_heads", 12) * headDim;
    const Count keys = t.size("num_key_value_heads", 12) * headDim;
    const bool bias = t.flag("attention_bias", false);
    const Count clips = t.flag("use_clipped_linears", false) ? 7 * 4 : 0;  // bounds of each matrix's input and output
    const Count layer = linear(width, heads, bias) + 2 * linear(width, keys, bias) + linear(heads, width, bias) + 2 * headDim +
        3 * width * t.size("intermediate_size", 3072) + 4 * width + clips;
    const Count patch = 3 * square(t.size("patch_size", 16, 4096));
    return patch * width + 2 * t.size("position_embedding_size", 10240) * width +
        t.size("num_hidden_layers", 16, field::kMaxLayers) * layer + (t.flag("standardize", false) ? 2 * width : 0) + width * t.textWidth();
}

/// Any transformer whose sizes have the usual names; an estimate.
Count generic(Tower& t)
{
    const Count width = t.size("hidden_size|width|embed_dim|d_model|vt_hidden_size|n_embd", 0);
    const Count layers = t.size("num_hidden_layers|depth|layers|encoder_layers|vt_num_hidden_layers|n_layer", 0, field::kMaxLayers);
    Count mlp = t.size("intermediate_size|encoder_ffn_dim|vt_intermediate_size", 0);
    if (mlp == 0)
        mlp = 4 * width;
    return layers * plainLayer(width, mlp) + width * t.textWidth();
}

struct TowerKind {
    std::string_view modelType;  // that the name of the tower's begins with
    Count (*count)(Tower&);
};
constexpr std::array<TowerKind, 10> kTowers = {{
    {"qwen3_vl", qwen3},
    {"qwen3_5", qwen3},
    {"qwen3_omni", generic},
    {"qwen2_5_vl", qwen25},
    {"qwen2_vl", qwen2},
    {"siglip", siglip},
    {"llama4", llama4},
    {"pixtral", pixtral},
    {"gemma4_vision", gemma4},
    {"gemma3", siglip},
}};

/// The projector of models that take a tower as it is.
Count projector(KindReader& reader, std::string_view model, std::string_view tower, Count towerWidth, Count merge)
{
    const Count text = reader.model().width;
    if (model.starts_with("gemma3") && tower.starts_with("siglip"))
        return towerWidth * text + towerWidth;
    if (model == "mistral3") {
        const bool bias = reader.flag("multimodal_projector_bias", false, SCALESCOPE_TEXT("core", "Biases of the tower's projector."));
        return towerWidth + square(merge) * square(towerWidth) + linear(towerWidth, text, bias) + linear(text, text, bias);
    }
    if (model == "llava" && tower.starts_with("pixtral")) {
        const bool bias = reader.flag("multimodal_projector_bias", true, SCALESCOPE_TEXT("core", "Biases of the tower's projector."));
        return linear(towerWidth, text, bias) + linear(text, text, bias);
    }
    return 0;
}

Count countTower(KindReader& reader, std::string_view key)
{
    const JsonNode* outer = reader.root().find("model_type");
    const std::string model = outer && outer->kind == JsonNode::Kind::string ? outer->text : std::string();
    if (!reader.enterObject(key))
        return 0;
    Tower tower(reader);
    std::string type(reader.textIn("model_type").value_or(std::string_view()));
    const std::string_view named = type.empty() ? std::string_view(model) : std::string_view(type);
    reader.used("model_type", SCALESCOPE_TEXT("core", "The kind of the tower."));
    Count (*count)(Tower&) = nullptr;
    if (key != "audio_config")
        for (const TowerKind& kind : kTowers)
            if (!count && named.starts_with(kind.modelType))
                count = kind.count;
    Count parameters = (count ? count : generic)(tower);
    const auto width = reader.numberIn("hidden_size").value_or(0);
    reader.leaveObject();
    const Count merge = reader.sizeIfStated({"spatial_merge_size", kMaxMerge, kSizes}).value_or(2);
    if (count && reader.sound() && width > 0 && width <= static_cast<double>(kMaxTowerWidth))
        parameters += projector(reader, model, named, static_cast<Count>(width), merge);
    if (!count || count == generic)
        reader.problem(Severity::notice, key,
                       SCALESCOPE_TEXT("core", "The parameters of this tower are an estimate: its layers are taken as those of a plain "
                                               "vision transformer."));
    return parameters;
}

}  // namespace

std::int64_t towerParameters(KindReader& reader)
{
    constexpr Count kMost = Count(1000) * 1000 * 1000 * 1000 * 1000;  // of the parameter that it becomes
    Count sum = 0;
    for (std::string_view key : {std::string_view("vision_config"), std::string_view("audio_config")})
        sum += std::clamp<Count>(countTower(reader, key), 0, kMost / 2);
    return sum;
}

}  // namespace scalescope
