#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing, builds and opens Scalescope. Without a display it prints the estimate and exports its pictures.
# Arguments are handed to scalescope: a scenario, or the name of a preset.
set -euo pipefail
start=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")"
top=$PWD
source scripts/prepare.sh

install_packages
build build release scalescope
program=$top/build/app/scalescope
cd "$start"

if [[ -n ${DISPLAY:-} || -n ${WAYLAND_DISPLAY:-} ]]; then
    exec "$program" "$@"
fi

"$program" eval "$@"
mkdir -p "$top/pictures"
for view in roofline comms memory batch; do
    "$program" export "$@" --view "$view" -o "$top/pictures/$view.png"
done
printf '\nThere is no display, so the pictures are in %s\n' "$top/pictures"
