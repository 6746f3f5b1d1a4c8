"""Which forms this browser has saved, and with what in them.

A form that comes a second time is answered as the first time. Somebody who goes back in the browser and types
something else into it is told so, and keeps what was typed: only this record tells the two apart where the
form can no longer be read.
"""

from __future__ import annotations

import hashlib
import json
from enum import Enum

from django.http import HttpRequest

from scoring.models import Deed
from scoring.web.access import account_of, deed_of

IN_SESSION = "saved_forms"
MOST_REMEMBERED = 20
NOT_CONTENTS = ("csrfmiddlewaretoken", "deed")


class SavedBefore(Enum):
    """What was in a form when it was saved before."""

    THE_SAME = "the same"
    SOMETHING_ELSE = "something else"


def remember_saved(request: HttpRequest) -> None:
    """Keep a digest of this form as it was saved."""
    saved = {**request.session.get(IN_SESSION, {}), str(deed_of(request)): _digest(request)}
    request.session[IN_SESSION] = dict(list(saved.items())[-MOST_REMEMBERED:])


def saved_before(request: HttpRequest) -> SavedBefore | None:
    """Return what was in this form when its sender saved it before; None if they have not."""
    if request.method != "POST":
        return None
    deed = deed_of(request)
    if not Deed.objects.filter(pk=deed, account=account_of(request)).exists():
        return None
    is_same = request.session.get(IN_SESSION, {}).get(str(deed)) == _digest(request)
    return SavedBefore.THE_SAME if is_same else SavedBefore.SOMETHING_ELSE


def _digest(request: HttpRequest) -> str:
    contents = sorted((key, values) for key, values in request.POST.lists() if key not in NOT_CONTENTS)
    return hashlib.sha256(json.dumps(contents).encode()).hexdigest()
