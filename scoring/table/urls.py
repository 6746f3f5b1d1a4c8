"""One table: where its pages are."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from scoring.export.addresses import exported
from scoring.table.views import corrections, exports, offline, recording, sheets, voices

site_urls: list[URLPattern | URLResolver] = [
    path("door/", offline.door, name="door"),
    path("service-worker.js", offline.service_worker, name="service_worker"),
    path("manifest.webmanifest", offline.manifest, name="manifest"),
    path("t/<str:code>/", sheets.table_link, name="table_link"),
    path("r/<str:code>/", sheets.read_link, name="read_link"),
]

entry_urls: list[URLPattern | URLResolver] = [
    path("", sheets.hand, name="hand"),
    path("correct/", corrections.correct, name="correct"),
    path("insert/", corrections.insert, name="insert"),
    path("take-out/", corrections.take_out, name="take_out"),
    path("confirm/", voices.confirm, name="confirm"),
    path("object/", voices.object_to, name="object_to"),
    path("withdraw/", voices.withdraw, name="withdraw"),
    path("settle/", voices.settle_objection, name="settle_objection"),
]

sheet_urls: list[URLPattern | URLResolver] = [
    path("", sheets.sheet, name="sheet"),
    path("record/", recording.record, name="record"),
    path("preview/", recording.preview, name="preview"),
    path("live/", recording.live, name="live"),
    path("undo/", recording.undo, name="undo"),
    path("redo/", recording.redo, name="redo"),
    path("hands/<uuid:entry>/", include(entry_urls)),
    path("links/", sheets.links, name="links"),
    path("links/renew/", sheets.renew_link, name="renew_link"),
    *exported(exports.export_sheet),
]
