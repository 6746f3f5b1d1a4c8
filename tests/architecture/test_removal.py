"""What could be taken away (`make removal`) is imported by nobody else: only `capabilities.py` names it."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from tests.removal import STANDING_ALONE
from tests.support.imports import imported


def importing(root: Path, capability: str) -> list[str]:
    """Return the files of the program beside it that import it, with the line."""
    within, name = root / capability.replace(".", "/"), capability.rpartition(".")[2]
    return [
        f"{file.relative_to(root)}:{line}"
        for package in ("scoring", "tournaments", "tarockclub")
        for file in sorted((root / package).rglob("*.py"))
        if within not in file.parents and name in file.read_text()
        for line, found in imported(file.read_text(), file.relative_to(root).parent.parts)
        if found == capability or found.startswith(f"{capability}.")
    ]


@pytest.mark.parametrize("capability", STANDING_ALONE)
def test_only_the_list_of_capabilities_knows_it(root: Path, capability: str) -> None:
    assert [importer.partition(":")[0] for importer in importing(root, capability)] == [
        f"{capability.split('.', maxsplit=1)[0]}/capabilities.py"
    ]


# A table, its club and its year know nothing of tournaments


# "round" is left out: a round of doubled hands is one of the game.
WORDS = re.compile(r"(?<![a-z])(bell|arbit(er|rat)|purse|play money|tournament)", re.IGNORECASE)
KINDS = (".py", ".js", ".css", ".html")
PLACES = ("scoring/**/*.py", "scoring/static/**/*", "templates/scoring/**/*.html")

# Where such a word may stand, and why.
STORED = "the name under which an event lies in databases and club files"
SAID = "a sentence for people, who play in tournaments as well"
ALLOWED = {
    "scoring/archive/tables.py": "what a row of that table lacks in club files from before",
    "scoring/clubs/views/members.py": "Role.ARBITER: a role of a club's members, with what it may do",
    "scoring/engine/play_money.py": "phones settle it without network; the caller hands it in",
    "scoring/engine/rating.py": "the bell curve",
    "scoring/engine/record/writing.py": STORED,
    "scoring/engine/telling.py": "what a sheet says when doubled hands lapse",
    "scoring/evenings/verbs.py": SAID,
    "scoring/management/commands/export_club.py": SAID,
    "scoring/models/evenings.py": "Role.ARBITER: whether a visitor has it comes with the sheet, in one query",
    "scoring/models/people.py": "Role.ARBITER: a role of a club's members",
    "scoring/sharing/views.py": SAID,
    "scoring/engine/record/stored.py": STORED,
    "scoring/web/bars.py": "the name under which a page hands on what it is about",
    "scoring/templatetags/pages.py": "a club's five places, by name, where they are there",
    "templates/scoring/archive/club_archive.html": SAID,
    "templates/scoring/archive/look_at_club.html": SAID,
    "templates/scoring/handbook/": SAID,
    "templates/scoring/clubs/privacy/": SAID,
}


def mentions(root: Path) -> dict[str, list[str]]:
    """Return the lines with such a word, by the file."""
    files = [file for place in PLACES for file in sorted(root.glob(place)) if file.suffix in KINDS]
    found: dict[str, list[str]] = {}
    for file in files:
        name = file.relative_to(root)
        lines = [line.strip() for line in file.read_text(encoding="utf-8").splitlines()]
        if "migrations" not in name.parts and (wrong := [line for line in lines if WORDS.search(line)]):
            found[str(name)] = wrong
    return found


def test_scoring_speaks_of_tournaments_only_where_it_is_said_why() -> None:
    found = mentions(Path(settings.BASE_DIR))
    reason = {name: place for name in found for place in ALLOWED if name.startswith(place)}
    assert {name: lines for name, lines in found.items() if name not in reason} == {}
    assert set(ALLOWED) == set(reason.values())


def test_a_word_is_found() -> None:
    for said in (
        "# the bell rings",
        "class Bell:",
        "is_arbitrated",
        "Tournament",
        "purses: int",
        "play money",
    ):
        assert WORDS.search(said), said
    for said in ('aria-labelledby="x"', "Hier gehört eine Tabelle her", "rebellisch"):
        assert not WORDS.search(said), said
