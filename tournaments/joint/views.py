"""Clubs that hold a series together: who is invited, who comes, and who is one person in two of them."""

from __future__ import annotations

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.models import Club
from scoring.web.access import PAGE, directed_club, led_to_sign_in
from scoring.web.links import link_to
from scoring.web.submitting import submit
from tournaments.joint import verbs
from tournaments.joint.forms import InvitationForm, SamePersonForm
from tournaments.joint.pages import invitation_behind, invited_clubs, whole_of
from tournaments.joint.pages import same_people as people_of
from tournaments.series.access import directed_series
from tournaments.series.pages import shown_series


@require_http_methods(PAGE)
def joint_clubs(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Show who holds the series together; whoever opened it invites further clubs."""
    found, club = directed_series(request, slug, series)
    whole = whole_of(found)
    by_link = request.method == "POST" and "link" in request.POST
    form = InvitationForm(request.POST if request.method == "POST" and not by_link else None)
    if by_link or form.is_valid():
        name = None if by_link else form.cleaned_data["name"]
        said = (
            _("The link is made.") if by_link else _("The club is invited. It finds that among its series.")
        )
        about = {"series": found, "name": name}
        if submit(request, None if by_link else form, verbs.invite_club, said, **about):
            return redirect("tournaments:joint_clubs", slug, found.pk)
    is_part = whole.pk != found.pk
    clubs = [
        (one, link_to(request, reverse("tournaments:joint_link", args=[one.code])) if one.code else None)
        for one in invited_clubs(whole)
        if one.is_there or not is_part
    ]
    page = {"club": club, "series": found, "whole": whole, "is_part": is_part, "clubs": clubs, "form": form}
    return render(request, "tournaments/joint/joint_clubs.html", page)


@require_POST
def withdraw_club(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Take an invitation back, or end that a club takes part."""
    found, _club = directed_series(request, slug, series)
    joint = _number(request, "joint")
    submit(request, None, verbs.withdraw_club, _("Saved."), series=found, joint=joint)
    return redirect("tournaments:joint_clubs", slug, found.pk)


@require_POST
def leave_joint_series(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Go on alone."""
    found, _club = directed_series(request, slug, series)
    said = _("Your club has left the series. What it brought goes on as a series of its own.")
    submit(request, None, verbs.leave_joint_series, said, series=found)
    return redirect(found)


@require_http_methods(PAGE)
def invited(request: HttpRequest, slug: str, invited: str) -> HttpResponse:
    """Say what it means to hold a series together, and ask whether the club wants to."""
    club = directed_club(request, slug)
    joint = invitation_behind(invited)
    if joint is None or joint.club_id not in (None, club.pk) or joint.series.club_id == club.pk:
        raise Http404
    if joint.part is not None:
        return redirect(joint.part)
    if request.method == "POST":
        answer = request.POST.get("answer")
        if answer == "accept":
            said = _(
                "Your club now holds this series together with others. Choose which of its events count."
            )
            if done := submit(request, None, verbs.accept_joint_series, said, joint=joint, club=club):
                return redirect("tournaments:series_events", slug, done.result.pk)
        elif answer == "decline":
            submit(request, None, verbs.decline_joint_series, _("Saved."), joint=joint, club=club)
            return redirect("tournaments:all_series", slug)
        else:
            raise BadRequest("Yes or no?")
    page = {"club": club, "joint": joint}
    return render(request, "tournaments/joint/invited.html", page)


@require_safe
def joint_link(request: HttpRequest, invited: str) -> HttpResponse:
    """Lead whoever has the link to the club for which they may answer."""
    joint = invitation_behind(invited)
    if joint is None:
        raise Http404
    if not request.user.is_authenticated:
        return led_to_sign_in(request, _("Please sign in, then open the link again."))
    clubs = Club.objects.directed_by(request.user).exclude(pk=joint.series.club_id).order_by("name", "pk")
    if joint.club_id is not None:
        clubs = clubs.filter(pk=joint.club_id)
    found = list(clubs)
    if len(found) == 1:
        return redirect("tournaments:invited", found[0].slug, joint.code)
    return render(request, "tournaments/joint/joint_link.html", {"joint": joint, "clubs": found})


@require_http_methods(PAGE)
def same_people(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Show who is one person in two clubs, and propose further ones."""
    found, club = directed_series(request, slug, series)
    shown = shown_series(found, member=club.member_id)
    people = people_of(shown)
    form = SamePersonForm(request.POST or None, people=people)
    if form.is_valid():
        about = {"own": form.cleaned_data["own"], "other": form.cleaned_data["other"]}
        said = _("Proposed. It holds as soon as the other club agrees.")
        if submit(request, form, verbs.propose_same_person, said, series=found, **about):
            return redirect("tournaments:same_people", slug, found.pk)
    page = {"club": club, "series": found, "shown": shown, "people": people, "form": form}
    return render(request, "tournaments/joint/same_people.html", page)


@require_POST
def answer_same_person(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Agree, or take it back."""
    found, _club = directed_series(request, slug, series)
    answers = {"agree": verbs.agree_same_person, "part": verbs.part_same_person}
    verb = answers.get(request.POST.get("answer", ""))
    if verb is None:
        raise BadRequest("Agreed or not?")
    submit(request, None, verb, _("Saved."), series=found, pair=_number(request, "pair"))
    return redirect("tournaments:same_people", slug, found.pk)


def _number(request: HttpRequest, name: str) -> int:
    typed = request.POST.get(name, "")
    if not (typed.isascii() and typed.isdigit() and len(typed) < 19):
        raise BadRequest("No number")
    return int(typed)
