"""What the screen in the hall shows in turn, in pages that fill 1920 × 1080."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.paper.names import shortened
from scoring.templatetags.paper import noted
from tournaments.models import Tournament
from tournaments.pages.drawing import Seatings
from tournaments.pages.prizes import Prizes
from tournaments.pages.public import Now, bell_told, now_of, results_of, seatings_shown
from tournaments.pages.standings import Row, Standing
from tournaments.running.standings import is_shown
from tournaments.templatetags.play_money import play_money

SEAT_COLUMNS, SEAT_LINES, SEAT_LETTERS = 3, 12, 20  # so many letters of a name fit into a column
RANK_COLUMNS, RANK_LINES, RANK_LETTERS = 2, 11, 22
PRIZE_LINES = 10
CLOCK_BETWEEN, CLOCK_WAITING = 45, 15  # seconds
TO_BEGIN, FOR_A_LINE = 5.0, 0.35  # seconds that reading takes
RANKS_BETWEEN_CLOCKS = 2


@dataclass(frozen=True, slots=True)
class Line:
    """Somebody on a slide."""

    before: str  # the rank
    name: str
    after: str  # table, amount or prize
    marked: bool = False


@dataclass(frozen=True, slots=True)
class Slide:
    """What is shown at one time."""

    key: str
    kind: str  # hello, clock, seats, ranks, prizes
    title: str
    seconds: int
    columns: tuple[tuple[Line, ...], ...] = ()
    sentences: tuple[str, ...] = ()
    page: int = 1
    pages: int = 1


@dataclass(frozen=True, slots=True)
class Deck:
    """All slides in their order, by how far the tournament is."""

    kind: str
    round: int
    has_clock: bool
    slides: tuple[Slide, ...]


def deck_of(tournament: Tournament, now: Now | None = None) -> Deck:
    now = now or now_of(tournament)
    timed = tournament.terms.is_timed and now.has_clock
    slides = tuple(_slides(tournament, now))
    return Deck(now.kind, now.round, timed, slides or (_hello(tournament, now),))


def _slides(tournament: Tournament, now: Now) -> Iterator[Slide]:
    if now.kind == "seated":
        seats = [slide for one in seatings_shown(tournament) for slide in _seats(one)]
        yield _clock(tournament, now, 1, CLOCK_WAITING)
        yield from seats
    elif now.kind == "running":
        ranks = list(_standings_now(tournament, now.round))
        yield _clock(tournament, now, 1, CLOCK_BETWEEN)
        for number, slide in enumerate(ranks, 1):
            yield slide
            if number % RANKS_BETWEEN_CLOCKS == 0 and number < len(ranks):
                yield _clock(tournament, now, number + 1, CLOCK_BETWEEN)
    elif now.kind != "before":
        yield _hello(tournament, now)
        yield from _standings_after(tournament, now)


def _hello(tournament: Tournament, now: Now) -> Slide:
    day = date_format(tournament.evening.date, pgettext("date format", "j M Y"))
    where = ", ".join(filter(None, (day, tournament.evening.place)))
    number = {"number": now.round, "next": now.coming}
    sentences = {
        "before": (where, _("It has not begun yet. Seats are shown here as soon as they are drawn.")),
        "between": (
            _("Round %(number)d is over.") % number,
            _("Round %(next)d is being prepared.") % number,
        ),
        "played": (_("All rounds have been played."),),
        "over": (_("The tournament is over. Thank you for playing!"),),
    }
    return Slide("hello", "hello", tournament.title, 12, sentences=sentences[now.kind])


def _clock(tournament: Tournament, now: Now, number: int, seconds: int) -> Slide:
    about = {"number": now.round}
    if now.kind == "seated":
        title = _("Round %(number)d begins soon") % about
        sentences = [_("Please take your seats.")]
    else:
        title = _("Round %(number)d is running") % about
        sentences = [bell_told(tournament)] if tournament.terms.is_timed else []
    said = _("%(hands)d hands at a table of %(people)d")
    sentences += [said % {"people": people, "hands": hands} for people, hands in now.hands]
    return Slide(f"clock-{number}", "clock", title, seconds, sentences=tuple(sentences))


def _seats(seatings: Seatings) -> Iterator[Slide]:
    people = seatings.by_name
    short = shortened([one.name for one in people], SEAT_LETTERS)
    lines = [Line("", name, str(one.table)) for name, one in zip(short, people, strict=True)]
    title = _("Round %(number)d: your table") % {"number": seatings.round}
    yield from _pages(f"seats-{seatings.round}", "seats", title, lines, SEAT_COLUMNS, SEAT_LINES)


def _standings_now(tournament: Tournament, number: int) -> Iterator[Slide]:
    """While it is played: only where everybody may see it, and once there is something to see."""
    if not is_shown(tournament):
        return
    results = results_of(tournament, number)
    if (
        results is not None
        and results.standings is not None
        and any(row.hands != 0 for row in results.standings.rows)
    ):
        title = _("Interim standings of round %(number)d") % {"number": number}
        yield from _ranks(f"round-{number}", title, results.standings)


def _standings_after(tournament: Tournament, now: Now) -> Iterator[Slide]:
    results = results_of(tournament, now.round) if now.round else None
    if results is None:
        return
    if not results.shown:
        yield Slide(
            "hidden",
            "hello",
            pgettext("tournament", "Standings"),
            10,
            sentences=(_("How it stands is shown at the end."),),
        )
        return
    if results.standings is not None:
        title = _("Standings of round %(number)d") % {"number": now.round}
        yield from _ranks(f"round-{now.round}", title, results.standings)
        if results.prizes is not None:
            yield from _prizes(f"prizes-{now.round}", results.prizes)
    overall = results_of(tournament)
    if overall is not None and overall.standings is not None and overall.standings.overall:
        title = _("Overall standings") if now.kind == "between" else _("Final standings")
        yield from _ranks("overall", title, overall.standings)
        if overall.prizes is not None:
            yield from _prizes("prizes", overall.prizes)


def _ranks(key: str, title: str, standing: Standing) -> Iterator[Slide]:
    """Table by table, where that is how it is ranked."""
    for number, part in enumerate(standing.parts, 1):
        short = shortened([row.name for row in part.rows], RANK_LETTERS)
        lines = [_rank(standing, row, name) for row, name in zip(part.rows, short, strict=True)]
        of = f"{title}, {part.title}" if part.title else title
        said = (_("* with replacement capital"),) if any(line.marked for line in lines) else ()
        yield from _pages(f"{key}-{number}", "ranks", of, lines, RANK_COLUMNS, RANK_LINES, said)


def _rank(standing: Standing, row: Row, name: str) -> Line:
    return Line(f"{row.rank}.", name, _amount(standing, row), bool(row.busts) and not standing.overall)


def _amount(standing: Standing, row: Row) -> str:
    if standing.overall and standing.counts:
        return play_money(row.counts)
    return play_money(row.result.balance) if standing.money else noted(row.result.schrift)


def _prizes(key: str, prizes: Prizes) -> Iterator[Slide]:
    lines = [Line(row.name, row.to or "–", "") for row in prizes.rows]
    yield from _pages(key, "prizes", _("Prizes"), lines, 1, PRIZE_LINES)


def _pages(
    key: str,
    kind: str,
    title: str,
    lines: Sequence[Line],
    columns: int,
    length: int,
    sentences: Iterable[str] = (),
) -> Iterator[Slide]:
    """Long lists on as many slides as they need, each for as long as it takes to read."""
    at_once = columns * length
    pages = -(-len(lines) // at_once)
    for page in range(pages):
        there = lines[page * at_once : (page + 1) * at_once]
        yield Slide(
            key=f"{key}-{page + 1}",
            kind=kind,
            title=title,
            seconds=round(TO_BEGIN + FOR_A_LINE * len(there)),
            columns=tuple(tuple(there[first : first + length]) for first in range(0, len(there), length)),
            sentences=tuple(sentences),
            page=page + 1,
            pages=pages,
        )
