"""What comes of a file: its evenings or amounts, everybody's total, and everything that is wrong or open."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from datetime import date
from functools import cached_property
from typing import Any, NamedTuple

from django.utils.translation import ngettext

from scoring.engine import facts
from scoring.engine.explaining import explained, problems_in_words
from scoring.engine.problems import IllegalHand, Problem
from scoring.engine.record.stored import read_stored
from scoring.engine.result import Amount, Settlement, from_twelfths, in_twelfths
from scoring.engine.rules import Rules
from scoring.engine.sheet import (
    BIGGEST_TABLE,
    SMALLEST_TABLE,
    DerivedRow,
    Fact,
    Position,
    first_position,
    problems_with_entry,
    step,
)
from scoring.models import ComparedWith, Member
from scoring.names import folded, sorting
from scoring.old_sheets import worksheet as col
from scoring.old_sheets.block import Bad, Block
from scoring.old_sheets.comparing import ControlTotal
from scoring.old_sheets.hands import UnreadableCell, person_of, record_from
from scoring.old_sheets.people import NameInFile, everybody
from scoring.old_sheets.rows import (
    EACH,
    LABELLED,
    NOT_SAID,
    REPEATS,
    RUNNING,
    AmountsOf,
    AmountsReadBy,
    LeftOut,
    RowReader,
    TableLine,
    by_numbers,
    code_of,
    day_read,
    decided,
    go_to_and_fro,
    orders_of,
    read_by,
    ways_of,
)
from scoring.old_sheets.values import POINTS, UNSAID, WORDS, in_points, label, refusal, remark, words_of
from scoring.old_sheets.verbs import (
    OldEntry,
    OldEvening,
    OldRow,
    OldTable,
    Someone,
    TableOfAmounts,
    table_key,
)
from scoring.web.language import current_language

MOST_PEOPLE = 200  # in one file; each is asked for on the page
FEWEST_CARRIED_ON = 4  # hands of which half differ: the paper may have running totals
MOST_SHOWN = 3  # rows of each way to read the amounts


class Differing(NamedTuple):
    """A hand that the rules settle differently from the paper."""

    row: int
    differences: tuple[str, ...]
    why: tuple[str, ...]


class FileTotal(NamedTuple):
    """A player's total in a whole file."""

    name: str
    rows: int
    points: Amount


@dataclass
class Reading:
    """Blocks read row by row. Nothing of them is written as long as anything is wrong."""

    blocks: Sequence[Block]
    rules: Rules | None  # None: there are only amounts
    _: KW_ONLY
    members: Sequence[Member]
    answers: Mapping[str, str]  # what was answered, by field
    existing: Callable[[Collection[date]], Collection[tuple[date, str]]]  # tables in the books of the club
    unnamed: str  # what a table is called that has no name
    running: str = NOT_SAID
    others: Mapping[str, int | None] = field(default_factory=dict)  # who is known to be called how

    differing: list[Differing] = field(default_factory=list)
    evenings: list[OldEvening] = field(default_factory=list)
    amounts: list[TableOfAmounts] = field(default_factory=list)
    days_of_rows: dict[int, date] = field(default_factory=dict)  # by number
    tables: int = 0
    hands: int = 0
    on_paper: list[tuple[AmountsOf, AmountsOf]] = field(default_factory=list)  # and by the rules
    sums: list[LeftOut] = field(default_factory=list)
    chosen_way: str = ""  # what the amounts are, by a person or by the figures alone
    is_unsaid: bool = False  # and has to be
    is_out_of_order: bool = False  # totals are carried on, and the days run to and fro
    ways: Mapping[str, AmountsReadBy] = field(default_factory=dict)  # what they can be
    shown: list[int] = field(default_factory=list)  # the rows of which each way is shown
    first: date | None = None
    last: date | None = None
    got: dict[str, list[int]] = field(default_factory=dict)  # by everybody's id, row by row, in twelfths

    @cached_property
    def people(self) -> dict[str, NameInFile]:
        """Return the people that the file names; none if there are too many to be names."""
        names = [*self._named.values()]
        names = names if len({*map(folded, names)}) <= MOST_PEOPLE else []
        return everybody(names, self.members, self.answers, self.others)

    @cached_property
    def bad(self) -> list[Bad]:
        """Return everything that is wrong, from top to bottom."""
        problems = [bad for block in self.blocks for bad in block.bad]
        return sorted(problems, key=lambda bad: (bad.row, -1 if bad.column is None else bad.column))

    @cached_property
    def _last_rows(self) -> list[int]:
        return [block.numbers.stop - 1 for block in self.blocks]

    def block_of(self, row: int) -> Block:
        """Return the block of a row."""
        return self.blocks[bisect_left(self._last_rows, row)]

    def wrong(self, row: int, code: str, text: str) -> None:
        """Note a problem in the column of a row that means this."""
        self.block_of(row).wrong(row, code, text)

    @property
    def someones(self) -> list[Someone]:
        return [named.someone for named in self.people.values() if named.someone is not None]

    @cached_property
    def ids(self) -> dict[str, str]:
        """Return the ids of everybody who was identified, by folded name."""
        return {key: named.someone.id for key, named in self.people.items() if named.someone}

    @cached_property
    def names(self) -> dict[str, str]:
        """Return what they are called in the club, by id."""
        return {someone.id: someone.name for someone in self.someones}

    @property
    def checked(self) -> int:
        """Return how many hands were compared with the amounts on paper."""
        return len(self.on_paper)

    @property
    def totals(self) -> list[FileTotal]:
        """Return everybody's total, the most points first."""
        totals = [
            FileTotal(self.names[person], len(got), from_twelfths(sum(got)))
            for person, got in self.got.items()
        ]
        return sorted(totals, key=lambda total: (-total.points, sorting(total.name)))

    def control_totals(self, part: str = "") -> list[ControlTotal]:
        """Return what everybody has, and at how many evenings, of all rows or of those of a part."""
        days: dict[str, set[date]] = {}
        sums = Counter[str]()
        for table in self.amounts:
            for row in table.rows:
                for person, amount in (
                    row.amounts.items() if part in ("", self.block_of(row.row).cell_key) else ()
                ):
                    days.setdefault(person, set()).add(table.date)
                    sums[person] += amount
        for evening in self.evenings:
            for person in {person for played in evening.tables for person in played.players}:
                days.setdefault(person, set()).add(evening.date)
                sums[person] = sum(self.got.get(person, ()))
        totals = [
            ControlTotal(person, self.names[person], sums[person], len(some)) for person, some in days.items()
        ]
        return sorted(totals, key=lambda total: sorting(total.name))

    def other_readings_of(self, person: str, part: str) -> list[tuple[str, int]]:
        """Return the other ways to read the amounts, each with what this person would have by it."""
        keys = [key for key, id_ in self.ids.items() if id_ == person]
        return [
            (
                way.label,
                sum(
                    got.get(key, 0)
                    for row, got in way.by_row.items()
                    if part in ("", self.block_of(row).cell_key)
                    for key in keys
                ),
            )
            for code, way in self.ways.items()
            if code != self.chosen_way
        ]

    @cached_property
    def _added_up(self) -> set[int]:
        """Return the rows of which the file itself gives the totals."""
        return {
            row
            for summed in self.sums
            if summed.first
            and summed.last > summed.first
            and summed.why in (LABELLED, REPEATS)
            and not summed.counts
            for row in range(summed.first, summed.last + 1)
        }

    def is_added_up(self, part: str) -> bool:
        """Return whether the file gives the totals of all rows of a part."""
        numbers = {row.row for table in self.amounts for row in table.rows}
        lines = {number for number in numbers if self.block_of(number).cell_key == part}
        return bool(lines) and lines <= self._added_up

    @property
    def compared_with(self) -> str:
        """Return what the file itself gives twice for every row: its own totals, or hands with amounts."""
        if self.rules is not None:
            return ComparedWith.PAPER if self.hands and self.checked == self.hands else ComparedWith.NOTHING
        lines = {row.row for table in self.amounts for row in table.rows}
        return ComparedWith.SUMS if lines and lines <= self._added_up else ComparedWith.NOTHING

    @property
    def is_right(self) -> bool:
        return bool(self.hands) and not self.bad and all(named.someone for named in self.people.values())

    @property
    def in_words(self) -> str:
        """Return in a sentence how much there is."""
        if self.rules is None:
            days = len({(table.date, folded(table.venue)) for table in self.amounts})
            rows = ngettext("%(count)d row", "%(count)d rows", self.hands)
        else:
            days = len(self.evenings)
            rows = ngettext("%(count)d hand", "%(count)d hands", self.hands)
        counts = {
            ngettext("%(count)d evening", "%(count)d evenings", days): days,
            ngettext("%(count)d table", "%(count)d tables", self.tables): self.tables,
            rows: self.hands,
        }
        return ", ".join(words % {"count": count} for words, count in counts.items())

    def listed(self, amounts: AmountsOf) -> str:
        """Return everybody with their amount, as the file names them."""
        return ", ".join(f"{self.people[key].name} {in_points(amount)}" for key, amount in amounts.items())

    # From the headings down

    def read(self) -> Reading:
        """Read all rows, if the headings are right."""
        first = self.blocks[0]
        for block in self.blocks:
            self._check_columns(block)
        if any(block.bad for block in self.blocks):
            return self
        for (row, column), name in self._named.items():
            for problem in self.people[folded(name)].problems:
                self.block_of(row).at(row, column, problem)
        if first.counted.unit not in (POINTS, UNSAID) and not first.counted.cents:
            first.wrong_in_headings(label("points_or_money"), refusal("worth_of_a_point"))
        by_table: dict[object, list[TableLine]] = {}
        for line in self._judged():
            by_table.setdefault(line.table.key, []).append(line)
        tables = [*by_table.values()]
        existing = self.existing({lines[0].table.date for lines in tables}) if tables else ()
        for (row, table, *_fields), *_lines in tables:
            if (table.date, table_key(table.name)) in existing:
                self.wrong(row, col.TABLE, refusal("table_there", name=table.name))
        for lines in tables:
            self.hands += len(lines)
            if self.rules is None:
                self._read_amounts(lines, is_running=self._is_running(lines[0].part))
        if self.rules is not None:
            evenings: dict[tuple[date, str], OldEvening] = {}
            for lines in tables:
                when, venue, name = lines[0].table
                evening = evenings.get((when, folded(venue)), OldEvening(when, venue, ()))
                if (played := _PlayedTable(self, self.rules, name, lines).read()) is not None:
                    tables_then = (*evening.tables, played)
                    evenings[when, folded(venue)] = evening._replace(tables=tables_then)
            self.evenings = sorted(evenings.values(), key=lambda evening: evening.date)
            if self.chosen_way == NOT_SAID:
                self.is_unsaid = 2 * len(self.differing) >= max(FEWEST_CARRIED_ON, self.checked)
        days = [lines[0].table.date for lines in tables]
        self.first, self.last, self.tables = min(days, default=None), max(days, default=None), len(tables)
        if not self.hands and not any(block.bad for block in self.blocks):
            first.wrong_in_headings("", refusal("nothing_below"))
        return self

    @cached_property
    def _named(self) -> dict[tuple[int, int], str]:
        """Return everybody who is named, by row and column: in the headings, or in those of the seats."""
        return {at: name for block in self.blocks for at, name in _named_in(block).items()}

    def _check_columns(self, sheet: Block) -> None:
        """Say what is missing that no file can do without, and which columns of names are none."""
        codes = sheet.codes
        day = sheet.whole.get(col.DATE, "")
        if col.DATE not in codes and (wrong := day_read(day)[1]):  # then one day for all rows
            sheet.wrong_in_headings(str(col.LABELS[col.DATE]), wrong if day else refusal("no_column_of_days"))
        needed = () if self.rules is None or col.LINE in codes else (col.CONTRACT, col.DECLARER)
        for code in needed:
            if code not in codes:
                missing = str(col.LABELS[code])
                sheet.wrong_in_headings(missing, refusal("no_column", label=missing))
        for code, times in Counter(codes).items():
            if times > 1 and code not in (col.LEFT_OUT, col.PERSON):
                sheet.wrong_in_headings(col.label_of(code, "") or code, refusal("same_meaning"))
        many, who = len({*map(folded, self._named.values())}), ""
        if sheet.people and sheet.seats:
            who = refusal("names_in_both")
        elif not sheet.people and not sheet.seats:
            who = refusal("nobody_played")
        elif many > MOST_PEOPLE:
            who = refusal("too_many_names", count=many)
        if who:
            sheet.wrong_in_headings(label("who_played"), who)
        names = Counter(folded(sheet.headings[column]) for column in sheet.people)
        for column in sheet.people:
            if col.FORMULA.match(name := sheet.headings[column]):
                sheet.at(sheet.top, column, col.unsolved(sheet.top, column))
            elif names[folded(name)] > 1:
                sheet.at(sheet.top, column, refusal("same_heading", name=name))

    # What each row is

    def _is_running(self, part: str) -> bool:
        """Return whether the amounts of a part are totals that are carried on."""
        return self._own_ways.get(part, self.chosen_way).partition("-")[0] in RUNNING

    @cached_property
    def _own_ways(self) -> dict[str, str]:
        """Return by place of a block how its amounts are read, where this differs from the others."""
        return {block.cell_key: block.way for block in self.blocks if block.way}

    def _judged(self) -> list[TableLine]:
        """Return the rows with each player's amounts, read as chosen, or else as the figures require."""
        own, rows = self._own_ways, RowReader(self.blocks, self.answers, self.unnamed)
        lines, orders = rows.lines, orders_of(rows.lines)
        way, _dash, order = self.running.partition("-")
        self.chosen_way = (
            code_of(way, order if order in orders else next(iter(orders))) if way in RUNNING else way
        )
        self.ways = ways_of(orders, own, self.chosen_way)
        if not self.chosen_way and self.rules is None:
            self.chosen_way = decided(self.ways, orders, is_proved=rows.is_proved)
            self.is_unsaid = not self.chosen_way and bool(lines)
        way, _dash, order = self.chosen_way.partition("-")
        self.sums = rows.read(way)
        self.days_of_rows = {line.row: line.table.date for line in lines}
        self.shown = self._shown(lines)
        if way in RUNNING or self.is_unsaid or own:
            self.is_out_of_order = go_to_and_fro(lines) and way in RUNNING
            lines = orders[order]
        elif self.rules is not None:
            lines = by_numbers(lines)
        return [*read_by(way or EACH, lines, own)]

    def _shown(self, lines: Sequence[TableLine]) -> list[int]:
        """Return the first rows, the last, and the first of later years and parts."""
        begins: dict[tuple[int, str], int] = {}
        rows = sorted(line.row for line in lines)
        for line in lines:
            begins.setdefault((line.table.date.year, line.part), line.row)
        return sorted({*rows[:MOST_SHOWN], *[*begins.values()][:MOST_SHOWN], *rows[-1:]})

    # What everybody got

    def _read_amounts(self, lines: Sequence[TableLine], *, is_running: bool) -> None:
        """Read the rows of a table that are right, and say what is wrong with the others."""
        rows: list[OldRow] = []
        leaves_zeros = self.blocks[0].counted.zero_is_absent and not is_running  # of a total 0 is no absence
        for line in map(_without_zeros, lines) if leaves_zeros else lines:
            people = [self.ids[key] for key in line.amounts if key in self.ids]
            total, wrong = sum(line.amounts.values()), ""
            if line.off_by and is_running:
                wrong = refusal("running_totals", total=in_points(line.off_by))
            elif not line.amounts:
                wrong = refusal("no_amounts")
            elif total and not is_running:
                wrong = refusal("wrong_total", total=in_points(total), amounts=self.listed(line.amounts))
            if wrong:
                self.block_of(line.row).wrong_amounts(line.row, line.cells, wrong)
            elif len(people) == len(line.amounts):
                for person, amount in zip(people, line.amounts.values(), strict=True):
                    self.got.setdefault(person, []).append(amount)
                self.refuse_twice(line.row, people)
                rows.append(OldRow(line.row, dict(zip(people, line.amounts.values(), strict=True))))
        if rows:
            self.amounts.append(TableOfAmounts(*lines[0].table, tuple(rows)))

    def refuse_twice(self, row: int, people: Sequence[str]) -> bool:
        """Return whether two names of a row are of one person, and say so."""
        twice = [person for person, times in Counter(people).items() if times > 1]
        for person in twice:
            self.wrong(row, "", refusal("named_twice", name=self.names[person]))
        return bool(twice)


SCHLUSS, CALLED, CALLED_AGAIN = (words_of("hands", key) for key in ("schluss", "called", "called_again"))
_YES, _NO = words_of("hands", "radl") | SCHLUSS | CALLED | CALLED_AGAIN, words_of("hands", "no_radl")
_TIMES = re.compile(r" [×x]\d+$")  # follows from the rules
_NO_ID: Any = None
_COLUMNS = {part: code for code in WORDS["records"] for part in words_of("records", code)}


@dataclass
class _PlayedTable:
    """The rows of one table, played one after the other."""

    reading: Reading
    rules: Rules
    name: str
    lines: Sequence[TableLine]
    entries: list[OldEntry] = field(default_factory=list)
    position: Position = field(init=False)

    @cached_property
    def marks_radl(self) -> bool:
        """Return whether any row says that there was one."""
        return any(_radl(line) not in _NO for line in self.lines)

    def read(self) -> OldTable | None:
        seats = self._seats(self.lines[0])
        if seats is None:
            return None
        dealer = self._dealer(self.lines[0], seats) or seats[-1]
        self.position = first_position(seats, dealer)
        for line in self.lines:
            if (seated := self._seats(line)) is not None:
                self._take_up_events(line, seated)
                self._play(line)
        return OldTable(self.name, seats, dealer, tuple(self.entries))

    # who sits there

    def _seats(self, line: TableLine) -> tuple[str, ...] | None:
        """Return everybody at the table with this row, by id; None if that cannot be."""
        keys = line.people
        if self.reading.block_of(line.row).people and not line.cells.get(col.SEATED):
            present = {amount for each in self.lines for amount in each.amounts}
            keys = tuple(key for key in keys if key in present)
        if any(key not in self.reading.ids for key in keys):
            return None  # asked for already
        seats = tuple(self.reading.ids[key] for key in keys)
        if not SMALLEST_TABLE <= len(seats) <= BIGGEST_TABLE:
            self.reading.wrong(line.row, "", refusal("people_at_table", count=len(seats)))
            return None
        return None if self.reading.refuse_twice(line.row, seats) else seats

    def _dealer(self, line: TableLine, seats: tuple[str, ...]) -> str | None:
        """Return who deals, as the row says or as follows from who has no amount; None if it says nothing."""
        if text := line.cells.get(col.DEALER, ""):
            try:
                return person_of(text, col.DEALER, *self._called(line, seats))
            except UnreadableCell as wrong:
                self.reading.wrong(line.row, wrong.code, wrong.text)
                return None
        playing = {self.reading.ids[amount] for amount in line.amounts}
        if len(playing) != SMALLEST_TABLE or len(seats) == SMALLEST_TABLE:
            return None
        fitting = [seat for seat in seats if set(first_position(seats, seat).state.playing) == playing]
        return fitting[0] if len(fitting) == 1 else None

    def _called(self, line: TableLine, players: tuple[str, ...]) -> tuple[dict[str, str], dict[str, str]]:
        """Return what these people are called in the file, and in the club."""
        reading = self.reading
        written = {reading.ids[key]: reading.people[key].name for key in line.people if key in reading.ids}
        own = {player: reading.names[player] for player in players}
        return {person: written.get(person, name) for person, name in own.items()}, own

    # one row

    def _play(self, line: TableLine) -> None:
        """Play the hand of a row; of one that is not understood, the deal goes on."""
        table_state = self.position.state
        try:
            names = self._called(line, table_state.players)
            entry = read_stored(record_from(line.cells, self.rules, *names), self.rules)
            self.position, row = taken(entry, self.position, self.rules)
        except (UnreadableCell, IllegalHand) as wrong:
            if isinstance(wrong, IllegalHand):
                self._illegal(line, wrong.problems)
            else:
                self.reading.wrong(line.row, wrong.code, wrong.text)
            self.position = replace(self.position, state=replace(table_state, dealer=table_state.next_dealer))
            return
        old_entry = OldEntry(line.row, entry)
        if row is not None and row.row.settlement is not None and isinstance(entry, facts.Hand):
            hand = replace(entry, players=table_state.playing, radl=row.row.radl, times=table_state.times)
            old_entry = self._compared(line, old_entry, hand, row.row.settlement, in_radl=table_state.doubled)
        self.entries.append(old_entry)

    def _take_up_events(self, line: TableLine, seats: tuple[str, ...]) -> None:
        """Take up what happened since the row above."""
        table_state = self.position.state
        # Who deals first has been read already, with whatever is wrong with it.
        dealer = None if line is self.lines[0] else self._dealer(line, seats)
        if not _same_round(seats, table_state.players):
            deals = dealer or (table_state.dealer if table_state.dealer in seats else seats[-1])
            self._event(line, facts.Seating(seats, deals))
        elif dealer is not None and dealer != table_state.dealer:
            self._event(line, facts.Dealer(dealer))
        mark, table_state = _radl(line), self.position.state
        if mark not in _YES | _NO:
            self.reading.wrong(line.row, col.RADL, refusal("no_radl", text=mark[:40]))
        elif mark in SCHLUSS and not table_state.schlussradl:
            self._event(line, facts.Schlussradl())
        elif mark in CALLED_AGAIN or (mark in CALLED and not table_state.doubled):
            self._event(line, facts.CalledRadl())

    def _event(self, line: TableLine, entry: facts.Entry) -> None:
        try:
            self.position, _row = taken(entry, self.position, self.rules)
            self.entries.append(OldEntry(line.row, entry))
        except IllegalHand as illegal:
            self._illegal(line, illegal.problems, col.RADL)

    def _illegal(self, line: TableLine, problems: Sequence[Problem], column: str = "") -> None:
        """Say what is wrong in the column that says it, or in this one."""
        for problem in problems_in_words(problems, self.reading.names, current_language()):
            parts = [_COLUMNS[part] for part in problem.where.split(".") if part in _COLUMNS]
            code = col.LINE if line.cells.get(col.LINE) else next(iter(parts), "")
            self.reading.wrong(line.row, column or code, problem.text)

    # what the paper said

    def _compared(
        self, line: TableLine, entry: OldEntry, hand: facts.Hand, settlement: Settlement, *, in_radl: bool
    ) -> OldEntry:
        """Compare a row with its hand; in a Radl it may be marked, whether the hand is doubled or not."""
        reading = self.reading
        paid = dict(zip(settlement.players, map(in_twelfths, settlement.amounts), strict=True))
        given = {reading.ids[other]: amount for other, amount in line.amounts.items()}
        differences = []
        for person in {**given, **paid} if given else ():
            name, settled = reading.names[person], paid.get(person, 0)
            if person in given and given[person] != settled:
                on_paper = in_points(given[person])
                differences.append(remark("paper", name=name, given=on_paper, settled=in_points(settled)))
            elif person not in given and settled:
                differences.append(remark("no_paper", name=name, settled=in_points(settled)))
        if given:
            reading.on_paper.append((given, paid))
        radl = _radl(line) in _YES
        otherwise = self.marks_radl and radl not in (hand.radl, in_radl)
        if otherwise:
            differences.append(remark("doubled_only" if hand.radl else "marked_only"))
        for person, amount in paid.items():
            reading.got.setdefault(person, []).append(amount)
        if not differences:
            return entry
        reasons = explained(hand, reading.names, self.rules, current_language())
        reading.differing.append(
            Differing(line.row, tuple(differences), tuple(line.text for line in reasons.lines))
        )
        return entry._replace(amounts=given, radl=radl if otherwise else None)


def _named_in(block: Block) -> dict[tuple[int, int], str]:
    """Return everybody whom a block names, by row and column."""
    if block.people:
        return {(block.top, column): block.headings[column] for column in block.people}
    columns = [block.column_of(f"{col.PLAYER}{number}") for number in block.seats]
    cells = {(row, at): block.cell(row, at) for row in block.numbers for at in columns if at is not None}
    return {at: cell for at, cell in cells.items() if cell and not col.FORMULA.match(cell)}


def _without_zeros(line: TableLine) -> TableLine:
    return line._replace(amounts={person: amount for person, amount in line.amounts.items() if amount})


def _radl(line: TableLine) -> str:
    """Return what a row says of a Radl, however often it counts."""
    return _TIMES.sub("", folded(line.cells.get(col.RADL, "")))


def _same_round(seats: tuple[str, ...], players: tuple[str, ...]) -> bool:
    """Return whether the same people sit in the same order, from any first seat.

    >>> _same_round(("c", "a", "b"), ("a", "b", "c")), _same_round(("b", "a", "c"), ("a", "b", "c"))
    (True, False)
    """
    if len(seats) != len(players) or players[0] not in seats:
        return False
    first = seats.index(players[0])
    return seats[first:] + seats[:first] == players


def taken(entry: facts.Entry, position: Position, rules: Rules) -> tuple[Position, DerivedRow | None]:
    """Return what stands after an entry that is written nowhere yet, and its row; refuse an illegal one."""
    if problems := problems_with_entry(position.state, entry, rules):
        raise IllegalHand(problems)
    return step(position, Fact(_NO_ID, 0, entry, rules))
