#!/usr/bin/env bash
# Builds the WebAssembly modules and their JavaScript into web/src/wasm, and says with which toolchain.
#
# The compiler needs the standard library for wasm32-unknown-unknown: it is there, or rustup adds it, or it is built
# from source with Debian's packages rustc-web, cargo-web, rust-web-src and lld. WASM_TOOLCHAIN=rustup or debian
# takes one of these.
set -euo pipefail
cd "$(dirname "$0")/wasm"
target=wasm32-unknown-unknown
out=${CARGO_TARGET_DIR:-$PWD/target}
export CARGO_TARGET_DIR=$out

has_target() { [ -d "$(rustc --print sysroot)/lib/rustlib/$target/lib" ]; }
can_rustup() { has_target || { command -v rustup >/dev/null && rustup --quiet target add $target 2>/dev/null && has_target; }; }
can_debian() { [ -x /usr/bin/rustc ] && [ -e /usr/lib/rustlib/src/rust/library ] && debian_linker >/dev/null; }
debian_linker() { ls /usr/bin/wasm-ld /usr/bin/wasm-ld-[0-9]* 2>/dev/null | tail -1 | grep .; }

choice=${WASM_TOOLCHAIN:-}
if [ -z "$choice" ]; then
  if can_rustup; then choice=rustup; elif can_debian; then choice=debian; fi
fi
case "$choice" in
rustup)
  echo "the modules: $(rustc --version) with its standard library for $target"
  cargo build --release --target $target -p sudoku-module -p clauses-module -p rules-module
  ;;
debian)
  echo "the modules: Debian's $(/usr/bin/rustc --version), the standard library from its source"
  PATH=/usr/bin:$PATH RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$(debian_linker) \
    cargo build --release --target $target -Zbuild-std=std,panic_abort -p sudoku-module -p clauses-module -p rules-module
  ;;
*)
  echo "make: error: no standard library for $target: rustup target add $target," \
    "or apt-get install rustc-web cargo-web rust-web-src lld" >&2
  exit 2
  ;;
esac
# What each file of the compiler is called on the page, and the most that it may have in bytes, plain and with gzip: the
# first screen waits for the first module.
sizes=
for module in sudoku:600000:250000 clauses:1500000:500000 rules:1200000:450000; do
  IFS=: read -r name most most_zipped <<<"$module"
  cargo run --quiet -p glue -- "$out/$target/release/${name}_module.wasm" ../src/wasm "$name"
  size=$(wc -c <"../src/wasm/${name}_bg.wasm")
  zipped=$(gzip -9c "../src/wasm/${name}_bg.wasm" | wc -c)
  echo "$name: $size bytes, $zipped with gzip"
  sizes+="\"$name\": $size, "
  [ "$size" -lt "$most" ] && [ "$zipped" -lt "$most_zipped" ] ||
    { echo "make: error: $name is too large: at most $most bytes, $most_zipped with gzip" >&2; exit 2; }
done
echo "{ ${sizes%, } }" >../src/wasm/sizes.json
