"""The seats of a round before it starts, and their changes: one verb, one page."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from uuid import uuid4, uuid5

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.deeds import ChangedMeanwhile, PendingDeed, Refused, store, verb
from scoring.engine.money import money_in_words
from scoring.models import Account
from scoring.names import tidy
from scoring.web.access import account_of
from scoring.web.fields import PageForm, lines_field
from scoring.web.language import current_language
from scoring.web.stored_forms import saved_before
from scoring.web.submitting import submit
from tournaments.corrections.pages import foreseen_seats
from tournaments.corrections.verbs import LARGEST, ROOM_AT, _drawn_otherwise, _newcomer
from tournaments.draw.sections import join_section
from tournaments.draw.verbs import keep_seat_change, last_seating_in_words, note_reseated, seating_in
from tournaments.engine.sizes import SMALLEST, house_players_wanted
from tournaments.entrants.verbs import answer_signup, note_there
from tournaments.log import record_deed
from tournaments.models import Entrant, Round, Stage, Table
from tournaments.preconditions import demand_step, locked_round
from tournaments.web.access import page_about, redirect_to

SeatGrid = list[list[str]]  # of every table the participants, in order of play
SeatChange = Sequence[str]  # two that change places: people, free seats, or nobody

PLAYER, HOUSE, SIGNUP = "+", "~", "?"  # before the name of a new one, or before the id of a registration
SEAT = "seat "  # before the number of the table of a free seat
OFF = "off"


# The verb


def _reseated_in_words(details: dict[str, Any]) -> str:
    seated, unseated = _("%(name)s at table %(table)d"), _("%(name)s without a seat")
    people = [
        (seated if table else unseated) % {"name": name, "table": table}
        for name, table in zip(details["names"], details["tables"], strict=True)
    ]
    words = _("changed the seats of round %(round)d of “%(title)s”: %(people)s")
    return words % {**details, "people": ", ".join(people)}


@verb(log=_reseated_in_words)
def reseat(act: PendingDeed[Account], *, round_: Round, before: SeatGrid, after: SeatGrid) -> Round:
    """Seat the tables of a round that has not started as wanted, from the seating that was known.

    A name behind a sign is somebody new; behind the third sign is the id of a registration that waits.
    """
    round_ = locked_round(round_, act.actor)
    demand_step("swap", round_)
    tables = list(round_.tables.order_by("number"))
    if before != [table.seats for table in tables]:
        raise ChangedMeanwhile(*last_seating_in_words(round_))
    was = {player: number for number, seats in enumerate(before, 1) for player in seats}
    people = {str(person.participant_id): person for person in round_.tournament.entrants.all()}
    seated = [[_seated(act, round_, people, was, seat) for seat in seats] for seats in after]
    now = {player: number for number, seats in enumerate(seated, 1) for player in seats}
    names = round_.tournament.evening.names()
    if len(now) != sum(map(len, seated)):
        raise Refused(form=[_("Somebody has two seats.")])
    for number, seats in enumerate(seated, 1):
        if not SMALLEST <= len(seats) <= LARGEST:
            words = _("Table %(number)d has %(count)d people: four to six sit at a table.")
            raise Refused(form=[words % {"number": number, "count": len(seats)}])
    if tables and seated[len(tables) :]:
        _add_tables(round_, [[people[player] for player in seats] for seats in seated[len(tables) :]])
        tables = list(round_.tables.order_by("number"))
    for table, seats in zip(tables, seated, strict=True):
        for player in seats:
            join_section(round_, people[player], table.number)
        if seats != table.seats:
            store(table, seats=seats)
    note_there(round_, [people[player] for player in was if player not in now], here=False)
    note_there(round_, [people[player] for player in now if player not in was], here=True)
    _drawn_otherwise(round_)
    reseated = list(_reseated([*before, *([] for _each in seated[len(before) :])], seated, was, now))
    note_reseated(round_, reseated)
    keep_seat_change(act, round_, people=reseated)
    record_deed(
        act,
        round_,
        clock=round_.stage != Stage.DRAFT,
        names=[names[player] for player in reseated],
        tables=[now.get(player, 0) for player in reseated],
        moved=reseated,
    )
    return round_


def _seated(
    act: PendingDeed[Account], round_: Round, people: dict[str, Entrant], was: Mapping[str, int], seat: str
) -> str:
    """Return the participant for a seat, registered now if new."""
    if seat in was:
        return seat
    deed, sign, name, entrant, signup = uuid5(act.id, seat), seat[:1], seat[1:], None, None
    if sign == SIGNUP:
        asking = round_.tournament.signups.asking().filter(pk=name if name.isdecimal() else 0).first()
        if asking is None:
            raise ChangedMeanwhile()
        name, signup = asking.name, asking.pk
    elif sign not in (PLAYER, HOUSE):
        entrant, name = getattr(people.get(seat), "pk", None), ""
    who = _newcomer(act.actor, deed, round_, entrant, name, house=sign == HOUSE)
    if sign == HOUSE and not who.house:
        words = _("“%(name)s” is already registered, and not as a house player.")
        raise Refused(form=[words % {"name": name}])
    answer_signup(who, signup)
    people[str(who.participant_id)] = who
    return str(who.participant_id)


def _add_tables(round_: Round, tables: Iterable[Sequence[Entrant]]) -> None:
    """Add tables; with sections, each in the section of its people."""
    for people in tables:
        number = round_.tables.count() + 1
        if sections := (round_.report or {}).get("sections"):
            own = next((person.section for person in people if person.section and not person.house), 1)
            store(round_, report={**round_.report, "sections": [*sections, own]})
        paper = round_.tournament.is_on_paper(number)
        Table.objects.create(round=round_, number=number, seats=[], paper=paper)


def _reseated(
    earlier: SeatGrid, seated: SeatGrid, was: Mapping[str, int], now: Mapping[str, int]
) -> Iterator[str]:
    """Yield the people with another table, or another seat among the same people."""
    for then, seats in zip(earlier, seated, strict=True):
        is_same = set(then) == set(seats)
        yield from (player for player in seats if was.get(player) != now[player])
        yield from (player for player, other in zip(seats, then, strict=False) if is_same and player != other)
    yield from (player for player in was if player not in now)


# The page


def grid_of(round_: Round) -> SeatGrid:
    """Return the seats of a round as they are stored."""
    return [list(seats) for seats in seating_in(round_).tables]


def changed_grid(grid: SeatGrid, changes: Iterable[SeatChange]) -> SeatGrid:
    """Return the seats after these changes; impossible ones, after others were quicker, are left out.

    >>> changed_grid([["a", "b"], ["c"]], [("a", "c"), ("seat 2", "+Xaver"), ("b", "off"), ("seat 3", "d")])
    [['c'], ['a', '+Xaver'], ['d']]
    """
    grid = [*(list(seats) for seats in grid), []]
    for pair in changes:
        seated = {player: (seats, index) for seats in grid for index, player in enumerate(seats)}
        first, second = pair if pair[0] in seated else reversed(pair)
        if first in seated and second in seated:
            (seats, index), (others, where) = seated[first], seated[second]
            seats[index], others[where] = second, first
            continue
        free, who = (second, first) if second.startswith(SEAT) else (first, second)
        number = free.removeprefix(SEAT) if free.startswith(SEAT) else ""
        if first in seated:
            seats, index = seated[first]
            seats[index : index + 1] = [] if number or second == OFF else [second]
        if number.isdecimal() and 1 <= int(number) <= len(grid) and who != OFF:
            grid[int(number) - 1].append(who)
    return grid if grid[-1] else grid[:-1]


class GridForm(PageForm):
    """What was changed so far, and names that are to be seated."""

    shown = forms.JSONField(widget=forms.HiddenInput, required=False)
    changes = forms.JSONField(widget=forms.HiddenInput, required=False)
    names = lines_field(
        gettext_lazy("New names"),
        400,
        rows=2,
        help_text=gettext_lazy("One name on each line."),
        autocapitalize="words",
    )

    def clean_shown(self) -> SeatGrid:
        """Return the seats that the page showed; empty where it did not send any."""
        sent = self.cleaned_data["shown"]
        is_grid = isinstance(sent, list) and all(isinstance(seats, list) for seats in sent)
        return [list(map(str, seats)) for seats in sent] if is_grid else []

    def clean_changes(self) -> list[list[str]]:
        """Return pairs of those who change places."""
        sent = self.cleaned_data["changes"]
        pairs = [pair for pair in sent if isinstance(pair, list)] if isinstance(sent, list) else []
        return [list(map(str, pair)) for pair in pairs if len(pair) == 2]


def page(request: HttpRequest, round_: Round, **context: Any) -> HttpResponse:
    """Show the seats; two tapped people change places, and nothing is stored until it is saved."""
    form = GridForm(request.POST if request.POST.get("do") == "grid" else None)
    is_sent = form.is_valid()
    shown, changes = (form.cleaned_data[name] for name in ("shown", "changes")) if is_sent else ([], [])
    stored, opened, kept = grid_of(round_), "", form.data.get("names", "") if form.is_bound else ""
    is_saved = is_sent and request.POST.get("step") == "save"
    if is_saved and (shown == stored or saved_before(request) is not None):
        planned = changed_grid(shown or stored, changes)
        success = _("The seats have been changed. Phones and screens show it.")
        if submit(request, form, reseat, success, round_=round_, before=shown, after=planned):
            return redirect_to("round", round_)
    elif is_sent and not is_saved:
        opened, kept = _tapped(request, round_, stored, changes, kept)
    problems: list[str] = (
        [] if not form.is_bound else [*form.non_field_errors(), *form.errors.get("names", ())]
    )
    if is_sent and shown != stored:
        problems = [*problems, *ChangedMeanwhile(*last_seating_in_words(round_)).sentences]
    planned, changed = changed_grid(stored, changes), None
    if changes and planned != stored:
        try:
            actor = account_of(request)
            changed = foreseen_seats(
                round_, lambda: reseat(actor, uuid4(), round_=round_, before=stored, after=planned)
            )
        except Refused as refused:
            problems = [*problems, *refused.sentences]
    fresh = GridForm(initial={"shown": stored, "changes": changes, "names": kept})
    tournament = round_.tournament
    fee = tournament.terms.fee
    return render(
        request,
        "tournaments/corrections/grid.html",
        page_about(
            round_,
            form=fresh,
            problems=list(dict.fromkeys(problems)),
            changed=changed,
            changes=changes,
            opened=opened,
            wanted=0 if tournament.terms.sections else house_players_wanted(sum(map(len, planned))),
            fee=money_in_words(fee, tournament.evening.currency, current_language()) if fee else "",
            **_shown(round_, stored, planned, opened),
            **context,
        ),
    )


def _tapped(
    request: HttpRequest, round_: Round, stored: SeatGrid, changes: list[list[str]], names: str
) -> tuple[str, str]:
    """Add taps to the changes; return the seat that is open now, and names not seated yet."""
    tapped, opened = request.POST.get("tap", ""), request.POST.get("opened", "")
    step, new_names = request.POST.get("step"), [name for name in map(tidy, names.splitlines()) if name]
    if step == "back":
        del changes[-1:]
    elif step == "fill":
        _fill(round_, stored, changes, new_names)
        return "", ""
    elif step in (PLAYER, HOUSE) and opened:
        seats = changed_grid(stored, changes)
        at = next((number for number, table in enumerate(seats, 1) if opened in table), None)
        for name in new_names:
            changes.append([opened, step + name])
            opened = opened if at is None else f"{SEAT}{at}"  # the further ones sit down beside the first
        return _next_seat(stored, changes, opened) if new_names else opened, ""
    elif tapped and opened and tapped != opened:
        changes.append([opened, tapped])
        return _next_seat(stored, changes, opened), names
    elif tapped and not opened:
        return tapped, names
    return "", names


def _next_seat(stored: SeatGrid, changes: Iterable[SeatChange], opened: str) -> str:
    """Return the next free seat of a table that is being filled; empty once four sit there."""
    number = opened.removeprefix(SEAT)
    if not opened.startswith(SEAT) or not number.isdecimal():
        return ""
    return opened if len(changed_grid(stored, changes)[int(number) - 1]) < SMALLEST else ""


def _fill(round_: Round, stored: SeatGrid, changes: list[list[str]], new_names: Sequence[str]) -> None:
    """Give a further table to house players, and to those drawn last at tables of more than four."""
    grid = changed_grid(stored, changes)
    count, number = house_players_wanted(sum(map(len, grid))), f"{SEAT}{len(grid) + 1}"
    changes += [[player, number] for seats in grid for player in seats[ROOM_AT:]]
    free = [key for key, _name, is_house in _unseated(round_, grid) if is_house]
    names = [f"{HOUSE}{name}" for name in new_names]
    changes += [[number, key] for key in [*names, *free][:count]]


def _unseated(round_: Round, grid: SeatGrid) -> list[tuple[str, str, bool]]:
    """Return the people without a seat, with key, name, and whether of the house; also new names."""
    tournament, seated = round_.tournament, {player for seats in grid for player in seats}
    names = tournament.evening.names()
    free = [
        (str(player), names[str(player)], house)
        for player, house in tournament.entrants.filter(withdrawn_at=None).values_list("participant", "house")
        if str(player) not in seated
    ]
    free.sort(key=lambda person: (person[2], tournament.in_list(person[1])))
    waiting = [(f"{SIGNUP}{signup.pk}", signup.name, False) for signup in tournament.signups.asking()]
    return [*free, *(each for each in waiting if each[0] not in seated)]


def _shown(round_: Round, stored: SeatGrid, planned: SeatGrid, opened: str) -> dict[str, Any]:
    """Return the tables with a free seat where there is room, and the people for the open one."""
    names = dict(round_.tournament.evening.names())
    names |= {f"{SIGNUP}{signup.pk}": signup.name for signup in round_.tournament.signups.asking()}
    was = {player: number for number, seats in enumerate(stored, 1) for player in seats}
    house = set(round_.tournament.entrants.filter(house=True).values_list("participant", flat=True))
    tables = [
        {
            "number": number,
            "is_further": number > len(stored),
            "seats": [
                {
                    "key": key,
                    "name": names.get(key) or key[1:],
                    "moved": was.get(key) != number,
                    "house": key[:1] == HOUSE or (key.isdecimal() and int(key) in house),
                    "opened": key == opened,
                }
                for key in seats
            ],
            "free": f"{SEAT}{number}" if len(seats) < LARGEST else "",
            "is_opened": opened in (*seats, f"{SEAT}{number}"),
        }
        for number, seats in enumerate([*planned, *([] if planned[len(stored) :] else [[]])], 1)
    ]
    unseated = _unseated(round_, planned) if opened else []
    return {"tables": tables, "unseated": unseated, "is_free": opened.startswith(SEAT)}
