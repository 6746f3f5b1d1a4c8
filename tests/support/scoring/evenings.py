"""The forms that open a table, and seat it."""

from uuid import uuid4

from scoring.models import Sheet
from tests.support.scoring.house import House, ids, now


def seats(house: House, *names: str, high: str | None = None, **further: str) -> dict[str, str]:
    """A form with these people: members are chosen, anybody else is typed."""
    members = {member.name: f"m{member.pk}" for member in house.club.members.all()}
    form = {"deed": str(uuid4()), "name": "Tisch 1", **further}
    for number, name in enumerate(names, 1):
        form |= {f"who_{number}": members[name]} if name in members else {f"name_{number}": name}
    if high is not None:
        form["high_card"] = str(names.index(high) + 1)
    return form


def form(sheet: Sheet, *names: str, dealer: str, **further: str) -> dict[str, str]:
    """Whoever was there before is chosen, anybody else typed."""
    there = ids(sheet)
    fields = {"entry": str(uuid4()), "after": str(now(sheet).seq), "dealer": str(names.index(dealer) + 1)}
    for number, name in enumerate(names, 1):
        fields |= {f"who_{number}": f"p{there[name]}"} if name in there else {f"name_{number}": name}
    return fields | further
