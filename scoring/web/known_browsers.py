"""Recognise browsers that signed in before, so that others' guesses do not lock the owner out.

Its cookie says under which names, each made unreadable, and is signed; in every browser a name has a random
value of its own.
"""

import secrets
from collections.abc import Mapping
from typing import Any, TypeVar

from django.conf import settings
from django.core import signing
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.crypto import salted_hmac

from scoring.names import folded

SALT = "scoring.web.known_browsers"
SECONDS_KNOWN = 365 * 24 * 60 * 60  # from the last time somebody signed in
MOST_NAMES = 10  # of a tablet that goes round
Answer = TypeVar("Answer", bound=HttpResponseBase)


def browser_of(request: HttpRequest, name: str) -> str:
    """Return the id of this browser; empty if `name` never signed in with it."""
    known = _known(request).get(_mark(name), "")
    if not known and request.user.is_authenticated and folded(request.user.name) == folded(name):
        return session_mark(request)
    return known


def session_mark(request: HttpRequest) -> str:
    """Return a mark that identifies this session, and opens nothing."""
    return salted_hmac(SALT, request.session.session_key or "", algorithm="sha256").hexdigest()[:16]


def remember(request: HttpRequest, name: str, answer: Answer) -> Answer:
    """Mark the browser of this response as one in which this name has signed in."""
    known = _known(request)
    mark = _mark(name)
    value = known.pop(mark, "") or secrets.token_hex(8)
    newest = dict([*known.items(), (mark, value)][-MOST_NAMES:])
    return keep_signed(answer, settings.KNOWN_BROWSER_COOKIE_NAME, newest, SALT)


def keep_signed(answer: Answer, cookie: str, value: object, salt: str) -> Answer:
    """Set a signed cookie, whose value cannot be changed in the browser."""
    answer.set_cookie(
        cookie,
        signing.dumps(value, salt=salt),
        max_age=SECONDS_KNOWN,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return answer


def kept_signed(cookies: Mapping[str, str], cookie: str, salt: str) -> Any:
    """Return the value that `keep_signed` stored in a browser under this name; else None."""
    try:
        return signing.loads(cookies.get(cookie, ""), salt=salt, max_age=SECONDS_KNOWN)
    except signing.BadSignature:
        return None


def _known(request: HttpRequest) -> dict[str, str]:
    return kept_signed(request.COOKIES, settings.KNOWN_BROWSER_COOKIE_NAME, SALT) or {}


def _mark(name: str) -> str:
    return salted_hmac(SALT, folded(name), algorithm="sha256").hexdigest()[:16]
