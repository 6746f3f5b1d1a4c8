"""The draw and its lists, the cards on the tables, and a round's blank score sheets."""

from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import uuid5

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.capability import Capability
from scoring.deeds import REFUSE_NEWER, Refused, log_of
from scoring.heads import announced
from scoring.moved import demand_here
from scoring.table.at_the_table import remember_link
from scoring.web.access import PAGE, deed_of, open_club
from scoring.web.confirming import Confirmation, confirm
from scoring.web.language import current_language
from scoring.web.links import link_to
from scoring.web.polls import answer_poll, given_tag
from scoring.web.stored_forms import saved_before
from scoring.web.submitting import submit, tell
from tournaments.cash import verbs as cash
from tournaments.cash.pages import Unpaid, unpaid_in
from tournaments.draw import verbs
from tournaments.draw.cards import (
    MOST_CARDS,
    OPENED,
    at_the_card,
    codes_of,
    table_behind,
    tables_at_most,
)
from tournaments.draw.forms import CardsForm, DrawAllForm, DrawForm
from tournaments.draw.pages.blanks import blanks_of
from tournaments.draw.pages.drawing import drawing_of, ranks_of, seating_of
from tournaments.engine.seating import Method
from tournaments.engine.stages import is_possible
from tournaments.models import Round, Stage, Table, Tournament
from tournaments.standings.derived import is_shown
from tournaments.standings.results import missing_before
from tournaments.web.access import directed_round, directed_tournament, page_about, redirect_to, round_in


@require_http_methods(PAGE)
def draw(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Show the draw of a round, and draw it."""
    round_ = directed_round(request, slug, pk, number)
    if request.method != "POST":
        return _page(request, round_, DrawForm(initial=_as_before(round_)))
    form = DrawForm(request.POST)
    if _is_another_draw(request, round_):
        return redirect_to("draw", round_)
    if form.is_valid():
        if unpaid := _still_unpaid(request, round_):
            return _page(request, round_, form, unpaid=unpaid)
        ranks = ranks_of(round_)
        arguments = {"method": form.chosen, "seed": form.cleaned_data["seed"], "ranking": ranks}
        success = _("Round %(number)d is drawn.") % {"number": number}
        if form.demand_ranking(ranks) and submit(
            request, form, verbs.draw_round, success, round_=round_, **arguments
        ):
            return redirect_to("draw", round_)
    return _page(request, round_, form)


def _is_another_draw(request: HttpRequest, round_: Round) -> bool:
    """Return whether the tables have changed since the page showed them, and say so."""
    try:
        if saved_before(request) is None:
            verbs.refuse_other_tables(round_, request.POST.get("tables"))
    except Refused as refused:
        tell(request, refused)
        return True
    return False


def _as_before(round_: Round) -> dict[str, str]:
    return {"method": round_.method or round_.tournament.terms.method.value}


def _still_unpaid(request: HttpRequest, round_: Round) -> Unpaid | None:
    """Return the people present who have not paid, unless already asked about; or mark them as paid."""
    answer = request.POST.get("unpaid", "")
    if round_.stage != Stage.CHECK_IN or answer == "anyway":
        return None
    unpaid = unpaid_in(round_)
    if not unpaid.entrants:
        return None
    if answer != "pay":
        return unpaid
    arguments: dict[str, Any] = {"deed": uuid5(deed_of(request), "paid"), "entrants": unpaid.entrants}
    if unpaid.is_ticket:
        is_done = (
            submit(request, None, cash.sell_tickets, tournament=round_.tournament, **arguments) is not None
        )
    else:
        is_done = submit(request, None, cash.pay, round_=round_, **arguments) is not None
    return None if is_done else unpaid


def _page(
    request: HttpRequest,
    round_: Round,
    form: DrawForm,
    all_form: DrawAllForm | None = None,
    unpaid: Unpaid | None = None,
) -> HttpResponse:
    """Show the draw; where some have not paid, ask with the requested button as an answer."""
    tournament = round_.tournament
    drafted = round_.stage == Stage.DRAFT and tournament.is_open
    present, names = verbs.present(round_), tournament.evening.names()
    known = ("deed", "csrfmiddlewaretoken", "unpaid")
    page = page_about(
        round_,
        asked=unpaid,
        asked_with=[(name, value) for name, value in request.POST.items() if name not in known],
        unpaid=unpaid_in(round_, names) if drafted else None,
        form=form,
        all_form=all_form or DrawAllForm(prefix="all"),
        drawing=drawing_of(round_, present, names),
        letters=announced(verbs.seed_of_program(round_), present),
        may_draw=tournament.is_open and is_possible("draw", round_.stage),
        may_swap=tournament.is_open and is_possible("swap", round_.stage),
        is_draft=round_.stage == Stage.DRAFT,
        is_published=round_.stage == Stage.PUBLISHED,
        hides_standings=not is_shown(tournament),
        by_standing=round_.method == Method.BY_STANDING,
        missing=missing_before(round_) if round_.stage == Stage.CHECK_IN else (),
    )
    return render(request, "tournaments/draw/draw.html", page)


@require_http_methods(PAGE)
def draw_all(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Draw this round and all that follow."""
    round_ = directed_round(request, slug, pk, number)
    if request.method != "POST":
        return redirect_to("draw", round_)
    form = DrawAllForm(request.POST, prefix="all")
    if _is_another_draw(request, round_):
        return redirect_to("draw", round_)
    if form.is_valid() and (unpaid := _still_unpaid(request, round_)):
        again = DrawForm(initial=_as_before(round_))
        return _page(request, round_, again, form, unpaid)
    if form.is_valid() and (
        outcome := submit(request, form, verbs.draw_rounds, round_=round_, seed=form.cleaned_data["seed"])
    ):
        template = _("Rounds %(first)d to %(last)d are drawn.")
        messages.success(request, template % {"first": number, "last": outcome.result[-1].number})
        return redirect_to("draw", round_)
    return _page(request, round_, DrawForm(initial=_as_before(round_)), form)


@require_http_methods(PAGE)
def take_prepared(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Make what was drawn ahead for a round its draft."""
    round_ = directed_round(request, slug, pk, number)
    if request.method == "POST" and (unpaid := _still_unpaid(request, round_)):
        return _page(request, round_, DrawForm(initial=_as_before(round_)), unpaid=unpaid)
    success = _("This draw is now the draft of round %(number)d.") % {"number": number}
    return _change_draw(request, slug, pk, number, verbs.take_prepared, success, as_shown=True)


@require_http_methods(PAGE)
def swap(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Let two people change seats."""
    round_ = directed_round(request, slug, pk, number)
    if request.method != "POST":
        return redirect_to("draw", round_)
    ticked = list(dict.fromkeys(request.POST.getlist("seats")))
    if len(ticked) != 2 or not {*ticked} <= {*verbs.seating_in(round_).players}:
        messages.error(request, _("Please tick exactly two people."))
        return redirect_to("draw", round_)
    first, other = ticked
    names = round_.tournament.evening.names()
    success = _("%(one)s and %(other)s have changed seats.") % {"one": names[first], "other": names[other]}
    if round_.stage == Stage.PUBLISHED:
        success = f"{success} {_('Lists that were printed before are wrong now.')}"
    submit(request, None, verbs.swap_seats, success, round_=round_, one=first, other=other)
    return redirect_to("draw", round_)


@require_http_methods(PAGE)
def publish(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Publish the draw of a round."""
    success = _("Published: everybody can now find their table.")
    return _change_draw(request, slug, pk, number, verbs.publish_round, success, as_shown=True)


def _change_draw(
    request: HttpRequest,
    slug: str,
    pk: int,
    number: int,
    verb: Callable[..., object],
    success: str,
    *,
    as_shown: bool = False,
) -> HttpResponse:
    """Do what one button asks; show above the draw its result or why it was refused.

    `as_shown`: only where the tables still are as the page has shown them.
    """
    round_ = directed_round(request, slug, pk, number)
    if request.method == "POST":
        shown = partial(verbs.refuse_other_tables, round_, request.POST.get("tables"))
        submit(request, None, verb, success, round_=round_, **({REFUSE_NEWER: shown} if as_shown else {}))
    return redirect_to("draw", round_)


@require_http_methods(PAGE)
def discard(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Ask for confirmation, with a warning if the draw is published, then discard it."""
    round_ = directed_round(request, slug, pk, number)
    if request.method != "POST" and not is_possible("discard", round_.stage):
        return redirect_to("draw", round_)
    sentences = [
        _("Nobody has a seat then, and people can be checked in and out again before the next draw.")
    ]
    if round_.seed:
        again = _("With the seed %(seed)s, the same people can be drawn the same way again.")
        sentences.append(again % {"seed": round_.seed})
    published = _("This draw is published: people may be on the way to their tables already.")
    question = Confirmation(
        crumbs="tournaments/draw/draw_crumbs.html",
        about=round_.tournament.title,
        heading=_("Discard the draw of round %(number)s?") % {"number": number},
        sentences=sentences,
        warnings=[published] if round_.stage == Stage.PUBLISHED else [],
        button=_("Discard the draw"),
        back=reverse("tournaments:draw", args=[slug, pk, number]),
    )
    success = _("The draw of round %(number)d has been discarded.") % {"number": number}
    return confirm(request, question, page_about(round_), verbs.discard_draw, success, round_=round_)


@require_safe
def seating(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Show the seating, also to print: to the director always, to all once it is published."""
    tournament = _visible_tournament(request, slug, pk)
    round_ = round_in(tournament, number)
    is_directed = getattr(tournament, "is_directed", False)
    seatings = seating_of(round_)
    page = page_about(
        round_,
        is_directed=is_directed,
        is_member=hasattr(tournament, "is_directed"),
        seatings=seatings if seatings.tables and (is_directed or seatings.is_published) else None,
    )
    return render(request, "tournaments/draw/seating.html", page)


def _visible_tournament(request: HttpRequest, slug: str, pk: int) -> Tournament:
    """Return the tournament for members of the club, and for all if it is public."""
    tournament = Tournament.numbered(pk, request.user)
    if tournament is None or tournament.club.slug != slug:
        tournament = Tournament.objects.shown_to_all().whole().filter(club__slug=slug, pk=pk).first()
    if tournament is None:
        open_club(request, slug)  # which says where it has moved to
        raise Http404
    demand_here(tournament.club)
    return tournament


WAYS_OF_A_CARD = (("card", "card"), ("now", "card_now"))

# For the director


@require_safe
def cards(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show the cards, one for each table number; `?tables=12&page=1` says how many and how big."""
    tournament = directed_tournament(request, slug, pk)
    fields = {"tables": str(tables_at_most(tournament)), "page": "4", **request.GET.dict()}
    form = CardsForm(fields)
    printed: list[dict[str, Any]] = []
    if form.is_valid():
        codes = codes_of(tournament.pk, range(1, form.cleaned_data["tables"] + 1))
        for number, code in codes.items():
            link = link_to(request, reverse("tournaments:card", args=[code]))
            as_typed = link.url.partition("//")[2].rstrip("/")
            printed.append({"number": number, "link": link, "short": as_typed})
    each = 1 if form.is_valid() and form.cleaned_data["page"] == "1" else 4
    page = page_about(
        tournament,
        form=form,
        each=each,
        pages=[printed[first : first + each] for first in range(0, len(printed), each)],
        is_local=any(card["link"].local for card in printed),
    )
    return render(request, "tournaments/draw/cards.html", page)


@require_http_methods(PAGE)
def renew_card(request: HttpRequest, slug: str, pk: int, table: int) -> HttpResponse:
    """Ask, then renew a card; the new one has to be printed and put on the table."""
    tournament = directed_tournament(request, slug, pk)
    if not 1 <= table <= MOST_CARDS:
        raise Http404
    question = Confirmation(
        crumbs="tournaments/draw/draw_crumbs.html",
        about=tournament.title,
        heading=_("Renew the card of table %(number)s?") % {"number": table},
        sentences=[
            _(
                "The card on the table will no longer work, and every phone that came in with it is signed "
                "out at once. What was recorded stays. Then print the new card."
            )
        ],
        button=_("Renew the card"),
        back=reverse("tournaments:cards", args=[slug, pk]),
    )
    success = _("Table %(number)d has a new card. Please print it and put it on the table.")
    arguments = {"tournament": tournament, "number": table}
    return confirm(
        request, question, page_about(tournament), verbs.renew_card, success % arguments, **arguments
    )


# At the table


@require_safe
def card(request: HttpRequest, code: str) -> HttpResponse:
    """Lead to the sheet of the round now running at this table, or show who sits here next."""
    table_of_card = table_behind(code)
    if table_of_card is None:
        if request.session.get(OPENED) == code:
            del request.session[OPENED]
        return render(request, "tournaments/draw/card_gone.html", status=404)
    if request.session.get(OPENED) != code:
        request.session[OPENED] = code
    at_card = at_the_card(table_of_card)
    if at_card["sheet"] is not None:
        answer = redirect("scoring:record", at_card["sheet"].pk)
        return remember_link(request, at_card["sheet"], "record", answer)
    page = page_about(at_card["tournament"], here=at_card, code=code)
    return render(request, "tournaments/draw/card.html", page)


@require_safe
def at_card(request: HttpRequest, code: str, table: int) -> HttpResponse:
    """Return the card of a phone whose sheet is closed, and the address of its news."""
    mine = request.session.get(OPENED)
    table_of_card = table_behind(mine) if isinstance(mine, str) else None
    numbers = Table.objects.filter(pk=table, round__tournament__code=code)
    if table_of_card is None or (table_of_card.tournament, table_of_card.number) not in numbers.values_list(
        "round__tournament_id", "number"
    ):
        return JsonResponse({"card": None, "now": None})
    return JsonResponse({name: reverse(f"tournaments:{at}", args=[mine]) for name, at in WAYS_OF_A_CARD})


@require_safe
def card_now(request: HttpRequest, code: str) -> HttpResponse:
    """Return to a waiting phone whether the page of the card has something new."""
    table_of_card = table_behind(code)
    if table_of_card is None:
        return JsonResponse({"state": "gone"})
    tag = str(table_of_card.pulse)
    is_same = given_tag(request) == tag
    return answer_poll(
        tag, None if is_same else lambda: JsonResponse({"state": at_the_card(table_of_card)["state"]})
    )


@require_safe
def round_blanks(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Show the score sheets of all tables of a round, to print."""
    round_ = directed_round(request, slug, pk, number)
    page = page_about(round_, blanks=blanks_of(round_, current_language()))
    return render(request, "tournaments/draw/round_blanks.html", page)


# The draw: what it hands to the rest of the program


tournament_urls = [  # below …/<int:pk>/
    path("cards/", cards, name="cards"),
    path("cards/<int:table>/renew/", renew_card, name="renew_card"),
]
round_urls = [  # below …/<int:pk>/rounds/<int:number>/
    path("draw/", draw, name="draw"),
    path("draw/all/", draw_all, name="draw_all"),
    path("draw/ahead/", take_prepared, name="take_prepared"),
    path("draw/swap/", swap, name="swap"),
    path("draw/publish/", publish, name="publish"),
    path("draw/discard/", discard, name="discard"),
    path("seating/", seating, name="seating"),
    path("blank/", round_blanks, name="round_blanks"),
]
public_urls = [  # below tournaments/<code>/
    path("tables/<int:table>/card/now/", at_card, name="at_card"),
]
site_urls = [
    path("c/<str:code>/", card, name="card"),
    path("c/<str:code>/now/", card_now, name="card_now"),
]


CAPABILITY = Capability(
    urls=__name__,
    words=log_of(verbs),
)
