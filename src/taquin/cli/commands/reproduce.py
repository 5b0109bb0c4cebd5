"""``taquin reproduce``: published results, measured again."""

from __future__ import annotations

import click

from taquin.cli import streams, terminal
from taquin.cli.exits import INTERRUPTED, SOLVED
from taquin.cli.input import completion, effects
from taquin.cli.input import options as shared
from taquin.errors import SpecError
from taquin.experiments.reproductions.reproduction import Bench, Interrupted, Reproduction, Row, reproductions
from taquin.puzzle.words import duration_text, near_hint, shown
from taquin.render.text import layout


@click.command("reproduce", short_help="Measure a published result again.")
@click.argument("name", metavar="[NAME]", required=False, shell_complete=completion.names([*reproductions()]))
@click.option("--subset", metavar="SUBSET", help="Measure one of the subsets that `taquin reproduce` lists.")
@click.option("--markdown", is_flag=True, help="Print the table as Markdown.")
@shared.json_option
def command(name: str | None, subset: str | None, markdown: bool, as_json: bool) -> int:
    """Measure a published result again, and print ours beside the published figures; without NAME, list them.

    Every table names its source, says what each side counts, and has the deviation of each figure. Figures that could
    not be looked up are left out. The default subset takes seconds; --subset all measures everything. Ctrl-C keeps the
    finished rows. docs/lab/reproductions.md has the results.

    The exit code is 0 if all rows were measured, 2 if there is no such reproduction, 130 if interrupted.

    \b
    Examples:
      taquin reproduce
      taquin reproduce korf-1985
      taquin reproduce korf-1985 --subset all
      taquin reproduce depths --json
    """
    effects.forbid_together("--markdown", "--json")
    if name is None:
        effects.refuse(["--subset", "--markdown"], "no reproduction is named")
        return _list(as_json=as_json)
    chosen = _known(name)
    subset = _known_subset(chosen, subset)
    rows, is_complete = _measure(chosen, subset)
    if as_json:
        terminal.echo_json(chosen.to_dict(subset, rows, is_complete=is_complete))
    elif markdown:
        click.echo(chosen.markdown(rows))
    else:
        click.echo(chosen.text(subset, rows, is_complete=is_complete))
    return SOLVED if is_complete else INTERRUPTED


def _known(name: str) -> Reproduction:
    known = reproductions()
    if name not in known:
        hint = near_hint(name, known, "taquin reproduce lists them")
        raise SpecError(f"expected a reproduction ({', '.join(known)}), found {shown(name)}", hint=hint)
    return known[name]


def _known_subset(chosen: Reproduction, subset: str | None) -> str:
    if subset is None:
        return chosen.default_subset
    if subset not in chosen.subsets:
        raise SpecError(f"expected a subset of {chosen.name} ({', '.join(chosen.subsets)}), found {shown(subset)}")
    return subset


def _measure(chosen: Reproduction, subset: str) -> tuple[list[Row], bool]:
    rows: list[Row] = []
    with terminal.cancel_on_interrupt() as cancellation, streams.progress_line() as show:
        try:
            rows.extend(chosen.measure(subset, Bench(cancellation, show)))
        except Interrupted:
            return rows, False
    return rows, True


def _list(*, as_json: bool) -> int:
    if as_json:
        items = [
            {
                "name": listed.name,
                "title": listed.title,
                "source": listed.source,
                "subsets": {name: vars(subset) for name, subset in listed.subsets.items()},
            }
            for listed in reproductions().values()
        ]
        terminal.echo_json(items)
        return SOLVED
    rows = [
        [listed.name if name == listed.default_subset else "", name, duration_text(subset.seconds), subset.summary]
        for listed in reproductions().values()
        for name, subset in listed.subsets.items()
    ]
    terminal.echo(layout.table(["reproduction", "subset", "takes", "content"], rows))
    terminal.echo("\nThe first subset of each is the default; taquin reproduce NAME --subset all measures everything.")
    return SOLVED
