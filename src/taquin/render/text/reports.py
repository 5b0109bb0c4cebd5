"""Results in the output formats of well-known courses."""

from __future__ import annotations

from taquin.puzzle.formats import Format, format_board
from taquin.run.result import Quality, Result, Status


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
