"""When the program goes wrong: told once to whoever runs it, and found by the id that somebody saw."""

import re
from datetime import timedelta
from typing import Any, NoReturn
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.db import OperationalError
from django.http import HttpRequest
from django.test import Client
from django.urls import path
from django.utils import translation

from scoring import clock
from scoring.capability import log_line
from scoring.engine.sides import blatt
from scoring.models import Deed, ProgramMistake
from scoring.models.mistakes import RETENTION
from scoring.server import error_reports
from tarockclub import urls
from tests.support.scoring.house import House

SECRET = "Geheimnis von Emil"


def broken(request: HttpRequest, name: Any) -> NoReturn:
    if name == "database":
        raise OperationalError(name)
    blatt(name)
    raise AssertionError("those were no card points")


urlpatterns = [*urls.urlpatterns, path("broken/<str:name>/", broken)]
handler500 = urls.handler500
pytestmark = pytest.mark.urls(__name__)


@pytest.fixture
def emil(house: House) -> Client:
    client = house.client("Emil")
    client.raise_request_exception = False
    return client


def id_seen_by(client: Client, what: str = SECRET, status: int = 500) -> str:
    answer = client.post(f"/broken/{what}/", {"typed": SECRET})
    assert answer.status_code == status
    for words in ("noch nicht gespeichert", "may not be saved yet"):
        assert (words in answer.content.decode()) == (status == 503)
    return str(re.findall(r"Kennung ([0-9a-f]{8})", answer.content.decode())[0])


def read(client: Client, address: str = "/mistakes/") -> str:
    return client.get(address).content.decode()


def test_a_mistake_is_told_once_with_every_id_that_somebody_saw(
    house: House, anna: Client, emil: Client
) -> None:
    assert "Nothing has gone wrong in the last 90 days." in read(anna)
    assert "went wrong" not in read(anna, "/clubs/")
    first, second = id_seen_by(emil), id_seen_by(emil, "anders")
    kept = ProgramMistake.objects.get()
    assert (kept.count, kept.kind) == (2, "TypeError")
    assert re.fullmatch(r"scoring.engine.sides, [0-9]+ \(blatt\)", kept.location)
    assert SECRET not in str([vars(program_mistake) for program_mistake in ProgramMistake.objects.all()]), (
        "nothing that anybody sent"
    )
    for page in (read(anna, "/clubs/"), read(anna, house.club.get_absolute_url())):
        assert "The program itself went wrong 2 times" in page
        assert f"Reference: {second}, {first}." in page
    assert "went wrong" not in read(emil, "/clubs/")

    page = read(anna, f"/mistakes/?id=%20{first.upper()}")
    assert f"<strong>{first}</strong>" in page
    assert "POST broken/&lt;str:name&gt;/" in page
    assert "deadbeef is not here" in read(anna, "/mistakes/?id=deadbeef")


def test_what_was_ticked_is_quiet_until_it_happens_again(house: House, anna: Client, emil: Client) -> None:
    id_seen_by(emil)
    form = {"mistake": str(ProgramMistake.objects.get().pk), "done": "yes", "deed": str(uuid4())}
    answer = anna.post("/mistakes/done/", form, follow=True)
    assert "Ticked. If it happens again" in answer.content.decode()
    deed = Deed.objects.get(verb="tick_mistake")
    with translation.override("de"):
        assert log_line(deed).startswith("hat einen Fehler des Programms abgehakt: TypeError")
    assert "went wrong" not in read(anna, "/clubs/")
    anna.post("/mistakes/done/", form | {"done": "no", "deed": str(uuid4())})
    assert "went wrong once" in read(anna, "/clubs/")
    anna.post("/mistakes/done/", form | {"deed": str(uuid4())})
    id_seen_by(emil)
    assert "went wrong 2 times" in read(anna, "/clubs/")
    gone = anna.post("/mistakes/done/", form | {"mistake": "x"}, follow=True)
    assert "no longer listed" in gone.content.decode()


def test_only_so_many_ids_are_kept_and_old_mistakes_go(emil: Client, anna: Client) -> None:
    with patch.object(clock, "now", return_value=clock.now() - RETENTION):
        error_reports.keep("0" * 8, "long ago", "KeyError", "GET")
    for number in range(error_reports.MOST_TIMES + 1):
        error_reports.keep(f"{number:08x}", "often", "KeyError", "GET")
    kept = ProgramMistake.objects.get()
    assert (kept.count, len(kept.times)) == (error_reports.MOST_TIMES + 1, error_reports.MOST_TIMES)
    assert "And once before; the log has it." in read(anna)
    ProgramMistake.objects.update(last_at=clock.now() - RETENTION - timedelta(hours=1))
    assert "Nothing has gone wrong" in read(anna), "also where nothing went wrong since"


def test_where_the_database_fails_the_page_and_the_log_have_it(
    emil: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    id_seen_by(emil, "database", status=503)

    def fail(*_failure: object) -> NoReturn:
        raise OperationalError("gone meanwhile")

    monkeypatch.setattr("scoring.server.error_reports.keep", fail)
    id_ = id_seen_by(emil)
    assert not ProgramMistake.objects.exists()
    assert f"The mistake {id_} stands only in the log" in caplog.messages
