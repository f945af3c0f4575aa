#!/usr/bin/env python3
"""pkg-lock and uv on real projects: versions, CPU seconds with a warm cache, and who accepts the locks.

    python3 benches/projects.py target/release/pkg-lock https://pypi.org/simple/ [PROJECT...]

uv, poetry and pip are taken from the PATH; what is missing is left out. Each tool runs twice and the second run counts, so
that both read from their caches.
"""

import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import tomllib

PROJECTS = {
    "flask": (">=3.11,<3.12", ["flask", "requests", "numpy", "pandas"]),
    "fastapi": (">=3.11,<3.12", ["fastapi[standard]"]),
    "django": (">=3.11", ["django", "celery[redis]", "djangorestframework", "psycopg"]),
    "cryptography": (">=3.11,<3.12", ["cryptography", "boto3", "docutils", "pyyaml"]),
    "pandas39": (">=3.9", ["numpy", "pandas"]),
    "jupyterlab": (">=3.11,<3.12", ["jupyterlab"]),
    "scikit": (">=3.11,<3.13", ["scikit-learn", "matplotlib", "polars"]),
}


def run(command, folder):
    """Exit code, what was said, CPU seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return done.returncode, done.stdout + done.stderr, cpu


def versions(lock):
    packages = tomllib.loads(lock.read_text())["package"] if lock.exists() else []
    return {(one["name"], one["version"]) for one in packages if "registry" in one.get("source", {})}


def accepted(name, command, folder):
    if not shutil.which(command[0]):
        return "-"
    code, said, _ = run(command, folder)
    if code:
        print(f"{name}: {' '.join(command)}: {said.strip()[-400:]}", file=sys.stderr)
    return "yes" if code == 0 else "no"


def main():
    program, index, *names = sys.argv[1:]
    program = str(pathlib.Path(program).resolve())
    print("| project | packages | as uv | CPU s | uv's CPU s | poetry check | uv lock --check | pip |\n|---|--:|--:|--:|--:|---|---|---|")
    for name in names or PROJECTS:
        python, dependencies = PROJECTS[name]
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            text = f'[project]\nname = "p"\nversion = "1"\nrequires-python = "{python}"\ndependencies = {dependencies!r}\n'
            (folder / "pyproject.toml").write_text(text)
            command = [program, "--index", index, "--upgrade"]
            for _ in range(2):
                code, said, cpu = run([*command, "--format", "uv"], folder)
            if code:
                print(f"| {name} | {said.strip()[-200:]} |")
                continue
            ours = versions(folder / "uv.lock")
            checks = [accepted(name, ["uv", "lock", "--check", "--no-python-downloads"], folder)]
            run(command, folder)
            checks.insert(0, accepted(name, ["poetry", "check", "--lock"], folder))
            run([*command, "--format", "requirements"], folder)
            pip = ["pip", "install", "--dry-run", "--ignore-installed", "--require-hashes", "--quiet", "-r", "requirements.txt"]
            checks.append(accepted(name, pip, folder))
            (folder / "uv.lock").unlink()
            for _ in range(2):
                _, _, cpu_of_uv = run(["uv", "lock", "--upgrade", "--no-python-downloads"], folder)
            theirs = versions(folder / "uv.lock")
            if ours != theirs:
                print(f"{name}: ours alone {sorted(ours - theirs)}, uv's alone {sorted(theirs - ours)}", file=sys.stderr)
            row = [name, len(ours), f"{len(ours & theirs)}/{len(theirs)}", f"{cpu:.2f}", f"{cpu_of_uv:.2f}", *checks]
            print("| " + " | ".join(map(str, row)) + " |", flush=True)


if __name__ == "__main__":
    main()
