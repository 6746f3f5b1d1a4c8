"""Sign in another phone of one's own by a code on the first, valid once and for two minutes.

Of a code only a checksum is stored, in the row of the session that shows it. The row goes when the code is
used, when a newer one is shown there, and with the session: signing out or a new password ends the code.
"""

from datetime import datetime
from typing import Any, NoReturn

from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from scoring import clock
from scoring.accounts.open_sessions import is_open
from scoring.accounts.second_factor import checksum_of, readable_code
from scoring.accounts.sign_ins import CODE_HOLDS, try_phone_code
from scoring.deeds import PendingDeed, verb
from scoring.models import Account, Deed, PhoneCode
from scoring.web.access import account_of


class CodeIsGone(Exception):
    """Used, expired, ended with the session that showed it, or never made."""


def show_code(request: HttpRequest) -> tuple[str, datetime]:
    """Return a new code for this session, and until when it is valid; an earlier code ends."""
    code, at = readable_code(), clock.now()
    fields = {"account": account_of(request), "checksum": checksum_of(code), "made_at": at}
    PhoneCode.objects.update_or_create(session_id=request.session.session_key, defaults=fields)
    return code, at + CODE_HOLDS


def account_behind(request: HttpRequest, code: str) -> Account:
    """Return the account that a code signs in; raises `CodeIsGone`, and `TooManyTries` after wrong ones."""
    row = _valid_row(code)
    try_phone_code(request, is_right=row is not None)
    if row is None:
        raise CodeIsGone
    return row.account


def _refuse_repeat(deed: Deed, arguments: dict[str, Any]) -> NoReturn:
    """Refuse the same form sent again: it does not sign in after signing out."""
    raise CodeIsGone


@verb(
    log=gettext_lazy("signed in another phone by a code"),
    fingerprint=lambda code: [checksum_of(code)],
    repeat_result=_refuse_repeat,
)
def sign_in_phone(act: PendingDeed[None], *, code: str) -> Account:
    """Use a code up; return the account that it signs in."""
    row = _valid_row(code)
    if row is None or not _rows_of(code).delete()[0]:
        raise CodeIsGone
    act.record(None, account=row.account)
    return row.account


def _rows_of(code: str) -> QuerySet[PhoneCode]:
    return PhoneCode.objects.filter(checksum=checksum_of(code), made_at__gt=clock.now() - CODE_HOLDS)


def _valid_row(code: str) -> PhoneCode | None:
    row = _rows_of(code).select_related("account", "session").first()
    return row if row is not None and is_open(row.session, row.account) else None
