"""How a test opens a page: in a window that an earlier test has left behind as if it had never been there.

Opening a new one takes longer than most tests do in it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Literal, Protocol, TypeVar

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Frame, Page

from tests.support.begin import in_browser

T = TypeVar("T")
MOST_FRAMES = 3000


class OpenPage(Protocol):
    def __call__(self, width: int = 1280, height: int = 844, *, dark: bool = False) -> Page: ...


class Window:
    """A visitor's own window, with its own cookies and storage."""

    def __init__(self, browser: Browser, server: str) -> None:
        self.server = server
        self.context = _context(browser, server)
        self.complaints: list[str] = []
        self.not_found: list[tuple[str, str]] = []  # where, and what the console said
        self.visited: set[str] = set()
        self.context.on("console", self._note_console_error)
        self.context.on("weberror", lambda error: self.complaints.append(str(error.error)))
        self.context.on("page", lambda page: page.on("framenavigated", self._note_visit))
        self.page = self.context.new_page()
        self.devtools = self.context.new_cdp_session(self.page)

    def _note_console_error(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            where = message.location["url"]
            if "404 (Not Found)" in message.text:
                self.not_found.append((where, message.text))
            else:
                self.complaints.append(f"{where}: {message.text}")

    def _note_visit(self, frame: Frame) -> None:
        """That a part of a page comes from another server is refused by the policy, and told by the console.

        To hear of every single request would take a fifth of the time of all tests. A frame into which only a
        file has come is at ":".
        """
        self.visited.add(frame.url)
        if frame.url and not frame.url.startswith((f"{self.server}/", "data:", "blob:", "about:", ":")):
            self.complaints.append(f"led to another server: {frame.url}")

    def show(self, width: int, height: int, *, dark: bool) -> Page:
        if self.page.viewport_size != {"width": width, "height": height}:
            self.page.set_viewport_size({"width": width, "height": height})
        scheme: Literal["dark", "light"] = "dark" if dark else "light"
        # Without motion: else a colour is looked at while it is still on its way from day to night.
        self.page.emulate_media(media="null", color_scheme=scheme, reduced_motion="reduce")
        return self.page

    def leave(self) -> bool:
        """Leave the window; return whether the next visitor can have it, with nothing left in it."""
        for page in self.context.pages:
            if page is not self.page:
                page.close()
        if self.page.is_closed():
            return False
        self.page.unroute_all(behavior="ignoreErrors")
        self.context.unroute_all(behavior="ignoreErrors")
        own_clock = self.page.evaluate("'__pwClock' in globalThis")  # cannot be taken away again
        self.page.goto("about:blank")
        self.context.set_offline(False)
        self.context.clear_cookies()
        self.devtools.send("Storage.clearDataForOrigin", {"origin": self.server, "storageTypes": "all"})
        return not own_clock

    def complained(self) -> list[str]:
        """What went wrong since this was asked last."""
        # That a page itself is not found may be what a test looks at; that a part of it is missing, never.
        missing = [f"{where}: {text}" for where, text in self.not_found if where not in self.visited]
        found, self.complaints, self.not_found = [*self.complaints, *missing], [], []
        self.visited.clear()
        return found


class Windows:
    """The windows of one process of tests, lent to tests while they are free."""

    def __init__(self, browser: Browser, server: str) -> None:
        self.browser = browser
        self.server = server
        self.free: list[Window] = []
        self.taken: list[Window] = []

    def open(self, width: int = 1280, height: int = 844, *, dark: bool = False) -> Page:
        window = self.free.pop() if self.free else Window(self.browser, self.server)
        self.taken.append(window)
        return window.show(width, height, dark=dark)

    def leave(self) -> list[str]:
        """After a test: everything the pages complained of."""
        found: list[str] = []
        taken, self.taken = self.taken, []  # what one test leaves broken is not the next one's
        for window in taken:
            try:
                is_as_new = window.leave()
            except Error as broken:
                is_as_new = False
                found.append(f"a window could not be left: {broken}")
            if is_as_new:
                self.free.append(window)
            else:
                window.context.close()
            found += window.complained()
        return found


def worked_out(visitor: Page, script: str, asked: object) -> Any:
    """Return the result of a script, sent as one text, which is faster for big results."""
    whole = f"async text => JSON.stringify(await ({script})(JSON.parse(text)))"
    return json.loads(visitor.evaluate(whole, json.dumps(asked)))


def _context(browser: Browser, server: str) -> BrowserContext:
    return in_time(
        browser.new_context(
            base_url=server,
            locale="de-AT",
            timezone_id="Europe/Vienna",
            service_workers="block",  # every page comes from the server, except in test_offline_pages.py
        )
    )


def in_time(context: BrowserContext) -> BrowserContext:
    """Let the pages of a context use the clock of the run."""
    context.add_init_script(in_browser())
    return context


def becomes(visitor: Page, ask: Callable[[], T], wanted: T) -> None:
    """Wait until an expression is true in the page, checked at every frame."""
    for _frame in range(MOST_FRAMES):
        if ask() == wanted:
            return
        visitor.evaluate("new Promise(requestAnimationFrame)")
    assert ask() == wanted
