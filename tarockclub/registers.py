"""Register everything in the database for the operator: to look up and to follow, never to change.

Every model has a list and a page for each row, derived from its columns; none is registered by hand. A column
without a label is not shown, nor is one that is hidden below. What may be changed has its page in the club,
and from here a link leads there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime
from functools import wraps
from typing import Any

from django.apps import apps
from django.contrib import admin
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.utils import get_fields_from_path, unquote
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import BadRequest
from django.db import DataError, models
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.urls import path, reverse
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.capability import log_line
from scoring.clock import day_in_words, moment_in_words
from scoring.models import Appointment, Club, Deed, Evening, Member, Participant
from scoring.names import folded
from scoring.table.pages.voices import OUTCOMES, SAYINGS
from scoring.table.pages.wording import ACT_WORDS
from tournaments.cash.forms import KINDS
from tournaments.corrections.disputes.forms import FINDINGS
from tournaments.duties import DUTIES
from tournaments.planning.desk import STAGES
from tournaments.wording import ADJUSTMENTS, STATES

NOTHING = "–"
COLUMNS_OF_A_LIST = 7

# Columns with a label that open a door, or that only the program needs.
HIDDEN = {"account.password", "signinattempt.browser", "series.code"}

SEARCHED = (models.CharField, models.TextField)
SEARCHED_NAMES = ("name", "title", "place", "text", "actor", "verb", "slug")
PEOPLE_IN_LISTS = {"players", "dealer", "seats", "order"}  # ids of participants of the evening

LABELS: Mapping[str, Promise] = {
    "club": gettext_lazy("Clubs"),
    "account": gettext_lazy("Accounts"),
    "member": gettext_lazy("Members"),
    "invitation": gettext_lazy("Invitations"),
    "deed": gettext_lazy("Log entries"),
    "clublog": gettext_lazy("Logs"),
    "storedimprint": gettext_lazy("Imprint"),
    "evening": gettext_lazy("Evenings"),
    "participant": gettext_lazy("People of the evenings"),
    "sheet": gettext_lazy("Tables"),
    "seal": gettext_lazy("Seals"),
    "coming": gettext_lazy("Who is coming?"),
    "settledpayment": gettext_lazy("Payments"),
    "sharing": gettext_lazy("Links to read"),
    "entry": gettext_lazy("Entries"),
    "otherversion": gettext_lazy("Hands recorded differently"),
    "voice": gettext_lazy("Confirmations and objections"),
    "reason": gettext_lazy("Reasons"),
    "row": gettext_lazy("Hands"),
    "tablescore": gettext_lazy("Scores"),
    "playedgame": gettext_lazy("Games of hands"),
    "playedseat": gettext_lazy("Seats of games"),
    "playedpremium": gettext_lazy("Premiums of hands"),
    "playedkontra": gettext_lazy("Kontras of hands"),
    "rulesetversion": gettext_lazy("Rules as they were played"),
    "ruleset": gettext_lazy("House rules"),
    "oldbatch": gettext_lazy("Old sheets"),
    "oldperson": gettext_lazy("People on old sheets"),
    "oldsheet": gettext_lazy("Tables of old amounts"),
    "oldline": gettext_lazy("Rows of old amounts"),
    "oldamount": gettext_lazy("Old amounts"),
    "olddifference": gettext_lazy("Paper and rules differ"),
    "secondfactor": gettext_lazy("Two-step sign-ins"),
    "opensession": gettext_lazy("Signed in"),
    "programmistake": gettext_lazy("Mistakes of the program"),
    "signinattempt": gettext_lazy("Failed sign-ins"),
    "tournament": gettext_lazy("Tournaments"),
    "round": gettext_lazy("Rounds"),
    "table": gettext_lazy("Tables of rounds"),
    "rewritten": gettext_lazy("Sheets that were replaced"),
    "tick": gettext_lazy("Changes of the clock"),
    "entrant": gettext_lazy("People of the tournaments"),
    "attendance": gettext_lazy("Who was there, and paid"),
    "cashentry": gettext_lazy("Other money of tournaments"),
    "tillcount": gettext_lazy("Counted tills"),
    "leaving": gettext_lazy("Who left during a round"),
    "paperresult": gettext_lazy("Results from paper"),
    "secondtyping": gettext_lazy("Results typed a second time"),
    "resultruling": gettext_lazy("Rulings on results"),
    "call": gettext_lazy("Calls for the arbiters"),
    "ruling": gettext_lazy("Rulings"),
    "permit": gettext_lazy("Arbiters permitted at their own table"),
    "lot": gettext_lazy("Lots"),
    "prize": gettext_lazy("Prizes"),
    "card": gettext_lazy("Cards that were renewed"),
    "preset": gettext_lazy("Presets of tournaments"),
    "duty": gettext_lazy("Duties at tournaments"),
    "series": gettext_lazy("Series"),
    "seriesevent": gettext_lazy("Events of series"),
    "membergroup": gettext_lazy("Groups"),
    "groupmember": gettext_lazy("Who is in groups"),
    "seriesgroup": gettext_lazy("Groups of series"),
    "broughtpoints": gettext_lazy("Points brought along"),
    "serieslot": gettext_lazy("Lots drawn in series"),
    "endtable": gettext_lazy("End tables"),
    "endtableversion": gettext_lazy("Versions of end tables"),
    "othername": gettext_lazy("What people are also called"),
    "endtableresult": gettext_lazy("Lines of end tables"),
    "seriesfinal": gettext_lazy("Finals of series"),
    "decline": gettext_lazy("Finals declined"),
    "pulse": gettext_lazy("How often something changed"),
    "opening": gettext_lazy("Registration opened"),
    "signup": gettext_lazy("Registered by themselves"),
    "wish": gettext_lazy("Wishes for the draw"),
}

# A choice that the pages of the program put into words too, in those words.
CHOICES: Mapping[str, Mapping[Any, Any]] = {
    "entry.act": ACT_WORDS,
    "voice.saying": SAYINGS,
    "voice.outcome": OUTCOMES,
    "tournament.state": STATES,
    "round.stage": STAGES,
    "tick.kind": {
        "pause": gettext_lazy("paused"),
        "resume": gettext_lazy("resumed"),
        "add": gettext_lazy("time added"),
    },
    "ruling.finding": FINDINGS,
    "resultruling.kind": ADJUSTMENTS,
    "duty.kind": DUTIES,
    "leaving.ranked": {
        "balance": gettext_lazy("with the balance they had then"),
        "last": gettext_lazy("last"),
    },
    "cashentry.kind": KINDS,
    "lot.about": {
        "rank": gettext_lazy("who is ranked first"),
        "choice": gettext_lazy("who chooses first"),
    },
}


class Registers(admin.AdminSite):
    """An admin of lists and single pages only; it answers 404 to all but superusers."""

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
        urls = [path("", self.admin_view(self.index), name="index")]
        for register in REGISTERS.values():
            urls += [
                path(f"{name}/", self.admin_view(view), name=f"{register.address_name}_{kind}")
                for name, view, kind in (
                    (register.name, register.changelist_view, "changelist"),
                    (f"{register.name}/<str:object_id>", register.change_view, "change"),
                )
            ]
        return urls

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        return list(REGISTERS.values())


class LookUp(ChangeList):
    """A list whose address may also say in which language."""

    def get_filters_params(self, params: Any = None) -> dict[str, Any]:
        filters: dict[str, Any] = super().get_filters_params(params)
        filters.pop("language", None)
        return filters


class Register(admin.ModelAdmin):
    """One table of the database, to read: what is shown of it follows from its columns."""

    actions = None
    view_on_site = False
    list_per_page = 50
    show_full_result_count = False

    def __init__(self, model: type[models.Model], admin_site: admin.AdminSite) -> None:
        super().__init__(model, admin_site)
        self.name = model._meta.model_name or ""
        self.title = LABELS[self.name]
        self.address_name = f"{model._meta.app_label}_{self.name}"
        self.evening_path, self.club_path = _path_to(Evening, model), _path_to(Club, model)
        fields = model._meta.concrete_fields
        self.shown = {
            field.name: field
            for field in fields
            if (field.auto_created or isinstance(field.verbose_name, Promise))
            and f"{self.name}.{field.name}" not in HIDDEN
        }
        self.texts = {field.name for field in fields if isinstance(field, SEARCHED)}
        self.fields_of_row = [self._column(name, linked=True) for name in self.shown]
        self.columns = self._short_columns() or self.fields_of_row

    def _short_columns(self) -> list[Callable[[Any], Any]]:
        """Return what a list shows: the first short columns, and at the end evening and club."""
        short = [
            name
            for name, field in self.shown.items()
            if not isinstance(field, models.JSONField | models.TextField | models.UUIDField)
            and not field.auto_created
            and name not in PEOPLE_IN_LISTS  # each row would ask for their names
        ]
        short.sort(key=lambda name: name not in ("name", "title"))  # a row is opened by its first column
        names = dict.fromkeys([*short[:COLUMNS_OF_A_LIST], *self._parents()])
        return [_what_was_done if name == "verb" else self._column(name) for name in names]

    def get_fields(self, request: HttpRequest, obj: Any = None) -> list[Any]:
        return self.fields_of_row

    get_readonly_fields = get_fields

    def get_list_display(self, request: HttpRequest) -> list[Any]:
        return self.columns

    def get_list_filter(self, request: HttpRequest) -> list[Any]:
        return [
            name
            for name, field in self.shown.items()
            if field.related_model is Club or isinstance(field, models.BooleanField) or name in ("at", "date")
        ]

    def get_search_fields(self, request: HttpRequest) -> list[str]:
        own = ["key"] if "key" in self.texts else [name for name in SEARCHED_NAMES if name in self.texts]
        people = [name for name, field in self.shown.items() if field.related_model in (Member, Participant)]
        return [*own, *(f"{name}__key" for name in people)]

    def get_ordering(self, request: HttpRequest) -> list[Any]:
        if self.opts.ordering:
            return []  # as the model says
        times = [f"-{name}" for name, field in self.shown.items() if isinstance(field, models.DateField)]
        return [*times[:1], "key" if "key" in self.texts else "-pk"]

    def get_list_select_related(self, request: HttpRequest) -> list[str]:
        return [*self._parents(), *self._named_by()]

    def _parents(self) -> list[str]:
        return [path for path in (self.evening_path, self.club_path) if path]

    def _named_by(self) -> Iterator[str]:
        """Yield the ways to what the names of the rows it refers to are made of."""
        for name, field in self.shown.items():
            if isinstance(field, models.ForeignKey):
                yield name
                for column in field.related_model._meta.concrete_fields:
                    if column.related_model in (Member, Participant):
                        yield f"{name}__{column.name}"

    def address(self) -> str:
        return reverse(f"admin:{self.address_name}_changelist")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    has_add_permission = has_delete_permission = has_change_permission

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return LookUp

    def get_changelist_instance(self, request: HttpRequest) -> ChangeList:
        try:
            return super().get_changelist_instance(request)
        except (IncorrectLookupParameters, OverflowError, ValueError, DataError):
            raise BadRequest("This address filters by something that is not there") from None

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Refuse filters by a hidden column: its letters could be found one by one."""
        return lookup.partition("__")[0] in self.shown and super().lookup_allowed(lookup, value, request)

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        row = super().get_object(request, object_id, from_field)
        if row is None:
            raise Http404
        return row

    def get_search_results(
        self, request: HttpRequest, queryset: models.QuerySet, search_term: str
    ) -> tuple[models.QuerySet, bool]:
        by_key = any(name.endswith("key") for name in self.get_search_fields(request))
        return super().get_search_results(request, queryset, folded(search_term) if by_key else search_term)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        row = self.get_object(request, unquote(object_id))
        context = {
            "title": _in_words(row),
            "register": self,
            "page": self._page_in_the_club(request, row),
            "leads_to": [
                {"register": REGISTERS[relation.related_model], "field": relation.field}
                for relation in self.opts.related_objects
                if relation.related_model in REGISTERS
            ],
        }
        return super().change_view(request, object_id, form_url, context)

    def _page_in_the_club(self, request: HttpRequest, obj: Any) -> str:
        """Return the nearest page of the club that shows the row; empty if the user may not open the club."""
        club = obj if isinstance(obj, Club) else _follow(obj, self.club_path) if self.club_path else None
        if club is None or not Club.objects.open_to(request.user).filter(pk=club.pk).exists():
            return ""
        for part in self.club_path.split("__"):
            if hasattr(obj, "get_absolute_url"):
                break
            obj = getattr(obj, part)
        if isinstance(obj, Evening) and obj.old_batch is not None and not obj.old_batch.counts:
            obj = obj.old_batch  # taken back with its old sheets
        return "" if isinstance(obj, Evening) and obj.spontaneous else str(obj.get_absolute_url())

    def _column(self, name: str, *, linked: bool = False) -> Callable[[Any], Any]:
        """Return the admin column of this name, with its values in words."""

        def value(row: Any) -> Any:
            content = self._value(row, name)
            if linked and type(content) in REGISTERS:
                address = reverse(f"admin:{REGISTERS[type(content)].address_name}_change", args=[content.pk])
                return format_html('<a href="{}">{}</a>', address, _in_words(content))
            return _in_words(content)

        value.__name__ = name
        field = get_fields_from_path(self.model, name)[-1]
        label = gettext_lazy("Identifier") if field.auto_created else field.verbose_name
        column: Callable[[Any], Any] = admin.display(value, description=label, ordering=name)
        return column

    def _value(self, row: Any, name: str) -> Any:
        content = _follow(row, name)
        if content and name in PEOPLE_IN_LISTS and self.evening_path:
            names = _follow(row, self.evening_path).names()
            people = [content] if isinstance(content, str) else content
            return ", ".join(names.get(person, person) for person in people)
        if content and name == "arbiters":
            return ", ".join(Member.objects.filter(pk__in=content).values_list("name", flat=True))
        if content and f"{self.name}.{name}" in CHOICES:
            return CHOICES[f"{self.name}.{name}"][content]
        return content


@admin.display(description=gettext_lazy("What"), ordering="verb")
def _what_was_done(deed: Deed) -> str:
    return log_line(deed)


def _path_to(target: type[models.Model], model: type[models.Model]) -> str:
    """Return the shortest way by foreign keys, first by those that are always filled; "" if there is none.

    >>> _path_to(Club, apps.get_model("scoring.Entry"))  # by who recorded it: shorter, if known
    'sheet__evening__club'
    >>> _path_to(Club, apps.get_model("scoring.Account"))
    ''
    """
    for may_be_empty in (False, True):
        ways, visited = [("", model)], {model}
        for way, current in ways:
            for field in current._meta.concrete_fields:
                other = field.related_model
                if not isinstance(other, type) or other in visited or (field.null and not may_be_empty):
                    continue
                longer = f"{way}__{field.name}".removeprefix("__")
                if other is target:
                    return longer
                visited.add(other)
                ways.append((longer, other))
    return ""


def _follow(row: Any, way: str) -> Any:
    for part in way.split("__"):
        row = getattr(row, part) if row is not None else None
    return row


def _in_words(value: Any) -> Any:
    match value:
        case None | "":
            return NOTHING
        case bool():
            return _("yes") if value else _("no")
        case datetime():
            return moment_in_words(value)
        case date():
            return day_in_words(value)
        case Deed():
            return log_line(value)
        case Evening():
            return f"{_in_words(value.date)} {value.place}".strip()
        case Participant():
            return value.guest if value.member is None else value.member.name
        case dict() | list():
            return format_html("<pre>{}</pre>", json.dumps(value, ensure_ascii=False, indent=2))
        case str() if "\n" in value:
            return format_html("<pre>{}</pre>", value)
    return str(value)


registers = Registers(name="admin")
REGISTERS: dict[Any, Register] = {}
for _model in (
    *apps.get_app_config("scoring").get_models(),
    *apps.get_app_config("tournaments").get_models(),
):
    if _model is not Appointment:  # it stands with its member
        REGISTERS[_model] = Register(_model, registers)
