"""The director's day as the handbook tells it: every name in bold is on its page, and used there.

Whoever renames a button finds the handbook's sentence here; whoever adds one there has it done here.
"""

from uuid import uuid4

import pytest
from django.test import Client

from scoring.handbook import chapter_called, text_of
from tests.support.scoring.house import House, house
from tests.support.tournaments.directors_day import Desk, bold
from tests.support.tournaments.playing import Playing
from tournaments.models import Tournament

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
        "Turnier anlegen", "Open the tournament", title="Herbstturnier", date="2026-11-21", double="called"
    )
    desk.home = desk.address
    desk.follow("Wer was macht", "Who does what")
    desk.go(desk.home)
    desk.follow("Karten für die Tische", "Cards for the tables")
    playing = Playing(house, Tournament.objects.whole().get())
    playing.register(NAMES)
    desk.look_again()
    return playing


def players_register(desk: Desk, playing: Playing) -> None:
    desk.section = "registration"
    desk.go(desk.home)
    desk.follow("Anmeldung", "Registration")
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
    desk.go(desk.home)
    desk.section = "wishes"
    desk.follow("Leute", "People")
    people = desk.address
    desk.follow("Wünsche für die Auslosung", "Wishes for the draw")
    desk.section = "sections"
    desk.go(desk.home)
    desk.follow("Leute", "People")
    desk.go(people)
    desk.follow("Sektionen", "Sections")
    desk.press("Speichern", "Save", names="A\nB")
    desk.press("Alle einteilen", "Divide everybody")
    playing.check_in()
    desk.look_again()


def first_round(desk: Desk, playing: Playing) -> None:
    desk.section = "draw"
    desk.go(desk.home)
    desk.follow("Auslosung", "Draw")
    desk.press("Diese Runde auslosen", "Draw this round", unpaid="pay")
    desk.press("Veröffentlichen", "Publish")
    desk.go(desk.home)
    desk.follow("Runde 1 starten", "Start round 1")
    board = desk.address
    desk.section = "round"
    desk.press("Runde beginnen", "Start the round")
    desk.go(board)
    desk.see("Minuten, Gong und mehr", "Minutes, bell and more")
    desk.press("Uhr darauf stellen", "Set the clock to", minutes="20")
    desk.press("Abziehen", "Take off", minutes="5")
    desk.go(desk.home)
    desk.follow("Code lesen", "Read a code")
    desk.go(board)
    desk.follow("Doppelrunde ansagen", "Call the double round")
    desk.press("Doppelrunde ansagen", "Call the double round")
    repairs(desk, board)
    desk.go(board)
    desk.follow("Gong jetzt", "Ring the bell now")
    desk.press("Gong jetzt", "Ring the bell now")
    desk.section = "round"
    desk.go(board)
    desk.follow("Runde schließen", "Close the round")
    desk.press("Runde schließen", "Close the round")


def repairs(desk: Desk, board: str) -> None:
    desk.section = "repair"
    desk.go(board)
    desk.follow("Mehr zu Tisch 1", "More about table 1")
    desk.follow("Leute, Papier, Richtigstellen", "People, paper, repair")
    table = desk.address
    for german, english in (
        ("Hier ist jemand anderer gesessen", "Somebody else sat here"),
        ("Jemand geht", "Somebody leaves"),
        ("Jemand kommt oder geht", "Somebody comes or goes"),
        ("Andere Regeln", "Other rules"),
    ):
        desk.follow(german, english)
        desk.go(table)
    desk.see("Auf Papier", "On paper")
    desk.go(board)
    desk.press("Alle Tische auf Papier", "All tables on paper")
    desk.go(board)
    desk.follow("Ergebnisse vom Papier", "Results from paper")
    desk.go(board)
    desk.press("Alle Tische wieder am Bildschirm", "All tables on the screen again")
    desk.section = "round"


def second_round(desk: Desk, playing: Playing) -> None:
    desk.section = "draw"
    desk.go(desk.home)
    desk.press("Alle sind wieder da: auslosen", "Everybody is back: draw", unpaid="pay")
    desk.press("Veröffentlichen und beginnen", "Publish and start")
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
    desk.go(standings)
    desk.follow("Preise", "Prizes")
    desk.go(desk.home)
    desk.follow("Der ganze Tag auf Papier", "The whole day on paper")
    desk.go(desk.home)
    desk.follow("Kassa", "Till")
    desk.see("Tageskassa", "The day's money")
    desk.follow("8 Quittungen zum Drucken", "8 receipts to print")
    desk.see("Quittungen", "Receipts")
    desk.go(desk.home)
    desk.follow("Turnier beenden", "Finish the tournament")
    desk.press("Turnier beenden", "Finish the tournament")
    desk.press("Allen zeigen", "Show it to everybody")
    desk.go(f"/tournaments/{playing.tournament.code}/standings/")
    desk.follow("Zum Zitieren", "To be quoted")
