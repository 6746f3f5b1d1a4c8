"""The page that corrects a table, and the consequences it shows, even in a closed round."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import zip_longest
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring.deeds import Refused, rehearsed
from scoring.engine.amounts import signed
from scoring.engine.explaining import problems_in_words
from scoring.engine.money import number_in_words
from scoring.engine.naming import Names
from scoring.models import Sheet
from scoring.table.consequences import Changed, changed_elsewhere
from scoring.table.writing import Illegal
from scoring.table_policy import AffectedRow, RemarkOnEntry
from scoring.web.access import deed_of
from scoring.web.fields import PageForm
from scoring.web.language import current_language
from scoring.web.stored_forms import remember_contents, saved_before
from scoring.web.submitting import explain_conflict
from tournaments.corrections.verbs import (
    ROOM_AT,
)
from tournaments.draw.wishes import not_kept_in_words, report_on_wishes
from tournaments.engine.meetings import RoundSeating
from tournaments.engine.played import PlayerResult, TableResults
from tournaments.engine.stages import is_possible
from tournaments.engine.terms import Format, Terms
from tournaments.models import PaperResult, Rewritten, Round, Stage, Table, Tournament
from tournaments.standings.derived import ranked
from tournaments.standings.pages.prizes import PrizesOfRound, prizes_shown
from tournaments.standings.pages.standings import ShownStandings, overall_shown, round_shown
from tournaments.standings.prizes import offered
from tournaments.standings.results import lines_of
from tournaments.web.access import directed_tournament, redirect_to, round_in, table_in, typed_tournament
from tournaments.wording import round_title

LATER = "later"  # instead of a table


def may_reopen(round_: Round) -> bool:
    """Return whether the reader may open a closed round again."""
    tournament = round_.tournament
    return tournament.is_directed and tournament.is_open and is_possible("reopen", round_.stage)


def balance_in_words(line: PlayerResult | None, terms: Terms) -> str:
    """Return the balance with the replacement in it, or the Schrift."""
    if line is None:
        return ""
    if terms.format is Format.CUP:
        return signed(line.schrift)
    balance = number_in_words(line.balance)
    if not line.replacement:
        return balance
    words = _("%(balance)s, including replacement capital %(replacement)s")
    return words % {"balance": balance, "replacement": number_in_words(line.replacement)}


def replaced(sheet: Sheet) -> list[RemarkOnEntry]:
    """Return the remarks on a sheet that another one replaced; none on an open sheet."""
    if sheet.is_open:
        return []
    rewritings = Rewritten.objects.filter(sheet=sheet).select_related("reason", "by")
    title = _("This sheet was replaced: the table has another one.")
    return [
        RemarkOnEntry(title=title, text=rewritten.reason.text, by=rewritten.by.name, at=rewritten.at)
        for rewritten in rewritings
    ]


# What would change


def changes_in_words(
    consequences: Iterable[tuple[int, TableResults, TableResults]], names: Mapping[str, str], terms: Terms
) -> list[tuple[int, list[tuple[str, str, str]]]]:
    """Return the changes at each table and for whom, with names and amounts in words."""
    changes = []
    for number, *results in consequences:
        then, now = (result.players for result in results)
        words = {
            person: tuple(
                balance_in_words(results_by_person.get(person), terms) or "–"
                for results_by_person in (then, now)
            )
            for person in {**then, **now}
        }
        changes.append((number, [(names[person], old, new) for person, (old, new) in words.items()]))
    return changes


def looked_at(
    request: HttpRequest,
    round_: Round,
    form: PageForm,
    act: Callable[[UUID], Any],
) -> list[Any] | str | None:
    """Return "done", or the consequences to look at; None: nothing or something wrong was asked.

    Done is only what was looked at: where somebody else was quicker, it is shown anew.
    """
    if request.method != "POST" or not form.is_valid():
        return None
    saves, looked = request.POST.get("step") == "save", request.POST.get("looked")
    is_known = saves and (looked is None or saved_before(request) is not None)
    try:
        changes = [] if is_known else foreseen_seats(round_, lambda: act(uuid4()))
        if is_known or (saves and looked == str(changes)):
            remember_contents(request)
            act(deed_of(request))
            return "done"
        if saves:
            messages.info(request, _("Please look at what changes, then save. None of it is saved yet."))
        return changes
    except Refused as refused:
        form.show(refused)
        explain_conflict(request, {"round_": round_})
    except Illegal as illegal:
        form.show(Refused(form=illegal_in_words(illegal, round_.tournament)))
    return None


# What can be chosen


def directed_table(request: HttpRequest, slug: str, pk: int, number: int, table: int) -> Table:
    """Return a table for its director; 404 before the round has begun, as nothing can be corrected yet."""
    return _begun(directed_tournament(request, slug, pk), number, table)


def paper_table(request: HttpRequest, slug: str, pk: int, number: int, table: int) -> Table:
    """Return a table for typing its paper sheet; 403 for helpers if it does not play on paper.

    A form sent after the table went back to the screen still comes in: its page says why it waits.
    """
    table_row = _begun(typed_tournament(request, slug, pk), number, table)
    if not (table_row.round.tournament.is_directed or table_row.paper or request.method == "POST"):
        raise PermissionDenied
    return table_row


def _begun(tournament: Tournament, number: int, table: int) -> Table:
    table_row = table_in(round_in(tournament, number), table)
    if table_row.sheet is None:
        raise Http404
    return table_row


def illegal_in_words(illegal: Illegal, tournament: Tournament) -> list[str]:
    """Return which hand does not fit, and why."""
    sentences = problems_in_words(illegal.problems, tournament.evening.names(), current_language())
    if illegal.number is None:
        return [problem_words.text for problem_words in sentences]
    hand = _("Hand %(number)d does not fit these rules:") % {"number": illegal.number}
    return [f"{hand} {problem_words.text}" for problem_words in sentences]


def choices_of(round_: Round, names: Names) -> dict[str, list[tuple[Any, str]]]:
    """Return the possible newcomers by table, the open tables, and everybody; two queries."""
    tables = _tables(round_)
    entrants = round_.tournament.entrants.filter(withdrawn_at=None)
    people = [
        (str(pk), str(player), names[str(player)], house)
        for pk, player, house in entrants.values_list("pk", "participant", "house")
    ]
    at_table, without = _("%(name)s (table %(number)d)"), _("%(name)s (without a seat)")
    seated = {
        player: at_table % {"name": names[player], "number": table.number}
        for table in tables
        for player in (lines_of(table) or table.seats)
    }
    free = [each for each in people if each[1] not in seated]
    free.sort(key=lambda each: round_.tournament.in_list(each[2]))
    open_ = [table for table in tables if table.sheet is None or table.sheet.is_open]
    words = _("Table %(number)d: %(people)s")
    return {
        "newcomers": [(pk, name) for pk, _player, name, house in free if not house],
        "house": [(pk, name) for pk, _player, name, house in free if house],
        "everybody": [
            *seated.items(),
            *((player, without % {"name": name}) for _pk, player, name, _house in free),
        ],
        "later": [(LATER, _later_in_words(round_))] if round_.stage != Stage.DRAFT else [],
        "fours": [
            (str(table.number), words % {"number": table.number, "people": _seated(table, names)})
            for table in open_
            if len(table.seated) == ROOM_AT
        ],
        "open": [(table.number, _seated(table, names)) for table in open_],
    }


def _later_in_words(round_: Round) -> str:
    """Return in words from which round on a latecomer without a seat plays, if any is left."""
    if round_.number >= round_.tournament.terms.rounds:
        return _("Only onto the list: no further round is planned")
    return _("From round %(number)d on, with nothing to pay for this one") % {"number": round_.number + 1}


def _tables(round_: Round) -> list[Table]:
    return list(round_.tables.select_related("sheet__evening").order_by("number"))


def _seated(table: Table, names: Mapping[str, str]) -> str:
    return ", ".join(names[player] for player in table.seated)


def foreseen_seats(round_: Round, act: Callable[[], Any]) -> list[dict[str, Any]]:
    """Return the tables that change; raises what doing it would raise."""

    def compare() -> tuple[list[Table], list[Table], Mapping[str, str]]:
        old_tables = _tables(round_)
        act()
        return old_tables, _tables(round_), round_.tournament.evening.names()

    former, new_tables, known = rehearsed(compare)
    seating = RoundSeating(tuple([tuple(table.seated) for table in new_tables]))
    wishes = report_on_wishes(round_, seating)
    return [
        {
            "table": now.number,
            "before": "–" if then is None else _seated(then, known),
            "after": _seated(now, known),
            "hands_before": None if then is None else round_.tournament.terms.hands_at(len(then.seated)),
            "hands_after": round_.tournament.terms.hands_at(len(now.seated)),
            "not_kept": not_kept_in_words(wishes, {player: known[player] for player in now.seated}),
        }
        for then, now in zip_longest(former, new_tables)  # a further table was not there before
        if then is None or list(then.seated) != list(now.seated)
    ]


def ranks_in_words(table: Table) -> Mapping[AffectedRow, str]:
    """Return the ranks in the table's round and overall, and the order of choosing prizes, in words."""
    round_ = table.round
    whole, names = ranked(round_.tournament), round_.tournament.evening.names()
    positions = dict(_placed(round_shown(whole, round_, names)))
    if (overall := overall_shown(whole, names)) is not None:
        positions |= _placed(overall)
    for scope in (round_, None):
        shown = prizes_shown(whole, scope, offered(round_.tournament, scope), names)
        positions |= _choosing(
            shown, _("Prizes: %(title)s") % {"title": round_title(scope.number if scope else None)}
        )
    return positions


def _placed(standings: ShownStandings) -> Iterator[tuple[AffectedRow, str]]:
    title = _("Standings: %(title)s") % {"title": standings.title}
    for row in standings.rows:
        words = _("shared rank %(rank)d, %(amount)s") if row.tied else _("rank %(rank)d, %(amount)s")
        text = words % {"rank": row.rank, "amount": standings.amount_of(row)}
        yield AffectedRow(title, row.name), text


def _choosing(shown: PrizesOfRound, title: str) -> Iterator[tuple[AffectedRow, str]]:
    """Yield who chooses first, second and so on, and between whom a lot has to be drawn."""
    for turn, player in enumerate(shown.order, 1):
        yield AffectedRow(title, _("chooses as number %(place)d") % {"place": turn}), player.name
    for number, tie in enumerate(shown.ties, 1):
        yield (
            AffectedRow(title, _("lots to be drawn (%(number)d)") % {"number": number}),
            ", ".join(tie.names),
        )


def ranks_changed(table: Table, act: Callable[[], Any]) -> list[Changed]:
    """Return the changes of standings and prizes by an act; raise what the act raises."""

    def compare() -> tuple[Mapping[AffectedRow, str], Mapping[AffectedRow, str]]:
        old = ranks_in_words(table)
        act()
        return old, ranks_in_words(table)

    return changed_elsewhere(*rehearsed(compare))


def decided_by(table: Table) -> list[str]:
    """Return sentences about prizes already given, which stay with their owners."""
    round_ = table.round
    tournament, names = round_.tournament, round_.tournament.evening.names()
    given = [
        f"{prize.name}: {names[str(prize.taken_by.participant_id)]}"
        for scope in (round_, None)
        for prize in offered(tournament, scope)
        if prize.taken_by is not None
    ]
    if not given:
        return []
    words = ngettext(
        "This prize has been given and stays with its winner until you change it: %(prizes)s.",
        "These prizes have been given and stay with their winners until you change it: %(prizes)s.",
        len(given),
    )
    return [words % {"prizes": "; ".join(given)}]


def names_carried(text: str) -> dict[str, str]:
    """Return the names by player that the page carried; none if it is no page of ours."""
    try:
        return {str(player): str(name) for player, name in json.loads(text).items()}
    except (ValueError, AttributeError, RecursionError):
        return {}


class TypedText(NamedTuple):
    """A text typed into a form field, with the field's label."""

    field: str
    label: str
    text: str


def typed_texts(
    posted: Mapping[str, str], labels: Mapping[str, Any], names: Mapping[str, str]
) -> list[TypedText]:
    """Return the texts typed into all fields with these labels, for any player."""
    texts = []
    for field, text in posted.items():
        kind, _dash, person = field[field.find("-") + 1 if field[:1] == "t" else 0 :].partition("-")
        if kind in labels and text.strip():
            texts.append(TypedText(field, labels[kind] % {"name": names.get(person, "–")}, text))
    return texts


def ways_of(round_: Round, current: str) -> list[dict[str, Any]]:
    """Return links to the pages of a round: its tables, its results, and the cross-check if begun."""
    ways = [("round", pgettext("bar", "Tables")), ("paper_results", _("Results"))]
    if current == "second_results" or PaperResult.objects.filter(table__round=round_).exists():
        ways.append(("second_results", _("Cross-check")))
    return [
        {"address": redirect_to(page, round_).headers["Location"], "words": words, "current": page == current}
        for page, words in ways
    ]
