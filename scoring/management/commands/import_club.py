"""`tarockclub import-club`: import a club's file into an empty installation or beside other clubs."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.core.management.base import CommandError
from django.db import OperationalError
from django.urls import reverse
from django.utils import translation

from scoring.archive import importing, reading, waiting
from scoring.archive.beside import BroughtBeside, bring_beside
from scoring.language import _, language_of
from scoring.management.asked import system_user
from scoring.management.base import ClubCommand, local_address


class Command(ClubCommand):
    help = _("Imports a club that export-club wrote: into an empty installation, or alongside other clubs.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument(
            "--owner",
            metavar="ACCOUNT",
            help=_(
                "the sign-in name of the owner who runs an empty installation, or gets the first link in one "
                "that has clubs (default: the first of them)"
            ),
        )
        parser.add_argument(
            "--look", action="store_true", help=_("only say what is in the file, and whether it is whole")
        )
        parser.add_argument(
            "--unclean",
            action="store_true",
            help=_("also if what is stored does not follow from the hands; what differs is named"),
        )

    def handle(self, *args: Any, **options: Any) -> None:
        with translation.override(language_of(os.environ)):
            try:
                with options["file"].open("rb") as file, reading.look_into(file) as archive:
                    self._tell(archive.contents)
                    if not options["look"]:
                        self._bring_in(archive, options["owner"], unclean=options["unclean"])
            except reading.Unusable as unusable:
                cause = unusable.__cause__  # what the database said is for whoever runs the program
                detail = f" ({cause})" if isinstance(cause, OperationalError) else ""
                raise CommandError(f"{unusable}{detail}") from unusable
            except OSError as error:
                raise CommandError(f"{options['file']}: {error.strerror}") from error

    def _tell(self, contents: reading.Contents) -> None:
        mark = _(" (a demonstration)") if contents.demonstration else ""
        owners = ", ".join(owner.name for owner in contents.owners) or _("nobody")
        details = {
            "club": f"{contents.club}{mark}",
            "contents": ", ".join(contents.in_words),
            "owners": owners,
        }
        self.stdout.write(_("{club}: {contents}; owned by {owners}.", **details))

    def _bring_in(self, archive: reading.Archive, owner: str | None, *, unclean: bool) -> None:
        accounts = {owner.name: owner.account for owner in archive.contents.owners}
        if owner is not None and owner not in accounts:
            raise CommandError(
                _(
                    "{name} is not an owner of this club. Owners are: {owners}.",
                    name=owner,
                    owners=", ".join(accounts),
                )
            )
        arguments: dict[str, Any] = {
            "owner": accounts[owner] if owner else None,
            "unclean": unclean,
            "report": self.stdout.write,
        }
        if not importing.is_empty():
            self._bring_beside(bring_beside(archive, actor=system_user(), **arguments))
            return
        brought = importing.bring_in(archive, deed=uuid4(), **arguments)
        waiting.forget()  # whatever was sent to the set-up page is not needed any more
        for difference in brought.differences:
            self.stdout.write(difference)
        command = f"{settings.COMMAND_LINE('changepassword')} {brought.owner.name}"
        self.stdout.write(
            _(
                "{club} is here. Nobody has a password yet:\n    {command}\n"
                "gives one to its owner, who makes links for everybody else on their pages.",
                club=brought.club,
                command=command,
            )
        )

    def _bring_beside(self, brought: BroughtBeside) -> None:
        for difference in brought.differences:
            self.stdout.write(difference)
        path = reverse("scoring:invitation", args=[brought.token])
        self.stdout.write(
            _(
                "{club} is here. For its owner {owner}, to set a password or to join with an account of this "
                "server:\n    {link}\nOwners make such links for everybody else on their pages.",
                club=brought.club,
                owner=brought.owner.name,
                link=(settings.PUBLIC_URL or local_address()) + path,
            )
        )
