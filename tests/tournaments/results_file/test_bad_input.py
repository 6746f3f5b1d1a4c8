"""Bad input of our own: hostile files, and every key of the kept files changed and left out."""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from tests.support.tournaments.results_files import KEPT, content, good
from tests.tournaments.results_file.second_checker import differences
from tournaments.results_file.checking import checked
from tournaments.results_file.letters import ABOUT_THE_FILE, letters_of
from tournaments.results_file.reading import KEYS, MOST_BYTES, NAMES_OF_DEFINITIONS, WORDS, schema
from tournaments.results_file.verdict import GOOD, NO_SUCH_FILE

Path = tuple[int | str, ...]


def put(way: str, value: Any) -> Callable[[], bytes]:
    """Return what makes a good file with another value at one place."""

    def made() -> bytes:
        document: Any = good("lot")
        holder = document
        *keys, last = way.split(".")
        for key in keys:
            holder = holder[int(key)] if isinstance(holder, list) else holder[key]
        holder[last] = value
        return json.dumps(document).encode()

    return made


def sheet(**about: str) -> dict[str, Any]:
    return {"0" * 64: {"slug": "cup", "text": "", **about}}


HOSTILE: dict[str, tuple[Callable[[], bytes], str]] = {
    "two byte order marks": (lambda: b"\xef\xbb\xbf" * 2 + content(good("lot")), "no JSON"),
    "compressed": (lambda: gzip.compress(content(good("lot"))), "not saved as UTF-8"),
    "200 MB": (lambda: b" " * (MOST_BYTES + 1), "The file is too big: at most 20 MB are read."),
    "deep": (lambda: b"[" * 100_000, "nested more deeply than a file of results can be."),
    "deep in a key of one's own": (lambda: b'{"x_": ' + b"[" * 40 + b"]" * 40 + b"}", "nested more deeply"),
    "brackets in a text are none": (lambda: b'{"a": "' + b"[" * 99 + b'\\""}', "This is no file of results"),
    "a key twice": (lambda: b'{"format": 1, "format": 2}', "“format” stands twice in the same object."),
    "half a letter": (lambda: b'{"a": "\\ud83d"}', "There is half a character in the file."),
    "cut off": (lambda: content(good("lot"))[:5000], "The file is no JSON, or has not arrived whole"),
    "empty": (lambda: b"", "The file is empty."),
    "a list": (lambda: b"[]", "This is no file of results"),
    "too many digits": (lambda: b'{"a": ' + b"9" * 5000 + b"}", "a number with too many digits"),
    "two files in one": (lambda: content(good("lot")) * 2, "no JSON"),
    "infinite": (lambda: b'{"a": -Infinity}', "“-Infinity” is no number"),
    "a number with a power": (lambda: b'{"a": 1e400}', "numbers have no decimals here"),
    "a NUL": (lambda: b'{"a": "\x00"}', "no JSON"),
    "true for 1": (put("version", value=True), "version: “True” is not possible here."),
    "another kind": (put("kind", "hand"), "kind: “hand”"),
    "50,000 people": (put("people", [{"id": "1"}] * 50_000), "people: 50000 are not possible here."),
    "30,000 keys": (put("rules", {f"x_{n}": 1 for n in range(30_000)}), "rules: 30000 are not possible"),
    "an id that turns the text": (put("people", [{"id": "\u202e1"}]), "people[0].id: “·1” is not possible"),
    "a day by its week": (put("event.date", "2026-W47-6"), "event.date: “2026-W47-6”"),
    "a time in one word": (put("rounds.0.clock.begin", "20261121T140000Z"), "rounds[0].clock.begin: "),
    "the year 9999": (put("rounds.0.clock.begin", "9999-12-31T23:59:59-12:00"), "rounds[0].clock.begin: "),
    "divided by zero": (put("terms.stake", "1/0"), "terms.stake: “1/0”"),
    "forty digits": (put("terms.stake", "9" * 40), "terms.stake: “999"),
    "a round of 100 digits": (put("rounds.0.number", 10**100), "rounds[0].number: “1000"),
    "a table of 1,001": (put("rounds.0.tables.0.seats", ["1"] * 1001), "tables[0].seats: 1001 are not"),
    "a sheet that is no checksum": (
        put("rules", {"..": {"slug": "cup", "text": ""}}),
        "“..” is not possible",
    ),
    "a sheet out of a folder": (put("rules", sheet(slug="../../etc/passwd")), "“../../etc/passwd” is not"),
    "a sheet of 1 MB": (put("rules", sheet(text="#" * 10**6)), "The text has more than 200000"),
    "a seed of 1 MB": (put("rounds.0.draw.seed", "x" * 10**6), "draw.seed: The text has more than 40"),
}


def test_each_hostile_file_is_refused_in_one_sentence() -> None:
    for name, (made, sentence) in HOSTILE.items():
        verdict = checked(made())
        assert (verdict.status, len(verdict.sentences)) == (NO_SUCH_FILE, 1), name
        assert sentence in verdict.sentences[0].en, name


def test_ones_own_keys_are_ignored_however_they_are_spelled() -> None:
    escaped = content(good("lot")).replace(b'"kind"', b'"\\u0078_own": {"any": 1}, "kind"', 1)
    assert checked(escaped).letters == checked(content(good("lot"))).letters


# Every key, changed and left out


def places_in(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    for key, item in value.items() if isinstance(value, dict) else enumerate(value):
        yield (*path, key), item
        if isinstance(item, dict | list):
            yield from places_in(item, (*path, key))


def key_of(path: Path) -> str:
    """Return by which name a place of a file stands in the handbook's table of keys."""
    shape, name = schema(), ""
    for key in path:
        if "$ref" in shape:
            definition = shape["$ref"].rpartition("/")[2]
            shape, name = schema()["$defs"][definition], NAMES_OF_DEFINITIONS.get(definition, definition)
        if isinstance(key, int):
            shape = shape.get("items", {})
        elif key in shape.get("properties", {}):
            shape, name = shape["properties"][key], f"{name}.{key}" if name else key
        else:
            others = shape.get("additionalProperties")
            shape = others if isinstance(others, dict) else {}
    return name


def other(value: Any) -> Any:
    """Return another value of the same kind, as near as can be."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        if re.fullmatch(r"\d{4}-\d\d-\d\dT.*", value):
            return f"{value[:11]}{(int(value[11:13]) + 7) % 24:02}{value[13:]}"
        return (
            f"{value[:8]}{int(value[8:]) % 28 + 1:02}"
            if re.fullmatch(r"\d{4}-\d\d-\d\d", value)
            else f"{value}x"
        )
    if isinstance(value, list):
        return value[1:]
    return 1 if value is None else dict(list(value.items())[1:])


def documents() -> dict[str, Any]:
    """Return the kept files by size, the biggest without its seeds: drawing it again takes long each time."""
    paths = sorted(KEPT, key=lambda path: path.stat().st_size)
    found = {path.stem: json.loads(path.read_text()) for path in paths}
    for round_ in found[paths[-1].stem]["rounds"]:
        del round_["draw"]["seed"]
    return found


def changes() -> Iterator[tuple[str, Path, str, dict[str, Any]]]:
    """Yield every key of the kept files twice, in the smallest file that has it: changed, and left out."""
    of_keys: set[str] = set()
    for name, kept in documents().items():
        text = json.dumps(kept)
        for way, value in places_in(kept):
            key = key_of(way)
            if key in of_keys:
                continue
            of_keys.add(key)
            for how in ("changed", "left out"):
                document = holder = json.loads(text)
                for step in way[:-1]:
                    holder = holder[step]
                if how == "changed":
                    holder[way[-1]] = other(value)
                else:
                    del holder[way[-1]]
                if document == json.loads(text):  # nothing in it
                    continue
                yield name, way, how, document


# Left out, these say something themselves, or nothing is left to compare.
NO_CLAIM_LEFT_OUT = {
    *("changes", "prizes.round", "prizes.share", "prizes.player", "round.draw.letters", "terms.hands"),
    *("hand.settled.schrift", "hand.settled.schrift_totals", "standings.section", "standings.table"),
    "series.below",  # where there is somebody below it is remarked
}


def test_every_key_that_is_changed_or_left_out_is_told_or_the_verdict_says_that_it_was_not_looked_at() -> (
    None
):
    """What is agreed, drawn or recorded may be changed so that all still fits: then the letters are others.

    The verdict says that, too; and whatever else is not told stands in its list of what was taken over. Only
    the key of a claim left out is remarked, and is no difference to either checker: who is missing in what is
    claimed makes one.
    """
    before = {name: (kept, checked(content(kept))) for name, kept in documents().items()}
    letters = {name: letters_of(document) for name, (document, _verdict) in before.items()}
    outcomes: Counter[str] = Counter()
    unnoticed, left_out = [], set[str]()
    for name, way, how, document in changes():
        verdict, key = checked(json.dumps(document).encode()), key_of(way)
        is_claim = how == "left out" and way[-1] == key.rpartition(".")[2] and KEYS[key][0] == "claim"
        if is_claim and verdict.status != NO_SUCH_FILE and key not in NO_CLAIM_LEFT_OUT:
            left_out.add(key)
            assert verdict.sentences == (), key
            assert verdict.remarks != before[name][1].remarks, key
            assert differences(document) == [], key
        if verdict.status != GOOD:
            outcomes["told"] += 1
        elif verdict.remarks != before[name][1].remarks:
            outcomes["remarked"] += 1
        elif any(f"{key}.".startswith(f"{taken}.") for taken in (*verdict.taken, *before[name][1].taken)):
            outcomes["listed"] += 1
        elif letters_of(document) != letters[name] and WORDS["not_forged"].en in verdict.notes_in_words("en"):
            outcomes["by the letters"] += 1
        elif key not in ABOUT_THE_FILE:
            unnoticed.append((name, way, how))
    assert unnoticed == []
    assert outcomes.total() >= 360
    assert outcomes["told"] > 200, outcomes
    assert outcomes["told"] + outcomes["remarked"] > 230, outcomes
    assert {"hand.settled.payouts", "hand.settled.radl", "table.sums.schrift", "standings.apart"} <= left_out
    assert {"standings.places.decided", "series_places.points", "group.rank", "series.places"} <= left_out
