// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/hardware/slices.h"
#include "core/scenario/parameter_table.h"

#include <algorithm>

namespace scalescope {

namespace {

constexpr ParameterRange kPeakRange = {1, 1e21, 1e12, 2e16};
constexpr ParameterRange kBandwidthRange = {1, 1e18, 1e9, 1e14};
constexpr ParameterRange kLinkRange = {1, 1e18, 1e9, 2e12};
constexpr ParameterRange kCapacityRange = {1, 1e18, 1e9, 1e12};
constexpr ParameterRange kFractionRange = {0.01, 1, 0.01, 1};
constexpr ParameterRange kHopRange = {0, 1, 0, 1e-5};
constexpr int kIndexStride = 16;  // an index holds the network and the dimension within it

template <class N>
N& network(Scenario& s, int index)
{
    return std::get<N>(s.hardware.cluster.networks[static_cast<std::size_t>(index / kIndexStride)]);
}

void addChip(ParameterAdder& add)
{
    for (std::size_t i = 0; i < kDTypeCount; ++i) {
        Parameter& p = add.number("chip.peak." + std::string(kDTypeNames[i]), "C", SCALESCOPE_TEXT("core", "Peak rate"),
                                  SCALESCOPE_TEXT("core", "Dense matmul rate of this dtype, never the sparse figure."), kPeakRange,
                                  [](Scenario& s, int k) -> auto& { return s.hardware.cluster.chip.peak[static_cast<std::size_t>(k)]; });
        p.index = static_cast<int>(i);
        p.unit = "FLOP/s";
        p.prominent = static_cast<DType>(i) == DType::bf16;
    }
    add.number("chip.vector", {}, SCALESCOPE_TEXT("core", "Vector rate"),
               SCALESCOPE_TEXT("core", "Elementwise rate in fp32."), kPeakRange,
               [](Scenario& s, int) -> auto& { return s.hardware.cluster.chip.vector; }).unit = "FLOP/s";
    add.number("chip.hbm.capacity", {}, SCALESCOPE_TEXT("core", "HBM capacity"),
               SCALESCOPE_TEXT("core", "Memory of one chip; a plan that needs more is infeasible."), kCapacityRange,
               [](Scenario& s, int) -> auto& { return s.hardware.cluster.chip.hbm.capacity; }).unit = "B";
    Parameter& hbm = add.number("chip.hbm.bandwidth", {}, SCALESCOPE_TEXT("core", "HBM bandwidth"),
                                SCALESCOPE_TEXT("core", "Bytes per second between HBM and the chip."), kBandwidthRange,
                                [](Scenario& s, int) -> auto& { return s.hardware.cluster.chip.hbm.bandwidth; });
    hbm.unit = "B/s";
    hbm.prominent = true;
    add.number("chip.on_chip.capacity", {}, SCALESCOPE_TEXT("core", "On-chip memory"),
               SCALESCOPE_TEXT("core", "VMEM of a TPU, L2 and shared memory of a GPU."), {1, 1e18, 1e6, 1e9},
               [](Scenario& s, int) -> auto& { return s.hardware.cluster.chip.onChip.capacity; }).unit = "B";
    add.number("chip.on_chip.bandwidth", {}, SCALESCOPE_TEXT("core", "On-chip bandwidth"),
               SCALESCOPE_TEXT("core", "Bytes per second between on-chip memory and the arithmetic units."), {1, 1e18, 1e12, 1e15},
               [](Scenario& s, int) -> auto& { return s.hardware.cluster.chip.onChip.bandwidth; }).unit = "B/s";
    add.number("chip.host_link", {}, SCALESCOPE_TEXT("core", "Host link"),
               SCALESCOPE_TEXT("core", "PCIe or chip-to-chip link to the host, one way, per chip."), {1, 1e18, 1e9, 1e12},
               [](Scenario& s, int) -> auto& { return s.hardware.cluster.chip.hostLink; }).unit = "B/s";
    add.number("chip.price", {}, SCALESCOPE_TEXT("core", "Price"),
               SCALESCOPE_TEXT("core", "Dollars per chip and hour."), {0, 1e6, 0.1, 100},
               [](Scenario& s, int) -> auto& { return s.hardware.cluster.chip.dollarsPerHour; }).unit = "USD/h";
    add.number("chip.power", {}, SCALESCOPE_TEXT("core", "Power"), SCALESCOPE_TEXT("core", "Power of one chip."),
               {1, 1e6, 50, 3000}, [](Scenario& s, int) -> auto& { return s.hardware.cluster.chip.power; }).unit = "W";
    add.number("chip.matmul_efficiency", {}, SCALESCOPE_TEXT("core", "Measured matmul efficiency"),
               SCALESCOPE_TEXT("core", "Fraction of the peak that large matmuls reach; counts with calibrated rates."), kFractionRange,
               [](Scenario& s, int) -> auto& { return s.hardware.cluster.chip.matmulEfficiency; }).scale = Scale::linear;
    add.number("chip.memory_efficiency", {}, SCALESCOPE_TEXT("core", "Measured HBM efficiency"),
               SCALESCOPE_TEXT("core", "Fraction of the HBM bandwidth that streams reach; counts with calibrated rates."), kFractionRange,
               [](Scenario& s, int) -> auto& { return s.hardware.cluster.chip.memoryEfficiency; }).scale = Scale::linear;
    Parameter& launch = add.number("chip.kernel_launch", {}, SCALESCOPE_TEXT("core", "Kernel launch"),
                                   SCALESCOPE_TEXT("core", "Time to start one operation; counts with calibrated rates."), kHopRange,
                                   [](Scenario& s, int) -> auto& { return s.hardware.cluster.chip.kernelLaunch; });
    launch.scale = Scale::linear;
    launch.unit = "s";
    Parameter& reserve = add.number("chip.reserve", {}, SCALESCOPE_TEXT("core", "Measured reserve"),
                                    SCALESCOPE_TEXT("core", "HBM that driver and runtime keep; counts with calibrated rates."), {0, 1e18, 0, 1e10},
                                    [](Scenario& s, int) -> auto& { return s.hardware.cluster.chip.reserve; });
    reserve.scale = Scale::linear;
    reserve.unit = "B";
}

template <class N>
void addMeasured(ParameterAdder& add, const std::string& prefix, int index)
{
    Parameter& efficiency = add.number(prefix + "efficiency", {}, SCALESCOPE_TEXT("core", "Measured link efficiency"),
                                       SCALESCOPE_TEXT("core", "Fraction of the bandwidth that collectives reach; counts with calibrated rates."),
                                       kFractionRange, [](Scenario& s, int i) -> auto& { return network<N>(s, i).efficiency; });
    efficiency.scale = Scale::linear;
    efficiency.index = index;
    Parameter& start = add.number(prefix + "start_up", {}, SCALESCOPE_TEXT("core", "Measured start-up"),
                                  SCALESCOPE_TEXT("core", "Time to start a collective over this network, where latency is added; counts with calibrated rates."),
                                  {0, 1, 0, 1e-4}, [](Scenario& s, int i) -> auto& { return network<N>(s, i).startUp; });
    start.scale = Scale::linear;
    start.unit = "s";
    start.index = index;
}

void addChips(ParameterAdder& add)
{
    Parameter& p = add.number("cluster.chips", "N", SCALESCOPE_TEXT("core", "Chips"),
                              SCALESCOPE_TEXT("core", "Chips of the cluster. Growing or shrinking takes the next size that can be built: "
                                   "a fabric fills from the inside, a torus takes a slice as cubic as can be."),
                              {1, 1e7, 1, 131072}, [](Scenario& s, int) -> auto& { return s.plan.fsdp; });
    p.scale = Scale::powersOfTwo;
    p.derived = true;
    p.get = [](const Scenario& s, int) -> std::optional<double> { return chipCount(s.hardware.cluster); };
    p.set = [](Scenario& s, int, std::optional<double> v) { s.hardware.cluster = resized(s.hardware.cluster, *v); };
}

template <class N>
void addHop(ParameterAdder& add, const std::string& prefix, int index)
{
    Parameter& p = add.number(prefix + "hop", {}, SCALESCOPE_TEXT("core", "Time per hop"),
                              SCALESCOPE_TEXT("core", "Time of one hop, whatever the size."), kHopRange,
                              [](Scenario& s, int i) -> auto& { return network<N>(s, i).hop; });
    p.scale = Scale::linear;
    p.unit = "s";
    p.index = index;
}

/// The sizes of a dimension with which the slice can be built while the others stay, and the present one.
std::vector<double> buildableSizes(const Torus& torus, int dimension)
{
    std::vector<double> sizes;
    const std::int64_t largest = *std::max_element(torus.maxShape.size.begin(), torus.maxShape.size.begin() + torus.maxShape.dimensions);
    Shape shape = torus.shape;
    for (std::int64_t n = 1; n <= largest; n += n < 4 ? n : 4) {
        shape[dimension] = n;
        if (n == torus.shape[dimension] || canBeBuilt(torus, shape))
            sizes.push_back(static_cast<double>(n));
    }
    const auto present = static_cast<double>(torus.shape[dimension]);
    if (std::find(sizes.begin(), sizes.end(), present) == sizes.end())
        sizes.insert(std::upper_bound(sizes.begin(), sizes.end(), present), present);
    return sizes;
}

void addNetwork(const Torus& torus, ParameterAdder& add, const std::string& prefix, int index)
{
    for (int d = 0; d < torus.shape.dimensions; ++d) {
        Parameter& p = add.number(prefix + "shape." + std::to_string(d), {}, SCALESCOPE_TEXT("core", "Slice dimension"),
                                  SCALESCOPE_TEXT("core", "Chips along this dimension of the torus."),
                                  {1, 4096, 1, static_cast<double>(torus.maxShape[d])},
                                  [](Scenario& s, int i) -> auto& { return network<Torus>(s, i).shape[i % kIndexStride]; });
        p.index = index + d;
        p.prominent = true;
        p.scale = Scale::linear;
        if (torus.wrap == WrapRule::cubesOfFour || torus.wrap == WrapRule::atSixteen) {
            p.scale = Scale::stops;
            p.stops = buildableSizes(torus, d);
        }
    }
    for (int d = 0; d < torus.shape.dimensions; ++d) {
        Parameter& p = add.number(prefix + "max_shape." + std::to_string(d), {}, SCALESCOPE_TEXT("core", "Largest slice dimension"),
                                  SCALESCOPE_TEXT("core", "Chips along this dimension of the largest slice that can be built."),
                                  {1, 4096, 1, 1024},
                                  [](Scenario& s, int i) -> auto& { return network<Torus>(s, i).maxShape[i % kIndexStride]; });
        p.index = index + d;
        p.scale = Scale::linear;
    }
    Parameter& bandwidth = add.number(prefix + "bandwidth", "W", SCALESCOPE_TEXT("core", "Torus link, one way"),
                                      SCALESCOPE_TEXT("core", "Bytes per second of one link in one direction; a ring uses both."), kLinkRange,
                                      [](Scenario& s, int i) -> auto& { return network<Torus>(s, i).bandwidth; });
    bandwidth.index = index;
    bandwidth.unit = "B/s";
    bandwidth.prominent = true;
    addHop<Torus>(add, prefix, index);
    add.choice(prefix + "wrap", SCALESCOPE_TEXT("core", "Wraparound"),
               SCALESCOPE_TEXT("core", "When a dimension closes to a ring: slices of whole 4x4x4 cubes, dimensions of 16, always or never."),
               kWrapRuleNames, [](Scenario& s, int i) -> auto& { return network<Torus>(s, i).wrap; }).index = index;
    addMeasured<Torus>(add, prefix, index);
}

void addNetwork(const FabricLevel&, ParameterAdder& add, const std::string& prefix, int index)
{
    Parameter& degree = add.number(prefix + "degree", {}, SCALESCOPE_TEXT("core", "Degree of the level"),
                                   SCALESCOPE_TEXT("core", "Children under each switch of this level of the fabric."), {1, 1e7, 1, 1024},
                                   [](Scenario& s, int i) -> auto& { return network<FabricLevel>(s, i).degree; });
    degree.index = index;
    degree.prominent = true;
    add.number(prefix + "max_degree", {}, SCALESCOPE_TEXT("core", "Largest degree"),
               SCALESCOPE_TEXT("core", "Children of this level when it is full; the outermost level may grow past it."), {1, 65536, 1, 1024},
               [](Scenario& s, int i) -> auto& { return network<FabricLevel>(s, i).maxDegree; }).index = index;
    Parameter& bandwidth = add.number(prefix + "bandwidth", "W", SCALESCOPE_TEXT("core", "Fabric link, one way"),
                                      SCALESCOPE_TEXT("core", "Bytes per second of one child's link into this level, one direction."),
                                      {1, 1e18, 1e10, 1e14},
                                      [](Scenario& s, int i) -> auto& { return network<FabricLevel>(s, i).bandwidth; });
    bandwidth.index = index;
    bandwidth.unit = "B/s";
    bandwidth.prominent = true;
    addHop<FabricLevel>(add, prefix, index);
    add.choice(prefix + "reduces", SCALESCOPE_TEXT("core", "Reduces in the network"),
               SCALESCOPE_TEXT("core", "Whether the switches of this level can reduce."), kBooleanNames,
               [](Scenario& s, int i) -> auto& { return network<FabricLevel>(s, i).reduces; }).index = index;
    Parameter& gain = add.number(prefix + "reduction_gain", {}, SCALESCOPE_TEXT("core", "Gain of that reduction"),
                                 SCALESCOPE_TEXT("core", "Measured speed of an AllReduce in the network over one by a ring."), {1, 2, 1, 2},
                                 [](Scenario& s, int i) -> auto& { return network<FabricLevel>(s, i).reductionGain; });
    gain.index = index;
    gain.scale = Scale::linear;
    addMeasured<FabricLevel>(add, prefix, index);
}

void addNetwork(const DataCentre&, ParameterAdder& add, const std::string& prefix, int index)
{
    Parameter& slices = add.number(prefix + "slices", {}, SCALESCOPE_TEXT("core", "Slices"),
                                   SCALESCOPE_TEXT("core", "Slices joined over the data-centre network."), {1, 65536, 1, 64},
                                   [](Scenario& s, int i) -> auto& { return network<DataCentre>(s, i).slices; });
    slices.index = index;
    slices.prominent = true;
    slices.scale = Scale::powersOfTwo;
    Parameter& bandwidth = add.number(prefix + "bandwidth", "W", SCALESCOPE_TEXT("core", "Data-centre link of a host"),
                                      SCALESCOPE_TEXT("core", "Bytes per second of one host, one direction."), kLinkRange,
                                      [](Scenario& s, int i) -> auto& { return network<DataCentre>(s, i).bandwidth; });
    bandwidth.index = index;
    bandwidth.unit = "B/s";
    add.number(prefix + "chips_per_host", {}, SCALESCOPE_TEXT("core", "Chips per host"),
               SCALESCOPE_TEXT("core", "Chips that share a host's link."), {1, 1024, 1, 16},
               [](Scenario& s, int i) -> auto& { return network<DataCentre>(s, i).chipsPerHost; }).index = index;
    addHop<DataCentre>(add, prefix, index);
    addMeasured<DataCentre>(add, prefix, index);
}

}  // namespace

void addHardwareParameters(const Scenario& scenario, std::vector<Parameter>& table)
{
    ParameterAdder add(table, Section::hardware);
    addChips(add);
    const std::vector<Network>& networks = scenario.hardware.cluster.networks;
    for (std::size_t i = 0; i < networks.size(); ++i) {
        const std::string prefix = "network." + std::to_string(i) + ".";
        std::visit([&](const auto& n) { addNetwork(n, add, prefix, static_cast<int>(i) * kIndexStride); }, networks[i]);
    }
    addChip(add);
}

}  // namespace scalescope
