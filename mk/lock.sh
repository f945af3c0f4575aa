# Lets a resolver lock the project in problem/, and checks the lock with Poetry if VERIFY says so.
#
#   INPUT=input.txt FLAGS='--variant diagonals' INDEX=target/index RESOLVER=uv VERIFY= PORT=8090 TIMEOUT=300 MEMORY=4000 sh mk/lock.sh LOG
#
# What it says goes to LOG. Exit code 0: there is a lock, or there is none and LOG says why; 2: trouble.
#
# Poetry and uv get the index over HTTP, and limits of seconds and megabytes. The index is asked first whether it is
# one for this puzzle: for a missing package they say the same as for a puzzle without a solution.
set -u
log=$1
# Words of options, none of them a name with blanks.
FLAGS=${FLAGS-}
export FLAGS

trouble() {
  cat "$log" >&2
  [ $# -eq 0 ] || printf '%s\n' "$*" >&2
  exit 2
}

ours() {
  sudoku2pkg probe $FLAGS --puzzle "$INPUT" "$INDEX" >/dev/null &&
    pkg-lock --index "$INDEX" --timeout "$TIMEOUT" --max-memory "$MEMORY" problem
}

served() {
  sudoku2pkg serve --port "$PORT" "$INDEX" -- sh -c '
    sudoku2pkg probe $FLAGS --puzzle "$INPUT" "$SUDOKU2PKG_URL" >/dev/null && ulimit -v "${MEMORY}000" &&
      exec timeout --foreground "$TIMEOUT" "$@"' sh "$@"
}

poetry() { served poetry "$@" --no-interaction --directory problem; }

# A lock that is there would be preferred, whatever it is of.
rm -f problem/poetry.lock problem/uv.lock
case $RESOLVER in
  pkg-lock) ours ;;
  poetry) poetry lock ;;
  uv) served uv lock --no-python-downloads --directory problem ;;
  *) printf 'found RESOLVER=%s, expected pkg-lock, poetry or uv\n' "$RESOLVER"; (exit 2) ;;
esac >"$log" 2>&1
case $RESOLVER-$? in
  *-0 | pkg-lock-1) ;;
  *-124) trouble "$RESOLVER has no answer after $TIMEOUT seconds" ;;
  *-1)
    grep -Eq 'version solving failed|No solution found' "$log" || trouble
    ! grep -q "doesn't match any versions" "$log" || trouble
    ;;
  *) trouble ;;
esac

# Poetry takes our lock, and finds nothing to change when it goes through every requirement.
if [ -n "$VERIFY" ] && [ -e problem/poetry.lock ]; then
  before=$(cksum <problem/poetry.lock)
  for command in 'check --lock' lock; do
    printf '%s\n' "poetry $command --no-interaction --directory problem"
    # shellcheck disable=SC2086
    poetry $command >>"$log" 2>&1 || trouble
  done
  [ "$before" = "$(cksum <problem/poetry.lock)" ] || trouble 'poetry changed the lock'
fi
