// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

namespace scalescope {

/// Numbers the gestures of one control. Edits of one number are one step of undo; no two controls share a number.
class GestureSource {
public:
    static constexpr qint64 kMergeMilliseconds = 750;

    /// A drag: every edit has the same number until the hand lets go.
    void press();
    void release();
    bool isHeld() const { return m_held; }

    /// A key or a notch of the wheel: joins the one before when it is less than 750 ms ago.
    int step(qint64 nowMilliseconds);

    /// A value by itself: typed, chosen, reset.
    int single();

    /// The number of the drag that is going on.
    int held() const { return m_current; }

private:
    static int next();

    int m_current = 0;
    bool m_held = false;
    bool m_stepping = false;
    qint64 m_lastStep = 0;
};

}  // namespace scalescope
