// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sharding/study.h"

namespace scalescope {

void writeDefaultArrays(ShardingStudy& study)
{
    const auto dimension = [&](std::size_t i) {
        return i < study.dimensions.size() ? study.dimensions[i].name : std::string("8192");
    };
    const auto over = [&](std::size_t axis) {
        if (axis >= study.mesh.axes.size())
            return std::string();
        const std::string& name = study.mesh.axes[axis].name;
        return name.size() == 1 ? "_" + name : "_{" + name + "}";
    };
    study.left = "bf16[" + dimension(0) + over(0) + ", " + dimension(1) + "]";
    study.right = "bf16[" + dimension(1) + over(0) + ", " + dimension(2) + over(1) + "]";
    study.output.clear();
}

ShardingStudy studyFor(const Cluster& cluster)
{
    constexpr std::array<std::string_view, kMaxMeshAxes> names = {"X", "Y", "Z", "U", "V", "W", "S", "T"};
    ShardingStudy study;
    const auto add = [&](std::int64_t size) {
        const std::size_t n = study.mesh.axes.size();
        if (size > 1 && n < names.size())
            study.mesh.axes.push_back({std::string(names[n]), size});
    };
    for (const Network& network : cluster.networks) {
        if (const auto* torus = std::get_if<Torus>(&network)) {
            for (int d = 0; d < torus->shape.dimensions; ++d)
                add(torus->shape[d]);
        } else if (const auto* level = std::get_if<FabricLevel>(&network)) {
            add(level->degree);
        } else {
            add(std::get<DataCentre>(network).slices);
        }
    }
    if (study.mesh.axes.empty())
        study.mesh.axes.push_back({"X", 1});
    study.dimensions = {{"I", 8192}, {"J", 8192}, {"K", 32768}};
    writeDefaultArrays(study);
    return study;
}

}  // namespace scalescope
