"""Where the pages are."""

from collections.abc import Callable

from django.http.response import HttpResponseBase
from django.urls import URLPattern, URLResolver, include, path

from scoring.archive import views as archive
from scoring.calculator import views as calculator
from scoring.club.views import accounts, clubs, members
from scoring.demonstration import views as demonstration
from scoring.evenings.views import blank, evenings, seating, settling
from scoring.figures.writing import FORMATS
from scoring.guests import views as guests
from scoring.house_rules.views import house_rules, house_rules_compare, house_rules_editor
from scoring.models import Shared
from scoring.old_sheets import views as old_sheets
from scoring.privacy.views import anonymising, privacy
from scoring.rules import views as rules
from scoring.season.views import certificates, rating, season, statistics
from scoring.sharing.views import exports, feeds, sharing
from scoring.table.views import corrections, offline, recording, sheets, voices
from scoring.what_if import views as what_if

app_name = "scoring"


def exported(view: Callable[..., HttpResponseBase]) -> list[URLPattern]:
    """An address for every format."""
    return [path(f"export/{form}/", view, {"form": form}, name=view.__name__) for form in FORMATS]


member_urls: list[URLPattern | URLResolver] = [
    path("", members.member, name="member"),
    path("deactivate/", members.deactivate, name="deactivate_member"),
    path("reactivate/", members.reactivate, name="reactivate_member"),
    path("detach/", members.detach, name="detach_account"),
    path("remove/", members.remove, name="remove_member"),
    path("appoint/", members.appoint, name="appoint"),
    path("dismiss/", members.dismiss, name="dismiss"),
    path("invite/", members.invite, name="invite"),
    path("withdraw/", members.withdraw, name="withdraw_invitation"),
    path("separate/", guests.separate, name="separate_guest"),
    path("anonymise/", anonymising.anonymise_member, name="anonymise_member"),
    path("data/", privacy.stored_data, name="stored_data"),
    path("data/", include(exported(privacy.export_stored_data))),
    path("go/", privacy.ask_to_go, name="ask_to_go"),
]

guest_urls: list[URLPattern | URLResolver] = [
    path("", guests.guest, name="guest"),
    path("rename/", guests.rename_guest, name="rename_guest"),
    path("anonymise/", anonymising.anonymise_guest, name="anonymise_guest"),
]

evening_urls: list[URLPattern | URLResolver] = [
    path("", evenings.evening, name="evening"),
    path("change/", evenings.change_evening, name="change_evening"),
    path("pagatkassa/", evenings.pagatkassa, name="pagatkassa"),
    path("newer-edition/", evenings.take_newer_edition, name="take_newer_edition"),
    path("settling/", settling.settling, name="settling"),
    path("settling/", include(exported(exports.export_settling))),
    *exported(exports.export_evening),
    path("what-if/", what_if.what_if_evening, name="what_if_evening"),
    path("blank/", blank.blank_evening, name="blank_evening"),
    path("share/", sharing.share_evening, name="share_evening"),
    path("close/", evenings.close_evening, name="close_evening"),
    path("reopen/", evenings.reopen_evening, name="reopen_evening"),
    path("tables/new/", evenings.new_table, name="new_table"),
]

edit_urls: list[URLPattern | URLResolver] = [
    path("", house_rules_editor.edit_sheet, name="edit_sheet"),
    path("save/", house_rules_editor.save_sheet, name="save_sheet"),
    path("discard/", house_rules_editor.discard_draft, name="discard_draft"),
    path("undo/", house_rules_editor.undo_edit, name="undo_edit"),
    path("rows/<str:table>/", house_rules_editor.edit_rows, name="edit_rows"),
    path("rows/<str:table>/<str:key>/", house_rules_editor.edit_row, name="edit_row"),
    path("rows/<str:table>/<str:key>/remove/", house_rules_editor.remove_row, name="remove_row"),
    path("add/<str:table>/", house_rules_editor.add_row, name="add_row"),
    path("add/<str:table>/<str:kind>/", house_rules_editor.new_row, name="new_row"),
    path("words/", house_rules_editor.edit_words, name="edit_words"),
    path("words/<str:table>/", house_rules_editor.edit_remark, name="new_remark"),
    path("words/<str:table>/<str:key>/", house_rules_editor.edit_remark, name="edit_remark"),
    path("words/<str:table>/<str:key>/remove/", house_rules_editor.remove_remark, name="remove_remark"),
    path("<str:section>/", house_rules_editor.edit_section, name="edit_section"),
]

own_sheet_urls: list[URLPattern | URLResolver] = [
    path("", house_rules.own_sheet, name="own_sheet"),
    path("offer/", house_rules.offer_own_sheet, name="offer_own_sheet"),
    path("versions/<int:edition>/", house_rules.own_version, name="own_version"),
    path("versions/<int:edition>/toml/", house_rules.own_version_toml, name="own_version_toml"),
    path("edit/", include(edit_urls)),
]

old_sheets_urls: list[URLPattern | URLResolver] = [
    path("", old_sheets.old_sheets, name="old_sheets"),
    *exported(exports.export_old_totals),
    path("people/<int:pk>/", guests.old_guest, name="old_guest"),
    path("people/<int:pk>/anonymise/", anonymising.anonymise_old_guest, name="anonymise_old_guest"),
    path("import/", old_sheets.import_old_sheets, name="import_old_sheets"),
    *(
        path(
            f"template/{kind}/{form}/",
            old_sheets.old_sheets_template,
            {"kind": kind, "form": form},
            name=f"old_{kind}_{form}",
        )
        for kind in ("hands", "amounts")
        for form in ("xlsx", "csv")
    ),
    path("<int:pk>/", old_sheets.old_batch, name="old_batch"),
    path("<int:pk>/", include(exported(exports.export_old_batch))),
    path("<int:pk>/withdraw/", old_sheets.withdraw_old_sheets, name="withdraw_old_sheets"),
]

club_urls: list[URLPattern | URLResolver] = [
    path("", clubs.club, name="club"),
    path("settings/", clubs.club_settings, name="club_settings"),
    path("log/", clubs.club_log, name="club_log"),
    path("archive/", archive.club_archive, name="club_archive"),
    path("archive/file/", archive.club_file, name="club_file"),
    path("demonstration/", demonstration.filling, name="demonstration"),
    path("members/", members.members, name="members"),
    path("members/new/", members.new_members, name="new_members"),
    path("members/<int:pk>/", include(member_urls)),
    path("guests/", guests.guests, name="guests"),
    path("guests/<int:pk>/", include(guest_urls)),
    path("evenings/", evenings.evenings, name="evenings"),
    path("evenings/new/", evenings.new_evening, name="new_evening"),
    path("evenings/<int:pk>/", include(evening_urls)),
    path("play/", evenings.just_play, name="just_play"),
    path("rules/", house_rules.own_sheets, name="own_sheets"),
    path("rules/new/", house_rules.new_own_sheet, name="new_own_sheet"),
    path("rules/import/", house_rules.import_own_sheet, name="import_own_sheet"),
    path("rules/compare/", house_rules_compare.compare_own_sheets, name="compare_own_sheets"),
    path("rules/<slug:own>/", include(own_sheet_urls)),
    path("old-sheets/", include(old_sheets_urls)),
    path("season/", season.season, name="season"),
    path("season/", include(exported(exports.export_season))),
    path("season/book/", include(exported(exports.export_season_book))),
    path("season/hands/", include(exported(exports.export_season_hands))),
    path("season/certificates/", certificates.season_certificates, name="season_certificates"),
    path("season/statistics/", statistics.statistics, name="statistics"),
    path("season/statistics/", include(exported(exports.export_statistics))),
    path("season/rating/", rating.rating, name="rating"),
    path("season/rating/", include(exported(exports.export_rating))),
    path("season/what-if/", what_if.what_if_season, name="what_if_season"),
    path("season/<int:pk>/", season.season_member, name="season_member"),
    path("season/<int:pk>/", include(exported(exports.export_career))),
    path("season/<int:pk>/share/", sharing.share_player, name="share_player"),
    path("sharing/", sharing.sharings, name="sharings"),
    path("sharing/calendar/", feeds.share_feed, {"what": Shared.CALENDAR}, name="share_calendar"),
    path("sharing/results/", feeds.share_feed, {"what": Shared.RESULTS}, name="share_results"),
    path("sharing/<int:pk>/withdraw/", sharing.withdraw_sharing, name="withdraw_sharing"),
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
    path("rules/", rules.sheet_rules, name="sheet_rules"),
    path("blank/", blank.blank_sheet, name="blank_sheet"),
    path("record/", recording.record, name="record"),
    path("preview/", recording.preview, name="preview"),
    path("live/", recording.live, name="live"),
    path("undo/", recording.undo, name="undo"),
    path("redo/", recording.redo, name="redo"),
    path("hands/<uuid:entry>/", include(entry_urls)),
    path("links/", sheets.links, name="links"),
    path("links/renew/", sheets.renew_link, name="renew_link"),
    path("seating/", seating.seating, name="seating"),
    path("close/", seating.close_sheet, name="close_sheet"),
    path("reopen/", seating.reopen_sheet, name="reopen_sheet"),
    *exported(exports.export_sheet),
]

urlpatterns = [
    path("", rules.home, name="home"),
    path("rules/", rules.rule_sheets, name="rule_sheets"),
    path("rules/compare/", house_rules_compare.compare_sheets, name="compare_sheets"),
    path("rules/<slug:slug>/", rules.rule_sheet, name="rule_sheet"),
    path("rules/<slug:slug>/toml/", house_rules.rule_sheet_toml, name="rule_sheet_toml"),
    path("calculator/", calculator.calculator, name="calculator"),
    path("calculator/settlement/", calculator.calculated, name="calculated"),
    path("calculator/code/", calculator.calculated_code, name="calculated_code"),
    path("setup/<str:code>/", accounts.set_up, name="set_up"),
    path("setup/<str:code>/club/", archive.bring_club, name="bring_club"),
    path("setup/<str:code>/club/<str:digest>/", archive.look_at_club, name="look_at_club"),
    path("sign-in/", accounts.sign_in, name="sign_in"),
    path("sign-out/", accounts.sign_out, name="sign_out"),
    path("password/", accounts.change_password, name="change_password"),
    path("invitation/<str:token>/", accounts.invitation, name="invitation"),
    path("clubs/", clubs.clubs, name="clubs"),
    path("clubs/new/", clubs.new_club, name="new_club"),
    path("clubs/<slug:slug>/", include(club_urls)),
    path("sheets/<int:pk>/", include(sheet_urls)),
    path("s/<str:code>/", sharing.shared, name="shared"),
    path("s/<str:code>/calendar.ics", feeds.feed, {"what": Shared.CALENDAR}, name="shared_calendar"),
    path("s/<str:code>/results.atom", feeds.feed, {"what": Shared.RESULTS}, name="shared_results"),
    path("s/<str:code>/embed/", sharing.embedded, name="embedded"),
    path("s/<str:code>/", include(exported(sharing.export_shared))),
    path("s/<str:code>/people/", include(exported(sharing.export_shared_people))),
    path("privacy/", privacy.privacy, name="privacy"),
    path("exports/<str:token>/", exports.ready_export, name="ready_export"),
    path("export-schema.json", exports.export_schema, name="export_schema"),
    path("door/", offline.door, name="door"),
    path("service-worker.js", offline.service_worker, name="service_worker"),
    path("t/<str:code>/", sheets.table_link, name="table_link"),
    path("r/<str:code>/", sheets.read_link, name="read_link"),
]
