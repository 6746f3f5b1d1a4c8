"""`manage.py backup` and `restore`: a copy made while people play is whole, and comes back whole."""

import os
import re
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import threading
from contextlib import closing
from datetime import UTC, datetime, timedelta
from http.client import HTTPConnection
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, connections

from scoring import clock, encryption
from scoring.archive import backups
from scoring.management.commands import backup as backup_command
from scoring.management.postgresql import copy_before_update, how_to_restore
from scoring.models import Account, Entry, Sheet
from tarockclub import folders
from tests.support.postgresql import find_programs
from tests.support.races.processes import ROOT, Server
from tests.support.scoring.backup import connected_to, within
from tests.support.scoring.house import HOUSE, House
from tests.support.scoring.tables import dreier, trischaken
from tests.support.scoring.verify import verified
from tests.support.stages import Stage
from tests.support.waiting import wait_for

on_sqlite = pytest.mark.database("sqlite")
NIGHT = datetime(2026, 1, 6, 23, 30, tzinfo=UTC)
DAY = timedelta(days=1)


def said_of_backup(folder: Path) -> str:
    said = StringIO()
    call_command("backup", stdout=said, to=folder)
    return said.getvalue()


def backed_up(folder: Path) -> Path:
    return Path(said_of_backup(folder).partition(" (")[0])


def three_hands(house: House) -> Sheet:
    """A sheet with three hands."""
    sheet = house.sheet()
    for record in (trischaken("Anna"), dreier("Bert"), dreier("Cilli")):
        house.play(sheet, record)
    return sheet


PLAYED = Stage("played", three_hands, on=HOUSE)
played = PLAYED.fixture()


@pytest.fixture
def copy(transactional_db: None, played: Sheet, tmp_path: Path) -> Path:
    return backed_up(tmp_path / "copies")


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """Any database at all, with a row in it."""
    return database_with(
        tmp_path / "club.sqlite3", "CREATE TABLE birds (name)", "INSERT INTO birds VALUES (1)"
    )


def database_with(path: Path, *statements: str) -> Path:
    with closing(sqlite3.connect(path)) as made:
        for statement in statements:
            made.execute(statement)
        made.commit()
    return path


def rows(path: Path, query: str) -> list[Any]:
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as read:
        return read.execute(query).fetchall()


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# Copies


@on_sqlite
def test_a_copy_made_while_hands_are_recorded_is_whole(
    transactional_db: None, played: Sheet, house: House, tmp_path: Path
) -> None:
    enough = threading.Event()

    def record() -> None:
        while not enough.is_set():
            house.play(played, dreier("Dora"))
        connection.close()

    scorer = threading.Thread(target=record)
    scorer.start()
    try:
        made, counts = [], []
        for _ in range(4):
            made.append(backed_up(tmp_path))
            counts.append(Entry.objects.count())
        wait_for(lambda: Entry.objects.count() > counts[-1])
    finally:
        enough.set()
        scorer.join()
    assert counts[0] < counts[-1] < Entry.objects.count(), "hands were recorded meanwhile"
    for file, at_most in zip(made, counts, strict=True):
        assert sorted(path.name for path in tmp_path.glob(f"{file.name}*")) == [file.name], "it stands alone"
        with connected_to(file):
            assert 3 <= Entry.objects.count() <= at_most
            assert verified() == (0, [f"1 sheet, {Entry.objects.count()} hands: no difference."])


@on_sqlite
def test_only_its_owner_reads_a_copy_which_says_its_moment_in_utc(copy: Path) -> None:
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert stat.S_IMODE(copy.parent.stat().st_mode) == 0o700
    stem, moment = copy.stem.rsplit("-", 1)
    assert stem == Path(connection.settings_dict["NAME"]).stem
    made = datetime.strptime(moment, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
    assert timedelta() <= clock.now() - made < timedelta(minutes=5)


def test_the_newest_copies_remain(small: Path, tmp_path: Path) -> None:
    folder = tmp_path / "copies"
    for day in range(5):
        made = backups.back_up(small, folder, keep=3, at=NIGHT + day * DAY)
    assert names(folder) == [f"club-202601{day:02}T233000Z.sqlite3" for day in (8, 9, 10)]
    assert [old.name for old in made.removed] == ["club-20260107T233000Z.sqlite3"]


def test_several_copies_of_one_second_have_names_of_their_own(small: Path, tmp_path: Path) -> None:
    folder = tmp_path / "copies"
    made = [backups.back_up(small, folder, keep=11, at=NIGHT).copy for _ in range(11)]
    assert len(set(made)) == 11
    assert backups.copies(small, folder) == made[::-1]


def test_a_clock_that_was_put_back_costs_nobody_the_newest_copy(small: Path, tmp_path: Path) -> None:
    folder = tmp_path / "copies"
    for night in (NIGHT, NIGHT - DAY):
        made = backups.back_up(small, folder, keep=1, at=night)
        assert names(folder) == [made.copy.name]


def test_what_it_did_not_make_is_never_removed(small: Path, tmp_path: Path) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    (folder / "holiday.jpg").write_text("Anna am Attersee")
    (folder / "club-20200101T000000Z.sqlite3").write_text("no database, whatever it is called")
    database_with(folder / "club-20200102T000000Z.sqlite3", "CREATE TABLE mine (name)")
    (folder / "club-20200103T000000Z.sqlite3").symlink_to(small)
    backups.back_up(small, folder, keep=9, at=NIGHT)
    made = backups.copies(small, folder)[0]
    for name in (
        "club-20200104T000000Z.sqlite3.gz",
        "club-20200104T000000Z-old.sqlite3",
        "another-20200104T000000Z.sqlite3",
        "club-before-restore-20200104T000000Z.sqlite3",
    ):
        (folder / name).write_bytes(made.read_bytes())
    before = set(names(folder))
    for day in range(1, 4):
        backups.back_up(small, folder, keep=1, at=NIGHT + day * DAY)
    assert set(names(folder)) - before == {"club-20260109T233000Z.sqlite3"}
    assert before - set(names(folder)) == {made.name}


def test_what_one_that_was_killed_left_is_cleared_away_after_a_day(small: Path, tmp_path: Path) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    old, fresh = (folder / f".tarockclub-{name}.part" for name in ("old", "fresh"))
    for path in (old, fresh):
        path.touch()
    yesterday = fresh.stat().st_mtime - 25 * 60 * 60
    os.utime(old, (yesterday, yesterday))
    backups.back_up(small, folder, keep=1, at=NIGHT)
    assert names(folder) == [fresh.name, "club-20260106T233000Z.sqlite3"]


def test_a_full_disk_leaves_the_older_copies_and_nothing_half(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "copies"
    backups.back_up(small, folder, keep=1, at=NIGHT)

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(backups.Trouble, match="No space left on device"):
        backups.back_up(small, folder, keep=1, at=NIGHT + DAY)
    assert names(folder) == ["club-20260106T233000Z.sqlite3"]


def test_a_damaged_database_does_not_push_out_good_copies(small: Path, tmp_path: Path) -> None:
    database_with(small, *(f"INSERT INTO birds VALUES (zeroblob({9000 + number}))" for number in range(9)))
    folder = tmp_path / "copies"
    backups.back_up(small, folder, keep=1, at=NIGHT)
    damage(small)
    with pytest.raises(backups.Trouble, match=r"damaged|malformed"):
        backups.back_up(small, folder, keep=1, at=NIGHT + DAY)
    assert names(folder) == ["club-20260106T233000Z.sqlite3"]


def damage(database: Path) -> None:
    """In the middle, where no header tells of it."""
    with database.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * 8192)


@on_sqlite
def test_without_a_database_there_is_nothing_to_copy(tmp_path: Path) -> None:
    answer = within(tmp_path / "none.sqlite3", "backup")
    assert answer.returncode == 1
    assert f"There is no database at {tmp_path}/none.sqlite3." in answer.stderr
    assert names(tmp_path) == []


@on_sqlite
@pytest.mark.parametrize("wrong", [("--keep", "0"), ("--every", "1.5")])
def test_numbers_that_make_no_sense_are_refused(db: None, wrong: tuple[str, str]) -> None:
    with pytest.raises(CommandError, match="give a whole number, 1 or more"):
        call_command("backup", *wrong)


@on_sqlite
def test_on_a_timer_it_goes_on_also_after_a_failure(
    transactional_db: None, played: Sheet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, pauses = tmp_path / "copies", list[float]()
    folder.write_text("in the way")

    def sleep(seconds: float) -> None:
        pauses.append(seconds)
        if folder.is_file():
            folder.unlink()
        if len(pauses) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(backup_command.time, "sleep", sleep)
    said, complained = StringIO(), StringIO()
    with pytest.raises(SystemExit) as end:
        call_command("backup", "--every", "60", to=folder, stdout=said, stderr=complained)
    assert end.value.code == 130
    assert "File exists" in complained.getvalue()
    assert len(said.getvalue().splitlines()) == len(names(folder)) == 2
    assert all(3500 < seconds <= 3600 for seconds in pauses)


# And back


@on_sqlite
def test_a_copy_comes_back_into_an_empty_place_and_verifies(copy: Path, tmp_path: Path) -> None:
    new = tmp_path / "new" / "tarockclub.sqlite3"
    answer = within(new, "restore", copy)
    assert answer.stdout.splitlines() == [
        f"Restored: {new}",
        "All links were renewed: what was handed out before opens nothing any more.",
        "  Mühlviertler Runde: 1 table, to record and to look on",
        "Everybody is signed out. Passwords, second factors, roles and names are those of the copy.",
        "1 sheet, 3 hands: no difference.",
    ]
    assert (answer.returncode, answer.stderr) == (0, "")
    assert names(new.parent) == [new.name, f"{new.name}-served"]
    answer = within(new, "verify")
    assert (answer.returncode, answer.stdout) == (0, "1 sheet, 3 hands: no difference.\n")


KEY = "Fx0oQ6cW1nZk7bV2eT9rYpL4sJ8hUdM3aGiC5KqXwBvNz_yOtR"


@on_sqlite
def test_with_a_key_a_copy_is_unreadable_without_it_and_comes_back_with_it(
    transactional_db: None, played: Sheet, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "not encrypted: there is no ENCRYPTION_KEY" in said_of_backup(tmp_path / "plain")
    settings.ENCRYPTION_KEY = KEY
    monkeypatch.setattr(encryption, "PIECE", 1 << 14)  # of several pieces
    assert "not encrypted" not in said_of_backup(tmp_path / "copies")
    (copy,) = (tmp_path / "copies").iterdir()
    database = Path(connection.settings_dict["NAME"])
    assert backups.copies(database, copy.parent) == [copy], "known as one of them"
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    content = copy.read_bytes()
    assert b"SQLite" not in content
    assert "Mühlviertler".encode() not in content

    new = tmp_path / "new" / "tarockclub.sqlite3"
    settings.ENCRYPTION_KEY = ""
    assert "Set ENCRYPTION_KEY to the key it was made with." in within(new, "restore", copy).stderr
    assert not new.parent.exists()
    settings.ENCRYPTION_KEY = KEY[::-1]
    assert "another ENCRYPTION_KEY" in within(new, "restore", copy).stderr
    settings.ENCRYPTION_KEY, settings.ENCRYPTION_KEY_FALLBACKS = KEY[::-1], [KEY]
    restored(copy, new, overwrite=True)
    settings.ENCRYPTION_KEY, settings.ENCRYPTION_KEY_FALLBACKS = KEY, []
    restored(copy, new, overwrite=True)
    assert rows(new, "SELECT count(*) FROM scoring_entry") == [(3,)]
    aside = restored(copy, new, overwrite=True)
    assert aside is not None
    assert encryption.is_encrypted(aside), "what was there before is, too"
    for changed in (content[:-1], content[: len(content) // 2], content[:-99] + b"x" + content[-98:]):
        copy.write_bytes(changed)
        with pytest.raises(backups.Trouble, match="another ENCRYPTION_KEY, or changed"):
            restored(copy, new, overwrite=True)
    assert sorted(path.name for path in new.parent.iterdir()) == ["backups", new.name, f"{new.name}-served"]


@on_sqlite
def test_what_a_first_start_made_is_as_good_as_empty(copy: Path, migrated_database: str) -> None:
    new = Path(migrated_database.removeprefix("sqlite:///"))
    answer = within(new, "restore", copy)
    lines = answer.stdout.splitlines()
    assert (lines[0], lines[-1]) == (f"Restored: {new}", "1 sheet, 3 hands: no difference.")


@on_sqlite
def test_a_present_database_is_overwritten_only_when_told_to_and_kept(
    played: Sheet, house: House, copy: Path, tmp_path: Path
) -> None:
    house.play(played, dreier("Dora"))
    later = backed_up(tmp_path)
    present = tmp_path / "tarockclub.sqlite3"
    later.rename(present)
    before = present.read_bytes()
    refused = within(present, "restore", copy)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "With --overwrite it is replaced" in refused.stderr
    assert present.read_bytes() == before

    done = within(present, "restore", copy, "--overwrite")
    kept, *further = done.stdout.splitlines()
    assert further[0] == f"Restored: {present}"
    assert further[-1] == "1 sheet, 3 hands: no difference."
    aside = Path(kept.removeprefix("What was there before: "))
    assert aside.parent == tmp_path / "backups"
    assert aside.name.startswith("tarockclub-before-restore-")
    assert stat.S_IMODE(aside.stat().st_mode) == 0o600
    assert rows(aside, "SELECT count(*) FROM scoring_entry") == [(4,)]
    assert rows(present, "SELECT count(*) FROM scoring_entry") == [(3,)]
    assert rows(present, "PRAGMA user_version") == rows(present, "PRAGMA application_id") == [(0,)]

    restored(aside, present, overwrite=True)
    assert rows(present, "SELECT count(*) FROM scoring_entry") == [(4,)]


@on_sqlite
def test_hands_that_are_still_in_the_log_beside_the_present_database_are_kept_too(
    copy: Path, tmp_path: Path
) -> None:
    """As after a crash: what was recorded last stands in the -wal file only."""
    crashed, present = tmp_path / "crashed.sqlite3", tmp_path / "present.sqlite3"
    crashed.write_bytes(copy.read_bytes())
    with closing(sqlite3.connect(crashed)) as writer:
        writer.execute("PRAGMA journal_mode=WAL")
        writer.execute("CREATE TABLE last_hand (name)")
        writer.commit()
        for end in ("", "-wal"):
            present.with_name(present.name + end).write_bytes(
                crashed.with_name(crashed.name + end).read_bytes()
            )
    aside = restored(copy, present, overwrite=True)
    assert aside is not None
    assert rows(aside, "SELECT count(*) FROM last_hand") == [(0,)]
    assert not rows(present, "SELECT 1 FROM sqlite_master WHERE name = 'last_hand'")
    assert not present.with_name("present.sqlite3-wal").exists()


def changed(copy: Path, *statements: str) -> Path:
    """The copy as a program would have made it in which this had been done before."""
    backups.write_checksum(database_with(copy, *statements))
    return copy


def restored(file: Path, database: Path, **how: bool) -> Path | None:
    asked = {"overwrite": False, **how}
    return backups.put_back(file, database, at=NIGHT, prepare=lambda path: None, **asked)


@on_sqlite
@pytest.mark.parametrize("kind", ["no database", "cut off", "in the middle", "empty"])
def test_a_broken_file_is_refused(copy: Path, tmp_path: Path, kind: str) -> None:
    broken, whole = tmp_path / "broken.sqlite3", copy.read_bytes()
    contents = {"no database": b"Tarock" * 999, "cut off": whole[: len(whole) // 2], "empty": b""}
    broken.write_bytes(contents.get(kind, whole))
    if kind == "in the middle":
        damage(broken)
    for as_it_is in (False, True):
        with pytest.raises(backups.Trouble, match=r"damaged|cannot be read|is not an SQLite database"):
            restored(broken, tmp_path / "new.sqlite3", as_it_is=as_it_is)
    assert names(tmp_path) == ["broken.sqlite3", "copies"]


def test_a_database_of_another_program_is_refused(small: Path, tmp_path: Path) -> None:
    for statements in (
        (),
        (
            "CREATE TABLE django_migrations (app, name)",
            "INSERT INTO django_migrations VALUES ('blog', '0001')",
        ),
    ):
        database_with(small, *statements)
        with pytest.raises(backups.Trouble, match="is a database of another program"):
            restored(small, tmp_path / "new.sqlite3")
        assert names(tmp_path) == [small.name]


LATER = "INSERT INTO django_migrations (app, name, applied) VALUES ('scoring', '9999_later', '2030-01-01')"
EARLY = r"from before 22 November 2026 .* Neither it nor a club file from that version can be imported here"


@on_sqlite
@pytest.mark.parametrize(
    ("done", "said"),
    [
        (LATER, r"newer version of this program \(scoring 9999_later\)"),
        *(
            (f"DELETE FROM django_migrations WHERE name = '{missing}'", EARLY)
            for missing in ("0014_rewording", "0003_written_anew")
        ),
    ],
)
def test_a_copy_of_a_newer_version_or_from_half_way_there_is_refused(
    copy: Path, tmp_path: Path, done: str, said: str
) -> None:
    changed(copy, done)
    with pytest.raises(backups.Trouble, match=said):
        restored(copy, tmp_path / "new.sqlite3")
    assert names(tmp_path) == ["copies"]


@on_sqlite
def test_what_cannot_be_brought_up_to_date_leaves_everything_as_it_was(copy: Path, tmp_path: Path) -> None:
    changed(copy, "DELETE FROM django_migrations WHERE app = 'tournaments'")
    present = tmp_path / "present.sqlite3"
    present.write_bytes(copy.read_bytes())
    answer = within(present, "restore", copy, "--overwrite")
    assert answer.returncode == 1
    assert "It cannot be brought up to date" in answer.stderr
    assert "Traceback" not in answer.stderr
    assert present.read_bytes() == copy.read_bytes()


@on_sqlite
def test_what_was_changed_since_comes_back_only_if_somebody_insists(copy: Path, tmp_path: Path) -> None:
    """SQLite itself finds nothing wrong with it."""
    present = tmp_path / "present.sqlite3"
    present.write_bytes(copy.read_bytes())
    database_with(copy, "UPDATE scoring_club SET name = 'Anderswo'")
    with pytest.raises(backups.Trouble, match=r"its checksum is different\. Take another copy"):
        restored(copy, present, overwrite=True)
    assert rows(present, "SELECT count(*) FROM scoring_club WHERE name = 'Anderswo'") == [(0,)]
    restored(copy, present, overwrite=True, as_it_is=True)
    assert rows(present, "SELECT count(*) FROM scoring_club WHERE name = 'Anderswo'") != [(0,)]


@on_sqlite
def test_a_copy_of_before_there_were_checksums_comes_back(copy: Path, tmp_path: Path) -> None:
    database_with(copy, "PRAGMA user_version = 0", "UPDATE scoring_club SET name = 'Anderswo'")
    assert restored(copy, tmp_path / "new.sqlite3") is None


@on_sqlite
def test_a_lie_in_the_copy_is_told_and_comes_back_only_if_somebody_insists(
    copy: Path, tmp_path: Path
) -> None:
    first = "(SELECT min(id) FROM scoring_tablescore)"
    changed(copy, f"UPDATE scoring_tablescore SET twelfths = 1200 WHERE id = {first}")
    answer = within(tmp_path / "new.sqlite3", "restore", copy)
    assert (answer.returncode, answer.stdout) == (1, "")
    assert "found 100" in answer.stderr
    assert not (tmp_path / "new.sqlite3").exists()
    answer = within(tmp_path / "new.sqlite3", "restore", copy, "--as-it-is")
    assert answer.returncode == 0
    assert answer.stdout.startswith(f"Restored: {tmp_path}/new.sqlite3\n")
    assert "found 100" in answer.stdout


@on_sqlite
@pytest.mark.parametrize("how", ["no database", "in the middle"])
def test_a_present_database_that_is_damaged_is_put_aside_as_it_is(
    copy: Path, tmp_path: Path, how: str
) -> None:
    present = tmp_path / "present.sqlite3"
    present.write_bytes(copy.read_bytes() if how == "in the middle" else b"Tarock" * 999)
    if how == "in the middle":
        damage(present)
    broken = present.read_bytes()
    with pytest.raises(backups.Trouble, match="is there, but damaged"):
        restored(copy, present)
    assert present.read_bytes() == broken
    aside = restored(copy, present, overwrite=True)
    assert aside is not None
    assert aside.read_bytes() == broken
    assert stat.S_IMODE(aside.parent.stat().st_mode) == 0o700
    assert rows(present, "SELECT count(*) FROM scoring_entry") == [(3,)]


@on_sqlite
def test_what_cannot_be_opened_is_not_put_aside_as_damaged(copy: Path, tmp_path: Path) -> None:
    folder = tmp_path / "present.sqlite3"
    folder.mkdir()
    with pytest.raises(backups.Trouble, match="unable to open"):
        restored(copy, folder, overwrite=True)
    assert folder.is_dir()
    present = database_with(tmp_path / "present", "PRAGMA journal_mode=WAL", "CREATE TABLE birds (name)")
    present.with_name("present-wal").mkdir()
    with pytest.raises(backups.Trouble, match="unable to open"):
        restored(copy, present, overwrite=True)


@pytest.mark.program
@on_sqlite
def test_while_the_server_runs_nothing_is_put_back(
    copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backups, "SECONDS_TO_WAIT", 0.2)
    present = tmp_path / "present.sqlite3"
    present.write_bytes(copy.read_bytes())
    server = Server(f"sqlite:///{present}", tmp_path / "server.log", workers=1)
    server.start()
    try:
        with closing(HTTPConnection("127.0.0.1", server.port)) as somebody:
            somebody.request("GET", "/", headers={"Cookie": "sessionid=of-somebody-who-was-there-before"})
            assert somebody.getresponse().status == 200
        answer = within(present, "restore", copy, "--overwrite")
        assert (answer.returncode, answer.stdout) == (1, "")
        assert "is in use. Stop the server" in answer.stderr
        made = within(present, "backup", "--to", tmp_path / "copies")
        assert made.returncode == 0, "a copy can be made all the same"
    finally:
        server.stop()
    assert restored(copy, present, overwrite=True)


# PostgreSQL has programs of its own


def test_on_postgresql_an_installed_program_names_its_own_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    there, copy = Mock(settings_dict={"NAME": "tarock"}), Path("/copy.dump")
    there.cursor.side_effect = DatabaseError("nobody answers")
    lines = (
        ".venv/bin/tarockclub prepare",
        ".venv/bin/tarockclub verify",
        ".venv/bin/tarockclub restore --renew-links",
    )
    assert "\n    ".join(lines) in how_to_restore(there, copy)
    monkeypatch.setattr(folders, "IS_INSTALLED", True)
    lines = ("tarockclub prepare", "tarockclub verify", "tarockclub restore --renew-links")
    assert "\n    ".join(lines) in how_to_restore(there, copy)


@pytest.mark.program
@on_sqlite
def test_a_drill_leaves_nothing_of_the_database_behind_however_it_ends(copy: Path, tmp_path: Path) -> None:
    """A drill that was killed leaves what the next one takes away; so does one of an earlier version."""
    folder = tmp_path / "data"
    killed, earlier, running = (
        folder / "drills" / "killed",
        folder / "drill-earlier",
        folder / "drills" / "now",
    )
    for left in (killed, earlier, running):
        left.mkdir(parents=True)
        (left / "tarockclub.sqlite3").write_bytes(copy.read_bytes())
    for left in (killed, earlier):
        os.utime(left, times=(left.stat().st_mtime - 3700,) * 2)
    drill = subprocess.Popen(
        [sys.executable, "manage.py", "drill", copy],
        cwd=ROOT,
        env=os.environ
        | {"DATA_FOLDER": str(folder), "DATABASE_URL": f"sqlite:///{folder / 'empty.sqlite3'}"},
    )

    def is_at_work() -> bool:
        """Return whether it has begun a copy; folders may go while they are looked through."""
        names = (name for _folder, _folders, files in os.walk(folder / "drills") for name in files)
        return any(name.startswith(".tarockclub-") for name in names)

    wait_for(lambda: drill.poll() is not None or is_at_work())
    drill.terminate()
    assert drill.wait(20) == 128 + signal.SIGTERM
    assert sorted(folder.glob("drill*")) == [folder / "drills"]
    assert sorted((folder / "drills").iterdir()) == [running]


@on_sqlite
def test_what_is_no_copy_is_refused_and_without_one_the_newest_is_named(copy: Path, tmp_path: Path) -> None:
    for file in (tmp_path / "none.sqlite3", tmp_path):
        with pytest.raises(backups.Trouble, match="There is no file"):
            restored(file, tmp_path / "new.sqlite3")
    with pytest.raises(backups.Trouble, match="is the present database itself"):
        restored(copy, copy, overwrite=True)
    present = tmp_path / "tarockclub.sqlite3"
    assert "There is none in" in within(present, "restore").stderr
    (tmp_path / "backups").mkdir()
    newest = Path(shutil.copy(copy, tmp_path / "backups" / "tarockclub-20261128T040000Z.sqlite3"))
    answer = within(present, "restore")
    assert answer.returncode == 1
    assert answer.stderr.endswith(f"Name the copy that is put back. The newest one: {newest}")


def test_on_postgresql_its_own_program_makes_the_copies_and_what_goes_wrong_is_said(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = {"NAME": "tarock", "PASSWORD": "secret", "OPTIONS": {"sslmode": "require"}}
    monkeypatch.setattr(connections["default"], "vendor", "postgresql")
    monkeypatch.setattr(connections["default"], "settings_dict", database)
    (data / "backups").mkdir()
    (data / "backups" / "tarock-20260101T030000Z.dump").touch()

    def dump(words: list[str], *, env: dict[str, str], **how: Any) -> None:
        assert (env["PGPASSWORD"], env["PGSSLMODE"]) == ("secret", "require")
        Path(words[-2].removeprefix("--file=")).write_text("everything")

    monkeypatch.setattr(subprocess, "run", dump)
    call_command("backup", "--keep", "1", stdout=(said := StringIO()))
    assert "older ones removed: 1, not encrypted: " in said.getvalue()
    before = copy_before_update(database, at=NIGHT, came_from="scoring-0022")
    for error, words in (
        (FileNotFoundError(), "pg_dump is not installed here"),
        (subprocess.CalledProcessError(1, "pg_dump", stderr="no such role\n"), "^no such role$"),
        (OSError(28, "No space left on device"), "No space left on device"),
    ):
        monkeypatch.setattr(subprocess, "run", Mock(side_effect=error))
        with pytest.raises(CommandError, match=words):
            call_command("backup")
    assert len(names(before.parent)) == 2, "nothing half, and not the older one"
    monkeypatch.setattr(connections["default"], "cursor", Mock(side_effect=DatabaseError))
    with pytest.raises(CommandError, match=r"runuser -u postgres -- createdb --owner=\w+ tarock_restored"):
        call_command("restore", str(before))


@pytest.mark.database("postgresql")
def test_on_postgresql_a_copy_is_made_and_what_is_said_brings_it_back(
    transactional_db: None, played: Sheet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings, folder = connection.settings_dict, tmp_path / "copies"
    monkeypatch.setenv("PATH", f"{find_programs()}:{os.environ['PATH']}")
    older, foreign = (folder / f"{name}-20260101T030000Z.dump" for name in (settings["NAME"], "other"))
    folder.mkdir()
    for file in (older, foreign):
        file.touch()
    said = StringIO()
    call_command("backup", "--to", folder, "--keep", "1", stdout=said)
    (file,) = {*folder.iterdir()} - {foreign}
    assert file != older
    assert said.getvalue().startswith(f"{file} (")
    assert "older ones removed: 1, not encrypted: " in said.getvalue()
    with pytest.raises(CommandError) as restore:
        call_command("restore", str(file))
    assert settings["PASSWORD"] not in str(restore.value)
    environment = os.environ | {"PGPASSWORD": settings["PASSWORD"]}
    lines = "\n".join(re.findall(r"^    (.+)$", str(restore.value), re.MULTILINE))
    script = lines.replace("PASSWORD", settings["PASSWORD"])
    try:
        done = subprocess.run(
            ["sh", "-ec", script], cwd=ROOT, env=environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        assert "1 sheet, 3 hands: no difference.\n" in done.stdout
        assert done.stdout.splitlines()[-1].startswith("Everybody is signed out.")
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"DROP DATABASE IF EXISTS {settings['NAME']}_restored")
    assert Account.objects.exists()
