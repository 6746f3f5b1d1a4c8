"""What cannot have happened is refused by table, command and calculator in the same words."""

import json
from collections.abc import Iterator
from io import BytesIO
from typing import Any
from uuid import uuid4

from django.test import Client

from scoring.calculator.hands import written
from scoring.engine.customs import Who
from scoring.engine.problems import IllegalHand, problems_with
from scoring.engine.problems.problem import CARDS_EXCLUDE
from scoring.engine.record import from_dict
from scoring.engine.rules import Rules
from scoring.models import Row
from scoring.rules import published
from scoring.rules.settling import settle_lines
from tests.support.engine.rulebook import rulebook
from tests.support.scoring.house import House, in_ids

Document = dict[str, Any]

CODES = CARDS_EXCLUDE | {
    "blatt_needed",
    "result_contradicts_points",
    "result_contradicts_tricks",
    "won_at_a_draw",
}
DERIVED = ("rules", "players", "radl")  # a table knows them


def codes_of(document: dict[str, Any], rules: Rules) -> set[str]:
    """Return what is wrong with a hand, in the codes of the engine."""
    try:
        return {problem.code for problem in problems_with(from_dict(document, rules), rules)}
    except IllegalHand as illegal:
        return {problem.code for problem in illegal.problems}


def impossible() -> Iterator[tuple[Document, set[str]]]:
    """The worked examples of all sheets whose facts exclude each other; what is inherited, only once."""
    for slug, rules in published().items():
        for example in rulebook(slug).examples:
            codes = codes_of(example.document, rules) & CODES if example.refused else set()
            contract = rules.contracts.get((example.document.get("games") or [{}])[0].get("contract", ""))
            if codes and contract is not None and contract.who is Who.ANYONE:  # another one is Vorhand there
                yield {"rules": slug, **example.document}, codes


def by_command(documents: list[Document]) -> list[list[str]]:
    lines, said = "\n".join(json.dumps(document) for document in documents), BytesIO()
    settle_lines(BytesIO(lines.encode()), said, rules=None, language="de")
    return [sorted(json.loads(line)["problems"]) for line in said.getvalue().splitlines()]


def by_calculator(client: Client, document: Document) -> list[str]:
    answer = client.get("/calculator/settlement/", {"hand": written(document)})
    return sorted(problem["text"] for problem in answer.json()["problems"])


def at_the_table(client: Client, house: House, documents: list[Document]) -> list[list[str]]:
    said, sheets = [], {}
    for document in documents:
        where = (document["rules"], *document["players"])
        sheet = sheets.get(where) or house.sheet(document["players"], rules=document["rules"])
        sheets[where] = sheet
        record = {key: value for key, value in document.items() if key not in DERIVED}
        sent = {"id": str(uuid4()), "after": 0, "record": in_ids(sheet, record)}
        answer = client.post(f"/sheets/{sheet.pk}/record/", sent, "application/json")
        said.append(sorted(problem["text"] for problem in answer.json()["problems"]))
    return said


def test_whoever_is_asked_says_the_same(house: House) -> None:
    hands = list(impossible())
    assert set().union(*(codes for _hand, codes in hands)) == CODES
    documents, client = [hand for hand, _codes in hands], house.client("Anna")
    said = by_command(documents)
    assert [by_calculator(client, document) for document in documents] == said
    assert at_the_table(client, house, documents) == said
    assert not Row.objects.exists()
