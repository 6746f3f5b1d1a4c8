"""The imprint: who runs this server, how to reach them, and the version of the program."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.validators import validate_email
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import URLPattern, URLResolver, path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from scoring.accounts.sign_ins import ATTEMPTS_KEPT
from scoring.accounts.verbs import INVITATION_LASTS
from scoring.archive import waiting
from scoring.archive.backups import DEFAULT_COPIES
from scoring.capability import Capability
from scoring.clubs.privacy.name_locations import Remedy, StoredText
from scoring.deeds import PendingDeed, log_of, refuse, verb
from scoring.export import pending_downloads
from scoring.models import Account, Club, StoredImprint, mistakes
from scoring.web.access import PAGE, account_of
from scoring.web.fields import lines_field, text_field
from scoring.web.stored_forms import StoredForm
from scoring.web.submitting import submit

LONGEST_LINE, LONGEST_TEXT = 200, 2000


class OperatorLines(NamedTuple):
    """The operator's details in the imprint; all empty until they are filled in."""

    who: str = ""
    address: str = ""
    email: str = ""
    phone: str = ""
    further: str = ""


def operator_lines() -> OperatorLines:
    """Return the operator's details as last stored; they belong to no club."""
    stored = StoredImprint.objects.values(*OperatorLines._fields).first()
    return OperatorLines() if stored is None else OperatorLines(**stored)


def stored_texts(_club: Club) -> Iterator[StoredText]:
    """Yield the public text about the operator of this server, which is one text for all its clubs."""
    text = "\n".join(filter(None, operator_lines()))
    if text:
        yield StoredText(_("Imprint"), text, reverse("scoring:imprint"), Remedy.CHANGE)


def _problems_with(lines: OperatorLines) -> dict[str, list[str]]:
    problems: dict[str, list[str]] = {}
    if any(lines) and not lines.who:
        problems["who"] = [_("Please say who runs this server: the club, the company or the person.")]
    if lines.who and not (lines.address or lines.email or lines.phone):
        problems["email"] = [_("Please give at least one way: an address, an e-mail address or a number.")]
    if lines.email and not _is_email(lines.email):
        problems["email"] = [_("This is not an e-mail address. Please write it like club@example.org.")]
    for field, text in lines._asdict().items():
        longest = LONGEST_TEXT if field in ("address", "further") else LONGEST_LINE
        if len(text) > longest:
            problems.setdefault(field, [_("This is far too long.")])
    return problems


def _is_email(text: str) -> bool:
    try:
        validate_email(text)
    except ValidationError:
        return False
    return True


@verb(log=gettext_lazy("changed the imprint"), repeat_result=lambda deed, arguments: operator_lines())
def change_imprint(act: PendingDeed[Account], *, lines: OperatorLines) -> OperatorLines:
    """Store who runs this server, or nothing; earlier details stay in the log only."""
    lines = OperatorLines(*("\n".join(map(str.strip, text.strip().splitlines())) for text in lines))
    if not act.actor.is_superuser:
        raise PermissionDenied
    list(Account.objects.select_for_update().filter(is_superuser=True).order_by("pk"))
    act.demand_nothing_newer()
    refuse(_problems_with(lines))
    StoredImprint.objects.update_or_create(pk=1, defaults=lines._asdict())
    act.record(None, **lines._asdict())
    return lines


class ImprintForm(StoredForm):
    """The lines of the imprint; nothing is compulsory, and the verb says what is missing."""

    who = text_field(
        gettext_lazy("Who runs this server"),
        "",
        help_text=gettext_lazy("The club, the company or the person."),
    )
    address = lines_field(
        gettext_lazy("Address"),
        2 * LONGEST_TEXT,
        rows=3,
        help_text=gettext_lazy("Street, postcode and town."),
    )
    email = text_field(
        gettext_lazy("E-mail"), "", inputmode="email", autocapitalize="none", spellcheck="false"
    )
    phone = text_field(gettext_lazy("Telephone"), "", inputmode="tel")
    further = lines_field(
        gettext_lazy("Further lines"),
        2 * LONGEST_TEXT,
        rows=4,
        help_text=gettext_lazy(
            "For a club in Austria its ZVR number, who represents it, and what this server is for."
        ),
    )

    def __init__(self, *args: Any, lines: OperatorLines, **kwargs: Any) -> None:
        super().__init__(*args, initial=lines._asdict(), **kwargs)


@require_safe
def imprint(request: HttpRequest) -> HttpResponse:
    """Show everybody who runs this server, what it stores for how long, and the version."""
    page = {
        "lines": operator_lines(),
        "release": settings.RELEASE(),
        "phone_engine": settings.PHONE_ENGINE(),
        "sign_in_minutes": int(ATTEMPTS_KEPT.total_seconds() // 60),
        "invitation_days": INVITATION_LASTS.days,
        "export_minutes": pending_downloads.SECONDS_TO_FETCH // 60,
        "export_hours": pending_downloads.SECONDS_KEPT // (60 * 60),
        "brought_hours": waiting.FORGOTTEN_AFTER // (60 * 60),
        "backups_kept": DEFAULT_COPIES,
        "mistake_days": mistakes.RETENTION.days,
        "session_days": settings.SESSION_COOKIE_AGE // (24 * 60 * 60),
        "offline": settings.OFFLINE_PAGES,
    }
    return render(request, "scoring/server/imprint.html", page)


@login_required
@require_http_methods(PAGE)
def edit_imprint(request: HttpRequest) -> HttpResponse:
    """Ask the operator for the lines of the imprint."""
    if not account_of(request).is_superuser:
        raise PermissionDenied(_("The imprint is written by the person who runs the program."))

    def form_for(posted: QueryDict | None = None) -> ImprintForm:
        return ImprintForm(posted, lines=operator_lines())

    form = form_for(request.POST or None)
    if form.is_valid():
        lines = OperatorLines(**form.cleaned_data)
        if submit(request, form, change_imprint, _("The imprint is saved."), form_for, lines=lines):
            return redirect("scoring:imprint")
    return render(request, "scoring/server/edit_imprint.html", {"form": form})


site_urls: list[URLPattern | URLResolver] = [
    path("imprint/", imprint, name="imprint"),
    path("imprint/edit/", edit_imprint, name="edit_imprint"),
]

CAPABILITY = Capability(
    urls=__name__,
    words=log_of(change_imprint),
    free_texts=(stored_texts,),
)
