"""The payments of an evening, which of them are made, and who in the club still owes whom."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.engine.money import Payment, money_in_words
from scoring.engine.naming import Names
from scoring.evenings.balances import (
    KITTY,
    ClubBalance,
    PaymentPlan,
    balance_of,
    made_by,
    payment_between,
    person_at,
    plan_at,
)
from scoring.evenings.pages.settling import Settling, signed_money
from scoring.evenings.payments import Ticker, tickers
from scoring.export.figures import Figures
from scoring.models import Account, Club, Evening, Member, Participant, PaymentWay, SettledPayment
from scoring.models.evenings import SettledPaymentQuerySet
from scoring.web.columns import Column, ColumnKind
from scoring.web.language import current_language


@dataclass(frozen=True)
class PaymentLine:
    """A payment as pages list it: still open, or ticked."""

    evening: Evening
    payer: str
    payee: str
    cents: int
    may_tick: bool
    ids: tuple[str, str]  # of the two, as forms name them
    differs: bool = False  # is open because a hand was corrected after somebody had paid
    whole: int = 0  # cents of which it is the rest
    earlier: int = 0  # cents of it that were open before
    is_own: bool = False  # the reader pays or is paid
    row: SettledPayment | None = None  # None: nobody has ticked it

    @property
    def money(self) -> str:
        return money_in_words(self.cents, self.evening.currency, current_language())

    @property
    def note(self) -> str:
        """Return in a few words where the amount comes from; empty for this evening."""
        words = ""
        if self.earlier:
            words = _("%(money)s of it from before") % {"money": self._in_words(self.earlier)}
        elif self.whole > self.cents:
            words = _("the rest of %(money)s") % {"money": self._in_words(self.whole)}
        elif self.differs:
            words = _("the difference after a correction")
        return words

    def _in_words(self, cents: int) -> str:
        return money_in_words(cents, self.evening.currency, current_language())

    @property
    def form_value(self) -> str:
        return in_a_form(Payment(*self.ids, self.cents))

    @property
    def is_done(self) -> bool:
        return self.row is not None

    @property
    def way(self) -> str:
        """Return what became of a payment that was not simply paid."""
        return "" if self.row is None else way_in_words(self.row)

    @property
    def tick_address(self) -> str:
        """Return the address to which its tick is sent, or the taking back of it."""
        where: list[object] = [self.evening.club.slug, self.evening.pk]
        if self.row is None:
            return reverse("scoring:settle_payments", args=where)
        return reverse("scoring:untick_payment", args=[*where, self.row.pk])


NOTHING_TO_PAY = PaymentPlan()


class Together(NamedTuple):
    """A person's amount of this evening, that from before, and their sum."""

    name: str
    tonight: str
    earlier: str
    both: str


@dataclass(frozen=True)
class ShownPayments:
    """The payments of an evening, with earlier open amounts where these are included."""

    all: tuple[PaymentLine, ...] = ()  # in the order in which they were suggested: a tick moves none
    history: tuple[PaymentLine, ...] = ()  # carried on or taken over by the kitty, as until version 2
    plan: PaymentPlan = NOTHING_TO_PAY
    together: tuple[Together, ...] = ()
    staying: tuple[tuple[str, str], ...] = ()  # who keeps an amount open, as others are not there
    may_leave_out: bool = False  # the reader may say whether what was open before is taken along
    may_close: bool = False  # and that all of it is paid
    has_ended: bool = False
    counts_nowhere: bool = False  # the evening has ended, and nobody has ticked anything

    @property
    def open(self) -> tuple[PaymentLine, ...]:
        return tuple(line for line in self.all if line.row is None)

    @property
    def ticked(self) -> tuple[PaymentLine, ...]:
        return tuple(line for line in self.all if line.row is not None)

    @property
    def done(self) -> int:
        """Return how many are paid."""
        return len(self.ticked)

    @property
    def all_at_once(self) -> bool:
        """Return whether the reader may tick several with one tap."""
        return len(self.open) > 1 and all(line.may_tick for line in self.open)


def in_a_form(payment: Payment) -> str:
    """Return how a form names a payment that is open."""
    return f"{payment.payer}-{payment.payee}-{payment.cents}"


def from_a_form(text: str) -> Payment:
    """Return the payment that a form names; raise ValueError for one that no page of ours sends.

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
    ticker: Ticker | None = None,
    *,
    ended: bool = False,
) -> ShownPayments:
    """Return the payments of an evening, by one query where the club has nothing open.

    Strangers, for whom there is no `ticker`, see what this evening came to, without what was ticked.
    """
    if not settling.pays:
        return ShownPayments()
    people = {str(each.pk): each for each in settling.participants}
    participants = {person_at(each): pk for pk, each in people.items()}
    won = {share.id: share.cents for share in settling.people}
    names = {KITTY: _kitty(), **settling.names}
    if ticker is None:
        plan = plan_at(evening, won, participants, (), ClubBalance(), ended=ended, mixed=False)
        return ShownPayments(tuple(_open_lines(evening, plan, people, names, None)), plan=plan)
    rows = list(_whole(SettledPayment.objects.current().filter(evening=evening)))
    mixed, balance = any(row.with_earlier for row in rows), balance_of(evening.club)
    plan = plan_at(evening, won, participants, made_by(rows), balance, ended=ended, mixed=mixed)
    paid = [row for row in rows if row.way == PaymentWay.PAID]
    lines = (
        *_open_lines(evening, plan, people, names, ticker),
        *(_ticked_line(evening, row, names, ticker) for row in paid),
    )
    order = {(each.payer, each.payee): number for number, each in enumerate(plan.suggested)}
    may_choose = plan.could_take_along and not mixed
    return ShownPayments(
        tuple(sorted(lines, key=lambda line: order.get(line.ids, len(order)))),
        tuple(_ticked_line(evening, row, names, ticker) for row in rows if row not in paid),
        plan,
        tuple(_together(plan, names, evening)),
        tuple(
            (names[person], _signed(cents, evening))
            for person, cents in sorted(plan.staying.items(), key=lambda item: item[1])
        ),
        may_leave_out=may_choose and ticker.records,
        may_close=may_choose and evening.club.is_directed,
        has_ended=ended,
        counts_nowhere=ended and not rows and bool(plan.open),
    )


def _kitty() -> str:
    return _("the club’s kitty")


def _signed(cents: int, evening: Evening) -> str:
    return signed_money(cents, evening.currency, current_language())


def _together(plan: PaymentPlan, names: Names, evening: Evening) -> Iterator[Together]:
    for person, earlier in sorted(plan.earlier.items(), key=lambda item: names[item[0]]):
        tonight = plan.won.get(person, 0)
        amounts = (_signed(cents, evening) for cents in (tonight, earlier, tonight + earlier))
        yield Together(names[person], *amounts)


def _whole(rows: SettledPaymentQuerySet) -> SettledPaymentQuerySet:
    """Return the rows with all that a line shows."""
    return rows.select_related("payer__member", "payee__member", "by", "settles").order_by("at", "pk")


def _open_lines(
    evening: Evening,
    plan: PaymentPlan,
    people: Mapping[str, Participant],
    names: Names,
    ticker: Ticker | None,
) -> list[PaymentLine]:
    suggested = {(payment.payer, payment.payee): payment.cents for payment in plan.suggested}
    debts = {person: -cents for person, cents in plan.earlier.items() if cents < 0}
    earlier: dict[tuple[str, str], int] = {}
    for pair, cents in suggested.items():
        earlier[pair] = min(cents, debts.get(pair[0], 0))
        debts[pair[0]] = debts.get(pair[0], 0) - earlier[pair]
    lines = []
    for payment in plan.open:
        pair = payment.payer, payment.payee
        members = [people[person].member_id for person in pair if person in people]
        whole = suggested.get(pair, 0)
        lines.append(
            PaymentLine(
                evening,
                *(names[pair[0]], names[pair[1]], payment.cents),
                ticker is not None and ticker.may_tick(members),
                pair,
                differs=not whole,
                whole=whole,
                is_own=ticker is not None and ticker.member in members,
                earlier=min(payment.cents, earlier.get(pair, 0)),
            )
        )
    return lines


def _ticked_line(evening: Evening, row: SettledPayment, names: Names, ticker: Ticker) -> PaymentLine:
    payer, payee = (names.get(str(each.pk), each.name) for each in (row.payer, row.payee))
    if row.settles is not None and row.settles.way == PaymentWay.KITTY:
        payee = _kitty()
    may_tick = ticker.may_tick([row.payer.member_id, row.payee.member_id])
    ids = str(row.payer_id), str(row.payee_id)
    return PaymentLine(evening, payer, payee, row.cents, may_tick, ids, row=row)


# Who still owes whom


class Number(NamedTuple):
    """The open amount of a person."""

    name: str
    cents: int
    money: str  # with its sign
    amount: str
    is_own: bool


class OpenBalance(NamedTuple):
    """The open amounts of a club: one number per person, and the fewest payments that settle them."""

    numbers: tuple[Number, ...]
    payments: tuple[PaymentLine, ...]  # the reader's own first
    number_of_own: int = 0

    @property
    def own_in_words(self) -> str:
        """Return the reader's open amounts in each currency; empty: none."""
        return ", ".join(
            (_("You still get %(money)s") if number.cents > 0 else _("You still pay %(money)s"))
            % {"money": number.amount}
            for number in self.numbers
            if number.is_own
        )


def open_balance(club: Club, account: Account) -> OpenBalance:
    """Return the open amounts of a club, and who pays whom."""
    balance = balance_of(club)
    numbers: list[Number] = []
    lines: list[PaymentLine] = []
    for currency in balance.currencies:
        cents = balance.numbers(currency)
        if not cents:
            continue
        evening, _won, _made, _with_earlier, has_ended = balance.newest(currency)
        participants = {holder: str(balance.participants[holder]) for holder in cents if holder != KITTY}
        people = Participant.objects.select_related("member").in_bulk(map(int, participants.values()))
        names = {KITTY: _kitty()} | {str(pk): person.name for pk, person in people.items()}
        for holder, own in sorted(cents.items(), key=lambda item: item[1]):
            name = names[participants.get(holder, holder)]
            amount = money_in_words(abs(own), currency, current_language())
            is_own = holder == f"m{club.member_id}"
            numbers.append(Number(name, own, _signed(own, evening), amount, is_own))
        assert club.member_id is not None
        ticker = tickers(club.member_id, account, [evening.pk])[evening.pk] if has_ended else None
        payments = [payment_between(each, participants) for each in balance.plan(currency)]
        plan = PaymentPlan(payments, payments)
        lines += _open_lines(evening, plan, {str(pk): one for pk, one in people.items()}, names, ticker)
    lines.sort(key=lambda line: not line.is_own)
    return OpenBalance(tuple(numbers), tuple(lines), sum(line.is_own for line in lines))


# Files

OF_TICKED = ("by", "taken_back_by", "settles", "payer__member", "payee__member")


def figures_of_ticked(evening: Evening, rows: Iterable[SettledPayment], names: Names) -> Figures:
    """Return everything that was ticked at an evening, including what was taken back."""
    title = _("Paid and carried over")
    currency = {"currency": evening.currency}
    columns = (
        Column(_("Date"), ColumnKind.DATE, "date", lambda _row: evening.date),
        Column(_("Name"), key="payer", of=lambda row: names.get(str(row.payer_id), row.payer.name)),
        Column(_("pays to"), key="payee", of=lambda row: names.get(str(row.payee_id), row.payee.name)),
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
