"""A club's own rule sheets: begun, changed as a draft, saved as versions that never change."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import call_command
from django.utils import translation
from pytest_django import DjangoAssertNumQueries

from scoring.accounts.chronicle import log_line
from scoring.deeds import Refused
from scoring.evenings import verbs as evening_verbs
from scoring.models import Deed, Sheet
from scoring.rule_editor import verbs as house_rules
from scoring.rule_editor.draft import SheetDraft
from scoring.rule_editor.verbs import WrittenMeanwhile
from scoring.rules.versions.books import books_of, rules_by_now
from scoring.rules.versions.versions import offered
from tests.support.scoring.house import House, now
from tests.support.scoring.house_rules import begin, data_of, now_of, save, write
from tests.support.scoring.people import HOUSE_RULES
from tests.support.scoring.tables import dreier


def evening_sheet(house: House, slug: str) -> Sheet:
    return house.sheet(evening=house.evening(slug))


def gets(sheet: Sheet) -> list[int]:
    """What the declarer of each hand got, in points."""
    return [max(row.twelfths) // 12 for row in sheet.rows.filter(number__isnull=False).order_by("place")]


def test_a_sheet_is_played_by_once_it_is_saved(house: House) -> None:
    ruleset = begin(house, data_of(dreier=7))
    assert (ruleset.slug, ruleset.draft_seq) == ("freitag", 1)
    assert "freitag" not in offered(house.club)
    with pytest.raises(Refused):
        house.evening("freitag")
    version = save(house, ruleset)
    assert (version.edition, version.slug, now_of(ruleset).draft) == (1, "freitag", "")
    assert next(iter(offered(house.club))) == "freitag"
    sheet = evening_sheet(house, "freitag")
    house.play(sheet, dreier("Anna"))
    assert gets(sheet) == [21]
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


def test_two_directors_do_not_write_over_one_another(house: House) -> None:
    ruleset = begin(house)
    write(house, ruleset, data_of(dreier=6))
    for verb, further in (
        (house_rules.change_draft, {"draft": SheetDraft(data_of(dreier=9))}),
        (house_rules.save_version, {}),
        (house_rules.discard_draft, {}),
    ):
        with pytest.raises(WrittenMeanwhile):
            verb(actor=house["Bert"], deed=uuid4(), ruleset=ruleset, after=1, **further)
    assert "value = 6" in now_of(ruleset).draft


@pytest.mark.parametrize("name", ["Cilli", "Emil", "Franz"])
def test_only_directors_change_the_rules_of_a_club(house: House, name: str) -> None:
    ruleset = begin(house)
    asked = {"actor": house[name], "deed": uuid4()}
    with pytest.raises(PermissionDenied):
        house_rules.begin_sheet(club=house.club, draft=SheetDraft(data_of()), origin="", **asked)
    for verb, further in (
        (house_rules.change_draft, {"after": 1, "draft": SheetDraft(data_of())}),
        (house_rules.save_version, {"after": 1}),
        (house_rules.discard_draft, {"after": 1}),
        (house_rules.offer_sheet, {"offered": False}),
        (house_rules.show_sheet, {"shown": True}),
    ):
        with pytest.raises(PermissionDenied):
            verb(ruleset=ruleset, **asked, **further)


def test_every_deed_of_the_rules_is_told_in_both_languages(house: House) -> None:
    ruleset = begin(house)
    save(house, ruleset)
    write(house, ruleset, data_of(dreier=6))
    house.do(house_rules.discard_draft, by="Anna", ruleset=ruleset, after=now_of(ruleset).draft_seq)
    house.do(house_rules.discard_draft, by="Anna", ruleset=begin(house, data_of(label="Freitag 2")), after=1)
    for now_offered, now_shown in ((False, True), (True, False)):
        house_rules.offer_sheet(actor=house["Anna"], deed=uuid4(), ruleset=ruleset, offered=now_offered)
        house_rules.show_sheet(actor=house["Anna"], deed=uuid4(), ruleset=ruleset, shown=now_shown)
    deeds = [deed for deed in Deed.objects.all() if deed.verb in HOUSE_RULES]
    assert {deed.verb for deed in deeds} == HOUSE_RULES
    for deed in deeds:
        said = {}
        for language in ("de", "en"):
            with translation.override(language):
                said[language] = log_line(deed)
        assert all("Freitag" in words for words in said.values()), said
        assert said["de"] != said["en"]
    assert now(evening_sheet(house, "freitag")).ruleset.ruleset == ruleset


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
        assert len(books_of(sheets)) == 3
