"""Every column of which it is listed that `verify` finds its changes is changed, and found."""

from collections.abc import Iterator
from typing import Any

from django.db import DatabaseError, connection, transaction
from django.db.models import Field

from scoring import protection
from tests.support.scoring.columns import columns, found
from tests.support.scoring.house import House
from tests.support.scoring.tables import hand, pagat
from tests.support.scoring.verify import Told, differences, other
from tests.support.scoring.whole_club import with_everything
from tests.support.stages import stage
from tests.support.tournaments.playing import Playing
from tests.support.tournaments.verify_tournaments import played

__all__ = ["played"]  # the fixture
ROWS = 12  # of a table that are changed, one after the other, until it is found


@stage(on=played)
def everything(played: Playing) -> House:
    house = with_everything(played, seed=1)
    sheet = house.sheet()
    house.play(sheet, pagat("Anna", made=True))
    house.play(sheet, hand("dreier", "Bert", won=True, kontra="kontra"))
    return house


def values(row: Any, field: Field) -> Iterator[Any]:
    """Yield what else could stand in a column, also a row that is not there, and nothing."""
    value = getattr(row, field.attname)
    if (another := other(row, field)) is not None:
        yield another
    elif field.is_relation and isinstance(value, int):
        yield value + 1000
    if field.null and value is not None:
        yield None


def is_found(field: Field, before: set[Told]) -> bool:
    """Change a column in one row after the other, until that is found, or else was always refused."""
    rows, refused = field.model._base_manager, False
    for row in rows.order_by("-pk")[:ROWS]:
        for value in values(row, field):
            with transaction.atomic():
                try:
                    with transaction.atomic():
                        rows.filter(pk=row.pk).update(**{field.attname: value})
                except DatabaseError:
                    refused = True
                    continue
                is_told = not before.issuperset(differences())
                transaction.set_rollback(True)
            if is_told:
                return True
            refused = False
    return refused


def test_every_change_that_is_listed_as_found_is_found(everything: House) -> None:
    protection.unprotect(connection)
    before = {*differences()}
    known = columns()
    assert [name for name in sorted(found()) if not is_found(known[name], before)] == []
