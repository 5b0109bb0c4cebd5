"""Plans as files in the cache folder, so that the next command continues the plan of the previous one."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from time import time_ns

from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.problem import Problem
from taquin.tables.cache import CacheFile, to_bytes, to_numbers
from taquin.tables.plans.plan import LONGEST, KnownSolution, Plan, PlanBook, has_plans
from taquin.tables.storage.folder import cache_folder, is_read_only, list_folder, sharing_reason

FOLDER = "plans"
SUFFIX = ".plan"
KIND = "plan"
_VERSION = 1
_NAME = re.compile(r"plan-([1-9]\d{0,2})x([1-9]\d{0,2})-[0-9a-f]{16}-[0-9a-f]{16}\.plan")
_MOST_FILES = 64
_MOST_BYTES = 16_000_000
_TOLERANCE = 3600 * 10**9  # nanoseconds: the clocks of file servers differ


class StoredPlans(PlanBook):
    """Plans in memory and in files. If the cache folder cannot be used, plans are kept in memory only."""

    def __init__(self) -> None:
        super().__init__()
        self._read: set[Board] = set()  # the goals whose files were read

    def find(self, problem: Problem) -> KnownSolution | None:
        if has_plans(problem.shape):
            self._read_files(problem.goal)
        known = super().find(problem)
        folder = cache_folder() / FOLDER
        if known is not None and not is_read_only() and not sharing_reason(folder):
            with suppress(OSError):  # the least recently used plans are removed first
                os.utime(folder / _name(problem.goal, known.first))
        return known

    def keep(self, problem: Problem, moves: bytes, lower_bound: int, runs: int = 1) -> Plan | None:
        """Keep a solution, which must be correct, in memory and in a file, unless a shorter one is known."""
        if has_plans(problem.shape):
            self._read_files(problem.goal)
        added = super().keep(problem, moves, lower_bound, runs)
        if added is not None and not is_read_only():
            with suppress(OSError):
                _write(added)
        return added

    def _read_files(self, goal: Board) -> None:
        if goal in self._read:
            return
        self._read = {*self._read, goal} if len(self._read) < _MOST_FILES else {goal}
        digest = _digest(goal)
        paths = [path for path in plan_paths() if _shape_of(path.name) == goal.shape]
        for path in sorted(paths, key=_modified):  # the book drops the plan that was added first
            if digest[:16] in path.name and (plan := _read(path, goal)) is not None:
                self.add(plan)


def stored_plans() -> StoredPlans:
    return _plans_of(cache_folder())


@lru_cache(maxsize=1)
def _plans_of(folder: Path) -> StoredPlans:
    """One object per cache folder, so that a process that changes ``TAQUIN_CACHE`` reads the new folder."""
    return StoredPlans()


def file_named(name: str) -> tuple[CacheFile, str] | None:
    """The cache file with this name, and what it serves; None for other names."""
    shape = _shape_of(name)
    return None if shape is None else (_file(name, shape, None), f"a solution for hints on {shape} boards")


def plan_paths() -> list[Path]:
    """The files of all plans, sorted by name; none, without a warning, if the folder cannot be read."""
    return [path for path in list_folder(cache_folder() / FOLDER, lambda message: None) if path.suffix == SUFFIX]


def _shape_of(name: str) -> Shape | None:
    match = _NAME.fullmatch(name)
    return None if match is None else Shape(int(match[1]), int(match[2]))


def _name(goal: Board, first: int) -> str:
    return f"plan-{goal.shape.text}-{_digest(goal)[:16]}-{first:016x}{SUFFIX}"


def _digest(goal: Board) -> str:
    return sha256(" ".join(map(str, goal.state)).encode()).hexdigest()


def _file(name: str, shape: Shape, digest: str | None) -> CacheFile:
    """The file of a plan. Without a digest any goal is accepted."""
    key = {"rows": shape.rows, "columns": shape.columns}
    return CacheFile(f"{FOLDER}/{name}", KIND, _VERSION, key, lambda facts, size: _find_fault(facts, size, digest))


def _find_fault(facts: Mapping[str, object], size: int, digest: str | None) -> str:
    length, bound, runs = facts.get("length"), facts.get("lower_bound"), facts.get("runs")
    for value in (length, bound, runs):
        if type(value) is not int or not 0 <= value <= LONGEST:
            return "its facts are wrong"
    if int(str(bound)) > int(str(length)):
        return "its lower bound is above its length"
    if size != 9 * int(str(length)) + 8:
        return "its size does not match its length"
    return "it is for another goal" if digest is not None and facts.get("goal") != digest else ""


def _read(path: Path, goal: Board) -> Plan | None:
    stored = _file(path.name, goal.shape, _digest(goal)).open_usable()
    if stored is None:
        return None
    facts, content = stored.facts, bytes(stored.table)
    length = int(str(facts["length"]))
    keys = to_numbers("Q", content[length:])
    return Plan(goal, content[:length], keys, int(str(facts["lower_bound"])), int(str(facts["runs"])))


def _write(plan: Plan) -> None:
    """Write the file of a plan, and remove the oldest ones if there are too many. Raises ``OSError``."""
    digest = _digest(plan.goal)
    facts = {"length": len(plan.moves), "lower_bound": plan.lower_bound, "runs": plan.runs, "goal": digest}
    file = _file(_name(plan.goal, plan.keys[0]), plan.goal.shape, digest)
    file.write(plan.moves + to_bytes(plan.keys), facts)
    size = 0
    for number, path in enumerate(sorted(plan_paths(), key=_modified, reverse=True)):
        with suppress(OSError):
            size += path.lstat().st_size
        if number and (number >= _MOST_FILES or size > _MOST_BYTES):
            with suppress(OSError):
                path.unlink(missing_ok=True)


def _modified(path: Path) -> int:
    """When a file was written or used; 0 for a time in the future, from a clock that was wrong."""
    with suppress(OSError):
        modified = path.lstat().st_mtime_ns
        return modified if modified < time_ns() + _TOLERANCE else 0
    return 0
