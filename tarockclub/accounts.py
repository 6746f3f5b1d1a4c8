"""Who is signed in, and for how long."""

from datetime import timedelta
from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.models import Session

from scoring import clock
from tarockclub.mistakes import NO_DATABASE

RENEWED_AFTER = timedelta(days=1)


class SessionStore(db.SessionStore):
    """Sessions in the database, whose time starts again when they are used a day after it was set."""

    def __init__(self, session_key: str | None = None) -> None:
        """Take the key out of a cookie; an earlier version signed it, behind a colon."""
        super().__init__((session_key or "").partition(":")[0] or None)

    def load(self) -> dict[str, Any]:
        now = clock.now()
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
        """Save the session; raise database errors, which Django would take for an ended session."""
        try:
            super().save(must_create)
        except UpdateError as error:
            if isinstance(error.__context__, NO_DATABASE):
                raise error.__context__ from None
            raise
