"""Signing in and out, guessing, changing the password."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.test import Client
from django.utils import timezone

from scoring.accounts import sign_ins
from scoring.models import SignInAttempt
from tests.support.scoring.house import PASSWORD, House

HERE = "/clubs/muehlviertler-runde/"


def attempt(client: Client, name: str, password: str = "wrong", address: str = "127.0.0.1") -> str:
    response = client.post("/sign-in/", {"name": name, "password": password}, REMOTE_ADDR=address)
    return response.headers.get("Location") or response.content.decode()


def test_signing_in_takes_the_name_in_any_case_and_leads_on(house: House) -> None:
    client = house.client("")
    path = f"/clubs/{house.club.slug}/"
    response = client.post("/sign-in/", {"name": " EMIL", "password": PASSWORD, "next": path})
    assert response.headers["Location"] == path
    assert "Angemeldet als <b>Emil</b>" in client.get(path).content.decode()
    assert client.post("/sign-out/").headers["Location"] == "/"
    assert client.get(path).status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        *(
            "https://elsewhere.example.org/",
            "//elsewhere.example.org/",
            "/\\elsewhere",
            "javascript:alert(1)",
        ),
        *("/there-is-no-such-page/", "/sign-out/", "/sign-in/", "/sign-out/?language=en", "/\0"),
    ],
)
def test_nobody_is_led_elsewhere(house: House, path: str) -> None:
    form = {"name": "Emil", "password": PASSWORD, "next": path}
    assert house.client("").post("/sign-in/", form).headers["Location"] == HERE
    assert house.client("Emil").get("/sign-in/", {"next": path}).headers["Location"] == HERE
    assert house.client("Emil").post("/sign-out/", {"next": path}).headers["Location"] == "/"


def test_signing_in_leads_to_the_only_club_or_to_the_list(house: House) -> None:
    assert attempt(Client(), "Emil", PASSWORD) == HERE
    assert attempt(Client(), "Anna", PASSWORD) == "/clubs/"
    assert attempt(Client(), "Gustl", PASSWORD) == "/clubs/"


def test_whoever_is_signed_in_is_led_on_at_once(house: House) -> None:
    assert house.client("Emil").get("/sign-in/").headers["Location"] == HERE
    on = house.client("Emil").get("/sign-in/?next=/rules/%3Flanguage%3Den")
    assert on.headers["Location"] == "/rules/?language=en"


def test_a_wrong_password_keeps_the_name_and_says_nothing_about_it(house: House) -> None:
    known, unknown = attempt(Client(), "Emil"), attempt(Client(), "Niemand")
    for page, name in ((known, "Emil"), (unknown, "Niemand")):
        assert "Name und Passwort passen nicht zusammen." in page
        assert f'value="{name}"' in page
        assert "wrong" not in page
        assert "<title>Fehler: Anmelden" in page


def test_an_unknown_name_takes_as_long_as_a_wrong_password(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    hashed = []
    encode = MD5PasswordHasher.encode
    monkeypatch.setattr(
        MD5PasswordHasher, "encode", lambda self, *given: hashed.append(1) or encode(self, *given)
    )
    attempt(Client(), "Emil")
    for_a_known_name = len(hashed)
    attempt(Client(), "Niemand")
    assert for_a_known_name == len(hashed) - for_a_known_name == 1


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
    SignInAttempt.objects.update(at=timezone.now() - timedelta(minutes=15, seconds=1))
    assert attempt(Client(), "Emil", PASSWORD) == HERE
    assert not SignInAttempt.objects.exists()


def test_from_where_sixty_were_wrong_a_name_has_two_tries_and_nobody_else_waits(house: House) -> None:
    tries("127.0.0.9", *(f"name {number}" for number in range(sign_ins.TRIES_FROM_AN_ADDRESS)))
    assert "passen nicht zusammen" in attempt(Client(), "name 7", address="127.0.0.9")
    assert "Zu viele falsche Passwörter." in attempt(Client(), "name 7", address="127.0.0.9")
    assert "passen nicht zusammen" in attempt(Client(), "Emil", address="127.0.0.9")
    assert attempt(Client(), "Emil", PASSWORD, address="127.0.0.9") == HERE
    assert "passen nicht zusammen" in attempt(Client(), "name 7", address="127.0.0.10")


def test_from_there_one_password_is_hashed_at_a_time(house: House) -> None:
    """A name that nobody has, and one that somebody has: neither answer tells which."""
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


def tries(address: str, *keys: str) -> None:
    now = timezone.now()
    SignInAttempt.objects.bulk_create(SignInAttempt(key=key, address=address, at=now) for key in keys)


def test_a_network_of_ipv6_counts_as_one_address(house: House) -> None:
    for number in range(5):
        attempt(Client(), "Emil", address=f"2001:db8:1:2::{number}")
    assert "Zu viele falsche Passwörter." in attempt(Client(), "Emil", PASSWORD, address="2001:db8:1:2:9::9")
    assert attempt(Client(), "Emil", PASSWORD, address="2001:db8:1:3::1") == HERE


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


def test_a_known_browser_guesses_no_faster_and_knows_nobody_else(house: House) -> None:
    phone = Client()
    attempt(phone, "Emil", PASSWORD)
    for _ in range(5):
        assert "passen nicht zusammen" in attempt(phone, "Emil", address="192.0.2.1")
    assert "Zu viele falsche Passwörter." in attempt(phone, "Emil", PASSWORD, address="192.0.2.2")
    assert attempt(Client(), "Emil", PASSWORD) == HERE  # and does not keep out others either
    tries("127.0.0.1", *["dora"] * 5)
    assert "Zu viele falsche Passwörter." in attempt(phone, "Dora", PASSWORD)


def test_no_more_than_a_hundred_tries_for_a_name_are_possible_in_an_hour() -> None:
    """As ASVS 2.2.1 asks: strangers together, and a known browser each quarter of an hour."""
    assert sign_ins.TRIES_FROM_EVERYWHERE + sign_ins.TRIES_FOR_A_NAME * 4 <= 100
    assert timedelta(hours=1) == sign_ins.ATTEMPTS_KEPT == 4 * sign_ins.WINDOW


def test_a_forged_cookie_makes_no_browser_known(house: House) -> None:
    phone = Client()
    attempt(phone, "Emil", PASSWORD)
    tries("127.0.0.1", *["dora"] * 5)
    phone.cookies["known_browser"] = phone.cookies["known_browser"].value[:-1] + "x"
    assert "Zu viele falsche Passwörter." in attempt(phone, "Dora", PASSWORD)


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


def test_a_right_password_forgets_the_wrong_ones(house: House) -> None:
    for _ in range(2):
        for _ in range(4):
            attempt(Client(), "Emil")
        assert attempt(Client(), "Emil", PASSWORD) == HERE


def test_only_the_proxy_of_a_production_server_says_where_a_visitor_is(house: House, settings) -> None:
    form = {"name": "Emil", "password": "wrong"}
    for production in (False, True):
        settings.PRODUCTION = production
        Client().post("/sign-in/", form, headers={"X-Forwarded-For": "10.0.0.1, 192.0.2.7"})
    assert list(SignInAttempt.objects.order_by("pk").values_list("address", flat=True)) == [
        "127.0.0.1",
        "192.0.2.7",
    ]


def test_changing_the_password_ends_the_other_sign_ins(house: House) -> None:
    here, there = house.client("Emil"), house.client("Emil")
    new = "Tarock-ist-Trumpf"
    form = {"old": "wrong", "password": new, "again": new, "deed": str(uuid4())}
    assert "Das ist nicht das bisherige Passwort." in here.post("/password/", form).content.decode()
    mixed = here.post("/password/", form | {"old": PASSWORD, "again": "other"}).content.decode()
    assert "Die beiden Passwörter sind verschieden." in mixed
    assert here.post("/password/", form | {"old": PASSWORD}).headers["Location"] == "/clubs/"
    assert here.get("/clubs/").status_code == 200
    assert there.get("/clubs/").status_code == 302
    assert attempt(Client(), "Emil", new) == HERE


def test_guessing_the_old_password_is_as_slow_as_signing_in(house: House) -> None:
    client, new = house.client("Emil"), "Tarock-ist-Trumpf"

    def change(old: str) -> str:
        form = {"old": old, "password": new, "again": new, "deed": str(uuid4())}
        response = client.post("/password/", form)
        return response.headers.get("Location") or response.content.decode()

    for _ in range(5):
        assert "Das ist nicht das bisherige Passwort." in change("wrong")
    assert "Bitte 15 Minuten warten" in change(PASSWORD)
    SignInAttempt.objects.all().delete()
    tries("127.0.0.1", *["emil"] * 80)
    assert "Zu viele falsche Passwörter." in attempt(Client(), "Emil", PASSWORD)
    assert change(PASSWORD) == "/clubs/", "whoever is inside does not wait for those at the door"


def test_a_changed_password_sent_twice_is_answered_the_same(house: House) -> None:
    client, new = house.client("Emil"), "Tarock-ist-Trumpf"
    assert 'value="Emil" autocomplete="username" readonly hidden' in client.get("/password/").content.decode()
    form = {"old": PASSWORD, "password": new, "again": new, "deed": str(uuid4())}
    for _ in range(2):
        assert client.post("/password/", form).headers["Location"] == "/clubs/"
    assert not SignInAttempt.objects.exists()


def test_home_leads_to_the_only_club(house: House) -> None:
    page = house.client("Emil").get("/").content.decode()
    assert f'href="/clubs/{house.club.slug}/"' in page
    assert house.other.name not in page
    assert "Ihre Klubs" in house.client("Anna").get("/").content.decode()
