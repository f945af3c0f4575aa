# For those who change the tools or install them.

PREFIX ?= /usr/local

.PHONY: test install bench

test:
	cargo build --workspace --locked
	cargo test --workspace --locked

bench: $(BUILT)
	python3 benches/sat.py --bin $(BIN)

install: $(BUILT)
	cargo run --release --locked -q -p xtask -- manual target/manual
	install -d $(DESTDIR)$(PREFIX)/bin
	install -m 755 $(TOOLS:%=$(BIN)/%) $(DESTDIR)$(PREFIX)/bin
	cd target/manual && find . -type f -exec install -D -m 644 {} $(abspath $(DESTDIR)$(PREFIX))/{} \;
