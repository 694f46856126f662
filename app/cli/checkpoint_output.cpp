// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/checkpoint_output.h"

#include "app/cli/table.h"
#include "core/base/format.h"
#include "core/base/json_writer.h"

#include <array>
#include <cmath>
#include <ostream>

namespace scalescope {

namespace {

constexpr std::array kImportKeys = std::to_array<OutputKey>({
    {"model", "", "the preset"},
    {"index", "", "what the index and the headers of the weights say; null without them"},
    {"index.tensors", "", "tensors that they list"},
    {"index.multi_token_tensors", "", "of them in multi-token layers"},
    {"index.tower_tensors", "", "in vision and audio towers"},
    {"index.scale_tensors", "", "scales of quantised weights"},
    {"index.buffer_tensors", "", "masks and rotary frequencies"},
    {"index.size", "B", "bytes of all tensors as stated; null when not stated"},
    {"index.size_predicted", "B", "bytes that the config predicts for it"},
    {"index.size_agrees", "", "whether they are equal to the byte"},
    {"index.size_counts[]", "", "what it counts beyond the model: multi_token_layers, multi_token_tables, tower, tied_twice or buffers"},
    {"index.parameters", "", "as stated, or of the tensors' shapes; null when neither is there"},
    {"index.parameters_predicted", "", "parameters that the config predicts for it"},
    {"index.parameters_agree", "", "whether they are equal"},
    {"index.parameters_count[]", "", "what it counts beyond the model, likewise"},
    {"index.explanations[]", "", "what would explain a difference"},
    {"report[].field", "", "field of the config"},
    {"report[].use", "", "used, guessed or ignored"},
    {"report[].value", "", "as written, or what was guessed"},
    {"report[].reason", "", "why"},
    {"notices[]", "", "what the reader should know"},
});

void writeFigure(JsonWriter& json, std::string_view name, std::string_view agrees, std::string_view counts,
                 const std::optional<StatedFigure>& figure)
{
    const std::string predicted = std::string(name) + "_predicted";
    if (!figure) {
        json.key(name).null();
        json.key(predicted).null();
        json.key(agrees).null();
    } else {
        json.member(name, figure->stated);
        json.member(predicted, figure->predicted);
        json.member(agrees, figure->agrees());
    }
    json.key(counts).beginArray();
    const CheckpointExtras extras = figure ? figure->extras : CheckpointExtras{};
    for (const auto& [counted, key] : std::initializer_list<std::pair<bool, std::string_view>>{
             {extras.multiToken, "multi_token_layers"}, {extras.multiTokenTables, "multi_token_tables"},
             {extras.tower, "tower"}, {extras.tiedTwice, "tied_twice"}, {extras.buffers, "buffers"}})
        if (counted)
            json.value(key);
    json.endArray();
}

std::string extrasText(const CheckpointExtras& extras)
{
    std::string text;
    for (const auto& [counted, words] : std::initializer_list<std::pair<bool, std::string_view>>{
             {extras.multiToken, "the multi-token layers"}, {extras.multiTokenTables, "their embeddings"},
             {extras.tower, "the towers"}, {extras.tiedTwice, "the tied matrix twice"}, {extras.buffers, "buffers"}})
        if (counted)
            text += (text.empty() ? "with " : ", ") + std::string(words);
    return text;
}

void addFigure(Table& table, const std::string& name, const std::optional<StatedFigure>& figure, std::string_view unit)
{
    if (!figure)
        return;
    const std::string with = extrasText(figure->extras);
    const std::string end = with.empty() ? "" : ", " + with;
    if (figure->agrees())
        table.add({name, formatCount(figure->stated), "agrees to the " + std::string(unit) + end});
    else
        table.add({name, formatCount(figure->stated),
                   std::string("predicted ") + formatCount(figure->predicted) + end + ": " + formatCount(std::abs(figure->difference())) +
                       (figure->difference() > 0 ? " more" : " less") + " than that"});
}

}  // namespace

std::span<const OutputKey> importKeys() { return kImportKeys; }

void writeCheckpoint(JsonWriter& json, const ModelFilesImport& import)
{
    json.key("index");
    if (!import.checkpoint || !import.comparison) {
        json.null();
        return;
    }
    const Checkpoint& checkpoint = *import.checkpoint;
    json.beginObject();
    json.member("tensors", checkpoint.tensors());
    json.member("multi_token_tensors", checkpoint.of(TensorPart::multiToken).tensors);
    json.member("tower_tensors", checkpoint.of(TensorPart::tower).tensors);
    json.member("scale_tensors", checkpoint.of(TensorPart::scales).tensors);
    json.member("buffer_tensors", checkpoint.of(TensorPart::buffers).tensors);
    writeFigure(json, "size", "size_agrees", "size_counts", import.comparison->bytes);
    writeFigure(json, "parameters", "parameters_agree", "parameters_count", import.comparison->parameters);
    json.key("explanations").beginArray();
    for (const Diagnostic& d : import.comparison->explanations)
        json.value(describe(d));
    json.endArray();
    json.endObject();
}

void printCheckpoint(std::ostream& out, const ModelFilesImport& import)
{
    if (!import.checkpoint || !import.comparison)
        return;
    const CheckpointComparison& comparison = *import.comparison;
    out << "\nWeights as stored: " << formatCount(static_cast<double>(import.checkpoint->tensors())) << " tensors\n";
    Table table;
    addFigure(table, "bytes", comparison.bytes, "byte");
    addFigure(table, "parameters", comparison.parameters, "unit");
    if (!comparison.bytes && !comparison.parameters)
        table.add({"the index states no total"});
    for (const Diagnostic& d : comparison.explanations)
        table.add({describe(d)});
    out << table.text();
}

}  // namespace scalescope
