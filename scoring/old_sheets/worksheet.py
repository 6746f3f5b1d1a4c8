"""The cells of a worksheet: what its columns mean, what stands in them, and where something is wrong."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import NamedTuple

from scoring.engine.rules import Rules, other_names
from scoring.engine.sheet import BIGGEST_TABLE
from scoring.export.controls import letter
from scoring.names import folded
from scoring.old_sheets.values import (
    WORDS,
    CountedIn,
    amount_in,
    choices,
    day_without_year,
    label,
    names_a_day,
    refusal,
    says_something,
    without_money,
    words_of,
)
from scoring.uploads.spreadsheets import CellRow

MOST_ROWS, MOST_COLUMNS = 5000, 120
HIGHEST_HEADING = 10  # so many rows down it may stand
FEWEST_NAMES = 3  # beside the heading of the day
LEFT_OUT, PERSON = "", "person"
DATE, PLACE, TABLE, NUMBER = "date", "place", "table", "number"
DEALER, LINE, CONTRACT, DECLARER, PARTNER = "dealer", "line", "contract", "declarer", "partner"
SEATED = "seated"  # everybody at the table, in one cell
AGREED = "agreed"  # options of this hand alone
RESULT, PREMIUMS, KONTRA, RADL, RENONCE = "result", "premiums", "kontra", "radl", "renonce"
PLAYER, AMOUNT, PREMIUM = "player", "amount", "premium:"
SEATS = range(1, BIGGEST_TABLE + 1)

LABELS = choices("columns")  # of each kind of column there is one, beside those of players and premiums
WHERE = choices("labels")["where"]  # where in the file a row stood before it was put below others
OF_BOTH = (DATE, PLACE, TABLE, NUMBER)
KEPT_BELOW = (DATE, PLACE, TABLE)  # an empty cell means what stands above it
ADDING = (LEFT_OUT, *OF_BOTH, DEALER, CONTRACT, LINE)  # where a row can say that it is one of sums
CALLED_ANYTHING = (LEFT_OUT, PLACE, TABLE)  # a table can be called Probe

_KNOWN = {word: code for code in LABELS for word in words_of("headings", code)}
WHERES, _PEOPLE = words_of("headings", "where"), words_of("headings", "people") - _KNOWN.keys()
_KNOWN |= dict.fromkeys(WHERES | words_of("headings", "rows"), LEFT_OUT)
_HEADED, _SUMS = WORDS["headings"], WORDS["sums"]
_MORE = rf"(?:\b(?:{_SUMS['spans']})\b|[\W\d_])*"
_ADDED_UP = re.compile(rf"{_MORE}(?:{_SUMS['added_up']}|{_SUMS['carried']}){_MORE}")
_COUNTED_UP = re.compile(rf"(?:{_MORE}(?:{_SUMS['figures']}))+{_MORE}")
CARRIED_ON = re.compile(rf"{_MORE}(?:{_SUMS['carried']}){_MORE}")
_CHECKING = words_of("sums", "checking")
_POTS = words_of("people", "pots")
_TOTAL = "total(?: of)?|summe|(?:end|zwischen)?stand|gesamt|σ"
_TOTAL_OF = re.compile(rf"(?:{_TOTAL})(?: von)? (.+)|(.+) (?:{_TOTAL})")  # beside what they brought
_BROUGHT_BY = re.compile(rf"(?:{_HEADED['amounts']})(?: von)? (.+)|(.+) (?:{_HEADED['amounts']})")
_BELOW_NAMES = re.compile(_HEADED["amounts"])
FIGURES, SURELY, PERHAPS = "figures", "surely", "perhaps"  # ranks or averages; sums; sums, or some name
HAND_NUMBER = re.compile(r"\D*(\d{1,9})\D*")
FORMULA = re.compile(r"[=＝]")
_SEAT = re.compile(rf"(?:({_HEADED['seat']})|({_HEADED['amount_of_seat']}))\s*\.?\s*([1-6])")
MISTAKE = re.compile(
    r"(?:#(?:REF|NAME|VALUE|DIV/0|N/A|NULL|NUM|BEZUG|WERT|NV|ZAHL)[!?]?|(?:Err|Fehler):\d).*", re.IGNORECASE
)
key_of = lru_cache(maxsize=10_000)(folded)  # the same names stand in all rows


def cell_in(row: CellRow, place: int) -> str:
    """Return what stands there in a row; empty cells at its end are left away."""
    return row[place] if place < len(row) else ""


def says_sums(cell: str) -> bool:
    """Return whether a row with this cell calls itself one of sums."""
    text = folded(cell)
    return bool(_ADDED_UP.fullmatch(text)) or text.strip(" :.=") in _CHECKING


def word_of_sums(cell: str, code: str) -> str:
    """Return whether a row calls itself one of sums or figures in such a column, and how surely."""
    text = folded(cell)
    if _COUNTED_UP.fullmatch(text):
        return FIGURES
    if not says_sums(cell):
        return ""
    return SURELY if _ADDED_UP.fullmatch(text) or code not in CALLED_ANYTHING else PERHAPS


def seat_columns() -> Iterable[tuple[str, str]]:
    """Return a pair of columns for everybody at a table: who it is, and what they got."""
    for number in SEATS:
        yield f"{PLAYER}{number}", label("player", number=number)
        yield f"{AMOUNT}{number}", label("amount", number=number)


def meanings(rules: Rules | None, language: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return everything that a column can be, by heading; without rules, one of amounts only."""
    plain = OF_BOTH if rules is None else LABELS
    found = [
        ("", [(LEFT_OUT, label("leave_out"))]),
        (label("row"), [(code, str(LABELS[code])) for code in plain]),
        (label("players"), [(PERSON, label("person")), *seat_columns()]),
    ]
    if rules is not None:
        premiums = [
            (f"{PREMIUM}{premium.key}", premium.label.in_language(language))
            for premium in rules.premiums.values()
        ]
        found.append((label("premiums"), premiums))
    return found


def label_of(code: str, heading: str) -> str:
    """Return what a column is called in a sentence."""
    if code in LABELS and not heading:
        return str(LABELS[code])
    return heading or dict(seat_columns()).get(code, "")


def heading_row(rows: Sequence[CellRow], names: Collection[str] = ()) -> int:
    """Return the number of the first row that names the columns; else of the first that is not empty.

    `names` are folded names of people of the club.
    """
    known = {*names, *_PEOPLE}
    first = (number for number, row in enumerate(rows[:HIGHEST_HEADING]) if names_columns(row, known))
    return next(first, next((number for number, row in enumerate(rows) if any(row)), 0))


def is_headed(rows: Sequence[CellRow]) -> bool:
    """Return whether there is a row of headings that are understood."""
    return any(map(names_columns, rows[:HIGHEST_HEADING]))


def names_columns(row: CellRow, names: Collection[str] = ()) -> bool:
    """Return whether a row names columns: two are known, or one of the day beside some without amounts."""
    written = [folded(without_money(cell)) for cell in row if cell]
    known = {_code_of(text) for text in written} - {LEFT_OUT, None}
    if len(known) + len({text for text in written if text in names}) >= 2:
        return True
    return DATE in known and len(written) > FEWEST_NAMES and all(amount_in(text) is None for text in written)


def guessed(
    rows: Sequence[CellRow], heading: int, rules: Rules | None, names: Collection[str] = ()
) -> list[str]:
    """Return what every column seems to be, without rules one of amounts only.

    `names` are folded names of people of the club.
    """
    head, beneath = (rows[row] if row < len(rows) else () for row in (heading, heading + 1))
    width = max((len(row) for row in rows), default=0)
    played = () if rules is None else rules.premiums.values()
    premiums = {
        folded(word): premium.key
        for premium in played
        for word in (premium.key, premium.label.de, premium.label.en, *other_names(premium))
    }
    seated = [place for place, cell in enumerate(head) if _code_of(folded(cell)) == SEATED]
    cells = {cell_in(row, place) for place in seated for row in rows[heading + 1 :]}
    names = {*names, *(folded(name) for cell in cells for name in cell.split(",") if name.strip())}
    allowed = OF_BOTH if rules is None else LABELS
    codes: list[str] = []
    headings = {folded(without_money(cell)) for cell in head}
    headings |= {brought[1] or brought[2] for text in headings if (brought := _BROUGHT_BY.fullmatch(text))}
    for place in range(width):
        text = folded(without_money(cell_in(head, place)))
        total = _TOTAL_OF.fullmatch(text)
        code = LEFT_OUT if total and (total[1] or total[2]) in headings else _code_of(text)
        if code is None and text in premiums:
            code = f"{PREMIUM}{premiums[text]}"
        if text in names or code is None:
            below = (cell_in(row, place) for row in rows[heading + 1 :])
            amounts = [cell for cell in below if folded(without_money(cell)) != text]
            is_somebody = text in names or (bool(text) and not _is_day(text) and _are_amounts(amounts))
            code = PERSON if is_somebody and not says_sums(cell_in(beneath, place)) else LEFT_OUT
        is_once = code in LABELS or code[:-1] in (PLAYER, AMOUNT)
        is_wrong = (code in LABELS and code not in allowed) or (is_once and code in codes)
        codes.append(LEFT_OUT if is_wrong else code)
    for place in _pots(rows[heading + 1 :], head, [n for n, code in enumerate(codes) if code == PERSON]):
        codes[place] = LEFT_OUT
    for place in _copies(rows[heading + 1 :], head, [n for n, code in enumerate(codes) if code == PERSON]):
        codes[place] = LEFT_OUT
    return codes


def _pots(below: Sequence[CellRow], head: Sequence[str], people: Sequence[int]) -> list[int]:
    """Return the columns of a kitty, by their headings, if all the others add up to zero."""
    pots = [place for place in people if folded(without_money(head[place])) in _POTS]
    others = [place for place in people if place not in pots]
    rows = [[amount_in(cell_in(row, place)) or 0 for place in others] for row in below]
    are_whole = any(map(any, rows)) and not any(map(sum, rows))
    return pots if pots and are_whole and len(others) >= FEWEST_NAMES else []


def _copies(below: Sequence[CellRow], head: Sequence[str], people: Sequence[int]) -> list[int]:
    """Return columns in which everybody's amounts stand once more: added up, or in money."""
    first: dict[str, int] = {}
    pairs = [(first.setdefault(folded(without_money(head[place])), place), place) for place in people]
    copies = [place for one, place in pairs if one != place]
    if len(copies) < FEWEST_NAMES or len(copies) * 2 != len(people):
        return []
    for one, place in pairs:
        amounts = [tuple(amount_in(cell_in(row, at)) or 0 for at in (one, place)) for row in below]
        added = [*accumulate(amount for amount, _copy in amounts)]
        times = {Fraction(copy) / amount if amount else None for amount, copy in amounts if amount or copy}
        is_money = len(times) == 1 and None not in times and len(amounts) > 1
        if one != place and not is_money and added != [copy for _amount, copy in amounts]:
            return []
    return copies


def tell_hands(codes: Collection[str]) -> bool:
    """Return whether columns of these meanings tell what was played, and not only what everybody got."""
    return LINE in codes or {CONTRACT, DECLARER}.issubset(codes)


def heads_again(row: Sequence[str], head: Sequence[str], amounts: Collection[int]) -> bool:
    """Return whether a row says once more what the columns are, or what stands in those of amounts."""
    written = [(place, folded(cell)) for place, cell in enumerate(row) if cell]
    same = [place for place, text in written if place < len(head) and text == folded(head[place])]
    if len(written) > 1 and len(same) == len(written):
        return True
    words = [text.strip(" ()[].:") for place, text in written if place in amounts]
    return bool(words) and all(map(_BELOW_NAMES.fullmatch, words))


def meaning_of(heading: str) -> str | None:
    """Return the meaning that a heading names, whatever its amounts are counted in; None: nothing known."""
    return _code_of(folded(without_money(heading)))


def says_amounts(heading: str) -> bool:
    """Return whether a heading names amounts but not the person who has them."""
    return bool(_BELOW_NAMES.fullmatch(folded(without_money(heading)).strip(" ()[].:")))


def _code_of(heading: str) -> str | None:
    """Return the meaning that a heading names; None: it is nothing that is known."""
    text = heading.strip(" :.")
    if text in _KNOWN:
        return _KNOWN[text]
    if says_sums(text) or _COUNTED_UP.fullmatch(text):
        return LEFT_OUT
    if seat := _SEAT.fullmatch(text):
        return f"{PLAYER if seat[1] else AMOUNT}{seat[3]}"
    return None


def _is_day(heading: str) -> bool:
    """Return whether a heading is a day, and therefore not a name."""
    return not heading.isdigit() and (names_a_day(heading) or day_without_year(heading) is not None)


def _are_amounts(cells: Iterable[str]) -> bool:
    """Return whether most of a column are amounts, not all of them 0 as no player's would be."""
    written = [cell for cell in cells if says_something(cell)]
    if len(written) > 1 and all(amount_in(cell) == 0 for cell in written):
        return False
    first = [cell for cell in written if not FORMULA.match(cell)][:20]
    return sum(amount_in(cell) is not None for cell in first) * 2 > len(first)


class Bad(NamedTuple):
    """Something to be mended: the row as the spreadsheet counts it, the column, what, and the cell.

    `among`: the columns of cells of which one has to be wrong, where nobody knows which.
    """

    row: int
    column: int | None
    label: str
    text: str
    cell: str
    among: tuple[int, ...] = ()


@dataclass(frozen=True)
class Worksheet:
    """Rows, counted as the spreadsheet counts them, what each column means, and everything that is wrong."""

    rows: Sequence[CellRow]
    heading: int  # counted from 0
    codes: tuple[str, ...]  # what the columns mean
    counted: CountedIn = CountedIn()  # noqa: RUF009 - nothing in it can be changed
    whole: Mapping[str, str] = field(default_factory=dict)  # what holds for all rows
    bad: list[Bad] = field(default_factory=list)
    own_ways: Mapping[str, str] = field(default_factory=dict)  # what the amounts of a part are
    own_signs: Mapping[str, int] = field(default_factory=dict)  # -1: in this part whoever pays has a plus

    @cached_property
    def headings(self) -> tuple[str, ...]:
        """Return what stands above each column, whatever its amounts are counted in."""
        head = self.rows[self.heading] if self.heading < len(self.rows) else ()
        return tuple(map(without_money, (*head, *[""] * len(self.codes))[: len(self.codes)]))

    def place(self, code: str) -> int | None:
        return self.codes.index(code) if code in self.codes else None

    @cached_property
    def where_column(self) -> int | None:
        """Return the column that says where each row stood in the file."""
        return self._headed(WHERES)

    def _headed(self, words: Collection[str]) -> int | None:
        return next((place for place, text in enumerate(self.headings) if folded(text) in words), None)

    @property
    def people(self) -> list[int]:
        """Return the columns that belong to people."""
        return [place for place, code in enumerate(self.codes) if code == PERSON]

    @property
    def amounts(self) -> list[int]:
        """Return the columns in which amounts stand."""
        return [place for place, code in enumerate(self.codes) if code == PERSON or code.startswith(AMOUNT)]

    @property
    def seats(self) -> list[int]:
        """Return the numbers of the seats that have a column for the name."""
        return [number for number in SEATS if f"{PLAYER}{number}" in self.codes]

    @property
    def top(self) -> int:
        """Return the number of the row with the headings."""
        return self.heading + 1

    def where(self, row: int) -> str:
        """Return where the row stood in the file; empty: where it stands here."""
        return self.cell(row, self.where_column) if self.where_column is not None else ""

    def tells_no_hand(self, row: int) -> bool:
        """Return whether a row of a sheet of this program tells something else than a hand."""
        happening, contract = self._headed(words_of("headings", "happening")), self.place(CONTRACT)
        if happening is None or contract is None:
            return False
        return bool(self.cell(row, happening)) and not self.cell(row, contract)

    @cached_property
    def kinds_of_rows(self) -> set[int]:
        """Return the columns without a meaning that say Pkt in some row: Stand in another one adds up."""
        below, codes = self.rows[self.top :], enumerate(self.codes)
        unread = [place for place, code in codes if code == LEFT_OUT]
        return {place for place in unread if any(says_amounts(cell_in(row, place)) for row in below)}

    def repeats_headings(self, row: int) -> bool:
        """Return whether a row says once more what the columns are."""
        where = self.where_column
        cells = ["" if place == where else cell for place, cell in enumerate(self.rows[row - 1])]
        return heads_again(cells, self.rows[self.heading], self.amounts)

    def part(self, row: int) -> str:
        """Return the name of the worksheet from which a row was put below those of another one."""
        return self.where(row).rpartition(", ")[0]

    def counted_in(self, part: str) -> CountedIn:
        """Return what the amounts of a part are counted in."""
        return replace(self.counted, sign=self.own_signs.get(part, self.counted.sign))

    def cell(self, row: int, place: int) -> str:
        return cell_in(self.rows[row - 1], place) if row <= len(self.rows) else ""

    def whose(self, cells: Mapping[str, str]) -> Iterator[tuple[str, int | None]]:
        """Return everybody of a row, with the column of their amount."""
        for place in self.people:
            yield self.headings[place], place
        for number in self.seats:
            if name := cells.get(f"{PLAYER}{number}"):
                yield name, self.place(f"{AMOUNT}{number}")

    def wrong(self, row: int, code: str, text: str) -> None:
        """Note a problem in the column that means this; in the whole row, where none does."""
        self.at(row, self.place(code) if code else None, text, code)

    def at(self, row: int, place: int | None, text: str, code: str = "") -> None:
        """Note a problem in one cell."""
        heading = self.headings[place] if place is not None else ""
        cell = "" if place is None else self.cell(row, place)
        self.bad.append(Bad(row, place, label_of(code, heading), text, cell))

    def wrong_amounts(self, row: int, cells: Mapping[str, str], text: str) -> None:
        """Note a problem in the amounts of the row: of many columns those with something in them."""
        places = [place for _name, place in self.whose(cells) if place is not None]
        filled = [place for place in places if self.cell(row, place)]
        among = filled if filled and len(places) > BIGGEST_TABLE else places
        self.bad.append(Bad(row, None, "", text, "", tuple(among)))

    def wrong_in_headings(self, label: str, text: str) -> None:
        """Note a problem with the meanings of the columns."""
        self.bad.append(Bad(self.top, None, label, text, ""))


def is_unusable(text: str) -> bool:
    """Return whether a text is what no cell may hold."""
    return bool(FORMULA.match(text) or MISTAKE.fullmatch(text))


def unsolved(row: int, place: int) -> str:
    """Return the sentence about a formula that no spreadsheet has worked out yet."""
    return refusal("unsolved", cell=f"{letter(place)}{row}")
