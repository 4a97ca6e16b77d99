# Loaded by the shell before the script of a document. Terminal.ts reads the lines that begin with \036.
unset BASH_ENV
set -eo pipefail
exec 2>&1
trap 'printf "\036failed %s\n" "$LINENO"' ERR
# Ends everything in the background, silently. Each background job has a process group of its own (Script.ts).
trap 'exec > /dev/null 2>&1; for group in $(jobs -p); do kill -KILL -- "-$group"; done; wait || true' EXIT

# Marks the beginning of a block: everything printed from here on is its output.
__block() {
  printf '\036block %s\n' "$1"
}

# Waits until the emulator in the background listens, and shows what it has printed into the file $1 so far.
__listens() {
  for _ in $(seq 500); do
    grep -qs '^listening on ' "$1" && break
    kill -0 "$!" 2>/dev/null || break
    sleep 0.02
  done
  cat "$1"
  grep -q '^listening on ' "$1" && return
  echo "the command in the background does not listen"
  return 1
}
