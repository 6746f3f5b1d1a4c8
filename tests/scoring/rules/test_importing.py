"""A file that anybody may have written: every problem with its place, no exception, and soon."""

import re
import tomllib
from collections.abc import Callable
from copy import deepcopy
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.loading import Data, path_in_words, resolved, rules_from
from scoring.engine.words import LANGUAGES
from scoring.rules import SLUGS, read
from scoring.rules.exporting import canonical, exported, label_of
from scoring.rules.importing import MOST_BYTES, MOST_SHOWN, Imported, imported
from tests.support.every import every

FULL = MOST_BYTES - 10
SMALL = b'extends = "standard"\n'

VALUE = "contracts.dreier.value"

# Bytes, what is wrong with them (a code), and where.
FILES: dict[str, tuple[bytes, str, str]] = {
    "empty": (b"", "file_empty", ""),
    "ten megabytes": (b"x" * 10_000_000, "file_too_big", ""),
    "a byte too many": (SMALL + b"#" * MOST_BYTES, "file_too_big", ""),
    "not UTF-8": (b"label = 'x'\nabout = '\xff'", "not_utf8", ""),
    "a NUL": (b"label = 'a\x00b'", "toml_character", ""),
    "a control character": (b"label = 'a\x1bb'", "toml_character", ""),
    "a lone surrogate": (b'label = "\\ud800"', "toml_syntax", ""),
    "no value": (b"label =\nabout = 1", "toml_value", ""),
    "no quotation marks": (b"label = Freitag", "toml_value", ""),
    "an open text": (b'label = "Frei', "toml_at_end", ""),
    "a key twice": (b'label = "a"\nlabel = "b"', "toml_twice", ""),
    "a table twice": (b"[radl]\n[radl]\n", "toml_twice", ""),
    "a key twice in a line": (b"levels = { re = 4, re = 4 }\n", "toml_twice", ""),
    "deep lists": (b"a = " + b"[" * (FULL - 4), "too_deep", ""),
    "deep tables": (b"a = " + b"{a=" * (FULL // 3), "too_deep", ""),
    "a deep key": (b"a" + b".a" * (FULL // 2 - 4) + b" = 1", "too_deep", ""),
    "a deep heading": (b"[" + b"a." * 300 + b"a]\n", "too_deep", ""),
    "a huge number": (b"needs = " + b"9" * (FULL - 8), "toml_number", ""),
    "a huge hexadecimal": (SMALL + b"contracts.dreier.value = 0x" + b"f" * 9000, "worth_expected", VALUE),
    "a third": (SMALL + 'contracts.dreier.value = "2⅓"'.encode(), "worth_expected", VALUE),
    "no number": (SMALL + b"contracts.dreier.value = nan", "worth_expected", VALUE),
    "a date": (SMALL + b"contracts.dreier.value = 1979-05-27", "worth_expected", VALUE),
    "a date for an option": (
        SMALL + b"options.silent_miss.value = 1979-05-27",
        "unknown_custom",
        "options.silent_miss.value",
    ),
    "text that turns around": (SMALL + 'label = "an\u202eneR"'.encode(), "text_unreadable", "label"),
    "text that nobody sees": (SMALL + 'label = "\u3164"'.encode(), "text_unreadable", "label"),
    "an odd key": (SMALL + '[contracts."\u202e"]\nvalue = 1'.encode(), "bad_key", "contracts.\\u202e"),
    "an unknown key": (SMALL + b'lable = "x"', "unknown_key_near", "lable"),
    "a sheet that not here": (b'extends = "standart"', "unknown_sheet_near", "extends"),
    "a path": (b'extends = "../../../etc/passwd"', "unknown_sheet", "extends"),
    "itself": (b'extends = "(file)"', "extends_in_a_circle", "extends"),
    "a number to extend": (b"extends = 7", "text_expected", "extends"),
    "something to leave out that not here": (
        SMALL + b'without = ["contracts.dreyer"]',
        "unknown_path_near",
        "without",
    ),
    "nothing to leave out of": (b'without = ["radl"]', "nothing_to_leave_out", "without"),
}


@every("name", FILES)
def test_a_broken_file_is_refused_with_the_reason_and_its_place(name: str) -> None:
    content, code, place = FILES[name]
    found = imported(content)
    assert found.data is None
    assert (code, place) in [(mistake.code, mistake.path) for mistake in found.mistakes], found.mistakes
    readable(found)


def readable(found: Imported) -> None:
    """Everything that is said can be shown, in both languages, and nothing of it hides or is long."""
    assert len(found.mistakes) <= MOST_SHOWN
    for mistake in found.mistakes:
        for language in LANGUAGES:
            said = f"{path_in_words(mistake.path, {}, language)}: {mistake.in_words(language)}"
            assert len(said) < 700
            assert said.isprintable()
            assert not re.search(r"Error|Traceback|tomllib|\(file\) →.*→", said), "how it was found"


def test_the_words_name_line_column_and_size() -> None:
    def said(content: bytes, language: str) -> str:
        return imported(content).mistakes[0].in_words(language)

    assert said(b'label = "x"\nabout = y', "de").startswith("Zeile 2, Spalte 9: ")
    assert said(b'label = "x"\nabout = y', "en").startswith("Line 2, column 9: ")
    assert said(b"a = 1\na = 2", "en") == "Line 2, column 5: this appears a second time."
    assert said(b"x" * 10_000_000, "de") == "Die Datei ist 10 MB groß; Regeln haben höchstens 200 kB."
    assert said(b"a = 1\n\xff", "en").startswith("Line 2: ")
    assert said(b"a = 1\nb = [[[[[[[[", "en") == "Line 2: no rule sheet is nested that deeply."


def test_all_problems_are_told_at_once_and_of_too_many_only_how_many_more() -> None:
    file = SMALL + b'lable = "x"\nneeds = 7\n[contracts.dreier]\nvalue = -1\n[radl]\ntriggers = ["x"]\n'
    places = {mistake.path for mistake in imported(file).mistakes}
    assert {"lable", "needs", "contracts.dreier.value", "radl.triggers[0]"} <= places
    many = imported(SMALL + b"".join(b"[contracts.neu_%d]\nvalue = -1\n" % number for number in range(60)))
    assert len(many.mistakes) == MOST_SHOWN
    assert many.more > 100
    assert imported(SMALL).more == 0


# Time


def lines(pattern: bytes, count: int) -> bytes:
    return b"".join(pattern % number for number in range(count))[:FULL]


# The most laborious files of the greatest size.
SLOW: dict[str, Callable[[], bytes]] = {
    "keys": lambda: lines(b"x%d=1\n", 30_000),
    "games": lambda: lines(b"[contracts.x%d]\n", 11_000),
    "games that are moved": lambda: SMALL + lines(b'[contracts.x%d]\nafter="dreier"\n', 5000)[:190_000],
    "misspelt keys": lambda: lines(b"[contracts.x%d]\nvaleu=1\nlabl=1\nlos=1\n", 6000),
    "many birds": lambda: SMALL + b"contracts.besserrufer.birds=[" + b'"pagau",' * 20_000 + b"]",
    "much to leave out": lambda: SMALL.replace(
        b"\n", b"\nwithout=[" + b'"contracts.dreyer",' * 9000 + b"]\n"
    ),
    "quotation marks": lambda: b'a="' + b'\\"' * (FULL // 2 - 4),
    "digits": lambda: b"a=" + b"9" * (FULL - 4),
}


@every("name", SLOW)
def test_no_file_takes_long(name: str) -> None:
    """Under a second each; the bound leaves room for a slow machine."""
    content = SLOW[name]()
    assert len(content) <= MOST_BYTES
    begun = process_time()
    found = imported(content)
    assert process_time() - begun < 4
    assert found.data is None
    readable(found)


# Anything


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused_in_words(content: bytes) -> None:
    readable(imported(content))


@given(st.data())
def test_a_damaged_file_is_read_or_refused_in_words(data: st.DataObject) -> None:
    content = bytearray(
        SMALL + b'[contracts.dreier]\nlabel = "Dreier"\nvalue = 6\n[radl]\ntriggers = ["drawn"]\n'
    )
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(content) - 1))
        content[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    readable(imported(bytes(content)))


# A sheet as a file: one order, one spelling, and the same again when it comes back


@pytest.mark.parametrize("slug", SLUGS)
def test_a_published_sheet_comes_back_as_it_was(slug: str) -> None:
    data = resolved(slug, read)
    before = deepcopy(data)
    file = exported(data)
    back = imported(file.encode())
    assert back.data is not None
    assert exported(back.data) == file
    assert data == before
    assert rules_from(back.data, slug) == rules_from(data, slug)
    for table in ("contracts", "premiums", "options", "remarks"):
        assert list(back.data[table]) == list(data[table])


@pytest.mark.parametrize("key", ["label", "note", "about", "levels", "de", "en"])
def test_a_game_may_be_called_like_a_key_of_the_file(key: str) -> None:
    data = resolved("standard", read)
    row = data["contracts"]["dreier"] | {"label": "Eigenes", "short": "Eig"}
    data["contracts"] = {"rufer": data["contracts"]["rufer"], key: row, **data["contracts"]}
    data["options"][key] = {"changes": "play", "de": "Wörtlich", "en": "Literally"}
    back = imported(exported(data).encode())
    assert back.data is not None, back.mistakes
    assert list(back.data["contracts"]) == list(data["contracts"])
    assert list(back.data["options"]) == list(data["options"])


@pytest.mark.parametrize(
    "label", ['Der „Große“ "x"', "a # b", "[x]", "back\\slash", "日本", "=1+1", "'", '"""', "Zwei\u2028drei"]
)
def test_any_label_stands_in_the_header_without_harm(label: str) -> None:
    data: Data = {"label": {"de": label, "en": "plain"}, "about": label}
    file = exported(data)
    assert tomllib.loads(file) == {"label": {"de": label, "en": "plain"}, "about": label}
    assert file.startswith("# ")


def test_data_that_is_no_sheet_is_written_all_the_same() -> None:
    for data in (
        {},
        {"label": 7},
        {"contracts": 7},
        {"contracts": {"x": 7}},
        {"radl": {}},
        {"qq": {"x": {}}},
    ):
        assert tomllib.loads(exported(data)) == data
    assert label_of({"label": {"de": 7, "en": "x"}}) is None
    assert canonical({"open": {}, "remarks": {}}) == {}
