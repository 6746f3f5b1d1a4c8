"""The evenings on a club's page of today: tables in play, and how the last one ended."""

from collections.abc import Collection, Sequence
from datetime import date
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from scoring import clock
from scoring.charts import PHONE, Chart, chart_of
from scoring.engine.amounts import noted
from scoring.engine.naming import shortened
from scoring.engine.result import Amount, from_twelfths
from scoring.engine.sheet import Position
from scoring.evenings.pages.evening import PersonTotal, running_totals, with_people
from scoring.evenings.pages.settling import signed_money, winners_of
from scoring.evenings.seals import settled_in_money
from scoring.models import Account, Club, Evening, Points, Row, SettledPayment, Sheet, TableScore
from scoring.models.evenings import PLAYED, colours_of, names_of
from scoring.table.replay import position_of
from scoring.table_policy import Actor, policy_of

MOST_RUNNING = 3  # tables: all are on the pages of their evenings


class RunningTable(NamedTuple):
    """A table in play as a visitor sees it."""

    sheet: Sheet
    number: int  # of the next hand
    dealer: str
    sitting_out: str
    doubled: str  # how many hands, and how often
    seats: list[PersonTotal]
    sits: bool  # the visitor
    records: bool

    @property
    def day(self) -> date | None:
        """Return the day of the evening, if it began neither today nor last night."""
        day = self.sheet.evening.date
        return day if (clock.today() - day).days > 1 else None

    @property
    def ranking(self) -> list[PersonTotal]:
        """Return everybody with their totals, the highest first."""
        return sorted(self.seats, key=lambda person: -person.total)


class LastEvening(NamedTuple):
    """How the newest evening ended, or the newest table that played on its own."""

    evening: Evening
    address: str
    winners: tuple[str, ...]
    figure: str
    is_open: bool
    is_unticked: bool  # played for money, and over, but nobody has ticked a payment
    chart: Chart | None  # of the winner's table
    table: str  # its name, if there were others
    hands: int  # in it


def running(club: Club, visitor: Account) -> tuple[list[RunningTable], bool]:
    """Return open tables of the club, the visitor's first, then the newest; and whether there are others."""
    own = Exists(TableScore.objects.filter(sheet=OuterRef("pk"), participant__member__account=visitor))
    opened = Sheet.objects.filter(
        evening__in=Evening.objects.played_in(club), closed_at=None, evening__closed_at=None
    )
    first = opened.order_by(own.desc(), "-pk").values("pk")[: MOST_RUNNING + 1]
    sheets = Sheet.objects.open_to(visitor).filter(pk__in=first).order_by(own.desc(), "-pk")
    tables = [_running_table(sheet, Actor(visitor)) for sheet in with_people(sheets)]
    shown = sorted(tables[:MOST_RUNNING], key=lambda table: (not table.sits, -table.sheet.pk))
    return shown, len(tables) > MOST_RUNNING


def _running_table(sheet: Sheet, actor: Actor) -> RunningTable:
    names, position = names_of(sheet.evening.participants.all()), position_of(sheet)
    return RunningTable(
        sheet,
        position.hands + 1,
        names[position.dealer],
        ", ".join(names[player] for player in position.sitting_out),
        doubled_in_short(position),
        running_totals(position, names),
        str(sheet.participant_id) in position.players,
        policy_of(sheet).may_record(sheet, actor),
    )


def doubled_in_short(position: Position) -> str:
    """Return in a few letters which of the next hands are doubled; empty: none."""
    ahead = position.ahead
    if position.schlussradl:
        return _("Schlussradl")
    return _("×%(times)d, %(hands)d to go") % {"times": ahead[0], "hands": len(ahead)} if ahead else ""


def last_evening(club: Club, in_play: Collection[int], language: str) -> LastEvening | None:
    """Return how the newest evening ended, except these; at most three queries."""
    played = TableScore.objects.filter(PLAYED)
    newest = Evening.objects.played_in(club).exclude(pk__in=in_play)
    newest = newest.filter(Exists(played.filter(sheet__evening=OuterRef("pk")))).order_by("-date", "-pk")
    scores = played.filter(sheet__evening__in=newest.values("pk")[:1]).order_by("participant", "-hands")
    ticked = SettledPayment.objects.settling().filter(evening=OuterRef("sheet__evening"))
    scores = scores.annotate(is_ticked=Exists(ticked))
    whole: list[Any] = list(scores.select_related("sheet__evening", "participant__member"))
    if not whole:
        return None
    evening = whole[0].sheet.evening
    evening.club = club
    people = {score.participant_id: score.participant for score in whole}.values()
    names, colours = names_of(people), colours_of(people)
    twelfths: dict[str, int] = {}
    for score in whole:
        person = str(score.participant_id)
        twelfths[person] = twelfths.get(person, 0) + score.twelfths
    kitties = {str(score.participant_id) for score in whole if score.participant.kitty}
    first = winners_of(twelfths, kitties)
    sheet = next(score.sheet for score in whole if str(score.participant_id) == first[0])
    rows = Row.objects.filter(sheet=sheet).exclude(number=None).order_by("sort_key")
    hands: list[dict[str, int]] = [
        dict(zip(players, won or (), strict=False))
        for players, won in rows.values_list("players", "twelfths")
    ]
    is_open = evening.is_open and not evening.spontaneous
    return LastEvening(
        evening,
        evening.get_absolute_url(),
        tuple(names[person] for person in first),
        _figure(evening, twelfths, first, language),
        is_open,
        bool(evening.cents_per_point) and not is_open and not whole[0].is_ticked,
        _chart(sheet, hands, names, colours),
        sheet.name if any(score.sheet_id != sheet.pk for score in whole) else "",
        len(hands),
    )


def _figure(evening: Evening, twelfths: dict[str, int], first: Sequence[str], language: str) -> str:
    """Return the winner's total, in money if it was played for."""
    if not evening.cents_per_point:
        return noted(from_twelfths(twelfths[first[0]]))
    cents = settled_in_money(evening, {person: Points(kassa=sum_) for person, sum_ in twelfths.items()}).cents
    return signed_money(max(cents[person] for person in first), evening.currency, language)


def _chart(
    sheet: Sheet, hands: Sequence[dict[str, int]], names: dict[str, str], colours: dict[str, int]
) -> Chart | None:
    """Return the totals at a table after each hand, in twelfths; a latecomer has none before."""
    courses: dict[str, list[int | None]] = {player: [0] for player in sheet.players if player in names}
    for number, hand in enumerate(hands):
        for player in hand:
            courses.setdefault(player, [*[None] * number, 0])
        for player, course in courses.items():
            course.append((course[-1] or 0) + hand.get(player, 0))
    labels = shortened([names[player] for player in courses], PHONE.letters)
    totals = [[_amount(twelfths) for twelfths in course] for course in courses.values()]
    series, of_people = dict(zip(labels, totals, strict=True)), [colours[player] for player in courses]
    return chart_of(series, PHONE, of_people) if hands else None


def _amount(twelfths: int | None) -> Amount | None:
    return None if twelfths is None else from_twelfths(twelfths)
