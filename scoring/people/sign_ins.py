"""Guessing passwords is slow: a few tries for a name from one address, then a wait.

Tries from elsewhere count against a name only when there are very many of them: else anybody could keep
anybody out by typing nonsense.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.contrib.auth import authenticate
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.http import HttpRequest

from scoring.models import Account, SignInAttempt
from scoring.names import folded

WINDOW = timedelta(minutes=15)
TRIES_FOR_A_NAME = 5  # from one address
TRIES_FROM_EVERYWHERE = 50  # for one name
TRIES_FROM_AN_ADDRESS = 20


class TooManyTries(Exception):
    """Wait, even with the right password."""

    def __init__(self, minutes: int) -> None:
        super().__init__(minutes)
        self.minutes = minutes


def sign_in(request: HttpRequest, *, name: str, password: str, address: str, at: datetime) -> Account | None:
    """The account, if name and password fit.

    A try is counted before the password is looked at: many at the same moment do not slip through.
    """
    key = sign_in_key(name)
    SignInAttempt.objects.filter(at__lt=at - WINDOW).delete()
    attempt = SignInAttempt.objects.create(key=key, address=address[:64], at=at)
    earlier = SignInAttempt.objects.filter(pk__lt=attempt.pk, at__gte=at - WINDOW)
    waits = (
        _wait(earlier.filter(key=key, address=attempt.address), TRIES_FOR_A_NAME, at),
        _wait(earlier.filter(key=key), TRIES_FROM_EVERYWHERE, at),
        _wait(earlier.filter(address=attempt.address), TRIES_FROM_AN_ADDRESS, at),
    )
    if wait := max(waits):
        attempt.delete()  # waiting is not made longer by trying
        raise TooManyTries(wait)
    account = authenticate(request, username=name, password=password)
    if account is None:
        return None
    assert isinstance(account, Account)
    SignInAttempt.objects.filter(key=key).delete()
    Session.objects.filter(expire_date__lt=at).delete()  # nobody comes back to them
    return account


def sign_in_key(name: str) -> str:
    """Under which tries with this name are counted."""
    return folded(name)[:160]


def _wait(earlier: QuerySet[SignInAttempt], tries: int, at: datetime) -> int:
    """Minutes until one of the last tries is forgotten; 0 if there is one left."""
    last = list(earlier.order_by("-at", "-pk").values_list("at", flat=True)[:tries])
    if len(last) < tries:
        return 0
    seconds = (last[-1] + WINDOW - at).total_seconds()
    return max(1, -int(-seconds // 60))
