"""The header of a table file: whole pages before the table.

It begins with a magic text and the length of a JSON text; then come the JSON text, a checksum of all of that, and zeros
up to the end of the page. The JSON text has the kind and version of the table, its key, facts from the builder, its
size, and a checksum for every megabyte (CRC-32: it detects damage, not manipulation). A header with the right checksum
may still have been written by another program, and is then rejected.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Mapping
from dataclasses import dataclass

from taquin.system.files import Bytes, read_fully
from taquin.tables.storage.folder import CacheError

BLOCK = 1 << 20  # bytes of the table for each checksum

_PREFIX = struct.Struct("<12sI")
_MAGIC = b"taquin table"
_PAGE = 4096
_LONGEST_TEXT = 1 << 24


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

    @property
    def is_plausible(self) -> bool:
        """Whether the fields that a table does not decide are of the right types, and the checksums as many as needed.

        Kind, version and key are compared with those of the wanted table.
        """
        is_sized = type(self.size) is int and isinstance(self.checksums, list)
        has_types = is_sized and type(self.version) is int and isinstance(self.facts, dict)
        return has_types and len(self.checksums) == -(-self.size // BLOCK)


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
    return text.ljust(-(-len(text) // _PAGE) * _PAGE, b"\0")


def block_checksums(table: Bytes) -> list[int]:
    return [zlib.crc32(table[start : start + BLOCK]) for start in range(0, len(table), BLOCK)]


def read_header(descriptor: int, file_size: int) -> Header:
    """Read the header of an open file. Raises ``CacheError`` if it is damaged or foreign, or the size is wrong."""
    prefix = read_fully(descriptor, _PREFIX.size)
    if len(prefix) < _PREFIX.size or not prefix.startswith(_MAGIC):
        raise CacheError("it is not a Taquin table")
    text = read_fully(descriptor, min(_PREFIX.unpack(prefix)[1], _LONGEST_TEXT))
    checksum = zlib.crc32(prefix + text)
    padding = -(len(prefix) + len(text) + 4) % _PAGE  # the checksum does not cover it
    if read_fully(descriptor, 4 + padding) != struct.pack("<I", checksum) + bytes(padding):
        raise CacheError("its header is damaged")
    try:
        fields = json.loads(text)
        header = Header(**fields, offset=len(prefix) + len(text) + 4 + padding, checksum=checksum)
    except (ValueError, TypeError, RecursionError):  # not JSON, too deep, or other fields
        header = None
    if header is None or not header.is_plausible:
        raise CacheError("its header was not written by Taquin")
    if header.offset + header.size != file_size:
        raise CacheError(f"expected {header.offset + header.size:,} bytes, found {file_size:,}")
    return header
