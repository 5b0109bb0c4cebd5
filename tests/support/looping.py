"""Run one test with many values.

pytest and its processes take about three milliseconds to report a test, longer than many tests run.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, TypeAlias

Body: TypeAlias = Callable[..., None]


def for_each(names: str | tuple[str, ...], values: Iterable[Any]) -> Callable[[Body], Body]:
    """Like ``pytest.mark.parametrize``, but one test uses all values, with the same fixtures.

    A failure names its values.
    """
    keys = (names,) if isinstance(names, str) else names
    rows = [(value,) if isinstance(names, str) else tuple(value) for value in values]
    assert rows, f"expected at least one value of {names}"

    def decorate(body: Body) -> Body:
        @wraps(body)
        def repeat(**fixtures: Any) -> None:
            for row in rows:
                try:
                    body(**dict(zip(keys, row, strict=True)), **fixtures)
                except BaseException as error:
                    error.add_note(", ".join(f"{key}={value!s:.200}" for key, value in zip(keys, row, strict=True)))
                    raise

        signature = inspect.signature(body)
        left = [parameter for name, parameter in signature.parameters.items() if name not in keys]
        repeat.__signature__ = signature.replace(parameters=left)  # type: ignore[attr-defined]
        return repeat

    return decorate
