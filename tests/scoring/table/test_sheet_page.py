"""The sheet page and everything on it: the paper, a hand explained, its history, the links."""

import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.engine.answers import answer
from scoring.evenings import verbs as evening_verbs
from scoring.models import Reason, Sheet
from scoring.rules import published
from scoring.table import verbs as recording
from scoring.table.links import code_of
from scoring.table.pages.page import EventLine, HandLine, SumLine, VoidLine
from scoring.table_policy import Actor
from tests.support.pages import text_of
from tests.support.scoring.corrections import undo
from tests.support.scoring.house import House, english, in_ids, now
from tests.support.scoring.recording import address, paper, with_link
from tests.support.scoring.tables import (
    FIVE,
    FOUR,
    REDEAL,
    SCHLUSSRADL,
    STRUCK,
    Record,
    dealer,
    dreier,
    hand,
    rufer,
    trischaken,
)

# The paper


MIXED = [
    rufer("Anna", "Cilli"),
    trischaken("Bert", "Dora"),
    REDEAL,
    dreier("Anna", won=False),
    STRUCK,
    hand("besserrufer", "Emil", partner="Bert", points="41/2", kontra="kontra")
    | {"premiums": [{"premium": "pagat", "by": "Emil", "announced": True, "made": False}]},
    dreier("Cilli"),
    hand("piccolo", "Dora", tricks=1, kontras={"Cilli": "re"}),
    SCHLUSSRADL,
    dreier("Anna"),
]

NOTED = tomllib.loads(Path(__file__).with_name("noted_hands.toml").read_text(encoding="utf-8"))


def test_the_lines_say_what_the_engine_works_out_for_the_same_hands(house: House) -> None:
    sheet = house.sheet(FIVE)
    for record in MIXED:
        house.play(sheet, record)
    document = {"rules": "standard", "players": list(FIVE), "dealer": "Emil", "hands": MIXED}
    rows = [row for row in answer(document, published())["rows"] if any(row["payouts"].values())]
    shown = paper(sheet)
    assert len(shown.hands) == len(rows) == 7
    for line, row in zip(shown.hands, rows, strict=True):
        amounts = {column.name: cell for column, cell in zip(shown.columns, line.cells, strict=True) if cell}
        assert {name: cell.amount for name, cell in amounts.items()} == {
            name: Fraction(amount) for name, amount in row["payouts"].items()
        }
        assert {name: cell.total for name, cell in amounts.items()} == {
            name: Fraction(row["totals"][name]) for name in amounts
        }
        assert (line.dealer.name, line.radl) == (row["dealer"], row["radl"])
    assert [line.number for line in shown.hands] == [1, 2, 3, 4, 5, 6, 7]
    assert shown.sum_of_totals == 0
    legend = dict(shown.legend)
    assert {"BR": "Besserrufer", "I": "Pagat", "a": "announced"}.items() <= legend.items()
    assert not {"✓", "U", "SR"} & legend.keys(), "what is not used does not stand there"


def test_a_sheet_is_told_line_by_line_with_a_sum_after_the_radl_and_at_the_end(house: House) -> None:
    sheet = house.sheet()
    for record in (
        trischaken("Anna"),
        REDEAL,
        dreier("Bert"),
        dreier("Cilli"),
        dreier("Dora"),
        STRUCK,
        dreier("Anna"),
        dreier("Bert"),
        dealer("Anna"),
    ):
        house.play(sheet, record)
    lines = paper(sheet).lines
    kinds = ["hand", "void", "hand", "hand", "hand", "void", "hand", "sum", "hand", "event", "sum"]
    assert [line.kind for line in lines] == kinds
    doubled = [line.radl for line in lines if isinstance(line, HandLine)]
    assert doubled == [False, True, True, True, True, False]
    void, event = lines[1], lines[9]
    assert isinstance(void, VoidLine)
    assert (void.told, void.dealer.name) == ("Dealt again: kein Tarock.", "Anna")
    assert isinstance(event, EventLine)
    assert event.told == "Anna deals."
    sums = [line for line in lines if isinstance(line, SumLine)]
    assert [line.last for line in sums] == [False, True]
    assert sum(total for total in sums[0].totals if total is not None) == 0


def test_whoever_does_not_play_a_hand_has_no_cell_and_newcomers_get_a_column(house: House) -> None:
    sheet = house.sheet(FIVE)
    house.play(sheet, rufer("Anna", "Cilli"))
    house.seat(sheet, (*FOUR, "Xaver"))
    house.play(sheet, dreier("Xaver"))
    shown = paper(sheet)
    assert [column.name for column in shown.columns] == [*FIVE, "Xaver"]
    assert [column.since for column in shown.columns] == [0, 0, 0, 0, 0, 1]
    assert [cell is None for cell in shown.hands[0].cells] == [False, False, False, False, True, True]
    assert [cell is None for cell in shown.hands[1].cells] == [True, False, False, False, True, False]
    assert shown.courses[-1] == (None, 0, 15)
    assert shown.sum_of_totals == 0


def test_the_schrift_is_shown_where_it_is_not_the_kassa(house: House) -> None:
    plain, skoty = house.sheet(), house.sheet(rules="standard-skoty")
    for sheet in (plain, skoty):
        house.play(sheet, hand("dreier", "Bert", won=True, kontra="re"))
    assert paper(plain).schrift is None
    assert paper(skoty).totals == (-20, 60, -20, -20)
    assert paper(skoty).schrift == (-10, 30, -10, -10)
    last = paper(skoty).lines[-1]
    assert isinstance(last, SumLine)
    assert last.schrift == (-10, 30, -10, -10)


@pytest.mark.parametrize("noted", NOTED["hand"])
def test_a_hand_is_noted_in_a_few_signs(house: House, noted: Record) -> None:
    sheet = house.sheet(rules=noted.get("sheet", "standard"))
    facts = {"games", "premiums", "revoke", "options"}
    house.play(sheet, {part: noted[part] for part in noted.keys() & facts})
    (line,) = paper(sheet).hands
    (marks,) = line.games
    assert [marks.short, marks.players, marks.alone, marks.result, marks.kontra] == noted["signs"]
    assert list(line.premiums) == noted.get("noted", [])
    assert (marks.in_full, list(line.agreed)) == (noted.get("in_full", marks.result), noted.get("agreed", []))


def test_the_sheet_names_the_hand_to_record_and_what_is_printed_once(house: House) -> None:
    sheet = house.sheet()
    house.play(sheet, dreier("Anna"))
    text = text_of(english(house, "Cilli").get(sheet.get_absolute_url()))
    assert text.count("Record hand 2") == 1
    assert text.count("Score sheet to print") == 1
    assert "As a file" in text.partition("Score sheet to print")[0]


def test_a_hand_that_comes_while_the_page_is_made_is_shown_with_the_next_one(house: House) -> None:
    """Its entry was there already, what it comes to was not."""
    sheet = house.sheet()
    for declarer in ("Anna", "Bert"):
        house.play(sheet, dreier(declarer))
    sheet.rows.filter(number=2).delete()
    assert [line.number for line in paper(sheet).hands] == [1]


# A hand and its history


def test_the_history_of_a_hand_tells_every_version_who_when_and_why(house: House) -> None:
    sheet = house.sheet()
    first = house.play(sheet, dreier("Bert"), by="Cilli").entry
    link = Actor(link=sheet.record_link)
    second = recording.correct(
        actor=link,
        entry=uuid4(),
        sheet=sheet,
        known_seq=1,
        target=first,
        record=in_ids(sheet, dreier("Bert", won=False)),
        reason="Dora hat nachgezählt",
    ).entry
    undo(house, sheet)
    page = text_of(english(house, "Emil").get(address("hand", sheet, first.pk)))
    assert "No longer on the sheet" in page
    for words in (
        "Cilli : entered Bert: Dreier, won.",
        "Table link : corrected Bert: Dreier, lost. Reason: Dora hat nachgezählt",
        "Anna : taken back",
    ):
        assert words in page
    Reason.objects.filter(acts=second).update(text="", blanked_at=second.at)
    page = text_of(english(house, "Emil").get(address("hand", sheet, second.pk)))
    assert "Reason: removed" in page
    assert "nachgezählt" not in page
    reader = text_of(with_link(sheet, "read").get(address("hand", sheet, first.pk)))
    assert "History" not in reader


# Links


def links_to(sheet: Sheet) -> str:
    return f"{reverse('scoring:sharings', args=[sheet.evening.club.slug])}?sheet={sheet.pk}"


def test_a_code_is_drawn_only_where_it_leads_somewhere(house: House, settings: Any) -> None:
    sheet = house.sheet()
    anna = house.client("Anna")
    here = anna.get(links_to(sheet), headers={"host": "127.0.0.1"}).content.decode()
    assert 'class="qr"' not in here
    assert here.count("Dieser Link geht nur auf diesem Gerät.") == 2
    settings.PUBLIC_URL = "https://tarock.example.org"
    page = anna.get(links_to(sheet)).content.decode()
    assert page.count('class="qr"') == 2
    for kind, letter in (("record", "t"), ("read", "r")):
        assert f"https://tarock.example.org/{letter}/{code_of(sheet, kind)}/" in page


def test_one_kind_of_link_is_renewed_once_and_leads_to_the_pad(house: House) -> None:
    sheet, anna = house.sheet(), house.client("Anna")
    renew, form = address("renew_link", sheet), {"kind": "record", "deed": str(uuid4())}
    assert anna.post(renew, form).status_code == 302
    assert (now(sheet).record_link, now(sheet).read_link) == (2, 1)
    new = Client().get(reverse("scoring:table_link", args=[code_of(now(sheet), "record")]))
    assert new.headers["Location"] == address("record", sheet)
    assert anna.post(renew, {"kind": "all", "deed": str(uuid4())}).status_code == 400
    for led_on in (renew, address("links", sheet)):
        assert anna.get(led_on).headers["Location"] == links_to(sheet)
    for pk in (sheet.pk + 1, 10**30):
        assert anna.get(links_to(sheet).replace(f"={sheet.pk}", f"={pk}")).status_code == 404
    house.do(evening_verbs.close_sheet, by="Anna", sheet=sheet)
    closed = Client().get(reverse("scoring:table_link", args=[code_of(now(sheet), "record")]))
    assert closed.headers["Location"] == sheet.get_absolute_url()


def test_by_the_link_that_reads_a_table_is_shown_on_a_screen(house: House) -> None:
    sheet = house.sheet()
    link = reverse("scoring:read_link", args=[code_of(sheet, "read")])
    screen = Client().get(f"{link}?screen", follow=True)
    assert screen.redirect_chain[-1][0] == reverse("scoring:table_screen", args=[sheet.pk])
    assert "Noch keine Hand." in screen.content.decode()
    house.play(sheet, dreier("Anna"))
    page = " ".join(house.client("Emil").get(f"{sheet.get_absolute_url()}screen/").content.decode().split())
    assert "Hand 1: " in page
    assert '<span class="gets">+15</span>' in page
    links = house.client("Anna").get(links_to(sheet)).content.decode()
    assert f"{link}?screen" in links
    assert house.client("Franz").get(f"{sheet.get_absolute_url()}screen/").status_code == 404
