"""Hand by hand through any number of tables, under the rules that held and under another sheet."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from django.db.models import Q

from scoring.engine.amounts import noted
from scoring.engine.facts import Doubling, Hand, Seating
from scoring.engine.naming import renamed
from scoring.engine.rules import Rules
from scoring.engine.translating import Loss, loss_in_words
from scoring.engine.what_if import SEATS, Imagination, Lay, Losses, Thought, WhatIfTable, WhatIfTally
from scoring.models import Entry, Sheet
from scoring.rules.versions.books import SheetBook, books_of, seated_first
from scoring.table.replay import CALLED_RADL, OF_DOUBLING, record_of, with_corrected_names
from scoring.table.replay import read as read_entry

ROWS_IN_MEMORY = 2000  # rows that are in memory together


class HandRecounted(NamedTuple):
    """A hand that counts."""

    sheet: int
    number: int
    players: tuple[str, ...]  # the four who played, Vorhand first
    times: int  # what a Radl multiplied it by; 1: none
    lay: Lay
    thought: Thought


class EventLost(NamedTuple):
    """An event that does not come along."""

    sheet: int
    loss: Loss


Recounted = HandRecounted | EventLost


@dataclass
class Recount:
    """What came out; known once every hand was gone through."""

    rules: Rules
    losses: Losses = field(default_factory=Losses)
    tallies: dict[str, WhatIfTally] = field(default_factory=dict)  # by participant, over all their tables

    def hands(self, sheets: Iterable[Sheet], counts: Q) -> Iterator[Recounted]:
        """Yield every hand of these sheets whose entry the condition finds; in at most two queries."""
        imagination = Imagination(self.rules)
        known = {sheet.pk: sheet for sheet in sheets}
        books = books_of(known.values())
        at, table = None, None
        for row in _rows(counts):
            if row.sheet not in known:
                continue  # opened between two queries; the next look shows it
            if row.sheet != at:
                self._add(table)
                at = row.sheet
                table = WhatIfTable(imagination, seated_first(known[at])[0], self.losses)
            assert table is not None
            found = _step(table, row, books[row.sheet])
            if found is not None:
                yield found
        self._add(table)

    def _add(self, table: WhatIfTable | None) -> None:
        for player, tally in {} if table is None else table.tallies.items():
            self.tallies.setdefault(player, WhatIfTally()).add(tally)


_COLUMNS = ("sheet", "seq", "place", "record", "row__number", "row__players", "row__radl", "row__times")


def _rows(counts: Q) -> Iterator[Any]:
    """Yield the entries one after the other: however many, they are never in memory together."""
    standing = Entry.objects.standing().filter(counts).order_by("sheet", "place")
    return standing.values_list(*_COLUMNS, named=True).iterator(chunk_size=ROWS_IN_MEMORY)


def _step(table: WhatIfTable, row: Any, book: SheetBook) -> Recounted | None:
    record = row.record
    if row.row__number is not None and "games" in record:
        players = tuple(row.row__players)
        rules = book.at(row.place)
        if names := book.names(row.seq, row.place):
            record = record_of(renamed(read_entry(record, rules), names), rules)
        seated = _seated(record, players)

        def read() -> Hand:
            hand = read_entry(json.loads(seated), rules)
            assert isinstance(hand, Hand)
            return replace(hand, players=SEATS)

        lay = table.imagination.lay(seated, rules, read)
        times = row.row__times or 1 if row.row__radl else 1
        thought = table.play(lay, players, times)
        return HandRecounted(row.sheet, row.row__number, players, times, lay, thought)
    if record.get("event") not in ("seating", "schlussradl", CALLED_RADL, *OF_DOUBLING):
        return None
    event = with_corrected_names(read_entry(record, book.at(row.place)), book.names(row.seq, row.place))
    assert isinstance(event, Seating | Doubling)
    loss = table.event(event)
    return None if loss is None else EventLost(row.sheet, loss)


_ID = re.compile(r'"([0-9]+)"', re.ASCII)


def _seated(record: dict[str, Any], players: tuple[str, ...]) -> str:
    """Return the record with seats in place of ids.

    The same for hands that say the same of the same seats.

    >>> _seated({"by": "7", "claims": {"5": 2}}, ("5", "6", "7", "8"))
    '{"by": "seat-3", "claims": {"seat-1": 2}}'
    """
    seats = dict(zip(players, SEATS, strict=True))
    return _ID.sub(lambda found: f'"{seats.get(found[1], found[1])}"', json.dumps(record))


# What could not be taken to the other sheet


def losses_in_words(losses: Losses, language: str) -> dict[str, Any]:
    """Return what a page says of it; each sentence with how often it is true."""
    return {
        "hands": losses.hands,
        "changed": losses.changed,
        "untranslated": losses.untranslated,
        "moved": noted(losses.moved).lstrip("+"),
        "refused": _counted_sentences(losses.refused, language),
        "lost": _counted_sentences(losses.lost, language),
    }


def _counted_sentences(counted: Counter[Loss], language: str) -> list[tuple[str, int]]:
    """Return the most frequent first."""
    times: Counter[str] = Counter()
    for loss, count in counted.items():
        times[loss_in_words(loss, language)] += count
    return sorted(times.items(), key=lambda counted: (-counted[1], counted[0]))
