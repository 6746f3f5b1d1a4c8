"""A hand taken to another sheet: what stays, what is named as lost, and what may not go there at all."""

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scoring.engine import translating
from scoring.engine.facts import (
    Game,
    Hand,
    Premium,
)
from scoring.engine.loading import mistakes_in, rules_from
from scoring.engine.problems import of_stored_hands, problems_with
from scoring.engine.record import from_dict
from scoring.engine.rules import Rules
from scoring.engine.settling import settle
from scoring.engine.texts import Text
from scoring.engine.translating import Translation, loss_in_words, translated
from scoring.engine.words import LANGUAGES
from scoring.rules import SLUGS, published
from tests.engine.edited_sheets import seeded_sheet
from tests.support.engine.edits import changed, drop, put
from tests.support.engine.hands import (
    SEATS,
    build_hand,
    many_hands,
    seeded,
)
from tests.support.every import every

FOUR = SEATS
ANNA, BERT, CILLI, DORA = SEATS


def sheet(slug: str, **changed: Any) -> Rules:
    return replace(published()[slug], **changed)


def hand(contract: str, declarer: str = ANNA, *, premiums: tuple[Premium, ...] = (), **facts: Any) -> Hand:
    return Hand(FOUR, (Game(contract, declarer, **facts),), premiums)


def taken(played: Hand, old: str | Rules, new: str | Rules) -> Translation:
    before, after = (sheet(rules) if isinstance(rules, str) else rules for rules in (old, new))
    assert not problems_with(played, before), "the hand is legal where it was played"
    return translated(played, before, after)


def why_not(found: Translation) -> str:
    assert found.hand is None
    assert found.refused is not None
    return loss_in_words(found.refused, "en")


# What holds for every hand and every two sheets


@every("other", SLUGS)
@every("slug", SLUGS)
def test_many_hands_go_to_every_other_sheet(slug: str, other: str) -> None:
    for played in many_hands(slug, 40):
        _legal_or_refused(translated(played, sheet(slug), sheet(other)), sheet(other))


def test_hands_go_to_sheets_that_a_club_made_itself_and_back() -> None:
    for seed in range(20):
        data = seeded_sheet(seed)
        if mistakes_in(data):
            continue
        own = rules_from(data, "club")
        hands = [build_hand(seeded(1000 * seed + number), own) for number in range(8)]
        assert [translated(played, own, own) for played in hands] == list(map(Translation, hands))
        for slug in SLUGS:
            for played in many_hands(slug, 40)[seed : seed + 8]:
                _legal_or_refused(translated(played, sheet(slug), own), own)
            for played in hands:
                _legal_or_refused(translated(played, own, sheet(slug)), sheet(slug))


def _legal_or_refused(found: Translation, rules: Rules) -> None:
    assert (found.hand is None) == (found.refused is not None)
    losses = (*found.lost, *([found.refused] if found.refused else []))
    for language in LANGUAGES:
        assert all("{" not in loss_in_words(loss, language) for loss in losses)
    if found.hand is not None:
        assert not of_stored_hands(problems_with(found.hand, rules))
        assert sum(settle(found.hand, rules).amounts) == 0


# By hand

HANDS = tomllib.loads(Path(__file__).with_name("translating.toml").read_text(encoding="utf-8"))["hand"]


def changed_sheet(case: dict[str, Any], which: str) -> Rules:
    edits = [drop(place) for place in case.get(f"{which}_drop", [])]
    edits += [put(place, value) for place, value in case.get(f"{which}_put", {}).items()]
    return changed(case[which], *edits) if edits else sheet(case[which])


@every("case", HANDS)
def test_a_hand_goes_to_another_sheet_as_worked_out_by_hand(case: dict[str, Any]) -> None:
    facts = ("games", "premiums", "options", "radl", "revoke")
    record = {"players": [*FOUR], **{key: case[key] for key in facts if key in case}}
    old, new = changed_sheet(case, "from"), changed_sheet(case, "to")
    found = taken(from_dict(record, old), old, new)
    if "refused" in case:
        assert why_not(found) == case["refused"]
        return
    assert found.hand == from_dict({**record, **case.get("there", {})}, new)
    assert [loss_in_words(loss, "en") for loss in found.lost] == case.get("lost", [])


def test_a_hand_that_is_never_put_right_ends_as_a_defect(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(translating, "MOST_STEPS", 1)
    with pytest.raises(AssertionError, match="There is no end"):
        translated(hand("dreier", points=120, kontra="hirsch"), sheet("karlsruhe"), sheet("standard"))


def test_losses_say_what_the_sheet_says_in_both_languages() -> None:
    found = taken(hand("dreier", points=120, kontra="hirsch"), "karlsruhe", "standard")
    assert [loss_in_words(loss, "de") for loss in found.lost] == ["Dreier: Hirsch zählt dort als Sub."]
    assert taken(hand("dreier", won=True), "standard", "cup").lost == ()
    assert isinstance(found.lost[0].named[0][1], Text)
