#!/usr/bin/env python3
"""Compare the answers of grid-solve with those of tdoku, on hundreds of thousands of awkward puzzles.

    benches/bulk_check.py --bin target/release --data ../shared/data --tdoku FOLDER [--lines 375098] [--seed 1]

The folder is as for benches/bulk.py. The lines are all puzzles of the lists, and as many again of five kinds: one given less, two
less, one changed, one added, and up to 16 random givens; in random order. Compared are how many solutions there are, up to 50,
and the solution where there is only one; tdoku knows no "invalid", so two equal givens in a house have to have none there. All
instructions that this machine has take part. The run ends at the first difference.
"""

import argparse
import random
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

from bulk import build_peer, levels
from harness import need

LIMIT = 50


def lists(data):
    """The puzzles of all lists, with dots for blanks."""
    found = []
    for path in sorted(data.glob("*.txt")):
        for line in path.read_text().splitlines():
            puzzle = line[:81].replace("0", ".")
            if len(puzzle) == 81 and set(puzzle) <= set(".123456789"):
                found.append(puzzle)
    need(found, f"{data} has no puzzles")
    return found


def changed(puzzle, kind, rng):
    """A puzzle of one of the kinds."""
    cells = list(puzzle)
    given = [cell for cell in range(81) if cells[cell] != "."]
    blank = [cell for cell in range(81) if cells[cell] == "."]
    if kind == "one less" and given:
        cells[rng.choice(given)] = "."
    elif kind == "two less" and len(given) > 1:
        for cell in rng.sample(given, 2):
            cells[cell] = "."
    elif kind == "one changed" and given:
        cell = rng.choice(given)
        cells[cell] = rng.choice([digit for digit in "123456789" if digit != cells[cell]])
    elif kind == "one added" and blank:
        cells[rng.choice(blank)] = rng.choice("123456789")
    elif kind == "random":
        cells = ["."] * 81
        for cell in rng.sample(range(81), rng.randrange(17)):
            cells[cell] = rng.choice("123456789")
    return "".join(cells)


def lines(data, count, seed):
    rng = random.Random(seed)
    known = lists(data)
    rng.shuffle(known)
    found = known[:count]
    kinds = ["one less", "two less", "one changed", "one added", "random"]
    while len(found) < count:
        found.append(changed(rng.choice(known), kinds[len(found) % len(kinds)], rng))
    rng.shuffle(found)
    return found


def output(*command):
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False)
    # 1 says that some line is invalid.
    need(done.returncode in (0, 1), f"{command[0]} ended with {done.returncode}: {done.stderr}")
    return done.stdout.splitlines()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--tdoku", type=Path, required=True)
    parser.add_argument("--lines", type=int, default=375_098)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "puzzles"
        puzzles = lines(args.data, args.lines, args.seed)
        path.write_text("".join(puzzle + "\n" for puzzle in puzzles))
        peer = build_peer(args.tdoku, Path(name))
        counts, first = output(peer, "count", LIMIT, path), output(peer, "solve", 2, path)
        tool = args.bin / "grid-solve"
        for level in levels(tool):
            kinds = Counter()
            found_counts = output(tool, "--simd", level, "--count", "--limit", LIMIT, path)
            found_first = output(tool, "--simd", level, "--unique", path)
            need(len(found_counts) == len(found_first) == len(puzzles), f"{level}: lines are lost")
            for puzzle, count, solved, wanted, solution in zip(puzzles, found_counts, found_first, counts, first, strict=True):
                wanted = wanted.removeprefix(puzzle + " ")
                is_invalid = " invalid: " in count
                shown = "0" if is_invalid else count.removeprefix(puzzle + " ").removesuffix("+")
                need(shown == wanted, f"{level}: {puzzle} has {shown} solutions, tdoku says {wanted}")
                need((" invalid: " in solved) == is_invalid, f"{level}: {puzzle} is invalid in one mode only")
                solved = f"{puzzle} none" if is_invalid else solved
                need(solved == solution, f"{level}: {puzzle} has {solved}, tdoku says {solution}")
                one_of = {"0": "none", "1": "unique", str(LIMIT): f"{LIMIT} or more"}
                kinds["invalid" if is_invalid else one_of.get(wanted, f"2 to {LIMIT - 1}")] += 1
            print(f"{level}: {len(puzzles)} puzzles, no difference:", ", ".join(f"{n} {kind}" for kind, n in sorted(kinds.items())))


if __name__ == "__main__":
    main()
