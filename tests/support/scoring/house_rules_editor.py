"""Somebody at the editor, and a case for every question of it."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qsl
from uuid import uuid4

from django.core import signing
from django.http import HttpResponse
from django.test import Client

from scoring.engine.loading import Data, resolved
from scoring.models import Account, Ruleset
from scoring.rule_editor import verbs as house_rules
from scoring.rule_editor.draft import SheetDraft
from scoring.rule_editor.views.house_rules_editor import SALT
from scoring.rules import read
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
        address, _question_mark, asked = page.partition("?")
        return self.client.get(self.path + address, {"language": "en", **dict(parse_qsl(asked)), **query})

    def opened(self, page: str = "", query: str = "") -> Opened:
        response = self.get(page + query)
        assert response.status_code == 200, (page, response.status_code)
        return Opened(fields_of(response), names_in(response.content.decode()))

    def open(self, page: str = "") -> dict[str, list[str]]:
        return self.opened(page).fields

    def send(self, page: str, sent: Answers, query: str = "") -> HttpResponse:
        return self.client.post(f"{self.path}{page}{query}", sent)

    def so_far(self, page: str, sent: Answers) -> str:
        """What is told beside a page while it is filled in."""
        sent = {**sent, "so_far": "yes"}
        return self.send(page, sent, f"{'&' if '?' in page else '?'}language=en").content.decode()

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


def begun(house: House, slug: str = "treffpunkt", *, data: Data | None = None) -> Editor:
    number = house.club.rulesets.count()
    data = data or {**resolved(slug, read), "label": f"Hausregeln {number + 1}" if number else "Hausregeln"}
    ruleset = house.do(
        house_rules.begin_sheet, by="Anna", club=house.club, draft=SheetDraft(data), origin=slug
    )
    return Editor(house.client("Bert"), ruleset, house["Bert"])


class Case(NamedTuple):
    """One answer on one page, and what the saved version says then."""

    slug: str
    page: str
    place: str  # of the sheet, with dots
    wanted: Any  # None: the sheet says nothing of it
    answers: Answers
    query: str = ""


def read_case(slug: str, row: dict[str, Any]) -> Case:
    """Return a case of `answers.toml`; where it names no answer, that is what the sheet says then."""
    page, question_mark, query = row["page"].partition("?")
    steps = row["place"].split(".")
    field = f"{steps[2]}-{steps[1]}" if page in GRIDS else steps[-1]
    answers = {**row.get("answers", {}), **dict.fromkeys(row.get("unticked", ()))}
    answers = answers or {field: row["says"]}
    return Case(slug, page, row["place"], row.get("says"), answers, question_mark + query)


GRIDS = ("games/", "premiums/")
with (Path(__file__).parents[2] / "scoring/rule_editor/answers.toml").open("rb") as file:
    CASES = [read_case(slug, row) for slug, rows in tomllib.load(file).items() for row in rows]
