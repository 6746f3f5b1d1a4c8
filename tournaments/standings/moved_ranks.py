"""Corrections after standings were shown, with the ranks that they changed."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import uuid4

from django.utils.translation import gettext as _

from scoring import clock
from scoring.deeds import PendingDeed
from scoring.models import Entry
from tournaments.log import record_deed
from tournaments.models import Call, MovedRanks, Ruling, Table, Tournament
from tournaments.standings.derived import ranked

NOTED = "standings_moved"
OVERALL, ROUND = "overall", "of_round"  # columns, and in the details of such a deed
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


def note_rank_moves(table: Table, ranks_before: Ranks) -> None:
    """Store whose ranks a correction at a table changed, and which correction it was."""
    ranks_after = ranks_now(table) if ranks_before else {}
    rank_moves: dict[str, list[list[Any]]] = {
        scope: [
            [player, rank, ranks_after[scope].get(player)]  # None: not ranked any more
            for player, rank in ranks.items()
            if scope in ranks_after and ranks_after[scope].get(player) != rank
        ]
        for scope, ranks in ranks_before.items()
    }
    if not any(rank_moves.values()):
        return
    act, (actor, what) = PendingDeed(uuid4(), None, "standings_moved"), _cause(table)
    MovedRanks.objects.create(id=act.id, table=table, at=clock.now(), **what, **rank_moves)
    names = table.round.tournament.evening.names()
    in_log = {
        scope: [[names[player], *ranks] for player, *ranks in moves] for scope, moves in rank_moves.items()
    }
    record_deed(act, table, actor=actor, **what | in_log)


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
    rulings = Ruling.objects.current().filter(call__table=table, sort_key=entry.sort_key)
    ruled = Call.waits(table) or rulings.exists()
    row = table.started_sheet.rows.filter(sort_key=entry.sort_key).first()
    return entry.by.name, {"why": "ruling" if ruled else "hand", "hand": row and row.number}


def correction_in_words(
    why: str,
    table: int,
    hand: int | None,
    moves: Iterable[Sequence[Any]],
    now: Mapping[str, str] | None = None,
) -> str:
    """Return one line: "Table 3, hand 7, corrected: Karl 3. → 8.".

    `moves` are names, each with the rank before and since; `now` says where people stand today who have come
    to another place since.
    """
    words = {
        "paper": _("%(where)s, result from paper: %(moved)s"),
        "ruling": _("%(where)s, after a ruling: %(moved)s"),
        "hand": _("%(where)s, corrected: %(moved)s"),
        "result_ruling": _("%(where)s, ruling on the result: %(moved)s"),
    }
    where = _("Table %(number)d") % {"number": table}
    if hand:
        where = _("Table %(table)d, hand %(hand)s") % {"table": table, "hand": hand}
    parts = [
        f"{name} {was}. → {_rank_text(became)}{(now or {}).get(name, '')}" for name, was, became in moves
    ]
    unnamed = len(parts) - MOST_TOLD
    more = [_("and %(count)d others") % {"count": unnamed}] if unnamed > 0 else []
    return words[why] % {"where": where, "moved": ", ".join([*parts[:MOST_TOLD], *more])}


def _rank_text(rank: int | None) -> str:
    return _("not ranked") if rank is None else f"{rank}."


def corrections_in_words(
    tournament: Tournament,
    round_: int | None,
    names: Mapping[str, str],
    ranks: Mapping[str, int | None] | None = None,
) -> tuple[str, ...]:
    """Return a line for each correction that changed ranks in a round, or (None) overall; one query.

    `ranks` are the current ones, by name: a line adds the current rank where it has changed since.
    """
    scope = OVERALL if round_ is None else ROUND
    rows = MovedRanks.objects.filter(table__round__tournament=tournament).exclude(**{scope: []})
    if round_ is not None:
        rows = rows.filter(table__round__number=round_)
    where = "" if scope == ROUND else f"{_('Round %(number)d')}, "
    columns = ("table__round__number", "why", "table__number", "hand", scope)
    lines = [
        (number, why, table, hand, [(names[player], *ranks) for player, *ranks in moves])
        for number, why, table, hand, moves in rows.values_list(*columns)
    ]
    last = {name: at for at, line in enumerate(lines) for name, _was, _became in line[-1]}
    sentences = []
    for at, (number, why, table, hand, moves) in enumerate(lines):
        now = {
            name: _(" (now %(place)s)") % {"place": _rank_text(ranks.get(name))}
            for name, _was, became in moves
            if ranks is not None and last[name] == at and ranks.get(name) != became
        }
        sentences.append(where % {"number": number} + correction_in_words(why, table, hand, moves, now))
    return tuple(sentences)


def logged(details: dict[str, Any]) -> str:
    """Return the sentence for the log."""
    moves = details[ROUND] or details[OVERALL]
    line = correction_in_words(details["why"], details["table"], details.get("hand"), moves)
    words = _("moved people in the standings of “%(title)s”, round %(round)d: %(moved)s")
    return words % {**details, "moved": line}
