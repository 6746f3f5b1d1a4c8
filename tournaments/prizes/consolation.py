"""Who is consoled: whoever may have lost the Mond that day, and the last in the standings."""

from typing import NamedTuple

from scoring.engine.triggers import MONDFANG
from scoring.models import Row
from scoring.rules.versions.books import books_of
from scoring.table.replay import record_now
from tournaments.models import Table, Tournament
from tournaments.standings.derived import ranked

LAST = 4  # so many of the last are named; more, where they are equal


class LostMond(NamedTuple):
    """A hand in which the Mond was taken, and the side that lost it: the sheet does not say who held it."""

    round: int
    table: int
    hand: int
    names: list[str]


def lost_monds(tournament: Tournament) -> list[LostMond]:
    """Return every hand of the day in which the Mond was taken, in order."""
    tables = Table.objects.filter(round__tournament=tournament, sheet__isnull=False)
    places = {table.sheet_id: table for table in tables.select_related("round", "sheet__ruleset")}
    books = books_of(table.started_sheet for table in places.values())
    names = tournament.evening.names()
    found = []
    rows = Row.objects.filter(sheet__in=places, number__isnull=False).select_related("entry__grounds")
    for row in rows.order_by("place"):
        if not any(map(_is_made, (row.entry.record or {}).get("premiums", ()))):
            continue
        record, table = record_now(row.entry, books[row.sheet_id]), places[row.sheet_id]
        taken = next(premium["by"] for premium in record["premiums"] if _is_made(premium))
        game = record["games"][0]
        side = {game["declarer"], game.get("partner")}
        lost = [names[player] for player in row.players if (player in side) != (taken in side)]
        found.append(LostMond(table.round.number, table.number, row.number or 0, lost))
    return sorted(found, key=lambda mond: mond[:3])


def _is_made(premium: dict[str, object]) -> bool:
    return premium.get("premium") == MONDFANG and premium.get("made") is True


def last_of(tournament: Tournament) -> list[tuple[int, str]]:
    """Return the last of everybody who is ranked over all rounds, with their ranks."""
    places, names = ranked(tournament).places, tournament.evening.names()
    if len(places) <= LAST:
        return []
    return [(place.rank, names[place.player]) for place in places if place.rank >= places[-LAST].rank]
