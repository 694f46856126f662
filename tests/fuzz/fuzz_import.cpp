// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever the bytes, read as a config.json, as an index of weights and as the header of a .safetensors file: reading
// ends, problems lie within the text, no count is negative or not a number, and what was imported is read again from
// what is written.
#include "core/scenario/scenario_json.h"
#include "core/transformer/checkpoint_comparison.h"
#include "core/transformer/flops.h"
#include "core/transformer/hf_config.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <random>
#include <string>

namespace {

using namespace scalescope;

void require(bool holds)
{
    if (!holds)
        std::abort();
}

void requireAmount(double value) { require(std::isfinite(value) && value >= 0); }

void requirePlaced(const Diagnostics& problems, std::string_view text, bool read)
{
    require(read != anyAtLeast(problems, Severity::invalid));
    const auto lines = 1 + std::count(text.begin(), text.end(), '\n');
    for (const Diagnostic& problem : problems) {
        require(problem.line >= 0 && problem.line <= lines);
        require(problem.column >= 0 && static_cast<std::size_t>(problem.column) <= text.size() + 1);
        require(!describe(problem).empty());
    }
}

void requireCounts(const ParameterCount& count)
{
    for (const std::int64_t part :
         {count.embedding, count.positions, count.attention, count.mlp, count.router, count.experts, count.norms, count.other,
          count.unembedding, count.tower, count.idle, count.multiToken, count.towerApart, count.active()})
        require(part >= 0);
    require(count.total() >= count.active());
}

void requireFigures(const Architecture& a, const WeightStorage& storage)
{
    requireCounts(countParameters(a));
    const auto layers = layerCounts(a);
    std::int64_t sum = 0;
    for (std::size_t k = 0; k < a.kinds.size(); ++k) {
        requireCounts(countLayer(a, a.kinds[k]));
        sum += layers[k];
    }
    require(sum == a.layers);
    for (const double context : {1.0, 8192.0, 1e7}) {
        const ModelCache cache = cacheOf(a, context);
        for (const Bytes bytes : {cache.keysAndValues, cache.indexKeys, cache.state})
            requireAmount(bytes.value);
        for (const AttentionMask mask : {AttentionMask::full, AttentionMask::causal})
            requireAmount(attentionFlopsPerToken(a, context, mask).value);
    }
    requireAmount(matmulFlopsPerToken(a).value);
    requireAmount(weightBytes(a, storage).total().value);
}

void requireComparison(const Architecture& a, const WeightStorage& storage, const Checkpoint& checkpoint)
{
    for (const TensorTally& part : checkpoint.parts) {
        require(part.tensors >= 0);
        requireAmount(part.elements);
        requireAmount(part.packedBytes);
        requireAmount(part.bytes);
    }
    const CheckpointComparison comparison = compare(a, storage, checkpoint);
    for (const auto& figure : {comparison.bytes, comparison.parameters})
        if (figure) {
            requireAmount(figure->stated);
            requireAmount(figure->predicted);
        }
    for (const Diagnostic& d : comparison.explanations)
        require(!describe(d).empty());
}

void fuzzConfig(std::string_view text)
{
    const ConfigImport import = importConfig(text);
    requirePlaced(import.problems, text, import.architecture.has_value());
    if (!import.architecture)
        return;
    requireFigures(*import.architecture, import.storage);

    Model model;
    model.name = "model";
    model.source = "config";
    model.architecture = *import.architecture;
    model.storage = import.storage;
    const Read<Model> again = readModel(writeModel(model));
    require(again.value.has_value());
    require(countParameters(again.value->architecture).total() == countParameters(model.architecture).total());
    require(countParameters(again.value->architecture).active() == countParameters(model.architecture).active());
    require(writeModel(*again.value) == writeModel(model));
}

constexpr std::string_view kNumbers[] = {"0", "1", "-1", "2", "3", "7", "64", "128", "0.5", "1e3", "4096", "131072", "1000000", "1e18",
                                         "9223372036854775807", "18446744073709551616", "1e-300", "\"8\"", "null", "[4, 8]", "true"};

}  // namespace

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t largest);

/// Half of the time a number becomes another one, so that the text stays JSON and its sizes meet each other.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t largest, unsigned seed)
{
    std::minstd_rand random(seed);
    if (size == 0 || random() % 2 == 0)
        return LLVMFuzzerMutate(data, size, largest);
    const std::string text(reinterpret_cast<const char*>(data), size);
    constexpr std::string_view kDigits = "0123456789";
    const std::size_t begin = text.find_first_of(kDigits, random() % size);
    if (begin == std::string::npos)
        return LLVMFuzzerMutate(data, size, largest);
    const std::size_t end = std::min(text.find_first_not_of(kDigits, begin), size);
    const std::string changed = text.substr(0, begin) + std::string(kNumbers[random() % std::size(kNumbers)]) + text.substr(end);
    if (changed.size() > largest)
        return size;
    std::copy(changed.begin(), changed.end(), data);
    return changed.size();
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    fuzzConfig(text);
    const std::int64_t layers = size % 2 == 0 ? 1 : kAllLayers;
    const ReadCheckpoint index = readIndex(text, layers);
    const ReadCheckpoint header = readTensorHeader(text, layers, 1e12);
    for (const ReadCheckpoint* read : {&index, &header}) {
        requirePlaced(read->problems, text, read->value.has_value());
        if (read->value)
            requireComparison(Architecture{}, WeightStorage{}, *read->value);
    }
    return 0;
}
