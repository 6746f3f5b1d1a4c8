"""`tarockclub update`: which files it takes, and how it goes back from a program that fails."""

import hashlib
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from uuid import uuid4

import pytest
from django.db import connection

from tarockclub import updating
from tarockclub.updating import CannotUpdate, Database, checked
from tests.support.checkout import ROOT
from tests.support.phones import NoAnswer, Phone
from tests.support.races.processes import Server
from tests.support.scoring.backup import connected_to
from tests.support.scoring.house import House, house
from tests.support.scoring.tables import REDEAL, rufer

__all__ = ["house"]  # the fixtures
NEXT = "tarockclub-999.0.0-py3-none-any.whl"
SIGNER = "anna@example.org"


@pytest.fixture
def gpg() -> Iterator[Callable[..., None]]:
    """Gpg with a key that was made for this test."""
    if shutil.which("gpg") is None:
        pytest.skip("gpg is not installed")
    with TemporaryDirectory(prefix="gpg") as home, pytest.MonkeyPatch.context() as patch:
        patch.setenv("GNUPGHOME", home)

        def run(*words: str | Path) -> None:
            batch = ["gpg", "--batch", "--quiet", "--pinentry-mode=loopback", "--passphrase="]
            subprocess.run([*batch, *words], check=True, capture_output=True)

        run("--quick-generate-key", SIGNER, "ed25519", "sign", "never")
        yield run
        subprocess.run(["gpgconf", "--kill", "all"], check=True)


@pytest.fixture
def wheel_with_sums(tmp_path: Path) -> Path:
    """A file that is called a wheel, beside the list of checksums of its release."""
    file = tmp_path / NEXT
    file.write_bytes(b"a program")
    (tmp_path / "SHA256SUMS").write_text(f"{hashlib.sha256(b'a program').hexdigest()}  {NEXT}\n")
    return file


@pytest.mark.parametrize("signed", ["SHA256SUMS", NEXT])
def test_a_signature_is_looked_at_where_there_is_one(
    signed: str, wheel_with_sums: Path, gpg: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert list(checked(wheel_with_sums)) == ["Its checksum is that in SHA256SUMS."]
    file = wheel_with_sums.with_name(signed)
    gpg("--armor", "--detach-sign", file)
    assert list(checked(wheel_with_sums))[1:] == [f"Its signature is valid: {signed}.asc"]
    with monkeypatch.context() as patch:
        patch.setenv("PATH", "")
        with pytest.raises(CannotUpdate, match="gpg is not installed here"):
            list(checked(wheel_with_sums))
    sums = wheel_with_sums.with_name("SHA256SUMS")
    wheel_with_sums.write_bytes(b"another program")
    with pytest.raises(CannotUpdate, match="is not the file whose checksum"):
        list(checked(wheel_with_sums))
    sums.write_text(f"{hashlib.sha256(b'another program').hexdigest()}  {NEXT}\n")
    with pytest.raises(CannotUpdate, match="The signature is not valid"):
        list(checked(wheel_with_sums))


# Going back


class Steps:
    """A package and a service of which every step is noted; some of them fail."""

    version = "999.0.0"
    old = Path("the one from before")

    def __init__(self, failing: Sequence[str], **deeds: Callable[[], object]) -> None:
        """Do these deeds the first time at the steps of their names."""
        self.failing, self.deeds, self.taken = failing, deeds, list[str]()

    def take(self, step: str) -> None:
        """Note a step, do what belongs to it, and fail if it is to fail."""
        self.taken.append(step)
        self.deeds.pop(step, list)()
        if step in self.failing:
            raise CannotUpdate(f"{step} fails")

    def unpack(self) -> list[str]:
        self.take("unpack")
        return [sys.executable, "-c", ""]

    def __getattr__(self, step: str) -> Callable[[], None]:
        """Return another step by its name."""
        return lambda: self.take(step)


def count_rows(database: Path) -> int:
    return sum(line.startswith('INSERT INTO "scoring_row"') for line in content_of(database))


Replace = Callable[[Steps], str]


@pytest.fixture
def database(transactional_db: None, tmp_path: Path) -> Path:
    """The file of an installation."""
    return tmp_path / "club.sqlite3"


def copy_into(file: Path) -> None:
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(file)])


@pytest.fixture
def replace(database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Replace:
    """Replace the program by one whose steps are given, and return why that failed."""
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{database}")
    monkeypatch.setenv("DATA_FOLDER", str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setattr(updating, "checked", lambda file: ())

    def do(steps: Steps) -> str:
        monkeypatch.setattr(updating, "Wheel", lambda file: steps)
        monkeypatch.setattr(updating, "Service", lambda: steps)
        monkeypatch.setattr(Database, "run", lambda database, command: steps.take(command))
        try:
            updating._replace(tmp_path / NEXT)
        except CannotUpdate as refused:
            return str(refused)
        return ""

    return do


def content_of(database: Path) -> list[str]:
    with closing(sqlite3.connect(database)) as opened:
        return list(opened.iterdump())


@pytest.mark.database("sqlite")  # on PostgreSQL the package for Debian does it: test_server_chapter.py
@pytest.mark.parametrize("failing", [("verify",), ("verify", "back")])
def test_every_hand_is_back_where_the_new_program_fails(
    failing: Sequence[str], house: House, database: Path, replace: Replace
) -> None:
    """And where the program itself cannot be put back, the one from before is not removed."""
    house.play(sheet := house.sheet(), rufer("Anna", "Bert"))
    house.play(sheet, REDEAL)
    copy_into(database)
    before = content_of(database)
    assert count_rows(database) == 2

    def damage() -> None:
        with closing(sqlite3.connect(database)) as opened:
            opened.execute("DROP TABLE scoring_entry")

    steps = Steps(failing, prepare=damage)
    said = replace(steps)
    assert "verify fails" in said
    assert content_of(database) == before
    *first, last = ["unpack", "stop", "switch", "prepare", "verify", "stop", "back", "start", "forget"]
    assert steps.taken == (first if "back" in failing else [*first, last])
    assert ("The previous program is here: the one from before" in said) == ("back" in failing)
    assert not list(database.parent.glob("backups/.*")), "no copy that names everybody stays"


@pytest.fixture
def server(migrated_database: str, database: Path) -> Server:
    """A server of the installation, with the pages of this checkout."""
    shutil.copy(migrated_database.removeprefix("sqlite:///"), database)
    return Server(f"sqlite:///{database}", database.with_name("server.log"), workers=1)


@pytest.mark.database("sqlite")
def test_a_hand_that_comes_while_the_program_is_replaced_is_stored_when_it_is_sent_again(
    server: Server, replace: Replace
) -> None:
    """Nobody serves meanwhile, nor can: the phone keeps it. That it sends it again is tried in browsers."""
    keeper = server.keeper()
    [table] = keeper.do("found", tables=1)
    server.start()
    try:
        phone, dice, entry = Phone(server.port, table["code"]), Random(80), uuid4()
        assert phone.save(phone.some_hand(dice)).status == 200
        assert "is in use. Stop the server" in replace(Steps(())), "it is never replaced under a phone"
        hand = phone.some_hand(dice)

        def record() -> None:
            with pytest.raises(NoAnswer):
                phone.save(hand, entry=entry)
            with pytest.raises(AssertionError, match="is being moved or restored"):
                server.start()

        server.stop()
        assert replace(Steps((), switch=record)) == ""
        server.start()
        assert phone.save(hand, entry=entry).status == 200
    finally:
        server.stop()
        stored = keeper.do("stand", sheet=table["sheet"])
        keeper.stop()
    assert len(stored["hands"]) == 2


@pytest.mark.database("sqlite")
def test_what_was_recorded_by_the_new_program_is_not_taken_back(
    house: House, database: Path, replace: Replace
) -> None:
    house.play(sheet := house.sheet(), rufer("Anna", "Bert"))
    copy_into(database)
    before = count_rows(database)

    def record() -> None:
        with connected_to(database):
            house.play(sheet, REDEAL)

    steps = Steps(["start"], start=record)
    said = replace(steps)
    assert "The new program stays, and so does the database: Recorded meanwhile: 1." in said
    assert not {"back", "forget"} & set(steps.taken)
    assert count_rows(database) == before + 1
