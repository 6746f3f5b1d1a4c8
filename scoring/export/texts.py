"""How figures are written as text, and what text does no harm in a spreadsheet.

A name is text, even one that starts with "=": a spreadsheet would run it. In xlsx a cell says itself that it
is text, so the name stands there as it is. CSV knows nothing but text; there an apostrophe before such a name
keeps every spreadsheet from counting, and whoever reads the file with a program leaves it out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction

DECIMALS = 10  # in a CSV for spreadsheets; thirds are found again in far fewer
RUNS = "=+-@＝＋－＠"  # what a spreadsheet takes for the beginning of a formula, wide letters included
# The same behind what separates cells in some CSV; a number alone does no harm.
RUNS_INSIDE = re.compile(
    rf"""[;,|\t\r\n][\s"']*(?=[{re.escape(RUNS)}])(?![+-]\d[\d.,]*(?:[;,|\t\r\n\s]|$))"""
)
# What cannot stand in an xlsx file.
CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
# A worksheet would read it as one letter.
ESCAPE = re.compile("_(?=x[0-9A-Fa-f]{4}_)")
NO_SHEET_NAME = re.compile(r"[\[\]:*?/\\\s]+")
LONGEST_SHEET_NAME = 31
CELL = re.compile(r"[a-z]{1,3}\d+|[rlz]?\d*[cs]?\d*", re.IGNORECASE)  # in English, and in German
TAKEN = {"history"}  # by the spreadsheet itself


def exact_text(number: Fraction) -> str:
    """Return a decimal where it ends, else a fraction in lowest terms.

    >>> exact_text(Fraction(-152, 3)), exact_text(Fraction(1, 2)), exact_text(Fraction(-1234, 100))
    ('-152/3', '0.5', '-12.34')
    """
    places, rest = 0, number.denominator
    while rest % 2 == 0 or rest % 5 == 0:
        rest = rest // 10 if rest % 10 == 0 else rest // 2 if rest % 2 == 0 else rest // 5
        places += 1
    if rest != 1 or not places:
        return str(number)
    digits = f"{abs(number.numerator) * 10**places // number.denominator:0{places + 1}}"
    return f"{'-' if number < 0 else ''}{digits[:-places]}.{digits[-places:]}"


def decimal_text(number: Fraction) -> str:
    """Return a number with a comma, and as many decimals as it takes.

    >>> decimal_text(Fraction(-152, 3)), decimal_text(Fraction(1, 2)), decimal_text(Fraction(4))
    ('-50,6666666667', '0,5', '4')
    """
    whole, part = divmod(round(abs(number) * 10**DECIMALS), 10**DECIMALS)
    decimals = f"{part:0{DECIMALS}}".rstrip("0")
    return f"{'-' if number < 0 else ''}{whole}{',' if decimals else ''}{decimals}"


def harmless(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula.

    >>> harmless("=1+1"), harmless("Anna"), harmless("\\t@SUM(A1)"), harmless("\\r1")
    ("'=1+1", 'Anna', "'\\t@SUM(A1)", "'\\r1")
    """
    risky = text[:1] in ("\t", "\r", "\n") or text.lstrip()[:1] in tuple(RUNS)
    return f"'{text}" if risky else text


def harmless_in_pieces(text: str) -> str:
    """Return the text such that nothing of it counts where a CSV is taken apart at another separator.

    >>> harmless_in_pieces("Gast;=1+1"), harmless_in_pieces("Gast, @SUM(A1)"), harmless_in_pieces("Linz; -3")
    ("Gast;'=1+1", "Gast, '@SUM(A1)", 'Linz; -3')
    """
    return RUNS_INSIDE.sub(r"\g<0>'", harmless(text))


def in_a_worksheet(text: str) -> str:
    """Return the same letters, as a worksheet takes them.

    >>> in_a_worksheet("Anna"), in_a_worksheet("_x0041_nna")
    ('Anna', '_x005F_x0041_nna')
    """
    one_kind_of_line_end = text.replace("\r\n", "\n").replace("\r", "\n")
    return ESCAPE.sub("_x005F_", CONTROL.sub("\N{REPLACEMENT CHARACTER}", one_kind_of_line_end))


def worksheet_names(titles: Iterable[str]) -> list[str]:
    """Return what a worksheet may be called, no two of them the same.

    >>> worksheet_names(["Tisch 1", "TISCH 1", "'[1]:2'", "", "Ein Tisch mit einem sehr langen Namen"])
    ['Tisch 1', 'TISCH 1 (2)', '1 2', '4', 'Ein Tisch mit einem sehr langen']
    """
    taken = set(TAKEN)
    names: list[str] = []
    for place, title in enumerate(titles, 1):
        plain = NO_SHEET_NAME.sub(" ", CONTROL.sub("", title)).strip(" '")
        plain = plain or str(place)
        name, number = _cut(plain, LONGEST_SHEET_NAME), 1
        while name.casefold() in taken:
            number += 1
            end = f" ({number})"
            name = _cut(plain, LONGEST_SHEET_NAME - len(end)) + end
        taken.add(name.casefold())
        names.append(name)
    return names


def table_names(names: Iterable[str]) -> list[str]:
    """Return what a spreadsheet may call the tables on such worksheets, no two of them the same.

    >>> table_names(["Who pays whom", "=1+1", "=1-1", "R1", "AB12", "2", "Stärke", "Z1S1", "c"])
    ['Who_pays_whom', '_1_1', '_1_1_2', '_R1', '_AB12', '_2', 'Stärke', '_Z1S1', '_c']
    """
    taken: set[str] = set()
    found: list[str] = []
    for name in names:
        plain = "_".join("".join(letter if _is_plain(letter) else " " for letter in name).split())
        if not plain[:1].isalpha() or CELL.fullmatch(plain):
            plain = f"_{plain}"
        table, number = plain, 1
        while table.casefold() in taken:
            number += 1
            table = f"{plain}_{number}"
        taken.add(table.casefold())
        found.append(table)
    return found


def _is_plain(letter: str) -> bool:
    """Return whether it is a letter or a digit, and none of those that came late."""
    return letter <= "\uffff" and (letter.isalpha() or letter.isdecimal())


def _cut(name: str, longest: int) -> str:
    """Cut a text. A spreadsheet counts a letter outside the common ones as two."""
    while len(name.encode("utf-16-le")) > 2 * longest:
        name = name[:-1]
    return name.strip(" '")
