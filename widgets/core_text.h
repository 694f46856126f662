// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"

#include <QString>

namespace scalescope {

/// UTF-8 of core as it is.
QString fromCore(std::string_view text);

/// A text that core marked with SCALESCOPE_TEXT, in the language of the window.
QString translated(std::string_view text);

/// The same for functions of core that take a Translator.
std::string toReader(std::string_view text);

/// Message and suggestion in the language of the window.
QString textOf(const Diagnostic& diagnostic);

}  // namespace scalescope
