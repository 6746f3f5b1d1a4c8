"""Signing in and out, guessing, changing the password."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from io import StringIO
from threading import Event, Lock
from typing import Any
from unittest.mock import Mock
from uuid import uuid4

import pyotp
import pytest
from django.contrib.auth.hashers import (
    MD5PasswordHasher,
    check_password,
    make_password,
)
from django.core.management import CommandError, call_command
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import translation

from scoring import clock
from scoring.accounts import second_factor, sign_ins
from scoring.accounts import verbs as people
from scoring.accounts.names import problems_with_password
from scoring.accounts.sign_ins import TRIES_OF_A_LINK, TRIES_OF_MADE_UP_LINKS
from scoring.capability import log_line
from scoring.clubs.privacy.anonymising import anonymise_member
from scoring.deeds import Refused
from scoring.models import Club, Deed, OpenSession, SecondFactor, Sheet, SignInAttempt
from scoring.web.passphrases import words_of
from tarockclub import settings as settings_module
from tests.support.pages import english_visitor
from tests.support.scoring.archives import exported
from tests.support.scoring.house import PASSWORD, House, english, given_long_ago
from tests.support.stored_forms import compared_form, forms_on

HERE = "/clubs/muehlviertler-runde/"
NEW = "Tarock-ist-Trumpf"
GUESSES_COUNT = "guesses are counted for a quarter of an hour, and an hour is longer"
DIGITS_CHANGE = "the digits on a phone hold for half a minute, and the form for the code for ten"


def attempt(client: Client, name: str, password: str = "wrong", address: str = "127.0.0.1") -> str:
    response = client.post("/sign-in/", {"name": name, "password": password}, REMOTE_ADDR=address)
    return response.headers.get("Location") or response.content.decode()


@pytest.fixture
def hashed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every password that is hashed: slow on purpose, and here only counted."""
    found: list[str] = []
    encode = MD5PasswordHasher.encode

    def counted(hasher: MD5PasswordHasher, password: str, salt: str) -> str:
        found.append(password)
        return encode(hasher, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", counted)
    return found


def test_signing_in_takes_the_name_in_any_case_and_leads_on(house: House) -> None:
    client = house.client("")
    path = f"/clubs/{house.club.slug}/"
    response = client.post("/sign-in/", {"name": " EMIL", "password": PASSWORD, "next": path})
    assert response.headers["Location"] == path
    assert "<span>Emil</span></a>" in client.get(path).content.decode()
    assert client.post("/sign-out/").headers["Location"] == "/"
    assert client.get(path).status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        *("//elsewhere.example.org/", "/\\elsewhere", "javascript:alert(1)"),
        *("/there-is-no-such-page/", "/sign-out/", "/\0"),
    ],
)
def test_nobody_is_led_elsewhere(house: House, path: str) -> None:
    form = {"name": "Emil", "password": PASSWORD, "next": path}
    assert house.client("").post("/sign-in/", form).headers["Location"] == HERE
    assert house.client("Emil").get("/sign-in/", {"next": path}).headers["Location"] == HERE
    assert house.client("Emil").post("/sign-out/", {"next": path}).headers["Location"] == "/"


def test_signing_in_leads_to_the_only_club_or_to_the_list_and_whoever_is_in_at_once(house: House) -> None:
    assert attempt(Client(), "Emil", PASSWORD) == HERE
    assert attempt(Client(), "Anna", PASSWORD) == "/clubs/"
    assert attempt(Client(), "Gustl", PASSWORD) == "/clubs/"
    assert house.client("Emil").get("/sign-in/").headers["Location"] == HERE
    on = house.client("Emil").get("/sign-in/?next=/rules/%3Flanguage%3Den")
    assert on.headers["Location"] == "/rules/?language=en"


def test_of_two_clubs_the_first_page_is_the_one_opened_last_and_its_title_leads_to_the_other(
    house: House,
) -> None:
    anna = house.client("Anna")
    south = Club.objects.get(name="Kaffeehaus Süd")
    for club, other in ((house.club, south), (south, house.club)):
        page = anna.get(club.get_absolute_url()).content.decode()
        title = re.search(r'<a class="brand" href="(.*?)">(.*?)</a>', page, re.DOTALL)
        assert title is not None
        assert title[1] == other.get_absolute_url()
        assert f"Zu: {other.name}" in title[2]
        assert anna.get("/").headers["Location"] == club.get_absolute_url()
    assert house.client("Emil").get("/").headers["Location"] == HERE
    assert 'class="brand" href' not in house.client("Emil").get(HERE).content.decode()
    assert house.client("Gustl").get("/").headers["Location"] == "/clubs/"


def test_a_wrong_password_keeps_the_name_and_says_nothing_about_it(house: House) -> None:
    known, unknown = attempt(Client(), "Emil"), attempt(Client(), "Niemand")
    for page, name in ((known, "Emil"), (unknown, "Niemand")):
        assert "Name und Passwort passen nicht zusammen." in page
        assert f'value="{name}"' in page
        assert "wrong" not in page
        assert "<title>Fehler: Anmelden" in page


def test_an_unknown_name_takes_as_long_as_a_wrong_password(house: House, hashed: list[str]) -> None:
    for name in ("Emil", "Niemand"):
        hashed.clear()
        attempt(Client(), name)
        assert len(hashed) == 1


QUICK_AND_EARLIER = [
    "django.contrib.auth.hashers.MD5PasswordHasher",
    "tests.support.scoring.earlier_passwords.QuickPBKDF2",
]


def test_a_password_hashed_in_an_earlier_way_is_hashed_anew_and_nobody_is_signed_out(house: House) -> None:
    emil = house["Emil"]
    with override_settings(PASSWORD_HASHERS=QUICK_AND_EARLIER):
        emil.password = make_password(PASSWORD, hasher="pbkdf2_sha256")
        emil.save()
        browsers = [house.client("") for _ in range(3)]
        for browser in browsers[:2]:
            with override_settings(PASSWORD_HASHERS=QUICK_AND_EARLIER[::-1]):  # as before
                attempt(browser, "Emil", PASSWORD)
        attempt(browsers[2], "Emil", PASSWORD)
        emil.refresh_from_db()
        assert emil.password.startswith("md5$")
        assert [browser.get(HERE).status_code for browser in browsers] == [200] * 3
        assert attempt(house.client(""), "Emil", "wrong").count("<form")
        emil.set_password(NEW)
        emil.save()
        assert [browser.get(HERE).status_code for browser in browsers] == [404] * 3


def test_passwords_are_hashed_by_argon2_in_19_mib() -> None:
    with override_settings(PASSWORD_HASHERS=settings_module.PASSWORD_HASHERS):
        encoded = make_password(PASSWORD)
        assert encoded.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")
        assert check_password(PASSWORD, encoded)
        assert not check_password(NEW, encoded)


@pytest.mark.own_time(GUESSES_COUNT)
def test_after_five_wrong_passwords_a_name_waits_even_with_the_right_one(house: House) -> None:
    for _ in range(5):
        assert "passen nicht zusammen" in attempt(Client(), "emil")
    for _ in range(3):
        assert "Bitte 15 Minuten warten" in attempt(Client(), "Emil", PASSWORD)
    assert SignInAttempt.objects.count() == 5  # trying on does not make the wait longer
    assert attempt(Client(), "Dora", PASSWORD) == HERE
    later = timedelta(minutes=14, seconds=30)
    for row in SignInAttempt.objects.all():
        SignInAttempt.objects.filter(pk=row.pk).update(at=row.at - later)
    assert "Bitte 1 Minute warten" in attempt(Client(), "Emil", PASSWORD)
    SignInAttempt.objects.update(at=clock.now() - timedelta(minutes=15, seconds=1))
    assert attempt(Client(), "Emil", PASSWORD) == HERE
    assert not SignInAttempt.objects.exists()


@pytest.mark.own_time(GUESSES_COUNT)
def test_from_where_sixty_were_wrong_a_name_has_two_tries_and_nobody_else_waits(house: House) -> None:
    tries("127.0.0.9", *(f"name {number}" for number in range(sign_ins.TRIES_FROM_AN_ADDRESS)))
    assert "passen nicht zusammen" in attempt(Client(), "name 7", address="127.0.0.9")
    assert "Zu viele falsche Passwörter." in attempt(Client(), "name 7", address="127.0.0.9")
    assert "passen nicht zusammen" in attempt(Client(), "Emil", address="127.0.0.9")
    assert attempt(Client(), "Emil", PASSWORD, address="127.0.0.9") == HERE
    assert "passen nicht zusammen" in attempt(Client(), "name 7", address="127.0.0.10")


@pytest.mark.own_time(GUESSES_COUNT)
def test_from_there_one_password_is_hashed_at_a_time(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that nobody has, and one that somebody has: neither answer tells which."""
    monkeypatch.setattr(sign_ins, "SECONDS_IN_LINE", 0)
    phone = Client()
    attempt(phone, "Emil", PASSWORD)
    tries("127.0.0.9", *(f"name {number}" for number in range(sign_ins.TRIES_FROM_AN_ADDRESS)))
    rows = SignInAttempt.objects.count()
    with sign_ins._one_at_a_time(is_busy=True):
        for name in ("Dora", "Niemand"):
            page = attempt(Client(), name, PASSWORD, address="127.0.0.9")
            assert "Bitte versuchen Sie es gleich noch einmal." in page
        assert SignInAttempt.objects.count() == rows, "it costs no try"
        assert attempt(phone, "Emil", PASSWORD, address="127.0.0.9") == HERE
        assert attempt(Client(), "Dora", PASSWORD, address="127.0.0.10") == HERE
    assert attempt(Client(), "Dora", PASSWORD, address="127.0.0.9") == HERE


def test_whoever_comes_while_one_is_hashed_there_waits_and_is_not_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lock, in_line = Lock(), Event()

    def acquire(timeout: float) -> bool:
        if lock.acquire(blocking=False):
            return True
        in_line.set()
        return lock.acquire(timeout=timeout)

    monkeypatch.setattr(sign_ins, "_hashing", Mock(acquire=acquire, release=lock.release))

    def hash_one() -> None:
        with sign_ins._one_at_a_time(is_busy=True):
            pass

    with ThreadPoolExecutor() as line, sign_ins._one_at_a_time(is_busy=True):
        next_one = line.submit(hash_one)
        in_line.wait()
        assert not next_one.done()
    assert next_one.exception() is None


def tries(address: str, *keys: str) -> None:
    now = clock.now()
    SignInAttempt.objects.bulk_create(SignInAttempt(key=key, address=address, at=now) for key in keys)


@pytest.mark.own_time(GUESSES_COUNT)
def test_a_network_of_ipv6_counts_as_one_address(house: House) -> None:
    for number in range(5):
        attempt(Client(), "Emil", address=f"2001:db8:1:2::{number}")
    assert "Zu viele falsche Passwörter." in attempt(Client(), "Emil", PASSWORD, address="2001:db8:1:2:9::9")
    assert attempt(Client(), "Emil", PASSWORD, address="2001:db8:1:3::1") == HERE


@pytest.mark.own_time(GUESSES_COUNT)
def test_a_browser_that_signed_in_before_is_not_kept_out_by_others(house: House) -> None:
    """Not by whoever sits at the same table of the pub, and not by a thousand machines."""
    phone = Client()
    assert attempt(phone, "Emil", PASSWORD) == HERE
    phone.post("/sign-out/")
    tries("127.0.0.1", *["emil"] * 80)
    assert "Zu viele falsche Passwörter." in attempt(Client(), "Emil", PASSWORD)
    assert "Zu viele falsche Passwörter." in attempt(Client(), "Emil", PASSWORD, address="192.0.2.1")
    assert attempt(phone, "EMIL", PASSWORD) == HERE
    assert "Zu viele falsche Passwörter." not in attempt(Client(), "Emil", PASSWORD)
    # Nor does it guess faster than others, keep them out, or know anybody else.
    for _ in range(5):
        assert "passen nicht zusammen" in attempt(phone, "Emil", address="192.0.2.1")
    assert "Zu viele falsche Passwörter." in attempt(phone, "Emil", PASSWORD, address="192.0.2.2")
    assert attempt(Client(), "Emil", PASSWORD) == HERE
    tries("127.0.0.1", *["dora"] * 5)
    assert "Zu viele falsche Passwörter." in attempt(phone, "Dora", PASSWORD)
    phone.cookies["known_browser"] = phone.cookies["known_browser"].value[:-1] + "x"
    assert "Zu viele falsche Passwörter." in attempt(phone, "Dora", PASSWORD), "nor by a forged cookie"


def test_no_more_than_a_hundred_tries_for_a_name_are_possible_in_an_hour() -> None:
    """As ASVS 2.2.1 asks: strangers together, and a known browser each quarter of an hour."""
    assert sign_ins.TRIES_FROM_EVERYWHERE + sign_ins.TRIES_FOR_A_NAME * 4 <= 100
    assert timedelta(hours=1) == sign_ins.ATTEMPTS_KEPT == 4 * sign_ins.WINDOW


def test_sign_ins_stand_in_the_security_log_without_names_and_passwords(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "tarockclub.security")
    attempt(Client(), "Emil", "mein-geheimes-wort")
    attempt(Client(), "geheim\nsigned in: account 1", "wrong", address="2001:db8::1")
    attempt(Client(), "Emil", PASSWORD)
    emil = house["Emil"].pk
    assert caplog.messages == [
        f"sign-in failed: account {emil} from 127.0.0.1",
        "sign-in failed: account unknown from 2001:db8::/64",
        f"signed in: account {emil} from 127.0.0.1",
    ]


def test_only_the_proxy_of_a_production_server_says_where_a_visitor_is(house: House, settings) -> None:
    form = {"name": "Emil", "password": "wrong"}
    for production in (False, True):
        settings.PRODUCTION = production
        Client().post("/sign-in/", form, headers={"X-Forwarded-For": "10.0.0.1, 192.0.2.7"})
    assert list(SignInAttempt.objects.order_by("pk").values_list("address", flat=True)) == [
        "127.0.0.1",
        "192.0.2.7",
    ]


def test_a_new_password_asks_for_the_old_one_and_leaves_only_this_browser(house: House) -> None:
    """However long ago the old one was given: nothing else is asked for beside it."""
    here, there = Client(), Client()
    for client in (here, there):
        attempt(client, "Emil", PASSWORD)
    began = OpenSession.objects.get(session=here.session.session_key).began_at
    given_long_ago(here)
    assert 'value="Emil" autocomplete="username" readonly hidden' in here.get("/display/").content.decode()
    form = {"old": "wrong", "password": NEW, "deed": str(uuid4())}
    page = here.post("/display/", form).content.decode()
    assert "Das ist nicht das bisherige Passwort." in page
    assert NEW not in page
    assert here.post("/display/", form | {"old": PASSWORD}).headers["Location"] == "/display/"
    assert not SignInAttempt.objects.exists()
    assert here.get("/clubs/").status_code == 200
    assert there.get("/clubs/").status_code == 302
    assert [open_session.began_at for open_session in OpenSession.objects.all()] == [began]
    assert attempt(Client(), "Emil", NEW) == HERE


def test_what_was_typed_before_signing_in_anew_is_sent_again(house: House) -> None:
    address, people = f"{HERE}members/", house.club.members.filter(name__in=["Xaver", "Yvonne"])
    anna, nobody = (
        Client(enforce_csrf_checks=True, headers={"Origin": "http://testserver"}) for _ in range(2)
    )
    anna.force_login(house["Anna"])
    typed = next(form for form in forms_on(anna.get(address)) if "names" in form.names)
    anna.cookies["csrftoken"] = "a" * 32  # as after signing in in another window
    sent = typed.with_({"names": "Xaver\nYvonne"})
    assert "Xaver" not in anna.post(address, sent, headers={"Origin": "https://example.org"}).content.decode()
    refused = anna.post(address, sent)
    assert (refused.status_code, people.count()) == (403, 0)
    [again] = [form for form in forms_on(refused) if "names" in form.names]
    assert nobody.post(again.action, again.sent).status_code == 403
    assert (anna.post(again.action, again.sent).status_code, people.count()) == (302, 2)


@pytest.mark.own_time(GUESSES_COUNT)
def test_guessing_the_old_password_is_as_slow_as_signing_in(house: House) -> None:
    client = house.client("Emil")

    def change(old: str) -> str:
        form = {"old": old, "password": NEW, "deed": str(uuid4())}
        response = client.post("/display/", form)
        return response.headers.get("Location") or response.content.decode()

    for _ in range(5):
        assert "Das ist nicht das bisherige Passwort." in change("wrong")
    assert "Bitte 15 Minuten warten" in change(PASSWORD)
    SignInAttempt.objects.all().delete()
    tries("127.0.0.1", *["emil"] * 80)
    assert "Zu viele falsche Passwörter." in attempt(Client(), "Emil", PASSWORD)
    assert change(PASSWORD) == "/display/", "whoever is inside does not wait for those at the door"


def switched_on(house: House, name: str = "Emil") -> tuple[str, list[str]]:
    """The secret that the phone knows, and the recovery codes."""
    secret = second_factor.new_secret()
    typed = digits(secret, -1)
    codes = second_factor.switch_on(actor=house[name], deed=uuid4(), secret=secret, typed=typed)
    return secret, codes


def digits(secret: str, steps: int = 0) -> str:
    return pyotp.TOTP(secret).at(clock.now() + timedelta(seconds=30 * steps))


def half_in(name: str = "Emil", after: str = "") -> Client:
    client = english_visitor()
    answer = client.post("/sign-in/", {"name": name, "password": PASSWORD, "next": after})
    assert answer.headers["Location"] == "/sign-in/code/"
    return client


def typed(client: Client, code: str) -> str:
    answer = client.post("/sign-in/code/", {"typed": code})
    return answer.headers.get("Location") or " ".join(answer.content.decode().split())


@pytest.mark.own_time(DIGITS_CHANGE)
def test_it_is_switched_on_with_the_digits_of_a_phone_and_codes_are_shown_once(house: House) -> None:
    emil = english(house, "Emil")
    page = emil.get("/second-factor/on/").content.decode()
    assert '<svg role="img"' in page
    (secret,) = re.findall('<code class="secret">([A-Z2-7 ]+)</code>', page)
    form = {"typed": "000000", "deed": str(uuid4())}
    assert "These are not the digits" in emil.post("/second-factor/on/", form).content.decode()
    assert not SecondFactor.objects.exists()
    code, phone = digits(secret.replace(" ", "")), Client()
    attempt(phone, "Emil", PASSWORD)
    done = emil.post("/second-factor/on/", form | {"typed": f" {code[:3]} {code[3:]}"}).content.decode()
    codes = re.findall("<li><code>([a-z0-9-]{19})</code></li>", done)
    assert len(set(codes)) == 10
    assert secret not in done
    assert phone.get("/clubs/").status_code == 302, "signed out everywhere else"
    page = emil.get("/display/").content.decode()
    assert "10 recovery codes are left." in page
    again = {"deed": str(uuid4())}
    renewed = emil.post("/second-factor/codes/", again).content.decode()
    assert len(re.findall("<li><code>([a-z0-9-]{19})</code></li>", renewed)) == 10
    assert not any(code in page for code in (*codes, secret, secret.replace(" ", "")))
    found = SecondFactor.objects.get()
    assert not any(code in str(found.codes) for code in codes)
    assert Deed.objects.get(pk=form["deed"]).verb == "switch_on_second_factor"


@pytest.mark.own_time(DIGITS_CHANGE)
def test_with_a_key_the_secret_is_stored_encrypted_and_one_from_before_at_its_next_use(
    house: House, settings: Any
) -> None:
    secret, codes = switched_on(house)
    assert SecondFactor.objects.get().secret == secret
    first = "Fx0oQ6cW1nZk7bV2eT9rYpL4sJ8hUdM3aGiC5KqXwBvNz_yOtR"
    second = first[::-1]
    settings.ENCRYPTION_KEY = first
    assert typed(half_in(), digits(secret)).startswith("/clubs/")
    kept = SecondFactor.objects.get().secret
    assert (len(kept), secret in kept) == (64, False)
    settings.ENCRYPTION_KEY, settings.ENCRYPTION_KEY_FALLBACKS = second, [first]
    assert typed(half_in(), digits(secret, 1)).startswith("/clubs/")
    SecondFactor.objects.update(last_step=0)  # as half a minute later
    settings.ENCRYPTION_KEY_FALLBACKS = []
    assert typed(half_in(), digits(secret)).startswith("/clubs/"), "encrypted anew when it was used"
    of_dora, _codes = switched_on(house, "Dora")
    assert len(SecondFactor.objects.get(account=house["Dora"]).secret) == 64
    settings.ENCRYPTION_KEY = first
    assert "This code is wrong" in typed(half_in("Dora"), digits(of_dora))
    assert typed(half_in(), codes[0]).startswith("/clubs/"), "codes on paper need no key"
    settings.ENCRYPTION_KEY, settings.ENCRYPTION_KEY_FALLBACKS = "", [second]
    SecondFactor.objects.update(last_step=0)
    assert typed(half_in(), digits(secret)).startswith("/clubs/")
    assert SecondFactor.objects.get(account=house["Emil"]).secret == secret, "stored as it is"


def test_a_club_demands_it_of_owners_and_directors_and_of_nobody_else(house: House) -> None:
    settings = reverse("scoring:club_settings", args=[house.club.slug])
    anna, bert = english(house, "Anna"), english(house, "Bert")  # the owner, and a director
    form = compared_form(anna.get(settings), "second_factor").sent | {"second_factor": "yes"}
    refused = anna.post(settings, form).content.decode()
    assert "First switch on two-step sign-in for your own account." in refused
    switched_on(house, "Anna")
    form = compared_form(anna.get(settings), "second_factor").sent | {"second_factor": "yes"}
    assert anna.post(settings, form).status_code == 302
    said = log_line(Deed.objects.filter(verb="change_club").latest("at"))
    assert "nicht verlangt → verlangt" in said

    sheet = house.sheet()
    members, club = reverse("scoring:club_log", args=[house.club.slug]), house.club.get_absolute_url()
    refused = bert.get(members)
    assert refused.status_code == 403
    assert "requires two-step sign-in of owners and directors" in refused.content.decode()
    assert "you are only a member here" in bert.get(club).content.decode()
    assert not Sheet.objects.open_to(house["Bert"]).whole().get(pk=sheet.pk).is_directed
    assert "you are only a member here" not in english(house, "Emil").get(club).content.decode()
    switched_on(house, "Bert")
    assert bert.get(members).status_code == 200
    assert "you are only a member here" not in bert.get(club).content.decode()
    assert Sheet.objects.open_to(house["Bert"]).whole().get(pk=sheet.pk).is_directed


@pytest.mark.own_time(DIGITS_CHANGE)
def test_after_the_password_the_code_is_asked_for_and_no_digits_are_taken_twice(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    secret, _codes = switched_on(house)
    OpenSession.objects.all().delete()
    caplog.set_level("INFO", "tarockclub.security")
    client = half_in(after="/rules/")
    assert caplog.messages == [], "not signed in yet"
    assert client.get("/clubs/").status_code == 302, "the password alone opens nothing"
    assert "known_browser" not in client.cookies
    for wrong in ("000000", "", "ab", "١٢٣٤٥٦"):
        assert "Sign in" in typed(client, wrong)
    code = digits(secret)
    assert typed(client, code) == "/rules/"
    assert caplog.messages[-1] == f"signed in: account {house['Emil'].pk} from 127.0.0.1"
    assert client.get("/clubs/").status_code == 200
    assert OpenSession.objects.get().account == house["Emil"]
    assert not SignInAttempt.objects.exists()
    assert secret not in caplog.text
    assert f"second factor wrong: account {house['Emil'].pk}" in caplog.messages
    assert "This code is wrong." in typed(half_in(), code), "somebody who looked over a shoulder"
    client.post("/sign-out/")
    assert "known_browser" in client.cookies
    again = client.post("/sign-in/", {"name": "Emil", "password": PASSWORD})
    assert again.headers["Location"] == "/sign-in/code/", "also where the browser is known"


@pytest.mark.own_time(DIGITS_CHANGE)
def test_a_recovery_code_lets_somebody_in_once_however_it_is_typed(house: House) -> None:
    emil = house["Emil"]
    with pytest.raises(Refused):
        second_factor.renew_codes(actor=emil, deed=uuid4())
    secret, codes = switched_on(house)
    with pytest.raises(Refused):
        second_factor.switch_on(actor=emil, deed=uuid4(), secret=secret, typed=digits(secret))
    assert typed(half_in(), codes[0].upper().replace("-", " ")).startswith("/clubs/")
    assert "This code is wrong." in typed(half_in(), codes[0])
    assert len(SecondFactor.objects.get().codes) == 9
    fresh = second_factor.renew_codes(actor=emil, deed=uuid4())
    assert "This code is wrong." in typed(half_in(), codes[1])
    assert typed(half_in(), fresh[1]).startswith("/clubs/")
    second_factor.switch_off(actor=emil, deed=uuid4())
    with translation.override("en"):
        told = [log_line(deed) for deed in Deed.objects.filter(account=emil).order_by("-at")[:3]]
    assert told == [
        "switched off two-step sign-in",
        "made new recovery codes",
        "switched on two-step sign-in",
    ]


@pytest.mark.own_time(GUESSES_COUNT)
def test_codes_are_guessed_slowly_from_wherever(house: House) -> None:
    secret, codes = switched_on(house)
    for number in range(5):
        client = half_in()
        client.defaults["REMOTE_ADDR"] = f"192.0.2.{number}"
        assert "This code is wrong." in typed(client, "000000")
    assert "Too many wrong codes. Please wait 60 minutes" in typed(half_in(), digits(secret))
    assert "Too many wrong codes." in typed(half_in(), codes[0])
    SignInAttempt.objects.update(at=clock.now() - timedelta(hours=1, seconds=1))
    assert typed(half_in(), digits(secret)).startswith("/clubs/")


def test_half_a_sign_in_ends_after_a_while_and_with_a_new_password(house: House) -> None:
    secret, _codes = switched_on(house)
    late, changed = half_in(), half_in()
    session = late.session
    pk, password, given, after = session["half_in"]
    session["half_in"] = [pk, password, given - 601, after]
    session.save()
    assert typed(late, digits(secret)) == "/sign-in/"
    emil = house["Emil"]
    emil.set_password(NEW)
    emil.save()
    assert typed(changed, digits(secret)) == "/sign-in/"
    assert typed(Client(), digits(secret)) == "/sign-in/"


@pytest.mark.own_time(DIGITS_CHANGE)
def test_a_new_password_by_link_does_not_skip_it(house: House) -> None:
    secret, _codes = switched_on(house)
    token = people.invite(actor=house["Anna"], deed=uuid4(), member=house.member("Emil"))
    client = Client()
    form = {"what": "password", "password": NEW, "deed": str(uuid4())}
    assert client.post(f"/invitation/{token}/", form).headers["Location"] == "/sign-in/code/"
    assert client.get("/clubs/").status_code == 302
    assert typed(client, digits(secret)).startswith("/clubs/")


@pytest.mark.own_time(DIGITS_CHANGE)
def test_what_cannot_be_taken_back_asks_for_the_code_too(house: House) -> None:
    secret, _codes = switched_on(house)
    emil = english(house, "Emil")
    given_long_ago(emil)
    change = {"deed": str(uuid4()), "old": PASSWORD, "password": NEW}
    assert "This code is wrong." in emil.post("/display/", change | {"code": "000000"}).content.decode()
    assert emil.post("/display/", change | {"code": digits(secret)}).headers["Location"] == "/display/"
    given_long_ago(emil)
    off = {"deed": str(uuid4()), "password_again": NEW}
    assert "Please give the code." in emil.post("/second-factor/off/", off).content.decode()
    wrong = emil.post("/second-factor/off/", off | {"code_again": "000000"}).content.decode()
    assert "This code is wrong." in wrong
    assert SecondFactor.objects.exists()
    answer = emil.post("/second-factor/off/", off | {"code_again": digits(secret, 1)})
    assert answer.headers["Location"] == "/display/"
    assert not SecondFactor.objects.exists()


def test_whoever_runs_the_server_takes_it_off(house: House, caplog: pytest.LogCaptureFixture) -> None:
    switched_on(house)
    said = StringIO()
    call_command("remove_second_factor", "EMIL", stdout=said)
    assert "signs in with the password alone" in said.getvalue()
    assert f"second factor removed by command: account {house['Emil'].pk}" in caplog.messages
    for name in ("Emil", "Niemand"):
        with pytest.raises(CommandError):
            call_command("remove_second_factor", name)


def test_the_secret_leaves_in_no_file_and_goes_with_the_name(house: House) -> None:
    secret, codes = switched_on(house)
    stored = SecondFactor.objects.get().codes
    told = exported(house.club).decode("latin-1")
    emil = english(house, "Emil")
    data = f"/clubs/{house.club.slug}/members/{house.member('Emil').pk}/data/"
    told += emil.get(data).content.decode() + emil.get(f"{data}export/csv/").getvalue().decode("latin-1")
    told += (
        english(house, "Anna").get(f"/admin/secondfactor/{SecondFactor.objects.get().pk}/").content.decode()
    )
    assert "Two-step sign-in since" in told
    assert not any(secret_text in told for secret_text in (secret, *codes, *stored))
    anonymise_member(actor=house["Anna"], deed=uuid4(), member=house.member("Emil"))
    assert not SecondFactor.objects.exists()


def answer(token: str, *, what: str = "account", name: str = "Neu", address: str = "192.0.2.7") -> int:
    form = {"what": what, "name": name, "password": PASSWORD, "deed": str(uuid4())}
    return Client().post(f"/invitation/{token}/", form, REMOTE_ADDR=address).status_code


@pytest.mark.own_time(GUESSES_COUNT)
def test_for_a_made_up_invitation_nothing_is_hashed_and_soon_nothing_is_written(
    house: House, hashed: list[str]
) -> None:
    """And a real one is not kept waiting by them."""
    token = people.invite(actor=house["Anna"], deed=uuid4(), member=house.member("Hilda"))
    hashed.clear()
    for what in ("account", "password"):
        for _ in range(TRIES_OF_MADE_UP_LINKS // 2):
            assert answer("0" * 40, what=what) == 404
    rows = SignInAttempt.objects.count()
    assert [answer(f"{number:040}") for number in range(5)] == [429] * 5
    assert answer("0" * 40, address="192.0.2.8") == 404
    assert not hashed
    assert SignInAttempt.objects.count() == rows + 1
    assert answer(token, name="Hilda") == 302


@pytest.mark.own_time(GUESSES_COUNT)
def test_a_real_invitation_hashes_a_few_passwords_and_then_waits(house: House, hashed: list[str]) -> None:
    token = people.invite(actor=house["Anna"], deed=uuid4(), member=house.member("Hilda"))
    before = len(hashed)
    for number in range(TRIES_OF_A_LINK + 3):
        assert answer(token, name="Emil", address=f"192.0.2.{number}") == 200  # this name is taken
    assert len(hashed) - before == TRIES_OF_A_LINK


def test_a_passphrase_of_four_words_is_offered_that_is_good_enough(house: House) -> None:
    """In the language of the page."""
    phrases = set()
    for language in ("de", "en"):
        page = house.client("Emil").get(f"/display/?language={language}").content.decode()
        offered = re.search(r'data-offered="([^"]+)" data-take="([^"]+)"', page)
        assert offered is not None
        phrase, take = offered.groups()
        assert phrase in take
        assert set(phrase.split()) <= set(words_of(language))
        assert not problems_with_password(phrase, house["Emil"])
        phrases.add(phrase)
    assert len(phrases) == 2
