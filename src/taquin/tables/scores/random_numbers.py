"""Random numbers and hashes: the same in Python, in the core, and on every machine."""

from __future__ import annotations

_MASK = (1 << 64) - 1


def mix(value: int) -> int:
    """A bijection of 64-bit numbers that spreads every bit over all bits (the finalizer of MurmurHash3, A. Appleby)."""
    value ^= value >> 33
    value = value * 0xFF51AFD7ED558CCD & _MASK
    value ^= value >> 33
    value = value * 0xC4CEB9FE1A85EC53 & _MASK
    return value ^ (value >> 33)


class RandomNumbers:
    """SplitMix64, by G. Steele, D. Lea and C. Flood, 2014."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def next(self) -> int:
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        value = self._state
        value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
        value = (value ^ (value >> 27)) * 0x94D049BB133111EB & _MASK
        return value ^ (value >> 31)

    def below(self, count: int) -> int:
        """A number from 0 to less than ``count``."""
        return (self.next() >> 32) * count >> 32
