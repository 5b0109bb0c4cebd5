"""Experiments: sets of boards, runs of many methods on them, and the records of these runs.

>>> from taquin import experiments
>>> boards = experiments.instance_set("korf100(easy)")
>>> len(boards), boards.instances[0].optimum
(25, 46)

The names below are imported when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from taquin.experiments.instance import Instance, InstanceSet
    from taquin.experiments.instances import instance_set
    from taquin.experiments.records import load
    from taquin.experiments.running.experiment import run_experiment
    from taquin.experiments.running.plan import Plan

__all__ = ["Instance", "InstanceSet", "Plan", "instance_set", "load", "run_experiment"]

_MODULES = {
    "Instance": "instance",
    "InstanceSet": "instance",
    "Plan": "running.plan",
    "instance_set": "instances",
    "load": "records",
    "run_experiment": "running.experiment",
}


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
