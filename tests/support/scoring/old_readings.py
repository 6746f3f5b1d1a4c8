"""A worksheet of old sheets read without a page or a database; whoever is no member named here is a guest."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils import translation

from scoring.engine.rules import Rules
from scoring.models import Member, OldKind
from scoring.old_sheets.files import Reader
from scoring.old_sheets.reading import Reading
from scoring.old_sheets.values import CountedIn
from scoring.old_sheets.worksheet import Worksheet, guessed, heading_row
from scoring.rules import published


def read_amounts(
    *rows: Sequence[Any],
    amounts: str = "",
    said: Mapping[str, str] | None = None,
    counted: CountedIn | None = None,
    whole: Mapping[str, str] | None = None,
    members: Sequence[Member] = (),
) -> Reading:
    """Return what comes of these rows, the headings among them, where this was said of them."""
    worksheet = _worksheet(rows, OldKind.AMOUNTS, None, counted or CountedIn(), whole or {})
    return _read(worksheet, OldKind.AMOUNTS, None, said or {}, amounts, members)


def read_hands(
    *rows: Sequence[Any],
    slug: str = "standard",
    said: Mapping[str, str] | None = None,
    amounts: str = "",
) -> Reading:
    """Return what comes of these rows of hands under a published sheet."""
    rules = published()[slug]
    worksheet = _worksheet(rows, OldKind.HANDS, rules, CountedIn(), {})
    return _read(worksheet, OldKind.HANDS, rules, said or {}, amounts, ())


def _worksheet(
    rows: Sequence[Sequence[Any]],
    kind: OldKind,
    rules: Rules | None,
    counted: CountedIn,
    whole: Mapping[str, str],
) -> Worksheet:
    texts = [tuple(str(cell) for cell in row) for row in rows]
    heading = heading_row(texts)
    return Worksheet(texts, heading, tuple(guessed(texts, heading, kind, rules)), counted, whole)


def _read(
    worksheet: Worksheet,
    kind: OldKind,
    rules: Rules | None,
    said: Mapping[str, str],
    running: str,
    members: Sequence[Member],
) -> Reading:
    with translation.override("en"):
        return Reader(
            worksheet,
            kind,
            rules=rules,
            members=members,
            asked=said,
            running=running,
            there=lambda _days: (),
            language="en",
            unnamed="Table",
        ).read()
