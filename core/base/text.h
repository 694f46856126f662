// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Marks a text of core that people read. It is the English text itself, so core needs no Qt; lupdate collects it
/// under the context, and the user interface translates it with QCoreApplication::translate(context, text).
/// Both arguments are string literals; the context is "core".
#define SCALESCOPE_TEXT(context, text) text
