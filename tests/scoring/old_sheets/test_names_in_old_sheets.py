"""Whom the names of a file mean: two of one member, one that is a member by now, one that is too long."""

from __future__ import annotations

from scoring.models import Member
from scoring.names import spellings
from scoring.old_sheets.people import field_of
from scoring.old_sheets.reading import Reading
from tests.support.scoring.old_readings import read_amounts

BERT = Member(pk=1, **spellings("Bert"))
EVENING = ("4.3.2016", 5, -5, 8, -8)


def wrong(reading: Reading) -> list[tuple[int, str, str]]:
    return [(bad.row, bad.label, bad.text) for bad in reading.bad]


def test_amounts_of_two_names_that_are_one_member_are_refused_in_their_row() -> None:
    head = ("Datum", "Anna", "Bert", "Berti", "Dora")
    reading = read_amounts(head, EVENING, amounts="each", said={field_of("Berti"): "m1"}, members=[BERT])
    assert wrong(reading) == [(2, "", "“Bert” is named twice.")]


def test_a_new_member_who_has_joined_in_the_meantime_does_not_join_twice() -> None:
    head = ("Datum", "Anna", "Bert", "Cilli", "Dora")
    reading = read_amounts(head, EVENING, amounts="each", said={field_of("Bert"): "new"}, members=[BERT])
    someone = reading.people["bert"].someone
    assert someone is not None
    assert (someone.member, someone.joins) == (1, False)
    assert [choice.code for choice in reading.people["bert"].choices if choice.chosen] == ["m1"]


def test_a_name_that_nobody_can_have_is_told_at_the_headings() -> None:
    head = ("Datum", "Anna" * 11, "Bert", "Cilli", "Dora")
    reading = read_amounts(head, EVENING, amounts="each")
    ((row, label, text),) = wrong(reading)
    assert (row, label) == (1, ("Anna" * 11)[:40])
    assert "too long: 40 characters at most" in text
