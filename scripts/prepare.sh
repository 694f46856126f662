# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# Shared by run.sh and test.sh, which source it from the top folder.

packages=(
    cmake
    fonts-inter
    fonts-wqy-microhei
    g++
    libqcustomplot-dev
    ninja-build
    nlohmann-json3-dev
    qt6-base-dev
    qt6-l10n-tools
    qt6-svg-dev
    qt6-tools-dev
    qt6-tools-dev-tools
    qt6-translations-l10n
    xvfb
)
# Qt's Wayland plugin is a package of its own; on a desktop with X11, or with both, it is not needed.
if [[ -n ${WAYLAND_DISPLAY:-} && -z ${DISPLAY:-} ]]; then
    packages+=(qt6-wayland)
fi

say() { printf '%s\n' "$*" >&2; }

# Those of the packages that are not installed, one to a line.
missing_packages() {
    local installed package
    # dpkg-query fails when it has never heard of one of them.
    installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "${packages[@]}" 2>/dev/null || true)
    for package in "${packages[@]}"; do
        [[ $'\n'$installed$'\n' == *$'\n'"installed $package"$'\n'* ]] || printf '%s\n' "$package"
    done
}

install_packages() {
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        if command -v cmake >/dev/null && command -v ninja >/dev/null; then
            return
        fi
        say "This is not Debian, so the packages cannot be installed from here. Scalescope needs:"
        say "a C++20 compiler, CMake 3.25, Ninja, Qt 6.4 with Svg and Linguist tools, QCustomPlot 2.1 for Qt 6, nlohmann/json 3.11"
        say "and the fonts Inter and WenQuanYi Micro Hei."
        exit 1
    fi

    local missing as_root=()
    mapfile -t missing < <(missing_packages)
    [[ ${#missing[@]} -gt 0 ]] || return 0

    if [[ $(id -u) -ne 0 ]]; then
        if ! command -v sudo >/dev/null || ! sudo -n true 2>/dev/null; then
            say "These packages are missing, and installing them needs root. Run this, then start again:"
            say "    sudo apt-get update && sudo apt-get install ${missing[*]}"
            exit 1
        fi
        as_root=(sudo -n)
    fi
    say "Installing ${missing[*]}"
    # Standard output belongs to what was asked for.
    if ! "${as_root[@]}" apt-get update >&2 ||
        ! "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
            apt-get install -y --no-install-recommends "${missing[@]}" >&2; then
        say "The installation failed. These packages are needed: ${missing[*]}"
        exit 1
    fi
}

# Ninja itself runs CMake again when a CMake file has changed, so this is needed only once, or when the tree has moved.
configured() {
    local folder=$1
    [[ -f $folder/build.ninja ]] && grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" "$folder/CMakeCache.txt"
}

# build <folder> <CMake preset> [<target>]
build() {
    local folder=$1 preset=$2 target=${3:-all}
    if ! configured "$folder"; then
        cmake --fresh --preset "$preset" >&2
    fi
    ninja -C "$folder" -j "$(nproc)" "$target" >&2
}
