"""The guests of a club, and how the standings change when one becomes a member."""

from collections.abc import Collection, Iterable, Sequence
from datetime import date
from fractions import Fraction
from hashlib import sha256
from secrets import token_hex
from typing import Any, NamedTuple

from django.db.models import Count, Exists, Max, OuterRef, Sum

from scoring.capability import capabilities
from scoring.clock import day_in_short
from scoring.deeds import rehearsed
from scoring.engine.result import exact, from_twelfths
from scoring.models import (
    CLUB_EVENING,
    TAKEN_BACK,
    Club,
    Member,
    OldAmount,
    OldPerson,
    Participant,
    TableScore,
)
from scoring.names import folded, sorting, spellings, tidy
from scoring.season.pages.season import Period, Season, SeasonStandings, standings_of


class Guest(NamedTuple):
    """All guests of one name, as one; withdrawn old sheets count as no evenings."""

    name: str  # as it was typed last
    pk: int  # of the last evening
    evenings: int
    hands: int
    last: date

    @property
    def key(self) -> str:
        """Return the key that all spellings of the name share."""
        return folded(self.name)


def guests_of(club: Club, words: str = "") -> list[Guest]:
    """Return the guests of a club by name; one query, however many there are."""
    guests_named = Participant.objects.filter(member=None, kitty=False, key__contains=folded(words))
    participants = guests_named.filter(evening__club=club)
    guests: dict[str, Guest] = {}
    columns = ("pk", "guest", "key", "evening__date", "evening__occasion", "played")
    rows = participants.annotate(played=Sum("scores__hands", default=0)).order_by("evening__date", "pk")
    for pk, name, key, day, occasion, hands in rows.values_list(*columns):
        earlier, counts = guests.get(key, Guest("", 0, 0, 0, day)), occasion != TAKEN_BACK
        evenings, played = earlier.evenings + counts, earlier.hands + counts * hands
        guests[key] = Guest(name, pk, evenings, played, day)
    return sorted(guests.values(), key=lambda guest: sorting(guest.name))


def guests_like(club: Club, names: Iterable[str]) -> dict[str, list[Guest]]:
    """Return the guests whose names equal or resemble these names, which no member has.

    Nearly: all words of the shorter name begin those of the longer one, as with “Hans G.” and “Hans Gruber”.
    """
    names = [name for name in map(tidy, names) if name]
    members = set(club.members.filter(key__in=map(folded, names)).values_list("key", flat=True))
    guests = guests_of(club)
    by_name = {}
    for name in names:
        key = folded(name)
        alike = [guest for guest in guests if _is_like(key, guest.key)]
        if alike and key not in members:  # who is called exactly so comes first
            by_name[name] = [guest for guest in alike if guest.key == key]
            by_name[name] += [guest for guest in alike if guest.key != key]
    return by_name


def _is_like(name: str, other: str) -> bool:
    """Return whether two folded names may be one person's.

    >>> [_is_like(name, "hans gruber") for name in ("hans g.", "hans", "hans m.")]
    [True, True, False]
    """
    words = zip(name.split(), other.split(), strict=False)
    pairs = [(word.rstrip("."), another.rstrip(".")) for word, another in words]
    return all(word.startswith(another) or another.startswith(word) for word, another in pairs)


def attended(participants: Collection[int]) -> list[Participant]:
    """Return these guests' evenings with their results, the newest first; two queries."""
    tables: dict[int, list[str]] = {}
    at_tables = TableScore.objects.played().filter(participant__in=participants).order_by("sheet")
    for pk, table in at_tables.values_list("participant_id", "sheet__name"):
        tables.setdefault(pk, []).append(table)
    rows = Participant.objects.filter(pk__in=participants).select_related("evening__club", "member")
    guests = rows.annotate(
        played=Sum("scores__hands", default=0),
        kassa_twelfths=Sum("scores__twelfths", default=0),
        schrift_twelfths=Sum("scores__schrift_twelfths", default=0),
    ).order_by("-evening__date", "-pk")
    for guest in guests:
        guest.tables, guest.hands = tables.get(guest.pk, []), guest.played
        guest.points = from_twelfths(guest.kassa_twelfths)
        guest.schrift = from_twelfths(guest.schrift_twelfths)
        guest.is_withdrawn = guest.evening.occasion == TAKEN_BACK
        guest.day = day_in_short(guest.evening.date)
        of_club = guest.evening.occasion == CLUB_EVENING and not guest.evening.spontaneous
        guest.address = guest.evening.get_absolute_url() if of_club else ""
    return list(guests)


def called_like(participant: Participant) -> list[Participant]:
    """Return every evening of the club with a guest of this name."""
    same = Participant.objects.filter(
        evening__club=participant.evening.club_id, member=None, key=participant.key
    )
    return attended(list(same.values_list("pk", flat=True)))


def previewed(club: Club, chosen: Sequence[Participant], member: Member | None, name: str) -> dict[str, Any]:
    """Return how the standings change if the guest of these evenings joins.

    Left out are the evenings at which the member was there already.
    """
    own_evenings: set[int] = set()
    if member is not None:
        own_evenings = set(member.participations.values_list("evening", flat=True))
    taken = [guest for guest in chosen if guest.evening_id not in own_evenings]
    left_out = [guest for guest in chosen if guest.evening_id in own_evenings]
    return {"taken": taken, "left_out": left_out, "changes": _changes(club, taken, member, name)}


def _changes(
    club: Club, taken: Sequence[Participant], member: Member | None, name: str
) -> list[dict[str, Any]]:
    """Return the ranks of the member and of each spelling of the guest, before and after."""
    season = Season(club, Period(), tables=True)

    def joined() -> tuple[int, SeasonStandings]:
        to = member or Member.objects.create(club=club, **spellings(name) | {"key": token_hex(8)})
        guests = Participant.objects.filter(pk__in=[guest.pk for guest in taken])
        guests.update(member=to, guest="", key="")
        return to.pk, standings_of(season)

    (pk, then), now = rehearsed(joined), standings_of(season)
    ranks_now, ranks_then = (
        {person.member: person for person in standings.members} for standings in (now, then)
    )
    own = {"name": name, "guest": False, "before": ranks_now.get(pk), "after": ranks_then.get(pk)}
    guests, left = ({folded(guest.name): guest for guest in standings.guests} for standings in (now, then))
    spelt = dict.fromkeys(folded(guest.name) for guest in taken)
    return [
        own,
        *(
            {"name": guests[key].name, "guest": True, "before": guests[key], "after": left.get(key)}
            for key in spelt
            if key in guests
        ),
    ]


# Guests on old sheets of amounts, and what becomes of their sums


def only_on_old_sheets(club: Club, words: str = "") -> list[dict[str, Any]]:
    """Return the guests on old sheets that count and at no evening, one for each name; one query."""
    seated = Participant.objects.filter(evening__club=club, member=None, key=OuterRef("key"))
    counting = OldPerson.objects.filter(batch__club=club, batch__withdrawn_at=None, member=None)
    people = counting.filter(~Exists(seated))
    guests = (
        people.filter(key__contains=folded(words))
        .order_by()
        .values("key")
        .annotate(
            name=Max("guest"),
            person=Max("pk"),
            sheets=Count("amounts__line__sheet", distinct=True),
            last=Max("amounts__line__sheet__date"),
        )
    )
    return sorted(map(dict, guests), key=lambda guest: sorting(guest["name"]))


def names_in_lists(club: Club) -> dict[str, list[str]]:
    """Return the names in lists of results that belong to no member, each in its spellings."""
    names_by_key: dict[str, list[str]] = {}
    for capability in capabilities():
        for names in capability.bare_names:
            for name in names(club):
                names_by_key.setdefault(folded(name), []).append(name)
    return names_by_key


def only_in_lists(club: Club, words: str = "") -> dict[str, str]:
    """Return the names that are only in lists of results, by their key in addresses; three queries."""
    names_by_key = names_in_lists(club)
    if names_by_key:
        at_tables = Participant.objects.filter(evening__club=club, member=None).values_list("key", flat=True)
        on_sheets = OldPerson.objects.filter(batch__club=club, member=None).values_list("key", flat=True)
        for key in (*at_tables, *on_sheets):
            names_by_key.pop(key, None)
    return {
        sha256(key.encode()).hexdigest()[:16]: names[0]
        for key, names in sorted(names_by_key.items(), key=lambda item: sorting(item[1][0]))
        if folded(words) in key
    }


def changed_by_joining(guest: OldPerson, member: Member | None) -> dict[str, Any]:
    """Return how joining changes everybody of the guest's name on old sheets, withdrawn ones too.

    Who goes over and on which days, where the member stands already, and both sums of amounts.
    """
    same = OldPerson.objects.filter(batch__club=guest.batch.club_id, member=None, key=guest.key)
    batches = set() if member is None else set(member.old_people.values_list("batch", flat=True))
    taken: list[int] = []
    left: list[int] = []
    for pk, batch in same.order_by("pk").values_list("pk", "batch"):
        (left if batch in batches else taken).append(pk)
    own_sum = Fraction(0) if member is None else _sum_of(list(member.old_people.values_list("pk", flat=True)))
    return {
        "taken": taken,
        "days": days_on_old_sheets(taken),
        "left_out": days_on_old_sheets(left),
        "before": exact(own_sum),
        "after": exact(own_sum + _sum_of(taken)),
    }


def _sum_of(people: Collection[int]) -> Fraction:
    amounts = OldAmount.objects.filter(person__in=people, line__sheet__batch__withdrawn_at=None)
    return Fraction(amounts.aggregate(all=Sum("twelfths"))["all"] or 0, 12)


def days_on_old_sheets(people: Collection[int]) -> list[date]:
    """Return the evenings on which these have amounts."""
    amounts = OldAmount.objects.filter(person__in=people).order_by("line__sheet__date")
    return list(amounts.values_list("line__sheet__date", flat=True).distinct())
