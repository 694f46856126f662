// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transformer/hf_checkpoint.h"

#include "core/base/json_scan.h"
#include "core/base/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <unordered_set>

namespace scalescope {

namespace {

using Token = JsonScan::Token;

constexpr double kLargest = 0x1p53;  // whole numbers beyond are not exact
constexpr std::size_t kMaxFiles = 100000;
constexpr std::size_t kMaxTensors = 4'000'000;

struct StoredType {
    std::string_view name;
    int bits;
    bool whole;  // an integer, which is no parameter unless several are packed into it
};
constexpr std::array kStoredTypes = std::to_array<StoredType>({
    {"F64", 64, false},    {"F32", 32, false},    {"F16", 16, false},    {"BF16", 16, false},  {"F8_E4M3", 8, false},
    {"F8_E5M2", 8, false}, {"F8_E8M0", 8, false}, {"F6_E2M3", 6, false}, {"F6_E3M2", 6, false}, {"F4", 4, false},
    {"C64", 64, false},    {"BOOL", 8, true},     {"U8", 8, true},       {"I8", 8, true},      {"U16", 16, true},
    {"I16", 16, true},     {"U32", 32, true},     {"I32", 32, true},     {"U64", 64, true},    {"I64", 64, true},
});

template <std::size_t N>
bool isOneOf(std::string_view text, const std::array<std::string_view, N>& names)
{
    return std::find(names.begin(), names.end(), text) != names.end();
}

/// Counts the tensor under its part; returns where its shape belongs.
TensorTally& noteTensor(Checkpoint& checkpoint, std::string_view name, std::int64_t layers)
{
    const TensorPart part = partOf(name, layers);
    const bool table = name.ends_with("embed_tokens.weight") || name.ends_with("head.weight") || name.ends_with("embed_out.weight");
    if (part == TensorPart::multiToken && table)
        ++checkpoint.multiTokenTables;
    if (part == TensorPart::decoder && table && !name.ends_with("embed_tokens.weight"))
        checkpoint.unembedding = true;
    TensorTally& tally = checkpoint.parts[static_cast<std::size_t>(part)];
    ++tally.tensors;
    return tally;
}

/// What the readers of both kinds of file share.
class FileReader {
public:
    FileReader(std::string_view text, std::int64_t layers) : m_scan(text), m_layers(layers) {}

protected:
    bool fault()
    {
        m_result.problems.push_back(m_scan.problem());
        return false;
    }

    bool refuse(std::string_view message, std::vector<std::string_view> arguments = {})
    {
        return refuseAt(m_scan.offset(), message, arguments);
    }

    /// The next token is of this kind; says what was expected otherwise.
    bool expect(Token token, std::string_view message, std::string_view key = {})
    {
        const Token found = m_scan.next();
        return found == token ? true : found == Token::fault ? fault() : refuse(message, {key});
    }

    bool skipValue() { return m_scan.skip(m_scan.next()) || fault(); }

    /// A whole number from 0 that a double holds exactly, with or without a fraction of zeros.
    bool readWhole(std::string_view key, double& number)
    {
        constexpr std::string_view message = SCALESCOPE_TEXT("core", "'%1' is not a whole number from 0 to 2^53.");
        if (!expect(Token::number, message, key))
            return false;
        const std::string_view written = m_scan.written();
        const auto [end, error] = std::from_chars(written.data(), written.data() + written.size(), number);
        if (error != std::errc() || !(number >= 0) || number > kLargest || number != std::floor(number))
            return refuse(message, {key});
        return true;
    }

    /// Each member of the object that begins next; `member(key)` reads its value.
    template <class Member>
    bool eachMember(std::string_view whatItIs, Member&& member)
    {
        if (!expect(Token::beginObject, whatItIs))
            return false;
        std::string buffer;
        while (true) {
            const Token token = m_scan.next();
            if (token == Token::endObject)
                return true;
            if (token != Token::key)
                return fault();
            if (!member(m_scan.text(buffer)))
                return false;
        }
    }

    /// Remembers the name of the latest key, which no other tensor may have.
    bool note(std::string_view name)
    {
        m_names.push_back({std::hash<std::string_view>()(name), m_scan.offset(), m_scan.written()});
        return m_names.size() <= kMaxTensors ||
               refuse(SCALESCOPE_TEXT("core", "The file lists more than %1 tensors."), {std::to_string(kMaxTensors)});
    }

    ReadCheckpoint finish(bool good, Checkpoint checkpoint)
    {
        if (good && m_scan.next() != Token::end)
            good = fault();
        if (good && allDiffer())
            m_result.value = std::move(checkpoint);
        return std::move(m_result);
    }

    JsonScan m_scan;
    std::int64_t m_layers;

private:
    struct Name {
        std::size_t hash;
        std::size_t offset;
        std::string_view written;

        bool operator<(const Name& other) const { return hash != other.hash ? hash < other.hash : offset < other.offset; }
    };

    /// Sorting finds equal names many times faster than a set of all would.
    bool allDiffer()
    {
        std::sort(m_names.begin(), m_names.end());
        const auto same = [this](const Name& a, const Name& b) {
            return a.hash == b.hash && JsonScan::unescaped(a.written) == JsonScan::unescaped(b.written);
        };
        const auto twin = std::adjacent_find(m_names.begin(), m_names.end(), same);
        return twin == m_names.end() || refuseAt(std::next(twin)->offset, SCALESCOPE_TEXT("core", "The tensor '%1' is listed twice."),
                                                 {JsonScan::unescaped(twin->written)});
    }

    bool refuseAt(std::size_t offset, std::string_view message, const std::vector<std::string_view>& arguments)
    {
        std::vector<std::string> shown;
        for (const std::string_view argument : arguments)
            shown.push_back(abbreviated(argument));
        m_result.problems.push_back(m_scan.problemAt(offset, message, std::move(shown)));
        return false;
    }

    ReadCheckpoint m_result;
    std::vector<Name> m_names;
};

class IndexReader : FileReader {
public:
    using FileReader::FileReader;

    ReadCheckpoint run()
    {
        bool mapped = false;
        bool good = eachMember(SCALESCOPE_TEXT("core", "An index of weights is a JSON object."), [&](std::string_view key) {
            if (key == "metadata")
                return readMetadata();
            if (key != "weight_map")
                return skipValue();
            if (mapped)
                return refuse(SCALESCOPE_TEXT("core", "'%1' appears twice."), {key});
            mapped = true;
            return readMap();
        });
        if (good && !mapped)
            good = refuse(SCALESCOPE_TEXT("core", "This is not an index of weights: it has no 'weight_map'."));
        return finish(good, std::move(m_checkpoint));
    }

private:
    bool readMetadata()
    {
        return eachMember(SCALESCOPE_TEXT("core", "'metadata' is not an object."), [&](std::string_view key) {
            double number = 0;
            if (key != "total_size" && key != "total_parameters")
                return skipValue();
            if (!readWhole(key, number))
                return false;
            (key == "total_size" ? m_checkpoint.totalSize : m_checkpoint.totalParameters) = number;
            return true;
        });
    }

    bool readMap()
    {
        std::unordered_set<std::string> files;
        return eachMember(SCALESCOPE_TEXT("core", "'weight_map' is not an object."), [&](std::string_view tensor) {
            if (!note(tensor))
                return false;
            if (!expect(Token::string, SCALESCOPE_TEXT("core", "The file of the tensor '%1' is not a text."), tensor))
                return false;
            noteTensor(m_checkpoint, tensor, m_layers);
            // Tensors of one file mostly follow each other.
            if (!m_checkpoint.files.empty() && m_checkpoint.files.back() == m_scan.written())
                return true;
            std::string file = m_scan.text();
            if (files.insert(file).second)
                m_checkpoint.files.push_back(std::move(file));
            return files.size() <= kMaxFiles ||
                   refuse(SCALESCOPE_TEXT("core", "The weights are spread over more than %1 files."), {std::to_string(kMaxFiles)});
        });
    }

    Checkpoint m_checkpoint;
};

class HeaderReader : FileReader {
public:
    HeaderReader(std::string_view json, std::int64_t layers, std::optional<double> available)
        : FileReader(json, layers), m_available(available)
    {
    }

    ReadCheckpoint run()
    {
        m_checkpoint.measured = true;
        const bool good = eachMember(SCALESCOPE_TEXT("core", "The header is not a JSON object."), [&](std::string_view name) {
            return name == "__metadata__" ? skipValue() : note(name) && readTensor(name);
        });
        return finish(good, std::move(m_checkpoint));
    }

private:
    bool readTensor(std::string_view name)
    {
        const StoredType* type = nullptr;
        std::optional<double> elements;
        std::optional<double> bytes;
        const bool read = eachMember(SCALESCOPE_TEXT("core", "The entry of a tensor is not an object."), [&](std::string_view key) {
            if (key == "dtype")
                return readType(name, type);
            if (key == "shape")
                return readShape(name, elements);
            return key == "data_offsets" ? readOffsets(name, bytes) : skipValue();
        });
        if (!read)
            return false;
        if (!type || !elements || !bytes)
            return refuse(SCALESCOPE_TEXT("core", "The tensor '%1' lacks its dtype, shape or data_offsets."), {name});
        if (std::ceil(*elements * type->bits / 8.0) != *bytes)
            return refuse(SCALESCOPE_TEXT("core", "The tensor '%1' does not take the bytes that its shape asks for."), {name});
        count(name, *type, *elements, *bytes);
        return true;
    }

    void count(std::string_view name, const StoredType& type, double elements, double bytes)
    {
        const std::string_view leaf = name.substr(name.rfind('.') + 1);
        TensorTally* tally = &noteTensor(m_checkpoint, name, m_layers);
        const auto moveTo = [&](TensorPart part) {
            --tally->tensors;
            tally = &m_checkpoint.parts[static_cast<std::size_t>(part)];
            ++tally->tensors;
        };
        constexpr std::array<std::string_view, 3> kPacked = {"weight", "qweight", "weight_packed"};
        const bool packed = type.whole && (isOneOf(leaf, kPacked) || leaf.ends_with("_blocks") || leaf.ends_with("_packed"));
        if (type.name == "F8_E8M0" && tally != &m_checkpoint.parts[static_cast<std::size_t>(TensorPart::scales)])
            moveTo(TensorPart::scales);  // a power of two is no weight
        else if (type.whole && !packed && tally == &m_checkpoint.parts[static_cast<std::size_t>(TensorPart::decoder)])
            moveTo(TensorPart::buffers);
        (packed ? tally->packedBytes : tally->elements) += packed ? bytes : elements;
        tally->bytes += bytes;
    }

    bool readType(std::string_view name, const StoredType*& type)
    {
        if (!expect(Token::string, SCALESCOPE_TEXT("core", "The dtype of the tensor '%1' is not a text."), name))
            return false;
        const auto found = std::find_if(kStoredTypes.begin(), kStoredTypes.end(),
                                        [&](const StoredType& t) { return t.name == m_scan.written(); });
        if (found == kStoredTypes.end())
            return refuse(SCALESCOPE_TEXT("core", "The tensor '%1' has the unknown dtype '%2'."), {name, m_scan.text()});
        type = &*found;
        return true;
    }

    bool readShape(std::string_view name, std::optional<double>& elements)
    {
        double product = 1;
        const bool read = eachNumber(name, [&](double n) { product *= n; });
        // A product of zero may hide sizes beyond all bounds, and those cannot become NaN here: each is at most 2^53.
        if (read && product > kLargest)
            return refuse(SCALESCOPE_TEXT("core", "The tensor '%1' is larger than any file."), {name});
        elements = product;
        return read;
    }

    bool readOffsets(std::string_view name, std::optional<double>& bytes)
    {
        std::vector<double> offsets;
        if (!eachNumber(name, [&](double n) { offsets.push_back(n); }))
            return false;
        if (offsets.size() != 2 || offsets[1] < offsets[0])
            return refuse(SCALESCOPE_TEXT("core", "The data_offsets of the tensor '%1' are not a begin and an end."), {name});
        if (m_available && offsets[1] > *m_available)
            return refuse(SCALESCOPE_TEXT("core", "The tensor '%1' lies behind the end of the file."), {name});
        bytes = offsets[1] - offsets[0];
        return true;
    }

    /// Each number of the list that begins next, at most kMostNumbers.
    template <class Visit>
    bool eachNumber(std::string_view name, Visit&& visit)
    {
        constexpr int kMostNumbers = 16;
        constexpr std::string_view message =
            SCALESCOPE_TEXT("core", "The shape and data_offsets of the tensor '%1' are lists of whole numbers, 16 at most.");
        if (!expect(Token::beginArray, message, name))
            return false;
        for (int i = 0;; ++i) {
            const Token token = m_scan.next();
            if (token == Token::endArray)
                return true;
            if (token == Token::fault)
                return fault();
            const std::string_view written = m_scan.written();
            double number = 0;
            if (token != Token::number || i == kMostNumbers ||
                std::from_chars(written.data(), written.data() + written.size(), number).ec != std::errc() || !(number >= 0) ||
                number > kLargest || number != std::floor(number))
                return refuse(message, {name});
            visit(number);
        }
    }

    std::optional<double> m_available;
    Checkpoint m_checkpoint;
};

template <class Reader, class... More>
ReadCheckpoint readWith(std::string_view text, std::size_t largest, std::int64_t layers, More... more)
{
    try {
        // Where the encoding is wrong the scan meets it and says so; size and emptiness are told here.
        if (text.size() > largest || text.empty()) {
            const auto fault = encodingFault(text, largest);
            return {std::nullopt, {{Severity::invalid, {}, fault->message, fault->arguments, fault->suggestion}}};
        }
        return Reader(text, layers, more...).run();
    } catch (const std::exception&) {
        return {std::nullopt, {{Severity::invalid, {}, SCALESCOPE_TEXT("core", "The file does not fit in memory."), {}}}};
    }
}

}  // namespace

std::int64_t Checkpoint::tensors() const
{
    std::int64_t sum = 0;
    for (const TensorTally& part : parts)
        sum += part.tensors;
    return sum;
}

double Checkpoint::bytes() const
{
    double sum = 0;
    for (const TensorTally& part : parts)
        sum += part.bytes;
    return sum;
}

ReadCheckpoint readIndex(std::string_view text, std::int64_t layers)
{
    return readWith<IndexReader>(text, kMaxIndexBytes, layers);
}

ReadCheckpoint readTensorHeader(std::string_view json, std::int64_t layers, std::optional<double> available)
{
    return readWith<HeaderReader>(json, kMaxHeaderBytes, layers, available);
}

void add(Checkpoint& sum, const Checkpoint& other)
{
    for (std::size_t i = 0; i < kTensorPartCount; ++i) {
        TensorTally& part = sum.parts[i];
        const TensorTally& more = other.parts[i];
        part.tensors += more.tensors;
        part.elements += more.elements;
        part.packedBytes += more.packedBytes;
        part.bytes += more.bytes;
    }
    sum.measured = sum.measured || other.measured;
    sum.multiTokenTables += other.multiTokenTables;
    sum.unembedding = sum.unembedding || other.unembedding;
}

}  // namespace scalescope
