"""Where somebody is signed in: seen by them alone, ended by them."""

import re

import pytest
from django.contrib.sessions.models import Session
from django.test import Client

from scoring.accounts.open_sessions import BROWSERS, SYSTEMS, first_match
from scoring.models import OpenSession
from tests.support.every import every
from tests.support.scoring.house import PASSWORD, House

PHONE = "Mozilla/5.0 (Android 14; Mobile; rv:131.0) Gecko/131.0 Firefox/131.0"
APPLE = "AppleWebKit/605.1.15 (KHTML, like Gecko)"
AGENTS = {
    PHONE: ("Firefox", "Android"),
    f"Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) {APPLE} Version/17.5 Safari/604.1": (
        *("Safari", "iPhone"),
    ),
    f"Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) {APPLE} CriOS/126.0 Safari/604.1": ("Chrome", "iPad"),
    f"Mozilla/5.0 (Windows NT 10.0; Win64) {APPLE} Chrome/126.0 Safari/537.36 Edg/126.0": ("Edge", "Windows"),
    f"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) {APPLE} Version/17.5 Safari/605.1": ("Safari", "Mac"),
    f"Mozilla/5.0 (Linux; Android 14; SM-S901B) {APPLE} SamsungBrowser/25.0 Chrome/121.0 Safari/5": (
        *("Samsung Internet", "Android"),
    ),
    f"Mozilla/5.0 (X11; Linux x86_64) {APPLE} Chrome/126.0.0.0 Safari/537.36": ("Chrome", "Linux"),
    "curl/8.5": ("", ""),
    "<script>alert(1)</script>": ("", ""),
}


@pytest.fixture(autouse=True)
def nobody_signed_in(house: House) -> None:
    Session.objects.all().delete()


def entered(name: str, *, agent: str = PHONE, address: str = "192.0.2.77") -> Client:
    client = Client(headers={"User-Agent": agent}, REMOTE_ADDR=address)
    client.cookies["language"] = "en"
    assert client.post("/sign-in/", {"name": name, "password": PASSWORD}).status_code == 302
    return client


def page_of(client: Client) -> str:
    return " ".join(client.get("/display/").content.decode().split())


def end(client: Client, session: object) -> str:
    return client.post("/signed-in/end/", {"session": str(session)}, follow=True).content.decode()


@every("agent, told", AGENTS.items())
def test_a_browser_is_told_in_plain_words(agent: str, told: tuple[str, str]) -> None:
    assert (first_match(BROWSERS, agent), first_match(SYSTEMS, agent)) == told


def test_somebody_sees_where_they_are_signed_in_and_ends_it(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    phone, here, franz = entered("Emil"), entered("Emil", agent="curl/8.5"), entered("Franz")
    page = page_of(here)
    ours, others = re.findall('<li><span class="what"> .*?</li>', page)
    assert "An unknown browser" in ours
    assert "</button>" not in ours, "of this one there is “Sign out”"
    assert "<strong> Firefox on Android </strong>" in others
    assert "192.0.2.0/24" in others
    assert "192.0.2.77" not in page
    assert others.count("Sign out there") == 1, "nobody sees those of others"
    for client in (phone, here):
        assert str(client.session.session_key) not in page
    (pk,) = re.findall('name="session" value="([0-9]+)"', others)
    assert "You were no longer signed in there." in end(franz, pk)
    caplog.set_level("INFO", "tarockclub.security")
    caplog.clear()
    assert "Signed out there." in end(here, pk)
    assert caplog.messages == [f"session ended: account {house['Emil'].pk}"]
    assert phone.get("/clubs/").status_code == 302
    assert "everywhere else" not in page_of(here).partition("Sign-ins")[2]
    for nothing in (pk, "", "x", "٣", "9" * 400):
        assert "You were no longer signed in there." in end(here, nothing)
    assert franz.get("/clubs/").status_code == 200


def test_all_others_end_at_once_also_those_from_before_it_was_noted(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    here, before = entered("Emil"), Client()
    before.force_login(house["Emil"])
    page = page_of(here)
    assert ">Sign out there<" not in page, "it has no number; all others end at once"
    before.force_login(house["Emil"])
    entered("Emil")
    caplog.set_level("INFO", "tarockclub.security")
    caplog.clear()
    assert "Signed out in 2 other browsers." in end(here, "others")
    assert caplog.messages == [f"sessions ended: account {house['Emil'].pk}, 2 of them"]
    assert before.get("/clubs/").status_code == 302
    assert here.get("/clubs/").status_code == 200
    assert OpenSession.objects.count() == 1
    here.post("/sign-out/")
    assert not OpenSession.objects.exists()
