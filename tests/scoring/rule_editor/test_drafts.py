"""A draft in any state: its sections in a line each, what they ask, and where each mistake is mended."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import pytest

from scoring.engine.loading import Data, copied, mistakes_in, tidied
from scoring.engine.options import CHOICES, OPTIONS, TableOption
from scoring.rule_editor import verbs as house_rules
from scoring.rule_editor.draft import SheetDraft
from scoring.rule_editor.examples import (
    about_row,
    doubled_hands,
    example_lines,
    in_schlussradl,
    in_the_pot,
    variant_of,
)
from scoring.rule_editor.forms import ready_made
from scoring.rule_editor.forms.builder import PAGES, groups_of
from scoring.rule_editor.forms.forms import DraftForm, RowForm, SectionForm
from scoring.rule_editor.forms.questions import Question
from scoring.rule_editor.forms.summaries import editor_field, summary
from scoring.rules import published
from scoring.rules.versions.versions import rules_of
from tests.support.engine.edits import drop, put
from tests.support.engine.examples import otherwise
from tests.support.engine.rulebook import rulebook
from tests.support.every import every
from tests.support.scoring.house import House
from tests.support.scoring.house_rules import Change, data_of
from tests.support.scoring.house_rules_editor import Editor, begun, plainly

pytestmark = pytest.mark.usefixtures("english")


def only(table: str, *keys: str) -> Change:
    """Nothing else stays in a table."""

    def change(data: Data) -> None:
        data[table] = {key: data[table][key] for key in keys}

    return change


# The overview

SUMMARIES: list[tuple[str, Change, str]] = [
    ("games", only("contracts"), "0"),
    ("premiums", only("premiums", "pagat", "uhu"), "2: Pagat 1/2 … Uhu 2/4"),
    ("kontra", put("kontra.on_premiums", value=False), "Kontra ×2, Re ×4, Sub ×8"),
    ("valat", put("beside_valat", "none"), "Beside a Valat: No premiums"),
    ("calling", only("contracts", "dreier"), "Whoever draws the high card: Is the first Vorhand"),
    ("money", put("money", {"cents_per_point": 25}), "Cents per point 25"),
]


@pytest.mark.parametrize(("section", "change", "said"), SUMMARIES)
def test_the_overview_says_in_a_line_what_a_sheet_says(section: str, change: Change, said: str) -> None:
    draft = data_of(change=change)
    assert summary(section, draft).startswith(said)
    assert summary(section, data_of()) != summary(section, draft)


# Where a mistake is mended

# What is written where, and the page and the field that mend it; the last four only another program writes.
MISTAKES: list[tuple[str, Any, str]] = [
    ("contracts", {}, "games"),
    ("contracts.dreier.label", "Rufer", "games dreier #label_de"),
    ("remarks.seats", {"de": "Neu.", "en": "x" * 401}, "remarks seats #words_en"),
    ("kontra.names", {"re": "Kontra"}, "kontra #names_re"),
    ("kontra.levels.re", None, "kontra #levels_sub"),
    ("radl.times", {"trischaken": 1}, "radl #times_trischaken"),
    ("kontra.with_announced_valat", "hirsch", "kontra #with_announced_valat"),
    ("radl.lengths", {"uhu": 4}, "radl #lengths_trischaken"),
    ("remarks", {f"own_{n}": "Neu." for n in range(999)}, "remarks"),
    ("nonsense", 1, ""),
    ("pagatkassa", 7, "money #pagatkassa"),
    ("pagatkassa", {"stake": 0}, "money #stake"),
]


@pytest.mark.parametrize(("place", "value", "mended"), MISTAKES)
def test_a_mistake_leads_to_the_field_that_mends_it(place: str, value: Any, mended: str) -> None:
    draft = data_of(change=drop(place) if value is None else put(place, value))
    fields = [editor_field(mistake.path, draft) for mistake in mistakes_in(draft)]
    told = {" ".join([*at.page, *([f"#{at.field}"] if at.field else [])]) for at in fields}
    assert mended in told


# What a section asks


def questions(draft: Data, section: str) -> dict[str, Question]:
    return {question.name: question for group in groups_of(draft, section) for question in group.questions}


ASKED: list[tuple[str, str, Change]] = [
    ("valat", "ticks_in_silent_valat", drop("premiums.valat.silent")),
    ("calling", "ticks_blank", only("contracts", "besserrufer", "dreier")),
]


@pytest.mark.parametrize(("section", "name", "change"), ASKED)
def test_what_cannot_be_on_a_sheet_is_not_asked(section: str, name: str, change: Change) -> None:
    assert name in questions(data_of(), section)
    assert name not in questions(data_of(change=change), section)


def test_without_a_silent_valat_no_premium_is_asked_whether_it_is_in_one() -> None:
    def names(draft: Data) -> set[str]:
        return set(RowForm(None, data=draft, table="premiums", key="trull").fields)

    assert names(data_of()) - names(data_of(change=drop("premiums.valat.silent"))) == {"in_silent_valat"}


def test_where_nobody_calls_a_king_only_a_premium_that_needs_one_is_asked_about_it() -> None:
    draft = data_of(change=only("contracts", "dreier"))
    asked = {key: RowForm(None, data=draft, table="premiums", key=key).fields for key in draft["premiums"]}
    named = [key for key, fields in asked.items() if "calling_only" in fields]
    assert named == ["koenig_ultimo", "koenigfang"]


def test_a_sheet_without_trischaken_is_asked_nothing_that_a_table_may_agree_on_in_it() -> None:
    titles = {group.title for group in groups_of(data_of("zwanzigerrufen"), "trischaken")}
    assert "What a table may agree" in {group.title for group in groups_of(data_of(), "trischaken")}
    assert "What a table may agree" not in titles


# What is written


def answered(draft: Data, section: str, answers: Mapping[str, str], *, to: Data | None = None) -> Data:
    """The draft, or what has become of it meanwhile, once a section was saved with other answers."""
    return written(
        lambda sent: SectionForm(sent, data=draft, page=section),
        answers,
        draft if to is None else to,
    )


def written(form_of: Callable[[Any], DraftForm], answers: Mapping[str, str], to: Data) -> Data:
    form = form_of(None)
    sent = {name: form.get_initial_for_field(field, name) for name, field in form.fields.items()}
    form = form_of({**sent, **answers})
    assert form.is_valid(), form.errors
    return SheetDraft(to).edited(form.write).answers


def test_an_emptied_price_of_a_point_takes_its_table_with_it() -> None:
    draft = data_of(change=put("money", {"cents_per_point": 25}))
    assert answered(draft, "money", {"cents_per_point": "20"})["money"] == {"cents_per_point": 20}
    assert "money" not in answered(draft, "money", {"cents_per_point": ""})


def test_an_emptied_note_goes_in_both_languages() -> None:
    draft = data_of(change=put("contracts.dreier.note", {"de": "Neu.", "en": "New."}))
    of_dreier = partial(RowForm, data=draft, table="contracts", key="dreier")
    sheet = written(of_dreier, {"note_de": "", "note_en": " "}, draft)
    assert "note" not in sheet["contracts"]["dreier"]


@pytest.mark.parametrize(
    ("section", "row", "answers"),
    [
        ("points", "premiums.sack1", {"needs-sack1": ""}),
        ("points", "premiums.sack1", {"needs-sack1": "50"}),
    ],
)
def test_no_part_of_a_row_comes_back_that_somebody_removed(
    section: str, row: str, answers: Mapping[str, str]
) -> None:
    draft = data_of()
    gone = copied(draft)
    drop(row)(gone)
    gone = tidied(gone)
    assert answered(draft, section, answers) != draft
    assert answered(draft, section, answers, to=gone) == gone


def test_a_remark_in_one_language_gets_its_chapter() -> None:
    draft = data_of(change=put("remarks.own_1", "Drei Karten."))
    sent = {"words_de": "Drei Karten.", "words_en": "", "chapter": "talon"}
    form = RowForm(sent, data=draft, table="remarks", key="own_1")
    assert form.is_valid(), form.errors
    words = {"chapter": "talon", "de": "Drei Karten.", "en": "Drei Karten."}
    assert SheetDraft(draft).edited(form.write).answers["remarks"]["own_1"] == words


# What it comes to


@pytest.mark.parametrize(("key", "lines"), [("koenigfang", 4), ("nothing", 0)])
def test_of_a_row_with_few_hands_these_are_told(key: str, lines: int) -> None:
    draft = variant_of(data_of())
    assert draft is not None
    assert len(example_lines(draft, about_row(key), "en")) == lines


def test_where_nothing_is_doubled_no_doubled_hand_is_told() -> None:
    draft = variant_of(data_of("cup"))
    assert draft is not None
    assert (in_schlussradl(draft, "en"), doubled_hands(draft)) == ("", "")


def test_without_an_announced_pagat_nothing_moves_in_the_pot() -> None:
    draft = variant_of(data_of("karlsruhe", change=drop("premiums.pagat.announced")))
    assert draft is not None
    assert in_the_pot(draft, "EUR", "en") == []


def test_of_a_sheet_that_does_not_work_yet_nothing_is_worked_out() -> None:
    draft = data_of("cup", change=put("kontra.levels", {"re": 3}))
    form = SectionForm(None, data=draft, page="options")
    asked = {question.name: question for block in form.blocks("en") for question in block.questions}
    assert {pick["example"] for pick in asked["option_trischaken_base"].shown_picks} == {""}


# Ready-made


def test_what_others_play_without_a_value_is_in_the_grid_and_what_only_this_club_plays_is_not() -> None:
    names = {"piccolo": "Piccolo", "hausspiel": "Hausspiel"}
    draft = data_of("cup", change=put("open", {"contracts": names}))
    offered = ready_made.further_rows(draft, "contracts")
    assert "hausspiel" not in offered
    assert ready_made.usual_row("contracts", "hausspiel") is None
    assert ready_made.usual_predecessor(draft, "contracts", "hausspiel") == list(draft["contracts"])[-1]


def test_a_besserrufer_is_not_split_where_one_of_its_parts_is_there_already() -> None:
    draft = data_of("standard")
    assert "split_besserrufer" in {change.key for change in ready_made.usual_changes(draft)}
    draft["contracts"]["uhurufer"] = {**draft["contracts"]["rufer"], "label": "Uhurufer", "short": "UR"}
    assert "split_besserrufer" not in {change.key for change in ready_made.usual_changes(draft)}


def test_a_besserrufer_is_split_also_where_there_is_no_solobesser() -> None:
    draft = SheetDraft(data_of("standard", change=drop("contracts.solobesser")))
    split = draft.edited(lambda sheet: ready_made.make_change(sheet, "split_besserrufer"))
    assert split.mistakes == ()
    assert {"pagatrufer", "quapilrufer"} <= set(split.answers["contracts"])


# All games and all premiums in one grid: a whole cup is typed in, ticked off and put in order at once


__all__ = ["plainly"]  # the fixtures


def test_values_ticks_and_places_are_saved_together(house: House, plainly: None) -> None:
    editor = begun(house, "cup")
    order = [*editor.draft["contracts"]]
    order[0], order[1] = order[1], order[0]
    editor.grid("games/", value__dreier="6", lost__dreier="7", play__triccolo=None, order=order)
    games = editor.draft["contracts"]
    assert (games["dreier"]["value"], games["dreier"]["lost"]) == (6, 7)
    assert list(games) == [key for key in order if key != "triccolo"]
    editor.ruleset.refresh_from_db()
    assert editor.ruleset.draft_seq == 2, "one step"


def test_a_value_of_a_row_that_is_not_played_is_not_looked_at(house: House, plainly: None) -> None:
    editor = begun(house, "cup")
    editor.grid("games/", value__triccolo="drei", play__triccolo=None, value__dreier="6")
    assert editor.draft["contracts"]["dreier"]["value"] == 6
    assert "triccolo" not in editor.draft["contracts"]


def test_an_arrow_without_a_script_keeps_what_was_typed(house: House, plainly: None) -> None:
    editor = begun(house, "cup")
    response = editor.grid("games/", value__dreier="6", down="rufer")
    assert response.headers["Location"] == f"{editor.path}games/#row-rufer"
    games = editor.draft["contracts"]
    assert list(games)[:2] == ["trischaken", "rufer"]
    assert games["dreier"]["value"] == 6


def test_beside_the_grid_stands_what_it_would_change_and_nothing_is_kept(house: House) -> None:
    editor = begun(house, "cup")
    before = editor.text
    sent = editor.opened("games/").answered({"value-rufer": "2", "value-dreier": "6"})
    told = editor.so_far("games/", sent)
    assert "Dreier 5 → 6" in told
    assert "Dreier, won: 6 instead of 5" in told
    different = re.search("hands, ([0-9]+) come out differently", told)
    assert different is not None
    assert told.count("<li>") == int(different[1]) > 12, "all of them, not the first twelve"
    wrong = editor.so_far("games/", {**sent, "value-rufer": "x"})
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
    visitor.save("games/", **games, order=order)
    visitor.save("premiums/", **{"play-geier": None})
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


# Where the choices of a table are asked


@every("option", OPTIONS.values())
def test_no_option_belongs_to_a_page_that_there_is_not(option: TableOption) -> None:
    assert {*option.asked_on} <= PAGES.keys()
