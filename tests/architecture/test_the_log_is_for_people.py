"""What is so stands in columns and rows: nothing asks the log of a club what is the case.

Who looks an entry up all the same is named here, with how often and why. Whatever else wants to know
something of the past is a column or a row of its own.
"""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.support.sources import tree_of

ROOT = Path(__file__).parents[2]
AGAIN = "A form that comes a second time is known by its id."
QUOTED = "A page quotes what the log says of this; nothing is decided by it."
NAMES = "Names are looked for everywhere, to be shown to whom they belong or taken away."
THE_LOG = "It is the log."
MOVED = "A database or a file is compared with another one, entry by entry."
ALLOWED = {
    "scoring/accounts/guests.py": (1, AGAIN),
    "scoring/archive/beside.py": (1, MOVED),
    "scoring/archive/importing.py": (3, AGAIN),
    "scoring/chain.py": (6, THE_LOG),
    "scoring/clubs/forms.py": (3, THE_LOG),
    "scoring/clubs/guests/views.py": (2, AGAIN),
    "scoring/clubs/pages.py": (1, THE_LOG),
    "scoring/clubs/privacy/anonymising.py": (2, NAMES),
    "scoring/clubs/privacy/name_locations.py": (2, NAMES),
    "scoring/clubs/privacy/stored.py": (2, NAMES),
    "scoring/clubs/views/accounts.py": (1, AGAIN),
    "scoring/deeds.py": (2, AGAIN),
    "scoring/demo.py": (1, "It is said how many entries went with an invented club."),
    "scoring/evenings/pages/sealing.py": (1, QUOTED),
    "scoring/evenings/views/away.py": (1, AGAIN),
    "scoring/evenings/views/play.py": (1, AGAIN),
    "scoring/evenings/views/totals.py": (1, AGAIN),
    "scoring/protection.py": (1, "The database refuses to change it."),
    "scoring/rule_editor/views/house_rules_editor.py": (1, QUOTED),
    "scoring/table/views/corrections.py": (1, AGAIN),
    "scoring/verifying.py": (3, "What is stored is compared with it."),
    "scoring/web/access.py": (1, AGAIN),
    "scoring/web/stored_forms.py": (3, QUOTED),
    "tournaments/draw/verbs.py": (1, QUOTED),
    "tournaments/models/tournaments.py": (1, "It is what the others below ask by."),
    "tournaments/planning/pages.py": (1, QUOTED),
    "tournaments/results_file/exporting.py": (1, QUOTED),
    "tournaments/results_file/replacing.py": (1, NAMES),
    "tournaments/rounds/views.py": (1, AGAIN),
    "tournaments/verifying.py": (2, "What is stored is compared with it."),
}
MANAGERS = {"objects", "_base_manager", "_default_manager"}


def lookups(source: str) -> Iterator[int]:
    """Yield the line of everything that asks for entries of a log."""
    for node in ast.walk(tree_of(source)):
        if isinstance(node, ast.Attribute):
            of_the_model = node.attr in MANAGERS and ast.unparse(node.value) in ("Deed", "models.Deed")
            if of_the_model or node.attr == "deeds_of" or _is_of_a_club(node):
                yield node.lineno
        elif isinstance(node, ast.keyword) and str(node.arg).startswith("deeds__"):
            yield node.value.lineno
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
            if "scoring_deed" in text or text.startswith("deeds__") or text == "scoring.Deed":
                yield node.lineno


def _is_of_a_club(node: ast.Attribute) -> bool:
    """Return whether these are the entries of a club or an account, not of an audit or a comparison."""
    if node.attr != "deeds":
        return False
    whose = ast.unparse(node.value).rpartition(".")[2]
    return whose in ("club", "other", "account") or whose.endswith("_club")


def test_nothing_is_decided_by_the_log() -> None:
    files = [path for app in ("scoring", "tournaments") for path in (ROOT / app).rglob("*.py")]
    found = Counter[str]()
    for path in files:
        if path.parent.name != "migrations":
            found[str(path.relative_to(ROOT))] += len(list(lookups(path.read_text("utf-8"))))
    assert +found == {path: count for path, (count, _why) in ALLOWED.items()}
