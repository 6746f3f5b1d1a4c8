"""Groups: lists of members that the organiser keeps, for series."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, URLResolver, path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from scoring import clock
from scoring.accounts.club_rights import demand_director, locked
from scoring.accounts.names import problems_with_name
from scoring.capability import Capability
from scoring.clubs.privacy.name_locations import Remedy, StoredText
from scoring.deeds import PendingDeed, Refused, log_of, refuse, verb
from scoring.export.figures import Figures
from scoring.models import Account, Club, Member
from scoring.names import folded, sorting, tidy
from scoring.web.access import PAGE, directed_club, done_before
from scoring.web.columns import Column
from scoring.web.fields import text_field
from tournaments.models import GroupMember, MemberGroup, SeriesGroup
from tournaments.models.series import LONGEST_GROUP
from tournaments.preconditions import of_directed_club
from tournaments.series.form_pages import Removal, crumbs_of_lists, form_page, removal_page
from tournaments.series.forms import PeopleForm
from tournaments.series.lines import GROUP, PersonLine
from tournaments.series.verbs import MOST_NAMED, members_named


@verb(
    log=gettext_lazy("opened the group “%(name)s” with %(added)d people"),
    repeat_result=lambda deed, arguments: MemberGroup.objects.get(pk=deed.details["group"]),
)
def open_group(
    act: PendingDeed[Account], *, club: Club, name: str, lines: Sequence[PersonLine]
) -> MemberGroup:
    """Open a group; people are named as they are called in the club."""
    club = locked(club)
    demand_director(club, act.actor)
    name, members = _name_and_members(club, name, lines)
    group = MemberGroup.objects.create(club=club, name=name, made_at=clock.now())
    GroupMember.objects.bulk_create(GroupMember(group=group, member_id=member) for member in members)
    act.record(club, group=group.pk, name=name, added=len(members))
    return group


@verb(log=gettext_lazy("changed the group “%(name)s”: %(added)d added, %(removed)d taken out"))
def change_group(
    act: PendingDeed[Account], *, group: MemberGroup, name: str, lines: Sequence[PersonLine]
) -> MemberGroup:
    """Change who is in a group; series that go by it stand by the new list immediately."""
    group = of_directed_club(group, act.actor)
    act.demand_nothing_newer()
    group.name, members = _name_and_members(group.club, name, lines, group)
    _demand_one_team(group, members)
    group.save(update_fields=["name"])
    members_before = set(group.people.values_list("member_id", flat=True))
    added = [member for member in members if member not in members_before]
    removed = members_before - set(members)
    group.people.filter(member__in=removed).delete()
    GroupMember.objects.bulk_create(GroupMember(group=group, member_id=number) for number in added)
    act.record(group.club, group=group.pk, name=group.name, added=len(added), removed=len(removed))
    return group


def _demand_one_team(group: MemberGroup, members: Sequence[int]) -> None:
    """Refuse people who play for another team of the same series."""
    team = SeriesGroup.Use.TEAM
    series = group.in_series.filter(use=team).values("series")
    others = SeriesGroup.objects.filter(series__in=series, use=team).exclude(group=group).values("group")
    in_both = GroupMember.objects.filter(group__in=others, member__in=members)
    rows = in_both.values_list("member__name", "group__name").distinct()
    if names := sorted(f"{name} ({other})" for name, other in rows):
        wrong = _("%(names)s: nobody can be in two teams of a series.")
        raise Refused(lines=[wrong % {"names": ", ".join(names[:MOST_NAMED])}])


@verb(log=gettext_lazy("removed the group “%(name)s”"), repeat_result=lambda deed, arguments: None)
def remove_group(act: PendingDeed[Account], *, group: MemberGroup) -> None:
    """Remove a group and leave its members; refused while a series goes by it."""
    group = of_directed_club(group, act.actor)
    used = [series.series.title for series in group.in_series.select_related("series").order_by("pk")]
    if used:
        wrong = _("These series go by this group: %(titles)s. Please change their terms first.")
        raise Refused(form=[wrong % {"titles": ", ".join(dict.fromkeys(used))}])
    group.people.all().delete()
    group.delete()
    act.record(group.club, name=group.name)


def _name_and_members(
    club: Club, name: str, lines: Sequence[PersonLine], group: MemberGroup | None = None
) -> tuple[str, list[int]]:
    """Return the name, which no other group has, and the numbers of the members with these names.

    Members of the group whose names have been removed stay in it.
    """
    name = tidy(name)
    wrong = problems_with_name(name, LONGEST_GROUP)
    others = club.groups.exclude(pk=group.pk if group else 0)
    if folded(name) in {folded(other) for other in others.values_list("name", flat=True)}:
        wrong.append(_("Another group of this club has this name. Please choose another one."))
    staying = Q(in_groups__group=group) if group else Q(pk=None)
    known, unknown = members_named(club, [line.name for line in lines], staying)
    refuse({field: problems for field, problems in (("name", wrong), ("lines", unknown)) if problems})
    return name, list(dict.fromkeys(known[folded(line.name)] for line in lines))


def groups_of(club: Club) -> list[MemberGroup]:
    """Return the groups of a club by the alphabet, each with how many are in it."""
    groups = MemberGroup.objects.filter(club=club).annotate(count=Count("people"))
    return sorted(groups, key=lambda group: sorting(group.name))


def lines_in(group: MemberGroup) -> str:
    """Return who is in a group, a line for each."""
    names = group.people.order_by("member__sorting").values_list("member__name", flat=True)
    return GROUP.text_of(map(PersonLine, names))


# What is stored about people


def stored_of_groups(member: Member) -> Iterator[Figures]:
    """Yield the groups that a member is in."""
    memberships = member.in_groups.select_related("group").order_by("group__name", "pk")
    group = Column(_("Group"), key="group", of="group.name")
    yield Figures.of(_("Groups"), (group,), memberships)


def texts_of_groups(club: Club) -> Iterator[StoredText]:
    """Yield the names of groups, which a director can change."""
    for group in MemberGroup.objects.filter(club=club).order_by("pk"):
        page = reverse("tournaments:group", args=[club.slug, group.pk])
        yield StoredText(_("Group"), group.name, page, Remedy.CHANGE)


class GroupForm(PeopleForm):
    """Its name, and who is in it."""

    name = text_field(gettext_lazy("Name of the group"), gettext_lazy("Please give a name."))


@require_safe
def groups_page(request: HttpRequest, slug: str) -> HttpResponse:
    """List the groups of a club."""
    club = directed_club(request, slug)
    return render(request, "tournaments/series/groups/groups.html", {"club": club, "rows": groups_of(club)})


@require_http_methods(PAGE)
def group_page(request: HttpRequest, slug: str, group: int | None = None) -> HttpResponse:
    """Ask for the name of a group and who is in it, also of a new one."""

    def form_for(posted: QueryDict | None = None) -> GroupForm:
        stored = _group(request, slug, group)[0] if group else None
        initial = stored and {"name": stored.name, "lines": lines_in(stored)}
        return GroupForm(posted, kind=GROUP, initial=initial)

    existing, club = _group(request, slug, group) if group else (None, directed_club(request, slug))
    page: dict[str, Any] = {"crumbs": crumbs_of_lists(club, "groups"), "heading": existing or _("New group")}
    if existing:
        page["way"] = _("Remove the group"), reverse("tournaments:remove_group", args=[slug, existing.pk])
    verb, then = change_group if existing else open_group, reverse("tournaments:groups", args=[slug])
    return form_page(request, existing or club, form_for, verb, then, **page)


REMOVAL = Removal(
    gettext_lazy("Remove the group"),
    gettext_lazy("Only the list is removed. Its people remain members."),
    gettext_lazy("The group “%(title)s” has been removed."),
)


@require_http_methods(PAGE)
def remove_group_page(request: HttpRequest, slug: str, group: int) -> HttpResponse:
    """Ask for confirmation; the members of the group stay."""
    if done_before(request, remove_group.__name__, club__slug=slug):
        return redirect("tournaments:groups", slug)
    existing, _club = _group(request, slug, group)
    return removal_page(request, existing, remove_group, REMOVAL)


def _group(request: HttpRequest, slug: str, pk: int) -> tuple[MemberGroup, Club]:
    club = directed_club(request, slug)
    return get_object_or_404(club.groups, pk=pk), club


club_urls: list[URLPattern | URLResolver] = [  # below clubs/<slug>/tournaments/
    path("groups/", groups_page, name="groups"),
    path("groups/new/", group_page, name="new_group"),
    path("groups/<int:group>/", group_page, name="group"),
    path("groups/<int:group>/remove/", remove_group_page, name="remove_group"),
]


CAPABILITY = Capability(
    urls=__name__,
    words=log_of(open_group, change_group, remove_group),
    free_texts=(texts_of_groups,),
    privacy_reports=(stored_of_groups,),
)
