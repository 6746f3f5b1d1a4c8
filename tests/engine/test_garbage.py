"""Whatever arrives, a line gets an answer: a settlement, or problems in words. Never a traceback."""

import ast
import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import scoring.engine
from scoring.engine.answers import LONGEST_LINE, answer, answer_line
from scoring.engine.problems.problem import SENTENCES
from scoring.engine.record import to_dict
from scoring.rules import SLUGS, published
from tests.support.engine.hands import evenings_of_any_sheet, hands_of_any_sheet, sheet_record
from tests.support.every import every

SETTLEMENT = ["payouts", "schrift", "lines", "triggers"]
ROW = ["dealer", "players", "radl", "payouts", "schrift", "totals", "schrift_totals", "triggers"]


def answered(line: bytes, rules: str | None = "standard") -> dict[str, Any]:
    """The answer to a line, after a look at its shape, in both languages."""
    english = answer_line(line, published(), rules=rules, language="en")
    german = answer_line(line, published(), rules=rules)
    assert list(german) == list(english)
    for said in (german, english):
        assert is_an_answer(said), said
        written = json.dumps(said, ensure_ascii=False).encode("utf-8", "backslashreplace")
        assert json.loads(written) == said
    return german


def is_an_answer(said: dict[str, Any]) -> bool:
    if list(said) == ["problems"]:
        problems = said["problems"]
        return bool(problems) and all(type(problem) is str and problem.strip() for problem in problems)
    if list(said) == ["rows"]:
        return all(list(row) == ROW and adds_up(row["payouts"]) for row in said["rows"])
    return list(said) == SETTLEMENT and bool(said["lines"]) and adds_up(said["payouts"])


def adds_up(amounts: dict[str, int | str]) -> bool:
    return sum(map(Fraction, amounts.values())) == 0


# What is no record at all


@given(st.binary(max_size=200))
@example(b"")
@example(b"\n")
@example(b" \t\r\n")
@example(b"\xef\xbb\xbf")
@example(b"\xff\xfe{\x00}\x00")
@example(b"\x00")
@example(b"{}")
@example(b"[]")
@example(b"null")
@example(b'"hands"')
@example(b'{"hands": null}')
@example(b'{"rules": ["standard"]}')
@example(b'{"rules": {}}')
@example(b'{"rules": "\\ud800"}')
@example(b'{"players": [1e999], "games": [NaN]}')
@example(b"-Infinity")
@example(b"{} {}")
@example(b"'hands'")
@example(b'{"a": 1,}')
@example(b"\xed\xa0\x80")
def test_arbitrary_bytes_get_an_answer(line: bytes) -> None:
    assert "problems" in answered(line)


keys = st.sampled_from(
    [
        *("rules", "options", "players", "radl", "games", "premiums", "revoke", "hands", "dealer", "event"),
        *("contract", "declarer", "partner", "king", "points", "order", "buergermeister", "jungfrau", "won"),
        *("drawn", "tricks", "kontra", "kontras", "kontra_void", "conceded", "unplayed", "premium", "by"),
        *("announced", "made", "claims", "void", "reason", "Anna", "Bert", "silent_miss"),
    ]
)
json_values = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.integers(-2, 4),
        st.floats(),
        st.text(max_size=8),
        st.sampled_from(
            [
                *("Anna", "Bert", "Emil", "rufer", "piccolo", "trischaken", "pagat", "valat", "kontra", "re"),
                *("talon", "self", "35/2", "70/0", "999/2", "standard", "redeal", "schlussradl", "charged"),
                *("", " ", "\0", "\u202eanna", "\ud800", "\ufeff", "{name}", "%s", "=1+1"),
            ]
        ),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=8) | keys, inner, max_size=4)
    ),
    max_leaves=8,
)


# Records with something wrong in them


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path to every value of a document, at any depth."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        yield from places(item, (*path, key))


def found(document: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        document = document[key]
    return document


def replaced(document: Any, path: tuple[Any, ...], value: Any) -> Any:
    if not path:
        return value
    document = deepcopy(document)
    found(document, path[:-1])[path[-1]] = value
    return document


records = st.one_of(
    hands_of_any_sheet().map(lambda drawn: to_dict(drawn.hand, drawn.rules)),
    evenings_of_any_sheet().map(lambda drawn: sheet_record(drawn.sheet, drawn.rules)),
)


@given(records, json_values, st.data())
def test_a_record_with_any_value_in_any_place_gets_an_answer(
    record: Any, value: Any, data: st.DataObject
) -> None:
    path = data.draw(st.sampled_from(list(places(record))))
    answered(json.dumps(replaced(record, path, value)).encode())


@given(records, st.data())
def test_a_value_from_elsewhere_in_the_record_gets_an_answer(record: Any, data: st.DataObject) -> None:
    """Right words in the wrong place come closer to being believed than any other garbage."""
    every = list(places(record))
    for _ in range(data.draw(st.integers(1, 3))):
        there, here = data.draw(st.sampled_from(every)), data.draw(st.sampled_from(every))
        try:
            record = replaced(record, here, deepcopy(found(record, there)))
        except (KeyError, IndexError, TypeError):  # the place went with an earlier change
            continue
    answered(json.dumps(record).encode())


PLAIN = (
    '{"rules": "standard", "players": ["Anna", "Bert", "Cilli", "Dora"],'
    ' "games": [{"contract": "dreier", "declarer": "Bert", "won": true}]}'
)


@pytest.mark.parametrize(
    "line",
    [
        "\ufeff" + PLAIN,
        PLAIN + "\r\n",
        "  " + PLAIN + "\t",
        PLAIN.replace("Anna", "=HYPERLINK(1)"),
        PLAIN.replace("Anna", "👩‍👧"),
        PLAIN.replace("Anna", "A{label}"),
        PLAIN.replace("Anna", "%s\\\\ud800"),
        PLAIN.replace("Anna", "a" * 100_000),
    ],
    ids=["BOM", "CRLF", "blanks", "formula", "emoji", "braces", "backslash", "long name"],
)
def test_an_odd_but_readable_line_is_settled(line: str) -> None:
    assert list(answered(line.encode())) == SETTLEMENT


NAMELESS = ("", " ", "A\u202ennA", "\u00a0", "\u2003", "\u200b", "\u200d\u2060", "\u202e", "\ufeff")


@every("name", [*NAMELESS, "An\0na", "An\x1bna", "An\nna", "An\x7fna", "\ud83d", "\u0085", "\u2028"])
def test_a_name_that_nobody_can_read_is_refused(name: str) -> None:
    document = json.loads(PLAIN)
    document["players"][0] = name
    said = answered(json.dumps(document).encode())
    if not name.strip(" "):
        assert said == {"problems": ["players.0: hier steht kein Name; bitte schreiben, wer es ist."]}
        return
    assert said == {
        "problems": [
            "players.0: ein Name braucht sichtbare Zeichen, ohne Steuerzeichen und ohne Leerzeichen am Rand."
        ]
    }


MANY_KEYS = ", ".join(f'"k{number}": 0' for number in range(100_000)).encode()


@every(
    "line, problem",
    [
        (b"", "Die Zeile ist leer."),
        (b"\n", "Die Zeile ist leer."),
        (b"{", "Die Zeile ist kein gültiges JSON."),
        (PLAIN.encode() * 2, "Die Zeile ist kein gültiges JSON."),
        (b"\xff", "Die Zeile ist kein gültiges UTF-8."),
        (PLAIN.encode("utf-16"), "Die Zeile ist kein gültiges UTF-8."),
        (b'{"radl": NaN}', "Die Zeile ist kein gültiges JSON."),
        (b"[" * 10_000 + b"]" * 10_000, "Die Zeile ist zu tief verschachtelt."),
        (b"[" * 200_000 + b"]" * 200_000, "Die Zeile ist zu tief verschachtelt."),
        (b'{"a":' * 200_000 + b"0" + b"}" * 200_000, "Die Zeile ist zu tief verschachtelt."),
        (b'{"radl": ' + b"9" * 5_000 + b"}", "Eine Zahl in der Zeile ist zu groß."),
        (b'{"radl": 1, "radl": 1}', "„radl“ steht zweimal da."),
        (b'{%b, "x": 0, "x": 1}' % MANY_KEYS, "„x“ steht zweimal da."),
        (b"[]", "Dokument: erwartet wird ein Objekt mit Schlüsseln."),
    ],
)
def test_a_line_that_is_no_document_is_told_why(line: bytes, problem: str) -> None:
    assert answered(line) == {"problems": [problem]}


@every("number", ["1e999", "-1e999", "9" * 4_000, "-0", "1.0", "1E2", "0.1e-999"])
@every("key", ["points", "tricks", "won", "radl", "claim", "option", "declarer"])
def test_a_number_out_of_all_proportion_gets_an_answer(key: str, number: str) -> None:
    hand = PLAIN.replace('"won": true', f'"won": true, "{key}": {number}')
    if key == "radl":
        hand = PLAIN[:-1] + f', "radl": {number}}}'
    if key == "claim":
        hand = PLAIN[:-1] + f', "revoke": {{"by": "Anna", "claims": {{"Bert": {number}}}}}}}'
    if key == "option":
        hand = PLAIN[:-1] + f', "options": {{"trischaken_base": {number}}}}}'
    assert "problems" in answered(hand.encode())


# Long lines


def test_a_line_as_long_as_the_limit_is_read_and_one_byte_more_is_refused() -> None:
    longest = PLAIN.encode().ljust(LONGEST_LINE)
    assert list(answered(longest)) == SETTLEMENT
    assert answered(longest + b" ") == {"problems": ["Die Zeile ist länger als 4 MiB."]}
    assert list(answered(longest + b"\n")) == SETTLEMENT, "its end does not count"


FOUR = {"players": ["Anna", "Bert", "Cilli", "Dora"]}
RUFER = FOUR | {"games": [{"contract": "rufer", "declarer": "Anna", "partner": "Bert", "won": True}]}


def game(**facts: Any) -> dict[str, Any]:
    return FOUR | {"games": [{"declarer": "Anna", **facts}]}


# A document with so many of something.
LONG: dict[str, Callable[[list[str]], dict[str, Any]]] = {
    "unknown keys": lambda names: RUFER | dict.fromkeys(names, 0),
    "options": lambda names: RUFER | {"options": dict.fromkeys(names, 0)},
    "players": lambda names: RUFER | {"players": names},
    "people at the table": lambda names: {"players": names, "dealer": names[0], "hands": []},
    "games": lambda names: FOUR | {"games": [{"contract": "piccolo", "declarer": name} for name in names]},
    "games beside nothing": lambda names: (
        FOUR | {"rules": "treffpunkt", "games": [{"contract": "zwiccolo", "declarer": "Anna"} for _ in names]}
    ),
    "games and premiums": lambda names: (
        FOUR
        | {
            "rules": "zwanzigerrufen",
            "games": [{"contract": "solo", "declarer": "Anna", "kontra": "kontra"} for _ in names],
            "premiums": [{"premium": "pagat", "by": "Bert", "made": True} for _ in names],
        }
    ),
    "premiums": lambda names: RUFER | {"premiums": [{"premium": name, "by": name} for name in names]},
    "Schneider": lambda names: (
        RUFER
        | {
            "rules": "karlsruhe",
            "premiums": [{"premium": "schneider", "by": "Anna", "made": True} for _ in names],
        }
    ),
    "places": lambda names: game(contract="trischaken", order=[[name] for name in names]),
    "Jungfrauen": lambda names: game(contract="trischaken", order=[["Anna"]], jungfrau=names),
    "kontras": lambda names: game(contract="piccolo", tricks=1, kontras=dict.fromkeys(names, "re")),
    "counts": lambda names: game(contract="trischaken", points=dict.fromkeys(names, "0/0")),
    "claims": lambda names: RUFER | {"revoke": {"by": "Anna", "claims": dict.fromkeys(names, 0)}},
    "entries": lambda names: FOUR | {"dealer": "Dora", "hands": [game(contract=name) for name in names]},
    "newcomers": lambda names: (
        FOUR
        | {
            "dealer": "Dora",
            "hands": [
                {"event": "seating", "players": names[first : first + 6], "dealer": names[first]}
                for first in range(0, 120, 6)
            ],
        }
    ),
}


@every("what", LONG)
def test_more_than_anybody_could_mean_is_refused_and_not_worked_through(what: str) -> None:
    """However it grows inside, a line of 4 MiB cannot keep the program busy."""
    document = LONG[what]([f"p{number}" for number in range(10_001)])
    said = answer_line(json.dumps(document).encode(), published(), rules="standard")["problems"]
    assert any("Einträge sind zu viele" in sentence for sentence in said)
    assert len(said) < 10


def test_of_a_word_without_end_only_the_beginning_is_repeated() -> None:
    document = FOUR | {"rules": "standard"} | game(contract="x" * 100_000, declarer="Anna", won=True)
    (said,) = answer_line(json.dumps(document).encode(), published())["problems"]
    assert len(said) < 300


# The words


def codes_in_the_engine() -> set[str]:
    """Every text in the engine that could be a problem's code."""
    found = set()
    for path in Path(scoring.engine.__path__[0]).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found |= {node.value, f"{node.value}_near"}
    return found


def test_every_sentence_is_said_somewhere() -> None:
    assert set(SENTENCES) <= codes_in_the_engine()


@every("code", sorted(SENTENCES))
def test_a_sentence_names_the_same_things_in_both_languages(code: str) -> None:
    german, english = SENTENCES[code]
    assert german != english

    def placeholders(sentence: str) -> set[str]:
        class Asked(dict[str, str]):
            def __missing__(self, key: str) -> str:
                self[key] = key
                return key

        asked = Asked()
        sentence.format_map(asked)
        return set(asked)

    assert placeholders(german) == placeholders(english)


def test_the_sheet_of_a_document_goes_before_the_default() -> None:
    document = json.loads(PLAIN)
    for slug in SLUGS[:3]:
        here = answer(document | {"rules": slug}, published(), rules="karlsruhe")
        del document["rules"]
        assert answer(document, published(), rules=slug) == here
        document["rules"] = "standard"
    assert answer({}, published()) == {"problems": ["„rules“ fehlt."]}


@pytest.mark.parametrize(
    ("slug", "problem"),
    [
        ("standart", "Die Regeln „standart“ gibt es nicht; gemeint ist vielleicht „standard“."),
        ("?", "Die Regeln „?“ gibt es nicht."),
        (None, "rules: erwartet wird ein Text."),
        (7, "rules: erwartet wird ein Text."),
    ],
)
def test_an_unknown_sheet_is_told_the_nearest(slug: object, problem: str) -> None:
    document = json.loads(PLAIN) | {"rules": slug}
    assert answer(document, published(), rules="cup") == {"problems": [problem]}


@every(
    "slug, game, german, english",
    [
        (
            "standard",
            {"contract": "dreier", "declarer": "Bert", "points": "41/3"},
            "games.0.points: erwartet wird eine Punktzahl wie „36“ oder „35/2“.",
            'games.0.points: a number of points like "36" or "35/2" is expected.',
        ),
        (
            "standard",
            {"contract": "trischaken", "declarer": "Anna", "points": {"Anna": "70/0", "Bert": 0}},
            "games.0.points.Bert: erwartet wird eine Punktzahl mit Blatt wie „41/2“.",
            'games.0.points.Bert: a number of points with Blatt like "41/2" is expected.',
        ),
        (
            "zwanzigerrufen",
            {"contract": "solo", "declarer": "Bert", "points": "45"},
            "games.0.points: erwartet wird eine ganze Punktzahl.",
            "games.0.points: a whole number of points is expected.",
        ),
        (
            "standard",
            {"contract": "rufer", "declarer": "Anna", "king": "hand", "won": True},
            "games.0.king: erwartet wird „talon“ oder „self“.",
            'games.0.king: "talon" or "self" is expected.',
        ),
    ],
)
def test_what_cannot_be_read_is_told_what_is_expected_in_whole_sentences(
    slug: str, game: dict[str, Any], german: str, english: str
) -> None:
    document = json.loads(PLAIN) | {"rules": slug, "games": [game]}
    assert answer(document, published())["problems"] == [german]
    assert answer(document, published(), language="en")["problems"] == [english]


def test_a_wrong_key_option_and_fact_are_told_together() -> None:
    document = json.loads(PLAIN)
    nobody = answer(document | {"revoke": {"by": []}}, published())["problems"]
    assert nobody == ["revoke.by: erwartet wird eine Liste von Namen."]
    document["games"][0]["partner"] = "Anna"
    document["notes"] = "fein gespielt"
    document["options"] = {"silent_mis": "free"}
    assert sorted(answer(document, published())["problems"]) == [
        "Die Option „silent_mis“ gibt es nicht; gemeint ist vielleicht „silent_miss“.",
        "Dreier wird allein gespielt.",
        "„notes“ ist hier nicht bekannt.",
    ]
