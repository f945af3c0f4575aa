#!/usr/bin/env python3
"""Measure SAT solvers on families of formulas that are not Sudoku, and print a Markdown table.

    benches/families.py --bin target/release [--limit 5]
    benches/families.py --write random-200   writes the formula of that name to standard output

Each engine of dimacs-solve takes part, and cadical, minisat, z3 and cryptominisat5 if they are on PATH. All get the
same files in one run. A family's entry is how many of its formulas are decided, and PAR2: CPU seconds, user and system,
where a formula without an answer within --limit counts twice the limit. Two verdicts that differ end the run.
Python's standard library is enough. The formulas are made here, the same ones everywhere.
"""

import argparse
import itertools
import random
import sys
import tempfile
from pathlib import Path

from harness import find, machine, mib, need, run, say, table


def ordering(n):
    """GT_n: a linear order of n elements without a least one."""
    x = lambda i, j: i * n + j + 1
    for i, j in itertools.permutations(range(n), 2):
        if i < j:
            yield [-x(i, j), -x(j, i)]
        yield from ([-x(i, j), -x(j, k), x(i, k)] for k in range(n) if k not in (i, j))
    for j in range(n):
        yield [x(i, j) for i in range(n) if i != j]


def pigeonhole(n):
    """n pigeons in n − 1 holes."""
    x = lambda pigeon, hole: pigeon * (n - 1) + hole + 1
    yield from ([x(pigeon, hole) for hole in range(n - 1)] for pigeon in range(n))
    for hole in range(n - 1):
        yield from ([-x(a, hole), -x(b, hole)] for a, b in itertools.combinations(range(n), 2))


def uniform(k, n, ratio, seed):
    """Random clauses of k literals over n variables."""
    rng = random.Random(f"{k} {n} {seed}")
    for _ in range(round(n * ratio)):
        yield [var if rng.random() < 0.5 else -var for var in rng.sample(range(1, n + 1), k)]


def parity(n, seed):
    """Sums modulo 2 of three variables each, with a solution."""
    rng = random.Random(f"parity {n} {seed}")
    solution = [rng.random() < 0.5 for _ in range(n + 1)]
    for _ in range(n):
        lits = rng.sample(range(1, n + 1), 3)
        odd = sum(solution[var] for var in lits) % 2
        for signs in itertools.product((0, 1), repeat=3):
            if sum(signs) % 2 != odd:
                yield [-var if sign else var for var, sign in zip(lits, signs)]


def colouring(n, degree, colours, seed):
    """Colours of the nodes of a random graph."""
    rng = random.Random(f"colouring {n} {seed}")
    x = lambda node, colour: node * colours + colour + 1
    yield from ([x(node, colour) for colour in range(colours)] for node in range(n))
    for _ in range(n * degree // 2):
        a, b = rng.sample(range(n), 2)
        yield from ([-x(a, colour), -x(b, colour)] for colour in range(colours))


def factoring(product, bits):
    """Two numbers of so many bits each with this product, by the schoolbook circuit."""
    fresh = itertools.count(2 * bits + 1)
    clauses = []

    def both(a, b):
        out = next(fresh)
        clauses.extend([[-out, a], [-out, b], [out, -a, -b]])
        return out

    def add(lits):
        """The sum and the carry of up to three bits."""
        total, carry = next(fresh), next(fresh)
        for values in itertools.product((False, True), repeat=len(lits)):
            premise = [-lit if value else lit for lit, value in zip(lits, values)]
            clauses.append(premise + [total if sum(values) % 2 else -total])
            clauses.append(premise + [carry if sum(values) > 1 else -carry])
        return total, carry

    columns = [[] for _ in range(2 * bits + 1)]
    for i, j in itertools.product(range(bits), repeat=2):
        columns[i + j].append(both(1 + i, 1 + bits + j))
    for place, column in enumerate(columns[:-1]):
        while len(column) > 1:
            total, carry = add([column.pop(0) for _ in range(min(3, len(column)))])
            column.append(total)
            columns[place + 1].append(carry)
    for place, column in enumerate(columns):
        for lit in column:
            clauses.append([lit if product >> place & 1 else -lit])
    # Neither of them is 1.
    clauses.extend([list(range(2, bits + 1)), list(range(bits + 2, 2 * bits + 1))])
    return clauses


FAMILIES = {
    "random 3-SAT, ratio 4.26": {f"random-{n}-{seed}": (uniform, 3, n, 4.26, seed) for n, seed in ((200, 1), (200, 2), (230, 3))},
    "ordering principle": {f"ordering-{n}": (ordering, n) for n in (20, 40)},
    "pigeonhole": {f"pigeonhole-{n}": (pigeonhole, n) for n in (8, 9)},
    "parity": {f"parity-{n}": (parity, n, 1) for n in (60, 200)},
    "colouring": {"colouring-3": (colouring, 150, 5, 3, 1), "colouring-5": (colouring, 100, 11, 5, 1)},
    "factoring": {"factoring-prime": (factoring, 2039 * 2029 + 2, 11), "factoring-16": (factoring, 3581 * 3583, 12)},
}


def write(out, clauses):
    clauses = list(clauses)
    n_vars = max(abs(lit) for clause in clauses for lit in clause)
    out.write(f"p cnf {n_vars} {len(clauses)}\n")
    out.writelines(" ".join(map(str, [*clause, 0])) + "\n" for clause in clauses)


def formula(name):
    for family in FAMILIES.values():
        if name in family:
            maker, *arguments = family[name]
            return maker(*arguments)
    sys.exit(f"families.py: error: there is no formula {name}, expected one of {', '.join(n for f in FAMILIES.values() for n in f)}")


def solvers(folder):
    """The command of each solver."""
    ours = folder / "dimacs-solve"
    found = find(["cadical", "minisat", "z3", "cryptominisat5"])
    words = {"cadical": ["-q", "-n"], "minisat": ["-verb=0"], "z3": ["-dimacs"], "cryptominisat5": ["--verb", "0"]}
    return {
        **{f"dimacs-solve, {engine}": [ours, "-n", "--engine", engine] for engine in ("auto", "cdcl", "splr")},
        "dimacs-solve, race of 2": [ours, "-n", "-j", "2"],
        **{name: [path, *words[name]] for name, path in found.items()},
    }


def verdict(text):
    words = text.split()
    return next((word for word in ("UNSATISFIABLE", "SATISFIABLE") if word in words), None)


def measure(competitors, limit, folder):
    rows, peaks = [], dict.fromkeys(competitors, 0)
    for family, names in FAMILIES.items():
        say(family)
        sums, decided = dict.fromkeys(competitors, 0.0), dict.fromkeys(competitors, 0)
        for name in names:
            cnf = Path(folder, f"{name}.cnf")
            with open(cnf, "w") as out:
                write(out, formula(name))
            known = None
            for solver, command in competitors.items():
                answer = Path(folder, "answer")
                done = run([*command, cnf], answer, limit)
                found = None if done.timed_out else verdict(answer.read_text())
                need(not found or known in (None, found), f"{solver} says {found} of {name}, another one {known}")
                known = known or found
                decided[solver] += bool(found)
                sums[solver] += done.cpu if found else 2 * limit
                peaks[solver] = max(peaks[solver], done.peak)
        rows.append([family, str(len(names)), *(f"{decided[s]}: {sums[s]:.2f}" for s in competitors)])
    rows.append(["most memory, MiB", "", *(mib(peaks[s]) for s in competitors)])
    table(["family", "n", *competitors], rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--bin", type=Path, default=Path("target/release"))
    parser.add_argument("--limit", type=int, default=5, help="CPU seconds for a formula")
    parser.add_argument("--write", metavar="NAME", help="write a formula to standard output")
    args = parser.parse_args()
    if args.write:
        return write(sys.stdout, formula(args.write))
    if not (args.bin / "dimacs-solve").exists():
        parser.error(f"no dimacs-solve in {args.bin}: cargo build --release")
    competitors = solvers(args.bin)
    with tempfile.TemporaryDirectory() as folder:
        machine({name: command for name, command in competitors.items() if "," not in name})
        measure(competitors, args.limit, folder)
    return None


if __name__ == "__main__":
    main()
