// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/model_import_files.h"

#include "core/base/json_tree.h"
#include "core/base/json_writer.h"
#include "core/base/text.h"

#include <algorithm>

namespace scalescope {

namespace {

constexpr std::string_view kQuantisationKey = "quantization_config";

void write(JsonWriter& json, const JsonNode& node)
{
    switch (node.kind) {
    case JsonNode::Kind::null: json.null(); break;
    case JsonNode::Kind::boolean: json.value(node.boolean); break;
    case JsonNode::Kind::number: json.value(node.number); break;
    case JsonNode::Kind::string: json.value(node.text); break;
    case JsonNode::Kind::array:
        json.beginArray();
        for (const JsonNode& item : node.items)
            write(json, item);
        json.endArray();
        break;
    case JsonNode::Kind::object:
        json.beginObject();
        for (const JsonMember& member : node.members)
            write(json.key(member.key), member.value);
        json.endObject();
        break;
    }
}

/// The file's own form as a config.json has it: ModelOpt keeps it in "quantization", the tools of GPTQ and AWQ at the
/// top and without the method's name.
std::string asQuantisationConfig(const JsonNode& root)
{
    const JsonNode* modelOpt = root.find("quantization");
    const JsonNode* nested = modelOpt ? modelOpt : root.find(kQuantisationKey);
    const JsonNode& object = nested && nested->kind == JsonNode::Kind::object ? *nested : root;
    JsonWriter json;
    json.beginObject();
    if (!object.find("quant_method"))
        json.member("quant_method", &object == modelOpt ? "modelopt" : object.find("w_bit") ? "awq" : "gptq");
    for (const JsonMember& member : object.members) {
        const std::string key = member.key == "w_bit" ? "bits" : member.key == "q_group_size" ? "group_size" : member.key;
        write(json.key(key), member.value);
    }
    json.endObject();
    return json.take();
}

/// The config with the quantisation as its last member, behind all that has a place in the file.
std::string joined(const ModelFile& config, const ModelFile& quantisation, ModelFilesImport& result)
{
    JsonLimits limits;
    limits.allowNonFinite = true;
    const JsonDocument document = parseJson(config.text, limits);
    const bool plain = document.root && document.root->kind == JsonNode::Kind::object && !document.root->members.empty();
    if (!plain || document.root->find(kQuantisationKey))
        return config.text;
    const JsonDocument file = parseJson(quantisation.text, limits);
    for (const Diagnostic& d : file.problems)
        result.problems.push_back({quantisation.name, d});
    if (!file.root)
        return config.text;
    if (file.root->kind != JsonNode::Kind::object) {
        result.problems.push_back({quantisation.name,
                                   {Severity::invalid, {}, SCALESCOPE_TEXT("core", "A quantisation config is a JSON object."), {},
                                    {}, {}, 1, 1}});
        return config.text;
    }
    std::string text = config.text;
    text.insert(text.rfind('}'), ", \"" + std::string(kQuantisationKey) + "\": " + asQuantisationConfig(*file.root));
    return text;
}

/// The checkpoint of one file goes into the sum; false when the file is wrong.
bool take(ReadCheckpoint read, const std::string& file, std::optional<Checkpoint>& sum, ModelFilesImport& result)
{
    for (Diagnostic& d : read.problems)
        result.problems.push_back({file, std::move(d)});
    if (!read.value)
        return false;
    if (sum)
        add(*sum, *read.value);
    else
        sum = std::move(*read.value);
    return true;
}

bool readCheckpoint(const ModelFiles& files, std::int64_t layers, ModelFilesImport& result)
{
    bool good = true;
    std::optional<Checkpoint> index;
    if (files.index.there())
        good = take(readIndex(files.index.text, layers), files.index.name, index, result);
    std::optional<Checkpoint> tensors;
    for (const TensorFile& file : files.tensors)
        good = take(readTensorHeader(file.header, layers, file.tensorBytes), file.name, tensors, result) && good;
    if (tensors && index) {
        tensors->totalSize = index->totalSize;
        tensors->totalParameters = index->totalParameters;
        tensors->files = std::move(index->files);
    }
    result.checkpoint = tensors ? std::move(tensors) : std::move(index);
    return good;
}

bool anyInvalid(const std::vector<FileProblem>& problems)
{
    return std::any_of(problems.begin(), problems.end(),
                       [](const FileProblem& p) { return p.problem.severity >= Severity::invalid; });
}

}  // namespace

ModelFilesImport importModelFiles(const ModelFiles& files)
{
    ModelFilesImport result;
    const std::string config =
        files.quantisation.there() ? joined(files.config, files.quantisation, result) : files.config.text;
    ModelImport import = importModel(config, files.fallbackName);
    for (Diagnostic& d : import.problems)
        result.problems.push_back({files.config.name, std::move(d)});
    const std::int64_t layers = import.imported ? import.imported->model.architecture.layers : kAllLayers;
    const bool good = readCheckpoint(files, layers, result);
    if (!import.imported || !good || anyInvalid(result.problems)) {
        result.checkpoint.reset();
        return result;
    }
    result.imported = std::move(import.imported);
    if (result.checkpoint)
        result.comparison = compare(result.imported->model.architecture, result.imported->model.storage, *result.checkpoint);
    return result;
}

}  // namespace scalescope
