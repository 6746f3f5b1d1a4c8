"""A case for every question of the editor."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import uuid4

import pytest
from django.core import signing
from django.http import HttpResponse
from django.test import Client

from scoring.engine.customs import (
    BesideValat,
    BirdBy,
    Counting,
    Custom,
    DoubledGames,
    Effect,
    HighCard,
    InSolo,
    Jungfrauen,
    Kind,
    LimitNotation,
    RenonceCustom,
    SideBySide,
    Splits,
    TrischakenCustom,
    TrischakenRenonce,
    Who,
    Whose,
)
from scoring.engine.loading import Data, resolved
from scoring.engine.options import CHOICES
from scoring.engine.rules import KONTRA_LABELS, TABLES_OF_WORDS
from scoring.engine.triggers import TRIGGERS
from scoring.models import Account, Ruleset
from scoring.rule_editor import verbs as house_rules
from scoring.rule_editor.draft import SheetDraft
from scoring.rule_editor.forms.forms import DraftForm
from scoring.rule_editor.forms.questions import usual, value_at
from scoring.rule_editor.forms.rows import GRID, TABLES
from scoring.rule_editor.views import house_rules_editor
from scoring.rule_editor.views.house_rules_editor import SALT
from scoring.rules import read
from scoring.rules.comparing import Effects
from scoring.rules.exporting import exported
from tests.support.scoring.house import House
from tests.support.stored_forms import forms_in

Answers = dict[str, Any]


def fields_of(response: HttpResponse) -> dict[str, list[str]]:
    return fields_in(response.content.decode())


def fields_in(page: str) -> dict[str, list[str]]:
    """Return what a browser would send of the form that changes something, without its buttons."""
    return next((form.sent for form in forms_in(page) if "editing" in form.css), {})


class Opened(NamedTuple):
    """A page as it was opened: what would be sent, and everything that may be."""

    fields: dict[str, list[str]]
    known: set[str]

    def answered(self, answers: Answers) -> Answers:
        """What is named is changed, the rest as it is; None is not sent."""
        unknown = {name for name in answers if name not in self.fields and answers[name] not in ("on", [])}
        assert unknown <= self.known, unknown
        return {name: value for name, value in {**self.fields, **answers}.items() if value is not None} | {
            "deed": str(uuid4())
        }


@dataclass
class Editor:
    """Somebody at the pages of one sheet."""

    client: Client
    ruleset: Ruleset
    account: Account

    @property
    def path(self) -> str:
        return f"/clubs/{self.ruleset.club.slug}/rules/{self.ruleset.slug}/edit/"

    def get(self, page: str = "", **query: str) -> HttpResponse:
        return self.client.get(self.path + page, {"language": "en", **query})

    def opened(self, page: str = "", query: str = "") -> Opened:
        response = self.get(
            page, **dict(pair.split("=") for pair in query.removeprefix("?").split("&") if pair)
        )
        assert response.status_code == 200, (page, response.status_code)
        return Opened(fields_of(response), names_in(response.content.decode()))

    def open(self, page: str = "") -> dict[str, list[str]]:
        return self.opened(page).fields

    def send(self, page: str, sent: Answers, query: str = "") -> HttpResponse:
        return self.client.post(f"{self.path}{page}{query}", sent)

    def save(self, page: str, query: str = "", **answers: Any) -> HttpResponse:
        """Opens a page, changes what is named and saves the rest as it is."""
        return self.done(self.send(page, self.opened(page, query).answered(answers), query))

    def grid(self, page: str, **values: Any) -> HttpResponse:
        """Types values into the grid: `value__dreier="6"`; `play__dreier=None` unticks a row."""
        return self.save(page, **{name.replace("__", "-"): value for name, value in values.items()})

    def done(self, response: HttpResponse) -> HttpResponse:
        assert response.status_code == 302, errors_in(response)
        return response

    def tap(self, page: str, **buttons: str) -> HttpResponse:
        return self.done(self.send(page, {**self.brought(), **buttons}))

    def form(self, page: str = "") -> Answers:
        """What every form brings along."""
        text = self.get(page).content.decode()
        assert 'name="base"' in text, text.partition("<main")[2].partition("</main>")[0]
        found = {
            name: text.partition(f'name="{name}" value="')[2].partition('"')[0] for name in ("base", "seq")
        }
        return {"deed": str(uuid4()), **found}

    def brought(self) -> Answers:
        """The same, without asking for a page."""
        ruleset = Ruleset.objects.get(pk=self.ruleset.pk)
        seen = signing.dumps([ruleset.pk, ruleset.draft_seq, ruleset.draft], salt=SALT)
        return {"deed": str(uuid4()), "base": seen, "seq": str(ruleset.draft_seq)}

    @property
    def draft(self) -> Data:
        return house_rules.draft_of(Ruleset.objects.get(pk=self.ruleset.pk)).answers

    @property
    def text(self) -> str:
        return exported(self.draft)


def names_in(text: str) -> set[str]:
    return {part.partition('"')[0] for part in text.split('name="')[1:]}


def errors_in(response: HttpResponse) -> list[str]:
    text = response.content.decode()
    return [part.partition("</ul>")[0] for part in text.split('class="errorlist"')[1:]] or [text[:2000]]


def begun(house: House, slug: str = "treffpunkt", *, by: str = "Bert", data: Data | None = None) -> Editor:
    number = house.club.rulesets.count()
    data = data or {**resolved(slug, read), "label": f"Hausregeln {number + 1}" if number else "Hausregeln"}
    ruleset = house.do(
        house_rules.begin_sheet, by="Anna", club=house.club, draft=SheetDraft(data), origin=slug
    )
    return Editor(house.client(by), ruleset, house[by])


@contextmanager
def without_examples() -> Iterator[None]:
    """The pages without their examples, which take most of the time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DraftForm, "_worked", lambda form, question, language: {})
        patch.setattr(house_rules_editor, "effects", lambda before, after: Effects((), 0, 0))
        patch.setattr(house_rules_editor, "example_lines", lambda draft, about, language: [])
        patch.setattr(house_rules_editor, "section_examples", lambda section, draft, currency, language: [])
        yield


@pytest.fixture
def plainly() -> Iterator[None]:
    """The same for a whole test."""
    with without_examples():
        yield


LADDER = [*KONTRA_LABELS][:4]  # of the longest published sheet


class Case(NamedTuple):
    """One answer on one page, and what the saved version says then."""

    slug: str
    page: str
    place: str  # of the sheet, with dots
    wanted: Any  # None: the sheet says nothing of it
    answers: Answers
    query: str = ""


def game(key: str, name: str, wanted: Any, *, slug: str = "treffpunkt", **answers: Any) -> Case:
    return _of_a_row("games", key, name, wanted, slug, answers or {name: wanted})


def premium(key: str, name: str, wanted: Any, *, slug: str = "treffpunkt", **answers: Any) -> Case:
    return _of_a_row("premiums", key, name, wanted, slug, answers or {name: wanted})


def _of_a_row(address: str, key: str, name: str, wanted: Any, slug: str, answers: Answers) -> Case:
    """In the grid where it asks for that, else on the page of the row."""
    table, page = TABLES[address], f"rows/{address}/{key}/"
    if name in GRID[table]:
        page, answers = f"rows/{address}/", {f"{other}-{key}": answer for other, answer in answers.items()}
    return Case(slug, page, f"{table}.{key}.{name}", wanted, answers)


def section(name: str, place: str, wanted: Any, *, slug: str = "treffpunkt", **answers: Any) -> Case:
    last = place.rpartition(".")[2]
    return Case(slug, f"{name}/", place, wanted, answers or {last: wanted})


def new_game(kind: str, *, slug: str = "treffpunkt", **answers: Any) -> Case:
    named = {"label_de": "Neues Spiel", "short": "NS", "value": "3", **answers}
    return Case(slug, f"add/games/{kind}/", "contracts.neues_spiel.kind", kind, named)


def customs(page: str, place: str, custom: type[Custom]) -> Iterator[Case]:
    """Each value of a custom, on a sheet that plays it otherwise; what is usual is not written down."""
    steps = tuple(place.split("."))
    for member in custom:
        slug = next(
            slug
            for slug in ("treffpunkt", "standard", "cup", "zwanzigerrufen")
            if (value_at(resolved(slug, read), steps) or usual(steps)) not in (None, member.value)
        )
        wanted = None if usual(steps) == member.value else member.value
        yield section(page, place, wanted, slug=slug, **{steps[-1]: member.value})


def option(key: str, value: str | int) -> Case:
    answer, wanted = str(value), {"value": value, "changes": "amounts"}
    if key == "trischaken_base":
        answer, wanted = "offered", {"changes": "amounts"}
    return section("options", f"options.{key}", wanted, slug="standard", **{f"option_{key}": answer})


YES, NO = True, False


BOTH = {"de": "Deutsch", "en": "English"}


LISTED = [
    "piccolo",
    "zwiccolo",
    "bettler",
    "piccolo_semi_ouvert",
    "zwiccolo_semi_ouvert",
    "zwiccolo_ouvert",
    "piccolo_ouvert",
]


ONE = {"words_de": "Neu.", "words_en": ""}


CASES = [
    game("dreier", "label", "Dreierl", label_de="Dreierl"),
    game("dreier", "label", BOTH, label_de="Deutsch", label_en="English"),
    game("dreier", "label", "Only English", label_de="", label_en="Only English"),
    game("dreier", "short", "DR"),
    game("dreier", "also", BOTH, also_de="Deutsch", also_en="English"),
    game("einer", "also", None, also_de=""),
    premium("uhu", "also", "Eule", also_de="Eule"),
    game("dreier", "value", 6),
    game("dreier", "lost", 7),
    game("bettler", "value", "2½", value="2,5"),
    game("dreier", "lost", "7½", lost="7.5"),
    premium("uhu", "announced", "½", announced="½"),
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
    game("dreier", "talon", 2),
    game("rufer", "calls", "XIX", calls_de="XIX"),
    game("besserrufer", "birds", ["pagat", "uhu"]),
    game("besserrufer", "birds", None, birds=[]),
    game("piccolo", "tricks", 3),
    game("zwiccolo", "beside", None, beside=""),
    game("piccolo_semi_ouvert", "beside", "zwiccolo_semi_ouvert"),
    game("rufer", "blank", YES, blank="on"),
    game("normalspiel", "needs_after_kontra", 43, slug="zwanzigerrufen"),
    game("dreier", "needs_after_kontra", "35/1"),
    game("dreier", "step_points", 5),
    game("dreier", "step_value", 2, step_points="5", step_value="2"),
    game("dreier", "step_from", "49/2", step_points="5", step_from="50"),
    *(game("dreier", "kontra_up_to", level, slug="karlsruhe") for level in LADDER),
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
    premium("mondfang", "between_two", YES, between_two="on"),
    premium("koenigfang", "whose", None, whose="either"),
    premium("trull", "whose", "declarer"),
    premium("trull", "whose", "king_holder"),
    premium("trull", "whose", "opponents"),
    premium("koenigfang", "whose", "winner"),
    premium("valat", "effect", None, slug="karlsruhe", effect="line"),
    premium("valat", "effect", "multiplies"),
    premium("valat", "effect", "replaces"),
    premium("trull", "counts_beside_valat", YES, counts_beside_valat="on"),
    premium("trull", "needs", "39/2", needs="40"),
    premium("sack1", "cards", ["uhu", "kakadu"]),
    premium("trull", "opponents_need_kontra", YES, opponents_need_kontra="on"),
    premium("trull", "note", BOTH, note_de="Deutsch", note_en="English"),
    *customs("trischaken", "trischaken.custom", TrischakenCustom),
    *customs("trischaken", "trischaken.renonce", TrischakenRenonce),
    *customs("renonce", "renonce", RenonceCustom),
    *customs("valat", "beside_valat", BesideValat),
    *customs("calling", "bird_by", BirdBy),
    *customs("calling", "high_card", HighCard),
    section("trischaken", "trischaken.buergermeister", "36/0"),
    section("trischaken", "trischaken.jungfrau", NO, jungfrau=""),
    section("trischaken", "trischaken.jungfrauen", None, jungfrauen="share"),
    section("trischaken", "trischaken.jungfrauen", "each"),
    section("trischaken", "trischaken.jungfrauen", "from_each"),
    section("trischaken", "trischaken.jungfrau_price", 3, jungfrauen="from_each", jungfrau_price="3"),
    section("trischaken", "trischaken.vorhand_pays", 6),
    section("trischaken", "trischaken.splits", "whole"),
    section("trischaken", "trischaken.splits", None, splits="exact"),
    section("trischaken", "trischaken.all_tricks", 4, slug="standard"),
    section("negative", "side_by_side", None, side_by_side="equal"),
    section("negative", "side_by_side", "none", slug="standard"),
    section("negative", "side_by_side", "listed", side_by_side="listed", ticks_goes_beside=LISTED),
    section(
        "negative",
        "contracts.piccolo.goes_beside",
        YES,
        side_by_side="listed",
        ticks_goes_beside=LISTED,
    ),
    section("valat", "silent_valat_voids_kontra", YES, silent_valat_voids_kontra="on"),
    section("valat", "premiums.trull.in_silent_valat", YES, ticks_in_silent_valat=["trull"]),
    premium("trull", "in_silent_valat", YES, in_silent_valat="on"),
    section("trischaken", "trischaken.all_tricks", 5),
    section("trischaken", "trischaken.all_tricks_doubled", YES, all_tricks_doubled="on"),
    section("trischaken", "trischaken.all_tricks", None, all_tricks=""),
    section("trischaken", "trischaken.buergermeister", None, buergermeister=""),
    section("trischaken", "trischaken.renonce_times", 5),
    section("trischaken", "contracts.trischaken.value", 3),
    *(section("radl", "radl.triggers", [name], triggers=[name]) for name in TRIGGERS),
    section("radl", "radl.triggers", [], triggers=[]),
    section("radl", "radl.schlussradl", NO, schlussradl=None),
    section("radl", "radl.drawn", ["34/1", "35/1"], slug="standard", drawn_from="34/1", drawn_to="35/1"),
    section("radl", "radl.length", 3),
    section("radl", "radl.doubled_games", None, doubled_games="all"),
    section("radl", "radl.doubled_games", "alone"),
    section("radl", "radl.doubled_games", "negative"),
    section("radl", "radl.waits", YES, doubled_games="alone", waits="on"),
    section("radl", "radl.lengths", {"trischaken": 4}, lengths_trischaken="4"),
    section("radl", "radl.times", {"zero_hand": 3}, times_zero_hand="3"),
    section("kontra", "kontra.levels", {"kontra": 2}, levels_kontra="2", levels_re="", levels_sub=""),
    section("kontra", "kontra.levels", {}, levels_kontra="", levels_re="", levels_sub=""),
    section("kontra", "kontra.levels.hirsch", 16, levels_hirsch="16"),
    section("kontra", "kontra.names", {"re": "Retour"}, names_re="Retour"),
    section("kontra", "kontra.on_premiums", NO, on_premiums=None),
    section("kontra", "kontra.void_up_to", "kontra"),
    *(
        section("kontra", "kontra.with_announced_valat", label, slug="karlsruhe")
        for label in [*KONTRA_LABELS][:4]
    ),
    section("renonce", "claims", NO, claims=None),
    section("renonce", "shared_renonce", NO, shared_renonce=None),
    section("valat", "premiums.uhu.counts_beside_valat", None, ticks_counts_beside_valat=["pagat"]),
    section("valat", "premiums.uhu.in_solo", "same", ticks_in_solo=["pagat"]),
    section("valat", "premiums.koenige.in_colour", NO, ticks_in_colour=["valat"]),
    section("calling", "self_call", NO, self_call=None),
    section("calling", "schleifen", NO, schleifen=None),
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
    *customs("points", "limits", LimitNotation),
    section("points", "pack", 90, slug="zwanzigerrufen"),
    section(
        "points",
        "pack",
        71,
        slug="cup",
        counting="plain",
        pack="71",
        needs="36",
        buergermeister="36",
    ),
    section("points", "premiums.sack1.needs", "46/2", **{"needs-sack1": "47"}),
    *(option(key, value) for key, values in CHOICES.items() for value in values),
    section("options", "options.trischaken_base", None, slug="cup", option_trischaken_base=""),
    *(
        section(
            *("options", f"options.{key}", {"value": value, "fixed": YES, "changes": "amounts"}),
            slug="cup",
            **{f"option_{key}": f"fixed-{value}"},
        )
        for key, value in (("bei_settlement", "all"), ("silent_miss", "charged"), ("vorhand_tie", "alone"))
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
    *(Case("treffpunkt", f"words/{word}/", f"{word}.own_1", "Neu.", ONE) for word in TABLES_OF_WORDS),
    Case(
        "treffpunkt",
        "words/book/",
        "book.own_1",
        {"chapter": "talon", "de": "Neu.", "en": "Neu."},
        {**ONE, "chapter": "talon"},
    ),
    Case(
        "treffpunkt",
        "words/options/",
        "options.own_1",
        {"changes": "play", "de": "Neu.", "en": "Neu."},
        ONE,
    ),
    Case("treffpunkt", "words/remarks/seats/", "remarks.seats.de", "Neu.", ONE),
    Case("karlsruhe", "add/games/negative/", "contracts.piccolo.tricks", 1, {"value": "4"}, "?row=piccolo"),
    Case("karlsruhe", "add/games/negative/", "open.contracts.piccolo", None, {"value": "4"}, "?row=piccolo"),
    Case("karlsruhe", "add/premiums/premium/", "premiums.trull.silent", 4, {"silent": "4"}, "?row=trull"),
    Case("karlsruhe", "add/premiums/premium/", "open.premiums.trull", None, {"silent": "4"}, "?row=trull"),
]


CUSTOMS = {
    "contracts.kind": Kind,
    "contracts.who": Who,
    "premiums.whose": Whose,
    "premiums.in_solo": InSolo,
    "premiums.effect": Effect,
    "trischaken.custom": TrischakenCustom,
    "trischaken.renonce": TrischakenRenonce,
    "trischaken.jungfrauen": Jungfrauen,
    "trischaken.splits": Splits,
    "radl.doubled_games": DoubledGames,
    "side_by_side": SideBySide,
    "counting": Counting,
    "limits": LimitNotation,
    "renonce": RenonceCustom,
    "beside_valat": BesideValat,
    "bird_by": BirdBy,
    "high_card": HighCard,
}
