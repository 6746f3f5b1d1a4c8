"""What everybody sees without an account, and what is not theirs to see."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import replace
from itertools import product
from threading import Lock, Semaphore
from typing import Any
from uuid import uuid4

import pytest
from django.http import Http404
from django.test import Client
from django.utils import translation

from scoring.clubs.privacy.anonymising import anonymise_guest
from scoring.export.writing import FORMATS
from scoring.table_policy import Actor
from tests.support.pages import main_text_of
from tests.support.scoring.exports import OFFERED
from tests.support.scoring.house import HOUSE, House
from tests.support.tournaments.playing import Hands, Playing, by_hand, hand, opened, playing, timed
from tests.support.tournaments.standings import of
from tests.support.tournaments.table_verbs import exchange_people
from tournaments.corrections import verbs as repair
from tournaments.corrections.disputes import verbs as disputes
from tournaments.draw import verbs as draw
from tournaments.engine.criteria import MONEY_BEST_ROUND
from tournaments.engine.terms import PLAY_MONEY, Overall, Showing
from tournaments.entrants import verbs as people
from tournaments.models import Entrant, Stage, Tournament
from tournaments.prizes import verbs as prizes
from tournaments.public.pages.projector import Deck, deck_of
from tournaments.public.visits import SECONDS_OF_A_PAGE, SECONDS_OF_A_PULSE
from tournaments.web.kept_answers import PAGE_CACHE, CachedValue, TagCache

AT_MOST = Callable[[int], AbstractContextManager[Any]]
SEATS = [("Anna", "Bert", "Cilli", "Dora")]
EIGHT = ("Eva Huber", "Ann", "Gustl", "Änne")
PAGES = ("", "seating/", "standings/", "projector/")


def show(playing: Playing, *, public: bool = True) -> None:
    Tournament.objects.filter(pk=playing.tournament.pk).update(public=public)


def page(playing: Playing, path: str = "", *, by: str = "", **asked: str) -> str:
    """What a visitor reads, in English."""
    client = playing.house.client(by, "en")
    answer = client.get(f"/tournaments/{playing.tournament.code}/{path}", asked)
    assert answer.status_code == 200, answer
    return answer.content.decode()


def number(playing: Playing, name: str) -> str:
    return playing.ids()[name]


def deck(playing: Playing) -> Deck:
    with translation.override("en"):
        return deck_of(of(playing))


@pytest.fixture
def shown(playing: Playing) -> Playing:
    show(playing)
    return playing


@pytest.fixture
def shown_live(started: Playing) -> Playing:
    """Its first round runs."""
    show(started)
    return started


def begun_with(house: House, **terms: Any) -> Playing:
    """Shown to everybody; in the first round Bert and Cilli have 51."""
    overall = {"overall": Overall.BEST, "overall_criteria": MONEY_BEST_ROUND}
    found = opened(house, terms=replace(PLAY_MONEY, **overall, **terms))
    with by_hand(found):
        found.register(SEATS[0])
        show(found)
        found.begin(tables=SEATS)
        found.play(1, hand("Bert", "Cilli"))
    return found


@timed(on=HOUSE)
def hidden(house: House) -> Playing:
    return begun_with(house, showing=Showing.AT_THE_END)


@timed(on=HOUSE)
def first_of_two(house: House) -> Playing:
    return begun_with(house, rounds=2, fee=700, prizes=("Geschenkkorb", "Schnaps"))


@timed(on=playing)
def eight_seated(playing: Playing) -> Playing:
    """Eight sit at two tables, and everybody may look."""
    with by_hand(playing):
        show(playing)
        playing.register(EIGHT)
        playing.begin(tables=[*SEATS, ("Gustl", "Eva Huber", "Änne", "Ann")])
    return playing


@timed(on=playing)
def forty_seated(playing: Playing) -> Playing:
    with by_hand(playing):
        show(playing)
        guests = [tuple(f"Gast {table}{seat}" for seat in "abcd") for table in range(1, 10)]
        playing.register([name for table in guests for name in table])
        playing.begin(tables=[*SEATS, *guests])
    return playing


# Who gets in


def test_unknown_codes_and_rounds_are_not_found(shown: Playing) -> None:
    code = shown.tournament.code
    for address in (
        "/tournaments/nowhere1/",
        "/tournaments/no%00where/",
        f"/tournaments/{code}/rounds/0/",
        f"/tournaments/{code}/rounds/0/export/csv/",
        f"/tournaments/{code}/rounds/9/",
        f"/tournaments/{code}/rounds/9/?part=1",
        f"/tournaments/{code}/rounds/99999999999999999999/",
    ):
        assert Client().get(address).status_code == 404, address


def test_the_standings_stand_in_a_frame_elsewhere_and_no_other_page_does(
    playing: Playing, watch: Hands
) -> None:
    address = f"/tournaments/{playing.tournament.code}/standings/"
    assert Client().get(f"{address}embed/").status_code == 404, "not shown to everybody"
    show(playing)
    playing.register(SEATS[0])
    playing.begin(tables=[SEATS[0]])
    playing.play(1, hand("Anna", "Bert"))
    framed = Client().get(f"{address}embed/")
    text = framed.content.decode()
    assert framed.status_code == 200
    assert "X-Frame-Options" not in framed
    assert "frame-ancestors *" in framed["Content-Security-Policy"]
    assert "default-src 'none'" in framed["Content-Security-Policy"]
    assert not framed.cookies, "whoever looks at it in a frame is not followed"
    assert 'lang="de"' in text, "the language of the club"
    assert 'lang="en"' in Client().get(f"{address}embed/?language=en").content.decode()
    assert all(name in text for name in SEATS[0])
    assert '<base target="_blank">' in text, "what it leads to may not stand in a frame"
    alone = Client().get(address)
    assert alone["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in alone["Content-Security-Policy"]


# Where do I sit?


def test_everybody_finds_the_own_table_by_name_and_link_or_chooses(eight_seated: Playing) -> None:
    told = "Eva Huber, round 1 Table 2 , seat 2 With Gustl, Änne, Ann"
    who = number(eight_seated, "Eva Huber")
    for asked in ({"name": "eva"}, {"name": "HUBER"}, {"name": "h"}, {"who": who}):
        assert told in main_text_of(page(eight_seated, **asked)), asked
    assert "Änne, round 1 Table 2 , seat 3" in main_text_of(page(eight_seated, name="anne"))
    assert "Ann, round 1 Table 2 , seat 4" in main_text_of(page(eight_seated, name="ann")), "and not Anna"
    text = page(eight_seated, name="a")
    assert "Which of these is you?" in text
    for name in ("Anna", "Änne"):
        assert f'href="?who={number(eight_seated, name)}">{name}</a>' in text
    assert 'class="where"' not in text


def test_a_name_that_is_not_there_is_named_and_odd_questions_are_answered(shown_live: Playing) -> None:
    text = page(shown_live, name="<Zita>")
    assert "Nobody called “&lt;Zita&gt;” has a seat." in text
    assert 'value="&lt;Zita&gt;"' in text
    questions = [("who", "9" * 40), ("who", "x"), ("who", "²"), ("name", "\0")]
    for field, asked in questions:
        assert 'class="where"' not in page(shown_live, **{field: asked}), (field, asked)


def test_the_link_of_a_person_follows_into_the_next_round(eight_seated: Playing, watch: Hands) -> None:
    who = number(eight_seated, "Ann")
    text = page(eight_seated, who=who)
    assert "Ann, round 1 Table 2 , seat 4" in main_text_of(text)
    watch.forward(minutes=31)
    eight_seated.close()
    assert "Ann No seat at the moment." in main_text_of(page(eight_seated, who=who))
    eight_seated.check_in(2)
    eight_seated.draw(2)
    eight_seated.seat(2, [("Ann", "Bert", "Änne", "Dora"), ("Anna", "Eva Huber", "Cilli", "Gustl")])
    assert "Ann No seat at the moment." in main_text_of(page(eight_seated, who=who))
    eight_seated.publish(2)
    assert "Ann, round 2 Table 1 , seat 1" in main_text_of(page(eight_seated, who=who))


# How it stands


def test_standings_are_live_and_lead_to_the_sheets(shown_live: Playing, watch: Hands) -> None:
    shown_live.play(1, hand("Bert", "Cilli"))
    text = page(shown_live, "standings/")
    rows = re.findall(r'<th scope="row">(\w+).*?<b>(\d+)</b>', text)
    assert rows == [("Bert", "51"), ("Cilli", "51"), ("Anna", "49"), ("Dora", "49")]
    assert len(offered(text)) == OFFERED
    for path in ("standings/", "rounds/1/"):  # as files, too
        [table] = (
            Client().get(f"/tournaments/{shown_live.tournament.code}/{path}export/json/").json()["tables"]
        )
        at = [[column["key"] for column in table["columns"]].index(key) for key in ("name", "balance")]
        assert [(row[at[0]], f"{row[at[1]]}") for row in table["rows"]] == rows
    sheet = shown_live.sheet().get_absolute_url()
    assert f'href="{sheet}"' in text
    assert Client().get(sheet).status_code == 200
    by_name = re.findall(r'<th scope="row">(\w+)', page(shown_live, "standings/", sort="name"))
    assert by_name == ["Anna", "Bert", "Cilli", "Dora"]
    shown_live.do(repair.play_on_paper, table=shown_live.table(), paper=True)
    assert f'href="{sheet}"' not in page(shown_live, "standings/"), "its hands are on paper from now on"


def give(playing: Playing, prize: str, name: str) -> None:
    """By hand, whatever the rank."""
    position = [*playing.tournament.terms.prizes].index(prize) + 1
    playing.do(prizes.give_prize, position=position, player=number(playing, name))


# Nothing leaks


FILES = [f"{path}export/{form}/" for path in ("standings/", "rounds/1/") for form in FORMATS]
FILES.append("results/")
FIFTY_ONE = re.compile(r"\b51\b")  # not in the middle of a tag


def test_hidden_standings_are_nowhere_until_the_end(hidden: Playing, watch: Hands) -> None:
    sheet = hidden.sheet().get_absolute_url()
    said = "The standings are shown at the end"
    for who in ("", "Emil", "Bert"):  # also the director's screen is seen by all
        for path in ("standings/", "rounds/1/"):
            text = page(hidden, path, by=who)
            assert said in text
            assert ">51<" not in text
            assert sheet not in text
        assert not FIFTY_ONE.search(main_text_of(page(hidden, "projector/", by=who)))
        for path in FILES:
            address = f"/tournaments/{hidden.tournament.code}/{path}"
            assert hidden.house.client(who).get(address).status_code == 404, path
    assert offered(page(hidden, "rounds/1/")) == []
    assert Client().get(sheet).status_code == 404
    watch.forward(minutes=31)
    hidden.close()
    text = main_text_of(page(hidden, "projector/"))
    assert said in text
    assert not FIFTY_ONE.search(text)
    watch.forward(minutes=1)
    hidden.finish()
    assert ">51<" in page(hidden, "rounds/1/")
    assert sheet in page(hidden, "rounds/1/")
    assert FIFTY_ONE.search(main_text_of(page(hidden, "projector/")))


def test_a_draft_of_a_draw_and_rounds_that_are_drawn_ahead_are_seen_by_nobody_here(shown: Playing) -> None:
    shown.register(EIGHT)
    shown.check_in()
    shown.do(draw.draw_rounds, round_=shown.round(), seed="geheim")
    assert shown.round().stage == Stage.DRAFT
    everywhere = (*PAGES, "rounds/1/", "rounds/2/")
    for who, path in (*product(("", "Bert"), everywhere), ("Emil", "")):
        text = main_text_of(page(shown, path, by=who))
        for name in ("Cilli", "Gustl", "geheim", "Table 1"):
            assert name not in text, (who, path)
    for asked in ({"name": "Gustl"}, {"name": "g"}, {"who": number(shown, "Gustl")}):
        for who in ("", "Bert"):
            assert 'class="where"' not in page(shown, by=who, **asked), (who, asked)
    for round_, form in (*product((1,), FORMATS), (2, "csv"), (9, "json"), (10**20, "xlsx")):
        address = f"/tournaments/{shown.tournament.code}/rounds/{round_}/export/{form}/"
        for who in ("", "Bert"):
            assert shown.house.client(who).get(address).status_code == 404, address


def test_who_is_registered_or_has_withdrawn_is_not_told(shown: Playing, watch: Hands) -> None:
    shown.register(["Zita", "Xaver"])
    zita = Entrant.objects.get(participant_id=number(shown, "Zita"))
    shown.do(people.withdraw_entrant, entrant=zita)
    shown.begin(names=SEATS[0])
    for path in (*PAGES, "rounds/1/"):
        text = page(shown, path)
        assert "Zita" not in text
        assert "Xaver" not in text
    for name in ("Zita", "Xaver"):
        assert 'class="where"' not in page(shown, name=name)
        assert name not in main_text_of(page(shown, who=number(shown, name)))


def test_words_of_a_call_and_reasons_stay_at_the_table(shown_live: Playing, watch: Hands) -> None:
    shown_live.play(1, {"void": "redeal", "reason": "heimlicher Grund"})
    card = Actor(link=shown_live.sheet().record_link)
    disputes.call_arbiters(actor=card, deed=uuid4(), table=shown_live.table(), words="böse Worte")
    for path in (*PAGES, "rounds/1/"):
        text = page(shown_live, path)
        assert "heimlicher Grund" not in text
        assert "böse Worte" not in text


def test_an_anonymised_name_is_gone_at_once(shown: Playing, watch: Hands) -> None:
    shown.register(["Notburga", "Eva", "Fritz", "Gustl"])
    shown.begin(tables=[*SEATS, ("Notburga", "Eva", "Fritz", "Gustl")])
    who = number(shown, "Notburga")
    everywhere = [*PAGES, "rounds/1/"]
    assert "Notburga" in page(shown, who=who)
    watch.forward(seconds=1)
    guest = shown.tournament.evening.participants.get(pk=who)
    shown.do(anonymise_guest, by="Anna", club=shown.house.club, guests=[guest.pk])
    called = shown.names()[who]
    assert re.search(r"\d{3}", called)
    assert "Notburga" not in "".join(page(shown, path) for path in everywhere)
    assert f"{called}, round 1 Table 2 , seat 1" in main_text_of(page(shown, who=who))


def offered(text: str) -> list[str]:
    return re.findall(r'href="([^"]*/export/[^"]*)"', text)


# Kept new at little cost


def part(playing: Playing, path: str = "", tag: str = "", **asked: str) -> Any:
    address = f"/tournaments/{playing.tournament.code}/{path}"
    return Client().get(address, {"part": "1", **asked}, headers={"If-None-Match": tag} if tag else {})


def test_a_part_that_has_not_changed_costs_one_query_and_is_304_also_for_somebody_signed_in(
    shown_live: Playing, django_assert_num_queries: AT_MOST, django_assert_max_num_queries: AT_MOST
) -> None:
    for path in PAGES:
        tag = part(shown_live, path).headers["ETag"]
        with django_assert_num_queries(1):
            assert part(shown_live, path, tag).status_code == 304, path
        with django_assert_num_queries(1):
            again = part(shown_live, path)
        assert again.status_code == 200, path
        assert again.headers["ETag"] == tag, path
    bert, code = shown_live.house.client("Bert"), shown_live.tournament.code
    address = f"/tournaments/{code}/standings/?part=1"
    compressed = bert.get(address, headers={"Accept-Encoding": "gzip"}).headers
    tag = compressed["ETag"] if compressed["Content-Encoding"] == "gzip" else ""
    with django_assert_num_queries(1):
        assert bert.get(address, headers={"If-None-Match": tag}).status_code == 304
    with django_assert_max_num_queries(3):  # what was found for the page stands in a frame, too
        assert Client().get(f"/tournaments/{code}/standings/embed/").status_code == 200
    german, english = (part(shown_live, language=language) for language in ("de", "en"))
    assert german.headers["ETag"] != english.headers["ETag"]


def test_a_proxy_may_keep_for_five_seconds_in_all_what_everybody_sees_and_nothing_else(
    shown_live: Playing,
) -> None:
    def said(path: str, query: str = "", **cookies: str) -> str:
        visitor = Client()
        for name, value in cookies.items():
            visitor.cookies[name] = value
        answer = visitor.get(f"/tournaments/{shown_live.tournament.code}/{path}{query}")
        return str(answer.headers["Cache-Control"])

    for path in (*PAGES, "result/", "standings/embed/", "pulse/"):
        seconds = SECONDS_OF_A_PULSE if path == "pulse/" else SECONDS_OF_A_PAGE
        assert said(path) == f"public, max-age=0, s-maxage={seconds}", path
        for kept in (said(path, sessionid="x"), said(path, language="en"), said(path, "?language=en")):
            assert "private" in kept, path
    assert SECONDS_OF_A_PULSE + SECONDS_OF_A_PAGE <= 5
    Tournament.objects.update(public=False)
    for path in (*PAGES, "result/", "pulse/"):
        assert "private" in said(path), path


class Door:
    """A lock that says of each who has to wait before it."""

    def __init__(self) -> None:
        self.lock, self.waiting = Lock(), Semaphore(0)

    def __enter__(self) -> None:
        if not self.lock.acquire(blocking=False):
            self.waiting.release()
            self.lock.acquire()

    def __exit__(self, *about: object) -> None:
        self.lock.release()


def test_while_one_answer_is_made_the_others_wait_for_it_and_it_is_made_anew_for_another_tag() -> None:
    kept, made, door = TagCache(2), [], Door()
    kept.made["key"] = CachedValue(lock=door)

    def make() -> str:
        made.append("standings")
        return f"made {len(made)}"

    def make_while_others_wait() -> str:
        for _other in range(3):
            door.waiting.acquire()
        return make()

    def nothing_there() -> str:
        raise Http404

    def ask(tag: str) -> str:
        return kept.get("key", tag, make_while_others_wait)

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(ask, ["1"] * 4)) == ["made 1"] * 4
        assert list(threads.map(ask, ["2"] * 4)) == ["made 2"] * 4
    with pytest.raises(Http404):
        kept.get("nowhere", "1", nothing_there)
    with pytest.raises(Http404):
        kept.get("key", "3", nothing_there)
    assert kept.get("key", "2", nothing_there) == "made 2"  # as it was
    for key in ("other", "another"):
        kept.get(key, "1", make)
    assert set(kept.made) == {"other", "another"}


@pytest.mark.own_time("the bell rings after 30 minutes, and the round is played before")
def test_a_hand_changes_the_standings_and_nothing_on_the_page_of_seats(shown_live: Playing) -> None:
    tags = {path: part(shown_live, path).headers["ETag"] for path in PAGES}
    shown_live.play(1, hand("Bert", "Cilli"))
    status = {path: part(shown_live, path, tag).status_code for path, tag in tags.items()}
    assert status == {"": 304, "seating/": 304, "standings/": 200, "projector/": 200}
    assert b">51<" in part(shown_live, "standings/").content
    for path in PAGES:  # a part is the same as on the whole page
        inside = part(shown_live, path).content.decode()
        whole = Client().get(f"/tournaments/{shown_live.tournament.code}/{path}").content.decode()
        pieces = re.split(r'(?=<div id="\w+" class="live">)', inside)
        assert len(pieces) > 1
        assert all(piece in whole for piece in pieces)


def test_a_page_made_anew_asks_as_often_for_many_tables_as_for_one(
    forty_seated: Playing, django_assert_max_num_queries: AT_MOST
) -> None:
    assert forty_seated.round().tables.count() == 10
    for path, most in (("", 7), ("seating/", 5), ("standings/", 10), ("projector/", 16)):
        PAGE_CACHE.made.clear()  # what was found for one page serves the others
        with django_assert_max_num_queries(most):
            assert part(forty_seated, path).status_code == 200, path


# The screen in the hall


def slides(playing: Playing) -> list[tuple[str, int, int]]:
    """Kind, columns, lines in the first of them."""
    return [
        (slide.kind, len(slide.columns), len(slide.columns[0]) if slide.columns else 0)
        for slide in deck(playing).slides
    ]


def test_the_screen_shows_by_stage_what_is_wanted_then(shown: Playing, watch: Hands) -> None:
    assert slides(shown) == [("hello", 0, 0)]
    shown.check_in()
    shown.draw()
    assert slides(shown) == [("hello", 0, 0)]
    shown.seat(1, SEATS)
    shown.publish()
    shown.start()
    assert slides(shown) == [("clock", 0, 0), ("seats", 1, 4)]
    shown.play(1, hand("Bert", "Cilli"))
    assert slides(shown) == [("clock", 0, 0), ("ranks", 1, 4), ("seats", 1, 4)]
    watch.forward(minutes=31)
    shown.close()
    assert slides(shown) == [("hello", 0, 0), ("ranks", 1, 4)]


def titles(playing: Playing) -> list[str]:
    return [slide.title for slide in deck(playing).slides]


def test_the_screen_shows_the_whole_and_the_prizes_of_every_round_that_is_over(
    first_of_two: Playing, watch: Hands
) -> None:
    assert titles(first_of_two) == [
        "Round 1 is running",
        "Interim standings of round 1",
        "Round 1: your table",
    ]
    watch.forward(minutes=31)
    first_of_two.close()
    give(first_of_two, "Schnaps", "Dora")
    over = ["Herbstturnier", "Standings of round 1", "Overall standings", "Prizes of round 1"]
    assert titles(first_of_two) == over
    watch.forward(minutes=5)
    first_of_two.begin(2, tables=SEATS)
    first_of_two.play(1, hand("Anna", "Dora"), round_=2)
    assert titles(first_of_two) == [
        "Round 2 is running",
        "Interim standings of round 2",
        "Interim standings over all rounds",
        "Round 2: your table",
    ]
    overall = re.findall(r'<th scope="row">(\w+).*?<b>(\d+)</b>', page(first_of_two, "standings/"))
    assert overall == [(name, "51") for name in SEATS[0]], "everybody's best round"
    watch.forward(minutes=31)
    first_of_two.close(2)
    first_of_two.do(prizes.add_prize, round_=None, name="Pokal")
    rest = ["Standings of round 2", "Final standings", "Prizes of round 1", "Prizes of round 2"]
    assert titles(first_of_two) == ["Herbstturnier", *rest]
    first_of_two.finish()
    assert titles(first_of_two) == ["Herbstturnier", *rest, "Prizes"]
    given = [slide for slide in deck(first_of_two).slides if slide.kind == "prizes"]
    assert [[(line.rank, line.name) for line in slide.columns[0]] for slide in given] == [
        [("Geschenkkorb", "–"), ("Schnaps", "Dora")],
        [("Geschenkkorb", "–"), ("Schnaps", "–")],
        [("Pokal", "–")],
    ]


def test_a_hundred_and_sixty_people_are_shown_page_by_page_with_their_surnames(shown: Playing) -> None:
    """A long first name gives way before a surname is cut."""
    shown.register([f"Gast {number}" for number in range(1, 155)])
    shown.register(["Maria Theresia Oberhuber-Kern", "Maximiliane Hinterholzer jun."])
    shown.publish_seats()
    seats = [slide for slide in deck(shown).slides if slide.kind == "seats"]
    assert [sum(map(len, seat.columns)) for seat in seats] == [32, 32, 32, 32, 32]
    assert [(seat.page, seat.pages, seat.seconds) for seat in seats] == [
        (number, 5, 16) for number in range(1, 6)
    ]
    screen = main_text_of(Client().get(f"/tournaments/{shown.tournament.code}/projector/"))
    assert all(f"{number}/5" in screen for number in range(1, 6))
    names = {line.name for seat in seats for column in seat.columns for line in column}
    assert len(names) == 160
    assert names >= {"Oberhuber-Kern M. T.", "Hinterholzer M. jun."}, "a list by surnames has them first"


def test_search_engines_keep_no_page_with_names(shown_live: Playing) -> None:
    shown_live.play(1, hand("Bert", "Cilli"))
    for path in (*PAGES, "rounds/1/", "standings/embed/", "?part=1", *FILES):
        answer = Client().get(f"/tournaments/{shown_live.tournament.code}/{path}")
        assert answer.status_code == 200, path
        assert answer.headers.get("X-Robots-Tag") == "noindex", path


def moved(playing: Playing) -> list[tuple[str, str]]:
    """Who is shown on the screen as seated otherwise than was published, and at which table."""
    moved = [slide for slide in deck(playing).slides if slide.kind == "moved"]
    lines = [line for slide in moved for column in slide.columns for line in column]
    return [(line.name, line.detail) for line in lines]


def test_seats_that_change_after_they_were_published_are_shown_by_themselves(shown: Playing) -> None:
    shown.register(EIGHT)
    shown.check_in()
    shown.draw()
    shown.seat(1, [*SEATS, EIGHT])
    shown.do(draw.swap_seats, one=number(shown, "Anna"), other=number(shown, "Ann"))
    shown.publish()
    assert moved(shown) == [], "nobody had seen the draw before"
    shown.reseat(("seat 1", "+Xaver"))
    assert moved(shown) == [("Xaver", "1")]
    assert slides(shown)[:2] == [("clock", 0, 0), ("moved", 1, 1)]
    shown.start()
    swapped = {"one": number(shown, "Bert"), "other": number(shown, "Änne")}
    shown.do(exchange_people, reason="saßen anders", **swapped)
    assert moved(shown) == [("Änne", "1"), ("Bert", "2"), ("Xaver", "1")]
    shown.play(2, hand("Bert", "Anna"))
    cilli, anna = number(shown, "Cilli"), number(shown, "Anna")
    shown.do(exchange_people, one=cilli, other=anna, reason="saß immer dort")
    assert [name for name, _table in moved(shown)] == ["Änne", "Bert", "Xaver"]
    shown.close()
    assert moved(shown) == []
