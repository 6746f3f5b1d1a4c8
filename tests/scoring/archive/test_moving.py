"""A whole server moves into another database, of either kind; clubs come into a server that has some."""

from unittest.mock import ANY, Mock, patch
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import OperationalError, transaction
from django.db.models import JSONField
from django.test import Client
from django.urls import reverse

from scoring.accounts import second_factor as factors
from scoring.accounts import verbs as people
from scoring.accounts.verbs import SET_UP
from scoring.archive import reading
from scoring.archive.beside import ArrivingClub
from scoring.archive.tables import DERIVED, NUMBERED, fields_of, name_of, tables
from scoring.chain import states_behind
from scoring.deeds import Refused, _answered, _row_made
from scoring.engine.numbers import BLOCK, WRITTEN_AS
from scoring.models import Account, Club, Deed, Entry, Member, Seal, SecondFactor, Sheet
from scoring.rules.versions.versions import in_use
from tests.support.scoring.archives import (
    as_it_was,
    beside,
    brought,
    emptied,
    exported,
    rewritten,
    to_another,
)
from tests.support.scoring.house import HOUSE, PASSWORD, House, terms
from tests.support.scoring.other_rules import play_by_from_first
from tests.support.scoring.tables import dreier
from tests.support.scoring.verify import verified
from tests.support.scoring.whole_club import all_of_it, the_past
from tests.support.stages import Stage, stage


@stage(on=Stage("played_on", all_of_it, on=HOUSE))
def three(house: House, played_on: House) -> House:
    """Three clubs that share people: Anna owns all, Bert is in two, called otherwise in the second.

    A link waits for Cilli.
    """
    anna = house["Anna"]
    the_past(played_on)
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
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and not model._meta.proxy
    }


@pytest.mark.database
def test_three_clubs_that_share_people_come_into_one_server(three: House) -> None:
    """Everything is what it was, codes on paper are good, and nobody has got anybody's account."""
    wrong_rules(three)
    first, second, third = [exported(club) for club in Club.objects.order_by("pk")]
    codes = [seal.code for seal in Seal.objects.filter(evening__club=three.club).order_by("pk")]
    emptied()
    anna = brought(second, password=PASSWORD).owner
    in_use("wien", Club.objects.get())  # under another number than in the files
    south, before = Club.objects.get(), exported(Club.objects.get())

    mine, north = beside(first).club, beside(third).club
    assert (mine.slug, north.slug) == ("muehlviertler-runde", "tarock-nord")
    assert verified() == (0, ANY)
    assert exported(south) == before
    here, there = as_it_was(exported(mine)), as_it_was(first)
    others = {name: len({*lines} - {*here[name]}) for name, lines in there.items() if here[name] != lines}
    named = ("rulesetversion", "sheet", "entry")
    assert others == {f"scoring.{name}": 1 for name in named}, "the published sheet with another number here"
    assert codes
    assert all(states_behind(code) for code in codes)
    assert WRITTEN_AS in Entry.objects.get(record__event="rules", record__from_first=True).record
    assert {club.pk for club in Club.objects.open_to(anna)} == {south.pk}, "she has not agreed to anything"
    names = Account.objects.order_by("pk").values_list("name", flat=True)
    assert list(names.filter(name__startswith="Anna")) == ["Anna", "Anna 2", "Anna 3"]
    assert [account.name for account in Account.objects.all() if not account.is_unclaimed] == ["Anna"]
    assert [account.name for account in Account.objects.filter(is_superuser=True)] == ["Anna"]
    assert [owner.name for owner in mine.members.owners_who_can_sign_in()] == ["Anna"]


@pytest.mark.database
def test_by_the_first_link_an_owner_joins_and_goes_on(three: House, english: None) -> None:
    """With the account she has here, since she agrees; Bert, whom nobody knows here, sets a password."""
    first, second = [exported(club) for club in Club.objects.order_by("pk")[:2]]
    emptied()
    anna = brought(second, password=PASSWORD).owner
    came = beside(first)
    link = reverse("scoring:invitation", args=[came.token])
    client = Client()
    assert "Anmelden und beitreten" in client.get(link).content.decode()
    client.force_login(anna)
    page = client.get(link).content.decode()
    assert "Als Anna beitreten" in page
    assert "<b>Anna 2</b>" in page
    assert client.post(link, {"what": "join", "deed": uuid4()}).status_code == 302
    assert Club.objects.owned_by(anna).filter(pk=came.club.pk).exists()
    assert client.get(link).status_code == 404, "it is used up"

    house = House(came.club, came.club, {account.name: account for account in Account.objects.all()})
    token = people.invite(actor=anna, deed=uuid4(), member=house.member("Bert"))
    account, _club = people.renew_password(deed=uuid4(), token=token, password=PASSWORD)
    assert account == house["Bert"]
    token = people.invite(actor=anna, deed=uuid4(), member=house.member("Bert"))
    with pytest.raises(people.LinkIsGone):  # it is somebody's now
        people.join(house["Dora"], uuid4(), token=token)
    house.play(house.sheet(), dreier("Bert"))
    assert verified() == (0, ANY)
    with pytest.raises(
        reading.Unusable, match="This club is here already, or one made from the same file: Mühl"
    ):
        beside(first)


def test_of_every_column_it_is_known_whether_rows_stand_in_it() -> None:
    """A new one of JSON belongs into `NUMBERED`, or is named here."""
    of_json = {
        f"{name_of(model)}.{field.name}"
        for model in tables()
        for field in fields_of(model)
        if isinstance(field, JSONField) and name_of(model) not in DERIVED
    }
    numbered = {f"{name}.{column}" for name, columns in NUMBERED.items() for column in columns}
    assert numbered - of_json == {"scoring.sheet.dealer"}
    assert of_json - numbered == {
        *("scoring.evening.options", "scoring.evening.pagatkassa", "scoring.sheet.options"),  # agreed
        "scoring.oldperson.days",  # follow from the rest
        *("scoring.club.erased", "scoring.oldbatch.confirmed"),  # names; words and counts
        *("scoring.deed.details", "tournaments.ruling.arbiters"),  # numbers as such
        *(f"tournaments.{name}.kept_terms" for name in ("preset", "series", "tournament")),
    }


ATTACKS = {
    "a member with a number below its block": ("scoring.member", {"id": -(BLOCK - 1)}),
    "a member of somebody else's account": ("scoring.member", {"account": -(BLOCK - 1)}),
    "a role for a member of another club": ("scoring.appointment", {"member": 1 - BLOCK}),
    "a role for a member who is not there": ("scoring.appointment", {"member": 99_999}),
    "a deed of no club": ("scoring.deed", {"club": None}),
    "a deed about a number as text": ("scoring.deed", {"details": {"sheet": f"{BLOCK + 7}"}}),
    "a deed about half a number": ("scoring.deed", {"details": {"signup": 7.0}}),
    "a deed that stands for the first start": ("scoring.deed", {"id": f"{str(SET_UP)[:-1]}3"}),
    "a deed of the first start that is another one": (
        "scoring.deed",
        {"id": str(SET_UP), "verb": "found_club"},
    ),
    "a published sheet that nobody published": ("scoring.rulesetversion", {"slug": "mine", "ruleset": None}),
    "a published sheet with other values": ("scoring.rulesetversion", {"text": "x = 1", "digest": "0" * 64}),
    "an account that is no number": ("scoring.account", {"id": "1"}),
    "an account that runs the program": ("scoring.account", {"is_superuser": True}),
    "a table of another evening": ("scoring.sheet", {"evening": 10**15}),
    "a table under rules that are not there": ("scoring.sheet", {"ruleset": 99_999}),
    "a table that stands nowhere": ("scoring.sheet", {"stored_state": {}}),
    "a club of invented people": ("scoring.club", {"demonstration": True}),
}


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_file_reaches_nothing_but_its_own_club(small: bytes, attack: str) -> None:
    name, columns = ATTACKS[attack]
    assert_refused(rewritten(small, to_another(name, **columns)))


def test_an_old_deed_of_a_club_from_elsewhere_is_answered_with_none_of_another_clubs_rows(
    house: House,
) -> None:
    theirs, before = (
        house.member("Anna"),
        Deed(club_id=BLOCK + 1, details={"member": house.member("Anna").pk}),
    )
    with pytest.raises(Refused):
        _answered(_row_made(Member), before, {})
    before.club_id = house.club.pk
    assert _answered(_row_made(Member), before, {}) == theirs


def test_two_of_a_file_get_two_names_where_the_first_is_taken(house: House) -> None:
    arriving = object.__new__(ArrivingClub)
    arriving.names = {"anna", "anna 2"}
    given = [arriving._account({"name": name}, {})["name"] for name in ("Anna", "Anna 2")]
    assert given == ["Anna 3", "Anna 2"]


def test_an_entry_supersedes_none_of_another_club(small: bytes) -> None:
    theirs = Entry.objects.get()
    change = {"supersedes": str(theirs.pk), "act": "undo", "record": None}
    assert_refused(rewritten(small, to_another("scoring.entry", **change)))


def test_where_somebody_else_writes_a_club_waits(small: bytes, english: None) -> None:
    busy = Mock(side_effect=OperationalError("database is locked"))
    with patch("scoring.archive.beside.alone", busy), pytest.raises(reading.Unusable, match="at the moment"):
        beside(small)


def assert_refused(content: bytes) -> None:
    def here() -> list[object]:
        return [everything(), list(Account.objects.values_list("pk", "name", "password"))]

    before = here()
    with pytest.raises(reading.Unusable):
        beside(content)
    assert here() == before


def one_table(house: House) -> bytes:
    """The file of a club with one table; here is the other club, with a table of its own."""
    house.play(house.sheet(), dreier("Anna"))
    content = exported(house.club)
    other = exported(house.other)
    emptied()
    south = brought(other, password=PASSWORD)
    people.add_members(actor=south.owner, deed=uuid4(), club=south.club, names=["Gusti", "Heidi", "Inge"])
    there = House(south.club, south.club, {account.name: account for account in Account.objects.all()})
    there.play(there.sheet((*[member.name for member in south.club.members.all()][:4],)), dreier("Gusti"))
    return content


small = Stage("small", one_table, on=HOUSE).fixture()


def wrong_rules(house: House) -> None:
    """A table that was really played by a published sheet from its first hand on."""
    sheet = house.sheet()
    house.play(sheet, dreier("Anna"))
    with transaction.atomic():
        whole = Sheet.objects.whole().open_to(house["Anna"]).get(pk=sheet.pk)
        version = in_use("wien", house.club)
        play_by_from_first(whole, house["Anna"], uuid4(), version=version, reason="Es war Wien")
