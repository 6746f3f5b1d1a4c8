"""Old score sheets: a file, what its columns mean, who is who; everything said is kept from look to look."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.utils.formats import date_format
from django.utils.translation import pgettext

from scoring.engine.rules import Rules
from scoring.export.controls import letter
from scoring.heads import digest_of
from scoring.models import Club, ComparedWith, Member, OldKind
from scoring.old_sheets import blocks, doubts, layouts, values
from scoring.old_sheets import worksheet as col
from scoring.old_sheets.blocks import SKIPPED
from scoring.old_sheets.comparing import ControlNumber, problems_with
from scoring.old_sheets.drawing import (
    DrawnWorksheet,
    Understood,
    drawn,
    mark_in_words,
    role_options,
    roles_in,
    roles_with,
    understood,
)
from scoring.old_sheets.people import Option
from scoring.old_sheets.reading import FileTotal, Reading
from scoring.old_sheets.rows import (
    CODES_OF_WAYS,
    EACH,
    HEADING,
    LABELLED,
    NOT_SAID,
    REPEATS,
    RUNNING,
    SEEMS,
    LeftOut,
)
from scoring.old_sheets.values import choices, label, refusal, remark
from scoring.old_sheets.verbs import edition_of, tables_there, unnamed_table
from scoring.old_sheets.worksheet import DATE, MOST_COLUMNS, PLACE, TABLE, Worksheet, cell_in
from scoring.rules.versions.versions import offered
from scoring.uploads.sandbox import rows_of_csv, worksheets_of_workbook
from scoring.uploads.spreadsheets import (
    CellRow,
    RawWorksheet,
    UnreadableFile,
    decoded,
    is_packed,
    parted,
    tidied,
    without_end,
)
from scoring.web.fields import PageForm, cents_field, choice_field, labelled, offer, spreadsheet_field
from scoring.web.language import current_language
from scoring.web.uploads import MOST_OF_A_LIST

MOST_CENTS = 100_000
MOST_OF_ROLES = 20_000  # letters
MOST_MENDED = 40  # cells with a field of their own
SHOWN = 4  # rows beside the columns
MOST_SUMS = 500  # rows with a field of their own; Django takes 1000 fields
HAS_DIGIT = re.compile(r"\d")
SHOWN_OF_A_ROW = 120  # letters of one that is left out
KEEP = "keep"


def options_of(labels: Iterable[tuple[str, object]], chosen: str) -> list[Option]:
    """Return the values of a field, of which one is chosen."""
    return [Option(code, str(label), code == chosen) for code, label in labels]


# What is asked of all rows together, where no column says it: its field, and what a title says of it.
OF_ALL = {
    DATE: ("day", values.day_within),
    "year": ("year", values.year_within),
    PLACE: ("place", values.place_within),
}
ZEROS, SIGNS = choices("zeros"), choices("signs")
KINDS, QUESTIONS, FIELDS = choices("kinds"), choices("questions"), choices("fields")


class AboutOldFile(PageForm):
    """Under which rules it was played, and for how much."""

    rules = choice_field(FIELDS["rules"], wrong=FIELDS["rules_wrong"], help_text=FIELDS["rules_help"])
    cents = cents_field(
        FIELDS["cents"], FIELDS["cents_wrong"], most=MOST_CENTS, help_text=FIELDS["cents_help"]
    )

    def __init__(self, data: Any = None, *, club: Club) -> None:
        initial = {"rules": club.default_rules, "cents": club.cents_per_point}
        super().__init__(data, initial=initial)
        self.offered = offered(club)
        offer(self, rules=labelled(self.offered))

    def fill_in(self) -> None:
        """Put what is usual in the place of what is wrong: the file is shown, until it is mended."""
        self.cleaned_data |= {name: self.initial[name] for name in self.errors}


class OldFile(PageForm):
    """A file; its name decides how much of it is kept, see `uploads`."""

    list = spreadsheet_field(FIELDS["file"])


def rows_of_file(file: UploadedFile) -> tuple[layouts.Workbook, list[CellRow]]:
    """Return the rows of a worksheet, or of the text; empty ones count, so that rows keep their numbers."""
    if file.size and file.size > MOST_OF_A_LIST:
        raise UnreadableFile(refusal("too_big", most=MOST_OF_A_LIST // 1000))
    content = file.read()
    if is_packed(content):
        return layouts.chosen_of(worksheets_of_workbook(content, layouts.LIMITS, layouts.MOST_WORKSHEETS + 1))
    text, separator = parted(decoded(content))
    rows = without_end(cells for _line, cells in rows_of_csv(text, separator, layouts.LIMITS))
    return layouts.chosen_of([RawWorksheet("", rows)])


class FileWithAnswers:
    """An uploaded file of old sheets, with everything that was answered about it so far."""

    def __init__(
        self, club: Club, terms: AboutOldFile, posted: Mapping[str, str], file: UploadedFile | None = None
    ) -> None:
        """Take what the form says; a newly sent file keeps what was said of columns with the same heading."""
        self.club, self.terms, self.posted = club, terms, posted
        self.rules, self.cents = terms.cleaned_data["rules"], terms.cleaned_data["cents"]
        before = layouts.rows_of_text(posted["text"]) if "text" in posted else []
        self.roles_text = posted.get("roles", "")[:MOST_OF_ROLES] if file is None else ""
        roles_before = roles_in(self.roles_text)
        self.roles_text = roles_with(self.roles_text, posted.get("role", "")) if file is None else ""
        self.roles = roles_in(self.roles_text)
        has_roles = self.roles == roles_before  # as on the look before
        sent = layouts.book_of_text(posted.get("worksheets", ""))
        if file is not None:
            self.book, rows = rows_of_file(file)
        else:  # with the cells that were mended, and the worksheet that was asked for
            mended = _with_cells([*before], posted)
            sent = layouts.with_mended(sent, before, mended, roles_before)
            if has_roles or not sent.raw:
                self.book, rows = sent.instead(posted.get("worksheet", ""), mended) or (sent, mended)
            else:
                self.book, rows = layouts.chosen_of(layouts.worksheets_of(sent), self.roles)
        is_other = file is not None or self.book.read != sent.read
        said = {} if is_other or not has_roles else posted  # of these very rows
        answers = {} if is_other and "text" in posted else posted
        names = set(club.members.filter(anonymised_at=None).values_list("key", flat=True))
        self.rows, chosen_heading = tuple(rows), _row_number(said.get("heading", ""), rows)
        self.heading = col.heading_row(rows, names) if chosen_heading is None else chosen_heading
        self.kind = posted.get("kind", "")
        if self.kind not in KINDS:
            tell_hands = col.tell_hands(col.guessed(rows, self.heading, terms.offered[self.rules], names))
            self.kind = OldKind.HANDS if tell_hands else OldKind.AMOUNTS
        codes = col.guessed(rows, self.heading, self.played_by, names)[:MOST_COLUMNS]
        if posted.get("kind-before") == self.kind:
            known = {code for _label, some in col.meanings(self.played_by, "de") for code, _words in some}
            chosen = _chosen(rows, self.heading, before, posted)
            codes = [
                chosen[place] if chosen.get(place) in known else code for place, code in enumerate(codes)
            ]
        self.codes, self.text = tuple(codes), layouts.text_of(rows)
        titles = [self.book.read, *(cell for row in rows[: self.heading] for cell in row)]
        within = {code: next(filter(None, map(finds, titles)), "") for code, (_, finds) in OF_ALL.items()}
        if not values.year_within(self.book.read) and len({*map(values.year_within, titles)} - {""}) > 1:
            within["year"] = ""
        of_all = {
            code: said.get(name, within[code]).strip()[: layouts.LIMITS.cell]
            for code, (name, _) in OF_ALL.items()
        }
        self.year = of_all["year"]  # of days without one, or both years of a season
        self.whole = {code: of_all[code] for code in (DATE, PLACE) if code not in codes}  # of all rows
        self.who = {  # who is who, and which rows of sums are none
            **{key: value for key, value in posted.items() if key.startswith("who-")},
            **{key: value for key, value in said.items() if key.startswith("sums-")},
        }
        self.running = _answer(answers, "amounts", CODES_OF_WAYS)  # what the amounts are
        self.days = _answer(answers, "days", values.ORDERS_OF_DAYS)  # what they begin with
        of_same_money = posted if posted.get("money-of") == " ".join(self.money_seen) else answers
        self.money = _answer(of_same_money, "money", values.COUNTED_IN)  # what they are counted in
        self.zeros = _answer(answers, "zeros", ZEROS)  # what 0 means
        self.sign = _answer(answers, "sign", SIGNS)  # what plus means
        self.confirmed = said.get("doubts-sure", "")
        self.keeps = posted.get("differing") == KEEP  # where the paper differs, the settled amounts are kept
        self.others = {
            block[0]: block for block in self.columns.blocks_of_others
        }  # by the row that names others
        self.gone = _gone(rows, self.heading, said, self.others.values())  # rows that somebody leaves out
        self.control = ControlNumber.of(said)  # from the paper
        self.file_name = file.name or "" if file is not None else posted.get("file-name", "")
        self.sure = said.get("sums-sure", "")  # the rows of sums that somebody has looked at

    @cached_property
    def understood(self) -> Understood:
        """Return what was made of every cell of the file."""
        reading = self.reading
        left_out = {one.row: self._sentence_about(one) for one in reading.sums if not one.counts}
        left_out |= dict.fromkeys(self.gone, remark("gone"))
        wrong = [(bad.row, bad.column, bad.text) for bad in reading.bad]
        book, rows = layouts.located_rows(self.book, self.roles)
        return understood(book, rows, self.heading, self.codes, left_out, wrong)

    @cached_property
    def drawn(self) -> DrawnWorksheet | None:
        """Return the worksheet that is shown, with what was understood; None: it is too big."""
        shown, first = (self.posted.get(key, "") for key in ("grid-sheet", "grid-from"))
        shown = shown or self.posted.get("grid-shown", "")
        return drawn(self.book, self.understood, _whole_number(shown), _whole_number(first))

    @property
    def drawn_others(self) -> list[tuple[int, str]]:
        """Return the worksheets that are not shown."""
        shown = self.drawn.number if self.drawn else 0
        return [(number, sheet.name) for number, sheet in enumerate(self.book.raw) if number != shown]

    @property
    def marked(self) -> str:
        """Return in words the row or the column that somebody has tapped; empty: none."""
        return mark_in_words(self.posted.get("mark", ""))

    @property
    def marked_options(self) -> list[Option]:
        return role_options(self.posted.get("mark", ""), self.roles)

    @property
    def played_by(self) -> Rules | None:
        """Return the rules by which hands are settled; None: there are only amounts."""
        return self.terms.offered[self.rules] if self.kind == OldKind.HANDS else None

    @cached_property
    def reading(self) -> Reading:
        said = self.money or (values.UNSAID if self.money_seen else values.POINTS)
        sign = -1 if self.sign == "pays" else 1
        counted = values.CountedIn(said, self.cents, sign, self.zeros == "absent")
        return Reading(
            replace(self.columns, rows=self._rows_read, counted=counted, whole=self.whole, bad=[]),
            self.played_by,
            members=list(Member.objects.filter(club=self.club)),
            asked=self.who,
            others=dict(self.club.other_names.values_list("key", "member")),
            running=self.running,
            there=lambda days: tables_there(self.club, days),
            unnamed=unnamed_table(self.club.language),
        ).read()

    @cached_property
    def money_seen(self) -> list[str]:
        """Return the money that stands in the name of the worksheet, in titles, headings or cells.

        It goes to and fro with the form: of the same money nobody is asked twice in a file.
        """
        named = values.money_in([(self.book.read,)], 1, ())
        return sorted(named | values.money_in(self.rows, self.heading, self.columns.amounts))

    @cached_property
    def asks_zeros(self) -> bool:
        """Return whether 0 may stand for somebody who was not there."""
        is_running = self.reading.said.partition("-")[0] in RUNNING  # then it is a total
        people = self.columns.people if self.kind == OldKind.AMOUNTS and not is_running else []
        left_out = {one.row for one in self.reading.sums if not one.counts}
        below = enumerate(self.rows[self.columns.top :], self.columns.top + 1)
        rows = [row for number, row in below if number not in left_out]
        return bool(self.zeros and people) or doubts.zeros_for_absent(rows, people)

    @property
    def asks_sign(self) -> bool:
        """Return whether a title says that whoever pays has a plus."""
        titles = [self.book.read, *(cell for row in self.rows[: self.heading] for cell in row)]
        return self.kind == OldKind.AMOUNTS and doubts.plus_pays(titles)

    @property
    def zeros_options(self) -> list[Option]:
        return options_of(ZEROS.items(), self.zeros)

    @property
    def sign_options(self) -> list[Option]:
        return options_of(SIGNS.items(), self.sign)

    @cached_property
    def doubts(self) -> list[str]:
        """Return what is probably wrong, and somebody has to confirm."""
        struck = [
            remark("struck", number=number, name=sheet.name)
            for place, sheet in enumerate(self.book.raw)
            for number in sheet.struck
            if self.roles.get(place, {}).get(("row", number - 1)) != SKIPPED
        ]
        return [*doubts.doubts_about(self.reading.amounts, self._days), *struck]

    @property
    def doubts_digest(self) -> str:
        return digest_of(self.doubts)[:16] if self.doubts else ""

    @property
    def cents_per_point(self) -> int:
        """Return what a point was worth in cents; 0: nobody knows, or it was worth groschen."""
        return 0 if self.money in values.OF_SCHILLINGS else self.cents

    @cached_property
    def days_seen(self) -> tuple[str, ...]:
        """Return whether its days can begin with the day or with the month."""
        return values.day_orders(self._days)

    @property
    def asks_days(self) -> bool:
        """Return whether no day proves that it begins with the day or the month."""
        return len(self.days_seen) > 1

    @property
    def is_day_open(self) -> bool:
        return self.asks_days and self.days not in self.days_seen

    @property
    def days_options(self) -> list[Option]:
        """Return both readings of the first day that has two."""
        one, other = self.days_seen
        in_order = values.day_in_order
        text = next(text for text in self._days if in_order(text, one) != in_order(text, other))
        form, readings = pgettext("date format", "j M Y"), dict[str, str]()
        for code in self.days_seen:
            day = values.day_in(in_order(text, code))
            readings[code] = f"{text}: {date_format(day, form) if day else in_order(text, code)}"
        return options_of(readings.items(), self.days)

    @property
    def texts_asked(self) -> list[dict[str, Any]]:
        """Return what is asked of all rows together, where no column says it."""
        said = {**self.whole, "year": self.year} if self.asks_year else self.whole
        fields = {name: said[code] for code, (name, _within) in OF_ALL.items() if code in said}
        return [{"field": name, "label": FIELDS[name], "value": value} for name, value in fields.items()]

    @property
    def asks_year(self) -> bool:
        """Return whether there are days without a year."""
        days = (values.day_in_order(day, self.days_seen[0]) for day in self._days)
        return any(map(values.day_without_year, days))

    @property
    def _days(self) -> list[str]:
        """Return what stands in the column of the day below the headings."""
        place = self.columns.place(DATE)
        return [] if place is None else [cell_in(row, place) for row in self.rows[self.heading + 1 :]]

    @property
    def _rows_read(self) -> tuple[CellRow, ...]:
        """Return the rows that are not left out, the day first in their days, and with a year."""
        others = {number for block in self.others.values() for number in block}
        rows = [
            row if number not in self.gone else () if number in others else self._kept_of(row)
            for number, row in enumerate(self.rows, 1)
        ]
        if (place := self.columns.place(DATE)) is None:
            return tuple(rows)
        top, order = self.heading + 1, self.days if self.asks_days else self.days_seen[0]
        days = [values.day_in_order(cell_in(row, place), order) for row in rows[top:]]
        if self.asks_year and (years := values.years_in(self.year)):
            days = values.days_with_years(days, years)
        pairs = zip(rows[top:], days, strict=True)
        return (*rows[:top], *((*row[:place], day, *row[place + 1 :]) if day else row for row, day in pairs))

    def _kept_of(self, row: CellRow) -> CellRow:
        """Return of a row that is left out what the rows below mean by empty cells.

        Without a day, which has digits, a place is only a remark.
        """
        cells = dict(zip(self.codes, row, strict=False))
        kept = {code for code in self.codes if code.startswith(col.PLAYER)}
        if HAS_DIGIT.search(cells.get(DATE, "")):
            kept |= {*col.KEPT_BELOW}
        elif HAS_DIGIT.search(cells.get(TABLE, "")):
            kept.add(TABLE)
        return tuple(cell if code in kept else "" for code, cell in zip(self.codes, row, strict=False))

    def where(self, number: int) -> str:
        """Return in words which row of the file it is, or which column."""
        there = self.columns.where(number) if number > self.heading + 1 else ""
        return there[:1].upper() + there[1:] or remark("here", number=number)

    @property
    def rows_gone(self) -> list[tuple[int, str, str]]:
        """Return the number of every row that somebody leaves out, where it is, and what stands there.

        Of other people it is the row that names these; all below it go with it.
        """
        below = {number for block in self.others.values() for number in block[1:]}
        return [
            (number, self._span(number), " · ".join(filter(None, self.rows[number - 1]))[:SHOWN_OF_A_ROW])
            for number in self.gone
            if number not in below
        ]

    def _span(self, number: int) -> str:
        """Return in words which rows are left out together with this one."""
        last = self.others[number][-1] if number in self.others else number
        return self.where(number) if last == number else f"{self.where(number)} – {self.where(last)}"

    @cached_property
    def columns(self) -> Worksheet:
        """Return the rows as they were sent, with what the columns mean."""
        return Worksheet(self.rows, self.heading, self.codes)

    @property
    def digest(self) -> str:
        """Return the checksum of all that decides what is written: what was looked at is what comes in."""
        reading = self.reading
        people = {key: named.someone for key, named in reading.people.items()}
        left_out = [left_out.row for left_out in reading.sums if not left_out.counts]
        said = [self.kind, self.rules, self.edition, self.cents, self.rows, self.heading, self.codes, people]
        said += [reading.said, self.money, left_out, self.gone, self.keeps]
        said += [self.zeros, self.sign, self.roles_text, dict(self.whole), self.year, self.days, self.control]
        return digest_of(said)

    @cached_property
    def edition(self) -> str:
        """Return the text of the rules by which it was settled; amounts alone are settled by none."""
        return "" if self.kind == OldKind.AMOUNTS else edition_of(self.rules, self.club)

    @property
    def sums(self) -> list[dict[str, Any]]:
        """Return all rows of sums, with the field that asks whether one is none; empty: not here."""
        return [
            {
                "left_out": left_out,
                "field": "" if left_out.why == HEADING or number >= MOST_SUMS else left_out.field,
                "where": self.where(left_out.row),
                "told": self._sentence_about(left_out),
            }
            for number, left_out in enumerate(self.reading.sums)
        ]

    def _sentence_about(self, left_out: LeftOut) -> str:
        """Return what a row is that is left out."""
        if left_out.why == HEADING:
            return remark("heading")
        if not left_out.first:
            return remark("labelled" if left_out.why == LABELLED else "undated")
        span = {"first": self.where(left_out.first), "last": self.where(left_out.last)}
        return remark("repeats" if left_out.why == REPEATS else "totals", **span)

    @property
    def sums_digest(self) -> str:
        """Return the checksum of the rows left out that do not say that they are sums; empty without any."""
        seeming = [line.row for line in self.reading.sums if line.why == SEEMS and not line.counts]
        return digest_of([(row, self.rows[row - 1]) for row in seeming])[:16] if seeming else ""

    @property
    def asks_sums(self) -> bool:
        """Return whether somebody has to look at the rows that are left out."""
        return self.reading.has_open_sums or bool(self.sums_digest)

    @property
    def asks_control(self) -> bool:
        """Return whether only a number from the paper is missing."""
        is_open = self.why_not and not self.control_problems
        return not is_open and (self.control.is_given or not self.reading.compared_with)

    @cached_property
    def control_problems(self) -> list[str]:
        """Return why a number from the paper is not what the file comes to."""
        reading, control = self.reading, self.control
        if not control.is_given:
            return []
        twelfths = None
        if self.money not in (NOT_SAID, values.POINTS):
            try:
                twelfths = reading.sheet.counted.twelfths(control.points)
            except values.Odd as odd:
                return [str(odd)]
        ways = reading.other_readings_of(control.who)
        return problems_with(control, reading.control_totals, twelfths, ways)

    @property
    def compared_with(self) -> str:
        """Return what the file was compared with, and agrees with; empty: nothing."""
        if self.control.is_given:
            return "" if self.control_problems else ComparedWith.NUMBER
        return self.reading.compared_with

    @property
    def end_table(self) -> str:
        """Return the lines of an end table, as its page takes them; empty: this file is none."""
        found = blocks.end_table_in(self.rows, self.heading)
        above = (cell for row in self.rows[: self.heading] for cell in row if cell)
        title = next(above, self.book.read) or label("season")
        when = self.whole.get(DATE, "") or "".join(map(str, values.years_in(self.year)[-1:]))
        return "\n".join("; ".join((title.replace(";", ","), when, name, *rest)) for name, *rest in found)

    @property
    def read_as(self) -> str:
        """Return what the amounts are read as, where they could be something else; empty: nothing to say."""
        ways = self.reading.ways if self.kind == OldKind.AMOUNTS and not self.asks_amounts else []
        said = next((way.label for way in ways if way.code == self.reading.said), "")
        return said if len(ways) > 1 else ""

    @property
    def asks_money(self) -> bool:
        """Return whether it has to be said what the amounts are counted in."""
        return bool(self.money_seen) or self.money not in (NOT_SAID, values.POINTS)

    @property
    def is_money_open(self) -> bool:
        return self.asks_money and not self.money

    @property
    def following(self) -> FileWithAnswers | None:
        """Return the next worksheet, after this one came in, with what was said of columns and people."""
        if not (name := self.book.following):
            return None
        after = FileWithAnswers(self.club, self.terms, {**self.posted, "worksheet": name})
        after.book = after.book.without(self.book.read)
        return after

    @property
    def totals(self) -> list[FileTotal]:
        """Return what everybody has; nothing as long as nobody says what the amounts are counted in."""
        return [] if self.is_money_open else self.reading.totals

    @property
    def money_options(self) -> list[Option]:
        """Return what amounts can be counted in; nothing is chosen where they look like money."""
        chosen = self.money or (NOT_SAID if self.asks_money else values.POINTS)
        return [
            Option(NOT_SAID if code == chosen != self.money else code, str(words), code == chosen)
            for code, words in values.COUNTED_IN.items()
        ]

    @property
    def asks_amounts(self) -> bool:
        """Return whether it has to be said what the amounts are, or somebody has said it."""
        return self.reading.is_unsaid or self.running != NOT_SAID

    @property
    def amounts_options(self) -> list[dict[str, Any]]:
        """Return what the amounts can be, and what some rows become by it: where, when, what everybody got.

        Nothing is chosen where the figures do not decide; what is chosen by nobody is sent as nothing: mended
        cells may decide otherwise.
        """
        reading = self.reading
        chosen = NOT_SAID if reading.is_unsaid else reading.said or EACH
        by_nobody = chosen if self.running == NOT_SAID else ""
        return [
            {
                "code": NOT_SAID if way.code == by_nobody else way.code,
                "label": way.label,
                "chosen": way.code == chosen,
                "rows": [(self.where(row), reading.days_of_rows.get(row), got) for row, got in way.rows],
            }
            for way in reading.ways
        ]

    @property
    def column_options(self) -> list[dict[str, Any]]:
        """Return each column with what it can mean, and what stands in it."""
        groups = col.meanings(self.played_by, current_language())
        below = self.rows[self.heading + 1 : self.heading + 1 + SHOWN]
        return [
            {
                "field": f"col-{place}",
                "heading": heading,
                "letter": letter(place),
                "groups": [(label, options_of(some, code)) for label, some in groups],
                "shown": [cell_in(row, place) for row in below],
                "is_used": bool(code),
            }
            for place, (code, heading) in enumerate(zip(self.codes, self.columns.headings, strict=True))
        ]

    @property
    def mended(self) -> list[dict[str, Any]]:
        """Return everything wrong; the first cells can be mended on the page, those of a row all or none."""
        mendings = []
        there: set[str] = set()
        alike = Counter(bad.cell for bad in self.reading.bad if bad.cell and bad.row > self.columns.top)
        for bad in self.reading.bad:
            places = bad.among if bad.column is None else (bad.column,)
            row = self.rows[bad.row - 1] if bad.row <= len(self.rows) else ()
            cells: list[dict[str, Any]] = [
                {
                    "field": f"cell-{bad.row}-{place}",
                    "label": bad.label or col.label_of(self.codes[place], self.columns.headings[place]),
                    "text": cell_in(row, place),
                }
                for place in places
                if f"cell-{bad.row}-{place}" not in there
            ]
            if (times := alike.pop(bad.cell, 0)) > 1:
                alike_in_words, field = remark("cells_alike", count=times), f"same-{bad.row}-{bad.column}"
                cells.append({"field": field, "label": alike_in_words, "text": bad.cell, "is_named": True})
            if len(there) + len(cells) > MOST_MENDED:
                cells = []
            there |= {cell["field"] for cell in cells}
            can_go = self.heading + 1 < bad.row <= len(self.rows)
            where, span = self.where(bad.row), self._span(bad.row)
            mendings.append({"bad": bad, "cells": cells, "can_go": can_go, "where": where, "span": span})
        return mendings

    @property
    def why_not(self) -> str:
        """Return why it cannot come in yet; empty if it can."""
        reading = self.reading
        stands_in_the_way = {
            "people": any(named.someone is None for named in reading.people.values()),
            "days": self.is_day_open,
            "money": self.is_money_open,
            "amounts": reading.is_unsaid,
            "repeats": reading.has_open_sums,
            "zeros": self.asks_zeros and not self.zeros,
            "sign": self.asks_sign and not self.sign,
            "bad": not reading.is_right,
            "doubts": bool(self.doubts) and self.confirmed != self.doubts_digest,
            "sums": bool(self.sums_digest) and self.sure != self.sums_digest,
            "differing": bool(reading.differing) and not self.keeps,
            "control": bool(self.control_problems),
        }
        return next((str(QUESTIONS[code]) for code, is_open in stands_in_the_way.items() if is_open), "")


def _gone(
    rows: Sequence[CellRow], heading: int, posted: Mapping[str, str], others: Iterable[range]
) -> list[int]:
    """Return the numbers of the rows that are left out, after the button that was pressed.

    Those of other people go with the row that names these, and come back with it: without it they would
    belong to whoever stands in the headings.
    """
    said = {*posted.get("gone", "").split(), posted.get("leave", "")} - {posted.get("take", "")}
    places = {_row_number(text, rows) for text in said}
    gone = {place + 1 for place in places if place is not None and place > heading}
    for block in others:
        gone = gone.union(block) if block[0] in gone else gone.difference(block)
    return sorted(gone)


def _answer(posted: Mapping[str, str], name: str, known: Collection[str]) -> str:
    said = posted.get(name, "")
    return said if said in known else NOT_SAID


def _whole_number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0


def _row_number(said: str, rows: Sequence[CellRow]) -> int | None:
    if said.isascii() and said.isdigit() and len(said) < 7 and 1 <= int(said) <= len(rows):
        return int(said) - 1
    return None


def _chosen(
    rows: Sequence[CellRow], heading: int, before: Sequence[CellRow], posted: Mapping[str, str]
) -> dict[int, str]:
    """Return what was said of every column, found again by its heading where that is another row or file."""
    said = {place: value for (place,), value in _numbered(posted, "col", 1).items()}
    where = _row_number(posted.get("heading-before", ""), before)
    old = before[where] if where is not None else ()
    if old == rows[heading]:
        return said
    by_heading = {text: said[place] for place, text in enumerate(old) if text and place in said}
    return {place: by_heading[text] for place, text in enumerate(rows[heading]) if text in by_heading}


def _with_cells(rows: list[CellRow], posted: Mapping[str, str]) -> list[CellRow]:
    """Return the book with the cells that were mended on the page, each alone or with all like it."""
    mended = _numbered(posted, "cell", 2)
    for (number, column), value in _numbered(posted, "same", 2).items():
        old = cell_in(rows[number - 1], column) if 1 <= number <= len(rows) else ""
        if old and value != old:
            mended = {at: text for at, text in mended.items() if text != old}
            for number_like, row in enumerate(rows, 1):
                like = (place for place, cell in enumerate(row) if cell == old and posted.get(f"col-{place}"))
                mended |= {(number_like, place): value for place in like}
    for (number, column), value in mended.items():
        if 1 <= number <= len(rows) and column < MOST_COLUMNS:
            cells = [*rows[number - 1], *[""] * (column + 1 - len(rows[number - 1]))]
            cells[column] = value[: layouts.LIMITS.cell]
            rows[number - 1] = tidied(cells, layouts.LIMITS)
    return rows


def _numbered(posted: Mapping[str, str], name: str, numbers: int) -> dict[tuple[int, ...], str]:
    """Return the answers of fields that are called so, by the numbers in their names."""
    field = re.compile(rf"{name}(?:-[0-9]{{1,6}}){{{numbers}}}")
    answers = {key: value for key, value in posted.items() if field.fullmatch(key)}
    return {tuple(map(int, key.split("-")[1:])): value for key, value in answers.items()}
