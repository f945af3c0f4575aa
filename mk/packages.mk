# The packages pipeline: what mk/pipeline.mk is told of it, and what only it has.

PIPELINE := packages
TOOLS    := sudoku2pkg pkg-lock lock2grid grid-check
INDEX    ?= target/index
PROBLEM  := problem/pyproject.toml
ANSWER   := problem/resolver.log
MADE     := $(PROBLEM) $(ANSWER) problem/poetry.lock problem/uv.lock output.txt

RESOLVER ?= pkg-lock
PORT     ?= 8090
TIMEOUT  ?= 300
MEMORY   ?= 4000
URL       = http://127.0.0.1:$(PORT)/simple/
TARGET   := $(abspath $(or $(CARGO_TARGET_DIR),target))
VENV     ?= $(TARGET)/tools
# Those of `make tools` are taken first.
export PATH := $(VENV)/bin:$(PATH)

ENCODING = $(URL) $(HINTS)
SOLVE    = $(RESOLVER) $(VERIFY)
ENCODE   = sudoku2pkg problem $(if $(HINTS),--hints )$(if $(filter-out 8090,$(PORT)),--index $(URL) )$(input)
DECODE   = $(if $(shell test -e $(lock) && echo yes),$(DECODER) --puzzle $(input) $(lock),$(DECODER) --explain $(ANSWER))
lock     = problem/$(if $(filter uv,$(RESOLVER)),uv.lock,poetry.lock)

# How each resolver is called, but for its limits, and how others than ours say that there is no solution.
pkg-lock = pkg-lock --index $(INDEX) problem
poetry   = poetry lock --no-interaction --directory problem
uv       = uv lock --no-python-downloads --directory problem
no       = version solving failed|No solution found

# First the index is asked whether it is one for this puzzle, since a missing package is no solution either. Others than
# ours get it over HTTP; what they keep, they keep in target/.
serve   = sudoku2pkg serve --port $(PORT) $(INDEX) -- env $(quiet) sh -c '$(limited)' sh
limited = sudoku2pkg probe --puzzle $(input) "$$SUDOKU2PKG_URL" && ulimit -v $(MEMORY)000 && exec timeout --foreground $(TIMEOUT) "$$@"
quiet   = NO_PROXY=127.0.0.1 POETRY_VIRTUALENVS_CREATE=false PYTHON_KEYRING_BACKEND=keyring.backends.null.Keyring \
          POETRY_CACHE_DIR=$(TARGET)/poetry-cache UV_CACHE_DIR=$(TARGET)/uv-cache
resolve = $(if $(filter pkg-lock,$(RESOLVER)),sudoku2pkg probe --puzzle $(input) $(INDEX) >/dev/null && $(pkg-lock) --timeout $(TIMEOUT) --max-memory $(MEMORY),$(serve) $($(RESOLVER)))

# A lock that is there would be preferred, whatever it is of.
define SOLVING
@$(if $(filter pkg-lock poetry uv,$(RESOLVER)),,echo 'found RESOLVER=$(RESOLVER), expected pkg-lock, poetry or uv' >&2; exit 2)
@echo '$($(RESOLVER))'
@rm -f problem/poetry.lock problem/uv.lock
@rc=0; { $(resolve); } > $@.part 2>&1 || rc=$$?; \
case $(RESOLVER)-$$rc in \
  *-0|pkg-lock-1) ;; \
  *-124) cat $@.part >&2; rm $@.part; echo '$(RESOLVER) has no answer after $(TIMEOUT) seconds' >&2; exit 2;; \
  *) if [ $$rc -ne 1 ] || ! grep -Eq '$(no)' $@.part || grep -q "doesn't match any versions" $@.part; \
     then cat $@.part >&2; rm $@.part; exit 2; fi;; \
esac
$(if $(VERIFY),$(verify))
@mv $@.part $@
endef

# Poetry takes our lock, and finds nothing to change when it checks every requirement.
define verify
@! [ -e $(lock) ] || { set -e; echo '$(poetry-check)'; echo '$(poetry)'; \
  cp $(lock) $(lock).part; \
  $(serve) sh -c '$(poetry-check) && $(poetry)' >> $@.part 2>&1 || { cat $@.part >&2; rm $@.part $(lock).part; exit 2; }; \
  cmp $(lock) $(lock).part; rm $(lock).part; }
endef
poetry-check = poetry check --lock --no-interaction --directory problem

include mk/pipeline.mk

$(PROBLEM): | $(INDEX)/sudoku-index.json
$(ANSWER): $(INDEX)/sudoku-index.json

# It is left as it is, if it is one for grids of this shape.
$(INDEX)/sudoku-index.json: $(BUILT) $(STATE)/packages-index
	@echo 'sudoku2pkg index --puzzle $(input) $(INDEX)'
	@sudoku2pkg index --puzzle $(input) $(INDEX)
	@touch $@

$(STATE)/packages-index: setting = $(input) $(shell cksum 2>/dev/null < $(input))

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
