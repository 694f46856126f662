// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/diagrams/mesh_diagram.h"
#include "widgets/plots/label_placer.h"

namespace scalescope {

// Hits of the mesh diagram: the dimensions of the torus, the levels, then the chips.
constexpr int kFirstLevelHit = Shape::kMaxDimensions;
constexpr int kFirstDeviceHit = kFirstLevelHit + static_cast<int>(Cluster::kMaxNetworks);

struct MeshDiagram::Drawing {
    Scene& scene;
    const PlotStyle& style;
    QRectF area;
    LabelPlacer placer;
    std::shared_ptr<const Playback> playback;
    std::vector<double> held;  // at the moment that is shown
};

}  // namespace scalescope
