// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sharding/matmul.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

namespace scalescope {

/// A small sharded matmul and everything that it is timed with. Every dimension is divisible by all devices together.
struct MatmulProblem {
    DeviceMesh mesh;
    ShardedMatmul matmul;
    Topology topology;
    MeshPlacement placement;
    MatmulRates rates;
    CollectiveRules rules;

    MatmulPlan plan() const { return planMatmul(matmul, mesh, placement, topology, rates, rules); }
};

class RandomMatmul {
public:
    explicit RandomMatmul(unsigned seed) : m_random(seed) {}

    std::mt19937& random() { return m_random; }

    MatmulProblem next()
    {
        MatmulProblem problem;
        std::int64_t devices = 1;
        const int axes = pick(1, 3);
        for (int i = 0; i < axes; ++i) {
            const std::int64_t size = pick(2, 4);
            if (devices * size > 24)
                break;
            problem.mesh.axes.push_back({std::string(1, "XYZ"[i]), size});
            devices *= size;
        }
        std::vector<std::string> left = {"I", "J"};
        std::vector<std::string> right = {"J", "K"};
        std::vector<std::string> output = {"I", "K"};
        const int kind = devices <= 8 ? pick(0, 3) : 0;
        if (kind == 1) {  // batched
            left.insert(left.begin(), "B");
            right.insert(right.begin(), "B");
            output.insert(output.begin(), "B");
        } else if (kind == 2) {  // two contracted
            left.push_back("L");
            right.push_back("L");
        }
        for (auto* names : {&left, &right, &output})
            std::shuffle(names->begin(), names->end(), m_random);
        problem.matmul = {array(left, problem.mesh), array(right, problem.mesh), array(output, problem.mesh)};
        network(problem);
        return problem;
    }

    /// The same array, sharded in another way.
    ShardedArray resharded(const ShardedArray& array, const DeviceMesh& mesh)
    {
        ShardedArray result = array;
        result.unreduced = {};
        for (ArrayDimension& d : result.dimensions)
            d.axes = {};
        shard(result, mesh);
        return result;
    }

private:
    int pick(int from, int to) { return std::uniform_int_distribution<int>(from, to)(m_random); }
    bool chance(double probability) { return std::bernoulli_distribution(probability)(m_random); }
    double logUniform(double from, double to)
    {
        return from * std::pow(to / from, std::uniform_real_distribution<double>(0, 1)(m_random));
    }

    ShardedArray array(const std::vector<std::string>& names, const DeviceMesh& mesh)
    {
        ShardedArray result;
        result.type = static_cast<DType>(pick(0, static_cast<int>(kDTypeCount) - 1));
        for (const std::string& name : names)
            result.dimensions.push_back({name, mesh.devices(), {}});
        shard(result, mesh);
        return result;
    }

    void shard(ShardedArray& array, const DeviceMesh& mesh)
    {
        std::vector<int> axes(mesh.axes.size());
        for (std::size_t i = 0; i < axes.size(); ++i)
            axes[i] = static_cast<int>(i);
        std::shuffle(axes.begin(), axes.end(), m_random);
        for (int axis : axes) {
            if (chance(0.12))
                array.unreduced.add(axis);
            else if (chance(0.65))
                array.dimensions[static_cast<std::size_t>(pick(0, static_cast<int>(array.dimensions.size()) - 1))].axes.add(axis);
        }
    }

    void network(MatmulProblem& problem)
    {
        const std::vector<std::int64_t> sizes = problem.mesh.sizes();
        const std::int64_t devices = problem.mesh.devices();
        Topology& topology = problem.topology;
        topology.link = BytesPerSecond(logUniform(1e9, 1e11));
        topology.hop = Seconds(chance(0.5) ? 0 : logUniform(1e-12, 1e-6));
        const int kind = pick(0, 3);
        if (kind == 0) {  // a dimension of a torus for each axis
            topology.hasTorus = true;
            for (std::int64_t size : sizes)
                topology.shape.size[static_cast<std::size_t>(topology.shape.dimensions++)] = size;
        } else if (kind == 1) {  // all in one dimension
            topology.hasTorus = true;
            topology.shape = {devices};
        }
        for (int i = 0; i < topology.shape.dimensions; ++i)
            topology.wraps[static_cast<std::size_t>(i)] = chance(0.5);
        const std::vector<std::int64_t> degrees = kind == 2   ? sizes
                                                  : kind == 3 ? std::vector<std::int64_t>{devices}
                                                              : std::vector<std::int64_t>{};
        std::int64_t below = 1;
        for (std::int64_t degree : degrees) {
            Topology::Level& level = topology.levels[static_cast<std::size_t>(topology.levelCount)];
            level.chipsBelow = below;
            level.degree = degree;
            level.link = BytesPerSecond(logUniform(1e9, 1e12));
            level.hop = topology.hop;
            level.reduces = chance(0.5);
            level.reductionGain = 1.3;
            level.network = topology.levelCount++;
            below *= degree;
        }
        problem.placement.resize(sizes.size());
        placeAxes(sizes, topology, problem.placement);  // fits by construction

        problem.rates.peak = FlopsPerSecond(logUniform(1e9, 1e15));
        if (chance(0.5))
            problem.rates.hbm = BytesPerSecond(logUniform(1e9, 1e13));
        problem.rules.ring = static_cast<RingTerms>(pick(0, 2));
        problem.rules.axes = static_cast<AxesRule>(pick(0, 1));
        problem.rules.fabric = static_cast<FabricRule>(pick(0, 1));
        problem.rules.latency = static_cast<LatencyRule>(pick(0, 1));
        problem.rules.reduction = static_cast<NetworkReduction>(pick(0, 2));
        problem.rules.allToAll = static_cast<AllToAllWay>(pick(0, 1));
        problem.rules.startUp = Seconds(chance(0.5) ? 0 : logUniform(1e-12, 1e-6));
    }

    std::mt19937 m_random;
};

}  // namespace scalescope
