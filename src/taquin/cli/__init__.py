"""The command ``taquin``: one file per sub-command, loaded when it is called. ``exits.py`` has the exit codes."""

from __future__ import annotations

import atexit
import errno
import os
import re
import sys
import threading
import warnings
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import NoReturn, TextIO

import click

from taquin import _native
from taquin.cli import other_words, streams, terminal
from taquin.cli.exits import BAD_INPUT, INTERNAL_ERROR, INTERRUPTED, MEANINGS
from taquin.errors import InternalError, TaquinError, TaquinWarning
from taquin.system import interrupts, user_calls
from taquin.system.files import reason

_SECONDS_FOR_EXIT_FUNCTIONS = 2.0
_CLOSED_HINT = " (redirect it from or to a file, a pipe or /dev/null)"

_FILES = sorted(Path(__file__).with_name("commands").glob("[a-z]*.py"))
COMMANDS = tuple(sorted((path.stem.replace("_", "-") for path in _FILES), key=lambda name: (name != "solve", name)))
"""One for each file in ``commands``, the most used one first."""


class _LazyGroup(click.Group):
    """A group that loads each command from the file of its name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"taquin.cli.commands.{cmd_name.replace('-', '_')}")
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        from difflib import get_close_matches
        from itertools import pairwise, takewhile

        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            meant = other_words.COMMANDS.get(args[0])
            near = [meant] if meant else get_close_matches(args[0], COMMANDS, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"expected one of {', '.join(COMMANDS)}"
            if args[0][:1].isdigit():
                board = " ".join(takewhile(lambda word: not word.startswith("-"), args))
                hint = f'a board comes after a command, such as: taquin solve "{board}"'
            elif args[0] == "help":
                hint = "help is taquin --help, and taquin solve --help for one command"
            raise click.UsageError(f"unknown command {args[0]!r}: {hint}")
        for option, value in pairwise(args):
            if option == "-h" and not value.startswith("-"):
                raise click.UsageError(f"-h shows the help: the heuristic is -e {value}")
        return super().resolve_command(ctx, args)


def _print_version(ctx: click.Context, parameter: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        import platform

        from taquin import __version__

        click.echo(f"taquin {__version__}, {_native.describe()}, Python {platform.python_version()}")
        ctx.exit()


_START_PAGE = """\
Taquin solves sliding-tile puzzles (8-puzzle, 15-puzzle, any size) and shows how
the search found the solution.

Try:
  taquin solve                                    type in a board of your own
  taquin solve "8 1 3 / 4 0 2 / 7 6 5" --steps    the shortest solution
  taquin compare "8 1 3 / 4 0 2 / 7 6 5"          algorithms and heuristics
  taquin trace "8 1 3 / 4 0 2 / 7 6 5" -a astar   step through the search
  taquin tree "1 2 3 / 4 0 5 / 7 8 6" -a astar    the search tree
  taquin draw "8 1 3 / 4 0 2 / 7 6 5" --solve -o solution.pdf    a picture

Help:
  taquin --help           all commands
  taquin solve --help     one command, with examples
  taquin list             all algorithms, heuristics, goals and board formats\
"""


@click.group(
    cls=_LazyGroup,
    invoke_without_command=True,
    epilog="\b\nExit codes:\n" + "\n".join(f"  {code:<4} {meaning}" for code, meaning in MEANINGS.items()),
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100, "color": True},
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version, help="Show the version."
)
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Solve sliding-tile puzzles, and show how the search found the solution.

    A BOARD is a text such as "1 2 3 / 4 0 5 / 6 7 8" (0 is the blank), a file, or - for standard input.

    \b
    Try:  taquin solve "1 2 3 / 4 0 5 / 6 7 8" --steps
          taquin compare "8 6 7 2 5 4 3 0 1"
          taquin tree "1 0 8 2 5 7 4 6 3" --goal "0 8 7 1 2 3 4 5 6"
          taquin random 3x3 --depth 20
    """
    if ctx.invoked_subcommand is None:
        click.echo(_START_PAGE)
    elif _native.is_gil_forced_off():
        terminal.warn(f"this is {_native.describe()}")


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit with its code; an error is printed as one line on standard error."""
    interrupts.handle_with(interrupts.interrupting())
    interrupts.leave_if_ignored()
    streams.open_closed_streams()
    # OpenBLAS, which NumPy loads and nothing here uses, would start a thread for each core; if it cannot, it prints
    # some lines and raises SIGINT.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        with streams.guarded() as guarded:
            code = _run(sys.argv[1:] if arguments is None else list(arguments))
            if guarded.has_run_user_code:
                _end_user_code(code)
        interrupts.ignore()  # until then a signal raises KeyboardInterrupt, also here
    except KeyboardInterrupt:  # before or after the command
        code = INTERRUPTED
    except Exception:  # noqa: BLE001 - Python would exit with 1, which means "proven unsolvable"
        sys.excepthook(*sys.exc_info())
        code = INTERNAL_ERROR
    interrupts.ignore()
    sys.exit(code)


def _end_user_code(code: int) -> NoReturn:
    """Exit with this code: call the exit functions of a user's code, and do not wait for its threads."""
    with suppress(RuntimeError):  # no thread can be started
        timer = threading.Timer(_SECONDS_FOR_EXIT_FUNCTIONS, user_calls.end_process, [code])
        timer.daemon = True
        timer.start()
    # To end normally would call them too, but only after Python has waited for the user's threads, perhaps without end.
    # There is no public way to call them earlier.
    with user_calls.user_code():
        atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    user_calls.end_process(code)


def run(arguments: list[str]) -> int:
    """Run the command line and return the exit code."""
    with streams.guarded():
        return _run(arguments)


def _run(arguments: list[str]) -> int:
    with warnings.catch_warnings():
        warnings.simplefilter("always", TaquinWarning)
        warnings.showwarning = partial(_show_warning, set())
        return _run_command(arguments)


def _run_command(arguments: list[str]) -> int:
    try:
        if "_TAQUIN_COMPLETE" in os.environ:
            cli.main(arguments, prog_name="taquin")
        with cli.make_context("taquin", arguments) as context:
            code = cli.invoke(context)
        sys.stdout.flush()  # an error belongs to the command
        return code if isinstance(code, int) else 0
    except click.exceptions.Exit as finished:
        return finished.exit_code
    except InternalError as error:
        return _print_error(f"internal error: {error}", INTERNAL_ERROR)
    except TaquinError as error:
        return _print_error(f"error: {error}", BAD_INPUT)
    except click.exceptions.NoArgsIsHelpError as error:  # a group without a command: `taquin pdb`
        click.echo(error.format_message())
        return 0
    except click.NoSuchOption as error:
        return _print_error(f"error: {_describe_unknown(error)}", BAD_INPUT)
    except click.UsageError as error:
        named = f"taquin {arguments[0]}" if arguments and arguments[0] in COMMANDS else "taquin"
        command = error.ctx.command_path if error.ctx else named
        form = re.search(r"'(\w+)' is not one of", error.format_message())
        hint = other_words.ENDINGS.get(form[1] if form else "", f"see `{command} --help`")
        return _print_error(f"error: {_lower_first(error.format_message())} ({hint})", BAD_INPUT)
    except click.ClickException as error:
        return _print_error(f"error: {_lower_first(error.format_message())}", BAD_INPUT)
    except (click.Abort, KeyboardInterrupt):
        streams.current().discard_blocked()
        return _print_error("interrupted", INTERRUPTED)
    except OSError as error:
        if error.errno == errno.EBADF:  # only of a stream that was closed before the command began
            return _print_error(f"error: {error.filename or 'standard input'} is closed{_CLOSED_HINT}", BAD_INPUT)
        return _print_error(f"error: {reason(error)}: {error.filename or ''}".rstrip(": "), BAD_INPUT)
    except (RecursionError, MemoryError):
        return _print_error("internal error: out of memory or stack", INTERNAL_ERROR)
    except Exception as error:
        if os.environ.get("TAQUIN_DEBUG"):
            raise
        name = type(error).__name__
        return _print_error(f"internal error: {name}: {error} (set TAQUIN_DEBUG=1 for details)", INTERNAL_ERROR)


def _describe_unknown(error: click.NoSuchOption) -> str:
    from difflib import get_close_matches

    path = error.ctx.command_path if error.ctx else "taquin"
    # click compares the dashes too, so it finds names that share little else
    names = [name.lstrip("-") for name in error.possibilities or ()]
    asked = error.option_name.lstrip("-")
    near = get_close_matches(asked, names, n=1)
    is_begun = bool(near) and near[0].startswith(asked)
    place = "" if is_begun else _find_place(error)
    place = place or (f"did you mean --{near[0]}? See" if near else "see") + f" `{path} --help`"
    return f"no such option {error.option_name!r} ({place})"


def _find_place(error: click.NoSuchOption) -> str:
    """Where this command, or another one, has what an unknown option asks for; empty if nowhere."""
    from taquin.render.formats import PICTURES, endings

    options = {
        name: parameter for parameter in (error.ctx.command.params if error.ctx else ()) for name in parameter.opts
    }
    name = error.option_name.lstrip("-").replace("-", "_")
    path = error.ctx.command_path if error.ctx else ""
    if path.endswith("compare") and name == "random":
        return "--boards N compares on N random boards"
    if path.endswith("compare") and name == "depth":
        boards = "taquin random --depth N -n 20 | taquin compare -"
        return f"for boards N moves from the goal: {boards}; to limit the search: --limit depth=N"
    if "--limit" in options and name in ("nodes", "memory", "depth"):
        return f"limits are set with --limit {name}=VALUE"
    if "--algorithms" in options and error.option_name == "-O":
        return 'options follow the algorithm: -a "wastar(weight=2)"'
    if name == "metric":
        return "only solve, hint, shortest, verify, random and play count slides"
    if name in ("e", "heuristic", "heuristics") and path.endswith("examine"):
        return "write taquin examine HEURISTIC; `taquin estimate BOARD -e HEURISTIC` estimates one board"
    if name in endings(PICTURES):
        own = "--plot" if "--plot" in options else "-o" if "--theme" in options else ""
        return f"write {own or 'taquin draw BOARD --solve -o'} FILE.{name}"
    if "--option" in options:
        from taquin.solving.registry import ALGORITHMS

        if name == "gap":
            return "the ratio to the optimum that is good enough is set with -O within=1.05"
        if any(option.name == name for spec in ALGORITHMS for option in spec.options):
            return f"options of an algorithm are set with -O {name}=VALUE"
    if "--report" in options:
        forms = [str(form) for form in getattr(options["--report"].type, "choices", ())]
        if name in forms:
            return f"write --report {name}"
    if name in COMMANDS:
        return f"use taquin {name}, see `taquin {name} --help`"
    return f"use {other_words.OPTIONS[name]}" if name in other_words.OPTIONS else ""


def _show_warning(
    printed: set[str],
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Print a warning of Taquin in one line, once, as a command does; others as Python does."""
    if not issubclass(category, TaquinWarning):
        click.echo(warnings.formatwarning(message, category, filename, lineno, line), nl=False, err=True)
    elif (text := str(message)) not in printed:
        printed.add(text)
        terminal.warn(text)


def _print_error(message: str, code: int) -> int:
    terminal.warn(" ".join(message.split()))
    return code


def _lower_first(message: str) -> str:
    return message[:1].lower() + message[1:].rstrip(".")
