"""Which rows are locked: whoever reads them for a change waits for whoever else does."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db.models import Model, QuerySet

from scoring.models import Sheet
from tournaments.models import Tournament


@contextmanager
def noted_locks() -> Iterator[list[type[Model]]]:
    """Yield the models of the rows that are locked meanwhile."""
    locks, lock = list[type[Model]](), QuerySet.select_for_update

    def locking(rows: QuerySet[Any], **how: Any) -> QuerySet[Any]:
        locks.append(rows.model)
        return lock(rows, **how)

    def numbering(model: type[Model], number: Callable[..., Any]) -> Callable[..., Any]:
        def numbered(*which: Any, lock: bool = False) -> Any:
            if lock:
                locks.append(model)
            return number(*which, lock=lock)

        return numbered

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(QuerySet, "select_for_update", locking)
        for model in (Sheet, Tournament):
            patch.setattr(model, "numbered", numbering(model, model.numbered))
        yield locks
