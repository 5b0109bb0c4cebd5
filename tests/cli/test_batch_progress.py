"""The line that shows the progress of many boards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from taquin.cli import streams, terminal
from taquin.run.progress import BatchProgress, Progress


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    shown: list[str] = []

    @contextmanager
    def progress_line() -> Iterator[Callable[[str], None]]:
        yield shown.append

    monkeypatch.setattr(streams, "progress_line", progress_line)
    monkeypatch.setattr(streams, "shows_progress", lambda: True)
    return shown


def test_boards_and_the_search_of_the_current_one_are_shown(lines: list[str]) -> None:
    search = Progress(2.0, 1000, 2000, 0, 0, None)
    with terminal.batch_progress_line(3) as (listen, count):
        assert listen is not None
        assert count is not None
        listen(search)
        count(BatchProgress(1, 3, 1, 0.1))  # too early to be shown
        count(BatchProgress(2, 3, 1, 4.0))
        listen(search)
        count(BatchProgress(3, 3, 2, 5.0))  # the report follows
    assert lines == ["board 1 of 3, 2 s, expanded 1,000", "4 s, 2 of 3 boards", "board 3 of 3, 2 s, expanded 1,000"]


def test_a_single_board_is_not_numbered(lines: list[str]) -> None:
    with terminal.batch_progress_line(1) as (listen, count):
        assert listen is not None
        assert count is not None
        listen(Progress(2.0, 1000, 2000, 0, 0, None))
        count(BatchProgress(1, 1, 1, 4.0))
    assert lines == ["2 s, expanded 1,000"]
