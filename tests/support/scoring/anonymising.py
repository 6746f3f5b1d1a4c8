"""Somebody whose name stands everywhere, and where it is looked for."""

import html
import re
import sqlite3
import unicodedata
from collections.abc import Iterator
from datetime import timedelta
from functools import lru_cache
from typing import Any
from uuid import uuid4

from django.db import connection
from django.test import Client

from scoring import clock
from scoring.accounts import verbs as people
from scoring.accounts.guests import join_guest
from scoring.clubs.privacy.anonymising import anonymise_member
from scoring.evenings import verbs as evening_verbs
from scoring.models import (
    Account,
    Club,
    Entry,
    Evening,
    Member,
    Participant,
    Role,
    Row,
    Seal,
    Sheet,
    TableScore,
)
from scoring.names import folded
from tests.support.scoring.corrections import correct
from tests.support.scoring.house import HOUSE, PASSWORD, House, now
from tests.support.scoring.tables import dreier, rufer
from tests.support.stages import Stage

NAME, EARLIER, AS_A_GUEST = "Ottokar Zwölfer", "Otti Wexler", "Ötzi Quast"
NICK = "Schani Wrbka"  # he was called so for a day, and others still write it

SOUGHT = (NAME, EARLIER, AS_A_GUEST)


@lru_cache(maxsize=4000)  # the same texts are searched for one name after the other
def plain(text: str) -> str:
    """In one form, whatever the case, however the letters are written; without what is drawn by chance.

    The tokens of forms and sessions spell "otti" once in a while.
    """
    text = re.sub(r"[A-Za-z0-9]{32,}", "", html.unescape(text))
    text = re.sub(r"\\u([0-9a-fA-F]{4})", lambda sign: chr(int(sign[1], 16)), text)
    return folded(unicodedata.normalize("NFKC", text))


def names(text: str, sought: tuple[str, ...] = SOUGHT) -> bool:
    text = plain(text)
    return any(folded(part) in text for name in sought for part in name.split())


def columns() -> Iterator[tuple[str, str]]:
    """Everything in the database: table and column, with what stands there; but what is thrown with dice."""
    with connection.cursor() as cursor:
        for table in sorted(connection.introspection.table_names(cursor)):
            cursor.execute(f'SELECT * FROM "{table}"')
            heads = [column[0] for column in cursor.description]
            for row in cursor.fetchall():
                for head, value in zip(heads, row, strict=True):
                    if head not in (
                        "password",
                        "session_key",
                        "session_data",
                    ):  # a short name may be in these
                        yield f"{table}.{head}", value if isinstance(value, str) else str(value)


def dump() -> str:
    """As the database's own program writes it out."""
    if connection.vendor == "sqlite":
        connection.ensure_connection()
        assert isinstance(connection.connection, sqlite3.Connection)
        return "\n".join(connection.connection.iterdump())
    return "\n".join(text for _, text in columns())


def evening(house: House, venue: str, *, ago: int = 0, club: Club | None = None) -> Evening:
    return house.evening(date=clock.today() - timedelta(days=ago), venue=venue, club=club)


def been_everywhere(house: House) -> Member:
    """He has been everywhere: a guest, a member under two names, an owner, and in what others typed."""
    anna, club = house["Anna"], house.club
    first = house.sheet(
        ("Anna", "Bert", "Cilli", AS_A_GUEST), evening=evening(house, "Post", ago=30), name="A"
    )
    house.play(first, dreier(AS_A_GUEST))
    second = house.sheet(("Anna", "Bert", "Cilli", EARLIER), evening=evening(house, "Post", ago=20), name="B")
    house.play(second, dreier(EARLIER))
    people.add_members(actor=anna, deed=uuid4(), club=club, names=["Ida", EARLIER.upper(), "Otto"])
    member = house.member(EARLIER.upper())
    people.rename_member(actor=anna, deed=uuid4(), member=member, name=EARLIER)
    third = house.sheet(("Anna", "Bert", "Dora", EARLIER), evening=evening(house, "Post", ago=10), name="C")
    house.play(third, rufer("Anna", EARLIER))
    people.rename_member(actor=anna, deed=uuid4(), member=member, name=NICK)
    people.rename_member(actor=anna, deed=uuid4(), member=member, name=NAME)
    guest = Participant.objects.get(guest=AS_A_GUEST)
    join_guest(actor=anna, deed=uuid4(), member=member, participants=[guest.pk])
    member = house.member(NAME)
    house.enter(NAME, member, by=anna)
    for role in (Role.OWNER, Role.SCORER):
        people.appoint(actor=anna, deed=uuid4(), member=member, role=role)
    he = house[NAME]
    people.change_password(actor=he, deed=uuid4(), old=PASSWORD, new="Tarock-ist-Trumpf")
    people.invite(actor=he, deed=uuid4(), member=house.member("Hilda"))
    people.deactivate_member(actor=he, deed=uuid4(), member=house.member("Ida"))
    people.invite(actor=anna, deed=uuid4(), member=member)
    at_home = evening(house, f"Bei {NICK}")
    about = {"evening": at_home, "date": clock.today(), "venue": f"bei {NICK.upper()} daheim"}
    house.do(evening_verbs.change_evening, by=NAME, **about)
    table = house.sheet((NAME, "Bert", "Cilli", "Dora", "Emil"), evening=at_home, name=f"{NICK}s Tisch")
    house.play(table, dreier(NAME), by=NAME)
    house.play(table, {"void": "redeal", "reason": f"{NICK.lower()} hat sich vergeben"})
    house.play(table, dreier("Emil"), by="Emil")
    last = table.entries.order_by("seq").last()
    assert last is not None
    correct(
        house,
        now(table),
        last,
        dreier("Emil", won=False),
        reason="Wrbka – nein, SCHANI  WRBKA hat verloren",
    )
    evening_verbs.close_sheet(actor=he, deed=uuid4(), sheet=now(table))
    evening_verbs.reopen_sheet(actor=he, deed=uuid4(), sheet=now(table), reason=f"{NICK} will weiterspielen")
    evening_verbs.close_evening(actor=he, deed=uuid4(), evening=third.evening)
    evening_verbs.reopen_evening(actor=he, deed=uuid4(), evening=third.evening, reason=f"{NICK}s Wunsch")
    evening_verbs.close_evening(actor=he, deed=uuid4(), evening=third.evening)
    house.just_play(NAME, NAME, "Bert", "Cilli", "Dora", counts=False)
    Client().post("/sign-in/", {"name": NAME.upper(), "password": "falsch"})
    house.accounts[NAME] = Account.objects.get(pk=he.pk)
    return house.member(NAME)


OTTOKAR = Stage("ottokar", been_everywhere, on=HOUSE)
ottokar = OTTOKAR.fixture()


def anonymise(house: House, member: Member, **further: Any) -> Member:
    asked = {"actor": house["Anna"], "deed": uuid4()} | further
    return anonymise_member(member=member, **asked)


def guests_like(*keys: str) -> list[int]:
    return list(Participant.objects.filter(key__in=keys).order_by("pk").values_list("pk", flat=True))


def sums() -> list[object]:
    """Everything that was played, as it is stored; none of it knows a name."""
    stored = [list(table.objects.order_by("pk").values()) for table in (Row, TableScore, Seal, Entry)]
    columns = ("pk", "seq", "stored_state", "players", "dealer")
    return [*stored, list(Sheet.objects.order_by("pk").values_list(*columns))]
