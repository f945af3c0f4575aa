#!/usr/bin/env python3
"""Decide one hard formula on a Spark cluster, cube by cube: a model, or a refutation with a checked proof.

    sudoku2cnf --encoding reduced board.txt > board.cnf
    spark-submit --master MASTER deploy/spark/solve_cubes.py board.cnf FOLDER --bin target/release --cubes 1000

dimacs-solve splits the formula into cubes, and each task solves one. The first model ends the job. What refutes a cube
comes back as a piece of proof and is kept in FOLDER at once. When all cubes are refuted, the pieces are joined, and
proof-check verifies the whole against the formula before anything is said. A model is checked here, clause by clause.

A task whose machine is gone is tried again elsewhere, by Spark. A cube that has no answer in the end, because its time
is over or its tasks were lost, leaves the formula undecided: the answer is "unknown", with the cubes that are left, and
the same command goes on with these alone.

FOLDER is made by the first run:

    problem.icnf           the formula with its cubes
    refuted/17.drat.gz     what refutes cube 17, counted from 1, as steps of the whole formula's proof
    proof.drat             the joined proof, once it is verified

Exit codes are those of dimacs-solve: 10 a model, 20 there is none, 0 unknown, 2 trouble.
"""

import argparse
import ctypes
import gzip
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, as_completed, wait
from pathlib import Path

from pyspark import SparkFiles
from pyspark.sql import SparkSession

SOLVER, CHECKER, CLAUSES = "dimacs-solve", "proof-check", "clauses.txt"
SAT, UNSAT, UNKNOWN = 10, 20, 0
PR_SET_PDEATHSIG = 1


class Trouble(Exception):
    """What ends the job without any answer."""


def end_with_parent():
    """Has Linux end this process when the one that started it ends: else the search of a cancelled task goes on."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def solve(solver, clauses, added, folder, time_limit=None):
    """The verdict on clauses, which are lines of DIMACS, and added ones, which are lists of literals; with it a model as
    a list, or the steps of a refutation as text in DRAT, or why there is no verdict. The steps go by way of `folder`."""
    lines = "".join(line(clause) for clause in added)
    n_vars = max((abs(lit) for lit in literals(clauses + lines)), default=0)
    text = f"p cnf {n_vars} {clauses.count(chr(10)) + len(added)}\n{clauses}{lines}"
    with tempfile.TemporaryDirectory(dir=folder) as own:
        proof = Path(own, "proof")
        limit = [] if time_limit is None else [f"-T:{time_limit}"]
        command = [solver, *limit, f"--proof={proof}", "--proof-format=drat"]
        done = subprocess.run(
            command, input=text, capture_output=True, text=True, check=False, preexec_fn=end_with_parent)
        if done.returncode == SAT:
            return SAT, [lit for words in done.stdout.split("\n") if words.startswith("v ") for lit in literals(words[2:])]
        if done.returncode == UNSAT:
            return UNSAT, proof.read_text()
    if done.returncode == UNKNOWN:
        return UNKNOWN, "its time is over"
    if done.returncode < 0:
        return UNKNOWN, f"{SOLVER} was ended by {signal.Signals(-done.returncode).name}"
    raise Trouble(f"{SOLVER} ended with {done.returncode}: {done.stderr.strip()}")


def literals(text):
    return [int(word) for word in text.split() if word != "0"]


def line(clause):
    return " ".join(map(str, [*clause, 0])) + "\n"


def weakened(steps, cube):
    """Steps that refute a formula with the literals of a cube, as steps of the formula alone.

    What follows from a formula and a cube follows from the formula once the negated cube is added to it. Only what was
    added here is deleted, as other cubes need the formula; in the end all of it is, but for the negated cube.
    """
    negation = [-lit for lit in cube]
    added = Counter()
    for step in steps.splitlines():
        is_deletion = step.startswith("d ")
        clause = literals(step[2:] if is_deletion else step)
        if not clause:
            break
        # A clause that the cube satisfies says nothing more once it is weakened.
        if any(lit in cube for lit in clause):
            continue
        clause = tuple(sorted({*clause, *negation}))
        if not is_deletion:
            added[clause] += 1
            yield line(clause)
        elif added[clause] > 0:
            added[clause] -= 1
            yield "d " + line(clause)
    yield line(negation)
    # The negated cube may have been a step by itself.
    rest = [clause for clause in added.elements() if set(clause) != set(negation)]
    yield from ("d " + line(clause) for clause in rest)


def solve_cube(cube, time_limit):
    """What a task does: the verdict, with a model, a compressed piece of proof or a reason."""
    clauses = Path(SparkFiles.get(CLAUSES)).read_text()
    try:
        # Spark removes its folder, whatever becomes of this task.
        folder = SparkFiles.getRootDirectory()
        verdict, found = solve(SparkFiles.get(SOLVER), clauses, [[lit] for lit in cube], folder, time_limit)
    except Trouble as trouble:
        # As an exception Spark would try it again, to no avail.
        return None, str(trouble)
    return verdict, gzip.compress("".join(weakened(found, cube)).encode(), 6) if verdict == UNSAT else found


class Problem:
    """A formula with its cubes, and what is known of them, in a folder."""

    def __init__(self, folder, text):
        self.folder = folder
        lines = text.splitlines(keepends=True)
        self.clauses = "".join(words for words in lines if not words.startswith(("p ", "a ")))
        # A formula that cannot be split is one cube without literals.
        self.cubes = [literals(words[2:]) for words in lines if words.startswith("a ")] or [[]]
        path = folder / "problem.icnf"
        if not path.exists() and (folder.exists() and any(folder.iterdir())):
            raise Trouble(f"{folder} is not empty, and no folder of this job")
        if path.exists() and path.read_text() != text:
            raise Trouble(f"{path} has another formula or other cubes, expected those of the first run")
        folder.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            put(path, text.encode())
        (folder / "refuted").mkdir(exist_ok=True)

    def piece(self, number):
        return self.folder / "refuted" / f"{number}.drat.gz"

    def left(self):
        """The numbers of the cubes that are not refuted, from 1."""
        return [number for number in range(1, len(self.cubes) + 1) if not self.piece(number).exists()]

    def last_steps(self, solver):
        """As `solve` on the formula with all negated cubes; most often these contradict each other by themselves."""
        negated = [[-lit for lit in cube] for cube in self.cubes]
        verdict, found = solve(solver, "", negated, self.folder)
        return (verdict, found) if verdict == UNSAT else solve(solver, self.clauses, negated, self.folder)

    def join(self, last, checker, formula):
        """Writes the joined proof and has it verified."""
        whole = self.folder / "proof.drat.part"
        with open(whole, "wb") as out:
            for number in range(1, len(self.cubes) + 1):
                out.write(gzip.decompress(self.piece(number).read_bytes()))
            out.write(last.encode())
        done = subprocess.run([checker, formula, whole], capture_output=True, text=True, check=False)
        if done.returncode != 0 or done.stdout != "s VERIFIED UNSATISFIABLE\n":
            said = (done.stdout + done.stderr).strip()
            raise Trouble(f"the joined proof is refused, so there is no verdict: {said}")
        whole.rename(self.folder / "proof.drat")


def put(path, content):
    """Writes a file whole or not at all."""
    part = path.with_name(path.name + ".part")
    part.write_bytes(content)
    part.rename(path)


def is_model(clauses, lits):
    true = set(lits)
    is_satisfied = all(not true.isdisjoint(literals(clause)) for clause in clauses.splitlines())
    return is_satisfied and not any(-lit in true for lit in true)


def conquer(context, problem, left, time_limit, at_once):
    """Solves cubes on the cluster: a model, if there is one; and why cubes have no answer, by their numbers."""

    def run(number):
        cube = problem.cubes[number - 1]
        try:
            return context.parallelize([cube], 1).map(lambda cube: solve_cube(cube, time_limit)).collect()[0]
        # Whatever Spark, or the bridge to it, says of a task that it gave up: the other cubes go on.
        except Exception as error:  # noqa: BLE001
            return UNKNOWN, cause(error)

    reasons = {}
    with ThreadPoolExecutor(at_once) as threads:
        tasks = {threads.submit(run, number): number for number in left}
        for task in as_completed(tasks):
            number, (verdict, found) = tasks[task], task.result()
            if verdict == UNSAT:
                put(problem.piece(number), found)
            elif verdict == UNKNOWN:
                reasons[number] = found
            else:
                begun = [task for task in tasks if not task.cancel()]
                # A thread may be about to hand in its task, so once is not enough.
                while wait(begun, timeout=0.5).not_done:
                    context.cancelAllJobs()
                if verdict == SAT:
                    return found, {}
                raise Trouble(found)
    return None, reasons


def cause(error):
    """What Spark says, in a line."""
    lines = [words.strip() for words in str(error).splitlines() if words.strip()]
    told = [words for words in lines if "Job aborted" in words or "cancelled" in words]
    return (told or lines or [type(error).__name__])[0]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("formula", type=Path, metavar="CNF", help="the formula")
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where the pieces and the proof go, on this machine")
    parser.add_argument("--bin", type=Path, required=True, help=f"the folder of {SOLVER}, which goes to every machine, and {CHECKER}")
    parser.add_argument("--cubes", type=int, default=100, metavar="N", help="at most so many cubes (default: 100)")
    parser.add_argument("--time-limit", type=float, metavar="SECONDS", help="give up a cube after so long")
    parser.add_argument("--at-once", type=int, metavar="N", help="tasks that Spark has at a time (default: twice its cores)")
    args = parser.parse_args()
    for name in (SOLVER, CHECKER):
        if not os.access(args.bin / name, os.X_OK):
            parser.error(f"{args.bin / name} is not a program")
    if args.cubes < 1 or (args.at_once is not None and args.at_once < 1):
        parser.error("expected 1 or more for --cubes and --at-once")
    if args.time_limit is not None and not 0 < args.time_limit < float("inf"):
        parser.error("expected a number of seconds above 0 for --time-limit")
    return args


def main():
    args = arguments()
    solver, checker = ((args.bin / name).resolve() for name in (SOLVER, CHECKER))
    split = subprocess.run([solver, f"--cubes={args.cubes}", args.formula], capture_output=True, text=True, check=False)
    if split.returncode != 0:
        raise Trouble(f"{SOLVER} cannot split the formula: {split.stderr.strip()}")
    problem = Problem(args.folder, split.stdout)
    left = problem.left()
    print(f"c {len(problem.cubes)} cubes, {len(left)} of them to solve", flush=True)
    model, reasons = None, {}
    if left:
        context = SparkSession.builder.appName("solve cubes").getOrCreate().sparkContext
        context.addFile(str(solver))
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, CLAUSES).write_text(problem.clauses)
            context.addFile(str(Path(folder, CLAUSES)))
            model, reasons = conquer(context, problem, left, args.time_limit, args.at_once or 2 * context.defaultParallelism)
    if model is None and not reasons:
        verdict, found = problem.last_steps(solver)
        if verdict == UNSAT:
            problem.join(found, checker, args.formula)
            print(f"c proof: {args.folder / 'proof.drat'}\ns UNSATISFIABLE")
            return UNSAT
        # The cubes left something out.
        model = found if verdict == SAT else None
    if model is not None:
        if not is_model(problem.clauses, model):
            raise Trouble("the model found is none, so there is no verdict")
        print("s SATISFIABLE")
        for at in range(0, len(model), 12):
            print("v", *model[at : at + 12])
        print("v 0")
        return SAT
    for number, reason in sorted(reasons.items()):
        print(f"c cube {number} has no answer: {reason}")
    print("c cubes left:", *problem.left())
    print("s UNKNOWN")
    return UNKNOWN


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (Trouble, OSError) as error:
        print(f"solve_cubes.py: error: {error}", file=sys.stderr)
        sys.exit(2)
