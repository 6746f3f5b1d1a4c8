"""`manage.py verify`: recomputes everything from the facts and names every difference."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import translation

from scoring import verifying
from scoring.models import Club, Evening, Sheet


class Command(BaseCommand):
    help = "Recomputes every sheet from its entries and compares; ends with 1 if anything differs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--club", metavar="SLUG", help="only the sheets of this club")
        parser.add_argument("--sheet", metavar="NUMBER", type=int, help="only this sheet")

    def handle(self, *args: Any, **options: Any) -> None:
        sheets, evenings = Sheet.objects.whole().defer(None), Evening.objects.all()
        if (slug := options["club"]) is not None:
            if not Club.objects.filter(slug=slug).exists():
                raise CommandError(f"There is no club {slug}.", returncode=2)
            sheets, evenings = sheets.filter(evening__club__slug=slug), evenings.filter(club__slug=slug)
        if (number := options["sheet"]) is not None:
            sheets, evenings = sheets.filter(pk=number), evenings.filter(sheets=number)
            if not sheets.exists():
                raise CommandError(f"There is no sheet {number}.", returncode=2)
        with translation.override("en"):
            differences = self._verify(sheets, evenings)
        if differences:
            sys.exit(1)

    def _verify(self, sheets: Any, evenings: Any) -> int:
        tables = hands = seals = differences = 0
        for difference in verifying.of_the_database():
            differences += 1
            self.stdout.write(f"{difference}")
        for checked in verifying.of_sheets(sheets):
            tables += 1
            hands += checked.hands
            differences += len(checked.differences)
            for difference in checked.differences:
                self.stdout.write(f"{checked.name}: {difference}")
        for of_evening in verifying.of_seals(evenings):
            seals += of_evening.seals
            differences += len(of_evening.differences)
            for difference in of_evening.differences:
                self.stdout.write(f"{of_evening.name}: {difference}")
        looked_at = [_counted(tables, "sheet"), _counted(hands, "hand")]
        if seals:
            looked_at.append(_counted(seals, "seal"))
        for further in verifying.further_wholes():
            found = 0
            for whole in further.of(evenings):
                found += 1
                differences += len(whole.differences)
                for difference in whole.differences:
                    self.stdout.write(f"{whole.name}: {difference}")
            if found:
                looked_at.append(_counted(found, further.noun))
        said = _counted(differences, "difference") if differences else "no difference"
        self.stdout.write(f"{', '.join(looked_at)}: {said}.")
        return differences


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
