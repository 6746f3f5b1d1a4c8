"""Two phones recorded one hand differently: one version counts, the other stays in the hand's history."""

from typing import Any
from uuid import uuid4

from django.test import Client
from django.utils.translation import override

from scoring.clubs.privacy.stored import stored_about
from scoring.models import Act, OtherVersion, Sheet
from tests.support.pages import text_of
from tests.support.scoring.corrections import SHEET, correct
from tests.support.scoring.house import House, in_ids, now
from tests.support.scoring.recording import address, totals, with_link
from tests.support.scoring.tables import FOUR, REDEAL, Record, dreier, in_thirds
from tests.support.scoring.verify import lies, unnoticed
from tests.support.visitors import JSON

sheet = SHEET.fixture()


def sent(sheet: Sheet, record: Record, **further: Any) -> dict[str, Any]:
    return {"id": str(uuid4()), "after": now(sheet).seq, "record": in_ids(sheet, record), **further}


def post(phone: Client, url: str, body: dict[str, Any]) -> Any:
    return phone.post(url, body, **JSON)


def test_a_conflict_says_which_hand_it_was_and_what_it_came_to(house: House, sheet: Sheet) -> None:
    phone, body = with_link(sheet, "record"), sent(sheet, dreier("Anna", won=False))
    written = house.play(sheet, dreier("Anna")).entry
    answer = post(phone, address("record", sheet), body)
    assert answer.status_code == 409
    [theirs] = answer.json()["since"]
    assert theirs["id"] == str(written.pk)
    assert dict(theirs["amounts"]) == {"Anna": "+15", "Bert": "−5", "Cilli": "−5", "Dora": "−5"}
    ours = post(phone, address("preview", sheet), {**body, "at": theirs["id"]}).json()
    assert ours["own"] == "−15"


def test_a_preview_says_that_the_hand_to_correct_is_no_longer_there(house: House, sheet: Sheet) -> None:
    phone, body = with_link(sheet, "record"), sent(sheet, dreier("Anna"))
    for where in ("at", "before"):
        answer = post(phone, address("preview", sheet), {**body, where: str(uuid4())})
        assert answer.status_code == 200
        [problem] = answer.json()["problems"]
        assert problem["text"] == "This hand is no longer on the sheet: save yours as a hand of its own."


def test_a_conflict_counts_from_the_number_that_the_phone_had_come_to(house: House, sheet: Sheet) -> None:
    phone, first = with_link(sheet, "record"), house.play(sheet, dreier("Anna")).entry
    body = sent(sheet, dreier("Bert"))
    house.play(sheet, REDEAL)
    house.play(sheet, dreier("Cilli"))
    correct(house, sheet, first, dreier("Anna", won=False))
    answer = post(phone, address("record", sheet), body).json()
    assert answer["next"] == 2
    assert sorted((theirs["number"] or 0) for theirs in answer["since"]) == [0, 1, 2]


def test_what_was_not_taken_stays_in_the_history_by_whom_and_when(house: House, sheet: Sheet) -> None:
    written = house.play(sheet, dreier("Anna")).entry
    house.play(sheet, dreier("Bert"))
    url = address("other_version", sheet, written.pk)
    body = sent(sheet, dreier("Anna", won=False), ago=60_000)
    for _time in range(2):  # the answer was lost: sent again it is there once
        answer = post(house.client("Bert"), url, body)
        assert (answer.status_code, answer.json()["seq"]) == (200, 2)
    assert OtherVersion.objects.count() == 1
    assert totals(sheet)["Anna"] == 10
    assert post(with_link(sheet, "record"), url, {**body, "record": {}}).status_code == 400
    everybody = sent(sheet, in_thirds("Cilli", FOUR))
    assert post(house.client("Bert"), url, everybody).status_code == 200
    assert post(house.client("Bert"), url, sent(sheet, dreier("0"))).status_code == 400, "who sat elsewhere"
    page = text_of(house.client("Anna", "en").get(address("hand", sheet, written.pk)))
    assert "Bert : recorded differently on another phone; not taken" in page
    assert "Anna: Dreier, lost. Bert, Cilli, Dora +5 · Anna −15" in page


def test_it_is_among_what_is_stored_about_a_member_and_verified(house: House, sheet: Sheet) -> None:
    written = house.play(sheet, dreier("Anna")).entry
    url = address("other_version", sheet, written.pk)
    post(house.client("Bert"), url, sent(sheet, dreier("Anna", won=False)))
    house.play(house.sheet(evening=sheet.evening, name="2"), dreier("Bert"))
    with override("en"):
        book = stored_about(house.member("Bert"))
    [table] = [table for table in book.tables if table.title == "Hands recorded differently"]
    assert "Dreier, lost." in str(list(table.rows))
    assert unnoticed(now(sheet), lies(__file__, "versions")) == {}


def test_taken_instead_it_corrects_the_hand_once(house: House, sheet: Sheet) -> None:
    written = house.play(sheet, dreier("Anna")).entry
    phone, url = with_link(sheet, "record"), address("other_version", sheet, written.pk)
    body = sent(sheet, dreier("Anna", won=False), takes=True)
    for _time in range(2):
        assert post(phone, url, body).json()["seq"] == 2
    [first, second] = sheet.entries.order_by("seq")
    assert (second.act, second.supersedes) == (Act.CORRECT, first)
    assert totals(sheet)["Anna"] == -15
    later = post(phone, url, sent(sheet, dreier("Anna"), takes=True, after=1))
    assert later.status_code == 409  # somebody has written since: both are looked at once more
    reader = post(with_link(sheet, "read"), url, sent(sheet, dreier("Anna")))
    assert reader.status_code == 403
    post(house.client("Anna"), address("undo", sheet), {"id": str(uuid4()), "after": 2})
    gone = post(house.client("Anna", "en"), url, sent(sheet, dreier("Anna"), takes=True))
    assert "save yours as a hand of its own" in gone.json()["problems"][0]["text"]
    assert post(phone, url, body).json()["seq"] == 2  # of which no answer came: as the first time
    assert post(house.client("Anna"), url, sent(sheet, dreier("Anna"))).status_code == 200
