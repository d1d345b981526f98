# Shows what a build compiles and how long it has taken. Sourced by common.bash.

# Where the seconds of this machine's last first build for a CPU level are kept.
first_build_record() { printf '%s/motes/first-build-seconds.%s' "${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}" "$MOTES_CPU"; }

# The seconds of this machine's last first build; nothing if there was none.
last_first_build() {
  local seconds=
  read -r seconds 2>/dev/null <"$(first_build_record)" || true
  [[ ! $seconds =~ ^[1-9][0-9]{0,4}$ ]] || printf '%s' "$seconds"
}

# Keeps the seconds of a first build. A machine where that cannot be kept builds all the same.
keep_first_build() {
  { mkdir -p -- "$(dirname -- "$(first_build_record)")" && printf '%s\n' "$1" >"$(first_build_record)"; } 2>/dev/null || true
}

# build_clock [EXPECTED]    Reads what swift build prints. Each module becomes a line with the time at which its compiling began; on a terminal
# that line counts the seconds, of EXPECTED if given. Whatever else is told (warnings, errors) is passed on.
build_clock() {
  local expected=${1:+ of about $1} began=$SECONDS module='' line part='' status
  local compiling='^\[[0-9]+/[0-9]+\] Compiling ([A-Za-z0-9_]+)( .*)?$' step='^\[[0-9]+/[0-9]+\] '
  while true; do
    status=0
    IFS= read -r -t 1 line || status=$?
    part+=$line
    # Above 128 no line was ended within a second; else it is the end of what is told.
    if [[ $status -le 128 ]]; then
      [[ $status -eq 0 || -n $part ]] || break
      if [[ $part =~ $compiling ]]; then
        [[ -t 2 || ${BASH_REMATCH[1]} == "$module" ]] || say "$(printf '%4d s  %s' $((SECONDS - began)) "${BASH_REMATCH[1]}")"
        module=${BASH_REMATCH[1]}
      elif [[ ! $part =~ $step ]]; then
        [[ ! -t 2 || -z $module ]] || printf '\r\033[K' >&2
        say "$part"
      fi
      part=''
    fi
    [[ ! -t 2 || -z $module ]] || printf '\r\033[KCompiling %s: %d%s s' "$module" $((SECONDS - began)) "$expected" >&2
  done
  [[ ! -t 2 || -z $module ]] || printf '\r\033[K' >&2
}
