"""The contents of the draw's pages: the seating, its quality, and who is missing."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.draw.sections import sections_of
from tournaments.draw.verbs import code_of_seating, last_round, past_of, report_again, unseatable_in_words
from tournaments.draw.wishes import not_kept_in_words
from tournaments.engine.meetings import Meetings, RoundSeating
from tournaments.engine.sizes import SMALLEST, house_players_wanted, is_seatable, sizes
from tournaments.engine.terms import Format
from tournaments.models import Round, Stage
from tournaments.standings.derived import ranked
from tournaments.wording import CHOICES

# Who sits where

TableSeats = Sequence[tuple[int, list[str]]]  # numbers and seats


class DrawnSeat(NamedTuple):
    """A player at a table, in order of play."""

    person: str  # id of the participant
    name: str
    large: int = 0  # how often at a five or six before
    meets: tuple[str, ...] = ()  # names of those at this table met before

    @property
    def large_in_words(self) -> str:
        words = ngettext(
            "has sat at a table of five once", "has sat at tables of five %(count)d times", self.large
        )
        return words % {"count": self.large}


class SeatedTable(NamedTuple):
    """One table and its people."""

    number: int
    seats: tuple[DrawnSeat, ...]
    section: str = ""  # empty: the tournament has none

    @property
    def size(self) -> int:
        return len(self.seats)


class SeatByName(NamedTuple):
    """A player's table, in the list by name."""

    person: str
    name: str
    table: int
    as_listed: str  # with the surname first


@dataclass(frozen=True, slots=True)
class Seatings:
    """The seating of a round, by table and by name, and its draw."""

    round: Round
    tables: tuple[SeatedTable, ...]

    @property
    def report(self) -> Mapping[str, Any]:
        return self.round.report or {}

    @property
    def is_published(self) -> bool:
        return self.round.stage in (Stage.PUBLISHED, Stage.RUNNING, Stage.CLOSED)

    @property
    def edition(self) -> int:
        """Return a number that grows with every swap after publishing: the higher list is the newer one."""
        return int(self.report.get("edition", 1))

    @property
    def by_name(self) -> list[SeatByName]:
        people = [
            SeatByName(seat.person, seat.name, table.number, self.round.tournament.as_listed(seat.name))
            for table in self.tables
            for seat in table.seats
        ]
        return sorted(people, key=lambda seat: self.round.tournament.in_list(seat.name))

    @property
    def how_drawn(self) -> str:
        """Return how to draw it again."""
        method, letters = CHOICES["method"].get(self.round.method, ""), self.report.get("letters")
        sentences = [_("Drawn: %(method)s, seed %(seed)s.") % {"method": method, "seed": self.round.seed}]
        if letters:  # announced before
            words = _("Announced beforehand as %(letters)s, the checksum of the seed and these people.")
            sentences.append(words % {"letters": letters})
            sentences.append(_("To repeat it, drop the tournament's file of results on /check/."))
        elif letters is not None:  # else it was not noted at the time
            sentences.append(_("The director typed the seed."))
        if together := self.report.get("together"):
            first, last = together
            sentences.append(
                _("Rounds %(first)d to %(last)d were drawn at once.") % {"first": first, "last": last}
            )
        if self.report.get("wished"):
            sentences.append(_("With the same wishes the same seed draws it again."))
        if self.round.swapped:
            sentences.append(_("Swapped by hand since."))
        return " ".join(sentences)


def seating_of(round_: Round, names: Mapping[str, str] | None = None) -> Seatings:
    """Return the public seating; two queries, or one if names are given."""
    return _seatings(round_, _tables(round_), names or round_.tournament.evening.names(), None)


def _tables(round_: Round) -> TableSeats:
    """Return the players of each table: as drawn, or in a running round as seated now."""
    if round_.stage != Stage.RUNNING:
        return tuple(round_.tables.order_by("number").values_list("number", "seats"))
    return tuple(
        (table.number, table.seated) for table in round_.tables.select_related("sheet").order_by("number")
    )


def _seatings(
    round_: Round, tables: TableSeats, names: Mapping[str, str], so_far: Meetings | None
) -> Seatings:
    return Seatings(
        round_,
        tuple(
            SeatedTable(number, tuple(_seats(seats, names, so_far)), round_.section_of(number))
            for number, seats in tables
        ),
    )


def _seats(seats: Sequence[str], names: Mapping[str, str], so_far: Meetings | None) -> Iterable[DrawnSeat]:
    for seat in seats:
        if so_far is None:
            yield DrawnSeat(seat, names[seat])
            continue
        pairs = {other: (min(seat, other), max(seat, other)) for other in seats if other != seat}
        again = [names[other] for other, pair in pairs.items() if so_far.times[pair]]
        yield DrawnSeat(seat, names[seat], so_far.large[seat], tuple(again))


# How good a draw is


PROOFS: Mapping[str, Any] = {
    "none": lambda: "",
    "spread": lambda: _("people who shared a table before now have to sit at too few tables"),
    "rounds": lambda: _("people from several earlier rounds' tables now have to sit at too few tables"),
    "opponents": lambda: _("too few people are left whom a player has not met, or has met less often"),
    "tried": lambda: _("every seating was tried"),
}


def _quality(round_: Round, names: Mapping[str, str], *, is_first: bool) -> dict[str, Any] | None:
    """Return in words what the draw, or the last swap, reported."""
    report = round_.report
    if report is None:
        return None
    wishes = {"wishes": _wishes_in_words(report), "not_kept": not_kept_in_words(report, names)}
    if is_first:
        return {"headline": _("Nobody has met before: this is the first draw."), **wishes}
    headline, again = _("Nobody meets again."), len(report["again"])
    if again:
        headline = ngettext("%(count)d pair meets again.", "%(count)d pairs meet again.", again)
    return {
        "headline": headline % {"count": again},
        "pairs": [_pair_in_words(pair, names) for pair in report["again"]],
        "verdict": _verdict(report, swapped=round_.swapped, number=round_.number),
        "large": [_large_in_words(large, names) for large in report["large_again"]],
        **wishes,
    }


def _wishes_in_words(report: Mapping[str, Any]) -> str:
    """Return how many wishes are kept, and whether the bound ignores any."""
    count = report.get("wishes", 0)
    if not count:
        return ""
    left = len(report["not_kept"])
    template = ngettext(
        "%(kept)d of %(count)d wish is kept.", "%(kept)d of %(count)d wishes are kept.", count
    )
    sentence = template % {"kept": count - left, "count": count}
    if report["at_least"] == report["found"]:
        return sentence
    words = _("The lowest number above is counted without wishes; with them it may be out of reach.")
    return f"{sentence} {words}"


def _pair_in_words(pair: tuple[str, str, int, int], names: Mapping[str, str]) -> str:
    player, other, times, table = pair
    template = ngettext(
        "%(one)s and %(other)s, table %(table)d: met once before",
        "%(one)s and %(other)s, table %(table)d: met %(count)d times before",
        times,
    )
    return template % {"one": names[player], "other": names[other], "table": table, "count": times}


def _large_in_words(large: tuple[str, int, bool], names: Mapping[str, str]) -> str:
    person, times, last = large
    sentence = ngettext(
        "%(name)s has sat at a table of five once before",
        "%(name)s has sat at tables of five %(count)d times before",
        times,
    ) % {"name": names[person], "count": times}
    return _("%(said)s, also the last time") % {"said": sentence} if last else sentence


def _verdict(report: Mapping[str, Any], *, swapped: bool, number: int) -> str:
    """Return the quality of a seating in words, with a remark on earlier rounds."""
    verdict = _how_small(report, swapped=swapped)
    if number == 1:
        return verdict
    return f"{verdict} {_('The bound takes the seating of the earlier rounds as it was.')}"


def _how_small(report: Mapping[str, Any], *, swapped: bool) -> str:
    """Return the sum and its bound in words; "lowest possible" needs a proof."""
    seconds = number_format(round(max(report.get("seconds") or 0, 0.1), 1), 1)
    numbers = {"least": report["at_least"], "found": report["found"], "time": seconds}
    if report["at_least"] == report["found"]:
        words = _("Squares of all meetings: %(found)d. That is the lowest possible.")
        if why := PROOFS[report["proof"]]():
            words = _("Squares of all meetings: %(found)d. That is the lowest possible: %(why)s.")
        return words % {**numbers, "why": why}
    if swapped:
        return _("Squares of all meetings: at least %(least)d, now %(found)d, swapped by hand.") % numbers
    if not report.get("steps"):
        return _("Squares of all meetings: at least %(least)d, found %(found)d, without a search.") % numbers
    return _("Squares of all meetings: at least %(least)d, found %(found)d, searched %(time)s s.") % numbers


# The director's page


def drawing_of(round_: Round, present: Sequence[str], names: Mapping[str, str]) -> dict[str, Any]:
    """Return the draw for the director; `present` are the ids of people checked in."""
    past = past_of(round_)
    tables = _tables(round_)
    seating = RoundSeating(tuple(tuple(seats) for _number, seats in tables))
    is_ahead = bool(seating.tables) and round_.stage == Stage.CHECK_IN
    if is_ahead:  # the rounds before may have come out otherwise than they were drawn
        round_.report = report_again(round_, seating)
    seatings = _seatings(round_, tables, names, Meetings.of(past))
    seated = seating.players
    matters = bool(seated) and round_.stage in (Stage.CHECK_IN, Stage.DRAFT, Stage.PUBLISHED)
    missing = [player for player in seated if player not in set(present)] if matters else []
    new = [player for player in present if player not in set(seated)] if matters else []
    last = last_round(round_)
    drawing = {
        "seatings": seatings,
        "tables": code_of_seating(seating),
        "quality": _quality(round_, names, is_first=not past),
        "present": len(present),
        "missing": _named(round_, missing, names),  # seated, not there
        "new": _named(round_, new, names),  # there, not seated
        "fits": not missing and not new,
        "is_ahead": is_ahead,  # drawn together with an earlier round, and not taken yet
        "following": last if last > round_.number else 0,  # the last that would be drawn with this one
    }
    if sections := sections_of(round_):
        titles = round_.tournament.terms.sections
        by_section = {
            titles[number - 1]: len(people)
            for number, people in zip(sections.numbers, sections.people, strict=True)
        }
        return drawing | {
            "nowhere": _named(round_, sections.nowhere, names),  # in no section, though there are some
            "by_section": [{"name": name, **_tables_of(count)} for name, count in by_section.items()],
        }
    needed = house_players_wanted(len(present))
    with_them = sizes_in_words(len(present) + needed)
    return drawing | {"house_players": needed, "with_them": with_them, **_tables_of(len(present))}


def _tables_of(count: int) -> dict[str, Any]:
    """Return the table sizes for `count` people, or why they cannot be split into tables."""
    why_not = "" if is_seatable(count) else unseatable_in_words(count)
    return {"present": count, "sizes": sizes_in_words(count), "unseatable": why_not}


def _named(round_: Round, people: Iterable[str], names: Mapping[str, str]) -> list[str]:
    return sorted((names[person] for person in people), key=round_.tournament.in_list)


def sizes_in_words(count: int) -> str:
    """Return the sizes of the tables: many fours as "38 × 4"; empty where there are none."""
    if not is_seatable(count):
        return ""
    tables = sizes(count)
    fours = tables.count(SMALLEST)
    if fours <= SMALLEST:
        return " + ".join(str(size) for size in tables)
    large = [str(size) for size in tables if size > SMALLEST]
    return " + ".join([f"{fours} × {SMALLEST}", *large])


# By standing


def ranks_of(round_: Round) -> dict[str, int]:
    """Return ranks for a draw by standings; with play money by the average, which is fair to latecomers.

    Players with a missing result have no rank, and are drawn behind all others.
    """
    whole = ranked(round_.tournament)
    won: dict[str, list[Fraction]] = {}
    missing: set[str] = set()
    is_cup = whole.terms.format is Format.CUP
    for earlier in whole.counted:
        if earlier.round.number >= round_.number:
            continue
        for person, played in earlier.players.items():
            if played.missing:
                missing.add(person)
            elif not (played.house or played.absent):
                result = played.result
                won.setdefault(person, []).append(Fraction(result.ranked_schrift if is_cup else result.own))
    won = {person: each for person, each in won.items() if person not in missing}
    scores = {person: sum(each) / (1 if is_cup else len(each)) for person, each in won.items()}
    return {person: 1 + sum(other > score for other in scores.values()) for person, score in scores.items()}
