"""All games and all premiums in one grid: a whole cup is typed in, ticked off and put in order at once."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from scoring.engine.loading import mistakes_in
from scoring.engine.options import CHOICES
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


def test_the_cup_of_vienna_is_entered_in_19_steps_and_plays_every_example(
    house: House, plainly: None
) -> None:
    """Begun from the cup of the association; how every other answer is given: answers.toml."""
    editor = begun(house, "cup")
    order = moved([*editor.draft["contracts"]], "farbensolo", "quapilrufer")
    not_played = dict.fromkeys(f"play-{key}" for key in ("triccolo", "triccolo_ouvert", "falscher_sechser"))
    games = {"value-trischaken": "2", "value-solodreier": "10", **not_played, "play-geierrufer": None}
    visitor = Counted(editor, steps=3, fields=2)  # rule sheets, new sheet, begin; a name, and from which
    visitor.save("rows/games/", **games, order=order)
    visitor.save("rows/premiums/", **{"play-geier": None})
    visitor.save("trischaken/", renonce="each", renonce_times="6", option_vorhand_tie="fixed-alone")
    visitor.save("negative/", side_by_side="none")
    visitor.save("valat/", silent_valat_voids_kontra="on", ticks_in_silent_valat=["koenige", "trull"])
    visitor.save("calling/", ticks_blank=[], bird_by="declarer", high_card="vorhand")
    agreed = ("silent_miss", "negative_kontra", "bei_settlement", "trischaken_for_schleifen")
    none = {f"option_{key}": f"fixed-{next(iter(CHOICES[key]))}" for key in agreed}
    visitor.save("options/", option_schrift_kontra="fixed-none", option_trischaken_base="", **none)
    assert mistakes_in(editor.draft) == ()
    editor.done(editor.send("save/", editor.form("save/")))
    assert (visitor.steps + 2, visitor.fields) == (19, 26)
    vienna, made = published()["wien"], rules_of(house_rules.newest(editor.ruleset))
    assert otherwise(rulebook("wien"), replace(made, option_notes=vienna.option_notes)) == {}
    for name in ("trischaken", "premiums", "options", "kontra", "radl", "side_by_side", "beside_valat"):
        assert getattr(made, name) == getattr(vienna, name), name
    assert [*made.contracts.items()] == [*vienna.contracts.items()]
