"""What looks at the pages finds faults that are planted on purpose, by day and by night."""

from __future__ import annotations

import re

from playwright.sync_api import Page

from tests.support.browser.looks import WIDTH, complaints_by_day_and_night, with_big_letters
from tests.support.browser.pages import OpenPage

GOOD = """<!doctype html><html lang="de"><title>Gut</title><meta name="viewport" content="width=device-width">
<style>
:root { --ink: #000; --paper: #fff; --accent: #003; }
@media (prefers-color-scheme: dark) { :root { --ink: #fff; --paper: #000; --accent: #fff; } }
* { box-sizing: border-box; font-size: 18px; }
html { background: var(--paper); color: var(--ink); }
button { display: block; min-width: 48px; min-height: 48px; color: inherit; background: var(--paper); }
a { color: var(--accent); }
main { position: relative; }
.text { position: relative; z-index: 1; }
%s
</style>
<main><h1>Gut</h1><p class="text">Wer spielt? <a href="#a">Anna spielt.</a> Und wer noch?</p>
<label>Name <input></label><button>Weiter</button>%s</main>"""
NIGHT = "by night: "
BY_NIGHT = "@media (prefers-color-scheme: dark) { "

# What is added to the styles, what to the page, and what must be said about it.
FAULTS: dict[str, tuple[str, str, list[str]]] = {
    "dimmer letters": (BY_NIGHT + ".text { color: #555 } }", "", ["by night: axe, color-contrast"]),
    "a button too small for a thumb": ("", "<button style='min-height: 0'>Nein</button>", ["small target"]),
    "a text beside the page": (
        "",
        "<div style='width: 400px'>Weit</div>",
        ["the page scrolls sideways", "cut off"],
    ),
    "a name that is cut": (
        "",
        "<p style='width: 60px; overflow: hidden; white-space: nowrap'>Maximilian-Alexander</p>",
        ["clipped"],
    ),
    "small letters": ("", "<p style='font-size: 15px'>Klein</p>", ["small text"]),
}


def show(visitor: Page, style: str = "", content: str = "") -> Page:
    visitor.set_content(GOOD % (style, content))
    return visitor


def test_every_fault_is_named_and_nothing_else(page: OpenPage) -> None:
    visitor, found = show(page(WIDTH, 700)), {}
    assert complaints_by_day_and_night(visitor) == []
    assert with_big_letters(visitor) == []
    for fault, (style, content, _told) in FAULTS.items():
        wrong = complaints_by_day_and_night(show(visitor, style, content))
        found[fault] = [re.sub(f"^({NIGHT})?([^:]*).*", r"\1\2", complaint) for complaint in wrong]
    assert found == {fault: told for fault, (_style, _content, told) in FAULTS.items()}
