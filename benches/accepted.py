#!/usr/bin/env python3
"""Whether Poetry, uv and pip accept the locks that pkg-lock writes for random projects over random indexes.

    python3 benches/accepted.py target/release/pkg-lock [N [SEED]]

The indexes have what real ones have: Pythons, markers, extras, stars, epochs, pre-releases, withdrawn files, tags. They are served from a
temporary folder on 127.0.0.1. uv, poetry and pip are taken from the PATH; pip runs on a Python that all projects admit, 3.11.
"""

import collections
import functools
import hashlib
import http.server
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import zipfile

VERSIONS = ["0.9", "1.0", "1.0.1", "1.1", "1.2a1", "1.2", "1.10", "2", "2.0.1", "2.1rc1", "2.1.post1", "3.0.dev1", "1!0.5"]
PYTHONS = [">=3.8", ">=3.9,<3.12", "==3.11.*", ">=3.8,!=3.9.*,<4", "~=3.9", ">=3.10"]
MARKERS = [
    "python_full_version >= '3.9.1'",
    "python_version < '3.10'",
    "python_version >= '3.12'",
    "python_full_version == '3.11.*'",
    "sys_platform == 'win32'",
    "python_version > '3.8' and sys_platform == 'darwin'",
    "python_version < '3.9' or os_name == 'nt'",
]
SPECIFIERS = ["", "", "", "==1.0", "!=1.2", ">=1.0,<2", "~=1.0", "==1.*", "!=2.*", ">1.0.1", "<=2", ">=1.2a1", "<1!0"]
# pip looks only for what runs here.
TAGS = ["py3-none-any"] * 8 + ["cp311-cp311-manylinux_2_17_x86_64"]
NAMES = ["pkg-a", "pkg-b", "pkg-c", "pkg-d", "pkg-e"]


def requirement(rng, names):
    extra = rng.choice(["", "", "", "", "[x]"])
    marker = rng.choice(["", "", " ; " + rng.choice(MARKERS)])
    return rng.choice(names) + extra + rng.choice(SPECIFIERS) + marker


def wheel(rng, folder, name, version, names):
    lines = ["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}", "Provides-Extra: x"]
    lines += ["Requires-Dist: " + requirement(rng, names) for _ in range(rng.randrange(3))]
    if rng.random() < 0.3:
        lines.append(f"Requires-Dist: {rng.choice(names)} ; extra == 'x'")
    stem = f"{name.replace('-', '_')}-{version}"
    file = folder / f"{stem}-{rng.choice(TAGS)}.whl"
    python = rng.choice(["", "", "", ">=3.9", ">=3.8", "<3.12"])
    if python:
        lines.append(f"Requires-Python: {python}")
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(f"{stem}.dist-info/METADATA", "\n".join(lines) + "\n")
        archive.writestr(f"{stem}.dist-info/WHEEL", "Wheel-Version: 1.0\nGenerator: x\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{stem}.dist-info/RECORD", "")
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    attributes = f' data-requires-python="{python}"'.replace(">", "&gt;").replace("<", "&lt;") if python else ""
    attributes += ' data-yanked=""' if rng.random() < 0.05 else ""
    return f'<a href="{file.name}#sha256={digest}"{attributes}>{file.name}</a>\n'


def case(rng, folder, address):
    """Writes an index and a project."""
    names = NAMES[: rng.randrange(2, 6)]
    for name in names:
        page = folder / "simple" / name
        page.mkdir(parents=True)
        links = [wheel(rng, page, name, version, names) for version in rng.sample(VERSIONS, rng.randrange(1, 6))]
        (page / "index.html").write_text("<!DOCTYPE html>\n" + "".join(links))
    python, some = rng.choice(PYTHONS), [requirement(rng, names) for _ in range(rng.randrange(1, 4))]
    (folder / "project").mkdir()
    (folder / "project" / "pyproject.toml").write_text(
        f'[project]\nname = "p"\nversion = "1"\nrequires-python = "{python}"\ndependencies = {some!r}\n'
        f"optional-dependencies = {{ more = {[requirement(rng, names)]!r} }}\n"
        f'[[tool.poetry.source]]\nname = "own"\nurl = "{address}/simple/"\n'
        f'[[tool.uv.index]]\nname = "own"\nurl = "{address}/simple/"\ndefault = true\n'
    )


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    n_cases, seed = [int(word) for word in sys.argv[2:4]] + [300, 1][len(sys.argv) - 2 :]
    table = collections.Counter()
    with tempfile.TemporaryDirectory() as scratch:
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=scratch))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        for number in range(seed, seed + n_cases):
            folder = pathlib.Path(scratch) / str(number)
            address = f"http://127.0.0.1:{server.server_address[1]}/{number}"
            case(random.Random(number), folder, address)
            project = folder / "project"

            def run(*command):
                return subprocess.run(command, cwd=project, capture_output=True, text=True, timeout=300)

            def judge(tool, *command):
                if not shutil.which(command[0]):
                    return
                done = run(*command)
                table[tool, "no" if done.returncode else "yes"] += 1
                if done.returncode:
                    print(f"{number}: {' '.join(command)}: {(done.stdout + done.stderr).strip()[-600:]}", file=sys.stderr)

            locked = run(program, "--no-cache", "--format", "uv")
            table["pkg-lock", locked.returncode] += 1
            if locked.returncode == 0:
                judge("uv lock --check", "uv", "lock", "--check", "--no-cache", "--prerelease=if-necessary-or-explicit")
                (project / "uv.lock").unlink()
                for form in ["poetry", "requirements"]:
                    assert run(program, "--no-cache", "--format", form).returncode == 0
                judge("poetry check --lock", "poetry", "check", "--lock")
                pip = ["pip", "--isolated", "--disable-pip-version-check", "--no-cache-dir", "install", "--dry-run"]
                pip += ["--ignore-installed", "--require-hashes", "--index-url", f"{address}/simple/"]
                judge("pip --require-hashes", *pip, "-r", "requirements.txt")
            shutil.rmtree(folder)
        server.shutdown()
    for (tool, verdict), count in sorted(table.items(), key=str):
        print(f"{tool}: {verdict}: {count}")


if __name__ == "__main__":
    main()
