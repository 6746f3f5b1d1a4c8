"""Everything the database keeps, for whoever runs the program: to look up and to follow, never to change.

What may be changed has its page, where a verb does it and the log tells of it; from here a link leads there.
A column that is not named here is not shown: no password, no link's checksum. What is shown is called as its
field, or as the method that tells it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import date, datetime
from functools import cache, wraps
from typing import Any

from django.contrib import admin
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.utils import get_fields_from_path
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import BadRequest
from django.db import DataError, models
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring.models import (
    Account,
    Club,
    Coming,
    CountedHands,
    Deed,
    Entry,
    Evening,
    EveningSums,
    Invitation,
    LineUpSums,
    Member,
    OldAmount,
    OldBatch,
    OldDifference,
    OldLine,
    OldPerson,
    OldSheet,
    OpenSession,
    Participant,
    ProgramMistake,
    Reason,
    Row,
    Ruleset,
    RulesetVersion,
    Seal,
    SecondFactor,
    Sharing,
    Sheet,
    SignInAttempt,
    TableScore,
    Voice,
)
from scoring.names import folded
from scoring.people import chronicle
from scoring.table.pages.history import DONE
from scoring.table.pages.voices import OUTCOMES, SAYINGS

NOTHING = "–"
IDENTIFIER = gettext_lazy("Identifier")
AdminColumn = Callable[[Any], Any]


class Registers(admin.AdminSite):
    """Lists and single pages, nothing else; for everybody but whoever runs the program they do not exist."""

    index_title = gettext_lazy("Everything stored")

    def has_permission(self, request: HttpRequest) -> bool:
        return request.user.is_superuser

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        @wraps(view)
        def look_up(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if not self.has_permission(request):
                raise Http404
            if request.method not in ("GET", "HEAD"):
                return HttpResponseNotAllowed(["GET", "HEAD"])
            answer: HttpResponse = view(request, *args, **kwargs)
            return answer

        return look_up

    def get_urls(self) -> list[Any]:
        found = [path("", self.admin_view(self.index), name="index")]
        for register in self._registry.values():
            found += register.get_urls()
        return found

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        return [
            {"name": register.title, "url": register.address}  # looked up where it is printed
            for register in self._registry.values()
            if isinstance(register, Register)
        ]


class LookUp(ChangeList):
    """A list whose address may also say in which language."""

    def get_filters_params(self, params: Any = None) -> dict[str, Any]:
        found: dict[str, Any] = super().get_filters_params(params)
        found.pop("language", None)
        return found

    def get_queryset(self, *args: Any, **kwargs: Any) -> models.QuerySet:
        with _as_made_up():
            return super().get_queryset(*args, **kwargs)

    def get_results(self, request: HttpRequest) -> None:
        with _as_made_up():
            super().get_results(request)


@contextmanager
def _as_made_up() -> Iterator[None]:
    """Take a number or a day that no database knows for what it is: a filter that somebody made up."""
    try:
        yield
    except (OverflowError, ValueError, DataError) as error:
        raise IncorrectLookupParameters(error) from error


class Register(admin.ModelAdmin):
    """One table of the database, to read."""

    title: Promise
    columns: tuple[str, ...]  # of the list; a path such as sheet__evening leads further
    further: tuple[str, ...] = ()  # of the page of one row
    of_club = "club"  # the path to the club whose page shows it; empty if there is none

    actions = None
    view_on_site = False
    list_per_page = 50
    show_full_result_count = False
    empty_value_display = NOTHING

    def address(self) -> str:
        return reverse(f"admin:{self._name}_changelist")

    @property
    def _name(self) -> str:
        return f"{self.opts.app_label}_{self.opts.model_name}"

    def get_urls(self) -> list[URLPattern]:
        before, view = f"{self.opts.model_name}/", self.admin_site.admin_view
        return [
            path(before, view(self.changelist_view), name=f"{self._name}_changelist"),
            path(f"{before}<str:object_id>/", view(self.change_view), name=f"{self._name}_change"),
        ]

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.admin_site.has_permission(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return LookUp

    def get_changelist_instance(self, request: HttpRequest) -> ChangeList:
        try:
            return super().get_changelist_instance(request)
        except IncorrectLookupParameters:
            raise BadRequest("An address that somebody made up") from None

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Nobody asks, letter by letter, for what is not shown."""
        shown = {name.partition("__")[0] for name in (*self.columns, *self.further)}
        return lookup.partition("__")[0] in shown and super().lookup_allowed(lookup, value, request)

    def get_list_display(self, request: HttpRequest) -> list[Any]:
        return [_column(self, name) for name in self.columns]

    def get_fields(self, request: HttpRequest, obj: Any = None) -> list[Any]:
        return [_column(self, name, linked=True) for name in (*self.columns, *self.further)]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[Any]:
        return self.get_fields(request, obj)

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        found = super().get_object(request, object_id, from_field)
        if found is None:
            raise Http404
        return found

    def get_search_results(
        self, request: HttpRequest, queryset: models.QuerySet, search_term: str
    ) -> tuple[models.QuerySet, bool]:
        words = folded(search_term) if "key" in self.search_fields else search_term
        return super().get_search_results(request, queryset, words)

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        return super().changelist_view(request, {"title": self.title, "here": self.address()})

    def render_change_form(
        self,
        request: HttpRequest,
        context: dict[str, Any],
        add: bool = False,
        change: bool = False,
        form_url: str = "",
        obj: Any = None,
    ) -> HttpResponse:
        context |= {
            "title": _said(obj),
            "register": {"name": self.title, "url": self.address()},
            "page": self._page(request, obj),
            "leads_to": list(self._leads_to(obj)),
        }
        return super().render_change_form(request, context, add, change, form_url, obj)

    def _page(self, request: HttpRequest, obj: Any) -> str:
        """Where the club itself sees it, if whoever looks it up belongs to the club."""
        club = _followed(obj, self.of_club) if self.of_club else None
        if club is None or not Club.objects.open_to(request.user).filter(pk=club.pk).exists():
            return ""
        return self.page_of(obj)

    def page_of(self, obj: Any) -> str:
        address = getattr(obj, "get_absolute_url", None)
        return address() if address is not None else ""

    def _leads_to(self, obj: Any) -> Iterator[dict[str, Any]]:
        """Return the rows of other tables that refer to this one."""
        for relation in self.opts.related_objects:
            other = self.admin_site._registry.get(relation.related_model)
            if isinstance(other, Register):
                field = relation.field
                yield {
                    "name": other.title,
                    "by": field.verbose_name,
                    "url": f"{other.address()}?{field.name}__exact={obj.pk}",
                }


registers = Registers(name="admin")


@cache
def _column(register: Register, name: str, *, linked: bool = False) -> AdminColumn:
    """Return what stands under this name, as somebody reads it."""

    def value(row: Any) -> Any:
        choose = getattr(register, f"told_{name}", None)
        found = choose(row) if choose is not None else _followed(row, name)
        if linked and isinstance(found, models.Model) and type(found) in registers._registry:
            there = reverse(f"admin:{found._meta.app_label}_{found._meta.model_name}_change", args=[found.pk])
            return format_html('<a href="{}">{}</a>', there, _said(found))
        return _said(found)

    value.__name__ = name
    known = {field.name for field in register.model._meta.get_fields()}
    ordering = name if name.partition("__")[0] in known else None
    column: AdminColumn = admin.display(value, description=_label(register, name), ordering=ordering)
    return column


def _label(register: Register, name: str) -> Any:
    """Return what a column is called: as its method says, or else the field at the end of its path."""
    told: Any = getattr(register, f"told_{name}", None)
    if hasattr(told, "short_description"):
        return told.short_description
    field = get_fields_from_path(register.model, name)[-1]
    return IDENTIFIER if field.auto_created else field.verbose_name


def _followed(row: Any, name: str) -> Any:
    for part in filter(None, name.split("__")):
        row = getattr(row, part) if row is not None else None
    return row


def _said(value: Any) -> Any:
    match value:
        case None | "":
            return NOTHING
        case bool():
            return _("yes") if value else _("no")
        case datetime():
            return date_format(timezone.localtime(value), pgettext("date format", "j M Y, H:i"))
        case date():
            return date_format(value, pgettext("date format", "j M Y"))
        case Evening():
            return f"{_said(value.date)} {value.place}".strip()
        case Participant():
            return value.guest if value.member is None else value.member.name
        case dict() | list():
            return format_html("<pre>{}</pre>", json.dumps(value, ensure_ascii=False, indent=2))
        case str() if "\n" in value:
            return format_html("<pre>{}</pre>", value)
    return str(value)


def _of_old_sheets(evening: Evening) -> str:
    """Where an evening that was taken back with its old sheets can still be seen; empty for any other."""
    batch = evening.old_batch
    return "" if batch is None or batch.counts else batch.get_absolute_url()


def _called(sheet: Sheet, people: Iterable[str]) -> str:
    names = sheet.evening.names()
    return ", ".join(names.get(one, one) for one in people)


@admin.register(Club, site=registers)
class Clubs(Register):
    """Clubs, with the terms they play on."""

    title = gettext_lazy("Clubs")
    columns = (
        *("name", "slug", "demonstration", "currency", "cents_per_point", "language", "default_rules"),
    )
    search_fields = ("name", "slug")
    of_club = ""

    def _page(self, request: HttpRequest, obj: Any) -> str:
        return self.page_of(obj) if Club.objects.open_to(request.user).filter(pk=obj.pk).exists() else ""


@admin.register(Account, site=registers)
class Accounts(Register):
    """Accounts: who signs in with which name, and when last."""

    title = gettext_lazy("Accounts")
    columns = ("name", "made_at", "last_login", "is_superuser")
    search_fields = ("key",)
    ordering = ("key",)
    of_club = ""


@admin.register(Member, site=registers)
class Members(Register):
    """Members of all clubs, with their roles."""

    title = gettext_lazy("Members")
    columns = ("name", "club", "account", "active")
    further = ("roles", "wants_to_go_at")
    list_filter = ("club", "active")
    search_fields = ("key",)
    list_select_related = ("club", "account")

    @staticmethod
    @admin.display(description=gettext_lazy("Roles"))
    def told_roles(member: Member) -> str:
        return ", ".join(str(role.label) for role in member.roles)


@admin.register(Invitation, site=registers)
class Invitations(Register):
    """Links to an account, whoever they were made for."""

    title = gettext_lazy("Invitations")
    columns = ("member", "member__club", "made_at", "expires_at", "used_at", "withdrawn_at")
    further = ("made_by",)
    search_fields = ("member__key",)
    ordering = ("-made_at",)
    list_select_related = ("member__club",)
    of_club = "member__club"

    def page_of(self, obj: Invitation) -> str:
        return obj.member.get_absolute_url()


@admin.register(Deed, site=registers)
class Deeds(Register):
    """The log of all clubs."""

    title = gettext_lazy("Deeds")
    columns = ("at", "actor", "what", "club")
    further = ("account", "verb", "details", "id")
    list_filter = ("club", "at")
    search_fields = ("actor", "verb")
    list_select_related = ("club",)

    @staticmethod
    @admin.display(description=gettext_lazy("What"))
    def told_what(deed: Deed) -> str:
        return chronicle.told(deed)

    def page_of(self, obj: Deed) -> str:
        return reverse("scoring:club_log", args=[obj.club.slug]) if obj.club is not None else ""


@admin.register(Evening, site=registers)
class Evenings(Register):
    """Evenings, with the rules and terms they were played on."""

    title = gettext_lazy("Evenings")
    columns = ("date", "place", "club", "ruleset", "opened_at", "closed_at")
    further = (
        *("options", "cents_per_point", "currency", "pagatkassa", "confirmation", "spontaneous"),
        "old_batch",
    )
    list_filter = ("club", "date")
    search_fields = ("place",)
    list_select_related = ("club", "ruleset")

    def page_of(self, obj: Evening) -> str:
        if obj.spontaneous:
            return ""
        return _of_old_sheets(obj) or obj.get_absolute_url()


@admin.register(Participant, site=registers)
class Participants(Register):
    """People who were there on an evening, as members or guests."""

    title = gettext_lazy("People of the evenings")
    columns = ("person", "evening", "evening__club")
    further = ("member", "guest", "id")
    search_fields = ("key", "member__key")
    ordering = ("-pk",)
    list_select_related = ("member", "evening__club")
    of_club = "evening__club"

    @staticmethod
    @admin.display(description=gettext_lazy("Name"))
    def told_person(participant: Participant) -> str:
        return str(_said(participant))


@admin.register(Sheet, site=registers)
class Sheets(Register):
    """The sheets of all tables."""

    title = gettext_lazy("Tables")
    columns = ("name", "evening", "evening__club", "opened_at", "closed_at")
    further = (
        "ruleset",
        "options",
        "players",
        "dealer",
        "record_link",
        "read_link",
        "seq",
        "standing",
        "voiced",
        "id",
    )
    search_fields = ("name", "evening__place")
    ordering = ("-pk",)
    list_select_related = ("evening__club",)
    of_club = "evening__club"

    @staticmethod
    def told_players(sheet: Sheet) -> str:
        return _called(sheet, sheet.players)

    @staticmethod
    def told_dealer(sheet: Sheet) -> str:
        return _called(sheet, [sheet.dealer])


@admin.register(Seal, site=registers)
class Seals(Register):
    """Seals of evenings, with their checksums."""

    title = gettext_lazy("Seals")
    columns = ("evening", "evening__club", "number", "code", "sealed_at", "by")
    further = ("digest", "sheets", "balances")
    ordering = ("-sealed_at",)
    list_select_related = ("evening__club", "by")
    of_club = "evening__club"

    @staticmethod
    @admin.display(description=gettext_lazy("Short checksum"))
    def told_code(seal: Seal) -> str:
        return seal.code

    def page_of(self, obj: Seal) -> str:
        settling = reverse("scoring:settling", args=[obj.evening.club.slug, obj.evening_id])
        return _of_old_sheets(obj.evening) or settling


@admin.register(Coming, site=registers)
class Comings(Register):
    """What members say of planned evenings."""

    title = gettext_lazy("Who is coming?")
    columns = ("evening", "evening__club", "member", "says", "by", "at")
    further = ("earlier",)
    ordering = ("-at",)
    list_select_related = ("evening__club", "member", "by")
    of_club = "evening__club"

    def page_of(self, obj: Coming) -> str:
        return reverse("scoring:coming_to", args=[obj.evening.club.slug, obj.evening_id])


@admin.register(Sharing, site=registers)
class Sharings(Register):
    """Links that only read, handed out by clubs and players."""

    title = gettext_lazy("Links to read")
    columns = ("what", "club", "evening", "member", "period", "made_at", "withdrawn_at")
    further = ("made_by",)
    list_filter = ("club",)
    ordering = ("-made_at",)
    list_select_related = ("club", "evening", "member")

    def page_of(self, obj: Sharing) -> str:
        return reverse("scoring:sharings", args=[obj.club.slug])


@admin.register(Entry, site=registers)
class Entries(Register):
    """Entries of all sheets, in every version."""

    title = gettext_lazy("Entries")
    columns = ("at", "sheet", "sheet__evening", "act", "by")
    further = ("seq", "supersedes", "record", "reason", "grounds", "id")
    list_filter = ("at",)
    search_fields = ("by__key",)
    ordering = ("-at",)
    list_select_related = ("sheet__evening", "by")
    of_club = "sheet__evening__club"

    @staticmethod
    def told_act(entry: Entry) -> str:
        return str(DONE[entry.act])

    def page_of(self, obj: Entry) -> str:
        return reverse("scoring:hand", args=[obj.sheet_id, obj.pk])


@admin.register(Voice, site=registers)
class Voices(Register):
    """Confirmations of hands and objections to them."""

    title = gettext_lazy("Confirmations and objections")
    columns = ("at", "sheet", "sheet__evening", "player", "saying", "by")
    further = ("outcome", "reason", "entry", "answers", "seq", "after", "id")
    list_filter = ("at",)
    search_fields = ("by__key", "player__key", "player__member__key")
    ordering = ("-at",)
    list_select_related = ("sheet__evening", "player__member", "by")
    of_club = "sheet__evening__club"

    @staticmethod
    def told_saying(voice: Voice) -> str:
        return str(SAYINGS[voice.saying])

    @staticmethod
    def told_outcome(voice: Voice) -> str:
        return str(OUTCOMES[voice.outcome]) if voice.outcome else NOTHING

    def page_of(self, obj: Voice) -> str:
        return reverse("scoring:hand", args=[obj.sheet_id, obj.entry_id])


@admin.register(Reason, site=registers)
class Reasons(Register):
    """Reasons that were given; of a blanked one, when that was."""

    title = gettext_lazy("Reasons")
    columns = ("text", "blanked_at")
    search_fields = ("text",)
    ordering = ("-pk",)
    of_club = ""


@admin.register(Row, site=registers)
class Rows(Register):
    """Rows of all sheets, as they follow from the entries."""

    title = gettext_lazy("Hands")
    columns = ("number", "sheet", "sheet__evening", "radl", "entry")
    further = ("players", "dealer", "owed", "triggers", "twelfths", "schrift_twelfths")
    ordering = ("-sheet", "-place")
    list_select_related = ("sheet__evening", "entry")
    of_club = "sheet__evening__club"

    @staticmethod
    def told_players(row: Row) -> str:
        return _called(row.sheet, row.players)

    @staticmethod
    def told_dealer(row: Row) -> str:
        return _called(row.sheet, [row.dealer])

    def page_of(self, obj: Row) -> str:
        return reverse("scoring:hand", args=[obj.sheet_id, obj.pk])


@admin.register(TableScore, site=registers)
class Scores(Register):
    """What everybody who sat at a table has won or lost there."""

    title = gettext_lazy("Scores")
    columns = ("participant", "hands", "twelfths", "schrift_twelfths", "sheet", "sheet__evening")
    search_fields = ("participant__key", "participant__member__key")
    ordering = ("-pk",)
    list_select_related = ("participant__member", "sheet__evening")
    of_club = "sheet__evening__club"

    def page_of(self, obj: TableScore) -> str:
        return reverse("scoring:sheet", args=[obj.sheet_id])


@admin.register(CountedHands, site=registers)
class HandsCounted(Register):
    """What statistics count of the hands of a table."""

    title = gettext_lazy("What is counted of hands")
    columns = ("sheet", "number", "sheet__evening")
    further = ("hands",)
    ordering = ("-pk",)
    list_select_related = ("sheet__evening",)
    of_club = "sheet__evening__club"

    def page_of(self, obj: CountedHands) -> str:
        return reverse("scoring:sheet", args=[obj.sheet_id])


@admin.register(EveningSums, site=registers)
class SumsOfEvenings(Register):
    """What statistics add up of an evening that is over."""

    title = gettext_lazy("Sums of evenings")
    columns = ("evening", "written")
    further = ("sums",)
    ordering = ("-pk",)
    list_select_related = ("evening__club",)
    of_club = "evening__club"

    def page_of(self, obj: EveningSums) -> str:
        return obj.evening.get_absolute_url()


@admin.register(LineUpSums, site=registers)
class SumsOfLineUps(Register):
    """What statistics add up of all who played hands together at a table, where the evening is over."""

    title = gettext_lazy("Sums of line-ups")
    columns = ("sheet", "written", "sheet__evening")
    further = ("sums",)
    ordering = ("-pk",)
    list_select_related = ("sheet__evening",)
    of_club = "sheet__evening__club"

    def page_of(self, obj: LineUpSums) -> str:
        return reverse("scoring:sheet", args=[obj.sheet_id])


@admin.register(RulesetVersion, site=registers)
class RulesetVersions(Register):
    """Versions of rule sheets, as they were played."""

    title = gettext_lazy("Rules as they were played")
    columns = ("slug", "edition", "code", "ruleset__club", "stored_at", "by")
    further = ("ruleset", "digest", "substance", "reworded_at", "text")
    search_fields = ("slug",)
    list_select_related = ("ruleset__club", "by")
    of_club = ""

    @staticmethod
    @admin.display(description=gettext_lazy("Short checksum"))
    def told_code(version: RulesetVersion) -> str:
        return version.code


@admin.register(Ruleset, site=registers)
class Rulesets(Register):
    """Rule sheets of clubs."""

    title = gettext_lazy("House rules")
    columns = ("slug", "club", "origin", "made_at", "retired_at", "shown_at")
    search_fields = ("slug",)
    list_select_related = ("club",)
    of_club = "club"


@admin.register(OldBatch, site=registers)
class OldBatches(Register):
    """Imports of old sheets."""

    title = gettext_lazy("Old sheets")
    columns = ("at", "club", "kind", "by", "withdrawn_at")
    further = ("withdrawn_by", "reason", "id")
    list_filter = ("club",)
    ordering = ("-at",)
    list_select_related = ("club", "by")

    @staticmethod
    def told_kind(batch: OldBatch) -> str:
        return batch.get_kind_display()


@admin.register(OldPerson, site=registers)
class OldPeople(Register):
    """People named on old sheets."""

    title = gettext_lazy("People on old sheets")
    columns = ("person", "batch", "batch__club")
    further = ("member", "guest", "id")
    search_fields = ("key", "member__key")
    ordering = ("-pk",)
    list_select_related = ("member", "batch__club")
    of_club = "batch__club"

    @staticmethod
    @admin.display(description=gettext_lazy("Name"))
    def told_person(person: OldPerson) -> str:
        return person.guest if person.member is None else person.member.name

    def page_of(self, obj: OldPerson) -> str:
        return obj.batch.get_absolute_url()


@admin.register(OldSheet, site=registers)
class OldSheets(Register):
    """Tables of which only amounts were brought in."""

    title = gettext_lazy("Tables of old amounts")
    columns = ("date", "place", "name", "batch", "batch__club")
    search_fields = ("place", "name")
    ordering = ("-date", "-pk")
    list_select_related = ("batch__club",)
    of_club = "batch__club"

    def page_of(self, obj: OldSheet) -> str:
        return obj.batch.get_absolute_url()


@admin.register(OldLine, site=registers)
class OldLines(Register):
    """Rows of old amounts."""

    title = gettext_lazy("Rows of old amounts")
    columns = ("sheet", "number", "file_row")
    ordering = ("-sheet", "number")
    list_select_related = ("sheet__batch__club",)
    of_club = "sheet__batch__club"

    def page_of(self, obj: OldLine) -> str:
        return obj.sheet.batch.get_absolute_url()


@admin.register(OldAmount, site=registers)
class OldAmounts(Register):
    """Amounts that old sheets give to each player."""

    title = gettext_lazy("Old amounts")
    columns = ("person", "twelfths", "line")
    ordering = ("-pk",)
    list_select_related = ("person__member", "line__sheet__batch__club")
    of_club = "line__sheet__batch__club"

    @staticmethod
    def told_person(amount: OldAmount) -> str:
        return OldPeople.told_person(amount.person)

    def page_of(self, obj: OldAmount) -> str:
        return obj.line.sheet.batch.get_absolute_url()


@admin.register(OldDifference, site=registers)
class OldDifferences(Register):
    """Hands for which an old sheet and the rules give different amounts."""

    title = gettext_lazy("Paper and rules differ")
    columns = ("batch", "file_row", "entry")
    further = ("amounts", "radl", "id")
    ordering = ("-batch", "file_row")
    list_select_related = ("batch__club", "entry")
    of_club = "batch__club"

    def page_of(self, obj: OldDifference) -> str:
        return reverse("scoring:hand", args=[obj.entry.sheet_id, obj.entry_id])


@admin.register(SecondFactor, site=registers)
class SecondFactors(Register):
    """Who asks for digits after the password; neither secrets nor codes."""

    title = gettext_lazy("Two-step sign-ins")
    columns = ("account", "made_at")
    search_fields = ("account__name",)
    ordering = ("-made_at",)
    of_club = ""


@admin.register(OpenSession, site=registers)
class OpenSessions(Register):
    """Where people are signed in."""

    title = gettext_lazy("Signed in")
    columns = ("account", "browser", "system", "address", "began_at")
    search_fields = ("account__name",)
    ordering = ("-began_at", "pk")
    of_club = ""


@admin.register(ProgramMistake, site=registers)
class ProgramMistakes(Register):
    """Where the program itself went wrong."""

    title = gettext_lazy("Mistakes of the program")
    columns = ("last_at", "count", "kind", "place")
    further = ("first_at", "done_at")
    search_fields = ("place", "kind")
    ordering = ("-last_at",)
    of_club = ""

    def page_of(self, obj: ProgramMistake) -> str:
        return reverse("scoring:mistakes")


@admin.register(SignInAttempt, site=registers)
class SignInAttempts(Register):
    """Sign-ins that failed."""

    title = gettext_lazy("Failed sign-ins")
    columns = ("at", "key", "address")
    search_fields = ("key", "address")
    ordering = ("-at",)
    of_club = ""
