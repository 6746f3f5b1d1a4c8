"""Who has paid at the end of an evening: ticked, taken back, carried on; and who still owes whom.

What was ticked is stored with its amount. What is owed follows from it and from the hands.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import PermissionDenied
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring import clock
from scoring.capability import day_in_words
from scoring.deeds import ChangedMeanwhile, PendingDeed, Refused, verb
from scoring.engine.money import Payment, money_in_words, still_owed
from scoring.evenings.seals import ended_at, points_by_table, settled_in_money, sums_of_tables
from scoring.models import (
    Account,
    Evening,
    Member,
    PaymentWay,
    SettledPayment,
    Sheet,
)
from scoring.table_policy import Actor, policy_of


def as_payment(row: SettledPayment) -> Payment:
    """Return what was ticked as the settling up counts it."""
    return Payment(str(row.payer_id), str(row.payee_id), row.cents)


def open_payments(evening: Evening, sheets: Iterable[Sheet]) -> tuple[Payment, ...]:
    """Return who still has to pay whom of what these tables came to."""
    cents = settled_in_money(evening, sums_of_tables(points_by_table(sheets))).cents
    return still_owed(cents, map(as_payment, evening.settled_payments.settling()))


@dataclass(frozen=True)
class Ticker:
    """A member of the club before the payments of an evening."""

    member: int
    records: bool  # at one of its tables

    def may_tick(self, members: Iterable[int | None]) -> bool:
        """Return whether they may tick a payment between these members."""
        return self.records or self.member in members


def ticker_at(sheets: Iterable[Sheet], member: int, account: Account) -> Ticker:
    """Return who that is at an evening, by its tables as `open_to` finds them for the account."""
    actor = Actor(account)
    return Ticker(member, any(policy_of(sheet).may_record(sheet, actor) for sheet in sheets))


def tickers(member: int, account: Account, evenings: Iterable[int]) -> dict[int, Ticker]:
    """Return the same for each of these evenings of one club, by one query."""
    tables: dict[int, list[Sheet]] = {evening: [] for evening in evenings}
    open_sheets = Sheet.objects.open_to(account).filter(evening__in=tables).select_related("evening")
    for sheet in open_sheets:
        tables[sheet.evening_id].append(sheet)
    return {evening: ticker_at(sheets, member, account) for evening, sheets in tables.items()}


# Ticking


def _in_words(details: dict[str, Any]) -> str:
    """Return which payments a deed is about, and what became of them, for the log."""
    templates = {
        "paid": _("ticked as paid (%(date)s): %(payments)s"),
        "carried": _("carried to the next evening (%(date)s): %(payments)s"),
        "kitty": _("let the club’s kitty take over (%(date)s): %(payments)s"),
        "back": _("took back (%(date)s): %(payments)s"),
        "later": _("ticked as paid later (of %(date)s): %(payments)s"),
    }
    language = (get_language() or "de").partition("-")[0]
    payments = [
        f"{payer} → {payee} {money_in_words(cents, details['currency'], language)}"
        for payer, payee, cents in zip(details["from"], details["to"], details["amounts"], strict=True)
    ]
    return templates[details["way"]] % {"date": day_in_words(details), "payments": ", ".join(payments)}


def _locked(evening: Evening, actor: Account, payments: Iterable[Payment]) -> tuple[Evening, int]:
    """Return the evening, locked, and the acting member; refuse those who may not tick these."""
    evenings = Evening.objects.played_in(evening.club).select_related("club").select_for_update(of=("self",))
    evening = evenings.get(pk=evening.pk)
    me = Member.objects.filter(club=evening.club_id, account=actor, active=True).first()
    if me is None:
        raise PermissionDenied
    ticker = tickers(me.pk, actor, [evening.pk])[evening.pk]
    members = dict(evening.participants.values_list("pk", "member"))
    sides = ((members.get(int(payment.payer)), members.get(int(payment.payee))) for payment in payments)
    if not all(map(ticker.may_tick, sides)):
        raise PermissionDenied
    return evening, me.pk


def _record(
    act: PendingDeed[Account],
    evening: Evening,
    way: str,
    payments: Sequence[Payment],
) -> None:
    names = evening.names()
    details: dict[str, Any] = {
        "from": [names[payment.payer] for payment in payments],
        "to": [names[payment.payee] for payment in payments],
        "amounts": [payment.cents for payment in payments],
    }
    act.record(
        evening.club,
        evening=evening.pk,
        date=str(evening.date),
        way=way,
        currency=evening.currency,
        **details,
    )


@verb(
    log=_in_words,
    fingerprint=lambda evening, payments, way: (
        evening,
        way,
        *((payment.payer, payment.payee, payment.cents) for payment in payments),
    ),
)
def settle_payments(
    act: PendingDeed[Account], *, evening: Evening, payments: Sequence[Payment], way: str
) -> Evening:
    """Note that payments of an evening were made, or that they are carried on; all of them or none.

    Each is asked for with the amount that the page showed: where it is another by now, nothing is done.
    """
    evening, me = _locked(evening, act.actor, payments)
    if way not in PaymentWay.values or not payments:
        raise Refused(form=[_("Please choose at least one payment.")])
    sheets = list(evening.sheets.scored())
    if way != PaymentWay.PAID and ended_at(evening, sheets) is None:
        raise Refused(
            form=[_("Amounts can still change. Close the evening first, then carry over what is not paid.")]
        )
    left = list(open_payments(evening, sheets))
    for payment in payments:
        if payment not in left:
            raise Refused(form=[_why_not_open(evening, payment)])
        left.remove(payment)
    rows = [
        SettledPayment(
            evening=evening,
            payer_id=int(payment.payer),
            payee_id=int(payment.payee),
            cents=payment.cents,
            way=way,
            by_id=me,
            at=clock.now(),
        )
        for payment in payments
    ]
    SettledPayment.objects.bulk_create(rows)
    _record(act, evening, way, payments)
    return evening


def _why_not_open(evening: Evening, payment: Payment) -> str:
    """Return why this is not to be paid any more: it was ticked already, or a hand was corrected since."""
    names = evening.names()
    who = {"payer": names.get(payment.payer, "–"), "payee": names.get(payment.payee, "–")}
    ticked = evening.settled_payments.settling().select_related("by")
    same = {"payer": int(payment.payer), "payee": int(payment.payee), "cents": payment.cents}
    if (row := ticked.filter(**same).last()) is not None:
        details = {**who, "by": row.by.name, "time": date_format(localtime(row.at), "H:i")}
        return _("%(payer)s to %(payee)s: %(by)s has already ticked this, at %(time)s.") % details
    return _("%(payer)s to %(payee)s: this amount has changed. Look at the new one, then tick it.") % who


@verb(log=_in_words)
def untick_payment(act: PendingDeed[Account], *, payment: SettledPayment) -> SettledPayment:
    """Take back what was ticked; the row stays, with who took it back."""
    evening, me = _locked(payment.evening, act.actor, [as_payment(payment)])
    payment = SettledPayment.objects.get(pk=payment.pk)
    if payment.taken_back_at is not None:
        raise ChangedMeanwhile()
    if payment.later_payments.current().exists():
        raise Refused(form=[_("It has been paid since then: please take that back first.")])
    payment.taken_back_at, payment.taken_back_by_id = clock.now(), me
    payment.save(update_fields=["taken_back_at", "taken_back_by"])
    _record(act, evening, "back", [as_payment(payment)])
    return payment


@verb(log=_in_words)
def pay_later(act: PendingDeed[Account], *, payment: SettledPayment) -> SettledPayment:
    """Note that an amount which was carried on has been paid."""
    evening, me = _locked(payment.evening, act.actor, [as_payment(payment)])
    if not SettledPayment.objects.owed().filter(pk=payment.pk).exists():
        raise ChangedMeanwhile()
    SettledPayment.objects.create(
        evening=evening,
        payer_id=payment.payer_id,
        payee_id=payment.payee_id,
        cents=payment.cents,
        way=PaymentWay.PAID,
        settles=payment,
        by_id=me,
        at=clock.now(),
    )
    _record(act, evening, "later", [as_payment(payment)])
    return payment
