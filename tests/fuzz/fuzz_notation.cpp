// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever the bytes: parseArray and parseNamedSizes end, report within the text, and what they read is read again from
// what is written. The first line names the axes of the mesh and the sizes of the dimensions, the second is an array.
#include "core/sharding/array.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace {

using namespace scalescope;

constexpr std::int64_t kLargestAxis = 1'000'000;

void require(bool holds)
{
    if (!holds)
        std::abort();
}

void requirePlaced(const Diagnostics& problems, std::string_view text, bool read)
{
    require(read != anyAtLeast(problems, Severity::invalid));
    for (const Diagnostic& problem : problems)
        require(problem.column >= 1 && static_cast<std::size_t>(problem.column) <= text.size() + 1);
}

void requireBlocks(const ShardedArray& array, const DeviceMesh& mesh)
{
    const ArrayBytes bytes = bytesOf(array, mesh);
    require(bytes.padding >= 0 && bytes.padding < 1);
    require(bytes.total >= bytes.logical && bytes.logical >= bytes.perDevice * (1 - bytes.padding));
    for (const std::int64_t device : {std::int64_t(0), mesh.devices() / 2, mesh.devices() - 1}) {
        const std::vector<BlockRange> ranges = blockOf(array, mesh, device);
        for (std::size_t d = 0; d < ranges.size(); ++d) {
            require(ranges[d].first >= 0 && ranges[d].count >= 0);
            require(ranges[d].first + ranges[d].count <= array.dimensions[d].size);
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const std::size_t lineEnd = std::min(input.find('\n'), size);
    const std::string_view names = input.substr(0, lineEnd);
    const std::string_view text = input.substr(std::min(lineEnd + 1, size));

    Diagnostics nameProblems;
    const auto axes = parseNamedSizes(names, kMaxMeshAxes, kLargestAxis, nameProblems);
    requirePlaced(nameProblems, names, axes.has_value());
    const DeviceMesh mesh = {axes.value_or(std::vector<NamedSize>{{"X", 2}, {"Y", 8}, {"Z", 2}, {"data", 3}})};

    Diagnostics problems;
    const auto array = parseArray(text, mesh, mesh.axes, problems);
    requirePlaced(problems, text, array.has_value());
    if (!array)
        return 0;
    const auto again = parseArray(textOf(*array, mesh), mesh, mesh.axes, problems);
    require(again && *again == *array);
    requireBlocks(*array, mesh);
    return 0;
}
