"""The editor of a club's own rule sheet: every key can be set, and what is not changed stays to the byte."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from html.parser import HTMLParser
from typing import Any, NamedTuple
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import translation

from scoring.chronicle import told
from scoring.comparing import Effects
from scoring.engine.loading import Data, mistakes_in, resolved, tables
from scoring.engine.rules import (
    CHOICES,
    KONTRA_LABELS,
    BesideValat,
    BirdBy,
    Counting,
    Effect,
    HighCard,
    InSolo,
    Kind,
    RenonceCustom,
    TrischakenCustom,
    TrischakenRenonce,
    Who,
    Whose,
)
from scoring.engine.triggers import TRIGGERS
from scoring.forms.house_rules.forms import DraftForm
from scoring.forms.house_rules.sections import BUILT
from scoring.forms.house_rules.wording import TRIGGER_SENTENCES, picks_of, picks_of_option
from scoring.models import Deed, Ruleset
from scoring.recording import house_rules
from scoring.rulesets import SLUGS, read
from scoring.rulesets.exporting import exported
from scoring.views import house_rules_editor
from tests.scoring.conftest import House

Answers = dict[str, Any]


class Fields(HTMLParser):
    """What a browser would send of the form that changes something, without its buttons."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: dict[str, list[str]] = {}
        self.inside = False
        self.text = self.select = ""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        of = {name: value or "" for name, value in attributes}
        name = of.get("name", "")
        if tag == "form":
            self.inside = "editing" in of.get("class", "")
        elif not self.inside:
            return
        elif tag == "input" and (of.get("type") not in ("radio", "checkbox") or "checked" in of):
            self.sent.setdefault(name, []).append(of.get("value", ""))
        elif tag == "textarea":
            self.text = name
            self.sent[name] = [""]
        elif tag == "select":
            self.select = name
        elif tag == "option" and ("selected" in of or self.select not in self.sent):
            self.sent[self.select] = [of.get("value", "")]

    def handle_endtag(self, tag: str) -> None:
        self.text = "" if tag == "textarea" else self.text
        self.select = "" if tag == "select" else self.select
        self.inside = self.inside and tag != "form"

    def handle_data(self, data: str) -> None:
        if self.text:
            self.sent[self.text][0] += data


def fields_of(response: HttpResponse) -> dict[str, list[str]]:
    parser = Fields()
    parser.feed(response.content.decode())
    return {name: [value.removeprefix("\n") for value in values] for name, values in parser.sent.items()}


@dataclass
class Editor:
    """Somebody at the pages of one sheet."""

    client: Client
    ruleset: Ruleset

    @property
    def path(self) -> str:
        return f"/clubs/{self.ruleset.club.slug}/rules/{self.ruleset.slug}/edit/"

    def get(self, page: str = "", **query: str) -> HttpResponse:
        return self.client.get(self.path + page, {"language": "en", **query})

    def open(self, page: str = "", **query: str) -> dict[str, list[str]]:
        response = self.get(page, **query)
        assert response.status_code == 200, (page, response.status_code)
        return fields_of(response)

    def send(self, page: str, sent: Answers, query: str = "") -> HttpResponse:
        return self.client.post(f"{self.path}{page}{query}", sent)

    def save(self, page: str, query: str = "", **answers: Any) -> HttpResponse:
        """Opens a page, changes what is named and saves the rest as it is."""
        asked = dict(one.split("=") for one in query.removeprefix("?").split("&") if one)
        sent = self.open(page, **asked)
        unknown = {name for name in answers if name not in sent and answers[name] not in ("on", [])}
        sent |= {name: value for name, value in answers.items() if value is not None}
        for name, value in answers.items():
            if value is None:
                sent.pop(name, None)
        assert not unknown or unknown <= known_names(self.get(page, **asked)), unknown
        return self.done(self.send(page, sent, query))

    def done(self, response: HttpResponse) -> HttpResponse:
        assert response.status_code == 302, errors_in(response)
        return response

    def tap(self, page: str, **buttons: str) -> HttpResponse:
        return self.done(self.send(page, {**self.form(page), **buttons}))

    def form(self, page: str = "") -> Answers:
        """What every form brings along."""
        text = self.get(page).content.decode()
        assert 'name="base"' in text, text.partition("<main")[2].partition("</main>")[0]
        found = {
            name: text.partition(f'name="{name}" value="')[2].partition('"')[0] for name in ("base", "seq")
        }
        return {"deed": str(uuid4()), **found}

    @property
    def draft(self) -> Data:
        return house_rules.draft_of(Ruleset.objects.get(pk=self.ruleset.pk))

    @property
    def text(self) -> str:
        return exported(self.draft)


def known_names(response: HttpResponse) -> set[str]:
    text = response.content.decode()
    return {part.partition('"')[0] for part in text.split('name="')[1:]}


def errors_in(response: HttpResponse) -> list[str]:
    text = response.content.decode()
    return [part.partition("</ul>")[0] for part in text.split('class="errorlist"')[1:]] or [text[:2000]]


def begun(house: House, slug: str = "treffpunkt", *, by: str = "Bert", data: Data | None = None) -> Editor:
    data = data or {**resolved(slug, read), "label": "Hausregeln"}
    ruleset = house_rules.begin_sheet(
        actor=house["Anna"], deed=uuid4(), club=house.club, data=data, origin=slug
    )
    return Editor(house.client(by), ruleset)


@pytest.fixture
def plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pages without their examples, which take most of the time."""
    monkeypatch.setattr(DraftForm, "_worked", lambda form, question, language: {})
    monkeypatch.setattr(house_rules_editor, "effects", lambda before, after: Effects((), 0, 0))
    monkeypatch.setattr(house_rules_editor, "told", lambda draft, about, language: [])
    monkeypatch.setattr(house_rules_editor, "told_now", lambda section, draft, currency, language: [])


def pages(editor: Editor) -> Iterator[str]:
    """Every page with a form about something that is on the sheet."""
    draft = editor.draft
    yield from (f"{section}/" for section in BUILT if section != "trischaken" or "trischaken" in draft)
    for address, table in (("games", "contracts"), ("premiums", "premiums")):
        yield from (f"rows/{address}/{key}/" for key in draft[table])
    for table in ("remarks", "reminders"):
        yield from (f"words/{table}/{key}/" for key in draft.get(table, {}))
    plays = [key for key, row in draft["options"].items() if row["changes"] == "play"]
    yield from (f"words/options/{key}/" for key in plays)


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("slug", SLUGS)
def test_what_is_saved_unchanged_stays_as_it_is_to_the_byte(
    house: House, slug: str, language: str, plainly: None
) -> None:
    editor = begun(house, slug)
    before = editor.text
    editor.client.cookies["language"] = language
    for page in pages(editor):
        response = editor.client.get(editor.path + page)
        assert response.status_code == 200, page
        sent: Answers = {**fields_of(response)}
        assert sent["base"], page
        editor.done(editor.send(page, sent))
        assert editor.text == before, page
    editor.ruleset.refresh_from_db()
    assert editor.ruleset.draft_seq == 1, "nothing was written"


def test_a_value_is_changed(house: House) -> None:
    editor = begun(house)
    response = editor.save("rows/games/dreier/", value="6")
    assert response.headers["Location"] == f"{editor.path}rows/games/#row-dreier"
    assert editor.draft["contracts"]["dreier"]["value"] == 6
    page = editor.get().content.decode()
    assert "Dreier 5 → 6" in page


# Every key there is


class Case(NamedTuple):
    """One answer on one page, and what the saved version says then."""

    slug: str
    page: str
    place: str  # of the sheet, with dots
    wanted: Any  # None: the sheet says nothing of it
    answers: Answers
    query: str = ""


def game(key: str, name: str, wanted: Any, *, slug: str = "treffpunkt", **answers: Any) -> Case:
    return Case(slug, f"rows/games/{key}/", f"contracts.{key}.{name}", wanted, answers or {name: wanted})


def premium(key: str, name: str, wanted: Any, *, slug: str = "treffpunkt", **answers: Any) -> Case:
    return Case(slug, f"rows/premiums/{key}/", f"premiums.{key}.{name}", wanted, answers or {name: wanted})


def section(name: str, place: str, wanted: Any, *, slug: str = "treffpunkt", **answers: Any) -> Case:
    last = place.rpartition(".")[2]
    return Case(slug, f"{name}/", place, wanted, answers or {last: wanted})


def new_game(kind: str, *, slug: str = "treffpunkt", **answers: Any) -> Case:
    named = {"label_de": "Neues Spiel", "short": "NS", "value": "3", **answers}
    return Case(slug, f"add/games/{kind}/", "contracts.neues_spiel.kind", kind, named)


def option(key: str, value: str | int) -> Case:
    answer, wanted = str(value), {"value": value, "changes": "amounts"}
    if key == "trischaken_base":
        answer, wanted = "offered", {"changes": "amounts"}
    return section("options", f"options.{key}", wanted, slug="standard", **{f"option_{key}": answer})


YES, NO = True, False
BOTH = {"de": "Deutsch", "en": "English"}
ONE = {"words_de": "Neu.", "words_en": ""}
CASES = [
    game("dreier", "label", "Dreierl", label_de="Dreierl"),
    game("dreier", "label", BOTH, label_de="Deutsch", label_en="English"),
    game("dreier", "label", "Only English", label_de="", label_en="Only English"),
    game("dreier", "short", "DR"),
    game("dreier", "value", 6),
    game("dreier", "lost", 7),
    game("sechserdreier", "lost", None, lost=""),
    *(new_game(kind) for kind in ("calling", "paired", "alone")),
    new_game("negative", tricks="4"),
    new_game("trischaken", slug="zwanzigerrufen"),
    game("rufer", "who", None, who="anyone"),
    game("dreier", "who", "vorhand"),
    game("dreier", "who", "never_vorhand"),
    game("dreier", "solo", YES, solo="on"),
    game("solodreier", "solo", None, solo=None),
    game("dreier", "colour", YES, colour="on"),
    game("besserrufer", "birds", ["pagat", "uhu"]),
    game("besserrufer", "birds", None, birds=[]),
    game("piccolo", "tricks", 3),
    game("zwiccolo", "beside", None, beside=""),
    game("piccolo_semi_ouvert", "beside", "zwiccolo_semi_ouvert"),
    game("rufer", "blank", YES, blank="on"),
    game("normalspiel", "needs_after_kontra", 43, slug="zwanzigerrufen"),
    game("dreier", "needs_after_kontra", "35/1"),
    *(game("dreier", "kontra_up_to", level, slug="karlsruhe") for level in KONTRA_LABELS),
    game("normalspiel", "kontra_up_to", None, slug="zwanzigerrufen", kontra_up_to=""),
    game("dreier", "note", BOTH, note_de="Deutsch", note_en="English"),
    premium("uhu", "label", BOTH, label_de="Deutsch", label_en="English"),
    premium("uhu", "short", "U"),
    premium("uhu", "silent", 3),
    premium("uhu", "silent", None, silent=""),
    premium("uhu", "announced", 7),
    premium("uhu", "in_solo", "same"),
    premium("uhu", "in_solo", "never", slug="cup"),
    premium("pagat", "in_solo", "doubled", slug="karlsruhe"),
    premium("uhu", "in_solo", "listed", in_solo="listed", solo_silent="5", solo_announced="9"),
    premium("uhu", "solo_silent", 5, in_solo="listed", solo_silent="5", solo_announced="9"),
    premium("uhu", "solo_announced", 9, in_solo="listed", solo_silent="5", solo_announced="9"),
    premium("uhu", "in_colour", None, in_colour="on"),
    premium("koenige", "in_colour", NO, in_colour=None),
    premium("uhu", "calling_only", YES, calling_only="on"),
    premium("koenigfang", "whose", None, whose="either"),
    premium("trull", "whose", "declarer"),
    premium("trull", "whose", "opponents"),
    premium("trull", "whose", "winner", whose="winner", announced=""),
    premium("valat", "effect", None, slug="karlsruhe", effect="line"),
    premium("valat", "effect", "multiplies"),
    premium("valat", "effect", "replaces"),
    premium("trull", "counts_beside_valat", YES, counts_beside_valat="on"),
    premium("trull", "needs", "40/0", needs="40"),
    premium("trull", "opponents_need_kontra", YES, opponents_need_kontra="on"),
    premium("trull", "note", BOTH, note_de="Deutsch", note_en="English"),
    section("trischaken", "trischaken.custom", "one_pays"),
    section("trischaken", "trischaken.custom", "two_pay", slug="standard"),
    section("trischaken", "trischaken.buergermeister", "36/0"),
    section("trischaken", "trischaken.all_tricks", 5),
    section("trischaken", "trischaken.renonce", "buergermeister_pot"),
    section("trischaken", "trischaken.renonce", "each", slug="standard"),
    section("trischaken", "trischaken.renonce", "bases", slug="standard"),
    section("trischaken", "trischaken.renonce_times", 5),
    section("trischaken", "contracts.trischaken.value", 3),
    *(section("radl", "radl.triggers", [name], triggers=[name]) for name in TRIGGERS),
    section("radl", "radl.triggers", [], triggers=[]),
    section("radl", "radl.schlussradl", NO, schlussradl=None),
    section("radl", "radl.drawn", ["34/1", "35/1"], slug="standard", drawn_from="34/1", drawn_to="35/1"),
    section("radl", "radl.length", 3),
    section("kontra", "kontra.levels", {"kontra": 2}, levels_kontra="2", levels_re="", levels_sub=""),
    section("kontra", "kontra.levels.hirsch", 16, levels_hirsch="16"),
    section("kontra", "kontra.on_premiums", NO, on_premiums=None),
    *(section("kontra", "kontra.with_announced_valat", one, slug="karlsruhe") for one in KONTRA_LABELS),
    section("renonce", "renonce", "price_to_each"),
    section("renonce", "renonce", "indemnify", slug="zwanzigerrufen"),
    section("renonce", "claims", NO, claims=None),
    *(section("valat", "beside_valat", custom) for custom in ("trick_premiums", "all", "none")),
    section("valat", "beside_valat", "trick_or_kontra", slug="standard"),
    section("valat", "premiums.uhu.counts_beside_valat", None, ticks_counts_beside_valat=["pagat"]),
    section("valat", "premiums.uhu.in_solo", "same", ticks_in_solo=["pagat"]),
    section("valat", "premiums.koenige.in_colour", NO, ticks_in_colour=["valat"]),
    section("calling", "self_call", NO, self_call=None),
    section("calling", "schleifen", NO, schleifen=None),
    section("calling", "bird_by", "side"),
    section("calling", "bird_by", "declarer", slug="cup"),
    section("calling", "high_card", "deals"),
    section("calling", "high_card", None, slug="cup", high_card="vorhand"),
    section("calling", "contracts.rufer.blank", YES, ticks_blank=["rufer"]),
    section(
        "points",
        "counting",
        "plain",
        counting="plain",
        needs="45",
        buergermeister="45",
        **{"needs-sack1": "56", "needs-sack2": "66"},
    ),
    section(
        "points",
        "counting",
        "blatt",
        slug="zwanzigerrufen",
        counting="blatt",
        needs="35/2",
        **{"needs_after_kontra-normalspiel": "35/1", "needs-absolut": "45/2"},
    ),
    section("points", "needs", "36/0"),
    section("points", "premiums.sack1.needs", "46/0", **{"needs-sack1": "46"}),
    *(option(key, value) for key, values in CHOICES.items() for value in values),
    *(
        section("options", f"options.{key}", None, slug="cup", **{f"option_{key}": ""})
        for key in ("trischaken_base", "bei_settlement", "silent_miss", "negative_kontra", "vorhand_tie")
    ),
    section("radl", "options.radl_start.value", "called", option_radl_start="called"),
    section("radl", "options.radl_nesting.value", "ignore", option_radl_nesting="ignore"),
    section("radl", "options.radl_doubles.value", "announced", option_radl_doubles="announced"),
    section("money", "money.cents_per_point", 20),
    section("money", "pagatkassa.stake", 50, pagatkassa="on", stake="50"),
    section("money", "pagatkassa.start", 100, pagatkassa="on", start="100"),
    section("money", "pagatkassa.start_again", NO, pagatkassa="on", start="100", start_again=None),
    section("money", "pagatkassa.ceiling", 500, pagatkassa="on", ceiling="500"),
    section("names", "label", BOTH, label_de="Deutsch", label_en="English"),
    section("names", "about", BOTH, about_de="Deutsch", about_en="English"),
    *(Case("treffpunkt", f"words/{one}/", f"{one}.own_1", "Neu.", ONE) for one in ("remarks", "reminders")),
    Case(
        "treffpunkt",
        "words/options/",
        "options.own_1",
        {"changes": "play", "de": "Neu.", "en": "Neu."},
        ONE,
    ),
    Case("treffpunkt", "words/remarks/seats/", "remarks.seats", "Neu.", ONE),
    Case("karlsruhe", "add/games/negative/", "contracts.piccolo.tricks", 1, {"value": "4"}, "?row=piccolo"),
    Case("karlsruhe", "add/games/negative/", "open.contracts.piccolo", None, {"value": "4"}, "?row=piccolo"),
    Case("karlsruhe", "add/premiums/premium/", "premiums.trull.silent", 4, {"silent": "4"}, "?row=trull"),
    Case("karlsruhe", "add/premiums/premium/", "open.premiums.trull", None, {"silent": "4"}, "?row=trull"),
]


def said_at(data: Data, place: str) -> Any:
    found: Any = data
    for key in place.split("."):
        found = found.get(key) if isinstance(found, dict) else None
    return found


def saved_with(editor: Editor, case: Case, start: Data) -> Iterator[str]:
    """What is not as it should be once the case is saved as a version."""
    what = f"{case.slug} {case.page}{case.query} {case.answers}"
    response = editor.save(case.page, case.query, **case.answers)
    assert response.status_code == 302
    version = editor.ruleset.versions.order_by("-edition").first()
    if version is None or version.text != editor.text:  # the same may have been asked on another page
        editor.done(editor.send("save/", editor.form("save/")))
        version = house_rules.newest(editor.ruleset)
    found = said_at(tomllib.loads(version.text), case.place)
    if found != case.wanted:
        yield f"{what}: {case.place} is {found!r} instead of {case.wanted!r}"
    editor.ruleset.refresh_from_db()
    house_rules.change_draft(
        actor=editor.ruleset.versions.select_related("by__account")[0].by.account,
        deed=uuid4(),
        ruleset=editor.ruleset,
        after=editor.ruleset.draft_seq,
        data=start,
    )


@pytest.mark.parametrize("slug", sorted({case.slug for case in CASES}))
def test_every_answer_can_be_given_and_is_saved(house: House, slug: str, plainly: None) -> None:
    editor = begun(house, slug)
    start = editor.draft
    wrong = [one for case in CASES if case.slug == slug for one in saved_with(editor, case, start)]
    assert wrong == []


def keys_there_are() -> set[str]:
    """Every key of a sheet, with every value of a custom and every choice of an option."""
    found = set(tables.SHEET) - {"contracts", "premiums", "kontra", "trischaken", "radl", "pagatkassa"}
    found -= {"options", "money", "open", "remarks", "reminders"}
    for table, schema in {
        "contracts": tables._CONTRACT,
        "premiums": tables._PREMIUM,
        "trischaken": tables._TRISCHAKEN,
        "radl": tables._RADL,
        "money": tables._MONEY,
        "pagatkassa": tables._PAGATKASSA,
        "kontra": dict.fromkeys(("levels", "on_premiums", "with_announced_valat")),
        "open": dict.fromkeys(("contracts", "premiums")),
        "options": CHOICES,
    }.items():
        found |= {f"{table}.{key}" for key in schema}
    return found | {"remarks", "reminders"}


def test_the_cases_leave_out_no_key() -> None:
    covered = set()
    for case in CASES:
        steps = case.place.split(".")
        rows = steps[0] in ("contracts", "premiums")
        covered |= {steps[0], ".".join(steps[:2]), *([f"{steps[0]}.{steps[2]}"] if rows else [])}
    assert keys_there_are() - covered == set()


CUSTOMS = {
    "contracts.kind": Kind,
    "contracts.who": Who,
    "premiums.whose": Whose,
    "premiums.in_solo": InSolo,
    "premiums.effect": Effect,
    "trischaken.custom": TrischakenCustom,
    "trischaken.renonce": TrischakenRenonce,
    "counting": Counting,
    "renonce": RenonceCustom,
    "beside_valat": BesideValat,
    "bird_by": BirdBy,
    "high_card": HighCard,
}


def test_the_cases_leave_out_no_custom() -> None:
    answered: set[tuple[str, str]] = set()
    for case in CASES:
        steps = case.place.split(".")
        place = f"{steps[0]}.{steps[2]}" if len(steps) == 3 else case.place
        answered |= {(place, str(case.wanted))} | {
            (place, str(value)) for name, value in case.answers.items() if name == steps[-1]
        }
    missing = {
        (place, member.value)
        for place, custom in CUSTOMS.items()
        for member in custom
        if (place, member.value) not in answered
    }
    assert missing == set()


# What a secretary meets


def text_of(response: HttpResponse) -> str:
    """What the page says, in one line."""
    main = response.content.decode().partition("<main")[2].partition("</main>")[0]
    return " ".join(unescape(re.sub("<[^>]*>", " ", main)).split())


def test_a_new_sheet_is_shown_section_by_section_with_what_is_new(house: House) -> None:
    editor = begun(house)
    editor.save("rows/games/dreier/", value="6")
    said = text_of(editor.get())
    assert "nobody plays by it until you save it" in said
    assert "Compared with “Treffpunkt Tarock”:" in said
    assert "Dreier 5 → 6" in said
    for summary in ("21 games, Rufer 1 … Solodreier 10", "Kontra ×2, Re ×4, Sub ×8", "35/2 win", "two pay"):
        assert summary in said
    assert "Look through and save as version 1" in said


def test_the_pagatkassa_shows_what_moves(house: House) -> None:
    editor = begun(house)
    assert "deals and pays in" not in text_of(editor.get("money/"))
    editor.save("money/", pagatkassa="on", stake="10", start="50", start_again="on", ceiling="")
    said = text_of(editor.get("money/"))
    for sentence in (
        "Dora deals and pays in €0.10; in the pot: €2.10.",
        "misses the announced Pagat and pays in €1.05",
        "makes the announced Pagat and takes €2.15",
    ):
        assert sentence in said


def test_every_tick_shows_what_it_comes_to(house: House) -> None:
    editor = begun(house)
    said = text_of(editor.get("radl/"))
    for example in (
        "Rufer, with 34/2: −1, and a Radl begins; otherwise −1",
        "Rufer, Mondfang silent: 2, and a Radl begins; otherwise 2",
        "Rufer, won, in the Radl: 2 instead of 1",  # all totals zero: no hand alone shows it
    ):
        assert example in said
    said = text_of(editor.get("valat/"))
    for example in (
        "Rufer, Valat silent, Trull silent: 17; otherwise 16",
        "Solorufer, Trull silent: 4; otherwise 3",
        "Farbendreier, Trull silent: 6; otherwise does not exist",
    ):
        assert example in said


def test_before_saving_one_sees_what_comes_out_otherwise(house: House) -> None:
    editor = begun(house)
    editor.save("rows/premiums/trull/", silent="2")
    said = text_of(editor.get("save/"))
    assert "Rufer, Trull silent: 3 instead of 2" in said
    editor.done(editor.send("save/", editor.form("save/")))
    version = house_rules.newest(editor.ruleset)
    assert (version.edition, version.by) == (1, house.member("Bert"))
    assert "Version 1 is saved." in text_of(editor.client.get(editor.path.removesuffix("edit/")))
    said = text_of(editor.get())
    assert "Nothing yet: it says the same as version 1" in said
    editor.save("rows/premiums/trull/", silent="1")
    assert "Compared with version 1:" in text_of(editor.get())


def test_what_is_odd_may_stay(house: House) -> None:
    editor = begun(house)
    editor.save("rows/games/dreier/", value="0")
    said = text_of(editor.get())
    assert "Dreier is worth nothing (0)." in said
    assert "To be mended" not in said
    editor.done(editor.send("save/", editor.form("save/")))


def test_what_is_wrong_is_named_with_its_field_and_keeps_from_saving(house: House) -> None:
    editor = begun(house)
    base = editor.form("save/")
    editor.save("rows/games/zwiccolo/", value="3")
    response = editor.get()
    said = "Only games of equal value can be played side by side; Piccolo counts 2."
    assert said in text_of(response)
    assert f'{editor.path}rows/games/zwiccolo/#id_beside"' in response.content.decode()
    assert said in text_of(editor.get("rows/games/zwiccolo/"))
    assert "Save as version 1" not in re.sub(
        "<title.*?</h1>", "", editor.get("save/").content.decode(), flags=re.DOTALL
    )
    answer = editor.send("save/", {**base, "seq": "2"})
    assert "This sheet cannot work yet." in text_of(answer)
    assert not editor.ruleset.versions.exists()


@pytest.mark.parametrize(
    ("page", "answers", "said"),
    [
        ("rows/games/dreier/", {"value": "fünf"}, "A whole number from 0 to 1000, such as 5."),
        ("rows/games/dreier/", {"value": ""}, "A whole number from 0 to 1000, such as 5."),
        ("rows/games/dreier/", {"label_de": "", "label_en": ""}, "one of the two languages is enough"),
        ("rows/games/dreier/", {"short": "zu lange Abkürzung"}, "One to 8 letters or digits."),
        ("rows/games/dreier/", {"label_de": "x" * 41}, "At most 40 letters"),
        ("points/", {"needs": "35/3"}, "such as 35/2 for 35 points and 2 Blatt"),
        ("kontra/", {"levels_kontra": "", "levels_re": "", "levels_sub": ""}, "The simple Kontra has to be"),
        ("kontra/", {"levels_re": "-1"}, "A whole number from 2 to 1000"),
        ("radl/", {"length": "0"}, "A whole number from 1 to 100"),
        ("valat/", {"beside_valat": "nonsense"}, "Please choose."),
        ("words/remarks/", {"words_de": "x" * 401}, "At most 400 letters"),
    ],
)
def test_bad_input_is_told_at_its_field_and_nothing_typed_is_lost(
    house: House, page: str, answers: Answers, said: str, plainly: None
) -> None:
    editor = begun(house)
    before = editor.text
    sent = {**editor.open(page), **answers}
    response = editor.client.post(f"{editor.path}{page}?language=en", sent)
    assert response.status_code == 200
    assert any(said in one for one in errors_in(response)), errors_in(response)
    assert "Not saved yet" in text_of(response)
    again = fields_of(response)
    for name, value in sent.items():
        if name not in ("deed", "base", "csrfmiddlewaretoken") and value != "nonsense":
            kept = again.get(name, [""])
            assert kept == (value if isinstance(value, list) else [value]), name
    assert editor.text == before


def test_a_draft_that_somebody_else_has_changed_is_told_and_both_changes_stay(house: House) -> None:
    bert, anna = begun(house), None
    anna = Editor(house.client("Anna"), bert.ruleset)
    sent = bert.open("rows/games/dreier/")
    anna.save("rows/games/rufer/", value="2")
    sent["value"] = ["7"]
    response = bert.client.post(f"{bert.path}rows/games/dreier/?language=en", sent)
    assert response.status_code == 200
    said = text_of(response)
    assert "Anna has changed the draft in the meantime." in said
    assert "Rufer 1 → 2" in said
    assert "Apply mine on top" in said
    again = fields_of(response)
    assert again["value"] == ["7"]
    bert.done(bert.send("rows/games/dreier/", again))
    games = bert.draft["contracts"]
    assert (games["rufer"]["value"], games["dreier"]["value"]) == (2, 7)


def test_what_somebody_else_removed_comes_back_if_one_wants_it(house: House) -> None:
    bert = begun(house)
    anna = Editor(house.client("Anna"), bert.ruleset)
    sent = bert.open("rows/games/dreier/")
    sent["value"] = ["7"]
    anna.done(anna.send("rows/games/dreier/remove/", anna.form("rows/games/dreier/remove/")))
    again = fields_of(bert.send("rows/games/dreier/", sent))
    bert.done(bert.send("rows/games/dreier/", again))
    dreier = bert.draft["contracts"]["dreier"]
    assert (dreier["value"], dreier["label"], dreier["kind"]) == (7, "Dreier", "alone")


def test_a_button_on_a_page_of_yesterday_moves_nothing(house: House) -> None:
    bert = begun(house)
    anna = Editor(house.client("Anna"), bert.ruleset)
    stale = bert.form("rows/games/")
    anna.save("rows/games/rufer/", value="2")
    bert.done(bert.send("rows/games/", {**stale, "up": "dreier"}))
    said = text_of(bert.get("rows/games/"))
    assert "Not done yet: Anna has changed the draft in the meantime. Rufer 1 → 2" in said
    assert list(bert.draft["contracts"]) == list(resolved("treffpunkt", read)["contracts"])
    assert "Anna has changed" in text_of(bert.client.post(f"{bert.path}save/?language=en", stale))


def test_the_same_form_sent_twice_is_done_once(house: House) -> None:
    editor = begun(house)
    sent = {**editor.form("rows/games/"), "down": "rufer"}
    for _again in range(2):
        editor.done(editor.send("rows/games/", sent))
    editor.ruleset.refresh_from_db()
    assert editor.ruleset.draft_seq == 2
    assert list(editor.draft["contracts"])[:2] == ["trischaken", "rufer"]


def test_the_last_step_is_taken_back(house: House) -> None:
    editor = begun(house)
    before = editor.text
    editor.save("rows/games/dreier/", value="6")
    assert "Take back the last step" in text_of(editor.get())
    editor.done(editor.send("undo/", editor.form()))
    assert editor.text == before
    assert "Take back the last step" not in text_of(editor.get())
    stale = editor.form("save/")
    editor.done(editor.send("undo/", stale))
    assert "There is nothing to take back." in text_of(editor.get())


def test_a_draft_is_discarded_and_the_newest_version_holds_again(house: House) -> None:
    editor = begun(house)
    editor.done(editor.send("save/", editor.form("save/")))
    saved = editor.text
    editor.save("rows/games/dreier/", value="6")
    assert "Dreier 5 → 6" in text_of(editor.get("discard/"))
    stale = editor.form("discard/")
    editor.save("rows/games/dreier/", value="7")
    editor.done(editor.send("discard/", stale))
    assert "Nothing was discarded." in text_of(editor.get())
    editor.done(editor.send("discard/", editor.form("discard/")))
    assert editor.text == saved


def test_a_sheet_that_was_never_saved_goes_with_its_draft(house: House) -> None:
    editor = begun(house)
    assert "it is gone altogether" in text_of(editor.get("discard/"))
    response = editor.send("discard/", editor.form("discard/"))
    assert response.headers["Location"] == f"{house.club.get_absolute_url()}rules/"
    assert editor.get().status_code == 404


def test_a_form_of_another_sheet_or_a_forged_one_is_not_understood(house: House) -> None:
    editor, other = begun(house), begun(house, "cup")
    sent = editor.open("kontra/")
    assert other.send("kontra/", sent).status_code == 400
    forged = {**sent, "base": [sent["base"][0][:-3] + "abc"]}
    assert editor.send("kontra/", forged).status_code == 400
    assert editor.send("kontra/", {**sent, "seq": ["x"]}).status_code == 400
    for page in ("nothing/", "rows/nothing/", "rows/games/nothing/", "add/games/nothing/", "words/nothing/"):
        assert editor.get(page).status_code == 404, page


# Ready-made


def taken(editor: Editor, page: str, **button: str) -> None:
    editor.tap(page, **button)
    assert mistakes_in(editor.draft) == ()


def test_usual_changes_are_one_tap_each(house: House) -> None:
    editor = begun(house, "standard")
    taken(editor, "add/games/", change="zwiccolo")
    taken(editor, "add/games/", change="higher_piccolo")
    taken(editor, "add/games/", change="zweier")
    taken(editor, "add/games/", change="split_besserrufer")
    games = editor.draft["contracts"]
    order = list(games)
    assert order[order.index("solorufer") :][:7] == [
        *("solorufer", "piccolo", "zwiccolo", "pagatrufer", "uhurufer", "kakadurufer", "quapilrufer")
    ]
    assert (games["piccolo"]["value"], games["zwiccolo"]["value"]) == (3, 3)
    assert (games["zwiccolo"]["tricks"], games["zwiccolo"]["beside"]) == (2, "piccolo")
    assert (games["zweier"]["label"], games["zweier"]["value"]) == ("Zweier", 6)
    assert "einer" not in games
    assert (games["uhurufer"]["value"], games["uhurufer"]["birds"]) == (2, ["uhu"])
    assert games["solobesser"]["birds"] == ["pagat", "uhu"]
    assert "Usual changes" not in text_of(editor.get("add/games/"))


def test_rows_of_other_sheets_come_with_what_they_need(house: House) -> None:
    editor = begun(house, "standard")
    taken(editor, "add/games/", row="cup:geierrufer")
    assert editor.draft["contracts"]["geierrufer"]["birds"] == ["geier"]
    assert editor.draft["premiums"]["geier"]["announced"] == 10
    taken(editor, "add/premiums/", row="treffpunkt:koenigfang")
    assert "cup:geierrufer" not in editor.get("add/games/").content.decode()


@pytest.mark.parametrize("slug", ["standard", "karlsruhe", "zwanzigerrufen"])
def test_everything_that_is_offered_can_be_taken(house: House, slug: str) -> None:
    editor = begun(house, slug)
    for page, name in (("add/games/", "row"), ("add/premiums/", "row"), ("words/", "take")):
        text = editor.get(page).content.decode()
        for value in re.findall(f'<button class="second" name="{name}" value="([^"]+)"', text):
            editor.tap(page, **{name: value})
            named = [
                one for one in mistakes_in(editor.draft) if one.code not in ("label_twice", "short_twice")
            ]
            assert named == [], value
        assert f'name="{name}"' not in editor.get(page).content.decode()


def test_games_and_remarks_go_up_and_down_and_away(house: House) -> None:
    editor = begun(house)
    editor.tap("rows/games/", up="trischaken")
    editor.tap("rows/premiums/", down="pagat")
    assert list(editor.draft["contracts"])[:2] == ["trischaken", "rufer"]
    assert list(editor.draft["premiums"])[:2] == ["uhu", "pagat"]
    editor.tap("words/", table="remarks", down="seats")
    assert list(editor.draft["remarks"])[1] == "seats"
    plays = [key for key, row in editor.draft["options"].items() if row["changes"] == "play"]
    editor.tap("words/", table="options", up=plays[0])
    editor.tap("words/", table="options", down=plays[0])
    after = [key for key, row in editor.draft["options"].items() if row["changes"] == "play"]
    assert after[:2] == [plays[1], plays[0]]
    for page in ("rows/games/dreier/remove/", "words/remarks/seats/remove/"):
        editor.done(editor.send(page, editor.form(page)))
    assert "dreier" not in editor.draft["contracts"]
    assert "seats" not in editor.draft["remarks"]


def test_what_goes_with_a_removed_game_leaves_the_sheet(house: House) -> None:
    editor = begun(house)
    for page in ("rows/games/trischaken/remove/", "rows/premiums/uhu/remove/"):
        editor.done(editor.send(page, editor.form(page)))
    assert mistakes_in(editor.draft) == ()
    assert "trischaken" not in editor.draft
    assert "This sheet has no Trischaken." in text_of(editor.get("trischaken/"))


def test_karlsruhe_is_filled_in(house: House, plainly: None) -> None:
    editor = begun(house, "karlsruhe")
    still_open = editor.draft["open"]
    page = editor.get("rows/games/").content.decode()
    assert "Until you give one, it cannot be recorded." in page
    value = 2
    for table, name in (("games", "contracts"), ("premiums", "premiums")):
        links = re.findall(
            r'href="([^"]*/add/[^"]*[?]row=[^"]*)"', editor.get(f"rows/{table}/").content.decode()
        )
        assert len(links) == len(still_open[name])
        for link in links:
            page, _mark, query = link.removeprefix(editor.path).partition("?")
            answers = {"value": value} if table == "games" else {"silent": "1", "announced": "2"}
            editor.save(page, f"?{query}", **answers)
    assert "open" not in editor.draft
    assert mistakes_in(editor.draft) == ()
    assert set(still_open["contracts"]) <= set(editor.draft["contracts"])
    assert editor.draft["contracts"]["besserrufer"]["birds"]
    editor.done(editor.send("save/", editor.form("save/")))


def test_what_is_not_played_needs_no_value(house: House) -> None:
    editor = begun(house, "karlsruhe")
    editor.tap("rows/games/", drop="piccolo")
    assert "piccolo" not in editor.draft["open"]["contracts"]


# Examples


def test_every_answer_shows_what_it_comes_to_under_this_draft(house: House) -> None:
    editor = begun(house, "standard")
    said = text_of(editor.get("options/"))
    assert "Rufer, Pagat silently missed: 1" in said
    assert "Rufer, Pagat silently missed: 0" in said
    editor.save("rows/premiums/pagat/", silent="3")
    assert "Rufer, Pagat silently missed: −2" in text_of(editor.get("options/"))


def test_the_length_of_a_radl_is_shown_in_hands(house: House) -> None:
    editor = begun(house)
    said = text_of(editor.get("radl/"))
    for last in (9, 7, 5):
        assert f"a cause in hands 1 and 3: hands 2 to {last} are doubled" in said
    editor.save("radl/", length="2")
    assert "a cause in hand 1: hands 2 to 3 are doubled" in text_of(editor.get("radl/"))


# The log


def test_every_step_is_in_the_log_of_the_club(house: House) -> None:
    editor = begun(house)
    editor.save("rows/games/dreier/", value="6")
    editor.done(editor.send("save/", editor.form("save/")))
    offered = {"actor": house["Anna"], "ruleset": editor.ruleset}
    house_rules.offer_sheet(deed=uuid4(), offered=False, **offered)
    house_rules.offer_sheet(deed=uuid4(), offered=True, **offered)
    editor.save("rows/games/dreier/", value="7")
    editor.done(editor.send("discard/", editor.form("discard/")))
    with translation.override("en"):
        said = [told(deed) for deed in Deed.objects.filter(club=house.club).order_by("at")][-7:]
    assert said == [
        "began the rule sheet “Hausregeln” from “Treffpunkt Tarock”",
        "changed the draft of the rule sheet “Hausregeln”",
        f"saved version 1 of the rule sheet “Hausregeln” ({house_rules.newest(editor.ruleset).code})",
        "no longer offers the rule sheet “Hausregeln” for evenings",
        "offers the rule sheet “Hausregeln” for evenings again",
        "changed the draft of the rule sheet “Hausregeln”",
        "discarded the draft of the rule sheet “Hausregeln”",
    ]


@pytest.mark.parametrize(("who", "status"), [("Cilli", 403), ("Emil", 403), ("Franz", 404), ("", 404)])
def test_only_owner_and_directors_change_the_rules(house: House, who: str, status: int) -> None:
    editor = begun(house)
    other = Editor(house.client(who), editor.ruleset)
    for page in ("", "kontra/", "rows/games/", "rows/games/dreier/", "save/", "words/"):
        assert other.get(page).status_code == status
        assert other.send(page, {**editor.form("save/")}).status_code in (status, 405)


def test_every_custom_option_and_trigger_has_its_sentence() -> None:
    for custom in CUSTOMS.values():
        for pick in picks_of(custom):
            assert pick.title, pick
            assert pick.sentence, pick
    for key in CHOICES:
        assert all(pick.title and pick.sentence for pick in picks_of_option(key)), key
    assert set(TRIGGER_SENTENCES) == set(TRIGGERS)
