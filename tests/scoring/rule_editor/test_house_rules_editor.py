"""The page on which a club changes its own rule sheet: typed, stored as a draft, and saved as a version."""

import tomllib
from dataclasses import replace
from pathlib import Path
from urllib.parse import urljoin

import pytest

from scoring.engine.loading import Data, mistakes_in, resolved
from scoring.engine.options import CHOICES, OPTIONS
from scoring.models import Ruleset
from scoring.rule_editor import verbs as house_rules
from scoring.rule_editor.draft import SheetDraft
from scoring.rules import published, read
from scoring.rules.versions.versions import rules_of
from tests.support.engine.examples import otherwise
from tests.support.engine.rulebook import rulebook
from tests.support.pages import main_text_of
from tests.support.scoring.house import House
from tests.support.scoring.house_rules_editor import Editor, begun, errors_in


def anna_at(editor: Editor, house: House) -> Editor:
    return Editor(house.client("Anna"), editor.ruleset, house["Anna"])


# From a draft to a version


def test_what_is_typed_is_stored_at_once_and_saved_as_a_version(house: House) -> None:
    editor = begun(house)
    response = editor.save({"premiums.trull.silent": "2", "save": "premiums"})
    assert response.headers["Location"] == f"{editor.path}#at-premiums"
    said = main_text_of(editor.get())
    assert "In the draft: Trull, silent value: 1 → 2." in said
    assert "Trull .. 2" not in said
    editor.publish()
    version = house_rules.newest(editor.ruleset)
    assert (version.edition, version.by) == (1, house.member("Bert"))
    assert "Version 1 is saved." in main_text_of(editor.client.get(editor.path.removesuffix("edit/")))
    assert "Nothing yet: it says the same as version 1" in main_text_of(editor.get())
    saved = editor.text
    editor.save({"premiums.trull.silent": "1"})
    assert "Compared with version 1:" in main_text_of(editor.get())
    editor.done(editor.press("discard/"))
    assert editor.text == saved


def test_what_is_typed_beside_the_button_for_a_version_is_stored_first_and_looked_at(house: House) -> None:
    editor = begun(house)
    response = editor.send({**editor.open(), "contracts.dreier.value": "7", "publish": "yes"})
    assert response.headers["Location"].endswith("#new")
    assert editor.draft["contracts"]["dreier"]["value"] == 7
    assert not editor.ruleset.versions.exists()
    editor.publish()
    assert editor.ruleset.versions.count() == 1


def test_several_mistakes_stand_at_their_fields_and_keep_the_draft_from_being_saved(house: House) -> None:
    editor = begun(house)
    editor.save(
        {"contracts.dreier.value": "fünf", "needs": "35/3", "kontra.levels.re": "-1", "radl.length": "0"}
    )
    page = editor.get().content.decode()
    wrong = {"contracts.dreier.value", "needs", "kontra.levels.re", "radl.length"}
    for name in wrong:
        assert f'<a href="#id_{name}">' in page
        assert f'id="id_{name}"' in page
    assert page.count('aria-invalid="true"') == len(wrong)
    assert 'name="contracts.dreier.value" value="fünf"' in page, "what was typed stays"
    assert "The Speiszettel appears here once nothing needs correcting" in main_text_of(editor.get())
    assert 'name="publish"' not in page
    answer = editor.send({**editor.open(), "publish": "yes"})
    assert "This sheet does not work yet." in main_text_of(answer)
    assert not editor.ruleset.versions.exists()
    editor.save({"contracts.dreier.value": "5", "needs": "36", "kontra.levels.re": "4", "radl.length": ""})
    assert mistakes_in(editor.draft) == ()


def test_what_does_not_go_together_is_told_where_it_can_be_mended(house: House) -> None:
    editor = begun(house)
    editor.save({"contracts.zwiccolo.value": "3"})
    page = editor.get()
    said = "Only games of equal value can be played side by side; Piccolo counts 2."
    assert said in main_text_of(page)
    assert any(said in error for error in errors_in(page))
    assert '<a href="#id_contracts.zwiccolo.beside">' in page.content.decode()


def test_a_name_that_another_sheet_has_is_refused_and_what_was_typed_stands(house: House) -> None:
    begun(house)
    editor = begun(house, "cup")
    answer = editor.send({**editor.open("words/"), "label.de": "Hausregeln", "label.en": ""}, "words/")
    assert "A rule sheet of your club is already called “Hausregeln”." in main_text_of(answer)
    assert 'name="label.de" value="Hausregeln"' in answer.content.decode()
    assert editor.draft["label"] == "Hausregeln 2"


def test_a_text_that_fits_nowhere_is_refused_and_stays(house: House) -> None:
    editor = begun(house)
    answer = editor.send({**editor.open(), "contracts.dreier.note.de": "x" * 1001})
    assert "One of the texts is far too long." in main_text_of(answer)
    assert "x" * 1001 in answer.content.decode(), "what was typed stands in its field"
    assert "note" not in editor.draft["contracts"]["dreier"]


# Two at once


def test_two_who_change_the_same_field_are_told_and_the_second_can_insist(house: House) -> None:
    bert = begun(house)
    sent = {**bert.open(), "contracts.dreier.value": "7", "contracts.einer.value": "8"}
    anna_at(bert, house).save({"contracts.dreier.value": "6", "contracts.rufer.value": "2"})
    answer = bert.send(sent)
    assert answer.status_code == 200
    said = "Somebody else has changed this meanwhile, to: 6. If you save now, yours holds."
    assert [said in error for error in errors_in(answer)] == [True]
    page = answer.content.decode()
    for name, value in {"dreier": "7", "einer": "8", "rufer": "2"}.items():
        assert f'name="contracts.{name}.value" value="{value}"' in page
    assert bert.draft["contracts"]["dreier"]["value"] == 6
    again = {
        **sent,
        **{name: page.partition(f'name="{name}" value="')[2].partition('"')[0] for name in ("base", "deed")},
    }
    again["contracts.rufer.value"] = "2"
    bert.done(bert.send(again))
    games = bert.draft["contracts"]
    assert [games[key]["value"] for key in ("dreier", "einer", "rufer")] == [7, 8, 2]


def test_a_button_of_yesterday_does_nothing(house: House) -> None:
    bert = begun(house)
    stale = bert.open()
    anna_at(bert, house).save({"contracts.rufer.value": "2"})
    answer = bert.send({**stale, "publish": "yes"})
    assert "Anna has changed the draft in the meantime. Please look at what is new now." in main_text_of(
        answer
    )
    bert.client.post(f"{bert.path}discard/", stale)
    assert "Nothing was discarded." in main_text_of(bert.get())
    assert bert.draft["contracts"]["rufer"]["value"] == 2
    assert not bert.ruleset.versions.exists()


def test_the_last_step_is_taken_back(house: House) -> None:
    editor = begun(house)
    before = editor.text
    editor.save({"contracts.dreier.value": "6"})
    assert "Undo the last step" in main_text_of(editor.get())
    editor.done(editor.press("undo/"))
    assert editor.text == before
    assert "Undo the last step" not in main_text_of(editor.get())
    editor.done(editor.press("undo/"))
    assert "There is nothing to undo." in main_text_of(editor.get())


def test_a_sheet_that_was_never_saved_goes_with_its_draft(house: House) -> None:
    editor = begun(house)
    assert "it is gone altogether" in main_text_of(editor.get())
    sent = editor.open()
    for _ in range(2):
        answer = editor.done(editor.client.post(f"{editor.path}discard/", sent))
        assert answer.headers["Location"] == editor.path.partition("rules/")[0] + "rules/"
    assert not Ruleset.objects.exists()


def test_a_form_of_another_sheet_or_a_forged_one_is_not_understood(house: House) -> None:
    editor, other = begun(house), begun(house, "cup")
    assert editor.send({**editor.open(), "base": other.open()["base"]}).status_code == 400
    assert editor.send({**editor.open(), "base": "x"}).status_code == 400
    sent = editor.open()
    del sent["base"]
    assert editor.send(sent).status_code == 400, "a form that came only in part"


def test_the_pages_of_before_lead_to_the_form(house: House) -> None:
    editor = begun(house)
    for old in ("save/", "games/", "kontra/", "games/rufer/", "add/games/?kind=alone"):
        answer = editor.client.get(editor.path + old)
        leads_to = urljoin(editor.path + old, answer.headers["Location"]).partition("#")[0]
        assert (answer.status_code, leads_to) == (302, editor.path), old


# A draft in any state


def test_a_half_filled_draft_opens_and_says_what_is_missing(house: House) -> None:
    odd: Data = {"contracts": {"neu": {"label": "Neu"}}, "label": "Halb", "kontra": "x", "unsinn": {"a": 1}}
    editor = begun(house, data=odd)
    page = editor.get()
    assert "Take out unsinn.a: 1" in main_text_of(page)
    assert '<a href="#id_contracts.neu.value">' in page.content.decode()
    editor.save({"drop": ["unsinn.a"], "contracts.neu.kind": "alone", "contracts.neu.value": "3"})
    assert editor.draft["contracts"]["neu"] == {"label": "Neu", "value": 3, "kind": "alone"}
    assert "unsinn" not in editor.text
    assert editor.draft["kontra"] == "x"
    assert editor.get("words/").status_code == 200


# Rows


def test_games_premiums_and_sentences_come_move_and_go(house: House) -> None:
    editor = begun(house)
    editor.save({"number.contracts.trischaken": "1", "copy": ["contracts/cup/geierrufer"]})
    games = list(editor.draft["contracts"])
    assert games[:2] == ["trischaken", "rufer"]
    assert "geierrufer" in games
    editor.without("contracts.dreier")
    editor.without("remarks.seats", page="words/")
    assert "dreier" not in editor.draft["contracts"]
    assert "seats" not in editor.draft["remarks"]
    editor.save({"new.contracts": "Zweier", "new.contracts.kind": "alone"})
    assert "contracts.zweier.value" in editor.get().content.decode()
    editor.save(
        {"contracts.zweier.value": "6", "contracts.zweier.short": "Zw", "contracts.zweier.talon": "2"}
    )
    assert mistakes_in(editor.draft) == ()
    assert "Zweier" in editor.get().content.decode().partition('id="speiszettel"')[2]
    plays = [key for key, row in editor.draft["options"].items() if row["changes"] == "play"]
    editor.save({f"number.options.{plays[1]}": "1"}, "words/")
    after = [key for key, row in editor.draft["options"].items() if row["changes"] == "play"]
    assert after[:2] == [plays[1], plays[0]]


def test_what_is_no_longer_true_goes_with_the_edit_and_is_told(house: House) -> None:
    editor = begun(house, "cup")
    editor.save({"contracts.rufer.blank": None, "schleifen": None, "bird_by": "declarer"})
    told = main_text_of(editor.get())
    assert "It was no longer true and has been removed: “Commanding is allowed:" in told
    assert (
        "“With the called king in the talon all six cards may be taken, or the game conceded.” If you" in told
    )


def test_karlsruhe_is_filled_in(house: House) -> None:
    editor = begun(house, "karlsruhe")
    still_open = editor.draft["open"]
    for table in ("contracts", "premiums"):
        editor.save({"copy": [f"{table}//{key}" for key in still_open[table]]})
    values = {f"contracts.{key}.value": "2" for key in still_open["contracts"]}
    values |= {
        f"premiums.{key}.{name}": "2" for key in still_open["premiums"] for name in ("silent", "announced")
    }
    editor.save(values)
    assert "open" not in editor.draft
    assert mistakes_in(editor.draft) == ()
    assert set(still_open["contracts"]) <= set(editor.draft["contracts"])
    assert editor.draft["contracts"]["besserrufer"]["birds"]
    editor.publish()


# Whole houses


def test_ours_is_like_standard_but_for_three_things(house: House) -> None:
    """Rufer 2, no kontra in negative games such as the Bettler, a Radl after 35:35 only."""
    editor = begun(house, "standard")
    editor.save(
        {"contracts.rufer.value": "2", "options.negative_kontra": "fixed-none", "radl.triggers": ["drawn"]}
    )
    editor.publish()
    rules, standard = rules_of(house_rules.newest(editor.ruleset)), published()["standard"]
    assert rules.contracts["rufer"].value == 2
    assert rules.options["negative_kontra"] == "none"
    assert rules.radl.triggers == ("drawn",)
    assert {**rules.contracts, "rufer": standard.contracts["rufer"]} == standard.contracts
    assert rules.premiums == standard.premiums


def moved(order: list[str], key: str, after: str) -> int:
    rest = [game for game in order if game != key]
    return rest.index(after) + 2


def test_the_cup_of_vienna_is_entered_and_plays_every_example(house: House) -> None:
    """Begun from the cup of the association."""
    editor = begun(house, "cup")
    number = moved([*editor.draft["contracts"]], "farbensolo", "quapilrufer")
    values = {"contracts.trischaken.value": "2", "contracts.solodreier.value": "10"}
    values |= {"trischaken.renonce": "each", "trischaken.renonce_times": "6"}
    values |= {"side_by_side": "none", "silent_valat_voids_kontra": "yes"}
    values |= {f"premiums.{key}.in_silent_valat": "yes" for key in ("koenige", "trull")}
    values |= {f"contracts.{key}.blank": None for key in ("rufer", "solorufer")}
    values |= {"bird_by": "declarer", "high_card": "vorhand", "options.vorhand_tie": "fixed-alone"}
    values |= {"options.schrift_kontra": "fixed-none", "options.trischaken_base": ""}
    agreed = ("silent_miss", "negative_kontra", "bei_settlement", "trischaken_for_schleifen")
    assert all(key in CHOICES for key in agreed)
    values |= dict.fromkeys((f"options.{key}" for key in agreed), "")
    editor.save({**values, "number.contracts.farbensolo": str(number)})
    editor.without(
        *(f"contracts.{key}" for key in ("triccolo", "triccolo_ouvert", "falscher_sechser", "geierrufer")),
        "premiums.geier",
    )
    assert mistakes_in(editor.draft) == ()
    editor.publish()
    vienna, made = published()["wien"], rules_of(house_rules.newest(editor.ruleset))
    assert otherwise(rulebook("wien"), replace(made, option_notes=vienna.option_notes)) == {}
    for name in ("trischaken", "premiums", "options", "kontra", "radl", "side_by_side", "beside_valat"):
        assert getattr(made, name) == getattr(vienna, name), name
    assert [*made.contracts.items()] == [*vienna.contracts.items()]


# Options


@pytest.mark.parametrize(
    ("kinds", "offered"),
    [
        ([], set()),
        (["alone", "paired"], set()),
        (["negative"], {"bei_settlement", "negative_kontra"}),
        (["trischaken"], {"trischaken_base"}),
        (["trischaken", "calling"], {"trischaken_base", "trischaken_for_schleifen"}),
    ],
)
def test_an_option_is_offered_only_where_a_game_of_its_kind_is_played(
    kinds: list[str], offered: set[str]
) -> None:
    games = {str(number): {"kind": kind} for number, kind in enumerate(kinds)}
    draft = {"contracts": {**games, "odd": "Dreier"}}
    assert {key for key, option in OPTIONS.items() if option.matters(draft) > option.matters({})} == offered


def test_a_sheet_is_asked_about_what_is_played_on_it(root: Path) -> None:
    not_asked = {
        "standard": set(),
        "cup": {"radl_start", "radl_nesting", "radl_doubles", "radl_schrift"},
        "karlsruhe": {"vorhand_tie", "trischaken_ties", "valat_lost_sweep", "radl_schrift"},
        "zwanzigerrufen": {
            *("bei_settlement", "negative_kontra", "trischaken_base", "vorhand_tie", "trischaken_ties"),
            *("valat_lost_sweep", "talon_king_kontra", "radl_schrift", "trischaken_for_schleifen"),
        },
    }
    for slug, expected in not_asked.items():
        data = tomllib.loads((root / "scoring/rules" / f"{slug}.toml").read_text(encoding="utf-8"))
        assert {key for key, option in OPTIONS.items() if not option.matters(data)} == expected, slug


def test_a_draft_of_an_earlier_program_reads_as_it_was_written(house: House) -> None:
    data = {**resolved("standard", read), "label": "Alt"}
    editor = begun(house, data=data)
    assert SheetDraft.read(editor.ruleset.draft).text == editor.text
    editor.save({})
    assert "Nothing was changed." in main_text_of(editor.get())
