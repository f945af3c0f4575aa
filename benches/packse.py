#!/usr/bin/env python3
"""pkg-lock on packse's scenarios: the table by group, and the scenarios where the verdict is another one.

    git clone https://github.com/astral-sh/packse
    python3 benches/packse.py packse/scenarios target/release/pkg-lock

Each scenario becomes a folder of wheels and source archives and a project. A scenario for one Python is a project
for this minor version; a universal one has the Pythons of its root. The lock is written by pkg-lock only after its own
check, so the verdict and the versions that the scenario names are compared.
"""

import hashlib
import io
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile


def normal(name):
    return name.lower().replace("_", "-").replace(".", "-")


def metadata(name, version, release):
    lines = ["Metadata-Version: 2.3", f"Name: {name}", f"Version: {version}"]
    python = release.get("requires_python", ">=3.12")
    lines += [f"Requires-Python: {python}"] if python else []
    lines += [f"Requires-Dist: {one}" for one in release.get("requires", [])]
    for extra, requirements in release.get("extras", {}).items():
        lines.append(f"Provides-Extra: {extra}")
        for one in requirements:
            text, _, marker = one.partition(";")
            marker = f"({marker.strip()}) and extra == '{extra}'" if marker else f"extra == '{extra}'"
            lines.append(f"Requires-Dist: {text.strip()} ; {marker}")
    return "\n".join(lines) + "\n"


def files(name, version, release):
    """File names and bytes of a version."""
    text = metadata(name, version, release).encode()
    stem = f"{name.replace('-', '_')}-{version}"
    if release.get("wheel", True):
        for tag in release.get("wheel_tags") or ["py3-none-any"]:
            wheel = io.BytesIO()
            with zipfile.ZipFile(wheel, "w") as archive:
                archive.writestr(f"{stem}.dist-info/METADATA", text)
            yield f"{stem}-{tag}.whl", wheel.getvalue()
    if release.get("sdist", True):
        source = io.BytesIO()
        with tarfile.open(fileobj=source, mode="w:gz") as archive:
            member = tarfile.TarInfo(f"{stem}/PKG-INFO")
            member.size = len(text)
            archive.addfile(member, io.BytesIO(text))
        yield f"{stem}.tar.gz", source.getvalue()


def lay_out(scenario, folder):
    """The index and the project of a scenario."""
    for name, package in scenario["packages"].items():
        page = folder / "simple" / normal(name)
        page.mkdir(parents=True)
        links = []
        for version, release in package["versions"].items():
            python = release.get("requires_python", ">=3.12")
            for filename, content in files(normal(name), version, release):
                (page / filename).write_bytes(content)
                digest = hashlib.sha256(content).hexdigest()
                attributes = ' data-yanked=""' if release.get("yanked") else ""
                if python:
                    attributes += f' data-requires-python="{python.replace(">", "&gt;").replace("<", "&lt;")}"'
                links.append(f'<a href="{filename}#sha256={digest}"{attributes}>{filename}</a>')
        (page / "index.html").write_text("\n".join(links))
    (folder / "simple").mkdir(exist_ok=True)
    (folder / "simple" / "index.html").write_text("")
    root, options = scenario["root"], scenario.get("resolver_options", {})
    if options.get("universal"):
        python = root.get("requires_python", ">=3.12")
    else:
        python = options.get("python") or scenario.get("environment", {}).get("python", "3.12")
        python = f"=={python}" if python.count(".") == 2 else f"=={python}.*"
    lines = ["[project]", 'name = "project"', 'version = "0.1.0"', f'requires-python = "{python}"']
    lines.append(f"dependencies = {root['requires']!r}")
    lines.append("[tool.uv]")
    for option in ("no_binary", "no_build"):
        if options.get(option):
            lines.append(f"{option.replace('_', '-')}-package = {options[option]!r}")
    if "manylinux" in options.get("python_platform", ""):
        lines.append("environments = [\"sys_platform == 'linux'\"]")
    if options.get("prereleases"):
        lines.append('prerelease = "allow"')
    (folder / "pyproject.toml").write_text("\n".join(lines) + "\n")


def run(path, program):
    """The group, whether the verdict is right, how many versions are named and right, and what was said."""
    scenario = tomllib.loads(path.read_text())
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        lay_out(scenario, folder)
        command = [program, "--index", str(folder), "--format", "requirements", "-o", "-", str(folder)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    lines = done.stdout.splitlines()
    pins = dict(line.rstrip("\\ ").split(" ;")[0].split("==") for line in lines if "==" in line and done.returncode == 0)
    expected = scenario["expected"]
    # A root package that the index does not have is trouble, not a verdict.
    is_absent = done.returncode == 2 and "the index has no package" in done.stderr
    found = {0: True, 1: False}.get(done.returncode, False if is_absent else None)
    named = {normal(name): version for name, version in expected.get("packages", {}).items()}
    same = sum(pins.get(name) == version for name, version in named.items())
    return path.parent.name, found == expected["satisfiable"], len(named), same, done


def main():
    folder, program = sys.argv[1:3]
    groups = {}
    for path in sorted(pathlib.Path(folder).glob("*/*.toml")):
        if path.parent.name == "examples":
            continue
        group, right, n_named, n_same, done = run(path, program)
        row = groups.setdefault(group, [0, 0, 0, 0])
        for place, n in enumerate((1, right, n_named, n_same)):
            row[place] += n
        if not right or n_same < n_named:
            last = (done.stdout + done.stderr).strip().splitlines()[-3:]
            print(f"{'other versions' if right else 'OTHER VERDICT'}: {group}/{path.stem}: {' | '.join(last)}")
    print("| group | scenarios | verdict right | versions named | same |\n|---|--:|--:|--:|--:|")
    for group, row in sorted(groups.items()) + [("total", [sum(column) for column in zip(*groups.values())])]:
        print("| " + " | ".join([group, *map(str, row)]) + " |")


if __name__ == "__main__":
    main()
