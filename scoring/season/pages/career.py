"""One person's season: the evenings, and what they played, with whom and against whom."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from functools import cached_property
from itertools import starmap
from operator import itemgetter
from typing import NamedTuple

from django.db.models import Q, Sum
from django.urls import reverse

from scoring.engine.result import Amount, from_twelfths
from scoring.models import Member, NamedPeriod, Participant, TableScore
from scoring.names import colour_of
from scoring.season.pages.periods import SeasonCalendar
from scoring.season.pages.season import Season, SeasonScore, SeasonTally, add_days
from scoring.season.pages.season_hands import (
    EVERYTHING,
    GroupCount,
    HandFilter,
    SeasonHands,
    add_up,
    is_person,
)
from scoring.season.pages.statistics import (
    PERSON,
    KontraTally,
    PersonTally,
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
    """An evening at which the person played."""

    number: int  # 1, 2, … of the season
    date: date
    venue: str
    address: str
    score: SeasonScore
    total: Amount  # of the season so far
    is_old: bool = False  # only amounts are known


class SeasonPlayed(NamedTuple):
    """A season or calendar year with its evenings, if the whole of it is shown."""

    name: str
    score: SeasonScore


class _Table(NamedTuple):
    """A table with the member's counted hands and their sum."""

    evening: int
    date: date
    venue: str
    spontaneous: bool
    cents_per_point: int
    currency: str
    sheet: int
    hands: int
    twelfths: int
    schrift: int
    revoked: int  # hands


class Career:
    """A person's evenings, the oldest first; each kind of statistics is one query when first read."""

    def __init__(
        self, person: Member | str, season: Season, language: str, choice: HandFilter = EVERYTHING
    ) -> None:
        self.club, self._language, self._choice = season.club, language, choice
        self._key = person if isinstance(person, str) else str(person.pk)
        self._hands = SeasonHands(season, choice, self._key)
        self._book = SeasonRules.of(SeasonHands(season, person=self._key).versions())
        self.rules = self._book.labels  # all that the member played by, chosen or not
        self._people = _people_at_tables_of(self._key, season)
        known = {other.key: other for other in self._people.values() if other.key != self._key}
        # all who played at the same tables
        self.people = tuple(sorted(known.values(), key=lambda other: other.sorting))

        self._played: dict[int, tuple[_Table, SeasonTally]] = {}  # by evening, with the first table of each
        self.revoked = 0  # hands
        for table in starmap(_Table, self._hands.tables()):
            self._add(table)
        self.colour = colour_of(int(self._key) if self._key.isdecimal() else None, self._key[1:])
        self.score: SeasonScore | None = None  # None: nothing played
        self.evenings: list[EveningPlayed] = []
        self.years: list[SeasonPlayed] = []
        self.evenings_in_a_row: Streak | None = None
        self._add_evenings(season)

    @property
    def course(self) -> tuple[Amount, ...]:
        """Return the total at the beginning and after each evening."""
        return (0, *(evening.total for evening in self.evenings))

    @property
    def currencies(self) -> tuple[str, ...]:
        return tuple(sorted(self.score.money)) if self.score else ()

    @cached_property
    def _roles(self) -> tuple[dict[str, list[GroupCount]], TrischakenRecord]:
        """Return how the member's games ended, by role, and all Trischaken."""
        by_role: dict[str, list[GroupCount]] = {}
        trischaken = [0] * 6
        for role, is_trischaken, games, (jungfrauen, mayors) in self._hands.roles():
            if role != ALONE:
                by_role.setdefault(role, []).append(games)
            if is_trischaken:
                *results, twelfths = games.numbers
                trischaken = list(map(int.__add__, trischaken, (*results, jungfrauen, mayors, twelfths)))
        return by_role, TrischakenRecord(*trischaken)

    def most_played(self, role: str) -> list[Tally]:
        """Return the games that the member played in a role, the most frequent first."""
        games = self._book.counted("contracts", self._roles[0].get(role, ()), self._language)
        return sorted(tallies_of(Tally, games), key=lambda tally: -tally.played)

    @cached_property
    def contracts(self) -> list[Tally]:
        return self.most_played(DECLARER)

    @cached_property
    def partnered(self) -> list[Tally]:
        return self.most_played(PARTNER)

    @cached_property
    def opposed(self) -> list[Tally]:
        return self.most_played(OPPONENT)

    @property
    def trischaken(self) -> TrischakenRecord:
        return self._roles[1]

    @cached_property
    def premiums(self) -> list[PremiumTally]:
        counted = self._book.counted("premiums", self._hands.premiums(), self._language)
        return [tally for tally in tallies_of(PremiumTally, counted) if tally.times or tally.twelfths]

    @cached_property
    def kontras(self) -> list[KontraTally]:
        return tallies_of(KontraTally, self._book.counted("kontras", self._hands.kontras(), self._language))

    @cached_property
    def _others(self) -> dict[bool, list[PersonTally]]:
        """Return everybody on the member's side (False), and on the other side (True)."""
        by_side: dict[bool, list[tuple[int, list[int]]]] = {False: [], True: []}
        for across, participant, numbers in self._hands.others():
            by_side[across].append((participant, numbers))
        return {across: self._best(others) for across, others in by_side.items()}

    @property
    def partners(self) -> list[PersonTally]:
        return self._others[False]

    @property
    def opponents(self) -> list[PersonTally]:
        return self._others[True]

    @cached_property
    def declared_in_a_row(self) -> Streak | None:
        declared = Run()
        for day, won in self._hands.declared():
            declared.goes_on(day) if won else declared.ends()
        return declared.longest

    @property
    def best_partners(self) -> list[PersonTally]:
        return [tally for tally in self.partners if tally.played >= FEWEST_TOGETHER]

    @property
    def best_opponents(self) -> list[PersonTally]:
        return [tally for tally in self.opponents if tally.played >= FEWEST_TOGETHER]

    def _add(self, table: _Table) -> None:
        _first, evening = self._played.setdefault(table.evening, (table, SeasonTally(evenings=1)))
        worth = table.twelfths * table.cents_per_point
        evening.include(table.currency, 0, table.hands, table.twelfths, table.schrift, worth)
        self.revoked += table.revoked

    def _best(self, others: Iterable[tuple[int, list[int]]]) -> list[PersonTally]:
        people: dict[str, SeasonPerson] = {}
        numbers: dict[str, list[int]] = {}
        for participant, counts in others:
            person = self._people[participant]
            people[person.key] = person
            add_up(numbers, person.key, counts)
        tallies = [
            PersonTally(people[key].name, 0, played, won, lost, twelfths, key, people[key].sorting)
            for key, (played, won, lost, twelfths) in numbers.items()
            if key != self._key
        ]
        return sorted(tallies, key=lambda tally: (-tally.average, tally.sorting))

    def _address(self, table: _Table) -> str:
        if table.spontaneous:
            return reverse("scoring:sheet", args=[table.sheet])
        return reverse("scoring:evening", args=[self.club.slug, table.evening])

    def _add_evenings(self, season: Season) -> None:
        """Add up evenings and days of old sheets, by year and in total."""
        played = [
            (table.date, table.venue, self._address(table), tally) for table, tally in self._played.values()
        ]
        if self._choice == EVERYTHING:
            played += self._totals(season)
            old, batches = dict[date, int](), dict[date, int]()
            for (batch,), days in season.old_days("batch", only=is_person(self._key, "")):
                add_days(old, days)
                batches |= dict.fromkeys(days, batch)
            for day, twelfths in old.items():
                address = reverse("scoring:old_batch", args=[self.club.slug, batches[day]])
                played.append((day, "", address, SeasonTally.of_old(twelfths)))
        whole, positive = SeasonTally(), Run()
        seasons = SeasonCalendar.of(season.club).by_day(row[0] for row in played)
        by_season: dict[NamedPeriod, SeasonTally] = {}
        for number, (day, venue, address, tally) in enumerate(sorted(played, key=itemgetter(0)), 1):
            whole.add(tally)
            if day in seasons:
                by_season.setdefault(seasons[day], SeasonTally()).add(tally)
            positive.goes_on(day) if tally.twelfths > 0 else positive.ends()
            so_far, is_old = from_twelfths(whole.twelfths), tally.old is not None
            self.evenings.append(EveningPlayed(number, day, venue, address, tally.score, so_far, is_old))
        if played:
            self.score = whole.score
        self.years = [
            SeasonPlayed(played_in.name, total.score)
            for played_in, total in by_season.items()
            if season.period.has_all_of(played_in)
        ]
        self.evenings_in_a_row = positive.longest

    def _totals(self, season: Season) -> list[tuple[date, str, str, SeasonTally]]:
        """Return the evenings of which only the totals are known."""
        path = "participant__evening__"
        who = is_person(self._key, "participant__")
        scores = TableScore.objects.played().filter(season.counts(path), who)
        columns = (f"{path}{name}" for name in ("pk", "date", "venue", "cents_per_point", "currency"))
        evenings = []
        by_evening = scores.filter(**{f"{path}totals": True}).order_by().values_list(*columns)
        for pk, day, venue, cents, currency, twelfths in by_evening.annotate(Sum("twelfths")):
            tally = SeasonTally()
            tally.include(currency, 1, 0, twelfths, twelfths, twelfths * cents, twelfths)
            address = reverse("scoring:evening", args=[self.club.slug, pk])
            evenings.append((day, venue, address, tally))
        return evenings


def _people_at_tables_of(key: str, season: Season) -> dict[int, SeasonPerson]:
    """Return by participant everybody at the person's tables, including the person."""
    played = TableScore.objects.played().filter(season.counts("sheet__evening__"))
    sheets = played.filter(is_person(key, "participant__")).values("sheet")
    has_played = Q(scores__hands__gt=0) | Q(evening__totals=True, kitty=False)
    participants = Participant.objects.filter(has_played, scores__sheet__in=sheets)
    return people_among(participants.order_by("evening__date", "pk").values_list(*PERSON))
