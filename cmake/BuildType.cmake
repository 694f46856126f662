# SPDX-License-Identifier: GPL-3.0-or-later
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, RelWithDebInfo or Debug" FORCE)
endif()

# A fused multiply-add rounds once where two operations round twice: without this, numbers would depend on the processor.
add_compile_options(-ffp-contract=off)
