# encoder | engine | decoder, each step a file, so that each can be looked at.
#
# A step is redone when its input, its tool or its settings changed, and only then. A file appears
# whole or not at all: each step writes to a `.part` that is renamed when the tool is done.

INPUT    ?= input.txt
ENCODING ?= natural
SOLVER   ?= $(BIN)/dimacs-solve
# sol2grid2 asks it once more.
export SOLVER

# Naming BIN on the command line uses the tools there and builds none.
BIN   ?= $(or $(CARGO_TARGET_DIR),target)/release
TOOLS := sudoku2cnf dimacs-solve sol2grid sol2grid2 grid-check
ifneq ($(origin BIN),command line)
BUILT   := $(BIN)/.tools-built
SOURCES := Cargo.toml Cargo.lock $(shell find crates -name '*.rs' -o -name Cargo.toml)
endif
SETTINGS := $(or $(CARGO_TARGET_DIR),target)/settings

ENCODE = sudoku2cnf $(if $(filter-out natural,$(ENCODING)),--encoding $(ENCODING) )$(INPUT)
DECODE = $(DECODER) --puzzle $(INPUT) sat_output.txt
CHECK  = grid-check $(INPUT) output.txt

.DELETE_ON_ERROR:
.PHONY: all run check clean FORCE
.DEFAULT_GOAL := all

all: $(BUILT)

run: output.txt

check: output.txt
	@echo '$(CHECK)'
	@$(BIN)/$(CHECK)

clean:
	rm -f problem.cnf sat_output.txt output.txt problem.cnf.part sat_output.txt.part output.txt.part

$(BIN)/.tools-built: $(SOURCES)
	cargo build --release --locked $(TOOLS:%=-p %)
	@touch $@

problem.cnf: $(INPUT) $(BUILT) $(SETTINGS)/encoder
	@echo '$(ENCODE) > $@'
	@$(BIN)/$(ENCODE) > $@.part
	@mv $@.part $@

# SAT solvers exit with 10 and 20 for their verdicts, z3 with 0; cryptominisat's 15 is "unknown", and
# the decoder says so. minisat prints its model only to a file, which it takes as second argument.
solve = $(if $(filter minisat%,$(notdir $(firstword $(SOLVER)))),$(SOLVER) $< $@.part >&2,$(SOLVER) $< > $@.part)

sat_output.txt: problem.cnf $(SETTINGS)/solver
	@echo '$(SOLVER:$(BIN)/%=%) $< > $@'
	@rc=0; $(solve) || rc=$$?; case $$rc in 0|10|15|20) ;; *) rm -f $@.part; exit $$rc;; esac
	@mv $@.part $@

output.txt: sat_output.txt problem.cnf $(SETTINGS)/decoder
	@echo '$(DECODE) > $@'
	@$(BIN)/$(DECODE) > $@.part || { rc=$$?; rm -f $@.part; exit $$rc; }
	@mv $@.part $@

# Files that hold the settings of the last run and change only when these do.
$(SETTINGS)/encoder: setting = $(INPUT) $(ENCODING)
$(SETTINGS)/solver:  setting = $(SOLVER)
$(SETTINGS)/decoder: setting = $(INPUT) $(DECODER)
$(SETTINGS)/%: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' '$(subst ','\'',$(setting))' | cmp -s - $@ || printf '%s\n' '$(subst ','\'',$(setting))' > $@
