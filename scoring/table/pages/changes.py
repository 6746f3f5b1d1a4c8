"""What a correction would change, in words: before and after, side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _

from scoring.engine import facts
from scoring.engine.naming import Names
from scoring.engine.result import Amount, from_twelfths
from scoring.engine.rules import Rules
from scoring.models import Act, Sheet
from scoring.rules.versions.books import book_of
from scoring.table.consequences import Change, ChangedElsewhere, ChangedRow, Consequences
from scoring.table.pages.wording import Explained, explained, fact_told, told
from scoring.table.replay import StoredRow, standing_facts
from scoring.web.amounts import noted


class ChangedValue(NamedTuple):
    """A value of a hand that is not what it was."""

    what: str
    before: str
    after: str


class LaterHand(NamedTuple):
    """A later hand or void hand that changes."""

    number: int | None  # from now on
    told: str
    differences: tuple[ChangedValue, ...]


class ChangedTotal(NamedTuple):
    """Somebody's total before and after."""

    name: str
    before: Amount
    after: Amount

    @property
    def changes(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True)
class Review:
    """Everything to look at before a correction counts."""

    told_before: str  # empty: nothing stood here
    told_after: str  # empty: nothing will
    before: Explained | None  # None: nobody was paid
    after: Explained | None
    own: tuple[ChangedValue, ...]  # number, dealer and Radl of the hand itself
    later: tuple[LaterHand, ...]
    only_totals: int  # later hands of which nothing but the running totals changes
    totals: tuple[ChangedTotal, ...]
    elsewhere: tuple[ChangedElsewhere, ...]  # what follows from a closed sheet in other places


def review_of(
    change: Change, fact: facts.Entry | None, found: Consequences, sheet: Sheet, names: Names, language: str
) -> Review:
    """Return the change in words; `fact` is what would stand there, None if nothing would."""
    book = book_of(sheet)
    rules = book.at(change.target.place - (change.act == Act.INSERT))
    standing = {fact.id: fact for fact in standing_facts(sheet, book)}
    words = {fact.id: fact_told(fact, names, language) for fact in standing.values()}
    own = next((row for row in found.rows if _is_own(row, change)), None)
    later = [_later(row, words, names) for row in found.rows if row is not own]
    old = standing.get(change.target.id) if change.act != Act.INSERT else None
    return Review(
        told_before=words[old.id] if old else "",
        told_after=told(fact, names, rules, language) if fact else "",
        before=_settled(old.entry if old else None, own and own.before, names, rules, language),
        after=_settled(fact, own and own.after, names, rules, language),
        own=tuple(differences(own, names, amounts=False)) if own and own.before and own.after else (),
        later=tuple(hand for hand in later if hand.differences),
        only_totals=sum(not hand.differences for hand in later),
        totals=tuple(
            ChangedTotal(
                name,
                from_twelfths(found.totals_before.get(other, 0)),
                from_twelfths(found.totals_after.get(other, 0)),
            )
            for other, name in names.items()
            if other in found.totals_before or other in found.totals_after
        ),
        elsewhere=found.elsewhere,
    )


def _is_own(row: ChangedRow, change: Change) -> bool:
    if change.act == Act.INSERT:
        return row.before is None
    return row.before is not None and row.before.place == change.target.place


def _settled(
    fact: facts.Entry | None, row: StoredRow | None, names: Names, rules: Rules, language: str
) -> Explained | None:
    if row is None or not isinstance(fact, facts.Hand):
        return None
    return explained(
        replace(fact, players=row.players, radl=row.radl, times=row.times), names, rules, language
    )


def _later(row: ChangedRow, words: Mapping[UUID, str], names: Names) -> LaterHand:
    after = row.after
    assert after is not None
    return LaterHand(after.number, words.get(after.id, ""), tuple(differences(row, names, amounts=True)))


def differences(row: ChangedRow, names: Names, *, amounts: bool) -> Iterator[ChangedValue]:
    """Yield what has changed in a row that stood before and still stands; amounts only if asked."""
    before, after = row.before, row.after
    if before is None or after is None:
        return
    if before.number != after.number and before.number and after.number:
        yield ChangedValue(_("Number"), str(before.number), str(after.number))
    if before.dealer != after.dealer:
        yield ChangedValue(_("Dealer"), names[before.dealer], names[after.dealer])
    if before.radl != after.radl:
        yield ChangedValue("Radl", _doubled(before), _doubled(after))
    if not amounts:
        return
    for player in dict.fromkeys([*before.players, *after.players]):
        then, now = (_amount(row, player) for row in (before, after))
        if then != now:
            yield ChangedValue(names[player], then, now)


def _doubled(row: StoredRow) -> str:
    return _("doubled") if row.radl else _("simple")


def _amount(row: StoredRow, player: str) -> str:
    if player not in row.amounts:
        return "–"
    return noted(from_twelfths(row.amounts[player][0]))


def dealer_as_written(change: Change, fact: facts.Entry | None, sheet: Sheet, names: Names) -> str:
    """Return who deals next as things stand, where the change would move the deal; else an empty string."""
    standing = standing_facts(sheet)
    inserts = change.act == Act.INSERT
    place = change.target.place
    old = None if inserts else next((fact.entry for fact in standing if fact.place == place), None)
    if _steps(old) == _steps(fact) and not isinstance(old, facts.Seating | facts.Dealer):
        return ""
    for later in standing:
        if later.place < place or (later.place == place and not inserts):
            continue
        if isinstance(later.entry, facts.Hand | facts.Void):
            return names[sheet.rows.get(pk=later.id).dealer]
        if isinstance(later.entry, facts.Seating | facts.Dealer):
            return ""
    return names[sheet.standing["dealer"]]


def _steps(fact: facts.Entry | None) -> int:
    """Return how many places the deal moves on with it."""
    if isinstance(fact, facts.Void):
        return 0 if fact.kind == "redeal" else 1
    return int(isinstance(fact, facts.Hand))
