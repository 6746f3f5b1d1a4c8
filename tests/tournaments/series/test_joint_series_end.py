"""Several clubs once held a series together: it is the organiser's own now, and stands as it stood.

Release 1.0.0 left a database with such a series: of the Mühlviertler Runde, with two evenings of its own, two
of the Kaffeehaus Süd and one of the Stammtisch Nord. A Dreier was 15 for one and -5 for three. Anna is in two
clubs, and one person.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from scoring.accounts.chronicle import log_line as told_of
from scoring.models import Club, Deed
from tests.support.kept import KEPT, unpacked
from tests.support.scoring.backup import connected_to, within
from tournaments.models import Decline, Entrant, Series, SeriesEvent, SeriesLot
from tournaments.series.old import key_of_name
from tournaments.series.pages import shown_series

pytestmark = pytest.mark.database("sqlite")

# As they are numbered there: members, and of the series the whole and the two parts.
BERT, FRANZ, GERTI, HANS, IDA, ANNA_OF_SOUTH = 3, 9, 12, 13, 16, 2
WHOLE, OF_SOUTH, OF_NORTH = 3, 4, 5
SOUTH, EVENING_OF_SOUTH = 2, 13
B, C = "Kaffeehaus Süd", "Stammtisch Nord"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("joint")


@pytest.fixture
def old(transactional_db: None, folder: Path, tmp_path: Path) -> Path:
    """The database of the release, up to the last version in which clubs held series together."""
    kept = folder / "kept.sqlite3"
    if not kept.exists():
        database = unpacked(KEPT / "1.0.0", folder)
        migrated(database, "tournaments", "0017")
        database.rename(kept)
    return Path(shutil.copyfile(kept, tmp_path / "database.sqlite3"))


def migrated(database: Path, *where: str) -> None:
    done = within(database, "migrate", *where, "--verbosity=0")
    assert done.returncode == 0, done.stderr


def rows_now() -> dict[str, str]:
    shared = {True: "=", False: "."}
    rows = shown_series(Series.objects.get(pk=WHOLE)).rows
    return {row.name: f"{row.rank}{shared[row.place.tied]} {row.points}" for row in rows}


def log_line(club: int) -> list[str]:
    with translation.override("en"):
        return [told_of(deed) for deed in Deed.objects.filter(club=club, actor="Tarockclub").order_by("at")]


def test_the_best_three_of_five_events_of_three_clubs_stay(old: Path) -> None:
    migrated(old)
    verified = within(old, "verify")
    assert verified.stdout.endswith("no difference.\n"), verified.stdout
    with connected_to(old):
        # Anna: 25 + 15 + 5, and -5 does not count; Ida's best result is better.
        assert rows_now() == {
            f"Ida ({C})": "1. 45",
            "Anna": "2. 45",
            f"Franz ({B})": "3. 20",
            "Cilli": "4. 0",
            "Bert": "5. 0",
            **dict.fromkeys((f"Jakob ({C})", f"Karl ({C})", f"Lena ({C})"), "6= -15"),
            **dict.fromkeys(("Dora", f"Gerti ({B})", f"Hans ({B})"), "9= -20"),
        }
        assert not Series.objects.exclude(club__name="Mühlviertler Runde").exists()
        [here] = log_line(1)
        assert here.startswith("turned what Kaffeehaus Süd, Stammtisch Nord brought to the series “Drei")
        assert here.endswith("into old results of it: 12 results")
        [south] = log_line(SOUTH)
        assert "removed the club's part of the series “Drei Vereine” of “Mühlviertler Runde”" in south
        for club in Club.objects.all():  # also what was done then is still told
            assert [deed.verb for deed in club.deeds.all() if not told_of(deed)] == []


class Changed:
    """What else could have been in that series, written into the database as it was stored then."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    def run(self, statement: str, *values: Any) -> int:
        return self.connection.execute(statement, values).lastrowid or 0

    def add(self, table: str, **values: Any) -> int:
        names, places = ", ".join(f'"{value}"' for value in values), ", ".join("?" * len(values))
        return self.run(f"INSERT INTO {table} ({names}) VALUES ({places})", *values.values())

    def add_like(self, table: str, pk: int, **changes: Any) -> int:
        """Add a row that differs from another one in this alone."""
        found = self.connection.execute(f"SELECT * FROM {table} WHERE id = ?", (pk,))
        row = dict(zip([column[0] for column in found.description], found.fetchone(), strict=True))
        return self.add(table, **{**row, "id": None, **changes})

    def terms(self, **changes: Any) -> None:
        for series in (WHOLE, OF_SOUTH, OF_NORTH):
            statement = "SELECT terms FROM tournaments_series WHERE id = ?"
            [before] = self.connection.execute(statement, (series,)).fetchone()
            after = json.dumps({**json.loads(before), **changes})
            self.run("UPDATE tournaments_series SET terms = ? WHERE id = ?", after, series)

    def tournament(self, title: str, **people: str) -> None:
        """Add one of the Kaffeehaus Süd that is over; without people nobody looked at it in the series."""
        evening = self.add_like("scoring_evening", EVENING_OF_SOUTH, occasion="tournament")
        at = "2026-11-21 20:00"
        about = {"title": title, "code": title.lower(), "state": "finished", "finished_at": at}
        new = self.add_like("tournaments_tournament", 1, **about, club_id=SOUTH, evening_id=evening)
        self.add("tournaments_seriesevent", series_id=OF_SOUTH, tournament_id=new)
        self.add("tournaments_pulse", tournament_id=new, count=0, clock=0)
        if people:
            kept = json.dumps({"of": 3, "people": people})
            about = {"tournament_id": new, "part": 0, "count": 0}
            self.add("tournaments_keptoutcomes", **about, outcomes=kept, first=kept)

    def old_table(self) -> None:
        """The Kaffeehaus Süd has typed an end table: Anna, and somebody who is no member."""
        about = {"series_id": OF_SOUTH, "event": "Cup", "date": "2019-10-04"}
        self.add("tournaments_oldresult", **about, member_id=ANNA_OF_SOUTH, guest="", place=1, points="1000")
        self.add("tournaments_oldresult", **about, member_id=None, guest="Otti", place=2, points="500")

    def brings(self, member: int, points: str) -> None:
        about = {"series_id": OF_SOUTH, "member_id": member, "points": points}
        self.add("tournaments_broughtpoints", **about, words="voriges Jahr")


@pytest.fixture
def changed(old: Path) -> Iterator[Changed]:
    with closing(sqlite3.connect(old, isolation_level=None)) as connection:
        yield Changed(connection)


def test_places_tournaments_end_tables_lots_and_finals_stay(old: Path, changed: Changed) -> None:
    changed.terms(ladder="places", table=[10, 6, 3], counting="all", ties=["lot"])
    changed.old_table()
    changed.brings(ANNA_OF_SOUTH, "7")
    # both of the last are told place 3, and share places 2 and 3; somebody is not ranked
    changed.tournament(
        "Herbstcup", m9="40 12 1.1.1 -", m12="-20 12 3.2.2 -", m13="-20 12 3.2.2 -", m2="0 2 - -"
    )
    changed.tournament("Vergessen")
    order = json.dumps([f"m{GERTI}", f"m{BERT}", f"m{HANS}"])
    about = {"order": order, "seed": "Mond", "at": "2026-11-21 20:00", "by_id": BERT, "series_id": WHOLE}
    changed.add("tournaments_serieslot", id="1" * 32, **about)
    changed.run("UPDATE tournaments_seriesfinal SET series_id = ?", WHOLE)
    changed.run("UPDATE tournaments_entrant SET finalist = ? WHERE id = 1", f"m{GERTI}")
    changed.run("UPDATE tournaments_entrant SET tournament_id = 2 WHERE id = 1")
    changed.run("UPDATE tournaments_decline SET member_id = ?", IDA)
    migrated(old)
    with connected_to(old):
        assert rows_now() == {
            "Anna": "1. 46",  # 10 + 3 here, 10 + 6 there, 10 in the old cup, and 7 brought along
            f"Franz ({B})": "2. 23",  # 3 + 10, and 10 in the cup of autumn
            "Cilli": "3. 23/2",
            f"Ida ({C})": "4. 10",
            f"Gerti ({B})": "5. 9",  # 3 + 3/2, and 9/2 in the cup of autumn; then as the lot has it
            "Bert": "6. 9",
            f"Hans ({B})": "7. 9",
            f"Otti ({B})": "8. 6",
            "Dora": "9. 9/2",
            **dict.fromkeys((f"Jakob ({C})", f"Karl ({C})", f"Lena ({C})"), "10= 3"),
        }
        gerti, hans = (key_of_name(f"{name} ({B})") for name in ("Gerti", "Hans"))
        lot = SeriesLot.objects.get(series=WHOLE)
        assert (lot.order, lot.seed) == ([gerti, f"m{BERT}", hans], "")
        assert Entrant.objects.get(pk=1).finalist == gerti
        assert not Decline.objects.exists()  # who is but a name cannot decline
        # What was typed by hand stands nowhere else: the part goes on with it.
        [part] = Series.objects.filter(club=SOUTH)
        assert (part.old_results.count(), part.brought.count(), part.events.count()) == (2, 1, 4)
        assert "went on" in log_line(SOUTH)[0]
        assert "; nothing is known of: Vergessen 23.11.2026 (Kaffeehaus Süd)" in log_line(1)[0]


def test_who_counted_as_a_member_of_another_club_counts(old: Path, changed: Changed) -> None:
    changed.terms(who="members", counting="all")
    changed.old_table()
    migrated(old)
    with connected_to(old):
        assert Series.objects.get(pk=WHOLE).terms.who == "everybody"
        assert rows_now() == {  # Otti was no member of any club
            "Anna": "1. 1040",
            f"Ida ({C})": "2. 45",
            f"Franz ({B})": "3. 20",
            "Cilli": "4. 0",
            "Bert": "5. 0",
            **dict.fromkeys((f"Jakob ({C})", f"Karl ({C})", f"Lena ({C})"), "6= -15"),
            **dict.fromkeys(("Dora", f"Gerti ({B})", f"Hans ({B})"), "9= -20"),
        }


def test_members_of_named_clubs_count_as_before(old: Path, changed: Changed) -> None:
    changed.terms(who="clubs", clubs=[1], clubs_are_teams=True)
    migrated(old)
    with connected_to(old):
        assert Series.objects.get(pk=WHOLE).terms.who == "members"
        assert rows_now() == {"Anna": "1. 45", "Cilli": "2. 0", "Bert": "3. 0", "Dora": "4. -20"}


def test_an_invitation_that_nobody_answered_goes(old: Path, changed: Changed) -> None:
    changed.run("UPDATE tournaments_jointclub SET part_id = NULL")
    migrated(old)
    with connected_to(old):
        assert Series.objects.count() == 5
        assert log_line(1) == []
        assert SeriesEvent.objects.filter(series__club=1).count() == 4
        assert rows_now()["Bert"] == "3. 0"
        assert Fraction(shown_series(Series.objects.get(pk=OF_NORTH)).rows[0].points) == 45
