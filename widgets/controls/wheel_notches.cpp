// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/wheel_notches.h"

#include <QWheelEvent>
#include <QWidget>

namespace scalescope {

bool wheelIsFor(const QWidget& control, const QWheelEvent& event)
{
    return control.hasFocus() && !event.modifiers().testFlag(Qt::ControlModifier);
}

int takeNotches(int& rest, const QWheelEvent& event)
{
    rest += event.angleDelta().y();
    const int notches = rest / QWheelEvent::DefaultDeltasPerStep;
    rest -= notches * QWheelEvent::DefaultDeltasPerStep;
    return notches;
}

}  // namespace scalescope
