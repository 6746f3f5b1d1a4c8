"""The editor of a club's own rule sheet: every key can be set, and what is not changed stays to the byte."""

import re
import tomllib
from functools import partial
from pathlib import Path

import pytest

from scoring.engine.loading import Data, mistakes_in, resolved
from scoring.engine.options import OPTIONS
from scoring.rule_editor import verbs as house_rules
from scoring.rule_editor.draft import SheetDraft
from scoring.rule_editor.forms import ready_made
from scoring.rule_editor.forms.builder import PAGE_OF, rows_of
from scoring.rules import read
from tests.support.pages import main_text_of
from tests.support.scoring.house import House
from tests.support.scoring.house_rules_editor import (
    Answers,
    Editor,
    begun,
    errors_in,
    fields_of,
)

# What a secretary meets


def test_a_draft_is_saved_as_a_version_and_says_what_is_new(house: House) -> None:
    editor = begun(house)
    editor.grid("premiums/", silent__trull="2")
    assert "Trull, silent value: 1 → 2" in main_text_of(editor.get("save/"))
    editor.done(editor.send("save/", editor.brought()))
    version = house_rules.newest(editor.ruleset)
    assert (version.edition, version.by) == (1, house.member("Bert"))
    assert "Version 1 is saved." in main_text_of(editor.client.get(editor.path.removesuffix("edit/")))
    said = main_text_of(editor.get())
    assert "Nothing yet: it says the same as version 1" in said
    editor.grid("premiums/", silent__trull="1")
    assert "Compared with version 1:" in main_text_of(editor.get())


def test_what_is_wrong_is_named_with_its_field_and_keeps_from_saving(house: House) -> None:
    editor = begun(house)
    base = editor.form("save/")
    editor.grid("games/", value__zwiccolo="3")
    response = editor.get()
    said = "Only games of equal value can be played side by side; Piccolo counts 2."
    assert said in main_text_of(response)
    assert f'{editor.path}games/zwiccolo/#id_beside"' in response.content.decode()
    assert said in main_text_of(editor.get("games/zwiccolo/"))
    assert "Save as version 1" not in re.sub(
        "<title.*?</h1>", "", editor.get("save/").content.decode(), flags=re.DOTALL
    )
    answer = editor.send("save/", {**base, "seq": "2"})
    assert "This sheet does not work yet." in main_text_of(answer)
    assert not editor.ruleset.versions.exists()


BAD_INPUT: list[tuple[str, Answers, str]] = [
    ("games/", {"value-dreier": "fünf"}, "A number from 0 to 1000, such as 5 or 2½."),
    ("games/", {"value-dreier": "", "value-rufer": "9"}, "A number from 0 to 1000, such as 5 or 2½."),
    ("premiums/", {"silent-uhu": "-1"}, "A number from 0 to 1000, such as 5 or 2½."),
    ("games/dreier/", {"label_de": "", "label_en": ""}, "one of the two languages is enough"),
    ("games/dreier/", {"short": "zu lange Abkürzung"}, "One to 8 letters or digits."),
    ("games/dreier/", {"label_de": "x" * 41}, "40 characters at most"),
    ("points/", {"needs": "35/3"}, "such as 36, or with Blatt"),
    ("kontra/", {"levels_re": "-1"}, "A whole number from 2 to 1000"),
    ("radl/", {"length": "0"}, "A whole number from 1 to 100"),
    ("valat/", {"beside_valat": "nonsense"}, "Please choose."),
    ("add/remarks/", {"words_de": "x" * 401}, "400 characters at most"),
]


def test_bad_input_is_told_at_its_field_and_nothing_typed_is_lost(house: House) -> None:
    editor = begun(house)
    before = editor.text
    for page, answers, said in BAD_INPUT:
        sent = {**editor.open(page), **answers}
        response = editor.client.post(f"{editor.path}{page}?language=en", sent)
        assert response.status_code == 200, said
        assert any(said in error for error in errors_in(response)), errors_in(response)
        assert "Not saved yet" in main_text_of(response), said
        again = fields_of(response)
        for name, value in sent.items():
            if name not in ("deed", "base", "csrfmiddlewaretoken") and value != "nonsense":
                kept = again.get(name, [""])
                assert kept == (value if isinstance(value, list) else [value]), (said, name)
        assert editor.text == before, said


def test_a_draft_that_somebody_else_has_changed_is_told_and_both_changes_stay(house: House) -> None:
    bert, anna = begun(house), None
    anna = Editor(house.client("Anna"), bert.ruleset, house["Anna"])
    sent = bert.open("games/")
    anna.grid("games/", value__rufer="2")
    sent["value-dreier"] = ["7"]
    response = bert.client.post(f"{bert.path}games/?language=en", sent)
    assert response.status_code == 200
    said = main_text_of(response)
    assert "Anna has changed the draft in the meantime." in said
    assert "Rufer 1 → 2" in said
    assert "Apply mine on top" in said
    again = fields_of(response)
    assert again["value-dreier"] == ["7"]
    bert.done(bert.send("games/", again))
    games = bert.draft["contracts"]
    assert (games["rufer"]["value"], games["dreier"]["value"]) == (2, 7)


def test_a_button_on_a_page_of_yesterday_moves_nothing(house: House) -> None:
    bert = begun(house)
    anna = Editor(house.client("Anna"), bert.ruleset, house["Anna"])
    stale = bert.form("games/")
    anna.grid("games/", value__rufer="2")
    said = main_text_of(bert.send("games/", {**stale, "up": "dreier"}, "?language=en"))
    assert "Anna has changed the draft in the meantime." in said
    assert "Rufer 1 → 2" in said
    assert list(bert.draft["contracts"]) == list(resolved("treffpunkt", read)["contracts"])
    assert "Anna has changed" in main_text_of(bert.client.post(f"{bert.path}save/?language=en", stale))
    said = main_text_of(bert.send("games/", {**stale, "change": "split_besserrufer"}, "?language=en"))
    assert "Anna has changed the draft in the meantime. Rufer 1 → 2" in said
    assert "besserrufer" in bert.draft["contracts"]
    bert.tap("games/", change="nonsense")
    assert "Nothing was changed." in main_text_of(bert.get())


def test_the_last_step_is_taken_back(house: House) -> None:
    editor = begun(house)
    before = editor.text
    editor.grid("games/", value__dreier="6")
    assert "Undo the last step" in main_text_of(editor.get())
    editor.done(editor.send("undo/", editor.form()))
    assert editor.text == before
    assert "Undo the last step" not in main_text_of(editor.get())
    stale = editor.form("save/")
    editor.done(editor.send("undo/", stale))
    assert "There is nothing to undo." in main_text_of(editor.get())


def test_a_draft_is_discarded_and_the_newest_version_holds_again(house: House) -> None:
    editor = begun(house)
    editor.done(editor.send("save/", editor.form("save/")))
    saved = editor.text
    editor.grid("games/", value__dreier="6")
    stale = editor.form()
    editor.grid("games/", value__dreier="7")
    editor.done(editor.send("discard/", stale))
    assert "Nothing was discarded." in main_text_of(editor.get())
    editor.done(editor.send("discard/", editor.form()))
    assert editor.text == saved


def test_a_sheet_that_was_never_saved_goes_with_its_draft(house: House) -> None:
    editor = begun(house)
    assert "it is gone altogether" in main_text_of(editor.get())
    asked = editor.form()
    editor.send("discard/", asked)
    response = editor.send("discard/", asked)  # pressed twice: the sheet is gone then
    assert response.headers["Location"] == f"{house.club.get_absolute_url()}rules/"
    assert editor.get().status_code == 404


def test_a_form_of_another_sheet_or_a_forged_one_is_not_understood(house: House) -> None:
    editor, other = begun(house), begun(house, "cup")
    sent = editor.open("kontra/")
    assert other.send("kontra/", sent).status_code == 400
    forged = {**sent, "base": [sent["base"][0][:-3] + "abc"]}
    assert editor.send("kontra/", forged).status_code == 400
    assert editor.send("kontra/", {**sent, "seq": ["x"]}).status_code == 400
    for page in ("nothing/", "games/nothing/", "kontra/levels/", "add/games/?kind=nothing", "add/kontra/"):
        assert editor.get(page).status_code == 404, page


# Ready-made


def taken(editor: Editor, page: str, **button: str) -> None:
    editor.tap(page, **button)
    assert mistakes_in(editor.draft) == ()


def test_usual_changes_are_one_tap_each(house: House) -> None:
    editor = begun(house, "standard")
    taken(editor, "games/", change="zwiccolo")
    taken(editor, "games/", change="higher_piccolo")
    taken(editor, "games/", change="zweier")
    taken(editor, "games/", change="split_besserrufer")
    games = editor.draft["contracts"]
    order = list(games)
    assert order[order.index("solorufer") :][:6] == [
        *("solorufer", "piccolo", "zwiccolo", "pagatrufer", "bettler", "uhurufer")
    ]
    assert order[order.index("solobesser") - 2 :][:2] == ["kakadurufer", "quapilrufer"]
    assert (games["piccolo"]["value"], games["zwiccolo"]["value"]) == (3, 3)
    assert (games["zwiccolo"]["tricks"], games["zwiccolo"]["beside"]) == (2, "piccolo")
    assert (games["zweier"]["label"], games["zweier"]["value"]) == ("Zweier", 6)
    assert "einer" not in games
    assert (games["uhurufer"]["value"], games["uhurufer"]["birds"]) == (2, ["uhu"])
    assert games["solobesser"]["birds"] == ["pagat", "uhu"]
    assert "Usual changes" not in main_text_of(editor.get("games/"))


@pytest.mark.parametrize("slug", ["standard", "karlsruhe", "zwanzigerrufen"])
def test_everything_that_is_offered_can_be_taken(slug: str) -> None:
    draft = SheetDraft({**resolved(slug, read), "label": "Hausregeln"})
    for table in PAGE_OF:
        for field in ready_made.further_rows(draft.answers, table):
            still = ready_made.further_rows(draft.answers, table)
            if field in still and still[field].slug:  # no bird that came with a game
                add = partial(ready_made.add_further, table=table, addition=still[field])
                draft = draft.edited(add)
                assert mended(draft.answers), field
        assert not any(further.slug for further in ready_made.further_rows(draft.answers, table).values())


def mended(draft: Data) -> bool:
    return {mistake.code for mistake in mistakes_in(draft)} <= {"label_twice", "short_twice"}


def test_the_pages_offer_all_of_it_and_take_what_is_tapped(house: House) -> None:
    editor = begun(house, "karlsruhe")
    for table, page in PAGE_OF.items():
        offered = ready_made.further_rows(editor.draft, table)
        ticks = set(re.findall('name="play-([^"]+)"', editor.get(f"{page}/").content.decode()))
        assert ticks == {*offered, *rows_of(editor.draft, table)}, page
    keys = [*ready_made.further_rows(editor.draft, "remarks")]
    stale = editor.opened("remarks/").answered({f"play-{keys[0]}": "on"})
    editor.done(editor.send("remarks/", stale))
    assert keys[0] not in ready_made.further_rows(editor.draft, "remarks")
    again = {**stale, **editor.brought()}  # the other window still offers it
    editor.done(editor.send("remarks/", again))
    assert "Nothing was changed." in main_text_of(editor.get("remarks/"))


def test_games_and_remarks_go_up_and_down_and_away(house: House) -> None:
    editor = begun(house)
    editor.tap("games/", up="trischaken")
    assert list(editor.draft["contracts"])[:2] == ["trischaken", "rufer"]
    editor.tap("remarks/", down="seats")
    assert list(editor.draft["remarks"])[1] == "seats"
    plays = [key for key, row in editor.draft["options"].items() if row["changes"] == "play"]
    editor.tap("agreed/", up=plays[0])
    editor.tap("agreed/", down=plays[0])
    after = [key for key, row in editor.draft["options"].items() if row["changes"] == "play"]
    assert after[:2] == [plays[1], plays[0]]
    editor.grid("games/", play__dreier=None)
    editor.grid("remarks/", play__seats=None)
    assert "dreier" not in editor.draft["contracts"]
    assert "seats" not in editor.draft["remarks"]


def test_what_is_no_longer_true_goes_with_the_edit_and_is_told(house: House) -> None:
    editor = begun(house, "cup")
    editor.save("games/rufer/", blank=None)
    editor.save("calling/", schleifen="", bird_by="declarer")
    told = main_text_of(editor.get("remarks/"))
    assert "It was no longer true and has been removed: “Commanding is allowed:" in told
    assert (
        "“With the called king in the talon all six cards may be taken, or the game conceded.” If you" in told
    )


def test_karlsruhe_is_filled_in(house: House) -> None:
    editor = begun(house, "karlsruhe")
    still_open = editor.draft["open"]
    page = editor.get("games/").content.decode()
    assert "Until you give one, it cannot be recorded." in page
    games = {f"value-{key}": "2" for key in still_open["contracts"]}
    editor.save("games/", **games)
    birds = set(editor.draft["premiums"]) & set(still_open["premiums"])  # what came with a game
    assert not birds
    premiums = {f"{name}-{key}": "2" for key in still_open["premiums"] for name in ("silent", "announced")}
    editor.save("premiums/", **premiums)
    assert "open" not in editor.draft
    assert mistakes_in(editor.draft) == ()
    assert set(still_open["contracts"]) <= set(editor.draft["contracts"])
    assert editor.draft["contracts"]["besserrufer"]["birds"]
    editor.done(editor.send("save/", editor.form("save/")))


def test_what_no_other_sheet_plays_is_given_a_value_on_a_page_of_its_own(house: House) -> None:
    own = {"contracts": {"hausspiel": "Hausspiel"}, "premiums": {"hausvogel": "Hausvogel"}}
    editor = begun(house, data={**resolved("cup", read), "label": "Hausregeln", "open": own})
    ways = {"games": "add/games/?row=hausspiel", "premiums": "add/premiums/?row=hausvogel"}
    for address, way in ways.items():
        assert f'href="{editor.path}{way}"' in editor.get(f"{address}/").content.decode()
    assert "?kind=alone&amp;row=hausspiel" in editor.get("add/games/", row="hausspiel").content.decode()
    editor.save("add/games/?kind=alone", "&row=hausspiel", short="HS", value="3")
    editor.save("add/premiums/", "?row=hausvogel", short="HV", silent="1", announced="2")
    assert "open" not in editor.draft
    assert list(editor.draft["contracts"])[-1] == "hausspiel"
    assert editor.draft["premiums"]["hausvogel"]["label"] == "Hausvogel"
    assert mistakes_in(editor.draft) == ()


def test_what_is_not_played_needs_no_value(house: House) -> None:
    editor = begun(house, "karlsruhe")
    editor.tap("games/", drop="piccolo")
    assert "piccolo" not in editor.draft["open"]["contracts"]


def test_a_choice_that_a_sheet_does_not_leave_has_one_answer(house: House) -> None:
    """What no table is asked holds always, whether the sheet says so or says nothing of it."""
    editor = begun(house, "treffpunkt")
    assert "talon_king_kontra" not in editor.draft["options"]
    page = main_text_of(editor.get("options/"))
    assert "No choice" in page.partition("Trischaken counts")[2].partition("A double round begins")[0]
    assert page.count("No choice") == 1, "only where the value of the game itself holds"
    assert editor.open("options/")["option_talon_king_kontra"] == ["fixed-void"]
    editor.save("options/", option_silent_miss="fixed-free")
    assert editor.draft["options"]["silent_miss"] == {"value": "free", "fixed": True, "changes": "amounts"}
    assert "talon_king_kontra" not in editor.draft["options"], "what was not touched is not written"
    editor.save("options/", option_talon_king_kontra="counts")
    assert editor.draft["options"]["talon_king_kontra"] == {"value": "counts", "changes": "amounts"}


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
