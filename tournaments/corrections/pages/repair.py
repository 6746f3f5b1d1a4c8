"""The director's page of one table, who can come and go there, and what would change by that."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.deeds import rehearsed
from scoring.engine.amounts import signed
from scoring.engine.explaining import problems_in_words
from scoring.engine.money import number_in_words
from scoring.engine.naming import Names
from scoring.engine.play_money import amount_from
from scoring.engine.record.stored import OTHER_RULES, PEOPLE
from scoring.models import RulesetVersion, Sheet
from scoring.names import sorting
from scoring.rules.versions.books import book_of
from scoring.rules.versions.versions import rules_of
from scoring.table.pages.wording import fact_in_words
from scoring.table.replay import fact_of
from scoring.table.writing import Illegal
from scoring.table_policy import RemarkOnEntry
from scoring.web.language import current_language
from tournaments.corrections.disputes.verbs import ruled_at
from tournaments.corrections.verbs.repair import TableConsequences
from tournaments.corrections.verbs.seats import ROOM_AT, seated_in
from tournaments.draw.wishes import not_kept_in_words, report_on_wishes
from tournaments.engine.meetings import RoundSeating
from tournaments.engine.played import PlayerResult
from tournaments.engine.terms import Format, Terms
from tournaments.models import Call, Rewritten, Round, Stage, Table, Tournament
from tournaments.standings.results import in_seat_order, joined_at, lines_of, standing_result
from tournaments.web.access import directed_tournament, round_in, table_in, typed_tournament

LATER = "later"  # instead of a table


def page_of(table: Table, names: Mapping[str, str]) -> dict[str, Any]:
    """Return what the page of a table shows; nine queries at most, however many people."""
    sheet = table.sheet
    leavings = {
        str(leaving.entrant.participant_id): leaving
        for leaving in table.leavings.filter(undone_at=None).select_related("entrant")
    }
    entrants = table.round.tournament.entrants.filter(house=True)
    house = {str(pk) for pk in entrants.values_list("participant", flat=True)}
    lines = lines_of(table)
    came = {player: deed for deed, player in joined_at(table).items()} if sheet else {}
    return {
        "people": [
            {
                "name": names[player],
                "amount": balance_in_words(lines.get(player), table.round.tournament.terms),
                "sits": player in table.seated,
                "house": player in house,
                "leaving": leavings.get(player),
                "joined": came.get(player),  # the deed by which they came, while the round ran
            }
            for player in (lines or table.seats)
        ],
        "state": _state(table),
        "typed": standing_result(table) is not None,
        "hands": sheet.standing["hands"] if sheet else 0,
        "rulings": ruled_at(table),
        "put_right": list(_put_right(table, names)),
    }


def _put_right(table: Table, names: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """Yield what was put right; first the sheets of a club from before, when a table got another one."""
    for former in table.rewritten.select_related("sheet", "by", "reason"):
        yield {"url": former.sheet.get_absolute_url(), "words": _("the sheet as it was"), "row": former}
    if table.sheet is None:
        return
    about = Q(record__event=PEOPLE) | Q(record__event=OTHER_RULES, record__from_first=True)
    entries = list(table.sheet.entries.filter(about).select_related("by", "reason").order_by("seq"))
    book, language = book_of(table.sheet) if entries else None, current_language()
    for entry in entries:
        assert book is not None
        words = fact_in_words(fact_of(entry, book), names, language)
        yield {"url": reverse("scoring:hand", args=[table.sheet.pk, entry.pk]), "words": words, "row": entry}


def balance_in_words(line: PlayerResult | None, terms: Terms) -> str:
    """Return the balance with the replacement in it, or the Schrift."""
    if line is None:
        return ""
    if terms.format is Format.CUP:
        return signed(amount_from(line.get("schrift", 0)))
    told = number_in_words(amount_from(line["balance"]))
    replacement = amount_from(line.get("replacement", 0))
    if not replacement:
        return told
    words = _("%(balance)s, including replacement capital %(replacement)s")
    return words % {"balance": told, "replacement": number_in_words(replacement)}


def _state(table: Table) -> str:
    if table.sheet is None:
        return _("not begun")
    if Call.waits(table):
        return _("waits for the arbiters")
    if not table.sheet.is_open:
        return _("sheet closed")
    return _("plays on paper") if table.paper else _("plays")


def replaced(sheet: Sheet) -> list[RemarkOnEntry]:
    """Return what is said on a sheet that was written anew. Only closed ones are: the others cost no
    query."""
    if sheet.is_open:
        return []
    found = Rewritten.objects.filter(sheet=sheet).select_related("reason", "by")
    title = _("This sheet was replaced: the table has another one.")
    return [
        RemarkOnEntry(title=title, text=rewritten.reason.text, by=rewritten.by.name, at=rewritten.at)
        for rewritten in found
    ]


# What would change


def changes_in_words(
    found: Iterable[TableConsequences], names: Mapping[str, str], terms: Terms
) -> list[tuple[int, list[tuple[str, str, str]]]]:
    """Return what would change at each table, and for whom, with names and amounts in words."""
    changes = []
    for number, *results in found:
        then, now = (result["players"] for result in results)
        words = {
            person: tuple(balance_in_words(there.get(person), terms) or "–" for there in (then, now))
            for person in {**then, **now}
        }
        changes.append(
            (number, [(names[person], before, after) for person, (before, after) in words.items()])
        )
    return changes


# What can be chosen


def seated_choices(round_: Round, names: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return everybody who ever sat in this round, with the table."""
    found = []
    for table in round_.tables.select_related("sheet").order_by("number"):
        people = in_seat_order(table, table.sheet.totals) if table.sheet else table.seats
        label = _("%(name)s (table %(number)d)")
        found += [(person, label % {"name": names[person], "number": table.number}) for person in people]
    return found


def everybody_choices(round_: Round, names: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return the same, and after them those who have no seat."""
    seated = seated_choices(round_, names)
    there = {player for player, _label in seated}
    people = round_.tournament.entrants.filter(withdrawn_at=None).values_list("participant", flat=True)
    label = _("%(name)s (without a seat)")
    rest = [(str(pk), label % {"name": names[str(pk)]}) for pk in people if str(pk) not in there]
    return [*seated, *sorted(rest, key=lambda one: sorting(one[1]))]


def version_choices(versions: Iterable[RulesetVersion], language: str) -> list[tuple[str, str]]:
    """Return versions of rule sheets as choices of a form: number and label of each."""
    label = _("%(name)s, version %(edition)d")
    labels = {version: rules_of(version).label.in_language(language) for version in versions}
    return [
        (str(version.pk), label % {"name": name, "edition": version.edition})
        for version, name in labels.items()
    ]


def directed_table(request: HttpRequest, slug: str, pk: int, number: int, table: int) -> Table:
    """Return a table for whoever directs; 404 before the round has begun: nothing there can be put right."""
    return _begun(directed_tournament(request, slug, pk), number, table)


def paper_table(request: HttpRequest, slug: str, pk: int, number: int, table: int) -> Table:
    """Return the same for whoever types paper sheets; 403 at a table that does not play on paper.

    What was typed before the table went back to the screen still comes in: its page says why it waits.
    """
    found = _begun(typed_tournament(request, slug, pk), number, table)
    if not (found.round.tournament.is_directed or found.paper or request.method == "POST"):
        raise PermissionDenied
    return found


def _begun(tournament: Tournament, number: int, table: int) -> Table:
    found = table_in(round_in(tournament, number), table)
    if found.sheet is None:
        raise Http404
    return found


def illegal_in_words(illegal: Illegal, tournament: Tournament) -> list[str]:
    """Return which hand does not fit, and why."""
    told = problems_in_words(illegal.problems, tournament.evening.names(), current_language())
    if illegal.number is None:
        return [problem_words.text for problem_words in told]
    hand = _("Hand %(number)d does not fit these rules:") % {"number": illegal.number}
    return [f"{hand} {problem_words.text}" for problem_words in told]


def choices_of(round_: Round, names: Names) -> dict[str, list[tuple[str, str]]]:
    """Return who may come to which tables, who may go, and who may change places; three queries."""
    tables = _tables(round_)
    there = seated_in(round_)
    entrants = round_.tournament.entrants.filter(withdrawn_at=None)
    free = [
        (str(entrant.pk), names[str(entrant.participant_id)], entrant.house)
        for entrant in entrants
        if str(entrant.participant_id) not in there
    ]
    new = [(pk, name) for pk, name, is_house in free if not is_house]
    open_ = [table for table in tables if table.sheet is None or table.sheet.is_open]
    words = _("Table %(number)d: %(people)s")
    return {
        "newcomers": sorted(new, key=lambda choice: sorting(choice[1])),
        "instead": [(pk, name) for pk, name, _house in sorted(free, key=lambda free: not free[2])],
        "later": [(LATER, _later_in_words(round_))] if round_.stage != Stage.DRAFT else [],
        "fours": [
            (str(table.number), words % {"number": table.number, "people": _seated(table, names)})
            for table in open_
            if len(table.seated) == ROOM_AT
        ],
        "goers": _people(open_, names),
        "seated": _people(
            [table for table in open_ if not (table.sheet and table.sheet.standing["hands"])], names
        ),
    }


def _later_in_words(round_: Round) -> str:
    """Say what becomes of somebody who comes now and takes no seat in this round."""
    if round_.number >= round_.tournament.terms.rounds:
        return _("Only onto the list: no further round is planned")
    return _("From round %(number)d on, with nothing to pay for this one") % {"number": round_.number + 1}


def _tables(round_: Round) -> list[Table]:
    tables = list(round_.tables.select_related("sheet").order_by("number"))
    for table in tables:
        table.round = round_
    return tables


def _seated(table: Table, names: Mapping[str, str]) -> str:
    return ", ".join(names[player] for player in table.seated)


def _people(tables: list[Table], names: Names) -> list[tuple[str, str]]:
    words = _("%(name)s, table %(number)d")
    return [
        (player, words % {"name": names[player], "number": table.number})
        for table in tables
        for player in table.seated
    ]


def foreseen_seats(round_: Round, act: Callable[[], Any]) -> list[dict[str, Any]]:
    """Return the tables that change; raises what doing it would raise."""

    def done() -> tuple[list[Table], list[Table], Mapping[str, str]]:
        before = _tables(round_)
        act()
        return before, _tables(round_), round_.tournament.evening.names()

    before, after, known = rehearsed(done)
    seating = RoundSeating(tuple([tuple(table.seated) for table in after]))
    wishes = report_on_wishes(round_, seating)
    return [
        {
            "table": now.number,
            "before": _seated(then, known),
            "after": _seated(now, known),
            "hands_before": round_.tournament.terms.hands_at(len(then.seated)),
            "hands_after": round_.tournament.terms.hands_at(len(now.seated)),
            "not_kept": not_kept_in_words(wishes, {player: known[player] for player in now.seated}),
        }
        for then, now in zip(before, after, strict=True)
        if list(then.seated) != list(now.seated)
    ]
