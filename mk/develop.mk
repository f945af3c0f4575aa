# For those who change the tools or install them.

PREFIX ?= /usr/local
prefix  = $(call quote,$(DESTDIR)$(PREFIX))

.PHONY: test install bench

test:
	cargo build --workspace --locked
	cargo test --workspace --locked

bench: $(BUILT)
	python3 benches/sat.py --bin $(BIN)

install: $(BUILT)
	cargo run --release --locked -q -p xtask -- manual target/manual
	mkdir -p $(prefix)/bin
	for tool in $(TOOLS); do install -m 755 $(call quote,$(BIN))/$$tool $(prefix)/bin/ || exit 1; done
	cp -R target/manual/share $(prefix)/
