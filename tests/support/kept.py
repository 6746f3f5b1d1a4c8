"""What each release leaves for those that follow: its database and a club file, with something of everything.

`python -m tests.support.kept` makes those of this version; `make release` asks for them. Beside them are
nights that were played with commits from before there were releases.
"""

from __future__ import annotations

import lzma
import os
import secrets
import sqlite3
import sys
import tarfile
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from uuid import uuid4

if TYPE_CHECKING:
    from tests.support.stages import Stage, Values
    from tests.support.tournaments.playing import Playing

# A folder for each release, and one for e419a55d: after it columns were renamed.
KEPT = Path(__file__).parents[1] / "scoring" / "archive" / "kept"
CLUB_FILE = "club.tarock.zip"
NIGHTS = KEPT.parent / "nights.tar.xz"
# From 21 to 26 November 2026: the two that are refused; the oldest that comes in, whose amounts stand in a
# table of their own; one with joint series, which end tables followed; the newest before the first release.
COMMITS = ("57e443a4", "cd48306f", "427c8a82", "0a7ba738", "24d90190")
DATABASE = "database.sqlite3.xz"
# Nothing is in these, and why.
EMPTY = {
    "scoring_account_groups": "Groups of Django, which the program does not use.",
    "scoring_account_user_permissions": "Rights of Django, which the program does not use.",
    "tournaments_rewritten": "It has been written by no version since there are releases.",
}


def night(commit: str, into: Path) -> tuple[Path, Path]:
    """Return the database and the club file of the night that was played with a commit."""
    found = into / "database.sqlite3", into / CLUB_FILE
    with tarfile.open(NIGHTS) as nights:
        names = nights.getnames()
        for file in found:
            if (name := f"{commit}/{file.name}") in names and (kept := nights.extractfile(name)):
                file.write_bytes(kept.read())
    return found


def main() -> None:
    """Make those of the version that runs here, in the place of what was made before."""
    from tarockclub.release import release

    with TemporaryDirectory() as folder:
        database = Path(folder) / "database.sqlite3"
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "tarockclub.settings",
            "DATABASE_URL": f"sqlite:///{database}",
            "DATA_FOLDER": folder,
            "SECRET_KEY": secrets.token_urlsafe(50),
        }
        import django

        django.setup()
        into = KEPT / release().version
        into.mkdir(parents=True, exist_ok=True)
        _fill(into / CLUB_FILE)
        with closing(sqlite3.connect(database, isolation_level=None)) as connection:
            names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
            own = [name for (name,) in names if name.startswith(("scoring_", "tournaments_"))]
            rows = {table: connection.execute(f'SELECT 1 FROM "{table}"').fetchone() for table in own}
            if empty := {table for table, row in rows.items() if row is None} ^ EMPTY.keys():
                sys.exit(f"Not as it should be, empty or filled: {', '.join(sorted(empty))}")
            connection.execute("PRAGMA journal_mode = DELETE")
            connection.execute("VACUUM")
        (into / DATABASE).write_bytes(lzma.compress(database.read_bytes(), preset=9 | lzma.PRESET_EXTREME))
        for made in sorted(into.iterdir()):
            print(f"{made.relative_to(Path.cwd())}: {made.stat().st_size // 1024} kB")


def _fill(club_file: Path) -> None:
    """Play whatever the tests play, once, in the database that is connected; and write the club's file."""
    from django.conf import settings
    from django.core.management import call_command
    from django.db import connections

    from scoring.archive import exporting
    from tests.support.tournaments.verify_tournaments import played

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, "testserver"]
    call_command("migrate", verbosity=0)
    playing = _built(played.stage)["played"]
    _beside_it(playing)
    with club_file.open("wb") as file:
        exporting.write_club(playing.house.club, file)
    connections.close_all()


def _built(stage: Stage) -> Values:
    """Build what this stage stands on, and then the stage."""
    return stage.fill({} if stage.below is None else _built(stage.below))


def _beside_it(playing: Playing) -> None:
    """Whatever else has a table, also of what belongs to no club."""
    from django.urls import reverse

    from scoring import clock
    from scoring.models import PhoneCode, ProgramMistake, SecondFactor, SignInAttempt
    from scoring.server.imprint import OperatorLines, change_imprint
    from scoring.table.other_versions import keep_other_version
    from scoring.table_policy import Actor
    from tests.support.scoring.house import PASSWORD, in_ids
    from tests.support.scoring.tables import dreier, pagat
    from tests.support.scoring.whole_club import with_everything
    from tests.support.tournaments.playing import by_hand, opened_cup
    from tests.support.tournaments.series import choose
    from tournaments.draw.verbs import renew_card
    from tournaments.engine.terms import CUP
    from tournaments.models import Series
    from tournaments.planning.verbs import finish_tournament, save_preset

    with by_hand(playing):
        house, by = with_everything(playing, seed=100), playing.director
        save_preset(actor=by, deed=uuid4(), club=house.club, name="Cup", rules="cup", terms=CUP)
        renew_card(actor=by, deed=uuid4(), tournament=playing.tournament, number=1)
        SecondFactor.objects.create(account=house["Emil"], secret="A" * 32, made_at=clock.now())
        change_imprint(house["Anna"], uuid4(), lines=OperatorLines(who="Runde", email="runde@example.org"))
        sheet, in_kontra = house.sheet(), pagat("Anna", made=True)
        in_kontra["games"][0]["kontra"] = "kontra"
        entry, other = house.play(sheet, in_kontra).entry, in_ids(sheet, dreier("Anna"))
        keep_other_version(actor=Actor(house["Bert"]), version=uuid4(), of=entry, record=other, seen_seq=0)
        cup = opened_cup(house)
        cup.begin()
        cup.play(1, dreier("Anna"))
        cup.close()
        finish_tournament(actor=by, deed=uuid4(), tournament=cup.tournament)
        series = Series.objects.earliest("pk")
        choose(series, house, f"t{cup.tournament.pk}")
        visitor = house.client("")
        visitor.post("/sign-in/", {"name": "Anna", "password": PASSWORD})
        assert (
            visitor.get(reverse("tournaments:series", args=[house.club.slug, series.pk])).status_code == 200
        )
        at = clock.now()
        ProgramMistake.objects.create(location="scoring.x:1 y", kind="KeyError", first_at=at, last_at=at)
        PhoneCode.objects.create(account=house["Anna"], session_id=visitor.session.session_key, made_at=at)
        SignInAttempt.objects.create(key="nobody", address="192.0.2.1", at=clock.now())


if __name__ == "__main__":
    main()
