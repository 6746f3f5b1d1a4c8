"""What a tournament table's phone needs beside the hand: time, bell, calls, play money."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from django.db.models import prefetch_related_objects
from django.urls import reverse
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from scoring import clock
from scoring.engine.amounts import noted
from scoring.engine.facts import DoublingResumes
from scoring.engine.money import number_in_words
from scoring.engine.naming import Names
from scoring.engine.play_money import bust_in_words
from scoring.engine.record.stored import ENDS, OF_DOUBLING
from scoring.engine.result import Amount, exact, from_twelfths
from scoring.models import Act, Entry, Sheet
from scoring.rules.versions.timelines import RulesTimeline, puts_names_right, timeline_of
from scoring.table.pages.wording import fact_in_words
from scoring.table.replay import BLANKED, SYSTEM_EVENTS, fact_of
from scoring.table.verbs import last_entry
from tournaments.corrections.disputes.pages import call_of, call_words
from tournaments.corrections.disputes.verbs import FINDING_WORDS
from tournaments.engine.clock import as_json
from tournaments.engine.terms import Format, Terms
from tournaments.models import Ruling, Stage, Table
from tournaments.round_clock import TableAtBell, hands_of, is_complete, last_hand, table_clock
from tournaments.standings.results import lines_of, money_of

TableFacts = dict[str, Any]


def facts_of(table: Table, names: Names) -> TableFacts:
    """Return everything that the phone on this table needs now."""
    round_, sheet = table.round, table.started_sheet
    tournament = round_.tournament
    now, ticking = clock.now(), table_clock(table)
    at_bell = last_hand(table, ticking, sheet.entries.order_by("seq"), now)
    is_open = sheet.is_open and round_.stage == Stage.RUNNING
    at_the_bell = is_open and not table.paper
    complete = is_complete(table, sheet)
    waits = ticking.is_called
    asks = at_the_bell and at_bell.asks and not waits
    over = at_the_bell and (at_bell.is_over or complete) and not waits
    language = get_language() or "de"
    # What is written meanwhile comes with the next answer: names, too, are as they were until then.
    entries = sheet.entries.filter(seq__lte=sheet.seq).select_related("row")
    newest = list(entries.order_by("-seq")[:MOST_TOLD])[::-1]
    if any(entry.by_id or entry.grounds_id or entry.supersedes_id for entry in newest):
        prefetch_related_objects(newest, "by", "grounds", "supersedes__grounds")
    of_table = Ruling.objects.filter(call__table=table).select_related("text", "by", "replaced_by")
    rulings = list(of_table.order_by("at", "pk")) if ticking.calls else []  # only on a call they rule
    played_out = at_the_bell and at_bell.is_over and not waits
    where = [tournament.code, table.pk]
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
        "left": at_the_bell and at_bell.rang and at_bell.left > 0 and not waits,  # a hand may still be played
        "bars": bars_of(
            table, sheet, newest, rulings, waits=waits, asks=asks, over=played_out, complete=complete
        ),
        "ruling": ruling_of(sheet, newest, rulings),
        "news": news_of(sheet, newest, rulings, names, language),
        "said": what_to_do_at_the_bell(table, at_bell, complete=complete) if at_the_bell else "",
        "accounts": _accounts(table, newest, names, tournament.terms),
        "held": money_of(table).as_json(),  # for a phone that settles by itself
        "happened": list(happened(table, names, language)),
        "urls": {
            name: reverse(f"tournaments:{name}", args=where) for name in ("say_dealt", "hand_in", "at_card")
        },
        "words": words(language),
    }


def _hands(table: Table) -> TableFacts:
    most = hands_of(table)
    played = table.result.hands
    if most is None:
        return {"played": played, "most": None, "said": ""}
    number = {"number": min(played + 1, most), "most": most}
    return {"played": played, "most": most, "said": _("Hand %(number)d of %(most)d") % number}


def what_to_do_at_the_bell(table: Table, at_bell: TableAtBell, *, complete: bool) -> str:
    """Return the table's next task at the bell."""
    if at_bell.asks:
        return ""
    if at_bell.rang and at_bell.left:
        if at_bell.left == 1:
            return _("The bell has rung: one more hand may be entered.")
        return _("The bell has rung: %(count)d more hands may be entered.") % {"count": at_bell.left}
    if complete:
        return _("All hands of this table have been played. Please check them, then hand in the sheet.")
    if at_bell.rang:
        return _("The bell has rung: no more hands. Please check everything, then hand in the sheet.")
    return ""


def _accounts(table: Table, newest: Sequence[Entry], names: Names, terms: Terms) -> list[TableFacts]:
    """Return everybody in order of play, and what the last hand changed."""
    last = _last_payouts(table, newest)
    money = terms.format is Format.MONEY
    stake = terms.stake if money else Fraction(1)
    return [
        {
            "id": player,
            "name": names[player],
            "amount": number_in_words(line.balance) if money else noted(line.schrift),
            "change": noted(exact(stake * last[player])) if player in last else "",
            "bust": len(line.busts or ()),
            "replacement": number_in_words(line.replacement),
        }
        for player, line in lines_of(table).items()
    ]


def _last_payouts(table: Table, newest: Sequence[Entry]) -> dict[str, Amount]:
    """Return the amounts of the last hand by player, which is mostly among the newest entries."""
    number, sheet = table.result.hands, table.sheet
    if not number or sheet is None or table.result.is_typed:
        return {}
    of_schrift = table.round.tournament.terms.format is Format.CUP
    rows = [entry.row for entry in newest if hasattr(entry, "row") and entry.row.number == number]
    row = rows[0] if rows else sheet.rows.filter(number=number).first()
    return (
        {}
        if row is None
        else {player: from_twelfths(both[of_schrift]) for player, both in row.amounts.items()}
    )


def happened(table: Table, names: Names, language: str) -> Iterator[str]:
    """Yield each bust in the last hand, step by step."""
    is_last = "bust_last" in table.round.tournament.terms.round_criteria
    for line in lines_of(table).values():
        for bust in line.busts or ():
            if bust.hand == table.result.hands:
                yield bust_in_words(bust, names, language, ranked_last=is_last)


@cache
def words(language: str) -> dict[str, str]:
    """Return the words of the clock's and the table's scripts."""
    with override(language):
        return {**clock_words(), **_table_words()}


def clock_words() -> dict[str, str]:
    """Return the phone's words for its clock, bell and sound."""
    return {
        "left": _("Time left"),
        "rings": _("Bell at {time}"),
        "waiting": _("The round has not begun yet."),
        "paused": _("The clock is stopped for everybody."),
        "stopped": _("This table's clock is stopped: the arbiters have been called."),
        "five_minutes": _("The last five minutes"),
        "one_minute": _("The last minute"),
        "bell": _("The bell has rung."),
        "ended": _("The bell has rung."),
        "running": "",
        "sound_on": _("Sound on"),
        "sound_off": _("Sound off"),
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
        "round_back": _("The start of this round was taken back."),
        "round_over": _("The round is over"),
        "scan_again": _("For the next round please scan the card on the table again."),
        "next_here": _("Who plays here next"),
        "follows": _("The next round opens here automatically."),
        "not_sent_any_more": _(
            "Hands on this phone have not been sent. Please show this phone to the director."
        ),
    }


MOST_TOLD = 5  # entries; a phone that has missed more asks whether its hand is the same as one of them
LAST_ENTRY = (Act.ADD, Act.UNDO, Act.REDO)
OF_DIRECTORS = ("seating", "radl", "rules")  # events that no card writes, takes back or changes

# What others did


def news_of(
    sheet: Sheet, newest: Sequence[Entry], rulings: Iterable[Ruling], names: Names, language: str
) -> list[dict[str, Any]]:
    """Return the newest entries in words; a moved bell is reported only at its new position."""
    ruled = {ruling.written_id: ruling for ruling in rulings}
    timeline = timeline_of(sheet)
    acts = {entry.seq: entry.act for entry in newest if _event_of(entry) == ENDS}
    bell_moves = {seq for seq, act in acts.items() if act == Act.UNDO and acts.get(seq + 1) == Act.ADD}
    news = []
    for entry in newest:
        is_bell_move = entry.seq in bell_moves
        text = "" if is_bell_move else _entry_in_words(entry, ruled.get(entry.pk), timeline, names, language)
        # a hand played now, or taken back and perhaps entered anew: as the very one that is being typed
        same = entry.act in LAST_ENTRY and _event_of(entry) is None
        ruled_on = entry.pk in ruled and not same
        shown = is_bell_move or puts_names_right(entry.record) or ruled_on  # elsewhere on the page
        news.append({"seq": entry.seq, "text": text, "same": same, "shown": shown})
    return news


def _event_of(entry: Entry) -> str | None:
    source = entry if entry.record is not None else entry.supersedes
    record = source.record if source is not None else None
    return record.get("event") if isinstance(record, dict) else None


def _entry_in_words(
    entry: Entry, ruling: Ruling | None, timeline: RulesTimeline, names: Names, language: str
) -> str:
    if ruling is not None:
        return _("The arbiters have ruled: %(text)s") % {"text": ruling.text.text or BLANKED}
    source = entry if entry.record is not None else entry.supersedes
    assert source is not None
    fact = fact_of(source, timeline)
    what = fact_in_words(fact, names, language)
    if entry.act in (Act.ADD, Act.INSERT, Act.CORRECT) and (
        by_director := _of_the_director(entry, what, names)
    ):
        return by_director
    if entry.act == Act.UNDO and _event_of(entry) == ENDS:
        # taken away: time was added before anything was played after it
        return fact_in_words(fact._replace(entry=DoublingResumes()), names, language)
    who = entry.by.name if entry.by is not None else _("Another phone")
    number = entry.row.number if hasattr(entry, "row") else None
    if number is not None:
        what = _("Hand %(number)s: %(what)s") % {"number": number, "what": what}
    return _verbs(entry) % {"who": who, "what": what}


def _of_the_director(entry: Entry, what: str, names: Names) -> str:
    """Return in words an event entered by a director or the clock; else empty."""
    match entry.record:
        case {"event": "seating", "players": list(players)}:
            seated = ", ".join(names[player] for player in players)
            return _("The director has changed who sits here. Now: %(names)s.") % {"names": seated}
        case {"event": "radl"}:
            return _("The director has called a doubled round.")
        case {"event": event} if event in SYSTEM_EVENTS:
            return what
    return ""


def _verbs(entry: Entry) -> str:
    return {
        Act.ADD: _("%(who)s has entered: %(what)s"),
        Act.INSERT: _("%(who)s has entered a forgotten hand: %(what)s"),
        Act.CORRECT: _("%(who)s has corrected: %(what)s"),
        Act.TAKE_OUT: _("%(who)s has taken out: %(what)s"),
        Act.UNDO: _("%(who)s has taken back: %(what)s"),
        Act.REDO: _("%(who)s has brought back: %(what)s"),
    }[Act(entry.act)]


# What the arbiters ruled


def ruling_of(sheet: Sheet, newest: Iterable[Entry], rulings: Sequence[Ruling]) -> dict[str, Any] | None:
    """Return the last ruling, until a further hand is there."""
    if not rulings:
        return None
    ruling = rulings[-1]
    if any(entry.act == Act.ADD and entry.at > ruling.at for entry in newest):
        return None
    row = None if ruling.sort_key is None else sheet.rows.filter(sort_key=ruling.sort_key).first()
    finding = {"finding": FINDING_WORDS[ruling.finding]}
    title = _("The arbiters have ruled: %(finding)s") % finding
    if row is not None and row.number is not None:
        title = _("The arbiters have ruled on hand %(number)d: %(finding)s")
        title %= {"number": row.number, **finding}
    arbiters = ruling.by.club.members.filter(pk__in=ruling.arbiters).order_by("sorting", "pk")
    return {
        "id": str(ruling.pk),
        "title": title,
        "text": ruling.text.text or BLANKED,
        "by": ", ".join(arbiters.values_list("name", flat=True)),
    }


# What cannot be done now


class Restrictions(NamedTuple):
    """What the recording page leaves out, and what it says instead."""

    save: str = ""  # why no hand can be saved now; empty: it can
    title: str = ""  # stands over the page in place of the hand's number
    form: bool = True  # shown: what is typed in it can still be saved in a moment
    undo: bool = True
    seating: bool = True


def bars_of(
    table: Table,
    sheet: Sheet,
    newest: Sequence[Entry],
    rulings: Iterable[Ruling],
    *,
    waits: bool,
    asks: bool,
    over: bool,
    complete: bool,
) -> dict[str, dict[str, Any]]:
    """Return what the phone with the card must not do, and what a signed-in user must not do."""
    shut = _shut(table, sheet, waits=waits)
    if shut is not None:
        return {"card": shut._asdict(), "account": shut._asdict()}
    signed_in = Restrictions()
    if asks:
        signed_in = Restrictions(_("Please say first whether the cards had been dealt."))
    elif over:
        signed_in = _played_out()
    card = signed_in
    if table.paper:
        words = _("This table plays on paper. The director types its hands.")
        card = Restrictions(words, form=False, undo=False)
    elif complete and card.form:
        card = _played_out()
    undo = _may_take_back(sheet, newest, rulings)
    return {
        "card": card._replace(undo=card.undo and undo["card"], seating=False)._asdict(),
        "account": signed_in._replace(undo=undo["account"])._asdict(),
    }


def _played_out() -> Restrictions:
    return Restrictions(
        _("No more hands can be entered here."), _("The last hand has been played"), form=False
    )


def _shut(table: Table, sheet: Sheet, *, waits: bool) -> Restrictions | None:
    nothing = {"form": False, "undo": False, "seating": False}
    if table.round.stage != Stage.RUNNING:
        return Restrictions(_("The round is not running."), _("The round is over"), **nothing)
    if not sheet.is_open:
        return Restrictions(_("The sheet is handed in."), _("The sheet is handed in"), **nothing)
    if waits:
        reason = _("The arbiters have been called. Recording goes on after their ruling.")
        return Restrictions(reason, "", **nothing)
    if table.result.is_typed:
        reason = _("This table has a result from paper. The director can take it back.")
        return Restrictions(reason, "", **nothing)
    return None


def _last_of(sheet: Sheet, newest: Sequence[Entry]) -> Entry | None:
    """Return the last entry of the sheet, without a query if it was just written."""
    newest_entry = newest[-1] if newest else None
    is_at_the_end = (
        newest_entry and newest_entry.act == Act.ADD and newest_entry.sort_key == sheet.state.last_sort_key
    )
    return newest_entry if is_at_the_end and _event_of(newest[-1]) not in OF_DOUBLING else last_entry(sheet)


def _may_take_back(sheet: Sheet, newest: Sequence[Entry], rulings: Iterable[Ruling]) -> dict[str, bool]:
    """Return whether card and account may take the last entry back; neither may take back a ruling."""
    last = _last_of(sheet, newest)
    ruled = {ruling.sort_key for ruling in rulings if not hasattr(ruling, "replaced_by")}
    if last is None or last.sort_key in ruled:
        return {"card": False, "account": False}
    written = [entry for entry in newest if entry.act in LAST_ENTRY]
    has_taken_back = bool(written) and written[-1].act == Act.UNDO and written[-1].by_id is None
    by_director = _event_of(last) in OF_DIRECTORS
    return {"card": not (by_director or has_taken_back), "account": True}
