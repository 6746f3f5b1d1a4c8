"""Somebody at the calculator, who keeps nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from scoring.calculator.hands import written
from tests.support.browser.pages import OpenPage
from tests.support.browser.scorer import Scorer

CALCULATOR = "/calculator/"


Record = dict[str, Any]


class Calculator(Scorer):
    """Somebody who works out a hand and keeps nothing."""

    def at(self, address: str) -> Calculator:
        self.page.goto(address)
        expect(self.page.locator(".result-bar")).to_be_visible()
        return self

    def sheet(self, slug: str) -> Calculator:
        return self.at(f"{CALCULATOR}?rules={slug}&language={self.language}")

    def hand(self, record: Record) -> Calculator:
        return self.at(f"{CALCULATOR}?hand={written(record)}&language={self.language}")

    def __init__(self, page: Page, language: str = "de") -> None:
        super().__init__(page, language)
        self.language = language

    @property
    def result(self) -> Locator:
        return self.page.locator(".result-bar")

    @property
    def problems(self) -> Locator:
        return self.page.locator("main > .problems")

    def unfold(self, what: str) -> Locator:
        self.page.locator(f"#{what}-opener").click()
        return self.block(what)

    def names(self, *names: str) -> Calculator:
        block = self.unfold("names")
        for seat, name in enumerate(names):
            block.locator(f"#name-{seat}").fill(name)
        self.unfold("names")
        return self

    def agreed(self, matter: str, choice: str) -> Calculator:
        block = self.unfold("agreements")
        block.get_by_role("group", name=matter).get_by_role("button", name=choice).click()
        self.unfold("agreements")
        return self

    @property
    def address(self) -> str:
        """The hand that the address carries."""
        return self.page.url.partition("?hand=")[2]

    def amounts(self) -> list[str]:
        """The last line of the settlement, once it is of the hand that the page shows."""
        expect(self.settlement.locator("table")).to_be_visible()
        expect(self.settlement.locator("[aria-busy=true]")).to_have_count(0)
        return self.settlement.locator("table tr").last.locator("td").all_inner_texts()

    def pressed(self) -> list[str]:
        texts = self.page.locator("#calculator [aria-pressed=true]").all_inner_texts()
        return [text.splitlines()[0].strip("✓ ") for text in texts]


@pytest.fixture
def asked(page: OpenPage) -> Callable[..., Calculator]:
    def calculator(width: int = 390, *, dark: bool = False, language: str = "de") -> Calculator:
        return Calculator(page(width, 844, dark=dark), language)

    return calculator


Asked = Callable[..., Calculator]
