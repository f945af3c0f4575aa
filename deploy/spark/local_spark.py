"""A Spark of this machine for the tests of the jobs, with a program that ends its executor."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import pyspark

# A master and two workers of one core.
CLUSTER = "local-cluster[2,1,1024]"

# It stands for a tool, and counts its starts, up to a few. At the {fatal}-th, its executor dies in the middle of a task.
STAND_IN = """#!/bin/sh
for number in {numbers}; do mkdir '{marks}'/$number 2>/dev/null && break; done
if [ $number = {fatal} ]; then
  pid=$$
  until tr '\\0' ' ' < /proc/$pid/cmdline | grep -q CoarseGrainedExecutorBackend; do
    pid=$(sed 's/.*) . \\([0-9]*\\) .*/\\1/' /proc/$pid/stat)
  done
  kill -9 $pid
fi
{more}
exec '{tool}' "$@"
"""


def stand_in(path, tool, marks, fatal, more=""):
    """Writes a script that stands for a tool, kills its executor at its start number `fatal`, and leaves a
    folder for each start in `marks`, up to a few more; `more` are lines that come before it becomes the tool."""
    marks.mkdir(exist_ok=True)
    numbers = " ".join(map(str, range(1, fatal + 4)))
    path.write_text(STAND_IN.format(numbers=numbers, marks=marks, fatal=fatal, more=more, tool=tool))
    path.chmod(0o755)
    return path


class SparkTest(unittest.TestCase):
    """Has a folder of its own, `self.folder`, in which Spark keeps all that it writes."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        # Workers write below SPARK_HOME: so it is a folder of ours, and what is there is elsewhere.
        home = self.folder / "spark"
        home.mkdir()
        for entry in Path(pyspark.__file__).parent.iterdir():
            (home / entry.name).symlink_to(entry)
        self.environment = {
            **os.environ, "SPARK_HOME": str(home), "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_LOCAL_DIRS": str(self.folder),
            "PYSPARK_PYTHON": sys.executable, "PYSPARK_DRIVER_PYTHON": sys.executable,
        }

    def submit(self, job, *words, master="local[2]", settings=()):
        """Runs a job; what came of it."""
        settings = ["spark.ui.enabled=false", f"spark.local.dir={self.folder}", *settings]
        command = [self.folder / "spark/bin/spark-submit", "--master", master, *(f"--conf={one}" for one in settings), job, *words]
        return subprocess.run(
            [*map(str, command)], env=self.environment, cwd=self.folder, capture_output=True, text=True, check=False)
