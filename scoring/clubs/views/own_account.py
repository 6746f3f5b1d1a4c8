"""One's own account: its second factor, its recovery codes, and where it is signed in."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.accounts import open_sessions
from scoring.accounts import second_factor as factors
from scoring.accounts.confirming import asks_again
from scoring.clubs.forms import SwitchOn
from scoring.models import SecondFactor
from scoring.web.access import PAGE, account_of
from scoring.web.links import qr_of
from scoring.web.submitting import submit

SECRET = "second_factor_secret"  # in the session, until the digits have been typed
OTHERS = "others"


@login_required
@require_safe
def second_factor(request: HttpRequest) -> HttpResponse:
    """Show whether the account asks for a second factor."""
    found = SecondFactor.objects.filter(account=account_of(request)).first()
    left = len(found.codes) if found else 0
    return render(request, "scoring/clubs/second_factor.html", {"factor": found, "left": left})


@login_required
@require_http_methods(PAGE)
@sensitive_post_parameters()
@asks_again(also_reading=True)
def second_factor_on(request: HttpRequest) -> HttpResponse:
    """Show a secret to share with a phone, and switch the factor on once the phone knows it."""
    account = account_of(request)
    if factors.is_on(account):
        request.session.pop(SECRET, None)
        return redirect("scoring:second_factor")
    secret = request.session.setdefault(SECRET, factors.new_secret())
    form = SwitchOn(request.POST or None)
    if form.is_valid():
        done = submit(request, form, factors.switch_on, secret=secret, typed=form.cleaned_data["typed"])
        if done:
            request.session.pop(SECRET, None)
            return _codes(request, done.result)
    page = {
        "form": form,
        "secret": " ".join(secret[start : start + 4] for start in range(0, len(secret), 4)),
        "qr": qr_of(factors.address_for_phone(account, secret), _("The secret as a QR code")),
    }
    return render(request, "scoring/clubs/second_factor_on.html", page)


@login_required
@require_POST
@asks_again()
def second_factor_off(request: HttpRequest) -> HttpResponse:
    """Ask for the password alone from now on."""
    submit(request, None, factors.switch_off, _("From now on only the password is asked for."))
    return redirect("scoring:second_factor")


@login_required
@require_POST
@asks_again()
def recovery_codes(request: HttpRequest) -> HttpResponse:
    """Make new recovery codes, and show them once."""
    done = submit(request, None, factors.renew_codes)
    return _codes(request, done.result) if done else redirect("scoring:second_factor")


def _codes(request: HttpRequest, codes: list[str]) -> HttpResponse:
    """Show recovery codes; a form that is sent once more finds them shown already."""
    if not codes:
        return redirect("scoring:second_factor")
    return render(request, "scoring/clubs/recovery_codes.html", {"codes": codes})


@login_required
@require_safe
def signed_in(request: HttpRequest) -> HttpResponse:
    """Show where the visitor's account is signed in."""
    found = open_sessions.open_sessions(account_of(request))
    this = [open_session for open_session in found if open_session.session_id == request.session.session_key]
    page = {"this": this, "others": [open_session for open_session in found if open_session not in this]}
    return render(request, "scoring/clubs/signed_in.html", page)


@login_required
@require_POST
def end_session(request: HttpRequest) -> HttpResponse:
    """Sign the visitor's account out in another browser, or in all others."""
    account, asked = account_of(request), request.POST.get("session", "")
    if asked == OTHERS:
        count = open_sessions.end_all_of(account, but=request.session.session_key)
        said = ngettext(
            "Signed out in %(count)d other browser.", "Signed out in %(count)d other browsers.", count
        )
        messages.success(request, said % {"count": count})
    elif asked.isascii() and asked.isdigit() and open_sessions.end(account, int(asked[:18])):
        messages.success(request, _("Signed out there."))
    else:
        messages.info(request, _("You were no longer signed in there."))
    return redirect("scoring:signed_in")
