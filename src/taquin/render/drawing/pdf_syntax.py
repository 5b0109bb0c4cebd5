"""Numbers and streams as PDF files have them."""

from __future__ import annotations

import zlib


def number(value: float) -> str:
    """A number with at most three decimals: PDF has no exponents."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def stream(data: bytes, entries: str = "") -> bytes:
    """A stream, compressed; ``entries`` are more of its dictionary."""
    packed = zlib.compress(data, 9)
    return b"<</Length %d/Filter/FlateDecode%b>>stream\n%b\nendstream" % (len(packed), entries.encode(), packed)
