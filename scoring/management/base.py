"""What all commands of this program have in common."""

import os
import sys
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

SERVED_PORT = "served-port"  # a file beside the data: where the server that runs here, or ran last, listens


def local_address() -> str:
    """Return the address of this computer's own server."""
    port = os.environ.get("PORT") or "8000"
    with suppress(FileNotFoundError):
        port = os.environ.get("PORT") or (settings.DATA / SERVED_PORT).read_text().strip()
    return f"http://127.0.0.1:{port}"


class PlainRefusals(BaseCommand):
    """A command that ends with its sentence alone; Django would write CommandError in front of it."""

    is_typed = False

    def run_from_argv(self, argv: list[str]) -> None:
        self.is_typed = True
        super().run_from_argv(argv)

    def execute(self, *args: Any, **options: Any) -> str | None:
        try:
            return super().execute(*args, **options)
        except CommandError as error:
            if not self.is_typed or options.get("traceback"):
                raise
            self.stderr.write(str(error))
            sys.exit(error.returncode)


class ClubCommand(PlainRefusals):
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
