"""Old sheets: where its pages are."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from scoring.export.answering import exported
from scoring.old_sheets import views

club_urls: list[URLPattern | URLResolver] = [
    path("old-sheets/", views.old_sheets, name="old_sheets"),
    path("old-sheets/", include(exported(views.export_old_totals))),
    path("old-sheets/import/", views.import_old_sheets, name="import_old_sheets"),
    *(
        path(
            f"old-sheets/template/{kind}/{form}/",
            views.old_sheets_template,
            {"kind": kind, "form": form},
            name=f"old_{kind}_{form}",
        )
        for kind in ("hands", "amounts")
        for form in ("xlsx", "csv")
    ),
    path("old-sheets/<int:pk>/", views.old_batch, name="old_batch"),
    path("old-sheets/<int:pk>/", include(exported(views.export_old_batch))),
    path("old-sheets/<int:pk>/withdraw/", views.withdraw_old_sheets, name="withdraw_old_sheets"),
]
