"""`tarockclub verify`: recomputes everything from the facts and names every difference."""

import os
import sys
from argparse import ArgumentParser
from collections import Counter
from typing import Any

from django.core.management.base import CommandError
from django.db import DatabaseError, connection
from django.utils import translation

from scoring import verifying
from scoring.archive.backups import Trouble
from scoring.archive.snapshots import snapshot
from scoring.language import _, in_parts, language_of
from scoring.management.base import ClubCommand
from scoring.management.commands.migrate import demand_fitting, demand_updated
from scoring.models import Club, Evening, Sheet

ALWAYS = ("sheet", "hand")  # said also where there are none


class Command(ClubCommand):
    help = _("Recomputes every sheet from its entries and compares; exits with 1 if anything differs.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--club", metavar="SLUG", help=_("only the sheets of this club"))
        parser.add_argument("--sheet", metavar="NUMBER", type=int, help=_("only this sheet"))

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            self._verify_chosen(options)
        except DatabaseError:
            demand_fitting(connection)
            raise
        except Trouble as trouble:
            raise CommandError(str(trouble)) from trouble

    def _verify_chosen(self, options: dict[str, Any]) -> None:
        sheets, evenings = Sheet.objects.whole().defer(None), Evening.objects.all()
        if (slug := options["club"]) is not None:
            if not Club.objects.filter(slug=slug).exists():
                raise CommandError(_("There is no club {slug}.", slug=slug), returncode=2)
            sheets, evenings = sheets.filter(evening__club__slug=slug), evenings.filter(club__slug=slug)
        if (number := options["sheet"]) is not None:
            sheets, evenings = sheets.filter(pk=number), evenings.filter(sheets=number)
            if not sheets.exists():
                raise CommandError(_("There is no sheet {number}.", number=number), returncode=2)
        with snapshot(), translation.override(language_of(os.environ)):
            differences = self._verify(sheets, evenings)
        if differences:
            sys.exit(1)

    def _verify(self, sheets: Any, evenings: Any) -> int:
        counted, differences = Counter(sheet=0, hand=0), 0
        for difference in verifying.of_the_database():
            if not differences:
                demand_updated(connection)
            differences += 1
            self.stdout.write(f"{difference}")
        for checked in verifying.wholes(sheets, evenings):
            counted.update(checked.counted)
            differences += len(checked.differences)
            for sentence in checked.sentences():
                self.stdout.write(sentence)
            for remark in checked.remarks:
                self.stdout.write(f"{in_parts(checked.name)}: {remark}")
        looked_at = verifying.counted_in_words(counted, always=ALWAYS)
        summary = verifying.counted_in_words({"difference": differences}) or _("no difference")
        self.stdout.write(f"{looked_at}: {summary}.")
        return differences
