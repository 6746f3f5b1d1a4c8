"""What a change does to hands that everybody knows: the plainest hand that shows it, and no more of them."""

from __future__ import annotations

import pytest

from scoring.engine.loading import Data
from scoring.engine.problems import problems_with
from scoring.engine.rules import Rules
from scoring.engine.settling import settle
from scoring.engine.words import LANGUAGES
from scoring.rules import SLUGS, published
from scoring.rules.comparing import effects, examples
from tests.support.engine.edits import Edit, changed, drop, move, put
from tests.support.every import every


def effects_in_words(before: Rules, after: Rules, language: str = "de") -> list[str]:
    return [effect.in_words(language) for effect in effects(before, after).shown]


SIDE_BY_SIDE = (
    "Piccolo, gewonnen und daneben verloren: "
    "Anna 4, Bert 0, Cilli −4, Dora 0 statt Anna 8, Bert 0, Cilli −8, Dora 0"
)
NEVER_SIDE_BY_SIDE = (
    "Piccolo, gewonnen und daneben verloren: "
    "geht nicht mehr (Nebeneinander wird auf diesem Regelblatt nicht gespielt.)"
)

# One edit, and what it does.
EDITS: list[tuple[str, Edit, list[str]]] = [
    ("standard", put("contracts.dreier.value", 6), ["Dreier, gewonnen: 6 statt 5"]),
    ("standard", put("contracts.sechserdreier.lost", 9), ["Sechserdreier, verloren: −9 statt −8"]),
    ("standard", put("premiums.trull.silent", 2), ["Rufer, Trull still: 3 statt 2"]),
    ("standard", put("premiums.trull.announced", 3), ["Rufer, Trull angesagt: 4 statt 3"]),
    ("karlsruhe", put("needs", "36/0"), ["Königsrufer, mit 35/2: −2 statt 2"]),
    ("standard", put("kontra.levels.sub", 16), ["Rufer, gewonnen, Sub: 16 statt 8"]),
    ("standard", put("kontra.levels.hirsch", 16), ["Rufer, gewonnen, Hirsch: neu: 16"]),
    ("standard", put("beside_valat", "all"), ["Rufer, Valat still, Könige still: 12 statt 11"]),
    ("standard", put("options.silent_miss.value", "charged"), ["Rufer, Pagat still verfehlt: 0 statt 1"]),
    ("standard", put("options.radl_doubles.value", "announced"), ["Rufer, Pagat still, im Radl: 3 statt 4"]),
    (
        "zwanzigerrufen",
        put("options.radl_start.value", "called"),
        ["Normalspiel, Mondfang still: löst kein Radl mehr aus (nach einem bezahlten Mondfang)"],
    ),
    (
        "standard",
        put("options.schrift_kontra.value", "simple"),
        ["Rufer, gewonnen, Re: in der Schrift 2 statt 4"],
    ),
    ("standard", put("options.bei_settlement.value", "opponents"), [SIDE_BY_SIDE]),
    ("standard", put("self_call", value=True), ["Rufer, selbst gerufen, gewonnen: neu: 1"]),
    (
        "standard",
        put("schleifen", value=False),
        ["Rufer, geschliffen: geht nicht mehr (Rufer: Schleifen geht nur in einem Rufspiel mit Talon.)"],
    ),
    ("standard", drop("contracts.einer"), ["Einer, gewonnen: geht nicht mehr (ohne Einer)"]),
    ("standard", drop("premiums.mondfang"), ["Rufer, Mondfang still: geht nicht mehr (ohne Mondfang)"]),
    ("standard", move("contracts", "piccolo", 5), []),
    ("standard", put("radl.length", 4), []),
    ("standard", put("contracts.dreier.label", "Talonspiel"), []),
    (
        "standard",
        put("premiums.mondfang.between_two", value=True),
        [
            "Rufer, Mondfang still: Anna 2, Bert −2, Cilli 1, Dora −1 statt 2",
            "Rufer, Mondfang angesagt: Anna 3, Bert −3, Cilli 1, Dora −1 statt 3",
        ],
    ),
    ("standard", drop("premiums.valat"), ["Rufer, Valat still: geht nicht mehr (ohne Valat)"]),
    ("standard", put("trischaken.buergermeister", "35/1"), ["Trischaken, einer hat 35/1: −4 statt −2"]),
    (
        "zwanzigerrufen",
        put("kontra.levels", {}),
        ["Normalspiel, gewonnen, Kontra: geht nicht mehr (Normalspiel: Kontra gibt es hier nicht.)"],
    ),
    ("standard", put("side_by_side", "none"), [NEVER_SIDE_BY_SIDE]),
    (
        "treffpunkt",
        lambda data: data["radl"]["triggers"].append("drawn"),
        ["Rufer, mit 34/2: löst nun ein Radl aus (nach 35:35)"],
    ),
]


@every("slug, edit, expected", EDITS)
def test_the_plainest_hands_show_what_an_edit_does(slug: str, edit: Edit, expected: list[str]) -> None:
    said = effects_in_words(published()[slug], changed(slug, edit))
    assert said[: len(expected)] == expected
    assert len(said) <= max(2 * len(expected), 9 * bool(expected))


def test_a_new_value_is_shown_once_and_not_with_every_premium() -> None:
    found = effects(published()["standard"], changed("standard", put("contracts.dreier.value", 6)))
    assert len(found.shown) == 1
    assert found.different > 30
    assert found.compared > 300


def test_a_renamed_game_goes_by_its_new_name() -> None:
    after = changed("standard", put("contracts.dreier.value", 6), put("contracts.dreier.label", "Talonspiel"))
    assert effects_in_words(published()["standard"], after) == ["Talonspiel, gewonnen: 6 statt 5"]
    assert effects_in_words(published()["standard"], after, "en") == ["Talonspiel, won: 6 instead of 5"]


def test_a_sheet_without_any_game_by_points_has_examples_of_the_others() -> None:
    def only_others(data: Data) -> None:
        by_points = [key for key, contract in published()["standard"].contracts.items() if contract.by_points]
        data["contracts"] = {key: row for key, row in data["contracts"].items() if key not in by_points}

    rules = changed("standard", only_others)
    found = {example.hand.games[0].contract for example in examples(rules)}
    assert {"piccolo", "bettler", "trischaken"} <= found == set(rules.contracts)


def test_a_sheet_does_nothing_to_itself() -> None:
    for slug in SLUGS:
        assert effects(published()[slug], changed(slug)).shown == ()


@pytest.mark.parametrize(("one", "other"), [("standard", "cup"), ("karlsruhe", "zwanzigerrufen")])
def test_of_very_different_sheets_only_so_many_are_shown(one: str, other: str) -> None:
    found = effects(published()[one], published()[other], most=10)
    assert 5 < len(found.shown) <= 10
    assert found.different > 100
    for effect in found.shown:
        for language in LANGUAGES:
            assert effect.in_words(language)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_examples_show_every_game_and_premium_and_most_can_be_played(slug: str) -> None:
    rules = published()[slug]
    played = [example.hand for example in examples(rules) if not problems_with(example.hand, rules)]
    assert len(played) > len(examples(rules)) / 2
    subjects = {line.subject for hand in played for line in settle(hand, rules).lines}
    multipliers = {premium.premium for hand in played for premium in hand.premiums}
    assert set(rules.contracts) <= subjects
    assert set(rules.premiums) <= subjects | multipliers
    titles = [example.title for example in examples(rules)]
    assert len({title.de for title in titles}) == len({title.en for title in titles}) == len(titles)
