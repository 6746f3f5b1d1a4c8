"""Old score sheets: a file, what its columns mean, who is who; answers are kept between previews."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple

from django.core.files.uploadedfile import UploadedFile
from django.utils.formats import date_format
from django.utils.translation import pgettext

from scoring.engine.rules import Rules
from scoring.heads import digest_of
from scoring.models import Club, ComparedWith, Member, OldKind
from scoring.old_sheets import doubts, layouts, values
from scoring.old_sheets import worksheet as col
from scoring.old_sheets.block import Block
from scoring.old_sheets.blocks import COUNTED, DAYS, SUM, end_table_in
from scoring.old_sheets.comparing import ControlNumber, problems_with
from scoring.old_sheets.drawing import (
    AMOUNT,
    DAY,
    ROLES_IN_WORDS,
    DrawnWorksheet,
    Understood,
    cell_key_of,
    drawn,
    mark_and_role,
    mark_in_words,
    mark_of,
    mark_of_column,
    role_options,
    roles_in,
    roles_kept,
    roles_with,
    understood,
)
from scoring.old_sheets.people import Option
from scoring.old_sheets.reading import FileTotal, Reading
from scoring.old_sheets.rows import (
    CODES_OF_WAYS,
    COUNTS,
    EACH,
    FIELD,
    HEADING,
    LEFT,
    NOT_SAID,
    OF_PART,
    REPEATS,
    RUNNING,
    WAYS,
    LeftOut,
)
from scoring.old_sheets.values import choices, label, refusal, remark
from scoring.old_sheets.verbs import edition_of, tables_there, unnamed_table
from scoring.old_sheets.worksheet import DATE, MOST_COLUMNS, TABLE, VENUE, cell_in
from scoring.rules.versions.versions import offered
from scoring.uploads.sandbox import rows_of_csv, worksheets_of_workbook
from scoring.uploads.spreadsheets import (
    ONE_BYTE,
    CellRow,
    RawWorksheet,
    UnreadableFile,
    decoded,
    is_packed,
    letters_are_open,
    parted,
    without_end,
)
from scoring.web.fields import PageForm, cents_field, choice_field, labelled, offer, spreadsheet_field
from scoring.web.language import current_language
from scoring.web.uploads import MOST_OF_A_LIST

MOST_CENTS = 100_000
MOST_OF_ROLES = 20_000  # letters
MOST_MENDED = 40  # cells with a field of their own
CELL_KEY = re.compile(r"[0-9]{1,6}-[0-9]{1,6}-[0-9]{1,6}")
MOST_SAMPLES = 3  # words in other letters
KEEP = "keep"


def options_of(labels: Iterable[tuple[str, object]], chosen: str) -> list[Option]:
    """Return the values of a field, of which one is chosen."""
    return [Option(code, str(label), code == chosen) for code, label in labels]


# What is asked of all rows together, where no column says it: its field, and what a title says of it.
OF_ALL = {
    DATE: ("day", values.day_within),
    "year": ("year", values.year_within),
    VENUE: ("place", values.venue_within),
}
ZEROS, SIGNS = choices("zeros"), choices("signs")
KINDS, QUESTIONS, FIELDS = choices("kinds"), choices("questions"), choices("fields")
LEGENDS = choices("asked")


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


def workbook_of_file(file: UploadedFile) -> layouts.UploadedWorkbook:
    """Return the worksheets of a file; empty rows count, so that rows keep their numbers."""
    if file.size and file.size > MOST_OF_A_LIST:
        raise UnreadableFile(refusal("too_big", most=MOST_OF_A_LIST // 1000))
    content = file.read()
    if is_packed(content):
        return layouts.workbook_of(
            worksheets_of_workbook(content, layouts.LIMITS, layouts.MOST_WORKSHEETS + 1)
        )
    text, separator = parted(decoded(content))
    rows = without_end(cells for _line, cells in rows_of_csv(text, separator, layouts.LIMITS))
    return replace(layouts.workbook_of([RawWorksheet("", rows)]), letters_are_open=letters_are_open(content))


class Check(NamedTuple):
    """What all that comes in, or one block of it, was compared with."""

    part: str
    control: ControlNumber  # from the paper
    compared: str  # empty: with nothing, or it does not agree
    problems: list[str]


class FileWithAnswers:
    """An uploaded file of old sheets, with everything that was answered about it so far."""

    def __init__(
        self, club: Club, terms: AboutOldFile, posted: Mapping[str, str], file: UploadedFile | None = None
    ) -> None:
        """Read the form; a newly sent file keeps the roles of the rows and columns that it still has."""
        self.club, self.terms, self.posted = club, terms, posted
        self.rules, self.cents = terms.cleaned_data["rules"], terms.cleaned_data["cents"]
        sent = layouts.workbook_of_text(posted["worksheets"]) if "worksheets" in posted else None
        self.roles_text = roles_with(posted.get("roles", "")[:MOST_OF_ROLES], posted.get("role", ""))
        if "say" in posted:
            self.roles_text = roles_with(self.roles_text, posted.get("meaning", ""))
        if file is not None or sent is None:
            workbook = workbook_of_file(file) if file is not None else layouts.UploadedWorkbook()
            earlier = sent.worksheets if sent is not None else ()
            self.roles_text = roles_kept(self.roles_text, earlier, workbook.worksheets)
        else:
            mended = sent.mended(_mended_cells(sent.worksheets, posted))
            workbook = mended.in_letters(posted.get("letters", ""))
        self.roles = roles_in(self.roles_text)
        names = set(club.members.filter(anonymised_at=None).values_list("key", flat=True))
        self.workbook = replace(workbook, roles=self.roles, chosen=posted.get("worksheet", ""), names=names)
        is_other = file is not None or posted.get("read") not in (None, self.workbook.chosen)
        row_answers = {} if is_other else posted  # of these very rows
        answers = {} if is_other and sent is not None else posted
        together = self.workbook.table.blocks
        self.kind = posted.get("kind", "")
        if self.kind not in KINDS:
            rules = terms.offered[self.rules]
            codes = (col.guessed(block.rows, block.heading, rules, names) for block in together)
            self.kind = OldKind.HANDS if any(map(col.tell_hands, codes)) else OldKind.AMOUNTS
        self.blocks, above = list[Block](), 0
        for block in together:
            self.blocks.append(replace(block, codes=self._codes_of(block), above=above))
            above += len(block.rows)
        self.titles = [
            self.workbook.read,
            *(title for title in together[0].titles if all(title in block.titles for block in together)),
        ]
        within = {
            code: next(filter(None, map(finds, self.titles)), "") for code, (_, finds) in OF_ALL.items()
        }
        if (
            not values.year_within(self.workbook.read)
            and len({*map(values.year_within, self.titles)} - {""}) > 1
        ):
            within["year"] = ""
        of_all = {
            code: row_answers.get(name, within[code]).strip()[: layouts.LIMITS.cell]
            for code, (name, _) in OF_ALL.items()
        }
        self.year = of_all["year"]  # of days without one, or both years of a season
        self.whole = {code: of_all[code] for code in (DATE, VENUE) if self._is_nowhere(code)}  # of all rows
        self.who = {key: value for key, value in posted.items() if key.startswith("who-")}
        self.running = _answer(answers, "amounts", CODES_OF_WAYS)  # what the amounts are
        self.days = _answer(answers, "days", values.ORDERS_OF_DAYS)  # what they begin with
        of_same_money = posted if posted.get("money-of") == " ".join(self.money_seen) else answers
        self.money = _answer(of_same_money, "money", values.COUNTED_IN)  # what they are counted in
        self.zeros = _answer(answers, "zeros", ZEROS)  # what 0 means
        self.sign = _answer(answers, "sign", SIGNS)  # what plus means
        self.confirmed = row_answers.get("doubts-sure", "")
        self.keeps = posted.get("differing") == KEEP  # where the paper differs, the settled amounts are kept
        self.row_answers = row_answers
        self.file_name = file.name or "" if file is not None else posted.get("file-name", "")
        self.sure = row_answers.get("sums-sure", "")  # the rows of sums that somebody has looked at

    def _codes_of(self, block: Block) -> tuple[str, ...]:
        """Return the meanings of the columns of a block: guessed, or given by a role."""
        codes = col.guessed(block.rows, block.heading, self.played_by, self.workbook.names)[:MOST_COLUMNS]
        known = {code for _label, some in col.meanings(self.played_by, "de") for code, _words in some}
        for column in range(len(codes)) if self.roles else ():
            role = self._role_of(mark_of_column(block.rows[block.heading :], column))
            role = {COUNTED: col.PERSON, DAYS: DATE}.get(role, role)
            codes[column] = role if role in known and role else codes[column]
        return tuple(codes)

    def _is_nowhere(self, code: str) -> bool:
        """Return whether of some rows neither a column says this nor, of a day, a title."""
        if code == VENUE:
            return not any(code in block.codes for block in self.blocks)
        is_alone = len(self.blocks) == 1
        return any(code not in block.codes and (is_alone or not block.day) for block in self.blocks)

    def _whole_of(self, block: Block) -> dict[str, str]:
        """Return what holds for all rows of a block."""
        if len(self.blocks) == 1:
            return self.whole
        own = {TABLE: block.name} if layouts.are_tables_of_a_day(self.blocks) else {}
        return {**self.whole, **({DATE: block.day} if block.day else {}), **own}

    def _role_of(self, mark: str) -> str:
        """Return the role given to a row or a column; empty if there is none."""
        sheet, _dash, kind_and_number = mark.partition("-")
        kind, _dash, number = kind_and_number.partition("-")
        return self.roles.get(int(sheet), {}).get((kind, int(number)), "") if number else ""

    @cached_property
    def counted(self) -> dict[str, str]:
        """Return the roles that make rows count or add up others, as form fields of these rows."""
        answers = {COUNTED: COUNTS, SUM: LEFT}
        rows = (
            (block.above + number, row) for block in self.blocks for number, row in enumerate(block.rows, 1)
        )
        roles = ((number, self._role_of(mark_of(row))) for number, row in rows if self.roles)
        return {FIELD.format(number): answers[role] for number, role in roles if role in answers}

    @cached_property
    def understood(self) -> Understood:
        """Return what was made of every cell of the file."""
        reading = self.reading
        left_out = {summed.row: self._sentence_about(summed) for summed in reading.sums if not summed.counts}
        wrong = [(bad.row, bad.column, bad.text) for bad in reading.bad]
        return understood(self.workbook, self.blocks, left_out, wrong)

    @cached_property
    def drawn(self) -> DrawnWorksheet | None:
        """Return the worksheet that is shown, with what was understood; None: it is too big."""
        shown, first = (self.posted.get(key, "") for key in ("grid-sheet", "grid-from"))
        shown = shown or self.posted.get("grid-shown", "")
        return drawn(self.workbook, self.understood, _whole_number(shown), _whole_number(first))

    @property
    def drawn_others(self) -> list[tuple[int, str]]:
        """Return the worksheets that are not shown."""
        shown = self.drawn.number if self.drawn else 0
        return [
            (number, sheet.name) for number, sheet in enumerate(self.workbook.worksheets) if number != shown
        ]

    @property
    def marked(self) -> str:
        """Return the words for the row or column that was tapped; empty if none was."""
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
        unit = self.money or (values.UNSAID if self.money_seen else values.POINTS)
        sign = -1 if self.sign == "pays" else 1
        counted = values.CountedIn(unit, self.cents, sign, self.zeros == "absent")
        blocks = [
            replace(
                block,
                rows=rows,
                counted=replace(counted, sign=self.own_signs.get(block.cell_key, sign)),
                whole=self._whole_of(block),
                bad=[],
                way=self.own_ways.get(block.cell_key, ""),
            )
            for block, rows in zip(self.blocks, self._rows_read, strict=True)
        ]
        return Reading(
            blocks,
            self.played_by,
            members=list(Member.objects.filter(club=self.club)),
            answers={**self.who, **self.counted},
            others=dict(self.club.other_names.values_list("key", "member")),
            running=self.running,
            existing=lambda days: tables_there(self.club, days),
            unnamed=unnamed_table(self.club.language),
        ).read()

    @cached_property
    def _parts(self) -> list[str]:
        """Return where the tables begin that are read as one; nothing: there is but one."""
        return [block.cell_key for block in self.blocks] if self.workbook.is_together else []

    @cached_property
    def own_ways(self) -> dict[str, str]:
        """Return what the amounts of a table are, for tables with an answer of their own."""
        ways = {part: self.posted.get(f"way-{part}", "") for part in self._parts}
        return {part: way for part, way in ways.items() if way in (EACH, OF_PART)}

    @cached_property
    def own_signs(self) -> dict[str, int]:
        """Return what plus means in a table, for tables with an answer of their own."""
        signs = {part: self.posted.get(f"sign-{part}", "") for part in self._parts}
        return {part: -1 if sign == "pays" else 1 for part, sign in signs.items() if sign in SIGNS}

    @property
    def listed_blocks(self) -> list[dict[str, Any]]:
        """Return every table of the file: why it is one, what it was compared with, what its amounts are."""
        as_all = ("", label("as_all"))
        ways = [(code, WAYS[code]) for code in (EACH, OF_PART)]
        read = {block.name for block in self.workbook.table.blocks}
        tables = []
        for block in (
            candidate for candidate in self.workbook.blocks if candidate.name not in self.workbook.imported
        ):
            is_part = self.workbook.is_together and block.name in read and self.kind == OldKind.AMOUNTS
            check = self.checks[block.cell_key if is_part else ""]
            compared = check.compared or self.checks[""].compared
            way, sign = self.own_ways.get(block.cell_key, ""), self.own_signs.get(block.cell_key, 0)
            row = {
                "name": block.name,
                "reason": block.reason,
                "is_read": block.name in read,
                "check": "" if self.why_not else ComparedWith(compared).label,
                "control": check.control,
                "totals": self.reading.control_totals(block.cell_key) if is_part else [],
                "place": block.cell_key if is_part else "",
                "ways": options_of([as_all, *ways], way),
                "signs": options_of([as_all, *SIGNS.items()], {0: "", -1: "pays"}.get(sign, "gets")),
            }
            tables.append(row)
        return tables

    @property
    def meaning(self) -> str:
        """Return in words what the amounts are read as."""
        if self.kind == OldKind.HANDS:
            return str(KINDS[self.kind])
        way = self.reading.ways.get(self.reading.chosen_way)
        money = values.COUNTED_IN.get(self.money or values.POINTS, "")
        return "; ".join(
            filter(None, (way.label if way else "", str(money), str(SIGNS.get(self.sign or "gets"))))
        )

    @cached_property
    def money_seen(self) -> list[str]:
        """Return the money that stands in the name of the worksheet, in titles, headings or cells.

        It goes to and fro with the form: of the same money nobody is asked twice in a file.
        """
        money = values.money_in([(self.workbook.read,)], 1, ())
        for block in self.blocks:
            rows = [(block.name,), *block.rows]
            money |= values.money_in(rows, block.heading + 1, block.amounts)
        return sorted(money)

    @cached_property
    def asks_zeros(self) -> bool:
        """Return whether to ask if 0 means that a person was absent."""
        is_running = self.reading.chosen_way.partition("-")[0] in RUNNING  # then it is a total
        if self.kind != OldKind.AMOUNTS or is_running:
            return False
        left_out = {summed.row for summed in self.reading.sums if not summed.counts}
        return bool(self.zeros) or any(
            doubts.zeros_for_absent(
                [block.row(number) for number in block.numbers if number not in left_out], block.people
            )
            for block in self.blocks
        )

    @property
    def asks_sign(self) -> bool:
        """Return whether to ask what plus means, because a title marks payments with it."""
        titles = [self.workbook.read, *(title for block in self.blocks for title in block.titles)]
        return self.kind == OldKind.AMOUNTS and doubts.plus_pays(titles)

    @property
    def letters_options(self) -> list[tuple[str, str]]:
        """Return the encodings in which a text can have been written, with some words as they read by it."""
        cells = (cell for sheet in self.workbook.worksheets for row in sheet.rows for cell in row)
        odd = list(dict.fromkeys(cell for cell in cells if not cell.isascii()))[:MOST_SAMPLES]
        if not self.workbook.letters_are_open:
            return []
        return [
            (encoding, ", ".join(layouts.in_letters(cell, encoding) for cell in odd)) for encoding in ONE_BYTE
        ]

    @property
    def questions(self) -> list[dict[str, Any]]:
        """Return what is asked of the file as a whole: its field, the question, and what can be answered."""
        questions = []
        if self.asks_days:
            questions.append(("days", self.days_options, self.is_day_open))
        if self.asks_zeros:
            questions.append(("zeros", options_of(ZEROS.items(), self.zeros), not self.zeros))
        if self.asks_sign:
            questions.append(("sign", self.sign_options, not self.sign))
        if self.asks_money:
            questions.append(("money", self.money_options, self.is_money_open))
        return [
            {"name": name, "legend": LEGENDS[name], "options": options, "is_open": is_open}
            for name, options, is_open in questions
        ]

    @property
    def sign_options(self) -> list[Option]:
        """Return the choices of what plus can mean; the usual one sends nothing."""
        usual = "" if self.asks_sign or self.sign else "gets"
        return [
            Option("" if code == usual else code, str(words), code in (self.sign, usual))
            for code, words in SIGNS.items()
        ]

    @cached_property
    def doubts(self) -> list[str]:
        """Return the probable mistakes, which have to be confirmed."""
        struck = [
            remark("struck", number=number, name=sheet.name)
            for at, sheet in enumerate(self.workbook.worksheets)
            for number in sheet.struck
            if ("row", number - 1) not in self.roles.get(at, {}) and number not in sheet.hidden
        ]
        counted = [at for at, (state, _why) in self.understood.states.items() if state in (AMOUNT, DAY)]
        looks = [
            sentence
            for number, sheet in enumerate(self.workbook.worksheets)
            for sentence in doubts.odd_looks(
                sheet,
                {(row, column) for sheet_number, row, column in counted if sheet_number == number},
                {row for (what, row) in self.roles.get(number, {}) if what == "row"},
            )
        ]
        order = [remark("out_of_order")] if self.reading.is_out_of_order else []
        return [*doubts.doubts_about(self.reading.amounts, self._days), *order, *struck, *looks]

    @property
    def doubts_digest(self) -> str:
        return digest_of(self.doubts)[:16] if self.doubts else ""

    @property
    def cents_per_point(self) -> int:
        """Return what a point was worth in cents; 0 if that is unknown or was in groschen."""
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
        first, second = self.days_seen
        in_order = values.day_in_order
        text = next(text for text in self._days if in_order(text, first) != in_order(text, second))
        form, readings = pgettext("date format", "j M Y"), dict[str, str]()
        for code in self.days_seen:
            day = values.day_in(in_order(text, code))
            readings[code] = f"{text}: {date_format(day, form) if day else in_order(text, code)}"
        return options_of(readings.items(), self.days)

    @property
    def texts_asked(self) -> list[dict[str, Any]]:
        """Return what is asked of all rows together, where no column says it."""
        texts = {**self.whole, "year": self.year} if self.asks_year else self.whole
        fields = {name: texts[code] for code, (name, _within) in OF_ALL.items() if code in texts}
        return [{"field": name, "label": FIELDS[name], "value": value} for name, value in fields.items()]

    @property
    def asks_texts(self) -> bool:
        """Return whether a day or a year is missing."""
        is_year_open = self.asks_year and not values.years_in(self.year)
        return is_year_open or (DATE in self.whole and not values.day_in(self.whole[DATE]))

    @property
    def asks_year(self) -> bool:
        """Return whether there are days without a year."""
        days = (values.day_in_order(day, self.days_seen[0]) for day in self._days)
        return any(map(values.day_without_year, days))

    @property
    def _days(self) -> list[str]:
        """Return what stands in the columns of days below the headings."""
        return [
            cell_in(block.row(number), column)
            for block in self.blocks
            if (column := block.column_of(DATE)) is not None
            for number in block.numbers
        ]

    @property
    def _rows_read(self) -> list[list[CellRow]]:
        """Return the rows of every block with the day first in their days, and with a year."""
        order = self.days if self.asks_days else self.days_seen[0]
        days = [values.day_in_order(day, order) for day in self._days]
        if self.asks_year and (years := values.years_in(self.year)):
            days = values.days_with_years(days, years)
        left, blocks = iter(days), list[list[CellRow]]()
        for block in self.blocks:
            blocks.append([*block.rows])
            if (column := block.column_of(DATE)) is not None:
                for number, row in enumerate(block.below, block.heading + 1):
                    day = next(left)
                    blocks[-1][number] = (*row[:column], day, *row[column + 1 :]) if day else row
        return blocks

    def where(self, number: int) -> str:
        """Return in words which row of the file it is, or which column."""
        block = self._block_of(number)
        row = mark_in_words(mark_of(block.row(number)))
        location = block.wheres.get(number - block.above - 1, "") or row or remark("here", number=number)
        if self.workbook.is_together:
            return f"{block.name}, {location[:1].lower()}{location[1:]}"
        return location[:1].upper() + location[1:]

    @property
    def roles_said(self) -> list[tuple[str, str, str]]:
        """Return the roles given: the row or column in words, the role in words, and what removes it."""
        given_roles = []
        for entry in self.roles_text.split():
            mark, role = mark_and_role(entry)
            words = ROLES_IN_WORDS.get(role) or dict(self._meanings).get(role, role)
            given_roles.append((mark_in_words(mark), str(words), f"{mark}-"))
        return given_roles

    @property
    def _meanings(self) -> list[tuple[str, str]]:
        """Return what a column can be beside days, people and amounts."""
        groups = col.meanings(self.played_by, current_language())
        return [
            meaning for _label, some in groups for meaning in some if meaning[0] not in ("", DATE, col.PERSON)
        ]

    @property
    def marked_meanings(self) -> list[Option]:
        """Return what else the column that was tapped can be, beside days, people and amounts."""
        mark = self.posted.get("mark", "")
        codes = {
            mark_of_column(block.rows[block.heading :], column): code
            for block in self.blocks
            for column, code in enumerate(block.codes)
        }
        chosen = f"{mark}-{codes.get(mark, '')}"
        options = [(f"{mark}-{code}", words) for code, words in self._meanings]
        return options_of(options, chosen) if "-column-" in mark else []

    @property
    def digest(self) -> str:
        """Return the checksum of all that decides what is written: what was looked at is what comes in."""
        reading = self.reading
        people = {key: named.someone for key, named in reading.people.items()}
        left_out = [left_out.row for left_out in reading.sums if not left_out.counts]
        blocks = [(block.rows, block.heading, block.codes) for block in self.blocks]
        parts: list[Any] = [self.kind, self.rules, self.edition, self.cents, blocks, people]
        parts += [reading.chosen_way, self.money, left_out, self.keeps]
        parts += [self.own_ways, self.own_signs]
        parts += [
            self.zeros,
            self.sign,
            self.roles_text,
            dict(self.whole),
            self.year,
            self.days,
            [check.control for check in self.checks.values()],
        ]
        return digest_of(parts)

    @cached_property
    def edition(self) -> str:
        """Return the text of the rules by which it was settled; amounts alone are settled by none."""
        return "" if self.kind == OldKind.AMOUNTS else edition_of(self.rules, self.club)

    @property
    def sums(self) -> list[dict[str, Any]]:
        """Return all rows of sums, each with the mark that can make it count."""
        return [
            {
                "left_out": left_out,
                "mark": "" if left_out.why == HEADING else mark_of(self._row(left_out.row)),
                "where": self.where(left_out.row),
                "told": self._sentence_about(left_out),
            }
            for left_out in self.reading.sums
        ]

    def _sentence_about(self, left_out: LeftOut) -> str:
        """Return what a row is that is left out."""
        if left_out.why == HEADING:
            return remark("heading")
        if not left_out.first:
            return remark(left_out.why)
        span = {"first": self.where(left_out.first), "last": self.where(left_out.last)}
        return remark("repeats" if left_out.why == REPEATS else "totals", **span)

    @property
    def sums_digest(self) -> str:
        """Return the checksum of the rows that are left out and do not say why; empty without any."""
        seeming = [line.row for line in self.reading.sums if line.is_open]
        return digest_of([(row, self._row(row)) for row in seeming])[:16] if seeming else ""

    def _row(self, number: int) -> CellRow:
        """Return a row as it was sent."""
        return self._block_of(number).row(number)

    def _block_of(self, number: int) -> Block:
        """Return the block of a row, as it was sent."""
        return next(block for block in self.blocks if number < block.numbers.stop)

    @property
    def asks_control(self) -> bool:
        """Return whether only a number from the paper is missing."""
        is_open = self.why_not and not self.control_problems
        return not is_open and (self.control.is_given or not self.compared_with)

    @property
    def control(self) -> ControlNumber:
        """Return the number from the paper for all that comes in."""
        return self.checks[""].control

    @cached_property
    def checks(self) -> dict[str, Check]:
        """Return what everything, and each block by its place, is compared with."""
        return {part: self._check(part) for part in ("", *self._parts)}

    def _check(self, part: str) -> Check:
        reading, control = self.reading, ControlNumber.of(self.row_answers, f"-{part}" if part else "")
        has_sums = reading.is_added_up(part) if part else bool(reading.compared_with)
        if not control.is_given:
            own = ComparedWith.SUMS if part else ComparedWith(reading.compared_with)
            return Check(part, control, own if has_sums else ComparedWith.NOTHING, [])
        twelfths = None
        if not self.is_money_open:
            try:
                block = next(candidate for candidate in reading.blocks if part in ("", candidate.cell_key))
                twelfths = block.counted.twelfths(control.points)
            except values.Odd as odd:
                return Check(part, control, ComparedWith.NOTHING, [str(odd)])
        ways = reading.other_readings_of(control.who, part)
        problems = problems_with(control, reading.control_totals(part), twelfths, ways)
        return Check(part, control, ComparedWith.NOTHING if problems else ComparedWith.NUMBER, problems)

    @property
    def control_problems(self) -> list[str]:
        """Return why a number from the paper is not what the file comes to."""
        return [problem for check in self.checks.values() for problem in check.problems]

    @property
    def compared_with(self) -> str:
        """Return what everything agrees with, at once or block by block; empty: nothing."""
        whole, *blocks = self.checks.values()
        if self.control_problems:
            return ""
        if not whole.compared and blocks and all(block.compared for block in blocks):
            return ComparedWith.NUMBER
        return whole.compared

    @property
    def end_table(self) -> str:
        """Return the lines of an end table, as its page takes them; empty: this file is none."""
        block = self.blocks[0]
        rows = [] if self.workbook.is_together else end_table_in(block)
        title = next(iter(block.titles), self.workbook.read) or label("season")
        when = self.whole.get(DATE, "") or "".join(map(str, values.years_in(self.year)[-1:]))
        return "\n".join("; ".join((title.replace(";", ","), when, name, *cells)) for name, *cells in rows)

    @property
    def asks_money(self) -> bool:
        """Return whether to ask which unit the amounts are in."""
        return bool(self.money_seen) or self.money not in (NOT_SAID, values.POINTS)

    @property
    def is_money_open(self) -> bool:
        return self.asks_money and not self.money

    @property
    def following(self) -> FileWithAnswers | None:
        """Return the next worksheet, once this one is stored, with the same answers on columns and people."""
        if (workbook := self.workbook.following) is None:
            return None
        posted = {**self.posted, "worksheets": workbook.text, "worksheet": "", "read": "-"}
        return FileWithAnswers(self.club, self.terms, posted)

    @property
    def totals(self) -> list[FileTotal]:
        """Return the total of each person; none until the unit of the amounts is known."""
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
        """Return whether to ask what the amounts are, or it has been answered."""
        return self.reading.is_unsaid or self.running != NOT_SAID

    @property
    def amounts_options(self) -> list[dict[str, Any]]:
        """Return what the amounts can be, and what some rows become by it: where, when, what everybody got.

        Nothing is chosen where the figures do not decide; what is chosen by nobody is sent as nothing: mended
        cells may decide otherwise.
        """
        reading = self.reading
        chosen = NOT_SAID if reading.is_unsaid else reading.chosen_way or EACH
        by_nobody = chosen if self.running == NOT_SAID else ""
        return [
            {
                "code": NOT_SAID if code == by_nobody else code,
                "label": way.label,
                "chosen": code == chosen,
                "rows": [
                    (self.where(row), reading.days_of_rows.get(row), reading.listed(way.by_row[row]))
                    for row in reading.shown
                ],
            }
            for code, way in reading.ways.items()
        ]

    @property
    def mended(self) -> list[dict[str, Any]]:
        """Return everything wrong; the first cells can be mended on the page, those of a row all or none."""
        mendings = []
        shown_fields: set[str] = set()
        alike: dict[str, list[str]] = {}
        for bad in self.reading.bad:
            block = self._block_of(bad.row)
            if bad.cell and bad.row > block.top and bad.column is not None:
                cell_key = cell_key_of(cell_in(block.row(bad.row), bad.column))
                alike.setdefault(bad.cell, []).append(cell_key)
        for bad in self.reading.bad:
            columns = bad.among if bad.column is None else (bad.column,)
            block = self._block_of(bad.row)
            row = block.row(bad.row)
            cells: list[dict[str, Any]] = [
                {
                    "field": f"cell-{at}",
                    "label": bad.label or col.label_of(block.codes[column], block.headings[column]),
                    "text": cell_in(row, column),
                }
                for column in columns
                if (at := cell_key_of(cell_in(row, column))) and f"cell-{at}" not in shown_fields
            ]
            at = "" if bad.column is None else cell_key_of(cell_in(row, bad.column))
            like = alike.pop(bad.cell, []) if at else []
            if len(like) > 1:
                same = {"field": f"same-{at}", "label": remark("cells_alike", count=len(like))}
                cells.append({**same, "text": bad.cell, "alike": f"alike-{at}", "places": " ".join(like)})
            if len(shown_fields) + len(cells) > MOST_MENDED:
                cells = []
            shown_fields |= {cell["field"] for cell in cells}
            mark = mark_of(row) if bad.row > block.top else ""
            mendings.append({"bad": bad, "cells": cells, "mark": mark, "where": self.where(bad.row)})
        return mendings

    @property
    def why_not(self) -> str:
        """Return why it cannot come in yet; empty if it can."""
        reading = self.reading
        stands_in_the_way = {
            "letters": self.workbook.letters_are_open,
            "people": any(named.someone is None for named in reading.people.values()),
            "days": self.is_day_open,
            "money": self.is_money_open,
            "amounts": reading.is_unsaid,
            "zeros": self.asks_zeros and not self.zeros,
            "sign": self.asks_sign and not self.sign,
            "bad": not reading.is_right,
            "doubts": bool(self.doubts) and self.confirmed != self.doubts_digest,
            "sums": bool(self.sums_digest) and self.sure != self.sums_digest,
            "differing": bool(reading.differing) and not self.keeps,
            "control": bool(self.control_problems),
        }
        return next((str(QUESTIONS[code]) for code, is_open in stands_in_the_way.items() if is_open), "")


def _answer(posted: Mapping[str, str], name: str, known: Collection[str]) -> str:
    answer = posted.get(name, "")
    return answer if answer in known else NOT_SAID


def _whole_number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0


def _mended_cells(sheets: Sequence[RawWorksheet], posted: Mapping[str, str]) -> dict[tuple[int, ...], str]:
    """Return the cells that were mended on the page, each alone or with all like it."""
    mended = _numbered(posted, "cell", 3)
    for (sheet, row, column), value in _numbered(posted, "same", 3).items():
        rows = sheets[sheet].rows if sheet < len(sheets) else []
        old = cell_in(rows[row], column) if row < len(rows) else ""
        if old and value != old:
            alike = posted.get(f"alike-{sheet}-{row}-{column}", "").split()
            addresses = (
                tuple(map(int, position.split("-"))) for position in alike if CELL_KEY.fullmatch(position)
            )
            mended |= dict.fromkeys([(sheet, row, column), *addresses], value)
    return mended


def _numbered(posted: Mapping[str, str], name: str, numbers: int) -> dict[tuple[int, ...], str]:
    """Return the answers of fields that are called so, by the numbers in their names."""
    field = re.compile(rf"{name}(?:-[0-9]{{1,6}}){{{numbers}}}")
    answers = {key: value for key, value in posted.items() if field.fullmatch(key)}
    return {tuple(map(int, key.split("-")[1:])): value for key, value in answers.items()}
