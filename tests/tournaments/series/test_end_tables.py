"""End tables of a club: typed or out of a spreadsheet, with versions, in every series that chooses them."""

import datetime
from collections.abc import Mapping
from fractions import Fraction
from io import BytesIO
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import DatabaseError, connection, transaction
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext
from openpyxl import Workbook

from scoring import clock
from scoring.accounts.guests import join_guest, separate_guest
from scoring.accounts.verbs import add_members
from scoring.clubs.privacy.anonymising import anonymise_member
from scoring.deeds import Refused
from scoring.models import Deed, OtherName
from scoring.names import folded
from scoring.protection import lifted
from tests.support.every import every
from tests.support.pages import text_of
from tests.support.scoring.anonymising import dump
from tests.support.scoring.house import HOUSE, House
from tests.support.scoring.verify import verified
from tests.support.stages import stage
from tests.support.stored_forms import FormOnPage, forms_on, shown_at
from tournaments.engine.series import SeriesTerms, TieBreak
from tournaments.models import EndTable, EndTableResult, Series
from tournaments.series.end_table_pages import stored_of_end_tables
from tournaments.series.end_tables import entries_of, planned, remove_end_table, state_of, write_end_tables
from tournaments.series.lines import PersonLine
from tournaments.series.pages import point_lines, shown_series
from tournaments.series.verbs import bring_points, draw_series_lot
from tournaments.series.year import year_of

LINES = """Herbstturnier; 4.10.2019; Anna; 1; 45
Herbstturnier; 4.10.2019; Otti Wexler; 2; 12,5
Herbstturnier; 4.10.2019; Bert; 3; -20
Frühjahr; 2020; otti wexler; 1
Frühjahr; 2020; Cilli; 2"""
PLACES = SeriesTerms("places", table=(10, 6, 3))
DAY = datetime.date(2019, 10, 4)


@stage(on=HOUSE)
def ewige(house: House) -> Series:
    """A series by places, ten for the first, six for the second and three for the third."""
    return series_called(house, "Ewige Wertung", PLACES)


def series_called(house: House, title: str, terms: SeriesTerms) -> Series:
    made = {"kept_terms": terms.as_json(), "made_at": clock.now()}
    return Series.objects.create(club=house.club, title=title, **made)


def where(house: House) -> str:
    return f"/clubs/{house.club.slug}/tournaments/end-tables/"


def looked_at(house: House, sent: Mapping[str, Any], address: str = "write/") -> HttpResponse:
    """Return the page after somebody has asked what changes; nothing is saved."""
    before = list(EndTableResult.objects.order_by("pk").values())
    page = house.client("Bert").post(
        f"{where(house)}{address}", {"deed": str(uuid4()), "step": "look", **sent}
    )
    assert list(EndTableResult.objects.order_by("pk").values()) == before
    return page


def form_on(page: HttpResponse) -> FormOnPage:
    [form] = [form for form in forms_on(page) if "lines" in form.names]
    return form


def save(house: House, lines: str, *series: Series, **further: Any) -> str:
    """Look at what lines change, then save it; return the page that comes then."""
    page = looked_at(house, {"lines": lines, "series": [each.pk for each in series], **further})
    return saved(house, form_on(page))


def saved(house: House, form: FormOnPage) -> str:
    page = house.client("Bert").post(f"{where(house)}write/", form.with_({"step": "save"}), follow=True)
    return page.content.decode()


def standing_of(series: Series) -> dict[str, tuple[int | None, Fraction]]:
    series = Series.objects.select_related("club").get(pk=series.pk)
    return {row.name: (row.rank, Fraction(row.points)) for row in shown_series(series).rows}


def test_one_list_counts_in_every_series_that_is_ticked(house: House, ewige: Series) -> None:
    schrift = series_called(house, "Schrift", SeriesTerms())
    page = save(house, LINES, ewige, schrift)
    assert "Gespeichert. Zeilen: 5, Veranstaltungen: 2." in page
    assert standing_of(ewige) == {"Otti Wexler": (1, 16), "Anna": (2, 10), "Cilli": (3, 6), "Bert": (4, 3)}
    assert standing_of(schrift) == {"Anna": (1, 45), "Otti Wexler": (2, Fraction(25, 2)), "Bert": (3, -20)}
    assert EndTable.objects.count() == 2
    assert EndTableResult.objects.filter(member=house.member("Anna")).count() == 1
    assert [deed.details["number"] for deed in Deed.objects.filter(verb="write_end_tables")] == [5]
    calendar = year_of(house.club, 2019)["months"]
    assert [event.title for _month, entries in calendar for event, _series in entries] == ["Herbstturnier"]


def test_what_changes_in_which_series_is_shown_before_it_is_saved_and_in_the_year(
    house: House, ewige: Series
) -> None:
    save(house, LINES, ewige)
    save(house, "Herbstturnier; 4.10.2019; Dora; 4")
    assert [each["put_right"] for each in year_of(house.club, 2019)["series"]] == [[]]
    correction = "Herbstturnier; 4.10.2019; Anna; 2; 45\nHerbstturnier; 4.10.2019; Emil; 1; 50"
    correction += "\nNirgends; 2020; Dora; 1"  # it counts nowhere
    page = looked_at(house, {"lines": correction, "replaced": ["2019-10-04 herbstturnier"]})
    text = " ".join(page.content.decode().split())
    assert "4 Leute haben andere Punkte." in text
    assert "Anna: Platz 1, +45 → Platz 2, +45" in text
    moved = {
        ("Anna", 2, 10, 3, 6),
        ("Bert", 4, 3, None, 0),
        ("Emil", None, 0, 1, 10),
    }
    [told] = page.context["preview"]["series"]
    assert set(told["moved"]) == {*moved, ("Otti Wexler", 1, 16, 1, 10)}
    saved(house, form_on(page))
    [found] = year_of(house.club, 2019)["series"]
    assert [event.title for event in found["put_right"]] == ["Herbstturnier"]
    assert set(found["moved"]) == {*moved, ("otti wexler", 1, 16, 1, 10)}  # as it is written now
    versions = EndTable.objects.get(title="Herbstturnier").versions.values_list("number", "by__name")
    assert list(versions) == [(1, "Bert"), (2, "Bert"), (3, "Bert")]


def test_lines_are_added_or_replace_one_event_and_never_another(house: House, ewige: Series) -> None:
    save(house, LINES, ewige)
    save(house, "Herbstturnier; 2019-10-04; Dora; 4; -37")
    cup = EndTable.objects.get(title="Herbstturnier")
    assert cup.results.current().count() == 4
    address = f"write/?table={cup.pk}"
    form = form_on(house.client("Bert").get(f"{where(house)}{address}"))
    form.sent["lines"] = ["Herbstturnier; 4.10.2019; Dora; 1; 50\nHerbstturnier; 4.10.2019; Anna; 2; 45"]
    page = looked_at(house, form.with_({"step": "look"}))
    text = " ".join(page.content.decode().split())
    assert "Heraus: Otti Wexler, Bert" in text
    saved(house, form_on(page))
    assert [row.name for row in cup.results.current().order_by("place")] == ["Dora", "Anna"]
    assert EndTableResult.objects.current().filter(table__title="Frühjahr").count() == 2
    page_ = house.client("Cilli").get(f"{cup.get_absolute_url()}?version=2").content.decode()
    assert "Otti Wexler" in page_
    nothing = house.client("Bert").get(f"{where(house)}write/?table={'9' * 5000}&version=²")
    assert not form_on(nothing).sent["lines"][0]
    back = form_on(house.client("Bert").get(f"{where(house)}write/?table={cup.pk}&version=1"))
    page = looked_at(house, back.with_({"step": "look"}))
    saved(house, form_on(page))
    assert {row.name for row in cup.results.current()} == {"Anna", "Otti Wexler", "Bert"}
    assert cup.versions.count() == 4
    house.do(remove_end_table, by="Bert", table=cup)
    assert standing_of(ewige) == {"otti wexler": (1, 10), "Cilli": (2, 6)}
    back = form_on(
        house.client("Bert").get(f"{where(house)}write/?table={cup.pk}&version=1&series={ewige.pk}")
    )
    saved(house, form_on(looked_at(house, back.with_({"step": "look"}))))
    assert standing_of(ewige) == {"Otti Wexler": (1, 16), "Anna": (2, 10), "Cilli": (3, 6), "Bert": (4, 3)}


CUP = """Herbstcup; 4.10.2019; Anna; 1; 45
Herbstcup; 4.10.2019; Toni Gast; 2; 30
Herbstcup; 4.10.2019; Josef; 3; -25
Herbstcup; 4.10.2019; Fritz; 4; -50"""


def test_a_guest_who_becomes_a_member_stands_once_in_an_end_table_that_is_written_again(
    house: House, ewige: Series
) -> None:
    save(house, CUP, ewige)
    before = standing_of(ewige)
    assert before["Toni Gast"] == (2, 6)
    house.do(add_members, by="Bert", club=house.club, names=["Toni Gast"])
    assert standing_of(ewige) == before
    page = looked_at(house, {"lines": CUP.replace("-50", "-51")})
    assert "Dazu" not in text_of(page), "nobody is new in it"
    saved(house, form_on(page))
    assert standing_of(ewige) == before
    assert EndTableResult.objects.current().count() == 4
    toni = house.member("Toni Gast")
    kept = [figures for figures in stored_of_end_tables(toni) if figures.rows]
    assert len(kept) == 1, "it is said among what is stored about them"
    save(house, CUP.replace("Gast; 2; 30", "Gast; 2; 31"), ewige)
    assert standing_of(ewige) == before
    assert [(row.name, row.place) for row in EndTableResult.objects.current().order_by("place")] == [
        ("Anna", 1),
        ("Toni Gast", 2),
        ("Josef", 3),
        ("Fritz", 4),
    ]
    house.do(anonymise_member, by="Anna", member=toni)
    assert [place for place, _points in standing_of(ewige).values()] == [1, 2, 3, 4]
    assert "Toni" not in dump()


def test_a_guest_who_is_joined_to_a_member_takes_end_tables_along_and_back(
    house: House, ewige: Series
) -> None:
    save(house, f"{CUP}\nFrühjahr; 2020; Bert; 1\nFrühjahr; 2020; Toni Gast; 2", ewige)
    sheet = house.sheet(("Toni Gast", "Bert", "Cilli", "Dora"))
    guest = sheet.evening.participants.get(guest="Toni Gast")
    house.do(join_guest, by="Bert", member=house.member("Emil"), participants=[guest.pk])
    assert standing_of(ewige)["Emil"] == (1, 12)
    save(house, CUP.replace("-50", "-51"))
    assert standing_of(ewige)["Emil"] == (1, 12)
    joining = house.club.deeds.get(verb="join_guest").pk
    house.do(separate_guest, by="Bert", member=house.member("Emil"), joining=joining)
    assert standing_of(ewige)["Toni Gast"] == (1, 12)
    assert "Emil" not in standing_of(ewige)


def test_what_was_not_looked_at_is_not_saved(house: House, ewige: Series) -> None:
    """Neither another choice than was shown, nor what somebody else has changed since."""
    save(house, LINES, ewige)
    form = form_on(looked_at(house, {"lines": "Herbstturnier; 4.10.2019; Anna; 7"}))
    key = "2019-10-04 herbstturnier"
    other = form.with_({"step": "save", "replaced": key})
    page = house.client("Bert").post(f"{where(house)}write/", other).content.decode()
    assert "Bitte ansehen, was sich ändert" in page
    save(house, "Herbstturnier; 4.10.2019; Bert; 8")
    assert "Bitte ansehen, was sich ändert" in saved(house, form)
    table = EndTable.objects.get(title="Herbstturnier")
    assert sorted(row.place for row in table.results.current()) == [1, 2, 8]
    entries = entries_of([PersonLine("Anna", place=7, event="Herbstturnier", date=DAY)])
    seen = state_of(planned(house.club, entries))
    save(house, "Herbstturnier; 4.10.2019; Bert; 9")
    with pytest.raises(Refused, match="inzwischen"):
        house.do(write_end_tables, by="Bert", club=house.club, entries=entries, seen=seen)


def test_points_alone_make_the_places_whatever_the_headings_order(house: House, ewige: Series) -> None:
    rows = ("Name Punkte Jahr Turnier", "Anna 12 2018 Cup", "Bert 12 2018 Cup", "Otti 1 2018 Cup")
    save(house, "\n".join(row.replace(" ", "\t") for row in rows), ewige)
    assert standing_of(ewige) == {"Anna": (1, 8), "Bert": (1, 8), "Otti": (3, 3)}


def test_a_spreadsheet_is_looked_at_before_it_is_saved(house: House, ewige: Series) -> None:
    book, file = Workbook(), BytesIO()
    for row in (("Rang", "Name", "Punkte", "Turnier", "Datum"), (1, "Anna", 45, "Cup", "4.10.2019")):
        book.active.append(row)
    book.save(file)
    sent = {"lines": "Cup; 4.10.2019; Bert; 2", "list": SimpleUploadedFile("alt.xlsx", file.getvalue())}
    page = looked_at(house, {**sent, "series": [ewige.pk]})
    assert "Noch ist nichts davon gespeichert" in page.content.decode()
    form = form_on(page)
    assert form.sent["lines"][0].splitlines() == ["Cup; 4.10.2019; Bert; 2", "Cup; 4.10.2019; Anna; 1; 45"]
    saved(house, form_on(looked_at(house, form.with_({"step": "look"}))))
    assert standing_of(ewige) == {"Anna": (1, 10), "Bert": (2, 6)}
    none = looked_at(house, {"lines": "Cup", "list": SimpleUploadedFile("alt.xlsx", b"%PDF-1.4")})
    assert "Das ist ein PDF." in none.content.decode()
    assert form_on(none).sent["lines"] == ["Cup"]


@every(
    "line, message",
    [
        ("", "mindestens eine Zeile"),
        ("Cup; 4.10.2019; Anna", "Zeile 1"),
        ("Cup; 31.2.2019; Anna; 1", "Zeile 1"),
        ("Cup; 2019; Anna; erste", "Zeile 1"),
        ("Cup; 2019; Anna; 1; viel", "Zeile 1"),
        ("Cup; 2019; Anna; 1\nCup; 2019; anna; 2", "zweimal"),
        ("A; 2019; B; 1\n" * 10_001, "mehr als 10000 Zeilen"),
    ],
)
def test_what_cannot_be_is_told_and_nothing_is_lost(house: House, line: str, message: str) -> None:
    page = looked_at(house, {"lines": line}).content.decode()
    assert message in page
    assert (line.splitlines() or [""])[0] in page


def test_nobody_stands_twice_in_an_end_table_and_no_two_of_a_day_are_called_alike(house: House) -> None:
    twice = entries_of([PersonLine(name, place=1, event="Cup", date=DAY) for name in ("Anna", "anna")])
    with pytest.raises(Refused, match="zweimal"):
        house.do(write_end_tables, by="Bert", club=house.club, entries=twice)
    save(house, "Cup; 4.10.2019; Anna; 1\nPokal; 4.10.2019; Anna; 1")
    bert, address = house.client("Bert"), f"{EndTable.objects.get(title='Pokal').get_absolute_url()}rename/"
    [form] = [form for form in forms_on(bert.get(address)) if "title" in form.names]
    assert "heißt schon so" in bert.post(address, form.with_({"title": "CUP"})).content.decode()


def test_somebody_whose_name_is_gone_stays_the_same_member_when_lines_are_saved_again(
    house: House, ewige: Series
) -> None:
    save(house, LINES, ewige)
    points = [PersonLine("Anna", 4), PersonLine("Cilli", 9)]
    house.do(bring_points, by="Bert", series=ewige, lines=points)
    anna = house.member("Anna")
    house.do(anonymise_member, by="Anna", member=house.member("Cilli"))
    before = standing_of(ewige)
    spring = EndTable.objects.get(title="Frühjahr")
    form = form_on(house.client("Bert").get(f"{where(house)}write/?table={spring.pk}"))
    assert "Es steht alles schon da" in looked_at(house, form.with_({"step": "look"})).content.decode()
    bert, brought_at = house.client("Bert"), f"{ewige.get_absolute_url()}brought/"
    brought = {"deed": str(uuid4()), "lines": point_lines(ewige, "brought").replace("Anna; 4", "Anna; 3")}
    assert bert.post(brought_at, brought | shown_at(bert, brought_at, "lines")).status_code == 302
    assert standing_of(ewige) == before | {"Anna": (3, before["Anna"][1] - 1)}
    assert ewige.brought.filter(member=anna, kept_points="3").exists()


def test_whoever_stands_in_end_tables_only_is_found_and_goes_from_all_versions(
    house: House, ewige: Series
) -> None:
    ewige.kept_terms = SeriesTerms("places", table=(10, 6, 3), ties=(TieBreak.LOT,)).as_json()
    ewige.save()
    save(house, "Cup; 2018; Otti Wexler; 2\nCup; 2018; Anna; 1\nOttis Cup; 2019; OTTI Wexler; 1", ewige)
    save(house, "Ottis Cup; 2019; Anna; 2", ewige)
    OtherName.objects.create(club=house.club, name="Otti Wexler", key=folded("Otti Wexler"))
    [tie] = shown_series(ewige).ties
    house.do(draw_series_lot, by="Bert", series=ewige, people=tie, seed="Sküs")
    save(house, "Cup; 2018; Anna; 1", replaced=["2018-12-31 cup"])
    save(house, "Cup; 2018; Otti Wexler; 2")
    before = standing_of(ewige)
    owner, club = house.client("Anna"), house.club.get_absolute_url()
    people, names = f"{club}members/", f"{club}guests/names/"
    assert "Otti Wexler" not in owner.get(people, {"q": "Xaver"}).content.decode()
    page = owner.get(people, {"q": "wexler"}).content.decode()
    address = page.partition(f'href="{names}')[2].partition('"')[0]
    address = f"{names}{address}"
    assert "anonymise" not in house.client("Bert").get(people).content.decode()
    assert house.client("Bert").get(address).status_code == 403
    with CaptureQueriesContext(connection) as queries:
        [form] = [form for form in forms_on(owner.get(address)) if "sure" in form.names]
    assert len(queries) <= 41
    [instead] = [name for name in form.names if name.startswith("instead")]
    assert instead.startswith("instead-end_table:")
    asked = form.with_({"sure": "on"})
    assert "Ottis Cup" in owner.post(address, asked).content.decode(), "it stays, and is told"
    assert owner.post(address, asked).headers["Location"] == people
    [number] = {row.guest for row in EndTableResult.objects.exclude(guest="")}
    assert number.startswith("Gast ")
    assert standing_of(ewige) == {name if name == "Anna" else number: at for name, at in before.items()}
    assert not shown_series(ewige).ties
    assert not OtherName.objects.exists()
    assert "wexler" not in dump().lower()
    assert owner.get(address).status_code == 404


def test_versions_are_never_changed_and_verify_finds_what_cannot_be(house: House, ewige: Series) -> None:
    house.evening()
    save(house, LINES, ewige)
    save(house, "Herbstturnier; 4.10.2019; Anna; 2; 45")
    assert verified()[0] == 0
    for statement in (
        "UPDATE tournaments_endtableresult SET place = 1",
        "DELETE FROM tournaments_endtableresult",
    ):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    with transaction.atomic(), lifted(connection):
        EndTable.objects.get(title="Herbstturnier").versions.filter(number=2).update(number=3)
    status, lines = verified()
    assert status == 1
    assert "end table “Herbstturnier”" in "\n".join(lines)
    assert "Its versions: expected 1, 2, found 1, 3" in "\n".join(lines)
