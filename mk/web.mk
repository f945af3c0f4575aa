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
	cargo build --locked -p sudoku-web -p sudoku2cnf -p sudoku2rdf -p sudoku2pkg -p sol2grid -p rdf2grid -p lock2grid
	cd web && BIN=$(web_bin) npm test

# Takes the pictures in docs/web anew.
web-shots: web-dist
	cargo build --locked -p sudoku-web
	cd web && BIN=$(web_bin) SHOTS=1 npx playwright test shots
	@if command -v pngquant >/dev/null; then pngquant --force --ext .png --strip 24 docs/web/*.png; \
	else echo 'not run: pngquant, which makes the pictures small'; fi
