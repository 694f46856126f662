// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineF>
#include <QList>
#include <QPainterPath>
#include <QPolygonF>
#include <QRectF>

namespace scalescope {

/// The part of a closed polygon inside a rectangle (Sutherland and Hodgman). Winding numbers inside stay, so either fill
/// rule gives the same picture, also of a polygon that crosses itself or has holes in other polygons.
QPolygonF cutTo(const QPolygonF& polygon, const QRectF& rect);

/// One part of a line that was cut.
struct LinePiece {
    QPolygonF points;
    qreal start = 0;  // length along the uncut line, for the phase of dashes
};

/// The parts of a line near a rectangle (Liang and Barsky). A closed line is one whose last point is its first.
QList<LinePiece> piecesInside(const QPolygonF& line, const QRectF& rect);

/// The curves of a path as straight parts, off by a small fraction of a unit.
QList<QPolygonF> flattened(const QPainterPath& path);

/// The lines of one of Qt's six hatch patterns, cut to polygons; anchored at the origin.
QList<QLineF> hatchLines(const QList<QPolygonF>& polygons, Qt::FillRule rule, Qt::BrushStyle hatch);

}  // namespace scalescope
