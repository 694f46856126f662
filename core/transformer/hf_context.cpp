// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transformer/hf_context.h"

#include "core/base/text.h"
#include "core/transformer/hf_decoder.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace scalescope {

namespace {

/// max_position_embeddings: most kinds. n_positions, n_ctx: after GPT-2. seq_length: BLOOM, Qwen, ChatGLM. max_seq_len: MPT,
/// DBRX. model_max_length: Baichuan, Command R. max_sequence_length: OLMo. max_context_length: OpenELM.
constexpr std::array<std::string_view, 9> kNames = {
    "max_position_embeddings", "n_positions", "seq_length", "max_seq_len", "max_sequence_length", "max_seq_length",
    "max_context_length", "model_max_length", "n_ctx"};
constexpr std::string_view kRotary = "rope_scaling|rope_parameters";
constexpr std::string_view kOriginal = "original_max_position_embeddings";

std::optional<std::int64_t> asLength(std::optional<double> number)
{
    if (!number || !(*number >= 1) || *number > static_cast<double>(field::kMaxTokens) || *number != std::floor(*number))
        return std::nullopt;
    return static_cast<std::int64_t>(*number);
}

std::optional<double> numberOf(const JsonNode* value)
{
    return value && value->kind == JsonNode::Kind::number ? std::optional(value->number) : std::nullopt;
}

/// A length that rotary positions are stretched from, and how far. The factor of LLaMA 3.1 and its like is no ratio of
/// lengths, and LongRoPE has none.
struct Stretch {
    std::int64_t original = 0;
    double factor = 1;
};

std::optional<Stretch> stretchOf(const KindReader& reader)
{
    constexpr std::array<std::string_view, 3> kStretching = {"yarn", "linear", "dynamic"};
    const JsonNode* rotary = reader.find(kRotary);
    if (!rotary || rotary->kind != JsonNode::Kind::object)
        return std::nullopt;
    const JsonNode* newer = rotary->find("rope_type");
    const JsonNode* type = newer ? newer : rotary->find("type");
    if (!type || std::find(kStretching.begin(), kStretching.end(), type->text) == kStretching.end())
        return std::nullopt;
    const auto inside = asLength(numberOf(rotary->find(kOriginal)));
    const auto original = inside ? inside : asLength(reader.numberIn(kOriginal));
    const auto factor = numberOf(rotary->find("factor"));
    if (!original || !factor || !(*factor > 1))
        return std::nullopt;
    return Stretch{*original, *factor};
}

/// The length after the factor, when `stated` is the one before it or nothing.
std::optional<std::int64_t> stretchedLength(const KindReader& reader, std::int64_t stated)
{
    const auto stretch = stretchOf(reader);
    if (!stretch || (stated > 0 && stated != stretch->original))
        return std::nullopt;
    return asLength(std::round(static_cast<double>(stretch->original) * stretch->factor));
}

std::int64_t longestStated(const KindReader& reader)
{
    std::int64_t longest = 0;
    for (std::string_view name : kNames)
        longest = std::max(longest, asLength(reader.numberIn(name)).value_or(0));
    return longest;
}

/// All fields that state a length, of which the first as long as `taken` is used as `reason` says.
void report(KindReader& reader, std::int64_t taken, std::string_view reason, std::string_view others)
{
    bool used = false;
    for (std::string_view name : kNames) {
        if (!reader.states(name))
            continue;
        const auto length = asLength(reader.numberIn(name));
        if (length && *length == taken && !used) {
            reader.used(name, reason);
            used = true;
        } else {
            reader.ignored(name, length ? others : SCALESCOPE_TEXT("core", "No length in whole tokens that a sequence may have."));
        }
    }
}

}  // namespace

void readContextLimit(KindReader& reader)
{
    constexpr std::string_view kBefore = SCALESCOPE_TEXT("core", "The longest sequence before the rotary positions' factor.");
    constexpr std::string_view kOthers = SCALESCOPE_TEXT("core", "Another field states a sequence as long or longer.");
    std::int64_t& limit = reader.model().contextLimit;
    if (limit > 0) {
        report(reader, 0, {}, SCALESCOPE_TEXT("core", "The learned positions are the longest sequence."));
        return;
    }
    const std::int64_t stated = longestStated(reader);
    limit = stated;
    if (const auto stretched = stretchedLength(reader, stated)) {
        limit = *stretched;
        reader.used(kRotary, SCALESCOPE_TEXT("core", "Its factor stretches the longest sequence."));
        reader.used(kOriginal, kBefore);
        report(reader, stated, kBefore, kOthers);
        return;
    }
    report(reader, stated, SCALESCOPE_TEXT("core", "The longest sequence that the model is published for."), kOthers);
}

}  // namespace scalescope
