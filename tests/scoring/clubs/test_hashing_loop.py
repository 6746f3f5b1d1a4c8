"""Made-up invitations, answered in a loop: no password is hashed for them, and the address is slowed down."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.test import Client

from scoring.accounts import verbs as people
from scoring.accounts.sign_ins import TRIES_OF_A_LINK, TRIES_OF_MADE_UP_LINKS
from scoring.models import SignInAttempt
from tests.support.scoring.house import PASSWORD, House


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


def answer(token: str, *, what: str = "account", name: str = "Neu", address: str = "192.0.2.7") -> int:
    form = {"what": what, "name": name, "password": PASSWORD, "again": PASSWORD, "deed": str(uuid4())}
    return Client().post(f"/invitation/{token}/", form, REMOTE_ADDR=address).status_code


def test_for_a_made_up_invitation_nothing_is_hashed_and_soon_nothing_is_written(
    house: House, hashed: list[str]
) -> None:
    for what in ("account", "password"):
        for _ in range(TRIES_OF_MADE_UP_LINKS // 2):
            assert answer("0" * 40, what=what) == 404
    rows = SignInAttempt.objects.count()
    assert [answer(f"{number:040}") for number in range(5)] == [429] * 5
    assert answer("0" * 40, address="192.0.2.8") == 404
    print(f"\nmade-up invitations: {TRIES_OF_MADE_UP_LINKS + 6} answers, {len(hashed)} passwords hashed")
    assert not hashed
    assert SignInAttempt.objects.count() == rows + 1


def test_a_real_invitation_is_not_kept_waiting_by_made_up_ones(house: House) -> None:
    token = people.invite(actor=house["Anna"], deed=uuid4(), member=house.member("Hilda"))
    for _ in range(TRIES_OF_MADE_UP_LINKS + 1):
        answer("0" * 40)
    assert answer(token, name="Hilda") == 302


def test_a_real_invitation_hashes_a_few_passwords_and_then_waits(house: House, hashed: list[str]) -> None:
    token = people.invite(actor=house["Anna"], deed=uuid4(), member=house.member("Hilda"))
    before = len(hashed)
    for number in range(TRIES_OF_A_LINK + 3):
        assert answer(token, name="Emil", address=f"192.0.2.{number}") == 200  # this name is taken
    assert len(hashed) - before == TRIES_OF_A_LINK
