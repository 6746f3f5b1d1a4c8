"""Whoever comes by now and then stays signed in, without a write at every page."""

from __future__ import annotations

from datetime import timedelta

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

RENEWED_AFTER = timedelta(days=1)


class SessionStore(db.SessionStore):
    """Sessions in the database; a day after it was last saved, a visit starts the time anew."""

    def _get_session_from_db(self) -> Session | None:
        found: Session | None = super()._get_session_from_db()  # type: ignore[misc]  # not in the stubs
        if found is not None:
            left = found.expire_date - timezone.now()
            if left < timedelta(seconds=self.get_session_cookie_age()) - RENEWED_AFTER:
                self.modified = True
        return found
