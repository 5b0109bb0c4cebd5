"""Facts about this machine and this installation, as every record has them."""

from __future__ import annotations

import platform
import subprocess
from functools import lru_cache
from pathlib import Path

import taquin
from taquin import _native
from taquin.experiments.records import Row
from taquin.system.cores import core_count


@lru_cache(maxsize=1)
def machine_facts() -> Row:
    """The versions of Taquin, its core and Python, the commit, and the machine."""
    core = _native.load()
    return {
        "taquin": taquin.__version__,
        "core": None if core is None else str(core.version()),
        "commit": _commit(Path(taquin.__file__).parent),
        "python": platform.python_version(),
        "host": platform.node(),
        "platform": platform.platform(),
        "cpu": _cpu_model(),
        "cores": core_count(),
    }


def _commit(folder: Path) -> str | None:
    """The commit of the checkout that the package is part of, or was built from; None if that is not known."""
    if _git(folder, "ls-files", "--error-unmatch", "__init__.py") is None:
        built = folder / "commit.txt"  # of a wheel; see CMakeLists.txt
        return built.read_text(encoding="utf-8").strip() or None if built.is_file() else None
    return _git(folder, "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*")


def _git(folder: Path, *arguments: str) -> str | None:
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *arguments], capture_output=True, text=True, timeout=10, check=False
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip() or None if done.returncode == 0 else None


def _cpu_model() -> str:
    """The model of the processor, in the words of the system."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    found = {key.strip(): value.strip() for key, _, value in (line.partition(":") for line in lines)}
    for name in ("model name", "Model", "Hardware", "cpu model"):
        if found.get(name):
            return found[name]
    if "CPU implementer" in found:  # ARM names its parts by numbers
        return f"{platform.machine()} implementer {found['CPU implementer']} part {found.get('CPU part', '?')}"
    return platform.processor() or platform.machine()
