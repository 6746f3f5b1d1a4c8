"""The cards on the tables: one for each number, all day; they open what plays there now and nothing else."""

import re
from uuid import uuid4

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import translation

from scoring.evenings.pages.blank import RESULT_ROWS, Blank
from scoring.models import Sheet
from tests.support.every import every
from tests.support.pages import english_visitor as phone
from tests.support.refusals import sentences_of
from tests.support.scoring.counting import watched
from tests.support.scoring.house import House
from tests.support.scoring.tables import FOUR
from tests.support.tournaments.playing import (
    EIGHT,
    NAMES,
    Hands,
    Playing,
    address,
    code_of_card,
    hand,
    log_of,
    opened,
    opened_cup,
)
from tests.support.tournaments.standings import lost_solo
from tournaments.draw import verbs as draw
from tournaments.draw.cards import MOST_CARDS, OPENED, table_behind
from tournaments.draw.pages.blanks import blanks_of
from tournaments.engine.terms import CUP
from tournaments.models import Card, Table


def code(playing: Playing, number: int = 1) -> str:
    return code_of_card(playing.tournament.pk, number)


def scan(client: Client, code: str) -> HttpResponse:
    return client.get(reverse("tournaments:card", args=[code]))


def record_page(playing: Playing, number: int = 1, *, round_: int = 1) -> str:
    return reverse("scoring:record", args=[playing.sheet(number, round_=round_).pk])


def sent(playing: Playing, client: Client, number: int = 1, *, round_: int = 1) -> HttpResponse:
    """The phone records a hand with whoever sits there."""
    sheet = playing.sheet(number, round_=round_)
    players = sheet.state.players
    document = {"id": str(uuid4()), "after": sheet.seq, "record": hand(players[0], players[1])}
    return client.post(reverse("scoring:record", args=[sheet.pk]), document, content_type="application/json")


def renew(playing: Playing, number: int = 1) -> Card:
    return playing.do(draw.renew_card, number=number)


def test_a_table_that_cannot_be_has_no_card(started: Playing) -> None:
    for number in (0, MOST_CARDS + 1):
        assert f"There is no table {number}" in sentences_of(renew, started, number)[0]
        assert started.client().get(address(started, "renew_card", number)).status_code == 404
        assert table_behind(code(started, number)) is None
    assert table_behind(code(started, MOST_CARDS)) is not None


# What a card opens


def test_the_phone_that_stays_at_the_table_gets_to_the_new_sheet_by_the_same_card(
    two_tables: Playing, watch: Hands
) -> None:
    client, card = phone(), code(two_tables, 1)
    scan(client, card)
    first = record_page(two_tables, 1)
    assert client.session[OPENED] == card
    two_tables.close()
    assert client.get(first).status_code == 404  # a finished round is opened by no card
    assert sent(two_tables, client, 1).status_code == 404
    two_tables.publish_seats(2, tables=[EIGHT, FOUR])
    waiting = scan(client, card)
    assert waiting.status_code == 200
    assert re.findall("<li>([^<]*)</li>", waiting.content.decode()) == list(EIGHT)
    two_tables.start(2)
    answer = scan(client, card)
    assert answer.headers["Location"] == record_page(two_tables, 1, round_=2) != first
    assert sent(two_tables, client, 1, round_=2).status_code == 200
    assert two_tables.table(1, round_=2).result.hands == 1
    assert two_tables.table(1, round_=1).result.hands == 0
    assert client.get(first).status_code == 404


def lead_of(answer: HttpResponse) -> str:
    assert answer.status_code == 200
    lead = re.search(r'<p class="lead">(.*?)</p>', answer.content.decode())
    assert lead is not None
    return lead[1]


def test_a_card_says_what_is_at_its_table(playing: Playing, watch: Hands) -> None:
    client, card, further = phone(), code(playing), code(playing, 2)
    nothing = "The next round has not been drawn yet. Who sits here next appears automatically."
    assert lead_of(scan(client, card)) == nothing
    playing.check_in()
    playing.draw()
    answer = scan(client, card)
    assert lead_of(answer) == nothing  # a draft is the director's
    assert "Anna" not in answer.content.decode()
    playing.publish()
    assert lead_of(scan(client, card)) == "Round 1 has not started yet. These people sit here:"
    assert lead_of(scan(client, further)) == "Nobody sits at this table in round 1."
    playing.start()
    assert lead_of(scan(client, further)) == "Nobody sits at this table in round 1."
    Table.objects.update(paper=True)
    on_paper = "In round 1 this table plays on the printed sheet. Nothing is recorded here."
    assert lead_of(scan(client, card)) == on_paper
    assert client.get(record_page(playing)).status_code == 404
    playing.close()
    playing.publish_seats(2)
    assert lead_of(scan(client, further)) == "Nobody sits at this table in round 2."


# Codes


@every("made", ["", "1", "1-1", "1-1-", "x-1-y", "1-1-ä", "-1-1-1", "1-1-1-1", "９-1-1", f"{'9' * 30}-1-x"])
def test_whatever_is_no_code_is_answered_by_a_friendly_page(playing: Playing, made: str) -> None:
    assert table_behind(made) is None
    if made:
        answer = scan(phone(), made)
        assert answer.status_code == 404
        assert "This card is no longer valid" in answer.content.decode()


def test_a_code_fits_no_other_table_and_no_other_tournament(playing: Playing) -> None:
    cup = opened_cup(playing.house)
    tournament, number, seal = code(playing, 1).split("-")
    assert table_behind(f"{tournament}-{number}-{seal}") == (playing.tournament.pk, 1, 1)
    assert table_behind(f"{tournament}-2-{seal}") is None
    assert table_behind(f"{cup.tournament.pk}-{number}-{seal}") is None
    assert table_behind(f"{tournament}-{number}-{seal[:-1]}") is None


def test_nothing_in_the_database_opens_a_table(started: Playing, watch: Hands) -> None:
    seal = code(started).split("-")[2]
    kept = [
        str(value)
        for model in (Card, Table, Sheet)
        for row in model.objects.values()
        for value in row.values()
    ]
    assert not any(seal in value for value in kept)


# Renewing


def test_a_renewed_card_shuts_out_the_old_one_and_every_phone_that_came_in_with_it(
    two_tables: Playing, watch: Hands
) -> None:
    inside, elsewhere, old = phone(), phone(), code(two_tables, 1)
    scan(inside, old)
    assert scan(elsewhere, code(two_tables, 2)).headers["Location"] == record_page(two_tables, 2)
    renew(two_tables, 1)
    assert scan(phone(), old).status_code == 404
    assert now(phone(), old).json() == {"state": "gone"}
    assert sent(two_tables, inside, 1).status_code == 404
    assert inside.get(record_page(two_tables, 1)).status_code == 404
    assert scan(inside, old).status_code == 404
    assert OPENED not in inside.session
    assert sent(two_tables, elsewhere, 2).status_code == 200
    assert scan(inside, code(two_tables, 1)).headers["Location"] == record_page(two_tables, 1)
    assert sent(two_tables, inside, 1).status_code == 200
    assert log_of("renew_card") == ["renewed the card of table 1 of “Herbstturnier”"]


# The page that waits


def now(client: Client, card: str, tag: str = "") -> HttpResponse:
    headers = {"If-None-Match": tag} if tag else {}
    return client.get(reverse("tournaments:card_now", args=[card]), headers=headers)


def test_a_waiting_phone_learns_of_the_start_and_asks_for_next_to_nothing_before(
    playing: Playing, watch: Hands
) -> None:
    playing.publish_seats()
    client, card = phone(), code(playing)
    shown = scan(client, card).content.decode()
    first = now(client, card)
    state = first.json()["state"]
    assert f'data-state="{state}"' in shown
    tag = first.headers["ETag"]
    again, cost = watched(lambda: now(client, card, tag))
    assert (again.status_code, again.content, cost.queries) == (304, b"", 1)
    playing.start()
    changed = now(client, card, tag)
    assert changed.status_code == 200
    assert changed.json()["state"] != state
    assert scan(client, card).headers["Location"] == record_page(playing)


# To print


def cards(playing: Playing, asked: str = "") -> str:
    client = playing.client("Bert")
    here = [playing.tournament.club.slug, playing.tournament.pk]
    answer = client.get(reverse("tournaments:cards", args=here) + asked)
    assert answer.status_code == 200
    return answer.content.decode()


def numbers(html: str) -> list[list[str]]:
    """The numbers on each page of paper."""
    pages = html.split('<div class="card-page')[1:]
    return [re.findall(r'<h2 id="card-(\d+)">', page) for page in pages]


def test_there_is_a_card_for_every_table_of_the_biggest_round(playing: Playing, watch: Hands) -> None:
    playing.register(NAMES[:13])  # 17: 4 + 4 + 4 + 5
    assert numbers(cards(playing)) == [["1", "2", "3", "4"]]
    playing.pass_round()
    playing.check_in(2, names=FOUR)
    playing.draw(2)
    assert numbers(cards(playing)) == [["1", "2", "3", "4"]]


# The score sheets of a round, printed for all tables at once: before it begins and while it is played


def figures(blank: Blank) -> list[tuple[str, str]]:
    [carried] = blank.carried
    return carried.figures


def test_before_the_round_everybody_has_the_capital(playing: Playing) -> None:
    playing.register(EIGHT)
    playing.check_in()
    playing.draw()
    playing.seat(1, [FOUR, EIGHT])
    first, second = blanks_of(playing.round(), "en")
    assert first.seats == list(FOUR)
    assert second.seats == list(EIGHT)
    assert figures(first) == [("50", "")] * 4
    assert [row.dealer for row in first.pages[0][:2]] == ["Dora", "Anna"]
    playing.publish()
    playing.start()  # whoever deals first on paper deals first on the screen
    assert blanks_of(playing.round(), "en")[0].pages[0][0].dealer == "Dora"


def test_in_the_round_balances_and_replacement_capital_are_carried_over(started: Playing) -> None:
    """Anna loses solos of 4 to each of three, kontra: 24 a hand. After three of them she has had 50 more."""
    started.seat(1, [FOUR])
    for _hand in range(3):
        started.play(1, lost_solo("Anna", kontra="kontra"))
    (blank,) = blanks_of(started.round(), "en")
    assert dict(zip(blank.seats, figures(blank), strict=True)) == {
        "Anna": ("28", "50"),
        "Bert": ("74", ""),
        "Cilli": ("74", ""),
        "Dora": ("74", ""),
    }
    assert blank.pages[0][0].number == 4


def test_the_blank_sheet_of_play_money_has_its_result_line(started: Playing) -> None:
    """Two rows less to write in on its last page, however many pages the hands take."""
    started.seat(1, [FOUR])
    for _hand in range(3):
        started.play(1, lost_solo("Anna", kontra="kontra"))
    with translation.override("en"):
        (blank,) = blanks_of(started.round(), "en")
        started.agree(hands={4: 3 + len(blank.pages[0]) + 1})
        (longer,) = blanks_of(started.round(), "en")
    assert blank.sum == "200"
    assert [len(page) for page in longer.pages] == [len(blank.pages[0]) + RESULT_ROWS, len(blank.pages[0])]
    shown = started.read("round_blanks", 1)
    for line in (
        "Final balance and replacement",
        "Sum without replacement: ____________ of 200",
        "Signatures",
    ):
        assert shown.count(line) == 1


def test_a_blank_sheet_without_play_money_has_no_result_line(house: House) -> None:
    cup = opened(house, *FOUR, terms=CUP)
    cup.begin()
    assert "Signatures" not in cup.read("round_blanks", 1)
