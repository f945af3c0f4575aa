# Sudoku by way of a SAT solver: one solution.
#
#   make              build the tools
#   make run          input.txt -> problem.cnf -> sat_output.txt -> output.txt
#   make check        check output.txt against the rules and input.txt
#   make clean        remove what `make run` made
#   make cross-check  SAT, rules, packages and grid-solve judge one another on $(INPUT)
#   make test         every test of the workspace, the pipelines included
#   make web          build and serve the grid editor; make web-dist writes its files
#   make install      binaries, man pages and completions, under $(DESTDIR)$(PREFIX)
#
# Variables: INPUT=puzzle.txt  SOLVER='z3 -dimacs'  ENCODING=extended  VARIANT=diagonals  REGIONS=file  BIN=folder (use the tools there)

DECODER = sol2grid

include mk/pipeline.mk
include mk/develop.mk
include mk/web.mk
