"""Corrections after standings were shown, with the ranks that they changed."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django.utils.translation import gettext as _

from scoring.deeds import PendingDeed
from scoring.models import Entry
from tournaments.log import record_deed
from tournaments.models import Call, Ruling, Table, Tournament
from tournaments.standings.derived import ranked

NOTED = "standings_moved"
OVERALL, ROUND = "overall", "of_round"  # in the details of such a deed
MOST_TOLD = 8  # people in one line

Ranks = dict[str, dict[str, int]]


def was_final(table: Table) -> bool:
    """Return whether a table's round is closed, or was until it was reopened."""
    return table.round.closed_at is not None or table.round.reopened_at is not None


def ranks_now(table: Table) -> Ranks:
    """Return the current ranks in the table's round and overall."""
    whole = ranked(table.round.tournament)
    of_round = whole.round(table.round.number)
    places = {ROUND: of_round.places if of_round else (), OVERALL: whole.places}
    return {scope: {place.player: place.rank for place in ranking} for scope, ranking in places.items()}


def note_moved(table: Table, ranks_before: Ranks) -> None:
    """Store whose ranks a correction at a table changed, and which correction it was."""
    ranks_after = ranks_now(table) if ranks_before else {}
    names = table.round.tournament.evening.names()
    moved: dict[str, Any] = {
        scope: [
            [names[player], rank, ranks_after[scope].get(player)]  # None: not ranked any more
            for player, rank in ranks.items()
            if scope in ranks_after and ranks_after[scope].get(player) != rank
        ]
        for scope, ranks in ranks_before.items()
    }
    if not any(moved.values()):
        return
    actor, what = _cause(table)
    record_deed(PendingDeed(uuid4(), None, "standings_moved"), table, actor=actor, **what, **moved)


def _cause(table: Table) -> tuple[str, dict[str, Any]]:
    """Return who corrected what: a hand, with or without the arbiters, or a result from paper.

    While the arbiters are called, and where they have ruled, nobody else writes.
    """
    entry = Entry.objects.filter(sheet=table.sheet_id).select_related("by", "row").order_by("-seq").first()
    paper = table.paper_results.select_related("by").order_by("-seq").first()
    on_result = table.adjustments.select_related("by").order_by("-seq").first()
    others = [each.at for each in (entry, paper) if each is not None]
    if on_result is not None and on_result.at >= max(others, default=on_result.at):
        return on_result.by.name, {"why": "result_ruling"}
    if paper is not None and (entry is None or paper.at >= entry.at):
        return paper.by.name, {"why": "paper"}
    if entry is None or entry.by is None:
        return _("Table %(number)d") % {"number": table.number}, {"why": "hand"}
    rulings = Ruling.objects.current().filter(call__table=table, place=entry.place)
    ruled = Call.waits(table) or rulings.exists()
    row = table.started_sheet.rows.filter(place=entry.place).first()
    return entry.by.name, {"why": "ruling" if ruled else "hand", "hand": row and row.number}


def moved_in_words(details: Mapping[str, Any], scope: str, now: Mapping[str, str] | None = None) -> str:
    """Return one line: "Table 3, hand 7, corrected: Karl 3. → 8.".

    `now` says where people stand today who have come to another place since.
    """
    words = {
        "paper": _("%(where)s, result from paper: %(moved)s"),
        "ruling": _("%(where)s, after a ruling: %(moved)s"),
        "hand": _("%(where)s, corrected: %(moved)s"),
        "result_ruling": _("%(where)s, ruling on the result: %(moved)s"),
    }
    where = _("Table %(number)d") % {"number": details["table"]}
    if details.get("hand"):
        where = _("Table %(table)d, hand %(hand)s") % details
    moves = [
        f"{name} {was}. → {_rank_text(became)}{(now or {}).get(name, '')}"
        for name, was, became in details[scope]
    ]
    unnamed = len(moves) - MOST_TOLD
    more = [_("and %(count)d others") % {"count": unnamed}] if unnamed > 0 else []
    moved = ", ".join([*moves[:MOST_TOLD], *more])
    return words[details["why"]] % {"where": where, "moved": moved}


def _rank_text(rank: int | None) -> str:
    return _("not ranked") if rank is None else f"{rank}."


def moves_in_words(
    tournament: Tournament, round_: int | None, ranks: Mapping[str, int | None] | None = None
) -> tuple[str, ...]:
    """Return a line for each correction that changed ranks in a round, or (None) overall; one query.

    `ranks` are the current ones, by name: a line adds the current rank where it has changed since.
    """
    scope = OVERALL if round_ is None else ROUND
    deeds = tournament.deeds_of(NOTED).filter(at__gte=tournament.made_at)
    if round_ is not None:
        deeds = deeds.filter(details__round=round_)
    where = "" if scope == ROUND else f"{_('Round %(number)d')}, "
    moves = [details for details in deeds.values_list("details", flat=True) if details[scope]]
    last = {name: (number, became) for number, each in enumerate(moves) for name, _was, became in each[scope]}
    since = {
        (number, name): _(" (now %(place)s)") % {"place": _rank_text(ranks.get(name))}
        for name, (number, became) in last.items()
        if ranks is not None and ranks.get(name) != became
    }
    return tuple(
        where % {"number": details["round"]}
        + moved_in_words(details, scope, {name: words for (at, name), words in since.items() if at == number})
        for number, details in enumerate(moves)
    )


def logged(details: dict[str, Any]) -> str:
    """Return the sentence for the log."""
    scope = ROUND if details[ROUND] else OVERALL
    words = _("moved people in the standings of “%(title)s”, round %(round)d: %(moved)s")
    return words % {**details, "moved": moved_in_words(details, scope)}
