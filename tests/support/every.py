"""Many small cases in one test: going from test to test takes longer than any of them."""

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import pytest

Test = Callable[..., None]


def every(names: str, cases: Iterable[Any]) -> Callable[[Test], Test]:
    """Like `pytest.mark.parametrize`, but it stays one test, which names each case that fails.

    For what leaves nothing behind, also in a database: the cases share the fixtures.
    """
    columns = [name.strip() for name in names.split(",")]
    rows = [case if len(columns) > 1 else (case,) for case in cases]
    assert rows, "there is nothing to go through"

    def decorated(test: Test) -> Test:
        @wraps(test)
        def in_turn(**shared: Any) -> None:
            failed = []
            for number, row in enumerate(rows, 1):
                try:
                    test(**dict(zip(columns, row, strict=True)), **shared)
                except (AssertionError, pytest.fail.Exception) as error:
                    failed.append(f"{_title(number, row)}: {error}")
                except Exception as error:
                    error.add_note(f"in the case {_title(number, row)}")
                    raise
            assert not failed, "\n".join([f"{len(failed)} of {len(rows)} fail:", *failed])

        signature = inspect.signature(test)
        left = [parameter for name, parameter in signature.parameters.items() if name not in columns]
        in_turn.__signature__ = signature.replace(parameters=left)  # type: ignore[attr-defined]
        return in_turn

    return decorated


def _title(number: int, row: Iterable[object]) -> str:
    words = [cell if isinstance(cell, str) and cell.isprintable() else repr(cell) for cell in row]
    return f"{number} ({', '.join(word if len(word) <= 80 else f'{word[:79]}…' for word in words)})"
