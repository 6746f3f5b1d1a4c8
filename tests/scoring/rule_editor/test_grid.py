"""All games and all premiums in one grid: a whole cup is typed in, ticked off and put in order at once."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

import pytest

from scoring.engine.loading import mistakes_in
from scoring.engine.options import CHOICES
from scoring.engine.rules import Rules
from scoring.rule_editor import verbs as house_rules
from scoring.rules import published
from scoring.rules.versions.versions import rules_of
from tests.support.engine.examples import otherwise
from tests.support.engine.rulebook import rulebook
from tests.support.scoring.house import House
from tests.support.scoring.house_rules_editor import Editor, begun, fields_of, plainly

__all__ = ["plainly"]  # the fixtures


def test_values_ticks_and_places_are_saved_together(house: House, plainly: None) -> None:
    editor = begun(house, "cup")
    order = [*editor.draft["contracts"]]
    order[0], order[1] = order[1], order[0]
    editor.grid("rows/games/", value__dreier="6", lost__dreier="7", play__triccolo=None, order=order)
    games = editor.draft["contracts"]
    assert (games["dreier"]["value"], games["dreier"]["lost"]) == (6, 7)
    assert list(games) == [key for key in order if key != "triccolo"]
    editor.ruleset.refresh_from_db()
    assert editor.ruleset.draft_seq == 2, "one step"


def test_a_value_of_a_row_that_is_not_played_is_not_looked_at(house: House, plainly: None) -> None:
    editor = begun(house, "cup")
    editor.grid("rows/games/", value__triccolo="drei", play__triccolo=None, value__dreier="6")
    assert editor.draft["contracts"]["dreier"]["value"] == 6
    assert "triccolo" not in editor.draft["contracts"]


def test_an_arrow_without_a_script_keeps_what_was_typed(house: House, plainly: None) -> None:
    editor = begun(house, "cup")
    response = editor.grid("rows/games/", value__dreier="6", down="rufer")
    assert response.headers["Location"] == f"{editor.path}rows/games/#row-rufer"
    games = editor.draft["contracts"]
    assert list(games)[:2] == ["trischaken", "rufer"]
    assert games["dreier"]["value"] == 6


def test_what_came_onto_the_sheet_in_the_meantime_stays(house: House, plainly: None) -> None:
    bert = begun(house, "cup")
    sent = bert.opened("rows/games/").answered({"value-dreier": "6"})
    anna = Editor(house.client("Anna"), bert.ruleset, house["Anna"])
    anna.grid("rows/games/", play__einer="on")
    bert.done(bert.send("rows/games/", fields_of(bert.send("rows/games/", sent))))
    games = bert.draft["contracts"]
    assert "einer" in games
    assert games["dreier"]["value"] == 6


def test_beside_the_grid_stands_what_it_would_change_and_nothing_is_kept(house: House) -> None:
    editor = begun(house, "cup")
    before = editor.text
    sent = editor.opened("rows/games/").answered({"value-rufer": "2", "value-dreier": "6"})
    told = editor.send("rows/games/so-far/", sent, "?language=en").content.decode()
    assert "Dreier 5 → 6" in told
    assert "Dreier, won: 6 instead of 5" in told
    different = re.search("hands, ([0-9]+) come out differently", told)
    assert different is not None
    assert told.count("<li>") == int(different[1]) > 12, "all of them, not the first twelve"
    wrong = editor.send("rows/games/so-far/", {**sent, "value-rufer": "x"}, "?language=en").content.decode()
    assert 'href="#id_value-rufer"' in wrong
    assert editor.text == before


# How many steps it takes to enter a cup


@dataclass
class Counted:
    """A secretary at the forms: every page opened and every form sent is a step, and fields are counted."""

    editor: Editor
    steps: int = 0
    fields: int = 0

    def save(self, page: str, **answers: Any) -> None:
        opened = self.editor.opened(page)
        sent = opened.answered(answers)
        self.steps += 2  # the page is tapped in the overview, and saved
        for name, value in answers.items():
            before = opened.fields.get(name, [])
            ticked = isinstance(value, list) and name != "order"
            self.fields += len(set(value) ^ set(before)) if ticked else 1
        self.editor.done(self.editor.send(page, sent))


def moved(order: list[str], key: str, after: str) -> list[str]:
    rest = [player for player in order if player != key]
    place = rest.index(after) + 1
    return [*rest[:place], key, *rest[place:]]


def unlike_examples(slug: str, made: Rules) -> dict[str, list[str]]:
    """Return the examples of a cup that come out otherwise; those that agree on something are let do so."""
    return otherwise(rulebook(slug), replace(made, option_notes=published()[slug].option_notes))


def always(option: str) -> str:
    """Return the answer that leaves a table no choice but the usual."""
    usual = next(iter(CHOICES[option]))
    return "" if option == "trischaken_base" else f"fixed-{usual}"


def off(*keys: str) -> dict[str, None]:
    return {f"play-{key}": None for key in keys}


LEFT = ("silent_miss", "negative_kontra", "bei_settlement", "trischaken_for_schleifen")
NOT_PLAYED = (  # neither in Tyrol nor in Upper Austria
    *("pagatrufer", "uhurufer", "kakadurufer", "quapilrufer", "geierrufer", "falscher_sechser"),
    *("zwiccolo", "triccolo", "zwiccolo_ouvert", "triccolo_ouvert"),
)
DIFFERS = {  # from the cup: what is typed on which page; a function is asked with the draft
    "wien": {
        "rows/games/": {
            "value-trischaken": "2",
            "value-solodreier": "10",
            **off("triccolo", "triccolo_ouvert", "falscher_sechser", "geierrufer"),
            "order": lambda draft: moved([*draft["contracts"]], "farbensolo", "quapilrufer"),
        },
        "rows/premiums/": off("geier"),
        "trischaken/": {"renonce": "each", "renonce_times": "6", "option_vorhand_tie": "fixed-alone"},
        "negative/": {"side_by_side": "none"},
        "valat/": {"silent_valat_voids_kontra": "on", "ticks_in_silent_valat": ["koenige", "trull"]},
    },
    "tirol": {
        "rows/games/": {
            "value-trischaken": "2",
            "value-piccolo_ouvert": "8",
            "value-solodreier": "10",
            "value-besserrufer": "1",
            **off(*NOT_PLAYED),
        },
        "rows/premiums/": {"silent-sack1": "1", "silent-sack2": "1", "play-mondfang": "on", **off("geier")},
        "trischaken/": {
            "custom": "two_pay",
            "jungfrauen": "from_each",
            "jungfrau_price": "2",
            "vorhand_pays": "6",
            "renonce": "each",
            "renonce_times": "4",
            "option_trischaken_base": "",
            "option_vorhand_tie": always("vorhand_tie"),
        },
        "negative/": {"side_by_side": "none"},
        "valat/": {
            "beside_valat": "trick_premiums",
            "ticks_counts_beside_valat": ["koenig_ultimo", "pagat", "uhu", "kakadu", "quapil", "mondfang"],
            **dict.fromkeys(("ticks_in_colour", "ticks_in_solo"), lambda draft: [*draft["premiums"]]),
        },
    },
    "oberoesterreich": {
        "rows/games/": {
            "value-bettler": "2",
            "value-besserrufer": "1",
            "value-farbendreier": "3",
            "value-dreier": "4",
            "value-farbensolo": "6",
            "value-bettler_ouvert": "7",
            "value-solodreier": "8",
            **off(*NOT_PLAYED),
        },
        "rows/premiums/": {"silent-valat": "4", "announced-valat": "8", **off("geier")},
        "rows/premiums/valat/": {"in_solo": "same", "effect": "multiplies"},
        "trischaken/": {
            "splits": "whole",
            "renonce": "buergermeister_pot",
            "option_trischaken_base": "",
            "option_vorhand_tie": "fixed-alone",
        },
        "negative/": {"side_by_side": "none"},
        "valat/": {"beside_valat": "announced"},
        "renonce/": {"shared_renonce": "on"},
    },
}


def entered(house: House, slug: str) -> tuple[Counted, Rules]:
    """Return who has entered a cup, beginning with that of the association, and what was made of it."""
    editor = begun(house, "cup")
    visitor = Counted(editor, steps=3, fields=2)  # rule sheets, new sheet, begin; a name, and from which
    for page, answers in DIFFERS[slug].items():
        draft = editor.draft
        visitor.save(
            page, **{name: value(draft) if callable(value) else value for name, value in answers.items()}
        )
    visitor.save("calling/", ticks_blank=[], bird_by="declarer", high_card="vorhand")
    left = (*LEFT, "trischaken_base") if slug == "wien" else LEFT
    there = editor.draft["options"]
    none = {f"option_{key}": always(key) for key in left if key in there}
    visitor.save("options/", option_schrift_kontra="fixed-none", **none)
    assert mistakes_in(editor.draft) == ()
    editor.done(editor.send("save/", editor.form("save/")))
    visitor.steps += 2
    return visitor, rules_of(house_rules.newest(editor.ruleset))


@pytest.mark.parametrize(
    ("slug", "steps", "fields"), [("wien", 19, 26), ("tirol", 19, None), ("oberoesterreich", 23, None)]
)
def test_a_cup_is_entered_from_the_cup_in_at_most_25_steps_and_plays_every_example(
    house: House, plainly: None, slug: str, steps: int, fields: int | None
) -> None:
    visitor, made = entered(house, slug)
    assert unlike_examples(slug, made) == {}, "every example of the cup comes out on the sheet made here"
    assert visitor.steps == steps <= 25
    assert fields in (visitor.fields, None)
    if slug == "wien":
        vienna = published()[slug]
        for name in ("trischaken", "premiums", "options", "kontra", "radl", "side_by_side", "beside_valat"):
            assert getattr(made, name) == getattr(vienna, name), name
        assert [*made.contracts.items()] == [*vienna.contracts.items()]
