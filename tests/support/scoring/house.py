"""Two clubs and six people: Franz is in the other club and must never see anything of this one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, TypeVar
from uuid import UUID, uuid4

from django.conf import settings
from django.test import Client

from scoring import clock
from scoring.accounts import verbs as people
from scoring.accounts.confirming import HOLDS
from scoring.accounts.open_sessions import PASSWORD_GIVEN
from scoring.engine.rules import PagatkassaTerms
from scoring.evenings import verbs as evening_verbs
from scoring.models import (
    Account,
    Club,
    Entry,
    Evening,
    Member,
    Role,
    Sheet,
    Voice,
)
from scoring.table import verbs as recording
from scoring.table.arrivals import Person
from scoring.table.writing import Written
from scoring.table_policy import Actor
from tests.support.scoring.tables import FOUR, exchanged
from tests.support.stages import Stage

T = TypeVar("T")
PASSWORD = "Sküs-Mond-Pagat"
LONG_FROM_NOW = 32_503_680_000  # seconds since 1970: a prepared database may be copied years later


def terms(name: str, **further: object) -> people.ClubTerms:
    known = {"currency": "EUR", "cents_per_point": 10, "language": "de", "default_rules": "treffpunkt"}
    return people.ClubTerms(name=name, **{**known, **further})


def signed_in(client: Client, account: Account) -> None:
    """As somebody who has just given the password, however long a test takes."""
    client.force_login(account)
    session = client.session
    session[PASSWORD_GIVEN] = LONG_FROM_NOW
    session.save()


def given_long_ago(client: Client) -> None:
    """Ten minutes after the password was given."""
    session = client.session
    session[PASSWORD_GIVEN] = clock.now().timestamp() - HOLDS.total_seconds() - 1
    session.save()


@dataclass
class House:
    """A club with everybody in it, made by the verbs themselves."""

    club: Club
    other: Club
    accounts: dict[str, Account] = field(default_factory=dict)
    sessions: dict[str, str] = field(default_factory=dict)  # of those who have signed in already

    def __getitem__(self, name: str) -> Account:
        return self.accounts[name]

    def do(self, verb: Callable[..., T], /, *, by: str, **about: Any) -> T:
        """Let somebody do this."""
        return verb(actor=self[by], deed=uuid4(), **about)

    def member(self, name: str) -> Member:
        return self.club.members.get(name=name)

    def enter(self, name: str, member: Member, *, by: Account) -> Account:
        """Through a link, as everybody comes in."""
        token = people.invite(actor=by, deed=uuid4(), member=member)
        account, _ = people.accept_invitation(deed=uuid4(), token=token, name=name, password=PASSWORD)
        self.accounts[name] = account
        return account

    def client(self, name: str, language: str = "") -> Client:
        """Return the browser of this person, in another language than the club's where one is given."""
        client = Client()
        if language:
            client.cookies["language"] = language
        if name in self.sessions:
            client.cookies[settings.SESSION_COOKIE_NAME] = self.sessions[name]
        elif name:
            signed_in(client, self[name])
        return client

    def evening(
        self,
        rules: str = "standard",
        *,
        club: Club | None = None,
        date: date | None = None,
        venue: str = "Gasthaus",
        pagatkassa: PagatkassaTerms | None = None,
        confirmation: bool = False,
        **agreed: str | int,
    ) -> Evening:
        """Opened by Anna, who owns both clubs; today, where no other day is given; `agreed` are options."""
        return evening_verbs.open_evening(
            actor=self["Anna"],
            deed=uuid4(),
            club=club or self.club,
            date=date or clock.today(),
            venue=venue,
            rules=rules,
            options=agreed,
            pagatkassa=pagatkassa,
            confirmation=confirmation,
        )

    def sheet(
        self,
        names: Sequence[str] = FOUR,
        *,
        evening: Evening | None = None,
        rules: str = "standard",
        name: str = "1",
        high_card: int = 0,
    ) -> Sheet:
        """A table of an evening, or of one of its own; whoever is no active member sits there as a guest.

        Under most rules the first of them is the first Vorhand, so the last one deals.
        """
        return evening_verbs.open_sheet(
            actor=self["Anna"],
            deed=uuid4(),
            evening=evening or self.evening(rules),
            name=name,
            people=[Person(name=name) for name in names],
            high_card=high_card,
        )

    def just_play(self, by: str, *names: str, **further: Any) -> Sheet:
        """A table that somebody starts now, with these people."""
        people = [Person(name=name) for name in names]
        asked = {"club": self.club, "rules": "standard", "people": people, "high_card": 0, **further}
        return evening_verbs.just_play(actor=self[by], deed=uuid4(), **asked)

    def seat(self, sheet: Sheet, names: Sequence[str], dealer: int = 0, *, by: str = "Anna") -> Written:
        """These people sit there from the next hand on, in order of play."""
        return recording.seat(
            actor=Actor(self[by]),
            entry=uuid4(),
            sheet=sheet,
            known_seq=now(sheet).seq,
            people=[Person(name=name) for name in names],
            dealer=dealer,
        )

    def play(
        self, sheet: Sheet, record: dict[str, Any], *, by: str = "Anna", entry: UUID | None = None
    ) -> Written:
        """The next entry, dictated with names: `house.play(sheet, rufer("Anna", "Dora"))`."""
        return recording.add(
            actor=Actor(self[by]),
            entry=entry or uuid4(),
            sheet=sheet,
            known_seq=now(sheet).seq,
            record=in_ids(sheet, record),
        )

    def tap(
        self,
        verb: Callable[..., Voice],
        sheet: Sheet,
        entry: Entry,
        player: str,
        *,
        by: str = "",
        voice: UUID | None = None,
        **further: Any,
    ) -> Voice:
        """Somebody confirms or objects, on their own phone or, without a name, on one with the link."""
        actor = Actor(self[by]) if by else Actor(link=now(sheet).record_link)
        player = ids(sheet)[player]
        return verb(actor=actor, deed=voice or uuid4(), sheet=sheet, entry=entry, player=player, **further)


def english(house: House, name: str) -> Client:
    """Return the browser of this person, who reads English."""
    return house.client(name, "en")


def now(sheet: Sheet) -> Sheet:
    """The sheet as the database has it by now."""
    found = Sheet.numbered(sheet.pk)
    assert found is not None
    return found


def seated(sheet: Sheet) -> list[str]:
    """Return the names of those who sit there by now, in order of play."""
    names = sheet.evening.names()
    return [names[player] for player in now(sheet).state.players]


def ids(sheet: Sheet) -> dict[str, str]:
    """Everybody of the evening: name to id."""
    return {name: other for other, name in sheet.evening.names().items()}


def in_ids(sheet: Sheet, record: dict[str, Any]) -> dict[str, Any]:
    return exchanged(record, ids(sheet))


def founded_house() -> House:
    """Built by the verbs, as in life."""
    anna = people.set_up(
        deed=uuid4(),
        code=people.setup_code(),
        name="Anna",
        password=PASSWORD,
        terms=terms("Mühlviertler Runde"),
    )
    club = Club.objects.get()
    other = people.found_club(actor=anna, deed=uuid4(), terms=terms("Kaffeehaus Süd"))
    house = House(club, other, {"Anna": anna})
    members = ["Bert", "Cilli", "Dora", "Emil", "Gustl", "Hilda"]
    for named, names in ((club, members), (other, ["Franz"])):
        house.do(people.add_members, by="Anna", club=named, names=names)
    for name in ("Bert", "Cilli", "Dora", "Emil", "Gustl"):
        house.enter(name, house.member(name), by=anna)
    franz = other.members.get(name="Franz")
    house.enter("Franz", franz, by=anna)
    for name, role in (("Bert", Role.DIRECTOR), ("Cilli", Role.SCORER), ("Dora", Role.ARBITER)):
        people.appoint(actor=anna, deed=uuid4(), member=house.member(name), role=role)
    people.appoint(actor=anna, deed=uuid4(), member=franz, role=Role.OWNER)
    people.deactivate_member(actor=anna, deed=uuid4(), member=house.member("Gustl"))
    for name in house.accounts:
        house.sessions[name] = house.client(name).cookies[settings.SESSION_COOKIE_NAME].value
    return house


HOUSE = Stage("house", founded_house)
house = HOUSE.fixture()
