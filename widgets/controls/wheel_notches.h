// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWheelEvent;
class QWidget;

namespace scalescope {

/// Whether the wheel means this control: only the one with the keyboard, so that scrolling past changes nothing, and
/// not with Ctrl, which scales the window.
bool wheelIsFor(const QWidget& control, const QWheelEvent& event);

/// Adds the turn of the wheel to the rest and takes whole notches from it; up is positive.
int takeNotches(int& rest, const QWheelEvent& event);

}  // namespace scalescope
