"""What the phone on a table of a tournament has to know beside the hand: time, bell, calls, play money."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

from django.urls import reverse
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from scoring import clock
from scoring.engine.money import number_in_words
from scoring.engine.naming import Names
from scoring.engine.result import Amount, exact, from_twelfths
from scoring.web.amounts import noted
from tournaments.clock.bell import TableAtBell, hands_of, is_complete, last_hand
from tournaments.clock.times import table_clock
from tournaments.corrections.disputes.pages import call_of, call_words
from tournaments.engine.capital import Bust
from tournaments.engine.clock import as_json
from tournaments.engine.terms import Format, Terms
from tournaments.models import Stage, Table
from tournaments.rounds.pages.at_the_phone import (
    TableState,
    bars_of,
    newest_of,
    news_of,
    ruling_of,
    rulings_of,
)
from tournaments.standings.results import PlayerResult, amount_from, lines_of

TableFacts = dict[str, Any]


def facts_of(table: Table, names: Names) -> TableFacts:
    """Return what the phone on this table has to know now."""
    round_, sheet = table.round, table.sheet
    assert sheet is not None
    tournament = round_.tournament
    now, ticking = clock.now(), table_clock(table)
    here = last_hand(table, ticking, sheet.entries.order_by("seq"), now)
    is_open = sheet.is_open and round_.stage == Stage.RUNNING
    at_the_bell = is_open and not table.paper
    complete = is_complete(table, sheet)
    waits = any(stop.until is None for stop in ticking.calls)
    asks = at_the_bell and here.asks and not waits
    over = at_the_bell and (here.is_over or complete) and not waits
    language = get_language() or "de"
    newest = newest_of(sheet)
    rulings = rulings_of(table) if ticking.calls else []  # only on a call they rule
    state = TableState(waits, asks, over=at_the_bell and here.is_over and not waits, complete=complete)
    return {
        "table": table.number,
        "round": round_.number,
        "title": tournament.title,
        "open": is_open,
        "clock": as_json(ticking, now) if ticking.minutes is not None else None,
        "waits": waits,  # for the arbiters
        "call": call_of(table, waits=waits) | {"words": call_words(language)},
        "money": tournament.terms.format is Format.MONEY,
        "hands": _hands(table),
        "asks": asks,
        "over": over,
        "left": at_the_bell and here.rang and here.left > 0 and not waits,  # a hand may still be played
        "bars": bars_of(table, sheet, state, newest, rulings),
        "ruling": ruling_of(sheet, newest, rulings),
        "news": [news._asdict() for news in news_of(sheet, newest, rulings, names, language)],
        "said": what_to_do_at_the_bell(table, here, complete=complete) if at_the_bell else "",
        "accounts": _accounts(table, names, tournament.terms),
        "happened": list(happened(table, names)),
        "urls": _urls(table),
        "words": words(language),
    }


def _hands(table: Table) -> TableFacts:
    most = hands_of(table)
    played = int(table.results.get("hands", 0))
    if most is None:
        return {"played": played, "most": None, "said": ""}
    number = {"number": min(played + 1, most), "most": most}
    return {"played": played, "most": most, "said": _("Hand %(number)d of %(most)d") % number}


def what_to_do_at_the_bell(table: Table, here: TableAtBell, *, complete: bool) -> str:
    """Return what the table has to do now."""
    if here.asks:
        return ""
    if here.rang and here.left:
        if here.left == 1:
            return _("The bell has rung: one more hand may be entered.")
        return _("The bell has rung: %(count)d more hands may be entered.") % {"count": here.left}
    if complete:
        return _("All hands of this table have been played. Please check them, then hand in the sheet.")
    if here.rang:
        return _("The bell has rung: no more hands. Please check everything, then hand in the sheet.")
    return ""


def _accounts(table: Table, names: Names, terms: Terms) -> list[TableFacts]:
    """Return everybody in order of play, and what the last hand changed."""
    last = _last_payouts(table)
    money = terms.format is Format.MONEY
    stake = terms.stake if money else Fraction(1)
    return [
        {
            "name": names[player],
            "amount": _standing(line, money=money),
            "change": noted(exact(stake * last[player])) if player in last else "",
            "bust": len(line.get("busts", ())),
            "replacement": number_in_words(amount_from(line.get("replacement", 0))),
        }
        for player, line in lines_of(table).items()
    ]


def _standing(line: PlayerResult, *, money: bool) -> str:
    """Return the balance, or the Schrift."""
    return number_in_words(amount_from(line["balance"])) if money else noted(amount_from(line["schrift"]))


def _last_payouts(table: Table) -> dict[str, Amount]:
    """Return what the last hand paid to everybody who played it."""
    number, sheet = table.results.get("hands"), table.sheet
    if not number or sheet is None or table.results.get("paper"):
        return {}
    of_schrift = table.round.tournament.terms.format is Format.CUP
    return {
        amount: from_twelfths(amounts[of_schrift])
        for row in sheet.rows.filter(number=number).order_by("place")[:1]
        for amount, amounts in row.amounts.items()
    }


def happened(table: Table, names: Names) -> Iterator[str]:
    """Yield who went bust in the last hand, step by step."""
    is_last = "bust_last" in table.round.tournament.terms.round_criteria
    for player, line in lines_of(table).items():
        for hand, before, amount, replacement in line.get("busts", ()):
            if hand == table.results["hands"]:
                amounts = (amount_from(number) for number in (before, amount, replacement))
                yield bust_sentence(Bust(player, hand, *amounts), names, is_last=is_last)


def bust_sentence(bust: Bust, names: Names, *, is_last: bool) -> str:
    """Return "Bert: 3 − 12 = −9, replacement capital 50, now 41, is ranked last"."""
    sign = "−" if bust.amount < 0 else "+"
    words = _(
        "%(name)s: %(before)s %(sign)s %(amount)s = %(paid)s, replacement capital %(replacement)s, "
        "now %(now)s"
    )
    if is_last:
        words = _(
            "%(name)s: %(before)s %(sign)s %(amount)s = %(paid)s, replacement capital %(replacement)s, "
            "now %(now)s, is ranked last"
        )
    return words % {
        "name": names[bust.player],
        "before": number_in_words(bust.before),
        "sign": sign,
        "amount": number_in_words(abs(Fraction(bust.amount))),
        "paid": number_in_words(bust.after_paying),
        "replacement": number_in_words(bust.replacement),
        "now": number_in_words(bust.after),
    }


def _urls(table: Table) -> dict[str, str]:
    where = [table.round.tournament.code, table.pk]
    return {name: reverse(f"tournaments:{name}", args=where) for name in ("say_dealt", "hand_in", "at_card")}


@cache
def words(language: str) -> dict[str, str]:
    """Return what the scripts of clock and table say."""
    with override(language):
        return {**clock_words(), **_table_words()}


def clock_words() -> dict[str, str]:
    """Return the words in which a phone tells of its clock, bell and sound."""
    return {
        "left": _("Time left"),
        "waiting": _("The round has not begun yet."),
        "paused": _("The clock is stopped for everybody."),
        "stopped": _("This table's clock is stopped: the arbiters have been called."),
        "five_minutes": _("The last five minutes"),
        "one_minute": _("The last minute"),
        "bell": _("The bell has rung."),
        "ended": _("The bell has rung."),
        "running": "",
        "sound_on": _("Silent: turn sound on"),
        "sound_off": _("Turn sound off"),
        "silent": _("This page is silent."),
        "sounds": _("This page sounds at 5 minutes, at 1 minute and at the bell."),
        "no_sound": _("This browser does not play sound."),
    }


def _table_words() -> dict[str, str]:
    return {
        "paused_here": _("Clock stopped"),
        "stopped_here": _("Arbiters called"),
        "play_money": _("Play money"),
        "schrift": _("Schrift"),
        "quoted": _("“{text}”"),
        "bust": _("bust"),
        "replacement": _("replaced {amount}"),
        "asks": _("The bell has rung. Have the cards been dealt already?"),
        "yes": _("Yes: we finish this hand"),
        "no": _("No: hand in the sheet"),
        "hand_in": _("Hand in the sheet"),
        "no_further": _("No further hand: hand in the sheet"),
        "no_further_asked": _("No further hand? After that nothing more can be entered."),
        "cancel": _("Cancel"),
        "wait_for_network": _("The hands waiting on this phone have to be sent first."),
        "being_sent": _("Sending …"),
        "not_sent": _("No answer. Please tap again."),
        "may_not": _("This phone may not do that any more. Please call the director."),
        "closed": _("The sheet has been handed in. The director can reopen it."),
        "round_closed": _("The round is closed."),
        "round_over": _("The round is over"),
        "scan_again": _("For the next round please scan the card on the table again."),
        "next_here": _("Who plays here next"),
        "follows": _("The next round opens here by itself."),
        "not_sent_any_more": _(
            "Hands on this phone have not been sent. Please show this phone to the director."
        ),
    }
