"""``taquin pdb``: build pattern databases; list, verify and remove everything in the cache folder."""

from __future__ import annotations

import json
from collections import Counter
from time import perf_counter

import click

from taquin.cli import terminal
from taquin.cli.exits import INTERRUPTED, NO_SOLUTION
from taquin.cli.input import options as shared
from taquin.errors import SpecError
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import make_goal
from taquin.puzzle.words import duration_text, size_text
from taquin.render.text import layout
from taquin.system.cores import MOST_THREADS
from taquin.system.files import reason
from taquin.tables import inventory
from taquin.tables.cache import Table
from taquin.tables.inventory import StoredTable
from taquin.tables.pdb import store
from taquin.tables.pdb.build import Estimate, check_size, checkpoint_file, estimate
from taquin.tables.pdb.image import standard_image
from taquin.tables.pdb.pattern import UNREACHABLE, Partition, Pattern, parse_partition, recommended_partition
from taquin.tables.storage.folder import cache_folder, make_folder

_COUNTED_AT_ONCE = 1 << 22

size_argument = click.argument("size", required=False, default="4x4", metavar="[RxC]")
partition_option = click.option(
    "--partition",
    "-p",
    default="auto",
    metavar="PARTITION",
    help='Sizes, such as 5-5-5, 7-8 or 6-6-6-6, or tiles: "1,2,5|3,4,6|…". Default: 5-5-5 on 4x4, 6-6-6-6 on 5x5; '
    "`taquin pdb info` shows it.",
)
names_argument = click.argument("names", nargs=-1, metavar="[NAME]...")


@click.group(
    "pdb",
    short_help="Build pattern databases, and manage the cache.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
def command() -> None:
    """Pattern databases, and everything else in the cache folder.

    Searches load the databases in the cache folder, and build missing small ones in memory. Build large ones once, with
    `taquin pdb build`. A database also covers every goal that is a rotation or a reflection of its own: one for the
    standard goal covers blank-first. TAQUIN_CACHE names another folder.

    The folder also has tables of all distances and of detours, scores from `taquin train`, and solutions of large
    boards, which hints follow. `list`, `verify` and `remove` handle all of them.

    \b
    Examples:
      taquin pdb build 4x4 --partition 7-8
      taquin solve BOARD -a ida_star -e "pdb(7-8)"
      taquin pdb build 5x5
      taquin solve BOARD -a "ida_star(pdb, lookback=12, threads=0)"
    """


@command.command("build", short_help="Build the databases of a partition.")
@size_argument
@partition_option
@shared.goal_option
@click.option("--threads", type=shared.whole(1, MOST_THREADS), help="How many cores to use. Default: all.")
@click.option("--force", is_flag=True, help="Rebuild databases that are already in the cache.")
def build_command(size: str, partition: str, goal: str | None, threads: int | None, force: bool) -> int:
    """Build the databases of a partition of the goal's tiles. First print the size, time and memory of each.

    A database has one byte for every way to place its tiles, on disk; building it takes three bytes of memory for each,
    beside the interpreter and finished databases, and with the native core about 0.4 s of one core per million.
    Symmetric patterns share a database. Ctrl-C stops a build; a large one is saved every few minutes, and the same
    command resumes it.

    \b
    size  partition   on disk  peak of the process  time on one core
    4x4   5-5-5        1.6 MB                32 MB               1 s
    4x4   7-8        576.6 MB               1.6 GB             3 min
    3x7   6-6-6-2    117.2 MB               201 MB              50 s
    3x8   6-6-6-5    295.8 MB               455 MB             3 min
    4x6   6-6-5-6    102.0 MB               343 MB              39 s
    5x5   6-6-6-6    255.0 MB               601 MB             2 min
    """
    chosen = _choose(size, partition, goal)
    click.echo(f"partition {chosen.text} of {chosen.goal.shape}: {chosen}")
    files = _files(chosen)
    for pattern in files:
        if force or store.file_of(pattern).find_damage():
            check_size(pattern)
            click.echo(f"{pattern.name}: {_describe_needs(estimate(pattern, threads))}")
    make_folder(store.file_of(files[0]).path.parent)
    for pattern in files:
        began = perf_counter()
        is_cached = not force and store.load(pattern, warn=terminal.warn) is not None
        faults: list[str] = []
        try:
            with terminal.table_progress_line(pattern.name) as listen:
                stored = store.ensure(
                    pattern,
                    threads=threads,
                    progress=lambda progress: listen(progress.reached, pattern.size),  # noqa: B023 - called at once
                    is_forced=force,
                    warn=faults.append,
                    inform=terminal.warn,
                )
        except KeyboardInterrupt:
            is_saved = checkpoint_file(pattern).exists()
            text = "is not finished; run the same command again to resume" if is_saved else "was not written"
            click.echo(f"taquin: interrupted: {pattern.name} {text}", err=True)
            return INTERRUPTED
        if stored.path is None:
            fault = faults[-1].rpartition(";")[0] if faults else f"{pattern.name} cannot be stored"
            raise SpecError(fault, hint="TAQUIN_CACHE names another folder")
        took = "already in the cache" if is_cached else f"done in {duration_text(perf_counter() - began)}"
        click.echo(f"{pattern.name}: {took}")
    click.echo(f"the files are in {store.file_of(files[0]).path.parent}")
    return 0


@command.command("list", short_help="List everything in the cache folder, and what it is for.")
@shared.json_option
def list_command(as_json: bool) -> int:
    """List the files in the cache folder, and what they are for.

    They are pattern databases, tables of all distances and of detours, trained scores, and solutions of large boards.
    """
    tables = inventory.stored_tables()
    if as_json:
        click.echo(json.dumps([_to_dict(table) for table in tables]))
        return 0
    if not tables:
        click.echo(f"no tables in {cache_folder()}")
        return 0
    rows = [
        (table.name, f"{size_text(table.bytes):>9}", f"damaged: {table.damage}" if table.damage else table.serves)
        for table in tables
    ]
    terminal.echo("\n".join(layout.aligned(rows)))
    return 0


@command.command("info", short_help="Show the contents of databases, or what building them needs.")
@size_argument
@partition_option
@shared.goal_option
@shared.json_option
def info_command(size: str, partition: str, goal: str | None, as_json: bool) -> int:
    """Show the values of every database of a partition; for one that is not in the cache, what building it needs."""
    chosen = _choose(size, partition, goal)
    descriptions = [_describe(pattern, chosen) for pattern in chosen.patterns]
    if as_json:
        click.echo(json.dumps({"partition": chosen.text, "tiles": str(chosen), "databases": descriptions}))
        return 0
    click.echo(f"partition {chosen.text} of {chosen.goal.shape}: {chosen}")
    for pattern, facts in zip(chosen.patterns, descriptions, strict=True):
        text = f"not in the cache: {_describe_needs(estimate(pattern))}"
        if facts["file"] is not None:
            text = f"values up to {facts['maximum']}, {facts['mean']} on average; {facts['file']}"
        terminal.echo(f"{facts['name']}: {facts['entries']:,} entries, {text}")
    return 0


@command.command("verify", short_help="Check every byte of the tables.")
@names_argument
@shared.json_option
def verify_command(names: tuple[str, ...], as_json: bool) -> int:
    """Check every checksum of the tables with these names, or of all; the exit code is 3 if one is damaged."""
    tables = []
    paths = inventory.find_paths(names)
    if not paths and not as_json:
        click.echo(f"no tables in {cache_folder()}")
    for path in paths:
        tables.append(inventory.inspect_table(path, is_thorough=True))
        if not as_json:
            click.echo(f"{tables[-1].name}: {tables[-1].damage or 'valid'}")
    if as_json:
        click.echo(json.dumps([_to_dict(table) for table in tables]))
    return NO_SOLUTION if any(table.damage for table in tables) else 0


@command.command("remove", short_help="Remove tables.")
@names_argument
@click.option(
    "--all", "everything", is_flag=True, help="Remove all of them, and files that killed processes left behind."
)
def remove_command(names: tuple[str, ...], everything: bool) -> int:
    """Remove the files with these names.

    Searches build tables again when they need them; `taquin pdb build` builds large databases, and `taquin train`
    trains scores.

    \b
    Examples:
      taquin pdb list
      taquin pdb remove score-5x5
      taquin pdb remove --all
    """
    if everything == bool(names):
        raise SpecError("expected the names of tables, or --all", hint="taquin pdb list shows them")
    faults = []
    paths = inventory.find_paths(names)
    if not paths:
        click.echo(f"no tables in {cache_folder()}")
    for path in paths:
        try:
            inventory.remove_table(path)
        except OSError as error:
            faults.append(f"{path.name} ({reason(error)})")
        else:
            click.echo(f"{inventory.name_of(path)}: removed")
    left = inventory.find_leftovers() if everything else []
    faults += [f"{path.name} ({why})" for path in left if (why := inventory.remove_leftover(path))]
    if faults:
        raise SpecError(f"not removed: {', '.join(faults)}")
    return 0


def _choose(size: str, partition: str, goal: str | None) -> Partition:
    chosen = make_goal(goal, Shape.parse(size))
    return recommended_partition(chosen) if partition.strip().lower() == "auto" else parse_partition(partition, chosen)


def _files(partition: Partition) -> list[Pattern]:
    """The patterns whose files serve a partition: fewer than its own where some of those are symmetric."""
    files: dict[Pattern, Pattern] = {}
    for pattern in partition.patterns:
        files.setdefault(standard_image(pattern).pattern, store.image_to_store(pattern).pattern)
    return list(files.values())


def _describe(pattern: Pattern, partition: Partition) -> dict[str, object]:
    needs = estimate(pattern)
    file = store.image_to_store(pattern).pattern
    facts: dict[str, object] = {
        "name": file.name,
        "tiles": list(pattern.tiles(partition.goal)),
        "entries": pattern.size,
        "file": None,
        "seconds_to_build": round(needs.seconds, 3),
        "memory_to_build": needs.memory,
    }
    source = store.load(pattern, warn=terminal.warn)
    if source is not None:
        counts = _count_values(source.entries)
        facts["file"] = str(store.file_of(source.image.pattern).path)
        facts["mean"] = round(sum(value * count for value, count in counts.items()) / counts.total(), 4)
        facts["maximum"] = max(counts)
    return facts


def _count_values(entries: Table) -> Counter[int]:
    """The number of entries of each value, without those that are unreachable."""
    counts: Counter[int] = Counter()
    whole = memoryview(entries)
    for begin in range(0, len(whole), _COUNTED_AT_ONCE):
        counts.update(bytes(whole[begin : begin + _COUNTED_AT_ONCE]))
    del counts[UNREACHABLE]
    return counts


def _describe_needs(needs: Estimate) -> str:
    size, memory = size_text(needs.bytes), size_text(needs.memory)
    return f"{size}, about {duration_text(needs.seconds)} and {memory} of memory to build"


def _to_dict(table: StoredTable) -> dict[str, object]:
    return {
        "name": table.name,
        "kind": table.kind,
        "file": str(table.path),
        "bytes": table.bytes,
        "serves": table.serves,
        "damage": table.damage or None,
    }
