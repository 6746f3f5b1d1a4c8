"""Links that open one sheet without an account: one to record at the table, one only to read.

A link is made from the sheet and the server's secret, so nothing in the database opens anything. Renewing
counts on, and what was made before fits no longer.
"""

from __future__ import annotations

from typing import Literal

from django.db.models import Q
from django.utils.crypto import constant_time_compare, salted_hmac

from scoring.models import Sheet

Kind = Literal["record", "read"]
LETTERS = 20


def code_of(sheet: Sheet, kind: Kind) -> str:
    """Short enough for a QR code that old phones read in dim light."""
    return f"{sheet.pk}-{_seal(sheet, kind)}"


def generation_of(sheet: Sheet, kind: Kind) -> int:
    return sheet.record_link if kind == "record" else sheet.read_link


def sheet_behind(code: str, kind: Kind) -> Sheet | None:
    """The sheet that this link opens, if it does."""
    number, _, seal = code.partition("-")
    if not (number.isascii() and number.isdecimal() and len(number) < 19):
        return None
    sheet = Sheet.objects.whole().filter(Q(pk=int(number))).first()
    if sheet is None or not constant_time_compare(seal, _seal(sheet, kind)):
        return None
    return sheet


def _seal(sheet: Sheet, kind: Kind) -> str:
    words = f"{kind} {sheet.pk} {generation_of(sheet, kind)}"
    return salted_hmac("scoring.table_links", words, algorithm="sha256").hexdigest()[:LETTERS]
