"""The prizes of a round or of the whole tournament, lots, and certificates."""

import re
from collections.abc import Callable, Iterator
from typing import Any
from uuid import UUID, uuid5

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.capability import Capability
from scoring.clubs.privacy.name_locations import Remedy, StoredText
from scoring.deeds import log_of
from scoring.engine.money import money_in_words
from scoring.evenings.forms import ReasonForm
from scoring.models import Club
from scoring.season.forms import EVERYBODY, CertificatesForm
from scoring.season.pages.certificates import Certificate
from scoring.web.access import PAGE, deed_of, done_before
from scoring.web.confirming import Confirmation, confirm
from scoring.web.fields import PageForm, choice_field, offer, text_field
from scoring.web.language import current_language
from scoring.web.stored_forms import StoredForm, remember_contents
from scoring.web.submitting import submit
from tournaments.cash.forms import EurosField
from tournaments.engine.fund import WHOLE
from tournaments.models import Lot, Prize, Round, Tournament
from tournaments.prizes import verbs
from tournaments.prizes.pages import (
    Certificates,
    are_ready,
    certificates_of,
    funds_in_words,
    last_of,
    lost_monds,
    lots_of,
    payout_page,
    people_to_choose,
    ties_of,
)
from tournaments.standings.derived import BEGUN, may_see, ranked
from tournaments.standings.pages.prizes import prizes_shown
from tournaments.standings.pages.standings import periods
from tournaments.standings.prizes import offered as offered_in
from tournaments.web.access import (
    directed_tournament,
    number_sent,
    page_about,
    round_in,
    tournament_of,
    was_done,
)
from tournaments.web.lots import TieForms


class PrizeForm(StoredForm):
    """A prize and, if it is money or cost something, how much."""

    name = text_field(gettext_lazy("Prize"), gettext_lazy("Please say what the prize is."))
    cents = EurosField(
        label=gettext_lazy("Amount, if you like"),
        help_text=gettext_lazy("The amount paid out or the price, such as 12 or 7.50."),
        required=False,
    )
    sponsor = text_field(
        gettext_lazy("Given by, if a sponsor gives it"),
        "",
        help_text=gettext_lazy("It is named with the prize, and the prize costs the club nothing."),
    )


PERCENT = re.compile(r"(?P<whole>[0-9]{1,3})(?:[.,](?P<part>[0-9]{1,2}))?%?", re.ASCII)
MOST_SHARES = 20


class SharesField(forms.CharField):
    """Percents, one after the other, in hundredths of a percent.

    >>> SharesField(label="").clean("50 % 30 12,5")
    [5000, 3000, 1250]
    """

    def to_python(self, value: Any) -> Any:
        words = re.sub(r"\s+%", "%", super().to_python(value) or "").replace(";", " ").split()
        matches = [PERCENT.fullmatch(word) for word in words]
        if not words or any(match_ is None for match_ in matches):
            raise forms.ValidationError(_("Percentages with spaces between them, such as 50 30 20."))
        shares = [
            100 * int(match_["whole"]) + int((match_["part"] or "0").ljust(2, "0"))
            for match_ in matches
            if match_
        ]
        if min(shares) <= 0 or sum(shares) > WHOLE:
            raise forms.ValidationError(_("More than nothing each, and together 100 at most, please."))
        if len(shares) > MOST_SHARES:
            raise forms.ValidationError(_("At most %(most)d shares.") % {"most": MOST_SHARES})
        return shares


STEPS = (100, 50, 10, 1, 500, 1000)  # cents


class SharesForm(PageForm):
    """The shares of the money received for the first, the second, and so on."""

    shares = SharesField(
        label=gettext_lazy("Percentage for the first, the second and so on"),
        help_text=gettext_lazy("Such as 50 30 20, or 40 20 if a part stays in the till."),
        error_messages={"required": gettext_lazy("Percentages with spaces between them, such as 50 30 20.")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    step = choice_field(gettext_lazy("Rounded down to"), kind=forms.TypedChoiceField, coerce=int)
    by_table = forms.BooleanField(
        label=gettext_lazy("For each table by itself, out of what its players paid"), required=False
    )

    by_section = forms.BooleanField(
        label=gettext_lazy("For each section by itself, out of what its players paid"), required=False
    )

    def __init__(
        self, *args: Any, currency: str, of_round: bool, sections: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        language = current_language()
        offer(self, step=[(cents, money_in_words(cents, currency, language)) for cents in STEPS])
        if not of_round:
            del self.fields["by_table"]
        if not sections:
            del self.fields["by_section"]

    @property
    def ticks(self) -> list[forms.BoundField]:
        """Return the fields that say what is shared out by itself."""
        return [self[name] for name in ("by_table", "by_section") if name in self.fields]


def _directed(
    request: HttpRequest, slug: str, pk: int, number: int | None
) -> tuple[Tournament, Round | None]:
    """Return the tournament, and its round if a number is given; only for its directors."""
    tournament = directed_tournament(request, slug, pk)
    return tournament, _round_of(tournament, number)


def _round_of(tournament: Tournament, number: int | None) -> Round | None:
    return None if number is None else round_in(tournament, number)


def _address(name: str, tournament: Tournament, number: int | None) -> str:
    args = [tournament.club.slug, tournament.pk, *([number] if number else [])]
    return reverse(f"tournaments:{name}", args=args)


def _page_of(tournament: Tournament, round_: Round | None, name: str, **context: Any) -> dict[str, Any]:
    """Return the page of a round or of all rounds, with links to the others in the title's menu."""
    rounds = tournament.rounds.filter(stage__in=BEGUN).order_by("number")
    shown = round_.number if round_ else 0
    ways = periods(
        rounds, shown, None, overall=True, address=lambda number: _address(name, tournament, number)
    )
    return page_about(tournament, round=round_, periods=ways, **context)


# Prizes


@require_safe
def prizes(request: HttpRequest, slug: str, pk: int, number: int | None = None) -> HttpResponse:
    """Show the prizes of a round, or of the whole tournament."""
    tournament = tournament_of(request, slug, pk)
    return _prizes(request, tournament, _round_of(tournament, number), PrizeForm())


def _prizes(
    request: HttpRequest, tournament: Tournament, round_: Round | None, form: PrizeForm
) -> HttpResponse:
    shown = may_see(tournament)
    consoles = tournament.is_directed and round_ is None
    number = round_.number if round_ else None
    whole, names = ranked(tournament, only=round_), tournament.evening.names()
    page = _page_of(
        *(tournament, round_, "prizes"),
        shown=shown,
        prizes=prizes_shown(whole, round_, offered_in(tournament, round_), names) if shown else None,
        here=_address("prizes", tournament, number),
        lots_here=_address("lots", tournament, number),
        monds=lost_monds(tournament, names) if consoles else [],
        last=last_of(whole, names) if consoles else [],
        form=form,
        people=people_to_choose(tournament, names) if tournament.is_directed else [],
    )
    return render(request, "tournaments/prizes/prizes.html", page)


@require_POST
def add_prize(request: HttpRequest, slug: str, pk: int, number: int | None = None) -> HttpResponse:
    """Add a prize to the list."""
    tournament, round_ = _directed(request, slug, pk, number)
    form, success = PrizeForm(request.POST), _("The prize is on the list.")
    if form.is_valid():
        arguments = {"tournament": tournament, "round_": round_, **form.cleaned_data}
        if submit(request, form, verbs.add_prize, success, **arguments):
            return redirect(_address("prizes", tournament, number))
    return _prizes(request, tournament, round_, form)


@require_http_methods(PAGE)
def share_out(request: HttpRequest, slug: str, pk: int, number: int | None = None) -> HttpResponse:
    """Ask for shares of the money received, show the amounts, and add them to the prizes."""
    tournament, round_ = _directed(request, slug, pk, number)
    address = _address("prizes", tournament, number)
    form = SharesForm(
        request.POST if request.method == "POST" else None,
        currency=tournament.evening.currency,
        of_round=round_ is not None,
        sections=bool(tournament.terms.sections),
    )
    page = page_about(tournament, round=round_, form=form, funds=None, here=address)
    if form.is_valid():
        cleaned, success = form.cleaned_data, _("The shares are on the list.")
        funds = verbs.funds_of(tournament, round_, **cleaned)
        expected = [share.cents for fund in funds for _name, share in fund.prizes]
        replaces = verbs.listed_shares(tournament, round_)
        looked = " ".join(map(str, [*expected, *replaces]))
        arguments = {"tournament": tournament, "round_": round_, "expected": expected, "replaces": replaces}
        is_looked_at = request.POST.get("looked", "") == looked or done_before(request, "share_out_fund")
        saves = request.POST.get("do") == "save"
        if saves and not is_looked_at:
            messages.info(request, _("Please look at what changes, then save. None of it is saved yet."))
        elif saves and submit(request, form, verbs.share_out_fund, success, **arguments, **cleaned):
            return redirect(address)
        page |= {"funds": funds_in_words(funds, tournament.evening.currency), "looked": looked}
        page["replaces"] = replaces
    return render(request, "tournaments/prizes/shares.html", page)


@require_http_methods(PAGE)
def pay_out(request: HttpRequest, slug: str, pk: int, number: int | None = None) -> HttpResponse:
    """Show who gets how much of the prize money, and pay all of it at once."""
    tournament, round_ = _directed(request, slug, pk, number)
    address = _address("prizes", tournament, number)
    money = {prize.position for prize in offered_in(tournament, round_) if prize.cents}
    posts = request.method == "POST"
    ticked = set(map(number_sent, request.POST.getlist("position"))) if posts else money
    left_out = sorted(money - ticked)
    shown = payout_page(tournament, round_, left_out)
    if posts and request.POST.get("do") == "save":
        arguments = {"left_out": left_out, "expected": shown.expected}
        if request.POST.get("looked") != shown.looked and not done_before(request, "pay_out"):
            messages.info(request, _("Please look at what changes, then save. None of it is saved yet."))
        elif submit(
            request, None, verbs.pay_out, _("Paid out."), tournament=tournament, round_=round_, **arguments
        ):
            return redirect(address)
    page = page_about(tournament, round=round_, here=address, payout=shown)
    return render(request, "tournaments/prizes/payout.html", page)


@require_POST
def take_back_payout(request: HttpRequest, slug: str, pk: int, number: int | None = None) -> HttpResponse:
    """Take back what was paid out at once."""
    tournament, round_ = _directed(request, slug, pk, number)
    prizes = [number_sent(text) for text in request.POST.get("prizes", "").split()]
    arguments = {"tournament": tournament, "round_": round_, "prizes": prizes}
    submit(request, None, verbs.take_back_payout, _("Taken back."), **arguments)
    return redirect(_address("prizes", tournament, number))


@require_http_methods(PAGE)
def change_prize(
    request: HttpRequest, slug: str, pk: int, position: int, number: int | None = None
) -> HttpResponse:
    """Ask for the name and value of a prize, and change it."""
    tournament, round_ = _directed(request, slug, pk, number)
    address = _address("prizes", tournament, number)

    def prize_now() -> Prize:
        offered = offered_in(tournament, round_)
        current = next((prize for prize in offered if prize.position == position), None)
        if current is None:
            raise Http404
        return current

    def form_for(posted: QueryDict | None = None) -> PrizeForm:
        now = prize_now()
        begin = {"name": now.name, "cents": now.cents, "sponsor": now.sponsor}
        return PrizeForm(posted, initial=begin)

    prize, form, success = prize_now(), form_for(request.POST or None), _("The prize is saved.")
    if form.is_valid():
        arguments = {"tournament": tournament, "round_": round_, "position": position, **form.cleaned_data}
        if submit(request, form, verbs.change_prize, success, form_for, **arguments):
            return redirect(address)
    page = page_about(tournament, round=round_, form=form, prize=prize, here=address)
    return render(request, "tournaments/prizes/prizes_change.html", page)


def _pressed(verb: Callable[..., Any], *, for_player: bool = False) -> Callable[..., HttpResponse]:
    """Return the view of a button beside a prize; `for_player` passes the player, too."""

    @require_POST
    def press(
        request: HttpRequest, slug: str, pk: int, position: int, number: int | None = None
    ) -> HttpResponse:
        tournament, round_ = _directed(request, slug, pk, number)
        arguments = {"player": request.POST.get("player", "")} if for_player else {}
        submit(request, None, verb, tournament=tournament, round_=round_, position=position, **arguments)
        return redirect(_address("prizes", tournament, number))

    return press


remove_prize = _pressed(verbs.remove_prize)
choose_prize = _pressed(verbs.choose_prize, for_player=True)  # meanwhile it may be somebody else's turn
give_prize = _pressed(verbs.give_prize, for_player=True)
take_back_prize = _pressed(verbs.take_back_prize, for_player=True)


# Lots


@require_http_methods(PAGE)
def lots(request: HttpRequest, slug: str, pk: int, number: int | None = None) -> HttpResponse:
    """Show the ties and the two ways to draw, for a screen in the room."""
    tournament, round_ = _directed(request, slug, pk, number)
    address = _address("lots", tournament, number)
    drawing = [
        TieForms(
            *(request, index, list(zip(tie.players, tie.names, strict=True))),
            verbs.seed_of_program(tournament, round_, tie.about, tie.players),
            tie.about,
        )
        for index, tie in enumerate(ties_of(tournament, round_))
    ]
    if "every" in request.POST:
        _draw_every_lot(request, tournament, round_, drawing)
        return redirect(address)
    if request.method == "POST":
        mine = next((drawing for drawing in drawing if drawing.is_asked), None)
        if mine is None:
            if not was_done(request):
                messages.error(request, _("Lots no longer have to be drawn between these people."))
            return redirect(address)
        if mine.form.is_valid():
            arguments: dict[str, Any] = {"about": mine.about, "players": mine.players, **mine.facts}
            arguments |= {"tournament": tournament, "round_": round_}
            remember_contents(request)
            if outcome := submit(request, mine.form, verbs.draw_lot, **arguments):
                names = tournament.evening.names()
                drawn = ", ".join(names[player] for player in outcome.result.order)
                messages.success(request, _("Drawn: %(names)s.") % {"names": drawn})
                return redirect(address)
    page = _page_of(
        *(tournament, round_, "lots"),
        drawing=drawing,
        lots=lots_of(tournament, round_),
        prizes_here=_address("prizes", tournament, number),
        problem=any(drawn.form.errors for drawn in drawing if drawn.is_asked),
    )
    return render(request, "tournaments/prizes/lot.html", page)


def _draw_every_lot(
    request: HttpRequest, tournament: Tournament, round_: Round | None, drawing: list[TieForms]
) -> None:
    """Draw the lots that the page has shown, each from its announced seed."""
    announced = request.POST.getlist("every")
    drawn = [
        submit(
            *(request, None, verbs.draw_lot),
            deed=uuid5(deed_of(request), tie.letters),
            tournament=tournament,
            round_=round_,
            about=tie.about,
            players=tie.players,
        )
        for tie in drawing
        if tie.letters in announced
    ]
    count = len([lot for lot in drawn if lot is not None])
    if count:
        words = ngettext("%(count)d lot is drawn.", "%(count)d lots are drawn.", count)
        messages.success(request, words % {"count": count})
    elif not drawn:
        messages.info(request, _("These lots have been drawn already."))


@require_http_methods(PAGE)
def withdraw_lot(request: HttpRequest, slug: str, pk: int, lot: UUID) -> HttpResponse:
    """Ask why a lot is to be withdrawn, and withdraw it."""
    tournament = directed_tournament(request, slug, pk)
    lot_row = get_object_or_404(tournament.lots.select_related("round"), pk=lot)
    address = _address("lots", tournament, lot_row.round.number if lot_row.round else None)
    names = tournament.evening.names()
    question = Confirmation(
        crumbs="tournaments/standings/_standings_crumbs.html",
        about=tournament.title,
        heading=_("Withdraw the lot?"),
        sentences=[
            ", ".join(names[player] for player in lot_row.order),
            _("What it decided is open again. The reason is kept in the log."),
        ],
        form=ReasonForm(request.POST or None),
        button=_("Withdraw the lot"),
        back=address,
    )
    page = page_about(tournament, round=lot_row.round, with_standings=True)
    return confirm(request, question, page, verbs.withdraw_lot, _("The lot has been withdrawn."), lot=lot_row)


@require_safe
def certificates(request: HttpRequest, slug: str, pk: int, number: int | None = None) -> HttpResponse:
    """Show the certificates of a round or of the whole tournament; `?whose=first&first=3` says for whom."""
    tournament, round_ = _directed(request, slug, pk, number)
    ready = are_ready(tournament, round_)
    page = _page_of(
        *(tournament, round_, "certificates"),
        ready=ready,
        lots_here=_address("lots", tournament, number),
    )
    printed = certificates_of(tournament, round_) if ready else None
    page["provisional"] = "" if printed is None else printed.provisional
    if printed is not None and printed.all:
        form = CertificatesForm(request.GET.dict(), groups={_("Only one person"): printed.all})
        page |= {
            "form": form,
            "problems": [_("Please look at the fields marked below.")],
            "occasion": printed.occasion,
            "wait": printed.wait,
            "certificates": _chosen(form, printed) if form.is_valid() else (),
            "own_line": form.own_line if form.is_valid() else "",
        }
    elif printed is not None:
        page["nobody"] = True
    return render(request, "tournaments/prizes/certificates.html", page)


def _chosen(form: CertificatesForm, certificates: Certificates) -> list[Certificate]:
    """Return the certificates of the first, overall and by section; or everybody's."""
    if form.cleaned_data["whose"] == EVERYBODY:
        return form.chosen(certificates.all)
    return [*form.chosen(certificates.all), *form.chosen(certificates.of_sections)]


# Lots and prizes: what they hand to the rest of the program


def texts_of_prizes(club: Club) -> Iterator[StoredText]:
    """Yield the names and sponsors of prizes, and seeds of lots chosen by hand."""
    for tournament in Tournament.objects.filter(club=club).order_by("pk"):
        page = reverse("tournaments:prizes", args=[club.slug, tournament.pk])
        where = _("Tournament “%(title)s”") % {"title": tournament.title}
        for prize in Prize.objects.filter(tournament=tournament).order_by("pk"):
            yield StoredText(where, prize.name, page, Remedy.CHANGE)
            if prize.sponsor:
                yield StoredText(where, prize.sponsor, page, Remedy.CHANGE)
        for lot in Lot.objects.filter(tournament=tournament).exclude(seed="").order_by("pk"):
            yield StoredText(_("Seed of a draw: %(where)s") % {"where": where}, lot.seed, page, Remedy.STAYS)


_URLS: list[URLPattern] = [  # the same below a round and below the tournament
    path("prizes/", prizes, name="prizes"),
    path("prizes/shares/", share_out, name="share_out"),
    path("prizes/payout/", pay_out, name="pay_out"),
    path("prizes/payout/take-back/", take_back_payout, name="take_back_payout"),
    path("prizes/add/", add_prize, name="add_prize"),
    path("prizes/<int:position>/", change_prize, name="change_prize"),
    path("prizes/<int:position>/remove/", remove_prize, name="remove_prize"),
    path("prizes/<int:position>/choose/", choose_prize, name="choose_prize"),
    path("prizes/<int:position>/give/", give_prize, name="give_prize"),
    path("prizes/<int:position>/take-back/", take_back_prize, name="take_back_prize"),
    path("lots/", lots, name="lots"),
    path("certificates/", certificates, name="certificates"),
]
tournament_urls = [  # below …/<int:pk>/
    *_URLS,
    path("lots/<uuid:lot>/withdraw/", withdraw_lot, name="withdraw_lot"),
]
round_urls = _URLS  # below …/<int:pk>/rounds/<int:number>/


CAPABILITY = Capability(
    urls=__name__,
    words=log_of(verbs),
    free_texts=(texts_of_prizes,),
)
