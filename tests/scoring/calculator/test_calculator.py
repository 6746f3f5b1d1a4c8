"""The calculator as the server answers it: a hand lives in its link, and nowhere else."""

import json
import re
import tomllib
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from html import unescape
from itertools import starmap
from pathlib import Path
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.test import Client, RequestFactory, override_settings
from django.urls import reverse
from django.utils.translation import override

from scoring.calculator.hands import (
    LONGEST_HAND,
    read,
    under,
    written,
)
from scoring.calculator.views import calculated
from scoring.engine.amounts import signed
from scoring.engine.answers import answer
from scoring.engine.options import CHOICES
from scoring.engine.problems import problems_with
from scoring.engine.problems.problem import CARDS_EXCLUDE
from scoring.rules import SLUGS, published
from tests.support.engine.edits import changed, put
from tests.support.engine.rulebook import Example, rulebook
from tests.support.pages import data_on
from tests.support.scoring.house import House


def settled(slug: str) -> list[Example]:
    return [example for example in rulebook(slug).all_examples if not example.refused]


CELLS = re.compile(r"<th [^>]*>(.*?)</th>|<td [^>]*>(.*?)</td>", re.DOTALL)


def on_paper(example: Example) -> list[tuple[str, list[str]]]:
    lines = [(text, [signed(amount) for amount in amounts]) for text, amounts in example.lines]
    if len(lines) == 1 and example.schrift == example.total:
        return lines
    lines.append(("Summe", [signed(amount) for amount in example.total]))
    if example.schrift != example.total:
        lines.append(("In der Schrift", [signed(amount) for amount in example.schrift]))
    return lines


def on_page(html: str) -> tuple[list[str], list[tuple[str, list[str]]]]:
    """Who plays, and the lines with their amounts."""
    table = html[html.index('<table class="settlement">') : html.index("</table>")]
    players, lines = [], []
    for head, amount in CELLS.findall(table):
        if head and len(players) < 4:
            players.append(unescape(head))
        elif head:
            lines.append((unescape(head), []))
        else:
            lines[-1][1].append(amount)
    return players, lines


# The pages need no table, but the client's handlers open a connection.
pytestmark = pytest.mark.django_db

CALCULATOR, SETTLEMENT, CODE = (
    reverse(f"scoring:{name}") for name in ("calculator", "calculated", "calculated_code")
)
FOUR = ["Anna", "Bert", "Cilli", "Dora"]
LOST = tomllib.loads(Path(__file__).with_name("lost.toml").read_text(encoding="utf-8"))
RUFER = {"contract": "rufer", "declarer": "Anna", "partner": "Cilli", "won": True}
NoQueries = Callable[[int], AbstractContextManager[object]]

Record = dict[str, Any]


def hand(*games: Record, rules: str = "standard", **further: object) -> Record:
    return {"rules": rules, "players": FOUR, "games": list(games), **further}


def page_of(client: Client, status: int = 200, **asked: str) -> str:
    """What there is to read; what the form is filled in with stands elsewhere."""
    response = client.get(CALCULATOR, asked)
    assert response.status_code == status
    return unescape(re.sub(' data-form="[^"]*"', "", response.content.decode()))


def filled_in(client: Client, **asked: str) -> Record:
    """What the form is filled in with."""
    document: Record = data_on(client.get(CALCULATOR, asked), "form")
    return document


# What a link says is what the rulebook says


def settlement_of(link: str) -> Record:
    """What the page is answered while somebody types; without what is the same for every request."""
    with override("de"):
        answered = calculated(RequestFactory().get(SETTLEMENT, {"hand": link}))
    assert answered.status_code in (200, 400)
    said: Record = json.loads(answered.content)
    return said


@pytest.mark.parametrize("slug", SLUGS)
def test_every_worked_example_settles_through_its_link_as_on_paper_and_comes_out_of_it(slug: str) -> None:
    for example in settled(slug):
        document = {"rules": slug} | example.document
        said = settlement_of(written(document))
        assert said["problems"] == [], example.title.de
        assert on_page(said["settlement"]) == (list(example.players), on_paper(example)), example.title.de
        assert said["settlement"].count('class="trigger"') == len(example.triggers), example.title.de
        again = read(written(document)).record
        assert read(written(again)).record == again
        assert answer(again, published()) == answer(document, published()), example.title.de


def test_a_link_is_settled_in_html_without_any_script(client: Client) -> None:
    game = RUFER | {"won": True, "kontra": "re"}
    page = page_of(client, hand=written(hand(game, radl=True)))
    players, lines = on_page(page)
    assert players == FOUR
    assert lines == [("Rufer gewonnen: 1 × 4 Re × 2 Radl = 8", ["+8", "−8", "+8", "−8"])]
    assert "Anna: Rufer mit Cilli, gewonnen, Re. im Radl." in page
    shown = re.search('<pre id="hand-record"[^>]*>(.*?)</pre>', page)
    assert shown
    assert "\n" not in shown[1]
    assert answer(json.loads(shown[1]), published()) == answer(hand(game, radl=True), published())


# The first question, and a hand that has hardly begun


def test_a_renonce_of_which_nobody_has_said_by_whom_is_no_mistake(client: Client) -> None:
    game = {"contract": "rufer", "declarer": "Anna", "partner": "Cilli"}
    link = written(hand(game, revoke={}))
    said = client.get(SETTLEMENT, {"hand": link})
    assert (said.status_code, said.json()["problems"], said.json()["settlement"]) == (200, [], "")
    assert filled_in(client, hand=link)["record"]["revoke"] == {}
    assert read(link).link == link
    assert under(read(link), published()["cup"]).begun.revoked


def test_a_link_that_the_form_cannot_show_whole_is_not_opened(client: Client) -> None:
    """Opened, the premium would be gone, and the rest of the hand settled as if it had never been there."""
    pagat = {"premium": "pagat", "by": "Anna", "announced": True, "made": False}
    for listed, said in (
        ([pagat, {**pagat, "by": "Cilli"}], "Pagat steht zweimal da."),
        ([{"premium": "sack1", "by": "Anna", "made": True}], "1. Sack zählt nur angesagt."),
    ):
        asked = {"hand": written(hand(RUFER, premiums=listed))}
        page = page_of(client, 400, **asked)
        assert "Das Formular kann dieses Spiel nicht ganz zeigen" in page
        assert said in page
        assert '<table class="settlement">' not in page
        assert filled_in(client, **asked)["record"] is None
    both = [
        {"premium": "koenige", "by": by, "announced": True, "made": made}
        for by, made in (("Anna", False), ("Bert", True))
    ]
    found = filled_in(client, hand=written(hand(RUFER, premiums=both)))
    assert [premium["by"] for premium in found["record"]["premiums"]] == ["seat-1", "seat-2"]
    not_begun = page_of(client, 400, hand=written(hand(premiums=[{**pagat, "premium": "hausvogel"}])))
    assert "Nicht auf diesem Speiszettel: hausvogel." in not_begun


def test_what_a_sheet_leaves_open_is_said_and_everything_else_is_settled(client: Client) -> None:
    open_game = hand({"contract": "bettler", "declarer": "Anna", "tricks": 0}, rules="karlsruhe")
    page = page_of(client, 400, hand=written(open_game))
    assert "Bettler hat nach diesen Regeln keinen Wert; der Klub muss ihn erst festlegen." in page
    assert on_page(page_of(client, hand=written(hand(RUFER, rules="karlsruhe"))))


def test_the_form_offers_the_agreements_of_its_sheet_and_those_that_a_hand_brings_along(
    client: Client,
) -> None:
    for slug, rules in published().items():
        offered = [note.key for note in rules.option_notes if note.is_offered]
        assert [agreement["key"] for agreement in filled_in(client, rules=slug)["agreements"]] == offered
    missing = next(
        key
        for key in CHOICES
        if key not in offered and rules.options[key] is not None  # of the last sheet
    )
    brought = hand(
        {"contract": "normalspiel", "declarer": "Anna", "partner": "Bert", "won": True},
        rules="zwanzigerrufen",
        options={missing: CHOICES[missing][-1]},
    )
    found = filled_in(client, hand=written(brought))
    assert missing in [agreement["key"] for agreement in found["agreements"]]
    assert found["record"]["options"] == brought["options"]


# To another sheet


def lost(client: Client, to: str, record: Record) -> tuple[list[str], Record]:
    """What is said to be missing there, and the hand as it is there."""
    page = page_of(client, rules=to, hand=written(record))
    block = re.search(r'<div class="said lost".*?</div>', page, re.DOTALL)
    said = re.findall("<li>(.*?)</li>", block[0]) if block else []
    return said, under(read(written(record)), published()[to]).record


@pytest.mark.parametrize("hand", LOST["hand"], ids=lambda hand: hand["what"])
def test_of_a_hand_that_is_not_finished_yet_only_what_does_not_fit_there_goes(hand: Record) -> None:
    said = hand.keys() & {"rules", "players", "games", "premiums", "revoke"}
    record = {"players": FOUR} | {key: hand[key] for key in said}
    with override("de"):
        moved = under(read(written(record)), changed(hand["to"], *starmap(put, hand.get("put", {}).items())))
    assert moved.lost == (hand["said"],)
    assert moved.record == hand["there"] | {"rules": hand["to"], "players": record["players"]}


def some_of_all_sheets(first: int) -> Iterator[tuple[str, Example]]:
    """Yield every fifteenth example of each sheet, from this one on."""
    for slug in SLUGS:
        for example in settled(slug)[first::15]:
            yield slug, example


@pytest.mark.parametrize("to", SLUGS)
def test_whatever_was_settled_can_be_taken_to_any_sheet(to: str) -> None:
    """What is left there is settled, or waits for an answer that only the players can give."""
    rules = published()[to]
    asks = {
        *("bird_missing", "partner_missing", "partner_always", "result_missing", "tricks_missing"),
        *("count_missing", "order_too_short", "blank_must_be_paid", "not_blank", "made_missing"),
        *(
            "only_vorhand",
            "never_vorhand",
            "only_beside",
            "no_side_by_side",
        ),
        *("winners_premium", "result_contradicts_points", "concede_needs_king_in_talon"),
        *("no_renonce", "no_jungfrau", "no_buergermeister", "blatt_needed"),
        *CARDS_EXCLUDE,  # in the cup the others may have the Trull in the talon
    }
    for slug, example in some_of_all_sheets(first=SLUGS.index(to)):  # other ones to each sheet
        found = read(written({"rules": slug} | example.document))
        moved = under(found, rules)
        assert moved.rules is rules
        assert read(moved.link) == type(moved)(rules, moved.hand, moved.begun)
        left = problems_with(moved.hand, rules) if moved.hand.games else ()
        assert {problem.code for problem in left} <= asks, (slug, example.title.de, left)
        if slug == to:
            assert moved == found


def test_a_blank_rufer_is_paid_at_once_on_a_sheet_where_that_is_the_custom(client: Client) -> None:
    said, moved = lost(client, "cup", hand(RUFER))
    assert said == ["Ein blanker Rufer wird nicht gespielt, sondern sofort bezahlt."]
    assert moved["games"] == [{"contract": "rufer", "declarer": "Anna", "partner": "Cilli", "unplayed": True}]


# Links that are broken, old, too long or hostile


def packed(text: str | bytes, version: str = "1") -> str:
    content = text.encode() if isinstance(text, str) else text
    return f"{version}.{urlsafe_b64encode(content).decode().rstrip('=')}"


WHOLE = written(hand(RUFER))
BROKEN = {
    "damaged": ["x", "1.!!!!", WHOLE[:-3], f"{WHOLE}ä", packed("{"), packed(b"\xff\xfe{}")],
    "damaged, in depth": [packed("[" * 2500), packed("[]")],
    "another version": [packed("{}", version="2")],
    "too long": ["1." + "A" * LONGEST_HAND, "{" + " " * LONGEST_HAND],
    "half a letter": [packed(json.dumps(hand(RUFER, players=["\ud800", *FOUR[1:]])))],
    "no sheet": [packed("{}"), written(hand(RUFER, rules="wiener")), packed('{"rules": 5}')],
    "a whole sheet": [written({"rules": "standard", "hands": []})],
    "players": [
        written(hand(players=FOUR[:3])),
        written(hand(players=[*FOUR[:3], "Anna"])),
        written({"rules": "standard"}),
    ],
    "shapes": [
        written(hand(5)),
        written(hand({"declarer": 5})),
        written(hand(RUFER, gaems=[])),
        written(hand(*[RUFER] * 101)),
        written(hand(RUFER, revoke=[])),
        packed('{"rules": "standard", "rules": "cup"}'),
    ],
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_link_is_answered_in_words_and_with_an_empty_form(client: Client, kind: str) -> None:
    for link in BROKEN[kind]:
        response = client.get(CALCULATOR, {"hand": link})
        page = response.content.decode()
        assert response.status_code == 400, link
        assert '<div class="problems" role="alert">' in page, link
        assert "<select" in page or 'href="?rules=standard"' in page, link
        assert 'class="settlement"' not in page, link
        said = client.get(SETTLEMENT, {"hand": link})
        assert said.status_code == 400, link
        assert all(problem["text"] for problem in said.json()["problems"]), link
        assert client.get(CODE, {"hand": link}).status_code == 404, link


def test_what_the_rules_pages_do_not_have_is_not_found(client: Client) -> None:
    refused = next(n for n, example in enumerate(rulebook("standard").all_examples, 1) if example.refused)
    for asked in ("rules=wiener", *(f"rules=standard&example=example-{number}" for number in (0, refused))):
        assert client.get(f"{CALCULATOR}?{asked}").status_code == 404, asked


HOSTILE = [
    "</script><img src=x onerror=alert(1)>",
    '"><b onclick=alert(1)>',
    "{{ 7*7 }}{% now %}",
    "__proto__",
    "seat-2",
    "Anna & Bert",
    "👩‍👩‍👧",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_stays_text(client: Client, name: str) -> None:
    players = [name, *FOUR[1:]]
    game = {"contract": "bettler", "declarer": "Bert", "tricks": 0, "kontras": {name: "kontra"}}
    link = written(hand(game, players=players))
    html = client.get(CALCULATOR, {"hand": link}).content.decode()
    if "<" in name:
        assert name not in html
    assert on_page(html)[0] == players
    form = data_on(html, "form")
    assert form["names"][0] == name
    assert form["record"]["games"][0]["kontras"] == {"seat-1": "kontra"}
    assert on_page(client.get(SETTLEMENT, {"hand": link}).json()["settlement"])[0] == players


@pytest.mark.parametrize("word", ["<script>alert(1)</script>", "__proto__", "x" * 1500])
def test_an_unknown_word_is_named_and_never_reaches_the_form(client: Client, word: str) -> None:
    game = RUFER | {"contract": word}
    for record in (
        hand(game),
        hand(RUFER, premiums=[{"premium": word, "by": "Anna", "made": True}]),
        hand(RUFER, options={word: 1}),
    ):
        link = written(record)
        response = client.get(CALCULATOR, {"hand": link})
        html = response.content.decode()
        assert response.status_code == 400
        assert "<script>alert" not in html
        assert word[:40] in unescape(html)
        assert data_on(html, "form")["record"] is None
    for problem in client.get(SETTLEMENT, {"hand": written(hand(game))}).json()["problems"]:
        assert len(problem["text"]) < 400


# Nothing is stored, and nobody is asked


def test_nothing_is_asked_of_the_database_and_nothing_is_stored(
    client: Client, house: House, django_assert_num_queries: NoQueries
) -> None:
    signed_in = house.client("Anna")
    sessions = Session.objects.count()
    with django_assert_num_queries(0):
        assert signed_in.get(SETTLEMENT, {"hand": WHOLE}).status_code == 200
        for address in (CALCULATOR, SETTLEMENT, CODE):
            for asked in ({}, {"hand": WHOLE}, {"rules": "cup"}, {"hand": "x"}):
                assert not client.get(address, asked).cookies
    assert not client.cookies
    assert Session.objects.count() == sessions
    asked = {"If-None-Match": client.get(SETTLEMENT, {"hand": WHOLE}).headers["ETag"]}
    again = client.get(SETTLEMENT, {"hand": WHOLE}, headers=asked)
    assert (again.status_code, again.content) == (304, b"")
    in_english = client.get(SETTLEMENT, {"hand": WHOLE, "language": "en"}, headers=asked)
    assert in_english.status_code == 200


# The link, and the code to scan


def test_the_link_is_that_of_the_public_address_and_has_a_code_of_it(client: Client) -> None:
    with override_settings(PUBLIC_URL="https://tarock.example.org"):
        page = page_of(client, hand=WHOLE)
    assert f"https://tarock.example.org/calculator/?hand={WHOLE}" in page
    assert f'src="/calculator/code/?hand={WHOLE}"' in page
    response = client.get(CODE, {"hand": WHOLE})
    assert response.headers["Content-Type"] == "image/svg+xml"
    assert response.content.startswith(b"<svg xmlns=")
    assert b"script" not in response.content


def test_a_link_that_leads_nowhere_else_or_that_no_phone_could_scan_has_no_code(client: Client) -> None:
    page = unescape(client.get(CALCULATOR, {"hand": WHOLE}, headers={"Host": "127.0.0.1"}).content.decode())
    assert "Dieser Link geht nur auf diesem Gerät" in page or "This link only works on this computer." in page
    assert "<img class=" not in page
    link = written(hand(RUFER, players=["A" * 900, *FOUR[1:]], games=[]))
    assert client.get(CODE, {"hand": link}).status_code == 404
    assert '<details class="fold code" hidden>' in page_of(client, hand=link)


@pytest.mark.parametrize("slug", ["treffpunkt", "zwanzigerrufen"])
def test_it_opens_the_examples_of_a_sheet(client: Client, slug: str) -> None:
    """In the order of the sheet's games; some are looked at."""
    page = client.get(f"/rules/{slug}/examples/").content.decode()
    links = re.findall(
        r'<a class="tap" href="(/calculator/\?rules=[a-z-]+&amp;example=example-[0-9]+)">', page
    )
    examples = [
        example
        for contract in published()[slug].contracts
        for example in settled(slug)
        if example.document["games"][0]["contract"] == contract
    ]
    empty = page_of(client, rules=slug)
    offered = re.search(r'<section class="try">.*?href="(\?rules=[^"]*)"', empty, re.DOTALL)
    assert offered
    assert "<table" not in empty
    _players, lines = on_page(client.get(f"/calculator/{offered[1]}", follow=True).content.decode())
    assert len(lines) > 3, "more than the game, and the sum"
    for link, example in list(zip(links, examples, strict=True))[::40]:
        html = client.get(unescape(link), follow=True).content.decode()
        assert on_page(html) == (list(example.players), on_paper(example))
        assert 'class="problems' not in html.split('<div class="share">')[0]
