# encoder | engine | decoder, each step a file, so that each can be looked at.
#
# A step is redone when its input, its tool or its settings changed, and only then. A file appears
# whole or not at all: each step writes to a `.part` that is renamed when the tool is done.
#
# A pipeline of another kind sets what the first part sets, before it includes this.

PIPELINE ?= sat
TOOLS    ?= sudoku2cnf dimacs-solve sol2grid sol2grid2 grid-check
PROBLEM  ?= problem.cnf
ANSWER   ?= sat_output.txt
MADE     ?= $(PROBLEM) $(ANSWER) output.txt
ENCODING ?= natural
SOLVER   ?= $(BIN)/dimacs-solve
# sol2grid2 asks it once more.
export SOLVER

ENCODE ?= sudoku2cnf $(if $(filter-out natural,$(ENCODING)),--encoding $(ENCODING) )$(INPUT)
DECODE ?= $(DECODER) --puzzle $(INPUT) $(ANSWER)

# SAT solvers exit with 10 and 20 for their verdicts, z3 with 0; cryptominisat's 15 is "unknown", and
# the decoder says so. minisat prints its model only to a file, which it takes as second argument.
ifndef SOLVE
define SOLVE
@echo '$(SOLVER:$(BIN)/%=%) $< > $@'
@rc=0; $(solve) || rc=$$?; case $$rc in 0|10|15|20) ;; *) rm -f $@.part; exit $$rc;; esac
@mv $@.part $@
endef
endif
solve = $(if $(filter minisat%,$(notdir $(firstword $(SOLVER)))),$(SOLVER) $< $@.part >&2,$(SOLVER) $< > $@.part)

# Naming BIN on the command line uses the tools there and builds none.
INPUT ?= input.txt
BIN   ?= $(or $(CARGO_TARGET_DIR),target)/release
ifneq ($(origin BIN),command line)
BUILT   := $(BIN)/.$(PIPELINE)-tools-built
SOURCES := Cargo.toml Cargo.lock $(shell find crates -name '*.rs' -o -name Cargo.toml)
endif
SETTINGS := $(or $(CARGO_TARGET_DIR),target)/settings
CHECK     = grid-check $(INPUT) output.txt

.DELETE_ON_ERROR:
.PHONY: all run check clean FORCE
.DEFAULT_GOAL := all

all: $(BUILT)

run: output.txt

check: output.txt
	@echo '$(CHECK)'
	@$(BIN)/$(CHECK)

clean:
	rm -f $(MADE) $(MADE:%=%.part)
	@rmdir $(filter-out .,$(patsubst %/,%,$(sort $(dir $(MADE))))) 2>/dev/null || true

$(BIN)/.$(PIPELINE)-tools-built: $(SOURCES)
	cargo build --release --locked $(TOOLS:%=-p %)
	@touch $@

$(PROBLEM): $(INPUT) $(BUILT) $(SETTINGS)/$(PIPELINE)-encoder
	@mkdir -p $(@D)
	@echo '$(ENCODE) > $@'
	@$(BIN)/$(ENCODE) > $@.part
	@mv $@.part $@

$(ANSWER): $(PROBLEM) $(SETTINGS)/$(PIPELINE)-solver
	$(SOLVE)

output.txt: $(ANSWER) $(PROBLEM) $(SETTINGS)/decoder
	@echo '$(DECODE) > $@'
	@$(BIN)/$(DECODE) > $@.part || { rc=$$?; rm -f $@.part; exit $$rc; }
	@mv $@.part $@

# Files that hold the settings of the last run and change only when these do.
$(SETTINGS)/%-encoder: setting = $(INPUT) $(ENCODING)
$(SETTINGS)/%-solver:  setting = $(SOLVER)
$(SETTINGS)/decoder:   setting = $(INPUT) $(DECODER)
$(SETTINGS)/%: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' '$(subst ','\'',$(setting))' | cmp -s - $@ || printf '%s\n' '$(subst ','\'',$(setting))' > $@
