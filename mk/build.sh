#!/bin/sh
# Builds tools for release: sh mk/build.sh TOOL…
#
# A pipe is three programs, and on a small puzzle most of its time is their start. So
# - the encoder and the decoder of the SAT pipeline are linked with musl, which asks the processor for nothing when a
#   program starts (glibc asks dozens of times, and in a virtual machine each is a trap), where Rust's standard library
#   for it is there or rustup adds it;
# - the others, which compute more, contain glibc, where there is a libc.a to link (in Debian part of libc6-dev, in
#   Fedora glibc-static), and have a fixed address in memory: they start in two thirds of the time;
# - programs that look up hosts are linked as usual, as glibc loads further libraries for that.
set -e
fixed='-C relocation-model=static'
case $(cc -print-file-name=libc.a 2>/dev/null || true) in
/*) static="-C target-feature=+crt-static $fixed" ;;
*) static= ;;
esac
out=${CARGO_TARGET_DIR:-target}

# The target with musl in the place of glibc; nothing for systems without glibc.
musl=$(rustc -vV | sed -n 's/^host: \(.*\)-gnu$/\1-musl/p')
has_musl() { [ -d "$(rustc --print target-libdir --target "$musl" 2>/dev/null)" ]; }
can_musl() { has_musl || { command -v rustup >/dev/null && rustup --quiet target add "$musl" 2>/dev/null && has_musl; }; }
if [ -n "$musl" ] && ! can_musl; then musl=; fi

set_apart=
for tool; do
  # grid-gen is the other program of grid-solve.
  case $tool in grid-gen) package=grid-solve ;; *) package=$tool ;; esac
  case $musl,$static,$tool in
  ?*,*,sudoku2cnf | ?*,*,sol2grid)
    echo "cargo rustc --release --locked --target $musl -p $package --bin $tool -- $fixed"
    # shellcheck disable=SC2086 -- two words
    cargo rustc --release --locked --target "$musl" -p "$package" --bin "$tool" -- $fixed
    mkdir -p "$out/release"
    ln -f "$out/$musl/release/$tool" "$out/release/$tool"
    ;;
  *,,* | *,pkg-lock | *,sudoku2pkg | *,sudoku-web) set_apart="$set_apart -p $package" ;;
  *)
    echo "cargo rustc --release --locked -p $package --bin $tool -- $static"
    # shellcheck disable=SC2086 -- four words
    cargo rustc --release --locked -p "$package" --bin "$tool" -- $static
    ;;
  esac
done
if [ -n "$set_apart" ]; then
  echo "cargo build --release --locked$set_apart"
  # shellcheck disable=SC2086 -- a list of words
  cargo build --release --locked $set_apart
fi
