"""What pages are made of is said once, in a file of parts/, shown at /components/, used by name."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.test import RequestFactory

from scoring.web.bars import BarItem
from tests.support.checkout import ROOT

STYLES = ROOT / "scoring" / "static" / "scoring"
OF_TOURNAMENTS = ROOT / "tournaments" / "static" / "tournaments"
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
RULE = re.compile(r"([^{};]+)\{([^{}]*)\}")
PARTS = STYLES / "parts"
DECIDED_HERE = {"tokens.css", "dark.css", "base.css", "parts.css"}
# Of the frame, of paper, of scripts, of charts, or of a part that stands on one page alone: not shown there.
_NOT_SHOWN = """
    alone beyond button connection docked downloads exports framed good icon making members
    not-all of-2 of-5 of-6 on-paper open-on-paper places qr ribbon rules-imprint seldom shrunk subject
    tool wide chart for-others for-phones kind-1 kind-2 kind-3 kind-4 kind-5 kind-6 kind-7 leader line
    colour-0 colour-1 colour-2 colour-3 colour-4 colour-5 colour-6 colour-7 colour-8 colour-9 colour-10
    colour-11 many marker strip zero
"""
NOT_SHOWN = set(_NOT_SHOWN.split())


def rules_of(file: Path) -> list[tuple[str, str]]:
    """Return selectors and declarations of a style sheet, whatever condition they stand under."""
    text = COMMENT.sub("", file.read_text(encoding="utf-8"))
    return [(" ".join(head.split()), body) for head, body in RULE.findall(text)]


def components() -> str:
    request = RequestFactory().get("/components/")
    ways = [BarItem("Points", "#cards", current=True), BarItem("Money", "#rows")]
    return render_to_string("scoring/web/components.html", {"LANGUAGE_CODE": "en", "ways": ways}, request)


def test_the_page_of_components_shows_every_part() -> None:
    sheets = (STYLES / "parts.css", *PARTS.glob("*.css"))
    heads = " ".join(head for file in sheets for head, _body in rules_of(file) if not head.startswith("@"))
    parts = set(re.findall(r"\.([a-z][\w-]*)", heads))
    assert len(parts) > 100
    shown = {word for names in re.findall(r'class="([^"]+)"', components()) for word in names.split()}
    assert parts - shown - NOT_SHOWN == set()
    assert not NOT_SHOWN - parts, "no longer a part"


def test_it_is_there_for_developers_only() -> None:
    from tarockclub import urls

    assert not settings.DEBUG
    assert not [pattern for pattern in urls.urlpatterns if getattr(pattern, "name", "") == "components"]


def test_whatever_is_set_in_serif_letters_has_lining_figures() -> None:
    """The serif's own figures go up and down in a line like small letters: "3o.11.2o26"."""
    serif = [
        (file.name, head, body)
        for file in (*STYLES.glob("*.css"), *OF_TOURNAMENTS.glob("*.css"))
        for head, body in rules_of(file)
        if re.search(r"font[^;]*var\(--serif\)", body)
    ]
    assert len(serif) > 10
    assert [(name, head) for name, head, body in serif if "lining-nums" not in body] == []


def hand_made(file: Path) -> list[str]:
    """Return what looks like a card or a button, and is made by hand."""
    found = []
    for head, body in rules_of(file):
        is_card = "var(--lift)" in body and "var(--paper)" in body
        is_button = "cursor: pointer" in body and "background: var(--accent)" in body
        if is_card or is_button:
            found.append(head)
    return found


STYLE_SHEETS = [
    file
    for folder in (STYLES, OF_TOURNAMENTS)
    for file in sorted(folder.glob("*.css"))
    if file.name not in DECIDED_HERE
]


@pytest.mark.parametrize("file", STYLE_SHEETS, ids=lambda file: file.name)
def test_cards_and_buttons_are_not_made_by_hand(file: Path) -> None:
    assert hand_made(file) == []
