"""Start a round, run its clock from the board, let its tables answer at the bell, and close it."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, cast
from uuid import UUID, uuid5

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.core.paginator import Paginator
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.capability import Capability
from scoring.deeds import REFUSE_NEWER, Refused, log_of
from scoring.evenings.forms import ReasonForm
from scoring.models import Account
from scoring.table.at_the_table import visit
from scoring.web.access import PAGE, account_of, deed_of, open_club
from scoring.web.confirming import Confirmation, confirm
from scoring.web.fields import PageForm
from scoring.web.language import current_language
from scoring.web.links import link_to
from scoring.web.submitting import submit, tell
from tournaments.corrections.table import put_right, table_form, table_page
from tournaments.draw.pages.drawing import ranks_of
from tournaments.draw.sections import is_within_sections
from tournaments.draw.verbs import (
    draw_round,
    last_seating_in_words,
    present,
    publish_round,
    refuse_other_tables,
    seating_in,
    take_prepared,
)
from tournaments.engine.played import MissingTable
from tournaments.engine.seating import Method
from tournaments.entrants.pages import check_in_of
from tournaments.entrants.verbs import check_in_or_out
from tournaments.models import Round, Stage, State, Table, Tournament
from tournaments.planning.pages import changed_terms, sentence_of, version_in_words, with_winners
from tournaments.preconditions import demand_step
from tournaments.rounds.forms import AddTime, ClockChange
from tournaments.rounds.pages.board import board_of, shown_table
from tournaments.rounds.pages.clock_display import SHOWN, is_timed
from tournaments.rounds.pages.club_card import CLUB_CARD, open_tournaments
from tournaments.rounds.pages.desk import Desk
from tournaments.rounds.pages.table_facts import clock_words
from tournaments.rounds.verbs import bell_verbs, rounds, timing
from tournaments.standings.derived import may_see
from tournaments.standings.pages.standings import standings_of
from tournaments.standings.tables import RoundTable
from tournaments.web.access import (
    directed_round,
    page_about,
    redirect_to,
    round_in,
    snippet_of,
    table_in,
    tournament_of,
    typed_tournament,
    was_done,
)
from tournaments.web.phones import answer_phone, posted_with_id
from tournaments.wording import bell_rule, terms_in_words

TOURNAMENTS_ON_A_PAGE = 12
FIRST_SHOWN = 6


@require_safe
def tournaments(request: HttpRequest, slug: str) -> HttpResponse:
    """Show running tournaments with clock and standings, open ones, and past ones with winners."""
    club = open_club(request, slug)
    finished = Tournament.objects.filter(club=club, state=State.FINISHED).select_related("club", "evening")
    pages = Paginator(finished, TOURNAMENTS_ON_A_PAGE).get_page(request.GET.get("page"))
    pages.object_list = with_winners(pages.object_list)
    running, coming = open_tournaments(club)
    page = {"club": club, "pages": pages, "running": running, "coming": coming}
    page["words"] = json.dumps(clock_words())
    if running:
        page |= _standings_now(request, slug, running[0].tournament.pk)
    return render(request, "tournaments/rounds/tournaments.html", page)


def _standings_now(request: HttpRequest, slug: str, pk: int) -> dict[str, Any]:
    """Return the first places after a tournament's last round; empty while they are hidden."""
    tournament = tournament_of(request, slug, pk)
    round_ = tournament.rounds.filter(stage=Stage.CLOSED).order_by("number").last()
    if round_ is None or not may_see(tournament):
        return {}
    ranking = standings_of(round_, member=tournament.member_id)
    if len(ranking.parts) != 1:  # tables or sections that are ranked by themselves
        return {}
    [part] = ranking.parts
    table = RoundTable(part, ranking)
    return {
        "standings": ranking,
        "first": [table.line(row) for row in part.rows[:FIRST_SHOWN]],
        "standings_at": reverse("tournaments:standings", args=[slug, pk, round_.number]),
    }


@require_safe
def tournament(request: HttpRequest, slug: str, pk: int, number: int = 0) -> HttpResponse:
    """Show the current or chosen round, before, during and after it; `?part` its live parts alone."""
    return _page_of_round(request, tournament_of(request, slug, pk), number)


def _page_of_round(
    request: HttpRequest, tournament: Tournament, number: int, minutes: AddTime | None = None
) -> HttpResponse:
    desk, board = Desk(tournament, number), None
    if desk.round is not None and desk.round.stage in SHOWN:
        board = board_of(desk.round, desk.names, watched=tournament.takes_results)
    page = page_about(
        tournament, round=desk.round, desk=desk, board=board, clock=board and board["clock"], minutes=minutes
    )
    if "part" in request.GET:
        return render(request, "tournaments/rounds/_round.html", page)
    embeds = tournament.public and tournament.is_directed
    final = desk.final if embeds and tournament.state == State.FINISHED else None
    address = reverse("tournaments:public", args=[tournament.code])
    page |= {
        "pulse": reverse("tournaments:pulse", args=[tournament.code]),
        "rules": version_in_words(tournament.evening.ruleset, current_language()),
        "terms": terms_in_words(tournament.terms, tournament.evening.currency),
        "changed": changed_terms(tournament),
        "link": link_to(request, address) if tournament.public else None,
        "sentence": sentence_of(tournament, final) if embeds else "",
        "snippet": snippet_of(request, "embedded_standings", tournament.code, offered=embeds),
    }
    return render(request, "tournaments/rounds/tournament.html", page)


@require_http_methods(PAGE)
def table(request: HttpRequest, slug: str, pk: int, number: int, table: int) -> HttpResponse:
    """Show one table; correct it by the form, or give it more time."""
    tournament = typed_tournament(request, slug, pk)
    table_row = table_in(round_in(tournament, number), table)
    table_row.round.tournament = tournament
    if request.method == "POST" and request.POST.get("do") != "mend":
        _table(request, slug, pk, number, table)  # of those who direct
    names = tournament.evening.names()
    mending = table_form(request, table_row, names)
    review = put_right(request, table_row, mending)
    if review == "done" or (mending.is_bound and not mending.is_valid() and was_done(request, mending)):
        return redirect_to("table", table_row)
    form = AddTime(request.POST if request.POST.get("do") == "add" else None)
    success = _("Table %(number)d has more time.") % {"number": table}
    if form.is_valid():
        arguments = {
            "round_": table_row.round,
            "seconds": 60 * form.cleaned_data["minutes"],
            "table": table_row,
        }
        if submit(request, form, timing.add_time, success, **arguments):
            return redirect("tournaments:round", slug, pk, number)
    page = table_page(table_row, names, mending)
    if tournament.is_directed and table_row.sheet is not None:
        page["shown"] = shown_table(table_row, names)
        page["is_timed"] = is_timed(tournament, table_row.round)
    page |= {"form": form, "review": review}
    return render(request, "tournaments/rounds/table.html", page_about(table_row, **page))


def _table(request: HttpRequest, slug: str, pk: int, number: int, table: int) -> Table:
    return table_in(directed_round(request, slug, pk, number), table)


def _pressed(verb: Callable[..., Any], words: Any) -> Callable[..., HttpResponse]:
    """Return the view of a button beside a table."""

    @require_POST
    def press(request: HttpRequest, slug: str, pk: int, number: int, table: int) -> HttpResponse:
        table_row = _table(request, slug, pk, number, table)
        submit(request, None, verb, words % {"number": table}, table=table_row)
        return redirect_to("round", table_row.round)

    return press


allow_hand = _pressed(bell_verbs.allow_hand, gettext_lazy("Table %(number)d may play one more hand."))
note_bell = _pressed(bell_verbs.note_bell, gettext_lazy("The bell is on the sheet of table %(number)d."))
close_table = _pressed(bell_verbs.close_table, gettext_lazy("The sheet of table %(number)d is closed."))


@require_http_methods(PAGE)
def reopen_table(request: HttpRequest, slug: str, pk: int, number: int, table: int) -> HttpResponse:
    """Ask why the sheet of a table is to be opened again, and open it."""
    table_row = _table(request, slug, pk, number, table)
    if table_row.sheet is None:
        raise Http404
    question = Confirmation(
        crumbs="tournaments/rounds/_round_crumbs.html",
        about=table_row.round.tournament.title,
        heading=_("Reopen the sheet of table %(number)s?") % {"number": table},
        sentences=[_("The reason is kept in the club's log.")],
        form=ReasonForm(request.POST or None),
        button=_("Reopen the sheet"),
        back=reverse("tournaments:round", args=[slug, pk, number]),
    )
    success = _("The sheet of table %(number)d is open again.") % {"number": table}
    return confirm(
        request, question, page_about(table_row.round), bell_verbs.reopen_table, success, table=table_row
    )


def _do(
    request: HttpRequest, verb: Callable[..., Round], round_: Round, words: str, **arguments: Any
) -> HttpResponse:
    """Do what was asked, say so or why not, and show the board."""
    submit(request, None, verb, words, round_=round_, **arguments)
    return redirect_to("round", round_)


@require_POST
def start_round(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Begin a round."""
    round_ = directed_round(request, slug, pk, number)
    return _do(request, rounds.start_round, round_, _("Round %(number)d has begun.") % {"number": number})


@require_http_methods(PAGE)
def take_back_start(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Show the consequences, and take back the start of a round begun by mistake."""
    round_ = directed_round(request, slug, pk, number)
    if request.method != "POST" and round_.stage != Stage.RUNNING:
        return redirect_to("round", round_)
    question = Confirmation(
        crumbs="tournaments/rounds/_round_crumbs.html",
        about=round_.tournament.title,
        heading=_("Take back the start of round %(number)s?") % {"number": number},
        sentences=[
            _(
                "Nothing has been played yet: the round goes back to its published draw. Seats and entry "
                "fees stay, the clock begins again at the next start, and phones show who sits here next."
            )
        ],
        refused=_touched(round_),
        button=_("Take back the start"),
        back=reverse("tournaments:round", args=[slug, pk, number]),
    )
    success = _("The start of round %(number)d has been taken back.") % {"number": number}
    return confirm(request, question, page_about(round_), rounds.take_back_start, success, round_=round_)


def _touched(round_: Round) -> str:
    """Return why the start of a round cannot be taken back; empty where it can."""
    touched = rounds.touched_tables(round_)
    why = _(
        "Something has been stored at table %(tables)s since the start: a hand, a result, a change of "
        "seats, extra time or a call. So the round goes on."
    )
    return why % {"tables": ", ".join(map(str, touched))} if touched else ""


@require_POST
def run_clock(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Pause or resume the clock, add or subtract minutes, or set the minutes left, for everybody."""
    round_ = directed_round(request, slug, pk, number)
    match request.POST.get("do"):
        case "pause":
            return _do(request, timing.pause, round_, _("The clock is stopped for everybody."))
        case "resume":
            return _do(request, timing.resume, round_, _("The clock goes on."))
        case "add" | "cut" | "set" as how:
            return _change_time(request, round_, how)
    raise BadRequest("Nothing that a clock does")


def _change_time(request: HttpRequest, round_: Round, how: str) -> HttpResponse:
    """Change the time for everybody; a conflicting change by others is explained on the same page."""
    form = ClockChange(request.POST)
    if form.is_valid():
        minutes, known = form.cleaned_data["minutes"], form.cleaned_data["known"]
        arguments: dict[str, Any] = {"round_": round_, "seconds": 60 * minutes, "known": known}
        does: Callable[..., Round] = timing.add_time
        words = ngettext(
            "Everybody has %(minutes)d minute more.", "Everybody has %(minutes)d minutes more.", minutes
        )
        if how == "cut":
            does, arguments["by"] = timing.set_clock, True
            words = ngettext(
                "Everybody has %(minutes)d minute less.", "Everybody has %(minutes)d minutes less.", minutes
            )
        elif how == "set":
            does = timing.set_clock
            words = ngettext(
                "%(minutes)d minute is left for everybody.",
                "%(minutes)d minutes are left for everybody.",
                minutes,
            )
        if submit(request, form, does, words % {"minutes": minutes}, **arguments):
            return redirect_to("round", round_)
    return _page_of_round(request, round_.tournament, round_.number, form)


@require_http_methods(PAGE)
def ring(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Ring the bell for everybody, once the director has read what follows."""
    round_ = directed_round(request, slug, pk, number)
    tournament = round_.tournament
    board = board_of(round_, tournament.evening.names())
    if request.method != "POST" and not board["can_ring"]:
        return redirect_to("round", round_)
    still_open = ngettext(
        "The time is up for everybody at once; %(number)s table is still open.",
        "The time is up for everybody at once; %(number)s tables are still open.",
        len(board["still_open"]),
    )
    question = Confirmation(
        crumbs="tournaments/rounds/_round_crumbs.html",
        about=tournament.title,
        heading=_("Ring the bell now?"),
        sentences=[
            still_open % {"number": len(board["still_open"])},
            bell_rule(tournament),
            _("If it was rung by mistake, minutes can be added again."),
        ],
        button=_("Ring the bell now"),
        back=reverse("tournaments:round", args=[slug, pk, number]),
        template="tournaments/rounds/round_ring.html",
    )
    page = page_about(round_, board=board)
    return confirm(request, question, page, timing.ring, _("The bell has rung."), round_=round_)


@require_POST
def double_round(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Call the double round, or take it back while nothing has been entered since."""
    round_ = directed_round(request, slug, pk, number)
    if request.POST.get("do") == "back":
        return _do(request, rounds.take_back_double, round_, _("The double round has been taken back."))
    return _do(request, rounds.double_round, round_, _("The next hands count double at every table."))


def _numbers(texts: Sequence[str]) -> list[int]:
    """Return the numbers among what was sent.

    >>> _numbers(["3", "", "x", "²", "9" * 5000])
    [3]
    """
    return [int(number) for number in texts if re.fullmatch(r"[0-9]{1,9}", number)]


@require_http_methods(PAGE)
def close_round(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Name the tables that are still open or without a result, and ask; then close the round."""
    round_ = directed_round(request, slug, pk, number)
    if request.method != "POST" and round_.stage != Stage.RUNNING:
        return redirect("tournaments:round", slug, pk, number)
    board = board_of(round_, round_.tournament.evening.names())
    still_open, missing = board["still_open"], board["missing"]
    question = Confirmation(
        crumbs="tournaments/rounds/_round_crumbs.html",
        about=round_.tournament.title,
        heading=_("Close round %(number)s?") % {"number": number},
        sentences=list(_what_closing_does(board)),
        warnings=[_missing_results(missing)] if missing else [],
        form=PageForm(request.POST if request.method == "POST" else None),
        shown=[
            *(("open", str(table.number)) for table in still_open),
            *(("missing", str(table)) for table in missing),
        ],
        button=_("Close the round"),
        back=reverse("tournaments:round", args=[slug, pk, number]),
        template="tournaments/rounds/round_close.html",
    )
    page = page_about(round_, board=board, missing=[MissingTable(number, table) for table in missing])
    known = {f"{what}_too": _numbers(request.POST.getlist(what)) for what in ("open", "missing")}
    success = _("Round %(number)d is closed.") % {"number": number}
    next_page = reverse("tournaments:standings", args=[slug, pk, number])
    return confirm(request, question, page, rounds.close_round, success, next_page, round_=round_, **known)


def _what_closing_does(board: Mapping[str, Any]) -> Iterator[str]:
    """Yield the consequences of closing a round now."""
    if still_open := len(board["still_open"]):
        words = ngettext(
            "%(number)s table is still open and will be closed as it stands.",
            "%(number)s tables are still open and will be closed as they stand.",
            still_open,
        )
        yield words % {"number": still_open}
    elif not board["missing"] and not board["by_hands"]:
        yield _("All sheets are handed in.")
    if board["by_hands"]:
        words = _("On paper, the hands entered so far count: table %(tables)s.")
        yield words % {"tables": ", ".join(map(str, board["by_hands"]))}
    yield _("After that, the cards on the tables do not work until the next round.")


def _missing_results(tables: Iterable[int]) -> str:
    words = _(
        "The result of table %(tables)s is missing: its players are not ranked, and the "
        "standings are provisional until it is entered. It can also be typed after the round is"
        " closed."
    )
    return words % {"tables": ", ".join(map(str, tables))}


@require_POST
def everybody_back(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Check in everybody of the earlier round who has not left, and draw by the terms.

    Where another director has drawn meanwhile, that draw is shown, and who made it.
    """
    round_ = directed_round(request, slug, pk, number)
    actor, deed = account_of(request), deed_of(request)
    again = check_in_of(round_)["again"] if round_.stage == Stage.CHECK_IN else []
    try:
        if again:
            check_in_or_out(actor, deed, round_=round_, entrants=again, here=True)
        _draw(actor, deed, round_)
    except Refused as refused:
        if round_in(round_.tournament, number).stage != Stage.CHECK_IN:
            words = [_("This round has already been drawn."), *last_seating_in_words(round_)]
            messages.info(request, " ".join(words))
            return redirect("tournaments:draw", slug, pk, number)
        tell(request, refused)
        return redirect("tournaments:people", slug, pk, number)
    messages.success(request, _("Round %(number)d is drawn. Please look at it.") % {"number": number})
    return redirect("tournaments:draw", slug, pk, number)


def _draw(actor: Account, deed: UUID, round_: Round) -> None:
    """Draw by the terms, or use an earlier draw ahead if the same people are present."""
    if round_.tournament.club.deeds.filter(pk=uuid5(deed, "draw")).exists():
        return  # the button was pressed twice
    ahead = seating_in(round_)
    same = bool(ahead.tables) and set(ahead.players) == set(present(round_))
    if round_.stage == Stage.CHECK_IN and same and is_within_sections(round_, ahead):
        take_prepared(actor, uuid5(deed, "draw"), round_=round_)
        return
    method = round_.tournament.terms.method
    ranks = ranks_of(round_) if method is Method.BY_STANDING else {}
    if method is Method.BY_STANDING and not ranks:
        method = Method.AVOID_REPEATS  # nothing was ranked yet
    arguments: dict[str, Any] = {"method": method, "ranking": ranks, "first": True}
    draw_round(actor=actor, deed=uuid5(deed, "draw"), round_=round_, **arguments)


@require_http_methods(PAGE)
def publish_and_start(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Ask once, then publish the shown draw and start the round, both or neither."""
    round_ = directed_round(request, slug, pk, number)
    shown = request.POST.get("tables") if request.method == "POST" else request.GET.get("tables", "")
    if request.method != "POST":
        try:
            demand_step("publish", round_)
            refuse_other_tables(round_, shown)
        except Refused as refused:
            tell(request, refused)
            return redirect("tournaments:round", slug, pk, number)
    seated = seating_in(round_)
    tables, minutes = len(seated.tables), round_.tournament.terms.minutes
    follows = ngettext(
        "%(people)s people at %(tables)s table: everybody finds their table, its sheet is open, and the "
        "round has begun.",
        "%(people)s people at %(tables)s tables: everybody finds their table, the sheets are open, and the "
        "round has begun.",
        tables,
    )
    clock_starts = _("The clock starts at once: %(minutes)s minutes.")
    question = Confirmation(
        crumbs="tournaments/draw/draw_crumbs.html",
        about=round_.tournament.title,
        heading=_("Publish the draw and start round %(number)s?") % {"number": number},
        sentences=[
            follows % {"people": len(seated.players), "tables": tables},
            *([clock_starts % {"minutes": minutes}] if minutes else []),
        ],
        shown=[("tables", shown or "")],
        button=_("Publish and start"),
        back=reverse("tournaments:draw", args=[slug, pk, number]),
    )
    success = _("Round %(number)d has begun.") % {"number": number}
    page, board = page_about(round_), reverse("tournaments:round", args=[slug, pk, number])
    return confirm(request, question, page, _publish_and_start, success, board, round_=round_, tables=shown)


def _publish_and_start(actor: Account, deed: UUID, *, round_: Round, tables: str | None) -> Round:
    refuse_newer = {REFUSE_NEWER: partial(refuse_other_tables, round_, tables)}
    with transaction.atomic():
        publish_round(actor, deed, round_=round_, **cast(dict[str, Any], refuse_newer))
        return rounds.start_round(actor, uuid5(deed, "start"), round_=round_)


@require_POST
def say_dealt(request: HttpRequest, code: str, table: int) -> HttpResponse:
    """Record whether the cards are dealt already."""
    posted = posted_with_id(request)
    if not isinstance(posted.get("dealt"), bool):
        raise BadRequest("Neither yes nor no")
    return _answer_at_the_bell(request, code, table, posted, bell_verbs.say_dealt, dealt=posted["dealt"])


@require_POST
def hand_in(request: HttpRequest, code: str, table: int) -> HttpResponse:
    """Close the table's own sheet from its recording page."""
    return _answer_at_the_bell(request, code, table, posted_with_id(request), bell_verbs.hand_in)


def _answer_at_the_bell(
    request: HttpRequest,
    code: str,
    pk: int,
    posted: dict[str, Any],
    verb: Callable[..., Table],
    **arguments: Any,
) -> HttpResponse:
    table = Table.objects.select_related("sheet", "round__tournament").filter(pk=pk).first()
    if table is None or table.sheet is None or table.round.tournament.code != code:
        raise Http404
    actor = visit(request, table.sheet.pk).acts
    return answer_phone(
        posted, table.sheet, lambda: verb(actor=actor, deed=posted["id"], table=table, **arguments)
    )


# Rounds: what it hands to the rest of the program


club_urls = [  # below clubs/<slug>/tournaments/
    path("", tournaments, name="tournaments"),
]
tournament_urls = [  # below …/<int:pk>/
    path("", tournament, name="tournament"),
]
round_urls = [  # below …/<int:pk>/rounds/<int:number>/
    path("", tournament, name="round"),
    path("everybody-back/", everybody_back, name="everybody_back"),
    path("publish-and-start/", publish_and_start, name="publish_and_start"),
    path("start/", start_round, name="start_round"),
    path("start/back/", take_back_start, name="take_back_start"),
    path("clock/", run_clock, name="run_clock"),
    path("ring/", ring, name="ring"),
    path("double/", double_round, name="double_round"),
    path("close/", close_round, name="close_round"),
    path("tables/<int:table>/", table, name="table"),
    path("tables/<int:table>/allow/", allow_hand, name="allow_hand"),
    path("tables/<int:table>/bell/", note_bell, name="note_bell"),
    path("tables/<int:table>/close/", close_table, name="close_table"),
    path("tables/<int:table>/reopen/", reopen_table, name="reopen_table"),
]
public_urls = [  # below tournaments/<code>/
    path("tables/<int:table>/dealt/", say_dealt, name="say_dealt"),
    path("tables/<int:table>/hand-in/", hand_in, name="hand_in"),
]


CAPABILITY = Capability(
    urls=__name__,
    words=log_of(rounds, timing, bell_verbs),
    on_club_page=(CLUB_CARD,),
)
