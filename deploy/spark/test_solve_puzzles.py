#!/usr/bin/env python3
"""The job on a real Spark: a master and two workers on this machine, one executor killed while it works.

    deploy/spark/test_solve_puzzles.py --bin FOLDER      the folder of grid-solve and grid-gen

The package grid_solve has to be installed beside pyspark.
"""

import argparse
import csv
import subprocess
import sys
import unittest
from collections import Counter
from pathlib import Path

import pyarrow as pa
from local_spark import CLUSTER, SparkTest, stand_in
from pyarrow import parquet

JOB = Path(__file__).with_name("solve_puzzles.py")
BIN = None

# Of the rows that are no puzzles below, by the package and by the tool.
REASONS = [
    "column 1: found 0 cells, expected 81",
    "column 1: unexpected character '#', expected '.' or a digit",
    "column 2: unexpected byte 0x20, expected '.' or a digit",
    "column 1: unexpected byte 0xc3, expected '.' or a digit",
    "no text",
]


def gen(*options):
    return subprocess.run([BIN / "grid-gen", *options], check=True, capture_output=True, text=True).stdout.splitlines()


class Job(SparkTest):
    def run_job(self, *words, tool=None, master="local[2]"):
        # By the package, which is in this environment, or by a tool; in small tasks, so that there are many.
        words = [*(["--tool", tool] if tool else []), *words]
        return self.submit(JOB, *words, master=master, settings=["spark.sql.files.maxPartitionBytes=1m"])

    def rows(self, output):
        """How often each row is in the output."""
        return Counter(tuple(row.values()) for row in parquet.read_table(output).to_pylist())

    def local_rows(self, puzzles):
        """What the job should say, from grid-solve itself."""
        command = [BIN / "grid-solve", "--unique", "--format", "csv"]
        text = subprocess.run(command, input="\n".join(puzzles), capture_output=True, text=True, check=False).stdout
        rows = Counter()
        for row in csv.DictReader(text.splitlines()):
            self.assertEqual(row["puzzle"], puzzles[int(row["line"]) - 1])
            is_clash = row["solutions"]
            reason = row["reason"].partition(": " if is_clash else ", ")[2]
            guesses = int(row["guesses"]) if row["guesses"] else None
            rows[row["puzzle"], row["status"], row["solution"] or None, guesses, reason or None] += 1
        return rows

    def test_no_row_is_lost_or_doubled_when_an_executor_dies(self):
        puzzles = gen("--count", "199000", "--seed", "11")
        # Some of each status, some puzzles twice.
        puzzles += [puzzle[:40] + "." * 41 for puzzle in puzzles[:300]] + puzzles[:300]
        puzzles += [puzzle[:80] for puzzle in puzzles[:200]] + ["1" * 81] * 100 + ["12345678" + "." * 18 + "9" + "." * 54] * 100
        self.assertEqual(len(puzzles), 200_000)
        source, output, marks = (self.folder / name for name in ("puzzles.txt", "solved", "marks"))
        source.write_text("# a list\n\n" + "\n".join(puzzles))
        killer = stand_in(self.folder / "grid-solve", BIN / "grid-solve", marks, fatal=3)

        done = self.run_job(source, output, tool=killer, master=CLUSTER)
        self.assertEqual(done.returncode, 0, done.stderr)
        # It did die, and tasks were tried again.
        self.assertTrue((marks / "4").exists())
        self.assertIn("Lost executor", done.stderr)
        self.assertIn("Lost task", done.stderr)
        wanted = self.local_rows(puzzles)
        self.assertEqual({row[1] for row in wanted}, {"unique", "multiple", "none", "invalid"})
        self.assertEqual(self.rows(output), wanted)

        # The package says the same.
        output = self.folder / "solved-here"
        done = self.run_job(source, output)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.rows(output), wanted)

    def test_csv_and_parquet_keep_columns(self):
        puzzles = gen("--count", "50") + ["", "#", '1 ,"b\n', "\u00e9" * 81, None]
        table = pa.table({"id": range(len(puzzles)), "quizzes": puzzles})
        parquet.write_table(table, self.folder / "in.parquet")
        with open(self.folder / "in.csv", "w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(table.schema.names)
            # A line end in a field is for readers that expect it.
            writer.writerows(row.values() for row in table.to_pylist() if "\n" not in (row["quizzes"] or ""))
        for kind, tool in (("csv", None), ("parquet", None), ("parquet", BIN / "grid-solve")):
            output = self.folder / f"out-{kind}-{tool is None}"
            words = ["--format", kind, "--column", "quizzes", "--keep", "id", self.folder / f"in.{kind}", output]
            done = self.run_job(*words, tool=tool)
            self.assertEqual(done.returncode, 0, done.stderr)
            rows = {int(row["id"]): row for row in parquet.read_table(output).to_pylist()}
            self.assertEqual(set(rows), {i for i in range(len(puzzles)) if kind == "parquet" or "\n" not in (puzzles[i] or "")})
            for number, row in rows.items():
                self.assertEqual(row["puzzle"] or "", puzzles[number] or "")
                self.assertEqual(row["status"], "unique" if number < 50 else "invalid")
                self.assertEqual(row["reason"] is None, number < 50)
            if kind == "parquet":
                # What stands in the row, not what stood for it on the way.
                reasons = [rows[number]["reason"] for number in range(50, len(puzzles))]
                self.assertEqual(reasons, REASONS)

    def test_a_job_that_cannot_be_done_writes_nothing(self):
        tool = self.folder / "grid-solve"
        tool.write_text("#!/bin/sh\nkill -9 $$\n")
        source, output = self.folder / "puzzles.txt", self.folder / "solved"
        source.write_text("." * 81)
        done = self.run_job(source, output, tool=tool)
        self.assertNotEqual(done.returncode, 0)
        said = (done.stdout + done.stderr).splitlines()
        self.assertTrue(any(line.startswith("solve_puzzles.py: error: RuntimeError: grid-solve ended with -9") for line in said))
        self.assertEqual([*output.rglob("*.parquet"), *output.rglob("_SUCCESS")], [])
        output.mkdir(exist_ok=True)
        done = self.run_job(source, output)
        self.assertEqual(done.returncode, 1)
        self.assertIn("solve_puzzles.py: error: [PATH_ALREADY_EXISTS]", done.stdout)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=Path, required=True)
    known, rest = parser.parse_known_args()
    BIN = known.bin.resolve()
    unittest.main(argv=[sys.argv[0], *rest])
