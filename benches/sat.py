#!/usr/bin/env python3
"""Measure the SAT pipeline against other solvers, and print Markdown tables.

    benches/sat.py --bin target/release [--section pipeline,encoder,reader,boards,gecode,uniqueness] [--quick]

Build first: cargo build --release. The solvers z3, minisat and cadical take part if they are on PATH; cdcl and splr are
the engines of dimacs-solve by name. All competitors
get the same files in one run, in rounds whose order rotates, and each answer is checked; a wrong one ends the run.
CPU time is user and system time of all the processes concerned. A solver that uses up --limit seconds of CPU time is
charged the limit, and its figure is marked with >. PAR2 charges twice the limit.

Python's standard library is enough. The boards are made here, the same ones everywhere.
"""

import argparse
import shutil
import tempfile
from pathlib import Path

import boards
from harness import MIB, find, interleaved, machine, median, mib, need, run, say, stream, table

EXAMPLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SECTIONS = ("pipeline", "encoder", "reader", "boards", "gecode", "uniqueness")
ENCODINGS = ("natural", "extended", "reduced")


class Bench:
    """The programs, a folder for files, and how much to do."""

    def __init__(self, args, folder):
        self.args, self.folder = args, Path(folder)
        self.encoder, self.decoder = args.bin / "sudoku2cnf", args.bin / "sol2grid"
        found = find(["z3", "minisat", "cadical"])
        ours = args.bin / "dimacs-solve"
        known = {"dimacs-solve": [ours], "cdcl": [ours, "--engine", "cdcl"], "splr": [ours, "--engine", "splr"]}
        known |= {name: [found[name], option]
                  for name, option in (("z3", "-dimacs"), ("minisat", "-verb=0"), ("cadical", "-q")) if name in found}
        names = args.solvers.split(",") if args.solvers else ["dimacs-solve", *found]
        for name in names:
            need(name in known, f"no solver {name}, expected one of {', '.join(known)}")
        self.solvers = {name: known[name] for name in names}

    def path(self, name):
        return self.folder / name

    def encode(self, puzzle, cnf, *options):
        done = run([self.encoder, *options, puzzle], cnf)
        need(done.status == 0, f"sudoku2cnf failed on {puzzle}")
        return done

    def solve(self, solver, cnf, limit=None):
        """Run a solver; gives the run, the verdict and the literals of the model."""
        out = self.path(f"{solver}.out")
        # minisat writes its model to a second file.
        done = run([*self.solvers[solver], cnf, *([out] if solver == "minisat" else [])],
                   self.path("stdout") if solver == "minisat" else out, limit)
        if done.timed_out:
            return done, "UNKNOWN", []
        need(done.status in (0, 10, 20), f"{solver} ended with {done.status} on {cnf}")
        words = out.read_text().split()
        known = [word for word in words if word in ("SAT", "UNSAT", "SATISFIABLE", "UNSATISFIABLE")]
        need(known, f"{solver} has no verdict on {cnf}")
        model = [int(word) for word in words if word.lstrip("-").isdecimal()]
        return done, "UNSAT" if known[0].startswith("UN") else "SAT", model

    def solve_puzzle(self, solver, cnf, puzzle, limit=None):
        """The same for a puzzle that has a solution; checks the model."""
        done, verdict, model = self.solve(solver, cnf, limit)
        if verdict != "UNKNOWN":
            grid = boards.of_model(model, len(puzzle))
            need(grid and boards.solves(grid, puzzle), f"{solver} gives a wrong answer to {cnf}")
        return done


# The sections


def pipeline(bench):
    """One 9×9 puzzle: encode, solve, decode, each step from file to file as `make run` does."""
    repeats = 5 if bench.args.quick else 20
    puzzle = [[int(c) if c.isdecimal() else 0 for c in EXAMPLE[row:row + 9]] for row in range(0, 81, 9)]
    text, cnf = boards.write(bench.path("9.txt"), puzzle), bench.path("9.cnf")
    alone = bench.path("alone.cnf")
    bench.encode(text, alone)

    def through(solver):
        cpu = bench.encode(text, cnf).cpu
        cpu += bench.solve_puzzle(solver, cnf, puzzle).cpu
        decoded = run([bench.decoder, bench.path(f"{solver}.out")], bench.path("9.out"))
        grid = [[int(c) for c in line] for line in bench.path("9.out").read_text().split()]
        need(decoded.status == 0 and boards.solves(grid, puzzle), f"sol2grid is wrong after {solver}")
        return cpu + decoded.cpu

    jobs = {f"sudoku2cnf, {name}, sol2grid": lambda name=name: through(name) for name in bench.solvers}
    jobs |= {f"{name} alone": lambda name=name: bench.solve_puzzle(name, alone, puzzle).cpu for name in bench.solvers}
    times = {name: median(values) for name, values in interleaved(jobs, repeats).items()}
    ours = times["sudoku2cnf, dimacs-solve, sol2grid"]
    print(f"### One 9×9 puzzle, median of {repeats} runs\n")
    table(["processes", "CPU ms", "ratio to ours"],
          [[name, f"{1000 * cpu:.2f}", f"{cpu / ours:.2f}"] for name, cpu in times.items()])


def encoder(bench):
    """How fast the encoder writes, and how much memory it needs."""
    repeats = 5 if bench.args.quick else 20
    text, cnf, copy = bench.path("25.txt"), bench.path("25.cnf"), bench.path("copy.cnf")
    boards.write(text, boards.blank(25))
    bench.encode(text, cnf)
    size = cnf.stat().st_size
    results = interleaved({
        "sudoku2cnf to /dev/null": lambda: run([bench.encoder, text]),
        "sudoku2cnf to a file": lambda: run([bench.encoder, text], copy),
        "cat to a file": lambda: run(["cat", cnf], copy),
    }, repeats)
    print(f"### The encoder, 25×25, {size / 1e6:.1f} MB, median of {repeats} runs\n")
    rows = []
    for name, runs in results.items():
        need(all(done.status == 0 for done in runs), f"{name} failed")
        cpu, wall = median(done.cpu for done in runs), median(done.wall for done in runs)
        rows.append([name, f"{1000 * cpu:.2f}", f"{1000 * wall:.2f}", f"{size / 1e6 / cpu:.0f}", f"{size / 1e6 / wall:.0f}"])
    table(["process", "CPU ms", "wall ms", "MB/s of CPU time", "MB/s"], rows)

    print("### The encoder's memory\n")
    rows = []
    for n in (9, 16, 25, 36) if bench.args.quick else (9, 16, 25, 36, 49, 64, 100):
        boards.write(text, boards.blank(n))
        say(f"encoder: side {n}")
        results = [stream([bench.encoder, "--max-side", 100, "--encoding", name, text])
                   for name in ENCODINGS]
        rows.append([f"{n}×{n}", f"{results[0][0] / 1e6:.1f}", *(f"{peak / MIB:.1f}" for _, peak in results)])
    table(["empty board", "natural, MB of text", "peak MiB, natural", "extended", "reduced"], rows)


def reader(bench):
    """How fast solvers read: a large CNF whose last two clauses contradict each other."""
    repeats = 3 if bench.args.quick else 7
    text, plain, cnf = bench.path("n.txt"), bench.path("plain.cnf"), bench.path("n.cnf")
    bench.encode(boards.write(text, boards.blank(25 if bench.args.quick else 36)), plain)
    with plain.open() as clauses, cnf.open("w") as out:
        *start, count = clauses.readline().split()
        print(*start, int(count) + 2, file=out)
        shutil.copyfileobj(clauses, out)
        print("1 0\n-1 0", file=out)
    size = cnf.stat().st_size

    def refute(solver):
        done, verdict, _ = bench.solve(solver, cnf)
        need(verdict == "UNSAT", f"{solver} says {verdict} of a contradiction")
        return done

    results = interleaved({name: lambda name=name: refute(name) for name in bench.solvers}, repeats)
    print(f"### Reading {size / 1e6:.0f} MB of DIMACS, median of {repeats} runs\n")
    rows = []
    for name, runs in results.items():
        cpu, peak = median(done.cpu for done in runs), max(done.peak for done in runs)
        rows.append([name, f"{cpu:.3f}", f"{size / 1e6 / cpu:.0f}", mib(peak)])
    table(["solver", "CPU s", "MB/s of CPU time", "peak MiB"], rows)


def big_boards(bench):
    """Shuffled full grids with 60 to 64 % holes, natural encoding."""
    seeds = 2 if bench.args.quick else bench.args.seeds
    for n in (16, 25):
        puzzles = {f"seed {seed}": boards.board(n, seed) for seed in range(1, seeds + 1)}
        duel(bench, f"{n}×{n}, 60 to 64 % holes, natural encoding", puzzles, "natural")


def gecode(bench):
    """Gecode's 25×25 puzzles, each encoding."""
    files = gecode_files(bench, 25)[:3 if bench.args.quick else None]
    for encoding in ENCODINGS if files else ():
        duel(bench, f"Gecode's 25×25, {encoding} encoding", {file.stem: boards.read(file) for file in files}, encoding)


def gecode_files(bench, side):
    files = sorted(bench.args.gecode.glob(f"g*_{side}x{side}.txt"))
    if bench.args.only:
        files = [file for file in files if file.stem.split("_")[0] in bench.args.only.split(",")]
    if not files:
        say(f"gecode: no such file g*_{side}x{side}.txt in {bench.args.gecode}, left out")
    return files


def uniqueness(bench):
    """Gecode's puzzles, reduced encoding, and a clause that forbids the solution: its refutation shows that it is the
    only one."""
    text, plain, cnf = bench.path("u.txt"), bench.path("plain.cnf"), bench.path("u.cnf")
    rows = []
    for side, numbers, repeats in ((9, range(1, 11), 10), (25, (19, 22), 1)):
        for file in gecode_files(bench, side):
            number, puzzle = int(file.stem[1:3]), boards.read(file)
            if number not in numbers:
                continue
            bench.encode(boards.write(text, puzzle), plain, "--encoding", "reduced")
            _, verdict, model = bench.solve(next(iter(bench.solvers)), plain)
            need(verdict == "SAT" and boards.solves(boards.of_model(model, side), puzzle), f"no. {number} is not solved")
            forbid(plain, model, cnf)

            def refute(solver):
                done, verdict, _ = bench.solve(solver, cnf, bench.args.limit)
                need(verdict == "UNSAT" or done.timed_out, f"{solver} finds another solution of no. {number}")
                return done

            jobs = {name: lambda name=name: refute(name) for name in bench.solvers}
            runs = interleaved(jobs, 1 if bench.args.quick else repeats)
            rows.append([f"{side}×{side}, no. {number}",
                         *(f"{median(done.cpu for done in runs[name]):.4f}" for name in bench.solvers)])
    print("### That a solution is the only one, reduced encoding: CPU seconds\n")
    table(["board", *bench.solvers], rows)


def forbid(plain, model, cnf):
    """A formula with one more clause: not all variables that are true in the model are."""
    with plain.open() as clauses, cnf.open("w") as out:
        for line in clauses:
            if line.startswith("p cnf "):
                *start, count = line.split()
                line = " ".join([*start, f"{int(count) + 1}\n"])
            out.write(line)
        print(*(-literal for literal in model if literal > 0), 0, file=out)


def duel(bench, title, puzzles, encoding):
    """All solvers on the same puzzles: the CPU time of each, and the totals."""
    text, cnf = bench.path("big.txt"), bench.path("big.cnf")
    names, runs = list(bench.solvers), {solver: [] for solver in bench.solvers}
    for turn, (name, puzzle) in enumerate(puzzles.items()):
        bench.encode(boards.write(text, puzzle), cnf, "--encoding", encoding)
        for solver in names[turn % len(names):] + names[:turn % len(names)]:
            runs[solver].append(bench.solve_puzzle(solver, cnf, puzzle, bench.args.limit))
        say(f"{title}: {name}: {', '.join(f'{solver} {seconds(runs[solver][-1:])}' for solver in names)}")
    rows = [[name, f"{100 * boards.hole_share(puzzle):.1f}", *(seconds(done[k:k + 1]) for done in runs.values())]
            for k, (name, puzzle) in enumerate(puzzles.items())]
    total = {solver: sum(one.cpu for one in done) for solver, done in runs.items()}
    rows.append(["**total**", "", *(f"**{seconds(done)}**" for done in runs.values())])
    ours = total[names[0]]
    rows.append([f"ratio to {names[0]}", "", *(f"{cpu / ours:.2f}" for cpu in total.values())])
    limit, n = bench.args.limit, len(puzzles)
    decided = {solver: sum(not one.timed_out for one in done) for solver, done in runs.items()}
    rows.append(["decided", "", *(str(count) for count in decided.values())])
    rows.append(["PAR2", "", *(f"{total[solver] + limit * (n - count):.2f}" for solver, count in decided.items())])
    rows.append(["peak MiB", "", *(mib(max(one.peak for one in done)) for done in runs.values())])
    print(f"### {title}: CPU seconds\n")
    table(["board", "holes %", *names], rows)


def seconds(runs):
    """The CPU time of runs together; > if one of them was cut short."""
    return ">" * any(one.timed_out for one in runs) + f"{sum(one.cpu for one in runs):.2f}"


def main():
    summary, _, rest = __doc__.partition("\n")
    parser = argparse.ArgumentParser(description=summary, epilog=rest, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=Path, required=True, metavar="DIR", help="folder of our programs")
    parser.add_argument("--section", default=",".join(SECTIONS), metavar="LIST", help="of " + ", ".join(SECTIONS))
    parser.add_argument("--seeds", type=int, default=10, metavar="N", help="boards of each side (default: 10)")
    parser.add_argument("--limit", type=int, default=60, metavar="S", help="CPU seconds for a solver on a board (default: 60)")
    parser.add_argument("--gecode", type=Path, default=Path("../shared/data/gecode"), metavar="DIR",
                        help="folder of Gecode's puzzles, gNN_25x25.txt")
    parser.add_argument("--only", metavar="LIST", help="of Gecode's puzzles, as in g19,g22 (default: all)")
    parser.add_argument("--solvers", metavar="LIST", help="(default: dimacs-solve and those on PATH)")
    parser.add_argument("--quick", action="store_true", help="few boards and repetitions: does it all run?")
    args = parser.parse_args()
    args.bin = args.bin.resolve()
    chosen = args.section.split(",")
    if alien := set(chosen) - set(SECTIONS):
        parser.error(f"no section {', '.join(sorted(alien))}")
    if not (args.bin / "sudoku2cnf").exists():
        parser.error(f"no sudoku2cnf in {args.bin}: cargo build --release")
    work = {"pipeline": pipeline, "encoder": encoder, "reader": reader, "boards": big_boards, "gecode": gecode,
            "uniqueness": uniqueness}
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(args, folder)
        machine(bench.solvers)
        for name in SECTIONS:
            if name in chosen:
                say(f"section {name}")
                work[name](bench)


if __name__ == "__main__":
    main()
