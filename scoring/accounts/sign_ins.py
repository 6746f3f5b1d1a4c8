"""Slow down guessing: a few tries, then a wait, counted by what is guessed and for whom.

Passwords are counted for a name, codes for an account, answers for an invitation, secret words for a
registration, codes of another phone for nobody. A place is an address, of IPv6 a network: whoever has one
has all of it. A browser that signed in with this name before is a place of its own: whoever guesses
elsewhere, at the next table or with a thousand machines, does not keep its owner out. All others together
have so many tries for a name in an hour that with those of a known browser no more than a hundred are
possible (ASVS 2.2.1).

A whole pub has one address. From where passwords of many names were wrong, each name has fewer tries, but has
them: nobody waits for what was guessed of others. There one password is hashed at a time, so that trying name
after name keeps no more than one core busy in each process.

What succeeds counts as nothing. Codes of tables and of all other links are not counted: they are 80 bits of a
seal, which nobody guesses, and a wrong one costs a look at one row.

Here and not in django-axes: that keeps one limit for every combination that it watches, knows no browsers,
counts a try after the password was looked at, so that many at once slip through, and stores what was asked
with which browser.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from ipaddress import IPv6Address, IPv6Network, ip_address
from threading import Lock

from django.conf import settings
from django.contrib.auth import authenticate
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext, ngettext

from scoring import clock
from scoring.models import Account, Guess, PhoneCode, SignInAttempt
from scoring.names import folded
from scoring.web.known_browsers import browser_of

WINDOW = timedelta(minutes=15)
ATTEMPTS_KEPT = timedelta(hours=1)
TRIES_FOR_A_NAME = 5  # in a quarter of an hour from one address, or one known browser
TRIES_FROM_EVERYWHERE = 80  # for one name in an hour, without those of browsers that it knows
TRIES_FROM_AN_ADDRESS = 60  # in a quarter of an hour, of all names; after them each name has fewer
TRIES_FOR_A_NAME_THERE = 2  # one, and one more for whoever mistyped
SECONDS_IN_LINE = 10  # that a password waits for those before it there; threads take in no more than a few
TRIES_OF_A_CODE = 5  # in an hour from everywhere, and in a quarter of an hour in a known browser
TRIES_OF_A_LINK = 10  # in a quarter of an hour: each has a password hashed, which is slow on purpose
TRIES_OF_MADE_UP_LINKS = 20  # in a quarter of an hour from one address
TRIES_OF_A_PHONE_CODE = 10  # wrong ones in a quarter of an hour from one address
CODE_HOLDS = timedelta(minutes=2)  # that one phone shows to sign in another
TRIES_OF_A_WORD = 10  # different wrong words in a quarter of an hour, from one address or one known phone
security = logging.getLogger("tarockclub.security")
_hashing = Lock()


class TooManyTries(Exception):
    """Wait, even with the right password; 0 minutes: only for a moment."""

    def __init__(self, minutes: int) -> None:
        super().__init__(minutes)
        self.minutes = minutes


def sign_in(request: HttpRequest, *, name: str, password: str, is_inside: bool = False) -> Account | None:
    """Return the account, if name and password fit; raises `TooManyTries`.

    A try is counted before the password is looked at: many at the same moment do not slip through.
    `is_inside`: they are signed in, and give their password once more.
    """
    at, browser = clock.now(), browser_of(request, name)
    key, network = sign_in_key(name), network_of(address_of(request))
    attempt, earlier = _count(Guess.PASSWORD, key, network, browser, at)
    lately, of_name = earlier.filter(at__gte=at - WINDOW), earlier.filter(key=key)
    is_busy = False
    if browser:
        waits = [_wait(lately.filter(key=key, browser=browser), TRIES_FOR_A_NAME, WINDOW, at)]
    else:
        from_there = lately.filter(browser="", address=network)
        is_busy = from_there.count() >= TRIES_FROM_AN_ADDRESS
        tries = TRIES_FOR_A_NAME_THERE if is_busy else TRIES_FOR_A_NAME
        waits = [
            _wait(from_there.filter(key=key), tries, WINDOW, at),
            _wait(of_name.filter(browser=""), TRIES_FROM_EVERYWHERE, ATTEMPTS_KEPT, at),
        ]
    try:
        if wait := max(waits):
            raise TooManyTries(wait)
        with _one_at_a_time(is_busy):
            account = authenticate(request, username=name, password=password)
    except TooManyTries:
        attempt.delete()  # waiting is not made longer by trying
        security.warning("sign-in slowed down: from %s", network)
        raise
    if account is None:
        known = Account.objects.filter(key=folded(name)).values_list("pk", flat=True).first()
        security.warning("sign-in failed: account %s from %s", known or "unknown", network)
        return None
    assert isinstance(account, Account)
    SignInAttempt.objects.filter(kind=Guess.PASSWORD, key=key).delete()
    Session.objects.filter(expire_date__lt=at).delete()  # nobody comes back to them
    PhoneCode.objects.filter(made_at__lte=at - CODE_HOLDS).delete()
    if is_inside:
        security.info("password given again: account %s from %s", account.pk, network)
    return account


@contextmanager
def _one_at_a_time(is_busy: bool) -> Iterator[None]:
    """Hash passwords one at a time for addresses from which many were wrong."""
    if is_busy and not _hashing.acquire(timeout=SECONDS_IN_LINE):
        raise TooManyTries(0)
    try:
        yield
    finally:
        if is_busy:
            _hashing.release()


def too_many_passwords(minutes: int) -> str:
    """Return the message that too many passwords were tried, with the minutes to wait."""
    if not minutes:
        return gettext("Many passwords are being tried from here right now. Please try again in a moment.")
    message = ngettext(
        "Too many wrong passwords. Please wait %(minutes)d minute, then try again.",
        "Too many wrong passwords. Please wait %(minutes)d minutes, then try again.",
        minutes,
    )
    return message % {"minutes": minutes}


def too_many_codes(minutes: int) -> str:
    """Return the message that too many codes were tried, with the minutes to wait."""
    message = ngettext(
        "Too many wrong codes. Please wait %(minutes)d minute, then try again.",
        "Too many wrong codes. Please wait %(minutes)d minutes, then try again.",
        minutes,
    )
    return message % {"minutes": minutes}


def try_link(request: HttpRequest, link: str, *, is_real: bool) -> None:
    """Count a try of an invitation; `link` identifies it and opens nothing."""
    at, kind = clock.now(), Guess.INVITATION if is_real else Guess.MADE_UP_INVITATION
    key, network = (link[:40] if is_real else ""), network_of(address_of(request))
    earlier = SignInAttempt.objects.filter(kind=kind, key=key, at__gte=at - WINDOW)
    if is_real:
        wait = _wait(earlier, TRIES_OF_A_LINK, WINDOW, at)
    else:
        wait = _wait(earlier.filter(address=network), TRIES_OF_MADE_UP_LINKS, WINDOW, at)
        security.warning("link that was never made: from %s", network)
    if wait:
        raise TooManyTries(wait)
    _count(kind, key, network, "", at)


def try_code(request: HttpRequest, account: Account, at: datetime) -> None:
    """Count a code after the password; raises `TooManyTries`.

    Three of a million fit, so all strangers together have few tries, wherever they are.
    """
    browser = browser_of(request, account.name)
    key, network = str(account.pk), network_of(address_of(request))
    attempt, earlier = _count(Guess.CODE, key, network, browser, at)
    window = WINDOW if browser else ATTEMPTS_KEPT
    of_account = earlier.filter(key=key, browser=browser, at__gte=at - window)
    if wait := _wait(of_account, TRIES_OF_A_CODE, window, at):
        attempt.delete()
        security.warning("second factor slowed down: account %s from %s", account.pk, network)
        raise TooManyTries(wait)


def try_phone_code(request: HttpRequest, *, is_right: bool) -> None:
    """Count a wrong code of another phone; after too many, even the right one has to wait."""
    at, network = clock.now(), network_of(address_of(request))
    earlier = SignInAttempt.objects.filter(kind=Guess.PHONE, address=network, at__gte=at - WINDOW)
    if wait := _wait(earlier, TRIES_OF_A_PHONE_CODE, WINDOW, at):
        security.warning("code of another phone slowed down: from %s", network)
        raise TooManyTries(wait)
    if not is_right:
        _count(Guess.PHONE, "", network, "", at)


def try_word(page: str, word: str, *, is_right: bool, address: str, at: datetime, phone: str = "") -> None:
    """Count a wrong secret word; after too many, even the right one has to wait.

    The same wrong word counts once: where many misspell alike what they were told, nobody guesses.
    `phone` is one on which somebody registered there before; it does not wait for others.
    """
    network = network_of(address)
    key = f"{page} {salted_hmac(Guess.WORD, folded(word), algorithm='sha256').hexdigest()}"
    earlier = SignInAttempt.objects.filter(
        kind=Guess.WORD, key__startswith=f"{page} ", browser=phone, at__gte=at - WINDOW
    )
    if not phone:
        earlier = earlier.filter(address=network)
    if wait := _wait(earlier, TRIES_OF_A_WORD, WINDOW, at):
        security.warning("secret word slowed down: from %s", network)
        raise TooManyTries(wait)
    if not is_right and not earlier.filter(key=key).exists():
        _count(Guess.WORD, key, network, phone, at)


def forget_codes(account: Account) -> None:
    """Forget the wrong codes of an account after the right one."""
    SignInAttempt.objects.filter(kind=Guess.CODE, key=str(account.pk)).delete()


def address_of(request: HttpRequest) -> str:
    """Return the visitor's address; in production the last one that the proxy lists."""
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "") if settings.PRODUCTION else ""
    return forwarded.rpartition(",")[2].strip() or request.META["REMOTE_ADDR"]


def sign_in_key(name: str) -> str:
    """Return the key under which tries with this name are counted."""
    return folded(name)[:160]


def network_of(address: str) -> str:
    """Return the address of a visitor, of IPv6 the network, which one visitor has alone.

    >>> [network_of(one) for one in ("192.0.2.7", "2001:db8::7:1", "::ffff:192.0.2.7", "pipe")]
    ['192.0.2.7', '2001:db8::/64', '192.0.2.7', 'pipe']
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return address[:64]
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    return str(parsed.ipv4_mapped or IPv6Network((int(parsed), 64), strict=False))


def _count(
    kind: Guess, key: str, network: str, browser: str, at: datetime
) -> tuple[SignInAttempt, QuerySet[SignInAttempt]]:
    """Store a try and forget expired ones; return it with the earlier ones of its kind."""
    SignInAttempt.objects.filter(at__lt=at - ATTEMPTS_KEPT).delete()
    attempt = SignInAttempt.objects.create(kind=kind, key=key, address=network, browser=browser, at=at)
    return attempt, SignInAttempt.objects.filter(kind=kind, pk__lt=attempt.pk, at__gte=at - ATTEMPTS_KEPT)


def _wait(earlier: QuerySet[SignInAttempt], tries: int, window: timedelta, at: datetime) -> int:
    """Return the minutes until a try is free again; 0 if one is left."""
    last = list(earlier.order_by("-at", "-pk").values_list("at", flat=True)[:tries])
    if len(last) < tries:
        return 0
    seconds = (last[-1] + window - at).total_seconds()
    return max(1, -int(-seconds // 60))
