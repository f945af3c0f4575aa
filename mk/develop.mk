# For those who change the tools or install them.

PREFIX ?= /usr/local
prefix  = $(call quote,$(DESTDIR)$(PREFIX))

.PHONY: test test-spark install bench cross-check

test:
	cargo build --workspace --locked
	cargo test --workspace --locked

# Spark, in a folder of its own, and its jobs: puzzles, solved by the package and by the tool, and cubes; Java is needed.
SPARK = target/spark
test-spark: $(SPARK)/installed
	sh mk/build.sh grid-solve grid-gen sudoku2cnf dimacs-solve proof-check
	CARGO_TARGET_DIR=$(abspath target/python) $(SPARK)/bin/pip install --quiet ./$(PYTHON_PACKAGE)
	$(SPARK)/bin/python deploy/spark/test_solve_puzzles.py --bin $(BIN)
	$(SPARK)/bin/python deploy/spark/test_solve_cubes.py --bin $(BIN)

$(SPARK)/installed: deploy/spark/requirements.txt
	python3 -m venv --clear $(SPARK)
	$(SPARK)/bin/pip install --quiet -r $<
	touch $@

# Every engine on one puzzle, or a list of them: make cross-check INPUT=puzzles.txt SOLVER=cadical; MIXED=1000 makes puzzles.
CROSS_CHECK = sudoku2cnf dimacs-solve sol2grid2 sudoku2pkg pkg-lock lock2grid sudoku2rdf srl-run rdf2grid grid-solve grid-gen grid-check
cross-check:
	$(if $(filter command line,$(origin BIN)),,@sh mk/build.sh $(CROSS_CHECK))
	python3 mk/cross_check.py --bin $(call quote,$(BIN)) $(if $(SOLVER),--solver $(call quote,$(SOLVER))) $(if $(MIXED),--mixed $(MIXED),$(input))

bench: $(BUILT)
	python3 benches/sat.py --bin $(BIN)

install:
	$(if $(BUILT),sh mk/build.sh $$(cargo run --release --locked -q -p xtask -- tools))
	cargo run --release --locked -q -p xtask -- manual target/manual
	mkdir -p $(prefix)/bin
	for tool in $$(cargo run --release --locked -q -p xtask -- tools); do install -m 755 $(call quote,$(BIN))/$$tool $(prefix)/bin/ || exit 1; done
	cp -R target/manual/share $(prefix)/
	$(MAKE) install-web PREFIX=$(call quote,$(PREFIX)) DESTDIR=$(call quote,$(DESTDIR))

# The Python package, built and installed into a virtual environment of its own, and its tests.
PYTHON_PACKAGE = crates/bulk/sudoku-python
.PHONY: test-python
test-python:
	python3 -m venv --clear target/python-venv
	CARGO_TARGET_DIR=$(abspath target/python) target/python-venv/bin/pip install --quiet './$(PYTHON_PACKAGE)[test]'
	cd $(PYTHON_PACKAGE) && $(abspath target/python-venv)/bin/python -m pytest -q -p no:cacheprovider
