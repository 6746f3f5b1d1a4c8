"""From a sheet's data to `Rules`, strictly: every mistake has its place and the nearest right word."""

from collections.abc import Iterable

from scoring.engine.customs import Counting, Kind
from scoring.engine.loading.belonging import misplaced
from scoring.engine.loading.consistency import inconsistencies
from scoring.engine.loading.extending import SheetReader, resolved, resolved_with
from scoring.engine.loading.mistakes import Mistake, SheetError, UnknownSheet
from scoring.engine.loading.places import path_in_words
from scoring.engine.loading.reading import Data, Loader, copied, counts_plain
from scoring.engine.loading.tables import SHEET
from scoring.engine.loading.tidying import tidied
from scoring.engine.rules import Contract, Rules


def load_rules(slug: str, read: SheetReader) -> Rules:
    """Return the rules of a sheet, or raise SheetError with all that is wrong with it and how it extends."""
    data, mistakes = resolved_with(slug, read)
    try:
        rules = rules_from(data, slug)
    except SheetError as error:
        raise SheetError(slug, [*mistakes, *error.problems]) from None
    if mistakes:
        raise SheetError(slug, mistakes)
    return rules


def rules_from(data: Data, slug: str) -> Rules:
    """Return the rules that a sheet's resolved data describes, or raise SheetError with every mistake."""
    sheet, mistakes = _read(data)
    if mistakes:
        raise SheetError(slug, mistakes)
    options, notes = sheet.pop("options")
    if any(note.key == "trischaken_base" for note in notes):
        contracts: Iterable[Contract] = sheet["contracts"].values()
        values = (contract.value for contract in contracts if contract.kind is Kind.TRISCHAKEN)
        base = next((value for value in values if isinstance(value, int)), None)
        options = {**options, "trischaken_base": base}
    unsaid = misplaced(data)
    for table, key in unsaid:
        if table != "options":
            del sheet[table][key]
    still_open = sheet.pop("open", {})
    return Rules(
        slug=slug,
        cents_per_point=sheet.pop("money", None),
        **sheet,
        options=options,
        option_notes=tuple(note for note in notes if ("options", note.key) not in unsaid),
        open_contracts=still_open.get("contracts", {}),
        open_premiums=still_open.get("premiums", {}),
    )


def mistakes_in(data: Data) -> tuple[Mistake, ...]:
    """Return every mistake of a sheet's resolved data; without one `rules_from` has an answer."""
    return tuple(_read(data)[1])


def _read(data: Data) -> tuple[Data, list[Mistake]]:
    """Return the rows that could be read, and the mistakes, each place's first one first."""
    loader = Loader(Counting.PLAIN if counts_plain(data) else Counting.BLATT)
    sheet = loader.table(data, "", SHEET)
    misread = {mistake.path for mistake in loader.mistakes}
    between = [mistake for mistake in inconsistencies(sheet) if mistake.path not in misread]
    return sheet, [*loader.mistakes, *between]
