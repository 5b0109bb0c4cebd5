"""``taquin train`` as users see it: small settings on small boards."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path

import pytest

from command_line import Capture
from taquin import _native
from taquin.cli import run
from taquin.puzzle.geometry import Shape
from taquin.solving.training import Training, TrainingSettings
from taquin.tables.scores.store import score_weights
from terminal import Terminal

pytestmark = pytest.mark.skipif(not _native.is_available(), reason=_native.describe())
SMALL = ("--rounds", "2", "--boards", "3", "--width", "8")
SETTINGS = TrainingSettings(rounds=2, boards=3, width=8)
SHAPE = Shape(3, 3)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    score_weights.cache_clear()
    return tmp_path


def train(capsys: Capture, *arguments: str, code: int = 0) -> tuple[str, str]:
    assert run(["train", *arguments]) == code
    captured = capsys.readouterr()
    return captured.out, captured.err


def test_a_trained_score_is_stored_and_used(capsys: Capture, folder: Path) -> None:
    before = score_weights(SHAPE).values
    output, errors = train(capsys, "3x3", *SMALL)
    assert re.search(r"^trained a score for 3×3 in ", output)
    assert re.search(r"^mean length +\d+\.\d\d moves in round 1, \d+\.\d\d moves in round 2$", output, re.MULTILINE)
    path = folder / "score-3x3.table"
    assert f"stored in    {path}\n" in output
    assert "used by      taquin solve -a anytime on 3×3 boards" in output
    assert path.is_file()
    assert _native.is_available() == (errors == "")
    trained = score_weights(SHAPE).values
    is_new = trained != before
    assert is_new
    is_used = trained == Training.begin(SHAPE, SETTINGS).run().symmetric().values
    assert is_used


def test_the_seed_decides(capsys: Capture) -> None:
    found = []
    for seed in ("3", "3", str(10**18)):
        train(capsys, "2x3", *SMALL, "--seed", seed)
        found.append(score_weights(Shape(2, 3)).values)
    assert found[0] == found[1] != found[2]


def test_nothing_is_learned_where_no_board_is_solved(capsys: Capture, folder: Path) -> None:
    output, errors = train(capsys, "4x4", "--rounds", "1", "--boards", "1", "--width", "1", code=3)
    assert output == ""
    assert errors.endswith("no board was solved, so nothing was learned: use a --width above 1\n")
    assert not list(folder.glob("*.table"))


def test_the_progress_line_and_an_interrupt_at_a_terminal(folder: Path) -> None:
    """Several threads train when the interrupt arrives."""
    terminal = Terminal(
        "train", "3x3", "--rounds", "1000", "--boards", "20", "--width", "20", environment={"TAQUIN_CACHE": str(folder)}
    )
    terminal.read_until(r"round 2 of 1000, \d+ of 20 boards, mean length of the last round \d+\.\d\d")
    terminal.process.send_signal(signal.SIGINT)
    terminal.read_until(r"interrupted: \d+ of 1000 rounds are finished and kept; run the same command again to resume")
    assert terminal.leave() == 130


def test_remove_forgets_what_was_trained(capsys: Capture, folder: Path) -> None:
    before = score_weights(SHAPE).values
    train(capsys, "3x3", *SMALL)
    output, _ = train(capsys, "3x3", "--remove")
    assert output == "the score for 3×3 is removed; one without training for this size is used again\n"
    assert score_weights(SHAPE).values == before
    _, errors = train(capsys, "3x3", "--remove", code=2)
    assert errors == "taquin: error: no score was trained for 3×3 (taquin train 3x3 trains one)\n"
    train(capsys, "4x4", "--rounds", "1", "--boards", "1", "--width", "20")
    output, _ = train(capsys, "4x4", "--remove")
    assert output == "the score for 4×4 is removed; the one that Taquin comes with is used again\n"
    Training.begin(SHAPE, SETTINGS).run()
    train(capsys, "3x3", "--remove")
    assert not list(folder.glob("*.table")), "an unfinished training is forgotten too"


def test_training_needs_the_core(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_native, "is_available", lambda: False)
    _, errors = train(capsys, "2x3", *SMALL, code=2)
    assert errors == ("taquin: error: training needs the native core (install taquin where there is a C++ compiler)\n")


def test_one_round_on_a_large_board(capsys: Capture) -> None:
    output, _ = train(capsys, "3x7", "--rounds", "1", "--boards", "1", "--width", "10")
    assert "moves in round 1, before it learned; more rounds show how that changes" in output
    assert "used by      taquin solve on 3×7 boards" in output


def test_training_goes_on_where_it_was_interrupted(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    whole = Training.begin(SHAPE, SETTINGS).run().symmetric().values
    (folder / "training-3x3.table").unlink()
    original = Training._train_round

    def interrupt_round(number: int) -> None:
        def train_round(self: Training, *arguments: object) -> None:
            if self.finished + 1 == number:
                os.kill(os.getpid(), signal.SIGINT)
            original(self, *arguments)  # type: ignore[arg-type]

        monkeypatch.setattr(Training, "_train_round", train_round)

    interrupt_round(1)
    output, errors = train(capsys, "3x3", *SMALL, code=130)
    assert errors.endswith("interrupted: no round is finished, so nothing is kept\n")
    interrupt_round(2)
    output, errors = train(capsys, "3x3", *SMALL, code=130)
    assert errors.endswith("interrupted: 1 of 2 rounds are finished and kept; run the same command again to resume\n")
    assert output == ""
    assert not (folder / "score-3x3.table").exists()
    monkeypatch.setattr(Training, "_train_round", original)
    output, _ = train(capsys, "3x3", *SMALL)
    assert output.startswith("resuming with round 2 of 2\n")
    is_same = score_weights(SHAPE).values == whole
    assert is_same
    assert not (folder / "training-3x3.table").exists()


def test_a_folder_that_cannot_be_used(capsys: Capture, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    (folder / "file").write_text("")
    monkeypatch.setenv("TAQUIN_CACHE", str(folder / "file"))
    _, errors = train(capsys, "3x3", *SMALL, code=2)
    assert errors.count("\n") == 1
    assert "cannot be written" in errors
    assert "(TAQUIN_CACHE names another folder)" in errors


@pytest.mark.parametrize("size", ["1x5", "5x1", "17x16"])
def test_sizes_that_are_not_trained(capsys: pytest.CaptureFixture[str], size: str) -> None:
    for more in ((), ("--remove",)):
        output, errors = train(capsys, size, *more, code=2)
        shown = size.replace("x", "×")
        assert output == ""
        assert errors == f"taquin: error: a score is trained on boards from 2×2 to 256 cells, not on {shown}\n"
