# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -D LUPDATE=<lupdate> -D TS=<file> -P UpdateTranslations.cmake
# Line numbers stay out of the file: a translation does not change because a line above it was added.
cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH root)
execute_process(
    COMMAND "${LUPDATE}" -silent -no-obsolete -locations none -extensions cpp,h -I .
            -tr-function-alias QT_TRANSLATE_NOOP+=SCALESCOPE_TEXT
            core widgets app -ts "${TS}"
    WORKING_DIRECTORY "${root}"
    COMMAND_ERROR_IS_FATAL ANY)
