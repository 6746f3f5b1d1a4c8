"""The checker of files of results: good files are good, each defect has its sentence, nothing stops it."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from scoring.export.results_file import without_names
from tarockclub.command import main
from tests.support.checkout import ROOT
from tests.support.tournaments.results_files import (
    DEFECTS,
    EXAMPLES,
    KEPT,
    LISTS,
    SEEDS,
    content,
    good,
    spoiled,
)
from tests.tournaments.results_file.mutations import outcomes_of_slips
from tests.tournaments.results_file.second_checker import differences, letters_of_file
from tournaments.results_file.checking import checked, filled
from tournaments.results_file.generating import generated
from tournaments.results_file.letters import canonical_text, letters_of, letters_of_before
from tournaments.results_file.reading import schema
from tournaments.results_file.verdict import DIFFERENT, GOOD, NO_SUCH_FILE, FileFinding
from tournaments.templatetags.results_file import results_keys


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_what_was_written_once_stays_good_and_so_it_does_without_names(path: Path) -> None:
    document = json.loads(path.read_text())
    bare = without_names(document)
    assert not any(f'"{person["name"]}' in json.dumps(bare) for person in document["people"])
    assert [checked(content(file)).status for file in (document, bare)] == [GOOD, GOOD]
    assert letters_of(document).startswith(f"{letters_of(bare)}-")
    assert letters_of_before(document) == letters_of(bare)
    document["people"].pop()
    assert letters_of(document) != letters_of(bare)


@pytest.mark.parametrize("name", SEEDS)
def test_the_same_seed_makes_the_same_good_file(name: str) -> None:
    asked = dict(SEEDS[name])
    letters = asked.pop("letters")
    document = json.loads(json.dumps(generated(**asked)))
    assert checked(content(document)).in_words("en")[1:] == []
    assert letters_of(document).startswith(f"{letters}-")


@cache
def remarks_on(name: str) -> tuple[FileFinding, ...]:
    """Return what is remarked on a good file."""
    return checked(content(good(name))).remarks


@pytest.mark.parametrize("name", DEFECTS)
def test_a_defect_is_told_in_one_sentence_in_both_languages(name: str) -> None:
    defect = DEFECTS[name]
    found = checked(content(spoiled(defect)))
    before = remarks_on(defect["file"])
    remarks = () if found.status else [remark for remark in found.remarks if remark not in before]
    told = [(finding.text.de, finding.text.en) for finding in (*found.findings, *remarks)]
    assert (found.status, told) == (defect["status"], [(defect["de"], defect["en"])])


def test_an_event_that_stands_twice_is_told_whatever_its_ids() -> None:
    document = good("series")
    copied = {**document["events"][1], "id": "r2"}
    document["events"].append(copied)
    assert checked(content(document)).in_words("en")[1:] == ["File: The same event stands there twice."]
    assert "event twice" in differences(document)
    copied["title"] = "Anders"
    assert checked(content(document)).status == GOOD, "it counts nowhere"
    for event in document["events"][1:]:
        event["ids"] = ["tarockclub:4f1c"]
    document["series"][0]["events"].append("r2")
    told = "Series Jahreswertung: The same event stands there twice."
    assert told in checked(content(document)).in_words("en")
    assert "event twice" in differences(document)


def test_what_was_silent_once_is_told_by_the_second_checker_too() -> None:
    matters = ("back to front", "two tables", "counts twice", "an entry that is not there", "as shares")
    names = [name for name in DEFECTS if any(matter in name for matter in matters)]
    told = {name: differences(spoiled(DEFECTS[name])) for name in names if DEFECTS[name]["status"] == 1}
    assert len(told) >= 8
    assert [name for name, found in told.items() if not found] == []


def test_of_very_many_defects_the_first_are_told_and_how_many_more_there_are() -> None:
    document = good("cup")
    change = {"term": "colour", "at": "2026-11-21T14:00:00+00:00", "was": 1, "is": 1}
    document["changes"] = [change] * 203
    assert checked(content(document)).in_words("en")[-1] == "… and 3 more."
    document["people"] = [{}] * 30
    assert len(checked(content(document)).sentences) == 20, "of what is no file of results"


def test_a_name_that_mixes_scripts_is_remarked() -> None:
    document = good("cup")
    document["event"]["club"] = "Löwen"
    document["people"][0]["name"] = "Gast Ötzi"
    assert "mixed_scripts" not in {remark.code for remark in checked(content(document)).remarks}
    club, name = "L\u043ewen", "G\u0430st 1"
    document["event"]["club"], document["people"][0]["name"] = club, name
    found = checked(content(document))
    told = [(remark.pointer, remark.text.en) for remark in found.remarks if remark.code == "mixed_scripts"]
    mixes = "mixes letters of two scripts that look the same."
    assert found.status == GOOD
    assert told == [
        ("/people/0/name", f"People: {name}: “{name[:4]}” {mixes}"),
        ("/event/club", f"File: {club}: “{club}” {mixes}"),
    ]


def test_facts_that_cannot_be_are_filled_with_nothing() -> None:
    with pytest.raises(ValueError, match=r"^Round 2, table 3: Gast 5 does not sit at the table"):
        filled(spoiled(DEFECTS["a dealer who does not sit there"]))


# Revisions


def newer(document: dict[str, Any]) -> dict[str, Any]:
    document["rounds"][0]["tables"][0]["weather"] = {"rain": True}
    document["people"][0]["shoe"] = 43
    return document


def test_in_a_file_of_a_higher_revision_unknown_keys_are_skipped_and_it_is_said() -> None:
    document = newer(good("cup"))
    assert checked(content(document)).status == NO_SUCH_FILE
    found = checked(content({**document, "revision": 4}))
    assert (found.status, found.sentences) == (GOOD, ())
    assert "The file is of revision 4, known here is revision 3" in found.summary.en
    assert "Unknown keys, skipped: 2 (people[0].shoe, rounds[0].tables[0].weather)." in found.summary.en
    assert "Unbekannte Schlüssel, übersprungen: 2" in found.summary.de
    assert "skipped" not in checked(content(good("cup"))).summary.en
    wrong = spoiled(DEFECTS["a wrong place"]) | {"revision": 4}
    assert len(checked(content(newer(wrong))).sentences) == 1


def objects_in(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from objects_in(item)


@pytest.mark.parametrize("name", ["rulings", "evening", "year"])
def test_ones_own_keys_may_stand_in_every_object_and_count_nowhere(name: str) -> None:
    """Neither in amounts nor in the letters, also in records, terms and rules; the second checker agrees."""
    document = good(name)
    before = checked(content(document))
    objects = [*objects_in(document)]
    assert len(objects) > 40
    for holder in objects:
        holder["x_own"] = {"anything": [1, None]}
    found = checked(content(document))
    assert (found.status, found.sentences) == (GOOD, ())
    assert [*found.remarks] == [*before.remarks]
    assert found.letters == before.letters == letters_of(document) == letters_of_file(document)
    assert differences(document) == []


def test_the_schema_allows_ones_own_keys_in_every_object() -> None:
    shapes = [shape for shape in objects_in(schema()) if shape.get("type") == "object"]
    assert len(shapes) > 40
    closed = [shape for shape in shapes if "additionalProperties" in shape]
    assert all("^x_" in shape["patternProperties"] for shape in closed)


def test_no_id_begins_like_ones_own_keys() -> None:
    document = good("lot")
    text = json.dumps(document).replace('"1"', '"x_1"')
    found = checked(text.encode())
    assert found.status == NO_SUCH_FILE
    told = "people[0].id: “x_1” is not possible here: keys of one's own begin with “x_”, so no id does."
    assert told in found.in_words("en")


def test_rules_that_would_take_memory_without_end_are_refused() -> None:
    document = good("cup")
    document["rules"] = {"0" * 64: {"slug": "cup", "text": "a = " + "[" * 9000}}
    found = checked(content(document))
    assert found.status == DIFFERENT
    assert any("checksum" in text.en for text in found.sentences)


# Slips of every kind


@pytest.mark.parametrize("part", range(10))
def test_a_slip_by_chance_is_told_or_changes_nothing_that_is_claimed(part: int) -> None:
    """A hundred of each part; tests/everything/attacks/ makes ten thousand."""
    assert outcomes_of_slips(part, 100) == {GOOD, DIFFERENT, NO_SUCH_FILE}


# The generator


def test_the_table_of_keys_says_what_each_takes() -> None:
    takes = {key: values for key, values, *_about in results_keys()["keys"]}
    assert takes["format"] == "tarock-results"
    assert takes["terms.minutes"] == "integer | null"
    assert takes["standings.apart"] == "object: house | missing | not_played | no_show | too_few_rounds"


# On the command line


def ends(*arguments: str) -> int:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert isinstance(left.value.code, int)
    return left.value.code


def test_the_command_tells_every_file_and_ends_with_the_worst(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong, none = tmp_path / "wrong.json", tmp_path / "none.json"
    wrong.write_bytes(content(spoiled(DEFECTS["a wrong place"])))
    none.write_text("{}")
    fine = str(EXAMPLES / "cup.json")
    assert ends("check", fine) == GOOD
    letters = letters_of(good("cup"))
    assert capsys.readouterr().out.startswith(
        "Turnier 7, 2026-11-21. 1. Gast 11, 2. Gast 12, 3. Gast 9.\n"
        f"In Ordnung. Leute: 13, Runden: 2, Tische: 6, Hände: 26. Prüfbuchstaben: {letters}.\n"
        "Runde 1, Tisch 1: Ausgeschrieben sind 16 Hände, gespielt 3."
    )
    assert ends("check", "--language", "en", fine, str(wrong)) == DIFFERENT
    assert f"{wrong}: Round 2, standings: Gast 11 is number 3, the file says 2." in capsys.readouterr().out
    assert ends("check", fine, str(wrong), str(none), str(tmp_path / "gone.json")) == NO_SUCH_FILE
    assert "Die Datei lässt sich nicht öffnen" in capsys.readouterr().out


def test_what_is_generated_is_checked_and_what_cannot_be_played_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ends("generate", "--players", "8", "--rounds", "2", "--seed", "7", "--rules", "wien") == 0
    made = tmp_path / "made.json"
    made.write_text(capsys.readouterr().out)
    assert ends("check", str(made)) == GOOD
    assert (ends("generate", "--players", "7"), ends("generate", "--players", "3")) == (2, 2)
    assert "7 players cannot be split into tables" in capsys.readouterr().err


# What RFC 8785 publishes: its own examples of writing, of sorting keys, and of whole numbers.
PUBLISHED = tomllib.loads((LISTS / "canonical.toml").read_text())


@pytest.mark.parametrize("name", PUBLISHED)
def test_canonical_json_is_byte_for_byte_that_of_rfc_8785(name: str) -> None:
    example = PUBLISHED[name]
    assert canonical_text(json.loads(example["input"])).encode() == bytes.fromhex(example["bytes"])


def test_neither_a_database_nor_django_is_needed() -> None:
    """The engine of a phone, or another program, has neither."""
    program = (
        "import sys; sys.modules['django'] = None; from pathlib import Path\n"
        "from tournaments.results_file.checking import checked\n"
        f"print(checked(Path({str(KEPT[0])!r}).read_bytes()).status)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == f"{GOOD}\n"
