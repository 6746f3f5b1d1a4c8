"""Templates lean on one another as the files do: on rooms further down, never in a circle, tags included."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
APPS = ("scoring", "tournaments")  # the lower first
TAGS = "templatetags"
TAKES_IN = re.compile(r"""{%\s*(?:include|extends)\s+["']([^"']+)["']""")
LOADS = re.compile(r"{%\s*load\s+(?:[\w ]+?\s+from\s+)?([\w ]+?)\s*%}")
RENDERED = re.compile(r"""(?:render_to_string|inclusion_tag|get_template)\(\s*["']([^"']+)["']""")


def sources(root: Path) -> dict[str, str]:
    """Return every template by its name, and every library of tags by its path."""
    folder = root / "templates"
    found = {str(file.relative_to(folder)): file for file in folder.rglob("*.html")}
    for app in APPS:
        found |= {str(file.relative_to(root)): file for file in (root / app / "templatetags").glob("*.py")}
    return {name: file.read_text(encoding="utf-8") for name, file in found.items()}


def graph_of(found: Mapping[str, str]) -> dict[str, set[str]]:
    """Return which of the files each of them needs."""
    tags = {Path(name).stem: name for name in found if name.endswith(".py")}
    needs = {}
    for name, source in found.items():
        if name.endswith(".py"):
            needed = set(RENDERED.findall(source))
        else:
            libraries = {word for loaded in LOADS.findall(source) for word in loaded.split()}
            needed = {*TAKES_IN.findall(source), *(tags[library] for library in libraries if library in tags)}
        needs[name] = needed & found.keys()
    return needs


def floors(app: str) -> dict[str, int]:
    """Return how high each room of an app stands, as drawn for its files."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    drawn = next(contract["layers"] for contract in contracts if contract.get("containers") == [app])
    return {
        room.strip(" ()"): height for height, rooms in enumerate(drawn[::-1]) for room in rooms.split(":")
    }


def climbs(needs: Mapping[str, set[str]]) -> Iterator[str]:
    """Yield what leans on a room that stands higher, or beside its own; tags are for all rooms of an app."""
    heights = {app: floors(app) for app in APPS}
    for name, needed in sorted(needs.items()):
        for other in sorted(needed):
            (app, room), (their_app, theirs) = _place(name), _place(other)
            if app in APPS and their_app in APPS and app != their_app:
                climbing = APPS.index(app) < APPS.index(their_app)
            elif app in APPS and app == their_app and room != theirs and TAGS not in (room, theirs):
                climbing = heights[app].get(theirs, -1) >= heights[app].get(room, -1)
            else:
                climbing = False
            if climbing:
                yield f"{name} → {other}"


def _place(name: str) -> tuple[str, str]:
    """Return app and room of a template or a library of tags; what lies in no room is for both apps."""
    app, _, further = name.partition("/")
    return app, further.partition("/")[0]


def circle_in(needs: Mapping[str, set[str]]) -> list[str]:
    """Return files that need one another in a circle, if any do."""
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_template_leans_on_a_room_further_up_and_none_on_another_in_a_circle() -> None:
    needs = graph_of(sources(ROOT))
    assert sum(map(len, needs.values())) > 300
    assert list(climbs(needs)) == []
    assert circle_in(needs) == []


BELOW, ABOVE = "scoring/evenings/evening.html", "scoring/sharing/shared.html"


@pytest.mark.parametrize(
    ("name", "source"),
    [
        (BELOW, f'{{% include "{ABOVE}" %}}'),
        (BELOW, "{% load i18n play_money %}"),
        (BELOW, "{% load money from play_money %}"),
        (BELOW, "{% extends 'tournaments/public/page.html' %}"),
        ("tournaments/planning/desk.html", '{% include "tournaments/rounds/_clock.html" %}'),
    ],
)
def test_a_planted_climb_is_found(name: str, source: str) -> None:
    there = dict.fromkeys((ABOVE, "tournaments/public/page.html", "tournaments/rounds/_clock.html"), "") | {
        "tournaments/templatetags/play_money.py": ""
    }
    found = list(climbs(graph_of({**there, name: source})))
    assert [one.partition(" → ")[0] for one in found] == [name]


def test_a_planted_circle_is_found_also_through_a_tag() -> None:
    one, other, tags = "scoring/table/_a.html", "scoring/table/_b.html", "scoring/templatetags/paper.py"
    assert circle_in(graph_of({one: f'{{% include "{other}" %}}', other: f'{{% include "{one}" %}}'}))
    assert circle_in(graph_of({one: "{% load paper %}", tags: f'render_to_string("{one}")'}))
    assert not circle_in(graph_of({one: f'{{% include "{other}" %}}', other: ""}))
