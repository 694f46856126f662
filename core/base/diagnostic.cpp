// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/diagnostic.h"

#include <algorithm>

namespace scalescope {

std::string_view nameOf(Severity severity)
{
    switch (severity) {
    case Severity::notice: return "notice";
    case Severity::infeasible: return "infeasible";
    case Severity::impossible: return "impossible";
    case Severity::invalid: break;
    }
    return "invalid";
}

std::string substitute(std::string_view text, const std::vector<std::string>& arguments)
{
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool placeholder = text[i] == '%' && i + 1 < text.size() && text[i + 1] >= '1' && text[i + 1] <= '9';
        const std::size_t index = placeholder ? static_cast<std::size_t>(text[i + 1] - '1') : 0;
        if (placeholder && index < arguments.size()) {
            result += arguments[index];
            ++i;
        } else {
            result += text[i];
        }
    }
    return result;
}

std::string describe(const Diagnostic& diagnostic)
{
    std::string text = substitute(diagnostic.message, diagnostic.arguments);
    if (!diagnostic.suggestion.empty())
        text += " " + substitute(diagnostic.suggestion, diagnostic.arguments);
    return text;
}

bool anyAtLeast(const Diagnostics& diagnostics, Severity severity)
{
    return std::any_of(diagnostics.begin(), diagnostics.end(),
                       [severity](const Diagnostic& d) { return d.severity >= severity; });
}

}  // namespace scalescope
