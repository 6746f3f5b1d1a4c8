"""What is paid of an evening's settling up, what is open, and who of the club still owes whom."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Q, Sum
from django.utils.translation import gettext as _

from scoring.engine.money import Payment, money_in_words, payments, still_owed
from scoring.evenings.pages.settling import Settling
from scoring.evenings.payments import Ticker, as_payment, tickers
from scoring.evenings.seals import settled_in_money
from scoring.export.figures import Figures
from scoring.models import (
    Account,
    Club,
    Evening,
    Member,
    Participant,
    PaymentWay,
    Points,
    SettledPayment,
    Sheet,
    TableScore,
)
from scoring.models.evenings import names_of
from scoring.web.columns import Column, ColumnKind
from scoring.web.language import current_language


@dataclass(frozen=True)
class PaymentLine:
    """A payment as pages list it: still open, or ticked."""

    evening: Evening
    payer: str
    payee: str  # as it was, also where the kitty took over
    cents: int
    may_tick: bool
    asked: str = ""  # how a form names an open one of its evening
    differs: bool = False  # is open because a hand was corrected after somebody had paid
    row: SettledPayment | None = None  # None: nobody has ticked it
    later: SettledPayment | None = None  # by which it was paid after it had been carried on

    @property
    def money(self) -> str:
        return money_in_words(self.cents, self.evening.currency, current_language())

    @property
    def to_kitty(self) -> bool:
        return self.row is not None and self.row.way == PaymentWay.KITTY

    @property
    def creditor(self) -> str:
        """Return to whom it is owed by now."""
        return _("the club’s kitty") if self.to_kitty else self.payee

    @property
    def is_paid(self) -> bool:
        return self.row is not None and self.row.way == PaymentWay.PAID


@dataclass(frozen=True)
class ShownPayments:
    """The payments of an evening, and what those who are there still owe from earlier ones."""

    open: tuple[PaymentLine, ...]
    ticked: tuple[PaymentLine, ...]
    earlier: tuple[PaymentLine, ...] = ()
    may_carry: bool = False  # the evening is closed

    @property
    def to_carry(self) -> list[PaymentLine]:
        """Return what the reader may carry on."""
        return [line for line in self.open if line.may_tick] if self.may_carry else []

    @property
    def all_at_once(self) -> bool:
        """Return whether the reader may tick several with one tap."""
        return len(self.open) > 1 and all(line.may_tick for line in self.open)

    @property
    def all(self) -> tuple[PaymentLine, ...]:
        return self.open + self.ticked


def in_a_form(payment: Payment) -> str:
    """Return how a form names a payment that is open."""
    return f"{payment.payer}-{payment.payee}-{payment.cents}"


def from_a_form(text: str) -> Payment:
    """Return the payment that a form names; ValueError for what no page of ours sends.

    >>> from_a_form("12-15-420")
    Payment(payer='12', payee='15', cents=420)
    """
    payer, payee, cents = text.split("-")
    if not all(part.isascii() and part.isdecimal() and len(part) < 19 for part in (payer, payee, cents)):
        raise ValueError(text)
    if not 0 < int(cents) < 2**31 or int(payer) == int(payee):
        raise ValueError(text)
    return Payment(str(int(payer)), str(int(payee)), int(cents))


def payments_of(
    evening: Evening, settling: Settling, account: Account | None, *, ended: bool
) -> ShownPayments:
    """Return the payments of an evening as this reader sees them; `account` None: nothing can be ticked."""
    if not settling.pays:
        return ShownPayments((), ())
    cents = {share.id: share.cents for share in settling.people}
    rows = list(evening.settled_payments.settling().select_related("by"))
    people = list(evening.participants.select_related("member"))
    earlier = _from_earlier(evening, people) if account is not None else []
    evenings = {evening.pk, *(row.evening_id for row in earlier)}
    may = _Rights(tickers(evening.club, account, evenings) if account is not None else {})
    by_pk = {participant.pk: participant for participant in people}
    planned = payments(cents)
    carried = [row.pk for row in rows if row.way != PaymentWay.PAID]
    paid_later = SettledPayment.objects.standing().filter(settles__in=carried).select_related("by")
    later = {row.settles_id: row for row in paid_later} if carried else {}
    for row in rows:
        row.evening = evening
        row.payer, row.payee = by_pk[row.payer_id], by_pk[row.payee_id]
    lines = (
        PaymentLine(
            evening,
            settling.names[payment.payer],
            settling.names[payment.payee],
            payment.cents,
            may.tick(evening, by_pk[int(payment.payer)], by_pk[int(payment.payee)]),
            asked=in_a_form(payment),
            differs=bool(rows) and payment not in planned,
        )
        for payment in still_owed(cents, map(as_payment, rows))
    )
    return ShownPayments(
        tuple(lines),
        tuple(_line(row, settling.names, may, later.get(row.pk)) for row in rows),
        tuple(_line(row, _names(row), may) for row in earlier),
        may_carry=ended,
    )


class _Rights:
    def __init__(self, by_evening: Mapping[int, Ticker]) -> None:
        self.by_evening = by_evening

    def tick(self, evening: Evening, *people: Participant) -> bool:
        ticker = self.by_evening.get(evening.pk)
        return ticker is not None and ticker.may_tick([person.member_id for person in people])


def _line(
    row: SettledPayment, names: Mapping[str, str], may: _Rights, later: SettledPayment | None = None
) -> PaymentLine:
    return PaymentLine(
        row.evening,
        names[str(row.payer_id)],
        names[str(row.payee_id)],
        row.cents,
        may.tick(row.evening, row.payer, row.payee),
        row=row,
        later=later,
    )


def _names(row: SettledPayment) -> dict[str, str]:
    return {str(person.pk): person.name for person in (row.payer, row.payee)}


def _from_earlier(evening: Evening, people: Iterable[Participant]) -> list[SettledPayment]:
    """Return what people of an evening still owe from earlier ones, or are owed."""
    members = {person.member_id for person in people if person.member_id is not None}
    guests = {person.key for person in people if person.member_id is None}
    theirs = Q()
    for side in ("payer", "payee"):
        theirs |= Q(**{f"{side}__member__in": members})
        theirs |= Q(**{f"{side}__member": None, f"{side}__key__in": guests})
    owed = _owed(evening.club).filter(theirs, evening__date__lte=evening.date).exclude(evening=evening)
    return list(owed)


def _owed(club: Club) -> Any:
    """Return what was carried on in the club and is not paid yet, with all that a line shows."""
    found = SettledPayment.objects.owed().filter(evening__in=Evening.objects.played_in(club))
    found = found.select_related("evening__club", "payer__member", "payee__member", "by")
    return found.order_by("evening__date", "pk")


# Who still owes whom


def owed_in(club: Club, account: Account) -> list[PaymentLine]:
    """Return who of the club still owes whom: what was carried on, and what is left open where others paid.

    An evening at which nobody ticked anything is none of them: most clubs never do.
    """
    carried = list(_owed(club))
    left = list(_left_open(club))
    evenings = {row.evening_id for row in carried} | {evening.pk for evening, *_further in left}
    may = _Rights(tickers(club, account, evenings)) if evenings else _Rights({})
    lines = [_line(row, _names(row), may) for row in carried]
    people = Participant.objects.select_related("member").in_bulk(
        {int(person) for _evening, payment, _d in left for person in (payment.payer, payment.payee)}
    )
    for evening, payment, differs in left:
        payer, payee = people[int(payment.payer)], people[int(payment.payee)]
        lines.append(
            PaymentLine(
                evening,
                payer.name,
                payee.name,
                payment.cents,
                may.tick(evening, payer, payee),
                asked=in_a_form(payment),
                differs=differs,
            )
        )
    return sorted(lines, key=lambda line: (line.evening.date, line.evening.pk))


def _left_open(club: Club) -> Iterator[tuple[Evening, Payment, bool]]:
    """Yield what is left open of closed evenings at which somebody ticked; three queries at most."""
    rows: dict[int, list[Payment]] = {}
    for row in SettledPayment.objects.settling().filter(evening__in=Evening.objects.played_in(club)):
        rows.setdefault(row.evening_id, []).append(as_payment(row))
    if not rows:
        return
    ended = Q(closed_at__isnull=False) | Q(spontaneous=True) & ~Exists(
        Sheet.objects.filter(evening=OuterRef("pk"), closed_at=None)
    )
    evenings = Evening.objects.filter(ended, pk__in=rows).select_related("club")
    scores: dict[int, dict[str, Points]] = {}
    sums = TableScore.objects.filter(sheet__evening__in=rows).order_by()
    for evening, person, twelfths in (
        sums.values("sheet__evening", "participant")
        .annotate(sum=Sum("twelfths"))
        .values_list("sheet__evening", "participant", "sum")
    ):
        scores.setdefault(evening, {})[str(person)] = Points(kassa=twelfths)
    for one in evenings:
        cents = settled_in_money(one, scores.get(one.pk, {})).cents
        planned = payments(cents)
        for payment in still_owed(cents, rows[one.pk]):
            yield one, payment, payment not in planned


# Files


def figures_of_ticked(evening: Evening) -> Figures:
    """Return everything that was ticked at an evening, also what was taken back."""
    rows = evening.settled_payments.select_related("by", "taken_back_by").order_by("at", "pk")
    names = names_of(evening.participants.select_related("member").order_by("pk"))
    title = _("Paid and carried on")
    about = {"currency": evening.currency}
    columns = (
        Column(_("Date"), ColumnKind.DATE, "date", lambda _row: evening.date),
        Column(_("Name"), key="payer", of=lambda row: names[str(row.payer_id)]),
        Column(_("pays to"), key="payee", of=lambda row: names[str(row.payee_id)]),
        Column(_("Money (%(currency)s)") % about, ColumnKind.CENTS, "money", "cents"),
        Column(_("What became of it"), key="way", of=way_in_words),
        Column(_("When"), ColumnKind.MOMENT, key="at"),
        Column(_("Who"), key="by", of=lambda row: row.by.name),
        Column(_("Taken back"), ColumnKind.MOMENT, key="taken_back_at"),
        Column(_("Taken back by"), key="taken_back_by", of=_taken_back_by),
    )
    return Figures.of(f"{title} {evening.date}", columns, rows, name=title)


def way_in_words(row: SettledPayment) -> str:
    """Return what became of a payment."""
    return _("paid later") if row.settles_id is not None else str(PaymentWay(row.way).label)


def _taken_back_by(row: SettledPayment) -> str | None:
    return None if row.taken_back_by is None else row.taken_back_by.name


def stored(member: Member) -> Iterator[Figures]:
    """Yield the payments of a member that were ticked; the other side has no name."""

    other = _("somebody else")
    columns = (
        Column(_("Date"), ColumnKind.DATE, "date", "evening.date"),
        Column(_("Pays or is paid"), key="side", of=lambda row: _side(row, member)),
        Column(_("Cents"), ColumnKind.NUMBER, key="cents"),
        Column(_("What became of it"), key="way", of=way_in_words),
        Column(_("When"), ColumnKind.MOMENT, key="at"),
        Column(_("Who"), key="by", of=lambda row: member.name if row.by_id == member.pk else other),
        Column(_("Taken back"), ColumnKind.MOMENT, key="taken_back_at"),
    )
    own = Q(payer__member=member) | Q(payee__member=member) | Q(by=member) | Q(taken_back_by=member)
    found = SettledPayment.objects.filter(own).select_related("evening", "payer", "payee")
    yield Figures.of(_("Payments"), columns, found.order_by("evening__date", "pk"))


def _side(row: SettledPayment, member: Member) -> str:
    if row.payer.member_id == member.pk:
        return _("pays")
    return _("is paid") if row.payee.member_id == member.pk else _("ticked for others")
