// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/checkpoint_output.h"
#include "app/cli/command_list.h"
#include "app/cli/estimate_json.h"
#include "app/cli/model_output.h"
#include "core/base/format.h"
#include "core/scenario/parameter.h"

#include <ostream>
#include <set>

namespace scalescope {

namespace {

/// Text for roff: backslashes, leading dots and hyphens must not be read as requests.
std::string roff(std::string_view text)
{
    std::string escaped;
    for (char c : text) {
        if (c == '\\')
            escaped += "\\e";
        else if (c == '-')
            escaped += "\\-";
        else if ((c == '.' || c == '\'') && escaped.empty())
            escaped += std::string("\\&") + c;
        else if (c == '\n')
            escaped += "\n.br\n";
        else
            escaped += c;
    }
    return escaped;
}

void item(std::ostream& out, std::string_view term, std::string_view text)
{
    out << ".TP\n.B " << roff(term) << "\n" << roff(text) << "\n";
}

void printCommands(std::ostream& out)
{
    out << ".SH COMMANDS\n";
    for (const Command& command : commands()) {
        item(out, std::string(command.name) + " " + std::string(command.synopsis), command.help);
        for (const Option& option : command.options)
            out << ".RS\n.TP\n.B " << roff(option.name) << (option.argument.empty() ? "" : " \\fI" + roff(option.argument) + "\\fR") << "\n"
                << roff(option.help) << "\n.RE\n";
    }
}

/// "network.0.shape.2" as "network.N.shape.N": one entry stands for all of its kind.
std::string pattern(const std::string& id)
{
    std::string text;
    bool index = false;
    for (std::size_t i = 0; i < id.size(); ++i) {
        const bool digit = id[i] >= '0' && id[i] <= '9' && (index || (i > 0 && id[i - 1] == '.'));
        if (digit && !index)
            text += "N";
        else if (!digit)
            text += id[i];
        index = digit;
    }
    return text;
}

std::string descriptionOf(const Parameter& p)
{
    std::string text(p.help);
    if (p.isChoice()) {
        text += " One of ";
        for (std::size_t i = 0; i < p.choices.size(); ++i)
            text += (i > 0 ? ", " : "") + std::string(p.choices[i]);
        text += ".";
    } else {
        text += " From " + shortest(p.minimum) + " to " + shortest(p.maximum) + (p.unit.empty() ? "" : " " + std::string(p.unit));
        text += p.optional ? ", or unknown." : ".";
    }
    return text;
}

void printParameters(const CommandContext& context)
{
    context.out << ".SH PARAMETERS\nThe ids for\n.B \\-\\-set\nand, as nested keys, for scenario files. N is an index from 0, innermost "
                   "network or first dimension first. A number may be written like 4096, 3.35T, 80Gi or 1e12. The last part of an id "
                   "serves for the whole where one id of the fewest parts ends so.\n";
    std::set<std::string> seen;
    for (const Preset& preset : context.presets.presets) {
        if (preset.kind != PresetKind::scenarios)
            continue;
        const Read<Scenario> scenario = scenarioPreset(context.presets, preset.id);
        if (!scenario.value)
            continue;
        for (const Parameter& p : parameters(*scenario.value))
            if (seen.insert(pattern(p.id)).second)
                item(context.out, pattern(p.id), descriptionOf(p));
    }
}

void printKeys(std::ostream& out)
{
    out << ".SH JSON\n.B eval \\-\\-json\nprints one object with these keys. Figures are SI: bytes, FLOPs, seconds. Times are null where the "
           "plan is impossible.\n";
    for (const OutputKey& key : outputKeys())
        item(out, key.path, std::string(key.meaning) + (key.unit.empty() ? "" : ", in " + std::string(key.unit)));
    out << ".P\n.B import \\-\\-json\nprints what\n.B eval\nhas under\n.B model\nfrom parameters to expert_coverage, at the top and for the "
           "model's own context, or 8,192 tokens where the config states none, and\n";
    for (const OutputKey& key : importKeys())
        item(out, key.path, std::string(key.meaning) + (key.unit.empty() ? "" : ", in " + std::string(key.unit)));
}

}  // namespace

int runManual(const Arguments&, CommandContext& context)
{
    std::ostream& out = context.out;
    out << ".TH SCALESCOPE 1 \"\" \"Scalescope " << SCALESCOPE_VERSION << "\"\n"
        << ".SH NAME\nscalescope \\- how a transformer scales on real accelerators\n"
        << ".SH SYNOPSIS\n.B scalescope\n.RI [ FILE ]\n.br\n.B scalescope\n.I COMMAND\n.RI [ ARGUMENTS ]\n"
        << ".SH DESCRIPTION\nShows the roofline, the memory and the communication against compute of a model on a cluster. Without a command "
           "it opens the window on a scenario file, a Hugging Face config.json or a picture that it exported. The commands need no display and "
           "print the same numbers.\n";
    printCommands(out);
    out << ".SH EXIT STATUS\n";
    item(out, "0", "done; a plan that does not fit in memory has \"feasible\": false");
    item(out, "1", "the input is wrong or the plan impossible; standard error says where and what would work");
    item(out, "2", "usage");
    printParameters(context);
    printKeys(out);
    out << ".SH FILES\n";
    item(out, "$XDG_DATA_HOME/scalescope/presets/{hardware,models,scenarios}/NAME.json", "your own presets, in the format of the shipped ones");
    return kDone;
}

}  // namespace scalescope
