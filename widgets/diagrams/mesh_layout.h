// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPolygonF>
#include <QRectF>
#include <QSizeF>

#include "core/hardware/cluster.h"

#include <array>
#include <optional>
#include <vector>

namespace scalescope {

/// Where the chips, switches and links of a cluster are drawn, in pixels. Chips count in the row of all chips, as devices
/// of a mesh do. Of large clusters a part is laid out, which is said.
struct MeshLayout {
    struct Device {
        std::int64_t chip = 0;
        QPointF at;
        double depth = 0;  // 0 in front, 1 at the back
    };

    /// Between neighbours of the torus, or from the chips below one child of a switch up to it. Those along one row of the
    /// torus follow one another. A link that wraps has a piece at each end of its row.
    struct Link {
        int dimension = -1;      // of the torus, or
        int level = -1;          // of the fabric
        std::int64_t from = 0;   // chip; on a level the first one below
        std::int64_t to = 0;     // chip; on a level the one after the last below
        bool wraps = false;
        bool skips = false;      // over chips that are not drawn
        double depth = 0;
        QPolygonF line;
    };

    struct Switch {
        int level = 0;
        QRectF box;
        int bars = 1;  // that it is drawn as
    };

    struct More {
        int level = 0;
        std::int64_t count = 0;  // of children that are not drawn
        QRectF box;
    };

    /// Where the name of a dimension belongs.
    struct Spot {
        QPointF at;
        Qt::Edge side = Qt::BottomEdge;  // of the drawing
    };

    std::vector<Device> devices;     // back to front
    std::vector<Link> links;
    std::vector<Switch> switches;
    std::vector<QRectF> enclosures;  // nodes, trays, slices
    std::vector<More> more;
    std::array<std::optional<Spot>, Shape::kMaxDimensions> dimensions;
    QRectF bounds;    // of all that is drawn
    QSizeF chip;      // the size of one
    bool round = false;
    std::int64_t chips = 1;  // of the cluster
};

/// Lays the networks of a cluster into a rectangle; `factor` scales what does not depend on the room.
MeshLayout layOutCluster(const Topology& topology, const QRectF& room, double factor);

}  // namespace scalescope
