"""`python -m tests.browser.engines`: takes pictures of eight pages in every browser, side by side.

It prints where they are. `python -m tests.browser.engines sheet settling` takes only those.
"""

from __future__ import annotations

import base64
import os
import secrets
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import django
from django.conf import settings
from playwright.sync_api import Browser, sync_playwright

from tests.browser.pictures import played_sheet, season, server, tournament
from tests.support.browser.chromium import ARGUMENTS, find_chromium
from tests.support.browser.drivers import AT_THE_TABLE, BROWSERS, SIZE, Driven

ARRIVED = "return document.readyState === 'complete'"
SIDE_BY_SIDE = """
<body style="padding: 16px; display: inline-flex; gap: 16px; font: 20px sans-serif; background: #888">
"""

Take = Callable[[str], bytes]  # a picture of the page at this address


@contextmanager
def in_chromium(chromium: Browser, base: str, cookies: dict[str, str]) -> Iterator[Take]:
    width, height = SIZE
    page = chromium.new_page(base_url=base, viewport={"width": width, "height": height}, locale="de-AT")
    page.context.add_cookies([{"name": name, "value": value, "url": base} for name, value in cookies.items()])

    def take(address: str) -> bytes:
        page.goto(address, wait_until="networkidle")
        return page.screenshot()

    yield take
    page.close()


@contextmanager
def in_other(kind: type[Driven], base: str, cookies: dict[str, str]) -> Iterator[Take]:
    with kind.opened(base) as browser:
        browser.goto("/imprint/")
        for name, value in cookies.items():
            browser.keep_cookie(name, value)

        def take(address: str) -> bytes:
            browser.goto(address)
            browser.until(AT_THE_TABLE if address.endswith("/record/") else ARRIVED)
            return browser.picture()

        yield take


def side_by_side(chromium: Browser, pictures: dict[str, bytes], path: Path) -> None:
    shown = [
        f'<figure style="margin: 0"><figcaption>{name}</figcaption>'
        f'<img style="width: {SIZE[0]}px" src="data:image/png;base64,{base64.b64encode(picture).decode()}">'
        "</figure>"
        for name, picture in pictures.items()
    ]
    page = chromium.new_page()
    page.set_content(SIDE_BY_SIDE + "".join(shown))
    page.locator("body").screenshot(path=path)
    page.close()


def main(folder: Path) -> None:
    from tests.support.browser.people import session_of

    house, sheet = played_sheet()
    club, held = season(), tournament(house)
    pages = {
        "first": "/",
        "rules": "/rules/treffpunkt/",
        "sheet": sheet,
        "record": f"{sheet}record/",
        "settling": club.settling,
        "season": club.standings,
        "player": club.player,
        "board": held.board,
    }
    cookies = {settings.SESSION_COOKIE_NAME: session_of("Anna"), settings.LANGUAGE_COOKIE_NAME: "de"}
    wanted = [name for name in pages if name in sys.argv[1:] or len(sys.argv) == 1]
    with server(os.environ["DATABASE_URL"]) as base, sync_playwright() as playwright, ExitStack() as opened:
        chromium = playwright.chromium.launch(executable_path=find_chromium(), args=list(ARGUMENTS))
        takes = {"Chromium": opened.enter_context(in_chromium(chromium, base, cookies))}
        for name, kind in BROWSERS.items():
            if kind.is_installed():
                takes[name] = opened.enter_context(in_other(kind, base, cookies))
        for name in wanted:
            pictures = {browser: take(pages[name]) for browser, take in takes.items()}
            side_by_side(chromium, pictures, folder / f"{name}.png")
            print(folder / f"{name}.png", flush=True)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as databases:
        # What sync_playwright leaves running in this thread would keep Django from its database.
        os.environ |= {
            "DATABASE_URL": f"sqlite:///{databases}/pictures.sqlite3",
            "DEBUG": "1",
            "SECRET_KEY": secrets.token_hex(32),
            "DJANGO_ALLOW_ASYNC_UNSAFE": "true",
            "DJANGO_SETTINGS_MODULE": "tarockclub.settings",
        }
        django.setup()
        main(Path(tempfile.mkdtemp(prefix="engines-")))
