#!/bin/sh
# Builds tools for release: sh mk/build.sh TOOL…
#
# Where there is a C library to link (libc.a: in Debian part of libc6-dev, in Fedora glibc-static), it becomes a part of
# each program, which has a fixed address in memory: so it starts in two thirds of the time, and a pipe is three of
# them. Not of programs that look up hosts, as glibc loads further libraries for that.
set -e
case $(cc -print-file-name=libc.a 2>/dev/null || true) in
/*) static='-C target-feature=+crt-static -C relocation-model=static' ;;
*) static= ;;
esac

set_apart=
for tool; do
  # grid-gen is the other program of grid-solve.
  case $tool in grid-gen) package=grid-solve ;; *) package=$tool ;; esac
  case $static,$tool in
  ,* | *,pkg-lock | *,sudoku2pkg | *,sudoku-web) set_apart="$set_apart -p $package" ;;
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
