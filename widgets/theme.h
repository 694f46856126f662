// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/estimate.h"

#include <QColor>
#include <QFont>
#include <QPalette>

namespace scalescope {

/// Colours, type and sizes of one appearance. One colour means one thing on every page.
struct Theme {
    bool dark = false;
    double factor = 1.0;  // scales type, pens and markers; above 1 in lectures
    bool pinned = false;  // fonts for files: 96 to the inch, without hinting or subpixels, whatever the screen has

    QColor page;    // behind the cards
    QColor card;
    QColor border;  // of cards and fields
    QColor grid;
    QColor ink;     // text, compute, weights
    QColor muted;
    QColor accent;  // what the hand holds, the present
    QColor memory;  // HBM
    QColor fsdp;
    QColor data;
    QColor tensor;
    QColor other;   // further degrees
    QColor state;   // activations, caches
    QColor buffer;  // buffers and reserve
    QColor trouble;

    QColor of(Axis axis) const;
    QColor of(BoundBy bound) const;
    QColor ofMeshAxis(int position) const;  // of a mesh whose axes have no meaning of their own

    /// Inter (embedded) with a Chinese fallback, scaled by the factor.
    QFont font(double points, QFont::Weight weight = QFont::Normal) const;

    QPalette palette() const;  // for the Fusion style

    bool operator==(const Theme&) const = default;
};

Theme lightTheme(double factor = 1.0);
Theme darkTheme(double factor = 1.0);

/// Registers the embedded fonts; once, after the application object exists.
void loadFonts();

}  // namespace scalescope
