"""`manage.py load`: how many tables this server is enough for."""

import os
import platform
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import CommandError

from scoring.language import _
from scoring.management.base import ClubCommand
from scoring.server import load, phones


def _at_most(most: float, least: float) -> Callable[[str], float]:
    def number(text: str) -> float:
        try:
            if least <= (value := float(text)) <= most:
                return value
        except ValueError:
            pass
        raise ArgumentTypeError(
            _("give a number from {least} to {most}", least=f"{least:g}", most=f"{most:g}")
        )

    return number


class Command(ClubCommand):
    help = _(
        "Lets invented people play on the server that runs on this machine, and says how many tables it is "
        "enough for. Their club is gone afterwards."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        least = load.AT_A_TABLE
        parser.add_argument(
            "--phones", type=_at_most(load.MOST, least), default=80, help=_("four to a table (default: 80)")
        )
        parser.add_argument(
            "--minutes",
            type=_at_most(load.LONGEST, 0.05),
            default=2,
            help=_("how long they play (default: 2)"),
        )
        parser.add_argument(
            "--federation", action="store_true", help=_("also say what 10, 100 and 1,000 clubs would take")
        )
        parser.add_argument("--anyway", action="store_true", help=_("also while people play"))

    def handle(self, *args: Any, **options: Any) -> None:
        port, headers = int(os.environ.get("PORT") or 8000), self._headers()
        self._demand_server(port, headers)
        if load.people_play() and not options["anyway"]:
            raise CommandError(
                _("People are playing: a hand was recorded less than 10 minutes ago. Try again later.")
            )
        if options["federation"] and load.busy_seconds() is None:
            raise CommandError(_("This system does not say how busy its processors are."))
        count = int(options["phones"]) // load.AT_A_TABLE
        with load.tables(count) as codes:
            try:
                measured = load.play(codes, port, headers, 60 * options["minutes"])
            except AssertionError as error:
                raise CommandError(
                    _(
                        "The server at port {port} does not show the tables of this command. Does it "
                        "have another database, or another SECRET_KEY?",
                        port=port,
                    )
                ) from error
        self._tell(measured)
        if options["federation"]:
            self._tell_of_federation(measured)

    def _headers(self) -> dict[str, str]:
        """Return what the server in front would say of the phones."""
        if not settings.PUBLIC_URL:
            return {}
        scheme, host = urlsplit(settings.PUBLIC_URL)[:2]
        return {"Host": host, "X-Forwarded-Proto": scheme, "Referer": f"{settings.PUBLIC_URL}/"}

    def _demand_server(self, port: int, headers: dict[str, str]) -> None:
        connection = HTTPConnection(phones.HOST, port, timeout=10)
        try:
            connection.request("GET", "/health/", headers=headers)
            connection.getresponse().read()
        except OSError as error:
            raise CommandError(
                _("No server answers at {host}:{port}. Start it first.", host=phones.HOST, port=port)
            ) from error
        finally:
            connection.close()

    def _tell(self, measured: load.LoadResult) -> None:
        write = self.stdout.write
        write(f"{platform.machine()}, {_('processors: {count}', count=os.cpu_count())}")
        for name, taken in ((_("hands"), measured.hands), (_("checks for news"), measured.questions)):
            if taken:
                slow = f"{load.slowest(taken):.0f}"
                write(_("{name}: {count}, 95 % within {slow} ms", name=name, count=len(taken), slow=slow))
        if measured.failed:
            write(_("not answered: {count}", count=measured.failed))
        if measured.busy is not None:
            write(_("processors busy: {part} %", part=f"{100 * measured.busy:.0f}"))
            write(_("a table takes {count} thousandths of a core", count=f"{measured.thousandths:.1f}"))
        if not measured.is_conclusive:
            raise CommandError(
                _(
                    "That proves nothing: {count} hands were recorded, and {least} are needed. Give "
                    "more --phones or --minutes.",
                    count=len(measured.hands),
                    least=load.ENOUGH_HANDS,
                )
            )
        if not measured.is_enough:
            raise CommandError(_("Not enough for {count} tables.", count=measured.tables))
        write(_("Enough for these {count} tables.", count=measured.tables))
        if measured.busy is not None:
            write(_("At {count} tables half of the processors would be busy.", count=measured.carries))

    def _tell_of_federation(self, measured: load.LoadResult) -> None:
        """Print what many clubs would take, by what a table takes of this server's processors."""
        each = load.TABLES_OF_A_CLUB
        self.stdout.write(
            _("Calculated from this, if {each} tables of each club play on the same evening:", each=each)
        )
        for clubs in load.FEDERATION:
            processors = measured.processors_for(clubs * each)
            computers = -(-processors // (os.cpu_count() or 1))
            self.stdout.write(
                _(
                    "{clubs} clubs, {tables} tables: {processors} processors half busy, or {computers} "
                    "computers like this one",
                    clubs=clubs,
                    tables=clubs * each,
                    processors=processors,
                    computers=computers,
                )
            )
