"""No two rule sheets of a club have one name; where two do from before, they are told apart."""

from __future__ import annotations

import pytest
from django.urls import reverse

from scoring.deeds import Refused
from scoring.models import Ruleset
from scoring.rule_editor import verbs as house_rules
from scoring.rule_editor.pages import own_sheets
from tests.support.pages import text_of
from tests.support.scoring.house import House
from tests.support.scoring.house_rules import address, begin, begun, data_of, own, save, visitor, write

TAKEN = "Ein Regelblatt Ihres Klubs heißt schon „Freitag“. Frei ist „%s“."


def double(house: House) -> Ruleset:
    """A second sheet of the same name, as older versions of the program let it be made."""
    sheet = begun(house, "Samstag")
    Ruleset.objects.filter(pk=sheet.pk).update(draft=sheet.draft.replace("Samstag", "Freitag"))
    return save(house, sheet).ruleset


@pytest.mark.parametrize("spelt", ["Freitag", "FREITAG", " frei  tag "])
def test_a_name_that_another_sheet_has_is_refused_with_the_next_free_one(house: House, spelt: str) -> None:
    own(house, "Freitag")
    begun(house, "Freitag (2)")
    with pytest.raises(Refused) as refused:
        begin(house, data_of(label=spelt))
    (sentence,) = refused.value.problems["label"]
    assert "heißt schon „Freitag“" in sentence
    assert "(3)" in sentence
    assert Ruleset.objects.count() == 2


def test_drafts_and_sheets_no_longer_offered_count_and_those_of_other_clubs_do_not(house: House) -> None:
    retired = own(house, "Samstag")
    Ruleset.objects.filter(pk=retired.pk).update(retired_at=retired.made_at)
    renamed = own(house, "Sonntag")
    write(house, renamed, data_of(label="Montag"))  # not saved yet
    for label in ("Samstag", "Sonntag", "Montag"):
        with pytest.raises(Refused):
            begin(house, data_of(label=label))
    elsewhere = begin(house, data_of(label="Samstag"), actor=house["Franz"], club=house.other)
    assert elsewhere.club == house.other
    assert begin(house, data_of(label="Treffpunkt Tarock")), "published sheets are listed apart"


def test_a_new_sheet_is_refused_beside_its_name_and_what_was_typed_stays(house: House) -> None:
    own(house, "Freitag")
    client = visitor(house)
    client.cookies["language"] = "de"
    page = client.post(address(house, "rules/new/"), {"begin": "cup", "label": "freitag", "deed": DEED})
    assert page.status_code == 200
    assert TAKEN % "freitag (2)" in text_of(page)
    assert 'value="freitag"' in page.content.decode()


DEED = "6f1d5f0e-2f5f-4b3a-9d5a-0d8e5a1c0001"


def test_renaming_is_refused_also_in_the_other_language(house: House) -> None:
    own(house, "Freitag")
    other = own(house, "Samstag")
    data = house_rules.draft_of(other).answers
    with pytest.raises(Refused) as refused:
        write(house, other, {**data, "label": {"de": "Neu", "en": "Freitag"}})
    assert refused.value.problems == {"label_en": [TAKEN % "Freitag (2)"]}
    assert write(house, other, {**data, "label": "SAMSTAG"}), "its own name is free to be spelt otherwise"


def test_a_double_from_before_is_shown_with_a_number_said_and_may_be_changed(house: House) -> None:
    first = own(house, "Freitag")
    second = double(house)
    listed = [(sheet.ruleset.pk, sheet.label, sheet.named_twice) for sheet in own_sheets(house.club, "de")]
    assert listed == [(first.pk, "Freitag", False), (second.pk, "Freitag (2)", True)]
    page = visitor(house).get(reverse("scoring:own_sheets", args=[house.club.slug])).content.decode()
    assert text_of(page).count("Two sheets have this name.") == 1
    save(house, second, lambda data: data["contracts"]["dreier"].update(value=9))
    write(house, second, {**house_rules.draft_of(second).answers, "label": "Freitag lang"})
    save(house, second)
    assert not any(sheet.named_twice for sheet in own_sheets(house.club, "de"))
