"""Read evenings from worksheets: days with their years, numbers as points, and open questions.

Pure: cells and answers in, a `Grid` out. Nothing is guessed that a person does not confirm.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, pairwise
from statistics import median

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.clock import whole_day_in_words
from scoring.engine.amounts import noted
from scoring.engine.result import exact
from scoring.engine.sheet import SMALLEST_TABLE
from scoring.names import folded, is_kitty
from scoring.old_papers import mixed
from scoring.old_sheets.days import WrittenDay, orders_within_a_year, with_years, written_day
from scoring.old_sheets.files import SentWorksheets
from scoring.old_sheets.grid import (
    ABOVE,
    ABSENT,
    ANEW,
    DAY,
    DOWN,
    EACH,
    EUROS,
    MONTH,
    OPENING,
    PAYS,
    POINTS,
    PRESENT,
    READ,
    SCHILLINGS,
    SKIP,
    THROUGH,
    UP,
    WAYS,
    WINS,
    Answers,
    Comparison,
    EveningTotals,
    Grid,
    GridExample,
    GridProblem,
    GridQuestion,
    LineRole,
)
from scoring.old_sheets.numbers import UnreadableNumber, in_points, number_in
from scoring.old_sheets.shapes import COLUMN, CROSSINGS, MOST_NAMED, ROW, Numbers, Shape
from scoring.old_sheets.words import mentions, money_in

EARLIEST = date(1900, 1, 1)
FAR_ABOVE, FAR_ABOVE_AT_FIRST = 3, 2  # times the numbers of most evenings
NEW_YEAR = {(1, 1), (12, 31)}
NOT_READ = ("confirmed", "existing", "place", "who-")  # answers that change nothing of what is read
MOST_QUESTIONS = 20  # at a time; others follow when these are answered
MOST_REMARKS = 50
LONGEST_BREAK = 60  # days
CENTS = {POINTS: 0, EUROS: 100, SCHILLINGS: 100}
ValueLabel = tuple[str, str]  # value and label


@dataclass(frozen=True)
class DatedNumbers:
    """The numbers of an evening: of a row, or of several of a list."""

    shape: Shape
    rows: tuple[int, ...]
    day: date
    numbers: Numbers

    @cached_property
    def people(self) -> Numbers:
        return {name: number for name, number in self.numbers.items() if not is_kitty(name)}

    @cached_property
    def most(self) -> Fraction:
        return max(map(abs, self.people.values()), default=Fraction())

    @cached_property
    def plain(self) -> Numbers:
        """Return the numbers of people that are not zero."""
        return {name: number for name, number in self.people.items() if number}

    @property
    def off_by(self) -> Fraction:
        """Return what the amounts add up to; zero if they balance with the kitty or without."""
        is_even = bool(self.people) and not sum(self.people.values(), Fraction())
        return Fraction() if is_even else sum(self.numbers.values(), Fraction())

    @property
    def where(self) -> str:
        """Return which rows these are."""
        return self.shape.lines(ROW, *self.rows[:MOST_NAMED])


def read(workbook: SentWorksheets, answers: Answers, today: date) -> Grid:
    """Return the evenings read from worksheets by these answers, and the open questions."""
    return _Reading(workbook, answers, today).grid()


class _Reading:
    """All worksheets, read by the same answers."""

    def __init__(self, workbook: SentWorksheets, answers: Answers, today: date) -> None:
        self.answers, self.today = answers, today
        self.shapes: list[Shape] = []
        self.pattern: Shape | None = None
        self.questions: dict[str, GridQuestion] = {}
        self.remarks: list[GridProblem] = []
        self.compared: list[Comparison] = []
        self.names: dict[str, str] = {}  # as first written, by folded name
        several = sum(any(sheet.rows) for sheet in workbook.worksheets) > 1
        for index, raw in enumerate(workbook.worksheets):
            shape = Shape(raw, index, answers, self.pattern, f"{raw.name}, " if several else "")
            self.shapes.append(shape)
            self.pattern = self.pattern or (shape if shape.kind else None)
        self.read = [shape for shape in self.shapes if not shape.is_skipped]
        cells = {cell for shape in self.read for cell in shape.texts}
        owed = any(mentions(cell, "debts") for cell in cells)
        self.sign = answers.get("sign") or (PAYS if owed else WINS)
        self.written = [evening for shape in self.read for evening in self._evenings_of(shape)]
        self.written.sort(key=lambda evening: evening.day)
        self.unit = answers.get("unit") or money_in(cells) or POINTS
        self.each = list(self._each())

    def grid(self) -> Grid:
        """Return all that is read, and what has to be answered."""
        self._ask_about_hidden()
        self._look_at_days()
        self._ask_about_openings()
        evenings = self._in_points()
        self._ask_about_zeros(evenings)
        for shape in self.read:
            self._compare(shape, [evening for evening in self.written if evening.shape is shape])
        totals = tuple(map(self._totals, evenings))
        if any(total.amounts for total in totals) and not any(evening.off_by for evening in evenings):
            self.compared.insert(0, Comparison(_("Every evening adds up to zero."), agrees=True))
        refusals = [problem for shape in self.read for problem in shape.refusals]
        if not self.written and not refusals and not self.questions:
            sentence = _(
                "There are no numbers below days and names here. Please copy the block with all three."
            )
            refusals = [GridProblem(sentence)]
        examples = tuple(self._examples(evenings))
        answers = sorted(item for item in self.answers.fields.items() if not item[0].startswith(NOT_READ))
        digest = hashlib.sha256(repr((totals, examples, answers)).encode()).hexdigest()[:20]
        return Grid(
            tuple(shape.grid() for shape in self.shapes),
            tuple(total for total in totals if total.amounts),
            tuple(self.names.values()),
            tuple(self.questions.values()),
            tuple(refusals),
            tuple(self.remarks),
            tuple(self.compared),
            examples,
            self.unit,
            self.sign,
            digest,
            is_confirmed=self.answers.get("confirmed") == digest,
        )

    def _ask(self, field: str, sentence: str, *options: ValueLabel, proposed: str = "") -> None:
        """Ask once, unless it has been answered."""
        if not self.answers.get(field) and len(self.questions) < MOST_QUESTIONS:
            self.questions.setdefault(field, GridQuestion(field, sentence, options, proposed))

    def _ask_about(self, evening: DatedNumbers, sentence: str, *options: ValueLabel, **fields: str) -> None:
        """Ask whether a row is an evening."""
        shape = evening.shape
        field = f"{COLUMN if shape.is_turned else ROW}-{shape.index}-{evening.rows[0]}"
        options = options or ((READ, _("An evening")), (OPENING, _("What was brought along")))
        sentence %= {"where": evening.where, **fields}
        self._ask(field, sentence, *options, (SKIP, _("Not to be read")))

    def _remark(self, shape: Shape, sentence: str, row: int | None = None, **fields: str) -> None:
        if len(self.remarks) < MOST_REMARKS:
            self.remarks.append(shape.problem(sentence, row, None, **fields))

    def _ask_about_hidden(self) -> None:
        hidden = [
            index
            for shape in self.read
            for kind, index in shape.hidden
            if not self.answers.get(kind, shape.index, index)
        ]
        if hidden:
            sentence = ngettext(
                "%(count)d row or column is hidden, struck through or commented. Does it count?",
                "%(count)d rows or columns are hidden, struck through or commented. Do they count?",
                len(hidden),
            )
            options = (READ, _("They count")), (SKIP, _("Not to be read"))
            self._ask("hidden", sentence % {"count": len(hidden)}, *options)
        for shape in self.shapes:
            if shape.raw.is_hidden:
                sentence = _("The worksheet “%(name)s” is hidden: nothing of it is read.")
                self._remark(shape, sentence, name=shape.raw.name)

    # Days

    def _days_of(self, shape: Shape) -> dict[int, date]:
        """Return the days of the rows; ask for the year of days without one."""
        days = self._with_months(shape)
        lacking = [row for row, day in days.items() if day.year is None]
        if lacking and len(lacking) < len(days):
            sentence = _(
                "%(where)s: this day has no year, others have one. Please write it in the spreadsheet."
            )
            for row in lacking:
                shape.refuse(sentence, row)
            return {}
        order, year = [*days], self.answers.year(shape.index)
        if lacking and (order := self._order_of(shape, days)) and not year:
            year = shape.own_year or 0
            sentence = _("In which year was the oldest day (%(day)s) of “%(name)s”?")
            fields = {"day": shape.day_text(order[0]), "name": shape.raw.name}
            self._ask(f"year-{shape.index}", sentence % fields, proposed=str(year or ""))
        if lacking and not (order and year):
            return {}
        whole = with_years(days, order, year)
        return {row: day for row in days if (day := self._real(shape, row, days[row], whole[row]))}

    def _order_of(self, shape: Shape, days: Mapping[int, WrittenDay]) -> list[int]:
        """Return the rows of days without a year, the oldest first; empty until a question is answered."""
        orders = orders_within_a_year(days)
        if not orders:
            back = next(row for above, row in pairwise(days) if days[row].in_month < days[above].in_month)
            sentence = _(
                "%(where)s: here the days go back. Are these two years? Please copy each by itself, "
                "or write the years."
            )
            shape.refuse(sentence, back)
        if len(orders) > 1:
            firsts = dict(zip((DOWN, UP), orders, strict=True))
            options = [(value, shape.day_text(order[0])) for value, order in firsts.items()]
            sentence = _("Which day of “%(name)s” was first?") % {"name": shape.raw.name}
            self._ask(f"order-{shape.index}", sentence, *options)
            return firsts.get(self.answers.get("order", shape.index), [])
        return next(iter(orders), [])

    def _with_months(self, shape: Shape) -> dict[int, WrittenDay]:
        """Return the days of a worksheet, with the month first where an answer says so."""
        slashed = {row: day for row, day in shape.days.items() if day.is_slashed}
        if not slashed:
            return shape.days
        text = shape.day_text(next(iter(slashed)))
        options = (DAY, _("the day")), (MONTH, _("the month"))
        self._ask("first", _("What comes first in %(day)s?") % {"day": text}, *options)
        if self.answers.get("first") != MONTH:
            return shape.days
        if len(slashed) < len(shape.days):
            shape.refuse(_("These days are written in two ways. Please format all of them as dates."))
        turned = {row: day._replace(day=day.month, month=day.day) for row, day in slashed.items()}
        return {**shape.days, **turned}

    def _real(self, shape: Shape, row: int | None, written: WrittenDay, day: date | None) -> date | None:
        """Return a day; refuse an impossible one, and remark a wrong weekday."""
        text = "" if row is None else shape.day_text(row)
        if day is None or not EARLIEST <= day <= self.today + timedelta(days=1):
            shape.refuse(_("%(where)s: “%(day)s” cannot be the day of an evening."), row, day=text)
            return None
        if written.weekday not in (None, day.weekday()):
            self._remark(
                shape, _("%(where)s: “%(text)s” was a %(day)s."), row, text=text, day=whole_day_in_words(day)
            )
        return day

    def _own_day(self, shape: Shape) -> date | None:
        """Return the day of a worksheet without days; ask for it."""
        if shape.day_column is not None or not shape.numbers[LineRole.COUNTS]:
            return None
        sentence = _("Which day is that of “%(name)s”?") % {"name": shape.raw.name}
        self._ask(f"day-{shape.index}", sentence, proposed=shape.own_day)
        text = self.answers.get("day", shape.index) or shape.own_day
        day = written_day(text, is_loose=True)
        if text and (day is None or day.year is None):
            shape.refuse(_("“%(day)s” is no day with its year."), day=text)
        return self._real(shape, None, day, day.in_year(0)) if day and day.year else None

    def _day_above(self, shape: Shape, row: int, days: Mapping[int, date]) -> date | None:
        """Return the day of the last row above that has one; ask about it."""
        above = next((other for other in range(row - 1, -1, -1) if shape.day_of(other)), row)
        sentence = _("%(where)s has no day. Does it belong to the day above? If not, please tap it.")
        text = sentence % {"where": shape.lines(ROW, row)}
        self._ask("undated", text, (ABOVE, _("To the day above")))
        written = shape.day_of(above)
        return days.get(above) or (written and written.in_year(0))

    # Evenings

    def _evenings_of(self, shape: Shape) -> Iterator[DatedNumbers]:
        """Yield the evenings of a worksheet, with the rows of a list put together."""
        first = self.pattern
        if not shape.kind or first is None:
            return
        if shape.arrangement != first.arrangement:
            sentence = _(
                "The worksheet “%(name)s” is arranged otherwise than “%(first)s”, in other money, or owed. "
                "Please tap it, and bring it in by itself."
            )
            shape.refuse(sentence, name=shape.raw.name, first=first.raw.name)
            return
        days, own = self._days_of(shape), self._own_day(shape)
        lists: dict[date, DatedNumbers] = {}
        for row, numbers in shape.numbers[LineRole.COUNTS].items():
            day = days.get(row) or own
            if row in shape.undated and shape.day_column is not None:
                day = self._day_above(shape, row, days)
            if day is None:
                if not self.questions and not shape.refusals:
                    shape.refuse(
                        _("%(where)s has no day. Please tap it, or write its day in the spreadsheet."), row
                    )
                continue
            shape.words[row] = whole_day_in_words(day)
            evening = DatedNumbers(shape, (row,), day, self._by_name(numbers))
            if shape.kind == CROSSINGS:
                yield evening
            else:
                lists[day] = self._put_together(lists.get(day), evening)
        yield from lists.values()

    def _by_name(self, numbers: Numbers) -> Numbers:
        """Return the numbers of a row by the first spelling of each name."""
        spelt = {
            name: name if is_kitty(name) else self.names.setdefault(folded(name), name) for name in numbers
        }
        return {spelt[name]: number for name, number in numbers.items()}

    @staticmethod
    def _put_together(evening: DatedNumbers | None, more: DatedNumbers) -> DatedNumbers:
        if evening is None:
            return more
        if more.people.keys() & evening.people.keys():
            more.shape.refuse_two_numbers(ROW, *more.rows)
        return replace(evening, rows=(*evening.rows, *more.rows), numbers={**evening.numbers, **more.numbers})

    def way_of(self, shape: Shape) -> str:
        """Return how the numbers of a worksheet are meant: for each evening, or as running totals."""
        return self.answers.get("way", shape.index) or self.answers.get("way") or EACH

    def _each(self) -> Iterator[DatedNumbers]:
        """Yield the amounts of each evening; of running totals the differences."""
        standings: dict[int, dict[str, Fraction]] = {}
        last: dict[int, DatedNumbers] = {}
        begins, key = dict[int, int](), 0
        for shape in self.read:
            key = begins[shape.index] = key if self.way_of(shape) == THROUGH and begins else shape.index
        for evening in self.written:
            shape, key = evening.shape, begins[evening.shape.index]
            if self.way_of(shape) == EACH:
                yield evening
                continue
            if key not in last or shape.mark(ROW, evening.rows[0]) == ANEW:
                opening = shape.numbers[LineRole.OPENING].values() if key not in last else ()
                standings[key] = {
                    name: number for row in opening for name, number in self._by_name(row).items()
                }
            elif last[key].day == evening.day:
                sentence = _(
                    "%(where)s: two rows of one day cannot be carried on. Please tap all but the standing at "
                    "its end."
                )
                shape.refuse(sentence, evening.rows[0])
            before_it = standings[key]
            numbers = {name: number - before_it.get(name, 0) for name, number in evening.numbers.items()}
            difference = replace(evening, numbers=numbers)
            if key in last and self._could_begin_anew(last[key], evening, difference):
                options = (READ, _("They go on")), (ANEW, _("They begin anew"))
                self._ask_about(evening, _("%(where)s: do the numbers go on here, or begin anew?"), *options)
            before_it.update(evening.numbers)
            last[key] = evening
            yield difference

    @staticmethod
    def _could_begin_anew(last: DatedNumbers, evening: DatedNumbers, difference: DatedNumbers) -> bool:
        """Return whether totals may start again: after a break, at New Year, or where they are small."""
        is_break = (evening.day - last.day).days > LONGEST_BREAK or evening.day.year != last.day.year
        return is_break or 2 * evening.most < difference.most

    # What is odd about days and numbers

    def _look_at_days(self) -> None:
        """Remark gaps, days that go back, and repeated days; ask about equal evenings."""
        for last, evening in pairwise(self.written):
            if (evening.day - last.day).days > 366:
                sentence = _("%(where)s: more than a year after the evening before.")
                self._remark(evening.shape, sentence, evening.rows[0])
        for shape in self.read:
            own = [evening for evening in self.written if evening.shape is shape]
            days = [evening.day for evening in sorted(own, key=lambda evening: evening.rows)]
            if days != sorted(days):
                is_reversed = days == sorted(days, reverse=True)
                sentence = _("The newest day of “%(name)s” is on top.")
                if not is_reversed:
                    sentence = _("The days of “%(name)s” run to and fro.")
                self._remark(shape, sentence, name=shape.raw.name)
        first_of_day: dict[date, DatedNumbers] = {}
        twins: dict[object, DatedNumbers] = {}
        for evening in sorted(self.written, key=lambda evening: (evening.shape.index, evening.rows)):
            first = first_of_day.setdefault(evening.day, evening)
            if first is not evening:
                sentence = _("%(where)s: %(day)s is there twice.")
                self._remark(evening.shape, sentence, evening.rows[0], day=whole_day_in_words(evening.day))
            twin = twins.setdefault((evening.day, frozenset(evening.plain.items())), evening)
            if twin is not evening:
                sentence = _("%(where)s says the same as %(other)s. Is it an evening of its own?")
                self._ask_about(evening, sentence, other=twin.where)

    def _ask_about_openings(self) -> None:
        """Ask about rows that may be no evening but a balance brought forward or a sum."""
        sentence = _("%(where)s: far more people or points than on others. Is it an evening?")
        for shape in self.read:
            own = [evening for evening in self.each if evening.shape is shape and evening.plain]
            if not own:
                continue
            first, later = own[0], own[1:]
            if self.way_of(shape) == EACH:
                self._ask_about_sums(own)
            elif shape is self.read[0] and not shape.numbers[LineRole.OPENING]:
                self._ask_about(first, _("%(where)s: is that the first evening, or what was brought along?"))
            usual = median(evening.most for evening in later) if later else Fraction()
            most_people = max((len(evening.people) for evening in later), default=len(first.people))
            is_crowd = len(first.people) > max(most_people, SMALLEST_TABLE)
            odd = [first] if is_crowd or first.most > FAR_ABOVE_AT_FIRST * usual > 0 else []
            odd += [
                evening for evening in own[:: len(own) - 1 or 1] if evening.day.timetuple()[1:3] in NEW_YEAR
            ]
            odd += [evening for evening in later if len(later) > 1 and evening.most > FAR_ABOVE * usual > 0]
            for evening in odd:
                self._ask_about(evening, sentence)

    def _ask_about_sums(self, own: Sequence[DatedNumbers]) -> None:
        """Ask about rows that may be the sum of several rows above them."""
        sums, number = dict[str, Fraction](), 0
        lengths = {_filled(sums): 0}  # how many evenings come to these sums
        for evening in sorted(own, key=lambda evening: evening.rows):
            starts = [lengths.get(_filled(_added(sums, evening, times))) for times in (-1, 1)]
            if any(start is not None and number - start > 1 for start in starts):
                sentence = _("%(where)s is as much as the rows above together, or pays it. Is it an evening?")
                self._ask_about(evening, sentence)
                lengths.setdefault(_filled(sums), number)
                continue
            sums, number = _added(sums, evening), number + 1
            if len(evening.plain) > 2:  # of two people, many an evening is as much as some others together
                lengths.setdefault(_filled(sums), number)

    def _ask_about_zeros(self, evenings: Sequence[DatedNumbers]) -> None:
        if any(len(evening.plain) < len(evening.people) for evening in evenings):
            options = (PRESENT, _("Was there")), (ABSENT, _("Was not there"))
            self._ask("zeros", _("0: was there, or was not there?"), *options)

    # Points

    def _in_points(self) -> list[DatedNumbers]:
        """Return the evenings in points, or in money without a price; refuse those that do not add up."""
        self.is_price_open = bool(CENTS[self.unit]) and not self.answers.cents
        if self.is_price_open and self.written:
            cents = _("groschen") if self.unit == SCHILLINGS else _("cents")
            self._ask("cents", _("How many %(cents)s was a point worth?") % {"cents": cents})
        evenings = [replace(evening, numbers=self._points_of(evening)) for evening in self.each]
        for evening in evenings if not self.is_price_open else ():
            self._refuse_unbalanced(evening)
        return evenings

    def _points_of(self, evening: DatedNumbers) -> Numbers:
        points, factor = dict[str, Fraction](), -1 if self.sign == PAYS else 1
        for name, number in evening.numbers.items():
            try:
                points[name] = factor * (
                    number if self.is_price_open else in_points(number, CENTS[self.unit], self.answers.cents)
                )
            except UnreadableNumber as problem:
                evening.shape.refuse(
                    _("%(where)s, %(name)s: %(problem)s"),
                    evening.rows[0],
                    where=evening.where,
                    name=name,
                    problem=str(problem),
                )
        return points

    def _refuse_unbalanced(self, evening: DatedNumbers) -> None:
        """Refuse an evening that does not add up, unless it has other errors; mention an unused kitty."""
        if not evening.off_by and sum(evening.numbers.values(), Fraction()):
            sentence = _("%(where)s: people add up to 0, so what went to the kitty is not stored.")
            self._remark(evening.shape, sentence, evening.rows[0], where=evening.where)
        shape, total, row = evening.shape, evening.off_by, evening.rows[0]
        is_open = LineRole.OPEN in (*shape.roles[COLUMN], *shape.roles[ROW])
        if total and not is_open and row not in shape.refused_rows:
            words = ", ".join(f"{name} {noted(exact(number))}" for name, number in evening.numbers.items())
            sentence = _("%(where)s adds up to %(sum)s, not to 0: %(parts)s.")
            shape.refuse(sentence, row, where=evening.where, sum=noted(exact(total)), parts=words)

    def _totals(self, evening: DatedNumbers) -> EveningTotals:
        people = evening.plain if self.answers.get("zeros") == ABSENT else evening.people
        kitty = {name: number for name, number in evening.numbers.items() if is_kitty(name)}
        return EveningTotals(evening.day, people, kitty, evening.where)

    # What was compared

    def _compare(self, shape: Shape, own: Sequence[DatedNumbers]) -> None:
        """Compare rows and columns of sums with the evenings that were read."""
        rows = sorted(own, key=lambda evening: evening.rows)
        for row, numbers in shape.numbers[LineRole.SUM].items() if rows else ():
            sums = {name: number for name, number in self._by_name(numbers).items() if not is_kitty(name)}
            sentence = _("The sums of %(line)s agree for %(right)d of %(all)d people.")
            candidates = self._candidates(shape, row, rows)
            self._compare_line(sentence, shape.lines(ROW, row), sums, candidates)
        totals = [sum(evening.people.values(), Fraction()) for evening in rows]
        candidates = [
            {evening.where: total for evening, total in zip(rows, line, strict=True)}
            for line in (totals, accumulate(totals))
        ]
        for column, role in enumerate(shape.roles[COLUMN]):
            if role == LineRole.SUM and shape.kind == CROSSINGS:
                cells = {evening.where: number_in(shape.cells[evening.rows[0]][column]) for evening in rows}
                sums = {where: number for where, number in cells.items() if number is not None}
                sentence = _("The sums of %(line)s agree on %(right)d of %(all)d evenings.")
                self._compare_line(sentence, shape.lines(COLUMN, column), sums, candidates)

    def _candidates(self, shape: Shape, row: int, rows: Sequence[DatedNumbers]) -> list[dict[str, Fraction]]:
        """Return the possible sums for a row: of the rows above, of those since the last sum, or of all."""
        above = [evening for evening in rows if evening.rows[0] < row]
        if self.way_of(shape) != EACH:
            last = dict[str, Fraction]()
            for evening in sorted(above or rows, key=lambda evening: evening.day):
                last |= evening.people
            return [last]
        start = max((other for other in shape.numbers[LineRole.SUM] if other < row), default=-1)
        return [*map(_sum_of, (above or rows, [evening for evening in above if evening.rows[0] > start]))]

    def _compare_line(
        self,
        sentence: str,
        line: str,
        sums: Mapping[str, Fraction],
        candidates: Sequence[Mapping[str, Fraction]],
    ) -> None:
        """Report how many of the sums agree, and both numbers of the others."""
        best = max(
            candidates, key=lambda other: sum(other.get(key, 0) == number for key, number in sums.items())
        )
        wrong = [key for key, number in sums.items() if best.get(key, 0) != number]
        if sums:
            fields = {"line": line, "right": len(sums) - len(wrong), "all": len(sums)}
            self.compared.append(Comparison(sentence % fields, agrees=not wrong))
        for key in wrong[:MOST_NAMED]:
            sentence = _(
                "%(line)s, %(name)s: %(number)s stands there, %(sum)s is what the numbers add up to."
            )
            fields = {"name": key, "number": mixed(sums[key]), "sum": mixed(best.get(key, Fraction()))}
            self.compared.append(Comparison(sentence % {"line": line, **fields}, agrees=False))

    # The example

    def _examples(self, evenings: Sequence[DatedNumbers]) -> Iterator[GridExample]:
        """Yield an amount of each worksheet in words, where the ways to read it differ.

        It is that of the last evening; of totals that could go on from another worksheet, of the first.
        """
        for shape in self.read:
            filled = [evening for evening in evenings if evening.shape is shape and evening.plain]
            if not filled:
                continue
            way, is_first = self.way_of(shape), shape is self.read[0]
            ways = [(value, str(words)) for value, words in WAYS.items() if value != THROUGH or not is_first]
            evening = filled[-1] if is_first or way == EACH else filled[0]
            name, number = next(iter(evening.plain.items()))
            sentence = _("On %(day)s %(name)s lost %(amount)s; the numbers are %(way)s.")
            if number > 0:
                sentence = _("On %(day)s %(name)s won %(amount)s; the numbers are %(way)s.")
            fields = {"name": name, "amount": self._in_words(abs(number)), "way": WAYS[way]}
            yield GridExample(
                sentence % {"day": whole_day_in_words(evening.day), **fields},
                "way" if is_first else f"way-{shape.index}",
                way,
                tuple(ways),
            )

    def _in_words(self, number: Fraction) -> str:
        """Return an amount in points, and in money; before a point has a price, in money alone."""
        words = ngettext("%(points)s point", "%(points)s points", 1 if number == 1 else 2)
        words %= {"points": mixed(number)}
        if self.unit == POINTS:
            return words
        cents = self.answers.cents
        money = number_format(float(number * cents / 100 if cents else number), decimal_pos=2)
        money = f"{'€' if self.unit == EUROS else 'S'} {money}"
        return _("%(money)s, which are %(points)s") % {"money": money, "points": words} if cents else money


def _sum_of(evenings: Sequence[DatedNumbers]) -> dict[str, Fraction]:
    """Return the sums of several evenings by name."""
    sums = dict[str, Fraction]()
    for evening in evenings:
        sums = _added(sums, evening)
    return sums


def _added(sums: Mapping[str, Fraction], evening: DatedNumbers, times: int = 1) -> dict[str, Fraction]:
    return {**sums, **{name: sums.get(name, 0) + times * more for name, more in evening.plain.items()}}


def _filled(sums: Mapping[str, Fraction]) -> frozenset[tuple[str, Fraction]]:
    return frozenset((name, number) for name, number in sums.items() if number)
