// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/format.h"
#include "core/base/json_syntax.h"
#include "core/base/text.h"
#include "core/sharding/array.h"
#include "core/sharding/notation_reader.h"

#include <cmath>

namespace scalescope {

namespace {

struct DTypeAlias {
    std::string_view name;
    DType type;
};

constexpr std::array kDTypeAliases = std::to_array<DTypeAlias>({
    {"f32", DType::fp32},
    {"float32", DType::fp32},
    {"float", DType::fp32},
    {"bfloat16", DType::bf16},
    {"f16", DType::fp16},
    {"float16", DType::fp16},
    {"half", DType::fp16},
    {"s8", DType::int8},
    {"i8", DType::int8},
    {"u8", DType::int8},
    {"uint8", DType::int8},
    {"f8", DType::fp8},
    {"float8", DType::fp8},
    {"e4m3", DType::fp8},
    {"e4m3fn", DType::fp8},
    {"e5m2", DType::fp8},
    {"f8e4m3fn", DType::fp8},
    {"f8e5m2", DType::fp8},
    {"float8_e4m3fn", DType::fp8},
    {"float8_e5m2", DType::fp8},
    {"s4", DType::int4},
    {"i4", DType::int4},
    {"u4", DType::int4},
    {"uint4", DType::int4},
    {"f4", DType::fp4},
    {"float4", DType::fp4},
    {"e2m1", DType::fp4},
    {"f4e2m1fn", DType::fp4},
    {"float4_e2m1fn", DType::fp4},
});

constexpr std::string_view kWriteArray = SCALESCOPE_TEXT("core", "Write for example bf16[I_X, J].");

std::string count(std::int64_t value) { return formatCount(static_cast<double>(value)); }

std::optional<DType> dtypeOf(std::string_view word)
{
    std::string lower(word);
    for (char& c : lower)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    for (const DTypeAlias& alias : kDTypeAliases)
        if (alias.name == lower)
            return alias.type;
    return dtypeNamed(lower);
}

std::vector<std::string_view> namesOf(std::span<const NamedSize> sizes)
{
    std::vector<std::string_view> names;
    for (const NamedSize& named : sizes)
        names.push_back(named.name);
    return names;
}

/// The axis with the longest name with which the text begins.
std::optional<int> axisAtStart(std::string_view text, const DeviceMesh& mesh)
{
    std::optional<int> longest;
    std::size_t length = 0;
    for (std::size_t i = 0; i < mesh.axes.size(); ++i)
        if (const std::string& name = mesh.axes[i].name; name.size() > length && text.starts_with(name)) {
            longest = static_cast<int>(i);
            length = name.size();
        }
    return longest;
}

class ArrayReader {
public:
    ArrayReader(std::string_view text, const DeviceMesh& mesh, std::span<const NamedSize> sizes, Diagnostics& problems)
        : m_reader(text, problems),
          m_mesh(mesh),
          m_sizes(sizes)
    {
    }

    std::optional<ShardedArray> read()
    {
        if (!m_reader.readable(kWriteArray) || !readType() || !readDimensions() || !readUnreduced())
            return std::nullopt;
        if (!m_reader.atEnd()) {
            refuse(SCALESCOPE_TEXT("core", "Expected nothing after the array."), {m_reader.rest()},
                   SCALESCOPE_TEXT("core", "Remove '%1'."));
            return std::nullopt;
        }
        for (std::size_t i = 0; i < m_array.dimensions.size(); ++i)
            notePadding(m_array.dimensions[i], m_offsets[i]);
        return m_array;
    }

private:
    bool refuse(std::string_view message, std::vector<std::string> arguments, std::string_view suggestion)
    {
        return m_reader.refuse(m_reader.at(), message, std::move(arguments), suggestion);
    }

    bool readType()
    {
        const std::size_t start = m_reader.at();
        const std::string_view word = m_reader.takeWord("_");
        m_reader.skipBlanks();
        if (m_reader.next() != '[')
            return refuse(SCALESCOPE_TEXT("core", "Expected '[' before the dimensions."), {}, kWriteArray);
        if (word.empty())
            return true;
        if (const auto type = dtypeOf(word)) {
            m_array.type = *type;
            return true;
        }
        return m_reader.refuseName(start, SCALESCOPE_TEXT("core", "There is no dtype '%1'; there are %2."), word,
                                   kDTypeNames, SCALESCOPE_TEXT("core", "Without one the array is bf16."));
    }

    bool readDimensions()
    {
        m_reader.take('[');
        if (m_reader.take(']'))
            return true;
        do {
            if (!readDimension())
                return false;
        } while (m_reader.take(','));
        if (m_reader.take(']'))
            return true;
        m_reader.skipBlanks();
        if (m_reader.atEnd())
            return refuse(SCALESCOPE_TEXT("core", "The dimensions have no closing ']'."), {},
                          SCALESCOPE_TEXT("core", "Add ']' at the end."));
        return refuse(SCALESCOPE_TEXT("core", "Expected ',' or ']' after a dimension, not '%1'."), {m_reader.rest()},
                      SCALESCOPE_TEXT("core", "Axes follow an underscore, as in I_X."));
    }

    bool readDimension()
    {
        ArrayDimension dimension;
        const std::size_t start = m_reader.at();
        if (m_array.dimensions.size() == ShardedArray::kMaxDimensions)
            return refuse(SCALESCOPE_TEXT("core", "An array has at most %1 dimensions."),
                          {count(ShardedArray::kMaxDimensions)},
                          SCALESCOPE_TEXT("core", "Multiply two of them into one."));
        const char first = m_reader.next();
        if (isAsciiLetter(first)) {
            if (!readName(dimension))
                return false;
        } else if (isAsciiDigit(first) || first == '+' || first == '-' || first == '.') {
            if (!m_reader.takeSize(",_[]{}", ShardedArray::kMaxSize, dimension.size))
                return false;
        } else {
            return refuse(SCALESCOPE_TEXT("core", "Expected a dimension: a name or a size."), {},
                          first == ',' || first == ']'
                              ? SCALESCOPE_TEXT("core", "Remove the comma, or write a dimension beside it.")
                              : kWriteArray);
        }
        if (m_reader.take('_') && !readAxes(dimension.axes))
            return false;
        m_array.dimensions.push_back(std::move(dimension));
        m_offsets.push_back(start);
        return true;
    }

    bool readName(ArrayDimension& dimension)
    {
        const std::size_t start = m_reader.at();
        const std::string_view word = m_reader.takeWord();
        const auto named =
            std::find_if(m_sizes.begin(), m_sizes.end(), [&](const NamedSize& s) { return s.name == word; });
        if (named == m_sizes.end() && m_sizes.empty())
            return m_reader.refuse(start, SCALESCOPE_TEXT("core", "There is no dimension '%1': none has a size yet."),
                                   {abbreviated(word)},
                                   SCALESCOPE_TEXT("core", "Give it a size, or write a number here."));
        if (named == m_sizes.end()) {
            const auto names = namesOf(m_sizes);
            return m_reader.refuseName(start, SCALESCOPE_TEXT("core", "There is no dimension '%1'; there are %2."),
                                       word, names, SCALESCOPE_TEXT("core", "Give it a size, or write a number here."));
        }
        for (const ArrayDimension& earlier : m_array.dimensions)
            if (earlier.name == word)
                return m_reader.refuse(start, SCALESCOPE_TEXT("core", "The dimension '%1' appears twice."),
                                       {named->name},
                                       SCALESCOPE_TEXT("core", "Give the second another name, or write its size."));
        if (named->size < 1 || named->size > ShardedArray::kMaxSize)
            return m_reader.refuse(
                start, SCALESCOPE_TEXT("core", "The dimension '%1' has the size %2; a size is from 1 to %3."),
                {named->name, count(named->size), count(ShardedArray::kMaxSize)},
                SCALESCOPE_TEXT("core", "Give it another size, or write a number here."));
        dimension.name = named->name;
        dimension.size = named->size;
        return true;
    }

    /// XY, or {data,fsdp}, whose parts may be short forms in turn.
    bool readAxes(AxisList& axes)
    {
        if (!m_reader.take('{'))
            return readRun(axes);
        do {
            if (!readRun(axes))
                return false;
        } while (m_reader.take(','));
        return m_reader.take('}') ||
            refuse(SCALESCOPE_TEXT("core", "Expected ',' or '}' after an axis."), {},
                   SCALESCOPE_TEXT("core", "Write for example D_{data,fsdp}."));
    }

    bool readRun(AxisList& axes)
    {
        const std::size_t start = m_reader.at();
        const std::string_view run = m_reader.takeWord();
        if (run.empty())
            return refuse(SCALESCOPE_TEXT("core", "Expected an axis; the mesh has %1."), {joined(namesOf(m_mesh.axes))},
                          SCALESCOPE_TEXT("core", "Write one, or leave out the underscore."));
        for (std::size_t i = 0; i < run.size();) {
            const std::string_view rest = run.substr(i);
            const auto axis = axisAtStart(rest, m_mesh);
            if (!axis) {
                const auto names = namesOf(m_mesh.axes);
                return m_reader.refuseName(start + i, SCALESCOPE_TEXT("core", "The mesh has no axis '%1'; it has %2."),
                                           rest, names,
                                           SCALESCOPE_TEXT("core", "Write one of these, or add the axis to the mesh."));
            }
            if (m_used & 1u << *axis)
                return refuseSecond(start + i, *axis);
            m_used |= 1u << *axis;
            axes.add(*axis);
            i += m_mesh.axes[static_cast<std::size_t>(*axis)].name.size();
        }
        m_reader.skipBlanks();
        return true;
    }

    bool refuseSecond(std::size_t offset, int axis)
    {
        std::vector<std::string_view> unused;
        for (std::size_t i = 0; i < m_mesh.axes.size(); ++i)
            if (!(m_used & 1u << i))
                unused.push_back(m_mesh.axes[i].name);
        return m_reader.refuse(offset, SCALESCOPE_TEXT("core", "The axis '%1' is used twice in one array."),
                               {m_mesh.axes[static_cast<std::size_t>(axis)].name, joined(unused)},
                               unused.empty()
                                   ? SCALESCOPE_TEXT("core", "Leave it out here: every axis is used.")
                                   : SCALESCOPE_TEXT("core", "Leave it out here, or take an unused one: %2."));
    }

    bool readUnreduced()
    {
        m_reader.skipBlanks();
        if (!m_reader.take('{'))
            return true;
        do {
            if (!m_reader.take('U') || !m_reader.take('_'))
                return refuse(SCALESCOPE_TEXT("core", "Expected U_ and the axes over which a sum is unreduced."), {},
                              SCALESCOPE_TEXT("core", "Write for example {U_X}."));
            if (!readAxes(m_array.unreduced))
                return false;
        } while (m_reader.take(','));
        return m_reader.take('}') ||
            refuse(SCALESCOPE_TEXT("core", "Expected '}' after the unreduced axes."), {},
                   SCALESCOPE_TEXT("core", "Write for example {U_X}."));
    }

    void notePadding(const ArrayDimension& dimension, std::size_t offset)
    {
        const std::int64_t parts = sizeOf(dimension.axes, m_mesh);
        if (dimension.size % parts == 0)
            return;
        const std::int64_t block = dimension.size / parts + 1;
        const double padded = static_cast<double>(block) * static_cast<double>(parts);
        const double waste = 100 * (1 - static_cast<double>(dimension.size) / padded);
        const std::string size = count(dimension.size);
        m_reader.report(
            Severity::notice, offset,
            SCALESCOPE_TEXT("core", "%1 is split over %2 devices: blocks of %3, padded to %4 (%5 % waste)."),
            {dimension.name.empty() ? size : dimension.name + " = " + size, count(parts), count(block),
             formatCount(padded), formatCount(waste < 1 ? waste : std::min(99.0, std::round(waste)))},
            SCALESCOPE_TEXT("core", "Multiples of %2 need no padding."));
    }

    NotationReader m_reader;
    const DeviceMesh& m_mesh;
    std::span<const NamedSize> m_sizes;
    ShardedArray m_array;
    std::vector<std::size_t> m_offsets;  // of the dimensions
    unsigned m_used = 0;                 // a bit for each axis
};

}  // namespace

std::optional<ShardedArray> parseArray(std::string_view text, const DeviceMesh& mesh, std::span<const NamedSize> sizes,
                                       Diagnostics& problems)
{
    return ArrayReader(text, mesh, sizes, problems).read();
}

std::string textOf(const AxisList& axes, const DeviceMesh& mesh)
{
    std::string run;
    std::string list;
    for (int axis : axes) {
        const std::string& name = mesh.axes[static_cast<std::size_t>(axis)].name;
        run += name;
        list += (list.empty() ? "" : ",") + name;
    }
    bool shortForm = axes.size() == 1 || run.size() == static_cast<std::size_t>(axes.size());
    for (int i = 0; i < axes.size() && shortForm; ++i)
        shortForm = axisAtStart(std::string_view(run).substr(static_cast<std::size_t>(i)), mesh) == axes[i];
    return shortForm ? run : "{" + list + "}";
}

std::string textOf(const ShardedArray& array, const DeviceMesh& mesh)
{
    std::string text(nameOf(array.type));
    text += '[';
    for (const ArrayDimension& dimension : array.dimensions) {
        if (&dimension != &array.dimensions.front())
            text += ", ";
        text += dimension.name.empty() ? std::to_string(dimension.size) : dimension.name;
        if (!dimension.axes.empty())
            text += "_" + textOf(dimension.axes, mesh);
    }
    text += ']';
    if (!array.unreduced.empty())
        text += " {U_" + textOf(array.unreduced, mesh) + "}";
    return text;
}

}  // namespace scalescope
