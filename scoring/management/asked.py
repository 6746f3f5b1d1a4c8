"""What commands are given or ask: a club, an account, which links stay after a copy was put back."""

import getpass
import sys
from argparse import ArgumentParser
from collections.abc import Callable

from django.core.management.base import CommandError

from scoring.archive.ended import KEEP, WITHDRAW
from scoring.language import _, gettext_noop
from scoring.models import Account, Club
from scoring.models.people import LONGEST_NAME
from scoring.names import folded

UNKNOWN = gettext_noop(
    "The database that was there is gone, or is a different one. Nobody knows which links were withdrawn "
    "or renewed since the copy was made; passwords and second factors are those of the copy."
)


def club_called(slug: str) -> Club:
    """Return the club at this address; refuse another one, and name those that there are."""
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
    """Return who is signed in on this machine: whose deed it is in the log where no account is."""
    try:
        return getpass.getuser()[:LONGEST_NAME]
    except (KeyError, OSError):  # a container may know no name for its user
        return "manage.py"


def add_choice(parser: ArgumentParser) -> None:
    """Add the options that answer the question about links beforehand."""
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument(
        WITHDRAW,
        action="store_true",
        dest="withdraw",
        default=None,
        help=_("if it is not known which links were withdrawn since: withdraw all of them"),
    )
    choice.add_argument(
        KEEP,
        action="store_false",
        dest="withdraw",
        default=None,
        help=_("or let them go on opening what they opened"),
    )


def choose(
    answer: bool | None, *, ask: Callable[[str], object], note: Callable[[str], object]
) -> Callable[[list[str]], bool]:
    """Return the function that decides whether to withdraw all links: by option, or by asking.

    Where nobody sits there they stay, and a note says so.
    """

    def withdraws(links: list[str]) -> bool:
        if answer is not None:
            return answer
        if not sys.stdin.isatty():
            note(_(UNKNOWN))
            return False
        for line in (_(UNKNOWN), _("These are open:"), *links):
            ask(line)
        try:
            reply = input(_("Withdraw all of them? New ones can be made afterwards. [y/N] "))
        except (EOFError, KeyboardInterrupt):
            raise CommandError(_("Nothing was changed.")) from None
        return reply.strip().lower()[:1] == _("y")

    return withdraws
