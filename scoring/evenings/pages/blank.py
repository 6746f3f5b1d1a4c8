"""A score sheet to fill in by hand: who deals which hand, what is doubled, the balances so far.

How much fits on a page is worked out here, in millimetres and with letters that are rather too wide; a
browser test holds it against real pages.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from math import ceil
from textwrap import wrap
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.engine.amounts import noted
from scoring.engine.customs import HighCard
from scoring.engine.money import number_in_words
from scoring.engine.naming import Names, shortened
from scoring.engine.result import Amount, exact
from scoring.engine.rules import Rules
from scoring.engine.sheet import Position
from scoring.models import Sheet
from scoring.rules.printing import speiszettel
from scoring.rules.versions.timelines import rules_for, seated_first
from scoring.table.replay import position_of
from scoring.table_policy import OnPaper, occasion_of

ROW = 7.2  # millimetres; a hand has to write in it
HEADING, UNDER_NAMES, CARRIED, END = 17.0, 5.0, 7.2, 2.0
NAME_LINE, NAME_LETTER = 4.2, 1.95
RESULT_ROWS = 2  # what everybody has in the end, and signatures
LINES_TO_WRITE = 2  # as high is the room for a name that is written in
FINE_LINE, FINE_LETTER = 3.6, 1.42
MOST_FINE_LINES = 8  # beyond that the prices are left to the Speiszettel
DEALER_LETTER, DEALER_LINES = 1.5, 2  # in a row one may write in, two small lines fit
MOST_ROWS = 200


@dataclass(frozen=True, slots=True)
class PaperFormat:
    """A page of A4 without its margins, and the room its columns take before the players."""

    name: str  # a class of the style sheet
    width: int
    height: int
    columns: tuple[float, ...]  # number, dealer, Radl, game, declarer, partner, result, Kontra, premiums
    long_names: tuple[float, ...]  # a dealer's long name takes room where a few signs are written

    def column(self, players: int) -> float:
        return (self.width - sum(self.columns)) / players

    def widths(self, *, long_names: bool, players: int, money: bool) -> list[str]:
        """Return the widths of all columns in per cent; an empty one takes what is left."""
        figures = FIGURES.get((self.name, players, money), (None,) * (3 if money else 2))
        widths = (*(self.long_names if long_names else self.columns), *figures * players)
        return [f"{width / self.width:.3%}" if width else "" for width in widths]


DEALER, DEALER_EDGES = 1, 0.6
UPRIGHT = PaperFormat(
    "upright",
    186,
    268,
    (7, 19.5, 7, 16.5, 12, 12, 12.5, 10, 15.5),
    (7, 19.5, 7, 16.5, 12, 12, 12.5, 10, 15.5),
)
ACROSS = PaperFormat(
    "across", 273, 181, (7, 20, 8, 27, 16, 16, 13, 12, 32), (7, 30, 8, 23, 16, 16, 13, 12, 26)
)
CLOSE = PaperFormat(  # six people with three figures each
    "across close", 273, 181, (7, 17, 8, 24, 14, 14, 12.5, 10, 22.5), (7, 23, 8, 21, 14, 14, 12.5, 10, 19.5)
)
# What a hand brought, the total, the replacement capital: totals need more.
FIGURES: Mapping[tuple[str, int, bool], tuple[float | None, ...]] = {
    ("upright", 4, False): (8, 10.3),
    ("across", 4, False): (13, None),
    ("across", 5, False): (10.4, 13.8),
    ("across", 6, False): (8.4, 11.8),
    ("across", 4, True): (9, 11.8, 9.5),
    ("across", 5, True): (7, 9, 8.2),
    ("across close", 6, True): (7, 8.6, 8.2),
}


class CarriedLine(NamedTuple):
    """A line that is filled in already: the balances when the sheet was printed."""

    title: str
    figures: list[tuple[str, str]]  # for every column the total, and the replacement capital in it


class BlankRow(NamedTuple):
    """A hand that is still to be played. A redeal takes no row."""

    number: int
    dealer: str
    radl: bool
    sits_out: list[bool]  # for every column


class Heading(NamedTuple):
    """What stands above the lines."""

    title: str
    where: str  # whose it is, day, place
    rules: str


@dataclass(frozen=True, slots=True)
class Prices:
    """The values in one line each, for those who have no Speiszettel beside them."""

    games: str
    premiums: str

    def lines(self, width: int) -> int:
        return sum(ceil(len(game) * FINE_LETTER / width) for game in (self.games, self.premiums))


@dataclass(frozen=True, slots=True)
class Blank:
    """A whole printed sheet of one table."""

    heading: Heading
    seats: list[str]  # names; empty until somebody writes one
    carried: list[CarriedLine]  # at the top of the first page
    pages: list[list[BlankRow]]
    layout: str
    widths: list[str]  # of the columns
    money: bool  # a balance of one's own, and a column for replacement capital
    sum: str  # of all balances less replacement capital; empty without play money
    notes: list[str]
    prices: Prices | None  # None: there are too many for this page


@dataclass(frozen=True, slots=True)
class Beginning:
    """Where the paper takes over from the screen."""

    table_state: Position  # players by id, or by number where nobody has a name yet
    names: Names  # empty ones for those who are written in
    hands: int = 0  # played so far
    most: int | None = None  # hands are played at this table; None: as many as there is time for
    money: bool = False
    sum: str = ""
    carried: list[CarriedLine] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def blank_of(sheet: Sheet, names: Names, heading: Heading, language: str) -> Blank:
    """Return the rest of a sheet, on paper."""
    rules = rules_for(sheet)
    beginning = beginning_of(sheet, names, rules, occasion_of(sheet).on_paper(sheet))
    return laid_out(beginning, heading, prices_of(rules, language))


def beginning_of(sheet: Sheet, names: Names, rules: Rules, on_paper: OnPaper) -> Beginning:
    """Return where the paper takes over, without a query."""
    position = position_of(sheet)
    return beginning_at(position, position.hands, names, rules, on_paper, seated_first(sheet)[0])


def beginning_at(
    table_state: Position,
    hands: int,
    names: Names,
    rules: Rules,
    on_paper: OnPaper,
    sat_down: Sequence[str] = (),
) -> Beginning:
    """Return the beginning of a sheet at this state, with those who left by when they sat down or came."""
    known = dict.fromkeys([*sat_down, *names])
    former_players = [
        player for player in known if player in table_state.totals and player not in table_state.players
    ]
    return Beginning(
        table_state=table_state,
        names=names,
        hands=hands,
        most=on_paper.hands,
        money=on_paper.balances is not None,
        sum=_sum(table_state, on_paper),
        carried=list(_carried(table_state, on_paper, hands, rules)),
        notes=list(_notes(table_state, former_players, on_paper, names, rules)),
    )


def blank_for(players: int, heading: Heading, rules: Rules, language: str) -> Blank:
    """Return a sheet for people who write in their names, the one with the highest card first."""
    seats = tuple(str(number) for number in range(1, players + 1))
    return laid_out(
        Beginning(
            table_state=Position(seats, first_dealer(seats, rules)),
            names=dict.fromkeys(seats, ""),
            notes=[_("Player 1 drew the highest card; the others follow in the order of play.")],
        ),
        heading,
        prices_of(rules, language),
    )


def first_dealer(seats: Sequence[str], rules: Rules) -> str:
    """Return who deals first by these rules; the owner of the highest card sits first."""
    return seats[0 if rules.high_card is HighCard.DEALS else -1]


def prices_of(rules: Rules, language: str) -> Prices:
    """Return the prices in the order of the Speiszettel."""
    sheet = speiszettel(rules, language)
    games = [f"{game.label} {game.value}" for game in sheet.games]
    premiums = [f"{premium.label} {premium.silent}/{premium.announced}" for premium in sheet.premiums]
    return Prices(" · ".join(games), " · ".join(premiums))


def laid_out(beginning: Beginning, heading: Heading, prices: Prices) -> Blank:
    """Return the pages for all hands of the table, the last one filled to its end."""
    seats = [beginning.names[player] for player in beginning.table_state.players]
    if beginning.money:
        format_ = CLOSE if len(seats) > 5 else ACROSS
    else:
        format_ = UPRIGHT if len(seats) == 4 else ACROSS
    fits = prices.lines(format_.width) <= MOST_FINE_LINES
    fine = (prices.lines(format_.width) if fits else 0) + sum(
        ceil(len(note) * FINE_LETTER / format_.width) for note in beginning.notes
    )
    letters = int(format_.column(len(seats)) / NAME_LETTER)
    names = max(_lines(name, letters) or LINES_TO_WRITE for name in seats)
    room = format_.height - HEADING - UNDER_NAMES - END - names * NAME_LINE - (fine + 1) * FINE_LINE
    first = int((room - len(beginning.carried) * CARRIED) // ROW)
    others = int((room - CARRIED) // ROW)
    left = min(MOST_ROWS, max(1, (beginning.most or 0) - beginning.hands))
    dealers = [beginning.names[player] or player for player in beginning.table_state.players]
    long_names = max(map(len, dealers)) > int((format_.columns[DEALER] - DEALER_EDGES) / DEALER_LETTER)
    columns = format_.long_names if long_names else format_.columns
    rows = _rows(beginning, in_two_lines(dealers, int((columns[DEALER] - DEALER_EDGES) / DEALER_LETTER)))
    pages = [list(islice(rows, first))]
    result_rows = RESULT_ROWS if beginning.money else 0
    while sum(map(len, pages)) - result_rows < left:
        pages.append(list(islice(rows, others)))
    del pages[-1][len(pages[-1]) - result_rows :]
    return Blank(
        heading=heading,
        seats=seats,
        carried=beginning.carried,
        pages=pages,
        layout=f"{format_.name} of-{len(seats)}",
        widths=format_.widths(long_names=long_names, players=len(seats), money=beginning.money),
        money=beginning.money,
        sum=beginning.sum,
        notes=beginning.notes,
        prices=prices if fits else None,
    )


def in_two_lines(names: Sequence[str], letters: int) -> list[str]:
    """Shorten names to fit two lines of `letters` letters, and keep them distinct.

    >>> in_two_lines(["Josef Obergruber", "Bert"], 12)
    ['Josef Obergruber', 'Bert']
    >>> in_two_lines(["Wilhelmine Schattauer-Prantner", "Bert"], 12)
    ['Wilhelmine Schattauer-…', 'Bert']
    """
    for most in range(DEALER_LINES * letters, letters, -1):
        shorts = shortened(names, most)
        if all(_lines(short, letters) <= DEALER_LINES for short in shorts):
            return shorts
    return shortened(names, letters)


def _lines(name: str, letters: int) -> int:
    """Return how many lines a name takes; a word too long for a line begins a new one, as in a browser."""
    return sum(ceil(len(line) / letters) for line in wrap(name, letters, break_long_words=False))


def _rows(beginning: Beginning, shorts: Sequence[str]) -> Iterator[BlankRow]:
    """Yield the rows in the order of the deal; hands still owed are doubled."""
    table_state, number = beginning.table_state, beginning.hands
    short = dict(zip(table_state.players, shorts, strict=True))
    while True:
        number += 1
        out = table_state.sitting_out
        yield BlankRow(
            number,
            short[table_state.dealer],
            table_state.doubled,
            [player in out for player in table_state.players],
        )
        table_state = replace(table_state, dealer=table_state.next_dealer, ahead=table_state.ahead[1:])


def _carried(table_state: Position, on_paper: OnPaper, hands: int, rules: Rules) -> Iterator[CarriedLine]:
    """Return the lines above the first hand; none where everybody begins with nothing."""
    if on_paper.balances is not None:
        carried = [on_paper.balances[player] for player in table_state.players]
        figures = [
            (number_in_words(balance), number_in_words(replacement) if replacement else "")
            for balance, replacement in carried
        ]
        yield CarriedLine(_("Carried over") if hands else _("Capital"), figures)
    elif hands:
        yield CarriedLine(_("Carried over"), _figures(table_state, table_state.totals))
        if rules.options["schrift_kontra"] != "all":
            yield CarriedLine("Schrift", _figures(table_state, table_state.schrift_totals))


def _sum(table_state: Position, on_paper: OnPaper) -> str:
    """Return the sum of the seated players' balances without replacement capital."""
    if on_paper.balances is None:
        return ""
    carried = [on_paper.balances[player] for player in table_state.players]
    return number_in_words(exact(sum([balance - replacement for balance, replacement in carried])))


def _figures(table_state: Position, totals: Mapping[str, Amount]) -> list[tuple[str, str]]:
    return [(noted(totals[player]), "") for player in table_state.players]


def _notes(
    table_state: Position, former_players: Sequence[str], on_paper: OnPaper, names: Names, rules: Rules
) -> Iterator[str]:
    """Return the notes printed below the columns."""
    if former_players and on_paper.balances is None:
        figures = ", ".join(
            f"{names[player]} {noted(table_state.totals[player])}" for player in former_players
        )
        yield _("No longer at the table: %(people)s.") % {"people": figures}
    if table_state.owed and not table_state.schlussradl:
        yield _("R: this hand is doubled. What starts a Radl is marked in the following rows.")
    if rules.options["schrift_kontra"] != "all":
        yield _("The ranking goes by the Schrift, in which a Kontra counts less.")
