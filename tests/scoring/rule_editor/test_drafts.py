"""A draft in any state: its sections in a line each, what they ask, and where each mistake is mended."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from scoring.engine.loading import Data, mistakes_in
from scoring.engine.options import CHOICES, OPTIONS, TableOption
from scoring.rule_editor import verbs as house_rules
from scoring.rule_editor.draft import SheetDraft
from scoring.rule_editor.forms.builder import PAGES, groups_of
from scoring.rule_editor.forms.forms import DraftForm, RowForm, SectionForm
from scoring.rule_editor.forms.summaries import editor_field
from scoring.rules import published
from scoring.rules.versions.versions import rules_of
from tests.support.engine.edits import drop, put
from tests.support.engine.examples import otherwise
from tests.support.engine.rulebook import rulebook
from tests.support.every import every
from tests.support.scoring.house import House
from tests.support.scoring.house_rules import data_of
from tests.support.scoring.house_rules_editor import begun

pytestmark = pytest.mark.usefixtures("english")


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


def test_a_remark_in_one_language_gets_its_chapter() -> None:
    draft = data_of(change=put("remarks.own_1", "Drei Karten."))
    sent = {"words_de": "Drei Karten.", "words_en": "", "chapter": "talon"}
    form = RowForm(sent, data=draft, table="remarks", key="own_1")
    assert form.is_valid(), form.errors
    words = {"chapter": "talon", "de": "Drei Karten.", "en": "Drei Karten."}
    assert SheetDraft(draft).edited(form.write).answers["remarks"]["own_1"] == words


# All games and all premiums in one grid: a whole cup is typed in, ticked off and put in order at once


def test_an_arrow_without_a_script_keeps_what_was_typed(house: House) -> None:
    editor = begun(house, "cup")
    response = editor.grid("games/", value__dreier="6", down="rufer")
    assert response.headers["Location"] == f"{editor.path}games/#row-rufer"
    games = editor.draft["contracts"]
    assert list(games)[:2] == ["trischaken", "rufer"]
    assert games["dreier"]["value"] == 6


# A whole cup


def moved(order: list[str], key: str, after: str) -> list[str]:
    rest = [player for player in order if player != key]
    place = rest.index(after) + 1
    return [*rest[:place], key, *rest[place:]]


def test_the_cup_of_vienna_is_entered_and_plays_every_example(house: House) -> None:
    """Begun from the cup of the association; how every other answer is given: answers.toml."""
    editor = begun(house, "cup")
    order = moved([*editor.draft["contracts"]], "farbensolo", "quapilrufer")
    not_played = dict.fromkeys(f"play-{key}" for key in ("triccolo", "triccolo_ouvert", "falscher_sechser"))
    games = {"value-trischaken": "2", "value-solodreier": "10", **not_played, "play-geierrufer": None}
    editor.save("games/", **games, order=order)
    editor.save("premiums/", **{"play-geier": None})
    editor.save("trischaken/", renonce="each", renonce_times="6", option_vorhand_tie="fixed-alone")
    editor.save("negative/", side_by_side="none")
    editor.save("valat/", silent_valat_voids_kontra="on", ticks_in_silent_valat=["koenige", "trull"])
    editor.save("calling/", ticks_blank=[], bird_by="declarer", high_card="vorhand")
    agreed = ("silent_miss", "negative_kontra", "bei_settlement", "trischaken_for_schleifen")
    none = {f"option_{key}": f"fixed-{next(iter(CHOICES[key]))}" for key in agreed}
    editor.save("options/", option_schrift_kontra="fixed-none", option_trischaken_base="", **none)
    assert mistakes_in(editor.draft) == ()
    editor.done(editor.send("save/", editor.form("save/")))
    vienna, made = published()["wien"], rules_of(house_rules.newest(editor.ruleset))
    assert otherwise(rulebook("wien"), replace(made, option_notes=vienna.option_notes)) == {}
    for name in ("trischaken", "premiums", "options", "kontra", "radl", "side_by_side", "beside_valat"):
        assert getattr(made, name) == getattr(vienna, name), name
    assert [*made.contracts.items()] == [*vienna.contracts.items()]


# Where the choices of a table are asked


@every("option", OPTIONS.values())
def test_no_option_belongs_to_a_page_that_there_is_not(option: TableOption) -> None:
    assert {*option.asked_on} <= PAGES.keys()
