// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/render.h"

namespace scalescope::explain {

/// How one kind of text writes what an expression consists of.
struct Markup {
    virtual ~Markup() = default;

    virtual std::string escaped(std::string_view text) const = 0;
    virtual std::string symbol(std::string_view base, std::string_view subscript) const = 0;  // both plain text
    virtual std::string number(const std::string& formatted) const = 0;                       // plain text
    virtual std::string linked(std::string text, const std::string& id) const = 0;
    virtual std::string fraction(const std::string& above, const std::string& below) const = 0;  // both ready
    virtual std::string power(const std::string& base, const std::string& exponent) const = 0;  // both ready
    virtual std::string_view sign(Op op) const = 0;      // between operands
    virtual std::string_view opening(Op op) const = 0;   // "max(" of a maximum, "(" of a sum that needs them
    virtual std::string_view closing(Op op) const = 0;
    virtual std::string_view newLine() const = 0;        // between terms of a long sum
    virtual bool fractionsStack() const { return false; }  // one above the other, so that they need no parentheses
};

enum class Show { symbols, numbers };

std::string render(const Expression& expression, Show show, const Markup& markup, const Translator& translate);

std::string renderSymbol(std::string_view symbol, const Markup& markup);  // "T_compute"

/// The leaves of a legend: each once, in order.
std::vector<const Leaf*> legendOf(const Expression& expression);

/// What stands for a leaf in the formula: its symbol or name, or the number of a constant.
std::string shown(const Leaf& leaf, Show show, const Markup& markup, const Translator& translate);

}  // namespace scalescope::explain
