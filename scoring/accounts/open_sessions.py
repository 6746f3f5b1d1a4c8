"""Sessions of an account: recorded at sign-in, listed for its owner only, and ended by the owner."""

import logging
import re
from datetime import datetime
from ipaddress import ip_address, ip_network

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY, login, update_session_auth_hash
from django.contrib.sessions.models import Session
from django.http import HttpRequest

from scoring import clock
from scoring.accounts.sign_ins import address_of, network_of
from scoring.models import Account, OpenSession
from scoring.web.access import BACKEND

# The first that fits: most browsers say of themselves that they are others, too.
BROWSERS = {
    "Edge": r"\bEdg(e|A|iOS)?/",
    "Opera": r"\bOPR/",
    "Samsung Internet": r"\bSamsungBrowser/",
    "Vivaldi": r"\bVivaldi/",
    "Firefox": r"\b(Firefox|FxiOS)/",
    "Chrome": r"\b(Chrome|Chromium|CriOS)/",
    "Safari": r"\bSafari/",
}
SYSTEMS = {
    "iPhone": r"\biPhone\b",
    "iPad": r"\biPad\b",
    "Android": r"\bAndroid\b",
    "Windows": r"\bWindows\b",
    "Mac": r"\bMac OS X\b",
    "ChromeOS": r"\bCrOS\b",
    "Linux": r"\bLinux\b",
}
PREFIXES = {4: 24, 6: 48}  # so much of an address is kept: whose line it is, not which device
PASSWORD_GIVEN = "password_given_at"  # in the session: seconds since 1970
security = logging.getLogger("tarockclub.security")


def start_session(request: HttpRequest, account: Account, *, by_password: bool = True) -> None:
    """Sign the account in and record the session, and when the password was given if it was."""
    login(request, account, BACKEND)
    if by_password:
        note_password(request)
    _note(request, account, clock.now())
    security.info("signed in: account %s from %s", account.pk, network_of(address_of(request)))


def continue_session(request: HttpRequest, account: Account) -> None:
    """Keep this browser signed in after a new password, and sign out all others."""
    previous = OpenSession.objects.filter(session=request.session.session_key or "").first()
    update_session_auth_hash(request, account)
    note_password(request)
    _note(request, account, previous.began_at if previous else None)
    end_all_of(account, but=request.session.session_key)


def note_password(request: HttpRequest) -> None:
    """Record in the session when the password was last given."""
    request.session[PASSWORD_GIVEN] = clock.now().timestamp()


def _note(request: HttpRequest, account: Account, began_at: datetime | None) -> None:
    if request.session.session_key is None:
        request.session.save()
    agent = request.headers.get("User-Agent", "")
    fields = {
        "account": account,
        "browser": first_match(BROWSERS, agent),
        "system": first_match(SYSTEMS, agent),
        "address": coarse_address(address_of(request)),
        "began_at": began_at,
    }
    OpenSession.objects.update_or_create(session_id=request.session.session_key, defaults=fields)


def first_match(known: dict[str, str], agent: str) -> str:
    """Return the first name whose words the browser mentions; empty if there is none."""
    return next((name for name, words in known.items() if re.search(words, agent)), "")


def coarse_address(address: str) -> str:
    """Return so much of an address as tells the pub from home.

    >>> [coarse_address(one) for one in ("192.0.2.7", "2001:db8:1:2::7", "::ffff:192.0.2.7", "pipe")]
    ['192.0.2.0/24', '2001:db8:1::/48', '192.0.2.0/24', '']
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return ""
    plain = getattr(parsed, "ipv4_mapped", None) or parsed
    return str(ip_network(f"{plain}/{PREFIXES[plain.version]}", strict=False))


def open_sessions(account: Account) -> list[OpenSession]:
    """Return the sessions in which an account is signed in, the last used first."""
    return [open_session for open_session in _sessions_of(account) if is_open(open_session.session, account)]


def is_open(session: Session, account: Account) -> bool:
    """Return whether a session is signed in: not expired, and with the current password."""
    good = {account.get_session_auth_hash(), *account.get_session_auth_fallback_hash()}
    return session.expire_date > clock.now() and session.get_decoded().get(HASH_SESSION_KEY) in good


def _sessions_of(account: Account) -> list[OpenSession]:
    """Return the account's sessions; those begun before they were recorded have no number."""
    noted = account.open_sessions.select_related("session")
    strays = [
        OpenSession(account=account, session=session)
        for session in Session.objects.filter(open_session=None)
        if session.get_decoded().get(SESSION_KEY) == str(account.pk)
    ]
    return sorted([*noted, *strays], key=lambda open_session: open_session.session.expire_date, reverse=True)


def end(account: Account, pk: int) -> bool:
    """Sign the account out in one browser; False if it is not signed in there any more."""
    deleted, _of_which = Session.objects.filter(open_session__account=account, open_session__pk=pk).delete()
    if deleted:
        security.info("session ended: account %s", account.pk)
    return bool(deleted)


def end_all_of(account: Account, *, but: str | None = None) -> int:
    """Sign the account out everywhere, or everywhere but in one session; return in how many browsers."""
    keys = [
        open_session.session_id for open_session in _sessions_of(account) if open_session.session_id != but
    ]
    ended = Session.objects.filter(session_key__in=keys)
    count = ended.count()
    ended.delete()
    if count:
        security.info("sessions ended: account %s, %d of them", account.pk, count)
    return count
