"""The contents of an old sheet's paper; other sheets have none."""

from fractions import Fraction

from django.db.models import Sum
from django.utils.translation import gettext as _

from scoring.models import OldAmount, OldBatch, OldDifference, Sheet


def days_of_amounts() -> dict[int, dict[str, int]]:
    """Return the sum of each day in twelfths for these people, from old sheets of amounts."""
    by_person: dict[int, dict[str, int]] = {}
    sums = OldAmount.objects.order_by("line__sheet__date").values_list("person", "line__sheet__date")
    for person, day, twelfths in sums.annotate(Sum("twelfths")):
        by_person.setdefault(person, {})[str(day)] = int(twelfths)
    return by_person


def mixed(amount: Fraction) -> str:
    """Return an amount as a mixed number.

    >>> mixed(Fraction(37, 3)), mixed(Fraction(-1, 2)), mixed(Fraction(-4))
    ('12 1/3', '−1/2', '−4')
    """
    whole, remainder = divmod(abs(amount), 1)
    part = f"{remainder.numerator}/{remainder.denominator}" if remainder else ""
    words = f"{whole} {part}".strip() if whole or not remainder else part
    return f"−{words}" if amount < 0 else words


def batch_of(sheet: Sheet) -> OldBatch:
    """Return the import that brought this sheet in."""
    batches = OldBatch.objects.select_related("by", "withdrawn_by", "reason")
    return batches.get(evenings=sheet.evening)


def on_paper(sheet: Sheet, sort_key: int) -> str:
    """Return the paper's version of this hand where the rules settle it otherwise; else empty."""
    difference = OldDifference.objects.filter(entry__sheet=sheet, entry__sort_key=sort_key).first()
    if difference is None:
        return ""
    names = sheet.evening.names()
    parts = [
        f"{names[person]} {'+' if twelfths > 0 else ''}{mixed(Fraction(twelfths, 12))}"
        for person, twelfths in sorted(difference.amounts.items(), key=lambda item: int(item[0]))
    ]
    if difference.radl is not None:
        parts.append(_("a Radl was marked") if difference.radl else _("no Radl was marked"))
    return ", ".join(parts)
