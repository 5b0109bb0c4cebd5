"""Records of checks: which version of a table file was found intact."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from taquin.system.files import open_regular, read_fully, replace_file
from taquin.tables.storage.folder import is_read_only
from taquin.tables.storage.header import Header
from taquin.tables.storage.mapping import FileVersion

_SETTLED = 2 * 10**9
"""Nanoseconds after which a further change gives a file another time, on every file system."""
_LONGEST = 4096


def record_path(path: Path) -> Path:
    """The record beside a table file."""
    return path.with_name(f".{path.name}.checked")


def is_recorded(path: Path, version: FileVersion, header: Header) -> bool:
    """Whether this version of a file was found intact, by this process or another one."""
    try:
        descriptor = open_regular(record_path(path))
        try:
            record = json.loads(read_fully(descriptor, _LONGEST))
        finally:
            os.close(descriptor)
        return bool(record == _record(version, header))
    except (OSError, ValueError, RecursionError):
        return False


def write_record(path: Path, version: FileVersion, header: Header, began: int) -> None:
    """Record that a check, which began at this time (in nanoseconds), has found this version intact.

    A check soon after the file was written is not recorded: a change right after it could leave the same times.
    """
    if is_read_only() or began - max(version.modified, version.changed) < _SETTLED:
        return
    with suppress(OSError):
        replace_file(record_path(path), [json.dumps(_record(version, header)).encode()], is_synced=False)


def _record(version: FileVersion, header: Header) -> dict[str, int]:
    return {**asdict(version), "checksum": header.checksum}
