# SPDX-License-Identifier: GPL-3.0-or-later
add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wimplicit-fallthrough)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # GCC 12 gives both falsely inside std::string and std::sort once they are inlined. The sanitizers look for real ones.
    add_compile_options(-Wno-restrict -Wno-array-bounds)
endif()
if(SCALESCOPE_WERROR)
    add_compile_options(-Werror)
endif()
