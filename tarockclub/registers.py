"""Everything the database keeps, for whoever runs the program: to look up and to follow, never to change.

Every model has a list and a page for each row, derived from its columns; none is registered by hand. A column
without a label is not shown, nor is one that is hidden below. What may be changed has its page in the club,
and from here a link leads there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date, datetime
from functools import cached_property, wraps
from typing import Any

from django.apps import apps
from django.contrib import admin
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import BadRequest
from django.db import DataError, models
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.urls import URLPattern, path, reverse
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.capability import log_line
from scoring.clock import day_in_words, moment_in_words
from scoring.models import Appointment, Club, Deed, Evening, Member, Participant
from scoring.names import folded
from scoring.table.pages.voices import OUTCOMES, SAYINGS
from scoring.table.pages.wording import DONE
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
    "deed": gettext_lazy("Deeds"),
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
    "otherversion": gettext_lazy("Hands recorded otherwise"),
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
    "serieslot": gettext_lazy("Lots of series"),
    "endtable": gettext_lazy("End tables"),
    "endtableversion": gettext_lazy("Versions of end tables"),
    "othername": gettext_lazy("What people are also called"),
    "endtableresult": gettext_lazy("Lines of end tables"),
    "keptoutcomes": gettext_lazy("What tournaments gave"),
    "seriesfinal": gettext_lazy("Finals of series"),
    "decline": gettext_lazy("Finals declined"),
    "pulse": gettext_lazy("How often something changed"),
    "opening": gettext_lazy("Registration opened"),
    "signup": gettext_lazy("Registered by themselves"),
    "wish": gettext_lazy("Wishes for the draw"),
}

# A choice that the pages of the program put into words too, in those words.
CHOICES: Mapping[str, Mapping[Any, Any]] = {
    "entry.act": DONE,
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
        for register in self._all():
            found += register.get_urls()
        return found

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        return [
            {"name": register.title, "url": register.address}  # looked up where it is printed
            for register in self._all()
            if isinstance(register, Register)
        ]

    def _all(self) -> Iterator[admin.ModelAdmin[Any]]:
        return (self.get_model_admin(model) for model in apps.get_models() if self.is_registered(model))


class LookUp(ChangeList):
    """A list whose address may also say in which language."""

    def get_filters_params(self, params: Any = None) -> dict[str, Any]:
        found: dict[str, Any] = super().get_filters_params(params)
        found.pop("language", None)
        return found

    def get_queryset(self, *args: Any, **kwargs: Any) -> models.QuerySet:
        with _refuse_impossible_values():
            return super().get_queryset(*args, **kwargs)

    def get_results(self, request: HttpRequest) -> None:
        with _refuse_impossible_values():
            super().get_results(request)


@contextmanager
def _refuse_impossible_values() -> Iterator[None]:
    """Refuse a number or a day in a filter that no database knows."""
    try:
        yield
    except (OverflowError, ValueError, DataError) as error:
        raise IncorrectLookupParameters(error) from error


class Register(admin.ModelAdmin):
    """One table of the database, to read: what is shown of it follows from its columns."""

    actions = None
    view_on_site = False
    list_per_page = 50
    show_full_result_count = False
    empty_value_display = NOTHING

    def __init__(self, model: type[models.Model], admin_site: admin.AdminSite) -> None:
        super().__init__(model, admin_site)
        self.name = model._meta.model_name or ""
        self.title = LABELS[self.name]
        self.shown = [
            field
            for field in model._meta.concrete_fields
            if (field.auto_created or isinstance(field.verbose_name, Promise))
            and f"{self.name}.{field.name}" not in HIDDEN
        ]
        self.texts = {field.name for field in model._meta.concrete_fields if isinstance(field, SEARCHED)}
        self.club_path = _path_to(Club, model)
        self.evening_path = _path_to(Evening, model)

    def get_search_fields(self, request: HttpRequest) -> list[str]:
        own = ["key"] if "key" in self.texts else [name for name in SEARCHED_NAMES if name in self.texts]
        people = [field.name for field in self.shown if field.related_model in (Member, Participant)]
        return [*own, *(f"{name}__key" for name in people)]

    def get_list_filter(self, request: HttpRequest) -> list[Any]:
        return [
            field.name
            for field in self.shown
            if field.related_model is Club
            or isinstance(field, models.BooleanField)
            or field.name in ("at", "date")
        ]

    def get_ordering(self, request: HttpRequest) -> list[Any]:
        if self.opts.ordering:
            return []  # as the model says
        times = [f"-{field.name}" for field in self.shown if isinstance(field, models.DateField)]
        return [*times[:1], "key" if "key" in self.texts else "-pk"]

    @cached_property
    def columns(self) -> list[Callable[[Any], Any]]:
        """Return what a list shows: the first short columns, and at the end evening and club."""
        short = [
            field.name
            for field in self.shown
            if not isinstance(field, models.JSONField | models.TextField | models.UUIDField)
            and not field.auto_created
            and field.name not in PEOPLE_IN_LISTS  # each row would ask for their names
        ]
        short.sort(key=lambda name: name not in ("name", "title"))  # a row is opened by its first column
        further = [way for way in (self.evening_path, self.club_path) if way and way not in short]
        names = [*short[:COLUMNS_OF_A_LIST], *further]
        columns = [_what_was_done if name == "verb" else self._column(name) for name in names]
        return columns or self.fields_of_a_row

    @cached_property
    def fields_of_a_row(self) -> list[Callable[[Any], Any]]:
        return [self._column(field.name, linked=True) for field in self.shown]

    def get_queryset(self, request: HttpRequest) -> models.QuerySet:
        """Return the rows, with everything that the names of what they refer to need."""
        ways = [way for way in (self.evening_path, self.club_path) if way]
        for field in self.shown:
            if isinstance(field, models.ForeignKey):
                ways += [field.name, *_named_by(field)]
        return super().get_queryset(request).select_related(*ways)

    def address(self) -> str:
        return reverse(f"admin:{self._view}_changelist")

    @property
    def _view(self) -> str:
        return f"{self.opts.app_label}_{self.opts.model_name}"

    def get_urls(self) -> list[URLPattern]:
        before, view = f"{self.opts.model_name}/", self.admin_site.admin_view
        return [
            path(before, view(self.changelist_view), name=f"{self._view}_changelist"),
            path(f"{before}<str:object_id>/", view(self.change_view), name=f"{self._view}_change"),
        ]

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.admin_site.has_permission(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    has_add_permission = has_delete_permission = has_change_permission

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return LookUp

    def get_changelist_instance(self, request: HttpRequest) -> ChangeList:
        try:
            return super().get_changelist_instance(request)
        except IncorrectLookupParameters:
            raise BadRequest("This address filters by something that is not there") from None

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Refuse filters by a hidden column: its letters could be found one by one."""
        shown = {field.name for field in self.shown}
        return lookup.partition("__")[0] in shown and super().lookup_allowed(lookup, value, request)

    def get_list_display(self, request: HttpRequest) -> list[Any]:
        return self.columns

    def get_fields(self, request: HttpRequest, obj: Any = None) -> list[Any]:
        return self.fields_of_a_row

    get_readonly_fields = get_fields

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        found = super().get_object(request, object_id, from_field)
        if found is None:
            raise Http404
        return found

    def get_search_results(
        self, request: HttpRequest, queryset: models.QuerySet, search_term: str
    ) -> tuple[models.QuerySet, bool]:
        by_key = any(name.endswith("key") for name in self.get_search_fields(request))
        words = folded(search_term) if by_key else search_term
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
            "title": _in_words(obj),
            "register": {"name": self.title, "url": self.address()},
            "page": self._page_in_the_club(request, obj),
            "leads_to": list(self._referring(obj)),
        }
        return super().render_change_form(request, context, add, change, form_url, obj)

    def _page_in_the_club(self, request: HttpRequest, obj: Any) -> str:
        """Return the nearest page of the club that shows it, if whoever looks it up belongs to the club."""
        club = obj if isinstance(obj, Club) else _follow(obj, self.club_path) if self.club_path else None
        if club is None or not Club.objects.open_to(request.user).filter(pk=club.pk).exists():
            return ""
        for part in self.club_path.split("__"):
            if hasattr(obj, "get_absolute_url"):
                break
            obj = getattr(obj, part)
        return _page_of_evening(obj) if isinstance(obj, Evening) else str(obj.get_absolute_url())

    def _referring(self, obj: Any) -> Iterator[dict[str, Any]]:
        """Yield the lists of the rows of other tables that refer to this one."""
        for relation in self.opts.related_objects:
            if not self.admin_site.is_registered(relation.related_model):
                continue
            other, field = self.admin_site.get_model_admin(relation.related_model), relation.field
            if isinstance(other, Register):
                yield {
                    "name": other.title,
                    "by": field.verbose_name,
                    "url": f"{other.address()}?{field.name}__exact={obj.pk}",
                }

    def _column(self, name: str, *, linked: bool = False) -> Callable[[Any], Any]:
        """Return the column of this name, as somebody reads it."""

        def value(row: Any) -> Any:
            found = self._value(row, name)
            if linked and isinstance(found, models.Model) and registers.is_registered(type(found)):
                view = f"admin:{found._meta.app_label}_{found._meta.model_name}_change"
                there = reverse(view, args=[found.pk])
                return format_html('<a href="{}">{}</a>', there, _in_words(found))
            return _in_words(found)

        value.__name__ = name
        field = _field_at(self.model, name)
        label = gettext_lazy("Identifier") if field.auto_created else field.verbose_name
        column: Callable[[Any], Any] = admin.display(value, description=label, ordering=name)
        return column

    def _value(self, row: Any, name: str) -> Any:
        found = _follow(row, name)
        if found and name in PEOPLE_IN_LISTS and self.evening_path:
            names = _follow(row, self.evening_path).names()
            people = [found] if isinstance(found, str) else found
            return ", ".join(names.get(person, person) for person in people)
        if found and name == "arbiters":
            return ", ".join(Member.objects.filter(pk__in=found).values_list("name", flat=True))
        if found and f"{self.name}.{name}" in CHOICES:
            return CHOICES[f"{self.name}.{name}"][found]
        return found


@admin.display(description=gettext_lazy("What"), ordering="verb")
def _what_was_done(deed: Deed) -> str:
    return log_line(deed)


def _path_to(target: type[models.Model], model: type[models.Model]) -> str:
    """Return the shortest way by foreign keys, first by those that are always filled; "" if there is none."""
    for may_be_empty in (False, True):
        ways, seen = [("", model)], {model}
        for way, here in ways:
            for field in here._meta.concrete_fields:
                other = field.related_model
                if not isinstance(other, type) or other in seen or (field.null and not may_be_empty):
                    continue
                further = f"{way}__{field.name}".removeprefix("__")
                if other is target:
                    return further
                seen.add(other)
                ways.append((further, other))
    return ""


def _named_by(field: models.ForeignKey) -> list[str]:
    """Return the ways to what the name of the row it refers to is made of."""
    related: Any = field.related_model
    return [
        f"{field.name}__{column.name}"
        for column in related._meta.concrete_fields
        if column.related_model in (Member, Participant)
    ]


def _field_at(model: type[models.Model], way: str) -> Any:
    field: Any = None
    for part in way.split("__"):
        field = model._meta.get_field(part)
        model = field.related_model or model
    return field


def _follow(row: Any, way: str) -> Any:
    for part in way.split("__"):
        row = getattr(row, part) if row is not None else None
    return row


def _page_of_evening(evening: Evening) -> str:
    """Return the page of an evening; of one taken back with its old sheets, theirs; "" where it has none."""
    if evening.old_batch is not None and not evening.old_batch.counts:
        return evening.old_batch.get_absolute_url()
    return "" if evening.spontaneous else evening.get_absolute_url()


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
for _model in (
    *apps.get_app_config("scoring").get_models(),
    *apps.get_app_config("tournaments").get_models(),
):
    if _model is not Appointment:  # it stands with its member
        registers.register(_model, Register)
