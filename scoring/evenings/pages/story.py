"""An evening's story to share: a sentence, and a picture from the winner to who has paid."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import Count
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.charts import Chart, ChartSize, Frame
from scoring.clock import day_in_words
from scoring.engine.amounts import noted
from scoring.engine.naming import Names
from scoring.evenings.pages.payments import ShownPayments
from scoring.evenings.pages.settling import Settling, Share
from scoring.models import Evening, PlayedSeat, Sheet
from scoring.table.pages.page import HandLine, Paper, charts_of, paper_of

IN_A_PICTURE = ChartSize(Frame(640, 360, left=54, right=150, named=8), 10)
TICKED = "✓"


class StoryFact(NamedTuple):
    """Something that happened, under its heading."""

    title: str
    words: str


@dataclass(frozen=True)
class Story:
    """The course of an evening, in the words and with the names of one page or picture."""

    winners: str
    amount: str  # that each of them has
    facts: tuple[StoryFact, ...]
    papers: tuple[tuple[str, Paper], ...]  # with the names of the tables

    @property
    def charts(self) -> list[tuple[str, list[Chart]]]:
        """Return how it went at each table: for a phone, and for everything bigger."""
        return [(name, charts_of(paper)) for name, paper in self.papers if paper.hands]


def result_of(
    evening: Evening, settling: Settling, payments: ShownPayments, story: Story | None = None, link: str = ""
) -> dict[str, str]:
    """Return an evening's result as a sentence, and as JSON for a picture: who pays whom, or who has what.

    It leaves the club's pages, so whoever wants no name in pictures has none in either. With a `story` the
    picture tells that, too, and shows the `link` as a code.
    """
    title = f"{evening.club.name}, {day_in_words(evening.date)}"
    names = settling.names_in_pictures
    amounts = [(names[person.id], _amount(person, settling)) for person in settling.people]
    amounts_in_words = ", ".join(f"{name} {amount}" for name, amount in amounts)
    lines = list(_payment_lines(payments, names))
    paid = "; ".join(f"{who} {money}{f' ({tick})' if tick else ''}" for who, money, tick in lines)
    text = f"{title}: {amounts_in_words}." + (f" {paid}." if paid else "")
    if settling.states:
        text += " " + _("State of the sheets: %(states)s.") % {"states": settling.states}
    picture: dict[str, Any] = {"title": title, "text": text, "lines": lines or amounts}
    if story is not None:
        picture |= {"below": evening.place, "story": _drawn(story, settling, amounts, link)}
    return {"text": text, "as_json": json.dumps(picture, ensure_ascii=False)}


def _amount(person: Share, settling: Settling) -> str:
    return person.money if settling.pays else noted(person.points)


def _payment_lines(payments: ShownPayments, names: Names) -> Iterator[tuple[str, str, str]]:
    """Yield who pays or still owes whom, how much, and a tick where that is paid."""
    pays, owes = _("%(payer)s pays %(payee)s"), _("%(payer)s owes %(payee)s")
    to_kitty = _("%(payer)s owes the club’s kitty")
    for line in payments.all:
        is_paid = line.is_paid or line.later is not None
        template = pays if is_paid or line.row is None else to_kitty if line.to_kitty else owes
        payer, payee = (names[person] for person in line.ids)
        yield template % {"payer": payer, "payee": payee}, line.money, TICKED if is_paid else ""


def story_of(
    evening: Evening, sheets: Sequence[Sheet], settling: Settling, names: Names, language: str
) -> Story:
    """Return the story of an evening with these names; four queries for each table."""
    for sheet in sheets:
        sheet.evening = evening
    papers = tuple((sheet.name, paper_of(sheet, names, language)) for sheet in sheets)
    most = settling.people[0].points
    first = [person for person in settling.people if person.points == most]
    return Story(
        winners=_one_after_another(names[person.id] for person in first),
        amount=_amount(first[0], settling),
        facts=tuple(_facts(sheets, papers, names)),
        papers=papers,
    )


def _facts(sheets: Iterable[Sheet], papers: Iterable[tuple[str, Paper]], names: Names) -> Iterator[StoryFact]:
    hands = [(paper, line) for _name, paper in papers for line in paper.hands]
    yield from _best(hands)
    doubled = sum(line.radl for _paper, line in hands)
    if doubled:
        started = sum(bool(line.starts) for _paper, line in hands)
        message = ngettext("%(count)d doubled hand", "%(count)d doubled hands", doubled)
        words = message % {"count": doubled}
        yield StoryFact("Radl", f"{started}× · {words}" if started else words)
    seats = PlayedSeat.objects.filter(game__sheet__in=sheets)
    for title, column in (("Jungfrau", "jungfrau"), ("Bürgermeister", "buergermeister")):
        times = seats.filter(**{column: True}).values_list("participant").annotate(Count("pk"))
        people = [(names[str(person)], number) for person, number in times.order_by("participant")]
        if people:
            yield StoryFact(
                title, ", ".join(f"{name} {number}×" if number > 1 else name for name, number in people)
            )


def _best(hands: Iterable[tuple[Paper, HandLine]]) -> Iterator[StoryFact]:
    """Yield the hand with the highest amount for one player; of equal ones the first."""
    candidates = [
        (cell.amount, column.name, line)
        for paper, line in hands
        for column, cell in zip(paper.columns, line.cells, strict=True)
        if cell is not None and cell.amount > 0
    ]
    if candidates:
        amount, name, line = max(candidates, key=lambda candidate: candidate[0])
        yield StoryFact(_("Best hand"), f"{line.told} {name} {noted(amount)}.")


def _one_after_another(names: Iterable[str]) -> str:
    *others, last = names
    return _("%(names)s and %(name)s") % {"names": ", ".join(others), "name": last} if others else last


# As a picture


def _drawn(story: Story, settling: Settling, amounts: list[tuple[str, str]], link: str) -> dict[str, Any]:
    """Return what the picture of a story is drawn from, beside title and payments."""
    several = len(story.papers) > 1
    return {
        "wins": _("Winner"),
        "winner": story.winners,
        "amount": story.amount,
        "amounts": amounts,
        "charts": [
            {"title": name if several else _("How it went"), **_lines_of(charts_of(paper, IN_A_PICTURE)[0])}
            for name, paper in story.papers
            if paper.hands
        ],
        "facts": story.facts,
        "pays": _("Who pays whom") if settling.pays and settling.payments else "",
        "link": link,
        "linked": _("The sheets") if several else _("The sheet"),
    }


def _lines_of(chart: Chart) -> dict[str, Any]:
    """Return a chart as coordinates."""
    frame = chart.axes.frame
    return {
        "width": frame.width,
        "height": frame.height,
        "left": frame.left,
        "right": chart.axes.inner_right,
        "zero": chart.axes.zero,
        "heights": chart.axes.heights,
        "numbers": chart.axes.numbers,
        "curves": [
            {"name": curve.name, "kind": curve.kind, "path": curve.path, "at": curve.label_at}
            for curve in chart.curves
        ],
        "namesAt": chart.names_at,
    }
