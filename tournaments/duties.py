"""The people who direct, rule, take money or type at one tournament: named, and relieved."""

from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Exists, OuterRef
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring import clock
from scoring.capability import Capability, sentence_by
from scoring.deeds import ChangedMeanwhile, PendingDeed, Refused, log_of, verb
from scoring.models import Account, Member
from scoring.names import folded
from scoring.web.access import PAGE, read_as
from scoring.web.fields import PageForm, choice_field, text_field
from scoring.web.submitting import submit
from tournaments.log import record_deed
from tournaments.models import Duty, Tournament
from tournaments.preconditions import arbiters_of, demand_open, directed
from tournaments.web.access import directed_tournament, number_sent, page_about

HEADINGS: dict[Duty.Kind, Promise] = {
    Duty.Kind.DIRECTOR: pgettext_lazy("duty", "Directors"),
    Duty.Kind.ARBITER: pgettext_lazy("duty", "Arbiters"),
    Duty.Kind.CASHIER: pgettext_lazy("duty", "At the till"),
    Duty.Kind.HELPER: pgettext_lazy("duty", "Type paper sheets"),
}
DUTIES = {
    Duty.Kind.ARBITER: _("rules on disputes"),
    Duty.Kind.DIRECTOR: _("directs the tournament"),
    Duty.Kind.CASHIER: _("checks people in and takes their money"),
    Duty.Kind.HELPER: _("types the hands of paper tables"),
}


class WhoRules(NamedTuple):
    """Whom a call reaches, in words."""

    sentence: str
    names: str  # of those who were appointed
    playing_note: str = ""  # about those who play themselves
    to_invite: Sequence[Member] = ()  # named, and without an account: a call does not reach them yet


def who_rules(tournament: Tournament) -> WhoRules:
    """Return who rules when a table calls, and what happens where they play there; one query."""
    entered = tournament.entrants.filter(participant__member=OuterRef("pk"), withdrawn_at=None)
    everybody: list[Any] = list(arbiters_of(tournament).annotate(plays=Exists(entered)))
    arbiters = [arbiter for arbiter in everybody if arbiter.account_id is not None]
    if any(arbiter.named for arbiter in arbiters):
        words = ngettext(
            "When a table calls, %(names)s rules.",
            "When a table calls, these rule: %(names)s.",
            len(arbiters),
        )
    else:
        words = gettext("No arbiter has been appointed: when a table calls, the director rules (%(names)s).")
    playing = [arbiter.name for arbiter in arbiters if arbiter.plays]
    playing_note = gettext(
        "%(names)s: also playing. At their own table somebody else rules, or the director allows it."
    )
    return WhoRules(
        words % {"names": ", ".join(arbiter.name for arbiter in arbiters)},
        ", ".join(arbiter.name for arbiter in arbiters if arbiter.named),
        playing_note % {"names": ", ".join(playing)} if playing else "",
        [arbiter for arbiter in everybody if arbiter.named and arbiter.account_id is None],
    )


# Given and ended


@verb(
    log=sentence_by(
        "kind",
        {
            "director": _("appointed %(name)s a director of “%(title)s”"),
            "arbiter": _("appointed %(name)s an arbiter of “%(title)s”"),
            "cashier": _("put %(name)s at the till of “%(title)s”"),
            "helper": _("let %(name)s type paper sheets of “%(title)s”"),
        },
    )
)
def give_duty(act: PendingDeed[Account], *, tournament: Tournament, name: str, kind: Duty.Kind) -> Tournament:
    """Name an active member of the club for a duty; nothing changes for one who has it already."""
    tournament = directed(tournament, act.actor)
    demand_open(tournament)
    member = tournament.club.members.filter(key=folded(name), active=True).first()
    if member is None:
        wrong = gettext("No active member is called “%(name)s”. Please choose from the list.")
        raise Refused(name=[wrong % {"name": name}])
    Duty.objects.get_or_create(tournament=tournament, member=member, kind=kind, defaults={"at": clock.now()})
    record_deed(act, tournament, name=member.name, kind=str(kind))
    return tournament


@verb(
    log=sentence_by(
        "kind",
        {
            "director": _("relieved %(name)s of directing “%(title)s”"),
            "arbiter": _("relieved %(name)s of ruling in “%(title)s”"),
            "cashier": _("relieved %(name)s of the till of “%(title)s”"),
            "helper": _("relieved %(name)s of typing paper sheets of “%(title)s”"),
        },
    )
)
def end_duty(
    act: PendingDeed[Account], *, tournament: Tournament, member: int, kind: Duty.Kind
) -> Tournament:
    """Relieve a member of a duty; what was done in it stays."""
    tournament = directed(tournament, act.actor)
    demand_open(tournament)
    held = tournament.duties.filter(member=member, kind=kind).select_related("member").first()
    if held is None:
        raise ChangedMeanwhile()
    held.delete()
    record_deed(act, tournament, name=held.member.name, kind=str(kind))
    return tournament


# Pages


class DutyForm(PageForm):
    """A member, and what for."""

    name = text_field(_("Who"), _("Please choose a member."), list="members")
    kind = choice_field(_("What for"), DUTIES.items())


@require_http_methods(PAGE)
def duties_page(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show the duties of a tournament, and give one to a member."""
    tournament = directed_tournament(request, slug, pk)
    duties = list(tournament.duties.select_related("member"))
    form = DutyForm(request.POST or None)
    if form.is_valid():
        fields = {**form.cleaned_data, "kind": Duty.Kind(form.cleaned_data["kind"])}
        if submit(request, form, give_duty, gettext("Saved."), tournament=tournament, **fields):
            try:
                return redirect("tournaments:dispute", slug, pk, UUID(request.POST.get("call", "")))
            except ValueError:  # not sent from the page of a call
                return redirect("tournaments:duties", slug, pk)
    page = page_about(
        tournament,
        duties=[
            (kind, heading, [duty.member for duty in duties if duty.kind == kind])
            for kind, heading in HEADINGS.items()
        ],
        rules=who_rules(tournament),
        names=tournament.club.members.filter(active=True).values_list("name", flat=True),
        form=form,
    )
    return render(request, "tournaments/duties/duties.html", page)


@require_POST
def end_duty_form(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Relieve a member of a duty."""
    tournament = directed_tournament(request, slug, pk)
    member, kind = number_sent(request.POST.get("member", "")), read_as(Duty.Kind, request.POST.get("kind"))
    submit(request, None, end_duty, gettext("Saved."), tournament=tournament, member=member, kind=kind)
    return redirect("tournaments:duties", slug, pk)


tournament_urls = [
    path("duties/", duties_page, name="duties"),
    path("duties/end/", end_duty_form, name="end_duty"),
]

CAPABILITY = Capability(urls="tournaments.duties", words=log_of(give_duty, end_duty))
