"""The sheet of a table for people, line by line."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _

from scoring.charts import DESKTOP, PHONE, Chart, Spark, chart_of, sparks_of
from scoring.engine import facts
from scoring.engine.amounts import noted
from scoring.engine.naming import Names, renamed_hand, shortened
from scoring.engine.result import Amount, exact, from_twelfths
from scoring.engine.rules import DOUBLED
from scoring.engine.sheet import Fact
from scoring.engine.telling import hand_in_words, joined, trigger_in_words
from scoring.models import Entry, Sheet
from scoring.rules.versions.timelines import seated_first, timeline_of
from scoring.table.pages.marks import (
    GameMarks,
    agreed_in_full,
    games_in_short,
    premiums_in_full,
    premiums_in_short,
    premiums_in_words,
    shorts_of,
)
from scoring.table.pages.voices import spoken_on
from scoring.table.pages.wording import fact_in_words
from scoring.table.replay import StoredRow, fact_of, is_system_event, stored_rows
from scoring.table_policy import occasion_of

SHORT_NAME = 9  # letters over a narrow column
MOST_STACKED = 8  # columns that can stand under the words of their row
NARROWEST = 3


@dataclass(frozen=True, slots=True)
class PlayerColumn:
    """The column of one player; everybody who ever sat at this table has one."""

    id: str
    name: str
    short: str  # for narrow columns; no two the same
    since: int  # how many hands had been played when they sat down


class Cell(NamedTuple):
    """A player's amount for a hand, and the total after it."""

    amount: Amount
    total: Amount


@dataclass(frozen=True, slots=True)
class HandLine:
    """A hand that counts; players who sat out have no cell (None)."""

    id: UUID
    number: int
    dealer: PlayerColumn
    radl: bool
    games: tuple[GameMarks, ...]
    premiums: tuple[str, ...]
    told: str  # the same in whole sentences
    starts: tuple[str, ...]  # why a Radl follows
    act: str  # how this version came about
    cells: tuple[Cell | None, ...]
    in_full: tuple[str, ...] = ()  # its premiums, with whose they are
    in_words: tuple[str, ...] = ()  # its premiums without abbreviations
    seats: tuple[str, ...] = ()  # who sat at the table, in order of play
    doubled: str = ""  # how, with "Schlussradl" where that begins; empty: it is not
    agreed: tuple[str, ...] = ()  # for this hand alone
    confirmed: str = ""  # by whom, or that it is not yet; empty where hands are not confirmed
    objected: bool = False  # waits for the director
    final: bool = False  # it was decided about, and stays
    dealing: int = -1  # the column of the dealer
    kind: str = field(default="hand", init=False)

    @property
    def sign(self) -> str:
        """Return the factor of a doubled hand as a sign, as a letter would look like a game."""
        return f"×{self.doubled.partition('×')[2] or DOUBLED}"


@dataclass(frozen=True, slots=True)
class VoidLine:
    """A hand that does not count, and why."""

    id: UUID
    dealer: PlayerColumn
    told: str
    act: str
    objected: bool = False
    final: bool = False
    kind: str = field(default="void", init=False)


@dataclass(frozen=True, slots=True)
class EventLine:
    """Who sits or deals from here on, or that hands are doubled."""

    id: UUID
    told: str
    act: str
    entered: bool = True  # by somebody at the table
    kind: str = field(default="event", init=False)


@dataclass(frozen=True, slots=True)
class SumLine:
    """Everybody's totals, under a Radl and at the end; None: not yet there."""

    title: str
    totals: tuple[Amount | None, ...]
    schrift: tuple[Amount | None, ...] | None  # where it is not the Kassa
    last: bool
    kind: str = field(default="sum", init=False)


Line = HandLine | VoidLine | EventLine | SumLine


@dataclass(frozen=True)
class Paper:
    """A whole sheet in order, for page, print and exports."""

    columns: tuple[PlayerColumn, ...]
    lines: tuple[Line, ...]
    totals: tuple[Amount, ...]
    schrift: tuple[Amount, ...] | None  # where the Schrift is not the Kassa
    legend: tuple[tuple[str, str], ...]  # abbreviations of the sheet, and what they stand for
    confirmation: bool = False  # hands are confirmed by the other side

    @property
    def hands(self) -> tuple[HandLine, ...]:
        return tuple(line for line in self.lines if isinstance(line, HandLine))

    @property
    def courses(self) -> tuple[tuple[Amount | None, ...], ...]:
        """Return each column's total at the beginning and after each hand; None before they sat down."""
        return tuple(
            tuple(_course(column, [line.cells[index] for line in self.hands]))
            for index, column in enumerate(self.columns)
        )

    @property
    def sparks(self) -> tuple[Spark, ...]:
        """Return each column's totals as a small line; empty before the first hand."""
        return sparks_of(self.courses)

    @property
    def layout(self) -> str:
        """Return how its columns are laid out where there is little room."""
        return f"cols-{len(self.columns)}" if len(self.columns) <= MOST_STACKED else "cols-many"

    @property
    def widest(self) -> int:
        """Return the number of signs in the widest amount or total."""
        cells = [cell for line in self.hands for cell in line.cells if cell is not None]
        numbers = [*self.totals, *(self.schrift or ()), *(number for cell in cells for number in cell)]
        return max([NARROWEST, *(len(noted(number)) for number in numbers)])

    @property
    def sum_of_totals(self) -> Amount:
        """Return the sum of all totals: nothing is lost between players, so it is zero."""
        return exact(sum(self.totals))

    @property
    def end(self) -> SumLine | None:
        """Return the last line with everybody's totals; None before the first hand."""
        last = self.lines[-1] if self.lines else None
        return last if isinstance(last, SumLine) and last.last else None

    @property
    def any_doubled(self) -> bool:
        return any(line.radl for line in self.hands)

    @property
    def last_entry(self) -> HandLine | VoidLine | EventLine | None:
        """Return the last line that was entered at the table, not written by the system."""
        lines = [line for line in self.lines if not isinstance(line, SumLine)]
        entered = [line for line in lines if not isinstance(line, EventLine) or line.entered]
        return entered[-1] if entered else None


def _course(column: PlayerColumn, cells: list[Cell | None]) -> Iterator[Amount | None]:
    yield from [None] * column.since
    total: Amount = 0
    yield total
    for cell in cells[column.since :]:
        total = total if cell is None else cell.total
        yield total


def charts_of(paper: Paper, colours: Mapping[str, int]) -> list[Chart]:
    """Return a chart for phones and one for wider screens; empty without a hand."""
    if not paper.hands:
        return []
    names, of_people = (
        [column.name for column in paper.columns],
        [colours[column.id] for column in paper.columns],
    )
    return [
        chart_of(dict(zip(shortened(names, size.letters), paper.courses, strict=True)), size, of_people)
        for size in (PHONE, DESKTOP)
    ]


def paper_of(sheet: Sheet, names: Names, language: str) -> Paper:
    """Return the whole sheet by three queries, or four where hands are confirmed."""
    return _PaperWriter(sheet, names, language).paper()


class _PaperWriter:
    """Goes through the entries once and keeps the running totals."""

    def __init__(self, sheet: Sheet, names: Names, language: str) -> None:
        self.names, self.language = names, language
        timeline = timeline_of(sheet)
        entries = sheet.entries.current().select_related("grounds")
        self.read = [(entry, fact_of(entry, timeline)) for entry in entries]  # what stands, in order
        self.rows = {row.id: row for row in stored_rows(sheet)}
        self.final = occasion_of(sheet).final_sort_keys(sheet)
        self.spoken = spoken_on(sheet)
        self.kassa: dict[str, int] = {}
        self.schrift: dict[str, int] = {}
        self.seated, _dealer = seated_first(sheet)
        self.seats = self.seated
        self.called = ""  # how hands came to be doubled that follow, where somebody said so
        otherwise = any(row.schrift_twelfths is not None for row in self.rows.values())
        self.differs = otherwise or timeline.at_first.options["schrift_kontra"] != "all"
        self.columns = self._columns()
        self.last = next((entry.id for entry, _fact in reversed(self.read) if entry.id in self.rows), None)

    def paper(self) -> Paper:
        self._sit_down(self.seated)
        lines = tuple(self._lines())
        ends = [
            tuple(from_twelfths(account[player]) for player in self.columns)
            for account in (self.kassa, self.schrift)
        ]
        legend: dict[tuple[str, str], None] = {}
        for rules, under_them in groupby((fact for _entry, fact in self.read), key=lambda fact: fact.rules):
            legend |= dict.fromkeys(shorts_of([fact.entry for fact in under_them], rules, self.language))
        return Paper(
            columns=tuple(self.columns.values()),
            lines=lines,
            totals=ends[0],
            schrift=ends[1] if self.differs else None,
            legend=tuple(legend),
            confirmation=self.spoken is not None,
        )

    def _columns(self) -> dict[str, PlayerColumn]:
        """Return a column for everybody who ever sat at the table, in the order of sitting down."""
        since: dict[str, int] = dict.fromkeys(self.seated, 0)
        hands = 0
        for entry, fact in self.read:
            row = self.rows.get(entry.id)
            hands += row is not None and row.number is not None
            if isinstance(fact.entry, facts.Seating):
                for player in fact.entry.players:
                    since.setdefault(player, hands)
        names = [self.names[player] for player in since]
        shorts = shortened(names, SHORT_NAME)
        return {
            player: PlayerColumn(player, name, short, hands)
            for (player, hands), name, short in zip(since.items(), names, shorts, strict=True)
        }

    def _sit_down(self, players: Iterable[str]) -> None:
        for player in players:
            self.kassa.setdefault(player, 0)
            self.schrift.setdefault(player, 0)

    def _lines(self) -> Iterator[Line]:
        owed = 0
        for entry, fact in self.read:
            row = self.rows.get(entry.id)
            if isinstance(fact.entry, facts.Hand | facts.Void):
                if row is None:
                    continue  # written between the two queries; the next look shows it
                yield self._row(entry, fact, row)
                if owed and not row.owed:
                    yield self._sum(_("After the Radl"))
                owed = row.owed
            else:
                if isinstance(fact.entry, facts.Seating):
                    self.seats = fact.entry.players
                    self._sit_down(self.seats)
                if isinstance(fact.entry, facts.Schlussradl):
                    self.called = _("Schlussradl")
                if isinstance(fact.entry, facts.CalledRadl):
                    self.called = _("Radl called again") if owed else _("Radl called")
                    owed = max(owed, 1)  # the next hand is one of them
                sentence = fact_in_words(fact, self.names, self.language)
                yield EventLine(entry.id, sentence, entry.act, not is_system_event(entry.record))
                if isinstance(fact.entry, facts.DoublingEnds) and owed and not fact.entry.dealt:
                    yield self._sum(_("After the Radl"))
                    owed = 0
        if self.rows:
            yield self._sum(_("Total"), last=True)

    def _row(self, entry: Entry, fact: Fact, row: StoredRow) -> HandLine | VoidLine:
        dealer, final = self.columns[row.dealer], entry.sort_key in self.final
        objected = self.spoken is not None and entry.sort_key in self.spoken.objected
        if not isinstance(fact.entry, facts.Hand) or row.number is None:
            void = fact_in_words(fact, self.names, self.language)
            return VoidLine(entry.id, dealer, void, entry.act, objected, final)
        amounts = row.amounts
        for player, (kassa, schrift) in amounts.items():
            self.kassa[player] += kassa
            self.schrift[player] += schrift
        hand = renamed_hand(fact.entry, self.names)
        rules = fact.rules.under(hand.options)
        pays = [self.names[player] for player in row.players if amounts[player][0] < 0]
        return HandLine(
            id=entry.id,
            number=row.number,
            dealer=dealer,
            radl=row.radl,
            games=tuple(games_in_short(hand, pays, rules, self.language)),
            premiums=tuple(premiums_in_short(hand, rules)),
            told=joined(hand_in_words(hand, rules, self.language)),
            starts=tuple(trigger_in_words(trigger, rules, self.language) for trigger in row.triggers),
            act=entry.act,
            cells=tuple(
                Cell(from_twelfths(amounts[player][0]), from_twelfths(self.kassa[player]))
                if player in amounts
                else None
                for player in self.columns
            ),
            in_full=tuple(premiums_in_full(hand, rules)),
            in_words=tuple(premiums_in_words(hand, rules, self.language)),
            seats=tuple(self.names[player] for player in self.seats),
            doubled=self._doubled(row),
            agreed=tuple(agreed_in_full(hand, self.language)),
            confirmed=self.spoken.in_words(entry.id, self.names, last=entry.id == self.last)
            if self.spoken is not None
            else "",
            objected=objected,
            final=final,
            dealing=list(self.columns).index(row.dealer),
        )

    def _doubled(self, row: StoredRow) -> str:
        """Return a hand's doubling in words; only the first hand after a call names the call."""
        if not row.radl:
            return ""
        label, self.called = self.called or "R", ""
        return label if row.times == DOUBLED else f"{label} ×{row.times}"

    def _sum(self, title: str, *, last: bool = False) -> SumLine:
        def sums(account: Mapping[str, int]) -> tuple[Amount | None, ...]:
            twelfths_by_column = (account.get(player) for player in self.columns)
            return tuple(
                None if twelfths is None else from_twelfths(twelfths) for twelfths in twelfths_by_column
            )

        return SumLine(title, sums(self.kassa), sums(self.schrift) if self.differs else None, last)
