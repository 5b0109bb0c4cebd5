"""Headers of table files: any content is read, or makes a foreign file."""

from __future__ import annotations

import json
import struct
import zlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases import each_case
from strategies import examples
from taquin.puzzle.geometry import Shape
from taquin.tables import detours, inventory
from taquin.tables.cache import CacheFile
from taquin.tables.pdb import store
from taquin.tables.pdb.build import checkpoint_file
from taquin.tables.pdb.pattern import Pattern
from taquin.tables.ranked_distances import table_file
from taquin.tables.storage.folder import CacheError
from taquin.tables.symmetry import standard_form

pytestmark = pytest.mark.usefixtures("own_cache")

FILE = CacheFile("numbers.table", "numbers", 1, {"size": 3})
TABLE = bytes(range(200))
FIELDS: dict[str, Any] = {
    "kind": "numbers",
    "version": 1,
    "key": {"size": 3},
    "facts": {},
    "size": len(TABLE),
    "checksums": [zlib.crc32(TABLE)],
}


def file_with(text: bytes, table: bytes = TABLE) -> bytes:
    """A file whose header has this text, with the right checksum."""
    header = struct.pack("<12sI", b"taquin table", len(text)) + text
    header += struct.pack("<I", zlib.crc32(header))
    return header.ljust(-(-len(header) // 4096) * 4096, b"\0") + table


def write(file: CacheFile, content: bytes) -> None:
    file.path.parent.mkdir(exist_ok=True)
    file.path.write_bytes(content)


def test_the_documented_format_is_read() -> None:
    write(FILE, file_with(json.dumps(FIELDS).encode()))
    stored = FILE.open()
    assert stored is not None
    assert bytes(stored.table) == TABLE


MISSING = object()
WRONG: list[tuple[str, Any]] = [
    ("kind", 3),
    *(("version", value) for value in ("1", True, 10**4000)),
    *(("key", value) for value in (None, [["size", 3]])),
    ("facts", []),
    *(("size", value) for value in (-1, 200.0, 10**4000, 201, None)),
    *(("checksums", value) for value in (None, [], [1, 2], ["x"], [-1], [2**40], {"0": 1})),
]


@each_case(("name", "value"), [*WRONG, *((name, MISSING) for name in FIELDS)])
def test_a_field_that_is_wrong_or_missing_makes_a_foreign_file(name: str, value: Any) -> None:
    fields = {field: found for field, found in {**FIELDS, name: value}.items() if found is not MISSING}
    write(FILE, file_with(json.dumps(fields).encode()))
    with pytest.raises(CacheError) as caught:
        FILE.open()
    assert len(str(caught.value)) < 200
    assert FILE.find_damage() == str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b"9" * 10_000,
        b'{"size":' + b"9" * 10_000 + b"}",
        b"null",
        b"[]",
        b'"text"',
        b"",
        b"\xff\xfe\x00",
        b"NaN",
        b'{"kind": NaN}',
    ],
    ids=lambda text: str(text[:20]),
)
def test_deep_or_strange_json_makes_a_foreign_file(text: bytes) -> None:
    write(FILE, file_with(text))
    with pytest.raises(CacheError):
        FILE.open()


@examples(150)
@given(st.binary(max_size=300))
def test_any_file_is_foreign(content: bytes) -> None:
    write(FILE, b"taquin table" + content)
    with pytest.raises(CacheError):
        FILE.open()


DISTANCES = table_file(standard_form(Shape(2, 3), 5))
DETOURS = detours.table_file(Shape(3, 3), 12)
DATABASE = store.file_of(Pattern.parse("2x3-5-0.1.2"))
CHECKPOINT = checkpoint_file(Pattern.parse("2x3-5-0.1.2"))


@pytest.mark.parametrize(
    ("file", "table", "facts"),
    [
        (DISTANCES, bytes(360), {}),
        (DISTANCES, bytes(360), {"counts": 360}),
        (DISTANCES, bytes(360), {"counts": [360, "x"]}),
        (DISTANCES, bytes(360), {"counts": [1, 358]}),
        (DISTANCES, bytes(360), {"counts": [361, -1]}),
        (DISTANCES, bytes(359), {"counts": [359]}),
        (DATABASE, bytes(119), {}),
        (DETOURS, bytes(71), {}),
        (DETOURS, bytes(8), {}),
        (CHECKPOINT, bytes(360), {}),
        (CHECKPOINT, bytes(360), {"level": -1}),
        (CHECKPOINT, bytes(360), {"level": "3"}),
    ],
)
def test_facts_and_sizes_are_checked(file: CacheFile, table: bytes, facts: dict[str, object]) -> None:
    file.write(table, facts)
    with pytest.raises(CacheError, match="not written by Taquin: expected"):
        file.open()
    assert inventory.inspect_table(file.path).damage.startswith("it was not written by Taquin")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


@examples(150)
@given(st.dictionaries(st.sampled_from([*FIELDS, "counts"]), json_values))
def test_any_header_is_read_or_foreign(change: dict[str, Any]) -> None:
    write(FILE, file_with(json.dumps({**FIELDS, **change}).encode()))
    try:
        stored = FILE.open()
    except CacheError:
        return
    assert stored is not None
    assert bytes(stored.table) == TABLE
