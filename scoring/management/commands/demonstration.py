"""`tarockclub demonstration`: create a club of invented people with half a year of evenings."""

from argparse import ArgumentParser, ArgumentTypeError
from datetime import date
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from scoring import clock, demo
from scoring.language import _
from scoring.management.asked import account_called
from scoring.management.base import ClubCommand
from scoring.models import Account


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(_("give a day such as 2026-11-20")) from None


class Command(ClubCommand):
    help = _("Makes the demonstration club. remove-demonstration removes it.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--for",
            metavar="ACCOUNT",
            dest="owner",
            help=_("the sign-in name of its owner (default: whoever set up the program)"),
        )
        parser.add_argument("--until", metavar="DAY", type=_day, help=_("the last evening (default: today)"))

    def handle(self, *args: Any, **options: Any) -> None:
        owner = _owner(options["owner"])
        until = options["until"] or clock.today()
        if until > clock.today():
            raise CommandError(_("Nothing can have been played after today."))
        if (club := demo.the_club()) is not None:
            raise CommandError(
                _(
                    "There is a demonstration club already: {club}. Remove it first: {command}",
                    club=club,
                    command=settings.COMMAND_LINE("remove_demonstration"),
                )
            )
        club = demo.create_demo_club(actor=owner, until=until)
        made = demo.contents(club)
        sentence = _("{club}: {evenings} evenings, {tables} tables, {hands} hands.", club=club, **made)
        self.stdout.write(f"{sentence} {club.get_absolute_url()}")


def _owner(name: str | None) -> Account:
    if name is not None:
        return account_called(name)
    first = Account.objects.order_by("-is_superuser", "pk").first()
    if first is None:
        raise CommandError(
            _(
                "Nobody has an account yet. Set up the program first: {command} prints the link.",
                command=settings.COMMAND_LINE("run"),
            )
        )
    return first
