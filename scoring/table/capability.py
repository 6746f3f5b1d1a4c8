"""One table: its addresses, and what it hands to the rest of the program."""

from secrets import token_hex

from django.urls import URLPattern, URLResolver, include, path

from scoring.capability import ABOUT_EVENINGS, Capability
from scoring.deeds import log_of
from scoring.export.answering import exported
from scoring.language import gettext_noop
from scoring.models import Act, Sheet
from scoring.signatures import LinkKind
from scoring.table import confirmations, putting_right, verbs
from scoring.table import links as table_links
from scoring.table import pictures as picture_verbs
from scoring.table.views import corrections, offline, pictures, recording, voices

site_urls: list[URLPattern | URLResolver] = [
    path("door/", offline.door, name="door"),
    path("no-network/", offline.no_network, name="no_network"),
    path("service-worker.js", offline.service_worker, name="service_worker"),
    path("manifest.webmanifest", offline.manifest, name="manifest"),
    path("p/", pictures.picture, name="picture"),
    path("t/<str:code>/", recording.open_link, {"kind": "record"}, name="table_link"),
    path("r/<str:code>/", recording.open_link, {"kind": "read"}, name="read_link"),
]

club_urls: list[URLPattern | URLResolver] = [
    path("manifest.webmanifest", offline.club_manifest, name="club_manifest"),
]

entry_urls: list[URLPattern | URLResolver] = [
    path("", recording.hand, name="hand"),
    path("correct/", corrections.correct, {"act": Act.CORRECT}, name="correct"),
    path("insert/", corrections.correct, {"act": Act.INSERT}, name="insert"),
    path("take-out/", corrections.correct, {"act": Act.TAKE_OUT}, name="take_out"),
    path("back/", corrections.take_back_change, name="take_back_change"),
    path("version/", recording.other_version, name="other_version"),
    path("confirm/", voices.confirm, name="confirm"),
    path("object/", voices.object_to, name="object_to"),
    path("withdraw/", voices.withdraw_voice, name="withdraw"),
    path("settle/", voices.settle_objection, name="settle_objection"),
]

sheet_urls: list[URLPattern | URLResolver] = [
    path("", recording.sheet, name="sheet"),
    path("record/", recording.record, name="record"),
    path("preview/", recording.preview, name="preview"),
    path("screen/", recording.table_screen, name="table_screen"),
    path("live/", recording.live, name="live"),
    path("heads/", recording.heads, name="heads"),
    path("phone-rules/", offline.rules_here, name="rules_here"),
    path("undo/", recording.take_back, {"verb": verbs.undo}, name="undo"),
    path("redo/", recording.take_back, {"verb": verbs.redo}, name="redo"),
    path("hands/<uuid:entry>/", include(entry_urls)),
    path("names/", corrections.right_names, name="right_names"),
    path("move/", corrections.move_hands, name="move_hands"),
    path("links/", recording.former_links, name="links"),
    path("links/renew/", recording.renew_link, name="renew_link"),
    *exported(recording.export_sheet),
]

CAPABILITY = Capability(
    urls=__name__,
    words=log_of(table_links, confirmations, putting_right, picture_verbs),
    log_subject=ABOUT_EVENINGS,
    links=(
        LinkKind(
            model=Sheet,
            renew=lambda rows: rows.update(salt=token_hex()),
            club="evening__club",
            singular=gettext_noop("table, to record and to look on"),
            plural=gettext_noop("tables, to record and to look on"),
        ),
    ),
)
