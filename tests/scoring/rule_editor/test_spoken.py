"""Whoever changes what is played is shown the sentences that speak of it."""

from __future__ import annotations

from scoring.engine.loading import copied, resolved
from scoring.rule_editor.forms.words import sentences_about_changes
from scoring.rules import read
from tests.support.pages import main_text_of, text_of
from tests.support.scoring.house import House
from tests.support.scoring.house_rules_editor import begun, plainly

__all__ = ["plainly"]  # the fixtures


def test_a_changed_game_shows_the_sentences_about_it(house: House, plainly: None) -> None:
    editor = begun(house, "cup")
    editor.save(
        "words/remarks/",
        words_de="Der Uhu wird angesagt.",
        words_en="The Uhu has to be announced.",
        chapter="talon",
    )
    sent = editor.opened("rows/premiums/").answered({"announced-uhu": "5"})
    beside = text_of(editor.send("rows/premiums/so-far/", sent, "?language=en"))
    assert "Sentences that speak of it" in beside
    assert "The Uhu has to be announced." in beside
    editor.grid("rows/premiums/", announced__uhu="5")
    said = main_text_of(editor.get())
    assert "Sentences that speak of it: “The Uhu has to be announced.”" in said
    assert "change it under “Remarks”" in said


def test_a_changed_custom_shows_the_sentences_that_belong_to_it() -> None:
    before = resolved("cup", read)
    after = copied(before)
    after["trischaken"]["renonce"], after["trischaken"]["renonce_times"] = "each", 6
    found = {(sentence.table, sentence.key) for sentence in sentences_about_changes(before, after)}
    assert found
    for table, key in found:
        assert any(place.startswith("trischaken") for place in before[table][key]["belongs_to"])
    assert sentences_about_changes(before, before) == []
    moved = {**before, "contracts": dict(reversed(before["contracts"].items()))}
    assert sentences_about_changes(before, moved) == [], "nothing is said of the order"


def test_what_is_itself_changed_is_not_asked_about() -> None:
    before = resolved("cup", read)
    after = copied(before)
    after["trischaken"]["renonce_times"] = 9
    after["remarks"] = {key: {"de": "Neu.", "en": "New."} for key in after["remarks"]}
    assert not {
        sentence.key for sentence in sentences_about_changes(before, after) if sentence.table == "remarks"
    }
