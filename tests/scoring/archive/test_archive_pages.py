"""The owner's page that hands out the club, and the set-up page that takes one in."""

import html
import json
import os
import re
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any
from unittest.mock import Mock
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import IntegrityError, OperationalError
from django.test import Client

from scoring.accounts import verbs as people
from scoring.archive import importing, reading, waiting
from scoring.archive.exporting import MANIFEST
from scoring.evenings import verbs as evening_verbs
from scoring.models import Account, Club
from scoring.uploads import sandbox
from tests.support.pages import english_visitor
from tests.support.scoring.archives import emptied, exported, parts
from tests.support.scoring.exports import lines_of
from tests.support.scoring.house import HOUSE, House
from tests.support.scoring.tables import dreier
from tests.support.scoring.verify import verified
from tests.support.stages import stage

NEW = "Quapil-Uhu-Kakadu"
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def folder(data: Path) -> Path:
    return data / "brought"


@pytest.fixture
def visitor() -> Client:
    return english_visitor()


@stage(on=HOUSE)
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
    return {"owner": anna, "password": NEW, "deed": str(uuid4()), **further}


# Out


def test_the_owner_gets_the_file(house: House) -> None:
    house.play(house.sheet(), dreier("Anna"))
    anna = house.client("Anna", "en")
    answer = anna.get(f"/clubs/{house.club.slug}/archive/file/")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{house.club.slug}.tarock.zip"'
    assert "no-store" in answer.headers["Cache-Control"]
    assert b"".join(answer.streaming_content) == exported(house.club)
    assert exported(house.club) == exported(house.club), "that it was fetched is written nowhere"


# In


def test_a_club_is_brought_by_its_owner_at_the_first_start(
    visitor: Client, content: bytes, folder: Path
) -> None:
    looked = sent(visitor, content)
    assert looked.status_code == 302
    (kept,) = folder.iterdir()
    assert (kept.stat().st_mode & 0o077, folder.stat().st_mode & 0o077) == (0, 0)
    page = visitor.get(looked.headers["Location"]).content.decode()
    assert "7 members, 1 evening, 1 hand." in page
    assert importing.is_empty(), "looking stores nothing"
    form = form_of(page)
    done = visitor.post(looked.headers["Location"], form, follow=True)
    assert done.request["PATH_INFO"] == "/clubs/muehlviertler-runde/"
    assert "<span>Anna</span></a>" in done.content.decode()
    assert Account.objects.get(is_superuser=True).check_password(NEW)
    assert list(folder.iterdir()) == []
    assert exported(Club.objects.get()) == content
    # The same form again is answered, for whoever knows the password; everybody else signs in.
    again = Client()
    assert again.post(looked.headers["Location"], form).headers["Location"] == "/clubs/muehlviertler-runde/"
    for other in (form | {"password": "x"}, form | {"deed": str(uuid4())}):
        assert led_to_sign_in(english_visitor().post(looked.headers["Location"], other, follow=True))
    for address in (path(), looked.headers["Location"]):
        assert led_to_sign_in(english_visitor().get(address, follow=True))
    assert led_to_sign_in(sent(english_visitor(), content, follow=True))
    assert not folder.exists() or list(folder.iterdir()) == []


def led_to_sign_in(answer: Any) -> bool:
    """And told why: they asked for a page that is of no use any more."""
    said = "The club is there. Please sign in." in answer.content.decode()
    return said and [address for address, _status in answer.redirect_chain] == ["/sign-in/"]


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
    monkeypatch.setattr("scoring.archive.views.MOST_OF_A_CLUB", len(content) - 1)
    assert "import-club" in sent(visitor, content).content.decode()
    monkeypatch.setattr("scoring.web.uploads.MOST_OF_A_CLUB", len(content))
    assert "import-club" in sent(visitor, content + bytes(200_000)).content.decode()
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
        ({"password": "1234"}, "This password is too short."),
    ):
        page = visitor.post(address, form | change).content.decode()
        assert said in page
        assert importing.is_empty()
    weak = form | {"password": "1234"}
    assert lines_of(visitor.post(watched(address), weak)) == [{"send": "again"}], "the page says it"


def test_a_file_that_was_forgotten_is_asked_for_again(visitor: Client, content: bytes, folder: Path) -> None:
    address = sent(visitor, content).headers["Location"]
    (kept,) = folder.iterdir()
    os.utime(kept, (0, 0))
    waiting.keep([b"another"])
    assert not kept.exists()
    for found in (address, path(f"{'0' * 64}/"), path("x/")):
        assert visitor.get(found).headers["Location"] == path()
    assert visitor.get(path("..%2f..%2fsecret-key/")).status_code == 404, "and nothing else is read"
    (folder / "README").touch()
    waiting.forget()
    assert [path.name for path in folder.iterdir()] == ["README"], "what is not ours is left alone"


def test_only_the_code_of_the_set_up_page_opens_it(visitor: Client, content: bytes, folder: Path) -> None:
    for code in ("0" * 16, people.setup_code() + "x", "ä"):
        assert visitor.get(f"/setup/{code}/club/").status_code == 404
        answer = visitor.post(f"/setup/{code}/club/", {"file": SimpleUploadedFile("x.zip", content)})
        assert answer.status_code == 404
        assert visitor.get(f"/setup/{code}/club/{'0' * 64}/").status_code == 404
    assert not folder.exists()
    strict = Client(enforce_csrf_checks=True)
    assert sent(strict, content).status_code == 403


# While somebody watches


def looked(visitor: Client, content: bytes) -> tuple[str, dict[str, str]]:
    """The page that shows the club of the file, and its form filled in."""
    address = sent(visitor, content).headers["Location"]
    return address, form_of(visitor.get(address).content.decode())


def watched(address: str) -> str:
    return f"{address}?progress=1"


def refused(visitor: Client, content: bytes) -> tuple[str, str]:
    """What the page says of a file that cannot be brought in, without news and with them."""
    address, form = looked(visitor, content)
    page = html.unescape(visitor.post(address, form).content.decode())
    [said] = re.findall('<div class="problems" role="alert"><p>([^<]+)', page)
    assert importing.is_empty()
    news = lines_of(visitor.post(watched(address), form))
    assert news[-1].keys() == {"problem"}
    assert importing.is_empty()
    return said, news[-1]["problem"]


def test_whoever_watches_sees_how_far_it_is_and_then_the_club(
    visitor: Client, house: House, folder: Path
) -> None:
    for _sheet in range(3):
        sheet = house.sheet()
        house.play(sheet, dreier("Anna"))
    evening_verbs.close_evening(actor=house["Anna"], deed=uuid4(), evening=sheet.evening)
    content = exported(house.club)
    emptied()
    address, form = looked(visitor, content)
    answer = visitor.post(watched(address), form)
    assert answer.headers["X-Accel-Buffering"] == "no"
    assert importing.is_empty(), "nothing is begun before somebody listens"
    *steps, last = lines_of(answer)
    assert last == {"send": "again"}
    rows = sum(text.count("\n") for name, text in parts(content).items() if name != MANIFEST)
    for what, of in (("stored", rows), ("compared", rows), ("verified", 3)):
        found = [step for step in steps if step["what"] == what]
        done = [step["done"] for step in found]
        assert len(found) > 2
        assert (done, done[-1], {step["of"] for step in found}) == (sorted(done), of, {of})
    order = [step["what"] for step in steps]
    assert order == sorted(order, key=["stored", "compared", "verified", "further"].index)
    assert [step for step in steps if step["what"] == "further"] == [{"what": "further", "done": 1, "of": 0}]
    assert visitor.post(address, form).headers["Location"] == "/clubs/muehlviertler-runde/"
    assert list(folder.iterdir()) == []
    assert exported(Club.objects.get()) == content


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("after", [0, 1])
def test_whoever_goes_away_meanwhile_finds_it_done(
    visitor: Client, content: bytes, folder: Path, after: int
) -> None:
    """What was not begun is not done either."""
    address, form = looked(visitor, content)
    answer: Any = visitor.post(watched(address), form)
    news = iter(answer)
    for _line in range(after):
        assert "done" in json.loads(next(news))
    answer.close()
    if after == 0:
        assert importing.is_empty()
        return
    assert exported(Club.objects.get()) == content
    assert verified()[0] == 0
    assert list(folder.iterdir()) == []
    assert Client().post("/sign-in/", {"name": "Anna", "password": NEW}).status_code == 302


def test_the_file_is_looked_through_once_before_the_first_news_in_a_process_of_its_own(
    visitor: Client, content: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, form = looked(visitor, content)
    looked_through: list[str] = []
    done = sandbox._in_own_process

    def noted(what: str, asked: Any, **given: Any) -> Any:
        looked_through.append(what)
        return done(what, asked, **given)

    def here(*_given: Any) -> None:
        raise AssertionError("in this process")

    monkeypatch.setattr(sandbox, "_in_own_process", noted)
    monkeypatch.setattr("scoring.archive.reading.tables_report", here)
    assert lines_of(visitor.post(watched(address), form))[-1] == {"send": "again"}
    assert looked_through == ["tables"]


def test_a_file_that_takes_too_long_is_left_to_whoever_runs_the_program(
    visitor: Client, content: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox, "MOST_SECONDS_BY_THE_CLOCK", 0.001)
    page = html.unescape(sent(visitor, content).content.decode())
    assert "This file is too big to check on a web page" in page
    assert "“.venv/bin/tarockclub import-club”" in page
    with reading.look_into(BytesIO(content)) as found:
        assert found.contents.club == "Mühlviertler Runde"
    monkeypatch.setattr(sandbox, "SECONDS_TO_WAIT", -1)
    with sandbox._reading_lock():
        assert "Another file is being read at the moment." in sent(visitor, content).content.decode()


def test_only_whoever_runs_the_program_hears_the_words_of_the_database(
    visitor: Client, content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full() -> None:
        raise OperationalError("database or disk is full")

    monkeypatch.setattr("scoring.archive.importing._demand_empty", full)
    said, _heard = refused(visitor, content)
    assert said.startswith("The club cannot be stored at the moment. ")
    file = tmp_path / "club.zip"
    file.write_bytes(content)
    with pytest.raises(CommandError, match=r"cannot be stored .* \(database or disk is full\)"):
        call_command("import_club", file, stdout=StringIO())
    monkeypatch.setattr("scoring.archive.importing._demand_empty", Mock(side_effect=IntegrityError))
    assert refused(visitor, content)[0].startswith("This installation is not empty.")


def test_the_same_form_sent_twice_at_once_is_answered_twice(
    visitor: Client, content: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slower(found: reading.Archive, bring_in: Any = importing.bring_in, **asked: Any) -> None:
        bring_in(found, **asked)
        raise reading.unusable("busy")

    monkeypatch.setattr(importing, "bring_in", slower)
    address, form = looked(visitor, content)
    assert visitor.post(address, form).headers["Location"] == "/clubs/muehlviertler-runde/"
