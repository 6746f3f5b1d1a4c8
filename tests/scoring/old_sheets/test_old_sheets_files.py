"""Files with old sheets: every form in which spreadsheets write them, strange ones, and the templates."""

import json
import zipfile
from fractions import Fraction
from io import BytesIO
from itertools import cycle
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation
from openpyxl import load_workbook

from scoring.evenings.export import workbook_of_evening
from scoring.models import Evening, OldBatch
from scoring.old_sheets.forms import FileWithAnswers
from scoring.rules import SLUGS
from scoring.web.uploads import MOST_READ
from tests.support.refusals import sentences_of
from tests.support.scoring.exports import at_two_tables
from tests.support.scoring.house import House
from tests.support.scoring.house_rules import dearer, own, save
from tests.support.scoring.old_files import (
    FOUR,
    HEAD,
    RUFER,
    SHEET,
    again,
    asked,
    bad,
    brought_in,
    differing,
    fields_of,
    only_amounts,
    send,
    totals_in,
    xlsx,
)
from tests.support.scoring.old_papers import old_hands
from tests.support.scoring.season import MAY
from tests.support.scoring.tables import dreier, hand, rufer
from tests.support.spreadsheet import xlsx_of


def packed(**parts: bytes) -> bytes:
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name.replace("__", "/") + ".xml", content)
    return file.getvalue()


STRANGE = {
    "PDF": (b"%PDF-1.7 ...", "This is a PDF."),
    "Word": (packed(word__document=b"<x/>"), "This is not an Excel file."),
    "long": (b"Datum;Anna\n" * 5001, "The file has more than 5000 rows."),
    "so big that nobody listened to its end": (bytes(MOST_READ + 500_000), "The file is too big: 1000 kB"),
    "endless": (b'Datum;Anna\n"4.3.2016' + b"x" * 200_000, "a quotation mark is never closed."),
}


def test_a_file_that_is_no_old_sheet_is_told_so(house: House, anna: Client) -> None:
    for what, (content, text) in STRANGE.items():
        answer = send(anna, house.club, content)
        assert answer.status_code == 200, what
        assert text in answer.content.decode(), what


def test_another_file_that_cannot_be_read_loses_nothing(house: House, anna: Client) -> None:
    look = send(anna, house.club, xlsx(*SHEET))
    answer = send(anna, house.club, b"%PDF-1.7", **{**fields_of(look), "step": "look"})
    assert "This is a PDF." in answer.content.decode()
    assert asked(answer).workbook == asked(look).workbook


FORGED: list[dict[str, str]] = [
    {"role": "0-row-999999999999-people"},
    {"role": "0-row-99999-people"},
    {"role": "0-column-0-premium:nothing"},
    {"role": "0-column-99-date"},
    {"role": "7-column-\u0663-days", "mark": "7-column-x"},
    {"mark": "9-row-1"},
    {"say": "meaning", "meaning": "x"},
    {"same-0-1-1": "y", "alike-0-1-1": "9-9-9 x"},
    {"cell-0-1-999": "x"},
    {"cell-x": "x"},
    {"cell-0-999998-1": "x"},
    {"worksheets": ""},
    {"worksheets": "[[], [], []]"},
    {"worksheets": json.dumps([[["", "\0" + "\t" * 5000, [], False, []]], [], []])},
    {"kind": "x"},
    {"rules": "x"},
    {"cents": "x"},
    {"looked": "x"},
    {"kind": "amounts"},
]


def test_what_no_form_would_send_is_no_mishap(house: House, anna: Client) -> None:
    form = fields_of(send(anna, house.club, xlsx(*SHEET)))
    for said in FORGED:
        with transaction.atomic():
            answer = send(anna, house.club, None, **{**form, "step": "import", **said})
            transaction.set_rollback(True)
        assert answer.status_code in (200, 302), said


def test_names_are_text_whatever_they_look_like(house: House, anna: Client) -> None:
    look = send(anna, house.club, xlsx(RUFER, names=("Anna", "<b>Bert</b>", "Cilli", "Dora")))
    assert "<b>Bert" not in look.content.decode()
    assert bad(look) == []


# Templates


WORKBOOKS = {"standard", "karlsruhe", "zwanzigerrufen"}  # by Blatt, with games to be filled in, by points


@pytest.mark.parametrize(("slug", "language"), [*zip(SLUGS, cycle(("de", "en")), strict=False)])
def test_the_template_of_every_sheet_comes_in_as_it_is(
    house: House, anna: Client, slug: str, language: str
) -> None:
    form = "xlsx" if language == "de" and slug in WORKBOOKS else "csv"
    address = reverse(f"scoring:old_hands_{form}", args=[house.club.slug])
    file = anna.get(f"{address}?rules={slug}&language={language}").content
    look = send(anna, house.club, file, f"vorlage.{form}", rules=slug)
    assert (bad(look), differing(look)) == ([], [])
    assert "Not read" not in look.content.decode(), "its explanations are no worksheet"
    reading = look.context["reading"]
    assert reading.hands == reading.checked >= 2


@pytest.mark.parametrize(("form", "language"), [("xlsx", "de"), ("csv", "en")])
def test_the_template_for_amounts_comes_in_as_it_is(
    house: House, anna: Client, language: str, form: str
) -> None:
    address = reverse(f"scoring:old_amounts_{form}", args=[house.club.slug])
    file = anna.get(f"{address}?language={language}").content
    look = send(anna, house.club, file, f"vorlage.{form}", kind="amounts")
    assert bad(look) == []
    assert look.context["reading"].hands == 2


def test_card_points_in_the_template_are_text_that_no_spreadsheet_makes_a_day(
    house: House, anna: Client
) -> None:
    file = anna.get(reverse("scoring:old_hands_xlsx", args=[house.club.slug]) + "?language=en").content
    worksheet = load_workbook(BytesIO(file)).worksheets[0]
    result = worksheet.cell(2, [cell.value for cell in worksheet[1]].index("Result") + 1)
    assert result.number_format == "@"
    assert worksheet.column_dimensions[result.column_letter].number_format == "@"  # of every further row


# Many


def dreiers(count: int, day: str) -> tuple[tuple[Any, ...], ...]:
    """A Rufer and so many Dreier in turn."""
    amounts = [[15 if seat == place else -5 for seat in range(4)] for place in range(4)]
    rows = [
        ("", "", "", "", "Dreier", FOUR[number % 4], "", "w", "", "", "", *amounts[number % 4])
        for number in range(count)
    ]
    return ((day, *RUFER[1:]), *rows)


def test_a_longer_file_needs_no_more_queries_for_each_hand(house: House, anna: Client) -> None:
    counts = []
    for hands, day in ((3, "1.1.2010"), (20, "2.1.2010")):
        look = send(anna, house.club, xlsx(*dreiers(hands, day)))
        assert bad(look) == []
        with CaptureQueriesContext(connection) as queries:
            assert again(anna, house.club, look, "import").status_code == 302
        counts.append(len(queries))
    assert counts[1] <= counts[0] + 2  # rows and postings go in batches


def test_the_pages_need_few_queries_however_much_came_in(
    house: House, anna: Client, django_assert_max_num_queries: Any
) -> None:
    amounts = only_amounts(house, anna)
    batch = brought_in(house, anna, xlsx(*((*row[:2], "2", *row[3:]) for row in SHEET)))
    with django_assert_max_num_queries(12):
        anna.get(reverse("scoring:old_sheets", args=[house.club.slug]))
    for kept in (batch, amounts):
        with django_assert_max_num_queries(14):
            anna.get(kept.get_absolute_url())


# The rules change meanwhile


def test_whoever_looked_under_other_rules_looks_again(house: House, anna: Client) -> None:
    ruleset = own(house)
    slug = ruleset.slug
    rows = ((*RUFER[:11], "", "", "", ""), ("", "", "", "", "Dreier", "Bert", "", "w", *[""] * 7))
    head, four = (*HEAD, *(f"Spieler {number}" for number in range(1, 5))), FOUR
    content = xlsx((*rows[0][:11], *four), rows[1][:11], names=(), head=head)
    look = send(anna, house.club, content, rules=slug)
    assert (bad(look), asked(look).why_not) == ([], "")
    save(house, ruleset, dearer(9))
    answer = again(anna, house.club, look, "import", rules=slug)
    assert "Something has changed. Please look again." in answer.content.decode()
    assert not OldBatch.objects.exists()
    assert again(anna, house.club, answer, "import", rules=slug).status_code == 302


def test_the_verb_settles_by_no_other_rules_than_were_looked_at(
    house: House, anna: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = ["The rules have changed in the meantime. Please look again."]
    assert sentences_of(old_hands, house, edition="another") == told
    assert sentences_of(old_hands, house, contract="rufer") == told  # under them a Rufer needs its partner
    monkeypatch.setattr(FileWithAnswers, "edition", "another")
    page = again(anna, house.club, send(anna, house.club, xlsx(*SHEET)), "import")
    assert page.context["problems"] == told
    assert not OldBatch.objects.exists()


def exported(evening: Evening, language: str) -> bytes:
    with translation.override(language):
        return xlsx_of(workbook_of_evening(evening, f"{MAY}", language))


def test_the_amounts_of_a_sheet_come_in_as_they_went_out(house: House, anna: Client) -> None:
    content = exported(at_two_tables(house), "de")
    look = send(anna, house.club, content, kind="amounts", amounts="each")
    assert [text for _row, _label, text in bad(look)] == []
    third = Fraction(1, 3)
    totals = totals_in(look.context["reading"])
    assert totals == {
        "@Karl": 30,
        "Cilli": 8 + third,
        "Emil": 8,
        "Anna": 1,
        "Dora": -2 + third,
        "Bert": -46 + third,
    }
    hands = again(anna, house.club, look, kind="hands", rules="treffpunkt")
    assert bad(hands) == []
    assert hands.context["reading"].differing == []
    assert totals_in(hands.context["reading"]) == totals


EVERYTHING = (
    hand("rufer", "Anna", partner="Bert", points="41/2"),
    hand("rufer", "Bert", king="talon", points=30, kontra="kontra"),
    {
        **rufer("Emil", "Dora"),
        "premiums": [
            {"premium": "pagat", "by": "Dora", "announced": True, "made": True, "kontra": "re"},
            {"premium": "uhu", "by": "Anna", "made": False},
            {"premium": "trull", "by": "Emil", "made": True},
        ],
    },
    {**hand("rufer", "Bert", partner="Emil"), "revoke": {"by": "Emil"}},
    {"games": [*hand("piccolo", "Emil", tricks=1)["games"], *hand("zwiccolo", "Anna", tricks=3)["games"]]},
    hand("trischaken", "Dora", order=[["Bert"], ["Emil"]], buergermeister=True),
    hand("trischaken", "Emil", points={"Bert": "30/0", "Dora": "20/1", "Emil": "15/0", "Anna": "4/2"}),
    dreier("Cilli"),
)


def test_whatever_was_played_comes_in_as_it_went_out(house: House, anna: Client) -> None:
    """In English; above in German."""
    sheet = house.sheet(rules="treffpunkt")
    for number, record in enumerate(EVERYTHING):
        if number == 2:
            # Emil for Cilli, and others exchanged
            house.seat(sheet, ("Emil", "Bert", "Anna", "Dora"), dealer=3)
        if number == 7:
            house.seat(sheet, ("Cilli", "Dora", "Emil", "Franzi", "Anna"), dealer=4)  # five sit there now
        house.play(sheet, record)
    evening = Evening.objects.select_related("club").get(pk=sheet.evening_id)
    look = send(anna, house.club, exported(evening, "en"), rules="treffpunkt")
    assert bad(look) == []
    assert look.context["reading"].differing == []
    assert look.context["reading"].checked == len(EVERYTHING)
