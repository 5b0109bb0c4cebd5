"""Write the tables that are package data, from the Python reference: run it when one of their definitions changes.

.venv/bin/python tools/package_data.py
"""

from __future__ import annotations

import zlib

from taquin.system.files import replace_file
from taquin.tables.cache import to_bytes
from taquin.tables.detours import PACKAGED, build_in_python, packaged_path


def main() -> None:
    for shape, length in PACKAGED:
        path = packaged_path(shape, length)
        path.parent.mkdir(exist_ok=True)
        replace_file(path, [zlib.compress(to_bytes(build_in_python(shape, length)), 9)])
        print(f"{path.name}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
