"""Where somebody is signed in, and how that ends."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from scoring.accounts import open_sessions
from scoring.web.access import account_of

OTHERS = "others"


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
