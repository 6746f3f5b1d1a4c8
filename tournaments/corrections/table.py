"""The page of one table: its people, the corrections, and their consequences."""

import json
from collections.abc import Callable, Collection, Mapping
from typing import Any, Literal, NamedTuple
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.deeds import Refused, rehearsed
from scoring.engine.naming import Names
from scoring.models import Sheet
from scoring.table.consequences import Changed, changed_elsewhere
from scoring.table.writing import Illegal
from scoring.web.access import account_of, deed_of
from scoring.web.stored_forms import remember_contents, saved_before
from scoring.web.submitting import explain_conflict
from tournaments.corrections.disputes.verbs import ruled_at
from tournaments.corrections.forms.table import SIGNUP, Offered, TableForm, set_back, values_of
from tournaments.corrections.history import history_of
from tournaments.corrections.mend import differences_in_words, mend, quicker_in_words, state_of
from tournaments.corrections.pages import (
    balance_in_words,
    changes_in_words,
    choices_of,
    decided_by,
    illegal_in_words,
    may_reopen,
    ranks_in_words,
)
from tournaments.corrections.verbs import results_in, takes_result_when_closed
from tournaments.engine.adjusting import OF_A_TABLE, AdjustmentKind, about_player
from tournaments.engine.changes import KnownTable, changes
from tournaments.engine.played import TableResults
from tournaments.engine.terms import Overall
from tournaments.models import Call, Stage, Table, TableChange
from tournaments.standings.results import joined_at, lacks_result, lines_of
from tournaments.wording import ADJUSTMENTS, adjustment_in_words


class Review(NamedTuple):
    """The consequences of changing a table, in words, to look at before it is stored."""

    sentences: list[str]
    results: list[tuple[int, list[tuple[str, str, str]]]]  # by table: each name, before and after
    ranks: list[Changed]  # places, and who chooses prizes
    given: list[str]  # prizes that stay whose they are


class SeatedPerson(NamedTuple):
    """A player at a table: name, balance, and what has to be noted about them."""

    name: str
    amount: str
    notes: list[str]


# What is on the page


def table_page(table: Table, names: Names, form: TableForm) -> dict[str, Any]:
    """Return a table's people, results and history for its page, and the reader's rights."""
    round_, tournament, sheet = table.round, table.round.tournament, table.sheet
    is_typed = table.result.is_typed
    is_running = tournament.is_open and round_.stage == Stage.RUNNING
    may_add = tournament.takes_results and tournament.is_open and not is_typed
    return {
        "mending": form,
        "people": list(zip(_people_of(table, names, form), form.people, strict=True)),
        "state": _state(table),
        "is_typed": is_typed,
        "hands": sheet.state.hands if sheet else 0,
        "rulings": ruled_at(table),
        "history": history_of(table, names),
        "may_repair": tournament.is_directed and is_running,
        "may_type": tournament.takes_results and is_running and table.paper,
        "may_correct_result": (
            (tournament.is_directed or may_add)
            and round_.stage == Stage.CLOSED
            and takes_result_when_closed(table)
        ),
        "may_reopen": may_reopen(round_),
    }


def _people_of(table: Table, names: Names, form: TableForm) -> list[SeatedPerson]:
    """Return everybody who ever sat at a table, in the order of its form."""
    lines, ruled = lines_of(table), table.result.ruled
    people = []
    for player, row in form.state["people"].items():
        notes = [_("house player")] if player in form.offered.house else []
        if row["left"] == "last":
            notes.append(_("left, ranked last"))
        elif row["left"]:
            notes.append(_("left"))
        elif not row["sits"]:
            notes.append(_("no longer sits here"))
        notes += [adjustment_in_words(each) for each in about_player(player, ruled)]
        amount = balance_in_words(lines.get(player), table.round.tournament.terms)
        people.append(SeatedPerson(names[player], amount, notes))
    return people


def _state(table: Table) -> str:
    if table.sheet is None:
        return _("not begun")
    if Call.waits(table):
        return _("waiting for the arbiters")
    if not table.sheet.is_open:
        return _("sheet closed")
    return _("plays on paper") if table.paper else _("plays")


# What the reader may change


def table_form(request: HttpRequest, table: Table, names: Names) -> TableForm:
    """Return the form of a table: with its state, with sent values, or with its last change set back."""
    if table.sheet is not None:
        table.sheet.evening = table.round.tournament.evening
    state, terms = state_of(table), table.round.tournament.terms
    posted: QueryDict | None = request.POST if request.POST.get("do") == "mend" else None
    if posted is not None and (change := _change_to_undo(table, posted)) is not None:
        entrants = table.round.tournament.entrants.values_list("participant", "pk")
        pks = {str(player): str(pk) for player, pk in entrants}
        posted = set_back(posted, state, change, terms, pks)
    # a form that was open before the round was closed still comes in, and keeps what was typed
    kinds = {name.partition("-")[0] for name in posted or ()}
    known, news = _known(table, state, posted.get("known", "") if posted else "")
    form = TableForm(posted, known, state, names, terms, _offered(table, names, state, kinds))
    if news and saved_before(request) is None:
        form.add_error(None, news)
    return form


def _known(table: Table, state: KnownTable, sent: str) -> tuple[KnownTable, str]:
    """Return how a table was when its form was opened, and who has changed it since; as it is if that is
    no page of ours.
    """
    try:
        known = json.loads(sent)
        if known == state:
            return state, ""
        values_of(known, table.round.tournament.terms)
        return known, quicker_in_words(table, known)
    except (ArithmeticError, AttributeError, KeyError, RecursionError, TypeError, ValueError):
        return state, ""


def _change_to_undo(table: Table, posted: QueryDict) -> TableChange | None:
    """Return the last change of a table, if a button says to undo that one."""
    last = table.changes.order_by("seq").last()
    return last if last is not None and str(last.pk) == posted.get("back") else None


def _offered(table: Table, names: Names, state: KnownTable, sent: Collection[str]) -> Offered:
    """Return the fields that the reader may change, and those that were sent."""
    round_, tournament, sheet = table.round, table.round.tournament, table.sheet
    house = tournament.entrants.filter(house=True).values_list("participant", flat=True)
    offered = Offered(house={str(pk) for pk in house})
    if sheet is None:
        return offered
    is_running = tournament.is_open and round_.stage == Stage.RUNNING
    is_typed = tournament.takes_results and not {"balance", "schrift"}.isdisjoint(sent)
    offered = offered._replace(takes_result=is_typed or _takes_result(table, is_running=is_running))
    if tournament.is_directed or tournament.is_arbitrated:
        ruled = _rulings(table, state)
        offered = offered._replace(
            ruled=[choice for choice in ruled if choice[0] not in OF_A_TABLE],
            ruled_of_all=ruled,
        )
    if tournament.is_directed and (is_running or "sits" in sent):
        choices, asks = choices_of(round_, names), _("%(name)s, registered and waiting")
        waiting = [
            (f"{SIGNUP}{signup.pk}", asks % {"name": signup.name}) for signup in tournament.signups.asking()
        ]
        as_house = _("%(name)s (house player)")
        house_players = [(key, as_house % {"name": name}) for key, name in choices["house"]]
        offered = offered._replace(
            seats=True,
            latecomers=set(joined_at(table).values()),
            really=choices["everybody"],
            comes=[*choices["newcomers"], *waiting, *house_players],
        )
    return offered


def _takes_result(table: Table, *, is_running: bool) -> bool:
    """Return whether the reader may type the result of a table, or correct it, here."""
    tournament, is_typed = table.round.tournament, table.result.is_typed
    if not tournament.takes_results:
        return False
    if is_running:
        return table.paper
    may = tournament.is_directed or (tournament.is_open and not is_typed)
    return may and table.round.stage == Stage.CLOSED and takes_result_when_closed(table)


def _rulings(table: Table, state: KnownTable) -> list[tuple[str, str]]:
    """Return the possible rulings on the results of a table, with their words."""
    tournament, words = table.round.tournament, dict(ADJUSTMENTS)
    words[AdjustmentKind.NONE] = pgettext("ruling", "none")
    if tournament.terms.overall is Overall.AVERAGE:
        words[AdjustmentKind.NO_SHOW] = _(
            "did not turn up: no result; this round no longer counts in the average, which rises if it was "
            "a bad one"
        )
    holds = state["ruled"]["kind"]
    left_out = set() if tournament.is_directed else {*OF_A_TABLE}
    if holds == AdjustmentKind.NONE and not lacks_result(table):
        left_out.add(AdjustmentKind.AS_IT_STOOD)
    kinds = sorted(AdjustmentKind, key=lambda kind: kind is not AdjustmentKind.NONE)
    return [(kind.value, words[kind]) for kind in kinds if kind not in left_out or kind == holds]


# What a change would do, and doing it


def put_right(request: HttpRequest, table: Table, form: TableForm) -> Review | Literal["done"] | None:
    """Return "done", or the consequences to look at; None: nothing was asked yet, or it is refused.

    Done is only what was looked at: where somebody else was quicker, it is shown anew.
    """
    if not form.is_bound or not form.is_valid():
        return None
    saves, looked = form.data.get("step") == "save", form.data.get("looked")
    if form.target == form.known and saved_before(request) is None:
        form.add_error(None, _("Nothing is changed yet."))
        return None

    def act(deed: UUID, reason: str) -> Table:
        actor, target = account_of(request), form.target
        return mend(actor, deed, table=table, before=form.known, after=target, reason=reason)

    reason, review = form.cleaned_data["reason"], None
    try:
        if not (saves and (looked is None or saved_before(request) is not None)):
            # the reason is asked for before it is stored, not before it is looked at
            review = review_of(table, lambda: act(uuid4(), reason or "…"))
        if (saves and looked in (None, str(review))) or review is None:
            remember_contents(request)
            act(deed_of(request), reason)
            messages.success(request, " ".join((_("Saved."), *_last_change(table))))
            return "done"
        if saves:
            messages.info(request, _("Please look at what changes, then save. None of it is saved yet."))
    except Refused as refused:
        form.show(refused)
        explain_conflict(request, {"table": table})
    except Illegal as illegal:
        form.show(Refused(form=illegal_in_words(illegal, table.round.tournament)))
    return review


def review_of(table: Table, act: Callable[[], object]) -> Review:
    """Return the consequences of a change; raise what the change raises."""
    round_ = table.round

    def shown() -> tuple[dict[int, TableResults], Mapping[Any, str], bool]:
        is_open = Sheet.objects.filter(table=table, closed_at=None).exists()
        return results_in(round_), ranks_in_words(table), is_open

    def compare() -> Review:
        then = shown()
        act()
        now, names = shown(), round_.tournament.evening.names()
        sentences = _last_change(table)
        if then[2] and not now[2]:
            sentences.append(_("Fewer than four sit there then: the sheet is closed."))
        results = [(number, then[0][number], now[0][number]) for number in sorted(now[0])]
        changed = [each for each in results if each[1] != each[2]]
        return Review(
            sentences,
            changes_in_words(changed, names, round_.tournament.terms),
            changed_elsewhere(then[1], now[1]),
            decided_by(table),
        )

    return rehearsed(compare)


def _last_change(table: Table) -> list[str]:
    """Return in sentences what was changed last at a table."""
    last = table.changes.order_by("seq").last()
    if last is None:
        return []
    return differences_in_words(changes(last.before, last.after), table.round.tournament.evening.names())
