"""Pages for entrants: the list of a tournament, ways to register, and the check-in of a round."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any
from uuid import uuid5

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.capability import Capability
from scoring.deeds import Refused, log_of
from scoring.models import Participant
from scoring.uploads.spreadsheets import UnreadableFile
from scoring.web.access import PAGE, account_of, deed_of, done_before
from scoring.web.links import is_there
from scoring.web.submitting import submit
from scoring.web.uploads import MOST_READ, takes_files
from tournaments.cash import verbs as cash
from tournaments.cash.pages import fees_of, last_paid, owed_in
from tournaments.draw.wishes import wishes_in_words
from tournaments.entrants import verbs
from tournaments.entrants.forms.lists import text_of, too_big
from tournaments.entrants.forms.people import (
    EntrantName,
    ListFile,
    ListPreview,
    Pasted,
    Ticked,
    alike,
    previewed,
)
from tournaments.entrants.pages import (
    arrival_in_words,
    bans_at,
    cents_in_words,
    check_in_of,
    preview_page,
    registration_of,
    unregistered,
)
from tournaments.entrants.verbs import seats_of
from tournaments.models import Attendance, Entrant, Round, Tournament
from tournaments.web.access import (
    directed_tournament,
    number_sent,
    page_about,
    round_in,
    tournament_at_the_door,
)

JSON = "application/json"


@require_safe
def everybody(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show everybody who is registered."""
    tournament = directed_tournament(request, slug, pk)
    words = request.GET.get("q", "").replace("\0", "").strip()[:100]
    day = fees_of(tournament)
    rounds = list(tournament.rounds.order_by("number"))
    page = page_about(
        tournament,
        words=words,
        registration=registration_of(tournament, words),
        periods=_periods(tournament, rounds),
        last=rounds[-1] if rounds else None,
        bans=bans_at(tournament),
        owed=owed_in(day),
        last_paid=last_paid(day),
    )
    return render(request, "tournaments/entrants/people.html", page)


def _periods(tournament: Tournament, rounds: Iterable[Round], number: int = 0) -> list[dict[str, Any]]:
    """Return the links of the title's menu: everybody (0, for directors), and each round's check-in."""
    ways = [(0, _("Registered"))] if tournament.is_directed else []
    ways += [(round_.number, _("Round %(number)d") % {"number": round_.number}) for round_ in rounds]
    where = [tournament.club.slug, tournament.pk]
    menu = [
        {
            "address": reverse("tournaments:people", args=[*where, *([of_round] if of_round else [])]),
            "words": words,
            "current": of_round == number,
        }
        for of_round, words in ways
    ]
    return menu if len(menu) > 1 else []


@require_POST
def write_names(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Note how names are written here; lists go by the surname."""
    tournament = directed_tournament(request, slug, pk)
    surname_first = request.POST.get("surname_first") == "yes"
    message = _("Saved. Every list of the tournament is sorted by surname.")
    submit(request, None, verbs.write_names, message, tournament=tournament, surname_first=surname_first)
    return redirect("tournaments:people", slug, pk)


# Registered


@require_http_methods(PAGE)
def register(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Register members who are ticked; lists are pasted here and looked at on the next page."""
    tournament = directed_tournament(request, slug, pk)
    form = _ticked(request, tournament)
    if form.is_valid():
        fields = {key: form.cleaned_data[key] for key in ("members", "house")}
        if outcome := submit(request, form, verbs.register, tournament=tournament, **fields):
            messages.success(request, _registered_message(len(outcome.result)))
            return redirect("tournaments:people", slug, pk)
    return _register_page(request, tournament, ticked=form)


def _ticked(request: HttpRequest, tournament: Tournament, *, blank: bool = False) -> Ticked:
    members = sorted(
        tournament.club.members.filter(active=True), key=lambda member: tournament.in_list(member.name)
    )
    registered = tournament.entrants.filter(participant__member__isnull=False)
    registered_members = set(registered.values_list("participant__member", flat=True))
    return Ticked(None if blank else request.POST or None, members=members, registered=registered_members)


def _register_page(
    request: HttpRequest,
    tournament: Tournament,
    *,
    ticked: Ticked | None = None,
    pasted: Pasted | None = None,
    file: ListFile | None = None,
) -> HttpResponse:
    """Show the three ways to register, one of them perhaps with errors."""
    forms = {
        "ticked": ticked or _ticked(request, tournament, blank=True),
        "pasted": pasted or Pasted(),
        "file": file or ListFile(),
    }
    page = page_about(tournament, **forms, problem=any(form.errors for form in forms.values()))
    return render(request, "tournaments/entrants/register.html", page)


def _registered_message(count: int) -> str:
    return ngettext("%(count)d is registered.", "%(count)d are registered.", count) % {"count": count}


@takes_files
@require_http_methods(PAGE)
def import_people(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show what each line of a list becomes, then register the clear ones; others stay in the form."""
    tournament = directed_tournament(request, slug, pk)
    if request.method != "POST":
        return redirect("tournaments:register", slug, pk)
    if "list" in request.FILES or "lines" not in request.POST:
        file = ListFile(request.POST, request.FILES)
        if "list" not in request.FILES and int(request.META.get("CONTENT_LENGTH") or 0) > MOST_READ:
            file.say_at("list", too_big())  # nobody listened to the end of it
        if not file.is_valid():
            return _register_page(request, tournament, file=file)
        try:
            text = text_of(file.cleaned_data["list"])
        except UnreadableFile as unreadable:
            file.add_error("list", unreadable.message)
            return _register_page(request, tournament, file=file)
        form = Pasted({"lines": text})
    else:
        form = Pasted(request.POST)
    if not form.is_valid():
        return _register_page(request, tournament, pasted=form)
    preview = previewed(tournament, form.cleaned_data["lines"], request.POST.dict())
    if request.POST.get("step") != "take" or request.POST.get("looked") != preview["digest"]:
        return _preview(request, tournament, form, preview)
    return _take(request, tournament, form, preview)


def _take(request: HttpRequest, tournament: Tournament, form: Pasted, preview: ListPreview) -> HttpResponse:
    if preview["problems"]:
        return _preview(request, tournament, form, preview, preview["problems"])
    try:
        _register_listed(request, tournament, form, preview)
    except Refused as refused:
        return _preview(request, tournament, form, preview, refused.sentences)
    if not preview["open"]:
        return redirect("tournaments:people", tournament.club.slug, tournament.pk)
    left = Pasted({"lines": preview["rest"], "house": form.cleaned_data["house"]})
    left.is_valid()
    return _preview(request, tournament, left, previewed(tournament, preview["rest"], {}))


def _register_listed(
    request: HttpRequest, tournament: Tournament, form: Pasted, preview: ListPreview
) -> None:
    actor, deed = account_of(request), deed_of(request)
    if preview["names"]:
        registered = verbs.register(
            actor,
            deed,
            tournament=tournament,
            names=preview["names"],
            house=form.cleaned_data["house"],
        )
        messages.success(request, _registered_message(len(registered)))
    back = list(tournament.entrants.whole().filter(pk__in=preview["readmitted"]))
    for entrant in back:
        verbs.readmit_entrant(actor, uuid5(deed, str(entrant.pk)), entrant=entrant)
    if back:
        message = ngettext("%(count)d is back.", "%(count)d are back.", len(back)) % {"count": len(back)}
        messages.success(request, message)


def _preview(
    request: HttpRequest,
    tournament: Tournament,
    form: Pasted,
    preview: ListPreview,
    problems: list[str] | None = None,
) -> HttpResponse:
    again = Pasted(initial={"lines": preview["text"], "house": form.cleaned_data.get("house")})
    page = preview_page(tournament, preview, problems, form=again)
    return render(request, "tournaments/entrants/import_people.html", page)


# One of them


@require_http_methods(PAGE)
def entrant(request: HttpRequest, slug: str, pk: int, entrant: int) -> HttpResponse:
    """Show a registered person, and what can be changed about them."""
    tournament = directed_tournament(request, slug, pk)
    registered = tournament.entrants.whole().filter(pk=entrant).first()
    if registered is None:
        if done_before(request, verbs.remove_entrant.__name__, club=tournament.club):
            return redirect("tournaments:people", slug, pk)
        raise Http404
    form = _name_form(registered, request.POST if request.POST.get("act") == "rename" else None)
    if request.method == "POST":
        answer = _change_entrant(request, registered, form)
        if answer is not None:
            return answer
    return _entrant_page(request, registered, form)


def _change_entrant(request: HttpRequest, registered: Entrant, form: EntrantName) -> HttpResponse | None:
    """Do what a button asked for; return None if the form has to be shown again."""
    tournament, saved, arguments = registered.tournament, _("Saved."), {"entrant": registered}
    again = redirect("tournaments:entrant", tournament.club.slug, tournament.pk, registered.pk)
    match request.POST.get("act"):
        case "rename":
            stored = partial(_name_form, registered)
            if not form.is_valid():
                return None
            arguments |= form.cleaned_data
            return again if submit(request, form, verbs.rename_entrant, saved, stored, **arguments) else None
        case "house":
            house = request.POST.get("house") == "yes"
            submit(request, None, verbs.mark_house, saved, **arguments, house=house)
        case "withdraw":
            submit(request, None, verbs.withdraw_entrant, saved, **arguments)
        case "readmit":
            submit(request, None, verbs.readmit_entrant, saved, **arguments)
        case "remove":
            outcome = submit(request, None, verbs.remove_entrant, **arguments)
            if outcome is None:
                return again
            messages.success(request, _("%(name)s is no longer registered.") % {"name": outcome.result})
            return redirect("tournaments:people", tournament.club.slug, tournament.pk)
        case _:
            raise BadRequest("No such act")
    return again


def _entrant_page(request: HttpRequest, registered: Entrant, form: EntrantName) -> HttpResponse:
    tournament = registered.tournament
    name = tournament.evening.names()[str(registered.participant_id)]
    tables = seats_of(tournament).get(str(registered.participant_id), [])
    seated = {table.round_id: table for table in tables}
    attendances: dict[int, Attendance] = {
        attendance.round_id: attendance for attendance in registered.attendances.all()
    }
    rounds = [
        (round_, seated.get(round_.pk), attendances.get(round_.pk), _paid(tournament, attendances, round_))
        for round_ in tournament.rounds.order_by("number")
    ]
    page = page_about(
        tournament,
        entrant=registered,
        name=name,
        form=form,
        rounds=rounds,
        why_not=verbs.why_not_removed(registered, name),
        has_played=any(table.sheet_id is not None for table in tables),
        takes_fees=bool(tournament.terms.fee),
        wishes=wishes_in_words(registered),
        wishes_at=_wishes_at(registered),
    )
    return render(request, "tournaments/entrants/entrant.html", page)


def _name_form(registered: Entrant, posted: QueryDict | None = None) -> EntrantName:
    now = Participant.objects.get(pk=registered.participant_id)
    return EntrantName(posted, initial={"name": now.guest})


def _wishes_at(registered: Entrant) -> str:
    where = {"slug": registered.tournament.club.slug, "pk": registered.tournament.pk}
    if not is_there("tournaments:wishes", **where):
        return ""
    return f"{reverse('tournaments:wishes', kwargs=where)}?who={registered.pk}#note"


def _paid(tournament: Tournament, attendances: dict[int, Attendance], round_: Round) -> str:
    attendance = attendances.get(round_.pk)
    return (
        cents_in_words(tournament, attendance.paid)
        if attendance is not None and attendance.paid is not None
        else ""
    )


# There for a round


@require_http_methods(PAGE)
def check_in(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Show who is present, and store taps; the page's script asks only for changes."""
    tournament = tournament_at_the_door(request, slug, pk)
    round_ = round_in(tournament, number)
    if request.method != "POST":
        return render(request, "tournaments/entrants/people.html", _check_in_page(round_))
    name = request.POST.get("name", "")[:400]
    if name and "sure" not in request.POST and (matches := alike(tournament, name)):
        page = _check_in_page(round_, typed=_name_entered(request), alike=matches, problem=_("Who is it?"))
        return render(request, "tournaments/entrants/people.html", page)
    try:
        whose = _change_check_in(request, round_)
    except Refused as refused:
        problem = " ".join(refused.sentences)
        if _asks_for_json(request):
            return JsonResponse({"problem": problem}, status=409)
        page = _check_in_page(round_, problem=problem, typed=_name_entered(request))
        return render(request, "tournaments/entrants/people.html", page)
    address = reverse("tournaments:people", args=[slug, pk, number])
    if request.POST.get("back") == "draw":
        return redirect("tournaments:draw", slug, pk, number)
    if _asks_for_json(request):
        return _changed_rows(request, round_, whose)
    return redirect(f"{address}#p{whose}" if whose else address)


def _check_in_page(round_: Round, **extra_context: Any) -> dict[str, Any]:
    tournament = round_.tournament
    rounds = list(tournament.rounds.order_by("number"))
    later = next((one for one in rounds if one.number > round_.number), None)
    return page_about(
        round_,
        periods=_periods(tournament, rounds, round_.number),
        later=later,
        is_last=later is None and round_.number >= tournament.terms.rounds,
        next=round_.number + 1,
        check_in=check_in_of(round_),
        fees=fees_of(tournament),
        members=unregistered(tournament) if tournament.is_open else [],
        **extra_context,
    )


def _asks_for_json(request: HttpRequest) -> bool:
    return request.headers.get("Accept", "") == JSON


def _change_check_in(request: HttpRequest, round_: Round) -> int | None:
    """Store a tap, and return the number of the entrant in that row."""
    by = account_of(request), deed_of(request)
    tournament = round_.tournament
    taps: list[tuple[str, str, Callable[..., object]]] = [  # for one, for many
        ("in", "again", partial(verbs.check_in_or_out, *by, round_=round_, here=True)),
        ("out", "", partial(verbs.check_in_or_out, *by, round_=round_, here=False)),
        ("pay", "pay_all", partial(cash.pay, *by, round_=round_)),
        ("unpay", "unpay_all", partial(cash.take_back_payment, *by, round_=round_)),
        ("ticket", "ticket_all", partial(cash.sell_tickets, *by, tournament=tournament)),
        ("unticket", "unticket_all", partial(cash.take_back_tickets, *by, tournament=tournament)),
    ]
    for single, many, does in taps:
        if single in request.POST:
            whose = number_sent(request.POST[single])
            does(entrants=[whose])
            return whose
        if many and many in request.POST:
            does(entrants=[number_sent(text) for text in request.POST[many].split()])
            return None
    if "member" in request.POST:
        return _arrived(request, verbs.arrive(*by, round_=round_, member=number_sent(request.POST["member"])))
    if "name" in request.POST:
        house = request.POST.get("house") == "yes"
        return _arrived(request, verbs.arrive(*by, round_=round_, name=request.POST["name"], house=house))
    raise BadRequest("Nothing was tapped")


def _arrived(request: HttpRequest, arrival: verbs.Arrival) -> int:
    messages.success(request, arrival_in_words(arrival))
    return arrival.entrant.pk


def _name_entered(request: HttpRequest) -> dict[str, Any]:
    return {"name": request.POST.get("name", "")[:400], "house": request.POST.get("house") == "yes"}


def _changed_rows(request: HttpRequest, round_: Round, whose: int | None) -> HttpResponse:
    """Send the tapped row and the counts as the page prints them."""
    check_in = check_in_of(round_)
    tapped = next((person for person in check_in["people"] if person["pk"] == whose), None)
    page = page_about(round_.tournament, check_in=check_in, fees=fees_of(round_.tournament))
    changed: dict[str, str] = {
        part: render_to_string(f"tournaments/entrants/{template}.html", page, request)
        for part, template in (("count", "_check_in_count"), ("paying", "_paying"), ("fees", "_fees"))
    }
    row = "tournaments/entrants/_here.html"
    changed["row"] = render_to_string(row, {**page, "one": tapped}, request) if tapped else ""
    return JsonResponse(changed)


# People of a tournament: what it hands to the rest of the program


tournament_urls = [  # below …/<int:pk>/
    path("people/", everybody, name="people"),
    path("people/names/", write_names, name="write_names"),
    path("people/register/", register, name="register"),
    path("people/import/", import_people, name="import_people"),
    path("people/<int:entrant>/", entrant, name="entrant"),
]
round_urls = [  # below …/<int:pk>/rounds/<int:number>/
    path("people/", check_in, name="people"),
]


CAPABILITY = Capability(urls=__name__, words=log_of(verbs))
