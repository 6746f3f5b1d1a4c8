"""Changes of a table, between two documents of the same shape: its state before and after.

{"people": {participant: {"who", "sits", "left", "typed", "ruled"}}, "ruled": …}; where people sit down,
the second has "comes", too.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from tournaments.engine.adjusting import EVERYBODY

KnownTable = dict[str, Any]
SEATS = frozenset({"sits", "left", "comes"})  # kinds of changes that seat people from the next hand on


class TableDifference(NamedTuple):
    """One value of a table before and after a change: of a player, or of the whole table."""

    player: str
    kind: str  # "who", "sits", "left", "typed", "ruled" or "comes"
    was: Any
    becomes: Any


def changes(was: KnownTable, now: KnownTable) -> Iterator[TableDifference]:
    """Yield each value that differs; a player in only one document is seated only in that one.

    >>> row = {"who": "1", "sits": True, "left": ""}
    >>> away = {**row, "sits": False, "left": "last"}
    >>> [tuple(each) for each in changes({"people": {"1": row}}, {"people": {"1": away}})]
    [('1', 'sits', True, False), ('1', 'left', '', 'last')]
    """
    rows_before, rows = was["people"], now["people"]
    for player, row in rows.items():
        if player not in rows_before:
            yield TableDifference(player, "sits", was=False, becomes=row["sits"])
            continue
        for kind, value in row.items():
            if value != rows_before[player][kind]:
                yield TableDifference(player, kind, rows_before[player][kind], value)
    for player in rows_before.keys() - rows.keys():
        yield TableDifference(player, "sits", was=rows_before[player]["sits"], becomes=False)
    if now.get("ruled") != was.get("ruled"):
        yield TableDifference(EVERYBODY, "ruled", was["ruled"], now["ruled"])
    if now.get("comes"):
        yield TableDifference(EVERYBODY, "comes", None, now["comes"])


def reseated(was: KnownTable, now: KnownTable) -> list[str]:
    """Return the players who are not in their drawn seats: they sat elsewhere, or came later.

    Those who leave during a round, or come back, were drawn there.
    """
    differences = list(changes(was, now))
    is_leaving = any(each.kind == "left" for each in differences)
    players = []
    for each in differences:
        match each.kind:
            case "who":
                players += [each.was, each.becomes]
            case "comes" if not is_leaving:
                players.append(each.becomes)
            case "sits" if each.was and not is_leaving:
                players.append(each.player)
    return list(dict.fromkeys(players))
