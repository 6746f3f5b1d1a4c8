"""Whoever changes a club keeps others from changing it, not from writing what refers to it."""

from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from django.db import OperationalError, connection, transaction

from scoring import clock
from scoring.accounts.club_rights import locked
from scoring.models import Club, Deed
from tests.support.scoring.house import House

pytestmark = [pytest.mark.database("postgresql"), pytest.mark.django_db(transaction=True)]


def told(club: Club) -> None:
    """In another process, who would wait for a second at most."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout = '1s'")
            Deed.objects.create(id=uuid4(), club=club, actor="Tisch 1", verb="hand_in", at=clock.now())
    finally:
        connection.close()


def changed(club: Club) -> None:
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout = '1s'")
            locked(club)
    finally:
        connection.close()


def test_a_deed_does_not_wait_for_whoever_changes_the_club(house: House) -> None:
    """It may hold the pulse of a tournament, for which whoever changes the club waits."""
    before = Deed.objects.count()
    with ThreadPoolExecutor(1) as pool, transaction.atomic():
        locked(house.club)
        pool.submit(told, house.club).result()
        with pytest.raises(OperationalError, match="lock timeout"):
            pool.submit(changed, house.club).result()
    assert Deed.objects.count() == before + 1
