"""The process of the command ``taquin``, also as ``python -m taquin``.

Imports take most of the time of a short command. From the first line on, a signal ends the process without a traceback;
``cli.main`` takes over when everything is imported.
"""

from __future__ import annotations

import os
import sys

try:
    from taquin.system.interrupts import handle_with, ignore_interrupt, leave

    if "--multiprocessing-fork" in sys.orig_argv:
        ignore_interrupt()  # a process that the command has spawned imports this too; the command handles Ctrl-C
    else:
        handle_with(leave)
except KeyboardInterrupt:
    os._exit(130)


def main() -> None:
    """Run the command line, and exit with its code."""
    from taquin import cli

    cli.main()


if __name__ == "__main__":
    main()
