"""Half of the phones at a table have no Chromium: a whole evening in Firefox and in WebKit, new and old."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from tests.support.browser.drivers import AT_THE_TABLE, BUTTON, ENTER, Driven, other_browser
from tests.support.races.processes import HOST, ROOT, Server
from tests.support.scoring.house import PASSWORD

__all__ = ["other_browser"]  # the fixtures

NAMES = ("Anna", "Bert", "Cilli", "Dora")
TOTALS = """
const shown = {};
for (const seat of document.querySelectorAll("#declarer-0 button")) {
    shown[seat.querySelector(".name")?.innerText.trim()] = seat.querySelector(".total")?.innerText.trim();
}
return Object.entries(arguments[0]).every(([name, total]) => shown[name] === total);
"""
MOST_TRICKS = """
const rows = [...document.querySelectorAll("#result-0 [role=group]")];
const row = rows.find(one => (one.getAttribute("aria-label") || one.innerText).includes(arguments[0]));
return row && [...row.querySelectorAll("button")].find(one => one.innerText.includes("meist")) || null;
"""
WITHOUT_SERVER = "Failed to load resource"  # what WebKit says of it
ENDED = """
const shown = [...document.querySelectorAll("#device [data-state]")].find(one => !one.hidden);
return shown && shown.dataset.state !== "loading" ? shown.dataset.state : null;
"""
SAYS = "return document.querySelector(arguments[0])?.innerText.includes(arguments[1])"


class Table:
    """Records hands in this browser; blocks and labels are those of the form."""

    def __init__(self, browser: Driven) -> None:
        self.browser = browser

    def tap(self, within: str, words: str) -> Table:
        self.browser.tap(BUTTON, f"{within} button", words)
        return self

    def game(self, declarer: str, contract: str, partner: str = "") -> Table:
        tile = rf"^(✓ ?)?{contract} \d+( \+ [\d–]+)?$"
        self.tap("#declarer-0", rf"^(✓ ?)?{declarer}")
        self.browser.until(BUTTON, "#contract-0 button", ".")
        if not self.browser.run(BUTTON, "#contract-0 button", tile):
            self.tap("#contract-0", "^Alle")
        self.tap("#contract-0", tile)
        return self.tap("#declarer-0", rf"^(✓ ?)?{partner}") if partner else self

    def save(self, button: str, *totals: int) -> None:
        """Save, and wait for the totals of everybody, whether or not a server is there."""
        self.end(button)
        self.come_to(*totals)

    def end(self, how: str) -> None:
        """Say how it ended, and save."""
        if how:
            self.browser.tap(BUTTON, f"#ends-{how}", "")
        self.browser.tap(BUTTON, "#save", "")

    def come_to(self, *totals: int) -> None:
        shown = {
            name: f"{total:+}".replace("-", "−") if total else "0"
            for name, total in zip(NAMES, totals, strict=True)
        }
        self.browser.until(TOTALS, shown, seconds=120)


@pytest.fixture
def server(migrated_database: str, tmp_path: Path) -> Iterator[Server]:
    server = Server(migrated_database, tmp_path / "server.log", workers=1)
    server.start()
    yield server
    server.stop()


def manage(server: Server, *command: str) -> str:
    words = [sys.executable, "manage.py", *command]
    done = subprocess.run(words, cwd=ROOT, env=server.environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def set_up(browser: Driven, link: str) -> None:
    browser.goto(link)
    browser.keep_cookie(settings.LANGUAGE_COOKIE_NAME, "de")
    browser.goto(link)
    for text in ("Anna", PASSWORD):
        browser.type(text + ENTER)
    browser.until(SAYS, "main", "Spielen")
    for text in NAMES[1:]:
        browser.type(text + ENTER)
    browser.until("return document.querySelectorAll('.felt .seats button b').length === 4")
    browser.tap(BUTTON, ".dock button", "^Hand 1 schreiben$")
    browser.until(AT_THE_TABLE)


def test_ten_hands_also_without_server_come_to_the_same_in_every_browser(
    other_browser: Driven, server: Server
) -> None:
    browser, table = other_browser, Table(other_browser)
    browser.server = f"http://{HOST}:{server.port}"
    set_up(browser, manage(server, "setup-link", browser.server).split()[-1])
    sheet = browser.url.removesuffix("record/")
    table.game("Anna", "Rufer", "Bert").save("won", 1, 1, -1, -1)
    table.game("Bert", "Trischaken")
    browser.tap(MOST_TRICKS, "Cilli")
    table.save("", 3, 3, -7, 1)  # and a Radl begins
    table.game("Cilli", "Piccolo").save("won", -1, -1, 5, -3)
    table.game("Dora", "Solorufer", "Anna").tap("#kontra-0", "^Kontra$").save("lost", -9, 7, 13, -11)
    table.game("Anna", "Besserrufer", "Cilli").tap("#bird", "^Pagat").tap("#bird", "^Pagat gewonnen")
    table.save("won", -1, -1, 21, -19)
    table.game("Bert", "Dreier").save("won", -11, 29, 11, -29)
    table.game("Cilli", "Rufer", "Dora")
    table.tap("#premiums", "^Trull still")
    table.save("lost", -11, 29, 11, -29)
    table.tap("main", "^Zurücknehmen$")
    browser.until(SAYS, ".tidings", "Zurückgenommen")
    table.tap("main", "^Gilt doch$")
    browser.until(SAYS, "main", "Hand 8")
    table.come_to(-11, 29, 11, -29)
    make_ready(browser)
    server.stop()
    table.game("Anna", "Dreier")
    in_the_cellar(table, "won", 1, (19, 19, 1, -39))
    browser.run("setTimeout(() => location.reload(), 50)")
    browser.until(SAYS, ".tidings", "zuletzt")
    table.game("Dora", "Solodreier")
    in_the_cellar(table, "lost", 2, (39, 39, 21, -99))
    server.start()
    browser.until("return !document.querySelector('.waiting li')", seconds=120)
    table.come_to(39, 39, 21, -99)
    table.game("Bert", "Rufer", "Cilli").save("won", 37, 41, 23, -101)

    browser.goto(sheet)
    rows = browser.run("return [...document.querySelectorAll('main table tr')].map(row => row.innerText)")
    assert sum(bool(re.match(r"\s*Hand\s*\d", row)) for row in rows) == 10  # each is there once
    assert "no difference" in manage(server, "verify")
    assert [line for line in browser.complaints() if WITHOUT_SERVER not in line] == []


def make_ready(browser: Driven) -> None:
    """Let this phone settle by itself, and answer nothing that the browser may ask."""
    browser.run("document.getElementById('device').open = true")
    switch = "document.querySelector('#device .engine:not([hidden]) input')"
    browser.until(f"{switch}?.click(); return {switch} !== null")
    why = "return document.getElementById('device').outerHTML"
    assert browser.until(ENDED, seconds=120) == "ready", browser.run(why)


def in_the_cellar(table: Table, button: str, waiting: int, totals: tuple[int, ...]) -> None:
    """Save a hand that cannot be sent; what it comes to says a phone that settles by itself."""
    table.end(button)
    table.browser.until(f"return document.querySelectorAll('.waiting li').length === {waiting}")
    table.come_to(*totals)
