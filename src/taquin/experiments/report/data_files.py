"""The runs as a flat table for other programs: CSV and Parquet, one row per run."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from importlib.util import find_spec

from taquin.errors import BackendError
from taquin.experiments.records import FIELDS, Row


def flat(row: Row) -> Row:
    """The record with lists and objects as JSON text, so that every value fits into a cell."""
    return {
        name: json.dumps(value, ensure_ascii=False) if isinstance(value := row[name], list | dict) else value
        for name in FIELDS
    }


def to_csv(rows: Sequence[Row]) -> str:
    """All runs; a value that is not known is an empty cell."""
    file = io.StringIO()
    writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(map(flat, rows))
    return file.getvalue()


def check_pyarrow() -> None:
    """Raise ``BackendError`` with an installation hint if pyarrow is missing."""
    if find_spec("pyarrow") is None:
        raise BackendError("Parquet files need pyarrow, which is not installed", hint='pip install ".[parquet]"')


def to_parquet(rows: Sequence[Row]) -> bytes:
    """All runs as a Parquet file; a value that is not known is null."""
    check_pyarrow()
    import pyarrow
    from pyarrow import parquet

    table = pyarrow.table({name: [flat(row)[name] for row in rows] for name in FIELDS})
    sink = pyarrow.BufferOutputStream()
    parquet.write_table(table, sink)
    return bytes(sink.getvalue())
