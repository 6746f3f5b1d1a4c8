"""Who runs this server, and how to reach them: said by whoever set the program up."""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

from django.core.exceptions import PermissionDenied, ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _

from scoring.deeds import PendingDeed, refuse, verb
from scoring.models import Account, Deed

CHANGE = "change_imprint"
LONGEST_LINE, LONGEST_TEXT = 200, 2000


class OperatorLines(NamedTuple):
    """What is told of whoever runs this server; all empty while nobody has said it."""

    who: str = ""
    address: str = ""
    email: str = ""
    phone: str = ""
    further: str = ""

    def tidied(self) -> OperatorLines:
        """Return the same without blanks at the ends of lines, and without empty lines around."""
        return OperatorLines(*("\n".join(map(str.strip, one.strip().splitlines())) for one in self))


def operator_lines() -> OperatorLines:
    """Return what was said last; it belongs to the installation and to no club."""
    said = Deed.objects.filter(club=None, verb=CHANGE).order_by("-at", "-id").first()
    return OperatorLines() if said is None else OperatorLines(**said.details)


def _problems_with(lines: OperatorLines) -> dict[str, list[str]]:
    problems: dict[str, list[str]] = {}
    if any(lines) and not lines.who:
        problems["who"] = [_("Please say who runs this server: the club, the company or the person.")]
    if lines.who and not (lines.address or lines.email or lines.phone):
        problems["email"] = [_("Please give at least one way: an address, an e-mail address or a number.")]
    if lines.email and not _is_email(lines.email):
        problems["email"] = [_("This is no e-mail address. Please write it like club@example.org.")]
    for field, text in lines._asdict().items():
        longest = LONGEST_TEXT if field in ("address", "further") else LONGEST_LINE
        if len(text) > longest:
            problems.setdefault(field, [_("This is far too long.")])
    return problems


def _is_email(text: str) -> bool:
    try:
        validate_email(text)
    except ValidationError:
        return False
    return True


@verb(CHANGE, again=lambda before, about: operator_lines())
def change_imprint(act: PendingDeed, *, actor: Account, deed: UUID, lines: OperatorLines) -> OperatorLines:
    """Say who runs this server; all empty takes it back. What was said before stays in the log only."""
    lines = lines.tidied()
    if not actor.is_superuser:
        raise PermissionDenied
    list(Account.objects.select_for_update().filter(is_superuser=True).order_by("pk"))
    act.demand_nothing_newer()
    refuse(_problems_with(lines))
    act.record(None, **lines._asdict())
    return lines
