"""Kept plans: solutions that were found before, so that a hint on a large board needs no new search."""
