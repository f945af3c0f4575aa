#!/usr/bin/env python3
"""What the reason for "no solution" costs, and whether it is a smallest one: twenty unsolvable puzzles of four kinds.

    python3 benches/reasons.py target/release EASY FEW_GIVENS HARD [--no-hints]

The three are files with a puzzle of side 9 a line. CPU milliseconds of `pkg-lock`, the best of three runs. Each reason is asked of
`grid-solve`: its givens have no solution, and without any one of them they have one.
"""

import pathlib
import random
import re
import statistics
import subprocess
import sys
import tempfile

import harness

GIVEN = re.compile(r"sudoku-cell(\d)(\d) ?==(\d)")


def puzzles(path):
    found = re.findall(r"^[0-9.]{81}", pathlib.Path(path).read_text(), re.MULTILINE)
    return [puzzle.replace("0", ".") for puzzle in found[:5]]


def solutions(solver, grids):
    """A solution of each, `None` where there is none."""
    done = subprocess.run([solver], input="\n".join(grids) + "\n", capture_output=True, text=True)
    found = [re.fullmatch(r"[1-9]{81}", line) for line in done.stdout.splitlines()]
    assert len(found) == len(grids), done.stderr
    return found


def two_equal(puzzle):
    place = next(i for i in range(81) if puzzle[i] != ".")
    blank = next(i for i in range(place // 9 * 9, 81) if puzzle[i] == ".")
    return puzzle[:blank] + puzzle[place] + puzzle[blank + 1 :]


def sees(a, b):
    return a // 9 == b // 9 or a % 9 == b % 9 or (a // 27, a % 9 // 3) == (b // 27, b % 9 // 3)


def one_wrong(solver, puzzle, rng):
    """One more given, which no cell that it sees has, and which is not that of the solution."""
    (solution,) = solutions(solver, [puzzle])
    blanks = [i for i in range(81) if puzzle[i] == "."]
    rng.shuffle(blanks)
    for i in blanks:
        for value in "123456789":
            if value != solution[0][i] and not any(puzzle[j] == value and sees(i, j) for j in range(81)):
                return puzzle[:i] + value + puzzle[i + 1 :]


def is_smallest(solver, reason):
    grid = ["."] * 81
    for row, col, value in GIVEN.findall(reason):
        grid[9 * int(row) + int(col) - 10] = value
    whole = "".join(grid)
    fewer = [whole[:i] + "." + whole[i + 1 :] for i in range(81) if whole[i] != "."]
    return [found is not None for found in solutions(solver, [whole, *fewer])] == [False] + len(fewer) * [True]


def main():
    options = [word for word in sys.argv[1:] if word.startswith("--")]
    folder, *files = [word for word in sys.argv[1:] if not word.startswith("--")]
    folder = pathlib.Path(folder).resolve()
    solver, rng = folder / "grid-solve", random.Random(7)
    easy, few, hard = map(puzzles, files)
    kinds = {
        "two equal givens": [two_equal(puzzle) for puzzle in few],
        "wrong given, easy": [one_wrong(solver, puzzle, rng) for puzzle in easy],
        "wrong given, few givens": [one_wrong(solver, puzzle, rng) for puzzle in few],
        "wrong given, hard": [one_wrong(solver, puzzle, rng) for puzzle in hard],
    }
    everything = []
    print("| kind | CPU ms, median | most | givens | smallest |\n|---|--:|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as scratch:
        index, problem = pathlib.Path(scratch) / "index", pathlib.Path(scratch) / "problem"
        subprocess.run([folder / "sudoku2pkg", "index", index], check=True, stderr=subprocess.DEVNULL)
        for kind, unsolvable in kinds.items():
            times, sizes, n_smallest = [], [], 0
            for puzzle in unsolvable:
                write = [folder / "sudoku2pkg", "problem", "--out", problem, *options]
                subprocess.run(write, input=puzzle + "\n", text=True, check=True, stderr=subprocess.DEVNULL)
                lock = [folder / "pkg-lock", "--index", index, problem]
                times.append(min(1000 * harness.run(lock).cpu for _ in range(3)))
                reason = subprocess.run([*lock, "--explain", "requirements"], capture_output=True, text=True).stdout
                sizes.append(len(GIVEN.findall(reason)))
                n_smallest += is_smallest(solver, reason)
            everything += times
            row = f"{statistics.median(times):.0f} | {max(times):.0f} | {min(sizes)} to {max(sizes)}"
            print(f"| {kind} | {row} | {n_smallest} of {len(unsolvable)} |")
    print(f"| all | {statistics.median(everything):.0f} | {max(everything):.0f} | | |")


if __name__ == "__main__":
    main()
