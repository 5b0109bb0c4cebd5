"""Tests that need a browser are skipped where none is installed; under CI they fail instead."""

from __future__ import annotations

import pytest

from browser import find_chromium, require_chromium


def test_without_a_browser_tests_are_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHROMIUM", "no-such-browser")
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="no Chromium is found: install it"):
        require_chromium()


def test_under_ci_tests_without_a_browser_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHROMIUM", "no-such-browser")
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="no Chromium is found: install it"):
        require_chromium()


def test_another_browser_can_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHROMIUM", "sh")
    assert str(find_chromium()).endswith("sh")
