"""Ten years of paper, typed into a spreadsheet: looked at row by row, and in as a whole or not at all."""

import html
from datetime import date
from fractions import Fraction
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import translation

from scoring import protection, verifying
from scoring.accounts import verbs as people
from scoring.capability import log_line
from scoring.deeds import Refused
from scoring.evenings import verbs as evening_verbs
from scoring.models import (
    Deed,
    Evening,
    Member,
    OldAmount,
    OldBatch,
    OldDifference,
    OldPerson,
    OldSheet,
    Sheet,
)
from scoring.names import spellings
from scoring.old_papers import on_paper
from scoring.old_sheets import layouts as worksheets
from scoring.old_sheets.pages import unlike
from scoring.old_sheets.people import field_of
from scoring.old_sheets.verbs import OldRow, Someone, TableOfAmounts, import_batch, withdraw_old_batch
from scoring.table.links import code_of
from tests.scoring.old_sheets.files.kept import xlsx as workbook
from tests.support.pages import text_of
from tests.support.refusals import sentences_of
from tests.support.scoring.corrections import correct
from tests.support.scoring.house import HOUSE, House
from tests.support.scoring.old_files import (
    AMOUNTS,
    DEARER,
    DREIER,
    OLD,
    RUFER,
    SHEET,
    again,
    asked,
    bad,
    brought_in,
    differing,
    fields_of,
    look_at,
    only_amounts,
    points,
    read_amounts,
    send,
    totals,
    withdraw,
    wrong_in,
    xlsx,
)
from tests.support.scoring.old_papers import old_amounts
from tests.support.stages import stage


@stage(on=HOUSE)
def paper(house: House) -> OldBatch:
    """Two evenings on paper, brought in by Anna."""
    anna = house.client("Anna", "en")
    return brought_in(house, anna, xlsx(*SHEET))


# Hands


def test_evenings_on_paper_become_evenings_of_the_club_by_one_deed_and_verify(
    house: House, anna: Client
) -> None:
    before = set(Deed.objects.values_list("pk", flat=True))
    look = send(anna, house.club, xlsx(*SHEET))
    assert (bad(look), differing(look)) == ([], [])
    assert look.context["reading"].checked == 4
    assert "2 evenings, 2 tables, 4 hands" in look.content.decode()
    assert not Evening.objects.exists()
    done = again(anna, house.club, look, "import")
    batch = OldBatch.objects.get()
    assert done.headers["Location"] == batch.get_absolute_url()
    without_the_file = send(anna, house.club, None, step="import", deed=fields_of(look)["deed"])
    assert without_the_file.headers["Location"] == batch.get_absolute_url()
    first, second = Evening.objects.order_by("date")
    assert (first.date, first.place, first.is_open, first.old_batch) == (
        date(2016, 3, 4),
        "Lamm",
        False,
        batch,
    )
    assert (second.date, second.place) == (date(2016, 3, 11), "Lamm")
    sheet = first.sheets.get()
    assert (sheet.name, sheet.standing["hands"], sheet.is_open) == ("Stammtisch", 3, False)
    assert first.seals.count() == second.seals.count() == 1
    assert points(house.club) == {"Anna": 14, "Bert": -40, "Cilli": 24, "Dora": 2}
    (deed,) = Deed.objects.exclude(pk__in=before)
    with translation.override("en"):
        days = "4 Mar 2016 – 11 Mar 2016"
        done = f"imported old sheets, {days}: evenings 2, hands 4, checked: the amounts on paper"
        assert log_line(deed) == done
    assert list(verifying.of_the_database()) == []
    assert [sheet.differences for sheet in verifying.of_sheets(Sheet.objects.whole())] == [(), ()]
    assert batch.get_absolute_url() in anna.get(first.get_absolute_url()).content.decode()
    assert "From an old score sheet" in anna.get(sheet.get_absolute_url()).content.decode()


# What is wrong


def test_a_cell_is_mended_on_the_page_and_nothing_else_is_asked_again(house: House, anna: Client) -> None:
    wrong = (*RUFER[:4], "Rufr", *RUFER[5:])
    look = send(anna, house.club, xlsx(wrong, DREIER), cents="25")
    assert fields_of(look)["cell-0-1-4"] == "Rufr"
    mended = again(anna, house.club, look, **{"cell-0-1-4": "Rufer"})
    assert bad(mended) == []
    assert asked(mended).cents == 25
    assert "Everything is right." in mended.content.decode()
    assert again(anna, house.club, mended, "import").status_code == 302
    assert Evening.objects.get().cents_per_point == 25


def test_a_wrong_answer_loses_neither_the_file_nor_what_was_said_of_it(house: House, anna: Client) -> None:
    look = again(anna, house.club, send(anna, house.club, xlsx(RUFER, DREIER)), **{"cell-0-1-4": "Dreier"})
    before = fields_of(look)
    for step in ("look", "import"):
        wrong = again(anna, house.club, look, step, cents="zehn", rules="gone")
        page = html.unescape(wrong.content.decode())
        assert "A point was worth (cents): A whole number of cents from 0 to 100000" in page
        assert "Under which rules was it played?: Please choose a rule sheet." in page
        assert fields_of(wrong)["worksheets"] == before["worksheets"]
    assert fields_of(wrong)["cents"] == "zehn"
    assert not Evening.objects.exists()


# Paper and rules


def test_differences_keep_everything_out_unless_the_settled_amounts_are_to_count(
    house: House, anna: Client
) -> None:
    marked = (*DEARER[:10], "x", *DEARER[11:])
    look = send(anna, house.club, xlsx(RUFER, marked))
    refused = again(anna, house.club, look, "import")
    told = "The paper and the rules differ. Please correct the rows, or say that the settled amounts are to"
    assert told in refused.content.decode()
    differs = "Dora stands at +5 on paper, the rules give +10; a Radl is marked on paper"
    assert f"{differs}, and the hand is not doubled. Dreier lost: 5 × 2 Kontra = 10" in text_of(look)
    assert fields_of(look)["differing"] == "refuse"
    assert not OldBatch.objects.exists()
    kept = again(anna, house.club, look, differing="keep")
    assert again(anna, house.club, kept, "import").status_code == 302
    noted = OldDifference.objects.select_related("entry").get()
    names = Evening.objects.get().names()
    amounts = {names[amount]: Fraction(twelfths, 12) for amount, twelfths in noted.amounts.items()}
    assert (noted.file_row, amounts) == (3, {"Anna": 5, "Bert": -15, "Cilli": 5, "Dora": 5})
    assert points(house.club)["Bert"] == -31
    hand = anna.get(reverse("scoring:hand", args=[noted.entry.sheet_id, noted.entry_id])).content.decode()
    assert "Bert −15" in hand
    batch = OldBatch.objects.get()
    assert "Row 3" in anna.get(batch.get_absolute_url()).content.decode()
    evening = Evening.objects.get()
    sheet = evening.sheets.get()
    with translation.override("en"):
        assert [on_paper(sheet, entry.place) for entry in sheet.entries.current()] == [
            "",
            "Anna +5, Bert −15, Cilli +5, Dora +5, a Radl was marked",
        ]
    before = {name: (paper, rules) for name, paper, rules in unlike(batch)[0].amounts}
    assert before["Bert"] == (-15, -30)
    evening_verbs.reopen_evening(actor=house["Anna"], deed=uuid4(), evening=evening, reason="ohne Kontra")
    sheet = Sheet.objects.whole().get()
    entry = sheet.entries.current().last()
    record = {**entry.record, "games": [{**entry.record["games"][0]}]}
    del record["games"][0]["kontra"]
    correct(house, sheet, entry, record)
    assert unlike(batch)[0].amounts == (), "paper and rules agree now"


# People at the table


def test_names_are_matched_near_ones_proposed_and_unknown_ones_asked_for(house: House, anna: Client) -> None:
    names = ("anna", "Berti", "Cilli", "Xaver")
    look = send(anna, house.club, xlsx((*RUFER[:3], "Xaver", *RUFER[4:]), names=names))
    named = look.context["reading"].people
    assert named["anna"].someone.member == house.member("Anna").pk
    assert named["berti"].someone is None
    assert named["berti"].choices[0].label == "Bert"
    assert named["xaver"].someone.member is None
    bert = f"m{house.member('Bert').pk}"
    twice = again(anna, house.club, look, **{named["berti"].field: bert, named["xaver"].field: bert})
    assert (2, "", "“Bert” is named twice.") in bad(twice)
    sure = again(anna, house.club, look, **{named["berti"].field: bert, named["xaver"].field: "new"})
    assert bad(sure) == []
    assert again(anna, house.club, sure, "import").status_code == 302
    there = Evening.objects.get().participants.values_list("member__name", flat=True)
    assert set(there) == {"Anna", "Bert", "Cilli", "Xaver"}
    assert house.club.members.get(name="Xaver").active


def test_who_a_nickname_is_has_to_be_said_once_and_can_be_said_otherwise(house: House, anna: Client) -> None:
    names = ("Nannerl", "Bert", "Cilli", "Xandl")
    rows = [("5.3.2016", "", "", 4, -4, "", ""), ("12.3.2016", "", "", 6, -6, "", "")]
    anna_herself, dora = (house.member(name) for name in ("Anna", "Dora"))

    def looked(row: tuple[Any, ...]) -> Any:
        return send(anna, house.club, xlsx(row, head=AMOUNTS, names=names), kind="amounts", amounts="each")

    look = looked(rows[0])
    nannerl = look.context["reading"].people["nannerl"]
    assert nannerl.someone is None or nannerl.someone.member is None
    said = {nannerl.field: f"m{anna_herself.pk}"}
    sure = again(anna, house.club, look, **said)
    assert again(anna, house.club, sure, "import").status_code == 302
    assert dict(house.club.other_names.values_list("name", "member")) == {"Nannerl": anna_herself.pk}
    later = looked(rows[1])
    assert later.context["reading"].people["nannerl"].someone.member == anna_herself.pk
    otherwise = again(anna, house.club, later, **{nannerl.field: f"m{dora.pk}"})
    assert again(anna, house.club, otherwise, "import").status_code == 302
    assert house.club.other_names.get().member == dora
    assert points(house.club) == {"Anna": 4, "Bert": -10, "Dora": 6}


# Columns


def test_columns_may_have_any_heading_and_what_was_said_of_them_stays(house: House, anna: Client) -> None:
    head = ("Wann", "Wo", "", "Wer gibt", "Was", "Wer", "Mit", "Wie", "Dazu", "Gegen", "Doppelt")
    look = send(anna, house.club, xlsx(*SHEET, head=head))
    assert [label for _row, label, _text in bad(look)] == ["Date", "Contract", "Declarer"]
    codes = (
        *("date", "place", "table", "dealer", "contract", "declarer"),
        *("partner", "result", "premiums", "kontra", "radl"),
    )
    said = " ".join(f"0-column-{place}-{code}" for place, code in enumerate(codes))
    mapped = again(anna, house.club, look, roles=said)
    assert bad(mapped) == []
    # A mended file with one column less: what was said of the others is found by their headings.
    fewer = xlsx(*((*row[:8], *row[9:]) for row in SHEET), head=(*head[:8], *head[9:]))
    later = send(anna, house.club, fewer, **{**fields_of(mapped), "step": "look"})
    assert bad(later) == []
    assert asked(later).blocks[0].codes[7:10] == ("result", "kontra", "radl")


# Amounts only


def test_amounts_alone_are_no_evenings_and_count_in_the_season_until_taken_back(
    house: House, anna: Client
) -> None:
    batch = only_amounts(house, anna)
    assert not Evening.objects.exists()
    assert [
        (old_sheet.date.year, old_sheet.place, old_sheet.lines.count())
        for old_sheet in OldSheet.objects.all()
    ] == [
        (2016, "Lamm", 1),
        (2017, "Lamm", 1),
    ]
    counted = {"Anna": 9, "Cilli": Fraction(-10, 3), "Dora": Fraction(-5, 3), "Bert": -4}
    assert points(house.club) == totals(house) == counted
    assert "amounts only, from old sheets" in anna.get(batch.get_absolute_url()).content.decode()
    assert list(verifying.of_the_database()) == []
    withdraw(anna, batch)
    assert points(house.club) == totals(house) == {}


def test_verify_finds_a_planted_amount(house: House, anna: Client) -> None:
    only_amounts(house, anna)
    with transaction.atomic(), protection.lifted(connection):
        OldAmount.objects.filter(twelfths=144).update(twelfths=156)
    found = [str(difference) for difference in verifying.of_the_database()]
    assert "the sum of its amounts: expected 0, found 1" in found[0]
    assert "what each day comes to: expected {'2016-03-04': 156," in found[1]


# Taken back


def test_sheets_that_were_taken_back_count_no_longer(house: House, anna: Client, paper: OldBatch) -> None:
    sheet = Sheet.objects.order_by("pk")[0]
    assert withdraw(anna, paper, "").status_code == 200
    assert points(house.club)
    assert withdraw(anna, paper).status_code == 302
    assert points(house.club) == {}
    assert not Evening.objects.played_in(house.club).exists()
    page = anna.get(sheet.get_absolute_url()).content.decode()
    assert "Withdrawn: none of it counts" in page
    assert "Falsche Datei" in page
    assert anna.get(sheet.evening.get_absolute_url()).status_code == 404
    assert "Withdraw these sheets" not in anna.get(paper.get_absolute_url()).content.decode()
    assert [sheet.differences for sheet in verifying.of_sheets(Sheet.objects.whole())] == [(), ()]
    assert list(verifying.of_the_database()) == []
    with translation.override("en"):
        assert log_line(Deed.objects.get(verb="withdraw_old_batch")).endswith(": Falsche Datei")
    again = sentences_of(house.do, withdraw_old_batch, by="Anna", batch=paper, reason="noch einmal")
    assert again == ["These old sheets have already been withdrawn."]


def test_nobody_opens_or_writes_what_was_taken_back(house: House, anna: Client, paper: OldBatch) -> None:
    evening = Evening.objects.earliest("date")
    withdraw(anna, paper)
    with pytest.raises(Refused):
        evening_verbs.reopen_evening(actor=house["Anna"], deed=uuid4(), evening=evening, reason="doch")
    sheet = evening.sheets.get()
    house.client("").get(f"/t/{code_of(sheet, 'record')}/")
    assert house.client("").get(sheet.get_absolute_url()).status_code == 404
    assert anna.get(reverse("scoring:seating", args=[sheet.pk])).status_code == 403


def test_what_is_open_again_is_closed_before_it_is_taken_back_and_then_comes_in_again(
    house: House, anna: Client, paper: OldBatch
) -> None:
    evening = Evening.objects.earliest("date")
    evening_verbs.reopen_evening(actor=house["Anna"], deed=uuid4(), evening=evening, reason="Ein Fehler")
    assert "Please close it first." in withdraw(anna, paper).content.decode()
    assert OldBatch.objects.get().counts
    evening_verbs.close_evening(actor=house["Anna"], deed=uuid4(), evening=evening)
    assert withdraw(anna, paper).status_code == 302
    brought_in(house, anna, xlsx(*SHEET))
    assert points(house.club)["Anna"] == 14
    withdraw(anna, only_amounts(house, anna, ("5.3.2016", "", "", 4, -4, "", "")))
    assert totals(house) == {}


def test_a_column_that_cannot_be_names_is_one_problem_and_not_hundreds_of_questions(
    house: House, anna: Client
) -> None:
    head = (*AMOUNTS, "Spieler 1", "Betrag 1", "Spieler 2", "Betrag 2")
    rows = [("4.3.2016", "", "1", f"Gast {number}", 1, f"Gast {-number}", -1) for number in range(1, 126)]
    look = send(anna, house.club, xlsx(*rows, names=(), head=head), kind="amounts")
    assert any("250 different names" in text for _row, _label, text in bad(look))


BERT = Member(pk=1, **spellings("Bert"))
EVENING = ("4.3.2016", 5, -5, 8, -8)


def test_amounts_of_two_names_that_are_one_member_are_refused_in_their_row() -> None:
    head = ("Datum", "Anna", "Bert", "Berti", "Dora")
    reading = read_amounts(head, EVENING, amounts="each", said={field_of("Berti"): "m1"}, members=[BERT])
    assert wrong_in(reading) == [(2, "", "“Bert” is named twice.")]


def test_whoever_is_called_like_a_member_can_be_somebody_else(house: House, anna: Client) -> None:
    look = look_at(anna, house, ("4.3.2016", "", "", *EVENING[1:]), amounts="each")
    other = again(anna, house.club, look, **{field_of("Anna"): "other"})
    problem = "Somebody in the club is called “Anna” already. Please write who this is, such as “Anna sen.”"
    assert {text for _row, _label, text in bad(other)} == {problem}
    assert again(anna, house.club, other, "import").status_code == 200
    mended = again(anna, house.club, other, **{"cell-0-0-3": "Anna sen.", field_of("Anna sen."): "guest"})
    assert again(anna, house.club, mended, "import").status_code == 302, bad(mended)
    assert totals(house) == {"Anna sen.": 5, "Bert": -5, "Cilli": 8, "Dora": -8}
    assert OldPerson.objects.get(guest="Anna sen.").member is None


AN_EVENING = ("4.3.2016", "Lamm", "1")
MANY = 12  # rows, more than can be mended here


def test_a_row_is_mended_here_with_all_its_amounts_or_not_at_all(house: House, anna: Client) -> None:
    rows = [(*(AN_EVENING if not number else ("", "", "")), 12, -4, -4, -3) for number in range(MANY)]
    cells = [key for key in fields_of(look_at(anna, house, *rows)) if key.startswith("cell-")]
    assert len(cells) == 40
    assert all(f"cell-0-{row}-{column}" in cells for row in range(1, 11) for column in (3, 4, 5, 6))


def newcomer(house: House, anna: Client) -> OldBatch:
    names = ("Anna", "Bert", "Cilli", "Xaver")
    file = xlsx((*RUFER[:3], "Xaver", *RUFER[4:]), names=names)
    look = send(anna, house.club, file)
    (field,) = (name.field for name in look.context["clear"] if name.name == "Xaver")
    return brought_in(house, anna, file, **{field: "new"})


def test_a_member_who_came_with_old_sheets_stays_and_that_is_said(house: House, anna: Client) -> None:
    batch = newcomer(house, anna)
    xaver = house.member("Xaver")
    said = f'<li><a href="{xaver.get_absolute_url()}">Xaver</a></li>'
    address = reverse("scoring:withdraw_old_sheets", args=[house.club.slug, batch.pk])
    assert said in anna.get(f"{address}?language=en").content.decode()
    after = withdraw(anna, batch).headers["Location"] + "?language=en"
    assert said in anna.get(after).content.decode()
    assert said not in house.client("Emil").get(after).content.decode(), "only who can do something about it"
    assert house.member("Xaver").active
    people.deactivate_member(actor=house["Anna"], deed=uuid4(), member=xaver)
    assert said not in anna.get(after).content.decode(), "who has left is not spoken of"


def test_a_file_that_cannot_come_in_says_where_and_what_to_do(house: House, anna: Client) -> None:
    look = look_at(anna, house, (*AN_EVENING, "–", "–", "", ""))
    assert bad(look) == [(2, "", "There is no amount in this row.")]
    answer = again(anna, house.club, look, "import").content.decode()
    assert "Nothing is imported until every row is right." in answer
    assert not OldBatch.objects.exists()
    twice = "0-column-0-days 0-column-1-days"
    look = again(anna, house.club, send(anna, house.club, xlsx(RUFER)), roles=twice)
    assert (1, "Date", "Several columns are marked as this. Please choose one.") in bad(look)


def test_the_file_says_itself_what_it_contains(house: House, anna: Client) -> None:
    look = send(anna, house.club, xlsx(RUFER), kind="x")
    assert (asked(look).kind, bad(look)) == ("hands", [])
    look = send(anna, house.club, xlsx(*OLD, head=AMOUNTS), kind="")
    assert (asked(look).kind, bad(look)) == ("amounts", [])
    assert asked(again(anna, house.club, look, kind="hands")).kind == "hands"


def test_too_much_text_is_told_with_what_can_go(
    house: House, anna: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worksheets, "MOST_BYTES", 100)
    answer = send(anna, house.club, xlsx(RUFER)).content.decode()
    assert "There is too much text in the file. Please take out columns that nobody needs." in answer


def test_more_worksheets_than_are_read_are_told_and_none_of_them_is_dropped(
    house: House, anna: Client
) -> None:
    def sheets(many: int) -> bytes:
        return workbook(**{f"Blatt {number}": [[number]] for number in range(1, many + 1)})()

    told = "The file has more than 50 worksheets. Please send it in parts, one year in each."
    assert told in send(anna, house.club, sheets(51)).content.decode()
    assert "Blatt 50" in send(anna, house.club, sheets(50)).content.decode()


def refused(house: House, *tables: TableOfAmounts, member: int | None = None) -> list[str]:
    """What the verb says, whatever a page may have looked at."""
    people = [Someone("Anna", member=member or house.member("Anna").pk), Someone("Gast")]
    about = {"club": house.club, "people": people, "amounts": tables, "digest": ""}
    return sentences_of(house.do, import_batch, by="Anna", **about)


def test_the_verb_says_why_it_takes_nothing(house: House) -> None:
    old_amounts(house)
    mine, guest = Someone("Anna", member=house.member("Anna").pk), Someone("Gast")
    zero, one = OldRow(2, {mine.id: 6, guest.id: -6}), OldRow(7, {mine.id: 6})
    assert "There is nothing in these sheets." in refused(house)
    assert "Row 7 does not add up to zero." in refused(
        house, TableOfAmounts(date(2001, 1, 1), "", "1", (one,))
    )
    there = TableOfAmounts(date(2015, 3, 4), "", "ofenbank", (zero,))
    there_already = refused(house, there)
    assert "Some of these tables have been imported in the meantime. Please look again." in there_already
    gone = refused(house, TableOfAmounts(date(2001, 1, 1), "", "1", (zero,)), member=10**6)
    assert "One of these members is no longer there. Please look again." in gone
    assert OldSheet.objects.count() == 1
