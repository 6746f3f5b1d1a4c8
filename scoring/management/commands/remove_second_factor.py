"""`tarockclub remove-second-factor`: for an account whose phone and recovery codes are lost."""

import logging
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from scoring.language import _
from scoring.management.asked import account_called
from scoring.management.base import ClubCommand
from scoring.models import SecondFactor

security = logging.getLogger("tarockclub.security")


class Command(ClubCommand):
    help = _("Takes the second factor off an account: from then on it asks for the password alone.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", metavar="NAME", help=_("the sign-in name"))

    def handle(self, *args: Any, **options: Any) -> None:
        account = account_called(options["name"])
        deleted, _of_which = SecondFactor.objects.filter(account=account).delete()
        if not deleted:
            raise CommandError(_("{name} has no second factor.", name=account.name))
        security.warning("second factor removed by command: account %s", account.pk)
        self.stdout.write(_("{name} signs in with the password alone from now on.", name=account.name))
