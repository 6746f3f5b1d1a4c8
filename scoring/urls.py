"""Where the pages are."""

from collections.abc import Callable

from django.http import HttpResponse
from django.urls import URLPattern, URLResolver, include, path

from scoring.exports.writing import FORMATS
from scoring.views import (
    accounts,
    clubs,
    corrections,
    evenings,
    exports,
    members,
    recording,
    rules,
    season,
    seating,
    settling,
    sheets,
)

app_name = "scoring"


def exported(view: Callable[..., HttpResponse]) -> list[URLPattern]:
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
]

evening_urls: list[URLPattern | URLResolver] = [
    path("", evenings.evening, name="evening"),
    path("change/", evenings.change_evening, name="change_evening"),
    path("pagatkassa/", evenings.pagatkassa, name="pagatkassa"),
    path("newer-edition/", evenings.take_newer_edition, name="take_newer_edition"),
    path("settling/", settling.settling, name="settling"),
    path("settling/", include(exported(exports.export_settling))),
    path("close/", evenings.close_evening, name="close_evening"),
    path("reopen/", evenings.reopen_evening, name="reopen_evening"),
    path("tables/new/", evenings.new_table, name="new_table"),
]

club_urls: list[URLPattern | URLResolver] = [
    path("", clubs.club, name="club"),
    path("settings/", clubs.club_settings, name="club_settings"),
    path("log/", clubs.club_log, name="club_log"),
    path("members/", members.members, name="members"),
    path("members/new/", members.new_members, name="new_members"),
    path("members/<int:pk>/", include(member_urls)),
    path("evenings/", evenings.evenings, name="evenings"),
    path("evenings/new/", evenings.new_evening, name="new_evening"),
    path("evenings/<int:pk>/", include(evening_urls)),
    path("play/", evenings.just_play, name="just_play"),
    path("season/", season.season, name="season"),
    path("season/", include(exported(exports.export_season))),
    path("season/<int:pk>/", season.season_member, name="season_member"),
]

entry_urls: list[URLPattern | URLResolver] = [
    path("", sheets.hand, name="hand"),
    path("correct/", corrections.correct, name="correct"),
    path("insert/", corrections.insert, name="insert"),
    path("take-out/", corrections.take_out, name="take_out"),
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
    path("seating/", seating.seating, name="seating"),
    path("close/", seating.close_sheet, name="close_sheet"),
    path("reopen/", seating.reopen_sheet, name="reopen_sheet"),
    *exported(exports.export_sheet),
]

urlpatterns = [
    path("", rules.home, name="home"),
    path("rules/", rules.rule_sheets, name="rule_sheets"),
    path("rules/<slug:slug>/", rules.rule_sheet, name="rule_sheet"),
    path("setup/<str:code>/", accounts.set_up, name="set_up"),
    path("sign-in/", accounts.sign_in, name="sign_in"),
    path("sign-out/", accounts.sign_out, name="sign_out"),
    path("password/", accounts.change_password, name="change_password"),
    path("invitation/<str:token>/", accounts.invitation, name="invitation"),
    path("clubs/", clubs.clubs, name="clubs"),
    path("clubs/new/", clubs.new_club, name="new_club"),
    path("clubs/<slug:slug>/", include(club_urls)),
    path("sheets/<int:pk>/", include(sheet_urls)),
    path("t/<str:code>/", sheets.table_link, name="table_link"),
    path("r/<str:code>/", sheets.read_link, name="read_link"),
]
