#!/usr/bin/env python3
"""Measure grid-solve and grid-gen against tdoku, and print Markdown tables.

    benches/bulk.py --bin target/release --data ../shared/data [--tdoku FOLDER] [--rival NAME=PROGRAM]... [--repeats 5]

Build first: cargo build --release --workspace --bins --examples. tdoku is not part of this project: get it from
github.com/t-dillon/tdoku, build it there with clang (CC=clang CXX=clang++ cmake -DCMAKE_BUILD_TYPE=Release, make
tdoku_static generate) and name the folder. A small program is compiled against its library, which reads the same files
and prints a solution or a count for each line. qqwing takes part if it is on PATH. A rival is a program of your own around another
solver: called with a limit and a file, it prints puzzles a second by its thread's clock, as engine_rate does; its answers are not compared.

All figures are for one thread and by CPU time, in rounds whose order rotates; a figure is the median:

- engines: a process reads a list, then solves it again and again in memory, and tells puzzles a second by its
  thread's clock (the example engine_rate of the crate grid-engine);
- processes: file to file, user and system time, start and end included;
- generators: minimal puzzles, as many as each makes in some seconds.

The answers of all have to agree, or the run ends.
"""

import argparse
import os
import subprocess
import tempfile
from pathlib import Path

from harness import find, interleaved, machine, median, mib, need, run, say, table

# Name, file, how many puzzles of it are taken, and how often (as grid-solve has blocks of some 12,000).
LISTS = [
    ("17 givens", "clue17.txt", 49158, 1),
    ("kaggle-like", "kaggle_like_50k.txt", 50000, 1),
    ("random minimal", "random_minimal_50k.txt", 50000, 1),
    ("magictour 1465", "magictour_1465.txt", 1465, 4),
    ("hardest 11+", "hardest_1905_11plus.txt", 4000, 1),
    ("hardest 1106", "hardest_1106.txt", 375, 8),
    ("several solutions", "multi_solution_10000.txt", 10000, 1),
]

PEER = r"""
#include "tdoku.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>
static char solution[82];
static void keep(const char *found, void *) { memcpy(solution, found, 81); }
static double cpu() {
    timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return now.tv_sec + now.tv_nsec * 1e-9;
}
// peer solve|count|rate LIMIT FILE
int main(int argc, char **argv) {
    bool rate = !strcmp(argv[1], "rate"), counts = !strcmp(argv[1], "count");
    size_t limit = atoi(argv[2]);
    static char line[256], out[1 << 16];
    setvbuf(stdout, out, _IOFBF, sizeof out);
    FILE *file = fopen(argv[3], "r");
    std::vector<std::string> kept;
    while (file && fgets(line, sizeof line, file)) {
        line[81] = 10;
        if (rate) { kept.push_back(line); continue; }
        size_t count = TdokuEnumerate(line, limit, keep, nullptr);
        solution[81] = 10;
        if (counts) printf("%.81s %zu\n", line, count);
        else if (count == 1) fwrite(solution, 1, 82, stdout);
        else printf("%.81s %s\n", line, count ? "multiple" : "none");
    }
    if (rate) {
        double start = cpu(), elapsed;
        size_t solved = 0;
        do {
            for (auto &puzzle : kept) TdokuEnumerate(puzzle.c_str(), limit, keep, nullptr);
            solved += kept.size();
        } while ((elapsed = cpu() - start) < 0.5);
        printf("%.0f\n", solved / elapsed);
    }
}
"""


def write_list(args, name, take, times, path):
    """The lines of a list, again and again."""
    lines = (args.data / name).read_text().splitlines()
    chosen = [line[:81] for line in lines if len(line) >= 81 and line[0] != "#"][:take]
    need(chosen, f"{name} has no puzzles")
    path.write_text("".join(line + "\n" for line in chosen) * times)


def build_peer(tdoku, folder):
    """The program that reads the files with tdoku's library, or None."""
    if not tdoku:
        return None
    source, program = folder / "peer.cc", folder / "peer"
    source.write_text(PEER)
    library = next(tdoku.rglob("libtdoku_static.a"), None)
    need(library, f"{tdoku} has no libtdoku_static.a")
    compiler = os.environ.get("CXX", "clang++")
    subprocess.run([compiler, "-O3", "-march=native", f"-I{tdoku / 'include'}", source, library, "-o", program], check=True)
    return program


def levels(tool):
    """The instructions that this machine has, the best last."""
    known = ["portable", "avx2", "avx512"]
    return [name for name in known if run([tool, "--simd", name]).status == 0]


def rate(command):
    """What a program says about itself."""
    return int(subprocess.run([*map(str, command)], check=True, capture_output=True, text=True).stdout)


def engines(args, peer, folder):
    """A table: puzzles a second of each engine, and as a multiple of tdoku's."""
    print("Engines: thousand puzzles a second (in brackets: times tdoku)\n")
    path, program = folder / "puzzles", args.bin / "examples" / "engine_rate"
    found = levels(args.bin / "grid-solve")
    rivals = dict(args.rival)
    rows, names = [], [*reversed(found), "single", *(["tdoku"] if peer else []), *rivals]
    for title, name, take, times in LISTS:
        write_list(args, name, take, times, path)
        check_answers(args, peer, found, path, title)
        for limit, what in ((1, "first"), (2, "unique")):
            commands = {who: [program, who, limit, path] for who in names}
            commands |= {who: [rival, limit, path] for who, rival in rivals.items()}
            if peer:
                commands["tdoku"] = [peer, "rate", limit, path]
            jobs = {who: lambda command=command: rate(command) for who, command in commands.items()}
            rates = {who: median(of) for who, of in interleaved(jobs, args.repeats).items()}
            base = rates.get("tdoku")
            shown = [f"{rates[who] / 1e3:.0f}" + (f" ({rates[who] / base:.2f})" if base else "") for who in names]
            rows.append([f"{title}, {what}", *shown])
            say(" ".join(rows[-1]))
    table(["list", *names], rows)


def check_answers(args, peer, found, path, title):
    """The proved answers of all levels and of tdoku are the same lines."""
    commands = [[args.bin / "grid-solve", "--unique", "--simd", level, path] for level in found]
    commands += [[peer, "solve", 2, path]] if peer else []
    texts = [subprocess.run([*map(str, command)], check=True, capture_output=True).stdout for command in commands]
    need(all(text == texts[0] for text in texts), f"the answers on {title} differ")


def process(args, peer, folder):
    """File to file, start and end included; and two threads."""
    path = folder / "half a million"
    write_list(args, "clue17.txt", 50000, 10, path)
    tool = args.bin / "grid-solve"
    jobs = {
        "grid-solve, 1 thread": lambda: run([tool, "-j", "1", path], folder / "one"),
        "grid-solve, 2 threads": lambda: run([tool, "-j", "2", path], folder / "two"),
    }
    if peer:
        jobs["tdoku"] = lambda: run([peer, "solve", 1, path], folder / "peer.out")
    runs = interleaved(jobs, args.repeats)
    need((folder / "one").read_bytes() == (folder / "two").read_bytes(), "threads change the output")
    print("Processes: ten times all puzzles with 17 givens (491,580), file to file\n")
    rows = [[name, f"{median(one.cpu for one in of):.2f}", f"{min(one.wall for one in of):.2f}", mib(max(one.peak for one in of))]
            for name, of in runs.items()]
    table(["process", "CPU s (median)", "wall s (least)", "peak MiB"], rows)


def generators(args, folder):
    """Puzzles a second of generators, by CPU time."""
    count, few = 20000, 200
    grid_gen = [args.bin / "grid-gen", "--minimal", "--count", count, "-j", "1"]
    jobs = {"grid-gen --minimal": (count, grid_gen)}
    if args.tdoku and (program := next(args.tdoku.rglob("generate"), None)):
        # Vanilla puzzles, each from an empty grid, minimal, without an estimate of how hard they are.
        options = ["-p0", "-s0", "-a1", "-d81", "-e0", "-n1", f"-l{count}"]
        jobs["tdoku's generate, minimal"] = (count, [program, *options])
    for name, path in find(["qqwing"]).items():
        jobs[f"{name}, minimal"] = (few, [path, "--generate", few, "--compact"])
    made = folder / "made"
    runs = interleaved({name: lambda job=job: run(job[1], made) for name, job in jobs.items()}, args.repeats)
    rates = {name: jobs[name][0] / median(one.cpu for one in of) for name, of in runs.items()}
    print("Generators: puzzles a second, one thread\n")
    best = rates["grid-gen --minimal"]
    table(["generator", "puzzles/s", "grid-gen is faster by"], [[name, f"{rate:.0f}", f"{best / rate:.2f}"] for name, rate in rates.items()])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--tdoku", type=Path)
    parser.add_argument("--rival", type=lambda text: text.split("=", 1), action="append", default=[], metavar="NAME=PROGRAM")
    parser.add_argument("--repeats", type=int, default=5)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        peer = build_peer(args.tdoku, folder)
        machine({"grid-solve": [args.bin / "grid-solve"]})
        engines(args, peer, folder)
        process(args, peer, folder)
        generators(args, folder)


if __name__ == "__main__":
    main()
