# What the terminal of a document has before its first line. Session.ts writes that, and reads what this prints after \036.
unset BASH_ENV
set -eo pipefail
exec 2>&1
trap 'printf "\036failed %s\n" "$LINENO"' ERR
# What is in the background ends with the terminal, and nothing is said about it.
trap 'exec > /dev/null 2>&1; kill -KILL $(jobs -p) && wait || true' EXIT

# A block begins: all that is printed from now on is its output.
__block() {
  printf '\036block %s\n' "$1"
}

# Waits until the emulator that was started in the background listens, and shows what it printed until then, into file $1.
__listens() {
  for _ in $(seq 500); do
    grep -qs '^listening on ' "$1" && break
    kill -0 "$!" 2>/dev/null || break
    sleep 0.02
  done
  cat "$1"
  grep -q '^listening on ' "$1" && return
  echo "what was started in the background does not listen"
  return 1
}
