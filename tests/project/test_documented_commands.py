"""Every command in the help and in the pages is valid, and `make slow` runs it."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from cases import each_case
from taquin.cli import COMMANDS, cli
from taquin.cli.exits import BAD_INPUT, INTERNAL_ERROR, SOLVED

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
PROGRAM = "taquin "


def help_of(name: str) -> str:
    """The help of a command as it is written, with long examples on one line each."""
    with click.Context(cli) as context:
        command = cli.get_command(context, name)
    assert command is not None
    return (command.help or "").replace("\\\n", " ")


def examples(name: str) -> list[str]:
    """The examples in the help of a command."""
    _, _, text = help_of(name).partition("Examples:\n")
    return [" ".join(line.split()) for line in text.splitlines() if line.strip().startswith(PROGRAM)]


def written(page: Path) -> list[str]:
    """The commands in the ``sh`` blocks of a page, without comments."""
    blocks = re.findall(r"^```sh\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    lines = "".join(blocks).replace("\\\n", " ").splitlines()
    return [re.sub(r" +# .*", "", " ".join(line.split())) for line in lines if line.startswith(PROGRAM)]


def commands() -> Iterator[str]:
    yield from dict.fromkeys([line for name in COMMANDS for line in examples(name)])
    yield from dict.fromkeys([line for page in PAGES for line in written(page) if "$" not in line])


ALL = list(dict.fromkeys(commands()))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that the commands name."""
    board = "8 1 3 / 4 0 2 / 7 6 5\n"
    estimate = "def estimate(board, goal):\n    return 0\n\n\ncorner_tiles = estimate\n"
    files = {
        **dict.fromkeys(["boards.txt", "board.txt", "start.txt", "large.txt", "korf.txt"], board),
        **dict.fromkeys(["my_heuristic.py", "my_heuristics.py"], estimate),
        "report.csv": "board,expanded\n1 2 3 / 4 0 5 / 7 8 6,2\n",
        "homework.txt": "RDLLUURDLDRURD\n",
        "answers.txt": "1\n" * 100,
        "spec.toml": 'instances = "hardest8"\nmethods = ["astar(manhattan)"]\n',
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    shutil.copy(ROOT / "examples" / "puzzles" / "pancake.py", tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def parts(line: str) -> list[list[str]]:
    """The arguments of each ``taquin`` command in a pipe."""
    words = shlex.split(line, posix=True)
    programs: list[list[str]] = [[]]
    for word in words:
        if word == "|":
            programs.append([])
        else:
            programs[-1].append(word)
    cut = [words[: words.index("<")] if "<" in words else words for words in programs]
    return [words[1:] for words in cut if words[0] == "taquin"]


@each_case("name", COMMANDS)
def test_every_command_has_examples(name: str) -> None:
    own = [line for line in examples(name) if f"taquin {name}" in line]
    assert own, f"the help of taquin {name} has no examples of it"


@each_case("line", ALL)
def test_a_command_can_be_given_as_it_is_written(line: str, folder: Path) -> None:
    """Its options exist and take these values; nothing runs."""
    for name, *arguments in parts(line):
        with click.Context(cli, info_name="taquin") as root:
            command = cli.get_command(root, name)
            assert command is not None, f"no such command: {name}"
            if isinstance(command, click.Group):
                name, *arguments = arguments
                command = command.commands[name]
            command.make_context(name, arguments, parent=root)


NOT_RUN = {
    r"taquin (serve|mcp|play)\b": "has no end; tests/web and tests/tui run it",
    r"taquin judge": "needs a program; tests/judging/test_judge_programs.py judges twelve",
    r"judge-trace": "needs the trace that judge --watch writes; tests/cli/test_judge_command.py draws one",
    r"taquin quiz (?!--list|.*<)": "asks at a terminal; tests/cli/test_lesson_commands.py answers",
    r"taquin (train|pdb build) (6x7|5x5|4x4)": "takes minutes",
    r"taquin solve BOARD": "BOARD stands for a board",
    r"--dask": "needs a cluster; tests/experiments/test_dask_experiments.py starts one",
    r"korf100": "takes minutes on a slow machine",
    r"--runtime RUNTIME": "needs what `make runtime` fetches; tests/web exports a page",
    r"--partition|pdb\(7-8\)": "needs 577 MB",
    r"taquin random 3x4 --depth": "builds a table of 239,500,800 boards",
    r"--sample 1000000": "takes minutes",
    r"taquin reproduce (?!--list|depths)": "takes minutes",
    r"--time (1|10)m": "takes minutes",
}
"""Commands that the test below does not run, and why."""

PREPARE = (
    'taquin experiment -i "korf100(easy)" -m "ida_star(pdb)" -m "ida_star(manhattan)" -o results.jsonl',
    'taquin experiment -i "pancake.py:stacks(size=8)" -m "astar(gap)" -o pancakes.jsonl',
    'taquin experiment -i hardest8 -m "astar(manhattan)" -o first.jsonl',
    'taquin experiment -i hardest8 -m "astar(linear_conflict)" -o second.jsonl',
    "taquin experiment spec.toml --shard 1/2 -o results-1.jsonl",
    "taquin experiment spec.toml --shard 2/2 -o results-2.jsonl",
    'taquin trace "8 1 3 / 4 0 2 / 7 6 5" -a "ida*" -o search.jsonl',
    'taquin solve "8 1 3 / 4 0 2 / 7 6 5" --report certificate -o proof.json',
)


def needed(line: str) -> list[str]:
    """The commands that make the files that a command reads."""
    read = set(re.findall(r"\b[\w-]+\.jsonl?\b", line))
    return [command for command in PREPARE if read & {command.split()[-1]} and command != line]


@pytest.mark.slow
@pytest.mark.parametrize("line", [line for line in ALL if not any(re.search(each, line) for each in NOT_RUN)])
def test_a_command_runs_as_it_is_written(line: str, folder: Path) -> None:
    program = f"{shlex.quote(sys.executable)} -m taquin "
    writes = re.findall(r"(?:-o|--output) (\S+)", line)
    for command in [*(each for each in needed(line) if each.split()[-1] not in writes), line]:
        text = re.sub(r"(^|\| )taquin ", lambda match: match[1] + program, command)
        done = subprocess.run(text, shell=True, cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode not in (BAD_INPUT, INTERNAL_ERROR), done.stderr
        assert done.returncode == SOLVED or done.stdout, done.stderr
