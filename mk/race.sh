# Runs every resolver that is found on every puzzle, and prints how many seconds each took.
#
#   BIN=target/release TARGET=target MEMORY=4000 sh mk/race.sh [SECONDS [PUZZLE...]]
#
# Each run has a minute unless another limit is given, and an empty folder of its own; what a tool caches of the index
# it keeps from run to run. A lock counts when it is the puzzle's solution. The figures hold for this
# machine and its load; the order is what is of interest.
set -u
limit=${1:-60}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- testdata/race/*.txt

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

have() { command -v "$1" >/dev/null 2>&1; }

# What writes a lock of the project in $work/problem, and the lock's name.
start() {
  case $1 in
    pkg-lock-*) "$BIN/pkg-lock" --engine "${1#pkg-lock-}" --timeout "$limit" --max-memory "$MEMORY" \
                  --index "$TARGET/race-index" "$work/problem" ;;
    poetry) served poetry lock --no-interaction --directory "$work/problem" ;;
    uv)     served uv lock --no-python-downloads --directory "$work/problem" ;;
    pip)    served pip install --dry-run --ignore-installed --quiet --report "$work/problem/pip.json" \
                  --index-url "$url" --requirement "$work/problem/requirements.txt" ;;
    pdm)    served pdm lock --quiet --project "$work/problem" ;;
  esac
}
lock() { case $1 in uv) echo uv.lock ;; pip) echo pip.json ;; pdm) echo pdm.lock ;; *) echo poetry.lock ;; esac; }

port=${PORT:-8090}
url=http://127.0.0.1:$port/simple/
served() {
  "$BIN/sudoku2pkg" serve --port "$port" "$TARGET/race-index" -- \
    sh -c 'ulimit -v "$1"; shift; exec timeout --foreground "$@"' sh "${MEMORY}000" "$limit" "$@"
}

project() {
  rm -rf "$work/problem"
  "$BIN/sudoku2pkg" problem --index "$url" --out "$work/problem" "$1" || exit 2
  # The requirements alone, one a line, for pip; and pdm wants the index in its own table.
  sed -n '/^dependencies = /,/^]/s/^    "\(.*\)",$/\1/p' "$work/problem/pyproject.toml" >"$work/problem/requirements.txt"
  printf '\n[[tool.pdm.source]]\nname = "pypi"\nurl = "%s"\n' "$url" >>"$work/problem/pyproject.toml"
}

# Seconds, or why there are none.
run() {
  project "$2"
  before=$(date +%s%N)
  start "$1" >"$work/log" 2>&1
  code=$?
  milliseconds=$((($(date +%s%N) - before) / 1000000))
  if "$BIN/lock2grid" --puzzle "$2" "$work/problem/$(lock "$1")" >/dev/null 2>&1; then
    printf '%d.%02d' $((milliseconds / 1000)) $((milliseconds % 1000 / 10))
  elif [ "$code" -eq 124 ] || [ "$milliseconds" -ge "${limit}000" ]; then
    printf '> %s' "$limit"
  else
    printf 'failed'
  fi
}

"$BIN/sudoku2pkg" index "$TARGET/race-index" || exit 2
printf '%-18s' seconds
for puzzle; do printf '%14s' "$(basename "$puzzle" .txt)"; done
printf '\n'
for resolver in pkg-lock-resolvo pkg-lock-pubgrub uv poetry pip pdm; do
  case $resolver in
    pkg-lock-*) ;;
    *) have "$resolver" || { printf '%-18s not installed\n' "$resolver"; continue; } ;;
  esac
  printf '%-18s' "$resolver"
  for puzzle; do printf '%14s' "$(run "$resolver" "$puzzle")"; done
  printf '\n'
done
