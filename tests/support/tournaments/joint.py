"""Three clubs hold a series together, and a fourth does not; Anna is a member of all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import uuid4

from scoring.evenings.verbs.evenings import close_evening
from scoring.models import Account, Club, Evening, Role
from scoring.people import verbs as people
from tests.support.scoring.house import HOUSE, House, terms
from tests.support.scoring.tables import FOUR, dreier
from tests.support.stages import Stage
from tests.support.tournaments.series import choose
from tournaments.engine.series import SeriesTerms, WhatCounts
from tournaments.joint import verbs
from tournaments.models import JointClub, Series
from tournaments.series.verbs import change_series, choose_events, open_series

SOUTH, NORTH = ("Anna", "Franz", "Gerti", "Hans"), ("Ida", "Jakob", "Karl", "Lena")
BEST_THREE = SeriesTerms(counting=WhatCounts.BEST, best=3)


@dataclass
class Joint:
    """The series of the Mühlviertler Runde, and the parts of the Kaffeehaus Süd and the Stammtisch Nord."""

    house: House
    north: Club
    east: Club  # is not invited
    series: Series
    of_south: Series
    of_north: Series

    @property
    def south(self) -> Club:
        return self.house.other

    def by_other_terms(self, terms_: SeriesTerms) -> None:
        asked = {"title": self.series.title, "terms": terms_}
        change_series(actor=self.house["Bert"], deed=uuid4(), series=self.series, **asked)

    def one_person(self, name: str = "Anna") -> None:
        """The organiser says so, the Kaffeehaus Süd agrees."""
        here, there = (club.members.get(name=name).pk for club in (self.house.club, self.south))
        verbs.propose_same_person(
            actor=self.house["Bert"], deed=uuid4(), series=self.series, own=here, other=there
        )
        pair = self.series.same_people.get()
        verbs.agree_same_person(actor=self.house["Franz"], deed=uuid4(), series=self.of_south, pair=pair.pk)


def evening_in(house: House, club: Club, names: Sequence[str], *winners: str) -> Evening:
    """A closed evening at one table; each of these has won a Dreier, which is 5 from each of the others."""
    evening = house.evening("cup", club=club)
    sheet = house.sheet(names, evening=evening)
    for name in winners:
        house.play(sheet, dreier(name))
    close_evening(actor=house["Anna"], deed=uuid4(), evening=evening)
    return evening


def joined_by(by: Account, series: Series, club: Club) -> Series:
    """The club was invited by name, and accepts."""
    joint = JointClub.objects.get(series=series, club=club)
    return verbs.accept_joint_series(actor=by, deed=uuid4(), joint=joint, club=club)


def three_clubs(house: House) -> Joint:
    """Five events: two here, two of the Kaffeehaus Süd, one of the Stammtisch Nord."""
    anna, bert, franz = house["Anna"], house["Bert"], house["Franz"]
    people.add_members(actor=anna, deed=uuid4(), club=house.other, names=["Gerti", "Hans"])
    north, east = (
        people.found_club(actor=anna, deed=uuid4(), terms=terms(name))
        for name in ("Stammtisch Nord", "Runde Ost")
    )
    people.add_members(actor=anna, deed=uuid4(), club=north, names=NORTH)
    people.add_members(actor=anna, deed=uuid4(), club=east, names=["Olga"])
    olga = east.members.get(name="Olga")
    house.enter("Olga", olga, by=anna)
    people.appoint(actor=anna, deed=uuid4(), member=olga, role=Role.OWNER)
    series = open_series(actor=bert, deed=uuid4(), club=house.club, title="Drei Vereine", terms=BEST_THREE)
    for name in (house.other.name, north.name):
        verbs.invite_club(actor=bert, deed=uuid4(), series=series, name=name)
    of_south, of_north = joined_by(franz, series, house.other), joined_by(anna, series, north)
    own = [
        evening_in(house, house.club, FOUR, "Anna", "Anna", "Bert"),
        evening_in(house, house.club, FOUR, "Cilli"),
    ]
    choose(series, house, *(f"e{one.pk}" for one in own))
    theirs = [
        evening_in(house, house.other, SOUTH, "Anna"),
        evening_in(house, house.other, SOUTH, "Franz", "Franz", "Anna"),
    ]
    last = evening_in(house, north, NORTH, "Ida", "Ida", "Ida")
    for by, part, evenings in ((franz, of_south, theirs), (anna, of_north, [last])):
        keys = [f"e{one.pk}" for one in evenings]
        choose_events(actor=by, deed=uuid4(), series=part, among=keys, chosen=keys)
    return Joint(house, north, east, series, of_south, of_north)


JOINT = Stage("joint", three_clubs, on=HOUSE)
