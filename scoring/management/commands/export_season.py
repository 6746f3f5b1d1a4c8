"""`tarockclub export-season`: all hands of a club, or its season as a workbook, as a file."""

from argparse import ArgumentParser
from datetime import date
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.utils.translation import gettext, override

from scoring.export.figures import Workbook, as_demonstration
from scoring.export.writing import FORMATS, file_in
from scoring.language import _
from scoring.management.asked import club_called
from scoring.management.base import ClubCommand
from scoring.season.export import figures_of_hands, workbook_of_season
from scoring.season.pages.season import Period, Season


class Command(ClubCommand):
    help = _(
        "Writes all hands of a club into a file; with --book its standings, evenings, contracts and "
        "rules. The ending of the file's name decides the format."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", metavar="SLUG", help=_("the club, as in its address: /clubs/SLUG/"))
        parser.add_argument(
            "file",
            metavar="FILE",
            help=_("its ending says which: {formats}", formats=", ".join(FORMATS)),
        )
        parser.add_argument("--since", metavar="DAY", help=_("the first day, as 2026-01-31"))
        parser.add_argument("--until", metavar="DAY", help=_("the last day"))
        parser.add_argument("--tables", action="store_true", help=_("also tables without an evening"))
        parser.add_argument("--book", action="store_true", help=_("not the hands, but what they come to"))
        parser.add_argument("--language", choices=[code for code, _name in settings.LANGUAGES], default="de")

    def handle(self, *args: Any, **options: Any) -> None:
        club = club_called(options["slug"])
        path, language = Path(options["file"]), options["language"]
        form = path.suffix.removeprefix(".")
        if form not in FORMATS:
            raise CommandError(
                _("{file} has to end in one of {formats}.", file=path, formats=", ".join(FORMATS))
            )
        period = Period(_day(options["since"]), _day(options["until"]))
        season = Season(club, period, options["tables"])
        with override(language):
            workbook = _workbook(season, language, whole=options["book"])
            try:
                with path.open("wb") as file:
                    for rows in file_in(form, workbook).write(file):
                        self.stderr.write(
                            _("\r{rows} of {all} rows", rows=rows, all=max(workbook.rows, rows)), ending=""
                        )
            except OSError as error:
                raise CommandError(
                    _("{file} cannot be written: {why}", file=path, why=error.strerror)
                ) from error
        self.stderr.write("")


def _workbook(season: Season, language: str, *, whole: bool) -> Workbook:
    title = f"{gettext('Season') if whole else gettext('Hands')} {season.club.name}"
    if whole:
        workbook = workbook_of_season(season, title, language)
    else:
        workbook = Workbook.of(figures_of_hands(season, title, language))
    return as_demonstration(workbook) if season.club.demonstration else workbook


def _day(text: str | None) -> date | None:
    try:
        return None if text is None else date.fromisoformat(text)
    except ValueError:
        raise CommandError(_("{day} is not a date. Write it as 2026-01-31.", day=text)) from None
