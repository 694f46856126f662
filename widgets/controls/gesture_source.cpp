// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/gesture_source.h"

namespace scalescope {

int GestureSource::next()
{
    static int last = 0;
    return ++last;
}

void GestureSource::press()
{
    m_current = next();
    m_held = true;
    m_stepping = false;
}

void GestureSource::release() { m_held = false; }

int GestureSource::step(qint64 nowMilliseconds)
{
    if (m_held)
        return m_current;
    if (!m_stepping || nowMilliseconds - m_lastStep >= kMergeMilliseconds)
        m_current = next();
    m_stepping = true;
    m_lastStep = nowMilliseconds;
    return m_current;
}

int GestureSource::single()
{
    m_stepping = false;
    return next();
}

}  // namespace scalescope
