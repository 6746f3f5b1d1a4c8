"""What the program exports is checked by anybody, as it was played; and what was changed since is found."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from scoring.evenings.results_file import evening_in_file
from scoring.export.results_file import letters_of
from scoring.models import Evening, Row
from scoring.web.uploads import MOST_OF_RESULTS
from tests.support.scoring.house import House
from tests.support.scoring.tables import dreier
from tests.support.tournaments.playing import EIGHT, Playing
from tests.support.tournaments.results_files import DEFECTS, KEPT, content, spoiled
from tests.support.tournaments.standings import BUSTS, THREE_ROUNDS
from tests.support.tournaments.verify_tournaments import PLAYED
from tournaments.corrections.verbs.repair import exchange_people
from tournaments.draw.verbs import draw_rounds
from tournaments.engine.terms import Terms
from tournaments.models import State, Table, Tournament
from tournaments.planning import verbs as planning
from tournaments.results_file.checking import DIFFERENT, checked
from tournaments.results_file.exporting import letters_of_tournament, tournament_in_file
from tournaments.results_file.reading import schema

played, three_rounds, steep = PLAYED.fixture(), THREE_ROUNDS.fixture(), BUSTS.fixture()


def exported(playing: Playing) -> dict[str, Any]:
    tournament = Tournament.whole(playing.tournament.pk)
    document: dict[str, Any] = json.loads(json.dumps(tournament_in_file(tournament, words=True)))
    return document


def told(document: dict[str, Any]) -> list[str]:
    return checked(content(document)).in_words("en")[1:]


def besides_draws(document: dict[str, Any]) -> list[str]:
    """What differs, where a test put people at tables behind the program's back: no seed gives that."""
    sentences = told(document)
    others = [sentence for sentence in sentences if ", draw: From the seed" not in sentence]
    assert len(others) < len(sentences)
    return others


def test_a_tournament_with_everything_is_good_as_it_was_played(played: Playing) -> None:
    assert told(exported(played)) == []


def test_a_cup_with_ties_and_lots_is_good(three_rounds: Playing) -> None:
    assert besides_draws(exported(three_rounds)) == []


def test_a_round_with_busts_is_good(steep: Playing) -> None:
    assert besides_draws(exported(steep)) == []


def test_a_draw_that_has_only_begun_to_be_played_comes_out_of_its_seed(playing: Playing) -> None:
    playing.register(EIGHT)
    playing.begin()
    document = exported(playing)
    assert told(document) == []
    document["rounds"][0]["draw"]["seed"] = "another"
    assert len(told(document)) == 1


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


def test_the_file_tells_what_was_ruled_corrected_and_typed(played: Playing) -> None:
    document = exported(played)
    tables = [table for round_ in document["rounds"] for table in round_["tables"]]
    assert {"calls", "left", "typed"} <= {key for table in tables for key in table}
    hands = [hand for table in tables for hand in table["hands"]]
    assert any("corrections" in hand for hand in hands)
    assert all(round_["draw"]["seed"] == "seed" for round_ in document["rounds"])


def test_every_term_and_nothing_else_stands_in_the_schema() -> None:
    assert schema()["$defs"]["terms"]["properties"].keys() == Terms().as_json().keys()


def test_a_lie_in_the_database_is_found_in_the_file(three_rounds: Playing) -> None:
    table = Table.objects.filter(round__tournament=three_rounds.tournament).earliest(
        "round__number", "number"
    )
    players = table.results["players"]
    last = min(players, key=lambda player: players[player]["schrift"])
    players[last]["schrift"] += 500
    table.save()
    row = Row.objects.filter(sheet=table.sheet).earliest("place")
    Row.objects.filter(pk=row.pk).update(twelfths=[12 * 99, -12 * 33, -12 * 33, -12 * 33])
    document = exported(three_rounds)
    found = told(document)
    assert any("hand 1" in sentence and "the file says 99" in sentence for sentence in found)
    assert any("Schrift" in sentence and "hand" not in sentence for sentence in found)
    assert any("is number" in sentence for sentence in found)
    assert checked(content(document)).status == DIFFERENT


def test_an_evening_is_good_with_people_who_change_seats(house: House) -> None:
    sheet = house.sheet()
    for declarer in ("Anna", "Bert", "Cilli"):
        house.play(sheet, dreier(declarer))
    evening = Evening.objects.select_related("club").get(pk=sheet.evening_id)
    document = json.loads(json.dumps(evening_in_file(evening)))
    assert document["kind"] == "evening"
    assert told(document) == []
    document["rounds"][0]["tables"][0]["hands"][1]["settled"]["radl"] = True
    assert len(told(document)) == 1


# Pages


def test_the_menu_has_the_file_with_names_and_without(three_rounds: Playing) -> None:
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
    assert letters_of(whole.json()) == letters_of(bare.json())
    assert [besides_draws(answer.json()) for answer in (whole, bare)] == [[], []]
    assert three_rounds.client("Franz").get(address).status_code == 404


def test_a_finished_tournament_carries_the_letters_of_its_file(three_rounds: Playing) -> None:
    tournament = three_rounds.tournament
    here = [tournament.club.slug, tournament.pk]
    address = reverse("tournaments:standings", args=here)
    assert letters_of_tournament(Tournament.whole(tournament.pk)) == ""
    assert 'class="letters"' not in three_rounds.client().get(address).content.decode()
    three_rounds.do(planning.finish_tournament)
    finished = Tournament.whole(tournament.pk)
    assert finished.state == State.FINISHED
    letters = letters_of(exported(three_rounds))
    assert letters_of_tournament(finished) == letters
    page = three_rounds.client().get(address).content.decode()
    assert f"<b>{letters}</b>" in page
    assert f'<a href="{reverse("tournaments:check")}">http://testserver/check/</a>' in page


def sent(client: Client, data: bytes) -> str:
    file = SimpleUploadedFile("herbst.tarock.json", data, "application/json")
    answer = client.post(reverse("tournaments:check"), {"results": file})
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.django_db
def test_anybody_checks_a_file_on_the_page_and_is_told_in_both_languages() -> None:
    client = Client()
    client.cookies["language"] = "en"
    good = sent(client, KEPT[0].read_bytes())
    assert "All right. People: 13" in good
    assert "herbst.tarock.json" in good
    wrong = content(spoiled(DEFECTS["a wrong place"]))
    assert f"<li>{DEFECTS['a wrong place']['en']}</li>" in sent(client, wrong)
    client.cookies["language"] = "de"
    assert f"<li>{DEFECTS['a wrong place']['de']}</li>" in sent(client, wrong)


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
    assert client.get(reverse("tournaments:results_schema")).json() == schema()
