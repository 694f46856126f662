#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Prints the time from process start to the first painted chart beside that of a bare Qt window, resident memory, and
# the processor time of five idle seconds. Usage: bench_start.sh SCALESCOPE BARE_WINDOW
set -euo pipefail
scalescope=$1
bare=$2
runs=${3:-15}
export QT_QPA_PLATFORM=offscreen XDG_CONFIG_HOME="$(mktemp -d)" XDG_DATA_HOME="$(mktemp -d)"

milliseconds() {
    local start end
    start=$(date +%s%N)
    SCALESCOPE_QUIT_AFTER_FIRST_PAINT=1 "$@" > /dev/null 2>&1
    end=$(date +%s%N)
    echo $(((end - start) / 1000))
}

median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

for program in "$bare" "$scalescope"; do
    milliseconds "$program" > /dev/null
done
a=$(for _ in $(seq "$runs"); do milliseconds "$bare"; done | median)
b=$(for _ in $(seq "$runs"); do milliseconds "$scalescope"; done | median)
awk -v a="$a" -v b="$b" 'BEGIN { printf "start to first paint: bare window %.1f ms, scalescope %.1f ms, ratio %.2f\n", a / 1000, b / 1000, b / a }'

"$scalescope" > /dev/null 2>&1 &
pid=$!
sleep 3
rss=$(awk '/VmRSS/ { print $2 }' "/proc/$pid/status")
ticks() { awk '{ print $14 + $15 }' "/proc/$pid/stat"; }
before=$(ticks)
sleep 5
after=$(ticks)
kill "$pid"
wait "$pid" 2> /dev/null || true
echo "resident memory: $((rss / 1024)) MiB; processor time in 5 idle seconds: $(((after - before) * 10)) ms"
