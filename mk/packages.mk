# The packages pipeline: what mk/pipeline.mk needs to know of it, and what only it has.

RESOLVER ?= pkg-lock
INDEX    ?= target/index
PORT     ?= 8090
TIMEOUT  ?= 300
MEMORY   ?= 4000
TARGET   := $(abspath $(or $(CARGO_TARGET_DIR),target))
VENV     ?= $(TARGET)/tools
# Those of `make tools` are taken first.
export PATH := $(VENV)/bin:$(PATH)

PIPELINE := packages
TOOLS    := sudoku2pkg pkg-lock lock2grid grid-check
PROBLEM  := problem/pyproject.toml
ANSWER   := problem/resolver.log
MADE     := $(PROBLEM) $(ANSWER) problem/poetry.lock problem/uv.lock output.txt
SOLVED   := 0

URL    = http://127.0.0.1:$(PORT)/simple/
ENCODE = sudoku2pkg problem $(if $(HINTS),--$(if $(filter no,$(HINTS)),no-)hints )$(if $(filter-out 8090,$(PORT)),--index $(URL) )$(variant)$(input)
SOLVE  = $(settings) sh mk/lock.sh $(1)
SHOWN  = $(or $(command-$(RESOLVER)),$(RESOLVER))
WRITE  = sudoku2pkg index $(variant)--puzzle $(input) $(INDEX)
lock   = problem/$(if $(filter uv,$(RESOLVER)),uv.lock,poetry.lock)
DECODE = $(if $(shell test -e $(lock) && echo yes),$(DECODER) $(variant)--puzzle $(input) $(lock),$(DECODER) --explain $(ANSWER))

command-pkg-lock = pkg-lock --index $(INDEX) problem
command-poetry   = poetry lock --no-interaction --directory problem
command-uv       = uv lock --no-python-downloads --directory problem

settings = INPUT=$(input) FLAGS='$(variant)' INDEX=$(INDEX) RESOLVER=$(RESOLVER) VERIFY=$(VERIFY) PORT=$(PORT) TIMEOUT=$(TIMEOUT) MEMORY=$(MEMORY) $(quiet)
# What the Python tools keep, they keep in target/.
quiet    = NO_PROXY=127.0.0.1 POETRY_VIRTUALENVS_CREATE=false PYTHON_KEYRING_BACKEND=keyring.backends.null.Keyring \
           POETRY_CACHE_DIR=$(TARGET)/poetry-cache UV_CACHE_DIR=$(TARGET)/uv-cache

include mk/pipeline.mk

$(PROBLEM): | $(INDEX)/sudoku-index.json
$(ANSWER): $(INDEX)/sudoku-index.json

# It is left as it is, if it is one for grids of this shape.
$(INDEX)/sudoku-index.json: $(BUILT) $(STATE)/packages-index
	@rm -f $(filter-out $(PROBLEM),$(MADE))
	@printf '%s\n' $(call quote,$(WRITE)); $(WRITE)
	@touch $@

$(STATE)/packages-index: setting = $(variant)$(input) $(shell cat $(input) $(REGIONS) 2>/dev/null | cksum)

.PHONY: tools race devpi-run

# The real resolvers and a real index server, for those who want to see them do it.
tools: $(VENV)/.installed

$(VENV)/.installed: mk/tools.txt
	python3 -m venv $(VENV)
	$(VENV)/bin/pip install --quiet --requirement mk/tools.txt
	@touch $@

race: all
	@BIN=$(BIN) TARGET=$(TARGET) PORT=$(PORT) MEMORY=$(MEMORY) $(quiet) sh mk/race.sh $(RACE)

devpi-run: all tools
	@BIN=$(BIN) TARGET=$(TARGET) INPUT=$(input) $(quiet) sh mk/devpi.sh
