"""The declaration of the record of a run: its fields with their types, ranges and meanings.

A results file has one record on each line, as a JSON object. ``records.py`` reads such files; the table of fields in
docs/reference/experiments.md comes from here, and the meaning of a counter from ``taquin.run.definitions``.

Fields are only ever added: a reader must accept fields that it does not know. A change of the meaning of a field
increases ``VERSION``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import NoneType
from typing import Annotated, Any, TypeAlias, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct, to_builtins
from msgspec.structs import fields

from taquin.puzzle.words import plural

VERSION = 1

_MOST = 2**63 - 1
"""No number of a record is larger; sums of smaller ones stay finite, and other programs read them."""
Count: TypeAlias = Annotated[int, Meta(ge=0, le=_MOST)]
Number: TypeAlias = Count | Annotated[float, Meta(ge=0, lt=2.0**63)]
SignedCount: TypeAlias = Annotated[int, Meta(ge=-_MOST, le=_MOST)]
SignedNumber: TypeAlias = SignedCount | Annotated[float, Meta(gt=-(2.0**63), lt=2.0**63)]

FAILURES = ("error", "crashed", "killed")
"""The statuses of runs that failed; the others are those of ``taquin.Status``."""
PLANNED = "planned"
"""The status of a run that has not been made; no results file has it."""
LIMIT_FIELDS = {"time": "time_limit", "nodes": "node_limit", "memory": "memory_limit", "depth": "depth_limit"}
"""The field of a record for each of ``taquin.Limits``."""

RunKey: TypeAlias = tuple[str, str, int, str, int]
"""Experiment, instance set, index, method and repetition."""

PlanValues: TypeAlias = dict[str, bool | SignedNumber | str | list[str] | None]
"""A plan as every record of it has it. It is open, because the checksum of a plan covers all its values."""
PLAN_LISTS = ("instances", "methods", "sources")
"""The values of a plan that are lists."""


def texts_in(plan: Mapping[str, object], name: str) -> list[str]:
    """A list of texts in a plan; empty if it is missing.

    >>> texts_in({"methods": ["bfs"]}, "methods"), texts_in({}, "sources")
    (['bfs'], [])
    """
    found = plan.get(name)
    return [str(text) for text in found] if isinstance(found, list) else []


class RecordedIteration(Struct):
    """One iteration of an iterative search."""

    bound: SignedNumber
    expanded: SignedNumber
    generated: SignedNumber


class RecordedImprovement(Struct):
    """A solution of a method that improves its solution."""

    seconds: SignedNumber
    length: SignedNumber
    lower_bound: SignedNumber


class Machine(Struct, frozen=True):
    """The versions of Taquin, its core and Python, the commit, and the machine: fields of every record.

    >>> machine = Machine("1.0", None, "0123456789abcd", "3.11.7", "here", "Linux", "a processor", 2)
    >>> machine.version_text, machine.text
    ('taquin 1.0 (0123456789) without the core', 'here: a processor, 2 cores, Linux')
    """

    taquin: str
    core: str | None
    commit: str | None
    python: str
    host: str
    platform: str
    cpu: str
    cores: int

    @property
    def version_text(self) -> str:
        return _version_text(self.taquin, self.commit, self.core)

    @property
    def text(self) -> str:
        return f"{self.host}: {self.cpu}, {plural(self.cores, 'core')}, {self.platform}"


@lru_cache
def _version_text(taquin: str, commit: str | None, core: str | None) -> str:
    commit, _, dirty = (commit or "").partition("-")
    place = f" ({commit[:10]}{', changed' if dirty else ''})" if commit else ""
    return f"taquin {taquin}{place}{'' if core else ' without the core'}"


class Record(Struct, kw_only=True):
    """One run: one method on one board. The run fills its record in.

    A field whose type has no null is in every record that this version writes; if another program left it out, it is
    empty or 0.
    """

    version: Annotated[int, Meta(ge=1, le=VERSION)]
    """The version of this format."""
    experiment: str
    """A checksum of the whole plan of the experiment: runs with the same one belong together."""
    instances: str
    """The instance set: `korf100`, `korf100(easy)`, `random(3x3, count=5)`, a file, or spaces of your own."""
    index: Count
    """The number of the instance in its set, from 1; in `korf100(easy)` its number in `korf100`."""
    label: str | None = None
    """The name of the instance, if the set has names."""
    board: str = ""
    """The start: rows divided by slashes, 0 is the blank; in a space of your own, the start state as text."""
    goal: str | None = None
    """The goal, in the same form; null in a space that has no single goal."""
    rows: Count | None = None
    """The rows of the board; null in a space of your own."""
    columns: Count | None = None
    """The columns of the board; null in a space of your own."""
    method: str
    """The spec of the method, as in the plan; `taquin solve --algorithm` takes it."""
    algorithm: str = ""
    """The key of the algorithm."""
    heuristic: str | None = None
    """The spec of the heuristic; null if the method uses none."""
    repetition: Count
    """Which repetition it is, from 1."""
    seed: SignedCount | None = None
    """The value of the method's option `seed` in this run; null if it has none."""
    status: str
    """`solved`, `unsolvable`, `exhausted`, `stuck` or `limit`; `error` if the run raised an error, `crashed` if its
    process crashed, such as by a segmentation fault, and `killed` if it was killed."""
    reason: str | None = None
    """Why a run did not solve the board: which limit was reached, and so on."""
    error: str | None = None
    """The message of an error, a crash or a kill; null if there was none."""
    quality: str | None = None
    """`optimal` (proven), `bounded` or `unproven`; null without a solution."""
    length: Count | None = None
    """The number of moves of the solution; null without one."""
    cost: Number | None = None
    """The cost of the solution: its length, unless the moves of a space of your own have other costs."""
    moves: str | None = None
    """The solution: where the blank goes, as letters U, D, L and R; in a space of your own, its moves as words."""
    optimum: Number | None = None
    """The known length of a shortest solution, or its cost; null if the set does not say it."""
    agrees: bool | None = None
    """Whether everything that the run claims is possible with `optimum`: no solution is shorter, no lower bound is
    higher, and it is not called unsolvable. Null if there is no optimum, or no search ended."""
    replayed: bool | None = None
    """Whether the moves lead from the board to the goal, by code that shares nothing with the solvers; null without
    a solution. A run counts as solved only if this is true."""
    lower_bound: Number | None = None
    """No solution is shorter than this, or cheaper."""
    expanded: Count | None = None
    generated: Count | None = None
    duplicates: Count | None = None
    reopened: Count | None = None
    pruned: Count | None = None
    max_frontier: Count | None = None
    max_stored: Count | None = None
    max_depth: Count | None = None
    best_h: SignedNumber | None = None
    """The smallest estimate that a local search has seen."""
    initial_h: SignedNumber | None = None
    """The heuristic's estimate of the start; null if the method uses none."""
    improvements: list[RecordedImprovement] = []
    """The solutions of a method that improves its solution: `seconds` by `clock`, `length` and `lower_bound` of
    each; empty for other methods."""
    first_seconds: Number | None = None
    """Time by `clock` until the first solution: for a method that does not improve its solution, the time of the
    search. Null without a solution."""
    first_length: Count | None = None
    """The length of the first solution; null without one."""
    last_seconds: Number | None = None
    """Time by `clock` until the last solution, the shortest one; null without one."""
    iterations: list[RecordedIteration] = []
    """The iterations of an iterative search: `bound`, `expanded` and `generated` of each; empty without any."""
    cpu_seconds: Number | None = None
    """CPU time of the search, all threads together, in user and system mode. Loading tables is not part of it."""
    wall_seconds: Number | None = None
    """Wall time of the search. For a run that crashed or was killed, the time until its process ended."""
    floor_seconds: Number | None = None
    """CPU time of a run with nothing to search, measured before the runs. A report counts shorter times as this."""
    prepare_seconds: Number | None = None
    """Wall time before the search, in which modules and tables were loaded or built."""
    peak_memory: Count | None = None
    """The most bytes of memory that the process of the run held at once: interpreter, tables and search."""
    backend: str | None = None
    """`native`, `python` or `cuda`."""
    tables: list[str] = []
    """The tables that the heuristic looked up, each as its name and a checksum of its content."""
    time_limit: Number | None = None
    """The limit in seconds, for the preparation and for the search separately; null without one."""
    clock: str | None = None
    """Which time is limited: `cpu`, that of the process of the run, or `wall`."""
    node_limit: Count | None = None
    """The limit of generated nodes."""
    memory_limit: Count | None = None
    """The limit in bytes, for the preparation and for the search separately, beyond what the process held
    before."""
    depth_limit: Count | None = None
    """The limit of the length of a solution."""
    started: str = ""
    """When the process of the run was started, in UTC, as ISO 8601."""
    finished: str = ""
    """When the run ended, in UTC."""
    taquin: str = ""
    """The version of Taquin."""
    core: str | None = None
    """The version of the native core; null without one."""
    commit: str | None = None
    """The git commit that Taquin was run from, with `-dirty` if files were changed, or that a wheel was built from;
    null if that is not known."""
    python: str = ""
    """The version of Python."""
    host: str = ""
    """The name of the machine."""
    platform: str = ""
    """The operating system and the architecture."""
    cpu: str = ""
    """The model of the processor."""
    card: str | None = None
    """The GPU of the backend `cuda`; null for other backends."""
    cores: Count = 0
    """The number of cores that the run could use."""
    spec: PlanValues = {}
    """The plan of the experiment, from which `taquin experiment` makes the same runs again."""

    def __getitem__(self, name: str) -> Any:
        """A field by its name, as in the dictionaries that ``load`` returns."""
        return getattr(self, name)

    @property
    def key(self) -> RunKey:
        """What identifies the run among all runs of all experiments."""
        return (self.experiment, self.instances, self.index, self.method, self.repetition)

    @property
    def is_failure(self) -> bool:
        """Whether no search has ended the run: an error, a crash or a kill."""
        return self.status in FAILURES

    @property
    def version_text(self) -> str:
        """The version of Taquin that made the run."""
        return _version_text(self.taquin, self.commit, self.core)

    @property
    def machine(self) -> Machine:
        """The versions and the machine that made the run."""
        return Machine(**{name: self[name] for name in Machine.__struct_fields__})

    @machine.setter
    def machine(self, machine: Machine) -> None:
        self.taquin, self.core, self.commit, self.python = machine.taquin, machine.core, machine.commit, machine.python
        self.host, self.platform, self.cpu, self.cores = machine.host, machine.platform, machine.cpu, machine.cores

    def to_line(self) -> bytes:
        return json.dumps(to_builtins(self), ensure_ascii=False, allow_nan=False).encode() + b"\n"


# What the declaration says of each field: for the docs, for messages and for reports


@dataclass(frozen=True, slots=True)
class Field:
    """The type of a field."""

    hint: Any
    """As ``msgspec.convert`` takes it: types have no type of their own that includes unions."""
    kind: str
    """``int``, ``float``, ``str``, ``bool``, ``list[str]``, ``list[object]`` or ``object``."""
    has_null: bool

    @property
    def text(self) -> str:
        return f"{self.kind}{' or null' if self.has_null else ''}"

    @property
    def is_number(self) -> bool:
        return self.kind in ("int", "float")


def _field(hint: Any) -> Field:
    members = [hint] if get_origin(hint) in (None, list, dict, Annotated) else get_args(hint)
    kinds = [_kind(member) for member in members if member is not NoneType]
    return Field(hint, "float" if "float" in kinds else kinds[0], NoneType in members)


def _kind(hint: Any) -> str:
    if get_origin(hint) is list:
        return f"list[{_kind(get_args(hint)[0])}]"
    plain = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    return str(plain.__name__) if plain in (int, float, str, bool) else "object"


_HINTS = get_type_hints(Record, include_extras=True)
FIELDS = {name: _field(_HINTS[name]) for name in Record.__struct_fields__}
"""The fields of a record in its order."""
REQUIRED = tuple(declared.name for declared in fields(Record) if declared.required)
"""Fields that every record has. Any other may be missing or null: a later version may have added it."""
NUMBER_FIELDS = tuple(name for name, declared in FIELDS.items() if declared.is_number)
