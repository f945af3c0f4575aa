"""Classic 9×9 Sudoku by the million, as arrays.

Every function takes puzzles as

- a NumPy array of any integer type, of shape (N, 81), (N, 9, 9), or (81,) for one, with 0 for a blank;
- a list, or any array, of texts of 81 characters, with ``.``, ``0``, ``*``, ``_``, ``-`` or ``x`` for a blank;
- an Arrow array or column of strings: pyarrow, Polars, DuckDB, pandas 3, anything with ``__arrow_c_array__`` or
  ``__arrow_c_stream__``, without a copy.

A row that is not a puzzle is never an exception: what stands for it is said at each function. Python's lock is
released while the engine works; Ctrl-C ends a call soon. Answers depend on a row alone, not on threads, machine or neighbours.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import Any, Literal, NamedTuple, overload

import numpy as np

from . import _native
from ._native import ABSENT, TECHNIQUES, UNSOLVABLE, __version__

__all__ = [
    "ABSENT", "TECHNIQUES", "UNSOLVABLE", "Hint", "Rated", "Solved", "Weighted", "__version__", "augment", "canonical", "cells", "check", "count",
    "from_model", "generate", "hints", "is_equivalent", "rate", "reasons", "solve", "texts", "to_arrow", "to_cnf",
]

MOST = 2**63 - 1
MOST_THREADS = 1024


class Solved(NamedTuple):
    """What :func:`solve` finds out."""

    solutions: np.ndarray
    """uint8 (N, 81): the first solution of each row, zeros where there is none."""
    counts: np.ndarray
    """int64 (N,): how many solutions there are, up to the limit; -1 for a row that is not a puzzle, or whose givens clash."""
    guesses: np.ndarray
    """uint32 (N,): how often the deductions of the solver came to an end."""
    limit: int
    """How many solutions of each row were looked for."""

    @property
    def status(self) -> np.ndarray:
        """str (N,): ``unique``, ``multiple``, ``none`` or ``invalid``; with limit 1 ``solvable`` for the first two."""
        one = "solvable" if self.limit == 1 else "unique"
        names = np.array(["invalid", "none", one, "multiple"])
        return names[np.clip(self.counts, -1, 2) + 1]


class Rated(NamedTuple):
    """What :func:`rate` finds out."""

    techniques: np.ndarray
    """uint8 (N,): the hardest technique that a person needs, as an index into ``TECHNIQUES``; ``UNSOLVABLE``
    (254) where there is no solution, ``ABSENT`` (255) for a row that is not a puzzle, or whose givens clash."""
    guesses: np.ndarray
    """uint32 (N,): the guesses of a fixed solver until it has proved how many solutions there are."""
    steps: np.ndarray
    """uint32 (N, 4): how many steps there are of each technique, in the order of ``TECHNIQUES``, until the grid is full or a
    search is needed."""

    @property
    def names(self) -> np.ndarray:
        """str (N,): the names of the techniques; ``none`` and ``invalid`` where the status of :func:`solve` is that."""
        names = np.array([*TECHNIQUES, "none", "invalid"])
        # As signed numbers, UNSOLVABLE and ABSENT are the last two.
        return names[self.techniques.view(np.int8)]


class Weighted(NamedTuple):
    """What :func:`generate` makes with ``weighted=True``."""

    puzzles: np.ndarray
    """uint8 (N, 81): minimal puzzles."""
    weights: np.ndarray
    """float64 (N,): the weight of each. The mean of all weights is how many minimal puzzles a full grid has."""


class Hint(NamedTuple):
    """A step of a person, or what stops them: then ``technique`` is empty."""

    text: str
    """The step with its reason, in words."""
    technique: str
    """One of ``TECHNIQUES``."""
    place: tuple[int, int] | None
    """The cell, 0 to 80, that is filled, and its digit."""
    strikes: list[tuple[int, int]]
    """Cells, and the digits that they cannot hold."""
    because: list[int]
    """The cells that the reason is about."""


def _number(name: str, value: Any, least: int, most: int) -> int:
    """The integer that an argument says, within its bounds."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"found {name} of type {type(value).__name__}, expected an integer") from None
    if not least <= number <= most:
        raise ValueError(f"found {name} {number}, expected {least} to {most}")
    return number


def _threads(threads: int | None) -> int | None:
    return None if threads is None else _number("threads", threads, 1, MOST_THREADS)


def cells(puzzles: Any) -> np.ndarray:
    """The puzzles as uint8 (N, 81), 0 for a blank; ``ABSENT`` in all cells of a text that is not a puzzle, and in each cell of
    an array that is masked or holds no number from 0 to 9.

    >>> cells(["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"])[0, :5]
    array([5, 3, 0, 0, 7], dtype=uint8)

    Raises TypeError for what is neither integers nor texts, ValueError for rows that do not have 81 cells.
    """
    if hasattr(puzzles, "__arrow_c_stream__") or hasattr(puzzles, "__arrow_c_array__"):
        return _native.arrow_texts(puzzles)
    found = _texts(puzzles)
    if found is not None:
        return _native.texts(found)
    array = _array(puzzles)
    if array.dtype.kind not in "iuO":
        raise TypeError(f"found an array of {array.dtype}, expected integers or texts")
    if array.shape in ((81,), (9, 9)):
        array = array.reshape(1, 81)
    elif array.shape[1:] not in ((81,), (9, 9)):
        raise ValueError(f"found an array of shape {array.shape}, expected (N, 81) or (N, 9, 9)")
    mask = np.ma.getmaskarray(array).reshape(-1, 81) if isinstance(array, np.ma.MaskedArray) else None
    array = np.ma.getdata(array).reshape(-1, 81)
    if array.dtype.kind == "O":
        # Python's integers of any size, with what stands for a missing one.
        is_digit = np.array([isinstance(item, int | np.integer) and 0 <= item <= 9 for item in array.flat], dtype=bool)
        is_digit = is_digit.reshape(array.shape)
        array = np.where(is_digit, array, ABSENT)
    else:
        is_digit = (array >= 0) & (array <= 9)
    if mask is not None:
        is_digit &= ~mask
    if array.dtype != np.uint8 or not is_digit.all():
        array = np.where(is_digit, array.astype(np.uint8), np.uint8(ABSENT))
    return np.ascontiguousarray(array)


def _array(puzzles: Any) -> np.ndarray:
    """An array of what is neither a text nor a list of texts; masks stay."""
    if isinstance(puzzles, np.ma.MaskedArray):
        return puzzles
    try:
        if isinstance(puzzles, list | tuple) and any(isinstance(item, np.ma.MaskedArray) for item in puzzles):
            return np.ma.array(puzzles)
        array = np.asarray(puzzles)
    except ValueError as error:
        raise ValueError("found rows of several lengths or kinds, expected (N, 81) or (N, 9, 9)") from error
    if array.dtype.kind == "O" and not array.ndim:
        raise TypeError(f"found {type(puzzles).__name__}, expected an array, a list or an Arrow column")
    return array


def _texts(puzzles: Any) -> list | None:
    """The texts, if these are texts."""
    text = str | bytes | bytearray
    if isinstance(puzzles, text):
        return [puzzles]
    if isinstance(puzzles, list | tuple) and (
        any(isinstance(item, text) for item in puzzles) or all(item is None for item in puzzles)
    ):
        return list(puzzles)
    array = _array(puzzles)
    if array.dtype.kind == "O":
        if array.ndim > 1 or (array.size == 81 and all(isinstance(item, int) for item in array)):
            return None
    elif array.dtype.kind not in "UST":
        return None
    if array.ndim > 1:
        raise ValueError(f"found texts of shape {array.shape}, expected (N,)")
    if isinstance(array, np.ma.MaskedArray):
        array = array.astype(object).filled(None)
    return [*array.reshape(-1)]


def reasons(puzzles: Any) -> list[str | None]:
    """Why each row is not a puzzle, or which of its givens clash; None for a row that is one.

    >>> reasons(["." * 80, "11" + "." * 79, "." * 81])
    ['column 81: found 80 cells, expected 81', 'row 1 has two 1s, columns 1 and 2', None]
    """
    if hasattr(puzzles, "__arrow_c_stream__") or hasattr(puzzles, "__arrow_c_array__"):
        return _native.arrow_reasons(puzzles)
    found = _texts(puzzles)
    return _native.row_reasons(cells(puzzles)) if found is None else _native.text_reasons(found)


def solve(puzzles: Any, limit: int = 2, threads: int | None = None) -> Solved:
    """Looks for up to ``limit`` solutions of each puzzle; every one is checked against the rules and the givens.

    >>> found = solve("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> found.counts, found.solutions.shape, str(found.status[0])
    (array([1]), (1, 81), 'unique')
    """
    limit = _number("limit", limit, 1, MOST)
    return Solved(*_native.solve(cells(puzzles), limit, _threads(threads)), limit)


def count(puzzles: Any, limit: int = 1_000_000, threads: int | None = None) -> np.ndarray:
    """How many solutions each puzzle has, up to ``limit``, as int64 (N,); -1 for what is not a puzzle.

    >>> count(["." * 81, "short"], limit=1000)
    array([1000,   -1])
    """
    return solve(puzzles, limit, threads).counts


def rate(puzzles: Any, threads: int | None = None) -> Rated:
    """How hard each puzzle is.

    >>> str(rate(["." * 81]).names[0])
    'search'
    """
    return Rated(*_native.rate(cells(puzzles), _threads(threads)))


def hints(puzzles: Any) -> list[list[Hint] | None]:
    """The steps of a person for each puzzle, the next one first, until the grid is full or no technique goes on; None for what
    is not a puzzle. No step is a guess, so in a puzzle with one solution each is true of it.

    >>> hints("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")[0][0].text
    '8 has one place left in block 2: row 1, column 6'
    """
    return [None if steps is None else [Hint(*step) for step in steps] for steps in _native.hints(cells(puzzles))]


def to_cnf(puzzle: Any, encoding: str = "natural") -> list[list[int]]:
    """One puzzle as the clauses of ``sudoku2cnf``, ``natural``, ``extended`` or ``reduced``, as SAT solvers take them: variable
    ``81 * (digit - 1) + cell + 1``, with cells from 0, says that the cell holds the digit.

    >>> len(to_cnf("." * 81)), to_cnf("." * 80 + "1")[0]
    (11745, [81])

    Raises ValueError for what is not one puzzle, and for another encoding.
    """
    return _native.to_cnf(cells(puzzle), encoding)


def from_model(model: Iterable[int]) -> np.ndarray:
    """The grid that a model of such clauses says, as uint8 (81,): literals in any order, as ``pysat.solvers.Solver.get_model``
    has them. Variables above 729 do not matter.

    Raises ValueError if a cell has no digit or two, or the grid breaks a rule.
    """
    return _native.from_model(list(model))


def canonical(puzzles: Any, threads: int | None = None) -> np.ndarray:
    """The smallest equivalent of each puzzle, as uint8 (N, 81): transposed, with bands, rows, stacks and columns exchanged
    and digits renamed. Two puzzles are equivalent if and only if theirs are equal. ``ABSENT`` for what is not a puzzle.

    >>> texts(canonical(["." * 40 + "7" + "." * 40])) == ["." * 80 + "1"]
    True
    """
    return _native.canonical(cells(puzzles), _threads(threads))


def is_equivalent(puzzles: Any, others: Any, threads: int | None = None) -> np.ndarray:
    """Whether puzzle ``i`` is a rearrangement of ``others[i]``, as bool (N,); not so for what is not a puzzle."""
    forms, other_forms = canonical(puzzles, threads), canonical(others, threads)
    if len(forms) != len(other_forms):
        raise ValueError(f"found {len(forms)} puzzles and {len(other_forms)} others")
    return (forms == other_forms).all(axis=1) & (forms[:, 0] != ABSENT)


def check(puzzles: Any, solutions: Any) -> np.ndarray:
    """Whether grid ``i`` of ``solutions`` keeps the givens of puzzle ``i`` and the rules, as bool (N,)."""
    return _native.check(cells(puzzles), cells(solutions))


@overload
def generate(
    n: int, seed: int = ..., givens: int | None = ..., minimal: bool = ..., symmetry: str = ..., technique: str | None = ...,
    *, uniform: bool = ..., weighted: Literal[False] = ...,
) -> np.ndarray: ...
@overload
def generate(
    n: int, seed: int = ..., givens: None = ..., minimal: bool = ..., symmetry: Literal["none"] = ...,
    technique: str | None = ..., *, uniform: bool = ..., weighted: Literal[True],
) -> Weighted: ...
def generate(
    n: int, seed: int = 0, givens: int | None = None, minimal: bool = False, symmetry: str = "none",
    technique: str | None = None, *, uniform: bool = False, weighted: bool = False,
) -> np.ndarray | Weighted:
    """Makes ``n`` puzzles with one solution, as uint8 (N, 81): the same ones for a seed.

    ``givens`` is how many each has, 20 to 81; without it about 30, with ``minimal`` as few as it gets. ``symmetry`` is ``none``,
    ``half-turn``, ``quarter-turn``, ``mirror`` or ``diagonal``. ``technique`` is the hardest that a person needs, of ``TECHNIQUES``.

    ``uniform`` starts from full grids that are all equally likely; with ``givens=81`` these are what it makes. ``weighted`` makes
    minimal puzzles from such grids, as :class:`Weighted`: means with these weights are those of all minimal puzzles. It goes with
    ``technique``, not with ``givens`` and ``symmetry``.

    Raises MemoryError if there is no memory for ``n``, ValueError for other names and numbers, and if 200,000 attempts in a row give no
    such puzzle: it says how many attempts were made, and how many puzzles they gave.

    >>> int(count(generate(3, seed=7, minimal=True), limit=2).max())
    1
    >>> found = generate(1000, weighted=True)
    >>> found.puzzles.shape, found.weights.shape
    ((1000, 81), (1000,))
    """
    n, seed = _number("n", n, 0, MOST), _number("seed", seed, 0, 2**64 - 1)
    givens = None if givens is None else _number("givens", givens, 0, 81)
    if not isinstance(weighted, bool | np.bool_):
        raise TypeError(f"found weighted of type {type(weighted).__name__}, expected bool")
    if not weighted:
        return _native.generate(n, seed, givens, minimal, symmetry, technique, uniform)
    if givens is not None or symmetry != "none":
        raise ValueError("found weighted=True with givens or symmetry, expected one of them: weights are for all minimal puzzles")
    return Weighted(*_native.weighted(n, seed, technique))


def augment(puzzles: Any, seed: int = 0, threads: int | None = None) -> np.ndarray:
    """A random equivalent of each puzzle, as uint8 (N, 81): rearrangement ``i`` of the seed for row ``i``, so that
    ``augment(puzzles, s)`` and ``augment(solutions, s)`` still belong together. ``ABSENT`` for what is not a puzzle."""
    return _native.augment(cells(puzzles), _number("seed", seed, 0, 2**64 - 1), _threads(threads))


def texts(puzzles: Any) -> list[str | None]:
    """The puzzles as texts of 81 characters with ``.`` for a blank; None for what is not a puzzle."""
    rows = cells(puzzles)
    is_absent = (rows.max(axis=1, initial=0) > 9).tolist()
    characters = np.where(rows == 0, ord("."), rows + ord("0")).astype(np.uint8).tobytes().decode("latin-1")
    return [None if is_absent[row] else characters[81 * row : 81 * row + 81] for row in range(len(rows))]


def to_arrow(puzzles: Any) -> Any:
    """The puzzles as an Arrow array of strings, null for what is not a puzzle: for ``pyarrow.array``, ``polars.Series`` and
    all else that takes an object with ``__arrow_c_array__``."""
    return _native.to_arrow(cells(puzzles))
