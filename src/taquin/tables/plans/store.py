"""The plans of commands, in a file of the cache folder: the next command continues the plan of the previous one."""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from taquin.errors import TaquinError
from taquin.puzzle.board import Board, one_line
from taquin.puzzle.moves import Move
from taquin.puzzle.problem import Problem
from taquin.system.files import reason
from taquin.tables.cache import CacheFile, Table
from taquin.tables.plans.plan import KnownSolution, Plan, PlanBook, leads_to_goal
from taquin.tables.storage.folder import cache_folder, is_read_only, issue_warning, warn_once

_LETTERS = "".join(move.letter for move in Move)


class StoredPlans(PlanBook):
    """Plans in the cache folder. If it cannot be used, they are in memory only."""

    _version: object = None
    is_lost = False
    """Whether a plan could not be written: it ends with the process."""

    def find(self, problem: Problem) -> KnownSolution | None:
        self._read()
        return super().find(problem)

    def keep(self, problem: Problem, moves: bytes, lower_bound: int, runs: int = 1) -> bool:
        is_added = super().keep(problem, moves, lower_bound, runs)
        if is_added and not is_read_only():
            try:
                _FILE.write(_encode(self._plans), {})
            except OSError as error:
                self.is_lost = True
                folder = _FILE.path.parent
                why = f"{folder} cannot be written ({reason(error)}); set TAQUIN_CACHE to another folder"
                warn_once(f"this solution is not kept for hints and --improve: {why}", issue_warning)
            self._version = _file_version()
        return is_added

    def _read(self) -> None:
        """Read the file, unless it is as this process has read or written it."""
        if self._version != (version := _file_version()):
            self._version = version
            stored = _FILE.open_usable()
            for plan in () if stored is None else _decode(bytes(stored.table)):
                self._add(plan)


def stored_plans() -> StoredPlans:
    return _plans_of(cache_folder())


@lru_cache(maxsize=1)
def _plans_of(folder: Path) -> StoredPlans:
    """One object per cache folder, so that a process that changes ``TAQUIN_CACHE`` reads the new folder."""
    return StoredPlans()


def file_named(name: str) -> tuple[CacheFile, str] | None:
    """The cache file with this name, and what it serves; None for other names."""
    return (_FILE, "solutions of large boards, for hints and `solve --improve`") if name == _FILE.name else None


def _file_version() -> object:
    """What another content of the file changes; None if there is no file."""
    with suppress(OSError):
        status = _FILE.path.stat()
        return status.st_ino, status.st_mtime_ns, status.st_size
    return None


def _encode(plans: Iterable[Plan]) -> bytes:
    entries = [
        {
            "start": one_line(plan.start),
            "goal": one_line(plan.goal),
            "moves": "".join(_LETTERS[move] for move in plan.moves),
            "lower_bound": plan.lower_bound,
            "runs": plan.runs,
        }
        for plan in plans
    ]
    return json.dumps(entries).encode()


@lru_cache(maxsize=1)
def _decode(content: bytes) -> tuple[Plan, ...]:
    """The plans of a file, which is checked and then read.

    Raises ``ValueError``, ``TypeError``, ``KeyError``, ``RecursionError`` or ``TaquinError`` unless all are right.
    """
    plans = []
    for entry in json.loads(content):
        moves = bytes(map(_LETTERS.index, entry["moves"]))
        plan = Plan(Board(entry["start"]), Board(entry["goal"]), moves, entry["lower_bound"], entry["runs"])
        are_counts = type(plan.lower_bound) is type(plan.runs) is int and 0 <= plan.lower_bound <= len(moves)
        if not (are_counts and plan.runs > 0 and leads_to_goal(Problem(plan.start, plan.goal), moves)):
            raise ValueError(f"expected a solution, found {entry}")
        plans.append(plan)
    return tuple(plans)


def _is_possible(table: Table) -> bool:
    try:
        _decode(bytes(table))
    except (ValueError, TypeError, KeyError, RecursionError, TaquinError):
        return False
    return True


_FILE = CacheFile("plans.table", "plans", 1, {}, is_possible=_is_possible)
