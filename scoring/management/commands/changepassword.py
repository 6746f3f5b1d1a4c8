"""`tarockclub changepassword`: sets a new password, where no owner can."""

import os
from argparse import ArgumentParser
from getpass import getpass
from typing import Any

from django.core.management.base import CommandError
from django.utils import translation

from scoring.accounts.names import problems_with_password
from scoring.language import _, language_of
from scoring.management.asked import account_called
from scoring.management.base import ClubCommand

TRIES = 3


class Command(ClubCommand):
    help = _("Asks for a new password for an account, twice.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", metavar="NAME", help=_("the sign-in name"))

    def handle(self, *args: Any, **options: Any) -> None:
        with translation.override(language_of(os.environ)):
            self._change(options)

    def _change(self, options: dict[str, Any]) -> None:
        account = account_called(options["name"])
        for _attempt in range(TRIES):
            password = getpass(_("New password for {name}: ", name=account.name))
            if password != getpass(_("Once more: ")):
                self.stderr.write(_("These are two different passwords."))
            elif problems := problems_with_password(password, account):
                self.stderr.write("\n".join(problems))
            else:
                account.set_password(password)
                account.save(update_fields=["password"])
                self.stdout.write(_("The password of {name} has been changed.", name=account.name))
                return
        raise CommandError(_("The password stays as it was."))
