"""A club's groups: the list, who is in each."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.models import Club
from scoring.web.access import PAGE, directed_club, done_before
from scoring.web.submitting import submit
from tournaments.models import MemberGroup
from tournaments.series.groups import verbs
from tournaments.series.groups.forms import GroupForm
from tournaments.series.groups.pages import groups_of, names_in


@require_safe
def groups(request: HttpRequest, slug: str) -> HttpResponse:
    """List the groups of a club."""
    club = directed_club(request, slug)
    return render(request, "tournaments/series/groups/groups.html", {"club": club, "rows": groups_of(club)})


@require_http_methods(PAGE)
def new_group(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for a name and who is in it."""
    club = directed_club(request, slug)
    form = GroupForm(request.POST or None)
    if form.is_valid():
        asked = {"name": form.cleaned_data["name"], "people": form.names}
        if submit(request, form, verbs.open_group, _("Saved."), club=club, **asked):
            return redirect("tournaments:groups", slug)
    return render(request, "tournaments/series/groups/group.html", {"club": club, "form": form})


@require_http_methods(PAGE)
def group(request: HttpRequest, slug: str, group: int) -> HttpResponse:
    """Change the name, and who is in it."""

    def form_for(posted: QueryDict | None = None) -> GroupForm:
        stored, _club = _group(request, slug, group)
        return GroupForm(posted, initial={"name": stored.name, "people": names_in(stored)})

    found, club = _group(request, slug, group)
    form, said = form_for(request.POST or None), _("Saved.")
    if form.is_valid():
        asked = {"name": form.cleaned_data["name"], "people": form.names}
        if submit(request, form, verbs.change_group, said, form_for, group=found, **asked):
            return redirect("tournaments:groups", slug)
    page = {"club": club, "group": found, "form": form}
    return render(request, "tournaments/series/groups/group.html", page)


@require_http_methods(PAGE)
def remove_group(request: HttpRequest, slug: str, group: int) -> HttpResponse:
    """Ask once more; nobody goes with it."""
    if done_before(request, verbs.remove_group.__name__, club__slug=slug):
        return redirect("tournaments:groups", slug)
    found, club = _group(request, slug, group)
    if request.method == "POST":
        said = _("The group “%(name)s” is removed.") % {"name": found.name}
        if submit(request, None, verbs.remove_group, said, group=found):
            return redirect("tournaments:groups", slug)
    return render(request, "tournaments/series/groups/remove_group.html", {"club": club, "group": found})


def _group(request: HttpRequest, slug: str, pk: int) -> tuple[MemberGroup, Club]:
    club = directed_club(request, slug)
    found = MemberGroup.objects.filter(pk=pk, club=club).first()
    if found is None:
        raise Http404
    found.club = club
    return found, club
