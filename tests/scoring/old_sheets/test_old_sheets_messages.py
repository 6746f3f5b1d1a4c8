"""Everything that old sheets are refused for, each with its row and with what to do about it."""

from __future__ import annotations

from datetime import date
from io import BytesIO
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import translation
from openpyxl import load_workbook

from scoring.deeds import Refused
from scoring.models import Evening, OldBatch, OldSheet
from scoring.old_sheets import layouts as worksheets
from scoring.old_sheets.verbs import OldRow, Someone, TableOfAmounts, import_batch, withdraw_old_batch
from tests.support.scoring.house import House
from tests.support.scoring.old_files import again, bad, fields_of, send, withdraw
from tests.support.scoring.old_papers import old_amounts
from tests.support.scoring.old_rows import AMOUNTS, FOUR, RUFER, xlsx

SEATS = tuple(f"{word} {number}" for number in range(1, 5) for word in ("Spieler", "Betrag"))
AN_EVENING = ("4.3.2016", "Lamm", "1")

FILES: list[tuple[bytes, str, tuple[int, str, str]]] = [
    (
        xlsx((*AN_EVENING, 4, -4, "", "", "Anna"), head=AMOUNTS, names=(*FOUR, "Spieler 1")),
        "amounts",
        (1, "Who played", "The names are either in the headings or in columns of their own, not both."),
    ),
    (
        xlsx(RUFER[:11], names=()),
        "hands",
        (1, "Who played", "No column says who played. Please choose the columns of the players below."),
    ),
    (
        xlsx(RUFER[:14], names=FOUR[:3]),
        "hands",
        (2, "", "Four to six people sit at a table; these are 3."),
    ),
    (xlsx(), "hands", (1, "", "There is nothing below the headings.")),
    (
        xlsx((*AN_EVENING, "Anna", 4, "Bert", -4, "", 3), head=AMOUNTS, names=SEATS),
        "amounts",
        (2, "Betrag 3", "There is an amount here, but nobody it belongs to."),
    ),
    (
        xlsx((*AN_EVENING, "–", "–", "", ""), head=AMOUNTS),
        "amounts",
        (2, "", "There is no amount in this row."),
    ),
    (
        xlsx((*RUFER[:4], "Trischaken", "Anna", "", "", "", "", "", 2, -6, 2, 2)),
        "hands",
        (2, "Ergebnis", "Please write who pays: the name, or everybody with their card points."),
    ),
    (
        xlsx((*AN_EVENING, 2_000_000, -2_000_000, "", ""), head=AMOUNTS),
        "amounts",
        (2, "Anna", "“2000000” is far more than anybody wins in a hand. Please check it."),
    ),
    (
        xlsx((*AN_EVENING, "vier", -4, "", ""), head=AMOUNTS),
        "amounts",
        (2, "Anna", "“vier” is not an amount. Use whole points, halves or thirds: 4, −12 1/3."),
    ),
]


@pytest.mark.parametrize(
    ("content", "kind", "told"),
    FILES,
    ids=[f"{number} {told[2][:30]}" for number, (*_, told) in enumerate(FILES)],
)
def test_a_file_that_cannot_come_in_says_where_and_what_to_do(
    house: House, anna: Client, content: bytes, kind: str, told: tuple[int, str, str]
) -> None:
    look = send(anna, house.club, content, kind=kind)
    assert told in bad(look)
    answer = again(anna, house.club, look, "import").content.decode()
    assert "Nothing is imported until every row is right." in answer
    assert not OldBatch.objects.exists()


def test_two_columns_that_are_said_to_be_the_same_are_named(house: House, anna: Client) -> None:
    look = again(anna, house.club, send(anna, house.club, xlsx(RUFER)), **{"col-1": "date"})
    assert (1, "Date", "Several columns are marked as this. Please choose one.") in bad(look)


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ({"kind": "x"}, "Please say what the file contains."),
        ({"kind": ""}, "Please say what the file contains."),
        ({"rules": "x"}, "Please choose a rule sheet."),
        ({"cents": "ten"}, "A whole number of cents from 0 to 100000"),
        ({"cents": "-1"}, "A whole number of cents from 0 to 100000"),
    ],
)
def test_what_has_to_be_said_of_a_file_is_asked_for(
    house: House, anna: Client, said: dict[str, str], text: str
) -> None:
    assert text in send(anna, house.club, xlsx(RUFER), **said).content.decode()


def test_too_much_text_is_told_with_what_can_go(
    house: House, anna: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worksheets, "MOST_BYTES", 100)
    answer = send(anna, house.club, xlsx(RUFER)).content.decode()
    assert "There is too much text in the file. Please take out columns that nobody needs." in answer


def test_more_worksheets_than_are_read_are_told_and_none_of_them_is_dropped(
    house: House, anna: Client
) -> None:
    def book(many: int) -> bytes:
        made, file = load_workbook(BytesIO(xlsx(RUFER))), BytesIO()
        for number in range(2, many + 1):
            made.create_sheet(f"Blatt {number}").append([number])
        made.save(file)
        return file.getvalue()

    told = "The file has more than 50 worksheets. Please send it in parts, one year in each."
    assert told in send(anna, house.club, book(51)).content.decode()
    fitting = send(anna, house.club, book(50)).content.decode()
    assert told not in fitting
    assert "Blatt 50" in fitting


def refused(house: House, *tables: TableOfAmounts, member: int | None = None) -> str:
    """What the verb says, whatever a page may have looked at."""
    people = [Someone("Anna", member=member or house.member("Anna").pk), Someone("Gast")]
    with pytest.raises(Refused) as found, translation.override("en"):
        import_batch(
            actor=house["Anna"], deed=uuid4(), club=house.club, people=people, amounts=tables, digest=""
        )
    return str(found.value.problems)


def test_the_verb_says_why_it_takes_nothing(house: House) -> None:
    old_amounts(house)
    mine, guest = Someone("Anna", member=house.member("Anna").pk), Someone("Gast")
    zero, one = OldRow(2, {mine.id: 6, guest.id: -6}), OldRow(7, {mine.id: 6})
    assert "There is nothing in these sheets." in refused(house)
    assert "Row 7 does not add up to zero." in refused(
        house, TableOfAmounts(date(2001, 1, 1), "", "1", (one,))
    )
    there = TableOfAmounts(date(2015, 3, 4), "", "ofenbank", (zero,))
    there_already = refused(house, there)
    assert "Some of these tables have been imported in the meantime. Please look again." in there_already
    gone = refused(house, TableOfAmounts(date(2001, 1, 1), "", "1", (zero,)), member=10**6)
    assert "One of these members is no longer there. Please look again." in gone
    assert OldSheet.objects.count() == 1


def test_taking_back_is_told_and_done_once(house: House, anna: Client) -> None:
    batch = old_amounts(house)
    done = anna.get(withdraw(anna, batch).headers["Location"] + "?language=en").content.decode()
    assert "none of it counts" in done
    with pytest.raises(Refused) as found, translation.override("en"):
        withdraw_old_batch(actor=house["Anna"], deed=uuid4(), batch=batch, reason="noch einmal")
    assert "These old sheets have already been withdrawn." in str(found.value.problems)


def test_what_differs_says_what_to_do(house: House, anna: Client) -> None:
    look = send(anna, house.club, xlsx((*RUFER[:11], 2, -2, 2, -2)))
    told = "The paper and the rules differ. Please correct the rows, or say that the settled amounts are to"
    assert told in look.content.decode()
    assert fields_of(look)["differing"] == "refuse"
    assert not Evening.objects.exists()
