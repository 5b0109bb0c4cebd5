"""Forged certificates: none is accepted, and the two checkers agree on all of them and on true ones.

The checkers share no code; the judge (``forging.falsehood``) shares none with them, nor with the searches.
"""

from __future__ import annotations

import inspect
import json
import shutil
import subprocess
from functools import lru_cache
from pathlib import Path
from random import Random

import pytest

import forging
import taquin
from figures import Tally
from taquin.analysis import certifier
from taquin.analysis.certificate import make_certificate

NODE = shutil.which("node")
SCRIPT = Path(certifier.__file__).with_suffix(".mjs")
CERTIFIED, IN_PART, REFUSED = "certified", "certified in part", "refused"
FEW, MANY = 500, 10_000


@lru_cache(maxsize=1)
def forge(count: int, seed: int) -> list[str]:
    """Certificates in which something is false, or which cannot be read."""
    random, found = Random(seed), list[str]()
    while len(found) < count:
        text = forging.forged_text(random)
        found += [text] if forging.falsehood(text) else []
    return found


@pytest.fixture(
    scope="module", params=[(FEW, 0), *(pytest.param((MANY, seed), marks=pytest.mark.attack) for seed in range(1, 11))]
)
def forged(request: pytest.FixtureRequest) -> list[str]:
    """Forged certificates; 10^5 in all."""
    return forge(*request.param)


def true_texts(seed: int, count: int) -> list[str]:
    random = Random(seed)
    return [json.dumps(forging.sealed(forging.true_certificate(random))) for _ in range(count)]


def verdict(text: str) -> str:
    """What the checker in Python says."""
    try:
        report = certifier.check(certifier.read(text))
    except (ValueError, RecursionError):
        return REFUSED
    except Exception as error:  # noqa: BLE001 - every other error is a complaint
        return repr(error)
    return CERTIFIED if report.is_complete else IN_PART


def verdicts_of_node(texts: list[str]) -> list[str]:
    """What the checker in JavaScript says of each text."""
    if NODE is None:
        pytest.skip("node is not installed")
    driver = (
        f"import {{ certify }} from {json.dumps(SCRIPT.as_uri())};"
        "let input = ''; for await (const part of process.stdin.setEncoding('utf8')) input += part;"
        "for (const text of JSON.parse(input)) console.log(certify(text).verdict);"
    )
    command = [NODE, "--input-type=module", "-e", driver]
    done = subprocess.run(command, input=json.dumps(texts), capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def complaint(text: str) -> str:
    """What the checker accepts although it is false, or how it fails. A part is a claim of the solution only."""
    found = verdict(text)
    if found in (CERTIFIED, IN_PART):
        return forging.falsehood(text, is_complete=found == CERTIFIED)
    return "" if found == REFUSED else found


def test_forged_certificates(forged: list[str], tally: Tally) -> None:
    for text in forged:
        tally.add(complaint(text), text)


def test_both_checkers_agree(forged: list[str], tally: Tally) -> None:
    solved = [
        "8 1 3 / 4 0 2 / 7 6 5",
        "1 2 3 / 4 5 6 / 7 8 0",
        "1 2 3 / 4 5 6 / 8 7 0",
        "4 1 2 3 / 5 6 7 8 / 0 9 10 11",
    ]
    genuine = [json.dumps(make_certificate(taquin.solve(start))) for start in solved]
    texts = [*genuine, "[" * 100_000, *forged, *true_texts(0, len(forged) // 10)]
    for text, other in zip(texts, verdicts_of_node(texts), strict=True):
        tally.add("" if verdict(text) == other else f"{verdict(text)} in Python, {other} in JavaScript", text)


@pytest.mark.parametrize("count", [100, pytest.param(5_000, marks=pytest.mark.attack)])
def test_true_certificates_are_certified(count: int, tally: Tally) -> None:
    for text in true_texts(count, count):
        assert not forging.falsehood(text)
        tally.add("" if verdict(text) == CERTIFIED else verdict(text), text)


@pytest.mark.parametrize(
    "message",
    [
        "is not legal",
        "do not lead to the goal",
        "length or lower bound is wrong",
        "as heuristic",
        "once in 'start'",
        "can be reached",
        "has a solution",
        "has another tree",
        "the iterations prove",
    ],
)
def test_the_forger_finds_a_checker_that_lacks_a_check(message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    require = certifier.require
    monkeypatch.setattr(certifier, "require", lambda condition, text: require(condition or message in text, text))
    assert any(complaint(text) for text in forge(FEW, 0))


def test_a_checker_that_skips_the_root_accepts_only_walks_from_the_goal_to_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As the checker did once: it compared only the children with the goal."""
    source = inspect.getsource(certifier.walk)
    skipping = source.replace(
        'require(board != certificate["goal"]', 'require(not depth or board != certificate["goal"]'
    )
    assert skipping != source
    functions = dict(vars(certifier))
    exec(skipping, functions)
    monkeypatch.setattr(certifier, "walk", functions["walk"])
    accepted = [json.loads(text) for text in forge(FEW, 0) if complaint(text)]
    assert accepted
    assert all(each["start"] == each["goal"] and each["moves"] for each in accepted)
