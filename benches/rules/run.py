#!/usr/bin/env python3
"""The rules engine on generated graphs: CPU time and peak memory of each case, process start included.

    cargo build --release -p srl --example bench
    benches/rules/run.py [target/release/examples/bench]
"""
import os
import sys

CASES = [
    ("closure of 2,000 nodes, 10,000 random edges", ["closure", "2000", "10000"]),
    ("closure of 1,000,000 edges in chains of ten", ["chains", "100000", "10"]),
]


def run(program, arguments):
    """CPU seconds and peak megabytes of a child."""
    child = os.fork()
    if child == 0:
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 2)
        os.execv(program, [program, *arguments])
    _, status, usage = os.wait4(child, 0)
    if status != 0:
        sys.exit(f"{program} {' '.join(arguments)} failed")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else "target/release/examples/bench"
    for name, arguments in CASES:
        seconds, megabytes = min(run(program, arguments) for _ in range(3))
        print(f"{name:48} {seconds:6.2f} s {megabytes:6.0f} MB")


if __name__ == "__main__":
    main()
