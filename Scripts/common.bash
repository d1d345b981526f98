# What the scripts of this folder share. It is sourced, never run; the sourcing script has set -euo pipefail.

root=$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/.." && pwd)

say() { printf '%s\n' "$*" >&2; }

# MOTES_CPU is what Package.swift compiles for. Frames are the same on every level, so a CPU without AVX2 only costs speed.
if [[ -z ${MOTES_CPU:-} ]]; then
  MOTES_CPU=x86-64-v3
  if [[ -r /proc/cpuinfo && $(uname -m) == x86_64 ]]; then
    cpu_flags=" $(grep -m 1 '^flags' /proc/cpuinfo) "
    for flag in avx2 bmi1 bmi2 f16c fma abm movbe; do
      [[ $cpu_flags == *" $flag "* ]] || MOTES_CPU=baseline
    done
  fi
fi
export MOTES_CPU

# Each level has a build folder of its own, so that changing over does not build everything again.
build_folder=$root/.build
[[ $MOTES_CPU == x86-64-v3 ]] || build_folder=$root/.build-$MOTES_CPU
# A build that only checks hashes (see Package.swift).
[[ -z ${MOTES_QUICK:-} ]] || build_folder+=-quick
motes=$build_folder/release/motes
# What is built: the command, or the least that compares hashes.
product=motes
if [[ -n ${MOTES_QUICK:-} ]]; then product=GoldenVerifier; fi

swift_in_repository() {
  local subcommand=$1
  shift
  swift "$subcommand" --package-path "$root" --scratch-path "$build_folder" -c release "$@"
}

# Names the compiler and the libraries that the command was built with: another one of either means building again.
build_inputs() {
  local compiler
  compiler=$(command -v swift || true)
  printf '%s\n' "$MOTES_CPU"
  [[ -z $compiler ]] || stat -L -c '%n %s %Y' "$compiler" 2>/dev/null || ls -lL "$compiler"
  pkg-config --modversion libavfilter libavformat libavcodec libavutil libswscale libcrypto zlib fontconfig freetype2 harfbuzz \
    2>/dev/null || true
}

# Builds the command when a source is newer than the last build, or when the build's inputs changed. SwiftPM alone would
# need seconds to find that nothing changed. Folders are looked at too: their time changes when a file goes away.
build_motes() {
  local stamp=$build_folder/motes.stamp inputs
  inputs=$(build_inputs)
  if [[ -x $build_folder/release/$product && -f $stamp && $(<"$stamp") == "$inputs" ]]; then
    local newer
    newer=$(find "$root/Package.swift" "$root/Sources" "$root/Tests/GoldenVerifier" -newer "$stamp" -print -quit 2>/dev/null || true)
    [[ -n $newer ]] || return 0
  fi
  if [[ -x $build_folder/release/$product ]]; then
    say "Building Motes again: something changed since the last build."
  else
    say "Building Motes for $MOTES_CPU. The first build takes some minutes."
  fi
  mkdir -p "$build_folder"
  # The stamp takes the time at which the build began: an edit made meanwhile counts as newer.
  printf '%s\n' "$inputs" >"$stamp.new"
  swift_in_repository build --product "$product" >&2 || return
  mv -- "$stamp.new" "$stamp"
}

# Runs the programs of Sources/Examples, which lie in a folder, here, and looks at what they have made.
run_examples() {
  local programs=$1 status=0
  echo "== RenderPreset"
  "$programs/RenderPreset" snow snow.mp4 amount=0.5
  [[ -s snow.mp4 ]]
  echo "== BuildScene"
  "$programs/BuildScene" .
  [[ -s star.png && -s star.mp4 ]]
  echo "== FrameHashes"
  "$programs/FrameHashes" snow snow.framehash >/dev/null
  "$programs/FrameHashes" snow snow.framehash | tail -n 1
  # Another preset's hashes differ, and the program says so by its exit code.
  "$programs/FrameHashes" rain snow.framehash >/dev/null || status=$?
  [[ $status -eq 1 ]]
}
