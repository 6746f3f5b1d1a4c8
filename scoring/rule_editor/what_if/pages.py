"""Evenings and seasons under another sheet: every hand under the rules that held, and under the others."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from django.db.models import Q

from scoring.engine import money
from scoring.engine.amounts import noted
from scoring.engine.explaining import explained
from scoring.engine.facts import Doubling, Hand, Seating
from scoring.engine.naming import Names, renamed, renamed_hand
from scoring.engine.record.stored import CALLED_RADL, OF_DOUBLING, read_stored
from scoring.engine.rules import Rules
from scoring.engine.telling import hand_in_words, joined
from scoring.engine.translating import Loss, loss_in_words
from scoring.engine.what_if import (
    SEATS,
    Imagination,
    Lay,
    Losses,
    Thought,
    WhatIfTable,
    WhatIfTally,
    multiplied,
)
from scoring.evenings.pages.settling import payments_for, signed_money
from scoring.models import Entry, Evening, Participant, Sheet
from scoring.models.evenings import names_of
from scoring.names import sorting
from scoring.rules.versions.timelines import RulesTimeline, in_columns, seated_first, timelines_of
from scoring.season.pages.season import Season, ranks_of
from scoring.table.replay import record_of, with_corrected_names

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
        timelines = timelines_of(known.values())
        at, table = None, None
        for row in _rows(counts):
            if row.sheet not in known:
                continue  # opened between two queries; the next look shows it
            if row.sheet != at:
                self._add(table)
                at = row.sheet
                table = WhatIfTable(imagination, seated_first(known[at])[0], self.losses)
            assert table is not None
            recounted = _step(table, row, timelines[row.sheet])
            if recounted is not None:
                yield recounted
        self._add(table)

    def _add(self, table: WhatIfTable | None) -> None:
        for player, tally in {} if table is None else table.tallies.items():
            self.tallies.setdefault(player, WhatIfTally()).add(tally)


_COLUMNS = ("sheet", "seq", "place", "record", "row__number", "row__players", "row__radl", "row__times")


def _rows(counts: Q) -> Iterator[Any]:
    """Yield the entries one after the other: however many, they are never in memory together."""
    current = Entry.objects.current().filter(counts).order_by("sheet", "place")
    return current.values_list(*_COLUMNS, named=True).iterator(chunk_size=ROWS_IN_MEMORY)


def _step(table: WhatIfTable, row: Any, timeline: RulesTimeline) -> Recounted | None:
    record = row.record
    if row.row__number is not None and "games" in record:
        players = tuple(row.row__players)
        rules = timeline.at(row.place)
        if names := timeline.names(row.seq, row.place):
            record = record_of(renamed(read_stored(record, rules), names), rules)
        seated = _seated(record, players)

        def read() -> Hand:
            hand = read_stored(json.loads(seated), rules)
            assert isinstance(hand, Hand)
            return replace(hand, players=SEATS)

        lay = table.imagination.lay(seated, rules, read)
        times = row.row__times or 1 if row.row__radl else 1
        thought = table.play(lay, players, times)
        return HandRecounted(row.sheet, row.row__number, players, times, lay, thought)
    if record.get("event") not in ("seating", "schlussradl", CALLED_RADL, *OF_DOUBLING):
        return None
    event = with_corrected_names(
        read_stored(record, timeline.at(row.place)), timeline.names(row.seq, row.place)
    )
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
    return _ID.sub(lambda match: f'"{seats.get(match[1], match[1])}"', json.dumps(record))


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


# An evening


def evening_what_if(
    evening: Evening, sheets: Sequence[Sheet], rules: Rules, cents_per_point: int, language: str
) -> dict[str, Any]:
    """Return an evening recomputed under other rules; in three queries, however many tables there are."""
    participants = list(evening.participants.select_related("member").order_by("pk"))
    names = names_of(participants)
    guests = {str(participant.pk) for participant in participants if participant.member_id is None}
    recount = Recount(rules)
    columns = {sheet.pk: in_columns(sheet, names) for sheet in sheets}
    hands: dict[int, list[dict[str, Any]]] = {sheet.pk: [] for sheet in sheets}
    lost: dict[int, list[str]] = {sheet.pk: [] for sheet in sheets}
    for recounted in recount.hands(sheets, Q(sheet__evening=evening)):
        if isinstance(recounted, HandRecounted):
            hands[recounted.sheet].append(_hand(recounted, columns[recounted.sheet], rules, names, language))
        else:
            lost[recounted.sheet].append(loss_in_words(recounted.loss, language))
    tallies = {name: recount.tallies.get(name, WhatIfTally()) for name in names}
    seed = f"evening {evening.pk}"
    really = {other: tally.really for other, tally in tallies.items()}
    thought = {other: tally.thought for other, tally in tallies.items()}
    cents = money.settle_up(really, evening.cents_per_point, seed=seed).cents
    thought_cents = money.settle_up(thought, cents_per_point, seed=seed).cents
    people = [
        {
            "name": name,
            "guest": other in guests,
            "tally": tallies[other],
            "money": signed_money(cents[other], evening.currency, language),
            "thought_money": signed_money(thought_cents[other], evening.currency, language),
        }
        for other, name in names.items()
    ]
    return {
        "people": sorted(people, key=lambda person: (-person["tally"].thought, sorting(person["name"]))),
        "payments": payments_for(cents, names, evening.currency, language),
        "thought_payments": payments_for(thought_cents, names, evening.currency, language),
        "tables": [
            {"name": sheet.name, "hands": hands[sheet.pk], "lost": lost[sheet.pk]}
            for sheet in sheets
            if hands[sheet.pk] or lost[sheet.pk]
        ],
        "losses": losses_in_words(recount.losses, language),
        "pays": evening.cents_per_point > 0 or cents_per_point > 0,
        "keeps_schrift": any(
            tally.really != tally.schrift or tally.thought != tally.thought_schrift
            for tally in tallies.values()
        ),
    }


def _hand(
    recounted: HandRecounted, columns: Sequence[str], rules: Rules, names: Names, language: str
) -> dict[str, Any]:
    """Return one hand beside itself, in the sheet's order, and explained where it differs."""
    lay, thought = recounted.lay, recounted.thought
    names_by_seat: Mapping[str, str] = dict(
        zip(SEATS, [names[player] for player in recounted.players], strict=True)
    )
    hand = renamed_hand(lay.hand, names_by_seat)
    order = [recounted.players.index(player) for player in columns if player in recounted.players]
    seats = [hand.players[seat] for seat in order]
    really = lay.really(recounted.times)
    translation = lay.translation
    differs = thought.paid is None or thought.paid.kassa != really.kassa
    lines = thought_lines = None
    if differs:
        lines = explained(multiplied(hand, recounted.times), {}, lay.rules, language).in_columns(seats)
        if translation.hand is not None:
            taken = multiplied(renamed_hand(translation.hand, names_by_seat), thought.times)
            thought_lines = explained(taken, {}, rules, language).in_columns(seats)
    return {
        "number": recounted.number,
        "told": joined(hand_in_words(hand, lay.rules.under(hand.options), language)),
        "players": seats,
        "radl": recounted.times > 1,
        "thought_radl": thought.radl,
        "differs": differs,
        "really": [really.kassa[seat] for seat in order],
        # None: it does not exist there
        "thought": thought.paid and [thought.paid.kassa[seat] for seat in order],
        "refused": "" if translation.refused is None else loss_in_words(translation.refused, language),
        "lost": [loss_in_words(loss, language) for loss in translation.lost],
        "lines": lines,
        "thought_lines": thought_lines,
    }


# A season


def season_what_if(season: Season, rules: Rules, language: str) -> dict[str, Any]:
    """Return the standings recomputed under other rules, guests apart; in six queries, whatever there is."""
    recount = Recount(rules)
    sheets = Sheet.objects.filter(season.counts("evening__")).order_by()
    sheets = sheets.only("ruleset", "options", "standing", "players", "dealer").prefetch_related("ruleset")
    for _hand in recount.hands(sheets, season.counts("sheet__evening__")):
        pass  # only the sums are shown
    members: dict[int, WhatIfTally] = {}
    guests: dict[str, WhatIfTally] = {}
    spelt: dict[str, str] = {}
    people = Participant.objects.filter(season.counts("evening__")).order_by("evening__date", "pk")
    for pk, member, guest, key in people.values_list("pk", "member", "guest", "key"):
        tally = recount.tallies.get(str(pk))
        if tally is None or not tally.hands:
            continue
        if member is not None:
            members.setdefault(member, WhatIfTally()).add(tally)
        else:
            guests.setdefault(key, WhatIfTally()).add(tally)
            spelt[key] = guest
    names = dict(season.club.members.order_by().values_list("pk", "name"))
    return {
        "members": _compared([(names[pk], tally) for pk, tally in members.items()]),
        "guests": _compared([(spelt[key], tally) for key, tally in guests.items()]),
        "losses": losses_in_words(recount.losses, language),
    }


def _compared(tallies: Sequence[tuple[str, WhatIfTally]]) -> list[dict[str, Any]]:
    """Return what everybody has, with the place really and as it would be, over the hands of both sheets."""
    points = sorted((tally.comparable for _name, tally in tallies), reverse=True)
    really = dict(zip(points, ranks_of(points), strict=True))
    points = sorted((tally.thought for _name, tally in tallies), reverse=True)
    thought = dict(zip(points, ranks_of(points), strict=True))
    rows = [
        {
            "name": name,
            "tally": tally,
            "rank_really": really[tally.comparable],
            "rank_thought": thought[tally.thought],
        }
        for name, tally in tallies
    ]
    return sorted(rows, key=lambda person: (person["rank_thought"], sorting(person["name"])))
