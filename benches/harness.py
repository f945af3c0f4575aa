"""Measuring processes: CPU time, wall time and peak memory of each, and tables of them."""

import contextlib
import os
import platform
import resource
import shutil
import signal
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

MIB = 1 << 20
PIPE = 1 << 16


@dataclass(frozen=True)
class Run:
    status: int  # exit code, or minus the signal
    cpu: float  # user and system seconds
    wall: float  # seconds
    peak: int  # bytes of memory; never below this script's own, with whose memory a child starts
    timed_out: bool


def run(command, stdout=os.devnull, limit=None):
    """Run a command to its end, or until it has used `limit` seconds of CPU time."""
    with open(stdout, "wb") as out:
        start = time.perf_counter()
        # Without a preexec_fn the child is not a copy of this script, which would cost it CPU time.
        child = subprocess.Popen(list(map(str, command)), stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.DEVNULL)
        if limit:
            resource.prlimit(child.pid, resource.RLIMIT_CPU, (limit, limit + 1))
        _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    cpu = usage.ru_utime + usage.ru_stime
    # minisat notices the signal and ends in peace, others die of it; the kernel's clocks differ a little.
    timed_out = limit is not None and (cpu > 0.95 * limit or child.returncode in (-signal.SIGXCPU, -signal.SIGKILL))
    return Run(child.returncode, limit if timed_out else cpu, time.perf_counter() - start, usage.ru_maxrss * 1024, timed_out)


def stream(command):
    """Run a command that writes to a pipe: how many bytes, and its own peak memory while it wrote them."""
    size, peak, reads = 0, 0, 0
    with subprocess.Popen(list(map(str, command)), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, bufsize=0) as child:
        while block := child.stdout.read(PIPE):
            size += len(block)
            reads += 1
            if reads < 100 or reads % 100 == 0:
                peak = max(peak, peak_of(child.pid))
    need(child.returncode == 0, f"{command[0]} failed with {child.returncode}")
    return size, peak


def peak_of(pid):
    """The peak memory of a running process, as Linux tells it; 0 if it does not."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    return 0


def mib(peak):
    """A peak of a `Run` for a table."""
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return f"{'≤ ' if peak <= own else ''}{peak / MIB:.0f}"


def interleaved(jobs, repeats):
    """Run each job `repeats` times, in rounds whose order rotates, so that a busy moment hits all.

    `jobs` maps names to functions; gives the results by name.
    """
    results = {name: [] for name in jobs}
    names = list(jobs)
    for turn in range(repeats):
        for name in names[turn % len(names):] + names[:turn % len(names)]:
            results[name].append(jobs[name]())
    return results


median = statistics.median


def table(columns, rows):
    """A Markdown table: the first column is text, the others are numbers."""
    print("| " + " | ".join(columns) + " |")
    print("|---|" + "---:|" * (len(columns) - 1))
    for row in rows:
        print("| " + " | ".join(row) + " |")
    print(flush=True)


def say(text):
    print(text, file=sys.stderr, flush=True)


def need(condition, fault):
    """A wrong answer ends the benchmark: its time would mean nothing."""
    if not condition:
        sys.exit(f"{Path(sys.argv[0]).name}: error: {fault}")


def machine(solvers):
    """The machine and the programs, in a line each."""
    cpu = platform.processor() or platform.machine()
    with contextlib.suppress(OSError):
        lines = [line.split(":", 1) for line in Path("/proc/cpuinfo").read_text().split("\n\n")[0].splitlines()]
        about = {name.strip(): value.strip() for name, value in lines}
        # A virtual machine may not tell which of a maker's processors it is.
        family, model = about.get("cpu family", "?"), about.get("model", "?")
        cpu = f"{about.get('model name', cpu)} (family {family}, model {model})"
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / (1 << 30)
    load = os.getloadavg()[0]
    print(f"- {cpu}, {os.cpu_count()} cores, {memory:.0f} GB; {platform.system()} {platform.release()}; load {load:.1f}")
    for name, command in solvers.items():
        print(f"- {name}: {version(command)}")
    print(flush=True)


def version(command):
    if Path(command[0]).name == "minisat":
        return "no version to ask for"
    done = subprocess.run([command[0], "--version"], capture_output=True, text=True, check=False)
    return (done.stdout.strip().splitlines() or ["?"])[0]


def find(names):
    return {name: path for name in names if (path := shutil.which(name))}
