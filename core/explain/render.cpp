// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/render.h"

#include "core/base/diagnostic.h"
#include "core/base/format.h"
#include "core/base/text.h"
#include "core/explain/markup.h"

#include <algorithm>
#include <cmath>

namespace scalescope {

namespace {

using namespace explain;

constexpr double kLargestWrittenOut = 1e6;
constexpr std::string_view kPerCent = "%";
constexpr std::string_view kCurrency = "USD";

constexpr std::string_view kWhere = SCALESCOPE_TEXT("core", "Where");
constexpr std::string_view kNotes = SCALESCOPE_TEXT("core", "Assumptions");
constexpr std::string_view kSourceOfFormula = SCALESCOPE_TEXT("core", "Formula: %1");
constexpr std::string_view kSourceOfInputs = SCALESCOPE_TEXT("core", "Figures: %1");

bool isNoun(std::string_view unit)
{
    return unit == kCurrency ||
           (unit.size() > 2 && std::all_of(unit.begin(), unit.end(), [](char c) { return c >= 'a' && c <= 'z'; }));
}

std::string numberAlone(double value)
{
    const double size = std::abs(value);
    if (size < 1 || (size < kLargestWrittenOut && std::trunc(value) == value))
        return formatCount(value);
    return formatSi(value);
}

/// Symbols, numbers and words of one derivation, ready for one markup.
struct Parts {
    std::string left;     // the symbol of the result
    std::string symbols;  // empty where the expression is one number
    std::string numbers;
    std::string result;
};

Parts partsOf(const Derivation& d, const Markup& markup, const Translator& translate)
{
    Parts parts;
    parts.left = renderSymbol(d.symbol, markup);
    if (!(d.expression.op == Op::leaf && d.expression.leaf.isConstant())) {
        parts.symbols = render(d.expression, Show::symbols, markup, translate);
        parts.numbers = render(d.expression, Show::numbers, markup, translate);
    }
    parts.result = markup.number(formatQuantity(d.value(), d.unit, translate));
    if (d.expression.op == Op::leaf)
        parts.numbers.clear();
    return parts;
}

std::string substituted(std::string_view text, std::string argument, const Translator& translate)
{
    return substitute(translated(text, translate), {std::move(argument)});
}

struct PlainMarkup : Markup {
    std::string escaped(std::string_view text) const override { return std::string(text); }
    std::string symbol(std::string_view base, std::string_view subscript) const override
    {
        if (base.empty() || subscript.empty())
            return std::string(base.empty() ? subscript : base);
        const bool one = subscript.find_first_of(" ,") == std::string_view::npos;
        return std::string(base) + "_" + (one ? std::string(subscript) : "{" + std::string(subscript) + "}");
    }
    std::string number(const std::string& formatted) const override { return formatted; }
    std::string linked(std::string text, const std::string&) const override { return text; }
    std::string fraction(const std::string& above, const std::string& below) const override { return above + " / " + below; }
    std::string power(const std::string& base, const std::string& exponent) const override
    {
        return exponent.find(' ') == std::string::npos ? base + "^" + exponent : base + "^(" + exponent + ")";
    }
    std::string_view sign(Op op) const override
    {
        switch (op) {
        case Op::sum: return " + ";
        case Op::difference: return " - ";
        case Op::product: return " × ";
        default: break;
        }
        return ", ";
    }
    std::string_view opening(Op op) const override
    {
        switch (op) {
        case Op::maximum: return "max(";
        case Op::minimum: return "min(";
        case Op::roundDown: return "floor(";
        case Op::roundUp: return "ceil(";
        default: break;
        }
        return "(";
    }
    std::string_view closing(Op) const override { return ")"; }
    std::string_view newLine() const override { return "\n     "; }
};

struct HtmlMarkup : PlainMarkup {
    std::string escaped(std::string_view text) const override
    {
        std::string result;
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (text.substr(i).starts_with(kNarrowSpace)) {
                // Rich text of Qt takes a narrow space for one at which a line may break.
                result += "&nbsp;";
                i += kNarrowSpace.size() - 1;
                continue;
            }
            const char c = text[i];
            switch (c) {
            case '&': result += "&amp;"; break;
            case '<': result += "&lt;"; break;
            case '>': result += "&gt;"; break;
            case '"': result += "&quot;"; break;
            case '\'': result += "&#39;"; break;
            default: result += c;
            }
        }
        return result;
    }
    std::string symbol(std::string_view base, std::string_view subscript) const override
    {
        if (base.empty() || subscript.empty())
            return escaped(base.empty() ? subscript : base);
        return escaped(base) + "<sub>" + escaped(subscript) + "</sub>";
    }
    std::string number(const std::string& formatted) const override { return escaped(formatted); }
    std::string linked(std::string text, const std::string& id) const override
    {
        return "<a href=\"derive:" + escaped(id) + "\">" + text + "</a>";
    }
    std::string power(const std::string& base, const std::string& exponent) const override
    {
        return base + "<sup>" + exponent + "</sup>";
    }
    std::string_view opening(Op op) const override
    {
        return op == Op::roundDown ? "⌊" : op == Op::roundUp ? "⌈" : PlainMarkup::opening(op);
    }
    std::string_view closing(Op op) const override { return op == Op::roundDown ? "⌋" : op == Op::roundUp ? "⌉" : ")"; }
    std::string_view sign(Op op) const override { return op == Op::difference ? " − " : PlainMarkup::sign(op); }
    std::string_view newLine() const override { return {}; }  // it wraps by itself
};

struct LatexMarkup : Markup {
    std::string escaped(std::string_view text) const override
    {
        std::string result;
        for (std::size_t i = 0; i < text.size(); ++i) {
            const std::string_view rest = text.substr(i);
            const auto special = std::find_if(kSpecial.begin(), kSpecial.end(),
                                              [rest](const auto& s) { return rest.starts_with(s.first); });
            if (special == kSpecial.end()) {
                result += text[i];
                continue;
            }
            result += special->second;
            i += special->first.size() - 1;
        }
        return result;
    }
    std::string symbol(std::string_view base, std::string_view subscript) const override
    {
        std::string text = base.size() == 1 ? std::string(base) : base == "η" ? std::string("\\eta") : words(base);
        if (base.empty())
            return words(subscript);
        return subscript.empty() ? text : text + "_{" + (subscript.size() == 1 ? escaped(subscript) : words(subscript)) + "}";
    }
    std::string number(const std::string& formatted) const override { return words(formatted); }
    std::string linked(std::string text, const std::string&) const override { return text; }
    std::string fraction(const std::string& above, const std::string& below) const override
    {
        return "\\frac{" + above + "}{" + below + "}";
    }
    std::string power(const std::string& base, const std::string& exponent) const override
    {
        return "{" + base + "}^{" + exponent + "}";
    }
    std::string_view sign(Op op) const override
    {
        switch (op) {
        case Op::sum: return " + ";
        case Op::difference: return " - ";
        case Op::product: return " \\times ";
        default: break;
        }
        return ",\\; ";
    }
    std::string_view opening(Op op) const override
    {
        switch (op) {
        case Op::maximum: return "\\max\\left(";
        case Op::minimum: return "\\min\\left(";
        case Op::roundDown: return "\\left\\lfloor ";
        case Op::roundUp: return "\\left\\lceil ";
        default: break;
        }
        return "\\left(";
    }
    std::string_view closing(Op op) const override
    {
        return op == Op::roundDown ? " \\right\\rfloor" : op == Op::roundUp ? " \\right\\rceil" : "\\right)";
    }
    std::string_view newLine() const override { return " \\\\\n  &\\quad"; }
    bool fractionsStack() const override { return true; }

private:
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 18> kSpecial = {{
        {"\\", "\\textbackslash{}"}, {"{", "\\{"}, {"}", "\\}"}, {"$", "\\$"}, {"%", "\\%"}, {"&", "\\&"}, {"#", "\\#"}, {"_", "\\_"},
        {"^", "\\textasciicircum{}"}, {"~", "\\textasciitilde{}"}, {"<", "\\textless{}"}, {">", "\\textgreater{}"}, {"\n", " "}, {"\r", " "},
        {"\u202f", "\\,"}, {"µ", "$\\mu$"}, {"×", "$\\times$"}, {"–", "--"},
    }};

    std::string words(std::string_view text) const { return "\\text{" + escaped(text) + "}"; }
};

std::string meaning(const Leaf& leaf, const Translator& translate) { return textOf(leaf.name, translate); }

}  // namespace

std::string textOf(const Words& words, const Translator& translate)
{
    std::vector<std::string> arguments = words.arguments;
    for (std::string& argument : arguments)
        argument = translated(argument, translate);
    const std::string text = substitute(translated(words.text, translate), arguments);
    return words.kind.empty() ? text : text + " (" + words.kind + ")";
}

std::string formatQuantity(double value, std::string_view unit, const Translator& translate)
{
    const std::string space(kNarrowSpace);
    if (unit == kPerCent)
        return formatSi(100.0 * value) + space + std::string(kPerCent);
    if (unit.empty())
        return numberAlone(value);
    if (isNoun(unit))
        return numberAlone(value) + space + translated(unit, translate);
    return formatSi(value, unit);
}

std::string toText(const Derivation& d, const Translator& translate)
{
    const PlainMarkup markup;
    const Parts parts = partsOf(d, markup, translate);
    std::string text = textOf(d.title, translate) + "\n\n";
    std::string left = parts.left + " = ";
    for (const std::string* line : {&parts.symbols, &parts.numbers, &parts.result}) {
        if (line->empty())
            continue;
        text += left + *line + "\n";
        left = "  = ";
    }
    text += "\n" + translated(kWhere, translate) + "\n";
    for (const Leaf* leaf : legendOf(d.expression)) {
        const std::string symbol = shown(*leaf, Show::symbols, markup, translate);
        const std::string number = formatQuantity(leaf->value, leaf->unit, translate);
        text += "  " + symbol + (symbol == number ? "" : " = " + number) + "  " + meaning(*leaf, translate) + "\n";
    }
    if (!d.notes.empty())
        text += "\n" + translated(kNotes, translate) + "\n";
    for (const Note& note : d.notes)
        text += "  - " + textOf(note.words, translate) + "\n";
    text += "\n" + substituted(kSourceOfFormula, translated(d.source, translate), translate) + "\n";
    for (const std::string& source : d.inputSources)
        text += substituted(kSourceOfInputs, source, translate) + "\n";
    return text;
}

std::string toHtml(const Derivation& d, const Translator& translate)
{
    const HtmlMarkup markup;
    const Parts parts = partsOf(d, markup, translate);
    std::string html = "<p class=\"title\">" + markup.escaped(textOf(d.title, translate)) + "</p>";
    std::string left = parts.left + " = ";
    for (const std::string* line : {&parts.symbols, &parts.numbers}) {
        if (line->empty())
            continue;
        html += "<p class=\"formula\">" + left + *line + "</p>";
        left = "= ";
    }
    html += "<p class=\"result\">" + left + parts.result + "</p>";

    html += "<table width=\"100%\" cellspacing=\"0\" cellpadding=\"3\">";
    for (const Leaf* leaf : legendOf(d.expression)) {
        const std::string symbol = shown(*leaf, Show::symbols, markup, translate);
        const std::string number = shown(*leaf, Show::numbers, markup, translate);
        html += "<tr><td class=\"symbol\">" + symbol + "</td><td>" + markup.escaped(meaning(*leaf, translate)) +
                "</td><td class=\"number\" align=\"right\">" + (symbol == number ? std::string() : number) + "</td></tr>";
    }
    html += "</table>";
    for (const Note& note : d.notes) {
        const std::string words = markup.escaped(textOf(note.words, translate));
        html += "<p class=\"note\">" + (note.link.empty() ? words : markup.linked(words, note.link)) + "</p>";
    }
    html += "<p class=\"source\">" +
            markup.escaped(substituted(kSourceOfFormula, translated(d.source, translate), translate)) + "</p>";
    for (const std::string& source : d.inputSources)
        html += "<p class=\"source\">" + markup.escaped(substituted(kSourceOfInputs, source, translate)) + "</p>";
    return html;
}

std::string toLatex(const Derivation& d, const Translator& translate)
{
    const LatexMarkup markup;
    const Parts parts = partsOf(d, markup, translate);
    std::string latex = "\\begin{align*}\n  ";
    std::string left = parts.left;
    for (const std::string* line : {&parts.symbols, &parts.numbers, &parts.result}) {
        if (line->empty())
            continue;
        latex += left + " &= " + *line + (line == &parts.result ? "\n" : " \\\\\n  ");
        left.clear();
    }
    latex += "\\end{align*}\n\\begin{itemize}\n";
    for (const Leaf* leaf : legendOf(d.expression))
        latex += "  \\item $" + shown(*leaf, Show::symbols, markup, translate) + "$: " +
                 markup.escaped(meaning(*leaf, translate)) + ", $" + shown(*leaf, Show::numbers, markup, translate) + "$\n";
    for (const Note& note : d.notes)
        latex += "  \\item " + markup.escaped(textOf(note.words, translate)) + "\n";
    latex += "  \\item " + markup.escaped(substituted(kSourceOfFormula, translated(d.source, translate), translate)) + "\n";
    for (const std::string& source : d.inputSources)
        latex += "  \\item " + markup.escaped(substituted(kSourceOfInputs, source, translate)) + "\n";
    return latex + "\\end{itemize}\n";
}

}  // namespace scalescope
