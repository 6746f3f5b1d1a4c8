"""`tarockclub setup-link`: print the address to set up the first owner's account, while there is none."""

import os
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.urls import reverse

from scoring.accounts import verbs as people
from scoring.language import _
from scoring.management.base import ClubCommand, local_address


class Command(ClubCommand):
    help = _("Prints the link to the set-up page; it works while nobody has an account.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "addresses",
            nargs="*",
            metavar="ADDRESS",
            help=_(
                "where this installation is reached (default: PUBLIC_URL, else this machine); "
                "with addresses given, nothing is printed once it is set up"
            ),
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if not os.environ.get("SECRET_KEY"):
            raise CommandError(_("SECRET_KEY is not set: the link would not be the same as the server's."))
        addresses = options["addresses"] or [settings.PUBLIC_URL or local_address()]
        if not people.is_set_up():
            path = reverse("scoring:set_up", args=[people.setup_code()])
            for address in addresses:
                self.stdout.write(address.rstrip("/") + path)
        elif not options["addresses"]:
            raise CommandError(_("This installation is set up: somebody has an account already."))
