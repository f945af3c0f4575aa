# encoder | engine | decoder, each step a file, so that each can be looked at.
#
# A step is redone only when its input, its tool or its settings changed; its outputs and those of later steps
# are deleted first, so that no answer to another puzzle stays. A file is whole or absent: each step
# writes to a file of its own, which is renamed when the tool is done.
#
# A pipeline of another kind sets what the first part sets, before it includes this.

PIPELINE ?= sat
TOOLS    ?= sudoku2cnf dimacs-solve sol2grid sol2grid2 grid-check
PROBLEM  ?= problem.cnf
ANSWER   ?= sat_output.txt
MADE     ?= $(PROBLEM) $(ANSWER) output.txt
ENCODING ?= natural
# A program and its arguments; sol2grid2 asks it once more.
export SOLVER
solver    = $(or $(SOLVER),dimacs-solve)

# What the text of the puzzle does not say, for every tool that knows the puzzle.
variant = $(if $(VARIANT),--variant $(VARIANT) )$(if $(REGIONS),--regions $(REGIONS) )

ENCODE ?= sudoku2cnf $(if $(filter-out natural,$(ENCODING)),--encoding $(ENCODING) )$(variant)$(input)
# minisat prints its model only to a file, which it takes as second argument.
SOLVE  ?= $(solver) $(PROBLEM) $(if $(filter minisat%,$(notdir $(firstword $(solver)))),$(1) >&2,> $(1))
SHOWN  ?= $(SOLVE)
DECODE ?= $(DECODER) $(variant)--puzzle $(input) $(ANSWER)
CHECK   = grid-check $(variant)$(input) output.txt
# SAT solvers exit with 10 and 20 for their verdicts, z3 with 0; cryptominisat's 15 is "unknown", and
# the decoder says so.
SOLVED ?= 0|10|15|20

# The name of the puzzle as a word of the shell.
INPUT ?= input.txt
quote  = '$(subst ','\'',$(1))'
file   = $(if $(filter -%,$(firstword $(INPUT))),./)$(INPUT)
plain  = $(shell case $(call quote,$(file)) in (''|*[!A-Za-z0-9_./-]*) ;; (*) echo yes;; esac)
input  = $(if $(plain),$(file),$(call quote,$(file)))

# Naming BIN on the command line uses the tools there and builds none.
BIN   ?= $(or $(CARGO_TARGET_DIR),target)/release
STATE := .pipeline
ifneq ($(origin BIN),command line)
BUILT   := $(STATE)/$(PIPELINE)-tools
SOURCES := Cargo.toml Cargo.lock $(shell find crates -name '*.rs' -o -name Cargo.toml)
missing  = $(shell for tool in $(TOOLS); do [ -x $(call quote,$(BIN))/$$tool ] || echo FORCE; done)
endif
export PATH := $(if $(filter /%,$(firstword $(BIN))),,$(CURDIR)/)$(BIN):$(PATH)

.DELETE_ON_ERROR:
.PHONY: all run check clean FORCE
.DEFAULT_GOAL := all

all: $(BUILT)

run: output.txt

check: output.txt
	@printf '%s\n' $(call quote,$(CHECK)); $(CHECK)

clean:
	rm -rf $(MADE) $(MADE:%=%.*.part) $(STATE)
	@rmdir $(filter-out .,$(patsubst %/,%,$(sort $(dir $(MADE))))) 2>/dev/null || true

$(STATE)/$(PIPELINE)-tools: $(SOURCES) $(STATE)/bin $(sort $(missing))
	@sh mk/build.sh $(TOOLS)
	@touch $@

# $(call step,COMMAND,SHOWN,CODES) runs COMMAND, which writes to $$part, and takes these exit codes for success.
define step
@printf '%s\n' $(call quote,$(2)); mkdir -p $(@D); \
part=$@.$$$$.part; trap 'rm -f $$part' EXIT; trap 'exit 130' HUP INT TERM; \
rc=0; $(1) || rc=$$?; case $$rc in $(3)) mv $$part $@;; *) exit $$rc;; esac
endef

$(PROBLEM): $(BUILT) $(STATE)/$(PIPELINE)-encoder
	@rm -f $(MADE)
	$(call step,$(ENCODE) > $$part,$(ENCODE) > $@,0)

$(ANSWER): $(PROBLEM) $(STATE)/$(PIPELINE)-solver
	@rm -f $(ANSWER) output.txt
	$(call step,$(call SOLVE,$$part),$(call SHOWN,$@),$(SOLVED))

# Without an answer, the solver is asked again the next time.
output.txt: $(ANSWER) $(STATE)/decoder
	@rm -f output.txt
	$(call step,{ $(DECODE) > $$part || { rm -f $(STATE)/$(PIPELINE)-solver; exit 2; }; },$(DECODE) > $@,0)

# Files that hold the settings of the last run and change only when these do.
$(STATE)/%-encoder: setting = $(ENCODE) $(shell cat $(input) $(REGIONS) 2>/dev/null | cksum)
$(STATE)/%-solver:  setting = $(call SOLVE,$(ANSWER))
$(STATE)/decoder:   setting = $(DECODE)
$(STATE)/bin:       setting = $(BIN)
$(STATE)/%: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' $(call quote,$(setting)) | cmp -s - $@ || printf '%s\n' $(call quote,$(setting)) > $@
