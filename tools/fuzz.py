"""Run the fuzz targets one after the other, and print a table; ``make fuzz`` builds them and calls this.

python tools/fuzz.py FOLDER SECONDS [TARGET …]

FOLDER has the executables. Each runs for SECONDS, starting from the previous run's corpus in FOLDER/corpus. Failing
inputs are kept in FOLDER/failures: run the target with such a file as its argument to repeat the failure. The exit code
is 1 if anything failed.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

LARGEST_INPUT = 600
SLOWEST_INPUT = 20
"""Seconds after which an input has failed."""


@dataclass(frozen=True)
class Run:
    """What a target did."""

    target: str
    executions: int
    edges: int
    failed: bool
    seconds: float

    def text(self) -> str:
        """The row of the table."""
        return f"{self.target:14}{self.executions:>12,}{self.edges:>10,}{int(self.failed):>10}{self.seconds:>10,.0f}"


def run(folder: Path, target: str, seconds: int) -> Run:
    corpus, failures = folder / "corpus" / target, folder / "failures"
    corpus.mkdir(parents=True, exist_ok=True)
    failures.mkdir(exist_ok=True)
    command = [
        str(folder / f"{target}_fuzz"),
        str(corpus),
        f"-max_total_time={seconds}",
        f"-max_len={LARGEST_INPUT}",
        f"-timeout={SLOWEST_INPUT}",
        f"-artifact_prefix={failures}/{target}-",
        "-print_final_stats=1",
        "-rss_limit_mb=4096",
    ]
    log = folder / f"{target}.log"
    with log.open("w") as output:
        done = subprocess.run(command, stdout=output, stderr=output, env=environment(folder, target), check=False)
    text = log.read_text(errors="replace")
    if done.returncode:
        print(text[-4000:], f"\n{target} failed; the whole report is in {log}\n", file=sys.stderr)
    ended = re.findall(r"in (\d+) second", text)
    return Run(
        target,
        int((re.findall(r"number_of_executed_units: (\d+)", text) or [0])[-1]),
        int((re.findall(r"cov: (\d+)", text) or [0])[-1]),
        done.returncode != 0,
        float(ended[-1]) if ended else 0,
    )


def environment(folder: Path, target: str) -> dict[str, str]:
    """The bindings need Python's paths. Python itself keeps memory until its end: there, leaks are not looked for."""
    root = Path(__file__).parent.parent
    values = dict(os.environ, UBSAN_OPTIONS="print_stacktrace=1")
    if target == "bindings":
        values["ASAN_OPTIONS"] = "detect_leaks=0"
        values["PYTHONMALLOC"] = "malloc"
        values["PYTHONEXECUTABLE"] = sys.executable
        values["PYTHONPATH"] = os.pathsep.join(map(str, [folder, root / "src", root / "tests" / "attack"]))
    return values


def main() -> int:
    folder, seconds = Path(sys.argv[1]).resolve(), int(sys.argv[2])
    built = sorted(path.name.removesuffix("_fuzz") for path in folder.glob("*_fuzz"))
    runs = []
    for target in sys.argv[3:] or built:
        print(f"{target} for {seconds} s", file=sys.stderr)
        runs.append(run(folder, target, seconds))
    print(f"{'target':14}{'executions':>12}{'edges':>10}{'failures':>10}{'seconds':>10}")
    for each in runs:
        print(each.text())
    return int(any(each.failed for each in runs))


if __name__ == "__main__":
    sys.exit(main())
