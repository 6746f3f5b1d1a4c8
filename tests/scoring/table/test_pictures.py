"""Pictures of waiting records: whoever scans one delivers it, each record once, and what is wrong is told."""

from datetime import timedelta
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from scoring import clock
from scoring.evenings import verbs as evening_verbs
from scoring.models import Deed, Sheet
from scoring.signatures import signatures_of
from scoring.table import links as table_links
from scoring.table import pictures
from scoring.table.pages.recording_page import version_of_form
from scoring.table.pictures import (
    WORDS,
    Unreadable,
    WaitingRecords,
    key_of,
    picture_of,
    waiting_records_of,
)
from tests.support.scoring.corrections import sheet
from tests.support.scoring.house import House, in_ids, now
from tests.support.scoring.people import told_in_both_languages
from tests.support.scoring.pictures import SEED, UNDO, Waiting, codes_of, delivered, spelled
from tests.support.scoring.tables import REDEAL, dreier, rufer, seating, trischaken

__all__ = ["sheet"]  # the fixtures

THREE = [dreier("Anna"), rufer("Bert", "Cilli"), trischaken("Cilli")]


def stored(sheet: Sheet) -> list[Any]:
    return [entry.record for entry in sheet.entries.current().order_by("sort_key")]


# What is written


def test_somebody_without_account_delivers_a_round_and_it_is_the_tables_own(
    house: House, sheet: Sheet
) -> None:
    answer = Waiting(sheet, THREE).delivered()
    assert answer.done
    assert "Delivered: 3 entries are on the sheet now" in answer
    assert stored(sheet) == [in_ids(sheet, record) for record in THREE]
    assert set(sheet.entries.values_list("by", flat=True)) == {None}


def test_a_hand_counts_when_it_was_entered_and_no_later_than_it_arrives(sheet: Sheet) -> None:
    made = clock.now().replace(microsecond=0) - timedelta(hours=1)
    Waiting(sheet, THREE, made=made).delivered()
    entered = list(sheet.entries.order_by("seq").values_list("entered_at", flat=True))
    assert entered == [made - timedelta(minutes=10), made - timedelta(minutes=5), made]
    ahead = Waiting(now(sheet), [REDEAL], made=clock.now() + timedelta(days=3), seed=uuid4())
    assert ahead.delivered().done
    assert all(entered <= clock.now() for entered in sheet.entries.values_list("entered_at", flat=True))


def test_what_the_phone_has_sent_before_is_not_written_again_and_the_rest_is(
    house: House, sheet: Sheet
) -> None:
    waiting = Waiting(sheet, THREE)
    house.play(sheet, THREE[0], entry=waiting.id(0))
    answer = waiting.delivered()
    assert "Delivered: 2 entries are on the sheet now" in answer
    assert "1 entry was there already." in answer
    assert stored(sheet) == [in_ids(sheet, record) for record in THREE]


def test_what_was_taken_back_on_the_phone_is_taken_back_on_the_sheet(sheet: Sheet) -> None:
    answer = Waiting(sheet, [dreier("Anna"), UNDO, REDEAL, dreier("Bert")]).delivered()
    assert answer.done
    assert stored(sheet) == [{"void": "redeal"}, in_ids(sheet, dreier("Bert"))]


def test_newcomers_in_a_picture_sit_down_and_play_once(sheet: Sheet) -> None:
    newcomer = "910000000000001"
    seats = seating("Anna", "Bert", "Cilli", newcomer, dealer="Cilli")
    waiting = Waiting(sheet, [{**seats, "newcomers": {newcomer: "Gustl"}}, dreier(newcomer)])
    for _time in range(2):
        assert waiting.delivered().done
        names = now(sheet).evening.names()
        played = stored(sheet)
        assert [names[player] for player in played[0]["players"]] == ["Anna", "Bert", "Cilli", "Gustl"]
        assert [names[game["declarer"]] for game in played[1]["games"]] == ["Gustl"]
        assert "newcomers" not in played[0]


def test_the_log_says_that_it_came_by_picture_and_which_member_delivered(house: House, sheet: Sheet) -> None:
    Waiting(sheet, THREE[:1]).delivered()
    Waiting(now(sheet), THREE[1:], seed=uuid4()).delivered(house.client("Bert", "en"))
    deeds = Deed.objects.filter(verb="deliver_by_picture").order_by("at")
    assert [deed.actor for deed in deeds] == ["Ein Telefon, durch ein Bild", "Bert"]
    told_in_both_languages(deeds[0])
    page = (
        house.client("Anna", "en").get(reverse("scoring:club_log", args=[house.club.slug])).content.decode()
    )
    assert "delivered by picture what was waiting for “1”" in page
    Waiting(now(sheet), THREE[:1], seed=uuid4()).delivered(house.client("Franz", "en"))
    assert [deed.account for deed in deeds.all()] == [None, house["Bert"], None], "Franz is of another club"


# What is wrong is told, and nothing is lost


def test_a_part_that_is_missing_is_named(sheet: Sheet) -> None:
    codes = codes_of(Waiting(sheet, THREE).message, 40)
    answer = delivered([code for place, code in enumerate(codes) if place != 1])
    assert not answer.done
    assert f"Of {len(codes)} codes these are still missing: 2." in answer
    other = codes_of(Waiting(sheet, THREE, seed=uuid4()).message, 40)
    assert "These codes belong to different pictures." in delivered([codes[0], *other[1:]])
    assert not sheet.entries.exists()
    assert delivered([*reversed(codes), codes[0]]).done
    assert sheet.entries.count() == 3


def test_what_is_damaged_is_told_and_writes_nothing(sheet: Sheet, monkeypatch: pytest.MonkeyPatch) -> None:
    """A code; a message that ends in its head or holds no records; records that are longer than any."""
    [code] = Waiting(sheet, THREE).codes
    changed = code[:40] + ("A" if code[40] != "A" else "B") + code[41:]
    messages = (b"\x01" + b"\xff" * 30, b"\x01" + b"\x7f" * 30, b"\x01")
    damaged = [[one] for one in (code[:-3], changed, code + "%", "", "Küss die Hand", "0" * 4001, "0", ":::")]
    for codes in (*damaged, *map(codes_of, messages)):
        answer = delivered(codes)
        assert not answer.done
        assert "This code is damaged or not copied completely." in answer, codes
    assert "made by another version of the program" in Waiting(sheet, THREE, version=2).delivered()
    monkeypatch.setattr(pictures, "BIGGEST", 40)
    assert "damaged" in Waiting(sheet, THREE).delivered()
    for body in ("", "{}", '{"codes": []}', '{"codes": [1]}'):
        response = Client().post(reverse("scoring:picture"), body, content_type="application/json")
        assert response.status_code == 400, body
    assert not sheet.entries.exists()


def test_whatever_a_phone_signs_is_read_or_told_to_be_damaged(sheet: Sheet) -> None:
    random, whole, made = Random(1), Waiting(sheet, THREE).document, {"known_seq": 0, "key": key_of(sheet)}
    found = set()
    for _time in range(2_000):
        document = bytearray(whole)
        for _change in range(random.randint(1, 4)):
            document[random.randrange(len(document))] = random.randrange(256)
        changed = type("Changed", (Waiting,), {"document": bytes(document)})
        try:
            found.add(type(waiting_records_of(picture_of(changed(sheet, **made).codes))))
        except Unreadable as why:
            found.add(type(why))
    assert found == {WaitingRecords, Unreadable}


def test_what_no_phone_makes_is_damaged_and_what_is_no_record_refused_in_words(sheet: Sheet) -> None:
    for document in (
        spelled([]) + spelled([1]) + spelled(0) + spelled(0) + spelled("") + spelled([0, 0, 0, 0, 0, {}]),
        spelled([]) + spelled({"a": 1}) + spelled(0) + spelled(0) + spelled("") + spelled([0, "a", 0]),
        spelled([]) + spelled([]) + spelled(0) + spelled(2**62) + spelled("") + spelled([0, SEED, 0, 0, {}]),
        b"\xf3" * 20,
        b"\xf7" + bytes([0x80 | 20_000 % 128, 20_000 // 128 | 0x80, 1]) + b"[" * 20_000,
    ):
        odd = type("Odd", (Waiting,), {"document": document})
        assert "damaged" in odd(sheet).delivered()
    for record in (5, None, {"event": [[]]}):
        answer = Waiting(sheet, [record]).delivered()
        assert not answer.done
        assert "Entry 1 of the code and what comes after it were not written." in answer, record
    assert not sheet.entries.exists()


def test_a_code_that_was_changed_or_signed_with_another_key_fits_no_table(house: House, sheet: Sheet) -> None:
    other = house.sheet(evening=sheet.evening, name="2", names=("Emil", "Wastl", "Xaver", "Zenzi"))
    for key in ("", signatures_of("scoring.pictures", other.pk, 0, other.salt)[0]):
        answer = Waiting(sheet, THREE, key=key or "0" * 20).delivered()
        assert "This code does not match any table on this server" in answer
    assert not sheet.entries.exists()


def test_a_table_whose_link_was_renewed_takes_no_picture_from_before(house: House, sheet: Sheet) -> None:
    codes = Waiting(sheet, THREE).codes
    house.do(table_links.renew_link, by="Anna", sheet=sheet, kind="record")
    assert "the link of the table has been renewed since" in delivered(codes)
    assert Waiting(now(sheet), THREE).delivered().done


def test_a_sheet_that_was_closed_meanwhile_is_told(house: House, sheet: Sheet) -> None:
    codes = Waiting(sheet, THREE).codes
    house.do(evening_verbs.close_sheet, by="Anna", sheet=sheet)
    assert "This table is closed." in delivered(codes)
    house.do(evening_verbs.reopen_sheet, by="Anna", sheet=sheet, reason="zu früh")
    assert delivered(codes).done


def test_what_others_have_written_meanwhile_is_told_in_words_to_those_who_may_look(
    house: House, sheet: Sheet
) -> None:
    codes = Waiting(sheet, THREE).codes
    house.play(sheet, dreier("Dora"))
    seen = delivered(codes, house.client("Bert", "en"))
    assert not seen.done
    assert "Meanwhile, another phone has entered: entered: Dora: Dreier, won. (by Anna)" in seen
    stranger = delivered(codes)
    assert "Meanwhile, another phone has entered something else at this table." in stranger
    assert "Dora" not in stranger
    assert "Nothing is lost" in stranger
    assert sheet.entries.count() == 1


def test_a_record_that_the_rules_refuse_stops_what_comes_after_it(sheet: Sheet) -> None:
    answer = Waiting(sheet, [dreier("Anna"), rufer("Bert", "Bert"), dreier("Cilli")]).delivered()
    assert not answer.done
    assert "Delivered: 1 entry is on the sheet now" in answer
    assert "Entry 2 of the code and what comes after it were not written." in answer
    assert stored(sheet) == [in_ids(sheet, dreier("Anna"))]


def test_that_other_rules_hold_by_now_is_told(sheet: Sheet) -> None:
    changed = "The rules of this table have changed since its phone loaded them."
    assert changed in Waiting(sheet, THREE, form="ffff").delivered()
    for language, _name in settings.LANGUAGES:
        form = version_of_form(now(sheet), language)
        assert changed not in Waiting(now(sheet), [REDEAL], form=form, seed=uuid4()).delivered()


# The words


def test_a_word_of_the_format_stays_at_its_place() -> None:
    """Pictures that wait on phones name it by that; new words come behind."""
    assert WORDS[:12] == [
        *("games", "contract", "declarer", "partner", "king", "talon", "self", "won", "points", "drawn"),
        *("conceded", "unplayed"),
    ]
    assert (WORDS.index("rufer"), WORDS.index("pagat"), WORDS.index("absolut")) == (39, 71, 86)
    assert len(set(WORDS)) == len(WORDS) <= 0xF0 - 0x50


def test_whatever_a_record_holds_comes_out_as_it_went_in(sheet: Sheet) -> None:
    odd = {"reason": "1", "ünd": ["", -3, 1.5, None, 64, 10**9, {"a": {"b": []}}, True, "99"], "won": False}
    waiting = Waiting(sheet, [odd])
    [found] = waiting_records_of(picture_of(waiting.codes)).records
    assert found.record == odd
