"""Payments of an evening: what is open, and rows as the program wrote them before version 2."""

from scoring import clock
from scoring.engine.money import Payment
from scoring.evenings.balances import balance_of
from scoring.evenings.payments import plan_now
from scoring.models import Evening, Member, SettledPayment


def open_payments(evening: Evening) -> list[Payment]:
    """Return who still has to pay whom, as forms name them."""
    return list(plan_now(evening, list(evening.sheets.scored()), balance_of(evening.club)).open)


def kept(
    evening: Evening, payment: Payment, way: str, by: Member, settles: SettledPayment | None = None
) -> SettledPayment:
    """Store a payment that was carried on, taken over by the kitty or paid later."""
    return SettledPayment.objects.create(
        evening=evening,
        payer_id=int(payment.payer),
        payee_id=int(payment.payee),
        cents=payment.cents,
        way=way,
        settles=settles,
        by=by,
        at=clock.now(),
    )
