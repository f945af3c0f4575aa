#!/usr/bin/env python3
"""Let the engines judge one another: SAT, rules, packages and grid-solve on the same puzzles.

    mk/cross_check.py --bin target/release input.txt
    mk/cross_check.py --bin target/release --solver cadical --mixed 1000

A file is a puzzle a line, if all of its lines are as long as a whole grid, or else one classic puzzle. `--mixed N` makes 9×9
puzzles with one solution, with several, and with none. For each puzzle, every engine says whether there is a
solution, and shows it; SAT and grid-solve say whether it is the only one; rules do not guess, so what
they infer must be so in each solution that was found. grid-check sees every grid.

Exit codes: 0 they agree; 1 they do not, and the puzzles say where; 2 trouble.
"""

import argparse
import json
import os
import random
import shlex
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RULES = ROOT / "crates/rules/rules/advanced.srl"
KINDS = {"Unique solution": "one", "Multiple solutions": "several", "No solution": "none"}
SIDE = 9


class Trouble(Exception):
    """An engine gave no answer."""


def run(command, codes=(0,), stdin=None):
    """What a command prints; any other exit code is trouble."""
    done = subprocess.run(list(map(str, command)), input=stdin, capture_output=True, text=True, check=False)
    if done.returncode not in codes:
        words = shlex.join(map(str, command))
        raise Trouble(f"{words}: exit code {done.returncode}: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout


def sat(solver, folder, puzzle):
    """The kind of a puzzle and a solution, by a SAT solver."""
    cnf, answer = folder / "problem.cnf", folder / "answer.txt"
    cnf.write_text(run(["sudoku2cnf", puzzle]))
    # minisat prints its model to a file only.
    to_file = solver[0].split("/")[-1].startswith("minisat")
    printed = run([*solver, cnf, *([answer] if to_file else [])], codes=(0, 10, 20))
    if not to_file:
        answer.write_text(printed)
    decode = ["sol2grid2", "--solver", shlex.join(solver), "--cnf", cnf, "--puzzle", puzzle, "--format", "line", answer]
    *grid, kind = run(decode).splitlines()
    return KINDS[kind], grid[0] if grid else None


def packages(index, folder, puzzle):
    """Whether there is a solution, and one, by a package resolver."""
    project = folder / "project"
    project.mkdir()
    run(["sudoku2pkg", "problem", "--out", project, puzzle])
    locked = subprocess.run(["pkg-lock", "--index", index, project], capture_output=True, text=True, check=False)
    if locked.returncode == 1:
        return "none", None
    if locked.returncode != 0:
        raise Trouble(f"pkg-lock: exit code {locked.returncode}: {locked.stderr.strip()}")
    decode = ["lock2grid", "--puzzle", puzzle, "--format", "line", project / "poetry.lock"]
    return "some", run(decode).strip()


def rules(puzzles):
    """What rules infer for each of several puzzles, all of which have a solution."""
    graphs = run(["sudoku2rdf", "--all", "-"], stdin="\n".join(puzzles) + "\n")
    infer = ["srl-run", "--each-graph", "--merge", "--repeat", "--fold", "ex:hasValue", "--fold", "ex:cannotBe", RULES, "-"]
    decode = ["rdf2grid", "--all", "--partial", "--format", "line"]
    return run(decode, stdin=run(infer, stdin=graphs)).split()


def bulk(puzzles):
    """The kind of each 9×9 puzzle, and a solution, by grid-solve."""

    def ask(*words):
        # Exit code 1: some lines break the rules as they stand, which is a reason for "none".
        lines = run(["grid-solve", "--format", "jsonl", *words], codes=(0, 1), stdin="\n".join(puzzles) + "\n")
        return [json.loads(line) for line in lines.splitlines()]

    kinds = [{0: "none", 1: "one"}.get(found["solutions"], "several") for found in ask("--count", "--limit", "2")]
    return list(zip(kinds, [found.get("solution") or None for found in ask()], strict=True))


class Puzzle:
    """A puzzle and what each engine says of it."""

    def __init__(self, text):
        self.text = text
        self.verdicts = {}
        self.grids = {}
        self.faults = []

    @property
    def is_line(self):
        return "\n" not in self.text.strip()

    @property
    def shape(self):
        """The same for puzzles of one shape: lines of one length; another text may have a shape of its own."""
        return len(self.text.strip()) if self.is_line else self.text

    @property
    def is_9x9(self):
        return self.is_line and len(self.text.strip()) == SIDE * SIDE

    def note(self, engine, kind, grid):
        self.verdicts[engine] = kind
        if grid is not None:
            self.grids[engine] = grid

    def ask(self, solvers, index):
        """Everyone who takes one puzzle at a time."""
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            puzzle = folder / "puzzle.txt"
            puzzle.write_text(self.text)
            for at, solver in enumerate(solvers):
                own = folder / str(at)
                own.mkdir()
                self.note(shlex.join(solver), *sat(solver, own, puzzle))
            self.note("pkg-lock", *packages(index, folder, puzzle))

    def check(self):
        """Compares the verdicts, and has each grid checked."""
        kinds = set(self.verdicts.values()) - {"some"}
        if len(kinds) != 1 or ("none" in kinds) != (set(self.verdicts.values()) == {"none"}):
            self.faults.append(f"verdicts differ: {self.verdicts}")
        has_grid = {engine for engine, kind in self.verdicts.items() if kind != "none"}
        if has_grid != set(self.grids):
            self.faults.append(f"a grid is missing: {sorted(has_grid ^ set(self.grids))}")
        if kinds == {"one"} and len(set(self.grids.values())) != 1:
            self.faults.append(f"solutions differ: {self.grids}")
        with tempfile.TemporaryDirectory() as name:
            puzzle, grid = Path(name, "puzzle.txt"), Path(name, "grid.txt")
            puzzle.write_text(self.text)
            for text in sorted(set(self.grids.values())):
                grid.write_text(text + "\n")
                done = subprocess.run(["grid-check", puzzle, grid], capture_output=True, text=True, check=False)
                if done.returncode != 0:
                    self.faults.append(f"grid-check: {(done.stdout + done.stderr).strip()}")

    def compare_rules(self, inferred):
        """What rules infer is so in each solution; whether that is all of it."""
        for grid in self.grids.values():
            if any(mine not in ".0" and mine != theirs for mine, theirs in zip(inferred, grid, strict=True)):
                self.faults.append(f"rules infer {inferred}, but a solution is {grid}")
                break
        is_whole = not set(inferred) & set(".0")
        if is_whole:
            self.note("rules", "one", inferred)
        return is_whole


def read(path):
    """The puzzles of a file."""
    text = path.read_text()
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    lengths = {len(line) for line in lines}
    if len(lengths) == 1 and lengths == {len(lines)}:
        # Rows: in a line they say the same, and grid-solve reads it.
        lines, lengths = ["".join(lines)], {len(lines) ** 2}
    is_list = len(lengths) == 1 and max(lengths) in {side * side for side in range(4, 65)}
    return [Puzzle(line + "\n") for line in lines] if is_list else [Puzzle(text)]


def mixed(count, seed):
    """9×9 puzzles, a third with one solution; of these some givens less, and one given changed."""
    unique = run(["grid-gen", "--count", str((count + 2) // 3), "--seed", str(seed)]).split()
    random_numbers = random.Random(seed)
    puzzles = []
    for line in unique:
        givens = [at for at, symbol in enumerate(line) if symbol not in ".0"]
        fewer, changed = list(line), list(line)
        for at in random_numbers.sample(givens, random_numbers.randint(2, 8)):
            fewer[at] = "."
        at = random_numbers.choice(givens)
        changed[at] = random_numbers.choice([digit for digit in "123456789" if digit != line[at]])
        puzzles += [line, "".join(fewer), "".join(changed)]
    return [Puzzle(line + "\n") for line in puzzles[:count]]


def write_indexes(puzzles, folder):
    """A package index for the shape of each puzzle."""
    indexes = {}
    for puzzle in puzzles:
        if puzzle.shape not in indexes:
            index, one = folder / f"index-{len(indexes)}", folder / "puzzle.txt"
            one.write_text(puzzle.text)
            run(["sudoku2pkg", "index", "--puzzle", one, index])
            indexes[puzzle.shape] = index
    return indexes


def cross_check(puzzles, solvers, jobs):
    """Asks everyone; how many puzzles the rules decide, and of how many they were asked."""
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(jobs) as pool:
        indexes = write_indexes(puzzles, Path(name))
        list(pool.map(lambda puzzle: puzzle.ask(solvers, indexes[puzzle.shape]), puzzles))
    small = [puzzle for puzzle in puzzles if puzzle.is_9x9]
    if small:
        for puzzle, (kind, grid) in zip(small, bulk([one.text.strip() for one in small]), strict=True):
            puzzle.note("grid-solve", kind, grid)
    # Where there is no solution, rules may infer anything.
    solvable = [puzzle for puzzle in puzzles if puzzle.is_line and "none" not in puzzle.verdicts.values()]
    n_decided = 0
    if solvable:
        for puzzle, grid in zip(solvable, rules([one.text.strip() for one in solvable]), strict=True):
            n_decided += puzzle.compare_rules(grid)
    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(Puzzle.check, puzzles))
    return n_decided, len(solvable)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--bin", type=Path, help="the folder of the tools")
    parser.add_argument("--solver", action="append", default=[], help="one more SAT solver and its arguments")
    parser.add_argument("--mixed", type=int, default=0, metavar="N", help="make so many puzzles")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    args = parser.parse_args()
    if args.bin:
        os.environ["PATH"] = f"{args.bin.resolve()}{os.pathsep}{os.environ['PATH']}"
    puzzles = [puzzle for path in args.files for puzzle in read(path)] + mixed(args.mixed, args.seed)
    if not puzzles:
        parser.error("no puzzle: name a file, or --mixed N")
    solvers = [["dimacs-solve"], *map(shlex.split, args.solver)]
    n_decided, n_rules = cross_check(puzzles, solvers, args.jobs)
    kinds = Counter(puzzle.verdicts["dimacs-solve"] for puzzle in puzzles)
    told = ", ".join(f"{kinds[kind]} with {kind}" for kind in ("one", "several", "none") if kinds[kind])
    print(f"solutions: {told}")
    for engine in dict.fromkeys(engine for puzzle in puzzles for engine in puzzle.verdicts):
        asked = [puzzle for puzzle in puzzles if engine in puzzle.verdicts]
        agreed = sum(not puzzle.faults for puzzle in asked)
        print(f"{engine}: {agreed} of {len(asked)} agreed")
    if n_rules:
        print(f"rules: {n_decided} of {n_rules} decided, and what they infer of the others is so")
    wrong = [puzzle for puzzle in puzzles if puzzle.faults]
    for puzzle in wrong:
        print(f"disagreement about {puzzle.text.strip()}", *puzzle.faults, sep="\n  ")
    if args.mixed >= 30 and min(kinds[kind] for kind in ("one", "several", "none")) < args.mixed // 5:
        raise Trouble("the puzzles are not mixed: fewer than a fifth are of one kind")
    return 1 if wrong else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (Trouble, OSError) as error:
        print(f"cross_check: error: {error}", file=sys.stderr)
        sys.exit(2)
