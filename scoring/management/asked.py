"""What commands are given: a club, an account, and who types them."""

import getpass

from django.core.management.base import CommandError

from scoring.language import _
from scoring.models import Account, Club
from scoring.models.people import LONGEST_NAME
from scoring.names import folded


def club_called(slug: str) -> Club:
    """Return the club with this address; refuse an unknown one, and name the existing ones."""
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        known = ", ".join(Club.objects.order_by("slug").values_list("slug", flat=True))
        raise CommandError(
            _("There is no club {slug}. The clubs here are: {known}.", slug=slug, known=known or _("none"))
        )
    return club


def account_called(name: str) -> Account:
    """Return the account that signs in with this name."""
    account = Account.objects.filter(key=folded(name)).first()
    if account is None:
        raise CommandError(_("Nobody signs in as {name}.", name=name))
    return account


def system_user() -> str:
    """Return the user of this machine, for the log of a deed without an account."""
    try:
        return getpass.getuser()[:LONGEST_NAME]
    except (KeyError, OSError):  # a container may know no name for its user
        return "tarockclub"
