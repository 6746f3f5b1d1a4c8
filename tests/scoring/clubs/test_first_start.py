"""The set-up page: only with the code, only once, and nothing is lost on the way."""

from __future__ import annotations

from io import StringIO
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import CommandError, call_command
from django.test import Client

from scoring.accounts import verbs as people
from scoring.models import Account, Club
from tests.support.scoring.first_start import FORM, path
from tests.support.scoring.house import PASSWORD, House, terms


@pytest.mark.django_db
def test_the_first_owner_is_signed_in_and_sits_at_the_table(client: Client) -> None:
    assert "Den Klub einrichten" in client.get(path()).content.decode()
    form = FORM | {"deed": str(uuid4())}
    response = client.post(path(), form, follow=True)
    assert response.request["PATH_INFO"] == "/clubs/muehlviertler-runde/play/", "straight to the table"
    assert "Angemeldet als <b>Anna</b>" in response.content.decode()
    page = client.get("/clubs/muehlviertler-runde/").content.decode()
    assert "Einfach spielen" in page
    assert Account.objects.get().is_superuser
    # The same form again is answered the same, a new one is not.
    assert client.post(path(), form).headers["Location"] == "/clubs/muehlviertler-runde/play/"
    assert client.post(path(), FORM | {"deed": str(uuid4())}).status_code == 404
    assert (
        client.post(path(), form | {"password": "something else", "again": "something else"}).status_code
        == 404
    )
    assert (Account.objects.count(), Club.objects.count()) == (1, 1)


@pytest.mark.django_db
def test_whoever_opens_the_set_up_page_again_is_led_to_sign_in(client: Client) -> None:
    client.post(path(), FORM | {"deed": str(uuid4())})
    for address in (path(), f"{path()}club/", f"{path()}club/{'0' * 64}/"):
        again = Client().get(f"{address}?language=en", follow=True)
        assert [one for one, _status in again.redirect_chain] == ["/sign-in/"], address
        assert "The set-up is done. Please sign in." in again.content.decode()
    # Whoever is signed in goes on to the club.
    assert client.get(path(), follow=True).request["PATH_INFO"] == "/clubs/muehlviertler-runde/"
    for code in ("0" * 16, people.setup_code() + "x"):
        assert client.get(f"/setup/{code}/").status_code == 404


@pytest.mark.django_db
def test_a_wrong_code_finds_nothing(client: Client) -> None:
    for code in ("0" * 16, people.setup_code().upper() + "x", "ä"):
        assert client.get(f"/setup/{code}/").status_code == 404
        assert client.post(f"/setup/{code}/", FORM | {"deed": str(uuid4())}).status_code == 404
        with pytest.raises(PermissionDenied):
            people.set_up(deed=uuid4(), code=code, name="Anna", password=PASSWORD, terms=terms("Runde"))
    assert not Account.objects.exists()


@pytest.mark.django_db
def test_what_is_wrong_is_said_at_its_field_and_what_was_typed_stays(client: Client) -> None:
    wrong = {
        "password": "12345678",
        "again": "12345678",
        "club": "",
        "cents_per_point": "zehn",
        "deed": str(uuid4()),
    }
    page = client.post(path(), FORM | wrong).content.decode()
    assert 'value="Anna"' in page
    assert 'value="zehn"' in page
    assert "<title>Fehler: Den Klub einrichten" in page
    assert '<a href="#id_club">Name des Klubs</a>' in page
    for sentence in ("Eine ganze Zahl von 0 bis 1000000", "Bitte einen Namen angeben."):
        assert sentence in page
    assert 'aria-describedby="id_club_error"' in page
    page = client.post(path(), FORM | wrong | {"club": "X", "cents_per_point": "0"}).content.decode()
    assert "Dieses Passwort" in page
    assert not Account.objects.exists()


@pytest.mark.django_db
def test_the_link_is_printed_until_somebody_has_an_account(monkeypatch: pytest.MonkeyPatch) -> None:
    def printed(*addresses: str) -> str:
        output = StringIO()
        call_command("setup_link", *addresses, stdout=output)
        return output.getvalue()

    monkeypatch.delenv("SECRET_KEY", raising=False)
    with pytest.raises(CommandError, match="SECRET_KEY is not set"):
        printed()
    monkeypatch.setenv("SECRET_KEY", "x" * 50)
    assert printed("http://tarock.local:8000/") == f"http://tarock.local:8000{path()}\n"
    assert printed() == f"http://127.0.0.1:8000{path()}\n"
    Account.objects.create(name="Anna", key="anna", made_at="2026-01-01T00:00Z")
    assert printed("http://tarock.local:8000/") == ""
    # Nor is anybody made the first owner beside an account that came in another way.
    assert Client().post(path(), FORM | {"deed": str(uuid4())}).status_code == 404
    assert not Club.objects.exists()
    with pytest.raises(CommandError, match="is set up"):
        printed()


def test_only_the_first_account_founds_clubs(house: House) -> None:
    form = {key: FORM[key] for key in ("club", "currency", "cents_per_point", "language", "default_rules")}
    form["deed"] = str(uuid4())
    anna = house.client("Anna")
    first, second = (anna.post("/clubs/new/", form) for _ in range(2))
    assert first.headers["Location"] == second.headers["Location"] == "/clubs/muehlviertler-runde-2/"
    refused = house.client("Bert").post("/clubs/new/", form)
    assert refused.status_code == 403
    assert "Weitere Klubs gründet, wer das Programm betreibt." in refused.content.decode()
    assert "Inhaber" not in refused.content.decode()
