"""Where the pages are."""

from django.urls import URLPattern, URLResolver, include, path

from scoring.views import accounts, clubs, members, rules

app_name = "scoring"

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

club_urls: list[URLPattern | URLResolver] = [
    path("", clubs.club, name="club"),
    path("settings/", clubs.club_settings, name="club_settings"),
    path("log/", clubs.club_log, name="club_log"),
    path("members/", members.members, name="members"),
    path("members/new/", members.new_members, name="new_members"),
    path("members/<int:pk>/", include(member_urls)),
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
]
