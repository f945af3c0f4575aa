#!/usr/bin/env python3
"""Cubes of a 25×25 board on a real Spark: a master and two workers on this machine, one executor killed while it works.

    deploy/spark/test_solve_cubes.py --bin FOLDER      the folder of sudoku2cnf, dimacs-solve and proof-check
"""

import argparse
import gzip
import os
import select
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import solve_cubes
from local_spark import CLUSTER, SparkTest, stand_in

sys.path.append(str(Path(__file__).parents[2] / "benches"))
import boards

JOB = Path(__file__).with_name("solve_cubes.py")
BIN = None

# A balanced board, by its seed, with a value more that takes some thousand conflicts to refute: row, column and value.
SEED, WRONG = 13, (2, 21, 18)

# At its fifth start it is ended instead of becoming the solver: a cube has no answer.
NO_ANSWER = 'if [ $number = 5 ]; then kill -9 $$; fi'

# At its second start, which is for a cube, as the first one splits the formula, it hangs.
HANGS = "if [ $number = 2 ]; then echo $$ > '{pid}'; exec tail -f /dev/null; fi"


def cnf(board, path):
    text = subprocess.run([BIN / "sudoku2cnf", "--encoding", "reduced", board], check=True, capture_output=True).stdout
    path.write_bytes(text)
    return path


def ends(pid):
    """Whether a process is gone, or goes within a minute."""
    try:
        process = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    return bool(select.select([process], [], [], 60)[0])


def unsolvable(folder):
    """The clauses of a 25×25 board that has no solution, which no rule of thumb shows."""
    board = boards.balanced(25, SEED, 12)
    row, col, value = WRONG
    assert board[row][col] == 0
    board[row][col] = value
    return cnf(boards.write(folder / "board.txt", board), folder / "board.cnf")


class Job(SparkTest):
    def bin(self, stand_in_for_solver):
        """A folder of tools, of which one is another."""
        folder = self.folder / "bin"
        folder.mkdir()
        shutil.copy(BIN / "proof-check", folder)
        stand_in_for_solver(folder / "dimacs-solve")
        return folder

    def verify(self, formula, folder):
        return subprocess.run([BIN / "proof-check", formula, folder / "proof.drat"], capture_output=True, check=False).returncode

    def test_a_refutation_survives_a_lost_executor_and_goes_on_where_a_cube_had_no_answer(self):
        formula, result, marks = unsolvable(self.folder), self.folder / "result", self.folder / "marks"
        tools = self.bin(lambda path: stand_in(path, BIN / "dimacs-solve", marks, fatal=3, more=NO_ANSWER))
        words = [formula, result, "--cubes", 8, "--bin"]
        done = self.submit(JOB, *words, tools, master=CLUSTER)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("Lost executor", done.stderr)
        left = set(range(1, 9)) - {int(path.name.split(".")[0]) for path in (result / "refuted").iterdir()}
        self.assertEqual(len(left), 1)
        self.assertEqual(done.stdout.splitlines(), [
            "c 8 cubes, 8 of them to solve",
            f"c cube {min(left)} has no answer: dimacs-solve was ended by SIGKILL",
            f"c cubes left: {min(left)}",
            "s UNKNOWN",
        ])
        self.assertFalse((result / "proof.drat").exists())

        done = self.submit(JOB, *words, BIN)
        self.assertEqual(done.returncode, 20, done.stderr)
        proof = result / "proof.drat"
        self.assertEqual(
            done.stdout, f"c 8 cubes, 1 of them to solve\nc proof: {proof}\ns UNSATISFIABLE\n")
        self.assertEqual(self.verify(formula, result), 0)
        self.refuse_what_was_tampered_with(formula, result)

    def refuse_what_was_tampered_with(self, formula, result):
        """A piece that proves nothing is refused, and so is another formula. No cube is left, so Spark is not."""
        proof = result / "proof.drat"
        proof.unlink()
        largest = max((result / "refuted").iterdir(), key=lambda path: path.stat().st_size)
        whole = largest.read_bytes()
        last = [step for step in gzip.decompress(whole).decode().splitlines(keepends=True) if not step.startswith("d ")][-1]
        largest.write_bytes(gzip.compress(last.encode()))
        done = self.run_here(formula, result, "--cubes", 8)
        self.assertEqual((done.returncode, done.stdout), (2, "c 8 cubes, 0 of them to solve\n"))
        self.assertIn("error: the joined proof is refused, so there is no verdict", done.stderr)
        self.assertFalse(proof.exists())
        largest.write_bytes(whole)
        done = self.run_here(formula, result, "--cubes", 8)
        self.assertEqual(done.returncode, 20, done.stderr)
        for words in ([formula, result, "--cubes", 4], [self.small("1 2 0\n"), result, "--cubes", 8]):
            done = self.run_here(*words)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn("has another formula or other cubes", done.stderr)

    def test_a_model_ends_the_job_while_a_task_hangs(self):
        puzzle = boards.balanced(25, 0, 11)
        formula = cnf(boards.write(self.folder / "board.txt", puzzle), self.folder / "board.cnf")
        marks, pid = self.folder / "marks", self.folder / "pid"
        hangs = HANGS.format(pid=pid)
        tools = self.bin(lambda path: stand_in(path, BIN / "dimacs-solve", marks, fatal=0, more=hangs))
        done = self.submit(JOB, formula, self.folder / "result", "--cubes", 16, "--bin", tools)
        self.assertEqual(done.returncode, 10, done.stderr)
        lines = done.stdout.splitlines()
        self.assertEqual(lines[1], "s SATISFIABLE")
        self.assertTrue(all(line.startswith("v ") for line in lines[2:]))
        model = [int(word) for line in lines[2:] for word in line[2:].split()]
        self.assertEqual(model.pop(), 0)
        self.assertTrue(boards.solves(boards.of_model(model, 25), puzzle))
        # It did hang, and is gone.
        self.assertTrue(ends(int(pid.read_text())))

    def run_here(self, *words):
        """The job as a program by itself."""
        command = [sys.executable, JOB, *words, "--bin", BIN]
        return subprocess.run([*map(str, command)], env=self.environment, capture_output=True, text=True, check=False)

    def small(self, text):
        path = self.folder / "small.cnf"
        path.write_text(text)
        return path

    def test_trouble_is_no_verdict(self):
        full = self.folder / "full"
        full.mkdir()
        (full / "thesis.txt").write_text("mine")
        for formula, folder, options, expected in [
            ("p cnf 1 1\n1 x 0\n", "new", [], "2:3"),
            ("1 0\n", "full", [], "full is not empty"),
            ("1 0\n", "new", ["--cubes", 0], "expected 1 or more"),
            ("1 0\n", "new", ["--time-limit", "nan"], "expected a number of seconds above 0"),
        ]:
            done = self.run_here(self.small(formula), self.folder / folder, *options)
            self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
            self.assertIn(expected, done.stderr)
        self.assertEqual([path.name for path in full.iterdir()], ["thesis.txt"])
        self.assertFalse((self.folder / "new").exists())


class Pieces(unittest.TestCase):
    """What the job is made of, without Spark."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def solve_all(self, clauses, cubes):
        """The verdict on a formula by these cubes, one after the other, with a verified proof where there is one."""
        text = "p inccnf\n" + "".join(map(solve_cubes.line, clauses)) + "".join("a " + solve_cubes.line(cube) for cube in cubes)
        folder = Path(tempfile.mkdtemp(dir=self.folder))
        problem = solve_cubes.Problem(folder / "result", text)
        for number in problem.left():
            cube = problem.cubes[number - 1]
            verdict, found = solve_cubes.solve(BIN / "dimacs-solve", problem.clauses, [[lit] for lit in cube], folder)
            if verdict == solve_cubes.SAT:
                self.assertTrue(solve_cubes.is_model(problem.clauses, found))
                return verdict
            problem.piece(number).write_bytes(gzip.compress("".join(solve_cubes.weakened(found, cube)).encode()))
        verdict, found = problem.last_steps(BIN / "dimacs-solve")
        if verdict == solve_cubes.UNSAT:
            formula = folder / "formula.cnf"
            formula.write_text(problem.clauses)
            problem.join(found, BIN / "proof-check", formula)
        return verdict

    def test_cubes_that_leave_something_out_are_not_trusted(self):
        either = [[1, 2], [-1, -2]]
        self.assertEqual(self.solve_all(either, [[1, 2], [-1, -2]]), solve_cubes.SAT)
        neither = [*either, [1, -2], [-1, 2]]
        for cubes in ([], [[1]], [[1], [-1]], [[1, 2], [1, -2], [-1, 3]], [[1, 2, 1], [2, 1], [-2]], [[4], [-4]]):
            self.assertEqual(self.solve_all(neither, cubes), solve_cubes.UNSAT, cubes)
        # Pigeons take some search under each cube.
        var = lambda pigeon, hole: 5 * pigeon + hole + 1
        pigeons = [[var(pigeon, hole) for hole in range(5)] for pigeon in range(6)]
        pigeons += [[-var(a, hole), -var(b, hole)] for hole in range(5) for a in range(6) for b in range(a)]
        self.assertEqual(self.solve_all(pigeons, [[1], [-1, 7], [-1, -7, 13], [20]]), solve_cubes.UNSAT)

    def test_what_is_no_model_is_told_from_one(self):
        clauses = "1 -2 0\n2 3 0\n"
        self.assertTrue(solve_cubes.is_model(clauses, [1, 2, -3]))
        for lits in ([-1, 2, 3], [1], [1, -1, 2], []):
            self.assertFalse(solve_cubes.is_model(clauses, lits), lits)

    def test_only_own_steps_are_deleted(self):
        steps = "2 0\nd 3 4 0\nd 2 0\n1 5 0\n5 0\n5 0\n-1 6 0\n-1 0\n0\n7 0\n"
        self.assertEqual(
            [*solve_cubes.weakened(steps, [1])],
            ["-1 2 0\n", "d -1 2 0\n", "-1 5 0\n", "-1 5 0\n", "-1 6 0\n", "-1 0\n", "-1 0\n", "d -1 5 0\n", "d -1 5 0\n", "d -1 6 0\n"])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=Path, required=True)
    known, rest = parser.parse_known_args()
    BIN = known.bin.resolve()
    unittest.main(argv=[sys.argv[0], *rest])
