"""The owner's page that hands out the club, and the set-up page that takes one in."""

from __future__ import annotations

import os
import re
from io import BytesIO
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from scoring import archive, people
from scoring.archive import waiting
from scoring.models import Account, Club
from tests.scoring.archives import emptied, exported
from tests.scoring.conftest import PASSWORD, House, terms
from tests.scoring.tables import dreier

NEW = "Quapil-Uhu-Kakadu"
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    found = tmp_path / "brought"
    monkeypatch.setattr(waiting, "FOLDER", found)
    return found


@pytest.fixture
def visitor() -> Client:
    client = Client()
    client.cookies["language"] = "en"
    return client


@pytest.fixture
def content(house: House) -> bytes:
    """The file of a club; the installation is empty again."""
    house.play(house.sheet(), dreier("Anna"))
    found = exported(house.club)
    emptied()
    return found


def path(rest: str = "") -> str:
    return f"/setup/{people.setup_code()}/club/{rest}"


def sent(client: Client, content: bytes, **how: Any) -> Any:
    return client.post(path(), {"file": SimpleUploadedFile("klub.zip", content)}, **how)


def form_of(page: str, **further: str) -> dict[str, str]:
    anna = re.findall('<option value="([0-9]+)"', page)[0]
    return {"owner": anna, "password": NEW, "again": NEW, "deed": str(uuid4()), **further}


# Out


def test_the_owner_reads_what_is_in_the_file_and_gets_it(house: House) -> None:
    house.play(house.sheet(), dreier("Anna"))
    anna = house.client("Anna")
    anna.cookies["language"] = "en"
    address = f"/clubs/{house.club.slug}/archive/"
    assert f'href="{address}"' in anna.get(f"/clubs/{house.club.slug}/settings/").content.decode()
    page = anna.get(address).content.decode()
    assert "7 members, 1 evening, 1 hand." in page
    assert "Passwords. On the other server nobody can sign in" in page
    answer = anna.get(f"{address}file/")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{house.club.slug}.tarock.zip"'
    assert "no-store" in answer.headers["Cache-Control"]
    assert b"".join(answer.streaming_content) == exported(house.club)
    assert exported(house.club) == exported(house.club), "that it was fetched is written nowhere"


def test_a_file_that_breaks_off_is_not_handed_out(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[object] = []

    class Noticed(BytesIO):
        def close(self) -> None:
            closed.append(self)
            super().close()

    def broken(club: Club, file: BytesIO) -> None:
        file.write(b"PK")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("scoring.views.archive.TemporaryFile", Noticed)
    monkeypatch.setattr("scoring.views.archive.archive.write_club", broken)
    anna = house.client("Anna")
    anna.raise_request_exception = False
    answer = anna.get(f"/clubs/{house.club.slug}/archive/file/")
    assert answer.status_code == 500
    assert len(closed) == 1


# In


def test_a_club_is_brought_by_its_owner_at_the_first_start(
    visitor: Client, content: bytes, folder: Path
) -> None:
    assert f'href="{path()}"' in visitor.get(f"/setup/{people.setup_code()}/").content.decode()
    assert "The club comes with everything" in visitor.get(path()).content.decode()
    looked = sent(visitor, content)
    assert looked.status_code == 302
    (kept,) = folder.iterdir()
    assert (kept.stat().st_mode & 0o077, folder.stat().st_mode & 0o077) == (0, 0)
    page = visitor.get(looked.headers["Location"]).content.decode()
    assert "Mühlviertler Runde" in page
    assert "7 members, 1 evening, 1 hand." in page
    assert archive.is_empty(), "looking stores nothing"
    form = form_of(page)
    done = visitor.post(looked.headers["Location"], form, follow=True)
    assert done.request["PATH_INFO"] == "/clubs/muehlviertler-runde/"
    assert "Signed in as <b>Anna</b>" in done.content.decode()
    assert Account.objects.get(is_superuser=True).check_password(NEW)
    assert list(folder.iterdir()) == []
    assert exported(Club.objects.get()) == content
    # The same form again is answered, for whoever knows the password; anything else finds nothing.
    again = Client()
    assert again.post(looked.headers["Location"], form).headers["Location"] == "/clubs/"
    for other in (form | {"password": "x", "again": "x"}, form | {"deed": str(uuid4())}):
        assert Client().post(looked.headers["Location"], other).status_code == 404
    for address in (path(), looked.headers["Location"]):
        assert visitor.get(address).status_code == 404
    assert sent(visitor, content).status_code == 404
    assert not folder.exists() or list(folder.iterdir()) == []


def test_what_is_wrong_with_a_file_stands_beside_it(visitor: Client, content: bytes, folder: Path) -> None:
    for wrong, said in (
        (b"name;club", "This file is not a club"),
        (content[:-5], "The file is incomplete: its end is missing."),
        (b"", "Please choose the file of the club."),
    ):
        answer = sent(visitor, wrong)
        assert answer.status_code == 200
        assert said in answer.content.decode()
    assert "Please choose the file of the club." in visitor.post(path(), {}).content.decode()
    assert not folder.exists()


def test_a_file_that_is_too_big_for_the_page_goes_by_command(
    visitor: Client, content: bytes, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scoring.views.archive.MOST_OF_A_CLUB", len(content) - 1)
    assert "import_club" in sent(visitor, content).content.decode()
    assert not folder.exists()


def test_where_the_file_cannot_be_kept_it_goes_by_command(
    visitor: Client, content: bytes, folder: Path
) -> None:
    folder.write_text("in the way")
    assert "The server has no room for the file." in sent(visitor, content).content.decode()


def test_whoever_is_no_owner_or_chooses_a_weak_password_is_asked_again(
    visitor: Client, content: bytes
) -> None:
    address = sent(visitor, content).headers["Location"]
    form = form_of(visitor.get(address).content.decode())
    for change, said in (
        ({"owner": "0"}, "Please choose which of the owners you are."),
        ({"owner": ""}, "Please choose which of the owners you are."),
        ({"password": "1234", "again": "1234"}, "This password is too short."),
        ({"again": "other"}, "The two passwords differ."),
    ):
        page = visitor.post(address, form | change).content.decode()
        assert said in page
        assert archive.is_empty()


def test_a_file_that_was_forgotten_is_asked_for_again(visitor: Client, content: bytes, folder: Path) -> None:
    address = sent(visitor, content).headers["Location"]
    (kept,) = folder.iterdir()
    os.utime(kept, (0, 0))
    waiting.keep([b"another"])
    assert not kept.exists()
    for found in (address, path(f"{'0' * 64}/"), path("x/")):
        assert visitor.get(found).headers["Location"] == path()
    assert visitor.get(path("..%2f..%2fsecret-key/")).status_code == 404
    waiting.forget_all()
    assert list(folder.iterdir()) == []


def test_a_kept_file_that_somebody_changed_is_refused(visitor: Client, content: bytes, folder: Path) -> None:
    address = sent(visitor, content).headers["Location"]
    (kept,) = folder.iterdir()
    kept.write_bytes(content[:-9])
    assert "The file is incomplete" in visitor.get(address).content.decode()


def test_only_the_code_of_the_set_up_page_opens_it(visitor: Client, content: bytes, folder: Path) -> None:
    for code in ("0" * 16, people.setup_code() + "x", "ä"):
        assert visitor.get(f"/setup/{code}/club/").status_code == 404
        answer = visitor.post(f"/setup/{code}/club/", {"file": SimpleUploadedFile("x.zip", content)})
        assert answer.status_code == 404
        assert visitor.get(f"/setup/{code}/club/{'0' * 64}/").status_code == 404
    assert not folder.exists()
    strict = Client(enforce_csrf_checks=True)
    assert sent(strict, content).status_code == 403


def test_whoever_sets_up_a_club_meanwhile_is_not_overrun(visitor: Client, content: bytes) -> None:
    address = sent(visitor, content).headers["Location"]
    form = form_of(visitor.get(address).content.decode())
    people.set_up(
        deed=uuid4(), code=people.setup_code(), name="Otto", password=PASSWORD, terms=terms("Die Ersten")
    )
    assert visitor.post(address, form).status_code == 404
    assert Club.objects.get().name == "Die Ersten"


def test_a_form_sent_twice_at_once_brings_the_club_once(
    visitor: Client, content: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = sent(visitor, content).headers["Location"]
    form = form_of(visitor.get(address).content.decode())
    done = archive.bring_in

    def just_done(found: archive.Archive, **asked: Any) -> archive.Brought:
        done(found, **asked)
        return done(found, **asked)

    monkeypatch.setattr("scoring.views.archive.archive.bring_in", just_done)
    assert visitor.post(address, form).headers["Location"] == "/clubs/"
    assert Club.objects.count() == 1
    assert "Mühlviertler" in visitor.get("/clubs/").content.decode()
