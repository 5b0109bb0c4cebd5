"""Recorded searches: every step for the page, two searches side by side, the tree as a picture, the trace as a file.

A search is recorded in Python up to a number of nodes. A longer one then runs again without an observer, on the core
where that supports the method, to find out how it ends. Meanwhile the page shows what is recorded.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from functools import partial
from typing import Annotated, ClassVar, Literal, TypedDict

from taquin.errors import LimitError
from taquin.lessons.running import PseudocodeRecord, pseudocode_record
from taquin.puzzle.problem import Problem
from taquin.render import formats
from taquin.render.draw import draw
from taquin.render.predictions import PredictionsRecord, prediction_record
from taquin.render.search_record import ShownSearch, search_record
from taquin.render.search_types import SearchRecord
from taquin.render.text.comparison import pair_sentences
from taquin.run.budget import Stop
from taquin.run.limits import Cancellation, Limits
from taquin.run.progress import Progress, ProgressListener
from taquin.run.result import Status
from taquin.run.run import Run
from taquin.solving.method import Method
from taquin.solving.results import as_outcome
from taquin.solving.solver import run_method
from taquin.trace.events import Event
from taquin.trace.formats import write_lines
from taquin.trace.recorder import Recorder
from taquin.trace.trace import Trace, trace_after
from taquin.web.api import puzzles
from taquin.web.api.job import Job, Json, Service, as_json
from taquin.web.api.reading import Bounds, Examples
from taquin.web.api.requests import BOARD, LimitedRequest, MethodRequest, Natural, SpecText
from taquin.web.settings import Settings

SHOWN_AFTER = 0.5
"""Seconds of a search after which what is recorded of it is shown. Making the record may take as long."""
EVENTS_PER_NODE = 20
"""A tree search may expand and prune a node many times: the number of events is limited too."""
PICTURES = {row.ending: row.media_type for row in formats.DRAWINGS}


@dataclass(frozen=True, kw_only=True)
class TraceRequest(MethodRequest):
    """A search to record, as `taquin trace` does. The reference in Python is recorded, whatever `backend` says."""

    nodes: Annotated[Annotated[int, Bounds(least=1)] | None, Examples(300)] = None
    """The most nodes to record; the search itself continues. By default the limit of the server."""


@dataclass(frozen=True, kw_only=True)
class TreeRequest(TraceRequest):
    """A search to record, and the step after which its tree is drawn: `taquin tree`."""

    step: Annotated[Natural | None, Examples(12)] = None
    """Draw the tree after this step; by default the whole tree."""
    format: Annotated[str, Literal[formats.endings(formats.DRAWINGS)]] = "svg"
    theme: Literal["light", "dark"] = "light"


@dataclass(frozen=True, kw_only=True)
class PairRequest(LimitedRequest):
    """Two methods on one board, to be watched side by side."""

    EXAMPLE: ClassVar = {"board": BOARD, "methods": ["astar(misplaced)", "astar(manhattan)"]}

    methods: Annotated[list[SpecText], Bounds(least=2, most=2)]
    nodes: Annotated[Annotated[int, Bounds(least=1)] | None, Examples(300)] = None
    """The most nodes to record of each search."""


class TraceRecord(SearchRecord):
    """A recorded search, with questions about its steps and the lines of pseudocode that run in them."""

    predictions: PredictionsRecord
    pseudocode: PseudocodeRecord


class TimedSearchRecord(SearchRecord):
    """A recorded search with the lines of pseudocode that run in its steps, and how long it took."""

    pseudocode: PseudocodeRecord
    seconds: Annotated[float, "The time of the recorded steps, in Python."]


class PairRecord(TypedDict):
    """Two searches on one board."""

    searches: list[TimedSearchRecord]
    sentence: Annotated[str, "What differs between them."]


class NodeRecorder(Recorder):
    """Records a run up to a number of nodes. The search continues, and the trace says that it is truncated."""

    __slots__ = ("_nodes",)

    def __init__(self, nodes: int) -> None:
        super().__init__(EVENTS_PER_NODE * nodes)
        self._nodes = nodes

    def generate(self, node: int, parent: int, move: int, g: float, h: float) -> None:
        """Record it, unless the limit is reached."""
        if node >= self._nodes and not self.is_truncated:
            self.cap = len(self._events)
        super().generate(node, parent, move, g, h)


class PrefixRecorder(NodeRecorder):
    """Records a run up to a number of nodes, and ends it there."""

    __slots__ = ()

    def _record(self, event: Event) -> None:
        super()._record(event)
        if self.is_truncated:
            raise Stop(Status.CANCELLED, "recorded as far as wanted")


@dataclass(frozen=True, slots=True)
class Writing(Progress):
    """The last report of a recorded run: the search has ended, and its steps are being written."""

    is_writing: bool = True


@dataclass(frozen=True, slots=True)
class Recorded(Progress):
    """A report with what is recorded of a search that is still running."""

    record: object = None


@dataclass(frozen=True)
class Begun:
    """What was recorded of a search, and the seconds that it took. The trace of a longer search is truncated."""

    trace: Trace
    seconds: float


@dataclass(frozen=True)
class Recording:
    """A search to record, up to a number of nodes."""

    problem: Problem
    method: Method
    limits: Limits
    nodes: int

    def seconds(self, settings: Settings) -> float:
        """The time for the search and for writing it."""
        return (self.limits.time or 0) + settings.writing_time

    def begin(self, cancellation: Cancellation, progress: ProgressListener) -> Begun:
        """Record the search in Python, up to the number of nodes."""
        recorder = PrefixRecorder(self.nodes)
        run = Run(self.limits, recorder, cancellation, progress)
        result = run_method(self.problem, self.method, run, "python")
        return Begun(recorder.trace(), result.seconds)

    def end(self, begun: Begun, cancellation: Cancellation, progress: ProgressListener) -> Trace:
        """The trace with the outcome of the search, which runs again if it was not recorded to its end."""
        trace, seconds = begun.trace, begun.seconds
        if trace.is_truncated:
            time = None if self.limits.time is None else max(self.limits.time - seconds, 0)
            run = Run(replace(self.limits, time=time), None, cancellation, progress)
            result = run_method(self.problem, self.method, run)
            trace, seconds = replace(trace, outcome=as_outcome(result)), seconds + result.seconds
        outcome, stats = trace.outcome, trace.outcome.stats
        progress(Writing(seconds, stats.expanded, stats.generated, outcome.lower_bound, 0, outcome.best_h))
        return trace

    def run(self, cancellation: Cancellation, progress: ProgressListener) -> Trace:
        """The trace of the search, up to the number of nodes, with its outcome."""
        return self.end(self.begin(cancellation, progress), cancellation, progress)


def _recording(problem: Problem, method: Method, body: TraceRequest | PairRequest, settings: Settings) -> Recording:
    nodes, most = body.nodes or settings.trace_nodes, settings.trace_nodes
    if nodes > most:
        raise LimitError(f"expected at most {most:,} nodes to record, found {nodes:,}")
    limits = puzzles.read_recording_limits(body.limits, settings, method, problem.shape)
    return Recording(problem, method, limits, nodes)


def _requested(body: TraceRequest, settings: Settings) -> Recording:
    problem, _ = puzzles.read_puzzle(body, settings)
    return _recording(problem, puzzles.read_method(body, problem), body, settings)


def trace(body: TraceRequest, service: Service) -> Job[Json[TraceRecord]]:
    """Every step of a search with its sentences, so that a viewer can show them forwards and backwards."""
    recording = _requested(body, service.settings)
    return Job(partial(_trace, recording), recording.seconds(service.settings))


def _trace(recording: Recording, *, cancellation: Cancellation, progress: ProgressListener) -> Json[TraceRecord]:
    begun = recording.begin(cancellation, progress)
    listener = _showing(progress, lambda: _trace_record(ShownSearch(begun.trace, is_running=True)))
    return as_json(_trace_record(ShownSearch(recording.end(begun, cancellation, listener))))


def _trace_record(search: ShownSearch) -> TraceRecord:
    questions, lines = prediction_record(search), pseudocode_record(search)
    return {**search_record(search), "predictions": questions, "pseudocode": lines}


def _showing(progress: ProgressListener, make: Callable[[], object]) -> ProgressListener:
    """A listener that passes reports on. The first after some time has the record of what is recorded so far."""
    has_shown = False

    def listen(report: Progress) -> None:
        nonlocal has_shown
        if not has_shown and report.seconds >= SHOWN_AFTER and not isinstance(report, Writing):
            has_shown = True
            values = {field.name: getattr(report, field.name) for field in fields(report)}
            report = Recorded(**values, record=make())
        progress(report)

    return listen


def trace_lines(body: TraceRequest, service: Service) -> Job[bytes]:
    """The file that `taquin trace -o` writes and `taquin trace --read` reads."""
    recording = _requested(body, service.settings)
    seconds = recording.seconds(service.settings)
    return Job(partial(_trace_lines, recording), seconds, filename="taquin-trace.jsonl")


def _trace_lines(recording: Recording, *, cancellation: Cancellation, progress: ProgressListener) -> bytes:
    return "".join(line + "\n" for line in write_lines(recording.run(cancellation, progress))).encode()


def trace_pair(body: PairRequest, service: Service) -> Job[Json[PairRecord]]:
    """Two methods on one board, each as `/api/trace` records it, and sentences that compare them."""
    settings = service.settings
    problem, _ = puzzles.read_puzzle(body, settings)
    methods = [puzzles.read_spec(text) for text in body.methods]
    pair = [_recording(problem, method, body, settings) for method in methods]
    return Job(partial(_trace_pair, pair), sum(recording.seconds(settings) for recording in pair))


def _trace_pair(pair: list[Recording], *, cancellation: Cancellation, progress: ProgressListener) -> Json[PairRecord]:
    begun = [recording.begin(cancellation, progress) for recording in pair]
    traces = [one.trace for one in begun]

    def record(sentence: str, *, is_running: bool) -> PairRecord:
        searches = [ShownSearch(trace, is_running=is_running and trace.is_truncated) for trace in traces]
        timed = [_timed_record(search, one.seconds) for search, one in zip(searches, begun, strict=True)]
        return {"searches": timed, "sentence": sentence}

    listener = _showing(progress, lambda: record("", is_running=True))
    for place, recording in enumerate(pair):
        traces[place] = recording.end(begun[place], cancellation, listener)
    return as_json(record(pair_sentences(*traces), is_running=False))


def _timed_record(search: ShownSearch, seconds: float) -> TimedSearchRecord:
    return {**search_record(search), "pseudocode": pseudocode_record(search), "seconds": seconds}


def tree(body: TreeRequest, service: Service) -> Job[bytes]:
    """The tree of a search after a step, as `taquin tree -o` draws it."""
    recording = _requested(body, service.settings)
    return Job(
        partial(_tree, recording, body),
        recording.seconds(service.settings),
        media_type=PICTURES[body.format],
        filename=f"taquin-tree.{body.format}",
    )


def _tree(recording: Recording, body: TreeRequest, *, cancellation: Cancellation, progress: ProgressListener) -> bytes:
    recorded = recording.run(cancellation, progress)
    trace = recorded if body.step is None else trace_after(recorded, body.step)
    return draw(trace, theme=body.theme).encoded(body.format)
