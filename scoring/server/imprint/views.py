"""The imprint: who runs this server, which version of the program it is, whom to tell what."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.server.imprint.forms import ImprintForm
from scoring.server.imprint.verbs import change_imprint, operator_lines
from scoring.web.access import PAGE, account_of
from scoring.web.submitting import submit


@require_safe
def imprint(request: HttpRequest) -> HttpResponse:
    """For everybody."""
    page = {"lines": operator_lines(), "release": settings.RELEASE()}
    return render(request, "scoring/server/imprint/imprint.html", page)


@login_required
@require_http_methods(PAGE)
def edit_imprint(request: HttpRequest) -> HttpResponse:
    """Ask whoever set the program up for the lines of the imprint."""
    if not account_of(request).is_superuser:
        raise PermissionDenied(_("The imprint is written by the person who runs the program."))

    def form_for(posted: QueryDict | None = None) -> ImprintForm:
        return ImprintForm(posted, lines=operator_lines())

    form = form_for(request.POST or None)
    if form.is_valid() and submit(
        request, form, change_imprint, _("The imprint is saved."), form_for, lines=form.lines
    ):
        return redirect("scoring:imprint")
    return render(request, "scoring/server/imprint/edit_imprint.html", {"form": form})
