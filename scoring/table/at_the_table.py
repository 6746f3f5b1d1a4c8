"""Who visits a sheet, and with which rights: members of the club, and phones with its link."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.clock import day_in_words
from scoring.models import CLUB_EVENING, Account, Act, Sharing, Sheet
from scoring.moved import demand_here
from scoring.table.links import Kind
from scoring.table.links import code_of as code_of_link
from scoring.table_policy import Actor, Crumb, Occasion, occasion_of, policy_of
from scoring.web.known_browsers import Answer, keep_signed, kept_signed

OPENED = "sheets opened by link"  # in the session: id of the sheet to kind and generation
READ = "scoring.table.at_the_table"  # signs the codes that a browser opened to read, the newest last
MOST_READ = 30
OF_TOTALS = frozenset(("sheet", "hand", "correct_totals"))  # pages of a sheet that only says totals


@dataclass(frozen=True)
class Visit:
    """A sheet with its visitor."""

    sheet: Sheet
    actor: Actor | None  # None: only reads
    directs: bool  # the evening that it belongs to
    member: bool  # belongs to the club; a phone with a link does not
    sharing: Sharing | None = None  # of the whole evening, by which the visitor came

    @property
    def occasion(self) -> Occasion:
        return occasion_of(self.sheet)

    @property
    def crumbs(self) -> Sequence[Crumb]:
        if self.sharing is not None:
            day, code = day_in_words(self.sheet.evening.date), self.sharing.code
            return (Crumb(day, reverse("scoring:shared", args=[code])),)
        return self.occasion.crumbs(self.sheet, self.member)

    @property
    def ways(self) -> Sequence[Crumb]:
        return self.occasion.ways(self.sheet, self.actor)

    @property
    def records(self) -> bool:
        return self.actor is not None and self.sheet.is_open

    @property
    def changes(self) -> bool:
        """Return whether the visitor may correct entries, even on a closed sheet that allows it."""
        if self.actor is None:
            return False
        return self.sheet.is_open or policy_of(self.sheet).may_correct_closed(self.sheet, self.actor)

    def admits(self, act: Act) -> bool:
        """Return whether the visitor may take back the last entry now, or bring it back."""
        return self.records and self.occasion.admits(self.sheet, self.acts, act)

    @property
    def names(self) -> dict[str, str]:
        """Return names for what the visitor sends: a phone with a link learns none by guessing ids."""
        names = self.sheet.evening.names()
        if self.member:
            return names
        return {other: name for other, name in names.items() if other in self.sheet.totals}

    @property
    def acts(self) -> Actor:
        """Return the actor; refuse visitors who only read."""
        if self.actor is None:
            raise PermissionDenied
        return self.actor


class AtTheDoor:
    """A request for a sheet, which is loaded once and tried with each way of access."""

    def __init__(self, request: HttpRequest, pk: int, *, lock: bool = False) -> None:
        """Read the visitor from the request; with `lock`, the sheet is read only once it is locked."""
        self.request, self.pk, self.lock = request, pk, lock
        self.account = request.user if isinstance(request.user, Account) else None

    @property
    def has_a_key(self) -> bool:
        """Return whether the visitor may perhaps write: by an account, or by a link to this sheet."""
        return self.account is not None or str(self.pk) in self.request.session.get(OPENED, {})

    @cached_property
    def sheet(self) -> Sheet | None:
        return Sheet.numbered(self.pk, lock=self.lock)

    def visit(self) -> Visit | None:
        """Return the visit, with its rights; asked again, the sheet is read anew."""
        self.__dict__.pop("sheet", None)
        visitor = self._as_member()
        by_link = None if visitor is not None and visitor.actor is not None else self._by_link()
        if visitor is None:
            visitor = by_link
        elif by_link is not None and by_link.actor is not None:
            visitor = Visit(visitor.sheet, by_link.actor, directs=False, member=True)
        if visitor or (visitor := self._by_sharing()):
            return visitor
        sheet = self.sheet
        if sheet is None or not occasion_of(sheet).is_shown_to_all(sheet):
            return None
        return Visit(sheet, None, directs=False, member=False)

    def _as_member(self) -> Visit | None:
        if self.account is None:
            return None
        sheet = Sheet.numbered(self.pk, self.account, lock=self.lock)
        if sheet is None or not occasion_of(sheet).is_shown_to_members(sheet):
            return None
        actor = Actor(self.account)
        writes = actor if policy_of(sheet).may_record(sheet, actor) else None
        directs = sheet.is_directed and sheet.evening.occasion == CLUB_EVENING
        return Visit(sheet, writes, directs=directs, member=True)

    def _by_link(self) -> Visit | None:
        opened = self.request.session.get(OPENED, {}).get(str(self.pk))
        codes = codes_kept(self.request.COOKIES)
        sheet = self.sheet if opened or codes else None
        if sheet is None or not occasion_of(sheet).admits_link(sheet):
            return None
        if opened == ["record", sheet.record_link]:
            return Visit(sheet, Actor(link=sheet.record_link), directs=False, member=False)
        if opened == ["read", sheet.read_link] or code_of_link(sheet, "read") in codes:
            return Visit(sheet, None, directs=False, member=False)
        return None

    def _by_sharing(self) -> Visit | None:
        """Return the visit by a shared link to the evening, unless the link is withdrawn."""
        opened = codes_kept(self.request.COOKIES)
        sheet = self.sheet if opened else None
        if sheet is None:
            return None
        for sharing in Sharing.objects.readable().filter(evening=sheet.evening_id):
            if sharing.code in opened:
                return Visit(sheet, None, directs=False, member=False, sharing=sharing)
        return None


def visit(request: HttpRequest, pk: int) -> Visit:
    """Return the visit of a sheet; raise 404 where the request has no access to it."""
    return let_in(AtTheDoor(request, pk))


def let_in(door: AtTheDoor) -> Visit:
    """Return the visit of a sheet by a request; raise 404 where it has no access."""
    visitor = door.visit()
    sheet = door.sheet if visitor is None else visitor.sheet
    if sheet is not None:
        demand_here(sheet.evening.club)
    if visitor is None:
        raise Http404
    match = door.request.resolver_match
    if visitor.sheet.evening.totals and (match is None or match.url_name not in OF_TOTALS):
        raise Http404  # nobody sat at it: nothing is recorded, printed or shown of it hand by hand
    return visitor


def handing_on(request: HttpRequest, pk: int) -> Visit:
    """Return the visit of a member who may record, and so share links; PermissionDenied for others."""
    visitor = visit(request, pk)
    if visitor.acts.account is None:
        raise PermissionDenied
    if not visitor.sheet.evening.is_of_the_club:  # else whoever runs it has links of its own
        raise Http404
    return visitor


def remember_link(request: HttpRequest, sheet: Sheet, kind: Kind, answer: Answer) -> Answer:
    """Let this browser open the sheet; a reading link does not end a right to record."""
    if kind == "read":
        return _keep_opened(request, code_of_link(sheet, "read"), answer)
    opened = {str(sheet.pk): [kind, sheet.record_link]}
    request.session[OPENED] = {**request.session.get(OPENED, {}), **opened}
    return answer


def remember_sharing(request: HttpRequest, sharing: Sharing, answer: Answer) -> Answer:
    """Let this browser read the sheets of the evening from now on."""
    return _keep_opened(request, sharing.code, answer)


def _keep_opened(request: HttpRequest, code: str, answer: Answer) -> Answer:
    """Store a reader's opened links in their browser: strangers could fill the table of sessions."""
    codes = [*[opened for opened in codes_kept(request.COOKIES) if opened != code][1 - MOST_READ :], code]
    return keep_signed(answer, settings.READING_COOKIE_NAME, codes, READ)


def codes_kept(cookies: Mapping[str, str]) -> list[str]:
    """Return the codes that a browser opened to read, by its cookies."""
    return kept_signed(cookies, settings.READING_COOKIE_NAME, READ) or []


def closed_words() -> str:
    """Return the message that a closed table takes no more entries."""
    return _("This table is closed. Nothing more can be recorded; a director can reopen it.")
