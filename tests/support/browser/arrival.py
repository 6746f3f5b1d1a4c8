"""A test reads and touches a page that is there, not one that is still arriving.

After a click Playwright goes on as soon as the next page begins to arrive. Whoever waits for something
(`expect`) does not mind; what is asked once is asked of half a page, now and then, and finds nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import pytest
from playwright.sync_api import Locator, Page

_ASKED_ONCE = {
    Page: ("content", "evaluate", "title"),
    Locator: (
        "all",
        "all_inner_texts",
        "all_text_contents",
        "bounding_box",
        "check",
        "click",
        "count",
        "dispatch_event",
        "evaluate",
        "evaluate_all",
        "fill",
        "focus",
        "get_attribute",
        "inner_text",
        "input_value",
        "is_checked",
        "is_enabled",
        "is_hidden",
        "is_visible",
        "press",
        "select_option",
        "text_content",
        "uncheck",
    ),
}


def wait_for_arrival(patch: pytest.MonkeyPatch) -> None:
    """Wait until the whole page and its scripts have loaded, without asking where it is so already."""
    for kind, names in _ASKED_ONCE.items():
        for name in names:
            patch.setattr(kind, name, _after_arrival(getattr(kind, name)))


def _after_arrival(ask: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(ask)
    def arrived(asked: Page | Locator, *about: Any, **named: Any) -> Any:
        page = asked.page if isinstance(asked, Locator) else asked
        page.wait_for_load_state("domcontentloaded")
        return ask(asked, *about, **named)

    return arrived
