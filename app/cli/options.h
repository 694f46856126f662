// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scalescope {

/// Exit statuses of every command.
enum ExitStatus { kDone = 0, kWrongInput = 1, kUsage = 2 };

/// An option that a command takes.
struct Option {
    std::string_view name;      // "--json"
    std::string_view argument;  // what follows it, for the help; empty for a switch
    std::string_view help;
    bool repeats = false;
};

/// Arguments sorted into options and the rest.
struct Arguments {
    std::vector<std::string> positional;
    std::map<std::string, std::vector<std::string>, std::less<>> options;

    bool has(std::string_view name) const { return options.contains(name); }
    std::string value(std::string_view name, std::string_view fallback = {}) const;
    std::vector<std::string> values(std::string_view name) const;
};

/// "--name value" and "--name=value"; "-o" likewise; "--" ends options. The problem is a sentence for a usage error.
struct ParsedArguments {
    Arguments arguments;
    std::string problem;
};
ParsedArguments parseArguments(std::span<const std::string> words, std::span<const Option> options, std::size_t maxPositional);

}  // namespace scalescope
