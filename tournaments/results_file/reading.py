"""Read an untrusted results file into a document of the right shape, or find what is wrong.

The shape is that of `schema.json`, of which this knows as much as is used there. Nothing that a file holds
raises another exception; what could make reading slow is looked at before it is read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import date, datetime
from functools import cache
from importlib.resources import files
from itertools import accumulate
from typing import Any, NamedTuple

from scoring.engine.declaring import declared
from scoring.engine.texts import Text, nearest, sentences
from scoring.export.results_file import FORMAT, OWN, REVISION, VERSION, without_own_keys
from tournaments.engine.criteria import CRITERIA, LEFT_LAST

Document = dict[str, Any]

MOST_BYTES = 20_000_000  # a tournament of 400 people and three rounds has 5,000,000
DEEPEST = 30  # the format itself goes to fourteen
MOST_COMPLAINTS = 20
LONGEST_SHOWN = 60

TAKEN = "taken"  # as it stands: see keys.toml
KEYS: dict[str, tuple[str, str]] = declared("tournaments.results_file.keys")
NAMES_OF_DEFINITIONS = {"event": "events"}  # there is an `event` of the file, too
WORDS = sentences(declared("tournaments.results_file.words"))
# What has to be seen to know how deep a file goes; texts, and whatever else is no bracket, are stepped over.
_NO_BRACKETS = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[^\[\]{}"]++', re.DOTALL)
_STEPS = dict.fromkeys(b"[{", 1) | dict.fromkeys(b"]}", -1)  # deeper, and out again


class FileFinding(NamedTuple):
    """A finding about a file: its code, its place in the document (RFC 6901), and its words."""

    code: str
    pointer: str
    text: Text


class NoResultsFile(Exception):
    """Raised where a file is no results file; says why."""

    def __init__(self, *findings: FileFinding) -> None:
        super().__init__(*(finding.text.en for finding in findings))
        self.findings = findings


JsonPath = tuple[int | str, ...]  # to a value of the document: numbers in lists, keys in objects


class Complaint(NamedTuple):
    """A mismatch with the shape, and its place in the document."""

    path: JsonPath
    code: str
    text: Text

    @property
    def finding(self) -> FileFinding:
        location = Text.same(shown_path(self.path)) if self.path else WORDS["file"]
        return FileFinding(
            self.code, pointer_to(*self.path), sentence("at_place", place=location, told=self.text)
        )


def sentence(code: str, /, **named: object) -> Text:
    """Return a sentence in both languages with its values, very long ones shortened."""

    def filled(language: str) -> str:
        short = {
            key: value.in_language(language) if isinstance(value, Text) else shortened(str(value))
            for key, value in named.items()
        }
        return WORDS[code].in_language(language).format(**short)

    return Text(filled("de"), filled("en"))


def pointer_to(*path: int | str) -> str:
    """Return a path as a JSON Pointer.

    >>> pointer_to("rounds", 0, "a/b")
    '/rounds/0/a~1b'
    """
    return "".join("/" + str(key).replace("~", "~0").replace("/", "~1") for key in path)


def shown_path(path: JsonPath) -> str:
    """Return a path as people write it.

    >>> shown_path(("people", 0, "name"))
    'people[0].name'
    """
    shown = (f"[{key}]" if isinstance(key, int) else f".{shortened(key)}" for key in path)
    return "".join(shown).removeprefix(".")


def refusal(code: str, /, **named: object) -> NoResultsFile:
    """Return the exception for a whole file, by its sentence."""
    return NoResultsFile(FileFinding(code, "", sentence(code, **named)))


def shortened(text: str) -> str:
    """Return a foreign text safe to show: cut to a maximum length, unprintable characters as dots."""
    shown = text
    if not text.isprintable():
        shown = "".join(letter if letter.isprintable() else "·" for letter in text)
    return shown if len(shown) <= LONGEST_SHOWN else f"{shown[:LONGEST_SHOWN]}…"


class FileAsRead(NamedTuple):
    """A document of the right shape, and its keys unknown to this reader."""

    document: Document
    skipped: tuple[str, ...] = ()  # of a higher revision than this reader knows


def read(content: bytes) -> FileAsRead:
    """Return the document of a file, or raise NoResultsFile.

    Keys that are anybody's own are gone. In a file of a higher revision unknown keys are skipped.
    """
    document = _parsed(content)
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise refusal("foreign")
    if document.get("version") != VERSION:
        raise refusal("version", found=document.get("version", "–"), known=VERSION)
    revision = document.get("revision", 1)
    skipped: list[str] | None = [] if isinstance(revision, int) and revision > REVISION else None
    complaints = []
    for complaint in _complaints(document, schema(), (), skipped):
        complaints.append(complaint.finding)
        if len(complaints) == MOST_COMPLAINTS:
            break
    if complaints:
        raise NoResultsFile(*complaints)
    if f'"{OWN}'.encode() in content or b"\\u" in content:
        document = without_own_keys(document)
    return FileAsRead(document, tuple(skipped or ()))


def _parsed(content: bytes) -> object:
    if len(content) > MOST_BYTES:
        raise refusal("too_big", most=f"{MOST_BYTES // 1_000_000} MB")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise refusal("not_utf8") from None
    if not text.strip():
        raise refusal("empty")
    depths = accumulate(_STEPS.get(sign, 0) for sign in _NO_BRACKETS.sub(b"", content))
    if any(depth > DEEPEST for depth in depths):
        raise refusal("too_deep")
    try:
        document: object = json.loads(
            text, object_pairs_hook=_no_key_twice, parse_constant=_no_number, parse_float=_no_decimal
        )
    except json.JSONDecodeError as error:
        raise refusal("not_json", line=error.lineno, column=error.colno) from None
    except ValueError:  # Python reads no whole numbers of thousands of digits
        raise refusal("number_too_big") from None
    try:
        text.encode()
        json.dumps(document, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise refusal("half_letter") from None
    return document


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    unique = dict(pairs)
    if len(unique) < len(pairs):
        keys = [key for key, _value in pairs]
        raise refusal("key_twice", key=next(key for key in keys if keys.count(key) > 1))
    return unique


def _no_number(name: str) -> object:
    raise refusal("no_number", found=name)


def _no_decimal(digits: str) -> object:
    raise refusal("decimal", found=digits)


@cache
def schema() -> Document:
    """Return the published schema of the format, with a description of each key.

    The criteria that a tournament can choose are those of the program.
    """
    document: Document = json.loads(files(__package__).joinpath("schema.json").read_text(encoding="utf-8"))
    document["$defs"]["criteria"]["items"]["enum"] = [name for name in CRITERIA if name != LEFT_LAST]
    for key, shape in shapes_of(document):
        checked, description = KEYS[key]
        shape |= {"description": description, "x_checked": checked}
    return document


def shapes_of(whole: Document) -> Iterator[tuple[str, Document]]:
    """Yield every key of the format with its shape, by the definition it belongs to."""
    yield from _shapes_below(whole, "")
    for name, shape in whole["$defs"].items():
        yield from _shapes_below(shape, NAMES_OF_DEFINITIONS.get(name, name))


def _shapes_below(shape: Document, name: str) -> Iterator[tuple[str, Document]]:
    for key, inner in shape.get("properties", {}).items():
        path = f"{name}.{key}" if name else key
        yield path, inner
        yield from _shapes_below(inner, path)
    for within in (shape.get("items"), shape.get("additionalProperties")):
        if isinstance(within, dict):
            yield from _shapes_below(within, name)


def keys_in(document: Document, checked: str) -> list[str]:
    """Return the keys of a file that the checker treats in this way, each once, in order of the schema."""
    names: set[str] = set()
    _note_keys(document, schema(), "", names)
    keys = [key for key, (what, _description) in KEYS.items() if what == checked and key in names]
    return [key for key in keys if key.rpartition(".")[0] not in keys]


def _note_keys(value: Any, shape: Document, name: str, names: set[str]) -> None:
    if "$ref" in shape:
        definition = shape["$ref"].rpartition("/")[2]
        shape, name = schema()["$defs"][definition], NAMES_OF_DEFINITIONS.get(definition, definition)
    if isinstance(value, list):
        for item in value:
            if isinstance(item, dict):
                _note_keys(item, shape.get("items", {}), name, names)
    elif isinstance(value, dict):
        known, others = shape.get("properties", {}), shape.get("additionalProperties")
        for key, item in value.items():
            inside, path = known.get(key), f"{name}.{key}" if name else key
            if inside is None:
                inside, path = (others if isinstance(others, dict) else {}), name
            else:
                names.add(path)
            if isinstance(item, dict | list) and inside:
                _note_keys(item, inside, path, names)


def _complaints(
    value: Any, shape: Document, path: JsonPath, skipped: list[str] | None = None
) -> Iterator[Complaint]:
    """Yield everything that does not fit this part of the schema.

    Where it is given, `skipped` takes unknown keys, which are no complaint then.
    """
    if "$ref" in shape:
        shape = schema()["$defs"][shape["$ref"].rpartition("/")[2]]
    if "type" in shape and not _is_one_of(value, shape["type"]):
        kinds = [shape["type"]] if isinstance(shape["type"], str) else shape["type"]
        expected = Text.joined((WORDS[f"type_{kind}"] for kind in kinds), " / ")
        yield _complaint(path, "type", expected=expected)
    elif ("const" in shape and not _is_exactly(value, shape["const"])) or (
        "enum" in shape and (not isinstance(value, str) or value not in shape["enum"])
    ):
        near = nearest(value, shape.get("enum", ()))
        yield _complaint(path, "value_near" if near else "value", found=value, near=near)
    elif isinstance(value, str):
        yield from _of_text(value, shape, path)
    elif isinstance(value, int) and not isinstance(value, bool):
        if not shape.get("minimum", value) <= value <= shape.get("maximum", value):
            yield _complaint(path, "value", found=value)
    elif isinstance(value, list):
        yield from _of_list(value, shape, path, skipped)
    elif isinstance(value, dict):
        yield from _of_object(value, shape, path, skipped)


def _is_exactly(value: Any, const: Any) -> bool:
    """Return whether a value is this one; true is not 1."""
    return type(value) is type(const) and bool(value == const)


def _complaint(path: JsonPath, code: str, **named: object) -> Complaint:
    return Complaint(path, code, sentence(code, **named))


_KINDS = {str: "string", int: "integer", bool: "boolean", list: "array", dict: "object", type(None): "null"}


def _is_one_of(value: Any, kinds: str | list[str]) -> bool:
    kind = _KINDS[type(value)]
    return kind == kinds if isinstance(kinds, str) else kind in kinds


def _of_text(value: str, shape: Document, path: JsonPath) -> Iterator[Complaint]:
    if len(value) > shape.get("maxLength", len(value)):
        yield _complaint(path, "too_long", most=shape["maxLength"])
    elif not (_pattern(shape.get("pattern", "")).search(value) and _is_a_time(value, shape.get("format"))):
        is_own_id = value.startswith(OWN) and shape == schema()["$defs"]["id"]
        yield _complaint(path, "own_id" if is_own_id else "value", found=value)


@cache
def _pattern(pattern: str) -> re.Pattern[str]:
    """Return a pattern of JSON Schema, with `$` only for the very end."""
    return re.compile(pattern.replace("$", r"\Z"), re.ASCII)


# As RFC 3339 spells them; Python reads more.
_SPELLED = {
    "date": re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}"),
    "date-time": re.compile(
        r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})"
    ),
}


def _is_a_time(value: str, kind: str | None) -> bool:
    if kind in _SPELLED and not _SPELLED[kind].fullmatch(value):
        return False
    try:
        if kind == "date":
            date.fromisoformat(value)
        elif kind == "date-time":
            return datetime.fromisoformat(value).tzinfo is not None and 1900 <= int(value[:4]) <= 2200
    except ValueError:
        return False
    return True


def _of_list(
    value: list[Any], shape: Document, path: JsonPath, skipped: list[str] | None
) -> Iterator[Complaint]:
    if not shape.get("minItems", 0) <= len(value) <= shape.get("maxItems", len(value)):
        yield _complaint(path, "items", found=len(value))
        return
    items = shape.get("items", {})
    for number, item in enumerate(value):
        yield from _complaints(item, items, (*path, number), skipped)


def _of_object(
    value: Document, shape: Document, path: JsonPath, skipped: list[str] | None
) -> Iterator[Complaint]:
    if len(value) > shape.get("maxProperties", len(value)):
        yield _complaint(path, "items", found=len(value))
        return
    known, others = shape.get("properties", {}), shape.get("additionalProperties", {})
    for key in shape.get("required", ()):
        if key not in value:
            yield _complaint(path, "missing", key=key)
    for key, item in value.items():
        inner = (*path, key)
        if key in known:
            yield from _complaints(item, known[key], inner, skipped)
        elif key.startswith(OWN):
            continue
        elif others is False and skipped is not None:
            skipped.append(shown_path(inner))
        elif others is False:
            near = nearest(key, known)
            yield _complaint(inner, "unknown_key_near" if near else "unknown_key", key=key, near=near)
        else:
            yield from _complaints(key, shape.get("propertyNames", {}), inner)
            yield from _complaints(item, others, inner, skipped)
