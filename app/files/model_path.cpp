// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/files/model_path.h"

#include "app/files/files.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace scalescope {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kConfig = "config.json";
constexpr std::array<std::string_view, 3> kQuantisations = {"hf_quant_config.json", "quantize_config.json", "quant_config.json"};
constexpr std::array<std::string_view, 2> kIndices = {"model.safetensors.index.json", "pytorch_model.bin.index.json"};
constexpr std::size_t kMaxTensorFiles = 2000;
constexpr std::size_t kMaxAllHeaders = std::size_t(512) << 20;

/// Follows links; a loop of them is no file.
bool isFile(const fs::path& path)
{
    std::error_code error;
    return fs::is_regular_file(path, error);
}

FileProblem problemOf(const std::string& file, std::string_view problem, std::vector<std::string> arguments = {})
{
    return {file, {Severity::invalid, {}, problem, std::move(arguments)}};
}

/// The header of a .safetensors file: its length in eight bytes, then JSON.
std::optional<TensorFile> readHeader(const fs::path& path, std::vector<FileProblem>& problems)
{
    const auto refuse = [&](std::string_view problem) {
        problems.push_back(problemOf(path.string(), problem));
        return std::nullopt;
    };
    std::error_code error;
    const std::uintmax_t size = fs::file_size(path, error);
    std::ifstream in(path, std::ios::binary);
    std::array<unsigned char, 8> bytes{};
    if (error || !in.read(reinterpret_cast<char*>(bytes.data()), bytes.size()))
        return refuse("this is not a .safetensors file: it ends before its header");
    std::uint64_t length = 0;
    for (std::size_t i = bytes.size(); i-- > 0;)
        length = length << 8u | bytes[i];
    if (length > kMaxHeaderBytes || length > size - bytes.size())
        return refuse("this is not a .safetensors file: its header would be longer than the file, or than 100 MB");
    TensorFile file{path.string(), std::string(static_cast<std::size_t>(length), '\0'),
                    static_cast<double>(size - bytes.size() - length)};
    if (!in.read(file.header.data(), static_cast<std::streamsize>(length)))
        return refuse("the file cannot be read");
    return file;
}

/// The .safetensors files of a folder that hold the model: those that the index names, or without an index all whose
/// name begins with "model", or all.
std::vector<fs::path> tensorFilesIn(const fs::path& folder, const ModelFile& index)
{
    std::vector<fs::path> files;
    if (index.there()) {
        const ReadCheckpoint read = readIndex(index.text);
        for (const std::string& name : read.value ? read.value->files : std::vector<std::string>())
            if (fs::path(name).filename() == name && name.ends_with(".safetensors"))
                files.push_back(folder / name);
        const bool allHere = std::all_of(files.begin(), files.end(), isFile);
        return allHere && read.value && files.size() == read.value->files.size() ? files : std::vector<fs::path>();
    }
    std::error_code error;
    bool named = false;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        if (it->path().extension() != ".safetensors" || !isFile(it->path()))
            continue;
        const bool model = it->path().filename().string().starts_with("model");
        if (model && !named)
            files.clear();
        named = named || model;
        if (model == named)
            files.push_back(it->path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

class FolderReader {
public:
    explicit FolderReader(ModelFilesImport& result) : m_result(result) {}

    /// The first of the names that is there; a file that is there and cannot be read is a problem.
    template <class Names>
    ModelFile first(const fs::path& folder, const Names& names, std::size_t limit)
    {
        for (const std::string_view name : names)
            if (isFile(folder / name))
                return read(folder / name, limit);
        return {};
    }

    ModelFile read(const fs::path& path, std::size_t limit)
    {
        FileContent content = readFile(path.string(), limit);
        if (content.problem.empty() && content.text.empty())
            content.problem = "the file is empty";
        if (!content.problem.empty()) {
            m_result.problems.push_back(problemOf(path.string(), "%1", {content.problem}));
            return {};
        }
        return {path.string(), std::move(content.text)};
    }

    void readHeaders(const fs::path& folder, ModelFiles& files)
    {
        const std::vector<fs::path> paths = tensorFilesIn(folder, files.index);
        if (paths.size() > kMaxTensorFiles)
            return;
        std::size_t all = 0;
        for (const fs::path& path : paths) {
            auto file = readHeader(path, m_result.problems);
            if (!file)
                return;
            all += file->header.size();
            if (all > kMaxAllHeaders) {
                files.tensors.clear();
                return;
            }
            files.tensors.push_back(std::move(*file));
        }
    }

private:
    ModelFilesImport& m_result;
};

std::string nameOfFolder(const fs::path& folder)
{
    std::error_code error;
    const fs::path whole = fs::weakly_canonical(folder, error);
    return whole.filename().string();
}

}  // namespace

ModelFilesImport importModelPath(const std::string& path)
{
    ModelFilesImport result;
    FolderReader reader(result);
    ModelFiles files;
    const fs::path given(path);
    std::error_code error;
    const bool isFolder = fs::is_directory(given, error);
    const bool isIndex = !isFolder && path.ends_with("index.json");
    if (!isFolder && !isIndex) {
        files.config = reader.read(given, kMaxFileBytes);
        files.fallbackName = given.filename() == kConfig ? nameOfFolder(fs::absolute(given, error).parent_path()) : given.stem().string();
    } else {
        const fs::path folder = isFolder ? given : given.parent_path();
        files.fallbackName = nameOfFolder(folder.empty() ? fs::path(".") : folder);
        files.index = isIndex ? reader.read(given, kMaxIndexBytes) : reader.first(folder, kIndices, kMaxIndexBytes);
        if (result.problems.empty() && !isFile(folder / kConfig)) {
            result.problems.push_back(
                isFolder ? problemOf(path, "there is no config.json in this folder; beside one, hf_quant_config.json, "
                                           "quantize_config.json, model.safetensors.index.json and *.safetensors would be read")
                         : problemOf(path, "an index of weights needs the config.json of its model beside it"));
            return result;
        }
        files.config = reader.first(folder, std::array{kConfig}, kMaxFileBytes);
        files.quantisation = reader.first(folder, kQuantisations, kMaxFileBytes);
        reader.readHeaders(folder, files);
    }
    if (!result.problems.empty())
        return result;
    return importModelFiles(files);
}

}  // namespace scalescope
