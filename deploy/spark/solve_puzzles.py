#!/usr/bin/env python3
"""Solve puzzles on a Spark cluster: text, CSV or Parquet in, Parquet out, a row for each puzzle.

    spark-submit --master MASTER deploy/spark/solve_puzzles.py --tool target/release/grid-solve INPUT… OUTPUT

The tool goes with the job to every machine, and each task sends its rows through it, a batch at a time. Nothing
remains of a task that failed, as Spark commits what a task wrote when it is done; it is tried again, elsewhere
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


def solve(batches):
    """The rows of a task with the tool's answers."""
    tool = SparkFiles.get(TOOL)
    for batch in batches:
        rows = pa.Table.from_batches([batch])
        answers = ask(tool, batch["puzzle"])
        for name in ANSWER:
            rows = rows.append_column(name, answers[name])
        yield from rows.to_batches()


def ask(tool, puzzles):
    """A table of ANSWER for these puzzles; an exception unless there is an answer for each."""
    lines = [PARTING.sub(b"?", puzzle or b"") or b"?" for puzzle in puzzles.cast(pa.binary()).to_pylist()]
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
    reason = pc.replace_substring_regex(found["reason"], r"^line \d+(, |: )", "")
    return found.set_column(found.schema.get_field_index("reason"), "reason", reason)


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
    parser.add_argument("--tool", type=Path, required=True, help="the program grid-solve, built for the cluster's machines")
    parser.add_argument("--format", choices=["text", "csv", "parquet"], default="text", help="what the input is (default: text)")
    parser.add_argument("--column", default="puzzle", help="of CSV and Parquet, which column has the puzzle (default: puzzle)")
    parser.add_argument("--keep", action="append", default=[], metavar="COLUMN", help="a column of CSV and Parquet to keep")
    args = parser.parse_args()
    if args.tool.name != TOOL or not args.tool.is_file():
        parser.error(f"{args.tool} is not the program {TOOL}")
    if args.format == "text" and args.keep:
        parser.error("text has no columns to keep")
    return args


def main():
    args = arguments()
    spark = SparkSession.builder.appName("solve puzzles").getOrCreate()
    spark.sparkContext.addFile(str(args.tool.resolve()))
    frame = read(spark, args)
    answers = "status string, solution string, guesses bigint, reason string"
    kept = "".join(f"`{field.name}` {field.dataType.simpleString()}, " for field in frame.schema)
    frame.mapInArrow(solve, kept + answers).write.parquet(args.output)


if __name__ == "__main__":
    try:
        main()
    except PySparkException as error:
        sys.exit(f"solve_puzzles.py: error: {str(error).splitlines()[0]}")
