"""Totals from a file or a clipboard: the content and the answers, until they can be stored."""

from __future__ import annotations

import datetime
from base64 import b64decode, b64encode
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
from scoring.old_sheets.files import worksheets_in
from scoring.old_sheets.grid import ANOTHER, EUROS, LEFT_OUT, Answers, GridQuestion
from scoring.old_sheets.people import NameInFile, everybody
from scoring.old_sheets.verbs import KITTY, DayOfTotals, Someone
from scoring.uploads.spreadsheets import UnreadableFile
from scoring.web.fields import PageForm, lines_field, spreadsheet_field
from scoring.web.uploads import MOST_OF_A_LIST

MOST_LETTERS = 500_000  # of a text that is pasted: all of it goes to and fro with the form


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


def content_of(file: UploadedFile) -> bytes:
    """Return the content of a file; raise UnreadableFile if it is too big."""
    if file.size and file.size > MOST_OF_A_LIST:
        raise UnreadableFile(_("The file is too big: at most %(most)d kB."), most=MOST_OF_A_LIST // 1000)
    return bytes(file.read())


def content_in(posted: Mapping[str, str]) -> bytes:
    """Return the content in the form; raise UnreadableFile if there is none of this version."""
    try:
        return b64decode(posted["sent"], validate=True)
    except (KeyError, ValueError):
        raise UnreadableFile("") from None


class Import:
    """What was sent, with everything that was answered about it so far."""

    def __init__(self, club: Club, posted: Mapping[str, str], content: bytes, file_name: str) -> None:
        """Read what was sent; raise UnreadableFile if that cannot be done."""
        self.club, self.file_name = club, file_name
        self.sent = b64encode(content).decode()
        self.answers = Answers.of(posted)
        self.workbook = worksheets_in(content, self.answers.get("letters"))
        self.grid = read(self.workbook, self.answers, clock.today())

    @property
    def hidden(self) -> list[tuple[str, str]]:
        """Return the answers that no field of the page asks for."""
        shown = {question.field for question in self.questions} | {"place", "confirmed"}
        shown |= {person.field for person in self.people.values()}
        return [(name, value) for name, value in self.answers.fields.items() if name not in shown]

    # Days of which there is an evening already

    @cached_property
    def existing(self) -> set[datetime.date]:
        """Return the days that have an evening or an old sheet already; two queries."""
        days = {evening.day for evening in self.grid.evenings}
        played = Evening.objects.of(self.club).filter(date__in=days, sheets__isnull=False)
        old = OldSheet.objects.filter(batch__club=self.club, batch__withdrawn_at=None, date__in=days)
        return {*played.values_list("date", flat=True), *old.values_list("date", flat=True)}

    @cached_property
    def questions(self) -> list[GridQuestion]:
        """Return the open questions, and one about days that already have an evening."""
        questions = list(self.grid.questions)
        if self.existing and not self.answers.get("existing"):
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
        return everybody(self.grid.names, members, self.answers.fields, others)

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
            names: dict[str, list[str]] = {}
            for name in evening.amounts:
                if someone := self._someone(name):
                    names.setdefault(someone.id, []).append(name)
            for several in (several for several in names.values() if len(several) > 1):
                words = _("%(where)s: %(names)s cannot be one person, each has a number there.")
                sentences.append(words % {"where": evening.where, "names": ", ".join(several)})
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
        """Return the days to store, each with its lists, without unclear people."""
        left_out = self.existing if self.answers.get("existing") == LEFT_OUT else set()
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
    def cents_per_point(self) -> int:
        """Return the price of a point in cents; 0 where the numbers are no euros."""
        return self.answers.cents if self.grid.unit == EUROS else 0

    @property
    def someones(self) -> list[Someone]:
        """Return everybody once, by what the first of their names says."""
        named = {person.someone.id: person.someone for person in self.people.values() if person.someone}
        return list(named.values())

    @property
    def digest(self) -> str:
        """Return a checksum of what was looked at."""
        return f"{self.grid.digest} {sorted(self.answers.fields.items())}"

    @property
    def confirmed(self) -> dict[str, Any]:
        """Return the confirmed unit, sign and ways and the number of comparisons, without names."""
        agrees = [comparison.agrees for comparison in self.grid.compared]
        ways = {example.way for example in self.grid.examples}
        words = {"unit": self.grid.unit, "sign": self.grid.sign, "way": " ".join(sorted(ways))}
        return {**words, "agrees": sum(agrees), "differs": len(agrees) - sum(agrees)}
