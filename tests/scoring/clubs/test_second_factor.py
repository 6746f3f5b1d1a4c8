"""A second factor: switched on with a phone, asked for after the password, taken back."""

from __future__ import annotations

import re
from datetime import timedelta
from io import StringIO
from uuid import uuid4

import pyotp
import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone, translation

from scoring.accounts import second_factor
from scoring.accounts import verbs as people
from scoring.accounts.chronicle import log_line
from scoring.clubs.privacy.anonymising import anonymise_member
from scoring.deeds import Refused
from scoring.models import Deed, OpenSession, SecondFactor, SignInAttempt
from tests.support.pages import english_visitor
from tests.support.scoring.archives import exported
from tests.support.scoring.house import PASSWORD, House, english

NEW = "Tarock-ist-Trumpf"


def switched_on(house: House, name: str = "Emil") -> tuple[str, list[str]]:
    """The secret that the phone knows, and the recovery codes."""
    secret = second_factor.new_secret()
    typed = digits(secret, -1)
    codes = second_factor.switch_on(actor=house[name], deed=uuid4(), secret=secret, typed=typed)
    return secret, codes


def digits(secret: str, steps: int = 0) -> str:
    return pyotp.TOTP(secret).at(timezone.now() + timedelta(seconds=30 * steps))


def half_in(name: str = "Emil", after: str = "") -> Client:
    client = english_visitor()
    answer = client.post("/sign-in/", {"name": name, "password": PASSWORD, "next": after})
    assert answer.headers["Location"] == "/sign-in/code/"
    return client


def typed(client: Client, code: str) -> str:
    answer = client.post("/sign-in/code/", {"typed": code})
    return answer.headers.get("Location") or " ".join(answer.content.decode().split())


def test_it_is_switched_on_with_the_digits_of_a_phone_and_codes_are_shown_once(house: House) -> None:
    emil = english(house, "Emil")
    assert "It is switched off." in emil.get("/second-factor/").content.decode()
    page = emil.get("/second-factor/on/").content.decode()
    assert '<svg role="img"' in page
    (secret,) = re.findall('<code class="secret">([A-Z2-7 ]+)</code>', page)
    assert secret in emil.get("/second-factor/on/").content.decode(), "the same until it is switched on"
    form = {"typed": "000000", "deed": str(uuid4())}
    assert "These are not the digits" in emil.post("/second-factor/on/", form).content.decode()
    assert not SecondFactor.objects.exists()
    code = digits(secret.replace(" ", ""))
    done = emil.post("/second-factor/on/", form | {"typed": f" {code[:3]} {code[3:]}"}).content.decode()
    codes = re.findall("<li><code>([a-z0-9-]{19})</code></li>", done)
    assert len(set(codes)) == 10
    assert secret not in done
    assert emil.post("/second-factor/on/", form | {"typed": code}).headers["Location"] == "/second-factor/"
    page = emil.get("/second-factor/").content.decode()
    assert "It is switched on" in page
    again = {"deed": str(uuid4())}
    renewed = emil.post("/second-factor/codes/", again).content.decode()
    assert len(re.findall("<li><code>([a-z0-9-]{19})</code></li>", renewed)) == 10
    assert emil.post("/second-factor/codes/", again).headers["Location"] == "/second-factor/", "tapped twice"
    assert not any(code in page for code in (*codes, secret, secret.replace(" ", "")))
    found = SecondFactor.objects.get()
    assert not any(code in str(found.codes) for code in codes)
    assert Deed.objects.get(pk=form["deed"]).verb == "switch_on_second_factor"


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
    assert code not in caplog.text
    assert f"second factor wrong: account {house['Emil'].pk}" in caplog.messages
    assert "This code is wrong." in typed(half_in(), code), "somebody who looked over a shoulder"
    assert client.get("/sign-in/code/").status_code == 302


def test_a_browser_that_is_known_is_asked_as_well(house: House) -> None:
    secret, _codes = switched_on(house)
    client = half_in()
    typed(client, digits(secret))
    client.post("/sign-out/")
    assert "known_browser" in client.cookies
    again = client.post("/sign-in/", {"name": "Emil", "password": PASSWORD})
    assert again.headers["Location"] == "/sign-in/code/"


def test_a_recovery_code_lets_somebody_in_once_however_it_is_typed(house: House) -> None:
    _secret, codes = switched_on(house)
    assert typed(half_in(), codes[0].upper().replace("-", " ")).startswith("/clubs/")
    assert "This code is wrong." in typed(half_in(), codes[0])
    assert len(SecondFactor.objects.get().codes) == 9
    fresh = second_factor.renew_codes(actor=house["Emil"], deed=uuid4())
    assert "This code is wrong." in typed(half_in(), codes[1])
    assert typed(half_in(), fresh[1]).startswith("/clubs/")


def test_codes_are_guessed_slowly_from_wherever(house: House) -> None:
    secret, codes = switched_on(house)
    for number in range(5):
        client = half_in()
        client.defaults["REMOTE_ADDR"] = f"192.0.2.{number}"
        assert "This code is wrong." in typed(client, "000000")
    assert "Too many wrong codes. Please wait 60 minutes" in typed(half_in(), digits(secret))
    assert "Too many wrong codes." in typed(half_in(), codes[0])
    SignInAttempt.objects.update(at=timezone.now() - timedelta(hours=1, seconds=1))
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


def test_a_new_password_by_link_does_not_skip_it(house: House) -> None:
    secret, _codes = switched_on(house)
    token = people.invite(actor=house["Anna"], deed=uuid4(), member=house.member("Emil"))
    client = Client()
    form = {"what": "password", "password": NEW, "again": NEW, "deed": str(uuid4())}
    assert client.post(f"/invitation/{token}/", form).headers["Location"] == "/sign-in/code/"
    assert client.get("/clubs/").status_code == 302
    assert typed(client, digits(secret)).startswith("/clubs/")


def test_what_cannot_be_taken_back_asks_for_the_code_too(house: House) -> None:
    secret, _codes = switched_on(house)
    emil = english(house, "Emil")
    session = emil.session
    del session["password_given_at"]
    session.save()
    page = emil.get("/password/").content.decode()
    assert "Your password, please" in page
    off = {"deed": str(uuid4()), "password_again": PASSWORD}
    assert "Please give the code." in emil.post("/second-factor/off/", off).content.decode()
    wrong = emil.post("/second-factor/off/", off | {"code_again": "000000"}).content.decode()
    assert "This code is wrong." in wrong
    assert SecondFactor.objects.exists()
    answer = emil.post("/password/", off | {"code_again": digits(secret), "old": "x", "password": NEW})
    assert answer.headers["Location"] == "/password/", "what was typed is not sent to and fro"
    assert "Current password" in emil.get("/password/").content.decode()
    assert emil.post("/second-factor/off/", off).headers["Location"] == "/second-factor/"
    assert not SecondFactor.objects.exists()


def test_a_form_that_arrives_twice_is_done_once_and_codes_are_not_told_again(house: House) -> None:
    secret, emil = second_factor.new_secret(), house["Emil"]
    on, renewed, off = uuid4(), uuid4(), uuid4()
    about = {"actor": emil, "deed": on, "secret": secret, "typed": digits(secret)}
    assert len(second_factor.switch_on(**about)) == 10
    assert second_factor.switch_on(**about) == []
    with pytest.raises(Refused):
        second_factor.switch_on(**{**about, "deed": uuid4()})
    codes = second_factor.renew_codes(actor=emil, deed=renewed)
    kept = SecondFactor.objects.get().codes
    assert second_factor.renew_codes(actor=emil, deed=renewed) == []
    assert SecondFactor.objects.get().codes == kept
    assert len(codes) == len(kept) == 10
    for _time in range(2):
        second_factor.switch_off(actor=emil, deed=off)
        assert not SecondFactor.objects.exists()
    with pytest.raises(Refused):
        second_factor.renew_codes(actor=emil, deed=uuid4())
    with translation.override("en"):
        told = [log_line(deed) for deed in Deed.objects.filter(pk__in=(on, renewed, off))]
    assert sorted(told) == [
        "made new recovery codes",
        "switched off two-step sign-in",
        "switched on two-step sign-in",
    ]


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
