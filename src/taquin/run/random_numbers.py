"""Hashes that serve as random numbers: the same in Python, in the core, and on every machine."""

from __future__ import annotations

_MASK = (1 << 64) - 1


def mix(value: int) -> int:
    """A bijection of 64-bit numbers that spreads every bit over all bits (the finalizer of MurmurHash3, A. Appleby)."""
    value ^= value >> 33
    value = value * 0xFF51AFD7ED558CCD & _MASK
    value ^= value >> 33
    value = value * 0xC4CEB9FE1A85EC53 & _MASK
    return value ^ (value >> 33)
