"""Which tests run where: the skips that a complete run may have, and the files that need a POSIX system."""

from __future__ import annotations

import sys

MAY_SKIP = {
    "root may read everything": "containers run as root",
    "stable-baselines3 is not installed": "it needs PyTorch, which takes gigabytes",
    "needs nvcc": "the CUDA compiler takes gigabytes; the kernels are tested with g++",
    "this system does not have the address": "containers often have no IPv6",
    "the limit cannot be set": "a container may forbid it",
    "programs cannot be isolated: this system": "a container may forbid user namespaces",
    "`make slow` installs": "packages that only slow tests need; their files are collected without them too",
    "Slurm needs root": "its controller starts the jobs of others",
    "a test of the server, or of the requests to it": "with --static there is no server",
    "this is the process that counts": "a test that starts itself in another process",
}
"""The first words of the reasons for which ``--no-skips`` allows a skipped test, and why nothing can be installed."""

NEEDS_POSIX = (
    "cli/test_compare_command.py",  # these open a pseudo-terminal
    "cli/test_judge_command.py",
    "cli/test_lesson_commands.py",
    "cli/test_pdb_command.py",
    "cli/test_prompts.py",
    "cli/test_solve_command.py",
    "cli/test_streams.py",
    "cli/test_texts.py",
    "cli/test_trace_command.py",
    "cli/test_train_command.py",
    "experiments/test_report.py",
    "system/test_interrupts.py",
    "tui/test_play_signals.py",
    "cli/test_one_process.py",  # these send signals, fork, or kill processes
    "cli/test_user_code.py",
    "experiments/test_dask_experiments.py",
    "experiments/test_executor_runs.py",
    "experiments/test_slurm.py",
    "experiments/test_experiment.py",
    "native/test_native_exits.py",
    "notebook/test_notebook_lab.py",
    "run/test_watchdog.py",
    "solving/test_batch.py",
    "solving/test_dask_searches.py",
    "system/test_pool.py",
    "system/test_worker_process.py",
    "tables/test_file_faults.py",
    "tables/test_native_distances.py",
    "tables/test_storage_lock.py",
    "web/test_web_leaks.py",
    "web/test_web_limits.py",
    "web/test_web_proxy.py",
    "web/test_web_server.py",
    "web/test_web_stops.py",
)
"""Files below ``tests`` that are left out on Windows."""


def left_out() -> tuple[str, ...]:
    """The files of tests that this system cannot run."""
    return NEEDS_POSIX if sys.platform == "win32" else ()


def refused(skipped: list[tuple[str, str]]) -> list[str]:
    """One line for each skipped test, given as place and reason, that a complete run must not skip."""
    wrong = {f"{place}: {reason}" for place, reason in skipped if not reason.startswith(tuple(MAY_SKIP))}
    return sorted(wrong)
