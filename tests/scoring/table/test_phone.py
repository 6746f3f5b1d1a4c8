"""A phone without network is told the same as the server answers when it has written the same hands."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from struct import unpack
from typing import Any
from uuid import uuid4

from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

from scoring.engine.phone import FORM, answered, rules_document
from scoring.engine.rules import PagatkassaTerms
from scoring.models import Club, ProgramMistake, Sheet
from scoring.rules import data_of
from tests.support.scoring.house import House, in_ids, now
from tests.support.scoring.tables import (
    FIVE,
    FOUR,
    REDEAL,
    SCHLUSSRADL,
    STRUCK,
    Record,
    dealer,
    dreier,
    hand,
    pagat,
    rufer,
    seating,
    trischaken,
)
from tests.support.scoring.verify import verified

TERMS = PagatkassaTerms(stake=10, start=20)
UNDO: Record = {"undo": True}


class Phone:
    """It has seen the table once; everything is entered on it and on the server, too."""

    def __init__(self, client: Client, sheet: Sheet) -> None:
        self.client, self.sheet = client, sheet
        page = client.get(reverse("scoring:record", args=[sheet.pk]))
        self.table = json.loads(page.context["table"])
        self.waits: list[dict[str, Any]] = []

    def enter(self, record: Record) -> tuple[dict[str, Any], dict[str, Any]]:
        """What the phone is told of this entry, and what the server answers to it."""
        self.waits.append(record if record == UNDO else {"record": in_ids(self.sheet, record)})
        return self.asked()["entries"][-1], self.saved(record)

    def asked(self, **further: Any) -> dict[str, Any]:
        version = now(self.sheet).ruleset
        question = {
            "form": FORM,
            "language": "de",
            "names": self.sheet.evening.names(),
            "rules": rules_document(version.digest, version.slug, data_of(version.text)),
            "standing": self.table["standing"],
            "waits": self.waits,
            **further,
        }
        answer: dict[str, Any] = json.loads(answered(json.dumps(question)))
        return answer

    def saved(self, record: Record) -> dict[str, Any]:
        sent = {"id": str(uuid4()), "after": now(self.sheet).seq}
        if record == UNDO:
            return self.post("undo", sent)
        return self.post("record", sent | {"record": in_ids(self.sheet, record)})

    def post(self, name: str, sent: Mapping[str, Any]) -> dict[str, Any]:
        answer = self.client.post(
            reverse(f"scoring:{name}", args=[self.sheet.pk]), sent, content_type="application/json"
        )
        document: dict[str, Any] = answer.json()
        assert answer.status_code == 200, document
        return document


def agrees(told: Mapping[str, Any], saved: Mapping[str, Any]) -> None:
    assert "problems" not in told, told
    for key in ("number", "said", "settlement", "amounts"):
        assert told[key] == saved[key], key
    for key in told["table"]:
        assert told["table"][key] == saved["table"][key] or is_pot_before(key, saved), key


def is_pot_before(key: str, saved: Mapping[str, Any]) -> bool:
    """What an entry had moved in the pot that stands last since another was taken back is told nowhere."""
    return key == "pot" and saved["said"].startswith("Zurückgenommen")


def with_pot(house: House) -> Sheet:
    return house.sheet(FIVE, evening=house.evening(pagatkassa=TERMS))


def test_a_whole_evening_comes_to_the_same_without_the_server(house: House) -> None:
    phone = Phone(house.client("Anna"), with_pot(house))
    evening = (
        REDEAL,
        trischaken("Anna"),
        dreier("Cilli", won=False),
        pagat("Cilli", made=False, declarer="Cilli"),
        UNDO,
        STRUCK,
        rufer("Dora", "Anna"),
        pagat("Bert", made=True, declarer="Bert"),
        seating("Emil", "Dora", "Cilli", "Bert", "Anna", dealer="Bert"),
        dreier("Emil"),
        dealer("Emil"),
        SCHLUSSRADL,
        rufer("Dora", "Anna"),
        UNDO,
        UNDO,
        dreier("Dora"),
    )
    for record in evening:
        agrees(*phone.enter(record))


def test_what_is_typed_is_previewed_as_by_the_server(house: House) -> None:
    phone = Phone(house.client("Anna"), with_pot(house))
    phone.enter(trischaken("Anna"))
    for record in (dreier("Bert"), dreier("Emil"), {"games": []}, REDEAL, rufer("Bert", "Bert")):
        typed = {"record": in_ids(phone.sheet, record)}
        told = phone.asked(typed=typed)["preview"]
        assert told | {"after": 1} == phone.post("preview", typed)


def test_a_phone_goes_on_from_where_the_server_has_left_the_table(house: House) -> None:
    sheet = with_pot(house)
    anna = house.client("Anna")
    for record, declarer in ((trischaken("Anna"), "Bert"), (dreier("Cilli"), "Dora"), (REDEAL, "Emil")):
        Phone(anna, sheet).enter(record)
        agrees(*Phone(anna, sheet).enter(dreier(declarer)))


def test_other_amounts_than_a_phone_had_shown_are_told_to_both(house: House) -> None:
    phone = Phone(house.client("Anna"), house.sheet())
    [told, saved] = phone.enter(dreier("Anna"))
    assert "differs" not in saved
    phone.waits = []
    amounts = [amount for _name, amount in told["amounts"]]
    for vorhand, shown, differs in (
        ("Bert", {"number": 2, "amounts": amounts}, False),
        ("Cilli", {"number": 3, "amounts": ["+18", *amounts[1:]]}, True),
        ("Dora", {"number": 9, "amounts": amounts}, True),
        ("Anna", "anything", False),
    ):
        here = now(phone.sheet)
        record = in_ids(phone.sheet, dreier(vorhand))
        sent = {"id": str(uuid4()), "after": here.seq, "record": record, "shown": shown}
        assert ("differs" in phone.post("record", sent)) is differs
    [mistake] = ProgramMistake.objects.all()
    assert (mistake.kind, mistake.count) == ("PhoneDiffers", 2)
    assert mistake.location == "scoring.table.views.recording"


# Who is at the door, and the worker that opens pages


def test_at_the_door_a_page_learns_who_is_signed_in_and_gets_a_token_that_opens_forms(house: House) -> None:
    sheet = house.sheet()
    client = Client(enforce_csrf_checks=True)
    assert client.get("/door/").json()["account"] == ""
    client.force_login(house["Anna"])
    told = client.get("/door/").json()
    assert told["account"] == str(house["Anna"].pk)
    answer = client.post(
        f"/sheets/{sheet.pk}/preview/",
        {"record": {}},
        content_type="application/json",
        headers={"X-CSRFToken": told["token"]},
    )
    assert answer.status_code == 200


def files_of(script: str) -> list[str]:
    found = re.search(r"const FILES = (\[.*?\]);", script, re.DOTALL)
    assert found is not None
    return list(json.loads(found[1]))


def test_the_worker_keeps_everything_that_the_two_pages_are_made_of(house: House) -> None:
    """A browser always asks for the newest; pages say for whom they were made: nobody else is shown them."""
    client, sheet, asked = house.client("Anna"), house.sheet(), set()
    for page in ("", "record/"):
        html = client.get(f"/sheets/{sheet.pk}/{page}").content.decode()
        asked |= set(re.findall(r'(?:src|href)="(/static/[^"#]+)[#"]', html))
        assert f'data-visitor="{house["Anna"].pk}"' in html
    worker = client.get("/service-worker.js")
    assert worker["Content-Type"].startswith("text/javascript")
    assert "no-cache" in worker["Cache-Control"]
    kept = files_of(worker.content.decode())
    assert asked <= set(kept)
    assert all(finders.find(file.removeprefix("/static/")) for file in kept)


def test_where_no_worker_is_wanted_the_old_one_clears_away_and_no_page_asks_for_a_new_one(
    house: House, settings: Any
) -> None:
    settings.OFFLINE_PAGES = False
    assert "unregister()" in house.client("").get("/service-worker.js").content.decode()
    html = house.client("Anna").get(f"/sheets/{house.sheet().pk}/record/").content.decode()
    assert 'data-worker=""' in html
    settings.OFFLINE_PAGES, settings.PHONE_ENGINE = True, lambda: None
    assert "const ENGINE_FILES = [];" in Client().get("/service-worker.js").content.decode()


def test_the_program_can_be_put_on_the_screen_of_a_phone() -> None:
    page = Client().get("/rules/").content.decode()
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
    answer = Client().get("/manifest.webmanifest?language=en")
    told = answer.json()
    assert answer.headers["Content-Type"] == "application/manifest+json"
    assert "no-cache" in answer.headers["Cache-Control"]
    assert (told["start_url"], told["display"], told["lang"]) == ("/", "standalone", "en")
    assert pictures_of(told["icons"]) == [
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    ]


def pictures_of(listed: list[dict[str, str]]) -> list[tuple[str, str | None]]:
    """Return size and purpose of each picture of a manifest; its file has that size."""
    for picture in listed:
        file = finders.find(re.sub(r"[.][0-9a-f]{12}(?=[.])", "", picture["src"].removeprefix("/static/")))
        assert file is not None
        width, height = unpack(">II", Path(file).read_bytes()[16:24])
        assert picture["sizes"] == f"{width}x{height}"
    return [(picture["sizes"], picture.get("purpose")) for picture in listed]


def test_each_club_is_an_icon_of_its_own_that_opens_its_today(house: House) -> None:
    anna, south = house.client("Anna"), Club.objects.get(name="Kaffeehaus Süd")
    for club, short in ((house.club, "Mühlviertler"), (south, "Kaffeehaus")):
        here = club.get_absolute_url()
        address = f"{here}manifest.webmanifest"
        link = f'<link rel="manifest" href="{address}" crossorigin="use-credentials">'
        assert link in anna.get(here).content.decode()
        told = anna.get(address).json()
        assert (told["id"], told["start_url"], told["scope"]) == (here, here, "/")
        assert (told["name"], told["short_name"]) == (club.name, short)
        assert [way["url"] for way in told["shortcuts"]] == [f"{here}record/", f"{here}season/"]
        assert pictures_of(told["screenshots"]) == [("390x844", None)] * 2
    sheet = house.sheet()
    assert "crossorigin" in anna.get(f"/sheets/{sheet.pk}/record/").content.decode()
    assert anna.get(f"{house.club.get_absolute_url()}record/").headers["Location"] == (
        f"/sheets/{sheet.pk}/record/"
    )
    assert anna.get(f"{south.get_absolute_url()}record/").headers["Location"].endswith("/play/")


EXCLUDED: Record = {
    **hand("dreier", "Bert", points="14/0"),
    "premiums": [{"premium": "trull", "by": "Bert", "made": True}],
}
WHY_NOT = "Trull (Bert) and 14/0: with Trull it is at least 14/1."


def test_a_hand_that_no_cards_can_give_is_stored_anyway_by_whoever_directs(house: House) -> None:
    sheet = house.sheet(FOUR)
    address = reverse("scoring:record", args=[sheet.pk])
    sent = {"id": str(uuid4()), "after": 0, "record": in_ids(sheet, EXCLUDED)}
    anna, cilli = (house.client(name, "en") for name in ("Anna", "Cilli"))
    for client, further in ((anna, {}), (cilli, {}), (cilli, {"anyway": "Counted twice"})):
        answer = client.post(address, sent | further, content_type="application/json")
        assert answer.status_code == 400
        assert [problem["text"] for problem in answer.json()["problems"]] == [WHY_NOT]
        assert answer.json()["only_by_cards"] is (client is anna)
    assert now(sheet).seq == 0
    for further in ({"anyway": "Counted twice"}, {"anyway": "Counted twice"}, {}):  # it is written once
        answer = anna.post(address, sent | further, content_type="application/json")
        assert answer.status_code == 200
    [entry] = sheet.entries.all()
    assert (entry.record, entry.reason.text) == (in_ids(sheet, EXCLUDED), "Counted twice")
    assert verified()[0] == 0, verified()[1]


def test_what_the_rules_forbid_is_never_stored_anyway(house: House) -> None:
    sheet = house.sheet(FOUR)
    record = in_ids(sheet, hand("dreier", "Bert", partner="Anna", won=True))
    sent = {"id": str(uuid4()), "after": 0, "record": record, "anyway": "Counted twice"}
    address = reverse("scoring:record", args=[sheet.pk])
    answer = house.client("Anna", "en").post(address, sent, content_type="application/json")
    assert (answer.status_code, answer.json()["only_by_cards"]) == (400, False)


def test_a_hand_that_cards_can_give_has_no_reason(house: House) -> None:
    sheet = house.sheet(FOUR)
    sent = {"id": str(uuid4()), "after": 0, "record": in_ids(sheet, dreier("Bert")), "anyway": "Twice"}
    address = reverse("scoring:record", args=[sheet.pk])
    assert house.client("Anna").post(address, sent, content_type="application/json").status_code == 200
    assert sheet.entries.get().reason is None


def test_a_phone_reckons_a_hand_that_waits_with_a_reason(house: House) -> None:
    phone = Phone(house.client("Anna", "en"), house.sheet(FOUR))
    record = in_ids(phone.sheet, EXCLUDED)
    phone.waits = [{"record": record}]
    assert "problems" in phone.asked()["entries"][0]
    phone.waits = [{"record": record, "anyway": "Counted twice"}]
    sent = {"id": str(uuid4()), "after": 0, "record": record, "anyway": "Counted twice"}
    agrees(phone.asked(language="en")["entries"][0], phone.post("record", sent))


def test_a_version_of_two_phones_is_taken_anyway_by_whoever_directs(house: House) -> None:
    sheet = house.sheet(FOUR)
    entry = house.play(sheet, dreier("Bert")).entry
    address = reverse("scoring:other_version", args=[sheet.pk, entry.pk])
    sent = {"id": str(uuid4()), "after": 1, "record": in_ids(sheet, EXCLUDED), "takes": True}
    for name, status in (("Cilli", 400), ("Anna", 200)):
        answer = house.client(name, "en").post(
            address, sent | {"anyway": "Counted twice"}, content_type="application/json"
        )
        assert answer.status_code == status
    corrected = sheet.entries.get(supersedes=entry)
    assert (corrected.record, corrected.reason.text) == (in_ids(sheet, EXCLUDED), "Counted twice")
