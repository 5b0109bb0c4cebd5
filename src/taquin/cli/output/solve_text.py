"""What ``taquin solve`` prints about a result: a report, a line, the boards of the solution."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from math import ceil

from taquin.heuristics.slides import describe_slide_databases, has_slide_databases
from taquin.puzzle.board import one_line
from taquin.puzzle.documents import Entry
from taquin.puzzle.formats import Format, format_board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.moves import Notation
from taquin.puzzle.problem import Problem
from taquin.puzzle.slides import Metric
from taquin.puzzle.solution import Solution
from taquin.puzzle.words import gap_text, plural, printable_line
from taquin.render.text import layout
from taquin.render.text.reading import ending_text, iterations_text, move_text, partial_path_field
from taquin.render.text.solvability import unsolvable_fields, unsolvable_phrase
from taquin.run.result import Quality, Result, Status
from taquin.solving.default_methods import default_method
from taquin.solving.results import UNDECLARED
from taquin.tables.plans.plan import has_plans, is_kept
from taquin.tables.plans.store import stored_plans

_LONGEST_SHOWN = 240  # characters of moves: three lines of 80 columns
_LONGEST_IN_LINE = 80
_MOST_STEPS = 100
_MOST_CHARACTERS = 100_000
_MOST_CHARACTERS_IN_FILE = 200_000_000
"""Characters of all boards of --steps together: a 256×256 board has 400,000."""
_LONGER_TIMES = ((30, "1m"), (300, "10m"), (1800, "1h"), (10_000, "6h"))
"""If a search took less than these seconds: the time to try next."""


def describe(result: Result, notation: Notation = Notation.BLANK, *, is_whole: bool = False) -> str:
    """A result as text: both boards, the method and the findings. A long list of moves is cut unless ``is_whole``."""
    stats, solution = result.stats, result.solution
    drawn = [("start", str(result.start)), ("goal", str(result.goal))]
    if result.partial_path is not None:
        drawn.append(("stuck here" if result.status is Status.STUCK else "stopped here", str(result.partial_path.end)))
    boards_ = layout.side_by_side(drawn)
    if not result.is_searched:
        unsolvable = unsolvable_fields(Problem(result.start, result.goal))
        return f"{boards_}\n\n{layout.fields([('status', _describe_status(result)), *unsolvable])}"
    pairs = [("method", f"{result.spec}, {result.backend} backend"), ("status", _describe_status(result))]
    if solution is not None:
        moves = solution.text(notation)
        is_cut = len(moves) > _LONGEST_SHOWN and not is_whole
        pairs += [
            ("moves", (move_text(moves, longest=_LONGEST_SHOWN) if is_cut else moves) or "none: the start is the goal"),
            *([("", "(--json prints all moves, -o FILE writes them)")] if is_cut else []),
            ("length", _describe_length(result, solution, " of the blank" if notation is Notation.BLANK else "")),
        ]
    reason = result.reason or ""
    is_open = solution is None and result.status is not Status.UNSOLVABLE
    if is_open or result.quality is Quality.BOUNDED:
        pairs.append(("lower bound", _describe_lower_bound(result)))
        pairs += [("", advice) for advice in _proof_advice(result)]
    if result.partial_path is not None:
        path = result.partial_path
        pairs.append(partial_path_field(result.status, path.length, path.text(notation), result.final_h))
    if result.best_h is not None and solution is None:
        pairs.append(("best h", layout.number(result.best_h)))
    if solution is not None and result.quality is not Quality.OPTIMAL and result.reason:
        declared = f'-e "{result.heuristic}(admissible=true)" proves it, if your heuristic never overestimates'
        pairs.append(("note", declared) if result.reason == UNDECLARED else ("ended", _describe_end(result)))
    if len(result.iterations) > 1:
        pairs.append(iterations_text(result))
    if result.status is Status.LIMIT and not stats.expanded and (result.heuristic or "").startswith("pdb"):
        size = result.start.shape.text
        pairs.append(("note", f"all this time went into building databases; `taquin pdb build {size}` stores them"))
    elif is_open and result.algorithm != "anytime" and ("time limit" in reason or reason == str(Status.CANCELLED)):
        pairs.append(("note", "-a anytime finds some solution first, then shorter ones until time runs out"))
    pairs += [
        ("expanded", f"{stats.expanded:,}"),
        ("generated", f"{stats.generated:,}"),
        ("time", f"{result.seconds:.3f} s"),
    ]
    return f"{boards_}\n\n{layout.fields(pairs)}"


def _describe_length(result: Result, solution: Solution, whose: str) -> str:
    """The length in the metric of the run first, then in the other one."""
    moves, slides = plural(solution.length, "move") + whose, plural(solution.multi_tile_length, "slide")
    return f"{moves} ({slides})" if result.metric is Metric.MOVES else f"{slides} ({moves})"


def _describe_lower_bound(result: Result) -> str:
    """The bound, and where it comes from if it may be higher than the depth limit that ended the search."""
    bound = result.metric.amount(result.lower_bound)
    is_estimated = result.status is Status.EXHAUSTED and result.heuristic is not None
    return f"{bound}: the heuristic shows that no solution is shorter" if is_estimated else bound


def _proof_advice(result: Result) -> Iterator[str]:
    """How to prove a better bound, if databases exist for the size and are not built yet."""
    shape = result.start.shape
    is_default = default_method(shape).algorithm.key == result.algorithm == "anytime"
    if (
        not is_default
        or result.metric is not Metric.MOVES
        or result.solution is None
        or min(shape.rows, shape.columns) < 3
    ):
        return
    from taquin.solving.native_proofs import missing_partition, time_to_build

    partition = missing_partition(result.goal)
    if partition is None:
        return
    least = time_to_build(partition)
    if result.seconds >= least:
        yield "(building databases took too long and is not finished: the next run resumes it)"
    else:
        time = f"{ceil(least / 60)}m"
        yield f"(--time {time}, or taquin pdb build {shape.text}, builds databases for a higher bound, once)"


def _describe_status(result: Result) -> str:
    match result.quality:
        case Quality.OPTIMAL:
            return f"solved; {result.shortest_text}" if result.caveat else "solved, and proven shortest"
        case Quality.BOUNDED:
            return f"solved; {gap_text(result.length or 0, result.lower_bound, result.metric.noun)}"
        case Quality.UNPROVEN:
            return f"solved; the shortest solution has at least {result.metric.amount(result.lower_bound)}"
        case _:
            return ending_text(result.status, result.reason)


def _describe_end(result: Result) -> str:
    """Why a search that improves its solution stopped, and how to give it more."""
    is_lost = has_plans(result.start.shape) and stored_plans().is_lost
    can_improve = result.metric is Metric.MOVES and is_kept(result.start.shape, result.length or 0) and not is_lost
    if result.reason == str(Status.CANCELLED):
        return "interrupted: this is the best solution so far" + ("; continue with --improve" if can_improve else "")
    if "time limit" not in result.reason:
        return result.reason
    longer = next((text for seconds, text in _LONGER_TIMES if result.seconds < seconds), "24h")
    if can_improve:
        return f"{result.reason}; continue with --improve --time {longer}"
    if result.metric is Metric.SLIDES:
        if not has_slide_databases(result.start.shape):
            return f"{result.reason}; --time {longer} may find a shorter solution"
        if describe_slide_databases(result.goal):
            return f"{result.reason}; --time {longer} also builds the databases for a proof, once"
        return f"{result.reason}; the databases are built now: the next run begins with them"
    if is_lost or not has_plans(result.start.shape):
        return f"{result.reason}; --time {longer} {'finds a shorter solution' if is_lost else 'proves more'}"
    return f"{result.reason}; --time {longer} finds a shorter solution (this one is too long to be kept for --improve)"


def most_steps(shape: Shape, *, is_file: bool) -> int:
    """The largest number of steps that are printed, or written to a file."""
    characters = shape.cells * (len(str(shape.cells)) + 1)
    if is_file:
        return max(1, _MOST_CHARACTERS_IN_FILE // characters)
    return min(_MOST_STEPS, _MOST_CHARACTERS // characters)


def describe_steps(result: Result, notation: Notation, *, is_file: bool) -> str:
    """The boards of the solution, or of a local search's path to where it ended."""
    path = result.partial_path if result.solution is None else result.solution
    if path is None:
        return ""
    most = most_steps(path.start.shape, is_file=is_file)
    words = Solution(path.start, path.moves[:most]).words(notation)
    blocks = []
    for number, board in enumerate(islice(path.boards(), most + 1 if most else 0)):
        title = "start" if number == 0 else f"{number}. {words[number - 1]}"
        blocks.append(f"{title}\n{layout.grid(board)}")
    left_out = path.length + 1 - len(blocks)
    if left_out:
        steps, more = "step" if left_out == 1 else "steps", "more " if blocks else ""
        is_too_long = path.length > most_steps(path.start.shape, is_file=True)
        written = "--json prints all moves" if is_too_long else "-o FILE writes all"
        blocks.append(f"… {left_out:,} {more}{steps} ({written})")
    return "\n\n".join(blocks)


def describe_in_line(entry: Entry, result: Result, notation: Notation, *, is_whole: bool) -> str:
    """One line about one of several boards: its label and its result."""
    label = printable_line(entry.label or str(entry.line))
    if result.partial_path is not None:
        end = f"after {plural(result.partial_path.length, 'move')} at {one_line(result.partial_path.end)}"
        return f"{label}: {one_line(result.start)}: {_describe_status(result)}, {end}"
    if not result.is_searched:
        return (
            f"{label}: {one_line(result.start)}: unsolvable ({unsolvable_phrase(Problem(result.start, result.goal))})"
        )
    if result.solution is None:
        return f"{label}: {one_line(result.start)}: {_describe_status(result)}"
    quality = _quality_in_line(result)
    moves = result.solution.text(notation)
    if not is_whole:
        moves = move_text(moves, longest=_LONGEST_IN_LINE)
    return (
        f"{label}: {result.metric.amount(result.length or 0)}{quality}: {moves} "
        f"({result.stats.expanded:,} expanded, {result.seconds:.3f} s)"
    )


def _quality_in_line(result: Result) -> str:
    match result.quality:
        case Quality.OPTIMAL:
            return ""
        case Quality.BOUNDED:
            return f", {gap_text(result.length or 0, result.lower_bound, result.metric.noun)}"
        case _:
            return f", {result.quality}, at least {result.lower_bound}"


def describe_cuts(results: list[Result]) -> str:
    """How to get all moves, if a line of ``describe_in_line`` is cut; else empty."""
    is_cut = any(len(result.moves or ()) > _LONGEST_IN_LINE for result in results)
    return "\nLong solutions are cut: -o FILE writes all moves." if is_cut else ""


def describe_total(results: list[Result], count: int, faults: int = 0) -> str:
    """The last line about several boards: the number of each status, and the total work."""
    statuses = ", ".join(f"{number} {status}" for status, number in Counter(r.status for r in results).items())
    expanded = sum(result.stats.expanded for result in results)
    seconds = sum(result.seconds for result in results)
    missing = f", {count - len(results)} not run" if len(results) < count else ""
    unread = f", {faults} cannot be read" if faults else ""
    return f"{count + faults} boards: {statuses}{missing}{unread}; {expanded:,} expanded, {seconds:.3f} s of search"


# The output formats of well-known courses


def subject42(result: Result) -> str:
    """The output that the 42 school's N-puzzle subject requires.

    Its "complexity in time" counts the states ever selected from the open set: the expanded ones and the goal. Its
    "complexity in size" is the most states held at once.
    """
    if result.status is Status.UNSOLVABLE:
        return "This puzzle is unsolvable."
    selected = result.stats.expanded + (1 if result.is_solved else 0)
    lines = [f"Complexity in time: {selected}", f"Complexity in size: {result.stats.max_stored}"]
    if result.solution is None:
        return "\n".join([*lines, f"No solution: {result.reason}"])
    lines += [f"Number of moves: {result.length}", "Sequence of states:"]
    return "\n\n".join(["\n".join(lines), *map(str, result.solution.boards())])


def edx(result: Result, memory_megabytes: float) -> str:
    """The fields that the driver of Columbia's edX course (CSMM.101x) writes to ``output.txt``."""
    words = [] if result.solution is None else [move.word for move in result.solution.moves]
    pairs: list[tuple[str, object]] = [
        ("path_to_goal", words),
        ("cost_of_path", len(words)),
        ("nodes_expanded", result.stats.expanded),
        ("search_depth", len(words)),
        ("max_search_depth", result.stats.max_depth),
        ("running_time", f"{result.seconds:.8f}"),
        ("max_ram_usage", f"{memory_megabytes:.8f}"),
    ]
    return "\n".join(f"{name}: {value}" for name, value in pairs)


def algs4(result: Result) -> str:
    """The output of the client in Princeton's 8-puzzle assignment (Sedgewick and Wayne, Algorithms, 4th edition)."""
    if result.status is Status.UNSOLVABLE:
        return "No solution possible"
    if result.solution is None:
        return f"No solution found: {result.reason}"
    name = "Minimum number of moves" if result.quality is Quality.OPTIMAL else "Number of moves"
    boards = [format_board(board, Format.ALGS4) for board in result.solution.boards()]
    return "\n\n".join([f"{name} = {result.length}", *boards])
