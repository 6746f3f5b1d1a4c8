"""One member's season: evening by evening, and what they have played themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from django.db.models import Count, OuterRef, Subquery, Sum
from django.urls import reverse

from scoring.engine.facts import Game, Hand
from scoring.engine.prices import VALAT
from scoring.engine.record import read_entry
from scoring.engine.result import Amount, exact
from scoring.engine.rules import Kind, Rules
from scoring.engine.sides import declarer_wins, of_declarers_side
from scoring.models import Club, Member, Participant, Posting, Sheet
from scoring.paper.season import Score, Season, Tally
from scoring.recording.books import Book, books_of


class EveningPlayed(NamedTuple):
    """An evening at which the member played."""

    number: int  # 1, 2, … of the season
    date: date
    place: str
    address: str
    score: Score
    total: Amount  # of the season so far


@dataclass
class Contract:
    """A contract the member has played as declarer. Neither won nor lost: somebody revoked."""

    label: str
    order: int  # where it stands on its rule sheet
    won: int = 0
    lost: int = 0
    revoked: int = 0
    points: Amount = 0  # in these hands, premiums and all

    @property
    def played(self) -> int:
        return self.won + self.lost + self.revoked


@dataclass(frozen=True)
class Career:
    """What a member's page shows; the oldest evening first."""

    score: Score | None  # None: nothing played
    evenings: tuple[EveningPlayed, ...]
    contracts: tuple[Contract, ...]

    @property
    def course(self) -> tuple[Amount, ...]:
        """The total at the beginning and after each evening."""
        return (0, *(evening.total for evening in self.evenings))

    @property
    def currencies(self) -> tuple[str, ...]:
        return tuple(sorted(self.score.money)) if self.score else ()


def career_of(member: Member, season: Season, language: str) -> Career:
    """Four queries, whatever there is: evenings, sheets, their rules, and the hands one after the other."""
    season_so_far = Tally()
    evenings: list[EveningPlayed] = []
    for number, one in enumerate(_evenings(member, season), 1):
        here = Tally()
        for tally in (here, season_so_far):
            tally.add(one.hands, one.sixths, one.schrift, one.cents_per_point, one.currency)
        total = season_so_far.score.points
        evenings.append(
            EveningPlayed(number, one.date, one.place, one.address(season.club), here.score, total)
        )
    contracts = _contracts(member, season, language)
    return Career(season_so_far.score if evenings else None, tuple(evenings), contracts)


class _Played(NamedTuple):
    """An evening as the database adds it up."""

    evening: int
    date: date
    place: str
    spontaneous: bool
    cents_per_point: int
    currency: str
    hands: int
    sixths: int
    schrift: int
    sheet: int  # the first of them; of a table without an evening the only one

    def address(self, club: Club) -> str:
        if self.spontaneous:
            return reverse("scoring:sheet", args=[self.sheet])
        return reverse("scoring:evening", args=[club.slug, self.evening])


def _evenings(member: Member, season: Season) -> Iterator[_Played]:
    first = Sheet.objects.filter(evening=OuterRef("evening")).order_by("pk").values("pk")[:1]
    there = Participant.objects.filter(season.counts("evening__"), member=member)
    played = there.annotate(
        hands=Count("postings"),
        sixths=Sum("postings__sixths"),
        schrift=Sum("postings__schrift_sixths"),
        sheet=Subquery(first),
    ).filter(hands__gt=0)
    of_evening = ("evening", *(f"evening__{name}" for name in _Played._fields[1:6]))
    for row in played.order_by("evening__date", "evening").values_list(*of_evening, *_Played._fields[6:]):
        yield _Played(*row)


def _contracts(member: Member, season: Season, language: str) -> tuple[Contract, ...]:
    """The most played first. What has the same name on several rule sheets is counted together."""
    found: dict[str, Contract] = {}
    for hand, declarer, sixths, rules in _declared(member, season):
        keys = list(rules.contracts)
        for game in hand.games:
            if game.declarer != declarer:
                continue
            label = rules.contracts[game.contract].label.in_language(language)
            contract = found.setdefault(label, Contract(label, keys.index(game.contract)))
            won = wins(hand, game, sixths, rules)
            contract.won += won is True
            contract.lost += won is False
            contract.revoked += won is None
            contract.points = exact(contract.points + Fraction(sixths, 6))
    return tuple(sorted(found.values(), key=lambda one: (-one.played, one.order, one.label)))


class _Declared(NamedTuple):
    hand: Hand
    declarer: str
    sixths: int
    rules: Rules


def _declared(member: Member, season: Season) -> Iterator[_Declared]:
    """The hands in which the member was declarer, read one after the other."""
    books = _books(member, season)
    posted = Posting.objects.filter(season.counts("participant__evening__"), participant__member=member)
    hands = posted.order_by().values_list(
        "participant", "sixths", "row__sheet", "row__place", "row__entry__record"
    )
    for participant, sixths, sheet, place, record in hands.iterator():
        me = str(participant)
        if record is None or sheet not in books:
            continue  # written between the queries; the next look shows it
        if any(game["declarer"] == me for game in record["games"]):
            rules = books[sheet].at(place)
            hand = read_entry(record, rules)
            assert isinstance(hand, Hand)
            yield _Declared(hand, me, sixths, rules.under(hand.options))


def _books(member: Member, season: Season) -> Mapping[int, Book]:
    """Of all sheets of the evenings at which the member was."""
    evenings = Participant.objects.filter(season.counts("evening__"), member=member).values("evening")
    sheets = Sheet.objects.filter(evening__in=evenings).order_by().only("ruleset", "options", "standing")
    return books_of(sheets.prefetch_related("ruleset"))


def wins(hand: Hand, game: Game, sixths: int, rules: Rules) -> bool | None:
    """Did the declarer win? None: somebody revoked, and nobody knows how it would have ended."""
    if hand.revoke is not None:
        return None
    if rules.contracts[game.contract].kind is Kind.TRISCHAKEN:
        return sixths >= 0  # everybody plays alone; lost has who pays
    valat = next((one for one in hand.premiums if one.premium == VALAT and (one.made or one.announced)), None)
    if valat is not None:
        return of_declarers_side(game, valat.by) == bool(valat.made)
    return declarer_wins(game, rules.contracts[game.contract], rules)
