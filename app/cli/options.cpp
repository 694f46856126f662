// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options.h"

#include "core/base/suggest.h"

#include <algorithm>

namespace scalescope {

namespace {

std::string unknownOption(const std::string& name, std::span<const Option> options)
{
    std::vector<std::string_view> names;
    for (const Option& option : options)
        names.push_back(option.name);
    std::string problem = "unknown option '" + name.substr(0, 80) + "'";
    if (const auto near = nearest(name, names))
        problem += "; did you mean '" + std::string(*near) + "'?";
    return problem;
}

}  // namespace

std::string Arguments::value(std::string_view name, std::string_view fallback) const
{
    const auto found = options.find(name);
    return found == options.end() ? std::string(fallback) : found->second.back();
}

std::vector<std::string> Arguments::values(std::string_view name) const
{
    const auto found = options.find(name);
    return found == options.end() ? std::vector<std::string>() : found->second;
}

ParsedArguments parseArguments(std::span<const std::string> words, std::span<const Option> options, std::size_t maxPositional)
{
    ParsedArguments parsed;
    bool onlyPositional = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (onlyPositional || word.size() < 2 || word[0] != '-') {
            if (parsed.arguments.positional.size() == maxPositional) {
                parsed.problem = "unexpected argument '" + word.substr(0, 80) + "'";
                return parsed;
            }
            parsed.arguments.positional.push_back(word);
            continue;
        }
        if (word == "--") {
            onlyPositional = true;
            continue;
        }
        const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
        const std::string name = word.substr(0, equals);
        const auto option = std::find_if(options.begin(), options.end(), [&](const Option& o) { return o.name == name; });
        if (option == options.end()) {
            parsed.problem = unknownOption(name, options);
            return parsed;
        }
        auto& values = parsed.arguments.options[name];
        if (!values.empty() && !option->repeats) {
            parsed.problem = "option '" + name + "' is given twice";
            return parsed;
        }
        if (option->argument.empty()) {
            if (equals != std::string::npos) {
                parsed.problem = "option '" + name + "' takes no value";
                return parsed;
            }
            values.emplace_back();
        } else if (equals != std::string::npos) {
            values.push_back(word.substr(equals + 1));
        } else if (i + 1 < words.size()) {
            values.push_back(words[++i]);
        } else {
            parsed.problem = "option '" + name + "' needs " + std::string(option->argument);
            return parsed;
        }
    }
    return parsed;
}

}  // namespace scalescope
