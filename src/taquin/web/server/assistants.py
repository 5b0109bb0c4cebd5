"""The server for assistants: the protocol MCP, over standard input and output or over HTTP.

The protocol is that of its own library. The tools run as requests of the HTTP server do: in the same worker processes,
with the same limits.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from base64 import b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from shutil import rmtree
from subprocess import DEVNULL, PIPE
from tempfile import TemporaryDirectory
from typing import Any

import uvicorn
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.server.transport_security import TransportSecuritySettings
from mcp_types import (
    CallToolRequestParams,
    CallToolResult,
    ImageContent,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    ToolAnnotations,
)
from mcp_types import Tool as ListedTool
from starlette.applications import Starlette

from taquin import __version__
from taquin.errors import SpecError
from taquin.puzzle.board import one_line
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import make_goal
from taquin.system.user_calls import end_process
from taquin.web.api import puzzles
from taquin.web.api.errors import ApiError
from taquin.web.api.job import Service
from taquin.web.api.requests import PuzzleRequest
from taquin.web.server.async_pool import AsyncPool, client_name
from taquin.web.server.tools import JUDGE, TOOLS, JudgeRequest, Tool
from taquin.web.settings import Settings

PATH = "/mcp"
"""Where the protocol is, over HTTP."""
_INSTRUCTIONS = (
    "Taquin solves sliding-tile puzzles. A board is text, row by row, with 0 for the blank: 8 1 3 / 4 0 2 / 7 6 5. "
    "Moves say where the blank goes: U, D, L, R. The goal is 1, 2, 3, … with the blank last unless `goal` names "
    "another. Results are the objects of the command line's --json."
)
_END_TIME = 3.0
"""Seconds that a judgement has to end its program after it was stopped."""


class Assistants:
    """The server: its tools, its workers, and the protocol."""

    def __init__(self, settings: Settings, *, allows_code: bool = False) -> None:
        self.service = Service(settings)
        self.pool = AsyncPool(settings)
        self.tools = {tool.name: tool for tool in TOOLS}
        if allows_code:
            self.tools["judge"] = Tool("judge", self.judge, JUDGE)
        self._judging = asyncio.Lock()
        self._judgement: asyncio.subprocess.Process | None = None
        self._folder = ""
        self.protocol = Server(
            "taquin",
            version=__version__,
            title="Taquin",
            instructions=_INSTRUCTIONS,
            lifespan=self._lifespan,
            on_list_tools=self._list_tools,
            on_call_tool=self._call_tool,
        )

    @asynccontextmanager
    async def _lifespan(self, server: Server[Any]) -> AsyncIterator[None]:
        self.pool.start()
        try:
            yield
        finally:
            self.pool.stop()

    def end(self, number: int, frame: object) -> None:
        """Handle a signal: end the workers and a judgement, then this process, which may wait for its input."""
        self.pool.stop()
        if self._judgement is not None:
            _signal(self._judgement, signal.SIGTERM)
        if self._folder:
            rmtree(self._folder, ignore_errors=True)
        end_process(0)

    async def serve_streams(self) -> None:
        """Serve one assistant over standard input and output, until the input ends."""
        async with stdio_server() as (requests, responses):
            await self.protocol.run(requests, responses, self.protocol.create_initialization_options())

    def http_server(self) -> uvicorn.Server:
        """A server that responds at ``PATH``."""
        return uvicorn.Server(
            uvicorn.Config(
                self.application(),
                loop="asyncio",
                ws="none",
                lifespan="on",
                log_level="critical",  # no traceback for a call that a signal interrupts
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=2,
            )
        )

    def application(self) -> Starlette:
        """The protocol as an ASGI application. Requests of pages on other sites are refused, as by ``taquin serve``."""
        settings = self.service.settings
        names = [f"[{name}]" if ":" in name else name for name in sorted(settings.hosts or ())]
        hosts = [place for name in names for place in (name, f"{name}:*")]
        security = TransportSecuritySettings(
            enable_dns_rebinding_protection=settings.hosts is not None,
            allowed_hosts=hosts,
            allowed_origins=[f"http://{place}" for place in hosts],
        )
        return self.protocol.streamable_http_app(
            streamable_http_path=PATH, max_request_body_size=2 * settings.body, transport_security=security
        )

    # The tools

    async def _list_tools(
        self, context: ServerRequestContext[None], parameters: PaginatedRequestParams | None
    ) -> ListToolsResult:
        return ListToolsResult(
            tools=[
                ListedTool(
                    name=tool.name,
                    description=tool.description,
                    input_schema=tool.schema,
                    annotations=ToolAnnotations(read_only_hint=tool.name != "judge", open_world_hint=False),
                )
                for tool in self.tools.values()
            ]
        )

    async def _call_tool(
        self, context: ServerRequestContext[None], parameters: CallToolRequestParams
    ) -> CallToolResult:
        """The result of a tool; bad input, a limit of the server or a crash is an error of one line."""
        address = getattr(getattr(context.request, "client", None), "host", "")
        try:
            content, media_type = await self.respond(parameters, client_name(address))
        except Exception as error:  # noqa: BLE001 - the assistant gets the line, as the clients of the HTTP server do
            failure = ApiError.from_run(error).record()["error"]
            hint = f" ({failure['hint']})" if failure["hint"] else ""
            line = " ".join(f"{failure['message']}{hint}".split())
            return CallToolResult(content=[TextContent(text=line)], is_error=True)
        if media_type:
            image = ImageContent(data=b64encode(content).decode(), mime_type=media_type)
            return CallToolResult(content=[image])
        return CallToolResult(content=[TextContent(text=content.decode())], structured_content=json.loads(content))

    async def respond(self, parameters: CallToolRequestParams, client: str = "") -> tuple[bytes, str]:
        """The response to a call, and its media type if it is a picture."""
        tool = self.tools.get(parameters.name)
        if tool is None:
            hint = f"expected one of {', '.join(self.tools)}"
            if parameters.name == "judge":
                hint = "the user starts the server with --allow-code for it"
            raise ApiError(404, "request", f"there is no tool {parameters.name[:80]!r}", hint=hint)
        body = tool.read(parameters.arguments or {}, self.service.settings)
        if isinstance(body, JudgeRequest):
            return await self.judge(body, self.service), ""
        job = tool.function(body, self.service)
        if isinstance(job, bytes):
            return job, ""
        return job.finish(await self.pool.run(client, job.call, job.seconds)), job.media_type

    async def judge(self, body: JudgeRequest, service: Service) -> bytes:
        """The object of `taquin judge --json`, which runs as a command, one after the other."""
        if not body.function.isidentifier():
            raise SpecError(f"expected the name of a function, found {body.function!r}", hint="such as solve")
        problems = [
            puzzles.read_puzzle(PuzzleRequest(board=text, goal=body.goal), service.settings)[0]
            for text in body.boards or ()
        ]
        if len({problem.goal for problem in problems}) > 1:
            raise SpecError("expected boards with the same goal, found several goals")
        goal = problems[0].goal if problems else make_goal(body.goal, Shape(3, 3))
        async with self._judging:
            with TemporaryDirectory(prefix="taquin-judge-") as name:
                self._folder = name
                file, folder = Path(name, "answer.py"), Path(name, "run")
                file.write_text(body.code, encoding="utf-8")
                folder.mkdir()
                command = ["judge", f"{file}:{body.function}", f"--goal={one_line(goal)}", "--json"]
                if problems:
                    boards = Path(name, "boards.txt")
                    boards.write_text("".join(f"{one_line(problem.start)}\n" for problem in problems))
                    command += [str(boards)]
                if body.call:
                    command += [f"--call={body.call}"]
                if not body.explain:
                    command += ["--no-explain"]
                return (await self._run(command, folder)).replace(f"{name}{os.sep}".encode(), b"")

    async def _run(self, command: list[str], folder: Path) -> bytes:
        """What a command of Taquin prints. It is stopped when its time is over, or the call is cancelled."""
        seconds = self.service.settings.time
        process = self._judgement = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "taquin",
            *command,
            cwd=folder,
            stdin=DEVNULL,
            stdout=PIPE,
            stderr=PIPE,
            start_new_session=True,
        )
        try:
            output, errors = await asyncio.wait_for(process.communicate(), seconds)
        except TimeoutError:
            hint = "judge fewer boards"
            raise ApiError(504, "timeout", f"the judgement took more than {seconds:g} s", hint=hint) from None
        finally:
            await _end(process)
            self._judgement = None
        report = json.loads(output) if output.strip() else {}
        lines = errors.decode(errors="replace").strip().splitlines() or [f"the judge ended with {process.returncode}"]
        line = lines[-1].removeprefix("taquin: ").removeprefix("error: ")
        if failure := report.get("failure", "" if report else line):
            raise SpecError(failure.replace(f"{folder.parent}{os.sep}", ""))
        return output.strip()


async def _end(process: asyncio.subprocess.Process) -> None:
    """End a process and those in its session. It has some time to end its program first."""
    if process.returncode is None:
        _signal(process, signal.SIGTERM)
        with suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), _END_TIME)
    _signal(process, getattr(signal, "SIGKILL", signal.SIGTERM))


def _signal(process: asyncio.subprocess.Process, number: int) -> None:
    with suppress(ProcessLookupError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, number)
        else:  # on Windows
            process.terminate()
