# SPDX-License-Identifier: GPL-3.0-or-later
# What a test must not get from the machine it runs on: fonts' size, locale, the user's settings and files.
function(scalescope_test_environment name output)
    set(home "${CMAKE_CURRENT_BINARY_DIR}/home/${name}")
    file(MAKE_DIRECTORY "${home}/config" "${home}/data" "${home}/cache" "${home}/run")
    file(CHMOD "${home}/run" DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
    set(${output}
        QT_QPA_PLATFORM=offscreen
        QT_SCALE_FACTOR=1
        QT_FONT_DPI=96
        LANG=C.UTF-8
        LC_ALL=C.UTF-8
        LANGUAGE=
        XDG_CONFIG_HOME=${home}/config
        XDG_DATA_HOME=${home}/data
        XDG_CACHE_HOME=${home}/cache
        XDG_RUNTIME_DIR=${home}/run
        PARENT_SCOPE)
endfunction()

function(scalescope_test_executable name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBRARIES")
    add_executable(${name} ${arg_SOURCES})
    set_target_properties(${name} PROPERTIES AUTOMOC ON)
    target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
    target_compile_definitions(${name} PRIVATE
        ${SCALESCOPE_QT_DEFINITIONS}
        SCALESCOPE_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
        SCALESCOPE_TEST_DATA="${PROJECT_SOURCE_DIR}/tests/data")
    target_link_libraries(${name} PRIVATE ${arg_LIBRARIES} Qt6::Test)
endfunction()

# scalescope_test(<name> SOURCES <file>... LIBRARIES <target>...) adds a Qt Test executable to CTest, labelled with its
# folder. The target tests_<folder> builds the tests of one folder.
function(scalescope_test name)
    scalescope_test_executable(${name} ${ARGN})
    scalescope_test_environment(${name} environment)
    get_filename_component(folder "${CMAKE_CURRENT_SOURCE_DIR}" NAME)

    add_test(NAME ${name} COMMAND ${name})
    set_tests_properties(${name} PROPERTIES
        ENVIRONMENT "${environment}"
        LABELS ${folder}
        TIMEOUT 1500)

    if(NOT TARGET tests_${folder})
        add_custom_target(tests_${folder})
    endif()
    add_dependencies(tests_${folder} ${name})
endfunction()

# scalescope_bench(<name> SOURCES <file>... LIBRARIES <target>...) adds a Qt Test executable that is built with the tests
# but measured only by the target bench, alone on the machine.
function(scalescope_bench name)
    scalescope_test_executable(${name} ${ARGN})
    scalescope_test_environment(${name} environment)
    set_property(GLOBAL APPEND PROPERTY SCALESCOPE_BENCHES
        COMMAND ${CMAKE_COMMAND} -E env ${environment} $<TARGET_FILE:${name}>)
    set_property(GLOBAL APPEND PROPERTY SCALESCOPE_BENCH_TARGETS ${name})
endfunction()

# Call it after the last scalescope_bench.
function(scalescope_add_bench_target)
    get_property(commands GLOBAL PROPERTY SCALESCOPE_BENCHES)
    get_property(targets GLOBAL PROPERTY SCALESCOPE_BENCH_TARGETS)
    if(targets)
        add_custom_target(bench ${commands} USES_TERMINAL VERBATIM)
        add_dependencies(bench ${targets})
    endif()
endfunction()
