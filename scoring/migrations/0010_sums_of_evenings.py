"""What an evening adds up to is kept when it is closed, and of its tables what every line-up played.

Of evenings that are there already it is added up here, from what was counted of their hands.
"""

import json
from collections.abc import Iterable
from typing import Any

import django.db.models.deletion
from django.db import migrations, models

BEST = 5
DECLARER, ALONE = "d", "a"
SELDOM = ("trischaken", "jungfrau", "buergermeister")


def keep(apps: Any, schema_editor: Any) -> None:
    connection = schema_editor.connection
    with connection.cursor() as cursor:
        cursor.execute("SELECT id FROM scoring_evening WHERE occasion = 'club' ORDER BY id")
        for (evening,) in cursor.fetchall():
            cursor.execute(
                "SELECT id, ruleset_id, seq, sums FROM scoring_sheet WHERE evening_id = %s AND seq > 0 ORDER BY id",
                [evening],
            )
            tables = [(pk, version, seq, _read(sums)) for pk, version, seq, sums in cursor.fetchall()]
            whole = json.dumps(_added_up(tables))
            cursor.execute(
                "INSERT INTO scoring_eveningsums (evening_id, written, sums) VALUES (%s, %s, %s)",
                [evening, sum(seq for _pk, _version, seq, _sums in tables), whole],
            )
            for sheet, _version, seq, _sums in tables:
                cursor.execute(
                    "SELECT hands FROM scoring_countedhands WHERE sheet_id = %s ORDER BY number", [sheet]
                )
                line_ups = _line_ups(hand for (part,) in cursor.fetchall() for hand in _read(part))
                cursor.execute(
                    "INSERT INTO scoring_lineupsums (sheet_id, written, sums) VALUES (%s, %s, %s)",
                    [sheet, seq, json.dumps(line_ups)],
                )


def _added_up(tables: list[tuple[int, int, int, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for sheet, first, _seq, by_version in tables:
        for own, sums in by_version.items():
            version = str(int(own) or first)
            into = found.setdefault(version, {"hands": 0, "people": {}, "best": [], "last": {}})
            into["hands"] += sums["hands"]
            for what in ("games", "premiums", "kontras"):
                for key, numbers in sums.get(what, {}).items():
                    _count(into.setdefault(what, {}), key, *numbers)
            for what in SELDOM:
                if what in sums:
                    into[what] = into.get(what, 0) + sums[what]
            for participant, (_hands, twelfths) in sums["people"].items():
                into["people"][participant] = into["people"].get(participant, 0) + twelfths
            into["best"] += [[*one, sheet] for one in sums["best"]]
            into["last"] |= dict.fromkeys(sums["games"], sheet)
    for into in found.values():
        into["best"] = sorted(into["best"], key=lambda one: (-one[0], one[4], one[3]))[:BEST]
    return found


def _line_ups(hands: Iterable[list[Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for number, hand in enumerate(hands, 1):
        line_up = " ".join(map(str, sorted(hand[1])))
        _add(found.setdefault(line_up, {}), hand, number)
    return found


def _add(sums: dict[str, Any], hand: list[Any], number: int) -> None:
    left_out: list[Any] = [[], [], {}]  # what is empty at the end of a hand
    rules, players, twelfths, games, premiums, kontras, further = [*hand, *left_out[len(hand) - 4 :]]
    into = sums.setdefault(str(rules), {"hands": 0, "games": {}, "people": {}, "best": []})
    into["hands"] += 1
    for player, own in zip(players, twelfths, strict=True):
        _count(into["people"], str(player), 1, own)
    for contract, sides, won, *apart in games:
        seat = sides.index(DECLARER)
        wins = won and twelfths[seat] >= 0 if ALONE in sides else won
        brought = (apart[0] if apart else twelfths)[seat]
        _count(into["games"], contract, 1, int(wins is True), int(wins is False), brought)
    for key, whose, how, brought in premiums:
        kinds = [int(how == one) for one in "sam"]
        _count(into.setdefault("premiums", {}), key, *kinds, brought[whose])
    for step, givers, brought in kontras:
        own = sum(brought[seat] for seat in givers)
        _count(into.setdefault("kontras", {}), str(step), 1, int(own > 0), int(own < 0), own)
    if ALONE in games[0][1]:
        into["trischaken"] = into.get("trischaken", 0) + 1
        for what in ("jungfrau", "buergermeister"):
            if seats := further.get(what):
                into[what] = into.get(what, 0) + len(seats)
    best = into["best"]
    for seat, (player, own) in enumerate(zip(players, twelfths, strict=True)):
        if own > 0:
            declared = [contract for contract, sides, *_ in games if sides[seat] == DECLARER]
            best.append([own, player, (declared or [games[0][0]])[0], number])
    best.sort(key=lambda one: -one[0])
    del best[BEST:]


def _count(into: dict[str, list[int]], key: str, *further: int) -> None:
    before = into.get(key, [0] * len(further))
    into[key] = [one + more for one, more in zip(before, further, strict=True)]


def _read(said: Any) -> Any:
    return json.loads(said) if isinstance(said, str | bytes) else said


class Migration(migrations.Migration):
    dependencies = [("scoring", "0009_empty_sheets_go")]

    operations = [
        migrations.CreateModel(
            name="EveningSums",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("written", models.PositiveIntegerField(verbose_name="Entries")),
                ("sums", models.JSONField(blank=True, default=dict, verbose_name="Sums")),
                (
                    "evening",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="kept_sums",
                        to="scoring.evening",
                        verbose_name="Evening",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="LineUpSums",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("written", models.PositiveIntegerField(verbose_name="Entries")),
                ("sums", models.JSONField(blank=True, default=dict, verbose_name="Sums")),
                (
                    "sheet",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="line_ups",
                        to="scoring.sheet",
                        verbose_name="Table",
                    ),
                ),
            ],
        ),
        migrations.RunPython(keep, migrations.RunPython.noop),
    ]
