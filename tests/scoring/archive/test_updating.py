"""A database is copied before it is updated, one that does not fit is refused, and no two commands meet."""

import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from django.db import connection

from scoring.management import locks
from tests.support.races.processes import ROOT, free_port
from tests.support.scoring.backup import Answer, connected_to, manage, within
from tests.support.scoring.house import House
from tests.support.stages import Theatre
from tests.support.started import PATIENCE, Begin, printed, programs

on_sqlite = pytest.mark.database("sqlite")
SOMEBODY = (
    "INSERT INTO scoring_account (password, is_superuser, name, key, made_at) "
    "VALUES ('', '0', 'Anna', 'anna', '2026-01-06 20:00:00')"
)
ACCOUNTS = "SELECT count(*) FROM scoring_account"
RENAMED = "ALTER TABLE scoring_oldamount RENAME COLUMN twelfths TO sixths"
# Before the till was counted and a second person typed, by the last migrations, which are taken back; how far
# back it goes asks test_kept.py.
OLD_STATE, BACK_TO = "scoring-0043-tournaments-0023", ("tournaments", "0023")
ADDED_LATER = "tournaments_secondtyping"
WAITING = "SELECT count(*) FROM django_migrations WHERE app = 'tournaments' AND name = '0024_till_counts'"


def ask(address: str, *statements: str) -> object:
    """Return what the last statement has in its first row, if it returns rows."""
    if address.startswith("sqlite"):
        with closing(sqlite3.connect(address.removeprefix("sqlite:///"), isolation_level=None)) as opened:
            for statement in statements:
                found = opened.execute(statement).fetchone()
    else:
        with psycopg.connect(address, autocommit=True) as opened:
            for statement in statements:
                asked = opened.execute(statement)
            found = asked.fetchone() if asked.description else None
    return found and found[0]


def tarockclub(address: str, data: Path, *words: str, **further: str) -> Answer:
    """The command, as whoever runs the server types it."""
    surroundings = os.environ | {"DATABASE_URL": address, "DATA_FOLDER": str(data)} | further
    command = [sys.executable, "-m", "tarockclub", *words]
    done = subprocess.run(command, cwd=ROOT, env=surroundings, capture_output=True, text=True, timeout=120)
    return Answer(done.returncode, done.stdout, done.stderr)


def path_of(address: str) -> Path:
    return Path(address.removeprefix("sqlite:///"))


def updated(address: str, data: Path, *words: str, **further: str) -> Answer:
    """As typed where it is a PostgreSQL; of a file the same in this process, which has begun already."""
    if address.startswith("sqlite"):
        return within(path_of(address), "migrate", "--verbosity=0", *words)
    return tarockclub(address, data, "prepare", *words, **further)


@pytest.fixture(scope="module")
def earlier_version(shared_database: str) -> str:
    """The address of a database as an earlier version knew it, which is copied for each test."""
    back, is_file = ("migrate", "-v0", "--no-copy", *BACK_TO), shared_database.startswith("sqlite")
    done = within(path_of(shared_database), *back) if is_file else manage(shared_database, *back)
    assert done.returncode == 0, done.stderr
    return shared_database


@pytest.fixture
def unused(earlier_version: str, empty_database: str, django_db_setup: Theatre) -> str:
    """One in which nothing is."""
    if earlier_version.startswith("sqlite"):
        shutil.copyfile(path_of(earlier_version), path_of(empty_database))
        return empty_database
    return django_db_setup.kind.address(earlier_version.rpartition("/")[2])


@pytest.fixture
def old(unused: str) -> str:
    """One with an account in it."""
    ask(unused, SOMEBODY)
    return unused


def copies(folder: Path, address: str) -> list[Path]:
    where = folder if address.startswith("postgres") else path_of(address).parent
    return sorted((where / "backups").glob("*"))


def test_before_an_update_the_database_is_copied_once_and_the_copy_comes_back(
    old: str, tmp_path: Path
) -> None:
    first = tarockclub(old, tmp_path, "prepare")
    assert first.returncode == 0, first.stderr
    (copy,) = copies(tmp_path, old)
    assert first.stdout == f"Copy before the update: {copy}\n"
    assert re.search(rf"-before-update-[0-9]{{8}}T[0-9]{{6}}Z-from-{OLD_STATE}\.(sqlite3|dump)$", copy.name)
    assert copy.stat().st_mode & 0o077 == 0, "it names everybody"
    assert updated(old, tmp_path) == (0, "", "")
    assert copies(tmp_path, old) == [copy], "nothing waited"
    assert ask(old, ACCOUNTS) == 1
    if old.startswith("sqlite"):  # else as test_backup.py brings a copy back
        comes_back_by_command(old, copy, tmp_path)


def comes_back_by_command(old: str, copy: Path, folder: Path) -> None:
    there = f"SELECT count(*) FROM sqlite_master WHERE name = '{ADDED_LATER}'"
    assert (ask(f"sqlite:///{copy}", ACCOUNTS), ask(f"sqlite:///{copy}", there)) == (1, 0)
    assert ask(old, there) == 1
    for _ in range(2):
        assert within(path_of(old), "backup", "--keep", "1").returncode == 0
    assert len(copies(folder, old)) == 2, "it made no room for others"
    new = f"sqlite:///{folder / 'new.sqlite3'}"
    back = within(path_of(new), "restore", copy)
    assert back.returncode == 0, back.stderr
    assert (ask(new, ACCOUNTS), ask(new, there)) == (1, 1), "brought up to date"


def test_without_a_copy_nothing_is_updated_unless_somebody_says_so(old: str, tmp_path: Path) -> None:
    """There is a file where the copies go; and no program that makes one of a PostgreSQL."""
    folder = tmp_path / "backups"
    folder.write_text("")
    refused = updated(old, tmp_path, PATH="")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "To go on without a copy: .venv/bin/tarockclub prepare --no-copy" in refused.stderr
    assert "Traceback" not in refused.stderr
    assert ask(old, WAITING) == 0
    assert updated(old, tmp_path, "--no-copy") == (0, "", "")


@on_sqlite
def test_nothing_is_copied_of_a_database_in_which_nothing_is(unused: str, tmp_path: Path) -> None:
    assert "Planned operations:" in within(path_of(unused), "migrate", "--plan").stdout
    assert updated(unused, tmp_path) == (0, "", "")
    assert copies(tmp_path, unused) == []
    assert within(tmp_path / "new.sqlite3", "migrate", "-v0", "contenttypes") == (0, "", "")


def shape(address: str) -> set[tuple[object, ...]]:
    """Return columns, indexes, promises and triggers of a database.

    Columns may stand in any order, and some steps left a default behind that nothing uses.
    """
    if address.startswith("sqlite"):
        columns = (
            'SELECT tables.name, columns.name, columns.type, columns."notnull", columns.pk '
            "FROM sqlite_master tables, pragma_table_info(tables.name) columns WHERE tables.type = 'table'"
        )
        references = (
            'SELECT tables.name, keys."table", keys."from", keys."to" '
            "FROM sqlite_master tables, pragma_foreign_key_list(tables.name) keys"
        )
        with closing(sqlite3.connect(path_of(address))) as opened:
            found = {*opened.execute(columns), *opened.execute(references)}
            made_by = opened.execute("SELECT type, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL")
            for kind, table, statement in made_by.fetchall():
                checks = re.findall(r'CONSTRAINT "\w+" (?:CHECK|UNIQUE) ?\(.*?\)(?=,|\)$)', statement)
                found |= {(table, check) for check in (checks if kind == "table" else [statement])}
        return found
    with psycopg.connect(address) as opened:
        return {
            *opened.execute(
                "SELECT table_name, column_name, data_type, character_maximum_length, is_nullable, "
                "is_identity FROM information_schema.columns WHERE table_schema = 'public'"
            ),
            *opened.execute("SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = 'public'"),
            *opened.execute(
                "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint "
                "WHERE connamespace = 'public'::regnamespace"
            ),
            *opened.execute("SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal"),
        }


def test_tables_made_at_once_are_those_made_step_by_step(empty_database: str, migrated_database: str) -> None:
    for words in (("scoring",), ("tournaments",), ()):
        done = manage(empty_database, "migrate", "-v0", *words)
        assert done.returncode == 0, done.stderr
    at_once, by_steps = shape(migrated_database), shape(empty_database)
    # Django numbers the groups' permissions, which nobody has, otherwise in a migration than in its model.
    assert {row[0] for row in at_once ^ by_steps} <= {"auth_group_permissions"}


# Strangers


def test_a_database_whose_migrations_were_other_ones_is_refused_and_left_as_it_is(
    old: str, tmp_path: Path
) -> None:
    """As two of 21 November: their list says that all was done, and a column is called otherwise."""
    ask(old, RENAMED)
    before = path_of(old).read_bytes() if old.startswith("sqlite") else b""
    run = tarockclub(old, tmp_path, "run", "--port", str(free_port()))
    for refused in (run, updated(old, tmp_path)):
        assert (refused.returncode, refused.stdout) == (1, "")
        assert (
            "Missing or different: scoring_oldamount.twelfths, "
            "scoring_oldamount.sixths (unknown).\n" in refused.stderr
        )
        assert (
            "import the club files into an empty one here: .venv/bin/tarockclub import-club" in refused.stderr
        )
        assert "Traceback" not in refused.stderr
    assert copies(tmp_path, old) == []
    assert ask(old, WAITING) == 0
    if before:
        assert path_of(old).read_bytes() == before


def test_all_that_is_missing_is_named_where_no_migration_waits(
    migrated_database: str, tmp_path: Path
) -> None:
    ask(migrated_database, "ALTER TABLE scoring_club ADD COLUMN motto varchar(9) NULL")
    assert updated(migrated_database, tmp_path) == (0, "", ""), "nobody asks for it"
    on_entries = " ON scoring_entry" if migrated_database.startswith("postgres") else ""
    ask(
        migrated_database,
        "DROP TABLE scoring_playedseat",
        "CREATE TABLE scoring_playedseat (id int NOT NULL, seat int NOT NULL, role varchar(1) NOT NULL, "
        "won bool NULL, twelfths int NOT NULL, kassa int NULL, schrift int NULL, jungfrau bool NOT NULL, "
        "game_id int NOT NULL, participant_id int NOT NULL)",
        "DROP TABLE scoring_secondfactor",
        "DROP INDEX one_first_entry",
        "ALTER TABLE scoring_account DROP COLUMN last_login",
        "ALTER TABLE scoring_account ADD COLUMN last_login timestamp NOT NULL DEFAULT '2026-01-06'",
        f"DROP TRIGGER scoring_entry_refuses_delete{on_entries}",
    )
    answer = updated(migrated_database, tmp_path)
    assert (answer.returncode, answer.stdout) == (1, "")
    for missing in (
        "scoring_playedseat.buergermeister",
        "scoring_playedseat: a_seat_of_a_game_is_counted_once",
        "scoring_secondfactor",
        "scoring_account.last_login (NULL)",
        "scoring_entry: one_first_entry",
        "scoring_entry_refuses_delete (trigger)",
    ):
        assert re.search(rf"Missing or different: .*{re.escape(missing)}", answer.stderr)


@on_sqlite
def test_verify_typed_without_preparing_says_what_is_the_matter(
    earlier_version: str, migrated_database: str
) -> None:
    waiting = within(path_of(earlier_version), "verify")
    assert waiting.returncode == 1
    assert "This database has not been updated yet: " in waiting.stderr
    assert waiting.stderr.endswith("This does it: .venv/bin/tarockclub prepare")
    gone = ("club", "deed", "entry", "evening", "reason", "row", "seal", "sheet")
    ask(migrated_database, *(f"DROP TABLE scoring_{table}" for table in gone))
    assert re.search(
        r"Missing or different: .* and \d+ more\.", within(path_of(migrated_database), "verify").stderr
    )


@on_sqlite
def test_a_database_of_a_newer_version_is_refused(migrated_database: str, tmp_path: Path) -> None:
    later = (
        "INSERT INTO django_migrations (app, name, applied) VALUES ('scoring', '9999_later', '2030-01-06')"
    )
    ask(migrated_database, later)
    answer = updated(migrated_database, tmp_path)
    assert answer.returncode == 1
    assert "newer version of this program (scoring.9999_later)" in answer.stderr
    assert "Update the program first." in answer.stderr


@on_sqlite
def test_what_is_no_database_at_all_is_refused_in_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "notes.sqlite3"
    file.write_text("Anna 4, Bert -4. " * 100)
    answer = updated(f"sqlite:///{file}", tmp_path)
    assert answer.returncode == 1
    assert "The database could not be updated" in answer.stderr
    assert "file is not a database" in answer.stderr


# Served, moved or brought up to date at the same time


LINK = r"http://\S+/setup/([0-9a-f]+)/"


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    """Begin a subcommand on a database."""
    known = {name: value for name, value in os.environ.items() if name != "SECRET_KEY"}
    with programs() as begun:

        def do(address: str, *words: str) -> subprocess.Popen[str]:
            told = {"DATABASE_URL": address, "DATA_FOLDER": str(tmp_path), "PORT": str(free_port())}
            environment = known | told | {"PYTHONUNBUFFERED": "1"}
            return begun(sys.executable, "-m", "tarockclub", *words, cwd=ROOT, env=environment)

        yield do


def end(process: subprocess.Popen[str]) -> tuple[int, str]:
    said, _ = process.communicate(timeout=PATIENCE)
    return process.returncode, said


@pytest.mark.database
def test_commands_typed_at_once_bring_a_database_up_to_date_once_and_have_one_key(
    begin: Begin, unused: str, tmp_path: Path
) -> None:
    server = begin(unused, "run")
    link, verify = begin(unused, "setup-link"), begin(unused, "verify")
    code = printed(server, LINK)
    status, said = end(verify)
    assert (status, said.splitlines()[-1]) == (0, "0 sheets, 0 hands: no difference."), said
    status, said = end(link)
    assert status == 0, said
    assert f"/setup/{code}/" in said


@pytest.mark.database
def test_what_is_restored_is_not_served_meanwhile(begin: Begin, house: House, own_database: str) -> None:
    with connected_to(urlsplit(own_database).path[1:]), locks.unserved(connection):
        status, said = end(begin(own_database, "run"))
    assert status == 1
    assert "is being restored. Start the server once that has ended." in said
