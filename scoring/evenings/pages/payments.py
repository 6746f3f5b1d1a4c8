"""What is paid of an evening's settling up, what is open, and who of the club still owes whom."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.engine.money import Payment, money_in_words, payments, still_owed
from scoring.engine.naming import Names
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
from scoring.models.evenings import SettledPaymentQuerySet
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
    ids: tuple[str, str]  # of the two
    form_value: str = ""  # how a form names an open one of its evening
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
    def is_done(self) -> bool:
        """Return whether it was paid, at once or after it had been carried on or taken over."""
        return self.later is not None or (self.row is not None and self.row.way == PaymentWay.PAID)

    @property
    def tick_address(self) -> str:
        """Return where its tick is sent: to set it, or to take back what was ticked last."""
        where: list[object] = [self.evening.club.slug, self.evening.pk]
        if self.row is None:
            return reverse("scoring:settle_payments", args=where)
        if self.is_done:
            return reverse("scoring:untick_payment", args=[*where, (self.later or self.row).pk])
        return reverse("scoring:pay_later", args=[*where, self.row.pk])


@dataclass(frozen=True)
class ShownPayments:
    """The payments of an evening, and what those who are there still owe from earlier ones."""

    all: tuple[PaymentLine, ...] = ()  # in the order in which they were suggested: a tick moves none
    earlier: tuple[PaymentLine, ...] = ()
    may_carry: bool = False  # the evening is closed

    @property
    def open(self) -> tuple[PaymentLine, ...]:
        return tuple(line for line in self.all if line.row is None)

    @property
    def ticked(self) -> tuple[PaymentLine, ...]:
        return tuple(line for line in self.all if line.row is not None)

    @property
    def done(self) -> int:
        """Return how many are paid."""
        return sum(line.is_done for line in self.all)

    @property
    def all_at_once(self) -> bool:
        """Return whether the reader may tick several with one tap."""
        return len(self.open) > 1 and all(line.may_tick for line in self.open)


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
    evening: Evening,
    settling: Settling,
    account: Account | None = None,
    ticker: Ticker | None = None,
    *,
    ended: bool = False,
) -> ShownPayments:
    """Return the payments of an evening by one query, or a few where people of it owe something.

    Nobody ticks without a `ticker`, and what was owed before is not shown then.
    """
    if not settling.pays:
        return ShownPayments()
    cents = {share.id: share.cents for share in settling.people}
    which = Q(evening=evening)
    if ticker is not None:
        which |= _from_earlier(evening, settling.participants)
    shown_rows = list(_whole(SettledPayment.objects.followed().filter(which)))
    rows = [row for row in shown_rows if row.evening_id == evening.pk]
    earlier = [row for row in shown_rows if row.evening_id != evening.pk]
    may = _Rights({} if ticker is None else {evening.pk: ticker})
    if ticker is not None and account is not None and earlier:
        may.by_evening |= tickers(ticker.member, account, {row.evening_id for row in earlier})
    paid_later = SettledPayment.objects.current().select_related("by")
    followed = [row.pk for row in rows if row.is_paid_later]
    later = {row.settles_id: row for row in paid_later.filter(settles__in=followed)} if followed else {}
    people = {str(participant.pk): participant for participant in settling.participants}
    planned = payments(cents)
    order = {(payment.payer, payment.payee): number for number, payment in enumerate(planned)}
    lines = [
        _open_line(
            evening,
            payment,
            people,
            settling.names,
            may,
            differs=bool(rows) and payment not in planned,
        )
        for payment in still_owed(cents, map(as_payment, rows))
    ]
    lines += (_line(row, settling.names, may, later.get(row.pk)) for row in rows)
    return ShownPayments(
        tuple(sorted(lines, key=lambda line: order.get(line.ids, len(order)))),
        tuple(_line(row, _names(row), may) for row in earlier),
        may_carry=ended,
    )


def _whole(rows: SettledPaymentQuerySet) -> SettledPaymentQuerySet:
    """Return the rows with all that a line shows."""
    joined = rows.select_related("evening__club", "payer__member", "payee__member", "by")
    return joined.order_by("evening__date", "evening", "at", "pk")


class _Rights:
    def __init__(self, by_evening: dict[int, Ticker]) -> None:
        self.by_evening = by_evening

    def tick(self, evening: Evening, *people: Participant) -> bool:
        ticker = self.by_evening.get(evening.pk)
        return ticker is not None and ticker.may_tick([person.member_id for person in people])


def _open_line(
    evening: Evening,
    payment: Payment,
    people: Mapping[str, Participant],
    names: Mapping[str, str],
    may: _Rights,
    *,
    differs: bool,
) -> PaymentLine:
    return PaymentLine(
        evening,
        names[payment.payer],
        names[payment.payee],
        payment.cents,
        may.tick(evening, people[payment.payer], people[payment.payee]),
        (payment.payer, payment.payee),
        form_value=in_a_form(payment),
        differs=differs,
    )


def _line(
    row: SettledPayment, names: Mapping[str, str], may: _Rights, later: SettledPayment | None = None
) -> PaymentLine:
    return PaymentLine(
        row.evening,
        names[str(row.payer_id)],
        names[str(row.payee_id)],
        row.cents,
        may.tick(row.evening, row.payer, row.payee),
        (str(row.payer_id), str(row.payee_id)),
        row=row,
        later=later,
    )


def _names(row: SettledPayment) -> dict[str, str]:
    return {str(person.pk): person.name for person in (row.payer, row.payee)}


def _from_earlier(evening: Evening, people: Iterable[Participant]) -> Q:
    """Return what finds all that people of an evening still owe from earlier ones, or are owed."""
    members = {person.member_id for person in people if person.member_id is not None}
    guests = {person.key for person in people if person.member_id is None}
    theirs = Q()
    for side in ("payer", "payee"):
        theirs |= Q(**{f"{side}__member__in": members})
        theirs |= Q(**{f"{side}__member": None, f"{side}__key__in": guests})
    until_then = Q(evening__in=Evening.objects.played_in(evening.club), evening__date__lte=evening.date)
    return theirs & until_then & Q(is_paid_later=False) & ~Q(way=PaymentWay.PAID)


# Who still owes whom


def owed_in(club: Club) -> list[PaymentLine]:
    """Return who of the club still owes whom: what was carried on, and what is left open where others paid.

    An evening at which nobody ticked anything is none of them: most clubs never do, and are asked one query.
    """
    played = Evening.objects.played_in(club)
    rows = SettledPayment.objects.followed().filter(evening__in=played).order_by("pk")
    carried: list[int] = []
    made: dict[int, list[Payment]] = {}
    columns = ("pk", "evening", "payer", "payee", "cents", "way", "is_paid_later")
    for pk, evening, payer, payee, cents, way, is_paid_later in rows.values_list(*columns):
        made.setdefault(evening, []).append(Payment(str(payer), str(payee), cents))
        if way != PaymentWay.PAID and not is_paid_later:
            carried.append(pk)
    if not made:
        return []
    owed = list(_whole(SettledPayment.objects.followed().filter(pk__in=carried))) if carried else []
    left = list(_left_open(club, made))
    may = _Rights({})  # it is ticked on the page of its evening
    person_ids = {int(person) for _evening, payment, _d in left for person in (payment.payer, payment.payee)}
    participants = Participant.objects.select_related("member").in_bulk(person_ids)
    people = {str(pk): person for pk, person in participants.items()}
    names = {pk: person.name for pk, person in people.items()}
    lines = [_line(row, _names(row), may) for row in owed]
    for evening, payment, differs in left:
        lines.append(_open_line(evening, payment, people, names, may, differs=differs))
    return sorted(lines, key=lambda line: (line.evening.date, line.evening.pk))


def _left_open(club: Club, made: Mapping[int, Sequence[Payment]]) -> Iterator[tuple[Evening, Payment, bool]]:
    """Yield what is left open of those evenings that are closed, after what was paid there; two queries."""
    ended = Q(closed_at__isnull=False) | Q(spontaneous=True) & ~Exists(
        Sheet.objects.filter(evening=OuterRef("pk"), closed_at=None)
    )
    evenings = Evening.objects.filter(ended, pk__in=made).only("date", "cents_per_point", "currency", "club")
    scores: dict[int, dict[str, int]] = {pk: {} for pk in made}
    table_scores = TableScore.objects.filter(sheet__evening__in=made).order_by()
    for pk, person, twelfths in table_scores.values_list("sheet__evening", "participant", "twelfths"):
        scores[pk][str(person)] = scores[pk].get(str(person), 0) + twelfths
    for evening in evenings:
        points = scores[evening.pk]
        if _is_even(points, made[evening.pk], evening.cents_per_point):
            continue
        evening.club = club
        sums = {person: Points(kassa=twelfths) for person, twelfths in points.items()}
        cents = settled_in_money(evening, sums).cents
        planned = payments(cents)
        for payment in still_owed(cents, made[evening.pk]):
            yield evening, payment, payment not in planned


def _is_even(points: Mapping[str, int], made: Iterable[Payment], cents_per_point: int) -> bool:
    """Return whether everybody has paid exactly what they owe, where nothing has to be rounded."""
    left = {person: twelfths * cents_per_point for person, twelfths in points.items()}
    for payment in made:  # in twelfths of a cent
        left[payment.payer] = left.get(payment.payer, 0) + 12 * payment.cents
        left[payment.payee] = left.get(payment.payee, 0) - 12 * payment.cents
    return not any(left.values())


# Files


def figures_of_ticked(evening: Evening, rows: Iterable[SettledPayment], names: Names) -> Figures:
    """Return everything that was ticked at an evening, also what was taken back."""
    title = _("Paid and carried over")
    currency = {"currency": evening.currency}
    columns = (
        Column(_("Date"), ColumnKind.DATE, "date", lambda _row: evening.date),
        Column(_("Name"), key="payer", of=lambda row: names[str(row.payer_id)]),
        Column(_("pays to"), key="payee", of=lambda row: names[str(row.payee_id)]),
        Column(_("Money (%(currency)s)") % currency, ColumnKind.CENTS, "money", "cents"),
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
    own_payments = SettledPayment.objects.filter(own).select_related("evening", "payer", "payee")
    yield Figures.of(_("Payments"), columns, own_payments.order_by("evening__date", "pk"))


def _side(row: SettledPayment, member: Member) -> str:
    if row.payer.member_id == member.pk:
        return _("pays")
    return _("is paid") if row.payee.member_id == member.pk else _("ticked for others")
