"""The page of a table as a form: values for each person and for the table, and who takes a seat."""

import json
from collections.abc import Collection, Mapping, Sequence
from copy import deepcopy
from typing import Any, NamedTuple

from django import forms
from django.http import QueryDict
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from scoring.engine.money import number_in_words
from scoring.engine.play_money import amount_from
from scoring.web.fields import PageForm, choice_field, text_field
from tournaments.corrections.forms.paper import LABELS
from tournaments.corrections.forms.repair import why_field
from tournaments.corrections.verbs import as_kept
from tournaments.engine.adjusting import EVERYBODY, Adjustment, AdjustmentKind, as_json
from tournaments.engine.capital import PaperLine
from tournaments.engine.changes import SEATS, KnownTable, changes
from tournaments.engine.terms import Format, Terms
from tournaments.models import Leaving, TableChange
from tournaments.web.amounts import AmountField

LabelledChoices = Sequence[tuple[str, str]]
SIGNUP = "signup "  # before the id of somebody who registered and is not on the list, where others have an id
SEATED, ELSEWHERE = "here", "elsewhere"
SITS = [
    (SEATED, _("sits here")),
    (Leaving.Ranked.BALANCE.value, _("left, with the balance")),
    (Leaving.Ranked.LAST.value, _("left, ranked last")),
]


class Offered(NamedTuple):
    """What a reader may change at a table; nothing is asked about what is empty."""

    seats: bool = False  # who sits there
    latecomers: Collection[str] = ()  # players who came while the round ran: it can be undone
    really: LabelledChoices = ()  # who can have sat there
    comes: LabelledChoices = ()  # who can take a seat
    takes_result: bool = False  # what stands on the printed sheet
    ruled: LabelledChoices = ()  # rulings on the result of one person
    ruled_of_all: LabelledChoices = ()  # rulings on the result of everybody
    house: Collection[str] = ()  # players who are not ranked, so that nothing is ruled on them


class PersonFields(NamedTuple):
    """A person at a table with the fields about them."""

    player: str
    name: str
    fields: list[forms.BoundField]
    is_open: bool  # something is wrong there, or was changed


class TableForm(PageForm):
    """The wanted state of a table; starts with the current one, and carries the one its page showed."""

    reason = why_field(_("Everybody who sees the change can read it."), required=False)

    def __init__(
        self,
        posted: QueryDict | None,
        known: KnownTable,
        state: KnownTable,
        names: Mapping[str, str],
        terms: Terms,
        offered: Offered,
    ) -> None:
        self.state, self.names, self.offered = state, names, offered
        self.terms, self.kinds, self.known = terms, kinds_of(terms), known
        if posted is not None:
            posted = _with_newer(posted, values_of(self.known, terms), values_of(state, terms))
        super().__init__(posted, initial=values_of(state, terms))
        for player, row in state["people"].items():
            self._ask_about(player, row)
        if offered.ruled_of_all:
            self._ask_for_ruling("", _("Ruling on the whole table"), offered.ruled_of_all)
        if offered.seats:
            self.fields["entrant"] = choice_field(
                _("Who takes a seat"), [("", "–"), *offered.comes], required=False
            )
            help_text = _("With the seat of somebody who leaves: a house player.")
            self.fields["name"] = text_field(_("Or a new name"), "", help_text=help_text, maxlength="80")

    def _ask_about(self, player: str, row: Mapping[str, Any]) -> None:
        """Add the fields about one person."""
        offered = self.offered
        if offered.seats:
            sits = list(SITS)
            if player in offered.latecomers or _sits(row) == ELSEWHERE:
                sits.append((ELSEWHERE, _("does not sit here")))
            self.fields[f"sits-{player}"] = choice_field(_("Seat"), sits)
            others = [choice for choice in offered.really if choice[0] != player]
            self.fields[f"who-{player}"] = choice_field(
                _("Somebody else sat there"), [("", "–"), *others], required=False
            )
        if offered.takes_result:
            for kind in self.kinds:
                label = LABELS[kind] % {"name": self.names[player]}
                self.fields[f"{kind}-{player}"] = AmountField(label=label, required=False)
        if offered.ruled and player not in offered.house:
            self._ask_for_ruling(f"-{player}", _("Penalty or credit"), offered.ruled)

    def _ask_for_ruling(self, whose: str, label: Any, kinds: LabelledChoices) -> None:
        self.fields[f"ruled{whose}"] = choice_field(label, kinds)
        self.fields[f"points{whose}"] = AmountField(label=_("Points, such as −10"), required=False)

    @property
    def known_then(self) -> str:
        """Return how the table is now, as the page brings it along."""
        return json.dumps(self.state)

    @cached_property
    def people(self) -> list[PersonFields]:
        """Return everybody who ever sat there, with the fields about them."""
        return [self._person(player) for player in self.state["people"]]

    def _person(self, player: str) -> PersonFields:
        kinds = ("sits", "who", *self.kinds, "ruled", "points")
        fields = [self[f"{kind}-{player}"] for kind in kinds if f"{kind}-{player}" in self.fields]
        is_open = any(field.errors or self._is_changed(field.name) for field in fields)
        return PersonFields(player, self.names[player], fields, is_open)

    @property
    def may_change(self) -> bool:
        """Return whether anything but the reason is asked."""
        return len(self.fields) > 1

    @property
    def whole(self) -> list[forms.BoundField]:
        """Return the fields about everybody at the table."""
        return [self[name] for name in ("ruled", "points") if name in self.fields]

    @property
    def coming(self) -> list[forms.BoundField]:
        """Return the fields about who takes a seat."""
        return [self[name] for name in ("entrant", "name") if name in self.fields]

    @property
    def is_whole_open(self) -> bool:
        return any(field.errors or self._is_changed(field.name) for field in self.whole)

    @property
    def is_coming_open(self) -> bool:
        return any(field.errors or self._is_changed(field.name) for field in self.coming)

    def _is_changed(self, name: str) -> bool:
        """Return whether something else stands in a field than it began with."""
        return self.is_bound and str(self[name].value() or "") != str(self.initial.get(name, ""))

    @property
    def target(self) -> KnownTable:
        """Return how the table shall be."""
        table = deepcopy(self.known)
        for player, row in table["people"].items():
            if self._is_changed_of(player, "sits"):
                at = self.cleaned_data[f"sits-{player}"]
                row |= {"sits": at == SEATED, "left": "" if at in (SEATED, ELSEWHERE) else at}
            row["who"] = self.cleaned_data.get(f"who-{player}") or row["who"]
            if any(self._is_changed_of(player, kind) for kind in self.kinds):
                row["typed"] = self._line_of(player)
            if self._is_changed_of(player, "ruled") or self._is_changed_of(player, "points"):
                row["ruled"] = self._ruling(f"-{player}")
        if self._is_changed_of("", "ruled") or self._is_changed_of("", "points"):
            table["ruled"] = self._ruling("")
        entrant = self.cleaned_data.get("entrant") or ""
        if entrant or (self.cleaned_data.get("name") or "").strip():
            signup = entrant.removeprefix(SIGNUP) if entrant.startswith(SIGNUP) else ""
            names = dict(self.offered.comes)
            table["comes"] = {
                "entrant": int(entrant) if entrant and not signup else None,
                "name": names[entrant] if signup else self.cleaned_data["name"],
                "signup": int(signup) if signup else None,
            }
        return table

    def _is_changed_of(self, player: str, kind: str) -> bool:
        name = f"{kind}-{player}" if player else kind
        return name in self.fields and self._is_changed(name)

    def _line_of(self, player: str) -> Any:
        """Return the typed line of a person; None if nothing was typed."""
        amounts = {kind: self.cleaned_data[f"{kind}-{player}"] for kind in self.kinds}
        if amounts[self.kinds[0]] is None:
            return None
        line = PaperLine(**{kind: amount or 0 for kind, amount in amounts.items()})
        return as_kept(self.terms, line).as_json()

    def _ruling(self, whose: str) -> Any:
        kind, points = self.cleaned_data[f"ruled{whose}"], self.cleaned_data[f"points{whose}"]
        if kind == AdjustmentKind.NONE and points is not None and self._is_changed(f"points{whose}"):
            kind = AdjustmentKind.POINTS  # whoever types points means them
        stated = Adjustment(AdjustmentKind(kind), points or 0)
        [ruled] = as_json({EVERYBODY: stated}).values()
        return ruled


def _sits(row: Mapping[str, Any]) -> str:
    return SEATED if row["sits"] else row["left"] or ELSEWHERE


def _ruled_values(whose: str, ruled: Mapping[str, Any]) -> dict[str, str]:
    points = number_in_words(amount_from(ruled["points"])) if "points" in ruled else ""
    return {f"ruled{whose}": ruled["kind"], f"points{whose}": points}


def _with_newer(posted: QueryDict, then: Mapping[str, str], now: Mapping[str, str]) -> QueryDict:
    """Return the sent values, with newer stored ones wherever the page's value was left alone."""
    data = posted.copy()
    for name, value in now.items():
        if posted.get(name) in (None, then.get(name)):
            data[name] = value
    return data


def values_of(state: KnownTable, terms: Terms) -> dict[str, str]:
    """Return the fields' values for a table in this state."""
    values = _ruled_values("", state["ruled"])
    for player, row in state["people"].items():
        values |= {f"sits-{player}": _sits(row), f"who-{player}": ""}
        for kind in kinds_of(terms):
            amount = amount_from((row["typed"] or {}).get(kind, 0))
            is_typed = row["typed"] and (amount or kind != "replacement")
            values[f"{kind}-{player}"] = number_in_words(amount) if is_typed else ""
        values |= _ruled_values(f"-{player}", row["ruled"])
    return values


def set_back(
    posted: QueryDict, state: KnownTable, change: TableChange, terms: Terms, entrants: Mapping[str, str]
) -> QueryDict:
    """Return the fields that set a change back; saved at once if only seats had changed."""
    people = {player: dict(row) for player, row in state["people"].items()}
    back, other = {**state, "people": people}, {}
    differences = list(changes(change.before, change.after))
    leaves = {each.player for each in differences if each.kind == "left"}
    for player, kind, was, becomes in differences:
        if kind == "who":
            other[f"who-{becomes}"] = was
        elif kind == "comes":  # whoever sat down for somebody who left gives way by itself
            people[becomes] |= {} if leaves else {"sits": False, "left": ""}
        elif kind == "sits" and was and player not in leaves:
            other["entrant"] = entrants.get(player, "")
        elif player:
            people[player][kind] = was
        else:
            back["ruled"] = was
    other["step"] = "save" if {each.kind for each in differences} <= SEATS else "look"
    data = posted.copy()
    for name, value in (values_of(back, terms) | other).items():
        data[name] = value
    return data


def kinds_of(terms: Terms) -> tuple[str, ...]:
    """Return which amounts stand on a printed sheet."""
    return ("schrift",) if terms.format is Format.CUP else ("balance", "replacement")
