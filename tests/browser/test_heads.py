"""What a phone keeps of the states that it was told, and when it says that another does not continue them."""

from __future__ import annotations

import pytest

from tests.support.browser.pages import OpenPage

RESTORED = """async ([beginning, link, heard]) => {
    const { headAfter, witness } = await import(new URL('/static/scoring/record/heads.js', location));
    const first = { after: 0, head: headAfter("", beginning), link: beginning };
    const second = { after: 1, head: headAfter(first.head, link), link };
    const third = { after: 2, head: headAfter(second.head, link), link };
    const told = [];
    const opened = () => witness('/sheets/1/heads/', (kept, other) => told.push([kept.after, other.after]));
    const phone = opened();
    await phone(first);
    globalThis.fetch = () => Promise.reject(new TypeError('no network'));
    await phone([first, second, third][heard]);
    const answer = { after: first.after, head: first.head, links: [] };
    globalThis.fetch = () => Promise.resolve(new Response(JSON.stringify(answer)));
    await opened()(first);
    return told;
}"""


@pytest.mark.parametrize("heard", [1, 2])
def test_a_phone_that_was_told_of_a_hand_and_could_not_ask_says_that_it_is_gone(
    page: OpenPage, heard: int
) -> None:
    """An older copy was put back meanwhile: the last thing this phone heard is what it has to remember."""
    visitor = page()
    visitor.goto("/rules/")
    assert visitor.evaluate(RESTORED, ["the beginning", "a hand", heard]) == [[heard, 0]]
