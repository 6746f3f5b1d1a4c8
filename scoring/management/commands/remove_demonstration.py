"""`tarockclub remove-demonstration`: the demonstration club and everything in it, after a question."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.db import OperationalError

from scoring import demo
from scoring.language import _
from scoring.management.asked import account_called, system_user
from scoring.management.base import ClubCommand


class Command(ClubCommand):
    help = _("Removes the demonstration club with everything in it; other clubs and all accounts stay.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--yes", action="store_true", help=_("without asking"))
        parser.add_argument(
            "--by",
            metavar="ACCOUNT",
            help=_("who did it, for the log (default: whoever is signed in on this machine)"),
        )

    def handle(self, *args: Any, **options: Any) -> None:
        by = account_called(options["by"]) if options["by"] is not None else None
        actor = system_user()
        club = demo.the_club()
        if club is None:
            raise CommandError(_("There is no demonstration club."))
        self.stdout.write(f"{club} ({club.get_absolute_url()}): {_in_words(demo.contents(club))}.")
        if not options["yes"] and input(_("Remove all of it? Type yes: ")).strip().lower() != _("yes"):
            raise CommandError(_("Nothing was removed."))
        try:
            removed = demo.remove(club, by=by, actor=actor)
        except OperationalError as error:
            raise CommandError(
                _("Nothing was removed: somebody was writing. Try again. ({why})", why=error)
            ) from error
        who = by.name if by else actor
        self.stdout.write(
            _(
                "Removed by {name}: {contents}. The log of /admin/ records it.",
                name=who,
                contents=_in_words(removed),
            )
        )


def _in_words(contents: dict[str, Any]) -> str:
    return ", ".join(f"{count} {what}" for what, count in contents.items() if what != "name")
