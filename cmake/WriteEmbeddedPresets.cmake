# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -D PRESETS=<kind/name.json;...> -D FOLDER=<where they are> -D OUTPUT=<the .cpp> -P WriteEmbeddedPresets.cmake
set(entries "")
list(LENGTH PRESETS count)
foreach(preset IN LISTS PRESETS)
    file(READ "${FOLDER}/${preset}" text)
    if(text MATCHES "\\)preset\"")
        message(FATAL_ERROR "${preset} contains the mark that ends its text in C++")
    endif()
    get_filename_component(kind "${preset}" DIRECTORY)
    get_filename_component(name "${preset}" NAME_WLE)
    string(APPEND entries "    EmbeddedPreset{\"${kind}\", \"${name}\", R\"preset(${text})preset\"},\n")
endforeach()

file(WRITE "${OUTPUT}" "// Written by cmake/WriteEmbeddedPresets.cmake.
#include \"core/scenario/embedded_presets.h\"

#include <array>

namespace scalescope {

namespace {

constexpr std::array<EmbeddedPreset, ${count}> kPresets{
${entries}};

}  // namespace

std::span<const EmbeddedPreset> embeddedPresets()
{
    return kPresets;
}

}  // namespace scalescope
")
