"""`make pictures`: takes the pictures of README and handbook anew, from a club and a server of their own.

`python -m tests.browser.pictures recording table-phone` takes only those whose names begin like this.
"""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
import tempfile
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import django
from playwright.sync_api import Browser, Page, sync_playwright

from tests.support.browser.chromium import ARGUMENTS, find_chromium
from tests.support.races.processes import HOST, ROOT, Server, surroundings

if TYPE_CHECKING:  # for Django is set up below
    from tests.support.scoring.house import House
    from tests.support.tournaments.playing import Playing

PICTURES = ROOT / "scoring" / "static" / "scoring" / "pictures"
MOVING = ROOT / "tests" / "browser" / "hand.webp"
PASSWORD = "Sküs-Mond-Pagat"
PHONE, SMALL, TABLET, DESKTOP = (390, 844), (320, 640), (1024, 768), (1280, 900)

HANDS: list[dict[str, Any]] = [
    {"games": [{"contract": "rufer", "declarer": "Anna", "partner": "Cilli", "points": "41/2"}]},
    {
        "games": [{"contract": "besserrufer", "declarer": "Bert", "partner": "Dora", "won": True}],
        "premiums": [{"premium": "pagat", "by": "Bert", "announced": True, "made": True, "kontra": "kontra"}],
    },
    {"games": [{"contract": "dreier", "declarer": "Dora", "points": "33/0", "kontra": "kontra"}]},
    {
        "games": [{"contract": "rufer", "declarer": "Dora", "partner": "Anna", "points": "46/1"}],
        "premiums": [
            {"premium": "sack1", "by": "Dora", "made": True},
            {"premium": "trull", "by": "Dora", "made": True},
        ],
    },
    {
        "games": [
            {"contract": "trischaken", "declarer": "Anna", "order": [["Bert"], ["Cilli"], ["Dora"], ["Anna"]]}
        ]
    },
    {"games": [{"contract": "piccolo", "declarer": "Cilli", "tricks": 1}]},
    {"void": "redeal", "reason": "Falsch ausgeteilt"},
    {"games": [{"contract": "solorufer", "declarer": "Bert", "partner": "Cilli", "won": True}]},
    {
        "games": [{"contract": "rufer", "declarer": "Dora", "king": "talon", "won": False}],
        "premiums": [{"premium": "koenige", "by": "Anna", "made": True}],
    },
    {"games": [{"contract": "farbendreier", "declarer": "Anna", "won": True}]},
    {
        "games": [{"contract": "besserrufer", "declarer": "Cilli", "partner": "Anna", "points": "38/1"}],
        "premiums": [{"premium": "uhu", "by": "Cilli", "announced": True, "made": False}],
    },
    {"games": [{"contract": "bettler", "declarer": "Dora", "tricks": 0, "kontras": {"Bert": "kontra"}}]},
]


OLD_TABLE = (
    "Datum\tAnna\tBert\tCilli\tDora\n9.1.2015\t12\t-4\t-6\t-2\n16.1.2015\t-3\t9\t-4\t-2\n"
    "23.1.2015\t5\t-7\t\t2\n30.1.2015\t-6\t2\t8\t-4\nSumme\t8\t0\t-2\t-6\n"
)


def played_sheet() -> tuple[House, str]:
    """A club with an evening in its eleventh hand, and the address of its sheet."""
    from django.core.management import call_command

    from tests.support.browser.people import founded
    from tests.support.scoring.tables import FIVE

    call_command("migrate", verbosity=0)
    house = founded(members=FIVE[1:])
    house.accounts["Bert"] = house["Anna"]
    sheet = house.sheet(evening=house.evening("treffpunkt", venue="Gasthaus zur Post"), name="Tisch 1")
    for record in HANDS:
        house.play(sheet, record)
    return house, sheet.get_absolute_url()


class Season(NamedTuple):
    """Addresses of the demonstration club."""

    standings: str
    settling: str  # of an evening
    player: str
    statistics: str


def season() -> Season:
    from django.core.management import call_command

    from scoring.models import Club

    call_command("demonstration", "--until", "2026-11-20", verbosity=0)
    club = Club.objects.get(demonstration=True)
    evening = club.evenings.filter(closed_at__isnull=False, pagatkassa__isnull=True).first()
    assert evening is not None
    player, year = club.members.get(name="Burgi"), f"{club.get_absolute_url()}season/"
    return Season(
        standings=f"{year}?period=all",
        settling=evening.get_absolute_url(),
        player=f"{player.get_absolute_url()}?period=all",
        statistics=f"{year}statistics/?period=all",
    )


PLAYERS = [
    *("Anna", "Bert", "Cilli", "Dora", "Emil", "Maria Gruber", "Hannes Gruber", "Josef Oberhuber"),
    *("Franz Leitner", "Sepp Moser", "Resi Moser", "Karl Wimmer", "Toni Eder"),
]


class Tournament(NamedTuple):
    """Addresses of a tournament in its second round."""

    board: str
    standings: str
    projector: str
    table: str  # where its first table records


def tournament(house: House) -> Tournament:
    """Thirteen people; the first round is over, the second runs for a quarter of an hour."""
    from unittest.mock import patch

    from django.urls import reverse

    from scoring import clock
    from tests.support.tournaments.playing import address, opened
    from tournaments.engine.terms import PLAY_MONEY
    from tournaments.planning import verbs as planning

    playing = opened(house, terms=replace(PLAY_MONEY, prizes=("Speckjause", "Zweigelt", "Kartenspiel")))
    playing.do(planning.show_tournament, public=True)
    playing.register(PLAYERS)
    for number, ago in ((1, 60), (2, 15)):
        with patch.object(clock, "now", return_value=clock.now() - timedelta(minutes=ago)):
            playing.begin(number)
        tables = playing.round(number).tables.count()
        for minutes in range(1, 5 * tables + 1):
            at = clock.now() - timedelta(minutes=ago - minutes / 2)
            with patch.object(clock, "now", return_value=at):
                play(playing, number, (minutes - 1) % tables + 1, minutes)
        if number == 1:
            playing.close()
    return Tournament(
        address(playing, "round", 2),
        address(playing, "standings", 1),
        reverse("tournaments:projector", args=[playing.tournament.code]),
        reverse("scoring:record", args=[playing.sheet(round_=2).pk]),
    )


def play(playing: Playing, round_: int, table: int, number: int) -> None:
    """A hand at this table: mostly plain games, now and then a solo with Kontra."""
    from scoring.table import verbs as recording

    sheet = playing.sheet(table, round_=round_)
    seated = sheet.state.players
    dealer = seated.index(sheet.state.dealer)
    vorhand, second, third, _fourth = (seated[(dealer + place) % len(seated)] for place in (1, 2, 3, 4))
    game: dict[str, Any] = {"contract": "normalspiel", "declarer": second, "partner": vorhand, "points": 47}
    if number % 4 == 0:
        game = {"contract": "solo", "declarer": third, "points": 30 + 20 * (number % 3), "kontra": "kontra"}
    playing.write(recording.add, by="Bert", sheet=sheet, record={"games": [game]})


# A network of its own: the address that is printed is really one of this machine.
PUB = "ip link set lo up && ip address add 192.168.1.20/24 dev lo"


def first_start() -> str:
    """Return what the terminal shows of a first start for the room."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "static").symlink_to(ROOT / "var" / "static")
        command = f"{PUB} && exec {sys.executable} -m tarockclub run --lan"
        known = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "DEBUG")}
        process = subprocess.Popen(
            ["unshare", "--map-root-user", "--net", "sh", "-c", command],
            cwd=ROOT,
            env=known | {"DATA_FOLDER": folder, "LANGUAGE": "de", "LAN_ADDRESS": "192.168.1.20"},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        shown = ""
        while "/setup/" not in shown:
            shown += process.stdout.readline()
        process.terminate()
        process.wait()
    return f"$ tarockclub run --lan\n{shown}"


def take_terminal(browser: Browser, name: str) -> None:
    if not is_wanted(name):
        return
    page = browser.new_page()
    style = "display: inline-block; padding: 1rem; font: 16px/1.15 'DejaVu Sans Mono'"
    style += "; background: #222; color: #eee"
    page.set_content(f'<pre style="{style}">{escape(first_start())}</pre>')
    page.locator("pre").screenshot(path=PICTURES / f"{name}.png")
    page.close()


@contextmanager
def nobody_here() -> Iterator[str]:
    """Give the set-up link of a server on which nobody has an account."""
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/empty.sqlite3"
        environment = surroundings(database, os.environ["SECRET_KEY"])
        manage = [sys.executable, "manage.py"]
        migrate = [*manage, "migrate", "--no-copy", "--verbosity", "0"]
        subprocess.run(migrate, cwd=ROOT, env=environment, check=True)
        with server(database) as base:
            command = [*manage, "setup-link", base]
            yield subprocess.check_output(command, cwd=ROOT, env=environment, text=True).split()[-1]


@contextmanager
def server(database: str) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        found = Server(database, Path(folder, "server.log"), secret=os.environ["SECRET_KEY"])
        found.start()
        try:
            yield f"http://{HOST}:{found.port}"
        finally:
            found.stop()


def is_wanted(name: str) -> bool:
    return len(sys.argv) == 1 or name.startswith(tuple(sys.argv[1:]))


def take(
    browser: Browser, name: str, size: tuple[int, int], show: Callable[[Page], None], *, dark: bool = False
) -> None:
    if not is_wanted(name):
        return
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light"
    )
    page = context.new_page()
    show(page)
    page.screenshot(path=PICTURES / f"{name}.png")
    context.close()


def take_both(browser: Browser, name: str, size: tuple[int, int], show: Callable[[Page], None]) -> None:
    """By day and by night."""
    for theme in ("light", "dark"):
        take(browser, f"{name}-{theme}", size, show, dark=theme == "dark")


# The finger that taps: where it was last.
FINGER = """() => {
    const mark = document.createElement("div");
    mark.style.cssText = "position:fixed;z-index:99;width:40px;height:40px;margin:-20px;border-radius:50%;" +
        "background:#c8960caa;pointer-events:none;opacity:0";
    document.body.append(mark);
    addEventListener("click", ({ clientX, clientY }) => {
        Object.assign(mark.style, { left: `${clientX}px`, top: `${clientY}px`, opacity: 1 });
    }, true);
}"""
Frame = tuple[bytes, int]  # a WebP picture, and for how many milliseconds it stands


def take_moving(
    browser: Browser, path: Path, size: tuple[int, int], show: Callable[[Page], Iterator[int]]
) -> None:
    """Take a picture whenever `show` pauses, and store them all as one that moves."""
    if not is_wanted(path.stem):
        return
    width, height = size
    page = browser.new_page(viewport={"width": width, "height": height}, color_scheme="light")
    browser_tools = page.context.new_cdp_session(page)
    asked = {"format": "webp", "quality": 70}
    frames = [
        (b64decode(browser_tools.send("Page.captureScreenshot", asked)["data"]), milliseconds)
        for milliseconds in show(page)
    ]
    path.write_bytes(moving(size, frames))
    page.close()


def moving(size: tuple[int, int], frames: list[Frame]) -> bytes:
    """Return WebP pictures of one size as an animated one, which begins anew for ever."""
    measures = b"".join((length - 1).to_bytes(3, "little") for length in size)
    shown = [
        chunk(b"ANMF", bytes(6) + measures + time.to_bytes(3, "little") + b"\2" + image_of(picture))
        for picture, time in frames
    ]
    parts = [chunk(b"VP8X", b"\2\0\0\0" + measures), chunk(b"ANIM", bytes(6)), *shown]
    return chunk(b"RIFF", b"WEBP" + b"".join(parts))


def chunk(name: bytes, content: bytes) -> bytes:
    return name + len(content).to_bytes(4, "little") + content + b"\0" * (len(content) % 2)


def image_of(picture: bytes) -> bytes:
    """Return the chunk of a still WebP picture that has its pixels."""
    at = 12
    while picture[at : at + 3] != b"VP8" or picture[at + 3 : at + 4] == b"X":
        length = int.from_bytes(picture[at + 4 : at + 8], "little")
        at += 8 + length + length % 2
    return picture[at:]


def print_out(browser: Browser, name: str, show: Callable[[Page], None]) -> None:
    """The first page as a printer has it."""
    if not is_wanted(name):
        return
    context = browser.new_context()
    page = context.new_page()
    show(page)
    with tempfile.TemporaryDirectory() as folder:
        printed = Path(folder) / "page.pdf"
        page.pdf(path=printed, prefer_css_page_size=True)
        command = ["pdftoppm", "-png", "-r", "70", "-singlefile", printed, PICTURES / name]
        subprocess.run(command, check=True)
    context.close()


def main() -> None:
    from tests.support.browser.scorer import Scorer

    PICTURES.mkdir(exist_ok=True)
    house, sheet = played_sheet()
    club = season()
    held = tournament(house)
    with server(os.environ["DATABASE_URL"]) as base, sync_playwright() as playwright:

        def sign_in(page: Page) -> None:
            page.goto(f"{base}/sign-in/?next={sheet}")
            page.get_by_label("Anmeldename").fill("Anna")
            page.get_by_label("Passwort", exact=True).fill(PASSWORD)
            page.get_by_role("button", name="Anmelden").click()
            page.wait_for_url(f"**{sheet}")
            page.wait_for_load_state("networkidle")

        def recording(page: Page) -> None:
            """A Rufer just won: its settlement stands there before it is saved."""
            sign_in(page)
            scorer = Scorer(page).open(f"{base}{sheet}record/")
            scorer.declarer("Dora").contract("Besserrufer").partner("Bert").won()
            scorer.bird("Pagat").bird_made("Pagat").bird_kontra()
            page.locator(".settling table").first.wait_for()
            if page.viewport_size and page.viewport_size["width"] >= TABLET[0]:
                page.locator("#paper").wait_for()  # the sheet beside it
            page.wait_for_load_state("networkidle")
            page.evaluate("scrollTo(0, 0)")

        def recorded(page: Page) -> Iterator[int]:
            """Tap a Besserrufer with a Pagat in and save it, with a pause after every tap."""
            sign_in(page)
            scorer = Scorer(page).open(f"{base}{sheet}record/")
            page.wait_for_load_state("networkidle")
            page.evaluate(FINGER)
            yield 1500
            for tap in (
                lambda: scorer.declarer("Dora"),
                lambda: scorer.contract("Besserrufer"),
                lambda: scorer.partner("Bert"),
                lambda: scorer.bird("Pagat"),
                lambda: scorer.bird_made("Pagat"),
                scorer.won,
            ):
                tap()
                page.wait_for_load_state("networkidle")
                yield 900
            page.locator(".settling table").first.wait_for()
            yield 1500
            scorer.save()
            page.wait_for_load_state("networkidle")
            yield 3000

        def shown(address: str, at: str = "") -> Callable[[Page], None]:
            def show(page: Page) -> None:
                sign_in(page)
                page.goto(f"{base}{address}")
                if at:
                    page.locator(at).first.evaluate("part => part.scrollIntoView()")
                page.evaluate("Promise.all(document.getAnimations().map(one => one.finished))")

            return show

        def totals(page: Page) -> None:
            """Three are typed, and what is left over is offered to the fourth."""
            shown(f"{house.club.get_absolute_url()}play/totals/")(page)
            for name in ("Anna", "Bert", "Cilli", "Dora"):
                page.locator(".names .pick", has_text=name).click()
            for row, points in zip(
                page.locator(".people li:visible").all(), ("36", "21", "-14"), strict=False
            ):
                row.get_by_role("textbox").fill(points)

        def pasting(page: Page) -> None:
            shown(f"{house.club.get_absolute_url()}old-sheets/import/")(page)
            page.locator("textarea").fill(OLD_TABLE)

        def looking(page: Page) -> None:
            """The day of each row in full, an example to confirm, and what was compared."""
            pasting(page)
            page.locator(".dock button").click()
            page.locator(".sheet-grid").wait_for()

        def rules(page: Page) -> None:
            page.goto(f"{base}/rules/treffpunkt/")

        def examples(page: Page) -> None:
            page.goto(f"{base}/rules/standard/examples/#besserrufer")

        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(ARGUMENTS))
        for device, size in (("phone", PHONE), ("desktop", DESKTOP)):
            take_both(browser, f"sheet-{device}", size, sign_in)
            take_both(browser, f"recording-{device}", size, recording)
        take(browser, "recording-small", SMALL, recording)
        take_both(browser, "recording-tablet", TABLET, recording)
        take_both(browser, "settling-phone", PHONE, shown(club.settling))
        take_both(browser, "season-desktop", DESKTOP, shown(club.standings))
        take_both(browser, "player-phone", PHONE, shown(club.player))
        take_both(browser, "statistics-desktop", DESKTOP, shown(club.statistics, ".pictured"))
        take(browser, "totals", PHONE, totals)
        take(browser, "import-paste", PHONE, pasting)
        take(browser, "import-look", DESKTOP, looking)
        print_out(browser, "blank-sheet", shown(f"{sheet}blank/"))
        take_both(browser, "board-desktop", DESKTOP, shown(held.board))
        take_both(browser, "table-phone", PHONE, shown(held.table))
        take(browser, "projector", (1920, 1080), shown(held.projector))
        take(browser, "standings-desktop-light", DESKTOP, shown(held.standings))
        take(browser, "speiszettel", (1100, 760), rules)
        take(browser, "examples", (390, 760), examples, dark=True)
        take_moving(browser, MOVING, PHONE, recorded)  # last of this table: it has a hand more then
        take_terminal(browser, "terminal")
        if is_wanted("setup"):
            with nobody_here() as link:

                def first_page(page: Page) -> None:
                    page.goto(link)

                take_both(browser, "setup-desktop", DESKTOP, first_page)
        browser.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        # What sync_playwright leaves running in this thread would keep Django from its database.
        os.environ |= {
            "DATABASE_URL": f"sqlite:///{folder}/pictures.sqlite3",
            "DEBUG": "1",
            "SECRET_KEY": secrets.token_hex(32),
            "DJANGO_ALLOW_ASYNC_UNSAFE": "true",
            "DJANGO_SETTINGS_MODULE": "tarockclub.settings",
        }
        django.setup()
        main()
