// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/translator.h"
#include "core/explain/derivation.h"

namespace scalescope {

std::string textOf(const Words& words, const Translator& translate = {});

/// A number with its unit, rounded to three digits: "28,672", "4.19 M tokens", "41.2 %".
std::string formatQuantity(double value, std::string_view unit, const Translator& translate = {});

/// The formula in symbols, then with the numbers put in, then the result; what each symbol is; notes and sources.
std::string toText(const Derivation& derivation, const Translator& translate = {});

/// The same as a fragment of HTML for a rich text view, every text escaped. Numbers with a derivation of their own are
/// links: <a href="derive:ID">. Classes: title, formula, symbol, number, result, note, source.
std::string toHtml(const Derivation& derivation, const Translator& translate = {});

/// The same for a paper: an align* environment of amsmath, then a list.
std::string toLatex(const Derivation& derivation, const Translator& translate = {});

}  // namespace scalescope
