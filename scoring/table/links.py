"""Links that open one sheet without an account: one to record at the table, one only to read.

A link is made from the sheet and the server's secret, so nothing in the database opens anything. Renewing
counts on, and what was made before fits no longer."""

from typing import Literal

from django.db.models import F
from django.utils.translation import gettext_lazy

from scoring.capability import sentence_by
from scoring.deeds import PendingDeed, verb
from scoring.models import Account, Sheet
from scoring.signatures import is_signature_of, signature_of
from scoring.table.writing import locked_sheet, sheet_details
from scoring.table_policy import Actor

Kind = Literal["record", "read"]
LINKS = "scoring.table_links"


def code_of(sheet: Sheet, kind: Kind) -> str:
    """Return a code short enough for a QR code that old phones read in dim light."""
    return f"{sheet.pk}-{signature_of(LINKS, *_words(sheet, kind))}"


def generation_of(sheet: Sheet, kind: Kind) -> int:
    """Return how often this link of the sheet has been renewed."""
    return sheet.record_link if kind == "record" else sheet.read_link


def sheet_behind(code: str, kind: Kind) -> Sheet | None:
    """Return the sheet that this link opens; None if it opens nothing."""
    number, _, signature = code.partition("-")
    if not (number.isascii() and number.isdecimal() and len(number) < 19):
        return None
    sheet = Sheet.numbered(int(number))
    if sheet is None or not is_signature_of(signature, LINKS, *_words(sheet, kind)):
        return None
    return sheet


def _words(sheet: Sheet, kind: Kind) -> tuple[object, ...]:
    return kind, sheet.pk, generation_of(sheet, kind), sheet.salt


@verb(
    log=sentence_by(
        "kind",
        {
            "record": gettext_lazy("renewed the link to record at “%(name)s” (%(date)s)"),
            "read": gettext_lazy("renewed the link to read “%(name)s” (%(date)s)"),
        },
    )
)
def renew_link(act: PendingDeed[Account], *, sheet: Sheet, kind: Literal["record", "read"]) -> Sheet:
    """Renew one of a sheet's links, so that the old one and its code open nothing any more."""
    sheet = locked_sheet(sheet, Actor(act.actor))
    field = f"{kind}_link"
    Sheet.objects.filter(pk=sheet.pk).update(**{field: F(field) + 1})
    sheet.refresh_from_db(fields=[field])
    act.record(sheet.evening.club, kind=kind, **sheet_details(sheet))
    return sheet
