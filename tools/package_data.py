"""Write the tables that are package data, from the Python reference: run it when one of their definitions changes.

.venv/bin/python tools/package_data.py
"""

from __future__ import annotations

from taquin.algorithms.detours import build_following
from taquin.tables.detour_tables import PACKAGED, packaged_path, write_package_data


def main() -> None:
    write_package_data(build_following)
    for shape, length in PACKAGED:
        path = packaged_path(shape, length)
        print(f"{path.name}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
