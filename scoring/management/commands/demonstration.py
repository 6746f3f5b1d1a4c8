"""`manage.py demonstration`: a club of invented people with half a year behind it, to look around in."""

from argparse import ArgumentParser, ArgumentTypeError
from datetime import date
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.utils import timezone

from scoring import demo
from scoring.management.asked import account_called
from scoring.management.base import ClubCommand
from scoring.models import Account


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError("give a day such as 2026-11-20") from None


class Command(ClubCommand):
    help = "Makes the demonstration club. remove-demonstration removes it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--for",
            metavar="ACCOUNT",
            dest="owner",
            help="the sign-in name of its owner (default: whoever set up the program)",
        )
        parser.add_argument("--until", metavar="DAY", type=_day, help="the last evening (default: today)")

    def handle(self, *args: Any, **options: Any) -> None:
        owner = _owner(options["owner"])
        until = options["until"] or timezone.localdate()
        if until > timezone.localdate():
            raise CommandError("Nothing can have been played after today.")
        if (club := demo.the_club()) is not None:
            raise CommandError(
                f"There is a demonstration club already: {club}. "
                f"Remove it first: {settings.TYPED('remove_demonstration')}"
            )
        club = demo.found(actor=owner, until=until)
        made = demo.contents(club)
        self.stdout.write(
            f"{club}: {made['evenings']} evenings, {made['tables']} tables, {made['hands']} hands. "
            f"{club.get_absolute_url()}"
        )


def _owner(name: str | None) -> Account:
    if name is not None:
        return account_called(name)
    first = Account.objects.order_by("-is_superuser", "pk").first()
    if first is None:
        run = settings.TYPED("run")
        raise CommandError(f"Nobody has an account yet. Set up the program first: {run} prints the link.")
    return first
