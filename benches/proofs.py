#!/usr/bin/env python3
"""Prove 300 formulas unsatisfiable in each format, and have every checker at hand verify every proof.

    benches/proofs.py --bin target/release [--quick] [--limit 60]

Build first: cargo build --release. proof-check takes part always, veripb (cargo install veripb), drat-trim and lrat-check
(github.com/marijnheule/drat-trim) if they are on PATH. A proof that a checker does not verify ends the run with exit code 1. A formula on which
the solver uses up --limit seconds of CPU time is counted apart, as unsolved.

The boards are made here; the formulas are those of their uniqueness: the encoding of a puzzle, and a clause that excludes its
solution. Python's standard library is enough.
"""

import argparse
import random
import tempfile
from pathlib import Path

import boards
from harness import find, need, run, table

FORMATS = {"veripb": "pbp", "drat": "drat", "lrat": "lrat"}
ENCODINGS = ("natural", "extended", "reduced")
CHECKERS = {"veripb": ["veripb", "--cnf"], "drat": ["drat-trim"], "lrat": ["lrat-check"]}


def cnf(clauses):
    n_vars = max(abs(literal) for clause in clauses for literal in clause)
    lines = (" ".join(map(str, [*clause, 0])) for clause in clauses)
    return f"p cnf {n_vars} {len(clauses)}\n" + "\n".join(lines) + "\n"


def pigeonhole(pigeons, holes):
    var = lambda pigeon, hole: holes * pigeon + hole + 1
    clauses = [[var(pigeon, hole) for hole in range(holes)] for pigeon in range(pigeons)]
    return clauses + [[-var(a, hole), -var(b, hole)] for hole in range(holes) for b in range(pigeons) for a in range(b)]


def parity(n, rng):
    """Two ways to add the same bits up, with different results: chains of exclusive ors in two orders."""
    clauses, fresh = [], n
    totals = []
    for order in (rng.sample(range(1, n + 1), n), rng.sample(range(1, n + 1), n)):
        total = order[0]
        for bit in order[1:]:
            fresh += 1
            # fresh = total xor bit
            clauses += [[total, bit, -fresh], [-total, -bit, -fresh], [total, -bit, fresh], [-total, bit, fresh]]
            total = fresh
        totals.append(total)
    return [*clauses, totals[:1], [-totals[1]]]


def ordering(n):
    """GT_n: a total order without a largest element."""
    var = lambda a, b: a * n + b + 1
    pairs = [(a, b) for a in range(n) for b in range(n) if a != b]
    clauses = [[-var(a, b), -var(b, a)] for a, b in pairs if a < b]
    clauses += [[-var(a, b), -var(b, c), var(a, c)] for a, b in pairs for c in range(n) if c not in (a, b)]
    return clauses + [[var(a, b) for b in range(n) if b != a] for a in range(n)]


def colouring(n, k, rng):
    """k colours for a graph with a clique of k + 1 nodes somewhere."""
    clique = rng.sample(range(n), k + 1)
    edges = {tuple(sorted(pair)) for pair in zip(rng.choices(range(n), k=2 * n), rng.choices(range(n), k=2 * n))}
    edges |= {tuple(sorted((a, b))) for a in clique for b in clique if a != b}
    var = lambda node, colour: node * k + colour + 1
    clauses = [[var(node, colour) for colour in range(k)] for node in range(n)]
    return clauses + [[-var(a, c), -var(b, c)] for a, b in sorted(edges) if a != b for c in range(k)]


def three_sat(n, ratio, rng):
    lits = lambda: [rng.choice((1, -1)) * var for var in rng.sample(range(1, n + 1), 3)]
    return [lits() for _ in range(round(ratio * n))]


def families(scale):
    """Name, number and maker of formulas that have no model, or nearly never one."""
    yield "random 3-SAT, 60 to 120 variables", 60 // scale, lambda k, rng: three_sat(60 + k, 6.0, rng)
    yield "pigeonhole, 2 to 7 holes", 6, lambda k, _: pigeonhole(k + 3, k + 2)
    yield "parity, 6 to 15 bits", 20 // scale, lambda k, rng: parity(6 + k // 2, rng)
    yield "ordering, 4 to 13", 10 // scale, lambda k, _: ordering(4 + k)
    yield "colouring", 24 // scale, lambda k, rng: colouring(20 + k, 3 + k % 3, rng)


def givens_of(grid, n_holes, rng):
    """The grid with holes: cells are emptied at random."""
    n = len(grid)
    puzzle = [row[:] for row in grid]
    for cell in rng.sample(range(n * n), n_holes):
        puzzle[cell // n][cell % n] = 0
    return puzzle


class Bench:
    """The programs and a folder for files."""

    def __init__(self, args, folder):
        self.args, self.folder = args, Path(folder)
        self.others = {name: command for name, command in CHECKERS.items() if find([command[0]])}

    def tool(self, name):
        return self.args.bin / name

    def output(self, command, codes=(0,)):
        out = self.folder / "out"
        done = run(command, out)
        need(done.status in codes, f"{command[0]} ended with {done.status}: {' '.join(map(str, command))}")
        return out.read_text()

    def encode(self, grid, *options):
        return self.output([self.tool("sudoku2cnf"), *options, boards.write(self.folder / "puzzle.txt", grid)])

    def solve(self, formula, side, seed=0):
        """A grid of a formula, or None."""
        problem = self.folder / "problem.cnf"
        problem.write_text(formula)
        answer = self.output([self.tool("dimacs-solve"), "-nw", "--seed", seed, problem], (10, 20))
        if "s UNSATISFIABLE" in answer:
            return None
        literals = (int(word) for line in answer.splitlines() if line.startswith("v") for word in line.split()[1:])
        return boards.of_model(literals, side)

    def unique(self, grid, holes, rng, *options):
        """The formula that says that a puzzle has another solution than `grid`: the puzzle gets a given more where one differs,
        until there is none."""
        side = len(grid)
        puzzle = givens_of(grid, holes, rng)
        block = " ".join(str(-(side * side * (value - 1) + cell + 1)) for cell, value in enumerate(sum(grid, []))) + " 0\n"
        while True:
            header, _, rest = self.encode(puzzle, *options).partition("\n")
            _, _, n_vars, n_clauses = header.split()
            formula = f"p cnf {n_vars} {int(n_clauses) + 1}\n{rest}{block}"
            other = self.solve(formula, side)
            if other is None:
                return formula
            cells = [(row, col) for row in range(side) for col in range(side) if grid[row][col] != other[row][col]]
            row, col = rng.choice(cells)
            puzzle[row][col] = grid[row][col]

    def prove(self, formula):
        """Proves one formula in each format; the verified ones by checker, or None if it is satisfiable."""
        path = self.folder / "f.cnf"
        path.write_text(formula)
        verified, sizes, unsolved = {}, {}, 0
        for name, end in FORMATS.items():
            proof = self.folder / f"proof.{end}"
            command = [self.tool("dimacs-solve"), "-nw", "-n", path, "--proof", proof, "--proof-format", name]
            done = run(command, limit=self.args.limit)
            if done.timed_out:
                unsolved += 1
                continue
            if done.status == 10:
                return None, {}, 0
            need(done.status == 20, f"dimacs-solve ended with {done.status}")
            need("\ns VERIFIED" in "\n" + self.output([self.tool("proof-check"), path, proof], (0, 1)), f"proof-check: {name}")
            verified["proof-check"] = verified.get("proof-check", 0) + 1
            if name in self.others:
                command = [*self.others[name], path, proof]
                text = self.output(command, (0, 1))
                # drat-trim counts a formula that propagation alone refutes as trivial.
                is_fine = "s VERIFIED" in text or "c VERIFIED" in text or "trivial UNSAT" in text
                need(is_fine and "NOT VERIFIED" not in text, f"{command}: {text}")
                verified[command[0]] = verified.get(command[0], 0) + 1
            sizes[name] = proof.stat().st_size
        return verified, sizes, unsolved

    def family(self, name, formulas):
        n_formulas, n_sat, n_unsolved, totals, largest = 0, 0, 0, {}, 0
        for formula in formulas:
            verified, sizes, unsolved = self.prove(formula)
            if verified is None:
                n_sat += 1
                continue
            n_formulas += 1
            n_unsolved += unsolved
            largest = max([largest, *sizes.values()])
            for checker, number in verified.items():
                totals[checker] = totals.get(checker, 0) + number
        checkers = ["proof-check", *(command[0] for command in CHECKERS.values())]
        print(f"{name}: {n_formulas} formulas, {totals}, {n_unsolved} proofs not had, {n_sat} satisfiable", flush=True)
        return [name, n_formulas, *(totals.get(checker, 0) for checker in checkers), n_unsolved, f"{largest / 1000:.0f}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", type=Path, required=True)
    parser.add_argument("--limit", type=int, default=60, help="seconds of CPU time for a formula")
    parser.add_argument("--quick", action="store_true", help="a quarter of the formulas, no 25×25")
    args = parser.parse_args()
    scale = 4 if args.quick else 1
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(args, folder)
        rows = []
        for name, count, make in families(scale):
            rng = random.Random(name)
            rows.append(bench.family(name, (cnf(make(k, rng)) for k in range(count))))
        for side, count, holes in ((4, 15, 11), (9, 30, 55), (16, 8, 150), (25, 2, 300)):
            if args.quick and side == 25:
                continue
            for encoding in ENCODINGS:
                rngs = [random.Random(f"{side} {k}") for k in range(max(1, count // scale))]
                formulas = (bench.unique(boards.full_grid(side, rng), holes, rng, "--encoding", encoding) for rng in rngs)
                rows.append(bench.family(f"uniqueness of {side}×{side}, {encoding}", formulas))
        for variant in ("diagonals", "windows", "disjoint-groups"):
            def variants(variant=variant):
                for k in range(max(1, 8 // scale)):
                    options = ["--variant", variant, "--encoding", ENCODINGS[k % 3]]
                    grid = bench.solve(bench.encode(boards.blank(9), *options), 9, seed=k + 1)
                    yield bench.unique(grid, 60, random.Random(k), *options)
            rows.append(bench.family(f"{variant}, 9×9", variants()))
        heads = ["family", "formulas", "proof-check", *(command[0] for command in CHECKERS.values()), "not had", "largest, kB"]
        table(heads, [list(map(str, row)) for row in rows])
        print("formulas:", sum(row[1] for row in rows))


if __name__ == "__main__":
    main()
