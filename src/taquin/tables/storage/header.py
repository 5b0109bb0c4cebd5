"""The header of a table file: whole pages before the table.

It begins with a magic text and the length of a JSON text; then come the JSON text, a checksum of all of that, and zeros
up to the end of the page. The JSON text has the kind and version of the table, its key, facts from the builder, its
size, and a checksum for every megabyte (CRC-32: it detects damage, not manipulation). A header with the right checksum
may still have been written by another program: every field is checked, and a file with a wrong one is rejected as
foreign, whatever the fault.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from taquin.system.files import Bytes, read_fully
from taquin.tables.storage.folder import CacheError

BLOCK = 1 << 20  # bytes of the table for each checksum

_PREFIX = struct.Struct("<12sI")
_MAGIC = b"taquin table"
_PAGE = 4096
_LONGEST_TEXT = 1 << 24
_LARGEST_TABLE = 1 << 50


@dataclass(frozen=True, slots=True)
class Header:
    """What is written before a table. ``offset`` is where the table begins, ``checksum`` that of the header itself."""

    kind: str
    version: int
    key: Mapping[str, object]
    facts: Mapping[str, object]
    size: int
    checksums: list[int]
    offset: int
    checksum: int


def encode_header(
    kind: str, version: int, key: Mapping[str, object], facts: Mapping[str, object], table: Bytes
) -> bytes:
    fields = {
        "kind": kind,
        "version": version,
        "key": dict(key),
        "facts": dict(facts),
        "size": len(table),
        "checksums": block_checksums(table),
    }
    text = json.dumps(fields, sort_keys=True).encode()
    text = _PREFIX.pack(_MAGIC, len(text)) + text
    text += struct.pack("<I", zlib.crc32(text))
    return text.ljust(_pages(len(text)), b"\0")


def block_checksums(table: Bytes) -> list[int]:
    return [zlib.crc32(table[start : start + BLOCK]) for start in range(0, len(table), BLOCK)]


def header_checksum(checksums: list[int]) -> int:
    """One checksum for all blocks of a table, in memory or in a file."""
    return zlib.crc32(struct.pack(f"<{len(checksums)}I", *checksums))


def read_header(descriptor: int, file_size: int) -> Header:
    """Read the header of an open file. Raises ``CacheError`` if it is damaged or foreign, or the size is wrong."""
    prefix = read_fully(descriptor, _PREFIX.size)
    if len(prefix) < _PREFIX.size or not prefix.startswith(_MAGIC):
        raise CacheError("it is not a Taquin table")
    length = _PREFIX.unpack(prefix)[1]
    text = read_fully(descriptor, min(length, _LONGEST_TEXT))
    checksum = zlib.crc32(prefix + text)
    if read_fully(descriptor, 4) != struct.pack("<I", checksum):
        raise CacheError("its header is damaged")
    header = _decode(text, _pages(_PREFIX.size + length + 4), checksum)
    if any(
        read_fully(descriptor, header.offset - (_PREFIX.size + length + 4))
    ):  # the checksum does not cover the padding
        raise CacheError("its header is damaged")
    if header.offset + header.size != file_size:
        raise CacheError(f"expected {header.offset + header.size:,} bytes, found {file_size:,}")
    return header


def _decode(text: bytes, offset: int, checksum: int) -> Header:
    try:
        fields: Any = json.loads(text)
    except (ValueError, RecursionError):  # not JSON, too deep, or a number of thousands of digits
        fields = None
    if not isinstance(fields, dict):
        raise CacheError("its header was not written by Taquin")
    for name, is_valid in _VALID.items():
        if not is_valid(fields.get(name)):
            raise CacheError(f"its header was not written by Taquin: the field {name!r} is missing or wrong")
    if len(fields["checksums"]) != -(-fields["size"] // BLOCK):
        raise CacheError("its header was not written by Taquin: the number of checksums does not match the size")
    return Header(**{name: fields[name] for name in _VALID}, offset=offset, checksum=checksum)


def _is_number(value: Any, limit: int) -> bool:
    return type(value) is int and 0 <= value < limit


_VALID: dict[str, Callable[[Any], bool]] = {
    "kind": lambda value: isinstance(value, str),
    "version": lambda value: _is_number(value, _LARGEST_TABLE),
    "key": lambda value: isinstance(value, dict),
    "facts": lambda value: isinstance(value, dict),
    "size": lambda value: _is_number(value, _LARGEST_TABLE),
    "checksums": lambda value: isinstance(value, list) and all(_is_number(number, 1 << 32) for number in value),
}
"""The fields of the JSON text, and what they may be."""


def _pages(size: int) -> int:
    return -(-size // _PAGE) * _PAGE
