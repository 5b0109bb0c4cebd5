"""Run one test with many values.

pytest and its processes take about three milliseconds to report a test, longer than many tests run.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, TypeAlias

import pytest

Body: TypeAlias = Callable[..., None]


def for_each(names: str | tuple[str, ...], values: Iterable[Any]) -> Callable[[Body], Body]:
    """Like ``pytest.mark.parametrize``, but one test uses all values, with the same fixtures.

    The test continues after a failure, and reports every failing value with its traceback.
    """
    keys = (names,) if isinstance(names, str) else names
    rows = [(value,) if isinstance(names, str) else tuple(value) for value in values]
    assert rows, f"expected at least one value of {names}"

    def decorate(body: Body) -> Body:
        @wraps(body)
        def repeat(**fixtures: Any) -> None:
            failures: dict[str, BaseException] = {}
            for place, row in enumerate(rows):
                try:
                    body(**dict(zip(keys, row, strict=True)), **fixtures)
                except (KeyboardInterrupt, pytest.exit.Exception):
                    raise
                except pytest.skip.Exception:
                    if not failures:
                        raise
                    break
                except BaseException as error:  # noqa: BLE001  # pytest.fail raises no Exception
                    text = ", ".join(f"{key}={value!s:.200}" for key, value in zip(keys, row, strict=True))
                    error.add_note(text)
                    failures[f"{place}: {text}"] = error
            if len(failures) == 1:
                raise failures.popitem()[1]
            if failures:
                lines = [f"{len(failures)} of {len(rows)} values failed", *failures]
                raise BaseExceptionGroup("\n".join(lines), list(failures.values()))

        signature = inspect.signature(body)
        left = [parameter for name, parameter in signature.parameters.items() if name not in keys]
        repeat.__signature__ = signature.replace(parameters=left)  # type: ignore[attr-defined]
        return repeat

    return decorate
