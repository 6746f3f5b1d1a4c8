"""A club's own rule sheets: begun, changed as a draft, saved as versions that never change."""

from itertools import product

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import call_command
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from scoring.deeds import Refused
from scoring.evenings import verbs as evening_verbs
from scoring.models import Ruleset, Sheet
from scoring.rule_editor import verbs as house_rules
from scoring.rule_editor.draft import SheetDraft
from scoring.rule_editor.pages import own_sheets
from scoring.rules.versions.timelines import rules_by_now, timelines_of
from scoring.rules.versions.versions import offered
from tests.support.pages import text_of
from tests.support.scoring.house import House, english
from tests.support.scoring.house_rules import (
    begin,
    begun,
    data_of,
    declared,
    now_of,
    own,
    save,
    write,
)
from tests.support.scoring.tables import dreier


def test_a_sheet_is_played_by_once_it_is_saved(house: House) -> None:
    ruleset = begin(house, data_of(dreier=7))
    assert (ruleset.slug, ruleset.draft_seq) == ("freitag", 1)
    assert "freitag" not in offered(house.club)
    with pytest.raises(Refused):
        house.evening("freitag")
    version = save(house, ruleset)
    assert (version.edition, version.slug, now_of(ruleset).draft) == (1, "freitag", "")
    assert next(iter(offered(house.club))) == "freitag"
    sheet = house.sheet(rules="freitag")
    house.play(sheet, dreier("Anna"))
    assert declared(sheet, 1) == 21
    assert "freitag" not in offered(house.other)
    call_command("verify")


def test_a_sheet_that_cannot_work_stays_a_draft(house: House) -> None:
    data = data_of()
    del data["premiums"]["pagat"]
    ruleset = begin(house, data)
    with pytest.raises(Refused, match="So geht es noch nicht"):
        save(house, ruleset)
    assert not ruleset.versions.exists()
    assert now_of(ruleset).draft == ruleset.draft


def test_what_is_saved_without_a_change_is_no_version(house: House) -> None:
    ruleset = begin(house)
    save(house, ruleset)
    write(house, ruleset, data_of())
    with pytest.raises(Refused, match="form"):
        save(house, ruleset)
    write(house, ruleset, data_of(dreier=6))
    save(house, ruleset)
    write(house, ruleset, data_of())
    assert save(house, ruleset).edition == 3  # back to the first text is a change, too


def test_only_directors_change_the_rules_of_a_club(house: House) -> None:
    ruleset, draft = begin(house), SheetDraft(data_of())
    for name, (verb, about) in product(
        ("Cilli", "Emil", "Franz"),
        (
            (house_rules.begin_sheet, {"club": house.club, "draft": draft, "origin": ""}),
            (house_rules.change_draft, {"ruleset": ruleset, "after": 1, "draft": draft}),
            (house_rules.save_version, {"ruleset": ruleset, "after": 1}),
            (house_rules.discard_draft, {"ruleset": ruleset, "after": 1}),
            (house_rules.offer_sheet, {"ruleset": ruleset, "offered": False}),
            (house_rules.show_sheet, {"ruleset": ruleset, "shown": True}),
        ),
    ):
        with pytest.raises(PermissionDenied):
            house.do(verb, by=name, **about)


def test_however_many_tables_went_over_to_a_clubs_own_rules_they_are_asked_for_once(
    house: House, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """They are not kept from page to page: a name may have gone from their words."""
    ruleset = begin(house)
    evening = house.evening(save(house, ruleset).slug)
    for name in ("A", "B", "C"):
        house.sheet(evening=evening, name=name)
    write(house, ruleset, data_of(dreier=9))
    save(house, ruleset)
    house.do(evening_verbs.take_newer_edition, by="Anna", evening=evening, at_running_tables=True)
    sheets = list(Sheet.objects.whole())
    rules_by_now(sheets)  # that they are no published ones is kept
    with django_assert_num_queries(1):
        assert {rules.contracts["dreier"].value for rules in rules_by_now(sheets).values()} == {9}
    with django_assert_num_queries(2):
        assert len(timelines_of(sheets)) == 3


# No two rule sheets of a club have one name; two from before are told apart


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
    with pytest.raises(Refused, match=r"label.*heißt schon „Freitag“.*\(3\)"):
        begin(house, data_of(label=spelt))
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


def test_renaming_is_refused_also_in_the_other_language(house: House) -> None:
    own(house, "Freitag")
    other = own(house, "Samstag")
    data = house_rules.draft_of(other).answers
    with pytest.raises(Refused) as refused:
        write(house, other, {**data, "label": {"de": "Neu", "en": "Freitag"}})
    assert refused.value.problems == {"label_en": [TAKEN % "Freitag (2)"]}
    assert write(house, other, {**data, "label": "SAMSTAG"}), "its own name is free to be spelt otherwise"
    del data["label"]
    assert write(house, other, data), "a draft may be without one"


def test_a_double_from_before_is_shown_with_a_number_said_and_may_be_changed(house: House) -> None:
    first = own(house, "Freitag")
    second = double(house)
    listed = [(sheet.ruleset.pk, sheet.label, sheet.named_twice) for sheet in own_sheets(house.club, "de")]
    assert listed == [(first.pk, "Freitag", False), (second.pk, "Freitag (2)", True)]
    page = english(house, "Anna").get(reverse("scoring:own_sheets", args=[house.club.slug])).content.decode()
    assert text_of(page).count("Two sheets have this name.") == 1
    save(house, second, lambda data: data["contracts"]["dreier"].update(value=9))
    write(house, second, {**house_rules.draft_of(second).answers, "label": "Freitag lang"})
    save(house, second)
    assert not any(sheet.named_twice for sheet in own_sheets(house.club, "de"))
