"""What a chat shows beside each kind of public link, and what it does not."""

import html
import re
from collections.abc import Callable
from typing import NamedTuple
from uuid import uuid4

import pytest
from django.test import Client, override_settings
from django.urls import reverse

from scoring.calculator.hands import written
from scoring.models import Member, Sharing
from scoring.sharing import verbs as sharing_verbs
from scoring.table import links
from tests.support.scoring.house import House, now
from tests.support.scoring.tables import dreier
from tests.support.stages import stage
from tests.support.tournaments.playing import Playing, hand, playing
from tests.support.tournaments.standings import of
from tournaments.models import Tournament
from tournaments.public.pages.preview import picture_of

CHAT = {"User-Agent": "WhatsApp/2.23.20.0"}
TAG = re.compile(r'<meta (?:property|name)="([a-z:_]+)" content="([^"]*)">')


class Shared(NamedTuple):
    """A club that has shared one thing of each kind."""

    house: House
    playing: Playing
    evening: Sharing
    standings: Sharing

    def address(self, kind: str) -> str:
        record = {"rules": "standard", "players": ["Anna", "Bert", "Cilli", "Dora"], **dreier("Anna")}
        sheet = self.evening.evening and self.evening.evening.sheets.get()
        assert sheet is not None
        addresses: dict[str, Callable[[], str]] = {
            "landing": lambda: "/",
            "rule sheet": lambda: "/rules/standard/",
            "calculator": lambda: f"/calculator/?hand={written(record)}",
            "evening": lambda: f"/s/{self.evening.code}/",
            "tournament": lambda: f"/tournaments/{self.playing.tournament.code}/",
            "season": lambda: f"/s/{self.standings.code}/",
            "table": lambda: reverse("scoring:table_link", args=[links.code_of(now(sheet), "record")]),
        }
        return addresses[kind]()


@stage(on=playing)
def shared(playing: Playing) -> Shared:
    """An evening and a tournament in which Bert is in front, and the season; all of it is shared."""
    house = playing.house
    evening = house.evening(venue="Sonnenwirt")
    house.play(house.sheet(evening=evening, name="Stammtisch"), dreier("Bert"))
    playing.begin(tables=[("Anna", "Bert", "Cilli", "Dora")])
    playing.play(1, hand("Bert", "Cilli"))
    Tournament.objects.filter(pk=playing.tournament.pk).update(public=True)
    actor = house["Anna"]
    return Shared(
        house,
        playing,
        sharing_verbs.share_evening(actor=actor, deed=uuid4(), evening=evening),
        sharing_verbs.share_standings(actor=actor, deed=uuid4(), club=house.club, period=""),
    )


def tags(address: str) -> dict[str, str]:
    """Return what a chat reads, which goes no further than the head of the page and knows no cookies."""
    page = Client().get(address, headers=CHAT)
    assert page.status_code == 200, address
    head = page.content.decode().partition("</head>")[0]
    return {name: html.unescape(content) for name, content in TAG.findall(head)}


SAID = {
    "landing": ("Tarock, genau abgerechnet", "Ein Telefon in der Tischmitte schreibt mit"),
    "rule sheet": ("Speiszettel: Standardregeln", "Was jedes Spiel und jede Prämie zählt"),
    "calculator": ("Anna +", "Dreier"),
    "evening": ("· Mühlviertler Runde", "Vorn Bert +"),
    "tournament": ("Herbstturnier", "wer wo sitzt, wie lange die Runde noch dauert und wie es steht."),
    "season": ("Saisonwertung: ", "Vorn: Bert "),
    "table": ("Mühlviertler Runde · ", "An diesem Tisch die Hände schreiben, ohne Konto."),
}


@pytest.mark.parametrize("public_url", ["", "https://tarock.example.org"])
def test_each_kind_of_link_has_a_title_a_sentence_and_a_picture(shared: Shared, public_url: str) -> None:
    with override_settings(PUBLIC_URL=public_url):
        each_kind_is_shown(shared, public_url)


def each_kind_is_shown(shared: Shared, public_url: str) -> None:
    whole = public_url or "http://testserver"
    seen = {}
    for kind, (title, sentence) in SAID.items():
        address = shared.address(kind)
        found = tags(address)
        assert title in found["og:title"], kind
        assert sentence in found["og:description"], kind
        assert found["description"] == found["og:description"], kind
        assert (found["og:url"], found["og:locale"]) == (f"{whole}{address}", "de_AT"), kind
        assert found["og:image"].startswith(f"{whole}/"), kind
        picture = Client().get(found["og:image"].removeprefix(whole), headers=CHAT)
        assert picture.headers["Content-Type"] == "image/png", kind
        seen[kind] = (found["og:title"], found["og:description"], found["og:image"], picture.content)
    assert len({title for title, *_others in seen.values()}) == len(SAID)
    assert len({sentence for _title, sentence, *_others in seen.values()}) == len(SAID)
    own = {kind for kind, (*_others, content) in seen.items() if content != seen["landing"][3]}
    assert own == {"evening", "tournament"}


def test_ended_and_hidden_links_give_their_bare_title(shared: Shared) -> None:
    kinds = ("evening", "season", "tournament", "table")
    before = {kind: shared.address(kind) for kind in kinds}
    pictures = [tags(before[kind])["og:image"].removeprefix("http://testserver") for kind in kinds[::2]]
    for sharing in (shared.evening, shared.standings):
        shared.house.do(sharing_verbs.withdraw_sharing, by="Anna", sharing=sharing)
    Tournament.objects.update(public=False)
    [sheet] = shared.evening.evening.sheets.all() if shared.evening.evening else []
    shared.house.do(links.renew_link, by="Anna", sheet=sheet, kind="record")
    for address in (*before.values(), *pictures):
        answer = Client().get(address, headers=CHAT)
        assert answer.status_code == 404
        assert "og:" not in answer.content.decode()


def test_whoever_wants_no_name_in_what_is_shared_has_initials_in_chats(shared: Shared) -> None:
    before = picture_of(of(shared.playing))
    assert before.rows[0][0] == "1. Bert"
    pictures = {kind: tags(shared.address(kind))["og:image"] for kind in ("evening", "tournament")}
    drawn_before = {kind: Client().get(address).content for kind, address in pictures.items()}
    Member.objects.filter(name="Bert").update(in_pictures=False)
    for kind in ("evening", "season", "tournament"):
        assert "Bert" not in str(tags(shared.address(kind))), kind
    assert "Vorn B. +" in tags(shared.address("evening"))["og:description"]
    assert "Vorn: B. " in tags(shared.address("season"))["og:description"]
    assert picture_of(of(shared.playing)).rows[0][0] == "1. B."
    after = tags(shared.address("evening"))["og:image"]
    assert after != pictures["evening"], "chats keep a picture by its address"
    assert Client().get(after).content != drawn_before["evening"]


def test_a_tournament_has_its_day_then_its_round_and_the_bell_on_its_picture(
    playing: Playing, watch: object
) -> None:
    assert picture_of(of(playing)).clock == ("21. Nov.", "Gasthaus")
    assert picture_of(of(playing)).rows == ()
    playing.begin(tables=[("Anna", "Bert", "Cilli", "Dora")])
    large, small = picture_of(of(playing)).clock
    assert large == "Runde 1"
    assert re.fullmatch(r"Gong um \d\d:\d\d", small)


def test_a_browser_is_led_on_to_the_table_and_a_chat_is_not(shared: Shared) -> None:
    address = shared.address("table")
    assert Client().get(address).status_code == 302
    visitor = Client()
    page = visitor.get(address, headers=CHAT)
    [button] = re.findall(r'class="button" href="([^"]*)"', page.content.decode())
    assert visitor.get(button).status_code == 200, "a person who reads in a chat goes on from there"


def test_a_link_that_has_ended_shows_a_chat_nothing(shared: Shared) -> None:
    sheet = shared.playing.table(1).sheet
    address = reverse("scoring:table_link", args=[links.code_of(now(sheet), "record")])
    assert "og:title" in Client().get(address, headers=CHAT).content.decode()
    shared.playing.close()
    assert "og:title" not in Client().get(address, headers=CHAT, follow=True).content.decode()
