"""Pages without an account: registering, one's own page up to the table, and the code at the door."""

from __future__ import annotations

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from scoring import clock
from scoring.accounts.open_sessions import address_of
from scoring.accounts.sign_ins import TooManyTries, try_word
from scoring.web.access import PAGE, kept_from_search
from scoring.web.known_browsers import session_mark
from scoring.web.links import link_to
from scoring.web.submitting import submit
from tournaments.entrants.registration import verbs
from tournaments.entrants.registration.codes import KEPT, MOST_KEPT, code_of, is_at_the_door, signup_behind
from tournaments.entrants.registration.forms import SignUp
from tournaments.entrants.registration.pages import on_this_phone, open_page, own_page
from tournaments.entrants.registration.verbs import A_PHONE, round_to_come_to
from tournaments.models import Opening, Signup, Tournament
from tournaments.pulse import NOW, version_of
from tournaments.web.access import page_about


def _opening(code: str) -> Opening:
    """Return how people register, or raise 404 where nobody can by themselves."""
    found = Opening.objects.select_related("tournament__club", "tournament__evening__club")
    return get_object_or_404(found, tournament__code=code)


def _on_this_phone(request: HttpRequest, tournament: Tournament) -> list[Signup]:
    """Return who registered on this phone, as long as their links are good."""
    codes = request.session.get(KEPT, {}).get(str(tournament.pk), [])
    found = [signup_behind(tournament, code) for code in codes]
    return [signup for signup in found if signup is not None]


def _keep(request: HttpRequest, signup: Signup) -> None:
    kept = request.session.get(KEPT, {})
    here, code = str(signup.tournament_id), code_of(signup)
    if code not in kept.get(here, []):
        kept[here] = [*kept.get(here, []), code][-MOST_KEPT:]
        request.session[KEPT] = kept


@require_http_methods(PAGE)
def registration(request: HttpRequest, code: str) -> HttpResponse:
    """Show how many places there are, and take a name."""
    opening = _opening(code)
    page = open_page(opening)
    form = SignUp(request.POST if request.method == "POST" else None, needs_word=page.needs_word)
    if request.method == "POST" and form.is_valid() and _knows_word(request, opening, form):
        asked = {name: form.cleaned_data[name] for name in ("name", "comes_from", "words")}
        done = submit(request, form, verbs.sign_up, actor=A_PHONE, tournament=opening.tournament, **asked)
        if done:
            _keep(request, done.result)
            return redirect("tournaments:my_registration", code, code_of(done.result))
    shown = page_about(
        opening.tournament,
        code=code,
        page=page,
        form=form,
        mine=on_this_phone(_on_this_phone(request, opening.tournament), None),
    )
    return kept_from_search(render(request, "tournaments/entrants/registration/registration.html", shown))


def _knows_word(request: HttpRequest, opening: Opening, form: SignUp) -> bool:
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
        said = ngettext(
            "There were too many tries from here. Please wait %(minutes)d minute, then try again.",
            "There were too many tries from here. Please wait %(minutes)d minutes, then try again.",
            wait.minutes,
        )
        form.add_error(None, said % {"minutes": wait.minutes})
        return False
    if not is_right:
        form.add_error("word", _("This is not the word. Please ask the director."))
    return is_right


def _signup(code: str, mine: str) -> tuple[Opening, Signup]:
    opening = _opening(code)
    signup = signup_behind(opening.tournament, mine)
    if signup is None:
        raise Http404
    return opening, signup


@require_http_methods(PAGE[:2])
def mine(request: HttpRequest, code: str, mine: str) -> HttpResponse:
    """Show how it stands and, once it is drawn, the table; `?part=1` sends only what changes."""
    opening, signup = _signup(code, mine)
    version = version_of(code)
    assert version is not None
    tag = f'"{version.tag(request.LANGUAGE_CODE, hands=False)[1:-1]}-{signup.pk}"'
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
    """Cancel the registration of somebody who does not come after all."""
    _page, signup = _signup(code, mine)
    submit(request, None, verbs.cancel_signup, actor=A_PHONE, signup=signup)
    return redirect("tournaments:my_registration", code, mine)


@require_http_methods(PAGE)
def door(request: HttpRequest, code: str, door: str) -> HttpResponse:
    """Check in, by one tap, somebody who registered on this phone."""
    opening = _opening(code)
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
