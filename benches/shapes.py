#!/usr/bin/env python3
"""pkg-lock, uv and Poetry on projects in the shapes in which the world writes them: versions, verdicts, accepted locks.

    python3 benches/shapes.py target/release/pkg-lock https://pypi.org/simple/ [NAME...]

uv and poetry are taken from the PATH. A line for each project where a tool has other versions, another verdict, or does
not accept the lock; docs/packages.md says which of these differences are meant. uv judges projects with [project], Poetry those with
[tool.poetry]. Poetry runs in an environment of its own (VIRTUAL_ENV), so that it installs nothing.
"""

import collections
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile
import tomllib
import venv

PROJECTS = pathlib.Path(__file__).parent.parent / "testdata" / "projects.txt"


def run(folder, *command):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    return done.returncode, (done.stdout + done.stderr).strip()


def versions(lock):
    packages = tomllib.loads(lock.read_text()).get("package", [])
    others = [one for one in packages if not {"virtual", "editable"} & set(one.get("source", {}))]
    return {(one["name"], one["version"]) for one in others}


def differences(mine, theirs):
    alone = [f"{name} {version}" for name, version in sorted(mine ^ theirs)]
    return ", ".join(alone[:8]) + (" …" if len(alone) > 8 else "")


def last_line(said):
    lines = [line for line in said.splitlines() if line.strip() and not line.strip().startswith("help:")]
    return lines[-1].strip()[:200] if lines else ""


def judged(folder, text, tool, program, index, lock, check):
    """One tool's opinion: a word, and more of it."""
    for name in ["ours", "theirs"]:
        (folder / tool / name).mkdir(parents=True)
        (folder / tool / name / "pyproject.toml").write_text(text)
    ours, theirs = folder / tool / "ours", folder / tool / "theirs"
    code, said = run(ours, program, "--index", index, "--format", tool)
    their_code, they_said = run(theirs, *lock)
    if code or their_code:
        if code and their_code:
            return "both refuse", ""
        if code:
            return "refused here alone", last_line(said)
        return f"refused by {tool} alone", last_line(they_said)
    mine, other = versions(ours / f"{tool}.lock"), versions(theirs / f"{tool}.lock")
    code, said = run(ours, *check)
    if code and "README" not in said:
        return "not accepted", last_line(said)
    return ("same", "") if mine == other else ("other versions", differences(mine, other))


def main():
    program, index, *names = sys.argv[1:]
    program = str(pathlib.Path(program).resolve())
    sections = [section.split("\n", 1) for section in PROJECTS.read_text().split("\n# === ")[1:]]
    projects = {name: text for name, text in sections if name in names or not names}
    table = collections.Counter()
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        venv.create(scratch / "venv")
        os.environ["VIRTUAL_ENV"] = str(scratch / "venv")

        def judge(name):
            text, found, folder = projects[name], [], scratch / name
            uv = ("uv", "lock", "--no-python-downloads")
            if "[tool.poetry" not in text:
                found.append(("uv", *judged(folder, text, "uv", program, index, uv, (*uv, "--check"))))
            elif "[tool.uv" not in text:
                check, lock = ("poetry", "check", "--lock"), ("poetry", "lock", "--no-interaction")
                found.append(("poetry", *judged(folder, text, "poetry", program, index, lock, check)))
            return name, found

        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for name, found in pool.map(judge, projects):
                for tool, word, more in found:
                    table[tool, word] += 1
                    if word not in ("same", "both refuse"):
                        print(f"{name}: {tool}: {word}: {more}", flush=True)
    for (tool, word), count in sorted(table.items()):
        print(f"{tool}: {word}: {count}")


if __name__ == "__main__":
    main()
