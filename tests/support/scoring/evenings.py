"""The form that opens a table."""

from uuid import uuid4

from tests.support.scoring.house import House


def seats(house: House, *names: str, high: str | None = None, **further: str) -> dict[str, str]:
    """A form with these people: members are chosen, anybody else is typed."""
    members = {member.name: f"m{member.pk}" for member in house.club.members.all()}
    form = {"deed": str(uuid4()), "name": "Tisch 1", **further}
    for number, name in enumerate(names, 1):
        form |= {f"who_{number}": members[name]} if name in members else {f"name_{number}": name}
    if high is not None:
        form["high_card"] = str(names.index(high) + 1)
    return form
