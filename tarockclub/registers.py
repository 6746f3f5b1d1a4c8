"""Show the operator everything in the database by Django's admin, without any changes.

One loop registers every model. A column is shown that has a label for people, and is not hidden below: what
opens something has none.
"""

import json
from collections.abc import Callable
from datetime import date, datetime
from functools import wraps
from typing import Any

from django.apps import apps
from django.contrib import admin
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import BadRequest
from django.db import DataError, models
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.urls import path, reverse
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.clock import day_in_words, moment_in_words
from scoring.names import folded

NOTHING = "–"
COLUMNS_OF_A_LIST = 7
# Columns with a label that open a door, or that only the program needs.
HIDDEN = {"account.password", "signinattempt.browser", "series.code"}
LONG = (models.JSONField, models.TextField, models.UUIDField)
SEARCHED = ("key", "name", "title", "venue", "location", "sort_key", "text", "actor", "verb", "slug")


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
        for model, register in REGISTERS.items():
            name = model._meta.model_name
            for address, view, kind in (
                (f"{name}/", register.changelist_view, "changelist"),
                (f"{name}/<str:object_id>/", register.change_view, "change"),
            ):
                urls.append(path(address, self.admin_view(view), name=f"{register.address_name}_{kind}"))
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
    """One table of the database to read, with the columns of its model."""

    actions = None
    view_on_site = False
    list_per_page = 50
    show_full_result_count = False

    def __init__(self, model: type[models.Model], admin_site: admin.AdminSite) -> None:
        super().__init__(model, admin_site)
        self.address_name = f"{model._meta.app_label}_{model._meta.model_name}"
        self.shown = {
            field.name: field
            for field in model._meta.concrete_fields
            if (field.auto_created or isinstance(field.verbose_name, Promise))
            and f"{model._meta.model_name}.{field.name}" not in HIDDEN
        }
        self.columns = {name: _column(field) for name, field in self.shown.items()}

    def get_fields(self, request: HttpRequest, obj: Any = None) -> list[Any]:
        return list(self.columns.values())

    get_readonly_fields = get_fields

    def get_list_display(self, request: HttpRequest) -> list[Any]:
        short = [name for name, field in self.shown.items() if not isinstance(field, LONG)]
        return [self.columns[name] for name in short[:COLUMNS_OF_A_LIST]]

    def get_list_select_related(self, request: HttpRequest) -> list[str]:
        return [name for name, field in self.shown.items() if isinstance(field, models.ForeignKey)]

    def get_list_filter(self, request: HttpRequest) -> list[Any]:
        return [
            name
            for name, field in self.shown.items()
            if name in ("club", "at", "date") or isinstance(field, models.BooleanField)
        ]

    def get_search_fields(self, request: HttpRequest) -> list[str]:
        names = {field.name for field in self.opts.concrete_fields}
        return [name for name in SEARCHED if name in names][:1]

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
        by_key = self.get_search_fields(request) == ["key"]
        return super().get_search_results(request, queryset, folded(search_term) if by_key else search_term)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        return super().change_view(request, object_id, form_url, {"register": self})


def _column(field: models.Field) -> Callable[[Any], Any]:
    """Return the admin's column for a field, with its values in words."""

    def value(row: Any) -> Any:
        content = getattr(row, field.name)
        if (register := REGISTERS.get(type(content))) is not None:
            address = reverse(f"admin:{register.address_name}_change", args=[content.pk])
            return format_html('<a href="{}">{}</a>', address, content)
        return _in_words(content)

    value.__name__ = field.name
    label = gettext_lazy("Identifier") if field.auto_created else field.verbose_name
    column: Callable[[Any], Any] = admin.display(value, description=label, ordering=field.name)
    return column


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
        case dict() | list():
            return format_html("<pre>{}</pre>", json.dumps(value, ensure_ascii=False, indent=2))
        case str() if "\n" in value:
            return format_html("<pre>{}</pre>", value)
    return str(value)


registers = Registers(name="admin")
REGISTERS: dict[Any, Register] = {
    model: Register(model, registers)
    for app in ("scoring", "tournaments")
    for model in apps.get_app_config(app).get_models()
}
