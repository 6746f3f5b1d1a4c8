"""Make people whose names were typed at a table members of the club."""

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _

from scoring.accounts.guests import admit_all
from scoring.models import Club
from scoring.web.access import deed_of
from scoring.web.submitting import submit


def take_in(request: HttpRequest, club: Club, names: list[str]) -> None:
    """Make the guests of these names members, and tell who they are."""
    arguments = {"deed": deed_of(request), "club": club, "names": names}
    if names and (submitted := submit(request, None, admit_all, **arguments)) and submitted.result:
        message = _("Members from now on: %(names)s.")
        messages.success(request, message % {"names": ", ".join(member.name for member in submitted.result)})
