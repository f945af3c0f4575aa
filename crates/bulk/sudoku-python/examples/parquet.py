#!/usr/bin/env python3
"""Parquet in, Parquet out, a batch at a time: what grid_solve finds out comes in columns after those of the input.

    python3 parquet.py puzzles.parquet solved.parquet [--column puzzle]
"""

import argparse

import grid_solve as gs
import pyarrow as pa
from pyarrow import parquet


def solved(batch: pa.RecordBatch, column: str) -> pa.Table:
    """The rows of a batch with their status, solution, guesses and hardest technique."""
    puzzles = batch[column]
    found, rated = gs.solve(puzzles), gs.rate(puzzles)
    rows = pa.Table.from_batches([batch])
    for name, values in {
        "status": pa.array(found.status.tolist()),
        "solution": pa.array(gs.to_arrow(found.solutions)),
        "guesses": pa.array(found.guesses),
        "technique": pa.array(rated.names.tolist()),
    }.items():
        rows = rows.append_column(name, values)
    return rows


def main(source: str, target: str, column: str = "puzzle") -> int:
    """How many rows there were."""
    file, n_rows, writer = parquet.ParquetFile(source), 0, None
    for batch in file.iter_batches(batch_size=1 << 16):
        rows = solved(batch, column)
        writer = writer or parquet.ParquetWriter(target, rows.schema)
        writer.write_table(rows)
        n_rows += len(rows)
    if writer:
        writer.close()
    return n_rows


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source")
    parser.add_argument("target")
    parser.add_argument("--column", default="puzzle")
    args = parser.parse_args()
    print(main(args.source, args.target, args.column), "rows")
