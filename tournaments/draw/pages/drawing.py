"""What the pages of the draw show: who sits where, how good that is, who is missing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.names import sorting
from tournaments.draw.sections import RoundSections, sections_of
from tournaments.draw.verbs import last_round, past_of, report_again, unseatable_in_words
from tournaments.draw.wishes import not_kept_in_words
from tournaments.engine.meetings import Meetings
from tournaments.engine.seating import Method, RoundSeating
from tournaments.engine.sizes import SMALLEST, Unseatable, house_players_wanted, sizes
from tournaments.engine.terms import Format
from tournaments.models import Round, Stage, Table
from tournaments.standings.results import amount_from

# Who sits where

TableSeats = Sequence[tuple[int, list[str]]]  # numbers and seats


@dataclass(frozen=True, slots=True)
class DrawnSeat:
    """Somebody at a table, in order of play."""

    person: str  # id of the participant
    name: str
    large: int = 0  # how often at a five or six before
    meets: tuple[str, ...] = ()  # names of those at this table met before

    @property
    def large_in_words(self) -> str:
        said = ngettext("sat at a five once", "sat at fives %(count)d times", self.large)
        return said % {"count": self.large}


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """One table and its people."""

    number: int
    seats: tuple[DrawnSeat, ...]
    section: str = ""  # empty: the tournament has none

    @property
    def size(self) -> int:
        return len(self.seats)


@dataclass(frozen=True, slots=True)
class SeatByName:
    """Where somebody sits, in the list by name."""

    person: str
    name: str
    table: int
    section: str = ""


@dataclass(frozen=True, slots=True)
class Seatings:
    """The seating of a round: by table and by name, and what it was drawn from."""

    round: int
    tables: tuple[SeatedTable, ...]
    is_published: bool
    seed: str
    method: str  # in words
    edition: int  # counts on with every swap after it was published: which of two printed lists is the newer
    swapped: bool
    together: tuple[int, int] | None  # drawn at once with all rounds from this to that one
    wished: bool = False  # drawn by wishes too

    @property
    def by_name(self) -> list[SeatByName]:
        people = [
            SeatByName(seat.person, seat.name, table.number, table.section)
            for table in self.tables
            for seat in table.seats
        ]
        return sorted(people, key=lambda one: sorting(one.name))

    @property
    def count(self) -> int:
        return sum(table.size for table in self.tables)

    @property
    def how_drawn(self) -> str:
        """Return how to draw it again."""
        said = [_("Drawn: %(method)s, seed %(seed)s.") % {"method": self.method, "seed": self.seed}]
        if self.together:
            first, last = self.together
            said.append(
                _("Rounds %(first)d to %(last)d were drawn at once.") % {"first": first, "last": last}
            )
        if self.wished:
            said.append(_("With the same wishes the same seed draws it again."))
        if self.swapped:
            said.append(_("Swapped by hand since."))
        return " ".join(said)


METHODS: Mapping[str, Any] = {
    Method.AVOID_REPEATS: lambda: _("without repeats"),
    Method.RANDOM: lambda: _("by lot alone"),
    Method.BY_STANDING: lambda: _("by standing"),
}


def seating_of(round_: Round, names: Mapping[str, str] | None = None) -> Seatings:
    """Return the seating as everybody may see it once it is published.

    Two queries, one with names at hand.
    """
    return _seatings(round_, _tables(round_), names or round_.tournament.evening.names(), None)


def _tables(round_: Round) -> TableSeats:
    """Return who sits where: those who were drawn, and while the round runs whoever came or took a seat."""
    if round_.stage != Stage.RUNNING:
        return tuple(round_.tables.order_by("number").values_list("number", "seats"))
    return tuple(
        (table.number, table.seated) for table in round_.tables.select_related("sheet").order_by("number")
    )


def _seatings(
    round_: Round, tables: TableSeats, names: Mapping[str, str], so_far: Meetings | None
) -> Seatings:
    report = round_.report or {}
    together = report.get("together")
    return Seatings(
        round=round_.number,
        tables=tuple(
            SeatedTable(number, tuple(_seats(seats, names, so_far)), round_.section_of(number))
            for number, seats in tables
        ),
        is_published=round_.stage in (Stage.PUBLISHED, Stage.RUNNING, Stage.CLOSED),
        seed=round_.seed,
        method=METHODS[round_.method]() if round_.method in METHODS else "",
        edition=report.get("edition", 1),
        swapped=round_.swapped,
        together=(together[0], together[1]) if together else None,
        wished=report.get("wished", False),
    )


def _seats(seats: Sequence[str], names: Mapping[str, str], so_far: Meetings | None) -> Iterable[DrawnSeat]:
    for seat in seats:
        if so_far is None:
            yield DrawnSeat(seat, names[seat])
            continue
        again = [names[other] for other in seats if other != seat and so_far.times[_pair(seat, other)]]
        yield DrawnSeat(seat, names[seat], so_far.large[seat], tuple(again))


def _pair(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one < other else (other, one)


# How good a draw is


@dataclass(frozen=True, slots=True)
class QualityShown:
    """The report of a draw in words."""

    headline: str
    pairs: tuple[str, ...]
    verdict: str
    large: tuple[str, ...]
    wishes: str = ""  # how many are kept; empty: there are none
    not_kept: tuple[str, ...] = ()


PROOFS: Mapping[str, Any] = {
    "none": lambda: "",
    "spread": lambda: _("people who shared a table before now have to sit at too few tables"),
    "rounds": lambda: _("people from several earlier rounds' tables now have to sit at too few tables"),
    "opponents": lambda: _("too few people are left whom somebody has not met, or has met less often"),
    "tried": lambda: _("every seating was tried"),
}


def quality_shown(round_: Round, names: Mapping[str, str], *, is_first: bool) -> QualityShown | None:
    """Return in words what the draw, or the last swap, reported."""
    report = round_.report
    if report is None:
        return None
    about_wishes = _wishes_in_words(report), tuple(not_kept_in_words(report, names))
    if is_first:
        return QualityShown(_("Nobody has met before: this is the first draw."), (), "", (), *about_wishes)
    again = len(report["again"])
    headline = (
        ngettext("%(count)d pair meets again.", "%(count)d pairs meet again.", again) % {"count": again}
        if again
        else _("Nobody meets again.")
    )
    return QualityShown(
        headline,
        tuple(
            _pair_in_words(one, other, times, table, names) for one, other, times, table in report["again"]
        ),
        _verdict(report, swapped=round_.swapped),
        tuple(_large_in_words(one, times, last, names) for one, times, last in report["large_again"]),
        *about_wishes,
    )


def _wishes_in_words(report: Mapping[str, Any]) -> str:
    """Say how many wishes are kept, and where the bound does not know of them."""
    count = report.get("wishes", 0)
    if not count:
        return ""
    left = len(report["not_kept"])
    said = ngettext("%(kept)d of %(count)d wish is kept.", "%(kept)d of %(count)d wishes are kept.", count)
    told = said % {"kept": count - left, "count": count}
    if report["at_least"] == report["found"]:
        return told
    return (
        f"{told} {_('The least number above is counted without wishes; with them it may be out of reach.')}"
    )


def _pair_in_words(one: str, other: str, times: int, table: int, names: Mapping[str, str]) -> str:
    said = ngettext(
        "%(one)s and %(other)s, table %(table)d: met once before",
        "%(one)s and %(other)s, table %(table)d: met %(count)d times before",
        times,
    )
    return said % {"one": names[one], "other": names[other], "table": table, "count": times}


def _large_in_words(person: str, times: int, last: bool, names: Mapping[str, str]) -> str:
    said = ngettext(
        "%(name)s sat at a five once before",
        "%(name)s sat at fives %(count)d times before",
        times,
    ) % {"name": names[person], "count": times}
    return _("%(said)s, also the last time") % {"said": said} if last else said


def _verdict(report: Mapping[str, Any], *, swapped: bool) -> str:
    """Say what was made small, and how small it can be.

    Only what is known; "least possible" needs the proof.
    """
    numbers = {"least": report["at_least"], "found": report["found"], "time": _seconds(report["seconds"])}
    if report["at_least"] == report["found"]:
        why = PROOFS[report["proof"]]()
        return (
            _("Squares of all meetings: %(found)d. That is the lowest possible: %(why)s.")
            % {**numbers, "why": why}
            if why
            else _("Squares of all meetings: %(found)d. That is the lowest possible.") % numbers
        )
    if swapped:
        return _("Squares of all meetings: at least %(least)d, now %(found)d, swapped by hand.") % numbers
    if not report["steps"]:
        return _("Squares of all meetings: at least %(least)d, found %(found)d, without a search.") % numbers
    return _("Squares of all meetings: at least %(least)d, found %(found)d, searched %(time)s s.") % numbers


def _seconds(seconds: float | None) -> str:
    return number_format(round(max(seconds or 0, 0.1), 1), 1)


# The director's page


@dataclass(frozen=True, slots=True)
class DrawingSection:
    """Who is there of a section, and what tables they make."""

    name: str
    present: int
    sizes: str
    unseatable: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """The draw of a round as the director sees it."""

    seatings: Seatings
    quality: QualityShown | None
    present: int
    sizes: str  # "4 + 4 + 5"
    unseatable: str  # why no tables can be made
    house_players: int  # so many would make tables of four alone
    with_them: str  # "4 + 4"
    missing: tuple[str, ...]  # seated, not there
    new: tuple[str, ...]  # there, not seated
    is_ahead: bool  # drawn together with an earlier round, and not taken yet
    following: int  # the last round that would be drawn with this one; 0: there is none after it
    nowhere: tuple[str, ...] = ()  # in no section, though there are some
    by_section: tuple[DrawingSection, ...] = ()

    @property
    def fits(self) -> bool:
        return not self.missing and not self.new


def drawing_of(round_: Round, there: Sequence[str]) -> Drawing:
    """Return the draw as the director sees it; `there` are the ids of those who are checked in."""
    names = round_.tournament.evening.names()
    past = past_of(round_)
    tables = _tables(round_)
    seating = RoundSeating(tuple(tuple(seats) for _number, seats in tables))
    is_ahead = bool(seating.tables) and round_.stage == Stage.CHECK_IN
    if is_ahead:  # the rounds before may have come out otherwise than they were drawn
        round_.report = report_again(round_, seating)
    seatings = _seatings(round_, tables, names, Meetings.of(past))
    seated = seating.players
    matters = bool(seated) and round_.stage in (Stage.CHECK_IN, Stage.DRAFT, Stage.PUBLISHED)
    missing = [player for player in seated if player not in set(there)] if matters else []
    new = [player for player in there if player not in set(seated)] if matters else []
    sections = sections_of(round_)
    by_section = tuple(_by_section(round_, sections)) if sections else ()
    wanted = 0 if sections else house_players_wanted(len(there))
    last = last_round(round_)
    return Drawing(
        seatings=seatings,
        quality=quality_shown(round_, names, is_first=not past),
        present=len(there),
        sizes="" if sections else sizes_in_words(len(there)),
        unseatable="" if sections else _why_not(len(there)),
        house_players=wanted,
        with_them=sizes_in_words(len(there) + wanted),
        missing=_named(missing, names),
        new=_named(new, names),
        is_ahead=is_ahead,
        following=last if last > round_.number else 0,
        nowhere=_named(sections.nowhere, names) if sections else (),
        by_section=by_section,
    )


def _by_section(round_: Round, sections: RoundSections) -> Iterator[DrawingSection]:
    """Return each section of which somebody is there."""
    for number, people in zip(sections.numbers, sections.people, strict=True):
        name, count = round_.tournament.terms.sections[number - 1], len(people)
        yield DrawingSection(name, count, sizes_in_words(count), _why_not(count))


def _named(people: Iterable[str], names: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(sorted((names[person] for person in people), key=sorting))


def sizes_in_words(count: int) -> str:
    """Return the sizes of the tables: many fours as "38 × 4"."""
    try:
        tables = sizes(count)
    except Unseatable:
        return ""
    fours = tables.count(SMALLEST)
    if fours <= SMALLEST:
        return " + ".join(str(size) for size in tables)
    large = [str(size) for size in tables if size > SMALLEST]
    return " + ".join([f"{fours} × {SMALLEST}", *large])


def _why_not(count: int) -> str:
    try:
        sizes(count)
    except Unseatable as unseatable:
        return unseatable_in_words(unseatable)
    return ""


# By standing


def standing_of(round_: Round) -> dict[str, int]:
    """Return everybody's rank after the rounds before, for a draw by standing.

    In a cup by the sum of the Schrift, with play money by the average of the rounds, so that who came later
    is not behind for that. House players have no rank.
    """
    tournament = round_.tournament
    earlier = Table.objects.filter(round__tournament=tournament, round__number__lt=round_.number)
    house = {
        str(entrant)
        for entrant in tournament.entrants.filter(house=True).values_list("participant", flat=True)
    }
    won: dict[str, list[Fraction]] = {}
    for results in earlier.values_list("results", flat=True):
        for person, line in results.get("players", {}).items():
            if person not in house:
                won.setdefault(person, []).append(_worth(line, tournament.terms.format))
    is_cup = tournament.terms.format is Format.CUP
    scores = {person: sum(each) / (1 if is_cup else len(each)) for person, each in won.items()}
    return {person: 1 + sum(other > score for other in scores.values()) for person, score in scores.items()}


def _worth(line: Mapping[str, Any], format_: Format) -> Fraction:
    if format_ is Format.CUP:
        return Fraction(amount_from(line.get("schrift", 0)))
    return Fraction(amount_from(line.get("balance", 0))) - Fraction(amount_from(line.get("replacement", 0)))
