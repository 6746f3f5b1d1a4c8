"""Pages of a person's stored data: to read, to download, to request deletion, and to anonymise a name.

Before a name is anonymised, every consequence is shown and has to be ticked. Texts that still contain the
name are listed in the answer itself, as they could not be found later.
"""

from collections.abc import Callable, Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from scoring.accounts.confirming import asks_again
from scoring.clubs.guests.forms import EveningsField, offer, ticked
from scoring.clubs.guests.pages import (
    attended,
    called_like,
    days_on_old_sheets,
    names_in_lists,
    only_in_lists,
)
from scoring.clubs.privacy import anonymising
from scoring.clubs.privacy.anonymising import by_remedy, traced_guest, traced_member
from scoring.clubs.privacy.name_locations import StoredText, TracedPerson
from scoring.clubs.privacy.stored import stored_about
from scoring.clubs.privacy.tables import KeptTable
from scoring.export.answering import file_of
from scoring.models import Club, Member, OldPerson, Participant
from scoring.names import folded, sorting, tidy
from scoring.web.access import (
    PAGE,
    account_of,
    done_before,
    guest_in,
    member_in,
    open_club,
    owned_club,
    took_right_away,
)
from scoring.web.fields import PageForm, several_field
from scoring.web.fields import offer as offer_choices
from scoring.web.submitting import submit


class Anonymise(PageForm):
    """Which other guests are the same person, which texts are blanked, and a confirmation."""

    guests = EveningsField(label=gettext_lazy("Guests of the same name"), required=False)
    blank = several_field(
        gettext_lazy("Texts that go with the name"),
        gettext_lazy("One of these texts has been changed in the meantime. Please look again."),
    )
    sure = forms.BooleanField(
        label=gettext_lazy("Yes, remove the name for good"),
        error_messages={"required": gettext_lazy("Please tick this if you are sure: it cannot be undone.")},
    )

    def __init__(
        self, *args: Any, guests: Sequence[Participant], blank: Sequence[StoredText] = (), **kwargs: Any
    ) -> None:
        self.attended, self.texts = guests, blank
        super().__init__(*args, **kwargs)
        offer(self, "guests", guests)
        self.fields["blank"].initial = [text.blank for text in blank if not text.is_partly]
        offer_choices(self, blank=[(text.blank, text.blank) for text in blank])

    @property
    def rows(self) -> list[tuple[Participant, bool]]:
        """Return the guests, each with whether it is ticked."""
        return ticked(self["guests"], self.attended)

    @property
    def reasons(self) -> list[tuple[StoredText, bool, str]]:
        """Return the texts, each with whether it is ticked and with its typed replacement."""
        chosen = set(self["blank"].value() or ())
        return [(text, text.blank in chosen, self._replacement(text.blank)) for text in self.texts]

    @property
    def instead(self) -> dict[str, str]:
        """Return the typed replacements of texts."""
        replacements = {key: self._replacement(key) for key in self.cleaned_data["blank"]}
        return {key: text for key, text in replacements.items() if text}

    def _replacement(self, key: str) -> str:
        return tidy(self.data.get(f"instead-{key}", "")) if self.is_bound else ""


SHOWN = 10  # rows of each table; the file has all


def _member(request: HttpRequest, slug: str, pk: int) -> tuple[Club, Member, bool]:
    """Return the member, and whether they ask themselves; raise 403 unless they do or own the club."""
    club = open_club(request, slug)
    member = member_in(club, pk)
    is_own = member.account_id == account_of(request).pk
    if not club.is_owned and not is_own:
        raise PermissionDenied
    return club, member, is_own


@require_safe
def stored_data(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show what is stored about a member."""
    club, member, is_own = _member(request, slug, pk)
    workbook = stored_about(member, own=is_own)
    page = {
        "club": club,
        "member": member,
        "is_own": is_own,
        "tables": [KeptTable(figures, SHOWN) for figures in workbook.tables],
    }
    return render(request, "scoring/clubs/privacy/stored_data.html", page)


@require_safe
def export_stored_data(request: HttpRequest, slug: str, pk: int, form: str) -> HttpResponseBase:
    """Send what is stored about a member as a file."""
    club, member, is_own = _member(request, slug, pk)
    return file_of(request, club, stored_about(member, own=is_own), form)


@require_http_methods(PAGE)
def ask_to_go(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Ask the owners to take one's name out, or take that back."""
    club = open_club(request, slug)
    member = member_in(club, pk)
    if member.account_id != account_of(request).pk:
        raise PermissionDenied(_("Everybody asks for themselves."))
    if request.method == "POST":
        wants = request.POST.get("wants") == "yes"
        if submit(request, None, anonymising.ask_to_go, member=member, wants=wants):
            message = _("The owners of the club can now see your request.")
            messages.success(request, message if wants else _("Your name stays."))
        return redirect("scoring:stored_data", slug, pk)
    return render(request, "scoring/clubs/privacy/ask_to_go.html", {"club": club, "member": member})


@require_http_methods(PAGE)
@asks_again()
def anonymise_member(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show everything that happens if a member is anonymised, and do it once it was ticked."""
    club = owned_club(request, slug)
    member = member_in(club, pk)
    if member.anonymised_at is not None:
        if took_right_away(request, slug, pk, anonymising.anonymise_member.__name__):
            messages.success(request, _name_is_gone(member.name))
        return redirect(member)
    person = traced_member(member)
    page = {"member": member, "is_own": member.account_id == account_of(request).pk}
    page |= {"name": member.name, "played": attended(person.participants)}
    of_name = attended([guest.pk for guest in person.guests()])
    back = member.get_absolute_url()
    return _anonymise(request, person, page, of_name, back, anonymising.anonymise_member, member=member)


@require_http_methods(PAGE)
@asks_again()
def anonymise_guest(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take the name of a guest away, who was at one or at several evenings."""
    club = owned_club(request, slug)
    back = reverse("scoring:members", args=[slug])
    if answer := _gone_before(request, club, back):
        return answer
    guest = guest_in(club, pk)
    evenings = called_like(guest)
    person = traced_guest(club, [evening.pk for evening in evenings])
    page = {"guest": guest, "name": guest.guest, "played": evenings}
    return _anonymise(request, person, page, evenings, back, anonymising.anonymise_guest, club=club, old=())


@require_http_methods(PAGE)
@asks_again()
def anonymise_old_guest(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take the name of a guest away who is on old sheets of amounts only."""
    club = owned_club(request, slug)
    back = reverse("scoring:old_sheets", args=[slug])
    if answer := _gone_before(request, club, back):
        return answer
    guests = OldPerson.objects.filter(batch__club=club, member=None)
    guest = get_object_or_404(guests, pk=pk)
    played = Participant.objects.filter(evening__club=club, member=None, key=guest.key)
    if (seated := played.order_by("-evening__date", "-pk").first()) is not None:
        return redirect("scoring:anonymise_guest", slug, seated.pk)
    old = list(guests.filter(key=guest.key).values_list("pk", flat=True))
    person, page = traced_guest(club, (), old), {"name": guest.guest, "played": days_on_old_sheets(old)}
    return _anonymise(request, person, page, (), back, anonymising.anonymise_guest, club=club, old=old)


@require_http_methods(PAGE)
@asks_again()
def anonymise_name(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Take a name away that stands in lists of results only."""
    club = owned_club(request, slug)
    back = reverse("scoring:members", args=[slug])
    if answer := _gone_before(request, club, back):
        return answer
    name = only_in_lists(club).get(key)
    if name is None:
        raise Http404
    names = names_in_lists(club)[folded(name)]
    person, page = traced_guest(club, (), names=names), {"name": name, "played": (), "listed": True}
    return _anonymise(request, person, page, (), back, anonymising.anonymise_guest, club=club, names=names)


def _anonymise(
    request: HttpRequest,
    person: TracedPerson,
    page: dict[str, Any],
    guests: Sequence[Participant],
    back: str,
    verb: Callable[..., Any],
    **fields: Any,
) -> HttpResponse:
    """Show what anonymising a person changes, and do it once it is confirmed."""
    texts = person.texts()
    can_go = [text for text in texts if text.blank]
    form = Anonymise(request.POST or None, guests=guests, blank=can_go)
    if form.is_valid():
        chosen = {name: form.cleaned_data[name] for name in ("guests", "blank")}
        if saved := submit(request, form, verb, instead=form.instead, **chosen, **fields):
            return _anonymised_page(
                request, person.club, str(saved.result), by_remedy(texts, chosen["blank"]), back
            )
    hands = sum(evening.hands for evening in page["played"] if isinstance(evening, Participant))
    earlier = {folded(name): name for name in sorted(person.names) if folded(name) != folded(page["name"])}
    page |= {
        "club": person.club,
        "form": form,
        "hands": hands,
        "earlier": sorted(earlier.values(), key=sorting),
        "texts": by_remedy(texts, {text.blank for text in texts}),  # what can be blanked is in the form
    }
    return render(request, "scoring/clubs/privacy/anonymise.html", page)


def _anonymised_page(
    request: HttpRequest, club: Club, name: str, left: dict[str, list[StoredText]], back: str
) -> HttpResponse:
    """Answer that the name is gone, with all that still mentions it."""
    is_owned = Club.objects.owned_by(request.user).filter(pk=club.pk).exists()
    # Who did it to themselves may be signed out.
    if not is_owned and not request.session.exists(request.session.session_key or ""):
        logout(request)
    messages.success(request, _name_is_gone(name))
    if not is_owned or not left:
        return redirect(back if is_owned else "scoring:home")
    page = {"club": club, "texts": left, "back": back}
    return render(request, "scoring/clubs/privacy/still_named.html", page)


def _gone_before(request: HttpRequest, club: Club, back: str) -> HttpResponse | None:
    """Answer a form that is sent again after its name is gone."""
    deed = done_before(request, anonymising.anonymise_guest.__name__, club=club)
    if deed is None:
        return None
    messages.success(request, _name_is_gone(str(deed.details["name"])))
    return redirect(back)


def _name_is_gone(name: str) -> str:
    return _("The name is gone. It now says %(name)s instead.") % {"name": name}
