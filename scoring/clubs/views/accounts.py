"""First start, signing in and out, invitations; account and device: passwords, second factors, sign-ins."""

from typing import Any
from urllib.parse import urlsplit

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import Resolver404, resolve, reverse
from django.utils.crypto import constant_time_compare
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from scoring import clock, demo
from scoring.accounts import open_sessions, phone_codes
from scoring.accounts import second_factor as factors
from scoring.accounts import verbs as people
from scoring.accounts.confirming import asks_again, why_not_code
from scoring.accounts.open_sessions import continue_session, start_session
from scoring.accounts.sign_ins import TooManyTries, too_many_codes, too_many_passwords, try_link
from scoring.accounts.sign_ins import sign_in as try_to_sign_in
from scoring.archive import waiting
from scoring.clubs.forms import ChangePassword, NewAccount, SetUp, SignIn, SignInCode, SwitchOn
from scoring.deeds import Refused
from scoring.export import pending_downloads
from scoring.models import Account, Club, Deed, Invitation, SecondFactor
from scoring.moved import demand_here
from scoring.web.access import PAGE, account_of, deed_of, own_address, redirect_to_sign_in
from scoring.web.fields import NewPassword
from scoring.web.known_browsers import remember
from scoring.web.link_previews import LinkPreview
from scoring.web.links import link_from_here, link_to, qr_of
from scoring.web.passphrases import is_passphrase
from scoring.web.submitting import submit

NO_PAGES_TO_GO_ON_TO = {"scoring:sign_in", "scoring:sign_in_code", "scoring:sign_out"}
HALF_IN = "half_in"  # in the session: who has given the password, and not yet the code
SECONDS_FOR_A_CODE = 600
SECRET = "second_factor_secret"  # in the session, until the digits have been typed
OTHERS = "others"


@sensitive_post_parameters()
@require_http_methods(PAGE)
def set_up(request: HttpRequest, code: str) -> HttpResponse:
    """Ask for the first owner and the first club, while there is no account."""
    if not constant_time_compare(code, people.setup_code()):
        raise Http404
    if request.method != "POST" and people.is_set_up():
        return redirect_to_sign_in(request, _("The set-up is done. Please sign in."))
    form = SetUp(request.POST or None)
    if form.is_valid():
        cleaned = form.cleaned_data
        try:
            owner = people.set_up(
                deed=deed_of(request),
                code=code,
                name=cleaned["name"],
                password=cleaned["password"],
                terms=form.terms,
                called=cleaned["called"],
            )
        except Refused as refused:
            form.show(refused)
        except PermissionDenied:
            raise Http404 from None
        else:
            start_session(request, owner)
            waiting.forget()  # a club that was looked at, and not brought in
            if cleaned["demonstration"]:
                demo.create_demo_club(actor=owner)
            club = Club.objects.owned_by(owner).earliest("pk")
            first = (
                club.get_absolute_url()
                if cleaned["demonstration"]
                else reverse("scoring:just_play", args=[club.slug])
            )
            return remember(request, owner.name, _shown_once(request, owner, cleaned["password"], first))
    elif people.is_set_up():
        raise Http404
    return render(request, "scoring/clubs/set_up.html", {"form": form, "code": code})


def _shown_once(request: HttpRequest, account: Account, password: str, first: str) -> HttpResponse:
    """Show a suggested passphrase once, on a sheet to print; go on at once after any other password."""
    if not is_passphrase(password):
        return redirect(first)
    page = {"address": link_to(request, "/").url, "owner": account, "password": password, "first": first}
    return render(request, "scoring/clubs/first_password.html", page)


@sensitive_post_parameters()
@require_http_methods(PAGE)
def sign_in(request: HttpRequest) -> HttpResponse:
    """Ask for name and password, and sign in."""
    next_page = _own_path(request.POST.get("next") or request.GET.get("next") or "")
    if request.method != "POST" and isinstance(request.user, Account):
        return redirect(next_page or own_address(request))
    form = SignIn(request.POST or None)
    if form.is_valid():
        try:
            account = try_to_sign_in(request, **form.cleaned_data)
        except TooManyTries as wait:
            form.add_error(None, too_many_passwords(wait.minutes))
        else:
            if account is not None:
                pending_downloads.throw_away(older_than=pending_downloads.SECONDS_KEPT)
                waiting.forget(older_than=waiting.FORGOTTEN_AFTER)
                return _let_in(request, account, next_page)
            form.add_error(None, _("Name and password do not match. Please check both."))
    return render(request, "scoring/clubs/sign_in.html", {"form": form, "next": next_page})


def _let_in(request: HttpRequest, account: Account, next_page: str) -> HttpResponse:
    """Redirect after the password: to the requested page, or to the code if the account asks for one."""
    if factors.is_on(account):
        request.session[HALF_IN] = [account.pk, account.get_session_auth_hash(), _seconds(), next_page]
        return redirect("scoring:sign_in_code")
    start_session(request, account)
    return remember(request, account.name, redirect(next_page or own_address(request)))


def _seconds() -> float:
    return clock.now().timestamp()


def _half_in(request: HttpRequest) -> tuple[Account | None, str]:
    """Return the account whose password was just given, and the page it wanted."""
    pk, password, given, next_page = request.session.get(HALF_IN, (0, "", 0, ""))
    account = Account.objects.filter(pk=pk).first()
    if account is None or _seconds() - given > SECONDS_FOR_A_CODE:
        return None, ""
    return (account if constant_time_compare(password, account.get_session_auth_hash()) else None), next_page


@sensitive_post_parameters()
@require_http_methods(PAGE)
def sign_in_code(request: HttpRequest) -> HttpResponse:
    """Ask for the second factor, after the password."""
    account, next_page = _half_in(request)
    if account is None:
        return redirect("scoring:sign_in")
    form = SignInCode(request.POST or None)
    if _has_code(request, account, form):
        del request.session[HALF_IN]
        start_session(request, account)
        return remember(request, account.name, redirect(next_page or own_address(request)))
    return render(request, "scoring/clubs/sign_in_code.html", {"form": form})


def _own_path(path: str) -> str:
    """Return the path to go on to, if it is a page of ours that can be read."""
    if not (path.startswith("/") and url_has_allowed_host_and_scheme(path, allowed_hosts=None)):
        return ""
    try:
        page = resolve(urlsplit(path).path)
    except Resolver404:
        return ""
    return "" if page.view_name in NO_PAGES_TO_GO_ON_TO else path


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign out."""
    list(messages.get_messages(request))  # what was not read yet is not for whoever comes next
    logout(request)
    return redirect(_own_path(request.POST.get("next", "")) or "scoring:home")


@sensitive_post_parameters()
@require_http_methods(PAGE)
def display(request: HttpRequest) -> HttpResponse:
    """Show the account, and change its password; offer light or dark and three sizes for this browser."""
    lights = [("", _("Same as the device")), ("light", _("Light")), ("dark", _("Dark"))]
    sizes = [
        ("", pgettext("letters", "Usual")),
        ("large", pgettext("letters", "Large")),
        ("larger", pgettext("letters", "Larger")),
    ]
    page: dict[str, Any] = {"lights": lights, "sizes": sizes}
    if isinstance(request.user, Account):
        factor = SecondFactor.objects.filter(account=request.user).first()
        form = ChangePassword(request.POST or None, has_code=factor is not None)
        if form.is_valid() and _password_is_changed(request, form):
            return redirect("scoring:display")
        this_session = request.session.session_key
        sessions = sorted(
            open_sessions.open_sessions(request.user), key=lambda session: session.session_id != this_session
        )
        page |= {"form": form, "factor": factor, "sessions": sessions}
        clubs = list(Club.objects.open_to(request.user)[:2])
        page["club"] = clubs[0] if len(clubs) == 1 else None  # whose places stand around the page
        page["this_session"] = this_session
    elif request.method == "POST":
        return redirect("scoring:sign_in")
    return render(request, "scoring/web/display.html", page)


def _password_is_changed(request: HttpRequest, form: ChangePassword) -> bool:
    """Change the password, or say in the form why not."""
    cleaned, actor, deed = form.cleaned_data, account_of(request), deed_of(request)
    try:
        # A try of the old password counts as at the door; the verb says if it is wrong.
        if not Deed.objects.filter(pk=deed, account=actor, verb="change_password").exists():
            old_fits = try_to_sign_in(request, name=actor.name, password=cleaned["old"], is_inside=True)
            if old_fits and "code" in cleaned and (why := why_not_code(request, actor, cleaned["code"])):
                form.add_error("code", why)
                return False
        account = people.change_password(actor=actor, deed=deed, old=cleaned["old"], new=cleaned["password"])
    except TooManyTries as wait:
        form.add_error(None, too_many_passwords(wait.minutes))
        return False
    except Refused as refused:
        form.show(refused)
        return False
    continue_session(request, account)
    messages.success(request, _("The new password is valid from now on."))
    return True


@sensitive_post_parameters()
@require_http_methods(PAGE)
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Answer a link: make an account, join with an existing one, or set a new password."""
    link = people.find_invitation(token)
    if link is not None and link.member.account is None:  # a new password is good for other clubs, too
        demand_here(link.member.club)
    try:
        if request.method == "POST":
            return _answered(request, token, link)
        if link is None:
            raise people.LinkIsGone
    except people.LinkIsGone:
        return render(request, "scoring/clubs/link_is_gone.html", status=404)
    return _shown_again(request, link, _form_of(link))


def _form_of(link: Invitation | None) -> NewAccount | NewPassword:
    if link is None or link.member.account is not None:
        return NewPassword()
    return NewAccount(initial={"name": link.member.name})


def _shown_again(
    request: HttpRequest, link: Invitation | None, form: NewAccount | NewPassword, problem: str = ""
) -> HttpResponse:
    if link is None:
        raise people.LinkIsGone
    member = link.member
    page = {
        "invitation": link,
        "form": form,
        "problem": problem,
        "is_mine": link.made_by == request.user,
        "is_inside": isinstance(request.user, Account)
        and member.club.members.filter(account=request.user).exists(),
    }
    if member.account is None:  # nobody is named in a chat
        sentence = _("Choose a password of your own, then you are a member of the club.")
        page["link_preview"] = LinkPreview(f"{_('Invitation')} · {member.club.name}", sentence)
    return render(request, "scoring/clubs/invitation.html", page)


def _answered(request: HttpRequest, token: str, link: Invitation | None) -> HttpResponse:
    deed = deed_of(request)
    what = request.POST.get("what", "")
    if what == "join" and isinstance(request.user, Account):
        try:
            club = people.join(request.user, deed, token=token)
        except Refused as refused:
            return _shown_again(request, link, _form_of(link), " ".join(refused.sentences))
        return redirect(club)
    form = NewPassword(request.POST) if what == "password" else NewAccount(request.POST)
    try:
        try_link(request, people.link_of(token), is_real=people.is_real(token))
    except TooManyTries as wait:
        if not people.is_real(token):
            return render(request, "scoring/clubs/link_is_gone.html", status=429)
        message = ngettext(
            "This link has been tried too often. Please wait %(minutes)d minute, then try again.",
            "This link has been tried too often. Please wait %(minutes)d minutes, then try again.",
            wait.minutes,
        )
        form.add_error(None, message % {"minutes": wait.minutes})
    if form.is_valid():
        cleaned = form.cleaned_data
        try:
            if what == "password":
                account, club = people.renew_password(deed=deed, token=token, password=cleaned["password"])
            else:
                account, club = people.accept_invitation(
                    deed=deed, token=token, name=cleaned["name"], password=cleaned["password"]
                )
        except Refused as refused:
            form.show(refused)
        else:
            open_sessions.end_all_of(account)  # a new password is new everywhere
            answer = _let_in(request, account, club.get_absolute_url())
            if factors.is_on(account):
                return answer
            sheet = _shown_once(request, account, cleaned["password"], club.get_absolute_url())
            return remember(request, account.name, sheet)
    return _shown_again(request, link, form)


# One's own account: its second factor, its recovery codes, and signing out elsewhere


@login_required
@require_http_methods(PAGE)
@sensitive_post_parameters()
@asks_again(also_reading=True)
def second_factor_on(request: HttpRequest) -> HttpResponse:
    """Show a secret to share with a phone, and switch the factor on once the phone knows it."""
    account = account_of(request)
    if factors.is_on(account):
        request.session.pop(SECRET, None)
        return redirect("scoring:display")
    secret = request.session.setdefault(SECRET, factors.new_secret())
    form = SwitchOn(request.POST or None)
    if form.is_valid():
        saved = submit(request, form, factors.switch_on, secret=secret, typed=form.cleaned_data["typed"])
        if saved:
            request.session.pop(SECRET, None)
            # Whoever came in elsewhere gave only a password.
            open_sessions.end_all_of(account, but=request.session.session_key)
            return _codes(request, saved.result)
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
    return redirect("scoring:display")


@login_required
@require_POST
@asks_again()
def recovery_codes(request: HttpRequest) -> HttpResponse:
    """Make new recovery codes, and show them once."""
    saved = submit(request, None, factors.renew_codes)
    return _codes(request, saved.result) if saved else redirect("scoring:display")


def _codes(request: HttpRequest, codes: list[str]) -> HttpResponse:
    """Show recovery codes; a form that is sent once more finds them shown already."""
    if not codes:
        return redirect("scoring:display")
    return render(request, "scoring/clubs/recovery_codes.html", {"codes": codes})


# Another phone of one's own, signed in by a code


@login_required
@require_http_methods(PAGE)
def second_phone(request: HttpRequest) -> HttpResponse:
    """Show a new code that signs in another phone, as a picture and as a link, once the button is tapped."""
    page: dict[str, Any] = {}
    if request.method == "POST":
        code, until = phone_codes.show_code(request)
        path = reverse("scoring:sign_in_phone", args=[code])
        link = link_from_here(request, path)
        page = {"link": link_to(request, path) if link.local else link, "until": until}
    return render(request, "scoring/clubs/second_phone.html", page)


@sensitive_post_parameters()
@require_http_methods(PAGE)
def sign_in_phone(request: HttpRequest, code: str) -> HttpResponse:
    """Ask whether to sign in with the account that shows the code; the button uses the code up."""
    try:
        account = phone_codes.account_behind(request, code)
        is_inside = request.user == account
        has_factor = not is_inside and factors.is_on(account)
        form = SignInCode(request.POST or None) if has_factor else None
        if request.method == "POST":
            if is_inside:
                return redirect(own_address(request))
            if form is None or _has_code(request, account, form):
                account = phone_codes.sign_in_phone(None, deed_of(request), code=code)
                start_session(request, account, by_password=False)
                return remember(request, account.name, redirect(own_address(request)))
    except phone_codes.CodeIsGone:
        return render(request, "scoring/clubs/phone_code_is_gone.html", status=404)
    except TooManyTries as wait:
        problem = {"problem": too_many_codes(wait.minutes)}
        return render(request, "scoring/clubs/phone_code_is_gone.html", problem, status=429)
    page = {"name": account.name, "form": form, "is_inside": is_inside}
    return render(request, "scoring/clubs/sign_in_phone.html", page)


def _has_code(request: HttpRequest, account: Account, form: SignInCode) -> bool:
    """Return whether a form has the account's second factor; if not, add the error to it."""
    if not form.is_valid():
        return False
    if why := why_not_code(request, account, form.cleaned_data["typed"]):
        form.add_error("typed", why)
    return not why


@login_required
@require_POST
def end_session(request: HttpRequest) -> HttpResponse:
    """Sign the visitor's account out in another browser, or in all others."""
    account, session = account_of(request), request.POST.get("session", "")
    if session == OTHERS:
        count = open_sessions.end_all_of(account, but=request.session.session_key)
        message = ngettext(
            "Signed out in %(count)d other browser.", "Signed out in %(count)d other browsers.", count
        )
        messages.success(request, message % {"count": count})
    elif session.isascii() and session.isdigit() and open_sessions.end(account, int(session[:18])):
        messages.success(request, _("Signed out there."))
    else:
        messages.info(request, _("You were no longer signed in there."))
    return redirect("scoring:display")
