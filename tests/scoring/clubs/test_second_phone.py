"""Another phone of one's own, signed in by a code that the first one shows."""

import re
from datetime import timedelta
from uuid import uuid4

import pyotp
import pytest
from django.contrib.sessions.models import Session
from django.db.models import F
from django.test import Client
from django.urls import reverse

from scoring import clock
from scoring.accounts import second_factor
from scoring.accounts.sign_ins import TRIES_OF_A_PHONE_CODE
from scoring.capability import log_line
from scoring.clubs.privacy.anonymising import anonymise_member
from scoring.models import Deed, OpenSession, PhoneCode
from tests.support.pages import english_visitor, main_text_of, text_at
from tests.support.scoring.house import PASSWORD, House, english

pytestmark = pytest.mark.own_time("a code is valid for two minutes")
SHOWN = "/phone/"
GONE = "This code is no longer valid"


def link_on(first: Client, **where: str) -> str:
    """Return the address that the first phone shows."""
    page = first.post(SHOWN, **where).content.decode()
    found = re.search(r'<p class="link"><a href="([^"]+)"', page)
    assert found
    return found[1]


def path_on(first: Client) -> str:
    """Return the same without the host."""
    return link_on(first).partition("testserver")[2]


def tapped(phone: Client, path: str, **typed: str) -> str:
    """Tap the button; return where it leads, or the page that says why not."""
    answer = phone.post(path, {"deed": str(uuid4()), **typed})
    return answer.headers.get("Location") or f"{answer.status_code} {main_text_of(answer)}"


def is_inside(phone: Client) -> bool:
    return phone.get("/clubs/").status_code == 200


def test_emil_signs_in_his_second_phone(house: House, caplog: pytest.LogCaptureFixture) -> None:
    first, phone = english(house, "Emil"), english_visitor()
    own = first.get(house.member("Emil").get_absolute_url()).content.decode()
    assert f'action="{SHOWN}"' in own
    assert f'action="{SHOWN}"' in first.get("/display/").content.decode()
    assert "Show the code" in text_at(first, SHOWN)
    assert not PhoneCode.objects.exists()
    shown = first.post(SHOWN)
    assert '<svg role="img"' in shown.content.decode()
    assert "once, until" in main_text_of(shown)
    path = path_on(first)
    asked = text_at(phone, path)
    assert "Sign in as Emil?" in asked
    assert not is_inside(phone)
    caplog.set_level("INFO", "tarockclub.security")
    assert tapped(phone, path) == house.club.get_absolute_url()
    assert is_inside(phone)
    assert is_inside(first)
    assert caplog.messages == [f"signed in: account {house['Emil'].pk} from 127.0.0.1"]
    assert OpenSession.objects.get(session=phone.session.session_key).account == house["Emil"]
    assert "known_browser" in phone.cookies
    deed = Deed.objects.get(verb="sign_in_phone")
    assert (deed.account, log_line(deed)) == (
        house["Emil"],
        "hat mit einem Code ein weiteres Handy angemeldet",
    )
    assert "signed in another phone by a code" in text_at(
        first, reverse("scoring:stored_data", args=[house.club.slug, house.member("Emil").pk])
    )
    # No password was typed there, so what cannot be taken back asks for it.
    assert "Your password, please" in phone.get("/second-factor/on/").content.decode()
    phone.post("/sign-out/")
    assert is_inside(first)


def test_a_code_is_used_once_and_a_new_one_ends_it(house: House) -> None:
    first, phone = english(house, "Emil"), english_visitor()
    form, path = {"deed": str(uuid4())}, path_on(first)
    phone.post(path, form)
    phone.post("/sign-out/")
    for sent in (form, {"deed": str(uuid4())}):
        answer = phone.post(path, sent)
        assert (answer.status_code, GONE in main_text_of(answer)) == (404, True)
    assert not is_inside(phone)
    earlier, path = path_on(first), path_on(first)
    assert GONE in tapped(english_visitor(), earlier)
    assert tapped(phone, path.upper().replace("/PHONE/", "/phone/").replace("-", "")).startswith("/clubs/")
    assert Deed.objects.filter(verb="sign_in_phone").count() == 2
    assert not PhoneCode.objects.exists()


def test_after_two_minutes_a_code_is_gone_and_the_page_says_what_to_do(house: House) -> None:
    first, phone = english(house, "Emil"), english_visitor()
    path = path_on(first)
    assert not any(part in PhoneCode.objects.get().checksum for part in path.split("/")[2].split("-"))
    PhoneCode.objects.update(made_at=F("made_at") - timedelta(seconds=118))
    assert "Sign in as Emil?" in text_at(phone, path)
    PhoneCode.objects.update(made_at=F("made_at") - timedelta(seconds=2))
    read = phone.get(path)
    assert (read.status_code, GONE in main_text_of(read)) == (404, True)
    said = tapped(phone, path)
    assert said.startswith(f"404 {GONE}")
    assert "Account and device › Sign in a second phone" in said
    assert not is_inside(phone)
    phone.post("/sign-in/", {"name": "Dora", "password": PASSWORD})
    assert not PhoneCode.objects.exists(), "swept with the sessions that ended"


def sign_out(house: House, first: Client) -> None:
    first.post("/sign-out/")


def sign_out_elsewhere(house: House, first: Client) -> None:
    elsewhere = english_visitor()
    elsewhere.post("/sign-in/", {"name": "Emil", "password": PASSWORD})
    elsewhere.post("/signed-in/end/", {"session": "others"})


def expire(house: House, first: Client) -> None:
    Session.objects.filter(pk=first.session.session_key).update(expire_date=clock.now())


def change_password(house: House, first: Client) -> None:
    form = {"deed": str(uuid4()), "old": PASSWORD, "password": "Tarock-ist-Trumpf"}
    assert first.post("/display/", form).status_code == 302


def reset_on_the_server(house: House, first: Client) -> None:
    """No session ends by itself there; each is worth nothing."""
    house["Emil"].set_password("Tarock-ist-Trumpf")
    house["Emil"].save()


def block(house: House, first: Client) -> None:
    anonymise_member(actor=house["Anna"], deed=uuid4(), member=house.member("Emil"))


@pytest.mark.parametrize(
    "end", [sign_out, sign_out_elsewhere, expire, change_password, reset_on_the_server, block]
)
def test_a_code_ends_with_the_sign_in_of_the_first_phone(house: House, end: object) -> None:
    first, phone = english(house, "Emil"), english_visitor()
    path = path_on(first)
    assert callable(end)
    end(house, first)
    assert phone.get(path).status_code == 404
    assert GONE in tapped(phone, path)
    assert not is_inside(phone)


def test_the_second_factor_is_asked_for_and_as_slow_to_guess_as_ever(house: House) -> None:
    first, phone = english(house, "Emil"), english_visitor()
    secret = second_factor.new_secret()
    digits = [pyotp.TOTP(secret).at(clock.now() + timedelta(seconds=30 * step)) for step in (-1, 0)]
    second_factor.switch_on(actor=house["Emil"], deed=uuid4(), secret=secret, typed=digits[0])
    path = path_on(first)
    assert 'name="typed"' in phone.get(path).content.decode()
    assert "Please give the code." in tapped(phone, path)
    assert "This code is wrong." in tapped(phone, path, typed="000000")
    assert not is_inside(phone)
    assert tapped(phone, path, typed=digits[1]).startswith("/clubs/")
    assert is_inside(phone)
    path, another = path_on(first), english_visitor()
    for _again in range(5):
        assert "This code is wrong." in tapped(another, path, typed="000000")
    assert "Too many wrong codes." in tapped(another, path, typed="000000")


def test_wrong_codes_wait_and_then_even_the_right_one(house: House) -> None:
    first, phone = english(house, "Emil"), english_visitor()
    path = path_on(first)
    for number in range(TRIES_OF_A_PHONE_CODE):
        assert phone.get(f"/phone/aaaa-bbbb-cccc-{number}/").status_code == 404
    for answer in (phone.get(path), phone.post(path, {"deed": str(uuid4())})):
        assert answer.status_code == 429
        assert "Please wait 15 minutes" in main_text_of(answer)
    assert "Sign in as Emil?" in main_text_of(phone.get(path, REMOTE_ADDR="192.0.2.7"))


def test_the_link_has_the_address_that_the_first_phone_uses(house: House, settings) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    first = english(house, "Emil")
    assert link_on(first, HTTP_HOST="192.168.1.5:8000").startswith("http://192.168.1.5:8000/phone/")
    here = first.post(SHOWN, HTTP_HOST="127.0.0.1:8000").content.decode()
    assert "This link only works on this computer." in here
    assert '<svg role="img"' not in here
    settings.PUBLIC_URL = "https://tarock.example.org"
    assert link_on(first, HTTP_HOST="192.168.1.5:8000").startswith("http://192.168.1.5:8000/phone/")
    assert link_on(first, HTTP_HOST="127.0.0.1:8000").startswith("https://tarock.example.org/phone/")


def test_whoever_is_signed_in_there_already_is_told(house: House) -> None:
    first, dora = english(house, "Emil"), english(house, "Dora")
    path = path_on(first)
    assert "You are signed in as Emil here already." in text_at(first, path)
    assert tapped(first, path) == house.club.get_absolute_url()
    assert "You are signed in as Dora here; that ends." in text_at(dora, path)
    assert tapped(dora, path) == house.club.get_absolute_url()
    assert dora.session["_auth_user_id"] == str(house["Emil"].pk)
