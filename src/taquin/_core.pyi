from collections.abc import Callable
from typing import Any

_Question = Callable[[int, int, int, int], bool]

def version() -> str: ...
def capabilities() -> list[str]: ...

class Grid:
    def __init__(self, targets: object) -> None: ...

class TileSum:
    def __init__(self, grid: Grid, costs: object) -> None: ...

class UnitTileSum:
    def __init__(self, grid: Grid, costs: object) -> None: ...

def ida_star(
    grid: Grid,
    start: object,
    goal: object,
    heuristic: TileSum | UnitTileSum,
    node_limit: int,
    depth_limit: int,
    event_cap: int,
    question: _Question | None,
) -> dict[str, Any]: ...
