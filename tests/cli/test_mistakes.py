"""A mistake is explained in one line on standard error, with the exit code 2, before anything is written."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from cases import each_case
from command_line import Capture, error_line
from taquin.cli import run

EASY = "1 2 3 / 4 0 5 / 7 8 6"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, and one board on standard input."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(EASY.encode())))
    return tmp_path


def check_error(capsys: Capture, here: Path, arguments: list[str], *parts: str) -> None:
    error = error_line(capsys, *arguments)
    for part in parts:
        assert part in error
    assert not any(here.iterdir()), "a file was left behind"


@each_case(
    ("board", "message"),
    [
        ([*map(str, range(8))], "expected 9 for 3×3; 8 is missing"),
        ([*map(str, range(12))], "such as 3x4, or separate the rows: 0 1 2 3 / 4 5 6 7 / 8 9 10 11"),
        ([""], 'expected a board, found an empty text (such as "1 2 3 / 4 0 5 / 6 7 8")'),
        (["15"], "found the number 15 (`taquin random 15-puzzle` makes a board)"),
        (["no-such-file.txt"], "no such file: 'no-such-file.txt'"),
        (["fe169b4c.txt"], "no such file"),
        (["greedy"], "expected a board or a file, found the algorithm greedy (name it with -a;"),
        (["randm(3x3)"], "no instance set is called 'randm' (did you mean random(4x4, "),
        ([*EASY.split(), "-e", "manhattan", "misplaced"], "found the heuristic misplaced (name it with -e;"),
        ([EASY, "--goal", "snale"], "did you mean 'snail'"),
        ([EASY, "--size", "3y3"], "expected a size such as 3x4 (rows x columns), found '3y3'"),
        (["1 2 3 4 5 6 7 8"], "8 cells do not fill a square: expected 9 for 3×3; 0 (the blank) is missing"),
        (["1 2 3 4 5 6 7 8 8"], "tile 8 appears twice, at row 3, column 2"),
        (["1 2 3 4 5 6 7 8 9"], "9 at row 3, column 3 is too large"),
        (["1 2 3 / 4 5 / 6 7 8 0"], "row 1 has 3 cells, row 2 has 2"),
        (["1 2 3 4 five 6 7 8 0"], "'five'"),
        ([EASY, "--goal", "1 2 3 0"], "3×3"),
    ],
)
def test_boards(board: list[str], message: str, capsys: Capture, here: Path) -> None:
    check_error(capsys, here, ["solve", *board], message)


@each_case(
    ("options", "message"),
    [
        (["-a", "astarr"], "did you mean 'astar'"),
        (["-e", "manhatten"], "did you mean 'manhattan'"),
        (["-e", "nowhere.py:h"], "nowhere.py does not exist"),
        (["-a", "wastar(weight=2"], "expected ')' at the end of 'wastar(weight=2'"),
        (["-a", "astar", "-O", "weight=2"], "no option 'weight'"),
        (["-a", "wastar", "-O", "weight"], "expected --option weight=VALUE, found 'weight'"),
        (["-a", "wastar", "-O", "weight=half"], "expected weight to be a finite number from 1 to 1,000,000"),
        (["-a", "wastar", "-O", "weight=2", "-O", "weight=3"], "expected --option weight once"),
        (["-a", "anytime", "-O", "within=5%"], "found '5%' (write within=1.05)"),
        (["-O", "restarts=9"], "astar, the default here, has no option 'restarts' (name an algorithm that has it: -a"),
        (["--backend", "native", "-a", "annealing"], "native backend cannot run annealing"),
        (["--time", "soon"], "expected a time limit such as 10s"),
        (["--limit", "20"], "expected --limit nodes=N, memory=SIZE or depth=N, found '20'"),
        (["--limit", "time=2s"], "found 'time' (write --time 2s)"),
        (["--json", "--report", "jsonl"], "use --json or --report, not both"),
        (["-o"], "(see `taquin solve --help`)"),
        (["-o", "x.svg"], "found .svg in 'x.svg' (`taquin draw BOARD --solve -o x.svg` draws the solution)"),
        (["-o", "missing/a.txt"], "there is no directory 'missing'"),
        (["--stepz"], "no such option '--stepz' (did you mean --steps? See `taquin solve --help`)"),
        (["--step"], "no such option '--step' (did you mean --steps? See `taquin solve --help`)"),
        (["--all"], "no such option '--all' (use taquin shortest BOARD, which finds all shortest solutions)"),
        (["--weight", "2"], "options of an algorithm are set with -O weight=VALUE"),
        (["--depth", "2"], "limits are set with --limit depth=VALUE"),
        (["--gap", "5%"], "no such option '--gap' (the ratio to the optimum that is good enough is set with -O within"),
        (["--svg", "x.svg"], "no such option '--svg' (write taquin draw BOARD --solve -o FILE.svg)"),
        (["--certificate"], "no such option '--certificate' (write --report certificate)"),
        (["-a", "astar", "-e", "max(manhattan, gaschnig"], "a parenthesis is never closed"),
        (["-a", "annealing", "-O", "cooling=99%"], "found '99%' (write cooling=0.99)"),
        (["-O", "=2"], "expected --option NAME=VALUE, found '=2'"),
        (["--limit", "nodes"], "found 'nodes' (such as --limit nodes=2M)"),
        (["--report", "json"], "'json' is not one of 'tiles', 'numbers', 'jsonl'"),
        (["-o", "."], "expected a file to write, found the directory"),
        (["--frobnicate"], "no such option '--frobnicate' (see `taquin solve --help`)"),
    ],
)
def test_options_of_solve(options: list[str], message: str, capsys: Capture, here: Path) -> None:
    check_error(capsys, here, ["solve", EASY, *options], message)


@each_case(
    ("arguments", "message"),
    [
        (["8", "1", "3", "--json"], 'a board comes after a command, such as: taquin solve "8 1 3"'),
        (["grade", EASY], "unknown command 'grade': did you mean 'verify'?"),
        (["hint", "1 2 3 0\n1 2 0 3"], "expected one board, found 2"),
        (["compare", EASY, "-a", ","], "expected names, separated by commas, for --algorithms, found ','"),
        (["compare", EASY, "-O", "weight=2"], "options follow the algorithm: -a"),
        (["compare", EASY, "--svg"], "(write --plot FILE.svg)"),
        (["compare", EASY, "--boards", "3"], "use --boards or boards to compare on, not both"),
        (["compare", "1 2 / 3 0\n1 2 3 / 4 5 0"], "to compare methods, found board 1 of 2×2 and board 2 of 2×3"),
        (["examine", "manhattan", "--size", "4x4"], "the limit is 10 cells (such as --size 3x3, 2x4 or 1x9)"),
        (
            ["examine", "-e", "manhattan"],
            "'-e' (write taquin examine HEURISTIC; `taquin estimate BOARD -e HEURISTIC` e",
        ),
        (["experiment", "spec.toml"], "no such file: 'spec.toml'"),
        (["experiment", "-i", "hardest8", "-m", "bfs"], "expected a file for the results, found none"),
        (
            ["experiment", "-i", "hardest8", "-m", "bfs", "-o", "r", "--shard", "3/2"],
            "expected a shard from 1 to 2, found 3",
        ),
        (
            ["experiment", "-i", "hardest8", "-m", "bfs", "-o", "r", "--shard", ""],
            "expected a shard such as 1/2, found ''",
        ),
        (["solve", "korf100()"], "expected numbers of instances of korf100, found none"),
        (["experiment", "-i", "hardest8", "-m", "bfs", "-o", "."], "cannot write to .: is a directory"),
        (["list", "algoritms"], "found 'algoritms' (did you mean 'algorithms'?)"),
        (["list", "goals", "--size", "0x3"], "1 to 256 rows"),
        (["pdb", "build", "4x4", "-p", "5-5"], "the sizes 5-5 add up to 10"),
        (["pdb", "build", "3x3", "-p", "1,2,|3,4,5,6,7,8"], "expected a partition such as 5-5-5"),
        (["pdb", "build", "9x9"], "too large for pattern databases"),
        (["pdb", "verify", "nothing"], "no table is called 'nothing'"),
        (["pdb", "remove"], "expected the names of tables, or --all"),
        (["pdb", "destroy"], "no such command"),
        (["quiz", "-o", "results.txt"], "ends in .json or .csv"),
        (
            ["random", "5x5", "--depth", "30"],
            "a 5×5 board is too large: distances are proven on boards of up to 16 cells (--moves 30",
        ),
        (["random", "3x3", "--depth", "32"], "no board is at distance 32 from 1 2 3 / 4 5 6 / 7 8 0"),
        (["random", "4x4", "--format", "compact"], "up to 10 cells"),
        (["trace", "--read", "missing.jsonl"], "cannot read missing.jsonl: no such file or directory"),
        (["trace", "--read", __file__], "expected a JSON object"),
        (["trace", EASY, "-o", "x.pdf"], "found .pdf in 'x.pdf' (`taquin tree BOARD -o x.pdf` draws the search)"),
        (["trace", EASY, "--read", __file__], "use a trace file or a search to record, not both"),
        (["trace", "--read", __file__, "-O", "seed=3"], "and --option"),
        (["solve", "5x5"], "expected a board or a file, found the size 5x5 (`taquin random 5x5` makes a board)"),
        (["random", "10-puzzle"], "expected a size such as 3x4 (rows x columns), found '10-puzzle'"),
        (["solve", EASY, "--time", "2,5s"], "found '2,5s' (the decimal separator is a point)"),
        (["solve", "korf10"], "no such file: 'korf10' (did you mean 'korf100'?)"),
        (["solve", "korf100(0-3)"], "korf100 has the instances 1 to 100, found '0-3'"),
        (["solve", "korf100(seed=1)"], "korf100 takes no options, found seed"),
        (["solve", "random(3x3, cuont=5)"], "random boards have no option 'cuont' (did you mean 'count'?)"),
        (["solve", "random"], "did you mean random(4x4, count=100, seed=1)?"),
        (["solve", "korf100", "--goal", "standard"], "korf100 belongs to the goal blank-first"),
        (["solve", "korf100", "--size", "3x3"], "korf100 has boards of 4×4, found the size 3×3"),
        (["train", "3x3", "--rounds", "0"], "expected --rounds to be a whole number from 1 to 1,000, found '0'"),
        (["train", "17x16"], "a score is trained on boards from 2×2 to 256 cells, not on 17×16"),
        (["tree", EASY, "-o", "tree.gif"], ".dot, .gv, .json or .txt, found .gif"),
        (["solve", "813402765", "greedy"], "expected a board or a file, found the algorithm greedy (name it with -a"),
        (
            ["solve", "Puzzle 3:\n8 1 3\n4 0 2\n7 6 5"],
            "found 'Puzzle' (the blank is 0, _, -, ., x or *; a line of text",
        ),
        (["tree", EASY, "--format", "svg", "--json"], "use --json or --format, not both"),
        (["draw", EASY], "missing option '--output' / '-o'"),
        (["draw", EASY, "--metrics", "slides"], "no such option '--metrics' (see `taquin draw --help`)"),
        (["tree", EASY, "--metric", "slides"], "only solve, hint, shortest, verify, random and play count slides"),
        (["tree", EASY, "--iteration", "7", "-a", "ida*"], "there is no iteration 7: this search has 1"),
        (["tree", EASY, "--iteration", "first"], "expected --iteration to be a number, all or last, found 'first'"),
        (["verify", EASY, "hello"], "expected moves (U, D, L, R or words), found 'h' as character 1 of 'hello'"),
        (["verify", EASY, "homework.txt"], "no such file: 'homework.txt'"),
        (["verify", EASY, "R", "--moves", "numbers"], "expected the number of a tile, found 'R'"),
        (["verify", "-", "-"], "expected - for BOARD or for MOVES, found it for both"),
        (["verify", EASY, ""], "expected moves, found nothing"),
        (["worksheet", "-o", "sheet.doc"], "ends in .pdf, .html, .md or .tex"),
        (["compare", EASY, "--csv", "--json"], "use --csv or --json, not both"),
        (["compare", "--boards", "0"], "expected --boards to be a whole number, 1 or more, found '0'"),
        (["course", "nothing"], "expected a unit (space, graph,"),
        (["examine", "manhattan", "--against", "max()"], "max takes two or more heuristics"),
        (["examine"], "missing argument 'HEURISTIC'"),
        (["list", "everything"], "an algorithm or a heuristic, found 'everything' (`taquin list` shows all)"),
        (["pdb", "build", "4x4", "-p", "1,2|x"], "expected a partition such as"),
        (["pdb", "remove", "../x"], "no table is called"),
        (["quiz", "spcae"], "did you mean 'space'?"),
        (["random", "--depth", "0", "--moves", "0"], "use --depth or --moves, not both"),
        (["random", "--depth", "-1"], "expected --depth to be a whole number, 0 or more, found '-1'"),
        (["random", "1x1"], "at least 2 cells"),
        (["random", "--format", "xml"], "'xml' is not one of"),
        (["trace", EASY, "-o", "missing/x"], "cannot write missing/x: no such file or directory"),
        (["trace", EASY, "--all", "--json"], "use --json or --all, not both"),
        (["train", "1x5", "--remove"], "a score is trained on boards from 2×2 to 256 cells, not on 1×5"),
        (["tree", EASY, "-o", "tree"], "found none in 'tree' (--format selects the form"),
        (["tree", EASY, "--format", "gif"], "invalid value for '--format'"),
        (["tree", EASY, "--path-only", "--around-path"], "use --path-only or --around-path, not both"),
        (["tree", EASY, "--iteration", "1", "-a", "astar"], "there is no iteration 1: this search has none"),
        (["verify", EASY, "RD", "--moves", "words"], "invalid value for '--moves'"),
    ],
)
def test_commands(arguments: list[str], message: str, capsys: Capture, here: Path) -> None:
    check_error(capsys, here, arguments, message)


@each_case(
    ("options", "message"),
    [
        (["-o", "b.jpg"], "expected a picture file that ends in .svg, .pdf, .png, .tex or .gif, found .jpg in 'b.jpg'"),
        (["--moves", "R", "--animate", "-o", "b.png"], "found .png in 'b.png' (PNG cannot be animated)"),
        (["-o", "b.gif"], "expected --solve or --moves for an animation, found neither"),
        (["--solve", "--moves", "R", "-o", "b.svg"], "use --solve or --moves, not both"),
        (["-o", "nowhere/b.svg"], "cannot write 'nowhere/b.svg': there is no directory 'nowhere'"),
        (["--moves", "RRU", "-o", "b.svg"], "step 2 (Right) cannot be played: the blank is in the rightmost column"),
        (["--moves", "5 1", "-o", "b.svg"], "tile 1 is not next to the blank (legal moves there: Up, Down, Left)"),
        (["--moves", "RD", "--steps", "a-b", "-o", "b.svg"], "expected steps such as 1-10, 5- or 7, found 'a-b'"),
        (["--moves", "RD", "--steps", "20-30", "-o", "b.svg"], "expected steps between 1 and 2, the last of"),
        (["--moves", "R", "--animate", "--pace", "0", "-o", "b.svg"], "a finite number from 0.05 to 60, found '0'"),
        (["--memory", "1MB", "-o", "x.svg"], "no such option '--memory' (see `taquin draw --help`)"),
        (["-o", "board"], "found none in 'board'"),
        (["--moves", "RD", "--steps", "5-2", "-o", "b.svg"], "expected steps from 1 on, the first before the last"),
        (["--theme", "blue", "-o", "b.svg"], "'blue' is not one of 'light', 'dark'"),
        (["--svg"], "no such option '--svg' (write -o FILE.svg)"),
    ],
)
def test_options_of_draw(options: list[str], message: str, capsys: Capture, here: Path) -> None:
    check_error(capsys, here, ["draw", EASY, *options], message)


@each_case(
    ("arguments", "message"),
    [
        (["solve", EASY, "-a", "bfs", "-e", "manhattan"], "--heuristic manhattan has no effect: bfs uses no heuristic"),
        (
            ["solve", EASY, "-a", "ucs", "-O", "tie-break=low-h"],
            "expected tie_break to be one of fifo, lifo, random, found",
        ),
        (["solve", EASY, "-a", "astar", "-O", "seed=3"], "seed has no effect without tie_break=random"),
        (["solve", EASY, "-a", "hill_climbing", "-O", "walk=3"], "walk has no effect without restarts"),
        (["solve", EASY, "-a", "hc", "-O", "seed=3"], "seed has no effect without variant or restarts"),
        (["solve", EASY, "-a", "hc(sideways=3)", "-O", "never_undo"], "sideways has no effect with never_undo=true"),
        (
            ["solve", EASY, "-a", "annealing", "-O", "schedule=linear", "-O", "cooling=0.5"],
            "cooling has no effect with schedule=linear",
        ),
        (["trace", EASY, "-a", "ida_star", "-O", "threads=2"], "threads has no effect: only the native core uses it"),
        (["solve", EASY, "--json", "--steps"], "--steps has no effect: it is for text, and json is written"),
        (["shortest", EASY, "--theme", "dark"], "--theme has no effect without --output or --format"),
        (["shortest", EASY, "-o", "a.svg", "--show", "3"], "--show has no effect with --output"),
        (["draw", EASY, "-o", "-", "-a", "astar"], "--algorithm has no effect without --solve"),
        (
            ["compare", EASY, "-a", "bfs,ucs", "-e", "manhattan"],
            "--heuristics has no effect: bfs, ucs use no heuristic",
        ),
        (["compare", EASY, "--theme", "dark"], "--theme has no effect without --plot"),
        (["compare", EASY, "--seed", "3"], "--seed has no effect without --boards"),
        (["quiz", "--list", "--seed", "3"], "--seed has no effect with --list"),
        (["train", "3x3", "--remove", "--seed", "1"], "--seed has no effect with --remove"),
        (["draw", EASY, "-o", "-", "--pace", "2"], "--pace has no effect without --animate or a .gif file"),
        (["list", "formats", "--size", "4x4"], "--size has no effect: only goals have a size"),
        (["random", "--json", "--format", "rows"], "--format has no effect with --json"),
        (["shortest", EASY, "--limit", "nodes=5"], "--limit has no effect: a table of all distances has the answer"),
        (["verify", EASY, "RD", "--no-optimum", "--time", "3s"], "--time has no effect with --no-optimum"),
        (["trace", EASY, "-o", "-", "--max-steps", "3"], "--max-steps has no effect with --output"),
        (["tree", EASY, "--json", "--ascii"], "--ascii has no effect: it draws text, and json is written"),
        (["tree", EASY, "-o", "-", "--boards"], "--boards has no effect: it is for text and JSON, and svg is written"),
        (["tree", EASY, "-a", "dfs", "-e", "manhattan"], "--heuristic manhattan has no effect: dfs uses no heuristic"),
        (["solve", EASY, "-a", "hill_climbing(walk=3)"], "walk has no effect without restarts"),
        (["solve", EASY, "--report", "42", "--steps"], "--steps has no effect: it is for text, and 42 is written"),
        (["draw", EASY, "-o", "-", "--steps", "1-2"], "--steps has no effect without --solve or --moves"),
        (["examine", "manhattan", "--theme", "dark"], "--theme has no effect without --plot"),
        (["tree", EASY, "--theme", "dark"], "--theme has no effect: it is for pictures, and text is written"),
    ],
)
def test_an_option_without_effect_is_refused(arguments: list[str], message: str, capsys: Capture, here: Path) -> None:
    check_error(capsys, here, arguments, f"taquin: error: {message}")


def test_options_of_a_search_beside_a_trace(capsys: Capture) -> None:
    assert run(["trace", EASY, "-a", "astar", "-o", "search.jsonl"]) == 0
    capsys.readouterr()
    assert "--time has no effect: " in error_line(capsys, "tree", "search.jsonl", "--time", "3s")
    assert run(["tree", "--read", "search.jsonl"]) == 0


def test_files(capsys: Capture, here: Path) -> None:
    """Several boards where one is expected, one board with a mistake, bytes that are not text, a directory."""
    (here / "two.txt").write_text("1 2 3 4 5 6 7 0 8\n1 2 3 4 5 6 0 7 8\n")
    (here / "one.txt").write_text("0 1 2 3\n4 5 6 7\n8 9 10 11\n12 13 14 14\n")  # the first row alone is a legal 2×2
    (here / "moves.bin").write_bytes(b"\xff\xfe\x00\x80")
    (here / "x.svg").mkdir()
    for arguments, message in (
        (["draw", "two.txt", "-o", "y.svg"], "expected one board, found 2 in two.txt"),
        (["shortest", "two.txt", "two.txt"], "expected one board, found 4 in 2 files"),
        (["solve", "two.txt", "c.txt"], "no such file: 'c.txt'"),
        (["solve", "one.txt"], "one.txt: tile 14 appears twice"),
        (["check", "one.txt"], "one.txt: tile 14 appears twice"),
        (["verify", EASY, "moves.bin"], "expected moves in UTF-8"),
        (["trace", "--read", "moves.bin"], "moves.bin"),
        (["draw", EASY, "-o", "x.svg"], "found the directory 'x.svg'"),
    ):
        assert message in error_line(capsys, *arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", EASY, "-a", "hill_climbing", "-O", "restarts=1", "-O", "walk=3", "-O", "seed=1"],
        ["solve", EASY, "-a", "ucs", "-O", "tie_break=lifo"],
        ["shortest", EASY, "--moves", "tiles", "--json"],
        ["trace", EASY, "-a", "ida_star(manhattan, threads=2)"],
        ["list", "--size", "2x3"],
        ["solve", EASY, "--steps", "--report", "tiles"],
    ],
)
def test_an_option_with_an_effect_is_taken(arguments: list[str], capsys: Capture) -> None:
    assert run(arguments) == 0
    assert capsys.readouterr().err == ""
