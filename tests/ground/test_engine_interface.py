"""The interface of `tarock-engine`: typed hands, a table, and records that stay as they were."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from scoring.engine.answers import answer
from scoring.engine.facts import Game, Hand, Schlussradl, Void
from scoring.engine.record.reading import GAME_KEYS, HAND_KEYS
from scoring.rule_editor.published.worked_examples import examples_of
from scoring.rules import SLUGS, published
from tarockclub.engine_wheel import interface, reference
from tarockclub.engine_wheel.interface import Table, TarockError
from tests.support.tournaments.results_files import KEPT, good

STANDARD = published()["standard"]
PEOPLE = ["Anna", "Bert", "Cilli", "Dora", "Emil"]
RUFER = Hand((), (Game("rufer", "Anna", partner="Cilli", won=True),))


def in_bytes(document: Any) -> str:
    return json.dumps(document, ensure_ascii=False)


def settled_with_types(document: dict[str, Any], slug: str) -> dict[str, Any]:
    """Return what `answer` returns, by the typed way alone."""
    sheet = published()[slug]
    try:
        hand = interface.from_dict(document, sheet)
        assert interface.from_dict(interface.to_dict(hand, sheet), sheet) == hand
        return interface.to_dict(interface.settle(hand, sheet), sheet.under(hand.options))
    except TarockError as error:
        return {"problems": [problem.de for problem in error.problems]}


@pytest.mark.parametrize("slug", SLUGS)
def test_the_typed_way_answers_every_example_byte_for_byte_as_the_command_does(slug: str) -> None:
    documents = [example.document for example in examples_of(slug)]
    assert len(documents) > 10
    for document in documents:
        given = {key: value for key, value in document.items() if key != "rules"}
        by_the_command = answer({**given, "rules": slug}, published(), language="de")
        assert in_bytes(settled_with_types(given, slug)) == in_bytes(by_the_command), document
        if "problems" not in by_the_command:
            assert in_bytes(interface.settle({**given, "rules": slug})) == in_bytes(by_the_command)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_table_comes_to_what_the_command_says_of_its_sheet(slug: str) -> None:
    for example in examples_of(slug, "sheet"):
        document = {**example.document, "rules": slug}
        said = answer(document, published(), language="de")
        if "problems" in said:
            with pytest.raises(TarockError):
                interface.replay(document)
            continue
        table = Table(
            published()[slug].under(document.get("options", {})), document["players"], document["dealer"]
        )
        for entry in document["hands"]:
            table.push(entry)
        rows = [interface.to_dict(row, table.sheet) for row in table.rows]
        assert in_bytes(rows) == in_bytes(said["rows"]) == in_bytes(interface.replay(document))


def test_what_was_pushed_is_popped_and_everything_is_as_before() -> None:
    table = Table(STANDARD, PEOPLE, "Emil")
    last = Hand((), (Game("dreier", "Bert", won=True),))
    entries = (RUFER, Void("redeal", "kein Tarock"), Schlussradl(), last)
    seen = []
    for entry in entries:
        seen.append((table.totals, table.next_dealer, table.playing, table.radl_left, [*table.rows]))
        table.push(entry)
    assert table.entries == entries
    assert [row.radl for row in table.rows] == [False, False, True]
    assert table.totals == {**dict.fromkeys(PEOPLE, Fraction(0)), **table.totals}
    assert sum(table.totals.values()) == 0
    assert all(type(total) is Fraction for total in table.totals.values())
    for entry, before in zip(reversed(entries), reversed(seen), strict=True):
        assert table.pop() == entry
        assert (table.totals, table.next_dealer, table.playing, table.radl_left, [*table.rows]) == before
    with pytest.raises(IndexError):
        table.pop()


def test_a_trigger_leaves_doubled_hands_to_come() -> None:
    table = Table(STANDARD, PEOPLE[:4], "Dora")
    table.push(Hand((), (Game("rufer", "Anna", partner="Cilli", drawn=True),)))
    doubled = table.radl_left
    while table.radl_left:
        table.push(Hand((), (Game("dreier", table.playing[0], won=True),)))
    assert doubled == len(table.rows) - 1 == 4


def test_every_error_has_codes_paths_and_sentences_in_both_languages() -> None:
    table = Table(STANDARD, PEOPLE, "Emil")
    misspelt: Any = {"games": [{"contrakt": "rufer"}]}
    wrong = {
        "not_playing": lambda: table.push(Hand((), (Game("rufer", "Anna", partner="Emil", won=True),))),
        "unknown_key_near": lambda: table.push(misspelt),
        "player_twice": lambda: Table(STANDARD, ["Anna"] * 4, "Anna"),
        "unknown_rules": lambda: interface.settle({"rules": "nowhere"}),
        "key_missing": lambda: interface.replay({"players": PEOPLE, "dealer": "Emil", "hands": [{}]}),
        "unknown_near": lambda: interface.house_sheet('extends = "standard"\n[contracts.rufer]\nvalu = 2\n'),
    }
    for code, act in wrong.items():
        with pytest.raises(TarockError) as raised:
            act()
        problems = raised.value.problems
        assert code in [problem.code for problem in problems] or code == "unknown_near", problems
        assert all(problem.path and problem.de and problem.en != problem.de for problem in problems), code
    assert table.entries == ()


def test_a_file_is_checked_whatever_it_is_handed_over_as(tmp_path: Path) -> None:
    path, document = KEPT[0], good(KEPT[0].stem)
    given = (path, path.read_bytes(), path.read_text(), document)
    verdicts = {interface.check(each) for each in given}
    assert [(verdict.status, verdict.letters) for verdict in verdicts] == [
        (0, interface.file_letters(document))
    ]


def test_the_schema_of_records_has_the_keys_that_are_read() -> None:
    schema = reference.records_schema()["properties"]
    assert tuple(schema["games"]["items"]["properties"]) == GAME_KEYS
    assert {*schema} == {*HAND_KEYS, "void", "reason", "event", "dealer"}


def test_the_reference_has_every_name_with_types_and_words() -> None:
    page = reference.reference()
    for name in interface.__all__:
        assert f"## `{name}`\n" in page
    assert "ForwardRef" not in page
    assert "scoring." not in page
    assert "- `radl_left`: Return how many doubled hands are still to come." in page
