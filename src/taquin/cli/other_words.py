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
    "dask": "taquin experiment or taquin solve with --dask",
    "where": "taquin report with --where",
}
"""Options, without their dashes: what to use instead."""

ENDINGS = {
    "parquet": "a program such as pandas writes it from the .csv",
}
"""Endings of files: what to use instead."""
