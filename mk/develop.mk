# For those who change the tools or install them.

PREFIX ?= /usr/local
prefix  = $(call quote,$(DESTDIR)$(PREFIX))

# The tools of all pipelines.
EVERY = sudoku2cnf dimacs-solve sol2grid sol2grid2 \
        sudoku2rdf srl-run rdf2grid \
        sudoku2pkg pkg-lock lock2grid \
        grid-check

.PHONY: test install bench

test:
	cargo build --workspace --locked
	cargo test --workspace --locked

bench: $(BUILT)
	python3 benches/sat.py --bin $(BIN)

install:
	$(if $(BUILT),cargo build --release --locked --workspace --bins)
	cargo run --release --locked -q -p xtask -- manual target/manual
	mkdir -p $(prefix)/bin
	for tool in $(EVERY); do install -m 755 $(call quote,$(BIN))/$$tool $(prefix)/bin/ || exit 1; done
	cp -R target/manual/share $(prefix)/
