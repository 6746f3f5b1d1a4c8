"""The public side of an evening: who won, how each table went, and that as text."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.charts import PHONE, Chart, chart_in_words, chart_of, from_the_middle
from scoring.clock import day_in_words, weekday_in_words
from scoring.engine.amounts import noted
from scoring.engine.facts import Hand
from scoring.engine.naming import Names, renamed, shortened
from scoring.engine.result import from_twelfths
from scoring.engine.telling import hand_in_short
from scoring.evenings.pages.payments import ShownPayments
from scoring.evenings.pages.settling import Settling, Share
from scoring.evenings.seals import ended_at
from scoring.models import Entry, Evening, PlayedSeat, Sheet
from scoring.rules.versions.rules_played import named_rules_of_evening
from scoring.rules.versions.timelines import rules_by_now, seated_first, timeline_of
from scoring.rules.versions.versions import rules_of
from scoring.table.replay import StoredRow, fact_of, stored_rows_by_sheet
from scoring.web.preview_pictures import EveningPicture

TICKED = "✓"

Rows = Mapping[int, Sequence[StoredRow]]  # by sheet


class Story(NamedTuple):
    """Who won an evening, and what was remarkable, with the names that a page or picture may show."""

    winners: str
    figure: str  # that each of them has
    best: str  # who won most with one hand, and how much
    best_hand: str
    remarks: str


def shown_evening(
    evening: Evening,
    tables: Sequence[dict[str, Any]],
    settling: Settling,
    payments: ShownPayments,
    language: str,
) -> dict[str, Any]:
    """Return what members and visitors see alike; three queries, however many tables there are."""
    sheets = [table["sheet"] for table in tables]
    for sheet in sheets:
        sheet.evening = evening
    rows = stored_rows_by_sheet(sheets)
    bars = from_the_middle([share.points for share in settling.people])
    ended = ended_at(evening, sheets) is not None
    played = rules_by_now(sheets).values() or [rules_of(evening.ruleset)]
    return {
        "evening": evening,
        "ended": ended,
        "headline": _("Won by") if ended else _("In the lead"),
        "title": weekday_in_words(evening.date),
        "settling": settling,
        "people": list(zip(settling.people, bars, strict=True)),
        "payments": payments,
        "tables": [
            {
                "chart": course_of(table["sheet"], rows[table["sheet"].pk], settling.names, settling.colours),
                **table,
            }
            for table in tables
        ],
        "charted": chart_in_words(settling.hands, language),
        "played": ", ".join(dict.fromkeys(rules.label.in_language(language) for rules in played)),
        "rules": named_rules_of_evening(evening, sheets, language),
        "rows": rows,
        "story": story_of(sheets, rows, settling, settling.names, language) if settling.played else None,
    }


def story_of(sheets: Sequence[Sheet], rows: Rows, settling: Settling, names: Names, language: str) -> Story:
    """Return the story of an evening at which something was played, by two queries."""
    first = _first(settling)
    return Story(
        _one_after_another([names[person.id] for person in first]),
        _amount(first[0], settling),
        *_best_hand(sheets, rows, names, language),
        " · ".join(_remarks(sheets, rows, names)),
    )


def _first(settling: Settling) -> list[Share]:
    """Return the people with the highest total."""
    people = [person for person in settling.people if not person.kitty]
    return [person for person in people if person.points == people[0].points]


def _amount(person: Share, settling: Settling) -> str:
    return person.money if settling.pays else noted(person.points)


def _best_hand(sheets: Sequence[Sheet], rows: Rows, names: Names, language: str) -> tuple[str, str]:
    """Return who won most with one hand, and that hand; of equal ones the first."""
    candidates = [
        (twelfths, player, sheet, row)
        for sheet in sheets
        for row in rows[sheet.pk]
        for player, (twelfths, _schrift) in row.amounts.items()
        if twelfths > 0
    ]
    if not candidates:
        return "", ""
    twelfths, player, sheet, row = max(candidates, key=lambda candidate: candidate[0])
    fact = fact_of(Entry.objects.select_related("grounds").get(pk=row.id), timeline_of(sheet))
    hand = renamed(fact.entry, names)
    assert isinstance(hand, Hand)
    short = hand_in_short(hand, fact.rules.under(hand.options), language, names[player])
    return f"{names[player]} {noted(from_twelfths(twelfths))}", short


def _remarks(sheets: Sequence[Sheet], rows: Rows, names: Names) -> Iterator[str]:
    doubled = sum(row.radl and row.number is not None for sheet in sheets for row in rows[sheet.pk])
    if doubled:
        yield ngettext("%(count)d doubled hand", "%(count)d doubled hands", doubled) % {"count": doubled}
    seats = PlayedSeat.objects.filter(Q(jungfrau=True) | Q(buergermeister=True), game__sheet__in=sheets)
    times = list(seats.order_by("participant").values_list("participant", "jungfrau"))
    for title, which in (("Jungfrau", True), ("Bürgermeister", False)):
        people = [names[str(person)] for person, is_jungfrau in times if is_jungfrau is which]
        counted = {name: people.count(name) for name in people}
        if counted:
            parts = [f"{name} {number}×" if number > 1 else name for name, number in counted.items()]
            yield f"{title}: {', '.join(parts)}"


def _one_after_another(names: Sequence[str]) -> str:
    *others, last = names
    return _("%(names)s and %(name)s") % {"names": ", ".join(others), "name": last} if others else last


def course_of(
    sheet: Sheet, rows: Sequence[StoredRow], names: Names, colours: Mapping[str, int]
) -> Chart | None:
    """Return the chart of a table's totals, in one size; None before its first hand."""
    courses: dict[str, list[int | None]] = {player: [0] for player in seated_first(sheet)[0]}
    hands = [row.amounts for row in rows if row.number is not None]
    for number, amounts in enumerate(hands):
        for player in amounts:
            courses.setdefault(player, [*[None] * number, 0])
        for player, totals in courses.items():
            totals.append((totals[-1] or 0) + amounts.get(player, (0, 0))[0])
    if not hands:
        return None
    labels = shortened([names[player] for player in courses], PHONE.letters)
    series = {
        label: [None if total is None else from_twelfths(total) for total in totals]
        for label, totals in zip(labels, courses.values(), strict=True)
    }
    return chart_of(series, PHONE, [colours[player] for player in courses])


# To hand on


def picture_of(shown: dict[str, Any]) -> EveningPicture | None:
    """Return what the picture of an evening says, with initials for members who want no name in it.

    None before anything was played.
    """
    evening, settling, story = shown["evening"], shown["settling"], shown["story"]
    if story is None:
        return None
    names = settling.names_in_pictures
    people = [person for person in settling.people if not person.kitty]
    return EveningPicture(
        shown["title"],
        " · ".join(filter(None, (evening.club.name, evening.venue))),
        shown["headline"],
        _one_after_another([names[person.id] for person in _first(settling)]),
        story.figure,
        tuple((names[person.id], _amount(person, settling)) for person in people),
        tuple(person.colour for person in people),
    )


def result_of(evening: Evening, settling: Settling, payments: ShownPayments, link: str) -> str:
    """Return an evening's result as text to share, with initials for members who want no name in it."""
    names = settling.names_in_pictures
    title = f"{evening.club.name}, {day_in_words(evening.date)}"
    amounts = [(names[person.id], _amount(person, settling)) for person in settling.people]
    lines = [" ".join(filter(None, line)) for line in (*amounts, *_payment_lines(payments, names))]
    return "\n".join(filter(None, (title, *lines, link)))


def _payment_lines(payments: ShownPayments, names: Names) -> Iterator[tuple[str, str, str]]:
    """Yield who pays whom, how much, and a tick where it is paid."""
    for line in payments.all:
        shown = line.payer, line.payee
        payer, payee = (names.get(pk, name) for pk, name in zip(line.ids, shown, strict=True))
        yield f"{payer} → {payee}", line.money, TICKED if line.is_done else ""
