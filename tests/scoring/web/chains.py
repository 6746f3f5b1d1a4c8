"""Chains made anew by whoever holds the database, so that nothing stored contradicts a change there."""

from dataclasses import replace

from scoring import chain
from scoring.evenings.seals import recomputed, states_when_sealed
from scoring.heads import heads_of, link_of_entry
from scoring.models import Entry, Sheet


def sealed_anew(sheet: Sheet) -> None:
    """As the program itself would: checksum, balances and head."""
    seal, sheets = sheet.evening.seals.get(), list(sheet.evening.sheets.select_related("ruleset"))
    entries = Entry.objects.filter(sheet__in=sheets).select_related("grounds").order_by("sheet", "seq")
    seal.digest, seal.balances = recomputed(sheet.evening, states_when_sealed(seal, sheets, entries))
    heads = {str(sheet.pk): heads_of(sheet, entries.filter(sheet=sheet))[-1] for sheet in sheets}
    seal.head = chain.head_of_seal(seal, "", heads)
    seal.save()


def chained_anew(sheet: Sheet) -> None:
    entries = list(sheet.entries.select_related("reason", "grounds").order_by("seq"))
    for entry, head in zip(entries, heads_of(sheet, entries)[1:], strict=True):
        entry.head = head
        entry.save()
    sheet = Sheet.objects.get(pk=sheet.pk)
    sheet.state = replace(sheet.state, link=link_of_entry(entries[-1]), head=entries[-1].head)
    sheet.save()
