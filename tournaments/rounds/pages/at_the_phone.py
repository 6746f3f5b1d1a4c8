"""What a table's phone is told beside its own hands: what others did there, what may not be done now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from scoring.engine.facts import DoublingResumes
from scoring.engine.naming import Names
from scoring.models import Act, Entry, Sheet
from scoring.rules.versions.books import SheetBook, book_of, puts_names_right
from scoring.table.pages.wording import fact_told
from scoring.table.replay import BLANKED, ENDS, ENTERED_BY_NOBODY, OF_DOUBLING, Fact, fact_of
from scoring.table.verbs import last_entry
from tournaments.corrections.disputes.verbs import FOUND
from tournaments.models import Ruling, Stage, Table

MOST_TOLD = 5  # entries; a phone that has missed more asks whether its hand is the same as one of them
LAST_ENTRY = (Act.ADD, Act.UNDO, Act.REDO)
OF_DIRECTORS = ("seating", "radl", "rules")

# What others did


class News(NamedTuple):
    """An entry that the phone did not send, in words."""

    seq: int
    text: str
    same: bool  # may be the very hand that is being typed
    shown: bool  # as a ruling, or as names that change


def news_of(
    sheet: Sheet, newest: Sequence[Entry], rulings: Iterable[Ruling], names: Names, language: str
) -> list[News]:
    """Return what was written last, in the order of writing."""
    ruled = {ruling.written_id: ruling for ruling in rulings}
    book, moved = book_of(sheet), _bells_moved(newest)
    return [
        News(
            entry.seq,
            "" if entry.seq in moved else _entry_in_words(entry, ruled.get(entry.pk), book, names, language),
            same=_may_be_the_same(entry),
            shown=entry.seq in moved
            or puts_names_right(entry.record)
            or (entry.pk in ruled and not _may_be_the_same(entry)),
        )
        for entry in newest
    ]


def _bells_moved(newest: Sequence[Entry]) -> set[int]:
    """Return where the bell was taken away to be put elsewhere at once: the phone hears of it there."""
    acts = {entry.seq: entry.act for entry in newest if _event_of(entry) == ENDS}
    return {seq for seq, act in acts.items() if act == Act.UNDO and acts.get(seq + 1) == Act.ADD}


def newest_of(sheet: Sheet) -> list[Entry]:
    """Return the newest entries of a sheet, oldest first, as many as a phone is told of."""
    entries = sheet.entries.select_related("row", "grounds", "supersedes__grounds", "by")
    return list(entries.order_by("-seq")[:MOST_TOLD])[::-1]


def rulings_of(table: Table) -> list[Ruling]:
    """Return all rulings at a table, in order."""
    found = Ruling.objects.filter(call__table=table).select_related("text", "by", "replaced_by")
    return list(found.order_by("at", "pk"))


def _may_be_the_same(entry: Entry) -> bool:
    """Return whether an entry is a hand played now, or one taken back that is perhaps being entered anew."""
    return entry.act in LAST_ENTRY and _event_of(entry) is None


def _event_of(entry: Entry) -> str | None:
    about = entry if entry.record is not None else entry.supersedes
    record = about.record if about is not None else None
    return record.get("event") if isinstance(record, dict) else None


def _entry_in_words(entry: Entry, ruling: Ruling | None, book: SheetBook, names: Names, language: str) -> str:
    if ruling is not None:
        return _("The arbiters have ruled: %(text)s") % {"text": ruling.text.text or BLANKED}
    about = entry if entry.record is not None else entry.supersedes
    assert about is not None
    fact = fact_of(about, book)
    what = fact_told(fact, names, language)
    if entry.act in (Act.ADD, Act.INSERT, Act.CORRECT) and (said := _of_the_director(entry, what, names)):
        return said
    if entry.act == Act.UNDO and _event_of(entry) == ENDS:
        return _more_time(fact, names, language)
    who = entry.by.name if entry.by is not None else _("Another phone")
    hand = _numbered(entry, what)
    return _verbs(entry) % {"who": who, "what": hand}


def _of_the_director(entry: Entry, what: str, names: Names) -> str:
    """Return in words an event that only a director enters, or the clock by itself; else empty."""
    match entry.record:
        case {"event": "seating", "players": list(players)}:
            there = ", ".join(names[player] for player in players)
            return _("The director has changed who sits here. Now: %(names)s.") % {"names": there}
        case {"event": "radl"}:
            return _("The director has called a doubled round.")
        case {"event": "rules", "from_first": True}:
            return _("The director has changed the rules from the first hand on.")
        case {"event": "rules"}:
            return _("The director has changed the rules from the next hand on.")
        case {"event": event} if event in ENTERED_BY_NOBODY:
            return what
    return ""


def _more_time(fact: Fact, names: Names, language: str) -> str:
    """Say that the bell is taken away where time was added before anything was played after it."""
    return fact_told(fact._replace(entry=DoublingResumes()), names, language)


def _numbered(entry: Entry, what: str) -> str:
    number = entry.row.number if hasattr(entry, "row") else None
    return what if number is None else _("Hand %(number)s: %(what)s") % {"number": number, "what": what}


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
    row = None if ruling.place is None else sheet.rows.filter(place=ruling.place).first()
    finding = {"finding": FOUND[ruling.finding]}
    title = _("The arbiters have ruled: %(finding)s") % finding
    if row is not None and row.number is not None:
        title = _("The arbiters have ruled on hand %(number)d: %(finding)s") % {
            "number": row.number,
            **finding,
        }
    return {
        "id": str(ruling.pk),
        "title": title,
        "text": ruling.text.text or BLANKED,
        "by": ", ".join(_arbiters(ruling)),
    }


def _arbiters(ruling: Ruling) -> Iterator[str]:
    members = ruling.by.club.members.filter(pk__in=ruling.arbiters).order_by("sorting", "pk")
    yield from members.values_list("name", flat=True)


# What cannot be done now


class Restrictions(NamedTuple):
    """What the recording page leaves out, and what it says instead."""

    save: str = ""  # why no hand can be saved now; empty: it can
    title: str = ""  # stands over the page in place of the hand's number
    form: bool = True  # shown: what is typed in it can still be saved in a moment
    undo: bool = True
    seating: bool = True


class TableState(NamedTuple):
    """What the table waits for."""

    waits: bool  # for the arbiters
    asks: bool  # the bell, whether cards are dealt
    over: bool  # nothing more may be played
    complete: bool  # so many hands as were to be played


def bars_of(
    table: Table, sheet: Sheet, state: TableState, newest: Sequence[Entry], rulings: Iterable[Ruling]
) -> dict[str, dict[str, Any]]:
    """Return what may not be done by the phone with the card, and by somebody signed in, who may do more."""
    shut = _shut(table, sheet, waits=state.waits)
    if shut is not None:
        return {"card": shut._asdict(), "account": shut._asdict()}
    _waits, asks, over, complete = state
    signed_in = Restrictions()
    if asks:
        signed_in = Restrictions(_("Please say first, at the top, whether the cards had been dealt."))
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
        words = _("The arbiters have been called. Recording goes on after their ruling.")
        return Restrictions(words, "", **nothing)
    if table.results.get("paper"):
        words = _("This table has a result from paper. The director can take it back.")
        return Restrictions(words, "", **nothing)
    return None


def _last_of(sheet: Sheet, newest: Sequence[Entry]) -> Entry | None:
    """Return the last entry of the sheet; what was just written at its end need not be looked for."""
    one = newest[-1] if newest else None
    is_at_the_end = one and one.act == Act.ADD and one.place == sheet.standing["last_place"]
    return one if is_at_the_end and _event_of(newest[-1]) not in OF_DOUBLING else last_entry(sheet)


def _may_take_back(sheet: Sheet, newest: Sequence[Entry], rulings: Iterable[Ruling]) -> dict[str, bool]:
    """Return who may take the last entry back.

    Not what the arbiters ruled on, and at the card nothing of the director's.
    """
    last = _last_of(sheet, newest)
    ruled = {ruling.place for ruling in rulings if not hasattr(ruling, "replaced_by")}
    if last is None or last.place in ruled:
        return {"card": False, "account": False}
    written = [entry for entry in newest if entry.act in LAST_ENTRY]
    has_taken_back = bool(written) and written[-1].act == Act.UNDO and written[-1].by_id is None
    by_director = _event_of(last) in OF_DIRECTORS
    return {"card": not (by_director or has_taken_back), "account": True}
