"""Who sits at a table is changed between two hands; tables are closed and opened again."""

import html
import re
from uuid import uuid4

from django.test import Client

from scoring.models import Entry, Sheet
from tests.support.scoring.corrections import undo
from tests.support.scoring.evenings import form
from tests.support.scoring.house import House, english, ids, now
from tests.support.scoring.recording import with_link
from tests.support.scoring.tables import FIVE, FOUR, rufer, trischaken


def seated(sheet: Sheet) -> tuple[list[str], str]:
    sheet = now(sheet)
    names = sheet.evening.names()
    return [names[player] for player in sheet.state.players], names[sheet.state.dealer]


def text_of(client: Client, path: str, fields: dict[str, str] | None = None) -> str:
    response = client.get(path) if fields is None else client.post(path, fields)
    assert response.status_code == 200
    return html.unescape(response.content.decode())


def test_somebody_leaves_somebody_joins_and_the_rows_before_stay(house: House) -> None:
    sheet = house.sheet(FIVE)
    house.play(sheet, rufer("Anna", "Dora"))
    before = list(sheet.rows.values())
    client = english(house, "Cilli")
    hilda = f"m{house.member('Hilda').pk}"
    path = f"/sheets/{sheet.pk}/seating/"
    text = text_of(client, path)
    assert re.findall(r'selected data-name="([^"]+)"', text) == list(FIVE)
    assert re.search(r'name="dealer" value="1" checked', text)
    assert "Gustl" not in text
    assert "here there are 3" in text_of(client, path, form(sheet, *FOUR[:3], dealer="Anna"))
    nobody = form(sheet, *FOUR, dealer="Anna") | {"dealer": "6"}
    assert "Please say who deals the next hand." in text_of(client, path, nobody)
    assert client.post(path, form(sheet, *FOUR, dealer="Anna") | {"entry": "x"}).status_code == 400
    fields = form(sheet, "Anna", "Bert", "Cilli", "Dora", "Karl", dealer="Cilli", who_6=hilda)
    for _ in range(2):  # pressed twice: Hilda is no longer a member to choose then, but one of the evening
        response = client.post(path, fields)
        assert response.headers["Location"] == f"/sheets/{sheet.pk}/record/"
    assert seated(sheet) == (["Anna", "Bert", "Cilli", "Dora", "Karl", "Hilda"], "Cilli")
    assert list(sheet.rows.values()) == before
    assert sheet.entries.count() == 2
    text = text_of(client, path)
    assert "Seated are Anna, Bert, Cilli, Dora, Karl, Hilda; Cilli deals." in text
    assert re.search(r'data-name="Emil"', text)  # may come back


def test_the_deal_passes_on_where_whoever_would_deal_leaves(house: House) -> None:
    for high_card, deals, after in ((0, "Emil", "Anna"), (2, "Bert", "Cilli")):
        sheet = house.sheet(FIVE, high_card=high_card)
        empty = {f"who_{FIVE.index(deals) + 1}": ""}
        client = english(house, "Anna")
        client.post(f"/sheets/{sheet.pk}/seating/", form(sheet, *FIVE, dealer=deals) | empty)
        assert seated(sheet) == ([name for name in FIVE if name != deals], after)


def test_nothing_changed_is_said_and_doubled_hands_still_owed_stay_as_many(house: House) -> None:
    sheet, client = house.sheet(), english(house, "Anna")
    path = f"/sheets/{sheet.pk}/seating/"
    response = client.post(path, form(sheet, *FOUR, dealer="Dora"), follow=True)
    assert "Nothing was changed" in response.content.decode()
    assert not Entry.objects.exists()
    house.play(sheet, trischaken("Anna"))
    assert "4 doubled hands are still owed" in text_of(client, path)
    client.post(path, form(sheet, *FOUR, "Karl", dealer="Anna"))
    assert now(sheet).state.owed == 4


def test_what_others_entered_meanwhile_is_told_and_what_was_typed_stays(house: House) -> None:
    sheet = house.sheet()
    client = english(house, "Anna")
    fields = form(sheet, *FOUR, "Karl", dealer="Karl")
    house.play(sheet, rufer("Anna", "Dora"))
    text = text_of(client, f"/sheets/{sheet.pk}/seating/", fields)
    assert "Hand 1: Anna: Rufer with Dora, won. (by Anna)" in text
    assert "Anna would deal next." in text
    assert 'value="Karl"' in text
    assert seated(sheet) == (list(FOUR), "Anna")
    undo(house, sheet)
    text = text_of(client, f"/sheets/{sheet.pk}/seating/", fields)
    assert "Something was taken back." in text
    assert "Dora would deal next." in text
    again = dict(re.findall(r'name="(entry|after)" value="([^"]+)"', text))
    assert again["entry"] != fields["entry"]
    assert client.post(f"/sheets/{sheet.pk}/seating/", fields | again).status_code == 302
    assert seated(sheet) == ([*FOUR, "Karl"], "Karl")


def test_a_phone_with_the_tables_link_sees_nobody_who_never_sat_here(house: House) -> None:
    evening = house.evening()
    house.sheet(("Emil", "Lois", "Mitzi", "Nandl"), evening=evening, name="Zwei")
    sheet = house.sheet(evening=evening)
    client, path = with_link(sheet, "record"), f"/sheets/{sheet.pk}/seating/"
    text = text_of(client, path)
    for name in ("Emil", "Hilda", "Lois", house.club.name):
        assert name not in text
    probing = form(sheet, *FOUR[:3], dealer="Anna") | {"who_4": f"m{house.member('Hilda').pk}"}
    text = text_of(client, path, probing)
    assert "This person can no longer be chosen." in text
    assert "Hilda" not in text
    lois = form(sheet, *FOUR[:3], dealer="Anna") | {"who_4": f"p{ids(sheet)['Lois']}"}
    assert "Lois" not in text_of(client, path, lois)
    typed = form(sheet, *FOUR[:3], dealer="Anna") | {"name_4": "hilda"}
    assert client.post(path, typed).status_code == 302
    assert seated(sheet)[0] == ["Anna", "Bert", "Cilli", "Hilda"]
    assert sheet.evening.participants.get(member__name="Hilda")


# Closing


def test_a_table_is_closed_after_a_question_and_opened_again_with_a_reason(house: House) -> None:
    sheet = house.sheet()
    house.play(sheet, trischaken("Anna"))
    client, path = english(house, "Bert"), f"/sheets/{sheet.pk}"
    asked = text_of(client, f"{path}/close/")
    assert "1 hand." in asked
    assert "There are 4 doubled hands still to come." in asked
    evening = sheet.evening.get_absolute_url()
    assert client.post(f"{path}/close/", {"deed": str(uuid4())}).headers["Location"] == evening
    closes = f'href="{sheet.evening.get_absolute_url()}close/"'
    assert closes in text_of(client, evening), "nothing else is left to do"
    assert not now(sheet).is_open
    fields = form(sheet, *FOUR, dealer="Bert")
    assert client.post(f"{path}/seating/", fields).headers["Location"] == f"{path}/"
    assert seated(sheet)[1] == "Anna"
    assert "Please give the reason." in text_of(
        client, f"{path}/reopen/", {"deed": str(uuid4()), "reason": ""}
    )
    client.post(f"{path}/reopen/", {"deed": str(uuid4()), "reason": "a hand is missing"})
    assert now(sheet).is_open
    assert client.get(f"{path}/reopen/").headers["Location"] == f"{path}/"
    client.post(f"{sheet.evening.get_absolute_url()}close/", {"deed": str(uuid4())})
    refused = text_of(client, f"{path}/reopen/", {"deed": str(uuid4()), "reason": "one more"})
    assert "Please open the evening again first." in refused
