#!/usr/bin/env python3
"""Measure the rules pipeline beside other engines, and print Markdown tables.

    benches/rules.py --bin target/release [--baselines FILE] [--section sudoku,check,closure,chains,points-to] [--quick]

Build first: cargo build --release. clingo and swipl take part if they are on PATH (Debian: gringo, swi-prolog-core);
datafrog and ascent if their program is named: cargo build --release in benches/baselines. All get the same graph in
one run, in rounds whose order rotates, and the number of pairs is checked where a program tells it.
srl-run reads N-Triples and writes every inferred triple as N-Triples; the others read numbers and count.
CPU time is user and system time. Python's standard library is enough.
"""

import argparse
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from harness import find, interleaved, machine, median, mib, run, say, table

ROOT = Path(__file__).resolve().parent.parent
RULES = ROOT / "crates/rules/rules"
SECTIONS = ("sudoku", "check", "closure", "chains", "points-to")
CLOSURE = """PREFIX : <http://example/>
RULE { ?x :t ?y } WHERE { ?x :e ?y }
RULE { ?x :t ?z } WHERE { ?x :t ?y . ?y :e ?z }
"""
PROLOG = """:- table t/2.
t(X, Y) :- e(X, Y).
t(X, Z) :- t(X, Y), e(Y, Z).
main :- aggregate_all(count, t(_, _), N), write(N), nl.
:- include('FACTS').
"""
CLINGO = "t(X, Y) :- e(X, Y). t(X, Z) :- t(X, Y), e(Y, Z). #show.\n"


def need(condition, fault):
    if not condition:
        sys.exit(f"rules.py: error: {fault}")


class Bench:
    def __init__(self, args, folder):
        self.args, self.folder = args, Path(folder)
        self.others = find(["clingo", "gringo", "swipl"])

    def path(self, name, text=None):
        path = self.folder / name
        if text is not None:
            path.write_text(text)
        return path

    def tool(self, name):
        return self.args.bin / name

    def count(self, command):
        """The last number that a program prints."""
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
        need(done.returncode == 0, f"{command[0]} failed: {done.stderr[-300:]}")
        return int(done.stdout.split()[-1])


def figures(title, columns, runs):
    """A row for each program: medians of CPU and wall time, the largest peak."""
    print(f"### {title}\n")
    table(columns, [[name, f"{median(done.cpu for done in all_of):.3f}", f"{median(done.wall for done in all_of):.3f}",
                     mib(max(done.peak for done in all_of))] for name, all_of in runs.items()])


def closure_of(bench, title, edges, n_pairs=None):
    """The transitive closure of edges, by everything that is here."""
    name = title.split()[0]
    triples = bench.path(f"{name}.nt")
    with triples.open("w") as out:
        out.writelines(f"<http://example/n{a}> <http://example/e> <http://example/n{b}> .\n" for a, b in edges)
    facts = bench.path(f"{name}.pl", "".join(f"e({a},{b}).\n" for a, b in edges))
    numbers = bench.path(f"{name}.txt", "".join(f"{a} {b}\n" for a, b in edges))
    rules = bench.path("closure.srl", CLOSURE)
    prolog = bench.path(f"{name}-main.pl", PROLOG.replace("FACTS", str(facts)))
    asp = bench.path("closure.lp", CLINGO)

    commands = {"srl-run, N-Triples in and out": [bench.tool("srl-run"), rules, triples]}
    if bench.args.baselines:
        commands |= {name: [bench.args.baselines, name, numbers] for name in ("datafrog", "ascent")}
    if "swipl" in bench.others:
        commands["swipl, tabling"] = [bench.others["swipl"], "--table-space=4g", "--stack-limit=4g", "-g", "main", "-t", "halt", prolog]
    if "clingo" in bench.others:
        commands["clingo"] = [bench.others["clingo"], "-q", asp, facts]

    counted = {name: bench.count(command) for name, command in commands.items()
               if name in ("datafrog", "ascent") or name.startswith("swipl")}
    written = bench.path("written.nt")
    run(commands["srl-run, N-Triples in and out"], written)
    with written.open("rb") as lines:
        counted["srl-run"] = sum(block.count(b"\n") for block in iter(lambda: lines.read(1 << 20), b""))
    written.unlink()
    say(f"{name}: {counted}")
    need(len(set(counted.values())) == 1 and n_pairs in (None, counted["srl-run"]), f"{name}: the counts differ: {counted}")
    limit = bench.args.limit
    runs = interleaved({name: lambda command=command: run(command, limit=limit) for name, command in commands.items()},
                       1 if bench.args.quick else 3)
    for name, all_of in runs.items():
        for done in all_of:
            need(done.timed_out or done.status in (0, 10, 30), f"{name} ended with {done.status}")
    figures(f"{title}: {counted['srl-run']:,} pairs", ["engine", "CPU s", "wall s", "peak MiB"], runs)


def closure(bench):
    nodes, n_edges = (300, 1500) if bench.args.quick else (2000, 10000)
    numbers = random.Random(42)
    edges = sorted({(numbers.randrange(nodes), numbers.randrange(nodes)) for _ in range(n_edges)})
    closure_of(bench, f"Closure of {n_edges:,} random edges between {nodes:,} nodes", edges)


def chains(bench):
    n_chains = 1000 if bench.args.quick else 100_000
    edges = [(11 * chain + link, 11 * chain + link + 1) for chain in range(n_chains) for link in range(10)]
    closure_of(bench, f"Chains of ten, {10 * n_chains:,} edges", edges, 55 * n_chains)


def points_to(bench):
    """Points-to analysis after Andersen, five fields: 2,000 variables, 1,000 objects, and the half of it."""
    for scale in (0.1,) if bench.args.quick else (0.5, 1):
        numbers = random.Random(7)
        n_variables, n_objects = int(2000 * scale), int(1000 * scale)
        facts = [("new", numbers.randrange(n_variables), of) for of in range(n_objects)]
        counts = [("assign", 6884)] + [(f"{kind}{field}", count) for field in range(5) for kind, count in (("load", 200), ("store", 100))]
        facts += [(kind, numbers.randrange(n_variables), numbers.randrange(n_variables)) for kind, count in counts for _ in range(int(count * scale))]
        facts = list(dict.fromkeys(facts))
        triples = bench.path("points-to.nt", "".join(
            f"<http://example/v{a}> <http://example/{kind}> <http://example/{'o' if kind == 'new' else 'v'}{b}> .\n" for kind, a, b in facts))
        numbered = bench.path("points-to.txt", "".join(f"{kind} {a} {b}\n" for kind, a, b in facts))
        rules = ["PREFIX : <http://example/>", "RULE { ?x :pt ?o } WHERE { ?x :new ?o }", "RULE { ?x :pt ?o } WHERE { ?x :assign ?y . ?y :pt ?o }"]
        for field in range(5):
            rules.append(f"RULE {{ ?o :field{field} ?p }} WHERE {{ ?x :store{field} ?y . ?x :pt ?o . ?y :pt ?p }}")
            rules.append(f"RULE {{ ?x :pt ?p }} WHERE {{ ?x :load{field} ?y . ?y :pt ?o . ?o :field{field} ?p }}")
        path = bench.path("points-to.srl", "\n".join(rules) + "\n")
        logic = "pt(X,O) :- new(X,O). pt(X,O) :- assign(X,Y), pt(Y,O).\n" + "".join(
            f"field{f}(O,P) :- store{f}(X,Y), pt(X,O), pt(Y,P). pt(X,P) :- load{f}(X,Y), pt(Y,O), field{f}(O,P).\n" for f in range(5))
        asp = bench.path("points-to.lp", logic + "#show.\n" + "".join(f"{kind}({a},{b}).\n" for kind, a, b in facts))
        ours = [bench.tool("srl-run"), "--only", "http://example/pt", path, triples]
        written = bench.path("written.nt")
        run(ours, written)
        counted = written.read_bytes().count(b"\n")
        written.unlink()
        commands = {"srl-run, N-Triples in and out": ours}
        if bench.args.baselines:
            commands["datafrog, rules split by hand"] = [bench.args.baselines, "points-to", numbered]
            need(bench.count(commands["datafrog, rules split by hand"]) == counted, "points-to: the counts differ")
        if "gringo" in bench.others:
            commands["gringo"] = [bench.others["gringo"], asp]
        runs = interleaved({name: lambda command=command: run(command, limit=bench.args.limit) for name, command in commands.items()}, 1)
        figures(f"Points-to, {len(facts):,} facts: {counted:,} pairs", ["engine", "CPU s", "wall s", "peak MiB"], runs)


def sudoku(bench):
    """The example puzzle to its end, and many puzzles through one process."""
    repeats = 5 if bench.args.quick else 20
    encode, decode = bench.tool("sudoku2rdf"), bench.tool("rdf2grid")
    example = bench.path("example.ttl")
    run([encode, ROOT / "input.txt"], example)
    options = {"seed.srl": ["ex:hasValue"], "sudoku.srl": ["ex:hasValue"], "advanced.srl": ["ex:hasValue", "ex:cannotBe"]}
    fold = {rules: [word for name in names for word in ("--fold", name)] for rules, names in options.items()}
    jobs = {f"srl-run {rules}": lambda rules=rules: run([bench.tool("srl-run"), "--merge", "--repeat", *fold[rules], RULES / rules, example])
            for rules in options}
    jobs["sudoku2rdf"] = lambda: run([encode, ROOT / "input.txt"])
    solved = bench.path("solved.nt")
    run([bench.tool("srl-run"), "--merge", "--repeat", *fold["seed.srl"], RULES / "seed.srl", example], solved)
    jobs["rdf2grid"] = lambda: run([decode, solved])
    runs = interleaved(jobs, repeats)
    for name, all_of in runs.items():
        need(all(done.status == 0 for done in all_of), f"{name} failed")
    figures(f"The example puzzle to its end, a process each, median of {repeats}", ["process", "CPU s", "wall s", "peak MiB"], runs)

    puzzles = bench.args.puzzles
    if not puzzles.exists():
        return say(f"many puzzles: no {puzzles}, left out")
    count = 50 if bench.args.quick else 1000
    lines = [line for line in puzzles.read_text().splitlines() if line and line[0] in "0123456789."][:count]
    some = bench.path("some.sdm", "\n".join(lines) + "\n")
    quads, answers = bench.path("some.nq"), bench.path("answers.nq")
    rows = [["sudoku2rdf --all", f"{run([encode, '--all', some], quads).cpu:.2f}", "", ""]]
    for rules in options:
        done = run([bench.tool("srl-run"), "--each-graph", "--merge", "--repeat", *fold[rules], RULES / rules, quads], answers)
        need(done.status == 0, f"srl-run failed on {some}")
        decoded = run([decode, "--all", "--partial", "--format", "line", answers], bench.path("grids"))
        need(decoded.status == 0, f"rdf2grid failed after {rules}")
        grids = bench.path("grids").read_text().split()
        need(len(grids) == len(lines), f"{len(grids)} grids of {len(lines)} puzzles")
        rows.append([f"srl-run --each-graph {rules}", f"{done.cpu:.2f}", mib(done.peak), f"{sum('.' not in grid for grid in grids)}"])
        rows.append(["rdf2grid --all", f"{decoded.cpu:.2f}", mib(decoded.peak), ""])
    print(f"### {len(lines)} puzzles of {puzzles.name} through one process\n")
    table(["process", "CPU s", "peak MiB", "solved"], rows)


def check(bench):
    """Checking and formatting a rule set of 2,000 lines."""
    sudoku = (RULES / "sudoku.srl").read_text().replace("RULE ex:", "RULE ex:NUMBER-")
    text = "".join(sudoku.replace("NUMBER", f"r{number}") for number in range(2000 // sudoku.count("\n") + 1))
    lines = text.splitlines(keepends=True)[:2000]
    # Cut where a rule ends.
    end = max(number for number, line in enumerate(lines) if line == "}\n")
    rules = bench.path("long.srl", "".join(lines[:end + 1]))
    jobs = {name: lambda name=name: run([bench.tool("srl-run"), name, rules]) for name in ("check", "fmt", "strata")}
    runs = interleaved(jobs, 5 if bench.args.quick else 20)
    need(all(done.status == 0 for all_of in runs.values() for done in all_of), "srl-run check failed")
    figures(f"A rule set of {end + 1:,} lines", ["srl-run", "CPU s", "wall s", "peak MiB"], runs)


def main():
    summary, _, rest = __doc__.partition("\n")
    parser = argparse.ArgumentParser(description=summary, epilog=rest, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=Path, required=True, metavar="DIR", help="folder of our programs")
    parser.add_argument("--baselines", type=Path, metavar="FILE", help="the program of benches/baselines")
    parser.add_argument("--section", default=",".join(SECTIONS), metavar="LIST", help="of " + ", ".join(SECTIONS))
    parser.add_argument("--limit", type=int, default=120, metavar="S", help="CPU seconds for an engine (default: 120)")
    parser.add_argument("--puzzles", type=Path, default=ROOT / "../shared/data/magictour_1465.txt", metavar="FILE",
                        help="a list of puzzles, one a line")
    parser.add_argument("--quick", action="store_true", help="small graphs and few repetitions: does it all run?")
    args = parser.parse_args()
    args.bin = args.bin.resolve()
    chosen = args.section.split(",")
    if alien := set(chosen) - set(SECTIONS):
        parser.error(f"no section {', '.join(sorted(alien))}")
    if not (args.bin / "srl-run").exists():
        parser.error(f"no srl-run in {args.bin}: cargo build --release")
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(args, folder)
        machine({name: [path] for name, path in bench.others.items()})
        for name in SECTIONS:
            if name in chosen:
                say(f"section {name}")
                {"closure": closure, "chains": chains, "sudoku": sudoku, "check": check, "points-to": points_to}[name](bench)


if __name__ == "__main__":
    main()
