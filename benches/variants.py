#!/usr/bin/env python3
"""Measure puzzle-solve against other solvers on variant puzzles, and print Markdown tables.

    benches/variants.py --bin target/release CASES.tsv... [--limit 20] [--every 1]

A line of a file of cases is an identifier, the number of solutions (0, 1, 2 for several, ? where nobody knows), the
grid or -, and the puzzle, between tabs. Each puzzle is a process of its own: a solution, and whether it is the only one.

cadical, if it is on PATH, and CP-SAT with one worker, if Python has ortools, get the clauses of sudoku2cnf, twice: as they
are, and without the first solution; only for grids of 9×9 cells that puzzle-solve decides, as their variables are known.
CPU time is user and system time; that of CP-SAT is without the import of its library.
"""

import argparse
import importlib.util
import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path

from harness import find, machine, need, run, say, table

N_CELL_VARS = 9 * 9 * 9
STATUS = {"0": "no solution", "1": "unique", "2": "several"}


def cases(paths, every):
    for path in paths:
        lines = [line for line in path.read_text().splitlines() if line and not line.startswith("#")]
        for line in lines[::every]:
            yield line.split("\t", 3)


def ours(binary, puzzle, folder, limit):
    """The run, and the answer; None where the limit came first."""
    out = folder / "answer"
    done = run([binary / "puzzle-solve", "--unique", "-j", "1", puzzle], out, limit)
    text = out.read_text()
    return done, json.loads(text) if text.strip() else None


def add_clause(cnf, clause, target):
    """The formula with one clause more."""
    header, _, body = cnf.read_text().partition("\n")
    _, _, n_vars, n_clauses = header.split()
    target.write_text(f"p cnf {n_vars} {int(n_clauses) + 1}\n{body}{clause} 0\n")


def by_cadical(path, cnf, folder, limit):
    """CPU seconds, and the true cell variables; None for none."""
    out = folder / "cadical"
    done = run([path, "-q", cnf], out, limit)
    if done.timed_out:
        return done.cpu, "timeout"
    need(done.status in (10, 20), f"cadical ended with {done.status}")
    words = [word for line in out.read_text().splitlines() if line.startswith("v") for word in line.split()[1:]]
    return done.cpu, true_cells(words) if done.status == 10 else None


def by_cp_sat(_, cnf, __, limit):
    done = subprocess.run([sys.executable, __file__, "--cp-sat", cnf, "--limit", str(limit)],
                          capture_output=True, text=True, check=True)
    cpu, verdict, *words = done.stdout.split()
    return float(cpu), {"SAT": true_cells(words), "UNSAT": None}.get(verdict, "timeout")


def true_cells(words):
    return [word for word in words if 0 < int(word) <= N_CELL_VARS]


def cp_sat(cnf, limit):
    """Solve a formula in this process; prints CPU seconds, the verdict and the true variables."""
    import time

    from ortools.sat.python import cp_model

    start = time.process_time()
    model, variables = cp_model.CpModel(), {}

    def literal(number):
        if abs(number) not in variables:
            variables[abs(number)] = model.new_bool_var("")
        variable = variables[abs(number)]
        return variable if number > 0 else variable.negated()

    for line in cnf.read_text().splitlines()[1:]:
        model.add_bool_or([literal(int(word)) for word in line.split()[:-1]])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = 3 * limit
    status = solver.solve(model)
    verdict = {cp_model.OPTIMAL: "SAT", cp_model.FEASIBLE: "SAT", cp_model.INFEASIBLE: "UNSAT"}.get(status, "UNKNOWN")
    true = [str(number) for number, it in variables.items() if verdict == "SAT" and solver.value(it)]
    print(time.process_time() - start, verdict, *true)


def twice(engine, path, cnf, folder, limit, expected):
    """CPU seconds of an engine for a solution and its uniqueness, checked against ours; at most the limit."""
    first, cells = engine(path, cnf, folder, limit)
    if cells == "timeout" or first >= limit:
        return limit
    need((cells is None) == (expected == "no solution"), f"{engine.__name__} says otherwise than puzzle-solve")
    if cells is None:
        return first
    blocked = folder / "blocked.cnf"
    add_clause(cnf, " ".join(f"-{cell}" for cell in cells), blocked)
    second, others = engine(path, blocked, folder, limit)
    if others == "timeout" or first + second >= limit:
        return limit
    need((others is None) == (expected == "unique"), f"{engine.__name__} says otherwise than puzzle-solve")
    return first + second


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cases", nargs="*", type=Path, help="files of cases")
    parser.add_argument("--bin", type=Path, default=Path("target/release"))
    parser.add_argument("--limit", type=int, default=20, help="CPU seconds for each puzzle")
    parser.add_argument("--every", type=int, default=1, help="of so many puzzles the first one")
    parser.add_argument("--cp-sat", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.cp_sat:
        cp_sat(args.cp_sat, args.limit)
        return
    engines = {"cadical": by_cadical} if "cadical" in find(["cadical"]) else {}
    if importlib.util.find_spec("ortools"):
        engines["CP-SAT"] = by_cp_sat
    paths = find(["cadical"])
    machine({"puzzle-solve": [args.bin / "puzzle-solve"], **{name: [path] for name, path in paths.items()}})
    times, refused, undecided, compared = [], [], [], {name: [] for name in engines}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        puzzle, cnf = folder / "puzzle", folder / "puzzle.cnf"
        for identifier, count, _, text in cases(args.cases, args.every):
            puzzle.write_text(text + "\n")
            done, answer = ours(args.bin, puzzle, folder, args.limit)
            status = answer["status"] if answer else "timeout"
            if status == "error":
                refused.append(identifier)
                continue
            times.append(done.cpu)
            if status == "timeout":
                undecided.append(identifier)
                continue
            need(status == STATUS.get(count, status), f"{identifier}: {status}, expected {STATUS.get(count)}")
            if len(answer.get("grid", "")) != 81:
                continue
            encoded = run([args.bin / "sudoku2cnf", "--encoding", "extended", puzzle], cnf)
            need(encoded.status == 0, f"sudoku2cnf failed on {identifier}")
            for name, engine in engines.items():
                seconds = twice(engine, paths.get("cadical"), cnf, folder, args.limit, status)
                compared[name].append((done.cpu, seconds))
            say(f"{identifier} {done.cpu:.3f} " + " ".join(f"{name} {pairs[-1][1]:.3f}" for name, pairs in compared.items()))
    times.sort()
    need(times, "no puzzle was read")
    quick = sum(seconds < 0.5 for seconds in times)
    table(["puzzles", "refused", "decided", "in 0.5 s", "median, s", "95 %, s"],
          [[str(len(times)), str(len(refused)), str(len(times) - len(undecided)),
            f"{quick} ({100 * quick // len(times)} %)", f"{times[len(times) // 2]:.3f}", f"{times[len(times) * 95 // 100]:.2f}"]])
    if undecided:
        print("Not decided: " + ", ".join(undecided) + "\n")
    rows = []
    for name, pairs in compared.items():
        if not pairs:
            continue
        ratio = math.exp(sum(math.log(own / other) for own, other in pairs) / len(pairs))
        rows.append([name, str(len(pairs)), f"{sum(own for own, _ in pairs):.1f}",
                     f"{sum(other for _, other in pairs):.1f}", f"{ratio:.2f}"])
    if rows:
        table(["against", "puzzles", "puzzle-solve, s", "it, s", "geometric mean"], rows)


if __name__ == "__main__":
    main()
