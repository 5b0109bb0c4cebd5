"""Precomputed tables: exact distances of whole state spaces, pattern databases, and their cache files."""
