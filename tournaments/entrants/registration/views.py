"""Pages for online registration: the director's desk, and pages without an account."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring import clock
from scoring.accounts.sign_ins import TooManyTries, address_of, try_word
from scoring.capability import Capability
from scoring.clubs.privacy.name_locations import Remedy, StoredText, TracedPerson
from scoring.deeds import Refused, log_of
from scoring.models import Club
from scoring.moved import demand_here
from scoring.names import folded
from scoring.web.access import PAGE, account_of, deed_of, kept_from_search
from scoring.web.known_browsers import session_mark
from scoring.web.links import link_to
from scoring.web.submitting import submit
from tournaments.entrants.forms.people import previewed
from tournaments.entrants.pages import preview_page
from tournaments.entrants.registration import verbs
from tournaments.entrants.registration.codes import (
    CODES_ON_PHONE,
    MOST_KEPT,
    code_at_the_door,
    code_of,
    is_at_the_door,
    signup_behind,
)
from tournaments.entrants.registration.forms import OpenRegistration, RegistrationForm, TurnAway
from tournaments.entrants.registration.pages import on_this_phone, open_page, own_page, signups_of
from tournaments.entrants.registration.verbs import A_PHONE, problems_with_opening, round_to_come_to
from tournaments.models import Opening, Signup, Tournament
from tournaments.pulse import NOW, version_of
from tournaments.web.access import directed_tournament, number_sent, page_about


@require_http_methods(PAGE)
def desk(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show who registered, and how; open it, or change how people register."""
    tournament = directed_tournament(request, slug, pk)

    def form_for(posted: QueryDict | None = None) -> OpenRegistration:
        return OpenRegistration(posted, opening=_opening_here(tournament))

    opening, form = _opening_here(tournament), form_for(request.POST or None)
    if form.is_valid():
        arguments = {"tournament": tournament, **form.cleaned_data}
        if submit(request, form, verbs.open_registration, _("Saved."), form_for, **arguments):
            return redirect("tournaments:registration_desk", slug, pk)
    page = page_about(
        tournament,
        opening=opening,
        problem=problems_with_opening(opening) if opening else "",
        link=link_to(request, reverse("tournaments:registration", args=[tournament.code])),
        list=signups_of(tournament, opening),
        form=form,
    )
    return render(request, "tournaments/entrants/registration/registration_desk.html", page)


def _opening_here(tournament: Tournament) -> Opening | None:
    opening = Opening.objects.filter(tournament=tournament).first()
    if opening is not None:
        opening.tournament = tournament
    return opening


@require_POST
def close(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Close registration at once."""
    return _run_and_return_to_desk(request, slug, pk, verbs.close_registration)


@require_POST
def renew_door(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Make another code for the door."""
    tournament = directed_tournament(request, slug, pk)
    message = _("The code at the door is new. Please print the poster again.")
    submit(request, None, verbs.renew_door, message, tournament=tournament)
    return redirect("tournaments:poster", slug, pk)


@require_POST
def strike(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Turn a person away, or delete what is left of their registration."""
    signup = number_sent(request.POST.get("signup", ""))
    return _run_and_return_to_desk(request, slug, pk, verbs.strike_signup, signup=signup)


@require_http_methods(PAGE)
def turn_away(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Ask for a range of registrations, show it, and turn all of them away."""
    tournament = directed_tournament(request, slug, pk)
    form = TurnAway(request.POST or None, asking=list(tournament.signups.asking()))
    chosen: Sequence[Signup] = ()
    if form.is_valid() and request.POST.get("step") == "turn away":
        outcome = submit(request, form, verbs.turn_away_many, tournament=tournament, **form.cleaned_data)
        if outcome:
            message = ngettext(
                "%(count)d person has been turned away.",
                "%(count)d people have been turned away.",
                outcome.result,
            )
            messages.success(request, message % {"count": outcome.result})
            return redirect("tournaments:registration_desk", slug, pk)
    elif form.is_valid():
        chosen = form.chosen()
    page = page_about(tournament, form=form, chosen=chosen)
    return render(request, "tournaments/entrants/registration/turn_away.html", page)


@require_POST
def remove_turned_away(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Remove all registrations that were turned away."""
    return _run_and_return_to_desk(request, slug, pk, verbs.remove_turned_away)


def _run_and_return_to_desk(
    request: HttpRequest, slug: str, pk: int, verb: Any, **arguments: Any
) -> HttpResponse:
    tournament = directed_tournament(request, slug, pk)
    submit(request, None, verb, _("Saved."), tournament=tournament, **arguments)
    return redirect("tournaments:registration_desk", slug, pk)


@require_http_methods(PAGE)
def take_in(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show what registrations with a place become, then accept the clear ones."""
    tournament = directed_tournament(request, slug, pk)
    signups = signups_of(tournament, _opening_here(tournament))["with_a_place"]
    if request.method != "POST" or not signups:
        return redirect("tournaments:registration_desk", slug, pk)
    text = "\n".join(signup.name for signup in signups)
    preview = previewed(tournament, text, request.POST.dict())

    def show(problems: list[str] | None = None) -> HttpResponse:
        page = preview_page(tournament, preview, problems, take_at="take_in", begin_at="registration_desk")
        return render(request, "tournaments/entrants/import_people.html", page)

    if request.POST.get("step") != "take" or request.POST.get("looked") != preview["digest"]:
        return show()
    if preview["problems"]:
        return show(preview["problems"])
    whose = [
        (signup.pk, line.whose) for signup, line in zip(signups, preview["lines"], strict=True) if line.whose
    ]
    try:
        verbs.take_in(
            actor=account_of(request),
            deed=deed_of(request),
            tournament=tournament,
            names=preview["names"],
            back=preview["readmitted"],
            whose=whose,
        )
    except Refused as refused:
        return show(refused.sentences)
    message = ngettext("%(count)d has been taken in.", "%(count)d have been taken in.", len(whose)) % {
        "count": len(whose)
    }
    messages.success(request, message)
    return redirect("tournaments:registration_desk", slug, pk)


@require_safe
def poster(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show two codes to print: one to register, one that checks people in at the door."""
    tournament = directed_tournament(request, slug, pk)
    opening = _opening_here(tournament)
    if opening is None:
        raise Http404
    door = reverse("tournaments:at_the_door", args=[tournament.code, code_at_the_door(opening)])
    page = page_about(
        tournament,
        opening=opening,
        register=link_to(request, reverse("tournaments:registration", args=[tournament.code])),
        door=link_to(request, door),
    )
    return render(request, "tournaments/entrants/registration/poster.html", page)


def _opening_of(code: str) -> Opening:
    """Return the tournament's opening, or raise 404 where self-registration was never opened."""
    openings = Opening.objects.select_related("tournament__club", "tournament__evening__club")
    opening = get_object_or_404(openings, tournament__code=code)
    demand_here(opening.tournament.club)
    return opening


def _on_this_phone(request: HttpRequest, tournament: Tournament) -> list[Signup]:
    """Return the people who registered on this phone, as long as their links are valid."""
    codes = request.session.get(CODES_ON_PHONE, {}).get(str(tournament.pk), [])
    signups = [signup_behind(tournament, code) for code in codes]
    return [signup for signup in signups if signup is not None]


def _keep(request: HttpRequest, signup: Signup) -> None:
    codes = request.session.get(CODES_ON_PHONE, {})
    tournament_key, code = str(signup.tournament_id), code_of(signup)
    if code not in codes.get(tournament_key, []):
        codes[tournament_key] = [*codes.get(tournament_key, []), code][-MOST_KEPT:]
        request.session[CODES_ON_PHONE] = codes


@require_http_methods(PAGE)
def registration(request: HttpRequest, code: str) -> HttpResponse:
    """Show how many places there are, and take a name."""
    opening = _opening_of(code)
    page = open_page(opening)
    form = RegistrationForm(request.POST if request.method == "POST" else None, needs_word=bool(opening.word))
    if request.method == "POST" and form.is_valid() and _knows_word(request, opening, form):
        fields = {name: form.cleaned_data[name] for name in ("name", "comes_from", "words")}
        outcome = submit(request, form, verbs.sign_up, actor=A_PHONE, tournament=opening.tournament, **fields)
        if outcome:
            _keep(request, outcome.result)
            return redirect("tournaments:my_registration", code, code_of(outcome.result))
    shown = page_about(
        opening.tournament,
        code=code,
        page=page,
        form=form,
        mine=on_this_phone(_on_this_phone(request, opening.tournament), None),
    )
    return kept_from_search(render(request, "tournaments/entrants/registration/registration.html", shown))


def _knows_word(request: HttpRequest, opening: Opening, form: RegistrationForm) -> bool:
    """Return whether the secret word is right, if there is one; the form says why it is not."""
    if not opening.word:
        return True
    is_right = form.knows(opening.word)
    phone = session_mark(request) if _on_this_phone(request, opening.tournament) else ""
    try:
        try_word(
            str(opening.pk),
            form.cleaned_data["word"],
            is_right=is_right,
            address=address_of(request),
            at=clock.now(),
            phone=phone,
        )
    except TooManyTries as wait:
        sentence = ngettext(
            "There were too many tries from here. Please wait %(minutes)d minute, then try again.",
            "There were too many tries from here. Please wait %(minutes)d minutes, then try again.",
            wait.minutes,
        )
        form.add_error(None, sentence % {"minutes": wait.minutes})
        return False
    if not is_right:
        form.add_error("word", _("This is not the word. Please ask the director."))
    return is_right


def _signup(code: str, mine: str) -> tuple[Opening, Signup]:
    opening = _opening_of(code)
    signup = signup_behind(opening.tournament, mine)
    if signup is None:
        raise Http404
    return opening, signup


@require_http_methods(PAGE[:2])
def mine(request: HttpRequest, code: str, mine: str) -> HttpResponse:
    """Show a registration and, after the draw, the table; `?part=1` sends only the part that changes."""
    opening, signup = _signup(code, mine)
    version = version_of(code)
    assert version is not None
    tag = f'{version.tag(request.LANGUAGE_CODE, hands=False)[:-1]}-{signup.pk}"'
    if "part" in request.GET:
        answer = _part(request, opening, signup, tag)
    else:
        _keep(request, signup)
        path = reverse("tournaments:my_registration", args=[code, mine])
        own = own_page(signup, opening)
        shown = page_about(
            opening.tournament,
            code=code,
            own=own,
            piece=_piece(opening, signup),
            part=f"{path}?part=1",
            tag=tag,
            pulse=reverse("tournaments:pulse", args=[code]),
            lost=_("No connection. What is shown here is as of {time}."),
            link=link_to(request, path),
        )
        answer = render(request, "tournaments/entrants/registration/my_registration.html", shown)
    return kept_from_search(answer)


def _part(request: HttpRequest, opening: Opening, signup: Signup, tag: str) -> HttpResponse:
    if request.headers.get("If-None-Match") == tag:
        answer: HttpResponse = HttpResponseNotModified()
    else:
        answer = HttpResponse(_piece(opening, signup))
    answer.headers["ETag"] = tag
    answer.headers[NOW] = str(int(clock.now().timestamp() * 1000))
    return answer


def _piece(opening: Opening, signup: Signup) -> SafeString:
    shown = {"own": own_page(signup, opening), "tournament": opening.tournament}
    made = SafeString(render_to_string("tournaments/entrants/registration/_own.html", shown))
    return format_html('<div id="own" class="live">{}</div>', made)


@require_POST
def cancel(request: HttpRequest, code: str, mine: str) -> HttpResponse:
    """Cancel a registration, by its own link."""
    _page, signup = _signup(code, mine)
    submit(request, None, verbs.cancel_signup, actor=A_PHONE, signup=signup)
    return redirect("tournaments:my_registration", code, mine)


@require_http_methods(PAGE)
def door(request: HttpRequest, code: str, door: str) -> HttpResponse:
    """Check in a person who registered on this phone, by one tap."""
    opening = _opening_of(code)
    if not is_at_the_door(opening, door):
        raise Http404
    tournament = opening.tournament
    signups = _on_this_phone(request, tournament)
    if request.method == "POST":
        signup = next((signup for signup in signups if str(signup.pk) == request.POST.get("signup")), None)
        if signup is None:
            raise BadRequest("Nobody of this phone")
        if submit(request, None, verbs.come_in, actor=A_PHONE, signup=signup):
            return redirect("tournaments:my_registration", code, code_of(signup))
        return redirect("tournaments:at_the_door", code, door)
    round_ = round_to_come_to(tournament)
    shown = page_about(
        tournament,
        round=round_,
        code=code,
        mine=on_this_phone(signups, round_),
        page=open_page(opening),
        at=request.path,
    )
    return kept_from_search(render(request, "tournaments/entrants/registration/at_the_door.html", shown))


# Registration by the players: what it hands to the rest of the program


def stored_texts(club: Club) -> Iterator[StoredText]:
    """Return names not accepted, clubs, wishes and secret words; the director can delete them."""
    signups = Signup.objects.filter(tournament__club=club).select_related("tournament").order_by("pk")
    for signup in signups:
        for text in filter(None, (signup.name, signup.comes_from, signup.words)):
            yield _text(club, signup.tournament_id, signup.tournament.title, text)
    for opening in Opening.objects.filter(tournament__club=club).exclude(word="").order_by("pk"):
        yield _text(club, opening.pk, opening.tournament.title, opening.word)


def _text(club: Club, tournament: int, title: str, text: str) -> StoredText:
    page = reverse("tournaments:registration_desk", args=[club.slug, tournament])
    return StoredText(_("Registration for “%(title)s”") % {"title": title}, text, page, Remedy.CHANGE)


def forget(person: TracedPerson, neutral: str) -> None:
    """Anonymise a person's own registrations, and delete the words they wrote."""
    signups = Signup.objects.filter(tournament__club=person.club)
    theirs = [signup for signup in signups.filter(entrant=None) if folded(signup.name) in person.keys]
    for signup in theirs:
        signup.name = neutral
    theirs += signups.filter(entrant__participant__in=person.participants)
    for their in theirs:
        their.comes_from = their.words = ""
    Signup.objects.bulk_update(theirs, ["name", "comes_from", "words"])


tournament_urls = [  # below …/<int:pk>/
    path("registration/", desk, name="registration_desk"),
    path("registration/close/", close, name="close_registration"),
    path("registration/take-in/", take_in, name="take_in"),
    path("registration/strike/", strike, name="strike_signup"),
    path("registration/turn-away/", turn_away, name="turn_away_many"),
    path("registration/remove/", remove_turned_away, name="remove_turned_away"),
    path("registration/poster/", poster, name="poster"),
    path("registration/renew-door/", renew_door, name="renew_door"),
]
public_urls = [  # below tournaments/<code>/
    path("registration/", registration, name="registration"),
    path("registration/<str:mine>/", mine, name="my_registration"),
    path("registration/<str:mine>/cancel/", cancel, name="cancel_registration"),
    path("door/<str:door>/", door, name="at_the_door"),
]


CAPABILITY = Capability(
    urls=__name__,
    words=log_of(verbs),
    free_texts=(stored_texts,),
    anonymisers=(forget,),
)
