"""The consequences of a correction: made, compared, rolled back, and put into words."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from django.utils.translation import gettext as _

from scoring.deeds import rehearsed
from scoring.engine import facts
from scoring.engine.amounts import noted
from scoring.engine.explaining import Explained, explained
from scoring.engine.naming import Names
from scoring.engine.result import Amount, from_twelfths
from scoring.engine.rules import Rules
from scoring.models import Act, Sheet
from scoring.rules.versions.timelines import in_columns, timeline_of
from scoring.table.pages.wording import as_played, fact_in_words, named_entry_in_words
from scoring.table.replay import StoredRow, current_facts, stored_rows
from scoring.table.verbs import Change, change, dealer_of_next
from scoring.table.writing import locked_sheet
from scoring.table_policy import Actor, AffectedRow, occasion_of


class ChangedRow(NamedTuple):
    """A row before and after; None where there is none."""

    before: StoredRow | None
    after: StoredRow | None
    totals_before: Mapping[str, int]
    totals_after: Mapping[str, int]


class Changed(NamedTuple):
    """A value before and after a change: of a hand, a player's total, or a result elsewhere."""

    what: str | AffectedRow
    before: str | Amount
    after: str | Amount

    @property
    def changes(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True)
class Consequences:
    """The rows that change, from the first one on, and the totals at the end, in twelfths."""

    rows: tuple[ChangedRow, ...]
    totals_before: Mapping[str, int]
    totals_after: Mapping[str, int]
    elsewhere: list[Changed] = field(default_factory=list)


def consequences(proposed: Change, *, actor: Actor, sheet: Sheet, known_seq: int) -> Consequences:
    """Return a change's consequences on the sheet, rolled back; raise what the change raises."""

    def made() -> Consequences:
        locked = locked_sheet(sheet, actor)
        old_rows, elsewhere = stored_rows(locked), _elsewhere(locked)
        written = change(proposed, actor=actor, entry=uuid4(), sheet=locked, known_seq=known_seq, reason="…")
        changes = between(old_rows, stored_rows(written.sheet), locked, written.sheet)
        return replace(changes, elsewhere=changed_elsewhere(elsewhere, _elsewhere(written.sheet)))

    return rehearsed(made)


def _elsewhere(sheet: Sheet) -> Mapping[AffectedRow, str]:
    return {} if sheet.is_open else occasion_of(sheet).elsewhere(sheet)


def changed_elsewhere(old: Mapping[AffectedRow, str], new: Mapping[AffectedRow, str]) -> list[Changed]:
    """Return the differences in the order of the headings; empty without any."""
    headings = list(dict.fromkeys([*new, *old]))
    titles = list(dict.fromkeys(heading.title for heading in headings))
    headings.sort(key=lambda heading: titles.index(heading.title))
    changes = [Changed(heading, old.get(heading, ""), new.get(heading, "")) for heading in headings]
    return [changed for changed in changes if changed.changes]


def between(
    old_rows: list[StoredRow], new_rows: list[StoredRow], sheet: Sheet, sheet_after: Sheet
) -> Consequences:
    """Return the rows that changed between two states of a sheet, and the totals in both."""
    then, now = _by_sort_key(old_rows), _by_sort_key(new_rows)
    rows = []
    for sort_key in sorted(then.keys() | now.keys()):
        row_then, totals_then = then.get(sort_key, (None, {}))
        row_now, totals_now = now.get(sort_key, (None, {}))
        if (row_then, totals_then) != (row_now, totals_now):
            rows.append(ChangedRow(row_then, row_now, totals_then, totals_now))
    return Consequences(tuple(rows), sheet.totals, sheet_after.totals)


def _by_sort_key(rows: list[StoredRow]) -> dict[int, tuple[StoredRow | None, Mapping[str, int]]]:
    """Return by place each row with the totals after it."""
    totals: dict[str, int] = {}
    rows_by_sort_key: dict[int, tuple[StoredRow | None, Mapping[str, int]]] = {}
    for row in rows:
        for player, (twelfths, _schrift) in row.amounts.items():
            totals[player] = totals.get(player, 0) + twelfths
        rows_by_sort_key[row.sort_key] = (row, dict(totals))
    return rows_by_sort_key


class LaterHand(NamedTuple):
    """A later hand or void hand that changes."""

    number: int | None  # from now on
    told: str
    differences: list[Changed]


def review_of(
    proposed: Change,
    fact: facts.Entry | None,
    changes: Consequences,
    sheet: Sheet,
    names: Names,
    language: str,
) -> dict[str, Any]:
    """Return the change in words; `fact` is the new entry, None if it is removed."""
    names = {player: names[player] for player in in_columns(sheet, names)}
    timeline = timeline_of(sheet)
    rules = timeline.at(proposed.target.sort_key - (proposed.act == Act.INSERT))
    facts_by_id = {fact.id: fact for fact in current_facts(sheet, timeline)}
    words = {fact.id: fact_in_words(fact, names, language) for fact in facts_by_id.values()}
    at = None if proposed.act == Act.INSERT else proposed.target.sort_key
    own = next((row for row in changes.rows if (row.before and row.before.sort_key) == at), None)
    later = [_later(row, words, names) for row in changes.rows if row is not own]
    old = facts_by_id.get(proposed.target.id) if proposed.act != Act.INSERT else None
    return {
        "told_before": words[old.id] if old else "",  # empty: nothing stood here
        "told_after": named_entry_in_words(fact, names, rules, language) if fact else "",
        "before": _settled(old.entry if old else None, own and own.before, names, rules, language),
        "after": _settled(fact, own and own.after, names, rules, language),  # None: nobody is paid
        "own": list(differences(own.before, own.after, names, amounts=False)) if own else [],
        "elsewhere": changes.elsewhere,  # what follows from a closed sheet in other places
        **_from_there_on(later, changes, names),
    }


def reviewed(tables: Sequence[Sheet], act: Callable[[], object], language: str) -> list[dict[str, Any]]:
    """Return the consequences at these tables, rolled back; raise what the change raises."""

    def reviews() -> list[dict[str, Any]]:
        old_states = [_state(table, language) for table in tables]
        act()
        new_states = [_state(table, language) for table in tables]
        return list(map(_table_review, old_states, new_states))

    return rehearsed(reviews)


class _State(NamedTuple):
    """A sheet with its rows, and with the words for its hands."""

    sheet: Sheet
    rows: list[StoredRow]
    words: Mapping[UUID, str]
    names: Names


def _state(table: Sheet, language: str) -> _State:
    sheet = Sheet.numbered(table.pk)
    assert sheet is not None
    names = sheet.evening.names()
    names = {player: names[player] for player in in_columns(sheet, names)}
    words = {fact.id: fact_in_words(fact, names, language) for fact in current_facts(sheet)}
    return _State(sheet, stored_rows(sheet), words, names)


def _table_review(old: _State, new: _State) -> dict[str, Any]:
    """Return the changes at one table, where several tables or several hands change."""
    changes = between(old.rows, new.rows, old.sheet, new.sheet)
    later = [_later(row, new.words, new.names) for row in changes.rows if row.before and row.after]
    removed = [row.before for row in changes.rows if row.before and not row.after]
    added = [row.after for row in changes.rows if row.after and not row.before]
    return {
        "table": old.sheet.name,
        "gone": [LaterHand(row.number, old.words[row.id], []) for row in removed],  # numbered as they were
        "came": [LaterHand(row.number, new.words[row.id], []) for row in added],
        **_from_there_on(later, changes, new.names),
    }


def _from_there_on(later: Sequence[LaterHand], changes: Consequences, names: Names) -> dict[str, Any]:
    """Return later hands that change, how many change only their totals, and all totals."""
    old_totals, new_totals = changes.totals_before, changes.totals_after
    return {
        "later": [hand for hand in later if hand.differences],
        "only_totals": sum(not hand.differences for hand in later),
        "totals": [
            Changed(name, from_twelfths(old_totals.get(player, 0)), from_twelfths(new_totals.get(player, 0)))
            for player, name in names.items()
            if player in old_totals or player in new_totals
        ],
    }


def _settled(
    fact: facts.Entry | None, row: StoredRow | None, names: Names, rules: Rules, language: str
) -> Explained | None:
    if row is None or not isinstance(fact, facts.Hand):
        return None
    return explained(as_played(fact, row), names, rules, language).in_columns(names.values())


def _later(row: ChangedRow, words: Mapping[UUID, str], names: Names) -> LaterHand:
    new_row = row.after
    assert new_row is not None
    changed = list(differences(row.before, new_row, names, amounts=True))
    return LaterHand(new_row.number, words.get(new_row.id, ""), changed)


def differences(
    old_row: StoredRow | None, new_row: StoredRow | None, names: Names, *, amounts: bool
) -> Iterator[Changed]:
    """Yield the changes of a row that was and is on the sheet; amounts only if asked for.

    They are in the order of the names.
    """
    if old_row is None or new_row is None:
        return
    if old_row.number != new_row.number and old_row.number and new_row.number:
        yield Changed(_("Number"), str(old_row.number), str(new_row.number))
    if old_row.dealer != new_row.dealer:
        yield Changed(_("Dealer"), names[old_row.dealer], names[new_row.dealer])
    if old_row.radl != new_row.radl:
        yield Changed("Radl", _doubled(old_row), _doubled(new_row))
    if not amounts:
        return
    for player in (player for player in names if player in {*old_row.players, *new_row.players}):
        value = Changed(names[player], _amount(old_row, player), _amount(new_row, player))
        if value.changes:
            yield value


def _doubled(row: StoredRow) -> str:
    return _("doubled") if row.radl else _("simple")


def _amount(row: StoredRow, player: str) -> str:
    if player not in row.amounts:
        return "–"
    return noted(from_twelfths(row.amounts[player][0]))


def dealer_as_written(proposed: Change, fact: facts.Entry | None, sheet: Sheet, names: Names) -> str:
    """Return the next dealer as written, if the change would move the deal; else empty."""
    facts_now = current_facts(sheet)
    inserts = proposed.act == Act.INSERT
    sort_key = proposed.target.sort_key
    old = None if inserts else next((fact.entry for fact in facts_now if fact.sort_key == sort_key), None)
    if _steps(old) == _steps(fact) and not isinstance(old, facts.Seating | facts.Dealer):
        return ""
    later = [
        fact for fact in facts_now if fact.sort_key > sort_key or (fact.sort_key == sort_key and inserts)
    ]
    dealer = dealer_of_next(sheet, later)
    return "" if dealer is None else names[dealer]


def _steps(fact: facts.Entry | None) -> int:
    """Return how many places the deal moves on with it."""
    if isinstance(fact, facts.Void):
        return 0 if fact.kind == "redeal" else 1
    return int(isinstance(fact, facts.Hand))
