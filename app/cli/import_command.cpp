// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_list.h"
#include "app/cli/table.h"
#include "core/base/format.h"
#include "core/base/json_writer.h"
#include "core/scenario/model_import.h"

#include <filesystem>
#include <ostream>

namespace scalescope {

namespace {

std::string_view nameOf(FieldUse use) { return kFieldUseNames[static_cast<std::size_t>(use)]; }

void printJson(const ImportedModel& imported, std::ostream& out)
{
    const Architecture& a = imported.model.architecture;
    const auto parameters = countParameters(a).total();
    JsonWriter json;
    json.beginObject();
    json.member("parameters", parameters);
    json.member("active_parameters", parameters);  // dense: every token meets all of them
    json.member("kv_bytes_per_token", bytesOf(DType::bf16, static_cast<double>(kvElementsPerToken(a))).value);
    json.key("model");
    writeModelInto(json, imported.model);
    json.key("report").beginArray();
    for (const ConfigField& field : imported.fields) {
        json.beginObject();
        json.member("field", field.key);
        json.member("use", nameOf(field.use));
        json.member("value", field.value);
        json.member("reason", field.reason);
        json.endObject();
    }
    json.endArray();
    json.endObject();
    out << json.take();
}

void printReport(const ImportedModel& imported, std::ostream& out)
{
    const Architecture& a = imported.model.architecture;
    out << imported.model.name << ": " << formatCount(static_cast<double>(countParameters(a).total())) << " parameters, "
        << formatBytes(bytesOf(DType::bf16, static_cast<double>(kvElementsPerToken(a))).value) << " of keys and values per token in bf16\n";
    for (FieldUse use : {FieldUse::used, FieldUse::guessed, FieldUse::ignored}) {
        Table table;
        bool any = false;
        for (const ConfigField& field : imported.fields) {
            if (field.use != use)
                continue;
            table.add({field.key, field.value, field.reason});
            any = true;
        }
        if (any)
            out << "\n" << nameOf(use) << "\n" << table.text();
    }
}

}  // namespace

int runImport(const Arguments& arguments, CommandContext& context)
{
    if (arguments.positional.empty()) {
        context.err << "scalescope import: it needs a config.json\n";
        return kUsage;
    }
    const std::string& file = arguments.positional.front();
    const FileContent content = readFile(file);
    if (!content.problem.empty()) {
        context.err << file << ": " << content.problem << "\n";
        return kWrongInput;
    }
    const ModelImport result = importModel(content.text, std::filesystem::path(file).stem().string());
    for (const Diagnostic& d : result.problems)
        context.err << located(file, d) << "\n";
    if (!result.imported)
        return kWrongInput;
    if (arguments.has("-o")) {
        const std::string target = arguments.value("-o");
        const std::string problem = writeFileAtomically(target, writeModel(result.imported->model));
        if (!problem.empty()) {
            context.err << target << ": " << problem << "\n";
            return kWrongInput;
        }
    }
    arguments.has("--json") ? printJson(*result.imported, context.out) : printReport(*result.imported, context.out);
    return kDone;
}

}  // namespace scalescope
