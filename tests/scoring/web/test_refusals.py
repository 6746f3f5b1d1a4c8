"""A verb refuses what a view did not expect: the visitor reads why where they asked, and nothing crashes."""

from __future__ import annotations

import json
from uuid import uuid4

import pytest
from django.http import HttpResponse, JsonResponse
from django.test import RequestFactory
from django.urls import reverse
from django.utils import translation

from scoring.deeds import Refused
from scoring.models import Sheet
from scoring.table import links as table_links
from scoring.table.writing import Closed, Illegal, OtherContents, Stale
from scoring.web.submitting import Refusals, came_from
from tests.support.scoring.house import House

REFUSALS = {
    "refused": (Refused(form=["Not now.", "Not here."]), "Not now. Not here."),
    "stale": (Stale(Sheet()), "Something has been entered at this table in the meantime."),
    "closed": (Closed(), "This table is closed."),
    "illegal": (Illegal(()), "Nothing was changed: the rules of this sheet do not allow it."),
    "different contents": (OtherContents(), "This was saved before with different contents."),
}


@pytest.fixture(params=REFUSALS)
def refusal(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The words of a refusal that the verb behind *Renew the link* answers with."""
    exception, words = REFUSALS[request.param]

    def refuse(**about: object) -> None:
        raise exception

    monkeypatch.setattr(table_links, "renew_link", refuse)
    return words


def test_it_is_said_on_the_page_with_the_button(house: House, refusal: str) -> None:
    sheet, anna = house.sheet(), house.client("Anna", "en")
    links = reverse("scoring:links", args=[sheet.pk])
    button = reverse("scoring:renew_link", args=[sheet.pk])
    form = {"deed": str(uuid4()), "kind": "record"}
    answer = anna.post(button, form, follow=True, HTTP_REFERER=f"http://testserver{links}?code=big")
    assert answer.redirect_chain == [(f"{links}?code=big", 302)]
    assert refusal in answer.content.decode()
    for elsewhere in ("", "https://elsewhere.example/clubs/", "//elsewhere.example"):
        answer = anna.post(button, {**form, "deed": str(uuid4())}, HTTP_REFERER=elsewhere)
        assert (answer.status_code, answer.headers["Location"]) == (302, "/")


@pytest.mark.parametrize(("exception", "words"), REFUSALS.values(), ids=REFUSALS)
def test_a_script_gets_it_as_json(exception: Exception, words: str) -> None:
    request = RequestFactory().post("/", {}, content_type="application/json")
    with translation.override("en"):
        answer = Refusals(lambda request: HttpResponse()).process_exception(request, exception)
    assert isinstance(answer, JsonResponse)
    assert answer.status_code == 400
    assert words.startswith(json.loads(answer.content)["problems"][0]["text"][:8])


def test_a_page_that_is_refused_does_not_lead_to_itself() -> None:
    request = RequestFactory().get("/sheets/1/", HTTP_REFERER="http://testserver/sheets/1/?look=1")
    assert came_from(request) == "/"


def test_every_other_exception_stays_one() -> None:
    request = RequestFactory().post("/")
    assert Refusals(lambda request: HttpResponse()).process_exception(request, ValueError()) is None
