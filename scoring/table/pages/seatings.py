"""People as they can be asked to sit down: by a code in a form, with the name that everybody knows."""

from collections.abc import Mapping
from typing import NamedTuple

from django.db.models import Prefetch, Q, QuerySet

from scoring.models import Club, Evening, Participant, Sheet
from scoring.models.evenings import names_of
from scoring.table.verbs import Person

LOOKED_AT = 40  # sheets that are searched for former seatings
OFFERED = 3


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


class EarlierSeating(NamedTuple):
    """How people sat at a table before."""

    sheet: Sheet
    seats: tuple[SeatValue, ...]
    names: tuple[str, ...]
    dealer: int  # who would deal next, from 0
    rules: str  # slug; the sheet may not be offered any more


def members_to_choose(club: Club, at: Mapping[str, str] | None = None) -> list[SeatChoice]:
    """Return the active members of a club, to be seated."""
    at = at or {}
    members = club.members.filter(active=True)
    return [SeatChoice(f"m{member.pk}", member.name, at.get(f"m{member.pk}", "")) for member in members]


def guests_to_choose(
    evening: Evening, names: Mapping[str, str], at: Mapping[str, str] | None = None
) -> list[SeatChoice]:
    """Return the guests of an evening, to be seated."""
    at = at or {}
    guests = evening.participants.filter(member=None).order_by("pk")
    return [
        SeatChoice(f"p{participant.pk}", names[str(participant.pk)], at.get(f"p{participant.pk}", ""))
        for participant in guests
    ]


def people_for(
    sheet: Sheet, names: Mapping[str, str], *, member: bool, again: bool = False
) -> list[SeatChoice]:
    """Return who can be seated at a table; a phone with its link sees only who sat there.

    `again`: a form was saved before, and whoever came to the table by it was chosen as a member then.
    """
    seated = sheet.standing["players"]
    at = sitting_elsewhere(sheet.evening, sheet) if member else {}
    left = sorted(sheet.totals.keys() - set(seated), key=int)
    choices = [SeatChoice(f"p{player}", names[player], "") for player in seated]
    choices += [SeatChoice(f"p{player}", names[player], at.get(f"p{player}", "")) for player in left]
    if not member:
        return choices
    listed_codes = set() if again else {choice.code for choice in choices}
    been = sheet.evening.participants.filter(pk__in=[code[1:] for code in listed_codes], member__isnull=False)
    mine = {f"m{pk}" for pk in been.values_list("member_id", flat=True)}
    others = [*members_to_choose(sheet.evening.club, at), *guests_to_choose(sheet.evening, names, at)]
    return choices + [choice for choice in others if choice.code not in mine | listed_codes]


def people_known(sheet: Sheet, names: Mapping[str, str]) -> list[dict[str, str]]:
    """Return the members and this evening's guests whom a phone can seat by name, and where they sit."""
    evening = sheet.evening
    if not evening.is_of_the_club:
        return []
    at = sitting_elsewhere(evening, sheet)
    choices = [*members_to_choose(evening.club, at), *guests_to_choose(evening, names, at)]
    return [{"name": choice.name, "at": choice.at} for choice in choices]


def sitting_elsewhere(evening: Evening, sheet: Sheet | None = None) -> dict[str, str]:
    """Return who sits at another open table of the evening: the table's name by code, under both codes."""
    others = evening.sheets.filter(closed_at=None)
    if sheet is not None:
        others = others.exclude(pk=sheet.pk)
    seated = {player: other.name for other in others for player in other.standing["players"]}
    tables_by_code = {f"p{player}": name for player, name in seated.items()}
    members = evening.participants.filter(pk__in=seated, member__isnull=False)
    tables_by_code |= {f"m{participant.member_id}": seated[str(participant.pk)] for participant in members}
    return tables_by_code


def there_now(club: Club, tonight: QuerySet[Evening]) -> tuple[dict[str, str], list[SeatChoice]]:
    """Return who sits where at the open tables of a club, by code, and the guests of these evenings."""
    opened = Sheet.objects.filter(
        evening__in=Evening.objects.played_in(club), evening__closed_at=None, closed_at=None
    )
    newest = opened.order_by("-pk").values_list("name", "standing")[:LOOKED_AT]
    seated = {player: name for name, state in newest for player in state["players"]}
    members = Q(pk__in=seated, member__isnull=False)
    people = Participant.objects.filter(members | Q(evening__in=tonight, member=None)).order_by("pk")
    at: dict[str, str] = {}
    guests: dict[str, SeatChoice] = {}
    for pk, member, name in people.values_list("pk", "member", "guest"):
        if member is None:
            guests[name] = SeatChoice(f"p{pk}", name, seated.get(str(pk), ""))
        else:
            at[f"m{member}"] = seated[str(pk)]
    return at, list(guests.values())


def recent_seatings(club: Club, *, with_member: int | None = None) -> list[EarlierSeating]:
    """Return how the club sat last, the newest first; only people who may still be seated."""
    people = Participant.objects.select_related("member").order_by("pk")
    sheets = (
        Sheet.objects.whole()
        .filter(evening__club=club, evening__old_batch=None)
        .prefetch_related(Prefetch("evening__participants", people))
        .order_by("-opened_at", "-pk")
    )
    seatings: dict[frozenset[SeatValue], EarlierSeating] = {}
    erased_names = set(club.erased)
    for sheet in sheets[:LOOKED_AT]:
        seating = _seating(sheet, with_member)
        guests = {seat.name for seat in seating.seats if seat.name} if seating is not None else set()
        if seating is not None and guests.isdisjoint(erased_names):
            seatings.setdefault(frozenset(seating.seats), seating)
        if len(seatings) == OFFERED:
            break
    return list(seatings.values())


def _seating(sheet: Sheet, with_member: int | None) -> EarlierSeating | None:
    people = {str(participant.pk): participant for participant in sheet.evening.participants.all()}
    seated = [people[player] for player in sheet.standing["players"]]
    if not all(player.member is None or player.member.active for player in seated):
        return None
    if with_member is not None and with_member not in [player.member_id for player in seated]:
        return None
    names = names_of(people.values())
    return EarlierSeating(
        sheet=sheet,
        seats=tuple(
            SeatValue(f"m{player.member_id}") if player.member else SeatValue(name=player.guest)
            for player in seated
        ),
        names=tuple(names[str(player.pk)] for player in seated),
        dealer=sheet.standing["players"].index(sheet.standing["dealer"]),
        rules=sheet.ruleset.slug,
    )
