"""The form that seats a table."""

from uuid import uuid4

from scoring.models import Sheet
from tests.support.scoring.house import ids, now


def form(sheet: Sheet, *names: str, dealer: str, **further: str) -> dict[str, str]:
    """Whoever was there before is chosen, anybody else typed."""
    there = ids(sheet)
    fields = {"entry": str(uuid4()), "after": str(now(sheet).seq), "dealer": str(names.index(dealer) + 1)}
    for number, name in enumerate(names, 1):
        fields |= {f"who_{number}": f"p{there[name]}"} if name in there else {f"name_{number}": name}
    return fields | further
