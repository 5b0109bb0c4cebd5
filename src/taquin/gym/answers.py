"""Read the answer of a language model: moves in any notation, read exactly or refused with one line.

The rules are those of ``ANSWER_FORMAT``. They look at the text and the shape of the board only, never at which reading
would solve it. A change of the rules is a new number, so the same number reads the same answer for ever.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from taquin.analysis.solution_text import Step, detect_notation, read_steps
from taquin.analysis.verify import replay
from taquin.errors import FormatError, TaquinError
from taquin.judging.output import MOVE_NAMES
from taquin.puzzle.arguments import check_choice, check_kind
from taquin.puzzle.board import BoardLike
from taquin.puzzle.conversion import cell_value
from taquin.puzzle.geometry import Shape
from taquin.puzzle.moves import Notation
from taquin.puzzle.problem import Problem
from taquin.puzzle.words import is_printable, shown

ANSWER_FORMAT = 1
"""The version of the rules."""
MOST_CHARACTERS = 1_000_000
"""Longer texts are refused."""
MOST_ANSWER_STEPS = 10_000
"""Answers with more steps are refused."""
MOST_ANSWER_CHARACTERS = 200_000
"""Longer answers in a text are refused."""
_MOST_ANSWERS = 100

_HINT = "end with one line such as Answer: ULDR"
_THOUGHT = re.compile(r"</?think(?:ing)?>", re.IGNORECASE)
_MARKED = re.compile(r"<answer>([^<]*)</answer>|\\boxed\{([^{}]*)\}", re.IGNORECASE)
_LABEL = re.compile(
    r"""^[^\S\n]*+[#>*_`{"'$\\(\[-]*+[^\S\n]*+[*_`"']*+(?:(?:the|my)\ )?(?:final\ )?answer(?:\ is)?[*_`"']*+\ ?[:：]""",
    re.IGNORECASE,
)
_MARKDOWN = re.compile(r"\*\*|[`$]|(?<=\w)\.$")
_RULE = re.compile(r"[-=*_~\s]*+")
_NUMBERED = re.compile(r"^\s*+(?:(?:step|move)\s*+)?\d++[.:)](?=\s)", re.IGNORECASE)
_TITLE = re.compile(r"^[\W_]*+(?:step|move|state|board|start|goal|end)\b\s*+\d*+[\W_]*+$", re.IGNORECASE)
_BULLET = re.compile(r"^\s*+[-*•]\s++")
_ARROW = re.compile(r"[-=~]{1,4}>|[→⇒⟶➔➜➡↓⬇←↑⬆⬅]\ufe0f?")
_BETWEEN = re.compile(r"""[\s,;/|│┃\[\](){}"'<>+=~─-]+""")
_LETTERS = re.compile(r"(?:[UDLRudlr](?:[1-9][0-9]{0,2})?)+")
_REPEATED = re.compile(r"[UDLRudlr↑⬆↓⬇←⬅→➡]\ufe0f?([1-9][0-9]{0,2})")
_WORD = re.compile(r"[^\W\d_]{2,}")
_CHINESE = str.maketrans({"上": " Up ", "下": " Down ", "左": " Left ", "右": " Right "})


@dataclass(frozen=True)
class Answer:
    r"""What was read from a text: the steps as they are written, not yet replayed; or why nothing was read.

    >>> read_answer("The blank goes right, then down.\n\nAnswer: R D", "1 2 3 / 4 0 5 / 7 8 6").steps
    (<Move.RIGHT: 3>, <Move.DOWN: 1>)
    """

    steps: tuple[Step, ...] | None
    """Directions, numbers of tiles, or boards; None if the text was refused."""
    notation: Notation | None = None
    """What the steps are: ``blank``, ``tiles``, ``numbers`` or ``boards``; None if the text was refused."""
    reason: str = ""
    """Why the text was refused, in one line; empty if it was read."""
    text: str = ""
    """The part of the text that was read."""

    def __bool__(self) -> bool:
        """Whether it was read."""
        return self.steps is not None


def read_answer(text: str, board: BoardLike | Problem, *, notation: Notation | str = Notation.BLANK) -> Answer:
    r"""Read the answer of a language model to this board. It never raises an error for a text.

    Letters, words and arrows are the directions of the blank, or of the tiles with ``notation="tiles"``; numbers are
    the tiles that slide, and a text with a blank is a list of boards. The rules are in
    docs/how-to/language-models.md. O(length of the text).

    >>> board = "1 2 3 / 4 0 5 / 7 8 6"
    >>> read_answer("5 6", board).notation, read_answer("Answer: **Right, Down**", board).notation
    (<Notation.NUMBERS: 'numbers'>, <Notation.BLANK: 'blank'>)
    >>> read_answer("Answer: RD\nAnswer: DR", board).reason
    'found different answers: give one (end with one line such as Answer: ULDR)'
    >>> bool(read_answer("I cannot solve it.", board))
    False
    """
    check_kind("text", text, str, "text")
    check_choice("notation", notation, [Notation.BLANK, Notation.TILES])
    start = board.start if isinstance(board, Problem) else Problem(board).start
    try:
        return _read(text, Problem(start, start), Notation(notation))
    except TaquinError as error:
        return Answer(None, reason=" ".join(str(error).split()))


def _read(text: str, problem: Problem, directions: Notation) -> Answer:
    if len(text) > MOST_CHARACTERS:
        raise FormatError(f"expected at most {MOST_CHARACTERS:,} characters, found {len(text):,}")
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    labelled, blocks = _find_blocks(_after_thoughts(text), problem.shape)
    first: tuple[Answer, object] | None = None
    for number, block in enumerate(blocks):
        if number == _MOST_ANSWERS:
            raise FormatError(f"found more than {_MOST_ANSWERS} answers: give one", hint=_HINT)
        answer = _read_block(block, problem.shape, directions)
        assert answer.steps is not None
        assert answer.notation is not None
        if answer.steps == (problem.start,) and not labelled:
            continue  # the question is repeated
        played = replay(problem, answer.steps, answer.notation)
        key: object = played.moves if played.is_legal else (answer.notation, answer.steps)
        if first is not None and key != first[1]:
            raise FormatError("found different answers: give one", hint=_HINT)
        first = first or (answer, key)
    if first is None:
        raise FormatError("found no answer", hint=_HINT)
    return first[0]


def _after_thoughts(text: str) -> str:
    """What follows the last thought; a text that ends within one has no answer."""
    tags = list(_THOUGHT.finditer(text))
    if not tags:
        return text
    if not tags[-1][0].startswith("</"):
        raise FormatError("found no answer: the text ends before </think>", hint=_HINT)
    return text[tags[-1].end() :]


def _find_blocks(text: str, shape: Shape) -> tuple[bool, Sequence[str]]:
    """The parts that are read: those at labels; without a label every paragraph of nothing but steps."""
    text = _MARKED.sub(lambda found: f"\nAnswer: {(found[1] or found[2] or '').strip()}\n\n", text)
    lines = text.split("\n")
    places = [(place, found.end()) for place, line in enumerate(lines) if (found := _LABEL.match(line))]
    if not places:
        return False, list(_paragraphs([_clean(line) for line in lines], shape))
    blocks = []
    for number, (place, end) in enumerate(places):
        last = places[number + 1][0] if number + 1 < len(places) else len(lines)
        blocks.append(_labelled_block(lines[place][end:], lines[place], lines[place + 1 : last], shape))
    if not any(blocks):
        raise FormatError("found no answer after the word", hint=_HINT)
    return True, [block for block in blocks if block]


def _labelled_block(rest: str, line: str, below: Sequence[str], shape: Shape) -> str:
    """The answer at a label: the rest of its line and the lines of steps below, or else the paragraph below."""
    rest = rest.strip()
    if line.lstrip().startswith("{") and rest.endswith("}"):  # an object of JSON
        rest = rest[:-1].rstrip()
    rest = _clean(rest.lstrip("*_ "))
    if rest.strip() and not _is_step_line(rest, shape):
        return rest
    following = [_clean(one) for one in below]
    if not rest.strip():
        text = next((one for one in following if one.strip()), "")
        if not _is_step_line(text, shape):
            return text
    return next(_paragraphs([rest, *following], shape), "")


def _clean(line: str) -> str:
    """A line without marks of Markdown; empty for a rule or a fence."""
    bare = line.strip()
    if bare.startswith("```") or (_RULE.fullmatch(bare) and "|" not in bare and bare not in ("_", "*", "-")):
        return ""
    return _MARKDOWN.sub("", line.rstrip())


def _paragraphs(lines: Sequence[str], shape: Shape) -> Iterator[str]:
    """Paragraphs of nothing but steps; boards continue over empty lines."""
    waiting: list[str] = []  # paragraphs of boards without other text between them
    current: list[str] = []
    for line in [*lines, "", "end of the text"]:
        is_step = _is_step_line(line, shape)
        if is_step:
            current.append(line)
            continue
        if current:
            paragraph = "\n".join(current)
            current = []
            if waiting and not _has_blank(paragraph):
                yield "\n\n".join(waiting)
                waiting = []
            if _has_blank(paragraph):
                waiting.append(paragraph)
            elif any(not _TITLE.match(one) for one in paragraph.split("\n")):
                yield paragraph
        if line.strip() and waiting:
            yield "\n\n".join(waiting)
            waiting = []


def _has_blank(paragraph: str) -> bool:
    """Whether these lines of steps are boards: one of their cells is the blank, or they have bars."""
    tokens = _BETWEEN.split(_ARROW.sub(" ", paragraph))
    return any(cell_value(token) == 0 or (len(token) > 3 and token.isdigit() and "0" in token) for token in tokens) or (
        any(bar in paragraph for bar in "|│┃")
    )


def _is_step_line(line: str, shape: Shape) -> bool:
    """Whether a line has steps and nothing else: moves, numbers or cells, with numbers and marks of lists."""
    if _TITLE.match(line):
        return True
    text = _BULLET.sub("", _NUMBERED.sub("", line)).translate(_CHINESE)
    has_arrows = _ARROW.search(text) is not None
    tokens = [token for token in _BETWEEN.split(_ARROW.sub(" ", text)) if token]
    if not tokens:
        return has_arrows or any(bar in line for bar in "|│┃")
    return all(map(_is_step, tokens))


def _is_step(token: str) -> bool:
    return (
        cell_value(token) is not None
        or token.lower() in MOVE_NAMES
        or _LETTERS.fullmatch(token) is not None
        or (token.isascii() and token.isdigit())
    )


def _read_block(block: str, shape: Shape, directions: Notation) -> Answer:
    """Read one part. Raises ``TaquinError`` if it is not exactly a list of steps in one notation."""
    if len(block) > MOST_ANSWER_CHARACTERS:
        raise FormatError(f"expected at most {MOST_ANSWER_CHARACTERS:,} characters of steps, found {len(block):,}")
    if not all(map(is_printable, block.replace("\t", " ").split("\n"))):
        raise FormatError("the answer has control characters or hidden characters", hint=_HINT)
    text = block.translate(_CHINESE)
    count = sum(int(times) - 1 for times in _REPEATED.findall(text))
    if count > MOST_ANSWER_STEPS:
        raise FormatError(f"expected at most {MOST_ANSWER_STEPS:,} steps, found more")
    notation = detect_notation(text, shape)
    if notation is Notation.BOARDS:
        text = "\n".join(_board_lines(text))
    else:
        if notation is Notation.BLANK:
            text, notation = _WORD.sub(_in_english, text), directions
        _check_lines(text)
    steps = tuple(read_steps(text, notation, shape, "answer"))
    if len(steps) > MOST_ANSWER_STEPS:
        raise FormatError(f"expected at most {MOST_ANSWER_STEPS:,} steps, found {len(steps):,}")
    return Answer(steps, notation, text=block)


def _in_english(word: re.Match[str]) -> str:
    move = MOVE_NAMES.get(word[0].lower())
    return word[0] if move is None else move.word


def _board_lines(text: str) -> Iterator[str]:
    """The lines without titles, which separate boards. Raises ``FormatError`` for moves among boards."""
    for line in text.split("\n"):
        if _TITLE.match(line):
            yield ""
            continue
        for token in _BETWEEN.split(_ARROW.sub(" ", line)):
            if token.lower() in MOVE_NAMES or (_LETTERS.fullmatch(token) and cell_value(token) is None):
                raise FormatError(f"expected boards or moves, found {shown(token)} among boards", hint=_HINT)
        yield line


def _check_lines(text: str) -> None:
    """Raise ``FormatError`` for several lines with several steps each, which may be several answers."""
    lines = [line for line in text.split("\n") if line.strip()]
    if len(lines) < 2:
        return
    for line in lines:
        bare = _BULLET.sub("", _NUMBERED.sub("", line))
        tokens = [token for token in _BETWEEN.split(bare) if token]
        is_one = len(tokens) == 1 and (len(tokens[0].replace("\ufe0f", "")) == 1 or tokens[0].lower() in MOVE_NAMES)
        if tokens and not is_one and not tokens[0].isdigit():
            raise FormatError("found several lines of steps", hint="write them on one line, or one on each line")
        if len(tokens) > 1:
            raise FormatError("found several lines of steps", hint="write them on one line, or one on each line")
