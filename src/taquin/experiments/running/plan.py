"""The plan of an experiment: which methods run on which boards, how often, and within which limits."""

from __future__ import annotations

import hashlib
import json
from array import array
from bisect import bisect_right
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property, partial
from itertools import accumulate, product
from pathlib import Path
from random import Random
from typing import Literal, overload

from taquin.errors import SpecError, TaquinError
from taquin.experiments.instance import Instance, InstanceSet
from taquin.experiments.instances import instance_set, names_own_spaces
from taquin.experiments.record import PLANNED, VERSION, PlanValues, Record, RunKey, texts_in
from taquin.experiments.running.task import RunTask
from taquin.puzzle.arguments import check_choice, check_whole
from taquin.puzzle.board import Board, one_line
from taquin.puzzle.geometry import Shape
from taquin.puzzle.words import shown
from taquin.run.limits import Limits
from taquin.solving.method import Method, choose_method
from taquin.solving.solver import Backend
from taquin.solving.space_sets import SpaceInstance, choose_space_method, load_spaces
from taquin.solving.spec_text import parse_spec, write_spec
from taquin.system.files import check_name, reason

MOST_REPETITIONS = 10**6


@dataclass(frozen=True)
class Plan:
    """Every method on every board, ``repeat`` times. Two plans that are equal make the same runs in the same order.

    ``instances`` names sets, files or spaces of a user (``taquin.solving.space_sets``), ``methods`` specs such as
    ``ida_star(manhattan)``. ``goal`` and ``size`` are for plain files of boards; sets have their own. ``clock`` says
    which time is limited: CPU time of the process of a run, or wall time. ``seed`` decides the order of the runs, and
    repetition r of a method with the option ``seed`` gets ``seed + r - 1`` unless its spec names another. A method uses
    one thread unless its spec names another number. ``pdb`` stands for the databases in the cache when the plan is
    made: the plan names them, so that later ones are not mixed in. With the backend ``cuda`` one process makes all runs
    on a GPU, so the time that is limited is wall time, and memory is not limited. Raises a ``TaquinError`` for a plan
    that cannot be run.

    >>> plan = Plan(instances=("hardest8",), methods=("astar(manhattan)", "ida_star(linear_conflict)"), repeat=3)
    >>> len(plan.tasks()), plan.experiment == Plan(("hardest8",), plan.methods, repeat=3).experiment
    (12, True)
    """

    instances: tuple[str, ...]
    methods: tuple[str, ...]
    repeat: int = 1
    seed: int = 0
    limits: Limits = field(default_factory=Limits)
    clock: Literal["cpu", "wall"] = "cpu"
    backend: Backend = "auto"
    goal: str | None = None
    size: str | None = None

    def __post_init__(self) -> None:
        if not self.instances:
            raise SpecError("expected at least one instance set or file of boards, found none", hint="such as korf100")
        if not self.methods:
            raise SpecError("expected at least one method, found none", hint="such as ida_star(manhattan)")
        check_whole("repeat", self.repeat, least=1, most=MOST_REPETITIONS)
        check_whole("seed", self.seed)
        check_choice("clock", self.clock, ("cpu", "wall"))
        check_choice("backend", self.backend, ("auto", "python", "native", "cuda"))
        if self.backend == "cuda":
            self._check_card_limits()
        _check_distinct("instance set", self.instances)
        for name in self.instances:
            check_name(name)
        if self._has_spaces and (self.goal or self.size):
            raise SpecError("a goal or a size is for boards, and these are spaces of your own", hint="leave it out")
        if self.limits.time is not None:  # 60 and 60.0 are the same plan
            object.__setattr__(self, "limits", replace(self.limits, time=float(self.limits.time)))
        _check_distinct("instance set", [chosen.name for chosen in self.sets])  # this reads every file
        object.__setattr__(self, "methods", tuple(planned.text for planned in self._planned))
        _check_distinct("method", self.methods)

    def _check_card_limits(self) -> None:
        """Raise ``SpecError`` for what has no meaning if one process makes all runs on a card."""
        if self.clock == "cpu":
            raise SpecError("the backend cuda needs the clock wall: the GPU does the work, not the CPU")
        if self.limits.memory is not None:
            raise SpecError("the backend cuda has no limit of memory: one process makes all runs", hint="leave it out")
        if self._has_spaces:
            raise SpecError("the backend cuda runs boards, and these are spaces of your own", hint="leave it out")

    @cached_property
    def _has_spaces(self) -> bool:
        """Whether the instances are spaces of a user. Raises ``SpecError`` if some are boards."""
        kinds = set(map(names_own_spaces, self.instances))
        if len(kinds) > 1:
            raise SpecError("boards and your own spaces cannot be mixed", hint="their methods differ")
        return kinds.pop()

    @cached_property
    def spaces(self) -> tuple[SpaceInstance, ...]:
        """The spaces of a user, made; empty if the instances are boards."""
        return tuple(space for name in self.instances for space in load_spaces(name)) if self._has_spaces else ()

    @cached_property
    def sets(self) -> tuple[InstanceSet, ...]:
        """The sets of boards, read."""
        if self._has_spaces:
            return ()
        shape = None if self.size is None else Shape.parse(self.size)
        sets = tuple(instance_set(name, shape) for name in self.instances)
        return sets if self.goal is None else tuple(chosen.with_goal(self.goal) for chosen in sets)

    @cached_property
    def spec(self) -> PlanValues:
        """The plan as plain values, as every record has it. ``boards`` is a checksum of all boards and goals."""
        return {
            "instances": list(self.instances),
            "methods": list(self.methods),
            "repeat": self.repeat,
            "seed": self.seed,
            **asdict(self.limits),
            "clock": self.clock,
            "backend": self.backend,
            "goal": self.goal,
            "size": self.size,
            "boards": self._board_checksum(),
            "sources": [f"{file_checksum(path)} {path}" for path in self._own_files()],
        }

    def _own_files(self) -> list[str]:
        """The files of the user whose code the runs call, each once."""
        files = [space.file for space in self.spaces]
        files += [file for planned in self._planned for file in planned.method.own_files]
        return list(dict.fromkeys(file for file in files if file is not None))

    @cached_property
    def experiment(self) -> str:
        """The checksum that identifies the plan."""
        return spec_checksum(self.spec)

    def threads(self, cores: int) -> int:
        """The most threads that one of the methods uses on a machine with this many cores."""
        values = [dict(planned.method.options).get("threads", 1) for planned in self._planned]
        return max(cores if value == 0 else int(value) for value in values)

    def tasks(self, shard: tuple[int, int] = (1, 1)) -> PlannedRuns:
        """All runs in a random order that depends on the seed alone; or shard i of n: every n-th of them."""
        groups: list[_Group] = []
        for chosen, planned in product(self.sets, self._planned):
            methods = {goal: planned.resolved(goal, self.backend) for goal in chosen.goals}
            size = self.repeat * len(chosen.instances)
            groups.append(_Group(size, partial(self._board_task, chosen, methods)))
        groups += [
            _Group(self.repeat * len(self.spaces), partial(self._space_task, planned)) for planned in self._planned
        ]
        self.experiment  # noqa: B018 - the files that the plan names are read now, not when a run is made
        order = array("Q", range(sum(group.size for group in groups)))
        Random(self.seed).shuffle(order)
        return PlannedRuns(groups, order[shard[0] - 1 :: shard[1]])

    def _board_task(self, chosen: InstanceSet, methods: Mapping[Board, _PlannedMethod], number: int) -> RunTask:
        repetition, place = divmod(number, len(chosen.instances))
        instance = chosen.instances[place]
        task = self._task(methods[instance.goal], repetition + 1, instance, chosen.name)
        shape = instance.goal.shape
        task.record.board, task.record.goal = one_line(instance.board), one_line(instance.goal)
        task.record.rows, task.record.columns = shape.rows, shape.columns
        return task

    def _space_task(self, planned: _PlannedMethod, number: int) -> RunTask:
        repetition, place = divmod(number, len(self.spaces))
        space = self.spaces[place]
        task = self._task(planned, repetition + 1, space, space.set_name)
        task.record.board, task.record.goal = space.start, space.goal
        return task

    @cached_property
    def _planned(self) -> tuple[_PlannedMethod, ...]:
        return tuple(map(self._read_method, self.methods))

    def _read_method(self, text: str) -> _PlannedMethod:
        """The method of a spec, with one thread unless the spec says how many.

        It names its databases, if they are the same for all goals.
        """
        method = choose_space_method(text) if self._has_spaces else choose_method(text)
        named = frozenset(parse_spec(text).options)
        if "threads" in dict(method.options) and "threads" not in named:
            method = choose_method(method, options={"threads": 1})
        planned = _PlannedMethod(method, named)
        resolved = {planned.resolved(goal, self.backend) for chosen in self.sets for goal in chosen.goals}
        return resolved.pop() if len(resolved) == 1 else planned

    def _task(
        self, planned: _PlannedMethod, repetition: int, instance: Instance | SpaceInstance, instances: str
    ) -> RunTask:
        """The run of a method on an instance of this set, without its board."""
        method = planned.method
        if planned.needs_seed:
            method = choose_method(method, options={"seed": self.seed + repetition - 1})
        record = Record(
            version=VERSION,
            experiment=self.experiment,
            instances=instances,
            index=instance.index,
            label=instance.label or None,
            method=planned.text,
            algorithm=method.algorithm.key,
            heuristic=None if method.heuristic is None else method.heuristic.text,
            repetition=repetition,
            seed=int(dict(method.options)["seed"]) if planned.uses_seed else None,
            status=PLANNED,
            optimum=instance.optimum,
            time_limit=self.limits.time,
            clock=self.clock,
            node_limit=self.limits.nodes,
            memory_limit=self.limits.memory,
            depth_limit=self.limits.depth,
            spec=self.spec,
        )
        return RunTask(record)

    def _board_checksum(self) -> str:
        """A checksum of all boards, goals and known lengths: a file may change after its name was written down."""
        digest = hashlib.sha256()
        for chosen in self.sets:
            for instance in chosen.instances:
                digest.update(f"{one_line(instance.board)}|{one_line(instance.goal)}|{instance.optimum}\n".encode())
        for space in self.spaces:
            digest.update(f"{space.start}|{space.goal}|{space.optimum}\n".encode())
        return digest.hexdigest()[:12]


@dataclass(frozen=True)
class _Group:
    """The runs of a method on a set, by their numbers from 0."""

    size: int
    task: Callable[[int], RunTask]


class PlannedRuns(Sequence[RunTask]):
    """Runs of a plan in their order. Each is made when it is asked for, so that a million of them take 8 MB."""

    def __init__(self, groups: Sequence[_Group], order: array[int]) -> None:
        """``order`` has the numbers of the runs, counted through all groups."""
        self._groups, self._order = groups, order
        self._ends = list(accumulate(group.size for group in groups))

    def __len__(self) -> int:
        return len(self._order)

    @overload
    def __getitem__(self, place: int) -> RunTask: ...
    @overload
    def __getitem__(self, place: slice) -> PlannedRuns: ...
    def __getitem__(self, place: int | slice) -> RunTask | PlannedRuns:
        if isinstance(place, slice):
            return PlannedRuns(self._groups, self._order[place])
        number = self._order[place]
        found = bisect_right(self._ends, number)
        return self._groups[found].task(number - self._ends[found] + self._groups[found].size)

    def without(self, finished: Container[RunKey]) -> tuple[PlannedRuns, set[RunKey]]:
        """The runs that are not finished, and the keys of those that are."""
        missing, keys = array("Q"), set()
        for number, task in zip(self._order, self, strict=True):
            if task.key in finished:
                keys.add(task.key)
            else:
                missing.append(number)
        return PlannedRuns(self._groups, missing), keys


@dataclass(frozen=True)
class _PlannedMethod:
    """A method of a plan, and its text in records."""

    method: Method
    named: frozenset[str]
    """The options that the spec names."""

    @property
    def needs_seed(self) -> bool:
        """Whether every repetition gets a seed from the plan, because the spec names none."""
        return self.uses_seed and "seed" not in self.named

    @property
    def uses_seed(self) -> bool:
        """Whether the method makes random choices."""
        options = dict(self.method.options)
        return "seed" in options and self.method.algorithm.option("seed").is_used(options)

    @property
    def text(self) -> str:
        """The spec, with the seed and the threads that it names, also at their defaults: else the plan would choose."""
        method = self.method
        written = {"seed", "threads"} & self.named | method.algorithm.written_options(method.options).keys()
        parts = [] if method.heuristic is None else [method.heuristic.text]
        options = {name: value for name, value in method.options if name in written}
        return write_spec(method.algorithm.key, parts, {**options, **method.order_option})

    def resolved(self, goal: Board, backend: Backend) -> _PlannedMethod:
        """The method with the databases that it looks up for this goal. One that does not fit it is left as it is."""
        try:
            return replace(self, method=self.method.resolved(goal, backend))
        except TaquinError:  # the run reports it
            return self


def spec_checksum(spec: PlanValues) -> str:
    """The checksum of a plan, by which its records belong together."""
    return hashlib.sha256(json.dumps(spec, sort_keys=True).encode()).hexdigest()[:12]


def file_checksum(path: str) -> str:
    """The checksum by which a plan knows a file. Raises ``SpecError`` for a file that cannot be read."""
    try:
        return hashlib.sha256(Path(path).read_bytes()).hexdigest()[:12]
    except OSError as error:
        raise SpecError(f"cannot read {shown(path)}: {reason(error)}") from None


def _check_distinct(what: str, names: Sequence[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise SpecError(f"the {what} {shown(name)} is listed twice", hint="repeat runs it several times")


def describe_differences(recorded: Mapping[str, object], plan: Mapping[str, object]) -> list[str]:
    """The differences between the plan in a results file and another plan, in words.

    >>> describe_differences({"repeat": 3, "time": None}, {"repeat": 5, "time": None})
    ['repeat: 3 in the file, 5 now']
    """
    differences = []
    for name in dict.fromkeys([*recorded, *plan]):
        old, new = recorded.get(name), plan.get(name)
        if old == new or (name == "boards" and recorded.get("instances") != plan.get("instances")):
            continue
        if name == "boards":
            differences.append("a file of boards has changed")
        elif name == "sources":
            before, now = texts_in(recorded, name), texts_in(plan, name)
            known = {path for _, _, path in (source.partition(" ") for source in before)}
            changed = [source.partition(" ")[2] for source in now if source not in before]
            differences += [f"{path} has changed" for path in changed if path in known]
        else:
            differences.append(f"{name}: {_text(old)} in the file, {_text(new)} now")
    return differences


def _text(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return "not given" if value is None else f"{value:g}" if isinstance(value, float) else str(value)
