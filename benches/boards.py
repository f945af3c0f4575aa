"""Boards for the benchmarks, the same on every machine; and what a right answer is."""

import itertools
import math
import random
from pathlib import Path


def full_grid(n, rng):
    """A full grid of side n = m²: a cyclic one with rows, columns, bands, stacks and symbols shuffled, and transposed
    or not. Values are from 1."""
    m = math.isqrt(n)

    def lines():
        return [band * m + line for band in rng.sample(range(m), m) for line in rng.sample(range(m), m)]

    rows, cols, symbols = lines(), lines(), rng.sample(range(1, n + 1), n)
    grid = [[symbols[(m * (row % m) + row // m + col) % n] for col in cols] for row in rows]
    return [list(col) for col in zip(*grid)] if rng.random() < 0.5 else grid


def board(n, seed, least=0.60, most=0.64):
    """A puzzle with 60 to 64 % of its cells blank (0), at random places."""
    rng = random.Random(f"{n} {seed}")
    grid = full_grid(n, rng)
    for cell in rng.sample(range(n * n), round(rng.uniform(least, most) * n * n)):
        grid[cell // n][cell % n] = 0
    return grid


def balanced(n, seed, n_givens):
    """A puzzle with `n_givens` givens in each row, column and block: the cells where another full grid has one of so
    many symbols. Of all puzzles with as many givens these are the hardest (Ansótegui, Béjar, Fernàndez, Gomes, Mateu:
    The Impact of Balancing on Problem Hardness in a Highly Structured Domain, AAAI 2006)."""
    rng = random.Random(f"balanced {n} {seed} {n_givens}")
    grid, other = full_grid(n, rng), full_grid(n, rng)
    kept = set(rng.sample(range(1, n + 1), n_givens))
    return [[value if key in kept else 0 for value, key in zip(*rows)] for rows in zip(grid, other)]


def blank(n):
    return [[0] * n for _ in range(n)]


def write(path, grid):
    """Numbers separated by blanks, `.` for a blank: the layout that has any side. 9×9 as plain rows."""
    between = "" if len(grid) <= 9 else " "
    symbols = [[str(value or ".") for value in row] for row in grid]
    Path(path).write_text("".join(between.join(row) + "\n" for row in symbols))
    return path


def read(path):
    """The grid of a file of numbers separated by blanks, 0 for a blank."""
    return [[int(word) for word in line.split()] for line in Path(path).read_text().splitlines() if line.strip()]


def hole_share(grid):
    return sum(row.count(0) for row in grid) / len(grid) ** 2


def of_model(literals, n):
    """The grid of a model, or None if some cell has no value or two."""
    grid = blank(n)
    for literal in literals:
        if 0 < literal <= n**3:
            value, cell = divmod(literal - 1, n * n)
            if grid[cell // n][cell % n]:
                return None
            grid[cell // n][cell % n] = value + 1
    return grid if all(map(all, grid)) else None


def solves(grid, puzzle):
    """Whether a grid obeys the rules and keeps the givens. For a model of ours that is the same as making every clause
    true: all variables are cell variables, and the clauses say just this."""
    n = len(puzzle)
    m = math.isqrt(n)
    whole = set(range(1, n + 1))
    blocks = [[grid[row][col] for row in range(top, top + m) for col in range(left, left + m)]
              for top, left in itertools.product(range(0, n, m), repeat=2)]
    houses = itertools.chain(grid, zip(*grid), blocks)
    kept = all(given in (0, value) for givens, row in zip(puzzle, grid) for given, value in zip(givens, row))
    return kept and all(set(house) == whole for house in houses)
