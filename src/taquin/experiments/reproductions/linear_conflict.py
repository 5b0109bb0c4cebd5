"""Linear conflict compared with Manhattan distance on Korf's 100 15-puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from taquin.experiments.instances import instance_set
from taquin.experiments.reproductions.reproduction import (
    KORF,
    Bench,
    Column,
    Reproduction,
    Row,
    Subset,
    mean_text,
    numbers,
)
from taquin.solving.method import choose_method

METHOD = choose_method("ida_star(linear_conflict, order=ULRD)")
"""The order of the published counts (korf-1985)."""
MISPRINTS = {22: 750_745_755, 88: 6_320_047_980, 89: 166_571_021, 98: 183_526_883}
"""The counts of korf-1985 on the instances where the published ones differ."""


def measure(subset: str, bench: Bench) -> Iterator[Row]:
    chosen = instance_set(KORF[subset]).instances
    for number, instance in enumerate(chosen, start=1):
        bench.show(f"instance {number} of {len(chosen)}")
        result = bench.solve(instance.problem, METHOD)
        generated = result.stats.generated + 1
        manhattan = MISPRINTS.get(instance.index, int(instance.columns["nodes"]))
        yield {
            "instance": instance.index,
            "length": result.length,
            "published_length": instance.optimum,
            "generated": generated,
            "manhattan": manhattan,
            "ratio": manhattan / generated,
        }


def summarise(rows: Sequence[Row]) -> list[tuple[str, str]]:
    """The means, and how many times fewer nodes that is."""
    wrong = [str(row["instance"]) for row in rows if row["length"] != row["published_length"]]
    ours, theirs = numbers(rows, "generated"), numbers(rows, "manhattan")
    return [
        ("lengths", f"wrong on {', '.join(wrong)}" if wrong else f"all {len(rows)} are the published ones"),
        ("mean nodes", mean_text(ours)),
        ("Manhattan", f"mean {sum(theirs) / len(theirs):,.0f}: {sum(theirs) / sum(ours):.1f} times as many"),
    ]


REPRODUCTION = Reproduction(
    name="linear-conflict-1992",
    title="What linear conflict saves: IDA* on Korf's 15-puzzles",
    source="O. Hansson, A. Mayer and M. Yung, Criticizing solutions to relaxed models yields powerful admissible "
    "heuristics, Information Sciences 63, 1992. Its node counts could not be looked up: the nodes of "
    "IDA* with Manhattan distance are published ones (Korf, 1985), except on four instances (korf-1985)",
    convention="nodes generated over all iterations, the root counted once, without the move back, and successors in "
    "the order Up, Left, Right, Down, as in the published counts (korf-1985)",
    columns=(
        Column("instance", "instance"),
        Column("length", "length"),
        Column("published_length", "published"),
        Column("generated", "nodes"),
        Column("manhattan", "Manhattan"),
        Column("ratio", "times fewer", ".1f"),
    ),
    subsets={
        "easy": Subset("the 25 instances with fewer than 10 million published nodes", 1),
        "all": Subset("all 100 instances", 90),
    },
    measure=measure,
    summarise=summarise,
)
