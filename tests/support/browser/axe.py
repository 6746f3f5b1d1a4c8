"""What axe finds wrong with a page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from django.templatetags.static import static
from playwright.sync_api import Page

FILE = "axe.js"  # of the server of the tests
TAGS = ["wcag2a", "wcag2aa", "wcag2aaa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = ["color-contrast", "color-contrast-enhanced", "link-in-text-block"]
SIZES = ["target-size"]

LOOK = """async rules => {
    const options = { runOnly: rules, reporter: 'no-passes', preload: false };  // there are no films
    return 'axe' in globalThis ? (await axe.run(document, options)).violations : null;
}"""

# Whether it could be had from the server, which an empty page or one without network has none of.
FETCHED = """address => new Promise(done => {
    if (!location.protocol.startsWith('http') || !navigator.onLine) return done(false);
    const script = Object.assign(document.createElement('script'), { src: address });
    script.onload = script.onerror = () => { script.remove(); done('axe' in globalThis); };
    document.head.append(script);
})"""


def axe(visitor: Page) -> list[str]:
    """Return what axe finds on the page as it is now, adding its script first if needed."""
    found = _asked(visitor, TAGS)
    if any(violation["id"] in SIZES for violation in found):
        found = [violation for violation in found if violation["id"] not in SIZES]
        found += _too_small_where_nothing_scrolls(visitor)
    return _told(found)


def _too_small_where_nothing_scrolls(visitor: Page) -> list[Any]:
    """Measure sizes again in a window as high as the page, and restore the window.

    What a bar that stays in sight covers while it passes below is not small; what it covers there, is.
    A page with a part as high as the window is higher still.
    """
    size, scrolled = visitor.viewport_size, visitor.evaluate("scrollY")
    assert size is not None
    height = visitor.evaluate("document.documentElement.scrollHeight")
    visitor.set_viewport_size({"width": size["width"], "height": height})
    visitor.evaluate(
        "() => new Promise(done => { scrollTo(0, 1e6); requestAnimationFrame(() => setTimeout(done)); })"
    )
    found = _asked(visitor, SIZES)
    visitor.set_viewport_size(size)
    visitor.evaluate("scrolled => scrollTo(0, scrolled)", scrolled)
    return found


def axe_of_colours(visitor: Page) -> list[str]:
    """Return what axe finds about colours alone, which is all that differs on dark pages."""
    return _told(_asked(visitor, COLOURS))


def serve(folder: Path) -> None:
    """Have the server hand out axe: what a page fetches there the browser has compiled already."""
    (folder / FILE).write_text(AXE_SCRIPT, encoding="utf-8")


def _asked(visitor: Page, rules: list[str]) -> list[Any]:
    """Return what axe finds by these rules, adding its script to the page if it is missing."""
    found = visitor.evaluate(LOOK, rules)
    if found is None:
        if not visitor.evaluate(FETCHED, static(FILE)):
            visitor.evaluate(AXE_SCRIPT)
        found = visitor.evaluate(LOOK, rules)
    return list(found)


def _told(violations: list[Any]) -> list[str]:
    return [
        f"axe, {violation['id']}: {', '.join(node['html'] for node in violation['nodes'])}"
        for violation in sorted(violations, key=lambda one: str(one["id"]))
    ]
