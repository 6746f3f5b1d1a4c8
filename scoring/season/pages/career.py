"""One member's season: evening by evening, and everything they have played, with whom and against whom."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from itertools import starmap
from operator import itemgetter
from typing import NamedTuple

from django.urls import reverse

from scoring.engine.result import Amount, from_twelfths
from scoring.models import Member, Participant, TableScore
from scoring.season.pages.queries import EVERYTHING, GroupCount, HandFilter, SeasonHands, add_up
from scoring.season.pages.season import Season, SeasonScore, SeasonTally, add_days
from scoring.season.pages.statistics import (
    PERSON,
    Beside,
    KontraTally,
    PremiumTally,
    Run,
    SeasonPerson,
    SeasonRules,
    Streak,
    Tally,
    TrischakenRecord,
    people_among,
    tallies_of,
)
from scoring.table.counting import ALONE, DECLARER, OPPONENT, PARTNER

FEWEST_TOGETHER = 10  # games with somebody, before it says who is the best partner


class EveningPlayed(NamedTuple):
    """An evening at which the member played."""

    number: int  # 1, 2, … of the season
    date: date
    place: str
    address: str
    score: SeasonScore
    total: Amount  # of the season so far
    is_old: bool = False  # only amounts are known


class YearPlayed(NamedTuple):
    """A calendar year of the evenings shown, if all of it is."""

    year: int
    score: SeasonScore


class _Table(NamedTuple):
    """A table at which the member played hands that count, with what these brought."""

    evening: int
    date: date
    place: str
    spontaneous: bool
    cents_per_point: int
    currency: str
    sheet: int
    hands: int
    twelfths: int
    schrift: int
    revoked: int  # hands


class Career:
    """What a member's page shows; the oldest evening first. As many queries however much was played."""

    def __init__(
        self, member: Member, season: Season, language: str, choice: HandFilter = EVERYTHING
    ) -> None:
        self._club, self._language, self._choice = season.club, language, choice
        hands = self._hands = SeasonHands(season, choice, member.pk)
        self._book = SeasonRules.of(SeasonHands(season, member=member.pk).versions())
        self.rules = self._book.labels  # all that the member played by, chosen or not
        self._people = _people_at_tables_of(member, season)
        known = {person.key: person for person in self._people.values() if person.key != str(member.pk)}
        # all who played at the same tables
        self.people = tuple(sorted(known.values(), key=lambda person: person.sorting))

        self._played: dict[int, tuple[_Table, SeasonTally]] = {}  # by evening, with the first table of each
        self.revoked = 0  # hands
        for table in starmap(_Table, hands.tables()):
            self._add(table)
        self._roles: dict[str, list[GroupCount]] = {}
        trischaken = [0] * 6
        for role, is_trischaken, games, (jungfrauen, mayors) in hands.roles():
            if role != ALONE:
                self._roles.setdefault(role, []).append(games)
            if is_trischaken:
                *results, twelfths = games.numbers
                trischaken = list(map(int.__add__, trischaken, (*results, jungfrauen, mayors, twelfths)))
        self.trischaken = TrischakenRecord(*trischaken)
        self.contracts = self._most_played(DECLARER)
        self.partnered, self.opposed = self._most_played(PARTNER), self._most_played(OPPONENT)
        premiums = tallies_of(PremiumTally, self._book.counted("premiums", hands.premiums(), language))
        self.premiums = [premium for premium in premiums if premium.came or premium.twelfths]
        self.kontras = tallies_of(KontraTally, self._book.counted("kontras", hands.kontras(), language))
        others: dict[bool, list[tuple[int, list[int]]]] = {False: [], True: []}  # True: across
        for across, participant, numbers in hands.others():
            others[across].append((participant, numbers))
        self.partners, self.opponents = (self._best(str(member.pk), others[side]) for side in (False, True))
        declared = Run()
        for day, won in hands.declared():
            declared.goes_on(day) if won else declared.ends()
        self.declared_in_a_row = declared.longest
        self.score: SeasonScore | None = None  # None: nothing played
        self.evenings: list[EveningPlayed] = []
        self.years: list[YearPlayed] = []
        self.evenings_in_a_row: Streak | None = None
        self._add_evenings(member, season)

    @property
    def course(self) -> tuple[Amount, ...]:
        """Return the total at the beginning and after each evening."""
        return (0, *(evening.total for evening in self.evenings))

    @property
    def currencies(self) -> tuple[str, ...]:
        return tuple(sorted(self.score.money)) if self.score else ()

    @property
    def best_partners(self) -> list[Beside]:
        return [beside for beside in self.partners if beside.played >= FEWEST_TOGETHER]

    @property
    def best_opponents(self) -> list[Beside]:
        return [beside for beside in self.opponents if beside.played >= FEWEST_TOGETHER]

    def _add(self, table: _Table) -> None:
        _first, evening = self._played.setdefault(table.evening, (table, SeasonTally(evenings=1)))
        worth = table.twelfths * table.cents_per_point
        evening.include(table.currency, 0, table.hands, table.twelfths, table.schrift, worth)
        self.revoked += table.revoked

    def _most_played(self, role: str) -> list[Tally]:
        games = self._book.counted("contracts", self._roles.get(role, ()), self._language)
        return sorted(tallies_of(Tally, games), key=lambda tally: -tally.played)

    def _best(self, own: str, others: Iterable[tuple[int, list[int]]]) -> list[Beside]:
        people: dict[str, SeasonPerson] = {}
        numbers: dict[str, list[int]] = {}
        for participant, further in others:
            person = self._people[participant]
            people[person.key] = person
            add_up(numbers, person.key, further)
        found = [
            Beside(people[key].name, 0, played, won, lost, twelfths, key, people[key].sorting)
            for key, (played, won, lost, twelfths) in numbers.items()
            if key != own
        ]
        return sorted(found, key=lambda beside: (-beside.average, beside.sorting))

    def _address(self, table: _Table) -> str:
        if table.spontaneous:
            return reverse("scoring:sheet", args=[table.sheet])
        return reverse("scoring:evening", args=[self._club.slug, table.evening])

    def _add_evenings(self, member: Member, season: Season) -> None:
        """Add up the evenings, and the days of old sheets, by year and altogether."""
        played = [
            (table.date, table.place, self._address(table), tally) for table, tally in self._played.values()
        ]
        if self._choice == EVERYTHING:
            old, batches = dict[date, int](), dict[date, int]()
            for (batch,), days in season.old_days("batch", member=member):
                add_days(old, days)
                batches |= dict.fromkeys(days, batch)
            for day, twelfths in old.items():
                address = reverse("scoring:old_batch", args=[self._club.slug, batches[day]])
                played.append((day, "", address, SeasonTally.of_old(twelfths)))
        whole, positive = SeasonTally(), Run()
        years: dict[int, SeasonTally] = {}
        for number, (day, place, address, tally) in enumerate(sorted(played, key=itemgetter(0)), 1):
            for total in (whole, years.setdefault(day.year, SeasonTally())):
                total.add(tally)
            positive.goes_on(day) if tally.twelfths > 0 else positive.ends()
            so_far, is_old = from_twelfths(whole.twelfths), tally.old is not None
            self.evenings.append(EveningPlayed(number, day, place, address, tally.score, so_far, is_old))
        if played:
            self.score = whole.score
        self.years = [
            YearPlayed(year, total.score) for year, total in years.items() if season.period.has_all_of(year)
        ]
        self.evenings_in_a_row = positive.longest


def _people_at_tables_of(member: Member, season: Season) -> dict[int, SeasonPerson]:
    """Return everybody who played at a table at which the member did, the member too, by participant."""
    played = TableScore.objects.filter(season.counts("sheet__evening__"), hands__gt=0)
    sheets = played.filter(participant__member=member).values("sheet")
    there = Participant.objects.filter(scores__sheet__in=sheets, scores__hands__gt=0)
    return people_among(there.order_by("evening__date", "pk").values_list(*PERSON))
