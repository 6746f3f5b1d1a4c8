"""A club's pages on paper: made for print, whoever prints them, on a phone in the dark or at a desk."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.db.models import Count
from django.utils.formats import date_format

from scoring import clock, demo
from scoring.accounts import verbs as people
from scoring.evenings import verbs as evening_verbs
from scoring.models import Member, Sheet
from tests.support.browser.calculator import Asked, asked
from tests.support.browser.pages import OpenPage
from tests.support.browser.paper import A4, A4_ACROSS, all_is_well, as_printed, paper_of, printed
from tests.support.browser.people import sign_in
from tests.support.browser.sheet import ALONE, SIX, house, open_sheet
from tests.support.engine.rulebook import rulebook
from tests.support.scoring.corrections import correct
from tests.support.scoring.house import House, now
from tests.support.scoring.season import play as play_evening
from tests.support.scoring.tables import FOUR, dreier
from tests.support.stages import Stage

__all__ = ["asked", "house"]

THIRTY = (  # letters, more or less
    "Maximiliane-Alexandra Obergrub",
    "Maximilian-Alexander Obergrube",
    "Hans-Joachim von der Unteralm",
    "Wilhelmine Schattauer-Prantner",
    "Annemarie Unterhuber-Hinterhub",
    "Donaudampfschifffahrtskapitän",
)
STAMP = r"Gedruckt \d\d?\.\d\d?\.\d{4}, \d\d:\d\d"
# How high the rows are in which a hand has to write, in millimetres.
ROWS = """() => [...document.querySelectorAll('.blank tbody tr')]
    .map(row => row.getBoundingClientRect().height * 25.4 / 96)"""
# Heads of columns that stand somewhere else than the cells under them.
HEADS_AND_CELLS = """() => [...document.querySelectorAll('main .table-frame table')].flatMap(table => {
    const [head, cells] = ['thead tr', 'tbody tr'].map(which => [...table.querySelector(which).children]);
    const left = one => one.getBoundingClientRect().left;
    const aside = head.filter((one, place) => Math.abs(left(one) - left(cells[place])) > 1);
    return aside.map(one => one.textContent);
})"""


# The score sheet to fill in


# Four have a page upright, five and six one across; what fits six fits five there.


@pytest.mark.parametrize("people", [4, 6])
def test_the_score_sheet_of_a_table_is_one_page_and_filled_to_its_end(
    page: OpenPage, house: House, tmp_path: Path, people: int
) -> None:
    sheet = open_sheet(house, list(THIRTY[:people]), 21)
    visitor = sign_in(page(390, 844, dark=True))
    named = [*THIRTY[:people], "Mühlviertler Runde", "Gasthaus Löwen", "Rufer 1", "Pagat 1/2"]
    heads = ["Geber", "Spieler", "Ergebnis", "Prämien", "Regeln: Standardregeln", "Übertrag"]
    paper = paper_of(visitor, f"{sheet.get_absolute_url()}blank/", tmp_path)
    all_is_well(paper, size=A4 if people == 4 else A4_ACROSS, most=1, texts=[*named, *heads])
    words = {word.text for word in paper.words}
    assert words >= {head for head in heads if " " not in head}, "a head cut in two"
    heights = as_printed(visitor, ROWS)
    assert min(heights) >= 7
    assert len(heights) >= (24 if people == 4 else 15)
    bottom = max(word.bottom for word in paper.words if word.text != "Seite")
    assert bottom > 0.9 * max(size[1] for size in paper.sizes)


# The finished sheet


def test_a_hundred_hands_have_names_title_and_time_on_every_page_and_no_row_is_torn(
    page: OpenPage, house: House, tmp_path: Path
) -> None:
    sheet = open_sheet(house, list(THIRTY), 120)  # 20 of them void
    visitor = sign_in(page(390, 844, dark=True))
    paper = paper_of(visitor, sheet.get_absolute_url(), tmp_path)
    said = ["100", "kein Tarock", "zusammen 0", "Was die Zeichen heißen", "Neu gegeben"]
    all_is_well(paper, most=10, texts=said)
    for number, leaf in enumerate(paper.leaves, 1):
        head = [word.text for word in paper.words if word.page == number and word.top < 130]
        if any(line[:3].strip().isdigit() for line in leaf.splitlines()):
            assert [name for name in THIRTY if not any(word.startswith(name[:4]) for word in head)] == []
        assert re.search(STAMP, leaf)
    assert paper.leaves[0].count("Stüberl") == 1
    for leaf in paper.leaves[1:]:
        assert leaf.strip().startswith("Stüberl · ")
    all_is_well(printed(visitor, tmp_path, signed=True))


def test_a_correction_and_the_seal_are_read_on_paper(page: OpenPage, house: House, tmp_path: Path) -> None:
    sheet = open_sheet(house, FOUR, 6)
    entry = sheet.entries.get(row__number=1)
    assert entry.record is not None
    correct(house, now(sheet), entry, entry.record, reason="verschrieben")
    house.do(evening_verbs.close_evening, by="Anna", evening=sheet.evening)
    visitor = sign_in(page(dark=True))
    code = sheet.evening.seals.get().code
    paper = paper_of(visitor, sheet.get_absolute_url(), tmp_path)
    all_is_well(paper, texts=["korrigiert", f"Abschluss 1 {code}"])


# Money, season, members


def six_who_played(house: House) -> Sheet:
    """Twelve hands."""
    return open_sheet(house, list(SIX), 12)


TWELVE = Stage("twelve", six_who_played, on=ALONE)
twelve = TWELVE.fixture()


def test_who_pays_whom_has_a_box_to_tick_for_every_payment(
    page: OpenPage, twelve: Sheet, tmp_path: Path
) -> None:
    sheet = twelve
    visitor = sign_in(page(390, 844, dark=True))
    paper = paper_of(visitor, sheet.evening.get_absolute_url(), tmp_path)
    all_is_well(paper, smallest=9, most=1, texts=["Wer zahlt wem", "10 Cent je Punkt"])
    boxes = as_printed(
        visitor,
        """() => [...document.querySelectorAll('#payments .tick > i')]
            .map(one => getComputedStyle(one)).map(box => [box.width, box.borderTopWidth])""",
    )
    assert boxes
    assert len(re.findall(r"\d,\d\d\s€", paper.text)) == len(boxes) + len(SIX) + 1  # of who is ahead
    assert all(float(width[:-2]) >= 13 and float(border[:-2]) > 0 for width, border in boxes)


def test_the_season_the_members_and_the_evening_are_printed_without_their_forms(
    page: OpenPage, twelve: Sheet, tmp_path: Path
) -> None:
    sheet = twelve
    club = sheet.evening.club.get_absolute_url()
    visitor = sign_in(page(390, 844, dark=True))
    for where, wanted in (
        (f"{club}season/?guests=on", [SIX[0], "Punkte", "Je Hand"]),
        (f"{club}members/", ["Anna", "Leute"]),
        (sheet.evening.get_absolute_url(), [*SIX, "Wer hat was"]),
    ):
        paper = paper_of(visitor, where, tmp_path)
        all_is_well(paper, smallest=9, most=1, texts=wanted)
        assert "season" not in where or not re.search(r"[↑↓]|\+\d", paper.text), "no arrow, no plus"


def who_played_a_lot(house: House) -> Member:
    """In the demonstration, with everything that they can have."""
    club = demo.create_demo_club(actor=house["Anna"])
    member = club.members.annotate(often=Count("participations")).order_by("-often").first()
    assert member is not None
    return member


OFTEN = Stage("often", who_played_a_lot, on=ALONE)
often = OFTEN.fixture()


def test_the_page_of_somebody_who_played_a_lot_is_whole_on_paper(
    page: OpenPage, often: Member, tmp_path: Path
) -> None:
    visitor = sign_in(page(390, 844, dark=True))
    member, club = often, often.club
    address = f"{club.get_absolute_url()}members/{member.pk}/?period=all&show=all&all=1"
    paper = paper_of(visitor, address, tmp_path, signed=True)
    all_is_well(paper, smallest=9, texts=[club.name, "Alle Abende"])
    for leaf in paper.leaves:
        assert len(leaf.split()) > 40, leaf
    assert as_printed(visitor, HEADS_AND_CELLS) == [], "a head that does not stand above its column"
    visitor.goto(f"{club.get_absolute_url()}season/statistics/?period=all&show=all&language=de")
    all_is_well(printed(visitor, tmp_path, signed=True), smallest=9, texts=["Statistik"])


@pytest.mark.parametrize("name", ["", "statistics/"])
def test_the_printed_season_says_club_and_period(
    page: OpenPage, often: Member, tmp_path: Path, name: str
) -> None:
    visitor = sign_in(page(390, 844))
    season = f"{often.club.get_absolute_url()}season/{name}"
    year = clock.today().year
    for period, words in (("", f"{year}"), ("?period=all", "Alle Abende: ")):
        [first, *_rest] = paper_of(visitor, f"{season}{period}", tmp_path).leaves
        above = " ".join(" ".join(first.split("\n", 6)[:6]).split())
        assert often.club.name in above
        assert words in above


def test_nobody_and_no_evening_is_missing_on_paper(page: OpenPage, house: House, tmp_path: Path) -> None:
    """A screen has further pages to turn to; paper shows everybody at once, whichever page is in sight."""
    club = house.club
    crowd = [f"Mitspielerin {number:02}" for number in range(1, 60)]
    house.do(people.add_members, by="Anna", club=club, names=crowd)
    last = clock.today()
    days = [last - timedelta(days=7 * number) for number in range(45)]
    for number, day in enumerate(days):
        three = [crowd[(3 * number + place) % len(crowd)] for place in range(3)]
        play_evening(house, day, dreier("Anna", won=number % 2 == 0), names=("Anna", *three))
    member = club.members.get(name="Anna")
    visitor = sign_in(page(390, 844))
    season = f"{club.get_absolute_url()}season/"
    paper = paper_of(visitor, f"{season}?period=all&page=2&sort=name", tmp_path, signed=True)
    all_is_well(paper, smallest=9, texts=["Anna", *crowd])
    assert len(club.members.all()) == 60
    paper = paper_of(visitor, f"{season}{member.pk}/?period=all&all=1", tmp_path)
    assert paper.lacks(date_format(day, "d.m.Y") for day in days) == []


def test_what_is_stored_about_somebody_stands_on_the_paper_and_in_sight_on_a_phone(
    page: OpenPage, often: Member, tmp_path: Path
) -> None:
    """Long texts take more lines; a page does not become smaller for them, and nothing runs over its edge."""
    visitor = sign_in(page(390, 844, dark=True))
    member = often
    address = f"{member.club.get_absolute_url()}members/{member.pk}/data/"
    all_is_well(paper_of(visitor, address, tmp_path, signed=True), smallest=9, texts=[member.name])
    visitor.goto(address)
    assert visitor.evaluate(SECOND_IN_SIGHT) == []


# Tables of which the second column lies behind the edge.
SECOND_IN_SIGHT = """() => [...document.querySelectorAll('.table-frame')].filter(box => {
    const second = box.querySelector('thead th:nth-child(2)');
    return second && second.getBoundingClientRect().right > box.getBoundingClientRect().right + 1;
}).map(box => box.getAttribute('aria-label'))"""


def test_a_calculated_hand_is_printed_without_buttons(asked: Asked, tmp_path: Path) -> None:
    example = next(example for example in rulebook("standard").all_examples if len(example.lines) > 2)
    here = asked(1280).hand({"rules": "standard"} | example.document)
    here.amounts()
    [text] = printed(here.page, tmp_path).leaves
    words = " ".join(text.split())
    for line, _ in example.lines:
        assert line in words
    for unwanted in ("Wer spielt?", "English", "kopieren", "Drucken"):
        assert unwanted not in words
