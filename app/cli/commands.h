// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/files/files.h"
#include "app/cli/options.h"

#include <functional>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>

namespace scalescope {

/// What a command works with. None of them needs a display.
struct CommandContext {
    std::ostream& out;
    std::ostream& err;
    const PresetLibrary& presets;
};

struct Command {
    std::string_view name;
    std::string_view synopsis;  // of its arguments
    std::string_view help;
    std::span<const Option> options;
    std::size_t maxPositional = 1;
    int (*run)(const Arguments&, CommandContext&) = nullptr;
};

/// All commands, in the order of the help.
std::span<const Command> commands();

const Command* findCommand(std::string_view name);

/// Runs the command that the first word names, or --help, --version. Nothing when the words ask for the window.
std::optional<int> runCommand(std::span<const std::string> words, std::ostream& out, std::ostream& err);

/// The general help.
std::string generalHelp();

/// The scenario that the arguments ask for, or nothing: then every problem was printed.
std::optional<Scenario> scenarioFrom(const Arguments& arguments, CommandContext& context);

/// Applies "id=value" texts in turn, all or none; prints every problem.
bool applyAssignments(Scenario& scenario, std::span<const std::string> assignments, std::ostream& err);

}  // namespace scalescope
