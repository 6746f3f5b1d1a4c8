"""Who is signed in, and for how long: asked at each request, by queries that are built once."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from scoring.models import Account
from scoring.models.prepared import PreparedModels

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

    def get_user(self, user_id: int) -> Any:
        account = next(iter(_NUMBERED(user_id)), None)
        return account if account is not None and self.user_can_authenticate(account) else None


def _numbered(pk: int) -> QuerySet[Account]:
    return Account.objects.filter(pk=pk)


_NUMBERED: PreparedModels[Account] = PreparedModels(_numbered, int)


class SessionStore(db.SessionStore):
    """Sessions in the database; a day after it was last saved, a visit starts the time anew."""

    def _get_session_from_db(self) -> Session | None:
        found = next(iter(_KEPT(self.session_key or "")), None)
        left = found.expire_date - timezone.now() if found is not None else timedelta()
        if left <= timedelta():
            self._session_key = None
            return None
        if left < timedelta(seconds=self.get_session_cookie_age()) - RENEWED_AFTER:
            self.modified = True
        return found


def _kept(key: str) -> QuerySet[Session]:
    return Session.objects.filter(session_key=key)


_KEPT: PreparedModels[Session] = PreparedModels(_kept, str)  # asked at each request
