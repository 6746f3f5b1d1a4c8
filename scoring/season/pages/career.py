"""One member's season: evening by evening, and everything they have played, with whom and against whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import chain
from json import loads
from operator import itemgetter
from typing import Any, NamedTuple

from django.db.models import TextField
from django.db.models.functions import Cast
from django.urls import reverse

from scoring.engine.result import Amount, from_twelfths
from scoring.models import Member, Participant, Sheet, TableScore
from scoring.models.evenings import CountedOfSheet
from scoring.season.pages.season import Season, SeasonScore, SeasonTally, add_days
from scoring.season.pages.statistics import (
    EVERYTHING,
    IN_ORDER,
    OF_ITS_EVENING,
    PERSON,
    Beside,
    HandFilter,
    KontraTally,
    Named,
    PremiumTally,
    Run,
    SeasonPerson,
    SeasonRules,
    Streak,
    Tally,
    TrischakenRecord,
    chosen_at,
    opponents_in,
    people_among,
    tallies_of,
)
from scoring.table.counting import AGAINST, ROLES, WITH, HandCounted, add_at, add_numbers, stored_hands

COUNTED = (*ROLES.values(), "premiums", "kontras")
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
    """A table at which the member played, with their score."""

    sheet: int
    version: int  # it began with
    later: Sequence[int]  # further versions
    me: int  # as a participant
    hands: int
    twelfths: int
    schrift: int
    sums: str  # as text: what is in memory together, Python would look through again and again
    evening: int
    date: date
    place: str
    spontaneous: bool
    cents_per_point: int
    currency: str

    @property
    def whole(self) -> _Part:
        return _Part(self.version, self.hands, self.twelfths, self.schrift, loads(self.sums))


@dataclass
class _Part:
    """Hands of the member, one after the other under one version."""

    version: int
    hands: int = 0
    twelfths: int = 0
    schrift: int = 0
    sums: dict[str, Any] = field(default_factory=dict)  # see `counting.add_at`


class Career:
    """What a member's page shows; the oldest evening first.

    Five queries: hands are read only of tables at which some do not count, or that were played under several
    versions.
    """

    def __init__(
        self, member: Member, season: Season, language: str, choice: HandFilter = EVERYTHING
    ) -> None:
        self._club, self._language, self._choice = season.club, language, choice
        tables = _tables_of(member, season)
        sheets = [table.sheet for table in tables]
        players = Participant.objects.filter(scores__sheet__in=sheets, scores__hands__gt=0)
        there = list(players.order_by("evening__date", "pk").values_list(*PERSON, "scores__sheet"))
        self._people = people_among(there)
        seated: dict[int, set[int]] = {}
        for participant, *_person, sheet in there:
            seated.setdefault(sheet, set()).add(participant)
        self._chosen = chosen_at(seated, self._people, choice.people)
        self._book = SeasonRules.of(
            {version for table in tables for version in (table.version, *table.later)}
        )
        self.rules = self._book.labels  # all that the member played by, chosen or not
        known = {person.key: person for person in self._people.values() if person.key != str(member.pk)}
        # all who played at the same tables
        self.people = tuple(sorted(known.values(), key=lambda person: person.sorting))

        self._played: dict[int, tuple[_Table, SeasonTally]] = {}  # by evening, with the first table of each
        self._numbers: dict[tuple[str, int], dict[str, list[int]]] = {}  # by what was counted, and version
        self._trischaken: dict[str, list[int]] = {}
        self._beside: dict[str, dict[str, list[int]]] = {WITH: {}, AGAINST: {}}  # by participant
        self._declared = Run()
        self.revoked = 0  # hands
        tables = [table for table in tables if table.sheet in self._chosen]
        in_part = self._parts({table.sheet: table for table in tables if choice.people or table.later})
        for table in tables:
            parts = in_part.get(table.sheet)
            for part in [table.whole] if parts is None else parts:
                if part.hands and self._is_chosen(part.version):
                    self._add(table, part)

        self.contracts = self._most_played("declarer")
        self.partnered, self.opposed = self._most_played("partner"), self._most_played("opponent")
        premiums = self._tallies(PremiumTally, "premiums")
        self.premiums = [premium for premium in premiums if premium.came or premium.twelfths]
        self.kontras = self._tallies(KontraTally, "kontras")
        self.trischaken = TrischakenRecord(*self._trischaken.get("", ()))
        self.partners, self.opponents = self._best(WITH), self._best(AGAINST)
        self.declared_in_a_row = self._declared.longest
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

    def _is_chosen(self, version: int) -> bool:
        return self._choice.rules in ("", self._book.slugs[version])

    def _parts(self, tables: Mapping[int, _Table]) -> dict[int, list[_Part]]:
        """Add up the hands that count, one table after the other: few hands are in memory together."""
        if not tables:
            return {}
        stored = Sheet.objects.filter(pk__in=tables).order_by().values_list("pk", CountedOfSheet("pk"))
        return {
            pk: self._parts_of(tables[pk], stored_hands(hands))
            for pk, hands in stored.iterator(chunk_size=20)
        }

    def _parts_of(self, table: _Table, hands: Iterable[Sequence[Any]]) -> list[_Part]:
        me, chosen, parts = table.me, self._chosen[table.sheet], list[_Part]()
        for stored in hands:
            players = stored[1]
            if me not in players or not chosen.issubset(players):
                continue
            hand, seat = HandCounted(*stored), players.index(me)
            if self._choice.against and not chosen <= opponents_in(hand, seat):
                continue
            version = hand.rules or table.version
            if not parts or parts[-1].version != version:
                parts.append(_Part(version))
            part = parts[-1]
            part.hands += 1
            part.twelfths += hand.twelfths[seat]
            part.schrift += hand.further.get("schrift", hand.twelfths)[seat]
            add_at(part.sums, hand, seat)
        return parts

    def _add(self, table: _Table, part: _Part) -> None:
        _first, evening = self._played.setdefault(table.evening, (table, SeasonTally(evenings=1)))
        worth = part.twelfths * table.cents_per_point
        evening.include(table.currency, 0, part.hands, part.twelfths, part.schrift, worth)
        sums = part.sums
        for kind in COUNTED:
            if kind in sums:
                add_numbers(self._numbers.setdefault((kind, part.version), {}), sums[kind])
        for how, people in self._beside.items():
            add_numbers(people, sums.get(how, {}))
        if "trischaken" in sums:
            add_numbers(self._trischaken, {"": sums["trischaken"]})
        self._declared.goes_on_as(table.date, *sums.get("declared", ()))
        self.revoked += sums.get("revoked", 0)

    def _tallies(self, kind: type[Named], counted: str) -> list[Named]:
        found = [
            self._book.counted(counted, version, numbers, self._language)
            for (name, version), numbers in self._numbers.items()
            if name == counted
        ]
        return tallies_of(kind, chain(*found))

    def _most_played(self, role: str) -> list[Tally]:
        return sorted(self._tallies(Tally, role), key=lambda tally: -tally.played)

    def _best(self, how: str) -> list[Beside]:
        people: dict[str, SeasonPerson] = {}
        numbers: dict[str, list[int]] = {}
        for participant, further in self._beside[how].items():
            person = self._people[int(participant)]
            people[person.key] = person
            add_numbers(numbers, {person.key: further})
        found = [
            Beside(people[key].name, 0, played, won, lost, twelfths, key, people[key].sorting)
            for key, (played, won, lost, twelfths) in numbers.items()
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


def _tables_of(member: Member, season: Season) -> list[_Table]:
    """Return the tables at which the member played, the oldest first."""
    played = TableScore.objects.filter(season.counts("sheet__evening__"), hands__gt=0)
    rows = played.filter(participant__member=member).annotate(text=Cast("sums", TextField()))
    columns = ("sheet_id", "sheet__ruleset", "sheet__standing__versions", "participant_id")
    points = ("hands", "twelfths", "schrift_twelfths", "text")
    evening = tuple(f"sheet__{name}" for name in OF_ITS_EVENING)
    in_order = rows.order_by(*(f"sheet__{column}" for column in IN_ORDER))
    return [_Table(*row) for row in in_order.values_list(*columns, *points, *evening)]
