"""Somebody types from a printed sheet, and the director changes the table meanwhile: nothing is lost."""

import html
import re
from typing import Any
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.support.pages import text_of
from tests.support.scoring.tables import FOUR
from tests.support.tournaments.playing import EIGHT, Playing, by_hand, hand, timed, two_tables
from tests.support.tournaments.table_verbs import exchange_people
from tournaments.corrections import verbs as repair
from tournaments.duties import end_duty, give_duty
from tournaments.models import Duty

LINES = "N Anna Bert 45\nN Cilli Dora 40"


@timed(on=two_tables)
def there(two_tables: Playing) -> Playing:
    """Both tables play on paper, and Hilda types them."""
    house = two_tables.house
    with by_hand(two_tables):
        house.enter("Hilda", house.member("Hilda"), by=house["Anna"])
        entrust(two_tables)
        for number in (1, 2):
            on_paper(two_tables, number)
    return two_tables


def entrust(playing: Playing) -> None:
    asked = {"tournament": playing.tournament, "name": "Hilda", "kind": Duty.Kind.HELPER}
    playing.do(give_duty, **asked)


def on_paper(playing: Playing, number: int = 1, *, on: bool = True) -> None:
    playing.do(repair.play_on_paper, table=playing.table(number), paper=on)


@pytest.fixture
def hilda(there: Playing) -> Client:
    return there.client("Hilda")


def address(playing: Playing, page: str, table: int = 1) -> str:
    return f"{playing.tournament.get_absolute_url()}rounds/1/tables/{table}/{page and f'{page}/'}"


def hidden(page: HttpResponse) -> dict[str, str]:
    """What a page carries for itself, as a browser sends it along."""
    fields = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page.content.decode())
    return {name: html.unescape(value) for name, value in fields if name != "csrfmiddlewaretoken"}


def shown(page: HttpResponse) -> list[tuple[str, str]]:
    """What the grid carries of each table: its number, and what the page showed of it."""
    return re.findall(r'name="shown-(\d+)"\s+value="([^"]*)"', page.content.decode())


def lines_in(page: HttpResponse) -> str:
    """What stands in the field for lines."""
    field = r'<textarea[^>]*name="lines"[^>]*>\n?(.*?)</textarea>'
    found = re.search(field, page.content.decode(), re.DOTALL)
    assert found is not None
    return html.unescape(found[1])


def swapped(playing: Playing, one: str, other: str) -> None:
    known = playing.ids()
    asked: dict[str, Any] = {"round_": playing.round(), "one": known[one], "other": known[other]}
    playing.do(exchange_people, **asked, reason="saßen verkehrt")


def grid(playing: Playing) -> str:
    return f"{playing.tournament.get_absolute_url()}rounds/1/results/"


def fifty(playing: Playing, anna: str = "50", bert: str = "50") -> dict[str, str]:
    """What the grid sends of the first table."""
    balances = zip(FOUR, (anna, bert, "50", "50"), strict=True)
    known = playing.ids()
    return {"deed": str(uuid4())} | {f"balance-{known[name]}": balance for name, balance in balances}


def test_a_result_of_a_table_that_plays_no_longer_on_paper_is_named_and_not_dropped(
    there: Playing, hilda: Client
) -> None:
    form = fifty(there)
    on_paper(there, on=False)
    refused = text_of(hilda.post(grid(there), form))
    assert "Not saved yet, since nobody by this name has a row here any more:" in refused
    assert "Anna: final balance 50; Bert: final balance 50" in refused
    row = hilda.post(grid(there), form | {"row": "1"})
    assert "Not saved yet: table 1 plays on the screen." in text_of(row)
    assert not there.table().paper_results.exists()


def test_in_a_closed_round_a_helper_adds_what_is_missing_and_changes_nothing(
    there: Playing, hilda: Client
) -> None:
    there.close()
    assert "Type the result" in text_of(hilda.get(there.tournament.get_absolute_url() + "rounds/1/tables/1/"))
    assert "a row is saved as soon as they do" in text_of(hilda.get(grid(there)))
    row = hilda.post(grid(there), fifty(there) | {"row": "1"}).content.decode()
    assert 'id="t1"' in row
    assert "<html" not in row
    assert "the result" not in text_of(hilda.get(there.tournament.get_absolute_url() + "rounds/1/tables/1/"))
    assert there.balances() == dict.fromkeys(FOUR, 50)
    opened = {f"shown-{number}": html.unescape(text) for number, text in shown(hilda.get(grid(there)))}
    other = fifty(there, "60", "40") | {"reason-1": "verlesen", **opened}
    for sent in (other | {"row": "1"}, other | {"step": "save"}):
        said = text_of(hilda.post(grid(there), sent))
        assert "Round 1 is closed: only the director can change a stored result." in said
    assert there.balances() == dict.fromkeys(FOUR, 50)
    assert "Table 2" in text_of(hilda.get(grid(there)))
    there.finish()
    known = there.ids()
    late = {"deed": str(uuid4()), "row": "2"} | {f"balance-{known[name]}": "50" for name in EIGHT}
    assert "This tournament is finished." in text_of(hilda.post(grid(there), late))


def test_a_row_of_a_closed_round_whose_hands_count_says_so(there: Playing, hilda: Client) -> None:
    there.play(1, hand("Anna", "Bert"), by="Bert")
    there.close()
    said = text_of(hilda.post(grid(there), fifty(there) | {"row": "1"}))
    assert "Not saved: round 1 is closed, and the hands on the sheet of table 1 count." in said


def test_who_no_longer_types_gets_back_what_was_typed_and_saves_it_when_entrusted_again(
    there: Playing, hilda: Client
) -> None:
    carried = {key: value for key, value in hidden(hilda.get(grid(there))).items() if key == "opened"}
    member = there.house.member("Hilda").pk
    duty = {"tournament": there.tournament, "member": member, "kind": Duty.Kind.HELPER}
    there.do(end_duty, **duty)
    form = fifty(there, anna="70", bert="30")
    refused = hilda.post(grid(there), {**carried, **form})
    assert refused.status_code == 403
    assert "Anna: final balance 70" in text_of(refused)
    assert (
        hilda.get(grid(there)).status_code
        == hilda.post(grid(there), {"deed": str(uuid4())}).status_code
        == 403
    )
    entrust(there)
    assert hilda.post(grid(there), {**hidden(refused), **form}).status_code == 302
    assert there.balances() == {"Anna": 70, "Bert": 30, "Cilli": 50, "Dora": 50}


@pytest.mark.parametrize("nonsense", ["", "[]", "[1, 2]", '{"a": 1}', "[[[[", '[1, 1, [["9", "X"]]]'])
def test_whatever_a_page_carries_what_was_typed_comes_back(
    there: Playing, hilda: Client, nonsense: str
) -> None:
    there.do(
        end_duty, tournament=there.tournament, member=there.house.member("Hilda").pk, kind=Duty.Kind.HELPER
    )
    refused = hilda.post(grid(there), fifty(there) | {"opened": nonsense})
    assert refused.status_code == 403
    assert ": final balance 50" in text_of(refused)
