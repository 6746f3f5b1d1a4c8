"""What the hands of each player at a table add up to stands in their score.

What is there already is added up here from what was counted of each hand: nothing is settled anew.
"""

import json
from collections.abc import Sequence
from typing import Any

from django.db import migrations, models

AT_ONCE = 50  # sheets
ROLES = {"d": "declarer", "p": "partner", "o": "opponent"}
ALONE, APART = "a", "-"


def add_up(apps: Any, schema_editor: Any) -> None:
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("SELECT id FROM scoring_sheet ORDER BY id")
        sheets = [pk for (pk,) in cursor.fetchall()]
        for start in range(0, len(sheets), AT_ONCE):
            some = sheets[start : start + AT_ONCE]
            cursor.execute(
                "SELECT id, counted FROM scoring_sheet WHERE id BETWEEN %s AND %s", [some[0], some[-1]]
            )
            cursor.executemany(
                "UPDATE scoring_tablescore SET sums = %s WHERE sheet_id = %s AND participant_id = %s",
                [
                    (json.dumps(sums), sheet, player)
                    for sheet, counted in cursor.fetchall()
                    for player, sums in _added_up(_read(counted)).items()
                ],
            )


def _added_up(hands: list[list[Any]]) -> dict[int, dict[str, Any]]:
    found: dict[int, dict[str, Any]] = {}
    for hand in hands:
        for seat, player in enumerate(hand[1]):
            _add(found.setdefault(player, {}), hand, seat)
    return found


def _add(sums: dict[str, Any], hand: list[Any], seat: int) -> None:
    left_out: list[Any] = [[], [], {}]  # what is empty at the end of a hand
    _rules, players, twelfths, games, premiums, kontras, further = [*hand, *left_out[len(hand) - 4 :]]
    for contract, sides, won, *apart in games:
        own = (apart[0] if apart else twelfths)[seat]
        if ALONE in sides:
            result = _result(won and twelfths[seat] >= 0, own)
            seldom = [int(seat in further.get(what, ())) for what in ("jungfrau", "buergermeister")]
            _count(sums, "trischaken", *result[:3], *seldom, twelfths[seat])
        else:
            result = _result(None if won is None else won == (sides[seat] in "dp"), own)
            if won is not None and sides[seat] != APART:
                _count_people(sums, sides, result, players, seat)
        if sides[seat] in ROLES:
            _count(sums.setdefault(ROLES[sides[seat]], {}), contract, *result)
        if sides[seat] == "d" and won is not None:
            games_so_far, first, last, most = sums.get("declared", [0, 0, 0, 0])
            last = last + 1 if result[1] else 0
            first += result[1] and first == games_so_far
            sums["declared"] = [games_so_far + 1, first, last, max(most, last)]
    if games[0][2] is None:
        sums["revoked"] = sums.get("revoked", 0) + 1
    for key, whose, how, brought in premiums:
        if whose == seat:
            kinds = [int(how == one) for one in "sam"]
            _count(sums.setdefault("premiums", {}), key, *kinds, brought[seat])
    for step, givers, brought in kontras:
        if seat in givers:
            own = brought[seat]
            _count(sums.setdefault("kontras", {}), str(step), 1, int(own > 0), int(own < 0), own)


def _result(won: bool | None, twelfths: int) -> tuple[int, int, int, int]:
    return 1, int(won is True), int(won is False), twelfths


def _count_people(
    sums: dict[str, Any], sides: str, result: tuple[int, ...], players: Sequence[int], seat: int
) -> None:
    for other, player in enumerate(players):
        if sides[other] != APART and (sides[other] == "o") is not (sides[seat] == "o"):
            _count(sums.setdefault("against", {}), str(player), *result)
        elif other != seat and "p" in sides:
            _count(sums.setdefault("with", {}), str(player), *result)


def _count(into: dict[str, list[int]], key: str, *further: int) -> None:
    before = into.get(key, [0] * len(further))
    into[key] = [one + more for one, more in zip(before, further, strict=True)]


def _read(said: Any) -> Any:
    return json.loads(said) if isinstance(said, str | bytes) else said


class Migration(migrations.Migration):
    dependencies = [("scoring", "0006_scores")]

    operations = [
        migrations.AddField("tablescore", "sums", models.JSONField(blank=True, default=dict)),
        migrations.RunPython(add_up, migrations.RunPython.noop),
    ]
