"""Forms on pages as a browser has them: what they begin with, what they send, and who saved meanwhile."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any, NamedTuple
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.test import Client

from scoring.deeds import PendingDeed
from scoring.models import Deed
from scoring.web.stored_forms import SHOWN
from tests.support.locks import noted_locks
from tests.support.visitors import Visitors

Pair = tuple[str, str]
Values = dict[str, list[str]]
TYPED = {"text", "number", "date", "datetime-local", "time", "email", "tel", "search", "url"}
NEW_EACH_TIME = {SHOWN, "deed", "csrfmiddlewaretoken"}
GARBLED = ('["0001-01-01T00:00:00+14:00",{"%s":"x"}]', '["2026-01-01",{"%s":"x"}]')  # what a page showed
DRAFT = "base"  # what a draft of a rule sheet brings along, and goes by


@dataclass
class FormOnPage:
    """A form of a page: what it sends if nothing is touched."""

    action: str
    css: str = ""
    name: str = ""
    is_posted: bool = True
    sent: Values = field(default_factory=dict)
    buttons: list[Pair] = field(default_factory=list)
    choices: Values = field(default_factory=dict)  # what its selects and radios offer
    names: set[str] = field(default_factory=set)
    begins_with: set[str] = field(default_factory=set)  # fields with something in them, and areas

    @property
    def fields(self) -> list[Pair]:
        """Return what it sends, one after the other."""
        return [(name, value) for name, values in self.sent.items() for value in values]

    @property
    def is_compared(self) -> bool:
        return SHOWN in self.sent

    @property
    def is_draft(self) -> bool:
        return DRAFT in self.sent

    @property
    def values(self) -> Values:
        """Return what stands in the fields, without what is new each time."""
        return {name: value for name, value in self.sent.items() if name not in NEW_EACH_TIME}

    def with_(self, typed: Mapping[str, Any]) -> dict[str, Any]:
        """Return what is sent with this typed into it; the id is a new one."""
        return {**self.sent, **typed, "deed": str(uuid4())}


class FormParser(HTMLParser):
    """All forms of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[FormOnPage] = []
        self.current: FormOnPage | None = None
        self.select, self.options = "", list[tuple[str, bool]]()
        self.text = ""

    @property
    def found(self) -> list[FormOnPage]:
        """Return those that are posted."""
        return [form for form in self.forms if form.is_posted]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        about = {name: value or "" for name, value in attrs}
        if tag == "form":
            action, css, name = (about.get(what, "") for what in ("action", "class", "id"))
            self.current = FormOnPage(action, css, name, about.get("method", "").lower() == "post")
            self.forms.append(self.current)
        of = about.get("form")  # of a field that stands apart from its form
        current = next((form for form in self.forms if form.name == of), None) if of else self.current
        if current is None or "disabled" in about:
            return
        name, value, kind = about.get("name", ""), about.get("value", ""), about.get("type", "text")
        if name and tag != "button":
            current.names.add(name)
        if tag == "textarea" and name:
            self.text = name
            current.sent[name] = [""]
            if "hidden" not in about:
                current.begins_with.add(name)
        elif tag == "button" and kind != "button":
            current.buttons.append((name, value))
        elif tag == "select":
            self.select, self.options = name, []
        elif tag == "option" and self.select:
            self.options.append((value, "selected" in about))
        elif tag == "input" and name and kind in ("checkbox", "radio"):
            if kind == "radio":
                current.choices.setdefault(name, []).append(value)
            if "checked" in about:
                current.sent.setdefault(name, []).append(about.get("value", "on"))
                current.begins_with.add(name)
        elif tag == "input" and name and kind in TYPED | {"hidden"}:
            current.sent.setdefault(name, []).append(value)
            if value and kind in TYPED:
                current.begins_with.add(name)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.current = None
        elif tag == "textarea":
            self.text = ""
        elif tag == "select" and self.current is not None and self.select:
            self.current.choices[self.select] = offered = [value for value, _chosen in self.options]
            chosen = [value for value, is_chosen in self.options if is_chosen]
            self.current.sent[self.select] = chosen or offered[:1]
            if any(chosen):
                self.current.begins_with.add(self.select)
            self.select = ""

    def handle_data(self, data: str) -> None:
        if self.current is not None and self.text:
            before = self.current.sent[self.text][0]
            self.current.sent[self.text] = [before + (data.removeprefix("\n") if not before else data)]


def forms_on(response: HttpResponse) -> list[FormOnPage]:
    """Return the forms of a page that are posted."""
    return forms_in(response.content.decode())


def forms_in(page: str) -> list[FormOnPage]:
    parser = FormParser()
    parser.feed(page)
    return parser.found


def compared_form(response: HttpResponse, named: str) -> FormOnPage:
    """Return the form with this field that brings along what the page showed."""
    [found] = [form for form in forms_on(response) if form.is_compared and named in form.names]
    return found


def shown_at(client: Client, path: str, named: str) -> dict[str, str]:
    """Return what a form of a page carries of the values it shows."""
    return {SHOWN: compared_form(client.get(path), named).sent[SHOWN][0]}


class FormCase(NamedTuple):
    """What one window saves in a form, and then another one that was opened earlier."""

    theirs: Mapping[str, Any]
    mine: Mapping[str, Any]
    by: str = "owner"  # who saves first
    besides: Mapping[str, str] = {}  # sent along with mine, and not stored as such


@contextmanager
def locked_before_it_is_compared() -> Iterator[None]:
    """A verb locks something before it looks whether anything newer is stored: else two may look at once."""
    begin, compare = PendingDeed.__init__, PendingDeed.demand_nothing_newer
    with pytest.MonkeyPatch.context() as patch, noted_locks() as locks:

        def beginning(act: PendingDeed[Any], *args: Any) -> None:
            locks.clear()
            begin(act, *args)

        def comparing(act: PendingDeed[Any]) -> None:
            assert locks, f"{act.verb} locks nothing"
            compare(act)

        patch.setattr(PendingDeed, "__init__", beginning)
        patch.setattr(PendingDeed, "demand_nothing_newer", comparing)
        yield


@locked_before_it_is_compared()
def nothing_is_wiped_out(scene: Visitors, path: str, case: FormCase) -> None:
    """Somebody saves a form while another has it open, who is shown both and decides; nothing is lost."""
    mine, theirs = scene.browser("owner"), scene.browser(case.by)
    named = next(iter(case.mine))
    begun = compared_form(mine.get(path), named)
    to = begun.action or path
    saved(theirs, to, compared_form(theirs.get(path), named).with_(case.theirs))
    stored = compared_form(mine.get(path), named).values
    assert stored != begun.values

    answer = mine.post(to, begun.with_({**case.mine, **case.besides}))
    assert answer.status_code == 200, "saved over what it did not show"
    assert compared_form(mine.get(path), named).values == stored
    shown = answer.content.decode()
    who = "Sie haben" if case.by == "owner" else scene.who[case.by]
    assert f"Noch nicht gespeichert: {who}" in shown
    for garbled in GARBLED:
        refused = mine.post(to, begun.with_({**case.mine, **case.besides, SHOWN: garbled % named}))
        assert refused.status_code == 200, f"saved by {garbled}"
    offered = compared_form(answer, named)
    for name, value in case.mine.items():
        assert offered.sent[name] == _listed(value), "what was typed is gone"
    for name in case.theirs.keys() - case.mine.keys():
        assert offered.sent.get(name) == stored.get(name), "what was left as it was is not taken over"
    if b'name="add_stored"' in answer.content:
        added = compared_form(mine.post(to, offered.with_({"add_stored": "yes"})), named)
        assert compared_form(mine.get(path), named).values == stored, "nothing is saved yet"
        both = {name: {*_lines(stored.get(name, [])), *_lines(offered.sent[name])} for name in case.mine}
        assert any({*_lines(added.sent[name])} == lines for name, lines in both.items())

    again = offered.with_({})
    for _twice in range(2):
        saved(mine, to, again)
        both = compared_form(mine.get(path), named).values
        assert {name: both[name] for name in case.mine} == {
            name: _listed(value) for name, value in case.mine.items()
        }
        for name in case.theirs.keys() - case.mine.keys():
            assert both.get(name) == stored.get(name), "wiped out in the end"
    assert Deed.objects.filter(pk=again["deed"]).count() == 1


def saved(browser: Client, path: str, sent: Mapping[str, Any]) -> None:
    """Send a form that is in order."""
    answer = browser.post(path, sent)
    assert answer.status_code == 302, answer.content.decode()


def _lines(values: list[str]) -> list[str]:
    return "\n".join(values).split("\n")


def _listed(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else list(value)
