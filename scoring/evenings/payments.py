"""Who pays whom at the end of an evening: ticking a payment or a part of it, and taking that back.

What was ticked is stored with its amount. What is owed follows from it and from the hands.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.core.exceptions import PermissionDenied
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from scoring import clock
from scoring.accounts.club_rights import demand_director, locked
from scoring.capability import day_in_words, sentence_by
from scoring.deeds import ChangedMeanwhile, PendingDeed, Refused, store, verb
from scoring.engine.money import Payment, money_in_words
from scoring.evenings.balances import (
    KITTY,
    ClubBalance,
    Holder,
    PaymentPlan,
    balance_of,
    made_by,
    payment_between,
    person_at,
    plan_at,
)
from scoring.evenings.seals import ended_at, points_by_table, settled_in_money, sums_of_tables
from scoring.evenings.totals import kitty_of
from scoring.models import (
    Account,
    Club,
    Evening,
    Member,
    Participant,
    PaymentWay,
    SettledPayment,
    Sheet,
)
from scoring.table_policy import Actor, policy_of


def plan_now(evening: Evening, sheets: Sequence[Sheet], balance: ClubBalance) -> PaymentPlan:
    """Return the payments due at an evening by its tables as they stand."""
    won = settled_in_money(evening, sums_of_tables(points_by_table(sheets))).cents
    rows = list(evening.settled_payments.current().select_related("payer", "payee", "settles"))
    ended, mixed = ended_at(evening, sheets) is not None, any(row.with_earlier for row in rows)
    participants = participants_of(evening)
    return plan_at(evening, won, participants, made_by(rows), balance, ended=ended, mixed=mixed)


def participants_of(evening: Evening) -> dict[Holder, str]:
    """Return the ids of an evening's participants, by their keys as persons of the club."""
    return {person_at(each): str(each.pk) for each in evening.participants.all()}


@dataclass(frozen=True)
class Ticker:
    """A member of the club before the payments of an evening."""

    member: int
    records: bool  # at one of its tables

    def may_tick(self, members: Iterable[int | None]) -> bool:
        """Return whether they may tick a payment between these members."""
        return self.records or self.member in members


def ticker_at(sheets: Iterable[Sheet], member: int, account: Account) -> Ticker:
    """Return the visitor's rights to tick payments at an evening, from the tables open to them."""
    actor = Actor(account)
    return Ticker(member, any(policy_of(sheet).may_record(sheet, actor) for sheet in sheets))


def tickers(member: int, account: Account, evenings: Iterable[int]) -> dict[int, Ticker]:
    """Return the visitor's rights to tick payments at each of these evenings of a club, by one query."""
    tables: dict[int, list[Sheet]] = {evening: [] for evening in evenings}
    open_sheets = Sheet.objects.open_to(account).filter(evening__in=tables).select_related("evening")
    for sheet in open_sheets:
        tables[sheet.evening_id].append(sheet)
    return {evening: ticker_at(sheets, member, account) for evening, sheets in tables.items()}


# Ticking


def payments_in_words(details: dict[str, Any]) -> str:
    """Return for the log which payments a deed is about, and what became of them."""
    templates = {
        "paid": _("ticked as paid (%(date)s): %(payments)s"),
        "part": _("ticked as paid in part (%(date)s): %(payments)s"),
        "carried": _("carried to the next evening (%(date)s): %(payments)s"),
        "kitty": _("let the club’s kitty take over (%(date)s): %(payments)s"),
        "back": _("took back (%(date)s): %(payments)s"),
        "later": _("ticked as paid later (of %(date)s): %(payments)s"),
    }
    payments = [
        f"{payer} → {payee} {_in_money(cents, details['currency'])}"
        for payer, payee, cents in zip(details["from"], details["to"], details["amounts"], strict=True)
    ]
    return templates[details["way"]] % {"date": day_in_words(details), "payments": ", ".join(payments)}


def _in_money(cents: int, currency: str) -> str:
    return money_in_words(cents, currency, (get_language() or "de").partition("-")[0])


def _locked(evening: Evening, actor: Account) -> tuple[Evening, Ticker]:
    """Return the evening and the acting member, with the club locked, as other evenings may be paid, too."""
    club = locked(evening.club)
    evening = Evening.objects.played_in(club).get(pk=evening.pk)
    evening.club = club
    me = Member.objects.filter(club=club, account=actor, active=True).first()
    if me is None:
        raise PermissionDenied
    return evening, tickers(me.pk, actor, [evening.pk])[evening.pk]


def _demand_tick(ticker: Ticker, *people: Participant | None) -> None:
    if not ticker.may_tick([person.member_id for person in people if person is not None]):
        raise PermissionDenied


def _record(act: PendingDeed[Account], evening: Evening, way: str, rows: Sequence[SettledPayment]) -> None:
    details: dict[str, Any] = {
        "from": [row.payer.name for row in rows],
        "to": [row.payee.name for row in rows],
        "amounts": [row.cents for row in rows],
    }
    details |= {"date": str(evening.date), "way": way, "currency": evening.currency}
    act.record(evening.club, evening=evening.pk, **details)


@verb(
    log=payments_in_words,
    fingerprint=lambda evening, payments, part=None: (
        evening,
        part,
        *((payment.payer, payment.payee, payment.cents) for payment in payments),
    ),
)
def settle_payments(
    act: PendingDeed[Account], *, evening: Evening, payments: Sequence[Payment], part: int | None = None
) -> Evening:
    """Store that these payments were made, all of them or none; of a single one also a `part`.

    Each is asked for with the amount that the page showed: where it is another by now, nothing is done.
    """
    evening, ticker = _locked(evening, act.actor)
    if not payments:
        raise Refused(form=[_("Please choose at least one payment.")])
    if part is not None and not (len(payments) == 1 and 0 < part <= payments[0].cents):
        most = _in_money(payments[0].cents, evening.currency)
        raise Refused(part=[_("Please give an amount up to %(most)s.") % {"most": most}])
    people = _people_in(evening.club, payments)
    between = {number: KITTY if person is None else person_at(person) for number, person in people.items()}
    for payment in payments:
        _demand_tick(ticker, people[payment.payer], people[payment.payee])
    chosen = [Payment(between[each.payer], between[each.payee], each.cents) for each in payments]
    balance = balance_of(evening.club)
    plan = plan_now(evening, list(evening.sheets.scored()), balance)
    with_earlier = plan.takes_along
    participants = participants_of(evening)
    closed = _first_not_in([payment_between(each, participants) for each in chosen], plan.open)
    if closed is not None and _is_newest(evening, balance):
        with_earlier = balance.is_of_several(evening.currency)
        closed = _first_not_in(chosen, balance.plan(evening.currency))
    if closed is not None:
        raise Refused(form=[_why_not_open(evening, people, payments[closed])])
    rows = [
        SettledPayment(
            evening=evening,
            payer=people[payment.payer] or kitty_of(evening),
            payee=people[payment.payee] or kitty_of(evening),
            cents=part or payment.cents,
            with_earlier=with_earlier,
            way=PaymentWay.PAID,
            by_id=ticker.member,
            at=clock.now(),
        )
        for payment in payments
    ]
    SettledPayment.objects.bulk_create(rows)
    _record(act, evening, "paid" if part in (None, payments[0].cents) else "part", rows)
    return evening


def _people_in(club: Club, payments: Iterable[Payment]) -> dict[str, Participant | None]:
    """Return whom the numbers of a form mean; None: the kitty."""
    numbers = {number for payment in payments for number in (payment.payer, payment.payee)}
    of_club = Participant.objects.filter(evening__in=Evening.objects.played_in(club))
    people = of_club.select_related("member").in_bulk(int(number) for number in numbers)
    by_number = {str(pk): None if person.kitty else person for pk, person in people.items()}
    if KITTY in numbers:
        by_number[KITTY] = None
    if numbers - by_number.keys():
        raise ChangedMeanwhile()
    return by_number


def _first_not_in(chosen: Sequence[Payment], open_: Iterable[Payment]) -> int | None:
    """Return the first payment that is not open; None: all are."""
    left = list(open_)
    for number, payment in enumerate(chosen):
        if payment not in left:
            return number
        left.remove(payment)
    return None


def _is_newest(evening: Evening, balance: ClubBalance) -> bool:
    """Return whether the club's open payments are noted at this evening."""
    if evening.currency not in balance.currencies:
        return False
    newest = balance.newest(evening.currency)
    return newest.has_ended and newest.evening.pk == evening.pk


def _why_not_open(evening: Evening, people: Mapping[str, Participant | None], payment: Payment) -> str:
    """Return why a payment is no longer due: it was ticked already, or a hand was corrected since."""
    sides = {"payer": people[payment.payer], "payee": people[payment.payee]}
    who = {side: _("the club’s kitty") if person is None else person.name for side, person in sides.items()}
    same: dict[str, Any] = {
        f"{side}__kitty" if person is None else side: person or True for side, person in sides.items()
    }
    ticked = evening.settled_payments.settling().filter(**same, cents=payment.cents)
    if (row := ticked.select_related("by").last()) is not None:
        details = {**who, "by": row.by.name, "time": date_format(localtime(row.at), "H:i")}
        return _("%(payer)s to %(payee)s: %(by)s has already ticked this, at %(time)s.") % details
    return _("%(payer)s to %(payee)s: this amount has changed. Look at the new one, then tick it.") % who


@verb(log=payments_in_words)
def untick_payment(act: PendingDeed[Account], *, payment: SettledPayment) -> SettledPayment:
    """Take back a tick; the row stays, with who took it back."""
    evening, ticker = _locked(payment.evening, act.actor)
    payment = SettledPayment.objects.select_related("payer__member", "payee__member").get(pk=payment.pk)
    _demand_tick(ticker, payment.payer, payment.payee)
    if payment.taken_back_at is not None:
        raise ChangedMeanwhile()
    if payment.later_payments.current().exists():
        raise Refused(form=[_("It has been paid since then: please take that back first.")])
    store(payment, taken_back_at=clock.now(), taken_back_by_id=ticker.member)
    _record(act, evening, "back", [payment])
    return payment


@verb(
    log=sentence_by(
        "leaves_out",
        {
            True: gettext_lazy("left out what was open before (%(date)s)"),
            False: gettext_lazy("took along what was open before (%(date)s)"),
        },
    )
)
def leave_out_earlier(act: PendingDeed[Account], *, evening: Evening, leaves_out: bool) -> Evening:
    """Set whether an evening is paid on its own, or together with what was open before."""
    evening, ticker = _locked(evening, act.actor)
    if not ticker.records:
        raise PermissionDenied
    if evening.settled_payments.current().filter(with_earlier=True).exists():
        raise Refused(
            form=[_("Something has been paid together with what was open before: first take that back.")]
        )
    store(evening, without_earlier=leaves_out)
    act.record(evening.club, evening=evening.pk, date=str(evening.date), leaves_out=leaves_out)
    return evening


def _closed_in_words(details: dict[str, Any]) -> str:
    if details["before"] is None:
        return _("let what earlier evenings left open count again")
    return _("noted that all is paid before %(day)s") % {"day": day_in_words({"date": details["before"]})}


@verb(log=_closed_in_words)
def close_earlier(act: PendingDeed[Account], *, club: Club, before: date | None) -> Club:
    """Note that everything open before a day is paid; without a day it is open again."""
    club = locked(club)
    demand_director(club, act.actor)
    if before is not None:
        paid_together = club.evenings.filter(
            settled_payments__with_earlier=True, settled_payments__taken_back_at=None, date__gte=before
        )
        if (evening := paid_together.order_by("-date").first()) is not None:
            words = _("On %(day)s earlier amounts were paid together with that evening: choose a later day.")
            raise Refused(before=[words % {"day": clock.day_in_words(evening.date)}])
    store(club, paid_before=before)
    act.record(club, before=None if before is None else str(before))
    return club
