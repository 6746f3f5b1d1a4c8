"""What a table is told: names in place of ids, and what is doubled until when."""

from django.utils import translation

from scoring.engine.loading import copied, resolved
from scoring.engine.table_state import Banner, next_deal
from scoring.models import Sheet
from scoring.rule_editor.words import sentences_about_changes
from scoring.rules import read
from scoring.rules.versions.timelines import rules_for
from scoring.table.pages.recording_page import banner_of
from scoring.table.replay import position_of
from tests.support.scoring.house import House, now
from tests.support.scoring.tables import (
    FIVE,
    REDEAL,
    SCHLUSSRADL,
    dreier,
    trischaken,
)


def banner(sheet: Sheet) -> Banner:
    here = now(sheet)
    with translation.override("en"):
        return banner_of(here, here.evening.names(), rules_for(here), "en")


def test_the_banner_says_who_deals_who_is_vorhand_and_who_sits_out(house: House) -> None:
    sheet = house.sheet((*FIVE, "Xaver"))
    assert banner(sheet) == Banner(1, "Xaver", "Anna", ("Emil", "Xaver"), "", "", language="en")
    house.play(sheet, dreier("Anna"))
    assert banner(sheet) == Banner(2, "Anna", "Bert", ("Anna", "Xaver"), "", "", language="en")
    here = now(sheet)
    seats = next_deal(position_of(here), here.evening.names())["seats"]
    assert [seat["name"] for seat in seats] == [*FIVE, "Xaver"]
    assert [seat["name"] for seat in seats if seat["dealer"]] == ["Anna"]
    assert [seat["name"] for seat in seats if seat["vorhand"]] == ["Bert"]
    assert [seat["name"] for seat in seats if seat["out"]] == ["Anna", "Xaver"]
    assert banner(sheet).turn == "<b>Anna</b> deals, <b>Bert</b> is Vorhand. Sitting out: Anna, Xaver"
    five = banner(house.sheet(FIVE))
    assert five.turn == "<b>Emil</b> deals and sits out, <b>Anna</b> is Vorhand."


def test_the_banner_counts_down_the_doubled_hands_and_says_why(house: House) -> None:
    sheet = house.sheet()
    house.play(sheet, dreier("Anna"))
    house.play(sheet, REDEAL)
    house.play(sheet, trischaken("Bert", "Anna"))
    said, chips = [], []
    for _ in range(5):
        said.append(banner(sheet).radl)
        chips.append((banner(sheet).chip, banner(sheet).why))
        house.play(sheet, dreier("Anna"))
    assert said == [
        "×2, 4 to go, after Trischaken (hand 2)",
        "×2, 3 to go, after Trischaken (hand 2)",
        "×2, 2 to go, after Trischaken (hand 2)",
        "×2, 1 to go, after Trischaken (hand 2)",
        "",
    ]
    assert chips[0] == ("×2, 4 to go", "after Trischaken (hand 2)")
    assert chips[-1] == ("", "")


def schlussradl(sheet: Sheet) -> str:
    return banner(sheet).schlussradl.removeprefix("Schlussradl: ")


def test_the_schlussradl_ends_with_the_hand_before_the_first_dealer_deals_again(house: House) -> None:
    """Emil dealt first; Dora's hand is the last one, whenever it begins."""
    sheet = house.sheet(FIVE)
    house.play(sheet, dreier("Anna"))
    house.play(sheet, dreier("Bert"))
    house.play(sheet, SCHLUSSRADL)
    coming = "every hand is doubled. It ends with the hand that Dora deals."
    last = "every hand is doubled. Dora deals the last one now."
    over = "its last hand has been played. What is still played is doubled."
    said = []
    for declarer in ("Cilli", "Dora", "Emil"):
        said.append(schlussradl(sheet))
        house.play(sheet, dreier(declarer))
    assert said == [coming, coming, last]
    assert schlussradl(sheet) == over
    house.play(sheet, dreier("Anna"))
    assert schlussradl(sheet) == coming


# Whoever changes what is played is shown the sentences that speak of it


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
