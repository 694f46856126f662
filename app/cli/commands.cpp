// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"

#include "app/cli/command_list.h"
#include "core/base/suggest.h"
#include "core/scenario/parameter.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <ostream>

namespace scalescope {

namespace {

constexpr std::string_view kUsageLine = "Usage: scalescope [FILE]\n       scalescope COMMAND [ARGUMENTS]\n";

void printUsage(const Command& command, std::ostream& out)
{
    out << "Usage: scalescope " << command.name << " " << command.synopsis << "\n\n" << command.help << "\n";
    const auto print = [&](const Option& option) {
        std::string left = "  " + std::string(option.name);
        if (!option.argument.empty())
            left += " <" + std::string(option.argument) + ">";
        left.resize(std::max<std::size_t>(left.size() + 2, 34), ' ');
        out << left << option.help << "\n";
    };
    out << "\nOptions:\n";
    for (const Option& option : command.options)
        print(option);
    print({"--help", "", "print this"});
}

std::optional<Read<Scenario>> scenarioNamed(const std::string& name, CommandContext& context)
{
    if (context.presets.find(PresetKind::scenarios, name))
        return scenarioPreset(context.presets, name);
    FileContent content = readFile(name);
    if (content.problem.empty())
        return readScenario(content.text, context.presets);
    context.err << printable(name) << ": " << content.problem;
    std::error_code error;
    if (!std::filesystem::exists(name, error)) {
        const auto ids = context.presets.ids(PresetKind::scenarios);
        if (const auto near = nearest(name, ids))
            context.err << ", and no scenario preset of that name; did you mean '" << *near << "'?";
        else
            context.err << ", and no scenario preset of that name; 'scalescope presets' lists them";
    }
    context.err << "\n";
    return std::nullopt;
}

/// Takes a preset into the scenario; prints what is wrong.
template <class T>
bool takePreset(const std::string& id, PresetKind kind, T& target, Read<T> (*load)(const PresetLibrary&, std::string_view),
                CommandContext& context)
{
    Read<T> read = load(context.presets, id);
    if (read.value) {
        target = std::move(*read.value);
        return true;
    }
    for (const Diagnostic& d : read.problems)
        context.err << printable("scalescope: " + describe(d));
    if (const auto near = nearest(id, context.presets.ids(kind)))
        context.err << " Did you mean '" << *near << "'?";
    context.err << "\n";
    return false;
}

}  // namespace

const Command* findCommand(std::string_view name)
{
    const auto all = commands();
    const auto found = std::find_if(all.begin(), all.end(), [name](const Command& c) { return c.name == name; });
    return found == all.end() ? nullptr : &*found;
}

std::string generalHelp()
{
    std::string text(kUsageLine);
    text += "\nWithout a command, opens the window, on a scenario file, a Hugging Face config.json or an exported image.\n\nCommands:\n";
    for (const Command& command : commands()) {
        std::string left = "  " + std::string(command.name);
        left.resize(14, ' ');
        text += left + std::string(command.help.substr(0, command.help.find('\n'))) + "\n";
    }
    text += "\n'scalescope COMMAND --help' says more. Exit status: 0 done, 1 the input is wrong, 2 usage.\n";
    return text;
}

std::optional<int> runCommand(std::span<const std::string> words, std::ostream& out, std::ostream& err)
{
    if (words.empty())
        return std::nullopt;
    const std::string& first = words.front();
    if (first == "--help" || first == "-h" || first == "help") {
        out << generalHelp();
        return kDone;
    }
    if (first == "--version") {
        out << "scalescope " << SCALESCOPE_VERSION << "\n";
        return kDone;
    }
    const Command* command = findCommand(first);
    if (!command)
        return std::nullopt;
    const auto rest = words.subspan(1);
    if (std::find(rest.begin(), rest.end(), "--help") != rest.end()) {
        printUsage(*command, out);
        return kDone;
    }
    const ParsedArguments parsed = parseArguments(rest, command->options, command->maxPositional);
    if (!parsed.problem.empty()) {
        err << "scalescope " << command->name << ": " << parsed.problem << "\n"
            << "'scalescope " << command->name << " --help' lists what it takes.\n";
        return kUsage;
    }
    const LoadedPresets loaded = loadPresets();
    for (const std::string& problem : loaded.problems)
        err << problem << "\n";
    CommandContext context{out, err, loaded.library};
    const int status = command->run(parsed.arguments, context);
    out.flush();
    if (!out) {
        err << "scalescope: the output could not be written\n";
        return kWrongInput;
    }
    return status;
}

std::optional<Scenario> scenarioFrom(const Arguments& arguments, CommandContext& context)
{
    const std::string name = arguments.positional.empty() ? std::string(kDefaultScenario) : arguments.positional.front();
    auto read = scenarioNamed(name, context);
    if (!read)
        return std::nullopt;
    if (!read->value) {
        for (const Diagnostic& d : read->problems)
            context.err << located(name, d) << "\n";
        return std::nullopt;
    }
    Scenario scenario = std::move(*read->value);
    bool good = true;
    if (arguments.has("--model"))
        good &= takePreset(arguments.value("--model"), PresetKind::models, scenario.model, modelPreset, context);
    if (arguments.has("--hardware"))
        good &= takePreset(arguments.value("--hardware"), PresetKind::hardware, scenario.hardware, hardwarePreset, context);
    good &= applyAssignments(scenario, arguments.values("--set"), context.err);
    if (!good)
        return std::nullopt;
    return scenario;
}

bool applyAssignments(Scenario& scenario, std::span<const std::string> assignments, std::ostream& err)
{
    Scenario changed = scenario;
    bool good = true;
    for (const std::string& text : assignments) {
        Diagnostic problem;
        const auto edit = parseAssignment(changed, text, problem);
        Diagnostics problems;
        if (!edit)
            problems.push_back(problem);
        else
            problems = apply(changed, std::span(&*edit, 1));
        for (const Diagnostic& d : problems)
            err << printable("--set " + text.substr(0, 120) + ": " + describe(d)) << "\n";
        good = good && problems.empty();
    }
    if (good)
        scenario = std::move(changed);
    return good;
}

}  // namespace scalescope
