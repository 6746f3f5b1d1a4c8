"""Evenings with totals only: one entry on a sheet has everybody's final total."""

import datetime
from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import UUID, uuid5

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring import chain, clock
from scoring.accounts.club_rights import demand_director, locked
from scoring.capability import sentence_by
from scoring.deeds import ChangedMeanwhile, PendingDeed, Refused, refuse, store, verb
from scoring.engine import facts
from scoring.engine.amounts import noted
from scoring.engine.record import to_dict
from scoring.engine.result import from_twelfths
from scoring.engine.sheet import Fact, first_position
from scoring.evenings.seals import seal
from scoring.evenings.verbs import (
    as_known_here,
    empty_sheet,
    locked_evening,
    new_evening,
    problems_with_day,
    rules_not_offered,
)
from scoring.models import TAKEN_BACK, Account, Act, Club, Evening, Member, Participant, Sheet
from scoring.names import is_kitty, tidy
from scoring.rules.versions.versions import rules_of
from scoring.table.arrivals import Arrivals, Person
from scoring.table.reasons import demand_reason, store_reason
from scoring.table.writing import Stale, append_row, directed_sheet, put, rederive
from scoring.table_policy import Actor, NewEntry

MOST_POINTS = 1_000_000
MOST_TOTALS = 40  # on one list of totals


class Total(NamedTuple):
    """What a person had in the end, in twelfths of a point."""

    twelfths: int
    person: Person | None = None  # None: the kitty


@verb(
    log=sentence_by(
        "place",
        {
            True: gettext_lazy("noted the totals of the evening of %(date)s, %(place)s"),
            False: gettext_lazy("noted the totals of the evening of %(date)s"),
        },
    ),
    repeat_result=lambda deed, _arguments: Evening.objects.select_related("club").get(
        pk=deed.details["evening"]
    ),
)
def record_totals(
    act: PendingDeed[Account],
    *,
    club: Club,
    date: datetime.date,
    venue: str,
    rules: str,
    totals: Sequence[Total],
    planned: Evening | None = None,
) -> Evening:
    """Store an evening with totals only, closed and sealed.

    One that was `planned` becomes this one, with these rules.
    """
    club = locked(club)
    demand_director(club, act.actor)
    venue, wrong_rules = tidy(venue), rules_not_offered(rules, club)
    problems = problems_with_day(date, venue) | ({"rules": wrong_rules} if wrong_rules else {})
    if date > clock.today():
        problems["date"] = [_("This evening has not been yet.")]
    refuse(problems)
    evening = new_evening(club, date, venue, rules, {})
    if planned is not None:
        evening = _instead_of_new(planned, evening)
    by = club.members.get(account=act.actor)
    sheets = store_totals(evening, [_totals_of(evening, totals)], by, act.id, clock.now())
    details: dict[str, Any] = {
        "evening": evening.pk,
        "sheet": sheets[0].pk,
        "date": str(date),
        "place": evening.venue,
    }
    act.record(club, covers=chain.keys_of_evenings([evening]), **details)
    return evening


def _instead_of_new(planned: Evening, new: Evening) -> Evening:
    """Return the planned evening with the rules of the new one, which is deleted."""
    open_evenings = Evening.objects.of(new.club).filter(pk=planned.pk, closed_at=None, sheets=None)
    evening = open_evenings.select_for_update(of=("self",)).first()
    if evening is None or evening.date != new.date:
        raise ChangedMeanwhile()
    terms = ("ruleset", "options", "cents_per_point", "currency")
    for name in terms:
        setattr(evening, name, getattr(new, name))
    evening.club, evening.venue = new.club, new.venue or evening.venue
    evening.save(update_fields=[*terms, "venue"])
    new.delete()
    return evening


def store_totals(
    evening: Evening, lists: Sequence[facts.Totals], by: Member, deed: UUID, at: datetime.datetime
) -> Sequence[Sheet]:
    """Store each list as a sheet of an evening, close it and seal it; return the sheets."""
    assert by.account is not None
    rules = rules_of(evening.ruleset)
    evening.totals, evening.pagatkassa, evening.closed_at = True, None, at
    evening.save(update_fields=["totals", "pagatkassa", "venue", "closed_at"])
    with translation.override(evening.club.language):
        name = pgettext("table", "Totals")
    sheets = []
    for number, fact in enumerate(lists, 1):
        players, dealer = list(fact.twelfths), next(iter(fact.twelfths))
        named = name if number == 1 else f"{name} {number}"
        terms: dict[str, Any] = {"ruleset": evening.ruleset, "options": {}, "opened_at": at, "closed_at": at}
        sheet = empty_sheet(evening, named, players, dealer, **terms)
        sheet.member_id = by.pk
        record, pk = to_dict(fact, rules), uuid5(deed, f"totals {evening.pk} {number}")
        entry = put(sheet, Actor(by.account), NewEntry(pk, Act.ADD, record))
        position = first_position(tuple(players), dealer)
        append_row(sheet, position, Fact(entry.pk, entry.sort_key, fact, rules))
        sheets.append(sheet)
    seal(evening, sheets, by=by, at=at)
    return sheets


@verb(log=gettext_lazy("corrected the totals of %(date)s: %(reason)s"))
def correct_totals(
    act: PendingDeed[Account], *, sheet: Sheet, known_seq: int, totals: Sequence[Total], reason: str
) -> Sheet:
    """Replace everybody's totals; the earlier ones stay in the sheet's history."""
    reason = demand_reason(reason)
    evening = locked_evening(sheet.evening, act.actor)
    if not evening.totals:
        raise Refused(form=[_("Hands were recorded here: please correct those.")])
    sheet = directed_sheet(sheet, act.actor)
    if sheet.seq != known_seq:
        raise Refused(form=[str(Stale.sentence)])
    earlier = sheet.entries.current().get()
    record = to_dict(_totals_of(evening, totals), rules_of(sheet.ruleset))
    if record == earlier.record:
        raise Refused(form=[_("Nothing was changed.")])
    pk = uuid5(act.id, "totals")
    correction = NewEntry(pk, Act.CORRECT, record, supersedes=earlier, reason=store_reason(reason))
    put(sheet, Actor(act.actor), correction)
    rederive(sheet)
    store(evening, closed_at=(at := clock.now()))
    sheets = list(evening.sheets.scored().select_related("ruleset"))
    seal(evening, sheets, by=evening.club.members.get(account=act.actor), at=at)
    covers = chain.keys_of_evenings([evening])
    details: dict[str, Any] = {"evening": evening.pk, "sheet": sheet.pk, "date": str(evening.date)}
    act.record(evening.club, covers=covers, **details, reason=reason)
    return sheet


@verb(log=gettext_lazy("took back the totals of %(date)s: %(reason)s"))
def take_back_totals(act: PendingDeed[Account], *, evening: Evening, reason: str) -> Evening:
    """Withdraw an evening with totals only from the standings; the totals can still be read."""
    reason = demand_reason(reason)
    evening = locked_evening(evening, act.actor)
    if not evening.totals:
        raise Refused(form=[_("Hands were recorded here: please correct those.")])
    store(evening, occasion=TAKEN_BACK, why_taken_back=(why := store_reason(reason)))
    assert why is not None
    covers = [f"reason:{why.pk}"]
    act.record(evening.club, covers=covers, evening=evening.pk, date=str(evening.date), reason=reason)
    return evening


def _totals_of(evening: Evening, totals: Sequence[Total]) -> facts.Totals:
    """Return the totals by participant, newcomers written down; else Refused."""
    problems = problems_with_totals(totals)
    totals = [
        Total(total.twelfths, total.person and as_known_here(total.person, evening)) for total in totals
    ]
    people = [
        total.person for total in totals if total.person is not None and not is_kitty(total.person.name)
    ]
    arrivals = Arrivals(evening, people)
    twelfths: dict[str, int] = {}
    kitty = 0
    for total in totals:
        if total.person is None or is_kitty(total.person.name):
            kitty += total.twelfths
            continue
        participant = arrivals.participant_of(total.person, problems)
        if participant is None:
            continue
        if str(participant.pk) in twelfths:
            name = evening.names()[str(participant.pk)]
            problems.append(_("“%(name)s” is named twice.") % {"name": name})
        twelfths[str(participant.pk)] = total.twelfths
    if problems:
        raise Refused(form=problems)
    if kitty:
        twelfths[str(kitty_of(evening).pk)] = kitty
    return facts.Totals(twelfths)


def problems_with_totals(totals: Sequence[Total]) -> list[str]:
    """Return what is wrong with the numbers in a list of totals."""
    problems = []
    if not 2 <= len(totals) <= MOST_TOTALS:
        problems.append(_("Two to %(most)d people have totals.") % {"most": MOST_TOTALS})
    if any(abs(total.twelfths) > 12 * MOST_POINTS for total in totals):
        problems.append(_("At most %(most)d points.") % {"most": MOST_POINTS})
    if left := sum(total.twelfths for total in totals):
        problems.append(_("The totals come to %(sum)s; they have to come to 0.") % {"sum": in_points(left)})
    return problems


def kitty_of(evening: Evening) -> Participant:
    """Return the kitty as it takes part in an evening."""
    with translation.override(evening.club.language):
        name = _("Kitty")
    existing = evening.participants.filter(kitty=True).first()
    return existing or evening.participants.create(guest=name, key=name.casefold(), kitty=True)


def in_points(twelfths: int) -> str:
    """Return an amount with its sign.

    >>> in_points(-264)
    '−22'
    """
    return noted(from_twelfths(twelfths))


def totals_of(sheet: Sheet) -> dict[str, int]:
    """Return everybody's total in twelfths, by participant in the order of the list."""
    record = sheet.entries.current().get().record
    assert record is not None
    return dict(record["twelfths"])
