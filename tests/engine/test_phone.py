"""What a phone without network is told of hands that wait: the same as follows from them on the server."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from scoring.engine.amounts import noted
from scoring.engine.pagatkassa import pagatkassa
from scoring.engine.phone import FORM, answered
from scoring.engine.play_money import Purse, TableMoney
from scoring.engine.sheet import SheetRow
from scoring.engine.table_state import TableState
from scoring.phone_chart import answered as with_chart
from scoring.rules import SLUGS, published
from tests.engine.sheet import rows_of
from tests.support.engine.phone import (
    EVENINGS,
    NAMES,
    TERMS,
    drawn,
    here,
    question,
    recorded,
    rules_text,
)

DREIER = {"games": [{"contract": "dreier", "declarer": "1", "won": True}]}
TRISCHAKEN = {"games": [{"contract": "trischaken", "declarer": "1", "order": [["2"]]}]}


def ask(asked: object) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(answered(json.dumps(asked)))
    return answer


def entries(*records: Any, at: TableState | None = None) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = ask(question(*records, at=at))["entries"]
    return found


@pytest.mark.parametrize("slug", SLUGS)
def test_drawn_evenings_come_to_the_same_as_they_do_from_their_beginning(slug: str) -> None:
    for seed in EVENINGS:
        sheet = drawn(slug, seed)
        rules = published()[slug].under(sheet.options)
        rows = {row.fact.sort_key: row for row in rows_of(sheet, published()[slug])}
        pot = pagatkassa(sheet, TERMS)
        at = here(slug, sheet.players, sheet.dealer, **sheet.options)
        answers = entries(*(recorded(entry, rules) for entry in sheet.entries), at=at)
        assert len(answers) == len(sheet.entries)
        for number, answer in enumerate(answers):
            if number in rows:
                agrees(answer, rows[number])
        if answers:
            kassa = answers[-1]["table"]["standing"]["kassa"]
            assert kassa["cents"] == pot.left.cents


def agrees(answer: dict[str, Any], row: SheetRow) -> None:
    settlement = row.settlement
    assert answer["radl"] == row.radl
    assert answer["table"]["radl_left"] == row.owed
    amounts = [] if settlement is None else settlement.amounts
    assert [amount for _name, amount in answer["amounts"]] == [noted(amount) for amount in amounts]
    assert [name for name, _amount in answer["amounts"]] == [
        NAMES[player] for player in row.players if amounts
    ]
    for seat in answer["table"]["seats"]:
        assert seat["total"] == noted(row.totals[seat["id"]])


def test_the_sheet_of_what_waits_has_totals_how_it_went_and_who_pays_whom() -> None:
    played_for = {"cents_per_point": 10, "currency": "EUR", "seed": "evening 7"}
    waits = (TRISCHAKEN, DREIER, {"undo": True}, {"void": "struck", "reason": "Cards mixed up"}, DREIER)
    answer = ask(question(*waits, sheet=played_for))
    sheet = answer["sheet"]
    assert sheet.count("1. Anna: Trischaken") == 1
    assert sheet.count("2. Anna: Dreier") == 1  # the one before it was taken back
    assert "2. Anna: Dreier, won. ×2" in sheet
    assert "Cards mixed up" in sheet
    assert '<td class="gets">+30 <small>' in sheet
    assert re.search(r"<li>Bert pays Anna €\d", answer["settling"])
    without_money = ask(question(*waits, sheet={**played_for, "cents_per_point": 0}))
    assert without_money["settling"] == ""
    assert without_money["courses"]["Bert"] == [0, -6, -16]
    assert "Nobody owes anything." in ask(question(sheet=played_for))["settling"]
    of_a_tournament = question(DREIER, at=replace(here(), with_totals=False), sheet=played_for)
    assert (ask(of_a_tournament)["sheet"], ask(of_a_tournament)["settling"]) == ("", "")
    drawn_by_the_phone = json.loads(with_chart(json.dumps(question(*waits, sheet=played_for))))
    assert drawn_by_the_phone["course"].count("<svg") == 1
    assert "colour-0" in drawn_by_the_phone["course"]
    colours = dict(zip(NAMES, (11, 5, 3, 9), strict=False))
    in_colours = {**question(*waits, sheet=played_for), "colours": colours}
    for name, colour in zip(NAMES.values(), colours.values(), strict=False):
        drawn_line = rf'colour-{colour}">(?:(?!</g>).)*>{name}</text>'
        assert re.search(drawn_line, json.loads(with_chart(json.dumps(in_colours)))["course"])
    assert with_chart(json.dumps(question(DREIER))) == answered(json.dumps(question(DREIER)))


def test_the_sheet_of_what_waits_has_its_columns_as_they_sit() -> None:
    """Emil comes between two others: what was played before has an empty place there."""
    sits = {"event": "seating", "players": ["1", "5", "3", "4"], "dealer": "1"}
    played_for = {"cents_per_point": 0, "currency": "EUR", "seed": "evening 7"}
    sheet = ask(question(DREIER, sits, DREIER, sheet=played_for))["sheet"]
    rows = [re.findall("<t[hd](?: [^>]*)?>(.*?)</t[hd]>", row) for row in sheet.split("<tr>")]
    heads, first, last = rows[1], rows[5], rows[-1]
    assert heads == ["Anna", NAMES["5"], "Cilli", "Dora", "Bert"]
    assert first[1] == "", first
    assert [cell.partition(" ")[0] for cell in first] == ["+15", "", "−5", "−5", "−5"]
    assert last == ["+30", "−5", "−10", "−10", "−5"]


def test_at_a_tournament_play_money_busts_and_replacement_capital_are_known() -> None:
    purse = TableMoney(Purse(5, 1, 50), {}, ranked_last=True)
    at = replace(here(), with_totals=False, held=purse)
    first, undone = entries(DREIER, {"undo": True}, at=at)
    anna, bert, *_ = first["table"]["accounts"]
    assert anna == {"id": "1", "amount": "20", "change": "+15", "bust": 0}
    assert bert == {"id": "2", "amount": "50", "change": "−5", "bust": 1}
    told = "Bert: 5 − 5 = 0, replacement capital 50, now 50, is ranked last"
    assert f'<p class="said">{told}</p>' in first["table"]["notices"]
    assert undone["table"]["standing"] == at.as_json()
    further = question(DREIER) | {"standing": first["table"]["standing"]}
    [second] = ask(further)["entries"]
    assert second["table"]["accounts"][1] == {"id": "2", "amount": "45", "change": "−5", "bust": 1}
    schrift = replace(here("standard-skoty"), with_totals=False, held=TableMoney(None, {}))
    [hand] = entries({"games": [DREIER["games"][0] | {"kontra": "re"}]}, at=schrift)
    assert hand["amounts"][0] == ["Anna", "+60"]
    assert hand["table"]["accounts"][0] == {"id": "1", "amount": "+30", "change": "+30", "bust": 0}


def test_an_undo_of_what_was_sent_meanwhile_brings_its_own_standing() -> None:
    before = here().as_json()
    [first] = entries(DREIER)
    later = question({"undo": True, "standing": before}) | {"standing": first["table"]["standing"]}
    [undone] = ask(later)["entries"]
    assert undone["table"]["number"] == 1
    assert undone["table"]["standing"] == before
    [unknown] = ask(question({"undo": True}))["entries"]
    assert unknown["problems"]


def test_a_new_table_begins_on_the_phone() -> None:
    asked = question(DREIER)
    kassa = asked["standing"]["kassa"]
    begin = {"players": ["1", "2", "3", "4", "5"], "dealer": "5", "kassa": kassa}
    del asked["standing"]
    answer = ask({**asked, "begin": begin})
    assert answer["table"]["number"] == 1
    assert answer["table"]["banner"].startswith("<b>Emil</b> deals")
    assert answer["table"]["standing"]["kassa"] == kassa
    assert answer["entries"][0]["table"]["number"] == 2
    assert ask({**asked, "begin": {**begin, "dealer": "7"}})["wrong"] == "question"


def test_what_is_typed_is_judged_behind_all_that_waits() -> None:
    typed = {"record": DREIER, "instead": {"games": [{**DREIER["games"][0], "won": False}]}}
    answer = ask(question(TRISCHAKEN, typed=typed))
    assert answer["preview"]["own"] == "+30"  # doubled: a Radl follows the Trischaken
    assert answer["preview"]["instead"]["own"] == "−30"
    assert answer["preview"]["problems"] == []


def test_an_entry_that_cannot_stand_has_its_problems_and_those_behind_it_are_not_known() -> None:
    wrong = {"games": [{"contract": "dreier", "declarer": "1"}]}
    first, second = entries(DREIER, wrong, DREIER)
    assert first["number"] == 1
    assert second["problems"]
    assert "table" not in second


def test_whoever_was_really_somebody_else_is_paid() -> None:
    asked = question()
    asked["waits"] = [{"record": DREIER, "really": {"1": "2"}}]
    [entry] = ask(asked)["entries"]
    assert entry["amounts"][1] == ["Bert", "+15"]


UNDERSTANDABLE = question(DREIER)
GARBAGE: tuple[Any, ...] = (
    None,
    [],
    {},
    "garbage",
    {**UNDERSTANDABLE, "names": None},
    {**UNDERSTANDABLE, "names": {"1": "Anna"}},
    {**UNDERSTANDABLE, "waits": "all"},
    {**UNDERSTANDABLE, "waits": [7]},
    {**UNDERSTANDABLE, "waits": [{"record": DREIER, "really": 7}]},
    {**UNDERSTANDABLE, "waits": [{}]},
    {**UNDERSTANDABLE, "typed": 7},
    {**UNDERSTANDABLE, "sheet": 7},
    {**UNDERSTANDABLE, "sheet": {"cents_per_point": "many"}},
    {**UNDERSTANDABLE, "rules": "{}"},
    {**UNDERSTANDABLE, "rules": {"digest": "standard"}},
    {**UNDERSTANDABLE, "rules": json.dumps({"digest": "standard", "slug": "standard", "data": {"a": 1}})},
    {**UNDERSTANDABLE, "standing": {}},
    *({**UNDERSTANDABLE, "standing": {**UNDERSTANDABLE["standing"], key: 7}} for key in here().as_json()),
    *(
        {**UNDERSTANDABLE, "standing": {**UNDERSTANDABLE["standing"], "position": position}}
        for position in (
            {**here().position.as_json(), "players": ["1"]},
            {**here().position.as_json(), "dealer": "9"},
            {**here().position.as_json(), "owed": "many"},
            {**here().position.as_json(), "hands": None},
        )
    ),
)


@pytest.mark.parametrize("number", range(len(GARBAGE)))
def test_what_is_no_question_is_answered_by_a_word_for_it(number: int) -> None:
    answer = ask(GARBAGE[number])
    assert answer.get("wrong") in ("question", "rules") or answer == ask(UNDERSTANDABLE)
    assert answered("{") == answered("\x00")


@pytest.mark.parametrize("record", [None, 7, [], "x", {}, {"void": 7}, {"event": "bell"}, {"games": [None]}])
def test_what_is_no_record_has_problems(record: object) -> None:
    [entry] = ask(question() | {"waits": [{"record": record}]})["entries"]
    assert entry["problems"]


def test_somebody_whom_the_phone_does_not_know_cannot_sit_down() -> None:
    [entry] = entries({"event": "seating", "players": ["1", "2", "3", "77"], "dealer": "1"})
    assert entry["problems"][0]["text"] == "This phone does not know who that is."


def test_rules_of_another_version_are_no_answer() -> None:
    other = question(DREIER) | {"rules": rules_text("tirol")}
    assert ask(other)["wrong"] == "rules"


def test_a_question_of_another_program_is_no_question() -> None:
    answer = ask(question(DREIER) | {"form": FORM + 1, "language": "de"})
    assert answer == {
        "wrong": "program",
        "text": "Das Telefon rechnet mit einem anderen Programm als der Server.",
    }
