"""The slides of the screen in the hall, each filling 1920 × 1080."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.engine.naming import Names, shortened
from tournaments.draw.pages.drawing import SeatByName
from tournaments.models import Stage, State, Tournament
from tournaments.public.pages.public import Now, now_of, seatings_shown
from tournaments.rounds.pages.clock_display import is_timed, round_shown
from tournaments.standings.derived import is_shown, ranked
from tournaments.standings.pages.prizes import PrizeList, prize_lists
from tournaments.standings.pages.standings import ShownStandings, overall_shown, with_rulings_and_changes
from tournaments.standings.pages.standings import round_shown as round_standing
from tournaments.wording import bell_rule

SEAT_COLUMNS, SEAT_LINES, SEAT_LETTERS = 3, 12, 20  # so many letters of a name fit into a column
RANK_COLUMNS, RANK_LINES, RANK_LETTERS = 2, 11, 22
PRIZE_LINES = 10
WIDTH, HEIGHT = 168.0, 74.0  # of a list, in hundredths of the height of the screen
A_LETTER, BESIDE_A_NAME, A_LINE = 0.52, 4.0, 1.476  # how wide and high they are, in heights of a letter
CLOCK_FIRST, CLOCK_BETWEEN, CLOCK_WAITING = 45, 20, 15  # seconds
TO_BEGIN, FOR_A_LINE = 5.0, 0.35  # seconds that reading takes
RANKS_BETWEEN_CLOCKS = 2


class ScreenContent(NamedTuple):
    """What one of several screens shows: all slides in turn, or always the same subject."""

    show: str = ""  # clock, seats, standings, prizes; empty: everything
    first: str = ""  # of seats: the letters with which surnames begin
    last: str = ""

    @property
    def letters(self) -> str:
        return f"{self.first}–{self.last}".upper() if self.first else ""

    @property
    def query(self) -> str:
        """Return the query of this screen's address."""
        letters = f"&letters={self.first}-{self.last}" if self.first else ""
        return f"?show={self.show}{letters}" if self.show else ""

    @property
    def title(self) -> str:
        label = {
            "": _("Everything in turn"),
            "clock": _("Clock"),
            "seats": _("Seats"),
            "standings": pgettext("tournament", "Standings"),
            "prizes": _("Prizes"),
        }[self.show]
        return f"{label} {self.letters}".strip()

    def has(self, initial: str) -> bool:
        """Return whether a surname with this letter belongs here; other signs go with the nearest letter."""
        return not self.first or self.first <= max("a", min(initial, "z")) <= self.last


EVERYTHING = ScreenContent()
LETTERS = re.compile("([a-z])-([a-z])")


def content_in(show: str, letters: str) -> ScreenContent:
    """Return the content that an address asks for; an unknown one means everything.

    >>> [content_in(*asked).query for asked in (("seats", "A-K"), ("seats", "K-A"), ("x", ""))]
    ['?show=seats&letters=a-k', '?show=seats', '']
    """
    if show not in ("clock", "seats", "standings", "prizes"):
        return EVERYTHING
    match = LETTERS.fullmatch(letters.lower()) if show == "seats" else None
    return ScreenContent(show, *match.groups()) if match and match[1] <= match[2] else ScreenContent(show)


def contents_of(tournament: Tournament) -> list[ScreenContent]:
    """Return the possible contents of screens, including seats in two halves of the alphabet; one query."""
    initials = Counter(_initial(tournament, name) for name in tournament.evening.names().values())
    halves = [ScreenContent("seats", "a", letter) for letter in _middle(initials)]
    halves += [ScreenContent("seats", chr(ord(half.last) + 1), "z") for half in halves]
    return [
        EVERYTHING,
        ScreenContent("clock"),
        ScreenContent("seats"),
        *halves,
        ScreenContent("standings"),
        ScreenContent("prizes"),
    ]


def _middle(initials: Mapping[str, int]) -> list[str]:
    """Return the last letter of the first half of names; empty if all begin with the same one.

    >>> _middle({"a": 3, "h": 2, "w": 4}), _middle({"a": 3})
    (['h'], [])
    """
    letters = sorted({max("a", min(initial, "z")) for initial in initials})
    if len(letters) < 2:
        return []
    everybody = sum(initials.values())

    def unequal(letter: str) -> int:
        return abs(2 * sum(many for initial, many in initials.items() if initial <= letter) - everybody)

    return [min(letters[:-1], key=unequal)]


def _initial(tournament: Tournament, name: str) -> str:
    return tournament.in_list(name)[0][:1]


class SlideLine(NamedTuple):
    """A player's line on a slide, with the texts on both sides of the name."""

    rank: str
    name: str
    detail: str  # table, amount or prize
    marked: bool = False


class Slide(NamedTuple):
    """What is shown at one time."""

    key: str
    kind: str  # hello, clock, moved, seats, ranks, prizes
    title: str
    seconds: int
    columns: tuple[tuple[SlideLine, ...], ...] = ()
    sentences: tuple[str, ...] = ()
    page: int = 1
    pages: int = 1


class Deck(NamedTuple):
    """All slides in their order, by how far the tournament is."""

    kind: str
    round: int
    has_clock: bool
    slides: tuple[Slide, ...]


def deck_of(tournament: Tournament, now: Now | None = None, content: ScreenContent = EVERYTHING) -> Deck:
    """Return the slides that a screen in the hall shows now."""
    now = now or now_of(tournament)
    timed = now.has_clock and is_timed(tournament, round_shown(tournament))
    if content.show == "standings" and now.kind == "seated":  # those of before stay until the next begin
        slides = tuple(_standings_after(tournament, now._replace(kind="between", round=now.round - 1)))
    else:
        slides = tuple(_slides(tournament, now, content, timed=timed))
    kinds = SHOWN.get(content.show)
    slides = tuple(slide for slide in slides if kinds is None or slide.kind in kinds)
    return Deck(now.kind, now.round, timed, slides or (_hello(tournament, now),))


SHOWN = {
    "clock": ("clock",),
    "seats": ("seats", "moved"),
    "standings": ("ranks",),
    "prizes": ("prizes",),
}


def _slides(tournament: Tournament, now: Now, content: ScreenContent, *, timed: bool) -> Iterator[Slide]:
    if now.kind == "seated":
        yield _clock(tournament, now, 1, CLOCK_WAITING, timed=timed)
        yield from _seated(tournament, tournament.evening.names(), content)
    elif now.kind == "running":
        names = tournament.evening.names()
        ranks = list(_standings_now(tournament, now.round, names))
        seats = list(_seated(tournament, names, content))
        yield _clock(tournament, now, 1, CLOCK_FIRST, timed=timed)
        yield from [slide for slide in seats if slide.kind == "moved"]
        for number, slide in enumerate(ranks, 1):
            yield slide
            if number % RANKS_BETWEEN_CLOCKS == 0 and number < len(ranks):
                yield _clock(tournament, now, number + 1, CLOCK_BETWEEN, timed=timed)
        # Once in every turn also who sits where: for those who come late, or come to look on.
        yield from [slide for slide in seats if slide.kind != "moved"]
    elif now.kind != "before":
        yield _hello(tournament, now)
        yield from _standings_after(tournament, now)


def _hello(tournament: Tournament, now: Now) -> Slide:
    day = date_format(tournament.evening.date, pgettext("date format", "j M Y"))
    where = ", ".join(filter(None, (day, tournament.evening.venue)))
    number = {"number": now.round, "next": now.coming}
    sentences = {
        "before": (where, _("It has not begun yet. Seats are shown here as soon as they are drawn.")),
        "seated": (_("Round %(number)d begins soon") % number,),
        "running": (_("Round %(number)d is running") % number,),
        "between": (_("Round %(number)d is over.") % number, _("Round %(next)d is being prepared.") % number),
        "played": (_("All rounds have been played."),),
        "over": (_("The tournament is over. Thank you for playing!"),),
    }
    return Slide("hello", "hello", tournament.title, 12, sentences=sentences[now.kind])


def _clock(tournament: Tournament, now: Now, number: int, seconds: int, *, timed: bool) -> Slide:
    values = {"number": now.round}
    if now.kind == "seated":
        title = _("Round %(number)d begins soon") % values
        sentences = [_("Please take your seats.")]
    else:
        title = _("Round %(number)d is running") % values
        sentences = [bell_rule(tournament)] if timed else []
    message = _("%(hands)d hands at a table of %(people)d")
    sentences += [message % {"people": people, "hands": hands} for people, hands in now.hands]
    return Slide(f"clock-{number}", "clock", title, seconds, sentences=tuple(sentences))


def _seated(tournament: Tournament, names: Names, content: ScreenContent) -> Iterator[Slide]:
    """Yield the seats; first those changed since they were published."""
    for seatings in seatings_shown(tournament, names):
        number = seatings.round.number
        by_name = [seat for seat in seatings.by_name if content.has(_initial(tournament, seat.name))]
        people = [seat for seat in by_name if seat.person in seatings.round.reseated]
        changed = _("Round %(number)d: these seats have changed") % {"number": number}
        yield from _seats(tournament, f"moved-{number}", "moved", changed, people)
        title = _("Round %(number)d: your table") % {"number": number}
        title = f"{title}, {content.letters}" if content.letters else title
        yield from _seats(tournament, f"seats-{number}", "seats", title, by_name)


def _seats(
    tournament: Tournament, key: str, kind: str, title: str, people: Sequence[SeatByName]
) -> Iterator[Slide]:
    short = map(tournament.as_listed, fitting([seat.name for seat in people], SEAT_LETTERS))
    lines = [SlideLine("", name, str(seat.table)) for name, seat in zip(short, people, strict=True)]
    yield from _pages(key, kind, title, lines, SEAT_COLUMNS, SEAT_LINES)


def _standings_now(tournament: Tournament, number: int, names: Names) -> Iterator[Slide]:
    """Yield interim standings, if they are public and there are any."""
    if not is_shown(tournament):
        return
    whole = ranked(tournament)
    running = next(round_.round for round_ in whole.rounds if round_.round.number == number)
    standings = round_standing(whole, running, names)
    if any(row.hands != 0 for row in standings.rows):
        title = _("Interim standings of round %(number)d") % {"number": number}
        yield from _ranks(f"round-{number}", title, standings)
    overall = overall_shown(whole, names) if len(whole.rounds) > 1 else None
    if overall is not None:
        yield from _ranks("overall", _("Interim standings over all rounds"), overall)


def _standings_after(tournament: Tournament, now: Now) -> Iterator[Slide]:
    """Yield the results of the last round and of the whole, and who has which prize."""
    if not now.round:
        return
    if not is_shown(tournament):
        title = pgettext("tournament", "Standings")
        yield Slide("hidden", "hello", title, 10, sentences=(_("The standings are shown at the end."),))
        return
    whole, names = ranked(tournament), tournament.evening.names()
    overall = overall_shown(whole, names)
    rounds = [round_.round for round_ in whole.rounds]
    closed = [round_ for round_ in rounds if round_.stage == Stage.CLOSED]
    prizes = prize_lists(tournament, closed, names)
    for round_ in whole.rounds:
        if round_.round.number == now.round:
            title = _("Standings of round %(number)d") % {"number": now.round}
            yield from _ranks(f"round-{now.round}", title, round_standing(whole, round_.round, names))
    if overall is not None:
        overall = with_rulings_and_changes(overall, whole, tournament, names)
        is_final = now.kind != "between" and not overall.missing
        title = _("Final standings") if is_final else _("Overall standings")
        yield from _ranks("overall", title, overall)
    for given in prizes:
        if given.round is not None or tournament.state == State.FINISHED:
            yield from _prizes(given)


def _ranks(key: str, title: str, standings: ShownStandings) -> Iterator[Slide]:
    """Yield the ranks, table by table where tables rank on their own."""
    for number, part in enumerate((*standings.parts, *standings.by_section), 1):
        short = fitting([row.name for row in part.rows], RANK_LETTERS)
        lines = [
            SlideLine(
                f"{row.rank}.", name, standings.amount_of(row), bool(row.busts) and not standings.overall
            )
            for row, name in zip(part.rows, short, strict=True)
        ]
        of = f"{title}, {part.title}" if part.title else title
        message = [_("* with replacement capital")] if any(line.marked for line in lines) else []
        message += [standings.provisional_briefly] if standings.missing else []
        message += standings.ruled[-1:]
        message += standings.changed[-1:]  # the last of them: there is no room for more
        yield from _pages(f"{key}-{number}", "ranks", of, lines, RANK_COLUMNS, RANK_LINES, message)


def fitting(names: Sequence[str], most: int) -> list[str]:
    """Shorten names readably: first names are cut before any surname.

    >>> fitting(["Anna", "Maria Theresia Oberhuber", "Josef Oberhuber-Kaltenbrunner", "Rosa Eder jun."], 20)
    ['Anna', 'M. T. Oberhuber', 'J. Oberhuber-…', 'Rosa Eder jun.']
    >>> fitting(["Maria Oberhuber", "Magda Oberhuber"], 12)  # else they would be the same
    ['Maria Oberh…', 'Magda Oberh…']
    >>> fitting(["Elisabeth Wimmer-Kaltenbrunner sen.", "Franz Eder 12"], 20)  # nor a surname
    ['E. Wimmer-… sen.', 'Franz Eder 12']
    >>> fitting(["Maria Oberhuber-Kern 1234567890"], 20)  # a number too long to be kept whole
    ['M. Oberhuber-Kern …']
    """
    for way in (_initialled, _cut_between_words):
        tried = [name if len(name) <= most else way(name, most) for name in names]
        if len(set(tried)) == len(set(names)) and max(map(len, tried), default=0) <= most:
            return tried
    return shortened(names, most)


def _initialled(name: str, most: int) -> str:
    """Shorten as many first names to their letters as it takes."""
    words = name.split()
    for index in range(_surname_in(words)):
        if len(" ".join(words)) <= most:
            break
        words[index] = f"{words[index][0]}."
    return " ".join(words)


def _surname_in(words: Sequence[str]) -> int:
    """Return the index of the surname: the last word, or the one before a number or "jun."."""
    index = len(words) - 1
    while index > 1 and (words[index].isdecimal() or words[index].endswith(".")):
        index -= 1
    return index


def _cut_between_words(name: str, most: int) -> str:
    short = _initialled(name, most)
    if len(short) <= most:
        return short
    words = short.split()
    suffix = "".join(f" {word}" for word in words[_surname_in(words) + 1 :])
    room = most - len(suffix)
    if room < most // 2:
        suffix, room = "", most
    prefix = short[: len(short) - len(suffix)]
    end = max(prefix.rfind("-", 0, room - 1), prefix.rfind(" ", 0, room - 1))
    cut = prefix[: end + 1] if end > room // 2 else prefix[: room - 1]
    return f"{cut}…{suffix}"


def _prizes(given: PrizeList) -> Iterator[Slide]:
    lines = [SlideLine(prize, to or "–", "") for prize, to in given.prizes]
    values = {"number": given.round}
    title = _("Prizes of round %(number)d") % values if given.round else _("Prizes")
    yield from _pages(f"prizes-{given.round or 'overall'}", "prizes", title, lines, 1, PRIZE_LINES)


def _lines_in_a_column(count: int, longest: int, columns: int, length: int) -> int:
    """Return the number of lines per column that lets `count` lines be written as big as possible.

    >>> [_lines_in_a_column(count, 20, 3, 12) for count in (4, 12, 30, 36)]
    [4, 6, 10, 12]
    """

    def size(lines: int) -> float:
        many = -(-count // lines)
        width = (WIDTH - 5 * (many - 1)) / many
        return min(HEIGHT / A_LINE / lines, width / (A_LETTER * longest + BESIDE_A_NAME))

    possible = {-(-count // many) for many in range(1, columns + 1)} - {0}
    return max(sorted(lines for lines in possible if lines <= length), key=size, default=length)


def _pages(
    key: str,
    kind: str,
    title: str,
    lines: Sequence[SlideLine],
    columns: int,
    length: int,
    sentences: Iterable[str] = (),
) -> Iterator[Slide]:
    """Yield a long list as slides, each shown for as long as it takes to read."""
    pages = -(-len(lines) // (columns * length))
    at_once = -(-len(lines) // pages) if pages else 0  # as many on each
    longest = max((len(line.rank + line.name + line.detail) for line in lines), default=1)
    length = _lines_in_a_column(at_once, longest, columns, length)
    for page in range(pages):
        on_page = lines[page * at_once : (page + 1) * at_once]
        yield Slide(
            key=f"{key}-{page + 1}",
            kind=kind,
            title=title,
            seconds=round(TO_BEGIN + FOR_A_LINE * len(on_page)),
            columns=tuple(tuple(on_page[first : first + length]) for first in range(0, len(on_page), length)),
            sentences=tuple(sentences),
            page=page + 1,
            pages=pages,
        )
