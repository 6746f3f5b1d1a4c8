"""Wishes are noted and dropped; the next draw goes by them."""

from __future__ import annotations

import re
from uuid import UUID

from django.utils.translation import gettext as _

from scoring import clock
from scoring.deeds import PendingDeed, Refused, refuse, verb
from scoring.models import Account
from tournaments.draw.cards import MOST_CARDS
from tournaments.models import Entrant, Pulse, Tournament, Wish
from tournaments.models.entrants import LONGEST_TABLES
from tournaments.rights import demand_open, directed

MOST_SEATS = 6  # at a table


@verb("note_wish")
def note_wish(
    act: PendingDeed,
    *,
    actor: Account,
    deed: UUID,
    tournament: Tournament,
    entrant: int,
    kind: Wish.Kind,
    tables: str = "",
    seat: int | None = None,
    other: int | None = None,
) -> Tournament:
    """Note what somebody on the list wishes of every draw from now on."""
    tournament = directed(tournament, actor)
    demand_open(tournament)
    people = {entrant.pk: entrant for entrant in tournament.entrants.filter(pk__in=[entrant, other or 0])}
    problems: dict[str, list[str]] = {}
    if entrant not in people:
        problems["entrant"] = [_("Please choose somebody on the list.")]
    numbers: list[int] = []
    if kind == Wish.Kind.APART:
        seat = None
        if other not in people or other == entrant:
            problems["other"] = [_("Please choose somebody else on the list.")]
    else:
        other = None
        numbers = _numbers(tables)
        if not numbers or len(" ".join(map(str, numbers))) > LONGEST_TABLES:
            said = _("Please give the numbers of tables, between 1 and %(most)d.")
            problems["tables"] = [said % {"most": MOST_CARDS}]
        if seat is not None and not 1 <= seat <= MOST_SEATS:
            problems["seat"] = [_("Please give a seat between 1 and 6, or nothing.")]
    refuse(problems)
    wished = {
        "entrant": people[entrant],
        "kind": kind,
        "tables": " ".join(map(str, numbers)),
        "seat": seat,
        "other": people[other] if other is not None else None,
    }
    if not Wish.objects.filter(**wished).exists():
        Wish.objects.create(**wished, at=clock.now())
    _record(act, tournament, [people[one] for one in (entrant, other) if one is not None])
    return tournament


def _numbers(text: str) -> list[int]:
    """Return the numbers of tables in a text, each once; none where one is no table's."""
    words = [one for one in re.split(r"[\s,;+]+", text) if one]
    if not all(word.isascii() and word.isdigit() and 1 <= int(word[:9]) <= MOST_CARDS for word in words):
        return []
    return sorted({int(word) for word in words})


@verb("drop_wish")
def drop_wish(
    act: PendingDeed, *, actor: Account, deed: UUID, tournament: Tournament, wish: int
) -> Tournament:
    """Forget a wish; what is drawn stays as it is."""
    tournament = directed(tournament, actor)
    demand_open(tournament)
    found = Wish.objects.filter(entrant__tournament=tournament, pk=wish).first()
    if found is None:
        raise Refused(form=[_("This has been changed in the meantime. Please look again.")])
    people = [entrant for entrant in (found.entrant, found.other) if entrant is not None]
    found.delete()
    _record(act, tournament, people)
    return tournament


def _record(act: PendingDeed, tournament: Tournament, people: list[Entrant]) -> None:
    names = tournament.evening.names()
    Pulse.beat(tournament.pk)
    act.record(
        tournament.club,
        tournament=tournament.pk,
        title=tournament.title,
        names=[names[str(entrant.participant_id)] for entrant in people],
    )
