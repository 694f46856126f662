// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/checkpoint_output.h"
#include "app/cli/command_list.h"
#include "app/cli/model_output.h"
#include "app/files/model_path.h"
#include "app/cli/table.h"
#include "core/base/format.h"
#include "core/base/json_writer.h"

#include <ostream>

namespace scalescope {

namespace {

constexpr double kContextByDefault = 8192;

std::string_view nameOf(FieldUse use) { return kFieldUseNames[static_cast<std::size_t>(use)]; }

double contextOf(const ImportedModel& imported)
{
    const std::int64_t limit = imported.model.architecture.contextLimit;
    return limit > 0 ? static_cast<double>(limit) : kContextByDefault;
}

void printJson(const ModelFilesImport& import, std::ostream& out)
{
    const ImportedModel& imported = *import.imported;
    JsonWriter json;
    json.beginObject();
    writeModelFigures(json, imported.model, contextOf(imported), Serving{});
    writeCheckpoint(json, import);
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
    json.key("notices").beginArray();
    for (const FileProblem& p : import.problems)
        json.value(located(p.file, p.problem));
    json.endArray();
    json.endObject();
    out << json.take();
}

void printFields(const ImportedModel& imported, std::ostream& out)
{
    for (FieldUse use : {FieldUse::used, FieldUse::guessed, FieldUse::ignored}) {
        Table table;
        bool any = false;
        for (const ConfigField& field : imported.fields) {
            if (field.use != use)
                continue;
            table.add({printable(field.key), printable(field.value), field.reason});
            any = true;
        }
        if (any)
            out << "\n" << nameOf(use) << "\n" << table.text();
    }
}

void printReport(const ModelFilesImport& import, std::ostream& out)
{
    const ImportedModel& imported = *import.imported;
    const Architecture& a = imported.model.architecture;
    out << printable(imported.model.name) << ": " << formatCount(static_cast<double>(countParameters(a).total())) << " parameters, "
        << formatBytes(bytesOf(DType::bf16, kvElementsPerToken(a)).value) << " of keys and values per token in bf16\n";
    printModelFigures(out, imported.model, contextOf(imported), Serving{});
    printCheckpoint(out, import);
    printFields(imported, out);
}

}  // namespace

int runImport(const Arguments& arguments, CommandContext& context)
{
    if (arguments.positional.empty()) {
        context.err << "scalescope import: it needs a config.json or a model's folder\n";
        return kUsage;
    }
    const ModelFilesImport import = importModelPath(arguments.positional.front());
    for (const FileProblem& p : import.problems)
        context.err << located(p.file, p.problem) << "\n";
    if (!import.imported)
        return kWrongInput;
    if (arguments.has("-o")) {
        const std::string target = arguments.value("-o");
        const std::string problem = writeFileAtomically(target, writeModel(import.imported->model));
        if (!problem.empty()) {
            context.err << printable(target) << ": " << problem << "\n";
            return kWrongInput;
        }
    }
    arguments.has("--json") ? printJson(import, context.out) : printReport(import, context.out);
    return kDone;
}

}  // namespace scalescope
