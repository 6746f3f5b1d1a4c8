"""People to be seated: each with a code for forms, and a name."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from typing import NamedTuple

from django.db.models import Max, Q, QuerySet

from scoring import clock
from scoring.models import Club, Evening, Participant, Sheet
from scoring.names import folded
from scoring.table.arrivals import Person

LOOKED_AT = 40  # open tables of a club, to say who sits at one
LATELY = timedelta(weeks=4)  # guests who played since then are listed


class SeatChoice(NamedTuple):
    """A person who can be seated; the code tells members from participants of this evening."""

    code: str  # "m12" or "p34"
    name: str
    at: str = ""  # another table at which they sit right now


class SeatValue(NamedTuple):
    """What a form holds for one seat: a code, or the name of a guest."""

    code: str = ""
    name: str = ""

    @property
    def person(self) -> Person:
        if self.name:
            return Person(name=self.name)
        number = int(self.code[1:])
        return Person(member=number) if self.code.startswith("m") else Person(participant=number)


def members_to_choose(club: Club, at: Mapping[str, str] | None = None) -> list[SeatChoice]:
    """Return the active members of a club, to be seated."""
    at = at or {}
    members = club.members.filter(active=True)
    return [SeatChoice(f"m{member.pk}", member.name, at.get(f"m{member.pk}", "")) for member in members]


def guests_of_late(club: Club) -> QuerySet[Participant]:
    """Return the guests of a club's last weeks, the latest evening last."""
    evenings = Evening.objects.played_in(club).filter(date__gte=clock.today() - LATELY)
    return Participant.objects.filter(evening__in=evenings, member=None, kitty=False).order_by(
        "evening__date", "pk"
    )


def guests_to_choose(
    participants: Iterable[Participant], names: Mapping[str, str], at: Mapping[str, str]
) -> list[SeatChoice]:
    """Return the guests among those who are there, to be seated."""
    return [
        SeatChoice(f"p{participant.pk}", names[str(participant.pk)], at.get(f"p{participant.pk}", ""))
        for participant in participants
        if participant.member_id is None
    ]


def people_for(
    sheet: Sheet, names: Mapping[str, str], *, member: bool, again: bool = False
) -> list[SeatChoice]:
    """Return the people who can be seated at a table; by its link, only those who sat there.

    `again`: a form was saved before, and whoever came to the table by it was chosen as a member then.
    """
    seated = sheet.state.players
    participants = list(sheet.evening.participants.order_by("pk")) if member else []
    at = sitting_elsewhere(sheet.evening, participants, sheet) if member else {}
    left = sorted(sheet.totals.keys() - set(seated), key=int)
    choices = [SeatChoice(f"p{player}", names[player], "") for player in seated]
    choices += [SeatChoice(f"p{player}", names[player], at.get(f"p{player}", "")) for player in left]
    if not member:
        return choices
    listed_codes = set() if again else {choice.code for choice in choices}
    mine = {f"m{each.member_id}" for each in participants if f"p{each.pk}" in listed_codes}
    others = [*members_to_choose(sheet.evening.club, at), *guests_to_choose(participants, names, at)]
    return choices + [choice for choice in others if choice.code not in mine | listed_codes]


def people_known(
    sheet: Sheet, participants: Sequence[Participant], names: Mapping[str, str]
) -> list[dict[str, str]]:
    """Return the members and guests whom a phone can seat by name, and their seats."""
    evening = sheet.evening
    if not evening.is_of_the_club:
        return []
    at = sitting_elsewhere(evening, participants, sheet)
    choices = [*members_to_choose(evening.club, at), *guests_to_choose(participants, names, at)]
    tables_by_name = {choice.name: choice.at for choice in choices}
    keys = {folded(name) for name in tables_by_name}
    guests = dict(guests_of_late(evening.club).values_list("key", "guest"))
    tables_by_name |= {name: "" for key, name in guests.items() if key not in keys}
    return [{"name": name, "at": table} for name, table in tables_by_name.items()]


def sitting_elsewhere(
    evening: Evening, participants: Iterable[Participant], sheet: Sheet | None = None
) -> dict[str, str]:
    """Return the table's name for people at other open tables of the evening, by both their codes."""
    others = evening.sheets.filter(closed_at=None)
    if sheet is not None:
        others = others.exclude(pk=sheet.pk)
    seated_at = others.values_list("name", "stored_state__players")
    seated = {player: name for name, players in seated_at for player in players}
    tables_by_code = {f"p{player}": name for player, name in seated.items()}
    for participant in participants:
        if participant.member_id is not None and str(participant.pk) in seated:
            tables_by_code[f"m{participant.member_id}"] = seated[str(participant.pk)]
    return tables_by_code


def people_to_choose(club: Club, evenings: Iterable[Evening] = ()) -> list[SeatChoice]:
    """Return a club's members and recent guests, those who played last first."""
    opened = Sheet.objects.filter(
        evening__in=Evening.objects.played_in(club), evening__closed_at=None, closed_at=None
    )
    newest = opened.order_by("-pk").values_list("name", "stored_state__players")[:LOOKED_AT]
    seated = {player: name for name, players in newest for player in players}
    last: dict[str, tuple[int, int]] = {}  # by code: the day, the latest first, and the place there
    of_members = Participant.objects.filter(member__club=club).values_list("member").order_by()
    for member, day, pk in of_members.annotate(Max("evening__date"), Max("pk")):
        last[f"m{member}"] = (-day.toordinal(), pk)
    at: dict[str, str] = {}
    guests: dict[str, SeatChoice] = {}
    listed = Q(pk__in=seated, member__isnull=False)
    listed |= Q(evening__in=[each.pk for each in evenings], member=None)
    listed |= Q(pk__in=guests_of_late(club).order_by().values("pk"))
    people = Participant.objects.filter(listed).order_by("evening__date", "pk")
    for pk, member, name, key, day in people.values_list("pk", "member", "guest", "key", "evening__date"):
        if member is None:
            guests[key] = SeatChoice(f"p{pk}", name, seated.get(str(pk), ""))
            last[f"p{pk}"] = (-day.toordinal(), pk)
        else:
            at[f"m{member}"] = seated[str(pk)]
    members = members_to_choose(club, at)
    keys = {folded(choice.name) for choice in members}
    choices = [*members, *(guest for key, guest in guests.items() if key not in keys)]
    return sorted(choices, key=lambda choice: last.get(choice.code, (0, 0)))
