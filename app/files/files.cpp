// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/files/files.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

namespace scalescope {

namespace fs = std::filesystem;

FileContent readFile(const std::string& path, std::size_t maxBytes)
{
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (!fs::exists(status))
        return {{}, "there is no such file"};
    if (fs::is_directory(status))
        return {{}, "this is a folder"};
    if (fs::is_fifo(status) || fs::is_socket(status))
        return {{}, "this is a pipe, which might never end"};
    std::ifstream in(path, std::ios::binary);
    if (!in)
        return {{}, "the file cannot be read"};
    // Piece by piece: the size that a file states may be none of its content's.
    constexpr std::size_t kPiece = std::size_t(64) << 10;
    std::string text;
    for (bool more = true; more && text.size() <= maxBytes;) {
        const std::size_t before = text.size();
        text.resize(std::min(maxBytes + 1, before + std::max(kPiece, before)));
        in.read(text.data() + before, static_cast<std::streamsize>(text.size() - before));
        if (in.bad())
            return {{}, "the file cannot be read"};
        more = before + static_cast<std::size_t>(in.gcount()) == text.size();
        text.resize(before + static_cast<std::size_t>(in.gcount()));
    }
    if (text.size() > maxBytes)
        return {{}, "the file is larger than " + std::to_string(maxBytes >> 20) + " MiB"};
    return {std::move(text), {}};
}

std::string writeFileAtomically(const std::string& path, std::string_view content)
{
    std::error_code unknown;
    const fs::file_status target = fs::status(path, unknown);
    if (fs::exists(target) && !fs::is_regular_file(target))
        return "this is not an ordinary file, so it is not replaced";
    const std::string temporary = path + ".part";
    {
        std::ofstream out(temporary, std::ios::binary | std::ios::trunc);
        out.write(content.data(), static_cast<std::streamsize>(content.size()));
        out.flush();
        if (!out) {
            std::error_code ignored;
            fs::remove(temporary, ignored);
            return "the file cannot be written";
        }
    }
    std::error_code error;
    fs::rename(temporary, path, error);
    if (!error)
        return {};
    std::error_code ignored;
    fs::remove(temporary, ignored);
    return "the file cannot be written: " + error.message();
}

std::string userPresetFolder()
{
    if (const char* data = std::getenv("XDG_DATA_HOME"); data && *data)
        return std::string(data) + "/scalescope/presets";
    if (const char* home = std::getenv("HOME"); home && *home)
        return std::string(home) + "/.local/share/scalescope/presets";
    return {};
}

LoadedPresets loadPresets()
{
    LoadedPresets loaded{shippedPresets(), {}};
    const std::string folder = userPresetFolder();
    if (folder.empty())
        return loaded;
    for (std::size_t kind = 0; kind < kPresetKindNames.size(); ++kind) {
        std::error_code error;
        std::vector<fs::path> files;
        for (const auto& entry : fs::directory_iterator(folder + "/" + std::string(kPresetKindNames[kind]), error))
            if (entry.path().extension() == ".json")
                files.push_back(entry.path());
        std::sort(files.begin(), files.end());
        for (const fs::path& file : files) {
            FileContent content = readFile(file.string());
            if (!content.problem.empty()) {
                loaded.problems.push_back(file.string() + ": " + content.problem);
                continue;
            }
            const Diagnostics problems =
                addPreset(loaded.library, static_cast<PresetKind>(kind), file.stem().string(), std::move(content.text));
            for (const Diagnostic& d : problems)
                loaded.problems.push_back(located(file.string(), d));
            if (problems.empty())
                loaded.library.presets.back().own = true;
        }
    }
    return loaded;
}

std::string located(const std::string& file, const Diagnostic& d)
{
    std::string text = file;
    if (d.line > 0)
        text += ":" + std::to_string(d.line) + ":" + std::to_string(d.column);
    text += ": " + describe(d);
    if (!d.pointer.empty())
        text += " (at " + d.pointer + ")";
    return printable(std::move(text));
}

std::string printable(std::string text)
{
    for (char& c : text)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
            c = '?';
    return text;
}

}  // namespace scalescope
