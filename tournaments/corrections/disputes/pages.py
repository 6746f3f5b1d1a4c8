"""Calls and rulings as pages show them: at the table, on its sheet, to the arbiters, in the log."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override, pgettext

from scoring import clock
from scoring.engine.naming import Names
from scoring.engine.record.stored import read_stored
from scoring.models import Act, Entry, Member, Participant, Row, Sheet
from scoring.rules.versions.timelines import RulesTimeline, timeline_of, timelines_of
from scoring.table.consequences import Consequences, review_of
from scoring.table.pages.wording import fact_in_words, named_entry_in_words
from scoring.table.replay import BLANKED, fact_of
from scoring.table.verbs import Change
from scoring.table.writing import GAP
from scoring.table_policy import RemarkOnEntry
from tournaments.corrections.disputes.verbs import FINDING_WORDS, Decision, played_at, ruled_at
from tournaments.engine.played import TableResults
from tournaments.engine.terms import Format
from tournaments.models import Call, Finding, Ruling, Table, Tournament
from tournaments.preconditions import arbiters_of
from tournaments.standings.results import in_seat_order

# At the table


def call_of(table: Table, *, waits: bool = True) -> dict[str, Any]:
    """Return the open call of a waiting table, and the addresses to call and withdraw."""
    code = table.round.tournament.code
    urls = {"call": reverse("tournaments:call", args=[code, table.pk])}
    call = table.calls.open().select_related("words").first() if waits else None
    if call is None:
        return {"open": None, "urls": urls}
    urls["withdraw"] = reverse("tournaments:withdraw_call", args=[code, table.pk, call.pk])
    since = int(call.at.timestamp() * 1000)
    return {"open": {"id": str(call.pk), "words": words_of(call), "since": since}, "urls": urls}


@cache
def call_words(language: str) -> dict[str, str]:
    """Return the words of the recording page's script for calls."""
    with override(language):
        return {
            "call": _("Call the arbiters"),
            "with_words": _("with a few words"),
            "about": _("What is it about?"),
            "called": _(
                "The arbiters have been called at {time}. The sheet and clock of this table are stopped."
            ),
            "quoted": _("“{text}”"),
            "withdraw": _("Withdraw the call"),
            "being_sent": _("Sending …"),
            "not_sent": _("No answer. Please tap again."),
            "may_not": _("This phone may not do that any more. Please call the director."),
        }


def words_of(call: Call) -> str:
    """Return what the table wrote with its call: empty without words, a placeholder once they are blanked."""
    return (call.words.text or BLANKED) if call.words is not None else ""


# On the sheet


def remarks_of(table: Table, sort_key: int | None = None) -> list[RemarkOnEntry]:
    """Return all rulings at the table, or those about one entry, in words."""
    rulings = Ruling.objects.filter(call__table=table, sort_key__isnull=False)
    if sort_key is not None:
        rulings = rulings.filter(sort_key=sort_key)
    decided = list(rulings.select_related("text", "overridden_by", "replaced_by").order_by("at", "pk"))
    if not decided or table.sheet is None:
        return []
    sheet, names = table.sheet, _names_of_members(table.round.tournament, decided)
    rows = {
        row.sort_key: row for row in sheet.rows.filter(sort_key__in={ruling.sort_key for ruling in decided})
    }
    return [_remark(ruling, sheet, rows.get(ruling.sort_key or 0), names) for ruling in decided]


def _remark(ruling: Ruling, sheet: Sheet, row: Row | None, names: Mapping[int, str]) -> RemarkOnEntry:
    return RemarkOnEntry(
        title=_("Ruling of the arbiters: %(finding)s") % {"finding": FINDING_WORDS[ruling.finding]},
        text=ruling.text.text,
        by=_by(ruling, names),
        at=ruling.at,
        number=None if row is None else row.number,
        url="" if row is None else reverse("scoring:hand", args=[sheet.pk, row.pk]),
        stands=not hasattr(ruling, "replaced_by"),
    )


def _by(ruling: Ruling, names: Mapping[int, str]) -> str:
    """Return in words who ruled, and with whose permit if one was needed."""
    ruled_by = ", ".join(names.get(arbiter, "–") for arbiter in ruling.arbiters)
    if ruling.overridden_by is None:
        return ruled_by
    permitted = _("%(names)s, who plays at this table, permitted by %(director)s")
    partial = {"names": ruled_by, "director": ruling.overridden_by.name}
    if len(ruling.arbiters) > 1:
        permitted = _("%(names)s; one of them plays at this table, permitted by %(director)s")
    return permitted % partial


def _names_of_members(tournament: Tournament, rulings: Iterable[Ruling]) -> dict[int, str]:
    """Return how the arbiters are called today; one query."""
    arbiters = {arbiter for ruling in rulings for arbiter in ruling.arbiters}
    return dict(tournament.club.members.filter(pk__in=arbiters).values_list("pk", "name"))


# For the arbiters, and the log


Case = dict[str, Any]  # a call and everything that came of it


def _name_of(member: Member | None) -> str:
    return member.name if member is not None else pgettext("called by", "the table")


def disputes_of(tournament: Tournament, language: str, *, only: UUID | None = None) -> list[Case]:
    """Return all disputes of a tournament, in the order of calling, by a fixed number of queries."""
    calls = Call.objects.filter(table__round__tournament=tournament).order_by("at", "pk")
    if only is not None:
        calls = calls.filter(pk=only)
    calls_there = list(
        calls.select_related(
            "table__round", "table__sheet__ruleset", "words", "by", "withdrawn_by"
        ).prefetch_related("permits__member", "permits__by", "table__sheet__everybodys_scores")
    )
    rulings = list(
        Ruling.objects.filter(call__in=calls_there)
        .select_related(
            "text", "overridden_by", "replaced_by", "written__grounds", "written__supersedes__grounds"
        )
        .order_by("at", "pk")
    )
    return list(_RulingTeller(tournament, calls_there, rulings, language).cases())


class _RulingTeller:
    """Puts calls and rulings into words."""

    def __init__(
        self, tournament: Tournament, calls: list[Call], rulings: list[Ruling], language: str
    ) -> None:
        self.tournament, self.calls, self.language = tournament, calls, language
        self.names = tournament.evening.names() if calls else {}
        self.members = _names_of_members(tournament, rulings) if rulings else {}
        self.rulings: dict[UUID, list[Ruling]] = {}
        for ruling in rulings:
            self.rulings.setdefault(ruling.call_id, []).append(ruling)
        sheets = {call.table.sheet_id: call.table.sheet for call in calls if call.table.sheet is not None}
        self.timelines: dict[int, RulesTimeline] = timelines_of(sheets.values()) if rulings else {}
        sort_keys = {ruling.sort_key for ruling in rulings if ruling.sort_key is not None}
        rows = Row.objects.filter(sheet__in=sheets, sort_key__in=sort_keys) if sort_keys else ()
        self.rows = {(row.sheet_id, row.sort_key): row for row in rows}
        me = Participant.objects.filter(evening=tournament.evening_id, member=tournament.member_id)
        self.me = str(me.values_list("pk", flat=True).first()) if calls else ""

    def cases(self) -> Iterable[Case]:
        now = clock.now()
        for call in self.calls:
            call.table.round.tournament = self.tournament
            rulings = [self._ruled(ruling, call) for ruling in self.rulings.get(call.pk, ())]
            ended = call.withdrawn_at or (rulings[0]["ruling"].at if rulings else now)  # so far
            scores = call.table.started_sheet.everybodys_scores.all()
            sat = in_seat_order(call.table, [str(score.participant_id) for score in scores])
            permitted = self.tournament.member_id in {permit.member_id for permit in call.permits.all()}
            yield {
                "call": call,
                "words": words_of(call),
                "caller": _name_of(call.by),
                "withdrawn_by": _name_of(call.withdrawn_by),
                "players": [self.names[player] for player in sat],
                "rulings": rulings,
                "last": next((ruled for ruled in reversed(rulings) if not ruled["replaced"]), None),
                "is_open": call.withdrawn_at is None and not rulings,
                "minutes": int((ended - call.at).total_seconds() // 60),
                "partial": self.me in sat and not permitted,  # plays there, and nobody has permitted it
            }

    def _ruled(self, ruling: Ruling, call: Call) -> dict[str, Any]:
        written, sheet = ruling.written, call.table.sheet
        row = self.rows.get((call.table.sheet_id or 0, ruling.sort_key or 0))
        return {
            "ruling": ruling,
            "finding": str(FINDING_WORDS[ruling.finding]),
            "hand": "" if row is None else _hand_in_words(row.number),
            "url": "" if row is None or sheet is None else reverse("scoring:hand", args=[sheet.pk, row.pk]),
            "text": ruling.text.text or BLANKED,
            "by": _by(ruling, self.members),
            "before": self._in_words(written and written.supersedes, sheet),
            "now": self._in_words(written, sheet),
            "replaced": hasattr(ruling, "replaced_by"),
        }

    def _in_words(self, entry: Entry | None, sheet: Sheet | None) -> str:
        if entry is None or entry.record is None or sheet is None:
            return ""
        return fact_in_words(fact_of(entry, self.timelines[sheet.pk]), self.names, self.language)


def _hand_in_words(number: int | None) -> str:
    return _("A hand that does not count") if number is None else _("Hand %(number)d") % {"number": number}


# To rule


def hands_of(sheet: Sheet, names: Names, language: str) -> list[tuple[str, str]]:
    """Return the hands of a table to choose from, newest first; three queries."""
    timeline = timeline_of(sheet)
    numbers = dict(sheet.rows.values_list("entry_id", "number"))
    ruled = set(ruled_at(sheet.table).values_list("sort_key", flat=True))
    hands = []
    for entry in sheet.entries.current().select_related("grounds"):
        if entry.pk not in numbers:
            continue
        what = fact_in_words(fact_of(entry, timeline), names, language)
        label = f"{_hand_in_words(numbers[entry.pk])}: {what}"
        if entry.sort_key in ruled:
            label = _("%(hand)s (ruled on)") % {"hand": label}
        hands.append((str(entry.pk), label))
    return hands[::-1]


def arbiters_for(table: Table, call: Call, *, partial: bool) -> list[tuple[int, str]]:
    """Return the arbiters who may rule here, or who play there without a permit; three queries."""
    at_table = played_at(table) - set(call.permits.values_list("member_id", flat=True))
    known = arbiters_of(table.round.tournament).values_list("pk", "name")
    return [(pk, name) for pk, name in known if (pk in at_table) is partial]


def money_of(old: TableResults, new: TableResults, names: Names, call: Call) -> list[dict[str, Any]]:
    """Return everybody's play money before and after; empty in a cup, where totals are enough."""
    if call.table.round.tournament.terms.format is not Format.MONEY or old.is_typed:
        return []
    rows = []
    for player in in_seat_order(call.table, old.players):
        then, now = old.players[player], new.players.get(player)
        if now is not None:
            change = {
                "name": names[player],
                "before": then.balance,
                "after": now.balance,
                "busts_before": len(then.busts or ()),
                "busts_after": len(now.busts or ()),
                "changes": (then.balance, then.busts) != (now.balance, now.busts),
            }
            rows.append(change)
    return rows


def review_of_ruling(
    decision: Decision, consequences: Consequences, sheet: Sheet, names: Names, language: str
) -> dict[str, Any]:
    """Return before and after of a ruling, side by side."""
    timeline, target = timeline_of(sheet), decision.target
    act = Act.CORRECT
    if target is None:  # as if it were put in at the end
        act = Act.INSERT
        target = Entry(sort_key=sheet.state.last_sort_key + GAP)
    rules = timeline.at(target.sort_key)
    fact = read_stored(decision.written(BLANKED), rules)
    review = review_of(Change(act, target), fact, consequences, sheet, names, language)
    if decision.finding == Finding.STRUCK:  # the reason is still being put into words
        review["told_after"] = _("The hand is struck and does not count; the deal moves on.")
    return review


def stored_entry_in_words(entry: Entry, sheet: Sheet, names: Names, language: str) -> str:
    """Return a hand's entry in words, under the rules and with the names that hold for it."""
    fact = fact_of(entry, timeline_of(sheet))
    return named_entry_in_words(fact.entry, names, fact.rules, language)
