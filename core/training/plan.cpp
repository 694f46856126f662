// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/plan.h"

namespace scalescope {

Mesh meshOf(const Plan& plan)
{
    constexpr Axis t = Axis::tensor;
    constexpr Axis f = Axis::fsdp;
    constexpr Axis d = Axis::data;
    constexpr std::array<std::array<Axis, kAxisCount>, kAxisOrderNames.size()> orders = {
        {{t, f, d}, {t, d, f}, {f, t, d}, {f, d, t}, {d, t, f}, {d, f, t}}};
    return {{plan.tensor, plan.fsdp, plan.data}, orders[static_cast<std::size_t>(plan.order)]};
}

}  // namespace scalescope
