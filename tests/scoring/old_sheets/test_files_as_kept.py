"""Files as clubs really keep them: none goes in silently wrong, and none is a dead end."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client

from scoring.old_sheets.reading import field_of
from tests.scoring.old_sheets.files.kept import KEPT, content_of
from tests.support.scoring.house import House
from tests.support.scoring.old_files import again, asked, send, totals

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
        "mend": bool(reading.bad),
        "people": any(each.someone is None for each in reading.people.values()),
        "money": one.asks_money and not one.money,
        "amounts": reading.is_unsaid,
        "repeats": reading.has_open_sums,
        "sure": bool(one.sums_digest) and one.sure != one.sums_digest,
    }
    return ", ".join(word for word, is_asked in found.items() if is_asked)


def form_fields(house: House, answer: Any, answers: Mapping[str, str]) -> dict[str, str]:
    """Return the answers as fields of the form."""
    found = {"step": "" if "leave" in answers else "look"}
    for key, value in answers.items():
        what, colon, name = key.partition(":")
        if colon:
            found[field_of(name)] = value if value == "guest" else f"m{house.member(value).pk}"
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
        taps += len(answers) + ("leave" not in answers)  # that is a button
    return answer, taps


def sums_of(answer: Any) -> dict[str, Any]:
    return {total.name: total.points for total in answer.context["reading"].totals}


@pytest.mark.parametrize("name", KEPT)
def test_of_every_file_comes_what_has_to_come(name: str, house: House, anna: Client) -> None:
    file = KEPT[name]
    first = looked_at(house, anna, file)
    if "reading" in first.context:
        asks = file.get("asks", "")
        assert (asks_of(first), bool(asked(first).why_not)) == (asks, bool(asks))
    last, _taps = answered(house, anna, file, first)
    if "refused" in file:
        assert file["refused"] in last.content.decode()
        assert "reading" not in last.context or asked(last).why_not
        return
    assert (asks_of(last), asked(last).why_not) == ("", "")
    assert sums_of(last) == {total: Fraction(amount) for total, amount in file["totals"].items()}


def test_there_are_many_files_and_most_of_them_ask() -> None:
    assert len(KEPT) >= 60


@pytest.mark.parametrize("name", TAPPED)
def test_from_a_messy_file_to_a_right_import_it_takes_few_taps(name: str, house: House, anna: Client) -> None:
    file = KEPT[name]
    last, taps = answered(house, anna, file, looked_at(house, anna, file))
    assert again(anna, house.club, last, "import").status_code == 302
    assert totals(house) == file["totals"]
    print(f"{name}: {taps + 1} taps")
    assert taps + 1 <= MOST_TAPS
