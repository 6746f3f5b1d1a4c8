"""Somebody at the editor, and what a browser sends of its form."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.http import HttpResponse, QueryDict
from django.test import Client

from scoring.engine.loading import Data, resolved
from scoring.models import Account, Ruleset
from scoring.rule_editor import verbs as house_rules
from scoring.rule_editor.draft import SheetDraft
from scoring.rule_editor.sheet_fields import SectionOfFields, SheetField, Texts, section_of
from scoring.rules import read
from scoring.rules.comparing import SECTIONS
from scoring.rules.exporting import exported
from tests.support.scoring.house import House
from tests.support.stored_forms import forms_in

Sent = dict[str, Any]


def fields_in(response: HttpResponse) -> dict[str, Any]:
    """Return what a browser would send of the form of a sheet, without its buttons."""
    forms = forms_in(response.content.decode())
    return next((form.sent for form in forms if "editing" in form.css), {})


def fields_of(data: Data) -> dict[tuple[str, ...], SheetField]:
    """Return every field of a sheet by its place."""
    return {field.path: field for section in SECTIONS for field in section_of(data, section).fields}


def sections_of(data: Data) -> list[SectionOfFields]:
    """Return everything that the form asks of a sheet."""
    return [section_of(data, section) for section in SECTIONS]


def sent_of(
    sections: Iterable[SectionOfFields], changed: Mapping[tuple[str, ...], Texts] | None = None
) -> QueryDict:
    """Return what a browser sends of a whole sheet, with these fields changed."""
    posted, changed = QueryDict(mutable=True), changed or {}
    for section in sections:
        for field in section.fields:
            texts = changed.get(field.path, field.texts)
            if field.kind == "both":
                posted[f"{field.name}.de"], posted[f"{field.name}.en"] = texts
            elif field.kind in ("ticks", "yes"):
                posted.setlist(field.name, list(texts))
            else:
                posted[field.name] = texts[0]
        for table in section.tables:
            posted.appendlist("table", table.table)
            for row in table.rows:
                posted.appendlist("row", row.name)
                posted[f"number.{row.name}"] = str(row.number)
    return posted


@dataclass
class Editor:
    """Somebody at the form of one sheet."""

    client: Client
    ruleset: Ruleset
    account: Account

    @property
    def path(self) -> str:
        return f"/clubs/{self.ruleset.club.slug}/rules/{self.ruleset.slug}/edit/"

    def get(self, page: str = "") -> HttpResponse:
        return self.client.get(self.path + page, {"language": "en"})

    def open(self, page: str = "") -> Sent:
        """Return what a browser would send of the form as it comes, without its buttons."""
        response = self.get(page)
        assert response.status_code == 200, (page, response.status_code)
        return {**fields_in(response), "deed": str(uuid4())}

    def send(self, sent: Sent, page: str = "") -> HttpResponse:
        return self.client.post(f"{self.path}{page}?language=en", sent)

    def save(self, changed: Sent, page: str = "") -> HttpResponse:
        """Open the form, change what is named and save it; None: it is not sent."""
        sent = {**self.open(page), **changed}
        return self.done(self.send({name: value for name, value in sent.items() if value is not None}, page))

    def without(self, *rows: str, page: str = "") -> HttpResponse:
        """Untick these rows and save."""
        return self.save({"row": [row for row in self.open(page)["row"] if row not in rows]}, page)

    def publish(self) -> HttpResponse:
        return self.done(self.send({**self.open(), "publish": "yes"}))

    def done(self, response: HttpResponse) -> HttpResponse:
        assert response.status_code == 302, errors_in(response)
        return response

    def press(self, page: str) -> HttpResponse:
        """Press a button that brings nothing along but the draft it is about."""
        sent = self.open()
        return self.client.post(self.path + page, {name: sent[name] for name in ("base", "deed")})

    @property
    def draft(self) -> Data:
        return house_rules.draft_of(Ruleset.objects.get(pk=self.ruleset.pk)).answers

    @property
    def text(self) -> str:
        return exported(self.draft)


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
