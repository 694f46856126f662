// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace scalescope {

struct Theme;

/// Flat push and tool buttons, thin scroll bars and tooltips. Set it on the widgets that need it, not on the
/// application: a style sheet costs every widget below it time.
QString chromeStyleSheet(const Theme& theme);

}  // namespace scalescope
