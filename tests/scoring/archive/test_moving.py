"""A whole server moves into another database, of either kind; clubs come into a server that has some."""

import os
import shutil
from pathlib import Path
from unittest.mock import ANY
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from django.db import connection

from scoring import demo
from scoring.accounts import second_factor as factors
from scoring.accounts import verbs as people
from scoring.archive import moving
from scoring.models import Club, Member, SecondFactor
from tests.support.scoring.archives import exported
from tests.support.scoring.backup import connected_to, manage
from tests.support.scoring.house import HOUSE, House, terms
from tests.support.scoring.verify import verified
from tests.support.scoring.whole_club import all_of_it, the_past
from tests.support.stages import KEPT, digest, stage


@stage(on=HOUSE)
def three(house: House) -> House:
    """Three clubs that share people, and the invented one: Anna owns all, Bert is in two, called otherwise in
    the second, and a link waits for Cilli."""
    anna = house["Anna"]
    the_past(all_of_it(house))
    demo.found(actor=anna)
    third = people.found_club(actor=anna, deed=uuid4(), terms=terms("Tarock Nord"))
    people.add_members(actor=anna, deed=uuid4(), club=third, names=["Berti", "Cilli"])
    for name in ("Berti", "Cilli"):
        token = people.invite(actor=anna, deed=uuid4(), member=third.members.get(name=name))
        if name == "Berti":
            people.join(house["Bert"], uuid4(), token=token)
    secret = factors.new_secret()
    SecondFactor.objects.create(account=house["Bert"], secret=secret, made_at=house["Bert"].made_at)
    return house


def everything() -> dict[str, list[tuple[object, ...]]]:
    return {
        model._meta.db_table: list(model._base_manager.order_by("pk").values_list())
        for model in moving.moved()
    }


def address_of(name: str) -> str:
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()


@pytest.mark.database
def test_a_whole_server_moves_to_sqlite_and_back_with_everything(
    transactional_db: None, three: House, migrated_database: str, tmp_path: Path
) -> None:
    """On PostgreSQL from there to SQLite and back; every row is the same, and new ones go on after them."""
    clubs = {club: exported(club) for club in Club.objects.all()}
    here, one = everything(), tmp_path / "one"
    assert len(clubs) == 4
    assert len(here["scoring_invitation"]) > 6
    if (kept := KEPT / f"{digest()}.sqlite3").exists():  # else it is migrated first
        shutil.copyfile(kept, one)
    done = manage(address_of(connection.settings_dict["NAME"]), "move", f"sqlite:///{one}")
    assert done.returncode == 0, done.stderr
    assert f"clubs: 4, accounts: 7, rows: {sum(map(len, here.values()))}." in done.stdout
    assert manage(one, "move", migrated_database).returncode == 0
    again = manage(one, "move", migrated_database)
    assert "Nothing was moved: There is something in" in again.stderr
    name = migrated_database.removeprefix("sqlite:///")
    with connected_to(name if connection.vendor == "sqlite" else urlsplit(name).path[1:]):
        assert everything() == here
        assert {club: exported(club) for club in Club.objects.all()} == clubs
        assert verified() == (0, ANY)
        new = Member.objects.create(club=next(iter(clubs)), name="Neu", key="neu")
        assert new.pk > max(row[0] for row in here["scoring_member"])
