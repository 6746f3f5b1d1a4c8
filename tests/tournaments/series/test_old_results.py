"""End tables of old years in a series: typed or out of a spreadsheet, joined to members by their names."""

from fractions import Fraction
from io import BytesIO
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from openpyxl import Workbook

from scoring.clubs.privacy.anonymising import anonymise_member
from scoring.models import Deed
from tests.support.scoring.house import HOUSE, House
from tests.support.stages import stage
from tests.support.stored_forms import FormOnPage, compared_form, shown_at
from tournaments.engine.series import SeriesTerms, TieBreak
from tournaments.models import OldResult, Series
from tournaments.series.old import lines_to_edit
from tournaments.series.pages import brought_lines, shown_series
from tournaments.series.verbs import BroughtLine, bring_points
from tournaments.series.year import years_with_series

LINES = """Herbstturnier; 4.10.2019; Anna; 1; 45
Herbstturnier; 4.10.2019; Otti Wexler; 2; 12,5
Herbstturnier; 4.10.2019; Bert; 3; -20
Frühjahr; 2020; otti wexler; 1
Frühjahr; 2020; Cilli; 2"""


@stage(on=HOUSE)
def ewige(house: House) -> Series:
    """A series by places, ten for the first, six for the second and three for the third."""
    terms = SeriesTerms("places", table=(10, 6, 3))
    return Series.objects.create(
        club=house.club, title="Ewige Wertung", kept_terms=terms.as_json(), made_at=timezone.now()
    )


def save(house: House, series: Series, lines: str, by: str = "Bert") -> str:
    where = f"{series.get_absolute_url()}old/"
    client = house.client(by)
    shown = shown_at(client, where, "lines") if by == "Bert" else {}
    return client.post(where, {"deed": str(uuid4()), "lines": lines, **shown}, follow=True).content.decode()


def standing_of(series: Series) -> dict[str, tuple[int | None, Fraction]]:
    series = Series.objects.select_related("club").get(pk=series.pk)
    return {row.name: (row.rank, Fraction(row.points)) for row in shown_series(series).rows}


def test_old_years_count_like_all_others(house: House, ewige: Series) -> None:
    page = save(house, ewige, LINES)
    assert "Nach 2 Veranstaltungen" in page
    assert standing_of(ewige) == {"Otti Wexler": (1, 16), "Anna": (2, 10), "Cilli": (3, 6), "Bert": (4, 3)}
    assert OldResult.objects.filter(member=house.member("Anna")).count() == 1
    rows = shown_series(ewige).rows
    person = house.client("Cilli").get(rows[0].address).content.decode()
    assert "Herbstturnier" in person
    assert "Platz 2 von 3 → 6" in person
    ewige.kept_terms = SeriesTerms().as_json()
    ewige.save()
    assert standing_of(ewige) == {"Anna": (1, 45), "Otti Wexler": (2, Fraction(25, 2)), "Bert": (3, -20)}
    shown = house.client("Bert").get(f"{ewige.get_absolute_url()}old/").content.decode()
    assert "Herbstturnier; 4.10.2019; Otti Wexler; 2; 12 1/2" in shown
    assert [deed.details["number"] for deed in Deed.objects.filter(verb="bring_old_results")] == [5]


def test_points_alone_make_the_places_and_what_was_shown_can_be_saved_again(
    house: House, ewige: Series
) -> None:
    rows = ("Name Punkte Jahr Turnier", "Anna 12 2018 Cup", "Bert 12 2018 Cup", "Otti 1 2018 Cup")
    save(house, ewige, "\n".join(row.replace(" ", "\t") for row in rows))
    before = standing_of(ewige)
    assert before == {"Anna": (1, 8), "Bert": (1, 8), "Otti": (3, 3)}
    page = house.client("Bert").get(f"{ewige.get_absolute_url()}old/")
    save(house, ewige, page.context["form"]["lines"].value())
    assert standing_of(ewige) == before


def test_a_lot_parts_also_those_of_whom_only_the_name_is_known(house: House, ewige: Series) -> None:
    ewige.kept_terms = SeriesTerms("places", table=(10, 6, 3), ties=(TieBreak.LOT,)).as_json()
    ewige.save()
    otti, anna = "Cup; 2018; Otti; 1\nFrühjahr; 2019; Otti; 2", "Cup; 2018; Anna; 2\nFrühjahr; 2019; Anna; 1"
    save(house, ewige, f"{otti}\n{anna}")
    where = f"{ewige.get_absolute_url()}lots/"
    [tie] = shown_series(ewige).ties
    otti, anna = sorted(tie, reverse=True)
    drawn = {"people": " ".join(tie), "by_hand": "yes", "deed": str(uuid4())}
    drawn |= {f"place_{otti}": "1", f"place_{anna}": "2"}
    assert house.client("Bert").post(where, drawn)["Location"] == where
    assert standing_of(ewige) == {"Otti": (1, 16), "Anna": (2, 16)}
    assert Deed.objects.get(verb="draw_series_lot").details["names"] == ["Otti", "Anna"]


def test_a_spreadsheet_is_looked_at_before_it_is_saved(house: House, ewige: Series) -> None:
    book, file = Workbook(), BytesIO()
    for row in (("Rang", "Name", "Punkte", "Turnier", "Datum"), (1, "Anna", 45, "Cup", "4.10.2019")):
        book.active.append(row)
    book.save(file)
    where = f"{ewige.get_absolute_url()}old/"
    sent = {"deed": str(uuid4()), "list": SimpleUploadedFile("alt.xlsx", file.getvalue())}
    answer = house.client("Bert").post(where, sent)
    assert "Noch ist nichts davon gespeichert" in answer.content.decode()
    assert not OldResult.objects.exists()
    save(house, ewige, answer.context["form"]["lines"].value())
    assert standing_of(ewige) == {"Anna": (1, 10)}
    nothing = house.client("Bert").post(where, {"deed": str(uuid4())}).content.decode()
    assert "Bitte eine Datei" in nothing


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Cup; 4.10.2019; Anna", "Zeile 1"),
        ("Cup; 31.2.2019; Anna; 1", "Zeile 1"),
        ("Cup; 2019; Anna; erste", "Zeile 1"),
        ("Cup; 2019; Anna; 1; viel", "Zeile 1"),
        ("Cup; 2019; Anna; 1\nCup; 2019; anna; 2", "zweimal"),
    ],
)
def test_what_cannot_be_is_told_and_nothing_is_lost(
    house: House, ewige: Series, line: str, said: str
) -> None:
    page = save(house, ewige, line)
    assert said in page
    assert line.splitlines()[0] in page
    assert not OldResult.objects.exists()


def test_somebody_whose_name_is_gone_stays_the_same_member_when_lines_are_saved_again(
    house: House, ewige: Series
) -> None:
    save(house, ewige, LINES)
    points = [BroughtLine("Anna", 4), BroughtLine("Cilli", 9)]
    house.do(bring_points, by="Bert", series=ewige, lines=points)
    anna = house.member("Anna")
    house.do(anonymise_member, by="Anna", member=house.member("Cilli"))
    before = standing_of(ewige)
    save(house, ewige, lines_to_edit(ewige))
    bert, where = house.client("Bert"), f"{ewige.get_absolute_url()}brought/"
    brought = {"deed": str(uuid4()), "lines": brought_lines(ewige).replace("Anna; 4", "Anna; 3")}
    assert bert.post(where, brought | shown_at(bert, where, "lines")).status_code == 302
    assert standing_of(ewige) == before | {"Anna": (3, before["Anna"][1] - 1)}
    assert ewige.brought.filter(member=anna, kept_points="3").exists()


def test_the_years_of_old_results_are_among_the_years(house: House, ewige: Series) -> None:
    save(house, ewige, LINES)
    assert years_with_series(house.club) == [2020, 2019]
    page = house.client("Cilli").get(f"/clubs/{house.club.slug}/tournaments/series/year/?year=2019")
    assert "Herbstturnier" in page.content.decode()


def added(house: House, series: Series, file: str, page: FormOnPage | None = None) -> FormOnPage:
    """Return the form after somebody has added a file to what stands in it."""
    bert, where = house.client("Bert"), f"{series.get_absolute_url()}old/"
    form = page or compared_form(bert.get(where), "lines")
    sent = form.with_({"step": "file", "list": SimpleUploadedFile("teil.csv", file.encode())})
    return compared_form(bert.post(where, sent), "lines")


def lines_of(form: FormOnPage) -> list[str]:
    return form.sent["lines"][0].splitlines()


HEADINGS = "Name;Platz;Turnier;Datum\n"


def test_a_second_file_in_parts_adds_its_events_and_replaces_none(house: House, ewige: Series) -> None:
    bert, where = house.client("Bert"), f"{ewige.get_absolute_url()}old/"
    first = added(house, ewige, f"{HEADINGS}Anna;1;Cup A;2018\nBert;2;Cup A;2018\nAnna;1;Cup B;2018\n")
    assert bert.post(where, first.with_({})).status_code == 302
    second = added(house, ewige, f"{HEADINGS}Cilli;2;Cup B;2018\nBert;1;Cup C;2019\nAnna;1;Cup A;2018\n")
    assert len(lines_of(second)) == 5  # Anna was there already
    assert bert.post(where, second.with_({})).status_code == 302
    found = OldResult.objects.filter(series=ewige).values_list("event", "member__name", "place")
    assert sorted(found) == [
        ("Cup A", "Anna", 1),
        ("Cup A", "Bert", 2),
        ("Cup B", "Anna", 1),
        ("Cup B", "Cilli", 2),
        ("Cup C", "Bert", 1),
    ]


def test_a_file_that_says_something_else_of_somebody_is_asked_about(house: House, ewige: Series) -> None:
    save(house, ewige, "Cup A; 2018; Anna; 1\nCup A; 2018; Bert; 2")
    bert, where = house.client("Bert"), f"{ewige.get_absolute_url()}old/"
    asked = added(house, ewige, f"{HEADINGS}anna;2;Cup A;31.12.2018\nBert;1;Cup A;2018\nCilli;3;Cup A;2018\n")
    kept = ["Cup A; 31.12.2018; Anna; 1", "Cup A; 31.12.2018; Bert; 2"]
    assert lines_of(asked) == [*kept, "Cup A; 2018; Cilli; 3"]
    instead = compared_form(bert.post(where, asked.with_({"step": "replace"})), "lines")
    file = ["Cup A; 31.12.2018; anna; 2", "Cup A; 2018; Bert; 1", "Cup A; 2018; Cilli; 3"]
    assert lines_of(instead) == file
    assert OldResult.objects.filter(series=ewige).count() == 2
    assert bert.post(where, asked.with_({})).status_code == 302  # they stay as they are
    places = OldResult.objects.filter(series=ewige).values_list("member__name", "place")
    assert sorted(places) == [("Anna", 1), ("Bert", 2), ("Cilli", 3)]


def test_a_file_is_added_to_what_was_typed_and_not_saved_yet(house: House, ewige: Series) -> None:
    form = compared_form(house.client("Bert").get(f"{ewige.get_absolute_url()}old/"), "lines")
    form.sent["lines"] = ["Frühjahr; 2020; Cilli; 2"]
    both = added(house, ewige, f"{HEADINGS}Anna;1;Cup A;2018\n", form)
    assert lines_of(both) == ["Frühjahr; 2020; Cilli; 2", "Cup A; 2018; Anna; 1"]


def test_of_two_tabs_the_one_opened_earlier_deletes_nothing(house: House, ewige: Series) -> None:
    bert, where = house.client("Bert"), f"{ewige.get_absolute_url()}old/"
    earlier, later = (compared_form(bert.get(where), "lines") for _tab in range(2))
    assert bert.post(where, later.with_({"lines": "Cup A; 2018; Anna; 1"})).status_code == 302
    answer = bert.post(where, earlier.with_({"lines": "Cup B; 2019; Bert; 1"}))
    page = answer.content.decode()
    assert "Sie haben in einem anderen Fenster etwas Neueres gespeichert" in page
    assert "<li>Cup A; 31.12.2018; Anna; 1</li>" in page
    offered = compared_form(answer, "lines")
    both = compared_form(bert.post(where, offered.with_({"add_stored": "yes"})), "lines")
    assert lines_of(both) == ["Cup B; 2019; Bert; 1", "Cup A; 31.12.2018; Anna; 1"]
    assert OldResult.objects.get(series=ewige).event == "Cup A"
    assert bert.post(where, both.with_({})).status_code == 302
    assert sorted(OldResult.objects.values_list("event", flat=True)) == ["Cup A", "Cup B"]
