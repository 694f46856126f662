// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/markup.h"

#include <algorithm>

namespace scalescope::explain {

namespace {

constexpr std::size_t kTermsOnALine = 4;

int precedence(Op op)
{
    switch (op) {
    case Op::sum:
    case Op::difference: return 1;
    case Op::product:
    case Op::quotient: return 2;
    case Op::power: return 3;
    default: break;
    }
    return 4;
}

struct Renderer {
    Show show;
    const Markup& markup;
    const Translator& translate;

    std::string operator()(const Expression& e) const
    {
        switch (e.op) {
        case Op::leaf: return shown(e.leaf, show, markup, translate);
        case Op::sum: return joined(e, 1);
        case Op::difference: return within(e.operands[0], 1) + std::string(markup.sign(e.op)) + within(e.operands[1], 2);
        case Op::product: return joined(e, 2);
        case Op::quotient: return quotient(e);
        case Op::power: return markup.power(within(e.operands[0], 4), (*this)(e.operands[1]));
        default: break;
        }
        return called(e);
    }

private:
    /// In parentheses where it binds less tightly than what is around it.
    std::string within(const Expression& e, int around) const
    {
        if (precedence(e.op) >= around)
            return (*this)(e);
        return std::string(markup.opening(e.op)) + (*this)(e) + std::string(markup.closing(e.op));
    }

    std::string joined(const Expression& e, int around) const
    {
        std::string text;
        for (const Expression& operand : e.operands) {
            if (!text.empty())
                text += markup.sign(e.op);
            text += within(operand, around);
        }
        return text;
    }

    std::string quotient(const Expression& e) const
    {
        if (markup.fractionsStack())
            return markup.fraction((*this)(e.operands[0]), (*this)(e.operands[1]));
        return markup.fraction(within(e.operands[0], 2), within(e.operands[1], 3));
    }

    std::string called(const Expression& e) const
    {
        std::string text(markup.opening(e.op));
        for (std::size_t i = 0; i < e.operands.size(); ++i) {
            text += i > 0 ? markup.sign(e.op) : std::string_view();
            text += (*this)(e.operands[i]);
        }
        return text + std::string(markup.closing(e.op));
    }
};

bool sameLeaf(const Leaf& a, const Leaf& b)
{
    return a.input == b.input && a.link == b.link && a.value == b.value && a.name.text == b.name.text &&
           a.name.arguments == b.name.arguments && a.name.kind == b.name.kind;
}

}  // namespace

std::string render(const Expression& expression, Show show, const Markup& markup, const Translator& translate)
{
    const Renderer renderer{show, markup, translate};
    if (expression.op != Op::sum || expression.operands.size() <= kTermsOnALine)
        return renderer(expression);
    std::string text;
    for (std::size_t i = 0; i < expression.operands.size(); ++i) {
        if (i > 0 && i % kTermsOnALine == 0)
            text += markup.newLine();
        text += i > 0 ? markup.sign(Op::sum) : std::string_view();
        text += renderer(expression.operands[i]);
    }
    return text;
}

std::string renderSymbol(std::string_view symbol, const Markup& markup)
{
    const std::size_t bar = symbol.find('_');
    if (bar == std::string_view::npos)
        return markup.symbol(symbol, {});
    return markup.symbol(symbol.substr(0, bar), symbol.substr(bar + 1));
}

std::string shown(const Leaf& leaf, Show show, const Markup& markup, const Translator& translate)
{
    if (show == Show::numbers || (leaf.isConstant() && leaf.symbol.empty())) {
        const std::string number = markup.number(formatQuantity(leaf.value, leaf.unit, translate));
        return leaf.link.empty() ? number : markup.linked(number, leaf.link);
    }
    const std::string symbol = leaf.symbol.empty() ? markup.symbol({}, textOf(leaf.name, translate))
                                                   : renderSymbol(leaf.symbol, markup);
    return leaf.link.empty() ? symbol : markup.linked(symbol, leaf.link);
}

std::vector<const Leaf*> legendOf(const Expression& expression)
{
    std::vector<const Leaf*> legend;
    for (const Leaf* leaf : leavesOf(expression))
        if (std::none_of(legend.begin(), legend.end(), [&](const Leaf* l) { return sameLeaf(*l, *leaf); }))
            legend.push_back(leaf);
    return legend;
}

}  // namespace scalescope::explain
