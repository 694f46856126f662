// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/plan.h"

namespace scalescope {

std::int64_t& Plan::degree(Axis axis)
{
    switch (axis) {
    case Axis::tensor: return tensor;
    case Axis::expert: return expert;
    case Axis::context: return context;
    case Axis::fsdp: return fsdp;
    case Axis::data: return data;
    case Axis::pipeline: break;
    }
    return pipeline;
}

std::int64_t Plan::degree(Axis axis) const
{
    return const_cast<Plan*>(this)->degree(axis);
}

double productOf(const Plan& plan)
{
    double product = 1;
    for (Axis axis : kAxes)
        product *= static_cast<double>(plan.degree(axis));
    return product;
}

double tokenShards(const Plan& plan)
{
    return static_cast<double>(plan.data) * static_cast<double>(plan.fsdp) * static_cast<double>(plan.expert) *
           static_cast<double>(plan.context);
}

Mesh meshOf(const Plan& plan)
{
    constexpr Axis t = Axis::tensor;
    constexpr Axis e = Axis::expert;
    constexpr Axis c = Axis::context;
    constexpr Axis f = Axis::fsdp;
    constexpr Axis d = Axis::data;
    constexpr Axis p = Axis::pipeline;
    constexpr std::array<std::array<Axis, kAxisCount>, kAxisOrderNames.size()> orders = {{
        {t, e, c, f, d, p},
        {t, e, c, d, f, p},
        {f, e, c, t, d, p},
        {f, e, c, d, t, p},
        {d, e, c, t, f, p},
        {d, e, c, f, t, p},
        {t, c, e, f, d, p},
        {e, t, c, f, d, p},
        {c, t, e, f, d, p},
        {t, f, e, c, d, p},
        {t, p, e, c, f, d},
        {p, t, e, c, f, d},
        {t, e, c, f, p, d},
        {t, e, c, p, f, d},
    }};
    Mesh mesh;
    for (Axis axis : kAxes)
        mesh.size[static_cast<std::size_t>(axis)] = plan.degree(axis);
    mesh.order = orders[static_cast<std::size_t>(plan.order)];
    return mesh;
}

}  // namespace scalescope
