"""JSON in which a key stands twice is an error, for every reader."""

from __future__ import annotations

import pytest

from taquin.system.json_text import DuplicateKeyError, read_json
from taquin.web.api.errors import ApiError
from taquin.web.api.reading import read_body
from taquin.web.api.requests import SolveRequest


def test_a_key_that_stands_twice_is_named() -> None:
    with pytest.raises(DuplicateKeyError, match="the key 'a' stands twice"):
        read_json('{"b": {"a": 1, "c": 2, "a": 1}}')


def test_bytes_are_utf_8_with_or_without_a_byte_order_mark() -> None:
    assert read_json('\ufeff{"a": "ü"}'.encode()) == read_json('{"a": "ü"}') == {"a": "ü"}
    with pytest.raises(UnicodeDecodeError):
        read_json('{"a": 1}'.encode("utf-16"))


def test_a_request_with_a_key_twice_is_refused() -> None:
    with pytest.raises(ApiError, match="the body: the key 'board' stands twice"):
        read_body(SolveRequest, b'{"board": "1 2 / 0 3", "board": "1 2 / 3 0"}')
