"""A club's pages on paper: made for print, whoever prints them, on a phone in the dark or at a desk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import Page

from scoring import recording
from scoring.models import Account, Participant, Sheet
from scoring.paper.blank import ROW
from scoring.recording import Actor
from tests.browser.paper import A4, A4_ACROSS, Printed, all_is_well, furniture, printed
from tests.browser.test_sheet import SIX, anna, open_sheet, play, sign_in
from tests.conftest import OpenPage

__all__ = ["anna"]

THIRTY = (  # letters, more or less
    "Maximiliane-Alexandra Obergrub",
    "Maximilian-Alexander Obergrube",
    "Hans-Joachim von der Unteralm",
    "Wilhelmine Schattauer-Prantner",
    "Annemarie Unterhuber-Hinterhub",
    "Donaudampfschifffahrtskapitän",
)
# How high the rows are in which a hand has to write, in millimetres.
ROWS = """() => [...document.querySelectorAll('.blank tbody tr')]
    .map(row => row.getBoundingClientRect().height * 25.4 / 96)"""
NARROWEST = """() => Math.min(...[...document.querySelectorAll('.blank tbody tr:last-child td')]
    .map(cell => cell.getBoundingClientRect().width * 25.4 / 96))"""


def as_printed(visitor: Page, question: str) -> object:
    visitor.emulate_media(media="print")
    visitor.set_viewport_size({"width": 703, "height": 900})
    answer = visitor.evaluate(question)
    visitor.emulate_media(media="null")
    return answer


def blank(visitor: Page, sheet: Sheet, folder: Path, language: str = "en") -> Printed:
    visitor.goto(f"{sheet.get_absolute_url()}blank/?language={language}")
    return printed(visitor, folder)


# The score sheet to fill in


@pytest.mark.parametrize("hands", [0, 21], ids=["empty", "begun"])
@pytest.mark.parametrize("people", [4, 5, 6])
@pytest.mark.parametrize("language", ["de", "en"])
def test_the_score_sheet_of_a_table_is_one_page_and_filled_to_its_end(
    page: OpenPage, anna: Account, tmp_path: Path, people: int, hands: int, language: str
) -> None:
    sheet = open_sheet(anna, list(THIRTY[:people]), hands)
    visitor = sign_in(page(390, 844, dark=True))
    paper = blank(visitor, sheet, tmp_path, language)
    all_is_well(paper, size=A4 if people == 4 else A4_ACROSS)
    assert len(paper.leaves) == 1
    assert (
        paper.lacks([*THIRTY[:people], "Mühlviertler Runde", "Gasthaus Löwen", "Rufer 1", "Pagat 1/2"]) == []
    )
    heights = as_printed(visitor, ROWS)
    assert isinstance(heights, list)
    assert min(heights) >= 7
    assert len(heights) >= (24 if people == 4 else 15)
    bottom = max(word.bottom for word in paper.words if word.text not in ("Page", "Seite"))
    assert bottom > 0.9 * max(size[1] for size in paper.sizes)


def test_what_was_played_and_what_is_doubled_stands_on_it_already(
    page: OpenPage, anna: Account, tmp_path: Path
) -> None:
    """After three hands, the last of them a Trischaken, four doubled hands are owed."""
    sheet = open_sheet(anna, ["Anna", "Bert", "Cilli", "Dora"], 3)
    visitor = sign_in(page())
    paper = blank(visitor, sheet, tmp_path)
    lines = [line.split() for line in paper.leaves[0].splitlines()]
    totals = Sheet.objects.get(pk=sheet.pk).standing["totals"].values()
    carried = next(line for line in lines if line[:2] == ["Carried", "over"])
    assert [int(one.replace("−", "-")) for one in carried[2:]] == [sixths // 6 for sixths in totals]
    rows = [line for line in lines if line and line[0].isdigit()]
    assert [row[:2] for row in rows[:5]] == [
        ["4", "Cilli"],
        ["5", "Dora"],
        ["6", "Anna"],
        ["7", "Bert"],
        ["8", "Cilli"],
    ]
    assert [row[2:] for row in rows[:5]] == [["R"], ["R"], ["R"], ["R"], []]


@pytest.mark.parametrize("people", [4, 5, 6])
def test_without_names_there_is_room_to_write_them(
    page: OpenPage, anna: Account, tmp_path: Path, people: int
) -> None:
    evening = open_sheet(anna, list(SIX[:4]), 0).evening
    visitor = sign_in(page())
    visitor.goto(f"{evening.get_absolute_url()}blank/?people={people}&language=en")
    paper = printed(visitor, tmp_path)
    all_is_well(paper, size=A4 if people == 4 else A4_ACROSS)
    assert len(paper.leaves) == 1
    room = as_printed(
        visitor, "() => document.querySelector('.unnamed').getBoundingClientRect().height * 25.4 / 96"
    )
    assert isinstance(room, float)
    assert room >= 8
    narrowest = as_printed(visitor, NARROWEST)
    assert isinstance(narrowest, int | float)
    assert narrowest >= 6.5


# The finished sheet


@pytest.mark.parametrize(
    ("names", "most"),
    [(THIRTY[:5], 7), (THIRTY, 10), (("Anna", "Bert", "Cilli", "Dora"), 4)],
    ids=["five", "six", "four"],
)
def test_a_hundred_hands_are_printed_with_the_names_on_every_page_and_no_row_torn(
    page: OpenPage, anna: Account, tmp_path: Path, names: Sequence[str], most: int
) -> None:
    sheet = open_sheet(anna, list(names), 120)  # 20 of them void
    visitor = sign_in(page(390, 844, dark=True))
    address = f"{sheet.get_absolute_url()}?language=en"
    visitor.goto(address)
    paper = printed(visitor, tmp_path)
    all_is_well(paper)
    assert len(paper.leaves) <= most
    for number, leaf in enumerate(paper.leaves, 1):
        head = [word.text for word in paper.words if word.page == number and word.top < 130]
        if any(line[:3].strip().isdigit() for line in leaf.splitlines()):
            assert [name for name in names if not any(word.startswith(name[:4]) for word in head)] == []
    assert paper.lacks(["100", "kein Tarock", "all together 0", "What the signs mean"]) == []
    for leaf in paper.leaves[1:]:
        assert leaf.strip().startswith("Stüberl · ")
    visitor.goto(address)
    assert printed(visitor, tmp_path, signed=True).torn() == []


def test_twelve_who_sat_here_lie_across_the_page(page: OpenPage, anna: Account, tmp_path: Path) -> None:
    sheet = open_sheet(anna, list(SIX), 12)
    further = [f"Später gekommen {number}" for number in range(6)]
    later = [
        str(Participant.objects.create(evening=sheet.evening, guest=name, key=name).pk) for name in further
    ]
    sheet = Sheet.objects.whole().get(pk=sheet.pk)
    record = {"event": "seating", "players": later, "dealer": later[0]}
    recording.add(actor=Actor(anna), entry=uuid4(), sheet=sheet, after=sheet.seq, record=record)
    for number in range(6):
        play(anna, sheet, number)
    visitor = sign_in(page())
    visitor.goto(f"{sheet.get_absolute_url()}?language=en")
    paper = printed(visitor, tmp_path)
    all_is_well(paper, size=A4_ACROSS)
    assert paper.lacks([*SIX, *further]) == []


def test_a_correction_and_the_seal_are_read_on_paper(page: OpenPage, anna: Account, tmp_path: Path) -> None:
    sheet = open_sheet(anna, ["Anna", "Bert", "Cilli", "Dora"], 6)
    entry = sheet.entries.get(row__number=1)
    assert entry.record is not None
    recording.correct(
        actor=Actor(anna),
        entry=uuid4(),
        sheet=sheet,
        after=Sheet.objects.get(pk=sheet.pk).seq,
        target=entry,
        record=entry.record,
        reason="verschrieben",
    )
    recording.close_evening(actor=anna, deed=uuid4(), evening=sheet.evening)
    visitor = sign_in(page(dark=True))
    visitor.goto(f"{sheet.get_absolute_url()}?language=en")
    paper = printed(visitor, tmp_path)
    all_is_well(paper)
    assert paper.lacks(["corrected", f"Seal 1 {sheet.evening.seals.get().code}"]) == []


# Money, season, members


def test_who_pays_whom_has_a_box_to_tick_for_every_payment(
    page: OpenPage, anna: Account, tmp_path: Path
) -> None:
    sheet = open_sheet(anna, list(SIX), 12)
    visitor = sign_in(page(390, 844, dark=True))
    visitor.goto(f"{sheet.evening.get_absolute_url()}settling/?language=en")
    paper = printed(visitor, tmp_path)
    all_is_well(paper, smallest=9)
    assert len(paper.leaves) == 1
    boxes = as_printed(
        visitor,
        """() => [...document.querySelectorAll('.payments li')].map(one => getComputedStyle(one, '::before'))
            .map(box => [box.width, box.borderTopWidth])""",
    )
    assert isinstance(boxes, list)
    assert boxes
    assert all(float(width[:-2]) >= 13 and float(border[:-2]) > 0 for width, border in boxes)


def test_the_season_the_members_and_the_evening_are_printed_without_their_forms(
    page: OpenPage, anna: Account, tmp_path: Path
) -> None:
    sheet = open_sheet(anna, list(SIX), 12)
    club = sheet.evening.club.get_absolute_url()
    visitor = sign_in(page(390, 844, dark=True))
    for where, wanted in (
        (f"{club}season/?guests=on&", [SIX[0], "Points"]),
        (f"{club}members/?", ["Anna"]),
        (f"{sheet.evening.get_absolute_url()}?", [*SIX]),
    ):
        visitor.goto(f"{where}language=en")
        paper = printed(visitor, tmp_path)
        all_is_well(paper, smallest=9)
        assert len(paper.leaves) == 1
        assert paper.lacks(wanted) == []


def test_title_page_and_time_stand_at_the_edge(page: OpenPage, anna: Account, tmp_path: Path) -> None:
    sheet = open_sheet(anna, ["Anna", "Bert", "Cilli", "Dora"], 100)
    visitor = sign_in(page())
    visitor.goto(f"{sheet.get_absolute_url()}?language=de")
    paper = printed(visitor, tmp_path)
    first, second = paper.leaves[:2]
    assert visitor.evaluate("document.documentElement.dataset.printed").split()[-1] in first.split()
    assert first.count("Stüberl") == 1
    assert second.strip().startswith("Stüberl · ")


# How a page could be spoilt, and what complains then.
SPOILT: Mapping[str, tuple[str, str]] = {
    "rows too high": (
        "main.querySelectorAll('.blank td').forEach(one => one.style.height = '14mm')",
        "pages",
    ),
    "too wide": ("main.querySelector('.blank table').style.width = '260mm'", "hidden"),
    "names cut": (
        "main.querySelectorAll('thead .player').forEach(one => one.style.cssText = 'white-space: nowrap')",
        "overlapping",
    ),
    "too small": ("main.querySelector('.blank footer p').style.fontSize = '5pt'", "smallest"),
    "coloured": ("main.querySelector('h2').style.color = '#a00'", "coloured"),
    "a button left": (
        "main.querySelector('.blank').insertAdjacentHTML('beforeend', '<p>Print</p>')",
        "furniture",
    ),
    "a price left out": ("main.querySelectorAll('.blank footer p').forEach(one => one.remove())", "lacks"),
    "the end hidden": (
        "main.querySelector('.blank').style.cssText = 'height: 120mm; overflow: hidden'",
        "hidden",
    ),
    "a row torn": (
        "main.querySelector('.blank tbody tr').innerHTML = '<th>' + 'x<br>'.repeat(90) + '</th>'",
        "torn",
    ),
}


@pytest.mark.parametrize("how", SPOILT)
def test_a_spoilt_page_does_not_pass(page: OpenPage, anna: Account, tmp_path: Path, how: str) -> None:
    spoil, complaint = SPOILT[how]
    sheet = open_sheet(anna, list(THIRTY[:4]), 0)
    visitor = sign_in(page())
    visitor.goto(f"{sheet.get_absolute_url()}blank/?language=en")
    visitor.evaluate(f"() => {{ const main = document.querySelector('main'); {spoil}; }}")
    paper = printed(visitor, tmp_path, signed=complaint == "torn")
    complains = {
        "pages": len(paper.leaves) > 1,
        "beyond": bool(paper.beyond()),
        "overlapping": bool(paper.overlapping),
        "smallest": paper.smallest < 7.49,
        "coloured": bool(paper.coloured()),
        "furniture": bool(furniture(paper)),
        "lacks": bool(paper.lacks(["Rufer 1"])),
        "hidden": bool(paper.hidden),
        "torn": bool(paper.torn()),
    }
    assert complains[complaint]


def test_the_rows_are_as_high_as_was_counted_on(page: OpenPage, anna: Account) -> None:
    sheet = open_sheet(anna, list(SIX), 0)
    visitor = sign_in(page())
    visitor.goto(f"{sheet.get_absolute_url()}blank/")
    heights = as_printed(visitor, ROWS)
    assert isinstance(heights, list)
    assert max(heights) <= ROW + 0.2
