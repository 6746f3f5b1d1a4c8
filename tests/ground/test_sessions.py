"""Whoever comes by now and then stays signed in."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta
from typing import Any
from unittest.mock import Mock, patch

import pytest
from django.conf import settings
from django.contrib.auth import authenticate
from django.contrib.sessions.models import Session
from django.db import OperationalError, connection
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from scoring import clock
from scoring.models import Account

WHOLE = timedelta(seconds=settings.SESSION_COOKIE_AGE)


@pytest.fixture
def client(db: None) -> Client:
    client = Client()
    client.force_login(Account.objects.create(name="Anna", key="anna", made_at=clock.now()))
    return client


def _ends_in(client: Client) -> timedelta:
    return Session.objects.get(pk=client.session.session_key).expire_date - clock.now()


def _wait(client: Client, time: timedelta) -> None:
    Session.objects.update(expire_date=clock.now() + WHOLE - time)
    client.cookies["sessionid"]["max-age"] = ""


def test_on_the_same_day_a_page_writes_nothing(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    _wait(client, timedelta(hours=23))
    with django_assert_num_queries(3):  # the session, the account, the clubs
        response = client.get("/clubs/")
    assert "sessionid" not in response.cookies


@pytest.mark.parametrize("waited", [timedelta(hours=25), -timedelta(days=60)])
def test_a_day_later_the_thirty_days_begin_anew(client: Client, waited: timedelta) -> None:
    """So they do where an earlier program gave ninety."""
    assert timedelta(days=30) == WHOLE
    _wait(client, waited)
    response = client.get("/clubs/")
    assert response.cookies["sessionid"]["max-age"] == WHOLE.total_seconds()
    assert WHOLE - _ends_in(client) < timedelta(minutes=1)
    assert "sessionid" not in client.get("/clubs/").cookies


def _at_the_last_statement(happen: Callable[[], object]) -> AbstractContextManager[None]:
    """Call a function just before the session is saved."""

    def around(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if sql.startswith('UPDATE "django_session"'):
            happen()
        return execute(sql, *rest)

    return connection.execute_wrapper(around)


def test_a_session_that_finds_no_room_is_a_failing_database_and_nobody_signs_out(client: Client) -> None:
    client.raise_request_exception = False
    _wait(client, timedelta(hours=25))
    full = Mock(side_effect=OperationalError("database or disk is full"))
    with _at_the_last_statement(full):
        page = client.get("/clubs/")
    assert full.called
    assert (page.status_code, "vielleicht noch nicht gespeichert" in page.content.decode()) == (503, True)
    assert client.get("/clubs/").status_code == 200


def test_whoever_signs_out_beside_a_page_that_is_asked_for_signs_in_again(client: Client) -> None:
    _wait(client, timedelta(hours=25))
    with _at_the_last_statement(lambda: Session.objects.all().delete()):
        page = client.get("/clubs/")
    assert (page.status_code, page.headers["Location"]) == (302, "/sign-in/?next=/")


def test_who_stays_away_too_long_signs_in_again(client: Client) -> None:
    _wait(client, WHOLE + timedelta(seconds=1))
    assert client.get("/clubs/").headers["Location"].startswith("/sign-in/")


def test_signing_out_after_a_long_time_leaves_nothing_behind(client: Client) -> None:
    _wait(client, timedelta(days=29))
    client.post("/sign-out/")
    assert not Session.objects.exists()


def test_a_wrong_password_is_hashed_once_and_nobody_is_signed_in(client: Client) -> None:
    anna = Account.objects.get()
    anna.set_password("Sküs")
    anna.save()
    with patch("django.contrib.auth.backends.ModelBackend.user_can_authenticate") as allowed:
        assert authenticate(username="Anna", password="Sküs") == anna
    assert allowed.call_count == 1
    with patch.object(Account, "check_password", return_value=False) as checked:
        assert authenticate(username="Anna", password="Mond") is None
    assert checked.call_count == 1


def test_an_account_that_is_gone_is_signed_in_nowhere(client: Client) -> None:
    Account.objects.all().delete()
    assert client.get("/clubs/").status_code == 302
