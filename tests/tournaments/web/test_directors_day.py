"""The director's day as the handbook tells it: every name in bold is on its page, and used there.

Whoever renames a button finds the handbook's sentence here; whoever adds one there has it done here.
"""

import json
import re
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urljoin
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.handbook import chapter_called, text_of
from tests.support.scoring.house import House, house
from tests.support.stored_forms import FormOnPage, FormParser, Values
from tests.support.tournaments.playing import Playing
from tests.support.tournaments.standings import normal
from tournaments.models import Tournament

NAMED = ("a", "button", "h1", "h2", "label", "legend", "summary")


@dataclass
class NamedPart:
    """Something with a name: a link, a button, a heading."""

    kind: str
    form: FormOnPage | None
    address: str = ""
    of_form: str = ""  # the id of another form that it sends
    own: Values = field(default_factory=dict)
    names: list[str] = field(default_factory=list)  # piece by piece: some belong to screen readers alone

    def is_called(self, name: str) -> bool:
        """Return whether that is its name, or all of it but signs such as ×2."""
        whole = " ".join(self.names)
        return name in (*self.names, whole, whole.removeprefix("×2 "))


class NamedParts(FormParser):
    """All of them on a page above its foot, but for what stands in the head of every page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.named: list[NamedPart] = []
        self.by_id: dict[str, FormOnPage | None] = {}
        self.open: list[NamedPart] = []
        bars = re.findall(r'<nav class="(?:places|subject)".*?</nav>', page, re.DOTALL)
        self.feed(page[page.index("<main") : page.index("</main")] + "".join(bars))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        super().handle_starttag(tag, attrs)
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.by_id[given.get("id", "")] = self.current
        if tag in NAMED:
            own = {given["name"]: [given.get("value", "")]} if given.get("name") else {}
            self.named.append(NamedPart(tag, self.current, given.get("href", ""), given.get("form", ""), own))
            self.open.append(self.named[-1])

    def handle_data(self, data: str) -> None:
        super().handle_data(data)
        if words := " ".join(data.split()):
            for part in self.open:
                part.names.append(words)

    def handle_endtag(self, tag: str) -> None:
        super().handle_endtag(tag)
        if tag in NAMED and self.open:
            self.open.pop()


@dataclass
class Desk:
    """A director's browser; it notes which names it has found under which section of the chapter."""

    client: Client
    home: str = ""  # the tournament's own page
    address: str = ""
    section: str = ""  # of the chapter, which is followed just now
    found: dict[str, set[tuple[str, str]]] = field(default_factory=lambda: {"de": set(), "en": set()})
    pages: dict[str, dict[str, NamedParts]] = field(default_factory=dict)  # in both languages

    def go(self, address: str) -> None:
        """Open a page; one that nothing was done to since is still there."""
        self.address = urljoin(self.address, address)
        if self.address not in self.pages:
            self._show(self.client.get(self.address, follow=True))

    def look_again(self) -> None:
        """Somebody else has done something."""
        self.pages.clear()
        self.go(self.address)

    def _show(self, answer: Any) -> None:
        assert answer.status_code == 200, f"{answer.request['PATH_INFO']}: {answer.status_code}"
        asked = answer.request["QUERY_STRING"]
        self.address = answer.request["PATH_INFO"] + (f"?{asked}" if asked else "")
        self.pages[self.address] = {"de": NamedParts(answer.content.decode())}

    @property
    def parts(self) -> dict[str, NamedParts]:
        return self.pages[self.address]

    def see(self, german: str, english: str, kinds: tuple[str, ...] = NAMED) -> NamedPart:
        """Return what is called so in German, and in English on the same page."""
        if "en" not in self.parts:
            self.client.cookies["language"] = "en"
            self.parts["en"] = NamedParts(self.client.get(self.address).content.decode())
            self.client.cookies["language"] = "de"
        for language, name in (("en", english), ("de", german)):
            there = [
                part for part in self.parts[language].named if part.kind in kinds and part.is_called(name)
            ]
            shown = sorted(
                {" ".join(part.names) for part in self.parts[language].named if part.kind in kinds}
            )
            assert there, f"{self.section}: nothing on {self.address} is called {name!r}, but {shown}"
            self.found[language].add((self.section, name))
        return there[0]

    def follow(self, german: str, english: str, *, on: str = "") -> None:
        """Open what a link on this page leads to, or on another one."""
        self.go(on)
        self.go(self.see(german, english, ("a",)).address)

    def press(self, german: str, english: str, **typed: str) -> None:
        """Send the form of a button, with what else is typed into it."""
        button = self.see(german, english, ("button",))
        form = self.parts["de"].by_id[button.of_form] if button.of_form else button.form
        assert form is not None
        sent = {**form.sent, **button.own, **typed}
        answer = self.client.post(urljoin(self.address, form.action), sent, follow=True)
        problems = re.findall(r'class="errorlist".*?</', answer.content.decode(), re.DOTALL)
        assert not problems, f"{german}: {problems}"
        self.pages.clear()
        self._show(answer)


def bold(text: str) -> set[tuple[str, str]]:
    """Return the names in bold of a chapter, each with the anchor of its section."""
    parts = re.split(r'<h2 id="([^"]+)">', text)[1:]
    return {
        (anchor, " ".join(name.split()))
        for anchor, words in zip(parts[::2], parts[1::2], strict=True)
        for name in re.findall(r"<b>(.*?)</b>", words, re.DOTALL)
    }


__all__ = ["house"]  # the fixtures

NO_DAY = {"series"}  # which is made over the year
NAMES = tuple(f"Gast {number}" for number in range(1, 9))


@pytest.mark.django_db
def test_the_day_of_the_handbook_can_be_done_word_by_word(house: House) -> None:
    desk = Desk(house.client("Bert"))
    playing = the_week_before(desk, house)
    players_register(desk, playing)
    an_hour_before(desk, playing)
    first_round(desk, playing)
    second_round(desk, playing)
    after(desk, playing)
    chapter = chapter_called("director")
    assert chapter is not None
    for language in ("de", "en"):
        named = {part for part in bold(text_of(chapter, language)) if part[0] not in NO_DAY}
        assert len(named) > 30
        assert named - desk.found[language] == set(), "in the chapter, and nobody does it here"


def the_week_before(desk: Desk, house: House) -> Playing:
    desk.section = "before"
    desk.go(house.club.get_absolute_url())
    desk.follow("Turniere", "Tournaments")
    desk.follow("Neues Turnier", "New tournament")
    desk.go("?preset=spielgeld")
    desk.press(
        "Turnier anlegen",
        "Open the tournament",
        title="Herbstturnier",
        date="2026-11-21",
        double="called",
        prizes="Schinken\nWein",
    )
    desk.home = desk.address
    desk.follow("Wer was macht", "Who does what")
    desk.follow("Karten für die Tische", "Cards for the tables", on=desk.home)
    playing = Playing(house, Tournament.objects.whole().get())
    playing.register(NAMES)
    desk.look_again()
    return playing


def players_register(desk: Desk, playing: Playing) -> None:
    desk.section = "registration"
    desk.follow("Anmeldung", "Registration", on=desk.home)
    desk.press("Anmeldung öffnen", "Open registration")
    page = f"/tournaments/{playing.tournament.code}/registration/"
    somebody = Client()
    Desk(somebody).go(page)
    for name in ("Niemand", "Noch Wer"):
        somebody.post(page, {"name": name, "deed": str(uuid4())})
    desk.look_again()
    desk.see("Viele auf einmal nicht aufnehmen", "Turn away many at once")
    for _name in range(2):
        desk.press("Nicht aufnehmen", "Turn away")
    desk.follow("Plakat für den Eingang", "Poster for the door")


def an_hour_before(desk: Desk, playing: Playing) -> None:
    desk.section = "people"
    desk.follow("Leute", "People", on=desk.home)
    desk.press("Vorname zuerst: Franz Huber", "First name first: Franz Huber")
    desk.section = "wishes"
    desk.follow("Leute", "People", on=desk.home)
    people = desk.address
    desk.follow("Wünsche für die Auslosung", "Wishes for the draw")
    desk.section = "sections"
    desk.follow("Leute", "People", on=desk.home)
    desk.follow("Sektionen", "Sections", on=people)
    desk.press("Speichern", "Save", names="A\nB")
    desk.press("Alle einteilen", "Divide everybody")
    playing.check_in()
    desk.look_again()


def first_round(desk: Desk, playing: Playing) -> None:
    desk.section = "draw"
    desk.follow("Auslosung", "Draw", on=desk.home)
    desk.press("Diese Runde auslosen", "Draw this round", unpaid="pay")
    desk.press("Veröffentlichen", "Publish")
    desk.follow("Runde 1 starten", "Start round 1", on=desk.home)
    board = desk.address
    desk.section = "round"
    desk.press("Runde beginnen", "Start the round")
    desk.follow("Start zurücknehmen", "Take back the start", on=board)
    desk.press("Start zurücknehmen", "Take back the start")
    desk.press("Runde beginnen", "Start the round")
    desk.go(board)
    desk.see("Minuten, Gong und mehr", "Minutes, bell and more")
    desk.press("Uhr darauf stellen", "Set the clock to", minutes="20")
    desk.press("Abziehen", "Take off", minutes="5")
    desk.follow("Code lesen", "Read a code", on=desk.home)
    desk.go(board)
    desk.press("Doppelrunde ansagen", "Call the double round")
    repairs(desk, board)
    late_and_leaving(desk, playing, board)
    desk.follow("Gong jetzt", "Ring the bell now", on=board)
    desk.press("Gong jetzt", "Ring the bell now")
    desk.section = "round"
    desk.follow("Runde schließen", "Close the round", on=board)
    desk.press("Runde schließen", "Close the round")
    correction_and_tie(desk, playing)


def late_and_leaving(desk: Desk, playing: Playing, board: str) -> None:
    """One comes late to table 1, another leaves it; the result of table 2 is typed from paper."""
    desk.section = "repair"
    desk.follow("Jemand kommt oder geht", "Somebody comes or goes", on=board)
    desk.press("Ansehen, was sich ändert", "See what changes", table="1", name="Gast 9", step="save")
    names = [playing.names()[player] for player in playing.table().seated]
    assert names[4:] == ["Gast 9"]
    playing.play(1, normal(names[1], names[2]))
    desk.look_again()
    desk.follow("Mehr zu Tisch 1", "More about table 1")
    desk.follow("Leute, Papier, Richtigstellen", "People, paper, corrections")
    desk.follow("Jemand geht", "Somebody leaves")
    leaver = playing.entrant(names[0])
    desk.press("Speichern", "Save", entrant=str(leaver.pk), house="on", ranked="balance")
    assert len(playing.table().seated) == 4
    desk.follow("Mehr zu Tisch 2", "More about table 2", on=board)
    desk.follow("Leute, Papier, Richtigstellen", "People, paper, corrections")
    desk.press("Ab jetzt auf Papier", "On paper from now on")
    desk.follow("Ergebnisse", "Results", on=board)
    balances = zip(playing.table(number=2).seated, (60, 60, 50, 30), strict=True)
    desk.press("Speichern", "Save", **{f"balance-{player}": str(amount) for player, amount in balances})
    desk.follow("Blind ein zweites Mal tippen", "Type a second time, blind")
    desk.section = "round"


def correction_and_tie(desk: Desk, playing: Playing) -> None:
    """A hand of the closed round is put right on its own page; equals are parted by the lot."""
    standings, sheet, row = desk.address, playing.sheet(), playing.sheet().rows.get()
    desk.section = "repair"
    desk.go(reverse("scoring:hand", args=[sheet.pk, row.pk]))
    desk.follow("Korrigieren", "Correct it")
    game = row.entry.record["games"][0]
    others = [player for player in row.players if player not in (game["declarer"], game["partner"])]
    record = json.dumps(normal(*others))
    sent = {
        "id": str(uuid4()),
        "after": str(sheet.seq),
        "record": record,
        "step": "save",
        "reason": "verlesen",
    }
    assert desk.client.post(desk.address, sent).status_code == 302
    desk.section = "after"
    desk.pages.clear()
    desk.go(standings)
    desk.see("Seither richtiggestellt", "Put right since")
    desk.follow("Lose", "Lots")
    desk.press("Das Los ziehen", "Draw the lot")
    assert playing.round().lots.count() == 1
    desk.section = "round"


def repairs(desk: Desk, board: str) -> None:
    desk.section = "repair"
    desk.follow("Mehr zu Tisch 1", "More about table 1", on=board)
    desk.follow("Leute, Papier, Richtigstellen", "People, paper, corrections")
    table = desk.address
    for german, english in (
        ("Hier ist jemand anderer gesessen", "Somebody else sat here"),
        ("Jemand geht", "Somebody leaves"),
        ("Jemand kommt oder geht", "Somebody comes or goes"),
        ("Andere Regeln", "Other rules"),
        ("Über das Ergebnis entscheiden", "Rule on the result"),
    ):
        desk.follow(german, english, on=table)
    desk.go(table)
    desk.see("Auf Papier", "On paper")
    desk.go(board)
    desk.press("Alle Tische auf Papier", "All tables on paper")
    desk.follow("Ergebnisse", "Results", on=board)
    desk.go(board)
    desk.press("Alle Tische wieder am Bildschirm", "All tables on the screen again")
    desk.section = "round"


def second_round(desk: Desk, playing: Playing) -> None:
    desk.section = "draw"
    desk.go(desk.home)
    desk.press("Alle sind wieder da: auslosen", "Everybody is back: draw", unpaid="pay")
    desk.follow("Veröffentlichen und beginnen", "Publish and start")
    desk.press("Veröffentlichen und beginnen", "Publish and start")
    playing.level(*playing.round(2).tables.values_list("number", flat=True), round_=2)
    playing.close(2)
    desk.look_again()


def after(desk: Desk, playing: Playing) -> None:
    desk.section = "hall"
    desk.go(desk.home)
    desk.see("Anzeige", "Screen", ("a",))
    desk.section = "after"
    desk.follow("Wertung", "Standings")
    standings = desk.address
    desk.follow("Urkunden", "Certificates")
    desk.follow("Preise", "Prizes", on=standings)
    desk.press("Hinzufügen", "Add", name="Preisgeld", cents="5")
    desk.see("Alle Geldpreise auszahlen", "Pay out all prize money", ("a",))
    desk.follow("Der ganze Tag auf Papier", "The whole day on paper", on=desk.home)
    desk.follow("Kassa", "Till", on=desk.home)
    desk.see("Tageskassa", "The day's money")
    desk.see("Leute", "People", ("a",))
    desk.press("Kassa abschließen", "Close the cash", cents="24")
    desk.follow("8 Quittungen zum Drucken", "8 receipts to print")
    desk.see("Quittungen", "Receipts")
    desk.follow("Turnier beenden", "Finish the tournament", on=desk.home)
    desk.press("Turnier beenden", "Finish the tournament")
    desk.press("Allen zeigen", "Show it to everybody")
    desk.go(f"/tournaments/{playing.tournament.code}/standings/")
    desk.follow("Zum Zitieren", "To be quoted")
