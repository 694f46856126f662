// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transformer/hf_quantisation.h"

#include "core/base/format.h"
#include "core/base/json_syntax.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace scalescope {

namespace {

constexpr std::string_view kReason = SCALESCOPE_TEXT("core", "How the weights are quantised.");
constexpr std::string_view kPart = SCALESCOPE_TEXT("core", "What is left as it is decides which matrices are quantised.");

struct Scheme {
    DType type;
    double group;       // 0: a row of the model's width
    double scaleBytes;  // 0: one scale for a matrix, which does not matter
};
constexpr Scheme kFp8Blocks = {DType::fp8, 128.0 * 128.0, 4};
constexpr Scheme kFp8Tensor = {DType::fp8, 1, 0};
constexpr Scheme kMxfp4 = {DType::fp4, 32, 1};
constexpr Scheme kNvfp4 = {DType::fp4, 16, 1};

std::string lower(std::string_view text)
{
    std::string result(text);
    for (char& c : result)
        c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    return result;
}

/// Reads the object of a quantisation from the inside.
class QuantisationReader {
public:
    QuantisationReader(KindReader& reader, WeightStorage& storage) : m_reader(reader), m_storage(storage) {}

    void read()
    {
        const std::string method = lower(m_reader.textIfStated("quant_method|quant_algo", kReason).value_or(std::string()));
        const auto scheme = schemeOf(method);
        if (!scheme) {
            m_reader.problem(Severity::notice, "quant_method",
                             SCALESCOPE_TEXT("core", "The quantisation '%1' is not known here; weights are counted as %2."),
                             {abbreviated(method), std::string(nameOf(m_storage.type))});
            return;
        }
        m_storage.quantisedType = scheme->type;
        m_storage.scaleBytes = scheme->scaleBytes;
        m_storage.group = scheme->group > 0 ? scheme->group : static_cast<double>(m_reader.model().width);
        m_storage.quantised = method == "mxfp4" || leavesAttention() ? QuantisedPart::experts : QuantisedPart::linear;
        if (!hasExperts() && m_storage.quantised == QuantisedPart::experts)
            m_storage.quantised = method == "mxfp4" ? QuantisedPart::linear : QuantisedPart::none;
    }

private:
    std::optional<Scheme> schemeOf(const std::string& method)
    {
        if (method == "fp8")
            return fp8();
        if (method == "fbgemm_fp8")
            return Scheme{DType::fp8, 0, 4};
        if (method == "mxfp4" || method == "gpt_oss_mxfp4")
            return kMxfp4;
        if (method == "compressed-tensors")
            return groups();
        if (method.starts_with("modelopt"))
            return modelopt();
        if (method == "awq" || method == "gptq" || method == "auto-round" || method == "auto_round" || method == "intel/auto-round")
            return packed();
        if (method == "bitsandbytes" || (method.empty() && (m_reader.states("load_in_4bit") || m_reader.states("load_in_8bit"))))
            return bitsAndBytes();
        return algorithm(method);
    }

    Scheme fp8()
    {
        const std::vector<std::int64_t> block = m_reader.sizesIfStated({"weight_block_size", 1048576, kReason});
        if (block.empty())
            return kFp8Tensor;
        double group = 1;
        for (std::int64_t side : block)
            group *= static_cast<double>(side);
        return {DType::fp8, std::clamp(group, 1.0, 1e12), 4};
    }

    /// By the names of modelopt.
    static std::optional<Scheme> algorithm(const std::string& name)
    {
        if (name.find("nvfp4") != std::string::npos)
            return kNvfp4;
        if (name.find("mxfp4") != std::string::npos)
            return kMxfp4;
        if (name.find("fp8_pb") != std::string::npos)
            return kFp8Blocks;
        if (name.find("fp8") != std::string::npos)
            return kFp8Tensor;
        if (name.find("w4a") != std::string::npos || name.find("int4") != std::string::npos)
            return Scheme{DType::int4, 128, 2};
        if (name.find("int8") != std::string::npos)
            return Scheme{DType::int8, 0, 4};
        return std::nullopt;
    }

    std::optional<Scheme> modelopt()
    {
        std::optional<std::string> name = m_reader.textIfStated("quant_algo", kReason);
        if (!name && m_reader.enterObject("quantization")) {
            name = m_reader.textIfStated("quant_algo", kReason);
            m_reader.leaveObject();
        }
        const auto scheme = algorithm(lower(name.value_or(std::string())));
        return scheme ? scheme : groups();
    }

    std::optional<Scheme> packed()
    {
        const auto bits = m_reader.sizeIfStated({"bits|w_bit", 32, kReason}).value_or(4);
        const auto group = m_reader.sizeIfStated({"group_size|q_group_size", 1048576, kReason, -1}).value_or(128);
        return integers(bits, static_cast<double>(group), 2.0 + static_cast<double>(std::min<std::int64_t>(bits, 8)) / 8.0);
    }

    std::optional<Scheme> integers(std::int64_t bits, double group, double scaleBytes)
    {
        if (bits != 4 && bits != 8)
            m_reader.problem(Severity::notice, "bits|quant_method",
                             SCALESCOPE_TEXT("core", "Weights of %1 bits are counted as int4 or int8, whichever holds them."),
                             {std::to_string(bits)});
        return Scheme{bits <= 4 ? DType::int4 : DType::int8, std::max(0.0, group), scaleBytes};
    }

    Scheme bitsAndBytes()
    {
        const bool four = m_reader.flagIfStated("load_in_4bit|_load_in_4bit", kReason).value_or(false);
        if (!four)
            return {DType::int8, 0, 4};
        const bool twice = m_reader.flagIfStated("bnb_4bit_use_double_quant", kReason).value_or(false);
        return {DType::int4, 64, twice ? 1.0 + 4.0 / 256.0 : 4.0};
    }

    /// config_groups of compressed-tensors: the first group with weights.
    std::optional<Scheme> groups()
    {
        const JsonNode* all = m_reader.find("config_groups");
        if (!all || all->kind != JsonNode::Kind::object)
            return std::nullopt;
        m_reader.used("config_groups", kReason);
        for (const JsonMember& group : all->members) {
            const JsonNode* weights = group.value.kind == JsonNode::Kind::object ? group.value.find("weights") : nullptr;
            if (weights && weights->kind == JsonNode::Kind::object)
                return weightsOf(*weights);
        }
        return std::nullopt;
    }

    std::optional<Scheme> weightsOf(const JsonNode& weights)
    {
        const auto number = [&](std::string_view key) {
            const JsonNode* value = weights.find(key);
            return value && value->kind == JsonNode::Kind::number && value->number >= 1 && value->number <= 1e6 ? value->number : 0.0;
        };
        const auto text = [&](std::string_view key) {
            const JsonNode* value = weights.find(key);
            return value && value->kind == JsonNode::Kind::string ? std::string_view(value->text) : std::string_view();
        };
        const double bits = number("num_bits");
        double group = number("group_size");
        if (const JsonNode* block = weights.find("block_structure"); block && block->kind == JsonNode::Kind::array && block->items.size() == 2)
            group = std::clamp(block->items[0].number * block->items[1].number, 1.0, 1e12);
        if (text("type") != "float")
            return integers(static_cast<std::int64_t>(bits > 0 ? bits : 8), group, 2);
        if (bits == 4)
            return Scheme{DType::fp4, group > 0 ? group : 16, 1};
        const bool whole = group == 0 && text("strategy") == "tensor";
        return whole ? kFp8Tensor : Scheme{DType::fp8, group, group > 0 ? 4.0 : 2.0};
    }

    bool hasExperts() const
    {
        const auto& kinds = m_reader.model().kinds;
        return std::any_of(kinds.begin(), kinds.end(), [](const Layer& layer) { return layer.mlp.experts > 0; });
    }

    /// Whether the list of what is left as it is names the attention.
    bool leavesAttention()
    {
        constexpr std::string_view kLists = "modules_to_not_convert|ignore|ignored_layers|exclude_modules|llm_int8_skip_modules";
        const JsonNode* list = m_reader.find(kLists);
        if (!list || list->kind != JsonNode::Kind::array)
            return false;
        m_reader.used(kLists, kPart);
        // Of a list of single layers only many mean all.
        const auto attention = std::count_if(list->items.begin(), list->items.end(), [](const JsonNode& item) {
            return item.text.find("attn") != std::string::npos && item.text.find("vision") == std::string::npos &&
                item.text.find("visual") == std::string::npos;
        });
        const auto pattern = std::any_of(list->items.begin(), list->items.end(), [](const JsonNode& item) {
            return item.text.find("attn") != std::string::npos &&
                (item.text.find('*') != std::string::npos || item.text == "self_attn");
        });
        return pattern || attention >= m_reader.model().layers;
    }

    KindReader& m_reader;
    WeightStorage& m_storage;
};

}  // namespace

void readQuantisation(KindReader& reader, WeightStorage& storage)
{
    for (std::string_view key : {"quantization_config", "compression_config"}) {
        if (!reader.enterObject(key))
            continue;
        QuantisationReader(reader, storage).read();
        reader.leaveObject();
        break;
    }
    if (const auto experts = reader.textIfStated("expert_dtype", SCALESCOPE_TEXT("core", "The dtype of the routed experts."));
        experts && lower(*experts) == "fp4" && storage.quantised != QuantisedPart::none) {
        storage.type = storage.quantisedType;  // the rest is quantised, too
        storage.quantised = QuantisedPart::experts;
        storage.quantisedType = kMxfp4.type;
        storage.group = kMxfp4.group;
        storage.scaleBytes = kMxfp4.scaleBytes;
        reader.problem(Severity::notice, "expert_dtype",
                       SCALESCOPE_TEXT("core", "Besides the experts every weight is counted as %1."), {std::string(nameOf(storage.type))});
    }
}

}  // namespace scalescope
