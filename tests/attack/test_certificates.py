"""The two checkers of certificates on damaged and forged texts: both must give the same verdict, for the same reason
where the text itself is at fault."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random

import pytest

import taquin
from figures import Tally
from taquin.analysis import certifier
from taquin.analysis.certificate import make_certificate

SECOND = Path(certifier.__file__).with_suffix(".mjs")
DRIVER = f"""
import {{ certify }} from {json.dumps(SECOND.as_uri())};
let input = "";
for await (const part of process.stdin.setEncoding("utf8")) input += part;
for (const text of JSON.parse(input)) console.log(JSON.stringify(certify(text)));
"""
BOARDS = ("1 2 3 / 4 5 6 / 7 8 0", "1 2 3 / 4 0 5 / 7 8 6", "2 1 / 3 0", "1 2 3 / 4 5 6 / 0 7 8", "4 1 3 / 0 2 5")
VALUES = ("29.5", "1e0", "-0", "01", "true", "NaN", "9" * 17, "9" * 16, "null", '"U"', "[[[[1]]]]", '"\\u0055"', "{}")
PIECES = (
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    '"',
    "\\",
    "\\u",
    " ",
    "\t",
    "\x00",
    "\x1f",
    "\u00a0",
    "\ufeff",
    "é",
    "𝄞",
    "\ud800",
    "0",
)

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")


def member(random: Random, certificate: Mapping[str, object]) -> str:
    """A key and a value, as text: of the certificate, or with another value or way to write the key."""
    key = random.choice([*certificate, "bound", "taquin", "other"])
    value = random.choice([*VALUES, json.dumps(certificate.get(key, 1))])
    written = "".join(f"\\u{ord(letter):04x}" if random.random() < 0.02 else letter for letter in key)
    return f'"{written}":{random.choice(["", " ", chr(10)])}{value}'


def mutate(random: Random, text: str, certificate: Mapping[str, object]) -> str:
    """A text with one change: a member added, members exchanged, a piece inserted, removed, repeated or replaced."""
    place = random.randrange(len(text) + 1)
    end = min(len(text), place + random.choice([1, 1, 2, 8, 40]))
    match random.randrange(6):
        case 0:
            brackets = [found.end() for found in re.finditer(r"\{", text)]
            at = random.choice(brackets) if brackets else place
            return f"{text[:at]}{member(random, certificate)},{text[at:]}"
        case 1:
            parts = text.split(", ")
            first, second = random.randrange(len(parts)), random.randrange(len(parts))
            parts[first], parts[second] = parts[second], parts[first]
            return ", ".join(parts)
        case 2:
            return text[:place] + random.choice(PIECES) + text[place:]
        case 3:
            return text[:place] + text[end:]
        case 4:
            return text[:end] + text[place:]
        case _:
            numbers = list(re.finditer(r"\d+", text))
            number = random.choice(numbers) if numbers else re.match("", text)
            assert number is not None
            return text[: number.start()] + random.choice(VALUES) + text[number.end() :]


def seal_again(text: str) -> str:
    """The text with the checksum that fits what Python reads in it: a forger's text."""
    try:
        checksum = certifier.seal(json.loads(text))
    except (ValueError, TypeError, RecursionError):
        return text
    return re.sub(r'("checksum": ")[0-9a-f]{64}"', rf'\g<1>{checksum}"', text)


def texts(random: Random, count: int) -> Iterator[str]:
    certificates = [make_certificate(taquin.solve(board, algorithm="ida_star(manhattan)")) for board in BOARDS]
    for _ in range(count):
        certificate = random.choice(certificates)
        text = json.dumps(certificate)
        for _ in range(random.choice([0, 1, 1, 1, 2, 3])):
            text = mutate(random, text, certificate)
        yield seal_again(text) if random.random() < 0.7 else text


def first_verdict(text: str) -> tuple[str, str]:
    try:
        report = certifier.check(certifier.read(text))
    except ValueError as error:
        return "refused", str(error)
    return ("certified" if report.is_complete else "certified in part"), ""


def compare(batch: list[str], tally: Tally) -> None:
    command = ["node", "--input-type=module", "-e", DRIVER]
    done = subprocess.run(command, input=json.dumps(batch), capture_output=True, text=True, check=True)
    for text, line in zip(batch, done.stdout.splitlines(), strict=True):
        verdict, reason = first_verdict(text)
        second = json.loads(line)
        is_same = verdict == second["verdict"]
        if is_fault_of_text(reason) or is_fault_of_text(second["reason"]):
            is_same = (verdict, reason) == (second["verdict"], second["reason"])
        tally.add("" if is_same else f"{verdict}: {reason}, but {second}", text)


def is_fault_of_text(reason: str) -> bool:
    return reason.startswith(("expected every key", "expected null or", "expected at most 3", "expected texts"))


@pytest.mark.parametrize(
    "seed", [1, 2, pytest.param(3, marks=pytest.mark.attack), pytest.param(4, marks=pytest.mark.attack)]
)
def test_both_checkers_give_one_verdict(seed: int, tally: Tally, request: pytest.FixtureRequest) -> None:
    count = 50_000 if request.node.get_closest_marker("attack") else 400
    random = Random(seed)
    for begin in range(0, count, 10_000):
        compare(list(texts(random, min(10_000, count - begin))), tally)
    assert not tally.failures, tally.failures[:5]
