"""Totals come in from a clipboard or a file: looked at, answered, stored as evenings, taken back."""

import html
import re
from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from scoring.evenings.pages.settling import settling_of, sheets_of
from scoring.models import Evening, Member, OldBatch, OldKind, OtherName, Participant
from scoring.old_sheets.files import MOST_COLUMNS, MOST_ROWS, MOST_SIGNS, MOST_WORKSHEETS
from scoring.season.pages.season import Period, Season, standings_of
from scoring.web.uploads import MOST_OF_A_LIST
from tests.scoring.old_sheets.files.kept import content_of, xlsx
from tests.support.pages import html_at, text_at, text_named
from tests.support.scoring.house import House
from tests.support.scoring.verify import verified
from tests.support.stored_forms import forms_on

TABLE = "Datum\tAnna\tBert\tCilli\tDora\n5.1.2015\t10\t-5\t-3\t-2\n12.1.2015\t-8\t4\t2\t2\n"
EVER = Period(None, None)


def address(house: House) -> str:
    return reverse("scoring:import_old_sheets", args=[house.club.slug]) + "?language=en"


def pasted(house: House, text: str = TABLE, by: str = "Bert") -> Any:
    return house.client(by).post(address(house), {"text": text})


def fields(answer: Any) -> dict[str, str]:
    """What the form on the page would send, as it stands there."""
    forms = [form for form in forms_on(answer) if "old-sheets" in form.action]
    return {name: values[-1] for form in forms for name, values in form.sent.items()}


def again(house: House, answer: Any, by: str = "Bert", **answers: str) -> Any:
    return house.client(by).post(address(house), {**fields(answer), **answers})


def confirmed(house: House, answer: Any, by: str = "Bert") -> Any:
    return again(house, answer, by, confirmed=answer.context["grid"].digest)


def stored(house: House, text: str = TABLE, **answers: str) -> OldBatch:
    looked = pasted(house, text)
    if answers:
        looked = again(house, looked, **answers)
    done = confirmed(house, looked)
    assert done.status_code == 302, (problems_of(done), [one.sentence for one in questions(done)])
    return OldBatch.objects.latest("pk")


def problems_of(answer: Any) -> list[str]:
    return [*answer.context["problems"], *(one.sentence for one in answer.context["grid"].refusals)]


def questions(answer: Any) -> Any:
    return answer.context["imported"].questions


def points(house: House) -> dict[str, Any]:
    return {player.name: player.score.points for player in standings_of(Season(house.club, EVER)).everybody}


def person(answer: Any, name: str) -> Any:
    return next(one for one in answer.context["imported"].people.values() if one.name == name)


def test_a_pasted_table_is_looked_at_confirmed_and_stored(house: House) -> None:
    looked = pasted(house)
    page = html.unescape(looked.content.decode())
    assert "Monday, 5 January 2015" in page
    assert "Every evening adds up to zero." in page
    assert "Anna" in looked.context["grid"].examples[0].sentence
    assert not Evening.objects.exists()
    assert confirmed(house, looked).status_code == 302
    batch = OldBatch.objects.get()
    assert (batch.kind, batch.evenings.count()) == (OldKind.TOTALS, 2)
    first = batch.evenings.select_related("club").earliest("date")
    sums = {share.name: share.points for share in settling_of(first, sheets_of(first), "en").people}
    assert sums == {"Anna": 10, "Bert": -5, "Cilli": -3, "Dora": -2}
    assert points(house) == {"Anna": 2, "Bert": -1, "Cilli": -1, "Dora": 0}
    assert verified()[0] == 0, verified()[1]


def test_nothing_is_stored_before_the_example_is_confirmed(house: House) -> None:
    looked = pasted(house)
    turned = again(house, looked, sign="pays", confirmed=looked.context["grid"].digest)
    assert "Something has changed. Please look again." in problems_of(turned)
    assert not OldBatch.objects.exists()
    assert confirmed(house, turned).status_code == 302
    assert points(house) == {"Anna": -2, "Bert": 1, "Cilli": 1, "Dora": 0}


def test_money_is_stored_in_points_with_what_a_point_was_worth(house: House) -> None:
    looked = pasted(
        house,
        TABLE.replace("\t10\t-5\t-3\t-2", "\t1\t-0,50\t-0,30\t-0,20").replace(
            "-8\t4\t2\t2", "-0,80\t0,40\t0,20\t0,20"
        ),
    )
    asked_cents = again(house, looked, unit="euros", cents="10")
    assert confirmed(house, asked_cents).status_code == 302
    evening = Evening.objects.earliest("date")
    assert evening.cents_per_point == 10
    assert points(house)["Anna"] == 2


def test_of_schillings_nobody_owes_euros(house: House) -> None:
    stored(house, TABLE.replace("\t10\t-5", "\t10 S\t-5"), unit="schillings", cents="100")
    assert {evening.cents_per_point for evening in Evening.objects.all()} == {0}
    assert points(house)["Anna"] == 2


def test_a_price_that_was_typed_before_they_were_called_points_is_none(house: House) -> None:
    priced = again(house, pasted(house), unit="euros", cents="100")
    assert confirmed(house, again(house, priced, unit="points")).status_code == 302
    assert {evening.cents_per_point for evening in Evening.objects.all()} == {0}


def test_a_row_that_is_tapped_is_not_read(house: House) -> None:
    looked = pasted(house)
    row = looked.context["grid"].sheets[0].lines[2][0]
    tapped = again(house, looked, **{row.field: row.tap})
    assert [evening.day for evening in tapped.context["grid"].evenings] == [date(2015, 1, 5)]
    brought_back = tapped.context["grid"].sheets[0].lines[2][0]
    back = again(house, tapped, **{brought_back.field: brought_back.tap})
    assert len(back.context["grid"].evenings) == 2


ACROSS = "\t5.1.2015\t12.1.2015\nAnna\t10\t-8\nBert\t-5\t4\nCilli\t-3\t2\nDora\t-2\t2\n"


@pytest.mark.parametrize("text", [TABLE, ACROSS])
def test_a_table_is_turned_and_turned_back_whichever_way_is_proposed(house: House, text: str) -> None:
    looked = pasted(house, text)
    ways = []
    for _tap in range(3):
        ways.append(looked.context["grid"].sheets[0].is_turned)
        button = re.search(r'<button[^>]*name="(turn-0)"\s+value="(\w+)"', looked.content.decode())
        assert button is not None
        looked = again(house, looked, **{button[1]: button[2]})
    assert ways == [text is ACROSS, text is TABLE, text is ACROSS]
    back = again(house, looked, **{"turn-0": "across" if text is ACROSS else "down"})
    assert len(back.context["grid"].evenings) == 2


def test_a_question_stays_until_it_is_answered_and_its_answer_is_kept(house: House) -> None:
    looked = pasted(house, TABLE.replace(".2015", "."))
    assert [question.field for question in questions(looked)] == ["year-0"]
    answered = again(house, looked, **{"year-0": "1979"})
    assert not questions(answered)
    assert "Friday, 5 January 1979" in html.unescape(answered.content.decode())
    assert confirmed(house, again(house, answered)).status_code == 302
    assert Evening.objects.earliest("date").date == date(1979, 1, 5)


def test_what_is_refused_is_said_and_nothing_can_be_confirmed(house: House) -> None:
    looked = pasted(house, TABLE.replace("\t-3\t", "\tdrei\t"))
    assert problems_of(looked)
    assert "That is right" not in looked.content.decode()
    assert confirmed(house, looked).status_code == 200
    assert not OldBatch.objects.exists()


def test_a_name_like_nobodys_is_preset_as_a_guest_and_one_like_a_members_is_asked(house: House) -> None:
    looked = pasted(house, TABLE.replace("Dora", "Xandl").replace("Cilli", "Cilli H."))
    assert person(looked, "Xandl").someone.member is None
    assert person(looked, "Cilli H.").someone is None
    cilli = house.member("Cilli")
    answered = again(house, looked, **{person(looked, "Cilli H.").field: f"m{cilli.pk}"})
    assert confirmed(house, answered).status_code == 302
    assert points(house)["Cilli"] == -1
    assert OtherName.objects.get(name="Cilli H.").member == cilli
    later = pasted(house, TABLE.replace("Cilli", "Cilli H.").replace("2015", "2016"))
    assert person(later, "Cilli H.").someone.member == cilli.pk  # nobody is asked twice


def test_whoever_is_written_surname_first_and_joins_is_known_from_then_on(house: House) -> None:
    text = TABLE.replace("Dora", "Wimmer, Resi")
    looked = pasted(house, text)
    answered = again(house, looked, **{person(looked, "Wimmer, Resi").field: "new"})
    assert confirmed(house, answered).status_code == 302
    resi = house.member("Resi Wimmer")
    assert person(pasted(house, text.replace("2015", "2016")), "Wimmer, Resi").someone.member == resi.pk


def test_people_who_play_as_a_pair_are_asked_about(house: House) -> None:
    looked = pasted(house, TABLE.replace("Dora", "Xandl/Sepp"))
    assert person(looked, "Xandl/Sepp").someone is None


def test_an_end_table_is_refused_with_the_way_to_where_those_go(house: House) -> None:
    looked = pasted(house, "Platz\tName\tPunkte\n1\tAnna\t9\n2\tBert\t-9\n")
    assert "Is it an end table?" in problems_of(looked)[0]
    address_there = reverse("tournaments:write_list", args=[house.club.slug])
    assert f'href="{address_there}"' in looked.content.decode()


def test_worksheets_are_answered_once_and_each_can_be_carried_on_by_itself(house: House) -> None:
    head = ["Datum", "Anna", "Bert"]
    sheets = {
        "2015": [head, ["5.1.2015", 5, -5], ["12.1.2015", 4, -4]],
        "2016": [head, ["4.1.2016", 5, -5], ["11.1.2016", 9, -9]],
    }
    sent = SimpleUploadedFile("alt.xlsx", content_of({"worksheets": sheets}))
    looked = house.client("Bert").post(address(house), {"text": "", "list": sent})
    assert [example.field for example in looked.context["grid"].examples] == ["way", "way-1"]
    turned = again(house, looked, **{"way-1": "carried"})
    sentences = [example.sentence.partition("; ")[2] for example in turned.context["grid"].examples]
    assert sentences == [
        "the numbers are for each evening.",
        "the numbers are carried on from evening to evening.",
    ]
    assert confirmed(house, turned).status_code == 302
    assert points(house) == {"Anna": 18, "Bert": -18}


def test_a_guest_becomes_a_member_where_that_is_answered(house: House) -> None:
    looked = pasted(house, TABLE.replace("Dora", "Xandl"))
    answered = again(house, looked, **{person(looked, "Xandl").field: "new"})
    assert confirmed(house, answered).status_code == 302
    assert Member.objects.get(club=house.club, name="Xandl").active
    assert OldBatch.objects.get().newcomers == [str(house.member("Xandl").pk)]


def test_somebody_who_has_left_is_meant_as_well(house: House) -> None:
    stored(house, TABLE.replace("Dora", "Gustl"))
    assert points(house)["Gustl"] == 0


def test_two_names_of_one_list_are_not_one_person(house: House) -> None:
    looked = pasted(house, TABLE.replace("Dora", "Annerl"))
    answered = again(house, looked, **{person(looked, "Annerl").field: f"m{house.member('Anna').pk}"})
    assert "Anna, Annerl cannot be one person" in html.unescape(answered.content.decode())
    assert not answered.context["imported"].is_ready


def test_the_kitty_is_nobody(house: House) -> None:
    stored(house, TABLE.replace("Dora", "Kassa"))
    assert points(house) == {"Anna": 2, "Bert": -1, "Cilli": -1}
    assert Participant.objects.filter(kitty=True).count() == 2
    assert verified()[0] == 0, verified()[1]


def test_the_kitty_stays_away_where_people_add_up_without_it(house: House) -> None:
    text = TABLE.replace("Dora\n", "Dora\tKassa\n").replace("-3\t-2\n", "-3\t-2\t2\n", 1)
    stored(house, text)
    assert points(house) == {"Anna": 2, "Bert": -1, "Cilli": -1, "Dora": 0}
    assert not Participant.objects.filter(kitty=True).exists()


def test_the_kitty_is_carried_on_as_people_are(house: House) -> None:
    text = "Datum\tAnna\tBert\tKassa\n5.1.2015\t10\t-12\t2\n12.1.2015\t12\t-16\t4\n19.1.2015\t9\t-14\t5\n"
    looked = again(house, pasted(house, text), way="carried", **{"row-0-1": "read"})
    assert problems_of(looked) == []
    assert [sum(evening.kitty.values()) for evening in looked.context["grid"].evenings] == [2, 2, 1]
    assert confirmed(house, looked).status_code == 302
    assert points(house) == {"Anna": 9, "Bert": -14}


def test_a_worksheet_is_left_out_and_read_again_by_its_button(house: House) -> None:
    content = content_of(
        {
            "worksheets": {
                "2015": [["Datum", "Anna", "Bert"], ["4.3.2015", 5, -5], ["11.3.2015", 4, -4]],
                "Notizen": [["Anna", "Bert"], [1, 2]],
            }
        }
    )
    sent = SimpleUploadedFile("alt.xlsx", content)
    looked = house.client("Bert").post(address(house), {"text": "", "list": sent})
    assert [one.sentence for one in questions(looked)] == ["Which day is that of “Notizen”?"]
    left_out = again(house, looked, **{"sheet-1": button_of(looked, "sheet-1")})
    assert not questions(left_out)
    assert questions(again(house, left_out, **{"sheet-1": button_of(left_out, "sheet-1")}))
    assert confirmed(house, left_out).status_code == 302


def button_of(answer: Any, name: str) -> str:
    """Return what the button of this name sends."""
    [value] = re.findall(rf'name="{name}"\s+value="(\w+)"\s*>\s*(?:Read|Leave)', answer.content.decode())
    return str(value)


def test_days_of_which_there_is_an_evening_are_asked_about(house: House) -> None:
    stored(house)
    longer = TABLE + "19.1.2015\t1\t1\t1\t-3\n"
    looked = pasted(house, longer)
    assert [question.field for question in questions(looked)] == ["existing"]
    assert confirmed(house, looked).status_code == 200
    assert confirmed(house, again(house, looked, existing="skip")).status_code == 302
    assert Evening.objects.count() == 3
    assert confirmed(house, again(house, pasted(house, TABLE), existing="further")).status_code == 302
    assert Evening.objects.count() == 5


def test_a_file_is_read_like_what_is_pasted(house: House) -> None:
    file = SimpleUploadedFile("2015.csv", TABLE.replace("\t", ";").encode())
    looked = house.client("Bert").post(address(house), {"text": "", "list": file})
    assert confirmed(house, looked).status_code == 302
    batch = OldBatch.objects.get()
    assert batch.file_name == "2015.csv"
    listed = text_named(house.client("Emil"), "old_sheets", house.club.slug)
    assert "2015.csv 5 Jan 2015 – 12 Jan 2015 · 2 evenings" in listed
    shown = text_named(house.client("Emil"), "old_batch", house.club.slug, batch.pk)
    assert "points, plus has won, for each evening, compared: 1 agree, 0 do not" in shown


def test_in_which_letters_a_list_is_written_is_asked_by_its_words(house: House) -> None:
    content = TABLE.replace("\t", ";").replace("Dora", "Jörg").encode("cp850")
    file = SimpleUploadedFile("alt.csv", content)
    looked = house.client("Bert").post(address(house), {"text": "", "list": file})
    assert "Jörg" in html.unescape(looked.content.decode())
    answered = again(house, looked, letters="cp850")
    assert confirmed(house, answered).status_code == 302
    assert "Jörg" in points(house)


@pytest.mark.parametrize(
    ("posted", "sentence"),
    [
        ({"text": " "}, "Please paste a table or choose a file."),
        ({"text": "\n\n;\n"}, "There is nothing in the file."),
        ({"worksheets": "[", "roles": "0-row-4-people"}, "The program was updated meanwhile."),
    ],
)
def test_what_cannot_be_read_is_said(house: House, posted: dict[str, str], sentence: str) -> None:
    page = html.unescape(house.client("Bert").post(address(house), posted).content.decode())
    assert sentence in page


def withdrawn(client: Client, where: str) -> Any:
    return client.post(where, {"deed": str(uuid4()), "reason": "Falsche Datei"})


def test_what_came_in_is_taken_back_as_a_whole(house: House) -> None:
    batch = stored(house)
    where = reverse("scoring:withdraw_old_sheets", args=[house.club.slug, batch.pk])
    assert withdrawn(house.client("Emil"), where).status_code == 403
    assert withdrawn(house.client("Bert"), where).status_code == 302
    assert points(house) == {}
    assert "Falsche Datei" in text_named(house.client("Emil"), "old_batch", house.club.slug, batch.pk)
    assert verified()[0] == 0, verified()[1]
    stored(house)  # the same file comes in again
    assert points(house)["Anna"] == 2


def test_an_evening_is_taken_back_alone(house: House) -> None:
    batch = stored(house)
    first = batch.evenings.earliest("date")
    where = reverse("scoring:take_back_totals", args=[house.club.slug, first.pk])
    assert withdrawn(house.client("Emil"), where).status_code == 403
    assert withdrawn(house.client("Bert"), where).headers["Location"] == batch.get_absolute_url()
    assert points(house) == {"Anna": -8, "Bert": 4, "Cilli": 2, "Dora": 2}
    gone = text_at(house.client("Emil", "en"), first.get_absolute_url())
    assert "Taken back: none of it counts. “Falsche Datei”" in gone
    assert "Anna +10" in gone
    assert house.client("Franz").get(first.get_absolute_url()).status_code == 404
    shown = html_at(house.client("Emil"), batch.get_absolute_url())
    assert re.search(r"Falsche Datei", shown)
    assert verified()[0] == 0, verified()[1]
    whole = reverse("scoring:withdraw_old_sheets", args=[house.club.slug, batch.pk])
    assert withdrawn(house.client("Bert"), whole).status_code == 302
    assert verified()[0] == 0, verified()[1]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("\n".join(["1.1.2015\t1\t-1"] * (MOST_ROWS + 1)).encode(), "more than 5000 rows"),
        ("\t".join(["1"] * (MOST_COLUMNS + 1)).encode(), "more than 120 columns"),
        (xlsx(**{f"{n}": [["Anna", n]] for n in range(MOST_WORKSHEETS + 1)})(), "more than 50 worksheets"),
        (b"x" * (MOST_OF_A_LIST + 1), "The file is too big: at most 1000 kB."),
        (xlsx(*[["x" * 999]] * (MOST_SIGNS // 999))(), "There is too much in the file"),
    ],
    ids=["rows", "columns", "worksheets", "bytes", "signs"],
)
def test_what_is_too_much_is_refused_whole(house: House, content: bytes, sentence: str) -> None:
    posted = {"text": "", "list": SimpleUploadedFile("alt.csv", content)}
    page = html.unescape(house.client("Bert").post(address(house), posted).content.decode())
    assert sentence in page
