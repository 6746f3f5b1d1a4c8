"""Files as clubs really keep them: none goes in silently wrong, and none is a dead end."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from scoring.models import Member
from scoring.old_sheets.layouts import LIMITS, workbook_of, workbook_of_text
from scoring.old_sheets.people import everybody, field_of
from scoring.uploads import sandbox
from scoring.uploads.spreadsheets import rows_here
from tests.scoring.old_sheets.files.kept import KEPT, content_of, xlsx
from tests.support.scoring.house import House
from tests.support.scoring.old_files import FOUR, again, asked, bad, read_amounts, send, totals, totals_in

TAPPED = (
    "seasons: totals that begin anew in each year",
    "seasons: euros in the format",
    "rows: sums below that are wrong",
    "rows: initials",
    "layouts: a worksheet for each month, with sums",
    "layouts: side by side",
    "layouts: people in rows",
    "layouts: no day anywhere",
    "letters: a line that names the separator",
    "troubles: a row that does not add up",
)
MOST_TAPS = 10
TO_SEND = 3  # what stands in it, the file, "Look at it"


def asks_of(answer: Any) -> str:
    """Return what has to be said before the file can come in, in a word each."""
    one, reading = asked(answer), answer.context["reading"]
    found = {
        "letters": one.workbook.letters_are_open,
        "mend": bool(reading.bad),
        "days": one.is_day_open,
        "people": any(each.someone is None for each in reading.people.values()),
        "money": one.asks_money and not one.money,
        "zeros": one.asks_zeros and not one.zeros,
        "sign": one.asks_sign and not one.sign,
        "doubts": bool(one.doubts) and one.confirmed != one.doubts_digest,
        "amounts": reading.is_unsaid,
        "sure": bool(one.sums_digest) and one.sure != one.sums_digest,
    }
    return ", ".join(word for word, is_asked in found.items() if is_asked)


def form_fields(house: House, answer: Any, answers: Mapping[str, str]) -> dict[str, str]:
    """Return the answers as fields of the form."""
    found = {"step": "" if "role" in answers else "look"}
    for key, value in answers.items():
        what, colon, name = key.partition(":")
        if colon:
            found[field_of(name)] = value if value == "guest" else f"m{house.member(value).pk}"
        elif what == "confirmed":
            found["doubts-sure"] = asked(answer).doubts_digest
        elif what == "sure":
            found["sums-sure"] = asked(answer).sums_digest
        else:
            found[key] = value
    return found


def looked_at(house: House, client: Client, file: Mapping[str, Any]) -> Any:
    said = {"kind": file.get("kind", "amounts"), **file.get("about", {})}
    return send(client, house.club, content_of(file), "alt", **said)


def answered(house: House, client: Client, file: Mapping[str, Any], answer: Any) -> tuple[Any, int]:
    """Return the last look at the file after this first one, and how many taps or fields it took."""
    taps = TO_SEND
    for answers in file.get("answers", ()):
        answer = again(client, house.club, answer, **form_fields(house, answer, answers))
        taps += len(answers) + ("role" not in answers)  # that is a button
    return answer, taps


@pytest.mark.parametrize("name", KEPT)
def test_of_every_file_comes_what_has_to_come(name: str, house: House, anna: Client) -> None:
    file = KEPT[name]
    first = looked_at(house, anna, file)
    if "reading" in first.context:
        asks = file.get("asks", "")
        assert (asks_of(first), bool(asked(first).why_not)) == (asks, bool(asks))
    last, taps = answered(house, anna, file, first)
    if "refused" in file:
        assert file["refused"] in last.content.decode()
        assert "reading" not in last.context or asked(last).why_not
        return
    assert (asks_of(last), asked(last).why_not) == ("", "")
    assert totals_in(last.context["reading"]) == {
        total: Fraction(amount) for total, amount in file["totals"].items()
    }
    evenings = {amounts.date for amounts in last.context["reading"].amounts}
    assert len(evenings) == file.get("evenings", len(evenings))
    if name in TAPPED:  # from a messy file to a right import it takes few taps
        assert again(anna, house.club, last, "import").status_code == 302
        assert totals(house) == file["totals"]
        assert taps + 1 <= MOST_TAPS


# Files as clubs keep them: a day in the title, hidden rows, initials, and what this program itself wrote


HEAD = ("Datum", *FOUR)
ROWS = [("4.3.2016", 5, -5, 8, -8), ("11.3.2016", 4, 3, -4, -3), ("18.3.2016", -2, 1, 7, -6)]


def test_the_place_of_all_rows_stands_in_the_title(house: House, anna: Client) -> None:
    file = xlsx(("Tarock im Goldenen Lamm, Saison 2016",), HEAD, *ROWS)()
    look = send(anna, house.club, file, kind="amounts", amounts="each")
    assert (bad(look), {amount.venue for amount in look.context["reading"].amounts}) == (
        [],
        {"Goldenen Lamm"},
    )
    other = again(anna, house.club, look, place="")
    assert {amount.venue for amount in other.context["reading"].amounts} == {""}


# Hidden


WORKSHEETS = {"2016": [HEAD, *ROWS], "Entwurf": [("Datum", "Anna")]}


def test_hidden_rows_and_worksheets_are_left_out_and_said() -> None:
    content = content_of({"worksheets": WORKSHEETS, "hidden_row": 3, "hidden": "Entwurf"})
    workbook = workbook_of(sandbox.worksheets_of_workbook(content, LIMITS, 5))
    rows = workbook.table.blocks[0].rows
    assert (workbook.read, rows[2], len(rows)) == ("2016", (), 4)
    assert workbook_of_text(workbook.text) == workbook
    with translation.override("en"):
        assert workbook.hidden.startswith(
            "Hidden, and therefore left out: rows 3 of “2016”; the worksheet “Entwurf”."
        )
    reading = read_amounts(*rows, amounts="each")
    assert (reading.bad, reading.hands) == ([], 2)


# People


def someone_of(name: str, **said: str) -> Any:
    members = [
        Member(pk=pk, name=name, key=name.casefold(), sorting=name.casefold())
        for pk, name in enumerate(("Anna Huber", "Alois Maier", "Bert Adler"), 1)
    ]
    (found,) = everybody([name], members, {field_of(name): said["said"]} if said else {}, {}).values()
    return found


@pytest.mark.parametrize(
    ("name", "offered"),
    [
        ("A", ["Anna Huber", "Alois Maier"]),
        ("AH", ["Anna Huber"]),
        ("B.", ["Bert Adler"]),
        ("X", []),
        ("Huber", ["Anna Huber"]),
        ("Dr. Huber", ["Anna Huber"]),
        ("Maier Wolfgang", ["Alois Maier"]),
        ("Huber-Maier", ["Anna Huber", "Alois Maier"]),
    ],
)
def test_initials_and_a_name_that_shares_a_word_with_a_member_are_asked_about(
    name: str, offered: list[str]
) -> None:
    found = someone_of(name)
    assert found.someone is None
    assert [choice.label for choice in found.choices][: len(offered)] == offered
    assert someone_of(name, said="guest").someone.name == name
    assert someone_of("Waltraud").someone.member is None


# Kinds of files


def test_a_cell_of_a_web_page_covers_the_rows_below_and_too_many_rows_are_not_read_to_the_end() -> None:
    page = "<html><table><tr><td>4.3.2016<td rowspan=2>5<tr><td>11.3.2016<td>8</table></html>"
    rows = [cells for _line, cells in rows_here(page, "", LIMITS)]
    assert rows == [("4.3.2016", "5"), ("11.3.2016", "", "8")]
    assert len(rows_here(f"<html><table>{'<tr><td>x' * (LIMITS.rows + 9)}", "", LIMITS)) == LIMITS.rows + 2
