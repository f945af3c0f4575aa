#!/usr/bin/env python3
"""Measure how the work grows with the number of cubes, and what many workers would make of it.

    benches/cubes.py --bin target/release [NAME…]
    benches/cubes.py --limit 5 --sample 40 --cubes 256 balanced-36-16-0     how many cubes a minute decides

A name is one of benches/families.py, `balanced-SIDE-GIVENS-SEED` for a board with so many givens in each row, or
`wrong-SIDE-GIVENS-SEED-ROW-COLUMN-VALUE` for one with a value more, so that it has no solution, or a file that ends in .cnf.

Each cube is solved by a process of its own, as on a cluster: its CPU time, user and system, contains reading, counting
and simplification. The columns of workers are computed, not measured: whoever is free takes the next cube in the order
of the file, and the first model ends it; the time to split comes first, on one core. So they hold for cores that are free.
The CPU time of a race of two is halved, as both run until the first one is done.
"""

import argparse
import heapq
import math
import random
import shutil
import statistics
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import boards
import families
from harness import machine, need, run, say, table

NAMES = [
    "balanced-25-10-2", "balanced-25-10-4", "balanced-25-11-4", "wrong-25-12-9-5-11-2", "wrong-25-12-13-2-21-18",
    "wrong-25-12-13-11-16-13", "random-200-1", "random-200-2", "random-230-3", "pigeonhole-9", "ordering-40", "factoring-prime",
]
VERDICTS = {10: "model", 20: "none"}


@dataclass
class Solved:
    code: int
    cpu: float
    conflicts: int
    propagations: int


def write(tools, name, path):
    """Writes the formula of a name."""
    if name.endswith(".cnf"):
        shutil.copy(name, path)
        return
    kind, *numbers = name.split("-")
    if kind not in ("balanced", "wrong"):
        with open(path, "w") as out:
            families.write(out, families.formula(name))
        return
    side, n_givens, seed, *wrong = map(int, numbers)
    board = boards.balanced(side, seed, n_givens)
    if kind == "wrong":
        row, col, value = wrong
        need(board[row][col] == 0, f"{name}: that cell has a given")
        board[row][col] = value
    text = path.with_suffix(".txt")
    boards.write(text, board)
    run([tools / "sudoku2cnf", "--encoding", "reduced", text], path)


def solve(tools, path, limit, *options):
    """What the solver says of a formula, with its work."""
    out = path.with_suffix(".out")
    done = run([tools / "dimacs-solve", "-n", "-nw", "--stats", *options, path], out, limit)
    counts = {line.split()[1]: line.split()[2] for line in out.read_text().splitlines() if line.startswith("c ")}
    count = lambda key: int(counts.get(key, 0))
    need(done.timed_out or done.status in VERDICTS, f"{path}: the solver ended with {done.status}")
    code = 0 if done.timed_out else done.status
    return Solved(code, done.cpu, count("conflicts"), count("propagations"))


def split(tools, path, most, limit, sample):
    """The CPU time of splitting, how many cubes there are, and what became of them, or of some."""
    out = path.with_suffix(".icnf")
    done = run([tools / "dimacs-solve", f"--cubes={most}", "-nw", path], out)
    lines = out.read_text().splitlines()
    clauses = [line for line in lines if not line.startswith(("p ", "a "))]
    cubes = [line.split()[1:-1] for line in lines if line.startswith("a ")] or [[]]
    chosen = cubes if sample is None else random.Random(most).sample(cubes, min(sample, len(cubes)))
    part = path.with_name("cube.cnf")
    n_vars = max(abs(int(word)) for line in clauses for word in line.split())
    solved = []
    for cube in chosen:
        units = [f"{lit} 0" for lit in cube]
        part.write_text("\n".join([f"p cnf {n_vars} {len(clauses) + len(units)}", *clauses, *units, ""]))
        solved.append(solve(tools, part, limit, "--engine", "cdcl"))
    return done.cpu, len(cubes), solved


def makespan(solved, n_workers):
    """Seconds until the first model or the last cube, when whoever is free takes the next one."""
    free = [0.0] * n_workers
    ends = []
    for cube in solved:
        end = heapq.heappop(free) + cube.cpu
        heapq.heappush(free, end)
        ends.append((cube.code == 10, end))
    models = [end for is_model, end in ends if is_model]
    return min(models) if models else max(end for _, end in ends)


def share(times, part):
    """The time that this part of the cubes does not exceed."""
    return sorted(times)[max(0, math.ceil(part * len(times)) - 1)]


def seconds(value):
    return f"{value:.2f}" if value < 100 else f"{value:.0f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", default=NAMES)
    parser.add_argument("--bin", type=Path, default=Path("target/release"))
    parser.add_argument("--cubes", default="4,16,64,256", metavar="N,N…", help="so many cubes, at most")
    parser.add_argument("--limit", type=int, help="CPU seconds for a cube")
    parser.add_argument("--sample", type=int, metavar="K", help="solve only K cubes, chosen at random, and no whole formula")
    args = parser.parse_args()
    levels = [int(number) for number in args.cubes.split(",")]
    machine({})
    growth, speed, spread = [], [], []
    with tempfile.TemporaryDirectory() as folder:
        for name in args.names:
            say(name)
            path = Path(folder, "formula.cnf")
            write(args.bin, name, path)
            name = Path(name).stem
            by_level = {}
            if args.sample is None:
                alone = solve(args.bin, path, args.limit)
                race = solve(args.bin, path, args.limit and 2 * args.limit, "-j2")
                by_level[1] = (0.0, 1, [solve(args.bin, path, args.limit, "--engine", "cdcl")])
            for most in levels:
                by_level[most] = split(args.bin, path, most, args.limit, args.sample)
                told = {cube.code for cube in by_level[most][2]}
                need(args.sample or 0 in told or alone.code == 0 or (10 in told) == (alone.code == 10), f"{name}: the verdicts differ")
            row = [name]
            for cost, n_cubes, solved in by_level.values():
                conflicts = sum(cube.conflicts for cube in solved)
                row.append(f"{seconds(cost + sum(cube.cpu for cube in solved))}, {conflicts}")
                times = [cube.cpu for cube in solved]
                closed = sum(cube.code != 0 for cube in solved)
                spread.append([
                    name, str(n_cubes), f"{closed} of {len(solved)}", seconds(cost), seconds(statistics.median(times)),
                    seconds(share(times, 0.95)), seconds(max(times)), seconds(sum(times)),
                    *(seconds(cost + makespan(solved, workers)) for workers in (1, 10, 100, 1000))])
            growth.append(row)
            if args.sample is None:
                cost, _, solved = by_level[levels[min(1, len(levels) - 1)]]
                on_two = cost + makespan(solved, 2)
                speed.append([
                    name, VERDICTS.get(alone.code, "–"), seconds(alone.cpu), seconds(race.cpu / 2),
                    f"{alone.cpu / (race.cpu / 2):.1f}", seconds(on_two), f"{alone.cpu / on_two:.1f}"])
    if speed:
        most = levels[min(1, len(levels) - 1)]
        print("Two cores, seconds:\n")
        table(["formula", "verdict", "`-j 1`", "race of 2", "ratio", f"{most} cubes on 2", "ratio"], speed)
        print("CPU seconds and conflicts, by the number of cubes:\n")
        table(["formula", "1", *map(str, levels)], growth)
    print("CPU seconds of cubes, and seconds with so many workers:\n")
    columns = ["formula", "cubes", "decided", "to split", "median", "95 %", "most", "sum", "1 worker", "10", "100", "1000"]
    table(columns, spread)


if __name__ == "__main__":
    sys.exit(main())
