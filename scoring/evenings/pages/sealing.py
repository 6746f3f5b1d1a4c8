"""The seals of an evening, and what has changed since each was made."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from scoring import chain
from scoring.engine import facts
from scoring.engine.amounts import noted
from scoring.engine.naming import Names
from scoring.engine.result import Amount, from_twelfths
from scoring.evenings.pages.settling import Settling, payments_for, signed_money
from scoring.evenings.seals import SheetState, ended_at, state_after
from scoring.models import Deed, Entry, Evening, Seal, Sheet
from scoring.names import sorting
from scoring.rules.versions.timelines import timelines_of
from scoring.table.consequences import Changed, differences
from scoring.table.pages.wording import fact_in_words
from scoring.table.replay import StoredRow, stored_row


class PersonBalance(NamedTuple):
    """A person's balance: in points, in money and from the Pagatkassa."""

    points: Amount = 0
    cents: int = 0
    pot: int = 0  # from the Pagatkassa


def sealing_of(
    evening: Evening, sheets: Sequence[Sheet], settling: Settling, language: str
) -> dict[str, Any]:
    """Return all seals, the newest first, each with why the evening was reopened before it.

    It takes one query where nothing was sealed yet, at most four otherwise. What has changed is what did so
    between the last two, or, where the evening is open again, since the last one.
    """
    seals = _compared(evening, sheets, settling)
    ended = ended_at(evening, sheets)
    if not seals:
        return {"seals": []}
    opened = _opened_again(evening, sheets)
    previous_times = [None, *(seal.sealed_at for seal in seals)]
    told_seals = [
        (seal, _reason(opened, at, seal.sealed_at)) for at, seal in zip(previous_times, seals, strict=False)
    ]
    changes = None
    if ended is None:
        written = {str(sheet.pk): sheet.seq for sheet in sheets}
        balances = _balances_now(settling)
        changes = _changes(evening, sheets, seals[-1], balances, written, settling.names, language)
    elif len(seals) > 1:
        old, new = seals[-2:]
        changes = _changes(evening, sheets, old, _balances(new), new.sheets, settling.names, language)
    return {
        "seals": told_seals[::-1],
        "opened_again": _reason(opened, seals[-1].sealed_at, None) if ended is None else "",
        "changes": changes,
    }


def code_of_tally(evening: Evening, sheets: Sequence[Sheet], settling: Settling) -> str | None:
    """Return the letters of the current final tally; None where the evening is open or differs from it."""
    seals = _compared(evening, sheets, settling) if ended_at(evening, sheets) else []
    return seals[-1].code if seals and seals[-1].is_as_printed else None


def _compared(evening: Evening, sheets: Sequence[Sheet], settling: Settling) -> list[Seal]:
    """Return all seals, the oldest first, each with whether its page still prints the same."""
    seals = list(evening.seals.select_related("by").order_by("number"))
    if seals:
        names = {str(participant.pk): participant.name for participant in settling.participants}
        tables = {str(sheet.pk): sheet.name for sheet in sheets}
        for seal in seals:
            seal.is_as_printed = seal.printed == chain.printed_of(evening, names, tables, seal.by.name, seal)
    return seals


def _opened_again(evening: Evening, sheets: Sequence[Sheet]) -> list[tuple[datetime, str]]:
    """Return when and why it was opened again, the first time first."""
    verb, subject = "reopen_evening", {"details__evening": evening.pk}
    if evening.spontaneous and sheets:
        verb, subject = "reopen_sheet", {"details__sheet": sheets[0].pk}
    deeds = Deed.objects.filter(club=evening.club_id, verb=verb, **subject).order_by("at")
    return [(deed.at, deed.details.get("reason", "")) for deed in deeds]


def _reason(opened: Sequence[tuple[datetime, str]], since: datetime | None, until: datetime | None) -> str:
    """Return why it was opened again between these two moments."""
    if since is None:
        return ""
    reasons = [reason for at, reason in opened if at > since and (until is None or at < until)]
    return reasons[-1] if reasons else ""


def _balances(seal: Seal) -> dict[str, PersonBalance]:
    return {
        person: PersonBalance(
            from_twelfths(balance["twelfths"]), balance["cents"], balance.get("pagatkassa", 0)
        )
        for person, balance in seal.balances.items()
    }


def _balances_now(settling: Settling) -> dict[str, PersonBalance]:
    pots: dict[str, int] = {}
    for pot in settling.pots:
        for person, _name, cents, _money in pot["balances"]:
            pots[person] = pots.get(person, 0) + cents
    return {
        share.id: PersonBalance(share.points, share.cents, pots.get(share.id, 0)) for share in settling.people
    }


def _changes(
    evening: Evening,
    sheets: Sequence[Sheet],
    since: Seal,
    new_balances: Mapping[str, PersonBalance],
    written: Mapping[str, int],
    names: Names,
    language: str,
) -> dict[str, Any]:
    """Compare an evening as it was sealed with a later moment; only tables written on since are read."""
    old = [sheet for sheet in sheets if str(sheet.pk) in since.sheets]
    touched = [sheet for sheet in old if since.sheets[str(sheet.pk)] != written[str(sheet.pk)]]
    entries: dict[int, list[Entry]] = {sheet.pk: [] for sheet in touched}
    for entry in Entry.objects.filter(sheet__in=touched).select_related("reason", "grounds"):
        entries[entry.sheet_id].append(entry)
    timelines = timelines_of(touched)
    hands: list[dict[str, Any]] = []  # corrected, added or taken out
    later: list[dict[str, Any]] = []  # which say the same as before and count otherwise: the Radl has moved
    renumbered = 0  # further hands of which only the number or the dealer is another
    for sheet in touched:
        sheet_entries, timeline = entries[sheet.pk], timelines[sheet.pk]
        first, last = since.sheets[str(sheet.pk)], written[str(sheet.pk)]
        old_state = state_after(sheet, first, sheet_entries, timeline)
        new_state = state_after(sheet, last, sheet_entries, timeline)
        told_then, rows_then = _facts_and_rows(old_state, names, language)
        told_now, rows_now = _facts_and_rows(new_state, names, language)
        for sort_key in sorted(told_then.keys() | told_now.keys()):
            then, now = rows_then.get(sort_key), rows_now.get(sort_key)
            row = now or then
            again = [
                entry for entry in sheet_entries if entry.sort_key == sort_key and first < entry.seq <= last
            ]
            number = row.number if row else None
            place = _("Hand %(number)s") % {"number": number} if number else _("Between hands")
            hand = {
                "label": f"{sheet.name}, {place}" if len(sheets) > 1 else place,
                "before": told_then[sort_key][1] if sort_key in told_then else "",
                "after": told_now[sort_key][1] if sort_key in told_now else "",
                "reasons": [entry.reason.text for entry in again if entry.reason and entry.reason.text],
                "differences": list(differences(then, now, names, amounts=True)),
            }
            if told_then.get(sort_key) != told_now.get(sort_key):
                hands.append(hand)
            elif then and now and (then.radl, then.amounts) != (now.radl, now.amounts):
                later.append(hand)
            elif then and now and (then.number, then.dealer) != (now.number, now.dealer):
                renumbered += 1
    old_balances, nothing = _balances(since), PersonBalance()
    everybody = old_balances.keys() | new_balances.keys()
    both = {
        person: (old_balances.get(person, nothing), new_balances.get(person, nothing)) for person in everybody
    }
    owed = {person: now.cents - then.cents for person, (then, now) in both.items()}
    return {
        "since": since,
        "people": [
            (names[person], _changed_balance(*both[person], evening, language))
            for person in sorted(both, key=lambda person: sorting(names[person]))
            if both[person][0] != both[person][1]
        ],
        "payments": payments_for(owed, names, evening.currency, language),  # if all was paid as it was then
        "hands": hands,
        "later": later,
        "new_tables": [sheet.name for sheet in sheets if sheet not in old and str(sheet.pk) in written],
        "moved": renumbered,
    }


def _facts_and_rows(
    table: SheetState, names: Names, language: str
) -> tuple[dict[int, tuple[facts.Entry, str]], dict[int, StoredRow]]:
    """Return by its place at a table each fact in words, and the amounts it counts for."""
    facts_by_sort_key = {
        fact.sort_key: (fact.entry, fact_in_words(fact, names, language)) for fact in table.facts
    }
    return facts_by_sort_key, {row.fact.sort_key: stored_row(row) for row in table.replayed().rows}


def _changed_balance(
    then: PersonBalance, now: PersonBalance, evening: Evening, language: str
) -> list[Changed]:
    def money(cents: int) -> str:
        return signed_money(cents, evening.currency, language)

    changed = [Changed(_("Points"), noted(then.points), noted(now.points))]
    if evening.cents_per_point:
        changed.append(Changed(_("Money"), money(then.cents), money(now.cents)))
    if then.pot != now.pot:
        changed.append(Changed("Pagatkassa", money(then.pot), money(now.pot)))
    return changed
