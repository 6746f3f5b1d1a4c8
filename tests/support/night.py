"""Plays a seeded night with the program of the folder it is begun in: by its own keeper, into a new database.

tests/support/kept.py begins it in the checkouts of earlier commits, so it imports nothing of this one.
"""

import importlib
import os
import sys
from pathlib import Path
from random import Random
from typing import Any

HANDS = 12


def main() -> None:
    sys.path[0] = str(Path.cwd())
    os.environ["DJANGO_SETTINGS_MODULE"] = "tarockclub.settings"
    import django

    django.setup()
    from django.core.management import call_command, get_commands

    call_command("migrate", verbosity=0)
    early = not Path("tests/support").exists()
    keeper = importlib.import_module("tests.races.keeper" if early else "tests.support.races.keeper")
    dice, dreier = Random(54), keeper.counting.next_hand

    def some_hand(sheet: Any) -> Any:
        record = dreier(sheet)
        (game,) = record["games"]
        game["won"] = dice.random() < 0.5
        if dice.random() < 0.3:
            game["kontra"] = dice.choice(["kontra", "re"])
        if dice.random() < 0.3:
            about = {"by": game["declarer"], "announced": True, "made": dice.random() < 0.5}
            record["premiums"] = [{"premium": "pagat", **about}]
        return record if dice.random() < 0.9 else {"void": "redeal", "reason": "kein Tarock"}

    keeper.counting.next_hand = some_hand
    tables = keeper.found(2)
    for table in tables:
        keeper.play_up_to(table["sheet"], HANDS)
    keeper.close(tables[0]["sheet"])
    if "export_club" in get_commands():
        call_command("export_club", keeper.Club.objects.get().slug, "club.tarock.zip", verbosity=0)
    call_command("verify")


if __name__ == "__main__":
    main()
