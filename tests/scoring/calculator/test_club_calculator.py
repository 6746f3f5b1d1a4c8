"""A hand worked out under a club's own sheets: each version, and a draft for those who may see it."""

import json
import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from scoring.calculator.hands import written
from scoring.models import Ruleset
from scoring.rule_editor import verbs as house_rules
from scoring.rule_editor.draft import SheetDraft
from tests.support.pages import data_on, text_of
from tests.support.scoring.house import House, english
from tests.support.scoring.house_rules import address, dearer, own, save

pytestmark = pytest.mark.usefixtures("english")

FOUR = ["Anna", "Bert", "Cilli", "Dora"]
DREIER = {"contract": "dreier", "declarer": "Anna", "won": True}


def link(rules: str) -> str:
    return written({"rules": rules, "players": FOUR, "games": [DREIER]})


def paid(client: Client, house: House, rules: str) -> str:
    """What a Dreier of Anna brings her there, or what is wrong."""
    answer = client.get(address(house, "calculator/settlement/"), {"hand": link(rules)}).json()
    return answer["save"] or "; ".join(problem["text"] for problem in answer["problems"])


def page_of(client: Client, house: House, status: int = 200, **asked: str) -> str:
    response = client.get(address(house, "calculator/"), asked)
    assert response.status_code == status
    return response.content.decode()


def draft(house: House, ruleset: Ruleset, value: int | str) -> None:
    """A Dreier is worth something else in the next version."""
    ruleset.refresh_from_db()
    data = house_rules.draft_of(ruleset).answers
    data["contracts"]["dreier"]["value"] = value
    house.do(
        house_rules.change_draft,
        by="Anna",
        ruleset=ruleset,
        draft_seq=ruleset.draft_seq,
        draft=SheetDraft(data),
    )


@pytest.fixture
def sheet(house: House) -> Ruleset:
    """Two versions and a draft: a Dreier is worth 5, then 6, then 7."""
    ruleset = own(house, change=dearer(5))
    save(house, ruleset, dearer(6))
    draft(house, ruleset, 7)
    return ruleset


def test_every_version_settles_as_it_says_and_the_draft_as_it_stands(house: House, sheet: Ruleset) -> None:
    client = english(house, "Anna")
    brings = {
        key: re.findall(r"\d+", paid(client, house, key))[0]
        for key in ("freitag.1", "freitag.2", "freitag", "freitag.draft", "treffpunkt")
    }
    assert brings == {
        "freitag.1": "15",
        "freitag.2": "18",
        "freitag": "18",
        "freitag.draft": "21",
        "treffpunkt": re.findall(r"\d+", paid(client, house, "treffpunkt"))[0],
    }
    page = page_of(english(house, "Bert"), house, rules="freitag")
    assert data_on(page, "form")["rules"] == "freitag.2", "without a number it is the newest, from then on"
    version = address(house, "rules/freitag/versions/2/")
    assert "Freitag, version 2</small></h1>" in page
    assert f'<a class="button second" href="{version}">Read the sheet</a>' in page
    save(house, sheet)
    assert data_on(page_of(client, house, hand=link("freitag.draft")), "form")["rules"] == "freitag.3"


def test_a_draft_is_for_those_who_direct_the_club(house: House, sheet: Ruleset) -> None:
    directs, plays = english(house, "Anna"), english(house, "Dora")
    assert "Freitag, draft" in text_of(page_of(directs, house, rules="freitag.draft"))
    page_of(plays, house, 404, rules="freitag.draft")
    assert "draft" not in page_of(plays, house, rules="freitag.2")
    assert "freitag.draft" in page_of(directs, house, rules="freitag.2")
    refused = plays.get(address(house, "calculator/settlement/"), {"hand": link("freitag.draft")})
    assert refused.status_code == 400
    code = address(house, "calculator/code/")
    assert plays.get(code, {"hand": link("freitag.2")}).status_code in (200, 404)  # nowhere to scan it from
    assert plays.get(code, {"hand": link("freitag.draft")}).status_code == 404


def test_another_clubs_sheets_are_not_there(house: House, sheet: Ruleset) -> None:
    for key in ("samstag", "samstag.1", "freitag.3", "freitag.x", "freitag.1.2"):
        page_of(english(house, "Anna"), house, 404, rules=key)


# A table to try


def tried(client: Client, house: House, key: str, what: str = "preview", *before: Any) -> Any:
    """What the recording page of a table to try says to a Dreier of the first seat."""
    where = address(house, f"try/{key}/{what}/")
    game = {**DREIER, "declarer": "seat-1"}
    log = {"entries": before, "undone": []}
    sent = {"id": str(uuid4()), "log": log, "record": {"games": [game]}}
    return client.post(where, sent, content_type="application/json")


def test_hands_are_recorded_to_try_under_every_version_and_under_the_draft(
    house: House, sheet: Ruleset
) -> None:
    anna = english(house, "Anna")
    worth = {}
    for key in ("freitag.1", "freitag.2", "freitag.draft"):
        page = anna.get(address(house, f"try/{key}/"), follow=True)
        assert json.loads(page.context["table"])["urls"]["save"] == address(house, f"try/{key}/record/")
        worth[key] = tried(anna, house, key).json()["own"]
    assert worth == {"freitag.1": "+15", "freitag.2": "+18", "freitag.draft": "+21"}
    saved = tried(anna, house, "freitag.draft", "record").json()
    assert saved["amounts"][0] == ["Anna", "+21"]
    assert "Freitag, draft" in text_of(page_of(anna, house, rules="freitag.draft", table=""))


def test_a_draft_is_tried_only_by_who_directs_and_only_while_it_can_be_played(
    house: House, sheet: Ruleset
) -> None:
    key = "freitag.draft"
    plays, anna = english(house, "Dora"), english(house, "Anna")
    assert plays.get(address(house, f"try/{key}/"), follow=True).status_code == 404
    assert tried(plays, house, key).status_code == 404
    assert tried(plays, house, "freitag.2").json()["own"] == "+18"
    played = {"games": [{"contract": "besserrufer", "declarer": "seat-1", "won": True}]}  # is in it no more
    answer = tried(anna, house, key, "record", played)
    assert answer.status_code == 400
    assert answer.json()["problems"][0]["text"].startswith("The draft was changed in the meantime.")
    draft(house, sheet, "dear")
    answer = anna.get(address(house, f"try/{key}/"), follow=True)
    assert answer.redirect_chain
    assert "No hand can be worked out under this draft" in text_of(answer)
    assert paid(anna, house, key) == "No hand can be worked out under this draft until it is corrected."
    page_of(anna, house, 400, hand=link(key))
    assert key in page_of(anna, house, rules="freitag.1"), "in the list it stands all the same"
    answer = tried(anna, house, key)
    assert answer.status_code == 400
    assert answer.json()["problems"][0]["text"].startswith("The draft was changed in the meantime.")
