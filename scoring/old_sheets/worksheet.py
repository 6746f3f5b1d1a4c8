"""The cells of a worksheet: what its columns mean, what stands in them, and where something is wrong."""

import re
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate

from scoring.engine.rules import Rules, other_names
from scoring.engine.sheet import BIGGEST_TABLE
from scoring.export.texts import letter
from scoring.names import folded
from scoring.old_sheets.values import (
    WORDS,
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
DATE, VENUE, TABLE, NUMBER = "date", "place", "table", "number"
DEALER, LINE, CONTRACT, DECLARER, PARTNER = "dealer", "line", "contract", "declarer", "partner"
SEATED = "seated"  # everybody at the table, in one cell
AGREED = "agreed"  # options of this hand alone
RESULT, PREMIUMS, KONTRA, RADL, RENONCE = "result", "premiums", "kontra", "radl", "renonce"
PLAYER, AMOUNT, PREMIUM = "player", "amount", "premium:"
SEATS = range(1, BIGGEST_TABLE + 1)

LABELS = choices("columns")  # of each kind of column there is one, beside those of players and premiums
OF_BOTH = (DATE, VENUE, TABLE, NUMBER)
KEPT_BELOW = (DATE, VENUE, TABLE)  # an empty cell means what stands above it
ADDING = (LEFT_OUT, *OF_BOTH, DEALER, CONTRACT, LINE)  # where a row can say that it is one of sums
CALLED_ANYTHING = (LEFT_OUT, VENUE, TABLE)  # a table can be called Probe

_KNOWN = {word: code for code in LABELS for word in words_of("headings", code)}
_PEOPLE = words_of("headings", "people") - _KNOWN.keys()
_KNOWN |= dict.fromkeys(words_of("headings", "rows"), LEFT_OUT)
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


def cell_in(row: CellRow, column: int) -> str:
    """Return what stands there in a row; empty cells at its end are left away."""
    return row[column] if column < len(row) else ""


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
    groups = [
        ("", [(LEFT_OUT, label("leave_out"))]),
        (label("row"), [(code, str(LABELS[code])) for code in plain]),
        (label("players"), [(PERSON, label("person")), *seat_columns()]),
    ]
    if rules is not None:
        premiums = [
            (f"{PREMIUM}{premium.key}", premium.label.in_language(language))
            for premium in rules.premiums.values()
        ]
        groups.append((label("premiums"), premiums))
    return groups


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
    seated = [column for column, cell in enumerate(head) if _code_of(folded(cell)) == SEATED]
    cells = {cell_in(row, column) for column in seated for row in rows[heading + 1 :]}
    names = {*names, *(folded(name) for cell in cells for name in cell.split(",") if name.strip())}
    allowed = OF_BOTH if rules is None else LABELS
    codes: list[str] = []
    headings = {folded(without_money(cell)) for cell in head}
    headings |= {brought[1] or brought[2] for text in headings if (brought := _BROUGHT_BY.fullmatch(text))}
    for column in range(width):
        text = folded(without_money(cell_in(head, column)))
        total = _TOTAL_OF.fullmatch(text)
        code = LEFT_OUT if total and (total[1] or total[2]) in headings else _code_of(text)
        if code is None and text in premiums:
            code = f"{PREMIUM}{premiums[text]}"
        if text in names or code is None:
            below = (cell_in(row, column) for row in rows[heading + 1 :])
            amounts = [cell for cell in below if folded(without_money(cell)) != text]
            is_somebody = text in names or (bool(text) and not _is_day(text) and _are_amounts(amounts))
            code = PERSON if is_somebody and not says_sums(cell_in(beneath, column)) else LEFT_OUT
        is_once = code in LABELS or code[:-1] in (PLAYER, AMOUNT)
        is_wrong = (code in LABELS and code not in allowed) or (is_once and code in codes)
        codes.append(LEFT_OUT if is_wrong else code)
    for column in _pots(rows[heading + 1 :], head, [n for n, code in enumerate(codes) if code == PERSON]):
        codes[column] = LEFT_OUT
    for column in _copies(rows[heading + 1 :], head, [n for n, code in enumerate(codes) if code == PERSON]):
        codes[column] = LEFT_OUT
    return codes


def _pots(below: Sequence[CellRow], head: Sequence[str], people: Sequence[int]) -> list[int]:
    """Return the columns of a kitty, by their headings, if all the others add up to zero."""
    pots = [column for column in people if folded(without_money(head[column])) in _POTS]
    others = [column for column in people if column not in pots]
    rows = [[amount_in(cell_in(row, column)) or 0 for column in others] for row in below]
    are_whole = any(map(any, rows)) and not any(map(sum, rows))
    return pots if pots and are_whole and len(others) >= FEWEST_NAMES else []


def _copies(below: Sequence[CellRow], head: Sequence[str], people: Sequence[int]) -> list[int]:
    """Return columns in which everybody's amounts stand once more: added up, or in money."""
    first: dict[str, int] = {}
    pairs = [(first.setdefault(folded(without_money(head[column])), column), column) for column in people]
    copies = [column for original, column in pairs if original != column]
    if len(copies) < FEWEST_NAMES or len(copies) * 2 != len(people):
        return []
    for original, column in pairs:
        amounts = [tuple(amount_in(cell_in(row, at)) or 0 for at in (original, column)) for row in below]
        added = [*accumulate(amount for amount, _copy in amounts)]
        times = {Fraction(copy) / amount if amount else None for amount, copy in amounts if amount or copy}
        is_money = len(times) == 1 and None not in times and len(amounts) > 1
        if original != column and not is_money and added != [copy for _amount, copy in amounts]:
            return []
    return copies


def tell_hands(codes: Collection[str]) -> bool:
    """Return whether columns of these meanings tell what was played, and not only what everybody got."""
    return LINE in codes or {CONTRACT, DECLARER}.issubset(codes)


def heads_again(row: Sequence[str], head: Sequence[str], amounts: Collection[int]) -> bool:
    """Return whether a row says once more what the columns are, or what stands in those of amounts."""
    written = [(column, folded(cell)) for column, cell in enumerate(row) if cell]
    same = [column for column, text in written if column < len(head) and text == folded(head[column])]
    if len(written) > 1 and len(same) == len(written):
        return True
    words = [text.strip(" ()[].:") for column, text in written if column in amounts]
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


def is_unusable(text: str) -> bool:
    """Return whether a text is what no cell may hold."""
    return bool(FORMULA.match(text) or MISTAKE.fullmatch(text))


def unsolved(row: int, column: int) -> str:
    """Return the sentence about a formula that no spreadsheet has worked out yet."""
    return refusal("unsolved", cell=f"{letter(column)}{row}")
