"""What the page reads (links, lesson plans as links and as files, stored games), damaged by one step.

As in ``test_damaged_texts``: nothing is misread in silence. The modules of the page run in Node. A new reader is a row
of ``READERS``, and a function in ``DRIVER``.
"""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote, unquote

import pytest

import strict_files as files
import taquin.web
from damages import Reader, Refused, Written, attack
from figures import Tally
from strict_readers import matched, require
from taquin.errors import FormatError

PAGE = (Path(taquin.web.__file__).parent / "static" / "page").as_uri()
DRIVER = f"""
import {{ readAddress }} from "{PAGE}/address.js";
import {{ LessonPlan }} from "{PAGE}/lesson_plan.js";
import {{ readRecords }} from "{PAGE}/records.js";
import {{ createInterface }} from "node:readline";

const readers = {{
  link(bytes) {{
    const {{ view, topic, values, problems }} = readAddress(bytes.toString());
    if (problems.length) throw new Error(problems.join("; "));
    return [view, topic, Object.fromEntries(values)];
  }},
  async planLink(bytes) {{
    const plan = new LessonPlan();
    await plan.follow(bytes.toString());
    return plan.steps;
  }},
  async planFile(bytes) {{
    const plan = new LessonPlan();
    await plan.open(new Blob([bytes]));
    return plan.steps;
  }},
  games(bytes) {{
    const text = bytes.toString();
    const games = readRecords(text);
    if (games.length < text.split("\\n").filter((line) => line.trim()).length) throw new Error("a line is left out");
    return games;
  }},
}};
for await (const line of createInterface({{ input: process.stdin }})) {{
  const [name, text] = JSON.parse(line);
  let answer;
  try {{
    answer = {{ value: await readers[name](Buffer.from(text, "base64")) }};
  }} catch (error) {{
    answer = {{ error: error.message }};
  }}
  console.log(JSON.stringify(answer));
}}
"""

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")


@cache
def node() -> subprocess.Popen[str]:
    """Ends when its input does, with this process."""
    command = ["node", "--input-type=module", "-e", DRIVER]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, encoding="utf-8"
    )


def in_node(name: str) -> Callable[[Any, object], object]:
    def read(damaged: str | bytes, about: object) -> object:
        data = damaged if isinstance(damaged, bytes) else damaged.encode("utf-8", "surrogatepass")
        process = node()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps([name, base64.b64encode(data).decode()]) + "\n")
        process.stdin.flush()
        answer = json.loads(process.stdout.readline())
        if "error" in answer:
            raise FormatError(" ".join(answer["error"].split()))  # the page shows it on one line
        return answer["value"]

    return read


VIEWS = ("home", "play", "solve", "watch", "race", "space", "learn", "exercises", "code")
NAMES = ("board", "goal", "method", "step", "set")


def write_link(random: Random) -> Written:
    values = {
        "board": random.choice(["8,1,3/4,0,2/7,6,5", "8 1 3 / 4 0 2 / 7 6 5", "813402765"]),
        "goal": random.choice(["snail", "1,2,3/8,0,4/7,6,5"]),
        "method": random.choice(["wastar(manhattan,weight=2)", "bfs", "größer & kleiner"]),
        "step": str(random.randrange(100)),
        "set": "4x4:7:5",
    }
    chosen = random.sample(NAMES, random.randint(0, 4))
    view = random.choice(VIEWS) + random.choice(["", "", "/astar"])
    query = "&".join(f"{name}={quote(values[name], safe=',/=;|:()')}" for name in chosen)
    return Written(f"#{view}?{query}" if query else f"#{view}")


def read_link(text: str, about: object = None) -> object:
    found = matched(r"(?s)#?([a-z]*)(?:/([^?]*))?(?:\?(.*))?", text)
    view, topic, query = found[1], found[2] or "", found[3] or ""
    require(view in (*VIEWS, "plan", ""))
    pairs = [part.partition("=") for part in query.split("&") if part]
    require(all(sign for _, sign, _ in pairs) and len({name for name, _, _ in pairs}) == len(pairs))
    return [view, unescaped(topic, is_topic=True), {name: unescaped(value) for name, _, value in pairs}]


def unescaped(text: str, *, is_topic: bool = False) -> str:
    try:
        require(is_topic or not re.search(r"%(?![0-9A-Fa-f]{2})", text))
        return unquote(text.replace("+", " "), errors="strict")
    except UnicodeDecodeError:
        require(is_topic)
        return text


def random_steps(random: Random) -> list[list[str]]:
    texts = ["First look.", "Größer", 'a "quote"', ""]
    return [[write_link(random).text, random.choice(texts)] for _ in range(random.randint(1, 4))]


def write_plan_link(random: Random) -> Written:
    text = json.dumps(random_steps(random), ensure_ascii=False, separators=(",", ":"))
    return Written(base64.urlsafe_b64encode(zlib.compress(text.encode())).decode().rstrip("="))


def read_plan_link(text: str, about: object = None) -> object:
    matched(r"[A-Za-z0-9_-]+", text)
    try:
        data = zlib.decompress(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
        steps = files.read_json(data.decode())
    except (ValueError, zlib.error):
        raise Refused(text) from None
    return [{"link": link, "text": words} for link, words in steps]


def write_plan_file(random: Random) -> Written:
    steps = [{"link": link, "text": words} for link, words in random_steps(random)]
    return Written(json.dumps({"taquin_plan": 1, "steps": steps}, indent=2, ensure_ascii=False) + "\n")


def read_plan_file(text: str, about: object = None) -> object:
    plan = files.read_json(text)
    require(isinstance(plan, dict) and {*plan} <= {"taquin_plan", "steps"} and isinstance(plan.get("steps"), list))
    require(plan.get("taquin_plan", 1) == 1 and 0 < len(plan["steps"]) <= 60)
    for step in plan["steps"]:
        require(isinstance(step, dict) and "link" in step and {*step} <= {"link", "text"})
        require(all(isinstance(part, str) and len(part) <= 4000 for part in step.values()))
        matched(rf"#(?:{'|'.join(VIEWS)})(?:[/?].*)?", step["link"].replace("\n", " "))
    return [{"link": step["link"], "text": step.get("text", "")} for step in plan["steps"]]


READERS = [
    Reader("links", write_link, in_node("link"), read_link),
    Reader("links of lesson plans", write_plan_link, in_node("planLink"), read_plan_link),
    Reader("files of lesson plans", write_plan_file, in_node("planFile"), read_plan_file, is_file=True),
    Reader("games in the page", files.write_games, in_node("games"), files.read_games, True, True),
]  # fmt: skip


@pytest.mark.parametrize("count", [100, pytest.param(4_000, marks=pytest.mark.attack)])
@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.name)
def test_no_damaged_link_is_misread(reader: Reader, count: int, tally: Tally) -> None:
    attack(reader, count, count, tally.of_reader(reader.name))
    assert not tally.failures, tally.failures[:10]


def test_links_of_earlier_versions_without_a_checksum_still_open() -> None:
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    data = packer.compress(b'[["#watch","First look."]]') + packer.flush()
    text = base64.urlsafe_b64encode(data).decode().rstrip("=")
    assert in_node("planLink")(text, None) == [{"link": "#watch", "text": "First look."}]
