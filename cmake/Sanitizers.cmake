# SPDX-License-Identifier: GPL-3.0-or-later
if(NOT SCALESCOPE_SANITIZE STREQUAL "none")
    if(SCALESCOPE_SANITIZE STREQUAL "fuzzer")
        # Only the fuzz targets link libFuzzer's main; everything else is merely instrumented for it.
        set(sanitizers "fuzzer-no-link,address,undefined")
    else()
        list(JOIN SCALESCOPE_SANITIZE "," sanitizers)
    endif()
    add_compile_options(-fsanitize=${sanitizers} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${sanitizers})
endif()
