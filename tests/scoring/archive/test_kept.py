"""What releases and commits between them left behind is brought up to date, and adds up."""

import json
import lzma
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from unittest.mock import Mock
from zipfile import ZipFile

import psycopg
import pytest

from scoring.archive.exporting import END, MANIFEST
from scoring.engine.problems import IllegalHand, Problem
from scoring.evenings.results_file import evening_in_file
from scoring.management.commands import migrate as migrating
from scoring.models import CLUB_EVENING, Evening, PlayedGame, Sheet
from tests.support.kept import CLUB_FILE, COMMITS, DATABASE, KEPT, night
from tests.support.scoring.archives import parts, written
from tests.support.scoring.backup import Answer, connected_to, manage, within
from tests.tournaments.results_file.second_checker import differences
from tournaments.models import Tournament
from tournaments.results_file.checking import checked
from tournaments.results_file.exporting import tournament_in_file

# What chains add to the rows of a file, which no older one has: salts are drawn anew, heads follow from them.
CHAINED = {
    "scoring.entry": ("head",),
    "scoring.reason": ("salt", "digest"),
    "scoring.evening": ("salt",),
    "scoring.seal": ("printed", "head"),
    "scoring.deed": ("number", "salt", "digest", "covers", "head"),
    "scoring.clublog": ("head",),
}


def without_chains(texts: dict[str, str]) -> dict[str, str]:
    """Return the text of every part without what makes a chain of its rows."""
    found = dict(texts)
    for name in CHAINED.keys() | {"scoring.sheet"}:
        lines = [json.loads(line) for line in texts.get(name + END, "").splitlines()]
        for line in lines:
            for column in CHAINED.get(name, ()):
                line.pop(column, None)
            for key in ("link", "head"):
                line.get("stored_state", {}).pop(key, None)
        if lines:
            found[name + END] = written(lines)
    return found


def unpacked(kept: Path, into: Path) -> Path:
    """Return the database of a release, as a file that can be written."""
    database = into / "database.sqlite3"
    database.write_bytes(lzma.decompress((kept / DATABASE).read_bytes()))
    return database


def kept_releases() -> list[Path]:
    """Return the folder of each release, and of the last commit before columns were renamed."""
    return sorted(KEPT.iterdir())


def without_numbers(rows: str) -> list[str]:
    """Return rows of a file without what numbers them and lists."""
    numbers = ("id", "list")
    return [
        json.dumps({column: value for column, value in json.loads(row).items() if column not in numbers})
        for row in rows.splitlines()
    ]


def files_agreed_on(database: Path) -> list[str]:
    """Return of what kind the files of results are, each of which two checkers find right."""
    with connected_to(database):
        evenings = Evening.objects.filter(occasion=CLUB_EVENING, totals=False).select_related("club")
        documents = [
            *map(evening_in_file, evenings),
            *(tournament_in_file(tournament, words=True) for tournament in Tournament.objects.whole()),
        ]
    for document in documents:
        content = json.dumps(document)
        found = [*checked(content.encode()).sentences, *differences(json.loads(content))]
        assert found == [], document["event"]
    return [document["kind"] for document in documents]


@pytest.mark.database("sqlite")
@pytest.mark.parametrize("kept", kept_releases(), ids=lambda kept: kept.name)
def test_the_database_and_the_club_of_a_release_go_on(
    kept: Path, transactional_db: None, migrated_database: str, tmp_path: Path, data: Path
) -> None:
    """The database by an upgrade, the club in an empty installation; both come to the same."""

    def on(database: Path, *words: object) -> str:
        done = within(database, *words)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    old, new = unpacked(kept, tmp_path), Path(migrated_database.removeprefix("sqlite:///"))
    club = kept / CLUB_FILE
    slug = json.loads(ZipFile(club).read(MANIFEST))["club"]["slug"]
    on(old, "migrate", "--verbosity=0")
    assert on(old, "verify").endswith("no difference.\n")
    assert {"evening", "tournament"} <= {*files_agreed_on(old)}
    on(new, "import_club", club)
    left = [tmp_path / f"{name}.zip" for name in ("old", "new")]
    for database, file in zip((old, new), left, strict=True):
        on(database, "export_club", slug, file)
    by_upgrade, by_file = (without_chains(parts(file.read_bytes())) for file in left)
    # What other clubs brought to a series that they once held together is in no file of the club, and the
    # lists that end tables have become have other numbers where there are more of them.
    tables = {f"tournaments.{table}{END}" for table in ("peoplelist", "line")}
    chosen, log = f"tournaments.counted{END}", f"scoring.deed{END}"
    length = f"scoring.clublog{END}"  # one deed of another club’s joint series more
    different = {name for name, text in by_file.items() if by_upgrade[name] != text}
    assert different <= {MANIFEST, chosen, log, length, *tables}
    for name in (*tables, chosen):
        assert set(without_numbers(by_file[name])) <= set(without_numbers(by_upgrade[name])), name
    deeds = by_upgrade[log].splitlines(keepends=True)
    assert "".join(line for line in deeds if '"end_joint_series"' not in line) == by_file[log]
    season = tmp_path / "season.csv"
    on(old, "export_season", slug, season, "--tables")
    assert "Bert: Dreier, gewonnen." in season.read_text()


def filled_from(file: Path, address: str) -> None:
    """Store the rows of an SQLite database in a PostgreSQL that stands at the same migrations."""
    columns = "SELECT column_name, udt_name FROM information_schema.columns WHERE table_name = %s"
    with closing(sqlite3.connect(file)) as old, psycopg.connect(address) as new:
        new.execute("SET TIME ZONE 'UTC'")
        tables = old.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        for (table,) in tables:
            if not table.startswith(("scoring_", "tournaments_", "django_session")):
                continue
            types = dict(new.execute(columns, [table]).fetchall())
            names = ", ".join(f'"{name}"' for name in types)
            values = ", ".join(f"%s::text::{kind}" for kind in types.values())
            rows = old.execute(f"SELECT {names} FROM {table}").fetchall()
            with new.cursor() as cursor:
                cursor.executemany(f"INSERT INTO {table} ({names}) VALUES ({values})", rows)
            if "id" in types and types["id"].startswith("int"):
                sequence = f"pg_get_serial_sequence('{table}', 'id')"
                new.execute(f"SELECT setval({sequence}, max(id)) FROM {table}")


@pytest.mark.database("postgresql")
def test_a_database_of_1_0_0_on_postgresql_is_updated(empty_database: str, tmp_path: Path) -> None:
    """With series, sums and hands: what is deferred there stops a migration that is nothing on SQLite."""
    before = unpacked(KEPT / "1.0.0", tmp_path)
    for app, migration in (("scoring", "0014_mistakes"), ("tournaments", "0016_joint_series")):
        made = manage(empty_database, "migrate", "-v0", app, migration)
        assert made.returncode == 0, made.stderr
    filled_from(before, empty_database)
    updated = manage(empty_database, "migrate", "-v0", "--no-copy")
    assert updated.returncode == 0, updated.stderr
    verified = manage(empty_database, "verify")
    assert verified.stdout.endswith("no difference.\n"), verified.stdout + verified.stderr


@pytest.mark.program
@pytest.mark.database("sqlite")
def test_an_update_broken_off_before_statistics_goes_on_and_stops_at_a_table_it_cannot_read(
    transactional_db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = unpacked(KEPT / "1.0.0", tmp_path)

    def updated(write: Callable[[Sheet], object]) -> Answer:
        with monkeypatch.context() as patch:
            patch.setattr(migrating, "write_facts", write)
            return within(old, "migrate", "--verbosity=0")

    def fail(why: BaseException) -> Callable[[Sheet], object]:
        return Mock(side_effect=why)

    with pytest.raises(KeyboardInterrupt):  # as if the power had failed after the last migration
        updated(fail(KeyboardInterrupt()))
    verified = within(old, "verify")
    assert (verified.returncode, "Hand 1, statistics, game 1" in verified.stdout) == (1, True)
    illegible = (
        fail(IllegalHand([Problem("radl_not_here", "event")])),
        fail(LookupError("what is a Dreier?")),
        lambda sheet: PlayedGame.objects.filter(sheet=sheet).delete(),  # an entry has become impossible
    )
    for write in illegible:
        stopped = updated(write)
        assert (stopped.returncode, "cannot be read for statistics" in stopped.stderr) == (1, True)
    assert within(old, "migrate", "--verbosity=0") == (0, "", "")
    assert within(old, "verify").stdout.endswith("no difference.\n")


# Why their databases and their club files do not come in; the first made no club files yet.
REFUSED = {
    "57e443a4": ("tournaments.0002_protected.", "No such file"),
    "cd48306f": ("scoring_posting.twelfths, ", "neither can the database of that version"),
}


@pytest.mark.database("sqlite")
@pytest.mark.parametrize("commit", COMMITS)
def test_a_night_of_an_earlier_commit_goes_on_or_is_refused_in_a_sentence(
    commit: str, transactional_db: None, migrated_database: str, tmp_path: Path, data: Path
) -> None:
    """Its database by an update, after a copy; its club in an empty installation."""
    old, club = night(commit, tmp_path)
    updated = within(old, "migrate", "--verbosity=0")
    brought = within(Path(migrated_database.removeprefix("sqlite:///")), "import_club", club)
    if commit in REFUSED:
        assert (updated.returncode, brought.returncode) == (1, 1)
        for refused in (updated, within(old, "verify")):
            assert "This database does not fit this program: " in refused.stderr
            assert "neither it nor a club file from that version can be imported here" in refused.stderr
            assert "import-club" not in refused.stderr, "that would lead in a circle"
        assert f"Missing or different: {REFUSED[commit][0]}" in updated.stderr
        assert REFUSED[commit][1] in brought.stderr
        assert not (tmp_path / "backups").exists()
        return
    (copy,) = (tmp_path / "backups").iterdir()
    assert updated == (0, f"Copy before the update: {copy}\n", "")
    assert within(old, "verify").stdout == "2 sheets, 24 hands: no difference.\n"
    assert files_agreed_on(old) != []
    assert "Verified: 2 sheets, 24 hands\n" in brought.stdout, brought
