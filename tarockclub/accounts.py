"""Who is signed in, and for how long."""

from datetime import timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.hashers import get_hashers, make_password
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.models import Session
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils import timezone

from scoring.names import folded
from tarockclub.mistakes import NO_DATABASE

RENEWED_AFTER = timedelta(days=1)


class SignedInAccounts(ModelBackend):
    """As Django has it. Its own backend is asked for sessions only that were begun with it."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **credentials: Any,
    ) -> Any:
        account = super().authenticate(request, username, password, **credentials)
        if account is None:
            hash_in_other_ways(username or "", password or "")
            raise PermissionDenied  # nobody else is asked: a wrong password is hashed once in each way
        return account


def hash_in_other_ways(name: str, password: str) -> None:
    """Take as long for every name, known or not, while some passwords are hashed in an earlier way.

    In one way the password has been hashed already: as that of the account, or as a new one.
    """
    accounts: Any = get_user_model().objects
    encoded = accounts.filter(key=folded(name)).values_list("password", flat=True).first() or ""
    newest, *earlier = get_hashers()
    in_use = [
        hasher for hasher in earlier if accounts.filter(password__startswith=f"{hasher.algorithm}$").exists()
    ]
    used = next((hasher for hasher in in_use if encoded.startswith(f"{hasher.algorithm}$")), newest)
    for hasher in {newest, *in_use} - {used}:
        make_password(password, hasher=hasher)


class SessionStore(db.SessionStore):
    """Sessions in the database; a day after it was last saved, a visit starts the time anew."""

    def __init__(self, session_key: str | None = None) -> None:
        """Take the key out of a cookie; an earlier version signed it, behind a colon."""
        super().__init__((session_key or "").partition(":")[0] or None)

    def load(self) -> dict[str, Any]:
        now = timezone.now()
        try:
            session = Session.objects.get(session_key=self.session_key, expire_date__gt=now)
        except Session.DoesNotExist:
            return super().load()  # which forgets the key
        whole = now + timedelta(seconds=self.get_session_cookie_age())
        if (
            not whole - RENEWED_AFTER <= session.expire_date <= whole
        ):  # longer, where an earlier program began it
            self.modified = True
        return self.decode(session.session_data)

    def save(self, must_create: bool = False) -> None:
        """Save the session; raise an error of the database, which Django takes for an ended session."""
        try:
            super().save(must_create)
        except UpdateError as error:
            if isinstance(error.__context__, NO_DATABASE):
                raise error.__context__ from None
            raise
