"""What all commands of this program have in common."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser


class ClubCommand(BaseCommand):
    """A command whose help names its own options only, and whose version is that of the program."""

    requires_system_checks = ()
    suppressed_base_arguments = {
        "--version",
        "--verbosity",
        "--settings",
        "--pythonpath",
        "--traceback",
        "--no-color",
        "--force-color",
        "--skip-checks",
    }

    def get_version(self) -> str:
        return f"Tarockclub {settings.RELEASE()}"

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        return super().create_parser(prog_name, subcommand.replace("_", "-"), **kwargs)
