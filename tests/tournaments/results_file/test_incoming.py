"""Files of results come in as events of a club's series: all that are right, and nothing half."""

import json
from dataclasses import replace
from functools import cache
from io import BytesIO
from typing import Any
from unittest.mock import Mock
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse

from scoring import clock
from scoring.clubs.privacy.anonymising import anonymise_guest, anonymise_member
from scoring.evenings.results_file import evening_in_file
from scoring.evenings.verbs import close_evening
from scoring.export.results_file import without_names
from scoring.models import Deed, Evening, Member, OtherName
from scoring.uploads.spreadsheets import UnreadableFile
from scoring.web.uploads import FirstBytes
from tests.support.pages import text_of
from tests.support.scoring.archives import exported as club_exported
from tests.support.scoring.exports import evening
from tests.support.scoring.house import House
from tests.support.stored_forms import FormOnPage, forms_on
from tests.support.tournaments.playing import Playing, hand
from tests.support.tournaments.results_files import content, good
from tests.support.tournaments.verify_tournaments import played
from tournaments.engine.series import SeriesTerms
from tournaments.models import Line, PeopleList, Series, Tournament
from tournaments.results_file import incoming
from tournaments.results_file.checking import checked, event_in, filled
from tournaments.results_file.exporting import series_in_file, tournament_in_file, year_in_file
from tournaments.results_file.generating import generated
from tournaments.series.lists import remove_list
from tournaments.series.standing import standing_of
from tournaments.series.verbs import choose_events
from tournaments.series.years import standings_in

__all__ = ["evening", "played"]  # the fixtures


def where(house: House) -> str:
    return f"/clubs/{house.club.slug}/tournaments/lists/files/"


def series_of(house: House, terms: SeriesTerms | None = None, title: str = "Cup") -> Series:
    kept = (terms or SeriesTerms("places", table=(10, 6, 3))).as_json()
    return Series.objects.create(club=house.club, title=title, kept_terms=kept, made_at=clock.now())


def file_of(document: dict[str, Any], name: str = "turnier.tarock.json") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content(document), "application/json")


def sent(
    house: House, *files: SimpleUploadedFile, series: Series | None = None, by: str = "Bert", **said: Any
) -> HttpResponse:
    chosen = {"series": [series.pk]} if series else {}
    about = {"deed": str(uuid4()), "step": "look", "many_results": list(files), **chosen, **said}
    return house.client(by).post(where(house), about)


def form_on(page: HttpResponse) -> FormOnPage:
    [form] = [form for form in forms_on(page) if "many_results" in form.names]
    return form


def saved(house: House, page: HttpResponse, by: str = "Bert") -> HttpResponse:
    return house.client(by).post(where(house), form_on(page).with_({"step": "save"}), follow=True)


@cache
def written(seed: str) -> str:
    return json.dumps(generated(8, 1, seed, method="random"))


def cup(number: int, seed: str = "") -> dict[str, Any]:
    document: dict[str, Any] = json.loads(written(seed or str(number)))
    document["event"] |= {"title": f"Cup {number}", "club": "Kaffeehaus Süd"}
    return document


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Read files here; only the evening's is read in a process of its own, as a stranger's file is."""
    if "evening" in request.fixturenames:
        return
    monkeypatch.setattr(incoming, "run_on_file", lambda job, file: event_in(BytesIO(file)))


def test_thirty_files_at_once_and_of_the_wrong_ones_each_its_sentence(house: House) -> None:
    series = series_of(house)
    right = [file_of(cup(number), f"{number}.json") for number in range(28)]
    wrong = cup(40)
    wrong["standings"][0]["places"][0]["rank"] = 3
    page = sent(
        house, *right, file_of(wrong, "falsch.json"), file_of(cup(5)), file_of({}, "leer.json"), series=series
    )
    text = page.content.decode()
    assert text.index("falsch.json") < text.index("leer.json")
    twice = "Eine andere dieser Dateien handelt von derselben Veranstaltung."
    assert page.context["taken"].refused[1] == ("turnier.tarock.json", [twice])
    assert not PeopleList.objects.exists()
    page = saved(house, page)
    assert "Gespeichert. Zeilen: 224, Veranstaltungen: 28." in page.content.decode()
    assert PeopleList.objects.count() == series.counted.count() == 28
    table = PeopleList.objects.get(title="Cup 5 (Kaffeehaus Süd)")
    rows = {row.name: row.place for row in table.lines.all()}
    names = {person["id"]: person["name"] for person in cup(5)["people"]}
    [part] = cup(5)["standings"]
    assert rows == {names[row["player"]]: row["rank"] for row in part["places"]}
    [deed] = Deed.objects.filter(verb="write_lists")
    assert deed.details["events"] == 28


def answered(house: House, page: HttpResponse, answer: str) -> HttpResponse:
    """The page once somebody has said what the file of the first cup is."""
    [field] = [name for name in form_on(page).names if name.startswith("stored ")]
    return house.client("Bert").post(where(house), form_on(page).with_({"step": "look", field: answer}))


def other_people() -> dict[str, Any]:
    """A cup of the same title and day, played by others."""
    document = cup(1, "other")
    for person in document["people"]:
        person["name"] = person["name"].replace("Gast", "Fremder")
    return document


def standing(title: str = "Cup 1 (Kaffeehaus Süd)") -> dict[str, tuple[int | None, str]]:
    """Who stands in an end table, and how."""
    rows = Line.objects.filter(list__title=title).select_related("member")
    return {row.member.name if row.member else row.name: (row.place, row.kept_points) for row in rows}


def test_a_file_of_the_same_title_and_day_replaces_nothing_before_somebody_says_so(house: House) -> None:
    saved(house, sent(house, file_of(cup(1))))
    before = standing()
    page = sent(house, file_of(other_people()))
    said = text_of(page)
    assert "8 Personen stehen in „Cup 1 (Kaffeehaus Süd)“" in said
    assert "Von ihnen stehen 0 in der Datei, die 8 Personen hat." in said
    assert "preview" not in page.context
    page = sent(house, file_of(other_people()), file_of(cup(2)))
    page = saved(house, page)
    assert "Bitte zuerst sagen, was mit dem geschieht, was schon gespeichert ist." in text_of(page)
    assert PeopleList.objects.count() == 1
    saved(house, answered(house, page, "beside"))
    assert standing() == before
    assert standing("Cup 1 (Kaffeehaus Süd) (2)").keys() == {f"Fremder {number}" for number in range(1, 9)}
    page = sent(house, file_of(other_people()))
    assert "Es steht alles schon da" in text_of(page)
    page = answered(house, sent(house, file_of(newer())), "out")
    assert "preview" not in page.context
    assert standing() == before


def newer() -> dict[str, Any]:
    """The first cup, put right: the same people with other results."""
    return cup(1, "2")


def test_what_a_corrected_file_changes_is_shown_beside_what_is_stored(house: House) -> None:
    saved(house, sent(house, file_of(cup(1))))
    [table] = PeopleList.objects.all()
    before = standing()
    page = answered(house, sent(house, file_of(newer())), str(table.pk))
    [replaced] = page.context["preview"]["replaced"]
    assert len(replaced.rows) == sum(standing()[name] != at for name, at in results_in(newer()).items())
    saved(house, page)
    assert standing() != before
    house.do(remove_list, by="Bert", people_list=table)
    saved(house, sent(house, file_of(cup(1))))
    assert standing() == before


def results_in(document: dict[str, Any]) -> dict[str, tuple[int | None, str]]:
    """What a file says of everybody, as it is stored."""
    found = event_in(BytesIO(content(document)))
    return {result["name"]: (result["place"], str(result["points"])) for result in found["results"]}


def with_id(document: dict[str, Any], event: str, revision: int, **changed: Any) -> dict[str, Any]:
    """The same file, of this event and revision."""
    document["event"] |= {"id": f"tarockclub:{event}", "revision": revision, **changed}
    return document


def test_a_file_is_known_by_its_id_and_an_older_revision_is_refused(house: House) -> None:
    """Whatever it is called, on whatever day: nothing is replaced before somebody says so."""
    saved(house, sent(house, file_of(with_id(with_berta(cup(1), "Berta Zwerger"), "one", 5))))
    [table] = PeopleList.objects.all()
    assert (table.event_id, table.event_revision) == ("tarockclub:one", 5)
    anonymised(house, "Berta Zwerger")
    before = standing()
    page = sent(house, file_of(with_id(newer(), "one", 4), "alt.json"))
    [(_name, [sentence])] = page.context["taken"].refused
    assert sentence.startswith("Diese Datei ist älter als das, was gespeichert ist: Sie ist Stand 4 von")
    moved = {"title": "Cup der Löwen", "date": "2026-11-22"}
    page = sent(house, file_of(with_id(with_berta(newer(), "Berta Zwerger"), "one", 7, **moved)))
    assert "Der Kennung nach ist die Datei von dieser Veranstaltung. Sie ist von Stand 7" in text_of(page)
    assert "preview" not in page.context
    page = answered(house, page, "beside")
    assert "preview" not in page.context, "one event does not stand there twice"
    assert standing() == before
    saved(house, answered(house, page, str(table.pk)))
    table.refresh_from_db()
    assert (table.title, table.event_revision) == ("Cup 1 (Kaffeehaus Süd)", 7)
    assert standing() != before
    assert standing().keys() == before.keys(), "her name does not come back with the file"
    renamed = with_id(with_berta(newer(), "Berta Zwerger"), "one", 7, **moved)
    assert "Es steht alles schon da" in text_of(sent(house, file_of(renamed)))
    assert "aber anders" in text_of(sent(house, file_of(with_id(cup(1), "one", 7))))
    assert PeopleList.objects.count() == 1


def test_another_event_of_the_day_is_asked_about_and_one_sent_meanwhile_is_not_lost(house: House) -> None:
    saved(house, sent(house, file_of(with_id(cup(1), "one", 5))))
    [table] = PeopleList.objects.all()
    before = standing()
    page = sent(house, file_of(with_id(newer(), "two", 1)))
    assert "Ihre Datei hatte eine andere Kennung" in text_of(page)
    saved(house, answered(house, page, "beside"))
    assert standing() == before
    page = sent(house, file_of(with_id(cup(2), "three", 1)))
    assert "Sie hat einen anderen Titel. Sie ist vom selben Tag" in text_of(page)
    saved(house, answered(house, page, "beside"))
    assert dict(PeopleList.objects.values_list("event_id", "title")) == {
        "tarockclub:one": "Cup 1 (Kaffeehaus Süd)",
        "tarockclub:two": "Cup 1 (Kaffeehaus Süd) (2)",
        "tarockclub:three": "Cup 2 (Kaffeehaus Süd)",
    }
    together = [file_of(with_id(cup(3), name, 1), f"{name}.json") for name in ("four", "five")]
    [(name, [sentence])] = sent(house, *together).context["taken"].refused
    assert name == "five.json"
    assert sentence.startswith("Eine andere dieser Dateien hat denselben Titel und Tag.")
    page = answered(house, sent(house, file_of(with_id(newer(), "one", 6))), str(table.pk))
    PeopleList.objects.filter(pk=table.pk).update(event_revision=8)  # by a file that came in meanwhile
    saved(house, page)
    assert standing() == before


def with_berta(document: dict[str, Any], *names: str) -> dict[str, Any]:
    """The same file, with these names for its first people."""
    for person, name in zip(document["people"], names, strict=False):
        person["name"] = name
    return document


def anonymised(house: House, *names: str) -> None:
    for name in names:
        house.do(anonymise_guest, by="Anna", club=house.club, guests=[], names=[name])


def test_an_anonymised_name_does_not_come_back_with_the_file(house: House) -> None:
    """Neither with the same file nor with a corrected one, in which the result may be another one."""
    cilli = house.member("Cilli")
    saved(house, sent(house, file_of(with_berta(cup(1), "Berta Zwerger", "Cilli"))))
    anonymised(house, "Berta Zwerger")
    house.do(anonymise_member, by="Anna", member=cilli)
    before = standing()
    page = sent(house, file_of(with_berta(cup(1), "Berta Zwerger", "Cilli")))
    assert "Es steht alles schon da" in text_of(page)
    saved(house, page)
    assert standing() == before
    [table] = PeopleList.objects.all()
    page = sent(house, file_of(with_berta(newer(), "Berta Zwerger", "Cilli")))
    assert "Namen wurden herausgenommen" in text_of(page)
    page = answered(house, page, str(table.pk))
    assert "preview" not in page.context, "nobody can say which of two is which"
    assert standing() == before
    put_right = with_berta(newer(), "Berta Zwerger", Member.objects.get(pk=cilli.pk).name)
    saved(house, answered(house, sent(house, file_of(put_right)), str(table.pk)))
    assert standing().keys() == before.keys()
    assert standing() != before
    house.do(remove_list, by="Bert", people_list=table)
    saved(house, sent(house, file_of(put_right)))
    assert standing().keys() == before.keys()
    assert not Line.objects.filter(name__in=["Berta Zwerger", "Cilli"]).exists()


def test_a_series_in_sections_counts_a_file_by_places_in_its_section(house: House) -> None:
    terms = SeriesTerms("places", table=(10, 6, 3, 1))
    among_all, in_sections = (
        series_of(house, replace(terms, in_sections=asked), str(asked)) for asked in (False, True)
    )
    document = cup(1)
    document["terms"] |= {"sections": ["Stark", "Schwach"], "together": True}
    [part] = document.pop("standings")
    for number, row in enumerate(part["places"]):
        [person] = [one for one in document["people"] if one["id"] == row["player"]]
        person["section"] = 1 + number // 4
    for round_ in document["rounds"]:
        del round_["standings"], round_["draw"]
    page = sent(house, file_of(filled(document)), series=among_all)
    form = form_on(page).with_({"step": "look", "series": [among_all.pk, in_sections.pk]})
    saved(house, house.client("Bert").post(where(house), form))
    points = [
        sorted(row.points for row in standing_of(Series.objects.get(pk=each.pk)).rows if row.points)
        for each in (among_all, in_sections)
    ]
    assert points == [[1, 3, 6, 10], [1, 1, 3, 3, 6, 6, 10, 10]]
    year = year_in_file(house.club, 2026, standings_in(house.club, 2026))
    assert len(year["events"]) == 2, "by places among all, and by those in sections"
    assert checked(content(json.loads(json.dumps(year)))).in_words("en")[1:] == []


def test_an_evening_counts_elsewhere_as_it_counts_here(house: House, evening: Evening) -> None:
    here, there = (series_of(house, title=title) for title in ("Hier", "Dort"))
    key = f"e{evening.pk}"
    house.do(choose_events, by="Bert", series=here, among=[key], chosen={key: ["event"]})
    file = file_of(json.loads(json.dumps(evening_in_file(evening))))
    [(_name, sentences)] = sent(house, file, series=there).context["taken"].refused
    assert "noch nicht" in sentences[0]
    house.do(close_evening, by="Bert", evening=evening)
    closed = Evening.objects.select_related("club").get(pk=evening.pk)
    file = file_of(json.loads(json.dumps(evening_in_file(closed))))
    saved(house, sent(house, file, series=there))
    assert [table.title for table in PeopleList.objects.all()] == ["Abend, Löwen"]
    ladders = ("curve", "per_60_hands", "at_tables", "schrift")
    assert counted_alike(here, there, *ladders) == {*ladders}


def counted_alike(here: Series, there: Series, *ladders: str) -> set[str]:
    """Return by which ladders there is anything to be counted: here as there."""
    filled = set()
    for ladder in ladders:
        Series.objects.filter(pk__in=(here.pk, there.pk)).update(kept_terms=SeriesTerms(ladder).as_json())
        found = [
            {row.name: (row.rank, row.points) for row in standing_of(series).rows}
            for series in Series.objects.select_related("club").filter(pk__in=(here.pk, there.pk))
        ]
        assert found[0] == found[1], ladder
        filled |= {ladder} if found[0] else set()
    return filled


def test_who_is_doubtful_is_asked_once_and_the_answer_kept(house: House) -> None:
    series = series_of(house)
    documents = [cup(1), cup(2)]
    for document in documents:
        document["people"][0]["name"], document["people"][1]["name"] = "Annaa", "Berrt"
    page = sent(house, file_of(documents[0]), series=series)
    anna, bert = house.member("Anna"), house.member("Bert")
    form = form_on(page)
    assert {name for name in form.names if name.startswith("who ")} == {"who Annaa", "who Berrt"}
    page = house.client("Bert").post(
        where(house), form.with_({"step": "look", "who Annaa": str(anna.pk), "who Berrt": "0"})
    )
    saved(house, page)
    assert dict(OtherName.objects.values_list("name", "member")) == {"Annaa": anna.pk, "Berrt": None}
    assert Line.objects.filter(member=anna).count() == 1
    page = sent(house, file_of(documents[1]), series=series)
    assert not [name for name in form_on(page).names if name.startswith("who ")]
    saved(house, page)
    assert Line.objects.filter(member=anna).count() == 2
    assert not Line.objects.filter(member=bert).exists()
    assert b"scoring.othername" in club_exported(house.club)
    house.do(anonymise_member, by="Anna", member=bert)
    house.do(anonymise_member, by="Anna", member=house.member("Cilli"))
    OtherName.objects.filter(name="Berrt").update(member=anna)
    assert OtherName.objects.filter(member=anna).count() == 2


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda document: [document.clear(), document.update(good("series"))], "von mehreren"),
        (
            lambda document: document["event"].update(finished=False),
            "noch nicht alles",
        ),
        (lambda document: document.update(without_names(document)), "In dieser Datei stehen keine Namen"),
        (lambda document: document["people"][0].update(name="Gast 2"), "zweimal"),
    ],
)
def test_what_cannot_become_an_event_is_told(house: House, change: Any, sentence: str) -> None:
    document = cup(1)
    change(document)
    page = sent(house, file_of(document))
    refused = [sentence for _name, sentences in page.context["taken"].refused for sentence in sentences]
    assert len(refused) == 1
    assert sentence in refused[0]
    assert "preview" not in page.context


def test_nothing_that_somebody_else_has_sealed_is_taken(house: House) -> None:
    form = form_on(sent(house, file_of(cup(1))))
    form.sent["taken"] = [form.sent["taken"][0][:-2] + "xx"]
    page = house.client("Bert").post(where(house), form.with_({"step": "save"}))
    assert "Bitte eine Datei" in page.content.decode()
    assert not PeopleList.objects.exists()


def test_a_played_day_stands_elsewhere_as_it_stood_here(house: House, played: Playing) -> None:
    """The director's day with rulings, corrections and paper, in a series by places and in one at tables."""
    names = played.names()
    for table in played.round(2).tables.all():
        played.play(table.number, hand(*(names[seat] for seat in table.seats[:2])), round_=2)
    played.close(2)
    played.finish()
    here = series_of(house, SeriesTerms("per_60_hands"), "Hier")
    elsewhere = replace(house, club=house.other)
    there = series_of(elsewhere, SeriesTerms("per_60_hands"), "Dort")
    key = f"t{played.tournament.pk}"
    house.do(choose_events, by="Bert", series=here, among=[key], chosen={key: ["event"]})
    document = json.loads(json.dumps(tournament_in_file(Tournament.whole(played.tournament.pk))))
    page = sent(elsewhere, file_of(document), series=there, by="Franz")
    saved(elsewhere, page, by="Franz")
    [table] = PeopleList.objects.filter(club=house.other)
    assert table.title == f"{played.tournament.title} ({house.club.name})"
    filled = counted_alike(here, there, "per_60_hands", "places", "at_tables", "curve", "schrift")
    assert filled == {"per_60_hands", "at_tables", "schrift"}, "there is no place over both rounds"
    series = json.loads(json.dumps(series_in_file(standing_of(here, whole=True))))
    assert checked(content(series)).in_words("en")[1:] == []


def test_what_is_too_much_at_once_is_refused_and_the_rest_taken(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files together may be as big as few are, and are read as long as somebody waits for a page."""
    one = content(cup(1))
    monkeypatch.setattr(FirstBytes, "room", len(one) + 100)
    page = sent(house, file_of(cup(1)), file_of(cup(2), "zu viel.json"))
    assert [name for name, _sentences in page.context["taken"].refused] == ["zu viel.json"]
    monkeypatch.undo()
    monkeypatch.setattr(incoming, "MOST_SECONDS", 0)
    page = house.client("Bert").post(
        where(house), form_on(page).with_({"step": "look", "many_results": file_of(cup(2), "später.json")})
    )
    assert "keine Zeit mehr" in page.content.decode()
    assert [event["title"] for event in page.context["taken"].events] == ["Cup 1 (Kaffeehaus Süd)"]
    monkeypatch.undo()
    monkeypatch.setattr(
        incoming, "run_on_file", Mock(side_effect=UnreadableFile("Höchstens %(most)d.", most=7))
    )
    page = sent(house, file_of(cup(1), "zu schwer.json"))
    assert page.context["taken"].refused == [("zu schwer.json", ["Höchstens 7."])]
