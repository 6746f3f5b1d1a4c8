"""What other programs read without an account is as the handbook promises it: index, standings, files."""

import io
import re
import sys
from collections.abc import Iterator
from html import unescape
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client

from scoring.handbook import chapter_called, text_of
from scoring.models import Club
from tests.support.read import as_read
from tests.support.scoring.counting import watched
from tests.support.scoring.house import house
from tests.support.stages import stage
from tests.support.tournaments.playing import Playing, by_hand, cup
from tests.support.tournaments.series import won_by_anna
from tests.support.tournaments.standings import three_rounds
from tests.support.tournaments.year import series_of_the_year
from tournaments import index
from tournaments.models import Series, Tournament
from tournaments.planning.verbs import show_tournament
from tournaments.results_file.checking import checked
from tournaments.results_file.verdict import GOOD
from tournaments.series.verbs import show_series
from tournaments.web.kept_answers import TagCache

__all__ = ["cup", "house", "three_rounds"]  # the fixtures
EVENTS = "/events.json"
LANGUAGES = ("de", "en")


@stage(on=cup)
def shown(cup: Playing) -> Playing:
    """A finished cup and a series it counts in, both shown to everybody."""
    with by_hand(cup):
        won_by_anna(cup)
    series_of_the_year(cup.house.club, [cup.tournament])
    cup.do(show_tournament, public=True)
    cup.do(show_series, series=Series.objects.get(title="Schrift"), public=True)
    return cup


@pytest.fixture(autouse=True)
def _time_for_all_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index, "MOST_SECONDS", 600)


def events(client: Client | None = None) -> list[dict[str, Any]]:
    answer = (client or Client()).get(EVENTS)
    assert answer.status_code == 200
    found: list[dict[str, Any]] = answer.json()["events"]
    return found


def path_of(address: str) -> str:
    assert address.startswith("http://testserver/")
    return urlsplit(address).path


@pytest.mark.django_db
def test_where_nothing_is_shown_the_list_is_empty() -> None:
    assert Client().get(EVENTS).json() == {"format": "tarock-events", "version": 1, "events": []}


def test_the_list_has_what_everybody_may_see_with_addresses_that_are_there(shown: Playing) -> None:
    found = {event["kind"]: event for event in events()}
    assert {kind: event["title"] for kind, event in found.items()} == {
        "tournament": shown.tournament.title,
        "series": "Schrift",
    }
    for event in found.values():
        assert (event["club"], event["state"]) == (shown.house.club.name, "finished")
        page, standings, file = (
            Client().get(path_of(event[key])) for key in ("page", "standings", "results")
        )
        assert event["title"] in as_read(page.content.decode())
        assert standings.json()["tables"][0]["rows"][0][2] == "Anna"
        document = file.json()["event"]
        for key in ("id", "revision", "title", "date", "club"):
            assert event[key] == document[key], key
        verdict = checked(file.content)
        assert (verdict.status, verdict.letters) == (GOOD, event["letters"])


def hide(shown: Playing) -> None:
    shown.do(show_tournament, public=False)
    shown.do(show_series, series=Series.objects.get(title="Schrift"), public=False)


HIDDEN = {
    "shown to the club only": hide,
    "moved": lambda shown: Club.objects.update(moved_to="https://tarock.example.org"),
    "invented": lambda shown: Club.objects.update(demonstration=True),
}


@pytest.mark.parametrize("how", HIDDEN)
def test_what_is_not_for_everybody_is_in_nobodys_list(shown: Playing, how: str) -> None:
    """Not in that of a member or director either: a proxy may keep it for anybody."""
    assert len(events()) == 2
    HIDDEN[how](shown)
    for client in (Client(), shown.client("Franz"), shown.client("Bert"), shown.client("Anna")):
        assert events(client) == []


def test_standings_that_are_shown_at_the_end_have_no_address_before(three_rounds: Playing) -> None:
    three_rounds.do(show_tournament, public=True)
    [event] = events()
    assert (event["state"], event["letters"]) == ("running", "")
    assert Client().get(path_of(event["standings"])).status_code == 200
    three_rounds.agree(showing="at_the_end")
    [event] = events()
    assert (event["standings"], event["results"]) == (None, None)
    Tournament.objects.update(state="planned")
    assert [event["standings"] for event in events()] == [None]


def test_letters_that_take_too_long_come_the_next_time(
    shown: Playing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index, "LETTERS", TagCache(9))
    monkeypatch.setattr(index, "MOST_SECONDS", -1)
    assert [event["letters"] for event in events()] == ["", ""]
    monkeypatch.setattr(index, "MOST_SECONDS", 600)
    letters = [event["letters"] for event in events()]
    monkeypatch.setattr(index, "MOST_SECONDS", -1)
    assert all(letters)
    assert [event["letters"] for event in events()] == letters, "they are known by now"


def test_a_longer_list_asks_no_more_questions(shown: Playing) -> None:
    events()
    before = watched(lambda: Client().get(EVENTS))[1].queries
    for series in Series.objects.filter(code=""):
        shown.do(show_series, series=series, public=True)
    assert len(events()) == 8
    assert watched(lambda: Client().get(EVENTS))[1].queries == before <= 6


# What the handbook promises


def text(language: str) -> str:
    chapter = chapter_called("programs")
    assert chapter is not None
    return text_of(chapter, language)


def promised(language: str, section: str) -> list[str]:
    part = text(language).partition(f'id="{section}"')[2].partition("<h2")[0]
    terms = re.findall(r"<dt>(.*?)</dt>", part, re.DOTALL)
    return [unescape(key) for term in terms for key in re.findall(r"<code\s*>(.*?)</code\s*>", term)]


def fresh(shown: Playing) -> Iterator[tuple[str, Any]]:
    """Yield every address the page promises, with the answer to it."""
    series = Series.objects.exclude(code="").get()
    for address in promised("de", "open-addresses"):
        code = series.code if address.startswith("/series/") else shown.tournament.code
        path = address.replace("CODE", code).replace("/N/", "/1/")
        yield path, Client().get(path)


def test_every_address_that_is_promised_answers_and_programs_may_keep_it(shown: Playing) -> None:
    assert promised("de", "open-addresses") == promised("en", "open-addresses")
    kept = {}
    for path, answer in fresh(shown):
        assert answer.status_code == 200, path
        if answer.headers["Content-Type"].startswith("text/html"):
            continue
        kept[path] = answer.headers["Cache-Control"]
        tag = answer.headers["ETag"]
        again = Client().get(path, headers={"If-None-Match": tag})
        assert (again.status_code, again.content) == (304, b""), path
        for each in (answer, again):
            assert (each.headers["ETag"], each.headers["Access-Control-Allow-Origin"]) == (tag, "*"), path
            assert each.headers["X-Robots-Tag"] == "noindex", path
        assert Client().get(path, headers={"If-None-Match": '"another"'}).content == answer.content, path
    assert len(kept) == 11
    assert kept[EVENTS] == "public, max-age=60"
    page = Client().get(f"/tournaments/{shown.tournament.code}/standings/").headers["Cache-Control"]
    of_tournament = {kept[path] for path in kept if path.startswith("/tournaments/")}
    assert of_tournament == {page}, "a program sees what the page shows, and as soon"


def test_the_tag_of_a_file_changes_with_the_tournament_and_nobody_keeps_what_only_the_club_sees(
    three_rounds: Playing,
) -> None:
    code = three_rounds.tournament.code
    paths = [f"/tournaments/{code}/{page}/" for page in ("results", "standings/export/json")]
    three_rounds.do(show_tournament, public=True)
    tag = Client().get(paths[0]).headers["ETag"]
    three_rounds.finish()
    answer = Client().get(paths[0], headers={"If-None-Match": tag})
    assert (answer.status_code, answer.headers["ETag"] != tag) == (200, True)
    three_rounds.do(show_tournament, public=False)
    for path in paths:
        answer = three_rounds.client().get(path, headers={"If-None-Match": "*"})
        assert answer.status_code == 200
        assert "Access-Control-Allow-Origin" not in answer.headers
        assert "public" not in answer.headers["Cache-Control"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_keys_that_are_promised_are_those_of_the_answers(shown: Playing, language: str) -> None:
    answer = Client().get(EVENTS).json()
    assert promised(language, "events") == list(answer)
    assert {tuple(event) for event in answer["events"]} == {tuple(promised(language, "event-keys"))}
    for event in answer["events"]:
        columns = Client().get(path_of(event["standings"])).json()["tables"][0]["columns"]
        keys = {*promised(language, "standings-keys"), *promised(language, f"{event['kind']}-keys")}
        assert keys <= {column["key"] for column in columns}
    assert len(promised(language, "tournament-keys")) == len(promised(language, "series-keys")) - 1 == 3


def test_the_program_of_the_page_prints_the_years_table_of_three_clubs(
    shown: Playing, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    program = unescape(text("en").partition('<pre lang="en">')[2].partition("</pre>")[0])
    assert program == unescape(text("de").partition('<pre lang="en">')[2].partition("</pre>")[0])
    assert program.count("\n") <= 40

    def urlopen(address: str) -> io.BytesIO:
        asked.append(path_of(address))
        return io.BytesIO(Client().get(asked[-1]).content)

    asked: list[str] = []
    monkeypatch.setattr("urllib.request.urlopen", urlopen)
    year = events()[0]["date"][:4]
    clubs = [shown.house.club.name, "Falken", "Löwen"]
    monkeypatch.setattr(sys, "argv", ["year_table.py", "http://testserver", year, *clubs])
    exec(compile(program, "year_table.py", "exec"), {"__name__": "__main__"})
    assert capsys.readouterr().out.splitlines()[0] == "  10  Anna"
    assert asked == [EVENTS, path_of(events()[0]["standings"])]
