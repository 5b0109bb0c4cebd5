"""The picture of the architecture, made from the imports of the code: which folder imports from which."""

from __future__ import annotations

import ast
from pathlib import Path

import taquin

PACKAGE = Path(taquin.__file__).parent
CELL = 34
LEFT = 120
TOP = 104


def imports() -> dict[str, set[str]]:
    """For every folder the folders that its modules import from, when they are loaded."""
    found: dict[str, set[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        folder = path.relative_to(PACKAGE).parts[0]
        if path.parent != PACKAGE:
            names = {name.split(".")[1] for name in _imported(path) if name.startswith("taquin.")}
            found.setdefault(folder, set()).update(names - {folder})
    return {folder: {name for name in names if name in found} for folder, names in found.items()}


def _imported(path: Path) -> list[str]:
    """The modules that a file imports at its top, or only for type checkers."""
    names = []
    body = ast.parse(path.read_text(encoding="utf-8")).body
    for node in [*body, *(inner for outer in body if isinstance(outer, ast.If) for inner in outer.body)]:
        if isinstance(node, ast.ImportFrom) and node.module:
            names.append(node.module)
        elif isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
    return names


def order(found: dict[str, set[str]]) -> list[str]:
    """The folders, each after those that it imports from; fewer imports, direct or not, come first."""

    def reached(folder: str) -> set[str]:
        every: set[str] = set()
        waiting = [folder]
        while waiting:
            new = found[waiting.pop()] - every
            every |= new
            waiting += new
        return every

    return sorted(found, key=lambda folder: (len(reached(folder)), folder))


def picture() -> str:
    """An SVG: one row for every folder, with a dot below each folder that it imports from."""
    found = imports()
    folders = order(found)
    width, height = LEFT + CELL * len(folders) + 20, TOP + CELL * len(folders) + 20
    title = "Which folder of src/taquin imports from which"
    style = "font: 14px system-ui, sans-serif; fill: #1f2933"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-label="{title}">',
        f"<title>{title}</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        f'<g style="{style}">',
    ]
    for place, folder in enumerate(folders):
        x, y = LEFT + CELL * place + CELL // 2, TOP + CELL * place + CELL // 2
        shade = "#f1f5f9" if place % 2 == 0 else "#ffffff"
        lines += [
            f'<rect x="8" y="{y - CELL // 2}" width="{LEFT + CELL * (place + 1) - 8}" height="{CELL}" fill="{shade}"/>',
            f'<text x="{LEFT - 10}" y="{y + 5}" text-anchor="end">{folder}/</text>',
            f'<text transform="translate({x + 5} {TOP - 8}) rotate(-60)">{folder}</text>',
            f'<rect x="{x - 11}" y="{y - 11}" width="22" height="22" rx="4" fill="#94a3b8"/>',
        ]
        for other in folders:
            if other in found[folder]:
                dot = LEFT + CELL * folders.index(other) + CELL // 2
                lines.append(
                    f'<circle cx="{dot}" cy="{y}" r="7" fill="#1d4ed8"><title>{folder} uses {other}</title></circle>'
                )
    return "\n".join([*lines, "</g>", "</svg>", ""])
