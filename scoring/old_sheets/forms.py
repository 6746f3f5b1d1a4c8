"""Totals from a file or a clipboard: what was sent and answered, until they can be stored."""

from __future__ import annotations

import datetime
import re
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring import clock
from scoring.clock import day_in_words
from scoring.models import Club, Evening, Member, OldSheet
from scoring.names import folded
from scoring.old_sheets.crossings import read
from scoring.old_sheets.files import Letters, SentWorksheets, pasted, worksheets_in
from scoring.old_sheets.grid import EUROS, Answers, GridQuestion
from scoring.old_sheets.people import NameInFile, everybody
from scoring.old_sheets.verbs import KITTY, DayOfTotals, Someone
from scoring.uploads.spreadsheets import UnreadableFile
from scoring.web.fields import PageForm, lines_field, spreadsheet_field
from scoring.web.uploads import MOST_OF_A_LIST

MOST_LETTERS = 1_000_000  # of a text that is pasted
SHEET_FIELDS = ("index", "name", "columns", "is_turned", "shape", "is_skipped", "is_tapped")
LEFT_OUT, ANOTHER = EXISTING = ("skip", "further")  # days of which there is an evening already
ANSWER_FIELDS = re.compile(
    r"(?:row|column|turn|sheet|year|day)-[0-9-]{1,12}|unit|cents|sign|way|zeros|hidden|undated|first|existing|place"
)
WHO_FIELDS = re.compile(r"who-[0-9a-f]{12}")


class SentTotals(PageForm):
    """A range copied from a spreadsheet, or a file."""

    text = lines_field(
        gettext_lazy("Paste here"),
        MOST_LETTERS,
        rows=6,
        help_text=gettext_lazy("A range with days and names, copied from any spreadsheet."),
    )
    list = spreadsheet_field(gettext_lazy("Or a file: Excel, LibreOffice or CSV."))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["list"].required = False

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors and not cleaned["text"].strip() and not cleaned["list"]:
            self.add_error("text", _("Please paste a table or choose a file."))
        return cleaned


def people_answered(posted: Mapping[str, str]) -> dict[str, str]:
    """Return who is who, which is asked once of all tables."""
    return {name: value[:200] for name, value in posted.items() if WHO_FIELDS.fullmatch(name)}


def content_of(file: UploadedFile) -> bytes:
    """Return what is in a file; raise UnreadableFile if it is too big."""
    if file.size and file.size > MOST_OF_A_LIST:
        raise UnreadableFile(_("The file is too big: at most %(most)d kB."), most=MOST_OF_A_LIST // 1000)
    return bytes(file.read())


class Import:
    """What was sent, with everything that was answered about it so far."""

    def __init__(
        self, club: Club, posted: Mapping[str, str], *, text: str = "", file: UploadedFile | None = None
    ) -> None:
        """Read what was sent now, or else what the form of the page holds."""
        self.club = club
        self.raw = posted.get("raw", "")  # a file in letters to be chosen, each byte as a letter
        if file is not None:
            content = content_of(file)
            self.workbook = worksheets_in(content)
            self.raw = content.decode("latin-1") if self.workbook.letters else ""
        elif text:
            self.workbook = pasted(text)
        elif self.raw:
            self.workbook = worksheets_in(self.raw.encode("latin-1", "replace"), posted.get("letters", ""))
        else:
            self.workbook = SentWorksheets.of_text(posted.get("worksheets", ""))
        if not self.workbook.letters:
            self.raw = ""
        is_new = file is not None or bool(text)
        answers = {name: value[:200] for name, value in posted.items() if ANSWER_FIELDS.fullmatch(name)}
        self.answered = people_answered(posted) | ({} if is_new else answers)
        confirmed = "" if is_new else posted.get("confirmed", "")
        self.answers = Answers.of({**self.answered, "confirmed": confirmed})
        self.file_name = (file.name or "") if file is not None else posted.get("file-name", "")
        self.grid = read(self.workbook, self.answers, clock.today())

    @property
    def letters(self) -> tuple[Letters, ...]:
        return self.workbook.letters

    @property
    def worksheets(self) -> str:
        """Return all of it as the text of a hidden field."""
        return "" if self.letters else self.workbook.text

    @property
    def hidden(self) -> list[tuple[str, str]]:
        """Return the answers that no field of the page asks for."""
        shown = {question.field for question in self.questions} | {"place"}
        shown |= {person.field for person in self.people.values()}
        return [(name, value) for name, value in self.answered.items() if name not in shown]

    @property
    def sheets(self) -> list[dict[str, Any]]:
        """Return the worksheets as they stand, each row with the role of the column above each cell."""
        sheets = []
        for sheet in self.grid.sheets:
            roles = [line.role for line in sheet.columns]
            lines = [
                (line, list(zip(roles, cells, strict=False)))
                for line, cells in zip(sheet.rows, sheet.cells, strict=False)
            ]
            fields = {name: getattr(sheet, name) for name in SHEET_FIELDS}
            sheets.append({**fields, "lines": lines})
        return sheets

    @property
    def venue(self) -> str:
        return self.answered.get("place", "")

    # Days of which there is an evening already

    @cached_property
    def existing(self) -> set[datetime.date]:
        """Return the days of which there is an evening or an old sheet already; two queries."""
        days = {evening.day for evening in self.grid.evenings}
        played = Evening.objects.of(self.club).filter(date__in=days, sheets__isnull=False)
        old = OldSheet.objects.filter(batch__club=self.club, batch__withdrawn_at=None, date__in=days)
        return {*played.values_list("date", flat=True), *old.values_list("date", flat=True)}

    @cached_property
    def questions(self) -> list[GridQuestion]:
        """Return what is open, and whether days come in again of which there is an evening."""
        questions = list(self.grid.questions)
        if self.existing and self.answered.get("existing") not in EXISTING:
            days = ", ".join(map(day_in_words, sorted(self.existing)[:3]))
            sentence = ngettext(
                "There is an evening of %(days)s already.",
                "There are evenings of %(count)d of these days already (%(days)s …).",
                len(self.existing),
            )
            options = ((LEFT_OUT, _("Leave it out")), (ANOTHER, _("One more evening")))
            sentence %= {"days": days, "count": len(self.existing)}
            questions.append(GridQuestion("existing", sentence, options))
        return questions

    # People

    @cached_property
    def people(self) -> dict[str, NameInFile]:
        """Return everybody by folded name."""
        members = list(Member.objects.filter(club=self.club))
        others = dict(self.club.other_names.values_list("key", "member"))
        return everybody(self.grid.names, members, self.answered, others)

    @property
    def unclear(self) -> list[NameInFile]:
        return [person for person in self.people.values() if person.someone is None]

    @property
    def clear(self) -> list[NameInFile]:
        return [person for person in self.people.values() if person.someone is not None]

    @cached_property
    def doubles(self) -> list[str]:
        """Return why two names cannot be one person: both have an amount on one list."""
        sentences = []
        for evening in self.grid.evenings:
            ids = Counter(someone.id for someone in map(self._someone, evening.amounts) if someone)
            for who in (who for who, times in ids.items() if times > 1):
                named = {name: self._someone(name) for name in evening.amounts}
                names = [name for name, someone in named.items() if someone and someone.id == who]
                words = _("%(where)s: %(names)s cannot be one person, each has a number there.")
                sentences.append(words % {"where": evening.where, "names": ", ".join(names)})
        return sentences

    def _someone(self, name: str) -> Someone | None:
        person = self.people.get(folded(name))
        return None if person is None else person.someone

    # What is stored

    @property
    def is_clear(self) -> bool:
        """Return whether nothing is open but whether the example is right."""
        is_answered = not self.questions and not self.grid.refusals and not self.unclear and not self.doubles
        return bool(self.days) and is_answered

    @property
    def is_ready(self) -> bool:
        return self.is_clear and self.grid.is_ready

    @cached_property
    def days(self) -> list[DayOfTotals]:
        """Return the days to store, each with its lists; people who are not clear yet are left away."""
        left_out = self.existing if self.answered.get("existing") == LEFT_OUT else set()
        lists: dict[datetime.date, list[Mapping[str, int]]] = {}
        for evening in self.grid.evenings:
            if evening.day in left_out:
                continue
            twelfths = {
                someone.id: int(12 * amount)
                for name, amount in evening.amounts.items()
                if (someone := self._someone(name))
            }
            kitty = sum(evening.kitty.values(), Fraction())
            if kitty and sum(evening.amounts.values()):  # else people add up without it
                twelfths[KITTY] = int(12 * kitty)
            lists.setdefault(evening.day, []).append(twelfths)
        return [DayOfTotals(day, tuple(lists[day])) for day in sorted(lists)]

    @property
    def is_in_euros(self) -> bool:
        """Return whether the numbers are euros, so that a point was worth some cents."""
        return self.grid.example is not None and self.grid.example.unit == EUROS

    @property
    def someones(self) -> list[Someone]:
        """Return everybody once, by what the first of their names says."""
        named = {person.someone.id: person.someone for person in self.people.values() if person.someone}
        return list(named.values())

    @property
    def digest(self) -> str:
        """Return a checksum of what was looked at."""
        return f"{self.grid.digest} {self.answered.get('existing', '')} {sorted(self.answered.items())}"

    @property
    def confirmed(self) -> dict[str, Any]:
        """Return the confirmed unit, sign and way and the number of comparisons, without names."""
        example = self.grid.example
        assert example is not None
        agrees = [comparison.agrees for comparison in self.grid.compared]
        words = {"unit": example.unit, "sign": example.sign, "way": example.way}
        return {**words, "agrees": sum(agrees), "differs": len(agrees) - sum(agrees)}
