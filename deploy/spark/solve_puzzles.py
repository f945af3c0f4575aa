#!/usr/bin/env python3
"""Solve puzzles on a Spark cluster: text, CSV or Parquet in, Parquet out, a row for each puzzle.

    spark-submit --master MASTER deploy/spark/solve_puzzles.py INPUT… OUTPUT
    spark-submit --master MASTER deploy/spark/solve_puzzles.py --tool target/release/grid-solve INPUT… OUTPUT

Each task solves its rows with the Python package grid_solve, a batch at a time, without a copy of the texts. Where the
machines of the cluster do not have it, --tool names the program, which then goes with the job to every machine.
Nothing remains of a task that failed, as Spark commits what a task wrote when it is done; it is tried again, elsewhere
if its machine is gone. So each row of the input is one of the output, whatever happens on the way.

Columns: puzzle, as it stands in the input; status (unique, multiple, none, invalid); solution, if it is the only one;
guesses; reason, if the row is invalid; and those of the input that --keep names.
"""

import argparse
import io
import re
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv
from pyspark import SparkFiles
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession
from pyspark.sql import functions as sql

TOOL = "grid-solve"
ANSWER = {"status": pa.string(), "solution": pa.string(), "guesses": pa.int64(), "reason": pa.string()}
# What would make two fields or lines of one, or a comment, in the tool's eyes.
PARTING = re.compile(rb'[\s,;"#]')


def solve_here(batches):
    """The rows of a task with the package's answers."""
    import grid_solve as package

    for batch in batches:
        puzzles = batch["puzzle"]
        # One core is what Spark gives to a task.
        found = package.solve(puzzles, threads=1)
        status = pa.array(found.status.tolist(), pa.string())
        is_unique = pc.equal(status, "unique")
        is_invalid = pc.equal(status, "invalid")
        solution = pc.if_else(is_unique, pa.array(package.to_arrow(found.solutions)), None)
        reasons = iter(package.reasons(puzzles.filter(is_invalid)))
        reason = pa.array([next(reasons) if wrong else None for wrong in is_invalid.to_pylist()], pa.string())
        no_puzzle = pc.equal(pa.array(package.cells(puzzles)[:, 0]), package.ABSENT)
        guesses = pc.if_else(no_puzzle, None, pa.array(found.guesses, pa.int64()))
        answers = {"status": status, "solution": solution, "guesses": guesses, "reason": reason}
        yield from with_answers(batch, answers)


def solve_by_tool(batches):
    """The rows of a task with the tool's answers."""
    tool = SparkFiles.get(TOOL)
    for batch in batches:
        yield from with_answers(batch, ask(tool, batch["puzzle"]))


def with_answers(batch, answers):
    rows = pa.Table.from_batches([batch])
    for name in ANSWER:
        rows = rows.append_column(name, answers[name])
    return rows.to_batches()


def ask(tool, puzzles):
    """A table of ANSWER for these puzzles; an exception unless there is an answer for each."""
    texts = [None if puzzle is None else puzzle.strip() for puzzle in puzzles.cast(pa.binary()).to_pylist()]
    lines = [PARTING.sub(b"?", text or b"") or b"?" for text in texts]
    # A line of names comes first, so that no puzzle is taken for one.
    text = b"\n".join([b"puzzle", *lines, b""])
    command = [tool, "--unique", "--format", "csv", "-j", "1"]
    done = subprocess.run(command, input=text, capture_output=True, check=False)
    # 1 says that some line is invalid, and so does that line.
    if done.returncode not in (0, 1):
        raise RuntimeError(f"{TOOL} ended with {done.returncode}: {done.stderr.decode(errors='replace')}")
    types = {"line": pa.int64(), **ANSWER}
    options = csv.ConvertOptions(column_types=types, include_columns=list(types), strings_can_be_null=True)
    found = csv.read_csv(io.BytesIO(done.stdout), convert_options=options)
    if found["line"].to_pylist() != list(range(2, len(lines) + 2)):
        raise RuntimeError(f"{TOOL} answered {len(found)} of {len(lines)} lines")
    # Line numbers are those of the batch, and tell nobody anything.
    reasons = pc.replace_substring_regex(found["reason"], r"^line \d+(, |: )", "").to_pylist()
    reasons = [about(text, reason) for text, reason in zip(texts, reasons, strict=True)]
    return found.set_column(found.schema.get_field_index("reason"), "reason", pa.array(reasons, pa.string()))


def about(text, reason):
    """A reason that says what stands in the row, where the tool was shown a question mark instead."""
    if not text:
        return "no text" if text is None else "column 1: found 0 cells, expected 81"
    parting = PARTING.search(text)
    if parting is None or not reason.startswith(f"column {parting.start() + 1}: unexpected character '?'"):
        return reason
    byte = parting.group()[0]
    found = f"character '{chr(byte)}'" if chr(byte).isprintable() and byte != 32 else f"byte 0x{byte:02x}"
    return reason.replace("character '?'", found, 1)


def read(spark, args):
    """The input as a column `puzzle` and those that are kept."""
    if args.format == "text":
        lines = spark.read.text(args.inputs, lineSep="\n").where(r"value not rlike '^\\s*(#|$)'")
        return lines.select(sql.regexp_extract("value", r'^\s*"?([^\s,;"]*)', 1).alias("puzzle"))
    reader = spark.read.option("header", True) if args.format == "csv" else spark.read
    frame = getattr(reader, args.format)(*([args.inputs] if args.format == "csv" else args.inputs))
    kept = [sql.col(name) for name in args.keep]
    return frame.select(*kept, sql.col(args.column).cast("string").alias("puzzle"))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("inputs", nargs="+", metavar="INPUT", help="files or folders, wherever Spark can read")
    parser.add_argument("output", metavar="OUTPUT", help="a folder that is not there yet")
    parser.add_argument("--tool", type=Path, help="the program grid-solve, built for machines without the package grid_solve")
    parser.add_argument("--format", choices=["text", "csv", "parquet"], default="text", help="what the input is (default: text)")
    parser.add_argument("--column", default="puzzle", help="of CSV and Parquet, which column has the puzzle (default: puzzle)")
    parser.add_argument("--keep", action="append", default=[], metavar="COLUMN", help="a column of CSV and Parquet to keep")
    args = parser.parse_args()
    if args.tool and (args.tool.name != TOOL or not args.tool.is_file()):
        parser.error(f"{args.tool} is not the program {TOOL}")
    if args.format == "text" and args.keep:
        parser.error("text has no columns to keep")
    return args


def main():
    args = arguments()
    spark = SparkSession.builder.appName("solve puzzles").getOrCreate()
    if args.tool:
        spark.sparkContext.addFile(str(args.tool.resolve()))
    frame = read(spark, args)
    answers = "status string, solution string, guesses bigint, reason string"
    kept = "".join(f"`{field.name}` {field.dataType.simpleString()}, " for field in frame.schema)
    frame.mapInArrow(solve_by_tool if args.tool else solve_here, kept + answers).write.parquet(args.output)


def cause(error):
    """What went wrong, in a line: in what Python said on an executor that is the last line of its trace."""
    lines = [line.strip() for line in str(error).splitlines()]
    said = [line for line in lines if re.match(r"([A-Za-z_]\w*\.)*[A-Za-z_]\w*(Error|Exception): ", line)]
    is_from_python = any(line.startswith("Traceback (most recent call last)") for line in lines)
    return said[-1] if said and is_from_python else lines[0]


if __name__ == "__main__":
    try:
        main()
    except PySparkException as error:
        sys.exit(f"solve_puzzles.py: error: {cause(error)}")
