"""The rules pages in a real browser: phone and desktop, light and dark, keyboard, screen reader, paper."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from scoring.rulesets import SLUGS, published
from tests.conftest import OpenPage

ADDRESSES = ["/", "/rules/", *(f"/rules/{slug}/" for slug in SLUGS)]
OPEN_SOME = """() => {
    const groups = [...document.querySelectorAll('details')];
    [...groups.slice(0, 2), ...groups.slice(-2)].forEach(group => group.open = true);
}"""
CUT_OFF = """() => [...document.querySelectorAll('main *')]
    .filter(element => !element.closest('.scroll') && !element.closest('.unseen'))
    .filter(element => element.getBoundingClientRect().right > innerWidth + 1)
    .map(element => element.tagName + ': ' + element.textContent.trim().slice(0, 40))"""
# Hundreds of examples come from two templates; a few of each say as much and take seconds less.
FEWER_OF_THE_SAME = (
    "document.querySelectorAll('.group > article:nth-of-type(n+4)').forEach(one => one.remove())"
)
SMALL_TARGETS = """() => [...document.querySelectorAll('a, summary, button')]
    .filter(element => !element.classList.contains('skip') && !element.closest('p'))
    .map(element => [element.textContent.trim(), element.getBoundingClientRect()])
    .filter(([, box]) => box.width > 0 && (box.height < 48 || box.width < 48))
    .map(([text, box]) => `${text}: ${box.width} x ${box.height}`)"""


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize(
    ("width", "dark", "language"), [(320, True, "de"), (390, False, "en"), (1280, False, "de")]
)
def test_nothing_is_cut_off_and_every_target_is_big_enough(
    page: OpenPage, address: str, width: int, dark: bool, language: str
) -> None:
    visitor = page(width, 844, dark=dark)
    visitor.goto(f"{address}?language={language}")
    visitor.evaluate(OPEN_SOME)
    assert visitor.evaluate(CUT_OFF) == []
    assert visitor.evaluate("document.documentElement.scrollWidth") <= width
    assert visitor.evaluate(SMALL_TARGETS) == []


def test_the_pages_hold_at_twice_the_text_size(page: OpenPage) -> None:
    visitor = page(390, 844)
    for address in ("/", "/rules/treffpunkt/", "/rules/zwanzigerrufen/"):
        visitor.goto(address)
        visitor.evaluate("document.documentElement.style.fontSize = '225%'")  # twice our own 112.5 %
        visitor.evaluate(OPEN_SOME)
        assert visitor.evaluate(CUT_OFF) == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("address", ["/", "/rules/", "/rules/treffpunkt/", "/rules/zwanzigerrufen/"])
def test_axe_finds_nothing(page: OpenPage, address: str, dark: bool) -> None:
    visitor = page(390, 844, dark=dark)
    visitor.goto(address)
    visitor.evaluate(OPEN_SOME)
    visitor.evaluate(FEWER_OF_THE_SAME)
    rules = {"runOnly": ["wcag2a", "wcag2aa", "wcag2aaa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
    found = Axe().run(visitor, options=rules)
    assert found.response["violations"] == [], found.generate_report()


def test_a_keyboard_reaches_the_content_and_opens_examples(page: OpenPage) -> None:
    visitor = page()
    visitor.goto("/rules/karlsruhe/")
    visitor.keyboard.press("Tab")
    assert visitor.locator(":focus").inner_text() == "Zum Inhalt"
    visitor.keyboard.press("Enter")
    for _ in range(9):  # past what can be done with the sheet
        visitor.keyboard.press("Tab")
        if visitor.evaluate("document.activeElement.tagName") == "SUMMARY":
            break
    assert visitor.evaluate("document.activeElement.tagName") == "SUMMARY"
    visitor.keyboard.press("Enter")
    assert visitor.locator("details[open] h4").first.is_visible()


def test_the_language_is_chosen_once_and_stays(page: OpenPage) -> None:
    visitor = page(390, 844)
    visitor.goto("/")
    assert visitor.locator("html").get_attribute("lang") == "de"
    visitor.get_by_role("link", name="English").click()
    visitor.get_by_role("link", name=re.compile("Cup rules")).click()
    assert visitor.locator("html").get_attribute("lang") == "en"
    assert visitor.get_by_role("heading", name="Premiums").first.is_visible()
    visitor.get_by_role("link", name="Deutsch").click()
    assert visitor.get_by_role("heading", name="Prämien").first.is_visible()


def printed(visitor: Page, address: str, folder: Path) -> list[str]:
    """The text of every page that the browser would print."""
    visitor.goto(address)
    path = folder / "sheet.pdf"
    visitor.pdf(path=path, prefer_css_page_size=True)
    text = subprocess.run(
        ["pdftotext", "-layout", path, "-"], capture_output=True, text=True, check=True
    ).stdout
    return text.removesuffix("\f").split("\f")


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("slug", SLUGS)
def test_a_sheet_prints_on_one_page_of_a4_with_nothing_missing(
    page: OpenPage, tmp_path: Path, slug: str, language: str
) -> None:
    pages = printed(page(), f"/rules/{slug}/?language={language}", tmp_path)
    assert len(pages) == 1
    words = " ".join(pages[0].split())
    for contract in published()[slug].contracts.values():
        assert contract.label.in_language(language) in words
    assert "Renonce" in words
    assert "English" not in words  # no menus on paper


def test_opened_examples_are_printed_behind_the_sheet(page: OpenPage, tmp_path: Path) -> None:
    visitor = page()
    visitor.goto("/rules/karlsruhe/")
    visitor.evaluate("document.querySelector('#bettler_ouvert').open = true")
    path = tmp_path / "with-examples.pdf"
    visitor.pdf(path=path, prefer_css_page_size=True)
    text = subprocess.run(
        ["pdftotext", "-layout", path, "-"], capture_output=True, text=True, check=True
    ).stdout
    first, second, *_ = text.split("\f")
    assert "Durchgerechnete Beispiele" not in first
    assert "Bettel ouvert gewonnen: 12" in second
