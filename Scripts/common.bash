# Shared parts of the scripts in this folder. It is sourced, never run; the sourcing script has set -euo pipefail.

root=$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/.." && pwd)

say() { printf '%s\n' "$*" >&2; }

# shellcheck source=Scripts/buildclock.bash
source "$root/Scripts/buildclock.bash"

# MOTES_CPU is the CPU level that Package.swift compiles for. Frames are the same on every level; without AVX2 they only take longer.
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

# Each level has a build folder of its own, so that changing the level does not build everything again.
build_folder=$root/.build
[[ $MOTES_CPU == x86-64-v3 ]] || build_folder=$root/.build-$MOTES_CPU
# A build in another distribution's system (Scripts/package).
[[ -z ${MOTES_DISTRIBUTION:-} ]] || build_folder=$root/.build-$MOTES_DISTRIBUTION
# A build that only checks hashes (see Package.swift).
[[ -z ${MOTES_QUICK:-} ]] || build_folder+=-quick
motes=$build_folder/release/motes
# What is built: the command, or, for a quick build, only the program that compares hashes.
product=motes
if [[ -n ${MOTES_QUICK:-} ]]; then product=GoldenVerifier; fi

# Without debugging information a build needs a third of the space; functions keep their names in backtraces. -Onone is for the packages that
# Motes depends on (ArgumentParser): they compile in a fraction of the time, and the command starts as fast. Package.swift states the level of
# each of our own modules.
swift_in_repository() {
  local subcommand=$1
  shift
  swift "$subcommand" --package-path "$root" --scratch-path "$build_folder" -c release -debug-info-format none -Xswiftc -Onone "$@"
}

# Prints the CPU level, the compiler and the versions of libraries. If any of them changes, the command is built again.
build_inputs() {
  local compiler
  compiler=$(command -v swift || true)
  printf '%s\n' "$MOTES_CPU"
  [[ -z $compiler ]] || stat -L -c '%n %s %Y' "$compiler" 2>/dev/null || ls -lL "$compiler"
  pkg-config --modversion libavfilter libavformat libavcodec libavutil libswscale libcrypto zlib fontconfig freetype2 fribidi harfbuzz \
    2>/dev/null || true
}

# Builds the command if a source is newer than the last build, or if the build's inputs have changed. SwiftPM alone would
# need seconds to find that nothing has changed. Folders count too, since their time changes when a file is removed.
build_motes() {
  local stamp=$build_folder/motes.stamp inputs expected='' is_first=no began=$SECONDS
  inputs=$(build_inputs)
  if [[ -x $build_folder/release/$product && -f $stamp && $(<"$stamp") == "$inputs" ]]; then
    local newer
    newer=$(find "$root/Package.swift" "$root/Sources" "$root/Tests/GoldenVerifier" -newer "$stamp" -print -quit 2>/dev/null || true)
    [[ -n $newer ]] || return 0
  fi
  if [[ -x $build_folder/release/$product ]]; then
    say "Building Motes again: something changed since the last build."
  else
    is_first=yes
    expected=$(last_first_build)
    if [[ -n $expected ]]; then
      say "Building Motes for $MOTES_CPU. The last first build on this machine took $expected s."
    else
      say "Building Motes for $MOTES_CPU. The first build takes two to four minutes on two cores."
    fi
  fi
  mkdir -p "$build_folder"
  # The stamp has the time at which the build began, so that an edit during the build counts as newer.
  printf '%s\n' "$inputs" >"$stamp.new"
  swift_in_repository build --product "$product" 2>&1 | build_clock "$expected" || return
  mv -- "$stamp.new" "$stamp"
  [[ $is_first == no || -n ${MOTES_QUICK:-} ]] || keep_first_build $((SECONDS - began))
}

# run_examples FOLDER    Runs the programs of Sources/Examples, built into a folder, in the working directory, and checks their output.
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
