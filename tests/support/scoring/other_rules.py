"""Rules that hold from a table's first hand on, as tables of earlier versions have them."""

from uuid import UUID

from scoring.engine import facts
from scoring.engine.record import to_dict
from scoring.models import Account, Act, RulesetVersion, Sheet
from scoring.rules.versions.versions import rules_of
from scoring.table.reasons import store_reason
from scoring.table.verbs import sort_key_before
from scoring.table.writing import locked_sheet, put, rederive, unused
from scoring.table_policy import Actor, NewEntry


def play_by_from_first(
    sheet: Sheet, actor: Account, entry: UUID, *, version: RulesetVersion, reason: str = "falsches Blatt"
) -> None:
    """Settle all hands of a sheet by another version of rules, as was possible before 2.0."""
    sheet = locked_sheet(sheet, Actor(actor))
    rules = rules_of(version).under(sheet.options)
    first = sheet.entries.order_by("sort_key").first()
    put(
        sheet,
        Actor(actor),
        NewEntry(
            unused(entry),
            Act.INSERT,
            to_dict(facts.OtherRules(version.pk, version.digest, sheet.options, from_first=True), rules),
            sort_key=None if first is None else sort_key_before(sheet, first.sort_key),
            reason=store_reason(reason),
        ),
    )
    rederive(sheet)
