"""A club's own rule sheets: begun, changed as a draft, saved as versions that never change."""

import pytest
from django.core.management import call_command

from scoring.deeds import Refused
from scoring.models import Ruleset
from scoring.rule_editor import verbs as house_rules
from scoring.rules.versions.versions import offered
from tests.support.scoring.house import House
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


# No two rule sheets of a club have one name; two from before are told apart


TAKEN = "Regeln Ihres Klubs heißen schon „Freitag“. Frei ist „%s“."


@pytest.mark.parametrize("spelt", ["Freitag", "FREITAG", " frei  tag "])
def test_a_name_that_another_sheet_has_is_refused_with_the_next_free_one(house: House, spelt: str) -> None:
    own(house, "Freitag")
    begun(house, "Freitag (2)")
    with pytest.raises(Refused, match=r"label.*heißen schon „Freitag“.*\(3\)"):
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
