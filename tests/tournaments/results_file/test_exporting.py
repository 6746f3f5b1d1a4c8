"""What the program exports is checked by anybody, as it was played; and what was changed since is found."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from scoring import protection
from scoring.accounts.verbs import rename_member
from scoring.evenings.results_file import evening_in_file
from scoring.evenings.verbs import go_on_under
from scoring.export.results_file import MEDIA_TYPE, without_names
from scoring.models import Evening
from scoring.rules.versions.versions import rules_of
from scoring.table.arrivals import Person
from scoring.table.putting_right import put_names_right
from scoring.table_policy import Actor
from scoring.uploads import sandbox
from scoring.web.uploads import MOST_OF_RESULTS, MOST_READ
from tarockclub.release import release
from tests.support.scoring.corrections import redo, take_out, undo
from tests.support.scoring.exports import evening
from tests.support.scoring.house import House, house, ids, now
from tests.support.scoring.other_rules import play_by_from_first
from tests.support.scoring.tables import dreier
from tests.support.tournaments.playing import EIGHT, Hands, Playing, hand
from tests.support.tournaments.repair import begun, dearer_edition
from tests.support.tournaments.results_files import DEFECTS, KEPT, content, good, spoiled
from tests.support.tournaments.standings import steep, three_rounds
from tests.support.tournaments.table_verbs import exchange_people
from tests.support.tournaments.verify_tournaments import played
from tests.tournaments.results_file.second_checker import differences
from tournaments.draw.verbs import discard_draw, draw_rounds, swap_seats, take_prepared
from tournaments.engine.criteria import suited
from tournaments.engine.ladders import LADDERS
from tournaments.engine.series import SeriesTerms, WhoCounts
from tournaments.engine.terms import Terms
from tournaments.models import Lot, MovedRanks, Prize, Round, SeatingChange, Series, State, Tournament
from tournaments.planning import verbs as planning
from tournaments.results_file.checking import checked
from tournaments.results_file.commands import check
from tournaments.results_file.exporting import (
    letters_of_tournament,
    series_in_file,
    tournament_in_file,
    year_in_file,
)
from tournaments.results_file.letters import letters_of
from tournaments.results_file.reading import KEYS, schema, shapes_of
from tournaments.series import verbs as series_verbs
from tournaments.series.standing import key_of, standing_of
from tournaments.series.years import standings_in
from tournaments.standings.moved_ranks import corrections_in_words

__all__ = ["begun", "evening", "house", "played", "steep", "three_rounds"]  # the fixtures


ROWS: tuple[type[Model], ...] = (SeatingChange, MovedRanks)


def exported(playing: Playing) -> dict[str, Any]:
    tournament = Tournament.whole(playing.tournament.pk)
    document: dict[str, Any] = json.loads(json.dumps(tournament_in_file(tournament, words=True)))
    return document


def told(document: dict[str, Any]) -> list[str]:
    """Return what the checker tells; the second one agrees, but for draws that it leaves alone."""
    found = checked(content(document))
    ours = [finding for finding in found.findings if not finding.pointer.endswith("/draw")]
    assert bool(differences(document)) == bool(ours), ours
    return found.in_words("en")[1:]


def test_a_round_with_busts_is_good(steep: Playing) -> None:
    assert told(exported(steep)) == []


def test_tables_that_went_on_or_began_under_other_rules_are_good(begun: Playing) -> None:
    dearer = dearer_edition(begun)
    with transaction.atomic():
        sheet, rules = begun.sheet(1), rules_of(dearer)
        go_on_under(dearer, rules, sheet.options, sheet, begun.director, uuid4())
        play_by_from_first(begun.sheet(2), begun.director, uuid4(), version=dearer)
    begun.play(1, hand("Anna", "Bert"))
    document = exported(begun)
    assert told(document) == []
    first, second = document["rounds"][0]["tables"]
    records = [[item["record"] for item in table["hands"]] for table in (first, second)]
    since = [[record["rules"] for record in hands if "rules" in record] for hands in records]
    assert since == [[second["rules"]], []], "from the first hand on they are the table's own"
    assert first["rules"] != second["rules"]


def test_a_draw_that_has_only_begun_to_be_played_comes_out_of_its_seed(playing: Playing) -> None:
    playing.register(EIGHT)
    playing.begin()
    assert told(exported(playing)) == []


def test_a_draw_made_before_people_changed_seats_is_not_held_against_anybody(playing: Playing) -> None:
    playing.register(EIGHT)
    playing.check_in()
    playing.do(draw_rounds, seed="ahead")
    playing.publish()
    playing.start()
    playing.check_in(2)
    playing.draw(2, seed="anew")
    assert told(exported(playing)) == []
    one, other = (playing.table(number).seats[0] for number in (1, 2))
    playing.do(exchange_people, one=one, other=other, reason="verwechselt")
    playing.close()
    playing.publish(2)
    playing.start(2)
    document = exported(playing)
    draws = [round_["draw"] for round_ in document["rounds"]]
    assert ["by_hand" in draws[0], "reseated" in draws[1]] == [True, True]
    assert told(document) == []


def test_rows_are_made_of_the_log_of_before(playing: Playing, watch: Hands) -> None:
    """Until then a draw, seats changed by hand and moved ranks stood in the log alone."""
    playing.register(EIGHT)
    playing.check_in()
    playing.do(draw_rounds, seed="ahead")
    playing.do(swap_seats, one=playing.ids()["Anna"], other=playing.ids()["Bert"])
    playing.do(discard_draw)
    playing.draw(seed="anew")
    playing.publish()
    playing.start()
    playing.check_in(2)
    playing.do(take_prepared, round_=playing.round(2))
    one, other = (playing.table(number).seats[0] for number in (1, 2))
    playing.do(exchange_people, one=one, other=other, reason="verwechselt")
    number = 1 if "Anna" in playing.sitting() else 2  # where at least one member sits
    playing.play(number, hand(*playing.sitting(number)[:2]))
    watch.forward(minutes=40)
    playing.close()
    sheet = playing.sheet(number)
    take_out(playing.house, sheet, sheet.entries.current().last(), reason="vertippt")
    members = {str(one.pk): one.member for one in playing.tournament.evening.participants.all() if one.member}
    moved = next(one for one, *_ranks in MovedRanks.objects.get().of_round if one in members)
    other = next(one for one in members if one != moved)
    for one, name in ((moved, "Somebody else"), (other, members[moved].name)):  # who has it now was not moved
        watch.forward(minutes=1)
        playing.do(rename_member, by="Anna", member=members[one], name=name)

    def rows() -> list[dict[str, Any]]:
        whole = [row for model in ROWS for row in model._default_manager.order_by("pk").values()]
        return [{column: value for column, value in row.items() if column != "at"} for row in whole]

    def sentences() -> list[tuple[str, ...]]:
        return [corrections_in_words(playing.tournament, number, playing.names()) for number in (None, 1)]

    before = rows(), sentences()
    assert sorted(row["kind"] for row in before[0] if "kind" in row) == [
        *("by_hand", "by_hand", "discarded", "drawn", "drawn", "taken")
    ]
    assert any(before[1])
    with transaction.atomic(), protection.lifted(connection):
        for model in ROWS:
            model._default_manager.all()._raw_delete(model._default_manager.db)
    for fill in import_module("tournaments.migrations.0038_seats_and_ranks").FROM_LOG.values():
        fill(apps, playing.house.club.pk)
    assert (rows(), sentences()) == before


def test_a_tournament_with_everything_is_good_and_tells_what_was_ruled_corrected_and_typed(
    played: Playing,
) -> None:
    document = exported(played)
    assert told(document) == []
    tables = [table for round_ in document["rounds"] for table in round_["tables"]]
    assert {"calls", "left", "typed"} <= {key for table in tables for key in table}
    hands = [hand for table in tables for hand in table["hands"]]
    assert any("corrections" in hand for hand in hands)
    assert all(round_["draw"]["seed"] == "seed" for round_ in document["rounds"])


def test_every_term_criterion_and_ladder_stands_in_the_schema() -> None:
    assert schema()["$defs"]["terms"]["properties"].keys() == Terms().as_json().keys()
    for money, overall in product((True, False), repeat=2):
        criteria = {*suited(money=money, overall=overall)}
        assert criteria <= {*schema()["$defs"]["criteria"]["items"]["enum"]}
    terms = schema()["$defs"]["series"]["properties"]["terms"]["properties"]
    assert terms.keys() == SeriesTerms().as_json().keys()
    assert set(terms["ladder"]["enum"]) == LADDERS.keys()


def test_who_really_sat_there_and_what_came_back_stands_in_the_file(house: House) -> None:
    sheet = house.sheet()
    for declarer in ("Anna", "Bert"):
        house.play(sheet, dreier(declarer))
    undo(house, sheet)
    redo(house, sheet)
    about = {
        "sheet": sheet,
        "known_seq": now(sheet).seq,
        "wrong": ids(sheet)["Cilli"],
        "reason": "verwechselt",
    }
    about |= {"right": Person(name="Emil"), "target": sheet.rows.get(number=2).entry}
    put_names_right(actor=Actor(house["Anna"]), deed=uuid4(), **about)
    document = json.loads(json.dumps(evening_in_file(Evening.objects.get(pk=sheet.evening_id))))
    assert told(document) == []


def test_an_evening_for_money_has_its_settling_the_pot_and_what_was_taken_back(
    evening: Evening, house: House
) -> None:
    sheet = evening.sheets.get(name="=1+1")
    last = sheet.entries.current().last()
    assert last is not None
    take_out(house, now(sheet), last)
    document = json.loads(json.dumps(evening_in_file(Evening.objects.get(pk=evening.pk))))
    assert told(document) == []
    first, second = document["rounds"][0]["tables"]
    [gone] = first["taken_back"]
    assert [done["act"] for done in gone["corrections"]] == ["take_out"]
    assert second["pagatkassa"]["pot"]
    assert {*document["settling"]["cents"].values()} > {0}


def test_terms_that_changed_and_prizes_stand_in_the_file_with_what_was_before(
    played: Playing, watch: Hands
) -> None:
    tournament = played.tournament
    about = {"title": tournament.title, "date": tournament.evening.date, "venue": "Löwen"}
    for choosers in (3, 4):
        watch.forward(minutes=1)
        terms = replace(tournament.terms, choosers=choosers)
        tournament = played.do(planning.change_tournament, terms=terms, reason="so vereinbart", **about)
    lot = Lot.objects.get()
    lot.pk, lot.round = uuid4(), None
    lot.save(force_insert=True)
    later = {"tournament": tournament, "round": tournament.rounds.create(number=3)}
    Prize.objects.create(position=1, name="kommt erst", **later)
    document = exported(played)
    assert told(document) == []
    assert sorted("round" in lot for lot in document["lots"]) == [False, True], "one is of the whole day"
    assert "kommt erst" not in json.dumps(document), "its round has not begun"
    assert "so vereinbart" not in json.dumps(tournament_in_file(tournament))
    assert [(one["term"], one["was"], one["is"], one["why"]) for one in document["changes"]] == [
        ("choosers", 2, 3, "so vereinbart"),
        ("choosers", 3, 4, "so vereinbart"),
    ]
    assert [prize["name"] for prize in document["prizes"] if prize["chosen"]] == ["Preis 1", "Preis 2"]


def test_a_file_says_who_directed_ruled_registered_and_what_was_changed_in_a_draw_and_why(
    played: Playing,
) -> None:
    played.register(["Vroni"])
    anna = played.entrant("Anna")
    played.tournament.signups.create(comes_from="Wels", entrant=anna, at=anna.registered_at)
    document = exported(played)
    assert told(document) == []
    people = {person["name"]: person for person in document["people"]}
    assert (people["Anna"]["club"], people["Vroni"]["rounds"]) == ("Wels", [])
    assert 2 in people["Anna"]["rounds"]
    staff = {(person["name"], person["duty"]) for person in document["staff"]}
    assert {("Dora", "arbiter"), ("Bert", "director")} <= staff
    known = played.ids()
    changed = document["rounds"][0]["draw"]["changed"]
    assert [(each["by"], each["why"]) for each in changed] == [("Bert", "verwechselt")]
    assert {*changed[0].get("players", ())} <= {known["Emil"], known["Hans"]}
    Round.objects.filter(number=1).update(method="", seed="")  # as a file of the club may say
    assert "draw" not in exported(played)["rounds"][0]
    bare = json.dumps(tournament_in_file(played.tournament))
    assert "verwechselt" not in bare
    assert "Wels" not in bare
    assert '"director"' not in bare


# Series


def test_a_series_is_good_with_its_groups_teams_and_what_was_brought_along(played: Playing) -> None:
    series = Series.objects.select_related("club").get(club=played.house.club)
    document = json.loads(json.dumps(series_in_file(standing_of(series, whole=True), words=True)))
    assert told(document) == []
    assert told(without_names(document)) == []
    [series] = document["series"]
    assert document["events"][0]["title"] == "Cup von früher"
    assert series["brought"][0]["why"] == "voriges Jahr"
    assert {"lots", "groups", "teams"} <= series.keys()
    series["brought"][0]["points"] += 1
    assert any("Series Jahreswertung: Anna, points: " in sentence for sentence in told(document))


def test_an_event_of_several_series_stands_in_the_year_once(played: Playing) -> None:
    club, one = played.house.club, Series.objects.get(club=played.house.club)
    terms = SeriesTerms(ladder="places", table=(10, 8, 6), least=2, who=WhoCounts.MEMBERS)
    other = played.do(series_verbs.open_series, club=club, title="Plätze", terms=terms)
    keys = [key_of(each) for each in one.counted.filter(use="event")]
    played.do(series_verbs.choose_events, series=other, among=keys, chosen={key: ["event"] for key in keys})
    year = played.tournament.evening.date.year
    document = json.loads(json.dumps(year_in_file(club, year, standings_in(club, year))))
    assert told(document) == []
    assert len(document["events"]) == 2  # one of them an end table
    assert [len(series["events"]) for series in document["series"]] == [2, 2]


def test_a_year_is_compared_with_the_files_of_its_events_that_lie_beside_it(
    three_rounds: Playing, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    club, tournament = three_rounds.house.club, three_rounds.tournament
    three_rounds.finish()
    series = three_rounds.do(series_verbs.open_series, club=club, title="Cup", terms=SeriesTerms())
    key = f"t{tournament.pk}"
    three_rounds.do(series_verbs.choose_events, series=series, among=[key], chosen={key: ["event"]})
    year = tournament.evening.date.year
    document = json.loads(json.dumps(year_in_file(club, year, standings_in(club, year))))
    evening = good("evening")  # counts nowhere
    files = {"year.json": document, "cup.json": exported(three_rounds), "evening.json": evening}
    for name, found in files.items():
        (tmp_path / name).write_bytes(content(found))
    names = [str(tmp_path / name) for name in files]

    def told_of_year() -> list[str]:
        check([*names, "--language", "en"])
        lines = [line.removeprefix(f"{names[0]}: ") for line in capsys.readouterr().out.splitlines()]
        return [line for line in lines if line.startswith("Event")]

    assert told_of_year() == []
    [event], [one] = document["events"], [person for person in document["people"] if person["name"] == "Anna"]
    outcome = event["outcomes"][one["id"]]
    said, outcome["hands"] = outcome["hands"], outcome["hands"] + 1
    (tmp_path / "year.json").write_bytes(content(document))
    assert told(document) == [], "by itself it is right"
    difference = f"the file of the event says {said}, this one says {said + 1}."
    assert told_of_year() == [f"Event {tournament.title}: Anna, “hands”: {difference}"]


# Pages


def test_series_and_year_are_had_as_files_and_shown_ones_without_an_account(played: Playing) -> None:
    club, series = played.house.club, Series.objects.get(club=played.house.club)
    year = played.tournament.evening.date.year
    places = {
        reverse("tournaments:series", args=[club.slug, series.pk]): "tournaments:series_results",
        reverse("tournaments:series_years", args=[club.slug]): "tournaments:year_results",
    }
    director, member = played.client("Bert"), played.client("Cilli")
    for page, name in places.items():
        args = [club.slug] if name.endswith("year_results") else [club.slug, series.pk]
        address = reverse(name, args=args)
        assert f'href="{address}' in member.get(page).content.decode()
        both = [client.get(address, {"year": year}) for client in (director, member)]
        assert [told(answer.json()) for answer in both] == [[], []]
        assert [b"voriges Jahr" in answer.content for answer in both] == [True, False]
        assert b"Anna" not in member.get(address, {"names": "0", "year": year}).content
    played.do(series_verbs.show_series, series=series, public=True)
    series.refresh_from_db()
    address = reverse("tournaments:public_series_results", args=[series.code])
    page = Client().get(reverse("tournaments:public_series", args=[series.code])).content.decode()
    assert f'href="{address}"' in page
    answer = Client().get(address)
    assert told(answer.json()) == []
    assert b"voriges Jahr" not in answer.content


def test_a_shown_tournament_is_had_as_a_file_without_an_account_and_without_words(played: Playing) -> None:
    tournament = played.tournament
    address = reverse("tournaments:public_results", args=[tournament.code])
    assert Client().get(address).status_code == 404
    played.register(["Vroni Nachzüglerin"])
    played.do(planning.show_tournament, public=True)
    page = Client().get(reverse("tournaments:public_standings", args=[tournament.code])).content.decode()
    assert f'href="{address}"' in page
    answer = Client().get(address)
    assert answer.headers["Content-Type"] == MEDIA_TYPE == "application/vnd.tarock-results+json"
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "max-age=0" in answer.headers["Cache-Control"], "it changes with every hand"
    document = answer.json()
    assert told(document) == []
    assert {"Anna", "Xaver", ""} <= {person["name"] for person in document["people"]}
    assert "Vroni" not in json.dumps(document)
    assert "words" not in json.dumps(document)
    assert letters_of(document) == letters_of(exported(played))


def test_the_menu_has_the_file_with_names_and_without(
    three_rounds: Playing, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "tarockclub.security")
    tournament = three_rounds.tournament
    here = [tournament.club.slug, tournament.pk]
    page = three_rounds.client().get(reverse("tournaments:standings", args=here)).content.decode()
    address = reverse("tournaments:tournament_results", args=here)
    assert f'href="{address}"' in page
    assert f'href="{address}?names=0"' in page
    whole = three_rounds.client().get(address)
    assert whole["Content-Disposition"].endswith('.tarock.json"')
    bare = three_rounds.client().get(address, {"names": "0"})
    assert b"Anna" in whole.content
    assert b"Anna" not in bare.content
    assert {answer.json()["x_program"] for answer in (whole, bare)} == {f"Tarockclub {release()}"}
    assert letters_of(whole.json()).startswith(f"{letters_of(bare.json())}-")
    assert [told(answer.json()) for answer in (whole, bare)] == [[], []]
    assert three_rounds.client("Franz").get(address).status_code == 404
    logged = [message for message in caplog.messages if message.startswith("results: ")]
    assert [message.partition(" names ")[2] for message in logged] == ["True", "False"]


def test_a_finished_tournament_carries_the_letters_of_its_file(three_rounds: Playing) -> None:
    tournament = three_rounds.tournament
    here = [tournament.club.slug, tournament.pk]
    address = reverse("tournaments:standings", args=here)
    assert letters_of_tournament(Tournament.whole(tournament.pk)) == ""
    assert 'class="letters"' not in three_rounds.client().get(address).content.decode()
    three_rounds.finish()
    finished = Tournament.whole(tournament.pk)
    assert finished.state == State.FINISHED
    letters = letters_of(exported(three_rounds))
    assert letters_of_tournament(finished) == letters
    checker = f'<a href="{reverse("tournaments:check")}">http://testserver/check/</a>'
    for name in ("standings", "whole_day", "tournament"):
        page = three_rounds.client().get(reverse(f"tournaments:{name}", args=here)).content.decode()
        assert f"<b>{letters}</b>" in page, name
        assert checker in page, name
    three_rounds.do(planning.show_tournament, public=True)
    page = Client().get(reverse("tournaments:public_standings", args=[finished.code])).content.decode()
    assert f"<b>{letters}</b>" in page
    assert checker in page


def test_the_box_knows_letters_of_a_file_and_of_those_printed_before_that_names_have_five(
    three_rounds: Playing,
) -> None:
    three_rounds.finish()
    letters = letters_of_tournament(Tournament.whole(three_rounds.tournament.pk))
    assert len(letters) == len("E4WVA-CT26H-K7M2Q-R9XTD")
    client = Client()
    client.cookies["language"] = "en"
    file, short = "the file of results, as it is stored today.", "These are the short letters of before"

    def told(typed: str) -> tuple[bool, bool]:
        page = client.get(reverse("tournaments:check"), {"letters": typed}).content.decode()
        return file in page, short in page

    assert told(letters.lower().replace("-", " - ")) == (True, False)
    assert told(letters[:17]) == (True, True), "fifteen, as they were printed"
    assert told(letters[:11]) == (True, False)
    for length in (17, 23):
        last = "A" if letters[length - 1] != "A" else "B"
        assert told(letters[: length - 1] + last) == (False, False)


def sent(client: Client, data: bytes) -> str:
    file = SimpleUploadedFile("herbst.tarock.json", data, "application/json")
    answer = client.post(reverse("tournaments:check"), {"results": file})
    assert answer.status_code == 200
    return answer.content.decode()


def test_anybody_checks_a_file_on_the_page_and_strangers_keep_no_member_waiting(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, anna = Client(), house.client("Anna")
    client.cookies["language"] = anna.cookies["language"] = "en"
    good = sent(client, KEPT[0].read_bytes())
    assert "All right. People: 13" in good
    assert "herbst.tarock.json" in good
    wrong = content(spoiled(DEFECTS["a wrong place"]))
    assert f"<li>{DEFECTS['a wrong place']['en']}</li>" in sent(client, wrong)
    monkeypatch.setattr(sandbox, "SECONDS_TO_WAIT", -1)
    with sandbox._reading_lock(sandbox.OF_STRANGERS):
        assert "Another file is being read at the moment." in sent(client, wrong)
        assert f"<li>{DEFECTS['a wrong place']['en']}</li>" in sent(anna, wrong)


@pytest.mark.django_db
def test_what_is_no_file_of_results_is_refused_on_the_page_in_a_sentence() -> None:
    client = Client()
    client.cookies["language"] = "en"
    assert "This is no file of results that can be checked." in sent(client, b"{}")
    assert "nested more deeply" in sent(client, b"[" * 500_000)
    assert "8 MB at most" in sent(client, b" " * (MOST_OF_RESULTS + 1))
    assert "Please choose a file" in sent(client, b"")
    hostile = content(spoiled(DEFECTS["a wrong place"])).replace(b"Gast 11", b"<script>alert(1)</script>")
    assert "<script>alert" not in sent(client, hostile)
    assert "8 MB at most" in sent(client, b" " * (MOST_READ + 500_000)), "nobody has read it to its end"


@pytest.mark.django_db
def test_the_schema_is_for_programs_of_any_server_and_says_of_each_key_what_it_is() -> None:
    answer = Client().get(reverse("tournaments:results_schema"))
    assert answer.json() == schema()
    assert answer.headers["Content-Type"] == "application/schema+json"
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert answer.headers["Cache-Control"] == "public, max-age=3600"
    assert schema()["properties"]["people"]["x_checked"] == "used"
    assert {key for key, _shape in shapes_of(schema())} == KEYS.keys()
    assert schema()["$id"] == answer.json()["$id"] == "urn:uuid:8f5b6c1e-3d0a-5a44-9a5e-7c1d2f4b9e10"


@pytest.mark.django_db
def test_a_public_page_says_what_event_it_is_to_programs(three_rounds: Playing) -> None:
    three_rounds.tournament.evening.venue = "</script><b>"
    three_rounds.tournament.evening.save()
    three_rounds.do(planning.show_tournament, public=True)
    code = three_rounds.tournament.code
    page = Client().get(reverse("tournaments:public", args=[code])).content.decode()
    text = page.partition('<script type="application/ld+json">')[2].partition("</script>")[0]
    event = json.loads(text)
    assert (event["@type"], event["name"]) == ("SportsEvent", three_rounds.tournament.title)
    assert event["location"]["name"] == "</script><b>"
