"""Friends who share boards: sets, the board of the day, and what counts for records."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from taquin import solve
from taquin.analysis.random_boards import random_board
from taquin.puzzle.board import Board, one_line
from taquin.tui.records import read_records
from visiting import NEAR, Visits, board, button, says

KEYS = {"U": "s", "D": "w", "L": "d", "R": "a"}
"""The key that slides a tile where the blank was, by the move of the blank."""


def shown(page: Page) -> Board:
    """The board that is played."""
    return Board(board(page).replace("/", " / ").replace(",", " "))


def finish(page: Page, milliseconds: int) -> None:
    """Solve the board in this time, by a clock that only this lets run."""
    solution = solve(shown(page)).solution
    assert solution is not None
    first, *others = (KEYS[move.letter] for move in solution.moves)
    page.keyboard.press(first)
    page.clock.run_for(milliseconds)
    for key in others:
        page.keyboard.press(key)


def cells(page: Page, label: str) -> list[list[str]]:
    """The rows of a table of the records."""
    rows = page.locator(f'table[aria-label="{label}"] tbody tr')
    return [row.locator("td").all_text_contents() for row in rows.all()]


def test_a_set_is_played_board_by_board_and_recorded_as_the_terminal_does(visits: Visits) -> None:
    page = visits.open("#play?set=2x2:3:3", is_own=True, motion="no-preference")
    says(page, ".shared-boards", "Set: board 1 of 3.")
    page.clock.install(time=0)
    page.clock.pause_at(1_800_000_000)
    boards = [shown(page)]
    finish(page, 5000)
    says(page, ".play .notice", "Your first 2×2 on record.")
    expect(page.locator(".scores div:visible dd")).to_have_text(
        [re.compile(r"\d"), "0:05.00", re.compile(r"^\d\.\d\d$")]
    )
    expect(page.locator(".table .taquin-face").first).to_have_css("animation-name", "hop")
    page.emulate_media(reduced_motion="reduce")
    expect(page.locator(".table .taquin-face").first).to_have_css("animation-name", "none")
    button(page, "Next board")
    says(page, ".shared-boards", "Set: board 2 of 3. Solved in 0:05.00.")
    boards.append(shown(page))
    finish(page, 4000)
    says(page, ".play .notice", "New best time on 2×2, before: 0:05.00.")
    page.keyboard.press("n")
    boards.append(shown(page))
    finish(page, 6000)
    says(page, ".shared-boards", "Average without the best and the worst: 0:05.00.")
    assert len(set(boards)) == 3
    assert [one[:2] for one in cells(page, "Results by size")] == [["2×2", "0:04.00"]]
    assert [one[2] for one in cells(page, "Last games")] == ["0:06.00", "0:04.00", "0:05.00"]
    with page.expect_download() as saved:
        button(page, "Export all")
    text = Path(saved.value.path()).read_text(encoding="utf-8")
    games = read_records(text)
    assert "".join(game.line for game in games) == text
    assert [(game.start, game.seconds, game.kind) for game in games] == [
        (one_line(start), seconds, "set") for start, seconds in zip(boards, (5, 4, 6), strict=True)
    ]
    button(page, "Next board")  # the set has no more: a random board
    expect(page.locator(".shared-boards")).to_be_hidden()
    page.clock.run_for(1000)  # the address follows after a delay
    expect(page).to_have_url(re.compile(r"#play\?board="))


def test_the_board_of_the_day_continues_after_a_reload_and_shift_slides_the_whole_line(visits: Visits) -> None:
    page = visits.open("#play?daily=2026-11-17")
    says(page, ".shared-boards", "Board of the day, 17 November 2026.")
    daily = random_board("4x4", seed=20261117)
    assert shown(page) == daily
    page.keyboard.press(KEYS[daily.moves()[0].letter])
    expect(page.locator(".scores dd").first).to_have_text("1")
    expect(page).to_have_url(re.compile(r"#play\?daily=2026-11-17$"))
    page.reload()
    expect(page.locator(".scores dd").first).to_have_text("1")
    assert shown(page) == daily.play(daily.moves()[0])
    page.get_by_role("link", name="Learn").click()
    page.get_by_role("link", name="Play", exact=True).click()
    expect(page.locator(".scores dd").first).to_have_text("1")
    page.goto(f"{visits.url}#play?board={NEAR}")
    expect(page.locator(".shared-boards")).to_be_hidden()
    page.keyboard.press("Shift+ArrowLeft")
    assert board(page) == "1,2,3/4,5,6/7,8,0"
    page.keyboard.press("Shift+S")
    assert board(page) == "1,2,0/4,5,3/7,8,6"
    expect(page.locator(".scores dd").first).to_have_text("4")


def test_a_set_may_begin_with_the_board_that_is_played(visits: Visits) -> None:
    """As one in 12 sets of 2×2 does: it is a new game all the same, and a phone scrolls back to its board."""
    page = visits.open("#play?set=2x2:0:5", is_own=True, width=390, height=844)
    says(page, ".shared-boards", "Set: board 1 of 5.")
    first = board(page)
    page.add_init_script("Math.random = () => 0")  # decides the seed of the set
    page.goto(f"{visits.url}/empty")
    page.goto(f"{visits.url}#play?board={first}")
    expect(page.locator(".shared-boards")).to_be_hidden()
    button(page, "Set of 5")
    says(page, ".shared-boards", "Set: board 1 of 5.")
    assert board(page) == first
    expect(page.locator(".play .table")).to_be_in_viewport(ratio=0.9)
    solution = solve(shown(page)).solution
    assert solution is not None
    for move in solution.moves:
        page.keyboard.press(KEYS[move.letter])
    expect(page.locator(".shared-boards")).to_contain_text("Solved in")
    assert cells(page, "Last games")[0][4] == "set"


def test_the_link_of_a_new_set_is_copied(visits: Visits) -> None:
    """On a phone. A game with hints counts for no record, and records are cleared only when that is confirmed."""
    page = visits.open("#play?board=1,2/0,3", is_own=True, width=390, height=844)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    button(page, "Set of 5")
    says(page, ".shared-boards", "Set: board 1 of 5.")
    expect(page.locator(".play .table")).to_be_in_viewport(ratio=0.9)
    button(page, "Copy a link to this set for friends")
    expect(page.locator(".shared-boards")).to_contain_text("Copied")
    link = page.evaluate("navigator.clipboard.readText()")
    assert re.fullmatch(re.escape(visits.url) + r"/?#play\?set=2x2:\d+:5", link)
    first = board(page)
    page.goto(f"{visits.url}/empty")
    page.goto(link)
    says(page, ".shared-boards", "Set: board 1 of 5.")
    assert board(page) == first
    button(page, "Hint")
    button(page, "Show the move")
    expect(page.locator(".is-hinted")).to_have_count(1)
    solution = solve(shown(page)).solution
    assert solution is not None
    for move in solution.moves:
        page.keyboard.press(KEYS[move.letter])
    says(page, ".play .notice", "With hints: it does not count as a best result.")
    assert cells(page, "Results by size") == []
    assert cells(page, "Last games")[0][4] == "set, hints"
    button(page, "Clear my records")
    assert len(cells(page, "Last games")) == 1
    button(page, "Clear all records?")
    expect(page.get_by_role("button", name="Export all")).to_be_hidden()
