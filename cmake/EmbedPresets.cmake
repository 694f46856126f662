# SPDX-License-Identifier: GPL-3.0-or-later
# scalescope_embed_presets(<target> HARDWARE <file>... MODELS <file>... SCENARIOS <file>...)
# compiles the files hardware/<file>, models/<file> and scenarios/<file> of the calling folder into the target.
function(scalescope_embed_presets target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "HARDWARE;MODELS;SCENARIOS")

    list(TRANSFORM arg_HARDWARE PREPEND "hardware/")
    list(TRANSFORM arg_MODELS PREPEND "models/")
    list(TRANSFORM arg_SCENARIOS PREPEND "scenarios/")
    set(presets ${arg_HARDWARE} ${arg_MODELS} ${arg_SCENARIOS})

    set(script "${PROJECT_SOURCE_DIR}/cmake/WriteEmbeddedPresets.cmake")
    set(output "${CMAKE_CURRENT_BINARY_DIR}/embedded_presets.cpp")
    add_custom_command(
        OUTPUT "${output}"
        COMMAND ${CMAKE_COMMAND} -D "PRESETS=${presets}" -D "FOLDER=${CMAKE_CURRENT_SOURCE_DIR}" -D "OUTPUT=${output}"
                -P "${script}"
        DEPENDS ${presets} "${script}"
        COMMENT "Embedding presets"
        VERBATIM)

    add_custom_target(${target}_presets DEPENDS "${output}")
    add_dependencies(${target} ${target}_presets)
    target_sources(${target} PRIVATE "${output}")
endfunction()
