"""One member's season: evening by evening, and everything they have played, with whom and against whom."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from django.urls import reverse

from scoring.engine.result import Amount
from scoring.engine.rules import Text
from scoring.models import Club, Member, Participant, Sheet
from scoring.season.pages.season import Season, SeasonScore
from scoring.season.pages.season import SeasonTally as Total
from scoring.season.pages.statistics.choosing import (
    EVERYTHING,
    HandFilter,
    across,
    chosen_at,
    opponents_in,
    seated_in,
)
from scoring.season.pages.statistics.reading import (
    COLUMNS,
    IN_ORDER,
    SeasonPerson,
    SeasonRules,
    SeasonSheet,
    people_among,
)
from scoring.season.pages.statistics.tallies import (
    Beside,
    KontraTally,
    PremiumTally,
    Run,
    Streak,
    Tally,
    TrischakenRecord,
    points,
)
from scoring.table.counting import (
    ALONE,
    APART,
    DECLARER,
    MADE,
    MISSED,
    OPPONENT,
    PARTNER,
    SILENT,
    HandCounted,
    KontraCounted,
    PremiumCounted,
    as_game,
    won_at,
)

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
        """The total at the beginning and after each evening."""
        return (0, *(evening.total for evening in self.evenings))

    @property
    def currencies(self) -> tuple[str, ...]:
        return tuple(sorted(self.score.money)) if self.score else ()

    @property
    def best_partners(self) -> tuple[Beside, ...]:
        return tuple(one for one in self.partners if one.played >= FEWEST_TOGETHER)

    @property
    def best_opponents(self) -> tuple[Beside, ...]:
        return tuple(one for one in self.opponents if one.played >= FEWEST_TOGETHER)


def career_of(member: Member, season: Season, language: str, choice: HandFilter = EVERYTHING) -> Career:
    """Five queries, whatever there is: the member's evenings, who played where, hands, people, rules."""
    return _Reading(member, season, language, choice).career


@dataclass
class _Evening:
    table: SeasonSheet  # the first of it
    total: Total
    hands: int = 0
    twelfths: int = 0
    schrift: int = 0


class _Reading:
    """Goes through every hand of the member once."""

    def __init__(self, member: Member, season: Season, language: str, choice: HandFilter) -> None:
        self.club, self.period, self.language, self.choice = season.club, season.period, language, choice
        mine = Participant.objects.filter(season.counts("evening__"), member=member)
        self.own = dict(mine.values_list("evening", "pk"))
        # In a big club ten tables play in an evening, and the member sat at one of them.
        seated = [one for one in seated_in(season, self.own) if str(self.own[one.evening]) in one.played]
        self.people = people_among(season, {player for table in seated for player in table.participants})
        self.book = SeasonRules.of({version for table in seated for version in table.versions})
        self.chosen = chosen_at(seated, self.people, choice.people)
        self.me = str(member.pk)

        self.evenings: dict[int, _Evening] = {}
        self.roles: dict[str, dict[str, Tally]] = {DECLARER: {}, PARTNER: {}, OPPONENT: {}}
        self.premiums: dict[str, PremiumTally] = {}
        self.kontras: dict[str, KontraTally] = {}
        self.trischaken = TrischakenRecord()
        self.together: dict[str, Beside] = {}
        self.against: dict[str, Beside] = {}
        self.declared = Run()
        self.revoked = 0
        self.labels: dict[tuple[int, str], tuple[str, int]] = {}
        for table in _tables(self.chosen):
            self._read(table)

    def _read(self, table: SeasonSheet) -> None:
        me, chosen = self.own.get(table.evening), self.chosen[table.sheet]
        slugs, wanted, against = self.book.slugs, self.choice.rules, self.choice.against
        for stored in table.stored:
            players = stored[1]
            if me not in players or not chosen.issubset(players):
                continue
            version = stored[0] or table.version
            if wanted and slugs[version] != wanted:
                continue
            hand, seat = HandCounted(*stored), players.index(me)
            if not against or chosen <= opponents_in(hand, seat):
                self._count(table, version, hand, seat)

    def _count(self, table: SeasonSheet, version: int, hand: HandCounted, seat: int) -> None:
        evening = self.evenings.get(table.evening)
        if evening is None:
            evening = self.evenings[table.evening] = _Evening(table._replace(stored=None), Total())
        evening.hands += 1
        evening.twelfths += hand.twelfths[seat]
        evening.schrift += hand.further.get("schrift", hand.twelfths)[seat]
        for raw in hand.games:
            game = as_game(raw)
            if game.won is None:
                self.revoked += raw is hand.games[0]
            side = game.sides[seat]
            twelfths = (game.twelfths or hand.twelfths)[seat]
            if side == APART:
                continue
            won = won_at(game, hand, seat)
            if side != ALONE:
                self._tally(self.roles[side], version, game.contract).add(won, twelfths)
            if side == DECLARER and won is not None:
                self.declared.goes_on(table.date) if won else self.declared.ends()
            if ALONE in game.sides:
                self._count_trischaken(hand, seat, won)
            elif won is not None:
                self._count_people(hand, game.sides, seat, won, twelfths)
        for raw in hand.premiums:
            if raw[1] == seat:
                self._count_premium(version, PremiumCounted(*raw))
        for raw in hand.kontras:
            if seat in raw[1]:
                self._count_kontra(version, KontraCounted(*raw), seat)

    def _tally(self, found: dict[str, Tally], version: int, contract: str) -> Tally:
        """What has the same name on several rule sheets is counted together."""
        known = self.labels.get((version, contract))
        if known is None:
            label = self.book.contract(version, contract, self.language)
            known = self.labels[version, contract] = (label, self.book.contract_order(version, contract))
        return found.setdefault(known[0], Tally(*known))

    def _count_trischaken(self, hand: HandCounted, seat: int, won: bool | None) -> None:
        record = self.trischaken
        record.played += 1
        record.won += won is True
        record.lost += won is False
        record.jungfrau += seat in hand.further.get("jungfrau", ())
        record.buergermeister += seat in hand.further.get("buergermeister", ())
        record.twelfths += hand.twelfths[seat]

    def _count_people(self, hand: HandCounted, sides: str, seat: int, won: bool, twelfths: int) -> None:
        others = across(sides, seat)
        for other in others:
            self._beside(self.against, hand.players[other]).add(won, twelfths)
        if PARTNER in sides:
            for other in range(len(sides)):
                if other != seat and other not in others:
                    self._beside(self.together, hand.players[other]).add(won, twelfths)

    def _beside(self, found: dict[str, Beside], participant: int) -> Tally:
        person = self.people[participant]
        beside = found.get(person.key)
        if beside is None:
            beside = found[person.key] = Beside(*person)
        return beside.tally

    def _count_premium(self, version: int, premium: PremiumCounted) -> None:
        label = self.book.premium(version, premium.key, self.language)
        found = self.premiums.setdefault(
            label, PremiumTally(label, self.book.premium_order(version, premium.key))
        )
        found.silent += premium.how == SILENT
        found.made += premium.how == MADE
        found.missed += premium.how == MISSED
        found.twelfths += premium.twelfths[premium.seat]

    def _count_kontra(self, version: int, kontra: KontraCounted, seat: int) -> None:
        label = self.book.kontra(version, kontra.step)
        found = self.kontras.setdefault(label, KontraTally(label, kontra.step))
        found.given += 1
        found.good += kontra.twelfths[seat] > 0
        found.bad += kontra.twelfths[seat] < 0
        found.twelfths += kontra.twelfths[seat]

    @property
    def career(self) -> Career:
        known = {person.key: person for person in self.people.values() if person.key != self.me}
        offered = tuple(sorted(known.values(), key=lambda one: one.sorting))
        if not self.evenings:
            return Career(rules=self.book.labels, people=offered)
        season, positive = Total(), Run()
        years: dict[int, Total] = {}
        evenings: list[EveningPlayed] = []
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
                    _address(table, self.club),
                    one.total.score,
                    points(season.twelfths),
                )
            )
        return Career(
            score=season.score,
            evenings=tuple(evenings),
            years=tuple(
                YearPlayed(year, total.score) for year, total in years.items() if self.period.has_all_of(year)
            ),
            contracts=_most_played(self.roles[DECLARER]),
            partnered=_most_played(self.roles[PARTNER]),
            opposed=_most_played(self.roles[OPPONENT]),
            premiums=tuple(
                sorted(
                    (one for one in self.premiums.values() if one.came or one.twelfths),
                    key=lambda one: (one.order, one.label),
                )
            ),
            kontras=tuple(sorted(self.kontras.values(), key=lambda one: one.step)),
            trischaken=self.trischaken,
            partners=_best(self.together.values()),
            opponents=_best(self.against.values()),
            declared_in_a_row=self.declared.longest,
            evenings_in_a_row=positive.longest,
            revoked=self.revoked,
            rules=self.book.labels,
            people=offered,
        )


def _tables(sheets: Collection[int]) -> Iterator[SeasonSheet]:
    """One after the other: what is in memory together, Python would look through again and again."""
    found = Sheet.objects.filter(pk__in=sheets).order_by(*IN_ORDER)
    for row in found.values_list(*COLUMNS, "counted").iterator(chunk_size=20):
        yield SeasonSheet(*row)


def _address(table: SeasonSheet, club: Club) -> str:
    if table.spontaneous:
        return reverse("scoring:sheet", args=[table.sheet])
    return reverse("scoring:evening", args=[club.slug, table.evening])


def _most_played(found: Mapping[str, Tally]) -> tuple[Tally, ...]:
    return tuple(sorted(found.values(), key=lambda one: (-one.played, one.order, one.label)))


def _best(found: Iterable[Beside]) -> tuple[Beside, ...]:
    return tuple(sorted(found, key=lambda one: (-one.average, one.sorting)))
