// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/scenario/parameter_table.h"

namespace scalescope {

void addShardingParameters(const Scenario& scenario, std::vector<Parameter>& table)
{
    const ShardingStudy& study = scenario.sharding;
    ParameterAdder add(table, Section::sharding);
    for (std::size_t i = 0; i < study.mesh.axes.size(); ++i) {
        Parameter& p = add.number("sharding.mesh." + study.mesh.axes[i].name, {}, SCALESCOPE_TEXT("core", "Mesh axis"),
                                  SCALESCOPE_TEXT("core", "Devices along this axis of the mesh. Axes are laid on the hardware in their order, the first innermost."),
                                  {1, kMaxChips, 1, 4096},
                                  [](Scenario& s, int k) -> auto& { return s.sharding.mesh.axes[static_cast<std::size_t>(k)].size; });
        p.index = static_cast<int>(i);
        p.scale = Scale::divisors;
        p.prominent = true;
    }
    for (std::size_t i = 0; i < study.dimensions.size(); ++i) {
        Parameter& p = add.number("sharding.dimensions." + study.dimensions[i].name, {}, SCALESCOPE_TEXT("core", "Array dimension"),
                                  SCALESCOPE_TEXT("core", "Elements of the arrays along this dimension."),
                                  {1, static_cast<double>(ShardedArray::kMaxSize), 64, 1048576},
                                  [](Scenario& s, int k) -> auto& { return s.sharding.dimensions[static_cast<std::size_t>(k)].size; });
        p.index = static_cast<int>(i);
        p.prominent = true;
    }
    add.choice("sharding.operation", SCALESCOPE_TEXT("core", "Operation"),
               SCALESCOPE_TEXT("core", "What is done with the two arrays; sum is of the left one over its last dimension."),
               kArrayOperationNames, [](Scenario& s, int) -> auto& { return s.sharding.operation; }).prominent = true;
    add.choice("sharding.collective", SCALESCOPE_TEXT("core", "Collective"),
               SCALESCOPE_TEXT("core", "The collective that is timed and played."),
               std::span(kCollectiveNames).first(kPlayedCollectiveCount),
               [](Scenario& s, int) -> auto& { return s.sharding.collective; }).prominent = true;
    for (std::size_t i = 0; i < study.mesh.axes.size(); ++i) {
        Parameter& p = add.choice("sharding.over." + study.mesh.axes[i].name, SCALESCOPE_TEXT("core", "Collective over axis"),
                                  SCALESCOPE_TEXT("core", "Whether the collective runs over this axis."), kBooleanNames,
                                  [](Scenario& s, int k) -> auto& { return s.sharding.over[static_cast<std::size_t>(k)]; });
        p.index = static_cast<int>(i);
        p.prominent = true;
    }
    for (std::size_t i = 0; i < study.mesh.axes.size(); ++i) {
        Parameter& p = add.choice("sharding.idle." + study.mesh.axes[i].name, SCALESCOPE_TEXT("core", "Axis helps"),
                                  SCALESCOPE_TEXT("core", "The array is replicated over this axis, so it can be sliced there first, and the links of the axis help."),
                                  kBooleanNames, [](Scenario& s, int k) -> auto& { return s.sharding.idle[static_cast<std::size_t>(k)]; });
        p.index = static_cast<int>(i);
    }
    Parameter& bytes = add.number("sharding.array", "V", SCALESCOPE_TEXT("core", "Bytes of the array"),
                                  SCALESCOPE_TEXT("core", "Bytes of the array inside one group, after every other axis has divided it."),
                                  {1, 1e18, 1e3, 1e10}, [](Scenario& s, int) -> auto& { return s.sharding.array; });
    bytes.unit = "B";
    bytes.prominent = true;
    add.choice("sharding.ragged", SCALESCOPE_TEXT("core", "Ragged AllToAll"),
               SCALESCOPE_TEXT("core", "An AllToAll sends each token only to the experts that it chose; the array has a copy of every token for each chip."),
               kBooleanNames, [](Scenario& s, int) -> auto& { return s.sharding.ragged; });
    add.number("sharding.per_token", "k", SCALESCOPE_TEXT("core", "Experts per token"),
               SCALESCOPE_TEXT("core", "Experts that each token is sent to."), {1, 65536, 1, 64},
               [](Scenario& s, int) -> auto& { return s.sharding.routing.perToken; }).integer = true;
    add.number("sharding.experts", "E", SCALESCOPE_TEXT("core", "Experts"),
               SCALESCOPE_TEXT("core", "Experts in all, spread evenly over the chips of the group."), {1, 65536, 8, 1024},
               [](Scenario& s, int) -> auto& { return s.sharding.routing.experts; }).integer = true;
    add.choice("sharding.routing", SCALESCOPE_TEXT("core", "Routing"),
               SCALESCOPE_TEXT("core", "How many distinct chips a token reaches: different experts, independent picks, or the bound min(k, chips)."),
               kRoutingRuleNames, [](Scenario& s, int) -> auto& { return s.sharding.routing.rule; });
    add.choice("sharding.against", SCALESCOPE_TEXT("core", "Shown against"),
               SCALESCOPE_TEXT("core", "What the collective is shown against: the size of its axis, of the axis inside it, or its targets."),
               kStudyAgainstNames, [](Scenario& s, int) -> auto& { return s.sharding.against; }).prominent = true;
}

}  // namespace scalescope
