# SPDX-License-Identifier: GPL-3.0-or-later
# scalescope_add_translations(<target> TS_FILES <file>...)
# embeds the translations, and Qt's own for the same languages, under :/scalescope/i18n, and adds the target
# update_translations, which collects the texts of the program into the files.
function(scalescope_add_translations target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "TS_FILES")

    qt_add_lrelease(${target} TS_FILES ${arg_TS_FILES} OPTIONS -silent QM_FILES_OUTPUT_VARIABLE catalogues)

    set(qt_translations "${QT6_INSTALL_PREFIX}/${QT6_INSTALL_TRANSLATIONS}")
    set(updates "")
    foreach(ts IN LISTS arg_TS_FILES)
        string(REGEX REPLACE ".*/scalescope_(.*)\\.ts" "qtbase_\\1.qm" qt_catalogue "${ts}")
        if(EXISTS "${qt_translations}/${qt_catalogue}")
            configure_file("${qt_translations}/${qt_catalogue}" "${CMAKE_CURRENT_BINARY_DIR}/${qt_catalogue}" COPYONLY)
            list(APPEND catalogues "${CMAKE_CURRENT_BINARY_DIR}/${qt_catalogue}")
        else()
            message(STATUS "${qt_catalogue} is not installed: Qt's own dialogs stay English")
        endif()
        list(APPEND updates COMMAND
            ${CMAKE_COMMAND} -D "LUPDATE=$<TARGET_FILE:Qt6::lupdate>" -D "TS=${CMAKE_CURRENT_SOURCE_DIR}/${ts}"
            -P "${PROJECT_SOURCE_DIR}/cmake/UpdateTranslations.cmake")
    endforeach()

    qt_add_resources(${target} "i18n"
        PREFIX "/scalescope/i18n"
        BASE "${CMAKE_CURRENT_BINARY_DIR}"
        FILES ${catalogues})

    add_custom_target(update_translations ${updates} VERBATIM)
endfunction()
