#!/usr/bin/env python3
"""Measure grid-solve and grid-gen against tdoku, and print Markdown tables.

    benches/bulk.py --bin target/release --data ../shared/data [--tdoku FOLDER] [--repeats 5]

Build first: cargo build --release. tdoku is not part of this project: get it from github.com/t-dillon/tdoku, build
its library there with clang (cmake -DCMAKE_BUILD_TYPE=Release, make tdoku_static) and name the folder. A small program
is compiled against the library, which reads the same files and prints a solution or a count for each line.

Whole processes are measured, file to file, one thread, by CPU time (user and system): the difference of a file
and an empty one is what the puzzles took. Competitors run in rounds whose order rotates; a figure is the median. Each
list is repeated until it has some 100,000 puzzles (hard ones fewer). Counts of solutions have to agree, or the run ends.
"""

import argparse
import subprocess
import tempfile
from pathlib import Path

from harness import interleaved, machine, median, need, run, say, table

# Name, file, how many puzzles of it are taken, how many are solved in a run.
LISTS = [
    ("17 givens", "clue17.txt", 49158, 98316),
    ("kaggle-like", "kaggle_like_50k.txt", 50000, 200000),
    ("random minimal", "random_minimal_50k.txt", 50000, 100000),
    ("magictour 1465", "magictour_1465.txt", 1465, 29300),
    ("hardest 11+", "hardest_1905_11plus.txt", 4000, 8000),
    ("hardest 1106", "hardest_1106.txt", 375, 6000),
    ("several solutions", "multi_solution_10000.txt", 10000, 100000),
]

PEER = r"""
#include "tdoku.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
static char solution[82];
static void keep(const char *found, void *) { memcpy(solution, found, 81); }
int main(int argc, char **argv) {
    static char line[256], out[1 << 16];
    setvbuf(stdout, out, _IOFBF, sizeof out);
    FILE *file = fopen(argv[2], "r");
    size_t limit = atoi(argv[1]);
    solution[81] = 0;
    while (file && fgets(line, sizeof line, file)) {
        line[81] = 10;
        size_t count = TdokuEnumerate(line, limit, keep, nullptr);
        if (count == 1) { solution[81] = 10; fwrite(solution, 1, 82, stdout); }
        else printf("%.81s %s\n", line, count ? "multiple" : "none");
    }
}
"""


def puzzles(path, take, count):
    """The lines of a list, again and again."""
    lines = [line[:81] for line in path.read_text().splitlines() if len(line) >= 81 and line[0] != "#"][:take]
    need(lines, f"{path} has no puzzles")
    return [lines[index % len(lines)] for index in range(count)]


def build_peer(tdoku, folder):
    """The program that reads the files with tdoku's library, or None."""
    if not tdoku:
        return None
    source, program = folder / "peer.cc", folder / "peer"
    source.write_text(PEER)
    library = next(tdoku.rglob("libtdoku_static.a"), None)
    need(library, f"{tdoku} has no libtdoku_static.a")
    subprocess.run(["clang++", "-O3", "-march=native", f"-I{tdoku / 'include'}", source, library, "-o", program], check=True)
    return program


def levels(tool):
    """The instructions that this machine has, the best last."""
    known = ["portable", "avx2", "avx512"]
    return [name for name in known if run([tool, "--simd", name]).status == 0]


def competitors(args, peer, limit, path, out):
    """Commands by name, that solve (limit 1) or prove as well (limit 2)."""
    unique = ["--unique"] if limit == 2 else []
    tool = args.bin / "grid-solve"
    commands = {name: [tool, "-j", "1", *unique, "--simd", name, path] for name in levels(tool)}
    if peer:
        commands["tdoku"] = [peer, limit, path]
    return {name: lambda command=command, name=name: run(command, out / name) for name, command in commands.items()}


def cpu(jobs, repeats):
    runs = interleaved(jobs, repeats)
    need(all(done.status == 0 for of in runs.values() for done in of), "a competitor failed")
    return {name: median(done.cpu for done in of) for name, of in runs.items()}


def solve(args, peer, folder):
    """A table: puzzles a second of each competitor, and as a multiple of tdoku's."""
    print("Puzzles a second, one thread (in brackets: times tdoku)\n")
    empty, full = folder / "empty", folder / "puzzles"
    empty.write_text("")
    rows, names = [], []
    for title, name, take, count in LISTS:
        full.write_text("".join(line + "\n" for line in puzzles(args.data / name, take, count)))
        for limit, what in ((1, "first"), (2, "unique")):
            start = cpu(competitors(args, peer, limit, empty, folder), args.repeats)
            whole = cpu(competitors(args, peer, limit, full, folder), args.repeats)
            names = list(whole)
            check_counts(folder, names, limit, title)
            rates = {who: count / max(whole[who] - start[who], 1e-9) for who in names}
            base = rates.get("tdoku")
            shown = [f"{rate / 1e3:.0f}k" + (f" ({rate / base:.2f})" if base else "") for rate in rates.values()]
            rows.append([f"{title}, {what}", *shown])
            say(" ".join(rows[-1]))
    table(["list", *names], rows)


def check_counts(folder, names, limit, title):
    """Proved: the same lines from all. First solutions of puzzles with several may differ: then only their number."""
    texts = [(folder / name).read_text().splitlines() for name in names]
    for name, lines in zip(names, texts):
        same = lines == texts[0] if limit == 2 else len(lines) == len(texts[0])
        need(same, f"{name} and {names[0]} disagree on {title}")


def process(args, peer, folder):
    """File to file, start and end included; and two threads."""
    path = folder / "half a million"
    path.write_text("".join(line + "\n" for line in puzzles(args.data / "clue17.txt", 49158, 500000)))
    tool = args.bin / "grid-solve"
    jobs = {
        "grid-solve, 1 thread": lambda: run([tool, "-j", "1", path], folder / "one"),
        "grid-solve, 2 threads": lambda: run([tool, "-j", "2", path], folder / "two"),
    }
    if peer:
        jobs["tdoku"] = lambda: run([peer, 1, path], folder / "peer.out")
    runs = interleaved(jobs, args.repeats)
    need((folder / "one").read_bytes() == (folder / "two").read_bytes(), "threads change the output")
    print("500,000 puzzles with 17 givens, file to file\n")
    rows = [[name, f"{median(one.cpu for one in of):.2f}", f"{min(one.wall for one in of):.2f}",
             f"{max(one.peak for one in of) >> 20}"] for name, of in runs.items()]
    table(["process", "CPU s (median)", "wall s (least)", "peak MiB"], rows)


def generate(args, folder):
    """Minimal puzzles a second, by CPU time."""
    count = 20000
    jobs = {"grid-gen": lambda: run([args.bin / "grid-gen", "--minimal", "--count", count, "-j", "1"], folder / "made")}
    runs = interleaved(jobs, args.repeats)
    rows = [[name, f"{count / median(one.cpu for one in of):.0f}"] for name, of in runs.items()]
    print("Minimal puzzles a second, one thread\n")
    table(["generator", "puzzles/s"], rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--tdoku", type=Path)
    parser.add_argument("--repeats", type=int, default=5)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        peer = build_peer(args.tdoku, folder)
        machine({"grid-solve": [args.bin / "grid-solve"]})
        solve(args, peer, folder)
        process(args, peer, folder)
        generate(args, folder)


if __name__ == "__main__":
    main()
