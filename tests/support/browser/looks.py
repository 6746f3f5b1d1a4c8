"""What is wrong with a page as somebody sees it: cut off, too small, too close, not accessible."""

from __future__ import annotations

import tomllib
from pathlib import Path
from urllib.parse import urlsplit

from django.urls import resolve
from playwright.sync_api import Page

from tests.support.browser.axe import axe, axe_of_colours
from tests.support.browser.scripts import script

__all__ = ["axe", "axe_of_colours"]  # one looks for everything here

LONG = "Maximilian-Alexander Obergrubenwaldner"

WIDTH, PHONE, DESK = 320, 390, 1280
HEIGHTS = {PHONE: 844, DESK: 800}
BEGINS = 370  # pixels of a phone, at most, above what matters

SEEN, WAYS = script("seen"), script("ways")
LOOKS = ("cut off", "clipped", "small target", "small text")  # and whether it scrolls sideways, always

# Opens what is folded, but for the examples of a sheet, which are hundreds, and the menu of the frame, which
# would cover the page: it is looked at by itself.
FOLDED = "details:not(.more, [open])"
UNFOLD = f"() => document.querySelectorAll('{FOLDED}').forEach(one => {{ one.open = true; }})"

TWICE = "document.documentElement.style.fontSize = '225%'"  # twice our own 112.5 %
AS_WRITTEN = "document.documentElement.style.fontSize = ''"
A_FRAME = "new Promise(requestAnimationFrame)"  # in the one after the next names are fitted anew
CUT_OFF_IF_BIG = f"""async unfold => {{
    if (unfold) ({UNFOLD})();
    {TWICE};
    for (let frames = 0; frames < 3; frames++) await {A_FRAME};
    const found = ({SEEN})(['cut off', 'torn']).filter(one => /^(cut off|torn)/.test(one));
    {AS_WRITTEN};
    return found.map(one => `big letters, ${{one}}`);
}}"""


FITS = "document.scrollingElement.scrollWidth <= innerWidth"

BOUNDS = tomllib.loads(Path(__file__).with_name("bounds.toml").read_text(encoding="utf-8"))


def seen(visitor: Page, *looks: str) -> list[str]:
    """Return what is wrong without axe, by these checks or by all that hold for every page."""
    return list(visitor.evaluate(SEEN, looks or LOOKS))


def complaints(visitor: Page) -> list[str]:
    """Everything that is wrong with what the visitor sees."""
    return [*axe(visitor), *seen(visitor)]


def complaints_by_day_and_night(visitor: Page) -> list[str]:
    """Return what is wrong in light and dark, without opening the page again; light afterwards."""
    visitor.emulate_media(color_scheme="dark")
    by_night = [f"by night: {colour}" for colour in axe_of_colours(visitor)]
    visitor.emulate_media(color_scheme="light")
    return [*complaints(visitor), *by_night]


def complaints_on_every_screen(visitor: Page) -> list[str]:
    """Return what is wrong on a narrow phone in both lights, and at a desk in the dark."""
    height = (visitor.viewport_size or {"height": 844})["height"]
    visitor.set_viewport_size({"width": WIDTH, "height": height})
    found = complaints_by_day_and_night(visitor)
    for width in (PHONE, DESK):
        visitor.set_viewport_size({"width": width, "height": height})
        found += [f"{width} wide: {complaint}" for complaint in seen(visitor)]
    visitor.emulate_media(color_scheme="dark")
    found += [f"{DESK} wide, by night: {complaint}" for complaint in axe(visitor)]
    visitor.emulate_media(color_scheme="light")
    visitor.set_viewport_size({"width": WIDTH, "height": height})
    return found


def ways(visitor: Page) -> list[str]:
    """Return what is wrong with where the page's content begins and with its height, on this screen."""
    found, height, begins, width = visitor.evaluate(WAYS)
    address = resolve(urlsplit(visitor.url).path).url_name or ""
    bounds = {**BOUNDS["usual"], **BOUNDS.get(address, {})}
    if width == PHONE and begins > bounds.get("begins", BEGINS):
        found.append(f"what matters of {address} begins at {begins:.0f} px")
    for screen, device in ((PHONE, "phone"), (DESK, "desk")):
        if width == screen and height > bounds[device] * HEIGHTS[screen]:
            found.append(f"{address} is {height} px high, more than {bounds[device]} screens")
    return [f"{width} wide: {complaint}" for complaint in found]


def ways_on_every_screen(visitor: Page, *widths: int, unfold: bool = False, big: bool = True) -> list[str]:
    """Return what `ways` finds on these screens, by default a desk and a phone."""
    size = visitor.viewport_size
    wrong = [] if widths else ways(visitor)
    for width in widths or (DESK, PHONE):
        visitor.set_viewport_size({"width": width, "height": HEIGHTS[width]})
        wrong += ways(visitor)
    if big:
        wrong += visitor.evaluate(CUT_OFF_IF_BIG, unfold)
    elif unfold:
        visitor.evaluate(UNFOLD)
    if size is not None:
        visitor.set_viewport_size(size)
    return wrong


def with_big_letters(visitor: Page) -> list[str]:
    """Return what is cut off on a phone with letters of twice the size, and restore them."""
    size = visitor.viewport_size
    visitor.set_viewport_size({"width": PHONE, "height": HEIGHTS[PHONE]})
    wrong = list(visitor.evaluate(CUT_OFF_IF_BIG))
    if size is not None:
        visitor.set_viewport_size(size)
    return wrong
