"""A rule sheet's data to `Rules`: strict, every mistake named with its place and the nearest right word."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from scoring.engine.loading.consistency import inconsistencies
from scoring.engine.loading.extending import ReadSheet, merged_with_parents, resolved
from scoring.engine.loading.reading import Data, Loader, SheetError, UnknownSheet
from scoring.engine.loading.tables import SHEET
from scoring.engine.rules import Contract, Counting, Kind, Rules

__all__ = ["Data", "SheetError", "UnknownSheet", "load_rules", "resolved", "rules_from"]


def load_rules(slug: str, read: ReadSheet) -> Rules:
    """The rules of one sheet, or SheetError with everything that is wrong with it and how it extends."""
    data, mistakes = merged_with_parents(slug, read)
    try:
        rules = rules_from(data, slug)
    except SheetError as error:
        raise SheetError(slug, [*mistakes, *error.mistakes]) from None
    if mistakes:
        raise SheetError(slug, mistakes)
    return rules


def rules_from(data: Data, slug: str) -> Rules:
    """The rules that a sheet's resolved data describes, or SheetError with every mistake."""
    plain = data.get("counting") == Counting.PLAIN.value
    loader = Loader(Counting.PLAIN if plain else Counting.BLATT)
    sheet = loader.table(data, "", SHEET)
    mistakes = [*loader.mistakes, *inconsistencies(sheet)]
    if mistakes:
        raise SheetError(slug, mistakes)
    options, notes = sheet.pop("options")
    if any(note.key == "trischaken_base" for note in notes):
        options = replace(options, trischaken_base=_trischaken_value(sheet["contracts"].values()))
    still_open = sheet.pop("open", {})
    return Rules(
        slug=slug,
        **sheet,
        options=options,
        option_notes=notes,
        open_contracts=still_open.get("contracts", {}),
        open_premiums=still_open.get("premiums", {}),
    )


def _trischaken_value(contracts: Iterable[Contract]) -> int | None:
    return next((contract.value for contract in contracts if contract.kind is Kind.TRISCHAKEN), None)
