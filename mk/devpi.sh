# The whole story with a real index server: devpi is started, the cells are published to it, a puzzle becomes
# a project, poetry locks it, and the lock is the solution. The server is stopped in the end.
#
#   BIN=target/release TARGET=target INPUT=input.txt sh mk/devpi.sh
set -eu
work=$(mktemp -d)
server=
finish() {
  [ -z "$server" ] || { kill "$server" && wait "$server"; } 2>/dev/null || true
  rm -rf "$work"
}
trap finish EXIT
trap 'exit 130' INT TERM

say() { printf '%s\n' "$*"; }
quietly() { "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 2; }; }

port=${DEVPI_PORT:-3141}
root=http://127.0.0.1:$port
index=$root/poetry/sudoku
# The password guards an index that lives as long as this script.
SUDOKU2PKG_PASSWORD=poetry
export SUDOKU2PKG_PASSWORD

# Whoever answers there is not the server that is started here.
if python3 -c "import socket, sys; sys.exit(socket.socket().connect_ex(('127.0.0.1', $port)))"; then
  say "port $port is taken; choose another with DEVPI_PORT=N" >&2
  exit 2
fi

say 'devpi-init && devpi-server'
quietly devpi-init --serverdir "$work/server" --root-passwd "$SUDOKU2PKG_PASSWORD"
devpi-server --serverdir "$work/server" --host 127.0.0.1 --port "$port" >"$work/server.log" 2>&1 &
server=$!

client() { command=$1; shift; quietly devpi "$command" --clientdir "$work/client" "$@"; }
for attempt in $(seq 120); do
  devpi use --clientdir "$work/client" "$root" >"$work/log" 2>&1 && break
  kill -0 "$server" 2>/dev/null && [ "$attempt" -lt 120 ] || { cat "$work/server.log" >&2; exit 2; }
  sleep 0.5
done

say 'devpi user, login, index: an index without bases, which would look into the public one as well'
client user -c poetry password="$SUDOKU2PKG_PASSWORD"
client login poetry --password="$SUDOKU2PKG_PASSWORD"
client index -c sudoku bases=

say "sudoku2pkg index; sudoku2pkg publish $index/"
"$BIN/sudoku2pkg" index --puzzle "$INPUT" "$work/cells"
"$BIN/sudoku2pkg" publish --user poetry "$work/cells" "$index/"
"$BIN/sudoku2pkg" probe --puzzle "$INPUT" "$index/+simple/"

say "sudoku2pkg problem --index $index/+simple/ $INPUT; poetry lock; lock2grid"
"$BIN/sudoku2pkg" problem --index "$index/+simple/" --out "$work/problem" "$INPUT"
quietly timeout 300 poetry lock --no-interaction --directory "$work/problem"
"$BIN/lock2grid" --puzzle "$INPUT" "$work/problem/poetry.lock" >output.txt.part
mv output.txt.part output.txt
cat output.txt
