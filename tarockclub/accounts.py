"""Who is signed in, and for how long."""

from datetime import timedelta
from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils import timezone

RENEWED_AFTER = timedelta(days=1)


class SignedInAccounts(ModelBackend):
    """As Django has it. Its own backend is asked for sessions only that were begun with it."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **further: Any,
    ) -> Any:
        account = super().authenticate(request, username, password, **further)
        if account is None:
            raise PermissionDenied  # nobody else is asked: a wrong password is hashed once
        return account


class SessionStore(db.SessionStore):
    """Sessions in the database; a day after it was last saved, a visit starts the time anew."""

    def load(self) -> dict[str, Any]:
        now = timezone.now()
        try:
            found = Session.objects.get(session_key=self.session_key, expire_date__gt=now)
        except Session.DoesNotExist:
            return super().load()  # which forgets the key
        whole = now + timedelta(seconds=self.get_session_cookie_age())
        if (
            not whole - RENEWED_AFTER <= found.expire_date <= whole
        ):  # longer, where an earlier program began it
            self.modified = True
        return self.decode(found.session_data)
