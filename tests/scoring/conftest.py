"""Two clubs and six people: Franz is in the other club and must never see anything of this one."""

from __future__ import annotations

from dataclasses import dataclass, field
from uuid import uuid4

import pytest
from django.test import Client

from scoring import people
from scoring.models import Account, Club, Member, Role

PASSWORD = "Sküs-Mond-Pagat"


def terms(name: str, **further: object) -> people.ClubTerms:
    known = {"currency": "EUR", "cents_per_point": 10, "language": "de", "default_rules": "treffpunkt"}
    return people.ClubTerms(name=name, **{**known, **further})  # type: ignore[arg-type]


@dataclass
class House:
    """A club with everybody in it, made by the verbs themselves."""

    club: Club
    other: Club
    accounts: dict[str, Account] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Account:
        return self.accounts[name]

    def member(self, name: str) -> Member:
        return self.club.members.get(name=name)

    def enter(self, name: str, member: Member, *, by: Account) -> Account:
        """Through a link, as everybody comes in."""
        token = people.invite(actor=by, deed=uuid4(), member=member)
        account, _ = people.accept_invitation(deed=uuid4(), token=token, name=name, password=PASSWORD)
        self.accounts[name] = account
        return account

    def client(self, name: str) -> Client:
        client = Client()
        if name:
            client.force_login(self[name])
        return client


@pytest.fixture
def house(db: None) -> House:
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
    people.add_members(
        actor=anna, deed=uuid4(), club=club, names=["Bert", "Cilli", "Dora", "Emil", "Gustl", "Hilda"]
    )
    people.add_members(actor=anna, deed=uuid4(), club=other, names=["Franz"])
    for name in ("Bert", "Cilli", "Dora", "Emil", "Gustl"):
        house.enter(name, house.member(name), by=anna)
    franz = other.members.get(name="Franz")
    house.enter("Franz", franz, by=anna)
    for name, role in (("Bert", Role.DIRECTOR), ("Cilli", Role.SCORER), ("Dora", Role.ARBITER)):
        people.appoint(actor=anna, deed=uuid4(), member=house.member(name), role=role)
    people.appoint(actor=anna, deed=uuid4(), member=franz, role=Role.OWNER)
    people.deactivate_member(actor=anna, deed=uuid4(), member=house.member("Gustl"))
    return house
