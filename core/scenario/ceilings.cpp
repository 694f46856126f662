// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/ceilings.h"

#include "core/base/text.h"
#include "core/scenario/names.h"

namespace scalescope {

std::vector<Ceiling> ceilingsOf(const Scenario& scenario, const Estimate& estimate, const Translator& translate)
{
    const Chip& chip = scenario.hardware.cluster.chip;
    std::vector<Ceiling> ceilings;
    for (std::size_t i = 0; i < kDTypeCount; ++i)
        if (chip.peak[i])
            ceilings.push_back({Ceiling::Kind::peak, std::string(kDTypeNames[i]), {}, *chip.peak[i], {}});
    if (chip.hbm.bandwidth)
        ceilings.push_back({Ceiling::Kind::hbm, "HBM", {}, {}, *chip.hbm.bandwidth});
    if (chip.onChip.bandwidth)
        ceilings.push_back({Ceiling::Kind::onChip, chip.onChipName, {}, {}, *chip.onChip.bandwidth});
    for (const AxisEstimate& axis : estimate.axes)
        if (axis.bandwidth.value > 0)
            ceilings.push_back({Ceiling::Kind::network, networkNameOf(scenario, axis.placement, translate), nameOf(axis.axis), {}, axis.bandwidth});
    if (chip.hostLink)
        ceilings.push_back({Ceiling::Kind::hostLink, translated(SCALESCOPE_TEXT("core", "host link"), translate), {}, {}, *chip.hostLink});
    return ceilings;
}

}  // namespace scalescope
