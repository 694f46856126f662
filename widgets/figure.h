// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QPointF>
#include <QSize>
#include <QString>
#include <QStringList>

#include <optional>

class QPainter;

namespace scalescope {

struct Theme;

/// What stands under the pointer: its name, lines to read, and the derivation that its number opens.
struct FigureHit {
    QString title;
    QStringList lines;
    QPointF anchor;      // in the figure's coordinates
    QString derivation;  // id, or empty
};

/// The numbers behind a picture; cells are text as people read it, `values` the same in full precision for copying.
struct FigureTable {
    QStringList columns;
    QList<QStringList> rows;
    QList<QStringList> values;
};

/// One picture of an estimate. Export, clipboard, accessibility and lecture mode know only this.
class Figure {
public:
    virtual ~Figure() = default;

    virtual QString title() const = 0;
    virtual QString caption() const = 0;  // one sentence: what to see

    /// Paints the chart alone (no title) at a logical size, from the values last shown; does not change what is on the screen.
    virtual void paint(QPainter& painter, const QSize& size, const Theme& theme) = 0;

    /// What is at a point of the chart as it is on the screen.
    virtual std::optional<FigureHit> hitTest(QPointF point) const = 0;

    virtual QString summary() const = 0;  // in words, for those who cannot see the picture
    virtual FigureTable table() const = 0;
};

}  // namespace scalescope
