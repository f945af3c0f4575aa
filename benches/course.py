#!/usr/bin/env python3
"""Draw the course of a search from its statistics, as SVG.

    dimacs-solve --engine cdcl --stats --json problem.cnf | benches/course.py > docs/search.svg

Three curves over the conflicts: the glue of the clauses learnt since the last point, the restarts in a thousand
conflicts, and how many learnt clauses are kept. Stable mode has a grey ground. Python's standard library is enough.
"""

import itertools
import json
import sys

WIDTH, HEIGHT, GAP, LEFT, TOP = 760, 110, 46, 70, 24
INK, CURVE, GROUND = "#222", "#0b61a4", "#e6e6e6"


def course(lines):
    """The points of the search, from the line of JSON among those of an answer."""
    found = [json.loads(line[2:]) for line in lines if line.startswith("c {")]
    if len(found) != 1 or len(found[0]["course"]) < 2:
        sys.exit("course.py: error: expected one line of JSON with the course of a search, as cdcl has it")
    return found[0]["course"]


def curves(points):
    """For each curve its name and a value for each point but the first."""
    pairs = list(zip(points, points[1:]))
    conflicts = [after["conflicts"] - before["conflicts"] for before, after in pairs]
    rise = lambda name: [after[name] - before[name] for before, after in pairs]
    return [
        ("glue of new clauses, mean", [glues / n for glues, n in zip(rise("glues"), conflicts)]),
        ("restarts in 1000 conflicts", [1000 * restarts / n for restarts, n in zip(rise("restarts"), conflicts)]),
        ("learnt clauses kept", [after["learnt_clauses"] for _, after in pairs]),
    ]


def stable(points):
    """From where to where, in conflicts, each stretch of stable mode goes."""
    for mode, steps in itertools.groupby(zip(points, points[1:]), key=lambda step: step[1]["mode"]):
        steps = list(steps)
        if mode == "stable":
            yield steps[0][0]["conflicts"], steps[-1][1]["conflicts"]


def draw(points):
    last = points[-1]["conflicts"]
    x = lambda conflicts: LEFT + WIDTH * conflicts / last
    panels = curves(points)
    height = TOP + len(panels) * (HEIGHT + GAP)
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + 20} {height}" '
           f'font-family="sans-serif" font-size="13" fill="{INK}">')
    yield f"<title>The course of a search of {last} conflicts</title>"
    for number, (name, values) in enumerate(panels):
        top = TOP + number * (HEIGHT + GAP)
        most = max(values) or 1
        for start, end in stable(points):
            yield f'<rect x="{x(start):.1f}" y="{top}" width="{x(end) - x(start):.1f}" height="{HEIGHT}" fill="{GROUND}"/>'
        places = [f'{x(point["conflicts"]):.1f},{top + HEIGHT * (1 - value / most):.1f}'
                  for point, value in zip(points[1:], values)]
        yield f'<polyline points="{" ".join(places)}" fill="none" stroke="{CURVE}"/>'
        yield f'<path d="M{LEFT} {top}V{top + HEIGHT}H{LEFT + WIDTH}" fill="none" stroke="{INK}"/>'
        yield f'<text x="{LEFT}" y="{top - 7}">{name}</text>'
        yield f'<text x="{LEFT - 6}" y="{top + 10}" text-anchor="end">{most:,.0f}</text>'
        yield f'<text x="{LEFT - 6}" y="{top + HEIGHT}" text-anchor="end">0</text>'
    yield f'<text x="{LEFT + WIDTH}" y="{height - GAP + 18}" text-anchor="end">{last:,} conflicts</text>'
    yield "</svg>"


if __name__ == "__main__":
    print("\n".join(draw(course(sys.stdin))))
