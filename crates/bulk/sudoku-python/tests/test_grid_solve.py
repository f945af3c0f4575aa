"""What the package says, for each kind of input, against a plain solver and against the rules."""

import doctest
import runpy
import signal
import subprocess
import sys
import threading
from pathlib import Path

import grid_solve as gs
import numpy as np
import pytest

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
SEVERAL = "5346789..67..95348.9834.56785976.4.34.685379.7.39.485696.537.84.874.9635345.86.79"
CLASH = "55" + PUZZLE[2:]
NONE = "12345678" + "." * 18 + "9" + "." * 54


def plain_count(text, limit):
    """Solutions by trying each digit in the cell with the fewest: slow and plain."""
    grid = [int(c) if c.isdigit() else 0 for c in text]

    def open_digits(cell):
        row, col = divmod(cell, 9)
        seen = set()
        for k in range(9):
            seen |= {grid[9 * row + k], grid[9 * k + col], grid[9 * (row // 3 * 3 + k // 3) + col // 3 * 3 + k % 3]}
        return set(range(1, 10)) - seen

    def go():
        blank = [(len(digits := open_digits(cell)), cell, digits) for cell in range(81) if not grid[cell]]
        if not blank:
            return 1
        _, cell, digits = min(blank, key=lambda it: it[:2])
        found = 0
        for digit in digits:
            grid[cell] = digit
            found += go()
            if found >= limit:
                break
        grid[cell] = 0
        return min(found, limit)

    return go()


def test_statuses():
    found = gs.solve([PUZZLE, SEVERAL, NONE, CLASH, "short", None, PUZZLE.replace("7", "q", 1)])
    assert found.status.tolist() == ["unique", "multiple", "none", "invalid", "invalid", "invalid", "invalid"]
    assert found.counts.tolist() == [1, 2, 0, -1, -1, -1, -1]
    # A search for one solution does not know whether there are more.
    assert gs.solve([PUZZLE, SEVERAL, NONE, CLASH], limit=1).status.tolist() == ["solvable", "solvable", "none", "invalid"]
    assert gs.texts(found.solutions)[0] == SOLUTION
    assert not found.solutions[2:].any()
    assert (found.solutions.dtype, found.counts.dtype, found.guesses.dtype) == (np.uint8, np.int64, np.uint32)


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.int32, np.int64, np.uint64])
def test_every_integer_type_and_shape(dtype):
    rows = gs.cells([PUZZLE, SEVERAL]).astype(dtype)
    for array in (rows, rows.reshape(2, 9, 9), np.asfortranarray(rows), np.repeat(rows, 2, axis=0)[::2]):
        assert gs.count(array, limit=9).tolist() == gs.count([PUZZLE, SEVERAL], limit=9).tolist()
    assert gs.count(rows[0]).tolist() == gs.count(rows[0].reshape(9, 9)).tolist() == [1]
    wrong = rows.copy()
    wrong[1, 5] = 10
    assert gs.count(wrong).tolist() == [1, -1]
    if np.dtype(dtype).kind == "i":
        wrong[1, 5] = -1
        assert gs.count(wrong).tolist() == [1, -1]


def test_a_large_number_does_not_become_a_digit():
    rows = gs.cells([PUZZLE]).astype(np.int64)
    rows[0, 2] = 256 + 4
    assert gs.count(rows).tolist() == [-1]


def test_texts_in_arrays():
    for array in (np.array([PUZZLE, SEVERAL]), np.array([PUZZLE, SEVERAL], dtype=object), (PUZZLE, SEVERAL.encode())):
        assert gs.count(array, limit=2).tolist() == [1, 2]
    blanks = [PUZZLE.replace(".", blank) for blank in ".0*_-x"]
    assert (gs.cells(blanks) == gs.cells(PUZZLE)).all()
    assert gs.texts(gs.cells([PUZZLE, "?"])) == [PUZZLE, None]


def test_wrong_types_are_named():
    with pytest.raises(TypeError, match="float64, expected integers or texts"):
        gs.solve(np.zeros((2, 81)))
    with pytest.raises(ValueError, match=r"shape \(2, 80\), expected"):
        gs.solve(np.zeros((2, 80), dtype=np.int8))
    with pytest.raises(TypeError, match="found int, expected str"):
        gs.solve(np.array([PUZZLE, 3], dtype=object))
    with pytest.raises(ValueError, match="limit 0"):
        gs.solve([PUZZLE], limit=0)


def test_numbers_out_of_bounds_are_refused_with_a_sentence():
    for call in (gs.solve, gs.count, gs.rate, gs.canonical, gs.augment):
        for threads in (0, -1, 10**9, 2**100):
            with pytest.raises(ValueError, match=f"found threads {threads}, expected 1 to 1024"):
                call([PUZZLE], threads=threads)
        assert len(call([PUZZLE] * 2000, threads=1024)) > 1
    for n in (-1, 2**63, 2**100):
        with pytest.raises(ValueError, match=f"found n {n}, expected 0"):
            gs.generate(n)
    for n in (2**62, 10**15):
        for weighted in (False, True):
            with pytest.raises(MemoryError, match=f"no memory for {n} rows"):
                gs.generate(n, weighted=weighted)
    for seed in (-1, 2**64):
        for call in (lambda seed: gs.generate(1, seed), lambda seed: gs.augment([PUZZLE], seed)):
            with pytest.raises(ValueError, match=f"found seed {seed}, expected 0"):
                call(seed)
    with pytest.raises(TypeError, match="found limit of type float, expected an integer"):
        gs.solve([PUZZLE], limit=1.5)
    with pytest.raises(TypeError, match="found weighted of type str, expected bool"):
        gs.generate(1, weighted="no")


def test_what_is_missing_is_no_puzzle():
    rows = gs.cells([PUZZLE, SEVERAL]).astype(np.int8)
    masked = np.ma.array(rows, mask=np.zeros(rows.shape))
    masked[0, 2] = np.ma.masked
    assert gs.reasons(masked) == gs.reasons([*masked]) == ["column 3: found no digit and no blank", None]
    assert gs.count(np.ma.array([PUZZLE, SEVERAL], mask=[True, False]), limit=2).tolist() == [-1, 2]
    assert gs.count([PUZZLE, np.nan, None, bytearray(PUZZLE.encode())]).tolist() == [1, -1, -1, 1]
    missing = rows.astype(object)
    missing[1, 5] = None
    assert gs.count(missing).tolist() == [1, -1]
    assert gs.count([[2**70] + [0] * 80]).tolist() == [-1]


def test_shapes_and_kinds_are_not_guessed():
    for wrong, sentence in (
        (np.array([list(PUZZLE)]), r"texts of shape \(1, 81\)"),
        ([[0] * 81, [0] * 80], "several lengths or kinds"),
    ):
        with pytest.raises(ValueError, match=sentence):
            gs.solve(wrong)
    for wrong, sentence in (
        (None, "found NoneType"), ((text for text in [PUZZLE]), "found generator"), ([PUZZLE, 3], "row 2: found int"),
        (np.zeros((1, 81), dtype=bool), "array of bool"),
    ):
        with pytest.raises(TypeError, match=sentence):
            gs.solve(wrong)


def test_empty_inputs_have_empty_answers():
    for empty in ([], np.zeros((0, 81), dtype=np.uint8)):
        assert gs.solve(empty).solutions.shape == (0, 81)
        assert gs.canonical(empty).shape == (0, 81)
        assert gs.rate(empty).names.shape == (0,)


def test_counts_are_those_of_a_plain_solver():
    rng = np.random.default_rng(3)
    made = gs.generate(40, seed=3, givens=32)
    made[rng.random(made.shape) < 0.05] = 0
    changed = rng.integers(0, 81, 40)
    made[np.arange(40), changed] = rng.integers(0, 10, 40)
    found = gs.solve(made, limit=20)
    for text, count, solution in zip(gs.texts(made), found.counts, found.solutions, strict=True):
        assert max(count, 0) == (0 if count == -1 else plain_count(text, 20))
        assert count <= 0 or gs.check([text], solution)[0]


def test_threads_and_neighbours_do_not_matter():
    puzzles = gs.generate(2000, seed=9, minimal=True)
    puzzles[7, 0] = 77
    wanted = gs.solve(puzzles, threads=1)
    for threads in (2, 3, 8, None):
        found = gs.solve(puzzles, threads=threads)
        assert all(np.array_equal(a, b) for a, b in zip(found, wanted, strict=True))
    alone = gs.solve(puzzles[5:6])
    assert (alone.solutions[0] == wanted.solutions[5]).all() and alone.guesses[0] == wanted.guesses[5]


def test_other_threads_run_meanwhile():
    ticks, done = [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(1)

    thread = threading.Thread(target=tick)
    thread.start()
    before = len(ticks)
    gs.count("." * 81, limit=300_000)
    after = len(ticks)
    done.set()
    thread.join()
    assert after > before


class Alarm(Exception):
    """What the handler of a signal raises."""


HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
LONG = {
    "count": lambda: gs.count(["." * 81], limit=2**62),
    "count in many rows": lambda: gs.count(["." * 81] * 1000, limit=2**62, threads=3),
    "generate": lambda: gs.generate(10**7, minimal=True),
    "generate weighted": lambda: gs.generate(10**6, weighted=True),
    "rate": lambda: gs.rate(np.repeat(gs.cells(HARD), 10**6, axis=0)),
    "hints": lambda: gs.hints(np.repeat(gs.cells(HARD), 10**5, axis=0)),
    "canonical": lambda: gs.canonical(np.repeat(gs.cells(["." * 81]), 10**6, axis=0)),
}


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no timer that sends a signal")
@pytest.mark.parametrize("name", LONG)
def test_a_signal_ends_a_long_call(name):
    def ring(*_):
        raise Alarm

    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(Alarm):
            LONG[name]()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    # The next call knows nothing of it.
    assert gs.solve(PUZZLE).status.tolist() == ["unique"]


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_ctrl_c_is_keyboard_interrupt():
    code = "import grid_solve as gs; print(0, flush=True); gs.count(['.' * 81], limit=2**62)"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "0\n"
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert errors.rstrip().endswith("KeyboardInterrupt") and process.returncode != 0


def test_forms_and_rearrangements():
    puzzles = gs.generate(200, seed=4)
    other = gs.augment(puzzles, seed=8)
    assert gs.is_equivalent(puzzles, other).all()
    assert not (puzzles == other).all(axis=1).any()
    solutions = gs.augment(gs.solve(puzzles).solutions, seed=8)
    assert gs.check(other, solutions).all()
    assert not gs.is_equivalent(puzzles[1:], puzzles[:-1]).any()
    assert gs.is_equivalent(["?"], ["?"]).tolist() == [False]
    assert (gs.canonical(["?"]) == gs.ABSENT).all() and (gs.augment(["?"]) == gs.ABSENT).all()
    with pytest.raises(ValueError, match="found 200 puzzles and 199 others"):
        gs.is_equivalent(puzzles, puzzles[1:])


def test_ratings_and_checks():
    rated = gs.rate([PUZZLE, "." * 81, "?"])
    assert rated.names.tolist() == ["hidden-single", "search", "invalid"]
    assert gs.rate([CLASH, NONE, None]).names.tolist() == ["invalid", "none", "invalid"]
    assert rated.steps.tolist() == [[51, 0, 0, 0], [0] * 4, [0] * 4]
    assert rated.guesses[0] == 0
    assert gs.check([PUZZLE, PUZZLE, CLASH], [SOLUTION, SOLUTION[::-1], SOLUTION]).tolist() == [True, False, False]


def test_puzzles_are_made_as_asked():
    puzzles = gs.generate(30, seed=2, givens=32, symmetry="half-turn")
    given = puzzles > 0
    assert (given == given[:, ::-1]).all() and (given.sum(axis=1) == 32).all()
    assert (puzzles == gs.generate(30, seed=2, givens=32, symmetry="half-turn")).all()
    assert (gs.count(gs.generate(0)) == []).all()
    for wrong in ({"givens": 17}, {"symmetry": "none at all"}):
        with pytest.raises(ValueError):
            gs.generate(1, **wrong)


def test_full_grids_are_drawn_equally_often():
    grids = gs.generate(4000, seed=5, givens=81, uniform=True).astype(int)
    assert (grids == gs.generate(4000, seed=5, givens=81, uniform=True)).all()
    assert gs.check(grids, grids).all()
    assert not (grids == gs.generate(4000, seed=5, givens=81)).all(axis=1).any()

    # Two rows of a band that have the same two digits in two columns, or the same with rows and columns exchanged: a grid has
    # 11.579 of these on average.
    def n_in_rows(rows):
        bands = rows.reshape(-1, 3, 3, 9)
        one, other = bands[:, :, [0, 0, 1]], bands[:, :, [1, 2, 2]]
        pairs = [(a, b) for a in range(9) for b in range(a + 1, 9)]
        same = sum((one[..., a] == other[..., b]) & (one[..., b] == other[..., a]) * 1 for a, b in pairs)
        return same.sum(axis=(1, 2))

    square = grids.reshape(-1, 9, 9)
    n = n_in_rows(square) + n_in_rows(square.transpose(0, 2, 1))
    assert abs(n.mean() - 11.579) < 5 * n.std() / np.sqrt(len(n))


def test_weights_undo_the_bias():
    made = gs.generate(3000, seed=2, weighted=True)
    assert (made.puzzles.dtype, made.weights.dtype) == (np.uint8, np.float64)
    assert (gs.count(made.puzzles, limit=2) == 1).all() and (made.weights > 0).all()
    for puzzle in made.puzzles[:20]:
        smaller = np.repeat(puzzle[None], np.count_nonzero(puzzle), axis=0)
        smaller[np.arange(len(smaller)), np.flatnonzero(puzzle)] = 0
        assert (gs.count(smaller, limit=2) == 2).all()
    n_givens = (made.puzzles > 0).sum(axis=1)
    # What is drawn has too few givens, and a puzzle with more of them more weight.
    assert n_givens.mean() < 25 < 26 < np.average(n_givens, weights=made.weights) < 28
    again = gs.generate(50, seed=2, weighted=True)
    assert (again.puzzles == made.puzzles[:50]).all() and (again.weights == made.weights[:50]).all()
    easy = gs.generate(20, seed=2, technique="hidden-single", weighted=True)
    assert set(gs.rate(easy.puzzles).names) == {"hidden-single"}
    for wrong in ({"givens": 30}, {"symmetry": "mirror"}):
        with pytest.raises(ValueError, match="weighted=True with"):
            gs.generate(1, weighted=True, **wrong)


def test_arrow_in_and_out():
    pa = pytest.importorskip("pyarrow")
    rows = [PUZZLE, None, SEVERAL, "short"]
    wanted = gs.count(rows, limit=2).tolist()
    for kind in (pa.string(), pa.large_string(), pa.string_view()):
        array = pa.array(rows, type=kind)
        assert gs.count(array, limit=2).tolist() == wanted
        assert gs.count(array[1:], limit=2).tolist() == wanted[1:]
        assert gs.count(pa.chunked_array([array[:1], array[1:]]), limit=2).tolist() == wanted
        # The same by a dictionary, and as bytes.
        if kind != pa.string_view():
            assert gs.count(array.dictionary_encode(), limit=2).tolist() == wanted
            assert gs.count(array.dictionary_encode()[1:], limit=2).tolist() == wanted[1:]
    for kind in (pa.binary(), pa.large_binary(), pa.binary_view()):
        assert gs.count(pa.array([row and row.encode() for row in rows], type=kind), limit=2).tolist() == wanted
    assert gs.count(pa.array([None], type=pa.string()).dictionary_encode()).tolist() == [-1]
    with pytest.raises(TypeError, match="expected strings"):
        gs.count(pa.array([1, 2]))
    back = pa.array(gs.to_arrow(rows))
    assert back.type == pa.string() and back.to_pylist() == [PUZZLE, None, SEVERAL, None]


def test_polars_columns(tmp_path):
    pl = pytest.importorskip("polars")
    frame = pl.DataFrame({"id": range(1000), "puzzle": gs.texts(gs.generate(1000, seed=6))})
    frame.write_parquet(tmp_path / "puzzles.parquet")
    frame = pl.read_parquet(tmp_path / "puzzles.parquet")
    found = gs.solve(frame["puzzle"])
    solved = frame.with_columns(status=pl.Series(found.status), solution=pl.Series(gs.to_arrow(found.solutions)))
    solved.write_parquet(tmp_path / "solved.parquet")
    solved = pl.read_parquet(tmp_path / "solved.parquet")
    assert solved["status"].unique().to_list() == ["unique"]
    assert gs.check(solved["puzzle"], solved["solution"]).all()


def test_columns_of_nothing():
    pa = pytest.importorskip("pyarrow")
    pl = pytest.importorskip("polars")

    for nothing in [pl.Series([None, None]), pl.DataFrame({"a": [None, None]})["a"], pa.nulls(2), pa.chunked_array([pa.nulls(2)])]:
        assert gs.solve(nothing).status.tolist() == ["invalid", "invalid"]
        assert gs.reasons(nothing) == ["no text", "no text"]
    assert len(gs.cells(pl.Series([], dtype=pl.Null))) == 0
    for wrong in [pl.Series([[None] * 81]), pl.Series([[1] * 81]), pa.array([["x"]])]:
        for function in (gs.cells, gs.reasons):
            with pytest.raises(TypeError, match="found an Arrow array of .*List.*, expected strings"):
                function(wrong)


def test_the_package_is_typed():
    from importlib import resources

    assert resources.files("grid_solve").joinpath("py.typed").is_file()
    assert all(getattr(gs, name) is not None for name in gs.__all__)


def test_the_parquet_example(tmp_path):
    pa = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    example = runpy.run_path(str(Path(__file__).parents[1] / "examples/parquet.py"))
    puzzles = gs.texts(gs.generate(3000, seed=6, minimal=True)) + [None, "short", SEVERAL]
    source, target = tmp_path / "puzzles.parquet", tmp_path / "solved.parquet"
    parquet.write_table(pa.table({"id": range(len(puzzles)), "quiz": puzzles}), source)
    assert example["main"](source, target, "quiz") == len(puzzles)
    rows = parquet.read_table(target)
    assert rows.column_names == ["id", "quiz", "status", "solution", "guesses", "technique"]
    assert rows["quiz"].to_pylist() == puzzles
    assert rows["status"].to_pylist() == ["unique"] * 3000 + ["invalid", "invalid", "multiple"]
    assert gs.check(rows["quiz"][:3000], rows["solution"][:3000]).all()
    assert set(rows["technique"].to_pylist()) <= {*gs.TECHNIQUES, "invalid"}


def test_steps_lead_to_the_solution():
    found = gs.hints([PUZZLE, "." * 81, CLASH, "short"])
    assert found[3] is None
    grid = gs.cells(PUZZLE)[0].copy()
    for hint in found[0]:
        cell, digit = hint.place
        assert grid[cell] == 0 and hint.technique in gs.TECHNIQUES and not hint.strikes
        grid[cell] = digit
    assert gs.texts(grid) == [SOLUTION]
    assert [len(steps) for steps in found[1:3]] == [1, 1] and not found[1][0].technique
    assert found[2][0].text == "row 1 has two 5s, columns 1 and 2"
    # Each step is true in the solution, also where candidates are struck.
    puzzles = gs.generate(30, seed=8, minimal=True)
    solutions, rated = gs.solve(puzzles).solutions, gs.rate(puzzles)
    n_strikes = 0
    for steps, solution, counts in zip(gs.hints(puzzles), solutions, rated.steps, strict=True):
        assert all(solution[cell] == digit for cell, digit in (hint.place for hint in steps if hint.place))
        assert all(solution[cell] != digit for hint in steps for cell, digit in hint.strikes)
        made = [[hint.technique for hint in steps].count(name) for name in gs.TECHNIQUES[:4]]
        assert made == counts.tolist()
        n_strikes += sum(bool(hint.strikes) for hint in steps)
    assert n_strikes > 0


def test_reasons_say_what_is_wrong():
    rows = [PUZZLE, None, "", " 53..7", PUZZLE.replace("7", "q", 1), CLASH, PUZZLE + "1"]
    wanted = [
        None,
        "no text",
        "column 1: found 0 cells, expected 81",
        "column 7: found 5 cells, expected 81",
        "column 5: unexpected character 'q', expected '.' or a digit",
        "row 1 has two 5s, columns 1 and 2",
        "column 82: found 82 cells, expected 81",
    ]
    assert gs.reasons(rows) == wanted
    array = gs.cells([PUZZLE, CLASH, PUZZLE]).astype(int)
    array[2, 4] = 10
    assert gs.reasons(array) == [None, wanted[5], "column 5: found no digit and no blank"]
    # A lone surrogate is in no UTF-8 text; its row is invalid like any other.
    lone = PUZZLE[:4] + "\ud800" + PUZZLE[5:]
    assert gs.solve([lone, PUZZLE]).status.tolist() == ["invalid", "unique"]
    assert gs.reasons([lone])[0].startswith("column 5: unexpected ")
    pa = pytest.importorskip("pyarrow")
    assert gs.reasons(pa.array(rows)) == wanted
    # There is a reason where the status is invalid, and nowhere else.
    assert [reason is not None for reason in wanted] == (gs.solve(rows).status == "invalid").tolist()


@pytest.mark.parametrize("encoding", ["natural", "extended", "reduced"])
def test_clauses_and_models(encoding):
    solvers = pytest.importorskip("pysat.solvers")
    for text, count in ((PUZZLE, 1), (SEVERAL, gs.count(SEVERAL)[0]), (NONE, 0)):
        with solvers.Solver(bootstrap_with=gs.to_cnf(text, encoding)) as solver:
            grids = [gs.texts(gs.from_model(model))[0] for model in solver.enum_models()]
        assert len(grids) == len(set(grids)) == count
        assert all(gs.check([text], [grid])[0] for grid in grids)
    with pytest.raises(ValueError, match="expected one of natural, extended, reduced"):
        gs.to_cnf(PUZZLE, "odd")
    with pytest.raises(ValueError, match="found 2 rows, expected one puzzle"):
        gs.to_cnf([PUZZLE, PUZZLE])


def test_models_that_are_no_grids_are_refused():
    digits = [int(digit) for digit in SOLUTION]
    model = [81 * (digit - 1) + cell + 1 for cell, digit in enumerate(digits)]
    assert gs.texts(gs.from_model([*model, -5, 1000])) == [SOLUTION]
    with pytest.raises(ValueError, match="row 1, column 1 has no value"):
        gs.from_model(model[1:])
    with pytest.raises(ValueError, match=f"both {model[0]} and -{model[0]}"):
        gs.from_model([*model, -model[0]])
    with pytest.raises(ValueError, match="found literal 0"):
        gs.from_model([*model, 0])
    with pytest.raises(ValueError, match="has both"):
        gs.from_model([*model, 1])
    same = [cell + 1 for cell in range(81)]
    with pytest.raises(ValueError, match="breaks a rule"):
        gs.from_model(same)


def test_techniques_are_as_asked():
    for technique in gs.TECHNIQUES:
        assert set(gs.rate(gs.generate(4, seed=1, technique=technique)).names) == {technique}
    with pytest.raises(ValueError, match="no technique"):
        gs.generate(1, technique="luck")


def test_docstrings_say_what_happens():
    found = doctest.testmod(gs)
    assert found.attempted >= 10 and not found.failed
