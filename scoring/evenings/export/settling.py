"""Who pays whom, as figures."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from django.utils.translation import gettext as _

from scoring.evenings.pages.settling import Settling, Share
from scoring.export.figures import AT_A_HAND, Across, Along, Control, Down, Figures
from scoring.web.columns import Column, ColumnKind, Value


def figures_of_settling(settling: Settling, day: date) -> Figures:
    """Everybody of the evening: what they have, what that is in money, rounded, and whom they pay."""
    columns = [
        Column(_("Date"), ColumnKind.DATE, "date"),
        Column(_("Name"), key="name"),
        Column(_("Guest"), key="guest"),
        Column(_("Hands"), ColumnKind.NUMBER, "hands"),
        Column(_("Points"), ColumnKind.POINTS, "points"),
    ]
    controls: list[Control] = [Down("hands", to=AT_A_HAND * settling.hands), Down("points")]
    if settling.keeps_schrift:
        columns.append(Column(_("Schrift"), ColumnKind.POINTS, "schrift"))
        controls.append(Down("schrift"))
    if settling.pays:
        columns += [
            Column(_("Money (%(currency)s)") % {"currency": settling.currency}, ColumnKind.CENTS, "money"),
            Column(_("Rounding"), key="rounding"),
            Column(_("pays (%(currency)s)") % {"currency": settling.currency}, ColumnKind.CENTS, "pays"),
            Column(_("gets (%(currency)s)") % {"currency": settling.currency}, ColumnKind.CENTS, "gets"),
            Column(_("pays to"), key="pays_to"),
        ]
        controls += [Across(("money", "pays"), minus=("gets",)), Down("money")]
    rows = tuple((day, *_share(share, settling)) for share in settling.people)
    title = _("Settling up")
    return Figures(f"{title} {day}", tuple(columns), rows, name=title, controls=tuple(controls))


def _share(share: Share, settling: Settling) -> Iterator[Value]:
    yield from (share.name, _("Guest") if share.guest else None, share.hands, share.points)
    if settling.keeps_schrift:
        yield share.schrift
    if settling.pays:
        paid = [payment for payment in settling.payments if payment.payer == share.name]
        got = [payment for payment in settling.payments if payment.payee == share.name]
        yield from (share.cents, share.rounding)
        yield from (sum(payment.cents for payment in some) or None for some in (paid, got))
        yield ", ".join(f"{payment.payee} {payment.money}" for payment in paid) or None


def figures_of_payments(settling: Settling, day: date) -> Figures:
    """Who pays whom, a row for every payment."""
    title = _("Who pays whom")
    columns = (
        Column(_("Date"), ColumnKind.DATE, "date"),
        Column(_("Name"), key="payer"),
        Column(_("pays to"), key="payee"),
        Column(_("Money (%(currency)s)") % {"currency": settling.currency}, ColumnKind.CENTS, "money"),
    )
    rows = tuple((day, payment.payer, payment.payee, payment.cents) for payment in settling.payments)
    moved = sum(max(share.cents, 0) for share in settling.people)
    return Figures(f"{title} {day}", columns, rows, name=title, controls=(Down("money", to=moved),))


def figures_of_pots(settling: Settling, day: date) -> Iterator[Figures]:
    """Return the Pagatkassa of every table: each movement, and what was in it then."""
    for pot in settling.pots:
        title = f"Pagatkassa {pot.table}"
        columns = (
            Column(_("Date"), ColumnKind.DATE, "date"),
            Column(_("Hand"), ColumnKind.NUMBER, "hand"),
            Column(_("Name"), key="name"),
            Column(
                _("Into the pot (%(currency)s)") % {"currency": settling.currency},
                ColumnKind.CENTS,
                "paid_in",
            ),
            Column(_("In the pot (%(currency)s)") % {"currency": settling.currency}, ColumnKind.CENTS, "pot"),
            Column(_("What happened"), key="told"),
        )
        rows = tuple(
            (day, hand.number, movement.who, -movement.cents, movement.pot, movement.told)
            for hand in pot.hands
            for movement in hand.movements
        )
        controls = (Along("pot", ("paid_in",)), Down("paid_in", last="pot"))
        yield Figures(f"{title} {day}", columns, rows, name=title, controls=controls)
