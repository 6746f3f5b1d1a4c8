"""One member's season: evening by evening, and everything they have played, with whom and against whom."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from json import loads
from typing import Any, NamedTuple

from django.db.models import TextField
from django.db.models.functions import Cast
from django.urls import reverse

from scoring.engine.result import Amount, from_twelfths
from scoring.engine.texts import Text
from scoring.models import Member, Participant, Sheet, TableScore
from scoring.models.evenings import CountedOfSheet
from scoring.season.pages.season import Season, SeasonScore
from scoring.season.pages.season import SeasonTally as Total
from scoring.season.pages.statistics import (
    EVERYTHING,
    IN_ORDER,
    OF_ITS_EVENING,
    PERSON,
    Beside,
    HandFilter,
    KontraTally,
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
)
from scoring.table.counting import AGAINST, ROLES, WITH, HandCounted, add_at, stored_hands

FEWEST_TOGETHER = 10  # games with somebody, before it says who is the best partner


class EveningPlayed(NamedTuple):
    """An evening at which the member played."""

    number: int  # 1, 2, … of the season
    date: date
    place: str
    address: str
    score: SeasonScore
    total: Amount  # of the season so far


class YearPlayed(NamedTuple):
    """A calendar year of the evenings shown, if all of it is."""

    year: int
    score: SeasonScore


@dataclass(frozen=True)
class Career:
    """What a member's page shows; the oldest evening first."""

    score: SeasonScore | None = None  # None: nothing played
    evenings: tuple[EveningPlayed, ...] = ()
    years: tuple[YearPlayed, ...] = ()
    contracts: tuple[Tally, ...] = ()  # as declarer, the most played first; so are the next two
    partnered: tuple[Tally, ...] = ()
    opposed: tuple[Tally, ...] = ()
    premiums: tuple[PremiumTally, ...] = ()
    kontras: tuple[KontraTally, ...] = ()
    trischaken: TrischakenRecord = field(default_factory=TrischakenRecord)
    partners: tuple[Beside, ...] = ()  # the best first; so are the next
    opponents: tuple[Beside, ...] = ()
    declared_in_a_row: Streak | None = None
    evenings_in_a_row: Streak | None = None
    revoked: int = 0  # hands
    rules: Mapping[str, Text] = field(default_factory=dict)  # all that the member played by, chosen or not
    people: tuple[SeasonPerson, ...] = ()  # all who played at the same tables

    @property
    def course(self) -> tuple[Amount, ...]:
        """Return the total at the beginning and after each evening."""
        return (0, *(evening.total for evening in self.evenings))

    @property
    def currencies(self) -> tuple[str, ...]:
        return tuple(sorted(self.score.money)) if self.score else ()

    @property
    def best_partners(self) -> tuple[Beside, ...]:
        return tuple(beside for beside in self.partners if beside.played >= FEWEST_TOGETHER)

    @property
    def best_opponents(self) -> tuple[Beside, ...]:
        return tuple(beside for beside in self.opponents if beside.played >= FEWEST_TOGETHER)


def career_of(member: Member, season: Season, language: str, choice: HandFilter = EVERYTHING) -> Career:
    """Return what a member played: four queries, whatever there is.

    The member's tables with their sums, who played there, rules; and hands, but only of tables at which some
    do not count, or that were played under several versions.
    """
    return _Reading(member, season, language, choice).career


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


@dataclass
class _Evening:
    table: _Table  # the first of it
    total: Total = field(default_factory=Total)
    hands: int = 0
    twelfths: int = 0
    schrift: int = 0


class _Reading:
    """Adds up what every table of the member comes to."""

    def __init__(self, member: Member, season: Season, language: str, choice: HandFilter) -> None:
        self.club, self.period, self.language, self.choice = season.club, season.period, language, choice
        tables = _tables_of(member, season)
        there = _seated_at([table.sheet for table in tables])
        self.people = people_among(there)
        seated: dict[int, set[int]] = {}
        for participant, *_person, sheet in there:
            seated.setdefault(sheet, set()).add(participant)
        self.book = SeasonRules.of({version for table in tables for version in (table.version, *table.later)})
        self.chosen = chosen_at(seated, self.people, choice.people)
        self.me = str(member.pk)

        self.evenings: dict[int, _Evening] = {}
        self.roles: dict[str, dict[str, Tally]] = {role: {} for role in ROLES.values()}
        self.premiums: dict[str, PremiumTally] = {}
        self.kontras: dict[str, KontraTally] = {}
        self.trischaken = TrischakenRecord()
        self.beside: dict[str, dict[str, Beside]] = {WITH: {}, AGAINST: {}}
        self.declared = Run()
        self.revoked = 0
        self.known: dict[
            tuple[str, int, str], Any
        ] = {}  # what each of the above is of a version of the rules
        tables = [table for table in tables if table.sheet in self.chosen]
        in_part = self._parts({table.sheet: table for table in tables if choice.people or table.later})
        for table in tables:
            parts = in_part.get(table.sheet)
            for part in [table.whole] if parts is None else parts:
                if part.hands and self._is_chosen(part.version):
                    self._add(table, part)

    def _is_chosen(self, version: int) -> bool:
        return self.choice.rules in ("", self.book.slugs[version])

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
        me, chosen, parts = table.me, self.chosen[table.sheet], list[_Part]()
        for stored in hands:
            players = stored[1]
            if me not in players or not chosen.issubset(players):
                continue
            hand, seat = HandCounted(*stored), players.index(me)
            if self.choice.against and not chosen <= opponents_in(hand, seat):
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
        evening = self.evenings.get(table.evening)
        if evening is None:
            evening = self.evenings[table.evening] = _Evening(table)
        evening.hands += part.hands
        evening.twelfths += part.twelfths
        evening.schrift += part.schrift
        sums, version = part.sums, part.version
        for kind in (*self.roles, "premiums", "kontras"):
            for key, result in sums.get(kind, {}).items():
                tally = self.known.get((kind, version, key))
                if tally is None:
                    tally = self.known[kind, version, key] = self._tally(kind, version, key)
                tally.add(*result)
        for how, people in self.beside.items():
            for participant, result in sums.get(how, {}).items():
                self._beside(people, int(participant)).add(*result)
        self.trischaken.add(*sums.get("trischaken", ()))
        self.declared.goes_on_as(table.date, *sums.get("declared", ()))
        self.revoked += sums.get("revoked", 0)

    def _tally(self, kind: str, version: int, key: str) -> Tally | PremiumTally | KontraTally:
        """Return one tally for what has the same name on several rule sheets."""
        if kind == "premiums":
            label = self.book.premium(version, key, self.language)
            order = self.book.premium_order(version, key)
            return self.premiums.setdefault(label, PremiumTally(label, order))
        if kind == "kontras":
            label = self.book.kontra(version, int(key))
            return self.kontras.setdefault(label, KontraTally(label, int(key)))
        label = self.book.contract(version, key, self.language)
        return self.roles[kind].setdefault(label, Tally(label, self.book.contract_order(version, key)))

    def _beside(self, found: dict[str, Beside], participant: int) -> Tally:
        person = self.people[participant]
        beside = found.get(person.key)
        if beside is None:
            beside = found[person.key] = Beside(*person)
        return beside.tally

    @property
    def career(self) -> Career:
        known = {person.key: person for person in self.people.values() if person.key != self.me}
        offered = tuple(sorted(known.values(), key=lambda person: person.sorting))
        if not self.evenings:
            return Career(rules=self.book.labels, people=offered)
        season, positive = Total(), Run()
        years: dict[int, Total] = {}
        evenings: list[EveningPlayed] = []
        before, _number, after = reverse("scoring:evening", args=[self.club.slug, 0]).rpartition("0")
        for number, one in enumerate(self.evenings.values(), 1):
            table = one.table
            for total in (one.total, season, years.setdefault(table.date.year, Total())):
                total.add(one.hands, one.twelfths, one.schrift, table.cents_per_point, table.currency)
            positive.goes_on(table.date) if one.twelfths > 0 else positive.ends()
            evenings.append(
                EveningPlayed(
                    number,
                    table.date,
                    table.place,
                    reverse("scoring:sheet", args=[table.sheet])
                    if table.spontaneous
                    else f"{before}{table.evening}{after}",
                    one.total.score,
                    from_twelfths(season.twelfths),
                )
            )
        return Career(
            score=season.score,
            evenings=tuple(evenings),
            years=tuple(
                YearPlayed(year, total.score) for year, total in years.items() if self.period.has_all_of(year)
            ),
            contracts=_most_played(self.roles["declarer"]),
            partnered=_most_played(self.roles["partner"]),
            opposed=_most_played(self.roles["opponent"]),
            premiums=tuple(
                sorted(
                    (premium for premium in self.premiums.values() if premium.came or premium.twelfths),
                    key=lambda tally: (tally.order, tally.label),
                )
            ),
            kontras=tuple(sorted(self.kontras.values(), key=lambda tally: tally.step)),
            trischaken=self.trischaken,
            partners=_best(self.beside[WITH].values()),
            opponents=_best(self.beside[AGAINST].values()),
            declared_in_a_row=self.declared.longest,
            evenings_in_a_row=positive.longest,
            revoked=self.revoked,
            rules=self.book.labels,
            people=offered,
        )


def _tables_of(member: Member, season: Season) -> list[_Table]:
    """Return the tables at which the member played, the oldest first."""
    played = TableScore.objects.filter(season.counts("sheet__evening__"), hands__gt=0)
    rows = played.filter(participant__member=member).annotate(text=Cast("sums", TextField()))
    columns = ("sheet_id", "sheet__ruleset", "sheet__standing__versions", "participant_id")
    points = ("hands", "twelfths", "schrift_twelfths", "text")
    evening = tuple(f"sheet__{name}" for name in OF_ITS_EVENING)
    in_order = rows.order_by(*(f"sheet__{column}" for column in IN_ORDER))
    return [_Table(*row) for row in in_order.values_list(*columns, *points, *evening)]


def _seated_at(sheets: Collection[int]) -> list[tuple[Any, ...]]:
    """Return who has played at these tables: rows of `PERSON` and the table."""
    there = Participant.objects.filter(scores__sheet__in=sheets, scores__hands__gt=0)
    return list(there.order_by("evening__date", "pk").values_list(*PERSON, "scores__sheet"))


def _most_played(found: Mapping[str, Tally]) -> tuple[Tally, ...]:
    return tuple(sorted(found.values(), key=lambda tally: (-tally.played, tally.order, tally.label)))


def _best(found: Iterable[Beside]) -> tuple[Beside, ...]:
    return tuple(sorted(found, key=lambda beside: (-beside.average, beside.sorting)))
