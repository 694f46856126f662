#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing, builds with warnings as errors and runs all tests; no display is needed.
# ./test.sh [--preset] <name> runs another preset of CMakePresets.json: release, asan, tsan, fuzz, coverage.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
source scripts/prepare.sh

[[ ${1:-} == --preset ]] && shift
preset=${1:-dev}

target=all
case $preset in
    release) folder=build ;;
    dev) folder=build-test ;;
    asan | coverage) folder=build-$preset ;;
    tsan) folder=build-tsan target=tests_core ;;
    fuzz) folder=build-fuzz target=tests_fuzz packages+=(clang libclang-rt-dev) ;;
    *)
        say "There is no preset \"$preset\"; the presets are dev, release, asan, tsan, fuzz and coverage."
        exit 2
        ;;
esac

install_packages
build "$folder" "$preset" "$target"
ctest --preset "$preset"
