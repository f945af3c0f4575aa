# The grid editor. Node.js and npm build the page; see web/wasm.sh for what builds its module.

.PHONY: web web-dist web-test web-shots

# Builds the page and serves it on 127.0.0.1:8137.
web: web-dist
	cargo run --release --locked --quiet -p sudoku-web

# Writes the page's files to web/dist, for any host.
web-dist: web/node_modules/.package-lock.json
	web/wasm.sh
	cd web && npm run --silent build

web/node_modules/.package-lock.json: web/package-lock.json
	cd web && npm ci --no-audit --no-fund
	@touch $@

web_bin = $(abspath $(or $(CARGO_TARGET_DIR),target))/debug

# The page in Chromium: what it does, what its buttons copy, whom it shuts out.
web-test: web-dist
	cargo build --locked -p sudoku-web -p sudoku2cnf -p dimacs-solve -p sol2grid -p sudoku2rdf -p srl-run -p rdf2grid \
		-p sudoku2pkg -p pkg-lock -p lock2grid -p grid-solve -p puzzle-solve
	cd web && BIN=$(web_bin) npm test

# sudoku-web with its page, for `make install`; the page needs Node.js. Where it cannot be built, that is said, and the
# tools are installed without it.
.PHONY: install-web
install-web:
	@if [ ! -e web/dist/index.html ] && ! command -v npm >/dev/null; then \
	  echo 'not installed: sudoku-web, as its page needs Node.js and npm (`make web-dist` builds it)' >&2; \
	elif $(if $(BUILT),{ [ -e web/dist/index.html ] || $(MAKE) web-dist; } && cargo build --release --locked -p sudoku-web,[ -x $(call quote,$(BIN))/sudoku-web ]); then \
	  install -m 755 $(call quote,$(BIN))/sudoku-web $(prefix)/bin/; \
	else \
	  echo 'not installed: sudoku-web, as it could not be built with its page' >&2; \
	fi

# Takes the pictures in docs/web anew.
web-shots: web-dist
	cargo build --locked -p sudoku-web
	cd web && BIN=$(web_bin) SHOTS=1 npx playwright test shots
	@if command -v pngquant >/dev/null; then pngquant --force --ext .png --strip 24 docs/web/*.png; \
	else echo 'not run: pngquant, which makes the pictures small'; fi
