"""People's wishes for a draw, and which of them a seating does not keep."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from scoring.accounts.names import members_by_name
from scoring.names import folded
from tournaments.engine.meetings import RoundSeating
from tournaments.engine.wishes import SeatWish, not_kept
from tournaments.models import Counted, Entrant, Line, Round, Tournament, Wish

TEAM = "team"  # in a report, beside the kinds of wishes


def wishes_of(tournament: Tournament) -> list[Wish]:
    """Return all players' wishes, in the order in which they were entered; one query."""
    wishes = Wish.objects.filter(entrant__tournament=tournament, entrant__withdrawn_at=None)
    return list(wishes.select_related("entrant", "other").order_by("pk"))


def teammates_of(tournament: Tournament) -> list[tuple[str, str]]:
    """Return pairs of one team in a series that keeps them apart; a few queries."""
    counts = Q(tournament=tournament) | Q(round__tournament=tournament)
    series = Counted.objects.filter(counts).values("series")
    teams = Counted.objects.filter(series__in=series, use=Counted.Use.TEAM).values("list")
    lines = list(Line.objects.filter(list__in=teams).order_by("pk"))
    if not lines:
        return []
    known, of_team = members_by_name(tournament.club), dict[int, list[int | str]]()
    for line in lines:
        key = folded(line.name)
        of_team.setdefault(line.list_id, []).append(line.member_id or known.get(key) or key)
    entrants = tournament.entrants.filter(withdrawn_at=None, house=False)
    of_entrants = entrants.values_list("participant__member", "participant__key", "participant")
    participants = {member or key: participant for member, key, participant in of_entrants}
    pairs = {
        (min(participants[person], participants[other]), max(participants[person], participants[other]))
        for people in of_team.values()
        for person, other in combinations([person for person in people if person in participants], 2)
    }
    return [(str(player), str(other)) for player, other in sorted(pairs)]


def wishes_for_draw(tournament: Tournament) -> list[SeatWish]:
    """Return all wishes for a draw, including that people of one team sit apart."""
    teams = [SeatWish(player, apart_from=other) for player, other in teammates_of(tournament)]
    return [*seat_wishes(wishes_of(tournament)), *teams]


def seat_wishes(wishes: Iterable[Wish]) -> list[SeatWish]:
    """Return the wishes in the form that the draw takes."""
    return [
        SeatWish(
            str(wish.entrant.participant_id),
            wish.numbers,
            wish.seat or 0,
            str(wish.other.participant_id) if wish.other is not None else "",
        )
        for wish in wishes
    ]


def report_on_wishes(round_: Round, seating: RoundSeating) -> dict[str, Any]:
    """Return the number of wishes of seated people, and those not kept; empty without any."""
    seated = set(seating.players)
    wishes = [
        wish
        for wish in wishes_of(round_.tournament)
        if str(wish.entrant.participant_id) in seated
        and (wish.other is None or str(wish.other.participant_id) in seated)
    ]
    teams = [pair for pair in teammates_of(round_.tournament) if {*pair} <= seated]
    together = [
        (player, other) for player, other in teams if not SeatWish(player, apart_from=other).is_kept(seating)
    ]
    if not wishes and not together:
        return {}
    as_drawn = seat_wishes(wishes)
    left = [
        [wishes[number].kind, wish.player, list(wish.tables), wish.seat, wish.apart_from]
        for number, wish in ((number, as_drawn[number]) for number in not_kept(seating, as_drawn))
    ]
    left += [[TEAM, player, [], 0, other] for player, other in together]
    return {"wishes": len(wishes) + len(together), "not_kept": left}


def not_kept_in_words(report: Mapping[str, Any], names: Mapping[str, str]) -> list[str]:
    """Return in words which wishes a report names as not kept."""
    return [
        wish_in_words(kind, names[player], tables, seat, names.get(other, ""))
        for kind, player, tables, seat, other in report.get("not_kept", ())
        if player in names
    ]


def wish_in_words(kind: str, name: str, tables: Sequence[int], seat: int, other: str) -> str:
    """Return a wish in words."""
    values = {"name": name, "other": other, "seat": seat, "tables": ", ".join(map(str, tables))}
    if kind == TEAM:
        return _("%(name)s and %(other)s, from the same team, not at the same table") % values
    if kind == Wish.Kind.APART:
        return _("%(name)s: not together with %(other)s") % values
    if kind == Wish.Kind.SMOKING:
        return _("%(name)s: a smoking table (%(tables)s)") % values
    if seat:
        return _("%(name)s: table %(tables)s, seat %(seat)d") % values
    return _("%(name)s: table %(tables)s") % values


def stored_wish_in_words(wish: Wish, names: Mapping[str, str]) -> str:
    """Return a wish that is stored in words."""
    other = names[str(wish.other.participant_id)] if wish.other is not None else ""
    name = names[str(wish.entrant.participant_id)]
    return wish_in_words(wish.kind, name, wish.numbers, wish.seat or 0, other)


def wishes_in_words(entrant: Entrant) -> list[str]:
    """Return in words an entrant's own wishes and those of others about the entrant; two queries."""
    names = entrant.tournament.evening.names()
    wishes = wishes_of(entrant.tournament)
    return [
        stored_wish_in_words(wish, names) for wish in wishes if entrant.pk in (wish.entrant_id, wish.other_id)
    ]
