"""Words that users type for commands, options and formats that have another name here."""

from __future__ import annotations

COMMANDS = {
    "scramble": "random",
    "shuffle": "random",
    "gui": "serve",
    "web": "serve",
    "race": "compare",
    "replay": "verify",
    "grade": "verify",
    "next": "hint",
}

OPTIONS = {
    "all": "taquin shortest BOARD, which finds all shortest solutions",
    "dask": "--shard, which divides an experiment between machines",
    "where": "another program, such as jq, to select lines of the results file",
}
"""Options, without their dashes: what to use instead."""

ENDINGS = {
    "parquet": "a program such as pandas writes it from the .csv",
}
"""Endings of files: what to use instead."""
