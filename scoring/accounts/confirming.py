"""Ask for the password again before what cannot be undone, unless it was given a moment ago."""

from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.debug import sensitive_post_parameters

from scoring import clock
from scoring.accounts.open_sessions import PASSWORD_GIVEN, note_password
from scoring.accounts.second_factor import code_fits, is_on
from scoring.accounts.sign_ins import TooManyTries, sign_in, too_many_codes, too_many_passwords
from scoring.models import Account, Appointment, Role
from scoring.web.fields import PageForm, code_field, password_field
from scoring.web.submitting import typed_fields

HOLDS = timedelta(minutes=10)
# Of what was typed, this is not kept.
KEPT_BACK = frozenset({"csrfmiddlewaretoken", "password_again", "code_again"})

AskingView = Callable[..., HttpResponse]


class PasswordAgain(PageForm):
    """Ask signed-in users for their password again, and for a code if they use one."""

    password_again = password_field(gettext_lazy("Your password"), autocomplete="current-password")
    code_again = code_field(gettext_lazy("Code"), help_text=gettext_lazy("The one you sign in with."))

    def __init__(self, *args: Any, has_code: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not has_code:
            del self.fields["code_again"]


def asks_again(
    when: Callable[[HttpRequest], bool] = lambda request: True,
    *,
    also_reading: bool = False,
) -> Callable[[AskingView], AskingView]:
    """Ask for the password before a form is answered; the typed contents are kept and used afterwards.

    `also_reading`: the page itself asks, before anything is typed, and nothing typed goes to and fro.
    """

    def decorate(view: AskingView) -> AskingView:
        @sensitive_post_parameters()
        @wraps(view)
        def ask_first(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            account, is_answer = request.user, "password_again" in request.POST
            is_asked = request.method == "POST" or also_reading
            if not is_asked or not isinstance(account, Account) or not when(request):
                return view(request, *args, **kwargs)
            given = request.session.get(PASSWORD_GIVEN, 0)
            if clock.now().timestamp() - given >= HOLDS.total_seconds():
                form = PasswordAgain(request.POST if is_answer else None, has_code=is_on(account))
                if not (form.is_valid() and _fits(request, account, form)):
                    return _asking(request, account, form, keeps=not also_reading)
            if is_answer and also_reading:
                return redirect(request.get_full_path())
            return view(request, *args, **kwargs)

        ask_first.__dict__["asks_for_password"] = True
        return ask_first

    return decorate


def of_an_owner(request: HttpRequest) -> bool:
    """Return whether a form is about the ownership of a club."""
    return request.POST.get("role") == Role.OWNER


def about_an_owner(request: HttpRequest) -> bool:
    """Return whether a form gives the ownership of a club to a member, or takes it away."""
    pk = request.resolver_match.kwargs["pk"] if request.resolver_match else None
    owners = Appointment.objects.filter(member=pk, role=Role.OWNER)
    return of_an_owner(request) or owners.exists()


def _fits(request: HttpRequest, account: Account, form: PasswordAgain) -> bool:
    """Return whether the password is right; guessing is as slow here as at signing in."""
    try:
        password = form.cleaned_data["password_again"]
        signed_in = sign_in(request, name=account.name, password=password, is_inside=True)
    except TooManyTries as wait:
        form.add_error(None, too_many_passwords(wait.minutes))
        return False
    if signed_in is None:
        form.add_error("password_again", _("This is not your password."))
        return False
    code = form.cleaned_data.get("code_again")
    if code is not None and (why := why_not_code(request, account, code)):
        form.add_error("code_again", why)
        return False
    note_password(request)
    return True


def why_not_code(request: HttpRequest, account: Account, code: str) -> str:
    """Return why a code is not accepted; empty if it is."""
    try:
        if code_fits(request, account, code):
            return ""
    except TooManyTries as wait:
        return too_many_codes(wait.minutes)
    return _("This code is wrong. The digits are valid for half a minute; recovery codes work once.")


def _asking(request: HttpRequest, account: Account, form: PasswordAgain, *, keeps: bool) -> HttpResponse:
    page = {
        "form": form,
        "typed": typed_fields(request, KEPT_BACK) if keeps else [],
        "name": account.name,
        "minutes": int(HOLDS.total_seconds()) // 60,
    }
    return render(request, "scoring/web/password_again.html", page)
