"""Forms that begin with stored values, and never overwrite newer ones that they did not show.

Such a form brings along what its page showed, and when that was. The verb compares once it holds its lock.
Where something newer is stored, nothing is done: the page shows it beside what was typed, takes over what was
left as it was, and keeps everything else. Saved again, the form is what counts.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from enum import Enum
from typing import Any

from django import forms
from django.contrib.sessions.backends.base import UpdateError
from django.db.models import Model, QuerySet
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _

from scoring import clock
from scoring.deeds import Refused
from scoring.models import Account, Club, Deed
from scoring.web.access import account_of, deed_of
from scoring.web.fields import PageForm

IN_SESSION = "saved_forms"
MOST_REMEMBERED = 20
NOT_CONTENTS = ("csrfmiddlewaretoken", "deed")


class SavedBefore(Enum):
    """What was in a form when it was saved before."""

    THE_SAME = "the same"
    SOMETHING_ELSE = "something else"


def remember_contents(request: HttpRequest) -> None:
    """Store a digest of this form before saving, to recognise it even if the server dies then."""
    if saved_before(request) is not None:
        return
    digests = {**request.session.get(IN_SESSION, {}), str(deed_of(request)): _posted_digest(request)}
    request.session[IN_SESSION] = dict(list(digests.items())[-MOST_REMEMBERED:])
    with suppress(UpdateError):  # they have signed out meanwhile
        request.session.save()


def saved_before(request: HttpRequest) -> SavedBefore | None:
    """Return whether the sender saved this form before, with the same contents or others; else None."""
    if request.method != "POST":
        return None
    deed = deed_of(request)
    if not Deed.objects.filter(pk=deed, account=account_of(request)).exists():
        return None
    is_same = request.session.get(IN_SESSION, {}).get(str(deed)) == _posted_digest(request)
    return SavedBefore.THE_SAME if is_same else SavedBefore.SOMETHING_ELSE


def _posted_digest(request: HttpRequest) -> str:
    contents = sorted((key, values) for key, values in request.POST.lists() if key not in NOT_CONTENTS)
    return hashlib.sha256(json.dumps(contents).encode()).hexdigest()


SHOWN = "shown"  # the field that brings along what the page showed
ADD_STORED = "add_stored"  # the button that adds the stored lines to those typed


class StoredForm(PageForm):
    """A form that begins with what is stored."""

    meanwhile: dict[str, Any] | None = None  # what was stored since the page was opened
    shown = ""  # what the page showed, where the form is not bound to what was sent
    shown_field = SHOWN  # another one where several such forms are sent together

    @property
    def shown_then(self) -> str:
        """Return the values that the page showed, from the form."""
        if self.shown:
            return self.shown
        sent = self.data.get(self.shown_field, "") if self.is_bound else ""
        return str(sent) or self.stored_now()

    @property
    def is_untouched(self) -> bool:
        """Return whether everything was sent as the page showed it."""
        _opened, shown = _read(self.shown_then)
        return all(_as_sent(bound.field, bound.value()) == shown.get(bound.name) for bound in self)

    def stored_now(self) -> str:
        """Return the stored values with which this form begins, and when they were read."""
        return json.dumps([clock.now().isoformat(), self.stored_values()], separators=(",", ":"))

    def stored_values(self) -> dict[str, list[str]]:
        """Return what a browser would send of this form without any changes."""
        return {bound.name: _stored(bound) for bound in self}

    def show(self, refused: Refused) -> None:
        """Show what a verb refused; what is newer beside what was typed."""
        if isinstance(refused, NewerStored):
            self.show_newer(refused)
        else:
            super().show(refused)

    def show_newer(self, refused: NewerStored) -> None:
        """Show newer stored values, and take them over into fields left alone."""
        _opened, shown = _read(self.shown_then)
        data = QueryDict(mutable=True)
        data.update(self.data)
        values = []
        for bound in refused.stored:
            if bound.name not in refused.changed or bound.name not in self.fields:
                continue
            mine, theirs = self[bound.name], _stored(bound)
            entered = _as_sent(mine.field, mine.value())
            if entered == theirs:
                continue
            left = entered == shown.get(bound.name)
            values.append(_newer_value(bound, theirs, entered, is_taken=left))
            if left:
                data.setlist(mine.html_name, theirs)
        self.data = data
        self.shown = refused.stored.stored_now()
        can_add = any(value["is_list"] and value["stored"] and not value["is_taken"] for value in values)
        self.meanwhile = {"values": values, "can_add": can_add}  # lines to those in the form
        super().show(refused)

    def add_stored(self, stored: StoredForm) -> None:
        """Add stored lines missing in the form below its own."""
        data = QueryDict(mutable=True)
        data.update(self.data)
        for bound in stored:
            if not _is_list(bound.field) or bound.name not in self.fields:
                continue
            mine = self[bound.name]
            entered = _lines(_as_sent(mine.field, mine.value()))
            both = [*entered, *_without(_lines(_stored(bound)), entered)]
            is_text = isinstance(bound.field.widget, forms.Textarea)
            data.setlist(mine.html_name, ["\n".join(both)] if is_text else both)
        self.data = data
        self.add_error(None, _("The stored lines are added below yours. Nothing is saved yet."))


class NewerStored(Refused):
    """Something newer is stored than the form showed."""

    def __init__(self, stored: StoredForm, changed: Collection[str], sentence: str) -> None:
        super().__init__(form=[sentence])
        self.stored, self.changed = stored, changed


def refuse_newer(
    request: HttpRequest,
    form: StoredForm,
    stored: Callable[[], StoredForm],
    arguments: Mapping[str, object],
    verb: str,
) -> None:
    """Refuse where something else is stored by now than the form showed."""
    opened, shown = _read(form.data.get(form.shown_field, ""))
    now = stored()
    current = now.stored_values()
    if not shown.keys() & current.keys() and form.data.get(form.shown_field):
        shown = dict.fromkeys(current)  # nobody can read what it showed
    elif not shown:  # a form of nobody's page: it has shown nothing, and wipes out no list
        shown = {**current, **{bound.name: [] for bound in now if _is_list(bound.field)}}
    changed = {
        bound.name
        for bound in now
        if shown.get(bound.name, []) != current[bound.name]
        # a field that came into the form since is asked about by the page that sends it
        and (bound.name in shown or bound.html_name not in form.data)
    }
    if changed:
        actor = arguments.get("actor", request.user)
        raise NewerStored(now, changed, _sentence(_last_deed(opened, verb, arguments), actor))


def _last_deed(opened: datetime | None, verb: str, arguments: Mapping[str, object]) -> Deed | None:
    """Return this verb's last deed about the same row since the page was opened."""
    return None if opened is None else deeds_about(arguments).filter(verb=verb, at__gte=opened).first()


def deeds_about(arguments: Mapping[str, object]) -> QuerySet[Deed]:
    """Return the deeds about the row of a request, the newest first."""
    name, row = next(((name, row) for name, row in arguments.items() if isinstance(row, Model)), ("", None))
    if row is None or isinstance(row, Club):
        return Deed.objects.filter(club=row)
    where: dict[str, object] = {name: row.pk}
    where = getattr(row, "in_deeds", where)  # where a deed says otherwise which row it was about
    about_it = {f"details__{key}": value for key, value in where.items()}
    return Deed.objects.filter(club=getattr(row, "club", None), **about_it)


def _sentence(deed: Deed | None, actor: object) -> str:
    if deed is None:
        return _("Not saved yet: something here has been changed since you opened the page.")
    fields = {"name": deed.actor, "time": clock.moment_in_words(deed.at)}
    if isinstance(actor, Account) and deed.account_id == actor.pk:
        return _("Not saved yet: you have saved something newer in another window, at %(time)s.") % fields
    return _("Not saved yet: %(name)s has saved something newer at %(time)s.") % fields


def _read(shown: str) -> tuple[datetime | None, dict[str, Any]]:
    """Return when a page was opened, and each value that it showed."""
    try:
        opened, values = json.loads(shown)
        return datetime.fromisoformat(opened).astimezone(UTC), dict(values)
    except (ValueError, TypeError, AttributeError, OverflowError, RecursionError):
        return None, {}


def _stored(bound: forms.BoundField) -> list[str]:
    """Return what a browser would send of a field left alone."""
    return _as_sent(bound.field, bound.field.prepare_value(bound.initial))


def _as_sent(field: forms.Field, value: Any) -> list[str]:
    widget = field.widget
    if isinstance(widget, forms.CheckboxInput):
        return ["on"] if widget.check_test(value) else []
    shown = widget.format_value(value)
    if isinstance(shown, list | tuple | set):
        return sorted(str(value) for value in shown if value not in (None, ""))
    text = "" if shown is None else "\n".join(line.rstrip() for line in str(shown).strip().splitlines())
    return [text] if text else []


def _newer_value(
    bound: forms.BoundField, theirs: list[str], entered: list[str], *, is_taken: bool
) -> dict[str, Any]:
    """Return the stored and the typed value of a field; of lines only the differing ones.

    What had been left as it was is taken over into the form.
    """
    stored, mine = list(_in_words(bound, theirs)), list(_in_words(bound, entered))
    if is_list := _is_list(bound.field):
        only_stored, only_mine = _without(stored, mine), _without(mine, stored)
        if only_stored or only_mine:
            stored, mine = only_stored, only_mine
    label = str(bound.label)
    return {"label": label, "stored": stored, "typed": mine, "is_taken": is_taken, "is_list": is_list}


def _is_list(field: forms.Field) -> bool:
    return isinstance(field.widget, forms.Textarea | forms.SelectMultiple | forms.CheckboxSelectMultiple)


def _in_words(bound: forms.BoundField, values: list[str]) -> Iterator[str]:
    if isinstance(bound.field.widget, forms.CheckboxInput):
        yield _("yes") if values else _("no")
        return
    words = {str(value): str(label) for value, label in getattr(bound.field.widget, "choices", ())}
    yield from (words.get(value, value) for value in _lines(values))


def _lines(values: list[str]) -> list[str]:
    return [line for value in values for line in value.splitlines() if line.strip()]


def _without(lines: list[str], others: list[str]) -> list[str]:
    known = {" ".join(line.split()) for line in others}
    return [line for line in lines if " ".join(line.split()) not in known]
