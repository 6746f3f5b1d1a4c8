"""Who waits for whom: changes of a club for each other, what is written at a table for what ends it."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar
from uuid import uuid4

import pytest
from django.db import OperationalError, connection, transaction
from django.test import Client
from django.urls import reverse

from scoring import clock
from scoring.accounts.club_rights import locked
from scoring.evenings import verbs as evening_verbs
from scoring.models import Club, Deed, Evening, Voice
from scoring.table import confirmations
from scoring.table.links import code_of
from tests.support.refusals import problems_of
from tests.support.scoring.house import House, ids, in_ids, now
from tests.support.scoring.tables import dreier
from tests.support.scoring.verify import verified
from tests.support.waiting import wait_for

T = TypeVar("T")

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


# At a table: whoever comes second sees what the first one did


def waiting_for_us() -> bool:
    """Return whether somebody waits for a lock that this connection holds."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_locks"
            " WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))"
        )
        return bool(cursor.fetchone()[0])


def one_behind_the_other(first: Callable[[], object], second: Callable[[], T]) -> T:
    """Return what the second one comes to, who began before the first one committed, and waited for it."""

    def elsewhere() -> T:
        try:
            return second()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            first()
            later = pool.submit(elsewhere)
            wait_for(waiting_for_us, lambda: f"it did not wait: {later.result()}" if later.done() else "")
        return later.result()


@pytest.mark.parametrize("by", ["a member", "a link"])
def test_no_hand_is_written_behind_the_end_of_the_evening(house: House, by: str) -> None:
    sheet = house.sheet()
    phone = house.client("Bert") if by == "a member" else Client()
    if by == "a link":
        phone.get(reverse("scoring:table_link", args=[code_of(sheet, "record")]))
    hand = {"id": str(uuid4()), "after": sheet.seq, "record": in_ids(sheet, dreier("Anna"))}
    address = reverse("scoring:record", args=[sheet.pk])
    answer = one_behind_the_other(
        lambda: house.do(evening_verbs.close_evening, by="Anna", evening=sheet.evening),
        lambda: phone.post(address, hand, content_type="application/json"),
    )
    assert (answer.status_code, answer.json().get("closed")) == (409, True)
    assert not now(sheet).entries.filter(pk=hand["id"]).exists()
    assert verified()[0] == 0


def switch_confirming_off(house: House, evening: Evening) -> None:
    off = {"date": evening.date, "venue": evening.venue, "confirmation": False}
    house.do(evening_verbs.change_evening, by="Anna", evening=evening, **off)


def test_no_objection_comes_behind_the_end_of_confirming(house: House) -> None:
    sheet = house.sheet(evening=house.evening(confirmation=True))
    entry = house.play(sheet, dreier("Anna")).entry
    phone, form = house.client("Cilli", "en"), {"deed": uuid4(), "player": ids(sheet)["Cilli"]}
    address = reverse("scoring:object_to", args=[sheet.pk, entry.pk])
    answer = one_behind_the_other(
        lambda: switch_confirming_off(house, sheet.evening), lambda: phone.post(address, form)
    )
    assert "On this evening hands are not confirmed" in answer.content.decode()
    assert not Voice.objects.exists()


def test_confirming_does_not_end_while_an_objection_comes(house: House) -> None:
    sheet = house.sheet(evening=house.evening(confirmation=True))
    entry = house.play(sheet, dreier("Anna")).entry
    problems = one_behind_the_other(
        lambda: house.tap(confirmations.object_to, sheet, entry, "Cilli"),
        lambda: problems_of(switch_confirming_off, house, sheet.evening),
    )
    assert problems == {"confirmation": ["1 objection is still open. Please settle it first."]}
    assert now(sheet).evening.confirmation
