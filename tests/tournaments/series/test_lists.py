"""Lists of a club: end tables, points, groups, teams, lots, in every series that chooses them."""

from fractions import Fraction
from io import BytesIO
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import translation
from openpyxl import Workbook

from scoring.accounts.guests import admit_guest, join_guest, separate_guest
from scoring.accounts.verbs import add_members
from scoring.clubs.privacy.anonymising import anonymise_member
from scoring.deeds import Refused
from scoring.models import Deed, OtherName, Participant
from scoring.names import folded
from tests.support.every import every
from tests.support.pages import text_of
from tests.support.scoring.anonymising import dump
from tests.support.scoring.house import HOUSE, House
from tests.support.scoring.reading import of_csv
from tests.support.scoring.verify import verified
from tests.support.stages import stage
from tests.support.stored_forms import FormOnPage, forms_on, shown_at
from tests.support.tournaments.playing import Playing
from tests.support.tournaments.series import (
    DAY,
    Use,
    choose,
    evening_of,
    listed,
    named,
    opened,
    ranks_of,
    stand,
)
from tournaments.draw.wishes import teammates_of, wishes_for_draw
from tournaments.engine.series import SeriesTerms, TieBreak, WhoCounts
from tournaments.models import Counted, Line, PeopleList, Series
from tournaments.series import points, verbs
from tournaments.series.export import figures_of, workbook_of
from tournaments.series.lines import ListEntry, PersonLine
from tournaments.series.lists import remove_list, stored_of_lists, write_lists

LINES = """Turnier;Datum;Name;Platz;Punkte
Herbstturnier; 4.10.2019; Anna; 1; 45
Herbstturnier; 4.10.2019; Otti Wexler; 2; 12,5
Herbstturnier; 4.10.2019; Bert; 3; -20
Frühjahr; 2020; otti wexler; 1
Frühjahr; 2020; Cilli; 2"""


@stage(on=HOUSE)
def ewige(house: House) -> Series:
    """A series by places, ten for the first, six for the second and three for the third."""
    return opened(house, ladder="places", table=(10, 6, 3))


def pasted(house: House, lines: str, *series: Series, **further: Any) -> HttpResponse:
    """Return the answer to lines that are typed at the page, and saved if they replace nothing."""
    where = reverse("tournaments:write_list", args=[house.club.slug])
    form = {"title": "Cup", "date": "2019-10-04", "lines": lines, "deed": str(uuid4())}
    return house.client("Bert").post(where, form | {"series": [each.pk for each in series]} | further)


def form_on(page: HttpResponse) -> FormOnPage:
    [form] = [form for form in forms_on(page) if "lines" in form.names]
    return form


def saved(house: House, page: HttpResponse, **changed: Any) -> HttpResponse:
    """Return the answer to the form on a page, as it stands there."""
    return house.client("Bert").post(page.wsgi_request.path, form_on(page).with_(changed))


def changed(house: House, people_list: PeopleList, lines: str, **further: Any) -> HttpResponse:
    """Return the page that shows what becomes of a list before it is saved."""
    where, bert = f"{people_list.get_absolute_url()}change/", house.client("Bert")
    about = {"title": people_list.title, "date": str(people_list.date or ""), "lines": lines}
    return bert.post(where, about | {"deed": str(uuid4())} | shown_at(bert, where, "lines") | further)


def points_of(series: Series) -> dict[str, tuple[int | None, Fraction]]:
    return {row.name: (row.rank, Fraction(row.points)) for row in stand(series).rows}


def test_one_text_with_headings_has_several_lists_that_count_in_every_series_that_is_ticked(
    house: House, ewige: Series
) -> None:
    schrift = house.do(verbs.open_series, by="Bert", club=house.club, title="Schrift", terms=SeriesTerms())
    assert pasted(house, LINES, ewige, schrift, title="", date="").status_code == 302
    assert points_of(ewige) == {"Otti Wexler": (1, 16), "Anna": (2, 10), "Cilli": (3, 6), "Bert": (4, 3)}
    assert points_of(schrift) == {"Anna": (1, 45), "Otti Wexler": (2, Fraction(25, 2)), "Bert": (3, -20)}
    assert [(each.title, str(each.date)) for each in PeopleList.objects.all()] == [
        ("Frühjahr", "2020-12-31"),
        ("Herbstturnier", "2019-10-04"),
    ]
    assert [deed.details["number"] for deed in Deed.objects.filter(verb="write_lists")] == [5]


def test_what_stands_there_is_shown_beside_what_will_before_a_list_is_replaced(
    house: House, ewige: Series
) -> None:
    pasted(house, "1; Anna; 45\n2; Otti; 30", ewige)
    assert "schon da" in text_of(pasted(house, "1; Otti")), "nothing is replaced unasked"
    page = pasted(house, "1; Otti; 46\n2; Anna; 45\n3; Emil; 1", replaces="on")
    [replaced] = page.context["replaced"]
    assert dict(replaced.rows) == {
        "1; Anna; 45": "2; Anna; 45",
        "2; Otti; 30": "1; Otti; 46",
        "": "3; Emil; 1",
    }
    assert ranks_of(stand(ewige)) == {"Anna": "1. 10", "Otti": "2. 6"}
    other = saved(house, page, lines="1; Emil")
    assert other.status_code == 200, "only what was shown is saved"
    assert saved(house, page).status_code == 302
    assert ranks_of(stand(ewige)) == {"Otti": "1. 10", "Anna": "2. 6", "Emil": "3. 3"}
    deed = Deed.objects.filter(verb="write_lists").latest("at")
    assert deed.details["text"] == ["1; Anna; 45", "2; Otti; 30"]
    house.do(remove_list, by="Bert", people_list=PeopleList.objects.get())
    assert Deed.objects.get(verb="remove_list").details["text"] == [
        "1; Otti; 46",
        "2; Anna; 45",
        "3; Emil; 1",
    ]
    assert ranks_of(stand(ewige)) == {}


def test_an_event_is_one_list_however_its_lines_spell_it(house: House, ewige: Series) -> None:
    lines = "Turnier;Datum;Name;Platz\nCup;2019-10-04;Anna;1\ncup ;2019-10-04;Bert;2"
    pasted(house, lines, ewige)
    [cup] = PeopleList.objects.all()
    assert (cup.title, cup.lines.count(), points_of(ewige)) == ("Cup", 2, {"Anna": (1, 10), "Bert": (2, 6)})
    pasted(house, lines.replace("Bert", "Cilli"), replaces="on")
    page = pasted(house, lines.replace("Bert", "Cilli"), replaces="on")
    saved(house, page)
    assert set(points_of(ewige)) == {"Anna", "Cilli"}


def test_of_two_lines_of_one_person_the_place_counts(house: House, ewige: Series) -> None:
    OtherName.objects.create(club=house.club, name="Annerl", key="annerl", member=house.member("Anna"))
    pasted(house, "Name;Platz\nAnna;\nBert;2\nAnnerl;1", ewige)
    assert points_of(ewige) == {"Anna": (1, 10), "Bert": (2, 6)}


def test_a_list_that_is_changed_stays_one_list_and_is_not_changed_once_it_is_gone(
    house: House, ewige: Series
) -> None:
    pasted(house, "1; Anna\n2; Bert", ewige)
    [cup] = PeopleList.objects.all()
    page = changed(house, cup, "Turnier;Name;Platz\nCup;Anna;2\nPokal;Bert;1")
    assert "Das ist eine Liste, und ihre Zeilen nennen mehrere Veranstaltungen: Cup, Pokal." in text_of(page)
    assert points_of(ewige) == {"Anna": (1, 10), "Bert": (2, 6)}
    house.do(remove_list, by="Bert", people_list=cup)
    entry = ListEntry("Cup", cup.date, (PersonLine("Anna"),))
    with pytest.raises(Refused, match="geändert"):
        house.do(write_lists, by="Bert", club=house.club, entries=[entry], replaced=cup)


def test_two_lists_of_a_day_are_not_called_alike_and_an_event_has_a_day(house: House, ewige: Series) -> None:
    assert pasted(house, "Anna", title="U27", date="").status_code == 302
    assert "schon da" in text_of(pasted(house, "Bert", title="u27", date=""))
    assert "hat kein Datum" in text_of(pasted(house, "Bert", ewige, title="Ü60", date=""))
    over = house.club.lists.get(title="U27")
    with pytest.raises(Refused, match="hat kein Datum"):
        choose(ewige, house, f"o{over.pk}")
    assert PeopleList.objects.count() == 1


def test_a_stranger_of_lists_who_becomes_a_member_is_one_person_whatever_is_written_again(
    house: House, ewige: Series
) -> None:
    """Otti stood twice with 8 points each once the list was written again, and Anna fell behind."""
    pasted(house, "1; Otti Wexler; 45\n2; Anna; 30", ewige)
    pasted(house, "1; Anna\n2; OTTI  Wexler", ewige, title="Winter", date="2020-01-02")
    assert ranks_of(stand(ewige)) == {"Otti Wexler": "1= 16", "Anna": "1= 16"}
    house.do(add_members, by="Anna", club=house.club, names=["Otti Wexler"])
    rows = stand(ewige).rows
    assert {(row.name, row.guest, str(row.points), row.starts) for row in rows} == {
        ("Anna", False, "16", 2),
        ("Otti Wexler", False, "16", 2),
    }
    [figures] = stored_of_lists(house.member("Otti Wexler"))
    assert [row[0] for row in figures.rows] == ["Cup", "Winter"], "also the time before is told as stored"
    saved(house, pasted(house, "1; Otti Wexler; 46\n2; Anna; 30", ewige, replaces="on"))
    assert {(row.name, row.starts) for row in stand(ewige).rows} == {("Anna", 2), ("Otti Wexler", 2)}


def test_a_guest_who_is_joined_to_a_member_takes_lists_along_and_back(house: House, ewige: Series) -> None:
    pasted(house, "1; Bert\n2; Toni Gast", ewige)
    sheet = house.sheet(("Toni Gast", "Bert", "Cilli", "Dora"))
    guest = sheet.evening.participants.get(guest="Toni Gast")
    house.do(join_guest, by="Bert", member=house.member("Emil"), participants=[guest.pk])
    assert ranks_of(stand(ewige))["Emil"] == "2. 6"
    joining = house.club.deeds.get(verb="join_guest").pk
    house.do(separate_guest, by="Bert", member=house.member("Emil"), joining=joining)
    assert ranks_of(stand(ewige))["Toni Gast"] == "2. 6"


def test_a_guest_of_evenings_and_lists_is_one_person_and_stays_it_as_a_member(house: House) -> None:
    evening = evening_of(house, "Gast Hans", names=("Gast Hans", "Bert", "Cilli", "Dora"))
    series = choose(opened(house), house, f"e{evening.pk}")
    pasted(house, "1; Gast Hans; 45\n2; Anna; 30", series)
    assert ranks_of(stand(series))["Gast Hans"] == "1. 60"
    guest = Participant.objects.get(guest="Gast Hans")
    house.do(admit_guest, by="Anna", club=house.club, participants=[guest.pk], name="Hans Huber")
    assert ranks_of(stand(series))["Hans Huber"] == "1. 60"


def test_points_alone_make_the_places_whatever_the_headings_order(house: House, ewige: Series) -> None:
    rows = ("Name Punkte Jahr Turnier", "Anna 12 2018 Cup", "Bert 12 2018 Cup", "Otti 1 2018 Cup")
    pasted(house, "\n".join(row.replace(" ", "\t") for row in rows), ewige)
    assert points_of(ewige) == {"Anna": (1, 8), "Bert": (1, 8), "Otti": (3, 3)}


def test_a_spreadsheet_is_looked_at_before_it_is_saved(house: House, ewige: Series) -> None:
    book, file = Workbook(), BytesIO()
    for row in (("Rang", "Name", "Punkte", "Turnier", "Datum"), (1, "Anna", 45, "Cup", "4.10.2019")):
        book.active.append(row)
    book.save(file)
    page = pasted(house, "", ewige, file=SimpleUploadedFile("alt.xlsx", file.getvalue()))
    assert "Noch ist nichts davon gespeichert" in text_of(page)
    assert not Line.objects.exists()
    assert saved(house, page).status_code == 302
    assert points_of(ewige) == {"Anna": (1, 10)}
    none = pasted(house, "Anna", title="Pokal", file=SimpleUploadedFile("alt.xlsx", b"%PDF-1.4"))
    assert "Das ist ein PDF." in text_of(none)
    assert form_on(none).sent["lines"] == ["Anna"]


@every(
    "lines, message",
    [
        ("", "mindestens eine Zeile"),
        ("Anna; viel", "Zeile 1"),
        ("1; 2; 3", "Zeile 1"),
        ("1. Anna 45\nBert", "zwischen Platz, Name und Punkte einen Strichpunkt"),
        ("Cup; 31.2.2019; Anna; 1", "Zeile 1"),
        ("Name;Datum\nAnna; 31.2.2019", "Zeile 2"),
        ("Anna; 3\nANNA; 4", "zweimal"),
        (f"Anna; 3; {'weit her ' * 14}", "120"),
        ("B; 1\n" * 10_001, "mehr als 10000 Zeilen"),
    ],
)
def test_what_cannot_be_is_told_and_nothing_is_lost(house: House, lines: str, message: str) -> None:
    page = pasted(house, lines).content.decode()
    assert message in page
    assert (lines.splitlines() or [""])[0] in page
    assert not Line.objects.exists()


def test_points_beside_the_events_count_and_change_by_the_line(house: House) -> None:
    series = choose(opened(house), house, f"e{evening_of(house, 'Anna').pk}")
    pasted(house, "Bert; 20 1/2; Cup 2025, Platz 3\n\nEmil\t7", title="Voriges Jahr", date="")
    brought = house.club.lists.get(title="Voriges Jahr")
    key = f"o{brought.pk}"
    house.do(verbs.choose_events, by="Bert", series=series, among=[key], chosen={key: [Use.SEEDS]})
    assert ranks_of(stand(series))["Bert"] == "1. 31/2"
    assert {row.name for row in stand(series).below} == {"Emil"}
    row = next(row for row in stand(series).rows if row.name == "Bert")
    assert "Cup 2025, Platz 3" in house.client("Cilli").get(row.address).content.decode()
    [column] = [column for column in figures_of(stand(series)).columns if column.key == "brought"]
    assert column.value(row) == Fraction(41, 2)
    assert saved(house, changed(house, brought, "Emil; 7")).status_code == 302
    assert ranks_of(stand(series))["Anna"] == "1. 15"
    [figures] = stored_of_lists(house.member("Emil"))
    assert figures.rows == (("Voriges Jahr", None, None, "Emil", 7, None),)


def test_the_order_of_a_lot_parts_those_who_are_level_guests_too(house: House) -> None:
    evening = evening_of(house, "Cilli", names=("Gast Hans", "Bert", "Cilli", "Dora"))
    series = choose(opened(house, ties=(TieBreak.LOT,)), house, f"e{evening.pk}")
    page = house.client("Bert").get(series.get_absolute_url())
    assert "Es fehlt ein Los" in text_of(page)
    assert [len(tie) for tie in stand(series).ties] == [3]
    lot = listed(house, "Los", named("Gast Hans", "Dora", "Bert"), (series, Use.LOT))
    by_lot = {"Cilli": "1. 15", "Gast Hans": "2. -5", "Dora": "3. -5", "Bert": "4. -5"}
    assert ranks_of(stand(series)) == by_lot
    guest = Participant.objects.get(guest="Gast Hans")
    house.do(admit_guest, by="Anna", club=house.club, participants=[guest.pk], name="Hans")
    assert ranks_of(stand(series)) == {
        ("Hans" if name == "Gast Hans" else name): at for name, at in by_lot.items()
    }
    house.do(remove_list, by="Bert", people_list=lot)
    assert [len(tie) for tie in stand(series).ties] == [3]


def test_a_list_ranks_by_itself_in_a_series(house: House) -> None:
    series = opened(house)
    women = listed(house, "Damen", named("anna", "Cilli", "Dora"), (series, Use.RANKED))
    choose(series, house, *(f"e{evening_of(house, winner).pk}" for winner in ("Bert", "Bert", "Cilli")))
    cilli, where = house.client("Cilli"), series.get_absolute_url()
    assert f'href="?group={women.pk}"' in cilli.get(where).content.decode()
    own = cilli.get(f"{where}?group={women.pk}").content.decode()
    assert "Gesamt" in own
    assert "Bert</a>" not in own
    person = cilli.get(f"{where}people/m{house.member('Cilli').pk}/")
    assert "Damen: Platz 1 von 3." in text_of(person)
    [heads, *_rows] = of_csv(cilli.get(f"{where}export/csv/?language=en").getvalue())
    assert "Rank: Damen" in heads
    assert "Team" not in heads


def test_only_those_on_a_list_count_and_places_stay_those_among_all(house: House, ewige: Series) -> None:
    choose(ewige, house, f"e{evening_of(house, 'Bert', 'Bert', 'Anna').pk}")
    listed(house, "Damen", named("Anna", "Cilli", "Emil"), (ewige, Use.ONLY))
    listed(house, "Mit", [PersonLine("Bert", 50)], (ewige, Use.SEEDS))  # he is not among those who count
    listed(house, "Jugend", [], (ewige, Use.RANKED))  # nobody is on it yet
    stands = stand(ewige)
    assert ranks_of(stands) == {"Anna": "1. 6", "Cilli": "2. 3/2"}
    assert stands.below == ()
    assert [(str(group), len(group.lines)) for group in stands.groups] == [("Jugend", 0)]
    page = house.client("Cilli").get(ewige.get_absolute_url())
    assert "Nur wer zur Gruppe „Damen“ gehört, zählt" in text_of(page)
    bert = f"{ewige.get_absolute_url()}people/m{house.member('Bert').pk}/"
    assert house.client("Cilli").get(bert).status_code == 404


def test_guests_are_left_out_where_only_members_count(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = evening_of(house, "Gast", names=("Anna", "Bert", "Cilli", "Gast"))
    series = choose(opened(house, who=WhoCounts.MEMBERS), house, f"e{evening.pk}")
    assert set(ranks_of(stand(series))) == {"Anna", "Bert", "Cilli"}
    monkeypatch.setattr(points, "MOST_NUMBERS", 1)  # as if they were too many to be asked for at once
    Series.objects.update(kept_terms=SeriesTerms().as_json())
    assert ranks_of(stand(series))["Gast"] == "1. 15"


def test_teams_stand_beside_and_nobody_is_in_two(house: House) -> None:
    series = choose(
        opened(house, team_best=1, teams_by="event"),
        house,
        f"e{evening_of(house, 'Anna', 'Anna', 'Bert').pk}",
    )
    listed(house, "Nord", named("Anna", "Cilli"), (series, Use.TEAM))
    south = listed(house, "Süd", named("Bert", "Dora"), (series, Use.TEAM), (series, Use.RANKED))
    page = house.client("Cilli").get(series.get_absolute_url()).content.decode()
    assert page.index("Nord") < page.rindex("Süd")
    with translation.override("en"):
        _everybody, of_south, teams = workbook_of(stand(series)).tables
    assert of_south.rows == ((1, None, 2, "Bert", 5), (2, None, 3, "Dora", -15))
    of_teams = [(*row[:4], row[4].rpartition(": ")[2]) for row in teams.rows]
    assert of_teams == [(1, None, "Nord", 25, "Anna 25"), (2, None, "Süd", 5, "Bert 5")]
    shown = house.do(verbs.show_series, by="Bert", series=series, public=True)
    [heads, *rows] = of_csv(Client().get(f"/series/{shown.code}/export/csv/?language=en").getvalue())
    at = [heads.index(head) for head in ("Name", "Rank: Süd", "Team")]
    assert [[row[column] for column in at] for row in rows[:2]] == [
        ["Anna", "", "Nord"],
        ["Bert", "1", "Süd"],
    ]
    mixed = f"o{listed(house, 'Bunt', named('Anna', 'Emil')).pk}"
    with pytest.raises(Refused, match="Anna: niemand kann in zwei"):
        house.do(verbs.choose_events, by="Bert", series=series, among=[mixed], chosen={mixed: [Use.TEAM]})
    entry = ListEntry("Süd", None, tuple(named("Bert", "Dora", "Anna")))
    with pytest.raises(Refused, match="Anna: niemand kann in zwei"):
        house.do(write_lists, by="Bert", club=house.club, entries=[entry], replaced=south)
    assert south.lines.count() == 2
    OtherName.objects.create(club=house.club, name="Berti", key="berti", member=house.member("Bert"))
    both = ListEntry("Süd", None, tuple(named("Bert", "Dora", "Berti")))
    house.do(write_lists, by="Bert", club=house.club, entries=[both], replaced=south)
    assert south.lines.count() == 3, "one person of one team, under two names"


def test_a_draw_keeps_people_of_one_team_apart(cup: Playing, house: House) -> None:
    """Two tables, two teams of four: nobody can sit with two of the own team only."""
    cup.register([f"Gast {number}" for number in range(1, 5)])
    series = choose(opened(house), house, f"t{cup.tournament.pk}")
    listed(house, "Nord", named("Anna", "Gast 3"), (series, Use.TEAM))
    pair = sorted((cup.ids()[name] for name in ("Anna", "Gast 3")), key=int)
    assert [[*team] for team in teammates_of(cup.tournament)] == [pair]
    assert [(wish.player, wish.apart_from) for wish in wishes_for_draw(cup.tournament)] == [tuple(pair)]


def test_only_directors_write_lists_and_all_members_read_them(house: House) -> None:
    women = listed(house, "Damen", named("Anna"))
    about: dict[str, Any] = {"club": house.club, "entries": [ListEntry("U27", None, tuple(named("Dora")))]}
    for name in ("Cilli", "Franz"):
        with pytest.raises(PermissionDenied):
            house.do(write_lists, by=name, **about)
        with pytest.raises(PermissionDenied):
            house.do(remove_list, by=name, people_list=women)
    lists = reverse("tournaments:lists", args=[house.club.slug])
    assert "Damen" in text_of(house.client("Cilli").get(lists))
    assert house.client("Franz").get(lists).status_code == 404
    answer = house.client("Bert").post(
        f"{women.get_absolute_url()}remove/", {"deed": str(uuid4())}, follow=True
    )
    assert "Die Liste „Damen“ ist entfernt." in text_of(answer)


def test_somebody_whose_name_is_gone_stays_the_same_member_when_lines_are_saved_again(
    house: House, ewige: Series
) -> None:
    pasted(house, "1; Cilli; 45\n2; Anna; 30", ewige)
    cilli, cup = house.member("Cilli"), PeopleList.objects.get()
    house.do(anonymise_member, by="Anna", member=cilli)
    assert "Cilli" not in Line.objects.values_list("name", flat=True)
    before = [(row.place.person, str(row.points)) for row in stand(ewige).rows]
    assert before[0][0] == f"m{cilli.pk}"
    where = f"{cup.get_absolute_url()}change/"
    lines = form_on(house.client("Bert").get(where)).sent["lines"][0].strip()
    assert saved(house, changed(house, cup, f"{lines}\n3; Emil")).status_code == 302
    before.append((f"m{house.member('Emil').pk}", "3"))
    assert [(row.place.person, str(row.points)) for row in stand(ewige).rows] == before


def test_whoever_stands_on_lists_only_is_found_and_goes_also_from_the_log(
    house: House, ewige: Series
) -> None:
    pasted(house, "1; Otti Wexler; 45\n2; Anna; 30", ewige)
    pasted(house, "1; Anna; 45\n2; OTTI Wexler", ewige, title="Zweiter", date="2020-01-02")
    saved(house, pasted(house, "1; Otti Wexler; 46\n2; Anna; 30", ewige, replaces="on"))
    OtherName.objects.create(club=house.club, name="Otti Wexler", key=folded("Otti Wexler"))
    before = sorted(ranks_of(stand(ewige)).values())
    owner, club = house.client("Anna"), house.club.get_absolute_url()
    people, names = f"{club}members/", f"{club}guests/names/"
    page = owner.get(people, {"q": "wexler"}).content.decode()
    address = names + page.partition(f'href="{names}')[2].partition('"')[0]
    assert house.client("Bert").get(address).status_code == 403
    [form] = [form for form in forms_on(owner.get(address)) if "sure" in form.names]
    assert owner.post(address, form.with_({"sure": "on"})).headers["Location"] == people
    [number] = {line.name for line in Line.objects.filter(member=None)}
    assert number.startswith("Gast ")
    assert sorted(ranks_of(stand(ewige)).values()) == before
    assert not OtherName.objects.exists()
    assert "wexler" not in dump().lower()
    assert owner.get(address).status_code == 404


def test_verify_finds_a_line_that_was_changed_behind_its_back(house: House, ewige: Series) -> None:
    house.evening()
    pasted(house, "1; Anna; 45\n2; Otti; 30", ewige)
    assert verified()[0] == 0
    Line.objects.filter(name="Otti").update(place=1)
    status, lines = verified()
    assert status == 1
    assert "lines" in "\n".join(lines)


def test_a_list_of_a_day_is_a_day_of_the_year_and_counts_once(house: House, ewige: Series) -> None:
    cup = listed(house, "Cup", [PersonLine("Anna", 45, place=1)], (ewige, Use.EVENT), date=DAY)
    assert [(event.key, event.date) for event in stand(ewige).held] == [(f"o{cup.pk}", DAY)]
    assert Counted.objects.filter(list=cup, use=Use.EVENT).count() == 1


def test_a_list_is_used_in_several_ways_and_saving_the_page_keeps_them(house: House) -> None:
    series = choose(opened(house), house, f"e{evening_of(house, 'Anna').pk}")
    listed(house, "Damen", named("Anna"), (series, Use.RANKED), (series, Use.TEAM))
    where, bert = f"{series.get_absolute_url()}events/", house.client("Bert")
    [form] = [form for form in forms_on(bert.get(where)) if form.is_compared]
    before = sorted(series.counted.values_list("use", flat=True))
    assert bert.post(where, form.with_({})).status_code == 302
    assert sorted(series.counted.values_list("use", flat=True)) == before == ["event", "ranked", "team"]
