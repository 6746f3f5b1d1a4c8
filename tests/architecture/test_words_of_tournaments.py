"""A table, its club and its year know nothing of tournaments, and speak of them only where it is said why."""

import re
from pathlib import Path

from django.conf import settings

# "round" is left out: a round of doubled hands is one of the game.
WORDS = re.compile(r"(?<![a-z])(bell|arbit(er|rat)|purse|play money|tournament)", re.IGNORECASE)
KINDS = (".py", ".js", ".css", ".html")
PLACES = ("scoring/**/*.py", "scoring/static/**/*", "templates/scoring/**/*.html")

# Where such a word may stand, and why.
STORED = "the name under which an event lies in databases and club files"
SAID = "a sentence for people, who play in tournaments as well"
ALLOWED = {
    "scoring/archive/beside.py": STORED,
    "scoring/archive/tables.py": "what a row of that table lacks in club files from before",
    "scoring/clubs/views/members.py": "Role.ARBITER: a role of a club's members, with what it may do",
    "scoring/engine/numbers.py": STORED,
    "scoring/engine/play_money.py": "phones settle it without network; the caller hands it in",
    "scoring/engine/rating.py": "the bell curve",
    "scoring/engine/record/writing.py": STORED,
    "scoring/engine/telling.py": "what a sheet says when doubled hands lapse",
    "scoring/evenings/verbs.py": SAID,
    "scoring/management/commands/export_club.py": SAID,
    "scoring/models/evenings.py": "Role.ARBITER: whether a visitor has it comes with the sheet, in one query",
    "scoring/models/people.py": "Role.ARBITER: a role of a club's members",
    "scoring/sharing/views.py": SAID,
    "scoring/verifying.py": "how many of them were verified, as the command says it",
    "scoring/engine/record/stored.py": STORED,
    "scoring/web/bars.py": "the name under which a page hands on what it is about",
    "scoring/templatetags/pages.py": "a club's five places, by name, where they are there",
    "templates/scoring/archive/club_archive.html": SAID,
    "templates/scoring/archive/look_at_club.html": SAID,
    "templates/scoring/handbook/": SAID,
    "templates/scoring/clubs/privacy/": SAID,
    "templates/scoring/rule_editor/published/_first_words.html": SAID,
    "templates/scoring/old_sheets/look.html": "where an end table belongs that was sent as old sheets",
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
