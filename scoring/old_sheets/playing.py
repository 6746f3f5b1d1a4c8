"""The hands of a table, played one after the other, and what the paper says otherwise than the rules."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from scoring.engine import facts
from scoring.engine.explaining import explained, problems_in_words
from scoring.engine.problems import IllegalHand, Problem
from scoring.engine.record.stored import read_stored
from scoring.engine.result import Settlement, in_twelfths
from scoring.engine.rules import DOUBLED, Rules
from scoring.engine.sheet import (
    BIGGEST_TABLE,
    SMALLEST_TABLE,
    Fact,
    Position,
    first_position,
    problems_with_entry,
    step,
)
from scoring.names import folded
from scoring.old_sheets import worksheet as col
from scoring.old_sheets.hands import UnreadableCell, person_of, record_from
from scoring.old_sheets.reading import Differing, HandOnPaper, Reading
from scoring.old_sheets.sums import TableLine, TableOnDay
from scoring.old_sheets.values import WORDS, in_points, words_of
from scoring.old_sheets.verbs import OldEntry, OldEvening, OldRow, OldTable, TableOfAmounts
from scoring.old_sheets.worksheet import Worksheet

SCHLUSS, CALLED, CALLED_AGAIN = (words_of("hands", key) for key in ("schluss", "called", "called_again"))
_YES, _NO = words_of("hands", "radl") | SCHLUSS | CALLED | CALLED_AGAIN, words_of("hands", "no_radl")
FEWEST_CARRIED_ON = 2  # rows, so that it is no accident
_TIMES = re.compile(r" [×x]\d+$")  # follows from the rules
_COLUMNS = {part: code for code in WORDS["records"] for part in words_of("records", code)}


def read_hands(
    sheet: Worksheet, reading: Reading, tables: Iterable[Sequence[TableLine]], rules: Rules, language: str
) -> None:
    """Read the evenings with what was played at their tables, and say what is wrong with it."""
    evenings: dict[tuple[date, str], tuple[TableOnDay, list[OldTable]]] = {}
    for lines in tables:
        first = lines[0].table
        reading.hands += len(lines)
        table = _PlayedTable(sheet, reading, rules, language, first.name, lines).read()
        _first, tables_there = evenings.setdefault((first.date, folded(first.place)), (first, []))
        if table is not None:
            tables_there.append(table)
    reading.evenings = [
        OldEvening(place.date, place.place, tuple(written))
        for place, written in sorted(evenings.values(), key=lambda one: one[0].date)
        if written
    ]


@dataclass
class _PlayedTable:
    """The rows of one table, played one after the other."""

    sheet: Worksheet
    reading: Reading
    rules: Rules
    language: str
    name: str
    lines: Sequence[TableLine]
    entries: list[OldEntry] = field(default_factory=list)

    @cached_property
    def marks_radl(self) -> bool:
        """Return whether any row says that there was one."""
        return any(_radl(line) not in _NO for line in self.lines)

    def read(self) -> OldTable | None:
        seats = self._seats(self.lines[0])
        if seats is None:
            return None
        dealer = self._dealer(self.lines[0], seats) or seats[-1]
        position = first_position(seats, dealer)
        for line in self.lines:
            position = self._played(line, position)
        return OldTable(self.name, seats, dealer, tuple(self.entries))

    # who sits there

    def _seats(self, line: TableLine) -> tuple[str, ...] | None:
        """Return everybody at the table with this row, by id; None if that cannot be."""
        keys = line.people
        if self.sheet.people and not line.cells.get(col.SEATED):
            there = {amount for each in self.lines for amount in each.amounts}
            keys = tuple(key for key in keys if key in there)
        if any(key not in self.reading.ids for key in keys):
            return None  # asked for already
        seats = tuple(self.reading.ids[key] for key in keys)
        if not SMALLEST_TABLE <= len(seats) <= BIGGEST_TABLE:
            told = _("Four to six people sit at a table; these are %(count)d.") % {"count": len(seats)}
            self.sheet.wrong(line.row, "", told)
            return None
        if len(set(seats)) < len(seats):
            twice = next(one for one, times in Counter(seats).items() if times > 1)
            self.sheet.wrong(
                line.row, "", _("“%(name)s” is named twice.") % {"name": self.reading.names[twice]}
            )
            return None
        return seats

    def _dealer(self, line: TableLine, seats: tuple[str, ...]) -> str | None:
        """Return who deals, as the row says or as follows from who has no amount; None if it says nothing."""
        if text := line.cells.get(col.DEALER, ""):
            try:
                return person_of(text, col.DEALER, *self._called(line, seats))
            except UnreadableCell as wrong:
                self.sheet.wrong(line.row, wrong.code, wrong.text)
                return None
        playing = {self.reading.ids[amount] for amount in line.amounts}
        if len(playing) != SMALLEST_TABLE or len(seats) == SMALLEST_TABLE:
            return None
        fitting = [seat for seat in seats if set(first_position(seats, seat).standing.playing) == playing]
        return fitting[0] if len(fitting) == 1 else None

    def _called(self, line: TableLine, players: tuple[str, ...]) -> tuple[dict[str, str], dict[str, str]]:
        """Return what these people are called in the file, and in the club."""
        reading = self.reading
        written = {reading.ids[key]: reading.people[key].name for key in line.people if key in reading.ids}
        own = {player: reading.names[player] for player in players}
        return {one: written.get(one, name) for one, name in own.items()}, own

    # one row

    def _played(self, line: TableLine, position: Position) -> Position:
        seats = self._seats(line)
        if seats is None:
            return position
        position = self._before(line, seats, position)
        playing = position.standing.playing
        try:
            names = self._called(line, position.standing.players)
            entry = read_stored(record_from(line.cells, self.rules, *names), self.rules)
        except UnreadableCell as wrong:
            self.sheet.wrong(line.row, wrong.code, wrong.text)
            return _moved_on(position)
        except IllegalHand as illegal:
            self._illegal(line, illegal.problems)
            return _moved_on(position)
        if problems := problems_with_entry(position.standing, entry, self.rules):
            self._illegal(line, problems)
            return _moved_on(position)
        standing = position.standing
        after, row = step(position, as_fact(entry, self.rules))
        found = OldEntry(line.row, entry)
        if row is not None and row.row.settlement is not None and isinstance(entry, facts.Hand):
            hand = replace(entry, players=playing, radl=row.row.radl, times=standing.times)
            found = self._compared(line, hand, row.row.settlement, in_radl=standing.doubled)
        self.entries.append(found)
        return after

    def _before(self, line: TableLine, seats: tuple[str, ...], position: Position) -> Position:
        """Take up what happened since the row above.

        Other people, another dealer, a Radl that somebody called.
        """
        standing = position.standing
        # Who deals first has been read already, with whatever is wrong with it.
        dealer = None if line is self.lines[0] else self._dealer(line, seats)
        if not _same_round(seats, standing.players):
            deals = dealer or (standing.dealer if standing.dealer in seats else seats[-1])
            position = self._event(line, facts.Seating(seats, deals), position)
        elif dealer is not None and dealer != standing.dealer:
            position = self._event(line, facts.Dealer(dealer), position)
        said = _radl(line)
        if said not in _YES | _NO:
            told = _("“%(text)s” does not mark a Radl. Please write x, or nothing.") % {"text": said[:40]}
            self.sheet.wrong(line.row, col.RADL, told)
        elif said in SCHLUSS and not position.standing.schlussradl:
            position = self._event(line, facts.Schlussradl(), position)
        elif said in CALLED_AGAIN or (said in CALLED and not position.standing.doubled):
            position = self._event(line, facts.CalledRadl(), position)
        return position

    def _event(self, line: TableLine, entry: facts.Entry, position: Position) -> Position:
        if problems := problems_with_entry(position.standing, entry, self.rules):
            self._illegal(line, problems, col.RADL)
            return position
        self.entries.append(OldEntry(line.row, entry))
        return step(position, as_fact(entry, self.rules))[0]

    def _illegal(self, line: TableLine, problems: Sequence[Problem], column: str = "") -> None:
        """Say what is wrong in the column that says it, or in this one."""
        for problem in problems_in_words(problems, self.reading.names, self.language):
            parts = [_COLUMNS[part] for part in problem.where.split(".") if part in _COLUMNS]
            code = col.LINE if line.cells.get(col.LINE) else next(iter(parts), "")
            self.sheet.wrong(line.row, column or code, problem.text)

    # what the paper said

    def _compared(
        self, line: TableLine, hand: facts.Hand, settlement: Settlement, *, in_radl: bool
    ) -> OldEntry:
        """Compare a row with its hand; in a Radl it may be marked, whether the hand is doubled or not."""
        reading = self.reading
        paid = dict(zip(settlement.players, map(in_twelfths, settlement.amounts), strict=True))
        given = {reading.ids[other]: amount for other, amount in line.amounts.items()}
        told = [
            _("%(name)s stands at %(given)s on paper, the rules give %(settled)s")
            % {"name": reading.names[one], "given": in_points(amount), "settled": in_points(paid.get(one, 0))}
            for one, amount in given.items()
            if amount != paid.get(one, 0)
        ]
        if given:
            told += [
                _("%(name)s has no amount on paper, the rules give %(settled)s")
                % {"name": reading.names[one], "settled": in_points(amount)}
                for one, amount in paid.items()
                if one not in given and amount
            ]
            reading.on_paper.append((given, paid))
        radl = _radl(line) in _YES
        otherwise = self.marks_radl and radl not in (hand.radl, in_radl)
        if otherwise:
            told.append(
                _("no Radl is marked on paper, and the hand is doubled")
                if hand.radl
                else _("a Radl is marked on paper, and the hand is not doubled")
            )
        for one, amount in paid.items():
            reading.count(one, amount)
        if not told:
            return OldEntry(line.row, _plain(hand))
        reasons = explained(hand, reading.names, self.rules, self.language)
        reading.differing.append(Differing(line.row, tuple(told), tuple(line.text for line in reasons.lines)))
        return OldEntry(line.row, _plain(hand), given, radl if otherwise else None)


def are_carried_on(hands: Iterable[HandOnPaper]) -> bool:
    """Return whether the paper has running totals: from row to row they grow by what the rules give.

    Two rows more fit in this way than as they stand there.
    """
    above: dict[str, int] = {}
    own = between = 0
    for given, settled in hands:
        own += all(amount == settled.get(one, 0) for one, amount in given.items())
        between += all(amount - above.get(one, 0) == settled.get(one, 0) for one, amount in given.items())
        above |= given
    return between - own >= FEWEST_CARRIED_ON


def _radl(line: TableLine) -> str:
    """Return what a row says of a Radl, however often it counts."""
    return _TIMES.sub("", folded(line.cells.get(col.RADL, "")))


def _same_round(seats: tuple[str, ...], players: tuple[str, ...]) -> bool:
    """Return whether the same people sit in the same order, whoever is named first.

    >>> _same_round(("c", "a", "b"), ("a", "b", "c")), _same_round(("b", "a", "c"), ("a", "b", "c"))
    (True, False)
    """
    if len(seats) != len(players) or players[0] not in seats:
        return False
    first = seats.index(players[0])
    return seats[first:] + seats[:first] == players


def _plain(hand: facts.Hand) -> facts.Hand:
    """Return the hand as a sheet has it, which derives who plays and whether it is doubled."""
    return replace(hand, players=(), radl=False, times=DOUBLED)


_NO_ID: Any = None


def as_fact(entry: facts.Entry, rules: Rules) -> Fact:
    """Return an entry that stands nowhere yet, as the engine takes it."""
    return Fact(_NO_ID, 0, entry, rules)


def _moved_on(position: Position) -> Position:
    """Return the state after a row that was not understood: the deal went on."""
    return replace(position, standing=replace(position.standing, dealer=position.standing.next_dealer))


def read_amounts(
    sheet: Worksheet, reading: Reading, tables: Iterable[Sequence[TableLine]], *, is_running: bool
) -> None:
    """Read the rows that are right, and say what is wrong with the others."""
    for lines in tables:
        rows = []
        for line in lines:
            total = sum(line.amounts.values())
            if line.off_by:
                told = _("The running totals add up to %(total)s in this row, not to 0.")
                sheet.wrong_amounts(line.row, line.cells, told % {"total": in_points(line.off_by)})
            elif not line.amounts:
                sheet.wrong_amounts(line.row, line.cells, _("There is no amount in this row."))
            elif total != 0 and not is_running:
                told = _("The amounts add up to %(total)s, not to 0: %(amounts)s.")
                told %= {"total": in_points(total), "amounts": reading.listed(line.amounts)}
                sheet.wrong_amounts(line.row, line.cells, told)
            elif all(amount in reading.ids for amount in line.amounts):
                found: dict[str, int] = {}
                for key, amount in line.amounts.items():
                    person = reading.ids[key]
                    if person in found:
                        told = _("“%(name)s” is named twice.") % {"name": reading.names[person]}
                        sheet.wrong(line.row, "", told)
                    found[person] = amount
                    reading.count(person, amount)
                rows.append(OldRow(line.row, found))
            reading.hands += 1
        if rows:
            reading.amounts.append(TableOfAmounts(*lines[0].table, tuple(rows)))
