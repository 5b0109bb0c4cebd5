"""Signals that end ``taquin play``: the terminal is as it was before."""

from __future__ import annotations

import os
import signal

import pytest

if os.name != "posix":
    pytest.skip("signals", allow_module_level=True)

import termios

from terminal import Terminal


@pytest.mark.parametrize("number", [signal.SIGQUIT, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)])
def test_a_signal_restores_the_terminal(number: signal.Signals) -> None:
    terminal = Terminal("play", "1 2 3 / 4 0 5 / 7 8 6")
    before = termios.tcgetattr(terminal.ours)
    terminal.read_until("Arrow keys")
    assert termios.tcgetattr(terminal.ours) != before
    terminal.process.send_signal(number)
    assert "Resume with:\ntaquin play" in terminal.read_rest()
    after = termios.tcgetattr(terminal.ours)
    assert terminal.leave() == 130
    assert after == before
