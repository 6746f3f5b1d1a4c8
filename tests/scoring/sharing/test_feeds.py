"""Feeds: the calendar and the results of a club, as programs elsewhere fetch and read them."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID, uuid4
from xml.etree import ElementTree as ET

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring import clock
from scoring.accounts import verbs as people
from scoring.clubs.privacy.anonymising import anonymise_member
from scoring.evenings import verbs as evening_verbs
from scoring.export.feeds import Event, calendar_of
from scoring.models import Club, Deed, Evening, Shared, Sharing
from scoring.models.evenings import TAKEN_BACK
from scoring.models.sharing import FEEDS
from scoring.sharing import feeds
from scoring.sharing import verbs as sharing_verbs
from tests.support.pages import english_visitor
from tests.support.scoring.house import House
from tests.support.scoring.tables import FOUR, rufer
from tests.support.tournaments.playing import Hands, Playing, hand, opened, watch
from tournaments.engine.terms import PLAY_MONEY, Overall, Scope, Terms
from tournaments.models import Tournament
from tournaments.planning import verbs as planning
from tournaments.public.pages.public import results_of
from tournaments.standings.derived import ranked, ranked_each

assert watch

ATOM = "{http://www.w3.org/2005/Atom}"
BY_ITSELF = replace(PLAY_MONEY, rounds=1)  # each round ranks by itself
HOSTILE = 'Beim, „Wirt"; <script>alert(1)</script> \\n & 👩‍👩‍👧‍👦🃏'
ADDRESSES = {Shared.CALENDAR: "scoring:shared_calendar", Shared.RESULTS: "scoring:shared_results"}


def handed(house: House, what: Shared) -> Sharing:
    return sharing_verbs.share_feed(actor=house["Anna"], deed=uuid4(), club=house.club, what=what)


def address(sharing: Sharing) -> str:
    return reverse(ADDRESSES[Shared(sharing.what)], args=[sharing.code])


def fetched(sharing: Sharing, asked: str = "", **headers: str) -> Any:
    """As a program does it that nobody has signed in."""
    return Client().get(address(sharing) + asked, headers=headers)


def evening(house: House, day: date, venue: str = "Sonnenwirt", *, closed: bool = True) -> Evening:
    """Emil wins with a guest against a member and a guest."""
    found = house.evening(date=day, venue=venue)
    sheet = house.sheet(("Emil", "Kathi", "Bert", "Mitzi"), evening=found, name="Stammtisch")
    house.play(sheet, rufer("Emil", "Mitzi"))
    if closed:
        evening_verbs.close_evening(actor=house["Anna"], deed=uuid4(), evening=found)
    return found


def cup(
    house: House,
    watch: Hands,
    *,
    public: bool = True,
    finished: bool = True,
    title: str = "Herbstturnier",
    terms: Terms = BY_ITSELF,
) -> Playing:
    """One round at one table, which Bert and Cilli win."""
    found = opened(house, title=title, terms=terms)
    found.register(FOUR)
    found.begin(tables=[FOUR])
    found.play(1, hand("Bert", "Cilli"))
    watch.forward(minutes=31)
    found.close()
    if public:
        planning.show_tournament(actor=found.director, deed=uuid4(), tournament=found.tournament, public=True)
    if finished:
        planning.finish_tournament(actor=found.director, deed=uuid4(), tournament=found.tournament)
    found.tournament.refresh_from_db()
    return found


# Reading them back


class Line(NamedTuple):
    name: str
    parameters: str
    value: str


def unescaped(value: str) -> str:
    """Of a text; a comma, a semicolon or a backslash that stands alone would be an error."""
    found = re.sub(r"\\(.)", lambda hit: {"n": "\n"}.get(hit[1], hit[1]), value)
    assert not re.search(r"[;,\\]", re.sub(r"\\[\\;,n]", "", value)), value
    return found


def lines_of(content: bytes) -> Iterator[Line]:
    """Strictly: every line ends with CR and LF, none is longer than 75 octets, letters are whole."""
    assert content.endswith(b"\r\n")
    folded = content[:-2].split(b"\r\n")
    for part in folded:
        assert len(part) <= 75, part
        assert not re.search(rb"[\x00-\x08\x0a-\x1f\x7f]", part), part
        part.decode()
    unfolded = "\r\n".join(part.decode() for part in folded).replace("\r\n ", "")
    for line in unfolded.split("\r\n"):
        head, colon, value = line.partition(":")
        assert colon, line
        name, _semicolon, parameters = head.partition(";")
        assert re.fullmatch("[A-Z-]+", name), line
        yield Line(name, parameters, value)


class Calendar(NamedTuple):
    properties: dict[str, str]
    events: list[dict[str, str]]


def calendar_in(content: bytes) -> Calendar:
    lines = list(lines_of(content))
    assert (lines[0].value, lines[-1].name, lines[-1].value) == ("VCALENDAR", "END", "VCALENDAR")
    properties: dict[str, str] = {}
    events: list[dict[str, str]] = []
    here = properties
    for line in lines[1:-1]:
        if line.name == "BEGIN":
            assert (line.value, here) == ("VEVENT", properties)
            here = {}
        elif line.name == "END":
            assert line.value == "VEVENT"
            events.append(here)
            here = properties
        else:
            assert line.name not in here, f"{line.name} twice"
            here[line.name] = line.value
    assert properties["VERSION"] == "2.0"
    assert properties["PRODID"]
    assert len({event["UID"] for event in events}) == len(events)
    for event in events:
        assert UUID(event["UID"])
        assert "DTEND" not in event or event["DTEND"] > event["DTSTART"]
        assert re.fullmatch(r"\d{8}T\d{6}Z", event["DTSTAMP"])
    return Calendar(properties, events)


def calendar(house: House, asked: str = "") -> Calendar:
    answer = fetched(handed(house, Shared.CALENDAR), asked)
    assert answer.status_code == 200
    return calendar_in(answer.content)


class Entry(NamedTuple):
    id: str
    title: str
    updated: str
    address: str
    words: list[str]


def entries_in(content: bytes) -> list[Entry]:
    feed = ET.fromstring(content)
    assert feed.tag == f"{ATOM}feed"
    for name in ("id", "title", "updated", f"author/{ATOM}name"):
        assert feed.findtext(f"{ATOM}{name}"), name
    found = []
    for entry in feed.findall(f"{ATOM}entry"):
        content_of = entry.find(f"{ATOM}content")
        assert content_of is not None
        assert content_of.get("type") == "html"
        html = ET.fromstring(f"<div>{content_of.text}</div>")
        assert {element.tag for element in html.iter()} <= {"div", "p", "ul", "li", "h2"}
        assert not any(element.attrib for element in html.iter())
        link = entry.find(f"{ATOM}link")
        texts = [entry.findtext(f"{ATOM}{name}") or "" for name in ("id", "title", "updated")]
        found.append(Entry(*texts, "" if link is None else link.get("href", ""), list(html.itertext())))
    assert len({entry.id for entry in found}) == len(found)
    return found


def results(house: House, asked: str = "") -> list[Entry]:
    answer = fetched(handed(house, Shared.RESULTS), asked)
    assert answer.status_code == 200
    return entries_in(answer.content)


# The calendar


def test_a_calendar_program_reads_the_evenings_past_and_planned(house: House) -> None:
    today = clock.today()
    evening(house, date(2026, 5, 3))
    house.evening(date=today + timedelta(days=300), venue="Post")
    sharing = handed(house, Shared.CALENDAR)
    answer = fetched(sharing)
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    found = calendar_in(answer.content)
    assert unescaped(found.properties["X-WR-CALNAME"]).startswith(house.club.name)
    assert found.properties["REFRESH-INTERVAL"] == "PT6H"
    past, planned = found.events
    assert (past["DTSTART"], past["DTEND"]) == ("20260503", "20260504")
    assert b"DTSTART;VALUE=DATE:20260503\r\n" in answer.content
    assert (past["LOCATION"], planned["LOCATION"]) == ("Sonnenwirt", "Post")
    for name in (*house.club.members.values_list("name", flat=True), "Kathi", "Mitzi", "€", "EUR", "/clubs/"):
        assert name not in answer.content.decode(), name
    other = sharing_verbs.share_feed(
        actor=house["Anna"], deed=uuid4(), club=house.other, what=Shared.CALENDAR
    )
    assert calendar_in(fetched(other).content).events == []
    Evening.objects.update(occasion=TAKEN_BACK)
    house.just_play("Anna", "Kathi", "Lois", "Mitzi", "Nandl", counts=False)
    assert calendar(house).events == results(house) == []
    assert planned["DTSTART"] == f"{today + timedelta(days=300):%Y%m%d}"
    assert [event["TRANSP"] for event in found.events] == ["TRANSPARENT"] * 2


def test_a_change_keeps_the_id_and_counts_on(house: House) -> None:
    found = evening(house, date(2026, 5, 3), closed=False)
    [before] = calendar(house).events
    house.do(
        evening_verbs.change_evening,
        by="Anna",
        evening=found,
        date=date(2026, 5, 10),
        venue="Post",
        confirmation=False,
    )
    [after] = calendar(house).events
    assert (before["SEQUENCE"], after["SEQUENCE"]) == ("0", "1")
    assert before["UID"] == after["UID"]
    assert after["DTSTART"] == "20260510"
    last = Deed.objects.get(verb="change_evening").at.astimezone(UTC)
    assert after["LAST-MODIFIED"] == after["DTSTAMP"] == f"{last:%Y%m%dT%H%M%SZ}"


def test_a_tournament_that_all_may_see_stands_there_with_its_rounds(house: House, watch: Hands) -> None:
    found = cup(house, watch, title="Cup; der Löwen", finished=False)
    assert results(house) == []
    planning.finish_tournament(actor=found.director, deed=uuid4(), tournament=found.tournament)
    [entry] = results(house)
    assert entry.address == f"http://testserver/tournaments/{found.tournament.code}/"
    assert entry.words[0] == "21.11.2026 · Gasthaus"
    found.tournament.refresh_from_db()
    day, round_ = calendar(house).events
    assert unescaped(day["SUMMARY"]) == "Cup; der Löwen"
    assert (day["DTSTART"], day["DTEND"]) == ("20261121", "20261122")
    assert day["LOCATION"] == "Gasthaus"
    assert day["URL"].endswith(f"/tournaments/{found.tournament.code}/")
    played = found.round()
    assert played.started_at is not None
    assert played.closed_at is not None
    times = [f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}" for moment in (played.started_at, played.closed_at)]
    assert [round_["DTSTART"], round_["DTEND"]] == times
    assert unescaped(round_["SUMMARY"]) == "Cup; der Löwen: Runde 1"
    assert "TRANSP" not in round_


def test_of_a_tournament_that_is_not_shown_to_all_there_is_the_day_alone(house: House, watch: Hands) -> None:
    cup(house, watch, public=False)
    [day] = calendar(house).events
    assert (day["SUMMARY"], day["DTSTART"]) == ("Turnier", "20261121")
    assert not {"LOCATION", "URL"} & day.keys()
    assert results(house) == []


def test_a_round_that_runs_ends_when_its_time_is_up_if_it_has_one(house: House, watch: Hands) -> None:
    without = opened(house, title="Ohne Uhr", terms=replace(BY_ITSELF, minutes=None, hands={4: 2}))
    without.register(FOUR)
    without.begin(tables=[FOUR])
    Tournament.objects.update(public=True)
    _day, round_ = calendar(house).events
    assert "DTEND" not in round_
    Tournament.objects.update(public=False)
    found = opened(house, terms=PLAY_MONEY)
    found.register(FOUR)
    Tournament.objects.filter(pk=found.tournament.pk).update(public=True)
    found.begin(tables=[FOUR])
    [round_] = [event for event in calendar(house).events if "TRANSP" not in event]
    since, until = (datetime.fromisoformat(round_[key]) for key in ("DTSTART", "DTEND"))
    assert until - since == timedelta(minutes=30)


@pytest.mark.parametrize("before", range(20, 40))
def test_hostile_words_come_back_as_they_were_wherever_a_line_is_folded(before: int) -> None:
    words = "x" * before + HOSTILE * 3
    moment = datetime(2026, 5, 3, 20, 15, tzinfo=UTC)
    event = Event(str(uuid4()), moment, 0, moment.date(), None, words, words)
    found = calendar_in(calendar_of(words, [event]))
    assert unescaped(found.properties["X-WR-CALNAME"]) == words
    assert unescaped(found.events[0]["SUMMARY"]) == unescaped(found.events[0]["LOCATION"]) == words


@pytest.mark.parametrize("end", ["\r\n", "\n", "\r", "\x85", "\u2028", "\x0b"])
def test_a_line_end_in_a_name_begins_no_line(end: str) -> None:
    moment = datetime(2026, 5, 3, 20, 15, tzinfo=UTC)
    words = f"Wirt{end}END:VEVENT\x00\x7f"
    event = Event(str(uuid4()), moment, 0, moment.date(), None, words)
    found = calendar_in(calendar_of("Klub", [event]))
    assert unescaped(found.events[0]["SUMMARY"]) == "Wirt\nEND:VEVENT"


# Results


def test_a_feed_reader_reads_what_the_members_won(house: House) -> None:
    found = evening(house, date(2026, 5, 3))
    evening(house, date(2026, 6, 7), closed=False)
    nothing_played = house.sheet().evening
    evening_verbs.close_evening(actor=house["Anna"], deed=uuid4(), evening=nothing_played)
    sharing = handed(house, Shared.RESULTS)
    answer = fetched(sharing)
    assert answer.headers["Content-Type"] == "application/atom+xml; charset=utf-8"
    [entry] = entries_in(answer.content)
    assert entry.title == "Abend vom 03.05.2026"
    assert entry.words[:3] == ["Sonnenwirt · 1 Tisch · 1 Hand", "Emil: +1", "Bert: −1"]
    assert entry.words[3:] == []
    found.refresh_from_db()
    assert found.closed_at is not None
    assert entry.updated == f"{found.closed_at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
    content = answer.content.decode()
    for hidden in ("Kathi", "Mitzi", "€", "EUR", "/clubs/", "/sheets/"):
        assert hidden not in content, hidden
    root = ET.fromstring(answer.content)
    addresses = {link.get("rel"): link.get("href") for link in root.findall(f"{ATOM}link")}
    assert addresses["self"] == f"http://testserver{address(sharing)}"
    assert addresses["alternate"] == f"http://testserver/s/{sharing.code}/"
    assert root.get("{http://www.w3.org/XML/1998/namespace}lang") == "de"


RANKED: dict[str, Terms] = {
    "rounds": BY_ITSELF,
    "tables": replace(BY_ITSELF, scope=Scope.TABLE),
    "overall": replace(BY_ITSELF, overall=Overall.BEST, overall_criteria=("best_balance", "lot")),
}


def test_the_winners_are_those_of_the_public_page_and_several_rank_as_each_by_itself(
    house: House, watch: Hands
) -> None:
    """Several are looked up together, also of the same kind."""
    titles = {"rounds": ["Runde 1"], "tables": ["Runde 1", "Tisch 1"], "overall": []}
    played = {
        f"{how} {number}": cup(house, watch, title=f"{how} {number}", terms=RANKED[how]).tournament
        for how in RANKED
        for number in range(2)
    }
    entries = {result.title: result for result in results(house)}
    assert entries.keys() == played.keys()
    for how in RANKED:
        entry, shown = entries[f"{how} 1"], results_of(played[f"{how} 1"])
        assert shown is not None
        assert shown.standings is not None
        last = 1 if how == "tables" else 3
        wanted = [f"{row.rank}. {row.name}" for row in shown.standings.rows if row.rank and row.rank <= last]
        assert [word for word in entry.words if re.match(r"\d\. ", word)] == wanted, how
        assert wanted[0] == "1. Bert"
        assert [word for word in entry.words[1:] if word not in wanted] == titles[how]
    found = list(played.values())
    assert ranked_each(found) == {tournament.pk: ranked(tournament) for tournament in found}


def test_an_anonymised_name_is_gone_from_the_results_and_for_whoever_asks_by_date_too(house: House) -> None:
    evening(house, date(2026, 5, 3))
    sharing = handed(house, Shared.RESULTS)
    first = fetched(sharing)
    assert "Emil" in first.content.decode()
    anonymise_member(actor=house["Anna"], deed=uuid4(), member=house.member("Emil"))
    again = fetched(sharing, **{"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 200
    assert "Emil" not in again.content.decode()
    [entry] = entries_in(again.content)
    assert entry.words[1].endswith(": +1")


def test_hostile_names_are_text_in_a_feed_and_its_content(house: House) -> None:
    name = "<script>x</script> & „'"
    people.rename_member(actor=house["Anna"], deed=uuid4(), member=house.member("Emil"), name=name)
    found = house.evening(date=date(2026, 5, 3), venue=HOSTILE)
    sheet = house.sheet((name, "Kathi", "Lois", "Mitzi"), evening=found)
    house.play(sheet, rufer(name, "Mitzi"))
    evening_verbs.close_evening(actor=house["Anna"], deed=uuid4(), evening=found)
    [entry] = results(house)
    assert "".join(entry.words).startswith(f"{HOSTILE} · 1 Tisch · 1 Hand{name}: +1")
    assert unescaped(calendar(house).events[0]["LOCATION"]) == HOSTILE


def test_no_more_than_the_newest_are_told(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    assert feeds.MOST_ENTRIES == 30
    monkeypatch.setattr(feeds, "MOST_ENTRIES", 2)
    for day in (3, 1, 4, 2):
        evening(house, date(2026, 1, day))
    assert [result.title for result in results(house)] == ["Abend vom 04.01.2026", "Abend vom 03.01.2026"]


# Both


@pytest.mark.parametrize("what", FEEDS)
def test_what_has_not_changed_is_not_sent_again(house: House, what: Shared) -> None:
    evening(house, date(2026, 5, 3))
    sharing = handed(house, what)
    first = fetched(sharing)
    tag, moved = first.headers["ETag"], first.headers["Last-Modified"]
    for headers in ({"If-None-Match": tag}, {"If-Modified-Since": moved}):
        answer = fetched(sharing, **headers)
        assert (answer.status_code, answer.content) == (304, b"")
        assert answer.headers["ETag"] == tag
    assert "no-store" not in first.headers["Cache-Control"]
    assert "no-cache" in first.headers["Cache-Control"]
    evening(house, date(2026, 5, 10))
    answer = fetched(sharing, **{"If-None-Match": tag, "If-Modified-Since": moved})
    assert answer.status_code == 200
    assert answer.headers["ETag"] != tag
    head = Client().head(address(sharing))
    assert (head.status_code, head.content, head.headers["ETag"]) == (200, b"", answer.headers["ETag"])


def test_the_language_is_that_of_the_club_unless_another_is_asked_for(house: House) -> None:
    evening(house, date(2026, 5, 3))
    sharing = handed(house, Shared.RESULTS)
    assert "Abend vom" in fetched(sharing).content.decode()
    assert "Evening of" in fetched(sharing, "?language=en").content.decode()
    browser = english_visitor()
    assert "Abend vom" in browser.get(address(sharing)).content.decode(), "whatever a browser remembers"
    Club.objects.update(language="en")
    told = fetched(sharing)
    assert "Evening of" in told.content.decode()
    assert told["Content-Language"] == "en"


@pytest.mark.parametrize("what", FEEDS)
def test_ids_stay_with_the_next_link(house: House, what: Shared) -> None:
    evening(house, date(2026, 5, 3))
    sharing = handed(house, what)
    before = fetched(sharing)
    sharing_verbs.withdraw_sharing(actor=house["Anna"], deed=uuid4(), sharing=sharing)
    gone = fetched(sharing, **{"If-None-Match": before.headers["ETag"]})
    assert gone.status_code == 404
    assert house.club.name not in gone.content.decode()
    after = handed(house, what)
    ids = re.compile(rb"UID:[^\r]*|<id>[^<]*</id>")
    assert ids.findall(fetched(after).content) == ids.findall(before.content)


def test_a_feed_asks_no_more_because_more_was_played(house: House, watch: Hands) -> None:
    sharings = [handed(house, what) for what in FEEDS]

    def asked() -> list[int]:
        found = []
        for sharing in sharings:
            with CaptureQueriesContext(connection) as queries:
                assert fetched(sharing).status_code == 200
            found.append(len(queries))
        return found

    evening(house, date(2026, 5, 3))
    cup(house, watch)
    before = asked()
    assert max(before) <= 9
    for number in range(2):
        evening(house, date(2026, 6, 1 + number))
        cup(house, watch, title=f"Turnier {number}")
    assert asked() == before
