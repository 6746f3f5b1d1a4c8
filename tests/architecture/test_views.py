"""Addresses lead to views, and nothing else knows them: what two of them need lies below them."""

from pathlib import Path

import pytest

from tests.support.imports import imported

ROOT = Path(__file__).parents[2]
APPS = ("tarockclub", "tournaments", "scoring")


def views_imported(path: str, source: str) -> list[str]:
    """Return the views that a file imports, and may not."""
    here = Path(path)
    # A small room says its addresses, or all that it hands to others, beside its views.
    if here.name in ("urls.py", "capability.py", "capabilities.py"):
        return []
    found = (name for _, name in imported(source, here.parts[:-1]) if name.startswith(APPS))
    return [f"{path} imports {name}" for name in found if "views" in name.split(".")]


def test_nothing_but_addresses_imports_views() -> None:
    files = [path for app in APPS for path in (ROOT / app).rglob("*.py")]
    assert sum("views" in (*file.parts, file.stem) for file in files) > 40
    found = [
        one
        for file in files
        for one in views_imported(str(file.relative_to(ROOT)), file.read_text(encoding="utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("scoring/season/views/rating.py", "from scoring.season.views.season import kept"),
        ("scoring/season/views/rating.py", "from .season import kept"),
        ("tournaments/export/views.py", "from tournaments.standings.views import may_see"),
        ("tournaments/export/views.py", "def page():\n    import scoring.sharing.views"),
        ("scoring/table/pages/page.py", "from scoring.table import views"),
    ],
)
def test_a_view_that_something_else_imports_is_found(path: str, source: str) -> None:
    assert views_imported(path, source) != []


def test_addresses_and_views_of_django_are_not() -> None:
    assert views_imported("scoring/season/urls.py", "from scoring.season.views import season") == []
    assert views_imported("scoring/season/views/x.py", "from django.views.generic import View") == []
