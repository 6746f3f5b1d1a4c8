"""A club's pages on paper: made for print, whoever prints them, on a phone in the dark or at a desk."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from django.db.models import Count, F
from django.utils import timezone
from django.utils.formats import date_format

from scoring import demo
from scoring.accounts import verbs as people
from scoring.engine.amounts import noted
from scoring.evenings import verbs as evening_verbs
from scoring.evenings.pages.blank import ROW
from scoring.models import Member, Participant, Row, Sheet, TableScore
from scoring.table.replay import position_of
from tests.support.browser.looks import UNFOLD
from tests.support.browser.pages import OpenPage
from tests.support.browser.paper import (
    A4,
    A4_ACROSS,
    COMPLAINTS,
    LANGUAGES,
    MEASURED,
    Printed,
    Wanted,
    Word,
    all_is_well,
    as_printed,
    complaints_about,
    paper_of,
    printed,
    solid,
    window_for,
)
from tests.support.browser.people import sign_in
from tests.support.browser.sheet import ALONE, SIX, house, open_sheet, play
from tests.support.scoring.corrections import correct
from tests.support.scoring.house import House, now
from tests.support.scoring.season import play as play_evening
from tests.support.scoring.tables import FOUR, dreier
from tests.support.scoring.what_if import PLAYED
from tests.support.stages import Stage

__all__ = ["house"]

THIRTY = (  # letters, more or less
    "Maximiliane-Alexandra Obergrub",
    "Maximilian-Alexander Obergrube",
    "Hans-Joachim von der Unteralm",
    "Wilhelmine Schattauer-Prantner",
    "Annemarie Unterhuber-Hinterhub",
    "Donaudampfschifffahrtskapitän",
)
USUAL = (
    "Josef Obergruber",
    "Hannes Grubmüller",
    "Rudi aus Freistadt",
    "Wolfgang Ortner",
    "Maria Hinterleitner",
    "Anna",
)
STAMP = r"Gedruckt \d\d?\.\d\d?\.\d{4}, \d\d:\d\d"
# How high the rows are in which a hand has to write, in millimetres.
ROWS = """() => [...document.querySelectorAll('.blank tbody tr')]
    .map(row => row.getBoundingClientRect().height * 25.4 / 96)"""
# Heads of columns that stand somewhere else than the cells under them.
HEADS_AND_CELLS = """() => [...document.querySelectorAll('main .figures table')].flatMap(table => {
    const [head, cells] = ['thead tr', 'tbody tr'].map(which => [...table.querySelector(which).children]);
    const left = one => one.getBoundingClientRect().left;
    const aside = head.filter((one, place) => Math.abs(left(one) - left(cells[place])) > 1);
    return aside.map(one => one.textContent);
})"""
NARROWEST = """() => Math.min(...[...document.querySelectorAll('.blank tbody tr:last-child td')]
    .map(cell => cell.getBoundingClientRect().width * 25.4 / 96))"""


# The score sheet to fill in


# Four have a page upright, five and six one across; what fits six fits five there. German words are longer;
# six columns across are so narrow that their heads are looked at in English, too.


@pytest.mark.parametrize(("people", "languages"), [(4, ("de",)), (6, LANGUAGES)])
def test_the_score_sheet_of_a_table_is_one_page_and_filled_to_its_end(
    page: OpenPage, house: House, tmp_path: Path, people: int, languages: Sequence[str]
) -> None:
    sheet = open_sheet(house, list(THIRTY[:people]), 21)
    visitor = sign_in(page(390, 844, dark=True))
    named = [*THIRTY[:people], "Mühlviertler Runde", "Gasthaus Löwen", "Rufer 1", "Pagat 1/2"]
    heads = {
        "de": ["Geber", "Spieler", "Ergebnis", "Prämien", "Regeln: Standardregeln", "Übertrag"],
        "en": ["Dealer", "Declarer", "Result", "Premiums", "Rules: Standard rules", "Carried over"],
    }
    for language in languages:
        paper = paper_of(visitor, f"{sheet.get_absolute_url()}blank/", tmp_path, language)
        all_is_well(paper, size=A4 if people == 4 else A4_ACROSS, most=1, texts=[*named, *heads[language]])
        words = {word.text for word in paper.words}
        assert words >= {head for head in heads[language] if " " not in head}, "a head cut in two"
        heights = as_printed(visitor, ROWS)
        assert min(heights) >= 7
        assert len(heights) >= (24 if people == 4 else 15)
        bottom = max(word.bottom for word in paper.words if word.text not in ("Page", "Seite"))
        assert bottom > 0.9 * max(size[1] for size in paper.sizes)


@pytest.mark.parametrize("people", [4, 6])
def test_the_names_of_dealers_are_whole_where_there_is_room(
    page: OpenPage, house: House, tmp_path: Path, people: int
) -> None:
    sheet = open_sheet(house, list(USUAL[:people]), 12)
    visitor = sign_in(page())
    for where in (f"{sheet.get_absolute_url()}blank/", sheet.get_absolute_url()):
        paper = paper_of(visitor, where, tmp_path)
        all_is_well(paper, size=A4 if people == 4 or "blank" not in where else A4_ACROSS, most=1)
        assert not re.search("↻[^\n]*…", paper.text)
        assert "↻" in paper.text or "…" not in paper.text
        for name in USUAL[:people]:
            assert solid(paper.text).count(solid(name)) >= 3


def test_what_was_played_and_what_is_doubled_stands_on_it_already(
    page: OpenPage, house: House, tmp_path: Path
) -> None:
    """After three hands, the last of them a Trischaken, doubled hands are owed."""
    sheet = open_sheet(house, FOUR, 3)
    visitor = sign_in(page())
    sheet = Sheet.objects.get(pk=sheet.pk)
    totals, owed = sheet.totals.values(), sheet.standing["owed"]
    assert owed >= 4
    paper = paper_of(visitor, f"{sheet.get_absolute_url()}blank/", tmp_path)
    lines = [line.split() for line in paper.leaves[0].splitlines()]
    carried = next(line for line in lines if line[:1] == ["Übertrag"])[1:]
    assert [int(total.replace("−", "-")) for total in carried] == [twelfths // 12 for twelfths in totals]
    rows = [line for line in lines if line and line[0].isdigit()]
    assert [row[:2] for row in rows[:5]] == [
        ["4", "Cilli"],
        ["5", "Dora"],
        ["6", "Anna"],
        ["7", "Bert"],
        ["8", "Cilli"],
    ]
    assert [row[2:] for row in rows[: owed + 1]] == [["R"]] * owed + [[]]


@pytest.mark.parametrize("people", [4, 6])
def test_parts_of_a_point_and_five_digits_stay_in_one_line(
    page: OpenPage, house: House, tmp_path: Path, people: int
) -> None:
    """Nobody wins 12,345⅔ points in an evening, but some clubs count a Rufer with 100."""
    sheet = open_sheet(house, list(THIRTY[:people]), 12)
    grown(sheet)
    big = [noted(amount) for amount in position_of(Sheet.objects.get(pk=sheet.pk)).state.totals.values()]
    assert max(map(len, big)) >= 7
    visitor = sign_in(page())
    paper = paper_of(visitor, f"{sheet.get_absolute_url()}blank/", tmp_path)
    all_is_well(paper, size=A4 if people == 4 else A4_ACROSS, most=1)
    assert set(whole_words(paper)) >= set(big)
    paper = paper_of(visitor, sheet.get_absolute_url(), tmp_path)
    all_is_well(paper, most=2)
    assert set(whole_words(paper)) >= set(big)


def whole_words(paper: Printed) -> list[str]:
    """Return the words of a paper; a fraction that the font lacks comes from another, touching its number."""
    found: list[list[Word]] = []
    for word in paper.words:
        if found and touch(found[-1][-1], word):
            found[-1].append(word)
        else:
            found.append([word])
    return ["".join(word.text for word in parts) for parts in found]


def touch(one: Word, other: Word) -> bool:
    return (
        one.page == other.page and abs(other.left - one.right) < 0.1 and one.top < other.bottom < one.bottom
    )


def grown(sheet: Sheet) -> None:
    """As if every point had been 1234, and a third more went from the second player to the first."""
    scores = TableScore.objects.filter(sheet=sheet)
    scores.update(twelfths=1234 * F("twelfths"))
    rows = list(Row.objects.filter(sheet=sheet, number__isnull=False).order_by("place"))
    for row in rows:
        row.schrift_twelfths = row.schrift_twelfths or row.twelfths
        row.twelfths = [1234 * twelfth for twelfth in row.twelfths]
    for player, third in zip(sheet.standing["players"], (2, -2), strict=False):
        scores.filter(participant=player).update(twelfths=F("twelfths") + third)
        last = next(row for row in reversed(rows) if player in row.players)
        last.twelfths[last.players.index(player)] += third
    Row.objects.bulk_update(rows, ["twelfths", "schrift_twelfths"])


def test_without_names_there_is_room_to_write_them(page: OpenPage, house: House, tmp_path: Path) -> None:
    evening = open_sheet(house, list(SIX[:4]), 0).evening
    visitor = sign_in(page())
    for seats, size in ((4, A4), (6, A4_ACROSS)):
        paper = paper_of(visitor, f"{evening.get_absolute_url()}blank/?people={seats}", tmp_path)
        all_is_well(paper, size=size, most=1, texts=["Nummer 1 hat die höchste Karte gezogen"])
        room = "() => document.querySelector('.unnamed').getBoundingClientRect().height * 25.4 / 96"
        assert as_printed(visitor, room, size[0]) >= 8
        assert as_printed(visitor, NARROWEST, size[0]) >= 6.5


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


def test_twelve_who_sat_here_lie_across_the_page(
    page: OpenPage, house: House, twelve: Sheet, tmp_path: Path
) -> None:
    sheet = twelve
    further = [f"Später gekommen {number}" for number in range(6)]
    later = [
        str(Participant.objects.create(evening=sheet.evening, guest=name, key=name).pk) for name in further
    ]
    house.play(sheet, {"event": "seating", "players": later, "dealer": later[0]})
    for number in range(6):
        play(house, sheet, number)
    visitor = sign_in(page())
    paper = paper_of(visitor, sheet.get_absolute_url(), tmp_path)
    all_is_well(paper, size=A4_ACROSS, texts=[*SIX, *further])


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
    paper = paper_of(visitor, f"{sheet.evening.get_absolute_url()}settling/", tmp_path)
    all_is_well(paper, smallest=9, most=1, texts=["Wer zahlt wem", "zahlt an", "10 Cent pro Punkt"])
    boxes = as_printed(
        visitor,
        """() => [...document.querySelectorAll('.payments li')]
            .map(one => getComputedStyle(one, '::before')).map(box => [box.width, box.borderTopWidth])""",
    )
    assert boxes
    assert len(re.findall(r"\d,\d\d\s€", paper.text)) == len(boxes) + len(SIX)
    assert all(float(width[:-2]) >= 13 and float(border[:-2]) > 0 for width, border in boxes)


def test_the_season_the_members_and_the_evening_are_printed_without_their_forms(
    page: OpenPage, twelve: Sheet, tmp_path: Path
) -> None:
    sheet = twelve
    club = sheet.evening.club.get_absolute_url()
    visitor = sign_in(page(390, 844, dark=True))
    for where, wanted in (
        (f"{club}season/?guests=on", [SIX[0], "Punkte", "Je Hand"]),
        (f"{club}members/", ["Anna", "Mitglieder"]),
        (sheet.evening.get_absolute_url(), [*SIX, "Wer spielt"]),
    ):
        paper = paper_of(visitor, where, tmp_path)
        all_is_well(paper, smallest=9, most=1, texts=wanted)
        assert "season" not in where or not re.search(r"[↑↓]|\+\d", paper.text), "no arrow, no plus"


def test_a_players_own_page_and_the_clubs_numbers_keep_headings_pictures_and_tables_together(
    page: OpenPage, house: House, tmp_path: Path
) -> None:
    house.do(people.add_members, by="Anna", club=house.club, names=SIX)
    sheet = open_sheet(house, SIX[:4], 40)  # enough of them with and against the same
    club = sheet.evening.club
    member = club.members.get(name=SIX[0])
    visitor = sign_in(page(390, 844, dark=True))
    for where, wanted in (
        (
            f"season/{member.pk}/?show=all",
            ["Als Spieler gespielt", "Mit wem es am besten geht", SIX[2]],
        ),
        ("season/statistics/", ["Statistik"]),
    ):
        paper = paper_of(visitor, f"{club.get_absolute_url()}{where}", tmp_path, signed=True)
        all_is_well(paper, smallest=9, texts=wanted)
        assert as_printed(visitor, HEADS_AND_CELLS) == [], "a head that does not stand above its column"


# What stands in sight of a phone: the heads of every table that do not lie behind its edge.
HEADS_IN_SIGHT = """() => [...document.querySelectorAll('.figures')].map(box => {
    const edge = box.getBoundingClientRect().right, table = box.querySelector('table');
    const heads = [...table.querySelectorAll('thead th')];
    const seen = heads.filter(one => one.getBoundingClientRect().right <= edge + 1);
    return [table.className, seen.map(one => one.textContent.trim())];
})"""

# What is asked most of each kind of table: it needs no pushing aside. Of games alike on both pages.
GAMES = {"en": "Contract|Points|Per hand|Won|Played", "de": "Spiel|Punkte|Je Hand|Gewonnen"}
ASKED_FIRST = {
    "en": {
        **dict.fromkeys(("contracts", "contracts partnered", "contracts opposed", "games"), GAMES["en"]),
        "company": "Name|Points|Per hand|Won|Hands",
        "premiums": "Premium|Points|Silent|Announced and made",
        "kontras": "Kontra|Points|Given|Gained|Cost",
        "trischaken": "Contract|Points|Won|Played|Lost",
        "evenings": "No.|Evening|Points|Season so far",
    },
    "de": {
        **dict.fromkeys(("contracts", "contracts partnered", "contracts opposed", "games"), GAMES["de"]),
        "company": "Name|Punkte|Je Hand|Gewonnen",
        "premiums": "Prämie|Punkte|Still|Angesagt und gemacht",
        "kontras": "Kontra|Punkte|Gegeben|Gebracht",
        "trischaken": "Spiel|Punkte|Gewonnen",
        "evenings": "Nr.|Abend|Punkte|Saison bis dahin",
    },
}
# Dates of figures alone that are cut in two; one with the name of its month may take two lines.
TORN_DATES = """() => [...document.querySelectorAll('.figures :is(th, td)')].filter(cell => {
    if (!/^\\d+\\.\\d+\\.\\d+$/.test(cell.innerText.trim())) return false;
    const range = document.createRange();
    range.selectNodeContents(document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode());
    return range.getClientRects().length > 1;
}).map(cell => cell.innerText)"""


def who_played_a_lot(house: House) -> Member:
    """In the demonstration, with everything that they can have."""
    club = demo.create_demo_club(actor=house["Anna"])
    member = club.members.annotate(often=Count("participations")).order_by("-often").first()
    assert member is not None
    return member


OFTEN = Stage("often", who_played_a_lot, on=ALONE)
often = OFTEN.fixture()


def test_the_page_of_somebody_who_played_a_lot_is_whole_on_paper_and_in_sight_on_a_phone(
    page: OpenPage, often: Member, tmp_path: Path
) -> None:
    visitor = sign_in(page(390, 844, dark=True))
    member, club = often, often.club
    address = f"{club.get_absolute_url()}season/{member.pk}/?period=all&show=all&all=1"
    paper = paper_of(visitor, address, tmp_path, signed=True)
    all_is_well(paper, smallest=9, texts=[club.name, "Alle Abende"])
    for leaf in paper.leaves:
        assert len(leaf.split()) > 40, leaf
    statistics = f"{club.get_absolute_url()}season/statistics/?period=all&show=all"
    for where, kinds in (
        (address, ASKED_FIRST["de"].keys() - {"games"}),
        (statistics, {"games", "premiums", "kontras"}),
    ):
        for language, wanted in ASKED_FIRST.items():
            visitor.goto(f"{where}&language={language}")
            visitor.evaluate(UNFOLD)
            seen = [(kind, heads) for kind, heads in visitor.evaluate(HEADS_IN_SIGHT) if kind in kinds]
            assert {kind for kind, _ in seen} == kinds
            for kind, heads in seen:
                first = wanted[kind].split("|")
                assert heads[: len(first)] == first, (kind, heads)
            assert visitor.evaluate(TORN_DATES) == []


def test_nobody_and_no_evening_is_missing_on_paper(page: OpenPage, house: House, tmp_path: Path) -> None:
    """A screen has further pages to turn to; paper shows everybody at once, whichever page is in sight."""
    club = house.club
    crowd = [f"Mitspielerin {number:02}" for number in range(1, 60)]
    house.do(people.add_members, by="Anna", club=club, names=crowd)
    last = timezone.localdate()
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
SECOND_IN_SIGHT = """() => [...document.querySelectorAll('.figures')].filter(box => {
    const second = box.querySelector('thead th:nth-child(2)');
    return second && second.getBoundingClientRect().right > box.getBoundingClientRect().right + 1;
}).map(box => box.getAttribute('aria-label'))"""


def test_what_is_only_to_be_tapped_leaves_no_room_behind(page: OpenPage, house: House) -> None:
    """Where the page above it is full, an empty section is an empty page."""
    visitor = sign_in(page())
    visitor.goto(house.club.get_absolute_url())
    empty = """() => [...document.querySelectorAll('main section')]
        .filter(one => one.checkVisibility() && !one.innerText.trim()).length"""
    assert as_printed(visitor, empty) == 0


def test_a_page_without_a_button_to_print_says_at_its_edge_when_it_was_printed(
    page: OpenPage, house: House, tmp_path: Path
) -> None:
    sheet = open_sheet(house, FOUR, 4)
    visitor = sign_in(page(dark=True))
    paper = paper_of(visitor, f"{sheet.evening.club.get_absolute_url()}log/", tmp_path)
    # The name of the program stands in the first thing that Anna did.
    wanted = Wanted(smallest=9, most=1, texts=("Protokoll", "Anna hat den Tisch"))
    assert complaints_about(paper, wanted) == {"furniture": ["Tarockclub"]}
    assert re.search(STAMP, paper.text)


def test_it_says_on_paper_too_that_it_is_imagined(page: OpenPage, house: House, tmp_path: Path) -> None:
    sheet = house.sheet(rules="treffpunkt")
    for record in PLAYED:
        house.play(sheet, record)
    visitor = sign_in(page(1280, 844))
    address = f"{sheet.evening.get_absolute_url()}what-if/?rules=standard"
    paper = paper_of(visitor, address, tmp_path, "en")
    assert paper.lacks(["Imagined, not played.", "Calling oneself is not allowed on this sheet."]) == []
    assert paper.lacks(["Under which sheet?"])


# How a page could be spoilt, by what is complained about then.
SPOILT: Mapping[str, tuple[str, ...]] = {
    "another size": ("style('@page upright { size: A5 }')",),
    "too many pages": ("each('.blank td', one => one.style.height = '14mm')",),
    "lacking": ("each('.blank footer p', one => one.remove())",),
    "beyond": ("style('@page upright { margin: 1mm }')",),
    "hidden": (
        "one('.blank table').style.width = '260mm'",
        "one('.blank').style.cssText = 'height: 120mm; overflow: hidden'",
    ),
    "over one another": ("each('thead .player', one => one.style.cssText = 'white-space: nowrap')",),
    "too small": ("one('.blank footer p').style.fontSize = '5pt'",),
    "too pale": (
        "one('h2').style.color = '#888'",
        "one('.blank').style.opacity = '0.4'",
    ),
    "coloured": ("one('h2').style.color = '#a00'",),
    "shaded": ("one('.blank thead tr').style.background = '#eee'",),
    "empty": ("add('div', '', { breakBefore: 'page', height: '10mm' })",),
    "stranded": ("add('p', 'Rufer', { breakBefore: 'page' })",),
    "half empty": ("main.textContent = 'Rufer', add('p', 'Uhu', { height: '266mm', breakInside: 'avoid' })",),
    "torn": ("one('.blank tbody tr').innerHTML = '<th>' + 'x<br>'.repeat(90) + '</th>'",),
    "a small table torn": (
        """add('table', ''), main.lastElementChild.innerHTML =
            '<tbody><tr><th>Uhu</th></tr><tr><th>Mond</th></tr></tbody>',
            main.lastElementChild.rows[1].style.breakBefore = 'page'""",
    ),
    "a heading alone": ("add('h2', 'Rufer'), add('p', 'Trischaken', { breakBefore: 'page' })",),
    "a heading over nothing": (
        "add('h2', 'Rufer')",
        "add('h3', 'Rufer'), add('h2', 'Pagat'), add('p', 'Uhu')",
    ),
    "without its right border": ("one('.blank table').style.width = '100vw'",),
    "furniture": ("add('p', 'Print')",),
    "fields": ("add('select', 'Rufer')",),
    "misnumbered": ("document.documentElement.dataset.of = 'of'",),
}
SPOIL = """() => {
    const main = document.querySelector('main'), one = which => main.querySelector(which);
    const each = (which, what) => main.querySelectorAll(which).forEach(what);
    const add = (kind, text, how = {}) => {
        const added = document.createElement(kind);
        added.textContent = text;
        Object.assign(added.style, how);
        main.append(added);
    };
    const sheet = [...document.styleSheets].at(-1);
    const style = rule => sheet.insertRule(rule, sheet.cssRules.length);
    %s;
}"""


SIGNED_ONLY = ("torn", "a small table torn", "a heading alone")
# What the page says itself, without a printer.
NOT_PRINTED = (
    "hidden",
    "over one another",
    "too small",
    "too pale",
    "shaded",
    "fields",
    "a heading over nothing",
    "without its right border",
)


def test_a_spoilt_page_does_not_pass(page: OpenPage, house: House, tmp_path: Path) -> None:
    assert list(SPOILT) == list(COMPLAINTS)
    sheet = open_sheet(house, list(THIRTY[:4]), 0)
    visitor = sign_in(page(*window_for()))
    address = f"{sheet.get_absolute_url()}blank/?language=de"
    wanted = Wanted(most=1, texts=("Rufer 1",))
    visitor.goto(address)
    good = printed(visitor, tmp_path)
    assert complaints_about(good, wanted) == {}
    for complaint, ways in SPOILT.items():
        for way in ways:
            visitor.goto(address)
            visitor.evaluate(SPOIL % way)
            if complaint in NOT_PRINTED:
                paper = replace(good, **as_printed(visitor, MEASURED))
            else:
                paper = printed(visitor, tmp_path, signed=complaint in SIGNED_ONLY)
            assert list(COMPLAINTS[complaint](paper, wanted)), way


def test_the_rows_are_as_high_as_was_counted_on(page: OpenPage, house: House) -> None:
    visitor = sign_in(page(*window_for()))
    for names in (SIX, THIRTY, THIRTY[:5], THIRTY[:4], USUAL, USUAL[:4]):
        visitor.goto(f"{open_sheet(house, list(names), 0).get_absolute_url()}blank/")
        across = A4 if len(names) == 4 else A4_ACROSS
        heights = as_printed(visitor, ROWS, across[0])
        assert max(heights) <= ROW + 0.2, names
