"""Players' wishes for the draw: a table or a seat, a smoking table, not to sit with another player."""

import re

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from scoring import clock
from scoring.capability import Capability
from scoring.deeds import ChangedMeanwhile, PendingDeed, log_of, refuse, verb
from scoring.models import Account
from scoring.names import sorting
from scoring.web.access import PAGE
from scoring.web.fields import PageForm, choice_field, number_field, text_field
from scoring.web.submitting import submit
from tournaments.draw.cards import MOST_CARDS
from tournaments.draw.wishes import stored_wish_in_words, wishes_of
from tournaments.log import record_deed
from tournaments.models import Tournament, Wish
from tournaments.models.entrants import LONGEST_TABLES
from tournaments.preconditions import demand_open, directed
from tournaments.web.access import directed_tournament, number_sent, page_about

MOST_SEATS = 6  # at a table


@verb(log=gettext_lazy("noted a wish for the draw of “%(title)s”: %(names)s"))
def note_wish(
    act: PendingDeed[Account],
    *,
    tournament: Tournament,
    entrant: int,
    kind: Wish.Kind,
    tables: str = "",
    seat: int | None = None,
    other: int | None = None,
) -> Tournament:
    """Store an entrant's wish for every draw from now on."""
    tournament = directed(tournament, act.actor)
    demand_open(tournament)
    people = {entrant.pk: entrant for entrant in tournament.entrants.filter(pk__in=[entrant, other])}
    problems: dict[str, list[str]] = {}
    if entrant not in people:
        problems["entrant"] = [_("Please choose somebody on the list.")]
    numbers: list[int] = []
    if kind == Wish.Kind.APART:
        seat = None
        if other not in people or other == entrant:
            problems["other"] = [_("Please choose somebody else on the list.")]
    else:
        other = None
        numbers = _numbers(tables)
        if not numbers or len(" ".join(map(str, numbers))) > LONGEST_TABLES:
            template = _("Please give the numbers of tables, between 1 and %(most)d.")
            problems["tables"] = [template % {"most": MOST_CARDS}]
        if seat is not None and not 1 <= seat <= MOST_SEATS:
            problems["seat"] = [_("Please give a seat between 1 and 6, or nothing.")]
    refuse(problems)
    wished = {
        "entrant": people[entrant],
        "kind": kind,
        "tables": " ".join(map(str, numbers)),
        "seat": seat,
        "other": people[other] if other is not None else None,
    }
    if not Wish.objects.filter(**wished).exists():
        Wish.objects.create(**wished, at=clock.now())
    concerned = [people[pk] for pk in (entrant, other) if pk is not None]
    record_deed(act, tournament, names=tournament.names_of(concerned))
    return tournament


def _numbers(text: str) -> list[int]:
    """Return the numbers of tables in a text, each once; none where one is no table's."""
    words = [word for word in re.split(r"[\s,;+]+", text) if word]
    if not all(word.isascii() and word.isdigit() and 1 <= int(word[:9]) <= MOST_CARDS for word in words):
        return []
    return sorted({int(word) for word in words})


@verb(log=gettext_lazy("dropped a wish for the draw of “%(title)s”: %(names)s"))
def drop_wish(act: PendingDeed[Account], *, tournament: Tournament, wish: int) -> Tournament:
    """Forget a wish; what is drawn stays as it is."""
    tournament = directed(tournament, act.actor)
    demand_open(tournament)
    stored = Wish.objects.filter(entrant__tournament=tournament, pk=wish).first()
    if stored is None:
        raise ChangedMeanwhile()
    names = tournament.names_of(filter(None, (stored.entrant, stored.other)))
    stored.delete()
    record_deed(act, tournament, names=names)
    return tournament


# The page

KINDS = {
    Wish.Kind.TABLE: gettext_lazy("one of these tables, such as one without steps"),
    Wish.Kind.SMOKING: gettext_lazy("a smoking table, one of these"),
    Wish.Kind.APART: gettext_lazy("not together with somebody"),
}
_CHOOSE = gettext_lazy("Please choose somebody on the list.")


class NoteWish(PageForm):
    """Who wishes what."""

    entrant = choice_field(gettext_lazy("Who"), wrong=_CHOOSE, kind=forms.TypedChoiceField, coerce=int)
    kind = choice_field(gettext_lazy("Wishes"), KINDS.items(), kind=forms.TypedChoiceField, coerce=Wish.Kind)
    tables = text_field(
        gettext_lazy("Tables"),
        "",
        help_text=gettext_lazy("Their numbers, such as 1 or 1, 2."),
        inputmode="numeric",
        size="12",
    )
    seat = number_field(
        gettext_lazy("Seat"),
        wrong=gettext_lazy("Please give a seat between 1 and 6, or nothing."),
        required=False,
        help_text=gettext_lazy("Counted in the order of play; empty: any."),
        size="4",
    )
    other = choice_field(
        gettext_lazy("Not together with"),
        wrong=_CHOOSE,
        kind=forms.TypedChoiceField,
        coerce=int,
        empty_value=None,
        required=False,
    )


@require_http_methods(PAGE)
def wishes(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show all wishes, and the remarks of online registrations; `?who=` preselects an entrant."""
    tournament = directed_tournament(request, slug, pk)
    names = tournament.evening.names()
    people = [
        (str(entrant.pk), names[str(entrant.participant_id)])
        for entrant in tournament.entrants.filter(withdrawn_at=None)
    ]
    people.sort(key=lambda choice: tournament.in_list(choice[1]))
    begin = {"entrant": request.GET.get("who", "")}
    form = NoteWish(request.POST or None, offered=dict.fromkeys(("entrant", "other"), people), initial=begin)
    if form.is_valid() and submit(
        request, form, note_wish, _("Saved."), tournament=tournament, **form.cleaned_data
    ):
        return redirect("tournaments:wishes", slug, pk)
    noted = [(stored_wish_in_words(wish, names), wish.pk) for wish in wishes_of(tournament)]
    signups = tournament.signups.exclude(words="").filter(entrant__withdrawn_at=None)
    written = [
        (names[str(signup.entrant.participant_id)], signup)
        for signup in signups.select_related("entrant")
        if signup.entrant is not None
    ]
    page = page_about(
        tournament,
        people=people,
        noted=sorted(noted, key=lambda wish: sorting(wish[0])),
        written=sorted(written, key=lambda wish: tournament.in_list(wish[0])),
        form=form,
    )
    return render(request, "tournaments/draw/wishes.html", page)


@require_POST
def drop(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Forget a wish."""
    tournament = directed_tournament(request, slug, pk)
    wish = number_sent(request.POST.get("wish", ""))
    submit(request, None, drop_wish, _("Saved."), tournament=tournament, wish=wish)
    return redirect("tournaments:wishes", slug, pk)


tournament_urls = [  # below …/<int:pk>/
    path("wishes/", wishes, name="wishes"),
    path("wishes/drop/", drop, name="drop_wish"),
]

CAPABILITY = Capability(urls=__name__, words=log_of(note_wish, drop_wish))
