"""`make pictures`: takes the pictures of README and handbook anew, from a club and a server of their own.

`python -m tests.browser.pictures recording table-phone` takes only those whose names begin like this.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from html import escape
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import django
from playwright.sync_api import Browser, Page, sync_playwright

from tests.support.browser.chromium import ARGUMENTS, find_chromium

ROOT = Path(__file__).parent.parent.parent
PICTURES = ROOT / "scoring" / "static" / "scoring" / "pictures"
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


def played_sheet() -> str:
    """A club with an evening in its eleventh hand; the address of its sheet."""
    from django.core.management import call_command
    from django.utils import timezone

    from scoring.accounts import verbs as people
    from scoring.evenings import verbs as evening_verbs
    from scoring.models import Club, Sheet
    from scoring.table import verbs as recording
    from scoring.table_policy import Actor
    from tests.support.scoring.tables import exchanged

    call_command("migrate", verbosity=0)
    terms = people.ClubTerms("Mühlviertler Runde", "EUR", 10, "de", "treffpunkt")
    anna = people.set_up(deed=uuid4(), code=people.setup_code(), name="Anna", password=PASSWORD, terms=terms)
    club = Club.objects.get()
    people.add_members(actor=anna, deed=uuid4(), club=club, names=["Bert", "Cilli", "Dora", "Emil"])
    evening = evening_verbs.open_evening(
        actor=anna,
        deed=uuid4(),
        club=club,
        date=timezone.localdate(),
        place="Gasthaus zur Post",
        rules="treffpunkt",
        options={},
    )
    seats = [recording.Person(name=name) for name in ("Anna", "Bert", "Cilli", "Dora")]
    sheet = evening_verbs.open_sheet(
        actor=anna, deed=uuid4(), evening=evening, name="Tisch 1", people=seats, high_card=0
    )
    ids = {name: other for other, name in evening.names().items()}
    for record in HANDS:
        recording.add(
            actor=Actor(anna),
            entry=uuid4(),
            sheet=sheet,
            after=Sheet.objects.get(pk=sheet.pk).seq,
            record=exchanged(record, ids),
        )
    return sheet.get_absolute_url()


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
        settling=f"{evening.get_absolute_url()}settling/",
        player=f"{year}{player.pk}/?period=all",
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


def tournament() -> Tournament:
    """Thirteen people; the first round is over, the second runs for a quarter of an hour."""
    from unittest.mock import patch

    from django.urls import reverse
    from django.utils import timezone

    from scoring import clock
    from scoring.models import Account, Club
    from tournaments.draw import verbs as draw
    from tournaments.engine.seating import Method
    from tournaments.engine.terms import PLAY_MONEY
    from tournaments.entrants import verbs as people
    from tournaments.models import Round
    from tournaments.planning import verbs as planning
    from tournaments.rounds.verbs import rounds

    actor, club = Account.objects.get(name="Anna"), Club.objects.get(demonstration=False)
    opened = planning.open_tournament(
        actor=actor,
        deed=uuid4(),
        club=club,
        title="Herbstturnier",
        date=timezone.localdate(),
        place="Gasthaus zur Post",
        rules="zwanzigerrufen",
        terms=replace(PLAY_MONEY, prizes=("Speckjause", "Zweigelt", "Kartenspiel")),
    )
    planning.show_tournament(actor=actor, deed=uuid4(), tournament=opened, public=True)
    entrants = people.register(actor=actor, deed=uuid4(), tournament=opened, names=PLAYERS)
    everybody = [entrant.pk for entrant in entrants]
    for number, ago in ((1, 60), (2, 15)):
        with patch.object(clock, "now", return_value=timezone.now() - timedelta(minutes=ago)):
            this = Round.objects.get(tournament=opened, number=number)
            this.tournament = opened
            people.check(actor=actor, deed=uuid4(), round_=this, entrants=everybody, here=True)
            draw.draw_round(
                actor=actor, deed=uuid4(), round_=this, method=Method.AVOID_REPEATS, seed=f"herbst {number}"
            )
            draw.publish_round(actor=actor, deed=uuid4(), round_=this)
            rounds.start_round(actor=actor, deed=uuid4(), round_=this)
        tables = list(this.tables.order_by("number"))
        for minutes, table in enumerate(tables * 5, 1):
            at = timezone.now() - timedelta(minutes=ago - minutes / 2)
            with patch.object(clock, "now", return_value=at):
                play(actor, table.pk, minutes)
        if number == 1:
            rounds.close_round(actor=actor, deed=uuid4(), round_=this)
    where = [club.slug, opened.pk]
    return Tournament(
        reverse("tournaments:board", args=[*where, 2]),
        reverse("tournaments:round_standings", args=[*where, 1]),
        reverse("tournaments:projector", args=[opened.code]),
        reverse("scoring:record", args=[tables[0].sheet_id]),
    )


def play(actor: Any, table: int, number: int) -> None:
    """A hand at this table: mostly plain games, now and then a solo with Kontra."""
    from scoring.models import Sheet
    from scoring.table import verbs as recording
    from scoring.table_policy import Actor

    sheet = Sheet.objects.get(table=table)
    seated = sheet.standing["players"]
    dealer = seated.index(sheet.standing["dealer"])
    vorhand, second, third, _fourth = (seated[(dealer + place) % len(seated)] for place in (1, 2, 3, 4))
    game: dict[str, Any] = {"contract": "normalspiel", "declarer": second, "partner": vorhand, "points": 47}
    if number % 4 == 0:
        game = {"contract": "solo", "declarer": third, "points": 30 + 20 * (number % 3), "kontra": "kontra"}
    recording.add(actor=Actor(actor), entry=uuid4(), sheet=sheet, after=sheet.seq, record={"games": [game]})


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
    before = os.environ["DATABASE_URL"]
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{folder}/empty.sqlite3"
        manage = [sys.executable, "manage.py"]
        subprocess.run([*manage, "migrate", "--no-copy", "--verbosity", "0"], cwd=ROOT, check=True)
        with server() as base:
            yield subprocess.check_output([*manage, "setup-link", base], cwd=ROOT, text=True).split()[-1]
    os.environ["DATABASE_URL"] = before


@contextmanager
def server() -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{probe.getsockname()[1]}"
    command = [sys.executable, "manage.py", "runserver", address, "--noreload"]
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, cwd=ROOT, stdout=quiet, stderr=quiet)
    try:
        wait_for(f"http://{address}/")
        yield f"http://{address}"
    finally:
        process.terminate()
        process.wait()


def wait_for(url: str) -> None:
    for _ in range(100):
        try:
            urllib.request.urlopen(url, timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise SystemExit(f"{url} does not answer")


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
    sheet = played_sheet()
    club = season()
    held = tournament()
    with server() as base, sync_playwright() as playwright:

        def sign_in(page: Page) -> None:
            page.goto(f"{base}/sign-in/?next={sheet}")
            page.get_by_label("Anmeldename").fill("Anna")
            page.get_by_label("Passwort").fill(PASSWORD)
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

        def shown(address: str, at: str = "") -> Callable[[Page], None]:
            def show(page: Page) -> None:
                sign_in(page)
                page.goto(f"{base}{address}")
                if at:
                    page.locator(at).first.evaluate("part => part.scrollIntoView()")
                page.wait_for_timeout(1500)  # until nothing fades in any more

            return show

        def rules(page: Page) -> None:
            page.goto(f"{base}/rules/treffpunkt/")

        def examples(page: Page) -> None:
            page.goto(f"{base}/rules/standard/")
            page.evaluate(
                "const it = document.getElementById('besserrufer'); it.open = true; it.scrollIntoView();"
            )

        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(ARGUMENTS))
        for device, size in (("phone", PHONE), ("desktop", DESKTOP)):
            for theme in ("light", "dark"):
                dark = theme == "dark"
                take(browser, f"sheet-{device}-{theme}", size, sign_in, dark=dark)
                take(browser, f"recording-{device}-{theme}", size, recording, dark=dark)
        take(browser, "recording-small", SMALL, recording)
        take(browser, "recording-tablet-light", TABLET, recording)
        take(browser, "recording-tablet-dark", TABLET, recording, dark=True)
        take(browser, "settling-phone-light", PHONE, shown(club.settling))
        take(browser, "settling-phone-dark", PHONE, shown(club.settling), dark=True)
        take(browser, "season-desktop-light", DESKTOP, shown(club.standings))
        take(browser, "season-desktop-dark", DESKTOP, shown(club.standings), dark=True)
        take(browser, "player-phone-light", PHONE, shown(club.player, ".course"))
        take(browser, "player-phone-dark", PHONE, shown(club.player, ".course"), dark=True)
        take(browser, "statistics-desktop-light", DESKTOP, shown(club.statistics, ".pictured"))
        take(browser, "statistics-desktop-dark", DESKTOP, shown(club.statistics, ".pictured"), dark=True)
        print_out(browser, "blank-sheet", shown(f"{sheet}blank/"))
        take(browser, "board-desktop-light", DESKTOP, shown(held.board))
        take(browser, "board-desktop-dark", DESKTOP, shown(held.board), dark=True)
        take(browser, "table-phone-light", PHONE, shown(held.table))
        take(browser, "table-phone-dark", PHONE, shown(held.table), dark=True)
        take(browser, "projector", (1920, 1080), shown(held.projector))
        take(browser, "standings-desktop-light", DESKTOP, shown(held.standings))
        take(browser, "speiszettel", (1100, 760), rules)
        take(browser, "examples", (390, 760), examples, dark=True)
        take_terminal(browser, "terminal")
        if is_wanted("setup"):
            with nobody_here() as link:

                def first_page(page: Page) -> None:
                    page.goto(link)

                take(browser, "setup-desktop-light", DESKTOP, first_page)
                take(browser, "setup-desktop-dark", DESKTOP, first_page, dark=True)
        browser.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        # What sync_playwright leaves running in this thread would keep Django from its database.
        os.environ |= {
            "DATABASE_URL": f"sqlite:///{folder}/pictures.sqlite3",
            "DEBUG": "1",
            "DJANGO_ALLOW_ASYNC_UNSAFE": "true",
            "DJANGO_SETTINGS_MODULE": "tarockclub.settings",
        }
        django.setup()
        main()
